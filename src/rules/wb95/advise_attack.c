/* advise_attack.c - the computer opponent's combats: targets and attackers, support, fire at range,
 * losses, retreats and pursuits. */
#include "advise.h"

/* Whether the hex is attacked in the combat being put together. */
static bool is_target(const struct combat *f, sal_hex h) {
  EACH_TARGET(f, target) {
    if (target == h)
      return true;
  }
  return false;
}

/* another unit could still attack h */
static bool has_other_attacker(const struct sal_play *p, int side, int u, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    if (!(S(p)->cell[from].pres & occ(side)))
      continue;
    EACH_AT(S(p), w, from) {
      bool taken = S(p)->unit[w].part & PA;
      if (w != u && !taken && wb_can_attack(p, side, w))
        return true;
    }
  }

  return false;
}

/* another hex must be attacked and nobody else can */
static bool needed_elsewhere(const struct sal_play *p, int side, int u) {
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (!h)
      continue;
    if (!(S(p)->cell[h].ground & MUST))
      continue;
    if (!wb_hex_owed(p, side, h))
      continue;
    if (!is_target(&S(p)->fight, h) && !has_other_attacker(p, side, u, h))
      return true;
  }

  return false;
}

/* it must attack, and has no enemy but these */
static bool only_here(const struct sal_play *p, int side, int u) {
  if (!wb_unit_owes(p, side, u))
    return false;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (h && !is_target(&S(p)->fight, h) && wb_attackable(p, side, h))
      return false;
  }

  return true;
}

enum { GOOD_ENOUGH = COLUMNS - 3 }; /* a column that more points hardly improve */

/* What u would bring to the best of the other attacks it could still join. */
static int32_t brings_elsewhere(const struct sal_play *p, int side, int u) {
  int32_t best = 0;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (!h || is_target(&S(p)->fight, h))
      continue;
    if (wb_attackable(p, side, h))
      best = larger(best, wb_brings_to(p, side, u, h));
  }

  return best;
}

/* All units together would not reach even odds. If the attack is compulsory all the same (5.1.4),
 * it costs the German least to make it with one weak unit. The Soviet shares the losses out: he
 * pays for counters, not for levels (K.10). */
static bool hopeless(const struct sal_play *p, int side) {
  const struct combat *f = &S(p)->fight;
  int in_it = 0;
  int best = 0;

  if (side == SAL_SOVIET)
    return false;
  EACH_PART(f, u) {
    if (S(p)->unit[u].part & PA)
      in_it += wb_attack_sp(p, u);
  }
  EACH_TARGET(f, target) {
    best = larger(best, wb_column_with(p, side, (sal_hex)target, in_it));
  }

  return best < NORATIO;
}

/* Units that must attack here come first. Left out are units needed elsewhere, and those that bring
 * more to another attack: one attack at eight to one and the next at one to four is worse than two
 * at three to one. */
static int32_t score_add(const struct sal_play *p, int side, int u, const struct odds *o) {
  bool first = !S(p)->fight.nparts;
  int sp = wb_attack_sp(p, u);

  if (only_here(p, side, u))
    return 200;
  if (needed_elsewhere(p, side, u))
    return first ? -30 : -60;
  if (first)
    return hopeless(p, side) ? 40 - 2 * (sp + wb_star_points(p, u)) : 20 + sp;
  if (hopeless(p, side))
    return -5;
  if (o->column >= GOOD_ENOUGH)
    return -5;
  if (wb_brings_here(p, o, u) < brings_elsewhere(p, side, u))
    return -5;

  return 20 + sp;
}

/* Units join until the column is good enough, then the attack is declared. */
int32_t wb_score_build(const struct sal_play *p, int side, struct sal_action a) {
  const struct combat *f = &S(p)->fight;
  struct odds o = {0};

  if (f->nparts)
    o = wb_reckon(p, NULL, false);
  switch (a.verb) {
  case V_ADD: return score_add(p, side, unit_of(a), &o);
  case V_TARGET: {
    bool must = S(p)->cell[hex_of(a, 0)].ground & MUST;
    return must && f->nparts ? 5 : -50;
  }
  case V_CANCEL: return -90;
  default: return 10; /* commit */
  }
}

/* Another combat may still come in this phase that the gun could fire for. */
static bool may_be_needed(const struct sal_play *p, int gun) {
  const struct combat *f = &S(p)->fight;
  sal_hex from = S(p)->unit[gun].at;

  EACH_OWN(p, sal_enemy(f->side), u) {
    sal_hex h = S(p)->unit[u].at;
    if (!on_map(p, u) || is_target(f, h))
      continue;
    if (sal_distance(B(p), from, h) > RANGE + 1)
      continue;
    if (wb_attackable(p, f->side, h) && has_other_attacker(p, f->side, -1, h))
      return true;
  }

  return false;
}

