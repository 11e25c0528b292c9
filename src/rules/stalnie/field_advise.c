/* field_advise.c - section 30: what a battle is worth to a side, and what a sensible player does.
 */
#include "field.h"

#include <string.h>

enum { CVP = 100, OBJECTIVE = 400 };

/* ---- F30.1: value ----------------------------------------------------------------------- */

/* F30.1: a unit in hundredths of a CVP; those that can do less are worth less. */
static int worth(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  int value = k->cvp * CVP;

  /* A weapon that no unit carries is worth nothing to either side. */
  if (k->cls == SUPPORT)
    return t->with ? weapon_of(p, u)->pp * 15 + 15 : 0;

  /* Each state takes its share of what the others have left. */
  if (t->is & IS_BROKEN)
    value = value * 60 / 100;
  if (t->is & IS_PINNED)
    value = value * 95 / 100;
  if (t->is & IS_MELEE)
    value = value * 85 / 100;
  if (t->is & (IS_WOUNDED | IS_IMMOBILE))
    value = value * 70 / 100;
  if (t->is & (IS_STUNNED | IS_BROKEN_DOWN))
    value = value * 60 / 100;
  return value;
}

/* How near the side's men are to an objective they do not hold, in hexes. */
static int nearest_man(const struct sal_play *p, int side, sal_hex h) {
  enum { FAR_AWAY = 40 };
  int best = FAR_AWAY;

  for (EACH_MAN(p, u)) {
    const struct trooper *t = unit_at(p, u);

    /* Only an unbroken MMC can take it (F22.4). */
    if (side_of(p, u) != side)
      continue;
    if (!sf_is_mmc(p, u) || t->is & IS_BROKEN)
      continue;

    int n = sal_distance(&p->book->board, hex_at(t->at), h);
    if (n < best)
      best = n;
  }

  return best;
}

/* F30.1: units by what they can still do, objectives more as the end comes nearer. */
static int32_t side_value(const struct sal_play *p, int side) {
  int32_t sum = 0;

  for (int u = 0; u < count_of(p); u++)
    if (side_of(p, u) == side && unit_at(p, u)->where == F_MAP)
      sum += worth(p, u);

  /* An objective of the enemy attracts a little, the more the nearer a unit is. */
  int turns = sal_last_turn(p);
  int elapsed = F(p)->turn;
  for (int i = 0; i < FB(p)->nobjectives; i++) {
    sal_hex h = FB(p)->objective[i];
    bool german = patch_at(p, h)->control & OWNER;
    bool own = german == (side == GER);

    if (own)
      sum += OBJECTIVE / 2 + OBJECTIVE * elapsed / turns;
    else
      sum += 60 * (20 - nearest_man(p, side, h)) / 20;
  }

  return sum;
}

/* Squads, crews and vehicles on the map, and the objectives. */
void sf_stakes(const struct sal_play *p, struct sal_stakes *out) {
  out->unit = "units";
  for (int u = 0; u < count_of(p); u++)
    if (unit_at(p, u)->where == F_MAP)
      out->strength[side_of(p, u)]++;

  for (int i = 0; i < FB(p)->nobjectives; i++) {
    sal_hex h = FB(p)->objective[i];
    bool german = patch_at(p, h)->control & OWNER;

    sal_stake(out, h, german ? GER : RUS);
  }
}

/* F30.1: own worth less the enemy's; a battle that is won outweighs everything. */
int32_t sf_value(const struct sal_play *p, int side) {
  enum { WON = 100000 };
  int32_t balance = side_value(p, side) - side_value(p, sal_enemy(side));
  bool winner = F(p)->winner - 1 == side;

  if (!p->state->over)
    return balance;
  return winner ? WON + balance : -WON + balance;
}

/* ---- F30.2: likings --------------------------------------------------------------------- */

/* How exposed a Location is to known enemies: the sum of their weights there. */
static int exposure(const struct sal_play *p, int side, location l) {
  enum { WATCHED = 16, CLOSE = 4, TANK_FP = 8 };
  int sum = 0;

  for (EACH_MAN(p, u)) {
    if (side_of(p, u) == side || !sf_known(p, u) || !sf_good_order(p, u))
      continue;

    /* Enemies in the same Location fight hand to hand and do not fire (F7.1). */
    location from = unit_at(p, u)->at;
    int range = sf_range(p, from, l);
    if (!range || range > WATCHED || sf_sight(p, from, l) < 0)
      continue;

    /* A vehicle's machine guns count as a strong squad. */
    int fp = sf_vehicle(p, u) ? TANK_FP : kind_of(p, u)->fp;
    int tem = sf_tem(p, from, l, side, side);
    int here = fp * (range <= CLOSE ? 3 : 2) - 4 * tem;
    sum += here > 0 ? here : 0;
  }

  return sum;
}

/* How far the nearest objective is that is not the side's own; an own one counts three hexes more.
 */
