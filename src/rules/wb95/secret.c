/* secret.c - 16 and 8.1.7: what the other side may not know.
 *
 * Hidden are the counters of masked stacks (which, how many, in what state), everything off the
 * map, what is being prepared (a declaration, guns being laid, air missions, bridges over big
 * rivers) and the repair markers. Open are occupation, zones, field works, bridges and the
 * eliminated (16.1R). What 16.1.4 reveals of stacks in contact is written into `contact`, sorted so
 * that it identifies no unit.
 */
#include "state.h"

#include <string.h>

/* ---- who is hidden ---------------------------------------------------------------------- */

/* 16.1.1: a masked counter is hidden from the other side until it lies open or is eliminated. */
bool wb_hidden(const struct sal_book *b, const struct state *s, int u, int viewer) {
  const struct kind *k = &own(b)->kind[u];
  int st = s->unit[u].status & ST_KIND;

  if (!s->head.option[O_MASKING])
    return false;
  if (viewer == SAL_ALL)
    return false;
  if (k->side == viewer)
    return false;
  if (is_air(k))
    return false;
  if (st == ST_DEAD)
    return false;
  if (st == ST_NONE)
    return false;

  if (st != ST_MAP)
    return true;

  return !lies_open(&s->unit[u]);
}

/* 16.1.4: an enemy next to a stack sees its types, and in the open also the levels. */
int wb_insight(const struct sal_book *b, const struct state *s, sal_hex h, int viewer) {
  int pres = s->cell[h].pres;
  int side = pres & OCC_G ? SAL_GERMAN : SAL_SOVIET;
  int looks = viewer == SAL_WATCH ? sal_enemy(side) : viewer;
  bool contact = false;

  if (!(pres & (OCC_G | OCC_S)))
    return 0;
  for (int d = 0; d < 6; d++)
    if (s->cell[h + b->board.step[d]].pres & occ(looks))
      contact = true;
  if (!contact)
    return 0;

  return fortified(own(b), s, side, h) ? 1 : 2;
}

/* ---- the view --------------------------------------------------------------------------- */

/* Contacts are sorted by kind, then by levels. */
static bool comes_before(const struct contact *a, const struct contact *b) {
  if (a->kind != b->kind)
    return a->kind < b->kind;
  return a->cel < b->cel;
}

/* 16.1.4: sorted by type and levels, so that the order of the counters reveals nothing. */
static void note_contacts(const struct sal_book *b, const struct state *s, sal_hex h, int insight,
                          int viewer, struct state *v) {
  int first = v->ncontacts;

  EACH_AT(s, u, h) {
    if (!wb_hidden(b, s, u, viewer))
      continue;
    struct contact told = {.at = h, .kind = own(b)->kind[u].id};
    if (insight == 2)
      told.cel = s->unit[u].cel;
    int k = v->ncontacts++;
    for (; k > first && comes_before(&told, &v->contact[k - 1]); k--)
      v->contact[k] = v->contact[k - 1];
    v->contact[k] = told;
  }
}

/* on the chain of a veiled hex */
static void keep_open_ones(const struct sal_book *b, const struct state *s, sal_hex h, int viewer,
                           struct state *v) {
  uint16_t first = 0;
  uint16_t *tail = &first;

  EACH_AT(s, u, h) {
    if (wb_hidden(b, s, u, viewer))
      continue;
    *tail = (uint16_t)(u + 1);
    tail = &v->unit[u].next;
  }
  *tail = 0;
  v->cell[h].first = first;
}

/* A veiled hex of the other side: only the open counters stay on the chain, and what contact
 * reveals is written down. */
static void blank_cell(const struct sal_book *b, const struct state *s, sal_hex h, int viewer,
                       struct state *v, struct sal_redactor *r) {
  int insight = wb_insight(b, s, h, viewer);

  if (insight)
    note_contacts(b, s, h, insight, viewer, v);
  if (sal_hides(r, "stack"))
    keep_open_ones(b, s, h, viewer, v);
  sal_blank(r, "stack.cel", &v->cell[h].cel, 1, 0);
  if (!insight)
    sal_blank(r, "stack.soft", &v->cell[h].soft, 1, 0);
}

