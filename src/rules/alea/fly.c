/* fly.c - 12.bomb, 12.cas, II.opt.aa and II.opt.hunter: what aircraft do to the ground, and what the ground does to them.
 *
 * Whenever aircraft come within reach of the enemy's flak rule, the enemy is asked, whether or not he has flak
 * there: an AA unit under another counter must not show by a question that is not put.
 */
#include "state.h"

static bool aa_on(const struct sal_play *p) { return O(p)->south ? opt(p, O_AA) : opt(p, O_AA_NORTH); }

static bool bomber_free(const struct sal_play *p, int side, int u) {
  const struct unit *unit = U(p, u);
  return side_of(p, u) == side && I(p, u)->kind == BOMBER && unit->steps && !unit->at && unit->box == air_box(side, B_ATTACK) && !(unit->flags & GROUP);
}

bool alea_any_bomber(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (bomber_free(p, side, O(p)->air[side][i])) return true;
  return false;
}

static void fly_home(struct sal_play *p, int u) {
  struct unit *unit = U(p, u);
  unit->flags &= (uint16_t)~GROUP;
  unit->at = SAL_NOHEX;
  if (unit->steps) unit->box = (uint8_t)air_box(side_of(p, u), B_AIR);
}

/* ---- 12.bomb.1 the window after air combat --------------------------------------------------------------------------- */

static bool airraid_run(struct sal_play *p) {
  if (alea_any_bomber(p, sal_top(p)->side)) return false;
  sal_pop(p);
  return true;
}

static void airraid_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  sal_list_add(l, sal_act(V_RAID, 0, 0, 0));
}

static bool airraid_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_DONE || a.verb == V_RAID;
}

static void airraid_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) sal_pop(p);
  else sal_push(p, N_RAID, side);
}

static void airraid_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: bomb with aircraft of the Attack box, or hold them for the movement phase.", name_of(side));
}

const struct sal_node alea_airraid = {.id = "air.bomb", .rule = R_12_bomb_1, .run = airraid_run, .list = airraid_list, .check = airraid_check, .apply = airraid_apply, .prompt = airraid_prompt};

/* ---- one raid: x[0] hex (0: to be chosen), x[1] 1 = the flak has had its say -------------------------------------------- */

static bool may_bomb(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (S(p)->cell[h].ground & RAIDED) return sal_refuse(why, R_12_bomb_1, "{h0} has been bombed in this window.", h, 0);
  for (int u = enemy_at(p, side, h) ? top(p, h) : -1; u >= 0; u = below(p, u))
    if (!(U(p, u)->flags & HIDDEN)) return true; /* opt.secret */
  return sal_refuse(why, R_12_bomb_1, "There is no enemy to be seen in {h0}.", h, 0);
}

static bool any_named(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (U(p, O(p)->air[side][i])->flags & GROUP) return true;
  return false;
}

static void raid_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  const struct sal_board *b = &p->book->board;
  for (int i = 0; f->x[0] && i < O(p)->nair[side]; i++)
    if (bomber_free(p, side, O(p)->air[side][i])) sal_list_add(l, sal_act(V_ADD, O(p)->air[side][i], 0, 0));
  if (f->x[0] && any_named(p, side)) sal_list_add(l, sal_act(V_FIRE, 0, 0, 0));
  for (int h = 0; !f->x[0] && h < b->cells; h++)
    if (S(p)->cell[h].first && may_bomb(p, side, (sal_hex)h, NULL)) sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static bool raid_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  if (a.verb == V_TARGET) return !f->x[0] && may_bomb(p, side, a.x[0], why);
  if (a.verb == V_ADD) return f->x[0] && (bomber_free(p, side, a.x[0]) || sal_refuse(why, R_12_bomb_1, "{u0} is not a bomber that waits in the Attack box.", a.x[0], 0));
  if (a.verb == V_FIRE) return (f->x[0] && any_named(p, side)) || sal_refuse(why, R_12_bomb_1, "No bomber has been named.", 0, 0);
  return a.verb == V_CANCEL;
}