static int to_objective(const struct sal_play *p, int side, sal_hex h) {
  enum { NO_OBJECTIVE = 60, HELD_ALREADY = 3 };
  int best = NO_OBJECTIVE;

  for (int i = 0; i < FB(p)->nobjectives; i++) {
    bool german = patch_at(p, FB(p)->objective[i])->control & OWNER;
    bool own = german == (side == GER);
    int n = sal_distance(&p->book->board, h, FB(p)->objective[i]);
    int far = own ? n + HELD_ALREADY : n;

    if (far < best)
      best = far;
  }

  return best;
}

/* Habit 4, from cover to cover: how good it is to end there. */
static int place_worth(const struct sal_play *p, int side, location l, const int8_t *bias) {
  const struct ground *g = ground_at(p, hex_at(l));

  /* The first bias is boldness: how hard the objectives pull (F30.2). */
  int pull = 15 + bias[0] / 10;
  int value = -pull * to_objective(p, side, hex_at(l)) - exposure(p, side, l) + 8 * g->tem;

  if (sf_objective(p, hex_at(l)))
    value += 40;
  return value;
}

/* An attack below weight 5 hardly ever does anything. */
static int attack_worth(const struct sal_play *p, int side, location from, location to) {
  enum { WORTH_IT = 5 };
  int weight = sf_best_weight(p, side, from, to, false);

  return weight >= WORTH_IT ? 40 * weight - 120 : -50;
}

/* Habit 7: broken men in a Location that no leader but this one could help (F8.10). */
static int helpless_men(const struct sal_play *p, int side, location l, int leader) {
  int n = 0;

  if (sf_leader_in(p, side, l, leader) >= 0)
    return 0;

  for (EACH_AT(p, u, l)) {
    const struct trooper *t = unit_at(p, u);
    bool own = side_of(p, u) == side;
    if (own && sf_infantry(p, u) && t->is & IS_BROKEN)
      n++;
  }

  return n;
}

/* Habit 7: what a leader who acts alone gains for broken men by going from one place to another. */
static int help_gained(const struct sal_play *p, int side, location from, location to) {
  enum { HELP = 60 };
  sal_unit who[32];
  int n = sf_members(p, who);
  bool leader_alone = n == 1 && kind_of(p, who[0])->cls == LEADER;

  if (!leader_alone)
    return 0;
  return HELP * (helpless_men(p, side, to, who[0]) - helpless_men(p, side, from, who[0]));
}

/* How much the group gains by going there. A vehicle is more careful. */
static int like_going(const struct sal_play *p, int side, location from, location to,
                      const int8_t *bias) {
  sal_unit v;
  int gain = place_worth(p, side, to, bias) - place_worth(p, side, from, bias);
  bool drives = sf_group_vehicle(p, &v);

  return drives ? gain / 2 : gain * 2 + help_gained(p, side, from, to);
}

/* Habits 1 to 8: shots first, then the place that gains most against its exposure. */
static int32_t like_unit(const struct sal_play *p, int side, struct sal_action a,
                         const int8_t *bias) {
  enum { UNDER_FIRE = 30 };
  const struct activation *act = activation_of(p);
  sal_unit who[32];
  int n = sf_members(p, who);
  location at = n ? unit_at(p, who[0])->at : 0;

  switch (a.verb) {
  /* Habit 1, stand before walk: a shot comes before any step. */
  case V_SHOOT: return 700;
  case V_MG: return 250;
  case V_SHELL: return 350;
  case V_FIRE: {
    location to = location_at(hex_of(a, 0), number_of(a, 1));
    return attack_worth(p, side, at, to) + bias[5];
  }
  case V_GO: {
    location to = location_at(hex_of(a, 0), number_of(a, 1));
    return like_going(p, side, at, to, bias);
  }
  /* A unit that waits off the map does nothing for its side. */
  case V_ENTER_AT: return 2000 + place_worth(p, side, location_at(hex_of(a, 0), GROUND), bias);
  case V_OVERRUN: return -20;
  /* Habit 5: a careful move costs all other MP (F4.5), so it is worth it only under fire. */
  case V_CAREFUL: return exposure(p, side, at) > UNDER_FIRE ? 5 : -60;
  case V_RUN: return -40;
  case V_DONE: return act->mode == UNDECIDED ? -5 : 10;
  default: return -200;
  }
}

/* F14.6: what a unit brings into close combat, roughly. */
static int close_strength(const struct sal_play *p, int u) {
  return kind_of(p, u)->cls == LEADER ? 1 : kind_of(p, u)->fp;
}

/* Habit 9: into the enemy at 2:1, otherwise to a better place. */
static int32_t like_advance(const struct sal_play *p, int side, struct sal_action a) {
  enum { TANK_FP = 8 };
  static const int8_t plain[SAL_BIAS] = {0};
  bool all = a.verb == V_ALL;
  location to = location_at(hex_of(a, 1), all ? GROUND : number_of(a, 2));
  location from = all ? location_at(hex_of(a, 0), GROUND) : unit_at(p, unit_of(a))->at;
  int mine = 0;
  int theirs = 0;
  bool enemies = false;

  for (EACH_MAN(p, u)) {
    const struct trooper *t = unit_at(p, u);
    bool own = side_of(p, u) == side;
    bool there = t->at == to;

    /* Broken units have no firepower in close combat (F14.6). */
    if (t->is & IS_BROKEN)
      continue;
    if (there && !own) {
      theirs += sf_vehicle(p, u) ? TANK_FP : kind_of(p, u)->fp;
      enemies = true;
    }

    /* Units that would advance fight beside those already there. */
    bool goes = all ? t->at == from : u == unit_of(a);
    if (own && (goes || there))
      mine += close_strength(p, u);
  }

  if (enemies || sf_enemy_known(p, side, to))
    return mine >= 2 * theirs ? 300 : mine * 100 - theirs * 70 - 80;
  return place_worth(p, side, to, plain) - place_worth(p, side, from, plain) - 3;
}

