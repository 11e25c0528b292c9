/* step.c - 3.1, 4.2, 6.1.7, 6.2, 8.2.13-8.2.19, 14: a move, hex by hex.
 *
 * A unit's move is one frame (N_STEP) in which it steps, changes its setup and works on bridges
 * until it stops. wb_step_law is the law of one step: `check` asks it, `apply` takes its price, and
 * the reach is filled with it. Points are sixths.
 */
#include "state.h"

/* ---- points and prices ------------------------------------------------------------------ */

/* 8.2.13-8.2.15: how many German missions disturb Soviet movement at a hex. */
int wb_disturbance(const struct sal_play *p, int side, sal_hex h) {
  const struct state *s = S(p);
  int missions = 0;

  if (side != SAL_SOVIET)
    return 0;
  for (int i = 0; i < s->ndisturbed; i++)
    missions += sal_distance(B(p), s->disturbed[i], h) <= 1;

  return missions;
}

/* 3.1.5a: the points a unit begins its move with, after every halving and deduction. */
int wb_initial_mp(const struct sal_play *p, int u, sal_hex start, bool strategic, int halvings) {
  const struct unit *unit = &S(p)->unit[u];
  int points = K(p, u)->mp * POINT;

  if (!points)
    return 0;
  /* 10.2.2; full movement by 10.2.3 is for movement phases alone */
  if (unit->oos && (strategic || !(unit->flags & FULL)))
    points = halves(points);
  if (O(p)->place[u].half == date_of(p)) /* P.5 */
    points = halves(points);
  for (; halvings > 0; halvings--) /* 11.2.1, K.8 */
    points = halves(points);
  if (start)
    points -= POINT * wb_disturbance(p, side_of(p, u), start);
  if (strategic) /* 12.2.3 */
    return larger(points - 2 * POINT, 0);

  return larger(points, POINT);
}

/* 3.5: the price of the ground across a hexside; roads count while their bridges stand (3.1.11R).
 */
static int ground_price(const struct sal_play *p, const struct kind *k, sal_hex from, int dir) {
  const struct own *o = O(p);
  int hexside = from * 6 + dir;
  int bridge = o->bridge_at[hexside];
  bool down = bridge && S(p)->bridge[bridge - 1] & DOWN;

  if (o->any_big && wb_spanned(p, from, dir)) /* 14.3.2 */
    return o->enter[k->class][from + B(p)->step[dir]];

  return down ? o->plain[k->class][hexside] : o->edge[k->class][hexside];
}

/* What a step costs a unit that began with `initial`; SAL_BARRED: it cannot go there. */
int wb_step_cost(const struct sal_play *p, int u, sal_hex from, int dir, int initial) {
  const struct kind *k = K(p, u);
  int side = side_of(p, u);
  int cost = ground_price(p, k, from, dir);

  if (cost == SAL_BARRED && k->role != HQ)
    return SAL_BARRED;
  if (cost == SAL_BARRED) /* 9.1.3 */
    cost = 5 * POINT;
  if (wb_in_zoc(p, side, from)) /* 4.2.6; strategic movement never begins in one (12.2) */
    cost += POINT;
  if (S(p)->ndisturbed)
    cost += POINT * wb_disturbance(p, side, (sal_hex)(from + B(p)->step[dir]));
  return smaller(cost, initial); /* 3.1.13a */
}

/* 4.2.3: both hexes are in the zone of one enemy. Only the two hexes next to both can hold it. The
 * hex of that enemy, or SAL_NOHEX. */
sal_hex wb_zoc_to_zoc(const struct sal_play *p, int side, sal_hex from, int dir) {
  int enemy = occ(sal_enemy(side));

  for (int turn = 1; turn >= -1; turn -= 2) {
    int aside = sal_turn(dir, turn);
    sal_hex holder = (sal_hex)(from + B(p)->step[aside]);
    int pres = S(p)->cell[holder].pres;
    bool on_from = pres >> sal_back(aside) & 1;
    bool on_to = pres >> sal_turn(dir, -turn) & 1;
    if (pres & enemy && on_from && on_to)
      return holder;
  }

  return SAL_NOHEX;
}

