/* air.c - 8, 21: air missions chosen in secret, air combat, air attacks.
 *
 * N_AIR is sealed: each side has its own slot (airpick, airkind) and marks its counters PENDING; nothing of it is
 * in the other side's view until everybody who has aircraft left has committed. An air counter uses `at` for its
 * target, `zone` for 1 + mission, `oos` for 1 + bridge, `last` for river attacks not yet given out. Whatever has no
 * mission has no target.
 */
#include "state.h"

static int air_strength(const struct sal_play *p, int u) { return K(p, u)->sp[1] ? K(p, u)->sp[1] : K(p, u)->sp[2]; }
static bool available(const struct sal_play *p, int u) { return status(p, u) == ST_AIR && !(S(p)->unit[u].flags & FIRED); }

int wb_air_sp(const struct sal_play *p, int side, int mission, sal_hex h, int *stars) {
  const struct own *o = O(p);
  int sp = 0;
  *stars = 0;
  for (int i = 0; i < o->nairs[side]; i++) {
    int u = o->airs[side][i];
    const struct unit *unit = &S(p)->unit[u];
    if (unit->at != h || unit->zone != mission + 1) continue;
    sp += air_strength(p, u);
    *stars += (K(p, u)->stars & WHITE) != 0;
  }
  return sp;
}

void wb_air_used(struct sal_play *p, int side, int mission, sal_hex h) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nairs[side]; i++) {
    struct unit *unit = &S(p)->unit[o->airs[side][i]];
    if (unit->at == h && unit->zone == mission + 1) unit->at = unit->zone = unit->oos = 0;
  }
}

/* ---- 8.1.7 choosing --------------------------------------------------------------------------------------- */

static bool own_attack_next(const struct sal_play *p, int side) { return (p->state->phase == P_AIR) == (side == SAL_GERMAN); }

static bool may_mission(const struct sal_play *p, int side, int u, int mission, struct sal_refusal *why) {
  switch (mission) {
  case OFFENCE: return own_attack_next(p, side) || sal_refuse(why, R_8_1_4R, "The next attack phase is not this side's.", 0, 0);
  case DEFENCE:
    if (side == SAL_SOVIET) return sal_refuse(why, R_8_2_5, "Soviet aircraft give no defensive support.", 0, 0);
    return !own_attack_next(p, side) || sal_refuse(why, R_8_1_4R, "The next attack phase is this side's.", 0, 0);
  case OBJECTS: return (S(p)->head.option[O_BRIDGES] && wb_nbridges(p)) || sal_refuse(why, R_8_2_8, "There are no bridges to attack.", 0, 0);
  case DISTURB: return side == SAL_GERMAN || sal_refuse(why, R_8_2_11, "Only Soviet movement can be disturbed.", 0, 0);
  case RIVER: return O(p)->any_big || sal_refuse(why, R_8_2_16, "There is no big river.", 0, 0);
  case AIRLIFT: return K(p, u)->role == AIR_ALLIED || sal_refuse(why, R_8_2_22, "Only American and British aircraft fly supplies.", 0, 0);
  default: return true;
  }
}

static int counters_on(const struct sal_play *p, int side, sal_hex h) {
  int n = 0;
  for (int i = 0; i < O(p)->nairs[side]; i++) n += S(p)->unit[O(p)->airs[side][i]].at == h;
  return n;
}

static bool by_big_river(const struct sal_play *p, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (B(p)->side[h * 6 + d] & O(p)->big_river) return true;
  return false;
}

static bool may_fly_to(const struct sal_play *p, int side, int mission, sal_hex h, struct sal_refusal *why) {
  int pres = S(p)->cell[h].pres;
  if (counters_on(p, side, h) >= 2) return sal_refuse(why, R_21_1_2, "Two air counters fly to {h0} already.", h, 0);
  if ((mission == OFFENCE || mission == STRIKE) && !(pres & occ(sal_enemy(side)))) return sal_refuse(why, mission == STRIKE ? R_8_2_6 : R_8_2_2, "There are no enemies in {h0}.", h, 0);
  if ((mission == DEFENCE || mission == AIRLIFT) && !(pres & occ(side))) return sal_refuse(why, mission == DEFENCE ? R_8_2_4 : R_8_2_25, "There are no own units in {h0}.", h, 0);
  return true;
}

