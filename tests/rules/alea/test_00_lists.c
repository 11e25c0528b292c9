/* test_00_lists.c - the list offers just what the check accepts, over all operands, all the way
 * through small random games. */
#include "table.h"

#include <stdlib.h>

struct desk_of {
  const struct sal_book *book;
  struct sal_head *state;
  void *scratch;
  struct sal_dice dice;
  struct sal_rng rng;
  struct sal_list list;
  sal_unit unit[64];
  int nunits;
  uint64_t asked;
};

static void one(struct desk_of *d, struct sal_play *p, int side, struct sal_action a) {
  struct sal_refusal why = {0};
  bool legal = sal_check(p, side, a, &why), listed = sal_list_has(&d->list, a);
  d->asked++;
  if (legal == listed)
    return;
  char text[200];
  sal_action_print(d->book, a, text, sizeof text);
  fail_msg("'%s' is %s but %s", text, listed ? "offered" : "not offered",
           legal ? "accepted" : "refused");
}

/* the k-th operand of a kind; 0 no more */
static int range(const struct desk_of *d, int arg, const struct sal_verb *v, int k, uint16_t *out) {
  int words = 0;
  switch (arg) {
  case SAL_ARG_NONE: return *out = 0, k == 0;
  case SAL_ARG_UNIT: return k < d->nunits ? (*out = d->unit[k], 1) : 0;
  case SAL_ARG_HEX: return k < d->book->board.nhexes ? (*out = d->book->board.order[k], 1) : 0;
  case SAL_ARG_WORD:
    while (v->words[words])
      words++;
    return *out = (uint16_t)k, k < words;
  default: return *out = (uint16_t)k, k < 12;
  }
}

static void agree(struct desk_of *d, struct sal_play *p, int side) {
  const struct sal_ruleset *r = d->book->rules;
  sal_legal(p, side, &d->list);
  assert_true(d->list.n > 0);
  for (int v = 0; v < r->nverbs; v++) {
    uint16_t x, y;
    for (int i = 0; range(d, r->verbs[v].arg[0], &r->verbs[v], i, &x); i++)
      for (int k = 0; range(d, r->verbs[v].arg[1], &r->verbs[v], k, &y); k++)
        one(d, p, side, sal_act(v, x, y, 0));
  }
}

static void walk(const char *game, const char *options, const char *pos, int seeds, int steps) {
  for (int s = 1; s <= seeds; s++) {
    struct table *t = lay_with(game, options, pos, NULL, NULL, __FILE__, __LINE__);
    struct game *g = engine_game(t->engine);
    struct desk_of *d = calloc(1, sizeof *d);
    if (!d)
      abort();
    d->book = game_book(g);
    d->state = malloc(d->book->state_bytes);
    d->scratch = calloc(1, d->book->scratch_bytes);
    if (!d->state || !d->scratch)
      abort();
    memcpy(d->state, game_state(g), d->book->state_bytes);
    sal_rng_seed(&d->rng, (uint64_t)s);
    /* made-up units come last */
    for (int u = d->book->ncounters - 1; u >= 0 && d->nunits < 40; u--)
      d->unit[d->nunits++] = (sal_unit)u;
    struct sal_play p = {d->book, d->state, d->scratch, &d->dice, NULL};
    int last = -1;
    for (int i = 0; i < steps && !d->state->over; i++) {
      uint32_t who = sal_actors(&p);
      int side = who == SAL_BOTH ? (int)sal_rng_below(&d->rng, 2) : who == SAL_BIT(SAL_SOVIET);
      if (sal_top(&p)->node != last || i % 7 == 0)
        agree(d, &p, side);
      last = sal_top(&p)->node;
      sal_legal(&p, side, &d->list);
      struct sal_action a = d->list.a[sal_rng_below(&d->rng, d->list.n)];
      for (int k = 0; k < 6 && (!strcmp(d->book->rules->verbs[a.verb].name, "top") ||
                                !strcmp(d->book->rules->verbs[a.verb].name, "end") ||
                                !strcmp(d->book->rules->verbs[a.verb].name, "cancel"));
           k++)
        a = d->list.a[sal_rng_below(&d->rng, d->list.n)]; /* rather something that happens */
      sal_dice_clear(&d->dice);
      d->dice.rng = &d->rng;
      sal_apply(&p, side, a);
      struct sal_err err;
      if (!d->book->rules->audit(&p, &err))
        fail_msg("%s", err.text);
    }
    assert_true(d->asked > 1000);
    free(d->state), free(d->scratch), free(d);
    clear_away(t);
  }
}

