/* turn.c - chapters 3, 8, 9 and 11: the sequence of play, rally and supply, AT Fronts and mines.
 *
 * N_GAME is the bottom frame; its x[0] is the phase to begin next. Each phase is one frame (or two) on top of it
 * that pops itself when its side is done; what a phase leaves behind is tidied up when the next one begins.
 */
#include "state.h"

#include <string.h>

void alea_clear_flags(struct sal_play *p, int side, int flags) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nground[side]; i++) U(p, o->ground[side][i])->flags &= (uint16_t)~flags;
}

static void clear_cells(struct sal_play *p, int flags) {
  for (int h = 0; h < p->book->board.cells; h++) S(p)->cell[h].ground &= (uint8_t)~flags;
}

/* ---- 9 supply ------------------------------------------------------------------------------------ */

static bool line_passes(const struct sal_play *p, int side, sal_hex h) {
  if (side == SAL_SOVIET && !S(p)->cell[h].first && !S(p)->cell[h].zoc) return true; /* the usual case */
  if (enemy_at(p, side, h)) return false; /* 9.2 */
  if (zoc_on(p, side, h) && (!friend_at(p, side, h) || alea_dp_zoc(p, side, h))) return false; /* 9.3, 6.dp.2 */
  return side == SAL_SOVIET || (!alea_fort(p, h) && !(S(p)->cell[h].ground & MINED)); /* 9.4 */
}

void alea_trace(const struct sal_play *p, int side, bool rail, uint8_t *reach) {
  const struct sal_board *b = &p->book->board;
  uint16_t *queue = W(p)->queue;
  int head = 0, tail = 0;
  memset(reach, O(p)->nsupply[side] == 0, b->cells); /* a test map without supply hexes supplies everybody */
  if (!O(p)->nsupply[side]) return;
  for (int i = 0; i < O(p)->nsupply[side]; i++) {
    sal_hex h = O(p)->source[side][i];
    if (!line_passes(p, side, h) || (rail && !alea_is_rail(p, h))) continue; /* 9.5, 9.7 */
    reach[h] = 1;
    queue[tail++] = h;
  }
  while (head < tail) {
    sal_hex h = queue[head++];
    for (int d = 0; d < 6; d++) {
      sal_hex n = (sal_hex)(h + b->step[d]);
      if (reach[n] || !b->on[n] || (rail && !(b->path[h * 6 + d] & O(p)->rail)) || !line_passes(p, side, n)) continue;
      reach[n] = 1;
      queue[tail++] = n;
    }
  }
}

bool alea_traces(const struct sal_play *p, int side, const uint8_t *reach, sal_hex h) { /* 9.2: the start itself may be anywhere */
  SAL_ASSERT(reach);
  if (reach[h] || (O(p)->supply[side][h] && friend_at(p, side, h))) return true; /* 6.dp.2: it is not passed through */
  for (int d = 0; d < 6; d++)
    if (reach[h + p->book->board.step[d]]) return true;
  return false;
}

static bool rail_traces(const struct sal_play *p, const uint8_t *reach, sal_hex h) { /* 9.7 */
  if (reach[h] || O(p)->supply[SAL_SOVIET][h]) return true;
  for (int d = 0; d < 6; d++)
    if (p->book->board.path[h * 6 + d] & O(p)->rail && reach[h + p->book->board.step[d]]) return true;
  return false;
}

/* The rule that does most to cut a hex off: what lies on its neighbours. */
static int why_cut(const struct sal_play *p, int side, sal_hex h) {
  bool works = false, zone = false, height = false;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(&p->book->board, h, d);
    if (!n || enemy_at(p, side, n)) continue;
    height |= friend_at(p, side, n) && alea_dp_zoc(p, side, n);
    works |= side == SAL_GERMAN && !zoc_on(p, side, n) && (alea_fort(p, n) || S(p)->cell[n].ground & MINED);
    zone |= zoc_on(p, side, n) != 0;
  }
  return height ? R_6_dp_2 : works ? R_9_4 : zone ? R_9_3 : R_9_2;
}

static void check_supply(struct sal_play *p, int side, bool trains) {
  const struct own *o = O(p);
  uint8_t *reach = W(p)->reach;
  bool any = false;
  for (int i = 0; trains && i < o->nground[side] && !any; i++) any = I(p, o->ground[side][i])->kind == TRAIN && U(p, o->ground[side][i])->at;
  if (trains && !any) return;
  alea_trace(p, side, trains, reach);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    struct unit *unit = U(p, u);
    if (!unit->at || (I(p, u)->kind == TRAIN) != trains) continue;
    bool cut = !(unit->flags & HIDDEN) && !(trains ? rail_traces(p, reach, unit->at) : alea_traces(p, side, reach, unit->at)); /* 9.8 */
    if (cut == ((unit->flags & OOS) != 0)) continue;
    unit->flags ^= OOS;
    int rule = trains ? R_9_7 : cut ? why_cut(p, side, unit->at) : o->supply[side][unit->at] ? R_9_5 : R_9_1;
    sal_tell(p, cut ? E_OOS : E_SUPPLIED, rule, SAL_EVU(u, .at = {unit->at}, .seen = (uint8_t)SAL_BIT(side)));
  }
}

