/* guns.c - 6.4, 6.5: ranged attacks on hexes and bridges, and the barrage (when nobody is obliged to anything yet).
 *
 * The guns gather in state->fight like the attackers of a combat; until the order is given the other side knows
 * nothing of it. wb_strike_hex is shared with the aircraft.
 */
#include "state.h"

bool wb_gun_ready(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (!on_map(p, u) || side_of(p, u) != side || !is_gun(K(p, u))) return sal_refuse(why, R_6_1_1, "{u0} is not artillery of this side on the map.", u, 0);
  if (unit->flags & FIRED) return sal_refuse(why, R_6_1_4, "{u0} has fired in this phase.", u, 0);
  if (unit->flags & FOUGHT) return sal_refuse(why, R_5_1_1, "{u0} has fought in this phase.", u, 0);
  if (unit->more & PACKED) return sal_refuse(why, R_6_1_3, "{u0} is packed for transport.", u, 0);
  return true;
}

static int support_sp(const struct sal_play *p, int side, sal_hex h) {
  int stars;
  return wb_air_sp(p, side, OFFENCE, h, &stars);
}

static int fire_sp(const struct sal_play *p, sal_hex h) { /* 6.4.2b, 6.5.3 */
  const struct combat *f = &S(p)->fight;
  int sp = 0;
  for (int i = 0; i < f->nparts; i++) sp += wb_attack_sp(p, f->part[i]);
  if (f->barrage) sp *= 2;
  if (h) sp += support_sp(p, f->side, h) - 2 * O(p)->cm[h]; /* 6.4.4 */
  return sp;
}

static bool target_ok(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  const struct cell *c = &S(p)->cell[h];
  if (!(c->pres & occ(sal_enemy(side)))) return sal_refuse(why, R_6_4_1, "There are no enemies in {h0}.", h, 0);
  if (c->ground & ATTACKED) return sal_refuse(why, R_6_4_5, "{h0} was attacked in this phase.", h, 0);
  if (c->ground & SHELLED) return sal_refuse(why, R_6_4_5, "{h0} was under fire in this phase.", h, 0);
  return !wb_hex_owed(p, side, h) || sal_refuse(why, R_6_4_5, "{h0} must be attacked directly.", h, 0);
}

static bool may_aim(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  if (!target_ok(p, side, h, why)) return false;
  for (int i = 0; i < f->nparts; i++) {
    int far = sal_distance(B(p), S(p)->unit[f->part[i]].at, h);
    if (far > RANGE) return sal_refuse(why, R_6_1_2, "{h1} is out of {u0}'s range.", f->part[i], h);
    if (far <= 1) return sal_refuse(why, R_6_4_3, "{h1} is next to {u0}.", f->part[i], h);
  }
  if (fire_sp(p, h) <= 0) return sal_refuse(why, R_6_4_2, "The ground in {h0} swallows this fire.", h, 0);
  return !wb_would_isolate(p, side, h, why);
}

static bool may_aim_bridge(const struct sal_play *p, int hexside, struct sal_refusal *why) { /* 6.4.7 */
  const struct combat *f = &S(p)->fight;
  if (f->barrage) return sal_refuse(why, R_6_5_3, "A barrage is laid on units.", 0, 0);
  if (!S(p)->head.option[O_BRIDGES] || !wb_standing(p, hexside)) return sal_refuse(why, R_14_1_1, "No bridge stands there.", 0, 0);
  for (int i = 0; i < f->nparts; i++) {
    sal_hex at = S(p)->unit[f->part[i]].at, a = (sal_hex)(hexside / 6);
    int near = sal_distance(B(p), at, a), other = sal_distance(B(p), at, (sal_hex)(a + B(p)->step[hexside % 6]));
    if (smaller(near, other) > RANGE) return sal_refuse(why, R_6_4_7, "The bridge is out of {u0}'s range.", f->part[i], 0);
  }
  return true;
}

