/* secret.c - stalnie C.7 and the `vis` column of the step table: what the other side may not know.
 *
 * Secret: the purchase record and everything derived from it (CPP, FPP, stock, ELR, SAN,
 * reconnaissance), units not yet seen, fortifications not shown, sealed orders and chains. Units
 * are known once they fought, and forgotten again when they leave the map.
 */
#include "state.h"

#include <string.h>

/* CG8: what the unit adds to the stacking of its hex. */
static int load_of(const struct own *o, const struct unit *u) {
  return sp_load_of(o->type[u->type].cls);
}

/* That node is somewhere on the stack of frames. */
bool sp_on_stack(const struct state *s, int node) {
  for (int i = 0; i < s->head.depth; i++)
    if (s->head.frame[i].node == node)
      return true;
  return false;
}

/* A result is being entered: both forces lie open on the table. */
static bool on_table(const struct state *s) {
  if (!s->claim.opened)
    return false;
  return sp_on_stack(s, N_RESULT) || sp_on_stack(s, N_CONFIRM);
}

/* A counter that is not in the game looks like one that is hidden; what appears in a battle is seen
 * at once. */
static bool unseen(const struct sal_book *b, const struct state *s, int u, int viewer, bool table) {
  bool in_game = s->unit[u].where != NONE;
  bool appeared = s->draft[u].fate != FATE_NONE;

  if (b->counter[u].side == viewer)
    return false;
  if (!in_game && (table || appeared))
    return false;
  return !(s->unit[u].flags & U_KNOWN);
}

/* C.7: points, record, rolls, orders and chains of the other side. */
static void blank_side(const struct state *s, int side, struct state *v, struct sal_redactor *r) {
  struct side *d = &v->side[side];

  sal_blank(r, "ledger", &d->cpp, sizeof d->cpp, 0);
  sal_blank(r, "ledger", &d->elr, 1, 0);
  sal_blank(r, "ledger", &d->san, 1, 0);
  sal_blank(r, "ledger", &d->recon_paid, 2, 0);
  sal_blank(r, "ledger", &d->companies, 2, 0);
  sal_blank(r, "ledger", &d->fpp, sizeof d->fpp + sizeof d->last_work, 0);
  sal_blank(r, "ledger", d->stock, sizeof d->stock, 0);
  sal_blank(r, "ledger", d->bought, sizeof d->bought + sizeof d->ever, 0);
  /* the lines are open, what was rolled for them is not */
  bool table = on_table(s);
  if (!table)
    sal_blank(r, "record", &d->nrec, 1, 0);
  sal_blank(r, "ledger", &d->al_drm, 2, 0);

  for (int i = 0; i < 4; i++) {
    struct row *w = &d->row[i];
    sal_blank(r, "ledger", &w->start, 5 * sizeof w->start, 0);
    sal_blank(r, "ledger", &w->elr, 1, 0);
    /* san, recon */
    sal_blank(r, "ledger", &w->san, 2, 0);
  }

  if (sp_on_stack(s, N_ORDERS))
    sal_blank(r, "orders", &d->posture, 5, 0);
  /* Its wish is open only at a table (F25.1). */
  bool sealed_wish = sp_on_stack(s, N_ORDERS) || sp_on_stack(s, N_ARRANGE);
  bool wishes = s->head.option[OPT_BATTLE] & sp_wish_bits(side);
  if (sealed_wish && wishes && sal_hides(r, "mode"))
    v->head.option[OPT_BATTLE] &= (uint8_t)~sp_wish_bits(side);
  if (sp_on_stack(s, N_CHAIN)) {
    sal_blank(r, "chain", d->chain, sizeof d->chain, 0);
    sal_blank(r, "chain", &d->nchain, 1, 0);
  }

  if (!table)
    sal_blank(r, "record", v->rec[side], sizeof v->rec[side], 0);
  for (int i = 0; table && i < MAX_RECS; i++)
    sal_blank(r, "record", v->rec[side][i].dice, 2, 0);
  if (side == RUS)
    sal_blank(r, "record", &v->dugin_used, 1, 0);
}

