/* turn.c - 2, 3.2.1, 5.6.5, 7.1.5 and the scenarios' calendar: the sequence of play and its housekeeping.
 *
 * N_GAME is the bottom frame: x[0] the phase to begin next, x[1] the phase that has just ended and still
 * needs its housekeeping. Each phase is a frame on top of it that pops itself.
 */
#include "state.h"

#include <string.h>

void wb_touch(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];
  unit->last = (uint8_t)now(p);
  unit->more |= TOUCHED;
}

/* ---- the end of every phase ------------------------------------------------------------------------ */

static void clear_phase_marks(struct sal_play *p) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (status(p, u) == ST_AIR) continue; /* 8.1.5: what has flown has flown for the turn */
    bool open = unit->flags & OPEN && on_map(p, u); /* a view may be asked: what it hides stands nowhere */
    unit->flags &= (uint8_t)~(FOUGHT | FIRED | OBLIGED | OPEN);
    if (open) wb_refresh(p->book, s, unit->at);
  }
  for (int h = 0; h < B(p)->cells; h++) s->cell[h].ground &= (uint8_t)~(MUST | ATTACKED | SHELLED);
}

static void end_attack(struct sal_play *p) {
  struct state *s = S(p);
  clear_phase_marks(p);
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].status & BARRAGES) s->unit[u].status = (uint8_t)(s->unit[u].status - BARRAGE); /* 6.5.6 */
  for (int i = 0; i < POOLS; i++)
    if (s->pool[i].phases && --s->pool[i].phases == 0) s->pool[i] = (struct pool){0}; /* 9.1.6 */
}

static void end_movement(struct sal_play *p, int side) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nmine[side]; i++) S(p)->unit[o->mine[side][i]].more &= (uint8_t)~RETREATED; /* 5.3.10 */
}

static void drop_empty_works(struct sal_play *p) { /* 7.1.5 */
  struct state *s = S(p);
  const struct sal_board *b = B(p);
  for (int h = 0; h < b->cells; h++)
    for (int side = 0; side < 2; side++)
      if (s->cell[h].ground & ff(side) && !(s->cell[h].pres & occ(side))) wb_raze(p, (sal_hex)h, side, R_7_1_5);
}

static void rally(struct sal_play *p) { /* 5.6.5 */
  struct state *s = S(p);
  uint8_t at = (uint8_t)now(p);
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].more & DISORG && (uint8_t)(at - s->unit[u].last) >= 12) {
      s->unit[u].more &= (uint8_t)~DISORG;
      wb_note(p, E_RALLY, R_5_6_5, u);
    }
}

static bool overstacked_side(const struct sal_play *p, int *side) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (on_map(p, u) && S(p)->cell[S(p)->unit[u].at].cel > STACK) return *side = side_of(p, u), true;
  return false;
}

static void end_phase(struct sal_play *p, int phase) {
  int side = phase > P_SUPPLY, kind = side ? phase - 6 : phase;
  if (kind == P_ATTACK) end_attack(p);
  if (kind == P_MOVEMENT) end_movement(p, side);
  drop_empty_works(p);
  rally(p);
  wb_bridge_control(p);
  wb_span_watch(p);
}

/* ---- the beginning of a phase ------------------------------------------------------------------------ */

static void fresh_movement(struct sal_play *p, int side, bool strategic) {
  const struct own *o = O(p);
  memset(S(p)->entry, 0, sizeof S(p)->entry);
  S(p)->nentries = 0;
  for (int i = 0; !strategic && i < o->nmine[side]; i++) {
    struct unit *unit = &S(p)->unit[o->mine[side][i]];
    unit->flags &= (uint8_t)~(MOVED | MARKED | FULL);
    if ((unit->status & ST_KIND) == ST_MAP) unit->zone &= UP;
  }
}

static bool withdrawal_due(const struct sal_play *p, int side) { /* K.4 */
  int sc = O(p)->scenario;
  return side == SAL_GERMAN && sc & SC_K && !(sc & SC_LESSON) && date_of(p) == 12;
}

static bool any_air(const struct sal_play *p) {
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < O(p)->nairs[s]; i++)
      if (status(p, O(p)->airs[s][i]) == ST_AIR) return true;
  return false;
}

