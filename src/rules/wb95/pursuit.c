/* pursuit.c - 5.4: the winner follows the retreat.
 *
 * A pursuer first enters a vacated hex, then goes from node to node of the retreat tree; if no unit
 * retreated but one was eliminated, one hex beyond (5.4.10).
 */
#include "state.h"

/* ---- how far a pursuer has come --------------------------------------------------------- */

struct chase {
  sal_hex at, root; /* where it is, and the vacated hex */
  int node, gone;   /* where on the retreat tree; hexes so far */
  bool ended;
};

/* 5.4.1, 5.4.10: a unit that fought there has retreated, or is no more. */
static bool gave_way(const struct sal_play *p, int loser, sal_hex h, bool dead_only) {
  const struct combat *f = &S(p)->fight;

  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    if (f->base[i] != h)
      continue;
    if (side_of(p, u) != loser)
      continue;
    if (!(S(p)->unit[u].part & (PA | PD)))
      continue;
    if (!on_map(p, u))
      return true;
    if (f->node[i] && !dead_only)
      return true;
  }

  return false;
}

/* 5.4.6, 5.4.7; the hexes are neighbours */
static bool enterable(const struct sal_play *p, int u, sal_hex from, sal_hex to) {
  const struct kind *k = K(p, u);
  const struct cell *cell = &S(p)->cell[to];

  if (wb_p4(p, u, from, sal_dir_to(B(p), from, to)))
    return false;
  if (k->role != HQ && O(p)->enter[k->class][to] == SAL_BARRED)
    return false;
  if (!(cell->pres & occ(sal_enemy(side_of(p, u)))))
    return true;

  if (!cell->soft)
    return false;

  return is_regular(k);
}

/* What keeps a unit out of it. */
static bool why_barred(const struct sal_play *p, int u, sal_hex from, sal_hex to,
                       struct sal_refusal *why) {
  if (wb_p4(p, u, from, sal_dir_to(B(p), from, to)))
    return sal_refuse(why, R_P_4, "{u0} may not cross the Doniec there.", u, 0);
  if (S(p)->cell[to].pres & occ(sal_enemy(side_of(p, u))))
    return sal_refuse(why, R_5_4_4, "There are enemies in {h1}.", u, to);
  return sal_refuse(why, R_5_4_7, "{u0} cannot enter {h1}.", u, to);
}

/* 5.4.1, 5.4.6: why the way leads to no place to stay. */
static bool why_restless(const struct sal_play *p, int u, struct sal_refusal *why) {
  if (K(p, u)->role == HQ)
    return sal_refuse(why, R_5_4_1, "That way {u0} does not come to the unit that it follows.", u,
                      0);
  return sal_refuse(why, R_5_4_6, "There is no room for {u0} that way.", u, 0);
}

/* n is the node or beyond it; everything is beyond node 0 */
bool wb_leads_to(const struct combat *f, int node, int n) {
  while (n != node && n)
    n = f->parent[n];
  return n == node;
}

/* of the longest retreat that way */
static int length_through(const struct combat *f, int node, sal_hex root) {
  int most = 0;

  for (int n = 1; n <= f->nnodes; n++)
    if (f->root[n] == root && wb_leads_to(f, node, n))
      most = larger(most, f->depth[n]);
  return most;
}

/* Whether the step crosses a big river. */
static bool over_big_river(const struct sal_play *p, sal_hex from, sal_hex to) {
  return B(p)->side[from * 6 + sal_dir_to(B(p), from, to)] & O(p)->big_river;
}

/* 5.4.2: a hex off the path is the last one; 5.4.8: so is one over a big river. */
static struct chase follow(const struct sal_play *p, struct chase c, sal_hex to) {
  const struct combat *f = &S(p)->fight;
  int next = 0;

  for (int n = 1; n <= f->nnodes; n++)
    if (f->parent[n] == c.node && f->tree[n] == to && f->root[n] == c.root)
      next = n;
  return (struct chase){.at = to,
                        .root = c.root,
                        .node = next ? next : c.node,
                        .gone = c.gone + 1,
                        .ended = !next || over_big_river(p, c.at, to)};
}

/* A pursuit begins with the vacated hex. */
static struct chase start_at(const struct sal_play *p, sal_hex from, sal_hex vacated) {
  return (struct chase){
      .at = vacated, .root = vacated, .gone = 1, .ended = over_big_river(p, from, vacated)};
}

/* The pursuit that the frame describes. */
static struct chase under_way(const struct sal_play *p) {
  const struct pursuit *pursuit = pursuit_of(p);

  return (struct chase){.at = S(p)->unit[pursuit->pursuer - 1].at,
                        .root = pursuit->vacated,
                        .node = pursuit->node,
                        .gone = pursuit->gone,
                        .ended = pursuit->ended};
}