/* Works that were never seen. Of mines that were found only their presence is known. */
static void blank_forts(const struct state *s, int viewer, struct state *v,
                        struct sal_redactor *r) {
  if (on_table(s))
    /* they have lines in the record too */
    return;
  int n = 0;
  struct fort kept[MAX_FORTS];

  memset(kept, 0, sizeof kept);

  for (int i = 0; i < s->nfort; i++) {
    struct fort f = s->fort[i];
    bool mine = f.side == viewer;

    if (!mine && !f.shown)
      continue;

    /* Of the enemy's work the viewer knows neither the id nor the unit that would detonate it, and
     * of mines not their kind. */
    if (!mine) {
      f.unit = 0;
      f.id = 0;
      if (f.shown == 2)
        f.kind = FORT_AP6;
    }
    kept[n++] = f;
  }

  if (!sal_hides(r, "forts"))
    return;
  memcpy(v->fort, kept, sizeof kept);
  v->nfort = (uint16_t)n;
}

/* Where the other side could stand a marker may betray units that are hidden. */
static void blank_posts(const struct state *s, int viewer, struct state *v,
                        struct sal_redactor *r) {
  if (!sp_on_stack(s, N_CHAIN))
    return;

  for (int side = 0; side < 2; side++) {
    if (side == viewer)
      continue;
    sal_blank(r, "posts", v->post.anchor[side], sizeof v->post.anchor[side], 0);
    sal_blank(r, "posts", v->post.line[side], sizeof v->post.line[side], 0);
    sal_blank(r, "posts", v->post.marker[side], sizeof v->post.marker[side], 0);
  }
}

/* What one side sees. Every secret is blanked by name, so that tests can list them. */
void sp_view(const struct sal_book *b, const struct sal_head *state, int viewer,
             struct sal_head *out, struct sal_redactor *r) {
  const struct state *s = (const struct state *)state;
  struct state *v = (struct state *)out;

  memcpy(v, s, b->state_bytes);
  int low = own(b)->small ? 0 : ALONG * (s->pa - 1);
  bool table = on_table(s);

  for (int u = 0; u < b->ncounters; u++) {
    if (b->counter[u].side == viewer)
      continue;
    if (unseen(b, s, u, viewer, table)) {
      if (s->unit[u].where == MAP && sal_hides(r, "load")) {
        uint16_t *load = &v->load[s->unit[u].at - low * WIDTH];
        *load = (uint16_t)(*load - load_of(own(b), &s->unit[u]));
      }
      sal_blank(r, "unit", &v->unit[u], sizeof v->unit[u], 0);
      sal_blank(r, "unit", &v->draft[u], sizeof v->draft[u], 0);
    } else {
      sal_blank(r, "record", &v->unit[u].rec, 1, 0);
    }
  }

  for (int side = 0; side < 2; side++)
    if (side != viewer)
      blank_side(s, side, v, r);
  blank_forts(s, viewer, v, r);
  blank_posts(s, viewer, v, r);

  /* What the other side has in hand to set up. */
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    bool enemy_puts = f->node == N_PUT && f->side != viewer;
    if (enemy_puts)
      sal_blank(r, "frame.put", putting_in(&v->head.frame[i]), sizeof(struct putting), 0);
  }
}

