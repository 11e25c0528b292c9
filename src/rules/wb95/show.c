/* show.c - the view document, the labels of actions, the date. */
#include "state.h"

/* ---- units ------------------------------------------------------------------------------ */

/* the first marks of wb95.c, in this order */
enum { M_OOS, M_DISORG, M_PACKED, M_MOVED, M_MARKED, M_FOUGHT, M_REPAIR };

/* The first turn is 5 July 1943. */
void wb_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "%d July 1943", 4 + h->turn);
}

/* The marks on a counter. */
static void mark_unit(const struct sal_play *p, int u, struct sal_shown_unit *out) {
  const struct unit *unit = &S(p)->unit[u];
  bool in_repair = S(p)->repair[0] == u + 1 || S(p)->repair[1] == u + 1;

  if (unit->oos)
    sal_shown_mark(out, M_OOS, unit->oos);
  if (unit->more & DISORG)
    sal_shown_mark(out, M_DISORG, -1);
  if (unit->more & PACKED)
    sal_shown_mark(out, M_PACKED, -1);
  if (unit->flags & MOVED)
    sal_shown_mark(out, M_MOVED, -1);
  if (unit->flags & MARKED)
    sal_shown_mark(out, M_MARKED, -1);
  if (unit->flags & FOUGHT)
    sal_shown_mark(out, M_FOUGHT, -1);
  if (in_repair)
    sal_shown_mark(out, M_REPAIR, -1);
}

/* The points left to a unit in the middle of its move. */
static void show_points(const struct sal_play *p, int u, struct sal_shown_unit *out) {
  for (int i = 0; i < S(p)->head.depth; i++) {
    const struct sal_frame *f = &S(p)->head.frame[i];
    const struct step *step = step_in(f);
    if (f->node != N_STEP)
      continue;
    if (step->unit != u)
      continue;
    if (!step->initial)
      continue;
    out->mp = (int16_t)step->left;
    out->mp_of = (int16_t)step->initial;
  }
}

/* The box that a counter off the map lies in. */
static int box_of_unit(const struct sal_play *p, int u) {
  enum { AIR_BOXES = 2, WITHDRAWN = 4 }; /* boxes.tsv */
  int side = side_of(p, u);

  if (status(p, u) == ST_OUT)
    return WITHDRAWN;
  return is_air(K(p, u)) ? AIR_BOXES + side : side;
}

/* One counter that the viewer sees. */
static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct unit *unit = &S(p)->unit[u];
  int st = status(p, u);
  struct sal_shown_unit shown = {.unit = (sal_unit)u,
                                 .hex = SAL_NOHEX,
                                 .box = (uint8_t)box_of_unit(p, u),
                                 .steps = unit->cel,
                                 .facing = -1,
                                 .mp = -1,
                                 .count = -1};

  if (st == ST_NONE)
    shown.steps = K(p, u)->cel;
  if (st == ST_MAP || st == ST_AIR)
    shown.hex = unit->at;
  if (st == ST_MAP) {
    mark_unit(p, u, &shown);
    show_points(p, u, &shown);
  }
  sal_show_unit(out, &shown);
}

/* An air counter still to be chosen lies in its box (K.6, P.8). */
static bool to_choose(const struct sal_play *p, int u) {
  if (!is_air(K(p, u)))
    return false;
  if (side_of(p, u) != SAL_GERMAN)
    return false;
  if (p->book->counter[u].invented)
    return false;
  if (!p->state->depth)
    return false;

  return sal_top(p)->node == N_SETUP;
}

/* Whether a counter is in the document. */
static bool shown(const struct sal_play *p, int u) {
  if (S(p)->unit[u].status == 0xff)
    return false; /* a view hides it */
  int st = status(p, u);
  if (st == ST_NONE)
    return to_choose(p, u);
  return st != ST_DEAD;
}

/* ---- masked stacks and marks ------------------------------------------------------------ */

/* An entry that names nobody. */
static struct sal_shown_unit somebody(int side, sal_hex h) {
  return (struct sal_shown_unit){.unit = SAL_NOUNIT,
                                 .side = (uint8_t)side,
                                 .hex = h,
                                 .steps = -1,
                                 .facing = -1,
                                 .mp = -1,
                                 .count = -1};
}

/* 16.1.4: contact reveals the types in a stack and, in the open, their levels. */
static void show_stack(const struct sal_play *p, int side, sal_hex h, struct sal_show *out) {
  const struct state *s = S(p);
  bool any = false;

  for (int k = 0; k < s->ncontacts; k++) {
    const struct contact *contact = &s->contact[k];
    if (contact->at != h)
      continue;
    struct sal_shown_unit type = somebody(side, h);
    type.count = 1;
    type.counter = O(p)->kind_id[contact->kind];
    if (contact->cel)
      type.steps = contact->cel;
    sal_show_unit(out, &type);
    any = true;
  }
  if (any)
    return;
  struct sal_shown_unit stack = somebody(side, h);
  sal_show_unit(out, &stack);
}

