/* test_09_quick_battle_exact.c - section 9 to the last unit: fire where a fraction decides, fronts
 * at their very ends, the hexrow before and behind, and what is told of each. */
#include "kit.h"

#define TWO "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}"
#define QUIET "6 6 6 6" /* both snipers miss */

#define HALVES JOIN(AT("g", "german", "348", "16-CC9"), AT("r", "soviet", "248", "16-K9"))

static void values_of(struct kit *k, const char *id, int soft, int hard) {
  struct draft *d = kit_draft(k, id);
  d->soft = (uint8_t)soft;
  d->hard = (uint8_t)hard;
}
static const struct sal_event *fire_of(const struct kit *k, int side) {
  for (uint32_t i = 0; i < k->events.n; i++)
    if (k->events.v[i].kind == E_FIRE && k->events.v[i].n[0] == side)
      return &k->events.v[i];
  fail_msg("no fire of that side");
  return NULL;
}

/* ---- QB.6 ------------------------------------------------------------------------------- */

/* Both press on board 16 (T 90) under an overcast sky (V 90). FRD of the whole product: 59 * 145 *
 * 90 is 769,950; 100 * 100 * 90 a round number. */
static void fire_is_rounded_once(void **unused) {
  (void)unused;
  struct kit *k = kit_column(HALVES, "soviet posture press");
  kit_state(k)->weather = OVERCAST;
  values_of(k, "g", 59, 59);
  values_of(k, "r", 100, 100);
  /* 11 and 7; both half-squads are lost */
  kit_roll(k, GER, "fight", "5 6 3 4 6 6 6 6 3 4 " QUIET);
  assert_int_equal(fire_of(k, GER)->n[2], 76);
  assert_int_equal(fire_of(k, GER)->n[3], 76);
  assert_int_equal(fire_of(k, RUS)->n[2], 90);
  assert_int_equal(fire_of(k, RUS)->n[3], 90);
  assert_int_equal(fire_of(k, RUS)->n[1], 0);
  kit_close(k);
}

/* 11.31: the side that is not Elite has 95 in a hundred of its hard fire. */
static void not_elite(void **unused) {
  (void)unused;
  for (int balance = 0; balance < 3; balance++) {
    struct kit *k = kit_column(HALVES, "soviet posture press");
    k->play.state->option[OPT_BALANCE] = (uint8_t)balance;
    values_of(k, "g", 0, 99);
    values_of(k, "r", 0, 99);
    kit_roll(k, GER, "fight", "3 4 3 4 3 4 " QUIET); /* a quarter of it is no hit */
    assert_int_equal(fire_of(k, GER)->n[3], sp_is_elite(&k->play, GER) ? 99 : 94);
    assert_int_equal(fire_of(k, RUS)->n[3], sp_is_elite(&k->play, RUS) ? 99 : 94);
    assert_int_equal(sp_is_elite(&k->play, GER) + sp_is_elite(&k->play, RUS), balance ? 1 : 2);
    kit_close(k);
  }
}

/* QB.10: rockets fire everything at once, twice as strong, and that is all; T counts for them too.
 */
static void rockets(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[" HALVES "]", false);
  struct rec *g =
      kit_line(k, GER, "o4", (struct rec){.black = 4, .flags = R_NAMED, .link = LINK_RADIO});
  struct rec *r =
      kit_line(k, RUS, "o6", (struct rec){.black = 3, .flags = R_NAMED, .link = LINK_RADIO});
  kit_all(k, "soviet posture press;german commit;soviet commit");
  values_of(k, "g", 0, 0);
  values_of(k, "r", 0, 0);
  /* contact and a chit each (of four and of three); fire; two hits; ground */
  kit_roll(k, GER, "fight", "3 1 3 1 3 4 3 4 6 6 6 6 3 4 " QUIET);
  assert_int_equal(fire_of(k, GER)->n[2], 60 * 90 / 100);
  assert_int_equal(fire_of(k, GER)->n[3], 60 / 4);
  assert_int_equal(fire_of(k, RUS)->n[2], 72 * 90 / 100);
  assert_int_equal(fire_of(k, RUS)->n[3], 72 / 4);
  assert_int_equal(g->black, 0);
  assert_int_equal(r->black, 0);
  const struct sal_event *e = kit_told(k, E_ARTILLERY, R_QB_10);
  assert_int_equal(e->n[0], GER);
  assert_int_equal(e->n[1], 0); /* the enemy is in the west */
  assert_int_equal(e->n[2], 60);
  kit_close(k);
}