/* All the veiled hexes of the other side. */
static void blank_cells(const struct sal_book *b, const struct state *s, int viewer,
                        struct state *v, struct sal_redactor *r) {
  int mine = viewer < SAL_SIDES ? occ(viewer) : 0;
  int over = 0;

  EACH_HEX(&b->board, h) {
    const struct cell *cell = &s->cell[h];
    bool own_hex = cell->pres & mine;
    if (own_hex && cell->cel > STACK)
      over++;
    if (cell->ground & VEIL && !own_hex)
      blank_cell(b, s, (sal_hex)h, viewer, v, r);
  }
  sal_blank(r, "over", &v->over, 1, (uint8_t)over); /* only of his own hexes */
}

/* The decision on top, or NULL when the game is over. */
static const struct sal_frame *top_of(const struct state *s) {
  return s->head.depth ? &s->head.frame[s->head.depth - 1] : NULL;
}

/* 8.1.7: missions are secret until both sides have committed. */
static void blank_air(const struct sal_book *b, const struct state *s, int side, struct state *v,
                      struct sal_redactor *r) {
  const struct sal_frame *top = top_of(s);

  if (!top)
    return;
  if (top->node != N_AIR)
    return;
  EACH_IN(own(b)->airs[side], own(b)->nairs[side], u) {
    struct unit *unit = &v->unit[u];
    uint8_t flags = s->unit[u].flags;
    if (!(flags & PENDING) && s->airpick[side] != u + 1)
      continue;
    sal_blank(r, "air", &unit->at, sizeof unit->at, 0);
    sal_blank(r, "air", &unit->mission, 1, 0);
    sal_blank(r, "air", &unit->bridge, 1, 0);
    sal_blank(r, "air", &unit->crossings, 1, 0);
    sal_blank(r, "air", &unit->flags, 1, (uint8_t)(flags & ~PENDING));
  }
  sal_blank(r, "air", &v->airpick[side], sizeof v->airpick[side], 0);
  sal_blank(r, "air", &v->airkind[side], 1, 0);
  for (int i = 0; i < CROSSINGS; i++)
    if (s->crossing[i].at && s->crossing[i].side == side)
      sal_blank(r, "air", &v->crossing[i], sizeof v->crossing[i], 0);
}

/* With masks neither the moving unit is seen, nor how many came in through a hex. */
static void blank_movers(const struct state *s, int side, struct state *v, struct sal_redactor *r) {
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if (f->side != side)
      continue;
    if (f->node == N_STEP || f->node == N_ENTER)
      sal_blank(r, "mover", v->head.frame[i].x, sizeof f->x, 0);
    if (f->node == N_MOVE && s->nentries) {
      sal_blank(r, "entry", v->entry, sizeof v->entry, 0);
      sal_blank(r, "entry", &v->nentries, 1, 0);
    }
  }
}

/* An attack or a fire that is being put together. */
static void blank_fight(const struct sal_book *b, const struct state *s, int side, struct state *v,
                        struct sal_redactor *r) {
  sal_blank(r, "plan", &v->fight, sizeof v->fight, 0);
  for (int u = 0; u < b->ncounters; u++) {
    int part = s->unit[u].part;
    if (b->counter[u].side != side)
      continue;
    if (!part)
      continue;
    if (part == 0xff)
      continue;
    if (!wb_hidden(b, s, u, sal_enemy(side)))
      sal_blank(r, "plan", &v->unit[u].part, 1, 0);
  }
}