static void begin_air(struct sal_play *p, int phase) {
  struct state *s = S(p);
  const struct own *o = O(p);
  s->ndisturbed = 0;
  memset(s->disturbed, 0, sizeof s->disturbed);
  memset(s->crossing, 0, sizeof s->crossing);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < o->nairs[side]; i++) {
      struct unit *unit = &s->unit[o->airs[side][i]];
      unit->at = unit->zone = 0; /* 8.1.4R: missions last until the next air phase */
      if (phase == P_AIR) unit->flags &= (uint8_t)~FIRED; /* 8.1.5: once a turn */
      bool early = (o->scenario & (SC_K | SC_P)) == (SC_K | SC_P) && !(unit->more & SUPPLIED);
      if (status(p, o->airs[side][i]) == ST_AIR && early && date_of(p) > 20) unit->status = ST_OUT; /* J.1, P.8 */
    }
  if (any_air(p)) {
    sal_push(p, N_STRIKES, SAL_NOSIDE);
    sal_push(p, N_AIR, SAL_NOSIDE);
  }
}

static void begin_phase(struct sal_play *p, int phase) {
  struct state *s = S(p);
  int side = phase > P_SUPPLY, kind = side ? phase - 6 : phase;
  s->head.phase = (uint8_t)phase;
  sal_tell(p, E_PHASE, p->book->rules->phases[phase].rule, SAL_EV(.n = {(int16_t)phase}));
  switch (kind) {
  case P_AIR: begin_air(p, phase); break;
  case P_BARRAGE:
    if (s->au[side]) sal_push(p, N_BARRAGE, side); /* 6.5.1 */
    break;
  case P_MOVEMENT:
    fresh_movement(p, side, false);
    wb_span_progress(p, side);
    sal_push(p, N_MOVE, side);
    if (withdrawal_due(p, side)) sal_push(p, N_WITHDRAW, side);
    break;
  case P_ATTACK:
    wb_obligations(p, side);
    sal_push(p, N_ATTACK, side);
    break;
  case P_STRATEGIC:
    fresh_movement(p, side, true);
    if (s->head.option[O_STRATEGIC]) sal_push(p, N_MOVE, side)->x[0] = 1;
    break;
  default: sal_push(p, N_SUPPLY, side); break;
  }
}

static bool game_run(struct sal_play *p) {
  struct state *s = S(p);
  struct sal_frame *f = sal_top(p);
  int side;
  if (f->x[1]) {
    if (overstacked_side(p, &side)) { /* 3.2.1 */
      wb_ask_losses(p, side, 1, L_EXCESS, SAL_NOHEX, R_3_2_1);
      return true;
    }
    end_phase(p, f->x[1]);
    if (s->auto_win) {
      sal_game_over(p);
      sal_tell(p, E_OVER, s->auto_win == 1 ? R_K_9 : R_P_10, SAL_EV(.n = {(int16_t)(s->winner - 1)}));
      return true;
    }
  }
  int phase = f->x[0];
  if (phase == P_COUNT) {
    if (s->head.turn >= O(p)->turns) {
      sal_game_over(p);
      sal_tell(p, E_OVER, R_2_1_3, SAL_EV(.n = {2}));
      return true;
    }
    s->head.turn++;
    phase = P_AIR;
  }
  if (phase == P_SETUP) {
    f->x[0] = P_AIR;
    sal_push(p, N_SETUP, SAL_GERMAN);
    return true;
  }
  if (phase == P_AIR) sal_tell(p, E_TURN, s->head.turn > 1 ? R_2_1_5 : R_2_1_6, SAL_EV(.n = {(int16_t)s->head.turn, (int16_t)date_of(p)}));
  f->x[0] = (uint16_t)(phase + 1);
  f->x[1] = (uint16_t)phase;
  begin_phase(p, phase);
  return true;
}

const struct sal_node wb_game = {.id = "game", .rule = R_2_1_1, .run = game_run};

void wb_begin(struct sal_play *p, int phase) {
  sal_push(p, N_GAME, SAL_NOSIDE)->x[0] = (uint16_t)phase;
}

