/* test_F25_arrange.c - F25.4: both sides arrange their forces before a battle on the board; F25.1:
 * one battle fought another way by agreement. */
#include "battle_kit.h"

/* The first scenario, up to the arranging; both sides have bought a company. */
static struct kit *arranging(void) {
  struct kit *k = kit_open("campaign");
  start_field(k, 7);
  kit_do(k, GER, "buy i1 plain 0");
  kit_do(k, RUS, "buy i1 plain 0");
  while (kit_node(k) != N_ARRANGE)
    prepare_one(k);
  return k;
}

/* The first action of the side with that verb; false: there is none. */
static bool first_with(struct kit *k, int side, int verb, struct sal_action *out) {
  sal_legal(&k->play, side, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    if (k->list.a[i].verb == verb) {
      *out = k->list.a[i];
      return true;
    }
  return false;
}

static void apply(struct kit *k, int side, struct sal_action a) {
  assert_true(sal_check(&k->play, side, a, NULL));
  kit_ready(k);
  sal_apply(&k->play, side, a);
}

static void refuse(struct kit *k, int side, struct sal_action a, int rule) {
  struct sal_refusal why = {0};
  assert_false(sal_check(&k->play, side, a, &why));
  if (why.rule != rule)
    fail_msg("refused by %s: %s", sal_rule_id(k->book, why.rule), why.text);
  kit_cover(k, rule);
}

/* How the arranging offers an action: by F25.4, in these words. */
static void offers(struct kit *k, int side, struct sal_action a, const char *words) {
  struct sal_offer o = {.rule = 0};
  sal_offer_fill(k->book, a, &o);
  k->book->rules->offer(&k->play, side, a, &o);
  assert_int_equal(o.rule, R_F25_4);
  if (!strstr(o.label, words))
    fail_msg("offered as '%s'", o.label);
}

/* A counter of that kind that is in no use yet. */
static int spare(struct kit *k, int side, const char *kind) {
  struct sal_play in = sf_inside(&k->play);
  for (int u = 0; u < own(k->book)->first_weapon; u++)
    if (unit_at(&in, u)->where == F_NONE && side_of(&in, u) == side &&
        sal_eq(kind_of(&in, u)->id, kind))
      return u;
  fail_msg("there is no %s", kind);
  return -1;
}

/* As many Soviet squads and leaders of the map as one building holds. */
static sal_hex crowd_a_house(struct sal_play *in) {
  const struct sal_board *m = &in->book->board;
  sal_hex house = 0;
  for (int i = 0; i < m->nhexes && !house; i++)
    if (ground_at(in, m->order[i])->is & H_BUILDING)
      house = m->order[i];
  for (int u = 0; u < count_of(in); u++) {
    sal_unit self = (sal_unit)u;
    bool man = unit_at(in, u)->where == F_MAP && (sf_is_mmc(in, u) || sf_is_smc(in, u));
    location l = location_at(house, GROUND);
    if (man && side_of(in, u) == RUS && sf_room(in, RUS, l, &self, 1))
      sf_put(in, u, l);
  }
  assert_int_not_equal(house, 0);
  return house;
}

static void both_commit(struct kit *k) {
  kit_do(k, GER, "commit");
  kit_do(k, RUS, "commit");
}

/* The force is arranged by rule already: both may commit at once, and the battle begins when both
 * have. By edition 5 it began without asking. */
static void one_may_commit_at_once(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  assert_int_equal(sal_actors(&k->play), SAL_BOTH);
  kit_do(k, GER, "commit");
  assert_int_equal(sal_actors(&k->play), SAL_BIT(RUS));
  assert_int_equal(F(&in)->stage, 0);
  kit_do(k, RUS, "commit");
  kit_told(k, E_F_ARRANGED, R_F25_4);
  assert_int_equal(kit_node(k), N_FIELD);
  kit_close(k);

  k = kit_open("campaign");
  struct sal_book older = *k->book;
  older.edition = 5;
  k->play.book = &older;
  start_field(k, 7);
  while (kit_node(k) != N_FIELD) {
    assert_int_not_equal(kit_node(k), N_ARRANGE);
    prepare_one(k);
  }
  k->play.book = k->book;
  kit_close(k);
}

/* A weapon goes to another unit of its Location, or of its company off the map, as far as that can
 * carry it (F10.4); nobody else. */
static void weapons_change_hands(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int on_map = 0, off_map = 0;
  crowd_a_house(&in);
  for (int side = 0; side < 2; side++) {
    struct sal_action a;
    sal_legal(&k->play, side, &k->list);
    struct sal_list *l = &k->list;
    for (uint32_t i = 0; i < l->n; i++) {
      if (l->a[i].verb != V_HAND_TO)
        continue;
      int from = unit_at(&in, unit_of(l->a[i]))->with - 1, to = second_unit_of(l->a[i]);
      bool map = unit_at(&in, from)->where == F_MAP;
      assert_int_equal(unit_at(&in, to)->where, unit_at(&in, from)->where);
      if (map)
        assert_int_equal(unit_at(&in, to)->at, unit_at(&in, from)->at);
      else
        assert_string_equal(k->book->counter[to].formation, k->book->counter[from].formation);
      on_map += map;
      off_map += !map;
    }
    assert_true(first_with(k, side, V_HAND_TO, &a));
    int w = unit_of(a), from = unit_at(&in, w)->with - 1, to = second_unit_of(a);
    apply(k, side, a);
    kit_told(k, E_F_HANDED, R_F25_4);
    assert_int_equal(unit_at(&in, w)->with, to + 1);
    refuse(k, side, a, R_F25_4); /* it has it */
    refuse(k, !side, sal_act(V_HAND_TO, w, from, 0), R_F25_4);
    for (int u = 0; u < own(k->book)->first_weapon; u++) { /* in another place */
      bool other = unit_at(&in, u)->where == unit_at(&in, to)->where &&
                   !sal_eq(k->book->counter[u].formation, k->book->counter[to].formation) &&
                   unit_at(&in, u)->at + unit_at(&in, to)->at != 2 * unit_at(&in, to)->at;
      if (other && side_of(&in, u) == side && kind_of(&in, u)->cls == SQUAD)
        refuse(k, side, sal_act(V_HAND_TO, w, u, 0), R_F25_4);
    }
  }
  assert_true(on_map > 0 && off_map > 0);
  both_commit(k);
  kit_close(k);
}

/* F10.4: nobody shoulders more than 3 points beyond his capacity. */
static void no_more_than_one_can_carry(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int squad = waiting(k, GER, SQUAD, -1), n = 0, last = -1;
  for (int w = own(k->book)->first_weapon; w < count_of(&in); w++) {
    if (side_of(&in, w) != GER || unit_at(&in, w)->where != F_MAP || !unit_at(&in, w)->with)
      continue;
    struct sal_action give = sal_act(V_HAND_TO, w, squad, 0);
    if (unit_at(&in, w)->with == squad + 1)
      continue;
    struct sal_refusal why = {0};
    if (sal_check(&k->play, GER, give, &why))
      apply(k, GER, give);
    else if (why.rule == R_F10_4)
      last = w;
    n++;
  }
  assert_true(n > 0);
  if (last < 0) { /* the company has too few: one of them weighs more */
    last = own(k->book)->first_weapon;
    fail_msg("the company has nothing that is too heavy");
  }
  refuse(k, GER, sal_act(V_HAND_TO, last, squad, 0), R_F10_4);
  int load = sf_portage(&in, squad);
  assert_true(load <= 6 && load + weapon_of(&in, last)->pp > 6);
  kit_close(k);
}

/* Guns and vehicles on the map are turned; what has no facing, or has it already, is refused. */
static void facings(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  struct sal_action a;
  assert_true(first_with(k, RUS, V_FACE, &a));
  int gun = unit_of(a);
  assert_int_equal(unit_at(&in, gun)->face, 3); /* towards the enemy's front edge */
  apply(k, RUS, sal_act(V_FACE, gun, 1, 0));
  assert_int_equal(unit_at(&in, gun)->face, 1);
  refuse(k, RUS, sal_act(V_FACE, gun, 1, 0), R_F25_4);
  refuse(k, RUS, sal_act(V_FACE, waiting(k, RUS, SQUAD, -1), 1, 0), R_F25_4);
  refuse(k, GER, sal_act(V_FACE, gun, 2, 0), R_F25_4);
  both_commit(k);
  assert_int_equal(unit_at(&in, gun)->face, 1);
  kit_close(k);
}

/* Men begin in or out of the pillbox of their hex, as far as it has room; nobody else's. Who stands
 * where there is no other Location stays. */
static void storeys(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  struct sal_action a;
  sal_hex house = crowd_a_house(&in);
  assert_false(first_with(k, RUS, V_FLOOR, &a));
  struct work *box = &F(&in)->work[MAX_WORKS - 1];
  *box = (struct work){.hex = house, .kind = WORK_PILLBOX, .side = RUS, .size = 1};
  sf_mark_works(&in);
  assert_true(first_with(k, RUS, V_FLOOR, &a));
  int u = unit_of(a);
  location was = unit_at(&in, u)->at;
  apply(k, RUS, a);
  kit_told(k, E_F_PLACED, R_F25_4);
  assert_int_equal(hex_at(unit_at(&in, u)->at), hex_at(was));
  assert_int_not_equal(level_at(unit_at(&in, u)->at), level_at(was));
  apply(k, RUS, a);
  assert_int_equal(unit_at(&in, u)->at, was);
  refuse(k, GER, a, R_F25_4);
  refuse(k, RUS, sal_act(V_FLOOR, waiting(k, RUS, SQUAD, -1), 0, 0), R_F25_4);
  box->side = GER; /* one of the enemy's is not entered */
  refuse(k, RUS, a, R_F25_4);
  box->side = RUS;
  apply(k, RUS, a);
  for (int v = 0; v < own(k->book)->first_weapon; v++) { /* a squad fills it */
    bool squad = kind_of(&in, v)->cls == SQUAD && v != u && unit_at(&in, v)->at == was;
    if (squad && kind_of(&in, u)->cls == SQUAD)
      refuse(k, RUS, sal_act(V_FLOOR, v, 0, 0), R_F25_4);
  }
  kit_close(k);
}

/* F15.12: a Gun in cover is hidden free; its owner may show it as a concealed stack instead. Men
 * without the right are not hidden. */
static void hidden_guns(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  struct sal_action a;
  assert_true(first_with(k, RUS, V_HIDE, &a));
  int gun = unit_of(a);
  assert_int_equal(kind_of(&in, gun)->cls, GUN);
  assert_true(unit_at(&in, gun)->is & IS_HIDDEN);
  offers(k, RUS, a, "begins concealed");
  apply(k, RUS, a);
  offers(k, RUS, a, "begins hidden");
  assert_int_equal(unit_at(&in, gun)->is & IS_UNSEEN, IS_CONCEALED);
  assert_true(sf_veiled(&in, RUS, unit_at(&in, gun)->at));
  apply(k, RUS, a);
  assert_int_equal(unit_at(&in, gun)->is & IS_UNSEEN, IS_HIDDEN);
  for (int u = 0; u < own(k->book)->first_weapon; u++)
    if (kind_of(&in, u)->cls == SQUAD && side_of(&in, u) == RUS && unit_at(&in, u)->where == F_MAP)
      refuse(k, RUS, sal_act(V_HIDE, u, 0, 0), R_F15_12);
  kit_close(k);
}

/* F5.6, F22.1: men are put on a vehicle that waits, as many as it carries, and enter with it; the
 * same word takes them off again. */
static void riders_at_the_start(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int aboard = 0;
  struct sal_action a;
  /* A half-track of its own for the company that was bought. */
  int car = spare(k, GER, "SPW251/1");
  unit_at(&in, car)->where = F_WAITING;
  int squad = waiting(k, GER, SQUAD, -1), leader = waiting(k, GER, LEADER, -1);
  a = sal_act(V_LOAD, squad, car, 0);
  offers(k, GER, a, "Put ");
  apply(k, GER, a);
  assert_int_equal(unit_at(&in, squad)->with, car + 1);
  offers(k, GER, a, "Take ");
  apply(k, GER, a); /* down again */
  assert_int_equal(unit_at(&in, squad)->with, 0);
  apply(k, GER, a);
  apply(k, GER, sal_act(V_LOAD, leader, car, 0));
  for (int u = 0; u < own(k->book)->first_weapon; u++) {
    aboard += unit_at(&in, u)->with == car + 1;
    if (unit_at(&in, u)->where == F_WAITING && kind_of(&in, u)->cls == SQUAD && u != squad &&
        side_of(&in, u) == GER)
      refuse(k, GER, sal_act(V_LOAD, u, car, 0), R_F5_6); /* one squad, no more */
  }
  assert_int_equal(aboard, 2);
  refuse(k, GER, sal_act(V_LOAD, squad, leader, 0), R_F25_4);
  refuse(k, RUS, a, R_F25_4);
  both_commit(k);
  wait_for(k, N_F_ACT, GER);
  struct sal_refusal why = {0};
  assert_false(sal_check(&k->play, GER, sal_act(V_ENTER, squad, 0, 0), &why));
  assert_int_equal(why.rule, R_F22_1);
  apply(k, GER, sal_act(V_ENTER, car, 0, 0));
  kit_do(k, GER, "at 16-GG5");
  if (sal_top(&in)->node == N_F_REACT)
    kit_do(k, RUS, "pass");
  assert_int_equal(unit_at(&in, squad)->at, unit_at(&in, car)->at);
  assert_int_equal(unit_at(&in, squad)->where, F_MAP);
  kit_cover(k, R_F22_1);
  kit_close(k);
}

/* F5.11: a Gun in Good Order is hooked to what can tow, one to each. */
static void guns_at_the_start(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int truck = spare(k, GER, "Opel6700"), gun = spare(k, GER, "AT75L"), second;
  unit_at(&in, truck)->where = F_WAITING;
  unit_at(&in, gun)->where = F_WAITING;
  second = spare(k, GER, "AT75L");
  unit_at(&in, second)->where = F_WAITING;
  struct sal_action hook = sal_act(V_LOAD, gun, truck, 0);
  static const uint32_t states[] = {IS_BROKEN, IS_RESERVE};
  for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
    unit_at(&in, gun)->is |= states[i];
    refuse(k, GER, hook, R_F25_4);
    unit_at(&in, gun)->is &= ~states[i];
  }
  offers(k, GER, hook, "Hook ");
  apply(k, GER, hook);
  assert_int_equal(unit_at(&in, gun)->with, truck + 1);
  offers(k, GER, hook, "Unhook ");
  refuse(k, GER, sal_act(V_LOAD, second, truck, 0), R_F5_11);
  apply(k, GER, hook);
  assert_int_equal(unit_at(&in, gun)->with, 0);
  kit_close(k);
}

