/* test_11_60x_refit.c - 2.5 and 2.6: isolation, escape, clearing, hardening, repair, recall,
 * replenishment. EX9. */
#include "kit.h"

#define U(id, side, kind, hex)                                                                     \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"
#define M(id, side, kind, hex, mark)                                                               \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"marks\":[\"" mark "\"]}"
#define B(id, side, kind, mark)                                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" side               \
  ".off\",\"marks\":[\"" mark "\"]}"
#define WIDE "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\","

/* Both chains are left to the program; then the escapes begin. */
static struct kit *isolated(const char *units) {
  char position[2000];
  snprintf(position, sizeof position,
           WIDE "\"terrain\":[{\"hex\":\"T-AA15\",\"set\":[\"woods\"]}],\"units\":[%s]", units);
  struct kit *k = kit_lay(position, false);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_node(k), N_ESCAPE);
  return k;
}

/* 11.6061a, 11.6063a, 11.6063f: who must, who may, and the modifiers. */
static void escape_rules(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(U("g1", "german", "658", "T-AA15"), U("g2", "german", "658", "T-AA15"),
                    U("gl", "german", "9-1", "T-AA15"), U("pz", "german", "PzIVH", "T-AA15")));
  kit_refused(k, GER, "done", R_11_6061a); /* an SMC in an Isolated Location must try */
  kit_do(k, GER, "escape gl");
  kit_refused(k, GER, "add pz", R_11_6063a);
  kit_do(k, GER, "add g1");
  kit_refused(k, GER, "add g1", R_11_6063a);
  uint16_t u[2] = {(uint16_t)kit_unit(k, "g1"), (uint16_t)kit_unit(k, "gl")};
  /* 25 hexes from the south edge: +3; leader -1; a squad is one half-squad above one: +1 */
  assert_int_equal(sp_escape_drm(&k->play, GER, u, 2, NULL), 3);
  uint16_t tank[1] = {(uint16_t)kit_unit(k, "pz")};
  assert_int_equal(sp_escape_drm(&k->play, GER, tank, 1, NULL), 1); /* tracked -2, +3 */
  uint16_t lone[1] = {(uint16_t)kit_unit(k, "gl")};
  assert_int_equal(sp_escape_drm(&k->play, GER, lone, 1, NULL), 2); /* -1 alone and unwounded */
  kit_roll(k, GER, "roll", "2 2");                                  /* 7: away */
  assert_int_equal(kit_told(k, E_ESCAPE, R_11_6063a)->n[0], 0);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "gl")].where, OFF);
  kit_do(k, GER, "escape pz");
  kit_roll(k, GER, "roll", "4 5"); /* 10: abandoned, the crew gets away */
  assert_true(kit_state(k)->unit[kit_unit(k, "pz")].flags & U_ABANDONED);
  kit_told(k, E_ABANDONED, R_11_6063e);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "de.x.crew-1")].where, OFF);
  kit_refused(k, GER, "escape pz", R_11_6064_65);
  kit_do(k, GER, "escape g2");
  kit_roll(k, GER, "roll", "3 3"); /* 6 + 4 = 10: Casualty Reduced */
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "g2")].type,
                   (uint8_t)own(k->book)->type[own(k->book)->counter_type[kit_unit(k, "g2")]].half);
  assert_int_equal(kit_state(k)->side[GER].reph, 1);
  kit_close(k);
}

