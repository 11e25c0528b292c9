/* show.c - the view document, the date, and how actions are offered. */
#include "state.h"

/* The north begins on 5 July, the south on 4 July. */
void alea_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  sal_put(t, "%d July 1943", (own(b)->south ? 3 : 4) + h->turn);
}

/* A unit shows eight marks at most. */
static void mark(struct sal_shown_unit *u, int m) {
  if (u->nmarks == 8) {
    return;
  }
  u->mark[u->nmarks] = (uint8_t)m;
  u->level[u->nmarks++] = -1;
}

/* 5.8: the points left, for the units of a stack that is moving. */
static void show_points(const struct sal_play *p, int u, struct sal_shown_unit *s) {
  const struct unit *unit = U(p, u);

  for (int i = 0; i < p->state->depth; i++) {
    const struct sal_frame *f = &p->state->frame[i];
    if (f->node != N_STEP || !(unit->flags & GROUP)) {
      continue;
    }
    if (unit->at && step_in(f)->hex == unit->at) {
      s->mp = (int16_t)step_in(f)->left;
      s->mp_of = I(p, u)->mf;
    }
  }
}

/* A counter with its marks; a moving stack shows its points. */
static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  static const uint16_t flag[] = {DSG, SUPPRESSED, OOS, TURNED, MOVED, ATTACKED, BURIED, INACTIVE};
  const struct unit *unit = U(p, u);
  bool in_play = unit->at || unit->box;
  struct sal_shown_unit s = {.unit = (sal_unit)u,
                             .hex = unit->at,
                             .box = (uint8_t)max_of(unit->box - 1, 0),
                             .steps = (int16_t)(unit->steps == 0xff ? -1 : unit->steps),
                             .facing = -1,
                             .mp = -1,
                             .count = -1};

  for (int i = 0; i < 8; i++) {
    if (unit->flags & flag[i]) {
      mark(&s, i);
    }
  }
  if (I(p, u)->kind == AA && in_play) {
    mark(&s, unit->flags & AAMODE ? M_AA : M_AT);
  }
  if (is_air(p, u) && unit->at) {
    mark(&s, M_CAS);
  }
  show_points(p, u, &s);
  sal_show_unit(out, &s);
}

/* Units that the viewer may not see are left out. */
static bool shown(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);

  if (unit->at == UNSEEN) {
    return false;
  }
  if (unit->box == 0xff) {
    return false;
  }
  if (unit->at) {
    return true;
  }

  return unit->box;
}

/* Enemy stacks whose depth is unknown: one entry each (5.8). */
static void show_unknown(const struct sal_play *p, int side, struct sal_show *out) {
  const struct sal_board *b = &p->book->board;

  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    int u = top_friend(p, side, h);
    if (u < 0 || U(p, u)->steps != 0xff) {
      continue;
    }
    sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT,
                                                .side = (uint8_t)side,
                                                .hex = h,
                                                .steps = -1,
                                                .facing = -1,
                                                .mp = -1,
                                                .count = -1});
  }
}

/* The view document in the order of the contract. */
void alea_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  (void)viewer;
  const struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  uint8_t held[SAL_MAX_CELLS];

  sal_show_var(out, "fuel", s->fuel);
  sal_show_var(out, "line2", s->line2);
  sal_show_var(out, "spent_halves", s->spent);
  sal_show_var(out, "exits", s->exits);
  sal_show_var(out, "exits_early", s->early);
  sal_show_var(out, "german_tanks_lost", s->tanks[SAL_GERMAN]);
  sal_show_var(out, "soviet_tanks_lost", s->tanks[SAL_SOVIET]);
  for (int side = 0; side < SAL_SIDES; side++) {
    bool places = O(p)->scenario >= PANZERKEIL;
    sal_show_score(out, side,
                   places ? (struct sal_frac){alea_goals(p, side), 1}
                          : sal_lowest(alea_vp(p, side), 2));
  }
  for (int u = 0; u < p->book->ncounters; u++) {
    if (shown(p, u)) {
      show_unit(p, u, out);
    }
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    show_unknown(p, side, out);
  }
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (s->cell[h].ground & MINED) {
      sal_show_mark(out, h, "mine", SAL_SOVIET);
    }
    if (s->cell[h].ground & BREACHED) {
      sal_show_mark(out, h, "breached", SAL_NOSIDE);
    }
  }
  for (int i = 0; i < O(p)->ngoals; i++) {
    sal_show_mark(out, O(p)->goal[i], "objective",
                  held_by(p, SAL_GERMAN, O(p)->goal[i]) ? SAL_GERMAN : SAL_SOVIET);
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int h = 0; h < b->cells; h++) {
      held[h] = held_by(p, side, (sal_hex)h);
    }
    sal_show_control(out, side, held);
  }
  /* at the reveal only numbers are shown (12.3) */
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int k = 0; s->air_open && k < 2; k++) {
      sal_show_box(out, air_box(side, k ? B_DEFENCE : B_ATTACK) - 1,
                   s->count[side][k][0] + s->count[side][k][1]);
    }
  }
}

/* A target is chosen in three nodes, each by its own rule. */
static int target_rule(int node) {
  switch (node) {
  case N_COMBAT: return R_7_3;
  case N_RAID: return R_12_bomb_1;
  default: return R_13_art_3;
  }
}

/* 15.2: calling a reserve says its price before it is paid. */
static void offer_reserve(const struct sal_play *p, int u, struct sal_offer *o) {
  int form = is_guns(p, u) ? 0 : I(p, u)->form;
  const char *name = form ? O(p)->form_name[form] : label(p, u);
  int price = alea_price(p, u);

  o->rule = (uint16_t)alea_price_rule(p, u);
  if (!price) {
    sal_format(o->label, sizeof o->label, "Activate %s", name);
  } else if (price == 1) {
    sal_format(o->label, sizeof o->label, "Activate %s for half a point", name);
  } else {
    sal_format(o->label, sizeof o->label, "Activate %s for %d {point/points}", name, price / 2);
  }
}

/* Actions that mean different things in different nodes, and those that ask back. */
void alea_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  const struct fight *f = &S(p)->fight;
  (void)side;

  if (a.verb == V_TARGET) {
    o->rule = (uint16_t)target_rule(sal_top(p)->node);
  }
  if (a.verb == V_DONE) {
    alea_end_offer(a, o);
  }
  if (a.verb == V_ACTIVATE) {
    offer_reserve(p, unit_of(a), o);
  }
  if (a.verb == V_COMMIT) {
    o->rule = sal_node_of(p)->rule;
  }
  if (a.verb == V_ATTACK) {
    sal_format(o->confirm, sizeof o->confirm, "Attack %s?", p->book->board.name[f->target]);
  }
  if (a.verb == V_HISTORICAL) {
    sal_format(o->confirm, sizeof o->confirm, "Place every unit as in July 1943?");
  }
}