/* The row of a hex, by its name. */
static int row_of(const char *name) {
  return (name[2] - '0') * 10 + name[3] - '0';
}

/* P.4: some units of the 7th Guards Army may not cross the Doniec north of row 25. */
bool wb_p4(const struct sal_play *p, int u, sal_hex from, int dir) {
  enum { FIRST_OPEN_ROW = 25 };
  const struct sal_board *b = B(p);

  if (!O(p)->place[u].p4)
    return false;
  if (!(b->side[from * 6 + dir] & O(p)->doniec))
    return false;
  sal_hex to = (sal_hex)(from + b->step[dir]);
  if (row_of(b->name[from]) < FIRST_OPEN_ROW)
    return true;

  return row_of(b->name[to]) < FIRST_OPEN_ROW;
}

/* ---- 18.1.3 mines ----------------------------------------------------------------------- */

/* `at` is a hex at the line, on either side of it: a line is of one front. */
void wb_mined(struct sal_play *p, int u, sal_hex at) {
  struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != SAL_GERMAN)
    return;
  if (O(p)->line[at] & LINE_SOUTH)
    unit->status |= MINED_SOUTH;
  else
    unit->more |= MINED;
}

/* A unit that crosses a fortified line goes through its mines. */
void wb_crossed_line(struct sal_play *p, int u, sal_hex from, int dir) {
  if (B(p)->side[from * 6 + dir] & O(p)->fl)
    wb_mined(p, u, from);
}

/* ---- the law of one step ---------------------------------------------------------------- */

/* 6.1.7: a point for each gun, and one more for works. Headquarters alone cost nothing (9.1.5). */
static int overrun_price(const struct sal_play *p, int side, sal_hex to) {
  int guns = S(p)->cell[to].soft - 1;

  if (guns <= 0)
    return 0;
  bool works = wb_fortified(p, sal_enemy(side), to);
  return POINT * (guns + works);
}

/* Does the step go along a secondary road? */
static bool on_minor_road(const struct sal_play *p, const struct sal_step *s) {
  bool minor = B(p)->path[s->from * 6 + s->dir] & O(p)->minor_road;
  if (!minor)
    return false;
  return wb_road_open(p, s->from, s->dir);
}

/* Note 2 of the terrain table: one more secondary hex for a unit that used nothing else. */
static bool bonus_step(const struct sal_play *p, const struct sal_step *s) {
  if (!s->moved)
    return false;
  if (s->note & (OFF_MINOR | BONUS | WORKED))
    return false;
  if (K(p, s->unit)->class == TRUCK)
    return false;

  return on_minor_road(p, s);
}

/* Which rule forbids the way itself, whatever it costs. */
static bool way_open(const struct sal_play *p, int side, const struct sal_step *s, int price,
                     struct sal_refusal *why) {
  const struct cell *cell = &S(p)->cell[s->to];
  int u = s->unit;
  bool enemy = cell->pres & occ(sal_enemy(side));

  if (enemy && (!cell->soft || !is_regular(K(p, u))))
    return sal_refuse(why, R_3_1_8, "Enemies are in {h1}: they are attacked in the attack phase.",
                      u, s->to);
  if (wb_p4(p, u, s->from, s->dir))
    return sal_refuse(why, R_P_4, "{u0} may not cross the Doniec there.", u, 0);
  if (price == SAL_BARRED)
    return sal_refuse(why, R_3_1_11, "{u0} cannot enter {h1}.", u, s->to);
  if (wb_zoc_to_zoc(p, side, s->from, s->dir))
    return sal_refuse(why, R_4_2_3, "{h0} and {h1} are in the zone of one enemy.", s->from, s->to);
  if (s->note & STRATEGIC && wb_in_zoc(p, side, s->to))
    return sal_refuse(why, R_12_2_2, "{h1} is in an enemy zone of control.", u, s->to);

  return true;
}

