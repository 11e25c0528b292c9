/* air.c - 8, 21: air missions chosen in secret, air combat, air attacks.
 *
 * N_AIR is sealed: each side has its own slot (airpick, airkind) and marks its counters PENDING.
 * The other side's view shows nothing of it until every side with aircraft left has committed. An
 * air counter's `at` is its target; one without a mission has no target.
 */
#include "state.h"

/* The strength of an air counter: it has all its levels. */
int wb_air_strength(const struct sal_play *p, int u) {
  const struct kind *k = K(p, u);
  return k->sp[k->cel];
}
/* An air counter that has not flown in this turn (8.1.5). */
static bool available(const struct sal_play *p, int u) {
  if (status(p, u) != ST_AIR)
    return false;
  return !(S(p)->unit[u].flags & FIRED);
}
/* Whether a counter is on that mission to that hex. */
static bool flies(const struct unit *unit, int mission, sal_hex h) {
  if (unit->at != h)
    return false;
  return unit->mission == mission + 1;
}

/* The strength of the side's aircraft on that mission to that hex, and their white stars (21.1.1).
 */
int wb_air_sp(const struct sal_play *p, int side, int mission, sal_hex h, int *stars) {
  int sp = 0;

  *stars = 0;
  EACH_AIR(p, side, u) {
    if (!flies(&S(p)->unit[u], mission, h))
      continue;
    sp += wb_air_strength(p, u);
    *stars += (K(p, u)->stars & WHITE) != 0;
  }

  return sp;
}

/* A counter without mission and target. */
void wb_come_home(struct unit *unit) {
  unit->at = SAL_NOHEX;
  unit->mission = 0;
  unit->bridge = 0;
}

/* Aircraft that took part in a combat or a fire have done their mission. */
void wb_air_used(struct sal_play *p, int side, int mission, sal_hex h) {
  EACH_AIR(p, side, u) {
    if (flies(&S(p)->unit[u], mission, h))
      wb_come_home(&S(p)->unit[u]);
  }
}

/* ---- 8.1.7 choosing --------------------------------------------------------------------- */

/* 8.1.4R: the first air phase of a turn comes before the German attack, the second before the
 * Soviet one. */
static bool own_attack_next(const struct sal_play *p, int side) {
  return (p->state->phase == P_AIR) == (side == SAL_GERMAN);
}

/* 8.2.4, 8.2.5: only the German supports a defence, and only before a Soviet attack. */
static bool may_support_defence(const struct sal_play *p, int side, struct sal_refusal *why) {
  if (side == SAL_SOVIET)
    return sal_refuse(why, R_8_2_5, "Soviet aircraft give no defensive support.", 0, 0);
  if (own_attack_next(p, side))
    return sal_refuse(why, R_8_1_4R, "The next attack phase is this side's.", 0, 0);
  return true;
}

/* 8.2.1: which missions a counter may fly. */
static bool may_mission(const struct sal_play *p, int side, int u, int mission,
                        struct sal_refusal *why) {

  if (mission == DEFENCE)
    return may_support_defence(p, side, why);
  if (mission == OFFENCE && !own_attack_next(p, side))
    return sal_refuse(why, R_8_1_4R, "The next attack phase is not this side's.", 0, 0);
  if (mission == OBJECTS && !wb_nbridges(p))
    return sal_refuse(why, R_8_2_8, "There are no bridges to attack.", 0, 0);
  if (mission == DISTURB && side != SAL_GERMAN)
    return sal_refuse(why, R_8_2_11, "Only Soviet movement can be disturbed.", 0, 0);
  if (mission == RIVER && !O(p)->any_big)
    return sal_refuse(why, R_8_2_16, "There is no big river.", 0, 0);
  if (mission == AIRLIFT && K(p, u)->role != AIR_ALLIED)
    return sal_refuse(why, R_8_2_22, "Only American and British aircraft fly supplies.", 0, 0);

  return true;
}

/* How many counters of the side fly to the hex. */
static int counters_on(const struct sal_play *p, int side, sal_hex h) {
  int n = 0;

  EACH_AIR(p, side, u) {
    n += S(p)->unit[u].at == h;
  }
  return n;
}

