/* odds.c - 1.5-1.7, 5.5, 7, 9.2, 13, 15, 19, 20: the reckoning of a direct combat.
 *
 * One function (wb_reckon) works it out; the card before the roll, the roll itself and the card with the dice on
 * it all use it, so they cannot disagree. Shifts are clamped after every one, first the attacker's, then the
 * defender's, which is what 1.6b asks.
 */
#include "state.h"

const char *const wb_column[COLUMNS] = {"1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1"};

/* ---- strengths ------------------------------------------------------------------------------------------ */

int wb_attack_sp(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int sp = K(p, u)->off[unit->cel];
  if (unit->more & DISORG) sp = halves(sp);                        /* 5.6.4 */
  if (unit->oos && !(unit->part & PFULL)) sp = halves(sp);         /* 10.2.2 */
  return sp;
}

int wb_defence_sp(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int sp = K(p, u)->def[unit->cel];
  return unit->more & DISORG ? halves(sp) : sp;
}

static bool hard(const struct kind *k) { return k->role != TOWED_ART && k->role != HQ; }

/* What a unit standing in an attacked hex adds (6.6); `stands`: a regular unit is with it. */
static int defender_sp(const struct sal_play *p, int u, bool stands) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  if (unit->flags & FOUGHT || k->role == HQ) return 0; /* 5.1.1 */
  if (k->role == TOWED_ART && (unit->more & PACKED || unit->flags & FIRED || unit->status & BARRAGES || !stands)) return 0; /* 6.6.1, 6.5.6 */
  return wb_defence_sp(p, u);
}

/* The rule behind a unit's figure on the card; the most particular one. */
static int unit_rule(const struct sal_play *p, int u, bool attacks) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  bool supports = unit->part & PG;
  if (unit->flags & FOUGHT) return R_5_1_1;
  if (unit->more & DISORG && attacks && unit->oos && !(unit->part & PFULL)) return R_1_7a; /* halved twice */
  if (unit->more & DISORG) return supports && !attacks ? R_6_4_6 : R_5_6_4;
  if (attacks && unit->oos) return unit->part & PFULL ? R_10_2_3 : R_10_2_2;
  if (k->role == HQ) return R_9_1_4;
  if (k->role == SELF_PROPELLED && !supports) return R_6_6_5;
  if (supports) return unit->part & PSHARE ? (attacks ? R_6_6_2 : R_6_3_5) : O(p)->formation[u] ? R_13_1_5 : attacks ? R_6_3_2 : R_6_3_3;
  if (k->role == TOWED_ART) return unit->more & PACKED ? R_6_6_4 : unit->status & BARRAGES ? R_6_5_6 : R_6_6_1;
  return R_1_5;
}

struct stand { /* one attacked hex */
  int sp;
  bool lone, guns; /* lone: no unit that holds it; guns: some of them are set up to fire */
};

static struct stand stand_of(const struct sal_play *p, sal_hex h) {
  struct stand s = {0, true, false};
  bool regular = wb_regular_at(p, h);
  EACH_AT(S(p), u, h) {
    if (hard(K(p, u))) s.lone = false;
    else if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED)) s.guns = true;
    s.sp += defender_sp(p, u, regular);
  }
  if (s.lone) s.sp = s.guns; /* 6.6.3: one point in all; 6.6.4, 5.1.9: none */
  return s;
}

/* ---- what the reckoning looks at -------------------------------------------------------------------------- */

struct view {
  const struct sal_play *p;
  const struct combat *f;
  int att, def;
  sal_hex main;
  int total, fl, fp, river, doniec, big; /* attackers' points in all, and across or through what */
  bool tracks[2];                        /* the force of that side has tracked units or armoured cars */
  int air, airstars;
};

static sal_hex main_hex(const struct sal_play *p, const struct combat *f) { /* 5.5.3 */
  sal_hex best = SAL_NOHEX;
  int most = -1;
  for (int i = 0; i < f->ntargets; i++) {
    sal_hex h = f->target[i];
    int value = stand_of(p, h).sp * 32 + (f->ground == h ? 16 : 0) + O(p)->cm[h] + (S(p)->cell[h].ground & (FF_G | FF_S) ? 1 : 0) + (O(p)->line[h] & (LINE_FL | LINE_FP) ? 2 : 0);
    if (value > most) most = value, best = h;
  }
  return best;
}

