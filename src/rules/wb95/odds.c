/* odds.c - 1.5-1.7, 5.5, 7, 9.2, 13, 15, 19, 20: works out the odds of a direct combat.
 *
 * One function (wb_reckon) does it. The card before the roll, the roll itself and the card with the
 * dice on it all use it, so they cannot disagree. Shifts are clamped after every one, first the
 * attacker's, then the defender's, as 1.6b asks.
 */
#include "state.h"

const char *const wb_column[COLUMNS] = {"1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1",
                                        "5:1", "6:1", "7:1", "8:1", "9:1", "10:1"};

/* ---- strengths -------------------------------------------------------------------------- */

/* 5.6.4, 10.2.2: disorganized units and units out of supply attack with half their strength. */
int wb_attack_sp(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int sp = K(p, u)->off[unit->cel];

  if (unit->more & DISORG)
    sp = halves(sp);
  if (unit->oos && !(unit->part & PFULL))
    sp = halves(sp);

  return sp;
}

/* 5.6.4: disorganized units defend with half their strength. */
int wb_defence_sp(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int sp = K(p, u)->def[unit->cel];
  return unit->more & DISORG ? halves(sp) : sp;
}

/* A unit that holds a hex; guns and headquarters do not. */
static bool hard(const struct kind *k) {
  if (k->role == TOWED_ART)
    return false;
  return k->role != HQ;
}

/* 6.6.1, 6.5.6: a gun in an attacked hex counts when it is set up, has not fired, and stands with a
 * regular unit. */
static bool gun_counts(const struct unit *unit, bool stands) {
  if (!stands)
    return false;
  if (unit->more & PACKED)
    return false;
  if (unit->flags & FIRED)
    return false;

  return !(unit->status & BARRAGES);
}

/* What a unit standing in an attacked hex adds (6.6); `stands`: a regular unit is with it. */
static int defender_sp(const struct sal_play *p, int u, bool stands) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);

  if (unit->flags & FOUGHT || k->role == HQ)
    return 0; /* 5.1.1 */
  if (k->role == TOWED_ART && !gun_counts(unit, stands))
    return 0;

  return wb_defence_sp(p, u);
}

/* The rule behind the figure of a gun that supports a combat. */
static int support_rule(const struct sal_play *p, int u, bool attacks) {
  if (S(p)->unit[u].part & PSHARE)
    return attacks ? R_6_6_2 : R_6_3_5;
  if (O(p)->formation[u])
    return R_13_1_5;
  return attacks ? R_6_3_2 : R_6_3_3;
}

/* The rule behind the figure of towed artillery in an attacked hex. */
static int towed_rule(const struct unit *unit) {
  if (unit->more & PACKED)
    return R_6_6_4;
  return unit->status & BARRAGES ? R_6_5_6 : R_6_6_1;
}

/* The rule behind a unit's figure on the card; the most particular one. */
static int unit_rule(const struct sal_play *p, int u, bool attacks) {
  const struct unit *unit = &S(p)->unit[u];
  int role = K(p, u)->role;
  bool supports = unit->part & PG;
  bool disorganized = unit->more & DISORG;
  bool full = unit->part & PFULL;
  bool hungry = attacks && unit->oos;

  if (unit->flags & FOUGHT)
    return R_5_1_1;
  if (disorganized && hungry && !full)
    return R_1_7a; /* halved twice */
  if (disorganized)
    return supports && !attacks ? R_6_4_6 : R_5_6_4;
  if (hungry)
    return full ? R_10_2_3 : R_10_2_2;
  if (role == HQ)
    return R_9_1_4;
  if (supports)
    return support_rule(p, u, attacks);
  if (role == SELF_PROPELLED)
    return R_6_6_5;

  return role == TOWED_ART ? towed_rule(unit) : R_1_5;
}

struct stand { /* one attacked hex */
  int sp;
  bool lone, guns; /* lone: no unit that holds it; guns: some of them are set up to fire */
};

/* 6.6.3: guns alone are worth one point in all; 6.6.4, 5.1.9: packed guns and headquarters none. */
static struct stand stand_of(const struct sal_play *p, sal_hex h) {
  struct stand s = {.lone = true};
  bool regular = wb_regular_at(p, h);

