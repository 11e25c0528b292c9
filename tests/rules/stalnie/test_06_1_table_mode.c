/* test_06_1_table_mode.c - 6.1: entering a result by hand and from a file; V1 to V12. */
#include "kit.h"

#define TWO                                                                                        \
  "\"phase\":\"play.1\",\"terrain\":[{\"hex\":\"16-K5\",\"set\":[\"woods\"]}],\"units\":[{"        \
  "\"name\":\"g1\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"},"                  \
  "{\"name\":\"pz\",\"side\":\"german\",\"kind\":\"PzIVH\",\"box\":\"german.off\"},{\"name\":"     \
  "\"r1\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"16-K5\"},"                                \
  "{\"name\":\"dug\",\"side\":\"soviet\",\"kind\":\"T34M41\",\"hex\":\"16-J5\",\"marks\":["        \
  "\"dugin\"]},{\"name\":\"ldr\",\"side\":\"soviet\",\"kind\":\"9-1\",\"hex\":\"16-K5\"}]"

/* The same record twice: typed in, and read from a file; the states must be the same bytes. */
static void forms_and_file_agree(void **unused) {
  (void)unused;
  static const char file[] = "# the first morning\n"
                             "result scenario=1 turns=7\n"
                             "end turn=7 dr=2\n"
                             "unit id=g1 fate=ok hex=16-M5\n"
                             "unit id=pz fate=eliminated\n"
                             "new id=x type=228 from=pz hex=16-N5\n"
                             "unit id=r1 fate=ok hex=16-K5 becomes=248 state=broken\n"
                             "unit id=dug fate=captured\n"
                             "unit id=ldr fate=ok hex=16-K5\n"
                             "control hex=16-M5 owner=GER\n"
                             "edge side=west from=1 to=3 owner=GER\n"
                             "vl board=16 count=2 owner=GER\n"
                             "cvp side=GER inflicted=7\n"
                             "cvp side=RUS inflicted=5 of_which_exit=0\n"
                             "sniper side=RUS lost=1\n";
  static const char *const typed[] = {"turns 7",
                                      "enddie 7 2",
                                      "pick g1",
                                      "put 16-M5",
                                      "fate ok",
                                      "done",
                                      "pick pz",
                                      "fate eliminated",
                                      "done",
                                      "new crew pz",
                                      "pick de.x.crew-1",
                                      "put 16-N5",
                                      "done",
                                      "pick r1",
                                      "becomes 248",
                                      "put 16-K5",
                                      "fate ok",
                                      "state broken",
                                      "done",
                                      "pick dug",
                                      "fate captured",
                                      "done",
                                      "pick ldr",
                                      "put 16-K5",
                                      "fate ok",
                                      "done",
                                      "control german",
                                      "take 16-M5",
                                      "done",
                                      "control german",
                                      "edge 16-FF10",
                                      "edge 16-EE10",
                                      "edge 16-DD10",
                                      "done",
                                      "vlcount 16 german 2",
                                      "cvp german 7",
                                      "cvp soviet 5",
                                      "cvpexit soviet 0",
                                      "sniper soviet 1"};
  struct kit *k = kit_lay(TWO, true), *m = kit_lay(TWO, true);
  for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++)
    kit_do(k, GER, typed[i]);
  static char out[8192];
  struct sal_text text = {out, sizeof out, 0};
  struct sal_err err = {0};
  if (!sp_import(&m->play, GER, "result", file, &text, &err))
    fail_msg("line %d: %s", err.line, err.text);
  for (char *at = out; *at;) {
    char *end = strchr(at, '\n');
    *end = 0;
    kit_do(m, GER, at);
    at = end + 1;
  }
  assert_memory_equal(k->play.state, m->play.state, k->book->state_bytes);
  kit_do(k, GER, "submit");
  assert_int_equal(kit_node(k), N_CONFIRM);
  kit_do(k, RUS, "reject"); /* nothing is lost by a mistake */
  kit_told(k, E_REJECTED, R_6_1);
  kit_do(k, RUS, "submit");
  kit_do(k, GER, "confirm");
  kit_told(k, E_RESULT, R_V1);
  assert_true(kit_told(k, E_CONTROL, R_11_6051_52)->n[0] >= 1);
  const struct state *s = kit_state(k);
  assert_int_equal(s->side[RUS].cvp, 7); /* a T-34 for 6 and a squad reduced */
  assert_int_equal(s->side[GER].cvp, 5); /* a PzIVH for 6 less its crew */
  assert_int_equal(s->unit[kit_unit(k, "dug")].where, DEAD);
  assert_int_equal(s->unit[kit_unit(k, "de.x.crew-1")].where, MAP);
  assert_true(s->ground[at_pa(&k->play, kit_place(k, "16-M5"))] & C_MARK_GER);
  assert_int_equal(sp_vl_count(&k->play, GER), 2);
  assert_int_equal(kit_node(k), N_CHAIN);
  kit_close(k);
  kit_close(m);
}

