/* ask.c - questions to a view: where a unit can go, overlays, printable records; standing orders.
 *
 * The reach is a shortest-path flood with the prices and zones of move.c. It leaves out overruns and the extra
 * hex of the secondary route, which depend on the way a unit came.
 */
#include "state.h"

#include <string.h>

/* ---- reach ------------------------------------------------------------------------------------------------- */

struct search {
  uint8_t dist[SAL_MAX_CELLS];
  uint16_t from[SAL_MAX_CELLS], queue[SAL_MAX_CELLS];
  uint8_t halt[SAL_MAX_CELLS];
};

static void reach_flood(const struct sal_play *p, int u, sal_hex start, int left, int initial, bool strategic, struct search *w) {
  const struct sal_board *b = B(p);
  int side = side_of(p, u);
  memset(w->dist, 255, b->cells);
  memset(w->halt, 0, b->cells);
  w->dist[start] = 0;
  w->from[start] = SAL_NOHEX;
  for (int c = 0; c <= left; c++)
    for (int i = 0; i < b->nhexes; i++) {
      sal_hex h = b->order[i];
      if (w->dist[h] != c || w->halt[h]) continue;
      for (int d = 0; d < 6; d++) {
        sal_hex to = sal_next(b, h, d);
        if (!to || S(p)->cell[to].pres & occ(sal_enemy(side)) || wb_zoc_to_zoc(p, side, h, d) || wb_p4(p, u, h, d)) continue;
        int cost = wb_step_cost(p, u, h, d, initial);
        bool zoc = wb_in_zoc(p, side, to);
        if (cost == SAL_BARRED || c + cost > left || c + cost >= w->dist[to] || (strategic && zoc)) continue;
        w->dist[to] = (uint8_t)(c + cost);
        w->from[to] = h;
        w->halt[to] = zoc;
      }
    }
}

/* The rule that makes a step cost what it does; the most particular one. */
static int step_rule(const struct sal_play *p, int u, sal_hex from, sal_hex to, int initial, bool halt) {
  const struct own *o = O(p);
  const struct kind *k = K(p, u);
  int d = sal_dir_to(B(p), from, to), side = side_of(p, u), missions = wb_disturbance(p, side, to);
  bool leaves = wb_in_zoc(p, side, from), road = wb_road_open(p, from, d);
  int price = road ? o->edge[k->class][from * 6 + d] : o->plain[k->class][from * 6 + d];
  if (halt) return leaves ? R_4_2_5 : wb_in_zoc(p, side, S(p)->unit[u].at) ? R_4_2_4 : R_4_2_2;
  if (price == SAL_BARRED) return R_9_1_3;
  if (wb_spanned(p, from, d)) return R_14_3_2;
  if (price + (leaves ? POINT : 0) + POINT * missions > initial) return S(p)->unit[u].oos ? R_3_1_13b : R_3_1_13a;
  if (missions) return missions > 1 ? R_8_2_15 : R_8_2_13;
  if (leaves) return R_4_2_6;
  if (S(p)->cell[to].pres & occ(side)) return S(p)->cell[to].cel + S(p)->unit[u].cel > STACK ? R_3_1_10 : R_3_1_9;
  if (road) return R_3_1_11R;
  if (B(p)->terrain[to] & o->forest || B(p)->side[from * 6 + d] & (o->river | o->doniec | o->big_river)) return R_3_1_12;
  return is_gun(k) ? R_6_2_1 : R_3_5;
}

/* The rule behind the points a unit begins with. */
static int points_rule(const struct sal_play *p, int u, bool strategic) {
  const struct unit *unit = &S(p)->unit[u];
  if (strategic) return R_12_2_3;
  if (wb_disturbance(p, side_of(p, u), unit->at)) return R_8_2_14;
  if (O(p)->place[u].half == date_of(p)) return R_P_5;
  if (unit->oos && !(unit->flags & FULL) && K(p, u)->mp % 2) return R_1_7b;
  if (unit->oos) return unit->flags & FULL ? R_10_2_3 : R_10_2_2;
  return K(p, u)->role == HQ ? R_9_1_2 : R_3_1_5a;
}