/* F5.7: on the map one boards in the hex of the vehicle, on the ground. */
static void boarding_on_the_map(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int tank = spare(k, RUS, "T34M41"), squad = -1;
  for (int u = 0; u < own(k->book)->first_weapon && squad < 0; u++)
    if (unit_at(&in, u)->where == F_MAP && side_of(&in, u) == RUS && kind_of(&in, u)->cls == SQUAD)
      squad = u;
  assert_true(squad >= 0);
  struct trooper *man = unit_at(&in, squad), *car = unit_at(&in, tank);
  location here = man->at;
  struct sal_action board = sal_act(V_LOAD, squad, tank, 0);
  car->where = F_MAP;
  car->at = location_at(sal_next(&in.book->board, hex_at(here), 0), GROUND);
  refuse(k, RUS, board, R_F5_7); /* next door */
  car->at = location_at(hex_at(here), GROUND);
  man->at = location_at(hex_at(here), UPPER);
  refuse(k, RUS, board, R_F5_7); /* upstairs */
  man->at = car->at;
  car->where = F_WAITING;
  refuse(k, RUS, board, R_F5_7);
  kit_close(k);
}

/* A half-track, a truck with what it tows, or men on the map where the other one is. */
static struct trooper *put(struct kit *k, int u, location at) {
  struct sal_play in = sf_inside(&k->play);
  unit_at(&in, u)->where = F_MAP;
  unit_at(&in, u)->at = at;
  return unit_at(&in, u);
}