static void raid_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  if (a.verb == V_TARGET) {
    f->x[0] = a.x[0];
  } else if (a.verb == V_ADD) {
    U(p, a.x[0])->flags |= GROUP;
  } else if (a.verb == V_FIRE) {
    f->x[1] = 1;
    S(p)->cell[f->x[0]].ground |= RAIDED;
    if (alea_has_flak(p, -1)) sal_push(p, N_FLAK, sal_enemy(side))->x[0] = f->x[0];
  } else {
    for (int i = 0; i < O(p)->nair[side]; i++) U(p, O(p)->air[side][i])->flags &= (uint16_t)~GROUP;
    sal_pop(p);
  }
}

static bool raid_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  int side = f->side, sum = 0;
  sal_hex h = f->x[0];
  if (!f->x[1]) return false;
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (U(p, O(p)->air[side][i])->flags & GROUP) sum += alea_bomb(p, O(p)->air[side][i]);
  sal_pop(p);
  alea_shell(p, side, h, sum, false, E_RAID, R_12_bomb_1);
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (U(p, O(p)->air[side][i])->flags & GROUP) fly_home(p, O(p)->air[side][i]);
  return true;
}

static void raid_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  if (!f->x[0]) {
    sal_prompt_say(out, "%s: choose the hex to bomb.", name_of(side));
    return;
  }
  sal_prompt_say(out, "%s: name the bombers that attack %s, then send them.", name_of(side), p->book->board.name[f->x[0]]);
  for (int i = 0; i < O(p)->nair[side] && out->nselected < SAL_SELECTED; i++)
    if (U(p, O(p)->air[side][i])->flags & GROUP) out->selected[out->nselected++] = O(p)->air[side][i];
  if (any_named(p, side)) alea_shell_card(p, side, f->x[0], false, sal_prompt_card(out));
}

const struct sal_node alea_raid = {.id = "air.raid", .rule = R_12_bomb_1, .run = raid_run, .list = raid_list, .check = raid_check, .apply = raid_apply, .prompt = raid_prompt};

/* ---- II.opt.aa.3, II.opt.aa.4, II.opt.hqaa flak: x[0] hex, x[1] 0 raid, 1 combat, 2 tank hunters; x[2] the hunter ------------------ */

bool alea_has_flak(const struct sal_play *p, int u) {
  if (u < 0) return aa_on(p) || opt(p, O_HQAA);
  const struct unit *unit = U(p, u);
  if (!unit->at || unit->flags & (SHOT | HIDDEN)) return false;
  if (I(p, u)->kind == HQ) return opt(p, O_HQAA);
  return I(p, u)->kind == AA && unit->flags & AAMODE && aa_on(p);
}

bool alea_flak_at(const struct sal_play *p, int side, int u, sal_hex h, struct sal_refusal *why) {
  if (side_of(p, u) != side || is_air(p, u) || !alea_has_flak(p, u)) return sal_refuse(why, R_II_opt_aa_3, "{u0} is not a unit that may fire at aircraft now.", u, 0);
  return sal_distance(&p->book->board, U(p, u)->at, h) <= 1 || sal_refuse(why, R_II_opt_aa_3, "{u0} is not in {h1} or next to it.", u, h);
}

static bool flak_target(const struct sal_play *p, int side, int v) {
  const struct sal_frame *f = sal_top(p);
  if (!is_air(p, v) || side_of(p, v) == side || !U(p, v)->steps) return false;
  return f->x[1] == 2 ? v == f->x[2] : (U(p, v)->flags & GROUP) != 0;
}

static bool may_flak(const struct sal_play *p, int side, int u, int v, struct sal_refusal *why) {
  if (!alea_flak_at(p, side, u, sal_top(p)->x[0], why)) return false;
  return flak_target(p, side, v) || sal_refuse(why, R_II_opt_aa_3, "{u0} is not one of the aircraft in the attack.", v, 0);
}

static bool flak_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  for (int i = 0; i < O(p)->nair[sal_enemy(side)]; i++)
    if (flak_target(p, side, O(p)->air[sal_enemy(side)][i])) return false;
  sal_pop(p);
  return true;
}

