/* test_03_owners_tables.c - an owner of the printed game puts other figures in: a counter, and one
 * table after another. What play takes from a table changes with it; what cannot be read stops the
 * load and says where. */
#include "kit.h"

#include <sys/stat.h>
#include <unistd.h>

static char dir[40], sub[60];

static void own_copy(const char *file, const char *from, const char *to) {
  if (!dir[0]) {
    snprintf(dir, sizeof dir, "/tmp/salient-stalnie-XXXXXX");
    assert_non_null(mkdtemp(dir));
    snprintf(sub, sizeof sub, "%s/stalnie", dir);
    assert_int_equal(mkdir(sub, 0700), 0);
  }
  owner_figure(dir, "stalnie", file, from, to);
}

static void put_away(void) {
  static const char *const files[] = {"tables.tsv", "types.tsv", "groups.tsv"};
  char path[100];
  for (int i = 0; i < 3; i++)
    snprintf(path, sizeof path, "%s/%s", sub, files[i]), unlink(path);
  rmdir(sub), rmdir(dir);
  dir[0] = 0;
}

/* DESIGN's case: one counter and one table; the views, the board's hash and an older game with the
 * printed figures. */
static void a_counter_and_a_table(void **unused) {
  (void)unused;
  struct table *plain = lay("stalnie/campaign", NULL, NULL), *mine;
  char hash[2][40];
  own_copy("tables.tsv", "3\tGER\t4\t2\t16\t", "3\tGER\t5\t2\t17\t");
  own_copy("groups.tsv", "SS Panzergrenadier company", "Owner's company");
  mine = lay_with("stalnie/campaign", NULL, NULL, NULL, dir, __FILE__, __LINE__);
  for (int i = 0; i < 2; i++) {
    struct table *t = i ? plain : mine;
    const cJSON *v = ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_string_equal(text_of(v, "view.vars.german_cpp"), i ? "16" : "17");
    assert_int_equal(int_of(v, "view.vars.german_elr"), i ? 4 : 5);
    snprintf(hash[i], sizeof hash[i], "%s", text_of(ask(t, "{\"cmd\":\"board\"}"), "board.hash"));
    const cJSON *a = ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    assert_string_equal(text_of(a, "prompt.forms[0].rows[12].cells[1]"),
                        i ? "SS Panzergrenadier company" : "Owner's company");
  }
  assert_string_not_equal(hash[0], hash[1]);
  clear_away(mine);
  clear_away(plain);
  put_away();
}

#define ALONE                                                                                      \
  "\"map\":\"plain:30x52\",\"phase\":\"reph.1/"                                                    \
  "11.605\",\"vars\":{\"winners\":1},\"terrain\":[" WOODS("T-AA15") "],\"units\":["