/* How many points the step takes, and how many there are. */
static bool too_dear(struct sal_refusal *why, int rule, const struct sal_step *s) {
  return refuse_with(why, rule, "{h1} takes {f2} {point/points}, and {u0} has {f3} left.", s->unit,
                     s->to, s->price, s->left);
}

/* The law of a step for a unit that is ready to march. It ends in an enemy zone (4.2.1). */
bool wb_way_law(const struct sal_play *p, const void *own, struct sal_step *s,
                struct sal_refusal *why) {
  const struct wb_march *march = own;
  int u = s->unit;
  bool enemy = S(p)->cell[s->to].pres & occ(sal_enemy(march->side));
  int price = wb_step_cost(p, u, s->from, s->dir, march->initial);

  if (!way_open(p, march->side, s, price, why))
    return false;

  if (enemy)
    price += overrun_price(p, march->side, s->to);
  s->price = price;
  s->note_after = s->note;
  if (!on_minor_road(p, s))
    s->note_after |= OFF_MINOR;
  s->ends = wb_in_zoc(p, march->side, s->to);
  if (s->ends)
    s->note_after |= HALTED;
  if (price <= s->left)
    return true;
  if (enemy || !bonus_step(p, s))
    return too_dear(why, enemy ? R_6_1_7 : R_3_1_5a, s);
  s->price = s->left;
  s->note_after |= BONUS;
  return true;
}

/* 6.2.3: towed artillery marches packed. */
bool wb_step_law(const struct sal_play *p, const void *own, struct sal_step *s,
                 struct sal_refusal *why) {
  int u = s->unit;
  if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED))
    return sal_refuse(why, R_6_2_3, "{u0} must be packed for transport first.", u, 0);
  return wb_way_law(p, own, s, why);
}

/* The next step of the move on top, in that direction. */
static struct sal_step step_on(const struct sal_play *p, int dir) {
  const struct step *step = step_of(p);
  sal_hex from = S(p)->unit[step->unit].at;

  return (struct sal_step){.unit = step->unit,
                           .from = from,
                           .to = (sal_hex)(from + B(p)->step[dir]),
                           .dir = dir,
                           .left = step->left,
                           .moved = step->moved,
                           .note = step->is};
}

/* The law for the move on top. */
static bool lawful(const struct sal_play *p, struct sal_step *s, struct sal_refusal *why) {
  struct wb_march march = {.side = sal_top(p)->side, .initial = step_of(p)->initial};
  return wb_step_law(p, &march, s, why);
}

/* The hex of an enemy whose zone reaches h; SAL_NOHEX: none. */
static sal_hex holder_of_zone(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex next = sal_next(B(p), h, d);
    int pres = S(p)->cell[next].pres;
    if (pres & occ(sal_enemy(side)) && pres >> sal_back(d) & 1)
      return next;
  }

  return SAL_NOHEX;
}

/* The next step on the straight way to `to`: the cheapest lawful one, or the first that is closed.
 */
static struct sal_step towards(const struct sal_play *p, const struct sal_step *from, sal_hex to,
                               bool *open) {
  struct wb_march march = {.side = sal_top(p)->side, .initial = step_of(p)->initial};
  struct sal_step best = {.to = SAL_NOHEX};

  *open = false;
  for (int d = 0; d < 6; d++) {
    struct sal_step s = *from;
    s.to = sal_next(B(p), s.from, d);
    s.dir = d;
    if (!s.to)
      continue;
    if (sal_distance(B(p), s.to, to) >= sal_distance(B(p), s.from, to))
      continue;
    bool lawful_step = wb_step_law(p, &march, &s, NULL);
    bool better = lawful_step && (!*open || s.price < best.price);
    if (better || !best.to)
      best = s;
    *open = *open || lawful_step;
  }

  return best;
}

