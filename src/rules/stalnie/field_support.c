/* field_support.c - F17: off-board artillery in the Support phase, from the call to the fall.
 *
 * How many modules a side has is public; chits, contact and observers are its own. What is aimed in
 * one Support phase falls at the start of the next, on friend and foe.
 */
#include "field.h"

enum { OWN_RADIO_GER = 8, OWN_RADIO_RUS = 7, BY_WIRE = 10, FROM_TANK = 8 };

/* ---- F17.3: observers ------------------------------------------------------------------- */

/* Where the observer is, 0 when nobody can call now. */
static location observer_at(const struct sal_play *p, const struct module *m) {
  if (m->observer == OFFBOARD)
    return location_at(m->from, GROUND);
  if (!m->by)
    return 0;

  /* A dropped radio or phone belongs to no unit. */
  const struct trooper *set = unit_at(p, m->by - 1);
  int u = m->observer == BY_TANK ? m->by - 1 : set->with - 1;
  if (set->where != F_MAP || u < 0)
    return 0;

  const struct trooper *t = unit_at(p, u);
  bool able = sf_good_order(p, u) && !(t->is & IS_PINNED);
  bool acted = t->did & DID_ACT;

  return able && !acted ? t->at : 0;
}

/* Enemy flights keep an observer's plane away. */
static bool enemy_planes(const struct sal_play *p, int side) {
  for (int i = 0; i < MAX_FLIGHTS; i++) {
    const struct flight *f = &F(p)->flight[i];
    if (f->state == FLIGHT_HERE && f->side != side)
      return true;
  }

  return false;
}

/* F17.3: an airborne observer sees all but woods and buildings, while the sky is his. */
static bool observer_sees(const struct sal_play *p, const struct module *m, sal_hex h) {
  bool covered = ground_at(p, h)->is & (H_WOODS | H_BUILDING);
  if (m->observer == BY_PLANE)
    return !covered && !enemy_planes(p, m->side);

  location from = observer_at(p, m);
  if (!from)
    return false;
  /* He looks from outside the edge, as from the level that RG.i gives him. */
  if (m->observer == OFFBOARD)
    return sf_sight_above(p, hex_at(from), m->seen_from, location_at(h, GROUND)) >= 0;
  return sf_sight(p, from, location_at(h, GROUND)) >= 0;
}

/* F17.1, F17.3: a module that can be called now: not spent, not waiting, with an observer who can
 * see. */
static bool ready(const struct sal_play *p, const struct module *m) {
  bool usable = m->there && !m->spent;
  /* One call a phase, and nothing while a mission is still to fall. */
  bool busy = m->asked || m->aim;
  if (!usable || busy)
    return false;
  if (m->observer == BY_PLANE)
    return !enemy_planes(p, m->side);
  return observer_at(p, m) != 0;
}

/* ---- F17.4: the call -------------------------------------------------------------------- */

/* F17.4: one of the module's Pre-Registered hexes. */
static bool registered(const struct module *m, sal_hex h) {
  return m->registered[0] == h || m->registered[1] == h;
}

/* F17.9: heavy guns and Soviet rockets have no smoke. */
static bool has_smoke(const struct sal_play *p, const struct module *m) {
  enum { HEAVY = 150 };
  if (m->rocket)
    return m->side == GER;
  return FB(p)->calibre[m->calibre] < HEAVY;
}

/* The number comes from an action: it may be anything. */
static struct module *module_of(const struct sal_play *p, int i) {
  return i >= 0 && i < MAX_MODULES ? &F(p)->module[i] : NULL;
}

/* F17.1, F17.3: one call a phase for each module that has an observer. */
static bool may_call(const struct sal_play *p, int side, int i, int mission,
                     struct sal_refusal *why) {
  const struct module *m = module_of(p, i);
  bool own = m && m->there && m->side == side;
  if (!own)
    return sal_refuse(why, R_F17_1, "This side has no such module.", 0, 0);
  if (m->spent)
    return sal_refuse(why, R_F17_4, "The module is used up.", 0, 0);
  if (m->aim)
    return sal_refuse(why, R_F17_2, "A mission of the module has still to fall in {h0}.", m->aim,
                      0);
  if (m->asked)
    return sal_refuse(why, R_F17_1, "The module has called in this phase.", 0, 0);
  if (!ready(p, m))
    return sal_refuse(why, R_F17_3, "The module has no observer who can call now.", 0, 0);
  if (mission == MISSION_SMOKE && !has_smoke(p, m))
    return sal_refuse(why, R_F17_9, "The module has no smoke.", 0, 0);
  if (mission == MISSION_BARRAGE && !m->registered[0])
    return sal_refuse(why, R_F17_4, "The module has no Pre-Registered hex.", 0, 0);
  return true;
}

