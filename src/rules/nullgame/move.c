/* move.c - nullgame 2.2, 4 and 6.1: movement hex by hex, who becomes known, reaction fire.
 *
 * A move is a frame (N_STEP) that an enemy gun may interrupt with another (N_REACT). When the shot is
 * over the move looks afresh at its unit: dead, halted, or free to go on.
 */
#include "state.h"

/* ---- who is where -------------------------------------------------------------------------- */

int null_units_at(const struct sal_play *p, int side, sal_hex h, sal_unit out[MAX_UNITS]) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at == h && side_of(p, u) == side) out[n++] = (sal_unit)u;
  return n;
}

bool null_enemy_at(const struct sal_play *p, int side, sal_hex h) {
  int enemy = sal_enemy(side);
  if (S(p)->ground[h] & VEIL << enemy) return true;
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at == h && side_of(p, u) == enemy) return true;
  return false;
}

bool null_enemy_near(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  int enemy = sal_enemy(side);
  for (int d = 0; d < 6; d++)
    if (S(p)->ground[h + b->step[d]] & VEIL << enemy) return true;
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at && side_of(p, u) == enemy && sal_distance(b, h, S(p)->unit[u].at) == 1) return true;
  return false;
}

static void veil_hex(struct sal_play *p, int side, sal_hex h) {
  struct state *s = S(p);
  s->ground[h] &= (uint8_t)~(VEIL << side);
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].at == h && side_of(p, u) == side && !(s->unit[u].flags & KNOWN)) s->ground[h] |= (uint8_t)(VEIL << side);
}

void null_make_known(struct sal_play *p, sal_unit u) { /* 2.2 */
  struct state *s = S(p);
  if (s->unit[u].flags & KNOWN) return;
  s->unit[u].flags |= KNOWN;
  if (s->unit[u].at) veil_hex(p, side_of(p, u), s->unit[u].at);
  sal_reveal(p);
  sal_tell(p, E_KNOWN, R_2_2, SAL_EVU(u, .at = {s->unit[u].at}));
}

void null_put_at(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  int side = side_of(p, u);
  sal_hex from = s->unit[u].at;
  s->unit[u].at = h;
  if (from) veil_hex(p, side, from);
  veil_hex(p, side, h);
  if (!(s->ground[h] & HELD << side)) { /* 6.1 */
    s->ground[h] = (uint8_t)((s->ground[h] & ~(HELD | HELD << 1)) | HELD << side);
    sal_tell(p, E_CONTROL, R_6_1, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  }
  bool met = false;
  for (int v = 0; v < p->book->ncounters; v++)
    if (s->unit[v].at && side_of(p, v) != side && sal_distance(b, h, s->unit[v].at) == 1) {
      met = true;
      null_make_known(p, (sal_unit)v);
    }
  for (int v = 0; met && v < p->book->ncounters; v++)
    if (s->unit[v].at == h) null_make_known(p, (sal_unit)v);
}

void null_eliminate(struct sal_play *p, sal_unit u, int rule) {
  struct state *s = S(p);
  sal_hex h = s->unit[u].at;
  sal_tell(p, E_DEAD, rule, SAL_EVU(u, .at = {h}));
  s->unit[u].at = SAL_NOHEX;
  s->unit[u].steps = 0;
  veil_hex(p, side_of(p, u), h);
}

void null_lose_step(struct sal_play *p, sal_unit u) { /* 2.1 */
  struct unit *unit = &S(p)->unit[u];
  if (unit->steps == 1) {
    null_eliminate(p, u, R_2_1);
    return;
  }
  unit->steps--;
  sal_tell(p, E_LOSS, R_2_1, SAL_EVU(u, .at = {unit->at}));
}

/* ---- 4.1 movement: choose a unit ------------------------------------------------------------ */

int null_step_cost(const struct sal_play *p, sal_hex from, sal_hex to) {
  int d = sal_dir_to(&p->book->board, from, to);
  return own(p->book)->edge[from * 6 + d];
}

static bool may_move(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || !unit->at) return sal_refuse(why, R_4_1, "{u0} is not a unit of this side on the map.", u, 0);
  return !(unit->flags & MOVED) || sal_refuse(why, R_4_1, "{u0} has already moved.", u, 0);
}

static void move_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_move(p, side, u, NULL)) sal_list_add(l, sal_act(V_MOVE, u, 0, 0));
}

