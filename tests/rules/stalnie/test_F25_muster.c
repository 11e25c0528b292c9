/* test_F25_muster.c - F25.2 to F25.4, CG6, CG10: artillery, Reserves, armour leaders and towed Guns
 * of the campaign in its battles on the board. */
#include "battle_kit.h"

/* The line of the purchase record, from 1, of the last group with that id. */
static int line_of(struct kit *k, int side, const char *group) {
  const struct state *s = kit_state(k);
  for (int i = s->side[side].nrec; i > 0; i--)
    if (sal_eq(own(k->book)->group[side][s->rec[side][i - 1].group].id, group))
      return i;
  fail_msg("there is no %s", group);
  return 0;
}

static struct rec *rec_of(struct kit *k, int side, const char *group) {
  return &kit_state(k)->rec[side][line_of(k, side, group) - 1];
}

/* Something that serves the module of another group. */
static void buy_for(struct kit *k, const char *group, const char *module) {
  char text[40];
  snprintf(text, sizeof text, "buy %s plain %d", group, line_of(k, GER, module));
  kit_do(k, GER, text);
}

/* The side's module of that calibre, and how many the side has. */
static struct module *module_of(const struct sal_play *in, int side, int calibre, int *n) {
  struct module *found = NULL;
  *n = 0;
  for (int i = 0; i < MAX_MODULES; i++) {
    struct module *m = &F(in)->module[i];
    if (!m->there || m->side != side)
      continue;
    ++*n;
    if (FB(in)->calibre[m->calibre] == calibre)
      found = m;
  }
  return found;
}

/* Before the first purchases, with points for everything here and without the modules that the
 * order of battle gives. */
static struct kit *before_the_first(void) {
  struct kit *k = kit_open("campaign");
  start_field(k, 7);
  struct state *s = kit_state(k);
  for (int side = 0; side < 2; side++) {
    struct row *row = &s->side[side].row[0];
    row->start = row->total = s->side[side].cpp = 60;
    for (int i = 0; i < s->side[side].nrec; i++)
      if (own(k->book)->group[side][s->rec[side][i].group].cls == 'o')
        s->rec[side][i].flags |= R_GONE;
  }
  return k;
}

/* F25.2, CG10: a module comes with the chits of its line; its radio is a counter. F25.3: the leader
 * of worst modifier has it, the lowest id among equals. */