/* F17.4, F17.10: where a mission may be aimed. */
bool sf_may_aim(const struct sal_play *p, const struct module *m, int mission, sal_hex h,
                struct sal_refusal *why) {
  enum { SHORT_RANGE = 55, MORTAR = 80 };
  bool barrage = mission == MISSION_BARRAGE;
  if (barrage && !registered(m, h))
    return sal_refuse(why, R_F17_4, "{h0} is not Pre-Registered.", h, 0);
  /* With or without LOS: the guns know the way there. */
  if (barrage)
    return true;
  if (registered(m, h))
    return sal_refuse(why, R_F17_4, "A Pre-Registered hex serves for a barrage only.", 0, 0);

  /* The German 80mm mortars stand at the south edge (RG.p). */
  bool near = FB(p)->calibre[m->calibre] == MORTAR && m->side == GER;
  if (near && sf_front_depth(p, GER, h) > SHORT_RANGE)
    return sal_refuse(why, R_F17_10, "{h0} is more than 55 hexes from the south edge.", h, 0);
  if (!observer_sees(p, m, h))
    return sal_refuse(why, R_F17_4, "The observer does not see {h0}.", h, 0);

  return true;
}

/* Contact on that DR or less. */
int sf_contact(const struct module *m) {
  switch (m->observer) {
  case BY_RADIO: return m->side == GER ? OWN_RADIO_GER : OWN_RADIO_RUS;
  case BY_PHONE:
  case OFFBOARD: return BY_WIRE;
  default: return FROM_TANK;
  }
}

/* F17.4: draws a chit from the module's own pile; true: black. Only the owner sees the dice. */
static bool draw_black(struct sal_play *p, struct module *m) {
  return sf_pick_seen(p, m->black + m->red, R_F17_4, (int)SAL_BIT(m->side)) < m->black;
}

/* F17.4, SSR4: the module is spent; its OP tank goes home. */
static void use_up(struct sal_play *p, struct module *m) {
  m->spent = 1;
  sal_tell(p, E_F_SPENT, R_F17_4, SAL_EV(.seen = (uint8_t)SAL_BIT(m->side)));
  if (m->observer == BY_TANK) /* SSR4 */
    unit_at(p, m->by - 1)->is |= IS_RECALLED;
}

/* F17.5: dr 1-2 (a barrage 1-4) on the hex, else FRU(dr / 2) hexes off in the way of a second die.
 */
static sal_hex drift(struct sal_play *p, int mission, sal_hex h) {
  enum { ACCURATE = 2, REGISTERED = 4, WEST = 4 };
  int die = sf_die(p, R_F17_5, SAL_NOUNIT, SAL_BOTH);

  int on_target = mission == MISSION_BARRAGE ? REGISTERED : ACCURATE;
  if (die <= on_target)
    return h;

  /* CAMP 6.12: 1 is the west, and on clockwise. The first die gives the distance too. */
  int dir = (sf_die(p, R_F17_5, SAL_NOUNIT, SAL_BOTH) + WEST) % 6;
  for (int n = (die + 1) / 2; n > 0 && h; n--)
    h = sal_next(&p->book->board, h, dir);
  return h;
}

/* F17.3: the unit that calls, with its radio, phone or tank; -1: nobody on the map. */
static int caller_of(const struct sal_play *p, const struct module *m) {
  if (m->observer == OFFBOARD || m->observer == BY_PLANE)
    return -1;
  int set = m->by - 1;
  return m->observer == BY_TANK ? set : unit_at(p, set)->with - 1;
}

/* F17.3: a unit that calls has acted and fired. */
static void tire_observer(struct sal_play *p, const struct module *m) {
  int u = caller_of(p, m);
  if (u != -1)
    unit_at(p, u)->did |= DID_ACT | DID_FIRE;
}

/* F15.4: the unit that speaks is seen. */
static void show_observer(struct sal_play *p, const struct module *m) {
  int u = caller_of(p, m);
  if (u != -1)
    sf_show_unit(p, u, R_F15_4);
}

