/* retreat.c - 5.3: the loser goes back hex by hex, or holds and pays.
 *
 * Retreat paths form a tree (node 0 = not moved): units that take the same hexes share nodes, so
 * the tests of 5.3.9 are one roll a node and a pursuer follows the branches.
 */
#include "state.h"

/* 6.2.4N, 15.2.1: guns set up to fire and resilience groups never go. */
static bool fixed(const struct sal_play *p, int u) {
  const struct kind *k = K(p, u);
  bool set_up = k->role == TOWED_ART && !(S(p)->unit[u].more & PACKED);

  if (set_up)
    return true;
  return k->role == RESILIENCE;
}

/* Which of the two it is. */
static bool why_fixed(const struct sal_play *p, int u, struct sal_refusal *why) {
  if (K(p, u)->role == RESILIENCE)
    return sal_refuse(why, R_15_2_1, "{u0} never moves.", u, 0);
  return sal_refuse(why, R_6_2_4N, "{u0} is set up to fire and cannot retreat.", u, 0);
}

/* 5.3.5: nobody retreats over a big river without a bridge. */
static bool river_bars(const struct sal_play *p, sal_hex from, int d) {
  if (!(B(p)->side[from * 6 + d] & O(p)->big_river))
    return false;
  if (wb_road_open(p, from, d))
    return false;
  return !wb_spanned(p, from, d);
}

enum refuge { CLOSED, FOR_A_LEVEL, FREE };

/* 5.3.3, 5.3.4: a retreat goes where there are neither enemies nor zones. Friends that did not
 * fight open a zone, at the price of a level. */
static enum refuge refuge(const struct sal_play *p, int u, sal_hex from, int d) {
  sal_hex to = sal_next(B(p), from, d);
  const struct kind *k = K(p, u);
  int side = side_of(p, u);

  if (S(p)->cell[to].pres & occ(sal_enemy(side)))
    return CLOSED;
  if (k->role != HQ && O(p)->enter[k->class][to] == SAL_BARRED)
    return CLOSED;
  if (river_bars(p, from, d))
    return CLOSED;
  if (!wb_in_zoc(p, side, to))
    return FREE;
  EACH_AT(S(p), v, to) {
    if (!(S(p)->unit[v].part & PSHARE))
      return FOR_A_LEVEL;
  }

  return CLOSED;
}

/* What closes a hex to a retreat. */
static bool why_closed(const struct sal_play *p, int u, sal_hex from, int d,
                       struct sal_refusal *why) {
  sal_hex to = sal_next(B(p), from, d);
  const struct kind *k = K(p, u);

  if (S(p)->cell[to].pres & occ(sal_enemy(side_of(p, u))))
    return sal_refuse(why, R_5_3_3, "There are enemies in {h1}.", u, to);
  if (k->role != HQ && O(p)->enter[k->class][to] == SAL_BARRED)
    return sal_refuse(why, R_5_3_3, "{u0} cannot enter {h1}.", u, to);
  if (river_bars(p, from, d))
    return sal_refuse(why, R_5_3_5, "No retreat crosses a big river without a bridge.", 0, 0);

  return sal_refuse(why, R_5_3_3, "{h1} is in an enemy zone, and no other unit of yours holds it.",
                    u, to);
}

/* 5.3.6: room for the unit within eight levels. */
bool wb_has_room(const struct sal_play *p, int u, sal_hex h) {
  const struct unit *unit = &S(p)->unit[u];
  int levels = S(p)->cell[h].cel;

  if (unit->at != h)
    levels += unit->cel;
  return levels <= STACK;
}

/* A retreat goes away from the hex fought in (5.3.2). */
static bool further(const struct sal_play *p, sal_hex root, sal_hex from, sal_hex to) {
  return sal_distance(B(p), root, to) > sal_distance(B(p), root, from);
}

