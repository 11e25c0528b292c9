/* quick_battle_end.c - stalnie QB.11 to QB.14: what the quick battle writes into the result record.
 *
 * Fates, malfunctions, places, control. Places are found hex by hex behind the front so that the
 * record passes the same checks as a typed one, stacking included.
 */
#include "state.h"

#include <string.h>

/* scratch: what stands where in the record being written */
struct field {
  uint16_t load[PA_PLACES];
  /* side + 1 */
  uint8_t holder[PA_PLACES];
};

/* CG8: is there room for one more of that class, and no enemy? */
static bool has_room(const struct field *f, int i, int cls, int side) {
  if (f->holder[i] && f->holder[i] != side + 1)
    return false;
  return sp_fits_load(f->load[i], cls);
}

/* The record says that the unit stands there, on the ground level. */
static void stand(struct sal_play *p, struct field *f, int u, int g) {
  struct draft *d = &S(p)->draft[u];
  int i = at_pa(p, g);

  d->at = (uint16_t)g;
  d->flags &= ~(uint32_t)U_UPPER;
  f->load[i] = (uint16_t)(f->load[i] + sp_load_of(O(p)->type[d->type].cls));
  f->holder[i] = (uint8_t)(side_of(p, u) + 1);
}

/* The rows of a band: `line` is the first hexrow on the side's own side, `back` rows behind it. */
static int seek(const struct sal_play *p, const struct field *f, int u, int line, int away,
                int column, int aim, bool want_cover) {
  int side = side_of(p, u);
  int type = S(p)->draft[u].type;
  int cls = O(p)->type[type].cls;
  int best = -1;
  int best_dy = 999;
  int best_row = 999;
  bool heavy = is_heavy(cls);

  for (int k = away; k < 8; k++) {
    int h = side == GER ? line - k : line + k;

    if (h < sp_pa_low(p) || h > sp_pa_high(p))
      break;

    for (int x = 0; x < 11; x++) {
      int g = h * WIDTH + (2 - column) * 10 + x;

      if (row_of(g) != h)
        continue;
      if (!(O(p)->ground[g] & G_ON))
        continue;
      if (sp_column(g) != column)
        continue;
      if (!has_room(f, at_pa(p, g), cls, side))
        continue;

      /* Nearest to the aim in y, then nearest to the front. */
      int dy = sal_abs(y_of(g) - aim);
      bool as_near = dy == best_dy && k >= best_row;
      if (dy > best_dy || as_near)
        continue;

      /* The dear questions come last. */
      if (!sp_may_stand(p, side, type, g))
        continue;
      if (heavy && sp_ground(p, g) & G_BUILDING)
        continue;
      if (want_cover && !heavy && !sp_tem(p, side, g))
        continue;
      best = g;
      best_dy = dy;
      best_row = k;
    }
  }

  return best;
}

/* QB.12: the hex of number k of m along the column: in cover behind the front, else anywhere in the
 * band. Guns and vehicles stand two hexrows further back. */
static int place_for(const struct sal_play *p, const struct field *f, int u, int line, int column,
                     int k, int m) {
  int cls = O(p)->type[S(p)->draft[u].type].cls;
  int low_y = (2 - column) * 20 + 1;
  int shares = m ? m : 1;
  int aim = low_y + (2 * k - 1) * 20 / (2 * shares);
  int away_from_front = is_heavy(cls) ? 2 : 0;

  int g = seek(p, f, u, line, away_from_front, column, aim, true);
  if (g < 0)
    g = seek(p, f, u, line, 0, column, aim, false);

  /* a crowded or tiny sector: further back, then other columns */
  for (int away = 0; g < 0 && away < PA_ROWS; away++) {
    int side = side_of(p, u);
    int row = side == GER ? line - away : line + away;
    if (row < sp_pa_low(p) || row > sp_pa_high(p))
      break;
    for (int c = 0; c < COLUMNS && g < 0; c++)
      g = seek(p, f, u, row, 0, (column + c) % COLUMNS, aim, false);
  }

  return g;
}

