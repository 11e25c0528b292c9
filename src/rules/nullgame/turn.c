/* turn.c - nullgame 1 and 3: the sequence of play, secret stances, supply.
 *
 * N_GAME is the bottom frame. It remembers the phase to begin next; each phase is a frame on top of
 * it that pops itself when its side is done.
 */
#include "state.h"

/* 1.2: each turn both sides get a point, and both hold until they choose otherwise. */
static void begin_orders(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    if (s->points[side] < MAX_POINTS)
      s->points[side]++;
    s->stance[side] = HOLD;
  }
  sal_tell(p, E_TURN, R_1_1, SAL_EV(.n = {(int16_t)s->head.turn}));
  sal_push(p, N_STANCE, SAL_NOSIDE);
}

/* 1.1: the sequence of play. After the last turn the game is over. */
static bool game_run(struct sal_play *p) {
  static const uint8_t node[] = {N_SUPPLY, N_MOVE, N_ATTACK};
  struct state *s = S(p);
  int phase = game_of(p)->phase;

  if (phase == P_COUNT && s->head.turn >= s->turns) {
    sal_game_over(p);
    sal_tell(p, E_OVER, R_6_2, SAL_EV(.seen = 0));
    return true;
  }
  if (phase == P_COUNT) {
    s->head.turn++;
    phase = P_ORDERS;
  }
  game_of(p)->phase = (uint16_t)(phase + 1);
  s->head.phase = (uint8_t)phase;
  for (int u = 0; u < p->book->ncounters; u++)
    s->unit[u].flags &= KNOWN;
  if (phase == P_ORDERS)
    begin_orders(p);
  else
    sal_push(p, node[(phase - P_GERMAN) % 3], phase >= P_SOVIET ? SAL_SOVIET : SAL_GERMAN);

  return true;
}

const struct sal_node null_game = {.id = "game", .rule = R_1_1, .run = game_run};

/* ---- 3.1 stance: both sides choose in secret -------------------------------------------- */

/* 3.1: either stance as often as one likes, then the commitment. */
static void stance_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_STANCE, HOLD, 0, 0));
  sal_list_add(l, sal_act(V_STANCE, PRESS, 0, 0));
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* 3.1: nothing is forbidden before the commitment. */
static bool stance_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_COMMIT || a.verb == V_STANCE;
}

/* 3.1: both stances are shown when both sides have committed. */
static void stance_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  if (a.verb == V_STANCE) {
    s->stance[side] = (uint8_t)word_of(a, 0);
  } else if (sal_commit(p, side)) {
    sal_pop(p);
    sal_reveal(p);
    sal_tell(p, E_STANCES, R_3_1, SAL_EV(.n = {s->stance[SAL_GERMAN], s->stance[SAL_SOVIET]}));
  }
}

static void stance_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose a stance in secret (now %s), then commit.", sal_side_title[side],
                 S(p)->stance[side] == PRESS ? "press" : "hold");
}

const struct sal_node null_stance = {.id = "orders.stance",
                                     .rule = R_3_1,
                                     .now = "Now choose a stance, then commit.",
                                     .sealed = true,
                                     .list = stance_list,
                                     .check = stance_check,
                                     .apply = stance_apply,
                                     .prompt = stance_prompt};

/* ---- 3.2, 3.3 supply: bring up reserves, rebuild ---------------------------------------- */

/* 3.2: where a side's reserves arrive. */
static const struct sal_region *home_of(const struct sal_play *p, int side) {
  static const char *const id[] = {"german.home", "soviet.home"};
  return sal_region_find(&p->book->board, id[side]);
}

/* 3.2: a reserve arrives in a home hex that has room and no enemy. */
static bool free_home(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_region *home = home_of(p, side);
  bool mine = false;

  for (int i = 0; home && i < home->n; i++)
    mine |= home->hexes[i] == h;
  if (!mine || null_enemy_at(p, side, h))
    return false;

  return null_count_at(p, side, h) < STACK;
}

/* 3.2: is there room for a reserve at all? */
static bool any_home(const struct sal_play *p, int side) {
  const struct sal_region *home = home_of(p, side);
  for (int i = 0; home && i < home->n; i++)
    if (free_home(p, side, home->hexes[i]))
      return true;
  return false;
}

/* 3.2: a unit in reserve comes up for two points, into a free home hex. */
static bool may_pick(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool in_reserve = unit->steps && !unit->at;

  if (side_of(p, u) != side || !in_reserve)
    return sal_refuse(why, R_3_2, "{u0} is not in this side's reserve.", u, 0);
  if (S(p)->points[side] < BRING_PRICE)
    return sal_refuse(why, R_3_2, "Bringing up {u0} costs two points.", u, 0);
  if (!any_home(p, side))
    return sal_refuse(why, R_3_2, "There is no free home hex for {u0}.", u, 0);

  return true;
}

/* 3.3: a reduced unit that no enemy is next to gets its step back for a point. */
static bool may_rebuild(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool reduced = unit->at && unit->steps == 1;

  if (side_of(p, u) != side || !reduced)
    return sal_refuse(why, R_3_3, "{u0} is not a reduced unit of this side.", u, 0);
  if (null_enemy_near(p, side, unit->at))
    return sal_refuse(why, R_3_3, "{u0} has an enemy next to it.", u, 0);
  if (S(p)->points[side] < REBUILD_PRICE)
    return sal_refuse(why, R_3_3, "Rebuilding {u0} costs a point.", u, 0);

  return true;
}

