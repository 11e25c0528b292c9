/* fire.c - fire combat (9): who may fire at whom, dice and modifiers, hits and what they do.
 *
 * One function aims (ssp_aim), for the shot itself and for the odds card alike, so a card cannot
 * promise what the dice do not keep. Close combat (11.3) and aircraft (12.2) come through here too.
 */
#include "state.h"

#include <string.h>

enum { HIT_VEHICLE = 3, HIT_GUNS = 3, WITHOUT_SUPPORT = 1 }; /* 9.6a, 9.6d, 11.4a */

/* The side of the counter that is up: the last step of a unit with more than one is its back. */
const struct ssp_face *ssp_face_of(const struct sal_play *p, sal_unit u) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  if (v->tile) return &own->type[own->tile[v->tile]].front; /* 2.10b */
  return v->steps == 1 ? &own->type[u].back : &own->type[u].front; /* 2.9d; of a one-step unit they are the same */
}

static bool in_cc(int occasion) { return occasion == ON_CC || occasion == ON_LEAVE_CC; }
static bool by_guns(int occasion) { return occasion >= ON_BOMBARD && occasion <= ON_GUNS_ENTRY; }

/* ---- may it fire? ----------------------------------------------------------------- */

/* The weapon: a gun for vehicles, the anti-infantry factor for others, and its range. */
static bool weapon(const struct sal_play *p, sal_unit firer, sal_unit target, int range, bool cc, struct sal_refusal *why) {
  const struct ssp_face *f = ssp_face_of(p, firer);
  if (ssp_type(p, target)->vehicular) {
    if (f->g == 0) return sal_refuse(why, R_9_2b, "{u0} has no gun and never fires at vehicles.", firer, 0);
    if (cc) return true; /* 11.3e */
    if (f->g_paren) return sal_refuse(why, R_9_2c, "The gun of {u0} is in parentheses: it fires at vehicles in close combat only.", firer, 0);
    if (range > 1 && range > f->g - ssp_face_of(p, target)->a)
      return sal_refuse(why, R_9_3a, "{u1} is too far for the gun of {u0} against its armour.", firer, target);
    return true;
  }
  if (cc) return true;
  return range <= f->r || sal_refuse(why, R_9_3b, "{u1} is out of the range of {u0}.", firer, target); /* range 0: close combat only */
}

static bool able(const struct sal_play *p, sal_unit firer, struct sal_refusal *why) {
  if (ssp_type(p, firer)->move == MOVE_STATIC) return sal_refuse(why, R_2_10a, "{u0} is static infantry and fires in close combat only.", firer, 0);
  if (ssp_is(p, firer, SUPPRESSED)) return sal_refuse(why, R_9_1d, "{u0} is suppressed and does not fire.", firer, 0);
  return true;
}

/* Fire from one hex to another: sight, range, weapon and front. */
static bool direct(const struct sal_play *p, sal_unit firer, sal_unit target, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  sal_hex from = s->unit[firer].hex, to = s->unit[target].hex, where;
  int range = sal_distance(&p->book->board, from, to);
  if (range > s->vis) return sal_refuse(why, R_5e, "{u1} is beyond the visibility of {n2} hexes.", firer, target), why ? (why->x[2] = s->vis, false) : false;
  if (!weapon(p, firer, target, range, false, why)) return false;
  if (!ssp_sees(p, from, to)) {
    if (!why) return false;
    int rule = ssp_cut(p->book, from, to, &where);
    if (range == 1) rule = R_9_3c; /* "always adjacent" lifts the range limit only */
    sal_refuse(why, rule, "{u0} has no line of sight to {u1}: it is shut at {h2}.", firer, target);
    why->x[2] = where;
    return false;
  }
  if (!ssp_in_fan(p, firer, to)) return sal_refuse(why, R_10_2a, "{u1} is outside the front of {u0}'s kill zone.", firer, target);
  return true;
}