static bool may_spread(const struct sal_play *p, int side, sal_hex h, int n, struct sal_refusal *why) { /* 8.2.18 */
  int u = S(p)->airpick[side] - 1, left = S(p)->unit[u].last, slots = 0;
  bool first = true, joined = false;
  for (int i = 0; i < CROSSINGS; i++) {
    const struct crossing *c = &S(p)->crossing[i];
    slots += !c->at;
    if (!c->at || c->side != side) continue;
    first = false;
    joined |= sal_distance(B(p), c->at, h) <= 1;
  }
  if (!by_big_river(p, h)) return sal_refuse(why, R_8_2_16, "{h0} is not on a big river.", h, 0);
  if (!first && !joined) return sal_refuse(why, R_8_2_18, "{h0} is not connected with the other hexes.", h, 0);
  if (!slots) return sal_refuse(why, R_8_2_18, "No more hexes can be watched.", 0, 0);
  return (n >= 1 && n <= left) || sal_refuse(why, R_8_2_17, "There are {n1} attacks to give out.", n, left);
}

/* 8.2.10, 8.2.12, 8.2.23: missions too weak to be flown. */
struct weak {
  sal_hex at;
  int rule, sp, least;
};
static bool weak_mission(const struct sal_play *p, int side, struct weak *w) {
  for (int i = 0; i < O(p)->nairs[side]; i++) {
    const struct unit *unit = &S(p)->unit[O(p)->airs[side][i]];
    int mission = unit->zone - 1;
    if (mission != OBJECTS && mission != DISTURB && mission != AIRLIFT) continue;
    *w = (struct weak){unit->at, mission == OBJECTS ? R_8_2_10 : mission == DISTURB ? R_8_2_12 : R_8_2_23, 0, mission == OBJECTS ? 4 : 7};
    for (int k = 0; k < O(p)->nairs[side]; k++) {
      const struct unit *other = &S(p)->unit[O(p)->airs[side][k]];
      if (other->at == unit->at && other->zone == unit->zone && other->oos == unit->oos) w->sp += air_strength(p, O(p)->airs[side][k]);
    }
    if (w->sp < w->least) return true;
  }
  return false;
}

/* The hexes to which two counters fly already (21.1.2): so many that a list need not ask of each hex. */
static int crowded(const struct sal_play *p, int side, sal_hex full[MAX_UNITS]) {
  int n = 0;
  for (int i = 0; i < O(p)->nairs[side]; i++) {
    const struct unit *unit = &S(p)->unit[O(p)->airs[side][i]];
    if (counters_on(p, side, unit->at) >= 2) full[n++] = unit->at;
  }
  return n;
}

static void air_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  int u = S(p)->airpick[side] - 1, kind = S(p)->airkind[side] - 1;
  struct weak weak;
  if (!S(p)->airpick[side]) {
    for (int i = 0; i < o->nairs[side]; i++)
      if (available(p, o->airs[side][i])) sal_list_add(l, sal_act(V_PICK, o->airs[side][i], 0, 0));
    if (!weak_mission(p, side, &weak)) sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
    return;
  }
  sal_list_add(l, sal_act(V_DROP, 0, 0, 0));
  if (kind < 0) {
    for (int m = 0; m < MISSIONS; m++)
      if (may_mission(p, side, u, m, NULL)) sal_list_add(l, sal_act(V_MISSION, m, 0, 0));
    return;
  }
  for (int i = 0; kind == OBJECTS && i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i);
    if (wb_standing(p, hexside) && counters_on(p, side, (sal_hex)(hexside / 6)) < 2) sal_list_add(l, sal_act(V_BOMB, hexside, 0, 0));
  }
  sal_hex full[MAX_UNITS];
  int nfull = crowded(p, side, full), need = kind == OFFENCE || kind == STRIKE ? occ(sal_enemy(side)) : kind == DEFENCE || kind == AIRLIFT ? occ(side) : 0;
  for (int i = 1; kind != OBJECTS && i < B(p)->cells; i++) { /* by cell: the list comes out sorted */
    sal_hex h = (sal_hex)i;
    if (!B(p)->on[h] || (need && !(S(p)->cell[h].pres & need))) continue;
    if (kind == RIVER) {
      if (may_spread(p, side, h, S(p)->unit[u].last, NULL)) sal_list_add(l, sal_act(V_SPREAD, h, S(p)->unit[u].last, 0));
      continue;
    }
    bool open = true;
    for (int k = 0; k < nfull; k++) open &= full[k] != h;
    if (open) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  }
}