/* The first squad of the side on the ground of the map. */
static int squad_on_map(struct kit *k, int side) {
  struct sal_play in = sf_inside(&k->play);
  for (int u = 0; u < own(k->book)->first_weapon; u++) {
    const struct trooper *t = unit_at(&in, u);
    bool on_ground = t->where == F_MAP && level_at(t->at) == GROUND;
    if (on_ground && side_of(&in, u) == side && kind_of(&in, u)->cls == SQUAD)
      return u;
  }
  fail_msg("there is no squad on the map");
  return -1;
}

/* F25.4, F12.9, F12.10: a vehicle that is stunned, under Recall, immobile or under a cloak takes
 * nobody aboard; nor do broken men or a cloaked Reserve board. */
static void who_rides(void **unused) {
  (void)unused;
  static const uint32_t bad_cars[] = {IS_STUNNED, IS_RECALLED, IS_IMMOBILE, IS_RESERVE};
  static const uint32_t bad_men[] = {IS_BROKEN, IS_RESERVE};
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int squad = squad_on_map(k, RUS), tank = spare(k, RUS, "T34M41");
  struct trooper *man = unit_at(&in, squad), *car = put(k, tank, man->at);
  struct sal_action board = sal_act(V_LOAD, squad, tank, 0);
  uint32_t was = man->is;
  for (size_t i = 0; i < sizeof bad_cars / sizeof bad_cars[0]; i++) {
    car->is = bad_cars[i];
    refuse(k, RUS, board, R_F25_4);
    car->is = 0;
  }
  for (size_t i = 0; i < sizeof bad_men / sizeof bad_men[0]; i++) {
    man->is = was | bad_men[i];
    refuse(k, RUS, board, R_F25_4);
    man->is = was;
  }
  refuse(k, GER, board, R_F25_4);
  offers(k, RUS, board, "Put ");
  assert_true(sal_check(&k->play, RUS, board, NULL));
  kit_close(k);
}

