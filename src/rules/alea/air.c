/* air.c - 12.1 to 12.air.7: secret assignment to boxes, and air combat in zones A and B.
 *
 * Zone A: German Attack box and Soviet Defence box; zone B: the other two. Within a zone the enemy knows a counter
 * only by its class and its place (`aux`): fighters first, then bombers, each in the order in which their owner
 * sent them, so that a place says nothing.
 */
#include "state.h"

#include <string.h>

static bool fighter(const struct sal_play *p, int u) { return I(p, u)->kind == FIGHTER; }
static int zone_box(int side, int zone) { return air_box(side, (side == SAL_GERMAN) == (zone == 0) ? B_ATTACK : B_DEFENCE); }

bool alea_air_known(const struct sal_play *p, int u) {
  const struct state *s = S(p);
  if (s->head.phase != P_ASSIGN && s->head.phase != P_AIR) return true;
  for (int zone = 0; zone < 2; zone++)
    if (U(p, u)->box == zone_box(side_of(p, u), zone)) return (s->air_open & 2 << zone) != 0;
  return (s->air_open & 6) == 6;
}

static void leaves_zone(struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  int side = side_of(p, u);
  for (int k = 0; k < 2; k++)
    if (unit->box == air_box(side, k ? B_DEFENCE : B_ATTACK)) S(p)->here[side][k][unit->aux / 8] &= (uint8_t)~(1 << unit->aux % 8);
}

void alea_air_lose(struct sal_play *p, sal_unit u, int n, int rule) {
  struct unit *unit = U(p, u);
  int side = side_of(p, u), cls = !fighter(p, u);
  bool open = alea_air_known(p, u);
  if (n > unit->steps) n = unit->steps;
  if (!n) return;
  unit->steps = (uint8_t)(unit->steps - n);
  if (opt(p, O_AIR)) S(p)->planes[side][cls] = (uint8_t)(S(p)->planes[side][cls] + n);
  sal_tell(p, unit->steps ? E_LOSS : E_DEAD, rule, SAL_EVU(u, .at = {unit->at}, .seen = (uint8_t)(open ? SAL_BOTH : SAL_BIT(side))));
  if (unit->steps) return;
  leaves_zone(p, u);
  *unit = (struct unit){.box = (uint8_t)(side == SAL_GERMAN ? B_DEAD : B_DEAD_S)};
}

/* ---- 12.2 assignment ------------------------------------------------------------------------------------------- */

static const uint8_t boxes[3] = {B_AIR, B_ATTACK, B_DEFENCE};

static int weight(const struct sal_play *p, int u) { return U(p, u)->steps * (fighter(p, u) ? 1 : 2); } /* opt.fuel.2 */

static int flying(const struct sal_play *p) {
  int sum = 0;
  for (int i = 0; i < O(p)->nair[SAL_GERMAN]; i++) {
    int u = O(p)->air[SAL_GERMAN][i];
    if (U(p, u)->steps && U(p, u)->box != B_AIR && U(p, u)->box) sum += weight(p, u);
  }
  return sum;
}

static bool short_of_fuel(const struct sal_play *p, int side) { return side == SAL_GERMAN && opt(p, O_FUEL) && !S(p)->fuel_now; }

static bool may_fly(const struct sal_play *p, int side, int u, int to, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  if (side_of(p, u) != side || !is_air(p, u) || !unit->steps || !unit->box) return sal_refuse(why, R_12_1, "{u0} is not an air unit of this side that could fly.", u, 0);
  if (unit->box == air_box(side, boxes[to])) return sal_refuse(why, R_12_2, "{u0} is there already.", u, 0);
  if (to == 2 && !fighter(p, u) && side == SAL_SOVIET) return sal_refuse(why, R_12_2, "Soviet bombers may not use the Defence box.", 0, 0);
  if (to == 2 && !fighter(p, u) && !I(p, u)->cas) return sal_refuse(why, R_12_cas_5, "{u0} gives no close support, so it has no task in the Defence box.", u, 0);
  bool grows = unit->box == air_box(side, B_AIR);
  return !grows || !short_of_fuel(p, side) || flying(p) + weight(p, u) <= 15 || sal_refuse(why, R_opt_fuel_2, "Without a fuel point only 15 steps fly, bombers counting double.", 0, 0);
}

