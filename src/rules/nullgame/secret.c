/* secret.c - nullgame 1.2, 2.2 and 3.1: what the other side may not know.
 *
 * Hidden: identity and steps of units not yet known (also those in reserve), the enemy's points, and stances
 * until both are committed. Where hidden units stand is open: the veil bits of the ground say it, in the
 * full state as in the view, so that rules work alike on both.
 */
#include "state.h"

#include <string.h>

static bool hidden_from(const struct sal_book *b, const struct state *s, int u, int viewer) {
  return b->counter[u].side != viewer && s->unit[u].steps && !(s->unit[u].flags & KNOWN);
}

void null_veil(const struct sal_book *b, struct state *s) {
  for (int h = 0; h < b->board.cells; h++) s->ground[h] &= (uint8_t)~(VEIL | VEIL << 1);
  for (int u = 0; u < b->ncounters; u++)
    if (s->unit[u].at && !(s->unit[u].flags & KNOWN)) s->ground[s->unit[u].at] |= (uint8_t)(VEIL << b->counter[u].side);
}

/* A frame about a hidden unit must not name it: the moves that are under way, and arrivals. */
static void blank_frames(const struct sal_book *b, const struct state *s, int viewer, struct state *v, struct sal_redactor *r) {
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if ((f->node == N_STEP || f->node == N_PUT) && hidden_from(b, s, f->x[0], viewer)) sal_blank(r, "frame.mover", v->head.frame[i].x, sizeof f->x, 0);
    if (f->node == N_REACT && hidden_from(b, s, f->x[1], viewer)) sal_blank(r, "frame.target", &v->head.frame[i].x[1], sizeof f->x[1], 0);
  }
}

void null_view(const struct sal_book *b, const struct sal_head *state, int viewer, struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;
  memcpy(v, s, b->state_bytes);
  for (int u = 0; u < b->ncounters; u++)
    if (hidden_from(b, s, u, viewer) && sal_hides(r, "unit")) v->unit[u] = (struct unit){.steps = UNKNOWN};
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    sal_blank(r, "points", &v->points[side], 1, 0);
    if (s->head.phase == P_ORDERS) sal_blank(r, "stance", &v->stance[side], 1, HOLD);
  }
  blank_frames(b, s, viewer, v, r);
}

static int frame_of(const struct state *s, int node, int side) { /* its place on the stack, or -1 */
  for (int i = 0; i < s->head.depth; i++)
    if (s->head.frame[i].node == node && s->head.frame[i].side == side) return i;
  return -1;
}

/* Puts the hidden units of `side` on the veiled hexes at random: each veiled hex at least one, the rest on
 * top of them or in reserve; one stays in reserve while it is being put on the map. */
static void deal(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  sal_unit pool[MAX_UNITS];
  sal_hex spot[MAX_UNITS * STACK];
  int units = 0, spots = 0, second = 0;
  for (int u = 0; u < b->ncounters; u++)
    if (b->counter[u].side == side && s->unit[u].steps && !(s->unit[u].flags & KNOWN)) pool[units++] = (sal_unit)u;
  for (int i = units - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit t = pool[i];
    pool[i] = pool[k];
    pool[k] = t;
  }
  for (int i = 0; i < b->board.nhexes; i++) {
    sal_hex h = b->board.order[i];
    if (s->ground[h] & VEIL << side) spot[spots++] = h;
  }
  second = spots;
  for (int i = 0; i < units; i++) {
    struct unit *unit = &s->unit[pool[i]];
    sal_hex at = SAL_NOHEX;
    if (i < spots) at = spot[i];
    else if (i + 1 == units && frame_of(s, N_PUT, side) >= 0) at = SAL_NOHEX;
    else if (second && sal_rng_below(g, 2)) at = spot[--second]; /* a second unit there, if the first is alone */
    int known = 0;
    for (int u = 0; at && u < b->ncounters; u++)
      known += s->unit[u].at == at && (s->unit[u].flags & KNOWN);
    if (i >= spots && known) at = SAL_NOHEX;
    unit->at = at;
  }
}