/* A gun fires where it brings something, and is kept while another combat may need it more. */
static int32_t score_gun(const struct sal_play *p, int side, int u) {
  enum { SOMETHING = 2, MUCH = 14 }; /* hundredths of a level */
  struct odds o = wb_reckon(p, NULL, false);
  bool attacks = side == S(p)->fight.side;
  int sp = attacks ? wb_attack_sp(p, u) : wb_defence_sp(p, u);
  int32_t brings = attacks ? wb_brings(p, &o, sp, 0) : -wb_brings(p, &o, 0, sp);

  if (brings < SOMETHING)
    return -5;
  if (brings < MUCH && may_be_needed(p, u))
    return -5;

  return 10 + sp;
}

/* Guns and shifts are used while they still move the result. */
int32_t wb_score_support(const struct sal_play *p, int side, struct sal_action a) {
  const struct combat *f = &S(p)->fight;
  int column = wb_reckon(p, NULL, false).column;
  bool attacks = side == f->side;

  switch (a.verb) {
  case V_GUN: return score_gun(p, side, unit_of(a));
  case V_FULL: return column < NORATIO + 2 ? 2 : -5;
  case V_SPEND: {
    bool helps = attacks ? column < GOOD_ENOUGH : column > 1;
    if (f->spend[side] == number_of(a, 0))
      return -50;
    return helps ? 6 : -5;
  }
  case V_SPARE: return -20;
  case V_NOHQ: return -100;
  case V_GROUND: return -10;
  default: return 0; /* commit */
  }
}

/* Guns of one hex fire together at what is worth most; never at bridges. */
int32_t wb_score_shell(const struct sal_play *p, struct sal_action a) {
  const struct state *s = S(p);

  switch (a.verb) {
  case V_COMMIT: return 50;
  case V_TARGET: return 20 + s->cell[hex_of(a, 0)].cel - 4 * O(p)->cm[hex_of(a, 0)];
  case V_GUN: return s->unit[unit_of(a)].at == s->unit[s->fight.part[0]].at ? 45 : -50;
  case V_CANCEL: return -40;
  default: return -60;
  }
}

/* enemies two or three hexes away that it may fire at */
static bool has_prey(const struct sal_play *p, int side, int u) {
  sal_hex at = S(p)->unit[u].at;
  int sp = wb_attack_sp(p, u);

  EACH_OWN(p, sal_enemy(side), enemy) {
    if (!on_map(p, enemy))
      continue;
    sal_hex h = S(p)->unit[enemy].at;
    int d = sal_distance(B(p), at, h);
    if (d < 2)
      continue;
    if (d > RANGE)
      continue;
    if (S(p)->cell[h].ground & (ATTACKED | SHELLED))
      continue;
    if (sp > 2 * O(p)->cm[h] && !wb_hex_owed(p, side, h))
      return true;
  }

  return false;
}

/* Obligations first (5.1.4), then attacks with a good column. */
int32_t wb_score_attack(const struct sal_play *p, int side, struct sal_action a,
                        const struct plan *plan) {
  if (a.verb == V_DONE)
    return 0;
  if (a.verb == V_SHELL)
    return has_prey(p, side, unit_of(a)) ? 2 : -10;
  sal_hex h = hex_of(a, 0);
  int column = wb_column_against(p, side, h, -1, SAL_NOHEX);
  int32_t v = (column - wb_good_column(side)) * 10 + 5 + plan->bias[0] / 8;
  if (S(p)->cell[h].ground & MUST && wb_hex_owed(p, side, h))
    v += 300;
  if (side == SAL_GERMAN && O(p)->line[h] & TOWN)
    v += 10;
  if (side == SAL_SOVIET && wb_last_day(p)) /* the last chance to have the place back */
    v += 10 * wb_aim_points(p, h);

  return v;
}

/* What a retreat through an enemy zone costs: a level more, which is better than to be destroyed
 * where it stands. */
static int32_t price_of_zone(const struct sal_play *p, int side, int u) {
  int cel = S(p)->unit[u].cel;
  bool doomed = S(p)->fight.back[side] >= cel;

  if (cel == 1)
    return 60;
  return doomed ? 12 : 28;
}

/* A retreat prefers safety, works and room. */
static int32_t score_refuge(const struct sal_play *p, int side, int u, sal_hex to,
                            const struct plan *plan) {
  int32_t v = 30;

  if (plan->front->far[to] < 2)
    v -= 6;
  if (O(p)->cm[to])
    v += 3;
  if (side == SAL_GERMAN)
    v += wb_wish_at(p, plan->wishes, to) / 12;
  else
    v += 2 * smaller(wb_ways_out(p, side, to), 3);
  if (side == SAL_SOVIET && wb_fortified(p, side, to))
    v += 8;
  if (wb_in_zoc(p, side, to))
    v -= price_of_zone(p, side, u);
  if (S(p)->cell[to].cel + S(p)->unit[u].cel > STACK)
    v -= 6;

  return v;
}