/* 6.12: the first red chit is told by QB.10, the second ends the module. */
static void red_chits(void **unused) {
  (void)unused;
  for (int drawn = 0; drawn < 2; drawn++) {
    struct kit *k = kit_lay(TWO, false);
    kit_line(
        k, RUS, "o3",
        (struct rec){
            .black = 1, .red = 1, .drawn = (uint8_t)drawn, .flags = R_NAMED, .link = LINK_RADIO});
    kit_all(k, "german commit;soviet commit");
    kit_roll(k, GER, "fight", "3 2 " QUIET);
    const struct sal_event *e = kit_told(k, E_CHITS_OUT, drawn ? R_6_12 : R_QB_10);
    assert_int_equal(e->n[0], RUS);
    assert_int_equal(e->n[1], drawn + 1);
    kit_close(k);
  }
}

/* ---- 6.13: aircraft --------------------------------------------------------------------- */

/* RG.b: two less for a group that paid; by dr one, two or three planes; bombs by theirs, whatever
 * the line said before. */
static void planes_arrive(void **unused) {
  (void)unused;
  static const struct {
    int bonus;
    const char *dice;
    int planes, bombs;
  } cases[] = {{1, "4 ", 0, 0},        {1, "3 2 4 6 ", 1, 1},   {0, "2 ", 0, 0},
               {0, "1 2 5 6 ", 1, 0},  {0, "1 3 4 4 6 ", 2, 2}, {0, "1 5 5 4 6 ", 2, 1},
               {0, "1 6 5 5 5 ", 3, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char dice[40];
    struct kit *k = kit_lay(TWO, false);
    struct rec *r =
        kit_line(k, RUS, "s1",
                 (struct rec){.flags = cases[i].bonus ? R_BONUS : 0, .arrival = 1, .planes = 3});
    kit_all(k, "german commit;soviet commit");
    assert_int_equal(r->arrival, 0); /* of an earlier battle */
    assert_int_equal(r->planes, 0);
    r->black = 5;
    r->flags |= R_SECOND;
    snprintf(dice, sizeof dice, "%s" QUIET, cases[i].dice);
    kit_roll(k, GER, "fight", dice);
    if (r->planes != cases[i].planes)
      fail_msg("%s: %d planes", cases[i].dice, r->planes);
    if (cases[i].planes) {
      const struct sal_event *e = kit_told(k, E_AIR, R_6_13);
      assert_int_equal(e->n[0], RUS);
      assert_int_equal(e->n[1], cases[i].planes);
      assert_int_equal(r->arrival, 1);
      /* three planes always have the gun */
      assert_int_equal((r->flags & R_SECOND) != 0, cases[i].planes == 3);
      int hard = kit_state(k)->battle.air_hard[RUS][1];
      assert_int_equal(hard,
                       6 * cases[i].planes + 4 * cases[i].bombs + (cases[i].planes == 3 ? 6 : 0));
    }
    kit_close(k);
  }
}

/* ---- QB.8 ------------------------------------------------------------------------------- */

/* A squad's half has half its fire: S up, H down. A hero is nothing but a hero. */
static void halves_and_heroes(void **unused) {
  (void)unused;
  struct kit *k =
      kit_column(JOIN(AT("g", "german", "8-0", "16-CC9"), AT("r", "soviet", "458", "16-K9")), "");
  values_of(k, "g", 0, 0);
  values_of(k, "r", 7, 5);
  kit_state(k)->battle.soft[GER][0] = 80;
  /* fire of 7 S at 40 percent on T 90; a hero, then the squad is halved; ground */
  kit_roll(k, GER, "fight", "1 1 1 1 1 1 6 6 3 4 " QUIET);
  assert_string_equal(own(k->book)->type[kit_draft(k, "r")->type].id, "248");
  assert_int_equal(kit_draft(k, "r")->soft, 4);
  assert_int_equal(kit_draft(k, "r")->hard, 2);
  const struct draft *hero = kit_draft(k, "ru.x.hero-1");
  assert_int_equal(hero->fate, FATE_OK);
  assert_int_equal(hero->flags, 0);
  assert_int_equal(hero->at, NOWHERE);
  kit_close(k);
}

/* ---- QB.9 ------------------------------------------------------------------------------- */

/* The front stops at the edges of the Playing Area, and both sides stand at it. Equal sides, or a
 * pull of one on the other, move it by nothing, and nothing is told. */
static void front_at_the_edges(void **unused) {
  (void)unused;
  static const struct {
    int front, german, soviet;
    const char *dr;
    int net, now;
  } cases[] = {{1, 1, 100, "3 4", -9, 0},  {0, 1, 100, "3 4", -9, 0},  {63, 100, 1, "3 4", 9, 64},
               {64, 100, 1, "3 4", 9, 64}, {30, 100, 1, "3 4", 9, 39}, {9, 1, 100, "3 4", -9, 0},
               {55, 100, 1, "3 4", 9, 64}, {30, 10, 10, "3 4", 0, 30}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char dice[40];
    struct kit *k = kit_lay(TWO ",\"units\":[" JOIN(AT("g", "german", "658", "18-DD5"),
                                                    AT("r", "soviet", "458", "13-D5")) "]",
                            false);
    struct state *s = kit_state(k);
    kit_all(k, "soviet posture press;german commit;soviet commit");
    values_of(k, "g", cases[i].german, 0);
    values_of(k, "r", cases[i].soviet, 0);
    s->battle.front[0] = s->battle.rear[0] = (uint8_t)cases[i].front;
    snprintf(dice, sizeof dice, "1 1 1 1 %s " QUIET, cases[i].dr);
    kit_roll(k, GER, "fight", dice);
    if (s->battle.front[0] != cases[i].now || s->battle.rear[0] != cases[i].now)
      fail_msg("%d: %d and %d", cases[i].front, s->battle.front[0], s->battle.rear[0]);
    int told = 0;
    for (uint32_t n = 0; n < k->events.n; n++)
      told += k->events.v[n].kind == E_FRONT;
    assert_int_equal(told, cases[i].net != 0);
    if (cases[i].net) {
      const struct sal_event *e = kit_told(k, E_FRONT, R_QB_9);
      assert_int_equal(e->n[0], 0);
      assert_int_equal(e->n[1], cases[i].net);
      assert_int_equal(e->n[2], cases[i].now);
    }
    kit_close(k);
  }
}

/* A net step of five takes a Gun on 4 and leaves broken men on 2, of either side; one of four rolls
 * for nobody. */
static void overrun_at_five(void **unused) {
  (void)unused;
  static const struct {
    int loser, winner_soft, net;
    const char *dice;
  } cases[] = {{RUS, 20, 5, "4 2 "}, {RUS, 19, 4, ""}, {GER, 20, -5, "4 2 "}, {GER, 19, -4, ""}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bool soviets_lose = cases[i].loser == RUS;
    char position[900], dice[60];
    snprintf(position, sizeof position,
             "{\"name\":\"w\",\"side\":\"%s\",\"kind\":\"%s\",\"hex\":\"16-CC9\"},"
             "{\"name\":\"gun\",\"side\":\"%s\",\"kind\":\"%s\",\"hex\":\"16-K9\"},"
             "{\"name\":\"men\",\"side\":\"%s\",\"kind\":\"%s\",\"hex\":\"16-K9\"}",
             soviets_lose ? "german" : "soviet", soviets_lose ? "658" : "458",
             soviets_lose ? "soviet" : "german", soviets_lose ? "AT45L" : "AT75L",
             soviets_lose ? "soviet" : "german", soviets_lose ? "458" : "658");
    struct kit *k =
        kit_column(position, soviets_lose ? "" : "german posture hold;soviet posture press");
    struct battle *b = &kit_state(k)->battle;
    b->front[0] = b->rear[0] = 20;
    values_of(k, "w", cases[i].winner_soft, 0);
    values_of(k, "gun", 10, 0);
    kit_draft(k, "men")->flags |= U_BROKEN;
    /* no rally; C 80, K 88: T2 70, the ratio 140 or 133 */
    snprintf(dice, sizeof dice, "6 1 1 1 1 3 4 %s" QUIET, cases[i].dice);
    kit_roll(k, GER, "fight", dice);
    assert_int_equal(b->front[0], 20 + cases[i].net);
    bool over = *cases[i].dice;
    assert_int_equal(kit_draft(k, "gun")->fate, over ? FATE_CAPTURED : FATE_OK);
    assert_int_equal(kit_draft(k, "men")->enters, over ? 0 : 1);
    assert_int_equal((kit_draft(k, "men")->flags & U_SPLIT) != 0, over);
    if (over) {
      const struct sal_event *e = kit_told(k, E_HIT, R_QB_9);
      assert_int_equal(kit_draft(k, "men")->soft, 20);
      int left = 0, taken = 0;
      for (uint32_t n = 0; n < k->events.n; n++)
        if (k->events.v[n].kind == E_HIT && k->events.v[n].rule == R_QB_9) {
          e = &k->events.v[n];
          left += e->unit[0] == kit_unit(k, "men") && e->n[0] == 7;
          taken += e->unit[0] == kit_unit(k, "gun") && e->n[0] == 3;
        }
      assert_int_equal(left, 1);
      assert_int_equal(taken, 1);
    }
    kit_close(k);
  }
}

/* Victory Locations: the last hexrow that a side's ground reaches, and the first that it does not.
 */
static void locations_at_the_front(void **unused) {
  (void)unused;
  for (int side = 0; side < 2; side++)
    for (int beyond = 0; beyond < 2; beyond++) {
      struct kit *k =
          kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(AT("g", "german", "658", "17-CC9"),
                                                          AT("r", "soviet", "458", "2-D9")) "]",
                  false);
      const struct own *o = own(k->book);
      struct state *s = kit_state(k);
      kit_all(k, "german posture hold;german commit;soviet commit");
      int nth = 0; /* the second from his edge, of those in play */
      while (!sp_in_pa(&k->play, o->vl[o->taken[side][1][nth]].g))
        nth++;
      int vl = o->taken[side][1][nth + 1], h = row_of(o->vl[vl].g);
      for (int i = 0; i < o->nvl; i++)
        s->vl[i] = side == GER ? VB_DRAFT : 0;
      s->vl[vl] ^= VB_DRAFT;
      s->battle.front[1] = (uint8_t)(side == GER ? h + !beyond : 0);
      s->battle.rear[1] = (uint8_t)(side == RUS ? h + beyond : 64);
      kit_roll(k, GER, "fight", QUIET);
      if (((s->vl[vl] & VB_DRAFT) != 0) != ((side == GER) == !beyond))
        fail_msg("side %d, beyond %d, hexrow %d", side, beyond, h);
      if (!beyond)
        assert_int_equal(kit_told(k, E_VL, R_QB_9)->n[0], side);
      kit_close(k);
    }
}

