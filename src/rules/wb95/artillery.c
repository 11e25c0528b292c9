/* artillery.c - 6.1, 6.4, 6.5: ranged attacks on hexes and bridges, and the barrage, in which
 * nobody is obliged to anything yet.
 *
 * The guns gather in state->fight like the attackers of a combat; until the order is given the
 * other side knows nothing of it. wb_strike_hex is shared with the aircraft.
 */
#include "state.h"

/* ---- guns and targets ------------------------------------------------------------------- */

/* 6.1.1-6.1.4: artillery of the side, set up, that has neither fired nor fought in the phase. */
bool wb_gun_ready(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (!on_map(p, u) || side_of(p, u) != side || !is_gun(K(p, u)))
    return sal_refuse(why, R_6_1_1, "{u0} is not artillery of this side on the map.", u, 0);
  if (unit->flags & FIRED)
    return sal_refuse(why, R_6_1_4, "{u0} has fired in this phase.", u, 0);
  if (unit->more & PACKED)
    return sal_refuse(why, R_6_1_3, "{u0} is packed for transport.", u, 0);

  return true;
}

/* The points of aircraft that support the guns (6.4.4). */
static int support_sp(const struct sal_play *p, int side, sal_hex h) {
  int stars;
  return wb_air_sp(p, side, OFFENCE, h, &stars);
}

/* 6.4.2b, 6.4.4: the guns' points and the aircraft's, less twice the shifts of the ground. 6.5.3: a
 * barrage doubles the guns. SAL_NOHEX: at a bridge, where the ground does not count. */
static int fire_sp(const struct sal_play *p, sal_hex h) {
  const struct combat *f = &S(p)->fight;
  int sp = 0;

  EACH_PART(f, u) {
    sp += wb_attack_sp(p, u);
  }
  if (f->barrage)
    sp *= 2;
  if (h)
    sp += support_sp(p, f->side, h) - 2 * O(p)->cm[h];

  return sp;
}

/* 6.4.5: once a phase, and not at a hex that must be attacked directly. */
static bool target_ok(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  const struct cell *cell = &S(p)->cell[h];

  if (!(cell->pres & occ(sal_enemy(side))))
    return sal_refuse(why, R_6_4_1, "There are no enemies in {h0}.", h, 0);
  if (cell->ground & ATTACKED)
    return sal_refuse(why, R_6_4_5, "{h0} was attacked in this phase.", h, 0);
  if (cell->ground & SHELLED)
    return sal_refuse(why, R_6_4_5, "{h0} was under fire in this phase.", h, 0);
  if (wb_hex_owed(p, side, h))
    return sal_refuse(why, R_6_4_5, "{h0} must be attacked directly.", h, 0);

  return true;
}

static const char next_door[] = "{h1} is next to {u0}: a gun fires alone over two or three hexes.";

/* 6.1.2, 6.4.3: two or three hexes from every gun. */
static bool in_range(const struct sal_play *p, sal_hex h, struct sal_refusal *why) {
  EACH_PART(&S(p)->fight, u) {
    int far = sal_distance(B(p), S(p)->unit[u].at, h);
    if (far > RANGE)
      return sal_refuse(why, R_6_1_2, "{h1} is out of {u0}'s range.", u, h);
    if (far <= 1)
      return sal_refuse(why, R_6_4_3, next_door, u, h);
  }

  return true;
}

/* A hex that all these guns may fire at, and that is left something to fire with. */
static bool may_aim(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!target_ok(p, side, h, why))
    return false;
  if (!in_range(p, h, why))
    return false;
  if (fire_sp(p, h) <= 0)
    return sal_refuse(why, R_6_4_2, "The ground in {h0} takes off all the points of this fire.", h,
                      0);

  return !wb_would_isolate(p, side, h, why);
}

/* To the nearer of its two ends. */
static int distance_to_bridge(const struct sal_play *p, sal_hex at, int hexside) {
  sal_hex end = bridge_end(hexside);
  sal_hex other = (sal_hex)(end + B(p)->step[hexside % 6]);
  return smaller(sal_distance(B(p), at, end), sal_distance(B(p), at, other));
}

