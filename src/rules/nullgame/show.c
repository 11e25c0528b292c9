/* show.c - nullgame's documents: view, reach, overlays, records; standing orders; score and audit. */
#include "state.h"

#include <string.h>

enum { M_MOVED, M_FOUGHT, M_OPEN };

void null_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "%d July 1943", 4 + h->turn);
}

/* Hidden stacks of `side` as one entry each. */
static void show_veiled(const struct sal_play *p, int side, struct sal_show *out) {
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++)
    if (S(p)->ground[b->order[i]] & VEIL << side)
      sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT, .side = (uint8_t)side, .hex = b->order[i], .steps = -1, .facing = -1, .mp = -1, .count = -1});
}

static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct unit *unit = &S(p)->unit[u];
  struct sal_shown_unit shown = {.unit = (sal_unit)u, .hex = unit->at, .box = p->book->counter[u].side, .steps = unit->steps, .facing = -1, .mp = -1, .count = -1};
  if (unit->flags & MOVED) shown.level[shown.nmarks] = -1, shown.mark[shown.nmarks++] = M_MOVED;
  if (unit->flags & FOUGHT) shown.level[shown.nmarks] = -1, shown.mark[shown.nmarks++] = M_FOUGHT;
  if (own(p->book)->kind[u].gun) shown.level[shown.nmarks] = -1, shown.mark[shown.nmarks++] = M_OPEN; /* 2.3 */
  for (int i = 0; i < S(p)->head.depth; i++) {
    const struct sal_frame *f = &S(p)->head.frame[i];
    if (f->node == N_STEP && f->x[0] == u) shown.mp = (int16_t)f->x[1], shown.mp_of = own(p->book)->kind[u].mp;
  }
  sal_show_unit(out, &shown);
}

static int villages_of(const struct sal_play *p, int side) {
  const struct sal_region *r = sal_region_find(&p->book->board, "villages");
  int n = 0;
  for (int i = 0; r && i < r->n; i++) n += (S(p)->ground[r->hexes[i]] & HELD << side) != 0;
  return n;
}

static void held_by(const struct sal_play *p, int side, uint8_t *out) {
  for (int h = 0; h < p->book->board.cells; h++) out[h] = (S(p)->ground[h] & HELD << side) != 0;
}

void null_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  static const char *const stance[] = {"hold", "press"};
  const struct state *s = S(p);
  const struct sal_region *r = sal_region_find(&p->book->board, "villages");
  uint8_t held[SAL_MAX_CELLS];
  for (int side = 0; side < SAL_SIDES; side++) {
    bool knows = viewer == side || viewer == SAL_ALL;
    if (knows) sal_show_var(out, side == SAL_GERMAN ? "german_points" : "soviet_points", s->points[side]);
    if (knows || s->head.phase != P_ORDERS) sal_show_var_text(out, side == SAL_GERMAN ? "german_stance" : "soviet_stance", stance[s->stance[side]]);
  }
  for (int side = 0; side < SAL_SIDES; side++) sal_show_score(out, side, (struct sal_frac){villages_of(p, side), 1});
  for (int u = 0; u < p->book->ncounters; u++) {
    bool knows = viewer == SAL_ALL || side_of(p, u) == viewer || s->unit[u].flags & KNOWN;
    if (knows && s->unit[u].steps && s->unit[u].steps != UNKNOWN) show_unit(p, u, out);
  }
  for (int side = 0; side < SAL_SIDES; side++)
    if (viewer != side && viewer != SAL_ALL) show_veiled(p, side, out);
  for (int i = 0; r && i < r->n; i++) sal_show_mark(out, r->hexes[i], "village", SAL_NOSIDE);
  for (int side = 0; side < SAL_SIDES; side++) {
    held_by(p, side, held);
    sal_show_control(out, side, held);
  }
}

void null_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  if (a.verb == V_SUPPORT) {
    o->vary = 1;
    o->vary_max = S(p)->points[side];
  } else if (a.verb == V_ATTACK) {
    sal_format(o->confirm, sizeof o->confirm, "Attack %s?", p->book->board.name[sal_top(p)->x[0]]);
  }
}

/* ---- reach ------------------------------------------------------------------------------------ */

struct scratch {
  struct sal_flood flood;
  uint8_t edge[SAL_MAX_CELLS * 6], halt[SAL_MAX_CELLS];
};

static void reach_costs(const struct sal_play *p, int side, struct scratch *w) {
  const struct sal_board *b = &p->book->board;
  sal_unit stack[MAX_UNITS];
  memcpy(w->edge, own(p->book)->edge, (size_t)b->cells * 6);
  memset(w->halt, 0, b->cells);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    w->halt[h] = null_enemy_near(p, side, h);
    if (!null_enemy_at(p, side, h) && null_units_at(p, side, h, stack) < STACK) continue;
    for (int d = 0; d < 6; d++) w->edge[(h + b->step[d]) * 6 + sal_back(d)] = SAL_BARRED;
  }
}