/* What is being prepared is the side's own. */
static void blank_plans(const struct sal_book *b, const struct state *s, int side, struct state *v,
                        struct sal_redactor *r) {
  const struct sal_frame *top = top_of(s);

  if (s->head.option[O_MASKING])
    blank_movers(s, side, v, r);
  for (int i = 0; i < SPANS; i++)
    if (s->span[side][i].hq)
      sal_blank(r, "plan", &v->span[side][i], sizeof v->span[side][i], 0);
  if (!top)
    return;
  if (top->side != side)
    return;
  if (top->node == N_BUILD || top->node == N_SHELL)
    blank_fight(b, s, side, v, r);
}

/* The state as one side may know it. */
void wb_view(const struct sal_book *b, const struct sal_head *state, int viewer,
             struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;
  bool masks = s->head.option[O_MASKING];

  memcpy(v, s, b->state_bytes);
  if (viewer == SAL_ALL)
    return;

  if (masks)
    blank_cells(b, s, viewer, v, r);
  for (int u = 0; masks && u < b->ncounters; u++)
    if (wb_hidden(b, s, u, viewer))
      sal_blank(r, "unit", &v->unit[u], sizeof v->unit[u], 0xff);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer)
      continue;
    blank_air(b, s, side, v, r);
    blank_plans(b, s, side, v, r);
  }
  bool repairs = s->repair[0] || s->repair[1];
  if (masks && repairs && viewer != SAL_GERMAN)
    sal_blank(r, "repair", v->repair, sizeof v->repair, 0);
}

/* ---- a full state that fits a view ------------------------------------------------------ */

struct deal { /* the hidden counters of a side, in any order, and where they go */
  const struct sal_book *b;
  struct state *s;
  int side;
  sal_unit card[MAX_UNITS]; /* still to be dealt */
  int ncards;
  uint8_t load[SAL_MAX_CELLS], zone[SAL_MAX_CELLS]; /* levels and zones dealt so far, by cell */
  sal_hex spot[MAX_UNITS];                          /* veiled hexes that take anybody */
  int nspots;
  bool hidden[MAX_UNITS];
};

/* what its zone of control reaches from there */
static int zone_of(const struct sal_book *b, int u, sal_hex h) {
  const struct kind *k = &own(b)->kind[u];
  return is_regular(k) ? own(b)->reach[k->class == FOOT][h] : 0;
}

/* Puts a hidden counter into a hex. */
static void settle(struct deal *deal, int at, sal_hex h, int cel) {
  int u = deal->card[at];
  int levels = cel ? cel : 1;

  deal->card[at] = deal->card[--deal->ncards];
  deal->s->unit[u] = (struct unit){.at = h, .cel = (uint8_t)levels, .status = ST_MAP};
  deal->load[h] = (uint8_t)(deal->load[h] + levels);
  deal->zone[h] |= (uint8_t)zone_of(deal->b, u, h);
}

/* A counter that may lie in a veiled hex: it adds to the zone what is missing, and nothing that is
 * not there. */
static int find_fit(const struct deal *deal, sal_hex h, int missing) {
  int seen = deal->s->cell[h].pres;

  for (int i = 0; i < deal->ncards; i++) {
    int zone = zone_of(deal->b, deal->card[i], h);
    if (zone & ~seen)
      continue;
    if (!missing)
      return i;
    if (zone & missing)
      return i;
  }

  return -1;
}

/* The hidden counters, and what the open ones explain. */
static void collect(struct deal *deal) {
  struct state *s = deal->s;

  for (int u = 0; u < deal->b->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    if (deal->b->counter[u].side != deal->side)
      continue;
    if (unit->status == 0xff) {
      deal->card[deal->ncards++] = (sal_unit)u;
      deal->hidden[u] = true;
    } else if ((unit->status & ST_KIND) == ST_MAP) {
      deal->load[unit->at] = (uint8_t)(deal->load[unit->at] + unit->cel);
      deal->zone[unit->at] |= (uint8_t)zone_of(deal->b, u, unit->at);
    }
  }
}

