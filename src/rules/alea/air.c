/* air.c - 12.1 to 12.air.7: secret assignment to boxes, and air combat in zones A and B.
 *
 * Zone A: German Attack box and Soviet Defence box; zone B: the other two. Within a zone the enemy
 * knows a counter only by its class and its place (`place`): fighters first, then bombers, each in
 * the order in which their owner sent them, so that a place says nothing.
 */
#include "state.h"

#include <string.h>

/* Fighters and bombers are the two classes that the enemy can tell apart. */
static bool fighter(const struct sal_play *p, int u) {
  return I(p, u)->kind == FIGHTER;
}

/* Zone A is the German attack against the Soviet defence; zone B the other way round. */
static int zone_box(int side, int zone) {
  return air_box(side, (side == SAL_GERMAN) == (zone == 0) ? B_ATTACK : B_DEFENCE);
}

/* 12.3: identities are known once the combat of their zone is over, elsewhere once all is. */
bool alea_air_known(const struct sal_play *p, int u) {
  const struct state *s = S(p);

  if (s->head.phase != P_ASSIGN && s->head.phase != P_AIR) {
    return true;
  }
  for (int zone = 0; zone < 2; zone++) {
    if (U(p, u)->box == zone_box(side_of(p, u), zone)) {
      return (s->air_open & 2 << zone) != 0;
    }
  }

  return false;
}

/* Both sides see that a place is empty, not which unit held it. */
static void leaves_zone(struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  int side = side_of(p, u);

  for (int k = 0; k < 2; k++) {
    if (unit->box == air_box(side, k ? B_DEFENCE : B_ATTACK)) {
      S(p)->here[side][k][unit->place / 8] &= (uint8_t) ~(1 << unit->place % 8);
    }
  }
}

/* Losses of aircraft; opt.air counts them for replacement. */
void alea_air_lose(struct sal_play *p, sal_unit u, int n, int rule) {
  struct unit *unit = U(p, u);
  int side = side_of(p, u);
  int cls = !fighter(p, u);
  bool open = alea_air_known(p, u);

  n = min_of(n, unit->steps);
  if (!n) {
    return;
  }
  unit->steps = (uint8_t)(unit->steps - n);
  if (opt(p, O_AIR)) {
    S(p)->planes[side][cls] = (uint8_t)(S(p)->planes[side][cls] + n);
  }
  sal_tell(p, unit->steps ? E_LOSS : E_DEAD, rule,
           SAL_EVU(u, .at = {unit->at}, .seen = seen_by(side, open)));
  if (unit->steps) {
    return;
  }
  leaves_zone(p, u);
  *unit = (struct unit){.box = dead_box(side)};
}

/* ---- 12.2 assignment -------------------------------------------------------------------- */

static const uint8_t boxes[3] = {B_AIR, B_ATTACK, B_DEFENCE};

/* opt.fuel.2: a bomber step counts double. */
static int weight(const struct sal_play *p, int u) {
  return U(p, u)->steps * (fighter(p, u) ? 1 : 2);
}

/* How many Germans are in the boxes so far. */
static int flying(const struct sal_play *p) {
  int sum = 0;

  for (int i = 0; i < O(p)->nair[SAL_GERMAN]; i++) {
    int u = O(p)->air[SAL_GERMAN][i];
    if (U(p, u)->steps && U(p, u)->box != B_AIR && U(p, u)->box) {
      sum += weight(p, u);
    }
  }

  return sum;
}

/* opt.fuel.2: without a point spent this turn, few may fly. */
static bool short_of_fuel(const struct sal_play *p, int side) {
  if (side != SAL_GERMAN) {
    return false;
  }
  if (!opt(p, O_FUEL)) {
    return false;
  }

  return !S(p)->fuel_now;
}

/* 12.1, 12.2: who may be sent to which box. Soviet bombers do not use the Defence box, and only
 * close support has a task there. */