/* F10.11: who has a field phone stays on the map where it lies; he boards off the map, and who has
 * a radio boards anywhere. */
static void phones_stay(void **unused) {
  (void)unused;
  static const struct {
    const char *set;
    int where;
    bool boards;
  } rows[] = {{"phone", F_MAP, false}, {"phone", F_WAITING, true}, {"radio", F_MAP, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct kit *k = arranging();
    struct sal_play in = sf_inside(&k->play);
    int squad = squad_on_map(k, RUS), tank = spare(k, RUS, "T34M41"), set = -1;
    for (int w = own(k->book)->first_weapon; w < count_of(&in) && set < 0; w++)
      if (sal_eq(kind_of(&in, w)->id, rows[i].set) && side_of(&in, w) == RUS)
        set = w;
    assert_true(set >= 0);
    struct trooper *man = unit_at(&in, squad), *car = put(k, tank, man->at);
    *unit_at(&in, set) = (struct trooper){.kind = unit_at(&in, set)->kind,
                                          .where = F_MAP,
                                          .at = man->at,
                                          .with = (uint16_t)(squad + 1)};
    man->where = car->where = (uint8_t)rows[i].where;
    struct sal_action board = sal_act(V_LOAD, squad, tank, 0);
    if (rows[i].boards)
      assert_true(sal_check(&k->play, RUS, board, NULL));
    else
      refuse(k, RUS, board, R_F10_11);
    kit_close(k);
  }
}

/* F3.1: men get off only where there is room for them; off the map there is no limit. */
static void getting_off_takes_room(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int squad = squad_on_map(k, RUS), tank = spare(k, RUS, "T34M41"), crowd[3];
  struct trooper *man = unit_at(&in, squad);
  struct sal_action board = sal_act(V_LOAD, squad, tank, 0);
  location here = man->at;
  for (int u = 0; u < own(k->book)->first_weapon; u++)
    if (u != squad && unit_at(&in, u)->at == here)
      unit_at(&in, u)->where = F_ABSENT;
  put(k, tank, here);
  apply(k, RUS, board);
  assert_int_equal(man->with, tank + 1);
  for (int i = 0; i < 3; i++)
    put(k, crowd[i] = spare(k, RUS, "458"), here);
  refuse(k, RUS, board, R_F3_1);
  unit_at(&in, crowd[2])->where = F_NONE;
  apply(k, RUS, board);
  assert_int_equal(man->with, 0);
  kit_close(k);
}

/* F5.11: only what can tow takes a Gun; behind it the Gun is not in position, off it on the map it
 * is again. CG5: out of its pillbox no Gun is hooked up. */
static void guns_on_the_map(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  location here = unit_at(&in, squad_on_map(k, RUS))->at;
  int gun = spare(k, RUS, "AT45LL"), truck = spare(k, RUS, "US2.5t"),
      tank = spare(k, RUS, "T34M41");
  struct trooper *g = put(k, gun, here);
  struct sal_action hook = sal_act(V_LOAD, gun, truck, 0);
  g->is = IS_EMPLACED | IS_SETTLED;
  put(k, tank, here);
  refuse(k, RUS, sal_act(V_LOAD, gun, tank, 0), R_F5_11);
  unit_at(&in, tank)->where = F_NONE;
  put(k, truck, here);
  apply(k, RUS, hook);
  assert_int_equal(g->with, truck + 1);
  assert_false(g->is & IS_EMPLACED);
  apply(k, RUS, hook);
  assert_int_equal(g->with, 0);
  assert_true(g->is & IS_EMPLACED);

  /* Waiting off the map it is in no position. */
  g->where = unit_at(&in, truck)->where = F_WAITING;
  apply(k, RUS, hook);
  apply(k, RUS, hook);
  assert_false(g->is & IS_EMPLACED);
  g->where = unit_at(&in, truck)->where = F_MAP;

  struct work *box = &F(&in)->work[MAX_WORKS - 1];
  *box = (struct work){.kind = WORK_PILLBOX, .hex = hex_at(here), .side = RUS, .size = 2};
  sf_mark_works(&in);
  refuse(k, RUS, hook, R_CG5);
  box->side = GER;
  assert_true(sal_check(&k->play, RUS, hook, NULL));
  kit_close(k);
}

/* F16.1, F15.2: when the battle begins what a known vehicle carries is known, what an unseen one
 * carries is not; and the "?" stand where the concealed units do. */
static void what_a_vehicle_carries(void **unused) {
  (void)unused;
  for (int unseen = 0; unseen < 2; unseen++) {
    struct kit *k = arranging();
    struct sal_play in = sf_inside(&k->play);
    int squad = squad_on_map(k, RUS), tank = spare(k, RUS, "T34M41");
    struct trooper *man = unit_at(&in, squad), *car = put(k, tank, man->at);
    location here = man->at;
    for (int u = 0; u < own(k->book)->first_weapon; u++)
      if (u != squad && u != tank && unit_at(&in, u)->at == here)
        unit_at(&in, u)->where = F_ABSENT;
    car->is = unseen ? IS_CONCEALED : 0;
    man->is |= unseen ? 0 : IS_CONCEALED;
    apply(k, RUS, sal_act(V_LOAD, squad, tank, 0));
    both_commit(k);
    assert_int_equal(man->is & IS_UNSEEN, unseen ? IS_CONCEALED : 0);
    assert_int_equal(sf_veiled(&in, RUS, here), unseen);
    kit_close(k);
  }
}

/* F25.4, F10.2: a support weapon that somebody of the side carries goes to another man of his
 * place; to nobody who is broken, and nothing else changes hands. */
static void what_changes_hands(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int giver = squad_on_map(k, RUS), taker = spare(k, RUS, "248"), tank = spare(k, RUS, "T34M41");
  int w = own(k->book)->first_weapon;
  while (!sal_eq(kind_of(&in, w)->id, "LMG_R") || side_of(&in, w) != RUS)
    w++;
  location here = unit_at(&in, giver)->at;
  struct trooper *man = put(k, taker, here), *weapon = unit_at(&in, w);
  struct sal_action hand = sal_act(V_HAND_TO, w, taker, 0);
  for (int u = own(k->book)->first_weapon; u < count_of(&in); u++)
    if (unit_at(&in, u)->with == giver + 1)
      unit_at(&in, u)->with = 0;
  *weapon = (struct trooper){.kind = weapon->kind, .where = F_MAP, .at = here};
  refuse(k, RUS, hand, R_F25_4); /* it lies there */
  weapon->with = (uint16_t)(giver + 1);
  assert_true(sal_check(&k->play, RUS, hand, NULL));
  refuse(k, GER, hand, R_F25_4);
  man->is |= IS_BROKEN;
  refuse(k, RUS, hand, R_F25_4);
  man->is = 0;
  refuse(k, RUS, sal_act(V_HAND_TO, giver, taker, 0), R_F25_4);
  put(k, tank, here);
  unit_at(&in, giver)->with = (uint16_t)(tank + 1);
  refuse(k, RUS, sal_act(V_HAND_TO, giver, taker, 0), R_F25_4); /* a rider is no weapon */
  unit_at(&in, giver)->with = 0;
  apply(k, RUS, hand);
  assert_int_equal(weapon->with, taker + 1);
  kit_close(k);
}

/* F25.4, F16.5: Infantry of the side on the map goes into its pillbox, on foot and under no cloak.
 */
static void who_goes_inside(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int squad = squad_on_map(k, RUS), tank = spare(k, RUS, "T34M41");
  struct trooper *man = unit_at(&in, squad), was = *man;
  struct sal_action inside = sal_act(V_FLOOR, squad, 0, 0);
  struct work *box = &F(&in)->work[MAX_WORKS - 1];
  *box = (struct work){.kind = WORK_PILLBOX, .hex = hex_at(man->at), .side = RUS, .size = 2};
  sf_mark_works(&in);
  assert_true(sal_check(&k->play, RUS, inside, NULL));
  refuse(k, GER, inside, R_F25_4);
  man->is = was.is | IS_RESERVE;
  refuse(k, RUS, inside, R_F25_4);
  man->is = was.is;
  man->with = (uint16_t)(tank + 1);
  refuse(k, RUS, inside, R_F25_4);
  man->with = 0;
  man->where = F_WAITING;
  refuse(k, RUS, inside, R_F25_4);
  man->where = F_MAP;
  put(k, tank, man->at);
  refuse(k, RUS, sal_act(V_FLOOR, tank, 0, 0), R_F25_4);
  unit_at(&in, tank)->where = F_NONE;
  apply(k, RUS, inside);
  assert_int_equal(man->at, location_at(hex_at(was.at), BUNKER));
  kit_close(k);
}

/* F25.4: a vehicle takes men of its own side, and tows its own side's Guns; a vehicle boards
 * nothing. What it faces is what was said. */
static void own_vehicles_only(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int squad = squad_on_map(k, RUS), truck = spare(k, RUS, "US2.5t"), tank = spare(k, RUS, "T34M41");
  int stranger = spare(k, GER, "658"), gun = spare(k, GER, "AT75L");
  location here = unit_at(&in, squad)->at;
  put(k, truck, here);
  put(k, stranger, here);
  put(k, gun, here);
  refuse(k, GER, sal_act(V_LOAD, stranger, truck, 0), R_F25_4);
  refuse(k, RUS, sal_act(V_LOAD, gun, truck, 0), R_F25_4);
  refuse(k, RUS, sal_act(V_LOAD, tank, truck, 0), R_F25_4);
  for (int dir = 0; dir < 6; dir += 2) {
    unit_at(&in, truck)->face = 1;
    apply(k, RUS, sal_act(V_FACE, truck, dir, 0));
    assert_int_equal(unit_at(&in, truck)->face, dir);
  }
  struct work *box = &F(&in)->work[MAX_WORKS - 1];
  *box = (struct work){.kind = WORK_PILLBOX, .hex = hex_at(here), .side = RUS, .size = 2};
  sf_mark_works(&in);
  for (int dir = 5; dir > 0; dir -= 2) {
    apply(k, RUS, sal_act(V_TURN_WORK, hex_at(here), dir, 0));
    assert_int_equal(box->face, dir);
  }
  kit_close(k);
}

/* A pillbox and a roadblock are turned, the roadblock to a road alone where there is one (F16.7),
 * and keep their facing in the campaign. */
static void works_are_turned(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  struct state *s = kit_state(k);
  start_field(k, 7);
  const struct sal_board *m = &k->book->board;
  sal_hex road = 0;
  while (kit_node(k) != N_ARRANGE) {
    bool first = !road && kit_node(k) == N_SETUP;
    for (int i = 0; first && i < m->nhexes && !road; i++) {
      int n = 0, g = own(k->book)->place[m->order[i]];
      for (int d = 0; d < 6; d++)
        n += m->path[m->order[i] * 6 + d] != 0;
      if (n == 2 && sp_in_pa(&k->play, g))
        road = m->order[i];
    }
    if (first) {
      int low = sp_pa_low(&k->play) * WIDTH;
      s->fort[s->nfort++] = (struct fort){
          .at = (uint16_t)own(k->book)->place[road], .kind = FORT_ROADBLOCK, .side = RUS, .id = 90};
      s->fort[s->nfort++] = (struct fort){
          .at = (uint16_t)(low + 20 * WIDTH + 8), .kind = FORT_PILL135, .side = RUS, .id = 91};
    }
    prepare_one(k);
  }
  struct sal_play in = sf_inside(&k->play);
  sal_hex box = own(k->book)->cell[sp_pa_low(&k->play) * WIDTH + 20 * WIDTH + 8];
  int by_road = -1, no_road = -1;
  for (int d = 0; d < 6; d++) {
    bool leads = m->path[road * 6 + d];
    if (leads && sf_work(&in, road, WORK_ROADBLOCK, RUS)->face != d)
      by_road = d;
    if (!leads)
      no_road = d;
  }
  apply(k, RUS, sal_act(V_TURN_WORK, box, 1, 0));
  refuse(k, RUS, sal_act(V_TURN_WORK, box, 1, 0), R_F25_4);
  refuse(k, GER, sal_act(V_TURN_WORK, box, 2, 0), R_F25_4);
  refuse(k, RUS, sal_act(V_TURN_WORK, m->order[0] == box ? m->order[1] : m->order[0], 2, 0),
         R_F25_4);
  refuse(k, RUS, sal_act(V_TURN_WORK, road, no_road, 0), R_F16_7);
  apply(k, RUS, sal_act(V_TURN_WORK, road, by_road, 0));
  both_commit(k);
  assert_int_equal(sf_work(&in, box, WORK_PILLBOX, RUS)->face, 1);
  for (int i = 0; i < s->nfort; i++) {
    if (s->fort[i].id == 91)
      assert_int_equal(sf_work_of(&k->play, &s->fort[i]).face, 1);
    if (s->fort[i].id == 90)
      assert_int_equal(sf_work_of(&k->play, &s->fort[i]).face, by_road);
  }
  kit_close(k);
}

/* F25.3: by rule MMG and MTR50 come first and go to squads beside leaders, FT and DC to engineers;
 * each squad gets one before any gets a second, and nobody more than a point above his capacity:
 * what is left stays out of the battle. By edition 5 the weapons went round in the order of the
 * record, however many there were. */
static void dealt_by_rule(void **unused) {
  (void)unused;
  for (int edition = 5; edition <= 6; edition++) {
    struct kit *k = arranging();
    struct state *s = kit_state(k);
    struct sal_book book = *k->book;
    int i = 0;
    while (O(&k->play)->group[GER][s->rec[GER][i].group].cls != 'i')
      i++;
    struct rec *r = &s->rec[GER][i];
    const struct group *g = &own(k->book)->group[GER][r->group];
    static const uint8_t sw[SW] = {3, 2, 0, 1, 0, 0}; /* LMG, MMG, a flamethrower */
    int squads = 0;
    memcpy(r->sw, sw, SW);
    for (int n = 0; n < g->n[r->copy]; n++) { /* two squads: an engineer is the second */
      struct unit *unit = &s->unit[g->first[r->copy] + n];
      bool squad = own(k->book)->type[unit->type].cls == SQUAD;
      if (!squad || squads == 2)
        unit->where = squad ? DEAD : unit->where;
      else if (++squads == 2)
        unit->flags |= U_ENGINEER;
    }
    book.edition = (uint16_t)edition;
    k->play.book = &book;
    sp_allot_weapons(&k->play, false);
    /* slots: LMG 0 to 2, MMG 3 and 4, FT 5 */
    int held = 0, portage[64] = {0};
    for (int slot = 0; slot < 6; slot++) {
      held += r->holder[slot] != 0;
      portage[r->holder[slot]] += slot >= 3 && slot < 5 ? 4 : 1;
    }
    if (edition == 5) {
      assert_int_equal(held, 6);
    } else {
      assert_int_equal(held, 2); /* an MMG each, and nobody bears more */
      assert_true(r->holder[3] && r->holder[4] && r->holder[3] != r->holder[4]);
      memcpy(r->sw, (uint8_t[SW]){2, 0, 0, 1, 0, 0}, SW); /* LMG 0 and 1, FT 2 */
      sp_allot_weapons(&k->play, false);
      assert_int_equal(s->unit[g->first[r->copy] + r->holder[2] - 1].flags & U_ENGINEER,
                       U_ENGINEER);
      assert_true(r->holder[0] && r->holder[1] && r->holder[0] != r->holder[1]);
    }
    k->play.book = k->book;
    kit_close(k);
  }
}

/* `auto` does all by rule: whatever was changed is as it was. */
static void by_rule_again(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  struct sal_head *before = calloc(1, k->book->state_bytes);
  struct sal_rng pick;
  sal_rng_seed(&pick, 5);
  memcpy(before, k->play.state, k->book->state_bytes);
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 200; i++) {
      sal_legal(&k->play, side, &k->list);
      struct sal_action a = k->list.a[sal_rng_below(&pick, k->list.n)];
      if (a.verb != V_COMMIT && a.verb != V_MODE)
        apply(k, side, a);
    }
    kit_do(k, side, "auto");
  }
  assert_memory_equal(before, k->play.state, k->book->state_bytes);
  assert_true(count_of(&in) > 0);
  kit_cover(k, R_F25_4);
  free(before);
  kit_close(k);
}

