/* move.c - the impulse (4.1f), a unit's action (4.2), movement hex by hex (8) and the reaction fire
 * it provokes (7.2).
 *
 * What a unit does names its action: it steps, and as long as it has spent no more than half it may
 * still fire (Fire & Move). A step is a frame of its own, because the enemy decides in the middle of it.
 */
#include "state.h"

enum { BARRED = -1 };

/* ---- what a step costs (8.3) --------------------------------------------------------- */

int ssp_cost(const struct sal_play *p, sal_unit u, sal_hex from, int dir) {
  const struct ssp_edge *e = &ssp_own(p->book)->edge[from * 6 + dir];
  const struct ssp_kind *type = ssp_type(p, u);
  if (!(e->is & EDGE_ON) || e->is & EDGE_BARRED) return BARRED; /* 8.1, 8.3f */
  if (e->is & EDGE_ROAD) return type->move == MOVE_MOTOR ? 1 : SSP_HALVES; /* 8.3e, 8.4 */
  int items = e->items[type->side];
  return items ? items * type->mcf * SSP_HALVES : SSP_HALVES; /* 8.3d */
}

/* The rule that says most about a step's cost. */
int ssp_cost_rule(const struct sal_play *p, sal_unit u, sal_hex from, int dir) {
  const struct ssp_edge *e = &ssp_own(p->book)->edge[from * 6 + dir];
  int items = e->items[ssp_side(p, u)];
  if (e->is & EDGE_ROAD) return ssp_type(p, u)->move == MOVE_MOTOR ? R_8_4 : R_8_3e;
  if (items == 0) return R_8_3a;
  if (items > 1) return R_8_3d;
  sal_hex to = sal_next(&p->book->board, from, dir);
  const struct sal_board *m = &p->book->board;
  int woods = sal_terrain_bit(p->book->terrains.hex, p->book->terrains.nhex, "woods");
  int hill = sal_terrain_bit(p->book->terrains.hex, p->book->terrains.nhex, "hilltop");
  if (m->terrain[to] >> woods & 1 || m->terrain[to] >> hill & 1) return R_8_3a;
  return ssp_own(p->book)->fort[to] && ssp_side(p, u) == SAL_GERMAN ? R_8_3b : R_8_3c;
}

/* The frame of a unit's action. x0 unit, x1 mode, x2 halves spent, x3 halves it may spend. */
static bool step_ok(const struct sal_play *p, sal_unit u, int dir, int mode, int left, struct sal_refusal *why) {
  sal_hex from = ssp_st(p)->unit[u].hex, to = sal_next(&p->book->board, from, dir); /* off the map: barred by its cost (8.1) */
  if (ssp_type(p, u)->mf == 0) return sal_refuse(why, R_2_10a, "{u0} never moves.", u, 0);
  if (ssp_has_side(p, to, sal_enemy(ssp_side(p, u))))
    return sal_refuse(why, R_4_2f, "There is an enemy in {h1}: enemy hexes are entered after all actions, as close combat.", u, to);
  int cost = ssp_cost(p, u, from, dir);
  if (cost == BARRED) return sal_refuse(why, R_8_3f, "The Psel cannot be crossed into {h1} without a bridge.", u, to);
  if (ssp_closed(p, to)) return sal_refuse(why, R_8_3i, "{h1} was emptied by losses and is closed to this formation for the impulse.", u, to);
  if (cost > left && mode != MODE_FRESH) return sal_refuse(why, R_8_3g, "{u0} has not enough movement points for {h1}.", u, to);
  return true; /* 8.3h: the first hex of a move is always possible */
}

static int mode_limit(const struct sal_play *p, sal_unit u, int mode) { /* halves */
  int mf = ssp_type(p, u)->mf * SSP_HALVES;
  return mode == MODE_FRESH ? mf : mf / 2; /* 4.2c, 4.2e */
}

/* ---- trails: the way back (6.1b) -------------------------------------------------------- */

static void trail_add(struct sal_play *p, sal_unit u, int dir) {
  struct ssp_state *s = ssp_st(p);
  if (!s->ntrails || s->trail[s->ntrails - 1].unit != u) {
    SAL_ASSERT(s->ntrails < SSP_FORM_UNITS);
    s->trail[s->ntrails++] = (struct ssp_trail){.unit = u};
  }
  struct ssp_trail *t = &s->trail[s->ntrails - 1];
  t->way = t->way << 3 | (uint64_t)(dir + 1);
}