static bool may_fuel(const struct sal_play *p, int side, int spend, struct sal_refusal *why) {
  const struct state *s = S(p);
  if (side != SAL_GERMAN || !opt(p, O_FUEL)) return sal_refuse(why, R_opt_fuel_1, "There is no fuel to spend.", 0, 0);
  if (spend == s->fuel_now) return sal_refuse(why, R_opt_fuel_1, "That is the choice already.", 0, 0);
  if (spend && !s->fuel) return sal_refuse(why, R_opt_fuel_3, "No fuel point is left.", 0, 0);
  return spend || flying(p) <= 15 || sal_refuse(why, R_opt_fuel_2, "Without a fuel point only 15 steps fly, bombers counting double.", 0, 0);
}

static void assign_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nair[side]; i++)
    for (int to = 0; to < 3; to++)
      if (may_fly(p, side, O(p)->air[side][i], to, NULL)) sal_list_add(l, sal_act(V_FLY, O(p)->air[side][i], to, 0));
  if (may_fuel(p, side, !S(p)->fuel_now, NULL)) sal_list_add(l, sal_act(V_FUEL, !S(p)->fuel_now, 0, 0));
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

static bool assign_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_FLY) return may_fly(p, side, a.x[0], a.x[1], why);
  if (a.verb == V_FUEL) return may_fuel(p, side, a.x[0], why);
  return a.verb == V_COMMIT;
}

static int last_place(const struct sal_play *p, int side, int box) {
  int n = 0;
  for (int i = 0; i < O(p)->nair[side]; i++) {
    const struct unit *unit = U(p, O(p)->air[side][i]);
    if (unit->box == box && unit->aux > n) n = unit->aux;
  }
  return n;
}

static void assign_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_FLY) {
    int box = air_box(side, boxes[a.x[1]]), n = last_place(p, side, box);
    U(p, a.x[0])->box = (uint8_t)box;
    U(p, a.x[0])->aux = (uint8_t)(a.x[1] ? n + 1 : 0);
  } else if (a.verb == V_FUEL) {
    s->fuel_now = (uint8_t)a.x[0];
  } else if (sal_commit(p, side)) {
    sal_pop(p);
  }
}

static void assign_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Air unit", "Box", NULL};
  static const char *const name[3] = {"Available", "Attack", "Defence"};
  struct sal_refusal why;
  sal_prompt_say(out, "%s: send air units to the boxes in secret, then commit.", name_of(side));
  sal_form_open(out->forms, "Air assignment", "12.2", cols);
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    if (!U(p, u)->steps || !U(p, u)->box) continue;
    sal_form_row(out->forms, "12.2");
    sal_form_cell(out->forms, "%s", label(p, u));
    for (int k = 0; k < 3; k++)
      if (U(p, u)->box == air_box(side, boxes[k])) sal_form_cell(out->forms, "%s", name[k]);
    for (int k = 0; k < 3; k++) {
      if (U(p, u)->box == air_box(side, boxes[k])) continue;
      bool can = may_fly(p, side, u, k, &why);
      sal_form_do(out->forms, p->book, name[k], sal_act(V_FLY, u, k, 0), can ? NULL : &why);
    }
  }
  if (side == SAL_GERMAN && opt(p, O_FUEL)) sal_form_total(out->forms, "Fuel points", (struct sal_frac){S(p)->fuel, 1}, "opt.fuel.1");
  sal_form_close(out->forms);
}

const struct sal_node alea_assign = {.id = "air.assign", .rule = R_12_2, .sealed = true, .list = assign_list, .check = assign_check, .apply = assign_apply, .prompt = assign_prompt};

/* ---- 12.3 the zones: x[0] what comes next ---------------------------------------------------------------------------- */

static int in_zone(const struct sal_play *p, int side, int zone, sal_unit out[MAX_AIR]) {
  int n = 0, box = zone_box(side, zone);
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (U(p, O(p)->air[side][i])->box == box) out[n++] = O(p)->air[side][i];
  return n;
}

