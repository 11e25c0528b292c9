/* test_00_odds.c - the odds card against every way the dice can fall, on generated shots: own fire,
 * reaction fire, close combat, artillery with danger close, aircraft. And what an outcome says is
 * what then happens to the target. */
#include "table.h"

#include "rules/sspanzer/state.h"
#include "tapes.h"

#undef G
#undef R
#define G "german"
#define R "soviet"

struct shot_at {
  sal_unit target;
  int steps; /* of the target before */
};
static const char *loses_that(void *ctx, const struct sal_play *after,
                              const struct sal_card_outcome *o) {
  const struct shot_at *at = ctx;
  return at->steps - o->loss[ssp_side(after, at->target)] == S(after)->unit[at->target].steps
             ? NULL
             : "other losses than it says";
}
/* later: losses are not taken at once. */
static void true_shot(struct table *t, const char *side, const char *action, const char *target,
                      bool later) {
  const struct sal_book *b = game_book(engine_game(t->engine));
  struct shot_at at = {.target = sal_unit_find(b, target)};
  at.steps = ((const struct ssp_state *)game_state(engine_game(t->engine)))->unit[at.target].steps;
  true_card(t, side, action, later ? NULL : loses_that, &at);
}

static uint64_t seed = 11;
static int any(int n) {
  return tape_any(&seed, n);
}
static bool maybe(int percent) {
  return any(100) < percent;
}

static const char *const german[] = {"TIG", "PZ4", "PZ3", "STG", "MAR",
                                     "GAC", "AG",  "PG",  "PIO", "FLK"};
static const char *const soviet[] = {"T4R", "T34", "T70", "CHU", "SU", "SAC", "AT", "MR", "ABN"};
static const char *const ground[] = {"clear", "clear", "woods", "town", "fort", "hilltop"};

/* Firer x at 1010, target y in `at`, others out of the way so that neither impulse nor game ends.
 */
static struct table *range(bool by_german, const char *x, const char *y, const char *at,
                           const char *more) {
  static char pos[2400];
  const char *a = by_german ? G : R, *d = by_german ? R : G, *fa = by_german ? "LAH" : "29TC",
             *fd = by_german ? "29TC" : "LAH";
  snprintf(
      pos, sizeof pos,
      PLAIN
      "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"%s\",\"artillery\":0,\"vis\":5},"
      "\"terrain\":[{\"hex\":\"%s\",\"set\":[\"%s\"]}],\"units\":["
      "{\"name\":\"x\",\"side\":\"%s\",\"kind\":\"%s\",\"formation\":\"%s\",\"hex\":\"1010\"%s%s},{"
      "\"name\":\"y\",\"side\":\"%s\",\"kind\":\"%s\",\"formation\":\"%s\",\"hex\":\"%s\"%s%s}," U(
          "de.lah.pg1-13", "2020") "," U("ru.29tc.mr-53-3", "0101") "%s]",
      fa, at, ground[any(6)], a, x, fa, maybe(25) ? ",\"facing\":0" : "",
      maybe(30) ? ",\"steps\":1" : "", d, y, fd, at, maybe(30) ? ",\"marks\":[\"suppressed\"]" : "",
      maybe(40) ? ",\"steps\":1" : "", more);
  return lay(GAME, pos, NULL);
}

static void generated_fire(void **s) {
  static const char *const at[] = {"1011", "1012", "1013", "0910", "1110"};
  (void)s;
  for (int n = 0, tries = 0; n < 60; tries++) {
    assert_true(tries < 400);
    bool g = maybe(60), quick = maybe(30);
    struct table *t = range(g, g ? german[any(10)] : soviet[any(9)],
                            g ? soviet[any(9)] : german[any(10)], at[any(5)], "");
    const char *side = g ? G : R, *words = quick ? "quick x y" : "fire x y";
    act(t, side, "choose x");
    if (is_offered(t, side, words))
      true_shot(t, side, words, "y", false), n++;
    clear_away(t);
  }
}

