/* field_close.c - F14.5 to F14.11: close combat and melee.
 *
 * Each side makes one attack a round, a blow: weigh_blow finds its number, roll_blow rolls,
 * apply_blow takes the losses. Attacks on vehicles are in field_armour.c (F14.7).
 */
#include "field.h"

#include <string.h>

/* ---- F14.5, F14.6: one side's attack ---------------------------------------------------- */

/* Does the unit fight for itself for that side in that Location? Who is carried does not. */
static bool fights_at(const struct sal_play *p, int side, location l, int u) {
  const struct trooper *t = unit_at(p, u);

  if (t->at != l || side_of(p, u) != side)
    return false;
  return sf_on_map(p, u) && !t->with;
}

/* Units of a side in a Location that fight for themselves; vehicles or men. */
static int men_in(const struct sal_play *p, int side, location l, bool vehicles, sal_unit out[32]) {
  int n = 0;

  for (EACH_AT(p, u, l)) {
    if (n == 32)
      break;
    if (fights_at(p, side, l, u) && sf_vehicle(p, u) == vehicles)
      out[n++] = (sal_unit)u;
  }

  return n;
}

/* F14.6: broken men and stunned vehicles do not count. */
static int fp_of(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  bool guns_down = t->is & (IS_MG_DOWN | IS_MG_OUT);

  if (t->is & (IS_BROKEN | IS_STUNNED))
    return 0;

  /* A vehicle fights with all its machine guns, a single man counts 1. */
  if (k->cls == VEHICLE)
    return guns_down ? 0 : k->bow + k->other;
  return is_smc(k->cls) ? 1 : k->fp;
}

/* F14.6: the firepower of a side in close combat. */
static int fp_in(const struct sal_play *p, int side, location l) {
  int sum = 0;

  for (EACH_AT(p, u, l))
    if (fights_at(p, side, l, u))
      sum += fp_of(p, u);

  return sum;
}

/* T7: the row for own : enemy; -1: no attack. */
static int odds_row(const struct sal_play *p, int own_fp, int enemy_fp) {
  int row = -1;

  if (!own_fp)
    return -1;

  /* Against enemies without firepower the best odds hold (F14.6). */
  if (!enemy_fp)
    return FB(p)->nodds - 1;

  /* The odds drop to the last row that they reach; compared crosswise, without fractions. */
  for (int i = 0; i < FB(p)->nodds; i++)
    if (own_fp * FB(p)->odds[i][1] >= enemy_fp * FB(p)->odds[i][0])
      row = i;

  return row;
}

struct tally { /* what F14.6 asks about a side in a Location */
  bool hero, tired, all_down, expert;
};
/* F14.6: what the modifiers ask about a side in the Location. */
static struct tally tally_of(const struct sal_play *p, int side, location l) {
  struct tally t = {.all_down = true};
  int all = 0;
  int expert = 0;

  for (EACH_AT(p, u, l)) {
    const struct trooper *x = unit_at(p, u);
    if (!fights_at(p, side, l, u))
      continue;

    int fp = fp_of(p, u);
    bool trained = kind_of(p, u)->flags & (K_CC | K_ENGINEER);
    all += fp;
    expert += trained ? fp : 0;
    t.hero |= kind_of(p, u)->cls == HERO && !(x->is & IS_BROKEN);
    t.tired |= (x->is & IS_TIRED) != 0;

    /* Vehicles are neither pinned nor broken, so they do not prevent it. */
    if (!sf_vehicle(p, u))
      t.all_down &= (x->is & (IS_PINNED | IS_BROKEN)) != 0;
  }

  /* At least half of the firepower must be trained for it. */
  t.expert = all > 0 && 2 * expert >= all;
  return t;
}

struct blow { /* one side's attack in a round */
  int side, number, drm, dr, row;
  int vehicle; /* -1: at the Infantry */
  bool charge, made;
};

/* One modifier of the roll, and its line on the card. */
static void drm_step(struct sal_card *card, struct blow *b, int drm, int rule, const char *text) {
  if (!drm)
    return;
  b->drm += drm;

  /* The first weighing is without a card; then only the sum counts. */
  if (!card)
    return;

  char to[24];
  sal_format(to, sizeof to, "number %d", b->number - b->drm);

  struct sal_card_step *s = sal_card_to(card, rule, to, "%s", text);
  s->has_shift = true;
  s->shift = (int8_t)-drm; /* what it does to the number */
}