#define ARMY                                                                                       \
  DE("p", "tank", "0504")                                                                          \
  C DE("i", "inf", "0504", FORM("2 Pz")) C DE("h", "hq", "0504") C DE("e", "pio", "0604")          \
      C DE("m", "mech", "0604") C DE("g", "art", "0602") C DE("k", "aa", "0603", MARK("atmode"))   \
          C RU("x", "inf", "0506", FORM("15 RD")) C RU("t", "tank", "0506")                        \
              C RU("f", "atf", "0506") C RU("y", "inf", "0706", FORM("15 RD"))                     \
                  C RU("z", "inf", "0706", FORM("81 RD")) C RU("b", "art", "0709")                 \
                      C RU("r", "tank", "0609") C RU("q", "aa", "0608")
#define PLANES                                                                                     \
  AIR("gf", "german", "fighter", "air.german.available")                                           \
  C AIR("gb", "german", "bomber", "air.german.available") C                                        \
      "{\"unit\":\"de.air.hs-schg1\",\"box\":\"air.german.available\"}" C AIR(                     \
          "sf", "soviet", "fighter", "air.soviet.available")                                       \
          C AIR("sb", "soviet", "bomber", "air.soviet.available")
#define ALL_ON "\"buried\":true,\"tank\":true,\"air\":true,\"fuel\":true,\"hqaa\":true"

static void german_turn(void **s) {
  (void)s;
  walk(N, NULL, PLAIN PHASE("german.movement") TURN(2) UNITS(ARMY), 3, 120);
}
static void combats(void **s) {
  (void)s;
  walk(N, "\"buried\":true",
       PLAIN PHASE("german.combat")
           TURN(2) "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"clear\",\"fort_1_3\"]},{\"hex\":"
                   "\"0705\",\"set\":[\"clear\",\"hill_dp\"]}]," UNITS(
                       DE("a", "inf", "0505", FAC("\"af\":20")) C DE(
                           "v", "tank", "0605", FAC("\"af\":12")) C DE("w", "mech", "0605") C ARMY),
       4, 120);
}
static void soviet_turn(void **s) {
  (void)s;
  walk(N, "\"buried\":true", PLAIN PHASE("soviet.movement") TURN(3) UNITS(ARMY), 2, 100);
}
static void air_and_options(void **s) {
  (void)s;
  walk(S_, ALL_ON, PLAIN PHASE("air.assign") TURN(3) UNITS(PLANES C ARMY), 3, 140);
}
static void building_and_reserves(void **s) {
  (void)s;
  walk(S_, NULL,
       BED PHASE("construction") TURN(3) UNITS(
           "{\"name\":\"n1\",\"side\":\"soviet\",\"kind\":\"atf\",\"box\":\"pool\"}" C
           "{\"name\":\"n2\",\"side\":\"soviet\",\"kind\":\"tank\",\"formation\":\"18 "
           "TK\",\"box\":\"reserve.stavka\"}" C
           "{\"name\":\"n3\",\"side\":\"soviet\",\"kind\":\"tank\",\"box\":\"reserve.front\"}" C RU(
               "tr", "train", "1006") C DE("a", "mech", "0504") C RU("x", "inf", "0508")),
       2, 80);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(german_turn), cmocka_unit_test(combats), cmocka_unit_test(soviet_turn),
      cmocka_unit_test(air_and_options), cmocka_unit_test(building_and_reserves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
