/* show.c - nullgame's view document, the date, and how actions are offered. */
#include "state.h"

/* Turn 1 is 5 July 1943. */
void null_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "%d July 1943", 4 + h->turn);
}

/* Hidden stacks of `side` as one entry each. */
static void show_veiled(const struct sal_play *p, int side, struct sal_show *out) {
  const struct sal_board *b = &p->book->board;

  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (S(p)->ground[h] & VEIL << side)
      sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT,
                                                  .side = (uint8_t)side,
                                                  .hex = h,
                                                  .steps = -1,
                                                  .facing = -1,
                                                  .mp = -1,
                                                  .count = -1});
  }
}

/* The points left of a unit that is on the move, else -1. */
static int points_left(const struct sal_play *p, int u) {
  for (int i = 0; i < S(p)->head.depth; i++) {
    const struct sal_frame *f = &S(p)->head.frame[i];
    if (f->node == N_STEP && move_in(f)->unit == u)
      return move_in(f)->left;
  }

  return -1;
}

/* A unit that the viewer may identify, with its marks. */
static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct unit *unit = &S(p)->unit[u];
  struct sal_shown_unit shown = {.unit = (sal_unit)u,
                                 .hex = unit->at,
                                 .box = p->book->counter[u].side,
                                 .steps = unit->steps,
                                 .facing = -1,
                                 .mp = (int16_t)points_left(p, u),
                                 .mp_of = kind_of(p, u)->mp,
                                 .count = -1};

  if (unit->flags & MOVED)
    sal_shown_mark(&shown, M_MOVED, -1);
  if (unit->flags & FOUGHT)
    sal_shown_mark(&shown, M_FOUGHT, -1);
  if (kind_of(p, u)->gun) /* 2.3 */
    sal_shown_mark(&shown, M_OPEN, -1);
  sal_show_unit(out, &shown);
}

/* 1.2, 3.1: points are the side's own; stances are open once both are committed. */
static void show_vars(const struct sal_play *p, int viewer, struct sal_show *out) {
  static const char *const points[] = {"german_points", "soviet_points"};
  static const char *const stance[] = {"german_stance", "soviet_stance"};
  static const char *const word[] = {"hold", "press"};
  const struct state *s = S(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    bool knows = viewer == side || viewer == SAL_ALL;
    if (knows)
      sal_show_var(out, points[side], s->points[side]);
    if (knows || s->head.phase != P_ORDERS)
      sal_show_var_text(out, stance[side], word[s->stance[side]]);
  }
}

/* 6.1: the hexes of a side. */
static void show_control(const struct sal_play *p, int side, struct sal_show *out) {
  uint8_t held[SAL_MAX_CELLS];
  for (int h = 0; h < p->book->board.cells; h++)
    held[h] = (S(p)->ground[h] & HELD << side) != 0;
  sal_show_control(out, side, held);
}

/* Does the viewer know this unit: any of its own, or an enemy unit that it has met? */
static bool knows_unit(const struct sal_play *p, int viewer, int u) {
  const struct unit *unit = &S(p)->unit[u];
  bool in_play = unit->steps && unit->steps != UNKNOWN;
  bool own = viewer == SAL_ALL || side_of(p, u) == viewer;

  if (!in_play)
    return false;
  return own || unit->flags & KNOWN;
}

/* The view document, section by section in the contract's order. */
void null_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct sal_region *villages = sal_region_find(&p->book->board, "villages");
  int nvillages = villages ? villages->n : 0;

  show_vars(p, viewer, out);
  for (int side = 0; side < SAL_SIDES; side++) {
    int score = null_villages(p, side) + sal_granted(p, side);
    sal_show_score(out, side, (struct sal_frac){score, 1});
  }

  for (int u = 0; u < p->book->ncounters; u++)
    if (knows_unit(p, viewer, u))
      show_unit(p, u, out);
  for (int side = 0; side < SAL_SIDES; side++) {
    bool sees_all = viewer == side || viewer == SAL_ALL;
    if (!sees_all)
      show_veiled(p, side, out);
  }

  for (int i = 0; i < nvillages; i++)
    sal_show_mark(out, villages->hexes[i], "village", SAL_NOSIDE);
  for (int side = 0; side < SAL_SIDES; side++)
    show_control(p, side, out);
}

/* What `done` ends, by the decision (1.1). */
static const char *ending(int node) {
  if (node == N_SUPPLY)
    return "End supply";
  return node == N_MOVE ? "End movement" : "End the attacks";
}

/* Points are offered as a range (5.5); an attack asks once more; an ending says what it ends. */
void null_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  if (a.verb == V_SUPPORT) {
    o->vary = 1;
    o->vary_max = S(p)->points[side];
  } else if (a.verb == V_ATTACK) {
    sal_format(o->confirm, sizeof o->confirm, "Attack %s?",
               p->book->board.name[build_of(p)->target]);
  } else if (a.verb == V_DONE) {
    sal_format(o->label, sizeof o->label, "%s", ending(sal_top(p)->node));
  }
}
