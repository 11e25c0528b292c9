/* query.c - questions to a view: where a unit can go, overlays, printable records.
 *
 * The reach is filled with the law of one step (step.c), so it shows exactly the steps that are
 * legal, with overruns and the extra hex of a secondary road.
 */
#include "state.h"

/* ---- reach ------------------------------------------------------------------------------ */

/* The rule that makes a step cost what it does; the most particular one. */
static int step_rule(const struct sal_play *p, int u, sal_hex from, sal_hex to, int initial) {
  const struct own *o = O(p);
  const struct kind *k = K(p, u);
  int d = sal_dir_to(B(p), from, to);
  int side = side_of(p, u);
  int missions = wb_disturbance(p, side, to);
  bool leaves_zone = wb_in_zoc(p, side, from);
  bool road = wb_road_open(p, from, d);
  int price = road ? o->edge[k->class][from * 6 + d] : o->plain[k->class][from * 6 + d];
  int whole = price + (leaves_zone ? POINT : 0) + POINT * missions;
  uint16_t water = o->river | o->doniec | o->big_river;

  if (price == SAL_BARRED)
    return R_9_1_3;
  if (wb_spanned(p, from, d))
    return R_14_3_2;
  if (whole > initial)
    return S(p)->unit[u].oos ? R_3_1_13b : R_3_1_13a;
  if (missions)
    return missions > 1 ? R_8_2_15 : R_8_2_13;
  if (leaves_zone)
    return R_4_2_6;
  if (S(p)->cell[to].pres & occ(side))
    return S(p)->cell[to].cel + S(p)->unit[u].cel > STACK ? R_3_1_10 : R_3_1_9;
  if (road)
    return R_3_1_11R;
  if (B(p)->terrain[to] & o->forest)
    return R_3_1_12;
  if (B(p)->side[from * 6 + d] & water)
    return R_3_1_12;

  return is_gun(k) ? R_6_2_1 : R_3_5;
}

/* The rule that ends a move in a hex (4.2). */
static int halt_rule(const struct sal_play *p, int u, sal_hex from) {
  int side = side_of(p, u);
  if (wb_in_zoc(p, side, from))
    return R_4_2_5;
  return wb_in_zoc(p, side, S(p)->unit[u].at) ? R_4_2_4 : R_4_2_2;
}

/* The rule behind the points a unit begins with. */
static int points_rule(const struct sal_play *p, int u, bool strategic) {
  const struct unit *unit = &S(p)->unit[u];
  bool halved = unit->oos && !(unit->flags & FULL);

  if (strategic)
    return R_12_2_3;
  if (wb_disturbance(p, side_of(p, u), unit->at))
    return R_8_2_14;
  if (O(p)->place[u].half == date_of(p))
    return R_P_5;
  if (halved)
    return K(p, u)->mp % 2 ? R_1_7b : R_10_2_2;
  if (unit->oos)
    return R_10_2_3;

  return K(p, u)->role == HQ ? R_9_1_2 : R_3_1_5a;
}

struct asked { /* what a reach is filled with: the law's own thing comes first */
  struct wb_march march;
  int unit;
  bool can, strategic;
};

/* What the law does not know of a hex that was reached: its rule, its risks, the action. */
static void finish_hex(const struct sal_play *p, const void *own, struct sal_reach_hex *out) {
  const struct asked *asked = own;
  const struct cell *cell = &S(p)->cell[out->hex];
  int u = asked->unit;
  bool start = out->from == SAL_NOHEX;
  bool enemy = cell->pres & occ(sal_enemy(asked->march.side));
  bool crowded = !start && cell->cel + S(p)->unit[u].cel > STACK;

  if (asked->can)
    out->act = sal_act(V_STEP, out->hex, 0, 0); /* the start has no way to it */
  if (start)
    out->rule = (uint16_t)points_rule(p, u, asked->strategic);
  else if (enemy)
    out->rule = R_6_1_7;
  else if (out->must)
    out->rule = (uint16_t)halt_rule(p, u, out->from);
  else
    out->rule = (uint16_t)step_rule(p, u, out->from, out->hex, asked->march.initial);
  if (enemy)
    sal_format(out->risk, sizeof out->risk, "runs over guns and staffs");
  else if (crowded)
    sal_format(out->risk, sizeof out->risk, "more than eight levels there");
  else if (out->must)
    sal_format(out->risk, sizeof out->risk, "must stop");
}

/* A unit in the middle of its move goes on with what it has left; for any other the reach is that
 * of the move it could begin. */