/* Any order is as likely as any other. */
static void shuffle_cards(struct deal *deal, struct sal_rng *g) {
  for (int i = deal->ncards - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit kept = deal->card[i];
    deal->card[i] = deal->card[k];
    deal->card[k] = kept;
  }
}

/* 16.1.4 told the kinds. */
static void deal_contacts(struct deal *deal) {
  const struct state *s = deal->s;

  for (int i = 0; i < s->ncontacts; i++) {
    const struct contact *contact = &s->contact[i];
    if (!(s->cell[contact->at].pres & occ(deal->side)))
      continue;
    int k = 0;
    while (k < deal->ncards && own(deal->b)->kind[deal->card[k]].id != contact->kind)
      k++;
    if (k < deal->ncards)
      settle(deal, k, contact->at, contact->cel);
  }
}

/* Whether the hex was dealt to already. */
static bool is_spot(const struct deal *deal, sal_hex h) {
  for (int k = 0; k < deal->nspots; k++)
    if (deal->spot[k] == h)
      return true;
  return false;
}

/* A veiled hex out of contact: at least one counter, and as many as its zone needs. */
static void deal_stack(struct deal *deal, sal_hex h) {
  int want = deal->s->cell[h].pres & ZOC;

  do {
    int fit = find_fit(deal, h, want & ~deal->zone[h]);
    if (fit < 0)
      break;
    settle(deal, fit, h, 0);
  } while (want & ~deal->zone[h]);
  deal->spot[deal->nspots++] = h;
}

/* First the stacks whose zone no open counter explains, then those without a zone, then the rest.
 */
static int turn_of(const struct deal *deal, sal_hex h) {
  int want = deal->s->cell[h].pres & ZOC;
  if (want & ~deal->zone[h])
    return 0;
  return want ? 2 : 1;
}

/* Every veiled hex out of contact gets a unit. */
static void deal_stacks(struct deal *deal) {
  const struct state *s = deal->s;

  for (int pass = 0; pass < 3; pass++) {
    EACH_HEX(&deal->b->board, cell) {
      sal_hex h = (sal_hex)cell;
      if (!(s->cell[h].ground & VEIL))
        continue;
      if (!(s->cell[h].pres & occ(deal->side)))
        continue;
      if (wb_insight(deal->b, s, h, sal_enemy(deal->side)))
        continue;
      if (is_spot(deal, h))
        continue;
      if (turn_of(deal, h) == pass)
        deal_stack(deal, h);
    }
  }
}

/* The remaining units join a stack that has room, or are not on the map. */
static void deal_rest(struct deal *deal, struct sal_rng *g) {
  struct state *s = deal->s;

  while (deal->ncards) {
    int u = deal->card[deal->ncards - 1];
    int cel = own(deal->b)->kind[u].cel;
    sal_hex h = SAL_NOHEX;
    if (deal->nspots)
      h = deal->spot[sal_rng_below(g, (uint32_t)deal->nspots)];
    bool later = own(deal->b)->place[u].date > s->head.turn + 4;
    bool room = h && deal->load[h] + cel <= STACK;
    bool fits = room && !(zone_of(deal->b, u, h) & ~s->cell[h].pres);
    if (!later && fits) {
      settle(deal, deal->ncards - 1, h, 0);
      continue;
    }
    s->unit[u] = (struct unit){.cel = (uint8_t)cel, .status = later ? ST_WAIT : ST_OUT};
    deal->ncards--;
  }
}

/* Most units are at full strength, as far as there is room. */
static void fill_up(struct deal *deal, const bool *told, struct sal_rng *g) {
  for (int u = 0; u < deal->b->ncounters; u++) {
    struct unit *unit = &deal->s->unit[u];
    if (!deal->hidden[u])
      continue;
    if (told[u])
      continue;
    if (unit->status != ST_MAP)
      continue;
    if (unit->cel >= own(deal->b)->kind[u].cel)
      continue;
    if (deal->load[unit->at] >= STACK)
      continue;
    if (sal_rng_below(g, 4) == 0)
      continue;
    unit->cel++;
    deal->load[unit->at]++;
  }
}

