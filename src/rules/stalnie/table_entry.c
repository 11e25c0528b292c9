/* table_entry.c - stalnie 6.1: table mode, line by line: what became of a unit, and which ground
 * changed hands. table_mode.c opens and closes the entry. */
#include "state.h"

/* both are exits, see D_NORTH and D_PASSED */
enum { FATE_NORTH = FATES, FATE_PASSED };
enum { STATE_OK, STATE_UPPER = 14, STATE_GROUND };

/* ---- whom a state is for ---------------------------------------------------------------- */

enum whom {
  ANYBODY,
  ON_FOOT,
  SINGLE_MEN,
  VEHICLES,
  WITH_MAIN_ARMAMENT,
  MMC_ONLY,
  LEADERS_ONLY,
  CREWED,
  ARMED
};
static const struct {
  uint32_t flag;
  enum whom whom;
} states[] = {{0, ANYBODY},
              {U_BROKEN, ON_FOOT},
              {U_WOUNDED, SINGLE_MEN},
              {U_STUN, VEHICLES},
              {U_RECALL, VEHICLES},
              {U_IMMOBILE, VEHICLES},
              {U_BOGGED, VEHICLES},
              {U_ABANDONED, CREWED},
              {U_ENCIRCLED, ANYBODY},
              {U_MALFUNCTION, ARMED},
              {U_DISABLED, WITH_MAIN_ARMAMENT},
              {U_SHORT, ANYBODY},
              {U_FANATIC, MMC_ONLY},
              {U_HEROIC, LEADERS_ONLY},
              {U_UPPER, ON_FOOT},
              {0, ANYBODY},
              {D_HIDDEN, ANYBODY},
              {D_COVER, ANYBODY}};

/* The words for a unit's states, as the result file has them. */
void sp_state_words(uint32_t flags, struct sal_text *t) {
  for (int i = 0; sp_state_word[i]; i++) {
    bool has = flags & states[i].flag & (SETTABLE | U_UPPER);
    if (has)
      sal_put(t, "%s%s", t->len ? "+" : "", sp_state_word[i]);
  }
}

/* Which states a unit can be in, by what it is. */
static bool state_fits(const struct type *t, enum whom whom) {
  switch (whom) {
  case ON_FOOT: return t->cls != VEHICLE;
  case SINGLE_MEN: return is_smc(t->cls);
  case VEHICLES: return t->cls == VEHICLE;
  case WITH_MAIN_ARMAMENT: return t->flags & T_MA;
  case MMC_ONLY: return is_mmc(t->cls) || t->cls == GUN;
  case LEADERS_ONLY: return t->cls == LEADER;
  case CREWED: return is_heavy(t->cls);
  case ARMED: return is_heavy(t->cls) || t->cls == HW;
  default: return true;
  }
}

/* V3: a state that this unit can be in and is not in already. */
static bool may_have_state(const struct sal_play *p, int u, int word, struct sal_refusal *why) {
  const struct draft *d = &S(p)->draft[u];

  if (word == STATE_OK) {
    if (!(d->flags & SETTABLE))
      return sal_refuse(why, R_V3, "{u0} has no state to clear.", u, 0);
    return true;
  }

  if (word == STATE_GROUND) {
    if (!(d->flags & U_UPPER))
      return sal_refuse(why, R_V3, "{u0} is on the ground level.", u, 0);
    return true;
  }

  if (!state_fits(&O(p)->type[d->type], states[word].whom))
    return sal_refuse(why, R_V3, "{u0} cannot be in that state.", u, 0);
  if (d->flags & states[word].flag)
    return sal_refuse(why, R_V3, "{u0} is in that state already.", u, 0);
  if (word != STATE_UPPER)
    return true;

  bool has_upper = sp_in_pa(p, d->at) && sp_ground(p, d->at) & G_UPPER;
  if (!has_upper)
    return sal_refuse(why, R_11_2e, "There is no upper level where {u0} is.", u, 0);
  return true;
}

/* A state is set, never toggled: `ok` first, then every state that the unit has. */
static void set_state(struct draft *d, int word) {
  if (word == STATE_OK)
    d->flags &= ~(uint32_t)SETTABLE;
  else if (word == STATE_GROUND)
    d->flags &= ~(uint32_t)U_UPPER;
  else
    d->flags |= states[word].flag;
}

/* ---- one unit --------------------------------------------------------------------------- */

