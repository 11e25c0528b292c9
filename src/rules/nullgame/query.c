/* query.c - questions to a view: where a unit can go, overlays, printable records.
 *
 * The reach asks null_step_law, the law of the step action itself.
 */
#include "state.h"

/* ---- reach ------------------------------------------------------------------------------ */

struct mover { /* the unit whose reach is asked for */
  bool can;    /* it may be moved now by the side that asks */
  int enemy;
};

/* 4.6: how many guns could fire at a unit in h. */
static int guns_on(const struct sal_play *p, int enemy, sal_hex h) {
  int guns = 0;

  if (!S(p)->head.option[OPT_REACTION])
    return 0;
  for (int u = 0; u < p->book->ncounters; u++)
    guns += null_gun_may_fire(p, enemy, u, h, NULL);

  return guns;
}

/* What waits in a hex of the reach: the action that leads there, and guns that would fire (4.6). */
static void finish(const struct sal_play *p, const void *own, struct sal_reach_hex *h) {
  const struct mover *m = own;

  if (m->can)
    h->act = sal_act(V_STEP, h->hex, 0, 0);
  int guns = h->from ? guns_on(p, m->enemy, h->hex) : 0;
  if (guns)
    sal_format(h->risk, sizeof h->risk, "%d {shot/shots}", guns);
}

/* 4.2: where a unit can go, from the law of one step. The hexes carry actions only when the side
 * could begin or go on with this move now. */
static bool reach(const struct sal_play *p, int side, struct sal_query *q,
                  struct sal_refusal *why) {
  sal_unit u = q->unit;
  const struct unit *unit = &S(p)->unit[u];
  struct sal_reach *r = q->reach;

  if (!unit->at)
    return sal_refuse(why, R_2_2, "{u0} is not on the map in sight.", u, 0);

  /* The move may be under way, or could begin now. */
  const struct sal_frame *top = p->state->over ? NULL : sal_top(p);
  const struct move *move = top && top->node == N_STEP ? move_in(top) : NULL;
  bool moving = move && move->unit == u;
  bool my_phase = top && top->node == N_MOVE && top->side == side;
  bool begins = my_phase && null_may_move(p, side, u, NULL);
  bool mine = side_of(p, u) == side;
  struct mover mover = {.can = mine && (moving || begins), .enemy = sal_enemy(side_of(p, u))};

  r->nbegin = 0;
  r->nend = 0;
  if (mover.can && !moving)
    r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  if (mover.can)
    r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);

  struct sal_walk walk = {.unit = u,
                          .start = unit->at,
                          .left = moving ? move->left : kind_of(p, u)->mp,
                          .moved = moving ? move->moved : 0,
                          .rule = R_4_2,
                          .law = null_step_law,
                          .own = &mover,
                          .finish = finish};
  sal_reach_fill(p, &walk, r);

  return true;
}

/* ---- overlays and records --------------------------------------------------------------- */

/* 6.1: was the side the last in the hex? */
static bool holds(const struct sal_play *p, int side, sal_hex h) {
  return S(p)->ground[h] & HELD << side;
}

/* The first hex on the line that blocks it, for the picture. */
static sal_hex blocked_at(const struct sal_play *p, sal_hex from, sal_hex to) {
  const struct sal_lines *lines = &O(p)->lines;
  const struct sal_line *line = sal_line_of(lines, &p->book->board, from, to);

  for (int i = 0; i < line->nhex; i++) {
    const struct sal_line_hex *h = &lines->hex[line->hex + (uint32_t)i];
    sal_hex at = (sal_hex)(from + h->step);
    if (h->meet != SAL_CORNER && O(p)->block[at])
      return at;
  }

  return SAL_NOHEX;
}

/* 4.7: one line of sight, and the hex that cuts it. */
static bool los_overlay(const struct sal_play *p, const struct sal_query *q,
                        struct sal_refusal *why) {
  const struct sal_board *b = &p->book->board;
  sal_hex from = q->arg[0];
  sal_hex to = q->arg[1];
  int distance = sal_distance(b, from, to);

  if (distance > O(p)->lines.range)
    return sal_refuse(why, R_4_7, "{h0} and {h1} are too far apart to ask.", from, to);
  sal_overlay_title(q->out, "Sight from %s to %s", b->name[from], b->name[to]);
  if (null_sees(p, from, to)) {
    sal_overlay_key(q->out, "a", "good", "open");
    sal_overlay_line(q->out, from, to, "a", SAL_NOHEX, R_4_7, "open, %d {hex/hexes}", distance);
    return true;
  }
  sal_hex cut = blocked_at(p, from, to);
  sal_overlay_key(q->out, "a", "bad", "blocked");
  sal_overlay_line(q->out, from, to, "a", cut, R_4_7, "blocked in %s", b->name[cut]);
  return true;
}

/* 6.2: the score as a ledger. */
static void records(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;

  sal_card_start(&c, SAL_CARD_LEDGER, R_6_2, "Villages, German less Soviet");
  sal_card_add(&c, SAL_GERMAN, null_villages(p, SAL_GERMAN), 1, R_6_2, SAL_NOUNIT,
               "held by the German side");
  sal_card_add(&c, SAL_SOVIET, -null_villages(p, SAL_SOVIET), 1, R_6_2, SAL_NOUNIT,
               "held by the Soviet side");
  if (sal_handicap(p))
    sal_card_add(&c, SAL_GERMAN, sal_handicap(p), 1, R_6_2, SAL_NOUNIT, "handicap");
  sal_record_open(j, "score", "Score");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* Questions a side may ask of its own view. */
bool null_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int looks = side == SAL_SOVIET ? SAL_SOVIET : SAL_GERMAN; /* a watcher sees it as the German */

  if (q->kind == SAL_Q_REACH)
    return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) {
    records(p, q->records);
    return true;
  }
  switch (q->overlay) {
  case O_LOS: return los_overlay(p, q, why);
  case O_ZOC:
    sal_overlay_zones(q->out, p, looks, "Hexes where a move must stop", null_enemy_near);
    return true;
  default: sal_overlay_control(q->out, p, looks, holds); return true;
  }
}
