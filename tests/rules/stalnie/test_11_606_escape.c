/* test_11_606_escape.c - 2.5: isolation and escape, figure by figure; what becomes of Isolated
 * Areas, hills, and those left behind. */
#include "kit.h"

#define WIDE "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},"

/* Both chains are left to the program. T-AA15 is 25 hexes from the German edge and 16 from Soviet
 * ground. */
static struct kit *isolated(const char *units) {
  char position[4000];
  snprintf(position, sizeof position, WIDE "\"terrain\":[" WOODS("T-AA15") "],\"units\":[%s]",
           units);
  struct kit *k = kit_lay(position, false);
  kit_all(k, "german commit;soviet commit");
  return k;
}

static int drm_of(struct kit *k, int side, const char *a, const char *b) {
  uint16_t u[2] = {(uint16_t)kit_unit(k, a), b ? (uint16_t)kit_unit(k, b) : 0};
  return sp_escape_drm(&k->play, side, u, b ? 2 : 1, NULL);
}

/* 3.9: every line of the modifiers, one after the other. */
static void modifiers(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(AT("sq", "german", "658", "T-AA15"), AT("sq2", "german", "658", "T-AA15"),
                    AT("hs", "german", "348", "T-AA15"), AT("crew", "german", "228", "T-AA17"),
                    AT("at", "german", "AT75L", "T-AA17"), AT("l103", "german", "10-3", "T-AA15"),
                    AT("l92", "german", "9-2", "T-AA15"), AT("hero", "german", "hero", "T-AA15"),
                    AT("rs",
                       "sov"
                       "ie"
                       "t",
                       "45"
                       "8",
                       "T-"
                       "AA1"
                       "4"),
                    AT("rl",
                       "sov"
                       "ie"
                       "t",
                       "8-"
                       "0",
                       "T-"
                       "AA1"
                       "4"),
                    AT("t34", "soviet", "T34M41", "T-AA14"), AT("us", "soviet", "US1.5t", "T-AA16"),
                    AT("spw", "german", "SPW251/1", "T-AA20")));
  assert_int_equal(drm_of(k, GER, "hs", NULL), 3);  /* 25 hexes: three full eights */
  assert_int_equal(drm_of(k, GER, "sq", NULL), 4);  /* a second half-squad */
  assert_int_equal(drm_of(k, GER, "sq", "sq2"), 6); /* four half-squads */
  assert_int_equal(drm_of(k, GER, "hs", "crew"), 4);
  assert_int_equal(drm_of(k, GER, "hs", "at"), 4);   /* the crew of a Gun is a half-squad */
  assert_int_equal(drm_of(k, GER, "sq", "l103"), 1); /* 4 - 3 */
  assert_int_equal(drm_of(k, GER, "sq", "l92"), 2);
  assert_int_equal(drm_of(k, GER, "sq", "hero"), 3);  /* a hero -1 */
  assert_int_equal(drm_of(k, GER, "l103", "l92"), 0); /* the better of two */
  assert_int_equal(drm_of(k, GER, "hero", NULL), 2);  /* alone and unwounded -1, no leadership */
  assert_int_equal(drm_of(k, RUS, "rs", NULL), 2);    /* 16 hexes +2, a squad +1, Russian -1 */
  assert_int_equal(drm_of(k, RUS, "rl", NULL), 0);    /* +2, alone -1, Russian -1 */
  /* +2, tracked -2; "Russian" is not for vehicles */
  assert_int_equal(drm_of(k, RUS, "t34", NULL), 0);
  assert_int_equal(drm_of(k, RUS, "us", NULL), 3);  /* +2, unarmoured +1 */
  assert_int_equal(drm_of(k, GER, "spw", NULL), 3); /* a half-track is neither */
  kit_at(k, "hero")->flags |= U_WOUNDED;
  assert_int_equal(drm_of(k, GER, "hero", NULL), 3); /* alone, but wounded */
  kit_at(k, "l92")->flags |= U_HEROIC;
  assert_int_equal(drm_of(k, GER, "sq", "l92"), 1); /* heroic: one more */
  kit_at(k, "hs")->flags |= U_ENCIRCLED;
  assert_int_equal(drm_of(k, GER, "hs", NULL), 5);
  assert_int_equal(drm_of(k, GER, "sq", "hs"), 7); /* one encircled is enough */
  kit_at(k, "spw")->flags |= U_ENCIRCLED;
  assert_int_equal(drm_of(k, GER, "spw", NULL), 3); /* not for vehicles */
  kit_close(k);
}

