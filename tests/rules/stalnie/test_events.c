/* test_events.c - what the program says while campaigns are played, figure by figure against its own tables.
 *
 * The campaigns are played by defaults with a purse well spent; every event of the kinds below is checked where it falls,
 * and each must have fallen at least once.
 */
#include "kit.h"

static int seen[E_COUNT][R_count];

static int banded(const struct band *b, int n, int v) {
  for (int i = 0; i < n; i++)
    if (v >= b[i].lo && v <= b[i].hi) return i;
  return -1;
}

static void check(struct kit *k, const struct sal_event *e) {
  const struct own *o = own(k->book);
  const struct state *s = kit_state(k);
  switch (e->kind) {
  case E_REPLENISHED: /* 11.616: the table at Final DR */
    assert_int_equal(e->n[1], o->replenish[e->n[2] + e->n[3] < 0 ? 0 : e->n[2] + e->n[3]]);
    assert_in_range(e->n[2], 2, 12);
    break;
  case E_ELR: assert_in_range(e->n[1], 1, 5); break; /* 11.617 */
  case E_WEATHER:
    if (e->rule != R_11_618) break;
    assert_int_equal(e->n[0], banded(o->weather, 4, e->n[2]));
    assert_int_equal(e->n[1], banded(o->ec, 5, e->n[3]));
    break;
  case E_SAN: assert_true(e->n[1] <= o->san_max[s->scenario - 1][e->n[0]]); break; /* 11.612 */
  case E_SCENARIO: /* 11.6235 */
    if (e->rule != R_11_6235b) break;
    if (2 * e->n[1] > 3 * e->n[2] || e->n[3] >= 70) assert_int_equal(e->n[0], GER);
    else if (e->n[3] < 50) assert_int_equal(e->n[0], RUS);
    break;
  case E_START: assert_int_equal(e->n[1] + e->n[2], 506); break; /* 11.625, 3.18 */
  case E_FRONTS: /* QB.2 */
    for (int c = 0; c < 3; c++) assert_in_range(e->n[c], 0, 64);
    if (s->scenario == 1) assert_int_equal(e->n[0] + e->n[1] + e->n[2], 0);
    break;
  case E_FRONT: assert_in_range(e->n[2], 0, 64); break; /* QB.9 */
  case E_FIRE: assert_true(e->n[2] >= 0 && e->n[3] >= 0); break; /* QB.6 */
  case E_HIT: assert_true(s->unit[e->unit[0]].where != NONE || s->draft[e->unit[0]].fate != FATE_NONE); break; /* QB.7, QB.8: units of the roster */
  case E_LOSS: assert_true(e->n[1] >= 0 && e->n[1] <= 8); break; /* 6.11 */
  case E_GAME_END:
  case E_GAME_ON: assert_in_range(e->n[0], 7, 9); break; /* CG4 */
  case E_AIR: assert_in_range(e->n[1], 1, 3); break; /* 6.13 */
  case E_MOVED_NORTH: assert_int_equal(e->n[0], s->pa); break;
  case E_LEADERS: assert_in_range(e->n[1], 1, 3); break; /* 11.6205 */
  case E_RECON: assert_in_range(e->n[1], 0, 9); break;
  case E_NOBODY: assert_in_range(e->n[0], 0, 1985); break; /* 11.6059 */
  case E_DEPLOYED: assert_true(e->n[1] >= 0); break;
  case E_STEP: if (e->rule == R_C_4) assert_in_range(e->n[0], 1, 4); break;
  case E_RAISED: assert_in_range(e->n[1], 1, 14); break; /* 11.6193: never fewer than the depleted number, never more than the full one */
  case E_CHAIN: assert_in_range(e->n[1], 2, MAX_CHAIN); break; /* 5.5 */
  case E_KEPT_EDGES: assert_in_range(e->n[0], 0, 62); break;
  case E_CHITS_OUT: assert_in_range(e->n[1], 1, 2); if (e->rule == R_6_12) assert_int_equal(e->n[1], 2); break;
  default: break;
  }
}

