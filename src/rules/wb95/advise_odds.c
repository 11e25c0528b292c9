/* advise_odds.c - the odds of an attack at a glance, for the computer opponent's adviser.
 *
 * The units round a hex, the units in it, and the column this would give; how much an attack gains
 * if one more unit joins it.
 */
#include "advise.h"

/* units of that side stand next to h */
bool wb_stands_next_to(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (S(p)->cell[h + B(p)->step[d]].pres & occ(side))
      return true;
  return false;
}

/* Can the gun fire in this phase, or answer? */
static bool is_ready(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (!on_map(p, u) || unit->part)
    return false;
  return !(unit->flags & FIRED) && !(unit->more & PACKED);
}

/* A side's ready guns, looked up once in a decision. */
static const struct ready *ready_guns(const struct sal_play *p, int side) {
  struct advice *a = advice(p);
  struct ready *r = &a->ready[side];

  if (r->decision == a->decisions)
    return r;
  r->decision = a->decisions;
  r->n = 0;
  EACH_GUN(p, side, u) {
    sal_hex at = S(p)->unit[u].at;
    if (!is_ready(p, u))
      continue;
    r->gun[r->n].unit = (uint16_t)u;
    r->gun[r->n].q = B(p)->q[at];
    r->gun[r->n++].r = B(p)->r[at];
  }
  return r;
}

/* Points of at most this many guns that could fire at h, or answer for it. */
static int gun_points(const struct sal_play *p, int side, sal_hex h, bool attack, int most) {
  const struct ready *r = ready_guns(p, side);
  int q = B(p)->q[h];
  int row = B(p)->r[h];
  int sum = 0;

  for (int i = 0; i < r->n && most; i++) {
    int u = r->gun[i].unit;
    int far = sal_span(r->gun[i].q - q, r->gun[i].r - row);
    if (!far || far > RANGE + attack)
      continue;
    sum += attack ? wb_attack_sp(p, u) : wb_defence_sp(p, u);
    most--;
  }

  return sum;
}

struct concentration {  /* 13.1.2: a shift for every three counters of a formation */
  uint64_t once, twice; /* formations with one counter over, or two */
  int shifts;
};

/* Adds a counter; formations are told apart by their last six bits. */
static void concentrate(const struct sal_play *p, struct concentration *c, int u) {
  int formation = O(p)->formation[u];
  uint64_t bit = (uint64_t)1 << (formation & 63);

  if (!formation)
    return;
  if (c->twice & bit) {
    c->twice &= ~bit;
    c->shifts++;
  } else if (c->once & bit) {
    c->once &= ~bit;
    c->twice |= bit;
  } else {
    c->once |= bit;
  }
}

struct muster {                   /* those round a hex */
  int sp, through, across, stars; /* through: a line of works; across: a river */
  struct concentration together;
};

/* 15.1.2: a blue star always shifts the column of an attack, a black one if there are no works. The
 * others depend on the defenders. */
static bool star_counts(const struct sal_play *p, int u, bool works) {
  int stars = K(p, u)->stars;
  bool black = stars & BLACK && !works;

  return stars & BLUE || black;
}

/* What a unit's star is worth, in points of strength: a column in every combat it comes to, or in
 * some (15.1.1, 15.1.2). A company of Tigers has three points and is no weak unit. */
int wb_star_points(const struct sal_play *p, int u) {
  enum { ALWAYS = 5, SOMETIMES = 2 };
  int stars = K(p, u)->stars;

  if (stars & BLUE)
    return ALWAYS;
  return stars ? SOMETIMES : 0;
}

/* The points of an attacker; its star is noted where it would count. */
static int add_to(const struct sal_play *p, struct muster *m, int u, bool works) {
  if (star_counts(p, u, works))
    m->stars++;
  concentrate(p, &m->together, u);
  return wb_attack_sp(p, u);
}

/* All units next to h that are not in the combat being put together, except `joining`, which comes
 * to `at`. */
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
        bool taken = u == joining || S(p)->unit[u].part & PA;
        if (!taken && wb_can_attack(p, side, u))
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

/* The columns that the units of a stack take off: stars, which serve tanks and guns in defence
 * (15.1.2), divisions that stand together (13.1.2), and fortress troops in works (15.4.1). */
static int shifts_of_units(const struct sal_play *p, sal_hex h, bool works) {
  struct concentration together = {0};
  bool fortress = false;
  int shifts = 0;

  EACH_AT(S(p), u, h) {
    if (K(p, u)->stars & (WHITE | BLACK | BLUE))
      shifts++;
    if (K(p, u)->role == FORTIFICATION)
      fortress = works;
    concentrate(p, &together, u);
  }

  return shifts + together.shifts + (fortress ? 2 : 0);
}

