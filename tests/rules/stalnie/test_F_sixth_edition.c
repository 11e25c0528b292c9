/* test_F_sixth_edition.c - F: what edition 6 corrected. Each is played by edition 5 too, as games
 * of that time go on. */
#include "battle_kit.h"

#include "field_kit.h"

#define INSIDE(id, side, kind, hex, in)                                                            \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"factors\":{\"by\":\"" in "\"}}"

/* A leader with a radio, and a tank with a squad on it where his shells fall. */
#define CALLER                                                                                     \
  GER_AT("l", "8-0", "T-E3") "," BY_WITH("radio", "german", "radio", "l", "\"oba\":\"100\"")
#define RIDDEN_TANK                                                                                \
  FACING("t", "soviet", "T34M43", "T-E9", 2) "," INSIDE("r", "soviet", "458", "T-E9", "t")

/* Who cannot act, each for a reason of its own. */
#define BROKEN_MEN ON_M("b", "german", "658", "T-E5", "\"broken\"")
#define MEN_IN_MELEE ON_M("m", "german", "658", "T-H5", "\"melee\"") "," RUS_AT("r", "458", "T-H5")
#define STUNNED_TANK ON_M("s", "german", "PzIVH", "T-K5", "\"stunned\"")
#define PASSENGERS GER_AT("c", "SPW251/1", "T-M5") "," INSIDE("i", "german", "658", "T-M5", "c")
#define CLOAKED ON_M("v", "german", "658", "T-N9", "\"reserve\"")

/* The position by that edition, with these dice. */
static struct table *field_by(int edition, const char *position, const char *dice) {
  struct table *t = field_at(position, dice);
  by_edition(t, edition);
  return t;
}

/* F12.14: a shell that does not wreck a half-track leaves the men inside alone; only riders on a
 * tank check their morale. */
static void passengers_are_not_struck(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    bool old = edition == 5;
    struct table *t = field_by(
        edition,
        PHASE("soviet.action", FAR_AWAY "," FACING("gun", "soviet", "AT45L", "T-E3", 5) "," FACING(
                                   "c", "german", "SPW251/1", "T-E8",
                                   2) "," INSIDE("g", "german", "658", "T-E8", "c")),
        old ? "4 4 6 6 3 3" : "4 4 6 6");
    act(t, "soviet", "pick gun");
    act(t, "soviet", "shoot gun c");
    happened(t, "F12.2", "field.kill.roll");
    if (old)
      happened(t, "F12.14", "field.check");
    else
      never(t, "field.check");
    clear_away(t);
  }
}

/* F12.13, F17.6: shells strike the riders of a tank as Infantry without cover, in woods too; men
 * inside a vehicle they do not strike. */
static void shells_strike_riders(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    bool old = edition == 5;
    struct table *t = field_by(
        edition,
        ON_GROUND("german.support", HEX("T-E9", "woods"), CALLER "," FAR_AWAY "," RIDDEN_TANK),
        /* contact, a black chit, on the hex; DR 8 on column 8 without cover: margin 2; the kill */
        old ? "3 3 1 1 1 6 6" : "3 3 1 1 1 4 4 6 5 6 6");
    script(t, "german: mission 0 fire; german: aim T-E9; german: pass; german: end");
    if (!strcmp(phase_of(t), "german.assault"))
      act(t, "german", "end");
    happened(t, "F17.2", "field.falls");
    holds(t, "F17.6", has_mark(t, "r", "broken") == !old);
    clear_away(t);
  }
}

/* F18.5, F10.6: an anti-aircraft gun that has broken down does not fire at planes. */
static void a_broken_gun_is_silent(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    bool old = edition == 5;
    struct table *t =
        field_by(edition,
                 UNDER("soviet.support", "\"soviet_planes\":2",
                       FAR_AWAY "," ON_M("aa", "german", "AA37L", "T-H12",
                                         "\"malfunctioned\"") "," GER_AT("g", "658", "T-E9")),
                 old ? "3 1 6 6 3 3 2 2" : "3 1 6 6 3 3 6 6");
    act(t, "soviet", "fly 1 T-E9");
    if (old)
      happened(t, "F18.5", "field.driven.off");
    else
      happened(t, "F18.6", "field.strafed");
    clear_away(t);
  }
}