int wb_stand_sp(const struct sal_play *p, sal_hex h) { return stand_of(p, h).sp; }

static void look_at_attackers(struct view *v) {
  const struct sal_play *p = v->p;
  const struct own *o = O(p);
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i];
    if (!(S(p)->unit[u].part & PA)) continue;
    int sp = wb_attack_sp(p, u), d = sal_dir_to(B(p), v->main, S(p)->unit[u].at), side = B(p)->side[v->main * 6 + d], owns = B(p)->owns[v->main * 6 + d];
    v->total += sp;
    if (owns & o->fl && v->def == SAL_SOVIET) v->fl += sp; /* 19.1.4: nothing of the kind for Germans */
    if (o->fp_side[v->main] >> d & 1) v->fp += sp;
    if (side & o->doniec) v->doniec += sp;
    else if (side & o->big_river) v->big += sp;
    else if (side & o->river) v->river += sp;
  }
}

static void look_at_forces(struct view *v) {
  const struct sal_play *p = v->p;
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i];
    const struct kind *k = K(p, u);
    if (S(p)->unit[u].part & (PA | PSHARE)) v->tracks[side_of(p, u)] |= k->class == TRACK || k->flag & F_CAR;
  }
  for (int i = 0; i < v->f->ntargets; i++)
    EACH_AT(S(p), u, v->f->target[i]) v->tracks[v->def] |= K(p, u)->class == TRACK || K(p, u)->flag & F_CAR;
}

static struct view look(const struct sal_play *p) {
  struct view v = {.p = p, .f = &S(p)->fight, .att = S(p)->fight.side, .def = sal_enemy(S(p)->fight.side)};
  v.main = main_hex(p, v.f);
  look_at_attackers(&v);
  look_at_forces(&v);
  for (int i = 0; i < v.f->ntargets; i++) {
    int stars = 0;
    v.air += wb_air_sp(p, v.att, OFFENCE, v.f->target[i], &stars);
    v.airstars += stars;
  }
  return v;
}

/* ---- stars (15.1) --------------------------------------------------------------------------------------------- */

static int ready_stars(const struct view *v, int u) {
  const struct sal_play *p = v->p;
  const struct unit *unit = &S(p)->unit[u];
  int side = side_of(p, u), stars = K(p, u)->stars;
  bool attacks = unit->part & PA; /* 15.1.5: towed units never do (5.1.10), so theirs count in defence only */
  if (attacks && B(p)->side[v->main * 6 + sal_dir_to(B(p), v->main, unit->at)] & O(p)->big_river) return 0; /* 15.1.8 */
  if (attacks && wb_fortified(p, v->def, v->main)) stars &= ~BLACK;
  if (!v->tracks[sal_enemy(side)]) stars &= ~WHITE;
  if (!attacks) stars &= ~YELLOW;
  return stars;
}

bool wb_star_ready(const struct sal_play *p, int u) {
  struct view v = look(p);
  return ready_stars(&v, u) != 0;
}

struct stars {
  int used[2]; /* colours in use */
  int n[2];    /* that count after cancellation */
  int lost[2], air;
  bool towed; /* a towed unit's star counts: in defence (15.1.5) */
};

static int count_stars(int stars, int enemy) { /* 15.1.2R */
  if (enemy & WHITE) stars &= ~(BLACK | YELLOW);
  if (enemy & BLACK) stars &= ~YELLOW;
  return __builtin_popcount((unsigned)stars);
}

