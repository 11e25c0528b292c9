/* move.c - 3, 4.2, 6.1.7, 6.2, 7.1, 12: movement, hex by hex, and what units do instead of it.
 *
 * A unit's move is one frame (N_STEP) in which it steps, changes its setup and works on bridges until it
 * stops. Points are sixths. Everything asked of the enemy is on the open map: zones, occupation, overruns.
 */
#include "state.h"

#include <string.h>

/* ---- points and prices ------------------------------------------------------------------------------- */

int wb_disturbance(const struct sal_play *p, int side, sal_hex h) { /* 8.2.13-8.2.15 */
  const struct state *s = S(p);
  int n = 0;
  if (side != SAL_SOVIET) return 0;
  for (int i = 0; i < s->ndisturbed; i++) n += sal_distance(B(p), s->disturbed[i], h) <= 1;
  return n;
}

int wb_initial_mp(const struct sal_play *p, int u, sal_hex start, bool strategic, int halvings) { /* 3.1.5a */
  const struct unit *unit = &S(p)->unit[u];
  int mp = K(p, u)->mp * POINT;
  if (!mp) return 0;
  if (unit->oos && (strategic || !(unit->flags & FULL))) mp = halves(mp); /* 10.2.2; 10.2.3 is about movement phases */
  if (O(p)->place[u].half == date_of(p)) mp = halves(mp);  /* P.5 */
  for (; halvings > 0; halvings--) mp = halves(mp);        /* 11.2.1, K.8 */
  mp -= POINT * (start ? wb_disturbance(p, side_of(p, u), start) : 0);
  if (strategic) return larger(mp - 2 * POINT, 0); /* 12.2.3 */
  return larger(mp, POINT);
}

int wb_step_cost(const struct sal_play *p, int u, sal_hex from, int dir, int initial) {
  const struct own *o = O(p);
  const struct kind *k = K(p, u);
  int bridge = o->bridge_at[from * 6 + dir];
  bool down = bridge && S(p)->bridge[bridge - 1] & DOWN; /* 3.1.11R */
  int cost = down ? o->plain[k->class][from * 6 + dir] : o->edge[k->class][from * 6 + dir];
  if (o->any_big && wb_spanned(p, from, dir)) cost = o->enter[k->class][from + B(p)->step[dir]]; /* 14.3.2 */
  if (cost == SAL_BARRED) {
    if (k->role != HQ) return SAL_BARRED;
    cost = 5 * POINT; /* 9.1.3 */
  }
  int side = side_of(p, u);
  if (wb_in_zoc(p, side, from)) cost += POINT; /* 4.2.6; strategic movement never is in one (12.2) */
  if (S(p)->ndisturbed) cost += POINT * wb_disturbance(p, side, (sal_hex)(from + B(p)->step[dir]));
  return smaller(cost, initial); /* 3.1.13a */
}

/* 4.2.3: both hexes in the zone of one enemy. Only the two hexes next to both can hold it. */
bool wb_zoc_to_zoc(const struct sal_play *p, int side, sal_hex from, int dir) {
  const struct sal_board *b = B(p);
  int enemy = occ(sal_enemy(side));
  for (int left = 0; left < 2; left++) {
    int turn = left ? -1 : 1, to_g = sal_turn(dir, turn), pres = S(p)->cell[from + b->step[to_g]].pres;
    if (pres & enemy && pres >> sal_back(to_g) & 1 && pres >> sal_turn(dir, -turn) & 1) return true;
  }
  return false;
}

bool wb_p4(const struct sal_play *p, int u, sal_hex from, int dir) { /* P.4 */
  const struct sal_board *b = B(p);
  if (!O(p)->place[u].p4 || !(b->side[from * 6 + dir] & O(p)->doniec)) return false;
  const char *a = b->name[from], *z = b->name[from + b->step[dir]];
  int row = (a[2] - '0') * 10 + a[3] - '0', other = (z[2] - '0') * 10 + z[3] - '0';
  return row < 25 || other < 25;
}

void wb_mined(struct sal_play *p, int u, sal_hex at) { /* 18.1.3: `at` is a hex at the line, on either side of it: a line is of one front */
  if (side_of(p, u) != SAL_GERMAN) return;
  if (O(p)->line[at] & LINE_SOUTH) S(p)->unit[u].status |= MINED_SOUTH;
  else S(p)->unit[u].more |= MINED;
}