/* 6.4.7: a bridge that stands within range of every gun. */
static bool may_aim_bridge(const struct sal_play *p, int hexside, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;

  if (f->barrage)
    return sal_refuse(why, R_6_5_3, "A barrage is laid on units.", 0, 0);
  if (!wb_standing(p, hexside))
    return wb_no_bridge(p, hexside, R_14_1_1, "No bridge stands there.", why);
  EACH_PART(f, u) {
    if (distance_to_bridge(p, S(p)->unit[u].at, hexside) > RANGE)
      return sal_refuse(why, R_6_4_7, "The bridge is out of {u0}'s range.", u, 0);
  }

  return true;
}

/* Whether a gun in the hex could fire at any bridge. */
static bool bridge_in_range(const struct sal_play *p, sal_hex at) {
  bool any_near = O(p)->line[at] & BRIDGE_NEAR || S(p)->nbuilt;

  if (!any_near)
    return false;
  for (int i = 0; i < wb_nbridges(p); i++) {
    bool down = S(p)->bridge[i] & DOWN;
    if (!down && distance_to_bridge(p, at, wb_bridge_side(p, i)) <= RANGE)
      return true;
  }

  return false;
}

/* Whether there is anything a gun could fire at; if not, why the enemies around it are no target.
 */
bool wb_gun_has_target(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  sal_hex at = S(p)->unit[u].at;
  sal_hex too_near = SAL_NOHEX;
  sal_hex barred = SAL_NOHEX;

  for (int i = 0; i < AROUND; i++) {
    sal_hex h = wb_enemies_around(p, side, at, i);
    if (!h)
      continue;
    if (O(p)->around_far[i] <= 1)
      too_near = h;
    else if (target_ok(p, side, h, NULL))
      return true;
    else
      barred = h;
  }
  if (bridge_in_range(p, at))
    return true;
  if (barred)
    return target_ok(p, side, barred, why);
  if (too_near)
    return sal_refuse(why, R_6_4_3, next_door, u, too_near);

  return sal_refuse(why, R_6_1_2, "{u0} has no target in range.", u, 0);
}

/* ---- gathering the guns: state->fight; target[0] or bridge once aimed ------------------- */

/* Whether the guns have their target. */
static bool aimed(const struct combat *f) {
  if (f->ntargets)
    return true;
  return f->bridge;
}

/* 6.4.2, 6.5.7: guns join until the target is chosen and the ammunition is used. */
static bool may_join(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  enum { MOST_GUNS = 24 };
  const struct combat *f = &S(p)->fight;
  sal_hex at = S(p)->unit[u].at;

  if (!wb_gun_ready(p, side, u, why))
    return false;
  if (S(p)->unit[u].part)
    return sal_refuse(why, R_6_4_2, "{u0} fires already.", u, 0);
  if (aimed(f))
    return sal_refuse(why, R_6_4_2, "The target is chosen.", 0, 0);
  if (f->barrage && f->nparts >= S(p)->au[side])
    return sal_refuse(why, R_6_5_7, "There is no ammunition for more guns.", 0, 0);
  EACH_PART(f, v) { /* no hex could be in range of both otherwise */
    if (sal_distance(B(p), S(p)->unit[v].at, at) > 2 * RANGE)
      return sal_refuse(why, R_6_4_2, "{u0} is too far from the other guns.", u, 0);
  }
  if (f->nparts >= MOST_GUNS)
    return sal_refuse(why, R_6_4_2, "No more guns can join.", 0, 0);

  return true;
}

/* The hexes around the first gun that all may fire at. */
static void list_aims(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex at = S(p)->unit[S(p)->fight.part[0]].at;

  for (int i = 0; i < AROUND; i++) {
    sal_hex h = wb_enemies_around(p, side, at, i);
    if (may_aim(p, side, h, NULL))
      sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
  }
}

