/* field_fire.c - F7: an attack by the Fire table, from its weight to the roll.
 *
 * sf_gather (field_firers.c) finds which units fire what (F7.4), sf_weigh adds it up (F7.5 to
 * F7.10) and writes the card, sf_attack rolls. The law, the card and the roll all go through
 * sf_weigh; the first two see a view, where concealed enemies are only a "?".
 */
#include "field.h"

#include <string.h>

enum { SIXTEENTHS = 16 };

/* ---- F7.6: the column ------------------------------------------------------------------- */

/* F7.6: the last column that the firepower reaches; -1 below the first. */
int sf_column(const struct sal_play *p, int fp16) {
  int at = -1;

  for (int i = 0; i < COLUMNS_FIRE; i++)
    if (FB(p)->column[i] * SIXTEENTHS <= fp16)
      at = i;

  return at;
}

/* ---- F7.8: who directs ------------------------------------------------------------------ */

/* Do all these weapons fire again by their rate (F7.12)? */
static bool all_by_rate(const struct sal_play *p, const struct attack *a) {
  for (int i = 0; i < a->npart; i++)
    if (!(unit_at(p, a->part[i].unit)->did & KEPT_RATE))
      return false;

  return true;
}

/* F7.8: a leader of the firers' Location who may direct this attack. */
static bool may_direct(const struct sal_play *p, const struct attack *a, int u, bool by_rate) {
  const struct trooper *t = unit_at(p, u);
  bool directed = t->did & DID_DIRECT;

  if (t->at != a->from || side_of(p, u) != a->side || sf_modifier(p, u) < 1)
    return false;

  /* Riders and tired leaders direct nobody. */
  if (!sf_good_order(p, u) || t->is & IS_TIRED || t->with)
    return false;

  /* He directs one attack a player turn, apart from later shots at the weapons' rate. */
  if (directed && !by_rate)
    return false;

  /* In the Action phase he must be in the group; a leader who directed the first shot may have left
   * it. */
  bool keeps_on = by_rate && directed;
  return a->how != AT_WILL || t->did & IN_GROUP || keeps_on;
}

/* F7.8: the best leader in Good Order who may still direct. Fire at the weapon's own rate keeps its
 * director. */
static int find_director(const struct sal_play *p, const struct attack *a) {
  bool by_rate = all_by_rate(p, a);
  int best = -1;

  /* Desperate fire (F9.9), flames (F10.8) and vehicles (F2.5) have no directing leader. */
  if (a->how == DESPERATELY || a->flame || sf_vehicle(p, a->part[0].bearer))
    return -1;

  for (EACH_AT(p, u, a->from)) {
    if (!may_direct(p, a, u, by_rate))
      continue;
    if (best < 0 || sf_modifier(p, u) > sf_modifier(p, best))
      best = u;
  }

  return best;
}

/* ---- F7.9: TEM -------------------------------------------------------------------------- */

/* Of the men of a side in the Location, against a line from there: the largest single one, works as
 * far as the viewer knows them. */
int sf_tem(const struct sal_play *p, location from, location to, int side, int viewer) {
  const struct ground *g = ground_at(p, hex_at(to));
  int hedge = FB(p)->hedge_tem;
  int tem = g->tem;
  int work = sf_work_tem(p, from, to, side, viewer);

  /* Inside a pillbox nothing but its own walls counts (F16.5). */
  if (level_at(to) == BUNKER)
    return work;

  /* A gully shelters only from outside the gully (T1). */
  bool both_in_gully = g->is & H_GULLY && ground_at(p, hex_at(from))->is & H_GULLY;
  if (both_in_gully)
    tem = 0;

  /* The largest single one counts, they do not add up (F7.9). */
  if (tem < hedge && sf_behind_hedge(p, from, to))
    tem = hedge;
  if (tem < hedge && sf_behind_roadblock(p, from, to, viewer))
    tem = hedge;
  if (tem < work)
    tem = work;

  /* A wreck shelters only where nothing else does. */
  bool by_wreck = level_at(to) == GROUND && patch_at(p, hex_at(to))->holds & HEX_WRECK;
  if (!tem && by_wreck)
    tem = FB(p)->wreck_tem;
  return tem;
}

