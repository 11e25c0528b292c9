/* field_effect.c - T5 and F8.1 to F8.9: what fire does to men.
 *
 * sf_effect applies a result; sf_single is the same law as a distribution, for the card. A test
 * plays all tapes and compares the two.
 */
#include "field.h"

#include <string.h>

/* T5: the result of a margin. */
int sf_effect_of(const struct sal_play *p, int margin) {
  enum { LAST_MARGIN = 39 };

  if (margin < 0)
    return NO_EFFECT;
  return FB(p)->effect[margin < LAST_MARGIN ? margin : LAST_MARGIN];
}

/* ---- losing, pinning, breaking ---------------------------------------------------------- */

/* F5.11: the Gun that a vehicle tows; -1: none. */
int sf_towed_by(const struct sal_play *p, int v) {
  for (EACH_WITH(p, u, v))
    if (kind_of(p, u)->cls == GUN)
      return u;

  return -1;
}

/* F5.6: men on a tank; passengers inside are no riders. */
bool sf_has_riders(const struct sal_play *p, int v) {
  if (!(kind_of(p, v)->flags & K_RIDERS))
    return false;

  for (EACH_WITH(p, u, v))
    if (sf_on_map(p, u))
      return true;

  return false;
}

/* F5.11: a vehicle that tows drives as one that tows. */
uint32_t sf_drive_flags(const struct sal_play *p, int v) {
  uint32_t flags = kind_of(p, v)->flags;
  return sf_towed_by(p, v) < 0 ? flags : flags | K_TOWING;
}

/* F12.14: a rider that is pinned, broken or reduced falls off into the hex. */
void sf_unload_rider(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);

  if (!t->with)
    return;

  sf_give(p, u, -1);
  t->did |= DID_MOVE | DID_ACT;
  sal_tell(p, E_F_UNLOADED, R_F12_14, SAL_EVU(u, .at = {hex_at(t->at)}));
}

/* F2.3, F11.4: a pinned unit loses what it had acquired; a rider falls off. */
void sf_pin(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);

  /* A broken unit is worse off already. */
  if (t->is & (IS_PINNED | IS_BROKEN) || t->where != F_MAP)
    return;

  t->is |= IS_PINNED;
  forget_aim(t);

  /* The pins of concealed units are seen by their owner only (F7.13). */
  sal_tell(p, E_F_PINNED, rule, SAL_EVU(u, .seen = (uint8_t)sf_told_to(p, u)));
  sf_unload_rider(p, u);
}

/* F2.3: a unit that breaks loses Pinned, Tired, Hidden and Concealed, no other mark. */
void sf_break(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);

  sf_show_unit(p, u, rule);
  t->is &= ~(uint32_t)(IS_PINNED | IS_TIRED);
  t->is |= IS_BROKEN | IS_SHAKEN;

  /* A crew that breaks loses what its Gun had acquired (F11.4). */
  forget_aim(t);
  sal_tell(p, E_F_BROKEN, rule, SAL_EVU(u));
  sf_unload_rider(p, u);
}

/* F8.7: an SMC is wounded, and eliminated the second time. */
static void wound(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);

  if (t->is & IS_WOUNDED) {
    sf_lose(p, u, R_F8_7);
    return;
  }

  t->is |= IS_WOUNDED;
  sal_tell(p, E_F_WOUNDED, rule, SAL_EVU(u));
  sf_unload_rider(p, u);
}

/* F8.6: a squad becomes its half-squad, smaller ones are eliminated, an SMC is wounded. */
void sf_reduce(struct sal_play *p, int u, int rule) {
  struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);

  if (is_smc(k->cls)) {
    wound(p, u, R_F8_7);
    return;
  }

  if (!k->half) {
    sf_lose(p, u, rule);
    return;
  }

  /* Reducing a squad books the difference; its marks and weapons stay with the half-squad. */
  int side = side_of(p, u);
  int lost = k->cvp - FB(p)->kind[k->half].cvp;
  F(p)->cvp[side] = (uint16_t)(F(p)->cvp[side] + lost);
  t->kind = k->half;
  sal_tell(p, E_F_REDUCED, rule, SAL_EVU(u, .n = {0, (int16_t)lost}));
  sf_unload_rider(p, u);
}

/* ---- F8.5: replacement ------------------------------------------------------------------ */