void wb_crossed_line(struct sal_play *p, int u, sal_hex from, int dir) { /* 18.1.3 */
  if (B(p)->side[from * 6 + dir] & O(p)->fl) wb_mined(p, u, from);
}

static bool ours(const struct sal_play *p, int side, int u, int rule, struct sal_refusal *why) {
  return (on_map(p, u) && side_of(p, u) == side) || sal_refuse(why, rule, "{u0} is not a unit of this side on the map.", u, 0);
}

/* Every list asks these of every unit of its side on the map: in one piece, so that what they share is looked up once. */
#define ASKED_OF_ALL __attribute__((always_inline)) static inline

/* ---- 3, 12 choose a unit: x[0] = 1 in strategic movement ---------------------------------------------------- */

ASKED_OF_ALL bool may_move(const struct sal_play *p, int side, int u, bool strategic, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  if (k->role == HQ && wb_building(p, u)) return sal_refuse(why, R_14_3_4, "{u0} is building a bridge.", u, 0);
  if (unit->flags & MOVED) return sal_refuse(why, strategic ? R_12_1_2 : R_3_1_3, "{u0} has been active already.", u, 0);
  if (!k->mp) return sal_refuse(why, R_15_2_1, "{u0} never moves.", u, 0);
  if (wb_frozen(p, u)) return sal_refuse(why, O(p)->scenario & SC_P && O(p)->place[u].from != 6 ? R_P_6 : R_K_3, "{u0} may not move before {n1} July.", u, O(p)->place[u].from);
  if (!strategic) {
    if (unit->flags & MARKED) return sal_refuse(why, R_12_1_4, "{u0} is marked for strategic movement.", u, 0);
    return (unit->status & BARRAGES) != 2 * BARRAGE || sal_refuse(why, R_6_5_5, "{u0} has fired in the barrage.", u, 0);
  }
  if (!(unit->flags & MARKED)) return sal_refuse(why, R_12_1_4, "{u0} was not marked for strategic movement.", u, 0);
  if (k->role == TOWED_ART && !(unit->more & PACKED)) return sal_refuse(why, R_6_2_3, "{u0} is set up to fire.", u, 0);
  if (wb_in_zoc(p, side, unit->at)) return sal_refuse(why, R_12_2_1, "{u0} is in an enemy zone of control.", u, 0);
  return wb_initial_mp(p, u, unit->at, true, 0) > 0 || sal_refuse(why, R_12_2_3, "{u0} has no points left for strategic movement.", u, 0);
}

bool wb_may_move(const struct sal_play *p, int side, int u, bool strategic, struct sal_refusal *why) {
  return ours(p, side, u, R_3_1_3, why) && may_move(p, side, u, strategic, why);
}

static bool cannot_leave_zoc(const struct sal_play *p, int side, int u) { /* 7.1.3 */
  sal_hex h = S(p)->unit[u].at;
  if (!wb_in_zoc(p, side, h)) return false;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(B(p), h, d);
    if (O(p)->enter[K(p, u)->class][g] != SAL_BARRED && !(S(p)->cell[g].pres & occ(sal_enemy(side))) && !wb_in_zoc(p, side, g)) return false;
  }
  return true;
}

ASKED_OF_ALL bool may_dig(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (!is_regular(K(p, u))) return sal_refuse(why, R_7_1_2, "{u0} is not a regular unit.", u, 0);
  if (unit->flags & (MOVED | MARKED)) return sal_refuse(why, R_7_1_4, "{u0} needs all its points to dig in.", u, 0);
  if (wb_frozen(p, u)) return sal_refuse(why, R_K_3, "{u0} may do nothing before {n1} July.", u, O(p)->place[u].from);
  if (S(p)->cell[unit->at].ground & ff(side)) return sal_refuse(why, R_7_1_1, "{h1} has a field fortification.", u, unit->at);
  if (B(p)->terrain[unit->at] & O(p)->swamp) return sal_refuse(why, R_7_1_8, "Nobody digs in a swamp.", 0, 0);
  if (O(p)->line[unit->at] & LINE_FP) return sal_refuse(why, R_7_1_9, "{h1} is a fixed position.", u, unit->at);
  if (unit->more & RETREATED && !cannot_leave_zoc(p, side, u)) return sal_refuse(why, R_5_3_10, "{u0} has just retreated.", u, 0);
  return true;
}

