/* test_11_6xx_played_events.c - what the program says while campaigns are played, figure by figure
 * against its own tables.
 *
 * The campaigns are played by defaults with a purse well spent; every event of the kinds below is
 * checked where it falls, and each must have fallen at least once.
 */
#include "kit.h"

static int seen[E_COUNT][R_count];
static struct state *was; /* before the action */
static bool leaders_wanted;

/* The nth throw for a rule in this action: so many dice added up. */
static int thrown(const struct kit *k, int rule, int dice, int nth) {
  int sum = 0, at = 0;
  for (uint32_t i = 0; i < k->dice.n; i++) {
    if (k->dice.rolled[i].rule != rule)
      continue;
    if (at / dice == nth)
      sum += k->dice.rolled[i].value;
    at++;
  }
  return sum;
}
static int within(int v, int lo, int hi) {
  return v < lo ? lo : v > hi ? hi : v;
}

/* 11.32: of the scenarios played so far. */
static int balance(const struct state *s, int side) {
  int played = 0, won = 0;
  for (int i = 0; i < 4; i++)
    played += s->winner[i] > 0, won += s->winner[i] == side + 1;
  static const int by[5][5] = {[2] = {-1}, [3] = {-2, -1}};
  return by[played][won];
}
static int historical(const struct kit *k, int side) {
  return own(k->book)->historical[kit_state(k)->scenario - 1][side];
}
static bool attacked(const struct state *s, int side) {
  return side == GER || s->side[RUS].row[s->scenario - 2].attack;
}

/* units of that part of a line that came */
static int count_of(const struct kit *k, const struct rec *r, int side, int part) {
  const struct group *g = &own(k->book)->group[side][r->group];
  int n = 0;
  for (int i = 0; i < g->n[r->copy]; i++)
    n += own(k->book)->counter_part[g->first[r->copy] + i] == part &&
         kit_state(k)->unit[g->first[r->copy] + i].where == OFF;
  return n;
}

/* 11.620: every line of the scenario, against the chart: dice, strength, components, weapons,
 * leaders. */
static void check_strengths(const struct kit *k) {
  const struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      const struct group *g = &o->group[side][r->group];
      if (r->scenario != s->scenario)
        continue;
      int final = r->dice[0] + r->dice[1] + historical(k, side) + balance(s, side), types = 0,
          short_types = 0;
      if (!(g->notes & NOTE_F))
        assert_int_equal(r->dice[0], 0);
      else if (g->calibre)
        assert_int_equal(r->strength, final <= 4   ? STR_PLENTIFUL
                                      : final <= 8 ? STR_NORMAL
                                                   : STR_SCARCE);
      else
        assert_int_equal(r->strength, final <= (g->cls == 'g' ? 7 : 8) ? STR_FULL : STR_DEPLETED);
      for (int c = 0; c < g->ncomp; c++) {
        const struct component *m = &g->comp[c];
        if (m->type) {
          int n = count_of(k, r, side, c);
          types++;
          short_types += n == m->depleted && n != m->full;
          assert_true(n == m->full || (n == m->depleted && r->strength == STR_DEPLETED));
        } else if (r->strength == STR_FULL) {
          assert_int_equal(r->sw[m->weapon - 1], m->full);
        } else {
          assert_in_range(r->sw[m->weapon - 1], m->depleted, m->full);
        }
      }
      /* Random Selection leaves nobody out of it */
      if (r->strength == STR_DEPLETED)
        assert_true(types == 1 ? short_types == 1 : short_types >= 1);
      if (!g->company) { /* 11.6194d: only a dug-in tank's bow MG becomes an LMG */
        bool bow = r->flags & R_DUGIN && o->type[g->comp[0].type].flags & T_BOW;
        assert_int_equal(count_of(k, r, side, 9), 0);
        for (int w = 0; w < SW; w++)
          assert_int_equal(r->sw[w], bow && !w ? count_of(k, r, side, 0) : 0);
      }
      bool carries = false; /* 11.6207: passengers and an armour leader exclude each other */
      for (int c = 0; c < g->ncomp; c++)
        carries |= (o->type[g->comp[c].type].flags & T_PASSENGERS) != 0;
      if (g->cls != 'a' || carries)
        assert_int_equal(r->al, 0);
      /* nobody is there twice, everybody has his marks */
      for (int u = 0; u < g->n[r->copy] && r->copy; u++) {
        const struct unit *unit = &s->unit[g->first[r->copy] + u];
        if (unit->where == NONE)
          continue;
        assert_int_equal(unit->rec, i + 1);
        assert_true(unit->flags & U_NEW);
        assert_int_equal((unit->flags & U_RESERVE) != 0, (r->flags & R_RESERVE) != 0);
        assert_int_equal((unit->flags & U_DUGIN) != 0, (r->flags & R_DUGIN) != 0);
        assert_int_equal((unit->flags & U_ENGINEER) != 0,
                         (g->notes & NOTE_H) != 0 && o->counter_part[g->first[r->copy] + u] != 9);
      }
    }
}