/* CG13c: who left by the north edge is marked, and his points go into the record. */
static void north_points(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO ",\"units\":[" JOIN(AT("sq", "german", "658", "18-DD5"),
                                                  AT("r", "soviet", "458", "24-D5")) "]",
                          false);
  struct state *s = kit_state(k);
  kit_all(k, "german exit yes;german commit;soviet commit");
  s->battle.front[0] = s->battle.rear[0] = 64;
  s->battle.turn = 8, s->battle.ends = 2; /* neither 7 nor 8 was the last */
  s->battle.end_die[0] = s->battle.end_die[1] = 6;
  kit_roll(k, GER, "fight", "1 1 1 1 3 4 " QUIET " 6");
  assert_int_equal(kit_node(k), N_CHAIN);
  assert_int_equal(s->claim.north_vp, 2);
  assert_int_equal(s->claim.by, GER + 1);
  assert_int_equal(s->claim.turns, 9);
  kit_close(k);
}

/* ---- QB.5 ------------------------------------------------------------------------------- */

/* Told: the Turn, and a sniper who was seen, lost or not. */
static void told_of_a_turn(void **unused) {
  (void)unused;
  for (int lost = 0; lost < 2; lost++) {
    struct kit *k = kit_lay(TWO, false);
    kit_state(k)->side[RUS].san = 4;
    kit_all(k, "german commit;soviet commit");
    kit_roll(k, GER, "fight", lost ? "6 6 2 2 6" : "6 6 2 2 5"); /* there is nobody to hit */
    const struct sal_event *e = kit_told(k, E_SNIPER, R_QB_5);
    assert_int_equal(e->n[0], RUS);
    assert_int_equal(e->n[1], lost);
    e = kit_told(k, E_TURN, R_QB_5);
    assert_int_equal(e->n[0], 2);
    assert_int_equal(e->n[1], 1);
    kit_close(k);
  }
}

