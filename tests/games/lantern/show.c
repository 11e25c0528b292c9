/* show.c - lantern's documents, secrets, reach, overlays, score and audit. */
#include "state.h"

#include <string.h>

enum { M_MOVED, M_RAIDED, M_LAMP };

static bool hidden_from(const struct sal_book *b, const struct state *s, int u, int viewer) {
  return b->counter[u].side != viewer && !(s->boat[u].flags & KNOWN);
}

/* ---- the view document */

static void show_boat(const struct sal_play *p, int u, struct sal_show *out) {
  const struct boat *boat = &S(p)->boat[u];
  struct sal_shown_unit shown = {.unit = (sal_unit)u,
                                 .hex = boat->at,
                                 .box = (uint8_t)(side_of(p, u) + (boat->place == QUAY ? 2 : 0)),
                                 .steps = 1,
                                 .facing = -1,
                                 .mp = -1,
                                 .count = -1};
  if (boat->flags & MOVED)
    shown.level[shown.nmarks] = -1, shown.mark[shown.nmarks++] = M_MOVED;
  if (boat->flags & RAIDED)
    shown.level[shown.nmarks] = -1, shown.mark[shown.nmarks++] = M_RAIDED;
  if (own(p->book)->of[u] == LAMP)
    shown.level[shown.nmarks] = -1, shown.mark[shown.nmarks++] = M_LAMP;
  for (int i = 0; i < S(p)->head.depth; i++) {
    const struct sal_frame *f = &S(p)->head.frame[i];
    if (f->node == N_STEP && f->x[0] == u)
      shown.mp = (int16_t)f->x[1], shown.mp_of = (int16_t)kind_of(p, u)->mp;
  }
  sal_show_unit(out, &shown);
}
static int isles_of(const struct sal_play *p, int side) {
  const struct sal_region *r = sal_region_find(&p->book->board, "isles");
  int n = 0;
  for (int i = 0; r && i < r->n; i++)
    n += (S(p)->ground[r->hexes[i]] & HELD << side) != 0;
  return n;
}
void lantern_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  const struct sal_region *r = sal_region_find(b, "isles");
  uint8_t held[SAL_MAX_CELLS];
  for (int side = 0; side < SAL_SIDES; side++)
    if (viewer == side || viewer == SAL_ALL)
      sal_show_var(out, side == SAL_GERMAN ? "german_coins" : "soviet_coins", s->coins[side]);
  for (int side = 0; side < SAL_SIDES; side++)
    sal_show_score(out, side, (struct sal_frac){isles_of(p, side), 1});
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->boat[u].place != UNKNOWN && (viewer == SAL_ALL || !hidden_from(p->book, s, u, viewer)))
      show_boat(p, u, out);
  for (int side = 0; side < SAL_SIDES; side++)
    for (int i = 0; viewer != side && viewer != SAL_ALL && i < b->nhexes; i++) {
      int n = hidden_in(s, side, b->order[i]);
      if (n)
        sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT,
                                                    .side = (uint8_t)side,
                                                    .hex = b->order[i],
                                                    .steps = -1,
                                                    .facing = -1,
                                                    .mp = -1,
                                                    .count = (int16_t)n});
    }
  for (int i = 0; r && i < r->n; i++)
    sal_show_mark(out, r->hexes[i], "isle", SAL_NOSIDE);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int h = 0; h < b->cells; h++)
      held[h] = (s->ground[h] & HELD << side) != 0;
    sal_show_control(out, side, held);
  }
}

/* ---- 1.2, 2.1: what the other side may not know */

