/* secret.c - 16 and 8.1.7: what the other side may not know.
 *
 * Hidden are the counters of masked stacks (who, how many, in what state), everything off the map, what is being
 * prepared (a declaration, guns being laid, air missions, bridges over big rivers) and the repair markers. Open are
 * occupation, zones, field works, bridges and the eliminated (16.1R). What 16.1.4 tells of stacks in contact is
 * written into `contact`, sorted so that it names nobody.
 */
#include "state.h"

#include <string.h>

bool wb_hidden(const struct sal_book *b, const struct state *s, int u, int viewer) {
  int st = s->unit[u].status & ST_KIND;
  if (!s->head.option[O_MASKING] || b->counter[u].side == viewer || viewer == SAL_ALL || is_air(&own(b)->kind[u])) return false;
  if (st == ST_DEAD || st == ST_NONE) return false;
  return !(st == ST_MAP && s->unit[u].flags & OPEN);
}

int wb_insight(const struct sal_book *b, const struct state *s, sal_hex h, int viewer) {
  int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET, eyes = 0;
  if (!(s->cell[h].pres & (OCC_G | OCC_S))) return 0;
  int other = occ(viewer == SAL_WATCH ? sal_enemy(side) : viewer);
  for (int d = 0; d < 6; d++) eyes |= s->cell[h + b->board.step[d]].pres & other;
  if (!eyes) return 0;
  int line = own(b)->line[h];
  bool fort = s->cell[h].ground & ff(side) || line & LINE_FP || (line & LINE_FL && side == SAL_SOVIET);
  return fort ? 1 : 2; /* 16.1.4 */
}

static void note_contacts(const struct sal_book *b, const struct state *s, int viewer, struct state *v) {
  for (int i = 0; i < b->board.nhexes; i++) {
    sal_hex h = b->board.order[i];
    int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET, first = v->ncontacts;
    if (!(s->cell[h].ground & VEIL) || side == viewer) continue;
    int level = wb_insight(b, s, h, viewer);
    EACH_AT(s, u, h) {
      if (!level || !wb_hidden(b, s, u, viewer)) continue;
      struct contact c = {h, own(b)->kind[u].id, (uint8_t)(level == 2 ? s->unit[u].cel : 0)};
      int k = v->ncontacts++;
      for (; k > first && (v->contact[k - 1].kind > c.kind || (v->contact[k - 1].kind == c.kind && v->contact[k - 1].cel > c.cel)); k--) v->contact[k] = v->contact[k - 1];
      v->contact[k] = c;
    }
  }
}

/* Hexes of the other side: only the open counters stay on the chain. */
static void blank_cells(const struct sal_book *b, const struct state *s, int viewer, struct state *v, struct sal_redactor *r) {
  for (int i = 0; i < b->board.nhexes; i++) {
    sal_hex h = b->board.order[i];
    if (!(s->cell[h].ground & VEIL)) continue;
    int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET;
    if (side == viewer) continue;
    uint16_t first = 0, *tail = &first;
    EACH_AT(s, u, h) {
      if (wb_hidden(b, s, u, viewer)) continue;
      *tail = (uint16_t)(u + 1);
      tail = &v->unit[u].next;
    }
    *tail = 0;
    sal_blank(r, "stack", &v->cell[h].first, sizeof v->cell[h].first, 0);
    v->cell[h].first = first;
    sal_blank(r, "stack.levels", &v->cell[h].cel, 1, 0);
    if (!wb_insight(b, s, h, viewer)) sal_blank(r, "stack.soft", &v->cell[h].soft, 1, 0);
  }
}

static void blank_air(const struct sal_book *b, const struct state *s, int side, struct state *v, struct sal_redactor *r) {
  for (int i = 0; i < own(b)->nairs[side]; i++) {
    int u = own(b)->airs[side][i];
    bool chosen = s->unit[u].flags & PENDING || s->airpick[side] == u + 1;
    if (chosen) sal_blank(r, "air.mission", &v->unit[u].at, sizeof v->unit[u].at, 0), sal_blank(r, "air.mission", &v->unit[u].zone, 1, 0), sal_blank(r, "air.mission", &v->unit[u].oos, 1, 0), sal_blank(r, "air.mission", &v->unit[u].last, 1, 0);
    if (s->unit[u].flags & PENDING) {
      uint8_t flags = (uint8_t)(s->unit[u].flags & ~PENDING);
      sal_blank(r, "air.pending", &v->unit[u].flags, 1, flags);
    }
  }
  sal_blank(r, "air.pick", &v->airpick[side], sizeof v->airpick[side], 0);
  sal_blank(r, "air.kind", &v->airkind[side], 1, 0);
  bool sealed = s->head.depth && s->head.frame[s->head.depth - 1].node == N_AIR;
  for (int i = 0, n = 0; sealed && i < CROSSINGS; i++) { /* the others move up, so that gaps tell nothing */
    if (s->crossing[i].side == side && s->crossing[i].at) sal_blank(r, "air.river", &v->crossing[i], sizeof v->crossing[i], 0);
    else n++;
  }
}

