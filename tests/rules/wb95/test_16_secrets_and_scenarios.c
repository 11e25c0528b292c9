/* test_16_secrets_and_scenarios.c - rule 16 and the scenarios K, P, J: masking, calendar, victory;
 * the counters' figures. */
#include "table.h"

/* of the view: what stands there */
static const cJSON *entry_at(struct table *t, const char *side, const char *hex, int nth) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "at"), hex) &&
                                                          !nth--) return u;
  return NULL;
}

static void masks(void **s) { /* 16.1 */
  (void)s;
  struct table *t = lay_with(
      K, NULL,
      PLAIN AT("german.movement") MARKS(MARK("0909", "ff", S))
          UNITS(U("a", G, "G-ARM", "0505"), UX("b", G, "G-ARM", "0907", "\"factors\":{\"mp\":9}"),
                UX("e", S, "S-INF", "0508", "\"steps\":1"), U("f", S, "S-INF", "0909"),
                U("h", S, "S-HQ", "0909"), U("far", S, "S-INF", "1515")),
      "3 4", NULL, __FILE__, __LINE__);
  const cJSON *u = entry_at(t, G, "0508", 0);
  assert_non_null(u);
  assert_string_equal(text_of(u, "id"), "?1"); /* a masked stack: no type, no number */
  assert_null(field(u, "counter"));
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"far\"}");
  assert_string_equal(text_of(t->last, "error.rule"), "16.1.1");
  cites(t, "error.rule", "16.1.1");
  acts(t, G, "move a;step 0506;step 0507");
  happened(t, "16.1.4", "contact");
  u = entry_at(t, G, "0508", 0);
  assert_string_equal(text_of(u, "counter"), "S-INF"); /* type and levels of the unfortified */
  assert_int_equal(int_of(u, "steps"), 1);
  acts(t, G, "move b;step 0908");
  u = entry_at(t, G, "0909", 0);
  assert_non_null(u);
  assert_null(field(u, "steps")); /* only the type of the fortified */
  act(t, G, "done");
  acts(t, G, "target 0508;add a;commit");
  happened(t, "16.1.3", "opened");
  u = entry_at(t, G, "0508", 0);
  assert_string_equal(text_of(u, "id"), "e");
  act(t, G, "commit");
  acts(t, S, "commit"); /* asked always */
  clear_away(t);
}

/* 16.1.4: types and levels in their order, whichever counter has which */
static void contact_names_nobody(void **s) {
  (void)s;
  const char *levels[][2] = {{"1", "2"}, {"2", "1"}};
  for (int i = 0; i < 2; i++) {
    char pos[400];
    snprintf(
        pos, sizeof pos,
        "%s%s\"units\":[" U("a", G, "G-INF",
                            "0505") ",{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"S-INF\","
                                    "\"hex\":\"0506\",\"steps\":%s},{\"name\":\"y\",\"side\":"
                                    "\"soviet\",\"kind\":\"S-INF\",\"hex\":\"0506\",\"steps\":%s}]",
        PLAIN, AT("german.movement"), levels[i][0], levels[i][1]);
    struct table *t = MASKED(pos, NULL);
    assert_int_equal(int_of(entry_at(t, G, "0506", 0), "steps"), 1);
    assert_int_equal(int_of(entry_at(t, G, "0506", 1), "steps"), 2);
    clear_away(t);
  }
  struct table *t = MASKED(PLAIN AT("german.movement")
                               UNITS(U("a", G, "G-INF", "0505"), U("x", S, "S-INF", "0506"),
                                     UX("y", S, "S-ING", "0506", "\"steps\":1")),
                           NULL);
  /* types first, whatever their levels */
  assert_string_equal(text_of(entry_at(t, G, "0506", 0), "counter"), "S-INF");
  assert_string_equal(text_of(entry_at(t, G, "0506", 1), "counter"), "S-ING");
  clear_away(t);
}

