/* field_guns.c - F11: to hit with Guns, main armament, anti-tank rifles and light mortars.
 *
 * sf_aim is law and card, sf_shoot rolls. A shot is at one vehicle or at the men of a Location; a
 * "?" is aimed at as a Location, whatever is under it.
 */
#include "field.h"

#include <string.h>

enum { TURN_DRM = 3, MOVED_DRM = 3, OUTSIDE_ARC = 1, LONG_FROM = 12, SPOTTER_DRM = 2 };
enum { SPOTTER_RANGE = 3, SKIRTS = 2, NO_KILL = -99 };

/* Which unit fires a weapon: the one that carries it; a Gun or vehicle fires itself. */
int sf_bearer(const struct sal_play *p, int w) {
  int with = unit_at(p, w)->with;
  bool carried = kind_of(p, w)->cls == SUPPORT && with;

  return carried ? with - 1 : w;
}

/* F11.1, F10.10: Guns, vehicles with a main armament, light mortars, anti-tank rifles, HMG50. */
static bool shoots_like_gun(const struct sal_play *p, int w) {
  const struct armament *arm = weapon_of(p, w);
  int cls = kind_of(p, w)->cls;

  if (!arm)
    return false;
  if (cls == GUN || cls == VEHICLE)
    return true;

  /* The team of an HMG50 has a TK number and shoots at vehicles (F10.10). */
  if (cls == HW)
    return arm->tk;

  /* Machine guns go by the Fire table (F7.3); only the other support weapons shoot. */
  if (cls != SUPPORT || arm->flags & W_MG)
    return false;
  return arm->tk || arm->flags & W_INDIRECT;
}

/* May this weapon make a separate shot now? */
bool sf_gun_ready(const struct sal_play *p, int w, int how, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, w);
  int cls = kind_of(p, w)->cls;
  int bearer = sf_bearer(p, w);

  if (!shoots_like_gun(p, w))
    return sal_refuse(why, R_F11_1, "{u0} is no Gun and has no main armament.", w, 0);
  if (!sf_may_fire(p, bearer, how, why))
    return false;

  /* The weapon itself works, and has a shot left in this player turn. */
  if (t->is & (IS_BROKEN_DOWN | IS_DISABLED))
    return sal_refuse(why, R_F10_6, "{u0} has broken down.", w, 0);
  if (t->did & DID_FIRE)
    return sal_refuse(why, R_F9_7, "{u0} has fired already.", w, 0);

  /* A Gun that was pushed, hooked or towed stays silent until the next player turn (F11.10). */
  bool was_moved = t->did & (DID_MOVE | DID_TOW) || t->with;
  if (cls == GUN && was_moved)
    return sal_refuse(why, R_F11_10, "{u0} was moved and does not fire in this player turn.", w, 0);
  if (sf_has_riders(p, w))
    return sal_refuse(why, R_F5_10, "{u0} carries riders and does not fire.", w, 0);

  /* A squad fires two things, all others one; shots at the weapon's rate are not counted again
   * (F7.4). */
  const struct trooper *b = unit_at(p, bearer);
  int slots = kind_of(p, bearer)->cls == SQUAD ? 2 : 1;
  int used = b->shots + ((b->did & DID_FIRE) != 0);
  bool first_shot = !(t->did & KEPT_RATE);
  if (cls == SUPPORT && first_shot && used >= slots)
    return sal_refuse(why, R_F7_4, "{u0} has fired all that it can.", bearer, 0);
  return true;
}

/* ---- F11.3: the number ------------------------------------------------------------------ */

struct sum { /* the number so far, and the card's steps */
  const struct sal_play *p;
  struct shot *s;
  struct sal_card *card;
};

/* One modifier of the number to hit, and its line on the card. */
static void harder(struct sum *x, int drm, int rule, const char *text) {
  if (!drm)
    return;
  x->s->number = (int16_t)(x->s->number - drm);

  /* The law asks without a card; then only the number counts. */
  if (!x->card)
    return;

  char to[24];
  sal_format(to, sizeof to, "%d or less", x->s->number);

  struct sal_card_step *step = sal_card_to(x->card, rule, to, "%s", text);
  step->has_shift = true;
  step->shift = (int8_t)-drm; /* what it does to the number */
}

/* F11.6: a Gun with an arc and a vehicle without a turret shoot into their front arc only. */
static bool arc_is_fixed(const struct kind *k) {
  if (k->cls == GUN)
    return k->flags & K_ARC;
  return k->cls == VEHICLE && k->flags & K_NT;
}

/* F11.6: the new facing is the one with the fewest turns that brings the target into the arc; of
 * two equal ones the clockwise one. */