/* V3, V5, V10, CG13: can this unit have had this fate? */
static bool fate_check(const struct sal_play *p, int u, int fate, struct sal_refusal *why) {
  const struct draft *d = &S(p)->draft[u];
  bool leaves = fate == FATE_EXITED || fate == FATE_PASSED;
  bool took_part = fate != FATE_OFFMAP && fate != FATE_NONE;

  if (took_part && sp_stayed_off(p, u))
    return sal_refuse(why, R_V10, "{u0} stayed off the map in this scenario.", u, 0);
  if (fate == FATE_OFFMAP && S(p)->unit[u].where != OFF)
    return sal_refuse(why, R_V3, "{u0} was on the map.", u, 0);

  /* CG13c: leaving north is for the Germans on 11 July PM. */
  bool north_open = side_of(p, u) == GER && S(p)->scenario == 2;
  if (fate == FATE_NORTH && !north_open)
    return sal_refuse(why, R_V5, "Only Germans leave north, and only on 11 July PM.", 0, 0);

  /* CG13a: only a broken unit has a morale check to pass. */
  if (fate == FATE_PASSED && !(d->flags & U_BROKEN))
    return sal_refuse(why, R_CG13a, "{u0} is not broken: it needs no morale check to leave.", u, 0);
  if (leaves)
    return sp_exit_right(p, u, d->at, why);
  if (fate == FATE_OK && d->at == NOWHERE)
    return sal_refuse(why, R_V4, "Put {u0} in a hex.", u, 0);

  return true;
}

/* V4: a hex of the Playing Area where the unit can be. */
static bool place_check(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) {
  int g = O(p)->place[h];
  if (sp_stayed_off(p, u))
    return sal_refuse(why, R_V10, "{u0} stayed off the map in this scenario.", u, 0);
  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_V4, "{h0} is not on the Playing Area.", h, 0);
  if (!sp_may_stand(p, side_of(p, u), S(p)->draft[u].type, g))
    return sal_refuse(why, R_V4, "{u0} cannot be in {h1}.", u, h);
  return true;
}

/* V3: what the unit can have turned into; a leader made in play can be of any grade. */
static bool becomes_check(const struct sal_play *p, int u, int word, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  int type = sp_type_named(p, sp_becomes_word[word]);
  bool made_in_play = unit->where == NONE;
  bool new_leader = made_in_play && O(p)->counter_part[u] == POOLS + POOL_LEADER;

  if (new_leader && sp_grade(p, type) != NOT_FOUND)
    return true;
  bool can = !made_in_play && type && sp_can_become(p, unit->type, type);
  if (!can)
    return sal_refuse(why, R_V3, "{u0} cannot turn into that.", u, 0);
  return true;
}

/* Passengers, riders and towed Guns are where their vehicle is, and do not count for stacking. */
static bool ride_check(const struct sal_play *p, int u, int vehicle, struct sal_refusal *why) {
  int cls = O(p)->type[S(p)->draft[u].type].cls;
  bool same_side = side_of(p, vehicle) == side_of(p, u);
  bool there = same_side && in_force(S(p)->unit[vehicle].where);

  if (cls == VEHICLE)
    return sal_refuse(why, R_V4, "{u0} is a vehicle itself.", u, 0);
  if (!there || type_of(p, vehicle)->cls != VEHICLE)
    return sal_refuse(why, R_V4, "{u0} is no vehicle of that side.", vehicle, 0);
  return true;
}

/* V3, V4, V5, V10: what may be said of this unit. */
static bool entry_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int u = entering_of(p)->unit - 1;
  (void)side;
  switch (a.verb) {
  case V_DONE: return true;
  case V_FATE: return fate_check(p, u, word_of(a, 0), why);
  case V_PUT: return place_check(p, u, hex_of(a, 0), why);
  case V_BECOMES: return becomes_check(p, u, word_of(a, 0), why);
  case V_STATE: return may_have_state(p, u, word_of(a, 0), why);
  case V_RIDE: return ride_check(p, u, unit_of(a), why);
  default: return sp_not_here(p, why);
  }
}

/* V4: the hexes where the unit can be. */
static void list_places(const struct sal_play *p, int u, struct sal_list *l) {
  int first = sp_pa_low(p) * WIDTH;
  int end = (sp_pa_high(p) + 1) * WIDTH;

  for (int g = first; g < end; g++) {
    if (!sp_in_pa(p, g))
      continue;
    sal_hex h = O(p)->cell[g];
    if (place_check(p, u, h, NULL))
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  }
}