/* 3.9: results and modifiers of an escape. A German squad alone has +4 there, a tank +1. */
static void escape_tables(void **unused) {
  (void)unused;
  static const struct {
    const char *from, *to, *kind, *dice, *becomes;
    int result, drm;
  } cases[] = {
      {"\n", "\n", "658", "2 3", "348", REPLACED, 4},
      {"<=8\tescapes\tescapes\n9\tescapes, Replaced", "<=8\tescapes\tescapes\n9\teliminated", "658",
       "2 3", NULL, ALL_LOST, 4},
      {"10\tescapes, Casualty Reduced\tabandoned, crew escapes",
       "10\tescapes, Casualty Reduced\tescapes", "PzIVH", "4 5", "PzIVH", ESCAPES, 1},
      {"11\tescapes, Replaced then Casualty Reduced\tabandoned, crew eliminated",
       "11\tescapes, Replaced then Casualty Reduced\tabandoned, crew escapes", "PzIVH", "5 5",
       "PzIVH", CREW_ESCAPES, 1},
      {"2\t-2\tfully tracked AFV", "2\t-4\tfully tracked AFV", "PzIVH", "4 5", "PzIVH", ESCAPES,
       -1},
      {"7\t+1\tper full 8 hexes", "7\t+2\tper full 8 hexes", "658", "1 2", "348", REDUCED, 7},
      {"8\t+1\tper HS-equivalent", "8\t0\tper HS-equivalent", "658", "2 3", "658", ESCAPES, 3},
      {"per full 8 hexes to the nearest such hex\tyes",
       "per full 8 hexes to the nearest such hex\tno", "PzIVH", "4 5", "PzIVH", ESCAPES, -2},
      {"4\t-1\tlone unwounded SMC", "4\t-3\tlone unwounded SMC", "9-1", "4 4", "9-1", ESCAPES, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[600];
    own_copy("tables.tsv", cases[i].from, cases[i].to);
    snprintf(position, sizeof position,
             ALONE "{\"name\":\"u\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-AA15\"}]",
             cases[i].kind);
    struct kit *k = kit_lay_in(dir, position, false);
    kit_all(k, "german commit;soviet commit;german escape u");
    kit_roll(k, GER, "roll", cases[i].dice);
    const struct sal_event *e = kit_told(k, E_ESCAPE, R_11_6063a);
    if (e->n[0] != cases[i].result || e->n[2] != cases[i].drm)
      fail_msg("%s: result %d at %d", cases[i].to, e->n[0], e->n[2]);
    assert_int_equal(kit_at(k, "u")->where == DEAD, !cases[i].becomes);
    if (cases[i].becomes)
      assert_string_equal(kit_kind(k, "u"), cases[i].becomes);
    kit_close(k);
    put_away();
  }
}

/* 3.11, 3.12, 3.17: each line of the smaller tables, by the figure it leads to. */
static void refit_tables(void **unused) {
  (void)unused;
  /* vehicle, Russian MG, circled, isolated, Disabled */
  static const struct {
    const char *from, *to;
    int drm[5];
  } repair[] = {{"\n", "\n", {-2, -1, -1, 1, 0}},
                {"1\t-2\tvehicle", "1\t-3\tvehicle", {-3, -1, -1, 1, -1}},
                {"2\t-1\tRussian MG", "2\t0\tRussian MG", {-2, 0, -1, 1, 0}},
                {"3\t-1\tweapon", "3\t-2\tweapon", {-2, -1, -2, 1, 0}},
                {"4\t+1\tisolated", "4\t+3\tisolated", {-2, -1, -1, 3, 0}},
                {"5\t+2\tAFV main", "5\t+4\tAFV main", {-2, -1, -1, 1, 2}}};
  for (size_t i = 0; i < sizeof repair / sizeof repair[0]; i++) {
    own_copy("tables.tsv", repair[i].from, repair[i].to);
    struct kit *k =
        kit_lay_in(dir,
                   "\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                       OFFM("a", "german", "PzIVH", "malfunctioned"),
                       OFFM("b", "soviet", "HMG248", "malfunctioned"),
                       OFFM("c", "german", "MTR81", "malfunctioned"),
                       OFFM("d", "german", "AT75L", "malfunctioned"),
                       OFFMAP("e",
                              "germa"
                              "n",
                              "PzIVH")) "]",
                   false);
    kit_at(k, "d")->iso = 1;
    kit_at(k, "e")->flags |= U_DISABLED;
    kit_dice(k, "3 3 3 3 3");
    sp_repair(&k->play);
    for (int u = 0; u < 5; u++)
      for (uint32_t n = 0; n < k->events.n; n++) {
        static const char *const name[] = {"a", "b", "c", "d", "e"};
        const struct sal_event *e = &k->events.v[n];
        if ((e->kind == E_REPAIRED || e->kind == E_NOT_REPAIRED) &&
            e->unit[0] == kit_unit(k, name[u]))
          assert_int_equal(e->n[1], repair[i].drm[u]);
      }
    kit_close(k);
    put_away();
  }
  /* removed boards; a German vehicle on a retained one */
  static const struct {
    const char *from, *to;
    int german, soviet, german_stays;
  } cleared[] = {{"\n", "\n", OFF, DEAD, MAP},
                 {"removed\teliminated\tretained off map, repair once per RePh",
                  "removed\tretained off map, repair once per RePh\teliminated", DEAD, OFF, MAP},
                 {"retained\tleft in place\tleft in place",
                  "retained\tleft in place\tretained off map, repair once per RePh", OFF, DEAD,
                  OFF}};
  for (size_t i = 0; i < sizeof cleared / sizeof cleared[0]; i++) {
    own_copy("tables.tsv", cleared[i].from, cleared[i].to);
    struct kit *k =
        kit_lay_in(dir,
                   "\"phase\":\"reph.1/"
                   "11.606\",\"vars\":{\"german_front\":40,\"soviet_front\":44},\"units\":[" JOIN(
                       ATM("g", "german", "PzIVH", "16-X5", "immobilized"),
                       ATM("s", "soviet", "T34M41", "16-E5", "immobilized"),
                       ATM("n", "german", "PzIVH", "18-DD5", "immobilized")) "]",
                   false);
    assert_int_equal(kit_at(k, "g")->where, cleared[i].german);
    assert_int_equal(kit_at(k, "s")->where, cleared[i].soviet);
    assert_int_equal(kit_at(k, "n")->where, cleared[i].german_stays);
    kit_close(k);
    put_away();
  }
}