static void note(struct kit *k) {
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    check(k, e);
    seen[e->kind][e->rule]++;
  }
}

/* Buys what it can, one after another from a rotating start, so that every class comes up. */
static void spend(struct kit *k, int side, int turn) {
  for (int tries = 0; tries < 12; tries++) {
    sal_legal(&k->play, side, &k->list);
    uint32_t n = 0;
    while (n < k->list.n && k->list.a[n].verb == V_BUY) n++;
    if (!n) return;
    struct sal_action a = k->list.a[(uint32_t)(turn * 7 + tries * 5) % n];
    kit_ready(k);
    sal_apply(&k->play, side, a);
    note(k);
  }
}

static void play(struct kit *k, uint64_t seed) {
  kit_start(k, seed);
  note(k);
  int turn = (int)seed;
  while (kit_node(k) >= 0) {
    if (kit_node(k) == N_BUY) {
      for (int side = 0; side < 2; side++) {
        if (!(sal_actors(&k->play) & SAL_BIT(side))) continue;
        spend(k, side, turn++);
        kit_do(k, side, "commit");
        note(k);
      }
      continue;
    }
    if (kit_node(k) == N_CHIT) {
      kit_do(k, RUS, kit_state(k)->side[RUS].attacks < 2 && seed % 2 ? "chit attack" : "chit idle");
    } else if (kit_node(k) == N_RECON && seed % 3 == 0 && kit_state(k)->side[RUS].cpp >= 2 && !kit_state(k)->side[RUS].recon_paid && sal_actors(&k->play) & SAL_BIT(RUS)) {
      kit_do(k, RUS, "recon 1");
    } else if (kit_node(k) == N_ORDERS && kit_state(k)->scenario == 2 && sal_actors(&k->play) & SAL_BIT(GER) && !kit_state(k)->side[GER].exit && seed % 2) {
      kit_do(k, GER, "exit yes");
    } else if (kit_node(k) == N_ESCAPE && seed % 4 == 1) { /* everybody who can tries */
      int side = sal_top(&k->play)->side;
      sal_legal(&k->play, side, &k->list);
      struct sal_action a = k->list.a[0].verb == V_DONE && k->list.n > 1 ? k->list.a[1] : k->list.a[0];
      kit_ready(k);
      sal_apply(&k->play, side, a);
    } else {
      kit_default(k);
    }
    note(k);
  }
}

