/* field_assault.c - F14.1 to F14.4: the Assault phase; F10.9: demolition charges that are thrown.
 */
#include "field.h"

#include <string.h>

enum { WATCH_RANGE = 16 };

/* ---- F14.1: who may advance where ------------------------------------------------------- */

/* F14.3: only vehicles that can fight are there, and no "?" that may be men. */
static bool enemy_vehicle_only(const struct sal_play *p, int side, location l) {
  bool fights = false;

  for (EACH_AT(p, u, l)) {
    if (side_of(p, u) == side || !sf_known(p, u))
      continue;

    /* Men beside the vehicle make it ordinary close combat. */
    if (!sf_vehicle(p, u))
      return false;

    bool stunned = unit_at(p, u)->is & IS_STUNNED;
    bool armoured = !(kind_of(p, u)->flags & K_SOFT);
    fights |= !stunned && armoured;
  }

  return fights && !sf_veiled(p, sal_enemy(side), l);
}

/* F14.3: single men go against a vehicle only where a squad or crew of theirs is. */
static bool own_mmc_in(const struct sal_play *p, int side, location l) {
  for (EACH_AT(p, u, l)) {
    bool own = side_of(p, u) == side && sf_on_map(p, u);
    if (own && sf_is_mmc(p, u))
      return true;
  }

  return false;
}

/* Is this unit one that could advance at all? */
static bool able(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(p, u);

  /* Men advance, vehicles and Guns do not (F14.1). */
  bool own = side_of(p, u) == side;
  bool men = sf_is_mmc(p, u) || sf_is_smc(p, u);
  if (!own || !men || !sf_on_map(p, u))
    return sal_refuse(why, R_F14_1, "{u0} does not advance.", u, 0);

  /* It may have acted, even moved; but passengers, pinned and tired men stay (F14.1). */
  if (!sf_good_order(p, u) || t->with || t->is & (IS_PINNED | IS_TIRED))
    return sal_refuse(why, R_F14_1, "{u0} is not able to advance.", u, 0);
  if (t->did & DID_ADVANCE)
    return sal_refuse(why, R_F14_1, "{u0} has advanced already.", u, 0);
  if (sf_has_phone(p, u))
    return sal_refuse(why, R_F10_11, "{u0} has a field phone, which is not moved.", u, 0);

  /* One point above capacity still goes. */
  if (sf_portage(p, u) > sf_capacity(p, u) + 1)
    return sal_refuse(why, R_F14_1, "{u0} carries too much to advance.", u, 0);
  return true;
}

/* F14.1: is the Location next to it, and neither impassable, ablaze nor closed? */
static bool may_go_into(const struct sal_play *p, int side, int u, location to,
                        struct sal_refusal *why) {
  location from = unit_at(p, u)->at;

  if (!sf_location_is(p, to, side))
    return sal_refuse(why, R_F0_3, "{h0} has no such Location.", hex_at(to), 0);

  /* The cost itself does not matter, only that there is a way. */
  if (sf_step_cost(p, side, false, from, to) == BARRED)
    return sal_refuse(why, R_F14_1, "{u0} cannot advance into {h1}.", u, hex_at(to));
  if (patch_at(p, hex_at(to))->holds & HEX_BLAZE)
    return sal_refuse(why, R_F20_5, "{h0} is ablaze.", hex_at(to), 0);

  /* A fortification that the side does not know of stops it only when it comes there (F16.1). */
  if (sf_closed_fort(p, side, to, side))
    return sal_refuse(why, R_F16_9, "{h0} is fortified and held.", hex_at(to), 0);
  return true;
}

/* F14.1: one Location, whatever its cost, unless it is impassable, ablaze or closed. */
static bool may_advance(const struct sal_play *p, int side, int u, location to, bool together,
                        struct sal_refusal *why) {
  sal_unit self = (sal_unit)u;

  if (!able(p, side, u, why) || !may_go_into(p, side, u, to, why))
    return false;

  /* Units that go together are counted together, by the caller (F14.2). */
  if (together)
    return true;
  if (!sf_room(p, side, to, &self, 1))
    return sal_refuse(why, R_F3_1, "There is no room in {h0}.", hex_at(to), 0);

  /* A single man does not roll against an AFV (F14.3). */
  bool against_afv = sf_is_smc(p, u) && enemy_vehicle_only(p, side, to);
  if (against_afv && !own_mmc_in(p, side, to))
    return sal_refuse(why, R_F14_3, "{u0} goes against a vehicle only with a squad.", u, 0);
  return true;
}

/* `all`: every unit of a hex that can, if there are two and all have room. */
static int all_able(const struct sal_play *p, int side, location from, location to,
                    sal_unit out[32]) {
  int n = 0;

  for (EACH_AT(p, u, from)) {
    if (n == 32)
      break;
    if (may_advance(p, side, u, to, true, NULL))
      out[n++] = (sal_unit)u;
  }

  return n;
}