static bool may_fly(const struct sal_play *p, int side, int u, int to, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  bool ours = side_of(p, u) == side && is_air(p, u);
  bool bomber_defends = to == 2 && !fighter(p, u);

  if (!ours || !unit->steps) {
    return sal_refuse(why, R_12_1, "{u0} is not an air unit of this side that could fly.", u, 0);
  }
  if (unit->box == air_box(side, boxes[to])) {
    return sal_refuse(why, R_12_2, "{u0} is there already.", u, 0);
  }
  if (bomber_defends && side == SAL_SOVIET) {
    return sal_refuse(why, R_12_2, "Soviet bombers may not use the Defence box.", 0, 0);
  }
  if (bomber_defends && !I(p, u)->cas) {
    return sal_refuse(why, R_12_cas_5,
                      "{u0} gives no close support, so it has no task in the Defence box.", u, 0);
  }
  /* opt.fuel.2: only units that leave the ground add to the sum */
  bool takes_off = unit->box == air_box(side, B_AIR);
  if (takes_off && short_of_fuel(p, side) && flying(p) + weight(p, u) > 15) {
    return sal_refuse(why, R_opt_fuel_2,
                      "Without a fuel point only 15 steps fly, bombers counting double.", 0, 0);
  }

  return true;
}

/* opt.fuel: the point is chosen in secret with the assignment. */
static bool may_fuel(const struct sal_play *p, int side, int spend, struct sal_refusal *why) {
  const struct state *s = S(p);

  if (side != SAL_GERMAN || !opt(p, O_FUEL)) {
    return sal_refuse(why, R_opt_fuel_1, "There is no fuel to spend.", 0, 0);
  }
  if (spend == s->fuel_now) {
    return sal_refuse(why, R_opt_fuel_1, "That is the choice already.", 0, 0);
  }
  if (!s->fuel) {
    return sal_refuse(why, R_opt_fuel_3, "No fuel point is left.", 0, 0);
  }
  if (!spend && flying(p) > 15) {
    return sal_refuse(why, R_opt_fuel_2,
                      "Without a fuel point only 15 steps fly, bombers counting double.", 0, 0);
  }

  return true;
}

/* Until a side commits, everything can still be changed. */
static void assign_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    for (int to = 0; to < 3; to++) {
      if (may_fly(p, side, O(p)->air[side][i], to, NULL)) {
        sal_list_add(l, sal_act(V_FLY, O(p)->air[side][i], to, 0));
      }
    }
  }
  if (may_fuel(p, side, !S(p)->fuel_now, NULL)) {
    sal_list_add(l, sal_act(V_FUEL, !S(p)->fuel_now, 0, 0));
  }
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* 12.2: a counter and its box, the fuel point, or the commitment of the whole assignment. */
static bool assign_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_FLY) {
    return may_fly(p, side, unit_of(a), word_of(a, 1), why);
  }
  if (a.verb == V_FUEL) {
    return may_fuel(p, side, word_of(a, 0), why);
  }

  return a.verb == V_COMMIT || alea_not_now(p, a, why);
}

/* Places are given in the order in which counters are sent. */
static int last_place(const struct sal_play *p, int side, int box) {
  int n = 0;

  for (int i = 0; i < O(p)->nair[side]; i++) {
    const struct unit *unit = U(p, O(p)->air[side][i]);
    if (unit->box == box && unit->place > n) {
      n = unit->place;
    }
  }

  return n;
}

/* The boxes open when both sides have committed. */
static void assign_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  if (a.verb == V_FLY) {
    int box = air_box(side, boxes[word_of(a, 1)]);
    int n = last_place(p, side, box);
    U(p, unit_of(a))->box = (uint8_t)box;
    U(p, unit_of(a))->place = (uint8_t)(word_of(a, 1) ? n + 1 : 0);
  } else if (a.verb == V_FUEL) {
    s->fuel_now = (uint8_t)word_of(a, 0);
  } else if (sal_commit(p, side)) {
    sal_pop(p);
  }
}

/* A form: one row a counter, one control a box. */
static void assign_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Air unit", "Box", NULL};
  static const char *const name[3] = {"Available", "Attack", "Defence"};
  struct sal_refusal why;

  sal_prompt_say(out, "%s: send air units to the boxes in secret, then commit.", name_of(side));
  sal_form_open(out->forms, "Air assignment", "12.2", cols);
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    if (!U(p, u)->steps) {
      continue;
    }
    if (!U(p, u)->box) {
      continue;
    }
    sal_form_row(out->forms, "12.2");
    sal_form_cell(out->forms, "%s", label(p, u));
    for (int k = 0; k < 3; k++) {
      if (U(p, u)->box == air_box(side, boxes[k])) {
        sal_form_cell(out->forms, "%s", name[k]);
      }
    }
    for (int k = 0; k < 3; k++) {
      if (U(p, u)->box == air_box(side, boxes[k])) {
        continue;
      }
      bool can = may_fly(p, side, u, k, &why);
      sal_form_do(out->forms, p->book, name[k], sal_act(V_FLY, u, k, 0), can ? NULL : &why);
    }
  }
  if (side == SAL_GERMAN && opt(p, O_FUEL)) {
    sal_form_total(out->forms, "Fuel points", (struct sal_frac){S(p)->fuel, 1}, "opt.fuel.1");
  }
  sal_form_close(out->forms);
}

