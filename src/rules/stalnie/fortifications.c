/* fortifications.c - stalnie 2.9: buying fortifications with FPP (11.621), and reconnaissance
 * (11.622).
 *
 * Purchases wait in the side's stock until set-up. Hidden placement is stock too: this many squads,
 * leaders or vehicles may be placed out of sight.
 */
#include "state.h"

const char *const sp_fort_word[] = {
    "foxhole1",   "foxhole2",   "foxhole3",   "trench",      "ditch",       "ap2",
    "ap4",        "ap6",        "ap8",        "ap12",        "at1",         "at2",
    "at3",        "at4",        "at5",        "roadblock",   "wire",        "pillbox135",
    "pillbox235", "pillbox335", "pillbox157", "pillbox257",  "pillbox357",  "fortified",
    "hip.smc",    "hip.hs",     "hip.squad",  "hip.counter", "hip.vehicle", "dummy",
    "setdc",      NULL};

/* 11.621c: mines have a separate limit. */
static bool is_mine(int kind) {
  return is_minefield(kind);
}

/* A unit that counts for the tenths of 11.621e. Reserves are hidden by their counters already.
 */
static bool of_force(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side)
    return false;
  if (!in_force(unit->where))
    return false;
  return !(unit->flags & U_RESERVE);
}

/* 11.621e: a tenth of the side's squads or AFV, rounded up; 0 of none. */
int sp_hip_limit(const struct sal_play *p, int side, bool afv) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    if (of_force(p, side, u))
      n += afv ? (type_of(p, u)->flags & T_AFV) != 0 : type_of(p, u)->cls == SQUAD;
  return half_up(n, 10);
}

/* Trucks and large Guns cost the same and have no share to keep to. */
static int hip_others(const struct sal_play *p, int side) {
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct type *t = type_of(p, u);
    if (of_force(p, side, u))
      n += t->cls == VEHICLE ? !(t->flags & T_AFV) : t->cls == GUN && t->flags & T_LARGE;
  }

  return n;
}

/* Demolition charges of a line that still work. */
int sp_charges(const struct rec *r) {
  if (r->flags & R_GONE)
    return 0;
  return r->sw[SW_DC] - r->bad[SW_DC];
}

/* 11.621f: Retained DC, or of a company setting up on the map */
static int charges(const struct sal_play *p, int side) {
  int n = 0;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    if (r->scenario < S(p)->scenario || r->zone)
      n += sp_charges(r);
  }

  return n;
}

/* 11.621: the side's chart, its points, the limit of mines, the tenths of hidden units and the
 * charges that there are. */
static bool may_fort(const struct sal_play *p, int side, int k, struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];
  int price = O(p)->fort[k].price[side];

  if (!price)
    return sal_refuse(why, k >= FORT_HIP_58 ? R_11_621e : R_11_621a, "This side cannot buy that.",
                      0, 0);

  if (price > d->fpp)
    return sal_refuse(why, R_11_621a, "It costs {n0} FPP and {n1} are left.", price, d->fpp);
  if (is_mine(k) && d->mines + price > O(p)->mine_limit[side])
    return sal_refuse(why, R_11_621c, "No more than {n0} FPP of mines in a scenario.",
                      O(p)->mine_limit[side], 0);

  if (k == FORT_HIP_SQUAD && d->stock[k] >= sp_hip_limit(p, side, false))
    return sal_refuse(why, R_11_621e, "A tenth of the squads may be hidden.", 0, 0);
  if (k == FORT_HIP_VEHICLE && d->stock[k] >= sp_hip_limit(p, side, true) + hip_others(p, side))
    return sal_refuse(
        why, R_11_621e,
        "A tenth of the AFV may be hidden, and there are no more trucks or large Guns.", 0, 0);

  if (k != FORT_SETDC)
    return true;
  if (d->stock[k] >= charges(p, side))
    return sal_refuse(why, R_11_621f, "There is no demolition charge left to set.", 0, 0);

  return true;
}