ASKED_OF_ALL bool may_mark(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (!S(p)->head.option[O_STRATEGIC]) return sal_refuse(why, R_12_1_4, "Strategic movement is not in use.", 0, 0);
  if (!K(p, u)->mp) return sal_refuse(why, R_12_1_4, "{u0} cannot move strategically.", u, 0);
  if (wb_frozen(p, u)) return sal_refuse(why, R_K_3, "{u0} may do nothing before {n1} July.", u, O(p)->place[u].from);
  if (unit->flags & (MOVED | MARKED)) return sal_refuse(why, R_12_1_2, "{u0} is active or marked already.", u, 0);
  return K(p, u)->role != HQ || !wb_building(p, u) || sal_refuse(why, R_14_3_4, "{u0} is building a bridge.", u, 0);
}

ASKED_OF_ALL bool may_unmark(const struct sal_play *p, int u, struct sal_refusal *why) {
  return (S(p)->unit[u].flags & (MARKED | MOVED)) == MARKED || sal_refuse(why, R_12_1_4, "{u0} is not marked.", u, 0);
}

static bool may_pay_full(const struct sal_play *p, int u, struct sal_refusal *why) { /* 10.2.3 */
  const struct unit *unit = &S(p)->unit[u];
  return (unit->oos && K(p, u)->mp && !(unit->flags & (FULL | MOVED | MARKED)) && !wb_frozen(p, u)) ||
         sal_refuse(why, R_10_2_3, "{u0} is not out of supply, or has moved.", u, 0);
}

/* 15.3.3: v gives a level to the foot infantry u. */
static bool may_top(const struct sal_play *p, int side, int v, int u, struct sal_refusal *why) {
  const struct unit *from = &S(p)->unit[v], *to = &S(p)->unit[u];
  if (!S(p)->head.option[O_SPECIAL] || !on_map(p, v) || !on_map(p, u) || side_of(p, v) != side || K(p, v)->role != VOLKSSTURM || from->at != to->at)
    return sal_refuse(why, R_15_3_3, "{u0} is not Volkssturm in the hex of {u1}.", v, u);
  if (to->more & TOPPED) return sal_refuse(why, R_15_3_4, "{u1} has had a level this turn.", v, u);
  if (K(p, u)->role != REGULAR || K(p, u)->class != FOOT || to->cel >= K(p, u)->cel) return sal_refuse(why, R_15_3_3, "{u1} is not reduced infantry on foot.", v, u);
  return !((from->flags | to->flags) & MOVED) || sal_refuse(why, R_15_3_3, "Both must stay where they are.", 0, 0);
}

static int open_top(const struct state *s, sal_hex h) { /* the unmasked counter of a stack; -1: none */
  EACH_AT(s, u, h)
    if (s->unit[u].zone & UP) return u;
  return -1;
}

/* 16.1.2: the owner may take the mask off one counter, the top of its stack, and put it back; once a phase each. */
ASKED_OF_ALL bool may_turn(const struct sal_play *p, int u, bool up, int top, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (!masked(p)) return sal_refuse(why, R_16_1_2, "There are no masks in this game.", 0, 0);
  if (!(unit->zone & UP) != up) return sal_refuse(why, R_16_1_2, up ? "{u0} lies open already." : "{u0} is masked already.", u, 0);
  if (unit->zone & TURNED) return sal_refuse(why, R_16_1_2, "The mask of {u0} was changed in this phase.", u, 0);
  return !up || top < 0 || sal_refuse(why, R_16_1_1, "{u0} lies on top of that stack.", top, 0);
}

static void turn_face(struct sal_play *p, int u, bool up) {
  struct unit *unit = &S(p)->unit[u];
  unit->zone = (uint8_t)(TURNED | (up ? UP : 0));
  wb_refresh(p->book, S(p), unit->at);
  if (up) sal_reveal(p);
  sal_tell(p, up ? E_UNMASKED : E_MASKED, R_16_1_2, SAL_EVU(u, .at = {unit->at}));
}

static bool could_step(const struct sal_play *p, int side, int u, bool strategic) {
  sal_hex from = S(p)->unit[u].at;
  int initial = wb_initial_mp(p, u, from, strategic, 0), left = initial;
  if (K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED)) left -= POINT;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), from, d);
    if (!to || S(p)->cell[to].pres & occ(sal_enemy(side)) || wb_zoc_to_zoc(p, side, from, d) || wb_p4(p, u, from, d)) continue;
    int cost = wb_step_cost(p, u, from, d, initial);
    if (cost != SAL_BARRED && cost <= left && !(strategic && wb_in_zoc(p, side, to))) return true;
  }
  return false;
}