/* 16.1.3: what fires or fights lies open until the phase ends; what stands by does not */
static void guns_show_themselves(void **s) {
  (void)s;
  /* 11:6 is 2:1, 7: -/D1 */
  struct table *t =
      MASKED(PLAIN AT("german.attack") UNITS(UX("a", G, "G-INF", "0505", "\"factors\":{\"sp\":6}"),
                                             U("g", G, "G-ART", "0503"), U("h", G, "G-ART", "0403"),
                                             UX("e", S, "S-INF", "0506", "\"factors\":{\"sp\":6}")),
             "3 4");
  acts(t, G, "target 0506;add a;commit;gun g");
  assert_true(sees(t, S, "g"));
  assert_false(sees(t, S, "h"));
  act(t, G, "commit");
  acts(t, S, "commit;retreat e 0507");
  acts(t, G, "done;done"); /* the phase is over: what was open is hidden again */
  assert_false(sees(t, S, "g"));
  clear_away(t);
}

static void masks_in_a_fixed_position(void **s) { /* 16.1.4: as fortified as any */
  (void)s;
  struct table *t = MASKED(BED AT("german.movement")
                               UNITS(U("a", G, "G-INF", "1001"), U("e", S, "S-INF", "1002")),
                           NULL);
  const cJSON *u = entry_at(t, G, "1002", 0);
  assert_string_equal(text_of(u, "counter"), "S-INF");
  assert_null(field(u, "steps"));
  clear_away(t);
}

static void unmasking(void **s) { /* 16.1.2 */
  (void)s;
  struct table *t = MASKED(PLAIN AT("german.movement")
                               UNITS(U("a", G, "G-ARM", "0505"), U("b", G, "G-INF", "0505"),
                                     U("c", G, "G-INF", "0707"), U("e", S, "S-INF", "0909")),
                           NULL);
  assert_string_equal(text_of(entry_at(t, S, "0505", 0), "id"), "?1");
  refused(t, G, "mask a", "16.1.2");
  refused(t, G, "unmask e", "16.1.2");
  act(t, G, "unmask a");
  happened(t, "16.1.2", "unmasked");
  ask(t, "{\"cmd\":\"undo\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "error.code"), "state"); /* what was seen cannot be unseen */
  assert_string_equal(text_of(entry_at(t, S, "0505", 0), "id"), "a");
  assert_non_null(entry_at(t, S, "0505", 1)); /* and something under it */
  assert_string_equal(text_of(entry_at(t, S, "0505", 1), "id"), "?1");
  act(t, G, "unmask c");
  assert_null(entry_at(t, S, "0707", 1)); /* alone: nothing is under it */
  refused(t, G, "unmask b", "16.1.1");    /* only the top of a stack is seen */
  refused(t, G, "mask a", "16.1.2");      /* once a phase */
  acts(t, G, "done;done;done");
  acts(t, S, "done;done;done");
  assert_string_equal(text_of(entry_at(t, S, "0505", 0), "id"), "a");
  act(t, G, "mask a");
  happened(t, "16.1.2", "masked");
  assert_string_equal(text_of(entry_at(t, S, "0505", 0), "id"), "?1");
  act(t, G, "unmask b");
  acts(t, G, "move b;step 0504;stop");
  /* it moved: under its mask again */
  assert_string_equal(text_of(entry_at(t, S, "0504", 0), "id"), "?1");
  refused(t, G, "unmask b", "16.1.2");
  clear_away(t);
  t = FRESH(PLAIN AT("german.movement") UNITS(U("a", G, "G-ARM", "0505")), NULL);
  refused(t, G, "unmask a", "16.1.2"); /* nothing is masked */
  clear_away(t);
}

#define ATTACK PLAIN AT("german.attack")
#define STRENGTH(n) "\"factors\":{\"sp\":" #n "}"
#define NINE_AT_0505 UX("a", G, "G-INF", "0505", STRENGTH(9))

/* The attackers' card against 0506, before it is declared. */
static char *masked_card(const char *position) {
  struct table *t = MASKED(position, NULL);
  acts(t, G, "target 0506;add a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].steps[0].rule"), "16.1.3");
  assert_string_equal(text_of(t->last, "prompt.cards[0].steps[0].to"), "9:1");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "1:4 to 9:1");
  assert_int_equal(int_of(t->last, "prompt.cards[0].sides[0].total"), 9);
  char *card = cJSON_PrintUnformatted(field(t->last, "prompt.cards[0]"));
  clear_away(t);
  return card;
}

