/* test_08_movement.c - rules 4.2 and 8: actions, movement points, terrain, roads. */
#include "table.h"

/* T02, the rulebook's example: a stream and woods are two items of 3. */
static void r8_3d_stream_and_woods(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods") "," SIDE("1010", "1011", "stream"))
              UNITS(U(PZ4, "1010") "," U(T4R, "1212") IDLE_G),
          "6 6");
  act(t, G, "choose " PZ4);
  act(t, G, "quick " PZ4 " " T4R); /* fire and move: five points */
  refused(t, G, "step " PZ4 " 1011", "8.3g");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              GROUND(HEX("1011", "woods") "," SIDE("1010", "1011", "stream") "," SIDE(
                  "1009", "1010", "stream") "," SIDE("1008", "1009", "stream"))
                  UNITS(U(PZ4, "1007") "," U(T4R, "1313") IDLE_G),
          "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1008; step " PZ4 " 1009"); /* 1 + 3 */
  happened(t, "8.3c", "step");
  act(t, G, "step " PZ4 " 1010");             /* 3: seven in all */
  refused(t, G, "step " PZ4 " 1011", "8.3g"); /* three left, six wanted */
  refused(t, G, "fire " PZ4 " " T4R, "4.2c"); /* more than half is spent */
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(
              HEX("1011", "woods") "," SIDE("1010", "1011", "stream") "," ROAD("\"1010\",\"1011\""))
              UNITS(U(PZ4, "1010") "," U(PG, "1010") IDLE_G),
          "");
  reaches(t, G, PZ4, "1011", "1", "8.3e"); /* the road cancels both */
  reaches(t, G, PG, "1011", "1/2", "8.4");
  act(t, G, "choose " PZ4);
  act(t, G, "step " PZ4 " 1011");
  happened(t, "8.3e", "step");
  clear_away(t);
}

static void r8_3d_six_points(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods") "," SIDE("1010", "1011", "stream"))
              UNITS(U(PZ4, "1010") "," U(T4R, "1313") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  pays(t, G, PZ4, "1011", "6", "8.3d");
  refused(t, G, "fire " PZ4 " " T4R, "4.2c"); /* more than half: a move, not fire and move */
  clear_away(t);
}

static void r8_3h_one_hex_always(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods") "," HEX("1012", "woods") "," SIDE(
              "1010", "1011", "stream") "," SIDE("1010", "1011", "berm"))
              UNITS(U(TIG, "1010") "," U(T4R, "1515") IDLE_G),
          "");
  act(t, G, "choose " TIG);
  act(t, G, "step " TIG " 1011");
  happened(t, "8.3h", "one-hex");
  stands(t, TIG, "1011", 4);
  refused(t, G, "choose " TIG, "4.1f"); /* nothing left: its action is over */
  clear_away(t);
  /* nowhere to go but over 12 points of ground: the reach says ten */
  t = lay(GAME,
          "\"map\":\"plain:1x3\"," IMPULSE("LAH") GROUND(HEX("0102", "woods") "," SIDE(
              "0101", "0102", "stream") "," SIDE("0101", "0102", "berm")) UNITS(U(TIG, "0101")),
          "");
  reaches(t, G, TIG, "0102", "10", "8.3h");
  reaches(t, G, TIG, "0103", NULL, NULL);
  clear_away(t);
}

/* T25 */
static void r8_3b_fortified_line(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND("{\"hex\":\"1011\",\"set\":[\"woods\",\"fort\"]}," SIDE(
              "1010", "1011", "stream") "," HEX("0910", "fort")) UNITS(U(PZ4, "1010") IDLE_G),
          "");
  reaches(t, G, PZ4, "0910", "3", "8.3b");
  act(t, G, "choose " PZ4);
  pays(t, G, PZ4, "1011", "9", "8.3d");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC") GROUND("{\"hex\":\"1011\",\"set\":[\"woods\",\"fort\"]}," SIDE(
              "1010", "1011", "stream") "," HEX("0910", "fort")) UNITS(U(T4R, "1010") IDLE_R),
          "");
  reaches(t, R, T4R, "0910", "1", "8.3a");
  act(t, R, "choose " T4R);
  pays(t, R, T4R, "1011", "4", "8.3d");
  clear_away(t);
}

