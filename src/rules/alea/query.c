/* query.c - reach, overlays and records: everything from a view alone. */
#include "state.h"

/* ---- reach ------------------------------------------------------------------------------ */

struct mover { /* the unit whose reach is asked for */
  struct column column;
  bool can; /* the side that asks may move it now */
};

/* enemy artillery in sight that reaches h */
static int guns_on(const struct sal_play *p, int side, sal_hex h) {
  int n = 0;

  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    const struct unit *unit = U(p, u);
    if (!is_guns(p, u) || !on_map(p, u)) {
      continue;
    }
    if (unit->flags & (TURNED | OOS)) {
      continue;
    }
    n += sal_distance(&p->book->board, unit->at, h) <= I(p, u)->range;
  }

  return n;
}

/* next to enemies that exert no zone */
static bool guns_beside(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (n && enemy_at(p, side, n)) {
      return true;
    }
  }
  return false;
}

/* The law of the step itself, so that reach and steps cannot differ. */
static bool reach_law(const struct sal_play *p, const void *own, struct sal_step *s,
                      struct sal_refusal *why) {
  return alea_step_law(p, &((const struct mover *)own)->column, s, why);
}

/* What the law does not say of a hex: whether the move may stop there, and what may fire at it. */
static void finish(const struct sal_play *p, const void *own, struct sal_reach_hex *h) {
  const struct mover *m = own;
  const struct column *c = &m->column;
  bool zone = zoc_on(p, c->side, h->hex) != 0;

  h->stop = alea_fits(p, c->side, h->hex, c->unit, c->n);
  if (m->can) {
    h->act = sal_act(V_STEP, h->hex, 0, 0);
  }
  if (zone) {
    h->rule = R_6_zoc_2;
  } else if (guns_beside(p, c->side, h->hex)) {
    h->rule = R_6_zoc_1;
  }
  int guns = zone && h->from ? guns_on(p, sal_enemy(c->side), h->hex) : 0;
  if (guns) {
    sal_format(h->risk, sizeof h->risk, "%d {battery/batteries}", guns);
  }
}

/* The move of that stack, when it is under way. */
static const struct step *move_of(const struct sal_play *p, int side, sal_unit u) {
  const struct sal_frame *f = sal_top(p);

  if (f->node != N_STEP || f->side != side) {
    return NULL;
  }
  bool ours = U(p, u)->flags & GROUP && step_in(f)->hex == U(p, u)->at;
  return ours ? step_in(f) : NULL;
}

/* In the movement phase, for a unit that has not moved. */
static bool may_begin(const struct sal_play *p, int side, sal_unit u) {
  const struct sal_frame *f = sal_top(p);
  return f->node == N_MOVE && f->side == side && alea_may_move(p, side, u, NULL);
}

/* For the moving stack, a unit that may begin or, without actions, any unit in sight. */
static bool reach(const struct sal_play *p, int side, struct sal_query *q,
                  struct sal_refusal *why) {
  sal_unit u = q->unit;
  sal_hex at = U(p, u)->at;
  struct sal_reach *r = q->reach;

  if (is_air(p, u) || !on_map(p, u)) {
    return sal_refuse(why, R_4_1, "{u0} is not a ground unit on the map in sight.", u, 0);
  }
  bool asked = !p->state->over && side_of(p, u) == side;
  const struct step *move = asked ? move_of(p, side, u) : NULL;
  struct mover mover = {.column = {.side = side_of(p, u)},
                        .can = asked && (move || may_begin(p, side, u))};
  if (move) {
    alea_column(p, side, at, &mover.column);
  } else {
    alea_column_add(p, &mover.column, u);
  }
  r->nbegin = r->nend = 0;
  if (mover.can && !move) {
    r->begin[r->nbegin++] = sal_act(V_MOVE, u, 0, 0);
  }
  if (mover.can) {
    r->end[r->nend++] = sal_act(V_STOP, 0, 0, 0);
  }
  int points = I(p, u)->kind == ATF ? 0 : alea_mp(p, u);
  struct sal_walk walk = {.unit = u,
                          .start = at,
                          .left = move ? move->left : points,
                          .note = move ? move->is : 0,
                          .rule = R_4_2,
                          .law = reach_law,
                          .own = &mover,
                          .finish = finish};
  sal_reach_fill(p, &walk, r);

  return true;
}

