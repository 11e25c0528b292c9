/* reinforcements.c - 11, K.4, K.8: reinforcements, entry zones, leaving the map, withdrawals.
 *
 * A waiting unit is picked, then put on an entry hex (and moves on from there with what is left),
 * or told to shift along the edge and wait. The zones of a side are the hexes of its `entry` region
 * in their order.
 */
#include "state.h"

/* ---- where a unit enters ---------------------------------------------------------------- */

/* The place of a hex in a region; -1: it is not there. */
static int index_in(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h)
      return i;
  return -1;
}

/* The number of an entry zone of the side. */
static int zone_index(const struct sal_play *p, int side, sal_hex h) {
  return index_in(O(p)->entry[side], h);
}

/* The row of a hex, by its name. */
static int row_of(const char *name) {
  return name[2] * 10 + name[3];
}

/* A stretch of one column, by number. */
static bool in_stretch(const struct sal_board *b, const struct place *place, sal_hex h) {
  const char *name = b->name[h];
  const char *low = b->name[place->low];
  const char *high = b->name[place->high];

  if (name[0] != low[0])
    return false;
  if (name[1] != low[1])
    return false;
  if (row_of(name) < row_of(low))
    return false;

  return row_of(name) <= row_of(high);
}

/* Is h one of the hexes where this unit may enter with full points? */
static bool is_home(const struct sal_play *p, int u, sal_hex h) {
  const struct place *place = &O(p)->place[u];
  const struct unit *unit = &S(p)->unit[u];

  if (unit->entry_zone)
    return zone_index(p, side_of(p, u), h) == unit->entry_zone - 1;
  if (place->entry[0] == h || place->entry[1] == h)
    return h != SAL_NOHEX;
  if (place->anywhere)
    return index_in(O(p)->zone_e, h) >= 0;
  if (place->low)
    return in_stretch(B(p), place, h);
  /* a position's unit without a place: any zone */
  if (place->entry[0])
    return false;

  return zone_index(p, side_of(p, u), h) >= 0;
}

/* 11.2.1: next to a zone of its own side along the edge. */
static bool is_beside(const struct sal_play *p, int u, sal_hex h, int span) {
  int side = side_of(p, u);
  int zone = zone_index(p, side, h);
  const struct sal_region *r = O(p)->entry[side];

  if (zone < 0)
    return false;
  for (int i = 0; i < r->n; i++) {
    bool near = i - zone <= span && zone - i <= span;
    if (near && is_home(p, u, r->hexes[i]))
      return true;
  }

  return false;
}

/* 11.1.2R: a hex that is neither at the edge nor an entry zone. */
static bool inland(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (!sal_next(B(p), h, d))
      return false;
  return zone_index(p, side, h) < 0;
}

/* What has entered through the hex in this phase, or NULL. */
static struct entry *entry_at(const struct sal_play *p, sal_hex h) {
  for (int i = 0; i < S(p)->nentries; i++)
    if (S(p)->entry[i].at == h)
      return &S(p)->entry[i];
  return NULL;
}

/* The price of the hex itself. A road that runs to the edge is a road over it; nothing else is
 * cheaper than the hex. */
static int edge_price(const struct sal_play *p, int class, sal_hex h) {
  const struct own *o = O(p);
  int cost = o->enter[class][h];

  for (int d = 0; d < 6; d++) {
    sal_hex next = sal_next(B(p), h, d);
    if (next)
      cost = smaller(cost, o->edge[class][next * 6 + sal_back(d)]);
  }

  return cost;
}

/* 11.1.5: the k-th stack through a hex pays k times. */
static int entry_cost(const struct sal_play *p, int u, sal_hex h) {
  int side = side_of(p, u);
  const struct entry *entry = entry_at(p, h);
  int before = entry ? entry->cel : 0;

  if (inland(p, side, h))
    return 0;
  int stack = (before + S(p)->unit[u].cel - 1) / STACK + 1;
  return edge_price(p, K(p, u)->class, h) * stack + POINT * wb_disturbance(p, side, h);
}

