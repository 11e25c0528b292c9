/* setup.c - K.6, K.7, P.3, P.8, P.9: how a scenario begins.
 *
 * The counters stand where setup.tsv puts them. The German then chooses his air counters and moves
 * the few units that have two set-up hexes.
 */
#include "state.h"

/* ---- where everything begins ------------------------------------------------------------ */

/* Whether the hex is of the town. */
static bool in_bielgorod(const struct own *o, sal_hex h) {
  for (int i = 0; o->bielgorod && i < o->bielgorod->n; i++)
    if (o->bielgorod->hexes[i] == h)
      return true;
  return false;
}

/* 14.1.3: a bridge belongs to the side that holds both banks; 0 where the banks differ. */
static int holder_of_bridge(int one_bank, int other_bank) {
  if (one_bank != other_bank)
    return 0;
  return one_bank == HELD_G ? BY_G : BY_S;
}

/* P.3: the bridges of Bielgorod are down when the scenario begins; the German holds the town. */
void wb_start_bridges(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);

  for (int i = 0; i < o->nbridges; i++) {
    int hexside = o->bridge_side[i];
    sal_hex one = bridge_end(hexside);
    sal_hex other = sal_next(B(p), one, hexside % 6);
    bool town = in_bielgorod(o, one) || in_bielgorod(o, other);
    int one_bank = s->cell[one].ground & (HELD_G | HELD_S);
    int other_bank = s->cell[other].ground & (HELD_G | HELD_S);
    int holder = holder_of_bridge(one_bank, other_bank);
    if (!holder && town)
      holder = BY_G;
    s->bridge[i] = (uint8_t)holder;
    if (town && !p->book->position)
      s->bridge[i] |= DOWN;
  }
}

/* 4.3.1: which side controls which hex at first. */
void wb_own_ground(struct sal_play *p) {
  EACH_HEX(B(p), h) {
    S(p)->cell[h].ground = O(p)->start[h];
  }
}

/* K.7, P.9: the table `works` says which side of which front begins dug in. */
bool wb_begins_dug_in(const struct sal_play *p, int u) {
  sal_hex at = O(p)->place[u].at;
  int list = LIST_NORTH;

  if (!at)
    return false;
  if (O(p)->line[at] & LINE_SOUTH)
    list = LIST_SOUTH;
  if (O(p)->scenario & SC_LESSON)
    list = LIST_LESSON;

  return O(p)->works[list][side_of(p, u)];
}

/* Puts a counter of the scenario on the map or among the reinforcements. Guns wait packed for
 * transport (6.2.4). */
static void set_up(struct sal_play *p, int u) {
  struct state *s = S(p);
  const struct place *place = &O(p)->place[u];
  const struct kind *k = K(p, u);

  s->unit[u] = (struct unit){.at = place->at, .cel = k->cel, .status = ST_WAIT};
  if (place->at)
    s->unit[u].status = ST_MAP;
  else if (k->role == TOWED_ART)
    s->unit[u].more = PACKED;
  if (wb_begins_dug_in(p, u))
    s->cell[place->at].ground |= (uint8_t)ff(side_of(p, u));
}

/* Lays out the scenario. */
void wb_setup(struct sal_play *p) {
  struct state *s = S(p);

  wb_own_ground(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct place *place = &O(p)->place[u];
    bool in_scenario = place->at || place->date; /* air counters are in neither list */
    if (in_scenario)
      set_up(p, u);
  }
  wb_relink(p->book, s);
  wb_start_bridges(p);
  s->head.turn = 1;
  wb_begin(p, P_SETUP);
}

/* ---- the German's choices --------------------------------------------------------------- */

/* How many air counters are chosen. */
static int picked(const struct sal_play *p) {
  int n = 0;

  EACH_AIR(p, SAL_GERMAN, u) {
    n += status(p, u) == ST_AIR;
  }
  return n;
}

/* K.6, P.8: how many air counters the German takes of those printed. */
static int quota(const struct sal_play *p) {
  int printed = 0;

  EACH_AIR(p, SAL_GERMAN, u) {
    printed += !p->book->counter[u].invented;
  }
  return smaller(printed, O(p)->air_quota);
}

