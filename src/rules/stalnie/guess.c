/* guess.c - a whole campaign that fits what one side sees: the enemy's force is bought, mustered
 * and set up again.
 *
 * Public things bound a guess: what is given at the start, the limits of the charts, open
 * casualties, and the hexes of concealed stacks. The rest is bought as a sensible enemy might, each
 * time with other preferences. The surprising thing: from 11.612 to the first shot a side sees
 * nothing of the other's force, not even what it fought with last, so that all of it has to be
 * guessed; from the first shot on every unit is known and nothing has to be.
 */
#include "state.h"

#include <string.h>

enum { ENOUGH = 150, LIKING = 60 };

/* That side has committed in the sealed node on top. */
static bool sealed(const struct state *s, int side) {
  return s->head.sealed >> side & 1;
}

/* From 11.612 to the first shot nothing of the enemy's force is known, so all of it is guessed.
 */
static bool force_unseen(const struct state *s) {
  int step = phase_step(s->head.phase);

  if (s->head.over)
    return false;
  if (step)
    return step >= 613;

  /* In the scenario itself: until the orders are opened, or the entry of a result begins. */
  if (sp_on_stack(s, N_ORDERS))
    return true;
  return sp_on_stack(s, N_RESULT) && !s->claim.opened;
}

/* ---- purchases -------------------------------------------------------------------------- */

/* its dead or isolated were seen */
static bool copy_seen(const struct sal_play *p, const struct group *g, int copy) {
  int copies = (int)(sizeof g->n / sizeof *g->n);
  if (copy >= copies)
    return false;

  for (int k = 0; k < g->n[copy]; k++)
    if (S(p)->unit[g->first[copy] + k].where != NONE)
      return true;
  return false;
}

/* How likely a purchase is. A group whose counters have been seen was bought, so it comes first.
 */
static int32_t likely(const struct sal_play *p, int side, struct sal_action a,
                      const int8_t *liking) {
  int gi = sp_group_of_word(p, side, word_of(a, 0));
  int copy = 1;
  int32_t v = sp_buy_score(p, side, a, liking);

  for (int i = 0; i < S(p)->side[side].nrec; i++)
    copy += S(p)->rec[side][i].group == gi;

  if (v > 0 && copy_seen(p, &O(p)->group[side][gi], copy))
    return v + 10000;
  return v;
}

/* Buys as a sensible enemy with preferences of his own would, until nothing is worth its price. */
static void shop(struct sal_play *p, int side, struct sal_rng *g) {
  struct sal_list l;
  int8_t liking[SAL_BIAS] = {0};

  for (int i = 0; i < SP_BIASES; i++)
    liking[i] = (int8_t)((int)sal_rng_below(g, 2 * LIKING + 1) - LIKING);

  for (;;) {
    int32_t most = ENOUGH;
    int best = -1;

    l.n = 0;
    sp_buy.list(p, side, &l);

    for (uint32_t i = 0; i < l.n; i++) {
      int32_t v = 0;
      if (l.a[i].verb == V_BUY)
        v = likely(p, side, l.a[i], liking);
      if (v > most) {
        most = v;
        best = (int)i;
      }
    }

    if (best < 0)
      return;
    sp_buy.apply(p, side, l.a[best]);
  }
}

/* The lines of this scenario bring their units. */
static void muster(struct sal_play *p, int side, struct sal_rng *g) {
  struct state *s = S(p);
  struct sal_dice dice;

  p->dice = &dice;

  for (int i = 0; i < s->side[side].nrec; i++) {
    if (s->rec[side][i].scenario != s->scenario)
      continue;
    sal_dice_clear(&dice);
    dice.rng = g;
    sp_muster(p, side, i);
  }

  p->dice = NULL;

  /* 11.61951: a side never has more than the limit. */
  int most = O(p)->san_max[s->scenario - 1][side];
  if (s->side[side].san > most)
    s->side[side].san = (uint8_t)most;
}

/* About what a Refit Phase brings, in halves of a CPP. */
static int replenished(struct sal_rng *g) {
  return 2 * (13 + (int)sal_rng_below(g, 5));
}