/* 6.5.4: a barrage takes two guns. */
static bool may_fire(const struct sal_play *p, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;

  if (!aimed(f))
    return sal_refuse(why, R_6_4_2, "Choose a target first.", 0, 0);
  if (f->barrage && f->nparts < 2)
    return sal_refuse(why, R_6_5_4, "A barrage takes two guns at least.", 0, 0);

  return true;
}

/* Guns join, then a target is chosen, then the order is given. */
static void shell_list(const struct sal_play *p, int side, struct sal_list *l) {
  if (may_fire(p, NULL))
    sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  if (aimed(&S(p)->fight))
    return;
  list_aims(p, side, l);
  EACH_GUN(p, side, u) {
    if (may_join(p, side, u, NULL))
      sal_list_add(l, sal_act(V_GUN, u, 0, 0));
  }
  for (int i = 0; i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i);
    if (may_aim_bridge(p, hexside, NULL))
      sal_list_add(l, sal_act(V_AIM, hexside, 0, 0));
  }
}

/* The same order as in the list. */
static bool shell_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  bool aims = a.verb == V_TARGET || a.verb == V_AIM;

  if (aims && aimed(&S(p)->fight))
    return sal_refuse(why, R_6_4_2, "The target is chosen.", 0, 0);
  switch (a.verb) {
  case V_COMMIT: return may_fire(p, why);
  case V_GUN: return may_join(p, side, unit_of(a), why);
  case V_TARGET: return may_aim(p, side, hex_of(a, 0), why);
  case V_AIM: return may_aim_bridge(p, edge_of(a, 0), why);
  case V_CANCEL: return true;
  default: return sal_refuse(why, R_6_4_2, "Give the order to fire, or call it off.", 0, 0);
  }
}

/* ---- the fire --------------------------------------------------------------------------- */

/* The row of a table by strength points, as its labels say. */
int wb_fire_row(const struct sal_play *p, int table, int sp) {
  int row = 0;
  while (row < FIRE_ROWS - 1 && sp > O(p)->fire_bound[table][row])
    row++;
  return row;
}

/* A result on all units in a hex: losses are the owner's choice, D strikes all, a dot is one test
 * for all. */
void wb_strike_hex(struct sal_play *p, sal_hex h, const struct cell_result *r, int rule) {
  struct state *s = S(p);
  int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET;
  int roll = -1;

  EACH_AT(s, u, h) {
    wb_touch(p, u);
  }
  if (r->test[1]) {
    roll = wb_two_dice(p, R_5_6_2);
    sal_tell(p, E_TEST, R_5_6_2, SAL_EV(.n = {(int16_t)roll, (int16_t)side}));
  }
  EACH_AT(s, u, h) {
    bool fails = roll >= K(p, u)->morale;
    if (r->disorg[1] || fails)
      wb_disorganize(p, u, rule);
  }
  if (r->loss[1])
    wb_ask_losses(p, side, r->loss[1], L_HEX, h, rule);
}

/* The guns, the aircraft and the ground on the card. */
static void fire_lines(const struct sal_play *p, struct sal_card *c) {
  const struct combat *f = &S(p)->fight;
  int times = f->barrage ? 2 : 1;
  int rule = f->barrage ? R_6_5_3 : R_6_4_1;

  EACH_PART(f, u) {
    sal_card_add(c, f->side, wb_attack_sp(p, u) * times, 1, rule, (sal_unit)u, "%s",
                 p->book->counter[u].label);
  }
  if (!f->ntargets)
    return;
  int air = support_sp(p, f->side, f->target[0]);
  int terrain = O(p)->cm[f->target[0]];
  if (air)
    sal_card_add(c, f->side, air, 1, R_8_2_3, SAL_NOUNIT, "air support");
  if (terrain)
    sal_card_add(c, f->side, -2 * terrain, 1, R_6_4_2, SAL_NOUNIT, "terrain, doubled");
}