/* The scenario's rule about air counters. */
static int quota_rule(const struct sal_play *p) {
  return O(p)->scenario & SC_K ? R_K_6 : R_P_8;
}

/* K.6, P.8: a printed air counter that is not chosen yet. */
static bool may_pick_air(const struct sal_play *p, int u, struct sal_refusal *why) {
  if (!is_air(K(p, u)) || status(p, u) != ST_NONE)
    return sal_refuse(why, quota_rule(p), "{u0} is not an air counter to choose.", u, 0);
  if (picked(p) >= quota(p))
    return sal_refuse(why, quota_rule(p), "All the air counters of this front are chosen.", 0, 0);
  return true;
}

/* The other of its two set-up hexes; SAL_NOHEX: the unit is in neither. */
static sal_hex other_spot(const struct sal_play *p, int u) {
  const struct place *place = &O(p)->place[u];
  sal_hex at = S(p)->unit[u].at;

  if (!on_map(p, u))
    return SAL_NOHEX;
  if (at == place->at)
    return place->alt;
  if (at == place->alt)
    return place->at;

  return SAL_NOHEX;
}

/* A few units may stand in either of two hexes. */
static bool may_switch(const struct sal_play *p, int u, struct sal_refusal *why) {
  sal_hex to = other_spot(p, u);

  if (!to || side_of(p, u) != SAL_GERMAN)
    return sal_refuse(why, R_3_2_1, "{u0} has only one set-up hex.", u, 0);
  if (S(p)->cell[to].pres & OCC_S)
    return sal_refuse(why, R_3_2_1, "Soviet units stand in the other set-up hex of {u0}.", u, 0);

  return true;
}

/* Air counters, other set-up hexes, and the beginning of the battle. */
static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  EACH_AIR(p, side, u) {
    if (may_pick_air(p, u, NULL))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
  }
  EACH_OWN(p, side, u) {
    if (may_switch(p, u, NULL))
      sal_list_add(l, sal_act(V_SWITCH, u, 0, 0));
  }
  if (picked(p) == quota(p))
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* The same order as in the list. */
static bool setup_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  (void)side;
  int wanted = quota(p);

  if (a.verb == V_PICK)
    return may_pick_air(p, unit_of(a), why);
  if (a.verb == V_SWITCH)
    return may_switch(p, unit_of(a), why);
  if (a.verb != V_DONE)
    return wb_not_now(p, a, why);
  if (picked(p) != wanted)
    return sal_refuse(why, quota_rule(p), "Choose {n0} air {counter/counters} first.", wanted, 0);

  return true;
}

/* The counter may fly from now on. */
static void bring_air(struct sal_play *p, int u) {
  S(p)->unit[u].status = ST_AIR;
  S(p)->unit[u].cel = 1;
}

/* J.1: in the joined game the other air counters fly too, until 20 July. */
static void close_setup(struct sal_play *p, int side) {
  if ((O(p)->scenario & (SC_K | SC_P)) == (SC_K | SC_P)) {
    EACH_AIR(p, side, u) {
      bring_air(p, u);
    }
  }
  wb_drop_empty_works(p);
  sal_pop(p);
}

/* One choice. */
static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  int u = unit_of(a);

  switch (a.verb) {
  case V_PICK:
    bring_air(p, u);
    s->unit[u].more |= KURSK_SET;
    break;
  case V_SWITCH:
    wb_put(p, u, other_spot(p, u));
    s->cell[s->unit[u].at].ground |= FF_G;
    break;
  default: close_setup(p, side); break;
  }
}

/* Says how many counters are chosen. A unit may change its place beside that. */
static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose air counters (%d of %d), then begin.", people(side), picked(p),
                 quota(p));
  sal_prompt_about(out, V_PICK);
}

/* With nothing to choose the battle begins at once. */
static bool setup_run(struct sal_play *p) {
  if (quota(p))
    return false;
  sal_pop(p);
  return true;
}

const struct sal_node wb_setup_node = {.id = "setup",
                                       .rule = R_K_6,
                                       .run = setup_run,
                                       .list = setup_list,
                                       .check = setup_check,
                                       .apply = setup_apply,
                                       .prompt = setup_prompt};