/* F17.4, F17.5: contact, chit, accuracy; the enemy learns only of an aimed mission. */
void sf_call(struct sal_play *p, int i, int mission, sal_hex h) {
  enum { REDS = 2 };
  struct module *m = &F(p)->module[i];
  uint8_t own_eyes = (uint8_t)SAL_BIT(m->side);

  m->asked = 1;
  tire_observer(p, m);

  int dr = sf_dr(p, R_F17_4, SAL_NOUNIT, NULL, own_eyes);
  bool contact = dr <= sf_contact(m);

  sal_tell(p, contact ? E_F_CONTACT : E_F_NO_CONTACT, R_F17_4,
           SAL_EV(.n = {(int16_t)dr, (int16_t)sf_contact(m)}, .seen = own_eyes));

  if (!contact)
    return;

  /* The pile is secret: the enemy learns of a mission only when one is aimed. */
  bool black = draw_black(p, m);
  sal_tell(p, black ? E_F_BLACK : E_F_RED, R_F17_4, SAL_EV(.seen = own_eyes));

  /* Red: no mission. The second in all ends the module (CAMP 6.12). */
  if (!black) {
    m->red--;
    m->reds++;
    if (m->reds >= REDS || !m->black)
      use_up(p, m);
    return;
  }

  m->black--;
  show_observer(p, m);
  m->mission = (uint8_t)mission;
  m->aim = drift(p, mission, h);
  sal_reveal(p);

  if (m->aim)
    sal_tell(p, E_F_AIMED, R_F17_5, SAL_EV(.at = {m->aim}, .n = {m->side, (int16_t)mission}));
  else
    sal_tell(p, E_F_OFF_MAP, R_F17_5, SAL_EV(.n = {m->side}));

  /* Rockets fire once; the last black chit ends the module too. */
  if (m->rocket || !m->black)
    use_up(p, m);
}

/* ---- F17.6: the fall -------------------------------------------------------------------- */

/* The hexes of a mission in ascending order: the hex and its neighbours, rockets two hexes far, a
 * barrage five hexes from west to east. */
int sf_area(const struct sal_play *p, const struct module *m, sal_hex *out) {
  const struct sal_board *b = &p->book->board;
  int n = 0;
  bool barrage = m->mission == MISSION_BARRAGE;
  int radius = m->rocket ? 2 : 1;

  for (int i = 0; i < b->nhexes && n < MOST_AREA; i++) {
    sal_hex h = b->order[i];
    int away = sal_distance(b, h, m->aim);
    bool same_row = b->r[h] == b->r[m->aim];
    bool struck = barrage ? same_row && away <= 2 : away <= radius;
    if (struck)
      out[n++] = h;
  }

  return n;
}

/* F17.6, T8: by calibre; rockets have a separate column. */
int sf_module_fp(const struct sal_play *p, const struct module *m) {
  return m->rocket ? FB(p)->rocket[m->calibre] : FB(p)->shell[m->calibre];
}

/* F17.7: TEM against shells from above: a work, else a building, woods -1, else 0. */
int sf_tem_above(const struct sal_play *p, int u, int viewer) {
  const struct trooper *t = unit_at(p, u);
  const struct ground *g = ground_at(p, hex_at(t->at));
  const struct work *box = sf_work(p, hex_at(t->at), WORK_PILLBOX, viewer);

  if (level_at(t->at) == BUNKER && box)
    return box->front;

  /* Riders have no cover (F9.6, F12.13). */
  if (t->with)
    return 0;

  int work = sf_work_tem(p, t->at, t->at, side_of(p, u), viewer);
  if (work)
    return work;
  if (g->is & H_BUILDING)
    return g->tem;
  return g->is & H_WOODS ? -1 : 0;
}

/* F17.8: each vehicle for itself, through its roof; the kill burns nothing. */
static void shell_vehicle(struct sal_play *p, int v, int fp, int strength) {
  enum { DUG_IN_LESS = 2 };
  const struct kind *k = kind_of(p, v);

  /* Soft vehicles go by the Fire table (F12.11). */
  if (k->flags & K_SOFT) {
    int dr = sf_dr(p, R_F17_8, v, NULL, SAL_BOTH);
    sf_strike_vehicle(p, v, strength - dr, unit_at(p, v)->at);
    return;
  }

  /* Armour from above is half the front's. */
  int number = fp / 3 - k->front / 2;
  if (k->flags & K_OT)
    number++;
  if (unit_at(p, v)->is & IS_DUG_IN)
    number -= DUG_IN_LESS;
  sf_show_unit(p, v, R_F17_8);
  sf_kill_cold(p, v, number, R_F17_8);
}