static bool reach(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  struct scratch *w = p->scratch;
  sal_unit u = q->unit;
  const struct unit *unit = &S(p)->unit[u];
  const struct sal_frame *f = p->state->over ? NULL : sal_top(p);
  bool mid = f && f->node == N_STEP && f->x[0] == u, mine = side_of(p, u) == side;
  bool can = mine && (mid || (f && f->node == N_MOVE && f->side == side && !(unit->flags & MOVED)));
  if (!unit->at) return sal_refuse(why, R_2_2, "{u0} is not on the map in sight.", u, 0);
  int budget = mid ? f->x[1] : own(p->book)->kind[u].mp;
  struct sal_reach *r = q->reach;
  reach_costs(p, side_of(p, u), w);
  bool dear[6] = {false}; /* 4.4: the first hex may be dearer than the budget */
  for (int d = 0; d < 6 && !(mid && f->x[3]); d++) {
    uint8_t *e = &w->edge[unit->at * 6 + d];
    dear[d] = *e != SAL_BARRED && *e > budget;
    if (dear[d]) *e = (uint8_t)budget;
  }
  sal_flood_edges(&w->flood, b, w->edge, w->halt, unit->at, budget);
  *r = (struct sal_reach){.unit = u};
  if (can && !mid) r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  if (can) r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);
  for (int i = 0; i < w->flood.n; i++) {
    sal_hex h = w->flood.hexes[i], from = i ? sal_flood_from(&w->flood, b, NULL, w->edge, w->halt, h) : SAL_NOHEX;
    struct sal_reach_hex *out = &r->hex[r->n++];
    *out = (struct sal_reach_hex){.hex = h, .from = from, .cost = w->flood.dist[h], .left = (uint16_t)(budget - w->flood.dist[h]),
                                  .act = {0xffff, {0}}, .stop = true, .must = w->halt[h], .rule = w->halt[h] ? R_4_3 : R_4_2};
    int dir = from == unit->at ? sal_dir_to(b, from, h) : -1;
    if (dir >= 0 && dear[dir]) out->rule = R_4_4;
    if (can) out->act = sal_act(V_STEP, h, 0, 0);
    int guns = 0;
    for (int g = 0; i && S(p)->head.option[0] && g < p->book->ncounters; g++) guns += null_gun_may_fire(p, sal_enemy(side_of(p, u)), g, h, NULL);
    if (guns) sal_format(out->risk, sizeof out->risk, guns == 1 ? "%d shot" : "%d shots", guns);
  }
  return true;
}

/* ---- overlays and records ------------------------------------------------------------------------ */

enum { O_ZOC, O_CONTROL, O_LOS };

static void zoc_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Hexes where a move must stop");
  sal_overlay_key(o, "e", "enemy", "next to an enemy");
  sal_overlay_key(o, "o", "own", "where the enemy must stop");
  for (int i = 0; i < b->nhexes; i++) {
    if (null_enemy_near(p, side, b->order[i])) sal_overlay_hex(o, b->order[i], "e", NULL);
    if (null_enemy_near(p, sal_enemy(side), b->order[i])) sal_overlay_hex(o, b->order[i], "o", NULL);
  }
}

static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Control");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int i = 0; i < b->nhexes; i++) {
    uint8_t g = S(p)->ground[b->order[i]];
    if (g & (HELD | HELD << 1)) sal_overlay_hex(o, b->order[i], g & HELD << side ? "o" : "e", NULL);
  }
}

static bool los_overlay(const struct sal_play *p, const struct sal_query *q, struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  const struct own *w = own(p->book);
  sal_hex from = q->arg[0], to = q->arg[1], cut = SAL_NOHEX;
  if (sal_distance(b, from, to) > w->lines.range) return sal_refuse(why, R_4_7, "{h0} and {h1} are too far apart to ask.", from, to);
  bool open = null_sees(p->book, from, to);
  const struct sal_line *line = sal_line_of(&w->lines, b, from, to);
  for (int i = 0; !cut && i < line->nhex; i++) {
    const struct sal_line_hex *h = &w->lines.hex[line->hex + (uint32_t)i];
    if (h->meet != SAL_CORNER && w->block[from + h->step]) cut = (sal_hex)(from + h->step);
  }
  sal_overlay_title(q->out, "Sight from %s to %s", b->name[from], b->name[to]);
  sal_overlay_key(q->out, "a", open ? "good" : "bad", open ? "open" : "blocked");
  if (open) sal_overlay_line(q->out, from, to, "a", SAL_NOHEX, R_4_7, "open, %d hexes", sal_distance(b, from, to));
  else sal_overlay_line(q->out, from, to, "a", cut, R_4_7, "blocked in %s", b->name[cut]);
  return true;
}

