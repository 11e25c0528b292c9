/* secret.c - nullgame 1.2, 2.2 and 3.1: what the other side may not know.
 *
 * Hidden: identity and steps of units not yet known (also those in reserve), the enemy's points,
 * and stances until both are committed. Where hidden units stand is open: the veil bits of the
 * ground say it, in the full state as in the view, so that rules work alike on both.
 */
#include "state.h"

#include <string.h>

/* 2.2: a unit with steps that the enemy has not met. */
static bool is_unmet(const struct state *s, int u) {
  return s->unit[u].steps && !(s->unit[u].flags & KNOWN);
}

/* 2.2: a unit of this side that its enemy cannot identify. */
static bool is_hidden(const struct sal_book *b, const struct state *s, int u, int side) {
  return b->counter[u].side == side && is_unmet(s, u);
}

/* 2.2: the same, asked by the viewer. A watcher identifies no hidden unit of either side. */
static bool hidden_from(const struct sal_book *b, const struct state *s, int u, int viewer) {
  return b->counter[u].side != viewer && is_unmet(s, u);
}

/* 2.2: a hex shows that a hidden unit is in it. Made from scratch, for set-up and the audit. */
void null_veil(const struct sal_book *b, struct state *s) {
  for (int h = 0; h < b->board.cells; h++)
    s->ground[h] &= (uint8_t) ~(VEIL | VEIL << 1);

  for (int u = 0; u < b->ncounters; u++) {
    sal_hex at = s->unit[u].at;
    bool known = s->unit[u].flags & KNOWN;
    if (at && !known)
      s->ground[at] |= (uint8_t)(VEIL << b->counter[u].side);
  }
}

/* The unit that a frame is about: the one that moves, arrives or is shot at. NULL if there is none.
 */
static uint16_t *unit_in(const struct sal_frame *f) {
  switch (f->node) {
  case N_STEP: return &move_in(f)->unit;
  case N_PUT: return &put_in(f)->unit;
  case N_REACT: return &react_in(f)->unit;
  default: return NULL;
  }
}

/* A frame about a hidden unit must not name it: the moves that are under way, and arrivals. */
static void blank_frames(const struct sal_book *b, const struct state *s, int viewer,
                         struct state *v, struct sal_redactor *r) {
  for (int i = 0; i < s->head.depth; i++) {
    struct sal_frame *f = &v->head.frame[i];
    const uint16_t *who = unit_in(&s->head.frame[i]);

    if (!who || !hidden_from(b, s, *who, viewer))
      continue;
    if (f->node == N_REACT)
      sal_blank(r, "frame.target", &react_in(f)->unit, sizeof(uint16_t), 0);
    else
      sal_blank(r, "frame.mover", f->x, sizeof f->x, 0);
  }
}

/* 1.2, 2.2, 3.1: blanks hidden units, the enemy's points, and stances not yet shown. */
void null_view(const struct sal_book *b, const struct sal_head *state, int viewer,
               struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;

  memcpy(v, s, b->state_bytes);
  for (int u = 0; u < b->ncounters; u++)
    if (hidden_from(b, s, u, viewer) && sal_hides(r, "unit"))
      v->unit[u] = (struct unit){.steps = UNKNOWN};

  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer)
      continue;
    sal_blank(r, "points", &v->points[side], 1, 0);
    /* 3.1: stances are open once both are committed. */
    if (s->head.phase == P_ORDERS)
      sal_blank(r, "stance", &v->stance[side], 1, HOLD);
  }

  blank_frames(b, s, viewer, v, r);
}

/* The place on the stack of a decision of this side; -1 when it is not being made. */
static int frame_of(const struct state *s, int node, int side) {
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if (f->node == node && f->side == side)
      return i;
  }

  return -1;
}

/* The hidden units of `side` in random order. */
static int shuffled_hidden(const struct sal_book *b, const struct state *s, int side,
                           struct sal_rng *g, sal_unit *pool) {
  int units = 0;

  for (int u = 0; u < b->ncounters; u++)
    if (is_hidden(b, s, u, side))
      pool[units++] = (sal_unit)u;

  for (int i = units - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit t = pool[i];
    pool[i] = pool[k];
    pool[k] = t;
  }

  return units;
}

/* Is a unit known to both sides in that hex? */
static bool known_unit_at(const struct sal_book *b, const struct state *s, sal_hex at) {
  for (int u = 0; u < b->ncounters; u++)
    if (s->unit[u].at == at && s->unit[u].flags & KNOWN)
      return true;
  return false;
}

/* Puts the hidden units of `side` on the veiled hexes at random: each veiled hex at least one, the
 * rest on top of them or in reserve; one stays in reserve while it is being put on the map. */