  EACH_AT(S(p), u, h) {
    if (hard(K(p, u)))
      s.lone = false;
    else if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED))
      s.guns = true;
    s.sp += defender_sp(p, u, regular);
  }
  if (s.lone)
    s.sp = s.guns;

  return s;
}

/* The points that an attacked hex itself brings. */
int wb_stand_sp(const struct sal_play *p, sal_hex h) {
  return stand_of(p, h).sp;
}

/* ---- what the reckoning looks at -------------------------------------------------------- */

struct view {
  const struct sal_play *p;
  const struct combat *f;
  int att, def;
  sal_hex main;
  int total, fl, fp, river, doniec, big; /* attackers' points in all, and across or through what */
  bool tracks[SAL_SIDES]; /* the force of that side has tracked units or armoured cars */
  int air, airstars;
};

/* How well a hex serves the defender, among those equally strong. */
static int worth_of_ground(const struct sal_play *p, sal_hex h) {
  int worth = O(p)->cm[h];

  if (S(p)->cell[h].ground & (FF_G | FF_S))
    worth += 1;
  if (O(p)->line[h] & (LINE_FL | LINE_FP))
    worth += 2;

  return worth;
}

/* 5.5.3: whether the ground of `h` counts before that of `other`: it is held more strongly, or as
 * strongly and the defender's own choice, or else the better ground. */
static bool counts_before(const struct sal_play *p, const struct combat *f, sal_hex h,
                          sal_hex other) {
  int here = stand_of(p, h).sp;
  int there = stand_of(p, other).sp;

  if (here > there)
    return true;
  if (here < there)
    return false;
  if (f->ground == h)
    return true;
  if (f->ground == other)
    return false;

  return worth_of_ground(p, h) > worth_of_ground(p, other);
}

/* 5.5.3: the ground of the hex that is held most strongly counts. */
static sal_hex main_hex(const struct sal_play *p, const struct combat *f) {
  sal_hex best = f->target[0];

  EACH_TARGET(f, target) {
    if (counts_before(p, f, (sal_hex)target, best))
      best = (sal_hex)target;
  }

  return best;
}

/* Adds an attacker's points to what they come across or through. */
static void look_at_attacker(struct view *v, int u) {
  const struct sal_play *p = v->p;
  const struct own *o = O(p);
  int sp = wb_attack_sp(p, u);
  int d = sal_dir_to(B(p), v->main, S(p)->unit[u].at);
  int hexside = v->main * 6 + d;
  int side = B(p)->side[hexside];
  bool line = B(p)->owns[hexside] & o->fl;

  v->total += sp;
  if (line && v->def == SAL_SOVIET) /* 19.1.4: nothing of the kind for Germans */
    v->fl += sp;
  if (o->fp_side[v->main] >> d & 1)
    v->fp += sp;
  if (side & o->doniec)
    v->doniec += sp;
  else if (side & o->big_river)
    v->big += sp;
  else if (side & o->river)
    v->river += sp;
}

/* 15.1.2: what white stars count against. */
static bool tracked(const struct kind *k) {
  if (k->class == TRACK)
    return true;
  return k->flag & F_CAR;
}

/* Goes through all units in the combat. */
static void look_at_forces(struct view *v) {
  const struct sal_play *p = v->p;

  EACH_PART(v->f, u) {
    int part = S(p)->unit[u].part;
    if (part & PA)
      look_at_attacker(v, u);
    if (part & (PA | PSHARE) && tracked(K(p, u)))
      v->tracks[side_of(p, u)] = true;
  }
  EACH_TARGET(v->f, h) {
    EACH_AT(S(p), u, h) {
      if (tracked(K(p, u)))
        v->tracks[v->def] = true;
    }
  }
}

/* Everything that the calculation needs to know, found out once. */
static struct view look(const struct sal_play *p) {
  const struct combat *f = &S(p)->fight;
  struct view v = {.p = p, .f = f, .att = f->side, .def = sal_enemy(f->side)};

  v.main = main_hex(p, f);
  look_at_forces(&v);
  EACH_TARGET(f, h) {
    int stars = 0;
    v.air += wb_air_sp(p, v.att, OFFENCE, (sal_hex)h, &stars);
    v.airstars += stars;
  }

  return v;
}

/* ---- stars (15.1) ----------------------------------------------------------------------- */