bool wb_gun_has_target(const struct sal_play *p, int side, int u) {
  sal_hex at = S(p)->unit[u].at;
  const struct own *o = O(p);
  for (int i = 0; i < AROUND; i++) {
    sal_hex h = wb_enemies_around(p, side, at, i);
    if (h && o->around_far[i] > 1 && target_ok(p, side, h, NULL)) return true;
  }
  if (!S(p)->head.option[O_BRIDGES] || !(o->line[at] & BRIDGE_NEAR || S(p)->nbuilt)) return false;
  for (int i = 0; i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i);
    sal_hex a = (sal_hex)(hexside / 6);
    int far = sal_distance(B(p), at, a);
    if (S(p)->bridge[i] & DOWN || far > RANGE + 1) continue;
    if (far <= RANGE || sal_distance(B(p), at, (sal_hex)(a + B(p)->step[hexside % 6])) <= RANGE) return true;
  }
  return false;
}

/* ---- gathering the guns: state->fight; target[0] or bridge once aimed ------------------------------------------------- */

static bool aimed(const struct combat *f) { return f->ntargets || f->bridge; }

static bool may_join(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  if (!wb_gun_ready(p, side, u, why)) return false;
  if (S(p)->unit[u].part) return sal_refuse(why, R_6_4_2, "{u0} fires already.", u, 0);
  if (aimed(f)) return sal_refuse(why, R_6_4_2, "The target is chosen.", 0, 0);
  if (f->barrage && f->nparts >= S(p)->au[side]) return sal_refuse(why, R_6_5_7, "There is no ammunition for more guns.", 0, 0);
  for (int i = 0; i < f->nparts; i++) /* no hex could be in range of both otherwise */
    if (sal_distance(B(p), S(p)->unit[f->part[i]].at, S(p)->unit[u].at) > 2 * RANGE) return sal_refuse(why, R_6_4_2, "{u0} is too far from the other guns.", u, 0);
  return f->nparts < 24 || sal_refuse(why, R_6_4_2, "No more guns can join.", 0, 0);
}

static void list_aims(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex at = S(p)->unit[S(p)->fight.part[0]].at;
  for (int i = 0; i < AROUND; i++) {
    sal_hex h = wb_enemies_around(p, side, at, i);
    if (may_aim(p, side, h, NULL)) sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
  }
}

static bool may_fire(const struct sal_play *p, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  if (!aimed(f)) return sal_refuse(why, R_6_4_2, "Choose a target first.", 0, 0);
  return !f->barrage || f->nparts >= 2 || sal_refuse(why, R_6_5_4, "A barrage takes two guns at least.", 0, 0);
}

static void shell_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct combat *f = &S(p)->fight;
  const struct own *o = O(p);
  if (may_fire(p, NULL)) sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  if (aimed(f)) return;
  list_aims(p, side, l);
  for (int i = 0; i < o->nguns[side]; i++)
    if (may_join(p, side, o->guns[side][i], NULL)) sal_list_add(l, sal_act(V_GUN, o->guns[side][i], 0, 0));
  for (int i = 0; i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i);
    if (may_aim_bridge(p, hexside, NULL)) sal_list_add(l, sal_act(V_AIM, hexside, 0, 0));
  }
}

static bool shell_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct combat *f = &S(p)->fight;
  switch (a.verb) {
  case V_COMMIT: return may_fire(p, why);
  case V_GUN: return may_join(p, side, a.x[0], why);
  case V_TARGET: return !aimed(f) ? may_aim(p, side, a.x[0], why) : sal_refuse(why, R_6_4_2, "The target is chosen.", 0, 0);
  case V_AIM: return !aimed(f) ? may_aim_bridge(p, a.x[0], why) : sal_refuse(why, R_6_4_2, "The target is chosen.", 0, 0);
  default: return a.verb == V_CANCEL || sal_refuse(why, R_6_4_2, "Give the order to fire, or call it off.", 0, 0);
  }
}

