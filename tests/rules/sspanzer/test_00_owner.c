/* test_00_owner.c - an owner of the printed game puts other figures in: one counter, one table. */
#include "table.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define replace(dir, file, from, to) owner_figure(dir, "sspanzer", file, from, to)

static void begin(char *dir, char sub[64]) {
  assert_non_null(mkdtemp(dir));
  snprintf(sub, 64, "%s/sspanzer", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
}
static void end(const char *dir, const char *sub, const char *file) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", sub, file), unlink(path);
  rmdir(sub), rmdir(dir);
}

static void figures_of_an_owner(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/sspanzer", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  /* the Pz IV gets gun 9, and visibility 7 on the dice becomes 2 hexes */
  replace(dir, "kinds.tsv", "PZ4\tgerman\tPz IV company\tV\tveh\t0\t8\t",
          "PZ4\tgerman\tPz IV company\tV\tveh\t0\t9\t");
  replace(dir, "tables.tsv", "\n7\t5\t-\t0\n", "\n7\t2\t-\t0\n");
  const char *pos =
      PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":0}," UNITS(
          U(PZ4, "1010") "," U(T4R, "1014"));
  struct table *mine = lay_with(GAME, NULL, pos, "=AIR 3 4 =29TC", dir, __FILE__, __LINE__),
               *plain = lay(GAME, pos, "=AIR 3 4 =29TC");
  char hash[2][40];
  for (int i = 0; i < 2; i++) {
    struct table *t = i ? plain : mine;
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_int_equal(int_of(t->last, "view.vars.vis"), i ? 5 : 2);
    ask(t, "{\"cmd\":\"board\"}");
    snprintf(hash[i], sizeof hash[i], "%s", text_of(t->last, "board.hash"));
    const cJSON *c;
    cJSON_ArrayForEach(c, field(t->last, "board.counters")) if (!strcmp(text_of(c, "id"), PZ4))
        assert_string_equal(text_of(c, "faces[0].figures[0]"), i ? "8" : "9");
  }
  assert_string_not_equal(hash[0], hash[1]); /* the journal's data hash tells them apart */
  clear_away(mine);
  clear_away(plain);
  pos = PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1014"));
  mine = lay_with(GAME, NULL, pos, "", dir, __FILE__, __LINE__);
  act(mine, G, "choose " PZ4);
  offered(mine, G, "fire " PZ4 " " T4R, "4.2b"); /* 9 - 5 = 4 */
  clear_away(mine);
  plain = lay(GAME, pos, "");
  act(plain, G, "choose " PZ4);
  refused(plain, G, "fire " PZ4 " " T4R, "9.3a");
  clear_away(plain);
  char path[128];
  snprintf(path, sizeof path, "%s/kinds.tsv", sub), unlink(path);
  snprintf(path, sizeof path, "%s/tables.tsv", sub), unlink(path);
  rmdir(sub), rmdir(dir);
}

/* Wrong figures are refused with file and line. */
static void wrong_figures(void **s) {
  static const struct {
    const char *file, *from, *to;
  } row[] = {{"kinds.tsv", "\t(3)\t4\t8\t4\t10\t4\t", "\t(x)\t4\t8\t4\t10\t4\t"},
             {"tables.tsv", "kill-zone\t4", "kill-zone\tmany"},
             {"counters.tsv", "\tTIG\t", "\tTIGER\t"},
             {"start.tsv", "LAH 29TC", "LAH 99TC"},
             {"setup-lesson.tsv", "1735", "9999"},
             {"start.tsv", "\tmode\t", "\tm\t"},
             {"start.tsv", "\tformations\t", "\tm\t"},
             {"start.tsv", "\tartillery\t", "\tm\t"},
             {"start.tsv", "\taircraft\t", "\tm\t"},
             {"start.tsv", "\tvis\t", "\tm\t"},
             {"start.tsv", "\trunes\t", "\tm\t"},
             {"start.tsv", "\tstars\t", "\tm\t"},
             {"start.tsv", "\trule\t", "\tm\t"},
             {"start.tsv", "\tbegins", "\tm"},
             {"start.tsv", "L.2", "3.2"},
             {"start.tsv", "L.1", "L.2"},
             {"tables.tsv", "fw190\tgerman\t", "fw190\tboth\t"},
             {"tables.tsv", "\n7\t5\t-\t0\n", "\n7\tfar\t-\t0\n"},
             {"counters.tsv", "ru.tile.s6\tsoviet\tStatic infantry\t-\ts6\t",
              "ru.tile.s6\tsoviet\tStatic infantry\t-\ts5\t"}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
    struct fault f;
    begin(dir, sub);
    replace(dir, row[i].file, row[i].from, row[i].to);
    struct library *lib = library_open(dir, &f);
    assert_non_null(lib);
    assert_null(library_book(lib, sal_ruleset_find("sspanzer"), "lesson", &f));
    assert_true(strlen(f.text) > 10);
    library_close(lib);
    end(dir, sub, row[i].file);
  }
}