static bool anyone_hidden(const struct sal_play *p, int side) {
  for (int i = 0; opt(p, O_SECRET) && i < O(p)->nground[side]; i++)
    if (U(p, O(p)->ground[side][i])->flags & HIDDEN) return true;
  return false;
}

/* 3.2: DSG off, supply, artillery. */
static void rally(struct sal_play *p, int side) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    struct unit *unit = U(p, u);
    if (!unit->at || !(unit->flags & DSG) || zoc_on(p, side, unit->at)) continue; /* 13.art.6 */
    unit->flags &= (uint16_t)~(DSG | SUPPRESSED);
    sal_tell(p, E_RALLIES, R_13_art_6, SAL_EVU(u, .at = {unit->at}, .seen = (uint8_t)SAL_BIT(side)));
  }
  if (anyone_hidden(p, side)) sal_tell(p, E_WRITTEN, R_9_8, SAL_EV(.seen = (uint8_t)SAL_BIT(side)));
  check_supply(p, side, false); /* 9.1 */
  check_supply(p, side, true);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    if (!(U(p, u)->flags & TURNED)) continue;
    U(p, u)->flags &= (uint16_t)~TURNED;
    sal_tell(p, E_RECOVERS, R_13_art_8, SAL_EVU(u, .at = {U(p, u)->at}, .seen = (uint8_t)SAL_BIT(side)));
  }
}

/* ---- the sequence ------------------------------------------------------------------------------------ */

static void cas_home(struct sal_play *p) { /* 12.cas.4 */
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++)
    for (int i = 0; i < o->nair[side]; i++) {
      struct unit *unit = U(p, o->air[side][i]);
      if (!unit->at) continue;
      unit->at = SAL_NOHEX;
      unit->box = (uint8_t)air_box(side, B_AIR);
    }
}

static void end_of_combats(struct sal_play *p) {
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++)
    for (int i = 0; i < o->nground[side]; i++) {
      struct unit *unit = U(p, o->ground[side][i]);
      if (unit->flags & SUPPRESSED) sal_tell(p, E_EASED, R_7_a_5_8, SAL_EVU(o->ground[side][i], .at = {unit->at}, .seen = (uint8_t)SAL_BIT(side)));
      unit->flags &= (uint16_t)~SUPPRESSED;
      if (!(unit->flags & FORCED)) continue;
      unit->flags &= (uint16_t)~FORCED; /* 6.zoc.9 */
      if (unit->at) alea_refresh(p, unit->at);
    }
  cas_home(p);
}

static void leave(struct sal_play *p, int phase) {
  if (phase == P_PREP || phase == P_SHELL || phase == P_SHELL_S) clear_cells(p, SHELLED);
  if (phase == P_BOMB || phase == P_MOVE_S) clear_cells(p, RAIDED); /* 12.bomb.1: a window is over */
  if (phase == P_MOVE) clear_cells(p, RAIDED), alea_reveal_all(p); /* opt.secret */
  if (phase == P_FIGHT || phase == P_FIGHT_S) end_of_combats(p);
}

static void begin_player(struct sal_play *p, int side) {
  S(p)->player = (uint8_t)side;
  clear_cells(p, TRIGGERED); /* 6.re.2 */
  alea_clear_flags(p, side, MOVED | ATTACKED);
  alea_clear_flags(p, sal_enemy(side), REACTED);
  sal_tell(p, E_PHASE, R_3_2, SAL_EV(.n = {(int16_t)side}));
  rally(p, side);
}

static bool builds(const struct sal_play *p) { /* 8.2, 11.1, II.s4.4 */
  return S(p)->head.turn >= 3 && !(O(p)->scenario == PROKHOROVKA && S(p)->head.turn == 7);
}

static void begin_build(struct sal_play *p) {
  if (!builds(p)) return;
  S(p)->fronts = 2;
  S(p)->mines = O(p)->south ? 4 : 3;
  sal_push(p, N_MINES, SAL_SOVIET);
  sal_push(p, N_FRONTS, SAL_SOVIET);
}