/* 3.2, 3.3: what the side's points can buy. */
static void supply_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++) {
    if (may_pick(p, side, u, NULL))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    if (may_rebuild(p, side, u, NULL))
      sal_list_add(l, sal_act(V_REBUILD, u, 0, 0));
  }
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* 3.2, 3.3: bring up, rebuild, or end. */
static bool supply_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_PICK)
    return may_pick(p, side, unit_of(a), why);
  if (a.verb == V_REBUILD)
    return may_rebuild(p, side, unit_of(a), why);
  return a.verb == V_DONE;
}

static void rebuild(struct sal_play *p, int side, sal_unit u) { /* 3.3 */
  struct unit *unit = &S(p)->unit[u];
  unit->steps = 2;
  S(p)->points[side] = (uint8_t)(S(p)->points[side] - REBUILD_PRICE);
  uint32_t seen = unit->flags & KNOWN ? SAL_BOTH : SAL_BIT(side);
  sal_tell(p, E_REBUILT, R_3_3, SAL_EVU(u, .at = {unit->at}, .seen = (uint8_t)seen));
}

/* A separate decision puts a unit that is brought up into its hex. */
static void supply_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE)
    sal_pop(p);
  else if (a.verb == V_PICK)
    put_in(sal_push(p, N_PUT, side))->unit = unit_of(a);
  else
    rebuild(p, side, unit_of(a));
}

/* A row of the form: a unit that waits in reserve or is reduced, and whether it can be helped. */
static void supply_row(const struct sal_play *p, int side, int u, struct sal_json *form) {
  bool reserve = !S(p)->unit[u].at;
  struct sal_refusal why;

  sal_form_row(form, sal_rule_id(p->book, reserve ? R_3_2 : R_3_3));
  sal_form_cell(form, "%s", p->book->counter[u].label);
  if (reserve) {
    bool can = may_pick(p, side, u, &why);
    sal_form_cell(form, "%d", BRING_PRICE);
    sal_form_do(form, p->book, "Bring up", sal_act(V_PICK, u, 0, 0), can ? NULL : &why);
  } else {
    bool can = may_rebuild(p, side, u, &why);
    sal_form_cell(form, "%d", REBUILD_PRICE);
    sal_form_do(form, p->book, "Rebuild", sal_act(V_REBUILD, u, 0, 0), can ? NULL : &why);
  }
}

/* A form with what can be bought, its price and the points left. */
static void supply_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Unit", "Price", NULL};
  const struct state *s = S(p);

  sal_prompt_say(out, "%s: bring up reserves or rebuild, then end supply. %d {point/points} left.",
                 sal_side_title[side], s->points[side]);
  sal_form_open(out->forms, "Supply", sal_rule_id(p->book, R_3_2), cols);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    bool reserve = unit->steps && !unit->at;
    bool reduced = unit->at && unit->steps == 1;
    if (side_of(p, u) == side && (reserve || reduced))
      supply_row(p, side, u, out->forms);
  }
  sal_form_total(out->forms, "Points left", (struct sal_frac){s->points[side], 1},
                 sal_rule_id(p->book, R_1_2));
  sal_form_close(out->forms);
}

const struct sal_node null_supply = {.id = "supply",
                                     .rule = R_3_2,
                                     .now = "Now bring up reserves or rebuild, then end supply.",
                                     .list = supply_list,
                                     .check = supply_check,
                                     .apply = supply_apply,
                                     .prompt = supply_prompt};

/* ---- 3.2 the hex for a unit brought up -------------------------------------------------- */

/* 3.2: free home hexes. */
static void put_list(const struct sal_play *p, int side, struct sal_list *l) {
  /* There is one: without it no unit would have been picked. */
  const struct sal_region *home = home_of(p, side);
  for (int i = 0; i < home->n; i++)
    if (free_home(p, side, home->hexes[i]))
      sal_list_add(l, sal_act(V_PUT, home->hexes[i], 0, 0));
}

/* 3.2: a home hex of the side, without enemies and with room. */
static bool put_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  if (a.verb != V_PUT)
    return false;
  sal_hex h = hex_of(a, 0);
  if (!free_home(p, side, h))
    return sal_refuse(why, R_3_2, "{h0} is not a free home hex of this side.", h, 0);

  return true;
}

/* 3.2: the enemy learns that a unit arrived, not which (2.2). */
static void put_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = put_of(p)->unit;
  sal_hex h = hex_of(a, 0);

  S(p)->points[side] = (uint8_t)(S(p)->points[side] - BRING_PRICE);
  sal_pop(p);
  sal_tell(p, E_ARRIVES, R_3_2, SAL_EVU(u, .at = {h}, .seen = (uint8_t)SAL_BIT(side)));
  sal_tell(p, E_UNSEEN, R_3_2, SAL_EV(.at = {h}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
  null_put_at(p, u, h);
}

static void put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit u = put_of(p)->unit;
  sal_prompt_select(out, u);
  sal_prompt_say(out, "%s: choose the home hex where %s arrives.", sal_side_title[side],
                 p->book->counter[u].label);
}

const struct sal_node null_put = {.id = "supply.put",
                                  .rule = R_3_2,
                                  .now = "Now choose the home hex where the unit arrives.",
                                  .list = put_list,
                                  .check = put_check,
                                  .apply = put_apply,
                                  .prompt = put_prompt};
