/* field_shots.c - F7.1, F11.1, F26.2: which attacks an acting group may make, and which units stay
 * in it afterwards. The attacks themselves are worked out in field_fire.c and field_guns.c. */
#include "field_unit.h"

/* F9.11: has anything moved there in this player turn, as far as the side knows? */
static bool something_moved(const struct sal_play *p, int side, location l) {
  int enemy = sal_enemy(side);
  /* A "?" shows whether something under it moved (F15.2). */
  bool shown = patch_at(p, hex_at(l))->veil & VEIL_MOVED << enemy;
  if (shown && sf_veiled(p, enemy, l))
    return true;

  for (EACH_AT(p, u, l)) {
    const struct trooper *t = unit_at(p, u);
    bool known_enemy = side_of(p, u) != side && sf_known(p, u);
    if (known_enemy && t->did & DID_MOVE)
      return true;
  }

  return false;
}

/* What an attack aims at must be known or a "?", with no melee and not in its own Location; in
 * Late Fire something there must have moved (F9.11). */
static bool may_target(const struct sal_play *p, int side, location from, location to,
                       struct sal_refusal *why) {
  const struct activation *act = activation_of(p);
  if (from == to)
    return sal_refuse(why, R_F7_1, "Nobody fires into his own Location.", 0, 0);
  if (!sf_location_is(p, to, side))
    return sal_refuse(why, R_F0_3, "{h0} has no such Location.", hex_at(to), 0);
  if (!sf_enemy_seen(p, side, to))
    return sal_refuse(why, R_F7_1, "No enemy is seen in {h0}.", hex_at(to), 0);
  if (sf_melee_at(p, to))
    return sal_refuse(why, R_F7_1, "There is a melee in {h0}.", hex_at(to), 0);

  bool late = act->is & ACT_LATE;
  if (late && !something_moved(p, side, to))
    return sal_refuse(why, R_F9_11, "Nothing in {h0} has moved in this player turn.", hex_at(to),
                      0);

  return true;
}

/* May weapons be fired at this point of the activation? */
bool sf_may_open_fire(const struct sal_play *p, int side, struct sal_refusal *why) {
  const struct activation *act = activation_of(p);
  sal_unit who[32];

  sf_members(p, who);
  if (F(p)->npath)
    return sal_refuse(why, R_F1_4, "A path is being named.", 0, 0);

  bool declared = act->mode == CAREFUL || act->mode == RUNNING;
  bool walked = act->is & ACT_GONE;
  if (declared && !walked)
    return sal_refuse(why, R_F1_4, "A move was declared: go first.", 0, 0);
  if (act->is & ACT_ENTERING)
    return sal_refuse(why, R_F22_1, "The group is off the map: it enters first.", 0, 0);

  /* A unit in a Location that is too full may only move out of it. */
  location at = unit_at(p, who[0])->at;
  bool late = act->is & ACT_LATE;
  if (!late && sf_full(p, side, at, false))
    return sal_refuse(why, R_F3_2, "Too many are in {h0}: they may only move.", hex_at(at), 0);

  return true;
}

/* F9.11: in Late Fire everything is fired as Late Fire. */
int sf_how_now(const struct sal_play *p) {
  return activation_of(p)->is & ACT_LATE ? IN_LATE_FIRE : AT_WILL;
}

/* F7.1: `fire` takes the men of the group, `mg` one vehicle. */
static int firers(const struct sal_play *p, int vehicle, sal_unit out[32]) {
  sal_unit who[32];
  int n = sf_members(p, who);
  int m = 0;

  for (int i = 0; i < n; i++) {
    bool one_of_them = vehicle < 0 ? !sf_vehicle(p, who[i]) : who[i] == vehicle;
    if (one_of_them)
      out[m++] = who[i];
  }

  return m;
}

