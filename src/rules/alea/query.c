/* query.c - reach, overlays and records: everything from a view alone. */
#include "state.h"

#include <string.h>

/* ---- reach ------------------------------------------------------------------------------------------------------- */

static bool may_enter(const struct sal_play *p, const struct column *c, sal_hex from, sal_hex to, bool began_in_zoc) {
  if (enemy_at(p, c->side, to)) return false;
  if (c->train && O(p)->home[to]) return false;
  if (c->hqs) {
    bool company = false;
    for (int u = top(p, to); u >= 0; u = below(p, u)) company |= side_of(p, u) == c->side && I(p, u)->kind != HQ;
    if (!company) return false;
  }
  if (!zoc_on(p, c->side, to)) return true;
  return !c->dsg && !began_in_zoc && !zoc_on(p, c->side, from);
}

static void reach_costs(const struct sal_play *p, const struct column *c, sal_hex start, struct scratch *w) {
  const struct sal_board *b = &p->book->board;
  bool in_zoc = zoc_on(p, c->side, start) != 0;
  memset(w->edge, SAL_BARRED, (size_t)b->cells * 6);
  memset(w->halt, 0, b->cells);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    w->halt[h] = zoc_on(p, c->side, h) && h != start; /* 6.zoc.2 */
    for (int d = 0; d < 6; d++) {
      sal_hex n = sal_next(b, h, d);
      if (!n || sal_distance(b, start, h) > 12 || !may_enter(p, c, h, n, in_zoc)) continue;
      int price = alea_step_price(p, c, h, n);
      if (price < SAL_BARRED) w->edge[h * 6 + d] = (uint8_t)(price < 1 ? 1 : price);
    }
  }
}

static int guns_on(const struct sal_play *p, int side, sal_hex h) { /* enemy artillery in sight that reaches h */
  int n = 0;
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    const struct unit *unit = U(p, u);
    if (is_guns(p, u) && unit->at && unit->at < p->book->board.cells && !(unit->flags & (TURNED | OOS))) n += sal_distance(&p->book->board, unit->at, h) <= I(p, u)->range;
  }
  return n;
}

static bool guns_beside(const struct sal_play *p, int side, sal_hex h) { /* next to enemies that exert no zone */
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && enemy_at(p, side, n)) return true;
  }
  return false;
}

static bool reach(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  struct scratch *w = W(p);
  sal_unit u = q->unit;
  const struct unit *unit = U(p, u);
  const struct sal_frame *f = p->state->over ? NULL : sal_top(p);
  if (is_air(p, u) || !unit->at || unit->at >= b->cells) return sal_refuse(why, R_4_1, "{u0} is not a ground unit on the map in sight.", u, 0);
  bool mine = side_of(p, u) == side, mid = f && f->node == N_STEP && f->side == side && unit->flags & GROUP && f->x[0] == unit->at;
  bool can = mine && (mid || (f && f->node == N_MOVE && f->side == side && alea_may_move(p, side, u, NULL)));
  int budget = mid ? f->x[1] : I(p, u)->kind == ATF ? 0 : alea_mp(p, u);
  struct column c = {.side = side_of(p, u)};
  if (mid) alea_column(p, side, unit->at, &c);
  else alea_column_add(p, &c, u);
  reach_costs(p, &c, unit->at, w);
  sal_flood_edges(&w->flood, b, w->edge, w->halt, unit->at, budget);
  struct sal_reach *r = q->reach;
  *r = (struct sal_reach){.unit = u};
  if (can && !mid) r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  if (can) r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);
  for (int i = 0; i < w->flood.n; i++) {
    sal_hex h = w->flood.hexes[i], from = i ? sal_flood_from(&w->flood, b, NULL, w->edge, w->halt, h) : SAL_NOHEX;
    struct sal_reach_hex *out = &r->hex[r->n++];
    bool zoc = zoc_on(p, c.side, h) != 0;
    *out = (struct sal_reach_hex){.hex = h, .from = from, .cost = w->flood.dist[h], .left = (uint16_t)(budget - w->flood.dist[h]), .act = {0xffff, {0}},
                                  .stop = alea_fits(p, c.side, h, c.unit, c.n), .rule = zoc ? R_6_zoc_2 : guns_beside(p, c.side, h) ? R_6_zoc_1 : R_4_2, .must = zoc && i};
    if (can) out->act = sal_act(V_STEP, h, 0, 0);
    int guns = i && zoc ? guns_on(p, sal_enemy(c.side), h) : 0;
    if (guns) sal_format(out->risk, sizeof out->risk, guns == 1 ? "%d battery" : "%d batteries", guns);
  }
  return true;
}

/* ---- overlays --------------------------------------------------------------------------------------------------------- */

enum { V_ZOC, V_CONTROL, V_SUPPLY, V_THREAT };

static void zoc_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Zones of control");
  sal_overlay_key(o, "e", "enemy", "enemy zone");
  sal_overlay_key(o, "o", "own", "own zone");
  sal_overlay_key(o, "b", "warn", "both");
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    bool e = zoc_on(p, side, h), mine = zoc_on(p, sal_enemy(side), h);
    if (e || mine) sal_overlay_hex(o, h, e && mine ? "b" : e ? "e" : "o", NULL);
  }
}

static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Control");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int i = 0; i < b->nhexes; i++) sal_overlay_hex(o, b->order[i], held_by(p, side, b->order[i]) ? "o" : "e", NULL);
}