/* 11.6063b, c, d: original 2, Replaced, twice reduced, and the wounds of a leader. */
static void escape_results(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(U("r1", "soviet", "458", "T-AA15"), U("r2", "soviet", "458", "T-AA15")));
  kit_do(k, RUS, "escape r1");
  /* own ground by the north corner 16 hexes off: +2, Russian -1, squad +1: 9: Replaced */
  kit_roll(k, RUS, "roll", "3 4");
  const struct own *o = own(k->book);
  assert_string_equal(o->type[kit_state(k)->unit[kit_unit(k, "r1")].type].id, "447");
  kit_do(k, RUS, "escape r2");
  kit_roll(k, RUS, "roll", "1 1 6"); /* original 2 escapes; Heat of Battle 6: berserk, gone */
  kit_told(k, E_ESCAPE, R_11_6063b);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "r2")].where, DEAD);
  kit_close(k);
  k = isolated(U("g1", "german", "658", "T-AA15"));
  kit_do(k, GER, "escape g1");
  kit_roll(k, GER, "roll", "3 4"); /* 7 + 4 = 11: underlined, so reduced twice */
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "g1")].where, DEAD);
  kit_told(k, E_LOSS, R_11_6063d);
  kit_close(k);
  k = isolated(U("gl", "german", "9-1", "T-AA15"));
  kit_do(k, GER, "escape gl");
  kit_roll(k, GER, "roll", "4 4 5"); /* 8 + 2 = 10, severity 5: dead */
  kit_told(k, E_WOUND, R_11_6063d);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "gl")].where, DEAD);
  kit_close(k);
}

/* 11.6063a: a German leader lets one squad split. */
static void splitting(void **unused) {
  (void)unused;
  struct kit *k =
      isolated(JOIN(U("g1", "german", "658", "T-AA15"), U("g2", "german", "658", "T-AA15"),
                    U("gl", "german", "8-0", "T-AA15")));
  kit_do(k, GER, "split g1");
  kit_refused(k, GER, "split g2", R_11_6063a);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "de.x.hs-1")].where, MAP);
  kit_close(k);
}

/* 11.607, 11.6071, CG1b, CG1c, 3.17: what happens on boards that leave, and on those that stay. */
static void clearing(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/"
              "11.606\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"winners\":0},\"units\":"
              "[" JOIN(U("gin", "german", "658", "16-U5"),
                       M("gim", "german", "PzIVH", "16-X5", "immobilized"),
                       M("rim", "soviet", "T34M41", "16-E5", "immobilized"),
                       M("rstay", "soviet", "T34M41", "18-M5", "immobilized"),
                       U("rin", "soviet", "458", "16-E6")) "]",
              false);
  kit_told(k, E_LEFT, R_11_607);
  kit_told(k, E_LOSS, R_CG1c);
  const struct state *s = kit_state(k);
  assert_int_equal(s->unit[kit_unit(k, "gin")].where, OFF);
  assert_int_equal(s->unit[kit_unit(k, "rin")].where, OFF);
  assert_int_equal(s->unit[kit_unit(k, "gim")].where, OFF);
  assert_true(s->unit[kit_unit(k, "gim")].flags & U_SAVED);
  assert_int_equal(s->unit[kit_unit(k, "rim")].where, DEAD);
  assert_int_equal(s->unit[kit_unit(k, "rstay")].where, MAP);
  assert_int_equal(s->side[RUS].reph, 6);
  kit_close(k);
}

/* 11.616, 11.616a: EX9. 25 CVP suffered, DR 7: Final 6, +16. Through the engine, with the card on
 * the event. */