static bool reach(const struct sal_play *p, int side, struct sal_query *q,
                  struct sal_refusal *why) {
  const struct sal_frame *f = p->state->over ? NULL : sal_top(p);
  struct sal_reach *r = q->reach;
  int u = q->unit;

  if (S(p)->unit[u].status == 0xff || status(p, u) != ST_MAP)
    return sal_refuse(why, R_16_1_1, "{u0} is not on the map in sight.", u, 0);

  bool under_way = f && f->node == N_STEP && step_in(f)->unit == u;
  bool turn = f && f->node == N_MOVE && f->side == side;
  struct asked asked = {.unit = u, .march = {.side = side_of(p, u)}};
  struct sal_walk walk = {.unit = (sal_unit)u,
                          .start = S(p)->unit[u].at,
                          .law = wb_step_law,
                          .own = &asked,
                          .finish = finish_hex};
  if (under_way) {
    const struct step *step = step_in(f);
    asked.strategic = step->is & STRATEGIC;
    asked.march.initial = step->initial;
    walk.left = step->left;
    walk.moved = step->moved;
    walk.note = step->is;
  } else {
    asked.strategic = turn && moves_in(f)->strategic;
    asked.march.initial = wb_initial_mp(p, u, walk.start, asked.strategic, 0);
    walk.left = asked.march.initial;
    walk.note = wb_march_begins(asked.strategic);
  }
  bool set_up = K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED);
  if (set_up)
    walk.left = 0; /* 6.2.3: it packs first */
  if (side_of(p, u) == side)
    asked.can = under_way || (turn && wb_may_move(p, side, u, asked.strategic, NULL));

  *r = (struct sal_reach){.unit = (sal_unit)u};
  if (asked.can && !under_way)
    r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  if (asked.can)
    r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);
  sal_reach_fill(p, &walk, r);
  return true;
}

/* ---- overlays --------------------------------------------------------------------------- */

enum { O_ZOC, O_CONTROL, O_SUPPLY, O_THREAT };

/* Where a zone ends at water or impassable ground (4.1.3, 4.1.4). */
static void cut_zones(const struct sal_play *p, sal_hex h, struct sal_overlay *o) {
  const struct cell *cell = &S(p)->cell[h];

  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    if (!to)
      continue;
    if (cell->pres >> d & 1)
      continue;
    if (B(p)->side[h * 6 + d] & O(p)->big_river)
      sal_overlay_line(o, h, to, "b", to, R_4_1_3, "not across a big river");
    else
      sal_overlay_line(o, h, to, "b", to, R_4_1_4, "not onto ground it cannot enter");
  }
}

/* Why a stack has no zone at all: guns (6.1.5), headquarters, resilience groups. */
static int no_zone_rule(const struct kind *k) {
  if (k->role == HQ)
    return R_9_1_1;
  return k->role == RESILIENCE ? R_15_2_2 : R_6_1_5;
}

/* The zone of a stack, or why it has none. */
static void stack_zone(const struct sal_play *p, int side, sal_hex h, struct sal_overlay *o) {
  const struct cell *cell = &S(p)->cell[h];
  int zone = cell->pres & ZOC;

  if (!cell->first)
    return; /* nobody, or nobody in sight */
  int u = cell->first - 1;
  if (!zone) {
    sal_overlay_line(o, h, h, "b", h, no_zone_rule(K(p, u)), "no zone of control");
    return;
  }
  cut_zones(p, h, o);
  sal_overlay_line(o, h, h, side_of(p, u) == side ? "o" : "e", SAL_NOHEX,
                   zone == ZOC ? R_4_1_1 : R_4_1_2, "%d {hex/hexes}",
                   __builtin_popcount((unsigned)zone));
}

/* The zones of both sides, and where they end. */
static void zoc_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  sal_overlay_zones(o, p, side, "Zones of control", wb_in_zoc);
  EACH_HEX(B(p), h) {
    stack_zone(p, side, (sal_hex)h, o);
  }
}

/* Whether the side controls the hex. */
static bool holds(const struct sal_play *p, int side, sal_hex h) {
  return S(p)->cell[h].ground & held(side);
}

/* The lines of supply, as the side's view tells. */
static void supply_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  uint8_t *dist = p->scratch;
  char text[8];

  wb_trace(p, side, dist);
  sal_overlay_title(o, "Supply as far as it is known");
  sal_overlay_key(o, "s", "good", "in supply; points used");
  sal_overlay_key(o, "x", "bad", "own units out of supply");
  EACH_HEX(B(p), h) {
    bool in_supply = dist[h] <= O(p)->supply[side];
    if (in_supply) {
      sal_format(text, sizeof text, "%d", dist[h] / POINT);
      sal_overlay_hex(o, (sal_hex)h, "s", text);
    } else if (S(p)->cell[h].pres & occ(side)) {
      sal_overlay_hex(o, (sal_hex)h, "x", NULL);
    }
  }
}