/* 3.2.1: an overstacked hex that a move could still cure. */
static bool curable(const struct sal_play *p, int side, bool strategic, int *unit) {
  for (int i = 0; S(p)->over && i < O(p)->nmine[side]; i++) {
    int u = O(p)->mine[side][i];
    if (S(p)->cell[S(p)->unit[u].at].cel <= STACK) continue; /* nor is anybody off the map in such a hex */
    if (may_move(p, side, u, strategic, NULL) && could_step(p, side, u, strategic)) return *unit = u, true;
  }
  return false;
}

static void list_tops(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; O(p)->has_vs && i < O(p)->nmine[side]; i++)
    for (int k = 0; K(p, O(p)->mine[side][i])->role == VOLKSSTURM && k < O(p)->nmine[side]; k++)
      if (may_top(p, side, O(p)->mine[side][i], O(p)->mine[side][k], NULL)) sal_list_add(l, sal_act(V_TOP, O(p)->mine[side][i], O(p)->mine[side][k], 0));
}

static void list_spans(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; O(p)->any_big && i < O(p)->nhqs[side]; i++) {
    int u = O(p)->hqs[side][i];
    for (int d = 0; on_map(p, u) && d < 6; d++)
      if (sal_next(B(p), S(p)->unit[u].at, d) && wb_may_span(p, side, u, sal_side_of(S(p)->unit[u].at, d), NULL)) sal_list_add(l, sal_act(V_SPAN, u, sal_side_of(S(p)->unit[u].at, d), 0));
  }
}

/* One look at each unit, and a heap for everything it may do: a list is sorted by what is done, then by unit. */
enum { TO_MOVE, TO_DIG, TO_MARK, TO_UNMARK, TO_FULL, TO_UNMASK, TO_MASK, HEAPS };
struct heaps {
  uint64_t topped[SAL_MAX_CELLS / 64 + 1]; /* stacks with an open top, by cell */
  int n[HEAPS];
  sal_unit unit[HEAPS][MAX_UNITS];
};

ASKED_OF_ALL void heap_up(struct heaps *h, int heap, int u) { h->unit[heap][h->n[heap]++] = (sal_unit)u; }

ASKED_OF_ALL void deal_out(const struct sal_play *p, int side, int u, bool strategic, struct heaps *h) {
  const struct unit *unit = &S(p)->unit[u];
  if (!(unit->flags & MOVED)) {
    if (may_move(p, side, u, strategic, NULL)) heap_up(h, TO_MOVE, u);
    if (strategic) return;
    if (may_dig(p, side, u, NULL)) heap_up(h, TO_DIG, u);
    if (may_mark(p, u, NULL)) heap_up(h, TO_MARK, u);
    if (may_unmark(p, u, NULL)) heap_up(h, TO_UNMARK, u);
    if (unit->oos && may_pay_full(p, u, NULL)) heap_up(h, TO_FULL, u);
  }
  if (strategic || !masked(p)) return;
  if (may_turn(p, u, true, -1, NULL)) heap_up(h, TO_UNMASK, u);
  if (may_turn(p, u, false, -1, NULL)) heap_up(h, TO_MASK, u);
  if (unit->zone & UP) h->topped[unit->at / 64] |= (uint64_t)1 << unit->at % 64;
}

ASKED_OF_ALL void leave_topped(const struct sal_play *p, struct heaps *h) { /* 16.1.1: one open counter a stack */
  int n = 0;
  for (int i = 0; i < h->n[TO_UNMASK]; i++) {
    sal_unit u = h->unit[TO_UNMASK][i];
    sal_hex at = S(p)->unit[u].at;
    h->unit[TO_UNMASK][n] = u;
    n += !(h->topped[at / 64] >> at % 64 & 1);
  }
  h->n[TO_UNMASK] = n;
}

ASKED_OF_ALL void list_heap(const struct heaps *h, int heap, int verb, struct sal_list *l) {
  struct sal_action *to = l->a + l->n;
  SAL_ASSERT(l->n + (uint32_t)h->n[heap] <= SAL_MAX_LIST);
  for (int i = 0; i < h->n[heap]; i++) to[i] = sal_act(verb, h->unit[heap][i], 0, 0);
  l->n += (uint32_t)h->n[heap];
}

