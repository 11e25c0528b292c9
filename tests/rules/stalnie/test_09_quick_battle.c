/* test_09_quick_battle.c - section 9: the quick battle. EX16 to EX19, and that every advantage
 * counts. */
#include "kit.h"

#define U(id, side, kind, hex)                                                                     \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"

static const struct sal_event *fire_of(struct kit *k, int side, int column) {
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    if (e->kind == E_FIRE && e->n[0] == side && e->n[1] == column)
      return e;
  }
  fail_msg("no fire");
  return NULL;
}

/* QB.6, QB.7: tanks alone, both press, board 16. The Germans close the gap of ten in the approach
 * of Turn 1. */
static void ex17_hard_fire(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(
                  U("g1", "german", "PzIVH", "16-CC10"), U("g2", "german", "PzIVH", "16-CC9"),
                  U("g3", "german", "PzIVH", "16-CC8"), U("g4", "german", "PzIVH", "16-CC7"),
                  U("r1", "soviet", "T34M41", "16-K10"), U("r2", "soviet", "T34M41", "16-K9"),
                  U("r3", "soviet", "T34M41", "16-K8")) "]",
              false);
  kit_all(k, "soviet posture press;german commit;soviet commit");
  kit_told(k, E_ORDERS, R_QB_1);
  /* DR 7 and 7; pick a T-34, stun it; pick another, too dear; pick a Panzer, too dear; ground 7;
   * snipers 12 and 12 */
  kit_roll(k, GER, "fight", "3 4 3 4 1 6 1 1 3 4 6 6 6 6");
  assert_int_equal(fire_of(k, GER, 0)->n[3], 48);
  assert_int_equal(fire_of(k, RUS, 0)->n[3], 24);
  assert_int_equal(kit_state(k)->battle.hard[GER][0], 4);
  assert_int_equal(kit_state(k)->battle.hard[RUS][0], 24);
  assert_true(kit_state(k)->draft[kit_unit(k, "r1")].flags & U_STUN);
  kit_close(k);
}

/* QB.6, QB.9: EX18 and EX19, infantry against a held line with 40 FPP of works. */
static void ex18_and_ex19_soft_fire_and_ground(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(
                  U("g1", "german", "658", "16-CC10"), U("g2", "german", "658", "16-CC9"),
                  U("g3", "german", "658", "16-CC8"), U("r1", "soviet", "458", "16-K10"),
                  U("r2", "soviet", "458", "16-K9"), U("r3", "soviet", "458", "16-K8")) "]",
              false);
  struct state *s = kit_state(k);
  for (int i = 0; i < 5; i++)
    s->fort[s->nfort++] = (struct fort){
        .at = (uint16_t)kit_place(k, i & 1 ? "16-J5" : "16-I5"), .kind = FORT_TRENCH, .side = RUS};
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "16-H5"), .kind = FORT_FOX3, .side = RUS};
  /* 35 + 5 */
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "16-H6"), .kind = FORT_FOX2, .side = RUS};
  assert_int_equal(sp_works(&k->play, RUS), 83);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(sp_cover(&k->play, 0), 80);
  kit_roll(k, GER, "fight", "3 4 3 4 5 5 6 6 6 6");
  assert_int_equal(fire_of(k, GER, 0)->n[2], 11);
  assert_int_equal(fire_of(k, RUS, 0)->n[2], 13);
  assert_int_equal(s->battle.soft[GER][0], 11);
  assert_int_equal(s->battle.soft[RUS][0], 13);
  assert_int_equal(s->battle.front[0], 12); /* ratio 79: one step, and one more for DR 10 */
  kit_told(k, E_FRONT, R_QB_9);
  kit_close(k);
}

struct outcome {
  int wins, by_german, by_soviet, turns, front;
};

static const char usual[] =
    "german buy i1 plain 0;german buy a6 plain 0;soviet buy i2 south 0;soviet buy g4 plain 0";

/* So many scenarios 1 with these purchases, works and orders. */
static struct outcome fight(struct kit *k, int seeds, const char *purchases, int trenches,
                            const char *orders) {
  struct outcome o = {0};
  for (int i = 0; i < seeds; i++) {
    kit_start(k, 1000 + (uint64_t)i);
    kit_all(k, purchases);
    kit_all(k, "german commit;soviet commit");
    for (int n = 0; n < trenches; n++)
      kit_do(k, RUS, "fort trench");
    kit_until(k, "play.1");
    if (*orders)
      kit_all(k, orders);
    kit_until(k, "reph.1/11.605");
    const struct state *s = kit_state(k);
    o.by_german += s->side[RUS].cvp;
    o.by_soviet += s->side[GER].cvp;
    o.turns += s->claim.turns;
    for (int c = 0; c < COLUMNS; c++)
      o.front += s->battle.front[c];
    kit_until(k, "reph.1/11.611");
    o.wins += kit_state(k)->winner[0] == GER + 1;
  }
  return o;
}

