/* fire.c - fire combat (9): who may fire at whom, dice and modifiers, hits and their effects.
 *
 * One function aims (ssp_aim), for the shot itself and for the odds card alike, so a card cannot
 * promise what the dice do not keep. Close combat (11.3) and aircraft (12.2) use it too.
 */
#include "state.h"

#include <string.h>

enum { HIT_VEHICLE = 3, HIT_GUNS = 3, WITHOUT_SUPPORT = 1 }; /* 9.6a, 9.6d, 11.4a */
enum { MOST_HITS = 3 };                                      /* 9.7a: the last row is 3 and more */

/* The side of the counter that is up: the last step of a unit with more than one is its back
 * (2.9d). A static unit has the figures of its tile (2.10b). */
const struct ssp_face *ssp_face_of(const struct sal_play *p, sal_unit u) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *unit = &S(p)->unit[u];
  if (unit->tile)
    return &own->type[own->tile[unit->tile]].front;
  return unit->steps == 1 ? &own->type[u].back : &own->type[u].front;
}

/* 11.3: fire inside a close combat hex, also at one that leaves it. */
static bool in_cc(int occasion) {
  return occasion == ON_CC || occasion == ON_LEAVE_CC;
}

/* Artillery of either side. */
static bool by_guns(int occasion) {
  return occasion >= ON_BOMBARD && occasion <= ON_GUNS_ENTRY;
}

/* ---- may it fire? ----------------------------------------------------------------------- */

/* 9.2b, 9.2c, 9.3a: a gun for vehicles. Its range is what it has over the armour, and at least 1.
 */
static bool gun_reaches(const struct sal_play *p, sal_unit firer, sal_unit target, int range,
                        bool cc, struct sal_refusal *why) {
  const struct ssp_face *face = ssp_face_of(p, firer);

  if (face->g == 0)
    return sal_refuse(why, R_9_2b, "{u0} has no gun and never fires at vehicles.", firer, 0);
  if (cc)
    return true; /* 11.3e */
  if (face->g_paren)
    return sal_refuse(why, R_9_2c,
                      "The gun of {u0} is in parentheses: it fires at vehicles in close combat "
                      "only.",
                      firer, 0);
  if (range > 1 && range > face->g - ssp_face_of(p, target)->a)
    return sal_refuse(why, R_9_3a, "{u1} is too far for the gun of {u0} against its armour.", firer,
                      target);

  return true;
}

/* The weapon: a gun for vehicles, the anti-infantry factor for others, and its range (9.3b). Range
 * 0 means close combat only. */
static bool weapon(const struct sal_play *p, sal_unit firer, sal_unit target, int range, bool cc,
                   struct sal_refusal *why) {
  if (ssp_type(p, target)->vehicular)
    return gun_reaches(p, firer, target, range, cc, why);
  if (cc || range <= ssp_face_of(p, firer)->r)
    return true;
  return sal_refuse(why, R_9_3b, "{u1} is out of the range of {u0}.", firer, target);
}

/* 2.10a, 9.1d: static infantry and suppressed units do not fire. */
static bool able(const struct sal_play *p, sal_unit firer, struct sal_refusal *why) {
  if (ssp_type(p, firer)->move == MOVE_STATIC)
    return sal_refuse(why, R_2_10a, "{u0} is static infantry and fires in close combat only.",
                      firer, 0);
  if (ssp_is(p, firer, SUPPRESSED))
    return sal_refuse(why, R_9_1d, "{u0} is suppressed and does not fire.", firer, 0);

  return true;
}

/* 9.3c, 9.4: "always adjacent" lifts the range limit only, not the need of sight. */
static bool in_sight(const struct sal_play *p, sal_unit firer, sal_unit target, int range,
                     struct sal_refusal *why) {
  sal_hex from = S(p)->unit[firer].hex;
  sal_hex to = S(p)->unit[target].hex;
  sal_hex where;

  if (ssp_sees(p, from, to))
    return true;
  if (!why)
    return false;
  int rule = ssp_cut(p->book, from, to, &where);
  return sal_refuse4(why, range == 1 ? R_9_3c : rule,
                     "{u0} has no line of sight to {u1}: it is blocked at {h2}.", firer, target,
                     where, 0);
}