static void choose_turn(struct sum *x) {
  const struct trooper *t = unit_at(x->p, x->s->gun);

  for (int n = 1; n <= 3; n++)
    for (int way = 1; way >= -1; way -= 2) {
      int face = sal_turn(t->face, way * n);
      bool in_arc = !x->s->turns && sf_in_front(x->p, hex_at(t->at), face, hex_at(x->s->to));

      if (!in_arc)
        continue;
      x->s->turns = (uint8_t)n;
      x->s->turn_to = (int16_t)face;
    }
}

/* F11.6: is the target in its arc? A Gun with an arc and a vehicle without a turret turn first. */
static bool bear(struct sum *x, struct sal_refusal *why) {
  const struct sal_play *p = x->p;
  const struct trooper *t = unit_at(p, x->s->gun);
  const struct kind *k = kind_of(p, x->s->gun);
  bool fixed = arc_is_fixed(k);

  x->s->turns = 0;
  if (!sf_arc_allows(p, x->s->from, x->s->to))
    return sal_refuse(why, R_F16_5, "{h1} is outside the arc of the pillbox.", 0, hex_at(x->s->to));

  /* What men carry points anywhere, and so do mortars and anti-aircraft Guns. */
  bool carried = k->cls == SUPPORT || k->cls == HW;
  bool all_round = k->cls == GUN && !fixed;
  if (carried || all_round)
    return true;
  if (sf_in_front(p, hex_at(t->at), t->face, hex_at(x->s->to)))
    return true;

  /* A turret turns by itself, at a price. */
  if (!fixed) {
    harder(x, OUTSIDE_ARC, R_F11_6, "outside the hull's front arc");
    return true;
  }

  /* Anything else must turn its hull, which some vehicles cannot. */
  if (k->cls == VEHICLE && t->is & (IS_IMMOBILE | IS_BOGGED | IS_DUG_IN))
    return sal_refuse(why, R_F11_6, "{u0} cannot turn towards {h1}.", x->s->gun, hex_at(x->s->to));

  choose_turn(x);
  harder(x, TURN_DRM, R_F11_6, "turns to fire");
  return true;
}

/* F11.9: a leader, squad or half-squad may look for a mortar; crews and heroes do not. */
static bool may_spot(const struct sal_play *p, int u, int side) {
  int cls = kind_of(p, u)->cls;

  if (side_of(p, u) != side || !sf_good_order(p, u) || unit_at(p, u)->with)
    return false;
  return cls == LEADER || cls == SQUAD || cls == HALF;
}

/* F11.9: for a mortar any nearby unit may look. */
static bool spotted(const struct sal_play *p, const struct shot *s) {
  for (EACH_MAN(p, u)) {
    if (!may_spot(p, u, s->side))
      continue;

    location from = unit_at(p, u)->at;
    if (sf_range(p, from, s->from) <= SPOTTER_RANGE && sf_sight(p, from, s->to) >= 0)
      return true;
  }

  return false;
}

/* F11.1, F11.9: sight, and what lies between. */
static bool look(struct sum *x, struct sal_refusal *why) {
  const struct sal_play *p = x->p;
  struct shot *s = x->s;
  int hind = sf_sight(p, s->from, s->to);
  bool sees = hind >= 0;
  bool indirect = weapon_of(p, s->gun)->flags & W_INDIRECT;

  /* Direct fire needs its own line, and everything on the line is in its way. */
  if (!indirect) {
    if (!sees)
      return sal_refuse(why, R_F11_1, "{u0} does not see {h1}.", s->gun, hex_at(s->to));
    harder(x, hind, R_F6_5, "hindrances");
    return true;
  }

  /* A mortar fires over what is on the line; another unit may look for it (F11.9). */
  if (!sees && !spotted(p, s))
    return sal_refuse(why, R_F11_9, "Nobody sees {h1} for {u0}.", s->gun, hex_at(s->to));
  if (!sees)
    harder(x, SPOTTER_DRM, R_F11_9, "seen by another");

  /* Only smoke on the target itself still counts (F11.9). */
  if (patch_at(p, hex_at(s->to))->holds & (HEX_SMOKE | HEX_SMOKE_LONG))
    harder(x, 2, R_F20_1, "smoke in the hex");
  return true;
}

/* F11.3: woods, rubble and hedges 1; dug in 2 (F16.13). */
static int vehicle_tem(const struct sal_play *p, int v, location from, location to) {
  enum { DUG_IN_TEM = 2 };
  const struct ground *g = ground_at(p, hex_at(to));

  if (unit_at(p, v)->is & IS_DUG_IN)
    return DUG_IN_TEM;

  /* A vehicle in a building hex stands on the road through it, without cover (F5.4). */
  bool thick = g->is & H_SHELTER && !(g->is & H_BUILDING);
  return thick || sf_behind_hedge(p, from, to);
}

