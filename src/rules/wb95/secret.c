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
  if (!s->head.option[O_MASKING] || own(b)->kind[u].side == viewer || viewer == SAL_ALL || is_air(&own(b)->kind[u])) return false;
  if (st == ST_DEAD || st == ST_NONE) return false;
  return !(st == ST_MAP && lies_open(&s->unit[u]));
}

int wb_insight(const struct sal_book *b, const struct state *s, sal_hex h, int viewer) {
  int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET, eyes = 0;
  if (!(s->cell[h].pres & (OCC_G | OCC_S))) return 0;
  int other = occ(viewer == SAL_WATCH ? sal_enemy(side) : viewer);
  for (int d = 0; d < 6; d++) eyes |= s->cell[h + b->board.step[d]].pres & other;
  if (!eyes) return 0;
  return fortified(own(b), s, side, h) ? 1 : 2; /* 16.1.4 */
}

static void note_contacts(const struct sal_book *b, const struct state *s, sal_hex h, int insight, int viewer, struct state *v) { /* 16.1.4 */
  int first = v->ncontacts;
  EACH_AT(s, u, h) {
    if (!wb_hidden(b, s, u, viewer)) continue;
    struct contact c = {h, own(b)->kind[u].id, (uint8_t)(insight == 2 ? s->unit[u].cel : 0)};
    int k = v->ncontacts++;
    for (; k > first && (v->contact[k - 1].kind > c.kind || (v->contact[k - 1].kind == c.kind && v->contact[k - 1].cel > c.cel)); k--) v->contact[k] = v->contact[k - 1];
    v->contact[k] = c;
  }
}

static void keep_open_ones(const struct sal_book *b, const struct state *s, sal_hex h, int viewer, struct state *v) { /* on the chain of a veiled hex */
  uint16_t first = 0, *tail = &first;
  EACH_AT(s, u, h) {
    if (wb_hidden(b, s, u, viewer)) continue;
    *tail = (uint16_t)(u + 1);
    tail = &v->unit[u].next;
  }
  *tail = 0;
  v->cell[h].first = first;
}

/* The veiled hexes of the other side: only the open counters stay on the chain, and what contact tells is written down. */
static void blank_cells(const struct sal_book *b, const struct state *s, int viewer, struct state *v, struct sal_redactor *r) {
  int mine = viewer < SAL_SIDES ? occ(viewer) : 0, over = 0;
  for (int i = 0; i < b->board.nhexes; i++) {
    sal_hex h = b->board.order[i];
    const struct cell *c = &s->cell[h];
    if (s->over && c->pres & mine) over += c->cel > STACK;
    if (!(c->ground & VEIL) || c->pres & mine) continue;
    int insight = wb_insight(b, s, h, viewer);
    if (insight) note_contacts(b, s, h, insight, viewer, v);
    if (sal_hides(r, "stack")) keep_open_ones(b, s, h, viewer, v);
    sal_blank(r, "stack.cel", &v->cell[h].cel, 1, 0);
    if (!insight) sal_blank(r, "stack.soft", &v->cell[h].soft, 1, 0);
  }
  sal_blank(r, "over", &v->over, 1, (uint8_t)over); /* only of his own hexes */
}

static void blank_air(const struct sal_book *b, const struct state *s, int side, struct state *v, struct sal_redactor *r) {
  if (!s->head.depth || s->head.frame[s->head.depth - 1].node != N_AIR) return;
  for (int i = 0; i < own(b)->nairs[side]; i++) {
    int u = own(b)->airs[side][i];
    struct unit *unit = &v->unit[u];
    if (!(s->unit[u].flags & PENDING) && s->airpick[side] != u + 1) continue;
    sal_blank(r, "air", &unit->at, sizeof unit->at, 0);
    sal_blank(r, "air", &unit->zone, 1, 0);
    sal_blank(r, "air", &unit->oos, 1, 0);
    sal_blank(r, "air", &unit->last, 1, 0);
    sal_blank(r, "air", &unit->flags, 1, (uint8_t)(s->unit[u].flags & ~PENDING));
  }
  sal_blank(r, "air", &v->airpick[side], sizeof v->airpick[side], 0);
  sal_blank(r, "air", &v->airkind[side], 1, 0);
  for (int i = 0; i < CROSSINGS; i++)
    if (s->crossing[i].at && s->crossing[i].side == side) sal_blank(r, "air", &v->crossing[i], sizeof v->crossing[i], 0);
}