static void generated_reactions(void **s) {
  (void)s;
  for (int n = 0, tries = 0; n < 20; tries++) {
    assert_true(tries < 400);
    bool g = maybe(50), leave = maybe(50); /* y's side acts: it moves past x */
    const char *mover = g ? R : G, *side = g ? G : R;
    static char pos[1600];
    snprintf(
        pos, sizeof pos,
        PLAIN
        "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"%s\",\"artillery\":0},\"units\":[{"
        "\"name\":\"x\",\"side\":\"%s\",\"kind\":\"%s\",\"formation\":\"%s\",\"hex\":\"1010\"%s},"
        "{\"name\":\"y\",\"side\":\"%s\",\"kind\":\"%s\",\"formation\":\"%s\",\"hex\":\"%s\"}," U(
            "de.lah.pg1-13", "2020") "," U("ru.29tc.mr-53-3", "0101") "]",
        g ? "29TC" : "LAH", side, g ? german[any(10)] : soviet[any(9)], g ? "LAH" : "29TC",
        maybe(40) ? ",\"facing\":0" : "", mover, g ? soviet[any(9)] : german[any(10)],
        g ? "29TC" : "LAH", leave ? "1011" : "1012");
    struct table *t = lay(GAME, pos, NULL);
    act(t, mover, "choose y");
    act(t, mover, leave ? "step y 1012" : "step y 1011");
    if (is_offered(t, side, "fire x y"))
      true_shot(t, side, "fire x y", "y", false), n++;
    clear_away(t);
  }
}

static void generated_close_combats(void **s) {
  (void)s;
  for (int n = 0, tries = 0; n < 20; tries++) {
    assert_true(tries < 400);
    /* who fires after x, so that the round goes on */
    struct table *t = range(true, german[any(10)], soviet[any(9)], "1010", "," U(PG, "1010"));
    act(t, G, "end");
    if (is_offered(t, G, "fire x y"))
      true_shot(t, G, "fire x y", "y", true), n++;
    clear_away(t);
  }
}

static void generated_artillery(void **s) {
  (void)s;
  for (int k = 0; k < 20; k++) { /* with a friend of the guns beside the target, or not */
    struct table *t =
        range(true, "PG", soviet[any(9)], maybe(50) ? "1011" : "1012", "," GUNS("de.lah.art-1"));
    act(t, G, "choose de.lah.art-1");
    true_shot(t, G, "fire de.lah.art-1 y", "y", false);
    clear_away(t);
  }
  for (int k = 0; k < 10; k++) {
    static char pos[1200];
    snprintf(pos, sizeof pos,
             PLAIN "\"phase\":\"bombardment\",\"turn\":1,\"terrain\":[{\"hex\":\"1010\",\"set\":["
                   "\"%s\"]}],\"units\":[{\"name\":\"y\",\"side\":\"german\",\"kind\":\"%s\","
                   "\"formation\":\"LAH\",\"hex\":\"1010\"%s}," U(PG, "0505") "," U(
                       PGB, "0505") "," U(MR, "%s") "," U(MRB, "0507") "]",
             ground[any(6)], german[any(10)], maybe(40) ? ",\"marks\":[\"suppressed\"]" : "",
             maybe(50) ? "1011" : "1012");
    struct table *t = lay(GAME, pos, NULL);
    acts(t, R, "lay y; lay " PG "; lay " PGB "; done");
    true_shot(t, R, "shell y", "y", false);
    clear_away(t);
  }
}

/* What a shot can do, from no hit on. */
static void outcomes_are(struct table *t, const char *side, const char *action, const char *want) {
  char all[600] = "";
  const cJSON *o;
  ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"%s\"]}", side, action);
  cJSON_ArrayForEach(o, field(t->last, "card.outcomes")) {
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "%s%s", n ? "|" : "", text_of(o, "text"));
  }
  assert_string_equal(all, want);
}

/* 9.7a, 11.3a: what hits do outside close combat and in it, to whole, reduced and suppressed
 * targets. */
static void r9_7a_what_hits_do(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(JOIN(U(PZ4, "1010"), U(T4R, "1012"), U1(T4RB, "1011"),
                                          UM(T34, "1009", "suppressed")) IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  outcomes_are(t, G, "fire " PZ4 " " T4R,
               "0 hits: no effect|1 hit: suppressed|2 hits: step loss, suppressed|3 hits or more: "
               "eliminated");
  outcomes_are(t, G, "fire " PZ4 " " T4RB,
               "0 hits: no effect|1 hit: suppressed|2 hits: eliminated|3 hits or more: eliminated");
  outcomes_are(t, G, "fire " PZ4 " " T34,
               "0 hits: no effect|1 hit: suppressed as before|2 hits: step loss, suppressed|3 hits "
               "or more: eliminated");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(JOIN(U(PG, "1011"), U(MR, "1011"), U1(MRB, "1011")) IDLE_G),
          "");
  act(t, G, "end");
  outcomes_are(t, G, "fire " PG " " MR, "0 hits: no effect|1 hit: no effect|2 hits: step loss");
  outcomes_are(t, G, "fire " PG " " MRB, "0 hits: no effect|1 hit: no effect|2 hits: eliminated");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(generated_fire),          cmocka_unit_test(generated_reactions),
      cmocka_unit_test(generated_close_combats), cmocka_unit_test(generated_artillery),
      cmocka_unit_test(r9_7a_what_hits_do),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