/* Whether a big river runs along the hex. */
static bool by_big_river(const struct sal_play *p, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (B(p)->side[h * 6 + d] & O(p)->big_river)
      return true;
  return false;
}

/* The side whose units a mission needs in its hex, as a bit of `pres`; 0: neither. */
static int needed_there(int side, int mission) {
  if (mission == OFFENCE || mission == STRIKE)
    return occ(sal_enemy(side));
  return mission == DEFENCE || mission == AIRLIFT ? occ(side) : 0;
}

/* The rule that needs a unit in the target hex. */
static int needed_rule(int mission) {
  switch (mission) {
  case STRIKE: return R_8_2_6;
  case OFFENCE: return R_8_2_2;
  case DEFENCE: return R_8_2_4;
  default: return R_8_2_25;
  }
}

/* 21.1.2: two counters a hex, and a unit has to be there. */
static bool may_fly_to(const struct sal_play *p, int side, int mission, sal_hex h,
                       struct sal_refusal *why) {
  int need = needed_there(side, mission);
  bool nobody = need && !(S(p)->cell[h].pres & need);

  if (counters_on(p, side, h) >= 2)
    return sal_refuse(why, R_21_1_2, "Two air counters fly to {h0} already.", h, 0);
  if (nobody && need == occ(side))
    return sal_refuse(why, needed_rule(mission), "There are no own units in {h0}.", h, 0);
  if (nobody)
    return sal_refuse(why, needed_rule(mission), "There are no enemies in {h0}.", h, 0);

  return true;
}

/* 8.2.8: a bridge that stands. */
static bool may_bomb(const struct sal_play *p, int side, int hexside, struct sal_refusal *why) {
  if (counters_on(p, side, bridge_end(hexside)) >= 2)
    return sal_refuse(why, R_21_1_2, "Two air counters fly there already.", 0, 0);
  if (!wb_standing(p, hexside))
    return wb_no_bridge(p, hexside, R_8_2_8, "No bridge stands there.", why);
  return true;
}

/* 8.2.16-8.2.18: attacks on a river crossing, spread over connected hexes of a big river. */
static bool may_spread(const struct sal_play *p, int side, sal_hex h, int n,
                       struct sal_refusal *why) {
  int left = S(p)->unit[S(p)->airpick[side] - 1].crossings;
  int free = 0;
  bool first = true, joined = false;

  for (int i = 0; i < CROSSINGS; i++) {
    const struct crossing *c = &S(p)->crossing[i];
    free += !c->at;
    if (!c->at)
      continue;
    if (c->side != side)
      continue;
    first = false;
    if (sal_distance(B(p), c->at, h) <= 1)
      joined = true;
  }

  if (!by_big_river(p, h))
    return sal_refuse(why, R_8_2_16, "{h0} is not on a big river.", h, 0);
  if (!first && !joined)
    return sal_refuse(why, R_8_2_18, "{h0} is not connected with the other hexes.", h, 0);
  if (!free)
    return sal_refuse(why, R_8_2_18, "No more hexes can be watched.", 0, 0);
  if (n < 1 || n > left)
    return sal_refuse(why, R_8_2_17, "{n1} {attack is/attacks are} left to give out.", n, left);

  return true;
}

/* 8.2.7, 8.2.10, 8.2.12, 8.2.23: missions too weak to be flown. */
struct weak {
  sal_hex at;
  int rule, sp, least;
};

/* What a mission needs at least. */
static struct weak needs(const struct sal_play *p, const struct unit *unit) {
  struct weak w = {.at = unit->at};

  switch (unit->mission - 1) {
  case STRIKE: /* the ground must leave a point */
    w.rule = R_8_2_7;
    w.least = 2 * O(p)->cm[unit->at] + 1;
    break;
  case OBJECTS:
    w.rule = R_8_2_10;
    w.least = 4;
    break;
  case DISTURB:
    w.rule = R_8_2_12;
    w.least = 7;
    break;
  case AIRLIFT:
    w.rule = R_8_2_23;
    w.least = 7;
    break;
  default: break;
  }