static void check(struct kit *k, const struct sal_event *e) {
  const struct own *o = own(k->book);
  const struct state *s = kit_state(k);
  switch (e->kind) {
  case E_REPLENISHED: { /* 11.616, 11.616a: every modifier, the table, and the roster */
    int side = e->n[0], lost = s->side[side].cvp + s->side[side].reph - s->side[side].exit_cvp;
    assert_int_equal(e->n[2], thrown(k, R_11_616, 2, side));
    assert_int_equal(e->n[3], historical(k, side) + balance(s, side) + attacked(s, side) -
                                  lost / 20 + (side == GER ? s->side[RUS].isolated_lost / 10 : 0));
    assert_int_equal(e->n[1], within(18 - (e->n[2] + e->n[3] - 1) / 2, 12, 18));
    const struct row *row = &s->side[side].row[s->scenario - 1];
    assert_int_equal(row->repl, 2 * e->n[1]);
    assert_int_equal(row->start, s->side[side].row[s->scenario - 2].left);
    assert_int_equal(row->total, row->start + row->repl);
    break;
  }
  case E_ELR: { /* 11.617 */
    int side = e->n[0], final = thrown(k, R_11_617, 2, side) + historical(k, side) +
                                attacked(s, side) - (s->winner[s->scenario - 2] == side + 1);
    assert_int_equal(e->n[2], final);
    assert_int_equal(e->n[1], within(was->side[side].elr + (final <= 2) - (final >= 12), 1, 5));
    break;
  }
  case E_WEATHER: /* 11.618 */
    if (e->rule != R_11_618)
      break;
    assert_int_equal(e->n[2], thrown(k, R_11_618, 1, 0) + thrown(k, R_11_618, 1, 1) +
                                  (was->weather == CLEAR || was->weather == GUSTY));
    assert_int_equal(e->n[3], thrown(k, R_11_618, 1, 2) -
                                  (was->weather == OVERCAST ? 2 : was->weather == FOG) +
                                  (was->ec == VERY_DRY ? 2 : was->ec == DRY));
    assert_int_equal(e->n[0], sp_banded(&o->weather, e->n[2]));
    assert_int_equal(e->n[1], sp_banded(&o->ec, e->n[3]));
    break;
  case E_SAN: { /* 11.612 */
    int side = e->n[0], less = was->side[side].san - was->side[side].sniper_lost;
    assert_int_equal(e->n[1], within(less < 2 ? 2 : less, 0, o->san_max[s->scenario - 1][side]));
    break;
  }
  case E_SCENARIO: { /* 11.6235 */
    static const int needed[4] = {60, 50, 70, 70};
    int n = 3;
    while (!s->winner[n])
      n--; /* the last one played */
    if (e->rule == R_11_6235b)
      assert_int_equal(e->n[0], 2 * e->n[1] > 3 * e->n[2] || e->n[3] >= needed[n] ? GER : RUS);
    assert_int_equal(s->winner[n], e->n[0] + 1);
    for (int side = 0; side < 2; side++) {
      const struct row *row = &s->side[side].row[n];
      assert_int_equal(row->win, e->n[0] == side);
      assert_int_equal(row->suffered, side == GER ? e->n[2] : e->n[1]);
      assert_int_equal(row->accumulated, (side == GER ? e->n[1] : e->n[2]) +
                                             (e->rule == R_11_6235a ? s->side[side].locations : 0));
    }
    if (e->rule == R_11_6235a)
      assert_int_equal(
          e->n[0], s->side[GER].row[n].accumulated > s->side[RUS].row[n].accumulated ? GER : RUS);
    assert_int_equal(s->side[GER].locations, e->n[3]);
    break;
  }
  case E_ROLLS:
    if (e->n[0] == RUS)
      check_strengths(k), leaders_wanted = true;
    break;
  case E_REPAIRED: assert_true(e->n[0] + e->n[1] <= 2); break; /* 11.6132a, 11.6133 */
  case E_NOT_REPAIRED: assert_true(e->n[0] + e->n[1] > 2); break;
  case E_START: assert_int_equal(e->n[1] + e->n[2], 506); break; /* 11.625, 3.18 */
  case E_FRONTS:                                                 /* QB.2 */
    for (int c = 0; c < 3; c++)
      assert_in_range(e->n[c], 0, 64);
    if (s->scenario == 1)
      assert_int_equal(e->n[0] + e->n[1] + e->n[2], 0);
    break;
  case E_FRONT: assert_in_range(e->n[2], 0, 64); break; /* QB.9 */
  case E_FIRE:
    assert_true(e->n[2] >= 0 && e->n[3] >= 0);
    break; /* QB.6 */
  /* QB.7, QB.8: units of the roster */
  case E_HIT:
    assert_true(s->unit[e->unit[0]].where != NONE || s->draft[e->unit[0]].fate != FATE_NONE);
    break;
  case E_LOSS: assert_true(e->n[1] >= 0 && e->n[1] <= 8); break; /* 6.11 */
  case E_GAME_END:
  case E_GAME_ON: assert_in_range(e->n[0], 7, 9); break; /* CG4 */
  case E_AIR: assert_in_range(e->n[1], 1, 3); break;     /* 6.13 */
  case E_MOVED_NORTH: assert_int_equal(e->n[0], s->pa); break;
  case E_LEADERS:
    assert_in_range(e->n[1], 1, 3);
    break; /* 11.6205 */
  /* 11.622 */
  case E_RECON:
    assert_int_equal(e->n[1],
                     within(thrown(k, R_11_622, 1, e->n[0] == RUS && was->side[GER].recon_paid) +
                                (e->n[2] == 2 ? 3 : 0) - (e->n[0] == GER),
                            0, 9));
    break;
  case E_NOBODY: assert_in_range(e->n[0], 0, 1985); break; /* 11.6059 */
  case E_DEPLOYED: assert_true(e->n[1] >= 0); break;
  case E_STEP: /* C.4, 11.619: a new page of the roster and nothing left of the last one's purchases
                */
    for (int side = 0; e->rule == R_C_4 && side < 2; side++) {
      const struct side *d = &s->side[side];
      const struct row *row = &d->row[e->n[0] - 1];
      assert_int_equal(e->n[0], s->scenario);
      assert_int_equal(d->mines + d->fpp + d->recon_paid + d->companies, 0);
      for (int i = 0; i < MAX_GROUPS; i++)
        assert_int_equal(d->bought[i], 0);
      for (int i = 0; i < FORTS; i++)
        assert_int_equal(d->stock[i], 0);
      assert_int_equal(row->hist, historical(k, side));
      assert_int_equal(row->elr, d->elr);
      assert_int_equal(row->weather, s->weather);
      assert_int_equal(row->ec, s->ec);
      if (s->scenario == 1)
        assert_int_equal(row->start, side == GER ? 32 : 24),
            assert_int_equal(row->total, row->start);
      else
        assert_int_equal(row->total, row->start + row->repl), assert_true(row->repl >= 24);
    }
    break;
  /* 11.6193: never fewer than the depleted number, never more than the full one */
  case E_RAISED: assert_in_range(e->n[1], 1, 14); break;
  case E_CHAIN: assert_in_range(e->n[1], 2, MAX_CHAIN); break; /* 5.5 */
  case E_KEPT_EDGES: assert_in_range(e->n[0], 0, 62); break;
  case E_CHITS_OUT:
    assert_in_range(e->n[1], 1, 2);
    if (e->rule == R_6_12)
      assert_int_equal(e->n[1], 2);
    break;
  default: break;
  }
}