/* CG4a, CG4b: a tenth of the points that left north; a sixth of the hexrows, rounded up, from the
 * most northern German to the boards in play, 32 if there is nobody. */
static void end_modifiers(void **unused) {
  (void)unused;
  static const struct {
    int scenario, perimeter, south, points, drm; /* south: hexrows, 0 nobody */
  } cases[] = {{1, 0, 7, 40, 0},  {2, 1, 7, 9, 0},   {2, 1, 7, 10, 1},  {2, 1, 7, 20, 2},
               {2, 1, 7, 29, 2},  {2, 0, 6, 0, -1},  {2, 0, 7, 0, -2},  {2, 0, 12, 0, -2},
               {2, 0, 13, 0, -3}, {2, 0, 18, 30, 0}, {2, 0, 0, 0, -6},  {3, 0, 1, 0, -1},
               {3, 0, 30, 0, -5}, {3, 0, 31, 0, -6}, {4, 0, 12, 10, 1}, {3, 1, 12, 10, 1}};
  struct kit *k = kit_lay(TWO, false);
  struct state *s = kit_state(k);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    s->scenario = (uint8_t)cases[i].scenario;
    s->side[GER].perimeter = (uint8_t)cases[i].perimeter;
    /* a hexrow + 1 */
    s->german_north = (uint8_t)(cases[i].south ? sp_pa_low(&k->play) - cases[i].south + 1 : 0);
    if (sp_end_drm(&k->play, cases[i].points) != cases[i].drm)
      fail_msg("case %zu: %d", i, sp_end_drm(&k->play, cases[i].points));
  }
  kit_close(k);
  /* 5.6: a map without the plan loses no boards */
  k = kit_lay("\"map\":\"plain:30x52\",\"phase\":\"play.2\"", false);
  kit_state(k)->side[GER].perimeter = 0;
  assert_int_equal(sp_end_drm(&k->play, 10), 1);
  kit_close(k);
}

