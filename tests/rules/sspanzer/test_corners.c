/* test_corners.c - the corners of the rules: limits met exactly, orders that must not matter, ends of close combats. */
#include "table.h"

#include <stdlib.h>

#define REAL "\"map\":\"prokhorovka\","
#define ART1 "de.lah.art-1"
#define CUP(guns) "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":" guns "},"

static void hash_of(struct table *t, char out[40]) { snprintf(out, 40, "%s", text_of(t->last, "hash")); }
static const char *view(struct table *t, const char *path) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  return text_of(t->last, path);
}
static int events_of(struct table *t, const char *kind) {
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) n += !strcmp(text_of(e, "kind"), kind);
  return n;
}

/* ---- set-up ----------------------------------------------------------------------------------- */

static void r3_1g_only_when_possible(void **s) {
  (void)s;
  /* Germans beside a hex of the historical set-up, where no German could be in a real one */
  struct table *t = lay(BIG, REAL "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "1441")), NULL);
  refused(t, R, "historical", "3.1g");
  not_offered(t, R, "historical");
  clear_away(t);
  t = lay(BIG, "\"map\":\"plain:12x12\",\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "0101")), NULL);
  refused(t, R, "historical", "3.1g"); /* another map has none; a German set-up cannot even begin there (r3_1c_other_maps) */
  not_offered(t, R, "historical");
  clear_away(t);
  /* 3.1f binds the Soviet only: a German may be taken from between the others */
  t = lay(BIG, REAL "\"phase\":\"setup.german\"," UNITS(U(PZ4, "2134") "," U(PZ4B, "2135") "," U(TIG, "2136")), NULL);
  offered(t, G, "pick " PZ4B, "3.1d");
  refused(t, G, "again", "3.1f");
  act(t, G, "pick " PZ4B);
  happened(t, "3.1g", "taken");
  clear_away(t);
}

/* 3.1e: exactly three hexes, in every direction. */
static void r3_1e_in_every_direction(void **s) {
  static const char *const two[] = {"1012", "0811", "0809", "1008", "1209", "1211", "0911", "0810", "1109", "1111", "1010"}, *const three[] = {"1013", "0711", "0708", "1007", "1308", "1311"};
  (void)s;
  struct table *t = lay(BIG, PLAIN "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "1010")), NULL);
  act(t, R, "pick ru.29tc.t4r-25");
  for (size_t i = 0; i < sizeof two / sizeof two[0]; i++) {
    char words[24];
    snprintf(words, sizeof words, "put %s", two[i]);
    refused(t, R, words, "3.1e");
    not_offered(t, R, words);
  }
  for (size_t i = 0; i < sizeof three / sizeof three[0]; i++) {
    char words[24];
    snprintf(words, sizeof words, "put %s", three[i]);
    offered(t, R, words, "3.1d");
  }
  clear_away(t);
}

/* 3.1f: taken up at the end of the group, put down beside it; a hex of two does not fall apart. */
static void r3_1f_groups(void **s) {
  (void)s;
  struct table *t = lay(BIG, PLAIN "\"phase\":\"setup.soviet\"," UNITS(U("de.lah.ag-11", "2020") "," U("ru.29tc.t4r-25", "0505") "," U("ru.29tc.mr-25", "0506") "," U("ru.29tc.mr-31", "0507") "," U("ru.29tc.mr-32", "0506")), NULL);
  offered(t, R, "pick ru.29tc.mr-25", "3.1d"); /* another unit stays in its hex */
  offered(t, R, "pick ru.29tc.t4r-25", "3.1d");
  act(t, R, "pick ru.29tc.mr-32");
  refused(t, R, "put 0509", "3.1f");
  act(t, R, "put 0508");
  refused(t, R, "pick ru.29tc.mr-25", "3.1f");
  refused(t, R, "pick ru.29tc.mr-31", "3.1f");
  offered(t, R, "pick ru.29tc.mr-32", "3.1d");
  act(t, R, "pick ru.18tc.t4r-110"); /* another corps begins where it likes, but not in a full or foreign hex */
  offered(t, R, "put 1414", "3.1d");
  refused(t, R, "put 0505", "6.1a");
  clear_away(t);
}

/* ---- the turn ------------------------------------------------------------------------------------- */

static void r4_1_phases_in_order(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1012") "," U(T4R, "1818")), "6 6 =29TC =LAH =29TC");
  assert_string_equal(view(t, "view.phase"), "bombardment");
  assert_string_equal(view(t, "view.vars.impulse"), "");
  acts(t, R, "lay " PG "; done");
  assert_string_equal(view(t, "view.phase"), "action");
  assert_string_equal(view(t, "view.vars.impulse"), "29TC");
  assert_string_equal(view(t, "view.vars.played"), "29TC");
  act(t, R, "done");
  assert_string_equal(view(t, "view.vars.played"), "LAH 29TC");
  act(t, G, "done"); /* recovery and the next turn: both chits are in the cup again */
  happened(t, "4.1g", "recovery");
  happened(t, "13.2d", "left-in-cup");
  assert_string_equal(view(t, "view.phase"), "bombardment");
  assert_int_equal(int_of(t->last, "view.turn.n"), 2);
  assert_int_equal(int_of(t->last, "view.vars.artillery"), 0);
  assert_string_equal(view(t, "view.vars.played"), "");
  act(t, R, "done");
  assert_string_equal(view(t, "view.vars.played"), "29TC");
  clear_away(t);
}

/* 4.1c: in the lesson only its own formations are in the cup. */
static void r4_1c_what_is_in_the_cup(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN CUP("3") UNITS(U(PG, "0101") "," U(MR, "2020")), "=29TC");
  act(t, R, "done");
  clear_away(t);
  t = lay(GAME, PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"artillery\":3}," UNITS(U(PG, "0101") "," U(MR, "2020")), "=29TC");
  act(t, G, "done");
  const cJSON *d = field(t->last, "dice[0]");
  assert_non_null(d);
  assert_int_equal(int_of(d, "d"), 5); /* one chit, three counters, the aircraft */
  clear_away(t);
}

/* 4.1f: an impulse ends by itself only when everybody has acted and every gun has fired. */
static void r4_1f_the_end_of_an_impulse(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1012")), "6 6");
  acts(t, G, "choose " PG "; stop " PG);
  offered(t, G, "choose " ART1, "4.1f"); /* the guns are still to fire */
  acts(t, G, "choose " ART1 "; fire " ART1 " " MR);
  happened(t, "4.1f", "impulse-end");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1012")), "6 6");
  acts(t, G, "choose " ART1 "; fire " ART1 " " MR);
  never(t, "impulse-end");
  acts(t, G, "choose " PG);
  act(t, G, "stop " PG);
  happened(t, "4.1f", "impulse-end");
  clear_away(t);
}

/* The order in which artillery and aircraft are laid does not matter: the same game. */
static void r13_2a_order_of_laying(void **s) {
  static const char *const laid[] = {"lay " PG "; lay " PZ4 "; lay " AG, "lay " AG "; lay " PZ4 "; lay " PG, "lay " PZ4 "; lay " PG "; lay " AG};
  static const char *const up[] = {"mission ju87; put 1010; mission fw190; put 1010; mission hs129; put 1515", "mission hs129; put 1515; mission fw190; put 1010; mission ju87; put 1010", "mission fw190; put 1010; mission hs129; put 1515; mission ju87; put 1010"};
  char hash[3][40];
  (void)s;
  for (int i = 0; i < 3; i++) {
    struct table *t = lay(GAME, PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(U(PG, "1010") "," U(PZ4, "1010") "," U(AG, "0909") "," U(MR, "1012")), NULL);
    acts(t, R, laid[i]);
    hash_of(t, hash[i]);
    offered(t, R, "lay " PG, "13.2a");
    act(t, R, "done");
    offered(t, R, "shell " PG, "13.2a");
    offered(t, R, "shell " PZ4, "13.2a");
    offered(t, R, "shell " AG, "13.2a");
    clear_away(t);
  }
  assert_string_equal(hash[0], hash[1]);
  assert_string_equal(hash[0], hash[2]);
  for (int i = 0; i < 3; i++) {
    struct table *t = lay(GAME, PLAIN CUP("0") UNITS(U(PG, "0505") "," U(MR, "1010") "," U(MRB, "1515")), "=AIR 6 5");
    acts(t, G, up[i]);
    hash_of(t, hash[i]);
    offered(t, G, "bomb 1010 ju87", "12.2a");
    offered(t, G, "bomb 1010 fw190", "12.2a");
    offered(t, G, "bomb 1515 hs129", "12.2a");
    clear_away(t);
  }
  assert_string_equal(hash[0], hash[1]);
  assert_string_equal(hash[0], hash[2]);
}

/* 12.1b: fewer targets than aircraft: two on the only hex, and the rest stay at home. */
static void r12_1b_no_more_targets(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN CUP("0") UNITS(U(PG, "0505") "," U(MR, "1010")), "=AIR 6 6 1 6 6 1 6 6 =29TC");
  act(t, R, "put 0505");
  act(t, R, "put 0505"); /* the third finds no room: the strikes begin */
  offered(t, R, "bomb 0505 il2", "12.2a");
  act(t, R, "bomb 0505 il2");
  assert_int_equal(events_of(t, "airstrike"), 2);
  clear_away(t);
  /* nobody at all to bomb */
  t = lay(GAME, PLAIN CUP("0") UNITS(U(MR, "1010")), "=AIR 6 6 =29TC");
  assert_string_equal(view(t, "view.vars.impulse"), "29TC");
  clear_away(t);
}

/* ---- moving ----------------------------------------------------------------------------------------- */

/* 8.3h: a price met exactly is a price paid, not the one-hex minimum. */
static void r8_3h_just_enough(void **s) {
  (void)s;
  struct table *t = lay(GAME, "\"map\":\"plain:1x3\"," IMPULSE("29TC") GROUND("{\"hex\":\"0102\",\"set\":[\"woods\",\"hilltop\"]}," SIDE("0101", "0102", "stream") "," SIDE("0101", "0102", "berm")) UNITS(MADE("x", "soviet", "ABN", "29TC", "0101") "," U(MR, "0103")), "");
  reaches(t, R, "x", "0102", "4", "8.3d");
  act(t, R, "choose x");
  pays(t, R, "x", "0102", "4", "8.3d"); /* all four points */
  refused(t, R, "choose x", "4.1f");
  clear_away(t);
}

/* 4.2c: half met exactly, and passed by half a point. */
static void r4_2c_just_half(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods")) UNITS("{\"name\":\"x\",\"side\":\"german\",\"kind\":\"PZ4\",\"formation\":\"LAH\",\"hex\":\"1010\",\"factors\":{\"mcf\":5}},{\"name\":\"y\",\"side\":\"german\",\"kind\":\"PZ4\",\"formation\":\"LAH\",\"hex\":\"1110\",\"factors\":{\"mcf\":6}}," U(T4R, "1013") IDLE_G), "");
  acts(t, G, "choose x; step x 1011");
  offered(t, G, "fire x " T4R, "4.2c"); /* five of ten */
  act(t, G, "stop x");
  acts(t, G, "choose y; step y 1011");
  refused(t, G, "fire y " T4R, "4.2c"); /* six */
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1013") IDLE_G), "6 6");
  acts(t, G, "choose " PZ4 "; quick " PZ4 " " T4R);
  refused(t, G, "face " PZ4 " 1010/1011", "4.2d"); /* it has fired */
  offered(t, G, "step " PZ4 " 1009", "4.2a");
  clear_away(t);
}