static bool reach(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  struct search *w = p->scratch;
  struct sal_reach *r = q->reach;
  const struct sal_frame *f = p->state->over ? NULL : sal_top(p);
  int u = q->unit, st = S(p)->unit[u].status == 0xff ? ST_NONE : status(p, u);
  if (st != ST_MAP) return sal_refuse(why, R_16_1_1, "{u0} is not on the map in sight.", u, 0);
  bool mid = f && f->node == N_STEP && f->x[0] == u, turn = f && f->node == N_MOVE && f->side == side, strategic = (turn && f->x[0]) || (mid && f->x[3] & STRATEGIC);
  bool can = side_of(p, u) == side && (mid || (turn && wb_may_move(p, side, u, strategic, NULL)));
  sal_hex start = S(p)->unit[u].at;
  int initial = mid ? f->x[2] : wb_initial_mp(p, u, start, strategic, 0), left = mid ? f->x[1] : initial;
  if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED)) left = 0;
  reach_flood(p, u, start, left, initial, strategic, w);
  *r = (struct sal_reach){.unit = (sal_unit)u};
  if (can && !mid) r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  if (can) r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);
  for (int c = 0; c <= left; c++) /* by price: the start comes first */
    for (int i = 0; i < B(p)->nhexes; i++) {
      sal_hex h = B(p)->order[i];
      if (w->dist[h] != c) continue;
      struct sal_reach_hex *out = &r->hex[r->n++];
      *out = (struct sal_reach_hex){.hex = h, .from = h == start ? SAL_NOHEX : w->from[h], .cost = (uint16_t)c, .left = (uint16_t)(left - c), .act = {0xffff, {0}}, .stop = true, .rule = (uint16_t)(h == start ? points_rule(p, u, strategic) : step_rule(p, u, w->from[h], h, initial, w->halt[h]))};
      if (can) out->act = sal_act(V_STEP, h, 0, 0); /* the start has no way to it */
      out->must = w->halt[h]; /* 4.2.1 */
      if (w->halt[h]) sal_format(out->risk, sizeof out->risk, "must stop");
    }
  return true;
}

/* ---- overlays ------------------------------------------------------------------------------------------------- */

enum { O_ZOC, O_CONTROL, O_SUPPLY, O_THREAT };

static void zoc_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  sal_overlay_title(o, "Zones of control");
  sal_overlay_key(o, "e", "enemy", "enemy zone");
  sal_overlay_key(o, "o", "own", "own zone");
  sal_overlay_key(o, "b", "warn", "both");
  for (int i = 0; i < B(p)->nhexes; i++) {
    sal_hex h = B(p)->order[i];
    bool enemy = wb_in_zoc(p, side, h), mine = wb_in_zoc(p, sal_enemy(side), h);
    if (enemy || mine) sal_overlay_hex(o, h, enemy && mine ? "b" : enemy ? "e" : "o", NULL);
  }
  for (int i = 0; i < B(p)->nhexes; i++) { /* where a zone ends at water or impassable ground, and who has none */
    sal_hex h = B(p)->order[i];
    const struct cell *c = &S(p)->cell[h];
    int u = c->first - 1;
    if (u < 0) continue; /* nobody, or nobody in sight */
    for (int d = 0; c->pres & ZOC && d < 6; d++) {
      sal_hex to = sal_next(B(p), h, d);
      if (!to || c->pres >> d & 1) continue;
      bool big = B(p)->side[h * 6 + d] & O(p)->big_river;
      sal_overlay_line(o, h, to, "b", to, big ? R_4_1_3 : R_4_1_4, big ? "not across a big river" : "not onto ground it cannot enter");
    }
    int rule = K(p, u)->role == HQ ? R_9_1_1 : K(p, u)->role == RESILIENCE ? R_15_2_2 : R_6_1_5;
    if (!(c->pres & ZOC)) sal_overlay_line(o, h, h, "b", h, rule, "no zone of control");
    else sal_overlay_line(o, h, h, side_of(p, u) == side ? "o" : "e", SAL_NOHEX, (c->pres & ZOC) == ZOC ? R_4_1_1 : R_4_1_2, "%d hexes", __builtin_popcount(c->pres & ZOC));
  }
}

static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  sal_overlay_title(o, "Control");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int i = 0; i < B(p)->nhexes; i++) {
    int g = S(p)->cell[B(p)->order[i]].ground & (HELD_G | HELD_S);
    if (g) sal_overlay_hex(o, B(p)->order[i], g == held(side) ? "o" : "e", NULL);
  }
}