/* 16.1.3: own strength and the range of odds, whatever the mask hides. */
static void masked_targets(void **s) {
  (void)s;
  char *weak = masked_card(ATTACK UNITS(NINE_AT_0505, UX("e", S, "S-INF", "0506", STRENGTH(2))));
  char *strong = masked_card(ATTACK UNITS(NINE_AT_0505, UX("e", S, "S-INF", "0506", STRENGTH(4)),
                                          UX("f", S, "S-INF", "0506", STRENGTH(4))));
  assert_string_equal(weak, strong);
  cJSON_free(weak);
  cJSON_free(strong);
}

/* K.7: the Germans only; P.9: everybody; the lesson is ours */
static void works_at_the_start(void **s) {
  (void)s;
  struct table *t = lay("wb95/kursk", NULL, NULL);
  assert_true(dug_in(t, "1703", G));
  assert_false(dug_in(t, "1706", S));
  clear_away(t);
  t = lay("wb95/prokhorovka", NULL, NULL);
  assert_true(dug_in(t, "4926", G));
  assert_true(dug_in(t, "4924", S));
  clear_away(t);
  t = lay("wb95/lesson", NULL, NULL);
  /* all of it */
  figure(t, G, "scenario", "counters that begin in field fortifications", "84", "K.7");
  clear_away(t);
}

static void kursk(void **s) {
  (void)s;
  struct table *t = lay("wb95/kursk", NULL, NULL);
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.turn.date"), "5 July 1943");
  figure(t, G, "scenario", "turns", "19", "K.1");
  figure(t, G, "scenario", "the German side has the initiative", "1", "K.2");
  figure(t, G, "scenario", "German supply bases", "32", "K.5");
  figure(t, G, "scenario", "Soviet supply bases", "36", "K.5");
  figure(t, G, "scenario", "counters that begin in field fortifications", "85", "K.7");
  figure(t, G, "scenario", "entry zones, Soviet", "5", "11.2.4");
  figure(t, G, "scenario", "hexes that begin German", "84", "4.3.1");
  figure(t, G, "scenario", "hexes behind fortified lines", "88", "19.1R");
  figure(t, G, "counters", "counters with two levels", "58", "1.2b");
  figure(t, G, "counters", "towed artillery", "14", "1.2c");
  figure(t, G, "counters", "towed artillery with one level", "14", "6.1.6");
  figure(t, G, "counters", "artillery that moves as trucks", "14", "1.3a");
  figure(t, G, "counters", "levels of headquarters", "5", "3.2.2");
  figure(t, G, "counters", "formations that can concentrate", "19", "13.1.1");
  refused(t, G, "done", "K.6");
  act(t, G, "pick de.air.l1");
  refused(t, G, "pick de.air.l1", "K.6");
  act(t, G, "pick de.air.l2");
  refused(t, G, "pick de.air.l3", "K.6");
  refused(t, G, "switch de.9pz.pz-33", "3.2.1");
  act(t, G, "switch de.102inf.84");
  stands(t, "de.102inf.84", "0201", 2);
  act(t, G, "done");
  happened(t, "2.1.6", "turn");
  happened(t, "2.2.1", "phase");
  act(t, G, "commit");
  happened(t, "2.2.2", "phase");
  happened(t, "2.2.3", "phase");
  refused(t, G, "pick de.4pz.pz-35", "11.1.1"); /* tomorrow */
  refused(t, G, "mark de.4pz.pz-35", "12.1.4");
  clear_away(t);
}