/* 6.1b: several have come too many; the last to come goes first, each along its own way, over as many hexes as it takes. */
static void r6_1b_last_in_first_out(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(PG, "1010") "," U(STG, "0909") "," U(TIG, "1014") "," U(PGB, "1012") "," U(AG, "1012") "," U(PIO, "1012") "," U("de.lah.pio-2", "1012")), "");
  acts(t, G, "choose " STG "; step " STG " 1010; stop " STG);
  acts(t, G, "choose " TIG "; step " TIG " 1013; step " TIG " 1012; step " TIG " 1011; step " TIG " 1010; stop " TIG);
  acts(t, G, "choose " PZ4 "; stop " PZ4 "; choose " PZ4B "; stop " PZ4B "; choose " PG "; stop " PG "; choose " AG "; step " AG " 1011; stop " AG "; choose " PGB "; step " PGB " 1011; stop " PGB);
  acts(t, G, "choose " PIO "; step " PIO " 1011; stop " PIO "; choose de.lah.pio-2; step de.lah.pio-2 1011");
  act(t, G, "stop de.lah.pio-2");
  happened(t, "6.1b", "back"); /* 1011 is full by now: two hexes back */
  assert_int_equal(events_of(t, "back"), 1);
  stands(t, TIG, "1012", 4);
  stands(t, STG, "1010", 2);
  clear_away(t);
}