/* ---- set-up: air counters (K.6, P.8), and units that may stand in either of two hexes --------------------- */

static int picked(const struct sal_play *p) {
  const struct own *o = O(p);
  int n = 0;
  for (int i = 0; i < o->nairs[SAL_GERMAN]; i++) n += status(p, o->airs[SAL_GERMAN][i]) == ST_AIR;
  return n;
}

static int quota(const struct sal_play *p) {
  int n = 0;
  for (int i = 0; i < O(p)->nairs[SAL_GERMAN]; i++) n += !p->book->counter[O(p)->airs[SAL_GERMAN][i]].invented;
  return smaller(n, O(p)->air_quota);
}

static bool may_pick_air(const struct sal_play *p, int u, struct sal_refusal *why) {
  int rule = O(p)->scenario & SC_K ? R_K_6 : R_P_8;
  if (!is_air(K(p, u)) || status(p, u) != ST_NONE) return sal_refuse(why, rule, "{u0} is not an air counter to choose.", u, 0);
  return picked(p) < quota(p) || sal_refuse(why, rule, "All the air counters of this front are chosen.", 0, 0);
}

static sal_hex other_spot(const struct sal_play *p, int u) { /* of its two set-up hexes the one it is not in; SAL_NOHEX: it is in neither */
  const struct place *pl = &O(p)->place[u];
  sal_hex h = S(p)->unit[u].at;
  return !on_map(p, u) ? SAL_NOHEX : h == pl->at ? pl->alt : h == pl->alt ? pl->at : SAL_NOHEX;
}
static bool may_switch(const struct sal_play *p, int u, struct sal_refusal *why) {
  sal_hex to = other_spot(p, u);
  return (to && side_of(p, u) == SAL_GERMAN && !(S(p)->cell[to].pres & OCC_S)) || sal_refuse(why, R_3_2_1, "{u0} has only one set-up hex.", u, 0);
}

static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nairs[side]; i++)
    if (may_pick_air(p, O(p)->airs[side][i], NULL)) sal_list_add(l, sal_act(V_PICK, O(p)->airs[side][i], 0, 0));
  for (int i = 0; i < O(p)->nmine[side]; i++)
    if (may_switch(p, O(p)->mine[side][i], NULL)) sal_list_add(l, sal_act(V_SWITCH, O(p)->mine[side][i], 0, 0));
  if (picked(p) == quota(p)) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool setup_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_PICK) return may_pick_air(p, a.x[0], why);
  if (a.verb == V_SWITCH) return may_switch(p, a.x[0], why);
  if (a.verb != V_DONE) return sal_refuse(why, R_2_1_2, "That is not done during set-up.", 0, 0);
  int wanted = quota(p);
  return picked(p) == wanted || sal_refuse(why, O(p)->scenario & SC_K ? R_K_6 : R_P_8, "Choose {n0} air counters first.", wanted, 0);
}

static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  const struct own *o = O(p);
  if (a.verb == V_PICK) {
    s->unit[a.x[0]].status = ST_AIR;
    s->unit[a.x[0]].more |= SUPPLIED; /* of the Kursk set: stays to the end */
    s->unit[a.x[0]].cel = 1;
  } else if (a.verb == V_SWITCH) {
    wb_put(p, a.x[0], other_spot(p, a.x[0]));
    s->cell[s->unit[a.x[0]].at].ground |= FF_G;
  } else {
    if ((o->scenario & (SC_K | SC_P)) == (SC_K | SC_P)) /* J.1: the other four until 20 July */
      for (int i = 0; i < o->nairs[side]; i++) s->unit[o->airs[side][i]].status = ST_AIR, s->unit[o->airs[side][i]].cel = 1;
    drop_empty_works(p);
    sal_pop(p);
  }
}

static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose air counters (%d of %d), then begin.", people(side), picked(p), quota(p));
}

static bool setup_run(struct sal_play *p) { /* nothing to choose: on */
  if (quota(p)) return false;
  sal_pop(p);
  return true;
}

const struct sal_node wb_setup_node = {.id = "setup", .rule = R_K_6, .run = setup_run, .list = setup_list, .check = setup_check, .apply = setup_apply, .prompt = setup_prompt};

