/* supply.c - 10, 4.3, 17, 18, 22: the supply phase.
 *
 * Lines of supply are one shortest-path flood from all bases (10.1R): roads and chains of adjacent
 * friends cost nothing, everything else the price of trucks, and the total must not exceed the
 * nation's points.
 */
#include "state.h"

#include <string.h>

/* ---- 10.1R the flood -------------------------------------------------------------------- */

struct room { /* in p->scratch, behind the distances */
  uint8_t block[SAL_MAX_CELLS];
  uint16_t head[256], hex[3 * SAL_MAX_CELLS], next[3 * SAL_MAX_CELLS];
  int pool;
};

/* Where the units of an enemy stack close the way: everybody's zone but headquarters' and packed
 * guns'. */
static int supply_reach(const struct sal_play *p, sal_hex h) {
  int reach = 0;

  EACH_AT(S(p), u, h) {
    const struct kind *k = K(p, u);
    if (k->role != HQ && !(S(p)->unit[u].more & PACKED))
      reach |= O(p)->reach[k->class == FOOT][h];
  }

  return reach;
}

/* 10.1.11: enemy units and towns close the hexes around them to supply. */
static void supply_zone(const struct sal_play *p, int side, uint8_t *zone) {
  const struct sal_board *b = B(p);
  int enemy = sal_enemy(side);

  EACH_HEX(b, h) {
    const struct cell *cell = &S(p)->cell[h];
    int reach = 0;
    if (cell->pres & occ(enemy))
      reach = supply_reach(p, (sal_hex)h);
    if (O(p)->line[h] & TOWN && cell->ground & held(enemy)) {
      reach = ZOC;
      zone[h] = 1;
    }
    for (int d = 0; d < 6; d++)
      if (reach >> d & 1)
        zone[h + b->step[d]] = 1;
  }
}

/* 10.1.10: enemies close their hex, a regular unit of the side opens its own. */
static void block_hexes(const struct sal_play *p, int side, uint8_t *block) {
  supply_zone(p, side, block);
  EACH_HEX(B(p), h) {
    int pres = S(p)->cell[h].pres;
    if (pres & occ(sal_enemy(side)))
      block[h] = 1;
    else if (wb_regular_at(p, (sal_hex)h))
      block[h] = 0;
  }
}

/* 10.1.5, 10.1.9: roads and neighbours cost nothing; a big river is crossed on bridges. */
static int supply_edge(const struct sal_play *p, int side, sal_hex a, int d) {
  sal_hex b = (sal_hex)(a + B(p)->step[d]);
  bool friends = S(p)->cell[a].pres & occ(side) && S(p)->cell[b].pres & occ(side);
  bool big = B(p)->side[a * 6 + d] & O(p)->big_river;

  if (wb_road_open(p, a, d))
    return 0;
  if (big && !wb_spanned(p, a, d))
    return SAL_BARRED;

  return friends ? 0 : O(p)->plain[TRUCK][a * 6 + d];
}

/* Puts a hex into the bucket of its cost. */
static void push_hex(struct room *r, uint8_t *dist, sal_hex h, int cost) {
  int entry = r->pool++;

  SAL_ASSERT(entry < 3 * SAL_MAX_CELLS);
  dist[h] = (uint8_t)cost;
  r->hex[entry] = h;
  r->next[entry] = r->head[cost];
  r->head[cost] = (uint16_t)entry;
}

/* Whether a road or a town is in the hex. */
static bool on_road(const struct sal_play *p, sal_hex h) {
  const struct own *o = O(p);

  if (o->line[h] & TOWN)
    return true;
  for (int d = 0; d < 6; d++)
    if (B(p)->path[h * 6 + d] & (o->main_road | o->minor_road))
      return true;

  return false;
}

/* 10.1.2: the flood begins at the bases that are not closed. */
static void push_bases(const struct sal_play *p, int side, struct room *r, uint8_t *dist) {
  const struct sal_region *base = O(p)->base[side];

  for (int i = 0; base && i < base->n; i++) {
    sal_hex h = base->hexes[i];
    int cost = on_road(p, h) ? 0 : O(p)->enter[TRUCK][h];
    if (!r->block[h])
      push_hex(r, dist, h, cost);
  }
}