/* Takes back the unit that came last into an overstacked hex, or takes it off when there is no room on its way. */
static void send_back(struct sal_play *p, sal_hex h) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  struct ssp_trail *t = NULL;
  sal_unit u = SAL_NOUNIT;
  for (int i = s->ntrails - 1; i >= 0 && !t; i--)
    if (s->unit[s->trail[i].unit].hex == h && s->trail[i].way) t = &s->trail[i];
  if (t) {
    u = t->unit;
  } else { /* nobody moved here: the last of the formation in the hex */
    SSP_EACH(p, v, h) if (own->form[v] == s->formation) u = v;
  }
  sal_hex to = h;
  while (t && t->way) {
    to = sal_next(&p->book->board, to, sal_back((int)(t->way & 7) - 1));
    t->way >>= 3;
    if (!ssp_stack_ok(p, to, ssp_side(p, u), u) || ssp_has_side(p, to, sal_enemy(ssp_side(p, u)))) continue;
    ssp_put(p, u, to);
    sal_tell(p, E_BACK, R_6_1b, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {to, h}));
    ssp_take_control(p, to); /* a close combat it left may have been emptied since */
    return;
  }
  sal_tell(p, E_NO_ROOM, R_6_1b, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {h}));
  ssp_lose_steps(p, u, s->unit[u].steps, R_6_1b);
  ssp_take_control(p, h);
}

/* An overstacked hex of the active formation, or SAL_NOHEX. */
static sal_hex overstack(const struct sal_play *p) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int side = own->form_side[s->formation];
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_hex h = s->unit[own->of[s->formation][i]].hex;
    if (!ssp_stack_ok(p, h, side, SAL_NOUNIT)) return h;
  }
  return SAL_NOHEX;
}

/* 6.1b, after all actions; true when something was done. */
bool ssp_cure_stacks(struct sal_play *p) {
  sal_hex h = overstack(p);
  if (!h) return false;
  send_back(p, h);
  return true;
}

/* ---- N_IMPULSE: who acts next ------------------------------------------------------------ */

static bool can_leave(const struct sal_play *p, sal_unit u) {
  int left = mode_limit(p, u, MODE_FRESH);
  for (int d = 0; d < 6; d++)
    if (step_ok(p, u, d, MODE_FRESH, left, NULL)) return true;
  return false;
}

bool ssp_may_choose(const struct sal_play *p, sal_unit u, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *v = &s->unit[u];
  if (own->type[u].move == MOVE_STATIC) return sal_refuse(why, R_2_10a, "{u0} is static infantry and takes no actions.", u, 0);
  if (own->form[u] != s->formation) return sal_refuse(why, R_4_1f, "{u0} does not belong to the formation whose impulse it is.", u, 0);
  if (own->type[u].move == MOVE_OFF) {
    if (!v->steps) return sal_refuse(why, R_13_3c, "{u0} is out of the game.", u, 0);
    if (v->is & SPENT) return sal_refuse(why, R_13_3a, "{u0} has fired in this impulse.", u, 0);
    return ssp_guns_can(p, u) || sal_refuse(why, R_13_3a, "No unit of the division sees a target for {u0}.", u, 0);
  }
  if (!v->hex) return sal_refuse(why, R_4_1f, "{u0} is not on the map.", u, 0);
  if (v->is & ACTED) return sal_refuse(why, R_4_1f, "{u0} has had its action in this impulse.", u, 0);
  if (v->is & SUPPRESSED && own->type[u].side == SAL_SOVIET) return sal_refuse(why, R_9_8a, "{u0} is suppressed and can do nothing.", u, 0);
  if (ssp_contested(p, v->hex) && (v->is & SUPPRESSED || !can_leave(p, u))) return sal_refuse(why, R_11_3d, "{u0} is in close combat and can only move out, but there is nowhere to go.", u, 0);
  return true;
}

/* A unit that still can act and leave an overstacked hex (6.1b). */
static sal_unit must_leave(const struct sal_play *p) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    const struct ssp_unit *v = &s->unit[u];
    if (v->is & (ACTED | SUPPRESSED)) continue;
    if (!ssp_stack_ok(p, v->hex, own->type[u].side, SAL_NOUNIT) && can_leave(p, u)) return u;
  }
  return SAL_NOUNIT;
}