static void records(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;
  sal_card_start(&c, SAL_CARD_LEDGER, R_6_2, "Villages, German less Soviet");
  sal_card_add(&c, SAL_GERMAN, villages_of(p, SAL_GERMAN), 1, R_6_2, SAL_NOUNIT, "held by the German side");
  sal_card_add(&c, SAL_SOVIET, -villages_of(p, SAL_SOVIET), 1, R_6_2, SAL_NOUNIT, "held by the Soviet side");
  sal_record_open(j, "score", "Score");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

bool null_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  if (q->kind == SAL_Q_REACH) return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) return records(p, q->records), true;
  if (q->overlay == O_ZOC) zoc_overlay(p, side == SAL_SOVIET, q->out);
  else if (q->overlay == O_CONTROL) control_overlay(p, side == SAL_SOVIET, q->out);
  else return los_overlay(p, q, why);
  return true;
}

/* ---- standing order `fire`: ask, always, never, chance n ------------------------------------------- */

bool null_answer(const struct sal_play *p, int side, const struct sal_order_set *set, struct sal_action *out) {
  enum { ASK, ALWAYS, NEVER, CHANCE };
  const struct sal_frame *f = sal_top(p);
  if (f->node != N_REACT || f->side != side || set[0].choice == ASK) return false;
  struct sal_chance c = null_fire_chance(p, f->x[0]);
  bool fire = set[0].choice == ALWAYS || (set[0].choice == CHANCE && c.num * 100 >= (uint64_t)set[0].n * c.den);
  *out = sal_act(V_PASS, 0, 0, 0);
  for (int u = 0; fire && u < p->book->ncounters; u++)
    if (sal_check(p, side, sal_act(V_FIRE, u, 0, 0), NULL)) {
      *out = sal_act(V_FIRE, u, 0, 0);
      break;
    }
  return true;
}

/* ---- 6.2 score; audit -------------------------------------------------------------------------------- */

bool null_score(const struct sal_play *p, struct sal_result *r) {
  int german = villages_of(p, SAL_GERMAN), soviet = villages_of(p, SAL_SOVIET), margin = german - soviet;
  if (!S(p)->head.over) return false;
  *r = (struct sal_result){.winner = (uint8_t)(margin > 0 ? SAL_GERMAN : margin < 0 ? SAL_SOVIET : SAL_NOSIDE), .margin = {margin, 1}, .rule = R_6_2, .score = {{german, 1}, {soviet, 1}}};
  r->level = margin >= 2 ? "German decisive victory" : margin > 0 ? "German victory" : margin == 0 ? "draw" : margin > -2 ? "Soviet victory" : "Soviet decisive victory";
  sal_format(r->text, sizeof r->text, "%s: %d villages to %d.", r->level, german, soviet);
  return true;
}

bool null_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  struct state veil; /* a state is only as long as its book says, so no plain assignment */
  memcpy(&veil, s, p->book->state_bytes);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    sal_unit stack[MAX_UNITS];
    if (unit->steps > 2) return sal_fail(err, NULL, 0, "%s has %d steps", p->book->counter[u].id, unit->steps);
    if (unit->at && !unit->steps) return sal_fail(err, NULL, 0, "%s is on the map without steps", p->book->counter[u].id);
    if (unit->at >= b->cells || (unit->at && !b->on[unit->at])) return sal_fail(err, NULL, 0, "%s is beyond the map", p->book->counter[u].id);
    if (!unit->at) continue;
    if (null_units_at(p, side_of(p, u), unit->at, stack) > STACK) return sal_fail(err, NULL, 0, "%s is overstacked", b->name[unit->at]);
    if (null_units_at(p, sal_enemy(side_of(p, u)), unit->at, stack)) return sal_fail(err, NULL, 0, "both sides are in %s", b->name[unit->at]);
    if (!(unit->flags & KNOWN) && own(p->book)->kind[u].gun) return sal_fail(err, NULL, 0, "%s is a hidden gun", p->book->counter[u].id);
  }
  for (int side = 0; side < SAL_SIDES; side++)
    if (s->points[side] > MAX_POINTS) return sal_fail(err, NULL, 0, "too many points");
  null_veil(p->book, &veil);
  if (memcmp(veil.ground, s->ground, b->cells) != 0) return sal_fail(err, NULL, 0, "the veils do not fit the units");
  for (int h = 0; h < b->cells; h++)
    if ((s->ground[h] & 3) == 3) return sal_fail(err, NULL, 0, "both sides control %s", b->name[h]);
  return true;
}
