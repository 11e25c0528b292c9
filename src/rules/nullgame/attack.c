/* attack.c - nullgame 5: building an attack, the odds, the table, retreat and advance.
 *
 * One function (`reckon`) works the odds out; the card before commitment, the roll and the card with
 * the dice on it all use it, so they cannot disagree.
 */
#include "state.h"

const char *const null_result[RESULTS] = {"A1", "D1", "DR", "EX"};
static const char *const column_name[4] = {"1:2", "1:1", "2:1", "3:1"};

static const char *name_of(int side) { return side == SAL_GERMAN ? "German" : "Soviet"; }

static bool can_attack(const struct sal_play *p, int side, int u, sal_hex target) {
  const struct unit *unit = &S(p)->unit[u];
  return side_of(p, u) == side && unit->at && !(unit->flags & FOUGHT) && sal_distance(&p->book->board, unit->at, target) == 1;
}

static bool is_target(const struct sal_play *p, int side, sal_hex h) {
  if (!null_enemy_at(p, side, h)) return false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (can_attack(p, side, u, h)) return true;
  return false;
}

/* 5.2: a tank unit that could still attack. */
static bool must_attack(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  return side_of(p, u) == side && unit->at && own(p->book)->kind[u].tank && !(unit->flags & FOUGHT) && null_enemy_near(p, side, unit->at);
}

static int first_that_must(const struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (must_attack(p, side, u)) return u;
  return -1;
}

/* ---- 5.1 choose a target -------------------------------------------------------------------- */

static void attack_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  if (first_that_must(p, side) < 0) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (side_of(p, u) != side || !unit->at || unit->flags & FOUGHT) continue;
    for (int d = 0; d < 6; d++) {
      sal_hex h = sal_next(b, unit->at, d);
      if (h && null_enemy_at(p, side, h)) sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
    }
  }
}

static bool attack_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_TARGET) return is_target(p, side, a.x[0]) || sal_refuse(why, R_5_1, "No unit can attack {h0}.", a.x[0], 0);
  int owed = first_that_must(p, side);
  return a.verb == V_DONE && (owed < 0 || sal_refuse(why, R_5_2, "{u0} must attack.", owed, 0));
}

static void attack_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) sal_pop(p);
  else sal_push(p, N_BUILD, side)->x[0] = a.x[0];
}

static void attack_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose a hex to attack, or end the attacks.", name_of(side));
  for (int u = 0; u < p->book->ncounters; u++)
    if (must_attack(p, side, u)) sal_prompt_owe(out, R_5_2, SAL_AT_UNIT, u, "%s must attack", p->book->counter[u].label);
}

const struct sal_node null_attack = {.id = "attack", .rule = R_5_1, .list = attack_list, .check = attack_check, .apply = attack_apply, .prompt = attack_prompt};

/* ---- 5.3-5.5 the odds -------------------------------------------------------------------------- */

struct odds {
  int attack, defence, column;
};

static int strength(const struct sal_play *p, int u) { return own(p->book)->kind[u].strength[S(p)->unit[u].steps]; }

static int shift(struct sal_card *c, int column, int by, int rule, const char *why) { /* 5.4: never off the table */
  int to = column + by;
  to = to < 0 ? 0 : to > 3 ? 3 : to;
  if (c) {
    struct sal_card_step *s = sal_card_to(c, rule, column_name[to], "%s", why);
    s->shift = (int8_t)by;
    s->has_shift = true;
  }
  return to;
}

static bool all_across_river(const struct sal_play *p, sal_hex target) {
  const struct sal_board *b = &p->book->board;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!(S(p)->attackers >> u & 1)) continue;
    sal_hex from = S(p)->unit[u].at;
    if (!(b->side[from * 6 + sal_dir_to(b, from, target)] & own(p->book)->river)) return false;
  }
  return true;
}

/* The odds of the attack being built; with a card, every line of it as well. */
static struct odds reckon(const struct sal_play *p, int side, sal_hex target, struct sal_card *c) {
  const struct state *s = S(p);
  struct odds o = {0, 0, 0};
  for (int u = 0; u < p->book->ncounters; u++) {
    bool attacks = s->attackers >> u & 1, defends = s->unit[u].at == target && side_of(p, u) != side;
    if (!attacks && !defends) continue;
    *(attacks ? &o.attack : &o.defence) += strength(p, u);
    if (c) sal_card_add(c, side_of(p, u), strength(p, u), 1, R_5_3, (sal_unit)u, "%s", p->book->counter[u].label);
  }
  o.attack += s->spent; /* 5.5 */
  if (c && s->spent) sal_card_add(c, side, s->spent, 1, R_5_5, SAL_NOUNIT, "support");
  o.column = o.attack >= 3 * o.defence ? 3 : o.attack >= 2 * o.defence ? 2 : o.attack >= o.defence ? 1 : 0;
  if (c) sal_card_to(c, R_5_3, column_name[o.column], "%d : %d", o.attack, o.defence);
  if (own(p->book)->block[target]) o.column = shift(c, o.column, -1, R_5_4, "woods or village");
  if (all_across_river(p, target)) o.column = shift(c, o.column, -1, R_5_4, "across the river");
  if (s->stance[side] == PRESS) o.column = shift(c, o.column, 1, R_3_1, "attacker presses");
  if (s->stance[sal_enemy(side)] == HOLD) o.column = shift(c, o.column, -1, R_3_1, "defender holds");
  return o;
}