/* The row of the table, and the rule behind the points. */
static int fire_step(const struct sal_play *p, struct sal_card *c, const struct sal_table *t) {
  const struct combat *f = &S(p)->fight;
  sal_hex h = f->ntargets ? f->target[0] : SAL_NOHEX;
  int sp = fire_sp(p, h);
  int row = wb_fire_row(p, f->bridge ? FIRE_OBJECTS : FIRE_GUNS, sp);

  if (f->bridge)
    sal_card_to(c, R_6_4_7, t->row[row], "%d {point/points}", sp);
  else if (support_sp(p, f->side, h))
    sal_card_to(c, R_6_4_4, t->row[row], "%d {point/points} with the aircraft", sp);
  else
    sal_card_to(c, R_6_4_2, t->row[row], "%d {point/points}", sp);

  return row;
}

/* The card of the fire as it is now. */
void wb_fire_card(const struct sal_play *p, struct sal_card *c) {
  const struct combat *f = &S(p)->fight;
  const char *table = f->bridge ? "objects" : "artillery";
  const struct sal_table *t = sal_table_find(p->book, table);
  char title[80];

  if (f->bridge)
    sal_format(title, sizeof title, "Fire at the bridge at %s",
               B(p)->name[bridge_end(f->bridge - 1)]);
  else
    sal_format(title, sizeof title, "Fire at %s", B(p)->name[f->target[0]]);
  sal_card_odds(c, f->side, f->bridge ? R_6_4_7 : R_6_4_2, title);
  sal_format(c->table, sizeof c->table, "%s", table);
  fire_lines(p, c);
  int row = fire_step(p, c, t);
  for (int roll = 2; roll <= 12; roll++) {
    struct sal_card_outcome *o =
        sal_card_may(c, wb_ways[roll], 36, "%d: %s", roll, sal_table_cell(t, row, roll - 2));
    if (!f->bridge)
      o->loss[sal_enemy(f->side)] = (int8_t)O(p)->artillery[row][roll - 2].loss[1];
  }
}

/* The rule that this fire is made under. */
static int fire_rule(const struct combat *f) {
  if (f->bridge)
    return R_6_4_7;
  return f->barrage ? R_6_5_3 : R_6_4_2;
}

/* 6.1.4, 6.5.5-6.5.7: the guns have fired; those of a barrage are silent for a while and have used
 * up ammunition. */
static void note_fire(struct sal_play *p, const struct combat *f) {
  struct state *s = S(p);

  EACH_PART(f, u) {
    struct unit *unit = &s->unit[u];
    wb_touch(p, u);
    unit->flags = (uint8_t)((unit->flags | FIRED) & ~MARKED);
    if (f->barrage)
      unit->status = (uint8_t)((unit->status & ~BARRAGES) | 2 * BARRAGE);
    wb_open(p, u);
  }
  if (f->barrage)
    s->au[f->side] = (uint8_t)(s->au[f->side] - f->nparts);
}

/* The roll and what it does to the hex or the bridge. */
static void fire(struct sal_play *p, int side) {
  struct state *s = S(p);
  struct combat f = s->fight;
  struct sal_card *card = sal_event_card(p);

  if (card)
    wb_fire_card(p, card);
  sal_hex h = f.ntargets ? f.target[0] : SAL_NOHEX;
  sal_hex at = h ? h : bridge_end(f.bridge - 1);
  int row = wb_fire_row(p, h ? FIRE_GUNS : FIRE_OBJECTS, fire_sp(p, h));
  int roll = wb_two_dice(p, R_6_4_2);
  int rule = fire_rule(&f);
  if (card)
    card->rolled = (int16_t)(roll - 2);
  sal_tell(
      p, E_FIRE, rule,
      SAL_EV(.at = {at}, .n = {(int16_t)roll, (int16_t)f.nparts}, .card = wb_card_no(p, card)));
  note_fire(p, &f);
  wb_clear_fight(s);
  sal_pop(p);
  if (h) {
    s->cell[h].ground |= SHELLED;
    wb_air_used(p, side, OFFENCE, h);
    wb_strike_hex(p, h, &O(p)->artillery[row][roll - 2], rule);
  } else if (O(p)->objects[row][roll - 2]) {
    wb_break(p, wb_bridge_of(p, f.bridge - 1), R_6_4_7);
  }
}