/* CG4: 2, 4, 6 after Turns 7, 8, 9, and after Turn 9 whatever the die; the rule that changed the
 * dr is told. */
static void game_ends(void **unused) {
  (void)unused;
  static const struct {
    int turn, points, perimeter;
    const char *die;
    bool over;
    int rule;
  } cases[] = {
      {6, 0, 1, "", false, 0},        {7, 0, 1, "2", true, R_CG4},   {7, 0, 1, "3", false, R_CG4},
      {8, 0, 1, "4", true, R_CG4},    {8, 0, 1, "5", false, R_CG4},  {9, 0, 1, "6", true, R_CG4},
      {7, 10, 1, "2", false, R_CG4a}, {7, 10, 1, "1", true, R_CG4a}, {8, 9, 1, "4", true, R_CG4},
      {9, 10, 1, "6", true, R_CG4a},  {9, 60, 1, "6", true, R_CG4a}, {8, 11, 1, "4", false, R_CG4a},
      {7, 0, 0, "6", true, R_CG4b},   {7, 10, 0, "6", true, R_CG4a}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay(TWO, false);
    struct state *s = kit_state(k);
    s->battle.turn = (uint8_t)cases[i].turn;
    s->battle.north_vp = (uint16_t)cases[i].points;
    s->side[GER].perimeter = (uint8_t)cases[i].perimeter;
    kit_dice(k, cases[i].die);
    if (sp_game_ends(&k->play) != cases[i].over)
      fail_msg("case %zu", i);
    if (cases[i].rule) {
      const struct sal_event *e =
          kit_told(k, cases[i].over ? E_GAME_END : E_GAME_ON, cases[i].rule);
      assert_int_equal(e->n[0], cases[i].turn);
      assert_int_equal(e->n[1], cases[i].die[0] - '0');
      assert_int_equal(e->n[2], cases[i].points / 10 - (cases[i].perimeter ? 0 : 6));
      assert_int_equal(s->battle.ends, cases[i].turn - 6);
      assert_int_equal(s->battle.end_die[cases[i].turn - 7], cases[i].die[0] - '0');
    } else
      assert_int_equal(k->events.n, 0);
    kit_close(k);
  }
}