/* Places 1.. in a box: fighters first, then bombers, each as they were sent. */
static void number_box(struct sal_play *p, int side, int zone) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who), place = 0, box = zone_box(side, zone), k = box == air_box(side, B_DEFENCE);
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0; j--) {
      int a = who[j - 1], b = who[j];
      bool swap = fighter(p, a) == fighter(p, b) ? U(p, a)->aux > U(p, b)->aux : fighter(p, b);
      if (!swap) break;
      who[j - 1] = (sal_unit)b;
      who[j] = (sal_unit)a;
    }
  for (int i = 0; i < n; i++) {
    U(p, who[i])->aux = (uint8_t)++place;
    S(p)->here[side][k][place / 8] |= (uint8_t)(1 << place % 8);
    S(p)->count[side][k][!fighter(p, who[i])]++;
  }
}

static void open_boxes(struct sal_play *p) {
  struct state *s = S(p);
  memset(s->count, 0, sizeof s->count);
  memset(s->here, 0, sizeof s->here);
  for (int side = 0; side < SAL_SIDES; side++)
    for (int zone = 0; zone < 2; zone++) number_box(p, side, zone);
  if (s->fuel_now) s->fuel--; /* opt.fuel.3 */
  s->air_open = 1;
  sal_reveal(p);
  for (int side = 0; side < SAL_SIDES; side++)
    for (int k = 0; k < 2; k++)
      sal_tell(p, E_AIR_OPEN, R_12_3, SAL_EV(.n = {(int16_t)side, (int16_t)k, s->count[side][k][0], s->count[side][k][1]}));
}

static bool contested(const struct sal_play *p, int zone) {
  sal_unit who[MAX_AIR];
  int n[2], fighters = 0;
  for (int side = 0; side < SAL_SIDES; side++) {
    n[side] = in_zone(p, side, zone, who);
    for (int i = 0; i < n[side]; i++) fighters += fighter(p, who[i]);
  }
  return n[0] && n[1] && fighters;
}

static bool has_fighters(const struct sal_play *p, int side, int zone) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who);
  for (int i = 0; i < n; i++)
    if (fighter(p, who[i])) return true;
  return false;
}

static void zone_done(struct sal_play *p, int zone) {
  sal_unit who[MAX_AIR];
  S(p)->air_open |= (uint8_t)(2 << zone);
  sal_reveal(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    int n = in_zone(p, side, zone, who);
    for (int i = 0; i < n; i++) {
      U(p, who[i])->flags &= (uint16_t)~SHOT;
      U(p, who[i])->aim = 0;
    }
  }
}

static bool sky_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  int step = f->x[0]++;
  if (step == 0) {
    open_boxes(p);
  } else if (step <= 6) {
    int zone = (step - 1) / 3, part = (step - 1) % 3;
    bool fought = part == 0 ? contested(p, zone) : f->x[1];
    if (part == 0) f->x[1] = fought;
    if (part == 0 && fought) {
      sal_push(p, N_AIM, SAL_NOSIDE)->x[0] = (uint16_t)zone;
      for (int side = 0; side < SAL_SIDES; side++)
        if (!has_fighters(p, side, zone)) sal_commit(p, side);
    } else if (part == 1 && fought) {
      sal_push(p, N_DOGFIGHT, SAL_NOSIDE)->x[0] = (uint16_t)zone;
    } else if (part == 2) {
      zone_done(p, zone);
    }
  } else {
    sal_pop(p);
  }
  return true;
}

const struct sal_node alea_sky = {.id = "air.combat", .rule = R_12_3, .run = sky_run};

/* ---- 12.air.1 blind targets: x[0] zone ----------------------------------------------------------------------------------- */

static int targets(const struct sal_play *p, int side, int zone) { /* how many enemy counters there are: public */
  int enemy = sal_enemy(side), k = zone_box(enemy, zone) == air_box(enemy, B_DEFENCE);
  return S(p)->count[enemy][k][0] + S(p)->count[enemy][k][1];
}

static bool may_aim(const struct sal_play *p, int side, int u, int n, struct sal_refusal *why) {
  int zone = sal_top(p)->x[0];
  if (side_of(p, u) != side || !is_air(p, u) || U(p, u)->box != zone_box(side, zone)) return sal_refuse(why, R_12_air_1, "{u0} is not in this zone.", u, 0);
  if (!fighter(p, u) || I(p, u)->airdef) return sal_refuse(why, R_12_air_5, "{u0} fires only at fighters that fire at it.", u, 0);
  if (n > targets(p, side, zone)) return sal_refuse(why, R_12_air_1, "There are only {n1} enemy counters.", n, targets(p, side, zone));
  return n != U(p, u)->aim || sal_refuse(why, R_12_air_1, "That is its target already.", 0, 0);
}