/* 6.1b: a way back of many hexes of both sorts of direction, all of them full. */
static void r6_1b_all_the_way_back(void **s) {
  (void)s;
  struct table *t = lay(BIG, PLAIN "\"phase\":\"action\",\"turn\":4,\"vars\":{\"impulse\":\"DR\",\"played\":\"LAH TK 18TC 29TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(U("de.dr.pz4-5", "1010") "," U(PZ4, "1011") "," U(PZ4B, "0911") "," U(PG, "0912")), "");
  acts(t, G, "choose de.dr.pz4-5; step de.dr.pz4-5 1011; step de.dr.pz4-5 0911; step de.dr.pz4-5 0912");
  act(t, G, "stop de.dr.pz4-5");
  happened(t, "6.1b", "back");
  stands(t, "de.dr.pz4-5", "1010", 2);
  clear_away(t);
  /* its first hex is a close combat that still goes on: not back into it */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," STATIC("x", "1010", "s1") "," U(PG, "1011") "," U(PGB, "1011") "," U(AG, "1011") "," U(PIO, "1011")), "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011; stop " PZ4);
  acts(t, G, "choose " PG "; stop " PG "; choose " PGB "; stop " PGB "; choose " AG "; stop " AG "; choose " PIO);
  act(t, G, "stop " PIO);
  happened(t, "6.1b", "no-room");
  stands(t, PZ4, "-", 0);
  clear_away(t);
}

/* 6.1b: who cannot leave need not; a suppressed unit and one that has acted do not hold up the others. */
static void r6_1b_who_must_leave(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PZ4, "1010", "suppressed") "," UM(PZ4B, "1010", "suppressed") "," UM(PG, "1010", "suppressed") "," UM(PGB, "1010", "suppressed") "," U(STG, "1011") IDLE_G), "");
  acts(t, G, "choose " STG "; step " STG " 1010; stop " STG);
  act(t, G, "done"); /* nobody there can leave: the last comer goes back */
  happened(t, "6.1b", "back");
  stands(t, STG, "1011", 2);
  clear_away(t);
}

/* ---- control at the end of a close combat (3.3b) ------------------------------------------------------------ */

static void r3_3b_leaving_gives_it_up(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") "\"control\":[[\"german\",[\"1010\",\"1414\"]]]," UNITS(U(PZ4, "1010") "," U(MR, "1010") "," U1(PG, "1414") "," U(MRB, "1414") "," U(T4R, "1818") IDLE_G), "1 1");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  act(t, R, "pass");
  happened(t, "3.3b", "control"); /* the riflemen are alone in 1010 */
  assert_int_equal(events_of(t, "control"), 2); /* and the tanks in 1009 */
  acts(t, G, "stop " PZ4 "; choose " PG "; step " PG " 1413");
  act(t, R, "fire " MRB " " PG); /* killed on the way out: the same */
  happened(t, "2.9b", "eliminated");
  happened(t, "3.3b", "control");
  clear_away(t);
}