static struct stars stars_of(const struct view *v) {
  const struct sal_play *p = v->p;
  struct stars s = {0};
  for (int i = 0; i < v->f->nparts; i++)
    if (S(p)->unit[v->f->part[i]].part & PSTAR) s.used[side_of(p, v->f->part[i])] |= ready_stars(v, v->f->part[i]);
  int air = S(p)->head.option[O_SPECIAL] && v->tracks[v->def] ? v->airstars : 0; /* 21.1.1 */
  if (air) s.used[v->att] |= WHITE;
  s.n[v->att] = s.air = air;
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i], side = side_of(p, u);
    if (!(S(p)->unit[u].part & PSTAR)) continue;
    int n = count_stars(ready_stars(v, u), s.used[sal_enemy(side)]);
    s.n[side] += n;
    s.towed |= n && is_towed(K(p, u));
    s.lost[side] += __builtin_popcount((unsigned)ready_stars(v, u)) - n;
  }
  return s;
}

/* ---- concentration, headquarters, special units ---------------------------------------------------------------------- */

static int concentration(const struct view *v, int side, bool *apart) { /* 13.1.2-13.1.5 */
  const struct sal_play *p = v->p;
  uint8_t count[MAX_FORMATIONS] = {0};
  sal_hex at[MAX_FORMATIONS] = {0};
  int cm = 0;
  if (!S(p)->head.option[O_CONCENTRATION]) return 0;
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i], f = O(p)->formation[u];
    if (side_of(p, u) != side || !f || S(p)->unit[u].flags & FOUGHT) continue;
    if (at[f] && at[f] != S(p)->unit[u].at) *apart = true; /* 13.1.3 */
    at[f] = S(p)->unit[u].at;
    if (++count[f] % 3 == 0) cm++;
  }
  return cm;
}

int wb_hq_covers(const struct sal_play *p, int side) { /* 9.2.1, 9.2.2 */
  const struct combat *f = &S(p)->fight;
  const struct own *o = O(p);
  uint64_t used = 0;
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    uint64_t near = 0;
    if (side_of(p, u) != side) continue;
    for (int q = 0; q < o->nhqs[side]; q++)
      if (on_map(p, o->hqs[side][q]) && sal_distance(B(p), S(p)->unit[o->hqs[side][q]].at, S(p)->unit[u].at) <= o->hq_range[side]) near |= (uint64_t)1 << (q & 63);
    if (!near) return 0;
    used |= near;
  }
  return __builtin_popcountll(used);
}

bool wb_pool_near(const struct sal_play *p, int side, const struct pool *pool) { /* 9.1.7 */
  const struct combat *f = &S(p)->fight;
  for (int t = 0; t < f->ntargets; t++)
    if (pool->side == side && sal_distance(B(p), pool->at, f->target[t]) <= 8) return true;
  return false;
}

int wb_pool_points(const struct sal_play *p, int side) { /* 9.1.6 */
  int n = 0;
  for (int i = 0; i < POOLS; i++) {
    const struct pool *pool = &S(p)->pool[i];
    bool later = pool->phases == 3; /* won in this very phase */
    if (!later && wb_pool_near(p, side, pool)) n += pool->left;
  }
  return n;
}

static int weakness(const struct view *v, int side) { /* 15.3.1, 15.3.2: what Volkssturm of `side` gives the enemy */
  const struct sal_play *p = v->p;
  int worst = 0;
  for (int i = 0; S(p)->head.option[O_SPECIAL] && i < v->f->nparts; i++) {
    int u = v->f->part[i], with = 0;
    if (side_of(p, u) != side || K(p, u)->role != VOLKSSTURM) continue;
    EACH_AT(S(p), w, S(p)->unit[u].at) with += is_regular(K(p, w)) && K(p, w)->role != VOLKSSTURM;
    if (2 - with > worst) worst = 2 - with;
  }
  return worst;
}

/* ---- the column --------------------------------------------------------------------------------------------------------- */

static int ratio(int a, int d) { /* 1.7c */
  int column = a >= d ? NORATIO - 1 + (2 * a + d) / (2 * d) : NORATIO + 1 - (2 * d + a) / (2 * a);
  return within(column, 0, COLUMNS - 1);
}

static int shift(struct sal_card *c, int column, int by, int rule, const char *why) {
  int want = column + by, to = within(want, 0, COLUMNS - 1);
  if (!by) return column;
  if (c) {
    struct sal_card_step *s = sal_card_to(c, rule, wb_column[to], "%s", why);
    s->shift = (int8_t)by;
    s->has_shift = true;
    if (to != want && to != column) sal_card_to(c, R_1_6b, wb_column[to], "the table ends here");
  }
  return to;
}