/* 11.6205, 11.6207: leaders and armour leaders of all companies and platoons by their own dice, in
 * the order of the lines. */
static void check_leaders(const struct kit *k) {
  const struct own *o = own(k->book);
  const struct state *s = kit_state(k);
  int company = 0, platoon = 0;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      const struct group *g = &o->group[side][r->group];
      if (r->scenario != s->scenario)
        continue;
      if (g->company) {
        int final = thrown(k, R_11_6205, 2, company++) +
                    (r->strength == STR_DEPLETED ? (side == GER ? 1 : 2) : 0) -
                    ((g->notes & NOTE_H) != 0),
            n = 0;
        const uint8_t *want = o->leaders[within(final, 2, 13) - 2][side];
        for (int u = 0; u < g->n[r->copy]; u++)
          if (o->counter_part[g->first[r->copy] + u] == 9 &&
              s->unit[g->first[r->copy] + u].where == OFF)
            assert_int_equal(s->unit[g->first[r->copy] + u].type, want[n++]);
        assert_int_equal(n, (want[0] > 0) + (want[1] > 0) + (want[2] > 0));
      }
      bool carries = false;
      for (int c = 0; c < g->ncomp; c++)
        carries |= (o->type[g->comp[c].type].flags & T_PASSENGERS) != 0;
      if (g->cls == 'a' && !carries) {
        bool tiger = sal_eq(g->id, "a4") && side == GER;
        int final = thrown(k, R_11_6207, 2, platoon++) + (side == RUS) - tiger,
            grade = final <= 3   ? 6
                    : final == 4 ? 5
                    : final == 5 ? 4
                    : final <= 7 ? 3 + tiger
                                 : -1,
            green = 0;
        assert_int_equal(r->al, grade < 0 ? 0 : o->grade[grade]);
        for (int u = 0; u < g->n[r->copy]; u++)
          green += s->unit[g->first[r->copy] + u].where == OFF &&
                   s->unit[g->first[r->copy] + u].flags & U_INEXPERIENCED;
        assert_int_equal(green > 0, final >= 13);
      }
    }
}