/* 11.3a: losses are taken together; where both sides die at once nobody was alone, and the hex keeps its owner. */
static void r3_3b_both_dead(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") "\"control\":[[\"german\",[\"1010\"]]]," UNITS(U1(PG, "1010") "," U1(MR, "1010") IDLE_G), "1 1 1 1");
  act(t, G, "done");
  act(t, G, "fire " PG " " MR);
  act(t, R, "fire " MR " " PG);
  assert_int_equal(events_of(t, "eliminated"), 2);
  never(t, "control");
  happened(t, "9.7e", "cleared");
  clear_away(t);
  /* an airstrike ends a close combat as well */
  t = lay(GAME, PLAIN CUP("0") "\"control\":[[\"soviet\",[\"1010\"]]]," UNITS(U(PG, "1010") "," U1(MR, "1010") "," U(MRB, "0101")), "=AIR 4 4 1 6 1 1 =29TC");
  act(t, R, "put 1010");
  happened(t, "2.9b", "eliminated");
  happened(t, "3.3b", "control");
  clear_away(t);
}

/* A position's control: a side and hexes of the map, and whoever stands alone in a hex has it. */
static void control_of_a_position(void **s) {
  static const struct {
    const char *control;
    bool good;
  } row[] = {{"[\"german\",[\"1010\"]]", true}, {"[\"finnish\",[\"1010\"]]", false}, {"[\"german\",[\"9999\"]]", false}};
  (void)s;
  for (int i = 0; i < 3; i++) {
    struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "2020")), "");
    ask(t, "{\"cmd\":\"new\",\"game\":\"sspanzer\",\"scenario\":\"lesson\",\"seed\":1,\"position\":{" PLAIN IMPULSE("LAH") "\"control\":[%s]," UNITS(U(PG, "2020")) "}}", row[i].control);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), row[i].good);
    if (!row[i].good) assert_string_equal(text_of(t->last, "error.code"), "input");
    clear_away(t);
  }
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") "\"control\":[[\"german\",[\"1010\",\"1212\"]]]," UNITS(U(PG, "2020") "," U(MR, "1212") "," KZ(PGB, "1414", "0") "," U(MRB, "1414")), "");
  const cJSON *h;
  bool held[3] = {false};
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(h, field(t->last, "view.control[0][1]")) {
    held[0] |= !strcmp(h->valuestring, "1010");
    held[1] |= !strcmp(h->valuestring, "1212");
    held[2] |= !strcmp(h->valuestring, "2020");
  }
  assert_true(held[0] && !held[1] && held[2]);
  unmarked(t, PGB, "killzone"); /* 10.1b: engaged */
  clear_away(t);
}

/* ---- fire ------------------------------------------------------------------------------------------------------- */

/* 9.7a: four hits are as three. */
static void r9_7a_four_hits(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(KZ(T4R, "1010", "0") "," U(TIG, "1011") IDLE_R), "1 1 2 1");
  acts(t, R, "choose " T4R "; fire " T4R " " TIG);
  stands(t, TIG, "1011", 2);
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events"))
    if (!strcmp(text_of(e, "kind"), "fire")) {
      assert_int_equal(int_of(e, "card.rolled"), 3);
      assert_string_equal(text_of(e, "card.outcomes[3].text"), "3 hits or more: step loss, suppressed");
      assert_non_null(strstr(text_of(e, "text"), "hits 4"));
    }
  clear_away(t);
}

/* 2.9c, 2.9d: the last step is the back, not the one before. */
static void r2_9_which_side_is_up(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS("{\"unit\":\"" AG "\",\"hex\":\"1010\",\"steps\":2}," U1("de.lah.ag-12", "1110") "," U(MR, "1012") "," U(MRB, "1011") IDLE_G), "");
  act(t, G, "choose " AG);
  offered(t, G, "fire " AG " " MR, NULL); /* range 2 on the front */
  act(t, G, "stop " AG);
  act(t, G, "choose de.lah.ag-12");
  refused(t, G, "fire de.lah.ag-12 " MR, "9.3b"); /* 1 on the back */
  offered(t, G, "fire de.lah.ag-12 " MRB, NULL);
  clear_away(t);
}

/* 9.3a: a gun that only equals the armour reaches the next hex and no farther; at full range it reaches. */
static void r9_3a_just_in_range(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1013") "," U(T4RB, "1014") "," "{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"T34\",\"formation\":\"29TC\",\"hex\":\"1008\",\"factors\":{\"a\":\"7\"}},{\"name\":\"y\",\"side\":\"soviet\",\"kind\":\"T34\",\"formation\":\"29TC\",\"hex\":\"1009\",\"factors\":{\"a\":\"8\"}}" IDLE_G), "");
  act(t, G, "choose " PZ4);
  offered(t, G, "fire " PZ4 " " T4R, NULL);
  refused(t, G, "fire " PZ4 " " T4RB, "9.3a");
  refused(t, G, "fire " PZ4 " x", "9.3a");
  offered(t, G, "fire " PZ4 " y", NULL);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " y\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-3"); /* 9.6c: equal is not below */
  clear_away(t);
}