enum { EMPLACED_TEM = 2 };
/* F7.9: the smallest TEM among the units struck counts for the whole attack; riders have none. */
static int tem_of_struck(const struct sal_play *p, const struct attack *a, const struct struck *s) {
  int viewer = a->truth ? SAL_ALL : a->side;
  int tem = sf_tem(p, a->from, a->to, sal_enemy(a->side), viewer);
  int least = -1;

  for (int i = 0; i < s->n; i++) {
    const struct trooper *t = unit_at(p, s->unit[i]);
    int mine = tem;

    /* Vehicles go by their own rows (F12.11 to F12.13). */
    if (sf_vehicle(p, s->unit[i]))
      continue;

    /* A Gun in position has its own cover; men on a tank have none (F9.6). */
    if (t->is & IS_EMPLACED && mine < EMPLACED_TEM)
      mine = EMPLACED_TEM;
    if (t->with)
      mine = 0;

    /* The worst sheltered one decides for all. */
    if (least < 0 || mine < least)
      least = mine;
  }

  return least < 0 ? tem : least;
}

/* F0.5: SMC before MMC before Guns before vehicles. */
static int turn_in_order(int cls) {
  if (cls == VEHICLE)
    return 3;
  if (cls == GUN)
    return 2;
  return is_smc(cls) ? 0 : 1;
}

/* F7.2: does this attack strike the unit? */
static bool strikes(const struct sal_play *p, const struct attack *a, int u) {
  const struct trooper *t = unit_at(p, u);

  if (side_of(p, u) == a->side || t->is & IS_HIDDEN)
    return false;

  /* In reaction only the moving group and its riders are struck (F9.5). A group that enters is
   * struck, riders and all, while it still waits off the map (F22.1). */
  bool rides = t->with && unit_at(p, t->with - 1)->did & IN_GROUP;
  bool moves = t->did & IN_GROUP || rides;
  bool enters = a->moving && t->where == F_WAITING && moves;
  if (!sf_on_map(p, u) && !enters)
    return false;
  if (a->moving ? !moves : t->at != a->to)
    return false;

  /* Law and card know only the "?". */
  if (!a->truth && t->is & IS_CONCEALED)
    return false;

  /* Passengers are never struck separately (F12.14). */
  return !t->with || kind_of(p, t->with - 1)->flags & K_RIDERS;
}

/* F7.2: every enemy unit there that is not hidden; in reaction the moving group alone. */
void sf_struck(const struct sal_play *p, const struct attack *a, struct struck *out) {
  /* A group is in one Location together with its riders; one that enters has no Location yet. */
  int first = a->moving ? sf_next_member(p, -1) : -1;
  location place = first < 0 ? a->to : unit_at(p, first)->at;

  out->n = 0;
  for (int pass = 0; pass < 4; pass++)
    for (EACH_AT(p, u, place)) {
      if (out->n == MAX_STRUCK || !strikes(p, a, u))
        continue;
      if (turn_in_order(kind_of(p, u)->cls) == pass)
        out->unit[out->n++] = (sal_unit)u;
    }
}

/* ---- F7.7: the modifiers ---------------------------------------------------------------- */

struct adding { /* DRM so far, and the card's steps */
  const struct sal_play *p;
  struct attack *a;
  struct sal_card *card;
};

/* One modifier of the roll, and its line on the card. */
static void modify(struct adding *x, int drm, int rule, const char *text) {
  if (!drm)
    return;
  x->a->drm = (int16_t)(x->a->drm + drm);

  /* The law asks without a card; then only the sum counts. */
  if (!x->card)
    return;

  char to[24];
  sal_format(to, sizeof to, "weight %d", x->a->strength - x->a->drm);

  struct sal_card_step *s = sal_card_to(x->card, rule, to, "%s", text);
  s->has_shift = true;
  s->shift = (int8_t)-drm; /* what it does to the weight */
}

/* Is one of the firers in this state, or of this class? */
static bool any_part(const struct sal_play *p, const struct attack *a, uint32_t is, int cls) {
  for (int i = 0; i < a->npart; i++) {
    int u = a->part[i].bearer;
    bool in_state = is && unit_at(p, u)->is & is;
    bool of_class = cls >= 0 && kind_of(p, u)->cls == cls;

    if (in_state || of_class)
      return true;
  }

  return false;
}

/* F9.6: a group on the move, and more so in the open with a free line. */
static void modify_for_movement(struct adding *x, int tem, int hind) {
  int viewer = x->a->truth ? SAL_ALL : x->a->side;

  /* Careful moves (F4.5) and steps along a trench (F16.3) give no target of this kind. */
  if (x->a->moving != MOVING_OPENLY)
    return;

  modify(x, -1, R_F9_6, "moving");
  if (!tem && !hind && !sf_conceals(x->p, x->a->to, viewer))
    modify(x, -1, R_F9_6, "moving in the open");
}

/* The rule that the card names for the cover of the target. */
static int cover_rule(const struct sal_play *p, const struct attack *a) {
  int viewer = a->truth ? SAL_ALL : a->side;
  return sf_cover_rule(p, a->from, a->to, sal_enemy(a->side), viewer);
}