static void planes_home(struct sal_play *p) { /* 12.end */
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++)
    for (int i = 0; i < o->nair[side]; i++) {
      struct unit *unit = U(p, o->air[side][i]);
      if (unit->steps) unit->box = (uint8_t)air_box(side, B_AIR);
      unit->at = SAL_NOHEX;
      unit->aux = unit->aim = 0;
      unit->flags = 0;
    }
  if (o->nair[0] || o->nair[1]) sal_tell(p, E_ALL_HOME, R_12_end, SAL_EV(.seen = 0));
  S(p)->air_open = 0;
  S(p)->fuel_now = 0;
  memset(S(p)->count, 0, sizeof S(p)->count);
  memset(S(p)->here, 0, sizeof S(p)->here);
}

static bool begin_end(struct sal_play *p) {
  planes_home(p);
  for (int side = 0; side < SAL_SIDES; side++) alea_clear_flags(p, side, SHOT); /* II.opt.aa.3: once a turn */
  sal_push(p, N_REPAIR, SAL_SOVIET);
  sal_push(p, N_REPAIR, SAL_GERMAN)->x[0] = 1; /* rolls for both first: 0.7 */
  sal_push(p, N_MODES, SAL_NOSIDE);
  return true;
}

static void begin(struct sal_play *p, int phase) {
  const struct own *o = O(p);
  switch (phase) {
  case P_SETUP_S: sal_push(p, N_SETUP, SAL_SOVIET); break; /* 3.setup.1 */
  case P_SETUP_G: sal_push(p, N_SETUP, SAL_GERMAN); break;
  case P_PREP:
    if (opt(p, O_PREP)) sal_push(p, N_BOMBARD, SAL_SOVIET);
    break;
  case P_BUILD:
    sal_tell(p, E_TURN, R_3_1, SAL_EV(.n = {(int16_t)S(p)->head.turn}));
    begin_build(p);
    break;
  case P_ASSIGN:
    if (o->nair[0] || o->nair[1]) sal_push(p, N_ASSIGN, SAL_NOSIDE);
    break;
  case P_AIR:
    if (o->nair[0] || o->nair[1]) sal_push(p, N_SKY, SAL_NOSIDE);
    break;
  case P_BOMB:
    sal_push(p, N_AIRRAID, SAL_SOVIET); /* 12.bomb.1: the German first */
    sal_push(p, N_AIRRAID, SAL_GERMAN);
    break;
  case P_RALLY: begin_player(p, SAL_GERMAN); break;
  case P_MOVE: sal_push(p, N_MOVE, SAL_GERMAN); break;
  case P_SHELL: sal_push(p, N_BOMBARD, SAL_GERMAN); break;
  case P_FIGHT: sal_push(p, N_COMBAT, SAL_GERMAN); break;
  case P_RALLY_S:
    begin_player(p, SAL_SOVIET);
    S(p)->called = 0;
    sal_push(p, N_RALLY, SAL_SOVIET);
    break;
  case P_MOVE_S:
    sal_push(p, N_DEFCAS, SAL_GERMAN); /* 12.cas.3: after the Soviet moves */
    sal_push(p, N_MOVE, SAL_SOVIET);
    break;
  case P_SHELL_S: sal_push(p, N_BOMBARD, SAL_SOVIET); break;
  case P_FIGHT_S: sal_push(p, N_COMBAT, SAL_SOVIET); break;
  default: begin_end(p); break;
  }
}

static bool game_run(struct sal_play *p) {
  struct state *s = S(p);
  int phase = sal_top(p)->x[0];
  leave(p, s->head.phase);
  if (phase == P_COUNT) { /* 3.1, 3.4 */
    if (s->head.turn >= s->turns) {
      sal_game_over(p);
      sal_tell(p, E_OVER, R_3_4, SAL_EV(.seen = 0));
      return true;
    }
    s->head.turn++;
    phase = P_BUILD;
  }
  sal_top(p)->x[0] = (uint16_t)(phase + 1);
  s->head.phase = (uint8_t)phase;
  begin(p, phase);
  return true;
}

const struct sal_node alea_game = {.id = "game", .rule = R_3_1, .run = game_run};

/* ---- 8.2-8.4 AT Fronts: x[0] 1 = those bought as reserves (15.4) ------------------------------------------ */

static int next_front(const struct sal_play *p, bool bought) {
  const struct own *o = O(p);
  int dead = -1;
  for (int i = 0; i < o->nground[SAL_SOVIET]; i++) {
    int u = o->ground[SAL_SOVIET][i];
    if (I(p, u)->kind != ATF) continue;
    if (U(p, u)->box == (bought ? B_ACTIVE : B_POOL)) return u;
    if (!bought && dead < 0 && U(p, u)->box == B_DEAD_S) dead = u;
  }
  return dead;
}

