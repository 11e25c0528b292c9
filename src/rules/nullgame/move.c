/* move.c - nullgame 2.2, 4 and 6.1: movement hex by hex, which units become known, reaction fire.
 *
 * A move is a frame (N_STEP) that an enemy gun may interrupt with another (N_REACT). When the shot
 * is over, the move looks at its unit again: dead, halted, or free to go on. null_step_law is the
 * whole law of one step; list, check, apply and the reach (query.c) all ask it.
 */
#include "state.h"

/* ---- who is where ----------------------------------------------------------------------- */

/* 2.4: how many units of a side are in a hex. */
int null_count_at(const struct sal_play *p, int side, sal_hex h) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    n += S(p)->unit[u].at == h && side_of(p, u) == side;
  return n;
}

/* Is an enemy in the hex? A veil counts: the side sees that a unit is there, but not which. */
bool null_enemy_at(const struct sal_play *p, int side, sal_hex h) {
  int enemy = sal_enemy(side);
  bool veiled = S(p)->ground[h] & VEIL << enemy;

  return veiled || null_count_at(p, enemy, h) > 0;
}

/* Is an enemy in one of the six hexes around? 4.3 stops a move there, 5.7 shuns such hexes. */
bool null_enemy_near(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  int enemy = sal_enemy(side);

  for (int d = 0; d < 6; d++)
    if (S(p)->ground[h + b->step[d]] & VEIL << enemy)
      return true;
  for (int u = 0; u < p->book->ncounters; u++) {
    sal_hex at = S(p)->unit[u].at;
    if (at && side_of(p, u) == enemy && sal_distance(b, h, at) == 1)
      return true;
  }

  return false;
}

/* Whether hidden units of a side stand in a hex: the veil says it, also in the other's view. */
static void veil_hex(struct sal_play *p, int side, sal_hex h) {
  struct state *s = S(p);

  s->ground[h] &= (uint8_t) ~(VEIL << side);
  for (int u = 0; u < p->book->ncounters; u++) {
    bool here = s->unit[u].at == h && side_of(p, u) == side;
    bool known = s->unit[u].flags & KNOWN;
    if (here && !known)
      s->ground[h] |= (uint8_t)(VEIL << side);
  }
}

/* 2.2: once known, a unit stays known. */
void null_make_known(struct sal_play *p, sal_unit u) {
  struct state *s = S(p);

  if (s->unit[u].flags & KNOWN)
    return;
  s->unit[u].flags |= KNOWN;
  if (s->unit[u].at)
    veil_hex(p, side_of(p, u), s->unit[u].at);
  sal_reveal(p);
  sal_tell(p, E_KNOWN, R_2_2, SAL_EVU(u, .at = {s->unit[u].at}));
}

/* 2.2: enemies next to a hex that is entered, and all units in it, become known. */
static void meet(struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  const struct state *s = S(p);
  bool met = false;

  for (int u = 0; u < p->book->ncounters; u++) {
    sal_hex at = s->unit[u].at;
    if (!at || side_of(p, u) == side)
      continue;
    if (sal_distance(b, h, at) != 1)
      continue;
    met = true;
    null_make_known(p, (sal_unit)u);
  }

  /* A unit that stands next to an enemy is known too. */
  for (int u = 0; met && u < p->book->ncounters; u++)
    if (s->unit[u].at == h)
      null_make_known(p, (sal_unit)u);
}