/* Frames about a hidden unit of `side`, which the view has blanked: any hidden unit that could be the one. */
static void name_mover(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  int step = frame_of(s, N_STEP, side), put = frame_of(s, N_PUT, side), react = frame_of(s, N_REACT, sal_enemy(side));
  struct sal_frame *f = s->head.frame;
  int at = step >= 0 ? step : put;
  if (at < 0 || (b->counter[f[at].x[0]].side == side && s->unit[f[at].x[0]].flags & KNOWN)) return;
  sal_unit fit[MAX_UNITS];
  uint32_t n = 0;
  for (int u = 0; u < b->ncounters; u++) {
    bool hidden = b->counter[u].side == side && s->unit[u].steps && !(s->unit[u].flags & KNOWN);
    bool there = put >= 0 ? !s->unit[u].at : react >= 0 ? s->unit[u].at == f[react].x[0] : s->unit[u].at != SAL_NOHEX;
    if (hidden && there) fit[n++] = (sal_unit)u;
  }
  SAL_ASSERT(n > 0);
  f[at].x[0] = fit[sal_rng_below(g, n)];
  if (step >= 0) f[at].x[1] = own(b)->kind[f[at].x[0]].mp;
  if (react >= 0) f[react].x[1] = f[at].x[0];
}

void null_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g, struct sal_head *out) {
  struct state *s = (struct state *)out;
  memcpy(s, view, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    for (int u = 0; u < b->ncounters; u++)
      if (b->counter[u].side == side && s->unit[u].steps == UNKNOWN) s->unit[u] = (struct unit){0, (uint8_t)(1 + (sal_rng_below(g, 4) > 0)), 0};
    deal(b, s, side, g);
    s->points[side] = (uint8_t)sal_rng_below(g, 4);
    if (s->head.phase == P_ORDERS) s->stance[side] = (uint8_t)sal_rng_below(g, 2);
  }
  name_mover(b, s, sal_enemy(viewer), g);
}

/* Two hidden units of `side` change places, and with them what the frames say of a move under way. */
static void exchange(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  sal_unit hidden[MAX_UNITS];
  uint32_t n = 0;
  for (int u = 0; u < b->ncounters; u++)
    if (hidden_from(b, s, u, sal_enemy(side)) && b->counter[u].side == side) hidden[n++] = (sal_unit)u;
  if (n < 2) return;
  sal_unit u = hidden[sal_rng_below(g, n)], v = hidden[sal_rng_below(g, n)];
  struct unit t = s->unit[u];
  s->unit[u] = s->unit[v];
  s->unit[v] = t;
  for (int i = 0; i < s->head.depth; i++) {
    struct sal_frame *f = &s->head.frame[i];
    uint16_t *who = f->node == N_REACT ? &f->x[1] : f->node == N_STEP || f->node == N_PUT ? &f->x[0] : NULL;
    if (who && (*who == u || *who == v)) *who = *who == u ? v : u;
  }
}

/* Another full state with the same view: hidden enemies change places, points and stances change. */
bool null_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct state *s = (struct state *)state;
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    for (int u = 0; u < b->ncounters; u++)
      if (hidden_from(b, s, u, viewer)) s->unit[u].steps = (uint8_t)(1 + sal_rng_below(g, 2));
    s->points[side] = (uint8_t)sal_rng_below(g, MAX_POINTS + 1);
    if (s->head.phase == P_ORDERS) s->stance[side] = (uint8_t)sal_rng_below(g, 2);
    if (frame_of(s, N_STEP, side) < 0 && frame_of(s, N_PUT, side) < 0) deal(b, s, side, g);
    else exchange(b, s, side, g); /* somebody is on the move: it may be another */
  }
  return true;
}