/* F8.5: a unit that fails by more than its ELR is replaced by a worse one, reduced or lost. */
static void replace(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  bool squad_or_half = k->cls == SQUAD || k->cls == HALF;

  /* Below the lowest grade of leaders there is none. */
  if (k->flags & K_LOST) {
    sf_lose(p, u, R_F8_5);
    return;
  }

  /* Underlined types know no worse quality: they are reduced. */
  if (k->flags & K_UNDERLINED && squad_or_half) {
    sf_reduce(p, u, R_F8_5);
    return;
  }

  /* Crews, teams, Guns and heroes are never replaced. */
  if (!k->replaced)
    return;
  t->kind = k->replaced;
  sal_tell(p, E_F_REPLACED, R_F8_5, SAL_EVU(u));
}

/* ---- F8.8: heat of battle --------------------------------------------------------------- */

/* A counter of the pool that is free; -1: none left. */
static int from_pool(const struct sal_play *p, int side, int pool) {
  for (int u = 0; u < count_of(p); u++) {
    bool of_pool = FB(p)->roster[u].pool == pool && side_of(p, u) == side;
    if (of_pool && unit_at(p, u)->where == F_NONE)
      return u;
  }

  return -1;
}

/* F2.8: a unit made in play has Fired and Acted, and Moved if the one it comes from has. */
int sf_make(struct sal_play *p, int from, int pool) {
  int side = side_of(p, from);
  int u = from_pool(p, side, pool);

  if (u < 0)
    return -1;

  /* It is Moved only if its origin is, or Late Fire could strike a stack that never moved. */
  const struct trooper *t = unit_at(p, from);
  uint32_t moved = t->did & DID_MOVE;
  *unit_at(p, u) = (struct trooper){.kind = FB(p)->counter_kind[u],
                                    .where = F_MAP,
                                    .did = DID_FIRE | DID_ACT | moved,
                                    .at = t->at};
  sf_moved(p, u);
  return u;
}

/* F8.8: one grade better; a unit without a better grade becomes Fanatic. */
static void harden(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);
  int better = kind_of(p, u)->hardened;

  if (better)
    t->kind = (uint8_t)better;
  else
    t->is |= IS_FANATIC;

  sal_tell(p, E_F_HEAT, R_F8_8, SAL_EVU(u, .n = {1}));
}

/* F8.8: 1-3 a hero or a heroic leader, 4-5 hardened, 6 Fanatic. */
void sf_heat(struct sal_play *p, int u) {
  enum { HERO_UPTO = 3, HARDEN_UPTO = 5 };
  struct trooper *t = unit_at(p, u);
  int cls = kind_of(p, u)->cls;

  /* A hero gains nothing, nor do Guns. */
  if (cls == GUN || cls == HERO)
    return;

  int die = sf_die(p, R_F8_8, u, SAL_BOTH);
  if (die > HARDEN_UPTO) {
    t->is |= IS_FANATIC;
    sal_tell(p, E_F_HEAT, R_F8_8, SAL_EVU(u, .n = {2}));
    return;
  }

  if (die > HERO_UPTO) {
    harden(p, u);
    return;
  }

  if (cls == LEADER) {
    t->is |= IS_HEROIC;
    sal_tell(p, E_F_HEAT, R_F8_8, SAL_EVU(u, .n = {0}));
    return;
  }

  /* With no counter left in the pool no hero appears. */
  int hero = sf_make(p, u, POOL_OF_HEROES);
  if (hero != -1)
    sal_tell(p, E_F_HERO, R_F8_8, SAL_EVUU(hero, u, .at = {hex_at(t->at)}));
}

/* ---- F8.1 to F8.4: morale checks -------------------------------------------------------- */

/* F8.3 to F8.7: what a failed morale check does, to heroes and broken units first. */
static void fail_check(struct sal_play *p, int u, int original, int by) {
  struct trooper *t = unit_at(p, u);

  /* A hero never breaks (F8.7). */
  if (kind_of(p, u)->cls == HERO) {
    wound(p, u, R_F8_7);
    return;
  }

  /* A broken unit is reduced and stays broken (F8.4). */
  if (t->is & IS_BROKEN) {
    sf_reduce(p, u, R_F8_4);
    if (t->where == F_MAP)
      t->is |= IS_SHAKEN;
    return;
  }

  /* On Original 12 it is reduced first; ELR does nothing more (F8.3, F8.5). */
  if (original == 12) {
    sf_reduce(p, u, R_F8_3);
    if (t->where == F_MAP)
      sf_break(p, u, R_F8_3);
    return;
  }

  sf_break(p, u, R_F8_3);
  if (by > F(p)->elr[side_of(p, u)])
    replace(p, u);
}

/* F19.1: Original equal to the enemy's SAN calls his sniper, once a player turn and side; he shoots
 * when the attack is over. */