/* Can a retreat that has come to `h`, `left` hexes still owed, end lawfully? */
static bool can_end(const struct sal_play *p, int u, sal_hex root, sal_hex h, int left) {
  if (wb_has_room(p, u, h))
    return true;
  for (int d = 0; left && d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    if (!to)
      continue;
    if (!further(p, root, h, to))
      continue;
    if (refuge(p, u, h, d) != CLOSED && can_end(p, u, root, to, left - 1))
      return true;
  }

  return false;
}

/* 5.3.1, 5.3.2: one unit after another, each as far as the result says. */
static bool goes_back(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  int current = retreat_of(p)->current;
  int i = wb_part_index(f, u);

  if (!wb_shares(p, u, side))
    return sal_refuse(why, R_5_3_1, "{u0} does not retreat from this combat.", u, 0);
  if (current && current - 1 != i)
    return sal_refuse(why, R_5_3_2, "{u0} must finish its retreat first.", f->part[current - 1], 0);
  if (fixed(p, u))
    return why_fixed(p, u, why);
  if (!wb_shortfall(p, i))
    return sal_refuse(why, R_5_3_1, "{u0} has retreated as far as it must.", u, 0);
  if (!current && f->node[i])
    return sal_refuse(why, R_5_3_2, "{u0} has ended its retreat.", u, 0);

  return true;
}

/* 5.3.2-5.3.6: a hex further off, open, from which the retreat can end. */
static bool may_retreat(const struct sal_play *p, int side, int u, sal_hex to,
                        struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;

  if (!goes_back(p, side, u, why))
    return false;
  int i = wb_part_index(f, u);
  sal_hex from = S(p)->unit[u].at;
  sal_hex root = f->base[i];
  int d = sal_dir_to(B(p), from, to);
  if (d < 0)
    return sal_refuse(why, R_3_1_4, "{h1} is not next to {u0}.", u, to);
  if (!further(p, root, from, to))
    return sal_refuse(why, R_5_3_2, "{h1} is no further from the combat.", u, to);
  if (refuge(p, u, from, d) == CLOSED)
    return why_closed(p, u, from, d, why);
  if (!can_end(p, u, root, to, wb_shortfall(p, i) - 1))
    return sal_refuse(why, R_5_3_6, "There is no room for {u0} to end a retreat that way.", u, 0);

  return true;
}

/* 5.3.6: a retreat stops where there is room. */
static bool may_halt(const struct sal_play *p, struct sal_refusal *why) {
  int current = retreat_of(p)->current;

  if (!current)
    return sal_refuse(why, R_5_3_6, "No unit is in the middle of its retreat.", 0, 0);
  int u = S(p)->fight.part[current - 1];
  if (!wb_has_room(p, u, S(p)->unit[u].at))
    return sal_refuse(why, R_5_3_6, "There is no room for {u0} to stop here.", u, 0);

  return true;
}

/* The hexes that a unit could go back to. */
static void list_ways(const struct sal_play *p, int side, int u, struct sal_list *l) {
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), S(p)->unit[u].at, d);
    if (to && may_retreat(p, side, u, to, NULL))
      sal_list_add(l, sal_act(V_RETREAT, u, to, 0));
  }
}

/* The unit under way, or any that still may; then the rest holds. */
static void retreat_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct combat *f = &S(p)->fight;
  int current = retreat_of(p)->current;

  if (may_halt(p, NULL))
    sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
  for (int i = 0; i < f->nparts; i++) {
    bool waits = current && current - 1 != i;
    if (!waits && wb_shares(p, f->part[i], side))
      list_ways(p, side, f->part[i], l);
  }
  if (!current)
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* The same order as in the list. */
static bool retreat_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_RETREAT)
    return may_retreat(p, side, unit_of(a), hex_of(a, 1), why);
  if (a.verb == V_STOP)
    return may_halt(p, why);
  if (a.verb != V_DONE)
    return sal_refuse(why, R_5_3_1, "The retreat comes first.", 0, 0);
  if (retreat_of(p)->current)
    return sal_refuse(why, R_5_3_2, "A unit must finish its retreat first.", 0, 0);

  return true;
}