/* The attack that `fire` or `mg` would make. */
bool sf_plan_fire(const struct sal_play *p, int side, location to, int vehicle, struct attack *a,
                  struct sal_refusal *why) {
  sal_unit who[32];
  sal_unit men[32];

  sf_members(p, who);

  if (!sf_may_open_fire(p, side, why))
    return false;

  *a = (struct attack){.side = (uint8_t)side, .how = (uint8_t)sf_how_now(p)};
  a->from = unit_at(p, who[0])->at;
  a->to = to;

  if (!may_target(p, side, a->from, to, why))
    return false;

  int m = firers(p, vehicle, men);
  if (!m)
    return sal_refuse(why, R_F7_1, "Nobody of the group can make that attack.", 0, 0);

  /* Light anti-aircraft Guns use the Fire table as machine guns do (F11.10). */
  bool rapid = vehicle >= 0 && kind_of(p, vehicle)->flags & K_AA;
  if (vehicle >= 0 && !sf_vehicle(p, vehicle) && !rapid)
    return sal_refuse(why, R_F12_16, "{u0} is no vehicle.", vehicle, 0);

  /* A tired unit refuses for the whole group (F4.6). */
  for (int i = 0; i < m; i++) {
    bool tired = unit_at(p, men[i])->is & IS_TIRED;
    if (tired && !sf_may_fire(p, men[i], a->how, why))
      return false;
  }

  if (!sf_gather(p, a, men, m))
    return sal_refuse(why, R_F7_4, "Nothing of the group can fire at {h0}.", hex_at(to), 0);

  return sf_weigh(p, a, NULL, why);
}

/* F7.1: a weapon fires if its bearer is in the group that is acting. */
static bool can_act_with(const struct sal_play *p, int side, int w, struct sal_refusal *why) {
  if (!sf_may_open_fire(p, side, why))
    return false;

  bool acts = side_of(p, w) == side && unit_at(p, sf_bearer(p, w))->did & IN_GROUP;
  if (!acts)
    return sal_refuse(why, R_F7_1, "{u0} is not in the group that is acting.", w, 0);
  return true;
}

/* An attack with one weapon alone: who, from where and at what, as far as that is allowed. */
static bool begin_attack(const struct sal_play *p, int side, int w, location to, struct attack *a,
                         struct sal_refusal *why) {
  if (!can_act_with(p, side, w, why))
    return false;

  *a = (struct attack){.side = (uint8_t)side, .how = (uint8_t)sf_how_now(p)};
  a->from = unit_at(p, sf_bearer(p, w))->at;
  a->to = to;
  return may_target(p, side, a->from, to, why);
}

/* F20.3: only mortars lay smoke, and only while they do nothing but fire. Late Fire is at what has
 * moved (F9.11). (Before edition 6 they laid smoke in it.) */
static bool may_screen(const struct sal_play *p, int w, struct sal_refusal *why) {
  int mode = activation_of(p)->mode;
  bool late = activation_of(p)->is & ACT_LATE && sf_edition_6(p);
  if (!(weapon_of(p, w)->flags & W_INDIRECT))
    return sal_refuse(why, R_F20_3, "{u0} is no mortar.", w, 0);
  if (late)
    return sal_refuse(why, R_F9_11, "{u0} lays no smoke in Late Fire.", w, 0);
  if (mode != UNDECIDED && mode != FIRING)
    return sal_refuse(why, R_F20_3, "A mortar screens in a fire activation.", 0, 0);
  return true;
}

/* The shot that `shoot`, `shell` or `screen` would make. */
bool sf_plan_shot(const struct sal_play *p, int side, int w, location to, int target, bool smoke,
                  struct shot *s, struct sal_refusal *why) {
  if (!can_act_with(p, side, w, why))
    return false;

  int bearer = sf_bearer(p, w);
  if (!sf_gun_ready(p, w, sf_how_now(p), why))
    return false;

  *s = (struct shot){.side = (uint8_t)side,
                     .gun = (sal_unit)w,
                     .bearer = (sal_unit)bearer,
                     .target = (sal_unit)target,
                     .from = unit_at(p, bearer)->at,
                     .to = to,
                     .smoke = smoke};

  if (!smoke && !may_target(p, side, s->from, to, why))
    return false;
  if (smoke && !may_screen(p, w, why))
    return false;

  return sf_aim(p, s, NULL, why);
}

/* The attack that `flame` would make (F10.8). */
bool sf_plan_flame(const struct sal_play *p, int side, int w, location to, struct attack *a,
                   struct sal_refusal *why) {
  if (!begin_attack(p, side, w, to, a, why))
    return false;
  if (!sf_gather_flame(p, a, w, why))
    return false;
  return sf_weigh(p, a, NULL, why);
}