struct threat { /* against one hex */
  int sp;
  bool any, veiled;
};

/* The strength that the open counters and the types in contact could bring to bear on a hex. */
static struct threat threat_to(const struct sal_play *p, int side, sal_hex h) {
  const struct state *s = S(p);
  struct threat t = {0};
  int enemy = sal_enemy(side);

  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    if (!from)
      continue;
    if (!(s->cell[from].pres & occ(enemy)))
      continue;
    t.any = true;
    if (s->cell[from].ground & VEIL)
      t.veiled = true;
    EACH_AT(s, u, from) {
      if (wb_can_attack(p, enemy, u))
        t.sp += wb_attack_sp(p, u);
    }
  }
  for (int i = 0; i < s->ncontacts; i++) {
    const struct kind *kind = &O(p)->row[s->contact[i].kind];
    bool near = sal_distance(B(p), s->contact[i].at, h) == 1;
    if (near && is_regular(kind) && !is_towed(kind))
      t.sp += kind->off[kind->cel];
  }

  return t;
}

/* Every hex with an enemy next to it. */
static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  char text[8];

  sal_overlay_title(o, "Known enemy strength next to each hex");
  sal_overlay_key(o, "t", "bad", "points that could attack");
  sal_overlay_key(o, "u", "warn", "with masked stacks next to it");
  EACH_HEX(B(p), h) {
    struct threat t = threat_to(p, side, (sal_hex)h);
    if (!t.any)
      continue;
    sal_format(text, sizeof text, "%d", t.sp);
    sal_overlay_hex(o, (sal_hex)h, t.veiled ? "u" : "t", text);
  }
}

/* ---- records ---------------------------------------------------------------------------- */

/* The lines of the score. */
static void score_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;

  sal_card_start(&c, SAL_CARD_LEDGER, O(p)->scenario & SC_P ? R_P_11 : R_K_10,
                 "German victory points");
  for (int i = 0; i < O(p)->nscores; i++)
    sal_card_add(&c, SAL_GERMAN, wb_points(p, i), 1, O(p)->score[i].rule, SAL_NOUNIT, "%s",
                 O(p)->score[i].title);
  if (sal_handicap(p))
    sal_card_add(&c, SAL_GERMAN, sal_handicap(p), 1, c.rule, SAL_NOUNIT, "Handicap");
  sal_record_open(j, "score", "Score");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* The counters eliminated. */
static void losses_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;

  sal_card_start(&c, SAL_CARD_LEDGER, R_1_2d, "Counters eliminated");
  sal_card_add(&c, SAL_GERMAN, S(p)->killed[SAL_GERMAN], 1, R_1_2d, SAL_NOUNIT, "German");
  sal_card_add(&c, SAL_SOVIET, S(p)->killed[SAL_SOVIET], 1, R_1_2d, SAL_NOUNIT, "Soviet");
  sal_record_open(j, "losses", "Losses");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* 9.1.6: the shifts a side holds, where they count and how long. */
static void shifts_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;

  sal_card_start(&c, SAL_CARD_LEDGER, R_9_1_6, "Shifts for eliminated headquarters");
  for (int i = 0; i < POOLS; i++) {
    const struct pool *pool = &S(p)->pool[i];
    if (!pool->phases)
      continue;
    if (!pool->left)
      continue;
    sal_card_add(&c, pool->side, pool->left, 1, R_9_1_6, SAL_NOUNIT,
                 "%s, within 8 hexes of %s, for %d attack {phase/phases}", people(pool->side),
                 B(p)->name[pool->at], smaller(pool->phases, 2));
  }
  sal_record_open(j, "shifts", "Shifts");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* one line, one figure */
static void figure(const struct sal_play *p, struct sal_json *j, int rule, const char *what,
                   int n) {
  struct sal_card c;
  sal_card_start(&c, SAL_CARD_LEDGER, rule, what);
  sal_card_add(&c, SAL_GERMAN, n, 1, rule, SAL_NOUNIT, "%s", what);
  sal_record_card(j, p->book, &c);
}

/* The size of a region; 0: the map has none. */
static int hexes_of(const struct sal_region *r) {
  return r ? r->n : 0;
}