/* Whether who attacks from there has a big river before him. */
static bool over_big_river(const struct view *v, sal_hex from) {
  const struct sal_play *p = v->p;
  int hexside = v->main * 6 + sal_dir_to(B(p), v->main, from);
  return B(p)->side[hexside] & O(p)->big_river;
}

/* The stars of a unit that can count here. 15.1.8: none over a big river. Black needs open ground,
 * white needs tracks on the other side, yellow an attack. 15.1.5: towed units never attack
 * (5.1.10), so theirs count in defence only. */
static int ready_stars(const struct view *v, int u) {
  const struct sal_play *p = v->p;
  const struct unit *unit = &S(p)->unit[u];
  int stars = K(p, u)->stars;
  bool attacks = unit->part & PA;

  if (attacks && over_big_river(v, unit->at))
    return 0;
  if (attacks && wb_fortified(p, v->def, v->main))
    stars &= ~BLACK;
  if (!v->tracks[sal_enemy(side_of(p, u))])
    stars &= ~WHITE;
  if (!attacks)
    stars &= ~YELLOW;

  return stars;
}

/* Whether a unit's star could count in this combat. */
bool wb_star_ready(const struct sal_play *p, int u) {
  struct view v = look(p);
  return ready_stars(&v, u) != 0;
}

struct stars {
  int used[SAL_SIDES]; /* colours in use */
  int n[SAL_SIDES];    /* that count after cancellation */
  int lost[SAL_SIDES], air;
  bool towed; /* a towed unit's star counts: in defence (15.1.5) */
};

/* How many colours. */
static int number_of_stars(int stars) {
  return __builtin_popcount((unsigned)stars);
}

/* 15.1.2R: white cancels black and yellow, black cancels yellow. */
static int count_stars(int stars, int enemy) {
  if (enemy & WHITE)
    stars &= ~(BLACK | YELLOW);
  if (enemy & BLACK)
    stars &= ~YELLOW;
  return number_of_stars(stars);
}

/* 15.1.6: a star counts unless it is spared. */
static bool uses_star(const struct view *v, int u) {
  return S(v->p)->unit[u].part & PSTAR;
}

/* First which colours each side uses, then what they leave of the other's. 21.1.1: the aircraft's
 * white stars count against tracks. */
static struct stars stars_of(const struct view *v) {
  const struct sal_play *p = v->p;
  struct stars s = {0};

  EACH_PART(v->f, u) {
    if (uses_star(v, u))
      s.used[side_of(p, u)] |= ready_stars(v, u);
  }
  if (S(p)->head.option[O_SPECIAL] && v->tracks[v->def])
    s.air = v->airstars;
  if (s.air)
    s.used[v->att] |= WHITE;
  s.n[v->att] = s.air;
  EACH_PART(v->f, u) {
    int side = side_of(p, u);
    if (!uses_star(v, u))
      continue;
    int ready = ready_stars(v, u);
    int counts = count_stars(ready, s.used[sal_enemy(side)]);
    s.n[side] += counts;
    s.lost[side] += number_of_stars(ready) - counts;
    if (counts && is_towed(K(p, u)))
      s.towed = true;
  }

  return s;
}

/* ---- concentration, headquarters, special units ----------------------------------------- */

struct concentration {
  int shifts;
  bool apart; /* units of one formation stand in several hexes */
};

/* 13.1.2-13.1.5: a shift for every three counters of one formation in the combat. */
static struct concentration concentration(const struct view *v, int side) {
  enum { TOGETHER = 3 };
  const struct sal_play *p = v->p;
  uint8_t count[MAX_FORMATIONS] = {0};
  sal_hex at[MAX_FORMATIONS] = {0};
  struct concentration c = {0};

  if (!S(p)->head.option[O_CONCENTRATION])
    return c;
  EACH_PART(v->f, u) {
    const struct unit *unit = &S(p)->unit[u];
    int f = O(p)->formation[u];
    if (side_of(p, u) != side)
      continue;
    if (!f)
      continue;
    if (unit->flags & FOUGHT)
      continue;
    if (at[f] && at[f] != unit->at)
      c.apart = true; /* 13.1.3 */
    at[f] = unit->at;
    count[f]++;
    if (count[f] % TOGETHER == 0)
      c.shifts++;
  }

  return c;
}

/* The rule behind the shifts of concentration. */
static int concentration_rule(struct concentration c) {
  if (c.shifts > 1)
    return R_13_1_4;
  return c.apart ? R_13_1_3 : R_13_1_2;
}