/* Whether this is strategic movement. */
static bool strategic_now(const struct sal_play *p) {
  if (p->state->phase == P_STRATEGIC)
    return true;
  return p->state->phase == P_STRATEGIC + P_SUPPLY;
}

/* 11.2.1: half the points beside its own zone. K.8: half for reserves of the STAVKA. */
static int entry_points(const struct sal_play *p, int u, sal_hex h) {
  bool beside = !is_home(p, u, h);
  bool stawka = O(p)->place[u].stawka;
  return wb_initial_mp(p, u, SAL_NOHEX, strategic_now(p), beside + stawka);
}

/* 11.1.2-11.1.5 */
static bool may_put(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  const struct cell *cell = &S(p)->cell[h];
  int enemy = sal_enemy(side);

  if (!is_home(p, u, h) && !is_beside(p, u, h, 1))
    return sal_refuse(why, R_11_1_2, "{u0} does not enter at {h1}.", u, h);
  if (cell->ground & held(enemy) || cell->pres & occ(enemy))
    return sal_refuse(why, R_11_1_4, "{h1} is in enemy hands.", u, h);
  if (strategic_now(p) && wb_in_zoc(p, side, h))
    return sal_refuse(why, R_12_2_2, "{h1} is in an enemy zone of control.", u, h);
  if (S(p)->nentries == ENTRIES && !entry_at(p, h))
    return sal_refuse(why, R_11_1_5, "Too many entry hexes are in use.", 0, 0);
  if (entry_cost(p, u, h) > entry_points(p, u, h))
    return sal_refuse(why, R_11_1_5, "{u0} does not have enough movement points to enter at {h1}.",
                      u, h);

  return true;
}

/* 11.2.2: instead of entering, a unit shifts up to three zones along the edge and waits. */
static bool may_shift(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) {
  enum { SHIFT = 3 };
  bool waits_there = S(p)->unit[u].entry_zone && is_home(p, u, h);

  if (strategic_now(p))
    return sal_refuse(why, R_11_2_2, "Zones are changed in movement phases.", 0, 0);
  if (waits_there)
    return sal_refuse(why, R_11_2_2, "{u0} waits at {h1} already.", u, h);
  if (!is_beside(p, u, h, SHIFT))
    return sal_refuse(why, R_11_2_2, "{u0} cannot shift to {h1}.", u, h);

  return true;
}

/* 11.1.1: a unit enters from its date on. */
bool wb_may_pick(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int date = O(p)->place[u].date;

  if (side_of(p, u) != side || status(p, u) != ST_WAIT)
    return sal_refuse(why, R_11_1_1, "{u0} is not a reinforcement of this side.", u, 0);
  if (date > date_of(p))
    return sal_refuse(why, R_11_1_1, "{u0} arrives on {n1} July.", u, date);
  if (S(p)->unit[u].flags & MOVED)
    return sal_refuse(why, R_11_2_2, "{u0} waits until the next movement phase.", u, 0);

  return true;
}

/* 11.1.3: reinforcements enter in both movement phases, with or without strategic movement. */
bool wb_anybody_waits(const struct sal_play *p, int side) {
  EACH_OWN(p, side, u) {
    if (wb_may_pick(p, side, u, NULL))
      return true;
  }
  return false;
}

/* ---- entering --------------------------------------------------------------------------- */

/* Lists an entry hex if it is allowed. */
static void list_put(const struct sal_play *p, int side, int u, sal_hex h, struct sal_list *l) {
  if (may_put(p, side, u, h, NULL))
    sal_list_add(l, sal_act(V_PUT, h, 0, 0));
}