/* Guns are kept in order, so that equal choices are equal games. */
static void add_gun(struct sal_play *p, int u) {
  struct combat *f = &S(p)->fight;
  int i = f->nparts++;

  for (; i > 0 && f->part[i - 1] > u; i--)
    f->part[i] = f->part[i - 1];
  f->part[i] = (uint16_t)u;
  S(p)->unit[u].part = PG;
}

/* Gathers the guns in state->fight until the order is given. */
static void shell_apply(struct sal_play *p, int side, struct sal_action a) {
  struct combat *f = &S(p)->fight;

  switch (a.verb) {
  case V_COMMIT: fire(p, side); break;
  case V_GUN: add_gun(p, unit_of(a)); break;
  case V_TARGET: f->target[f->ntargets++] = hex_of(a, 0); break;
  case V_AIM: f->bridge = (uint16_t)(edge_of(a, 0) + 1); break;
  default:
    wb_clear_fight(S(p));
    sal_pop(p);
    break;
  }
}

/* Shows the card as soon as there is a target. */
static void shell_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;

  if (f->barrage)
    out->rule = R_6_5_2;
  EACH_PART(f, u) {
    sal_prompt_select(out, (sal_unit)u);
  }
  if (!aimed(f)) {
    sal_prompt_say(out, "%s: add guns, then choose their target.", people(side));
    return;
  }
  sal_prompt_say(out, "%s: give the order to fire.", people(side));
  wb_fire_card(p, sal_prompt_card(out));
}

const struct sal_node wb_shell = {.id = "attack.shell",
                                  .rule = R_6_4_2,
                                  .list = shell_list,
                                  .check = shell_check,
                                  .apply = shell_apply,
                                  .prompt = shell_prompt};

/* ---- 6.5 the barrage phase -------------------------------------------------------------- */

/* 6.5.4, 6.5.7: a barrage needs two guns and ammunition for both. */
static bool barrage_gun(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int ammunition = S(p)->au[side];

  if (!wb_gun_ready(p, side, u, why))
    return false;
  if (ammunition < 2)
    return sal_refuse(why, R_6_5_7,
                      "There is ammunition for {n0} {gun/guns}, and two guns are needed.",
                      ammunition, 0);

  return true;
}

/* Guns that may begin a barrage, or the end of the phase. */
static void barrage_list(const struct sal_play *p, int side, struct sal_list *l) {
  EACH_GUN(p, side, u) {
    if (barrage_gun(p, side, u, NULL))
      sal_list_add(l, sal_act(V_SHELL, u, 0, 0));
  }
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

/* This phase allows only barrages. */
static bool barrage_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_SHELL)
    return barrage_gun(p, side, unit_of(a), why);
  if (a.verb != V_DONE)
    return wb_not_now(p, a, why);
  return true;
}

/* Targets of the barrage may be attacked and fired at in the attack phase. */
static void end_barrage(struct sal_play *p, int side) {
  struct state *s = S(p);

  EACH_GUN(p, side, u) {
    s->unit[u].flags &= (uint8_t)~FIRED;
  }
  for (int h = 0; h < B(p)->cells; h++)
    s->cell[h].ground &= (uint8_t)~SHELLED;
  sal_pop(p);
}

/* The first gun of a barrage opens the gathering. */
static void barrage_apply(struct sal_play *p, int side, struct sal_action a) {
  struct combat *f = &S(p)->fight;

  if (a.verb == V_DONE) {
    end_barrage(p, side);
    return;
  }
  f->side = (uint8_t)side;
  f->barrage = 1;
  add_gun(p, unit_of(a));
  sal_push(p, N_SHELL, side);
}

/* Says how much ammunition is left. */
static void barrage_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose guns for the barrage (%d ammunition), or pass.", people(side),
                 S(p)->au[side]);
}

const struct sal_node wb_barrage = {.id = "barrage",
                                    .rule = R_6_5_2,
                                    .list = barrage_list,
                                    .check = barrage_check,
                                    .apply = barrage_apply,
                                    .prompt = barrage_prompt};