/* Fire from one hex to another: visibility, weapon, sight and front. */
static bool direct(const struct sal_play *p, sal_unit firer, sal_unit target,
                   struct sal_refusal *why) {
  const struct ssp_state *s = S(p);
  sal_hex to = s->unit[target].hex;
  int range = sal_distance(&p->book->board, s->unit[firer].hex, to);

  if (range > s->vis)
    return sal_refuse(why, R_5e, "{u0} is beyond the visibility of {n1} {hex/hexes}.", target,
                      s->vis);
  if (!weapon(p, firer, target, range, false, why))
    return false;
  if (!in_sight(p, firer, target, range, why))
    return false;
  if (!ssp_in_fan(p, firer, to))
    return sal_refuse(why, R_10_2a, "{u1} is outside the front of {u0}'s kill zone.", firer,
                      target);

  return true;
}

/* 11.3a, 11.3c: in close combat each unit fires once a round, at enemies in its hex. */
static bool may_fire_in_cc(const struct sal_play *p, sal_unit firer, sal_unit target,
                           struct sal_refusal *why) {
  const struct ssp_unit *f = &S(p)->unit[firer];
  const struct ssp_unit *t = &S(p)->unit[target];

  if (f->hex != t->hex)
    return sal_refuse(why, R_11_3c, "{u0} and {u1} are not in the same close combat.", firer,
                      target);
  if (f->is & SHOT) {
    const struct ssp_face *face = ssp_face_of(p, firer);
    bool two_weapons = face->g && face->s;
    return sal_refuse(why, two_weapons ? R_11_4b : R_11_3a, "{u0} has fired in this round.", firer,
                      0);
  }
  if (f->is & SILENT)
    return sal_refuse(why, R_10_2c,
                      "{u0} was entered from behind its kill zone and misses the first round.",
                      firer, 0);

  return weapon(p, firer, target, 0, true, why);
}

/* 7.1, 11.2a: only these units may fire at one that moves or enters. */
static bool is_concerned(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion,
                         struct sal_refusal *why) {
  const struct ssp_unit *f = &S(p)->unit[firer];
  const struct ssp_unit *t = &S(p)->unit[target];

  if (occasion == ON_ENTRY && f->hex != t->into)
    return sal_refuse(why, R_11_2a, "Only defenders of the hex make entry fire.", 0, 0);
  if (occasion != ON_ENTER && occasion != ON_LEAVE)
    return true;
  if (ssp_zone_of(p, firer, t->hex))
    return true;
  bool adjacent = sal_distance(&p->book->board, f->hex, t->hex) == 1;
  return sal_refuse(why, adjacent ? R_7_1c : R_7_1a, "{u1} is not in the zone of control of {u0}.",
                    firer, target);
}

/* 11.3c, 11.3d: a unit in close combat has no action but to leave; it fights after the actions. */
static bool in_close_combat(const struct sal_play *p, sal_unit firer, sal_unit target,
                            struct sal_refusal *why) {
  if (S(p)->unit[firer].hex == S(p)->unit[target].hex)
    return sal_refuse(why, R_11_3d,
                      "{u0} and {u1} are in close combat and fight after the actions.", firer,
                      target);
  return sal_refuse(why, R_11_3c, "{u0} is in close combat and cannot fire out of its hex.", firer,
                    0);
}

/* May the firer attack the target on this occasion? The whole of rules 9.1 to 9.4, and of the rules
 * that give the occasion. */