static void aim_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[MAX_AIR];
  int zone = sal_top(p)->x[0], n = in_zone(p, side, zone, who), m = targets(p, side, zone);
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int i = 0; i < n; i++)
    for (int k = 0; k <= m; k++)
      if (may_aim(p, side, who[i], k, NULL)) sal_list_add(l, sal_act(V_AIM, who[i], k, 0));
}

static bool aim_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_AIM) return may_aim(p, side, a.x[0], a.x[1], why);
  return a.verb == V_COMMIT;
}

static void aim_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_AIM) U(p, a.x[0])->aim = (uint8_t)a.x[1];
  else if (sal_commit(p, side)) sal_pop(p);
}

static void aim_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int zone = sal_top(p)->x[0], enemy = sal_enemy(side), k = zone_box(enemy, zone) == air_box(enemy, B_DEFENCE);
  sal_prompt_say(out, "%s: give the fighters in zone %s their targets in secret: the enemy has %d fighters (1 to %d) and %d bombers behind them.", name_of(side), zone ? "B" : "A",
                 S(p)->count[enemy][k][0], S(p)->count[enemy][k][0], S(p)->count[enemy][k][1]);
}

const struct sal_node alea_aim = {.id = "air.aim", .rule = R_12_air_1, .sealed = true, .list = aim_list, .check = aim_check, .apply = aim_apply, .prompt = aim_prompt};

/* ---- 12.air.2-4 the fight: x[0] zone. The frame's side is the one that fires next ------------------------------------------------ */

/* Whether the enemy's counter at that place is still there: open to both sides. */
static bool place_held(const struct sal_play *p, int side, int zone, int place) {
  int k = zone_box(side, zone) == air_box(side, B_DEFENCE);
  return S(p)->here[side][k][place / 8] >> place % 8 & 1;
}

static int at_place(const struct sal_play *p, int side, int zone, int place) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who);
  for (int i = 0; i < n; i++)
    if (U(p, who[i])->aux == place) return who[i];
  return -1;
}

static bool has_shot_left(const struct sal_play *p, int u, int zone) {
  return fighter(p, u) && !(U(p, u)->flags & SHOT) && U(p, u)->aim && place_held(p, sal_enemy(side_of(p, u)), zone, U(p, u)->aim);
}

static int best_factor(const struct sal_play *p, int side, int zone) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who), best = 0;
  for (int i = 0; i < n; i++)
    if (has_shot_left(p, who[i], zone) && I(p, who[i])->air > best) best = I(p, who[i])->air;
  return best;
}

static int first_to_fire(const struct sal_play *p, int zone) { /* 12.air.2 */
  int g = best_factor(p, SAL_GERMAN, zone), r = best_factor(p, SAL_SOVIET, zone), attacker = zone == 0 ? SAL_GERMAN : SAL_SOVIET;
  if (!g && !r) return SAL_NOSIDE;
  if (g != r) return g > r ? SAL_GERMAN : SAL_SOVIET;
  int ng = S(p)->count[SAL_GERMAN][zone][0], nr = S(p)->count[SAL_SOVIET][!zone][0];
  return ng != nr ? (ng > nr ? SAL_GERMAN : SAL_SOVIET) : attacker;
}

static int volley(struct sal_play *p, int u) { /* 12.air.3 */
  int hits = 0;
  for (int i = 0; i < U(p, u)->steps; i++) hits += sal_roll(p->dice, 10, R_12_air_3, SAL_NOUNIT) <= I(p, u)->air;
  U(p, u)->flags |= SHOT;
  return hits;
}

static void answer(struct sal_play *p, int u, int shooter) { /* 12.air.4 */
  if (U(p, u)->flags & SHOT || !U(p, u)->steps || !I(p, u)->air) return;
  int hits = volley(p, u);
  sal_tell(p, E_AIR_HITS, R_12_air_4, SAL_EV(.n = {(int16_t)side_of(p, u), U(p, u)->aux, U(p, shooter)->aux, (int16_t)hits}));
  alea_air_lose(p, (sal_unit)shooter, hits, R_12_air_4);
}

