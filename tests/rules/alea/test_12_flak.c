/* test_12_flak.c - II.opt.aa: whose flak fires, and modes from one turn to the next. */
#include "table.h"

#include <stdlib.h>

#define MODES(units) PLAIN PHASE("soviet.combat") TURN(3) UNITS(units)

/* What the overlay of zones shows in a hex: o own, e enemy, - none. */
static char zone(struct table *t, const char *side, const char *hex) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"zoc\",\"args\":[]}", side);
  cJSON_ArrayForEach(h, field(t->last, "overlay.hexes")) {
    if (!strcmp(cJSON_GetArrayItem(h, 0)->valuestring, hex))
      return cJSON_GetArrayItem(h, 1)->valuestring[0];
  }
  return '-';
}

/* II.opt.aa.3: each side fires with its own flak. */
static void ii_opt_aa_3_own_flak(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        PLAIN PHASE("air.bomb") TURN(3) UNITS(
                            AIR("b", "german", "bomber", "air.german.attack", FAC("\"bomb\":5"))
                                C DE("own", "aa", "0609") C RU("aa", "aa", "0607")
                                    C RU("y", "inf", "0608") C DE("x", "inf", "0101")),
                        "9 9");
  acts(t, "german", "raid; target 0608; add b; fire");
  refused(t, "soviet", "flak own b", "II.opt.aa.3");
  leave_dice(t);
  clear_away(t);
}

/* II.opt.aa.1: a mode may be changed and changed back before the commitment. */
static void ii_opt_aa_1_there_and_back(void **s) {
  (void)s;
  struct table *t =
      lay(S_, MODES(RU("aa", "aa", "0607") C DE("x", "inf", "0101") C RU("y", "inf", "1212")), "");
  act(t, "soviet", "end combat");
  refused(t, "soviet", "mode aa aa", "II.opt.aa.1");
  act(t, "soviet", "mode aa at");
  refused(t, "soviet", "mode aa at", "II.opt.aa.1");
  act(t, "soviet", "mode aa aa");
  refused(t, "soviet", "mode aa aa", "II.opt.aa.1");
  act(t, "soviet", "commit");
  marked(t, "aa", "aamode");
  clear_away(t);
}

/* II.opt.aa.1: who chooses nothing keeps the mode, turn after turn. */
static void ii_opt_aa_1_kept(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        MODES(RU("aa", "aa", "0607") C RU("at", "aa", "0707", MARK("atmode"))
                                  C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
                        "");
  for (int turn = 0; turn < 2; turn++) {
    act(t, "soviet", "end combat");
    act(t, "soviet", "commit");
    never(t, "mode");
    marked(t, "aa", "aamode");
    marked(t, "at", "atmode");
    until(t, "soviet.combat");
  }
  clear_away(t);
}

/* 6.zoc.1, II.opt.aa.2: with the mode comes the zone, and it goes with it. */
static void r6_zoc_1_with_the_mode(void **s) {
  (void)s;
  struct table *t = lay(S_,
                        MODES(RU("aa", "aa", "0607") C RU("at", "aa", "1007", MARK("atmode"))
                                  C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
                        "");
  assert_int_equal(zone(t, "german", "0606"), '-');
  assert_int_equal(zone(t, "german", "1006"), 'e');
  act(t, "soviet", "end combat");
  acts(t, "soviet", "mode aa at; mode at aa; commit");
  says(t, "II.opt.aa.1", "aa is in AT mode.");
  says(t, "II.opt.aa.1", "at is in AA mode.");
  assert_int_equal(zone(t, "german", "0606"), 'e');
  assert_int_equal(zone(t, "german", "1006"), '-');
  clear_away(t);
}

/* 7.hit.2: the dead carry no markers; only that they were out of supply is remembered
 * (opt.tank.4). */
static void r7_hit_2_no_markers(void **s) {
  (void)s;
  struct table *t =
      lay(N,
          PLAIN PHASE("german.bombardment") TURN(2) UNITS(
              DE("g", "art", "0603", FAC("\"bomb\":40")) C
              "{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"inf\",\"hex\":\"0606\",\"marks\":["
              "\"dsg\",\"oos\"]}"),
          "6");
  acts(t, "german", "target 0606; add g; fire");
  stands(t, "x", "dead.soviet", 0);
  unmarked(t, "x", "dsg");
  marked(t, "x", "oos");
  clear_away(t);
}

/* II.opt.aa.3: the side that fires sees which aircraft are in the raid: the shot is as legal by its
 * own view as it is. */
static void ii_opt_aa_3_the_raid_is_seen(void **s) {
  (void)s;
  struct table *t =
      lay(S_,
          PLAIN PHASE("air.bomb") TURN(3)
              UNITS(AIR("b", "soviet", "bomber", "air.soviet.attack", FAC("\"bomb\":5"))
                        C DE("aa", "aa", "0607") C RU("y", "inf", "0101") C DE("x", "inf", "0608")),
          "");
  acts(t, "soviet", "raid; target 0608; add b; fire");
  const struct game *g = engine_game(t->engine);
  const struct sal_book *b = game_book(g);
  struct sal_head *view = calloc(1, b->state_bytes);
  void *scratch = calloc(1, b->scratch_bytes);
  struct sal_action a;
  struct sal_err err;
  if (!view || !scratch)
    abort();
  b->rules->view(b, game_state(g), SAL_GERMAN, view, NULL);
  struct sal_play p = {b, view, scratch, NULL, NULL};
  assert_true(sal_action_parse(b, "flak aa b", &a, &err));
  assert_true(sal_check(&p, SAL_GERMAN, a, NULL));
  free(view), free(scratch);
  clear_away(t);
}

/* 12.3: after the air combat the aircraft in the boxes lie open with their steps. */
static void r12_3_steps_are_open(void **s) {
  (void)s;
  struct table *t = lay(N,
                        PLAIN PHASE("german.movement") TURN(2) UNITS(
                            AIR("b", "german", "bomber", "air.german.attack", FAC("\"steps\":2"))
                                C DE("x", "inf", "0101") C RU("y", "inf", "1212")),
                        "");
  const cJSON *u;
  int seen = 0;
  ask(t, "{\"cmd\":\"view\",\"side\":\"soviet\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) {
    if (!strcmp(text_of(u, "id"), "b"))
      seen++, assert_int_equal(int_of(u, "steps"), 2);
  }
  assert_int_equal(seen, 1);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ii_opt_aa_3_own_flak), cmocka_unit_test(ii_opt_aa_1_there_and_back),
      cmocka_unit_test(ii_opt_aa_1_kept),     cmocka_unit_test(r6_zoc_1_with_the_mode),
      cmocka_unit_test(r7_hit_2_no_markers),  cmocka_unit_test(ii_opt_aa_3_the_raid_is_seen),
      cmocka_unit_test(r12_3_steps_are_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