/* Does a unit of ours stay in the hex whatever the result of the combat? */
static bool stays_ours(const struct sal_play *p, int side, sal_hex h) {
  EACH_AT(S(p), u, h) {
    if (side_of(p, u) == side && is_regular(K(p, u)) && !(S(p)->unit[u].part & PSHARE))
      return true;
  }
  return false;
}

enum { A_POINT = 45, A_LEVEL = 28 }; /* what a retreat is weighed in */

struct stand_fast {  /* units that could still hold, and what is lost if they do not */
  int levels, spare; /* spare: levels that cost no counter */
  int points, guns;  /* of the ground, and guns that cannot go (6.2.4N) */
};

/* Adds up who is short of the retreat, and where. */
static struct stand_fast who_stands(const struct sal_play *p, int side) {
  const struct combat *f = &S(p)->fight;
  struct stand_fast fast = {0};
  sal_hex last = SAL_NOHEX;

  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    const struct unit *unit = &S(p)->unit[u];
    if (!wb_shares(p, u, side) || !wb_shortfall(p, i))
      continue;
    fast.levels += unit->cel;
    fast.spare += unit->cel - 1;
    if (K(p, u)->role == TOWED_ART && !(unit->more & PACKED))
      fast.guns++;
    if (unit->at == last || f->node[i] || stays_ours(p, side, unit->at))
      continue;
    last = unit->at;
    fast.points += wb_aim_points(p, unit->at);
  }

  return fast;
}

/* Are there days enough to come back for a place? The German attacks every day. The Soviet has to
 * gather first: in the last days what he gives up is lost. */
static bool may_come_back(const struct sal_play *p, int side) {
  enum { GATHERS = 3 };
  int left = O(p)->turns - p->state->turn;
  return left >= (side == SAL_SOVIET ? GATHERS : 1);
}

/* To hold costs levels (5.3.7), and points where it costs a Soviet counter (K.10); to go costs the
 * ground and the guns in it, less where one may come back. */
static int32_t score_holding(const struct sal_play *p, int side) {
  enum { GO = 30, PART = 3 }; /* GO: what a free way back scores */
  struct stand_fast fast = who_stands(p, side);
  int price = wb_holding_price(p, side);
  int counters = larger(price - fast.spare, 0);
  int32_t ground = A_POINT * fast.points;
  int32_t a_counter = side == SAL_SOVIET ? A_POINT : A_LEVEL / 2;

  if (price >= fast.levels)
    return 0; /* nobody would be left to hold anything */
  if (may_come_back(p, side))
    ground /= PART;
  if (side == SAL_SOVIET)
    ground += (A_POINT + A_LEVEL) * fast.guns;

  return GO + ground - A_LEVEL * price - a_counter * counters;
}

/* To retreat is better than to stop half way, and that than to hold, unless the ground is worth it.
 */
int32_t wb_score_retreat(const struct sal_play *p, int side, struct sal_action a,
                         const struct plan *plan) {
  if (a.verb == V_DONE)
    return score_holding(p, side);
  if (a.verb == V_STOP)
    return -10;
  return score_refuge(p, side, unit_of(a), hex_of(a, 1), plan);
}

/* The German pursues where that brings him nearer; the Soviet only into places that count. */
int32_t wb_score_pursue(const struct sal_play *p, int side, struct sal_action a,
                        const struct plan *plan) {
  if (a.verb != V_PURSUE)
    return 0;
  int u = unit_of(a);
  sal_hex to = hex_of(a, 1);
  if (S(p)->cell[to].pres & occ(sal_enemy(side)))
    return 80;
  if (K(p, u)->role == HQ)
    return -5;
  if (side == SAL_SOVIET)
    return wb_aim_points(p, to) || O(p)->line[to] & TOWN ? 10 : -8;
  int32_t before = wb_wish_at(p, plan->wishes, S(p)->unit[u].at);
  return wb_wish_at(p, plan->wishes, to) - before + 6 + plan->bias[0] / 10;
}

/* how easily the unit can spare a level */
int32_t wb_score_loss(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  int cost = 60 + 12 * k->off[unit->cel];

  if (k->role == HQ)
    cost += 150;
  if (k->cel == 2 && unit->cel == 2)
    cost = 10 * (k->off[2] - k->off[1]);

  return SAL_SURE + 1000 - cost;
}