/* `reach` NULL: worked out here. */
static bool may_build(const struct sal_play *p, sal_hex h, const uint8_t *reach, bool front, struct sal_refusal *why) {
  int rule = front ? R_8_4 : R_11_2;
  if (!held_by(p, SAL_SOVIET, h) || enemy_at(p, SAL_SOVIET, h)) return sal_refuse(why, rule, "{h0} is not under Soviet control.", h, 0);
  if (zoc_on(p, SAL_SOVIET, h)) return sal_refuse(why, rule, "{h0} is in a German zone of control.", h, 0);
  if (front)
    for (int u = top(p, h); u >= 0; u = below(p, u))
      if (I(p, u)->kind == ATF) return sal_refuse(why, R_8_3, "There is an AT Front in {h0} already.", h, 0);
  if (!front && S(p)->cell[h].ground & MINED) return sal_refuse(why, R_11_2, "{h0} is mined already.", h, 0);
  if (!front && alea_fort(p, h)) return sal_refuse(why, R_11_2, "{h0} is fortified, so it is mined.", h, 0);
  if (!reach) {
    alea_trace(p, SAL_SOVIET, false, W(p)->reach);
    reach = W(p)->reach;
  }
  return alea_traces(p, SAL_SOVIET, reach, h) || sal_refuse(why, rule, "No Soviet supply line runs from {h0}.", h, 0);
}

static void list_builds(const struct sal_play *p, struct sal_list *l, bool front) {
  const struct sal_board *b = &p->book->board;
  uint8_t *reach = W(p)->reach;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  alea_trace(p, SAL_SOVIET, false, reach);
  for (int h = 0; h < b->cells; h++)
    if (b->on[h] && may_build(p, (sal_hex)h, reach, front, NULL)) sal_list_add(l, sal_act(front ? V_FRONT : V_MINE, h, 0, 0));
}

static bool fronts_run(struct sal_play *p) {
  bool bought = sal_top(p)->x[0];
  if ((bought || S(p)->fronts) && next_front(p, bought) >= 0) return false;
  if (!bought) S(p)->fronts = 0;
  sal_pop(p);
  return true;
}

static void fronts_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  list_builds(p, l, true);
}

static bool fronts_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_FRONT) return may_build(p, a.x[0], NULL, true, why);
  return a.verb == V_DONE;
}

static void fronts_apply(struct sal_play *p, int side, struct sal_action a) {
  bool bought = sal_top(p)->x[0];
  sal_unit u = (sal_unit)next_front(p, bought);
  (void)side;
  if (a.verb == V_DONE) { /* 8.2: not placed is lost */
    S(p)->fronts = 0;
    if (bought)
      for (int v; (v = next_front(p, true)) >= 0;) U(p, v)->box = B_POOL;
    sal_pop(p);
    return;
  }
  struct unit *unit = U(p, u);
  unit->steps = I(p, u)->steps;
  unit->flags = 0;
  alea_put(p, u, a.x[0]);
  if (!bought) S(p)->fronts--;
  sal_tell(p, E_FRONT, bought ? R_15_4 : R_8_4, SAL_EVU(u, .at = {a.x[0]}, .seen = (uint8_t)SAL_BIT(SAL_SOVIET)));
}

static void fronts_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  bool bought = sal_top(p)->x[0];
  out->rule = bought ? R_15_4 : R_8_2;
  sal_prompt_say(out, "%s: place the AT Front %s, or end (%d left).", name_of(side), label(p, next_front(p, bought)), bought ? 1 : S(p)->fronts);
}

const struct sal_node alea_fronts = {.id = "build.fronts", .rule = R_8_4, .run = fronts_run, .list = fronts_list, .check = fronts_check, .apply = fronts_apply, .prompt = fronts_prompt};

/* ---- 11.1, 11.2 mines ---------------------------------------------------------------------------------- */

static bool mines_run(struct sal_play *p) {
  if (S(p)->mines) return false;
  sal_pop(p);
  return true;
}

static void mines_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  list_builds(p, l, false);
}

static bool mines_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_MINE) return may_build(p, a.x[0], NULL, false, why);
  return a.verb == V_DONE;
}

static void mines_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == V_DONE) {
    S(p)->mines = 0;
    return;
  }
  S(p)->cell[a.x[0]].ground |= MINED;
  S(p)->mines--;
  sal_tell(p, E_MINE, R_11_1, SAL_EV(.at = {a.x[0]}));
}

static void mines_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: lay mines (%d markers left), or end.", name_of(side), S(p)->mines);
}

const struct sal_node alea_mines = {.id = "build.mines", .rule = R_11_1, .run = mines_run, .list = mines_list, .check = mines_check, .apply = mines_apply, .prompt = mines_prompt};