bool ssp_may_fire(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_unit *f = &s->unit[firer], *t = &s->unit[target];
  if (!f->hex || !t->hex || ssp_side(p, firer) == ssp_side(p, target))
    return sal_refuse(why, R_9_1a, "An attack is made by a unit on the map at one enemy unit.", 0, 0);
  if (occasion == ON_CC) {
    if (f->hex != t->hex) return sal_refuse(why, R_11_3c, "{u0} and {u1} are not in the same close combat.", firer, target);
    if (f->is & SHOT) {
      const struct ssp_face *face = ssp_face_of(p, firer);
      return sal_refuse(why, face->g && face->s ? R_11_4b : R_11_3a, "{u0} has fired in this round.", firer, 0);
    }
    if (f->is & SILENT) return sal_refuse(why, R_10_2c, "{u0} was entered from behind its kill zone and misses the first round.", firer, 0);
    return weapon(p, firer, target, 0, true, why);
  }
  if (!able(p, firer, why)) return false;
  if (occasion == ON_LEAVE_CC) {
    if (f->hex != t->hex) return sal_refuse(why, R_7_2g, "Only units in the close combat hex fire at one that leaves it.", 0, 0);
    return weapon(p, firer, target, 0, true, why);
  }
  if (occasion == ON_ENTRY && f->hex != t->into) return sal_refuse(why, R_11_2a, "Only defenders of the hex make entry fire.", 0, 0);
  if ((occasion == ON_ENTER || occasion == ON_LEAVE) && !ssp_zone_of(p, firer, t->hex))
    return sal_refuse(why, sal_distance(&p->book->board, f->hex, t->hex) == 1 ? R_7_1c : R_7_1a, "{u1} is not in the zone of control of {u0}.", firer, target);
  if (ssp_contested(p, f->hex)) return sal_refuse(why, R_11_3c, "{u0} is in close combat and cannot fire out of its hex.", firer, 0);
  if (ssp_contested(p, t->hex)) return sal_refuse(why, R_11_3c, "{u1} is in close combat, and nobody fires into it.", firer, target);
  return direct(p, firer, target, why);
}

int ssp_targets(const struct sal_play *p, sal_unit firer, int occasion, sal_unit *out, int max) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_face *f = ssp_face_of(p, firer);
  const struct ssp_unit *v = &s->unit[firer];
  int n = 0, enemy = sal_enemy(ssp_side(p, firer)), far = f->g && !f->g_paren ? (f->g > f->r ? f->g : f->r) : f->r;
  if (v->is & SUPPRESSED || far == 0 || ssp_contested(p, v->hex)) return 0;
  if (far > s->vis) far = s->vis;
  const uint32_t *at = own->seen_at + v->hex * (own->max_vis + 2u);
  for (uint32_t k = at[1]; k < at[far + 1]; k++)
    SSP_EACH(p, u, own->seen[k])
      if (own->type[u].side == enemy && n < max && ssp_may_fire(p, firer, u, occasion, NULL)) out[n++] = u;
  return n;
}

/* ---- aiming ------------------------------------------------------------------------- */

static bool under_kz(const struct sal_play *p, const struct ssp_shot *shot) { return shot->firer != SAL_NOUNIT && ssp_st(p)->unit[shot->firer].kz; }

static int dice_for(const struct sal_play *p, const struct ssp_shot *shot) {
  static const uint8_t row[] = {[ON_FIRE] = DICE_FIRE, [ON_MOVE] = DICE_FIRE_MOVE, [ON_ENTER] = DICE_ENTER, [ON_LEAVE] = DICE_LEAVE,
                                [ON_LEAVE_CC] = DICE_LEAVE_CC, [ON_ENTRY] = DICE_ENTRY, [ON_CC] = DICE_CC, [ON_BOMBARD] = DICE_BOMBARD,
                                [ON_SUPPORT] = DICE_SUPPORT, [ON_GUNS] = DICE_GUNS, [ON_GUNS_ENTRY] = DICE_ENTRY_GUNS, [ON_AIR] = DICE_AIR};
  const struct ssp_book *own = ssp_own(p->book);
  int n = own->dice[row[shot->occasion]];
  if (under_kz(p, shot) && own->dice[DICE_KZ] > n)
    n = own->dice[DICE_KZ]; /* 9.5, 10.1c: the largest one, never the sum */
  return n;
}