/* F17.7: which sides learn that shells struck a unit there: of hidden men only their owner. */
static uint8_t told_of_shells(const struct sal_play *p, const struct struck *men) {
  for (int i = 0; i < men->n; i++)
    if (!(unit_at(p, men->unit[i])->is & IS_HIDDEN))
      return SAL_BOTH;
  return (uint8_t)SAL_BIT(side_of(p, men->unit[0]));
}

/* One Location of the area: the men of both sides by one roll, then its vehicles. */
static void shell_location(struct sal_play *p, location l, int fp, int more) {
  struct struck men;
  int strength = FB(p)->strength[sf_column(p, fp * 16)];
  int least = 99;

  sf_all_in(p, l, &men);

  /* The smallest cover counts for the whole attack (F7.9). */
  for (int i = 0; i < men.n; i++) {
    int tem = sf_tem_above(p, men.unit[i], SAL_ALL);
    least = tem < least ? tem : least;
  }

  if (men.n) {
    uint8_t seen = told_of_shells(p, &men);
    if (seen == SAL_BOTH)
      sf_show_cover(p, l);
    int dr = sf_dr(p, R_F17_6, SAL_NOUNIT, NULL, seen);
    int effect = sf_effect_of(p, strength - least - more - dr);
    sal_tell(p, E_F_SHELLED, R_F17_6,
             SAL_EV(.at = {hex_at(l)}, .n = {(int16_t)effect, (int16_t)dr}, .seen = seen));
    sf_effect(p, &men, effect);
  }

  for (EACH_MAN(p, v)) {
    bool here = unit_at(p, v)->at == l;
    if (here && sf_vehicle(p, v))
      shell_vehicle(p, v, fp, strength);
  }

  sf_sniper(p);
}

/* F17.6: residual fire two columns lower stays for this player turn's Action phase. */
static void leave_residual(struct sal_play *p, sal_hex h, int fp) {
  enum { LOWER = 2 };
  int column = sf_column(p, fp * 16) - LOWER;

  /* Of several markers the highest counts (F9.10). */
  for (int level = 0; column >= 0 && level < LEVELS; level++) {
    uint8_t *mark = &patch_at(p, h)->residual[level];
    if (column + 1 > *mark)
      *mark = (uint8_t)(column + 1);
  }
}

/* F17.6, F17.9: every Location of the area, upper storeys first; smoke instead of fire. */
static void fall(struct sal_play *p, struct module *m) {
  sal_hex area[MOST_AREA];
  int n = sf_area(p, m, area);
  int fp = sf_module_fp(p, m);

  sal_tell(p, E_F_FALLS, R_F17_2, SAL_EV(.at = {m->aim}, .n = {m->side}));

  for (int i = 0; i < n; i++) {
    if (m->mission == MISSION_SMOKE) {
      sf_smoke(p, area[i], true);
      continue;
    }

    /* Upper storeys take the shells first; below them 1 more (F17.7). */
    location up = location_at(area[i], UPPER);
    bool upper = sf_location_is(p, up, SAL_ALL);
    if (upper)
      shell_location(p, up, fp, 0);
    shell_location(p, location_at(area[i], GROUND), fp, upper);
    if (sf_work(p, area[i], WORK_PILLBOX, SAL_ALL))
      shell_location(p, location_at(area[i], BUNKER), fp, 0);

    /* Dummies of both sides go: shells fall on friend and foe (F15.7). */
    for (int side = 0; side < 2; side++)
      sf_drop_dummies(p, side, area[i]);
    leave_residual(p, area[i], fp);
  }

  m->aim = 0;
}

/* F17.2: everything aimed before falls, the active side's missions first. */
static void all_fall(struct sal_play *p) {
  for (int turn = 0; turn < 2; turn++) {
    int side = turn ? sal_enemy(F(p)->active) : F(p)->active;
    for (int i = 0; i < MAX_MODULES; i++) {
      struct module *m = &F(p)->module[i];
      bool aimed = m->there && m->aim;
      if (aimed && m->side == side)
        fall(p, m);
    }
  }
}