/* The unit's own entry hexes that are not among the zones. */
static void list_own_hexes(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct place *place = &O(p)->place[u];

  for (int i = 0; i < 2; i++)
    if (place->entry[i] && zone_index(p, side, place->entry[i]) < 0)
      list_put(p, side, u, place->entry[i], l);
  if (!place->low)
    return;
  EACH_HEX(B(p), h) {
    if (zone_index(p, side, (sal_hex)h) < 0 && is_home(p, u, (sal_hex)h))
      list_put(p, side, u, (sal_hex)h, l);
  }
}

/* Where the unit may enter or wait, or calling it off. */
static void enter_list(const struct sal_play *p, int side, struct sal_list *l) {
  int u = entering_of(p)->unit;
  const struct sal_region *r = O(p)->entry[side];

  for (int i = 0; r && i < r->n; i++)
    list_put(p, side, u, r->hexes[i], l);
  list_own_hexes(p, side, u, l);
  for (int i = 0; r && i < r->n; i++)
    if (may_shift(p, u, r->hexes[i], NULL))
      sal_list_add(l, sal_act(V_SHIFT, r->hexes[i], 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

/* The same order as in the list. */
static bool enter_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int u = entering_of(p)->unit;

  switch (a.verb) {
  case V_PUT: return may_put(p, side, u, hex_of(a, 0), why);
  case V_SHIFT: return may_shift(p, u, hex_of(a, 0), why);
  case V_CANCEL: return true;
  default: return sal_refuse(why, R_11_1_2, "Choose where {u0} enters, or call it off.", u, 0);
  }
}

/* 11.1.5: remembers the levels that came through a hex. */
static void count_entry(struct sal_play *p, sal_hex h, int cel) {
  struct state *s = S(p);
  struct entry *entry = entry_at(p, h);

  if (!entry) {
    entry = &s->entry[s->nentries++];
    *entry = (struct entry){.at = h};
  }
  entry->cel = (uint8_t)(entry->cel + cel);
}

/* K.8: each formation of the STAVKA counts once, when its first unit enters. */
static void note_stawka(struct sal_play *p, int u) {
  int formation = O(p)->place[u].stawka;

  if (!formation)
    return;
  uint16_t bit = (uint16_t)(1u << (formation - 1));
  if (S(p)->stawka & bit)
    return;
  S(p)->stawka |= bit;
  sal_tell(p, E_STAWKA, R_K_8, SAL_EV(.n = {(int16_t)__builtin_popcount(S(p)->stawka)}));
}

/* The rule that a unit enters by. */
static int entry_rule(const struct sal_play *p, int side, int u, sal_hex h) {
  if (inland(p, side, h))
    return R_11_1_2R;
  return is_home(p, u, h) ? R_11_1_3 : R_11_2_1;
}

/* 11.1.3: the unit enters and moves on with what the entry hex leaves it. */
static void enter(struct sal_play *p, int side, int u, sal_hex h) {
  struct unit *unit = &S(p)->unit[u];
  int points = entry_points(p, u, h);
  int cost = entry_cost(p, u, h);
  int rule = entry_rule(p, side, u, h);
  bool from_edge = !inland(p, side, h);
  int is = ENTERED;

  if (from_edge) {
    count_entry(p, h, unit->cel);
    is |= OFF_MINOR;
  }
  if (strategic_now(p))
    is |= STRATEGIC;
  unit->entry_zone = 0;
  unit->flags |= MOVED;
  unit->more |= ACTIVE;
  wb_touch(p, u);
  wb_tell_unit(p, E_ENTERS, E_ENTERS_UNSEEN, rule, u, h, SAL_NOHEX, NO_NUMBER);
  wb_put(p, u, h);
  note_stawka(p, u);
  if (wb_in_zoc(p, side, h))
    is |= HALTED;
  sal_goto(p, N_STEP, side);
  struct step *step = step_of(p);
  step->unit = (uint16_t)u;
  step->left = (uint16_t)(points - cost);
  step->initial = (uint16_t)points;
  step->is = (uint16_t)is;
}

/* The unit waits at another zone until the next movement phase. */
static void shift_zone(struct sal_play *p, int side, int u, sal_hex h) {
  struct unit *unit = &S(p)->unit[u];

  unit->entry_zone = (uint8_t)(1 + zone_index(p, side, h));
  unit->flags |= MOVED;
  sal_tell(p, E_SHIFTS, R_11_2_2, SAL_EVU(u, .at = {h}, .seen = (uint8_t)SAL_BIT(side)));
  sal_pop(p);
}

/* One choice. */
static void enter_apply(struct sal_play *p, int side, struct sal_action a) {
  int u = entering_of(p)->unit;

  switch (a.verb) {
  case V_PUT: enter(p, side, u, hex_of(a, 0)); break;
  case V_SHIFT: shift_zone(p, side, u, hex_of(a, 0)); break;
  default: sal_pop(p); break;
  }
}

/* Asks for the place of entry. */
static void enter_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int u = entering_of(p)->unit;
  sal_prompt_select(out, (sal_unit)u);
  sal_prompt_say(out, "%s: choose where %s enters the map, or shift it along the edge.",
                 people(side), p->book->counter[u].label);
}

const struct sal_node wb_enter = {.id = "move.enter",
                                  .rule = R_11_1_2,
                                  .list = enter_list,
                                  .check = enter_check,
                                  .apply = enter_apply,
                                  .prompt = enter_prompt};

/* ---- 11.2.3 leaving --------------------------------------------------------------------- */

/* 11.2.3: out of an entry zone, with a point left, not on the way in. */
bool wb_may_leave(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct step *step = step_of(p);
  const struct unit *unit = &S(p)->unit[u];
  bool packed = K(p, u)->role != TOWED_ART || unit->more & PACKED;

  if (zone_index(p, side, unit->at) < 0)
    return sal_refuse(why, R_11_2_3, "{u0} is not in an entry zone.", u, 0);
  if (!step->left)
    return sal_refuse(why, R_11_2_3, "{u0} has no points left to march off.", u, 0);
  if (step->is & ENTERED)
    return sal_refuse(why, R_11_2_3, "{u0} has only just come in.", u, 0);
  if (!packed)
    return sal_refuse(why, R_6_2_3, "{u0} must be packed first.", u, 0);

  return true;
}

/* It has MOVED: it may come back from the next movement phase on. */
void wb_leave(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];
  sal_hex h = unit->at;
  int zone = zone_index(p, side_of(p, u), h);

  wb_tell_unit(p, E_LEAVES, E_UNSEEN, R_11_2_3, u, h, h, NO_NUMBER);
  wb_take_off(p, u);
  unit->status = ST_WAIT;
  unit->entry_zone = (uint8_t)(zone + 1);
}

