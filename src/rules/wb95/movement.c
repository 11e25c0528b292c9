/* movement.c - 3, 7.1, 10.2.3, 12, 15.3.3, 16.1.2: the movement phases, and what units do in them.
 *
 * The player chooses a unit to move (its move is N_STEP, in step.c), brings in a reinforcement
 * (N_ENTER), or has a unit dig in, wait for strategic movement, or change its mask. Everything
 * asked of the enemy is on the open map: zones, occupation, overruns.
 */
#include "state.h"

#include <string.h>

/* A unit of the side that is on the map. */
static bool ours(const struct sal_play *p, int side, int u, int rule, struct sal_refusal *why) {
  if (!on_map(p, u) || side_of(p, u) != side)
    return sal_refuse(why, rule, "{u0} is not a unit of this side on the map.", u, 0);
  return true;
}

/* Every list asks these questions of every unit of its side on the map. They are inlined together,
 * so that what they share is looked up once. */
#define ASKED_OF_ALL __attribute__((always_inline)) static inline

/* ---- who may move (3, 12) --------------------------------------------------------------- */

/* K.3, P.6: some units are bound to their place until a date, each by the rule of its own map. */
static int bound_rule(const struct sal_play *p, int u) {
  return O(p)->line[O(p)->place[u].at] & LINE_SOUTH ? R_P_6 : R_K_3;
}

/* 12.1.2-12.2.3: strategic movement is for units marked in the movement phase, packed, out of enemy
 * zones, and with points left after the two that it costs. */
ASKED_OF_ALL bool may_move_strategically(const struct sal_play *p, int side, int u,
                                         struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!(unit->flags & MARKED))
    return sal_refuse(why, R_12_1_4, "{u0} was not marked for strategic movement.", u, 0);
  if (K(p, u)->role == TOWED_ART && !(unit->more & PACKED))
    return sal_refuse(why, R_6_2_3, "{u0} is set up to fire.", u, 0);
  if (wb_in_zoc(p, side, unit->at))
    return sal_refuse(why, R_12_2_1, "{u0} is in an enemy zone of control.", u, 0);
  if (wb_initial_mp(p, u, unit->at, true, 0) <= 0)
    return sal_refuse(why, R_12_2_3, "{u0} has no points left for strategic movement.", u, 0);

  return true;
}

/* 3.1.3: every unit moves once a phase, one after the other. */
ASKED_OF_ALL bool may_move(const struct sal_play *p, int side, int u, bool strategic,
                           struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);

  if (k->role == HQ && wb_building(p, u))
    return sal_refuse(why, R_14_3_4, "{u0} is building a bridge.", u, 0);
  if (unit->flags & MOVED)
    return sal_refuse(why, strategic ? R_12_1_2 : R_3_1_3, "{u0} has been active already.", u, 0);
  if (!k->mp)
    return sal_refuse(why, R_15_2_1, "{u0} never moves.", u, 0);
  if (wb_frozen(p, u))
    return sal_refuse(why, bound_rule(p, u), "{u0} may not move before {n1} July.", u,
                      O(p)->place[u].from);
  if (strategic)
    return may_move_strategically(p, side, u, why);
  if (unit->flags & MARKED)
    return sal_refuse(why, R_12_1_4, "{u0} is marked for strategic movement.", u, 0);
  if ((unit->status & BARRAGES) == 2 * BARRAGE)
    return sal_refuse(why, R_6_5_5, "{u0} has fired in the barrage.", u, 0);

  return true;
}

/* The same for any unit, on the map or not. */
bool wb_may_move(const struct sal_play *p, int side, int u, bool strategic,
                 struct sal_refusal *why) {
  if (!ours(p, side, u, R_3_1_3, why))
    return false;
  return may_move(p, side, u, strategic, why);
}

/* ---- digging in (7.1) ------------------------------------------------------------------- */