static void impulse_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  (void)side;
  for (int i = 0; i < own->nguns[s->formation]; i++)
    if (ssp_may_choose(p, own->guns[s->formation][i], NULL)) sal_list_add(l, sal_act(V_CHOOSE, own->guns[s->formation][i], 0, 0));
  for (int i = 0; i < own->nof[s->formation]; i++)
    if (ssp_may_choose(p, own->of[s->formation][i], NULL)) sal_list_add(l, sal_act(V_CHOOSE, own->of[s->formation][i], 0, 0));
  ssp_list_cross(p, l);
  if (must_leave(p) == SAL_NOUNIT) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool impulse_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  switch (a.verb) {
  case V_CHOOSE: return ssp_may_choose(p, a.x[0], why);
  case V_CROSSFIRE:
    return ssp_may_cross(p, a.x[0], false) || sal_refuse(why, R_10_3a, "No crossfire on {u0}: two or more kill zone units must fire from opposite hexsides, or three with gaps.", a.x[0], 0);
  case V_DONE: {
    sal_unit u = must_leave(p);
    return u == SAL_NOUNIT || sal_refuse(why, R_6_1b, "{u0} stands in an overstacked hex and can still leave it.", u, 0);
  }
  case V_STEP:
  case V_RECOVER:
  case V_FIRE: return sal_refuse(why, R_4_1f, "Choose a unit first.", 0, 0);
  default: return false;
  }
}

static void impulse_apply(struct sal_play *p, int side, struct sal_action a) {
  const struct ssp_book *own = ssp_own(p->book);
  struct sal_frame *f;
  if (a.verb == V_DONE) {
    sal_goto(p, N_CLOSE, side);
    return;
  }
  if (a.verb == V_CROSSFIRE) {
    f = sal_push(p, N_CROSSFIRE, side);
    f->x[0] = a.x[0];
    f->x[1] = ON_FIRE;
    return;
  }
  bool guns = own->type[a.x[0]].move == MOVE_OFF;
  f = sal_push(p, guns ? N_GUNS : N_UNIT, side);
  f->x[0] = a.x[0];
  if (!guns) f->x[3] = (uint16_t)mode_limit(p, a.x[0], MODE_FRESH);
  sal_tell(p, E_CHOSEN, R_4_1f, SSP_EV(.unit = {a.x[0], SAL_NOUNIT}, .at = {ssp_st(p)->unit[a.x[0]].hex}));
}

/* Ends by itself when everybody has acted and the guns are silent. */
static bool impulse_run(struct sal_play *p) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    const struct ssp_unit *v = &s->unit[own->of[s->formation][i]];
    if (v->hex && !(v->is & ACTED)) return false;
  }
  for (int i = 0; i < own->nguns[s->formation]; i++)
    if (s->unit[own->guns[s->formation][i]].steps && !(s->unit[own->guns[s->formation][i]].is & SPENT)) return false;
  sal_goto(p, N_CLOSE, sal_top(p)->side);
  return true;
}

static void impulse_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int left = 0;
  (void)side;
  for (int i = 0; i < own->nof[s->formation]; i++) left += ssp_may_choose(p, own->of[s->formation][i], NULL);
  sal_prompt_say(out, "Impulse of %s: choose a unit to act, or end the actions. %d can still act.", own->formation[s->formation], left);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    if (s->unit[u].hex && !ssp_stack_ok(p, s->unit[u].hex, own->type[u].side, SAL_NOUNIT))
      sal_prompt_owe(out, R_6_1b, SAL_AT_UNIT, u, "%s stands in an overstacked hex", p->book->counter[u].label);
  }
}

const struct sal_node ssp_node_impulse = {.id = "impulse", .rule = R_4_1f, .run = impulse_run, .list = impulse_list,
                                          .check = impulse_check, .apply = impulse_apply, .prompt = impulse_prompt};

/* ---- N_UNIT: what it does ------------------------------------------------------------------- */

static bool may_fire_after(const struct sal_play *p, const struct sal_frame *f, struct sal_refusal *why) {
  sal_unit u = f->x[0];
  if (f->x[1] == MODE_RECOVERED || f->x[1] == MODE_FRESH) return true;
  if (f->x[1] == MODE_FIRED) return sal_refuse(why, R_4_2c, "{u0} has fired already.", u, 0);
  if (f->x[1] == MODE_RECOVERED_MOVING) return sal_refuse(why, R_4_2e, "{u0} has moved after recovering and cannot fire as well.", u, 0);
  if (!ssp_type(p, u)->vehicular) return sal_refuse(why, R_4_2c, "{u0} is not vehicular: it moves or fires, not both.", u, 0);
  if (f->x[2] > mode_limit(p, u, MODE_FIRED)) return sal_refuse(why, R_4_2c, "{u0} has spent more than half its movement and cannot fire.", u, 0);
  return true;
}