/* Every fate, hex, type and state that passes the check. */
static void entry_list(const struct sal_play *p, int side, struct sal_list *l) {
  int u = entering_of(p)->unit - 1;
  (void)side;

  for (int k = 0; sp_fate_word[k]; k++)
    if (fate_check(p, u, k, NULL))
      sal_list_add(l, sal_act(V_FATE, k, 0, 0));
  list_places(p, u, l);

  for (int k = 0; sp_becomes_word[k]; k++)
    if (becomes_check(p, u, k, NULL))
      sal_list_add(l, sal_act(V_BECOMES, k, 0, 0));
  for (int k = 0; sp_state_word[k]; k++)
    if (may_have_state(p, u, k, NULL))
      sal_list_add(l, sal_act(V_STATE, k, 0, 0));

  for (int v = 0; v < p->book->ncounters; v++)
    if (ride_check(p, u, v, NULL))
      sal_list_add(l, sal_act(V_RIDE, v, 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* Sets a fate; leaving north or through the enemy is a separate mark. */
static void set_fate(struct sal_play *p, int u, int fate) {
  struct draft *d = &S(p)->draft[u];
  bool marked_exit = fate >= FATES;

  d->flags &= ~(uint32_t)(D_NORTH | D_PASSED);
  if (fate == FATE_NORTH)
    d->flags |= D_NORTH;
  if (fate == FATE_PASSED)
    d->flags |= D_PASSED;

  d->fate = (uint8_t)(marked_exit ? FATE_EXITED : fate);
}

/* Writes the unit's line. Removing a new unit's fate removes the unit. */
static void entry_apply(struct sal_play *p, int side, struct sal_action a) {
  int u = entering_of(p)->unit - 1;
  struct draft *d = &S(p)->draft[u];
  (void)side;

  switch (a.verb) {
  case V_DONE: sal_pop(p); break;
  case V_FATE: {
    bool made_in_play = S(p)->unit[u].where == NONE;
    set_fate(p, u, word_of(a, 0));
    if (word_of(a, 0) == FATE_NONE && made_in_play) {
      *d = (struct draft){.at = NOWHERE, .column = COLUMNS};
      sal_pop(p);
    }
    break;
  }
  case V_PUT:
    d->at = O(p)->place[hex_of(a, 0)];
    d->fate = FATE_OK;
    d->carrier = 0;
    break;
  case V_RIDE:
    d->carrier = (uint16_t)(unit_of(a) + 1);
    d->at = S(p)->draft[unit_of(a)].at;
    break;
  case V_BECOMES: d->type = (uint8_t)sp_type_named(p, sp_becomes_word[word_of(a, 0)]); break;
  default: set_state(d, word_of(a, 0)); break;
  }
}

/* Says what the line holds so far. */
static void entry_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int u = entering_of(p)->unit - 1;
  const struct draft *d = &S(p)->draft[u];
  const char *label = p->book->counter[u].label;

  out->selected[out->nselected++] = (sal_unit)u;
  bool broken_exit = d->flags & U_BROKEN && d->fate == FATE_EXITED;
  if (broken_exit)
    sal_prompt_owe(out, R_CG13a, SAL_AT_UNIT, u,
                   "Broken: it left only if it passed its morale check");

  if (d->at == NOWHERE)
    sal_prompt_say(out, "%s: what became of %s? Now: %s.", side_title(side), label,
                   sp_fate_word[d->fate]);
  else
    sal_prompt_say(out, "%s: what became of %s? Now: %s in %s.", side_title(side), label,
                   sp_fate_word[d->fate], p->book->board.name[O(p)->cell[d->at]]);
}

const struct sal_node sp_entry = {.id = "result.unit",
                                  .rule = R_6_1,
                                  .list = entry_list,
                                  .check = entry_check,
                                  .apply = entry_apply,
                                  .prompt = entry_prompt};

/* ---- ground: who controls it now, or what burnt ------------------------------------------ */

/* V8: a side-edge hex that is not that side's yet. */
static bool edge_check(const struct sal_play *p, int g, bool german, struct sal_refusal *why) {
  int e = sp_side_edge(p, g);
  sal_hex h = O(p)->cell[g];

  if (e < 0)
    return sal_refuse(why, R_V8, "{h0} is not on a side edge.", h, 0);
  bool now = S(p)->edge[e][row_of(g)] & EDGE_DRAFT;
  if (now == german)
    return sal_refuse(why, R_V8, "{h0} is that side's already.", h, 0);
  return true;
}

/* V7: a Location that the side does not have yet. No side takes bare hills of level 2: the
 * perimeter decides (11.2f). */
static bool location_check(const struct sal_play *p, int g, bool upper, bool german,
                           struct sal_refusal *why) {
  uint16_t ground = sp_ground(p, g);
  uint8_t bit = upper ? C_DRAFT_UP : C_DRAFT;
  sal_hex h = O(p)->cell[g];

  bool bare_hill = ground & G_HILL2 && !(ground & (G_BUILDING | G_BRIDGE));
  if (bare_hill)
    return sal_refuse(why, R_11_2f, "{h0} is a level 2 hill, which the perimeter decides.", h, 0);

  /* 11.2e: each level of a building is taken separately. */
  if (upper && !(ground & G_UPPER))
    return sal_refuse(why, R_11_2e, "There is no upper level in {h0}.", h, 0);
  bool now = S(p)->ground[at_pa(p, g)] & bit;
  if (now == german)
    return sal_refuse(why, R_V7, "{h0} is that side's already.", h, 0);

  return true;
}

/* V7, V8: Locations and edge hexes, or the hex that burnt. */
static bool ground_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  const struct grounds *f = grounds_of(p);
  bool german = f->side == GER;
  (void)side;

  if (a.verb == V_DONE)
    return true;
  bool names_hex = a.verb == V_TAKE || a.verb == V_GIVE || a.verb == V_EDGE;
  if (!names_hex)
    return sp_not_here(p, why);

  int g = O(p)->place[hex_of(a, 0)];
  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_V7, "{h0} is not on the Playing Area.", hex_of(a, 0), 0);

  if (f->burnt) {
    if (a.verb != V_TAKE)
      return sal_refuse(why, R_6_1, "Choose the hex that burnt.", 0, 0);
    return true;
  }

  if (a.verb == V_EDGE)
    return edge_check(p, g, german, why);

  return location_check(p, g, a.verb == V_GIVE, german, why);
}