/* ---- who may pursue, and where to ------------------------------------------------------- */

static bool may_follow(const struct sal_play *p, int u, struct chase c, sal_hex to,
                       struct sal_refusal *why);

/* The hex a unit was in when the combat began. */
static sal_hex base_of(const struct sal_play *p, int u) {
  const struct combat *f = &S(p)->fight;
  int i = wb_part_index(f, u);
  return i < 0 ? S(p)->unit[u].at : f->base[i];
}

/* 5.4.1: a unit that fought in the hex of the headquarters and has pursued leads it. In `h`, or
 * anywhere when that is SAL_NOHEX. */
static bool has_leader(const struct sal_play *p, int hq, sal_hex h) {
  const struct combat *f = &S(p)->fight;
  sal_hex base = base_of(p, hq);

  for (int i = 0; i < f->nparts; i++) {
    int u = f->part[i];
    const struct unit *unit = &S(p)->unit[u];
    if (f->base[i] != base)
      continue;
    if (!wb_shares(p, u, side_of(p, hq)))
      continue;
    if (K(p, u)->role == HQ)
      continue;
    if (!(unit->part & PGONE))
      continue;
    if (!h)
      return true;
    if (unit->at == h)
      return true;
  }

  return false;
}

/* 5.4.6: there is room to stay. 5.4.1: a headquarters stays with the unit that it follows. */
static bool may_stay(const struct sal_play *p, int u, sal_hex h) {
  if (!wb_has_room(p, u, h))
    return false;
  if (K(p, u)->role != HQ)
    return true;
  return has_leader(p, u, h);
}

/* 5.4.6: there is room to stay, or a way on to where there is. */
static bool may_rest(const struct sal_play *p, int u, struct chase c) {
  bool overruns = S(p)->cell[c.at].pres & occ(sal_enemy(side_of(p, u)));

  if (overruns)
    return true;
  if (may_stay(p, u, c.at))
    return true;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), c.at, d);
    if (to && may_follow(p, u, c, to, NULL))
      return true;
  }

  return false;
}

/* 5.4.6: a pursuit is as long as the retreat. 5.4.10: if a unit was eliminated it may go one hex
 * beyond the vacated one, unless it is in an enemy zone there. */
static bool has_length(const struct sal_play *p, int u, struct chase c, struct sal_refusal *why) {
  int side = side_of(p, u);
  int limit = length_through(&S(p)->fight, c.node, c.root);

  if (c.ended)
    return sal_refuse(why, R_5_4_2, "{u0} can go no further.", u, 0);
  if (c.gone < limit)
    return true;
  if (!gave_way(p, sal_enemy(side), c.root, true))
    return sal_refuse(why, R_5_4_6, "{u0} has gone as far as the retreat.", u, 0);
  if (c.gone >= 2)
    return sal_refuse(why, R_5_4_10, "{u0} may advance one hex beyond the vacated one.", u, 0);
  if (wb_in_zoc(p, side, c.at))
    return sal_refuse(why, R_5_4_10, "{u0} must stop in the enemy zone of control.", u, 0);

  return true;
}

static bool may_follow(const struct sal_play *p, int u, struct chase c, sal_hex to,
                       struct sal_refusal *why) {
  if (!has_length(p, u, c, why))
    return false;
  if (sal_distance(B(p), c.at, to) != 1 || to == c.root)
    return sal_refuse(why, R_5_4_2, "{h1} is not the next hex.", u, to);
  if (!enterable(p, u, c.at, to))
    return why_barred(p, u, c.at, to, why);
  if (!may_rest(p, u, follow(p, c, to)))
    return why_restless(p, u, why);

  return true;
}

/* Which units may pursue. */
static bool pursues(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool hq = K(p, u)->role == HQ;

  if (side_of(p, u) != side)
    return sal_refuse(why, R_5_4_1, "{u0} is not a unit of the winner.", u, 0);
  if (is_towed(K(p, u)))
    return sal_refuse(why, R_5_4_9, "{u0} is towed and never pursues.", u, 0);
  if (unit->part & PGONE)
    return sal_refuse(why, R_5_4_6, "{u0} has pursued.", u, 0);
  if (hq && !has_leader(p, u, SAL_NOHEX))
    return sal_refuse(why, R_5_4_1, "{u0} only follows a unit of its stack that has pursued.", u,
                      0);
  if (!hq && !(unit->part & PSHARE))
    return sal_refuse(why, R_5_4_1, "{u0} did not fight in this combat.", u, 0);
  if (!K(p, u)->mp)
    return sal_refuse(why, R_15_2_1, "{u0} never moves.", u, 0);
  if (wb_frozen(p, u))
    return sal_refuse(why, R_K_3, "{u0} may not pursue before {n1} July.", u, O(p)->place[u].from);

  return true;
}