static bool air_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  int u = S(p)->airpick[side] - 1, kind = S(p)->airkind[side] - 1;
  bool picked = S(p)->airpick[side];
  struct weak weak;
  switch (a.verb) {
  case V_PICK:
    if (picked) return sal_refuse(why, R_8_1_3, "Give {u0} its mission first.", u, 0);
    return (side_of(p, a.x[0]) == side && available(p, a.x[0])) || sal_refuse(why, R_8_1_5, "{u0} is not an unused air counter of this side.", a.x[0], 0);
  case V_COMMIT:
    if (picked) return sal_refuse(why, R_8_1_3, "Give {u0} its mission first.", u, 0);
    return !weak_mission(p, side, &weak) || sal_refuse(why, weak.rule, "Too few strength points fly to {h0}: {n1} or more are needed.", weak.at, weak.least);
  case V_DROP: return picked || sal_refuse(why, R_8_1_4, "No air counter is in hand.", 0, 0);
  case V_MISSION:
    if (!picked || kind >= 0) return sal_refuse(why, R_8_1_3, "There is no air counter without a mission in hand.", 0, 0);
    return may_mission(p, side, u, a.x[0], why);
  case V_BOMB:
    if (kind != OBJECTS) return sal_refuse(why, R_8_2_8, "Choose that mission first.", 0, 0);
    if (counters_on(p, side, (sal_hex)(a.x[0] / 6)) >= 2) return sal_refuse(why, R_21_1_2, "Two air counters fly there already.", 0, 0);
    return wb_standing(p, a.x[0]) || sal_refuse(why, R_8_2_8, "No bridge stands there.", 0, 0);
  case V_SPREAD: return kind == RIVER ? may_spread(p, side, a.x[0], a.x[1], why) : sal_refuse(why, R_8_2_16, "Choose that mission first.", 0, 0);
  case V_PUT:
    if (kind < 0 || kind == OBJECTS || kind == RIVER) return sal_refuse(why, R_8_1_3, "Choose a mission that is flown to a hex first.", 0, 0);
    return may_fly_to(p, side, kind, a.x[0], why);
  default: return sal_refuse(why, R_2_1_2, "That is not done in an air phase.", 0, 0);
  }
}

static void unassign(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];
  if (unit->zone == RIVER + 1 || S(p)->airkind[side] == RIVER + 1)
    for (int i = 0; i < CROSSINGS; i++)
      if (S(p)->crossing[i].side == side) S(p)->crossing[i] = (struct crossing){0};
  unit->at = unit->zone = unit->oos = unit->last = 0;
  unit->flags &= (uint8_t)~PENDING;
}

static void assign(struct sal_play *p, int side, sal_hex h) {
  struct unit *unit = &S(p)->unit[S(p)->airpick[side] - 1];
  unit->at = h;
  unit->zone = S(p)->airkind[side];
  unit->flags |= PENDING;
  S(p)->airpick[side] = S(p)->airkind[side] = 0;
}

static void air_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  int u = s->airpick[side] - 1;
  switch (a.verb) {
  case V_PICK:
    unassign(p, side, a.x[0]);
    s->airpick[side] = (uint16_t)(a.x[0] + 1);
    break;
  case V_MISSION:
    s->airkind[side] = (uint8_t)(a.x[0] + 1);
    if (a.x[0] == RIVER) s->unit[u].last = (uint8_t)(2 * air_strength(p, u)); /* 8.2.17 */
    break;
  case V_PUT: assign(p, side, a.x[0]); break;
  case V_BOMB:
    s->unit[u].oos = (uint8_t)(1 + wb_bridge_of(p, a.x[0]));
    assign(p, side, (sal_hex)(a.x[0] / 6));
    break;
  case V_SPREAD:
    for (int i = 0; i < CROSSINGS; i++)
      if (!s->crossing[i].at) {
        s->crossing[i] = (struct crossing){a.x[0], (uint8_t)a.x[1], (uint8_t)side};
        break;
      }
    s->unit[u].last = (uint8_t)(s->unit[u].last - a.x[1]);
    if (!s->unit[u].last) assign(p, side, a.x[0]);
    break;
  case V_DROP:
    unassign(p, side, u);
    s->airpick[side] = s->airkind[side] = 0;
    break;
  default: sal_commit(p, side); break;
  }
}

static uint32_t air_actors(const struct sal_play *p) {
  uint32_t who = 0;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < O(p)->nairs[side]; i++)
      if (available(p, O(p)->airs[side][i]) && !(p->state->sealed & SAL_BIT(side))) who |= SAL_BIT(side);
  return who;
}