/* QB.14, EX16: the calibration of scenario 1. Every record passes its checks, or sp_accept would
 * stop. */
static void ex16_calibration(void **unused) {
  (void)unused;
  enum { N = 400 };
  struct kit *k = kit_open("campaign");
  struct outcome o = fight(k, N, usual, 5, "");
  print_message("German wins %d of %d, CVP inflicted %d and %d, turns %d/100, front %d\n", o.wins,
                N, o.by_german / N, o.by_soviet / N, o.turns * 100 / N, o.front / N / 3);
  assert_in_range(o.wins * 100 / N, 45, 80);
  assert_in_range(o.by_german / N, 40, 85);
  assert_in_range(o.by_soviet / N, 40, 85);
  assert_in_range(o.turns * 10 / N, 70, 90);
  kit_close(k);
}

/* A stronger order of battle, fortifications, and the posture each move the outcome the right way.
 */
static void advantages_count(void **unused) {
  (void)unused;
  enum { N = 500 };
  struct kit *k = kit_open("campaign");
  struct outcome usual_one = fight(k, N, usual, 0, "");
  struct outcome stronger =
      fight(k, N,
            "german buy i1 plain 0;german buy a6 plain 0;german buy a6 plain 0;german buy a8 plain "
            "0;soviet buy i2 south 0;soviet buy g4 plain 0",
            0, "");
  struct outcome weaker = fight(k, N, "soviet buy i2 south 0;soviet buy g4 plain 0", 0, "");
  struct outcome works = fight(k, N, usual, 5, "");
  struct outcome timid = fight(k, N, usual, 0, "german posture hold");
  struct outcome fewer_soviets = fight(k, N, "german buy i1 plain 0;german buy a6 plain 0", 0, "");
  print_message("front %d: more Germans %d, fewer %d, works %d, timid %d, fewer Soviets %d\n",
                usual_one.front / N / 3, stronger.front / N / 3, weaker.front / N / 3,
                works.front / N / 3, timid.front / N / 3, fewer_soviets.front / N / 3);
  assert_true(stronger.front > usual_one.front && stronger.wins >= usual_one.wins);
  assert_true(weaker.front < usual_one.front && weaker.wins < usual_one.wins);
  assert_true(works.front < usual_one.front && works.wins < usual_one.wins);
  assert_true(timid.front < usual_one.front && timid.wins < usual_one.wins);
  assert_true(fewer_soviets.front > usual_one.front && fewer_soviets.wins > usual_one.wins);
  kit_close(k);
}

/* Better terrain: the same armies on boards with more cover for the defender. The front is what
 * cover holds back. */
static void terrain_counts(void **unused) {
  (void)unused;
  enum { N = 500 };
  struct kit *k = kit_open("campaign");
  struct own *o = (struct own *)k->book->own;
  struct outcome as_drawn = fight(k, N, usual, 0, "");
  for (int i = 0; i < MAX_BOARDS; i++)
    o->board[i].cover = (uint8_t)(o->board[i].cover - 20);
  struct outcome covered = fight(k, N, usual, 0, "");
  for (int i = 0; i < MAX_BOARDS; i++)
    o->board[i].cover = (uint8_t)(o->board[i].cover + 20);
  assert_true(covered.front < as_drawn.front);
  assert_true(covered.wins < as_drawn.wins);
  kit_close(k);
}

/* 11.623, 11.6232: the Soviet initiative. The same second scenarios with the Idle and with the
 * Attack chit, each side on the orders that the specification gives it then (QB.1): who attacks
 * takes ground, and pays for it. */
static void initiative_counts(void **unused) {
  (void)unused;
  enum { N = 500 };
  struct kit *k = kit_open("campaign");
  struct outcome by[2] = {{0}};
  for (int i = 0; i < N; i++)
    for (int attack = 0; attack < 2; attack++) {
      kit_start(k, 3000 + (uint64_t)i);
      /* the Germans save, the Soviets do not */
      kit_all(k, "soviet buy i2 south 0;soviet buy g4 plain 0");
      kit_until(k, "prep.2/11.619");
      kit_all(k, "soviet buy i1 plain 0;soviet buy a2 plain 0;soviet buy a3 plain 0;german "
                 "commit;soviet commit");
      kit_until(k, "prep.2/11.623");
      kit_do(k, RUS, attack ? "chit attack" : "chit idle");
      kit_until(k, "reph.2/11.605");
      const struct state *s = kit_state(k);
      assert_int_equal(s->side[RUS].posture, attack ? PRESS : HOLD);
      for (int c = 0; c < COLUMNS; c++)
        by[attack].front += s->battle.front[c];
      by[attack].by_german += s->side[RUS].cvp;
      by[attack].by_soviet += s->side[GER].cvp;
    }
  print_message("Idle: front %d, CVP %d to %d; Attack: front %d, CVP %d to %d\n",
                by[0].front / N / 3, by[0].by_german / N, by[0].by_soviet / N, by[1].front / N / 3,
                by[1].by_german / N, by[1].by_soviet / N);
  assert_true(by[1].front < by[0].front);
  assert_true(by[1].by_german > by[0].by_german); /* out of its cover and works */
  kit_close(k);
}