static void blank_plans(const struct sal_book *b, const struct state *s, int side, struct state *v, struct sal_redactor *r) {
  if (!s->head.depth) return;
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    bool secret = (f->node == N_STEP || f->node == N_ENTER) && f->side == side && s->head.option[O_MASKING];
    if (secret && wb_hidden(b, s, f->x[0], sal_enemy(side))) sal_blank(r, "frame.mover", v->head.frame[i].x, sizeof f->x, 0);
    if (f->node == N_LOSS && f->side == side && (f->x[1] == L_MINES_N || f->x[1] == L_MINES_S)) continue;
  }
  const struct sal_frame *top = &s->head.frame[s->head.depth - 1];
  if ((top->node == N_BUILD || top->node == N_SHELL) && top->side == side) {
    sal_blank(r, "plan", &v->fight, sizeof v->fight, 0);
    for (int u = 0; u < b->ncounters; u++)
      if (b->counter[u].side == side && s->unit[u].part && !wb_hidden(b, s, u, sal_enemy(side))) sal_blank(r, "plan.units", &v->unit[u].part, 1, 0);
  }
  sal_blank(r, "bridge.plan", &v->building[side], sizeof v->building[side], 0);
  sal_blank(r, "bridge.plan", &v->span[side], sizeof v->span[side], 0);
  sal_blank(r, "bridge.plan", &v->builtin[side], 1, 0);
}

void wb_view(const struct sal_book *b, const struct sal_head *state, int viewer, struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;
  memcpy(v, s, b->state_bytes);
  if (viewer == SAL_ALL) return;
  if (s->head.option[O_MASKING]) {
    blank_cells(b, s, viewer, v, r);
    note_contacts(b, s, viewer, v);
    for (int u = 0; u < b->ncounters; u++)
      if (wb_hidden(b, s, u, viewer)) sal_blank(r, "unit", &v->unit[u], sizeof v->unit[u], 0xff);
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    blank_air(b, s, side, v, r);
    blank_plans(b, s, side, v, r);
  }
  if (viewer != SAL_GERMAN && s->head.option[O_MASKING]) sal_blank(r, "repair", v->repair, sizeof v->repair, 0);
}

/* ---- a full state that fits a view -------------------------------------------------------------------------- */

static bool holds(const struct sal_book *b, int u) { return is_regular(&own(b)->kind[u]); }

static int take(sal_unit *pool, int *n, int at) {
  int u = pool[at];
  pool[at] = pool[--*n];
  return u;
}

static void settle(const struct sal_book *b, struct state *s, int u, sal_hex h, int cel, struct sal_rng *g) {
  int full = own(b)->kind[u].cel;
  if (!cel) cel = full == 2 && sal_rng_below(g, 4) == 0 ? 1 : full;
  s->unit[u] = (struct unit){.at = h, .cel = (uint8_t)cel, .status = ST_MAP};
}

static int find_kind(const struct sal_book *b, const sal_unit *pool, int n, int kind) {
  for (int i = 0; i < n; i++)
    if (own(b)->kind[pool[i]].id == kind) return i;
  return -1;
}

static int find_holder(const struct sal_book *b, const sal_unit *pool, int n, bool regular) {
  for (int i = 0; i < n; i++)
    if (holds(b, pool[i]) == regular) return i;
  return -1;
}