/* F11.3: DRM of a vehicle: cover, speed, size, and what is known of it. */
static void aim_at_vehicle(struct sum *x) {
  const struct sal_play *p = x->p;
  const struct shot *s = x->s;
  const struct trooper *v = unit_at(p, s->target);
  int size = kind_of(p, s->target)->size;

  harder(x, vehicle_tem(p, s->target, s->from, s->to), R_F11_3, "cover of the vehicle");

  /* Speed counts in reaction only, and only once it has entered a hex in this activation. */
  if (s->entered >= FAST)
    harder(x, 3, R_F11_3, "moving fast");
  else if (s->entered)
    harder(x, 2, R_F11_3, "moving");

  harder(x, size, R_F11_3, size > 0 ? "small target" : "large target");
  if (v->is & IS_CONCEALED)
    harder(x, 2, R_F11_3, "concealed");
}

/* F11.3: cover, 2 for men, 2 more if nothing there is known. */
static void aim_at_men(struct sum *x) {
  enum { EMPLACED_TEM = 2 };
  const struct sal_play *p = x->p;
  const struct shot *s = x->s;
  struct attack a = {.side = s->side, .from = s->from, .to = s->to, .moving = s->reaction};
  struct struck all;
  int viewer = s->truth ? SAL_ALL : s->side;
  int tem = sf_tem(p, s->from, s->to, sal_enemy(s->side), viewer);
  int open = 0;
  int emplaced = 0;
  int men = 0;

  /* A smoke round is aimed at the ground: men and their cover do not matter (F20.3). */
  if (s->smoke)
    return;

  a.truth = s->truth;
  sf_struck(p, &a, &all);
  for (int i = 0; i < all.n; i++) {
    const struct trooper *t = unit_at(p, all.unit[i]);
    if (sf_vehicle(p, all.unit[i]))
      continue;
    men++;
    open += !(t->is & IS_CONCEALED);
    emplaced += (t->is & IS_EMPLACED) != 0;
  }

  /* An emplaced Gun's own cover counts only if nobody beside it has less (F7.9). */
  bool all_emplaced = men && emplaced == men;
  if (all_emplaced && tem < EMPLACED_TEM)
    tem = EMPLACED_TEM;

  harder(x, tem, R_F7_9, "cover of the target");
  harder(x, 2, R_F11_3, "men are hard to hit");
  if (!open)
    harder(x, 2, R_F11_3, "concealed");
}

/* F7.8: a leader of the Gun's own Location who may direct this shot. */
static bool may_direct_gun(const struct sal_play *p, const struct shot *s, int u) {
  const struct trooper *gun = unit_at(p, s->gun);
  const struct trooper *l = unit_at(p, u);
  bool directed = l->did & DID_DIRECT;

  if (l->at != s->from || side_of(p, u) != s->side || sf_modifier(p, u) < 1)
    return false;
  if (!sf_good_order(p, u) || l->is & IS_TIRED || l->with)
    return false;

  /* He directs once a player turn, and later shots at the same Gun's rate. */
  if (directed && !(gun->did & KEPT_RATE))
    return false;

  /* In his own Action phase a leader who has acted in another way directs no more fire. */
  bool own_action = !s->reaction && s->side == F(p)->active;
  bool acted_otherwise = l->did & DID_ACT && !directed;
  return !(own_action && acted_otherwise);
}

/* F7.8: the leader of best modifier directs; of equals the one of lowest id. */
static int gun_director(const struct sal_play *p, const struct shot *s) {
  int best = -1;

  for (EACH_AT(p, u, s->from)) {
    if (!may_direct_gun(p, s, u))
      continue;
    if (best < 0 || sf_modifier(p, u) > sf_modifier(p, best))
      best = u;
  }

  return best;
}