/* How much a shell would please a side in a hex: enemies and "?" around it, less own men. */
static int shell_worth(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *m = &p->book->board;
  int enemy = sal_enemy(side);
  int sum = 0;

  /* The shells fall on friend and foe (F17.6): own men under them weigh more than known enemies. */
  for (EACH_MAN(p, u)) {
    if (sal_distance(m, hex_at(unit_at(p, u)->at), h) > 1)
      continue;
    if (side_of(p, u) == side)
      sum -= 60;
    else if (sf_known(p, u))
      sum += sf_vehicle(p, u) ? 10 : 40;
  }

  /* A "?" may be a dummy; it counts for less than what is known. */
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(m, h, d);
    if (to && sf_veiled(p, enemy, location_at(to, GROUND)))
      sum += 20;
  }

  if (sf_veiled(p, enemy, location_at(h, GROUND)))
    sum += 30;
  return sum;
}

/* Habits 11 and 9: fire on stacks away from own men; planes at anything they find. */
static int32_t like_support(const struct sal_play *p, int side, struct sal_action a) {
  switch (a.verb) {
  case V_MISSION: return word_of(a, 1) == MISSION_FIRE ? 15 : -10;
  case V_AIM: return shell_worth(p, side, hex_of(a, 0));
  case V_FLY: return 20 + shell_worth(p, side, hex_of(a, 1));
  case V_CANCEL: return 10;
  default: return 0;
  }
}

enum { NEVER = -100000 };

/* Vehicles and Guns have the strongest shots: they are picked first. */
static int32_t like_pick(const struct sal_play *p, int u) {
  return sf_vehicle(p, u) || kind_of(p, u)->cls == GUN ? 20 : 10;
}

/* How much a sensible player wants this action; 0 where there is no habit for it. */
static int32_t like(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  int node = sal_top(p)->node;

  /* The program never gives a battle up, and sends nobody off the map. */
  if (a.verb == V_CONCEDE || a.verb == V_LEAVE)
    return NEVER;

  if (node == N_F_SUPPORT || node == N_F_AIM)
    return like_support(p, side, a);

  /* Set-up: the program places everything at once. */
  if (a.verb == V_READY)
    return SAL_SURE;
  if (node == N_F_PLACE)
    return a.verb == V_DONE ? 10 : -100;

  /* The Action phase ends only when nothing better is left. */
  if (a.verb == V_ENTER)
    return 15;
  if (a.verb == V_END)
    return -1;
  if (a.verb == V_PICK)
    return like_pick(p, unit_of(a));

  if (node == N_F_UNIT)
    return like_unit(p, side, a, bias);

  /* Reaction fire is saved for a shot of some promise (defender's habit 2). */
  if (node == N_F_REACT)
    return a.verb == V_PASS ? 25 : sf_reaction_percent(p, a);
  if (node == N_F_ASSAULT)
    return like_advance(p, side, a);
  return 0;
}

/* F30.2: how much a sensible player wants each action, by the decision it belongs to. */
void sf_liking(const struct sal_play *p, int side, const struct sal_list *l, const int8_t *bias,
               int32_t *out) {
  for (uint32_t i = 0; i < l->n; i++)
    out[i] = like(p, side, l->a[i], bias);
}

/* ---- what is worked out once, and chapters ---------------------------------------------- */

/* The field's adviser keeps nothing between two thoughts. */
size_t sf_advice_room(const struct sal_book *b) {
  (void)b;
  return 0;
}
void sf_advice_prepare(const struct sal_book *b, void *room) {
  (void)b;
  (void)room;
}

/* F30.3: a try ends with the side's own player turn. */
int sf_chapter(const struct sal_play *p) {
  return F(p)->turn * 2 + F(p)->active;
}

/* F30.4: where the budget of a player turn goes. A battle of the campaign has some three hundred
 * decisions in a player turn, so each gets little, and a reaction half as much; how the turn is to
 * be fought is compared once, when the side's own Action phase begins, to the end of it. */
struct sal_effort sf_effort(const struct sal_play *p, int side) {
  enum { LITTLE = 64, LESS = 128, PLAN = 4, TO_THE_END = 400 };
  bool own_turn = F(p)->active == side;
  bool acts = own_turn && F(p)->stage == STAGE_ACTION;
  struct sal_effort effort = {.stage = (uint8_t)(sf_chapter(p) * 2 + acts),
                              .actions = TO_THE_END,
                              .part = own_turn ? LITTLE : LESS};

  if (acts)
    effort.plan = PLAN;
  return effort;
}