/* F14.6: the best leader there; of a vehicle that attacks its armour leader too. */
static int best_in_close(const struct sal_play *p, int side, location l) {
  int best = sf_best_leader(p, side, l, -1);

  for (EACH_AT(p, u, l)) {
    bool tank = sf_vehicle(p, u) && sf_on_map(p, u);
    bool own = side_of(p, u) == side;

    if (tank && own && unit_at(p, u)->leads > best)
      best = unit_at(p, u)->leads;
  }

  return best;
}

/* F14.6: a pillbox, trench or fortified Location that the side was in before this player turn's
 * Assault; units that advanced into it do not have it. */
static bool held_work(const struct sal_play *p, int side, location l) {
  bool work = level_at(l) == BUNKER || sf_work_in(p, l, WORK_FORTIFIED, SAL_ALL);
  bool trench = level_at(l) == GROUND && sf_work(p, hex_at(l), WORK_TRENCH, SAL_ALL);

  if (!work && !trench)
    return false;

  /* Somebody must have been here before this player turn. */
  for (EACH_AT(p, u, l)) {
    bool own_there = side_of(p, u) == side && sf_infantry(p, u);
    bool came_now = unit_at(p, u)->did & (DID_ADVANCE | DID_MOVE);
    if (own_there && !came_now)
      return true;
  }

  return false;
}

/* The card's line of the odds, to which the modifiers are added. */
static void card_odds(const struct sal_play *p, const struct blow *b, int mine, int theirs,
                      struct sal_card *card) {
  const uint8_t *odds = FB(p)->odds[b->row];
  char to[24];

  sal_card_add(card, b->side, mine, 1, R_F14_6, SAL_NOUNIT, "firepower");
  sal_card_add(card, sal_enemy(b->side), theirs, 1, R_F14_6, SAL_NOUNIT, "firepower");
  sal_format(to, sizeof to, "number %d", b->number);
  sal_card_to(card, R_F14_6, to, "odds %d-%d", odds[0], odds[1]);
}

/* F14.6: odds, number and modifiers of one attack on men. */
static void weigh_blow(const struct sal_play *p, location l, struct blow *b, bool ambush,
                       struct sal_card *card) {
  int enemy = sal_enemy(b->side);
  int mine = fp_in(p, b->side, l);
  int theirs = fp_in(p, enemy, l);
  struct tally t = tally_of(p, b->side, l);
  struct tally e = tally_of(p, enemy, l);

  /* A side without firepower makes no attack. */
  b->row = odds_row(p, mine, theirs);
  b->drm = 0;
  if (b->row < 0)
    return;
  b->number = FB(p)->odds[b->row][2];
  if (card)
    card_odds(p, b, mine, theirs, card);

  /* The card lists them in the order of F14.6. */
  drm_step(card, b, -best_in_close(p, b->side, l), R_F14_6, "leader");
  if (t.hero)
    drm_step(card, b, -1, R_F14_6, "hero");
  if (t.expert)
    drm_step(card, b, -1, R_F14_6, "trained for it");
  if (e.all_down)
    drm_step(card, b, -1, R_F14_6, "all enemies pinned or broken");
  if (ambush)
    drm_step(card, b, -1, R_F14_8, "ambush");
  if (t.tired)
    drm_step(card, b, 1, R_F14_6, "tired");
  if (held_work(p, enemy, l))
    drm_step(card, b, 1, R_F14_6, "the enemy holds a work");
}

enum { BLOW_NOTHING, BLOW_REDUCED, BLOW_ONE, BLOW_TWO, BLOW_ALL, BLOWS };
/* F14.6: what a margin of close combat does. */
int sf_blow_of(int margin) {
  if (margin < 0)
    return BLOW_NOTHING;
  if (margin == 0)
    return BLOW_REDUCED;
  if (margin <= 2)
    return BLOW_ONE;
  return margin <= 4 ? BLOW_TWO : BLOW_ALL;
}

