/* advise_odds.c - the odds of an attack at a glance, for the computer opponent's adviser.
 *
 * Who stands round a hex, what stands in it, and the column this would give; what it brings to an
 * attack that one more unit joins it.
 */
#include "advise.h"

/* units of that side stand next to h */
bool wb_stands_next_to(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (S(p)->cell[h + B(p)->step[d]].pres & occ(side))
      return true;
  return false;
}

/* Points of at most so many guns that could fire at h, or answer for it. */
static int gun_points(const struct sal_play *p, int side, sal_hex h, bool attack, int most) {
  int sum = 0;

  EACH_GUN(p, side, u) {
    const struct unit *unit = &S(p)->unit[u];
    if (!most)
      break;
    if (!on_map(p, u))
      continue;
    if (unit->flags & FIRED)
      continue;
    if (unit->more & PACKED)
      continue;
    if (unit->part)
      continue;
    if (unit->at == h)
      continue;
    if (sal_distance(B(p), unit->at, h) > RANGE + attack)
      continue;
    sum += attack ? wb_attack_sp(p, u) : wb_defence_sp(p, u);
    most--;
  }

  return sum;
}

struct muster {                   /* those round a hex */
  int sp, through, across, stars; /* through: a line of works; across: a river */
};

/* The points of an attacker; its star is noted where it would count. */
static int add_to(const struct sal_play *p, struct muster *m, int u, bool works) {
  int stars = K(p, u)->stars;
  bool black = stars & BLACK && !works;

  if (stars & BLUE || black)
    m->stars++;
  return wb_attack_sp(p, u);
}

/* Everybody who stands next to h, but for `joining`, who comes to `at`. */
static struct muster muster(const struct sal_play *p, int side, sal_hex h, int joining,
                            sal_hex at) {
  struct muster m = {0};
  bool works = wb_fortified(p, sal_enemy(side), h);

  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    int here = 0;
    if (!from)
      continue;
    if (S(p)->cell[from].pres & occ(side)) {
      EACH_AT(S(p), u, from) {
        if (u != joining && wb_can_attack(p, side, u))
          here += add_to(p, &m, u, works);
      }
    }
    if (joining >= 0 && from == at)
      here += add_to(p, &m, joining, works);
    m.sp += here;
    if (side == SAL_GERMAN && B(p)->owns[h * 6 + d] & O(p)->fl)
      m.through += here;
    if (B(p)->side[h * 6 + d] & (O(p)->river | O(p)->doniec))
      m.across += here;
  }

  return m;
}

/* What stands against an attack on h, and the shifts of the ground. */
static struct stand reckon_stand(const struct sal_play *p, int side, sal_hex h) {
  int enemy = sal_enemy(side);
  struct stand s = {.guns = gun_points(p, side, h, true, 3),
                    .sp = gun_points(p, enemy, h, false, 1),
                    .shift = -O(p)->cm[h],
                    .coming = NOT_COUNTED};

  EACH_AT(S(p), u, h) {
    bool fought = S(p)->unit[u].flags & FOUGHT;
    if (!fought && K(p, u)->role != TOWED_ART)
      s.sp += wb_defence_sp(p, u);
    if (K(p, u)->stars & WHITE)
      s.shift--;
  }
  if (S(p)->cell[h].ground & ff(enemy))
    s.shift -= O(p)->line[h] & TOWN ? 2 : 1;
  s.sp = larger(s.sp, 1);
  return s;
}

/* The same, worked out once in a decision: many units look at the same enemy. */
static struct known_stand *stand(const struct sal_play *p, int side, sal_hex h) {
  struct advice *a = advice(p);
  struct known_stand *known = &a->stand[h % STANDS];

  if (known->decision == a->decisions && known->hex == h)
    return known;
  known->decision = a->decisions;
  known->hex = h;
  known->is = reckon_stand(p, side, h);
  return known;
}