/* 9.5: the largest number of dice counts, also where an owner's kill zone gives fewer. */
static void r9_5_the_largest(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  begin(dir, sub);
  replace(dir, "tables.tsv", "kill-zone\t4", "kill-zone\t2");
  struct table *t =
      lay_with(GAME, NULL, PLAIN IMPULSE("LAH") UNITS(KZ(PZ4, "1010", "0") "," U(T4R, "1012")), "",
               dir, __FILE__, __LINE__);
  act(t, G, "choose " PZ4);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " " T4R "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-3");
  clear_away(t);
  end(dir, sub, "tables.tsv");
}

/* 9.7a, 11.3a: hits outside close combat and in it have a column each. */
static void r11_3a_its_own_column(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  begin(dir, sub);
  /* one hit in close combat costs a step */
  replace(dir, "tables.tsv", "\n1\t0\t0\n", "\n1\t0\t1\n");
  struct table *t = lay_with(GAME, NULL,
                             PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1012") "," U(
                                 PG, "1515") "," U(MR, "1515") IDLE_G),
                             "1 6 6 1 6", dir, __FILE__, __LINE__);
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T4R);
  stands(t, T4R, "1012", 2);
  acts(t, G, "end; fire " PG " " MR);
  act(t, R, "pass");
  stands(t, MR, "1515", 1);
  clear_away(t);
  end(dir, sub, "tables.tsv");
}

/* 8.3i: heavier artillery of an owner may kill the defenders by danger close; nobody enters the
 * emptied hex. */
static void r8_3i_emptied_before_the_entry(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  begin(dir, sub);
  replace(dir, "tables.tsv", "entry-artillery\t1", "entry-artillery\t2");
  struct table *t =
      lay_with(GAME, NULL,
               PLAIN IMPULSE("29TC") UNITS("{\"unit\":\"de.lah.art-1\",\"box\":\"guns.first\"}," UM(
                   "de.lah.rec-2", "1011", "suppressed") "," U(T4R, "1010") IDLE_R),
               "1 6 6 1 2", dir, __FILE__, __LINE__);
  acts(t, R, "end; enter " T4R " 1011; fight");
  act(t, G, "fire de.lah.art-1 " T4R);
  happened(t, "13.4", "danger-close");
  happened(t, "9.7e", "cleared");
  happened(t, "8.3i", "thrown-back");
  stands(t, T4R, "1010", 2);
  clear_away(t);
  end(dir, sub, "tables.tsv");
}

/* What is not printed is not called printed: the die of entry fire, the crossfire's -2. */
static void sources_say_what_is_ruled(void **s) {
  (void)s;
  struct table *t = lay(GAME, NULL, NULL);
  const cJSON *table;
  int seen = 0;
  ask(t, "{\"cmd\":\"board\"}");
  cJSON_ArrayForEach(table, field(t->last, "board.tables")) {
    const char *id = text_of(table, "id"), *source = text_of(table, "source");
    if (!strcmp(id, "dice"))
      seen += strstr(source, "entry (9.5)") != NULL;
    if (!strcmp(id, "modifiers"))
      seen += strstr(source, "crossfire") != NULL;
  }
  assert_int_equal(seen, 2);
  clear_away(t);
}

/* 2.5: a made-up unit belongs to a formation of its side. */
static void r2_5_made_up_units(void **s) {
  static const struct {
    const char *unit;
    bool taken;
  } row[] = {{MADE("new", "german", "PZ4", "LAH", "1010"), true},
             {MADE("new", "german", "PZ4", "GD", "1010"), false},
             {MADE("new", "german", "PZ4", "29TC", "1010"), false}};
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010")), "");
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"sspanzer\",\"scenario\":\"lesson\",\"seed\":1,\"position\":"
        "{" PLAIN IMPULSE("LAH") "\"units\":[%s]}}",
        row[i].unit);
    assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), row[i].taken);
  }
  clear_away(t);
}

/* 3.1b: with more tiles than there can be units, or with none, a static unit still draws one. */
static void r3_1b_many_tiles_and_none(void **s) {
  static const char *const tiles[] = {"\ns1\t99\ns2\t99\ns3\t99\ns4\t99\ns5\t99\ns6\t99\n",
                                      "\ns1\t0\ns2\t0\ns3\t0\ns4\t0\ns5\t0\ns6\t0\n"};
  (void)s;
  for (int i = 0; i < 2; i++) {
    char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
    begin(dir, sub);
    replace(dir, "tables.tsv", "\ns1\t15\ns2\t15\ns3\t20\ns4\t10\ns5\t10\ns6\t5\n", tiles[i]);
    struct table *t = lay_with(
        GAME, NULL,
        PLAIN IMPULSE("LAH") UNITS(U(PG, "1011") ",{\"name\":\"x\",\"side\":\"soviet\",\"kind\":"
                                                 "\"STA\",\"hex\":\"1011\"}" IDLE_G),
        NULL, dir, __FILE__, __LINE__);
    act(t, G, "end");
    happened(t, "2.10b", "revealed");
    clear_away(t);
    end(dir, sub, "tables.tsv");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures_of_an_owner),       cmocka_unit_test(wrong_figures),
      cmocka_unit_test(r9_5_the_largest),          cmocka_unit_test(r11_3a_its_own_column),
      cmocka_unit_test(sources_say_what_is_ruled), cmocka_unit_test(r8_3i_emptied_before_the_entry),
      cmocka_unit_test(r2_5_made_up_units),        cmocka_unit_test(r3_1b_many_tiles_and_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