static void supply_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  uint8_t *dist = p->scratch;
  char text[8];
  wb_trace(p, side, dist);
  sal_overlay_title(o, "Supply as far as it is known");
  sal_overlay_key(o, "s", "good", "in supply; points used");
  sal_overlay_key(o, "x", "bad", "own units out of supply");
  for (int i = 0; i < B(p)->nhexes; i++) {
    sal_hex h = B(p)->order[i];
    bool in = dist[h] <= O(p)->supply[side];
    if (in) sal_format(text, sizeof text, "%d", dist[h] / POINT);
    if (in || S(p)->cell[h].pres & occ(side)) sal_overlay_hex(o, h, in ? "s" : "x", in ? text : NULL);
  }
}

/* What the open counters and the types in contact could bring to bear on each hex next to them. */
static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = B(p);
  char text[8];
  sal_overlay_title(o, "Known enemy strength next to each hex");
  sal_overlay_key(o, "t", "bad", "points that could attack");
  sal_overlay_key(o, "u", "warn", "with masked stacks next to it");
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    int sp = 0;
    bool veiled = false, any = false;
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(b, h, d);
      if (!g || !(S(p)->cell[g].pres & occ(sal_enemy(side)))) continue;
      any = true;
      veiled |= (S(p)->cell[g].ground & VEIL) != 0;
      EACH_AT(S(p), u, g) sp += wb_can_attack(p, sal_enemy(side), u) ? wb_attack_sp(p, u) : 0;
    }
    for (int k = 0; k < S(p)->ncontacts; k++) {
      const struct kind *kind = &O(p)->row[S(p)->contact[k].kind];
      if (sal_distance(b, S(p)->contact[k].at, h) == 1 && is_regular(kind) && !is_towed(kind)) sp += kind->off[kind->cel];
    }
    if (!any) continue;
    sal_format(text, sizeof text, "%d", sp);
    sal_overlay_hex(o, h, veiled ? "u" : "t", text);
  }
}

/* ---- records ------------------------------------------------------------------------------------------------------ */

static void score_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;
  sal_card_start(&c, SAL_CARD_LEDGER, O(p)->scenario & SC_P ? R_P_11 : R_K_10, "German victory points");
  for (int i = 0; i < O(p)->nscores; i++) sal_card_add(&c, SAL_GERMAN, wb_points(p, i), 1, O(p)->score[i].rule, SAL_NOUNIT, "%s", O(p)->score[i].title);
  sal_record_open(j, "score", "Score");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

static void losses_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;
  sal_card_start(&c, SAL_CARD_LEDGER, R_1_2d, "Counters eliminated");
  sal_card_add(&c, SAL_GERMAN, S(p)->killed[SAL_GERMAN], 1, R_1_2d, SAL_NOUNIT, "German");
  sal_card_add(&c, SAL_SOVIET, S(p)->killed[SAL_SOVIET], 1, R_1_2d, SAL_NOUNIT, "Soviet");
  sal_record_open(j, "losses", "Losses");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

static void figure(const struct sal_play *p, struct sal_json *j, int rule, const char *what, int n) { /* one line, one figure */
  struct sal_card c;
  sal_card_start(&c, SAL_CARD_LEDGER, rule, what);
  sal_card_add(&c, SAL_GERMAN, n, 1, rule, SAL_NOUNIT, "%s", what);
  sal_record_card(j, p->book, &c);
}

static int hexes_of(const struct sal_region *r) { return r ? r->n : 0; }