static void flak_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  int enemy = sal_enemy(side);
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if ((I(p, u)->kind != AA && I(p, u)->kind != HQ) || !alea_flak_at(p, side, u, sal_top(p)->x[0], NULL)) continue;
    for (int k = 0; k < o->nair[enemy]; k++)
      if (may_flak(p, side, u, o->air[enemy][k], NULL)) sal_list_add(l, sal_act(V_FLAK, u, o->air[enemy][k], 0));
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

static bool flak_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_FLAK) return may_flak(p, side, a.x[0], a.x[1], why);
  return a.verb == V_PASS;
}

static void flak_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = a.x[0], v = a.x[1];
  bool hq = I(p, u)->kind == HQ;
  int rule = hq ? R_II_opt_hqaa : sal_top(p)->x[1] == 1 ? R_II_opt_aa_4 : R_II_opt_aa_3, dice = hq ? 1 : U(p, u)->steps, hits = 0;
  (void)side;
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  int factor = hq ? 1 : U(p, u)->flags & DSG ? (I(p, u)->at + 1) / 2 : I(p, u)->at; /* 13.art.5 */
  for (int i = 0; i < dice; i++) hits += sal_roll(p->dice, 10, rule, u) <= factor;
  U(p, u)->flags |= SHOT; /* once a turn */
  sal_reveal(p);
  sal_tell(p, E_FLAK, rule, SAL_EVUU(u, v, .at = {sal_top(p)->x[0]}, .n = {(int16_t)hits}));
  alea_air_lose(p, v, hits, rule);
}

static void flak_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: fire at the aircraft over %s, or pass.", name_of(side), p->book->board.name[sal_top(p)->x[0]]);
}

const struct sal_node alea_flak = {.id = "air.flak", .rule = R_II_opt_aa_3, .run = flak_run, .list = flak_list, .check = flak_check, .apply = flak_apply, .prompt = flak_prompt};

/* ---- 12.cas placing close support: x[0] the unit ------------------------------------------------------------------------------------- */

bool alea_may_cas(const struct sal_play *p, int side, int u, int box, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || I(p, u)->kind != BOMBER || !unit->steps || unit->at || unit->box != air_box(side, box)) return sal_refuse(why, R_12_cas_1, "{u0} does not wait in that box.", u, 0);
  return I(p, u)->cas || sal_refuse(why, R_12_cas_5, "{u0} may only bombard.", u, 0);
}

static bool may_put(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  return friend_at(p, side, h) || sal_refuse(why, R_12_cas_1, "There are no friendly ground units in {h0}.", h, 0);
}

static void cas_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  for (int h = 0; h < b->cells; h++)
    if (S(p)->cell[h].first && may_put(p, side, (sal_hex)h, NULL)) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

static bool cas_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_PUT) return may_put(p, side, a.x[0], why);
  return a.verb == V_CANCEL;
}

static void cas_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = sal_top(p)->x[0];
  sal_pop(p);
  if (a.verb == V_CANCEL) return;
  U(p, u)->at = a.x[0];
  sal_tell(p, E_CAS, U(p, u)->box == air_box(side, B_DEFENCE) ? R_12_cas_3 : R_12_cas_1, SAL_EVU(u, .at = {a.x[0]}));
  bool hunts = O(p)->south ? opt(p, O_HUNTER) : opt(p, O_HUNTER_NORTH);
  if (!hunts || !I(p, u)->at || side != SAL_GERMAN) return;
  sal_push(p, N_HUNT, side)->x[0] = u; /* II.opt.hunter */
}

static void cas_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  out->selected[out->nselected++] = sal_top(p)->x[0];
  sal_prompt_say(out, "%s: choose the hex that %s supports.", name_of(side), label(p, sal_top(p)->x[0]));
}

const struct sal_node alea_cas = {.id = "air.cas", .rule = R_12_cas_1, .list = cas_list, .check = cas_check, .apply = cas_apply, .prompt = cas_prompt};

/* ---- 12.cas.3 defensive support, after the Soviet moves ----------------------------------------------------------------------------------- */

static bool defcas_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (alea_may_cas(p, side, O(p)->air[side][i], B_DEFENCE, NULL)) return false;
  sal_pop(p);
  return true;
}

