/* test_K_calendar.c - the scenarios' own dates: set-up, the division that leaves on 12 July (K.4),
 * and the ends of the game. */
#include "table.h"

#include <stdlib.h>
#include <sys/stat.h>

#define JULY12 PLAIN "\"turn\":8," AT("german.movement")
#define OF(name, hex, formation) UX(name, G, "G-PG", hex, "\"formation\":\"" formation "\"")
#define AWAY(name, formation)                                                                      \
  "{\"name\":\"" name                                                                              \
  "\",\"side\":\"german\",\"kind\":\"G-PG\",\"box\":\"german.waiting\",\"formation\":\"" formation \
  "\"}"
#define ENEMY U("e", S, "S-INF", "1515")

/* K.7: works wherever they choose to stand, and none where nobody is */
static void the_other_hex(void **s) {
  (void)s;
  struct table *t = lay(K, NULL, NULL);
  acts(t, G, "switch de.102inf.84;switch de.102inf.84");
  stands(t, "de.102inf.84", "0200", 2);
  acts(t, G, "switch de.102inf.84;switch de.102inf.232;switch de.102inf.233");
  assert_true(dug_in(t, "0201", G));
  act(t, G, "pick de.air.l1");
  because(t, G, "done", "Choose 2 air counters");
  refused(t, G, "pick de.102inf.84", "K.6");
  offered(t, G, "pick de.air.l2", "K.6");
  act(t, G, "pick de.air.l2");
  offered(t, G, "done", "K.6");
  act(t, G, "done");
  assert_false(dug_in(t, "0200", G));
  clear_away(t);
}

/* 3.2.1: the German chooses among his own units' hexes, not among an owner's Soviet ones */
static void only_his_own(void **s) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64];
  (void)s;
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/wb95", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  replace(dir, "setup.tsv", "ru.13a.81inf\tk\t1905\t-", "ru.13a.81inf\tk\t1905\t1906");
  struct table *t = lay_with(K, NULL, NULL, NULL, dir, __FILE__, __LINE__);
  refused(t, G, "switch ru.13a.81inf", "3.2.1");
  because(t, G, "switch de.299inf.528", "has only one set-up hex");
  not_offered(t, G, "switch de.299inf.528");
  clear_away(t);
}

/* 11.1.1, 6.2.4: who comes later waits from the start, guns packed; those of the line are set up */
static void the_first_night(void **s) {
  (void)s;
  struct table *t = lay_with(K, OPENLY, NULL, NULL, NULL, __FILE__, __LINE__);
  stands(t, "de.4pz.pg-12", "german.waiting", 2);
  unmarked(t, "de.9-a.art-9-a", "transport");
  unmarked(t, "de.102inf.84", "transport");
  acts(t, G, "pick de.air.l1;pick de.air.l2;done;commit;done;done;done;commit");
  acts(t, S, "done;done;done");
  acts(t, G, "commit;pick de.4pz.art-103;put 0500");
  marked(t, "de.4pz.art-103", "transport");
  acts(t, G, "stop;pick de.4pz.pg-12;put 0500");
  unmarked(t, "de.4pz.pg-12", "transport");
  clear_away(t);
}

/* 14.1.3, P.3: whose ground both banks are; Bielgorod's are German, and down only in the battle
 * itself */
static void bridges_at_the_start(void **s) {
  (void)s;
#define CROSSING(banks)                                                                            \
  PLAIN AT("soviet.movement") TERRAIN(SIDE("0505", "0506", "river"),                               \
                                      PATH("road.main", "\"0504\",\"0505\",\"0506\",\"0507\""))    \
      banks                                                                                        \
      UNITS(U("e", S, "S-TB", "0503"), U("a", G, "G-INF", "1515"))
  struct table *t = FRESH(CROSSING("\"control\":[[\"soviet\",[\"0505\",\"0506\"]]],"), NULL);
  acts(t, S, "move e;step 0504;step 0505;blow 0505/0506");
  clear_away(t);
  t = lay_with("wb95/prokhorovka", OPENLY,
               CROSSING("\"regions\":[{\"id\":\"bielgorod\",\"hexes\":[\"0505\"]}],"), NULL, NULL,
               __FILE__, __LINE__);
  figure(t, G, "scenario", "bridges that are down", "0", "P.3");
  clear_away(t);
}