/* QB.11: a Gun that left by the own edge may have broken down; one that is lost rolls no more. */
static void guns_break_down(void **unused) {
  (void)unused;
  for (int lost = 0; lost < 2; lost++) {
    struct kit *k =
        kit_column(JOIN(AT("gun", "german", "AT75L", "16-CC9"), AT("r", "soviet", "458", "16-K9")),
                   "german posture hold");
    struct state *s = kit_state(k);
    s->battle.turn = 8, s->battle.ends = 2;
    s->battle.end_die[0] = s->battle.end_die[1] = 6;
    s->battle.met[GER] = 1;
    if (lost)
      kit_draft(k, "gun")->fate = FATE_ELIMINATED;
    kit_roll(k, GER, "fight", lost ? QUIET " 6" : QUIET " 6 6 6");
    if (!lost) {
      assert_true(kit_at(k, "gun")->flags & U_MALFUNCTION);
      assert_int_equal(kit_told(k, E_MALFUNCTION, R_QB_11)->unit[0], kit_unit(k, "gun"));
    }
    kit_close(k);
  }
}

/* QB.13: how many hexes of the side edges change hands is told. */
static void edges_are_told(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO ",\"units\":[" JOIN(AT("g", "german", "658", "18-DD5"),
                                                  AT("r", "soviet", "458", "24-D5")) "]",
                          false);
  struct state *s = kit_state(k);
  kit_all(k, "german posture hold;german commit;soviet commit");
  s->battle.turn = 8, s->battle.ends = 2;
  s->battle.end_die[0] = s->battle.end_die[1] = 6;
  s->battle.front[0] = 30, s->battle.rear[0] = 40;
  uint8_t before[2][ROWS];
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++)
      before[e][h] = s->edge[e][h] & EDGE_GERMAN;
  kit_roll(k, GER, "fight", QUIET " 6");
  int changed = 0;
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++)
      changed += (s->edge[e][h] & EDGE_GERMAN) != before[e][h];
  assert_true(changed > 0);
  assert_int_equal(kit_told(k, E_EDGES, R_QB_13)->n[0], changed);
  kit_close(k);
}

/* ---- QB.2 ------------------------------------------------------------------------------- */

/* Each column has its own front, and all three are told; none reaches beyond the last hexrow, and
 * a side without a perimeter stands at its edge, whatever lies there. */