  return w;
}

/* Two counters on one mission to one target count together. */
static bool same_flight(const struct unit *a, const struct unit *b) {
  if (a->at != b->at)
    return false;
  if (a->mission != b->mission)
    return false;
  return a->bridge == b->bridge;
}

/* The first mission that is too weak; false: there is none. */
static bool weak_mission(const struct sal_play *p, int side, struct weak *w) {
  EACH_AIR(p, side, u) {
    const struct unit *unit = &S(p)->unit[u];
    *w = needs(p, unit);
    if (!w->least)
      continue;
    EACH_AIR(p, side, v) {
      if (same_flight(unit, &S(p)->unit[v]))
        w->sp += wb_air_strength(p, v);
    }
    if (w->sp < w->least)
      return true;
  }

  return false;
}

/* ---- the list of missions and targets --------------------------------------------------- */

/* Nothing is in hand: any unused counter, or commit. */
static void list_counters(const struct sal_play *p, int side, struct sal_list *l) {
  struct weak weak;

  EACH_AIR(p, side, u) {
    if (available(p, u))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
  }
  if (!weak_mission(p, side, &weak))
    sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* Every bridge that may be bombed. */
static void list_bridges(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i);
    if (may_bomb(p, side, hexside, NULL))
      sal_list_add(l, sal_act(V_BOMB, hexside, 0, 0));
  }
}

/* Every hex of a river that may be watched. */
static void list_crossings(const struct sal_play *p, int side, struct sal_list *l) {
  int left = S(p)->unit[S(p)->airpick[side] - 1].crossings;

  for (int i = 1; i < B(p)->cells; i++) {
    sal_hex h = (sal_hex)i;
    if (B(p)->on[h] && may_spread(p, side, h, left, NULL))
      sal_list_add(l, sal_act(V_SPREAD, h, left, 0));
  }
}

/* by cell: the list comes out sorted */
static void list_hexes(const struct sal_play *p, int side, int mission, struct sal_list *l) {
  uint8_t flights[SAL_MAX_CELLS] = {0}; /* counters that fly to each hex (21.1.2) */
  int need = needed_there(side, mission);

  EACH_AIR(p, side, u) {
    flights[S(p)->unit[u].at]++;
  }
  for (int i = 1; i < B(p)->cells; i++) {
    sal_hex h = (sal_hex)i;
    bool nobody = need && !(S(p)->cell[h].pres & need);
    if (!B(p)->on[h])
      continue;
    if (nobody)
      continue;
    if (flights[h] >= 2)
      continue;
    sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  }
}

/* What the counter in hand could be sent to do. */
static void list_missions(const struct sal_play *p, int side, int u, struct sal_list *l) {
  for (int m = 0; m < MISSIONS; m++)
    if (may_mission(p, side, u, m, NULL))
      sal_list_add(l, sal_act(V_MISSION, m, 0, 0));
}

/* First a counter, then its mission, then where it flies. */
static void air_list(const struct sal_play *p, int side, struct sal_list *l) {
  int u = S(p)->airpick[side] - 1;
  int mission = S(p)->airkind[side] - 1;

  if (u < 0) {
    list_counters(p, side, l);
    return;
  }
  if (mission < 0)
    list_missions(p, side, u, l);
  else if (mission == OBJECTS)
    list_bridges(p, side, l);
  else if (mission == RIVER)
    list_crossings(p, side, l);
  else
    list_hexes(p, side, mission, l);
  sal_list_add(l, sal_act(V_DROP, 0, 0, 0)); /* last, as lists are sorted */
}

/* ---- check and apply -------------------------------------------------------------------- */

/* 8.1.3, 8.1.5: one counter after another, each once a turn. */
static bool may_pick(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int picked = S(p)->airpick[side];

  if (picked)
    return sal_refuse(why, R_8_1_3, "Give {u0} its mission first.", picked - 1, 0);
  if (side_of(p, u) != side || !available(p, u))
    return sal_refuse(why, R_8_1_5, "{u0} is not an unused air counter of this side.", u, 0);

  return true;
}