static int need_for(const struct sal_play *p, const struct ssp_shot *shot) {
  const struct ssp_book *own = ssp_own(p->book);
  bool vehicle = ssp_type(p, shot->target)->vehicular;
  if (shot->occasion == ON_AIR) return vehicle ? own->aircraft[shot->air].g : own->aircraft[shot->air].s;
  if (by_guns(shot->occasion)) return HIT_GUNS; /* 9.6d */
  if (vehicle) return HIT_VEHICLE;              /* 9.6a */
  const struct ssp_face *f = ssp_face_of(p, shot->firer);
  if (shot->occasion == ON_CC && f->s_paren && !ssp_is(p, shot->firer, SUPPORTED)) return WITHOUT_SUPPORT; /* 11.4a */
  return f->s;
}

int ssp_modifiers(const struct sal_play *p, const struct ssp_shot *shot, struct ssp_mod out[NDRM]) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *t = &ssp_st(p)->unit[shot->target];
  const struct ssp_kind *type = ssp_type(p, shot->target);
  bool guns = by_guns(shot->occasion);
  int n = 0;
  if (shot->occasion == ON_AIR) return 0; /* 12.2c */
  if (shot->occasion == ON_SUPPORT) out[n++] = (struct ssp_mod){own->drm[DRM_SUPPORT], R_13_2c, "Soviet support"};
  if (type->side == SAL_SOVIET && !type->vehicular && own->fort[t->hex]) out[n++] = (struct ssp_mod){own->drm[DRM_FORT], R_9_6c, "fortified line"};
  if (guns && type->vehicular) out[n++] = (struct ssp_mod){own->drm[DRM_GUNS_VEHICLE], R_9_6d, "artillery at a vehicle"};
  if (!guns && ssp_face_of(p, shot->firer)->g < ssp_face_of(p, shot->target)->a) /* infantry has none */
    out[n++] = (struct ssp_mod){own->drm[DRM_WEAK_GUN], R_9_6c, "gun below armour"};
  if (t->is & SUPPRESSED) out[n++] = (struct ssp_mod){own->drm[DRM_SUPPRESSED], R_9_6c, "suppressed"};
  if (own->cover[t->hex]) out[n++] = (struct ssp_mod){own->drm[DRM_COVER], R_9_6c, "town or woods"};
  if (in_cc(shot->occasion) && ssp_face_of(p, shot->firer)->g_star) out[n++] = (struct ssp_mod){own->drm[DRM_ASTERISK], R_9_6c, "clumsy in close combat"};
  if (shot->occasion == ON_LEAVE) out[n++] = (struct ssp_mod){own->drm[DRM_LEAVING], R_7_2b, "leaving"};
  if (shot->occasion == ON_LEAVE_CC) out[n++] = (struct ssp_mod){own->drm[DRM_LEAVING], R_7_2g, "leaving the close combat"};
  if (shot->crossfire) out[n++] = (struct ssp_mod){own->drm[DRM_CROSSFIRE], R_10_3c, "crossfire"};
  return n;
}

void ssp_aim(const struct sal_play *p, struct ssp_shot *shot) {
  struct ssp_mod mod[NDRM];
  int n = ssp_modifiers(p, shot, mod), drm = 0;
  for (int i = 0; i < n; i++) drm += mod[i].drm; /* 9.6c: they add up */
  shot->dice = (uint8_t)dice_for(p, shot);
  shot->need = (uint8_t)need_for(p, shot);
  shot->drm = (int8_t)drm;
}

static bool die_hits(const struct ssp_shot *shot, int die) {
  if (shot->occasion == ON_AIR) return die <= shot->need; /* 12.2c */
  return die == 1 || (die != 6 && die + shot->drm <= shot->need); /* 9.6b */
}