/* The rule that an event about this fortification cites. */
static int fort_rule(int side, int k) {
  /* the Soviet chart leaves it out */
  if (k == FORT_SETDC)
    return side == RUS ? R_11_621g : R_11_621f;
  if (is_pillbox(k))
    return R_11_621d;
  if (is_mine(k))
    return R_11_621c;
  if (k >= FORT_HIP_SMC && k <= FORT_HIP_VEHICLE)
    return R_11_621e;

  return R_11_621a;
}

/* Everything the side can still pay for, then everything it can return. */
static void fort_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int k = 0; k < FORTS; k++)
    if (may_fort(p, side, k, NULL))
      sal_list_add(l, sal_act(V_FORT, k, 0, 0));
  for (int k = 0; k < FORTS; k++)
    if (S(p)->side[side].stock[k])
      sal_list_add(l, sal_act(V_SELL, k, 0, 0));
}

/* 11.621a: what was bought in this step can be returned until the side commits. */
static bool fort_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_FORT)
    return may_fort(p, side, word_of(a, 0), why);
  if (a.verb == V_SELL) {
    if (!S(p)->side[side].stock[word_of(a, 0)])
      return sal_refuse(why, R_11_621a, "None of these was bought.", 0, 0);
    return true;
  }

  if (a.verb != V_COMMIT)
    return sp_not_here(p, why);

  return true;
}

/* Buys or returns one piece. Points that are left when both have committed lapse (11.621a). */
static void fort_apply(struct sal_play *p, int side, struct sal_action a) {
  struct side *d = &S(p)->side[side];

  if (a.verb == V_COMMIT) {
    if (!sal_commit(p, side))
      return;
    for (int k = 0; k < 2; k++)
      /* 11.621a: what is left lapses */
      S(p)->side[k].fpp = 0;
    sal_pop(p);
    return;
  }

  int sign = a.verb == V_FORT ? 1 : -1;
  int price = O(p)->fort[word_of(a, 0)].price[side];

  d->fpp = (uint16_t)(d->fpp - sign * price);
  d->stock[word_of(a, 0)] = (uint8_t)(d->stock[word_of(a, 0)] + sign);
  if (is_mine(word_of(a, 0)))
    d->mines = (uint8_t)(d->mines + sign * price);
  sal_tell(p, E_FORTIFIED, fort_rule(side, word_of(a, 0)),
           SAL_EV(.n = {(int16_t)(W_FORT + word_of(a, 0)), (int16_t)d->stock[word_of(a, 0)],
                        (int16_t)d->fpp},
                  .seen = (uint8_t)only(side)));
}

/* The form shows every kind of the side's chart with its price, and why it cannot be bought. */
static void fort_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Kind", "FPP", "Bought", "Front line", "Isolated", NULL};
  const struct side *d = &S(p)->side[side];
  struct sal_refusal why;

  sal_prompt_say(
      out, "%s: buy fortifications in secret, then commit. %d FPP left; what is left is lost.",
      side_title(side), d->fpp);

  sal_form_open(out->forms, "Fortifications", "11.621a", cols);

  for (int k = 0; out->forms && k < FORTS; k++) {
    if (!O(p)->fort[k].price[side])
      continue;
    sal_form_row(out->forms, k == FORT_SETDC     ? "11.621f"
                             : k >= FORT_HIP_SMC ? "11.621e"
                             : is_mine(k)        ? "11.621c"
                                                 : "11.621a");

    sal_form_cell(out->forms, "%s", sp_fort_word[k]);
    sal_form_cell(out->forms, "%d", O(p)->fort[k].price[side]);
    sal_form_cell(out->forms, "%d", d->stock[k]);
    sal_form_cell(out->forms, "%s", O(p)->fort[k].front ? "yes" : "no");
    sal_form_cell(out->forms, "%s", O(p)->fort[k].isolated ? "yes" : "no");
    bool can = may_fort(p, side, k, &why);

    sal_form_do(out->forms, p->book, "Buy", sal_act(V_FORT, k, 0, 0), can ? NULL : &why);
    if (d->stock[k])
      sal_form_do(out->forms, p->book, "Return", sal_act(V_SELL, k, 0, 0), NULL);
  }

  sal_form_total(out->forms, "FPP left", (struct sal_frac){d->fpp, 1}, "11.621a");
  sal_form_total(out->forms, "FPP of mines", (struct sal_frac){d->mines, 1}, "11.621c");
  sal_form_close(out->forms);
}

