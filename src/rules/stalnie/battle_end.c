/* battle_end.c - stalnie QB.11 to QB.14: what the quick battle writes into the result record.
 *
 * Fates, malfunctions, places, control. Places are found hex by hex behind the front so that the record passes the same
 * checks as a typed one, stacking included.
 */
#include "state.h"

#include <string.h>

struct field { /* scratch: what stands where in the record being written */
  uint8_t load[PA_PLACES], holder[PA_PLACES]; /* holder: side + 1 */
};

static int record_load(int cls) { return cls == GUN ? 1 | 64 : cls == VEHICLE ? 64 : is_smc(cls) ? 8 : sp_squads_x2(cls); }

static bool has_room(const struct field *f, int i, int cls, int side) {
  int load = f->load[i];
  if (f->holder[i] && f->holder[i] != side + 1) return false;
  if ((cls == GUN || cls == VEHICLE) && load & 64) return false;
  if (is_smc(cls)) return (load >> 3 & 7) < 4;
  return (load & 7) + (cls == GUN ? 1 : sp_squads_x2(cls)) <= 6;
}

static void stand(struct sal_play *p, struct field *f, int u, int g) {
  struct draft *d = &S(p)->draft[u];
  int i = at_pa(p, g);
  d->at = (uint16_t)g;
  d->flags &= ~(uint32_t)U_UPPER;
  f->load[i] = (uint8_t)(f->load[i] + record_load(O(p)->type[d->type].cls));
  f->holder[i] = (uint8_t)(side_of(p, u) + 1);
}

/* The rows of a band: `line` is the first hexrow on the own side, `back` rows behind it. */
static int seek(const struct sal_play *p, const struct field *f, int u, int line, int away, int column, int aim, bool want_cover) {
  int side = side_of(p, u), type = S(p)->draft[u].type, cls = O(p)->type[type].cls, best = -1;
  int best_dy = 999, best_row = 999;
  bool heavy = cls == GUN || cls == VEHICLE;
  for (int k = away; k < 8; k++) {
    int h = side == GER ? line - k : line + k;
    if (h < sp_pa_low(p) || h > sp_pa_high(p)) break;
    for (int x = 0; x < 11; x++) {
      int g = h * WIDTH + (2 - column) * 10 + x;
      if (row_of(g) != h || !(O(p)->ground[g] & G_ON) || sp_column(g) != column || !has_room(f, at_pa(p, g), cls, side)) continue;
      int dy = sal_abs(y_of(g) - aim);
      if (dy > best_dy || (dy == best_dy && k >= best_row)) continue;
      if (!sp_may_stand(p, side, type, g) || (heavy && sp_ground(p, g) & G_BUILDING)) continue;
      if (want_cover && !heavy && !sp_tem(p, side, g)) continue;
      best = g, best_dy = dy, best_row = k;
    }
  }
  return best;
}

static int place_for(const struct sal_play *p, const struct field *f, int u, int line, int column, int k, int m) { /* QB.12 */
  int cls = O(p)->type[S(p)->draft[u].type].cls, low_y = (2 - column) * 20 + 1, aim = low_y + (2 * k - 1) * 20 / (2 * (m ? m : 1));
  bool heavy = cls == GUN || cls == VEHICLE;
  int g = seek(p, f, u, line, heavy ? 2 : 0, column, aim, true);
  if (g < 0) g = seek(p, f, u, line, 0, column, aim, false);
  for (int away = 0; g < 0 && away < PA_ROWS; away++) { /* a crowded or tiny sector: further back, then other columns */
    int side = side_of(p, u), row = side == GER ? line - away : line + away;
    if (row < sp_pa_low(p) || row > sp_pa_high(p)) break;
    for (int c = 0; c < COLUMNS && g < 0; c++) g = seek(p, f, u, row, 0, (column + c) % COLUMNS, aim, false);
  }
  return g;
}

static bool own_side(const struct sal_play *p, int side, int g) {
  int c = sp_column(g), h = row_of(g) - sp_pa_low(p);
  return side == GER ? h < S(p)->battle.front[c] : h >= S(p)->battle.rear[c];
}