int ssp_naturals(const struct ssp_shot *shot) {
  int n = 0;
  for (int d = 1; d <= 6; d++) n += die_hits(shot, d);
  return n;
}

/* ---- the odds card -------------------------------------------------------------------- */

static int shooter_side(const struct sal_play *p, const struct ssp_shot *shot) {
  if (shot->firer != SAL_NOUNIT) return ssp_side(p, shot->firer);
  return shot->occasion == ON_AIR ? ssp_own(p->book)->aircraft[shot->air].side : SAL_SOVIET;
}

static void card_lines(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  int side = shooter_side(p, shot);
  bool vehicle = ssp_type(p, shot->target)->vehicular;
  if (shot->firer == SAL_NOUNIT || by_guns(shot->occasion)) {
    sal_card_add(c, side, shot->need, 1, shot->occasion == ON_AIR ? R_12_2c : R_9_6d, shot->firer, "%s hits on", shot->occasion == ON_AIR ? "aircraft" : "artillery");
    return;
  }
  const struct ssp_face *f = ssp_face_of(p, shot->firer);
  bool back = ssp_st(p)->unit[shot->firer].steps < ssp_type(p, shot->firer)->steps;
  if (vehicle) sal_card_add(c, side, f->g, 1, back ? R_2_9d : R_2_7, shot->firer, "gun%s", back ? ", reduced" : "");
  else sal_card_add(c, side, shot->need, 1, shot->need != f->s ? R_11_4a : back ? R_2_9d : R_9_2a, shot->firer, "anti-infantry%s", back ? ", reduced" : "");
  if (vehicle) sal_card_add(c, ssp_side(p, shot->target), ssp_face_of(p, shot->target)->a, 1, R_2_7, shot->target, "armour");
}

static uint64_t power(uint64_t b, int n) {
  uint64_t v = 1;
  while (n-- > 0) v *= b;
  return v;
}
static uint64_t choose(int n, int k) {
  uint64_t v = 1;
  for (int i = 1; i <= k; i++) v = v * (uint64_t)(n - i + 1) / (uint64_t)i;
  return v;
}

/* How often out of so many hits come up. */
static uint64_t ways_to(const struct ssp_shot *shot, int hits) {
  int hit = ssp_naturals(shot);
  return choose(shot->dice, hits) * power((uint64_t)hit, hits) * power((uint64_t)(6 - hit), shot->dice - hits);
}

int ssp_percent(const struct ssp_shot *shot) {
  uint64_t all = power(6, shot->dice), nothing = ways_to(shot, 0);
  if (shot->occasion == ON_CC) nothing += ways_to(shot, 1); /* 11.3a: one hit does nothing */
  return (int)(((all - nothing) * 100 + all / 2) / all); /* as the card rounds it */
}

static void card_outcomes(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *t = &ssp_st(p)->unit[shot->target];
  int most = shot->dice < 3 ? shot->dice : 3, side = ssp_side(p, shot->target);
  bool cc = shot->occasion == ON_CC;
  uint64_t all = power(6, shot->dice);
  for (int h = 0; h <= most; h++) {
    uint64_t ways = 0;
    for (int k = h; k <= (h == 3 ? shot->dice : h); k++) ways += ways_to(shot, k);
    int steps = own->hits[h][cc], loss = steps < t->steps ? steps : t->steps;
    const char *text = loss >= t->steps ? "eliminated" : h == 0 || (cc && !steps) ? "no effect" : cc ? "step loss" : steps ? "step loss, suppressed" : t->is & SUPPRESSED ? "suppressed as before" : "suppressed";
    struct sal_card_outcome *o = sal_card_may(c, ways, all, "%d %s: %s", h, h == 1 ? "hit" : h == 3 ? "hits or more" : "hits", text);
    o->loss[side] = (int8_t)loss;
  }
}