static void supply_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  uint8_t *line = W(p)->reach;
  alea_trace(p, side, false, line);
  sal_overlay_title(o, "Supply lines now");
  sal_overlay_key(o, "s", "good", "a supply hex");
  sal_overlay_key(o, "a", "own", "a line runs through here");
  sal_overlay_key(o, "c", "bad", "a unit here would be cut off");
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (O(p)->supply[side][h] && line[h]) sal_overlay_hex(o, h, "s", NULL);
    else if (line[h]) sal_overlay_hex(o, h, "a", NULL);
    else if (friend_at(p, side, h) && !alea_traces(p, side, line, h)) sal_overlay_hex(o, h, "c", NULL);
  }
}

static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Enemy artillery in sight");
  sal_overlay_key(o, "t", "bad", "how many batteries reach it");
  for (int i = 0; i < b->nhexes; i++) {
    char text[8];
    int n = guns_on(p, sal_enemy(side), b->order[i]);
    sal_format(text, sizeof text, "%d", n);
    if (n) sal_overlay_hex(o, b->order[i], "t", text);
  }
}

/* ---- records -------------------------------------------------------------------------------------------------------------- */

static void score_card(const struct sal_play *p, struct sal_card *c) {
  const struct state *s = S(p);
  sal_card_start(c, SAL_CARD_LEDGER, O(p)->south ? R_II_4_4 : R_14_1, "Victory points, German less Soviet");
  sal_card_add(c, SAL_GERMAN, alea_vp(p, SAL_GERMAN), 2, O(p)->south ? R_II_4_2 : R_14_3, SAL_NOUNIT, "German points, %d units left the map", s->exits);
  sal_card_add(c, SAL_SOVIET, -(alea_vp(p, SAL_SOVIET) + s->spent), 2, O(p)->south ? R_II_4_1 : R_14_2, SAL_NOUNIT, "Soviet points for German losses");
  sal_card_add(c, SAL_SOVIET, s->spent, 2, O(p)->south ? R_II_2_4 : R_15_2, SAL_NOUNIT, "price of Soviet reserves");
}

static void losses_card(const struct sal_play *p, struct sal_card *c) { /* opt.tank, opt.air: the counts of the turn */
  static const char *const planes[] = {"fighter steps", "bomber steps"};
  sal_card_start(c, SAL_CARD_LEDGER, R_II_1_6, "Steps lost in this turn that may be replaced");
  for (int side = 0; side < SAL_SIDES; side++) {
    sal_card_add(c, side, S(p)->tanks[side], 1, R_opt_tank_1, SAL_NOUNIT, "%s tank steps", name_of(side));
    for (int k = 0; k < 2; k++) sal_card_add(c, side, S(p)->planes[side][k], 1, R_opt_air, SAL_NOUNIT, "%s %s", name_of(side), planes[k]);
  }
}

/* 15.1, II.s3.5, II.s3.7: what waits in a reserve, formation by formation, with its price. */
static void reserve_card(const struct sal_play *p, int box, struct sal_card *c) {
  const struct own *o = O(p);
  bool stavka = box == B_STAVKA;
  sal_card_start(c, SAL_CARD_LEDGER, stavka ? R_II_s3_7 : o->south ? R_II_s3_5 : R_15_1, stavka ? "STAVKA reserve, price in points" : "Front reserve, price in points");
  for (int i = 0; i < o->nground[SAL_SOVIET] && c->nlines < SAL_CARD_LINES; i++) {
    int u = o->ground[SAL_SOVIET][i], form = is_guns(p, u) ? 0 : I(p, u)->form;
    bool here = U(p, u)->box == box || (!stavka && U(p, u)->at && U(p, u)->at < p->book->board.cells && U(p, u)->flags & INACTIVE);
    if (here && alea_leads(p, u)) sal_card_add(c, SAL_SOVIET, alea_price(p, u), 2, I(p, u)->kind == AA && !o->south ? R_II_opt_aa_5 : alea_price_rule(p, u), SAL_NOUNIT, "%s", form ? o->form_name[form] : label(p, u));
  }
}

static void reserve_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card front, stavka;
  reserve_card(p, B_FRONT, &front);
  reserve_card(p, B_STAVKA, &stavka);
  if (!front.nlines && !stavka.nlines) return;
  sal_record_open(j, "reserves", "Soviet reserves");
  sal_record_card(j, p->book, &front);
  if (stavka.nlines) sal_record_card(j, p->book, &stavka);
  sal_record_close(j);
}

static void records(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;
  score_card(p, &c);
  sal_record_open(j, "score", "Score");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
  losses_card(p, &c);
  sal_record_open(j, "losses", "Losses");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
  reserve_record(p, j);
  if (!O(p)->ngoals) return;
  sal_card_start(&c, SAL_CARD_LEDGER, O(p)->scenario == PANZERKEIL ? R_II_s3_8 : O(p)->scenario == PROKHOROVKA ? R_II_s4_6 : R_3_4, "Objectives held by the German");
  for (int i = 0; i < O(p)->ngoals; i++) sal_card_add(&c, SAL_GERMAN, held_by(p, SAL_GERMAN, O(p)->goal[i]), 1, R_3_setup_7, SAL_NOUNIT, "%s", p->book->board.name[O(p)->goal[i]]);
  sal_record_open(j, "objectives", "Objectives");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

bool alea_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  if (q->kind == SAL_Q_REACH) return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) return records(p, q->records), true;
  int who = side == SAL_SOVIET;
  if (q->overlay == V_ZOC) zoc_overlay(p, who, q->out);
  else if (q->overlay == V_CONTROL) control_overlay(p, who, q->out);
  else if (q->overlay == V_SUPPLY) supply_overlay(p, who, q->out);
  else threat_overlay(p, who, q->out);
  return true;
}