/* 5.4.1, 5.4.4, 5.4.6: into a hex that was vacated, next to the pursuer, with room. */
static bool may_start_pursuit(const struct sal_play *p, int side, int u, sal_hex to,
                              struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct cell *cell = &S(p)->cell[to];
  bool enemies = cell->pres & occ(sal_enemy(side));

  if (!pursues(p, side, u, why))
    return false;
  if (!gave_way(p, sal_enemy(side), to, false))
    return sal_refuse(why, R_5_4_4, "{h1} was not vacated in this combat.", u, to);
  if (enemies && !cell->soft)
    return sal_refuse(why, R_5_4_4, "Enemies still hold {h1}.", u, to);
  if (sal_distance(B(p), unit->at, to) != 1)
    return sal_refuse(why, R_5_4_1, "{u0} is not next to {h1}.", u, to);
  if (!unit->part && S(p)->fight.nparts == PARTS)
    return sal_refuse(why, R_5_4_1, "{u0} stays behind.", u, 0);
  if (!enterable(p, u, unit->at, to))
    return why_barred(p, u, unit->at, to, why);
  if (!may_rest(p, u, start_at(p, unit->at, to)))
    return why_restless(p, u, why);

  return true;
}

/* One pursuer after another. */
static bool may_pursue(const struct sal_play *p, int side, int u, sal_hex to,
                       struct sal_refusal *why) {
  int pursuer = pursuit_of(p)->pursuer;

  if (!pursuer)
    return may_start_pursuit(p, side, u, to, why);
  if (pursuer - 1 != u)
    return sal_refuse(why, R_5_4_2, "{u0} must finish its pursuit first.", pursuer - 1, 0);

  return may_follow(p, u, under_way(p), to, why);
}

/* 5.4.6: a pursuer stops where there is room for it. */
static bool may_stop_pursuit(const struct sal_play *p, struct sal_refusal *why) {
  int pursuer = pursuit_of(p)->pursuer;

  if (!pursuer)
    return sal_refuse(why, R_5_4_2, "No unit is in the middle of a pursuit.", 0, 0);
  int u = pursuer - 1;
  if (!wb_has_room(p, u, S(p)->unit[u].at))
    return sal_refuse(why, R_5_4_6, "There is no room for {u0} to stop here.", u, 0);
  if (!may_stay(p, u, S(p)->unit[u].at))
    return sal_refuse(why, R_5_4_1, "{u0} stays with the unit that it follows.", u, 0);

  return true;
}

/* ---- the node --------------------------------------------------------------------------- */

/* The pursuer under way stops or goes on. */
static void list_going_on(const struct sal_play *p, struct sal_list *l) {
  int u = pursuit_of(p)->pursuer - 1;

  if (may_stop_pursuit(p, NULL))
    sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), S(p)->unit[u].at, d);
    if (to && may_follow(p, u, under_way(p), to, NULL))
      sal_list_add(l, sal_act(V_PURSUE, u, to, 0));
  }
}

/* The hexes that a unit could begin with. */
static void list_starts(const struct sal_play *p, int side, int u, struct sal_list *l) {
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), S(p)->unit[u].at, d);
    if (to && may_start_pursuit(p, side, u, to, NULL))
      sal_list_add(l, sal_act(V_PURSUE, u, to, 0));
  }
}

/* Units that fought, headquarters with them, or the end of the pursuit. */
static void pursue_list(const struct sal_play *p, int side, struct sal_list *l) {
  if (pursuit_of(p)->pursuer) {
    list_going_on(p, l);
    return;
  }
  EACH_PART(&S(p)->fight, u) {
    if (on_map(p, u) && side_of(p, u) == side && K(p, u)->role != HQ)
      list_starts(p, side, u, l);
  }
  EACH_HQ(p, side, u) {
    if (on_map(p, u))
      list_starts(p, side, u, l);
  }
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* The same order as in the list. */
static bool pursue_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_PURSUE)
    return may_pursue(p, side, unit_of(a), hex_of(a, 1), why);
  if (a.verb == V_STOP)
    return may_stop_pursuit(p, why);
  if (a.verb != V_DONE)
    return sal_refuse(why, R_5_4_1, "The pursuit comes first.", 0, 0);
  if (pursuit_of(p)->pursuer)
    return sal_refuse(why, R_5_4_2, "A unit must finish its pursuit first.", 0, 0);

  return true;
}

/* Ends the pursuit of the unit under way. */
static void stop_pursuer(struct sal_play *p) {
  *pursuit_of(p) = (struct pursuit){0};
}