void ssp_card(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  static const uint16_t rule[] = {[ON_FIRE] = R_4_2b, [ON_MOVE] = R_4_2c, [ON_ENTER] = R_7_2a, [ON_LEAVE] = R_7_2b, [ON_LEAVE_CC] = R_7_2g,
                                  [ON_ENTRY] = R_11_2a, [ON_CC] = R_11_3a, [ON_BOMBARD] = R_13_2a, [ON_SUPPORT] = R_13_2c, [ON_GUNS] = R_13_3a,
                                  [ON_GUNS_ENTRY] = R_13_3b, [ON_AIR] = R_12_2c};
  struct ssp_mod mod[NDRM];
  struct ssp_shot plain = *shot;
  char title[80], to[24];
  int n = ssp_modifiers(p, shot, mod);
  const char *who = shot->firer != SAL_NOUNIT ? p->book->counter[shot->firer].label
                    : shot->occasion == ON_AIR ? ssp_own(p->book)->aircraft[shot->air].name : "Soviet artillery";
  sal_format(title, sizeof title, "%s at %s", who, p->book->counter[shot->target].label);
  sal_card_odds(c, sal_enemy(ssp_side(p, shot->target)), rule[shot->occasion], title);
  card_lines(p, shot, c);
  plain.drm = 0;
  sal_format(to, sizeof to, "%d x 1-%d", shot->dice, ssp_naturals(&plain));
  sal_card_to(c, under_kz(p, shot) ? R_10_1c : by_guns(shot->occasion) ? R_13_1 : shot->occasion == ON_AIR ? R_12_2c : R_9_5, to, "dice: %d, hits on %d or less", shot->dice, shot->need);
  for (int i = 0; i < n; i++) {
    plain.drm = (int8_t)(plain.drm + mod[i].drm);
    sal_format(to, sizeof to, "%d x 1-%d", shot->dice, ssp_naturals(&plain));
    struct sal_card_step *s = sal_card_to(c, mod[i].rule, to, "%s", mod[i].text);
    s->shift = mod[i].drm;
    s->has_shift = true;
  }
  int open = shot->need - shot->drm;
  if (shot->occasion != ON_AIR && (open < 1 || open > 5)) sal_card_to(c, R_9_6b, to, open < 1 ? "a natural 1 always hits" : "a natural 6 always misses");
  card_outcomes(p, shot, c);
}

/* ---- the shot and its effect ------------------------------------------------------------- */

int ssp_d6(struct sal_play *p, int rule, sal_unit who) { return sal_roll(p->dice, 6, rule, who); } /* 2.1 */

int ssp_roll_hits(struct sal_play *p, const struct ssp_shot *shot) {
  int hits = 0;
  for (int i = 0; i < shot->dice; i++) {
    int die = ssp_d6(p, by_guns(shot->occasion) ? R_9_6d : R_9_6a, shot->firer != SAL_NOUNIT ? shot->firer : shot->target);
    hits += die_hits(shot, die);
  }
  return hits;
}

static int event_of(const struct ssp_shot *shot) {
  return shot->occasion == ON_AIR ? E_AIRSTRIKE : shot->occasion == ON_CC ? E_CC : by_guns(shot->occasion) ? E_GUNS : E_SHOT;
}

/* Rolls and applies one attack; in close combat the losses wait for the end of the round (11.3a). */
void ssp_shoot(struct sal_play *p, struct ssp_shot *shot, int rule) {
  struct ssp_state *s = ssp_st(p);
  ssp_aim(p, shot);
  struct sal_card *card = sal_event_card(p);
  if (card) ssp_card(p, shot, card);
  int hits = ssp_roll_hits(p, shot), most = hits > 3 ? 3 : hits; /* the last row of the table is 3 and more (9.7a) */
  if (card) card->rolled = (int16_t)most;
  s->shots++;
  sal_tell(p, event_of(shot), rule,
           SSP_EV(.unit = {shot->firer, shot->target}, .at = {s->unit[shot->target].hex}, .card = (uint8_t)(card ? p->events->ncards : 0),
                  .n = {shot->dice, (int16_t)ssp_naturals(shot), (int16_t)hits}));
  if (shot->occasion == ON_CC) {
    s->unit[shot->target].losses = (uint8_t)(s->unit[shot->target].losses + ssp_own(p->book)->hits[most][1]);
    s->unit[shot->firer].is |= SHOT;
    return;
  }
  ssp_hit(p, shot->target, most);
}