const struct sal_node alea_assign = {.id = "air.assign",
                                     .rule = R_12_2,
                                     .sealed = true,
                                     .list = assign_list,
                                     .check = assign_check,
                                     .apply = assign_apply,
                                     .prompt = assign_prompt};

/* ---- 12.3 the zones ---------------------------------------------------------------------- */

/* The counters of a side in that zone. */
static int in_zone(const struct sal_play *p, int side, int zone, sal_unit out[MAX_AIR]) {
  int n = 0;
  int box = zone_box(side, zone);

  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (U(p, O(p)->air[side][i])->box == box) {
      out[n++] = O(p)->air[side][i];
    }
  }

  return n;
}

/* Places 1.. in a box: fighters first, then bombers, each as they were sent. */
static void number_box(struct sal_play *p, int side, int zone) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who);
  int place = 0;
  int box = zone_box(side, zone);
  int k = box == air_box(side, B_DEFENCE);

  for (int i = 1; i < n; i++) {
    for (int j = i; j > 0; j--) {
      int a = who[j - 1];
      int b = who[j];
      bool swap = fighter(p, a) == fighter(p, b) ? U(p, a)->place > U(p, b)->place : fighter(p, b);
      if (!swap) {
        break;
      }
      who[j - 1] = (sal_unit)b;
      who[j] = (sal_unit)a;
    }
  }
  for (int i = 0; i < n; i++) {
    U(p, who[i])->place = (uint8_t)++place;
    S(p)->here[side][k][place / 8] |= (uint8_t)(1 << place % 8);
    S(p)->count[side][k][!fighter(p, who[i])]++;
  }
}

/* 12.3: both sides see numbers by class, and nothing else. */
static void open_boxes(struct sal_play *p) {
  struct state *s = S(p);

  memset(s->count, 0, sizeof s->count);
  memset(s->here, 0, sizeof s->here);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int zone = 0; zone < 2; zone++) {
      number_box(p, side, zone);
    }
  }
  if (s->fuel_now) {
    /* opt.fuel.3 */
    s->fuel--;
  }
  s->air_open = 1;
  sal_reveal(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int k = 0; k < 2; k++) {
      sal_tell(
          p, E_AIR_OPEN, R_12_3,
          SAL_EV(.n = {(int16_t)side, (int16_t)k, s->count[side][k][0], s->count[side][k][1]}));
    }
  }
}

/* Without fighters on either side nobody fires. */
static bool contested(const struct sal_play *p, int zone) {
  sal_unit who[MAX_AIR];
  int n[2];
  int fighters = 0;

  for (int side = 0; side < SAL_SIDES; side++) {
    n[side] = in_zone(p, side, zone, who);
    for (int i = 0; i < n[side]; i++) {
      fighters += fighter(p, who[i]);
    }
  }
  if (!n[0]) {
    return false;
  }
  if (!n[1]) {
    return false;
  }

  return fighters;
}

/* A side without fighters has no targets to choose. */
static bool has_fighters(const struct sal_play *p, int side, int zone) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who);

  for (int i = 0; i < n; i++) {
    if (fighter(p, who[i])) {
      return true;
    }
  }

  return false;
}

/* The zone's combat is over: all counters in it are known now. */
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