/* 7.1.3: a unit that has retreated digs in only where no step would take it out of enemy zones. */
static bool cannot_leave_zoc(const struct sal_play *p, int side, int u) {
  sal_hex at = S(p)->unit[u].at;
  int class = K(p, u)->class;

  if (!wb_in_zoc(p, side, at))
    return false;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), at, d);
    bool barred = O(p)->enter[class][to] == SAL_BARRED;
    bool enemy = S(p)->cell[to].pres & occ(sal_enemy(side));
    if (!barred && !enemy && !wb_in_zoc(p, side, to))
      return false;
  }

  return true;
}

/* 7.1.1-7.1.9: a regular unit that has not moved builds a field fortification with all its points.
 */
ASKED_OF_ALL bool may_dig(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!is_regular(K(p, u)))
    return sal_refuse(why, R_7_1_2, "{u0} is not a regular unit.", u, 0);
  if (unit->flags & MARKED)
    return sal_refuse(why, R_12_1_4, "{u0} is marked for strategic movement.", u, 0);
  if (unit->flags & MOVED)
    return sal_refuse(why, R_7_1_4, "{u0} needs all its points to dig in.", u, 0);
  if (wb_frozen(p, u))
    return sal_refuse(why, R_K_3, "{u0} may do nothing before {n1} July.", u, O(p)->place[u].from);
  if (S(p)->cell[unit->at].ground & ff(side))
    return sal_refuse(why, R_7_1_1, "{h1} has a field fortification.", u, unit->at);
  if (B(p)->terrain[unit->at] & O(p)->swamp)
    return sal_refuse(why, R_7_1_8, "Units cannot dig in in a swamp.", 0, 0);
  if (O(p)->line[unit->at] & LINE_FP)
    return sal_refuse(why, R_7_1_9, "{h1} is a fixed position.", u, unit->at);
  if (unit->more & RETREATED && !cannot_leave_zoc(p, side, u))
    return sal_refuse(why, R_5_3_10, "{u0} has just retreated.", u, 0);

  return true;
}

/* 7.1.7: there were works in the hex before. */
static bool was_dug(const struct state *s, sal_hex h) {
  if (h >= DUG)
    return false;
  return s->dug[h / 8] >> h % 8 & 1;
}

/* 7.1.2: the work costs the unit its move. */
static void dig(struct sal_play *p, int side, int u) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  int rule = R_7_1_2;

  if (was_dug(s, unit->at))
    rule = R_7_1_7;
  if (unit->more & RETREATED)
    rule = R_7_1_3;
  unit->flags |= MOVED;
  unit->more |= TOUCHED;
  s->cell[unit->at].ground |= (uint8_t)ff(side);
  wb_tell_unit(p, E_DUG, E_DUG_UNSEEN, rule, u, unit->at, SAL_NOHEX, NO_NUMBER);
}

/* ---- marking for strategic movement (12.1), full movement out of supply (10.2.3) -------- */

/* 12.1.4: a unit that waits for strategic movement does nothing else. */
ASKED_OF_ALL bool may_mark(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!S(p)->head.option[O_STRATEGIC])
    return sal_refuse(why, R_12_1_4, "Strategic movement is not in use.", 0, 0);
  if (!K(p, u)->mp)
    return sal_refuse(why, R_12_1_4, "{u0} cannot move strategically.", u, 0);
  if (wb_frozen(p, u))
    return sal_refuse(why, R_K_3, "{u0} may do nothing before {n1} July.", u, O(p)->place[u].from);
  if (unit->flags & MARKED)
    return sal_refuse(why, R_12_1_4, "{u0} is marked already.", u, 0);
  if (unit->flags & MOVED)
    return sal_refuse(why, R_12_1_2, "{u0} has been active already.", u, 0);
  if (K(p, u)->role == HQ && wb_building(p, u))
    return sal_refuse(why, R_14_3_4, "{u0} is building a bridge.", u, 0);

  return true;
}

/* A mark can be taken back while the unit waits. */
ASKED_OF_ALL bool may_unmark(const struct sal_play *p, int u, struct sal_refusal *why) {
  int flags = S(p)->unit[u].flags;
  if ((flags & (MARKED | MOVED)) != MARKED)
    return sal_refuse(why, R_12_1_4, "{u0} is not marked.", u, 0);
  return true;
}