bool ssp_may_fire(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion,
                  struct sal_refusal *why) {
  const struct ssp_unit *f = &S(p)->unit[firer];
  const struct ssp_unit *t = &S(p)->unit[target];

  if (!f->hex || !t->hex || ssp_side(p, firer) == ssp_side(p, target))
    return sal_refuse(why, R_9_1a, "An attack is made by a unit on the map at one enemy unit.", 0,
                      0);
  if (occasion == ON_CC)
    return may_fire_in_cc(p, firer, target, why);
  if (!able(p, firer, why))
    return false;
  if (occasion == ON_LEAVE_CC) {
    if (f->hex != t->hex)
      return sal_refuse(why, R_7_2g,
                        "Only units in the close combat hex fire at one that leaves it.", 0, 0);
    return weapon(p, firer, target, 0, true, why);
  }
  if (!is_concerned(p, firer, target, occasion, why))
    return false;
  if (ssp_contested(p, f->hex))
    return in_close_combat(p, firer, target, why);
  if (ssp_contested(p, t->hex))
    return sal_refuse(why, R_11_3c, "{u1} is in close combat, and no unit may fire into it.", firer,
                      target);

  return direct(p, firer, target, why);
}

/* How far a unit can fire at best, within the visibility. */
static int farthest(const struct sal_play *p, sal_unit firer) {
  const struct ssp_face *face = ssp_face_of(p, firer);
  int far = face->r;
  if (face->g > far && !face->g_paren)
    far = face->g;
  return ssp_least(far, S(p)->vis);
}

/* All units that may be fired at; only hexes in sight are looked at. */
int ssp_targets(const struct sal_play *p, sal_unit firer, int occasion, sal_unit *out, int max) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *unit = &S(p)->unit[firer];
  int n = 0;
  int enemy = sal_enemy(ssp_side(p, firer));
  int far = farthest(p, firer);

  if (unit->is & SUPPRESSED || far == 0 || ssp_contested(p, unit->hex))
    return 0;
  const uint32_t *at = own->seen_at + unit->hex * (own->max_vis + 2u);
  for (uint32_t k = at[1]; k < at[far + 1]; k++) {
    SSP_EACH(p, u, own->seen[k]) {
      if (own->type[u].side != enemy || n == max)
        continue;
      if (ssp_may_fire(p, firer, u, occasion, NULL))
        out[n++] = u;
    }
  }

  return n;
}

/* ---- aiming ----------------------------------------------------------------------------- */

/* 10.1c: the firer has a kill zone. */
static bool under_kz(const struct sal_play *p, const struct ssp_shot *shot) {
  return shot->firer != SAL_NOUNIT && S(p)->unit[shot->firer].kz;
}

/* 9.5, 10.1c: the dice of the occasion or of the kill zone, the larger number and never the sum. */
static int dice_for(const struct sal_play *p, const struct ssp_shot *shot) {
  static const uint8_t row[] = {
      [ON_FIRE] = DICE_FIRE,   [ON_MOVE] = DICE_FIRE_MOVE,        [ON_ENTER] = DICE_ENTER,
      [ON_LEAVE] = DICE_LEAVE, [ON_LEAVE_CC] = DICE_LEAVE_CC,     [ON_ENTRY] = DICE_ENTRY,
      [ON_CC] = DICE_CC,       [ON_BOMBARD] = DICE_BOMBARD,       [ON_SUPPORT] = DICE_SUPPORT,
      [ON_GUNS] = DICE_GUNS,   [ON_GUNS_ENTRY] = DICE_ENTRY_GUNS, [ON_AIR] = DICE_AIR};
  int dice = O(p)->dice[row[shot->occasion]];
  int kz = O(p)->dice[DICE_KZ];

  if (under_kz(p, shot) && kz > dice)
    return kz;

  return dice;
}

/* The number a modified die must not pass: 9.6a, 9.6d, 12.2c, and 11.4a for support units that no
 * infantry goes with. */