static void defcas_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (alea_may_cas(p, side, O(p)->air[side][i], B_DEFENCE, NULL)) sal_list_add(l, sal_act(V_CAS, O(p)->air[side][i], 0, 0));
}

static bool defcas_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_CAS) return alea_may_cas(p, side, a.x[0], B_DEFENCE, why);
  return a.verb == V_DONE;
}

static void defcas_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) sal_pop(p);
  else sal_push(p, N_CAS, side)->x[0] = a.x[0];
}

static void defcas_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: place defensive close support, or end.", name_of(side));
}

const struct sal_node alea_defcas = {.id = "air.defence", .rule = R_12_cas_3, .run = defcas_run, .list = defcas_list, .check = defcas_check, .apply = defcas_apply, .prompt = defcas_prompt};

/* ---- II.opt.hunter: x[0] the aircraft, x[1] target + 1 once chosen ------------------------------------------------------------------------------ */

static bool may_hunt(const struct sal_play *p, int side, int v, struct sal_refusal *why) {
  int u = sal_top(p)->x[0], kind = I(p, v)->kind;
  sal_hex at = U(p, v)->at;
  if (side_of(p, v) == side || !at || at >= p->book->board.cells || (kind != TANK && kind != AG && kind != TRAIN)) return sal_refuse(why, R_II_opt_hunter, "{u0} is not a Soviet tank unit on the map.", v, 0);
  if (sal_distance(&p->book->board, at, U(p, u)->at) != 1) return sal_refuse(why, R_II_opt_hunter, "{u0} is not next to the hex supported.", v, 0);
  return top(p, at) == v || alea_examined(p, side, at) || sal_refuse(why, R_5_8, "That counter cannot be seen.", 0, 0);
}

static bool hunt_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  int side = f->side;
  sal_unit u = f->x[0];
  if (f->x[1]) { /* the flak has fired first */
    sal_unit v = (sal_unit)(f->x[1] - 1);
    sal_pop(p);
    if (!U(p, u)->steps || !U(p, v)->at) return true;
    int die = sal_roll(p->dice, 6, R_II_opt_hunter, u) + (U(p, v)->flags & BURIED ? 1 : 0);
    bool hit = die <= I(p, u)->at;
    sal_tell(p, E_HUNT, R_II_opt_hunter, SAL_EVUU(u, v, .n = {hit}));
    if (hit) alea_lose(p, v, R_II_opt_hunter);
    return true;
  }
  const struct sal_board *b = &p->book->board;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, U(p, u)->at, d);
    for (int v = n ? top(p, n) : -1; v >= 0; v = below(p, v))
      if (may_hunt(p, side, v, NULL)) return false;
  }
  sal_pop(p);
  return true;
}

static void hunt_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, U(p, sal_top(p)->x[0])->at, d);
    for (int v = n ? top(p, n) : -1; v >= 0; v = below(p, v))
      if (may_hunt(p, side, v, NULL)) sal_list_add(l, sal_act(V_HUNT, v, 0, 0));
  }
}

static bool hunt_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_HUNT) return may_hunt(p, side, a.x[0], why);
  return a.verb == V_PASS;
}

static void hunt_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  f->x[1] = (uint16_t)(a.x[0] + 1);
  sal_unit hunter = f->x[0];
  if (!alea_has_flak(p, -1)) return;
  struct sal_frame *flak = sal_push(p, N_FLAK, sal_enemy(side));
  flak->x[0] = U(p, a.x[0])->at;
  flak->x[1] = 2;
  flak->x[2] = hunter;
}

static void hunt_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  out->selected[out->nselected++] = sal_top(p)->x[0];
  sal_prompt_say(out, "%s: %s may fire at a Soviet tank unit next to the hex it supports, or pass.", name_of(side), label(p, sal_top(p)->x[0]));
}

const struct sal_node alea_hunt = {.id = "air.hunt", .rule = R_II_opt_hunter, .run = hunt_run, .list = hunt_list, .check = hunt_check, .apply = hunt_apply, .prompt = hunt_prompt};