/* DRM of the firer. */
static void aim_of_firer(struct sum *x) {
  const struct sal_play *p = x->p;
  struct shot *s = x->s;
  const struct trooper *t = unit_at(p, s->gun);
  const struct trooper *b = unit_at(p, s->bearer);
  const struct kind *k = kind_of(p, s->gun);
  const struct armament *arm = weapon_of(p, s->gun);
  int range = sf_range(p, s->from, s->to);

  /* The card lists them in the order of F11.3. A turn for this very shot is not among them: `bear`
   * has counted it (F11.6). */
  if (b->did & DID_MOVE || t->did & DID_TURN)
    harder(x, MOVED_DRM, R_F11_3, "has moved or turned");
  if (b->is & IS_PINNED)
    harder(x, 1, R_F11_3, "pinned");
  if (k->flags & K_CROWDED)
    harder(x, 1, R_F11_3, "crowded turret");
  if (b->is & IS_GREEN)
    harder(x, 1, R_F2_7, "an Inexperienced crew");

  harder(x, -b->leads, R_F2_5, "armour leader");
  if (range > LONG_FROM)
    harder(x, -arm->longer, R_F11_3, "long gun");

  /* Acquisition concerns the hex it fired at before, not the units there now (F11.4). */
  if (t->acquired == hex_at(s->to))
    harder(x, -(t->acquired_by > 1 ? 2 : 1), R_F11_4, "acquired");

  /* Leaders direct Guns only: a vehicle has its armour leader, a carried weapon nobody. */
  s->director = -1;
  if (k->cls != GUN)
    return;
  s->director = (int16_t)gun_director(p, s);
  if (s->director != -1)
    harder(x, -sf_modifier(p, s->director), R_F7_8, "leader directs");
}

/* ---- F11.8, F12.1: what a hit on a vehicle can do --------------------------------------- */

/* In reaction the target shows the face it had on that step of its path. */
static int face_of(const struct sal_play *p, const struct shot *s) {
  return s->reaction ? s->face : unit_at(p, s->target)->face;
}

/* F12.1: AP shot; range does not matter to HEAT, and skirts stop HEAT and rifles on the flank. */
static int ap_number(const struct sal_play *p, const struct shot *s, int armour, bool flank) {
  const struct armament *arm = weapon_of(p, s->gun);
  int cls = kind_of(p, s->gun)->cls;
  int range = sf_range(p, s->from, s->to);
  bool heat = arm->flags & W_HEAT;
  bool rifle = (cls == SUPPORT || cls == HW) && arm->tk;
  bool spent = heat && unit_at(p, s->gun)->is & IS_NO_HEAT; /* F11.8 */

  if (!arm->tk || spent)
    return NO_KILL;

  int ap = arm->tk - armour + (heat ? 0 : FB(p)->kill[range]);
  bool skirts = kind_of(p, s->target)->flags & K_SKIRTS && flank;
  if (skirts && (heat || rifle))
    ap -= SKIRTS;
  return ap;
}

/* F12.1, F12.7: HE has its own TK number and no range; it bursts into an open top. */
static int he_number(const struct sal_play *p, const struct shot *s, int armour) {
  const struct armament *arm = weapon_of(p, s->gun);
  bool open_topped = kind_of(p, s->target)->flags & K_OT;

  if (!arm->htk)
    return NO_KILL;

  /* An open top takes 1 off the armour, but not below 0. */
  int thin = open_topped && armour ? 1 : 0;
  return arm->htk - armour + thin;
}

/* F11.8, F12.1: AP or HE, whichever is better. */
static int best_number(const struct sal_play *p, const struct shot *s, int armour, bool flank) {
  int ap = ap_number(p, s, armour, flank);
  int he = he_number(p, s, armour);
  return ap >= he ? ap : he;
}

/* F12.1: the number for the face that is struck. */
static int kill_number(const struct sal_play *p, const struct shot *s, struct sal_card *card) {
  const struct kind *v = kind_of(p, s->target);
  int armour = sf_armour(p, s->target, s->to, face_of(p, s), hex_at(s->from));

  /* The armour found tells the aspect that is struck (F5.1). */
  bool flank = armour == v->side && v->side != v->front;
  int k = best_number(p, s, armour, flank);

  if (card) {
    char to[24];
    sal_format(to, sizeof to, "kill on %d", k);
    sal_card_to(card, R_F12_1, to, "%s against armour %d, %s", weapon_of(p, s->gun)->id, armour,
                flank ? "flank" : "front");
  }

  return k;
}

/* ---- law and card ----------------------------------------------------------------------- */

/* How many of the 36 rolls hit: Original 2 always, 12 never (F11.2). */
static int hits(int number) {
  int n = 0;

  for (int dr = 2; dr <= 11; dr++)
    if (dr <= number || dr == 2)
      n += dr <= 7 ? dr - 1 : 13 - dr;

  return n;
}

/* F11.2: the first roll, and its chance. */
static void gate_hit(const struct shot *s, struct sal_card *card) {
  char need[16];
  int number = s->number < 11 ? s->number : 11; /* Original 12 never hits */

  sal_format(need, sizeof need, "%d or less", number);
  sal_card_gate(card, R_F11_2, (uint64_t)hits(s->number), 36, "To hit, two dice", need);
}