/* Dice of the unit's own shot: three without moving, two otherwise. */
static int own_occasion(const struct sal_frame *f) { return f->x[1] == MODE_FRESH ? ON_FIRE : ON_MOVE; }

static bool may_begin(const struct sal_play *p, const struct sal_frame *f, struct sal_refusal *why) {
  if (ssp_is(p, f->x[0], SUPPRESSED)) return sal_refuse(why, R_9_8a, "{u0} is suppressed: it can only try to recover.", f->x[0], 0);
  return true;
}

static void unit_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  sal_unit u = f->x[0], at[SSP_UNITS];
  sal_hex h = ssp_st(p)->unit[u].hex;
  bool fresh = f->x[1] == MODE_FRESH;
  (void)side;
  if (ssp_is(p, u, SUPPRESSED)) {
    sal_list_add(l, sal_act(V_RECOVER, u, 0, 0));
    sal_list_add(l, sal_act(V_STOP, u, 0, 0));
    return;
  }
  if (fresh && ssp_may_make_kz(p, u, NULL))
    for (int d = 0; d < 6; d++) {
      if (ssp_st(p)->unit[u].kz == d + 1) continue;
      if (sal_next(&p->book->board, h, d)) sal_list_add(l, sal_act(V_FACE, u, sal_side_of(h, d), 0));
      else sal_list_add(l, sal_act(V_OUTWARD, u, d, 0));
    }
  if (may_fire_after(p, f, NULL)) {
    int n = ssp_targets(p, u, own_occasion(f), at, SSP_UNITS);
    for (int i = 0; i < n; i++) sal_list_add(l, sal_act(V_FIRE, u, at[i], 0));
    if (fresh && ssp_type(p, u)->vehicular)
      for (int i = 0; i < n; i++) sal_list_add(l, sal_act(V_QUICK, u, at[i], 0));
  }
  for (int d = 0; d < 6; d++)
    if (step_ok(p, u, d, f->x[1], f->x[3] - f->x[2], NULL)) sal_list_add(l, sal_act(V_STEP, u, sal_next(&p->book->board, h, d), 0));
  sal_list_add(l, sal_act(V_STOP, u, 0, 0));
}

static bool unit_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  sal_unit u = f->x[0];
  sal_hex h = ssp_st(p)->unit[u].hex;
  const struct sal_board *m = &p->book->board;
  (void)side;
  if (p->book->rules->verbs[a.verb].arg[0] == SAL_ARG_UNIT && a.x[0] != u)
    return sal_refuse(why, R_6_2, "{u0} must finish its action first.", u, 0);
  switch (a.verb) {
  case V_STOP: return true;
  case V_RECOVER:
    return ssp_is(p, u, SUPPRESSED) || sal_refuse(why, R_4_2e, "{u0} is not suppressed.", u, 0);
  case V_STEP: {
    int d = sal_dir_to(m, h, a.x[1]);
    if (!may_begin(p, f, why)) return sal_refuse(why, R_4_2a, "{u0} is suppressed and does not move.", u, 0);
    if (d < 0) return sal_refuse(why, R_8_1, "{u0} moves from hex to adjacent hex.", u, 0);
    return step_ok(p, u, d, f->x[1], f->x[3] - f->x[2], why);
  }
  case V_QUICK:
    if (f->x[1] != MODE_FRESH) return sal_refuse(why, R_4_2c, "{u0} has begun its action and cannot fire first.", u, 0);
    if (!ssp_type(p, u)->vehicular) return sal_refuse(why, R_4_2c, "{u0} is not vehicular: it moves or fires, not both.", u, 0);
    /* fall through */
  case V_FIRE:
    return may_begin(p, f, why) && may_fire_after(p, f, why) && ssp_may_fire(p, u, a.x[1], own_occasion(f), why);
  case V_FACE:
  case V_OUTWARD: {
    int d = a.verb == V_OUTWARD ? a.x[1] : a.x[1] % 6;
    if (a.verb == V_FACE ? a.x[1] / 6 != h : sal_next(m, h, d) != SAL_NOHEX) return sal_refuse(why, R_10_2a, "A kill zone faces a hexside of the unit's own hex.", 0, 0);
    if (f->x[1] != MODE_FRESH) return sal_refuse(why, R_4_2d, "{u0} has begun another action.", u, 0);
    if (!ssp_may_make_kz(p, u, why)) return false;
    return ssp_st(p)->unit[u].kz != d + 1 || sal_refuse(why, R_10_1b, "The kill zone of {u0} faces that way already.", u, 0);
  }
  case V_CHOOSE: return sal_refuse(why, R_6_2, "{u0} must finish its action first.", u, 0);
  default: return false;
  }
}

