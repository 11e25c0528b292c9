/* test_13_artillery_in_detail.c - rules 12 and 13 in detail: laying, victims by dice, guns lost for
 * good. */
#include "table.h"

/* The order in which artillery and aircraft are laid does not matter: the same game. */
static void r13_2a_order_of_laying(void **s) {
  static const char *const laid[] = {"lay " PG "; lay " PZ4 "; lay " AG,
                                     "lay " AG "; lay " PZ4 "; lay " PG,
                                     "lay " PZ4 "; lay " PG "; lay " AG};
  static const char *const up[] = {
      "mission ju87; put 1010; mission fw190; put 1010; mission hs129; put 1515",
      "mission hs129; put 1515; mission fw190; put 1010; mission ju87; put 1010",
      "mission fw190; put 1010; mission hs129; put 1515; mission ju87; put 1010"};
  char hash[3][40];
  (void)s;
  for (int i = 0; i < 3; i++) {
    struct table *t = lay(GAME,
                          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(
                              U(PG, "1010") "," U(PZ4, "1010") "," U(AG, "0909") "," U(MR, "1012")),
                          NULL);
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
    struct table *t = lay(
        GAME, PLAIN CUP("0") UNITS(U(PG, "0505") "," U(MR, "1010") "," U(MRB, "1515")), "=AIR 6 5");
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
  struct table *t = lay(GAME, PLAIN CUP("0") UNITS(U(PG, "0505") "," U(MR, "1010")),
                        "=AIR 6 6 1 6 6 1 6 6 =29TC");
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

/* 1.1 `pick`: one of n by as few dice as will do, the rest of the faces rolled again. */
static void pick(int n, const char *dice, int victim) {
  static char pos[4000];
  char tokens[64];
  static const char *const at[] = {"1011", "0910", "0909", "1009", "1109", "1110"};
  int k =
      snprintf(pos, sizeof pos, PLAIN "\"unchecked\":true," CUP("1") "\"units\":[" U(PG, "1010"));
  for (int i = 0; i < n; i++)
    k += snprintf(pos + k, sizeof pos - (size_t)k,
                  ",{\"name\":\"f%02d\",\"side\":\"soviet\",\"kind\":\"MR\",\"formation\":\"29TC\","
                  "\"hex\":\"%s\"}",
                  i, at[i % 6]);
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
  pick(7, "2 1", 6);           /* 6 */
  pick(7, "2 2", 0);           /* 7 of 35 */
  pick(7, "6 6 6 5", 6);       /* 35 is rolled again */
  pick(10, "5 6", 9);          /* 29 of 30 */
  pick(10, "6 1 1 2", 1);      /* 30 is not */
  pick(42, "2 1 6", 41);       /* three dice for more than 36 */
  pick(42, "6 6 1 2 1 6", 41); /* 210 and more of 216 are rolled again */
}

/* 13.4: ascending, whatever the hexes they stand in; nobody else is in danger. */
static void r13_4_candidates(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN CUP("1") UNITS(U(PG, "1010") "," U(T4R, "1011") "," U(
                            MR, "1009") "," U(MRB, "1012") "," U(PZ4, "1110")),
                        "=ART 1 6 6 1 1 1 =29TC");
  act(t, R, "target " PG);
  stands(t, MR, "1009", 1); /* the lower of the two, though the other is to the north */
  clear_away(t);
  /* three of them in a ring, turned about */
  t = lay(GAME,
          PLAIN CUP("1")
              UNITS(U(PG, "1010") "," U(T4RB, "1011") "," U(T4R, "0910") "," U(MR, "0909")),
          "=ART 1 6 6 3 1 1 =29TC");
  act(t, R, "target " PG);
  stands(t, T4R, "0910", 1); /* rifle 25, T-34 25, T-34 31: the middle one */
  clear_away(t);
  /* German guns look for Germans */
  t = lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(GUNS(ART1) "," U(PG, "1010") "," U(MR, "1011") "," U(MRB, "1012") IDLE_G),
          "1 6 6 1 1");
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
    struct table *t =
        lay(GAME,
            PLAIN IMPULSE("LAH") UNITS("{\"unit\":\"" ART1 "\",\"box\":\"guns.used\"}," U(
                PG, "1010") "," U(MR, "1012") IDLE_G),
            dice);
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

/* 11.3c: a friend in close combat is shut off, so no die is rolled for it, and it is no victim. */
static void r13_4_not_into_close_combat(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN CUP("1") UNITS(JOIN(U(PG, "1010"), U(MR, "1011"), U(PGB, "1011"), U(MRB, "0505"))),
          "=ART 6 6 =29TC");
  act(t, R, "target " PG);
  never(t, "safe");
  clear_away(t);
  t = lay(GAME,
          PLAIN CUP("1") UNITS(JOIN(U(PG, "1010"), U(MR, "1011"), U(PGB, "1011"), U(MRB, "1110"))),
          "=ART 1 6 6 1 6 =29TC"); /* one candidate: nothing to pick */
  act(t, R, "target " PG);
  happened(t, "13.4", "danger-close");
  marked(t, MRB, "suppressed");
  clear_away(t);
}

/* 13.4: danger close is told for German artillery too, before it fires. */
static void r13_4_told_before(void **s) {
  (void)s;
  struct table *t = lay(GAME,
                        PLAIN IMPULSE("LAH")
                            UNITS(JOIN(GUNS(ART1), U(PG, "1010"), U(MR, "1011"), U(MRB, "1013"))),
                        "");
  act(t, G, "choose " ART1);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  const cJSON *a;
  cJSON_ArrayForEach(a, field(t->last, "actions")) {
    bool near = strstr(text_of(a, "id"), MR) != NULL;
    assert_int_equal(strstr(text_of(a, "label"), "danger close") != NULL, near);
  }
  clear_away(t);
}

/* Choosing artillery, laying a counter and turning a kill zone can be taken back: nothing was
 * rolled and nothing seen. A shot cannot. */
static void taken_back(struct table *t, const char *side, const char *action, bool can) {
  act(t, side, action);
  ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
  assert_int_equal(cJSON_IsTrue(field(t->last, "ok")), can);
}
static void r13_3a_until_something_is_seen(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(JOIN(GUNS(ART1), U(PG, "1010"), U(PGB, "0505"), U(MR, "1013")) IDLE_G),
          "6 6");
  taken_back(t, G, "choose " ART1, true);
  act(t, G, "choose " PGB);
  taken_back(t, G, "face " PGB " 0505/0506", true);
  act(t, G, "stop " PGB);
  act(t, G, "choose " ART1);
  taken_back(t, G, "fire " ART1 " " MR, false);
  clear_away(t);
  t = lay(GAME,
          PLAIN "\"phase\":\"bombardment\",\"turn\":1," UNITS(JOIN(U(PG, "1010"), U(MR, "1012"))),
          NULL);
  taken_back(t, R, "lay " PG, true);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r13_2a_order_of_laying),
      cmocka_unit_test(r12_1b_no_more_targets),
      cmocka_unit_test(picking),
      cmocka_unit_test(r13_4_candidates),
      cmocka_unit_test(r13_3c_gone_for_good),
      cmocka_unit_test(r13_4_not_into_close_combat),
      cmocka_unit_test(r13_4_told_before),
      cmocka_unit_test(r13_3a_until_something_is_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