/* A hex that is not next to the unit: what first stands in the way to it. */
static bool refuse_far(const struct sal_play *p, sal_hex to, struct sal_refusal *why) {
  struct wb_march march = {.side = sal_top(p)->side, .initial = step_of(p)->initial};
  struct sal_step s = step_on(p, 0);
  int u = s.unit;

  if (!why)
    return false;
  while (s.from != to) {
    bool open;
    struct sal_step next = towards(p, &s, to, &open);
    if (!open)
      return wb_step_law(p, &march, &next, why);
    if (next.ends && next.to != to)
      return refuse_with(why, R_4_2_1,
                         "{u0} must stop in {h1}: it is in the zone of the enemies in {h2}.", u,
                         next.to, holder_of_zone(p, march.side, next.to), 0);
    s.from = next.to;
    s.left = next.left - next.price;
    s.note = next.note_after;
    s.moved++;
  }

  return sal_refuse(why, R_3_1_4, "{h1} is not next to {u0}: it goes there hex by hex.", u, to);
}

/* A step to a neighbouring hex. */
bool wb_may_step(const struct sal_play *p, sal_hex to, struct sal_refusal *why) {
  int u = step_of(p)->unit;
  int dir = sal_dir_to(B(p), S(p)->unit[u].at, to);

  if (dir < 0)
    return refuse_far(p, to, why);
  struct sal_step s = step_on(p, dir);
  return lawful(p, &s, why);
}

/* ---- setup and bridges ------------------------------------------------------------------ */

/* 6.2.4: packing and setting up cost a point each, in movement phases. */
static bool may_change_setup(const struct sal_play *p, bool pack, struct sal_refusal *why) {
  const struct step *step = step_of(p);
  int u = step->unit;
  bool packed = S(p)->unit[u].more & PACKED;

  if (K(p, u)->role != TOWED_ART)
    return sal_refuse(why, R_6_2_4, "{u0} has no setup to change.", u, 0);
  if (packed && pack)
    return sal_refuse(why, R_6_2_4, "{u0} is packed already.", u, 0);
  if (!packed && !pack)
    return sal_refuse(why, R_6_2_4, "{u0} is set up already.", u, 0);
  if (step->is & STRATEGIC)
    return sal_refuse(why, R_6_2_4, "The setup changes in movement phases only.", 0, 0);
  if (step->left < POINT)
    return sal_refuse(why, R_6_2_4, "Changing the setup of {u0} costs a point.", u, 0);

  return true;
}

/* The hexside of the bridge in that direction, by the name it goes by; -1: none. */
static int bridge_beside(const struct sal_play *p, sal_hex from, int d) {
  int near = from * 6 + d;
  int far = (from + B(p)->step[d]) * 6 + sal_back(d);
  int printed = O(p)->bridge_at[near];

  if (printed)
    return O(p)->bridge_side[printed - 1];
  if (!S(p)->nbuilt)
    return -1;
  if (wb_bridge_of(p, near) >= 0)
    return near;

  return wb_bridge_of(p, far) >= 0 ? far : -1;
}

/* 14.2.2: bridges are worked on in movement phases. */
static bool may_work(const struct sal_play *p, int verb, int hexside, struct sal_refusal *why) {
  const struct step *step = step_of(p);

  if (step->is & STRATEGIC)
    return sal_refuse(why, R_14_2_2, "Bridges are worked on in movement phases only.", 0, 0);
  if (verb == V_BLOW)
    return wb_may_blow(p, step->unit, hexside, step->left, why);

  return wb_may_rebuild(p, step->unit, hexside, step->left, why);
}

/* Bridges next to the unit that it may work on. */
static void list_bridges(const struct sal_play *p, struct sal_list *l) {
  sal_hex at = S(p)->unit[step_of(p)->unit].at;

  for (int d = 0; d < 6; d++) {
    int hexside = bridge_beside(p, at, d);
    if (hexside < 0)
      continue;
    if (may_work(p, V_BLOW, hexside, NULL))
      sal_list_add(l, sal_act(V_BLOW, hexside, 0, 0));
    if (may_work(p, V_REBUILD, hexside, NULL))
      sal_list_add(l, sal_act(V_REBUILD, hexside, 0, 0));
  }
}