static void finish(struct sal_play *p, sal_unit u) { /* the frame of u is on top */
  if (ssp_st(p)->unit[u].hex) ssp_st(p)->unit[u].is |= ACTED;
  sal_pop(p);
}

static void recover(struct sal_play *p, sal_unit u) { /* 4.2e, 9.8d */
  struct ssp_unit *v = &ssp_st(p)->unit[u];
  bool near = ssp_enemy_near(p, v->hex, ssp_side(p, u));
  int need = ssp_own(p->book)->recover[RECOVER_ACTION][near], die = ssp_d6(p, R_9_8d, u);
  if (die > need) {
    sal_tell(p, E_NOT_RECOVERED, R_9_8d, SSP_EV(.unit = {u, SAL_NOUNIT}, .n = {(int16_t)die, (int16_t)need}));
    finish(p, u);
    return;
  }
  v->is &= (uint16_t)~SUPPRESSED;
  sal_tell(p, E_RECOVERED, R_9_8d, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {v->hex}, .n = {(int16_t)die, (int16_t)need}));
  struct sal_frame *f = sal_top(p);
  f->x[1] = MODE_RECOVERED;
  f->x[3] = (uint16_t)mode_limit(p, u, MODE_RECOVERED);
}

static void unit_fire(struct sal_play *p, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  sal_unit u = a.x[0];
  bool quick = a.verb == V_QUICK;
  struct ssp_shot shot = {.firer = u, .target = a.x[1], .occasion = (uint8_t)(quick ? ON_MOVE : own_occasion(f))};
  int rule = quick || f->x[1] == MODE_MOVING ? R_4_2c : f->x[1] == MODE_RECOVERED ? R_4_2e : R_4_2b;
  ssp_st(p)->unit[u].is |= FIRED;
  ssp_shoot(p, &shot, rule);
  if (!quick) {
    finish(p, u);
    return;
  }
  f->x[1] = MODE_FIRED;
  f->x[3] = (uint16_t)mode_limit(p, u, MODE_FIRED);
}

static void unit_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  sal_unit u = f->x[0];
  switch (a.verb) {
  case V_STOP:
    sal_tell(p, E_STOP, f->x[1] == MODE_FRESH ? R_4_1f : R_4_2a, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {ssp_st(p)->unit[u].hex}));
    finish(p, u);
    break;
  case V_RECOVER: recover(p, u); break;
  case V_FACE:
  case V_OUTWARD:
    ssp_make_kz(p, u, a.verb == V_OUTWARD ? a.x[1] : a.x[1] % 6);
    finish(p, u);
    break;
  case V_FIRE:
  case V_QUICK: unit_fire(p, a); break;
  default: { /* V_STEP */
    struct sal_frame *g = sal_push(p, N_STEP, side);
    g->x[0] = u;
    g->x[1] = (uint16_t)sal_dir_to(&p->book->board, ssp_st(p)->unit[u].hex, a.x[1]);
  }
  }
}

/* The action is over when the unit is gone or was stopped, or when nothing is left to do. */
static bool unit_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  struct ssp_unit *v = &ssp_st(p)->unit[f->x[0]];
  bool moved = f->x[2] > 0;
  if (v->hex && !(moved && (v->is & SUPPRESSED || f->x[2] >= f->x[3]))) return false;
  if (v->hex && v->is & SUPPRESSED) sal_tell(p, E_STOPPED, R_7_2e, SSP_EV(.unit = {f->x[0], SAL_NOUNIT}, .at = {v->hex}));
  finish(p, f->x[0]);
  return true;
}