/* 3.9, 11.6207: the armour leader rides in the first vehicle of his platoon that is left. */
static void armour_leaders(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(AT("p1", "german", "PzIVH", "T-AA15"), AT("p2", "german", "PzIVH", "T-AA17")));
  struct state *s = kit_state(k);
  struct group *g = (struct group *)&own(k->book)->group[GER][kit_group(k, GER, "a3")];
  g->first[1] = (uint16_t)kit_unit(k, "p1");
  g->n[1] = 2;
  s->side[GER].nrec = 1;
  s->rec[GER][0] = (struct rec){.group = (uint8_t)kit_group(k, GER, "a3"),
                                .scenario = 1,
                                .copy = 1,
                                .al = own(k->book)->grade[5],
                                .hex = NOWHERE};
  kit_at(k, "p1")->rec = kit_at(k, "p2")->rec = 1;
  assert_int_equal(drm_of(k, GER, "p1", NULL), 3 - 2 - 2); /* 25 hexes, tracked, a 9-2 */
  assert_int_equal(drm_of(k, GER, "p2", NULL), 3 - 2);
  kit_at(k, "p1")->where = DEAD;
  assert_int_equal(drm_of(k, GER, "p2", NULL), 3 - 2 - 2);
  s->rec[GER][0].al = 0;
  assert_int_equal(drm_of(k, GER, "p2", NULL), 3 - 2);
  kit_close(k);
}

/* 11.6063f: distance to own ground, the own front edge included: -2 beside it, -1 at two hexes,
 * nothing at three to seven. */
static void distances(void **unused) {
  (void)unused;
  static const struct {
    const char *hex;
    int drm;
  } german[] = {{"T-YY8", -1}, {"T-XX8", 0}, {"T-WW8", 1}, {"T-SS8", 1}, {"T-RR8", 2}};
  for (size_t i = 0; i < sizeof german / sizeof german[0]; i++) {
    char position[300];
    snprintf(position, sizeof position,
             WIDE
             "\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"%s\"}]",
             german[i].hex);
    struct kit *k = kit_lay(position, false);
    kit_all(k, "german commit;soviet commit");
    assert_int_equal(drm_of(k, GER, "g", NULL), german[i].drm); /* a squad +1 in all of them */
    kit_close(k);
  }
}

struct outcome {
  const char *side, *kind, *dice, *becomes; /* becomes NULL: eliminated */
  int reph, rule, event;
};

/* 3.9, 11.6063b to e: every result for every sort of unit, alone in T-AA15 (German +3, Russian +1,
 * before what it is itself). */