static void blank_plans(const struct sal_book *b, const struct state *s, int side, struct state *v, struct sal_redactor *r) {
  bool masks = s->head.option[O_MASKING];
  for (int i = 0; masks && i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if ((f->node == N_STEP || f->node == N_ENTER) && f->side == side) sal_blank(r, "mover", v->head.frame[i].x, sizeof f->x, 0);
    if (f->node != N_MOVE || f->side != side || !s->nentries) continue;
    sal_blank(r, "entry", v->entry, sizeof v->entry, 0);
    sal_blank(r, "entry", &v->nentries, 1, 0);
  }
  for (int i = 0; i < SPANS; i++)
    if (s->span[side][i].hq) sal_blank(r, "plan", &v->span[side][i], sizeof v->span[side][i], 0);
  const struct sal_frame *top = s->head.depth ? &s->head.frame[s->head.depth - 1] : NULL;
  if (!top || top->side != side || (top->node != N_BUILD && top->node != N_SHELL)) return;
  sal_blank(r, "plan", &v->fight, sizeof v->fight, 0);
  for (int u = 0; u < b->ncounters; u++)
    if (b->counter[u].side == side && s->unit[u].part && s->unit[u].part != 0xff && !wb_hidden(b, s, u, sal_enemy(side))) sal_blank(r, "plan", &v->unit[u].part, 1, 0);
}

void wb_view(const struct sal_book *b, const struct sal_head *state, int viewer, struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;
  memcpy(v, s, b->state_bytes);
  if (viewer == SAL_ALL) return;
  if (s->head.option[O_MASKING]) {
    blank_cells(b, s, viewer, v, r);
    for (int u = 0; u < b->ncounters; u++)
      if (wb_hidden(b, s, u, viewer)) sal_blank(r, "unit", &v->unit[u], sizeof v->unit[u], 0xff);
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    blank_air(b, s, side, v, r);
    blank_plans(b, s, side, v, r);
  }
  if (viewer != SAL_GERMAN && s->head.option[O_MASKING] && (s->repair[0] || s->repair[1])) sal_blank(r, "repair", v->repair, sizeof v->repair, 0);
}

/* ---- a full state that fits a view -------------------------------------------------------------------------- */

struct deck { /* the hidden counters of a side, in any order, to be dealt */
  sal_unit card[MAX_UNITS];
  int n;
};

static int zone_of(const struct sal_book *b, int u, sal_hex h) { /* what its zone of control reaches from there */
  const struct kind *k = &own(b)->kind[u];
  return is_regular(k) ? own(b)->reach[k->class == FOOT][h] : 0;
}

static void settle(const struct sal_book *b, struct state *s, struct deck *deck, int at, sal_hex h, int cel, uint8_t load[], uint8_t zone[]) {
  int u = deck->card[at];
  deck->card[at] = deck->card[--deck->n];
  s->unit[u] = (struct unit){.at = h, .cel = (uint8_t)(cel ? cel : 1), .status = ST_MAP};
  load[h] = (uint8_t)(load[h] + (cel ? cel : 1));
  zone[h] |= (uint8_t)zone_of(b, u, h);
}

/* A counter that may lie in a veiled hex: it adds to the zone what is missing, and nothing that is not there. */
static int find_fit(const struct sal_book *b, const struct state *s, const struct deck *deck, sal_hex h, int missing) {
  for (int i = 0; i < deck->n; i++) {
    int z = zone_of(b, deck->card[i], h);
    if (!(z & ~s->cell[h].pres) && (!missing || z & missing)) return i;
  }
  return -1;
}

static void deal_contacts(const struct sal_book *b, struct state *s, int side, struct deck *deck, uint8_t load[], uint8_t zone[]) { /* 16.1.4 told the kinds */
  for (int i = 0; i < s->ncontacts; i++) {
    sal_hex h = s->contact[i].at;
    if (!(s->cell[h].pres & occ(side))) continue;
    for (int k = 0; k < deck->n; k++) {
      if (own(b)->kind[deck->card[k]].id != s->contact[i].kind) continue;
      settle(b, s, deck, k, h, s->contact[i].cel, load, zone);
      break;
    }
  }
}

/* Veiled hexes out of contact: first those whose zone no open counter explains, then those without a zone, then the rest, which take anybody. */
static int deal_stacks(const struct sal_book *b, struct state *s, int side, struct deck *deck, uint8_t load[], uint8_t zone[], sal_hex spot[]) {
  int spots = 0;
  for (int pass = 0; pass < 3; pass++)
    for (int i = 0; i < b->board.nhexes; i++) {
      sal_hex h = b->board.order[i];
      if (!(s->cell[h].ground & VEIL) || !(s->cell[h].pres & occ(side)) || wb_insight(b, s, h, sal_enemy(side))) continue;
      int want = s->cell[h].pres & ZOC, first = want & ~zone[h] ? 0 : !want ? 1 : 2, at;
      bool dealt = false;
      for (int k = 0; k < spots && !dealt; k++) dealt = spot[k] == h;
      if (dealt || first != pass) continue;
      do {
        if ((at = find_fit(b, s, deck, h, want & ~zone[h])) < 0) break;
        settle(b, s, deck, at, h, 0, load, zone);
      } while (want & ~zone[h]);
      spot[spots++] = h;
    }
  return spots;
}