static void fronts_of_columns(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.2\"", false);
  struct state *s = kit_state(k);
  static const int german[COLUMNS] = {5, 9, 65}, soviet[COLUMNS] = {60, 12, 65};
  static const int front[COLUMNS] = {5, 9, 64}, rear[COLUMNS] = {60, 12, 64};
  memset(s->area, 0, sizeof s->area);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(&k->play) * WIDTH, row = row_of(i), c = sp_column(g);
    if (!sp_in_pa(&k->play, g))
      continue;
    if (row < german[c])
      s->area[i] = A_GER;
    if (row >= soviet[c])
      s->area[i] = A_RUS;
  }
  s->side[GER].perimeter = s->side[RUS].perimeter = 1;
  kit_all(k, "german commit;soviet commit");
  for (int c = 0; c < COLUMNS; c++) {
    assert_int_equal(s->battle.front[c], front[c]);
    assert_int_equal(s->battle.front0[c], front[c]);
    assert_int_equal(s->battle.rear[c], rear[c]);
    assert_int_equal(s->battle.rear0[c], rear[c]);
    assert_int_equal(kit_told(k, E_FRONTS, R_QB_2)->n[c], front[c]);
  }
  kit_close(k);
  for (int side = 0; side < 2; side++) {
    k = kit_lay(TWO, false);
    s = kit_state(k);
    s->side[side].perimeter = 0;
    kit_all(k, "german commit;soviet commit");
    for (int c = 0; c < COLUMNS; c++) {
      assert_int_equal(s->battle.front[c], side == GER ? 0 : 20);
      assert_int_equal(s->battle.rear[c], side == GER ? 24 : 64);
    }
    kit_close(k);
  }
}

/* QB.2: scenario 1 by rule, whatever ground is whose; a small map has no such first morning. */
static void first_morning(void **unused) {
  (void)unused;
  for (int small = 0; small < 2; small++) {
    struct kit *k = kit_lay(
        small ? "\"map\":\"plain:30x52\",\"phase\":\"play.1\"" : "\"phase\":\"play.1\"", false);
    struct state *s = kit_state(k);
    memset(s->area, 0, sizeof s->area);
    for (int i = 0; i < PA_PLACES; i++)
      if (sp_in_pa(&k->play, i + sp_pa_low(&k->play) * WIDTH) && row_of(i) < 4)
        s->area[i] = A_GER;
    s->side[GER].perimeter = 1;
    s->side[RUS].perimeter = 0;
    kit_all(k, "german commit;soviet commit");
    assert_int_equal(s->battle.front[1], small ? 4 : 0);
    int top = sp_pa_high(&k->play) - sp_pa_low(&k->play);
    assert_int_equal(s->battle.rear[1], small ? top : 10);
    kit_close(k);
  }
}

/* ---- QB.3, QB.4 ------------------------------------------------------------------------- */

/* Who is dealt to which column is told, column by column, with those who stand there; who takes no
 * part keeps his place. */
static void columns_are_told(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      TWO ",\"units\":[" JOIN(
          AT("w", "german", "658", "18-DD5"), OFFMAP("a", "german", "658"),
          OFFMAP("b", "german", "658"), OFFMAP("c", "german", "658"), OFFMAP("d", "german", "658"),
          OFFMAP("e", "german", "658"), AT("truck", "german", "Opel6700", "18-DD4"),
          OFFMAP("home", "german", "Opel6700"), AT("r", "soviet", "458", "24-D5")) "]",
      false);
  kit_all(k, "german posture assault;german weights 1 3 2;german commit;soviet commit");
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    if (e->kind == E_COLUMNS && e->n[0] == GER) {
      /* centre 300, east 200, centre 150, then 100 each: the centre, the east */
      assert_int_equal(e->n[1], 1);
      assert_int_equal(e->n[2], 3);
      assert_int_equal(e->n[3], 2);
    }
    if (e->kind == E_COLUMNS && e->n[0] == RUS)
      assert_int_equal(e->n[2], 1);
    if (e->kind == E_LATER)
      assert_true(e->n[0] == GER && e->n[1] == 5);
  }
  kit_told(k, E_COLUMNS, R_QB_4);
  kit_told(k, E_LATER, R_CG9a);
  const struct sal_event *e = kit_told(k, E_ORDERS, R_QB_1);
  assert_int_equal(e->n[0], ASSAULT);
  assert_int_equal(e->n[1], HOLD);
  assert_int_equal(kit_draft(k, "w")->at, kit_place(k, "18-DD5"));
  assert_int_equal(kit_draft(k, "truck")->at, kit_place(k, "18-DD4"));
  assert_int_equal(kit_draft(k, "truck")->column, 3);
  assert_int_equal(kit_draft(k, "home")->at, NOWHERE);
  assert_int_equal(kit_draft(k, "home")->column, 3);
  kit_close(k);
}