/* 9.6c: each modifier alone and where it does not count, by the odds card. */
static void odds(struct table *t, const char *side, const char *action, const char *want) {
  ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"%s\"]}", side, action);
  if (strcmp(text_of(t->last, "card.column"), want)) fail_msg("%s: %s, not %s", action, text_of(t->last, "card.column"), want);
}
static void r9_6c_one_by_one(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") GROUND(HEX("1011", "fort") "," HEX("0910", "hilltop") ",{\"hex\":\"0909\",\"set\":[\"woods\",\"town\"]}," HEX("1009", "town"))
                        UNITS(U(PZ4, "1010") "," U(T4R, "1011") "," U(MR, "1011") "," U(MRB, "0910") "," U("ru.29tc.mr-32", "0909") "," UM(T4RB, "1109", "suppressed") "," U("ru.29tc.t70-25", "1009") "," MADE("churchill", "soviet", "CHU", "29TC", "1110") "," GUNS(ART1) IDLE_G), "");
  act(t, G, "choose " PZ4);
  odds(t, G, "fire " PZ4 " " T4R, "3 x 1-3");              /* the fortified line helps no vehicle */
  odds(t, G, "fire " PZ4 " " MR, "3 x 1-1");               /* +2 for infantry */
  odds(t, G, "fire " PZ4 " " MRB, "3 x 1-3");              /* a hilltop gives nothing */
  odds(t, G, "fire " PZ4 " ru.29tc.mr-32", "3 x 1-2");     /* woods and town: +1 once */
  odds(t, G, "fire " PZ4 " " T4RB, "3 x 1-2");             /* suppressed */
  odds(t, G, "fire " PZ4 " ru.29tc.t70-25", "3 x 1-2");    /* in a town */
  odds(t, G, "fire " PZ4 " churchill", "3 x 1-3");         /* 8 against 7 */
  odds(t, G, "quick " PZ4 " churchill", "2 x 1-3");
  act(t, G, "stop " PZ4);
  act(t, G, "choose " ART1);
  odds(t, G, "fire " ART1 " " T4R, "2 x 1-1");
  odds(t, G, "fire " ART1 " " MRB, "2 x 1-3");
  odds(t, G, "fire " ART1 " ru.29tc.mr-32", "2 x 1-2");
  odds(t, G, "fire " ART1 " " MR, "2 x 1-1");
  clear_away(t);
  /* Germans in a fortified line; a weak gun; the asterisk outside close combat */
  t = lay(GAME, PLAIN IMPULSE("29TC") GROUND(HEX("1011", "fort")) UNITS(U("ru.29tc.su-1446", "1010") "," U("ru.29tc.t70-25", "1010") "," U(PG, "1011") "," U(STG, "1110") "," U(TIG, "1009") IDLE_R), "");
  act(t, R, "choose ru.29tc.su-1446");
  odds(t, R, "fire ru.29tc.su-1446 " PG, "3 x 1-3");
  odds(t, R, "fire ru.29tc.su-1446 " STG, "3 x 1-3"); /* 6 against 6, and the asterisk counts in close combat only */
  odds(t, R, "fire ru.29tc.su-1446 " TIG, "3 x 1-2");
  act(t, R, "stop ru.29tc.su-1446");
  act(t, R, "choose ru.29tc.t70-25");
  odds(t, R, "fire ru.29tc.t70-25 " STG, "3 x 1-2");
  odds(t, R, "fire ru.29tc.t70-25 " PG, "3 x 1-2"); /* S (2), the weak gun does not count */
  clear_away(t);
  /* in close combat: cover, fortified line and asterisk */
  t = lay(GAME, PLAIN IMPULSE("LAH") GROUND("{\"hex\":\"1010\",\"set\":[\"fort\",\"town\"]}," HEX("1515", "fort")) UNITS(U(PG, "1010") "," U(STG, "1010") "," U(MR, "1010") "," U("ru.29tc.t70-25", "1010") "," U(AG, "1515") "," U(MRB, "1515") IDLE_G), "");
  acts(t, G, "done; resolve 1010");
  odds(t, G, "fire " PG " " MR, "2 x 1-1");                 /* 3, +1, +2 */
  odds(t, G, "fire " STG " ru.29tc.t70-25", "2 x 1-1");     /* 3, +1 town, +1 asterisk */
  odds(t, G, "fire " PG " ru.29tc.t70-25", "2 x 1-2");      /* (4) against 3 counts here */
  clear_away(t);
}

/* 5e: the visibility met exactly. */
static void r5e_just_visible(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE_V("LAH", "3") UNITS(GUNS(ART1) "," U(TIG, "1010") "," U(MR, "1013") "," U("ru.29tc.t70-25", "1014") IDLE_G), "");
  act(t, G, "choose " TIG);
  offered(t, G, "fire " TIG " " MR, NULL);
  refused(t, G, "fire " TIG " ru.29tc.t70-25", "5e");
  act(t, G, "stop " TIG);
  act(t, G, "choose " ART1);
  offered(t, G, "fire " ART1 " " MR, NULL);
  refused(t, G, "fire " ART1 " ru.29tc.t70-25", "13.3a");
  clear_away(t);
  t = lay(GAME, PLAIN "\"phase\":\"bombardment\",\"turn\":1,\"vars\":{\"vis\":3}," UNITS(U(PG, "1013") "," U(PGB, "1014") "," U(MR, "1010")), NULL);
  offered(t, R, "lay " PG, NULL);
  refused(t, R, "lay " PGB, "13.2a");
  clear_away(t);
}

