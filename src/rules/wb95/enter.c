/* enter.c - 11 and K.8: reinforcements, entry zones, leaving the map.
 *
 * A waiting unit is picked, then put on an entry hex (and moves on from there with what is left), or told to
 * shift along the edge and wait. The zones of a side are the hexes of its `entry` region in their order.
 */
#include "state.h"

static int zone_index(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_region *r = O(p)->entry[side];
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h) return i;
  return -1;
}

static bool in_region(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h) return true;
  return false;
}

/* Is h one of the hexes where this unit may enter with full points? */
static bool is_home(const struct sal_play *p, int u, sal_hex h) {
  const struct place *pl = &O(p)->place[u];
  const struct unit *unit = &S(p)->unit[u];
  if (unit->zone) return zone_index(p, side_of(p, u), h) == unit->zone - 1;
  if (pl->entry[0] == h || pl->entry[1] == h) return h != SAL_NOHEX;
  if (pl->anywhere) return in_region(O(p)->zone_e, h);
  if (pl->low) { /* a stretch of one column, by number */
    const char *n = B(p)->name[h], *a = B(p)->name[pl->low], *z = B(p)->name[pl->high];
    if (n[0] != a[0] || n[1] != a[1]) return false;
    int row = n[2] * 10 + n[3], low = a[2] * 10 + a[3], high = z[2] * 10 + z[3];
    return row >= low && row <= high;
  }
  return !pl->entry[0] && zone_index(p, side_of(p, u), h) >= 0; /* a position's unit without a place: any zone */
}

/* 11.2.1: next to one of its own zones along the edge. */
static bool is_beside(const struct sal_play *p, int u, sal_hex h, int span) {
  int side = side_of(p, u), z = zone_index(p, side, h);
  const struct sal_region *r = O(p)->entry[side];
  for (int i = 0; z >= 0 && i < r->n; i++)
    if (i - z <= span && z - i <= span && is_home(p, u, r->hexes[i])) return true;
  return false;
}

static bool inland(const struct sal_play *p, int side, sal_hex h) { /* 11.1.2R */
  for (int d = 0; d < 6; d++)
    if (!sal_next(B(p), h, d)) return false;
  return zone_index(p, side, h) < 0;
}

static int entered_through(const struct sal_play *p, sal_hex h) {
  for (int i = 0; i < S(p)->nentries; i++)
    if (S(p)->entry[i].at == h) return S(p)->entry[i].cel;
  return 0;
}

/* 11.1.5: the k-th stack pays k times. */
static int entry_cost(const struct sal_play *p, int u, sal_hex h) {
  const struct own *o = O(p);
  int side = side_of(p, u), c = K(p, u)->class, cost = o->enter[c][h];
  if (inland(p, side, h)) return 0;
  for (int d = 0; d < 6; d++) /* a road that runs to the edge is a road over it; nothing else is cheaper than the hex */
    if (sal_next(B(p), h, d)) cost = smaller(cost, o->edge[c][(h + B(p)->step[d]) * 6 + sal_back(d)]);
  int stack = (entered_through(p, h) + S(p)->unit[u].cel - 1) / STACK + 1;
  cost *= stack;
  return cost + POINT * wb_disturbance(p, side, h);
}

static bool strategic_now(const struct sal_play *p) { return p->state->phase == P_STRATEGIC || p->state->phase == P_STRATEGIC + 6; }

static int entry_points(const struct sal_play *p, int u, sal_hex h) {
  return wb_initial_mp(p, u, SAL_NOHEX, strategic_now(p), !is_home(p, u, h) + (O(p)->place[u].stawka != 0)); /* 11.2.1, K.8 */
}

static bool may_put(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  const struct cell *c = &S(p)->cell[h];
  if (!is_home(p, u, h) && !is_beside(p, u, h, 1)) return sal_refuse(why, R_11_1_2, "{u0} does not enter at {h1}.", u, h);
  if (c->ground & held(sal_enemy(side)) || c->pres & occ(sal_enemy(side))) return sal_refuse(why, R_11_1_4, "{h1} is in enemy hands.", u, h);
  if (strategic_now(p) && wb_in_zoc(p, side, h)) return sal_refuse(why, R_12_2_2, "{h1} is in an enemy zone of control.", u, h);
  if (S(p)->nentries == ENTRIES && !entered_through(p, h)) return sal_refuse(why, R_11_1_5, "Too many entry hexes are in use.", 0, 0);
  int cost = entry_cost(p, u, h);
  return cost <= entry_points(p, u, h) || sal_refuse(why, R_11_1_5, "{u0} has not the points to enter at {h1}.", u, h);
}

static bool may_shift(const struct sal_play *p, int u, sal_hex h, struct sal_refusal *why) { /* 11.2.2 */
  if (strategic_now(p)) return sal_refuse(why, R_11_2_2, "Zones are changed in movement phases.", 0, 0);
  return (!(is_home(p, u, h) && S(p)->unit[u].zone) && is_beside(p, u, h, 3)) ||
         sal_refuse(why, R_11_2_2, "{u0} cannot shift to {h1}.", u, h);
}

bool wb_may_pick(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || status(p, u) != ST_WAIT) return sal_refuse(why, R_11_1_1, "{u0} is not a reinforcement of this side.", u, 0);
  if (O(p)->place[u].date > date_of(p)) return sal_refuse(why, R_11_1_1, "{u0} arrives on {n1} July.", u, O(p)->place[u].date);
  return !(unit->flags & MOVED) || sal_refuse(why, R_11_2_2, "{u0} waits until the next movement phase.", u, 0);
}

/* ---- x[0] the unit -------------------------------------------------------------------------------------- */