/* F5.1, F12.1: what a hit on each of its faces would do; the face that is struck is marked. */
static void card_faces(const struct sal_play *p, const struct shot *s, struct sal_card *card) {
  static const char *const name[] = {"front", "flank"};
  enum { HALF_OF_FRONT = 60 }; /* degrees: the front arc has 120 (F5.1) */
  const struct kind *v = kind_of(p, s->target);
  int armour[] = {v->front, v->side};
  int struck = sf_armour(p, s->target, s->to, face_of(p, s), hex_at(s->from));

  card->faced = s->target;
  card->facing = (uint8_t)face_of(p, s);
  card->half = HALF_OF_FRONT;
  for (int flank = 0; flank <= 1; flank++) {
    struct verdict on_hit;
    sf_verdict(best_number(p, s, armour[flank], flank), &on_hit);
    uint64_t kills = (uint64_t)(on_hit.wreck + on_hit.burning);
    struct sal_card_aspect *a =
        sal_card_aspect(card, R_F5_1, armour[flank], kills, 36, name[flank]);
    a->struck = struck == armour[flank];
  }
}

/* F11.2, F12.2: a miss, or what the kill roll says. */
static void card_vehicle(const struct sal_play *p, const struct shot *s, struct sal_card *card) {
  uint64_t hit = (uint64_t)hits(s->number);
  bool soft = kind_of(p, s->target)->flags & K_SOFT;
  struct verdict v;

  /* An unarmoured vehicle has one fixed row: burning on 4 or less, wreck on 9 or less (F12.6). */
  if (soft)
    v = (struct verdict){.burning = 6, .wreck = 24, .nothing = 6};
  else
    sf_verdict(s->k, &v);

  uint64_t kills = (uint64_t)(v.wreck + v.burning);
  gate_hit(s, card);
  sal_card_gate(card, soft ? R_F12_6 : R_F12_2, kills, 36, "Wreck, once hit", "");
  if (kind_of(p, s->target)->front != kind_of(p, s->target)->side)
    card_faces(p, s, card);

  /* The outcomes stand in the order of OUT_MISS to OUT_BURNING: the roll names one by its place. */
  sal_card_may(card, 36 - hit, 36, "miss");
  sal_card_may(card, hit * v.nothing, 1296, "hit, no effect");
  sal_card_may(card, hit * v.immobile, 1296, "immobilized");
  sal_card_may(card, hit * v.stunned, 1296, "stunned");
  sal_card_may(card, hit * v.wreck, 1296, "wreck");
  sal_card_may(card, hit * v.burning, 1296, "burning wreck");
}

/* F11.7: HE after a hit: only movement counts, cover was in the way of the hit. */
int sf_he_weight(const struct sal_play *p, const struct shot *s) {
  int column = sf_column(p, weapon_of(p, s->gun)->he * 16);
  int viewer = s->truth ? SAL_ALL : s->side;
  int drm = 0;

  if (s->reaction == MOVING_OPENLY) {
    /* Men caught in the open with a free line to them suffer more (F9.6). */
    bool in_open = !sf_tem(p, s->from, s->to, sal_enemy(s->side), viewer) &&
                   !sf_conceals(p, s->to, viewer) && sf_sight(p, s->from, s->to) == 0;
    drm = in_open ? -2 : -1;
  }

  return FB(p)->strength[column] - drm;
}

/* F11.7: a miss, or the effect of the shell on the men of the Location. */
static void card_men(const struct sal_play *p, const struct shot *s, struct sal_card *card) {
  static const char *const name[EFFECTS] = {
      "hit, no effect",       "hit, pin check",       "hit, morale check", "hit, morale check +1",
      "hit, morale check +2", "hit, morale check +3", "hit, one reduced",  "hit, one eliminated",
      "hit, two eliminated",  "hit, all eliminated"};
  int hit = hits(s->number);
  int count[EFFECTS] = {0};
  int weight = sf_he_weight(p, s);

  gate_hit(s, card);
  sf_card_strip(p, card, weight);
  for (int dr = 2; dr <= 12; dr++)
    count[sf_effect_of(p, weight - dr)] += dr <= 7 ? dr - 1 : 13 - dr;

  /* The miss comes first: the roll of a hit is named by its effect + 1. */
  sal_card_may(card, (uint64_t)(36 - hit), 36, "miss");
  for (int e = 0; e < EFFECTS; e++)
    sal_card_may(card, (uint64_t)(hit * count[e]), 1296, "%s", name[e]);
}

/* F20.3: a miss, or smoke; it hurts nobody. */
static void card_smoke(const struct shot *s, struct sal_card *card) {
  uint64_t hit = (uint64_t)hits(s->number);

  sal_card_may(card, 36 - hit, 36, "miss");
  sal_card_may(card, hit, 36, "smoke");
}