/* F14.2: all of a Location together, if two can go and all have room. */
static bool may_all(const struct sal_play *p, int side, sal_hex a, sal_hex b,
                    struct sal_refusal *why) {
  sal_unit who[32];
  location from = location_at(a, GROUND);
  location to = location_at(b, GROUND);
  int n = all_able(p, side, from, to, who);

  if (n < 2)
    return sal_refuse(why, R_F14_2, "There are not two in {h0} who could advance there.", a, 0);
  if (!sf_room(p, side, to, who, n))
    return sal_refuse(why, R_F3_1, "There is no room in {h0} for all of them.", b, 0);

  /* A squad among them, or there already, takes the leaders along (F14.3). */
  bool mmc = own_mmc_in(p, side, to);
  for (int i = 0; i < n; i++)
    mmc |= sf_is_mmc(p, who[i]);
  if (!mmc && enemy_vehicle_only(p, side, to))
    return sal_refuse(why, R_F14_3, "Leaders go against a vehicle only with a squad.", 0, 0);
  return true;
}

/* ---- F10.9: a charge is thrown ---------------------------------------------------------- */

/* F10.9: a charge in working order that the unit carries; -1 for none. */
static int charge_with(const struct sal_play *p, int u) {
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);

  for (int i = 0; i < n; i++) {
    bool charge = sal_eq(kind_of(p, weapon[i])->id, "DC");
    bool works = !(unit_at(p, weapon[i])->is & IS_BROKEN_DOWN);
    if (charge && works)
      return weapon[i];
  }

  return -1;
}

/* F10.9: a charge goes into a neighbouring Location with an enemy and no melee. */
static bool may_throw(const struct sal_play *p, int side, int u, location to,
                      struct sal_refusal *why) {
  /* A throw replaces the advance: a unit that cannot advance cannot throw. */
  if (!able(p, side, u, why))
    return false;
  if (!sf_is_mmc(p, u) || charge_with(p, u) < 0)
    return sal_refuse(why, R_F10_9, "{u0} has no charge to throw.", u, 0);
  if (sf_range(p, unit_at(p, u)->at, to) != 1)
    return sal_refuse(why, R_F10_9, "{h0} is not next to it.", hex_at(to), 0);
  if (!sf_location_is(p, to, side))
    return sal_refuse(why, R_F0_3, "{h0} has no such Location.", hex_at(to), 0);

  /* A concealed stack will do; friends in a melee would be struck with the enemy. */
  if (!sf_enemy_seen(p, side, to) || sf_melee_at(p, to))
    return sal_refuse(why, R_F10_9, "There is no enemy in {h0} outside a melee.", hex_at(to), 0);
  return true;
}

/* F12.15: a charge against the vehicles of the Location. */
static void charge_vehicles(struct sal_play *p, const struct struck *all) {
  enum { CHARGE_K = 9, OPEN = 2 };

  for (int i = 0; i < all->n; i++) {
    int v = all->unit[i];
    if (!sf_vehicle(p, v))
      continue;

    int k = kind_of(p, v)->flags & K_OT ? CHARGE_K + OPEN : CHARGE_K;
    sf_show_unit(p, v, R_F12_15);
    sf_kill_roll(p, v, k, R_F12_15);
  }
}

/* F10.9, F12.15: 30 FP on all enemies there, a kill roll for each vehicle; it is spent. */
static void throw_charge(struct sal_play *p, int u, location to) {
  enum { CHARGE_FP = 30, DUD = 12 };
  int side = side_of(p, u);
  int w = charge_with(p, u);
  struct attack a = {.side = (uint8_t)side, .from = unit_at(p, u)->at, .to = to, .truth = true};
  struct struck all;
  struct struck men;

  /* Throwing shows the thrower (F15.4) and is its advance. The charge is gone either way. */
  sf_show_unit(p, u, R_F15_4);
  unit_at(p, u)->did |= DID_ADVANCE | DID_ACT;
  sf_remove(p, w, F_DEAD);

  /* No modifiers: neither cover nor a leader counts (F10.9). */
  int dr = sf_dr(p, R_F10_9, u, NULL, SAL_BOTH);
  int strength = FB(p)->strength[sf_column(p, CHARGE_FP * 16)];
  int effect = dr == DUD ? NO_EFFECT : sf_effect_of(p, strength - dr);
  sal_tell(p, E_F_CHARGE, R_F10_9,
           SAL_EVU(u, .at = {hex_at(to)}, .n = {(int16_t)effect, (int16_t)dr}));
  if (dr == DUD)
    return;

  sf_struck(p, &a, &all);
  sf_men_of(p, &all, &men);

  sf_effect(p, &men, effect);
  sf_drop_dummies(p, sal_enemy(side), hex_at(to));
  sf_sniper(p);
  charge_vehicles(p, &all);
}

