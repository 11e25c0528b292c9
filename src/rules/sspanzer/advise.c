/* advise.c - SS Panzer for computer opponents: what is good, and what a sensible commander would do next.
 *
 * The script scores one action at a time. Germans take rune hexes and keep their stars; Soviets close in (their guns are
 * short), swamp what is suppressed, and hold what they have. A shot is worth what it is likely to do; a step is worth the ground
 * it gains less the fire it draws. bias[0] is boldness, bias[1+f] the drive of formation f.
 */
#include "state.h"

enum { WIN = 3000, HEX = 350, NEED_HEX = 150, NEAR = 14 };

/* ---- value ----------------------------------------------------------------------------- */

static int worth(const struct sal_play *p, sal_unit u) { /* of a step, in hundredths */
  const struct ssp_kind *k = ssp_type(p, u);
  if (k->move == MOVE_STATIC) return 35;
  return 40 + 8 * k->front.g + 6 * k->front.s + 5 * k->front.a;
}

static int nearest(const struct sal_play *p, const struct sal_region *r, sal_hex h, int side, bool held) {
  int best = 99;
  for (int i = 0; r && i < r->n; i++) {
    if ((ssp_german_holds(p, r->hexes[i]) == (side == SAL_GERMAN)) != held) continue;
    int d = sal_distance(&p->book->board, h, r->hexes[i]);
    best = d < best ? d : best;
  }
  return best;
}

/* How far a side is towards what wins: every hex counts, those still needed most. */
static int32_t ground(const struct sal_play *p, const struct sal_region *r, int side, int need) {
  int held = ssp_count_held(p, r, side);
  int32_t v = HEX * held + NEED_HEX * (held < need ? held : need);
  return held >= need ? v + WIN : v;
}

static int32_t forces(const struct sal_play *p, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_state *s = ssp_st(p);
  const struct sal_region *goal = side == SAL_GERMAN ? own->rune : own->star;
  int32_t sum = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct ssp_unit *v = &s->unit[u];
    if (!v->hex || !v->steps || own->type[u].side != side) continue;
    int32_t one = worth(p, (sal_unit)u) * v->steps;
    if (v->is & SUPPRESSED) one -= one / 4;
    if (own->type[u].move != MOVE_STATIC) {
      int d = nearest(p, goal, v->hex, side, false);
      one -= 3 * (d < 20 ? d : 20);
    }
    sum += one;
  }
  return sum;
}

static int32_t value(const struct sal_play *p, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  int32_t v = forces(p, SAL_GERMAN) - forces(p, SAL_SOVIET) + ground(p, own->rune, SAL_GERMAN, own->runes) - ground(p, own->star, SAL_SOVIET, own->stars);
  if (ssp_st(p)->ended == SSP_DECISIVE) v += 4 * WIN;
  return side == SAL_GERMAN ? v : -v;
}

/* ---- the script ------------------------------------------------------------------------- */

static int drive(const struct sal_play *p, sal_unit u, const int8_t *bias) { /* -100..100 */
  int f = ssp_own(p->book)->form[u];
  int d = bias[0] + (f < SSP_FORMS ? bias[1 + f] / 2 : 0);
  return d < -100 ? -100 : d > 100 ? 100 : d;
}

static int enemy_distance(const struct sal_play *p, int side, sal_hex h) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int best = 99;
  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] == side) continue;
    for (int i = 0; i < own->nof[f]; i++) {
      sal_hex g = s->unit[own->of[f][i]].hex;
      if (!g) continue;
      int d = sal_distance(&p->book->board, h, g);
      best = d < best ? d : best;
    }
  }
  return best;
}

/* What a hex is worth to a unit: objectives to take, objectives to keep, and the range its guns like. */
static int32_t pull(const struct sal_play *p, sal_unit u, sal_hex h, int drv) {
  const struct ssp_book *own = ssp_own(p->book);
  int side = ssp_side(p, u);
  const struct sal_region *goal = side == SAL_GERMAN ? own->rune : own->star, *keep = side == SAL_GERMAN ? own->star : own->rune;
  int take = nearest(p, goal, h, side, false), hold = nearest(p, keep, h, side, true), enemy = enemy_distance(p, side, h);
  int32_t v = 0;
  v -= (6 + drv / 25) * (take < 30 ? take : 30);
  v -= 2 * (hold < 12 ? hold : 12);
  if (hold == 0 && enemy <= 6) v += 18;
  if (side == SAL_SOVIET && ssp_type(p, u)->vehicular) v -= (3 + drv / 40) * (enemy < 12 ? enemy : 12); /* get under their guns */
  if (side == SAL_GERMAN && ssp_type(p, u)->vehicular && enemy < 2) v -= 8; /* stand off */
  if (!ssp_type(p, u)->vehicular && (own->cover[h] || own->fort[h])) v += 5;
  return v;
}

static int32_t shot_value(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion) {
  struct ssp_shot shot = {.firer = firer, .target = target, .occasion = (uint8_t)occasion};
  ssp_aim(p, &shot);
  int hit = ssp_percent(&shot), n = ssp_naturals(&shot), w = worth(p, target);
  int two = shot.dice >= 2 ? hit * n / 12 : 0; /* about the chance of a step */
  bool down = ssp_is(p, target, SUPPRESSED);
  return (down ? 0 : hit * (20 + w / 4) / 100) + two * w / 100;
}