/* The headquarters of the side that have the unit in their range, a bit for each. */
static uint64_t headquarters_near(const struct sal_play *p, int side, int u) {
  const struct own *o = O(p);
  uint64_t near = 0;

  for (int i = 0; i < o->nhqs[side]; i++) {
    int hq = o->hqs[side][i];
    if (!on_map(p, hq))
      continue;
    int far = sal_distance(B(p), S(p)->unit[hq].at, S(p)->unit[u].at);
    if (far <= o->hq_range[side])
      near |= (uint64_t)1 << (i & 63);
  }

  return near;
}

/* 9.2.1, 9.2.2: headquarters help when every unit of the side in the combat is near one. */
int wb_hq_covers(const struct sal_play *p, int side) {
  uint64_t used = 0;

  EACH_PART(&S(p)->fight, u) {
    if (side_of(p, u) != side)
      continue;
    uint64_t near = headquarters_near(p, side, u);
    if (!near)
      return 0;
    used |= near;
  }

  return __builtin_popcountll(used);
}

/* 9.1.7: the shifts serve combats within eight hexes of where the headquarters fell. */
bool wb_pool_near(const struct sal_play *p, int side, const struct pool *pool) {
  enum { NEAR = 8 };

  if (pool->side != side)
    return false;
  EACH_TARGET(&S(p)->fight, h) {
    if (sal_distance(B(p), pool->at, (sal_hex)h) <= NEAR)
      return true;
  }

  return false;
}

/* 9.1.6: those won in this very phase are for the next two. */
int wb_pool_points(const struct sal_play *p, int side) {
  enum { WON_NOW = 3 };
  int shifts = 0;

  for (int i = 0; i < POOLS; i++) {
    const struct pool *pool = &S(p)->pool[i];
    if (pool->phases != WON_NOW && wb_pool_near(p, side, pool))
      shifts += pool->left;
  }

  return shifts;
}

/* 15.3.1, 15.3.2: what Volkssturm of `side` gives the enemy: two shifts, one for each regular unit
 * with it less. */
static int weakness(const struct view *v, int side) {
  const struct sal_play *p = v->p;
  int worst = 0;

  if (!S(p)->head.option[O_SPECIAL])
    return 0;
  EACH_PART(v->f, u) {
    int with = 0;
    if (side_of(p, u) != side)
      continue;
    if (K(p, u)->role != VOLKSSTURM)
      continue;
    EACH_AT(S(p), w, S(p)->unit[u].at) {
      with += is_regular(K(p, w)) && K(p, w)->role != VOLKSSTURM;
    }
    worst = larger(worst, 2 - with);
  }

  return worst;
}

/* ---- totals ----------------------------------------------------------------------------- */

enum { ROOM_ATTACK = 16, ROOM_HEXES = 28, ROOM_GUNS = 36 }; /* lines of the card, as it fills */

/* A unit's line on the card; a crowd is summed up in one line, `rest`. */
static void line_of(const struct view *v, struct sal_card *c, int u, int sp, int rule, int room,
                    int *rest) {
  if (!c)
    return;
  if (c->nlines >= room) {
    *rest += sp;
    return;
  }
  sal_card_add(c, side_of(v->p, u), sp, 1, rule, (sal_unit)u, "%s", v->p->book->counter[u].label);
}

/* A line that names no unit. */
static void plain_line(struct sal_card *c, int side, int value, int rule, const char *text) {
  if (c && value)
    sal_card_add(c, side, value, 1, rule, SAL_NOUNIT, "%s", text);
}

/* The line that halves the attack. */
static int halving_rule(const struct view *v) {
  if (v->fl)
    return R_19_1_1;
  return 2 * v->fp < v->total ? R_7_2_4b : R_7_2_2;
}

/* 1.3 step 2: the attackers' points. Guns and aircraft are halved together with attackers that
 * attack through a line (7.2.2, 19.1.1). */