/* Zone A, then zone B; in each: targets, fire, end. */
static bool sky_run(struct sal_play *p) {
  struct sky *f = sky_of(p);
  int step = f->next++;

  if (step == 0) {
    open_boxes(p);
  } else if (step <= 6) {
    int zone = (step - 1) / 3;
    int part = (step - 1) % 3;
    bool fought = part == 0 ? contested(p, zone) : f->fought;
    if (part == 0) {
      f->fought = fought;
    }
    if (part == 0 && fought) {
      aim_in(sal_push(p, N_AIM, SAL_NOSIDE))->zone = (uint16_t)zone;
      for (int side = 0; side < SAL_SIDES; side++) {
        if (!has_fighters(p, side, zone)) {
          sal_commit(p, side);
        }
      }
    } else if (part == 1 && fought) {
      dogfight_in(sal_push(p, N_DOGFIGHT, SAL_NOSIDE))->zone = (uint16_t)zone;
    } else if (part == 2) {
      zone_done(p, zone);
    }
  } else {
    sal_pop(p);
  }

  return true;
}

const struct sal_node alea_sky = {.id = "air.combat", .rule = R_12_3, .run = sky_run};

/* ---- 12.air.1 blind targets -------------------------------------------------------------- */

/* how many enemy counters there are: public */
static int targets(const struct sal_play *p, int side, int zone) {
  int enemy = sal_enemy(side);
  int k = zone_box(enemy, zone) == air_box(enemy, B_DEFENCE);
  return S(p)->count[enemy][k][0] + S(p)->count[enemy][k][1];
}

/* 12.air.1: every fighter picks a place without knowing who flies there; bombers and defensive
 * factors only answer (12.air.5). */
static bool may_aim(const struct sal_play *p, int side, int u, int n, struct sal_refusal *why) {
  int zone = aim_of(p)->zone;

  if (U(p, u)->box != zone_box(side, zone)) {
    return sal_refuse(why, R_12_air_1, "{u0} is not in this zone.", u, 0);
  }
  if (!fighter(p, u) || I(p, u)->airdef) {
    return sal_refuse(why, R_12_air_5, "{u0} fires only at fighters that fire at it.", u, 0);
  }
  if (n > targets(p, side, zone)) {
    return sal_refuse(why, R_12_air_1, "There are only {n1} enemy counters.", n,
                      targets(p, side, zone));
  }
  if (n == U(p, u)->aim) {
    return sal_refuse(why, R_12_air_1, "That is its target already.", 0, 0);
  }

  return true;
}

/* Place 0 takes a target back. */
static void aim_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[MAX_AIR];
  int zone = aim_of(p)->zone;
  int n = in_zone(p, side, zone, who);
  int m = targets(p, side, zone);

  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int i = 0; i < n; i++) {
    for (int k = 0; k <= m; k++) {
      if (may_aim(p, side, who[i], k, NULL)) {
        sal_list_add(l, sal_act(V_AIM, who[i], k, 0));
      }
    }
  }
}

/* 12.air.1: a fighter and the place it fires at, or the commitment of all targets. */
static bool aim_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  if (a.verb == V_AIM) {
    return may_aim(p, side, unit_of(a), number_of(a, 1), why);
  }
  return a.verb == V_COMMIT || alea_not_now(p, a, why);
}

/* The fire begins when both sides have committed. */
static void aim_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_AIM) {
    U(p, unit_of(a))->aim = (uint8_t)number_of(a, 1);
  } else if (sal_commit(p, side)) {
    sal_pop(p);
  }
}

/* Tells how many fighters and bombers the enemy shows. */
static void aim_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int zone = aim_of(p)->zone;
  int enemy = sal_enemy(side);
  int k = zone_box(enemy, zone) == air_box(enemy, B_DEFENCE);

  sal_prompt_say(out,
                 "%s: give the fighters in zone %s their targets in secret: the enemy has %d "
                 "{fighter/fighters}, counted first, and %d {bomber/bombers} behind.",
                 name_of(side), zone ? "B" : "A", S(p)->count[enemy][k][0],
                 S(p)->count[enemy][k][1]);
}

const struct sal_node alea_aim = {.id = "air.aim",
                                  .rule = R_12_air_1,
                                  .sealed = true,
                                  .list = aim_list,
                                  .check = aim_check,
                                  .apply = aim_apply,
                                  .prompt = aim_prompt};

/* ---- 12.air.2-4 the fight. The frame's side is the one that fires next ------------------- */

/* Whether the enemy's counter at that place is still there: open to both sides. */
static bool place_held(const struct sal_play *p, int side, int zone, int place) {
  int k = zone_box(side, zone) == air_box(side, B_DEFENCE);
  return S(p)->here[side][k][place / 8] >> place % 8 & 1;
}