/* F11.1: does the side know of men there? A "?" is aimed at like men. */
static bool men_known(const struct sal_play *p, const struct shot *s) {
  if (s->smoke || s->reaction || sf_veiled(p, sal_enemy(s->side), s->to))
    return true;

  for (EACH_AT(p, u, s->to)) {
    bool enemy = side_of(p, u) != s->side;
    if (enemy && sf_known(p, u) && !sf_vehicle(p, u))
      return true;
  }

  return false;
}

/* Is there anything to aim at, as far as the side knows (F11.1)? */
static bool target_there(const struct sal_play *p, const struct shot *s, struct sal_refusal *why) {
  if (s->target != SAL_NOUNIT)
    return true;
  if (!men_known(p, s))
    return sal_refuse(why, R_F11_1, "There are no men to aim at in {h0}.", hex_at(s->to), 0);

  /* An ATR and an HMG50 are Guns against vehicles alone; at men they go by the Fire table (F10.10).
   */
  const struct armament *arm = weapon_of(p, s->gun);
  bool for_vehicles = kind_of(p, s->gun)->cls == HW || sal_eq(arm->id, "ATR");
  if (!arm->he || for_vehicles)
    return sal_refuse(why, R_F10_10, "{u0} fires at vehicles only.", s->gun, 0);
  return true;
}

/* F12.2, F12.6: what a hit can do to the vehicle aimed at. */
static bool weigh_kill(const struct sal_play *p, struct shot *s, struct sal_card *card,
                       struct sal_refusal *why) {
  enum { SOFT_K = 9 };
  bool soft = kind_of(p, s->target)->flags & K_SOFT;

  s->k = (int16_t)(soft ? SOFT_K : kill_number(p, s, card));

  /* A shot that cannot hurt is not offered, unless riders can be struck (F26.4). */
  bool harmless = s->k + 1 < 2;
  if (harmless && !sf_has_riders(p, s->target))
    return sal_refuse(why, R_F12_2, "{u0} cannot hurt what is in {h1}.", s->gun, hex_at(s->to));
  return true;
}

/* The card ends with the last number reached, and what may come of it. */
static void finish_card(const struct sal_play *p, const struct shot *s, struct sal_card *card) {
  if (card->nsteps)
    sal_format(card->column, sizeof card->column, "%s", card->step[card->nsteps - 1].to);
  if (s->smoke)
    card_smoke(s, card);
  else if (s->target != SAL_NOUNIT)
    card_vehicle(p, s, card);
  else
    card_men(p, s, card);
}

/* F11.1 to F11.6: law and card of a shot. */
bool sf_aim(const struct sal_play *p, struct shot *s, struct sal_card *card,
            struct sal_refusal *why) {
  const struct armament *arm = weapon_of(p, s->gun);
  int range = sf_range(p, s->from, s->to);
  bool at_vehicle = s->target != SAL_NOUNIT;
  struct sum x = {p, s, card};

  if (range == 0)
    return sal_refuse(why, R_F7_1, "Nobody fires into his own Location.", 0, 0);
  if (range < arm->min || range > arm->max || range > MAX_RANGE)
    return sal_refuse(why, R_F11_1, "{h1} is not within range of {u0}.", s->gun, hex_at(s->to));
  if (!target_there(p, s, why))
    return false;

  /* The number begins with T6 by range; the modifiers below change it step by step (F11.2). */
  s->number = FB(p)->hit[range];
  if (card) {
    char to[24];
    sal_format(to, sizeof to, "%d or less", s->number);
    sal_card_add(card, s->side, s->number, 1, R_F11_2, s->gun, "range %d", range);
    sal_card_to(card, R_F11_2, to, "range %d", range);
  }

  /* It must see the target (F11.1) and be able to point at it (F11.6). */
  if (!look(&x, why) || !bear(&x, why))
    return false;

  if (at_vehicle)
    aim_at_vehicle(&x);
  else
    aim_at_men(&x);
  aim_of_firer(&x);

  /* A shot that cannot hit is not offered (F26.4). */
  if (s->number < 2)
    return sal_refuse(why, R_F11_2, "{u0} cannot hit {h1}.", s->gun, hex_at(s->to));
  if (at_vehicle && !weigh_kill(p, s, card, why))
    return false;
  if (card)
    finish_card(p, s, card);
  return true;
}

/* ---- the shot --------------------------------------------------------------------------- */

/* F11.4: the hex aimed at is acquired: -1 at the next shot there, -2 from then on. (Before edition
 * 6 the teams of heavy machine guns acquired too.) */