/* A side commits when every mission is strong enough. */
static bool may_commit(const struct sal_play *p, int side, struct sal_refusal *why) {
  int picked = S(p)->airpick[side];
  struct weak weak;

  if (picked)
    return sal_refuse(why, R_8_1_3, "Give {u0} its mission first.", picked - 1, 0);
  if (weak_mission(p, side, &weak))
    return sal_refuse(why, weak.rule,
                      "Too few strength points fly to {h0}: {n1} or more are needed.", weak.at,
                      weak.least);

  return true;
}

/* A target is given to a counter that has its mission. */
static bool check_target(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  int mission = S(p)->airkind[side] - 1;
  bool to_hex = mission >= 0 && mission != OBJECTS && mission != RIVER;

  if (a.verb == V_BOMB && mission != OBJECTS)
    return sal_refuse(why, R_8_2_8, "Choose that mission first.", 0, 0);
  if (a.verb == V_BOMB)
    return may_bomb(p, side, edge_of(a, 0), why);
  if (a.verb == V_SPREAD && mission != RIVER)
    return sal_refuse(why, R_8_2_16, "Choose that mission first.", 0, 0);
  if (a.verb == V_SPREAD)
    return may_spread(p, side, hex_of(a, 0), number_of(a, 1), why);
  if (!to_hex)
    return sal_refuse(why, R_8_1_3, "Choose a mission that is flown to a hex first.", 0, 0);

  return may_fly_to(p, side, mission, hex_of(a, 0), why);
}

/* The same order as in the list. */
static bool air_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  int picked = S(p)->airpick[side];

  switch (a.verb) {
  case V_PICK: return may_pick(p, side, unit_of(a), why);
  case V_COMMIT: return may_commit(p, side, why);
  case V_DROP:
    if (!picked)
      return sal_refuse(why, R_8_1_4, "No air counter is in hand.", 0, 0);
    return true;
  case V_MISSION:
    if (!picked || S(p)->airkind[side])
      return sal_refuse(why, R_8_1_3, "There is no air counter without a mission in hand.", 0, 0);
    return may_mission(p, side, picked - 1, word_of(a, 0), why);
  case V_BOMB:
  case V_SPREAD:
  case V_PUT: return check_target(p, side, a, why);
  default: return wb_not_now(p, a, why);
  }
}

/* The side's attacks on river crossings are called off. */
static void forget_crossings(struct sal_play *p, int side) {
  for (int i = 0; i < CROSSINGS; i++)
    if (S(p)->crossing[i].side == side)
      S(p)->crossing[i] = (struct crossing){0};
}

/* No counter is in hand. */
static void put_down(struct sal_play *p, int side) {
  S(p)->airpick[side] = 0;
  S(p)->airkind[side] = 0;
}

/* Takes a counter's mission back while the phase is still secret. */
static void unassign(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];

  if (unit->mission == RIVER + 1 || S(p)->airkind[side] == RIVER + 1)
    forget_crossings(p, side);
  wb_come_home(unit);
  unit->crossings = 0;
  unit->flags &= (uint8_t)~PENDING;
}

/* The counter in hand gets its target. */
static void assign(struct sal_play *p, int side, sal_hex h) {
  struct unit *unit = &S(p)->unit[S(p)->airpick[side] - 1];

  unit->at = h;
  unit->mission = S(p)->airkind[side];
  unit->flags |= PENDING;
  put_down(p, side);
}

/* 8.2.18: some of the attacks go to this hex; when all are given out the mission is set. */
static void spread(struct sal_play *p, int side, sal_hex h, int n) {
  struct state *s = S(p);
  struct unit *unit = &s->unit[s->airpick[side] - 1];
  int i = 0;

  while (s->crossing[i].at)
    i++; /* may_spread has seen a free one */
  s->crossing[i] = (struct crossing){h, (uint8_t)n, (uint8_t)side};
  unit->crossings = (uint8_t)(unit->crossings - n);
  if (!unit->crossings)
    assign(p, side, h);
}