static void r8_3_prices(void **s) {
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") GROUND(
          HEX("1011", "town") "," HEX("0910", "hilltop") "," SIDE("1010", "1110", "berm") "," SIDE(
              "1010", "1109",
              "berm") "," SIDE("1010", "1109",
                               "crossing") "," SIDE("1010", "1009",
                                                    "slope") "," SIDE("1010", "0909",
                                                                      "river.major") "," SIDE("101"
                                                                                              "0",
                                                                                              "090"
                                                                                              "9",
                                                                                              "brid"
                                                                                              "ge"))
          UNITS(U(PZ4, "1010") "," U(PG, "1010") IDLE_G),
      "");
  reaches(t, G, PZ4, "1011", "1", "8.3a"); /* town */
  reaches(t, G, PZ4, "0910", "3", "8.3a"); /* hilltop */
  /* over the crossing, 1109 and on: cheaper than the berm */
  reaches(t, G, PZ4, "1110", "2", NULL);
  reaches(t, G, PZ4, "1109", "1", "8.3a");       /* crossing */
  reaches(t, G, PZ4, "1009", "1", "8.3a");       /* slope */
  reaches(t, G, PZ4, "0909", "1", "8.3a");       /* bridge */
  acts(t, G, "choose " PG "; step " PG " 1110"); /* straight over the berm: 2 */
  happened(t, "8.3c", "step");
  clear_away(t);
}

static void r8_3f_the_psel(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "river.major"))
                            UNITS(U(PZ4, "1010") "," U(T4R, "1011") IDLE_G),
                        "");
  acts(t, G, "choose " PZ4 "; stop " PZ4);
  act(t, G, "end"); /* nobody can enter, so there is nothing to declare */
  ask(t, "{\"cmd\":\"result\"}");
  assert_string_equal(text_of(t->last, "result.winner"), "draw");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "river.major"))
              UNITS(U(PZ4, "1010") "," U(T4R, "1210") "," U(PG, "1110") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  refused(t, G, "step " PZ4 " 1011", "8.3f");
  clear_away(t);
}

/* T24 */
static void r8_4_trucks(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          "\"map\":\"plain:4x40\"," IMPULSE("LAH")
              GROUND(ROAD("\"0202\",\"0203\",\"0204\",\"0205\",\"0206\",\"0207\",\"0208\",\"0209\","
                          "\"0210\",\"0211\",\"0212\",\"0213\",\"0214\",\"0215\",\"0216\",\"0217\","
                          "\"0218\",\"0219\",\"0220\",\"0221\",\"0222\",\"0223\",\"0224\""))
                  UNITS(U(PG, "0202") "," U(PZ4, "0202") "," U("ru.9gad.abn-23-1", "0240")),
          "");
  reaches(t, G, PG, "0222", "10", "8.4"); /* twenty hexsides */
  reaches(t, G, PG, "0223", NULL, NULL);
  reaches(t, G, PZ4, "0212", "10", "8.3e"); /* ten */
  reaches(t, G, PZ4, "0213", NULL, NULL);
  reaches(t, G, PG, "0303", "3/2", "8.3a");               /* beside the road: the hex itself */
  reaches(t, G, "ru.9gad.abn-23-1", "0236", "4", "8.3a"); /* 8.2: four points on foot */
  reaches(t, G, "ru.9gad.abn-23-1", "0235", NULL, NULL);
  clear_away(t);
}

static void r8_2_factors(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," UM(PG, "0505", "suppressed") IDLE_G), "");
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"" PZ4 "\"}");
  assert_int_equal(int_of(t->last, "reach.hexes[0].left"), 10);
  cites(t, "reach.hexes[0].rule", "8.2");
  reaches(t, G, PZ4, "1020", "10", "8.3a");
  reaches(t, G, PG, "0506", NULL, NULL); /* suppressed units do not move */
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS("{\"name\":\"x\",\"side\":\"german\",\"kind\":\"PG\",\"formation\":\"LAH\","
                    "\"hex\":\"1010\",\"factors\":{\"mf\":0}}" IDLE_G),
          "");
  act(t, G, "choose x");
  refused(t, G, "step x 1011", "2.10a"); /* with no movement factor there is not even the one hex */
  clear_away(t);
}