static void loss_of(int result, int side, struct sal_card_outcome *o) {
  if (result == A1 || result == EX) o->loss[side] = 1;
  if (result == D1 || result == EX) o->loss[sal_enemy(side)] = 1;
}

static struct odds attack_card(const struct sal_play *p, int side, sal_hex target, struct sal_card *c) {
  static const char *const say[RESULTS] = {"A1: attacker loses a step", "D1: defender loses a step", "DR: defender retreats", "EX: both lose a step"};
  char title[80];
  int count[RESULTS] = {0};
  sal_format(title, sizeof title, "Attack on %s", p->book->board.name[target]);
  sal_card_odds(c, side, R_5_3, title);
  sal_format(c->table, sizeof c->table, "combat");
  struct odds o = reckon(p, side, target, c);
  for (int die = 0; die < 6; die++) count[own(p->book)->combat[die][o.column]]++;
  for (int r = 0; r < RESULTS; r++) loss_of(r, side, sal_card_may(c, (uint64_t)count[r], 6, "%s", say[r]));
  return o;
}

/* ---- 5.1, 5.5 build it: x[0] target ------------------------------------------------------------ */

static bool may_add(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  sal_hex target = sal_top(p)->x[0];
  if (S(p)->attackers >> u & 1) return sal_refuse(why, R_5_1, "{u0} is already in this attack.", u, 0);
  return can_attack(p, side, u, target) || sal_refuse(why, R_5_1, "{u0} cannot attack {h1} now.", u, target);
}

static void build_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_add(p, side, u, NULL)) sal_list_add(l, sal_act(V_ADD, u, 0, 0));
  sal_list_add(l, sal_act(V_SUPPORT, S(p)->points[side], 0, 0)); /* or any number below it: see null_offer */
  if (S(p)->attackers) sal_list_add(l, sal_act(V_ATTACK, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static bool build_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_ADD) return may_add(p, side, a.x[0], why);
  if (a.verb == V_SUPPORT) return a.x[0] <= S(p)->points[side] || sal_refuse(why, R_5_5, "There are only {n1} points.", a.x[0], S(p)->points[side]);
  if (a.verb == V_ATTACK) return S(p)->attackers || sal_refuse(why, R_5_1, "Nobody attacks yet.", 0, 0);
  return a.verb == V_CANCEL;
}

static void lowest_loses(struct sal_play *p, int side, sal_hex target) { /* 5.6 */
  bool attacker = side == sal_top(p)->side;
  for (int u = 0; u < p->book->ncounters; u++)
    if (attacker ? S(p)->attackers >> u & 1 : S(p)->unit[u].at == target && side_of(p, u) == side) {
      null_lose_step(p, (sal_unit)u);
      return;
    }
}

static void resolve(struct sal_play *p, int side, sal_hex target) { /* 5.6 */
  struct state *s = S(p);
  struct sal_card *card = sal_event_card(p);
  struct odds o = card ? attack_card(p, side, target, card) : reckon(p, side, target, NULL);
  int die = sal_roll(p->dice, 6, R_5_6, SAL_NOUNIT), result = own(p->book)->combat[die - 1][o.column];
  if (card) card->rolled = (int16_t)result;
  sal_tell(p, E_COMBAT, R_5_6, SAL_EV(.at = {target}, .n = {(int16_t)result, (int16_t)o.attack, (int16_t)o.defence}, .card = (uint8_t)(card ? p->events->ncards : 0)));
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->attackers >> u & 1) s->unit[u].flags |= FOUGHT;
  s->points[side] = (uint8_t)(s->points[side] - s->spent);
  if (result == A1 || result == EX) lowest_loses(p, side, target);
  if (result == D1 || result == EX) lowest_loses(p, sal_enemy(side), target);
  sal_goto(p, N_ADVANCE, side);
  sal_top(p)->x[0] = target;
  if (result == DR) sal_push(p, N_RETREAT, sal_enemy(side))->x[0] = target;
}

static void build_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  sal_hex target = sal_top(p)->x[0];
  if (a.verb == V_ADD) {
    s->attackers |= 1ull << a.x[0];
  } else if (a.verb == V_SUPPORT) {
    s->spent = (uint8_t)a.x[0];
  } else if (a.verb == V_ATTACK) {
    resolve(p, side, target);
  } else {
    s->attackers = s->spent = 0;
    sal_pop(p);
  }
}