/* C.9, QB.14: what a battle costs are units of the roster, at their values: nobody is lost who was
 * not there, and nobody is missing. */
static void losses_are_of_the_roster(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  const struct own *o = own(k->book);
  struct state *before = malloc(k->book->state_bytes);
  int lost = 0, reduced = 0, crews = 0;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    kit_start(k, seed);
    kit_all(k, usual);
    kit_until(k, "play.1");
    while (kit_node(k) != N_BATTLE)
      kit_default(k);
    memcpy(before, k->play.state, k->book->state_bytes);
    kit_until(k, "reph.1/11.605");
    const struct state *s = kit_state(k);
    int points[2] = {0};
    for (int u = 0; u < k->book->ncounters; u++) {
      const struct unit *was = &before->unit[u], *is = &s->unit[u];
      int side = k->book->counter[u].side;
      bool alive = is->where == OFF || is->where == MAP;
      if (was->where == NONE) { /* heroes and crews that got out */
        assert_true(is->where == NONE ||
                    (alive && (is->type == o->hero || is->type == o->crew228)));
        if (alive && is->type == o->crew228)
          points[side]--, crews++;
      } else if (was->where == DEAD) {
        assert_int_equal(is->where, DEAD);
      } else if (!alive) {
        points[side] += o->type[was->type].cvp;
        lost++;
      } else {
        points[side] += o->type[was->type].cvp - o->type[is->type].cvp;
        reduced += was->type != is->type;
      }
    }
    for (int side = 0; side < 2; side++)
      assert_int_equal(s->side[side].cvp, points[side]);
  }
  assert_true(lost && reduced && crews);
  free(before);
  kit_close(k);
}

/* Same state, orders and tape: the same bytes (QB.14). */
static void same_tape_same_bytes(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  uint64_t hash[2];
  for (int i = 0; i < 2; i++) {
    kit_start(k, 99);
    kit_until(k, "reph.1/11.605");
    hash[i] = sal_hash(k->play.state, k->book->state_bytes, 0);
  }
  assert_true(hash[0] == hash[1]);
  kit_close(k);
}

/* QB.1, CG6, CG13c: what orders refuse. */
static void orders(void **unused) {
  (void)unused;
  struct table *t =
      lay_with("stalnie/campaign", "\"battle\":\"quick\"",
               "\"phase\":\"play.1\",\"vars\":{\"ob\":1}", NULL, NULL, __FILE__, __LINE__);
  refused(t, "german", "weights 2 2 3", "QB.1");
  refused(t, "german", "exit yes", "CG13c");
  refused(t, "german", "module 9", "CG10");
  act(t, "german", "weights 0 6 0");
  act(t, "german", "posture assault");
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  happened(t, "QB.1", "orders");
  clear_away(t);
}

/* CG4, CG4a: Game End dice through the tape. */
static void game_end(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\"", false);
  kit_all(k, "german commit;soviet commit");
  for (int t = 1; t <= 6; t++)
    kit_roll(k, GER, "fight", "6 6 6 6");
  kit_roll(k, GER, "fight", "6 6 6 6 3"); /* Turn 7: 3 is above 2 */
  assert_int_equal(kit_told(k, E_GAME_ON, R_CG4)->n[0], 7);
  /* Turn 8: 4 ends it; nobody is left to roll for anything */
  kit_roll(k, GER, "fight", "6 6 6 6 4");
  assert_int_equal(kit_told(k, E_GAME_END, R_CG4)->n[0], 8);
  assert_int_equal(kit_node(k), N_CHAIN);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ex17_hard_fire),
                                     cmocka_unit_test(ex18_and_ex19_soft_fire_and_ground),
                                     cmocka_unit_test(ex16_calibration),
                                     cmocka_unit_test(advantages_count),
                                     cmocka_unit_test(terrain_counts),
                                     cmocka_unit_test(initiative_counts),
                                     cmocka_unit_test(losses_are_of_the_roster),
                                     cmocka_unit_test(same_tape_same_bytes),
                                     cmocka_unit_test(orders),
                                     cmocka_unit_test(game_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