/* ---- overlays --------------------------------------------------------------------------- */

enum { V_ZOC, V_CONTROL, V_SUPPLY, V_THREAT };

/* In a zone of the enemy of `side`. */
static bool in_zone(const struct sal_play *p, int side, sal_hex h) {
  return zoc_on(p, side, h) != 0;
}

/* For the control overlay. */
static bool holds(const struct sal_play *p, int side, sal_hex h) {
  return held_by(p, side, h);
}

/* Where supply runs now, and which units would be cut off. */
static void supply_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;
  uint8_t *line = W(p)->reach;

  alea_trace(p, side, false, line);
  sal_overlay_title(o, "Supply lines now");
  sal_overlay_key(o, "s", "good", "a supply hex");
  sal_overlay_key(o, "a", "own", "a line runs through here");
  sal_overlay_key(o, "c", "bad", "a unit here would be cut off");
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (O(p)->supply[side][h] && line[h]) {
      sal_overlay_hex(o, h, "s", NULL);
    } else if (line[h]) {
      sal_overlay_hex(o, h, "a", NULL);
    } else if (friend_at(p, side, h) && !alea_traces(p, side, line, h)) {
      sal_overlay_hex(o, h, "c", NULL);
    }
  }
}

/* How many enemy guns in sight reach a hex. */
static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *b = &p->book->board;

  sal_overlay_title(o, "Enemy artillery in sight");
  sal_overlay_key(o, "t", "bad", "how many batteries reach it");
  for (int i = 0; i < b->nhexes; i++) {
    char text[8];
    int n = guns_on(p, sal_enemy(side), b->order[i]);
    sal_format(text, sizeof text, "%d", n);
    if (n) {
      sal_overlay_hex(o, b->order[i], "t", text);
    }
  }
}

/* ---- records ---------------------------------------------------------------------------- */

/* Points of both sides and what was spent. */
static void score_card(const struct sal_play *p, struct sal_card *c) {
  const struct state *s = S(p);
  const int given[2] = {alea_granted(p, SAL_GERMAN), alea_granted(p, SAL_SOVIET)};

  sal_card_start(c, SAL_CARD_LEDGER, O(p)->south ? R_II_4_4 : R_14_1,
                 "Victory points, German less Soviet");
  sal_card_add(c, SAL_GERMAN, alea_vp(p, SAL_GERMAN) - given[SAL_GERMAN], 2,
               O(p)->south ? R_II_4_2 : R_14_3, SAL_NOUNIT,
               "German points, %d {unit/units} left the map", s->exits);
  sal_card_add(c, SAL_SOVIET, -(alea_vp(p, SAL_SOVIET) + s->spent - given[SAL_SOVIET]), 2,
               O(p)->south ? R_II_4_1 : R_14_2, SAL_NOUNIT, "Soviet points for German losses");
  sal_card_add(c, SAL_SOVIET, s->spent, 2, O(p)->south ? R_II_2_4 : R_15_2, SAL_NOUNIT,
               "price of Soviet reserves");
  if (given[SAL_GERMAN] != given[SAL_SOVIET])
    sal_card_add(c, SAL_GERMAN, given[SAL_GERMAN] - given[SAL_SOVIET], 2, c->rule, SAL_NOUNIT,
                 "handicap");
}

/* opt.tank, opt.air: the counts of the turn */
static void losses_card(const struct sal_play *p, struct sal_card *c) {
  static const char *const planes[] = {"fighter steps", "bomber steps"};

  sal_card_start(c, SAL_CARD_LEDGER, R_II_1_6, "Steps lost in this turn that may be replaced");
  for (int side = 0; side < SAL_SIDES; side++) {
    sal_card_add(c, side, S(p)->tanks[side], 1, R_opt_tank_1, SAL_NOUNIT, "%s tank steps",
                 name_of(side));
    for (int k = 0; k < 2; k++) {
      sal_card_add(c, side, S(p)->planes[side][k], 1, R_opt_air, SAL_NOUNIT, "%s %s", name_of(side),
                   planes[k]);
    }
  }
}