enum { ROOM_ATTACK = 16, ROOM_HEXES = 28, ROOM_GUNS = 36 }; /* lines of the card, as it fills */

/* A unit's line on the card; a crowd is summed up in one line, `rest`. */
static void line_of(const struct view *v, struct sal_card *c, int u, int sp, int rule, int room, int *rest) {
  if (!c) return;
  if (c->nlines < room) sal_card_add(c, side_of(v->p, u), sp, 1, rule, (sal_unit)u, "%s", v->p->book->counter[u].label);
  else *rest += sp;
}

static int attack_total(const struct view *v, struct sal_card *c) { /* 1.3 step 2 */
  const struct sal_play *p = v->p;
  int rest = 0, support = v->air, through = v->fl + v->fp, units = 0;
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i], part = S(p)->unit[u].part;
    if (side_of(p, u) != v->att) continue;
    int sp = wb_attack_sp(p, u);
    if (part & PG) support += sp;
    else units += sp;
    line_of(v, c, u, sp, unit_rule(p, u, true), ROOM_ATTACK, &rest);
  }
  if (rest) sal_card_add(c, v->att, rest, 1, R_1_5, SAL_NOUNIT, "the others");
  if (c && v->air) sal_card_add(c, v->att, v->air, 1, R_8_2_2, SAL_NOUNIT, "air support");
  int t = through + support, total = units + support;
  if (through) {
    bool rear = 2 * v->fp < v->total;
    total -= t - halves(t);
    if (c) sal_card_add(c, v->att, -(t - halves(t)), 1, v->fl ? R_19_1_1 : rear ? R_7_2_4b : R_7_2_2, SAL_NOUNIT, "halved at the line");
  }
  return total;
}

static int defence_total(const struct view *v, struct sal_card *c, bool *alone) {
  const struct sal_play *p = v->p;
  int total = 0, air = 0, rest = 0, stars;
  *alone = true;
  for (int i = 0; i < v->f->ntargets; i++) {
    struct stand s = stand_of(p, v->f->target[i]);
    bool regular = wb_regular_at(p, v->f->target[i]);
    *alone &= s.lone && !s.guns;
    total += s.sp;
    air += wb_air_sp(p, v->def, DEFENCE, v->f->target[i], &stars);
    if (s.lone && s.guns && c) sal_card_add(c, v->def, 1, 1, R_6_6_3, SAL_NOUNIT, "guns alone in %s", B(p)->name[v->f->target[i]]);
    EACH_AT(S(p), u, v->f->target[i])
      if (!s.lone) line_of(v, c, u, defender_sp(p, u, regular), unit_rule(p, u, false), ROOM_HEXES, &rest);
  }
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i];
    if (side_of(p, u) != v->def || !(S(p)->unit[u].part & PG)) continue;
    total += wb_defence_sp(p, u);
    line_of(v, c, u, wb_defence_sp(p, u), unit_rule(p, u, false), ROOM_GUNS, &rest);
  }
  if (rest) sal_card_add(c, v->def, rest, 1, R_1_5, SAL_NOUNIT, "the others");
  total += halves(air); /* 8.2.4 */
  if (air && c) sal_card_add(c, v->def, halves(air), 1, R_8_2_4, SAL_NOUNIT, "air support, halved");
  return total;
}

static int line_shift(const struct view *v, struct sal_card *c, int column) { /* 7.2, 19.1, 20.1 */
  const struct sal_play *p = v->p;
  int line = O(p)->line[v->main], sp = 0;
  bool town = line & TOWN, ff_here = S(p)->cell[v->main].ground & ff(v->def);
  if (line & LINE_FP) {
    bool front = 2 * v->fp >= v->total; /* 7.2.4a */
    int local = O(p)->fp_cm[v->main];
    column = shift(c, column, !front ? (town ? -2 : -1) : local ? -local : -3, !front ? R_7_2_4a : local ? R_7_2_3 : R_7_2_2, front ? "fixed position" : "fixed position from the rear");
  } else if (ff_here) {
    column = shift(c, column, town ? -2 : -1, R_20_1_1, town ? "field fortification in a town" : "field fortification");
  }
  if (v->def == SAL_GERMAN && line & LINE_FL) return shift(c, column, -1, R_19_1_4, "in a fortified line");
  if (2 * v->fl <= v->total) return column;
  EACH_AT(S(p), u, v->main) sp += is_regular(K(p, u)) ? K(p, u)->sp[S(p)->unit[u].cel] : 0;
  return shift(c, column, sp <= 4 ? -1 : -2, sp <= 4 ? R_19_1_3 : R_19_1_2, "fortified line");
}