static void deal(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  struct deck deck = {.n = 0};
  sal_hex spot[MAX_UNITS];
  uint8_t load[SAL_MAX_CELLS] = {0}, zone[SAL_MAX_CELLS] = {0};
  bool hidden[MAX_UNITS] = {false}, told[MAX_UNITS] = {false};
  for (int u = 0; u < b->ncounters; u++) {
    if (b->counter[u].side != side) continue;
    if (s->unit[u].status == 0xff) deck.card[deck.n++] = (sal_unit)u, hidden[u] = true;
    else if ((s->unit[u].status & ST_KIND) == ST_MAP) load[s->unit[u].at] = (uint8_t)(load[s->unit[u].at] + s->unit[u].cel), zone[s->unit[u].at] |= (uint8_t)zone_of(b, u, s->unit[u].at);
  }
  for (int i = deck.n - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit t = deck.card[i];
    deck.card[i] = deck.card[k], deck.card[k] = t;
  }
  deal_contacts(b, s, side, &deck, load, zone);
  for (int u = 0; u < b->ncounters; u++) /* in the open contact tells the levels too */
    told[u] = hidden[u] && s->unit[u].status == ST_MAP && wb_insight(b, s, s->unit[u].at, sal_enemy(side)) == 2;
  int spots = deal_stacks(b, s, side, &deck, load, zone, spot);
  while (deck.n) {
    int u = deck.card[deck.n - 1];
    sal_hex h = spots ? spot[sal_rng_below(g, (uint32_t)spots)] : SAL_NOHEX;
    bool later = own(b)->place[u].date > s->head.turn + 4;
    if (!later && h && load[h] + own(b)->kind[u].cel <= STACK && !(zone_of(b, u, h) & ~s->cell[h].pres)) settle(b, s, &deck, deck.n - 1, h, 0, load, zone);
    else s->unit[u] = (struct unit){.cel = own(b)->kind[u].cel, .status = later ? ST_WAIT : ST_OUT}, deck.n--;
  }
  for (int u = 0; u < b->ncounters; u++) { /* most are at full strength, as far as there is room */
    struct unit *unit = &s->unit[u];
    if (!hidden[u] || told[u] || unit->status != ST_MAP || unit->cel >= own(b)->kind[u].cel || load[unit->at] >= STACK || sal_rng_below(g, 4) == 0) continue;
    unit->cel++;
    load[unit->at]++;
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
  for (int i = 0; i < s->head.depth; i++) { /* a move under way of a masked unit: any of them, with nothing left */
    struct sal_frame *f = &s->head.frame[i];
    if ((f->node != N_STEP && f->node != N_ENTER) || f->side == viewer || !s->head.option[O_MASKING]) continue;
    for (int u = 0; u < b->ncounters; u++)
      if (b->counter[u].side == f->side && !is_air(&own(b)->kind[u]) && (s->unit[u].status & ST_KIND) == (f->node == N_STEP ? ST_MAP : ST_WAIT)) f->x[0] = (uint16_t)u;
    f->x[2] = 1;
  }
}

/* ---- another full state with the same view ------------------------------------------------------------------- */

static bool builds(const struct state *s, int u) {
  for (int i = 0; i < 2 * SPANS; i++)
    if (s->span[i / SPANS][i % SPANS].hq == u + 1) return true;
  return false;
}

static bool named(const struct sal_book *b, const struct state *s, int u) { /* by a frame, a combat or a marker */
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if ((f->node == N_STEP || f->node == N_ENTER) && f->x[0] == u) return true;
    if (f->node == N_PURSUE && f->x[0] == u + 1) return true;
  }
  (void)b;
  return s->unit[u].part || s->repair[0] == u + 1 || s->repair[1] == u + 1 || builds(s, u);
}

/* What is being prepared, otherwise: less of it. */
static bool shuffle_plans(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  const struct own *o = own(b);
  struct sal_frame *top = s->head.depth ? &s->head.frame[s->head.depth - 1] : NULL;
  bool changed = false;
  for (int i = 0; top && top->node == N_AIR && i < o->nairs[side]; i++) {
    struct unit *unit = &s->unit[o->airs[side][i]];
    if (!(unit->flags & PENDING) || sal_rng_below(g, 2)) continue;
    unit->at = unit->zone = unit->oos = unit->last = 0;
    unit->flags &= (uint8_t)~PENDING;
    changed = true;
  }
  if (top && top->node == N_AIR && s->airpick[side]) s->airpick[side] = s->airkind[side] = 0, changed = true;
  if (top && top->node == N_STEP && top->side == side && top->x[1]) top->x[1]--, changed = true;
  for (int i = 0; i < s->nentries && s->head.depth > 1 && s->head.frame[1].node == N_MOVE && s->head.frame[1].side == side; i++) s->entry[i].cel++, changed = true;
  if (top && (top->node == N_BUILD || top->node == N_SHELL) && top->side == side && s->fight.nparts > 1) {
    s->unit[s->fight.part[--s->fight.nparts]].part = 0;
    s->fight.part[s->fight.nparts] = 0;
    changed = true;
  }
  for (int f = 0; side == SAL_GERMAN && f < 2; f++)
    if (s->repair[f]) s->repair[f] = 0, changed = true;
  return changed;
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
  wb_relink(b, s);
  return shuffle_plans(b, s, side, g) || changed;
}