/* Blows or rebuilds a bridge. */
static void work(struct sal_play *p, int side, int verb, int hexside) {
  struct state *s = S(p);
  struct step *step = step_of(p);
  int bridge = wb_bridge_of(p, hexside);
  int price = verb == V_REBUILD ? WB_REBUILD_PRICE : wb_blow_price(p, bridge);

  step->is |= WORKED;
  step->left = (uint16_t)(step->left - price);
  wb_touch(p, step->unit);
  if (verb == V_BLOW) {
    wb_break(p, bridge, price > POINT ? R_14_3_1 : R_14_2_1);
    return;
  }
  sal_hex end = bridge_end(hexside);
  s->bridge[bridge] = (uint8_t)(side == SAL_GERMAN ? BY_G : BY_S);
  sal_tell(p, E_REBUILT, R_14_2_2, SAL_EV(.at = {end, sal_next(B(p), end, hexside % 6)}));
}

/* ---- the node --------------------------------------------------------------------------- */

/* Steps, changes of setup, bridges, leaving the map, or stopping. */
static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  int u = step_of(p)->unit;
  sal_hex from = S(p)->unit[u].at;

  for (int d = 0; d < 6; d++) {
    struct sal_step s = step_on(p, d);
    if (sal_next(B(p), from, d) && lawful(p, &s, NULL))
      sal_list_add(l, sal_act(V_STEP, s.to, 0, 0));
  }
  if (may_change_setup(p, true, NULL))
    sal_list_add(l, sal_act(V_PACK, 0, 0, 0));
  if (may_change_setup(p, false, NULL))
    sal_list_add(l, sal_act(V_DEPLOY, 0, 0, 0));
  list_bridges(p, l);
  if (wb_may_leave(p, side, u, NULL))
    sal_list_add(l, sal_act(V_LEAVE, 0, 0, 0));
  sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
}

/* The same order as in the list. */
static bool step_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  int u = step_of(p)->unit;

  switch (a.verb) {
  case V_STEP: return wb_may_step(p, hex_of(a, 0), why);
  case V_PACK: return may_change_setup(p, true, why);
  case V_DEPLOY: return may_change_setup(p, false, why);
  case V_BLOW:
  case V_REBUILD: return may_work(p, a.verb, edge_of(a, 0), why);
  case V_LEAVE: return wb_may_leave(p, side, u, why);
  case V_STOP: return true;
  default: return sal_refuse(why, R_3_1_3, "{u0} must finish its move first.", u, 0);
  }
}

/* 6.1.7, 9.1.5: guns and headquarters alone in a hex are lost to a regular unit that enters it. */
static void run_over(struct sal_play *p, int side, sal_hex to) {
  while (S(p)->cell[to].pres & occ(sal_enemy(side))) {
    int victim = S(p)->cell[to].first - 1;
    wb_eliminate(p, victim, K(p, victim)->role == HQ ? R_9_1_5 : R_6_1_7);
  }
  sal_tell(p, E_OVERRUN, R_6_1_7, SAL_EV(.at = {to}));
}

/* 8.2.19: a roll for each attack of the aircraft that wait there; a six costs a level. */
static void attack_crossing(struct sal_play *p, int u, const struct crossing *c) {
  for (int n = 0; n < c->n && on_map(p, u); n++) {
    int die = wb_die(p, R_8_2_19);
    sal_tell(p, E_CROSSING, R_8_2_19, SAL_EV(.at = {c->at}, .n = {(int16_t)die}));
    if (die == 6)
      wb_lose(p, u, R_8_2_19);
  }
}

/* 8.2.19: a unit crosses a big river under waiting aircraft; a bridge saves it (8.2.21). False: it
 * did not survive. */