/* Enemy zones over a hex that can shoot at the unit there. */
static int shots_into(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  int side = ssp_side(p, u), n = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(b, h, d);
    if (!g || !ssp_has_side(p, g, sal_enemy(side))) continue;
    SSP_EACH(p, e, g) n += ssp_side(p, e) != side && ssp_zone_of(p, e, h);
  }
  return n;
}

static int32_t score_step(const struct sal_play *p, sal_unit u, sal_hex to, int drv) {
  sal_hex from = ssp_st(p)->unit[u].hex;
  int32_t gain = pull(p, u, to, drv) - pull(p, u, from, drv);
  int fire = shots_into(p, u, to) + (shots_into(p, u, from) ? 1 : 0);
  return gain - fire * (10 - drv / 12);
}

static int32_t score_enter(const struct sal_play *p, sal_unit u, sal_hex h, int drv) {
  int32_t theirs = 0, ours = 0;
  int side = ssp_side(p, u);
  bool soft = false;
  SSP_EACH(p, e, h) {
    if (ssp_side(p, e) == side) ours += worth(p, e);
    else theirs += ssp_is(p, e, SUPPRESSED) ? worth(p, e) / 2 : worth(p, e), soft |= !ssp_type(p, e)->vehicular;
  }
  const struct ssp_face *f = ssp_face_of(p, u);
  ours += worth(p, u) + (soft ? 12 * f->s : 10 * f->g);
  const struct ssp_book *own = ssp_own(p->book);
  const struct sal_region *goal = side == SAL_GERMAN ? own->rune : own->star;
  int32_t prize = nearest(p, goal, h, side, false) == 0 ? 45 : 0;
  return (ours - theirs) / 3 + prize + drv / 3 - 10;
}

static int32_t score_face(const struct sal_play *p, sal_unit u, int dir, int drv) {
  sal_hex h = ssp_st(p)->unit[u].hex;
  int side = ssp_side(p, u), near = enemy_distance(p, side, h), into = 0;
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  if (near > NEAR / 2 || s->unit[u].kz) return -20;
  const struct sal_board *b = &p->book->board;
  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] == side) continue;
    for (int i = 0; i < own->nof[f]; i++) {
      sal_hex g = s->unit[own->of[f][i]].hex;
      if (!g || sal_distance(b, h, g) > NEAR / 2) continue;
      struct sal_point a = sal_hex_point(b, h), z = sal_hex_point(b, g), d = sal_hex_point(b, (sal_hex)(h + b->step[dir]));
      into += (z.x - a.x) * (d.x - a.x) + 3 * (z.y - a.y) * (d.y - a.y) > 0 ? 1 : -1;
    }
  }
  return into > 0 ? 6 + (into < 6 ? into : 6) - drv / 12 : -10;
}

static int32_t score_guns(const struct sal_play *p, sal_unit target, int occasion, int side) {
  int32_t v = shot_value(p, SAL_NOUNIT, target, occasion);
  if (ssp_enemy_near(p, ssp_st(p)->unit[target].hex, sal_enemy(side))) v -= 4; /* danger close */
  return v;
}

static int32_t richest(const struct sal_play *p, int side, sal_hex h) {
  int32_t sum = 0;
  int n = 0;
  SSP_EACH(p, u, h) {
    n++;
    sum += ssp_side(p, u) == side ? -worth(p, u) : worth(p, u);
  }
  return n ? sum / n : 0;
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct sal_frame *f = sal_top(p);
  sal_unit u = a.x[0];
  switch (a.verb) {
  case V_HISTORICAL: return 100000;
  case V_CHOOSE: {
    if (ssp_type(p, u)->move == MOVE_OFF) return 400;
    int d = enemy_distance(p, side, ssp_st(p)->unit[u].hex);
    return 200 - (d < 60 ? d : 60) + (ssp_is(p, u, SUPPRESSED) ? 20 : 0); /* the front acts first, the rear follows */
  }
  case V_STEP: return f->node == N_UNIT ? score_step(p, u, a.x[1], drive(p, u, bias)) : 0;
  case V_FIRE:
    if (f->node == N_GUNS) return score_guns(p, a.x[1], ON_GUNS, side) + 1;
    if (f->node == N_UNIT) return shot_value(p, u, a.x[1], f->x[1] == MODE_FRESH ? ON_FIRE : ON_MOVE) + 2;
    return 10 + worth(p, a.x[1]) / 10;
  case V_QUICK: return shot_value(p, u, a.x[1], ON_MOVE) + drive(p, u, bias) / 12 - 2;
  case V_RECOVER: return 50;
  case V_FACE: return score_face(p, u, a.x[1] % 6, drive(p, u, bias));
  case V_OUTWARD: return -30;
  case V_CROSSFIRE: return 40;
  case V_ADD: return 20;
  case V_COMMIT: return 10;
  case V_ENTER: return score_enter(p, u, a.x[1], drive(p, u, bias));
  case V_LAY: return score_guns(p, u, ON_BOMBARD, side) - 3;
  case V_TARGET: return score_guns(p, u, ON_SUPPORT, side);
  case V_SUPPORT: return 10 + ssp_face_of(p, u)->s;
  case V_MISSION: return 10 + a.x[0];
  case V_PUT: return f->node == N_AIR_PUT || f->node == N_AIR ? richest(p, side, a.x[0]) : 0;
  default: return 0; /* done, stop, pass, resolve, shell, bomb */
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  for (uint32_t i = 0; i < l->n; i++) out[i] = score_one(p, side, l->a[i], bias);
}

const struct sal_adviser ssp_adviser = {.value = value, .score = score, .nbias = 1 + SSP_FORMS, .turns = 1, .actions = 90};