/* F17.1: public: has the side modules, or planes over the map in its own phase? */
static bool is_asked(const struct sal_play *p, int side) {
  for (int i = 0; i < MAX_MODULES; i++) {
    const struct module *m = &F(p)->module[i];
    if (m->there && m->side == side)
      return true;
  }

  for (int i = 0; i < MAX_FLIGHTS; i++) {
    const struct flight *f = &F(p)->flight[i];
    if (f->state == FLIGHT_HERE && f->side == side)
      return side == F(p)->active;
  }

  return false;
}

/* F17.2, F18.1: planes come, shells fall, planes fight, then both sides call. */
void sf_begin_support(struct sal_play *p) {
  int active = F(p)->active;
  int resting = sal_enemy(active);

  sf_planes_arrive(p);
  all_fall(p);
  for (int i = 0; i < MAX_MODULES; i++)
    F(p)->module[i].asked = 0;
  sf_planes_fight(p);

  /* The last pushed is asked first: the active side. */
  if (is_asked(p, resting))
    sal_push(p, N_F_SUPPORT, resting);
  if (is_asked(p, active))
    sal_push(p, N_F_SUPPORT, active);
}

/* ---- the node field.support ------------------------------------------------------------- */

/* F17.1, F18.4: a module is called, or planes are sent. */
static bool support_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  switch (a.verb) {
  case V_PASS: return true;
  case V_MISSION: return may_call(p, side, number_of(a, 0), word_of(a, 1), why);
  case V_FLY: return sf_may_fly(p, side, number_of(a, 0), hex_of(a, 1), why);
  default: return false;
  }
}

/* F17.1, F18.4: every call and every flight that the laws allow. */
static void support_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < MAX_MODULES; i++)
    for (int mission = 0; mission < MISSIONS; mission++)
      if (may_call(p, side, i, mission, NULL))
        sal_list_add(l, sal_act(V_MISSION, i, mission, 0));

  for (int i = 0; i < MAX_FLIGHTS; i++)
    for (int k = 0; F(p)->flight[i].state == FLIGHT_HERE && k < b->nhexes; k++)
      if (sf_may_fly(p, side, i, b->order[k], NULL))
        sal_list_add(l, sal_act(V_FLY, i, b->order[k], 0));

  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* F17.4: the target is a separate decision. */
static void support_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }

  if (a.verb == V_FLY) {
    sf_fly(p, number_of(a, 0), hex_of(a, 1));
    return;
  }

  struct calling *c = calling_in(sal_push(p, N_F_AIM, side));
  c->module = (uint16_t)number_of(a, 0);
  c->mission = (uint16_t)word_of(a, 1);
}

static void support_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: call artillery, send planes, or pass.", side_title(side));
}

const struct sal_node sf_support_node = {.id = "field.support",
                                         .rule = R_F17_1,
                                         .now = "Now call artillery, send planes, or pass.",
                                         .list = support_list,
                                         .check = support_check,
                                         .apply = support_apply,
                                         .prompt = support_prompt};

/* ---- the node field.aim ----------------------------------------------------------------- */

/* F17.4: where the observer may aim. */
static bool aim_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  const struct calling *c = calling_of(p);
  (void)side;
  if (a.verb == V_CANCEL)
    return true;
  if (a.verb != V_AIM)
    return false;
  return sf_may_aim(p, &F(p)->module[c->module], c->mission, hex_of(a, 0), why);
}

/* F17.4: every hex of the map, by the law. */
static void aim_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++)
    if (aim_check(p, side, sal_act(V_AIM, b->order[i], 0, 0), NULL))
      sal_list_add(l, sal_act(V_AIM, b->order[i], 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static void aim_apply(struct sal_play *p, int side, struct sal_action a) {
  const struct calling c = *calling_of(p);
  (void)side;
  sal_pop(p);
  if (a.verb == V_AIM)
    sf_call(p, c.module, c.mission, hex_of(a, 0));
}

static void aim_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: where shall it fall?", side_title(side));
}

const struct sal_node sf_aim_node = {.id = "field.aim",
                                     .rule = R_F17_4,
                                     .now = "Now choose the hex where it shall fall.",
                                     .list = aim_list,
                                     .check = aim_check,
                                     .apply = aim_apply,
                                     .prompt = aim_prompt};