static int need_for(const struct sal_play *p, const struct ssp_shot *shot) {
  const struct ssp_aircraft *plane = &O(p)->aircraft[shot->air];
  bool vehicle = ssp_type(p, shot->target)->vehicular;

  if (shot->occasion == ON_AIR)
    return vehicle ? plane->g : plane->s;
  if (by_guns(shot->occasion))
    return HIT_GUNS;
  if (vehicle)
    return HIT_VEHICLE;
  const struct ssp_face *face = ssp_face_of(p, shot->firer);
  bool supported = ssp_is(p, shot->firer, SUPPORTED);
  if (shot->occasion == ON_CC && face->s_paren && !supported)
    return WITHOUT_SUPPORT;

  return face->s;
}

/* 9.6c: does a modifier of the table count for this shot? */
static bool modifier_counts(const struct sal_play *p, const struct ssp_shot *shot, int drm) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *target = &S(p)->unit[shot->target];
  const struct ssp_kind *type = ssp_type(p, shot->target);
  bool guns = by_guns(shot->occasion);

  switch (drm) {
  case DRM_SUPPORT: return shot->occasion == ON_SUPPORT;
  case DRM_FORT: return type->side == SAL_SOVIET && !type->vehicular && own->fort[target->hex];
  case DRM_GUNS_VEHICLE: return guns && type->vehicular;
  case DRM_WEAK_GUN: /* infantry has no armour */
    return !guns && ssp_face_of(p, shot->firer)->g < ssp_face_of(p, shot->target)->a;
  case DRM_SUPPRESSED: return target->is & SUPPRESSED;
  case DRM_COVER: return own->cover[target->hex];
  case DRM_ASTERISK: return in_cc(shot->occasion) && ssp_face_of(p, shot->firer)->g_star;
  case DRM_LEAVING: return shot->occasion == ON_LEAVE || shot->occasion == ON_LEAVE_CC;
  default: return shot->crossfire;
  }
}

/* The modifiers of a shot, in the order of the table. Aircraft have none (12.2c). */
int ssp_modifiers(const struct sal_play *p, const struct ssp_shot *shot, struct ssp_mod out[NDRM]) {
  static const struct {
    uint16_t rule;
    const char *text;
  } row[NDRM] = {
      [DRM_SUPPORT] = {R_13_2c, "Soviet support"},
      [DRM_FORT] = {R_9_6c, "fortified line"},
      [DRM_GUNS_VEHICLE] = {R_9_6d, "artillery at a vehicle"},
      [DRM_WEAK_GUN] = {R_9_6c, "gun below armour"},
      [DRM_SUPPRESSED] = {R_9_6c, "suppressed"},
      [DRM_COVER] = {R_9_6c, "town or woods"},
      [DRM_ASTERISK] = {R_9_6c, "clumsy in close combat"},
      [DRM_LEAVING] = {R_7_2b, "leaving"},
      [DRM_CROSSFIRE] = {R_10_3c, "crossfire"},
  };
  int n = 0;
  if (shot->occasion == ON_AIR)
    return 0;
  for (int i = 0; i < NDRM; i++)
    if (modifier_counts(p, shot, i))
      out[n++] = (struct ssp_mod){O(p)->drm[i], row[i].rule, row[i].text};
  for (int i = 0; i < n; i++)
    if (shot->occasion == ON_LEAVE_CC && out[i].rule == R_7_2b)
      out[i] = (struct ssp_mod){out[i].drm, R_7_2g, "leaving the close combat"};

  return n;
}

/* 9.6c: modifiers add up. */
void ssp_aim(const struct sal_play *p, struct ssp_shot *shot) {
  struct ssp_mod mod[NDRM];
  int n = ssp_modifiers(p, shot, mod);
  int drm = 0;

  for (int i = 0; i < n; i++)
    drm += mod[i].drm;
  shot->dice = (uint8_t)dice_for(p, shot);
  shot->need = (uint8_t)need_for(p, shot);
  shot->drm = (int8_t)drm;
}