/* After a side's DR of 11.6115a: the Soviets' own, then 11.616 to 11.618. */
#define REST " 6 6 3 3 3 3 3 3 3 3 3 3 3"

/* 3.12: what becomes of an 8-1 and a 9-2, by the dice. */
static void armour_leader_table(void **unused) {
  (void)unused;
  static const struct {
    const char *from, *to, *dice;
    int low, high;
  } cases[] = {{"\n", "\n", "2 2" REST, 4, 5},
               {"4\timprove an 8-1", "4\tnothing", "2 2" REST, 3, 5},
               {"4\timprove an 8-1", "4\timprove a 9-2", "2 2" REST, 3, 6},
               {"\n", "\n", "1 1" REST, 3, 6},
               {"5\tcreate an 8-1", "5\timprove an 8-1", "2 3" REST, 4, 5},
               {">=6\tnothing", ">=6\timprove an 8-1", "6 6" REST, 4, 5}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    own_copy("tables.tsv", cases[i].from, cases[i].to);
    struct kit *k =
        kit_lay_in(dir,
                   "\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":2},\"units\":[" JOIN(
                       OFFMAP("p", "german", "PzIVH"), OFFMAP("q", "german", "PzIVH")) "]",
                   false);
    struct state *s = kit_state(k);
    s->side[GER].nrec = 2;
    for (int n = 0; n < 2; n++) {
      s->rec[GER][n] = (struct rec){.group = (uint8_t)kit_group(k, GER, "a3"),
                                    .scenario = 1,
                                    .copy = 1,
                                    .al = own(k->book)->grade[n ? 5 : 3],
                                    .hex = NOWHERE};
      kit_at(k, n ? "q" : "p")->rec = (uint8_t)(n + 1);
    }
    kit_do(k, RUS, "commit");
    kit_roll(k, GER, "commit", cases[i].dice);
    if (s->rec[GER][0].al != own(k->book)->grade[cases[i].low] ||
        s->rec[GER][1].al != own(k->book)->grade[cases[i].high])
      fail_msg("%s: grades %d and %d", cases[i].to, sp_grade(&k->play, s->rec[GER][0].al),
               sp_grade(&k->play, s->rec[GER][1].al));
    kit_close(k);
    put_away();
  }
}