int wb_fire_row(int sp) { return sp <= 2 ? 0 : sp <= 5 ? 1 : sp <= 8 ? 2 : sp <= 12 ? 3 : sp <= 16 ? 4 : 5; }

/* A result on everybody in a hex: losses are the owner's choice, D strikes all, a dot is one test for all. */
void wb_strike_hex(struct sal_play *p, sal_hex h, const struct cell_result *r, int rule) {
  struct state *s = S(p);
  int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET, roll = -1;
  EACH_AT(s, u, h) wb_touch(p, u);
  if (r->test[1]) {
    roll = wb_two_dice(p, R_5_6_2);
    sal_tell(p, E_TEST, R_5_6_2, SAL_EV(.n = {(int16_t)roll, (int16_t)side}));
  }
  EACH_AT(s, u, h)
    if (r->disorg[1] || roll >= K(p, u)->morale) wb_disorganize(p, u, rule);
  if (r->loss[1]) wb_ask_losses(p, side, r->loss[1], L_HEX, h, rule);
}

static void fire_lines(const struct sal_play *p, struct sal_card *c) {
  const struct combat *f = &S(p)->fight;
  for (int i = 0; i < f->nparts; i++) sal_card_add(c, f->side, wb_attack_sp(p, f->part[i]) * (f->barrage ? 2 : 1), 1, f->barrage ? R_6_5_3 : R_6_4_1, f->part[i], "%s", p->book->counter[f->part[i]].label);
  if (!f->ntargets) return;
  int air = support_sp(p, f->side, f->target[0]);
  if (air) sal_card_add(c, f->side, air, 1, R_8_2_3, SAL_NOUNIT, "air support");
  if (O(p)->cm[f->target[0]]) sal_card_add(c, f->side, -2 * O(p)->cm[f->target[0]], 1, R_6_4_2, SAL_NOUNIT, "terrain, doubled");
}

void wb_fire_card(const struct sal_play *p, struct sal_card *c) {
  static const uint8_t ways[13] = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
  const struct combat *f = &S(p)->fight;
  const struct sal_table *t = sal_table_find(p->book, f->bridge ? "objects" : "artillery");
  char title[80];
  sal_format(title, sizeof title, f->bridge ? "Fire at the bridge at %s" : "Fire at %s", B(p)->name[f->bridge ? (f->bridge - 1) / 6 : f->target[0]]);
  sal_card_odds(c, f->side, f->bridge ? R_6_4_7 : R_6_4_2, title);
  sal_format(c->table, sizeof c->table, "%s", f->bridge ? "objects" : "artillery");
  fire_lines(p, c);
  int row = wb_fire_row(fire_sp(p, f->ntargets ? f->target[0] : SAL_NOHEX));
  bool air = f->ntargets && support_sp(p, f->side, f->target[0]);
  sal_card_to(c, f->bridge ? R_6_4_7 : air ? R_6_4_4 : R_6_4_2, t->row[row], air ? "%d points with the aircraft" : "%d points", fire_sp(p, f->ntargets ? f->target[0] : SAL_NOHEX));
  for (int roll = 2; roll <= 12; roll++) {
    struct sal_card_outcome *o = sal_card_may(c, ways[roll], 36, "%d: %s", roll, sal_table_cell(t, row, roll - 2));
    if (!f->bridge) o->loss[sal_enemy(f->side)] = (int8_t)O(p)->artillery[row][roll - 2].loss[1];
  }
}

