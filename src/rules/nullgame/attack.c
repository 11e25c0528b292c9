/* attack.c - nullgame 5: building an attack, the odds, the table, retreat and advance.
 *
 * One function (`reckon`) works out the odds. The card before commitment, the roll and the card
 * with the dice on it all use it, so they cannot disagree.
 */
#include "state.h"

static const char *const column_name[4] = {"1:2", "1:1", "2:1", "3:1"};

/* 5.1: a unit of the side on the map that has not attacked in this phase. */
static bool is_fresh(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != side || !unit->at)
    return false;
  return !(unit->flags & FOUGHT);
}

/* 5.1: a unit attacks once a phase, into a hex next to it. */
static bool can_attack(const struct sal_play *p, int side, int u, sal_hex target) {
  if (!is_fresh(p, side, u))
    return false;
  return sal_distance(&p->book->board, S(p)->unit[u].at, target) == 1;
}

/* 5.1: an enemy hex that at least one unit can attack. */
static bool is_target(const struct sal_play *p, int side, sal_hex h) {
  if (!null_enemy_at(p, side, h))
    return false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (can_attack(p, side, u, h))
      return true;

  return false;
}

/* 5.2: a tank unit that could still attack. */
static bool must_attack(const struct sal_play *p, int side, int u) {
  if (!is_fresh(p, side, u) || !kind_of(p, u)->tank)
    return false;
  return null_enemy_near(p, side, S(p)->unit[u].at);
}

/* 5.2: the first tank unit that still owes an attack; -1 when none does. */
static int first_that_must(const struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (must_attack(p, side, u))
      return u;
  return -1;
}

/* ---- 5.1 choose a target ---------------------------------------------------------------- */

/* 5.1: enemies next to a unit that has not attacked. 5.2: no end while a tank unit still must. */
static void attack_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;

  if (first_that_must(p, side) < 0)
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!is_fresh(p, side, u))
      continue;
    for (int d = 0; d < 6; d++) {
      sal_hex h = sal_next(b, S(p)->unit[u].at, d);
      if (h && null_enemy_at(p, side, h))
        sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
    }
  }
}

/* 5.1 names the target; 5.2 does not let the phase end while a tank unit owes an attack. */
static bool attack_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_TARGET) {
    if (!is_target(p, side, hex_of(a, 0)))
      return sal_refuse(why, R_5_1, "No unit can attack {h0}.", hex_of(a, 0), 0);
    return true;
  }
  if (a.verb != V_DONE)
    return false;
  int owed = first_that_must(p, side);
  if (owed >= 0)
    return sal_refuse(why, R_5_2, "{u0} must attack.", owed, 0);

  return true;
}

/* A target opens the building of an attack; "done" ends the phase. */
static void attack_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE)
    sal_pop(p);
  else
    build_in(sal_push(p, N_BUILD, side))->target = hex_of(a, 0);
}

/* The question, and which tank units still must attack (5.2). */
static void attack_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose a hex to attack, or end the attacks.", sal_side_title[side]);
  for (int u = 0; u < p->book->ncounters; u++)
    if (must_attack(p, side, u))
      sal_prompt_owe(out, R_5_2, SAL_AT_UNIT, u, "%s must attack", p->book->counter[u].label);
}

const struct sal_node null_attack = {.id = "attack",
                                     .rule = R_5_1,
                                     .now = "Now choose a hex to attack, or end the attacks.",
                                     .list = attack_list,
                                     .check = attack_check,
                                     .apply = attack_apply,
                                     .prompt = attack_prompt};

/* ---- 5.3-5.5 the odds ------------------------------------------------------------------- */

struct odds {
  int attack, defence, column;
};

/* 2.1: a unit with one step fights with its weaker face. */
static int strength(const struct sal_play *p, int u) {
  return kind_of(p, u)->strength[S(p)->unit[u].steps];
}