/* F26.7: whatever the one side arranges, the other sees the same. */
static void nothing_shows(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_head *before = calloc(1, k->book->state_bytes);
  struct sal_head *after = calloc(1, k->book->state_bytes);
  struct sal_rng pick;
  sal_rng_seed(&pick, 6);
  for (int side = 0; side < 2; side++) {
    k->book->rules->view(k->book, k->play.state, !side, before, NULL);
    for (int i = 0; i < 200; i++) {
      sal_legal(&k->play, side, &k->list);
      struct sal_action a = k->list.a[sal_rng_below(&pick, k->list.n)];
      if (a.verb == V_COMMIT)
        continue;
      apply(k, side, a);
      for (uint32_t e = 0; e < k->events.n; e++)
        assert_int_equal(k->events.v[e].seen, SAL_BIT(side));
      k->book->rules->view(k->book, k->play.state, !side, after, NULL);
      assert_memory_equal(before, after, k->book->state_bytes);
    }
  }
  kit_cover(k, R_F26_7);
  free(before);
  free(after);
  kit_close(k);
}

/* F25.1: when both wish for another sort of battle before they commit, it is fought that way; the
 * wish of one alone changes nothing. The next battle is the campaign's again. */
static void another_way_by_agreement(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  kit_refused(k, GER, "mode field", R_F25_1);
  kit_do(k, GER, "mode quick");
  kit_refused(k, GER, "mode quick", R_F25_1);
  kit_do(k, GER, "mode field"); /* taken back */
  kit_do(k, GER, "mode quick");
  kit_refused(k, RUS, "mode table", R_F25_1); /* a table is chosen for the campaign */
  both_commit(k);
  assert_int_equal(kit_node(k), N_FIELD);
  kit_close(k);

  k = arranging();
  kit_do(k, GER, "mode quick");
  kit_do(k, RUS, "mode quick");
  both_commit(k);
  kit_told(k, E_MODE, R_F25_1);
  assert_int_equal(kit_node(k), N_ORDERS);
  assert_int_equal(sp_mode(&k->play), BY_QUICK_BATTLE);
  kit_do(k, GER, "mode field");
  kit_do(k, RUS, "mode field");
  both_commit(k);
  assert_int_equal(kit_node(k), N_ARRANGE);
  kit_do(k, GER, "mode quick");
  kit_do(k, RUS, "mode quick");
  both_commit(k);
  both_commit(k);
  while (kit_node(k) != N_BUY)
    kit_default(k);
  assert_int_equal(sp_mode(&k->play), BY_FIELD);
  assert_int_equal(k->play.state->option[OPT_BATTLE], BY_FIELD);
  kit_close(k);
}

