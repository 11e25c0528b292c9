/* advise_fire.c - what guns are worth where: how many are named for a bombardment, and when they
 * are kept.
 *
 * A gun fires once until its owner's next rally (13.art.7). The Soviet, who is attacked, may fire
 * in his own phase or in the enemy's turn: when a stack comes into a zone (6.re.5) and as Fire
 * Support (7.a.3.2). A gun fired now is missing then. So a gun is named only where it adds more
 * than it could do later.
 */
#include "advise.h"

/* What a stack loses when it is disorganised, and by a step: in hundredths of a step. */
struct prey {
  int32_t shaken, step;
};

/* Shells do nothing to a unit that is already disorganised (7.a.5.9). A unit without an enemy of
 * its own beside it will have rallied before it matters (13.art.6). */
static struct prey prey_at(const struct sal_play *p, int side, sal_hex h) {
  enum { HALVED = 4, PLACE = 40 };
  struct prey prey = {0};
  int32_t whole = 0;
  int steps = 0;

  for (int u = top_enemy(p, side, h); u >= 0; u = below(p, u)) {
    int32_t worth = alea_worth(p, u) * U(p, u)->steps / I(p, u)->steps;
    whole += worth;
    steps += U(p, u)->steps;
    prey.shaken += U(p, u)->flags & DSG ? 0 : worth / HALVED;
  }
  if (!zoc_on(p, sal_enemy(side), h)) {
    prey.shaken = 0;
  }
  if (prey.shaken && alea_aim_at(p, h) >= 0) {
    prey.shaken += PLACE;
  }
  prey.step = steps ? whole / steps : 0;
  return prey;
}

/* What a factor could do later if it is not fired now: at another target of this phase or, for the
 * Soviet, at the next enemy to come in the German's turn. */
static int32_t kept_for_later(const struct sal_play *p, int side) {
  enum { NEXT_TARGET = 1, NEXT_COMER = 2 };

  if (alea_nothing_follows(p, side)) {
    return 0;
  }
  return side == SAL_SOVIET ? NEXT_COMER : NEXT_TARGET;
}

/* How much more a bombardment with this many factors brings than they could do later. */
static int32_t brings(const struct sal_play *p, int side, sal_hex h, const struct prey *prey,
                      int sum) {
  struct shells s = alea_shells(p, side, h, sum);
  return (s.shake * prey->shaken + s.steps * prey->step) / 6 - sum * kept_for_later(p, side);
}

/* The best bombardment with the guns named and any that may still be named: how much more it brings
 * than those named alone. One gun may not reach the next column of T4 where two do. */
int32_t alea_more_guns(const struct sal_play *p, int side, sal_hex h) {
  const struct own *o = O(p);
  struct prey prey = prey_at(p, side, h);
  int named = 0;

  if (!prey.step) {
    return 0;
  }
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    bool in = is_guns(p, u) && U(p, u)->flags & GROUP;
    named += in ? alea_bomb(p, u) : 0;
  }
  int32_t now = brings(p, side, h, &prey, named);
  int32_t best = now;
  int sum = named;
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (is_guns(p, u) && alea_gun_ready(p, side, u, h, NULL)) {
      sum += alea_bomb(p, u);
      best = max_of(best, brings(p, side, h, &prey, sum));
    }
  }

  return best - now;
}