static int attack_total(const struct view *v, struct sal_card *c) {
  const struct sal_play *p = v->p;
  int rest = 0;
  int units = 0;
  int support = v->air;

  EACH_PART(v->f, u) {
    if (side_of(p, u) != v->att)
      continue;
    int sp = wb_attack_sp(p, u);
    if (S(p)->unit[u].part & PG)
      support += sp;
    else
      units += sp;
    line_of(v, c, u, sp, unit_rule(p, u, true), ROOM_ATTACK, &rest);
  }
  plain_line(c, v->att, rest, R_1_5, "the others");
  plain_line(c, v->att, v->air, R_8_2_2, "air support");
  int through = v->fl + v->fp;
  int total = units + support;
  if (!through)
    return total;
  int halved = through + support;
  int off = halved - halves(halved);
  plain_line(c, v->att, -off, halving_rule(v), "halved at the line");
  return total - off;
}

struct defence {
  int total;
  bool alone; /* 5.1.9: nobody who could fight */
};

/* The points of one attacked hex, with its lines on the card. */
static int defend_hex(const struct view *v, struct sal_card *c, sal_hex h, int *rest) {
  const struct sal_play *p = v->p;
  struct stand s = stand_of(p, h);
  bool regular = wb_regular_at(p, h);

  if (s.lone && s.guns && c)
    sal_card_add(c, v->def, 1, 1, R_6_6_3, SAL_NOUNIT, "guns alone in %s", B(p)->name[h]);
  if (s.lone)
    return s.sp;
  EACH_AT(S(p), u, h) {
    line_of(v, c, u, defender_sp(p, u, regular), unit_rule(p, u, false), ROOM_HEXES, rest);
  }

  return s.sp;
}

/* Those in the hexes, the guns that answer, and half the aircraft (8.2.4). */
static struct defence defence_total(const struct view *v, struct sal_card *c) {
  const struct sal_play *p = v->p;
  struct defence d = {.alone = true};
  int air = 0;
  int rest = 0;
  int stars;

  EACH_TARGET(v->f, target) {
    sal_hex h = (sal_hex)target;
    struct stand s = stand_of(p, h);
    if (!s.lone || s.guns)
      d.alone = false;
    d.total += defend_hex(v, c, h, &rest);
    air += wb_air_sp(p, v->def, DEFENCE, h, &stars);
  }
  EACH_PART(v->f, u) {
    if (side_of(p, u) != v->def)
      continue;
    if (!(S(p)->unit[u].part & PG))
      continue;
    int sp = wb_defence_sp(p, u);
    d.total += sp;
    line_of(v, c, u, sp, unit_rule(p, u, false), ROOM_GUNS, &rest);
  }
  d.total += halves(air);
  plain_line(c, v->def, rest, R_1_5, "the others");
  plain_line(c, v->def, halves(air), R_8_2_4, "air support, halved");
  return d;
}

/* ---- the column ------------------------------------------------------------------------- */

/* 1.7c: the ratio, rounded to the nearest column. */
static int ratio(int a, int d) {
  int column = NORATIO + 1 - (2 * d + a) / (2 * a);
  if (a >= d)
    column = NORATIO - 1 + (2 * a + d) / (2 * d);
  return within(column, 0, COLUMNS - 1);
}

/* 1.6b: shifts end with the table. */
static int shift(struct sal_card *c, int column, int by, int rule, const char *why) {
  int want = column + by;
  int to = within(want, 0, COLUMNS - 1);

  if (!by)
    return to;
  if (!c)
    return to;
  struct sal_card_step *s = sal_card_to(c, rule, wb_column[to], "%s", why);
  s->shift = (int8_t)by;
  s->has_shift = true;
  if (to != want && to != column)
    sal_card_to(c, R_1_6b, wb_column[to], "the table ends here");

  return to;
}

/* 7.2.2-7.2.4: a fixed position, from its front or from the rear. */
static int position_shift(const struct view *v, struct sal_card *c, int column) {
  const struct own *o = O(v->p);
  bool front = 2 * v->fp >= v->total;
  int local = o->fp_cm[v->main];
  int town = o->line[v->main] & TOWN ? -2 : -1;

  if (!front)
    return shift(c, column, town, R_7_2_4a, "fixed position from the rear");
  if (local)
    return shift(c, column, -local, R_7_2_3, "fixed position");

  return shift(c, column, -3, R_7_2_2, "fixed position");
}

/* 20.1.1: a field fortification; more of it in a town. */
static int works_shift(const struct view *v, struct sal_card *c, int column) {
  if (!(S(v->p)->cell[v->main].ground & ff(v->def)))
    return column;
  if (O(v->p)->line[v->main] & TOWN)
    return shift(c, column, -2, R_20_1_1, "field fortification in a town");
  return shift(c, column, -1, R_20_1_1, "field fortification");
}