static void frozen(void **s) { /* K.3, P.6, P.4, P.5 */
  (void)s;
  struct table *t = lay_with(K, OPENLY,
                             "\"map\":\"north\"," AT("soviet.movement")
                                 UNITS("{\"unit\":\"ru.2aa.hq-2-aa\",\"hex\":\"1914\"}",
                                       "{\"unit\":\"ru.48a.73inf\",\"hex\":\"2600\"}"),
                             NULL, NULL, __FILE__, __LINE__);
  refused(t, S, "move ru.2aa.hq-2-aa", "K.3");
  refused(t, S, "mark ru.2aa.hq-2-aa", "K.3");
  act(t, S, "move ru.48a.73inf");
  clear_away(t);
  t = lay_with("wb95/prokhorovka", OPENLY,
               "\"map\":\"south\"," AT("soviet.movement")
                   UNITS("{\"unit\":\"ru.69a.111inf\",\"hex\":\"6029\"}",
                         "{\"unit\":\"ru.7ga.81inf-g\",\"hex\":\"5224\"}",
                         "{\"unit\":\"ru.vi-arm.22\",\"hex\":\"4406\"}"),
               NULL, NULL, __FILE__, __LINE__);
  refused(t, S, "move ru.69a.111inf", "P.6");
  reaches(t, S, "ru.vi-arm.22", "4406", "0", "P.5");
  act(t, S, "move ru.vi-arm.22");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_non_null(strstr(text_of(t->last, "prompt.text"), "7/2 points left"));
  act(t, S, "stop");
  figure(t, S, "scenario", "counters with half their points on 5 July", "13", "P.5");
  figure(t, S, "scenario", "turns", "11", "P.1");
  figure(t, S, "scenario", "the German side has the initiative", "1", "P.2");
  figure(t, S, "scenario", "German supply bases", "32", "P.7");
  clear_away(t);
  /* bound to its place, a unit does not march at the price of a level either */
  t = lay_with(K, OPENLY,
               PLAIN AT("soviet.movement")
                   UNITS("{\"unit\":\"ru.iii-arm.50\",\"hex\":\"0505\",\"marks\":[\"oos:1\"]}",
                         "{\"unit\":\"ru.48a.73inf\",\"hex\":\"0909\",\"marks\":[\"oos:1\"]}"),
               NULL, NULL, __FILE__, __LINE__);
  refused(t, S, "full ru.iii-arm.50", "10.2.3");
  offered(t, S, "full ru.48a.73inf", "10.2.3");
  clear_away(t);
  /* in the whole salient each unit is bound by the rule of its own map */
  t = lay_with("wb95/joined", OPENLY,
               AT("soviet.movement") UNITS("{\"unit\":\"ru.2aa.hq-2-aa\",\"hex\":\"1914\"}",
                                           "{\"unit\":\"ru.ii-armg.25\",\"hex\":\"6223\"}",
                                           "{\"unit\":\"ru.69a.111inf\",\"hex\":\"6029\"}"),
               NULL, NULL, __FILE__, __LINE__);
  refused(t, S, "move ru.2aa.hq-2-aa", "K.3");
  refused(t, S, "move ru.ii-armg.25", "P.6"); /* from 6 July too */
  because(t, S, "move ru.ii-armg.25", "before 6 July");
  refused(t, S, "move ru.69a.111inf", "P.6");
  clear_away(t);
  t = lay("wb95/prokhorovka", NULL, NULL);
  figure(t, G, "scenario", "counters that begin in field fortifications", "169", "P.9");
  refused(t, G, "done", "P.8");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  clear_away(t);
}