/* 9.7a: steps by the table, and suppression whenever there is a hit. */
void ssp_hit(struct sal_play *p, sal_unit target, int hits) {
  struct ssp_unit *t = &ssp_st(p)->unit[target];
  int steps = ssp_own(p->book)->hits[hits][0];
  if (!hits) {
    sal_tell(p, E_NO_EFFECT, R_9_7a, SSP_EV(.unit = {target, SAL_NOUNIT}));
    return;
  }
  sal_hex h = t->hex;
  if (steps) ssp_lose_steps(p, target, steps, R_9_7a);
  if (!t->steps) {
    ssp_take_control(p, h); /* a close combat may have ended */
    return;
  }
  if (t->is & SUPPRESSED) {
    sal_tell(p, E_STILL, R_9_7c, SSP_EV(.unit = {target, SAL_NOUNIT}, .at = {t->hex}));
  } else {
    t->is |= SUPPRESSED;
    sal_tell(p, E_SUPPRESSED, R_9_7a, SSP_EV(.unit = {target, SAL_NOUNIT}, .at = {t->hex}));
  }
}

static bool same_face(const struct ssp_face *a, const struct ssp_face *b) { return !memcmp(a, b, sizeof *a); } /* bytes and flags only */

static void eliminate(struct sal_play *p, sal_unit u, int rule) {
  struct ssp_state *s = ssp_st(p);
  struct ssp_unit *v = &s->unit[u];
  sal_hex h = v->hex;
  ssp_lift(p, u);
  v->is &= TRIED;
  v->kz = v->losses = 0;
  v->into = SAL_NOHEX;
  sal_tell(p, E_GONE, rule, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {h}));
  if (s->first[h] == SAL_NOUNIT && s->formation != SSP_NONE) { /* 9.7e */
    ssp_set(ssp_bits(p, ssp_own(p->book)->closed_at), h, true);
    sal_tell(p, E_CLEARED, R_9_7e, SAL_EV(.at = {h}));
  }
}

void ssp_lose_steps(struct sal_play *p, sal_unit target, int steps, int rule) {
  struct ssp_state *s = ssp_st(p);
  struct ssp_unit *t = &s->unit[target];
  const struct ssp_kind *type = ssp_type(p, target);
  int kind_rule = type->steps == 1 ? R_2_9a : type->steps == 2 ? R_2_9b : R_2_9c, loss = steps < t->steps ? steps : t->steps;
  const struct ssp_face *before = ssp_face_of(p, target);
  s->lost[type->side] = (uint16_t)(s->lost[type->side] + loss);
  t->steps = (uint8_t)(t->steps - loss);
  sal_tell(p, E_LOSS, rule, SSP_EV(.unit = {target, SAL_NOUNIT}, .at = {t->hex}, .n = {(int16_t)loss, t->steps}));
  if (!t->steps) {
    eliminate(p, target, kind_rule);
    return;
  }
  sal_tell(p, E_FLIPPED, same_face(before, ssp_face_of(p, target)) ? kind_rule : R_9_7d, SSP_EV(.unit = {target, SAL_NOUNIT}, .n = {t->steps}));
}

/* One of n, each with the same chance, by as few dice as will do; the order is that of the counters. */
sal_unit ssp_pick(struct sal_play *p, const sal_unit *of, int n, int rule) {
  if (n == 1) return of[0];
  if (n > 36) n = 36; /* only a position that breaks the stacking limits has more */
  for (;;) {
    int v = ssp_d6(p, rule, SAL_NOUNIT) - 1;
    if (n > 6) v = v * 6 + ssp_d6(p, rule, SAL_NOUNIT) - 1;
    int share = (n > 6 ? 36 : 6) / n; /* results for each; the rest is rolled again */
    if (v < n * share) return of[n > 6 ? v % n : v / share];
  }
}