/* Begins the record of a scenario: given forces in the first, points of a Refit Phase later. */
static void open_record(struct sal_play *p, int side, int scenario, struct sal_rng *g) {
  struct side *d = &S(p)->side[side];

  S(p)->scenario = (uint8_t)scenario;
  memset(d->bought, 0, sizeof d->bought);
  d->companies = 0;
  d->fpp = 0;
  if (scenario == 1)
    sp_give_forces(p, SAL_BIT(side));
  else
    d->cpp = (int16_t)(d->cpp + replenished(g));
}

/* What was bought before and is not among the open casualties is Retained. Aircraft have flown,
 * half the modules are spent, and dug-in units stayed behind. */
static void past(struct sal_play *p, int side, struct sal_rng *g) {
  struct state *s = S(p);
  int now = s->scenario;

  for (int n = 1; n < now; n++) {
    open_record(p, side, n, g);
    shop(p, side, g);
    muster(p, side, g);
  }

  s->scenario = (uint8_t)now;

  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = &s->rec[side][i];
    const struct group *group = &O(p)->group[side][r->group];
    bool flown = group->cls == 's';
    if (flown || (group->calibre && sal_rng_below(g, 2)))
      r->flags |= R_GONE;
  }

  /* CG10: with a module go the units that served it. */
  for (int i = 0; i < s->side[side].nrec; i++) {
    struct rec *r = &s->rec[side][i];
    bool module_gone = r->attach && s->rec[side][r->attach - 1].flags & R_GONE;
    if (module_gone)
      r->flags |= R_GONE;
  }

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (side_of(p, u) != side || unit->where != OFF)
      continue;
    if (unit->flags & U_DUGIN)
      unit->where = DEAD;
    unit->flags &= ~(uint32_t)(U_NEW | U_RESERVE);
  }
}

/* ---- works, set-up, orders -------------------------------------------------------------- */

/* All points become trenches: that is what cover the enemy most likely has. */
static void fortify(struct sal_play *p, int side) {
  struct side *d = &S(p)->side[side];
  int price = O(p)->fort[FORT_TRENCH].price[side];
  if (price)
    d->stock[FORT_TRENCH] = (uint8_t)(d->fpp / price);
  else
    d->stock[FORT_TRENCH] = (uint8_t)0;
  d->fpp = 0;
}

/* That side has not set up yet, so its units stay off the map. */
static bool waits_to_set_up(const struct state *s, int side) {
  for (int i = 0; i < s->head.depth; i++) {
    const struct sal_frame *f = &s->head.frame[i];
    if (f->node == N_SETUP && f->side == side)
      return true;
  }
  return false;
}

/* Units and works go where concealed stacks are seen. */
static void set_up(struct sal_play *p, int side, struct sal_rng *g) {
  enum { TRIES = 8 };
  struct state *s = S(p);
  uint16_t veil[PA_PLACES];
  uint32_t n = 0;

  /* A stack in an Isolated Area was not set up: it stayed there (11.6242). */
  for (int i = 0; i < PA_PLACES; i++) {
    bool veiled = s->area[i] & veil_bit(side);
    if (veiled && !s->isle[i])
      veil[n++] = (uint16_t)(i + sp_pa_low(p) * WIDTH);
  }

  for (int u = 0; n && u < p->book->ncounters; u++) {
    if (side_of(p, u) != side)
      continue;
    if (s->unit[u].where != OFF)
      continue;
    if (!sp_setup.check(p, side, sal_act(V_PICK, u, 0, 0), NULL))
      continue;

    /* a few tries, then it waits off the map */
    for (int k = 0; k < TRIES && s->unit[u].where == OFF; k++) {
      int at = veil[sal_rng_below(g, n)];
      bool fits = sp_room(p, u, at) && sp_may_stand(p, side, s->unit[u].type, at);
      if (fits)
        sp_put(p, u, at);
    }
  }

  uint8_t *trenches = &s->side[side].stock[FORT_TRENCH];

  for (; n && *trenches && s->nfort < MAX_FORTS; --*trenches)
    s->fort[s->nfort++] = (struct fort){.at = veil[sal_rng_below(g, n)],
                                        .kind = FORT_TRENCH,
                                        .side = (uint8_t)side,
                                        .id = sp_new_work_id(p, side)};
  *trenches = 0;
}