/* J.2: hexsides between the two maps. */
static int seam_of(const struct sal_play *p) {
  const struct own *o = O(p);
  int seam = 0;

  EACH_HEX(B(p), h) {
    for (int d = 0; d < 3; d++) {
      sal_hex next = sal_next(B(p), (sal_hex)h, d);
      seam += next && (o->line[h] ^ o->line[next]) & LINE_SOUTH;
    }
  }

  return seam;
}

/* How many are down. */
static int bridges_down(const struct sal_play *p) {
  int down = 0;
  for (int i = 0; i < wb_nbridges(p); i++)
    down += S(p)->bridge[i] & DOWN;
  return down;
}

/* The scenario's calendar and beginnings, as the book has them. */
static void scenario_record(const struct sal_play *p, struct sal_json *j) {
  const struct own *o = O(p);
  bool k = o->scenario & SC_K;
  int start[SAL_SIDES] = {0};
  int works = 0;
  int half = 0;
  int lines = 0;

  EACH_HEX(B(p), h) {
    start[o->start[h] == HELD_S]++;
    lines += o->line[h] & LINE_FL;
  }
  for (int u = 0; u < p->book->ncounters; u++) {
    half += o->place[u].half != 0;
    works += wb_begins_dug_in(p, u);
  }

  sal_record_open(j, "scenario", "Scenario");
  figure(p, j, k ? R_K_1 : R_P_1, "turns", o->turns);
  figure(p, j, k ? R_K_2 : R_P_2, "the German side has the initiative",
         wb_phase_side(P_AIR) == SAL_GERMAN);
  figure(p, j, k ? R_K_5 : R_P_7, "German supply bases", hexes_of(o->base[SAL_GERMAN]));
  figure(p, j, k ? R_K_5 : R_P_7, "Soviet supply bases", hexes_of(o->base[SAL_SOVIET]));
  figure(p, j, k ? R_K_7 : R_P_9, "counters that begin in field fortifications", works);
  figure(p, j, R_P_5, "counters with half their points on 5 July", half);
  figure(p, j, R_J_2, "hexsides that join the two maps", seam_of(p));
  figure(p, j, R_4_3_1, "hexes that begin German", start[SAL_GERMAN]);
  figure(p, j, R_4_3_1, "hexes that begin Soviet", start[SAL_SOVIET]);
  figure(p, j, R_11_2_4, "entry zones, German", hexes_of(o->entry[SAL_GERMAN]));
  figure(p, j, R_11_2_4, "entry zones, Soviet", hexes_of(o->entry[SAL_SOVIET]));
  figure(p, j, R_14_1R, "bridges", wb_nbridges(p));
  figure(p, j, R_P_3, "bridges that are down", bridges_down(p));
  figure(p, j, R_19_1R, "hexes behind fortified lines", lines);
  figure(p, j, R_18_1_1, "last day of the mines", LAST_DAY_OF_MINES);
  figure(p, j, R_6_5_1, "ammunition for barrages", S(p)->au[SAL_GERMAN] + S(p)->au[SAL_SOVIET]);
  sal_record_close(j);
}

/* 10.1.9: links between neighbours that stand off the roads, seen from one end. */
static int links_of(const struct sal_play *p, int side, const uint8_t *dist, sal_hex h) {
  int links = 0;

  if (!(S(p)->cell[h].pres & occ(side)))
    return 0;
  for (int d = 0; d < 6; d++) {
    sal_hex next = sal_next(B(p), h, d);
    bool friends = S(p)->cell[next].pres & occ(side);
    if (friends && dist[next] == dist[h] && !wb_road_open(p, h, d))
      links++;
  }

  return links;
}

/* Units in sight only, because this is asked on a view. */
static int linked_units(const struct sal_play *p, int side, const uint8_t *dist) {
  int linked = 0;

  EACH_OWN(p, side, u) {
    if (on_map(p, u) && dist[S(p)->unit[u].at] <= O(p)->supply[side])
      linked++;
  }

  return linked;
}

