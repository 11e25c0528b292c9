/* test_11_60x_exact.c - steps 11.601 to 11.612 at their edges: the twentieth round of a melee, who
 * is short of what in isolation, bogged vehicles, snipers, and that what is offered in an escape is
 * what is allowed. */
#include "kit.h"

#define STEP "\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},"

/* 11.601: nobody falls in twenty rounds; then the weaker gives way, the Soviets if they are equal.
 */
static void long_melee(void **unused) {
  (void)unused;
  enum { ROUNDS = 21, DICE = 4 * ROUNDS };
  static char sixes[DICE][SAL_TOKEN];
  static const struct {
    const char *german, *soviet;
    int dead;
  } cases[] = {{"658", "628", RUS}, {"658", "458", RUS}, {"348", "628", GER}};
  for (int i = 0; i < DICE; i++)
    snprintf(sixes[i], SAL_TOKEN, "6");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[500];
    snprintf(position, sizeof position,
             STEP "\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":"
                  "\"16-Z5\"},{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":"
                  "\"16-X5\"}]",
             cases[i].german, cases[i].soviet);
    struct kit *k = kit_lay(position, false);
    kit_at(k, "r")->at = kit_at(k, "g")->at;
    kit_ready(k);
    k->dice.rng = NULL;
    k->dice.script = (const char(*)[SAL_TOKEN])sixes;
    k->dice.nscript = DICE;
    sp_melee(&k->play);
    assert_int_equal(k->dice.at, DICE);
    assert_int_equal(kit_at(k, "g")->where, cases[i].dead == GER ? DEAD : MAP);
    assert_int_equal(kit_at(k, "r")->where, cases[i].dead == RUS ? DEAD : MAP);
    assert_int_equal(kit_state(k)->side[cases[i].dead].cvp, cases[i].dead == GER ? 1 : 2);
    kit_close(k);
  }
}

/* 11.6061b: surrounded by enemies (types C and D) all are short of ammunition, AFV of theirs too;
 * the others are not. */
static void shortages(void **unused) {
  (void)unused;
  for (int type = 1; type <= 4; type++) {
    struct kit *k = kit_lay(STEP "\"units\":[" JOIN(AT("sq", "german", "658", "16-K5"),
                                                    AT("pz", "german", "PzIVH", "16-K6"),
                                                    AT("free", "german", "658", "16-DD5")) "]",
                            false);
    struct state *s = kit_state(k);
    s->iso[0] = (struct iso){GER, (uint8_t)type, 1}, s->niso = 1;
    static const char *const id[] = {"sq", "pz"};
    for (int i = 0; i < 2; i++) {
      kit_at(k, id[i])->iso = 1;
      s->isle[at_pa(&k->play, kit_at(k, id[i])->at)] = 1;
    }
    kit_ready(k);
    sp_dissolve(&k->play);
    assert_int_equal((kit_at(k, "sq")->flags & U_SHORT) != 0, type >= 3);
    assert_int_equal((kit_at(k, "pz")->flags & U_SHORT) != 0, type >= 3);
    assert_int_equal((kit_at(k, "pz")->flags & U_RED) != 0, type >= 3);
    assert_false(kit_at(k, "sq")->flags & U_RED);
    assert_false(kit_at(k, "free")->flags & (U_SHORT | U_RED));
    kit_close(k);
  }
}

/* 11.2f: hills inside an Isolated Area are its side's, of the second as of the first; how many
 * change hands is told, and the Front Lines are drawn again. */