/* Behind the side's own front in that column. */
static bool own_side(const struct sal_play *p, int side, int g) {
  int c = sp_column(g);
  int h = row_of(g) - sp_pa_low(p);

  if (side == GER)
    return h < S(p)->battle.front[c];
  return h >= S(p)->battle.rear[c];
}

/* V11, CG5: what never leaves its hex. */
enum { BOUND = U_DUGIN | U_ABANDONED | U_STRONG };

/* Has the side had an enemy in play in that column? */
static bool met_enemy(const struct sal_play *p, int side, int column) {
  return S(p)->battle.met[side] >> column & 1;
}

/* QB.12: a unit that met no enemy stays. V11 and CG5: so does a unit that is dug in, abandoned or
 * in a strongpoint. */
static bool keeps_hex(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct draft *d = &S(p)->draft[u];

  if (unit->where != MAP)
    return false;
  if (unit->flags & BOUND)
    return true;

  /* A unit that cannot move stays as long as the ground is its side's. */
  if (!own_side(p, side_of(p, u), unit->at))
    return false;
  bool fixed = O(p)->type[d->type].cls == GUN || d->flags & U_IMMOBILE;
  if (fixed)
    return true;

  if (d->column >= COLUMNS)
    return false;
  return !met_enemy(p, side_of(p, u), d->column);
}

/* ---- QB.11 fates ------------------------------------------------------------------------ */

/* Leaves by its own edge, Retained. The quick battle makes no morale checks, so a broken unit is
 * taken to have passed the one of CG13a. */
static void leave_map(struct draft *d) {
  d->fate = FATE_EXITED;
  if (d->flags & U_BROKEN)
    d->flags |= D_PASSED;
}

/* QB.11: a unit that never entered stays off the map; one that lost all its ground leaves by its
 * own edge, Retained. */
static void fates(struct sal_play *p) {
  struct state *s = S(p);
  int top = sp_pa_high(p) - sp_pa_low(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    int side = side_of(p, u);

    if (d->fate != FATE_OK)
      continue;
    if (d->column >= COLUMNS)
      continue;
    if (d->flags & U_SPLIT)
      continue;

    bool never_entered = s->unit[u].where == OFF && d->enters > s->battle.turn;
    if (never_entered) {
      d->fate = FATE_OFFMAP;
      continue;
    }

    if (s->unit[u].flags & BOUND)
      continue;
    bool no_ground;
    if (side == GER)
      no_ground = s->battle.front[d->column] == 0;
    else
      no_ground = s->battle.rear[d->column] >= top;

    /* A vehicle that cannot move does not leave. */
    bool stuck = d->flags & U_IMMOBILE && s->unit[u].where == MAP;
    if (no_ground && !stuck)
      leave_map(d);
  }
}

/* QB.11: a Gun, weapon or MA that fired breaks down on a DR of 12. */
static void unit_malfunctions(struct sal_play *p, int u) {
  struct draft *d = &S(p)->draft[u];
  const struct type *t = &O(p)->type[d->type];
  bool survived = d->fate == FATE_OK || d->fate == FATE_EXITED;
  bool weapon = t->cls == GUN || t->cls == HW || t->flags & T_MA;

  if (!survived || !d->enters)
    return;
  if (!weapon)
    return;
  if (!met_enemy(p, side_of(p, u), d->column))
    return;
  if (sp_dr(p, R_QB_11, u, SAL_BOTH) != 12)
    return;

  d->flags |= U_MALFUNCTION;
  sal_tell(p, E_MALFUNCTION, R_QB_11, SAL_EVU(u, .n = {0}));
}

/* QB.11: the MG and mortars of a line; ATR, FT and DC do not roll. */
static void line_malfunctions(struct sal_play *p, struct rec *r) {
  static const bool rolls[SW] = {true, true, false, false, false, true};

  for (int w = 0; w < SW; w++) {
    if (!rolls[w])
      continue;
    int n = r->sw[w] - r->bad[w];
    for (int k = 0; k < n; k++)
      if (sp_dr(p, R_QB_11, SAL_NOUNIT, SAL_BOTH) == 12)
        r->bad[w]++;
  }
}