static void the_fourth_stays_away(void **s) { /* K.4: not brought in by then, it never comes */
  (void)s;
  struct table *t = FRESH(JULY12 UNITS(AWAY("f1", "4 ARM"), AWAY("f2", "4 ARM"),
                                       AWAY("o", "18 ARM"), OF("g", "0505", "9 ARM"), ENEMY),
                          NULL);
  stands(t, "f1", "withdrawn", 2);
  stands(t, "f2", "withdrawn", 2);
  stands(t, "o", "german.waiting", 2);
  act(t, G, "move g"); /* and nobody else goes for it */
  clear_away(t);
}

static void the_fourth_in_parts(void **s) { /* K.4: what waits counts, and goes with the rest */
  (void)s;
  struct table *t =
      FRESH(JULY12 UNITS(OF("f1", "0505", "4 ARM"), AWAY("f2", "4 ARM"),
                         UX("w1", G, "G-PG", "0606", "\"formation\":\"9 ARM\",\"steps\":1"),
                         OF("w2", "0606", "9 ARM"), OF("x1", "0707", "18 ARM"),
                         AWAY("x2", "18 ARM"), AWAY("y", "2 ARM"), U("i", G, "G-INF", "0909"),
                         OF("j", "0910", "6 INF"), OF("j2", "0910", "6 INF"),
                         UX("r", S, "S-TB", "1515", "\"formation\":\"XVI ARM\"")),
            NULL);
  because(t, G, "withdraw w1", "weaker than the 4th"); /* three levels to four */
  because(t, G, "withdraw w2", "first counter");
  because(t, G, "withdraw y", "not on the map");
  because(t, G, "withdraw i", "i is not of an armoured division");
  because(t, G, "withdraw j", "is not of an armoured division");
  because(t, G, "withdraw r", "is not of an armoured division");
  offered(t, G, "withdraw f1", "K.4");
  figure(t, S, "zones", "enemy stacks on the map", "5", "16.1R");
  act(t, G, "withdraw x1"); /* four */
  figure(t, S, "zones", "enemy stacks on the map", "4", "16.1R");
  stands(t, "x2", "withdrawn", 2);
  stands(t, "f2", "german.waiting", 2);
  act(t, G, "move f1");
  clear_away(t);
  t = FRESH(JULY12 UNITS(AWAY("f1", "4 ARM"), OF("f2", "0505", "4 ARM"), ENEMY), NULL);
  act(t, G, "withdraw f1"); /* its first counter, on the map or not */
  stands(t, "f1", "withdrawn", 2);
  stands(t, "f2", "withdrawn", 2);
  clear_away(t);
}

/* K.4: any armoured division then, if there is one; on that day only */
static void without_the_fourth(void **s) {
  (void)s;
  struct table *t =
      FRESH(JULY12 UNITS(UX("w", G, "G-PG", "0505", "\"formation\":\"9 ARM\",\"steps\":1"),
                         U("i", G, "G-INF", "0909"), ENEMY),
            NULL);
  refused(t, G, "move i", "K.4");
  act(t, G, "withdraw w");
  stands(t, "w", "withdrawn", 1);
  act(t, G, "move i");
  clear_away(t);
  t = FRESH(JULY12 UNITS(AWAY("o", "18 ARM"), U("i", G, "G-INF", "0909"), ENEMY), NULL);
  act(t, G, "move i");
  clear_away(t);
  t = FRESH(JULY12 UNITS(OF("w", "0505", "9 ARM"), BOX("i", G, "G-INF", "german.waiting"), ENEMY),
            NULL);
  refused(t, G, "done", "K.4"); /* that others wait is no reason */
  clear_away(t);
  t = FRESH(PLAIN "\"turn\":7," AT("german.movement") UNITS(OF("f", "0505", "4 ARM"), ENEMY), NULL);
  act(t, G, "move f");
  clear_away(t);
  t = lay_with("wb95/prokhorovka", OPENLY, JULY12 UNITS(OF("f", "0505", "4 ARM"), ENEMY), NULL,
               NULL, __FILE__, __LINE__);
  act(t, G, "move f");
  clear_away(t);
  t = lay_with("wb95/lesson", OPENLY, JULY12 UNITS(OF("f", "0505", "4 ARM"), ENEMY), NULL, NULL,
               __FILE__, __LINE__);
  act(t, G, "move f");
  clear_away(t);
}