static void r8_1_moving(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "0101") "," U(PZ4B, "1010") "," U(
                            MR, "1012") "," STATIC("x", "0505", "s2") IDLE_G),
                        "");
  act(t, G, "choose " PZ4);
  refused(t, G, "step " PZ4 " 0103", "8.1"); /* not adjacent */
  act(t, G, "stop " PZ4);
  /* next to riflemen whose gun is in parentheses: no shot */
  acts(t, G, "choose " PZ4B "; step " PZ4B " 1011");
  refused(t, G, "step " PZ4B " 1012", "4.2f");
  clear_away(t);
}

static void r8_1_enemy_hexes(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1010") "," U(PZ4B, "1212") "," STATIC("x", "1011", "s2") IDLE_G),
          "");
  act(t, G, "choose " PZ4);
  refused(t, G, "step " PZ4 " 1011", "4.2f"); /* only as close combat, after all actions */
  refused(t, G, "step " PZ4B " 1213", "6.2");
  act(t, G, "step " PZ4 " 1110");
  act(t, G, "stop " PZ4);
  refused(t, G, "step " PZ4B " 1213", "4.1f"); /* choose first */
  refused(t, G, "choose x", "2.10a");
  refused(t, G, "choose " T4R, "4.1f"); /* not of the formation */
  clear_away(t);
}

static void r4_2c_fire_and_move(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1008") "," U(PG, "0808") "," U(T4R, "1015") "," U(MR, "0811") IDLE_G),
          "3 6");
  /* five points: half */
  acts(t, G,
       "choose " PZ4 "; step " PZ4 " 1009; step " PZ4 " 1010; step " PZ4 " 1011; step " PZ4
       " 1012; step " PZ4 " 1013");
  refused(t, G, "quick " PZ4 " " T4R, "4.2c"); /* too late to fire first */
  act(t, G, "fire " PZ4 " " T4R);
  happened(t, "4.2c", "fire");
  card(t, G, "9.5", "2 x 1-3");
  marked(t, PZ4, "fired");
  acts(t, G, "choose " PG "; step " PG " 0809");
  refused(t, G, "fire " PG " " MR, "4.2c"); /* not vehicular */
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(U(PZ4, "1010") "," U(PG, "1212") "," U(T4R, "1013") "," U(MR, "0613") IDLE_G),
          "6 6");
  act(t, G, "choose " PG);
  refused(t, G, "quick " PG " " MR, "4.2c");
  act(t, G, "stop " PG);
  acts(t, G, "choose " PZ4 "; quick " PZ4 " " T4R);
  refused(t, G, "fire " PZ4 " " T4R, "4.2c"); /* once */
  acts(t, G,
       "step " PZ4 " 1009; step " PZ4 " 1008; step " PZ4 " 1007; step " PZ4 " 1006; step " PZ4
       " 1005");
  stands(t, PZ4, "1005", 2);
  refused(t, G, "choose " PZ4, "4.1f"); /* five hexes and no more */
  clear_away(t);
  /* enemy fire at the move comes first; if it suppresses, the shot is lost */
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1012") "," U(T4R, "1010") IDLE_G), "1");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011");
  act(t, R, "fire " T4R " " PZ4);
  refused(t, G, "choose " PZ4, "4.1f");
  clear_away(t);
}

static void r4_2_actions_are_single(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1515") IDLE_G), "");
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1011");
  refused(t, G, "face " PZ4 " 1011/1012", "4.2d");
  refused(t, G, "recover " PZ4, "4.2e");
  act(t, G, "stop " PZ4);
  happened(t, "4.2a", "stop");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r8_3d_stream_and_woods),
      cmocka_unit_test(r8_3d_six_points),
      cmocka_unit_test(r8_3h_one_hex_always),
      cmocka_unit_test(r8_3b_fortified_line),
      cmocka_unit_test(r8_3_prices),
      cmocka_unit_test(r8_3f_the_psel),
      cmocka_unit_test(r8_4_trucks),
      cmocka_unit_test(r8_2_factors),
      cmocka_unit_test(r8_1_moving),
      cmocka_unit_test(r8_1_enemy_hexes),
      cmocka_unit_test(r4_2c_fire_and_move),
      cmocka_unit_test(r4_2_actions_are_single),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