/* 1.1 `pick`: one of n by as few dice as will do, the rest of the faces rolled again. */
static void pick(int n, const char *dice, int victim) {
  static char pos[4000];
  char tokens[64];
  static const char *const at[] = {"1011", "0910", "0909", "1009", "1109", "1110"};
  int k = snprintf(pos, sizeof pos, PLAIN "\"unchecked\":true," CUP("1") "\"units\":[" U(PG, "1010"));
  for (int i = 0; i < n; i++) k += snprintf(pos + k, sizeof pos - (size_t)k, ",{\"name\":\"f%02d\",\"side\":\"soviet\",\"kind\":\"MR\",\"formation\":\"29TC\",\"hex\":\"%s\"}", i, at[i % 6]);
  snprintf(pos + k, sizeof pos - (size_t)k, "]");
  snprintf(tokens, sizeof tokens, "=ART 1 6 6 %s 1 6 =29TC", dice);
  struct table *t = lay(GAME, pos, tokens);
  act(t, R, "target " PG);
  happened(t, "13.4", "danger-close");
  char name[8];
  snprintf(name, sizeof name, "f%02d", victim);
  marked(t, name, "suppressed");
  clear_away(t);
}
static void picking(void **s) {
  (void)s;
  pick(1, "", 0);
  pick(2, "3", 0);
  pick(2, "4", 1);
  pick(3, "2", 0);
  pick(3, "3", 1);
  pick(3, "5", 2);
  pick(4, "4", 3);
  pick(4, "5 6 1", 0); /* 5 and 6 are rolled again */
  pick(5, "6 5", 4);
  pick(6, "6", 5);
  pick(7, "1 1", 0);
  pick(7, "2 1", 6);  /* 6 */
  pick(7, "2 2", 0);  /* 7 of 35 */
  pick(7, "6 6 6 5", 6); /* 35 is rolled again */
  pick(10, "5 6", 9); /* 29 of 30 */
  pick(10, "6 1 1 2", 1); /* 30 is not */
  pick(42, "6 6", 35); /* more than 36 only where the stacking limits are broken */
}

/* 13.4: ascending, whatever the hexes they stand in; nobody else is in danger. */
static void r13_4_candidates(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN CUP("1") UNITS(U(PG, "1010") "," U(T4R, "1011") "," U(MR, "1009") "," U(MRB, "1012") "," U(PZ4, "1110")), "=ART 1 6 6 1 1 1 =29TC");
  act(t, R, "target " PG);
  stands(t, MR, "1009", 1); /* the lower of the two, though the other is to the north */
  clear_away(t);
  /* three of them in a ring, turned about */
  t = lay(GAME, PLAIN CUP("1") UNITS(U(PG, "1010") "," U(T4RB, "1011") "," U(T4R, "0910") "," U(MR, "0909")), "=ART 1 6 6 3 1 1 =29TC");
  act(t, R, "target " PG);
  stands(t, T4R, "0910", 1); /* rifle 25, T-34 25, T-34 31: the middle one */
  clear_away(t);
  /* German guns look for Germans */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1011") "," U(MRB, "1012") IDLE_G), "1 6 6 1 1");
  acts(t, G, "choose " ART1 "; fire " ART1 " " MR);
  stands(t, PG, "1010", 1);
  clear_away(t);
}

/* 13.3c: a counter lost to counter-battery fire is out of the game. */
static void r13_3c_gone_for_good(void **s) {
  (void)s;
  for (int die = 4; die <= 6; die++) {
    char dice[32];
    snprintf(dice, sizeof dice, "6 6 %d", die);
    struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS("{\"unit\":\"" ART1 "\",\"box\":\"guns.used\"}," U(PG, "1010") "," U(MR, "1012") IDLE_G), dice);
    acts(t, G, "choose " ART1 "; fire " ART1 " " MR);
    if (die == 4) {
      happened(t, "13.3c", "guns-stay");
      stands(t, ART1, "guns.used", 1);
      refused(t, G, "choose " ART1, "13.3a");
    } else {
      happened(t, "13.3c", "counter-battery");
      stands(t, ART1, "-", 0);
      refused(t, G, "choose " ART1, "13.3c");
    }
    clear_away(t);
  }
}

/* ---- crossfire in a window: each member has fired -------------------------------------------------------------- */