static void ex9_replenishment(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/11.615\",\"vars\":{\"german_losses\":25,\"winners\":1}", false);
  assert_int_equal(kit_node(k), N_BUY); /* the seed's dice */
  kit_close(k);
  static const struct {
    const char *phase, *vars;
    int dr[2], cpp, drm;
  } cases[] = {
      {"reph.1/11.616", "\"german_losses\":25,\"winners\":1", {3, 4}, 16, -1}, /* EX9 */
      {"reph.1/11.616",
       "\"german_losses\":0,\"winners\":1,\"isolated_lost\":23",
       {3, 4},
       14,
       2},                                                 /* CG1b: +2 */
      {"reph.2/11.616", "\"winners\":22", {6, 6}, 13, -1}, /* 11.32a: -1, hist -1, Attack +1 */
      {"reph.3/11.616", "\"winners\":222", {6, 6}, 13, 0}, /* 11.32c: -2, hist +1, Attack +1 */
      {"reph.3/11.616", "\"winners\":221", {1, 1}, 17, 1}, /* 11.32b: -1 */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[300], dice[80];
    snprintf(position, sizeof position, "\"phase\":\"%s\",\"vars\":{%s}", cases[i].phase,
             cases[i].vars);
    snprintf(dice, sizeof dice, "%d %d 1 1 4 4 4 4 3 3 3", cases[i].dr[0], cases[i].dr[1]);
    struct table *t = lay("stalnie/campaign", position, dice);
    const cJSON *e = ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}"), *one;
    bool found = false;
    cJSON_ArrayForEach(one, field(e, "events")) {
      if (strcmp(text_of(one, "kind"), "replenished"))
        continue;
      char want[60];
      snprintf(want, sizeof want, "German DR %d (%d): %d CPP more.",
               cases[i].dr[0] + cases[i].dr[1], cases[i].drm, cases[i].cpp);
      assert_string_equal(text_of(one, "text"), want);
      found = true;
    }
    assert_true(found);
    clear_away(t);
  }
}

/* 11.6132a, b, 11.6133, 11.6134, 11.6141a: repairs, crews, recall. */
static void repairs(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.1/11.613\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
          B("mtr", "german", "MTR81", "malfunctioned"), B("at", "german", "AT75L", "malfunctioned"),
          B("pz", "german", "PzIVH", "abandoned"), B("stug", "german", "StuGIIIG", "recall"),
          B("c1", "german", "228", "vehiclecrew"),
          B("c2", "german", "228",
            "vehiclecr"
            "ew")) "]",
      false);
  const struct state *s = kit_state(k);
  assert_int_equal(kit_node(k), N_CREWS);
  kit_refused(k, GER, "man stug c1", R_11_6134);
  kit_refused(k, GER, "man pz stug", R_11_6134);
  kit_do(k, GER, "man pz c1");
  kit_told(k, E_MANNED, R_11_6134);
  assert_false(s->unit[kit_unit(k, "pz")].flags & U_ABANDONED);
  assert_int_equal(kit_node(k), N_RECALL);
  kit_refused(k, GER, "free pz", R_11_6141a);
  kit_do(k, GER, "free stug");
  kit_told(k, E_FREED, R_11_6141a);
  assert_false(s->unit[kit_unit(k, "stug")].flags & U_RECALL);
  assert_int_equal(s->unit[kit_unit(k, "c2")].where, NONE);
  kit_close(k);
}

/* 11.6132a by the dice: circled -1 repairs at 3, an AT gun does not and leaves its crew. */
static void repair_dice(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        "\"phase\":\"reph.1/11.613\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                            B("mtr", "german", "MTR81", "malfunctioned"),
                            B("at", "german", "AT75L", "malfunctioned"),
                            B("pz", "german", "PzIVH", "immobilized")) "]",
                        "3 3 2 1 1 1 1 4 4 4 4 3 3 3");
  const cJSON *e = ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}"), *one;
  int repaired = 0, not = 0;
  cJSON_ArrayForEach(one, field(e, "events")) {
    repaired += strcmp(text_of(one, "kind"), "repaired") == 0;
    not += strcmp(text_of(one, "kind"), "not.repaired") == 0;
  }
  assert_int_equal(repaired, 2);
  assert_int_equal(not, 1);
  clear_away(t);
}