/* It waits in that reserve: in its box, or for the Front reserve on the map (II.s3.6). */
static bool in_this_reserve(const struct sal_play *p, int u, int box) {
  if (U(p, u)->box == box) {
    return true;
  }
  return box == B_FRONT && on_map(p, u) && U(p, u)->flags & INACTIVE;
}

/* 15.1, II.s3.5, II.s3.7: what waits in a reserve, formation by formation, with its price. */
static void reserve_card(const struct sal_play *p, int box, struct sal_card *c) {
  const struct own *o = O(p);
  int front_rule = o->south ? R_II_s3_5 : R_15_1;

  if (box == B_STAVKA) {
    sal_card_start(c, SAL_CARD_LEDGER, R_II_s3_7, "STAVKA reserve, price in points");
  } else {
    sal_card_start(c, SAL_CARD_LEDGER, front_rule, "Front reserve, price in points");
  }
  for (int i = 0; i < o->nground[SAL_SOVIET] && c->nlines < SAL_CARD_LINES; i++) {
    int u = o->ground[SAL_SOVIET][i];
    int form = is_guns(p, u) ? 0 : I(p, u)->form;
    bool flak = I(p, u)->kind == AA && !o->south;
    if (!in_this_reserve(p, u, box) || !alea_leads(p, u)) {
      continue;
    }
    sal_card_add(c, SAL_SOVIET, alea_price(p, u), 2, flak ? R_II_opt_aa_5 : alea_price_rule(p, u),
                 SAL_NOUNIT, "%s", form ? o->form_name[form] : label(p, u));
  }
}

/* Prints nothing when no reserve is left. */
static void reserve_record(const struct sal_play *p, struct sal_json *j) {
  struct sal_card front;
  struct sal_card stavka;

  reserve_card(p, B_FRONT, &front);
  reserve_card(p, B_STAVKA, &stavka);
  if (!front.nlines && !stavka.nlines) {
    return;
  }
  sal_record_open(j, "reserves", "Soviet reserves");
  sal_record_card(j, p->book, &front);
  if (stavka.nlines) {
    sal_record_card(j, p->book, &stavka);
  }
  sal_record_close(j);
}

/* A record of one card. */
static void record(struct sal_json *j, const struct sal_play *p, const char *id, const char *title,
                   const struct sal_card *c) {
  sal_record_open(j, id, title);
  sal_record_card(j, p->book, c);
  sal_record_close(j);
}

/* The rule that says how places win. */
static int goals_rule(const struct sal_play *p) {
  switch (O(p)->scenario) {
  case PANZERKEIL: return R_II_s3_8;
  case PROKHOROVKA: return R_II_s4_6;
  default: return R_3_4;
  }
}

/* What a player would write down. */
static void records(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;

  score_card(p, &c);
  record(j, p, "score", "Score", &c);
  losses_card(p, &c);
  record(j, p, "losses", "Losses", &c);
  reserve_record(p, j);
  if (!O(p)->ngoals) {
    return;
  }
  sal_card_start(&c, SAL_CARD_LEDGER, goals_rule(p), "Objectives held by the German");
  for (int i = 0; i < O(p)->ngoals; i++) {
    sal_hex goal = O(p)->goal[i];
    sal_card_add(&c, SAL_GERMAN, held_by(p, SAL_GERMAN, goal), 1, R_3_setup_7, SAL_NOUNIT, "%s",
                 p->book->board.name[goal]);
  }
  record(j, p, "objectives", "Objectives", &c);
}

/* Everything is answered from the view alone. */
bool alea_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  /* a watcher looks with German eyes */
  int who = side == SAL_SOVIET;

  if (q->kind == SAL_Q_REACH) {
    return reach(p, side, q, why);
  }
  if (q->kind == SAL_Q_RECORDS) {
    records(p, q->records);
    return true;
  }
  switch (q->overlay) {
  case V_ZOC: sal_overlay_zones(q->out, p, who, "Zones of control", in_zone); break;
  case V_CONTROL: sal_overlay_control(q->out, p, who, holds); break;
  case V_SUPPLY: supply_overlay(p, who, q->out); break;
  default: threat_overlay(p, who, q->out); break;
  }

  return true;
}