static int river_shift(const struct view *v, struct sal_card *c, int column) { /* 5.5.4 */
  const struct own *o = O(v->p);
  if (2 * v->big > v->total) return shift(c, column, -o->side_cm[2], R_5_5_4, "across the big river");
  if (2 * v->doniec > v->total) return shift(c, column, -o->side_cm[1], R_5_5_4, "across the Doniec");
  if (2 * (v->doniec + v->river + v->big) > v->total) return shift(c, column, -o->side_cm[0], R_5_5_4, "across a river");
  return column;
}

static bool resilient(const struct view *v) { /* 15.2.3 */
  EACH_AT(S(v->p), u, v->main)
    if (K(v->p, u)->role == RESILIENCE) return S(v->p)->head.option[O_SPECIAL];
  return false;
}

/* 9.2: what the staffs of both sides do to the roll. */
static int hq_shift(const struct view *v, struct sal_card *c, int column) {
  int ours = v->f->hq[v->att] ? 0 : wb_hq_covers(v->p, v->att), theirs = v->f->hq[v->def] ? 0 : wb_hq_covers(v->p, v->def);
  if (c && ours && theirs) sal_card_to(c, R_9_2_4, wb_column[column], "headquarters on both sides cancel out");
  else if (c && (ours || theirs)) sal_card_to(c, ours + theirs > 1 ? R_9_2_3 : R_9_2_1, wb_column[column], ours ? "attackers' headquarters: 1 off the roll" : "defenders' headquarters: 1 on the roll");
  return (theirs > 0) - (ours > 0); /* 9.2.4 */
}

static bool fortress_troops(const struct view *v) {
  for (int i = 0; i < v->f->nparts; i++)
    if (S(v->p)->unit[v->f->part[i]].part & PFU) return true;
  return false;
}

int wb_duties(const struct sal_play *p, int u) { /* 15.1.7, 15.4.3 */
  int part = S(p)->unit[u].part;
  return (part & PSTAR ? DUTY_STAR : 0) | (part & PFU ? DUTY_FU : 0);
}

static void lay_duties(const struct view *v, const struct stars *s) { /* a cancelled star lays none on its unit */
  struct state *state = S(v->p);
  for (int i = 0; i < v->f->nparts; i++) {
    int u = v->f->part[i], side = side_of(v->p, u);
    if (!count_stars(ready_stars(v, u), s->used[sal_enemy(side)])) state->unit[u].part &= (uint8_t)~PSTAR;
    state->fight.duty[side] |= (uint8_t)wb_duties(v->p, u);
  }
}