void sf_acquire(struct sal_play *p, int u, sal_hex h) {
  struct trooper *t = unit_at(p, u);
  int cls = kind_of(p, u)->cls;
  bool again = t->acquired == h;
  bool team = cls == HW && !sf_edition_6(p);

  /* Only Guns and main armament acquire; weapons served by men do not. */
  if (cls != GUN && cls != VEHICLE && !team)
    return;

  t->acquired_by = again ? 2 : 1;
  t->acquired = h;
}

/* F15.4, F7.12, F11.4: a unit that fires is seen and has fired; turning a Gun loses its
 * acquisition. */
static void mark_shot(struct sal_play *p, struct shot *s) {
  struct trooper *t = unit_at(p, s->gun);
  struct trooper *b = unit_at(p, s->bearer);
  bool own_turn = s->side == F(p)->active;

  sf_show_unit(p, s->bearer, R_F15_4);

  /* A shot at the weapon's rate takes nothing more of what its bearer can fire (F7.4). */
  if (kind_of(p, s->gun)->cls == SUPPORT && !(t->did & KEPT_RATE))
    b->shots++;
  t->did = (t->did & ~(uint32_t)KEPT_RATE) | DID_FIRE;
  if (own_turn)
    b->did |= DID_ACT;

  /* A hull or Gun that has turned keeps the new facing (F11.6). */
  if (s->turns) {
    t->face = (uint8_t)s->turn_to;
    t->did |= DID_TURN;
    forget_aim(t);
  }

  if (s->director == -1)
    return;

  /* The leader who directs reveals himself too, and has directed for this player turn (F7.8). */
  struct trooper *leader = unit_at(p, s->director);
  sf_show_unit(p, s->director, R_F15_4);
  leader->did |= DID_DIRECT;
  if (own_turn)
    leader->did |= DID_ACT;
}

/* F11.1: under the "?" there was only a vehicle; the hit is on that. */
static void hit_veiled_vehicle(struct sal_play *p, const struct shot *s, int vehicle,
                               struct sal_card *card) {
  struct shot v = *s;

  v.target = (sal_unit)vehicle;
  sf_show_unit(p, v.target, R_F11_1);

  /* The card was for men: none of its outcomes came about. */
  if (card)
    card->rolled = -1;
  sf_kill_roll(p, v.target, kill_number(p, &v, NULL), R_F12_2);
}

/* F11.7: HE on all men there; under a "?" without men it is the vehicle. */
static void hit_men(struct sal_play *p, const struct shot *s, struct sal_card *card) {
  struct attack a = {.side = s->side, .from = s->from, .to = s->to, .moving = s->reaction};
  struct struck all;
  struct struck men;

  /* The roll strikes the units that are really there, not those the card knew. */
  a.truth = true;
  sf_struck(p, &a, &all);
  sf_men_of(p, &all, &men);

  if (!men.n && all.n) {
    hit_veiled_vehicle(p, s, all.unit[0], card);
    return;
  }

  int dr = sf_dr(p, R_F11_7, s->gun, NULL, SAL_BOTH);
  int weight = sf_he_weight(p, s);
  int effect = sf_effect_of(p, weight - dr);
  sal_tell(p, E_F_HE, R_F11_7,
           SAL_EVU(s->gun, .at = {hex_at(s->to)}, .n = {(int16_t)effect, (int16_t)dr}));
  if (card)
    card->rolled = (int16_t)(1 + effect);
  sf_effect(p, &men, effect);
}

/* The places of a card's outcomes: of a shot at a vehicle, and of a smoke round. */
enum { OUT_MISS, OUT_NOTHING, OUT_IMMOBILE, OUT_STUNNED, OUT_WRECK, OUT_BURNING };
enum { OUT_SMOKE = OUT_MISS + 1 };

/* F12.14: riders check when the vehicle is hit and lives; passengers and a Gun in tow are inside or
 * behind it. (Before edition 6 they checked as well.) */
static void shake_riders(struct sal_play *p, int v) {
  bool rides = kind_of(p, v)->flags & K_RIDERS;

  if (!rides && sf_edition_6(p))
    return;
  for (int u = 0; u < count_of(p); u++) {
    bool aboard = unit_at(p, u)->with == v + 1;
    if (aboard && sf_on_map(p, u))
      sf_morale_check(p, u, 0, R_F12_14);
  }
}