static void wrong_file(const char *text, int line, const char *words) {
  struct kit *k = kit_lay(TWO, true);
  static char out[4096];
  struct sal_text room = {out, sizeof out, 0};
  struct sal_err err = {0};
  assert_false(sp_import(&k->play, GER, "result", text, &room, &err));
  if (err.line != line || !strstr(err.text, words))
    fail_msg("line %d: %s", err.line, err.text);
  kit_close(k);
}

static void bad_files(void **unused) {
  (void)unused;
  wrong_file("result scenario=2 turns=7\n", 1, "V1");
  wrong_file("result scenario=1 turns=7\n\nunit id=nobody fate=ok\n", 3, "nobody");
  wrong_file("unit id=g1 fate=ok hex=10-B5\n", 1, "V4");
  wrong_file("unit id=g1 fate=north\n", 1, "V5");
  wrong_file("unit id=r1 fate=ok becomes=628\n", 1, "V3");
  wrong_file("vl board=10 count=3 owner=GER\n", 1, "V7");
  wrong_file("vl board=16 count=99 owner=GER\n", 1, "V7");
  wrong_file("edge side=west from=1 to=99 owner=GER\n", 1, "edge");
  wrong_file("edge side=north from=1 to=3 owner=GER\n", 1, "side=east or west");
  wrong_file("edge side=west from=1 to=3\n", 1, "owner= are wanted");
  wrong_file("edge side=west from=999 to=999 owner=GER\n", 1, "from");
  wrong_file("edge side=west from=3 to=2 owner=GER\n", 1, "to");
  wrong_file("edge side=west from=0 to=3 owner=GER\n", 1, "hexrow 0 has no west");
  wrong_file("edge side=east from=0 to=3 owner=GER\n", 1, "hexrow 0 has no east");
  wrong_file("weapon id=1.lmg count=1\n", 1, "V12");
  wrong_file("oba id=1 used=y black=1 red=1\n", 1, "V9");
  wrong_file("nonsense a=b\n", 1, "not known");
  struct kit *k = kit_lay(TWO, true);
  struct sal_err err = {0};
  struct sal_text room = {(char[8]){0}, 8, 0};
  assert_false(sp_import(&k->play, GER, "poem", "", &room, &err));
  kit_close(k);
}

/* 11.6053: a run of hexes of the eastern edge; what is that side's already is not typed again. */
static void eastern_edge(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO, true);
  static char out[4096];
  struct sal_text room = {out, sizeof out, 0};
  struct sal_err err = {0};
  static const char file[] = "edge side=east from=1 to=2 owner=GER\n"
                             "edge side=east from=1 to=3 owner=GER\n"
                             "edge side=east from=2 to=2 owner=RUS\n";
  int hexes = 0;
  int low = sp_pa_low(&k->play), high = sp_pa_high(&k->play);
  for (int h = low; h <= high; h++) { /* the corners are not of the side edges */
    char line[60];
    snprintf(line, sizeof line, "edge side=east from=%d to=%d owner=GER\n", h, h);
    room.len = 0;
    assert_int_equal(sp_import(&k->play, GER, "result", line, &room, &err), h > low && h < high);
  }
  room.len = 0;
  if (!sp_import(&k->play, GER, "result", file, &room, &err))
    fail_msg("%d: %s", err.line, err.text);
  for (const char *at = out; (at = strstr(at, "edge ")); at++)
    hexes++;
  assert_int_equal(hexes, 4); /* 1 and 2, then 3, then 2 goes back */
  for (int row = 1; row <= 3; row++) {
    char line[24];
    int g = sp_edge_place(&k->play, GER, false, row);
    snprintf(line, sizeof line, "edge %s", k->book->board.name[own(k->book)->cell[g]]);
    assert_non_null(strstr(out, line));
  }
  kit_close(k);
}