/* Masked stacks in the order of the map. */
static void show_masked(const struct sal_play *p, int viewer, struct sal_show *out) {
  if (viewer == SAL_ALL)
    return;
  EACH_HEX(B(p), h) {
    const struct cell *cell = &S(p)->cell[h];
    int side = cell->pres & OCC_G ? SAL_GERMAN : SAL_SOVIET;
    if (cell->ground & VEIL && side != viewer)
      show_stack(p, side, (sal_hex)h, out);
  }
}

/* Works, disturbed movement and broken bridges, by hex. */
static void show_marks(const struct sal_play *p, struct sal_show *out) {
  const struct state *s = S(p);
  uint8_t down[SAL_MAX_CELLS] = {0}; /* bridges of the hex */

  for (int k = 0; k < wb_nbridges(p); k++)
    if (s->bridge[k] & DOWN)
      down[bridge_end(wb_bridge_side(p, k))]++;
  EACH_HEX(B(p), cell) {
    sal_hex h = (sal_hex)cell;
    if (s->cell[h].ground & FF_G)
      sal_show_mark(out, h, "ff", SAL_GERMAN);
    if (s->cell[h].ground & FF_S)
      sal_show_mark(out, h, "ff", SAL_SOVIET);
    for (int k = 0; k < s->ndisturbed; k++)
      if (s->disturbed[k] == h)
        sal_show_mark(out, h, "disturbed", SAL_GERMAN);
    for (int k = 0; k < down[h]; k++)
      sal_show_mark(out, h, "bridge-down", SAL_NOSIDE);
  }
}

/* A bridge that is down breaks the road; a built one has no road to break. */
static void show_broken_roads(const struct sal_play *p, struct sal_show *out) {
  for (int k = 0; k < O(p)->nbridges; k++) {
    int hexside = O(p)->bridge_side[k];
    if (S(p)->bridge[k] & DOWN)
      sal_show_terrain_side(out, bridge_end(hexside), hexside % 6, B(p)->side[hexside]);
  }
}

/* Who controls which hex. */
static void show_control(const struct sal_play *p, struct sal_show *out) {
  uint8_t mine[SAL_MAX_CELLS];

  for (int side = 0; side < SAL_SIDES; side++) {
    for (int h = 0; h < B(p)->cells; h++)
      mine[h] = (S(p)->cell[h].ground & held(side)) != 0;
    sal_show_control(out, side, mine);
  }
}

/* The whole document of a view. */
void wb_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct state *s = S(p);

  sal_show_var(out, "vp", wb_total(p));
  sal_show_var(out, "au_german", s->au[SAL_GERMAN]);
  sal_show_var(out, "au_soviet", s->au[SAL_SOVIET]);
  sal_show_var(out, "stawka", __builtin_popcount(s->stawka));
  sal_show_score(out, SAL_GERMAN, (struct sal_frac){wb_total(p), 1});
  sal_show_score(out, SAL_SOVIET, (struct sal_frac){0, 1});
  for (int u = 0; u < p->book->ncounters; u++)
    if (shown(p, u))
      show_unit(p, u, out);
  show_masked(p, viewer, out);
  show_marks(p, out);
  show_broken_roads(p, out);
  show_control(p, out);
}

/* ---- how actions are offered ------------------------------------------------------------ */

static const char *const mission_label[MISSIONS] = {
    "Support an attack",       "Support a defence",      "Bomb units",     "Bomb a bridge",
    "Disturb Soviet movement", "Watch a river crossing", "Fly in supplies"};
static const uint16_t mission_rule[MISSIONS] = {R_8_2_2,  R_8_2_4,  R_8_2_6, R_8_2_8,
                                                R_8_2_11, R_8_2_16, R_8_2_22};

/* Another label and rule than the verb's. */
static void relabel(struct sal_offer *o, int rule, const char *label) {
  o->rule = (uint16_t)rule;
  sal_format(o->label, sizeof o->label, "%s", label);
}

/* What is committed depends on the decision. */
static void offer_commit(const struct sal_play *p, struct sal_offer *o) {
  switch (sal_top(p)->node) {
  case N_AIR: o->rule = R_8_1_7; break;
  case N_SHELL: relabel(o, R_6_4_2, "Fire"); break;
  case N_BUILD:
    relabel(o, R_5_2_1, "Attack");
    sal_format(o->confirm, sizeof o->confirm, "Attack %s? The stacks will lie open.",
               B(p)->name[S(p)->fight.target[0]]);
    break;
  default: relabel(o, R_5_2_1, "Fight"); break;
  }
}