/* QB.1: the usual orders, or after the side has sealed them anything it might have chosen. */
static void give_orders(struct sal_play *p, int side, struct sal_rng *g) {
  struct state *s = S(p);
  struct side *d = &s->side[side];
  int8_t liking[SAL_BIAS] = {0};
  bool defends = side == RUS && !s->dual;

  d->posture = defends ? HOLD : PRESS;
  /* not the default only: nobody knows what was sealed */
  if (sealed(s, side)) {
    if (!sal_rng_below(g, 4))
      d->posture++;
    for (int i = 0; i < SP_BIASES && sal_rng_below(g, 2); i++)
      liking[i] = (int8_t)((int)sal_rng_below(g, 201) - 100);
  }

  sp_shares(liking, d->weight);

  /* CG6: two modules at most */
  int named = 0;
  for (int i = 0; i < d->nrec && named < 2; i++) {
    struct rec *r = &s->rec[side][i];
    if (!r->black || r->flags & R_GONE)
      continue;
    r->flags |= R_NAMED;
    named++;
  }
}

/* While a result is entered the lines of the record are open; what was counted when they were
 * written is not. */
static void recount(struct sal_play *p, int side) {
  struct state *s = S(p);
  struct side *d = &s->side[side];

  for (int i = 0; i < d->nrec; i++) {
    const struct rec *r = &s->rec[side][i];

    if (r->flags & R_DUGIN)
      s->dugin_used = 1;
    if (r->flags & R_OB)
      continue;
    d->ever[r->group]++;
    if (r->scenario != s->scenario)
      continue;
    d->bought[r->group]++;
    d->companies = (uint8_t)(d->companies + O(p)->group[side][r->group].company);
  }
}

/* ---- the guess -------------------------------------------------------------------------- */

/* Plays the enemy's hidden steps up to the present one: past scenarios, purchases, strengths,
 * works, set-up, orders. */
static void guess_force(struct sal_play *p, int side, struct sal_rng *g) {
  struct state *s = S(p);
  struct side *d = &s->side[side];
  int step = phase_step(s->head.phase);
  bool buying = sp_on_stack(s, N_BUY);
  bool fighting = step == 0;
  /* the enemy has spent its points */
  bool bought = step >= 620 || fighting || (buying && sealed(s, side));

  past(p, side, g);
  bool before_purchases = step < 619 && !fighting;
  if (before_purchases)
    return;

  struct row *row = &d->row[s->scenario - 1];
  open_record(p, side, s->scenario, g);
  row->start = d->cpp;
  row->total = d->cpp;

  if (bought)
    shop(p, side, g);
  if (!bought || buying)
    return;
  muster(p, side, g);

  /* and its fortification points */
  bool fortified = !sp_on_stack(s, N_FORT) || sealed(s, side);
  if (fortified)
    fortify(p, side);
  bool has_set_up = fighting || (step >= 624 && !waits_to_set_up(s, side));
  if (has_set_up)
    set_up(p, side, g);
  if (!fighting)
    return;

  /* as when play began, with the units that the view leaves out */
  sp_draft_clear(p);
  give_orders(p, side, g);
}

/* A full state that fits the view. Figures that are hidden but hardly matter get usual values.
 */
void sp_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g,
              struct sal_head *out) {
  struct state *s = (struct state *)out;

  memcpy(s, view, b->state_bytes);
  struct sal_play p = {.book = b, .state = out};
  int side = sal_enemy(viewer);
  struct side *d = &s->side[side];

  d->elr = 3;
  d->san = 2;

  /* a position without a record has no bought force either */
  bool all_guessed = force_unseen(s) && s->side[viewer].nrec;
  if (all_guessed) {
    guess_force(&p, side, g);
  } else {
    struct row *row = &d->row[s->scenario - 1];
    d->cpp = row->start = row->total = (int16_t)sal_rng_below(g, 9);
    recount(&p, side);
    if (sp_on_stack(s, N_ORDERS))
      give_orders(&p, side, g);
  }
}