/* F7.7: every modifier of an attack, each a step of the card. */
static void modify_all(struct adding *x, const struct struck *s, int hind) {
  const struct sal_play *p = x->p;
  struct attack *a = x->a;
  int tem = a->flame ? 0 : tem_of_struck(p, a, s); /* F10.8 */
  int first = a->part[0].bearer;

  /* The roll keeps the leader that the card showed. */
  if (!a->settled)
    a->director = (int16_t)find_director(p, a);
  if (a->director != -1)
    modify(x, -sf_modifier(p, a->director), R_F7_8, "leader directs");
  if (any_part(p, a, 0, HERO))
    modify(x, -1, R_F7_7, "a hero fires");

  /* Vehicles get neither TEM nor the benefit of height against small arms (F12.11). */
  if (!a->vehicles_only)
    modify(x, tem, cover_rule(p, a), "cover of the target");
  modify(x, hind, R_F6_5, "hindrances");
  bool uphill = sf_level(p, a->to) > sf_level(p, a->from);
  if (!a->vehicles_only && !tem && uphill)
    modify(x, 1, R_F7_7, "the target is higher");
  modify_for_movement(x, tem, hind);

  /* The state of the firers, and the crowd they fire at. */
  if (any_part(p, a, IS_TIRED, -1))
    modify(x, 1, R_F4_6, "a tired firer");
  if (any_part(p, a, IS_GREEN, -1))
    modify(x, 1, R_F2_7, "an Inexperienced crew");
  if (sf_vehicle(p, first))
    modify(x, -unit_at(p, first)->leads, R_F2_5, "armour leader");
  if (sf_full(p, sal_enemy(a->side), a->to, true))
    modify(x, -1, R_F3_2, "too many in the Location");
}

/* ---- weighing --------------------------------------------------------------------------- */

/* F7.5: the whole attack is halved if all it can strike is concealed. */
static int share(const struct attack *a, const struct part *part) {
  return a->concealed ? part->fp16 / 2 : part->fp16;
}

/* The card's sum: each share of the firepower, with the factor where it is not the printed one. */
static void card_parts(const struct sal_play *p, const struct attack *a, struct sal_card *card) {
  for (int i = 0; i < a->npart; i++) {
    const struct part *part = &a->part[i];
    const char *label = p->book->counter[part->unit].label;
    int fp16 = share(a, part);
    struct sal_frac times = sal_lowest(fp16, part->printed * SIXTEENTHS);
    bool as_printed = times.num == times.den;
    bool multiplied = times.den == 1;

    if (as_printed)
      sal_card_add(card, a->side, fp16, SIXTEENTHS, R_F7_3, part->unit, "%s", label);
    else if (multiplied)
      sal_card_add(card, a->side, fp16, SIXTEENTHS, R_F7_3, part->unit, "%s, %d x %d", label,
                   part->printed, times.num);
    else
      sal_card_add(card, a->side, fp16, SIXTEENTHS, R_F7_3, part->unit, "%s, %d x %d/%d", label,
                   part->printed, times.num, times.den);
  }
}

/* F12.11, F12.12: a mover is struck as it will stand on its path. */
static int vehicle_drm(const struct sal_play *p, const struct attack *a, int v) {
  const struct trooper *t = unit_at(p, v);
  location at = a->moving ? a->to : t->at;
  int face = a->moving ? a->face : t->face;

  return sf_vehicle_drm(p, v, at, face, hex_at(a->from));
}

/* Does anything that is known there matter to small arms (F12.13)? */
static bool can_hurt(const struct sal_play *p, const struct attack *a, const struct struck *s) {
  /* There may be men under a "?"; to refuse would betray that there are none. */
  if (!a->moving && sf_veiled(p, sal_enemy(a->side), a->to))
    return true;

  /* No known unit moves: it is a concealed group, which the firer does not see. */
  if (a->moving && !s->n)
    return true;

  for (int i = 0; i < s->n; i++) {
    int u = s->unit[i];
    if (!sf_vehicle(p, u) || a->flame || vehicle_drm(p, a, u) >= 0)
      return true;
  }

  return false;
}

/* Are all of them concealed, as far as the firer knows (F7.5)? */
static bool all_concealed(const struct sal_play *p, const struct attack *a,
                          const struct struck *s) {
  for (int i = 0; i < s->n; i++)
    if (!(unit_at(p, s->unit[i])->is & IS_CONCEALED))
      return false;

  /* With nobody known to be struck it is a "?" that is fired at. */
  return s->n > 0 || a->moving || sf_veiled(p, sal_enemy(a->side), a->to);
}