/* CG9c: his side is told that a leader waits, and till when. */
static void a_leader_waits(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.2\",\"units\":[" JOIN(
                              OFFMAP("half", "german", "348"), OFFMAP("squad", "german", "658"),
                              OFFMAP("lead", "german", "8-0")) "]",
                          false);
  struct state *s = kit_state(k);
  memset(s->area, 0, sizeof s->area);
  s->side[GER].perimeter = 1;
  for (int i = 0; i < 40 * WIDTH; i++)
    if (sp_column(i) == 1)
      s->area[i] = A_GER;
  kit_line(k, GER, "i1", (struct rec){.copy = 1});
  struct group *g = &((struct own *)k->book->own)->group[GER][kit_group(k, GER, "i1")];
  g->first[1] = (uint16_t)kit_unit(k, "half"), g->n[1] = 2;
  kit_at(k, "lead")->rec = 1;
  kit_all(k, "german weights 3 3 0;german commit;soviet commit");
  const struct sal_event *e = kit_told(k, E_WAITS, R_CG9c);
  assert_int_equal(e->unit[0], kit_unit(k, "lead"));
  assert_int_equal(e->n[0], 3);
  assert_int_equal(e->seen, SAL_BIT(GER));
  kit_close(k);
}

/* ---- QB.1, CG6 -------------------------------------------------------------------------- */

/* Orders begin afresh; of equal modules the earlier ones are named; a module left out is that one.
 */
static void modules_named(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct rec *r = kit_state(k)->rec[GER];
  for (int n = 0; n < 4; n++)
    kit_line(k, GER, "o2",
             (struct rec){.scenario = 1,
                          .black = 4,
                          .link = LINK_RADIO,
                          .flags = (uint8_t)(n > 1 ? R_NAMED | R_USED : R_USED)});
  kit_all(k, "soviet done;german done");
  for (int n = 0; n < 4; n++)
    assert_int_equal(r[n].flags & (R_NAMED | R_USED), n < 2 ? R_NAMED : 0);
  kit_all(k, "german module 2;german module 3");
  for (int n = 0; n < 4; n++)
    assert_int_equal(r[n].flags & R_NAMED, n == 0 || n == 2 ? R_NAMED : 0);
  kit_refused(k, GER, "module 4", R_CG6);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fire_is_rounded_once),
                                     cmocka_unit_test(not_elite),
                                     cmocka_unit_test(rockets),
                                     cmocka_unit_test(red_chits),
                                     cmocka_unit_test(planes_arrive),
                                     cmocka_unit_test(halves_and_heroes),
                                     cmocka_unit_test(front_at_the_edges),
                                     cmocka_unit_test(overrun_at_five),
                                     cmocka_unit_test(locations_at_the_front),
                                     cmocka_unit_test(north_points),
                                     cmocka_unit_test(told_of_a_turn),
                                     cmocka_unit_test(end_modifiers),
                                     cmocka_unit_test(game_ends),
                                     cmocka_unit_test(guns_break_down),
                                     cmocka_unit_test(edges_are_told),
                                     cmocka_unit_test(first_morning),
                                     cmocka_unit_test(fronts_of_columns),
                                     cmocka_unit_test(columns_are_told),
                                     cmocka_unit_test(a_leader_waits),
                                     cmocka_unit_test(modules_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