/* F25.1: at a table, before the entry begins, the wishes are open, and the second one counts. */
static void from_a_table(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay_in(NULL,
                 "\"phase\":\"play.2\",\"units\":[" AT("g", "german", "658", "18-Z5") "," AT(
                     "r", "soviet", "458", "18-D5") "]",
                 true);
  assert_int_equal(kit_node(k), N_RESULT);
  kit_do(k, GER, "mode quick");
  kit_told(k, E_WISH, R_F25_1);
  kit_do(k, RUS, "mode quick");
  kit_told(k, E_MODE, R_F25_1);
  assert_int_equal(kit_node(k), N_ORDERS);
  kit_do(k, GER, "mode table"); /* back to what the campaign has */
  kit_do(k, RUS, "mode table");
  both_commit(k);
  assert_int_equal(kit_node(k), N_RESULT);
  kit_do(k, RUS, "open");
  kit_refused(k, RUS, "mode quick", R_6_1);
  kit_close(k);
}

/* `setup always` and `idle` leave the arranging to the program. */
static void by_standing_order(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_order_set set[ORDERS] = {{0}};
  struct sal_action a;
  assert_false(k->book->rules->answer(&k->play, GER, set, &a));
  set[ORDER_SETUP].choice = 1;
  assert_true(k->book->rules->answer(&k->play, GER, set, &a));
  assert_int_equal(a.verb, V_COMMIT);
  set[ORDER_SETUP].choice = 0;
  set[ORDER_IDLE].choice = 1;
  assert_true(k->book->rules->answer(&k->play, RUS, set, &a));
  assert_int_equal(a.verb, V_COMMIT);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_may_commit_at_once),
      cmocka_unit_test(weapons_change_hands),
      cmocka_unit_test(no_more_than_one_can_carry),
      cmocka_unit_test(facings),
      cmocka_unit_test(storeys),
      cmocka_unit_test(hidden_guns),
      cmocka_unit_test(riders_at_the_start),
      cmocka_unit_test(guns_at_the_start),
      cmocka_unit_test(boarding_on_the_map),
      cmocka_unit_test(who_rides),
      cmocka_unit_test(phones_stay),
      cmocka_unit_test(getting_off_takes_room),
      cmocka_unit_test(guns_on_the_map),
      cmocka_unit_test(what_a_vehicle_carries),
      cmocka_unit_test(what_changes_hands),
      cmocka_unit_test(who_goes_inside),
      cmocka_unit_test(own_vehicles_only),
      cmocka_unit_test(works_are_turned),
      cmocka_unit_test(by_rule_again),
      cmocka_unit_test(dealt_by_rule),
      cmocka_unit_test(nothing_shows),
      cmocka_unit_test(another_way_by_agreement),
      cmocka_unit_test(by_standing_order),
      cmocka_unit_test(from_a_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