/* ---- K.4: on 12 July an armoured division leaves ------------------------------------------------------------ */

static bool is_division(const struct sal_play *p, int f) {
  const char *id = O(p)->formation_id[f];
  size_t n = 0;
  while (id[n]) n++;
  return n > 4 && sal_eq(id + n - 4, " ARM");
}

static int surviving(const struct sal_play *p, int f, int *first, bool *in) {
  const struct own *o = O(p);
  int cel = 0;
  *first = -1;
  *in = false;
  for (int i = 0; i < o->nmine[SAL_GERMAN]; i++) {
    int u = o->mine[SAL_GERMAN][i];
    if (o->formation[u] != f || (status(p, u) != ST_MAP && status(p, u) != ST_WAIT)) continue;
    if (*first < 0) *first = u;
    *in |= on_map(p, u);
    cel += S(p)->unit[u].cel;
  }
  return cel;
}

static int fourth(const struct sal_play *p) {
  for (int f = 1; f <= O(p)->nformations; f++)
    if (sal_eq(O(p)->formation_id[f], "4 ARM")) return f;
  return 0;
}

static bool may_withdraw(const struct sal_play *p, int u, struct sal_refusal *why) {
  int f = O(p)->formation[u], first, four = fourth(p), dummy;
  bool in, fourth_in;
  int own4 = four ? surviving(p, four, &dummy, &fourth_in) : 0;
  if (!f || side_of(p, u) != SAL_GERMAN || !is_division(p, f)) return sal_refuse(why, R_K_4, "{u0} is not of an armoured division.", u, 0);
  int cel = surviving(p, f, &first, &in);
  if (first != u) return sal_refuse(why, R_K_4, "Name the division by its first counter.", 0, 0);
  if (!in) return sal_refuse(why, R_K_4, "The division of {u0} is not on the map.", u, 0);
  return cel >= own4 || sal_refuse(why, R_K_4, "The division of {u0} is weaker than the 4th.", u, 0);
}

static bool withdraw_run(struct sal_play *p) {
  int four = fourth(p), first, any = 0;
  bool in = true;
  const struct own *o = O(p);
  if (four && surviving(p, four, &first, &in) && !in) { /* not brought in: it stays away */
    for (int i = 0; i < o->nmine[SAL_GERMAN]; i++)
      if (o->formation[o->mine[SAL_GERMAN][i]] == four && status(p, o->mine[SAL_GERMAN][i]) == ST_WAIT) S(p)->unit[o->mine[SAL_GERMAN][i]].status = ST_OUT;
    sal_pop(p);
    return true;
  }
  for (int i = 0; i < o->nmine[SAL_GERMAN]; i++) any |= may_withdraw(p, o->mine[SAL_GERMAN][i], NULL);
  if (!any) sal_pop(p);
  return !any;
}

static void withdraw_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nmine[side]; i++)
    if (may_withdraw(p, O(p)->mine[side][i], NULL)) sal_list_add(l, sal_act(V_WITHDRAW, O(p)->mine[side][i], 0, 0));
}

static bool withdraw_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  return a.verb == V_WITHDRAW ? may_withdraw(p, a.x[0], why) : sal_refuse(why, R_K_4, "An armoured division must be withdrawn first.", 0, 0);
}

static void withdraw_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  const struct own *o = O(p);
  int f = o->formation[a.x[0]];
  sal_pop(p);
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    if (o->formation[u] != f || (status(p, u) != ST_MAP && status(p, u) != ST_WAIT)) continue;
    if (on_map(p, u)) wb_take_off(p, u);
    s->unit[u].status = ST_OUT;
    s->unit[u].zone = 0;
    sal_tell(p, E_WITHDRAWN, R_K_4, SAL_EVU(u, .seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH)));
  }
}

static void withdraw_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: withdraw the 4th Armoured Division or one as strong.", people(side));
}

const struct sal_node wb_withdraw = {.id = "withdraw", .rule = R_K_4, .run = withdraw_run, .list = withdraw_list, .check = withdraw_check, .apply = withdraw_apply, .prompt = withdraw_prompt};