/* F10.10: an anti-tank rifle at men is a separate attack of 1 FP. */
bool sf_plan_rifle(const struct sal_play *p, int side, int w, location to, struct attack *a,
                   struct sal_refusal *why) {
  if (!begin_attack(p, side, w, to, a, why))
    return false;
  if (!sf_gather_rifle(p, a, w, why))
    return false;
  return sf_weigh(p, a, NULL, why);
}

/* F10.10: an anti-tank rifle. */
bool sf_is_rifle(const struct sal_play *p, int w) {
  return kind_of(p, w)->cls == SUPPORT && sal_eq(kind_of(p, w)->id, "ATR");
}

/* F11.1: a vehicle must be known to be shot at. */
bool sf_may_shoot(const struct sal_play *p, int side, int w, int v, struct shot *s,
                  struct sal_refusal *why) {
  bool known_enemy = sf_known(p, v) && side_of(p, v) != side;
  if (!known_enemy || !sf_vehicle(p, v))
    return sal_refuse(why, R_F11_1, "{u0} is no known vehicle of the enemy.", v, 0);
  return sf_plan_shot(p, side, w, unit_at(p, v)->at, v, false, s, why);
}

/* Locations with an enemy that is known or a "?". */
static int targets(const struct sal_play *p, int side, location out[128]) {
  enum { KNOWN_ROOM = 64, ROOM = 128 };
  const struct sal_board *m = &p->book->board;
  int n = 0;

  /* Each Location once, those with known units before those with a "?" alone. */
  for (EACH_MAN(p, u)) {
    if (n == KNOWN_ROOM)
      break;
    location l = unit_at(p, u)->at;
    bool known_enemy = side_of(p, u) != side && sf_known(p, u);
    bool twice = false;
    for (int i = 0; i < n; i++)
      twice |= out[i] == l;
    if (known_enemy && !twice)
      out[n++] = l;
  }

  const struct patch *patch = patch_at(p, m->order[0]); /* all, in the order of the hexes */
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    if (!patch[i].veil)
      continue;

    for (int level = 0; level < LEVELS; level++) {
      location l = location_at(h, level);
      bool veiled_only = sf_veiled(p, sal_enemy(side), l) && !sf_enemy_known(p, side, l);
      if (n < ROOM && veiled_only)
        out[n++] = l;
    }
  }

  return n;
}

/* ---- F9.11: who has anything to fire at ------------------------------------------------- */

/* Is the unit, or a weapon of it, part of that attack? */
static bool takes_part(const struct attack *a, int u) {
  for (int i = 0; i < a->npart; i++)
    if (a->part[i].bearer == u)
      return true;
  return false;
}

/* One weapon alone: flames, a rifle at men, or a shot at the Location or a vehicle in it. */
static bool weapon_has_shot(const struct sal_play *p, const struct attack *common, int w) {
  struct attack a = *common;
  bool flame = kind_of(p, w)->flags & K_FLAME || sal_eq(kind_of(p, w)->id, "FT");

  if (flame && sf_gather_flame(p, &a, w, NULL) && sf_weigh(p, &a, NULL, NULL))
    return true;
  if (!sf_gun_ready(p, w, IN_LATE_FIRE, NULL))
    return false;

  a = *common;
  if (sf_is_rifle(p, w) && sf_gather_rifle(p, &a, w, NULL) && sf_weigh(p, &a, NULL, NULL))
    return true;

  struct shot s = {.side = a.side,
                   .gun = (sal_unit)w,
                   .bearer = (sal_unit)sf_bearer(p, w),
                   .target = SAL_NOUNIT,
                   .from = a.from,
                   .to = a.to};
  struct shot at_men = s;
  if (!sf_is_rifle(p, w) && sf_aim(p, &at_men, NULL, NULL))
    return true;

  for (EACH_AT(p, v, a.to)) {
    bool known_enemy = side_of(p, v) != a.side && sf_known(p, v);
    struct shot at_vehicle = s;
    at_vehicle.target = (sal_unit)v;
    if (known_enemy && sf_vehicle(p, v) && sf_aim(p, &at_vehicle, NULL, NULL))
      return true;
  }
  return false;
}