/* The other side sees only the commit. */
static void air_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  int u = s->airpick[side] - 1;

  switch (a.verb) {
  case V_PICK:
    unassign(p, side, unit_of(a));
    s->airpick[side] = (uint16_t)(unit_of(a) + 1);
    break;
  case V_MISSION:
    s->airkind[side] = (uint8_t)(word_of(a, 0) + 1);
    if (word_of(a, 0) == RIVER) /* 8.2.17 */
      s->unit[u].crossings = (uint8_t)(2 * wb_air_strength(p, u));
    break;
  case V_PUT: assign(p, side, hex_of(a, 0)); break;
  case V_BOMB:
    s->unit[u].bridge = (uint8_t)(1 + wb_bridge_of(p, edge_of(a, 0)));
    assign(p, side, bridge_end(edge_of(a, 0)));
    break;
  case V_SPREAD: spread(p, side, hex_of(a, 0), number_of(a, 1)); break;
  case V_DROP:
    unassign(p, side, u);
    put_down(p, side);
    break;
  default: sal_commit(p, side); break;
  }
}

/* Whether the side still has a counter to send. */
static bool has_aircraft(const struct sal_play *p, int side) {
  EACH_AIR(p, side, u) {
    if (available(p, u))
      return true;
  }
  return false;
}

/* Both sides decide at once; a side without aircraft is not asked. */
static uint32_t air_actors(const struct sal_play *p) {
  uint32_t who = 0;

  for (int side = 0; side < SAL_SIDES; side++) {
    bool committed = p->state->sealed & SAL_BIT(side);
    if (!committed && has_aircraft(p, side))
      who |= SAL_BIT(side);
  }

  return who;
}

/* All have committed: everything is shown together, and nobody can take it back. */
static bool air_run(struct sal_play *p) {
  if (air_actors(p))
    return false;
  for (int side = 0; side < SAL_SIDES; side++) {
    EACH_AIR(p, side, u) {
      struct unit *unit = &S(p)->unit[u];
      if (!(unit->flags & PENDING))
        continue;
      unit->flags = (uint8_t)((unit->flags & ~PENDING) | FIRED);
      sal_tell(p, E_AIR, R_8_1_7,
               SAL_EVU(u, .at = {unit->at}, .n = {(int16_t)(unit->mission - 1)}));
    }
  }
  sal_pop(p);
  return true;
}

/* Says what is missing: a counter, a mission, a target, or strength. */
static void air_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int picked = S(p)->airpick[side];
  struct weak weak;

  if (picked) {
    const char *name = p->book->counter[picked - 1].label;
    sal_prompt_select(out, (sal_unit)(picked - 1));
    if (S(p)->airkind[side])
      sal_prompt_say(out, "%s: choose where %s flies.", people(side), name);
    else
      sal_prompt_say(out, "%s: choose the mission of %s.", people(side), name);
    return;
  }
  if (weak_mission(p, side, &weak))
    sal_prompt_owe(out, weak.rule, SAL_AT_HEX, weak.at,
                   "the mission to %s has %d strength points of %d", B(p)->name[weak.at], weak.sp,
                   weak.least);
  sal_prompt_say(out, "%s: give air counters their missions in secret, then commit.", people(side));
}

const struct sal_node wb_air = {.id = "air",
                                .rule = R_8_1_7,
                                .sealed = true,
                                .run = air_run,
                                .actors = air_actors,
                                .list = air_list,
                                .check = air_check,
                                .apply = air_apply,
                                .prompt = air_prompt};

/* ---- 8.1.8 air combat ------------------------------------------------------------------- */

/* The strength of all the side's counters over a hex. */
static int flight_sp(const struct sal_play *p, int side, sal_hex h) {
  int sp = 0;

  EACH_AIR(p, side, u) {
    if (S(p)->unit[u].at == h)
      sp += wb_air_strength(p, u);
  }

  return sp;
}