void lantern_view(const struct sal_book *b, const struct sal_head *state, int viewer,
                  struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;
  memcpy(v, s, b->state_bytes);
  for (int u = 0; u < b->ncounters; u++)
    if (hidden_from(b, s, u, viewer)) {
      if (!sal_hides(r, "boat"))
        continue;
      memset(&v->boat[u], 0, sizeof v->boat[u]);
      v->boat[u].place = UNKNOWN;
    }
  for (int side = 0; side < SAL_SIDES; side++)
    if (side != viewer)
      sal_blank(r, "coins", &v->coins[side], 1, 0);
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if ((f->node == N_STEP || f->node == N_PUT) && hidden_from(b, s, f->x[0], viewer))
      sal_blank(r, "frame", v->head.frame[i].x, sizeof f->x, 0);
    if (f->node == N_CHALLENGE && hidden_from(b, s, f->x[1], viewer))
      sal_blank(r, "frame", &v->head.frame[i].x[1], sizeof f->x[1], 0);
  }
}
static int frame_of(const struct state *s, int node, int side) {
  for (int i = 0; i < s->head.depth; i++)
    if (s->head.frame[i].node == node && s->head.frame[i].side == side)
      return i;
  return -1;
}
/* Hidden boats of `side` in random order: as many as the veils say on their hexes, the rest ashore.
 * A lamp is never hidden on the fen. */
static void deal(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  sal_unit pool[MAX_BOATS];
  int n = 0, next = 0;
  for (int u = 0; u < b->ncounters; u++)
    if (hidden_from(b, s, u, sal_enemy(side)) && b->counter[u].side == side) {
      s->boat[u] = (struct boat){SAL_NOHEX, YARD, 0};
      if (own(b)->of[u] != LAMP)
        pool[n++] = (sal_unit)u;
    }
  for (int i = n - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit t = pool[i];
    pool[i] = pool[k], pool[k] = t;
  }
  for (int i = 0; i < b->board.nhexes; i++)
    for (int k = hidden_in(s, side, b->board.order[i]); k > 0; k--) {
      SAL_ASSERT(next < n);
      s->boat[pool[next++]] = (struct boat){b->board.order[i], FEN, 0};
    }
  int put = frame_of(s, N_PUT, side), step = frame_of(s, N_STEP, side);
  bool named = put >= 0 && b->counter[s->head.frame[put].x[0]].side == side &&
               s->boat[s->head.frame[put].x[0]].flags & KNOWN;
  for (int u = 0; put >= 0 && !named && u < b->ncounters; u++) /* somebody is being launched */
    if (b->counter[u].side == side && s->boat[u].place == YARD) {
      s->boat[u].place = QUAY;
      s->head.frame[put].x[0] = (uint16_t)u;
      break;
    }
  int call = frame_of(s, N_CHALLENGE, sal_enemy(side));
  struct sal_frame *f = s->head.frame;
  if (step < 0 || (b->counter[f[step].x[0]].side == side && s->boat[f[step].x[0]].flags & KNOWN))
    return;
  int fit = 0; /* a hidden boat is on its way: one of those that could be it */
  for (int i = 0; i < next; i++)
    if (call < 0 || s->boat[pool[i]].at == f[call].x[0])
      pool[fit++] = pool[i];
  SAL_ASSERT(fit > 0);
  f[step].x[0] = pool[sal_rng_below(g, (uint32_t)fit)];
  f[step].x[1] = 1;
  if (call >= 0)
    f[call].x[1] = f[step].x[0];
}
void lantern_guess(const struct sal_book *b, const struct sal_head *view, int viewer,
                   struct sal_rng *g, struct sal_head *out) {
  struct state *s = (struct state *)out;
  memcpy(s, view, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++)
    if (side != viewer) {
      deal(b, s, side, g);
      s->coins[side] = (uint8_t)sal_rng_below(g, 4);
    }
}
/* The same view from another truth: two hidden boats that are not lamps change places, and the
 * coins change. */
bool lantern_shuffle(const struct sal_book *b, struct sal_head *state, int viewer,
                     struct sal_rng *g) {
  struct state *s = (struct state *)state;
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer)
      continue;
    sal_unit pool[MAX_BOATS];
    uint32_t n = 0;
    for (int u = 0; u < b->ncounters; u++)
      if (b->counter[u].side == side && hidden_from(b, s, u, viewer) && own(b)->of[u] != LAMP)
        pool[n++] = (sal_unit)u;
    s->coins[side] = (uint8_t)sal_rng_below(g, MAX_COINS + 1);
    if (n < 2)
      continue;
    sal_unit u = pool[sal_rng_below(g, n)], v = pool[sal_rng_below(g, n)];
    struct boat t = s->boat[u];
    s->boat[u] = s->boat[v];
    s->boat[v] = t;
    for (int i = 0; i < s->head.depth; i++) {
      struct sal_frame *f = &s->head.frame[i];
      uint16_t *who = f->node == N_CHALLENGE                  ? &f->x[1]
                      : f->node == N_STEP || f->node == N_PUT ? &f->x[0]
                                                              : NULL;
      if (who && (*who == u || *who == v))
        *who = *who == u ? v : u;
    }
  }
  return true;
}