static void campaigns_speak(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  for (uint64_t seed = 1; seed <= 60; seed++) play(k, seed);
  static const struct { int kind, rule; } must[] = {
      {E_STEP, R_11_3}, {E_GIVEN, R_11_5b}, {E_WEATHER, R_SSR_I1}, {E_WEATHER, R_11_618}, {E_REPLENISHED, R_11_616}, {E_ELR, R_11_617}, {E_SAN, R_11_612}, {E_SCENARIO, R_11_6235a}, {E_SCENARIO, R_11_6235b},
      {E_START, R_11_625}, {E_VL, R_CG3}, {E_VL, R_11_2d}, {E_MOVED_NORTH, R_5_6}, {E_MOVED_NORTH, R_CG1d}, {E_NOBODY, R_11_6059}, {E_ISOLATED, R_11_6062}, {E_ISOLATED, R_11_6055_57},
      {E_FRONTS, R_QB_2}, {E_DEPLOYED, R_QB_3}, {E_LATER, R_CG9a}, {E_TURN, R_QB_5}, {E_FIRE, R_QB_6}, {E_HIT, R_QB_7}, {E_HIT, R_QB_8}, {E_FRONT, R_QB_9}, {E_ARTILLERY, R_QB_10}, {E_MALFUNCTION, R_QB_11},
      {E_PLACES, R_QB_12}, {E_EDGES, R_QB_13}, {E_RESULT, R_QB_14}, {E_AIR, R_6_13}, {E_AIR_GONE, R_SP_SSR3}, {E_AIR_GONE, R_11_615}, {E_LOSS, R_6_11}, {E_GAME_END, R_CG4}, {E_TOTALS, R_11_603},
      {E_RECALL, R_11_604}, {E_FORT_GONE, R_11_608}, {E_PRISONERS, R_11_610}, {E_COMBINED, R_11_6111}, {E_REPAIRED, R_11_6132a}, {E_NOT_REPAIRED, R_11_6132b}, {E_NOT_REPAIRED, R_11_6133},
      {E_RESTORED, R_11_6135_39}, {E_WOUND, R_11_602c}, {E_LEFT, R_11_6071}, {E_WIND, R_11_6241}, {E_SKIP, R_11_601}, {E_SKIP, R_11_6091}, {E_HILLS, R_11_2f}, {E_CAMPAIGN, R_CG_VC}, {E_GAME_END, R_CG4b},
      {E_LOSS, R_CG1b}, {E_NOTHING, R_11_6114}, {E_DEPLETED, R_11_6203}, {E_MODULE_GONE, R_11_615},
      {E_STEP, R_C_4}, {E_STEP, R_11_613}, {E_STEP, R_11_614}, {E_STEP, R_11_620}, {E_STEP, R_11_621}, {E_STEP, R_11_624}, {E_ROLLS, R_C_6}, {E_RAISED, R_11_6193}, {E_COLUMNS, R_QB_4}, {E_CHAIN, R_5_5},
      {E_CHITS_OUT, R_6_12}, {E_KEPT_EDGES, R_11_60531e}, {E_CONTROL, R_11_6051_52}, {E_REPLACED, R_11_6063c}, {E_SHORTAGE, R_11_6061b}, {E_EXITED, R_CG13a}, {E_CAPTURED, R_CG17}};
  for (size_t i = 0; i < sizeof must / sizeof must[0]; i++) {
    if (!seen[must[i].kind][must[i].rule]) print_error("no event %s of %s\n", k->book->rules->events[must[i].kind].id, sal_rule_id(k->book, must[i].rule));
    else kit_cover(k, must[i].rule);
  }
  for (size_t i = 0; i < sizeof must / sizeof must[0]; i++) assert_true(seen[must[i].kind][must[i].rule] > 0);
  kit_close(k);
}

/* 11.32a to c, 11.616a, 11.5a: the card on the replenishment names every modifier with its rule. */
static void replenishment_card(void **unused) {
  (void)unused;
  static const struct { const char *phase, *vars; int rule; } cases[] = {{"reph.2/11.612", "\"winners\":22", R_11_32a}, {"reph.3/11.612", "\"winners\":221", R_11_32b}, {"reph.3/11.612", "\"winners\":222", R_11_32c},
                                                                         {"reph.1/11.612", "\"winners\":1,\"german_losses\":45", R_11_616a}, {"reph.1/11.612", "\"winners\":1", R_11_5a},
                                                                         {"reph.1/11.612", "\"winners\":1,\"isolated_lost\":15", R_CG1b}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[200];
    snprintf(position, sizeof position, "\"phase\":\"%s\",\"vars\":{%s}", cases[i].phase, cases[i].vars);
    struct kit *k = kit_lay(position, false);
    memset(k->play.state, 0, k->book->state_bytes); /* once more, with somebody listening for cards */
    struct sal_err err = {0};
    kit_ready(k);
    k->events.want_cards = true;
    assert_true(k->book->rules->place(&k->play, k->book->position, &err));
    sal_run(&k->play);
    bool found = false;
    for (int c = 0; c < k->events.ncards; c++)
      for (int n = 0; n < k->events.card[c].nlines; n++) found |= k->events.card[c].line[n].rule == cases[i].rule;
    assert_true(found);
    kit_cover(k, cases[i].rule);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(campaigns_speak), cmocka_unit_test(replenishment_card)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