/* 10.2.3: a unit out of supply may move with all its points, at the price of a level (10.2.5). */
static bool may_pay_full(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!unit->oos)
    return sal_refuse(why, R_10_2_3, "{u0} is not out of supply.", u, 0);
  if (!K(p, u)->mp || wb_frozen(p, u))
    return sal_refuse(why, R_10_2_3, "{u0} cannot move.", u, 0);
  if (unit->flags & MARKED)
    return sal_refuse(why, R_12_1_4, "{u0} is marked for strategic movement.", u, 0);
  if (unit->flags & FULL)
    return sal_refuse(why, R_10_2_3, "{u0} moves with all its points already.", u, 0);
  if (unit->flags & MOVED)
    return sal_refuse(why, R_10_2_3, "{u0} has been active already.", u, 0);

  return true;
}

/* ---- Volkssturm fills up infantry (15.3.3) ---------------------------------------------- */

/* 15.3.3, 15.3.4: one level a turn, to reduced infantry in the same hex. */
static bool may_top(const struct sal_play *p, int side, int giver, int taker,
                    struct sal_refusal *why) {
  const struct unit *from = &S(p)->unit[giver];
  const struct unit *to = &S(p)->unit[taker];
  const struct kind *k = K(p, taker);
  bool both = on_map(p, giver) && on_map(p, taker) && from->at == to->at;
  bool volkssturm = side_of(p, giver) == side && K(p, giver)->role == VOLKSSTURM;

  if (!S(p)->head.option[O_SPECIAL] || !both || !volkssturm)
    return sal_refuse(why, R_15_3_3, "{u0} is not Volkssturm in the hex of {u1}.", giver, taker);
  if (to->more & TOPPED)
    return sal_refuse(why, R_15_3_4, "{u1} has had a level this turn.", giver, taker);
  if (k->role != REGULAR || k->class != FOOT || to->cel >= k->cel)
    return sal_refuse(why, R_15_3_3, "{u1} is not reduced infantry on foot.", giver, taker);
  if ((from->flags | to->flags) & MOVED)
    return sal_refuse(why, R_15_3_3, "Both must stay where they are.", 0, 0);

  return true;
}

/* The men are passed on, not lost: the levels of the hex are as many as before. */
static void top(struct sal_play *p, int side, int giver, int taker) {
  struct state *s = S(p);
  struct unit *from = &s->unit[giver];
  struct unit *to = &s->unit[taker];

  to->more |= TOPPED;
  to->flags |= MOVED;
  from->flags |= MOVED;
  to->cel++;
  sal_tell(p, E_TOP, R_15_3_3, SAL_EVUU(taker, giver, .seen = (uint8_t)SAL_BIT(side)));
  if (from->cel > 1) {
    from->cel--;
    return;
  }
  wb_take_off(p, giver);
  from->cel = 0;
  from->status = ST_OUT;
}

/* ---- masks (16.1.2) --------------------------------------------------------------------- */

/* The unmasked counter of a stack; -1: none. */
static int open_top(const struct state *s, sal_hex h) {
  EACH_AT(s, u, h) {
    if (s->unit[u].face & UP)
      return u;
  }
  return -1;
}

/* 16.1.2: the owner may take the mask off one counter, the top of its stack, and put it back; each
 * counter once a phase. */
ASKED_OF_ALL bool may_turn(const struct sal_play *p, int u, bool up, int top,
                           struct sal_refusal *why) {
  int face = S(p)->unit[u].face;
  bool is_up = face & UP;

  if (!masked(p))
    return sal_refuse(why, R_16_1_2, "There are no masks in this game.", 0, 0);
  if (is_up && up)
    return sal_refuse(why, R_16_1_2, "{u0} lies open already.", u, 0);
  if (!is_up && !up)
    return sal_refuse(why, R_16_1_2, "{u0} is masked already.", u, 0);
  if (face & TURNED)
    return sal_refuse(why, R_16_1_2, "The mask of {u0} was changed in this phase.", u, 0);
  if (up && top >= 0)
    return sal_refuse(why, R_16_1_1, "{u0} lies on top of that stack.", top, 0);

  return true;
}