/* 5.4: never off the table */
static int shift(struct sal_card *c, int column, int by, int rule, const char *why) {
  int to = column + by;

  if (to < 0)
    to = 0;
  if (to > 3)
    to = 3;
  if (c) {
    struct sal_card_step *s = sal_card_to(c, rule, column_name[to], "%s", why);
    s->shift = (int8_t)by;
    s->has_shift = true;
  }

  return to;
}

/* 5.4: the river helps the defender only when every attacker is across it. */
static bool all_across_river(const struct sal_play *p, sal_hex target) {
  const struct sal_board *b = &p->book->board;

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!attacks(p, u))
      continue;
    sal_hex from = S(p)->unit[u].at;
    if (!(b->side[from * 6 + sal_dir_to(b, from, target)] & O(p)->river))
      return false;
  }

  return true;
}

/* 5.3 and 5.5: the strengths of both sides, with support. */
static struct odds add_up(const struct sal_play *p, int side, sal_hex target, struct sal_card *c) {
  const struct state *s = S(p);
  struct odds o = {0, 0, 0};

  for (int u = 0; u < p->book->ncounters; u++) {
    bool defends = s->unit[u].at == target && side_of(p, u) != side;
    if (attacks(p, u))
      o.attack += strength(p, u);
    else if (defends)
      o.defence += strength(p, u);
    else
      continue;
    if (c)
      sal_card_add(c, side_of(p, u), strength(p, u), 1, R_5_3, (sal_unit)u, "%s",
                   p->book->counter[u].label);
  }
  o.attack += s->spent;
  if (c && s->spent)
    sal_card_add(c, side, s->spent, 1, R_5_5, SAL_NOUNIT, "support");

  return o;
}

/* 5.3: the column is the whole ratio, rounded down, between 1:2 and 3:1. */
static int column_of(const struct odds *o) {
  for (int ratio = 3; ratio > 0; ratio--)
    if (o->attack >= ratio * o->defence)
      return ratio;
  return 0;
}

/* 3.1 and 5.4: the column after cover, river and stances; with a card, each of them is on it. */
static int shifted(const struct sal_play *p, int side, sal_hex target, int column,
                   struct sal_card *c) {
  const struct state *s = S(p);

  if (O(p)->block[target])
    column = shift(c, column, -1, R_5_4, "woods or village");
  if (all_across_river(p, target))
    column = shift(c, column, -1, R_5_4, "across the river");
  if (s->stance[side] == PRESS)
    column = shift(c, column, 1, R_3_1, "attacker presses");
  if (s->stance[sal_enemy(side)] == HOLD)
    column = shift(c, column, -1, R_3_1, "defender holds");

  return column;
}

/* The odds of the attack being built; with a card, every line of it as well. */
static struct odds reckon(const struct sal_play *p, int side, sal_hex target, struct sal_card *c) {
  struct odds o = add_up(p, side, target, c);

  o.column = column_of(&o);
  if (c)
    sal_card_to(c, R_5_3, column_name[o.column], "%d : %d", o.attack, o.defence);
  o.column = shifted(p, side, target, o.column, c);

  return o;
}

/* 5.5: would this many points lift the attack being built to a better column? Points that do not
 * are wasted. */
bool null_support_lifts(const struct sal_play *p, int side, int points) {
  sal_hex target = build_of(p)->target;
  struct odds o = add_up(p, side, target, NULL);

  o.attack -= S(p)->spent;
  int without = shifted(p, side, target, column_of(&o), NULL);
  o.attack += points;
  return shifted(p, side, target, column_of(&o), NULL) > without;
}

/* 5.6: what a result costs either side in steps, for the card's expectation. */
static void loss_of(int result, int side, struct sal_card_outcome *o) {
  bool attacker_loses = result == A1 || result == EX;
  bool defender_loses = result == D1 || result == EX;

  o->loss[side] = attacker_loses;
  o->loss[sal_enemy(side)] = defender_loses;
}