/* QB.11: weapons that were in contact break down on a DR of 12. */
static void malfunctions(struct sal_play *p) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++)
    unit_malfunctions(p, u);

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      struct rec *r = &s->rec[side][i];
      if (r->flags & R_GONE || !s->battle.met[side])
        continue;
      line_malfunctions(p, r);
    }
}

/* QB.11: mines, dummies and charges behind the enemy's front are gone; other works there are
 * known to him. */
static void works(struct sal_play *p) {
  struct state *s = S(p);
  int n = 0;

  for (int i = 0; i < s->nfort; i++) {
    struct fort f = s->fort[i];
    bool lost = !own_side(p, f.side, f.at);
    bool vanishes = is_minefield(f.kind) || f.kind == FORT_DUMMY || f.kind == FORT_SETDC;

    if (lost && vanishes)
      continue;
    if (lost)
      f.shown = 1;
    s->fort[n++] = f;
  }

  for (int i = n; i < s->nfort; i++)
    s->fort[i] = (struct fort){0};
  s->nfort = (uint16_t)n;
}

/* ---- QB.12 places ----------------------------------------------------------------------- */

/* The hexrow just behind the side's own front of the column. */
static int line_of(const struct sal_play *p, int side, int column) {
  const struct battle *b = &S(p)->battle;

  if (side == GER)
    return sp_pa_low(p) + b->front[column] - 1;
  return sp_pa_low(p) + b->rear[column];
}

/* Not a hex left on its own side: it leaves by its own edge, Retained. */
static void stand_or_leave(struct sal_play *p, struct field *f, int u, int g) {
  if (g >= 0)
    stand(p, f, u, g);
  else
    leave_map(&S(p)->draft[u]);
}

/* An MMC of the column that stands and has room for the single man beside it (CG8). */
static bool can_join(const struct sal_play *p, const struct field *f, int u, int v) {
  const struct draft *d = &S(p)->draft[u];
  const struct draft *m = &S(p)->draft[v];
  int side = side_of(p, u);

  if (m->fate != FATE_OK)
    return false;
  if (m->at == NOWHERE)
    return false;
  if (side_of(p, v) != side)
    return false;
  if (m->column != d->column)
    return false;
  if (!is_mmc(O(p)->type[m->type].cls))
    return false;
  return has_room(f, at_pa(p, m->at), O(p)->type[d->type].cls, side);
}

/* QB.12: single men join the MMC of their column, lowest id first, then round again. */
static void place_singles(struct sal_play *p, struct field *f, int side) {
  struct state *s = S(p);
  int n = p->book->ncounters;
  int next[COLUMNS] = {0};

  for (int u = 0; u < n; u++) {
    struct draft *d = &s->draft[u];

    if (d->fate != FATE_OK)
      continue;
    if (d->at != NOWHERE)
      continue;
    if (side_of(p, u) != side)
      continue;
    int c = d->column;
    int g = -1;

    for (int tries = 0; tries < n && g < 0; tries++) {
      int v = (next[c] + tries) % n;
      if (!can_join(p, f, u, v))
        continue;
      g = s->draft[v].at;
      next[c] = v + 1;
    }

    if (g < 0)
      g = place_for(p, f, u, line_of(p, side, c), c, 1, 1);
    stand_or_leave(p, f, u, g);
  }
}

/* QB.12: first the units that keep their hex, then units spread along the line behind the front,
 * then single men beside them. */
static void place_all(struct sal_play *p, struct field *f) {
  struct state *s = S(p);
  int count[2][COLUMNS][2] = {{{0}}};
  int at[2][COLUMNS][2] = {{{0}}};

  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];

    if (d->fate != FATE_OK)
      continue;
    if (d->column >= COLUMNS || keeps_hex(p, u)) {
      if (s->unit[u].where == MAP)
        stand(p, f, u, s->unit[u].at);
      continue;
    }

    int cls = O(p)->type[d->type].cls;

    d->at = NOWHERE;
    if (!is_smc(cls))
      count[side_of(p, u)][d->column][is_heavy(cls)]++;
  }

  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    int side = side_of(p, u);
    int cls = O(p)->type[d->type].cls;
    int c = d->column;

    if (d->fate != FATE_OK)
      continue;
    if (d->at != NOWHERE)
      continue;
    if (is_smc(cls))
      continue;

    /* A unit that was overrun is left behind where the front was (QB.9). */
    int heavy = is_heavy(cls);
    int line = line_of(p, side, c);
    if (d->flags & U_SPLIT)
      line = sp_pa_low(p) + d->soft;
    d->flags &= ~(uint32_t)U_SPLIT;

    int k = ++at[side][c][heavy];
    stand_or_leave(p, f, u, place_for(p, f, u, line, c, k, count[side][c][heavy]));
  }

  for (int side = 0; side < 2; side++)
    place_singles(p, f, side);
}

