/* turn.c - nullgame 1 and 3: the sequence of play, secret stances, supply.
 *
 * N_GAME is the bottom frame. Its x[0] is the phase to begin next; each phase is a frame on top of it
 * that pops itself when its side is done.
 */
#include "state.h"

static bool game_run(struct sal_play *p) {
  struct state *s = S(p);
  int phase = sal_top(p)->x[0];
  if (phase == P_COUNT) { /* 1.1 */
    if (s->head.turn >= s->turns) {
      sal_game_over(p);
      sal_tell(p, E_OVER, R_6_2, SAL_EV(.seen = 0));
      return true;
    }
    s->head.turn++;
    phase = P_ORDERS;
  }
  sal_top(p)->x[0] = (uint16_t)(phase + 1);
  s->head.phase = (uint8_t)phase;
  for (int u = 0; u < p->book->ncounters; u++) s->unit[u].flags &= KNOWN;
  if (phase == P_ORDERS) {
    for (int side = 0; side < SAL_SIDES; side++) {
      if (s->points[side] < MAX_POINTS) s->points[side]++; /* 1.2 */
      s->stance[side] = HOLD;
    }
    sal_tell(p, E_TURN, R_1_1, SAL_EV(.n = {(int16_t)s->head.turn}));
    sal_push(p, N_STANCE, SAL_NOSIDE);
    return true;
  }
  static const uint8_t node[] = {N_SUPPLY, N_MOVE, N_ATTACK};
  sal_push(p, node[(phase - P_GERMAN) % 3], phase >= P_SOVIET ? SAL_SOVIET : SAL_GERMAN);
  return true;
}

const struct sal_node null_game = {.id = "game", .rule = R_1_1, .run = game_run};

/* ---- 3.1 stance: both sides choose in secret ------------------------------------------- */

static void stance_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_STANCE, HOLD, 0, 0));
  sal_list_add(l, sal_act(V_STANCE, PRESS, 0, 0));
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

static bool stance_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_COMMIT || a.verb == V_STANCE;
}

static void stance_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_STANCE) {
    s->stance[side] = (uint8_t)a.x[0];
  } else if (sal_commit(p, side)) {
    sal_pop(p);
    sal_reveal(p);
    sal_tell(p, E_STANCES, R_3_1, SAL_EV(.n = {s->stance[SAL_GERMAN], s->stance[SAL_SOVIET]}));
  }
}

static void stance_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose a stance in secret (now %s), then commit.", side == SAL_GERMAN ? "German" : "Soviet",
                 S(p)->stance[side] == PRESS ? "press" : "hold");
}

const struct sal_node null_stance = {.id = "orders.stance", .rule = R_3_1, .sealed = true, .list = stance_list,
                                     .check = stance_check, .apply = stance_apply, .prompt = stance_prompt};

/* ---- 3.2, 3.3 supply: bring up reserves, rebuild ------------------------------------------ */

static bool free_home(const struct sal_play *p, int side, sal_hex h) {
  sal_unit stack[MAX_UNITS];
  const struct sal_region *home = sal_region_find(&p->book->board, side == SAL_GERMAN ? "german.home" : "soviet.home");
  bool mine = false;
  for (int i = 0; home && i < home->n; i++) mine |= home->hexes[i] == h;
  return mine && !null_enemy_at(p, side, h) && null_units_at(p, side, h, stack) < STACK;
}

static bool any_home(const struct sal_play *p, int side) {
  const struct sal_region *home = sal_region_find(&p->book->board, side == SAL_GERMAN ? "german.home" : "soviet.home");
  for (int i = 0; home && i < home->n; i++)
    if (free_home(p, side, home->hexes[i])) return true;
  return false;
}

static bool may_pick(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || unit->at || !unit->steps) return sal_refuse(why, R_3_2, "{u0} is not in this side's reserve.", u, 0);
  if (S(p)->points[side] < BRING_PRICE) return sal_refuse(why, R_3_2, "Bringing up {u0} costs two points.", u, 0);
  if (!any_home(p, side)) return sal_refuse(why, R_3_2, "There is no free home hex for {u0}.", u, 0);
  return true;
}

static bool may_rebuild(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || !unit->at || unit->steps != 1) return sal_refuse(why, R_3_3, "{u0} is not a reduced unit of this side.", u, 0);
  if (null_enemy_near(p, side, unit->at)) return sal_refuse(why, R_3_3, "{u0} has an enemy next to it.", u, 0);
  if (S(p)->points[side] < REBUILD_PRICE) return sal_refuse(why, R_3_3, "Rebuilding {u0} costs a point.", u, 0);
  return true;
}