/* The unit that was aimed at blindly. */
static int at_place(const struct sal_play *p, int side, int zone, int place) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who);

  for (int i = 0; i < n; i++) {
    if (U(p, who[i])->place == place) {
      return who[i];
    }
  }

  return -1;
}

/* 12.air.4: each fighter fires once, and only at a counter that is still there. */
static bool has_shot_left(const struct sal_play *p, int u, int zone) {
  if (!fighter(p, u)) {
    return false;
  }
  if (U(p, u)->flags & SHOT) {
    return false;
  }
  if (!U(p, u)->aim) {
    return false;
  }

  return place_held(p, sal_enemy(side_of(p, u)), zone, U(p, u)->aim);
}

/* The highest factor of a side that may still fire. */
static int best_factor(const struct sal_play *p, int side, int zone) {
  sal_unit who[MAX_AIR];
  int n = in_zone(p, side, zone, who);
  int best = 0;

  for (int i = 0; i < n; i++) {
    if (has_shot_left(p, who[i], zone) && I(p, who[i])->air > best) {
      best = I(p, who[i])->air;
    }
  }

  return best;
}

/* 12.air.2: the highest factor fires first; then the side with more fighters in the zone; then the
 * attacker of the zone. */
static int first_to_fire(const struct sal_play *p, int zone) {
  int german = best_factor(p, SAL_GERMAN, zone);
  int soviet = best_factor(p, SAL_SOVIET, zone);
  int attacker = zone == 0 ? SAL_GERMAN : SAL_SOVIET;

  if (!german && !soviet) {
    return SAL_NOSIDE;
  }
  if (german == soviet) {
    german = S(p)->count[SAL_GERMAN][zone][0];
    soviet = S(p)->count[SAL_SOVIET][!zone][0];
  }
  if (german == soviet) {
    return attacker;
  }

  return german > soviet ? SAL_GERMAN : SAL_SOVIET;
}

/* 12.air.3 */
static int volley(struct sal_play *p, int u) {
  int hits = 0;
  for (int i = 0; i < U(p, u)->steps; i++) {
    hits += sal_roll(p->dice, 10, R_12_air_3, SAL_NOUNIT) <= I(p, u)->air;
  }
  U(p, u)->flags |= SHOT;
  return hits;
}

/* 12.air.4 */
static void answer(struct sal_play *p, int u, int shooter) {
  if (U(p, u)->flags & SHOT) {
    return;
  }
  if (!U(p, u)->steps) {
    return;
  }
  if (!I(p, u)->air) {
    return;
  }
  int hits = volley(p, u);
  sal_tell(
      p, E_AIR_HITS, R_12_air_4,
      SAL_EV(.n = {(int16_t)side_of(p, u), U(p, u)->place, U(p, shooter)->place, (int16_t)hits}));
  alea_air_lose(p, (sal_unit)shooter, hits, R_12_air_4);
}

/* 12.air.3: a die a step. A bomber that is hit may abort before the losses are taken (12.air.6). */
static void air_fire(struct sal_play *p, sal_unit u) {
  int zone = dogfight_of(p)->zone;
  int v = at_place(p, sal_enemy(side_of(p, u)), zone, U(p, u)->aim);
  int hits = volley(p, u);

  sal_tell(p, E_AIR_FIRE, R_12_air_3,
           SAL_EV(.n = {(int16_t)side_of(p, u), U(p, u)->place, U(p, v)->place, (int16_t)hits}));
  /* 12.air.6 */
  if (hits && !fighter(p, v)) {
    struct abort *f = abort_in(sal_push(p, N_ABORT, side_of(p, v)));
    f->bomber = (uint16_t)v;
    f->hits = (uint16_t)hits;
    f->fighter = u;
    return;
  }
  alea_air_lose(p, (sal_unit)v, hits, R_12_air_3);
  answer(p, v, u);
}

/* 12.air.2: the highest factor fires first. */
static bool may_open(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int zone = dogfight_of(p)->zone;

  if (U(p, u)->box != zone_box(side, zone) || !has_shot_left(p, u, zone)) {
    return sal_refuse(why, R_12_air_4, "{u0} has no shot here.", u, 0);
  }
  if (I(p, u)->air != best_factor(p, side, zone)) {
    return sal_refuse(why, R_12_air_2, "The highest factor fires first.", 0, 0);
  }

  return true;
}