/* ---- the node field.assault ------------------------------------------------------------- */

/* F14.1, F14.2, F10.9: an advance of one Location, a thrown charge, or all of a Location at once.
 */
static bool assault_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_END)
    return true;
  if (a.verb == V_ALL)
    return may_all(p, side, hex_of(a, 0), hex_of(a, 1), why);
  if (a.verb != V_ADVANCE && a.verb != V_THROW)
    return false;
  if (number_of(a, 2) >= LEVELS)
    return sal_refuse(why, R_F26_5, "The level is 0 ground, 1 upper storey or 2 pillbox.", 0, 0);

  location to = location_at(hex_of(a, 1), number_of(a, 2));
  if (a.verb == V_ADVANCE)
    return may_advance(p, side, unit_of(a), to, false, why);
  return may_throw(p, side, unit_of(a), to, why);
}

/* Offers an action of the Assault phase if its law allows it. */
static void offer(const struct sal_play *p, int side, struct sal_list *l, struct sal_action a) {
  if (assault_check(p, side, a, NULL))
    sal_list_add(l, a);
}

/* `all` is the Location's: only its first able unit offers it. */
static bool speaks_for_all(const struct sal_play *p, int side, int u) {
  location at = unit_at(p, u)->at;
  for (EACH_AT(p, v, at))
    if (v < u && able(p, side, v, NULL))
      return false;

  return true;
}

/* F14.1: every neighbouring Location, and the other levels of its own hex. */
static void assault_list(const struct sal_play *p, int side, struct sal_list *l) {
  enum { OWN_HEX = 6, DIRECTIONS = 7 };

  for (EACH_MAN(p, u)) {
    if (!able(p, side, u, NULL))
      continue;

    sal_hex at = hex_at(unit_at(p, u)->at);
    bool speaks = speaks_for_all(p, side, u);
    bool throws = charge_with(p, u) >= 0;
    for (int d = 0; d < DIRECTIONS; d++) {
      sal_hex h = d < OWN_HEX ? sal_next(&p->book->board, at, d) : at;
      if (!h)
        continue;
      for (int level = 0; level < LEVELS; level++) {
        if (!sf_location_is(p, location_at(h, level), side))
          continue;
        offer(p, side, l, sal_act(V_ADVANCE, u, h, level));
        if (throws)
          offer(p, side, l, sal_act(V_THROW, u, h, level));
      }
      if (speaks && d < OWN_HEX)
        offer(p, side, l, sal_act(V_ALL, at, h, 0));
    }
  }

  sal_list_add(l, sal_act(V_END, 0, 0, 0));
}

/* F14.3: against a vehicle a squad needs its nerve; failing pins it. */
static bool dares(struct sal_play *p, int u, location to) {
  int side = side_of(p, u);

  if (!sf_is_mmc(p, u) || !enemy_vehicle_only(p, side, to))
    return true;

  /* This is no morale check: it neither breaks anybody nor wakes a sniper. */
  int leader = sf_best_leader(p, side, unit_at(p, u)->at, u);
  int dr = sf_dr(p, R_F14_3, u, NULL, SAL_BOTH);
  if (dr - leader <= sf_morale(p, u))
    return true;
  sf_pin(p, u, R_F14_3);
  return false;
}

/* F15.8: hidden enemies next to the Location entered are put on the map, concealed. */
static void rouse_hidden(struct sal_play *p, int side, location to) {
  for (EACH_MAN(p, e)) {
    const struct trooper *t = unit_at(p, e);
    bool hidden_enemy = side_of(p, e) != side && t->is & IS_HIDDEN;

    if (hidden_enemy && sf_range(p, t->at, to) == 1 && sf_sight(p, t->at, to) >= 0)
      sf_appear(p, e);
  }
}

/* F14.4, F15.4: a unit that meets enemies is seen; others keep cover as in a careful move. */
static void meet(struct sal_play *p, int u, location to) {
  int side = side_of(p, u);
  bool enemies = false;

  if (level_at(to) == GROUND)
    sf_drop_dummies(p, sal_enemy(side), hex_at(to));

  /* Every unit there is seen, even concealed and hidden ones (F14.4). */
  for (EACH_AT(p, e, to))
    if (side_of(p, e) != side && sf_on_map(p, e)) {
      sf_show_unit(p, e, R_F14_4);
      enemies = true;
    }

  /* A unit that came among enemies is seen too. */
  if (enemies)
    sf_show_unit(p, u, R_F14_4);
  else if (!sf_conceals(p, to, SAL_ALL) && sf_watched(p, side, to, WATCH_RANGE))
    sf_show_unit(p, u, R_F15_4);

  rouse_hidden(p, side, to);
}

