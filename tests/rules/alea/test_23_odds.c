/* test_23_odds.c - the odds card against every way the dice can fall, on generated attacks: regular combat with and without mines,
 * pioneers, heights, works, rivers and elections; bombardments; shots with their answers. */
#include "table.h"

#include "core/odds.h"

#include <stdlib.h>

struct count {
  struct sal_card first;
  uint64_t num[SAL_CARD_OUTCOMES], den;
  bool any, bad;
};
static bool tape(void *ctx, const struct sal_play *after, struct sal_chance chance) {
  struct count *t = ctx;
  const struct sal_card *c = &after->events->card[0];
  if (!after->events->ncards || c->kind != SAL_CARD_ODDS || c->rolled < 0) return t->bad = true, false;
  if (!t->any) t->first = *c, t->any = true, t->den = 1;
  if (c->noutcomes != t->first.noutcomes || strcmp(c->column, t->first.column)) return t->bad = true, false;
  uint64_t lcm = t->den;
  while (lcm % chance.den) lcm += t->den;
  for (int i = 0; i < SAL_CARD_OUTCOMES; i++) t->num[i] *= lcm / t->den;
  t->den = lcm;
  t->num[c->rolled] += lcm / chance.den * chance.num;
  return true;
}

/* The card of the action now, against all tapes of it. */
static void true_card(struct table *t, const char *side, const char *action) {
  struct game *g = engine_game(t->engine);
  const struct sal_book *b = game_book(g);
  struct sal_odds_room *room = calloc(1, sizeof *room);
  struct count *n = calloc(1, sizeof *n);
  struct sal_head *state = malloc(b->state_bytes);
  void *scratch = calloc(1, b->scratch_bytes);
  struct sal_action a;
  struct sal_err err;
  if (!room || !n || !state || !scratch || !(room->clone = malloc(b->state_bytes)) || !(room->events = calloc(1, sizeof *room->events))) abort();
  memcpy(state, game_state(g), b->state_bytes);
  struct sal_play p = {b, state, scratch, NULL, NULL};
  room->events->want_cards = true;
  assert_true(sal_action_parse(b, action, &a, &err));
  assert_true(sal_check(&p, sal_side_parse(side), a, NULL));
  uint64_t tapes = sal_each_outcome(&p, sal_side_parse(side), a, room, 50000, tape, n);
  assert_true(tapes > 1 && n->any && !n->bad);
  for (int i = 0; i < n->first.noutcomes; i++) {
    struct sal_chance want = n->first.outcome[i].chance;
    if (n->num[i] * want.den != want.num * n->den) fail_msg("%s: '%s' says %d/%d, the tapes say %d/%d", n->first.title, n->first.outcome[i].text, (int)want.num, (int)want.den, (int)n->num[i], (int)n->den);
  }
  free(room->clone), free(room->events), free(room), free(n), free(state), free(scratch);
}

static uint64_t seed = 7;
static int any(int n) { /* 0 .. n-1, the same in every run */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)(seed >> 33) % n;
}
static bool maybe(int percent) { return any(100) < percent; }