/* Deals the hidden counters of a side so that its view stays the same. */
static void deal(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  struct deal deal = {.b = b, .s = s, .side = side};
  bool told[MAX_UNITS] = {false};

  collect(&deal);
  shuffle_cards(&deal, g);
  deal_contacts(&deal);
  for (int u = 0; u < b->ncounters; u++) { /* in the open, contact reveals the levels too */
    bool dealt = deal.hidden[u] && s->unit[u].status == ST_MAP;
    told[u] = dealt && wb_insight(b, s, s->unit[u].at, sal_enemy(side)) == 2;
  }
  deal_stacks(&deal);
  deal_rest(&deal, g);
  fill_up(&deal, told, g);
}

/* A masked unit in the middle of its move: any that could be it, with no points left. */
static void guess_mover(const struct sal_book *b, const struct state *s, struct sal_frame *f) {
  bool steps = f->node == N_STEP;
  int where = steps ? ST_MAP : ST_WAIT;
  uint16_t *mover = steps ? &step_in(f)->unit : &entering_in(f)->unit;

  for (int u = 0; u < b->ncounters; u++) {
    if (b->counter[u].side != f->side)
      continue;
    if (is_air(&own(b)->kind[u]))
      continue;
    if ((s->unit[u].status & ST_KIND) == where)
      *mover = (uint16_t)u;
  }
  step_in(f)->initial = 1;
}

/* A full state that could be behind the view. */
void wb_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g,
              struct sal_head *out) {
  struct state *s = (struct state *)out;

  memcpy(s, view, b->state_bytes);
  bool masks = s->head.option[O_MASKING];
  for (int side = 0; side < SAL_SIDES; side++)
    if (side != viewer && masks)
      deal(b, s, side, g);
  memset(s->contact, 0, sizeof s->contact);
  s->ncontacts = 0;
  wb_relink(b, s);
  for (int i = 0; masks && i < s->head.depth; i++) {
    struct sal_frame *f = &s->head.frame[i];
    bool moves = f->node == N_STEP || f->node == N_ENTER;
    if (moves && f->side != viewer)
      guess_mover(b, s, f);
  }
}

/* ---- another full state with the same view ---------------------------------------------- */

/* Whether a headquarters builds a bridge. */
static bool builds(const struct state *s, int u) {
  for (int i = 0; i < 2 * SPANS; i++)
    if (s->span[i / SPANS][i % SPANS].hq == u + 1)
      return true;
  return false;
}

/* Whether a decision is about this unit. */
static bool frame_names(const struct sal_frame *f, int u) {
  switch (f->node) {
  case N_STEP: return step_in(f)->unit == u;
  case N_ENTER: return entering_in(f)->unit == u;
  case N_PURSUE: return pursuit_in(f)->pursuer == u + 1;
  default: return false;
  }
}

/* by a frame, a combat or a marker */
static bool named(const struct state *s, int u) {
  for (int i = 0; i < s->head.depth; i++)
    if (frame_names(&s->head.frame[i], u))
      return true;
  if (s->unit[u].part)
    return true;
  if (builds(s, u))
    return true;
  if (s->repair[0] == u + 1)
    return true;

  return s->repair[1] == u + 1;
}

/* Takes some missions back. */
static bool shuffle_air(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  bool changed = false;

  EACH_IN(own(b)->airs[side], own(b)->nairs[side], u) {
    struct unit *unit = &s->unit[u];
    if (!(unit->flags & PENDING))
      continue;
    if (sal_rng_below(g, 2))
      continue;
    unit->at = SAL_NOHEX;
    unit->mission = 0;
    unit->bridge = 0;
    unit->crossings = 0;
    unit->flags &= (uint8_t)~PENDING;
    changed = true;
  }
  if (s->airpick[side])
    changed = true;
  s->airpick[side] = 0;
  s->airkind[side] = 0;
  return changed;
}