/* The card of an attack: the same odds as the roll, and the chance of each result. */
static struct odds attack_card(const struct sal_play *p, int side, sal_hex target,
                               struct sal_card *c) {
  static const char *const say[RESULTS] = {"A1: attacker loses a step", "D1: defender loses a step",
                                           "DR: defender retreats", "EX: both lose a step"};
  char title[80];
  int count[RESULTS] = {0};

  sal_format(title, sizeof title, "Attack on %s", p->book->board.name[target]);
  sal_card_odds(c, side, R_5_3, title);
  sal_format(c->table, sizeof c->table, "combat");
  struct odds o = reckon(p, side, target, c);
  for (int die = 0; die < 6; die++)
    count[O(p)->combat[die][o.column]]++;
  for (int r = 0; r < RESULTS; r++)
    loss_of(r, side, sal_card_may(c, (uint64_t)count[r], 6, "%s", say[r]));

  return o;
}

/* ---- 5.1, 5.5 build it ------------------------------------------------------------------ */

/* 5.1: each unit next to the target joins an attack once. */
static bool may_add(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  sal_hex target = build_of(p)->target;

  if (attacks(p, u))
    return sal_refuse(why, R_5_1, "{u0} is already in this attack.", u, 0);
  if (!can_attack(p, side, u, target))
    return sal_refuse(why, R_5_1, "{u0} cannot attack {h1} now.", u, target);

  return true;
}

/* Units that can join, points to spend, and the attack itself once a unit attacks. */
static void build_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_add(p, side, u, NULL))
      sal_list_add(l, sal_act(V_ADD, u, 0, 0));
  /* or any number below it: see null_offer */
  sal_list_add(l, sal_act(V_SUPPORT, S(p)->points[side], 0, 0));
  if (S(p)->attackers)
    sal_list_add(l, sal_act(V_ATTACK, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

/* 5.1: an attack needs units. 5.5: no more points than the side has. */
static bool build_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int points = S(p)->points[side];

  switch (a.verb) {
  case V_ADD: return may_add(p, side, unit_of(a), why);
  case V_SUPPORT:
    if (number_of(a, 0) > points)
      return sal_refuse(why, R_5_5, "Only {n1} {point is/points are} left.", number_of(a, 0),
                        points);
    return true;
  case V_ATTACK:
    if (!S(p)->attackers)
      return sal_refuse(why, R_5_1, "No unit attacks yet.", 0, 0);
    return true;
  default: return a.verb == V_CANCEL;
  }
}

/* 5.6: the lowest unit of a side in the fight loses a step. */
static void lowest_loses(struct sal_play *p, int side, sal_hex target) {
  bool attacker = side == sal_top(p)->side;

  for (int u = 0; u < p->book->ncounters; u++) {
    bool defends = S(p)->unit[u].at == target && side_of(p, u) == side;
    if (attacker ? attacks(p, u) : defends) {
      null_lose_step(p, (sal_unit)u);
      return;
    }
  }
}

/* 5.6: roll, and what the table says. The frame becomes the advance, a retreat comes before it. */
static void resolve(struct sal_play *p, int side, sal_hex target) {
  struct state *s = S(p);
  struct sal_card *card = sal_event_card(p);
  struct odds o = card ? attack_card(p, side, target, card) : reckon(p, side, target, NULL);
  int die = sal_roll(p->dice, 6, R_5_6, SAL_NOUNIT);
  int result = O(p)->combat[die - 1][o.column];

  if (card)
    card->rolled = (int16_t)result;
  sal_tell(p, E_COMBAT, R_5_6,
           SAL_EV(.at = {target}, .n = {(int16_t)result, (int16_t)o.attack, (int16_t)o.defence},
                  .card = (uint8_t)(card ? p->events->ncards : 0)));
  for (int u = 0; u < p->book->ncounters; u++)
    if (attacks(p, u))
      s->unit[u].flags |= FOUGHT;
  s->points[side] = (uint8_t)(s->points[side] - s->spent);
  if (result == A1 || result == EX)
    lowest_loses(p, side, target);
  if (result == D1 || result == EX)
    lowest_loses(p, sal_enemy(side), target);
  sal_goto(p, N_ADVANCE, side);
  advance_of(p)->hex = target;
  if (result == DR)
    retreat_in(sal_push(p, N_RETREAT, sal_enemy(side)))->hex = target;
}

/* Adds a unit, sets the points, attacks or gives the attack up. */
static void build_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  switch (a.verb) {
  case V_ADD: s->attackers |= 1ull << unit_of(a); break;
  case V_SUPPORT: s->spent = (uint8_t)number_of(a, 0); break;
  case V_ATTACK: resolve(p, side, build_of(p)->target); break;
  default: s->attackers = s->spent = 0; sal_pop(p);
  }
}