static void the_dead_stay_dead(void **s) { /* K.4: what has been eliminated is not withdrawn */
  (void)s;
#define FALLEN PLAIN "\"turn\":7," AT("soviet.attack")
#define GONE                                                                                       \
  UX("f1", G, "G-PG", "0909", "\"formation\":\"4 ARM\",\"steps\":1"),                              \
      UX("e", S, "S-INF", "0910", "\"factors\":{\"sp\":20}")
  struct table *t = FRESH(FALLEN UNITS(GONE, AWAY("f2", "4 ARM")), "5 5"); /* 10:1, 10: -/D3 */
  acts(t, S, "target 0909;add e;commit;commit");
  act(t, G, "done");
  acts(t, S, "done;done;done");
  stands(t, "f1", "-", 0);
  stands(t, "f2", "withdrawn", 2);
  clear_away(t);
  t = FRESH(FALLEN UNITS(GONE, OF("f2", "0505", "4 ARM")), "5 5");
  acts(t, S, "target 0909;add e;commit;commit");
  act(t, G, "done");
  acts(t, S, "done;done;done");
  act(t, G, "withdraw f2");
  stands(t, "f1", "-", 0);
  stands(t, "f2", "withdrawn", 2);
  clear_away(t);
}

/* K.6, J.1: two are chosen and fly to the end; in the joined game the others until 20 July */
static void the_air_sets(void **s) {
  (void)s;
  struct table *t =
      lay_with("wb95/joined", OPENLY,
               PLAIN "\"turn\":17," AT("setup") UNITS(U("a", G, "G-INF", "0505"), ENEMY), NULL,
               NULL, __FILE__, __LINE__);
  because(t, G, "pick a", "not an air counter");
  because(t, G, "pick de.4pz.pz-35", "not an air counter"); /* nor is what is not in this game */
  act(t, G, "pick de.air.l1");
  stands(t, "de.air.l1", "german.air", 1);
  acts(t, G, "pick de.air.l2;done");
  act(t, G, "pick de.air.l2");
  refused(t, G, "pick de.air.l3", "8.1.3");
  act(t, G, "drop");
  refused(t, G, "pick de.air.l3", "8.1.5");
  stands(t, "de.air.l3", "withdrawn", 1);
  clear_away(t);
  t = lay_with("wb95/joined", OPENLY,
               PLAIN "\"turn\":16," AT("setup") UNITS(U("a", G, "G-INF", "0505"), ENEMY), NULL,
               NULL, __FILE__, __LINE__);
  acts(t, G, "pick de.air.l1;pick de.air.l2;done;pick de.air.l3");
  stands(t, "de.air.l3", "german.air", 1);
  clear_away(t);
  /* what never flew does not leave */
  t = lay_with("wb95/joined", OPENLY,
               PLAIN "\"turn\":17," AT("german.air")
                   UNITS("{\"unit\":\"de.air.l4\",\"box\":\"german.air\"}",
                         U("a", G, "G-INF", "0505"), ENEMY),
               NULL, NULL, __FILE__, __LINE__);
  stands(t, "de.air.l4", "withdrawn", 1);
  stands(t, "de.air.l3", "-", 0);
  clear_away(t);
}

static void the_second_day(void **s) { /* 2.1.5 */
  (void)s;
  struct table *t = FRESH(PLAIN AT("soviet.strategic") UNITS(ENEMY), NULL);
  act(t, S, "done");
  happened(t, "2.1.5", "turn");
  clear_away(t);
}

/* K.4, 17.1.1: a division that leaves does not keep the repair marker */
static void out_of_the_workshop(void **s) {
  (void)s;
  struct table *t =
      FRESH(JULY12 "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0501\"]}]," TERRAIN(
                PATH("road.main", "\"0501\",\"0502\""))
                UNITS(UX("p", G, "G-ARM", "0501",
                         "\"formation\":\"4 ARM\",\"steps\":1,\"marks\":[\"repair\"]"),
                      UX("o", G, "G-ARM", "0502", "\"steps\":1"), ENEMY),
            NULL);
  acts(t, G, "withdraw p;done;done;done");
  act(t, G, "repair o");
  marked(t, "o", "repair");
  clear_away(t);
}

/* ---- how it ends ------------------------------------------------------------------------ */