static void deal(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  sal_unit pool[MAX_UNITS];
  sal_hex spot[MAX_UNITS];
  int n = 0, spots = 0, date = s->head.turn + 4;
  for (int u = 0; u < b->ncounters; u++)
    if (b->counter[u].side == side && s->unit[u].status == 0xff) pool[n++] = (sal_unit)u;
  for (int i = n - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit t = pool[i];
    pool[i] = pool[k], pool[k] = t;
  }
  for (int i = 0; i < s->ncontacts; i++) {
    int at = find_kind(b, pool, n, s->contact[i].kind), cel = s->contact[i].cel;
    bool ours = s->cell[s->contact[i].at].pres & occ(side);
    if (ours && at >= 0) settle(b, s, take(pool, &n, at), s->contact[i].at, cel, g);
  }
  for (int i = 0; i < b->board.nhexes; i++) {
    sal_hex h = b->board.order[i];
    if (!(s->cell[h].ground & VEIL) || !(s->cell[h].pres & occ(side)) || wb_insight(b, s, h, sal_enemy(side))) continue;
    int at = find_holder(b, pool, n, (s->cell[h].pres & ZOC) != 0);
    if (at < 0 && n) at = 0;
    if (at < 0) continue;
    settle(b, s, take(pool, &n, at), h, 0, g);
    if (spots < MAX_UNITS) spot[spots++] = h;
  }
  while (n) {
    int u = take(pool, &n, n - 1);
    sal_hex h = spots ? spot[sal_rng_below(g, (uint32_t)spots)] : SAL_NOHEX;
    int load = 0;
    for (int w = 0; h && w < b->ncounters; w++) load += s->unit[w].status == ST_MAP && s->unit[w].at == h ? s->unit[w].cel : 0;
    bool later = own(b)->place[u].date > date, fits = h && load + own(b)->kind[u].cel <= STACK && (holds(b, u) == false || s->cell[h].pres & ZOC);
    if (!later && fits) settle(b, s, u, h, 0, g);
    else s->unit[u] = (struct unit){.cel = own(b)->kind[u].cel, .status = later ? ST_WAIT : ST_OUT};
  }
}

void wb_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g, struct sal_head *out) {
  struct state *s = (struct state *)out;
  memcpy(s, view, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++)
    if (side != viewer && s->head.option[O_MASKING]) deal(b, s, side, g);
  memset(s->contact, 0, sizeof s->contact);
  s->ncontacts = 0;
  wb_relink(b, s);
  for (int i = s->head.depth - 1; i >= 0; i--) { /* a move under way of a hidden unit: the enemy will have stopped */
    struct sal_frame *f = &s->head.frame[i];
    bool moving = (f->node == N_STEP || f->node == N_ENTER) && f->side != viewer && i == s->head.depth - 1;
    bool planning = (f->node == N_BUILD || f->node == N_SHELL) && f->side != viewer && i == s->head.depth - 1;
    if (!moving && !planning) break;
    bool known = moving && b->counter[f->x[0]].side != viewer && s->unit[f->x[0]].status == ST_MAP && f->x[2];
    if (known) break;
    *f = (struct sal_frame){0};
    s->head.depth--;
  }
}

/* ---- another full state with the same view ------------------------------------------------------------------- */

static bool named(const struct sal_book *b, const struct state *s, int u) { /* by a frame, a combat or a marker */
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if ((f->node == N_STEP || f->node == N_ENTER) && f->x[0] == u) return true;
    if (f->node == N_PURSUE && f->x[0] == u + 1) return true;
  }
  (void)b;
  return s->unit[u].part || s->repair[0] == u + 1 || s->repair[1] == u + 1 || s->building[0] == u + 1 || s->building[1] == u + 1;
}

bool wb_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct state *s = (struct state *)state;
  if (viewer >= SAL_SIDES || !s->head.option[O_MASKING]) return false;
  int side = sal_enemy(viewer);
  const struct own *o = own(b);
  bool changed = false;
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i], v = o->mine[side][sal_rng_below(g, o->nmine[side])];
    if (u == v || !wb_hidden(b, s, u, viewer) || !wb_hidden(b, s, v, viewer) || o->kind[u].id != o->kind[v].id || named(b, s, u) || named(b, s, v)) continue;
    struct unit a = s->unit[u], z = s->unit[v];
    if ((a.status & ST_KIND) != ST_MAP || (z.status & ST_KIND) != ST_MAP || a.cel != z.cel || a.at == z.at) continue;
    s->unit[u] = z, s->unit[v] = a;
    changed = true;
  }
  for (int i = 0; i < o->nmine[side]; i++) {
    struct unit *unit = &s->unit[o->mine[side][i]];
    if ((unit->status & ST_KIND) == ST_MAP && wb_hidden(b, s, o->mine[side][i], viewer) && !(unit->flags & MOVED) && sal_rng_below(g, 8) == 0) unit->oos = (uint8_t)sal_rng_below(g, 3), changed = true;
  }
  uint8_t over = s->over;
  wb_relink(b, s);
  s->over = over;
  return changed;
}