/* Turns the top counter over. */
static void turn_face(struct sal_play *p, int u, bool up) {
  struct unit *unit = &S(p)->unit[u];

  unit->face = (uint8_t)(TURNED | (up ? UP : 0));
  wb_refresh(p->book, S(p), unit->at);
  if (up)
    sal_reveal(p);
  sal_tell(p, up ? E_UNMASKED : E_MASKED, R_16_1_2, SAL_EVU(u, .at = {unit->at}));
}

/* ---- too many levels in a hex (3.2.1) --------------------------------------------------- */

/* Whether any step is open to the unit, after packing where that comes first. */
static bool could_step(const struct sal_play *p, int side, int u, bool strategic) {
  sal_hex from = S(p)->unit[u].at;
  struct wb_march march = {.side = side, .initial = wb_initial_mp(p, u, from, strategic, 0)};
  int left = march.initial;
  bool packs_first = K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED);

  if (packs_first)
    left -= POINT;
  for (int d = 0; d < 6; d++) {
    struct sal_step step = {.unit = (sal_unit)u,
                            .from = from,
                            .to = sal_next(B(p), from, d),
                            .dir = d,
                            .left = left,
                            .note = wb_march_begins(strategic)};
    if (step.to && wb_way_law(p, &march, &step, NULL))
      return true;
  }

  return false;
}

/* 3.2.1: a unit of an overstacked hex that could still move away; -1: none. The phase does not end
 * before it has. */
static int curable(const struct sal_play *p, int side, bool strategic) {
  if (!S(p)->over)
    return -1;
  EACH_OWN(p, side, u) {
    /* a unit off the map is in no such hex */
    if (S(p)->cell[S(p)->unit[u].at].cel <= STACK)
      continue;
    if (may_move(p, side, u, strategic, NULL) && could_step(p, side, u, strategic))
      return u;
  }

  return -1;
}

/* ---- the list --------------------------------------------------------------------------- */

/* Volkssturm and those it could fill up. */
static void list_tops(const struct sal_play *p, int side, struct sal_list *l) {
  if (!O(p)->has_vs)
    return;
  EACH_OWN(p, side, giver) {
    if (K(p, giver)->role != VOLKSSTURM)
      continue;
    EACH_OWN(p, side, taker) {
      if (may_top(p, side, giver, taker, NULL))
        sal_list_add(l, sal_act(V_TOP, giver, taker, 0));
    }
  }
}

/* Headquarters that could begin a bridge. */
static void list_spans(const struct sal_play *p, int side, struct sal_list *l) {
  if (!O(p)->any_big)
    return;
  EACH_HQ(p, side, u) {
    sal_hex at = S(p)->unit[u].at;
    for (int d = 0; on_map(p, u) && d < 6; d++) {
      int hexside = sal_side_of(at, d);
      if (sal_next(B(p), at, d) && wb_may_span(p, side, u, hexside, NULL))
        sal_list_add(l, sal_act(V_SPAN, u, hexside, 0));
    }
  }
}

/* One look at each unit, and a heap for everything it may do: a list is sorted by what is done,
 * then by unit. */
enum { TO_MOVE, TO_DIG, TO_MARK, TO_UNMARK, TO_FULL, TO_UNMASK, TO_MASK, HEAPS };
struct heaps {
  uint64_t topped[SAL_MAX_CELLS / 64 + 1]; /* stacks with an open top, by cell */
  int n[HEAPS];
  struct sal_action act[HEAPS][MAX_UNITS];
};
static const uint8_t verb_of[HEAPS] = {
    [TO_MOVE] = V_MOVE, [TO_DIG] = V_DIG,       [TO_MARK] = V_MARK, [TO_UNMARK] = V_UNMARK,
    [TO_FULL] = V_FULL, [TO_UNMASK] = V_UNMASK, [TO_MASK] = V_MASK};

/* Puts a unit on a heap. */
ASKED_OF_ALL void heap_up(struct heaps *h, int heap, int u) {
  h->act[heap][h->n[heap]++] = sal_act(verb_of[heap], u, 0, 0);
}