static void fire(struct sal_play *p, int side) {
  struct state *s = S(p);
  struct combat f = s->fight;
  struct sal_card *card = sal_event_card(p);
  if (card) wb_fire_card(p, card);
  sal_hex h = f.ntargets ? f.target[0] : SAL_NOHEX;
  int row = wb_fire_row(fire_sp(p, h)), roll = wb_two_dice(p, R_6_4_2);
  int rule = f.bridge ? R_6_4_7 : f.barrage ? R_6_5_3 : R_6_4_2;
  if (card) card->rolled = (int16_t)(roll - 2);
  sal_tell(p, E_FIRE, rule, SAL_EV(.at = {(sal_hex)(h ? h : (f.bridge - 1) / 6)}, .n = {(int16_t)roll, (int16_t)f.nparts}, .card = wb_card_no(p, card)));
  for (int i = 0; i < f.nparts; i++) {
    struct unit *unit = &s->unit[f.part[i]];
    wb_touch(p, f.part[i]);
    unit->flags = (uint8_t)((unit->flags | FIRED) & ~MARKED);
    if (f.barrage) unit->status = (uint8_t)((unit->status & ~BARRAGES) | 2 * BARRAGE);
    wb_open(p, f.part[i]);
  }
  if (f.barrage) s->au[side] = (uint8_t)(s->au[side] - f.nparts);
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

static void shell_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct combat *f = &s->fight;
  switch (a.verb) {
  case V_COMMIT: fire(p, side); break;
  case V_GUN: {
    int i = f->nparts++;
    for (; i > 0 && f->part[i - 1] > a.x[0]; i--) f->part[i] = f->part[i - 1];
    f->part[i] = a.x[0];
    s->unit[a.x[0]].part = PG;
    break;
  }
  case V_TARGET: f->target[f->ntargets++] = a.x[0]; break;
  case V_AIM: f->bridge = (uint16_t)(a.x[0] + 1); break;
  default:
    wb_clear_fight(s);
    sal_pop(p);
    break;
  }
}

static void shell_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct combat *f = &S(p)->fight;
  if (f->barrage) out->rule = R_6_5_2;
  sal_prompt_say(out, aimed(f) ? "%s: give the order to fire." : "%s: add guns, then choose their target.", people(side));
  for (int i = 0; i < f->nparts; i++) out->selected[out->nselected++] = f->part[i];
  if (aimed(f)) wb_fire_card(p, sal_prompt_card(out));
}

const struct sal_node wb_shell = {.id = "attack.shell", .rule = R_6_4_2, .list = shell_list, .check = shell_check, .apply = shell_apply, .prompt = shell_prompt};

/* ---- 6.5 the barrage phase --------------------------------------------------------------------------------------------------- */

static bool barrage_gun(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (!wb_gun_ready(p, side, u, why)) return false;
  return S(p)->au[side] >= 2 || sal_refuse(why, R_6_5_7, "There is ammunition for {n0} guns, and two are needed.", S(p)->au[side], 0);
}

static void barrage_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nguns[side]; i++)
    if (barrage_gun(p, side, O(p)->guns[side][i], NULL)) sal_list_add(l, sal_act(V_SHELL, O(p)->guns[side][i], 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool barrage_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_SHELL) return barrage_gun(p, side, a.x[0], why);
  return a.verb == V_DONE || sal_refuse(why, R_2_1_2, "That is not done in a barrage phase.", 0, 0);
}

static void barrage_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_DONE) {
    for (int i = 0; i < O(p)->nguns[side]; i++) s->unit[O(p)->guns[side][i]].flags &= (uint8_t)~FIRED; /* the attack phase is another matter */
    for (int h = 0; h < B(p)->cells; h++) s->cell[h].ground &= (uint8_t)~SHELLED;
    sal_pop(p);
    return;
  }
  s->fight.side = (uint8_t)side;
  s->fight.barrage = 1;
  s->fight.part[s->fight.nparts++] = a.x[0];
  s->unit[a.x[0]].part = PG;
  sal_push(p, N_SHELL, side);
}

static void barrage_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose guns for the barrage (%d ammunition), or pass.", people(side), S(p)->au[side]);
}

const struct sal_node wb_barrage = {.id = "barrage", .rule = R_6_5_2, .list = barrage_list, .check = barrage_check, .apply = barrage_apply, .prompt = barrage_prompt};