/* All have committed: everything is shown together. */
static bool air_run(struct sal_play *p) {
  struct state *s = S(p);
  if (air_actors(p)) return false;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < O(p)->nairs[side]; i++) {
      int u = O(p)->airs[side][i];
      if (!(s->unit[u].flags & PENDING)) continue;
      s->unit[u].flags = (uint8_t)((s->unit[u].flags & ~PENDING) | FIRED);
      sal_tell(p, E_AIR, R_8_1_7, SAL_EVU(u, .at = {s->unit[u].at}, .n = {(int16_t)(s->unit[u].zone - 1)}));
      sal_reveal(p);
    }
  sal_pop(p);
  return true;
}

static void air_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int u = S(p)->airpick[side] - 1;
  struct weak weak;
  if (u >= 0) out->selected[out->nselected++] = (sal_unit)u;
  else if (weak_mission(p, side, &weak)) sal_prompt_owe(out, weak.rule, SAL_AT_HEX, weak.at, "the mission to %s has %d strength points of %d", B(p)->name[weak.at], weak.sp, weak.least);
  sal_prompt_say(out, u < 0 ? "%s: give air counters their missions in secret, then commit." : S(p)->airkind[side] ? "%s: choose where it flies." : "%s: choose its mission.", people(side));
}

const struct sal_node wb_air = {.id = "air", .rule = R_8_1_7, .sealed = true, .run = air_run, .actors = air_actors, .list = air_list, .check = air_check, .apply = air_apply, .prompt = air_prompt};

/* ---- 8.1.8 air combat, then the attacks: x[0] stage -------------------------------------------------------------- */

static int flight_sp(const struct sal_play *p, int side, sal_hex h) {
  int sp = 0;
  for (int i = 0; i < O(p)->nairs[side]; i++) {
    int u = O(p)->airs[side][i];
    if (S(p)->unit[u].at == h) sp += air_strength(p, u);
  }
  return sp;
}