static bool survive_crossing(struct sal_play *p, int u, const struct sal_step *step) {
  if (!(B(p)->side[step->from * 6 + step->dir] & O(p)->big_river))
    return true;
  bool bridge = wb_road_open(p, step->from, step->dir) || wb_spanned(p, step->from, step->dir);
  for (int i = 0; i < CROSSINGS; i++) {
    const struct crossing *c = &S(p)->crossing[i];
    if (c->at != step->to)
      continue;
    if (c->side == side_of(p, u))
      continue;
    if (bridge)
      sal_tell(p, E_CROSSING, R_8_2_21, SAL_EV(.at = {step->to}));
    else
      attack_crossing(p, u, c);
  }

  return on_map(p, u);
}

/* The step is made and its price is paid. */
static void take_step(struct sal_play *p, int side, sal_hex to) {
  struct step *step = step_of(p);
  int u = step->unit;
  struct unit *unit = &S(p)->unit[u];
  struct sal_step s = step_on(p, sal_dir_to(B(p), unit->at, to));
  bool enemy = S(p)->cell[to].pres & occ(sal_enemy(side));

  lawful(p, &s, NULL);
  step->left = (uint16_t)(s.left - s.price);
  step->is = (uint16_t)(s.note_after & ~HALTED);
  step->moved++;
  if (enemy)
    run_over(p, side, to);
  unit->more |= ACTIVE;
  wb_touch(p, u);
  wb_tell_unit(p, E_MOVES, E_UNSEEN, wb_in_zoc(p, side, to) ? R_4_2_1 : R_3_1_4, u, to, s.from,
               step->left);
  wb_crossed_line(p, u, s.from, s.dir);
  wb_put(p, u, to);
  if (!survive_crossing(p, u, &s))
    return;
  if (wb_in_zoc(p, side, to)) /* 4.2.1 */
    step->is |= HALTED;
}

/* Packs the gun or sets it up. */
static void change_setup(struct sal_play *p, bool pack) {
  struct step *step = step_of(p);

  step->left = (uint16_t)(step->left - POINT);
  S(p)->unit[step->unit].more ^= PACKED;
  wb_touch(p, step->unit);
  wb_note_number(p, E_SETUP, R_6_2_4, step->unit, pack);
}

/* One choice. */
static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  switch (a.verb) {
  case V_STEP: take_step(p, side, hex_of(a, 0)); break;
  case V_PACK:
  case V_DEPLOY: change_setup(p, a.verb == V_PACK); break;
  case V_BLOW:
  case V_REBUILD: work(p, side, a.verb, edge_of(a, 0)); break;
  case V_LEAVE: wb_leave(p, step_of(p)->unit); break; /* and its move is over */
  default: sal_pop(p); break;
  }
}

/* Whether a unit without points may still take its extra hex. */
static bool bonus_waits(const struct sal_play *p) {
  sal_hex from = S(p)->unit[step_of(p)->unit].at;

  for (int d = 0; d < 6; d++) {
    struct sal_step s = step_on(p, d);
    if (sal_next(B(p), from, d) && bonus_step(p, &s) && lawful(p, &s, NULL))
      return true;
  }

  return false;
}

/* Looks again after each step: a move that cannot go on is over. */
static bool step_run(struct sal_play *p) {
  const struct step *step = step_of(p);
  bool over = !on_map(p, step->unit) || step->is & HALTED;

  if (!over && !step->left)
    over = !bonus_waits(p);
  if (over)
    sal_pop(p);

  return over;
}

/* Says how many points are left. */
static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct step *step = step_of(p);
  const char *label = p->book->counter[step->unit].label;
  struct sal_frac left = sal_lowest(step->left, POINT);

  sal_prompt_select(out, step->unit);
  if (left.den == 1)
    sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d {point/points} left.",
                   people(side), label, left.num);
  else
    sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d/%d points left.", people(side),
                   label, left.num, left.den);
}

const struct sal_node wb_step = {.id = "move.step",
                                 .rule = R_3_1_4,
                                 .run = step_run,
                                 .list = step_list,
                                 .check = step_check,
                                 .apply = step_apply,
                                 .prompt = step_prompt};