static void r10_3_members_have_fired(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(KZ(PZ4, "1011", "3") "," KZ(PZ4B, "1009", "0") "," U(STG, "0910") "," U(T4R, "1211") IDLE_R), "6 6 6 6 6 6 6 6 6");
  acts(t, R, "choose " T4R "; step " T4R " 1110");
  act(t, G, "pass");
  act(t, R, "step " T4R " 1010");
  act(t, G, "pass");
  acts(t, G, "crossfire " T4R "; add " PZ4 "; add " PZ4B "; commit");
  refused(t, G, "fire " PZ4 " " T4R, "7.2c");
  refused(t, G, "fire " PZ4B " " T4R, "7.2c");
  refused(t, G, "crossfire " T4R, "10.3a");
  offered(t, G, "fire " STG " " T4R, "7.2a"); /* 10.3c: others fire by themselves, without its modifier */
  act(t, G, "fire " STG " " T4R);
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.to_move[0]"), R);
  clear_away(t);
  /* in the impulse: who has acted is no member, and members may not act again */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1012", "3") "," KZ(PZ4B, "1008", "0") "," KZ(STG, "0811", "4") "," U(T34, "1010") IDLE_G), "6 6 6 6 6 6 6 6");
  acts(t, G, "choose " PZ4 "; stop " PZ4);
  refused(t, G, "crossfire " T34, "10.3a");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1012", "3") "," KZ(PZ4B, "1008", "0") "," U(T34, "1010") IDLE_G), "6 6 6 6 6 6 6 6");
  acts(t, G, "crossfire " T34 "; add " PZ4 "; add " PZ4B "; commit");
  marked(t, PZ4, "acted");
  marked(t, PZ4, "fired");
  unmarked(t, PZ4B, "suppressed");
  refused(t, G, "choose " PZ4B, "4.1f");
  act(t, G, "done");
  unmarked(t, PZ4, "acted"); /* all that was of the impulse is gone */
  unmarked(t, PZ4, "fired");
  clear_away(t);
}

/* ---- close combat ---------------------------------------------------------------------------------------------- */

/* 6.1a: four Germans and no more, those inside and those declared together. */
static void r6_1a_four_may_enter(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(MR, "1011") "," U(PG, "1010") "," U(PGB, "1010") "," U(AG, "0911") "," U(PIO, "0911") IDLE_G), "");
  acts(t, G, "done; enter " PG " 1011; enter " PGB " 1011; enter " AG " 1011");
  refused(t, G, "enter " PIO " 1011", "6.1a");
  not_offered(t, G, "enter " PIO " 1011");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(STATIC("x", "1011", "s1") "," U(PG, "1011") "," U(T4R, "1010") "," U(MR, "1010") IDLE_R), "");
  acts(t, R, "done; enter " T4R " 1011");
  refused(t, R, "enter " MR " 1011", "6.1a"); /* the static unit is one of the two */
  clear_away(t);
}

/* 11.3b: a round at the end of the impulse of either side's formation, not of a third's; static units alone start none. */
static void r11_3b_whose_impulse(void **s) {
  (void)s;
  struct table *t = lay(BIG, PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"DR\",\"played\":\"LAH TK 18TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(U("de.dr.pz4-5", "0101") "," U(PG, "1010") "," U(MR, "1010") "," U(PGB, "1515") "," STATIC("x", "1515", "s4") "," U(T4R, "1818")), "=29TC =LAH");
  act(t, G, "done");
  never(t, "close-combat");
  act(t, R, "done");
  offered(t, R, "fire " MR " " PG, "11.3a"); /* in 1010, but not in 1515 */
  act(t, R, "pass");
  act(t, G, "pass");
  happened(t, "4.1g", "recovery");
  marked(t, "x", "untried");
  clear_away(t);
}

/* 10.2c: told once, however many come from behind; one thrown back does not count. */
static void r10_2c_once(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U(T4RB, "1010") "," KZ(PZ4, "1011", "0") IDLE_R), "");
  acts(t, R, "done; enter " T4R " 1011; enter " T4RB " 1011");
  act(t, R, "done");
  assert_int_equal(events_of(t, "from-behind"), 1);
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U(T4RB, "1012") "," KZ(PZ4, "1011", "0") "," U(PZ4B, "1011") IDLE_R), "1 6 6 6 6 6");
  acts(t, R, "done; enter " T4R " 1011; enter " T4RB " 1011; done");
  act(t, G, "fire " PZ4B " " T4R); /* thrown back from behind the kill zone */
  acts(t, G, "fire " PZ4 " " T4RB);
  act(t, G, "pass");
  happened(t, "11.2c", "thrown-back");
  never(t, "from-behind");
  act(t, R, "pass");
  offered(t, G, "fire " PZ4 " " T4RB, "11.3a");
  clear_away(t);
}

/* 11.4a: who is paired; vehicles of the other side alone ask no question, and support lasts one round. */
static void r11_4a_when_it_is_asked(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(T4R, "1011") IDLE_G), "");
  act(t, G, "done");
  offered(t, G, "fire " PZ4 " " T4R, "11.3a"); /* nothing soft to fire at: no question */
  clear_away(t);
  t = lay(BIG, PLAIN "\"phase\":\"action\",\"turn\":1,\"vars\":{\"impulse\":\"LAH\",\"played\":\"DR TK 18TC 2GTC 2TC 31TC 9GAD\",\"artillery\":0}," UNITS(U(PZ4, "1011") "," U(PZ4B, "1011") "," U(PG, "1011") "," U(MR, "1011") IDLE_G), "=29TC");
  act(t, G, "done");
  refused(t, G, "pass", "11.4a"); /* the pairs first */
  act(t, G, "support " PZ4);
  act(t, G, "pass");
  act(t, R, "pass");
  act(t, R, "done"); /* 29TC's impulse: another round, and the question again */
  offered(t, G, "support " PZ4, "11.4a");
  clear_away(t);
  /* the second side is asked about its own */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PG, "1011") "," U("ru.29tc.t70-25", "1011") "," U(MR, "1011") IDLE_G), "6 6");
  act(t, G, "done");
  act(t, G, "pass");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"soviet\",\"actions\":[\"fire ru.29tc.t70-25 " PG "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "2 x 1-2"); /* paired with the riflemen: its printed (2) */
  clear_away(t);
}