/* F8.15: a machine gun in the bow interdicts too, ahead and to 8 hexes; and the check may wake the
 * sniper (F19.1). */
static void bow_guns_interdict(void **unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    bool old = i == 0;
    bool away = i == 2; /* it faces the other way */
    const char *dice = old || away ? "" : "3 3 5";
    struct table *t = field_by(
        old ? 5 : 6,
        away ? UNDER("german.action", "\"german_san\":6",
                     FACING("m", "german", "MarderIIIH", "T-E2", 2) "," GER_AT(
                         "z", "658", "T-P16") "," ON_M("b", "soviet", "458", "T-E9", "\"broken\""))
             : UNDER("german.action", "\"german_san\":6",
                     FACING("m", "german", "MarderIIIH", "T-E2", 5) "," GER_AT(
                         "z", "658", "T-P16") "," ON_M("b", "soviet", "458", "T-E9", "\"broken\"")),
        dice);
    act(t, "german", "end");
    happened(t, "F8.13", "field.falls.back");
    if (*dice) {
      happened(t, "F8.15", "field.interdicted");
      happened(t, "F19.1", "field.sniper");
    } else {
      never(t, "field.interdicted");
    }
    clear_away(t);
  }
}

/* F14.10: broken men among unbroken enemies are captured only where they are their side's only
 * units. */
static void a_tank_beside_the_broken(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    bool old = edition == 5;
    struct table *t =
        field_by(edition,
                 PHASE("german.assault", FAR_AWAY "," GER_AT("g", "658", "T-E5") "," ON_M(
                                             "b", "soviet", "458", "T-E5",
                                             "\"broken\"") "," RUS_AT("t", "T34M43", "T-E5")),
                 "6 6 6 6");
    act(t, "german", "end");
    act(t, "german", "infantry");
    if (old)
      happened(t, "F14.10", "field.captured");
    else
      never(t, "field.captured");
    holds(t, "F14.10", has_mark(t, "b", "melee") == !old);
    clear_away(t);
  }
}

/* F15.6: every unit out of sight gains concealment, however many there are. */
static void all_gain_concealment(void **unused) {
  (void)unused;
  enum { MANY = 130 };
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  sal_hex far = in.book->board.order[0];
  int n = 0;
  for (int u = 0; u < own(k->book)->first_weapon && n < MANY; u++) {
    bool free = unit_at(&in, u)->where != F_MAP && side_of(&in, u) == GER;
    if (!free || !sf_is_mmc(&in, u))
      continue;
    unit_at(&in, u)->where = F_MAP;
    sf_put(&in, u, location_at(in.book->board.order[in.book->board.nhexes - 1 - n], GROUND));
    n++;
  }
  assert_true(far && n == MANY);
  for (int u = 0; u < own(k->book)->first_weapon; u++) /* nobody looks */
    if (side_of(&in, u) == RUS && unit_at(&in, u)->where == F_MAP)
      sf_remove(&in, u, F_DEAD);
  wait_for(k, N_F_ACT, RUS);
  int seen = 0;
  for (int u = 0; u < own(k->book)->first_weapon; u++)
    seen += side_of(&in, u) == GER && sf_known(&in, u);
  assert_int_equal(seen, 0);
  kit_cover(k, R_F15_6);
  kit_close(k);
}

/* F1.4: a refusal to pick says what keeps the unit from acting. */
static void why_it_cannot_act(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY "," BROKEN_MEN "," MEN_IN_MELEE "," STUNNED_TANK
                                               "," PASSENGERS "," CLOAKED),
               "");
  refused(t, "german", "pick b", "F2.3");
  refused(t, "german", "pick m", "F14.9");
  refused(t, "german", "pick s", "F12.9");
  refused(t, "german", "pick i", "F5.6");
  refused(t, "german", "pick v", "F15.10");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passengers_are_not_struck), cmocka_unit_test(shells_strike_riders),
      cmocka_unit_test(a_broken_gun_is_silent),    cmocka_unit_test(bow_guns_interdict),
      cmocka_unit_test(a_tank_beside_the_broken),  cmocka_unit_test(all_gain_concealment),
      cmocka_unit_test(why_it_cannot_act)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