static void isolated_hills(void **unused) {
  (void)unused;
  for (int owner = 0; owner < 2; owner++) {
    struct kit *k = kit_lay(STEP "\"units\":[" JOIN(AT("g", "german", "658", "16-DD5"),
                                                    AT("u", "german", "658", "16-DD6"),
                                                    AT("r", "soviet", "458", "16-DD7")) "]",
                            false);
    struct state *s = kit_state(k);
    const struct own *o = own(k->book);
    int hill = -1, hills = 0;
    for (int i = 0; i < o->nvl; i++)
      if (o->vl[i].kind == VL_HILL && sp_in_pa(&k->play, o->vl[i].g)) {
        hill = i;
        hills++;
        s->vl[i] = owner == GER ? 0 : VB_GERMAN;
      }
    assert_true(hills > 1);
    memset(s->area, 0, sizeof s->area);
    int at = at_pa(&k->play, o->vl[hill].g);
    s->iso[0] = (struct iso){(uint8_t)!owner, 2, 1};
    s->iso[1] = (struct iso){(uint8_t)owner, 2, 1};
    s->niso = 2;
    s->isle[at] = 2;
    kit_at(k, "u")->iso = owner == GER ? 2 : 1;
    kit_at(k, "r")->iso = owner == GER ? 1 : 2;
    for (int i = 0; i < 8 * WIDTH; i++)
      if (sp_in_pa(&k->play, i))
        s->area[i] = A_GER;
    kit_ready(k);
    sp_dissolve(&k->play);
    assert_int_equal((s->vl[hill] & VB_GERMAN) != 0, owner == GER);
    int changed = 0, front = 0;
    for (int i = 0; i < o->nvl; i++)
      if (o->vl[i].kind == VL_HILL && sp_in_pa(&k->play, o->vl[i].g))
        changed += ((s->vl[i] & VB_GERMAN) != 0) == (owner == GER);
    assert_int_equal(kit_told(k, E_HILLS, R_11_2f)->n[0], changed);
    for (int i = 0; i < PA_PLACES; i++)
      front += (s->area[i] & A_FRONT_GER) != 0;
    assert_true(front > 0);
    kit_close(k);
  }
}

/* 11.604, 11.607: a bogged vehicle inside its perimeter is freed and taken up; outside it is
 * immobilized and stays where the board does. */
static void bogged(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(STEP "\"units\":[" JOIN(AT("in", "german", "PzIVH", "18-DD5"),
                                                  AT("out", "german", "PzIVH", "18-Z5"),
                                                  AT("dry", "german", "PzIVH", "18-X5")) "]",
                          false);
  struct state *s = kit_state(k);
  memset(s->area, 0, sizeof s->area);
  s->area[at_pa(&k->play, kit_place(k, "18-DD5"))] = A_GER;
  kit_at(k, "in")->flags |= U_BOGGED;
  kit_at(k, "out")->flags |= U_BOGGED;
  kit_ready(k);
  sp_clear(&k->play);
  assert_int_equal(kit_at(k, "in")->where, OFF);
  assert_int_equal(kit_at(k, "dry")->where, OFF);
  assert_int_equal(kit_at(k, "out")->where, MAP);
  assert_true(kit_at(k, "out")->flags & U_IMMOBILE);
  static const char *const id[] = {"in", "out", "dry"};
  for (int i = 0; i < 3; i++)
    assert_false(kit_at(k, id[i])->flags & U_BOGGED);
  assert_false(kit_at(k, "in")->flags & U_IMMOBILE || kit_at(k, "dry")->flags & U_IMMOBILE);
  kit_close(k);
}

/* 11.612: snipers lost are taken off, not below 2 unless it was lower; no more than the scenario
 * allows. CG1a: the map moves north twice. */