static void drive_off(struct sal_play *p, int side, sal_hex h) { /* 8.1.9 */
  sal_tell(p, E_DRIVEN, R_8_1_9, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  for (int i = 0; i < O(p)->nairs[side]; i++) {
    struct unit *unit = &S(p)->unit[O(p)->airs[side][i]];
    if (unit->at != h) continue;
    if (unit->zone == RIVER + 1)
      for (int k = 0; k < CROSSINGS; k++)
        if (S(p)->crossing[k].side == side) S(p)->crossing[k] = (struct crossing){0};
    unit->at = unit->zone = unit->oos = 0;
  }
}

static void dogfight(struct sal_play *p, sal_hex g, sal_hex s) {
  int a = flight_sp(p, SAL_GERMAN, g), b = flight_sp(p, SAL_SOVIET, s), ours, theirs;
  if (!a || !b) return;
  do {
    ours = a + wb_die(p, R_8_1_8);
    theirs = b + wb_die(p, R_8_1_8);
    if (p->dice->short_of || p->dice->bad) return;
  } while (ours == theirs);
  sal_tell(p, E_AIRFIGHT, R_8_1_8, SAL_EV(.at = {g, s}, .n = {(int16_t)ours, (int16_t)theirs}));
  int loser = ours > theirs ? SAL_SOVIET : SAL_GERMAN;
  drive_off(p, loser, loser == SAL_SOVIET ? s : g);
}

static int flight_hexes(const struct sal_play *p, int side, sal_hex out[MAX_UNITS]) { /* ascending, each once */
  int n = 0;
  for (int i = 0; i < O(p)->nairs[side]; i++) {
    int u = O(p)->airs[side][i];
    sal_hex h = S(p)->unit[u].at;
    if (!h) continue;
    int k = 0;
    while (k < n && out[k] < h) k++;
    if (k < n && out[k] == h) continue;
    for (int m = n++; m > k; m--) out[m] = out[m - 1];
    out[k] = h;
  }
  return n;
}

static void air_combat(struct sal_play *p) {
  sal_hex g[MAX_UNITS], s[MAX_UNITS];
  int ng = flight_hexes(p, SAL_GERMAN, g), ns = flight_hexes(p, SAL_SOVIET, s);
  for (int far = 0; far <= 1; far++)
    for (int i = 0; i < ng; i++)
      for (int k = 0; k < ns; k++)
        if (sal_distance(B(p), g[i], s[k]) == far) dogfight(p, g[i], s[k]);
}

static int mate_of(const struct sal_play *p, int side, int i, int mission) { /* an earlier counter on the same mission there; -1: none */
  const uint16_t *airs = O(p)->airs[side];
  for (int k = 0; k < i; k++)
    if (S(p)->unit[airs[k]].zone == mission + 1 && S(p)->unit[airs[k]].at == S(p)->unit[airs[i]].at) return airs[k];
  return -1;
}

static void note_disturbance(struct sal_play *p) { /* 8.2.12: one mission a hex, or two where both counters are strong enough */
  struct state *s = S(p);
  for (int i = 0; i < O(p)->nairs[SAL_GERMAN]; i++) {
    int u = O(p)->airs[SAL_GERMAN][i], mate = mate_of(p, SAL_GERMAN, i, DISTURB);
    if (s->unit[u].zone != DISTURB + 1 || s->ndisturbed == AIRS) continue;
    if (mate >= 0 && (air_strength(p, u) < 7 || air_strength(p, mate) < 7)) continue;
    s->disturbed[s->ndisturbed++] = s->unit[u].at;
    sal_tell(p, E_DISTURB, R_8_2_13, SAL_EV(.at = {s->unit[u].at}));
  }
}

static void bomb_units(struct sal_play *p, int side, sal_hex h) { /* 8.2.6, 8.2.7, 21.1.1 */
  int stars, sp = wb_air_sp(p, side, STRIKE, h, &stars) - 2 * O(p)->cm[h];
  bool tracks = false;
  EACH_AT(S(p), u, h) tracks |= K(p, u)->class == TRACK || K(p, u)->flag & F_CAR;
  wb_air_used(p, side, STRIKE, h);
  if (sp <= 0) return;
  int row = smaller(5, wb_fire_row(sp) + (tracks && S(p)->head.option[O_SPECIAL] ? stars : 0));
  int roll = wb_two_dice(p, R_8_2_6);
  sal_tell(p, E_STRIKE, O(p)->cm[h] ? R_8_2_7 : R_8_2_6, SAL_EV(.at = {h}, .n = {(int16_t)roll, (int16_t)sp}));
  wb_strike_hex(p, h, &O(p)->air[row][roll - 2], R_8_2_6);
}

static void bomb_bridge(struct sal_play *p, int side, sal_hex h, int bridge) { /* 8.2.8, 8.2.9 */
  int sp = 0;
  for (int i = 0; i < O(p)->nairs[side]; i++) {
    struct unit *unit = &S(p)->unit[O(p)->airs[side][i]];
    if (unit->oos != bridge + 1) continue; /* only that mission has a bridge */
    sp += air_strength(p, O(p)->airs[side][i]);
    unit->at = unit->zone = unit->oos = 0;
  }
  int roll = wb_two_dice(p, R_8_2_8);
  sal_tell(p, E_OBJECT, O(p)->cm[h] ? R_8_2_9 : R_8_2_8, SAL_EV(.at = {h}, .n = {(int16_t)roll, (int16_t)sp}));
  if (O(p)->objects[wb_fire_row(sp)][roll - 2] && !(S(p)->bridge[bridge] & DOWN)) wb_break(p, bridge, R_8_2_8);
}

static void airlift(struct sal_play *p, int u) { /* 8.2.24, 8.2.25 */
  struct state *s = S(p);
  sal_hex h = s->unit[u].at;
  int die = wb_die(p, R_8_2_24);
  s->unit[u].at = s->unit[u].zone = 0;
  sal_tell(p, E_AIRLIFT, R_8_2_24, SAL_EV(.at = {h}, .n = {(int16_t)die}));
  EACH_AT(s, v, h)
    if (die < 6 && s->unit[v].oos) {
      s->unit[v].oos--;
      wb_note_number(p, E_OOS, R_8_2_25, v, s->unit[v].oos);
    }
}

/* One attack at a time: a loss may have to be chosen before the next. */
static bool strikes_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  if (!f->x[0]) {
    f->x[0] = 1;
    air_combat(p);
    note_disturbance(p);
    return true;
  }
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < O(p)->nairs[side]; i++) {
      int u = O(p)->airs[side][i];
      const struct unit *unit = &S(p)->unit[u];
      if (unit->zone == STRIKE + 1) return bomb_units(p, side, unit->at), true;
      if (unit->zone == OBJECTS + 1) return bomb_bridge(p, side, unit->at, unit->oos - 1), true;
      if (unit->zone == AIRLIFT + 1) return airlift(p, u), true;
    }
  sal_pop(p);
  return true;
}

const struct sal_node wb_strikes = {.id = "air.strikes", .rule = R_8_2_6, .run = strikes_run};