/* The scenario's calendar and beginnings, as the book has them. */
static void scenario_record(const struct sal_play *p, struct sal_json *j) {
  const struct own *o = O(p);
  bool k = o->scenario & SC_K;
  int start[SAL_SIDES] = {0}, works = 0, half = 0, seam = 0;
  for (int i = 0; i < B(p)->nhexes; i++) start[o->start[B(p)->order[i]] == HELD_S]++;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct place *pl = &o->place[u];
    half += pl->half != 0;
    works += wb_begins_dug_in(p, u);
  }
  for (int i = 0; i < B(p)->nhexes; i++) /* J.2: hexsides between the two maps */
    for (int d = 0; d < 3; d++) {
      sal_hex h = B(p)->order[i], g = sal_next(B(p), h, d);
      seam += g && (o->line[h] ^ o->line[g]) & LINE_SOUTH;
    }
  sal_record_open(j, "scenario", "Scenario");
  figure(p, j, k ? R_K_1 : R_P_1, "turns", o->turns);
  figure(p, j, k ? R_K_2 : R_P_2, "the German side has the initiative", 1);
  for (int side = 0; side < 2; side++) figure(p, j, k ? R_K_5 : R_P_7, side ? "Soviet supply bases" : "German supply bases", hexes_of(o->base[side]));
  figure(p, j, k ? R_K_7 : R_P_9, "counters that begin in field fortifications", works);
  figure(p, j, R_P_5, "counters with half their points on 5 July", half);
  figure(p, j, R_J_2, "hexsides that join the two maps", seam);
  for (int side = 0; side < 2; side++) figure(p, j, R_4_3_1, side ? "hexes that begin Soviet" : "hexes that begin German", start[side]);
  figure(p, j, R_11_2_4, "entry zones, German", hexes_of(o->entry[SAL_GERMAN]));
  figure(p, j, R_11_2_4, "entry zones, Soviet", hexes_of(o->entry[SAL_SOVIET]));
  figure(p, j, R_14_1R, "bridges", wb_nbridges(p));
  int down = 0, lines = 0;
  for (int i = 0; i < wb_nbridges(p); i++) down += S(p)->bridge[i] & DOWN;
  for (int i = 0; i < B(p)->nhexes; i++) lines += o->line[B(p)->order[i]] & LINE_FL;
  figure(p, j, R_P_3, "bridges that are down", down);
  figure(p, j, R_19_1R, "hexes behind fortified lines", lines);
  figure(p, j, R_18_1_1, "last day of the mines", 11);
  figure(p, j, R_6_5_1, "ammunition for barrages", S(p)->au[SAL_GERMAN] + S(p)->au[SAL_SOVIET]);
  sal_record_close(j);
}

/* How the side's supply stands, as far as its view tells. */
static void supply_record(const struct sal_play *p, int side, struct sal_json *j) {
  uint8_t *dist = p->scratch;
  int roads = 0, off = 0, chain = 0, cut = 0, edge = 0;
  wb_trace(p, side, dist);
  for (int i = 0; i < B(p)->nhexes; i++) {
    sal_hex h = B(p)->order[i];
    if (dist[h] > O(p)->supply[side]) {
      cut += (S(p)->cell[h].pres & occ(side)) != 0;
      continue;
    }
    roads += dist[h] == 0;
    off += dist[h] > 0;
    edge = dist[h] > edge ? dist[h] : edge;
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(B(p), h, d);
      if (dist[g] == dist[h] && S(p)->cell[h].pres & occ(side) && S(p)->cell[g].pres & occ(side) && !wb_road_open(p, h, d)) chain++;
    }
  }
  sal_record_open(j, "supply", "Supply");
  figure(p, j, R_10_1_7, "points off the roads", O(p)->supply[side] / POINT);
  figure(p, j, R_10_1_5, "hexes supplied along roads", roads);
  figure(p, j, R_10_1_6, "hexes supplied off the roads", off);
  figure(p, j, R_10_1_8, "most points used", edge / POINT);
  figure(p, j, R_10_1_9, "links between neighbours", chain / 2);
  int linked = 0;
  for (int i = 0; i < O(p)->nmine[side]; i++) linked += on_map(p, O(p)->mine[side][i]) && dist[S(p)->unit[O(p)->mine[side][i]].at] <= O(p)->supply[side]; /* in sight: it is asked on a view */
  figure(p, j, R_10_1_1, "units with a line of supply", linked);
  figure(p, j, R_10_1_10, "own stacks cut off", cut);
  figure(p, j, R_10_1R, "hexes supplied", roads + off);
  uint8_t *zone = (uint8_t *)p->scratch + SAL_MAX_CELLS; /* what the trace found closed */
  int closed = 0;
  for (int i = 0; i < B(p)->nhexes; i++) closed += zone[B(p)->order[i]];
  figure(p, j, R_10_1_11, "hexes closed by enemies and their towns", closed);
  sal_record_close(j);
}