/* F14.6: the card of a close combat, from the same weighing as the roll. */
static void card_blow(const struct sal_play *p, location l, struct blow *b, bool ambush,
                      struct sal_card *card) {
  static const char *const name[BLOWS] = {"nothing", "one reduced", "one eliminated",
                                          "two eliminated", "all eliminated"};
  int count[BLOWS] = {0};

  sal_card_odds(card, b->side, R_F14_6, "Close combat");
  weigh_blow(p, l, b, ambush, card);
  sal_format(card->column, sizeof card->column, "number %d", b->number - b->drm);
  for (int dr = 2; dr <= 12; dr++)
    count[sf_blow_of(b->number - b->drm - dr)] += dr <= 7 ? dr - 1 : 13 - dr;
  for (int i = 0; i < BLOWS; i++)
    sal_card_may(card, (uint64_t)count[i], 36, "%s", name[i]);
}

/* F14.5: one attack a side; at men by T7, at a vehicle by F14.7. */
static void roll_blow(struct sal_play *p, location l, struct blow *b, bool ambush) {
  b->made = false;
  if (b->vehicle != -1) {
    b->made = sf_close_roll(p, b->side, b->vehicle, l, b->charge, false, &b->number, &b->dr);
    return;
  }

  sal_unit enemy[32];
  if (!men_in(p, sal_enemy(b->side), l, false, enemy))
    return;

  /* Without firepower there is no attack, and no card of one. */
  weigh_blow(p, l, b, ambush, NULL);
  if (b->row < 0)
    return;

  struct sal_card *card = sal_event_card(p);
  if (card)
    card_blow(p, l, b, ambush, card);
  b->made = true;
  b->dr = sf_dr(p, R_F14_6, SAL_NOUNIT, NULL, SAL_BOTH);

  int blow = sf_blow_of(b->number - b->drm - b->dr);
  if (card)
    card->rolled = (int16_t)blow;
  sal_tell(p, E_F_CLOSE, R_F14_6,
           SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)b->side, (int16_t)b->dr, (int16_t)blow},
                  .card = (uint8_t)(card ? p->events->ncards : 0)));
}

/* F14.6: how many of n men a result eliminates. */
static int kills_of(int blow, int n) {
  switch (blow) {
  case BLOW_ONE: return 1;
  case BLOW_TWO: return 2;
  case BLOW_ALL: return n;
  default: return 0;
  }
}

/* F14.6: losses by lot among the men who are there now. */
static void apply_blow(struct sal_play *p, location l, const struct blow *b) {
  if (!b->made)
    return;

  /* The other blow strikes this side, never the vehicle that it attacks. */
  if (b->vehicle != -1) {
    sf_close_apply(p, b->side, b->vehicle, l, b->number, b->dr, false);
    return;
  }

  sal_unit who[32];
  int blow = sf_blow_of(b->number - b->drm - b->dr);
  int n = men_in(p, sal_enemy(b->side), l, false, who);
  int kills = kills_of(blow, n);
  if (blow == BLOW_REDUCED && n)
    sf_reduce(p, sf_lot(p, who, n, R_F14_6), R_F14_6);

  /* The lot is drawn again among those left. */
  for (int i = 0; i < kills; i++) {
    n = men_in(p, sal_enemy(b->side), l, false, who);
    if (n)
      sf_lose(p, sf_lot(p, who, n, R_F14_6), R_F14_6);
  }
}

/* ---- F14.8 to F14.10: a round ----------------------------------------------------------- */

/* F14.8: only in cover can one side surprise the other. */
static bool ambush_ground(const struct sal_play *p, location l) {
  return level_at(l) == UPPER || ground_at(p, hex_at(l))->is & H_SHELTER;
}

/* F14.8: a die less the leader, 2 less if all were concealed, 1 more if tired. */
static int ambush_die(struct sal_play *p, int side, location l) {
  enum { UNSEEN_DRM = 2 };
  bool veiled = true;
  bool tired = false;

  /* Their state when the Assault phase began counts, not their state now. */
  for (EACH_AT(p, u, l)) {
    const struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side || !sf_on_map(p, u))
      continue;
    veiled &= (t->did & WAS_VEILED) != 0;
    tired |= (t->is & IS_TIRED) != 0;
  }

  int die = sf_die(p, R_F14_8, SAL_NOUNIT, SAL_BOTH) - sf_best_leader(p, side, l, -1);
  if (veiled)
    die -= UNSEEN_DRM;
  if (tired)
    die++;
  return die;
}