/* A headquarters joins the units that fought. */
static void go_along(struct sal_play *p, int u) {
  struct combat *f = &S(p)->fight;
  f->base[f->nparts] = S(p)->unit[u].at;
  f->part[f->nparts++] = (uint16_t)u;
}

/* The rule that takes a pursuer to where it is. */
static int pursuit_rule(const struct sal_play *p, int side, sal_hex from, const struct chase *c) {
  if (over_big_river(p, from, c->at))
    return R_5_4_8;
  if (c->gone > length_through(&S(p)->fight, 0, c->root))
    return R_5_4_10;
  return wb_in_zoc(p, side, c->at) ? R_5_4_5 : R_5_4_2;
}

/* One hex of a pursuit; guns and headquarters left alone there are lost (6.2.4N). */
static void go_on(struct sal_play *p, int side, int u, sal_hex to) {
  struct state *s = S(p);
  struct pursuit *pursuit = pursuit_of(p);
  struct unit *unit = &s->unit[u];
  sal_hex from = unit->at;
  struct chase c = pursuit->pursuer ? follow(p, under_way(p), to) : start_at(p, from, to);

  if (!unit->part)
    go_along(p, u);
  unit->part |= PGONE;
  pursuit->pursuer = (uint16_t)(u + 1);
  pursuit->node = (uint16_t)c.node;
  pursuit->vacated = c.root;
  pursuit->gone = (uint16_t)c.gone;
  pursuit->ended = c.ended;
  while (s->cell[to].pres & occ(sal_enemy(side)))
    wb_eliminate(p, s->cell[to].first - 1, R_6_2_4N);
  unit->more |= ACTIVE;
  wb_touch(p, u);
  sal_tell(p, E_PURSUES, pursuit_rule(p, side, from, &c), SAL_EVU(u, .at = {to, from}));
  wb_crossed_line(p, u, from, sal_dir_to(B(p), from, to));
  wb_put(p, u, to);
}

/* One choice. */
static void pursue_apply(struct sal_play *p, int side, struct sal_action a) {
  switch (a.verb) {
  case V_DONE: sal_pop(p); break;
  case V_STOP: stop_pursuer(p); break;
  default: go_on(p, side, unit_of(a), hex_of(a, 1)); break;
  }
}

/* A pursuer that cannot go on stops; when no unit can pursue, the pursuit is over. */
static bool pursue_run(struct sal_play *p) {
  struct sal_list room;

  room.n = 0;
  pursue_list(p, sal_top(p)->side, &room);
  bool must_go_on = room.n == 1 && room.a[0].verb == V_PURSUE;
  if (room.n > 1)
    return false;
  if (must_go_on)
    return false;
  if (pursuit_of(p)->pursuer)
    stop_pursuer(p);
  else
    sal_pop(p);

  return true;
}

/* 5.4.3: from where the pursuer stands the retreat went on along several paths, this hex on one of
 * them. */
bool wb_forks(const struct sal_play *p, sal_hex to) {
  const struct pursuit *pursuit = pursuit_of(p);
  const struct combat *f = &S(p)->fight;
  int paths = 0;
  bool on_one = false;

  for (int i = 1; i <= f->nnodes; i++) {
    if (f->parent[i] != pursuit->node)
      continue;
    if (f->root[i] != pursuit->vacated)
      continue;
    paths++;
    if (f->tree[i] == to)
      on_one = true;
  }

  if (!on_one)
    return false;

  return paths > 1;
}

/* Says how far a pursuit may go. */
static void pursue_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct pursuit *pursuit = pursuit_of(p);
  const struct combat *f = &S(p)->fight;
  int most = 0;

  for (int n = 1; n <= f->nnodes; n++)
    most = larger(most, f->depth[n]);
  if (pursuit->pursuer) {
    sal_prompt_select(out, (sal_unit)(pursuit->pursuer - 1));
    sal_prompt_say(out, "%s: follow the retreat or stop; %d {hex/hexes} gone so far.", people(side),
                   pursuit->gone);
  } else if (most) {
    sal_prompt_say(out,
                   "%s: units that fought may pursue, the hex given up first, %d {hex/hexes} at "
                   "most.",
                   people(side), most);
  } else {
    sal_prompt_say(out,
                   "%s: units that fought may enter the hex that was emptied, and one beyond it.",
                   people(side));
  }
}

const struct sal_node wb_pursue = {.id = "attack.pursue",
                                   .rule = R_5_4_1,
                                   .run = pursue_run,
                                   .list = pursue_list,
                                   .check = pursue_check,
                                   .apply = pursue_apply,
                                   .prompt = pursue_prompt};