static void move_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  bool strategic = sal_top(p)->x[0];
  struct heaps h;
  int dummy;
  memset(h.n, 0, sizeof h.n);
  memset(h.topped, 0, (size_t)(B(p)->cells / 64 + 1) * sizeof *h.topped);
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i], st = status(p, u);
    if (st == ST_WAIT && wb_may_pick(p, side, u, NULL)) sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    if (st == ST_MAP) deal_out(p, side, u, strategic, &h);
  }
  leave_topped(p, &h);
  list_heap(&h, TO_MOVE, V_MOVE, l);
  list_heap(&h, TO_DIG, V_DIG, l);
  list_heap(&h, TO_MARK, V_MARK, l);
  list_heap(&h, TO_UNMARK, V_UNMARK, l);
  list_heap(&h, TO_FULL, V_FULL, l);
  if (!strategic) {
    list_tops(p, side, l);
    list_spans(p, side, l);
  }
  list_heap(&h, TO_UNMASK, V_UNMASK, l);
  list_heap(&h, TO_MASK, V_MASK, l);
  if (!curable(p, side, strategic, &dummy)) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool move_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  bool strategic = sal_top(p)->x[0];
  int u = a.x[0];
  switch (a.verb) {
  case V_PICK: return wb_may_pick(p, side, u, why);
  case V_MOVE: return wb_may_move(p, side, u, strategic, why);
  case V_DONE: return !curable(p, side, strategic, &u) || sal_refuse(why, R_3_2_1, "There are more than eight levels in the hex of {u0}.", u, 0);
  default: break;
  }
  if (strategic) return sal_refuse(why, R_2_1_2, "That is not done in strategic movement.", 0, 0);
  switch (a.verb) {
  case V_DIG: return ours(p, side, u, R_7_1_2, why) && may_dig(p, side, u, why);
  case V_MARK: return ours(p, side, u, R_12_1_4, why) && may_mark(p, u, why);
  case V_UNMARK: return ours(p, side, u, R_12_1_4, why) && may_unmark(p, u, why);
  case V_FULL: return ours(p, side, u, R_10_2_3, why) && may_pay_full(p, u, why);
  case V_TOP: return may_top(p, side, u, a.x[1], why);
  case V_SPAN: return wb_may_span(p, side, u, a.x[1], why);
  case V_UNMASK:
  case V_MASK: return ours(p, side, u, R_16_1_2, why) && may_turn(p, u, a.verb == V_UNMASK, open_top(S(p), S(p)->unit[u].at), why);
  case V_MISSION: return sal_refuse(why, R_8_1_2, "Missions are given in air phases.", 0, 0);
  default: return sal_refuse(why, R_2_1_2, "That is not done in a movement phase.", 0, 0);
  }
}

static void start_step(struct sal_play *p, int side, int u, bool strategic) {
  int mp = wb_initial_mp(p, u, S(p)->unit[u].at, strategic, 0);
  S(p)->unit[u].flags |= MOVED;
  struct sal_frame *f = sal_push(p, N_STEP, side);
  f->x[0] = (uint16_t)u;
  f->x[1] = f->x[2] = (uint16_t)mp;
  f->x[3] = strategic ? STRATEGIC : 0;
}

static bool was_dug(const struct state *s, sal_hex h) { return h < DUG && s->dug[h / 8] >> h % 8 & 1; }

static void move_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  int u = a.x[0];
  switch (a.verb) {
  case V_PICK: sal_push(p, N_ENTER, side)->x[0] = (uint16_t)u; break;
  case V_MOVE: start_step(p, side, u, sal_top(p)->x[0]); break;
  case V_DIG:
    s->unit[u].flags |= MOVED;
    s->unit[u].more |= TOUCHED;
    s->cell[s->unit[u].at].ground |= (uint8_t)ff(side);
    wb_tell_unit(p, E_DUG, E_DUG_UNSEEN, s->unit[u].more & RETREATED ? R_7_1_3 : was_dug(s, s->unit[u].at) ? R_7_1_7 : R_7_1_2, u, s->unit[u].at, SAL_NOHEX, 0);
    break;
  case V_MARK: s->unit[u].flags |= MARKED; break;
  case V_UNMARK: s->unit[u].flags &= (uint8_t)~MARKED; break;
  case V_FULL:
    s->unit[u].flags |= FULL;
    wb_raise_oos(p, u, R_10_2_5);
    break;
  case V_TOP:
    s->unit[a.x[1]].more |= TOPPED;
    s->unit[a.x[1]].flags |= MOVED;
    s->unit[u].flags |= MOVED;
    s->unit[a.x[1]].cel++;
    sal_tell(p, E_TOP, R_15_3_3, SAL_EVUU(a.x[1], u, .seen = (uint8_t)SAL_BIT(side)));
    if (s->unit[u].cel > 1) s->unit[u].cel--;
    else { /* the men are passed on, not lost */
      wb_take_off(p, u);
      s->unit[u].cel = 0;
      s->unit[u].status = ST_OUT;
    }
    break; /* the levels of the hex are as many as before */
  case V_SPAN: wb_span(p, u, a.x[1]); break;
  case V_UNMASK:
  case V_MASK: turn_face(p, u, a.verb == V_UNMASK); break;
  default: sal_pop(p); break;
  }
}