const struct sal_node sp_fort = {.id = "fortify",
                                 .rule = R_11_621a,
                                 .sealed = true,
                                 .list = fort_list,
                                 .check = fort_check,
                                 .apply = fort_apply,
                                 .prompt = fort_prompt};

/* ---- 11.622 reconnaissance -------------------------------------------------------------- */

/* 11.622: at most 2 CPP, and no more than the side has. */
static bool recon_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  if (a.verb == V_COMMIT)
    return true;
  if (a.verb != V_RECON)
    return sp_not_here(p, why);
  if (number_of(a, 0) > 2)
    return sal_refuse(why, R_11_622, "At most 2 CPP go into reconnaissance.", 0, 0);
  if (2 * (int)number_of(a, 0) > S(p)->side[side].cpp)
    return sal_refuse(why, R_11_622, "There are not {n0} CPP left.", number_of(a, 0), 0);

  return true;
}

/* 0 is offered too: it takes a payment back. */
static void recon_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int n = 0; n <= 2; n++)
    if (2 * n <= S(p)->side[side].cpp)
      sal_list_add(l, sal_act(V_RECON, n, 0, 0));
}

/* 11.622: the dr, + 3 for 2 CPP and - 1 for the Germans, is the number of Locations to inspect.
 * It also closes the scenario's ledger (11.6162). */
static void recon_close(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    struct row *row = &d->row[s->scenario - 1];
    int final = 0;

    if (d->recon_paid) {
      int die = sp_die(p, R_11_622, SAL_NOUNIT, (int)only(side));
      final = die + (d->recon_paid == 2 ? 3 : 0) - (side == GER);
      d->cpp = (int16_t)(d->cpp - 2 * d->recon_paid);
      sal_tell(p, E_RECON, R_11_622,
               SAL_EV(.n = {(int16_t)side, (int16_t) final, d->recon_paid},
                      .seen = (uint8_t)only(side)));
    }

    d->recon_left = (uint8_t) final;
    row->recon = (uint8_t) final;
    /* 11.6162: Left becomes the next Start */
    row->left = d->cpp;
    row->spent = (int16_t)(row->total - d->cpp);
    if (s->scenario < 4)
      d->row[s->scenario].start = d->cpp;
  }
}

/* The dice wait until both sides have committed, so that the order in which they do changes
 * nothing (C.6). */
static void recon_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_RECON) {
    S(p)->side[side].recon_paid = (uint8_t)number_of(a, 0);
  } else if (sal_commit(p, side)) {
    recon_close(p);
    sal_pop(p);
  }
}

/* Says what the die means for this side before any point is spent. */
static void recon_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out,
                 "%s: spend 0, 1 or 2 CPP on reconnaissance (now %d), then commit. The dr%s is the "
                 "number of Locations to inspect.",
                 side_title(side), S(p)->side[side].recon_paid,
                 side == GER ? " - 1, + 3 for 2 CPP," : ", + 3 for 2 CPP,");
}

const struct sal_node sp_recon = {.id = "reconnaissance",
                                  .rule = R_11_622,
                                  .sealed = true,
                                  .list = recon_list,
                                  .check = recon_check,
                                  .apply = recon_apply,
                                  .prompt = recon_prompt};