/* F14.8: the side that ambushes the other, or -1. */
static int ambush_by(struct sal_play *p, location l) {
  enum { LOWER_BY = 3 };
  sal_unit who[32];
  bool both = men_in(p, GER, l, false, who) && men_in(p, RUS, l, false, who);

  /* Only the first round can surprise: a melee is a later one. */
  if (!ambush_ground(p, l) || sf_melee_at(p, l) || !both)
    return -1;

  int active = F(p)->active;
  int resting = sal_enemy(active);
  int a = ambush_die(p, active, l);
  int r = ambush_die(p, resting, l);
  int side = -1;

  if (a + LOWER_BY <= r)
    side = active;
  if (r + LOWER_BY <= a)
    side = resting;
  if (side != -1)
    sal_tell(p, E_F_AMBUSH, R_F14_8, SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)side}));
  return side;
}

/* F23.3: captured is eliminated at once, and the weapons are gone. */
static void capture_all(struct sal_play *p, int side, location l) {
  sal_unit who[32];
  int n = men_in(p, side, l, false, who);

  for (int i = 0; i < n; i++) {
    sal_tell(p, E_F_CAPTURED, R_F14_10, SAL_EVU(who[i], .at = {hex_at(l)}));
    sf_free_weapons(p, who[i], true);
    sf_lose(p, who[i], R_F23_3);
  }
}

/* F14.10: the broken among unbroken enemies are captured. */
static void settle_captures(struct sal_play *p, location l) {
  sal_unit who[32];
  int unbroken[2] = {0, 0};
  int halves[2] = {0, 0};
  int n[2];

  for (int side = 0; side < 2; side++) {
    n[side] = men_in(p, side, l, false, who);
    for (int i = 0; i < n[side]; i++) {
      unbroken[side] += !(unit_at(p, who[i])->is & IS_BROKEN);
      halves[side] += sf_load_of(p, who[i]);
    }
  }

  /* One side is gone: nobody is captured. */
  if (!n[GER] || !n[RUS])
    return;

  /* Broken men alone give up to unbroken ones: not with a vehicle of theirs beside them. (Before
   * edition 6 they did all the same.) */
  bool backed[2] = {false, false};
  for (int side = 0; side < 2; side++)
    backed[side] = sf_edition_6(p) && men_in(p, side, l, true, who) > 0;
  for (int side = 0; side < 2; side++)
    if (!unbroken[side] && !backed[side] && unbroken[sal_enemy(side)])
      capture_all(p, side, l);

  /* Somebody still fights. */
  if (unbroken[GER] || unbroken[RUS] || backed[GER] || backed[RUS])
    return;

  /* With only broken men on both sides the smaller force gives up; if they are equal, the active
   * one. */
  int loser = halves[GER] < halves[RUS] ? GER : RUS;
  if (halves[GER] == halves[RUS])
    loser = F(p)->active;
  capture_all(p, loser, l);
}

/* F14.9: the units left of both sides are in melee. */
static void settle_melee(struct sal_play *p, location l) {
  sal_unit who[32];
  bool both = men_in(p, GER, l, false, who) && men_in(p, RUS, l, false, who);

  for (int side = 0; side < 2; side++) {
    int n = men_in(p, side, l, false, who);
    for (int i = 0; i < n; i++) {
      struct trooper *t = unit_at(p, who[i]);
      t->is = both ? t->is | IS_MELEE : t->is & ~(uint32_t)IS_MELEE;
    }
  }

  if (both)
    sal_tell(p, E_F_MELEE, R_F14_9, SAL_EV(.at = {hex_at(l)}));
}

/* F14.8: the ambush is rolled and applied first; the survivors attack with what is left. */
static void fight_ambush(struct sal_play *p, location l, struct blow *first, struct blow *second) {
  roll_blow(p, l, first, true);
  apply_blow(p, l, first);
  roll_blow(p, l, second, false);
  apply_blow(p, l, second);
}

/* F14.8, F14.9: an ambush strikes first; otherwise both roll on the strength before losses. */
static void fight_round(struct sal_play *p, location l, struct blow *a, struct blow *r) {
  /* Close combat ends all concealment (F15.4). */
  for (EACH_AT(p, u, l))
    if (sf_on_map(p, u))
      sf_show_unit(p, u, R_F15_4);

  int ambush = ambush_by(p, l);
  if (ambush == -1) {
    roll_blow(p, l, a, false);
    roll_blow(p, l, r, false);
    apply_blow(p, l, a);
    apply_blow(p, l, r);
  } else if (a->side == ambush) {
    fight_ambush(p, l, a, r);
  } else {
    fight_ambush(p, l, r, a);
  }

  settle_captures(p, l);
  settle_melee(p, l);
}