static void move_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  bool strategic = sal_top(p)->x[0];
  int u;
  if (strategic) out->rule = R_12_1_2;
  sal_prompt_say(out, strategic ? "%s: move marked units strategically, or end the phase." : "%s: move units, dig in, mark for strategic movement, or end the phase.", people(side));
  if (curable(p, side, strategic, &u)) sal_prompt_owe(out, R_3_2_1, SAL_AT_HEX, S(p)->unit[u].at, "%s holds more than eight levels", B(p)->name[S(p)->unit[u].at]);
}

const struct sal_node wb_move = {.id = "move", .rule = R_3_1_3, .list = move_list, .check = move_check, .apply = move_apply, .prompt = move_prompt};

/* ---- 3.1.4 one hex after another -------------------------------------------------------------------------------
 * x[0] unit, x[1] sixths left, x[2] sixths at first, x[3] bits (HALTED ..), x[4] hexes moved */

static int overrun_price(const struct sal_play *p, int side, sal_hex to) { /* 6.1.7 */
  int soft = S(p)->cell[to].soft;
  if (soft <= 1) return 0; /* only headquarters: 9.1.5 */
  return POINT * (soft - 1 + wb_fortified(p, sal_enemy(side), to));
}

/* Note 2 of the terrain table: one more secondary hex for a unit that used nothing else. */
static bool bonus_step(const struct sal_play *p, const struct sal_frame *f, sal_hex from, int d) {
  const struct own *o = O(p);
  return f->x[4] && !(f->x[3] & (OFF_MINOR | BONUS | WORKED)) && K(p, f->x[0])->class != TRUCK && B(p)->path[from * 6 + d] & o->minor_road && wb_road_open(p, from, d);
}

static bool step_to(const struct sal_play *p, sal_hex to, int d, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  const struct state *s = S(p);
  int u = f->x[0], side = f->side;
  sal_hex from = s->unit[u].at;
  bool strategic = f->x[3] & STRATEGIC, enemy = s->cell[to].pres & occ(sal_enemy(side));
  if (K(p, u)->role == TOWED_ART && !(s->unit[u].more & PACKED)) return sal_refuse(why, R_6_2_3, "{u0} must be packed for transport first.", u, 0);
  if (enemy && (!s->cell[to].soft || !is_regular(K(p, u)))) return sal_refuse(why, R_3_1_8, "There are enemies in {h1}.", u, to);
  if (wb_p4(p, u, from, d)) return sal_refuse(why, R_P_4, "{u0} may not cross the Doniec there.", u, 0);
  int cost = wb_step_cost(p, u, from, d, f->x[2]);
  if (cost == SAL_BARRED) return sal_refuse(why, R_3_1_11, "{u0} cannot enter {h1}.", u, to);
  if (wb_zoc_to_zoc(p, side, from, d)) return sal_refuse(why, R_4_2_3, "{h0} and {h1} are in the zone of one enemy.", from, to);
  if (strategic && wb_in_zoc(p, side, to)) return sal_refuse(why, R_12_2_2, "{h1} is in an enemy zone of control.", u, to);
  if (enemy) cost += overrun_price(p, side, to);
  if (cost <= f->x[1]) return true;
  if (!enemy && bonus_step(p, f, from, d)) return true;
  return sal_refuse(why, enemy ? R_6_1_7 : R_3_1_5a, "{u0} has not the points for {h1}.", u, to);
}

bool wb_may_step(const struct sal_play *p, sal_hex to, struct sal_refusal *why) {
  int u = sal_top(p)->x[0], d = sal_dir_to(B(p), S(p)->unit[u].at, to);
  if (d < 0) return sal_refuse(why, R_3_1_4, "{h1} is not next to {u0}.", u, to);
  return step_to(p, to, d, why);
}