static bool keeps_hex(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct draft *d = &S(p)->draft[u];
  if (unit->where != MAP) return false;
  if (unit->flags & (U_DUGIN | U_ABANDONED | U_STRONG)) return true; /* V11, CG5 */
  if (!own_side(p, side_of(p, u), unit->at)) return false;
  bool fixed = O(p)->type[d->type].cls == GUN || d->flags & U_IMMOBILE;
  return fixed || (d->column < COLUMNS && !(S(p)->battle.met[side_of(p, u)] >> d->column & 1));
}

/* ---- QB.11 fates ------------------------------------------------------------------------------------------- */

static void fates(struct sal_play *p) {
  struct state *s = S(p);
  int top = sp_pa_high(p) - sp_pa_low(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    int side = side_of(p, u);
    if (d->fate != FATE_OK || d->column >= COLUMNS || d->flags & U_SPLIT) continue;
    if (s->unit[u].where == OFF && d->enters > s->battle.turn) {
      d->fate = FATE_OFFMAP;
      continue;
    }
    if (s->unit[u].flags & (U_DUGIN | U_ABANDONED | U_STRONG)) continue;
    bool off = side == GER ? s->battle.front[d->column] == 0 : s->battle.rear[d->column] >= top;
    if (off && !(d->flags & U_IMMOBILE && s->unit[u].where == MAP)) d->fate = FATE_EXITED;
  }
}

static void malfunctions(struct sal_play *p) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    const struct type *t = &O(p)->type[d->type];
    if ((d->fate != FATE_OK && d->fate != FATE_EXITED) || !d->enters) continue;
    if (t->cls != GUN && t->cls != HW && !(t->flags & T_MA)) continue;
    if (!(s->battle.met[side_of(p, u)] >> d->column & 1)) continue;
    if (sp_dr(p, R_QB_11, u, SAL_BOTH) == 12) {
      d->flags |= U_MALFUNCTION;
      sal_tell(p, E_MALFUNCTION, R_QB_11, SAL_EVU(u, .n = {0}));
    }
  }
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      struct rec *r = &s->rec[side][i];
      if (r->flags & R_GONE || !s->battle.met[side]) continue;
      for (int w = 0; w < SW; w++) {
        if (w == 2 || w == 3 || w == 4) continue; /* MG and mortars only */
        int n = r->sw[w] - r->bad[w];
        for (int k = 0; k < n; k++) r->bad[w] = (uint8_t)(r->bad[w] + (sp_dr(p, R_QB_11, SAL_NOUNIT, SAL_BOTH) == 12));
      }
    }
}

static void works(struct sal_play *p) {
  struct state *s = S(p);
  int n = 0;
  for (int i = 0; i < s->nfort; i++) {
    struct fort f = s->fort[i];
    bool lost = !own_side(p, f.side, f.at);
    if (lost && ((f.kind >= FORT_AP6 && f.kind <= FORT_AT5) || f.kind == FORT_DUMMY || f.kind == FORT_SETDC)) continue;
    if (lost) f.shown = 1;
    s->fort[n++] = f;
  }
  for (int i = n; i < s->nfort; i++) s->fort[i] = (struct fort){0};
  s->nfort = (uint16_t)n;
}

/* ---- QB.12 places -------------------------------------------------------------------------------------------- */

static int line_of(const struct sal_play *p, int side, int column) {
  return sp_pa_low(p) + (side == GER ? S(p)->battle.front[column] - 1 : S(p)->battle.rear[column]);
}

