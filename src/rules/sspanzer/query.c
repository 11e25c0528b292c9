/* query.c - questions a player asks: where a unit can go and what would fire at it, zones, control, lines
 * of sight with what shuts them, threats, and the printable records. All from a view.
 */
#include "state.h"

#include <string.h>

struct work {
  struct sal_flood flood;
  uint8_t edge[SAL_MAX_CELLS * 6], mark[SAL_MAX_CELLS];
};

/* ---- reach ---------------------------------------------------------------------------------- */

/* Enemies that could fire at u when it stands in h (7.2): as if it were there. */
static int shots_into(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int n = 0;
  bool vehicle = own->type[u].vehicular;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(&p->book->board, h, d);
    if (ssp_contested(p, g) || !(own->edge[g * 6 + sal_back(d)].is & EDGE_ZOC)) continue;
    SSP_EACH(p, v, g) {
      const struct ssp_face *f = ssp_face_of(p, v);
      if (own->type[v].side == own->type[u].side || s->unit[v].is & SUPPRESSED || own->type[v].move == MOVE_STATIC) continue;
      if (vehicle ? f->g && !f->g_paren : f->r > 0) n += ssp_in_fan(p, v, h);
    }
  }
  return n;
}

/* Enemies that could fire at u when it leaves h: in a close combat those it fights, elsewhere those whose zone it is in. */
static int shots_out(const struct sal_play *p, sal_unit u, sal_hex h) {
  int n = 0;
  if (!ssp_contested(p, h)) return shots_into(p, u, h);
  SSP_EACH(p, v, h) n += ssp_may_fire(p, v, u, ON_LEAVE_CC, NULL); /* 7.2g */
  return n;
}

static void reach_edges(const struct sal_play *p, sal_unit u, struct work *w) {
  const struct sal_board *m = &p->book->board;
  int enemy = sal_enemy(ssp_side(p, u));
  memset(w->edge, SAL_BARRED, (size_t)m->cells * 6);
  for (int i = 0; i < m->nhexes; i++) w->mark[m->order[i]] = ssp_has_side(p, m->order[i], enemy) || ssp_closed(p, m->order[i]);
  for (int i = 0; i < m->nhexes; i++)
    for (int d = 0; d < 6; d++) {
      sal_hex h = m->order[i], g = sal_next(m, h, d);
      int cost = g && !w->mark[g] ? ssp_cost(p, u, h, d) : -1;
      if (cost >= 0 && cost < SAL_MAX_BUDGET) w->edge[h * 6 + d] = (uint8_t)cost;
    }
}

static bool reach(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  struct work *w = p->scratch;
  sal_unit u = q->unit;
  const struct ssp_unit *v = &s->unit[u];
  const struct sal_frame *f = p->state->over ? NULL : sal_top(p);
  bool mid = f && f->node == N_UNIT && f->x[0] == u;
  bool can = f && ssp_side(p, u) == side && f->side == side && !(v->is & SUPPRESSED) && (mid || (f->node == N_IMPULSE && ssp_may_choose(p, u, NULL)));
  if (!v->hex) return sal_refuse(why, R_8_1, "{u0} is not on the map.", u, 0);
  int mf = ssp_type(p, u)->mf * SSP_HALVES, budget = mid ? f->x[3] - f->x[2] : mf;
  bool fresh = !mid || f->x[1] == MODE_FRESH;
  if (v->is & SUPPRESSED) budget = 0;
  bool minimum[6] = {false};
  reach_edges(p, u, w);
  for (int d = 0; fresh && budget && d < 6; d++) { /* 8.3h */
    uint8_t *e = &w->edge[v->hex * 6 + d];
    if (*e != SAL_BARRED && *e > budget) *e = (uint8_t)budget, minimum[d] = true;
  }
  sal_flood_edges(&w->flood, &p->book->board, w->edge, NULL, v->hex, budget);
  struct sal_reach *r = q->reach;
  *r = (struct sal_reach){.unit = u};
  if (can && !mid) r->begin[r->nbegin++] = sal_act(V_CHOOSE, u, 0, 0);
  if (can) r->end[r->nend++] = sal_act(V_STOP, u, 0, 0);
  for (int i = 0; i < w->flood.n; i++) {
    sal_hex h = w->flood.hexes[i], from = i ? sal_flood_from(&w->flood, &p->book->board, NULL, w->edge, NULL, h) : SAL_NOHEX;
    struct sal_reach_hex *out = &r->hex[r->n++];
    bool least = from == v->hex && minimum[sal_dir_to(&p->book->board, from, h)];
    *out = (struct sal_reach_hex){.hex = h, .from = from, .cost = w->flood.dist[h], .left = (uint16_t)(budget - w->flood.dist[h]), .act = {0xffff, {0}},
                                  .stop = ssp_stack_ok(p, h, ssp_side(p, u), u), .rule = (uint16_t)(!from ? R_8_2 : least ? R_8_3h : ssp_cost_rule(p, u, from, sal_dir_to(&p->book->board, from, h)))};
    if (can && from) out->act = sal_act(V_STEP, u, h, 0);
    if (!from) continue;
    int shots = shots_into(p, u, h) + shots_out(p, u, from);
    if (shots) sal_format(out->risk, sizeof out->risk, shots == 1 ? "%d shot" : "%d shots", shots);
  }
  return true;
}