/* Every other table that play reads: a figure of it changed, and what play makes of it. */
static void other_tables(void **unused) {
  (void)unused;
  own_copy("tables.tsv", "mine FPP limit GER 30 RUS 70", "mine FPP limit GER 12 RUS 70");
  struct kit *k =
      kit_lay_in(dir, "\"phase\":\"prep.1/11.621\",\"vars\":{\"german_fpp\":100}", false);
  kit_do(k, GER, "fort ap12");
  kit_refused(k, GER, "fort at1", R_11_621c);
  kit_close(k), put_away();
  own_copy("tables.tsv", "pillbox a-b-c\t-\t3*(a+b+c)\tno",
           "pillbox a-b-c\t2*(a+b+c)\t4*(a+b+c)\tyes");
  k = kit_open_in(dir, "campaign");
  assert_int_equal(own(k->book)->fort[FORT_PILL157].price[GER], 2 * 13);
  assert_int_equal(own(k->book)->fort[FORT_PILL157].price[RUS], 4 * 13);
  assert_true(own(k->book)->fort[FORT_PILL157].front && !own(k->book)->fort[FORT_PILL157].isolated);
  kit_close(k), put_away();
  own_copy("tables.tsv", "5-9\tClear\n", "5-9\tOvercast\n");
  k = kit_lay_in(dir, "\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1}", false);
  kit_dice(k, "3 3 1");
  sp_weather(&k->play);
  assert_int_equal(kit_state(k)->weather, OVERCAST);
  kit_close(k), put_away();
  own_copy("tables.tsv", "GER\tA1-A10\t2\t2", "GER\tA2-A3\t4\t3");
  k = kit_open_in(dir, "campaign");
  for (int g = 0; g < own(k->book)->ngroups[GER]; g++) {
    const struct group *group = &own(k->book)->group[GER][g];
    bool in = sal_eq(group->id, "a2") || sal_eq(group->id, "a3");
    if (group->cls == 'a')
      assert_int_equal(group->north, in ? 8 : 0), assert_int_equal(group->south, in ? 6 : 0);
  }
  kit_close(k), put_away();
  own_copy(
      "tables.tsv",
      "1\tRUS\t3\t4\t12\ton map >= 10 hexes from south edge or north edge Turn 3+\tI1,G2,O4,M1",
      "1\tRUS\t2\t5\t9\ton map >= 10 hexes from south edge or north edge Turn 3+\tI2,S1,M1");
  k = kit_open_in(dir, "campaign");
  kit_start(k, 1);
  const struct side *d = &kit_state(k)->side[RUS];
  assert_int_equal(d->cpp, 18);
  assert_int_equal(d->nrec, 6); /* and the tanks of the second row */
  assert_string_equal(own(k->book)->group[RUS][kit_state(k)->rec[RUS][0].group].id, "i2");
  assert_string_equal(own(k->book)->group[RUS][kit_state(k)->rec[RUS][1].group].id, "s1");
  kit_close(k), put_away();
}