static void unit_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  sal_unit u = f->x[0];
  struct sal_frac left = sal_lowest(f->x[3] - f->x[2], SSP_HALVES);
  char points[16];
  (void)side;
  out->selected[out->nselected++] = u;
  sal_format(points, sizeof points, left.den == 1 ? "%d" : "%d/%d", left.num, left.den);
  const char *name = p->book->counter[u].label;
  if (ssp_is(p, u, SUPPRESSED)) sal_prompt_say(out, "%s is suppressed: try to recover, or leave it.", name);
  else if (f->x[1] == MODE_FRESH) sal_prompt_say(out, "%s: move, fire, or make a kill zone.", name);
  else if (f->x[1] == MODE_RECOVERED) sal_prompt_say(out, "%s has recovered: fire with two dice, or move up to %s points.", name, points);
  else sal_prompt_say(out, "%s: %s points left%s.", name, points, may_fire_after(p, f, NULL) ? "; it may still fire" : "");
  if (ssp_is(p, u, SUPPRESSED) || !may_fire_after(p, f, NULL)) return;
  sal_unit at[SAL_PROMPT_CARDS];
  int n = ssp_targets(p, u, own_occasion(f), at, SAL_PROMPT_CARDS);
  for (int i = 0; i < n; i++) {
    struct ssp_shot shot = {.firer = u, .target = at[i], .occasion = (uint8_t)own_occasion(f)};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}

const struct sal_node ssp_node_unit = {.id = "unit", .rule = R_4_2a, .run = unit_run, .list = unit_list, .check = unit_check,
                                       .apply = unit_apply, .prompt = unit_prompt};

/* ---- N_STEP: one hex. x0 unit, x1 direction, x2 stage -------------------------------------- */

static void cross_hexside(struct sal_play *p, const struct sal_frame *f) {
  struct ssp_state *s = ssp_st(p);
  sal_unit u = f->x[0];
  struct sal_frame *action = &p->state->frame[p->state->depth - 2]; /* the unit's own frame */
  sal_hex from = s->unit[u].hex, to = sal_next(&p->book->board, from, f->x[1]);
  int cost = ssp_cost(p, u, from, f->x[1]), left = action->x[3] - action->x[2];
  int rule = ssp_cost_rule(p, u, from, f->x[1]);
  ssp_drop_kz(p, u, R_10_1b);
  ssp_put(p, u, to);
  trail_add(p, u, f->x[1]);
  if (cost > left) { /* 8.3h: it spends all it has */
    sal_tell(p, E_MINIMUM, R_8_3h, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {to, from}, .n = {(int16_t)cost}));
    cost = left;
  } else {
    sal_tell(p, E_STEP, rule, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {to, from}, .n = {(int16_t)cost}));
  }
  action->x[2] = (uint16_t)(action->x[2] + cost);
  if (action->x[1] == MODE_FRESH) action->x[1] = MODE_MOVING;
  if (action->x[1] == MODE_RECOVERED) action->x[1] = MODE_RECOVERED_MOVING;
  ssp_take_control(p, from); /* a close combat left may be over */
  ssp_take_control(p, to);
}

static bool step_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  sal_unit u = f->x[0];
  struct ssp_unit *v = &ssp_st(p)->unit[u];
  switch (f->x[2]++) {
  case 0: ssp_react(p, u, ssp_contested(p, v->hex) ? ON_LEAVE_CC : ON_LEAVE); break; /* 7.2b, 7.2g */
  case 1:
    if (!v->hex) break;
    cross_hexside(p, f); /* even when suppressed on the way out (7.2e) */
    ssp_react(p, u, ON_ENTER); /* 7.2a */
    break;
  default: sal_pop(p);
  }
  return true;
}

const struct sal_node ssp_node_step = {.id = "step", .rule = R_8_1, .run = step_run};

/* ---- N_REACT: fire or pass. x0 target, x1 occasion ----------------------------------------------- */

static int react_rule(int occasion) {
  static const uint16_t rule[] = {[ON_ENTER] = R_7_2a, [ON_LEAVE] = R_7_2b, [ON_LEAVE_CC] = R_7_2g, [ON_ENTRY] = R_11_2a, [ON_GUNS_ENTRY] = R_13_3b};
  return rule[occasion];
}