/* 9.6b: a natural 1 hits and a natural 6 misses, but not for aircraft (12.2c). */
static bool die_hits(const struct ssp_shot *shot, int die) {
  if (shot->occasion == ON_AIR)
    return die <= shot->need;
  if (die == 1)
    return true;
  if (die == 6)
    return false;

  return die + shot->drm <= shot->need;
}

/* How many faces of a die hit. */
int ssp_naturals(const struct ssp_shot *shot) {
  int n = 0;
  for (int d = 1; d <= 6; d++)
    n += die_hits(shot, d);
  return n;
}

/* ---- the odds card ---------------------------------------------------------------------- */

/* Whose attack it is; Soviet artillery and aircraft have no counter on the map. */
static int shooter_side(const struct sal_play *p, const struct ssp_shot *shot) {
  if (shot->firer != SAL_NOUNIT)
    return ssp_side(p, shot->firer);
  if (shot->occasion == ON_AIR)
    return O(p)->aircraft[shot->air].side;
  return SAL_SOVIET;
}

/* Gun against armour. */
static void card_gun(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  const struct ssp_face *face = ssp_face_of(p, shot->firer);
  bool reduced = S(p)->unit[shot->firer].steps < ssp_type(p, shot->firer)->steps;
  int side = ssp_side(p, shot->firer);

  if (reduced)
    sal_card_add(c, side, face->g, 1, R_2_9d, shot->firer, "gun, reduced");
  else
    sal_card_add(c, side, face->g, 1, R_2_7, shot->firer, "gun");
  sal_card_add(c, ssp_side(p, shot->target), ssp_face_of(p, shot->target)->a, 1, R_2_7,
               shot->target, "armour");
}

/* The anti-infantry factor. */
static void card_infantry(const struct sal_play *p, const struct ssp_shot *shot,
                          struct sal_card *c) {
  bool reduced = S(p)->unit[shot->firer].steps < ssp_type(p, shot->firer)->steps;
  int rule = reduced ? R_2_9d : R_9_2a;

  if (shot->need != ssp_face_of(p, shot->firer)->s)
    rule = R_11_4a;
  sal_card_add(c, ssp_side(p, shot->firer), shot->need, 1, rule, shot->firer,
               reduced ? "anti-infantry, reduced" : "anti-infantry");
}

/* What is compared: gun and armour, a factor, or a fixed number. */
static void card_lines(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  int side = shooter_side(p, shot);

  if (shot->occasion == ON_AIR)
    sal_card_add(c, side, shot->need, 1, R_12_2c, shot->firer, "aircraft hits on");
  else if (by_guns(shot->occasion))
    sal_card_add(c, side, shot->need, 1, R_9_6d, shot->firer, "artillery hits on");
  else if (ssp_type(p, shot->target)->vehicular)
    card_gun(p, shot, c);
  else
    card_infantry(p, shot, c);
}

/* b to the n; cards are exact, so there are no floats. */
static uint64_t power(uint64_t b, int n) {
  uint64_t v = 1;
  while (n-- > 0)
    v *= b;
  return v;
}

/* Ways to take k of n. */
static uint64_t choose(int n, int k) {
  uint64_t v = 1;
  for (int i = 1; i <= k; i++)
    v = v * (uint64_t)(n - i + 1) / (uint64_t)i;
  return v;
}

/* In how many ways exactly this many hits come up. */
static uint64_t ways_to(const struct ssp_shot *shot, int hits) {
  int hit = ssp_naturals(shot);
  return choose(shot->dice, hits) * power((uint64_t)hit, hits) *
         power((uint64_t)(6 - hit), shot->dice - hits);
}

/* The chance that a shot does something, rounded as the card rounds it. One hit does nothing in
 * close combat (11.3a). */
int ssp_percent(const struct ssp_shot *shot) {
  uint64_t all = power(6, shot->dice);
  uint64_t nothing = ways_to(shot, 0);
  if (shot->occasion == ON_CC)
    nothing += ways_to(shot, 1);
  return (int)(((all - nothing) * 100 + all / 2) / all);
}