static bool move_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_MOVE) return may_move(p, side, a.x[0], why);
  return a.verb == V_DONE;
}

static void move_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  S(p)->unit[a.x[0]].flags |= MOVED;
  struct sal_frame *f = sal_push(p, N_STEP, side);
  f->x[0] = a.x[0];
  f->x[1] = own(p->book)->kind[a.x[0]].mp;
}

static void move_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose a unit to move, or end movement.", side == SAL_GERMAN ? "German" : "Soviet");
}

const struct sal_node null_move = {.id = "move", .rule = R_4_1, .list = move_list, .check = move_check, .apply = move_apply, .prompt = move_prompt};

/* ---- 4.1-4.5 one hex after another: x[0] unit, x[1] halves left, x[2] halted, x[3] hexes moved ---- */

static bool may_step(const struct sal_play *p, int side, sal_hex to, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  sal_unit stack[MAX_UNITS], u = f->x[0];
  sal_hex from = S(p)->unit[u].at;
  if (sal_dir_to(&p->book->board, from, to) < 0) return sal_refuse(why, R_4_1, "{h1} is not next to {u0}.", u, to);
  if (null_enemy_at(p, side, to)) return sal_refuse(why, R_4_5, "There are enemies in {h0}.", to, 0);
  if (null_units_at(p, side, to, stack) >= STACK) return sal_refuse(why, R_2_4, "{h0} is full.", to, 0);
  if (f->x[3] && null_step_cost(p, from, to) > f->x[1]) return sal_refuse(why, R_4_2, "{u0} has not the points for {h1}.", u, to);
  return true;
}

static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex from = S(p)->unit[sal_top(p)->x[0]].at;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(&p->book->board, from, d);
    if (to && may_step(p, side, to, NULL)) sal_list_add(l, sal_act(V_STEP, to, 0, 0));
  }
  sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
}

static bool step_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_STEP) return may_step(p, side, a.x[0], why);
  return a.verb == V_STOP;
}

/* 4.6: guns of the other side that can fire at h now. */
bool null_gun_may_fire(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || !unit->at || !own(p->book)->kind[u].gun) return sal_refuse(why, R_4_6, "{u0} is not a gun of this side.", u, 0);
  if (unit->flags & FIRED) return sal_refuse(why, R_4_6, "{u0} has fired in this phase.", u, 0);
  if (sal_distance(&p->book->board, unit->at, h) > GUN_RANGE) return sal_refuse(why, R_4_6, "{h1} is out of {u0}'s range.", u, h);
  return null_sees(p->book, unit->at, h) || sal_refuse(why, R_4_7, "{u0} does not see {h1}.", u, h);
}

static bool any_gun(const struct sal_play *p, int side, sal_hex h) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (null_gun_may_fire(p, side, u, h, NULL)) return true;
  return false;
}

static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct sal_frame *f = sal_top(p);
  sal_unit u = f->x[0];
  if (a.verb == V_STOP) {
    sal_pop(p);
    return;
  }
  sal_hex to = a.x[0];
  int cost = null_step_cost(p, s->unit[u].at, to);
  f->x[1] = (uint16_t)(cost > f->x[1] ? 0 : f->x[1] - cost); /* 4.4: the first hex may cost more than there is */
  f->x[3]++;
  bool known = s->unit[u].flags & KNOWN;
  sal_tell(p, E_MOVES, R_4_1, SAL_EVU(u, .at = {to, s->unit[u].at}, .n = {(int16_t)f->x[1]}, .seen = (uint8_t)(known ? SAL_BOTH : SAL_BIT(side))));
  if (!known) sal_tell(p, E_UNSEEN, R_4_1, SAL_EV(.at = {to, s->unit[u].at}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
  null_put_at(p, u, to);
  if (null_enemy_near(p, side, to)) f->x[2] = 1; /* 4.3 */
  if (s->head.option[0] && any_gun(p, sal_enemy(side), to)) {
    struct sal_frame *react = sal_push(p, N_REACT, sal_enemy(side));
    react->x[0] = to;
    react->x[1] = u;
  }
}

/* Looks afresh after each step and each shot: a move that cannot go on is over. */
static bool step_run(struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  const struct unit *unit = &S(p)->unit[f->x[0]];
  bool over = !unit->at || f->x[2] || (f->x[3] && !f->x[1]);
  if (over) sal_pop(p);
  return over;
}

static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  struct sal_frac left = sal_lowest(f->x[1], 2);
  out->selected[out->nselected++] = f->x[0];
  sal_prompt_say(out, left.den == 1 ? "%s: choose the next hex for %s, or stop. %d points left." : "%s: choose the next hex for %s, or stop. %d/2 points left.",
                 side == SAL_GERMAN ? "German" : "Soviet", p->book->counter[f->x[0]].label, left.num);
}