/* Works out which unit fires next; a single candidate fires without a question. */
static bool dogfight_run(struct sal_play *p) {
  int zone = dogfight_of(p)->zone;
  int side = first_to_fire(p, zone);
  int n = 0;
  sal_unit who[MAX_AIR];
  sal_unit one = 0;

  if (side == SAL_NOSIDE) {
    sal_pop(p);
    return true;
  }
  sal_top(p)->side = (uint8_t)side;
  int m = in_zone(p, side, zone, who);
  for (int i = 0; i < m; i++) {
    if (may_open(p, side, who[i], NULL)) {
      n++, one = who[i];
    }
  }
  if (n > 1) {
    return false;
  }
  air_fire(p, one);
  return true;
}

/* The candidates of equal factor. */
static void dogfight_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (may_open(p, side, O(p)->air[side][i], NULL)) {
      sal_list_add(l, sal_act(V_OPEN, O(p)->air[side][i], 0, 0));
    }
  }
}

/* 12.air.2: one of the fighters with the highest factor; nothing else can be done here. */
static bool dogfight_check(const struct sal_play *p, int side, struct sal_action a,
                           struct sal_refusal *why) {
  if (a.verb != V_OPEN) {
    return alea_not_now(p, a, why);
  }
  return may_open(p, side, unit_of(a), why);
}

/* The chosen fighter fires. */
static void dogfight_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  air_fire(p, unit_of(a));
}

/* Says which factor fires in which zone. */
static void dogfight_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: choose which fighter of factor %d fires next in zone %s.", name_of(side),
                 best_factor(p, side, dogfight_of(p)->zone), dogfight_of(p)->zone ? "B" : "A");
}

const struct sal_node alea_dogfight = {.id = "air.fire",
                                       .rule = R_12_air_2,
                                       .run = dogfight_run,
                                       .list = dogfight_list,
                                       .check = dogfight_check,
                                       .apply = dogfight_apply,
                                       .prompt = dogfight_prompt};

/* ---- 12.air.6 abort ---------------------------------------------------------------------- */

/* Both answers are always open. */
static void abort_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_ABORT, 0, 0, 0));
  sal_list_add(l, sal_act(V_PRESS, 0, 0, 0));
}

/* 12.air.6: abort or press on; the owner of the bomber has to say one of them. */
static bool abort_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  (void)side;

  if (a.verb == V_ABORT) {
    return true;
  }

  return a.verb == V_PRESS || alea_not_now(p, a, why);
}

/* 12.air.6: 4 to 6 saves a hit; the bomber goes home either way, without answering. */
static void abort_apply(struct sal_play *p, int side, struct sal_action a) {
  struct abort f = *abort_of(p);
  sal_unit u = f.bomber;
  int hits = f.hits;

  sal_pop(p);
  if (a.verb == V_PRESS) {
    alea_air_lose(p, u, hits, R_12_air_3);
    answer(p, u, f.fighter);
    return;
  }
  int die = sal_roll(p->dice, 6, R_12_air_6, SAL_NOUNIT);
  if (die >= 4) {
    hits--;
  }
  sal_tell(p, die >= 4 ? E_ABORT : E_ABORT_NOT, R_12_air_6,
           SAL_EV(.n = {(int16_t)side, U(p, u)->place, (int16_t)die, (int16_t)hits}));
  alea_air_lose(p, u, hits, R_12_air_6);
  if (!U(p, u)->steps) {
    return;
  }
  leaves_zone(p, u);
  *U(p, u) = (struct unit){.steps = U(p, u)->steps, .box = (uint8_t)air_box(side, B_AIR)};
}

/* Shows the bomber and its hits. */
static void abort_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct abort *f = abort_of(p);

  sal_prompt_select(out, f->bomber);
  sal_prompt_say(out,
                 "%s: %s is hit %d {time/times}. Abort its mission (4-6 saves a hit), or press on?",
                 name_of(side), label(p, f->bomber), f->hits);
}

const struct sal_node alea_abort = {.id = "air.abort",
                                    .rule = R_12_air_6,
                                    .list = abort_list,
                                    .check = abort_check,
                                    .apply = abort_apply,
                                    .prompt = abort_prompt};