/* 19.1.2-19.1.4: the fortified line helps the Soviets who hold it against its front, and the
 * Germans a little. */
static int fortified_line_shift(const struct view *v, struct sal_card *c, int column) {
  enum { WEAK = 4 };
  const struct sal_play *p = v->p;
  int garrison = 0;

  if (v->def == SAL_GERMAN && O(p)->line[v->main] & LINE_FL)
    return shift(c, column, -1, R_19_1_4, "in a fortified line");
  if (2 * v->fl <= v->total)
    return column;
  EACH_AT(S(p), u, v->main) {
    if (is_regular(K(p, u)))
      garrison += K(p, u)->sp[S(p)->unit[u].cel];
  }
  if (garrison <= WEAK)
    return shift(c, column, -1, R_19_1_3, "fortified line");

  return shift(c, column, -2, R_19_1_2, "fortified line");
}

/* 5.5.4: water counts when most of the attackers' points come across it. */
static int river_shift(const struct view *v, struct sal_card *c, int column) {
  const struct own *o = O(v->p);
  int any = v->doniec + v->river + v->big;

  if (2 * v->big > v->total)
    return shift(c, column, -o->side_cm[2], R_5_5_4, "across the big river");
  if (2 * v->doniec > v->total)
    return shift(c, column, -o->side_cm[1], R_5_5_4, "across the Doniec");
  if (2 * any > v->total)
    return shift(c, column, -o->side_cm[0], R_5_5_4, "across a river");

  return column;
}

/* 15.2.3: a resilience group in the hex. */
static bool resilient(const struct view *v) {
  if (!S(v->p)->head.option[O_SPECIAL])
    return false;
  EACH_AT(S(v->p), u, v->main) {
    if (K(v->p, u)->role == RESILIENCE)
      return true;
  }

  return false;
}

/* 15.4.1: a fortification unit in its works. */
static bool fortress_troops(const struct view *v) {
  EACH_PART(v->f, u) {
    if (S(v->p)->unit[u].part & PFU)
      return true;
  }
  return false;
}

/* 9.2.1: headquarters help unless they are declined. What a side has committed is open to both. */
static int hq_in_use(const struct view *v, int side) {
  int said = v->f->hq[side];
  if (said >= HQ_FIXED)
    return said - HQ_FIXED;
  return said == HQ_DECLINED ? 0 : wb_hq_covers(v->p, side);
}

/* 9.2: what the staffs of both sides do to the roll; on both sides they cancel out (9.2.4). */
static int hq_shift(const struct view *v, struct sal_card *c, int column) {
  int ours = hq_in_use(v, v->att);
  int theirs = hq_in_use(v, v->def);
  int rule = ours + theirs > 1 ? R_9_2_3 : R_9_2_1;

  if (ours && theirs) {
    if (c)
      sal_card_to(c, R_9_2_4, wb_column[column], "headquarters on both sides cancel out");
    return 0;
  }
  if (c && ours)
    sal_card_to(c, rule, wb_column[column], "attackers' headquarters: 1 off the roll");
  if (c && theirs)
    sal_card_to(c, rule, wb_column[column], "defenders' headquarters: 1 on the roll");

  return (theirs > 0) - (ours > 0);
}

/* 15.1.7, 15.4.3: a unit that uses a special ability must take the first loss. */
int wb_duties(const struct sal_play *p, int u) {
  int part = S(p)->unit[u].part;
  int duties = 0;

  if (part & PSTAR)
    duties |= DUTY_STAR;
  if (part & PFU)
    duties |= DUTY_FU;

  return duties;
}

/* A cancelled star lays no duty on its unit. */
static void lay_duties(const struct view *v, const struct stars *s) {
  struct state *state = S(v->p);

  EACH_PART(v->f, u) {
    int side = side_of(v->p, u);
    if (!count_stars(ready_stars(v, u), s->used[sal_enemy(side)]))
      state->unit[u].part &= (uint8_t)~PSTAR;
    state->fight.duty[side] |= (uint8_t)wb_duties(v->p, u);
  }
}