/* The attack so far, with its odds as soon as one unit has joined. */
static void build_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex target = build_of(p)->target;

  sal_prompt_say(out, "%s: add units against %s, then attack.", sal_side_title[side],
                 p->book->board.name[target]);
  for (int u = 0; u < p->book->ncounters; u++)
    if (attacks(p, u))
      sal_prompt_select(out, (sal_unit)u);
  if (S(p)->attackers)
    attack_card(p, side, target, sal_prompt_card(out));
}

const struct sal_node null_build = {.id = "attack.build",
                                    .rule = R_5_1,
                                    .now =
                                        "Now add units to the attack, then attack or call it off.",
                                    .list = build_list,
                                    .check = build_check,
                                    .apply = build_apply,
                                    .prompt = build_prompt};

/* ---- 5.7 retreat: unit by unit, lowest id first ----------------------------------------- */

/* The unit that goes next, in the order of the counters; -1 when all have left. */
static int next_to_retreat(const struct sal_play *p) {
  int side = sal_top(p)->side;
  sal_hex from = retreat_of(p)->hex;

  for (int u = 0; u < p->book->ncounters; u++) {
    bool still_there = S(p)->unit[u].at == from;
    if (still_there && side_of(p, u) == side)
      return u;
  }

  return -1;
}

/* 5.7: a hex free of enemies near it is better than one next to them. */
enum { NO_REFUGE, NEXT_TO_ENEMY, FREE };
/* 5.7: how good a hex is to retreat to. Enemies and full stacks close it; a hex next to an enemy is
 * taken only when there is no other. */
static int refuge(const struct sal_play *p, int side, sal_hex h) {
  if (!h)
    return NO_REFUGE;
  bool full = null_count_at(p, side, h) >= STACK;
  if (full || null_enemy_at(p, side, h))
    return NO_REFUGE;

  return null_enemy_near(p, side, h) ? NEXT_TO_ENEMY : FREE;
}

/* 5.7: the best that any of the six hexes offers. */
static int best_refuge(const struct sal_play *p, int side) {
  int best = NO_REFUGE;

  for (int d = 0; d < 6; d++) {
    int found = refuge(p, side, sal_next(&p->book->board, retreat_of(p)->hex, d));
    if (found > best)
      best = found;
  }

  return best;
}

/* 5.7: a unit with nowhere to go is eliminated without a question; the frame ends with the last
 * unit. */
static bool retreat_run(struct sal_play *p) {
  int u = next_to_retreat(p);

  if (u < 0) {
    sal_pop(p);
    return true;
  }
  if (best_refuge(p, sal_top(p)->side) != NO_REFUGE)
    return false;
  null_eliminate(p, (sal_unit)u, R_5_7); /* nowhere to go */
  return true;
}

/* 5.7: only hexes of the best kind are offered. */
static void retreat_list(const struct sal_play *p, int side, struct sal_list *l) {
  int best = best_refuge(p, side);

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, retreat_of(p)->hex, d);
    if (refuge(p, side, h) == best)
      sal_list_add(l, sal_act(V_RETREAT, h, 0, 0));
  }
}