/* The column, more or less, with so many points more; -1 nobody is there. */
static int column_of(const struct muster *m, const struct stand *s, int more) {
  int total = m->sp + more + s->guns;
  int shift = s->shift + smaller(m->stars, 3);

  if (!m->sp)
    return -1;
  if (m->through)
    total -= (m->through + s->guns) / 2;
  if (2 * m->through > m->sp)
    shift -= 2;
  if (2 * m->across > m->sp)
    shift -= 1;
  int column = NORATIO + 1 - (2 * s->sp + total) / (2 * total);
  if (total >= s->sp)
    column = NORATIO - 1 + (2 * total + s->sp) / (2 * s->sp);

  return within(column + shift, 0, COLUMNS - 1);
}

/* The column of an attack on h as everybody stands now. */
int wb_column_against(const struct sal_play *p, int side, sal_hex h, int joining, sal_hex at) {
  struct muster m = muster(p, side, h, joining, at);
  struct stand s = stand(p, side, h)->is;
  return column_of(&m, &s, 0);
}

/* Points of a unit that could still come to the attack on h, or 0. */
static int could_bring(const struct sal_play *p, int side, sal_hex h, int u) {
  enum { WITHIN = 3 };
  const struct unit *unit = &S(p)->unit[u];

  if (unit->flags & MOVED)
    return 0;
  if (!on_map(p, u))
    return 0;
  int d = sal_distance(B(p), unit->at, h);
  if (d <= 1 || d > WITHIN)
    return 0;

  return wb_can_attack(p, side, u) ? wb_attack_sp(p, u) : 0;
}

/* Points of those who could still come to the attack on h, or half of them: not all will. */
static int reserves(const struct sal_play *p, int side, sal_hex h, int but) {
  struct stand *s = &stand(p, side, h)->is;

  if (s->coming == NOT_COUNTED) {
    s->coming = 0;
    EACH_OWN(p, side, u) {
      s->coming += could_bring(p, side, h, u);
    }
  }

  return (s->coming - could_bring(p, side, h, but)) / 2;
}

/* 2:1 for the German, 4:1 for the Soviet, who wins nothing by an attack */
int wb_good_column(int side) {
  return side == SAL_GERMAN ? NORATIO + 1 : NORATIO + 3;
}

/* What u adds to the attack on one hex. */
static int32_t joins_against(const struct sal_play *p, int side, int u, sal_hex at, sal_hex h) {
  enum { ENOUGH = 2, MOST = 3 };
  bool german = side == SAL_GERMAN;
  int good = wb_good_column(side);
  int prize = german ? 14 : 6;
  int rise = german ? 9 : 5;
  struct stand s = stand(p, side, h)->is;
  struct muster without = muster(p, side, h, u, SAL_NOHEX);
  struct muster with = muster(p, side, h, u, at);
  int now = column_of(&without, &s, 0);
  int then = column_of(&with, &s, 0);
  int more = then;

  if (then < good)
    more = column_of(&with, &s, reserves(p, side, h, u));
  if (now >= good + ENOUGH)
    return 4;
  if (more < good)
    return (then - good) * 9 - 14;
  int32_t v = prize + rise * smaller(more - good, MOST);
  return then < good ? v - 4 : v;
}

/* What it brings to an attack that u comes to `at`, or stays there: packages grow until they are
 * good enough, and begin where they can. Whoever is next to it has to be attacked (5.1.4): the
 * Soviet, who wins nothing by an attack, looks at the worst of them, the German at the best. */
int32_t wb_joins(const struct sal_play *p, int side, int u, sal_hex at) {
  int32_t best = -100;
  int32_t worst = 100;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (!(S(p)->cell[h].pres & occ(sal_enemy(side))))
      continue;
    int32_t v = joins_against(p, side, u, at, h);
    best = larger(v, best);
    worst = smaller(v, worst);
  }

  return side == SAL_GERMAN ? best : worst;
}

/* against the neighbours of `at` */
int wb_best_column(const struct sal_play *p, int side, int joining, sal_hex at) {
  int best = -1;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (S(p)->cell[h].pres & occ(sal_enemy(side)))
      best = larger(best, wb_column_against(p, side, h, joining, at));
  }

  return best;
}