/* 11.6111, 11.6112, 11.6114, 11.6115: recombining, heroes, promotion, armour leaders. */
static void hardening(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                  B("h1", "german", "348", "stays"), B("h2", "german", "348", "stays"),
                  B("hero", "german", "hero", "stays"), B("r", "soviet", "447", "stays"),
                  B("rh", "soviet", "hero", "stays")) "]",
              false);
  const struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  assert_string_equal(o->type[s->unit[kit_unit(k, "h1")].type].id, "658"); /* recombined */
  kit_refused(k, RUS, "drm 2", R_11_6115c);
  kit_refused(k, GER, "harden hero", R_11_6112);
  kit_do(k, GER, "drm 1");
  kit_do(k, GER, "harden h1");
  kit_told(k, E_HARDENED, R_11_6112);
  assert_true(s->unit[kit_unit(k, "h1")].flags & U_FANATIC); /* elite */
  kit_do(k, RUS, "harden r");
  assert_string_equal(o->type[s->unit[kit_unit(k, "r")].type].id, "458"); /* one grade up */
  kit_do(k, GER, "commit");
  kit_do(k, RUS, "commit");
  kit_told(k, E_NOTHING, R_11_6115a);
  kit_close(k);
}

/* 11.618: weather and ground conditions, with the modifiers of what was before. */
static void weather(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.1/11.618\",\"vars\":{\"winners\":1,\"weather_now\":0,\"ec_now\":4}", false);
  kit_close(k);
  static const struct {
    int weather, ec, dr1, dr2, die, w, e;
  } cases[] = {{CLEAR, DRY, 1, 1, 1, OVERCAST, MOIST},
               {CLEAR, VERY_DRY, 4, 5, 4, GUSTY, VERY_DRY},
               {FOG, MOIST, 1, 1, 2, FOG, WET},
               {OVERCAST, DRY, 5, 5, 6, GUSTY, DRY}};
  for (size_t i = 0; i < 4; i++) {
    char position[200], dice[40];
    snprintf(
        position, sizeof position,
        "\"phase\":\"reph.1/11.618\",\"vars\":{\"winners\":1,\"weather_now\":%d,\"ec_now\":%d}",
        cases[i].weather, cases[i].ec);
    snprintf(dice, sizeof dice, "%d %d %d", cases[i].dr1, cases[i].dr2, cases[i].die);
    struct table *t = lay("stalnie/campaign", position, dice);
    static const char *const w[] = {"Fog/Mist", "Overcast", "Clear", "Clear & Gusty"},
                             *const e[] = {"Wet", "Moist", "Moderate", "Dry", "Very Dry"};
    const cJSON *v = ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    assert_string_equal(text_of(v, "view.vars.weather"), w[cases[i].w]);
    assert_string_equal(text_of(v, "view.vars.ec"), e[cases[i].e]);
    clear_away(t);
  }
}

/* 11.6235a, 11.6235b: who wins a scenario. */
static void scenario_victory(void **unused) {
  (void)unused;
  static const struct {
    int german, soviet, dual, winner;
  } cases[] = {{20, 30, 0, RUS}, {20, 31, 0, GER}, {0, 0, 0, RUS},
               {0, 1, 0, GER},   {20, 21, 1, GER}, {20, 20, 1, RUS}};
  for (size_t i = 0; i < 6; i++) {
    char position[200];
    snprintf(position, sizeof position,
             "\"phase\":\"reph.1/"
             "11.606\",\"vars\":{\"german_losses\":%d,\"soviet_losses\":%d,\"dual\":%d}",
             cases[i].german, cases[i].soviet, cases[i].dual);
    struct kit *k = kit_lay(position, false);
    assert_int_equal(kit_state(k)->winner[0], cases[i].winner + 1);
    kit_told(k, E_SCENARIO, cases[i].dual ? R_11_6235a : R_11_6235b);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(escape_rules),      cmocka_unit_test(escape_results),
      cmocka_unit_test(splitting),         cmocka_unit_test(clearing),
      cmocka_unit_test(ex9_replenishment), cmocka_unit_test(repairs),
      cmocka_unit_test(repair_dice),       cmocka_unit_test(hardening),
      cmocka_unit_test(weather),           cmocka_unit_test(scenario_victory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