/* F12.11: are only vehicles struck, as far as the firer knows? A "?" may hold men. */
static bool only_vehicles(const struct sal_play *p, const struct attack *a,
                          const struct struck *s) {
  if (s->n == 0)
    return false;
  if (!a->moving && sf_veiled(p, sal_enemy(a->side), a->to))
    return false;

  for (int i = 0; i < s->n; i++)
    if (!sf_vehicle(p, s->unit[i]))
      return false;

  return true;
}

/* F7.6: the columns of the table, and the one that the firepower reaches. */
static void card_scale(const struct sal_play *p, const struct attack *a, struct sal_card *card) {
  size_t used = 0;

  for (int i = 0; i < COLUMNS_FIRE; i++) {
    sal_format(card->scale + used, sizeof card->scale - used, i ? "|%d" : "%d", FB(p)->column[i]);
    used = strlen(card->scale);
  }
  sal_format(card->scale_at, sizeof card->scale_at, "%d", FB(p)->column[a->column]);
}

/* The card's line of the column, to which the modifiers are added. */
static void card_column(const struct sal_play *p, const struct attack *a, struct sal_card *card) {
  char to[24];

  card_parts(p, a, card);
  card_scale(p, a, card);
  sal_format(to, sizeof to, "weight %d", a->strength);
  sal_card_to(card, R_F7_6, to, "column %d, strength %d", FB(p)->column[a->column], a->strength);
  if (a->concealed)
    sal_card_to(card, R_F7_5, to, "concealed, so firepower is halved");
}

/* Column, DRM and weight of a gathered attack; a refusal when it would do nothing. */
bool sf_weigh(const struct sal_play *p, struct attack *a, struct sal_card *card,
              struct sal_refusal *why) {
  struct struck s;
  struct adding x = {p, a, card};
  int hind = sf_sight(p, a->from, a->to);

  a->drm = 0;
  if (hind < 0)
    return sal_refuse(why, R_F7_1, "There is no line of sight from {h0} to {h1}.", hex_at(a->from),
                      hex_at(a->to));

  sf_struck(p, a, &s);
  if (!can_hurt(p, a, &s))
    return sal_refuse(why, R_F12_13, "Small arms do nothing to what is in {h0}.", hex_at(a->to), 0);

  /* The shares are summed exactly and dropped to a column once (F0.4). */
  a->concealed = all_concealed(p, a, &s);
  a->vehicles_only = only_vehicles(p, a, &s);
  a->fp16 = 0;
  for (int i = 0; i < a->npart; i++)
    a->fp16 = (uint16_t)(a->fp16 + share(a, &a->part[i]));
  a->column = (int16_t)sf_column(p, a->fp16);
  if (a->column < 0)
    return sal_refuse(why, R_F7_6, "That is less than 1 firepower at {h0}.", hex_at(a->to), 0);
  a->strength = FB(p)->strength[a->column];
  if (card)
    card_column(p, a, card);

  /* The whole distribution depends on this one figure (F7.10). */
  modify_all(&x, &s, hind);
  a->weight = (int16_t)(a->strength - a->drm);
  if (card)
    sal_format(card->column, sizeof card->column, "weight %d", a->weight);
  if (a->weight < 2)
    return sal_refuse(why, R_F7_10, "Fire at {h0} would have no effect.", hex_at(a->to), 0);
  return true;
}

/* The best weight a side's units of a Location have at another one: for cards and opponents. */
int sf_best_weight(const struct sal_play *p, int side, location from, location to, bool moving) {
  sal_unit who[32];
  struct attack a = {.side = (uint8_t)side, .how = IN_REACTION, .from = from, .to = to};
  int n = sf_stack(p, side, from, who);

  a.moving = moving;

  /* A unit does not fire into its own Location (F7.1). */
  if (sf_range(p, from, to) == 0)
    return 0;
  if (!sf_gather(p, &a, who, n))
    return 0;
  return sf_weigh(p, &a, NULL, NULL) ? a.weight : 0;
}

/* ---- the card's outcomes ---------------------------------------------------------------- */

static const char *const effect_name[EFFECTS] = {
    "no effect",       "pin check",   "morale check",   "morale check +1", "morale check +2",
    "morale check +3", "one reduced", "one eliminated", "two eliminated",  "all eliminated"};
/* as the table prints them, and how bad each is, from nothing (0) to the worst (4) */
static const struct {
  const char *code;
  int grade;
} effect_cell[EFFECTS] = {{"–", 0},   {"PC", 1}, {"MC", 2}, {"M+1", 2}, {"M+2", 2},
                          {"M+3", 2}, {"R", 3},  {"1K", 4}, {"2K", 4},  {"All", 4}};