/* ---- QB.13 control ---------------------------------------------------------------------- */

/* QB.13: ground is held only by unbroken Infantry of the column. */
static bool holds(const struct sal_play *p, int side, int column) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    bool there = d->fate == FATE_OK && d->column == column;

    if (!there || d->flags & U_BROKEN)
      continue;
    if (side_of(p, u) != side)
      continue;
    if (sp_holds_ground(O(p)->type[d->type].cls, d->flags))
      return true;
  }

  return false;
}

/* QB.13: the side edges beside a column follow its front: west the first, east the last. */
static void control_edge(struct sal_play *p, int c, bool ger, bool rus) {
  struct state *s = S(p);
  int low = sp_pa_low(p);

  for (int h = low + 1; h < sp_pa_high(p); h++) {
    uint8_t *e = &s->edge[c == 0][h];
    bool german_ground = h - low < s->battle.front[c];
    bool russian_ground = h - low >= s->battle.rear[c];

    if (ger && german_ground)
      *e |= EDGE_DRAFT;
    if (rus && russian_ground)
      *e &= (uint8_t)~EDGE_DRAFT;
  }
}

/* QB.13: cover between the old front and the new changes hands, and so do the side edges beside
 * it. */
static void control(struct sal_play *p) {
  struct state *s = S(p);
  int low = sp_pa_low(p);

  for (int c = 0; c < COLUMNS; c++) {
    bool ger = holds(p, GER, c);
    bool rus = holds(p, RUS, c);

    for (int h = low; h <= sp_pa_high(p); h++)
      for (int x = 0; x < 11; x++) {
        int g = h * WIDTH + (2 - c) * 10 + x;
        int k = h - low;

        if (row_of(g) != h)
          continue;
        if (!(O(p)->ground[g] & G_ON))
          continue;
        if (sp_column(g) != c)
          continue;
        if (!(sp_ground(p, g) & G_COVER))
          continue;

        uint8_t *b = &s->ground[at_pa(p, g)];
        bool won = k < s->battle.front[c] && k >= s->battle.front0[c];
        bool won_back = k >= s->battle.rear[c] && k < s->battle.rear0[c];
        if (ger && won)
          *b |= C_DRAFT;
        if (rus && won_back)
          *b &= (uint8_t)~C_DRAFT;
      }

    /* The centre has no side edge. */
    if (c != 1)
      control_edge(p, c, ger, rus);
  }
}

/* Writes the whole record, so that it passes the checks V1 to V12 like a typed one. */
void sp_battle_record(struct sal_play *p) {
  struct state *s = S(p);
  struct field *f = p->scratch;

  memset(f, 0, sizeof *f);
  fates(p);
  malfunctions(p);
  works(p);
  place_all(p, f);

  int placed = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    placed += s->draft[u].fate == FATE_OK;
  sal_tell(p, E_PLACES, R_QB_12, SAL_EV(.n = {(int16_t)placed}));

  /* Edge hexes count where they change hands. */
  int edges = 0;
  control(p);
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) {
      bool now = s->edge[e][h] & EDGE_DRAFT;
      bool before = s->edge[e][h] & EDGE_GERMAN;
      edges += now != before;
    }
  sal_tell(p, E_EDGES, R_QB_13, SAL_EV(.n = {(int16_t)edges}));

  s->claim.turns = s->battle.turn;
  s->claim.north_vp = s->battle.north_vp;
  s->claim.by = GER + 1;
  for (int side = 0; side < 2; side++)
    s->claim.cvp[side] = (int16_t)sp_draft_cvp(p, sal_enemy(side));
}