/* Has the unit any shot at that Location, alone or together with the others of its Location? */
static bool has_shot_at(const struct sal_play *p, int side, int u, location to) {
  struct attack common = {.side = (uint8_t)side, .how = IN_LATE_FIRE, .to = to};
  struct attack a;
  sal_unit who[32] = {(sal_unit)u};
  sal_unit weapon[8];
  int n = 1;

  common.from = unit_at(p, u)->at;
  a = common;
  if (sf_gather(p, &a, who, n) && sf_weigh(p, &a, NULL, NULL))
    return true;

  /* Together they may reach a column that none reaches alone (F7.6). */
  for (EACH_AT(p, v, common.from))
    if (v != u && n < 32 && !sf_alone(p, v) && sf_could_fire_late(p, side, v))
      who[n++] = (sal_unit)v;
  a = common;
  bool together = !sf_alone(p, u) && sf_gather(p, &a, who, n) && sf_weigh(p, &a, NULL, NULL);
  if (together && takes_part(&a, u))
    return true;

  if (weapon_has_shot(p, &common, u))
    return true;
  int carried = sf_weapons(p, u, weapon);
  for (int i = 0; i < carried; i++)
    if (weapon_has_shot(p, &common, weapon[i]))
      return true;
  return false;
}

/* F11.9: does the unit fire over what hides the enemy from it, or carry a mortar that does? */
static bool has_mortar(const struct sal_play *p, int u) {
  const struct armament *own = weapon_of(p, u);
  sal_unit weapon[8];
  int n = sf_weapons(p, u, weapon);

  if (own && own->flags & W_INDIRECT)
    return true;
  for (int i = 0; i < n; i++)
    if (weapon_of(p, weapon[i])->flags & W_INDIRECT)
      return true;
  return false;
}

/* F9.11: has the unit a shot at anything that has moved? */
bool sf_has_late_shot(const struct sal_play *p, int side, int u) {
  location at[128];
  int n = targets(p, side, at);

  for (int i = 0; i < n; i++) {
    bool fair = at[i] != unit_at(p, u)->at && !sf_melee_at(p, at[i]);
    if (!fair || !something_moved(p, side, at[i]))
      continue;
    bool in_view = sf_sight(p, unit_at(p, u)->at, at[i]) >= 0;
    if ((in_view || has_mortar(p, u)) && has_shot_at(p, side, u, at[i]))
      return true;
  }
  return false;
}

/* Where enemies are, and those of them that the group sees. */
struct aims {
  location any[128], seen[128];
  int nany, nseen;
};
static void take_aim(const struct sal_play *p, int side, location from, struct aims *t) {
  t->nany = targets(p, side, t->any);
  t->nseen = 0;
  for (int i = 0; i < t->nany; i++)
    if (sf_sight(p, from, t->any[i]) >= 0)
      t->seen[t->nseen++] = t->any[i];
}

/* What one weapon of the group could do: flames, shells, shots at vehicles, smoke. */
static void list_weapon(const struct sal_play *p, int side, int w, const struct aims *t,
                        struct sal_list *l) {
  bool mortar = weapon_of(p, w) && weapon_of(p, w)->flags & W_INDIRECT;
  const location *at = mortar ? t->any : t->seen;
  int n = mortar ? t->nany : t->nseen;
  bool flame = kind_of(p, w)->flags & K_FLAME || sal_eq(kind_of(p, w)->id, "FT");
  for (int i = 0; flame && i < n; i++)
    sf_propose(p, side, l, sal_act(V_FLAME, w, hex_at(at[i]), level_at(at[i])));
  if (!sf_gun_ready(p, w, sf_how_now(p), NULL))
    return;

  for (int i = 0; i < n; i++)
    sf_propose(p, side, l, sal_act(V_SHELL, w, hex_at(at[i]), level_at(at[i])));
  for (EACH_MAN(p, u)) {
    bool known_enemy = side_of(p, u) != side && sf_known(p, u);
    if (known_enemy && sf_vehicle(p, u))
      sf_propose(p, side, l, sal_act(V_SHOOT, w, u, 0));
  }

  /* Mortars lay smoke anywhere (F20.3). */
  bool screens = may_screen(p, w, NULL);
  for (int i = 0; screens && i < p->book->board.nhexes; i++)
    sf_propose(p, side, l, sal_act(V_SCREEN, w, p->book->board.order[i], 0));
}

