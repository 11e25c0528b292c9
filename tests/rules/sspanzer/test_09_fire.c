/* test_09_fire.c - rule 9: targets, range, lines of sight, dice, hits and what they do. */
#include "table.h"

/* T01, the rulebook's example: 9 - 5 = 4 hexes; 7 - 8 is negative, so adjacent only. */
static void r9_3a_tiger_and_t34(void **s) {
  (void)s;
  static const char *const near[] = {"1011", "1012", "1013", "1014"};
  char pos[800];
  for (int vis = 3; vis <= 5; vis += 2)
    for (int d = 1; d <= 5; d++) {
      snprintf(pos, sizeof pos,
               PLAIN "\"phase\":\"action\",\"vars\":{\"impulse\":\"LAH\",\"vis\":%d}," UNITS(
                   U(TIG, "1010") "," U(T34, "%s")),
               vis, d < 5 ? near[d - 1] : "1015");
      struct table *t = lay(GAME, pos, "");
      act(t, G, "choose " TIG);
      if (d <= 4 && d <= vis)
        offered(t, G, "fire " TIG " " T34, "4.2b");
      else
        refused(t, G, "fire " TIG " " T34, d > vis ? "5e" : "9.3a");
      clear_away(t);
    }
  struct table *t = lay(GAME,
                        PLAIN "\"phase\":\"action\",\"vars\":{\"impulse\":\"2TC\"}," UNITS(
                            U(TIG, "1010") "," U(T34, "1012")),
                        "");
  act(t, R, "choose " T34);
  refused(t, R, "fire " T34 " " TIG, "9.3a");
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"action\",\"vars\":{\"impulse\":\"2TC\"}," UNITS(
              U(TIG, "1010") "," U(T34, "1011")),
          "");
  act(t, R, "choose " T34);
  card(t, R, "9.6c", "3 x 1-2"); /* each die +1 */
  card(t, R, "2.7", "7");
  card(t, R, "2.7", "8");
  clear_away(t);
}

static void r9_3b_range_at_infantry(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("29TC") UNITS(U(T4R, "1010") "," U(PG, "1012") "," U(
                            PGB, "1013") "," U("ru.29tc.mr-25", "1110")),
                        "");
  act(t, R, "choose " T4R);
  offered(t, R, "fire " T4R " " PG, "4.2b");
  refused(t, R, "fire " T4R " " PGB, "9.3b");
  act(t, R, "stop " T4R);
  act(t, R, "choose " MR);
  refused(t, R, "fire " MR " " PG, "9.3b");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS("{\"name\":\"x\",\"side\":\"soviet\",\"kind\":\"MR\",\"formation\":\"29TC\","
                    "\"hex\":\"1010\",\"factors\":{\"r\":\"0\"}}," U(PG, "1011")),
          "");
  act(t, R, "choose x");
  refused(t, R, "fire x " PG, "9.3b"); /* range 0: close combat only */
  clear_away(t);
}

/* 9.3c: the berm shuts even the adjacent target out. */
static void r9_3c_adjacent_over_the_berm(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") GROUND(SIDE("1010", "1011", "berm"))
                            UNITS(U(PZ4, "1010") "," U(T4R, "1011")),
                        "");
  act(t, G, "choose " PZ4);
  refused(t, G, "fire " PZ4 " " T4R, "9.3c");
  clear_away(t);
}

static void r9_2_guns(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(U(SAC, "1010") "," U(PZ4, "1011") "," U(MR, "1110") "," U(PG, "1012")),
          "");
  act(t, R, "choose " SAC);
  refused(t, R, "fire " SAC " " PZ4, "9.2b");
  act(t, R, "stop " SAC);
  act(t, R, "choose " MR);
  refused(t, R, "fire " MR " " PZ4, "9.2c");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(MR, "1011") "," U(T4R, "1012") IDLE_G),
          "4 5 6");
  act(t, G, "choose " PZ4);
  act(t, G, "fire " PZ4 " " MR);
  card(t, G, "9.2a", "3"); /* the anti-infantry factor, printed (3), in full outside close combat */
  happened(t, "4.2b", "fire");
  refused(t, G, "choose " PZ4, "4.1f"); /* one shot, one action (11.4b is the same) */
  clear_away(t);
}