/* Other numbers of levels that entered. */
static bool shuffle_entries(struct state *s, int side) {
  bool moves = s->head.depth > 1 && s->head.frame[1].node == N_MOVE;

  if (!moves)
    return false;
  if (s->head.frame[1].side != side)
    return false;
  for (int i = 0; i < s->nentries; i++)
    s->entry[i].cel++;

  return s->nentries;
}

/* One unit less in an attack or a fire that is being put together. */
static bool shuffle_fight(struct state *s) {
  if (s->fight.nparts <= 1)
    return false;
  int last = --s->fight.nparts;
  s->unit[s->fight.part[last]].part = 0;
  s->fight.part[last] = 0;
  return true;
}

/* No repair markers. */
static bool shuffle_repairs(struct state *s) {
  bool any = s->repair[0] || s->repair[1];
  s->repair[0] = 0;
  s->repair[1] = 0;
  return any;
}

/* What is being prepared, otherwise: less of it. */
static bool shuffle_plans(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  int depth = s->head.depth;
  struct sal_frame *top = depth ? &s->head.frame[depth - 1] : NULL;
  bool changed = false;

  if (top && top->node == N_AIR)
    changed |= shuffle_air(b, s, side, g);
  if (top && top->node == N_STEP && top->side == side && step_in(top)->left) {
    step_in(top)->left--;
    changed = true;
  }
  changed |= shuffle_entries(s, side);
  bool plans = top && (top->node == N_BUILD || top->node == N_SHELL);
  if (plans && top->side == side)
    changed |= shuffle_fight(s);
  if (side == SAL_GERMAN)
    changed |= shuffle_repairs(s);

  return changed;
}

/* Two hidden counters of one kind and strength in different hexes look alike to the viewer. */
static bool alike(const struct sal_book *b, const struct state *s, int u, int v, int viewer) {
  const struct unit *one = &s->unit[u];
  const struct unit *other = &s->unit[v];

  if (u == v)
    return false;
  if (own(b)->kind[u].id != own(b)->kind[v].id)
    return false;
  if (!wb_hidden(b, s, u, viewer))
    return false;
  if (!wb_hidden(b, s, v, viewer))
    return false;
  if (named(s, u))
    return false;
  if (named(s, v))
    return false;
  if ((one->status & ST_KIND) != ST_MAP)
    return false;
  if ((other->status & ST_KIND) != ST_MAP)
    return false;

  if (one->cel != other->cel)
    return false;

  return one->at != other->at;
}

/* Changes only what the viewer cannot know; false: nothing was changed. */
bool wb_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct state *s = (struct state *)state;
  const struct own *o = own(b);
  bool changed = false;

  if (viewer >= SAL_SIDES)
    return false;
  if (!s->head.option[O_MASKING])
    return false;
  int side = sal_enemy(viewer);

  EACH_IN(o->mine[side], o->nmine[side], u) {
    int v = o->mine[side][sal_rng_below(g, o->nmine[side])];
    if (!alike(b, s, u, v, viewer))
      continue;
    struct unit kept = s->unit[u];
    s->unit[u] = s->unit[v];
    s->unit[v] = kept;
    changed = true;
  }
  EACH_IN(o->mine[side], o->nmine[side], u) {
    struct unit *unit = &s->unit[u];
    if ((unit->status & ST_KIND) != ST_MAP)
      continue;
    if (unit->flags & MOVED)
      continue;
    if (!wb_hidden(b, s, u, viewer))
      continue;
    if (sal_rng_below(g, 8))
      continue;
    unit->oos = (uint8_t)sal_rng_below(g, 3);
    changed = true;
  }
  wb_relink(b, s);
  if (shuffle_plans(b, s, side, g))
    return true;

  return changed;
}