/* What the mask of a unit allows. */
ASKED_OF_ALL void deal_out_masks(const struct sal_play *p, int u, struct heaps *h) {
  const struct unit *unit = &S(p)->unit[u];

  if (may_turn(p, u, true, -1, NULL))
    heap_up(h, TO_UNMASK, u);
  if (may_turn(p, u, false, -1, NULL))
    heap_up(h, TO_MASK, u);
  if (unit->face & UP)
    h->topped[unit->at / 64] |= (uint64_t)1 << unit->at % 64;
}

/* Puts a unit on the heap of everything it may do. */
ASKED_OF_ALL void deal_out(const struct sal_play *p, int side, int u, bool strategic,
                           struct heaps *h) {
  const struct unit *unit = &S(p)->unit[u];
  bool moved = unit->flags & MOVED;

  if (!moved && may_move(p, side, u, strategic, NULL))
    heap_up(h, TO_MOVE, u);
  if (strategic)
    return;
  if (masked(p))
    deal_out_masks(p, u, h);
  if (moved)
    return;
  if (may_dig(p, side, u, NULL))
    heap_up(h, TO_DIG, u);
  if (may_mark(p, u, NULL))
    heap_up(h, TO_MARK, u);
  if (may_unmark(p, u, NULL))
    heap_up(h, TO_UNMARK, u);
  if (unit->oos && may_pay_full(p, u, NULL))
    heap_up(h, TO_FULL, u);
}

/* 16.1.1: one open counter a stack */
ASKED_OF_ALL void leave_topped(const struct sal_play *p, struct heaps *h) {
  int n = 0;

  for (int i = 0; i < h->n[TO_UNMASK]; i++) {
    struct sal_action a = h->act[TO_UNMASK][i];
    sal_hex at = S(p)->unit[unit_of(a)].at;
    h->act[TO_UNMASK][n] = a;
    n += !(h->topped[at / 64] >> at % 64 & 1);
  }
  h->n[TO_UNMASK] = n;
}

/* Empties a heap into the list. */
static void list_heap(const struct heaps *h, int heap, struct sal_list *l) {
  uint32_t n = (uint32_t)h->n[heap];

  SAL_ASSERT(l->n + n <= SAL_MAX_LIST);
  memcpy(l->a + l->n, h->act[heap], n * sizeof *l->a);
  l->n += n;
}

/* Everything that may be done in the phase. */
static void move_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool strategic = moves_of(p)->strategic;
  struct heaps h;

  memset(h.n, 0, sizeof h.n);
  memset(h.topped, 0, (size_t)(B(p)->cells / 64 + 1) * sizeof *h.topped);

  EACH_OWN(p, side, u) {
    int st = status(p, u);
    if (st == ST_WAIT && wb_may_pick(p, side, u, NULL))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    if (st == ST_MAP)
      deal_out(p, side, u, strategic, &h);
  }
  leave_topped(p, &h);
  list_heap(&h, TO_MOVE, l);
  list_heap(&h, TO_DIG, l);
  list_heap(&h, TO_MARK, l);
  list_heap(&h, TO_UNMARK, l);
  list_heap(&h, TO_FULL, l);
  if (!strategic) {
    list_tops(p, side, l);
    list_spans(p, side, l);
  }
  list_heap(&h, TO_UNMASK, l);
  list_heap(&h, TO_MASK, l);
  if (curable(p, side, strategic) < 0)
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* ---- check and apply -------------------------------------------------------------------- */

/* 3.2.1: the phase does not end while an overstacked hex can be cleared. */
static bool may_end(const struct sal_play *p, int side, bool strategic, struct sal_refusal *why) {
  int u = curable(p, side, strategic);
  if (u >= 0)
    return sal_refuse(why, R_3_2_1, "There are more than eight levels in {h0}.", S(p)->unit[u].at,
                      0);
  return true;
}