/* 9.7a, 11.3a: what this many hits do to the target. */
static const char *effect_of(const struct ssp_unit *target, int hits, int steps, bool cc) {
  if (steps >= target->steps)
    return "eliminated";
  if (hits == 0 || (cc && !steps))
    return "no effect";
  if (cc)
    return "step loss";
  if (steps)
    return "step loss, suppressed";
  if (target->is & SUPPRESSED)
    return "suppressed as before";

  return "suppressed";
}

/* 9.7a: a row for 0, 1 and 2 hits, and one for 3 and more. */
static void card_outcomes(const struct sal_play *p, const struct ssp_shot *shot,
                          struct sal_card *c) {
  const struct ssp_unit *target = &S(p)->unit[shot->target];
  int most = ssp_least(shot->dice, MOST_HITS);
  bool cc = shot->occasion == ON_CC;
  uint64_t all = power(6, shot->dice);

  for (int hits = 0; hits <= most; hits++) {
    int last = hits == MOST_HITS ? shot->dice : hits;
    uint64_t ways = 0;
    for (int k = hits; k <= last; k++)
      ways += ways_to(shot, k);
    int steps = O(p)->hits[hits][cc];
    const char *effect = effect_of(target, hits, steps, cc);
    const char *format = hits == MOST_HITS ? "%d hits or more: %s" : "%d {hit/hits}: %s";
    struct sal_card_outcome *outcome = sal_card_may(c, ways, all, format, hits, effect);
    int loss = ssp_least(steps, target->steps);
    outcome->loss[ssp_side(p, shot->target)] = (int8_t)loss;
  }
}

/* The name on the card. */
static const char *shooter_name(const struct sal_play *p, const struct ssp_shot *shot) {
  if (shot->firer != SAL_NOUNIT)
    return p->book->counter[shot->firer].label;
  if (shot->occasion == ON_AIR)
    return O(p)->aircraft[shot->air].name;
  return "Soviet artillery";
}

/* The rule that gives the number of dice. */
static int dice_rule(const struct sal_play *p, const struct ssp_shot *shot) {
  if (under_kz(p, shot))
    return R_10_1c;
  if (by_guns(shot->occasion))
    return R_13_1;
  if (shot->occasion == ON_AIR)
    return R_12_2c;

  return R_9_5;
}

/* "3 x 1-2": the dice, and the faces that hit. */
static void dice_and_faces(const struct ssp_shot *shot, char *to, size_t cap) {
  int highest = ssp_naturals(shot);

  if (highest == 1)
    sal_format(to, cap, "%d x 1", shot->dice);
  else
    sal_format(to, cap, "%d x 1-%d", shot->dice, highest);
}

/* The steps of the card: the dice, each modifier, and the natural 1 or 6 where it decides. */
static void card_steps(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  struct ssp_mod mod[NDRM];
  struct ssp_shot so_far = *shot;
  int n = ssp_modifiers(p, shot, mod);
  char to[24];

  so_far.drm = 0;
  dice_and_faces(&so_far, to, sizeof to);
  sal_card_to(c, dice_rule(p, shot), to, "dice: %d, hits on %d or less", shot->dice, shot->need);
  for (int i = 0; i < n; i++) {
    so_far.drm = (int8_t)(so_far.drm + mod[i].drm);
    dice_and_faces(&so_far, to, sizeof to);
    struct sal_card_step *step = sal_card_to(c, mod[i].rule, to, "%s", mod[i].text);
    step->shift = mod[i].drm;
    step->has_shift = true;
  }
  int highest = shot->need - shot->drm;
  if (shot->occasion == ON_AIR)
    return;
  if (highest < 1)
    sal_card_to(c, R_9_6b, to, "a natural 1 always hits");
  if (highest > 5)
    sal_card_to(c, R_9_6b, to, "a natural 6 always misses");
}