static void new_scenarios(void **unused) {
  (void)unused;
  static const struct {
    int scenario, side, san, lost, then;
  } cases[] = {{3, GER, 4, 1, 3}, {3, GER, 4, 0, 4}, {3, GER, 5, 0, 4}, {3, GER, 6, 2, 4},
               {3, GER, 3, 1, 2}, {3, GER, 3, 2, 2}, {3, GER, 2, 1, 2}, {3, GER, 1, 0, 1},
               {3, GER, 1, 1, 1}, {3, GER, 0, 0, 0}, {3, RUS, 6, 0, 6}, {3, RUS, 7, 0, 6},
               {1, RUS, 6, 0, 5}, {1, GER, 4, 0, 3}, {2, RUS, 6, 0, 6}, {2, GER, 4, 0, 4}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1}", false);
    struct state *s = kit_state(k);
    s->scenario = (uint8_t)cases[i].scenario;
    s->pa = (uint8_t)cases[i].scenario;
    s->side[cases[i].side].san = (uint8_t)cases[i].san;
    s->side[cases[i].side].sniper_lost = (uint8_t)cases[i].lost;
    kit_ready(k);
    sp_new_scenario(&k->play);
    if (s->side[cases[i].side].san != cases[i].then)
      fail_msg("case %zu: %d", i, s->side[cases[i].side].san);
    assert_int_equal(s->side[cases[i].side].sniper_lost, 0);
    assert_int_equal(s->scenario, cases[i].scenario + 1);
    assert_int_equal(s->pa, cases[i].scenario == 3 ? 3 : cases[i].scenario + 1);
    kit_close(k);
  }
  struct kit *k = kit_lay(
      "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1}", false);
  kit_ready(k);
  sp_new_scenario(&k->play);
  assert_int_equal(kit_state(k)->pa, 1); /* a map without the plan stays */
  kit_close(k);
}

/* 11.6063a: in an escape everything that is offered is allowed, and every unit that may try, split,
 * or join is offered; nobody who is not isolated. */
static void escapes_offered(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},"
              "\"terrain\":[" WOODS("T-AA15") "],\"units\":[" JOIN(
                  AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA15"),
                  AT("l", "german", "9-1", "T-AA15"), AT("far", "german", "658", "T-AA20"),
                  OFFMAP("off", "german", "658"), AT("r", "soviet", "458", "T-AA25")) "]",
              false);
  kit_all(k, "german commit;soviet commit");
  static const int verbs[] = {V_ESCAPE, V_SPLIT};
  int offered[2] = {0, 0};
  assert_int_equal(kit_node(k), N_ESCAPE);
  sal_legal(&k->play, GER, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    assert_true(sal_check(&k->play, GER, k->list.a[i], NULL));
  for (int n = 0; n < 2; n++)
    for (int u = 0; u < k->book->ncounters; u++) {
      struct sal_action a = sal_act(verbs[n], u, 0, 0);
      bool is = sal_list_has(&k->list, a);
      bool may = kit_state(k)->unit[u].iso && sal_check(&k->play, GER, a, NULL);
      if (is != may)
        fail_msg("%s %s", n ? "split" : "escape", k->book->counter[u].id);
      offered[n] += is;
    }
  assert_int_equal(offered[0], 4);
  assert_int_equal(offered[1], 2); /* the squads with the leader */
  struct sal_action done = sal_act(V_DONE, 0, 0, 0);
  assert_int_equal(sal_list_has(&k->list, done), sal_check(&k->play, GER, done, NULL));
  kit_close(k);
}

/* 11.6111: half-squads that recombine are told as such, and only squads have halves. */
static void recombined(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                              OFFMAP("a", "german", "348"), OFFMAP("b", "german", "348")) "]",
                          false);
  struct state *s = kit_state(k);
  s->side[GER].al_drm = s->side[RUS].al_drm = 0;
  s->side[GER].al_result = s->side[RUS].al_result = 5;
  kit_ready(k);
  sp_harden_begin(&k->play);
  assert_string_equal(kit_kind(k, "a"), "658");
  assert_int_equal(kit_at(k, "b")->where, DEAD);
  const struct sal_event *e = kit_told(k, E_COMBINED, R_11_6111);
  assert_int_equal(e->unit[0], kit_unit(k, "a"));
  assert_int_equal(e->n[0], 0);
  for (int side = 0; side < 2; side++) {
    assert_int_equal(s->side[side].al_drm, 2); /* 11.6115a: all of it, until they say otherwise */
    assert_int_equal(s->side[side].al_result, 0);
  }
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_melee),     cmocka_unit_test(shortages),
      cmocka_unit_test(isolated_hills), cmocka_unit_test(bogged),
      cmocka_unit_test(new_scenarios),  cmocka_unit_test(escapes_offered),
      cmocka_unit_test(recombined)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