/* One clear line for each thing that cannot be read. */
static void bad_tables(void **unused) {
  (void)unused;
  static const struct {
    const char *from, *to, *says;
  } cases[] = {
      {"@table repair |", "@table mending |", "table 'repair' is missing"},
      {"1\t-2\tvehicle-mounted", "1\ttwo\tvehicle-mounted",
       "table 'repair', row '1': 'two' cannot be read"},
      {"9\tescapes, Replaced\t", "9\tescapes somehow\t",
       "table 'escape', row '9': 'escapes somehow' cannot be read"},
      {"9\tescapes, Replaced\t", "10\tescapes, Replaced\t",
       "table 'escape', row '10': it does not follow on the row before"},
      {"<=8\tescapes\tescapes", "1-8\tescapes\tescapes",
       "table 'escape', row '1-8': it does not follow on the row before"},
      {">=12\teliminated", "12-20\teliminated",
       "table 'escape', row '12-20': it does not follow on the row before"},
      {"3-4\tOvercast", "4-3\tOvercast",
       "table 'weather', row '4-3': it does not follow on the row before"},
      {"3-4\tOvercast", "x\tOvercast", "table 'weather', row 'x': 'x' cannot be read"},
      {"3-4\tOvercast", "3-4\tDrizzle", "table 'weather', row '3-4': 'Drizzle' cannot be read"},
      {"1\tleader\tleadership", "1\t-1\tleadership",
       "table 'escape.drm', row '1': '-1' cannot be read"},
      {"fully tracked AFV\tyes", "fully tracked AFV\tmaybe",
       "table 'escape.drm', row '2': 'maybe' cannot be read"},
      {"3\timprove a 9-1", "3\timprove a 9-7",
       "table 'al.improve', row '3': 'improve a 9-7' cannot be read"},
      {"3\timprove a 9-1", "3\timprove a 10-3",
       "table 'al.improve', row '3': 'improve a 10-3' cannot be read"},
      {"3\timprove a 9-1", "3\tforget a 9-1",
       "table 'al.improve', row '3': 'forget a 9-1' cannot be read"},
      {"removed\teliminated\t", "removed\tleft in place\t",
       "table 'immobilized', row 'removed': nothing is left in place on a board that is removed"},
      {"retained\tleft in place\tleft", "kept\tleft in place\tleft",
       "table 'immobilized', row 'kept': 'kept' cannot be read"},
      {"mine FPP limit GER 30", "mine FPP limit 30",
       "table 'forts', row 'A-P mine factor': 'mine FPP limit 30 RUS 70' cannot be read"},
      {"trench\t9\t7\tno", "trench\t9\t7\tperhaps",
       "table 'forts', row 'trench': 'perhaps' cannot be read"},
      {"trench\t9\t7", "trench\tnine\t7", "table 'forts', row 'trench': 'nine' cannot be read"},
      {"I1,G2,O4,M1", "I1,G2,O9,M1", "table 'ob', row '1': 'I1,G2,O9,M1' cannot be read"},
      {"3\tGER\t4\t2\t16", "3\tGER\t6\t2\t16", "table 'ob', row '3': '6' cannot be read"},
      {"3\tGER\t4\t2\t16", "3\tGER\t0\t2\t16", "table 'ob', row '3': '0' cannot be read"},
      {"3\tGER\t4\t2\t16", "3\tGER\t4\t10\t16", "table 'ob', row '3': '10' cannot be read"},
      {"3\tGER\t4\t2\t16", "3\tGER\t4\t2\t61", "table 'ob', row '3': '61' cannot be read"},
      {"5\t9-2,9-1,8-0\t", "5\t9-2,9-1,8-0,7-0\t",
       "table 'leaders', row '5': '9-2,9-1,8-0,7-0' cannot be read"},
      {"5\t9-2,9-1,8-0\t", "5\t9-2,658\t", "table 'leaders', row '5': '9-2,658' cannot be read"},
      {"16\t6\t1\t1", "16\t7\t1\t1",
       "table 'boards', row '16': the board's parts are not its total"},
      {"16\t6\t1\t1", "16\t6\t1\t2",
       "table 'boards', row '17': each row of the plan has three boards"},
      {"16\t6\t1\t1", "16\t6\t5\t1",
       "table 'boards', row '16': each row of the plan has three boards"},
      {"16\t6\t1\t1", "16\t6\t1\t4",
       "table 'boards', row '16': each row of the plan has three boards"},
      {"a2\t1.5", "a2\t1.4", "table 'dugin', row 'a2': '1.4' cannot be read"},
      {"@table forts |", "@table works |", "table 'forts' is missing"},
      {"@table ob |", "@table forces |", "table 'ob' is missing"},
      {"70\t12\n", "70\t101\n", "table 'oba', row '70': '101' cannot be read"},
      {"70\t12\n", "70\t0\n", "table 'oba', row '70': '0' cannot be read"},
      {"@table oba |", "@table howitzers |", "table 'oba' is missing"},
      {"@table dugin |", "@table dugout |", "table 'dugin' is missing"},
      {"5\t6\t16\t", "6\t6\t16\t",
       "table 'replenish', row '6': it does not follow on the row before"},
      {"3-11\t0", "3-11\t2", "table 'elr', row '3-11': '2' cannot be read"},
      {"11PM\t-1\t-1", "11PM\t-7\t-1", "table 'historical', row '11PM': '-7' cannot be read"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct fault f = {0};
    own_copy("tables.tsv", cases[i].from, cases[i].to);
    struct library *l = library_open(dir, &f);
    const struct sal_book *b =
        l ? library_book(l, sal_ruleset_find("stalnie"), "campaign", &f) : NULL;
    if (b || !strstr(f.text, cases[i].says))
      fail_msg("%s: %s", cases[i].says, b ? "it loads" : f.text);
    if (l)
      library_close(l);
    put_away();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_counter_and_a_table), cmocka_unit_test(escape_tables),
      cmocka_unit_test(refit_tables),          cmocka_unit_test(armour_leader_table),
      cmocka_unit_test(other_tables),          cmocka_unit_test(bad_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