static void place_all(struct sal_play *p, struct field *f) {
  struct state *s = S(p);
  int count[2][COLUMNS][2] = {{{0}}}, at[2][COLUMNS][2] = {{{0}}};
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    if (d->fate != FATE_OK) continue;
    if (d->column >= COLUMNS || keeps_hex(p, u)) {
      if (s->unit[u].where == MAP) stand(p, f, u, s->unit[u].at);
      continue;
    }
    int cls = O(p)->type[d->type].cls;
    d->at = NOWHERE;
    if (!is_smc(cls)) count[side_of(p, u)][d->column][cls == GUN || cls == VEHICLE]++;
  }
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    int side = side_of(p, u), cls = O(p)->type[d->type].cls, c = d->column;
    if (d->fate != FATE_OK || d->at != NOWHERE || is_smc(cls)) continue;
    int heavy = cls == GUN || cls == VEHICLE, line = line_of(p, side, c);
    if (d->flags & U_SPLIT) line = sp_pa_low(p) + d->soft; /* left behind where the front was */
    d->flags &= ~(uint32_t)U_SPLIT;
    int g = place_for(p, f, u, line, c, ++at[side][c][heavy], count[side][c][heavy]);
    if (g >= 0) stand(p, f, u, g);
    else d->fate = FATE_EXITED; /* not a hex left on the own side: it leaves by its own edge, Retained */
  }
  for (int side = 0; side < 2; side++) { /* SMC join the MMC, lowest id first, then round again */
    int next[COLUMNS] = {0};
    for (int u = 0; u < p->book->ncounters; u++) {
      struct draft *d = &s->draft[u];
      if (d->fate != FATE_OK || d->at != NOWHERE || side_of(p, u) != side) continue;
      int c = d->column, g = -1;
      for (int tries = 0, v = next[c]; tries < p->book->ncounters && g < 0; tries++, v++) {
        if (v >= p->book->ncounters) v = 0;
        const struct draft *m = &s->draft[v];
        if (m->fate != FATE_OK || m->at == NOWHERE || side_of(p, v) != side || m->column != c || !is_mmc(O(p)->type[m->type].cls)) continue;
        if (!has_room(f, at_pa(p, m->at), O(p)->type[d->type].cls, side)) continue;
        g = m->at;
        next[c] = v + 1;
      }
      if (g < 0) g = place_for(p, f, u, line_of(p, side, c), c, 1, 1);
      if (g >= 0) stand(p, f, u, g);
      else d->fate = FATE_EXITED;
    }
  }
}

/* ---- QB.13 control ---------------------------------------------------------------------------------------------- */

static bool holds(const struct sal_play *p, int side, int column) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct draft *d = &S(p)->draft[u];
    if (d->fate == FATE_OK && side_of(p, u) == side && d->column == column && !(d->flags & (U_BROKEN | U_VEHICLE_CREW)) && is_mmc(O(p)->type[d->type].cls)) return true;
  }
  return false;
}

static void control(struct sal_play *p) {
  struct state *s = S(p);
  int low = sp_pa_low(p);
  for (int c = 0; c < COLUMNS; c++) {
    bool ger = holds(p, GER, c), rus = holds(p, RUS, c);
    for (int h = low; h <= sp_pa_high(p); h++)
      for (int x = 0; x < 11; x++) {
        int g = h * WIDTH + (2 - c) * 10 + x, k = h - low;
        if (row_of(g) != h || !(O(p)->ground[g] & G_ON) || sp_column(g) != c || !(sp_ground(p, g) & G_COVER)) continue;
        uint8_t *b = &s->ground[at_pa(p, g)];
        if (ger && k < s->battle.front[c] && k >= s->battle.front0[c]) *b |= C_DRAFT;
        if (rus && k >= s->battle.rear[c] && k < s->battle.rear0[c]) *b &= (uint8_t)~C_DRAFT;
      }
    if (c == 1) continue;
    for (int h = low + 1; h < sp_pa_high(p); h++) {
      uint8_t *e = &s->edge[c == 0][h];
      if (ger && h - low < s->battle.front[c]) *e |= EDGE_DRAFT;
      if (rus && h - low >= s->battle.rear[c]) *e &= (uint8_t)~EDGE_DRAFT;
    }
  }
}

void sp_battle_record(struct sal_play *p) {
  struct state *s = S(p);
  struct field *f = p->scratch;
  memset(f, 0, sizeof *f);
  fates(p);
  malfunctions(p);
  works(p);
  place_all(p, f);
  int placed = 0, edges = 0;
  for (int u = 0; u < p->book->ncounters; u++) placed += s->draft[u].fate == FATE_OK;
  sal_tell(p, E_PLACES, R_QB_12, SAL_EV(.n = {(int16_t)placed}));
  control(p);
  for (int e = 0; e < 2; e++)
    for (int h = 0; h < ROWS; h++) edges += ((s->edge[e][h] & EDGE_DRAFT) != 0) != ((s->edge[e][h] & EDGE_GERMAN) != 0);
  sal_tell(p, E_EDGES, R_QB_13, SAL_EV(.n = {(int16_t)edges}));
  s->claim.turns = s->battle.turn;
  s->claim.north_vp = s->battle.north_vp;
  s->claim.by = GER + 1;
  for (int side = 0; side < 2; side++) s->claim.cvp[side] = (int16_t)sp_draft_cvp(p, sal_enemy(side));
}