static void r9_1_one_on_one(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(
                            PZ4C, "1010") "," U(T4R, "1012") "," U(T4RB, "1012") IDLE_G),
                        "6 6 6 6 6 6 1 6 6");
  act(t, G, "choose " PZ4);
  refused(t, G, "fire " PZ4 " " PZ4B, "9.1a");
  offered(t, G, "fire " PZ4 " " T4R, "6.3"); /* every unit of a stack can be the target */
  offered(t, G, "fire " PZ4 " " T4RB, "6.3");
  act(t, G, "fire " PZ4 " " T4R);
  happened(t, "9.7a", "no-effect");
  acts(t, G, "choose " PZ4B "; fire " PZ4B " " T4R); /* 9.1c: again and again */
  acts(t, G, "choose " PZ4C "; fire " PZ4C " " T4R);
  happened(t, "9.7a", "suppressed");
  marked(t, T4R, "suppressed");
  unmarked(t, T4RB, "suppressed");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("29TC")
              UNITS(UM(T4R, "1010", "suppressed") "," U(PZ4, "1011") "," U(MR, "1414")),
          "");
  refused(t, R, "choose " T4R, "9.8a");
  clear_away(t);
}

/* T06, the rulebook's example of 9.7. */
static void r9_7_three_shots_at_a_t34(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(PZ4B, "1010") "," U(
                            PZ4C, "1010") "," U(T34, "1012") IDLE_G),
                        "2 5 6 1 2 4 2 5 5");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T34);
  happened(t, "9.7a", "suppressed");
  stands(t, T34, "1012", 2);
  rolled(t, "9.6a", "2");
  assert_int_equal(int_of(t->last, "dice[0].d"), 6); /* 2.1 */
  acts(t, G, "choose " PZ4B "; fire " PZ4B " " T34);
  card(t, G, "9.6c", "3 x 1-2"); /* suppressed: +1 */
  happened(t, "9.7c", "still-suppressed");
  happened(t, "9.7a", "loss");
  happened(t, "2.9b", "reduced"); /* same factors on the back */
  stands(t, T34, "1012", 1);
  acts(t, G, "choose " PZ4C "; fire " PZ4C " " T34);
  happened(t, "9.7c", "still-suppressed");
  never(t, "loss");
  stands(t, T34, "1012", 1);
  marked(t, T34, "suppressed");
  clear_away(t);
}

static void r9_7a_three_hits(void **s) {
  (void)s;
  struct table *t =
      lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1012")), "1 2 3");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T4R);
  happened(t, "2.9b", "eliminated");
  stands(t, T4R, "-", 0);
  happened(t, "9.7e", "cleared");
  clear_away(t);
}

/* T17: four steps, two counters, one unit. */
static void r2_9c_tiger(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("29TC") UNITS(U(TIG, "1010") "," U(T4R, "1011") "," U(T4RB, "1011") "," U(
              "ru.29tc.t4r-32-1", "1110") "," U("ru.29tc.t4r-32-2", "1110")),
          "1 2 2 1 1 6 1 1 1");
  acts(t, R, "choose " T4R "; fire " T4R " " TIG); /* gun below armour: 1-2 hit */
  happened(t, "2.9c", "reduced");
  stands(t, TIG, "1010", 2);
  acts(t, R, "choose " T4RB "; fire " T4RB " " TIG); /* suppressed now: 1 only */
  stands(t, TIG, "1010", 1);
  acts(t, R, "choose ru.29tc.t4r-32-1; fire ru.29tc.t4r-32-1 " TIG);
  happened(t, "2.9c", "eliminated");
  clear_away(t);
}

static void r2_9_reduced_sides(void **s) {
  (void)s;
  struct table *t = lay(
      GAME, PLAIN IMPULSE("29TC") UNITS(U1(T4R, "1010") "," U(PG, "1011") "," U(PZ4, "1312")), "");
  act(t, R, "choose " T4R);
  card(t, R, "2.9d", "2"); /* riders are gone: 2, not 3 (11.4c) */
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1011") "," U(SAC, "1110")),
          "2 2 6 1");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T4R);
  happened(t, "9.7d", "reduced"); /* its factors change at once */
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(SAC, "1110")), "1 1 6");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " SAC);
  happened(t, "2.9a", "eliminated");
  clear_away(t);
}