void sf_call_sniper(struct sal_play *p, int u, int original) {
  int sniper = sal_enemy(side_of(p, u));
  bool shot_already = F(p)->sniped & SAL_BIT(sniper);

  if (original != F(p)->san[sniper] || shot_already)
    return;

  /* The place is kept: the unit may be gone when he shoots. */
  F(p)->sniped |= (uint8_t)SAL_BIT(sniper);
  F(p)->sniper_at = (uint16_t)(u + 1);
  F(p)->sniper_from = unit_at(p, u)->at;
}

/* One known man of the side within 6 hexes of the unit that checked, by lot; -1: none. */
static int sniper_victim(struct sal_play *p, int side, location at) {
  enum { REACH = 6 };
  sal_unit who[128];
  int n = 0;

  for (EACH_MAN(p, u)) {
    if (n == 128)
      break;
    bool man = sf_is_smc(p, u) || sf_is_mmc(p, u);
    bool target = man && side_of(p, u) == side && sf_known(p, u);

    if (target && sf_range(p, unit_at(p, u)->at, at) <= REACH)
      who[n++] = (sal_unit)u;
  }

  return n ? sf_lot(p, who, n, R_F19_1) : -1;
}

/* F19.1: 1 wounds an SMC or breaks an MMC, 2 pins, 6 loses the sniper. */
void sf_sniper(struct sal_play *p) {
  enum { PINS = 2, LOST = 6 };

  if (!F(p)->sniper_at)
    return;

  int u = F(p)->sniper_at - 1;
  int side = side_of(p, u);
  int enemy = sal_enemy(side);
  F(p)->sniper_at = 0;

  /* His side's SAN is no secret from now on (11.617). */
  int die = sf_die(p, R_F19_1, SAL_NOUNIT, SAL_BOTH);
  F(p)->san_shown |= (uint8_t)SAL_BIT(enemy);
  sal_tell(p, E_F_SNIPER, R_F19_1, SAL_EV(.n = {(int16_t)enemy, (int16_t)die}));
  sal_reveal(p);

  /* A sniper that is lost is lost for the scenario (11.612). */
  if (die == LOST)
    F(p)->san[enemy] = 0;

  int victim = die <= PINS ? sniper_victim(p, side, F(p)->sniper_from) : -1;
  if (victim == -1)
    return;
  if (die == PINS)
    sf_pin(p, victim, R_F19_1);
  else if (sf_is_smc(p, victim))
    wound(p, victim, R_F19_1);
  else if (!(unit_at(p, victim)->is & IS_BROKEN))
    sf_break(p, victim, R_F19_1); /* an MMC that is broken stays as it is */
}

/* F0.5: single men, then squads, then Guns. */
static int rank_of(int cls) {
  if (cls == GUN)
    return 2;
  return is_smc(cls) ? 0 : 1;
}

/* F12.13, F12.14: is it inside a vehicle, where nothing strikes it? Riders sit on top. (Before
 * edition 6 shells and set charges spared riders.) */
static bool is_inside(const struct sal_play *p, int u) {
  int with = unit_at(p, u)->with;
  bool rides = with && kind_of(p, with - 1)->flags & K_RIDERS;

  return with && !(rides && sf_edition_6(p));
}

/* The Infantry of both sides in a Location, hidden ones too, in the order F0.5. */
void sf_all_in(const struct sal_play *p, location l, struct struck *out) {
  out->n = 0;
  for (int turn = 0; turn < 2; turn++)
    for (int rank = 0; rank < 3; rank++)
      for (EACH_AT(p, u, l)) {
        if (out->n == MAX_STRUCK)
          return;
        int side = turn ? sal_enemy(F(p)->active) : F(p)->active;
        bool there = sf_infantry(p, u) && side_of(p, u) == side;
        if (!there || is_inside(p, u))
          continue;
        if (rank_of(kind_of(p, u)->cls) == rank)
          out->unit[out->n++] = (sal_unit)u;
      }
}

/* F8.1, F8.2: DR + n - L against morale; Original 2 passes, 12 fails. */
void sf_morale_check(struct sal_play *p, int u, int n, int rule) {
  struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  int leader = sf_best_leader(p, side, t->at, u);
  int original = sf_dr(p, R_F8_1, u, NULL, SAL_BOTH);
  int final = original + n - leader;
  int morale = sf_morale(p, u);

  sal_tell(p, E_F_CHECK, rule, SAL_EVU(u, .n = {(int16_t) final, (int16_t)morale, (int16_t)n}));
  sf_call_sniper(p, u, original);

  /* Original 2 passes always; broken units have no heat of battle on a check (F8.8). */
  if (original == 2) {
    if (!(t->is & IS_BROKEN))
      sf_heat(p, u);
    return;
  }

  bool fails = original == 12 || final > morale;
  if (fails) {
    fail_check(p, u, original, final - morale);
    return;
  }

  if (final == morale)
    sf_pin(p, u, R_F8_2);
}