/* The counters of a side in this scenario, as figures. */
static void counters_record(const struct sal_play *p, int side, struct sal_json *j) {
  const struct own *o = O(p);
  int two = 0, towed = 0, trucks = 0, levels = 0, air = 0, formations = 0;
  bool seen[MAX_FORMATIONS] = {false};
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    const struct kind *k = K(p, u);
    two += k->cel == 2;
    towed += k->role == TOWED_ART && k->cel == 1;
    trucks += k->role == TOWED_ART && k->class == TRUCK;
    levels += k->role == HQ ? k->cel : 0;
    if (o->formation[u] && !seen[o->formation[u]]) seen[o->formation[u]] = true, formations++;
  }
  for (int i = 0; i < o->nairs[side]; i++) air += K(p, o->airs[side][i])->sp[1];
  sal_record_open(j, "counters", "Counters");
  figure(p, j, R_1_2b, "counters with two levels", two);
  figure(p, j, R_1_2c, "towed artillery", towed);
  figure(p, j, R_6_1_6, "towed artillery with one level", towed);
  figure(p, j, R_1_3a, "artillery that moves as trucks", trucks);
  figure(p, j, R_3_2_2, "levels of headquarters", levels);
  figure(p, j, R_8_1_1, "strength of the air counters", air);
  figure(p, j, R_13_1_1, "formations that can concentrate", formations);
  figure(p, j, R_9_2_2, "range of headquarters", o->hq_range[side]);
  sal_record_close(j);
}

/* Zones as both sides see them on the map (16.1R). */
static void zones_record(const struct sal_play *p, int side, struct sal_json *j) {
  int mine = 0, theirs = 0, both = 0, stacks = 0;
  for (int i = 0; i < B(p)->nhexes; i++) {
    sal_hex h = B(p)->order[i];
    bool a = wb_in_zoc(p, sal_enemy(side), h), z = wb_in_zoc(p, side, h);
    mine += a, theirs += z, both += a && z;
    stacks += (S(p)->cell[h].pres & occ(sal_enemy(side))) != 0;
  }
  sal_record_open(j, "zones", "Zones of control");
  figure(p, j, R_4_1_1, "hexes in own zones", mine);
  figure(p, j, R_4_1_1, "hexes in enemy zones", theirs);
  figure(p, j, R_4_1_5, "hexes in zones of both sides", both);
  figure(p, j, R_16_1R, "enemy stacks on the map", stacks);
  sal_record_close(j);
}

bool wb_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int eye = side == SAL_SOVIET;
  if (q->kind == SAL_Q_REACH) return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) {
    score_record(p, q->records);
    losses_record(p, q->records);
    scenario_record(p, q->records);
    supply_record(p, eye, q->records);
    counters_record(p, eye, q->records);
    zones_record(p, eye, q->records);
    return true;
  }
  switch (q->overlay) {
  case O_ZOC: zoc_overlay(p, eye, q->out); break;
  case O_CONTROL: control_overlay(p, eye, q->out); break;
  case O_SUPPLY: supply_overlay(p, eye, q->out); break;
  default: threat_overlay(p, eye, q->out); break;
  }
  return true;
}

/* ---- standing orders: losses and answers ---------------------------------------------------------------------------- */

static bool weakest(const struct sal_play *p, int side, struct sal_action *out) {
  int best = 1000;
  for (int i = 0; i < O(p)->nmine[side]; i++) {
    int u = O(p)->mine[side][i];
    if (!sal_check(p, side, sal_act(V_LOSE, u, 0, 0), NULL)) continue;
    int value = K(p, u)->sp[S(p)->unit[u].cel] * 4 + (S(p)->unit[u].cel == 1 ? 3 : 0) + (K(p, u)->role == HQ ? 100 : 0);
    if (value < best) best = value, *out = sal_act(V_LOSE, u, 0, 0);
  }
  return best < 1000;
}

bool wb_answer(const struct sal_play *p, int side, const struct sal_order_set *set, struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);
  if (f->side != side) return false;
  if (f->node == N_LOSS && set[0].choice) return weakest(p, side, out);
  if (f->node == N_RESPOND && set[1].choice == 1) return *out = sal_act(V_COMMIT, 0, 0, 0), true;
  if (f->node == N_RESPOND && set[1].choice == 2) { /* all guns that reach */
    for (int i = 0; i < O(p)->nguns[side]; i++)
      if (sal_check(p, side, sal_act(V_GUN, O(p)->guns[side][i], 0, 0), NULL)) return *out = sal_act(V_GUN, O(p)->guns[side][i], 0, 0), true;
    return *out = sal_act(V_COMMIT, 0, 0, 0), true;
  }
  if (f->node == N_PURSUE && set[2].choice == 1) return *out = sal_act(f->x[0] ? V_STOP : V_DONE, 0, 0, 0), true;
  return false;
}