/* Goes on from a hex to its open neighbours. */
static void spread_from(const struct sal_play *p, int side, struct room *r, uint8_t *dist,
                        sal_hex h) {
  int limit = O(p)->supply[side];

  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    if (!to)
      continue;
    if (r->block[to] || dist[to] <= dist[h]) /* no edge costs less than nothing */
      continue;
    int cost = dist[h] + supply_edge(p, side, h, d);
    if (cost <= limit && cost < dist[to])
      push_hex(r, dist, to, cost);
  }
}

/* 10.1.7: what a line of supply costs to each hex; 255 where there is none. */
void wb_trace(const struct sal_play *p, int side, uint8_t *dist) {
  struct room *r = (struct room *)((uint8_t *)p->scratch + SAL_MAX_CELLS);

  r->pool = 1;
  memset(dist, SAL_FAR, B(p)->cells);
  memset(r->block, 0, B(p)->cells);
  memset(r->head, 0, sizeof r->head);
  block_hexes(p, side, r->block);
  push_bases(p, side, r, dist);
  for (int cost = 0; cost <= O(p)->supply[side]; cost++) {
    while (r->head[cost]) {
      int entry = r->head[cost];
      sal_hex h = r->hex[entry];
      r->head[cost] = r->next[entry];
      if (dist[h] == cost)
        spread_from(p, side, r, dist, h);
    }
  }
}

/* ---- 10.2 levels and surrender ---------------------------------------------------------- */

/* All units are judged on the same situation. How many have no line of supply. */
static int find_cut_off(struct sal_play *p, int side) {
  uint8_t *dist = p->scratch;
  int cut = 0;

  wb_trace(p, side, dist);
  EACH_OWN(p, side, u) {
    struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u))
      continue;
    unit->more |= SUPPLIED;
    if (dist[unit->at] <= O(p)->supply[side])
      continue;
    unit->more &= (uint8_t)~SUPPLIED;
    cut++;
  }

  return cut;
}

/* 10.2.1, 10.2.7: a unit that is cut off gets its first level; a supplied one loses four. */
static void change_level(struct sal_play *p, int u) {
  enum { REGAINED = 4 };
  struct unit *unit = &S(p)->unit[u];
  bool supplied = unit->more & SUPPLIED;

  if (supplied && unit->oos) {
    unit->oos = (uint8_t)larger(unit->oos - REGAINED, 0);
    wb_note_number(p, E_OOS, unit->oos ? R_10_2_7 : R_10_2_8, u, unit->oos);
  }
  if (!supplied && !unit->oos) {
    unit->oos = 1;
    wb_note_number(p, E_OOS, R_10_2_1, u, unit->oos);
  }
}

/* 10.1.2, 10.2: which units have a line of supply, and what that does to their levels. An event
 * tells only of units without one. */
static void trace_all(struct sal_play *p, int side) {
  uint8_t seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH);
  int cut = find_cut_off(p, side);

  EACH_OWN(p, side, u) {
    if (on_map(p, u))
      change_level(p, u);
  }
  if (!cut)
    return;
  sal_tell(p, E_TRACE, R_10_1_2, SAL_EV(.n = {(int16_t)cut, (int16_t)side}, .seen = seen));
}

/* 10.2.6: a unit that rolls below its level surrenders; below level 3 no roll could bring it about.
 */
static void surrender(struct sal_play *p, int side) {
  enum { FIRST = 3 };

  EACH_OWN(p, side, u) {
    const struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u))
      continue;
    if (unit->more & SUPPLIED)
      continue;
    if (unit->oos < FIRST)
      continue;
    int roll = wb_two_dice(p, R_10_2_6);
    wb_note_number(p, E_SURRENDER, R_10_2_6, u, roll);
    if (unit->oos <= roll)
      continue;
    sal_hex h = unit->at;
    wb_eliminate(p, u, R_10_2_6);
    sal_tell(p, E_LAID_DOWN, R_4_3_4, SAL_EVU(u, .at = {h}));
  }
}

/* ---- 18, 22: mines and Panthers --------------------------------------------------------- */

/* 18.1.1-18.1.4: until 11 July mines cost the Germans a level for each die of 3 or less: four dice
 * in the north, six in the south. */
static void mines(struct sal_play *p, int mode) {
  enum { HIT = 3 };
  bool north = mode == L_MINES_N;
  int dice = north ? 4 : 6;
  int hits = 0;

  if (!S(p)->head.option[O_MINES])
    return;
  if (date_of(p) > LAST_DAY_OF_MINES)
    return;
  if (!(O(p)->scenario & (north ? SC_K : SC_P)))
    return;
  for (int i = 0; i < dice; i++)
    hits += wb_die(p, R_18_1_2) <= HIT;
  sal_tell(p, E_MINES, R_18_1_4, SAL_EV(.n = {(int16_t)hits, (int16_t)dice}));
  if (hits)
    wb_ask_losses(p, SAL_GERMAN, hits, mode, SAL_NOHEX, R_18_1_3);
}