/* the fates of a single unit: REDUCED + BROKEN is a half-squad, or a wounded man, that broke */
enum { NOW_UNHURT, NOW_PINNED, NOW_BROKEN, NOW_REDUCED, NOW_ELIMINATED = SINGLE_OUTCOMES - 1 };
static const char *const men_name[SINGLE_OUTCOMES] = {
    "no effect",          "pinned",    "broken", "half-squad", "half-squad, pinned",
    "half-squad, broken", "eliminated"};
static const char *const leader_name[SINGLE_OUTCOMES] = {
    "no effect", "pinned", "broken", "wounded", "wounded, pinned", "wounded, broken", "eliminated"};

/* Out of 36: how often two dice show a sum. */
static int ways(int sum) {
  return sum <= 7 ? sum - 1 : 13 - sum;
}

/* F7.13: how many of the 36 rolls give each effect. */
static void card_results(const struct sal_play *p, struct sal_card *card, int weight) {
  int count[EFFECTS] = {0};

  for (int dr = 2; dr <= 12; dr++)
    count[sf_effect_of(p, weight - dr)] += ways(dr);
  for (int e = 0; e < EFFECTS; e++)
    sal_card_may(card, (uint64_t)count[e], 36, "%s", effect_name[e]);
}

/* F7.10: what the table says for each sum of the dice. */
void sf_card_strip(const struct sal_play *p, struct sal_card *card, int weight) {
  for (int dr = 2; dr <= 12; dr++) {
    int effect = sf_effect_of(p, weight - dr);
    sal_card_sum(card, dr, (uint64_t)ways(dr), 36, effect_cell[effect].grade,
                 effect_cell[effect].code);
  }
}

/* One known unit of Infantry and nothing else: the card shows its fate, not the table's result. */
static int single_of(const struct sal_play *p, const struct attack *a, const struct struck *s) {
  bool veiled = !a->moving && sf_veiled(p, sal_enemy(a->side), a->to);

  if (s->n != 1 || veiled)
    return -1;

  /* A vehicle has its own row, riders are put off by a result, a "?" is not named (F15.2). */
  int u = s->unit[0];
  if (sf_vehicle(p, u) || unit_at(p, u)->with)
    return -1;
  return unit_at(p, u)->is & IS_CONCEALED ? -1 : u;
}

/* F29: the fate of a single known unit, else the ten results of T5. */
void sf_card_effects(const struct sal_play *p, struct sal_card *card, const struct attack *a,
                     const struct struck *s) {
  int u = single_of(p, a, s);

  sf_card_strip(p, card, a->weight);
  if (u < 0) {
    card_results(p, card, a->weight);
    return;
  }

  struct distribution d;
  sf_single(p, u, a->weight, &d);

  /* A unit that is gone costs its CVP, a squad that is reduced 1 (F23.1). */
  const char *const *names = sf_is_smc(p, u) ? leader_name : men_name;
  bool squad = kind_of(p, u)->cls == SQUAD;
  for (int i = 0; i < SINGLE_OUTCOMES; i++) {
    struct sal_card_outcome *o = sal_card_may(card, d.num[i], d.den, "%s", names[i]);
    bool eliminated = i == NOW_ELIMINATED;
    bool reduced = i >= NOW_REDUCED;

    if (eliminated)
      o->loss[side_of(p, u)] = (int8_t)kind_of(p, u)->cvp;
    else if (reduced && squad)
      o->loss[side_of(p, u)] = 1;
  }
}

struct before { /* a single target as it was */
  int unit, cls;
  uint32_t is;
};
/* Which of the seven fates came about. */
static int fate(const struct sal_play *p, const struct before *b) {
  const struct trooper *t = unit_at(p, b->unit);
  uint32_t now = t->is & ~b->is; /* states that this attack has brought */
  int at = NOW_UNHURT;

  if (t->where != F_MAP)
    return NOW_ELIMINATED;
  if (now & IS_PINNED)
    at = NOW_PINNED;
  if (now & IS_BROKEN)
    at = NOW_BROKEN;

  /* A squad becomes another counter (F8.6), a single man is wounded (F8.7). */
  bool reduced = kind_of(p, b->unit)->cls != b->cls || now & IS_WOUNDED;
  if (!reduced)
    return at;
  return t->is & IS_BROKEN ? NOW_REDUCED + NOW_BROKEN : NOW_REDUCED + at;
}

/* ---- F7.11: the roll -------------------------------------------------------------------- */

