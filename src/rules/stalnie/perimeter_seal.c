/* perimeter_seal.c - stalnie 11.605: the decision in which each side places the markers of its
 * chain, sealed. */
#include "state.h"

#include <string.h>

/* The lines of the chain so far, so that a new line can be checked against them. */
void sp_trace_chain(struct sal_play *p, int side) {
  struct state *s = S(p);
  const struct side *d = &s->side[side];

  memset(s->post.line[side], 0, sizeof s->post.line[side]);
  memset(s->post.marker[side], 0, sizeof s->post.marker[side]);
  for (int i = 0; i < d->nchain; i++)
    rows_put(s->post.marker[side], at_pa(p, d->chain[i]));
  for (int i = 1; i < d->nchain; i++)
    if (!sp_along_front(p, side, d->chain[i - 1], d->chain[i]))
      sp_draw_line(p, side, d->chain[i - 1], d->chain[i], s->post.line[side]);
}

/* 11.6054: a marker needs cover and an own unit or control marker, ten hexes at most from the
 * last, and a line that crosses no enemy and not the chain itself. */
static bool may_mark(const struct sal_play *p, int side, int g, struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];

  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_CG1a, "That hex is not on the Playing Area.", 0, 0);
  sal_hex h = O(p)->cell[g];

  if (!d->nchain) {
    if (!sp_on_run(p, side, 1, sp_run_end(p, side, 1), g))
      return sal_refuse(why, R_11_6053, "A chain begins on your own run of the west edge.", 0, 0);
    return true;
  }

  int last = d->chain[d->nchain - 1];
  int east = sp_run_end(p, side, 0);
  const struct posts *t = &S(p)->post;

  if (d->nchain == MAX_CHAIN || sp_on_run(p, side, 0, east, last))
    return sal_refuse(why, R_11_605, "The chain is complete.", 0, 0);

  /* The side's own front edge and the side's own run need no cover. */
  bool own_edge = sp_front_edge(p, side, g) || sp_on_run(p, side, 0, east, g);
  if (!own_edge && !rows_has(t->anchor[side], at_pa(p, g)))
    return sal_refuse(why, R_11_6054a, "{h0} has no cover with an own unit or control marker.", h,
                      0);

  if (!sp_along_front(p, side, last, g)) {
    if (sp_distance(g, last) > LONGEST)
      return sal_refuse(why, R_11_6054b, "{h0} is more than ten hexes from the last marker.", h, 0);
    if (sp_line_meets(p, side, last, g, t->known[!side]))
      return sal_refuse(why, R_11_6054c, "The line to {h0} crosses an enemy-occupied hex.", h, 0);
    if (sp_crosses_chain(p, side, last, g))
      return sal_refuse(why, R_11_6054c, "The line to {h0} crosses the chain.", h, 0);
  }

  if (rows_has(t->marker[side], at_pa(p, g)))
    return sal_refuse(why, R_11_6054b, "There is a marker in {h0}.", h, 0);

  return true;
}

/* A chain ends on the side's own run of the east edge. The program draws an empty one. */
static bool complete(const struct sal_play *p, int side) {
  const struct side *d = &S(p)->side[side];
  if (!d->nchain)
    return true;
  return sp_on_run(p, side, 0, sp_run_end(p, side, 0), d->chain[d->nchain - 1]);
}

/* 5.5.3: a chain that leaves the enemy no hex of his own edge lets no flood in. */
static bool shuts_all(const struct sal_play *p, int side) {
  int row = side == GER ? sp_pa_high(p) - sp_pa_low(p) : 0;
  const struct posts *t = &S(p)->post;
  return !(O(p)->on[sp_pa_low(p) + row] & ~(t->line[side][row] | t->marker[side][row]));
}

/* The markers that may follow the last one: anchors within ten hexes of it, the side's own run of
 * the east edge, and the side's own front edge, from itself without limit. Cells count from the
 * north-west. */