/* The node of the path that continues to `to`: an old one if a unit went that way before. */
static int branch(struct combat *f, int from, sal_hex root, sal_hex to) {
  for (int n = 1; n <= f->nnodes; n++)
    if (f->parent[n] == from && f->tree[n] == to && f->root[n] == root)
      return n;
  if (f->nnodes + 1 >= NODES)
    return from;
  int n = ++f->nnodes;
  f->tree[n] = to;
  f->root[n] = root;
  f->parent[n] = (uint8_t)from;
  f->depth[n] = 1;
  if (from)
    f->depth[n] = (uint8_t)(f->depth[from] + 1);

  return n;
}

/* One hex of a retreat; through a zone it costs a level (5.3.4). */
static void go_back(struct sal_play *p, int u, sal_hex to) {
  struct combat *f = &S(p)->fight;
  struct unit *unit = &S(p)->unit[u];
  int i = wb_part_index(f, u);
  sal_hex from = unit->at;
  enum refuge price = refuge(p, u, from, sal_dir_to(B(p), from, to));

  f->node[i] = (uint8_t)branch(f, f->node[i], f->base[i], to);
  retreat_of(p)->current = (uint16_t)(i + 1);
  unit->more |= RETREATED;
  sal_tell(p, E_RETREATS, R_5_3_1, SAL_EVU(u, .at = {to, from}));
  wb_put(p, u, to);
  if (price == FOR_A_LEVEL)
    wb_lose(p, u, R_5_3_4);
}

/* One choice. */
static void retreat_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;

  switch (a.verb) {
  case V_DONE: sal_pop(p); break;
  case V_STOP: retreat_of(p)->current = 0; break;
  default: go_back(p, unit_of(a), hex_of(a, 1)); break;
  }
}

/* Whether any step of a retreat is open. */
static bool anybody_can_go(const struct sal_play *p) {
  int side = sal_top(p)->side;

  EACH_PART(&S(p)->fight, u) {
    if (!wb_shares(p, u, side))
      continue;
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(B(p), S(p)->unit[u].at, d);
      if (to && may_retreat(p, side, u, to, NULL))
        return true;
    }
  }

  return false;
}

/* If no unit can retreat, holding follows at once. A unit under way that can only stop, stops. */
static bool retreat_run(struct sal_play *p) {
  struct retreat *retreat = retreat_of(p);

  if (anybody_can_go(p))
    return false;
  if (retreat->current)
    retreat->current = 0;
  else
    sal_pop(p);

  return true;
}

/* Says who is how many hexes short. */
static void retreat_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  int current = retreat_of(p)->current;

  if (current) {
    int u = f->part[current - 1];
    sal_prompt_select(out, (sal_unit)u);
    sal_prompt_say(out, "%s: %s goes on, or stops here and pays for what is left.", people(side),
                   p->book->counter[u].label);
  } else {
    sal_prompt_say(out, "%s: retreat by %d {hex/hexes}; each hex not gone back costs a level.",
                   people(side), f->back[side]);
  }
  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    int owed = wb_shortfall(p, i);
    if (!owed)
      continue;
    if (!wb_shares(p, u, side))
      continue;
    if (fixed(p, u))
      continue;
    sal_prompt_owe(out, R_5_3_7, SAL_AT_UNIT, u, "%s is %d {hex/hexes} short",
                   p->book->counter[u].label, owed);
  }
}

const struct sal_node wb_retreat = {.id = "attack.retreat",
                                    .rule = R_5_3_1,
                                    .run = retreat_run,
                                    .list = retreat_list,
                                    .check = retreat_check,
                                    .apply = retreat_apply,
                                    .prompt = retreat_prompt};