/* 22.1.1: Panthers that moved or attacked break down on 3 or less. */
static void panthers(struct sal_play *p) {
  enum { BREAKS = 3 };

  EACH_OWN(p, SAL_GERMAN, u) {
    bool active = S(p)->unit[u].more & ACTIVE;
    if (!on_map(p, u))
      continue;
    if (!(K(p, u)->flag & F_PANTHER))
      continue;
    if (!active)
      continue;
    int die = wb_die(p, R_22_1_1);
    wb_note_number(p, E_PANTHER, R_22_1_2, u, die);
    if (die <= BREAKS)
      wb_lose(p, u, R_22_1_1);
  }
}

/* ---- 17 repair -------------------------------------------------------------------------- */

/* 17.1.1: each front has its own repair marker. */
static int front_of(const struct sal_play *p, sal_hex h) {
  return O(p)->line[h] & LINE_SOUTH ? 1 : 0;
}

/* 17.1.1-17.1.3: one German armoured unit a front, reduced and in supply, no Panthers or
 * Ferdinands.
 */
static bool may_repair(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct kind *k = K(p, u);
  const struct unit *unit = &S(p)->unit[u];
  bool armoured = k->class == TRACK && is_regular(k);

  if (!on_map(p, u) || side_of(p, u) != SAL_GERMAN || !armoured)
    return sal_refuse(why, R_17_1_2, "{u0} is not an armoured unit.", u, 0);
  if (k->flag & (F_PANTHER | F_FERDINAND))
    return sal_refuse(why, R_17_1_3, "{u0} cannot be repaired.", u, 0);
  if (unit->cel >= k->cel)
    return sal_refuse(why, R_17_1_2, "{u0} needs no repair.", u, 0);
  if (!(unit->more & SUPPLIED))
    return sal_refuse(why, R_17_1_2, "{u0} is out of supply.", u, 0);
  if (S(p)->repair[front_of(p, unit->at)])
    return sal_refuse(why, R_17_1_1, "The repair marker of this front is in use.", 0, 0);

  return true;
}

/* 17.1.2: a unit left alone since the last supply phase regains its level. */
static void finish_repairs(struct sal_play *p) {
  struct state *s = S(p);

  for (int front = 0; front < 2; front++) {
    int marker = s->repair[front];
    s->repair[front] = 0;
    if (!marker)
      continue;
    int u = marker - 1;
    struct unit *unit = &s->unit[u];
    bool disturbed = unit->more & TOUCHED || wb_in_zoc(p, SAL_GERMAN, unit->at);
    if (disturbed)
      continue;
    if (unit->cel >= K(p, u)->cel)
      continue;
    unit->cel++;
    wb_refresh(p->book, s, unit->at);
    wb_note(p, E_REPAIRED, R_17_1_2, u);
  }
}

/* Asks nothing if nothing can be repaired. */
static bool repair_run(struct sal_play *p) {
  EACH_OWN(p, SAL_GERMAN, u) {
    if (may_repair(p, u, NULL))
      return false;
  }
  sal_pop(p);
  return true;
}

/* Units for the marker, or pass. */
static void repair_list(const struct sal_play *p, int side, struct sal_list *l) {
  EACH_OWN(p, side, u) {
    if (may_repair(p, u, NULL))
      sal_list_add(l, sal_act(V_REPAIR, u, 0, 0));
  }
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* Only the marker is placed here. */
static bool repair_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  (void)side;

  if (a.verb == V_REPAIR)
    return may_repair(p, unit_of(a), why);
  if (a.verb != V_DONE)
    return wb_not_now(p, a, why);

  return true;
}

/* The unit goes into repair and must not be touched. */
static void repair_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  (void)side;

  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  int u = unit_of(a);
  struct unit *unit = &s->unit[u];
  s->repair[front_of(p, unit->at)] = (uint16_t)(u + 1);
  unit->more &= (uint8_t)~TOUCHED;
  if (wb_in_zoc(p, SAL_GERMAN, unit->at)) /* in an enemy zone at any time */
    unit->more |= TOUCHED;
  wb_note(p, E_REPAIRING, R_17_1_2, u);
}