/* ---- F14.11: melee that is left when the battle ends ------------------------------------ */

/* Are there men of the other side? */
static bool enemy_men_at(const struct sal_play *p, int side, location l) {
  sal_unit who[32];
  return men_in(p, sal_enemy(side), l, false, who) > 0;
}

/* F14.11: a vehicle that can still drive leaves the men for the nearest hex without an enemy. */
static void drive_apart(struct sal_play *p, int v) {
  enum { FARTHEST = 999 };
  const struct sal_board *m = &p->book->board;
  sal_unit self = (sal_unit)v;
  int side = side_of(p, v);
  int best = FARTHEST;
  location from = unit_at(p, v)->at;
  location goal = 0;

  /* The hexes come in the order of their cell index: of equally near ones the first stays. */
  for (int i = 0; i < m->nhexes; i++) {
    location l = location_at(m->order[i], GROUND);
    int far = sal_distance(m, hex_at(from), m->order[i]);
    bool nearer = far > 0 && far < best;
    bool free = ground_at(p, m->order[i])->veh != BARRED && sf_may_enter(p, side, true, l, true);

    if (nearer && free && sf_room(p, side, l, &self, 1)) {
      best = far;
      goal = l;
    }
  }

  if (goal)
    sf_put(p, v, goal);
}

/* F14.11: the side with less FP, if equal the first mover, is captured; its vehicles are
 * eliminated. */
static void give_up(struct sal_play *p, location l) {
  int german = fp_in(p, GER, l);
  int soviet = fp_in(p, RUS, l);
  int loser = german < soviet ? GER : RUS;
  sal_unit who[32];

  if (german == soviet)
    loser = F(p)->first;
  capture_all(p, loser, l);

  int n = men_in(p, loser, l, true, who);
  for (int i = 0; i < n; i++)
    sf_lose(p, who[i], R_F14_11);
}

/* F14.11: what a side attacks when it was not asked: men before vehicles. */
static struct blow last_blow(const struct sal_play *p, int side, location l) {
  sal_unit who[32];
  struct blow b = {.side = side, .vehicle = -1};
  bool men = men_in(p, sal_enemy(side), l, false, who) > 0;

  if (!men && men_in(p, sal_enemy(side), l, true, who))
    b.vehicle = who[0];
  return b;
}

/* F14.11: may a mobile vehicle leave before the melees go on? Not if it is bound to a strongpoint
 * (CG5). */
static bool can_drive(const struct sal_play *p, int v) {
  if (!sf_on_map(p, v) || !sf_vehicle(p, v) || sf_bound(p, v))
    return false;
  return !(unit_at(p, v)->is & (IS_IMMOBILE | IS_BOGGED | IS_STUNNED | IS_DUG_IN));
}

/* F14.11: round after round until one side is left; after 20 rounds the weaker gives up. */
static void fight_to_the_end(struct sal_play *p, location l) {
  enum { ROUNDS = 20 };
  int active = F(p)->active;

  for (int round = 0; round < ROUNDS && sf_close_here(p, l); round++) {
    struct blow a = last_blow(p, active, l);
    struct blow r = last_blow(p, sal_enemy(active), l);
    fight_round(p, l, &a, &r);
  }

  if (sf_close_here(p, l))
    give_up(p, l);
}

/* F14.11: close combat continues where both sides are, until it is decided. */
void sf_end_melees(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;

  for (EACH_MAN(p, v))
    if (can_drive(p, v) && enemy_men_at(p, side_of(p, v), unit_at(p, v)->at))
      drive_apart(p, v);

  for (int i = 0; i < m->nhexes * LEVELS; i++)
    fight_to_the_end(p, location_at(m->order[i / LEVELS], i % LEVELS));
}

/* ---- the node field.close --------------------------------------------------------------- */