/* 5.7: one hex, free of enemies and with room, and not next to an enemy when another hex is. */
static bool retreat_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb != V_RETREAT)
    return false;
  sal_hex to = hex_of(a, 0);
  if (sal_distance(&p->book->board, retreat_of(p)->hex, to) != 1)
    return sal_refuse(why, R_5_7, "A retreat is one hex; {h0} is not next to the unit.", to, 0);
  int found = refuge(p, side, to);
  if (found == NO_REFUGE)
    return sal_refuse(why, R_5_7, "{h0} is full or held by enemies.", to, 0);
  if (found != best_refuge(p, side))
    return sal_refuse(why, R_5_7, "{h0} is next to an enemy, and another hex is not.", to, 0);

  return true;
}

/* 5.7: the unit retreats; then the next one of the hex is asked for. */
static void retreat_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_unit u = (sal_unit)next_to_retreat(p);
  sal_hex to = hex_of(a, 0);
  sal_tell(p, E_RETREATS, R_5_7, SAL_EVU(u, .at = {to, retreat_of(p)->hex}));
  null_put_at(p, u, to);
}

static void retreat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit u = (sal_unit)next_to_retreat(p);
  sal_prompt_select(out, u);
  sal_prompt_say(out, "%s: choose the hex that %s retreats to.", sal_side_title[side],
                 p->book->counter[u].label);
}

const struct sal_node null_retreat = {.id = "attack.retreat",
                                      .rule = R_5_7,
                                      .now = "The beaten unit retreats first: choose its hex.",
                                      .run = retreat_run,
                                      .list = retreat_list,
                                      .check = retreat_check,
                                      .apply = retreat_apply,
                                      .prompt = retreat_prompt};

/* ---- 5.8 advance ------------------------------------------------------------------------ */

/* 5.8: only units that took part in the attack, and survived it. */
static bool may_advance(const struct sal_play *p, int u, struct sal_refusal *why) {
  if (!attacks(p, u) || !S(p)->unit[u].at)
    return sal_refuse(why, R_5_8, "{u0} did not take part in this attack.", u, 0);
  return true;
}

/* 5.8: asked only if the hex is empty and a unit is left to advance. */
static bool advance_run(struct sal_play *p) {
  bool open = !null_enemy_at(p, sal_top(p)->side, advance_of(p)->hex);
  bool anyone = false;

  for (int u = 0; u < p->book->ncounters; u++)
    anyone |= may_advance(p, u, NULL);
  if (open && anyone)
    return false;
  S(p)->attackers = S(p)->spent = 0;
  sal_pop(p);
  return true;
}

/* 5.8: one attacker, or none. */
static void advance_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_advance(p, u, NULL))
      sal_list_add(l, sal_act(V_ADVANCE, u, 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* 5.8: one attacker, or none. */
static bool advance_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_ADVANCE)
    return may_advance(p, unit_of(a), why);
  return a.verb == V_PASS;
}

/* 5.8: the attack is over either way, so its units and points are cleared first. */
static void advance_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_hex h = advance_of(p)->hex;
  S(p)->attackers = S(p)->spent = 0;
  sal_pop(p);
  if (a.verb == V_PASS)
    return;
  sal_tell(p, E_ADVANCES, R_5_8, SAL_EVU(unit_of(a), .at = {h}));
  null_put_at(p, unit_of(a), h);
}

static void advance_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: one attacker may advance into %s.", sal_side_title[side],
                 p->book->board.name[advance_of(p)->hex]);
}

const struct sal_node null_advance = {.id = "attack.advance",
                                      .rule = R_5_8,
                                      .now = "Now an attacker may advance: choose one, or pass.",
                                      .run = advance_run,
                                      .list = advance_list,
                                      .check = advance_check,
                                      .apply = advance_apply,
                                      .prompt = advance_prompt};