/* F12.2, F12.14: the kill roll, and riders check if the vehicle lives. */
static void hit_vehicle(struct sal_play *p, const struct shot *s, struct sal_card *card) {
  static const uint8_t outcome_of[] = {OUT_NOTHING, OUT_IMMOBILE, OUT_STUNNED, OUT_WRECK,
                                       OUT_BURNING};
  int v = s->target;
  bool soft = kind_of(p, v)->flags & K_SOFT;

  int fate = sf_kill_roll(p, v, s->k, soft ? R_F12_6 : R_F12_2);
  if (card)
    card->rolled = outcome_of[fate];

  /* A wreck has put its riders into the hex already, with their own check (F12.14). */
  if (unit_at(p, v)->where == F_MAP)
    shake_riders(p, v);
}

/* F11.8, 11.31: a side that is not Elite loses special ammunition on Original 11. */
static void lose_heat(struct sal_play *p, const struct shot *s, int dr) {
  enum { RUNS_OUT = 11 };
  struct trooper *t = unit_at(p, s->gun);
  bool heat = weapon_of(p, s->gun)->flags & W_HEAT;
  bool not_elite = F(p)->not_elite >> s->side & 1;
  bool gone = t->is & IS_NO_HEAT;

  if (!heat || !not_elite || gone)
    return;
  if (dr != RUNS_OUT)
    return;
  t->is |= IS_NO_HEAT;
  sal_tell(p, E_F_NO_HEAT, R_F11_8, SAL_EVU(s->gun));
}

/* F10.6: Original 12 breaks the weapon; F11.5: a low coloured die keeps its rate. */
static void after_shot(struct sal_play *p, const struct shot *s, int coloured, int dr) {
  struct trooper *t = unit_at(p, s->gun);
  int cls = kind_of(p, s->gun)->cls;

  /* The rate of what men carry stands with the weapon (T3), of others with the kind. */
  bool of_weapon = cls == SUPPORT || cls == HW;
  int rof = of_weapon ? weapon_of(p, s->gun)->rof : kind_of(p, s->gun)->rof;

  if (t->where != F_MAP)
    return;

  sf_acquire(p, s->gun, hex_at(s->to));
  lose_heat(p, s, dr);

  /* A weapon that has broken down has no rate to keep. */
  if (sf_breaks_down(p, s->gun, IS_BROKEN_DOWN, IS_DISABLED, dr))
    return;
  if (coloured <= rof) {
    t->did = (t->did & ~(uint32_t)DID_FIRE) | KEPT_RATE;
    sal_tell(p, E_F_RATE, R_F11_5, SAL_EVU(s->gun, .n = {(int16_t)coloured}));
  }
}

/* F20.3: a smoke round that hits makes smoke and hurts nobody. */
static void hit_ground(struct sal_play *p, const struct shot *s, struct sal_card *card) {
  sf_smoke(p, hex_at(s->to), true);
  if (card)
    card->rolled = OUT_SMOKE;
}

/* F11.2: the shot itself; Original 2 hits, 12 misses. */
void sf_shoot(struct sal_play *p, struct shot *s) {
  struct sal_card *card = sal_event_card(p);
  int coloured = 0;
  bool at_vehicle = s->target != SAL_NOUNIT;

  /* A vehicle that moves in sight of its firer is seen before the shot (F15.5). */
  if (s->reaction && at_vehicle)
    sf_show_unit(p, s->target, R_F15_5);

  s->truth = true;
  if (card) {
    sal_card_odds(card, s->side, R_F11_2, "Shot");
    sal_format(card->title, sizeof card->title, "Shot at %s", p->book->board.name[hex_at(s->to)]);
  }

  /* A work that shelters the target is shown with the attack, whatever the result (F16.1). */
  bool at_men = !at_vehicle && !s->smoke;
  if (at_men && sf_work_tem(p, s->from, s->to, sal_enemy(s->side), SAL_ALL))
    sf_show_cover(p, s->to);

  sf_aim(p, s, card, NULL);
  mark_shot(p, s);

  uint8_t told = (uint8_t)(card ? p->events->ncards : 0);
  int dr = sf_dr(p, R_F11_2, s->gun, &coloured, SAL_BOTH);
  bool hit = dr == 2 || (dr <= s->number && dr != 12);
  sal_tell(p, hit ? E_F_HIT : E_F_MISS, R_F11_2,
           SAL_EVU(s->gun, .at = {hex_at(s->to)}, .n = {s->number, (int16_t)dr}, .card = told));
  if (card)
    card->rolled = OUT_MISS;

  if (hit && s->smoke)
    hit_ground(p, s, card);
  else if (hit && !at_vehicle)
    hit_men(p, s, card);
  else if (hit)
    hit_vehicle(p, s, card);

  /* The sniper waits for the end of the attack (F19.1); rate and breakdown come after him (F7.11).
   */
  sf_sniper(p);
  after_shot(p, s, coloured, dr);
}