/* ---- K.4: on 12 July an armoured division leaves ---------------------------------------- */

/* Of a text; rulesets use no library for it. */
static size_t length_of(const char *text) {
  size_t n = 0;
  while (text[n])
    n++;
  return n;
}

/* Whether a formation is an armoured division, by its name. */
static bool is_division(const struct sal_play *p, int formation) {
  const char *id = O(p)->formation_id[formation];
  size_t n = length_of(id);

  if (n <= 4)
    return false;
  return sal_eq(id + n - 4, " ARM");
}

/* On the map or waiting. */
static bool alive(const struct sal_play *p, int u) {
  if (status(p, u) == ST_MAP)
    return true;
  return status(p, u) == ST_WAIT;
}

struct division { /* what is left of one */
  int cel, first; /* levels; its first counter, -1: none */
  bool in;        /* some of it is on the map */
};

/* What is left of a formation. */
static struct division division(const struct sal_play *p, int formation) {
  struct division d = {.first = -1};

  EACH_OWN(p, SAL_GERMAN, u) {
    if (O(p)->formation[u] != formation)
      continue;
    if (!alive(p, u))
      continue;
    if (d.first < 0)
      d.first = u;
    if (on_map(p, u))
      d.in = true;
    d.cel += S(p)->unit[u].cel;
  }