/* Puts a unit into a hex: the veils of both hexes, control (6.1), and newly known units (2.2). */
void null_put_at(struct sal_play *p, sal_unit u, sal_hex h) {
  struct state *s = S(p);
  int side = side_of(p, u);
  sal_hex from = s->unit[u].at;

  s->unit[u].at = h;
  if (from)
    veil_hex(p, side, from);
  veil_hex(p, side, h);
  if (!(s->ground[h] & HELD << side)) { /* 6.1 */
    uint8_t veils = s->ground[h] & (VEIL << SAL_GERMAN | VEIL << SAL_SOVIET);
    s->ground[h] = (uint8_t)(veils | HELD << side);
    sal_tell(p, E_CONTROL, R_6_1, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  }
  meet(p, side, h);
}

/* 2.1: a unit without steps leaves the map. */
void null_eliminate(struct sal_play *p, sal_unit u, int rule) {
  struct state *s = S(p);
  sal_hex h = s->unit[u].at;

  sal_tell(p, E_DEAD, rule, SAL_EVU(u, .at = {h}));
  s->unit[u].at = SAL_NOHEX;
  s->unit[u].steps = 0;
  veil_hex(p, side_of(p, u), h);
}

/* 2.1: two steps, then one, then none. */
void null_lose_step(struct sal_play *p, sal_unit u) {
  struct unit *unit = &S(p)->unit[u];

  if (unit->steps == 1) {
    null_eliminate(p, u, R_2_1);
    return;
  }
  unit->steps--;
  sal_tell(p, E_LOSS, R_2_1, SAL_EVU(u, .at = {unit->at}));
}

/* ---- 4.1 movement: choose a unit -------------------------------------------------------- */

/* 4.1: each unit moves once a phase. */
bool null_may_move(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != side || !unit->at)
    return sal_refuse(why, R_4_1, "{u0} is not a unit of this side on the map.", u, 0);
  if (unit->flags & MOVED)
    return sal_refuse(why, R_4_1, "{u0} has already moved.", u, 0);

  return true;
}

/* 4.1: units that have not moved in this phase. */
static void move_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (null_may_move(p, side, u, NULL))
      sal_list_add(l, sal_act(V_MOVE, u, 0, 0));
}

/* 4.1: a unit moves once a phase. */
static bool move_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_MOVE)
    return null_may_move(p, side, unit_of(a), why);
  return a.verb == V_DONE;
}

/* 4.1: the move begins with all of the unit's points. */
static void move_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  sal_unit u = unit_of(a);
  S(p)->unit[u].flags |= MOVED;
  struct move *m = move_in(sal_push(p, N_STEP, side));
  m->unit = u;
  m->left = kind_of(p, u)->mp;
}

static void move_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose a unit to move, or end movement.", sal_side_title[side]);
}

const struct sal_node null_move = {.id = "move",
                                   .rule = R_4_1,
                                   .now = "Now choose a unit to move, or end movement.",
                                   .list = move_list,
                                   .check = move_check,
                                   .apply = move_apply,
                                   .prompt = move_prompt};

/* ---- 4.1-4.5 one hex after another ------------------------------------------------------ */

/* 2.4, 4.1, 4.2, 4.4 and 4.5: may the unit take this step, and for how much? */
static bool may_step(const struct sal_play *p, struct sal_step *step, struct sal_refusal *why) {
  int side = side_of(p, step->unit);

  if (step->dir < 0)
    return sal_refuse(why, R_4_1, "{h1} is not next to {u0}.", step->unit, step->to);
  if (null_enemy_at(p, side, step->to))
    return sal_refuse(why, R_4_5, "There are enemies in {h0}.", step->to, 0);
  if (null_count_at(p, side, step->to) >= STACK)
    return sal_refuse(why, R_2_4, "{h0} is full.", step->to, 0);
  step->price = O(p)->edge[step->from * 6 + step->dir];
  if (step->price <= step->left)
    return true;
  if (step->moved)
    return sal_refuse(why, R_4_2, "{u0} does not have enough movement points for {h1}.", step->unit,
                      step->to);
  step->price = step->left; /* 4.4: the first hex may cost more than there is */
  step->rule = R_4_4;
  return true;
}

/* 4.3: a step that is allowed ends the move where an enemy is near. */
bool null_step_law(const struct sal_play *p, const void *own, struct sal_step *step,
                   struct sal_refusal *why) {
  (void)own;
  if (!may_step(p, step, why))
    return false;
  step->ends = null_enemy_near(p, side_of(p, step->unit), step->to);
  if (step->ends && step->rule != R_4_4)
    step->rule = R_4_3;

  return true;
}

/* The step of the unit that is on the move, as a question to the law. */
static struct sal_step step_to(const struct sal_play *p, sal_hex to) {
  const struct move *m = move_of(p);
  sal_hex from = S(p)->unit[m->unit].at;

  return (struct sal_step){.unit = m->unit,
                           .from = from,
                           .to = to,
                           .dir = sal_dir_to(&p->book->board, from, to),
                           .left = m->left,
                           .moved = m->moved};
}