/* The card of a shot, before it and, with what was rolled, after it. */
void ssp_card(const struct sal_play *p, const struct ssp_shot *shot, struct sal_card *c) {
  static const uint16_t rule[] = {
      [ON_FIRE] = R_4_2b,  [ON_MOVE] = R_4_2c,        [ON_ENTER] = R_7_2a,
      [ON_LEAVE] = R_7_2b, [ON_LEAVE_CC] = R_7_2g,    [ON_ENTRY] = R_11_2a,
      [ON_CC] = R_11_3a,   [ON_BOMBARD] = R_13_2a,    [ON_SUPPORT] = R_13_2c,
      [ON_GUNS] = R_13_3a, [ON_GUNS_ENTRY] = R_13_3b, [ON_AIR] = R_12_2c};
  const char *target = p->book->counter[shot->target].label;
  char title[80];

  sal_format(title, sizeof title, "%s at %s", shooter_name(p, shot), target);
  sal_card_odds(c, sal_enemy(ssp_side(p, shot->target)), rule[shot->occasion], title);
  card_lines(p, shot, c);
  card_steps(p, shot, c);
  card_outcomes(p, shot, c);
}

/* ---- the shot and its effect ------------------------------------------------------------ */

/* 2.1: the only die of this game. */
int ssp_d6(struct sal_play *p, int rule, sal_unit who) { /* 2.1 */
  return sal_roll(p->dice, 6, rule, who);
}

struct roll {
  int hits;
  int faces; /* what was rolled, for the event: digits to base 7, the first die highest */
};

/* 9.6: each die hits or misses by itself. */
static struct roll roll_hits(struct sal_play *p, const struct ssp_shot *shot) {
  int rule = by_guns(shot->occasion) ? R_9_6d : R_9_6a;
  sal_unit who = shot->firer != SAL_NOUNIT ? shot->firer : shot->target;
  struct roll roll = {0, 0};

  for (int i = 0; i < shot->dice; i++) {
    int die = ssp_d6(p, rule, who);
    roll.hits += die_hits(shot, die);
    roll.faces = roll.faces * 7 + die;
  }

  return roll;
}

/* Each kind of attack has its own sentence. */
static int event_of(const struct ssp_shot *shot) {
  if (shot->occasion == ON_AIR)
    return E_AIRSTRIKE;
  if (shot->occasion == ON_CC)
    return E_CC;
  if (by_guns(shot->occasion))
    return E_GUNS;

  return E_SHOT;
}

/* Rolls and applies one attack; in close combat the losses wait for the end of the round (11.3a).
 */
void ssp_shoot(struct sal_play *p, struct ssp_shot *shot, int rule) {
  struct ssp_state *s = S(p);

  ssp_aim(p, shot);
  struct sal_card *card = sal_event_card(p);
  if (card)
    ssp_card(p, shot, card);
  struct roll roll = roll_hits(p, shot);
  int row = ssp_least(roll.hits, MOST_HITS);
  if (card)
    card->rolled = (int16_t)row;
  s->shots++;
  sal_tell(p, event_of(shot), rule,
           SAL_EVUU(shot->firer, shot->target, .at = {s->unit[shot->target].hex},
                    .card = (uint8_t)(card ? p->events->ncards : 0),
                    .n = {shot->dice, (int16_t)(WORD_FACES + ssp_naturals(shot)),
                          (int16_t)roll.hits, (int16_t)roll.faces}));
  if (shot->occasion != ON_CC) {
    ssp_hit(p, shot->target, row);
    return;
  }
  struct ssp_unit *target = &s->unit[shot->target];
  target->losses = (uint8_t)(target->losses + O(p)->hits[row][1]);
  s->unit[shot->firer].is |= SHOT;
}