static void r9_6_modifiers(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "woods") "," HEX("1110", "fort"))
              UNITS(U(PZ4, "1010") "," U(MR, "1011") "," U(MRB, "1110") "," U(T4R, "0910") IDLE_G),
          "6 1 4");
  act(t, G, "choose " PZ4);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " " MR "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-2"); /* S 3, woods +1 */
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " " MRB "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1"); /* fortified line +2 */
  /* the 1 hits of itself: 9.6b is not needed */
  assert_int_equal(cJSON_GetArraySize(field(t->last, "card.steps")), 2);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire " PZ4 " " T4R "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-3");
  act(t, G, "fire " PZ4 " " MRB); /* 6 misses, 1 hits, 4+2 misses */
  card(t, G, "9.6c", "3 x 1");
  happened(t, "9.7a", "suppressed");
  clear_away(t);
  /* the fortified line helps no vehicle and no German */
  t = lay(GAME,
          PLAIN IMPULSE("29TC") GROUND(HEX("1011", "fort") "," HEX("0910", "town"))
              UNITS(U(T4R, "1010") "," U(PG, "1011") "," U(PZ4, "0910")),
          "");
  act(t, R, "choose " T4R);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"soviet\",\"actions\":[\"fire " T4R " " PG "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-3");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"soviet\",\"actions\":[\"fire " T4R " " PZ4 "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-2");
  clear_away(t);
}

/* 9.6b: the best and the worst die. S 4 in a crossfire would need 6 for six faces: never. */
static void r9_6b_naturals(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "fort")) UNITS(
              "{\"name\":\"x\",\"side\":\"german\",\"kind\":\"AG\",\"formation\":\"LAH\",\"hex\":"
              "\"1010\",\"factors\":{\"s\":\"6\"}}," U(MR, "1110") "," UM(MRB, "1011", "suppressed")
                  IDLE_G),
          "6 6 6");
  act(t, G, "choose x");
  ask(t, "{\"cmd\":\"odds\",\"side\":\"german\",\"actions\":[\"fire x " MR "\"]}");
  assert_string_equal(text_of(t->last, "card.column"), "3 x 1-5"); /* a natural 6 misses */
  act(t, G, "fire x " MR);
  card(t, G, "9.6b", "3 x 1-5");
  happened(t, "9.7a", "no-effect");
  outcome(t, G, "0 hits", 1, 216);
  outcome(t, G, "3 hits", 125, 216);
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1011", "fort"))
              UNITS(U(PZ4, "1010") "," UM(MRB, "1011", "suppressed") IDLE_G),
          "1 2 2");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " MRB); /* 3 against +3: only the natural 1 */
  card(t, G, "9.6c", "3 x 1");
  card(t, G, "9.6b", "3 x 1");
  happened(t, "9.7c", "still-suppressed");
  clear_away(t);
}

static void r9_5_dice(void **s) {
  (void)s;
  struct table *t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1010") "," U(T4R, "1013")), "6 6");
  act(t, G, "choose " PZ4);
  card(t, G, "9.5", "3 x 1-3");
  act(t, G, "quick " PZ4 " " T4R); /* fire and move */
  card(t, G, "9.5", "2 x 1-3");
  happened(t, "4.2c", "fire");
  clear_away(t);
}

/* T03: the slope examples, on the real map. The last row of the list is only in our reconstruction.
 */
static void r9_4_slopes_of_1913(void **s) {
  static const struct {
    const char *a, *b;
    bool open;
  } line[] = {{"1813", "1913", 1}, {"1814", "1913", 1}, {"1914", "1913", 1}, {"1813", "2014", 0},
              {"1814", "2013", 0}, {"1914", "1912", 0}, {"1712", "1913", 1}, {"1712", "2014", 0},
              {"2112", "1913", 1}, {"2112", "1814", 0}, {"1913", "1712", 1}, {"1913", "2112", 1},
              {"1913", "1711", 1}, {"1913", "1915", 1}, {"1913", "1910", 0}, {"1814", "1912", 0}};
  (void)s;
  struct table *t = lay(BIG,
                        "\"map\":\"prokhorovka\",\"phase\":\"action\",\"vars\":{\"impulse\":"
                        "\"LAH\",\"vis\":8}," UNITS(U(PZ4, "3201") "," U(T4R, "0148")),
                        "");
  for (size_t i = 0; i < sizeof line / sizeof line[0]; i++)
    sight(t, line[i].a, line[i].b, line[i].open ? "9.4" : i == 15 ? "9.4c" : "9.4e");
  clear_away(t);
}