static void doniec(void **s) { /* P.4, P.3 */
  (void)s;
  struct table *t =
      lay_with("wb95/prokhorovka", OPENLY,
               "\"map\":\"plain:60x40\"," AT("soviet.movement")
                   TERRAIN(SIDE("5120", "5121", "river.major"), SIDE("5130", "5131", "river.major"))
                       UNITS("{\"unit\":\"ru.7ga.81inf-g\",\"hex\":\"5120\"}",
                             "{\"unit\":\"ru.7ga.78inf-g\",\"hex\":\"5130\"}"),
               NULL, NULL, __FILE__, __LINE__);
  act(t, S, "move ru.7ga.81inf-g");
  refused(t, S, "step 5121", "P.4");
  act(t, S, "stop");
  acts(t, S, "move ru.7ga.78inf-g;step 5131");
  stands(t, "ru.7ga.78inf-g", "5131", 2);
  clear_away(t);
  t = lay("wb95/prokhorovka", NULL, NULL);
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  figure(t, G, "scenario", "bridges that are down", "2", "P.3");
  clear_away(t);
}

static void joined(void **s) {
  (void)s;
  struct table *t = lay("wb95/joined", NULL, NULL);
  figure(t, G, "scenario", "hexsides that join the two maps", "63", "J.2");
  figure(t, G, "scenario", "turns", "19", "K.1");
  acts(t, G, "pick de.air.l1;pick de.air.l2;done;pick de.air.l6;drop");
  clear_away(t);
}

static void withdrawal(void **s) { /* K.4 */
  (void)s;
#define AT_HEX(u, hex) "{\"unit\":\"" u "\",\"hex\":\"" hex "\"}"
  struct table *t =
      lay_with(K, OPENLY,
               "\"map\":\"north\",\"turn\":8," AT("german.movement")
                   UNITS(AT_HEX("de.4pz.pz-35", "1005"), AT_HEX("de.4pz.pg-12", "1005"),
                         AT_HEX("de.9pz.pz-33", "1303"), AT_HEX("de.18pz.pz-18", "1703"),
                         AT_HEX("de.18pz.pg-52", "1703"), AT_HEX("de.6inf.18", "1204")),
               NULL, NULL, __FILE__, __LINE__);
  refused(t, G, "move de.6inf.18", "K.4");
  refused(t, G, "withdraw de.6inf.18", "K.4");
  refused(t, G, "withdraw de.9pz.pz-33", "K.4"); /* weaker than the 4th */
  refused(t, G, "withdraw de.4pz.pg-12", "K.4"); /* not its first counter */
  offered(t, G, "withdraw de.18pz.pz-18", "K.4");
  act(t, G, "withdraw de.4pz.pz-35");
  happened(t, "K.4", "withdrawn");
  stands(t, "de.4pz.pg-12", "withdrawn", 2);
  act(t, G, "move de.6inf.18");
  clear_away(t);
  t = lay_with(K, OPENLY,
               "\"map\":\"north\",\"turn\":2," AT("german.movement")
                   UNITS("{\"unit\":\"de.4pz.pz-35\",\"box\":\"german.waiting\"}",
                         "{\"unit\":\"ru.48a.137inf\",\"box\":\"soviet.waiting\"}"),
               NULL, NULL, __FILE__, __LINE__);
  act(t, G, "pick de.4pz.pz-35"); /* 6 July */
  offered(t, G, "put 0500", "11.1.2");
  clear_away(t);
}