/* F7.13: a pin check; the dice of concealed units are their owner's. */
static void pin_check(struct sal_play *p, int u) {
  struct trooper *t = unit_at(p, u);

  /* A broken unit does not roll; being struck has shaken it (F8.9). */
  if (t->is & IS_BROKEN)
    return;

  int seen = sf_told_to(p, u);
  int leader = sf_best_leader(p, side_of(p, u), t->at, u);
  int dr = sf_dr(p, R_F7_13, u, NULL, seen);
  if (dr > sf_morale(p, u) + leader)
    sf_pin(p, u, R_F7_13);
}

/* ---- T5 --------------------------------------------------------------------------------- */

/* F7.13: a morale check for every unit that was struck and is still there. */
static void check_all(struct sal_play *p, const struct struck *s, int n) {
  for (int i = 0; i < s->n; i++)
    if (unit_at(p, s->unit[i])->where == F_MAP)
      sf_morale_check(p, s->unit[i], n, R_F7_13);
}

/* One of them by lot, in ascending order of id (F0.2); -1: nobody is left. */
static int draw(struct sal_play *p, const struct struck *s, int rule) {
  sal_unit who[MAX_STRUCK];
  int n = 0;

  /* The struck stand in the order of F0.5, SMC first: a lot needs the order of ids. */
  for (int u = 0; u < count_of(p); u++)
    for (int i = 0; i < s->n; i++)
      if (s->unit[i] == u && unit_at(p, u)->where == F_MAP)
        who[n++] = (sal_unit)u;

  return n ? sf_lot(p, who, n, rule) : -1;
}

/* F7.13: this many by lot, without replacement. */
static void kill(struct sal_play *p, const struct struck *s, int how_many) {
  for (int i = 0; i < how_many; i++) {
    int u = draw(p, s, R_F0_2);
    if (u != -1)
      sf_lose(p, u, R_F7_13);
  }
}

/* F8.9: broken units that are struck with effect are shaken again. */
void sf_set_shaken(struct sal_play *p, const struct struck *s) {
  for (int i = 0; i < s->n; i++) {
    struct trooper *t = unit_at(p, s->unit[i]);
    if (t->where == F_MAP && t->is & IS_BROKEN)
      t->is |= IS_SHAKEN;
  }
}

/* F7.13: losses by lot, then a check for the units that are left. */
static void lose_some(struct sal_play *p, const struct struck *s, int effect) {
  enum { AFTER_REDUCTION = 2, AFTER_LOSS = 3 };

  /* The one that is reduced checks with the others. */
  if (effect == REDUCED_ONE) {
    int u = draw(p, s, R_F0_2);
    if (u != -1)
      sf_reduce(p, u, R_F7_13);
    check_all(p, s, AFTER_REDUCTION);
    return;
  }

  int how_many = s->n;
  if (effect == KILL_ONE)
    how_many = 1;
  if (effect == KILL_TWO)
    how_many = 2;
  kill(p, s, how_many);
  check_all(p, s, AFTER_LOSS);
}

/* F7.13: a result of the Fire table on the Infantry struck. MC or worse shows concealed units
 * before they roll (F7.14). */
void sf_effect(struct sal_play *p, const struct struck *s, int effect) {
  if (effect == NO_EFFECT)
    return;
  sf_set_shaken(p, s);

  /* A pin check reveals no unit (F7.14). */
  if (effect == PIN_CHECK) {
    for (int i = 0; i < s->n; i++)
      pin_check(p, s->unit[i]);
    return;
  }

  for (int i = 0; i < s->n; i++)
    sf_show_unit(p, s->unit[i], R_F7_14);

  /* The results stand in order: morale checks from MC to MC+3, then losses. */
  if (effect <= MC3)
    check_all(p, s, effect - MC0);
  else
    lose_some(p, s, effect);
}

/* ---- the same as chances ---------------------------------------------------------------- */

struct body { /* a unit in thought */
  const struct kind *k;
  uint32_t is;
  bool less; /* reduced or wounded since */
};

/* The morale of a unit on the card; the same sum as in play. */
static int body_morale(const struct body *b) {
  int morale = b->is & IS_BROKEN ? b->k->broken : b->k->morale;

  morale += (b->is & IS_FANATIC) != 0;
  morale -= (b->is & IS_ENCIRCLED) != 0;
  morale -= (b->is & IS_WOUNDED) != 0;
  return morale;
}