/* ---- reach, overlays, records */

struct scratch {
  struct sal_flood flood;
  uint8_t edge[SAL_MAX_CELLS * 6], halt[SAL_MAX_CELLS];
};
static bool reach(const struct sal_play *p, int side, struct sal_query *q,
                  struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  struct scratch *w = p->scratch;
  sal_unit u = q->unit;
  const struct boat *boat = &S(p)->boat[u];
  const struct sal_frame *f = p->state->over ? NULL : sal_top(p);
  bool mid = f && f->node == N_STEP && f->x[0] == u, mine = side_of(p, u) == side;
  bool can =
      mine && (mid || (f && f->node == N_VOYAGE && f->side == side && !(boat->flags & MOVED)));
  if (boat->place != FEN)
    return sal_refuse(why, R_2_1, "{u0} is not on the fen in sight.", u, 0);
  int budget = mid ? f->x[1] : kind_of(p, u)->mp;
  memcpy(w->edge, own(p->book)->edge, (size_t)b->cells * 6);
  memset(w->halt, 0, b->cells);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    w->halt[h] = lantern_enemy_near(p, side_of(p, u), h);
    if (!lantern_enemy_at(p, side_of(p, u), h) && lantern_boats_at(p, side_of(p, u), h) < STACK)
      continue;
    for (int d = 0; d < 6; d++)
      w->edge[(h + b->step[d]) * 6 + sal_back(d)] = SAL_BARRED;
  }
  uint8_t here = w->halt[boat->at];
  w->halt[boat->at] = 0;
  sal_flood_edges(&w->flood, b, w->edge, w->halt, boat->at, budget);
  struct sal_reach *r = q->reach;
  *r = (struct sal_reach){.unit = u};
  if (can && !mid)
    r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  if (can)
    r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);
  for (int i = 0; i < w->flood.n; i++) {
    sal_hex h = w->flood.hexes[i];
    bool must = h == boat->at ? here : w->halt[h];
    struct sal_reach_hex *out = &r->hex[r->n++];
    *out = (struct sal_reach_hex){
        .hex = h,
        .from = i ? sal_flood_from(&w->flood, b, NULL, w->edge, w->halt, h) : SAL_NOHEX,
        .cost = w->flood.dist[h],
        .left = (uint16_t)(budget - w->flood.dist[h]),
        .act = {0xffff, {0}},
        .stop = true,
        .must = must,
        .rule = must ? R_4_3 : R_4_2};
    if (can)
      out->act = sal_act(V_STEP, h, 0, 0);
  }
  return true;
}
static void zoc_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Where boats must stop");
  sal_overlay_key(o, "e", "enemy", "next to an enemy");
  for (int i = 0; i < b->nhexes; i++)
    if (lantern_enemy_near(p, side, b->order[i]))
      sal_overlay_hex(o, b->order[i], "e", NULL);
}
static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  sal_overlay_title(o, "Control");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int i = 0; i < b->nhexes; i++)
    if (S(p)->ground[b->order[i]] & 3)
      sal_overlay_hex(o, b->order[i], S(p)->ground[b->order[i]] & HELD << side ? "o" : "e", NULL);
}
static bool sight_overlay(const struct sal_play *p, const struct sal_query *q,
                          struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  const struct boat *boat = &S(p)->boat[q->arg[0]];
  if (boat->place != FEN)
    return sal_refuse(why, R_4_6, "{u0} is not on the fen in sight.", q->arg[0], 0);
  sal_overlay_title(q->out, "What %s sees", p->book->counter[q->arg[0]].label);
  sal_overlay_key(q->out, "a", "good", "in sight");
  sal_overlay_key(q->out, "b", "bad", "hidden by reeds");
  for (int i = 0; i < b->nhexes; i++) {
    int d = sal_distance(b, boat->at, b->order[i]);
    char text[8];
    sal_format(text, sizeof text, "%d", d);
    if (d && d <= SIGHT)
      sal_overlay_hex(q->out, b->order[i], lantern_sees(p->book, boat->at, b->order[i]) ? "a" : "b",
                      text);
  }
  return true;
}
bool lantern_query(const struct sal_play *p, int side, struct sal_query *q,
                   struct sal_refusal *why) {
  if (q->kind == SAL_Q_REACH)
    return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) {
    struct sal_card c;
    sal_card_start(&c, SAL_CARD_LEDGER, R_6_1, "Isles, German less Soviet");
    for (int s = 0; s < SAL_SIDES; s++)
      sal_card_add(&c, s, s ? -isles_of(p, s) : isles_of(p, s), 1, R_6_1, SAL_NOUNIT,
                   "held by the %s side", side_word(s));
    sal_record_open(q->records, "score", "Score");
    sal_record_card(q->records, p->book, &c);
    sal_record_close(q->records);
    return true;
  }
  if (q->overlay == 0)
    zoc_overlay(p, side == SAL_SOVIET, q->out);
  else if (q->overlay == 1)
    control_overlay(p, side == SAL_SOVIET, q->out);
  else
    return sight_overlay(p, q, why);
  return true;
}
bool lantern_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
                    struct sal_action *out) {
  const struct sal_frame *f = sal_top(p);
  if (f->node != N_CHALLENGE || f->side != side || set[0].choice == 0)
    return false;
  *out = sal_act(V_PASS, 0, 0, 0);
  for (int u = 0; set[0].choice == 1 && u < p->book->ncounters; u++)
    if (sal_check(p, side, sal_act(V_CALL, u, 0, 0), NULL)) {
      *out = sal_act(V_CALL, u, 0, 0);
      break;
    }
  return true;
}