/* A step that says how many stars were cancelled. */
static void cancelled(struct sal_card *c, int column, const char *whose, int n) {
  if (c && n)
    sal_card_to(c, R_15_1_2R, wb_column[column], "%s stars cancelled: %d", whose, n);
}

/* The rule behind the shifts of stars. */
static int star_rule(const struct stars *s, int n, bool defends) {
  if (n > 1)
    return R_15_1_4;
  return defends && s->towed ? R_15_1_5 : R_15_1_3;
}

/* 1.6a: first everything that helps the attacker. */
static int attackers_shifts(const struct view *v, struct sal_card *c, const struct stars *stars,
                            int column) {
  const struct combat *f = v->f;
  int before = column;
  struct concentration tc = concentration(v, v->att);
  int ground_stars = stars->n[v->att] - stars->air;
  int weak = weakness(v, v->def);
  int spent = f->spend[v->att];

  column = shift(c, column, tc.shifts, concentration_rule(tc), "attackers' concentration");
  cancelled(c, column, "attackers'", stars->lost[v->att]);
  column =
      shift(c, column, ground_stars, star_rule(stars, ground_stars, false), "attackers' stars");
  column = shift(c, column, stars->air, R_21_1_1, "stars of the aircraft");
  column = shift(c, column, spent, R_9_1_6, "a headquarters was eliminated");
  column = shift(c, column, weak, weak == 1 ? R_15_3_2 : R_15_3_1, "Volkssturm defends");
  int moved = tc.shifts + stars->n[v->att] + spent + weak;
  if (c && moved > 1)
    sal_card_to(c, R_1_6a, wb_column[column], "attackers: %d to the right of %s", moved,
                wb_column[before]);

  return column;
}

/* 1.6a: then everything that helps the defender. */
static int defenders_shifts(const struct view *v, struct sal_card *c, const struct stars *stars,
                            int column) {
  const struct own *o = O(v->p);
  int terrain = o->cm[v->main];
  int n = stars->n[v->def];
  struct concentration tc = concentration(v, v->def);

  column = shift(c, column, -terrain, terrain > 1 ? R_5_5_2 : R_5_5_1, "terrain");
  column = river_shift(v, c, column);
  if (o->line[v->main] & LINE_FP)
    column = position_shift(v, c, column);
  else
    column = works_shift(v, c, column);
  column = fortified_line_shift(v, c, column);
  if (resilient(v))
    column = shift(c, column, -1, R_15_2_3, "resilience group");
  column = shift(c, column, -tc.shifts, concentration_rule(tc), "defenders' concentration");
  cancelled(c, column, "defenders'", stars->lost[v->def]);
  column = shift(c, column, -n, star_rule(stars, n, true), "defenders' stars");
  if (fortress_troops(v))
    column = shift(c, column, -2, R_15_4_1, "fortification unit");
  column = shift(c, column, -v->f->spend[v->def], R_9_1_6, "a headquarters was eliminated");
  return shift(c, column, -weakness(v, v->att), R_15_3_1, "Volkssturm attacks");
}

/* The whole calculation: totals, ratio, shifts, headquarters. */
struct odds wb_reckon(const struct sal_play *p, struct sal_card *c, bool mark) {
  struct view v = look(p);
  struct stars stars = stars_of(&v);
  struct odds o = {.main = v.main};

  o.attack = attack_total(&v, c);
  struct defence defence = defence_total(&v, c);
  o.defence = defence.total;
  o.alone = defence.alone;
  if (o.alone) { /* 5.1.9, 6.6.4 */
    o.column = COLUMNS - 1;
    if (c)
      sal_card_to(c, R_5_1_9, wb_column[o.column], "nobody holds the hex");
    o.hq = hq_shift(&v, c, o.column);
    return o;
  }
  int attackers = larger(o.attack, 1);
  int defenders = larger(o.defence, 1);
  int column = ratio(attackers, defenders);
  if (c)
    sal_card_to(c, R_1_7c, wb_column[column], "%d : %d", attackers, defenders);
  if (c && v.f->ntargets > 1)
    sal_card_to(c, R_5_5_3, wb_column[column], "the ground of %s counts", B(p)->name[v.main]);
  column = attackers_shifts(&v, c, &stars, column);
  o.column = defenders_shifts(&v, c, &stars, column);
  o.hq = hq_shift(&v, c, o.column);
  if (mark)
    lay_duties(&v, &stars);