/* How the side's supply stands, as far as its view tells. */
static void supply_record(const struct sal_play *p, int side, struct sal_json *j) {
  uint8_t *dist = p->scratch;
  const uint8_t *zone = (const uint8_t *)p->scratch + SAL_MAX_CELLS; /* what the trace closed */
  int roads = 0;
  int off = 0;
  int links = 0;
  int cut = 0;
  int edge = 0;
  int closed = 0;

  wb_trace(p, side, dist);
  EACH_HEX(B(p), h) {
    closed += zone[h];
    if (dist[h] > O(p)->supply[side]) {
      cut += (S(p)->cell[h].pres & occ(side)) != 0;
      continue;
    }
    roads += dist[h] == 0;
    off += dist[h] > 0;
    edge = larger(edge, dist[h]);
    links += links_of(p, side, dist, (sal_hex)h);
  }

  sal_record_open(j, "supply", "Supply");
  figure(p, j, R_10_1_7, "points off the roads", O(p)->supply[side] / POINT);
  figure(p, j, R_10_1_5, "hexes supplied along roads", roads);
  figure(p, j, R_10_1_6, "hexes supplied off the roads", off);
  figure(p, j, R_10_1_8, "most points used", edge / POINT);
  figure(p, j, R_10_1_9, "links between neighbours", links / 2);
  figure(p, j, R_10_1_1, "units with a line of supply", linked_units(p, side, dist));
  figure(p, j, R_10_1_10, "own stacks cut off", cut);
  figure(p, j, R_10_1R, "hexes supplied", roads + off);
  figure(p, j, R_10_1_11, "hexes closed by enemies and their towns", closed);
  sal_record_close(j);
}

/* 13.1.1: how many different formations a side has. */
static int formations_of(const struct sal_play *p, int side) {
  bool seen[MAX_FORMATIONS] = {false};
  int n = 0;

  EACH_OWN(p, side, u) {
    int f = O(p)->formation[u];
    n += f && !seen[f];
    seen[f] = true;
  }

  return n;
}

/* The counters of a side in this scenario, as figures. */
static void counters_record(const struct sal_play *p, int side, struct sal_json *j) {
  int two = 0;
  int towed = 0;
  int trucks = 0;
  int levels = 0;
  int air = 0;

  EACH_OWN(p, side, u) {
    const struct kind *k = K(p, u);
    two += k->cel == 2;
    towed += k->role == TOWED_ART && k->cel == 1;
    trucks += k->role == TOWED_ART && k->class == TRUCK;
    levels += k->role == HQ ? k->cel : 0;
  }
  EACH_AIR(p, side, u) {
    air += wb_air_strength(p, u);
  }

  sal_record_open(j, "counters", "Counters");
  figure(p, j, R_1_2b, "counters with two levels", two);
  figure(p, j, R_1_2c, "towed artillery", towed);
  figure(p, j, R_6_1_6, "towed artillery with one level", towed);
  figure(p, j, R_1_3a, "artillery that moves as trucks", trucks);
  figure(p, j, R_3_2_2, "levels of headquarters", levels);
  figure(p, j, R_8_1_1, "strength of the air counters", air);
  figure(p, j, R_13_1_1, "formations that can concentrate", formations_of(p, side));
  figure(p, j, R_9_2_2, "range of headquarters", O(p)->hq_range[side]);
  sal_record_close(j);
}

/* Zones as both sides see them on the map (16.1R). */
static void zones_record(const struct sal_play *p, int side, struct sal_json *j) {
  int mine = 0;
  int theirs = 0;
  int both = 0;
  int stacks = 0;

  EACH_HEX(B(p), h) {
    bool own_zone = wb_in_zoc(p, sal_enemy(side), (sal_hex)h);
    bool enemy_zone = wb_in_zoc(p, side, (sal_hex)h);
    mine += own_zone;
    theirs += enemy_zone;
    both += own_zone && enemy_zone;
    stacks += (S(p)->cell[h].pres & occ(sal_enemy(side))) != 0;
  }
  sal_record_open(j, "zones", "Zones of control");
  figure(p, j, R_4_1_1, "hexes in own zones", mine);
  figure(p, j, R_4_1_1, "hexes in enemy zones", theirs);
  figure(p, j, R_4_1_5, "hexes in zones of both sides", both);
  figure(p, j, R_16_1R, "enemy stacks on the map", stacks);
  sal_record_close(j);
}

/* All the records of a side. */
static void records(const struct sal_play *p, int side, struct sal_json *j) {
  score_record(p, j);
  losses_record(p, j);
  shifts_record(p, j);
  scenario_record(p, j);
  supply_record(p, side, j);
  counters_record(p, side, j);
  zones_record(p, side, j);
}

/* Questions use a view and change nothing. */
bool wb_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int eye = side == SAL_SOVIET ? SAL_SOVIET : SAL_GERMAN;

  if (q->kind == SAL_Q_REACH)
    return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) {
    records(p, eye, q->records);
    return true;
  }
  switch (q->overlay) {
  case O_ZOC: zoc_overlay(p, eye, q->out); break;
  case O_CONTROL: sal_overlay_control(q->out, p, eye, holds); break;
  case O_SUPPLY: supply_overlay(p, eye, q->out); break;
  default: threat_overlay(p, eye, q->out); break;
  }

  return true;
}