/* Ground levels, upper levels and edge hexes that can change hands. */
static void ground_list(const struct sal_play *p, int side, struct sal_list *l) {
  static const uint8_t verbs[] = {V_TAKE, V_GIVE, V_EDGE};
  int first = sp_pa_low(p) * WIDTH;
  int end = (sp_pa_high(p) + 1) * WIDTH;

  for (int g = first; g < end; g++) {
    if (!sp_in_pa(p, g))
      continue;
    for (int k = 0; k < 3; k++) {
      struct sal_action a = sal_act(verbs[k], O(p)->cell[g], 0, 0);
      if (ground_check(p, side, a, NULL))
        sal_list_add(l, a);
    }
  }

  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* A Victory Location of that level goes with the ground. Hills are computed (V7). */
static void take_location(struct sal_play *p, int g, int level, bool german) {
  struct state *s = S(p);

  s->ground[at_pa(p, g)] ^= level ? C_DRAFT_UP : C_DRAFT;
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];

    if (v->g != g || v->level != level)
      continue;
    if (v->kind == VL_HILL)
      continue;
    /* A place that burnt down belongs to neither side any more. */
    if (s->vl[i] & VB_GONE)
      continue;
    sp_draft_vl(s, i, german);
  }
}

/* Changes control in the draft, or writes down what burnt. */
static void ground_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  const struct grounds f = *grounds_of(p);
  (void)side;

  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }

  int g = O(p)->place[hex_of(a, 0)];
  if (f.burnt) {
    s->burnt[s->nburnt++] = (struct burnt){(uint16_t)g, (uint8_t)(f.burnt - 1), 1};
    sal_pop(p);
    return;
  }

  if (a.verb == V_EDGE)
    s->edge[sp_side_edge(p, g)][row_of(g)] ^= EDGE_DRAFT;
  else
    take_location(p, g, a.verb == V_GIVE, f.side == GER);
}

/* Asks whose ground it is now, or what burnt where. */
static void ground_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct grounds *f = grounds_of(p);
  if (f->burnt)
    sal_prompt_say(out, "%s: which hex is %s now?", side_title(side), sp_burnt_word[f->burnt - 1]);
  else
    sal_prompt_say(out, "%s: which Locations and edge hexes does the %s side control now?",
                   side_title(side), side_title(f->side));
}

const struct sal_node sp_ground_node = {.id = "result.ground",
                                        .rule = R_6_1,
                                        .list = ground_list,
                                        .check = ground_check,
                                        .apply = ground_apply,
                                        .prompt = ground_prompt};