/* Each ending has its own words: `done` never ends two things. */
static void offer_done(const struct sal_play *p, struct sal_offer *o) {
  switch (sal_top(p)->node) {
  case N_SETUP: relabel(o, R_K_6, "Begin the battle"); break;
  case N_BARRAGE: relabel(o, R_6_5_8, "End the barrage"); break;
  case N_MOVE:
    relabel(o, R_2_1_4, moves_of(p)->strategic ? "End strategic movement" : "End movement");
    break;
  case N_ATTACK: relabel(o, R_2_1_4, "End the attacks"); break;
  case N_RETREAT: relabel(o, R_5_3_7, "The rest holds"); break;
  case N_PURSUE: relabel(o, R_5_4_1, "End the pursuit"); break;
  case N_REPAIR: relabel(o, R_17_1_2, "End the repairs"); break;
  default: break;
  }
}

/* An air counter is named with its strength. */
static void offer_air_counter(const struct sal_play *p, int u, struct sal_offer *o) {
  bool again = S(p)->unit[u].flags & PENDING;

  o->rule = sal_top(p)->node == N_AIR ? R_8_1_3 : R_K_6;
  sal_format(o->label, sizeof o->label, "%s %s, strength %d%s",
             again ? "Another mission for" : "Choose", p->book->counter[u].label,
             wb_air_strength(p, u), K(p, u)->stars ? " with a star" : "");
}

/* K.8, K.10: what a formation of the STAVKA gives the German, said before it enters. */
static void offer_reserve(const struct sal_play *p, int u, struct sal_offer *o) {
  int formation = O(p)->place[u].stawka;
  int points = wb_stawka_price(p);

  if (!formation)
    return;
  if (S(p)->stawka >> (formation - 1) & 1)
    return;
  sal_format(o->label, sizeof o->label,
             "Bring in %s: %d victory {point/points} to the German, half movement",
             p->book->counter[u].label, points);
  sal_format(o->confirm, sizeof o->confirm,
             "Its formation of the STAVKA gives the German %d {point/points}. Bring it in?",
             points);
  o->rule = R_K_8;
}

/* The number in the action may be any of these. */
static void offer_number(struct sal_offer *o, int operand, int least, int most) {
  o->vary = (uint8_t)operand;
  o->vary_min = (uint16_t)least;
  o->vary_max = (uint16_t)most;
}

/* A hex with words of its own. */
static void offer_hex(const struct sal_play *p, sal_hex h, int rule, const char *words,
                      struct sal_offer *o) {
  o->rule = (uint16_t)rule;
  sal_format(o->label, sizeof o->label, "%s %s", words, B(p)->name[h]);
}

/* 5.4.2-5.4.4: which rule lets a pursuer go on. */
static int pursuit_rule(const struct sal_play *p, sal_hex to) {
  if (wb_forks(p, to))
    return R_5_4_3;
  return pursuit_of(p)->pursuer ? R_5_4_2 : R_5_4_4;
}

/* Labels that the verb table cannot give. */
void wb_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  int node = sal_top(p)->node;

  switch (a.verb) {
  case V_SPEND: offer_number(o, 1, 0, wb_pool_points(p, side)); break;
  case V_SPREAD: offer_number(o, 2, 1, S(p)->unit[S(p)->airpick[side] - 1].crossings); break;
  case V_COMMIT: offer_commit(p, o); break;
  case V_DONE: offer_done(p, o); break;
  case V_PUT:
    if (node == N_AIR)
      offer_hex(p, hex_of(a, 0), R_8_1_3, "Fly to", o);
    break;
  case V_TARGET:
    if (node == N_SHELL)
      offer_hex(p, hex_of(a, 0), R_6_4_1, "Fire at", o);
    break;
  case V_PICK:
    if (node == N_MOVE)
      offer_reserve(p, unit_of(a), o);
    else
      offer_air_counter(p, unit_of(a), o);
    break;
  case V_MISSION: relabel(o, mission_rule[word_of(a, 0)], mission_label[word_of(a, 0)]); break;
  case V_FULL:
    if (node != N_MOVE)
      sal_format(o->label, sizeof o->label, "Full strength for %s",
                 p->book->counter[unit_of(a)].label);
    break;
  case V_SPARE:
    if (S(p)->unit[unit_of(a)].part & PFU)
      o->rule = R_15_4_2;
    break;
  case V_PURSUE: o->rule = (uint16_t)pursuit_rule(p, hex_of(a, 1)); break;
  default: break;
  }
}