/* The checks of a record, each with its own rule. */
static void checks(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO, true);
  kit_refused(k, GER, "submit", R_V2);
  kit_refused(k, GER, "turns 6", R_V2);
  kit_refused(k, GER, "vlcount 10 german 0", R_V7);
  kit_refused(k, GER, "weapon 1 lmg 1", R_V12);
  kit_refused(k, GER, "module 1", R_V9);
  kit_do(k, GER, "turns 8");
  kit_refused(k, GER, "submit", R_V2);
  kit_all(k, "german enddie 7 2;german enddie 8 4");
  kit_refused(k, GER, "submit", R_V2); /* 2 had ended it in Turn 7 */
  kit_do(k, GER, "enddie 7 5");
  kit_refused(k, GER, "submit", R_V3); /* fates are missing */
  kit_do(k, GER, "pick g1");
  kit_refused(k, GER, "fate ok", R_V4);
  kit_refused(k, GER, "fate north", R_V5);
  kit_refused(k, GER, "becomes 458", R_V3);
  kit_refused(k, GER, "put 10-B5", R_V4);
  kit_do(k, GER, "done");
  kit_do(k, GER, "pick r1");
  kit_refused(k, GER, "fate offmap", R_V3);
  kit_do(k, GER, "done");
  kit_all(k, "soviet pick dug;soviet put 16-I5;soviet done;soviet auto");
  kit_refused(k, GER, "submit", R_V11); /* it has moved */
  kit_all(
      k,
      "soviet pick dug;soviet put 16-J5;soviet done;german pick r1;german becomes 248;german done");
  kit_refused(k, GER, "submit", R_V6);
  kit_do(k, GER, "cvp german 1");
  kit_do(k, GER, "northvp 5");
  kit_refused(k, GER, "submit", R_V5);
  kit_do(k, GER, "northvp 0");
  kit_do(k, GER, "control german");
  kit_refused(k, GER, "edge 16-K5", R_V8);
  kit_refused(k, GER, "give 16-K5", R_11_2e);
  kit_do(k, GER, "done");
  kit_do(k, GER, "submit");
  kit_do(k, RUS, "confirm");
  kit_close(k);
}