/* ---- overlays ------------------------------------------------------------------------------------ */

enum { O_ZOC, O_CONTROL, O_LOS, O_THREAT };

static void zoc_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *m = &p->book->board;
  sal_overlay_title(o, "Zones of control (7.1)");
  sal_overlay_key(o, "e", "enemy", "in an enemy zone");
  sal_overlay_key(o, "o", "own", "in an own zone");
  sal_overlay_key(o, "b", "warn", "in zones of both");
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    bool own = false, enemy = false;
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(m, h, d);
      if (!g) continue;
      SSP_EACH(p, u, g) {
        if (!ssp_zone_of(p, u, h)) continue;
        if (ssp_side(p, u) == side) own = true;
        else enemy = true;
      }
    }
    if (own || enemy) sal_overlay_hex(o, h, own && enemy ? "b" : own ? "o" : "e", NULL);
  }
}

static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *m = &p->book->board;
  sal_overlay_title(o, "Control (3.3b)");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int i = 0; i < m->nhexes; i++) sal_overlay_hex(o, m->order[i], ssp_german_holds(p, m->order[i]) == (side == SAL_GERMAN) ? "o" : "e", NULL);
}

static const char *what_shuts(int rule) {
  return rule == R_9_4a ? "woods, town or hilltop" : rule == R_9_4b ? "berm" : rule == R_9_4c ? "along a hexside" : "slope";
}

static bool los_overlay(const struct sal_play *p, const struct sal_query *q, struct sal_refusal *why) {
  const struct sal_board *m = &p->book->board;
  const struct ssp_book *own = ssp_own(p->book);
  sal_hex from = q->arg[0], to = q->arg[1], cut;
  int d = sal_distance(m, from, to);
  if (d > own->max_vis) return sal_refuse(why, R_9_4, "{h0} and {h1} are farther apart than any visibility.", from, to);
  int rule = ssp_cut(p->book, from, to, &cut);
  bool open = !rule && d <= ssp_st(p)->vis;
  sal_overlay_title(q->out, "Sight from %s to %s", m->name[from], m->name[to]);
  sal_overlay_key(q->out, "a", open ? "good" : "bad", open ? "open" : "shut");
  if (rule) sal_overlay_line(q->out, from, to, "a", cut, rule, "%s at %s", what_shuts(rule), m->name[cut]);
  else if (!open) sal_overlay_line(q->out, from, to, "a", to, R_5e, "open ground, but %d hexes and visibility %d", d, ssp_st(p)->vis);
  else sal_overlay_line(q->out, from, to, "a", SAL_NOHEX, R_9_4, "open, %d hexes", d);
  return true;
}

/* Hexes where a vehicle of T-34 armour or an infantry unit of the asking side could be fired at now. */
static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *m = &p->book->board;
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  struct work *w = p->scratch;
  char text[8];
  memset(w->mark, 0, m->cells);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct ssp_unit *v = &s->unit[u];
    if (!v->hex || own->type[u].side == side || v->is & SUPPRESSED || own->type[u].move == MOVE_STATIC || ssp_contested(p, v->hex)) continue;
    const struct ssp_face *f = ssp_face_of(p, (sal_unit)u);
    int far = f->g && !f->g_paren ? f->g - 5 : 0;
    if (f->r > far) far = f->r;
    if (f->g && !f->g_paren && far < 1) far = 1;
    if (far > s->vis) far = s->vis;
    if (far < 1) continue;
    const uint32_t *at = own->seen_at + v->hex * (own->max_vis + 2u);
    for (uint32_t k = at[1]; k < at[far + 1]; k++)
      if (w->mark[own->seen[k]] < 99 && ssp_in_fan(p, (sal_unit)u, own->seen[k])) w->mark[own->seen[k]]++;
  }
  sal_overlay_title(o, "Hexes the enemy can fire into (9.3, 9.4; tanks of armour 5)");
  sal_overlay_key(o, "t", "bad", "number of enemy units that can fire there");
  for (int i = 0; i < m->nhexes; i++) {
    if (!w->mark[m->order[i]]) continue;
    sal_format(text, sizeof text, "%d", w->mark[m->order[i]]);
    sal_overlay_hex(o, m->order[i], "t", text);
  }
}