static void inland(void **s) { /* 11.1.2R, K.8 */
  (void)s;
  struct table *t = lay_with("wb95/prokhorovka", OPENLY,
                             "\"map\":\"south\",\"turn\":3," AT("soviet.movement")
                                 UNITS("{\"unit\":\"ru.38a.204inf\",\"box\":\"soviet.waiting\"}"),
                             NULL, NULL, __FILE__, __LINE__);
  act(t, S, "pick ru.38a.204inf");
  act(t, S, "put 4508");
  happened(t, "11.1.2R", "enters");
  clear_away(t);
  t = lay_with(K, OPENLY,
               "\"map\":\"north\",\"turn\":9," AT("soviet.movement")
                   UNITS("{\"unit\":\"ru.ii-mot.18\",\"box\":\"soviet.waiting\"}",
                         "{\"unit\":\"ru.ii-mot.33\",\"box\":\"soviet.waiting\"}"),
               NULL, NULL, __FILE__, __LINE__);
  act(t, S, "pick ru.ii-mot.18");
  act(t, S, "put 3110");
  happened(t, "K.8", "stawka");
  act(t, S, "stop");
  acts(t, S, "pick ru.ii-mot.33;put 3110");
  never(t, "stawka"); /* the same corps */
  clear_away(t);
}

#define LAST(n) "\"turn\":" n ","

static void victory(void **s) { /* K.9-K.11, P.10-P.12, J.1 */
  (void)s;
  struct table *t = lay_with(
      K, OPENLY,
      "\"map\":\"north\"," LAST("19")
          AT("soviet.strategic") "\"control\":[[\"german\",[\"1325\",\"1326\",\"1425\"]]]," UNITS(
              "{\"unit\":\"de.18pz.pz-18\",\"hex\":\"1325\"}"),
      NULL, NULL, __FILE__, __LINE__);
  act(t, S, "done");
  happened(t, "K.9", "over");
  result(t, G, "K.9");
  assert_int_equal(field(t->last, "result.margin")->valueint, 100); /* beyond all points */
  clear_away(t);
  t = lay_with(K, OPENLY,
               "\"map\":\"north\"," LAST("19") AT("soviet.strategic")
                   UNITS("{\"unit\":\"de.18pz.pz-18\",\"hex\":\"0500\"}"),
               NULL, NULL, __FILE__, __LINE__);
  act(t, S, "done");
  happened(t, "2.1.3", "over");
  result(t, S, "K.11");
  /* nothing is to be done, but one may look */
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"de.18pz.pz-18\"}");
  assert_non_null(field(t->last, "reach.hexes[1].hex"));
  assert_null(field(t->last, "reach.begin[0]"));
  clear_away(t);
  /* 8 and 11 points; 11 are enough */
  static const struct {
    const char *held, *level;
  } scale[] = {{"\"0814\",\"1915\"", "Soviet victory"},
               {"\"0814\",\"1915\",\"1808\"", "German small victory"}};
  for (int i = 0; i < 2; i++) {
    char pos[400];
    snprintf(pos, sizeof pos,
             "\"map\":\"north\"," LAST("19")
                 AT("soviet.strategic") "\"control\":[[\"german\",[%s]]]," UNITS(
                     "{\"unit\":\"de.18pz.pz-18\",\"hex\":\"0500\"}"),
             scale[i].held);
    t = lay_with(K, OPENLY, pos, NULL, NULL, __FILE__, __LINE__);
    figure(t, G, "score", "German victory points", i ? "11" : "8", "K.10");
    act(t, S, "done");
    result(t, i ? G : S, "K.11");
    assert_string_equal(text_of(t->last, "result.level"), scale[i].level);
    clear_away(t);
  }
  t = lay_with("wb95/prokhorovka", OPENLY,
               "\"map\":\"south\"," LAST("11")
                   AT("soviet.strategic") "\"control\":[[\"german\",[\"4508\",\"5028\",\"4928\"]],["
                                          "\"soviet\",[\"5514\"]]]," UNITS(
                                              "{\"unit\":\"ru.40a.hq-40\",\"hex\":\"3418\"}"),
               NULL, NULL, __FILE__, __LINE__);
  figure(t, G, "score", "German victory points", "10", "P.11");
  act(t, S, "done");
  result(t, S, "P.12");
  clear_away(t);
  t = lay_with(
      "wb95/prokhorovka", OPENLY,
      "\"map\":\"south\"," LAST("5")
          AT("soviet.strategic") "\"control\":[[\"german\",[\"4508\",\"5028\",\"4928\",\"5514\"]]]"
                                 "," UNITS("{\"unit\":\"ru.40a.hq-40\",\"hex\":\"3418\"}"),
      NULL, NULL, __FILE__, __LINE__);
  act(t, S, "done");
  happened(t, "P.10", "over");
  result(t, G, "P.10");
  clear_away(t);
  t = lay_with("wb95/joined", OPENLY,
               "\"map\":\"north+south+seam\"," LAST("19") AT("soviet.strategic")
                   UNITS("{\"unit\":\"ru.40a.hq-40\",\"hex\":\"3418\"}"),
               NULL, NULL, __FILE__, __LINE__);
  act(t, S, "done");
  result(t, S, "J.1");
  clear_away(t);
  t = lay_with(
      K, OPENLY,
      "\"map\":\"north\"," LAST("2")
          AT("german.strategic") "\"regions\":[{\"id\":\"german.supply\",\"hexes\":[\"1429\"]}]"
                                 "," UNITS("{\"unit\":\"de.18pz.pz-18\",\"hex\":\"1429\"}",
                                           "{\"unit\":\"de.18pz.pg-52\",\"hex\":\"1428\"}",
                                           "{\"unit\":\"de.18pz.pg-101\",\"hex\":\"1527\"}"),
      NULL, NULL, __FILE__, __LINE__);
  act(t, G, "done");
  happened(t, "K.10", "crossed"); /* the Sejm */
  clear_away(t);
}