static void a_radio_takes_the_field(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int n = 0, worst = -1;
  kit_do(k, GER, "buy o1 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  const struct rec *r = rec_of(k, GER, "o1");
  const struct module *m = module_of(&in, GER, 80, &n);
  assert_non_null(m);
  assert_int_equal(m->observer, BY_RADIO);
  assert_int_equal(m->black, r->black);
  assert_int_equal(m->red, r->red);
  assert_true(r->black > 0 && r->red > 0 && r->flags & R_USED);
  for (int u = 0; u < own(k->book)->first_weapon; u++) {
    bool leader = kind_of(&in, u)->cls == LEADER && side_of(&in, u) == GER;
    int where = unit_at(&in, u)->where;
    bool here = where == F_MAP || where == F_WAITING;
    if (leader && here && (worst < 0 || sf_modifier(&in, u) < sf_modifier(&in, worst)))
      worst = u;
  }
  assert_true(weapon_of(&in, m->by - 1)->flags & W_RADIO);
  assert_int_equal(unit_at(&in, m->by - 1)->with, worst + 1);
  kit_cover(k, R_F25_3);
  kit_close(k);
}

/* CG6: no more than two modules a side, the heaviest first; the third keeps its chits and is not
 * used. */
static void two_modules_and_no_more(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int n = 0;
  kit_do(k, GER, "buy o1 plain 0");
  kit_do(k, GER, "buy o2 plain 0");
  kit_do(k, GER, "buy o3 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  assert_non_null(module_of(&in, GER, 150, &n));
  assert_non_null(module_of(&in, GER, 100, &n));
  assert_null(module_of(&in, GER, 80, &n));
  assert_int_equal(n, 2);
  assert_false(rec_of(k, GER, "o1")->flags & R_USED);
  kit_cover(k, R_CG6);
  kit_close(k);
}

/* F17.3: an Offboard Observer looks from his hex of the south edge, at Level 2 (RG.i); a plane
 * needs no hex (RG.plane). Neither has a radio on the map. */
static void observers_off_the_board(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int n = 0;
  kit_do(k, GER, "buy o1 plain 0");
  kit_do(k, GER, "buy o2 plain 0");
  buy_for(k, "o5", "o1");
  buy_for(k, "o6", "o2");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  const struct module *mortar = module_of(&in, GER, 80, &n);
  const struct module *guns = module_of(&in, GER, 100, &n);
  assert_int_equal(mortar->observer, OFFBOARD);
  assert_int_equal(mortar->from, own(k->book)->cell[rec_of(k, GER, "o5")->hex]);
  assert_int_equal(sf_front_depth(&in, GER, mortar->from), 0);
  assert_int_equal(mortar->seen_from, 2);
  assert_int_equal(guns->observer, BY_PLANE);
  assert_int_equal(mortar->by, 0);
  assert_int_equal(guns->by, 0);
  kit_close(k);
}

/* SSR4: an OP tank calls for its module, and goes home when the module is used up. */
static void an_op_tank_goes_home(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int n = 0;
  kit_do(k, GER, "buy o1 plain 0");
  buy_for(k, "o7", "o1");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  struct module *m = module_of(&in, GER, 80, &n);
  assert_int_equal(m->observer, BY_TANK);
  int tank = m->by - 1;
  assert_string_equal(kind_of(&in, tank)->id, "PzIIIL_OP");
  assert_int_equal(unit_at(&in, tank)->where, F_WAITING);
  m->black = 0; /* nothing is left but a red one */
  m->red = 1;
  kit_dice(k, "1 1");
  sf_call(&in, (int)(m - F(&in)->module), MISSION_FIRE, in.book->board.order[0]);
  assert_true(m->spent);
  assert_true(unit_at(&in, tank)->is & IS_RECALLED);
  kit_close(k);
}

/* CG6, F10.11: the program puts a phone where somebody is, and he has it; contact comes with 10 or
 * less. Without anybody beside it the phone is dead. */
static void a_phone_needs_somebody(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int n = 0;
  char link[24];
  kit_do(k, RUS, "buy o3 plain 0");
  snprintf(link, sizeof link, "link %d phone", line_of(k, RUS, "o3"));
  kit_do(k, RUS, link);
  struct sal_head *before = calloc(1, k->book->state_bytes);
  while (kit_node(k) != N_FIELD) { /* keeps the last decision before the force takes the field */
    if (kit_node(k) != N_ARRANGE)
      memcpy(before, k->play.state, k->book->state_bytes);
    prepare_one(k);
  }
  struct rec *r = rec_of(k, RUS, "o3");
  assert_int_not_equal(r->hex, NOWHERE);
  struct sal_play in = sf_inside(&k->play);
  const struct module *m = module_of(&in, RUS, 120, &n);
  assert_int_equal(m->observer, BY_PHONE);
  assert_int_equal(sf_contact(m), 10);
  const struct trooper *phone = unit_at(&in, m->by - 1);
  assert_true(phone->with > 0);
  assert_int_equal(hex_at(phone->at), own(k->book)->cell[r->hex]);
  assert_true(sf_has_phone(&in, phone->with - 1));
  /* The same again with all men gone from its hex. */
  memcpy(k->play.state, before, k->book->state_bytes);
  for (int u = 0; u < own(k->book)->first_weapon; u++)
    if (kit_state(k)->unit[u].at == r->hex)
      sp_lift(&k->play, u);
  to_battle(k);
  m = module_of(&in, RUS, 120, &n);
  assert_int_equal(m->by, 0);
  wait_for(k, N_F_SUPPORT, RUS);
  char call[24];
  snprintf(call, sizeof call, "mission %d fire", (int)(m - F(&in)->module));
  kit_refused(k, RUS, call, R_F17_3);
  free(before);
  kit_close(k);
}

/* RG.j: what was registered at set-up serves for a barrage. F17.2, F17.4, F17.5: contact with DR 10
 * by phone, a black chit, on the hex with 4; it falls in the next Support phase. */
static void a_registered_barrage(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  char text[40];
  int n = 0;
  kit_do(k, GER, "buy o1 reg1 0");
  buy_for(k, "o5", "o1");
  while (kit_node(k) != N_SETUP || !(sal_actors(&k->play) & SAL_BIT(GER)))
    prepare_one(k);
  snprintf(text, sizeof text, "register %d", line_of(k, GER, "o1"));
  kit_do(k, GER, text);
  kit_do(k, GER, "put 16-K5");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  struct module *m = module_of(&in, GER, 80, &n);
  sal_hex hex = sal_hex_parse(&k->book->board, "16-K5");
  assert_int_equal(m->registered[0], hex);
  wait_for(k, N_F_SUPPORT, GER);
  int black = m->black;
  m->red = 0; /* so that every chit is black */
  snprintf(text, sizeof text, "mission %d barrage", (int)(m - F(&in)->module));
  kit_do(k, GER, text);
  kit_refused(k, GER, "aim 16-K6", R_F17_4);
  while (!m->aim) { /* contact with 10 or less */
    if (sal_top(&in)->node != N_F_AIM) {
      m->asked = 0;
      kit_do(k, GER, text);
    }
    kit_do(k, GER, "aim 16-K5");
  }
  assert_int_equal(m->black, black - 1);
  wait_for(k, N_F_ACT, GER);
  wait_for(k, N_F_SUPPORT, GER);
  assert_int_equal(m->aim, 0); /* it has fallen */
  kit_close(k);
}

/* CG10: what a battle leaves of the chits is in the next scenario, and so is the radio. F17.6: a
 * rocket module is used up by its mission and gone (11.615). */
static void chits_go_back(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int n = 0;
  kit_do(k, GER, "buy o1 plain 0");
  kit_do(k, GER, "buy o4 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  struct module *mortar = module_of(&in, GER, 80, &n);
  struct module *rockets = module_of(&in, GER, 150, &n);
  assert_true(rockets->rocket);
  mortar->black -= 2; /* two missions and a red chit */
  mortar->red--;
  int black = mortar->black, red = mortar->red;
  rockets->black--;
  rockets->spent = 1;
  struct sal_rng pick;
  sal_rng_seed(&pick, 5);
  wait_for(k, N_F_ACT, GER);
  while (kit_node(k) == N_FIELD)
    if (!do_verb(k, sal_actors(&k->play) & SAL_BIT(GER) ? GER : RUS, V_PASS) &&
        !do_verb(k, sal_actors(&k->play) & SAL_BIT(GER) ? GER : RUS, V_END))
      play_one(k, &pick, "in the battle");
  const struct rec *r = rec_of(k, GER, "o1");
  assert_int_equal(r->black, black);
  assert_int_equal(r->red, red);
  assert_int_equal(r->drawn, 1);
  while (kit_node(k) != N_BUY)
    prepare_one(k);
  assert_false(rec_of(k, GER, "o1")->flags & R_GONE);
  assert_true(rec_of(k, GER, "o4")->flags & R_GONE);
  kit_cover(k, R_CG10);
  kit_close(k);
}

/* A Reserve unit on the map. */
static int reserve_of(const struct sal_play *in, int side) {
  for (int u = 0; u < count_of(in); u++)
    if (side_of(in, u) == side && unit_at(in, u)->is & IS_RESERVE)
      return u;
  return -1;
}

static struct kit *with_reserve(void) {
  struct kit *k = before_the_first();
  kit_do(k, GER, "buy i1 plain 0");
  kit_do(k, RUS, "buy i1 reserve 0");
  to_battle(k);
  return k;
}

/* 11.6194b, F15.10: a Reserve is under cloaks, and so are its dummies; the enemy sees cloaks that
 * look alike and nobody under them. */
static void reserves_are_cloaked(void **unused) {
  (void)unused;
  struct kit *k = with_reserve();
  struct sal_play in = sf_inside(&k->play);
  const struct state *s = kit_state(k);
  int cloaked = 0, dummies = 0;
  struct sal_head *view = calloc(1, k->book->state_bytes);
  k->book->rules->view(k->book, k->play.state, GER, view, NULL);
  struct sal_play seen = {.book = k->book, .state = view}, theirs = sf_inside(&seen);
  for (int u = 0; u < own(k->book)->first_weapon; u++) {
    const struct trooper *t = unit_at(&in, u);
    bool reserve = s->unit[u].where == MAP && s->unit[u].flags & U_RESERVE;
    assert_int_equal((t->is & IS_RESERVE) != 0, reserve);
    if (!reserve)
      continue;
    cloaked++;
    assert_true(t->is & IS_HIDDEN);
    assert_false(sf_good_order(&in, u));
    assert_true(patch_at(&in, hex_at(t->at))->cloak >> RUS & 1);
    assert_true(patch_at(&theirs, hex_at(t->at))->cloak >> RUS & 1);
    assert_int_equal(unit_at(&theirs, u)->where, F_NONE);
  }
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(&in)->work[i];
    if (w->kind != WORK_CLOAK)
      continue;
    dummies++;
    assert_true(patch_at(&theirs, w->hex)->cloak >> RUS & 1);
    assert_int_equal(F(&theirs)->work[i].kind == WORK_CLOAK, 0);
  }
  assert_true(cloaked > 8);
  assert_int_equal(dummies, CLOAKS);
  kit_cover(k, R_F15_10);
  free(view);
  kit_close(k);
}

/* 11.6194c: it is placed, concealed, when it sees an enemy within 8 hexes, and not before; then it
 * may act. */
static void a_reserve_is_placed(void **unused) {
  (void)unused;
  struct kit *k = with_reserve();
  struct sal_play in = sf_inside(&k->play);
  int u = reserve_of(&in, RUS), enemy = waiting(k, GER, SQUAD, -1);
  char place[64];
  wait_for(k, N_F_ACT, RUS);
  snprintf(place, sizeof place, "place %s", k->book->counter[u].id);
  kit_refused(k, RUS, place, R_F15_10);
  sal_hex there = hex_at(unit_at(&in, u)->at);
  for (int i = 0; i < in.book->board.nhexes; i++) {
    sal_hex h = in.book->board.order[i];
    location l = location_at(h, GROUND);
    bool near = sal_distance(&in.book->board, h, there) == 2;
    if (!near || sf_sight(&in, unit_at(&in, u)->at, l) < 0)
      continue;
    unit_at(&in, enemy)->where = F_MAP;
    sf_put(&in, enemy, l);
    break;
  }
  assert_int_equal(unit_at(&in, enemy)->where, F_MAP);
  kit_do(k, RUS, place);
  assert_int_equal(unit_at(&in, u)->is & (IS_RESERVE | IS_UNSEEN), IS_CONCEALED);
  assert_true(sf_good_order(&in, u));
  kit_close(k);
}

/* 11.6194c: what is still under its cloak at the end is Retained and no longer a Reserve. */
static void a_reserve_left_over(void **unused) {
  (void)unused;
  struct kit *k = with_reserve();
  struct sal_play in = sf_inside(&k->play);
  int u = reserve_of(&in, RUS);
  wait_for(k, N_F_ACT, GER);
  while (kit_node(k) == N_FIELD) {
    int side = sal_actors(&k->play) & SAL_BIT(GER) ? GER : RUS;
    assert_true(do_verb(k, side, V_PASS) || do_verb(k, side, V_END));
  }
  assert_int_equal(kit_state(k)->unit[u].where, MAP);
  assert_false(kit_state(k)->unit[u].flags & U_RESERVE);
  kit_cover(k, R_11_6194c);
  kit_close(k);
}

/* F2.5: an armour leader is in the first vehicle of his platoon. */
static void an_armour_leader_leads(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  kit_do(k, RUS, "buy a2 plain 0");
  while (kit_node(k) != N_SETUP)
    prepare_one(k);
  struct rec *r = rec_of(k, RUS, "a2");
  const struct group *g = &own(k->book)->group[RUS][r->group];
  int first = g->first[r->copy];
  r->al = (uint8_t)sp_type_named(&k->play, "9-1");
  assert_true(r->al > 0);
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  assert_int_equal(unit_at(&in, first)->leads, 1);
  assert_int_equal(unit_at(&in, first + 1)->leads, 0);
  kit_cover(k, R_F2_5);
  kit_close(k);
}

/* CG9a, F25.4: a Gun off the map is behind a truck that waits, and comes with it; without a truck
 * it stays off the map. */
static void guns_come_behind_trucks(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  kit_do(k, GER, "buy g1 plain 0");
  kit_do(k, GER, "buy t1 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  int gun = waiting(k, GER, GUN, -1);
  assert_true(gun >= 0);
  int truck = unit_at(&in, gun)->with - 1;
  assert_true(truck >= 0 && sf_vehicle(&in, truck));
  assert_int_equal(sf_towed_by(&in, truck), gun);
  wait_for(k, N_F_ACT, GER);
  kit_refused(k, GER, "enter de.g1-1.at75l-1", R_F22_1);
  doing(k, GER, "enter", truck, NULL);
  kit_do(k, GER, "at 16-GG5");
  if (sal_top(&in)->node == N_F_REACT)
    kit_do(k, RUS, "pass");
  assert_int_equal(unit_at(&in, gun)->where, F_MAP);
  assert_int_equal(unit_at(&in, gun)->at, unit_at(&in, truck)->at);
  kit_cover(k, R_F22_1);
  kit_close(k);
}

/* F16.5: who was set up in the hex of a pillbox begins inside, in id order while there is room. */
static void a_pillbox_is_manned(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  int squad[3], n = 0;
  for (int u = 0; u < own(k->book)->first_weapon && n < 3; u++)
    if (side_of(&in, u) == RUS && kind_of(&in, u)->cls == SQUAD && sf_on_map(&in, u))
      squad[n++] = u;
  assert_int_equal(n, 3);
  sal_hex hex = hex_at(unit_at(&in, squad[0])->at);
  for (int u = 0; u < count_of(&in); u++) /* nobody else is there */
    if (hex_at(unit_at(&in, u)->at) == hex && u != squad[0] && kind_of(&in, u)->cls != SUPPORT)
      sf_put(&in, u, unit_at(&in, squad[2])->at);
  for (int i = 1; i < 3; i++)
    sf_put(&in, squad[i], unit_at(&in, squad[0])->at);
  memset(F(&in)->work, 0, sizeof F(&in)->work);
  F(&in)->work[0] = (struct work){
      .hex = hex, .kind = WORK_PILLBOX, .side = RUS, .size = 2, .front = 5, .rear = 7, .face = 3};
  sf_mark_works(&in);
  sf_man_pillboxes(&k->play, &in);
  assert_int_equal(level_at(unit_at(&in, squad[0])->at), BUNKER);
  assert_int_equal(level_at(unit_at(&in, squad[1])->at), BUNKER);
  assert_int_equal(level_at(unit_at(&in, squad[2])->at), GROUND); /* two squads are inside */
  kit_cover(k, R_F16_5);
  kit_close(k);
}

/* F25.4: the program lays wire and mines one hexrow before its units and never under them, and
 * roadblocks on roads. F25.4: a roadblock bars the side of its hex that a road crosses. */
static void obstacles_lie_in_front(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  int wire = 0, ahead = 0;
  kit_do(k, RUS, "buy i1 north 0");
  while (kit_node(k) != N_SETUP || !(sal_actors(&k->play) & SAL_BIT(RUS)))
    prepare_one(k);
  kit_state(k)->side[RUS].stock[FORT_WIRE] = 6;
  kit_state(k)->side[RUS].stock[FORT_ROADBLOCK] = 1;
  kit_do(k, RUS, "auto");
  const struct state *s = kit_state(k);
  for (int i = 0; i < s->nfort; i++) {
    const struct fort *f = &s->fort[i];
    bool next_to = false;
    for (int u = 0; u < own(k->book)->first_weapon && f->side == RUS; u++) {
      const struct unit *unit = &s->unit[u];
      if (unit->where != MAP || side_of(&k->play, u) != RUS)
        continue;
      assert_false(f->kind == FORT_WIRE && unit->at == f->at);
      next_to |= row_of(unit->at) == row_of(f->at) + 1 && sp_distance(unit->at, f->at) == 1;
    }
    wire += f->kind == FORT_WIRE;
    ahead += f->kind == FORT_WIRE && next_to;
    if (f->kind != FORT_ROADBLOCK)
      continue;
    struct work w = sf_work_of(&k->play, f);
    assert_true(sp_ground(&k->play, f->at) & G_ROAD);
    assert_true(k->book->board.path[w.hex * 6 + w.face]);
  }
  assert_int_equal(wire, 6);
  assert_int_equal(ahead, 6);
  kit_cover(k, R_F25_4);
  kit_close(k);
}

/* The view of a side, as a play of its own. */
static struct sal_play view_of(struct kit *k, const struct sal_head *state, int viewer,
                               struct sal_head *room) {
  struct sal_play seen = k->play;
  memset(room, 0, k->book->state_bytes);
  k->book->rules->view(k->book, state, viewer, room, NULL);
  seen.state = room;
  return seen;
}

/* F26.7: with modules, radios, Reserves and cloaks in play, a side is offered the same on its view
 * as on the state, and its view is the same whatever it may not know. */
static void nothing_is_betrayed(void **unused) {
  (void)unused;
  enum { STEPS = 240, EACH = 6 };
  struct kit *k = before_the_first();
  kit_do(k, GER, "buy i1 plain 0");
  kit_do(k, GER, "buy o1 reg1 0");
  kit_do(k, RUS, "buy i1 reserve 0");
  kit_do(k, RUS, "buy o3 plain 0");
  to_battle(k);
  struct sal_head *view = calloc(1, k->book->state_bytes);
  struct sal_head *other = calloc(1, k->book->state_bytes);
  struct sal_head *same = calloc(1, k->book->state_bytes);
  struct sal_list *offered = calloc(1, sizeof *offered);
  struct sal_rng pick;
  sal_rng_seed(&pick, 11);
  for (int n = 0; n < STEPS && kit_node(k) == N_FIELD; n++) {
    for (int viewer = 0; viewer < 2 && n % EACH == 0; viewer++) {
      struct sal_play seen = view_of(k, k->play.state, viewer, view);
      memcpy(other, k->play.state, k->book->state_bytes);
      k->book->rules->shuffle(k->book, other, viewer, &pick);
      view_of(k, other, viewer, same);
      assert_memory_equal(view, same, k->book->state_bytes);
      if (!(sal_actors(&k->play) & SAL_BIT(viewer)))
        continue;
      sal_legal(&k->play, viewer, offered);
      sal_legal(&seen, viewer, &k->list);
      assert_int_equal(k->list.n, offered->n);
      assert_memory_equal(k->list.a, offered->a, offered->n * sizeof offered->a[0]);
    }
    play_one(k, &pick, "in the battle");
  }
  free(view);
  free(other);
  free(same);
  free(offered);
  kit_close(k);
}

/* F22.1, F26.7: in the window against a group that enters, the other side sees the group and what
 * it tows, and nothing else of the box; so it is offered the same shots on its view as on the
 * state. */
static void who_enters_is_known(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  kit_do(k, GER, "buy g1 plain 0");
  kit_do(k, GER, "buy t1 plain 0");
  kit_do(k, GER, "buy i1 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  int gun = waiting(k, GER, GUN, -1);
  int truck = unit_at(&in, gun)->with - 1;
  int squad = waiting(k, GER, SQUAD, -1);
  assert_true(truck >= 0 && squad >= 0);
  wait_for(k, N_F_ACT, GER);
  doing(k, GER, "enter", truck, NULL);
  kit_do(k, GER, "at 16-GG5");
  assert_int_equal(sal_top(&in)->node, N_F_REACT);

  struct sal_head *room = calloc(1, k->book->state_bytes);
  struct sal_list *offered = calloc(1, sizeof *offered);
  struct sal_play seen = view_of(k, k->play.state, RUS, room);
  struct sal_play seen_in = sf_inside(&seen);
  assert_memory_equal(unit_at(&seen_in, truck), unit_at(&in, truck), sizeof(struct trooper));
  assert_memory_equal(unit_at(&seen_in, gun), unit_at(&in, gun), sizeof(struct trooper));
  assert_int_equal(unit_at(&seen_in, squad)->where, F_NONE);
  sal_legal(&k->play, RUS, offered);
  sal_legal(&seen, RUS, &k->list);
  assert_int_equal(k->list.n, offered->n);
  assert_memory_equal(k->list.a, offered->a, offered->n * sizeof offered->a[0]);
  kit_cover(k, R_F26_7);
  free(offered);
  free(room);
  kit_close(k);
}

/* A Soviet tank of a battle, set up in the hex of the first Soviet squad. */
static int tank_on_the_map(struct kit *k) {
  struct sal_play in = sf_inside(&k->play);
  int tank = kit_unit(k, "ru.a2-1.t34m41-1");
  int squad = 0;
  while (side_of(&in, squad) != RUS || kind_of(&in, squad)->cls != SQUAD || !sf_on_map(&in, squad))
    squad++;
  kit_state(k)->unit[tank].flags |= U_STRONG;
  if (kit_state(k)->unit[tank].where != MAP)
    sp_put(&k->play, tank, kit_state(k)->unit[squad].at);
  unit_at(&in, tank)->where = F_MAP;
  sf_put(&in, tank, unit_at(&in, squad)->at);
  unit_at(&in, tank)->is |= IS_SETTLED;
  unit_at(&in, tank)->is &= ~(uint32_t)IS_UNSEEN;
  return tank;
}

/* The tank's hex gets a fortified building. */
static void fortify(struct kit *k, int tank, int side) {
  struct sal_play in = sf_inside(&k->play);
  memset(F(&in)->work, 0, sizeof F(&in)->work);
  F(&in)->work[0] = (struct work){
      .hex = hex_at(unit_at(&in, tank)->at), .kind = WORK_FORTIFIED, .side = (uint8_t)side};
  sf_mark_works(&in);
}

static int offers(struct kit *k, int side, int verb) {
  int n = 0;
  sal_legal(&k->play, side, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    n += k->list.a[i].verb == verb;
  return n;
}

/* CG5: a tank that was set up in a fortified building of its side turns there, and does not drive
 * out, not even under Recall; an enemy's fortification does not bind it. */
static void a_strongpoint_is_not_left(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  kit_do(k, RUS, "buy i1 plain 0");
  kit_do(k, RUS, "buy a2 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  int tank = tank_on_the_map(k);
  wait_for(k, N_F_ACT, RUS);
  fortify(k, tank, GER);
  doing(k, RUS, "pick", tank, NULL);
  assert_true(offers(k, RUS, V_GO) > 0);
  struct sal_action out = {0};
  for (uint32_t i = 0; i < k->list.n && !out.verb; i++)
    if (k->list.a[i].verb == V_GO)
      out = k->list.a[i];

  struct sal_refusal why = {0};
  fortify(k, tank, RUS);
  assert_false(sal_check(&k->play, RUS, out, &why));
  assert_int_equal(why.rule, R_CG5);
  assert_int_equal(offers(k, RUS, V_GO), 0);
  assert_int_equal(offers(k, RUS, V_VIA), 0);
  assert_true(offers(k, RUS, V_FACE) > 0);

  location at = unit_at(&in, tank)->at;
  kit_do(k, RUS, "cancel");
  unit_at(&in, tank)->is |= IS_RECALLED;
  wait_for(k, N_F_ACT, GER);
  wait_for(k, N_F_ACT, RUS);
  assert_int_equal(unit_at(&in, tank)->at, at);
  kit_cover(k, R_CG5);
  kit_close(k);
}

/* CG5, F23.5: a tank whose strongpoint fell has driven away: the record is accepted, and the tank
 * is bound no more. */
static void a_fallen_strongpoint_binds_nobody(void **unused) {
  (void)unused;
  struct kit *k = before_the_first();
  kit_do(k, RUS, "buy i1 plain 0");
  kit_do(k, RUS, "buy a2 plain 0");
  to_battle(k);
  struct sal_play in = sf_inside(&k->play);
  int tank = tank_on_the_map(k);
  memset(F(&in)->work, 0, sizeof F(&in)->work);
  sf_mark_works(&in);
  wait_for(k, N_F_ACT, RUS);
  doing(k, RUS, "pick", tank, NULL);
  assert_true(do_verb(k, RUS, V_GO));
  while (kit_node(k) == N_FIELD)
    prepare_one(k);
  assert_int_equal(kit_state(k)->unit[tank].where, MAP);
  assert_false(kit_state(k)->unit[tank].flags & U_STRONG);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_radio_takes_the_field),
      cmocka_unit_test(two_modules_and_no_more),
      cmocka_unit_test(observers_off_the_board),
      cmocka_unit_test(an_op_tank_goes_home),
      cmocka_unit_test(a_phone_needs_somebody),
      cmocka_unit_test(a_registered_barrage),
      cmocka_unit_test(chits_go_back),
      cmocka_unit_test(reserves_are_cloaked),
      cmocka_unit_test(a_reserve_is_placed),
      cmocka_unit_test(a_reserve_left_over),
      cmocka_unit_test(a_pillbox_is_manned),
      cmocka_unit_test(obstacles_lie_in_front),
      cmocka_unit_test(nothing_is_betrayed),
      cmocka_unit_test(an_armour_leader_leads),
      cmocka_unit_test(guns_come_behind_trucks),
      cmocka_unit_test(who_enters_is_known),
      cmocka_unit_test(a_strongpoint_is_not_left),
      cmocka_unit_test(a_fallen_strongpoint_binds_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