/* 8.1.9: the loser's aircraft go home without flying their mission. */
static void drive_off(struct sal_play *p, int side, sal_hex h) {
  sal_tell(p, E_DRIVEN, R_8_1_9, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  EACH_AIR(p, side, u) {
    struct unit *unit = &S(p)->unit[u];
    if (unit->at != h)
      continue;
    if (unit->mission == RIVER + 1)
      forget_crossings(p, side);
    wb_come_home(unit);
  }
}

/* 8.1.8: strength and a die each; equal sums are rolled again. */
static void dogfight(struct sal_play *p, sal_hex german, sal_hex soviet) {
  int ours = flight_sp(p, SAL_GERMAN, german);
  int theirs = flight_sp(p, SAL_SOVIET, soviet);
  int our_sum;
  int their_sum;

  if (!ours)
    return;
  if (!theirs)
    return;
  do {
    our_sum = ours + wb_die(p, R_8_1_8);
    their_sum = theirs + wb_die(p, R_8_1_8);
    if (p->dice->short_of)
      return;
    if (p->dice->bad)
      return;
  } while (our_sum == their_sum);
  sal_tell(p, E_AIRFIGHT, R_8_1_8,
           SAL_EV(.at = {german, soviet}, .n = {(int16_t)our_sum, (int16_t)their_sum}));
  int lower = smaller(our_sum, their_sum);
  if (lower == their_sum)
    drive_off(p, SAL_SOVIET, soviet);
  else
    drive_off(p, SAL_GERMAN, german);
}

/* Whether the hex is in the list. */
static bool is_among(const sal_hex *list, int n, sal_hex h) {
  for (int i = 0; i < n; i++)
    if (list[i] == h)
      return true;
  return false;
}

/* The hexes the side flies to: ascending, each once. */
static int flight_hexes(const struct sal_play *p, int side, sal_hex out[MAX_UNITS]) {
  int n = 0;

  EACH_AIR(p, side, u) {
    sal_hex h = S(p)->unit[u].at;
    if (!h)
      continue;
    if (is_among(out, n, h))
      continue;
    int k = n++;
    for (; k > 0 && out[k - 1] > h; k--)
      out[k] = out[k - 1];
    out[k] = h;
  }

  return n;
}

/* 8.1.8: first the flights to one hex, then those to neighbouring hexes. */
static void air_combat(struct sal_play *p) {
  sal_hex german[MAX_UNITS];
  sal_hex soviet[MAX_UNITS];
  int ngerman = flight_hexes(p, SAL_GERMAN, german);
  int nsoviet = flight_hexes(p, SAL_SOVIET, soviet);

  for (int far = 0; far <= 1; far++)
    for (int i = 0; i < ngerman; i++)
      for (int k = 0; k < nsoviet; k++)
        if (sal_distance(B(p), german[i], soviet[k]) == far)
          dogfight(p, german[i], soviet[k]);
}

/* ---- 8.2 the attacks -------------------------------------------------------------------- */

/* an earlier counter that disturbs movement there, or SAL_NOUNIT */
static int mate_of(const struct sal_play *p, int u) {
  EACH_AIR(p, SAL_GERMAN, v) {
    if (v == u)
      return SAL_NOUNIT;
    if (flies(&S(p)->unit[v], DISTURB, S(p)->unit[u].at))
      return v;
  }

  return SAL_NOUNIT;
}

/* 8.2.12: one mission a hex, or two where both counters are strong enough. */
static void note_disturbance(struct sal_play *p) {
  enum { STRONG = 7 };
  struct state *s = S(p);

  EACH_AIR(p, SAL_GERMAN, u) {
    sal_hex h = s->unit[u].at;
    int mate = mate_of(p, u);
    if (s->unit[u].mission != DISTURB + 1)
      continue;
    if (s->ndisturbed == AIRS)
      continue;
    bool both_strong = mate == SAL_NOUNIT ||
                       (wb_air_strength(p, u) >= STRONG && wb_air_strength(p, mate) >= STRONG);
    if (!both_strong)
      continue;
    s->disturbed[s->ndisturbed++] = h;
    sal_tell(p, E_DISTURB, R_8_2_13, SAL_EV(.at = {h}));
  }
}

/* Tracked units or armoured cars, against which white stars count. */
static bool has_tracks(const struct sal_play *p, sal_hex h) {
  EACH_AT(S(p), u, h) {
    if (K(p, u)->class == TRACK)
      return true;
    if (K(p, u)->flag & F_CAR)
      return true;
  }

  return false;
}

/* 8.2.6, 8.2.7: points less twice the shifts of the ground. 21.1.1: stars raise the row against
 * tracks. */
static void bomb_units(struct sal_play *p, int side, sal_hex h) {
  enum { LAST_ROW = 5 };
  int stars;
  int terrain = O(p)->cm[h];
  int sp = wb_air_sp(p, side, STRIKE, h, &stars) - 2 * terrain;
  bool stars_count = S(p)->head.option[O_SPECIAL] && has_tracks(p, h);

  SAL_ASSERT(sp > 0); /* may_commit has seen to it */
  wb_air_used(p, side, STRIKE, h);
  int row = wb_fire_row(p, FIRE_AIR, sp);
  if (stars_count)
    row = smaller(LAST_ROW, row + stars);
  int roll = wb_two_dice(p, R_8_2_6);
  sal_tell(p, E_STRIKE, terrain ? R_8_2_7 : R_8_2_6,
           SAL_EV(.at = {h}, .n = {(int16_t)roll, (int16_t)sp}));
  wb_strike_hex(p, h, &O(p)->air[row][roll - 2], R_8_2_6);
}

/* 8.2.8, 8.2.9: the aircraft that fly to the bridge attack it together; the ground does not help.
 */
static void bomb_bridge(struct sal_play *p, int side, sal_hex h, int bridge) {
  int sp = 0;

  EACH_AIR(p, side, u) {
    struct unit *unit = &S(p)->unit[u];
    if (unit->bridge != bridge + 1)
      continue; /* only that mission has a bridge */
    sp += wb_air_strength(p, u);
    wb_come_home(unit);
  }
  int roll = wb_two_dice(p, R_8_2_8);
  bool hit = O(p)->objects[wb_fire_row(p, FIRE_OBJECTS, sp)][roll - 2];
  sal_tell(p, E_OBJECT, O(p)->cm[h] ? R_8_2_9 : R_8_2_8,
           SAL_EV(.at = {h}, .n = {(int16_t)roll, (int16_t)sp}));
  if (hit) /* it stands: of two sides over one bridge air combat has left one */
    wb_break(p, bridge, R_8_2_8);
}

/* 8.2.24, 8.2.25: unless a six is rolled, all units in the hex gain a level of supply. */
static void airlift(struct sal_play *p, int u) {
  struct state *s = S(p);
  sal_hex h = s->unit[u].at;
  int die = wb_die(p, R_8_2_24);

  wb_come_home(&s->unit[u]);
  sal_tell(p, E_AIRLIFT, R_8_2_24, SAL_EV(.at = {h}, .n = {(int16_t)die}));
  if (die == 6)
    return;
  EACH_AT(s, v, h) {
    if (!s->unit[v].oos)
      continue;
    s->unit[v].oos--;
    wb_note_number(p, E_OOS, R_8_2_25, v, s->unit[v].oos);
  }
}

/* Flies the mission of one counter. False: it has none that strikes now. */
static bool strike(struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  switch (unit->mission - 1) {
  case STRIKE: bomb_units(p, side, unit->at); return true;
  case OBJECTS: bomb_bridge(p, side, unit->at, unit->bridge - 1); return true;
  case AIRLIFT: airlift(p, u); return true;
  default: return false;
  }
}

/* One attack at a time: a loss may have to be chosen before the next. */
static bool strikes_run(struct sal_play *p) {
  struct strikes *strikes = strikes_of(p);

  if (!strikes->stage) {
    strikes->stage = 1;
    air_combat(p);
    note_disturbance(p);
    return true;
  }
  for (int side = 0; side < SAL_SIDES; side++) {
    EACH_AIR(p, side, u) {
      if (strike(p, side, u))
        return true;
    }
  }
  sal_pop(p);
  return true;
}

const struct sal_node wb_strikes = {.id = "air.strikes", .rule = R_8_2_6, .run = strikes_run};