/* F7.11 (1): one weapon or unit is seen, and has fired. */
static void fire_part(struct sal_play *p, const struct attack *a, const struct part *part) {
  struct trooper *bearer = unit_at(p, part->bearer);
  struct trooper *t = unit_at(p, part->unit);
  bool carried = part->unit != part->bearer;

  sf_show_unit(p, part->bearer, R_F15_4);

  /* A shot at the weapon's rate is no new one. */
  bool again = t->did & KEPT_RATE;
  t->did &= ~(uint32_t)KEPT_RATE;

  /* Machine guns, flamethrower and main armament of a vehicle are separate weapons (F12.16). */
  if (a->how == DESPERATELY)
    t->did |= DID_DESPERATE;
  else if (sf_vehicle(p, part->unit) && !part->main)
    t->did |= a->flame ? DID_FLAME : DID_MG;
  else
    t->did |= DID_FIRE;

  /* What its bearer can still fire (F7.4); a flamethrower takes the whole shot (F10.8). */
  if (carried && !again)
    bearer->shots = (uint8_t)(bearer->shots + (a->flame ? 2 : 1));
  if (carried && a->flame)
    bearer->did |= DID_FIRE;
  if (a->how == AT_WILL)
    bearer->did |= DID_ACT;
}

/* (1): a unit that fires is seen, and has fired. */
static void fire_off(struct sal_play *p, struct attack *a) {
  for (int i = 0; i < a->npart; i++)
    fire_part(p, a, &a->part[i]);

  if (a->director == -1)
    return;

  /* A leader who directs reveals himself as a firer does (F15.4). */
  struct trooper *leader = unit_at(p, a->director);
  sf_show_unit(p, a->director, R_F15_4);
  leader->did |= DID_DIRECT;
  if (a->how == AT_WILL)
    leader->did |= DID_ACT;
}

/* F10.6: a weapon breaks down on Original 12; with Ammunition Shortage on 11 too, and then it is
 * lost (F2.7). True: it did. */
bool sf_breaks_down(struct sal_play *p, int w, uint32_t down, uint32_t out, int original) {
  enum { ALWAYS = 12, SHORT = 11 };
  struct trooper *t = unit_at(p, w);
  bool scarce = unit_at(p, sf_bearer(p, w))->is & IS_SHORT;
  int breaks_on = scarce ? SHORT : ALWAYS;

  if (original < breaks_on)
    return false;

  /* Without a shortage it may be repaired (F10.7). */
  if (!scarce) {
    t->is |= down;
    sal_tell(p, E_F_BREAKDOWN, R_F10_6, SAL_EVU(w));
    return true;
  }

  /* A support weapon that is lost is a counter less; others stay, without the weapon. */
  sal_tell(p, E_F_WEAPON_LOST, R_F2_7, SAL_EVU(w));
  t->is |= out;
  if (kind_of(p, w)->cls == SUPPORT)
    sf_remove(p, w, F_DEAD);
  return true;
}

/* F10.6: the fuel of a flamethrower is spent on Original 10 or more. */
static void burn_out(struct sal_play *p, int w, int original) {
  enum { SPENT = 10 };
  struct trooper *t = unit_at(p, w);

  if (original < SPENT)
    return;
  sal_tell(p, E_F_WEAPON_LOST, R_F10_6, SAL_EVU(w));
  if (sf_vehicle(p, w))
    t->is |= IS_NO_HEAT;
  else
    sf_remove(p, w, F_DEAD);
}

/* F7.12: the rate of a part of an attack: T3 for weapons, T4 for vehicles; none for their MG. */
static int rate_of(const struct sal_play *p, const struct part *part) {
  int cls = kind_of(p, part->unit)->cls;

  if (cls == VEHICLE || cls == GUN)
    return part->main ? kind_of(p, part->unit)->rof : 0;

  /* The men's own firepower has no rate. */
  if (cls != SUPPORT && cls != HW)
    return 0;
  return weapon_of(p, part->unit)->rof;
}

/* One weapon or unit after the roll: breakdown, else perhaps its rate. */
static void wear(struct sal_play *p, const struct attack *a, const struct part *part, int coloured,
                 int original) {
  int w = part->unit;
  int cls = kind_of(p, w)->cls;
  struct trooper *t = unit_at(p, w);

  if (t->where != F_MAP)
    return;
  if (a->flame) {
    burn_out(p, w, original);
    return;
  }

  /* A squad's own rifles do not break down; a vehicle's machine guns have separate marks. */
  bool weapon = cls == SUPPORT || cls == HW || part->main;
  bool machine_guns = cls == VEHICLE && !weapon;
  if (weapon && sf_breaks_down(p, w, IS_BROKEN_DOWN, IS_DISABLED, original))
    return;
  if (machine_guns && sf_breaks_down(p, w, IS_MG_DOWN, IS_MG_OUT, original))
    return;

  /* The coloured die keeps the rate (F7.12); desperate fire is the men's own and has none. */
  if (a->how == DESPERATELY || coloured > rate_of(p, part))
    return;
  t->did = (t->did & ~(uint32_t)DID_FIRE) | KEPT_RATE;
  sal_tell(p, E_F_RATE, R_F7_12, SAL_EVU(w, .n = {(int16_t)coloured}));
}