static void note(struct kit *k) {
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    check(k, e);
    seen[e->kind][e->rule]++;
  }
  if (leaders_wanted)
    check_leaders(k);
  leaders_wanted = false;
  memcpy(was, k->play.state, k->book->state_bytes);
}

/* Buys what it can, one after another from a rotating start, so that every class comes up. */
static void spend(struct kit *k, int side, int turn) {
  for (int tries = 0; tries < 12; tries++) {
    sal_legal(&k->play, side, &k->list);
    uint32_t n = 0;
    while (n < k->list.n && k->list.a[n].verb == V_BUY)
      n++;
    if (!n)
      return;
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
        if (!(sal_actors(&k->play) & SAL_BIT(side)))
          continue;
        spend(k, side, turn++);
        kit_do(k, side, "commit");
        note(k);
      }
      continue;
    }
    if (kit_node(k) == N_CHIT) {
      kit_do(k, RUS, kit_state(k)->side[RUS].attacks < 2 && seed % 2 ? "chit attack" : "chit idle");
    } else if (kit_node(k) == N_RECON && seed % 3 == 0 && kit_state(k)->side[RUS].cpp >= 2 &&
               !kit_state(k)->side[RUS].recon_paid && sal_actors(&k->play) & SAL_BIT(RUS)) {
      kit_do(k, RUS, "recon 1");
    } else if (kit_node(k) == N_ORDERS && kit_state(k)->scenario == 2 &&
               sal_actors(&k->play) & SAL_BIT(GER) && !kit_state(k)->side[GER].exit && seed % 2) {
      kit_do(k, GER, "exit yes");
    } else if (kit_node(k) == N_ESCAPE && seed % 4 == 1) { /* everybody who can tries */
      int side = sal_top(&k->play)->side;
      sal_legal(&k->play, side, &k->list);
      struct sal_action a =
          k->list.a[0].verb == V_DONE && k->list.n > 1 ? k->list.a[1] : k->list.a[0];
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
  was = calloc(1, k->book->state_bytes);
  for (uint64_t seed = 1; seed <= 60; seed++)
    play(k, seed);
  free(was);
  static const struct {
    int kind, rule;
  } must[] = {{E_STEP, R_11_3},
              {E_GIVEN, R_11_5b},
              {E_WEATHER, R_SSR_I1},
              {E_WEATHER, R_11_618},
              {E_REPLENISHED, R_11_616},
              {E_ELR, R_11_617},
              {E_SAN, R_11_612},
              {E_SCENARIO, R_11_6235a},
              {E_SCENARIO, R_11_6235b},
              {E_START, R_11_625},
              {E_VL, R_CG3},
              {E_KEPT_VL, R_11_2d},
              {E_MOVED_NORTH, R_5_6},
              {E_MOVED_NORTH, R_CG1d},
              {E_NOBODY, R_11_6059},
              {E_ISOLATED, R_11_6062},
              {E_ISOLATED, R_11_6055_57},
              {E_FRONTS, R_QB_2},
              {E_DEPLOYED, R_QB_3},
              {E_LATER, R_CG9a},
              {E_TURN, R_QB_5},
              {E_FIRE, R_QB_6},
              {E_HIT, R_QB_7},
              {E_HIT, R_QB_8},
              {E_FRONT, R_QB_9},
              {E_ARTILLERY, R_QB_10},
              {E_MALFUNCTION, R_QB_11},
              {E_PLACES, R_QB_12},
              {E_EDGES, R_QB_13},
              {E_RESULT, R_QB_14},
              {E_AIR, R_6_13},
              {E_AIR_GONE, R_SP_SSR3},
              {E_AIR_GONE, R_11_615},
              {E_LOSS, R_6_11},
              {E_GAME_END, R_CG4},
              {E_TOTALS, R_11_603},
              {E_RECALL, R_11_604},
              {E_FORT_GONE, R_11_608},
              {E_PRISONERS, R_11_610},
              {E_COMBINED, R_11_6111},
              {E_REPAIRED, R_11_6132a},
              {E_NOT_REPAIRED, R_11_6132b},
              {E_NOT_REPAIRED, R_11_6133},
              {E_RESTORED, R_11_6135_39},
              {E_WOUND, R_11_602c},
              {E_LEFT, R_11_6071},
              {E_WIND, R_11_6241},
              {E_SKIP, R_11_601},
              {E_SKIP, R_11_6091},
              {E_HILLS, R_11_2f},
              {E_CAMPAIGN, R_CG_VC},
              {E_GAME_END, R_CG4b},
              {E_LOSS, R_CG1b},
              {E_NOTHING, R_11_6114},
              {E_DEPLETED, R_11_6203},
              {E_MODULE_GONE, R_11_615},
              {E_STEP, R_C_4},
              {E_STEP, R_11_613},
              {E_STEP, R_11_614},
              {E_STEP, R_11_620},
              {E_STEP, R_11_621},
              {E_STEP, R_11_624},
              {E_ROLLS, R_C_6},
              {E_RAISED, R_11_6193},
              {E_COLUMNS, R_QB_4},
              {E_CHAIN, R_5_5},
              {E_CHITS_OUT, R_6_12},
              {E_KEPT_EDGES, R_11_60531e},
              {E_CONTROL, R_11_6051_52},
              {E_REPLACED, R_11_6063c},
              {E_SHORTAGE, R_11_6061b},
              {E_EXITED, R_CG13a},
              {E_CAPTURED, R_CG17}};
  for (size_t i = 0; i < sizeof must / sizeof must[0]; i++) {
    if (!seen[must[i].kind][must[i].rule])
      print_error("no event %s of %s\n", k->book->rules->events[must[i].kind].id,
                  sal_rule_id(k->book, must[i].rule));
    else
      kit_cover(k, must[i].rule);
  }
  for (size_t i = 0; i < sizeof must / sizeof must[0]; i++)
    assert_true(seen[must[i].kind][must[i].rule] > 0);
  kit_close(k);
}

