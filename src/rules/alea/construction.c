/* construction.c - chapters 8 and 11: the Soviet construction phase, AT Fronts and mines. */
#include "state.h"

/* ---- 8.2-8.4 AT Fronts ------------------------------------------------------------------- */

/* The first AT Front in that box. */
static sal_unit front_in(const struct sal_play *p, int box) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[SAL_SOVIET]; i++) {
    sal_unit u = o->ground[SAL_SOVIET][i];
    if (I(p, u)->kind == ATF && U(p, u)->box == box) {
      return u;
    }
  }

  return SAL_NOUNIT;
}

/* 8.2: from the pool first, then those eliminated; bought ones come from their box (15.4). */
static sal_unit next_front(const struct sal_play *p, bool bought) {
  if (bought) {
    return front_in(p, B_ACTIVE);
  }
  sal_unit free = front_in(p, B_POOL);

  return free != SAL_NOUNIT ? free : front_in(p, B_DEAD_S);
}

/* `reach` NULL: worked out here. */
static bool may_build(const struct sal_play *p, sal_hex h, const uint8_t *reach, bool front,
                      struct sal_refusal *why) {
  int rule = front ? R_8_4 : R_11_2;

  if (!held_by(p, SAL_SOVIET, h) || enemy_at(p, SAL_SOVIET, h)) {
    return sal_refuse(why, rule, "{h0} is not under Soviet control.", h, 0);
  }
  if (zoc_on(p, SAL_SOVIET, h)) {
    return sal_refuse(why, rule, "{h0} is in a German zone of control.", h, 0);
  }
  if (front) {
    for (int u = top(p, h); u >= 0; u = below(p, u)) {
      if (I(p, u)->kind == ATF) {
        return sal_refuse(why, R_8_3, "There is an AT Front in {h0} already.", h, 0);
      }
    }
  }
  if (!front && S(p)->cell[h].ground & MINED) {
    return sal_refuse(why, R_11_2, "{h0} is mined already.", h, 0);
  }
  if (!front && alea_fort(p, h)) {
    return sal_refuse(why, R_11_2, "{h0} is fortified, so it is mined.", h, 0);
  }
  if (!reach) {
    alea_trace(p, SAL_SOVIET, false, W(p)->reach);
    reach = W(p)->reach;
  }
  if (!alea_traces(p, SAL_SOVIET, reach, h)) {
    return sal_refuse(why, rule, "No Soviet supply line runs from {h0}.", h, 0);
  }

  return true;
}

/* Every hex where the next one may be placed. */
static void list_builds(const struct sal_play *p, struct sal_list *l, bool front) {
  const struct sal_board *b = &p->book->board;
  uint8_t *reach = W(p)->reach;

  sal_list_add(l, alea_end(p));
  alea_trace(p, SAL_SOVIET, false, reach);
  for (int h = 0; h < b->cells; h++) {
    if (b->on[h] && may_build(p, (sal_hex)h, reach, front, NULL)) {
      sal_list_add(l, sal_act(front ? V_FRONT : V_MINE, h, 0, 0));
    }
  }
}

/* The node ends when none is left to place. */
static bool fronts_run(struct sal_play *p) {
  bool bought = fronts_of(p)->bought;

  if ((bought || S(p)->fronts) && next_front(p, bought) != SAL_NOUNIT) {
    return false;
  }
  if (!bought) {
    S(p)->fronts = 0;
  }
  sal_pop(p);
  return true;
}

/* Not placing one is allowed; it is lost (8.2). */
static void fronts_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  list_builds(p, l, true);
}

/* 8.4: a hex for the next AT Front, or the end of placing. */
static bool fronts_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  (void)side;

  if (a.verb == V_FRONT) {
    return may_build(p, hex_of(a, 0), NULL, true, why);
  }

  return alea_ends(p, a, why);
}

/* A Front comes back whole. */
static void fronts_apply(struct sal_play *p, int side, struct sal_action a) {
  bool bought = fronts_of(p)->bought;
  sal_unit u = next_front(p, bought);
  (void)side;

  /* 8.2: not placed is lost; fronts_run sees that none is left */
  if (a.verb == V_DONE) {
    S(p)->fronts = 0;
    for (sal_unit v; (v = next_front(p, true)) != SAL_NOUNIT;) {
      U(p, v)->box = B_POOL;
    }
    return;
  }
  struct unit *unit = U(p, u);
  unit->steps = I(p, u)->steps;
  unit->flags = 0;
  alea_put(p, u, hex_of(a, 0));
  if (!bought) {
    S(p)->fronts--;
  }
  sal_tell(p, E_FRONT, bought ? R_15_4 : R_8_4,
           SAL_EVU(u, .at = {hex_of(a, 0)}, .seen = only(SAL_SOVIET)));
}

/* Names the Front and how many are left. */
static void fronts_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  bool bought = fronts_of(p)->bought;

  out->rule = bought ? R_15_4 : R_8_2;
  sal_prompt_say(out, "%s: place the AT Front %s, or end (%d left).", name_of(side),
                 label(p, next_front(p, bought)), bought ? 1 : S(p)->fronts);
}

const struct sal_node alea_fronts = {.id = "build.fronts",
                                     .rule = R_8_4,
                                     .run = fronts_run,
                                     .list = fronts_list,
                                     .check = fronts_check,
                                     .apply = fronts_apply,
                                     .prompt = fronts_prompt};

/* ---- 11.1, 11.2 mines ------------------------------------------------------------------- */

/* The node ends when no marker is left. */
static bool mines_run(struct sal_play *p) {
  if (S(p)->mines) {
    return false;
  }
  sal_pop(p);
  return true;
}

/* Not placing one is allowed. */
static void mines_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  list_builds(p, l, false);
}

/* 11.2: a hex for the next marker, or the end of placing. */
static bool mines_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  (void)side;

  if (a.verb == V_MINE) {
    return may_build(p, hex_of(a, 0), NULL, false, why);
  }

  return alea_ends(p, a, why);
}

/* 11.1: a marker in the hex. */
static void mines_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;

  if (a.verb == V_DONE) {
    S(p)->mines = 0;
    return;
  }
  S(p)->cell[hex_of(a, 0)].ground |= MINED;
  S(p)->mines--;
  sal_tell(p, E_MINE, R_11_1, SAL_EV(.at = {hex_of(a, 0)}));
}

/* Tells how many markers are left. */
static void mines_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: lay mines (%d {marker/markers} left), or end.", name_of(side),
                 S(p)->mines);
}

const struct sal_node alea_mines = {.id = "build.mines",
                                    .rule = R_11_1,
                                    .run = mines_run,
                                    .list = mines_list,
                                    .check = mines_check,
                                    .apply = mines_apply,
                                    .prompt = mines_prompt};