/* (3), (6): Original 12 breaks every weapon that took part; a low coloured die keeps its rate. */
void sf_fired(struct sal_play *p, struct attack *a, int coloured, int original) {
  for (int i = 0; i < a->npart; i++)
    wear(p, a, &a->part[i], coloured, original);
}

enum { RESIDUAL_LOWER = 2, FRESH = 4 };
/* F9.10: a marker two columns lower stays in the Location, fresh for this activation. */
static void leave_residual(struct sal_play *p, const struct attack *a) {
  int column = a->column - RESIDUAL_LOWER;

  /* The two lowest columns leave none. */
  if (column < 0)
    return;

  /* Of several markers the highest only; the fresh one spares the group it was laid against. */
  uint8_t *mark = &patch_at(p, hex_at(a->to))->residual[level_at(a->to)];
  int fresh = *mark >> FRESH;
  if (column + 1 > fresh)
    *mark = (uint8_t)((*mark & 15) | (column + 1) << FRESH);
  sal_tell(p, E_F_RESIDUAL, R_F9_10, SAL_EV(.at = {hex_at(a->to)}, .n = {FB(p)->column[column]}));
}

/* F9.9: on Original 10 or more the units that fired desperately are pinned afterwards. */
static void desperate_price(struct sal_play *p, const struct attack *a, int original) {
  enum { TOO_MUCH = 10 };

  if (a->how != DESPERATELY || original < TOO_MUCH)
    return;
  for (int i = 0; i < a->npart; i++)
    sf_pin(p, a->part[i].unit, R_F9_9);
}

/* F8.11: which of their hexsides the fire came through. */
static void note_sides(struct sal_play *p, const struct attack *a, const struct struck *s) {
  uint8_t sides = sf_entry_sides(p, hex_at(a->from), hex_at(a->to));

  /* A line through a corner counts for neither of its hexsides. */
  bool corner = sides & (sides - 1);
  if (corner)
    return;

  for (int i = 0; i < s->n; i++) {
    struct trooper *t = unit_at(p, s->unit[i]);
    if (!sf_infantry(p, s->unit[i]))
      continue;

    /* Opposite hexsides are three apart. */
    t->struck |= sides;
    bool opposite = t->struck & t->struck >> 3;
    if (opposite && !(t->is & IS_ENCIRCLED)) {
      t->is |= IS_ENCIRCLED;
      sal_tell(p, E_F_ENCIRCLED, R_F8_11,
               SAL_EVU(s->unit[i], .seen = (uint8_t)sf_told_to(p, s->unit[i])));
    }
  }
}

/* F12.15: flames against armour: K by the aspect, without a to-hit roll. */
static void flame_vehicle(struct sal_play *p, const struct attack *a, int v) {
  enum { FLANK_K = 8, FRONT_K = 6, OPEN = 2, SKIRTS = 2 };
  const struct trooper *t = unit_at(p, v);
  const struct kind *k = kind_of(p, v);

  /* An attack at range 0 strikes the flank (F5.1). */
  bool same_hex = hex_at(a->from) == hex_at(t->at);
  bool front = !same_hex && sf_in_front(p, hex_at(t->at), t->face, hex_at(a->from));
  int number = front ? FRONT_K : FLANK_K;

  if (k->flags & K_OT)
    number += OPEN;
  if (!front && k->flags & K_SKIRTS) /* F12.1 */
    number -= SKIRTS;
  sf_show_unit(p, v, R_F15_4);
  sf_kill_roll(p, v, number, R_F12_15);
}

/* Vehicles there are struck by the same roll, without TEM (F12.11, F12.12). */
static void strike_vehicles(struct sal_play *p, const struct attack *a, const struct struck *s,
                            int tem, int dr) {
  /* Where only vehicles were struck the TEM was never added. */
  int base = a->drm - (a->vehicles_only ? 0 : tem);

  for (int i = 0; i < s->n; i++) {
    int v = s->unit[i];
    if (!sf_vehicle(p, v) || unit_at(p, v)->where != F_MAP)
      continue;

    bool armoured = !(kind_of(p, v)->flags & K_SOFT);
    if (a->flame && armoured) {
      flame_vehicle(p, a, v);
      continue;
    }

    int drm = vehicle_drm(p, a, v);
    if (drm >= 0)
      sf_strike_vehicle(p, v, a->strength - (dr + base + drm), a->from);
  }
}