/* What stands against an attack on h, and the shifts of the ground. */
static struct stand reckon_stand(const struct sal_play *p, int side, sal_hex h) {
  enum { GUNS = 3 }; /* that fire for one combat, on either side */
  int enemy = sal_enemy(side);
  bool works = wb_fortified(p, enemy, h);
  struct stand s = {.guns = gun_points(p, side, h, true, GUNS),
                    .sp = gun_points(p, enemy, h, false, GUNS),
                    .shift = -O(p)->cm[h] - shifts_of_units(p, h, works),
                    .coming = NOT_COUNTED};

  EACH_AT(S(p), u, h) {
    bool fought = S(p)->unit[u].flags & FOUGHT;
    if (!fought && K(p, u)->role != TOWED_ART)
      s.sp += wb_defence_sp(p, u);
  }
  if (S(p)->cell[h].ground & ff(enemy))
    s.shift -= O(p)->line[h] & TOWN ? 2 : 1;
  if (side == SAL_SOVIET && O(p)->line[h] & LINE_FL)
    s.shift--; /* 19.1.4 */
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

/* Points of the attack with this many more, lines of works taken off. */
static int weight_of(const struct muster *m, const struct stand *s, int more) {
  int total = m->sp + more + s->guns;
  return m->through ? total - (m->through + s->guns) / 2 : total;
}

/* What the ground, works, rivers and stars shift the column by. */
static int shift_of(const struct muster *m, const struct stand *s) {
  int shift = s->shift + smaller(m->stars, 3) + m->together.shifts;

  if (2 * m->through > m->sp)
    shift -= 2;
  if (2 * m->across > m->sp)
    shift -= 1;

  return shift;
}

/* The column, more or less, with this many points more; -1: no unit is there. */
static int column_of(const struct muster *m, const struct stand *s, int more) {
  int total = weight_of(m, s, more);

  if (!m->sp)
    return -1;
  int column = NORATIO + 1 - (2 * s->sp + total) / (2 * total);
  if (total >= s->sp)
    column = NORATIO - 1 + (2 * total + s->sp) / (2 * s->sp);

  return within(column + shift_of(m, s), 0, COLUMNS - 1);
}

/* ---- what a combat brings --------------------------------------------------------------- */

/* What each column brings the attacker, by the mean of all dice, in hundredths of a level: levels,
 * ground and units driven off it. */
void wb_prepare_outcomes(const struct own *o, int16_t *outcome) {
  enum { LEVEL = 100, DRIVEN = 60, FURTHER = 40, BACK = 30, WAYS = 36 };

  for (int c = 0; c < COLUMNS; c++) {
    int sum = 0;
    for (int roll = 2; roll <= 12; roll++) {
      const struct cell_result *r = &o->combat[roll - 2][c];
      int v = LEVEL * (r->loss[1] - r->loss[0]) + FURTHER * r->back[1] - BACK * r->back[0];
      if (r->back[1])
        v += DRIVEN;
      sum += wb_ways[roll] * v;
    }
    outcome[c] = (int16_t)(sum / WAYS);
  }
}

/* Between two columns, for points that do not fill one: `tenths` counts from 1:4. */
static int32_t outcome_at(const struct sal_play *p, int tenths) {
  const int16_t *outcome = advice(p)->outcome;
  int at = within(tenths, 0, 10 * (COLUMNS - 1));
  int c = smaller(at / 10, COLUMNS - 2);

  return outcome[c] + (outcome[c + 1] - outcome[c]) * (at - 10 * c) / 10;
}

/* The ratio as a place on the table, in tenths of a column. */
static int tenths_of(int attack, int defence) {
  int a = larger(attack, 1);
  int d = larger(defence, 1);

  if (a >= d)
    return 10 * (NORATIO - 1) + 10 * a / d;
  return 10 * (NORATIO + 1) - 10 * d / a;
}

/* What this many more points bring to the combat being put together, on the attacker's or on the
 * defender's side. */
int32_t wb_brings(const struct sal_play *p, const struct odds *o, int attack, int defence) {
  int now = tenths_of(o->attack, o->defence);
  int then = tenths_of(o->attack + attack, o->defence + defence);
  int at = 10 * o->column;

  return outcome_at(p, at + then - now) - outcome_at(p, at);
}

/* What u brings to the combat being put together: its points, and the column of its star. */
int32_t wb_brings_here(const struct sal_play *p, const struct odds *o, int u) {
  int now = tenths_of(o->attack, o->defence);
  int then = tenths_of(o->attack + wb_attack_sp(p, u), o->defence);
  int at = 10 * o->column;
  bool works = false;

  EACH_TARGET(&S(p)->fight, target) {
    works |= wb_fortified(p, sal_enemy(S(p)->fight.side), (sal_hex)target);
  }
  int star = star_counts(p, u, works) ? 10 : 0;

  return outcome_at(p, at + then - now + star) - outcome_at(p, at);
}

/* What the attack on h by units that are not in this combat brings, with or without u. */
static int32_t left_for(const struct sal_play *p, int side, sal_hex h, int u, bool with) {
  struct stand s = stand(p, side, h)->is;
  struct muster m = muster(p, side, h, u, with ? S(p)->unit[u].at : SAL_NOHEX);

  if (!m.sp)
    return 0;
  return outcome_at(p, tenths_of(weight_of(&m, &s, 0), s.sp) + 10 * shift_of(&m, &s));
}

/* What u brings to the attack on another hex: one that must be made (5.1.4), or a good one. */
int32_t wb_brings_to(const struct sal_play *p, int side, int u, sal_hex h) {
  int32_t with = left_for(p, side, h, u, true);

  if (!wb_hex_owed(p, side, h) && with < advice(p)->outcome[wb_good_column(side)])
    return 0;
  return with - left_for(p, side, h, u, false);
}

/* ---- columns ---------------------------------------------------------------------------- */

/* The column of an attack on h by the units that stand there now. */
int wb_column_against(const struct sal_play *p, int side, sal_hex h, int joining, sal_hex at) {
  struct muster m = muster(p, side, h, joining, at);
  struct stand s = stand(p, side, h)->is;
  return column_of(&m, &s, 0);
}

/* The same with this many more points from units already in the combat. */
int wb_column_with(const struct sal_play *p, int side, sal_hex h, int more) {
  struct muster m = muster(p, side, h, -1, SAL_NOHEX);
  struct stand s = stand(p, side, h)->is;
  return column_of(&m, &s, more);
}

/* Points of a unit that could still come to the attack on h, or 0. */
static int could_bring(const struct sal_play *p, int side, sal_hex h, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (unit->flags & MOVED)
    return 0;
  if (!on_map(p, u))
    return 0;
  int d = sal_distance(B(p), unit->at, h);
  if (d <= 1 || d > RANGE)
    return 0;

  return wb_can_attack(p, side, u) ? wb_attack_sp(p, u) : 0;
}

/* Points of all units that could attack. They are looked for around h, because most units are far
 * from it. */
static int all_bring(const struct sal_play *p, int side, sal_hex h) {
  int sum = 0;

  for (int i = 0; i < AROUND; i++) {
    sal_hex from = wb_enemies_around(p, sal_enemy(side), h, i);
    if (!from)
      continue;
    EACH_AT(S(p), u, from) {
      sum += could_bring(p, side, h, u);
    }
  }

  return sum;
}

/* Points of the units that will probably still join the attack on h: not all that could do. Whoever
 * counts on too few spreads his attacks, because none of them seems to reach good odds. On a long
 * front most of those near h are wanted elsewhere, and there is time to wait for the others. */
static int reserves(const struct sal_play *p, int side, sal_hex h, int but) {
  enum { QUARTERS = 4, HALF = 2, MOST = 3 };
  struct stand *s = &stand(p, side, h)->is;
  bool gathers = side == SAL_GERMAN && O(p)->scenario & SC_LESSON;
  int comes = gathers ? MOST : HALF;

  if (s->coming == NOT_COUNTED)
    s->coming = all_bring(p, side, h);
  return (s->coming - could_bring(p, side, h, but)) * comes / QUARTERS;
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

/* Somebody of ours, other than u, must attack h already: he stands next to it and not in works. */
static bool owed_already(const struct sal_play *p, int side, int u, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    if (!(S(p)->cell[from].pres & occ(side)))
      continue;
    if (wb_fortified(p, side, from))
      continue;
    EACH_AT(S(p), w, from) {
      if (w != u && wb_can_attack(p, side, w))
        return true;
    }
  }

  return false;
}

/* What it costs to have to attack h as well (5.1.4), if nobody has to yet and the odds are bad: a
 * unit will be sacrificed. */
static int32_t price_of_contact(const struct sal_play *p, int side, int u, sal_hex at, sal_hex h) {
  enum { RUIN = 16 };

  if (wb_column_against(p, side, h, u, at) >= NORATIO)
    return 0;
  return owed_already(p, side, u, h) ? 0 : RUIN;
}

/* What an attack gains if u comes to `at`, or stays there. Packages grow until they are good
 * enough, and begin where they can. Every enemy next to the unit has to be attacked (5.1.4). The
 * Soviet, who wins nothing by an attack, looks at the worst of these attacks; the German looks at
 * the best, and at what the others cost him. */
int32_t wb_joins(const struct sal_play *p, int side, int u, sal_hex at) {
  int32_t best = -100;
  int32_t worst = 100;
  int32_t price = 0;
  sal_hex target = SAL_NOHEX;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (!(S(p)->cell[h].pres & occ(sal_enemy(side))))
      continue;
    int32_t v = joins_against(p, side, u, at, h);
    worst = smaller(v, worst);
    if (v <= best)
      continue;
    best = v;
    target = h;
  }
  if (side == SAL_SOVIET)
    return worst;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (h != target && S(p)->cell[h].pres & occ(SAL_SOVIET))
      price += price_of_contact(p, side, u, at, h);
  }

  return best - price;
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