static void supply_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++) {
    if (may_pick(p, side, u, NULL)) sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    if (may_rebuild(p, side, u, NULL)) sal_list_add(l, sal_act(V_REBUILD, u, 0, 0));
  }
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool supply_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_PICK) return may_pick(p, side, a.x[0], why);
  if (a.verb == V_REBUILD) return may_rebuild(p, side, a.x[0], why);
  return a.verb == V_DONE;
}

static void supply_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_DONE) {
    sal_pop(p);
  } else if (a.verb == V_PICK) {
    sal_push(p, N_PUT, side)->x[0] = a.x[0];
  } else {
    s->unit[a.x[0]].steps = 2;
    s->points[side] = (uint8_t)(s->points[side] - REBUILD_PRICE);
    bool known = s->unit[a.x[0]].flags & KNOWN;
    sal_tell(p, E_REBUILT, R_3_3, SAL_EVU(a.x[0], .at = {s->unit[a.x[0]].at}, .seen = (uint8_t)(known ? SAL_BOTH : SAL_BIT(side))));
  }
}

static void supply_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Unit", "Price", NULL};
  const struct state *s = S(p);
  struct sal_refusal why;
  sal_prompt_say(out, "%s: bring up reserves or rebuild, then end supply. %d points left.", side == SAL_GERMAN ? "German" : "Soviet", s->points[side]);
  sal_form_open(out->forms, "Supply", sal_rule_id(p->book, R_3_2), cols);
  for (int u = 0; u < p->book->ncounters; u++) {
    bool reserve = s->unit[u].steps && !s->unit[u].at, reduced = s->unit[u].at && s->unit[u].steps == 1;
    if (side_of(p, u) != side || (!reserve && !reduced)) continue;
    sal_form_row(out->forms, sal_rule_id(p->book, reserve ? R_3_2 : R_3_3));
    sal_form_cell(out->forms, "%s", p->book->counter[u].label);
    sal_form_cell(out->forms, "%d", reserve ? BRING_PRICE : REBUILD_PRICE);
    bool can = reserve ? may_pick(p, side, u, &why) : may_rebuild(p, side, u, &why);
    sal_form_do(out->forms, p->book, reserve ? "Bring up" : "Rebuild", sal_act(reserve ? V_PICK : V_REBUILD, u, 0, 0), can ? NULL : &why);
  }
  sal_form_total(out->forms, "Points left", (struct sal_frac){s->points[side], 1}, sal_rule_id(p->book, R_1_2));
  sal_form_close(out->forms);
}

const struct sal_node null_supply = {.id = "supply", .rule = R_3_2, .list = supply_list, .check = supply_check,
                                     .apply = supply_apply, .prompt = supply_prompt};

/* ---- 3.2 the hex for a unit brought up: x[0] = unit ------------------------------------------ */

static void put_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_region *home = sal_region_find(&p->book->board, side == SAL_GERMAN ? "german.home" : "soviet.home");
  for (int i = 0; home && i < home->n; i++)
    if (free_home(p, side, home->hexes[i])) sal_list_add(l, sal_act(V_PUT, home->hexes[i], 0, 0));
}

static bool put_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb != V_PUT) return false;
  return free_home(p, side, a.x[0]) || sal_refuse(why, R_3_2, "{h0} is not a free home hex of this side.", a.x[0], 0);
}

static void put_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = sal_top(p)->x[0];
  S(p)->points[side] = (uint8_t)(S(p)->points[side] - BRING_PRICE);
  sal_pop(p);
  sal_tell(p, E_ARRIVES, R_3_2, SAL_EVU(u, .at = {a.x[0]}, .seen = (uint8_t)SAL_BIT(side)));
  sal_tell(p, E_UNSEEN, R_3_2, SAL_EV(.at = {a.x[0]}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
  null_put_at(p, u, a.x[0]);
}

static void put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit u = sal_top(p)->x[0];
  out->selected[out->nselected++] = u;
  sal_prompt_say(out, "%s: choose the home hex where %s arrives.", side == SAL_GERMAN ? "German" : "Soviet", p->book->counter[u].label);
}

const struct sal_node null_put = {.id = "supply.put", .rule = R_3_2, .list = put_list, .check = put_check, .apply = put_apply, .prompt = put_prompt};
