/* advise.c - SS Panzer for computer opponents: what is good, and what a sensible player would do next.
 *
 * The script is a score per action. Each side goes for the objectives it lacks and keeps a few units on
 * those it has; it shoots when the chance is fair, digs in when nothing better offers, and closes when
 * the numbers are on its side. bias[0] is boldness, bias[1] the love of ground, bias[2] of fire.
 */
#include "state.h"

enum { RUNE = 500, STAR = 900, DECISIVE = 800, NEAR = 6, FAR_AWAY = 14 };

/* ---- what is good -------------------------------------------------------------------------- */

static int worth(const struct sal_play *p, sal_unit u) { /* of one step */
  const struct ssp_face *f = ssp_face_of(p, u);
  const struct ssp_kind *k = ssp_type(p, u);
  if (k->move == MOVE_STATIC) return 30;
  return 40 + (f->g_paren ? f->g : 5 * f->g) + 8 * f->s + 4 * f->a;
}

/* What a side wants: the German runes, the Soviet stars. */
static const struct sal_region *wanted(const struct sal_play *p, int side) { return side == SAL_GERMAN ? ssp_own(p->book)->rune : ssp_own(p->book)->star; }

static int far_from(const struct sal_play *p, const struct sal_region *r, sal_hex h, int side, bool held) {
  int best = FAR_AWAY;
  for (int i = 0; r && i < r->n; i++) {
    if ((ssp_german_holds(p, r->hexes[i]) == (side == SAL_GERMAN)) != held) continue;
    int d = sal_distance(&p->book->board, h, r->hexes[i]);
    best = d < best ? d : best;
  }
  return best;
}

static int32_t side_value(const struct sal_play *p, int side) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int32_t sum = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct ssp_unit *v = &s->unit[u];
    if (own->type[u].side != side || !v->steps) continue;
    if (!v->hex) {
      if (own->type[u].move == MOVE_OFF) sum += 60; /* artillery in being */
      continue;
    }
    sum += v->steps * worth(p, (sal_unit)u);
    if (v->is & SUPPRESSED) sum -= 25;
    if (own->type[u].move == MOVE_STATIC) continue;
    sum -= NEAR * far_from(p, wanted(p, side), v->hex, side, false);
    if (v->kz) sum += 8;
  }
  sum += side == SAL_GERMAN ? RUNE * ssp_count_held(p, own->rune, side) : STAR * ssp_count_held(p, own->star, side);
  if (side == SAL_GERMAN)
    for (int i = 0; own->decisive && i < own->decisive->n; i++)
      if (ssp_has_side(p, own->decisive->hexes[i], SAL_GERMAN)) sum += DECISIVE;
  return sum;
}

static int32_t value(const struct sal_play *p, int side) {
  int32_t v = side_value(p, SAL_GERMAN) - side_value(p, SAL_SOVIET);
  return side == SAL_GERMAN ? v : -v;
}

/* ---- the script -------------------------------------------------------------------------------- */

/* Expected hundredths of a step, suppression counted as a third of one. */
static int32_t shot_worth(const struct sal_play *p, struct ssp_shot shot) {
  ssp_aim(p, &shot);
  int hit = ssp_naturals(&shot), once = ssp_percent(&shot);
  int twice = shot.dice > 1 ? hit * hit * (shot.dice - 1) * shot.dice * 100 / 72 : 0; /* near enough for a preference */
  if (twice > once) twice = once;
  int32_t down = ssp_is(p, shot.target, SUPPRESSED) ? 0 : once / 3;
  return (down + twice) * worth(p, shot.target) / 100;
}

static int enemies_near(const struct sal_play *p, sal_hex h, int side) {
  int n = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(&p->book->board, h, d);
    if (!g) continue;
    SSP_EACH(p, u, g) n += ssp_side(p, u) != side && !ssp_is(p, u, SUPPRESSED) && ssp_type(p, u)->move != MOVE_STATIC;
  }
  return n;
}

/* How much a unit wants to be in a hex. */
static int32_t pull(const struct sal_play *p, int side, sal_unit u, sal_hex h, const int8_t *bias) {
  const struct ssp_book *own = ssp_own(p->book);
  int attack = far_from(p, wanted(p, side), h, side, false), keep = far_from(p, wanted(p, sal_enemy(side)), h, side, true);
  int32_t want = -(10 + bias[1] / 10) * attack;
  if (u % 3 == 0) want = -8 * keep; /* every third stays with what the enemy wants */
  if (!ssp_stack_ok(p, h, side, u)) want -= 60;
  if (own->cover[h]) want += 6;
  want -= (7 - bias[0] / 20) * enemies_near(p, h, side);
  return want;
}

static int32_t best_step(const struct sal_play *p, int side, sal_unit u, const int8_t *bias) {
  sal_hex at = ssp_st(p)->unit[u].hex;
  int32_t here = pull(p, side, u, at, bias), best = 0;
  for (int d = 0; d < 6; d++) {
    if (!ssp_may_step(p, u, d, NULL)) continue;
    int32_t gain = pull(p, side, u, sal_next(&p->book->board, at, d), bias) - here;
    best = gain > best ? gain : best;
  }
  return best;
}

static int32_t best_shot(const struct sal_play *p, sal_unit u, int occasion) {
  sal_unit at[64];
  int n = ssp_targets(p, u, occasion, at, 64);
  int32_t best = 0;
  for (int i = 0; i < n; i++) {
    int32_t w = shot_worth(p, (struct ssp_shot){.firer = u, .target = at[i], .occasion = (uint8_t)occasion});
    best = w > best ? w : best;
  }
  return best;
}