struct odds wb_reckon(const struct sal_play *p, struct sal_card *c, bool mark) {
  struct view v = look(p);
  struct odds o = {.main = v.main};
  const struct combat *f = v.f;
  o.attack = attack_total(&v, c);
  o.defence = defence_total(&v, c, &o.alone);
  struct stars stars = stars_of(&v);
  if (o.alone) { /* 5.1.9, 6.6.4 */
    o.column = COLUMNS - 1;
    if (c) sal_card_to(c, R_5_1_9, wb_column[o.column], "nobody holds the hex");
    o.hq = hq_shift(&v, c, o.column);
    return o;
  }
  int defence = o.defence > 0 ? o.defence : 1, attack = o.attack > 0 ? o.attack : 1, column = ratio(attack, defence);
  if (c) sal_card_to(c, R_1_7c, wb_column[column], "%d : %d", attack, defence);
  if (c && f->ntargets > 1) sal_card_to(c, R_5_5_3, wb_column[column], "the ground of %s counts", B(p)->name[v.main]);
  bool apart[SAL_SIDES] = {false}; /* attackers, defenders */
  int tc[SAL_SIDES] = {concentration(&v, v.att, &apart[0]), concentration(&v, v.def, &apart[1])}, before = column, moved = 0;
  column = shift(c, column, tc[0], tc[0] > 1 ? R_13_1_4 : apart[0] ? R_13_1_3 : R_13_1_2, "attackers' concentration");
  if (c && stars.lost[v.att]) sal_card_to(c, R_15_1_2R, wb_column[column], "attackers' stars cancelled: %d", stars.lost[v.att]);
  column = shift(c, column, stars.n[v.att] - stars.air, stars.n[v.att] - stars.air > 1 ? R_15_1_4 : R_15_1_3, "attackers' stars");
  column = shift(c, column, stars.air, R_21_1_1, "stars of the aircraft");
  column = shift(c, column, f->spend[v.att], R_9_1_6, "a headquarters was eliminated");
  column = shift(c, column, weakness(&v, v.def), weakness(&v, v.def) == 1 ? R_15_3_2 : R_15_3_1, "Volkssturm defends");
  moved = tc[0] + stars.n[v.att] + f->spend[v.att] + weakness(&v, v.def);
  if (c && moved > 1) sal_card_to(c, R_1_6a, wb_column[column], "attackers: %d to the right of %s", moved, wb_column[before]);
  column = shift(c, column, -O(p)->cm[v.main], O(p)->cm[v.main] > 1 ? R_5_5_2 : R_5_5_1, "terrain");
  column = river_shift(&v, c, column);
  column = line_shift(&v, c, column);
  column = shift(c, column, -(int)resilient(&v), R_15_2_3, "resilience group");
  column = shift(c, column, -tc[1], tc[1] > 1 ? R_13_1_4 : apart[1] ? R_13_1_3 : R_13_1_2, "defenders' concentration");
  if (c && stars.lost[v.def]) sal_card_to(c, R_15_1_2R, wb_column[column], "defenders' stars cancelled: %d", stars.lost[v.def]);
  column = shift(c, column, -stars.n[v.def], stars.n[v.def] > 1 ? R_15_1_4 : stars.towed ? R_15_1_5 : R_15_1_3, "defenders' stars");
  if (fortress_troops(&v)) column = shift(c, column, -2, R_15_4_1, "fortification unit");
  column = shift(c, column, -f->spend[v.def], R_9_1_6, "a headquarters was eliminated");
  column = shift(c, column, -weakness(&v, v.att), R_15_3_1, "Volkssturm attacks");
  o.column = column;
  o.hq = hq_shift(&v, c, column);
  if (mark) lay_duties(&v, &stars);
  return o;
}

/* The card of the combat as it stands. Outcome i is the i-th different row that the dice can come to. */
void wb_fight_card(const struct sal_play *p, struct sal_card *c) {
  static const uint8_t ways[13] = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
  char title[80];
  int n[13] = {0}, att = S(p)->fight.side;
  sal_format(title, sizeof title, "Attack on %s", B(p)->name[S(p)->fight.target[0]]);
  sal_card_odds(c, att, R_5_2_1, title);
  sal_format(c->table, sizeof c->table, "combat");
  struct odds o = wb_reckon(p, c, false);
  sal_format(c->column, sizeof c->column, "%s", wb_column[o.column]);
  for (int roll = 2; roll <= 12; roll++) n[within(roll + o.hq, 2, 12)] += ways[roll];
  for (int roll = 2; roll <= 12; roll++) {
    const struct cell_result *r = &O(p)->combat[roll - 2][o.column];
    if (!n[roll]) continue;
    struct sal_card_outcome *out = sal_card_may(c, (uint64_t)n[roll], 36, "%d: %s", roll, O(p)->combat_text[roll - 2][o.column]);
    out->loss[att] = (int8_t)r->loss[0];
    out->loss[sal_enemy(att)] = (int8_t)r->loss[1];
  }
}