/* ---- 6.1 score; audit */

bool lantern_score(const struct sal_play *p, struct sal_result *r) {
  int german = isles_of(p, SAL_GERMAN), soviet = isles_of(p, SAL_SOVIET), margin = german - soviet;
  if (!S(p)->head.over)
    return false;
  *r = (struct sal_result){.winner = (uint8_t)(margin > 0   ? SAL_GERMAN
                                               : margin < 0 ? SAL_SOVIET
                                                            : SAL_NOSIDE),
                           .margin = {margin, 1},
                           .rule = R_6_1,
                           .score = {{german, 1}, {soviet, 1}}};
  r->level = margin > 0 ? "German victory" : margin < 0 ? "Soviet victory" : "draw";
  sal_format(r->text, sizeof r->text, "%s: %d isles to %d.", r->level, german, soviet);
  return true;
}
bool lantern_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  struct state veil;
  memcpy(&veil, s, p->book->state_bytes);
  lantern_veil(p->book, &veil);
  if (memcmp(veil.ground, s->ground, p->book->board.cells) != 0)
    return sal_fail(err, NULL, 0, "the veils do not fit the boats");
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct boat *boat = &s->boat[u];
    const char *id = p->book->counter[u].id;
    if (boat->place > FEN || (boat->place == FEN) != (boat->at != SAL_NOHEX))
      return sal_fail(err, NULL, 0, "%s is nowhere", id);
    if (boat->place != FEN)
      continue;
    if (lantern_boats_at(p, side_of(p, u), boat->at) > STACK ||
        lantern_enemy_at(p, side_of(p, u), boat->at))
      return sal_fail(err, NULL, 0, "%s is in a crowd", id);
    if (own(p->book)->of[u] == LAMP && !(boat->flags & KNOWN))
      return sal_fail(err, NULL, 0, "%s is a hidden lamp", id);
  }
  for (int side = 0; side < SAL_SIDES; side++)
    if (s->coins[side] > MAX_COINS)
      return sal_fail(err, NULL, 0, "too many coins");
  return true;
}