#define PLACES                                                                                     \
  "\"regions\":[{\"id\":\"fatiez\",\"hexes\":[\"1001\"]},{\"id\":\"zolotino\",\"hexes\":["         \
  "\"1003\"]},{\"id\":\"maloarchangielsk\",\"hexes\":[\"1005\"]},{\"id\":\"ponoryi\",\"hexes\":["  \
  "\"1007\",\"1008\"]}],"
#define TOWNS                                                                                      \
  TERRAIN(HEX("0501", "\"town\""), HEX("0503", "\"town\""), HEX("0505", "\"town\""),               \
          HEX("0507", "\"town\""), HEX("0509", "\"town\""), HEX("0511", "\"town\""),               \
          HEX("0513", "\"city\""), HEX("1001", "\"town\""))
#define FZM "\"1001\",\"1003\",\"1005\""

/* K.10, K.11: 11, 19, 26; a place counts once, and only when all of it is taken */
static void the_scale(void **s) {
  (void)s;
  static const struct {
    const char *held, *level;
    int vp, margin;
  } row[] = {
      {"\"1001\",\"0501\",\"0503\",\"0505\"", "Soviet victory", 10, -1},
      {FZM ",\"1007\"", "German small victory", 11, 1},
      {FZM ",\"1007\",\"1008\",\"0501\",\"0513\"", "German small victory", 18, 8},
      {FZM ",\"0501\",\"0503\",\"0505\",\"0507\"", "German medium victory", 19, 9},
      {FZM ",\"0501\",\"0503\",\"0505\",\"0507\",\"0509\",\"0511\",\"0513\"",
       "German medium victory", 25, 15},
      {FZM ",\"1007\",\"1008\",\"0501\",\"0503\",\"0505\",\"0507\",\"0509\",\"0511\"",
       "German significant victory", 26, 16},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[2400];
    snprintf(pos, sizeof pos,
             PLAIN "\"turn\":19," AT("soviet.strategic") PLACES TOWNS
             "\"control\":[[\"soviet\",[" FZM
             ",\"1007\",\"1008\"]],[\"german\",[%s]]]," UNITS(U("e", S, "S-HQ", "1818")),
             row[i].held);
    struct table *t = FRESH(pos, NULL);
    act(t, S, "done");
    told(t, "time is up");
    result(t, row[i].margin > 0 ? G : S, "K.11");
    assert_string_equal(text_of(t->last, "result.level"), row[i].level);
    assert_int_equal(int_of(t->last, "result.scores.german"), row[i].vp);
    assert_int_equal(int_of(t->last, "result.scores.soviet"), 0);
    assert_int_equal(int_of(t->last, "result.margin"), row[i].margin);
    clear_away(t);
  }
}