static void r9_4_what_shuts_a_line(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE_V("LAH", "6") GROUND(HEX("1012", "woods") "," HEX("0512", "town") "," HEX(
              "1512", "hilltop") "," SIDE("0307", "0308", "berm") "," SIDE("0705", "0704", "slope"))
              UNITS(U(PZ4, "2020") "," U(T4R, "0101")),
          "");
  sight(t, "1010", "1014", "9.4a"); /* woods between */
  sight(t, "0510", "0514", "9.4a"); /* town */
  sight(t, "1510", "1514", "9.4a"); /* hilltop */
  sight(t, "1010", "1012", "9.4");  /* into it */
  sight(t, "1012", "1014", "9.4");  /* out of it */
  sight(t, "0306", "0309", "9.4b"); /* over the berm */
  sight(t, "0706", "0703", "9.4e"); /* over a slope that touches neither end */
  sight(t, "0705", "0702", "9.4");  /* from the uphill hex and beyond */
  sight(t, "1913", "1920", "5e");   /* farther than the visibility */
  /* 1113 to 0913: straight east along the hexside of 1013 and 1014 */
  sight(t, "1113", "0912", "9.4");
  clear_away(t);
  /* along a hexside, with woods on either hand; and through a mere corner */
  t = lay(GAME,
          PLAIN IMPULSE_V("LAH", "6") GROUND(HEX("1010", "woods"))
              UNITS(U(PZ4, "2020") "," U(T4R, "0101")),
          "");
  sight(t, "0909", "1109", "9.4c");
  sight(t, "0910", "1110", "9.4c");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE_V("LAH", "6") GROUND(SIDE("1010", "1009", "berm"))
              UNITS(U(PZ4, "2020") "," U(T4R, "0101")),
          "");
  sight(t, "0909", "1109", "9.4c");
  clear_away(t);
}

static void r9_8_recovery_phase(void **s) {
  (void)s;
  /* T15: the die counts only next to an enemy */
  static const struct {
    const char *dice, *german, *soviet;
  } row[] = {{"3 2", "recovered", "recovered"}, {"4 3", "not-recovered", "not-recovered"}};
  for (int i = 0; i < 2; i++) {
    struct table *t =
        lay(GAME,
            PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":\"LAH\",\"played\":"
                  "\"29TC\",\"artillery\":0}," UNITS(
                      UM(PZ4, "1010", "suppressed") "," UM(T4R, "1011", "suppressed") "," UM(
                          PG, "1515", "suppressed") "," UM(MR, "0404", "suppressed")),
            row[i].dice);
    act(t, G, "end");
    happened(t, "9.8b", row[i].german);
    rolled(t, "9.8b", i ? "4" : "3");
    if (i)
      marked(t, PZ4, "suppressed"), marked(t, T4R, "suppressed");
    else
      unmarked(t, PZ4, "suppressed"), unmarked(t, T4R, "suppressed");
    unmarked(t, PG, "suppressed"); /* nobody near: without a die */
    unmarked(t, MR, "suppressed");
    clear_away(t);
  }
  /* an enemy across the berm is adjacent, suppressed or not */
  struct table *t =
      lay(GAME,
          PLAIN "\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":\"LAH\",\"played\":\"29TC\","
                "\"artillery\":0}," GROUND(SIDE("1010", "1011", "berm"))
                    UNITS(UM(PZ4, "1010", "suppressed") "," STATIC("x", "1011", "s1")),
          "4");
  act(t, G, "end");
  happened(t, "9.8b", "not-recovered");
  clear_away(t);
}