static void air_fire(struct sal_play *p, sal_unit u) {
  int zone = sal_top(p)->x[0], v = at_place(p, sal_enemy(side_of(p, u)), zone, U(p, u)->aim), hits = volley(p, u);
  sal_tell(p, E_AIR_FIRE, R_12_air_3, SAL_EV(.n = {(int16_t)side_of(p, u), U(p, u)->aux, U(p, v)->aux, (int16_t)hits}));
  if (hits && !fighter(p, v)) { /* 12.air.6 */
    struct sal_frame *f = sal_push(p, N_ABORT, side_of(p, v));
    f->x[0] = (uint16_t)v;
    f->x[1] = (uint16_t)hits;
    f->x[2] = u;
    return;
  }
  alea_air_lose(p, (sal_unit)v, hits, R_12_air_3);
  answer(p, v, u);
}

static bool may_open(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int zone = sal_top(p)->x[0];
  if (side_of(p, u) != side || !is_air(p, u) || U(p, u)->box != zone_box(side, zone) || !has_shot_left(p, u, zone)) return sal_refuse(why, R_12_air_4, "{u0} has no shot here.", u, 0);
  return I(p, u)->air == best_factor(p, side, zone) || sal_refuse(why, R_12_air_2, "The highest factor fires first.", 0, 0);
}

static bool dogfight_run(struct sal_play *p) {
  int zone = sal_top(p)->x[0], side = first_to_fire(p, zone), n = 0;
  sal_unit who[MAX_AIR], one = 0;
  if (side == SAL_NOSIDE) {
    sal_pop(p);
    return true;
  }
  sal_top(p)->side = (uint8_t)side;
  int m = in_zone(p, side, zone, who);
  for (int i = 0; i < m; i++)
    if (may_open(p, side, who[i], NULL)) n++, one = who[i];
  if (n > 1) return false;
  air_fire(p, one);
  return true;
}

static void dogfight_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nair[side]; i++)
    if (may_open(p, side, O(p)->air[side][i], NULL)) sal_list_add(l, sal_act(V_OPEN, O(p)->air[side][i], 0, 0));
}

static bool dogfight_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) { return a.verb == V_OPEN && may_open(p, side, a.x[0], why); }

static void dogfight_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  air_fire(p, a.x[0]);
}

static void dogfight_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose which fighter of factor %d fires next in zone %s.", name_of(side), best_factor(p, side, sal_top(p)->x[0]), sal_top(p)->x[0] ? "B" : "A");
}

const struct sal_node alea_dogfight = {.id = "air.fire", .rule = R_12_air_2, .run = dogfight_run, .list = dogfight_list, .check = dogfight_check, .apply = dogfight_apply, .prompt = dogfight_prompt};

/* ---- 12.air.6 abort: x[0] bomber, x[1] hits, x[2] who fired -------------------------------------------------------------------------- */

static void abort_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_ABORT, 0, 0, 0));
  sal_list_add(l, sal_act(V_PRESS, 0, 0, 0));
}

static bool abort_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_ABORT || a.verb == V_PRESS;
}

static void abort_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame f = *sal_top(p);
  sal_unit u = f.x[0];
  int hits = f.x[1];
  sal_pop(p);
  if (a.verb == V_PRESS) {
    alea_air_lose(p, u, hits, R_12_air_3);
    answer(p, u, f.x[2]);
    return;
  }
  int die = sal_roll(p->dice, 6, R_12_air_6, SAL_NOUNIT);
  if (die >= 4) hits--;
  sal_tell(p, die >= 4 ? E_ABORT : E_ABORT_NOT, R_12_air_6, SAL_EV(.n = {(int16_t)side, U(p, u)->aux, (int16_t)die, (int16_t)hits}));
  alea_air_lose(p, u, hits, R_12_air_6);
  if (!U(p, u)->steps) return;
  leaves_zone(p, u);
  U(p, u)->box = (uint8_t)air_box(side, B_AIR);
  U(p, u)->aux = 0;
  U(p, u)->flags &= (uint16_t)~SHOT;
}

static void abort_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  out->selected[out->nselected++] = f->x[0];
  sal_prompt_say(out, "%s: %s is hit %d times. Abort its mission (4-6 saves a hit), or press on?", name_of(side), label(p, f->x[0]), f->x[1]);
}

const struct sal_node alea_abort = {.id = "air.abort", .rule = R_12_air_6, .list = abort_list, .check = abort_check, .apply = abort_apply, .prompt = abort_prompt};