/* Asks for the marker's place. */
static void repair_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: put the repair marker on a reduced armoured unit, or pass.",
                 people(side));
}

const struct sal_node wb_repair = {.id = "supply.repair",
                                   .rule = R_17_1_2,
                                   .run = repair_run,
                                   .list = repair_list,
                                   .check = repair_check,
                                   .apply = repair_apply,
                                   .prompt = repair_prompt};

/* ---- 4.3 control ------------------------------------------------------------------------ */

enum { NOBODYS = 2 }; /* of E_CONTROL, after the two sides */

/* Changes the control of a hex; an event tells of towns. */
static void set_control(struct sal_play *p, sal_hex h, int bits, int rule) {
  struct cell *cell = &S(p)->cell[h];
  int owner = NOBODYS;

  if ((cell->ground & (HELD_G | HELD_S)) == bits)
    return;
  cell->ground = (uint8_t)((cell->ground & ~(HELD_G | HELD_S)) | bits);
  if (!(O(p)->line[h] & TOWN))
    return;
  if (bits)
    owner = bits == HELD_G ? SAL_GERMAN : SAL_SOVIET;
  sal_tell(p, E_CONTROL, rule, SAL_EV(.at = {h}, .n = {(int16_t)owner}));
}

/* 4.3.3, 4.3.5, 4.3.6: a supplied unit takes the empty hexes of its zone; hexes also in an enemy
 * zone belong to neither side. */
static void control_beside(struct sal_play *p, int side, int u, sal_hex to) {
  uint8_t seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH);
  bool theirs = !(S(p)->cell[to].ground & held(side));

  if (wb_in_zoc(p, side, to))
    set_control(p, to, 0, R_4_3_6);
  else if (S(p)->unit[u].more & SUPPLIED)
    set_control(p, to, held(side), R_4_3_3);
  else if (theirs && O(p)->line[to] & TOWN)
    sal_tell(p, E_NO_HOLD, R_4_3_5, SAL_EVU(u, .at = {to}, .seen = seen));
}

/* 4.3.2: a unit controls the hex it is in. */
static void control(struct sal_play *p, int side) {
  EACH_OWN(p, side, u) {
    if (!on_map(p, u))
      continue;
    sal_hex h = S(p)->unit[u].at;
    const struct kind *k = K(p, u);
    int reach = is_regular(k) ? O(p)->reach[k->class == FOOT][h] : 0;
    set_control(p, h, held(side), R_4_3_2);
    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(B(p), h, d);
      if (reach >> d & 1 && !S(p)->cell[to].pres)
        control_beside(p, side, u, to);
    }
  }
}

/* ---- the phase -------------------------------------------------------------------------- */

/* Whether a big river runs along the hex. */
static bool at_big_river(const struct sal_play *p, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (B(p)->side[h * 6 + d] & O(p)->big_river)
      return true;
  return false;
}

/* What the units remember until the supply phase is forgotten; headquarters at a big river may now
 * begin a bridge (14.3.2). */
static void close_phase(struct sal_play *p, int side) {
  control(p, side);
  EACH_OWN(p, side, u) {
    struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u))
      continue;
    unit->more &= (uint8_t) ~(MINED | ACTIVE | TOPPED | ON_BANK);
    unit->status &= (uint8_t)~MINED_SOUTH;
    if (K(p, u)->role == HQ && at_big_river(p, unit->at))
      unit->more |= ON_BANK;
  }
  if (side == SAL_GERMAN)
    wb_rivers(p);
  wb_check_automatic(p, side);
}

enum { LINES, NORTHERN_MINES, SOUTHERN_MINES, WORKSHOPS };

/* The stages of the phase; mines and workshops are the German's alone. */
static bool supply_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  int stage = supply_of(p)->stage++;
  bool german = side == SAL_GERMAN;

  if (stage == LINES) {
    trace_all(p, side);
    surrender(p, side);
  } else if (stage == NORTHERN_MINES && german) {
    mines(p, L_MINES_N);
  } else if (stage == SOUTHERN_MINES && german) {
    mines(p, L_MINES_S);
  } else if (stage == WORKSHOPS && german) {
    panthers(p);
    finish_repairs(p);
    sal_push(p, N_REPAIR, side);
  } else if (stage > WORKSHOPS) {
    sal_pop(p);
    close_phase(p, side);
  }

  return true;
}

const struct sal_node wb_supply = {.id = "supply", .rule = R_10_1_2, .run = supply_run};