/* 11.3c: artillery does not fire into a close combat, but who fights there still observes for it. */
static void r11_3c_observers_in_close_combat(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(U(PG, "1010") "," U(MR, "1010") "," U(PGB, "1012")), NULL);
  offered(t, R, "lay " PGB, "13.2a"); /* seen by the riflemen in 1010 */
  refused(t, R, "lay " PG, "11.3c");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1010") "," U(MRB, "1012") IDLE_G), "");
  act(t, G, "choose " ART1);
  offered(t, G, "fire " ART1 " " MRB, "13.3a");
  refused(t, G, "fire " ART1 " " MR, "11.3c");
  clear_away(t);
}

/* 12.2c: suppressed by an aircraft in a close combat: it neither leaves nor fires at one that does, until the next round. */
static void r12_2c_suppressed_in_close_combat(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"29TC\",\"artillery\":0}," UNITS(U(PG, "1010") "," U(PZ4, "1010") "," U(MR, "1010") IDLE_G), "=AIR 4 4 1 5 1 6 =LAH");
  act(t, R, "put 1010"); /* the third of three: the Soviet's own riflemen */
  marked(t, MR, "suppressed");
  acts(t, G, "choose " PZ4);
  act(t, G, "step " PZ4 " 1009");
  never(t, "fire");
  offered(t, G, "stop " PZ4, "4.2a"); /* nobody was asked */
  acts(t, G, "stop " PZ4 "; done");
  act(t, G, "done"); /* the tanks do not go back in; the round is fought */
  happened(t, "9.8c", "recovered");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PG, "1010", "suppressed") "," U(MR, "1010") IDLE_G), "");
  refused(t, G, "choose " PG, "11.3d"); /* no recovering there either */
  clear_away(t);
}

/* 11.1b: entering is no movement: nobody's zone fires at it, only the defenders of the hex. */
static void r11_1b_entry_is_not_movement(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," STATIC("x", "1011", "s1") "," U(T4R, "1110") IDLE_G), "");
  acts(t, G, "done; enter " PZ4 " 1011");
  act(t, G, "done");
  happened(t, "11.1a", "entered"); /* past the tanks in 1110 */
  never(t, "fire");
  clear_away(t);
}

/* 4.2f: who did nothing, moved or recovered may enter; who fired may not. 10.2b: a kill zone's zone covers all six hexes. */
static void r4_2f_who_may_enter(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PG, "1010", "suppressed") "," U(PGB, "0909") "," U(AG, "1009") "," U(PIO, "1110") "," STATIC("x", "1011", "s1") "," STATIC("y", "0910", "s1") IDLE_G), "3 6 6 6");
  acts(t, G, "choose " PG "; recover " PG "; stop " PG);
  acts(t, G, "choose " PGB "; step " PGB " 0908; stop " PGB);
  acts(t, G, "choose " AG "; step " AG " 0909; stop " AG);
  acts(t, G, "choose " PIO "; fire " PIO " x");
  act(t, G, "done");
  offered(t, G, "enter " PG " 1011", "11.1a");
  offered(t, G, "enter " PG " 0910", "11.1a");
  offered(t, G, "enter " AG " 0910", "11.1a");
  not_offered(t, G, "enter " PGB " 0910");
  refused(t, G, "enter " PIO " 1011", "4.2c");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1g_only_when_possible), cmocka_unit_test(r3_1e_in_every_direction), cmocka_unit_test(r3_1f_groups), cmocka_unit_test(r4_1_phases_in_order),
      cmocka_unit_test(r4_1c_what_is_in_the_cup), cmocka_unit_test(r4_1f_the_end_of_an_impulse), cmocka_unit_test(r13_2a_order_of_laying), cmocka_unit_test(r12_1b_no_more_targets),
      cmocka_unit_test(r8_3h_just_enough), cmocka_unit_test(r4_2c_just_half), cmocka_unit_test(r6_1b_last_in_first_out), cmocka_unit_test(r6_1b_all_the_way_back), cmocka_unit_test(r6_1b_who_must_leave),
      cmocka_unit_test(r3_3b_leaving_gives_it_up), cmocka_unit_test(r3_3b_both_dead), cmocka_unit_test(control_of_a_position), cmocka_unit_test(r9_7a_four_hits), cmocka_unit_test(r2_9_which_side_is_up), cmocka_unit_test(r9_3a_just_in_range),
      cmocka_unit_test(r9_6c_one_by_one), cmocka_unit_test(r5e_just_visible), cmocka_unit_test(picking), cmocka_unit_test(r13_4_candidates), cmocka_unit_test(r13_3c_gone_for_good), cmocka_unit_test(r10_3_members_have_fired),
      cmocka_unit_test(r6_1a_four_may_enter), cmocka_unit_test(r11_3b_whose_impulse), cmocka_unit_test(r10_2c_once), cmocka_unit_test(r11_4a_when_it_is_asked), cmocka_unit_test(r11_3c_observers_in_close_combat), cmocka_unit_test(r12_2c_suppressed_in_close_combat),
      cmocka_unit_test(r11_1b_entry_is_not_movement), cmocka_unit_test(r4_2f_who_may_enter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