static void enter_list(const struct sal_play *p, int side, struct sal_list *l) {
  int u = sal_top(p)->x[0];
  const struct place *pl = &O(p)->place[u];
  const struct sal_region *r = O(p)->entry[side];
  for (int i = 0; r && i < r->n; i++)
    if (may_put(p, side, u, r->hexes[i], NULL)) sal_list_add(l, sal_act(V_PUT, r->hexes[i], 0, 0));
  for (int i = 0; i < 2; i++)
    if (pl->entry[i] && zone_index(p, side, pl->entry[i]) < 0 && may_put(p, side, u, pl->entry[i], NULL)) sal_list_add(l, sal_act(V_PUT, pl->entry[i], 0, 0));
  for (int i = 0; pl->low && i < B(p)->nhexes; i++) {
    sal_hex h = B(p)->order[i];
    if (zone_index(p, side, h) < 0 && is_home(p, u, h) && may_put(p, side, u, h, NULL)) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  }
  for (int i = 0; r && i < r->n; i++)
    if (may_shift(p, u, r->hexes[i], NULL)) sal_list_add(l, sal_act(V_SHIFT, r->hexes[i], 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static bool enter_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  int u = sal_top(p)->x[0];
  if (a.verb == V_PUT) return may_put(p, side, u, a.x[0], why);
  if (a.verb == V_SHIFT) return may_shift(p, u, a.x[0], why);
  return a.verb == V_CANCEL || sal_refuse(why, R_11_1_2, "Choose where {u0} enters, or call it off.", u, 0);
}

static void count_entry(struct sal_play *p, sal_hex h, int cel) {
  struct state *s = S(p);
  for (int i = 0; i < s->nentries; i++)
    if (s->entry[i].at == h) {
      s->entry[i].cel = (uint8_t)(s->entry[i].cel + cel);
      return;
    }
  s->entry[s->nentries++] = (struct entry){.at = h, .cel = (uint8_t)cel};
}

static void note_stawka(struct sal_play *p, int u) { /* K.8 */
  int n = O(p)->place[u].stawka;
  if (!n || S(p)->stawka >> (n - 1) & 1) return;
  S(p)->stawka |= (uint16_t)(1u << (n - 1));
  sal_tell(p, E_STAWKA, R_K_8, SAL_EV(.n = {(int16_t)__builtin_popcount(S(p)->stawka)}));
}

static void enter_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  int u = sal_top(p)->x[0];
  sal_hex h = a.x[0];
  bool strategic = strategic_now(p);
  if (a.verb == V_CANCEL) {
    sal_pop(p);
  } else if (a.verb == V_SHIFT) {
    s->unit[u].zone = (uint8_t)(1 + zone_index(p, side, h));
    s->unit[u].flags |= MOVED;
    sal_tell(p, E_SHIFTS, R_11_2_2, SAL_EVU(u, .at = {h}, .seen = (uint8_t)SAL_BIT(side)));
    sal_pop(p);
  } else {
    int points = entry_points(p, u, h), cost = entry_cost(p, u, h);
    bool in = inland(p, side, h), home = is_home(p, u, h);
    if (!in) count_entry(p, h, s->unit[u].cel);
    s->unit[u].zone = 0;
    s->unit[u].flags |= MOVED;
    s->unit[u].more |= ACTIVE;
    wb_touch(p, u);
    wb_tell_unit(p, E_ENTERS, E_ENTERS_UNSEEN, in ? R_11_1_2R : home ? R_11_1_3 : R_11_2_1, u, h, SAL_NOHEX, 0);
    wb_put(p, u, h);
    note_stawka(p, u);
    sal_goto(p, N_STEP, side);
    struct sal_frame *f = sal_top(p);
    f->x[0] = (uint16_t)u;
    f->x[1] = (uint16_t)(points - cost);
    f->x[2] = (uint16_t)points;
    f->x[3] = (uint16_t)((strategic ? STRATEGIC : 0) | (wb_in_zoc(p, side, h) ? HALTED : 0) | (in ? 0 : OFF_MINOR) | ENTERED);
  }
}

static void enter_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int u = sal_top(p)->x[0];
  out->selected[out->nselected++] = (sal_unit)u;
  sal_prompt_say(out, "%s: choose where %s enters the map, or shift it along the edge.", people(side), p->book->counter[u].label);
}

const struct sal_node wb_enter = {.id = "move.enter", .rule = R_11_1_2, .list = enter_list, .check = enter_check, .apply = enter_apply, .prompt = enter_prompt};

/* ---- 11.2.3 leaving ---------------------------------------------------------------------------------------- */

bool wb_may_leave(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  if (zone_index(p, side, S(p)->unit[u].at) < 0) return sal_refuse(why, R_11_2_3, "{u0} is not in an entry zone.", u, 0);
  if (!f->x[1]) return sal_refuse(why, R_11_2_3, "{u0} has no points left to march off.", u, 0);
  if (f->x[3] & ENTERED) return sal_refuse(why, R_11_2_3, "{u0} has only just come in.", u, 0);
  return K(p, u)->role != TOWED_ART || S(p)->unit[u].more & PACKED || sal_refuse(why, R_6_2_3, "{u0} must be packed first.", u, 0);
}

void wb_leave(struct sal_play *p, int u) {
  struct state *s = S(p);
  int side = side_of(p, u), zone = zone_index(p, side, s->unit[u].at);
  sal_hex h = s->unit[u].at;
  wb_tell_unit(p, E_LEAVES, E_UNSEEN, R_11_2_3, u, h, h, 0);
  wb_take_off(p, u);
  s->unit[u].status = ST_WAIT;
  s->unit[u].zone = (uint8_t)(zone + 1); /* it has MOVED: back from the next movement phase on */
}