static bool may_change_setup(const struct sal_play *p, bool pack, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  int u = f->x[0];
  if (K(p, u)->role != TOWED_ART || !(S(p)->unit[u].more & PACKED) != pack) return sal_refuse(why, R_6_2_4, "{u0} has no such change to make.", u, 0);
  if (f->x[3] & STRATEGIC) return sal_refuse(why, R_6_2_4, "The setup changes in movement phases only.", 0, 0);
  return f->x[1] >= POINT || sal_refuse(why, R_6_2_4, "Changing the setup of {u0} costs a point.", u, 0);
}

static int bridge_beside(const struct sal_play *p, sal_hex from, int d) { /* its hexside, by its name */
  int printed = O(p)->bridge_at[from * 6 + d], other = (from + B(p)->step[d]) * 6 + sal_back(d);
  if (printed) return O(p)->bridge_side[printed - 1];
  return !S(p)->nbuilt ? -1 : wb_bridge_of(p, from * 6 + d) >= 0 ? from * 6 + d : wb_bridge_of(p, other) >= 0 ? other : -1;
}

static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  int u = f->x[0];
  sal_hex from = S(p)->unit[u].at;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), from, d);
    if (to && step_to(p, to, d, NULL)) sal_list_add(l, sal_act(V_STEP, to, 0, 0));
  }
  if (may_change_setup(p, true, NULL)) sal_list_add(l, sal_act(V_PACK, 0, 0, 0));
  if (may_change_setup(p, false, NULL)) sal_list_add(l, sal_act(V_DEPLOY, 0, 0, 0));
  for (int d = 0; d < 6; d++) {
    int side_id = bridge_beside(p, from, d);
    if (side_id < 0) continue;
    if (!(f->x[3] & STRATEGIC) && wb_may_blow(p, u, side_id, f->x[1], NULL)) sal_list_add(l, sal_act(V_BLOW, side_id, 0, 0));
    if (!(f->x[3] & STRATEGIC) && wb_may_rebuild(p, u, side_id, f->x[1], NULL)) sal_list_add(l, sal_act(V_REBUILD, side_id, 0, 0));
  }
  if (wb_may_leave(p, side, u, NULL)) sal_list_add(l, sal_act(V_LEAVE, 0, 0, 0));
  sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
}

static bool step_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  int u = f->x[0];
  switch (a.verb) {
  case V_STEP: return wb_may_step(p, a.x[0], why);
  case V_PACK: return may_change_setup(p, true, why);
  case V_DEPLOY: return may_change_setup(p, false, why);
  case V_BLOW:
  case V_REBUILD:
    if (f->x[3] & STRATEGIC) return sal_refuse(why, R_14_2_2, "Bridges are worked on in movement phases only.", 0, 0);
    return a.verb == V_BLOW ? wb_may_blow(p, u, a.x[0], f->x[1], why) : wb_may_rebuild(p, u, a.x[0], f->x[1], why);
  case V_LEAVE: return wb_may_leave(p, side, u, why);
  default: return a.verb == V_STOP || sal_refuse(why, R_3_1_3, "{u0} must finish its move first.", u, 0);
  }
}

static void run_over(struct sal_play *p, int side, sal_hex to) { /* 6.1.7, 9.1.5 */
  while (S(p)->cell[to].pres & occ(sal_enemy(side))) {
    int v = S(p)->cell[to].first - 1;
    wb_eliminate(p, v, K(p, v)->role == HQ ? R_9_1_5 : R_6_1_7);
  }
  sal_tell(p, E_OVERRUN, R_6_1_7, SAL_EV(.at = {to}));
}

/* 8.2.19: whoever crosses a big river without a bridge under waiting aircraft. False: it did not survive. */
static bool survive_crossing(struct sal_play *p, int u, sal_hex from, int d, sal_hex to) {
  if (!(B(p)->side[from * 6 + d] & O(p)->big_river)) return true;
  bool bridge = wb_road_open(p, from, d) || wb_spanned(p, from, d);
  for (int i = 0; i < CROSSINGS; i++) {
    const struct crossing *c = &S(p)->crossing[i];
    if (c->at != to || c->side == side_of(p, u)) continue;
    if (bridge) sal_tell(p, E_CROSSING, R_8_2_21, SAL_EV(.at = {to}));
    for (int n = 0; !bridge && n < c->n && on_map(p, u); n++) {
      int die = wb_die(p, R_8_2_19);
      sal_tell(p, E_CROSSING, R_8_2_19, SAL_EV(.at = {to}, .n = {(int16_t)die}));
      if (die == 6) wb_lose(p, u, R_8_2_19);
    }
  }
  return on_map(p, u);
}