  return o;
}

/* ---- the card --------------------------------------------------------------------------- */

const uint8_t wb_ways[13] = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};

/* The card of the combat as it stands. Outcome i is the i-th different row that the dice can come
 * to. */
void wb_fight_card(const struct sal_play *p, struct sal_card *c) {
  char title[80];
  int ways[13] = {0};
  int att = S(p)->fight.side;
  const struct sal_table *t = sal_table_find(p->book, "combat");

  sal_format(title, sizeof title, "Attack on %s", B(p)->name[S(p)->fight.target[0]]);
  sal_card_odds(c, att, R_5_2_1, title);
  sal_format(c->table, sizeof c->table, "combat");
  struct odds o = wb_reckon(p, c, false);
  sal_format(c->column, sizeof c->column, "%s", wb_column[o.column]);
  for (int roll = 2; roll <= 12; roll++)
    ways[within(roll + o.hq, 2, 12)] += wb_ways[roll];
  for (int roll = 2; roll <= 12; roll++) {
    const struct cell_result *r = &O(p)->combat[roll - 2][o.column];
    if (!ways[roll])
      continue;
    struct sal_card_outcome *out = sal_card_may(c, (uint64_t)ways[roll], 36, "%d: %s", roll,
                                                sal_table_cell(t, roll - 2, o.column));
    out->loss[att] = (int8_t)r->loss[0];
    out->loss[sal_enemy(att)] = (int8_t)r->loss[1];
  }
}

/* 3.2.1: the most that eight levels of the side's counters could defend with. Printed figures only,
 * so it says nothing about what lies under a mask. */
static int most_defence(const struct sal_play *p, int side) {
  int most = 1;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct kind *k = K(p, u);
    if (side_of(p, u) != side || is_air(k))
      continue;
    most = larger(most, STACK * k->def[k->cel] / k->cel);
  }

  return most;
}

/* 16.1.3: neither side knows what the other's mask hides before the attack is declared. The card
 * has the attackers' strength, and the columns between the least and the most that can stand in the
 * hexes, with the shifts visible on the map. */
void wb_masked_card(const struct sal_play *p, struct sal_card *c) {
  struct view v = look(p);
  char title[80];
  char range[24];
  sal_hex first = v.f->target[0];
  int most = most_defence(p, v.def) * v.f->ntargets;

  sal_format(title, sizeof title, "Attack on %s (masked)", B(p)->name[first]);
  sal_card_odds(c, v.att, R_16_1_3, title);
  sal_format(c->table, sizeof c->table, "combat");
  int attackers = larger(attack_total(&v, c), 1);
  int best = river_shift(&v, NULL, shift(NULL, ratio(attackers, 1), -O(p)->cm[first], 0, ""));
  int worst = river_shift(&v, NULL, shift(NULL, ratio(attackers, most), -O(p)->cm[first], 0, ""));
  sal_card_to(c, R_16_1_3, wb_column[best], "at best: strength 1 under the masks");
  sal_card_to(c, R_16_1_3, wb_column[worst], "at worst: strength %d, the most there can be", most);
  sal_format(range, sizeof range, "%s to %s", wb_column[worst], wb_column[best]);
  sal_card_to(c, R_16_1_3, range, "what the masks hide decides");
}

static void answer(struct sal_card *c, int rule, const char *text) {
  struct sal_card_hint *hint = &c->hint[c->nhints++];
  *hint = (struct sal_card_hint){.rule = (uint16_t)rule, .answer = true, .act = {0xffff, {0}}};
  sal_format(hint->text, sizeof hint->text, "%s", text);
  sal_format(hint->to, sizeof hint->to, "%s", c->column);
}

/* What the defender may still bring before the roll. With masks his guns and headquarters are
 * secret, so the card says only that they are open. */
void wb_open_answers(const struct sal_play *p, struct sal_card *c) {
  int def = sal_enemy(S(p)->fight.side);
  int shifts = wb_pool_points(p, def);
  char text[SAL_WORDS];

  answer(c, R_6_3_3, "the defender's artillery may answer");
  answer(c, R_9_2_4, "the defender's headquarters may change the roll");
  if (!shifts)
    return;
  sal_format(text, sizeof text, "the defender may use %d {shift/shifts}", shifts);
  answer(c, R_9_1_6, text);
}