/* Every attack the group could make: at the table, with Guns, flames and smoke. */
void sf_list_fire(const struct sal_play *p, int side, struct sal_list *l) {
  struct aims t;
  sal_unit who[32];
  sal_unit v = SAL_NOUNIT;

  if (!sf_may_open_fire(p, side, NULL))
    return;

  int m = sf_members(p, who);
  take_aim(p, side, unit_at(p, who[0])->at, &t);
  bool drives = sf_group_vehicle(p, &v);

  /* An anti-aircraft Gun fires at the table like a vehicle (F11.10). */
  bool aa_gun = m == 1 && kind_of(p, who[0])->cls == GUN && kind_of(p, who[0])->flags & K_AA;
  if (aa_gun) {
    v = who[0];
    drives = true;
  }

  for (int i = 0; i < t.nseen; i++) {
    int hex = hex_at(t.seen[i]);
    int level = level_at(t.seen[i]);
    sf_propose(p, side, l, sal_act(V_FIRE, hex, level, 0));
    if (drives)
      sf_propose(p, side, l, sal_act(V_MG, v, hex, level));
  }

  /* Guns and vehicles fire themselves, men with what they carry. */
  for (int i = 0; i < m; i++) {
    list_weapon(p, side, who[i], &t, l);
    for (EACH_WITH(p, w, who[i]))
      if (kind_of(p, w)->cls == SUPPORT)
        list_weapon(p, side, w, &t, l);
  }
}

/* F1.4: after moving, a weapon attacks once, whatever its rate. */
static void end_rate(struct trooper *t) {
  if (t->did & KEPT_RATE)
    t->did = (t->did & ~(uint32_t)KEPT_RATE) | DID_FIRE;
}

/* F7.12: may the unit, or a weapon of it, fire again by its rate? */
static bool keeps_rate(const struct sal_play *p, int u) {
  sal_unit weapon[8];
  int carried = sf_weapons(p, u, weapon);
  bool kept = unit_at(p, u)->did & KEPT_RATE;

  for (int k = 0; k < carried; k++)
    kept |= (unit_at(p, weapon[k])->did & KEPT_RATE) != 0;
  return kept;
}

/* F12.16: a vehicle's main armament, machine guns and flamethrower are separate weapons: has it
 * fired them all? (Before edition 6 the flamethrower did not count.) */
bool sf_all_fired(const struct sal_play *p, int v) {
  enum { WITH_FLAMES = 6, GUNS = DID_FIRE | DID_MG };
  const struct trooper *t = unit_at(p, v);
  bool older = p->book->edition && p->book->edition < WITH_FLAMES;
  bool fuel = kind_of(p, v)->flags & K_FLAME && !(t->is & IS_NO_HEAT);
  bool flames_left = fuel && !(t->did & DID_FLAME) && !older;

  return (t->did & GUNS) == GUNS && !flames_left;
}

/* F26.2: has it made all the attacks that it may? */
static bool has_finished(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  bool fired = t->did & (DID_FIRE | DID_MG | DID_DIRECT) || t->shots;
  if (!fired || keeps_rate(p, u))
    return false;

  return !sf_vehicle(p, u) || sf_all_fired(p, u);
}

/* F26.2: units that have fired leave the group, except one whose weapon kept its rate. */
static void thin_out(struct sal_play *p) {
  struct activation *act = activation_of(p);
  sal_unit who[32];
  sal_unit weapon[8];
  int n = sf_members(p, who);
  bool moved = act->mode == MOVING || act->mode == CAREFUL;

  for (int i = 0; i < n; i++) {
    int u = who[i];
    struct trooper *t = unit_at(p, u);
    int carried = sf_weapons(p, u, weapon);
    if (moved)
      end_rate(t);
    for (int k = 0; moved && k < carried; k++)
      end_rate(unit_at(p, weapon[k]));
    if (has_finished(p, u))
      t->did &= ~(uint32_t)IN_GROUP;

    /* Its own charge may have struck it (F16.12). */
    if (t->where != F_MAP || !sf_good_order(p, u))
      t->did &= ~(uint32_t)IN_GROUP;
    sf_moved(p, u);
  }
}

/* F1.4: firing first makes it a fire activation; after a move nobody moves again. */
void sf_note_attack(struct sal_play *p) {
  struct activation *act = activation_of(p);
  if (act->mode == UNDECIDED)
    act->mode = FIRING;
  else if (act->mode != FIRING)
    act->is |= ACT_FIRED;

  thin_out(p);
}