/* The Infantry among them. */
void sf_men_of(const struct sal_play *p, const struct struck *s, struct struck *men) {
  men->n = 0;
  for (int i = 0; i < s->n; i++)
    if (!sf_vehicle(p, s->unit[i]))
      men->unit[men->n++] = s->unit[i];
}

enum { WATCH_RANGE = 16 };
/* F7.11 (1), F15.4, F15.5: if the firer's side can watch a mover, it is seen first, so an ambush in
 * the open is not halved. */
static void unveil_movers(struct sal_play *p, const struct attack *a, const struct struck *s) {
  bool near = sf_range(p, a->from, a->to) <= WATCH_RANGE;
  bool careful = a->moving == MOVING_CAREFULLY && sf_conceals(p, a->to, SAL_ALL);

  /* Vehicles are seen at any range, men within 16 unless they go carefully into cover. */
  for (int i = 0; i < s->n; i++)
    if (sf_vehicle(p, s->unit[i]) || (near && !careful))
      sf_show_unit(p, s->unit[i], R_F15_4);
}

/* The card of an attack as it is rolled: the truth, not what the offer knew. */
static struct sal_card *card_of_attack(struct sal_play *p, struct attack *a, const struct struck *s,
                                       int rule) {
  struct sal_card *card = sal_event_card(p);

  if (card) {
    sal_card_odds(card, a->side, rule, "Fire");
    sal_format(card->title, sizeof card->title, "Fire at %s", p->book->board.name[hex_at(a->to)]);
  }

  /* The leader has directed: he is not looked for again. */
  a->settled = true;
  sf_weigh(p, a, card, NULL);
  if (card)
    sf_card_effects(p, card, a, s);
  return card;
}

/* F7.11 (4): men first, then vehicles. */
static void apply_fire(struct sal_play *p, const struct attack *a, const struct struck *s, int dr) {
  struct struck men;
  int margin = a->weight - dr;
  int tem = a->flame ? 0 : tem_of_struck(p, a, s);

  sf_men_of(p, s, &men);
  if (margin >= 0)
    sf_effect(p, &men, sf_effect_of(p, margin));

  /* Dummies are markers of the hex: any result but none removes them (F7.13, F15.7). */
  bool at_hex = !a->moving && level_at(a->to) == GROUND;
  if (margin >= 0 && at_hex)
    sf_drop_dummies(p, sal_enemy(a->side), hex_at(a->to));

  strike_vehicles(p, a, s, tem, dr);
  note_sides(p, a, &men); /* counts from the next check on */
}

/* F7.11: the order of an attack, from showing the firers to residual fire. */
void sf_attack(struct sal_play *p, struct attack *a) {
  static const int rule_of[] = {R_F7_10, R_F9_5, R_F9_11, R_F9_9};
  int rule = rule_of[a->how];
  struct struck s;
  int coloured = 0;

  /* (1) The firers show themselves. An unknown trench may spare the movers the DRM (F16.3). */
  fire_off(p, a);
  a->truth = true;
  if (a->moving == MOVING_OPENLY && sf_in_trench(p, a->step, SAL_ALL))
    a->moving = MOVING_IN_TRENCH;
  sf_struck(p, a, &s);
  if (a->moving)
    unveil_movers(p, a, &s);

  /* A work that shelters them is shown with the attack, whatever the result (F16.1). */
  if (!a->flame && sf_work_tem(p, a->from, a->to, sal_enemy(a->side), SAL_ALL))
    sf_show_cover(p, a->to);

  /* The card of a single target shows its own fates: it is remembered as it was. */
  struct sal_card *card = card_of_attack(p, a, &s, rule);
  int single = single_of(p, a, &s);
  struct before was = {.unit = single};
  if (single != -1) {
    was.cls = kind_of(p, single)->cls;
    was.is = unit_at(p, single)->is;
  }

  /* (2) The roll. */
  int dr = sf_dr(p, rule, a->part[0].unit, &coloured, SAL_BOTH);
  int effect = sf_effect_of(p, a->weight - dr);
  sal_tell(p, E_F_FIRE, rule,
           SAL_EV(.at = {hex_at(a->from), hex_at(a->to)}, .n = {(int16_t)effect, (int16_t)dr},
                  .card = (uint8_t)(card ? p->events->ncards : 0)));

  /* (4) The effect, (5) the sniper. */
  apply_fire(p, a, &s, dr);
  if (card)
    card->rolled = (int16_t)(single != -1 ? fate(p, &was) : effect);
  sf_sniper(p);

  /* (3) and (6) Breakdowns and rate, (7) residual fire after a reaction. */
  sf_fired(p, a, coloured, dr);
  desperate_price(p, a, dr);
  if (a->how == IN_REACTION || a->how == DESPERATELY)
    leave_residual(p, a);
}