static void take_step(struct sal_play *p, int side, sal_hex to) {
  struct state *s = S(p);
  struct sal_frame *f = sal_top(p);
  int u = f->x[0], d = sal_dir_to(B(p), s->unit[u].at, to);
  sal_hex from = s->unit[u].at;
  bool enemy = s->cell[to].pres & occ(sal_enemy(side));
  int cost = wb_step_cost(p, u, from, d, f->x[2]) + (enemy ? overrun_price(p, side, to) : 0);
  if (cost > f->x[1]) f->x[3] |= BONUS, f->x[1] = 0;
  else f->x[1] = (uint16_t)(f->x[1] - cost);
  if (!(B(p)->path[from * 6 + d] & O(p)->minor_road) || !wb_road_open(p, from, d)) f->x[3] |= OFF_MINOR;
  f->x[4]++;
  if (enemy) run_over(p, side, to);
  s->unit[u].more |= ACTIVE;
  wb_touch(p, u);
  wb_tell_unit(p, E_MOVES, E_UNSEEN, wb_in_zoc(p, side, to) ? R_4_2_1 : R_3_1_4, u, to, from, f->x[1]);
  wb_crossed_line(p, u, from, d);
  wb_put(p, u, to);
  if (!survive_crossing(p, u, from, d, to)) return;
  if (wb_in_zoc(p, side, to)) f->x[3] |= HALTED; /* 4.2.1 */
}

static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct sal_frame *f = sal_top(p);
  int u = f->x[0];
  switch (a.verb) {
  case V_STEP: take_step(p, side, a.x[0]); break;
  case V_PACK:
  case V_DEPLOY:
    f->x[1] = (uint16_t)(f->x[1] - POINT);
    s->unit[u].more ^= PACKED;
    wb_touch(p, u);
    wb_note_number(p, E_SETUP, R_6_2_4, u, a.verb == V_PACK);
    break;
  case V_BLOW:
  case V_REBUILD: {
    int bridge = wb_bridge_of(p, a.x[0]);
    f->x[3] |= WORKED;
    f->x[1] = (uint16_t)(f->x[1] - (a.verb == V_REBUILD ? 3 * POINT : wb_blow_price(p, bridge)));
    wb_touch(p, u);
    if (a.verb == V_BLOW) wb_break(p, bridge, wb_blow_price(p, bridge) > POINT ? R_14_3_1 : R_14_2_1);
    else {
      s->bridge[bridge] = (uint8_t)(side == SAL_GERMAN ? BY_G : BY_S);
      sal_tell(p, E_REBUILT, R_14_2_2, SAL_EV(.at = {(sal_hex)(a.x[0] / 6), sal_next(B(p), (sal_hex)(a.x[0] / 6), a.x[0] % 6)}));
    }
    break;
  }
  case V_LEAVE: wb_leave(p, u); break; /* and its move is over */
  default: sal_pop(p); break;
  }
}

static bool bonus_waits(const struct sal_play *p, const struct sal_frame *f) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = S(p)->unit[f->x[0]].at, to = sal_next(B(p), from, d);
    if (to && bonus_step(p, f, from, d) && step_to(p, to, d, NULL)) return true;
  }
  return false;
}

/* Looks afresh after each step: a move that cannot go on is over. */
static bool step_run(struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  bool over = !on_map(p, f->x[0]) || f->x[3] & HALTED || (!f->x[1] && !bonus_waits(p, f));
  if (over) sal_pop(p);
  return over;
}

static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  struct sal_frac left = sal_lowest(f->x[1], POINT);
  out->selected[out->nselected++] = f->x[0];
  if (left.den == 1) sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d points left.", people(side), p->book->counter[f->x[0]].label, left.num);
  else sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d/%d points left.", people(side), p->book->counter[f->x[0]].label, left.num, left.den);
}

const struct sal_node wb_step = {.id = "move.step", .rule = R_3_1_4, .run = step_run, .list = step_list, .check = step_check, .apply = step_apply, .prompt = step_prompt};