static void results(void **unused) {
  (void)unused;
  static const struct outcome cases[] = {
      {"german", "348", "2 3", "348", 0, R_11_6063a, 0},
      {"german", "348", "3 3", NULL, 1, R_11_6063a, 1}, /* 9: Replaced, underlined: reduced */
      {"german", "658", "2 3", "348", 1, R_11_6063a, 1},
      {"german", "658", "3 3", "348", 1, R_11_6063a, 2}, /* 9 and 10 */
      {"german", "658", "3 4", NULL, 2, R_11_6063a, 3},
      {"german", "658", "4 4", NULL, 2, R_11_6063a, 4}, /* 11: twice; 12: eliminated */
      {"german", "228", "3 3", "228", 0, R_11_6063a, 1},
      {"german", "228", "3 4", NULL, 1, R_11_6063a, 2}, /* crews ignore Replaced */
      {"german", "9-1", "3 4", "8-1", 0, R_11_6063a, 1},
      {"german", "9-1", "4 4 4", "9-1", 0, R_11_6063a,
       2}, /* a leader drops a grade; severity 4 only wounds */
      {"german", "9-1", "4 4 5", NULL, 2, R_11_6063a, 2},
      {"german", "9-1", "4 5 3", "8-1", 0, R_11_6063a, 3}, /* 11: Replaced, then wounded */
      {"german", "10-3", "5 5", NULL, 4, R_11_6063a, 4},
      {"german", "6+1", "3 4", NULL, 1, R_11_6063a, 1}, /* nothing lower: Disrupted */
      {"german", "hero", "3 4 2", "hero", 0, R_11_6063a, 1},
      {"german", "hero", "3 4 6", NULL, 1, R_11_6063a, 1}, /* a hero is wounded instead */
      {"german", "AT75L", "2 3", "228", 2, R_11_6063a, 0},
      {"german", "MTR81", "1 2", "MTR81", 0, R_11_6063a,
       0}, /* no Gun goes along unless dismantled */
      {"german", "6+1", "4 5", NULL, 1, R_11_6063a, 3},
      {"german", "MTR81", "1 3", "MTR81", 0, R_11_6063a,
       1}, /* Disrupted once and for all; a crew with its mortar ignores Replaced */
      {"soviet", "HMG50", "2 3", "HMG50", 0, R_11_6063a, 1},
      {"soviet", "MTR82", "3 3", "MTR82", 0, R_11_6063a, 1},
      {"german", "AT75L", "4 4", NULL, 3, R_11_6063a, 3},
      {"german", "HMG348", "2 2", NULL, 1, R_11_6063a, 1},
      {"german", "PzIVH", "3 5", "PzIVH", 0, R_11_6063a, ESCAPES},
      {"german", "PzIVH", "4 5", "PzIVH", 0, R_11_6063a,
       CREW_ESCAPES}, /* 9: away; 10: abandoned, the crew away */
      {"german", "PzIVH", "5 5", "PzIVH", 1, R_11_6063a, CREW_LOST},
      {"german", "PzIVH", "6 5", NULL, 6, R_11_6063a, 4}, /* 11: the crew lost; 12 */
      {"german", "Opel6700", "2 3", "Opel6700", 0, R_11_6063a, ESCAPES},
      /* a truck's driver is no counter: abandoned without points (11.6134 comes later) */
      {"german", "Opel6700", "3 3", "Opel6700", 0, R_11_6063a, CREW_ESCAPES},
      {"german", "Opel6700", "3 4", "Opel6700", 0, R_11_6063a, CREW_LOST},
      {"german", "Opel6700", "4 4", NULL, 1, R_11_6063a, ALL_LOST},
      {"soviet", "458", "3 4", "447", 0, R_11_6063a, 1},
      {"soviet", "458", "4 4", "248", 1, R_11_6063a, 2},
      {"soviet", "458", "4 5", "237", 1, R_11_6063a, 3},
      {"soviet", "447", "3 4", "426", 0, R_11_6063a, 1},
      {"soviet", "426", "3 4", NULL, 2, R_11_6063a, 1},
      {"soviet", "628", "3 4", "527", 0, R_11_6063a, 1},
      {"soviet", "226", "4 4", NULL, 1, R_11_6063a, 1},
      {"soviet", "248", "4 4", "237", 0, R_11_6063a, 1},
      {"german", "658", "1 1 6", NULL, 2, R_11_6063b, 0},
      {"german", "658", "1 1 3", "658", 0, R_11_6063b, 0},
      {"german", "658", "1 1 4", "658", 0, R_11_6063b, 0},
      {"soviet", "447", "1 1 5", "458", 0, R_11_6063b, 0},
      {"german", "8-1", "1 1 4", "9-1", 0, R_11_6063b, 0},
      {"german", "10-3", "1 1 5", "10-3", 0, R_11_6063b, 0},
      {"german", "PzIVH", "1 1", "PzIVH", 0, R_11_6063b, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct outcome *c = &cases[i];
    char units[200];
    snprintf(units, sizeof units,
             "{\"name\":\"u\",\"side\":\"%s\",\"kind\":\"%s\",\"hex\":\"T-AA15\"}", c->side,
             c->kind);
    struct kit *k = isolated(units);
    int side = sal_side_parse(c->side);
    kit_do(k, side, "escape u");
    kit_roll(k, side, "roll", c->dice);
    const struct sal_event *e = kit_told(k, E_ESCAPE, c->rule);
    if (e->n[0] != c->event || kit_state(k)->side[side].reph != c->reph ||
        (kit_at(k, "u")->where == DEAD) != !c->becomes ||
        (c->becomes && strcmp(kit_kind(k, "u"), c->becomes)))
      fail_msg("%s %s %s: result %d, %d points, %s", c->side, c->kind, c->dice, e->n[0],
               kit_state(k)->side[side].reph,
               kit_at(k, "u")->where == DEAD ? "dead" : kit_kind(k, "u"));
    bool vehicle = sal_eq(c->kind, "PzIVH"), truck = sal_eq(c->kind, "Opel6700");
    if (c->becomes && vehicle && c->event >= CREW_ESCAPES) { /* it stays, empty */
      assert_true(kit_at(k, "u")->flags & U_ABANDONED);
      assert_int_equal(kit_at(k, "de.x.crew-1")->where, c->event == CREW_ESCAPES ? OFF : NONE);
      if (c->event == CREW_ESCAPES)
        assert_true(kit_at(k, "de.x.crew-1")->flags & U_VEHICLE_CREW);
    } else if (c->becomes && truck && c->event >= CREW_ESCAPES) { /* no crew, no points */
      assert_true(kit_at(k, "u")->flags & U_ABANDONED);
      assert_int_equal(kit_at(k, "u")->where, MAP);
      assert_int_equal(kit_at(k, "de.x.crew-1")->where, NONE);
    } else if (c->becomes) {
      assert_int_equal(kit_at(k, "u")->where, OFF);
      assert_false(kit_at(k, "u")->flags & (U_ABANDONED | U_STACKED));
      assert_int_equal(kit_at(k, "u")->iso, 0);
    }
    kit_close(k);
  }
}

/* 11.6063d: who is wounded already dies of it, without a die. */
static void wounded_again(void **unused) {
  (void)unused;
  struct kit *k = isolated(AT("u", "german", "9-1", "T-AA15"));
  kit_at(k, "u")->flags |= U_WOUNDED;
  kit_do(k, GER, "escape u");
  kit_roll(k, GER, "roll", "3 4"); /* 7 + 3: Reduced */
  assert_int_equal(kit_at(k, "u")->where, DEAD);
  kit_close(k);
}

/* 11.6063b: Heat of Battle makes heroes, heroic leaders and Fanatics. */
static void heat_of_battle(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice;
    uint32_t flag;
    bool hero;
  } cases[] = {{"658", "1 1 1", 0, true},          {"658", "1 1 3", 0, true},
               {"658", "1 1 4", U_FANATIC, false}, {"658", "1 1 5", U_FANATIC, false},
               {"8-0", "1 1 2", U_HEROIC, false},  {"8-0", "1 1 4", 0, false},
               {"10-3", "1 1 4", U_FANATIC, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char units[200];
    snprintf(units, sizeof units,
             "{\"name\":\"u\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-AA15\"}",
             cases[i].kind);
    struct kit *k = isolated(units);
    kit_do(k, GER, "escape u");
    kit_roll(k, GER, "roll", cases[i].dice);
    assert_int_equal(kit_at(k, "u")->flags & (U_FANATIC | U_HEROIC), cases[i].flag);
    assert_int_equal(kit_at(k, "de.x.hero-1")->where, cases[i].hero ? OFF : NONE);
    kit_close(k);
  }
}

/* 11.6063b, c, C.5: a stack rolls once. Random Selection says whom a result strikes; an Original 2
 * is everybody's. */
static void stacks(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA15"),
                    AT("l", "german", "10-2", "T-AA15")));
  kit_all(k, "german escape a;german add b;german add l");
  kit_roll(k, GER, "roll", "3 3 5 6 2"); /* 6 + 3 + 3 - 2 = 10; the second is struck */
  assert_string_equal(kit_kind(k, "a"), "658");
  assert_string_equal(kit_kind(k, "b"), "348");
  assert_string_equal(kit_kind(k, "l"), "10-2");
  for (int i = 0; i < 3; i++)
    assert_int_equal(kit_at(k, i == 0 ? "a" : i == 1 ? "b" : "l")->where, OFF);
  assert_int_equal(kit_state(k)->side[GER].reph, 1);
  kit_close(k);
  k = isolated(JOIN(AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA15")));
  kit_all(k, "german escape a;german add b");
  kit_roll(k, GER, "roll", "1 1 6 4"); /* the first berserk, the second hardened */
  assert_int_equal(kit_at(k, "a")->where, DEAD);
  assert_true(kit_at(k, "b")->flags & U_FANATIC);
  kit_close(k);
  k = isolated(JOIN(AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA15")));
  kit_all(k, "german escape a;german add b");
  kit_roll(k, GER, "roll", "3 3"); /* 6 + 6 = 12: both */
  assert_int_equal(kit_at(k, "a")->where, DEAD);
  assert_int_equal(kit_at(k, "b")->where, DEAD);
  assert_int_equal(kit_state(k)->side[GER].reph, 4);
  kit_close(k);
}

/* 11.6061a, 11.6063a, 11.6064-65: who may, who must, who has had his chance. */
static void who_tries(void **unused) {
  (void)unused;
  struct kit *k = isolated(JOIN(
      AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA20"),
      AT("l", "german", "8-0", "T-AA15"), ATM("im", "german", "PzIVH", "T-AA15", "immobilized"),
      AT("pz", "german", "PzIVH", "T-AA22"), AT("by", "german", "658", "T-AA22"),
      AT("r", "soviet", "458", "T-AA8"), ATM("dug", "soviet", "T34M41", "T-AA9", "dugin"),
      OFFMAP("home", "german", "658")));
  kit_refused(k, GER, "escape r", R_11_606);
  kit_refused(k, GER, "escape home", R_11_606);
  kit_refused(k, GER, "escape im", R_11_6063a);
  kit_refused(k, GER, "done", R_11_6061a);
  kit_do(k, GER, "escape a");
  kit_refused(k, GER, "add b", R_11_6063a); /* another Location */
  kit_refused(k, GER, "add a", R_11_6063a);
  kit_refused(k, GER, "add pz", R_11_6063a);
  kit_do(k, GER, "cancel");
  assert_false(kit_at(k, "a")->flags & (U_STACKED | U_TRIED));
  kit_do(k, GER, "escape pz");
  kit_refused(k, GER, "add a", R_11_6063a);
  kit_refused(k, GER, "add by", R_11_6063a); /* a vehicle alone */
  kit_do(k, GER, "cancel");
  kit_do(k, GER, "escape by");
  kit_refused(k, GER, "add pz", R_11_6063a);
  kit_do(k, GER, "cancel");
  kit_do(k, GER, "escape l");
  kit_roll(k, GER, "roll", "2 2");
  kit_legal(k, GER, "done");
  kit_do(k, GER, "escape pz");
  kit_roll(k, GER, "roll", "4 5");
  kit_refused(k, GER, "escape pz", R_11_6064_65); /* abandoned */
  kit_do(k, GER, "done");
  assert_int_equal(kit_at(k, "a")->where, MAP);
  kit_refused(k, RUS, "escape dug", R_11_6063a);
  kit_close(k);
}

/* 11.6063a: each German leader in the Location splits one squad; the halves are both there, and of
 * the same sort. */
static void splitting(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(AT("a", "german", "658", "T-AA15"), AT("b", "german", "838", "T-AA15"),
                    AT("l", "german", "8-0", "T-AA15"), AT("far", "german", "658", "T-AA20"),
                    AT("r", "soviet", "458", "T-AA8"), AT("rl", "soviet", "8-0", "T-AA8")));
  kit_refused(k, GER, "split far", R_11_6063a); /* no leader with it */
  kit_refused(k, GER, "split l", R_11_6063a);
  uint16_t there = kit_at(k, "rl")->at;
  kit_at(k, "rl")->at = kit_at(k, "far")->at; /* an enemy leader is no help */
  kit_refused(k, GER, "split far", R_11_6063a);
  kit_at(k, "rl")->at = there;
  kit_at(k, "b")->flags |= U_ENGINEER;
  kit_do(k, GER, "split b");
  assert_string_equal(kit_kind(k, "b"), "338");
  assert_string_equal(kit_kind(k, "de.x.hs-1"), "338");
  assert_int_equal(kit_at(k, "de.x.hs-1")->at, kit_at(k, "b")->at);
  assert_int_equal(kit_at(k, "de.x.hs-1")->iso, kit_at(k, "b")->iso);
  assert_true(kit_at(k, "de.x.hs-1")->flags & U_ENGINEER &&
              kit_at(k, "de.x.hs-1")->flags & U_KNOWN);
  kit_refused(k, GER, "split a", R_11_6063a); /* the leader has done his */
  kit_legal(k, GER, "escape de.x.hs-1");
  kit_do(k, GER, "escape l");
  kit_roll(k, GER, "roll", "2 2");
  kit_do(k, GER, "done");
  kit_refused(k, RUS, "split r", R_11_6063a);
  kit_close(k);
}

/* The odds card before the roll is the table at these modifiers. */
static void odds(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        WIDE "\"units\":[" JOIN(AT("g", "german", "348", "T-AA15"),
                                                AT("pz", "german", "PzIVH", "T-AA20")) "]",
                        NULL);
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  act(t, "german", "escape g"); /* +3 */
  outcome(t, "german", "escapes", 5, 18);
  outcome(t, "german", "escapes, Replaced", 5, 36);
  outcome(t, "german", "escapes, Casualty Reduced", 1, 6);
  outcome(t, "german", "escapes, Replaced and Reduced", 5, 36);
  outcome(t, "german", "eliminated", 5, 18);
  act(t, "german", "cancel");
  act(t, "german", "escape pz"); /* +1; an Original 2 always gets away */
  outcome(t, "german", "abandoned, crew escapes", 1, 9);
  outcome(t, "german", "eliminated", 1, 12);
  clear_away(t);
}

/* A German line at hexrow 20 of the first Playing Area by control markers, and nothing Soviet near
 * it. */
static struct kit *front_at_20(const char *units) {
  char terrain[1400] = "", control[400] = "", position[4000];
  struct kit *k = kit_open("campaign");
  for (int y = 51; y >= 11; y -= 10) {
    const char *hex = k->book->board.name[own(k->book)->cell[20 * WIDTH + y / 2]];
    sprintf(terrain + strlen(terrain), "{\"hex\":\"%s\",\"set\":[\"woods\"]},", hex);
    sprintf(control + strlen(control), "%s\"%s\"", y == 51 ? "" : ",", hex);
  }
  kit_close(k);
  snprintf(position, sizeof position,
           "\"phase\":\"reph.1/11.605\",\"terrain\":[%s" JOIN(
               WOODS("16-Z5"), WOODS("16-Z8"), WOODS("18-K5"),
               WOODS("16-D5")) "],\"control\":[[\"german\",[%s]]],\"vars\":{\"west_edge\":"
                               "20,\"east_edge\":20},\"units\":[%s]",
           terrain, control, units);
  k = kit_lay(position, false);
  kit_all(k, "german commit;soviet commit");
  return k;
}

/* 11.606, 11.6061b, CG1b, 11.607, 11.6071, 11.616a: who does not get away, on boards that leave and
 * on those that stay. */
static void left_behind(void **unused) {
  (void)unused;
  struct kit *k = front_at_20(JOIN(
      AT("rs", "soviet", "458", "16-Z5"), ATM("rim", "soviet", "T34M41", "16-Z5", "immobilized"),
      AT("gs", "german", "658", "18-K5"), AT("gout", "german", "658", "16-D5"),
      ATM("gim", "german", "PzIVH", "16-D5", "immobilized")));
  const struct state *s = kit_state(k);
  assert_int_equal(s->iso[kit_at(k, "rs")->iso - 1].type, 3); /* ringed by the German area: C */
  assert_int_equal(s->iso[kit_at(k, "gs")->iso - 1].type, 2); /* No Man's Land: B */
  kit_do(k, GER, "done");
  kit_do(k, RUS, "done");
  kit_told(k, E_SHORTAGE, R_11_6061b);
  kit_told(k, E_LOSS, R_CG1b);
  assert_int_equal(kit_at(k, "rs")->where, DEAD);
  assert_int_equal(kit_at(k, "rim")->where, DEAD);
  assert_int_equal(s->side[RUS].isolated_lost, 8); /* 2 and 6 */
  assert_int_equal(s->side[RUS].reph, 8);
  assert_int_equal(kit_at(k, "gs")->where, MAP); /* its board stays */
  assert_int_equal(kit_at(k, "gs")->flags & (U_SHORT | U_RED), 0);
  assert_int_equal(kit_at(k, "gout")->where, OFF); /* Germans are Retained */
  assert_false(kit_at(k, "gout")->flags & U_SAVED);
  assert_int_equal(kit_at(k, "gim")->where, OFF);
  assert_true(kit_at(k, "gim")->flags & U_SAVED);
  assert_int_equal(s->side[GER].reph, 0);
  kit_close(k);
}

/* 5.5.6, 11.6062: two anchors make a Pocket of all hexes between them; ringed it is of type D, and
 * an enemy on the line parts it. */
static void pocket(void **unused) {
  (void)unused;
  for (int parted = 0; parted < 2; parted++) {
    struct kit *k = front_at_20(
        parted ? JOIN(AT("a", "soviet", "458", "16-Z5"), AT("b", "soviet", "458", "16-Z8"),
                      AT("foe", "german", "658", "16-Z7"))
               : JOIN(AT("a", "soviet", "458", "16-Z5"), AT("b", "soviet", "458", "16-Z8")));
    const struct state *s = kit_state(k);
    int a = kit_at(k, "a")->iso, b = kit_at(k, "b")->iso,
        z6 = at_pa(&k->play, kit_place(k, "16-Z6"));
    assert_int_equal(a == b, !parted);
    assert_int_equal(s->iso[a - 1].type, parted ? 3 : 4);
    assert_int_equal(s->isle[z6] == a, !parted);
    assert_int_equal((s->area[z6] & A_GER) != 0, parted);
    kit_do(k, RUS, "done"); /* nobody must try */
    kit_close(k);
  }
}

/* 11.6061a: SMC in areas of type B and C must try, in A and D they may. */
static void who_must_try(void **unused) {
  (void)unused;
  struct kit *k =
      front_at_20(JOIN(AT("l", "soviet", "8-0", "16-Z5"), AT("s", "soviet", "458", "16-Z5")));
  struct state *s = kit_state(k);
  for (int type = 1; type <= 4; type++) {
    s->iso[kit_at(k, "l")->iso - 1].type = (uint8_t)type;
    if (type == 2 || type == 3)
      kit_refused(k, RUS, "done", R_11_6061a);
    else
      kit_legal(k, RUS, "done");
  }
  s->iso[kit_at(k, "l")->iso - 1].type = 3;
  kit_at(k, "l")->iso = 0; /* not he, if he is not isolated; a squad never */
  kit_legal(k, RUS, "done");
  kit_close(k);
}

/* 11.6064-65: nobody is left in two hexes on the edge. With the enemy all around they are his; with
 * a gap they are nobody's. */
static void ringed(void **unused) {
  (void)unused;
  for (int gap = 0; gap < 2; gap++) {
    struct kit *k = kit_lay("\"phase\":\"play.2\"", false);
    struct state *s = kit_state(k);
    memset(s->area, A_RUS, PA_PLACES);
    for (int i = 5; i <= 6; i++)
      s->isle[i] = 1, s->area[i] = 0;
    if (gap)
      s->area[7] = 0;
    s->iso[0] = (struct iso){GER, 2, 1}, s->niso = 1;
    kit_ready(k);
    sp_dissolve(&k->play);
    for (int i = 5; i <= 6; i++)
      assert_int_equal(s->area[i] & (A_GER | A_RUS), gap ? 0 : A_RUS);
    assert_false(s->isle[5] || s->isle[6] || s->iso[0].live);
    kit_close(k);
  }
}

/* 11.6064-65, CG4b: who is gone holds nothing; the most northern German in cover who is not
 * isolated is remembered. */
static void dissolving(void **unused) {
  (void)unused;
  struct kit *k =
      front_at_20(JOIN(AT("rs", "soviet", "458", "16-Z5"), AT("gs", "german", "658", "18-K5"),
                       AT("in", "german", "658", "16-EE5"), AT("cover", "german", "658", "16-M6")));
  const struct state *s = kit_state(k);
  int inside = at_pa(&k->play, kit_place(k, "16-Z5")),
      outside = at_pa(&k->play, kit_place(k, "18-K5"));
  assert_true(s->isle[inside] && !(s->area[inside] & A_GER));
  kit_do(k, GER, "escape gs");
  kit_roll(k, GER, "roll", "1 2"); /* away */
  kit_do(k, RUS, "escape rs");
  kit_roll(k, RUS, "roll", "1 2");
  assert_int_equal(s->pa, 1); /* 11.611 asks; nothing has moved yet */
  /* ringed: the encloser's */
  assert_true(!s->isle[inside] && s->area[inside] & A_GER);
  assert_true(!s->isle[outside] && !(s->area[outside] & (A_GER | A_RUS))); /* else No Man's Land */
  assert_int_equal(s->german_north, 20 + 1); /* 16-M6, woods of the chain; 18-K5 was isolated */
  kit_close(k);
}

/* 11.2f: hills go with the area, those of an Isolated Area to its side, and in No Man's Land they
 * stay. */
static void hills(void **unused) {
  (void)unused;
  int count[3] = {0};
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  struct state *s = kit_state(k);
  for (uint64_t seed = 1; seed <= 12; seed++) {
    uint8_t before[MAX_VL];
    kit_start(k, seed);
    kit_all(k, "soviet buy i2 south 0");
    kit_until(k, "reph.1/11.605");
    for (int i = 0; i < o->nvl; i++)
      if (o->vl[i].kind == VL_HILL && i % 2)
        s->vl[i] ^= VB_GERMAN;
    memcpy(before, s->vl, sizeof before);
    kit_all(k, "german commit;soviet commit");
    while (kit_node(k) == N_ESCAPE || kit_node(k) == N_STACK)
      kit_default(k);
    for (int i = 0; i < o->nvl; i++) {
      if (o->vl[i].kind != VL_HILL || s->pa != 1)
        continue;
      if (!sp_in_pa(&k->play, o->vl[i].g)) { /* boards that are not in play yet */
        assert_int_equal(s->vl[i], before[i]);
        continue;
      }
      int at = at_pa(&k->play, o->vl[i].g), id = s->isle[at];
      int owner = id                    ? s->iso[id - 1].side
                  : s->area[at] & A_GER ? GER
                  : s->area[at] & A_RUS ? RUS
                                        : -1;
      count[owner + 1]++;
      if (owner < 0)
        assert_int_equal(s->vl[i], before[i]);
      else
        assert_int_equal((s->vl[i] & VB_GERMAN) != 0, owner == GER);
    }
  }
  if (!count[0] || !count[1] || !count[2])
    fail_msg("hills: %d nobody's, %d German, %d Soviet", count[0], count[1], count[2]);
  kit_close(k);
}

/* Two squads of one company with weapons, isolated in one hex, on the counters of a real line. */
static struct kit *company(const uint8_t sw[SW]) {
  struct kit *k =
      isolated("{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-AA15\"}");
  struct state *s = kit_state(k);
  struct rec *r = kit_line(k, RUS, "i1", (struct rec){.scenario = 1, .copy = 1, .hex = NOWHERE});
  const struct group *g = &own(k->book)->group[RUS][r->group];
  memcpy(r->sw, sw, SW);
  for (int i = 0; i < 2; i++) {
    struct unit *unit = &s->unit[g->first[1] + i];
    *unit = (struct unit){.flags = U_KNOWN,
                          .at = NOWHERE,
                          .type = own(k->book)->counter_type[g->first[1] + i],
                          .where = OFF,
                          .rec = s->side[RUS].nrec};
    sp_put(&k->play, g->first[1] + i, kit_at(k, "x")->at);
    unit->iso = kit_at(k, "x")->iso;
  }
  sp_allot_weapons(&k->play, true);
  return k;
}

/* 11.6063a: every weapon has a carrier, what is above his capacity counts, and before the roll he
 * may drop it or hand it over. */
static void weapons_carried(void **unused) {
  (void)unused;
  struct kit *k = company((uint8_t[SW]){0, 2, 0, 0, 0, 1}); /* two MMG of 4 points, a mortar of 2 */
  struct state *s = kit_state(k);
  struct rec *r = &s->rec[RUS][s->side[RUS].nrec - 1];
  const struct group *g = &own(k->book)->group[RUS][r->group];
  const char *first = k->book->counter[g->first[1]].id,
             *other = k->book->counter[g->first[1] + 1].id;
  char text[80];
  uint16_t one[1] = {g->first[1]};
  assert_int_equal(r->holder[0], 1); /* one each, then the first takes a second */
  assert_int_equal(r->holder[1], 2);
  assert_int_equal(r->holder[2], 1);
  int loaded = sp_escape_drm(&k->play, RUS, one, 1, NULL);
  snprintf(text, sizeof text, "escape %s", first);
  kit_do(k, RUS, text);
  snprintf(text, sizeof text, "drop %s ft", first);
  kit_refused(k, RUS, text, R_11_6063a); /* it carries none */
  snprintf(text, sizeof text, "drop %s mmg", other);
  kit_refused(k, RUS, text, R_11_6063a); /* not in the stack */
  snprintf(text, sizeof text, "drop %s mmg", first);
  kit_do(k, RUS, text);
  kit_told(k, E_WEAPON_LOST, R_11_6063a);
  assert_int_equal(r->sw[1], 1);
  assert_int_equal(loaded - sp_escape_drm(&k->play, RUS, one, 1, NULL), 3); /* 6 - 3, then 2 - 3 */
  snprintf(text, sizeof text, "add %s", other);
  kit_do(k, RUS, text);
  snprintf(text, sizeof text, "hand %s %s mmg", first, other);
  kit_refused(k, RUS, text, R_11_6063a);
  snprintf(text, sizeof text, "hand %s %s mmg", other, other);
  kit_refused(k, RUS, text, R_11_6063a);
  snprintf(text, sizeof text, "hand %s %s mmg", other, first);
  kit_do(k, RUS, text);
  assert_int_equal(r->holder[0], 1);
  assert_int_equal(r->sw[1], 1);
  kit_close(k);
}

/* 11.6063a: who is eliminated loses what he carries; who gets away keeps it. */
static void weapons_lost(void **unused) {
  (void)unused;
  for (int lost = 0; lost < 2; lost++) {
    struct kit *k = company((uint8_t[SW]){1, 0, 0, 0, 0, 0});
    struct state *s = kit_state(k);
    struct rec *r = &s->rec[RUS][s->side[RUS].nrec - 1];
    const char *first = k->book->counter[own(k->book)->group[RUS][r->group].first[1]].id;
    char text[80];
    snprintf(text, sizeof text, "escape %s", first);
    kit_do(k, RUS, text);
    kit_roll(k, RUS, "roll", lost ? "6 6" : "1 2");
    assert_int_equal(r->sw[0], !lost);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(weapons_carried),
                                     cmocka_unit_test(weapons_lost),
                                     cmocka_unit_test(modifiers),
                                     cmocka_unit_test(armour_leaders),
                                     cmocka_unit_test(distances),
                                     cmocka_unit_test(results),
                                     cmocka_unit_test(heat_of_battle),
                                     cmocka_unit_test(stacks),
                                     cmocka_unit_test(who_tries),
                                     cmocka_unit_test(splitting),
                                     cmocka_unit_test(odds),
                                     cmocka_unit_test(left_behind),
                                     cmocka_unit_test(pocket),
                                     cmocka_unit_test(wounded_again),
                                     cmocka_unit_test(who_must_try),
                                     cmocka_unit_test(ringed),
                                     cmocka_unit_test(dissolving),
                                     cmocka_unit_test(hills)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