static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  const struct sal_frame *f = sal_top(p);
  (void)side;
  if (ssp_may_cross(p, f->x[0], true)) sal_list_add(l, sal_act(V_CROSSFIRE, f->x[0], 0, 0));
  for (int i = 0; i < s->nwindow; i++)
    if (s->window_left >> i & 1) sal_list_add(l, sal_act(V_FIRE, s->window[i], f->x[0], 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* The rule of reaction fire that lets the general one count here. */
static int why_not(int occasion, int rule) {
  bool general = rule == R_9_2b || rule == R_9_2c || rule == R_9_3b || rule == R_9_3c || rule == R_10_2a;
  if (occasion == ON_ENTRY) return general ? R_11_2b : rule;
  if (rule == R_10_2a) return R_10_2b;
  return (occasion == ON_ENTER || occasion == ON_LEAVE) && rule != R_7_1a && rule != R_7_1c ? R_7_2f : rule;
}

static bool react_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  const struct sal_frame *f = sal_top(p);
  if (a.verb == V_PASS) return true;
  if (a.verb == V_CROSSFIRE) {
    if (a.x[0] == f->x[0] && ssp_may_cross(p, f->x[0], true)) return true;
    return sal_refuse(why, R_10_3a, "No crossfire here: two or more kill zone units must fire from opposite hexsides, or three with gaps.", 0, 0);
  }
  if (a.verb != V_FIRE) return false;
  if (a.x[1] != f->x[0]) return sal_refuse(why, R_9_1a, "Only {u0} can be fired at now.", f->x[0], 0);
  for (int i = 0; i < s->nwindow; i++)
    if (s->window[i] == a.x[0])
      return s->window_left >> i & 1 || sal_refuse(why, R_7_2c, "{u0} has fired on this occasion.", a.x[0], 0);
  if (ssp_side(p, a.x[0]) != side || ssp_type(p, a.x[0])->move == MOVE_OFF) return sal_refuse(why, react_rule(f->x[1]), "{u0} cannot fire on this occasion.", a.x[0], 0);
  ssp_may_fire(p, a.x[0], f->x[0], f->x[1], why); /* it is not in the window: this says why */
  if (why) why->rule = (uint16_t)why_not(f->x[1], why->rule);
  return false;
}

static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct ssp_state *s = ssp_st(p);
  struct sal_frame *f = sal_top(p);
  if (a.verb == V_PASS) {
    s->window_left = 0;
    return;
  }
  if (a.verb == V_CROSSFIRE) {
    struct sal_frame *g = sal_push(p, N_CROSSFIRE, side);
    g->x[0] = f->x[0];
    g->x[1] = f->x[1];
    return;
  }
  for (int i = 0; i < s->nwindow; i++)
    if (s->window[i] == a.x[0]) s->window_left &= ~(1ull << i);
  if (f->x[1] == ON_GUNS_ENTRY) {
    ssp_guns_fire(p, a.x[0], f->x[0], ON_GUNS_ENTRY);
    return;
  }
  struct ssp_shot shot = {.firer = a.x[0], .target = f->x[0], .occasion = (uint8_t)f->x[1]};
  ssp_shoot(p, &shot, react_rule(f->x[1]));
}

static bool react_run(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  if (s->window_left && s->unit[sal_top(p)->x[0]].hex) return false;
  s->window_left = 0;
  while (s->nwindow) s->window[--s->nwindow] = 0;
  sal_pop(p);
  return true;
}

static void react_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct sal_frame *f = sal_top(p);
  static const char *const what[] = {[ON_ENTER] = "enters", [ON_LEAVE] = "leaves", [ON_LEAVE_CC] = "leaves the close combat in", [ON_ENTRY] = "attacks from", [ON_GUNS_ENTRY] = "attacks from"};
  (void)side;
  out->rule = (uint16_t)react_rule(f->x[1]);
  if (f->x[1] == ON_GUNS_ENTRY) out->rule = R_11_2d;
  else if (__builtin_popcountll(s->window_left) < s->nwindow) out->rule = R_7_2d; /* one after the other */
  sal_prompt_say(out, "%s %s %s: fire, or let it pass.", p->book->counter[f->x[0]].label, what[f->x[1]], p->book->board.name[s->unit[f->x[0]].hex]);
  for (int i = 0; i < s->nwindow && out->ncards < SAL_PROMPT_CARDS; i++) {
    if (!(s->window_left >> i & 1)) continue;
    struct ssp_shot shot = {.firer = s->window[i], .target = f->x[0], .occasion = (uint8_t)f->x[1]};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}

const struct sal_node ssp_node_react = {.id = "react", .rule = R_7_2a, .run = react_run, .list = react_list, .check = react_check,
                                        .apply = react_apply, .prompt = react_prompt};