/* 11.6091 to 11.6095: what burns in a result, and who is still in it. */
static void fires(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[{\"name\":\"r1\",\"side\":\"soviet\","
                          "\"kind\":\"458\",\"hex\":\"16-K5\"}],\"terrain\":[{\"hex\":\"16-K5\","
                          "\"set\":[\"house\"]},{\"hex\":\"18-K5\",\"set\":[\"woods\"]}]",
                          true);
  kit_all(k, "german burn blaze;german take 16-K5;german burn blaze;german take 18-K5;german turns "
             "7;german enddie 7 1;german auto;german submit;soviet confirm");
  kit_all(k, "german commit;soviet commit");
  while (kit_node(k) == N_ESCAPE)
    kit_default(k);
  int n = kit_unit(k, "r1");
  assert_int_equal(kit_state(k)->unit[n].where == DEAD || kit_state(k)->unit[n].where == OFF, 1);
  kit_told(k, E_BURNT, R_11_6093);
  kit_told(k, E_BURNT, R_11_6095);
  kit_close(k);
}

/* A roster for table mode in scenario n. */
static struct kit *table_of(const char *phase, const char *units) {
  char position[3000];
  snprintf(position, sizeof position,
           "\"phase\":\"%s\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":[" JOIN(
               WOODS("18-Z5"),
               WOODS("18-D5")) ",{\"hex\":\"18-E5\",\"set\":[\"house\",\"upper\"]},{\"hex\":"
                               "\"18-F5\",\"set\":[\"water\"]}],\"units\":[%s]",
           phase, units);
  return kit_lay(position, true);
}

static struct rec *line(struct kit *k, int side, const char *group) {
  struct state *s = kit_state(k);
  struct rec *r = &s->rec[side][s->side[side].nrec++];
  *r = (struct rec){.group = (uint8_t)kit_group(k, side, group), .scenario = 1, .hex = NOWHERE};
  return r;
}

/* V3, 6.3: what each unit can turn into. */
static void becoming(void **unused) {
  (void)unused;
  static const struct {
    const char *from, *to;
    bool can;
  } cases[] = {{"658", "658", true},  {"658", "348", true},   {"658", "458", false},
               {"658", "338", false}, {"348", "658", false},  {"458", "248", true},
               {"458", "447", true},  {"458", "237", true},   {"458", "426", true},
               {"458", "226", true},  {"458", "628", false},  {"447", "458", true},
               {"447", "248", true},  {"447", "527", false},  {"426", "447", true},
               {"426", "527", true},  {"426", "237", true},   {"426", "458", false},
               {"248", "237", true},  {"237", "248", true},   {"226", "237", true},
               {"8-0", "8-0", true},  {"8-0", "9-1", true},   {"8-0", "9-2", false},
               {"8-0", "6+1", true},  {"10-3", "9-2", true},  {"10-3", "9-1", false},
               {"8-0", "658", false}, {"AT75L", "228", true}, {"HMG348", "348", true},
               {"228", "348", false}};
  struct kit *k = kit_open("campaign");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (sp_can_become(&k->play, sp_type_named(&k->play, cases[i].from),
                      sp_type_named(&k->play, cases[i].to)) != cases[i].can)
      fail_msg("%s to %s", cases[i].from, cases[i].to);
  kit_close(k);
}

/* V3, V4, V5, V10, CG5, CG13: the fate of one unit. */
static void fates(void **unused) {
  (void)unused;
  struct kit *k =
      table_of("play.2", JOIN(AT("on", "german", "658", "18-Z5"), OFFMAP("off", "german", "658"),
                              OFFMAP("stay", "german", "658"), AT("r", "soviet", "458", "18-D5"),
                              AT("pz", "german", "PzIVH", "18-Z5")));
  struct state *s = kit_state(k);
  kit_at(k, "stay")->flags |= U_STAYS;
  kit_do(k, GER, "pick stay");
  kit_refused(k, GER, "fate eliminated", R_V10);
  kit_refused(k, GER, "put 18-Z5", R_V10);
  kit_legal(k, GER, "fate none");
  kit_all(k, "german fate offmap;german done;german pick on");
  kit_refused(k, GER, "fate offmap", R_V3);
  kit_legal(k, GER, "fate ok");
  kit_legal(k, GER, "fate north");
  kit_refused(k, GER, "put 18-F5", R_V4);
  kit_refused(k, GER, "becomes 458", R_V3);
  kit_all(k, "german becomes 348;german state broken;german put 18-E5");
  kit_refused(k, GER, "state wounded", R_V3); /* men are wounded, squads are not */
  kit_refused(k, GER, "state broken", R_V3);  /* it is: states are set, never toggled */
  const struct draft *d = &s->draft[kit_unit(k, "on")];
  assert_int_equal(d->flags & (U_BROKEN | U_WOUNDED), U_BROKEN);
  assert_int_equal(d->at, kit_place(k, "18-E5"));
  assert_int_equal(d->fate, FATE_OK);
  kit_do(k, GER, "fate north");
  assert_int_equal(d->fate, FATE_EXITED);
  assert_true(d->flags & D_NORTH);
  kit_do(k, GER, "fate eliminated");
  assert_false(d->flags & D_NORTH);
  kit_all(k, "german done;german pick off");
  kit_refused(k, GER, "fate ok", R_V4);
  kit_legal(k, GER, "fate exited"); /* by its own edge */
  kit_all(k, "german put 18-D5");
  kit_refused(k, GER, "fate exited", R_V5); /* no edge hex */
  kit_do(k, GER, "put 10-GG5");             /* the north edge: Soviet */
  kit_refused(k, GER, "fate exited", R_CG13b);
  kit_do(k, GER, "put 18-GG5");
  kit_legal(k, GER, "fate exited");
  kit_all(k, "german done;german pick r");
  kit_refused(k, GER, "fate north", R_V5);
  kit_do(k, GER, "done");
  kit_all(k, "german pick pz");
  kit_refused(k, GER, "put 18-E5", R_V4); /* no vehicle in a building */
  kit_close(k);
}

/* V2, V6, V9, V12: the record as a whole, refused until every line fits. */
static void whole_record(void **unused) {
  (void)unused;
  struct kit *k =
      table_of("play.2", JOIN(AT("on", "german", "658", "18-Z5"), AT("r", "soviet", "458", "18-D5"),
                              AT("str", "soviet", "T34M41", "18-D5")));
  struct state *s = kit_state(k);
  for (int i = 0; i < 3; i++)
    line(k, GER, "o2")->draft_black = 5, s->rec[GER][i].draft_red = 2, s->rec[GER][i].black = 5,
                 s->rec[GER][i].red = 2;
  line(k, RUS, "i1")->sw[0] = 2;
  kit_all(k, "german turns 7;german auto");
  kit_refused(k, GER, "submit", R_V2); /* the dr of Turn 7 */
  kit_do(k, GER, "enddie 7 3");
  kit_refused(k, GER, "submit", R_V2); /* 3 does not end it */
  kit_all(k, "german enddie 7 2;german enddie 8 1");
  kit_refused(k, GER, "submit", R_V2); /* one too many */
  kit_do(k, GER, "enddie 8 0");
  kit_legal(k, GER, "submit");
  kit_all(k, "german turns 9;german enddie 7 3;german enddie 8 5;german enddie 9 6");
  kit_legal(k, GER, "submit");
  kit_do(k, GER, "enddie 8 4");
  kit_refused(k, GER, "submit", R_V2); /* 4 ended it in Turn 8 */
  kit_all(k, "german turns 7;german enddie 7 1;german enddie 8 0;german enddie 9 0");
  kit_all(k, "german cvpexit soviet 1");
  kit_refused(k, GER, "submit", R_V6); /* more by exits than in all */
  kit_all(k, "german cvpexit soviet 0;german module 1;german module 2");
  kit_legal(k, GER, "submit");
  kit_do(k, GER, "oba 3 4 1");
  kit_refused(k, GER, "submit", R_V9); /* three modules */
  kit_refused(k, GER, "oba 3 6 1", R_V9);
  kit_refused(k, GER, "oba 3 4 3", R_V9);
  kit_refused(k, GER, "oba 4 1 1", R_V9);
  kit_refused(k, GER, "module 4", R_V9);
  kit_refused(k, GER, "module 101", R_V9); /* a company */
  kit_refused(k, GER, "weapon 101 lmg 3", R_V12);
  kit_refused(k, GER, "weapon 1 lmg 1", R_V12);
  kit_all(k, "german weapon 101 lmg 2;german module 1");
  kit_legal(k, GER, "submit");
  assert_int_equal(s->rec[RUS][0].bad[0], 2);
  assert_int_equal(s->rec[GER][2].draft_black, 4);
  assert_int_equal(s->rec[GER][2].draft_red, 1);
  assert_int_equal(s->rec[GER][2].black, 5); /* nothing but the draft changes */
  s->rec[RUS][0].sw[0] = 1;
  kit_refused(k, GER, "submit", R_V12);
  s->rec[RUS][0].sw[0] = 2;
  kit_refused(k, GER, "sniper german 7", R_6_1);
  kit_refused(k, GER, "enddie 6 1", R_V2);
  kit_refused(k, GER, "enddie 7 7", R_V2);
  kit_refused(k, GER, "turns 10", R_V2);
  kit_refused(k, GER, "fortstate 1 ok", R_V12);
  kit_refused(k, GER, "vlcount german german 1", R_V7);
  kit_refused(k, GER, "vlcount 16 german 1", R_V7); /* it has left */
  kit_refused(k, GER, "vlcount 10 german 1", R_V7); /* it is not there yet */
  kit_legal(k, GER, "vlcount 18 german 5");
  /* hills are computed; two levels of a house are laid for this test */
  kit_refused(k, GER, "vlcount 18 german 6", R_V7);
  s->draft[kit_unit(k, "str")].at = (uint16_t)kit_place(k, "18-C5");
  kit_at(k, "str")->flags |= U_STRONG;
  kit_refused(k, GER, "submit", R_CG5);
  kit_close(k);
}

/* V4, 6.3: overstacked by one: refused in a battle, a warning on a table. */
static void stacking(void **unused) {
  (void)unused;
  struct kit *k = table_of(
      "play.2", JOIN(AT("a", "german", "658", "18-Z5"), AT("b", "german", "658", "18-Z5"),
                     AT("c", "german", "658", "18-Z5"), OFFMAP("d", "german", "348"),
                     AT("l1", "german", "8-0", "18-Z5"), AT("l2", "german", "8-0", "18-Z5"),
                     AT("l3", "german", "8-0", "18-Z5"), AT("l4", "german", "8-0", "18-Z5"),
                     OFFMAP("l5",
                            "germa"
                            "n",
                            "8-0"),
                     AT("t", "german", "PzIVH", "18-Z5"), OFFMAP("t2", "german", "PzIVH")));
  kit_all(k, "german turns 7;german enddie 7 1;german auto");
  kit_legal(k, GER, "submit");
  static const char *const more[] = {"d", "l5", "t2"};
  for (int i = 0; i < 3; i++) {
    struct draft *d = &kit_state(k)->draft[kit_unit(k, more[i])];
    d->fate = FATE_OK, d->at = (uint16_t)kit_place(k, "18-Z5");
    assert_int_equal(sp_overstacked(&k->play), d->at); /* a warning: the table decides */
    kit_legal(k, GER, "submit");
    k->play.state->option[OPT_BATTLE] = 0; /* a battle of ours keeps CG8 */
    kit_refused(k, GER, "submit", R_6_3);
    k->play.state->option[OPT_BATTLE] = 1;
    d->at = (uint16_t)kit_place(k, "18-D5");
    kit_legal(k, GER, "submit");
  }
  kit_close(k);
}

/* 6.1 `new`: crews of lost or abandoned vehicles, the second half of a squad, heroes of MMC. */
static void new_units(void **unused) {
  (void)unused;
  struct kit *k = table_of("play.2", JOIN(AT("sq", "german", "658", "18-Z5"),
                                          AT("pz", "german", "PzIVH", "18-Z5"),
                                          AT("l", "german", "8-0", "18-Z5")));
  struct state *s = kit_state(k);
  kit_refused(k, GER, "new crew pz", R_V3);
  kit_refused(k, GER, "new half sq", R_V3);
  kit_refused(k, GER, "new hero l", R_V3);
  kit_refused(k, GER, "new hero de.x.hero-1", R_V3);
  kit_do(k, GER, "new hero sq");
  assert_int_equal(s->draft[kit_unit(k, "de.x.hero-1")].type, own(k->book)->hero);
  assert_int_equal(s->draft[kit_unit(k, "de.x.hero-1")].at, kit_place(k, "18-Z5"));
  kit_all(k, "german pick sq;german becomes 348;german done;german new half sq;german pick "
             "pz;german state abandoned;german done;german new crew pz");
  assert_string_equal(own(k->book)->type[s->draft[kit_unit(k, "de.x.hs-1")].type].id, "348");
  assert_true(s->draft[kit_unit(k, "de.x.crew-1")].flags & U_VEHICLE_CREW);
  assert_int_equal(s->draft[kit_unit(k, "de.x.crew-1")].type, own(k->book)->crew228);
  kit_all(k, "german pick de.x.hero-1;german fate none"); /* a mistake */
  assert_int_equal(s->draft[kit_unit(k, "de.x.hero-1")].fate, FATE_NONE);
  assert_int_equal(kit_node(k), N_RESULT);
  kit_close(k);
}

/* V7 with `count`: from the owner's own edge inwards, the rest is the other side's. */
static void counted_locations(void **unused) {
  (void)unused;
  for (int side = 0; side < 2; side++) {
    struct kit *k = kit_lay("\"phase\":\"play.1\"", true);
    const struct own *o = own(k->book);
    kit_all(k, side == GER ? "german vlcount 17 german 5" : "german vlcount 17 soviet 5");
    int at = 0, german = 0;
    for (int i = 0; i < o->nvl; i++) {
      if (!sal_eq(o->board[o->vl[i].board].id, "17"))
        continue;
      bool mine = kit_state(k)->vl[i] & VB_DRAFT;
      assert_int_equal(mine, side == GER ? at < 5 : at < 14);
      german += mine;
      at++;
    }
    assert_int_equal(at, 19);
    assert_int_equal(german, side == GER ? 5 : 14);
    kit_close(k);
  }
}

/* 6.16, C.9: what an accepted record leaves of each unit, of the edges and of the ground. */
static void accepting(void **unused) {
  (void)unused;
  struct kit *k = table_of(
      "play.2", JOIN(AT("ok", "german", "658", "18-Z5"), AT("dead", "german", "658", "18-Z5"),
                     AT("cap", "soviet", "458", "18-D5"), AT("ex", "soviet", "458", "18-D5"),
                     OFFMAP("off", "german", "658"), AT("pz", "german", "PzIVH", "18-Z5")));
  struct state *s = kit_state(k);
  struct rec *r = line(k, GER, "a3");
  struct group *g = (struct group *)&own(k->book)->group[GER][r->group];
  r->copy = 1, r->al = own(k->book)->grade[3];
  g->first[1] = (uint16_t)kit_unit(k, "pz"), g->n[1] = 1;
  kit_at(k, "ok")->flags |= U_NEW | U_RESERVE;
  kit_at(k, "ok")->iso = 0;
  kit_all(k, "german turns 7;german enddie 7 2;german pick ok;german becomes 348;german state "
             "broken;german put 18-E5;german done;german pick dead;german fate eliminated;german "
             "done;german pick cap;german fate captured;german done;"
             "german pick ex;german fate exited;german done;german pick pz;german fate "
             "eliminated;german done;german auto;german control german;german take 18-D5;german "
             "edge 18-J10;german give 18-E5;german done;"
             "german cvp german 2;german cvp soviet 9;german sniper german 1;german submit;soviet "
             "confirm");
  kit_told(k, E_EXITED, R_CG13a);
  assert_string_equal(kit_kind(k, "ok"), "348");
  assert_int_equal(kit_at(k, "ok")->at, kit_place(k, "18-E5"));
  assert_int_equal(kit_at(k, "ok")->flags & (U_NEW | U_RESERVE), 0);
  assert_true(kit_at(k, "ok")->flags & U_KNOWN);
  assert_int_equal(kit_at(k, "dead")->where, DEAD);
  assert_int_equal(kit_at(k, "cap")->where, DEAD);
  assert_int_equal(kit_at(k, "ex")->where, OFF);
  assert_int_equal(kit_at(k, "off")->where, OFF);
  assert_int_equal(r->al, 0); /* lost with the last vehicle of his platoon */
  assert_int_equal(s->side[GER].cvp, 9);
  assert_int_equal(s->side[RUS].cvp, 2);
  assert_int_equal(s->side[GER].sniper_lost, 1);
  assert_int_equal(s->side[RUS].sniper_lost, 0);
  int d5 = at_pa(&k->play, kit_place(k, "18-D5")), e5 = at_pa(&k->play, kit_place(k, "18-E5"));
  assert_true(s->ground[d5] & C_OWN && s->ground[d5] & C_MARK_GER);
  assert_int_equal(s->ground[e5] & (C_OWN | C_OWN_UP), C_OWN_UP); /* the upper level only */
  assert_true(s->edge[1][row_of(kit_place(k, "18-J10"))] & EDGE_GERMAN);
  kit_close(k);
}

/* Control on a table: what is somebody's already, what has no upper level, what is no edge. */
static void ground_entries(void **unused) {
  (void)unused;
  struct kit *k = table_of("play.2", AT("ok", "german", "658", "18-Z5"));
  kit_do(k, GER, "control german");
  kit_refused(k, GER, "take 18-Z5", R_V7); /* it is German */
  kit_refused(k, GER, "take 16-B5", R_V7);
  kit_refused(k, GER, "give 18-D5", R_11_2e);
  kit_refused(k, GER, "edge 18-D5", R_V8);
  kit_refused(k, GER, "edge 18-Z10", R_V8); /* German already */
  kit_all(k, "german take 18-D5;german give 18-E5;german done;german control soviet");
  kit_refused(k, GER, "take 18-C5", R_V7);
  kit_all(k, "german take 18-D5;german done;german burn wreck");
  kit_refused(k, GER, "give 18-E5", R_6_1);
  kit_do(k, GER, "take 18-E5");
  assert_int_equal(kit_state(k)->nburnt, 1);
  assert_int_equal(kit_state(k)->burnt[0].kind, BURNT_WRECK);
  kit_state(k)->nburnt = MAX_BURNT;
  kit_refused(k, GER, "burn wreck", R_6_1);
  kit_close(k);
}

/* A fortification removed or revealed in a result; the cancel of everything entered. */
static void fort_entries(void **unused) {
  (void)unused;
  struct kit *k = table_of("play.2", AT("ok", "german", "658", "18-Z5"));
  struct state *s = kit_state(k);
  for (int i = 0; i < 3; i++)
    s->fort[s->nfort++] = (struct fort){.at = (uint16_t)kit_place(k, "18-D5"),
                                        .kind = (uint8_t)(FORT_FOX1 + i),
                                        .side = RUS,
                                        .id = (uint16_t)(11 + i)};
  kit_refused(k, GER, "fortstate 3 ok", R_V12); /* works are called by their id */
  kit_all(k, "german fortstate 13 revealed;german fortstate 12 removed;german fortstate 11 ok");
  kit_all(k, "german pick ok;german fate eliminated;german done;german turns 8;german cvp soviet "
             "2;german cancel");
  assert_int_equal(s->draft[kit_unit(k, "ok")].fate, FATE_NONE);
  assert_int_equal(s->claim.turns + s->claim.cvp[RUS], 0);
  assert_int_equal(s->nfort, 3); /* cancelled: everything is there as before */
  assert_int_equal(s->fort[1].fate + s->fort[2].shown, 0);
  kit_all(k, "german fortstate 13 revealed;german fortstate 12 removed;german auto;german turns "
             "7;german enddie 7 1;german submit");
  assert_int_equal(s->nfort, 3);
  kit_do(k, RUS, "confirm");
  assert_int_equal(s->nfort, 2);
  assert_int_equal(s->fort[0].kind + s->fort[0].shown, FORT_FOX1);
  assert_int_equal(s->fort[1].id, 13);
  assert_int_equal(s->fort[1].shown, 1);
  assert_int_equal(s->fort[2].at, 0);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forms_and_file_agree),
                                     cmocka_unit_test(bad_files),
                                     cmocka_unit_test(eastern_edge),
                                     cmocka_unit_test(checks),
                                     cmocka_unit_test(fires),
                                     cmocka_unit_test(becoming),
                                     cmocka_unit_test(fates),
                                     cmocka_unit_test(whole_record),
                                     cmocka_unit_test(stacking),
                                     cmocka_unit_test(new_units),
                                     cmocka_unit_test(counted_locations),
                                     cmocka_unit_test(accepting),
                                     cmocka_unit_test(ground_entries),
                                     cmocka_unit_test(fort_entries)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