/* What is done in the movement phase alone. */
static bool check_other(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int u = unit_of(a);

  switch (a.verb) {
  case V_DIG: return ours(p, side, u, R_7_1_2, why) && may_dig(p, side, u, why);
  case V_MARK: return ours(p, side, u, R_12_1_4, why) && may_mark(p, u, why);
  case V_UNMARK: return ours(p, side, u, R_12_1_4, why) && may_unmark(p, u, why);
  case V_FULL: return ours(p, side, u, R_10_2_3, why) && may_pay_full(p, u, why);
  case V_TOP: return may_top(p, side, u, second_unit_of(a), why);
  case V_SPAN: return wb_may_span(p, side, u, edge_of(a, 1), why);
  case V_UNMASK:
  case V_MASK: {
    if (!ours(p, side, u, R_16_1_2, why))
      return false;
    int lies_on_top = open_top(S(p), S(p)->unit[u].at);
    return may_turn(p, u, a.verb == V_UNMASK, lies_on_top, why);
  }
  case V_MISSION: return sal_refuse(why, R_8_1_2, "Missions are given in air phases.", 0, 0);
  default: return wb_not_now(p, a, why);
  }
}

/* Checks what both movement phases share first. */
static bool move_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  bool strategic = moves_of(p)->strategic;

  switch (a.verb) {
  case V_PICK: return wb_may_pick(p, side, unit_of(a), why);
  case V_MOVE: return wb_may_move(p, side, unit_of(a), strategic, why);
  case V_DONE: return may_end(p, side, strategic, why);
  default: break;
  }
  if (strategic)
    return wb_not_now(p, a, why);

  return check_other(p, side, a, why);
}

/* Opens the move of a unit with all its points. */
static void start_step(struct sal_play *p, int side, int u, bool strategic) {
  int points = wb_initial_mp(p, u, S(p)->unit[u].at, strategic, 0);

  S(p)->unit[u].flags |= MOVED;
  struct step *step = step_in(sal_push(p, N_STEP, side));
  step->unit = (uint16_t)u;
  step->initial = (uint16_t)points;
  step->left = (uint16_t)points;
  step->is = (uint16_t)wb_march_begins(strategic);
}

/* One choice; a move or an entry continues in its own frame. */
static void move_apply(struct sal_play *p, int side, struct sal_action a) {
  int u = unit_of(a);
  struct unit *unit = &S(p)->unit[u];

  switch (a.verb) {
  case V_PICK: entering_in(sal_push(p, N_ENTER, side))->unit = (uint16_t)u; break;
  case V_MOVE: start_step(p, side, u, moves_of(p)->strategic); break;
  case V_DIG: dig(p, side, u); break;
  case V_MARK: unit->flags |= MARKED; break;
  case V_UNMARK: unit->flags &= (uint8_t)~MARKED; break;
  case V_FULL:
    unit->flags |= FULL;
    wb_raise_oos(p, u, R_10_2_5);
    break;
  case V_TOP: top(p, side, u, second_unit_of(a)); break;
  case V_SPAN: wb_span(p, u, edge_of(a, 1)); break;
  case V_UNMASK:
  case V_MASK: turn_face(p, u, a.verb == V_UNMASK); break;
  default: sal_pop(p); break;
  }
}

/* Names the choices, and a hex that holds too much. */
static void move_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  bool strategic = moves_of(p)->strategic;
  int crowd = curable(p, side, strategic);

  if (strategic) {
    out->rule = R_12_1_2;
    sal_prompt_say(out, "%s: move marked units strategically, or end this movement.", people(side));
  } else {
    sal_prompt_say(out, "%s: move units, dig in, mark for strategic movement, or end movement.",
                   people(side));
  }
  if (crowd < 0)
    return;
  sal_hex at = S(p)->unit[crowd].at;
  sal_prompt_owe(out, R_3_2_1, SAL_AT_HEX, at, "%s holds more than eight levels", B(p)->name[at]);
}

const struct sal_node wb_move = {.id = "move",
                                 .rule = R_3_1_3,
                                 .list = move_list,
                                 .check = move_check,
                                 .apply = move_apply,
                                 .prompt = move_prompt};