/* Neighbouring hexes that the law of one step allows. */
static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  sal_hex from = S(p)->unit[move_of(p)->unit].at;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(&p->book->board, from, d);
    struct sal_step step = step_to(p, to);
    if (to && may_step(p, &step, NULL))
      sal_list_add(l, sal_act(V_STEP, to, 0, 0));
  }
  sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
}

/* One step, by null_step_law. */
static bool step_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  (void)side;
  struct sal_step step = step_to(p, hex_of(a, 0));
  if (a.verb == V_STEP)
    return may_step(p, &step, why);
  return a.verb == V_STOP;
}

/* 4.6: guns of the other side that can fire at h now. */
bool null_gun_may_fire(const struct sal_play *p, int side, int u, sal_hex h,
                       struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != side || !unit->at || !kind_of(p, u)->gun)
    return sal_refuse(why, R_4_6, "{u0} is not a gun of this side.", u, 0);
  if (unit->flags & FIRED)
    return sal_refuse(why, R_4_6, "{u0} has fired in this phase.", u, 0);
  if (sal_distance(&p->book->board, unit->at, h) > GUN_RANGE)
    return sal_refuse(why, R_4_6, "{h1} is out of {u0}'s range.", u, h);
  if (!null_sees(p, unit->at, h))
    return sal_refuse(why, R_4_7, "{u0} does not see {h1}.", u, h);

  return true;
}

/* 4.6: does any gun of the side see the hex and still have its shot? */
static bool any_gun(const struct sal_play *p, int side, sal_hex h) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (null_gun_may_fire(p, side, u, h, NULL))
      return true;
  return false;
}

/* The mover's own side learns which unit moves; so does the enemy if it knows the unit. */
static void tell_step(struct sal_play *p, int side, sal_unit u, sal_hex to, int left) {
  const struct unit *unit = &S(p)->unit[u];
  bool known = unit->flags & KNOWN;
  uint32_t seen = known ? SAL_BOTH : SAL_BIT(side);

  sal_tell(p, E_MOVES, R_4_1,
           SAL_EVU(u, .at = {to, unit->at}, .n = {(int16_t)left}, .seen = (uint8_t)seen));
  if (!known)
    sal_tell(p, E_UNSEEN, R_4_1,
             SAL_EV(.at = {to, unit->at}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
}

/* 4.1, 4.6: pays, moves, and lets the enemy's guns react before the next step. */
static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct move *m = move_of(p);

  if (a.verb == V_STOP) {
    sal_pop(p);
    return;
  }
  sal_hex to = hex_of(a, 0);
  struct sal_step step = step_to(p, to);
  null_step_law(p, NULL, &step, NULL);
  m->left = (uint16_t)(m->left - step.price);
  m->moved++;
  if (step.ends)
    m->halted = 1;
  tell_step(p, side, m->unit, to, m->left);
  null_put_at(p, m->unit, to);
  if (S(p)->head.option[OPT_REACTION] && any_gun(p, sal_enemy(side), to)) {
    struct react *react = react_in(sal_push(p, N_REACT, sal_enemy(side)));
    react->hex = to;
    react->unit = m->unit;
  }
}

/* Looks at the unit again after each step and each shot: a move that cannot go on is over. */
static bool step_run(struct sal_play *p) {
  const struct move *m = move_of(p);
  bool spent = m->moved && !m->left;
  bool on_map = S(p)->unit[m->unit].at;

  if (on_map && !m->halted && !spent)
    return false;
  sal_pop(p);
  return true;
}

static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct move *m = move_of(p);
  const char *label = p->book->counter[m->unit].label;

  sal_prompt_select(out, m->unit);
  if (m->left % 2)
    sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d/2 points left.",
                   sal_side_title[side], label, m->left);
  else
    sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d {point/points} left.",
                   sal_side_title[side], label, m->left / 2);
}

const struct sal_node null_step = {.id = "move.step",
                                   .rule = R_4_1,
                                   .now = "A unit is on the move: choose its next hex, or stop.",
                                   .run = step_run,
                                   .list = step_list,
                                   .check = step_check,
                                   .apply = step_apply,
                                   .prompt = step_prompt};

/* ---- 4.6 reaction fire ------------------------------------------------------------------ */