static void build_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex target = sal_top(p)->x[0];
  sal_prompt_say(out, "%s: add units against %s, then attack.", name_of(side), p->book->board.name[target]);
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->attackers >> u & 1) out->selected[out->nselected++] = (sal_unit)u;
  if (S(p)->attackers) attack_card(p, side, target, sal_prompt_card(out));
}

const struct sal_node null_build = {.id = "attack.build", .rule = R_5_1, .list = build_list, .check = build_check, .apply = build_apply, .prompt = build_prompt};

/* ---- 5.7 retreat: x[0] the hex to leave. Unit by unit, lowest id first ---------------------------- */

static int next_to_retreat(const struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at == f->x[0] && side_of(p, u) == f->side) return u;
  return -1;
}

/* 0 no, 1 next to an enemy, 2 free of them. */
static int refuge(const struct sal_play *p, int side, sal_hex h) {
  sal_unit stack[MAX_UNITS];
  if (!h || null_enemy_at(p, side, h) || null_units_at(p, side, h, stack) >= STACK) return 0;
  return null_enemy_near(p, side, h) ? 1 : 2;
}

static int best_refuge(const struct sal_play *p, int side) {
  int best = 0;
  for (int d = 0; d < 6; d++) {
    int r = refuge(p, side, sal_next(&p->book->board, sal_top(p)->x[0], d));
    best = r > best ? r : best;
  }
  return best;
}

static bool retreat_run(struct sal_play *p) {
  int u = next_to_retreat(p);
  if (u < 0) {
    sal_pop(p);
    return true;
  }
  if (best_refuge(p, sal_top(p)->side)) return false;
  null_eliminate(p, (sal_unit)u, R_5_7); /* nowhere to go */
  return true;
}

static void retreat_list(const struct sal_play *p, int side, struct sal_list *l) {
  int best = best_refuge(p, side);
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, sal_top(p)->x[0], d);
    if (refuge(p, side, h) == best) sal_list_add(l, sal_act(V_RETREAT, h, 0, 0));
  }
}

static bool retreat_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb != V_RETREAT) return false;
  if (sal_distance(&p->book->board, sal_top(p)->x[0], a.x[0]) != 1) return sal_refuse(why, R_5_7, "A retreat is one hex; {h0} is not next to the unit.", a.x[0], 0);
  int r = refuge(p, side, a.x[0]);
  if (!r) return sal_refuse(why, R_5_7, "{h0} is full or held by enemies.", a.x[0], 0);
  return r == best_refuge(p, side) || sal_refuse(why, R_5_7, "{h0} is next to an enemy, and another hex is not.", a.x[0], 0);
}

static void retreat_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_unit u = (sal_unit)next_to_retreat(p);
  sal_tell(p, E_RETREATS, R_5_7, SAL_EVU(u, .at = {a.x[0], sal_top(p)->x[0]}));
  null_put_at(p, u, a.x[0]);
}

static void retreat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int u = next_to_retreat(p);
  out->selected[out->nselected++] = (sal_unit)u;
  sal_prompt_say(out, "%s: choose the hex that %s retreats to.", name_of(side), p->book->counter[u].label);
}

const struct sal_node null_retreat = {.id = "attack.retreat", .rule = R_5_7, .run = retreat_run, .list = retreat_list, .check = retreat_check, .apply = retreat_apply, .prompt = retreat_prompt};

/* ---- 5.8 advance: x[0] the hex ---------------------------------------------------------------------- */

static bool may_advance(const struct sal_play *p, int u, struct sal_refusal *why) {
  return (S(p)->attackers >> u & 1 && S(p)->unit[u].at) || sal_refuse(why, R_5_8, "{u0} did not take part in this attack.", u, 0);
}

static bool advance_run(struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  bool open = !null_enemy_at(p, f->side, f->x[0]), anyone = false;
  for (int u = 0; u < p->book->ncounters; u++) anyone |= may_advance(p, u, NULL);
  if (open && anyone) return false;
  S(p)->attackers = S(p)->spent = 0;
  sal_pop(p);
  return true;
}

static void advance_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_advance(p, u, NULL)) sal_list_add(l, sal_act(V_ADVANCE, u, 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

static bool advance_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  return a.verb == V_ADVANCE ? may_advance(p, a.x[0], why) : a.verb == V_PASS;
}

static void advance_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_hex h = sal_top(p)->x[0];
  S(p)->attackers = S(p)->spent = 0;
  sal_pop(p);
  if (a.verb == V_PASS) return;
  sal_tell(p, E_ADVANCES, R_5_8, SAL_EVU(a.x[0], .at = {h}));
  null_put_at(p, a.x[0], h);
}

static void advance_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: one attacker may advance into %s.", name_of(side), p->book->board.name[sal_top(p)->x[0]]);
}

const struct sal_node null_advance = {.id = "attack.advance", .rule = R_5_8, .run = advance_run, .list = advance_list, .check = advance_check, .apply = advance_apply, .prompt = advance_prompt};