/* 9.7a: steps by the table, and suppression whenever there is a hit. */
void ssp_hit(struct sal_play *p, sal_unit target, int hits) {
  struct ssp_unit *unit = &S(p)->unit[target];
  int steps = O(p)->hits[hits][0];

  if (!hits) {
    sal_tell(p, E_NO_EFFECT, R_9_7a, SAL_EVU(target, .n = {0}));
    return;
  }
  sal_hex h = unit->hex;
  if (steps)
    ssp_lose_steps(p, target, steps, R_9_7a);
  if (!unit->steps) {
    ssp_take_control(p, h); /* a close combat may have ended */
    return;
  }
  if (unit->is & SUPPRESSED) {
    sal_tell(p, E_STILL, R_9_7c, SAL_EVU(target, .at = {unit->hex}));
    return;
  }
  unit->is |= SUPPRESSED;
  sal_tell(p, E_SUPPRESSED, R_9_7a, SAL_EVU(target, .at = {unit->hex}));
}

/* Does a loss change the figures at all? */
static bool same_face(const struct ssp_face *a, const struct ssp_face *b) {
  return !memcmp(a, b, sizeof *a); /* bytes and flags only */
}

/* 9.7e: a hex emptied by losses is closed to the active formation for the rest of its impulse. */
static void eliminate(struct sal_play *p, sal_unit u, int rule) {
  struct ssp_state *s = S(p);
  struct ssp_unit *unit = &s->unit[u];
  sal_hex h = unit->hex;

  ssp_lift(p, u);
  unit->is &= TRIED;
  unit->kz = unit->losses = 0;
  unit->into = SAL_NOHEX;
  sal_tell(p, E_GONE, rule, SAL_EVU(u, .at = {h}));
  if (s->first[h] != SAL_NOUNIT || s->formation == SSP_NONE)
    return;
  ssp_set(ssp_bits(p, O(p)->closed_at), h, true);
  sal_tell(p, E_CLEARED, R_9_7e, SAL_EV(.at = {h}));
}

/* 2.9: what the last step means for a unit with this many steps. */
static int step_rule(int steps) {
  switch (steps) {
  case 1: return R_2_9a;
  case 2: return R_2_9b;
  default: return R_2_9c;
  }
}

/* 2.9, 9.7d: steps go off the counter; what is left may be its weaker side. */
void ssp_lose_steps(struct sal_play *p, sal_unit target, int steps, int rule) {
  struct ssp_state *s = S(p);
  struct ssp_unit *unit = &s->unit[target];
  const struct ssp_kind *type = ssp_type(p, target);
  const struct ssp_face *before = ssp_face_of(p, target);
  int loss = ssp_least(steps, unit->steps);

  s->lost[type->side] = (uint16_t)(s->lost[type->side] + loss);
  unit->steps = (uint8_t)(unit->steps - loss);
  sal_tell(p, E_LOSS, rule, SAL_EVU(target, .at = {unit->hex}, .n = {(int16_t)loss, unit->steps}));
  if (!unit->steps) {
    eliminate(p, target, step_rule(type->steps));
    return;
  }
  bool same = same_face(before, ssp_face_of(p, target));
  sal_tell(p, E_FLIPPED, same ? step_rule(type->steps) : R_9_7d,
           SAL_EVU(target, .n = {unit->steps}));
}

/* One of n, each with the same chance, with as few dice as possible. The order is that of the
 * counters. Results that cannot be shared out evenly are rolled again. */
sal_unit ssp_pick(struct sal_play *p, const sal_unit *of, int n, int rule) {
  if (n == 1)
    return of[0];
  if (!ssp_second_edition(p))
    n = ssp_least(n, 36);
  int faces = 6; /* results of all the dice together */
  while (faces < n)
    faces *= 6;
  int share = faces / n;
  for (;;) {
    int v = 0;
    for (int left = faces; left > 1; left /= 6)
      v = v * 6 + ssp_d6(p, rule, SAL_NOUNIT) - 1;
    if (v >= n * share)
      continue;
    return of[faces > 6 ? v % n : v / share];
  }
}