  return d;
}

/* The 4th Armoured Division; 0: not in the scenario. */
static int fourth(const struct sal_play *p) {
  for (int f = 1; f <= O(p)->nformations; f++)
    if (sal_eq(O(p)->formation_id[f], "4 ARM"))
      return f;
  return 0;
}

/* K.4: the 4th, or another on the map that is as strong. */
static bool may_withdraw(const struct sal_play *p, int u, struct sal_refusal *why) {
  int formation = O(p)->formation[u];
  int four = fourth(p);
  int least = four ? division(p, four).cel : 0;
  bool german = side_of(p, u) == SAL_GERMAN;

  if (!formation || !german || !is_division(p, formation))
    return sal_refuse(why, R_K_4, "{u0} is not of an armoured division.", u, 0);
  struct division d = division(p, formation);
  if (d.first != u)
    return sal_refuse(why, R_K_4, "Name the division by its first counter.", 0, 0);
  if (!d.in)
    return sal_refuse(why, R_K_4, "The division of {u0} is not on the map.", u, 0);
  if (d.cel < least)
    return sal_refuse(why, R_K_4, "The division of {u0} is weaker than the 4th.", u, 0);

  return true;
}

/* A division that was not brought in stays away. */
static void stay_away(struct sal_play *p, int formation) {
  EACH_OWN(p, SAL_GERMAN, u) {
    if (O(p)->formation[u] == formation && status(p, u) == ST_WAIT)
      S(p)->unit[u].status = ST_OUT;
  }
}

/* When the 4th never came in it stays away; when no division can go nothing happens. */
static bool withdraw_run(struct sal_play *p) {
  int four = fourth(p);
  struct division d = division(p, four);

  if (four && d.cel && !d.in) {
    stay_away(p, four);
    sal_pop(p);
    return true;
  }
  EACH_OWN(p, SAL_GERMAN, u) {
    if (may_withdraw(p, u, NULL))
      return false;
  }
  sal_pop(p);
  return true;
}

/* The divisions that may go, by their first counter. */
static void withdraw_list(const struct sal_play *p, int side, struct sal_list *l) {
  EACH_OWN(p, side, u) {
    if (may_withdraw(p, u, NULL))
      sal_list_add(l, sal_act(V_WITHDRAW, u, 0, 0));
  }
}

/* A division must be named before anything else. */
static bool withdraw_check(const struct sal_play *p, int side, struct sal_action a,
                           struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_WITHDRAW)
    return sal_refuse(why, R_K_4, "An armoured division must be withdrawn first.", 0, 0);
  return may_withdraw(p, unit_of(a), why);
}

/* Every counter of the division leaves the game. */
static void withdraw_apply(struct sal_play *p, int side, struct sal_action a) {
  int formation = O(p)->formation[unit_of(a)];
  uint8_t seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH);

  sal_pop(p);
  EACH_OWN(p, side, u) {
    if (O(p)->formation[u] != formation)
      continue;
    if (!alive(p, u))
      continue;
    if (on_map(p, u))
      wb_take_off(p, u);
    S(p)->unit[u].status = ST_OUT;
    S(p)->unit[u].entry_zone = 0;
    sal_tell(p, E_WITHDRAWN, R_K_4, SAL_EVU(u, .seen = seen));
  }
}

/* Names what is due. */
static void withdraw_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: withdraw the 4th Armoured Division or one as strong.", people(side));
}

const struct sal_node wb_withdraw = {.id = "withdraw",
                                     .rule = R_K_4,
                                     .run = withdraw_run,
                                     .list = withdraw_list,
                                     .check = withdraw_check,
                                     .apply = withdraw_apply,
                                     .prompt = withdraw_prompt};