/* F16.6: a unit advances out of wire on 1 to 3. */
static bool held_by_wire(struct sal_play *p, int u) {
  enum { GETS_OUT = 3 };
  location from = unit_at(p, u)->at;

  /* Upper storeys and pillboxes have no wire. */
  if (level_at(from) != GROUND)
    return false;
  if (!sf_work(p, hex_at(from), WORK_WIRE, SAL_ALL))
    return false;
  return sf_die(p, R_F16_6, u, SAL_BOTH) > GETS_OUT;
}

/* F16.1, F16.9: a fortified Location that the side did not know of keeps it out, and is shown. */
static bool fort_stops(struct sal_play *p, int u, location to) {
  struct work *fort = sf_closed_fort(p, side_of(p, u), to, SAL_ALL);

  if (!fort)
    return false;
  sf_show_work(p, fort, R_F16_9);
  return true;
}

/* F16.8: the hex entered may be mined, and wired. */
static void tread(struct sal_play *p, int u, location to) {
  sal_unit self = (sal_unit)u;
  struct work *wire = sf_work(p, hex_at(to), WORK_WIRE, SAL_ALL);

  if (level_at(to) != GROUND)
    return;
  if (wire)
    sf_show_work(p, wire, R_F16_6);
  sf_foot_mines(p, hex_at(to), &self, 1);
}

/* F14.1 to F14.4: wire, a closed house and lack of nerve keep it back; mines strike both ways. */
static void advance(struct sal_play *p, int u, location to) {
  struct trooper *t = unit_at(p, u);

  /* Whatever the result, it was its advance; a hidden unit is now on the map (F15.8). */
  sf_appear(p, u);
  t->did |= DID_ADVANCE;
  if (held_by_wire(p, u) || fort_stops(p, u, to) || !dares(p, u, to))
    return;

  /* Mines of the hex it leaves strike first, and may keep it there (F16.8). */
  location from = t->at;
  sal_unit self = (sal_unit)u;
  if (level_at(from) == GROUND)
    sf_foot_mines(p, hex_at(from), &self, 1);
  if (t->where != F_MAP || t->is & (IS_BROKEN | IS_PINNED))
    return;

  sf_put(p, u, to);
  sf_veil(p);

  /* If the unit is concealed, the enemy learns that something advanced, but not what (F15.2). */
  bool open = !(t->is & IS_UNSEEN);
  sal_tell(p, E_F_ADVANCES, R_F14_1,
           SAL_EVU(open ? u : SAL_NOUNIT, .at = {hex_at(to), hex_at(from)},
                   .n = {(int16_t)side_of(p, u)}));

  meet(p, u, to);
  if (t->where == F_MAP)
    tread(p, u, to);
}

/* F14.2, F14.3: squads go first, so that leaders find one to go with. */
static void advance_all(struct sal_play *p, int side, location from, location to) {
  sal_unit who[32];
  int n = all_able(p, side, from, to, who);

  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < n; i++) {
      bool smc = sf_is_smc(p, who[i]);
      bool his_turn = smc == (pass == 1);

      if (!his_turn)
        continue;

      /* The squads may have stayed behind, so a leader is checked again. */
      if (!smc || may_advance(p, side, who[i], to, false, NULL))
        advance(p, who[i], to);
    }
}

/* One choice of the Assault phase. */
static void assault_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_END) {
    sal_pop(p);
    return;
  }

  sal_reveal(p); /* what is there, and what watches, may be hidden */
  if (a.verb == V_ALL) {
    advance_all(p, side, location_at(hex_of(a, 0), GROUND), location_at(hex_of(a, 1), GROUND));
    return;
  }

  location to = location_at(hex_of(a, 1), number_of(a, 2));
  if (a.verb == V_THROW)
    throw_charge(p, unit_of(a), to);
  else
    advance(p, unit_of(a), to);
}

/* Asks nothing if no unit can advance. */
static bool assault_run(struct sal_play *p) {
  for (EACH_MAN(p, u))
    if (able(p, sal_top(p)->side, u, NULL))
      return false;

  sal_pop(p);
  return true;
}

/* The question of the Assault phase. */
static void assault_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: assault. Men may advance one hex, even into the enemy's. Or end.",
                 side == GER ? "German" : "Soviet");
}

const struct sal_node sf_assault_node = {.id = "field.assault",
                                         .rule = R_F14_1,
                                         .now = "Now men may advance one hex, or end the assault.",
                                         .run = assault_run,
                                         .list = assault_list,
                                         .check = assault_check,
                                         .apply = assault_apply,
                                         .prompt = assault_prompt};