static void next_turn(void **s) { /* 2.1.5 */
  (void)s;
  struct table *t =
      FRESH(PLAIN LAST("3") AT("soviet.strategic") UNITS(U("a", S, "S-INF", "0505")), NULL);
  act(t, S, "done");
  happened(t, "2.1.5", "turn");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.turn.date"), "8 July 1943");
  clear_away(t);
}

/* 3.2.1: its two set-up hexes are not on every map; and no position has both sides in one hex */
static void laid_elsewhere(void **s) {
  (void)s;
  struct table *t = lay("wb95/kursk",
                        "\"map\":\"plain:14x14\",\"phase\":\"setup\",\"units\":[{\"unit\":\"de."
                        "102inf.84\",\"hex\":\"0505\"}]",
                        NULL);
  refused(t, G, "switch de.102inf.84", "3.2.1");
  not_offered(t, G, "switch de.102inf.232");
  ask(t, "{\"cmd\":\"new\",\"game\":\"wb95\",\"scenario\":\"kursk\",\"seed\":1,\"position\":{"
         "\"map\":\"plain:14x14\",\"phase\":\"setup\",\"unchecked\":true,\"units\":["
         "{\"name\":\"a\",\"side\":\"german\",\"kind\":\"G-INF\",\"hex\":\"0505\"},{\"name\":\"b\","
         "\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":\"0505\"}]}}");
  assert_string_equal(text_of(t->last, "error.text"), "both sides would be in 0505");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(masks),
                                     cmocka_unit_test(guns_show_themselves),
                                     cmocka_unit_test(contact_names_nobody),
                                     cmocka_unit_test(masks_in_a_fixed_position),
                                     cmocka_unit_test(unmasking),
                                     cmocka_unit_test(masked_targets),
                                     cmocka_unit_test(works_at_the_start),
                                     cmocka_unit_test(kursk),
                                     cmocka_unit_test(frozen),
                                     cmocka_unit_test(doniec),
                                     cmocka_unit_test(joined),
                                     cmocka_unit_test(withdrawal),
                                     cmocka_unit_test(inland),
                                     cmocka_unit_test(victory),
                                     cmocka_unit_test(next_turn),
                                     cmocka_unit_test(laid_elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