/* ---- records --------------------------------------------------------------------------------------- */

static void losses_record(const struct sal_play *p, struct sal_json *j) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  struct sal_card c;
  sal_record_open(j, "losses", "Losses");
  sal_card_start(&c, SAL_CARD_LEDGER, R_3_3a, "Steps lost (they do not count for victory)");
  sal_card_add(&c, SAL_GERMAN, s->lost[SAL_GERMAN], 1, R_9_7a, SAL_NOUNIT, "German steps");
  sal_card_add(&c, SAL_SOVIET, s->lost[SAL_SOVIET], 1, R_9_7a, SAL_NOUNIT, "Soviet steps");
  sal_record_card(j, p->book, &c);
  sal_card_start(&c, SAL_CARD_TABLE, R_2_5, "Formations");
  sal_format(c.text, sizeof c.text, "Formation|Units on the map|Steps|Suppressed");
  for (int k = 0; k < own->nforms; k++) {
    int units = 0, steps = 0, down = 0;
    if (!(own->chits >> k & 1)) continue; /* not in this game */
    for (int i = 0; i < own->nof[k]; i++) {
      const struct ssp_unit *v = &s->unit[own->of[k][i]];
      if (!v->hex) continue;
      units++;
      steps += v->steps;
      down += (v->is & SUPPRESSED) != 0;
    }
    sal_card_add(&c, own->form_side[k], 0, 1, R_2_5, SAL_NOUNIT, "%s|%d|%d|%d", own->formation[k], units, steps, down);
  }
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* 3.3a: which hexes count, for whom, and who has them. */
static void add_hexes(const struct sal_play *p, struct sal_card *c, const struct sal_region *r, int side) {
  for (int i = 0; r && i < r->n; i++)
    sal_card_add(c, side, 0, 1, R_3_3b, SAL_NOUNIT, "%s|%s|%s", p->book->board.name[r->hexes[i]], sal_side_name[side], sal_side_name[ssp_german_holds(p, r->hexes[i]) ? SAL_GERMAN : SAL_SOVIET]);
}

static void turn_record(const struct sal_play *p, struct sal_json *j) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  struct sal_card c;
  struct sal_result r;
  sal_record_open(j, "turn", "Turn record");
  sal_card_start(&c, SAL_CARD_TABLE, R_1_2a, "The turn");
  sal_format(c.text, sizeof c.text, "What|Value");
  sal_card_add(&c, 0, 0, 1, R_1_2a, SAL_NOUNIT, "Turn|%d of %d", p->state->turn, p->book->scenarios[p->book->scenario].turns);
  sal_card_add(&c, 0, 0, 1, R_5a, SAL_NOUNIT, "Visibility|%d", s->vis);
  sal_card_add(&c, 0, 0, 1, R_4_1c, SAL_NOUNIT, "Artillery in the cup|%d", s->cup);
  sal_card_add(&c, 0, 0, 1, R_9_1a, SAL_NOUNIT, "Attacks this turn|%d", s->shots);
  for (int k = 0; k < own->nforms; k++)
    if (own->chits >> k & 1) sal_card_add(&c, 0, 0, 1, R_4_1f, SAL_NOUNIT, "%s|%s", own->formation[k], s->formation == k ? "active" : s->played >> k & 1 ? "played" : "in the cup");
  sal_record_card(j, p->book, &c);
  ssp_score(p, &r);
  sal_card_start(&c, SAL_CARD_TEXT, own->rule, "Victory");
  sal_format(c.text, sizeof c.text, "%s", r.text);
  sal_record_card(j, p->book, &c);
  sal_card_start(&c, SAL_CARD_TABLE, R_3_3b, "Hexes that count");
  sal_format(c.text, sizeof c.text, "Hex|Counts for|Held by");
  add_hexes(p, &c, own->rune, SAL_GERMAN);
  add_hexes(p, &c, own->star, SAL_SOVIET);
  if (c.nlines) sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

bool ssp_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int of = side == SAL_SOVIET ? SAL_SOVIET : SAL_GERMAN;
  if (q->kind == SAL_Q_REACH) return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) {
    turn_record(p, q->records);
    losses_record(p, q->records);
    return true;
  }
  switch (q->overlay) {
  case O_ZOC: zoc_overlay(p, of, q->out); return true;
  case O_CONTROL: control_overlay(p, of, q->out); return true;
  case O_THREAT: threat_overlay(p, of, q->out); return true;
  default: return los_overlay(p, q, why);
  }
}