/* F14.5: both sides have a unit here that fights, vehicles only against men. */
bool sf_close_here(const struct sal_play *p, location l) {
  bool men[2] = {false, false};
  bool tanks[2] = {false, false};

  /* One look at all units: a campaign battle has hundreds of counters, and this is asked often. */
  for (EACH_AT(p, u, l)) {
    int side = side_of(p, u);
    if (!fights_at(p, side, l, u))
      continue;
    if (sf_vehicle(p, u))
      tanks[side] = true;
    else
      men[side] = true;
  }

  if (men[GER] && men[RUS])
    return true;
  return (men[GER] && tanks[RUS]) || (men[RUS] && tanks[GER]);
}

enum { ASK_ACTIVE, ASK_ACTIVE_CHARGE, ASK_RESTING, ASK_RESTING_CHARGE, FIGHT };
enum { CHOSE_NOTHING, CHOSE_MEN, CHOSE_VEHICLE, WITH_CHARGE = 0x8000 };

/* The Location whose close combat is being decided. */
static location close_place(const struct sal_play *p) {
  const struct closing *c = closing_of(p);
  return location_at(p->book->board.order[c->place / LEVELS], c->place % LEVELS);
}

/* What a side could attack: the choice if there is only one, else CHOSE_NOTHING. */
static uint16_t only_choice(const struct sal_play *p, int side, location l, bool *none) {
  sal_unit men[32];
  sal_unit tanks[32];
  sal_unit own_men[32];
  int enemy = sal_enemy(side);

  /* Vehicles among themselves do not fight here: only men attack a vehicle (F14.5). */
  int m = men_in(p, enemy, l, false, men);
  int v = men_in(p, side, l, false, own_men) ? men_in(p, enemy, l, true, tanks) : 0;

  *none = !m && !v;
  if (m && !v)
    return CHOSE_MEN;
  if (!m && v == 1)
    return (uint16_t)(CHOSE_VEHICLE + tanks[0]);
  return CHOSE_NOTHING;
}

/* What a side has chosen for its blow. */
static uint16_t *choice_at(const struct sal_play *p, bool active) {
  struct closing *c = closing_of(p);
  return active ? &c->choice_active : &c->choice_resting;
}

/* The choice as a blow: against men or one vehicle, with a charge or without. */
static struct blow blow_for(const struct sal_play *p, bool active) {
  uint16_t choice = *choice_at(p, active);
  struct blow b = {.side = active ? F(p)->active : sal_enemy(F(p)->active), .vehicle = -1};

  b.charge = choice & WITH_CHARGE;
  choice &= (uint16_t)~WITH_CHARGE;
  if (choice >= CHOSE_VEHICLE)
    b.vehicle = choice - CHOSE_VEHICLE;
  return b;
}

/* The combat of this Location, with what both have chosen; then on to the next. */
static void close_fight(struct sal_play *p) {
  struct closing *c = closing_of(p);
  struct blow a = blow_for(p, true);
  struct blow r = blow_for(p, false);

  /* A side that had nothing to choose attacks no vehicle. */
  if (c->choice_active == CHOSE_NOTHING)
    a.vehicle = -1;
  if (c->choice_resting == CHOSE_NOTHING)
    r.vehicle = -1;

  fight_round(p, close_place(p), &a, &r);
  c->asked = ASK_ACTIVE;
  c->choice_active = 0;
  c->choice_resting = 0;
  c->place++;
}

/* One step of the way through a Location; false: a side must decide. */
static bool close_step(struct sal_play *p) {
  struct closing *c = closing_of(p);
  location l = close_place(p);
  bool active = c->asked == ASK_ACTIVE || c->asked == ASK_ACTIVE_CHARGE;
  bool none = false;
  int side = active ? F(p)->active : sal_enemy(F(p)->active);
  uint16_t *choice = choice_at(p, active);

  sal_top(p)->side = (uint8_t)side;
  if (c->asked == FIGHT) {
    close_fight(p);
    return true;
  }

  /* Whom to attack: asked only if there is more than one kind of target (F14.5). */
  if (c->asked == ASK_ACTIVE || c->asked == ASK_RESTING) {
    if (!*choice)
      *choice = only_choice(p, side, l, &none);
    if (!*choice && !none)
      return false;
    c->asked++;
    return true;
  }

  /* With a charge against a vehicle? Its owner may refuse to spend it (F14.7). */
  bool vehicle = *choice >= CHOSE_VEHICLE && !(*choice & WITH_CHARGE);
  if (vehicle && sf_has_charge(p, side, l))
    return false;
  c->asked++;
  return true;
}