static void deal(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  sal_unit pool[MAX_UNITS];
  sal_hex spot[MAX_UNITS * STACK];
  int units = shuffled_hidden(b, s, side, g, pool);
  int spots = 0;

  for (int i = 0; i < b->board.nhexes; i++) {
    sal_hex h = b->board.order[i];
    if (s->ground[h] & VEIL << side)
      spot[spots++] = h;
  }

  int second = spots;
  for (int i = 0; i < units; i++) {
    struct unit *unit = &s->unit[pool[i]];
    bool last = i + 1 == units;

    if (i < spots) {
      unit->at = spot[i];
      continue;
    }

    sal_hex at = SAL_NOHEX;
    bool is_being_put = last && frame_of(s, N_PUT, side) >= 0;
    if (!is_being_put && second && sal_rng_below(g, 2))
      at = spot[--second];

    /* 2.4: a second unit goes there only if the first is alone. */
    if (at && known_unit_at(b, s, at))
      at = SAL_NOHEX;
    unit->at = at;
  }
}

/* Could the hidden unit be the one that the frames are about? A unit that arrives is in reserve,
 * one that is shot at is in the target hex, one that moves is on the map. */
static bool could_be(const struct state *s, int u, int put, int react) {
  if (put >= 0)
    return !s->unit[u].at;
  if (react >= 0)
    return s->unit[u].at == react_in(&s->head.frame[react])->hex;
  return s->unit[u].at != SAL_NOHEX;
}

/* Frames about a hidden unit of `side`, which the view has blanked: any hidden unit that could be
 * the one. */
static void name_mover(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  const struct own *o = b->own;
  int step = frame_of(s, N_STEP, side);
  int put = frame_of(s, N_PUT, side);
  int react = frame_of(s, N_REACT, sal_enemy(side));

  if (step < 0 && put < 0)
    return;

  /* A known unit is named in the view too. A hidden one is blanked to the first of all units, which
   * may be known, but not dead or elsewhere. */
  struct sal_frame *f = &s->head.frame[step >= 0 ? step : put];
  uint16_t *mover = unit_in(f);
  const struct unit *named = &s->unit[*mover];
  bool known = b->counter[*mover].side == side && named->flags & KNOWN;
  if (known && named->steps && could_be(s, *mover, put, react))
    return;

  sal_unit fit[MAX_UNITS];
  uint32_t n = 0;
  for (int u = 0; u < b->ncounters; u++)
    if (is_hidden(b, s, u, side) && could_be(s, u, put, react))
      fit[n++] = (sal_unit)u;
  SAL_ASSERT(n > 0);
  *mover = fit[sal_rng_below(g, n)];

  if (step >= 0)
    move_in(f)->left = o->kind[*mover].mp;
  if (react >= 0)
    react_in(&s->head.frame[react])->unit = *mover;
}

/* Fills the holes of a view at random, so that a search has a whole state to work on. */
void null_guess(const struct sal_book *b, const struct sal_head *view, int viewer,
                struct sal_rng *g, struct sal_head *out) {
  struct state *s = (struct state *)out;

  memcpy(s, view, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer)
      continue;

    /* Three of four are at full strength. */
    for (int u = 0; u < b->ncounters; u++) {
      if (b->counter[u].side != side || s->unit[u].steps != UNKNOWN)
        continue;
      int steps = sal_rng_below(g, 4) ? 2 : 1;
      s->unit[u] = (struct unit){0, (uint8_t)steps, 0};
    }
    deal(b, s, side, g);
    s->points[side] = (uint8_t)sal_rng_below(g, 4);
    if (s->head.phase == P_ORDERS)
      s->stance[side] = (uint8_t)sal_rng_below(g, 2);
  }
  name_mover(b, s, sal_enemy(viewer), g);
}

/* Two hidden units of `side` change places, and with them what the frames say of a move under way.
 */
static void exchange(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  sal_unit hidden[MAX_UNITS];
  uint32_t n = 0;

  for (int u = 0; u < b->ncounters; u++)
    if (is_hidden(b, s, u, side))
      hidden[n++] = (sal_unit)u;
  if (n < 2)
    return;

  sal_unit u = hidden[sal_rng_below(g, n)];
  sal_unit v = hidden[sal_rng_below(g, n)];
  struct unit t = s->unit[u];
  s->unit[u] = s->unit[v];
  s->unit[v] = t;

  for (int i = 0; i < s->head.depth; i++) {
    uint16_t *who = unit_in(&s->head.frame[i]);
    if (!who)
      continue;
    if (*who == u)
      *who = v;
    else if (*who == v)
      *who = u;
  }
}

/* Another full state with the same view: hidden enemies change places, points and stances change.
 */
bool null_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct state *s = (struct state *)state;

  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer)
      continue;
    for (int u = 0; u < b->ncounters; u++)
      if (hidden_from(b, s, u, viewer))
        s->unit[u].steps = (uint8_t)(1 + sal_rng_below(g, 2));
    s->points[side] = (uint8_t)sal_rng_below(g, MAX_POINTS + 1);
    if (s->head.phase == P_ORDERS)
      s->stance[side] = (uint8_t)sal_rng_below(g, 2);

    /* Somebody who is on the move may be another. */
    bool on_the_move = frame_of(s, N_STEP, side) >= 0 || frame_of(s, N_PUT, side) >= 0;
    if (on_the_move)
      exchange(b, s, side, g);
    else
      deal(b, s, side, g);
  }

  return true;
}