/* K.9 and P.10: everything that is asked for, in the right battle, after the right supply phase */
static void at_once(void **s) {
  (void)s;
#define ALL "\"0505\",\"0606\",\"0707\""
  static const struct {
    const char *scenario, *phase, *side, *held, *winner, *rule;
  } row[] = {
      {"wb95/prokhorovka", "soviet", G, ALL, G, "P.10"},
      {"wb95/prokhorovka", "german", S, ALL, S, "P.10"},
      {"wb95/joined", "soviet", G, ALL, G, "P.10"},
      {"wb95/prokhorovka", "german", G, ALL, NULL, NULL},
      {"wb95/prokhorovka", "soviet", S, ALL, NULL, NULL},
      {"wb95/prokhorovka", "soviet", G, "\"0505\",\"0606\"", NULL, NULL},
      {"wb95/prokhorovka", "soviet", G, "\"0505\",\"0707\"", NULL, NULL},
      {"wb95/prokhorovka", "soviet", G, "\"0606\",\"0707\"", NULL, NULL},
      {"wb95/prokhorovka", "german", S, "\"0505\",\"0606\"", NULL, NULL},
      {"wb95/prokhorovka", "german", S, "\"0505\",\"0707\"", NULL, NULL},
      {"wb95/prokhorovka", "german", S, "\"0606\",\"0707\"", NULL, NULL},
      {"wb95/kursk", "soviet", G, ALL, NULL, NULL},
      {"wb95/kursk", "german", S, ALL, NULL, NULL},
      {"wb95/kursk", "soviet", G, "\"0909\",\"0910\"", G, "K.9"},
      {"wb95/joined", "soviet", G, "\"0909\",\"0910\"", G, "K.9"},
      {"wb95/kursk", "soviet", G, "\"0909\"", NULL, NULL},
      {"wb95/kursk", "german", G, "\"0909\",\"0910\"", NULL, NULL},
      {"wb95/prokhorovka", "soviet", G, "\"0909\",\"0910\"", NULL, NULL},
      {"wb95/lesson", "soviet", G, "\"0909\",\"0910\"", NULL, NULL},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char pos[900];
    const char *other = strcmp(row[i].side, G) ? G : S;
    snprintf(pos, sizeof pos,
             PLAIN
             "\"phase\":\"%s.strategic\",\"regions\":[{\"id\":\"bielgorod\",\"hexes\":[\"0505\"]},{"
             "\"id\":\"obojan\",\"hexes\":[\"0606\"]},{\"id\":\"prokhorovka\",\"hexes\":[\"0707\"]}"
             ",{\"id\":\"kursk\",\"hexes\":[\"0909\",\"0910\"]}],\"control\":[[\"%s\",[" ALL
             ",\"0909\",\"0910\"]],[\"%s\",[%s]]]," UNITS(U("g", G, "G-HQ", "0118"),
                                                          U("e", S, "S-HQ", "1818")),
             row[i].phase, other, row[i].side, row[i].held);
    struct table *t = lay_with(row[i].scenario, OPENLY, pos, NULL, NULL, __FILE__, __LINE__);
    act(t, row[i].phase, "done");
    if (!row[i].winner) {
      never(t, "over");
    } else {
      happened(t, row[i].rule, "over");
      told(t, strcmp(row[i].winner, G) ? "an automatic Soviet victory"
                                       : "an automatic German victory");
      result(t, row[i].winner, row[i].rule);
      assert_string_equal(text_of(t->last, "result.level"), strcmp(row[i].winner, G)
                                                                ? "Soviet automatic victory"
                                                                : "German automatic victory");
      assert_int_equal(int_of(t->last, "result.margin"), strcmp(row[i].winner, G) ? -100 : 100);
    }
    clear_away(t);
  }
}

static int crossings(struct table *t) { /* told in the last act */
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) n += !strcmp(text_of(e, "kind"), "crossed");
  return n;
}

static void the_far_bank(void **s) { /* K.10: a supplied regular German unit, and once */
  (void)s;
#define BANKS                                                                                      \
  PLAIN AT("german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"0505\","       \
                               "\"0507\",\"0909\"]},{\"id\":\"far.sejm\",\"hexes\":[\"0505\","     \
                               "\"0507\"]},{\"id\":\"far.tuskar\",\"hexes\":[\"0909\"]},{\"id\":"  \
                               "\"far.sosna\",\"hexes\":[\"1818\"]}],"
  struct table *t = FRESH(BANKS UNITS(U("a", G, "G-INF", "0505"), U("b", G, "G-INF", "0507"),
                                      U("q", G, "G-HQ", "0909"), U("gun", G, "G-ART", "0909"),
                                      UX("e", S, "S-INF", "1818", "\"marks\":[\"supplied\"]")),
                          NULL);
  act(t, G, "done");
  assert_int_equal(crossings(t), 1); /* the Sejm, at one place */
  happened(t, "K.10", "crossed");
  figure(t, G, "score", "German victory points", "10", "K.10");
  acts(t, S, "done;done;done");
  acts(t, G, "done;done");
  act(t, G, "done");
  assert_int_equal(crossings(t), 0); /* for good, but once */
  clear_away(t);
  t = FRESH(BANKS UNITS(U("a", G, "G-INF", "1818"), U("e", S, "S-INF", "0101")), NULL);
  act(t, G, "done");
  never(t, "crossed"); /* nobody supplies it there */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_other_hex),
                                     cmocka_unit_test(only_his_own),
                                     cmocka_unit_test(the_first_night),
                                     cmocka_unit_test(bridges_at_the_start),
                                     cmocka_unit_test(the_fourth_stays_away),
                                     cmocka_unit_test(the_fourth_in_parts),
                                     cmocka_unit_test(without_the_fourth),
                                     cmocka_unit_test(the_dead_stay_dead),
                                     cmocka_unit_test(the_air_sets),
                                     cmocka_unit_test(the_second_day),
                                     cmocka_unit_test(out_of_the_workshop),
                                     cmocka_unit_test(the_scale),
                                     cmocka_unit_test(at_once),
                                     cmocka_unit_test(the_far_bank)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