/* 4.7: woods and villages block sight; along a hexside both hexes must. */
bool null_sees(const struct sal_play *p, sal_hex from, sal_hex to) {
  const struct own *o = O(p);
  const struct sal_board *b = &p->book->board;

  if (!sal_line_clear(&o->lines, b, o->block, from, to))
    return false;
  const struct sal_line *line = sal_line_of(&o->lines, b, from, to);
  /* the two hexes of a hexside stand next to each other in the list */
  for (int i = 0; i + 1 < line->nhex; i++) {
    const struct sal_line_hex *h = &o->lines.hex[line->hex + (uint32_t)i];
    bool pair = h[0].meet == SAL_ALONG && h[1].meet == SAL_ALONG;
    if (pair && o->block[from + h[0].step] && o->block[from + h[1].step])
      return false;
  }

  return true;
}

/* 4.6: a hit is a 5 or 6, in cover a 6. */
static int lowest_hit(const struct sal_play *p, sal_hex target) {
  return O(p)->block[target] ? 6 : 5;
}

/* 4.6: the chance of a hit, for cards and standing orders. */
struct sal_chance null_fire_chance(const struct sal_play *p, sal_hex target) {
  return sal_chance_of((uint64_t)(7 - lowest_hit(p, target)), 6);
}

/* 4.6: guns that may fire, or none. */
static void react_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (null_gun_may_fire(p, side, u, react_of(p)->hex, NULL))
      sal_list_add(l, sal_act(V_FIRE, u, 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* 4.6: each gun once a phase, in range and in sight. */
static bool react_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  if (a.verb == V_FIRE)
    return null_gun_may_fire(p, side, unit_of(a), react_of(p)->hex, why);
  return a.verb == V_PASS;
}

/* The card of a shot, before it and with the die on it. */
static void fire_card(const struct sal_play *p, sal_unit gun, sal_hex target, struct sal_card *c) {
  struct sal_chance hit = null_fire_chance(p, target);
  char title[80];

  sal_format(title, sizeof title, "Shot into %s", p->book->board.name[target]);
  sal_card_odds(c, sal_top(p)->side, R_4_6, title);
  if (gun != SAL_NOUNIT)
    sal_card_add(c, side_of(p, gun), 0, 1, R_4_6, gun, "%s fires", p->book->counter[gun].label);
  sal_card_to(c, R_4_6, "5-6", "one die");
  if (O(p)->block[target])
    sal_card_to(c, R_4_6, "6", "cover");
  sal_card_may(c, hit.den - hit.num, hit.den, "miss");
  sal_card_may(c, hit.num, hit.den, "hit: a step")->loss[sal_enemy(sal_top(p)->side)] = 1;
}

/* 4.6: one die against the number that hits. */
static bool shoot(struct sal_play *p, sal_unit gun, sal_hex target) {
  struct sal_card *card = sal_event_card(p);

  if (card)
    fire_card(p, gun, target, card);
  S(p)->unit[gun].flags |= FIRED;
  bool hit = sal_roll(p->dice, 6, R_4_6, gun) >= lowest_hit(p, target);
  if (card)
    card->rolled = hit;
  sal_tell(p, hit ? E_HIT : E_MISS, R_4_6,
           SAL_EVU(gun, .at = {target}, .card = (uint8_t)(card ? p->events->ncards : 0)));
  return hit;
}

/* 4.6: a hit costs a step and ends the move; after a miss the next gun may fire. */
static void react_apply(struct sal_play *p, int side, struct sal_action a) {
  struct react target = *react_of(p);

  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  if (shoot(p, unit_of(a), target.hex)) {
    null_make_known(p, target.unit);
    null_lose_step(p, target.unit);
    sal_pop(p);
    move_of(p)->halted = 1; /* the interrupted move ends */
  } else if (!any_gun(p, side, target.hex)) {
    sal_pop(p);
  }
}

static void react_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex target = react_of(p)->hex;
  fire_card(p, SAL_NOUNIT, target, sal_prompt_card(out));
  sal_prompt_say(out, "%s: fire at the unit that entered %s, or pass.", sal_side_title[side],
                 p->book->board.name[target]);
}

const struct sal_node null_react = {.id = "move.react",
                                    .rule = R_4_6,
                                    .now = "Now fire at the unit that has moved, or pass.",
                                    .list = react_list,
                                    .check = react_check,
                                    .apply = react_apply,
                                    .prompt = react_prompt};