/* F14.5: the next place, from that one on, where both are: only where the active side has a unit.
 */
static int next_fight(const struct sal_play *p, int from) {
  int best = p->book->board.nhexes * LEVELS;

  for (EACH_MAN(p, u)) {
    location l = unit_at(p, u)->at;
    if (side_of(p, u) != F(p)->active)
      continue;

    /* Ascending cell index; ground, upper storey, pillbox. */
    int place = (FB(p)->index[hex_at(l)] - 1) * LEVELS + level_at(l);
    bool comes_first = place >= from && place < best;
    if (comes_first && sf_close_here(p, l))
      best = place;
  }

  return best;
}

/* F14.5: from Location to Location, asking only where there is a choice. */
static bool close_run(struct sal_play *p) {
  struct closing *c = closing_of(p);
  const struct sal_board *m = &p->book->board;

  /* Finishes a combat that has begun before it looks for the next place. */
  if (c->asked != ASK_ACTIVE)
    return close_step(p);

  int next = next_fight(p, c->place);
  if (next < m->nhexes * LEVELS) {
    c->place = (uint16_t)next;
    return close_step(p);
  }

  sal_pop(p);
  return true;
}

/* F14.5, F14.7: attack men or one vehicle; the charge is asked for afterwards. */
static bool close_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  const struct closing *c = closing_of(p);
  location l = close_place(p);
  sal_unit who[32];

  /* The question of the charge has no other answers. */
  bool charge = c->asked == ASK_ACTIVE_CHARGE || c->asked == ASK_RESTING_CHARGE;
  if (charge)
    return a.verb == V_CHARGE;

  if (a.verb == V_INFANTRY) {
    if (!men_in(p, sal_enemy(side), l, false, who))
      return sal_refuse(why, R_F14_5, "There are no men to attack.", 0, 0);
    return true;
  }

  if (a.verb != V_AFV)
    return false;

  int v = unit_of(a);
  bool enemy_there = unit_at(p, v)->at == l && side_of(p, v) != side;
  if (!enemy_there || !sf_on_map(p, v) || !sf_vehicle(p, v))
    return sal_refuse(why, R_F14_5, "{u0} is no enemy vehicle there.", v, 0);
  return true;
}

/* F14.6, F14.7: men or a vehicle, with a charge or without. */
static void close_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_action some[] = {sal_act(V_INFANTRY, 0, 0, 0), sal_act(V_CHARGE, 0, 0, 0),
                                    sal_act(V_CHARGE, 1, 0, 0)};

  for (int i = 0; i < 3; i++)
    if (close_check(p, side, some[i], NULL))
      sal_list_add(l, some[i]);

  for (int u = 0; u < count_of(p); u++)
    if (close_check(p, side, sal_act(V_AFV, u, 0, 0), NULL))
      sal_list_add(l, sal_act(V_AFV, u, 0, 0));
}

/* The choice is kept until both sides have made theirs. */
static void close_apply(struct sal_play *p, int side, struct sal_action a) {
  struct closing *c = closing_of(p);
  uint16_t *choice = choice_at(p, side == F(p)->active);

  if (a.verb == V_CHARGE) {
    if (word_of(a, 0))
      *choice |= WITH_CHARGE;
    c->asked++;
    return;
  }

  *choice = a.verb == V_INFANTRY ? CHOSE_MEN : (uint16_t)(CHOSE_VEHICLE + unit_of(a));
}

/* The question: attack whom, or whether to use a charge. */
static void close_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct closing *c = closing_of(p);
  bool charge = c->asked == ASK_ACTIVE_CHARGE || c->asked == ASK_RESTING_CHARGE;

  sal_prompt_say(out, charge ? "%s: use a demolition charge in %s?" : "%s: whom to attack in %s?",
                 side == GER ? "German" : "Soviet", p->book->board.name[hex_at(close_place(p))]);
}

const struct sal_node sf_close_node = {.id = "field.close",
                                       .rule = R_F14_5,
                                       .now = "A close combat is fought first.",
                                       .run = close_run,
                                       .list = close_list,
                                       .check = close_check,
                                       .apply = close_apply,
                                       .prompt = close_prompt};