/* Two units that nobody has seen change places, and what their hexes hold changes with them. */
static void exchange_hidden(const struct sal_book *b, struct state *s, int viewer,
                            struct sal_rng *g) {
  sal_unit hidden[MAX_UNITS];
  uint32_t n = 0;
  int low = own(b)->small ? 0 : ALONG * (s->pa - 1);

  for (int u = 0; u < b->ncounters; u++)
    if (unseen(b, s, u, viewer, false) && s->unit[u].where == MAP)
      hidden[n++] = (sal_unit)u;
  if (n < 2)
    return;
  struct unit *u = &s->unit[hidden[sal_rng_below(g, n)]];
  struct unit *v = &s->unit[hidden[sal_rng_below(g, n)]];
  int more = load_of(own(b), v) - load_of(own(b), u);
  uint16_t *at_u = &s->load[u->at - low * WIDTH];
  uint16_t *at_v = &s->load[v->at - low * WIDTH];

  *at_u = (uint16_t)(*at_u + more);
  *at_v = (uint16_t)(*at_v - more);

  uint16_t at = u->at;
  u->at = v->at;
  v->at = at;
}

/* Another unit of the side that waits off the map was picked to be put somewhere. */
static void pick_another(const struct sal_book *b, const struct state *s, struct putting *f) {
  if (!f->unit)
    return;
  int picked = f->unit - 1;
  int side = b->counter[picked].side;

  for (int u = 0; u < b->ncounters; u++) {
    if (u == picked || b->counter[u].side != side)
      continue;
    if (s->unit[u].where == OFF)
      f->unit = (uint16_t)(u + 1);
  }
}

/* A chain just begun becomes none, and the reverse. */
static void other_chain(const struct sal_book *b, struct state *s, int side) {
  struct sal_play p = {.book = b, .state = &s->head};
  struct side *d = &s->side[side];

  memset(d->chain, 0, sizeof d->chain);
  d->nchain = d->nchain ? 0 : 1;
  if (d->nchain)
    d->chain[0] = (uint16_t)sp_edge_place(&p, side, 1, 0);
  sp_trace_chain(&p, side);

  /* a corner, where no unit is missed */
  s->post.anchor[side][0] ^= 1;
}

/* Points, orders, chains and rolls of a side that differ from the true ones. */
static void shuffle_side(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  struct side *d = &s->side[side];
  struct row *row = &d->row[s->scenario - 1];
  int more = 2 * (1 + (int)sal_rng_below(g, 5));

  d->cpp = (int16_t)(d->cpp + more);
  row->start = (int16_t)(row->start + more);
  row->total = (int16_t)(row->total + more);
  if (row->left)
    row->left = (int16_t)(row->left + more);
  if (sp_on_stack(s, N_ORDERS))
    d->posture = (uint8_t)((d->posture + 1) % 3);
  if (sp_on_stack(s, N_ORDERS) || sp_on_stack(s, N_ARRANGE))
    s->head.option[OPT_BATTLE] ^= (uint8_t)sp_wish_bits(side);

  bool sealed = s->head.sealed >> side & 1;
  if (sp_on_stack(s, N_CHAIN) && !sealed)
    other_chain(b, s, side);

  for (int i = 0; i < d->nrec; i++) {
    uint8_t *die = &s->rec[side][i].dice[0];
    *die = (uint8_t)(1 + (*die + sal_rng_below(g, 5)) % 6);
  }
}

/* Another full state with the same view: everything that is blanked differs a little, and nothing
 * that play depends on. */
bool sp_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct state *s = (struct state *)state;

  for (int side = 0; side < 2; side++)
    if (side != viewer)
      shuffle_side(b, s, side, g);

  for (int u = 0; u < b->ncounters; u++)
    if (s->unit[u].where != NONE && unseen(b, s, u, viewer, false))
      s->unit[u].flags ^= U_INEXPERIENCED;
  if (viewer < SAL_SIDES)
    exchange_hidden(b, s, viewer, g);

  /* While a result is entered the works have lines in the record and are open. */
  bool works_open = on_table(s);
  for (int i = 0; i < s->nfort && !works_open; i++) {
    struct fort *f = &s->fort[i];
    if (f->side != viewer && !f->shown)
      f->level ^= 1;
  }

  for (int i = 0; i < s->head.depth; i++) {
    struct sal_frame *f = &s->head.frame[i];
    if (f->node == N_PUT && f->side != viewer)
      pick_another(b, s, putting_in(f));
  }

  return true;
}