/* F8.6, F8.7 on the card. True: it is still there. */
static bool body_reduce(const struct sal_play *p, struct body *b) {
  bool smc = is_smc(b->k->cls);

  /* A second wound kills; units smaller than a squad have no half. */
  if (smc && b->is & IS_WOUNDED)
    return false;
  if (!smc && !b->k->half)
    return false;

  if (smc)
    b->is |= IS_WOUNDED;
  else
    b->k = &FB(p)->kind[b->k->half];
  b->less = true;
  return true;
}

/* F8.5 on the card: false when the unit is lost. */
static bool body_replace(const struct sal_play *p, struct body *b) {
  bool squad_or_half = b->k->cls == SQUAD || b->k->cls == HALF;

  if (b->k->flags & K_LOST)
    return false;
  if (b->k->flags & K_UNDERLINED && squad_or_half)
    return body_reduce(p, b);
  if (b->k->replaced)
    b->k = &FB(p)->kind[b->k->replaced];
  return true;
}

/* One morale check with these dice; false: eliminated. */
static bool body_check(const struct sal_play *p, struct body *b, int side, int original, int n,
                       int leader) {
  int final = original + n - leader;
  int morale = body_morale(b);

  /* Original 2 always passes (F8.1); the heat of battle is not on the card. */
  if (original == 2)
    return true;

  /* Equal to morale passes and pins (F8.2). */
  if (original != 12 && final <= morale) {
    if (final == morale && !(b->is & IS_BROKEN))
      b->is |= IS_PINNED;
    return true;
  }

  /* A hero is wounded (F8.7), a broken unit is reduced (F8.4). */
  if (b->k->cls == HERO || b->is & IS_BROKEN)
    return body_reduce(p, b);

  /* On Original 12 it is reduced first (F8.3), and ELR does nothing more (F8.5). */
  bool there = original != 12 || body_reduce(p, b);
  b->is = (b->is & ~(uint32_t)IS_PINNED) | IS_BROKEN;

  bool beyond_elr = original != 12 && final - morale > F(p)->elr[side];
  if (there && beyond_elr)
    return body_replace(p, b);
  return there;
}

/* One outcome on the card: unhurt, pinned, broken, reduced, or gone. */
static void count_body(const struct body *b, uint32_t was, bool there, uint64_t ways,
                       struct distribution *d) {
  enum { PINNED = 1, BROKEN, LESS, GONE = SINGLE_OUTCOMES - 1 };
  uint32_t now = b->is & ~was; /* states that the attack has brought */
  int at = 0;

  if (now & IS_PINNED)
    at = PINNED;
  if (now & IS_BROKEN)
    at = BROKEN;

  /* The same three again for what is left of it. */
  if (b->less)
    at = LESS + (b->is & IS_BROKEN ? BROKEN : at);
  d->num[there ? at : GONE] += ways;
}

/* How many of the 36 rolls of two dice give this sum. */
static int ways_of(int sum) {
  return sum <= 7 ? sum - 1 : 13 - sum;
}

/* One effect and one roll of the check, as in sf_effect but on a copy; false: it is gone. */
static bool body_suffers(const struct sal_play *p, struct body *b, int side, int effect, int check,
                         int leader) {
  bool was_broken = b->is & IS_BROKEN;

  if (effect == NO_EFFECT)
    return true;

  if (effect == PIN_CHECK) {
    if (!was_broken && check > body_morale(b) + leader)
      b->is |= IS_PINNED;
    return true;
  }

  if (effect <= MC3)
    return body_check(p, b, side, check, effect - MC0, leader);

  /* A single unit is automatically the one that the lot picks. */
  if (effect == REDUCED_ONE)
    return body_reduce(p, b) && body_check(p, b, side, check, 2, leader);
  return false;
}

/* What becomes of one unit of Infantry under fire of that weight, out of 1,296. */
void sf_single(const struct sal_play *p, int u, int weight, struct distribution *d) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  int leader = sf_best_leader(p, side, t->at, u);

  *d = (struct distribution){.den = 1296};

  /* Every roll of the attack with every roll of the check that follows it. */
  for (int dr = 2; dr <= 12; dr++) {
    int effect = sf_effect_of(p, weight - dr);

    for (int check = 2; check <= 12; check++) {
      struct body b = {kind_of(p, u), t->is, false};
      uint64_t ways = (uint64_t)(ways_of(dr) * ways_of(check));
      bool there = body_suffers(p, &b, side, effect, check, leader);

      count_body(&b, t->is, there, ways, d);
    }
  }
}