static void next_markers(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  int last = s->side[side].chain[s->side[side].nchain - 1];
  int row = row_of(last);
  int y = y_of(last);
  int low = sp_pa_low(p);
  int east = sp_run_end(p, side, 0);
  int lo = row - LONGEST < low ? low : row - LONGEST;
  int hi = row + LONGEST;
  if (row + LONGEST > sp_pa_high(p))
    hi = sp_pa_high(p);
  uint32_t shut[PA_ROWS];

  /* As may_mark: a line crosses no known enemy and not the chain, but it begins at its end. */
  for (int r = lo - low; r <= hi - low; r++)
    shut[r] = s->post.line[side][r];
  shut[row - low] &= ~(1u << across(last));
  for (int r = lo - low; r <= hi - low; r++)
    shut[r] |= s->post.known[!side][r];

  for (int h = hi; h >= lo; h--) {
    bool edge = sp_front_edge(p, side, h * WIDTH);
    bool along = edge && h == row;
    int reach = 2 * LONGEST - sal_abs(h - row);
    int first = y - reach < 0 ? 0 : (y - reach) / 2;
    int end = (y + reach) / 2;
    uint32_t may = edge ? O(p)->on[h] : s->post.anchor[side][h - low];

    if (!edge && sp_on_run(p, side, 0, east, h * WIDTH))
      may |= 1;
    may &= O(p)->on[h] & ~s->post.marker[side][h - low];
    if (!along)
      may &= (end >= ACROSS ? UINT32_MAX : (2u << end) - 1) & ~((1u << first) - 1);

    while (may) {
      int x = highest_bit(may);
      int g = h * WIDTH + x;
      may &= ~(1u << x);
      if (along || !sp_line_meets(p, side, last, g, shut))
        sal_list_add(l, sal_act(V_MARKER, O(p)->cell[g], 0, 0));
    }
  }
}

/* The next markers, and committing where the chain is complete. */
static void chain_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct side *d = &S(p)->side[side];
  bool done = complete(p, side);

  if (done && !shuts_all(p, side))
    sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  if (!d->nchain) {
    int end = sp_run_end(p, side, 1);
    for (int k = 0; k <= end; k++) {
      int g = sp_edge_place(p, side, 1, side == GER ? end - k : k);
      sal_list_add(l, sal_act(V_MARKER, O(p)->cell[g], 0, 0));
    }
    return;
  }

  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  if (!done && d->nchain < MAX_CHAIN)
    next_markers(p, side, l);
  sal_list_add(l, sal_act(V_UNMARK, 0, 0, 0));
}

/* 11.605: a chain can be sealed only if it runs from edge to edge, or if there is none. */
static bool chain_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];

  if (a.verb == V_COMMIT && shuts_all(p, side))
    return sal_refuse(why, R_5_5, "The chain leaves the enemy no hex of his own edge.", 0, 0);
  if (a.verb == V_COMMIT) {
    if (!complete(p, side))
      return sal_refuse(why, R_11_605, "The chain does not reach the east edge.", 0, 0);
    return true;
  }

  if (a.verb == V_UNMARK || a.verb == V_AUTO) {
    if (!d->nchain)
      return sal_refuse(why, R_11_605, "There is no marker yet.", 0, 0);
    return true;
  }

  if (a.verb != V_MARKER)
    return sp_not_here(p, why);

  return may_mark(p, side, O(p)->place[hex_of(a, 0)], why);
}

/* The newest marker and its line; earlier ones are on the posts already. */
static void add_marker(struct sal_play *p, int side, int g) {
  struct state *s = S(p);
  struct side *d = &s->side[side];
  int last = d->nchain ? d->chain[d->nchain - 1] : -1;

  if (last >= 0 && !sp_along_front(p, side, last, g))
    sp_draw_line(p, side, last, g, s->post.line[side]);
  rows_put(s->post.marker[side], at_pa(p, g));
  d->chain[d->nchain++] = (uint16_t)g;
}

/* When both chains are sealed they are opened together, and the areas are drawn. */
static void chain_apply(struct sal_play *p, int side, struct sal_action a) {
  struct side *d = &S(p)->side[side];

  if (a.verb == V_MARKER) {
    add_marker(p, side, O(p)->place[hex_of(a, 0)]);
  } else if (a.verb == V_UNMARK || a.verb == V_AUTO) {
    d->chain[--d->nchain] = 0;
    while (a.verb == V_AUTO && d->nchain)
      d->chain[--d->nchain] = 0;
    sp_trace_chain(p, side);
  } else if (sal_commit(p, side)) {
    sal_pop(p);
    sal_reveal(p);
    sp_areas(p);
    memset(&S(p)->post, 0, sizeof S(p)->post);
  }
}

/* Says that committing without markers lets the program draw the chain. */
static void chain_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct side *d = &S(p)->side[side];

  if (d->nchain)
    sal_prompt_say(out,
                   "%s: place the next Perimeter marker (%d placed), or commit a chain that has "
                   "reached the east edge.",
                   side_title(side), d->nchain);
  else
    sal_prompt_say(out,
                   "%s: commit to let the program draw the best perimeter, or place markers from "
                   "the west edge yourself.",
                   side_title(side));
}

const struct sal_node sp_chain = {.id = "perimeter",
                                  .rule = R_11_605,
                                  .sealed = true,
                                  .list = chain_list,
                                  .check = chain_check,
                                  .apply = chain_apply,
                                  .prompt = chain_prompt};