/* 11.32a to c, 11.616a, 11.5a: the card on the replenishment names every modifier with its rule. */
static void replenishment_card(void **unused) {
  (void)unused;
  static const struct {
    const char *phase, *vars;
    int rule;
  } cases[] = {{"reph.2/11.612", "\"winners\":22", R_11_32a},
               {"reph.3/11.612", "\"winners\":221", R_11_32b},
               {"reph.3/11.612", "\"winners\":222", R_11_32c},
               {"reph.1/11.612", "\"winners\":1,\"german_losses\":45", R_11_616a},
               {"reph.1/11.612", "\"winners\":1", R_11_5a},
               {"reph.1/11.612", "\"winners\":1,\"isolated_lost\":15", R_CG1b}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[200];
    snprintf(position, sizeof position, "\"phase\":\"%s\",\"vars\":{%s}", cases[i].phase,
             cases[i].vars);
    struct kit *k = kit_lay(position, false);
    /* once more, with somebody listening for cards */
    memset(k->play.state, 0, k->book->state_bytes);
    struct sal_err err = {0};
    kit_ready(k);
    k->events.want_cards = true;
    assert_true(k->book->rules->place(&k->play, k->book->position, &err));
    sal_run(&k->play);
    bool found = false;
    for (int c = 0; c < k->events.ncards; c++)
      for (int n = 0; n < k->events.card[c].nlines; n++)
        found |= k->events.card[c].line[n].rule == cases[i].rule;
    assert_true(found);
    kit_cover(k, cases[i].rule);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(campaigns_speak),
                                     cmocka_unit_test(replenishment_card)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