static void r9_8d_recover_action(void **s) { /* T16 */
  (void)s;
  struct table *t = lay(
      GAME,
      PLAIN IMPULSE("LAH") UNITS(UM(PG, "1010", "suppressed") "," U(MR, "1011") "," U(PZ4, "1818")),
      "4");
  act(t, G, "choose " PG);
  refused(t, G, "step " PG " 1009", "4.2a");
  refused(t, G, "fire " PG " " MR, "9.8a");
  refused(t, G, "face " PG " 1010/1009", "9.8a");
  act(t, G, "recover " PG);
  happened(t, "9.8d", "not-recovered");
  refused(t, G, "choose " PG, "4.1f");
  clear_away(t);
  t = lay(GAME,
          PLAIN IMPULSE("LAH") GROUND(HEX("1009", "woods") "," SIDE("1010", "1009", "stream"))
              UNITS(UM("de.lah.flk-1", "1010", "suppressed") "," U(MR, "1012")),
          "4 2 6");
  act(t, G, "choose de.lah.flk-1");
  act(t, G, "recover de.lah.flk-1");
  happened(t, "9.8d", "recovered");
  /* 8 points: no one-hex minimum after recovering */
  refused(t, G, "step de.lah.flk-1 1009", "8.3g");
  offered(t, G, "step de.lah.flk-1 0909", "4.2a");
  offered(t, G, "fire de.lah.flk-1 " MR, "4.2e");
  act(t, G, "fire de.lah.flk-1 " MR);
  happened(t, "4.2e", "fire");
  card(t, G, "9.5", "2 x 1-3");
  clear_away(t);
  t = lay(GAME, PLAIN IMPULSE("LAH") UNITS(UM(PG, "1010", "suppressed") "," U(PZ4, "1818")), "1");
  acts(t, G,
       "choose " PG "; recover " PG "; step " PG " 1011; step " PG " 1012; step " PG
       " 1013; step " PG " 1014");
  refused(t, G, "fire " PG " " PZ4, "4.2e");
  act(t, G, "step " PG " 1015");
  happened(t, "8.3a", "step"); /* with its last point: an ordinary step */
  stands(t, PG, "1015", 2);
  refused(t, G, "choose " PG, "4.1f"); /* five points were all it had */
  refused(t, G, "recover " PZ4, "4.1f");
  clear_away(t);
}

/* Recovered, and with no points to move: it may still fire. */
static void r4_2e_nowhere_to_go(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH") UNITS(
              "{\"name\":\"x\",\"side\":\"german\",\"kind\":\"PG\",\"formation\":\"LAH\",\"hex\":"
              "\"1010\",\"factors\":{\"mf\":0},\"marks\":[\"suppressed\"]}," U(MR, "1011") IDLE_G),
          "3");
  acts(t, G, "choose x; recover x");
  offered(t, G, "fire x " MR, "4.2e");
  clear_away(t);
}

/* T28: a hex emptied by losses is closed to the active formation, and to nobody else. */
static void r9_7e_cleared_hex(void **s) {
  (void)s;
  struct table *t =
      lay(BIG,
          PLAIN "\"phase\":\"action\",\"vars\":{\"impulse\":\"LAH\",\"played\":\"TK 18TC 29TC 2GTC "
                "2TC 31TC 9GAD\",\"artillery\":0}," UNITS(U(PZ4, "1010") "," U(PG, "1111") "," U(
                    "de.dr.pz4-5", "1109") "," U(T4R, "1012")),
          "1 1 1 =DR");
  acts(t, G, "choose " PZ4 "; fire " PZ4 " " T4R);
  happened(t, "9.7e", "cleared");
  refused(t, G, "choose de.dr.pz4-5", "4.1f"); /* another formation */
  act(t, G, "choose " PG);
  refused(t, G, "step " PG " 1012", "8.3i");
  act(t, G, "stop " PG);
  act(t, G, "choose de.dr.pz4-5");
  acts(t, G, "step de.dr.pz4-5 1110; step de.dr.pz4-5 1111; step de.dr.pz4-5 1012");
  stands(t, "de.dr.pz4-5", "1012", 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r9_3a_tiger_and_t34),
      cmocka_unit_test(r9_3b_range_at_infantry),
      cmocka_unit_test(r9_3c_adjacent_over_the_berm),
      cmocka_unit_test(r9_2_guns),
      cmocka_unit_test(r9_1_one_on_one),
      cmocka_unit_test(r9_7_three_shots_at_a_t34),
      cmocka_unit_test(r9_7a_three_hits),
      cmocka_unit_test(r2_9c_tiger),
      cmocka_unit_test(r2_9_reduced_sides),
      cmocka_unit_test(r9_6_modifiers),
      cmocka_unit_test(r9_6b_naturals),
      cmocka_unit_test(r9_5_dice),
      cmocka_unit_test(r9_4_slopes_of_1913),
      cmocka_unit_test(r9_4_what_shuts_a_line),
      cmocka_unit_test(r9_8_recovery_phase),
      cmocka_unit_test(r9_8d_recover_action),
      cmocka_unit_test(r9_7e_cleared_hex),
      cmocka_unit_test(r4_2e_nowhere_to_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