static void generated_attacks(void **s) {
  (void)s;
  static const char *const from[] = {"0605", "0505", "0705"};
  for (int k = 0; k < 60; k++) {
    char pos[3000], ground[400] = "", marks[80] = "", units[1600] = "";
    bool german = maybe(70), fort = german && maybe(30);
    const char *att = german ? "german" : "soviet", *def = german ? "soviet" : "german";
    int hexes = 1 + any(3), n = 0, g = 0;
    g += snprintf(ground + g, sizeof ground - (size_t)g, "{\"hex\":\"0606\",\"set\":[\"%s\"%s%s]}", maybe(25) ? "town" : "clear", fort ? ",\"fort_1_3\"" : "", maybe(25) ? ",\"hill_dp\"" : "");
    if (maybe(25)) g += snprintf(ground + g, sizeof ground - (size_t)g, ",{\"hex\":\"0605\",\"set\":[\"clear\",\"hill_dp\"]}");
    if (maybe(40)) g += snprintf(ground + g, sizeof ground - (size_t)g, ",{\"side\":[\"0606\",\"0605\"],\"set\":[\"river\"]}");
    if (german && !fort && maybe(40)) snprintf(marks, sizeof marks, "\"marks\":[{\"hex\":\"0606\",\"mark\":\"mine\"}],");
    for (int i = 0; i < hexes; i++) {
      n += snprintf(units + n, sizeof units - (size_t)n, "{\"name\":\"a%d\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":\"%s\",\"factors\":{\"af\":%d,\"steps\":9}%s},", i, att, from[i], 1 + any(14), maybe(20) ? ",\"marks\":[\"dsg\"]" : maybe(20) ? ",\"marks\":[\"oos\"]" : "");
      if (german && maybe(30)) n += snprintf(units + n, sizeof units - (size_t)n, "{\"name\":\"p%d\",\"side\":\"german\",\"kind\":\"pio\",\"hex\":\"%s\"},", i, from[i]);
    }
    snprintf(units + n, sizeof units - (size_t)n, "{\"name\":\"d\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{\"df\":%d,\"steps\":9}%s},{\"name\":\"e\",\"side\":\"%s\",\"kind\":\"inf\",\"hex\":\"0606\",\"factors\":{\"df\":%d}}", def, 1 + any(6), maybe(30) ? ",\"steps\":4" : "", def, any(4));
    snprintf(pos, sizeof pos, PLAIN "\"phase\":\"%s.combat\"," TURN(2) "\"terrain\":[%s],%s\"units\":[%s]", att, ground, marks, units);
    struct table *t = lay(N, pos, NULL);
    act(t, att, "target 0606");
    for (int i = 0; i < hexes; i++) {
      char line[20];
      snprintf(line, sizeof line, "from %s", from[i]);
      act(t, att, line);
    }
    if (german && maybe(40)) act(t, att, "type probe");
    act(t, att, "attack");
    if (maybe(40)) act(t, def, "elect retreat");
    act(t, def, "commit");
    act(t, def, "pass");
    true_card(t, att, "roll");
    clear_away(t);
  }
}

static void generated_bombardments(void **s) {
  (void)s;
  for (int k = 0; k < 20; k++) {
    char pos[1200];
    snprintf(pos, sizeof pos, PLAIN PHASE("german.bombardment") "\"turn\":%d,\"terrain\":[{\"hex\":\"0606\",\"set\":[\"%s\"]},{\"hex\":\"0605\",\"set\":[\"clear\"%s]}]," UNITS(DE("g", "art", "0602", FAC("\"bomb\":%d")) C DE("a", "inf", "0605") C RU("x", "inf", "0606", FAC("\"steps\":9"))), 1 + any(2), maybe(50) ? "town" : "clear",
             maybe(50) ? ",\"hill_dp\"" : "", 1 + any(40));
    struct table *t = lay(N, pos, NULL);
    acts(t, "german", "target 0606; add g");
    true_card(t, "german", "fire");
    clear_away(t);
  }
}

static void generated_shots(void **s) {
  (void)s;
  for (int k = 0; k < 20; k++) {
    char pos[1200];
    bool armour = maybe(60);
    snprintf(pos, sizeof pos, PLAIN PHASE("german.combat") TURN(2) UNITS(DE("p", "tank", "0605", FAC("\"arm\":%d,\"steps\":3")) C RU("x", "%s", "0606", "%s")), 4 + any(3), armour ? "tank" : "inf", maybe(30) ? MARK("dsg") : maybe(30) && armour ? MARK("buried") : maybe(30) ? STEPS(1) : "");
    struct table *t = lay(N, pos, NULL);
    acts(t, "german", "target 0606; from 0605; attack");
    act(t, "soviet", "commit");
    act(t, "soviet", "pass");
    true_card(t, "german", "shoot p x");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(generated_attacks), cmocka_unit_test(generated_bombardments), cmocka_unit_test(generated_shots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