const struct sal_node null_step = {.id = "move.step", .rule = R_4_1, .run = step_run, .list = step_list, .check = step_check, .apply = step_apply, .prompt = step_prompt};

/* ---- 4.6 reaction fire: x[0] target hex, x[1] target unit ------------------------------------- */

bool null_sees(const struct sal_book *b, sal_hex from, sal_hex to) { /* 4.7 */
  const struct own *o = own(b);
  if (!sal_line_clear(&o->lines, &b->board, o->block, from, to)) return false;
  const struct sal_line *line = sal_line_of(&o->lines, &b->board, from, to);
  for (int i = 0; i + 1 < line->nhex; i++) { /* along a hexside the two hexes stand next to each other in the list */
    const struct sal_line_hex *h = &o->lines.hex[line->hex + (uint32_t)i];
    bool pair = h[0].meet == SAL_ALONG && h[1].meet == SAL_ALONG;
    if (pair && o->block[from + h[0].step] && o->block[from + h[1].step]) return false;
  }
  return true;
}

struct sal_chance null_fire_chance(const struct sal_play *p, sal_hex target) {
  return sal_chance_of(own(p->book)->block[target] ? 1 : 2, 6);
}

static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (null_gun_may_fire(p, side, u, sal_top(p)->x[0], NULL)) sal_list_add(l, sal_act(V_FIRE, u, 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

static bool react_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_FIRE) return null_gun_may_fire(p, side, a.x[0], sal_top(p)->x[0], why);
  return a.verb == V_PASS;
}

static void fire_card(const struct sal_play *p, sal_unit gun, sal_hex target, struct sal_card *c) {
  struct sal_chance hit = null_fire_chance(p, target);
  char title[80];
  sal_format(title, sizeof title, "Shot into %s", p->book->board.name[target]);
  sal_card_odds(c, sal_top(p)->side, R_4_6, title);
  if (gun != SAL_NOUNIT) sal_card_add(c, side_of(p, gun), 0, 1, R_4_6, gun, "%s fires", p->book->counter[gun].label);
  sal_card_to(c, R_4_6, "5-6", "one die");
  if (own(p->book)->block[target]) sal_card_to(c, R_4_6, "6", "cover");
  sal_card_may(c, hit.den - hit.num, hit.den, "miss");
  sal_card_may(c, hit.num, hit.den, "hit: a step")->loss[sal_enemy(sal_top(p)->side)] = 1;
}

static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  sal_hex target = f->x[0];
  sal_unit mover = f->x[1];
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  sal_unit gun = a.x[0];
  struct sal_card *card = sal_event_card(p);
  if (card) fire_card(p, gun, target, card);
  S(p)->unit[gun].flags |= FIRED;
  bool hit = sal_roll(p->dice, 6, R_4_6, gun) >= (own(p->book)->block[target] ? 6 : 5);
  if (card) card->rolled = hit;
  sal_tell(p, hit ? E_HIT : E_MISS, R_4_6, SAL_EVU(gun, .at = {target}, .card = (uint8_t)(card ? p->events->ncards : 0)));
  if (hit) {
    null_make_known(p, mover);
    null_lose_step(p, mover);
    sal_pop(p);
    sal_top(p)->x[2] = 1; /* the interrupted move ends */
  } else if (!any_gun(p, side, target)) {
    sal_pop(p);
  }
}

static void react_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex target = sal_top(p)->x[0];
  fire_card(p, SAL_NOUNIT, target, sal_prompt_card(out));
  sal_prompt_say(out, "%s: fire at the unit that entered %s, or pass.", side == SAL_GERMAN ? "German" : "Soviet", p->book->board.name[target]);
}

const struct sal_node null_react = {.id = "move.react", .rule = R_4_6, .list = react_list, .check = react_check, .apply = react_apply, .prompt = react_prompt};