static int32_t choose_score(const struct sal_play *p, int side, sal_unit u, const int8_t *bias) {
  if (ssp_type(p, u)->move == MOVE_OFF) return ssp_is(p, u, USED) ? 2 : 25;
  if (ssp_is(p, u, SUPPRESSED)) return 15;
  int32_t shot = best_shot(p, u, ON_FIRE), step = best_step(p, side, u, bias);
  int32_t best = shot > step ? shot : step;
  if (!best && !ssp_st(p)->unit[u].kz && !ssp_enemy_near(p, ssp_st(p)->unit[u].hex, side)) best = 2; /* a kill zone */
  return best;
}

/* A kill zone looks at the nearest enemy. */
static int32_t face_score(const struct sal_play *p, int side, sal_unit u, int dir) {
  const struct ssp_state *s = ssp_st(p);
  sal_hex at = s->unit[u].hex;
  int near = 99;
  sal_hex enemy = SAL_NOHEX;
  for (int e = 0; e < p->book->ncounters; e++) {
    sal_hex h = s->unit[e].hex;
    if (!h || ssp_side(p, (sal_unit)e) == side || ssp_type(p, (sal_unit)e)->move == MOVE_STATIC) continue;
    int d = sal_distance(&p->book->board, at, h);
    if (d < near) near = d, enemy = h;
  }
  if (!enemy || near > 8 || s->unit[u].kz) return -5;
  sal_hex g = sal_next(&p->book->board, at, dir);
  return g && sal_distance(&p->book->board, g, enemy) < near ? 2 : -5;
}

static int strength_in(const struct sal_play *p, sal_hex h, int side) {
  int n = 0;
  SSP_EACH(p, u, h) if (ssp_side(p, u) == side) n += ssp_st(p)->unit[u].steps * worth(p, u);
  return n;
}

static int32_t enter_score(const struct sal_play *p, int side, sal_unit u, sal_hex h, const int8_t *bias) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int mine = s->unit[u].steps * worth(p, u) + strength_in(p, h, side), theirs = strength_in(p, h, sal_enemy(side));
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit w = own->of[s->formation][i];
    if (s->unit[w].into == h) mine += s->unit[w].steps * worth(p, w);
  }
  bool objective = far_from(p, wanted(p, side), h, side, false) == 0;
  return mine - theirs - 20 + bias[0] + (objective ? 120 : 0);
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias) {
  const struct sal_frame *f = sal_top(p);
  const struct ssp_state *s = ssp_st(p);
  switch (a.verb) {
  case V_HISTORICAL: return 100;
  case V_PICK: return -10;
  case V_AGAIN: return 50;
  case V_PUT: return f->node == N_SETUP_PUT ? pull(p, side, f->x[0], a.x[0], bias) + 200 : strength_in(p, a.x[0], sal_enemy(side)) - 2 * strength_in(p, a.x[0], side);
  case V_LAY: return shot_worth(p, (struct ssp_shot){.firer = SAL_NOUNIT, .target = a.x[0], .occasion = ON_BOMBARD});
  case V_TARGET:
    return shot_worth(p, (struct ssp_shot){.firer = SAL_NOUNIT, .target = a.x[0], .occasion = ON_SUPPORT}) - (ssp_enemy_near(p, s->unit[a.x[0]].hex, SAL_GERMAN) ? 5 : 0);
  case V_MISSION: return 10 + ssp_own(p->book)->aircraft[a.x[0]].s + ssp_own(p->book)->aircraft[a.x[0]].g;
  case V_CHOOSE: return choose_score(p, side, a.x[0], bias);
  case V_CROSSFIRE: return 80;
  case V_ADD: return 20;
  case V_COMMIT: return 10;
  case V_FIRE: {
    int occasion = f->node == N_REACT ? f->x[1] : f->node == N_ROUND ? ON_CC : f->node == N_GUNS ? ON_GUNS : f->x[1] == MODE_FRESH ? ON_FIRE : ON_MOVE;
    return 1 + bias[2] / 10 + shot_worth(p, (struct ssp_shot){.firer = a.x[0], .target = a.x[1], .occasion = (uint8_t)occasion}) - (occasion == ON_GUNS_ENTRY && ssp_is(p, a.x[0], USED) ? 15 : 0);
  }
  case V_QUICK: return -1 + shot_worth(p, (struct ssp_shot){.firer = a.x[0], .target = a.x[1], .occasion = ON_MOVE}) + best_step(p, side, a.x[0], bias) / 2;
  case V_STEP: return pull(p, side, a.x[0], a.x[1], bias) - pull(p, side, a.x[0], s->unit[a.x[0]].hex, bias);
  case V_FACE: return face_score(p, side, a.x[0], a.x[1] % 6);
  case V_OUTWARD: return -20;
  case V_RECOVER: return 20;
  case V_ENTER: return enter_score(p, side, a.x[0], a.x[1], bias);
  case V_SUPPORT: return ssp_face_of(p, a.x[0])->s;
  default: return 0; /* done, stop, pass, shell, bomb, resolve */
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  for (uint32_t i = 0; i < l->n; i++) out[i] = score_one(p, side, l->a[i], bias);
}

const struct sal_adviser ssp_adviser = {.value = value, .score = score, .nbias = 3, .turns = 1, .actions = 120};
