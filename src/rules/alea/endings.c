/* endings.c - 3.1: how each part of a turn is ended, and where every action belongs.
 *
 * Every ending has its own word (`end advance`, `end combat`), so that when a part closes by itself
 * the player's next word does not end something else. An action at the wrong time is refused with
 * the rule of the action and its place in the turn.
 */
#include "state.h"

/* What ends a node, and what the button says. */
static const struct {
  uint8_t node;
  uint16_t rule;
  const char *label, *wrong;
} ending[ENDINGS] = {
    [END_SETUP] = {N_SETUP, R_3_setup_1, "End the set-up", "Now comes `end set-up`."},
    [END_FRONTS] = {N_FRONTS, R_8_2, "Place no more AT Fronts", "Now comes `end fronts`."},
    [END_MINES] = {N_MINES, R_11_1, "Lay no more mines", "Now comes `end mines`."},
    [END_BOMBING] = {N_AIRRAID, R_12_bomb_1, "Hold the bombers back", "Now comes `end bombing`."},
    [END_RESERVES] = {N_RALLY, R_15_1, "Call no more reserves", "Now comes `end reserves`."},
    [END_MOVEMENT] = {N_MOVE, R_4_1, "End movement", "Now comes `end movement`."},
    [END_BOMBARDMENT] = {N_BOMBARD, R_13_art_3, "End bombardment", "Now comes `end bombardment`."},
    [END_COMBAT] = {N_COMBAT, R_7_1, "End the combats", "Now comes `end combat`."},
    [END_SUPPORT] = {N_DEFCAS, R_12_cas_3, "Place no more support", "Now comes `end support`."},
    [END_INFILTRATION] = {N_SLIP, R_7_a_8_1, "Infiltrate no further",
                          "Now comes `end infiltration`."},
    [END_ADVANCE] = {N_ADVANCE, R_7_a_9_1, "Advance no further", "Now comes `end advance`."},
    [END_RUPTURE] = {N_RUPTURE, R_7_a_10_1, "Exploit no further", "Now comes `end rupture`."},
    [END_REPAIRS] = {N_REPAIR, R_opt_tank_2, "Give no more steps back", "Now comes `end repairs`."},
};

/* The ending of the node on top; ENDINGS when it has none. */
static int ending_of(const struct sal_play *p) {
  int node = sal_top(p)->node;
  int e = 0;

  while (e < ENDINGS && ending[e].node != node) {
    e++;
  }

  return e;
}

/* The action that ends what is on top. */
struct sal_action alea_end(const struct sal_play *p) {
  return sal_act(V_DONE, ending_of(p), 0, 0);
}

/* The button of an ending says what ends, and cites the rule of that part. */
void alea_end_offer(struct sal_action a, struct sal_offer *o) {
  int e = word_of(a, 0);

  o->rule = ending[e].rule;
  sal_format(o->label, sizeof o->label, "%s", ending[e].label);
}

/* When each action is made, for the player who tries it at another time. */
static const struct {
  uint16_t rule;
  const char *when;
} belongs[V_COUNT] = {
    [V_PICK] = {R_3_setup_6, "Units are placed in the set-up only."},
    [V_PUT] = {R_3_setup_6, "Choose first what is to be placed."},
    [V_MODE] = {R_II_opt_aa_1, "AA modes are chosen in the set-up and at the end of a turn."},
    [V_LOSE] = {R_7_hit_1, "There is no loss to take now."},
    [V_LEAVE] = {R_II_s4_1, "A regiment is left out first of all in the set-up of Prokhorovka."},
    [V_HISTORICAL] = {R_II_1_1, "The historical set-up belongs to the set-up."},
    [V_DONE] = {R_3_1, "There is nothing to end here; it ends by itself."},
    [V_FRONT] = {R_8_2, "AT Fronts are placed in the construction phase, or when they are called."},
    [V_MINE] = {R_11_1, "Mines are laid in the construction phase."},
    [V_FLY] = {R_12_2, "Aircraft are sent to their boxes in the air assignment phase."},
    [V_FUEL] = {R_opt_fuel_1, "Fuel is spent in the air assignment phase."},
    [V_COMMIT] = {R_3_1, "There is no secret choice to commit now."},
    [V_AIM] = {R_12_air_1, "Fighters get their targets before the combat of their zone."},
    [V_SHOOT] = {R_7_a_5_1, "There is no armoured combat now."},
    [V_ABORT] = {R_12_air_6, "No bomber is hit now."},
    [V_PRESS] = {R_12_air_6, "No bomber is hit now."},
    [V_RAID] = {R_12_bomb_1, "Bombers attack after the air combat and in their movement phase."},
    [V_ADD] = {R_13_art_3, "No bombardment is being prepared now."},
    [V_FIRE] = {R_13_art_3, "No bombardment is being prepared now."},
    [V_FLAK] = {R_II_opt_aa_3, "No aircraft attack now."},
    [V_PASS] = {R_3_1, "There is nothing to pass now."},
    [V_ACTIVATE] = {R_15_1, "Reserves are called in the Soviet rally."},
    [V_MOVE] = {R_4_1, "Units move in their own movement phase, one stack after another."},
    [V_JOIN] = {R_4_3, "Stacks are formed in the movement phase."},
    [V_STEP] = {R_4_1, "Units move in their own movement phase, one stack after another."},
    [V_STRIKE] = {R_4_oa_1, "Attacks in movement are made in the movement phase."},
    [V_EXIT] = {R_14_exit_2, "Units leave the map in the movement phase."},
    [V_STOP] = {R_4_4, "No stack is moving."},
    [V_TOP] = {R_5_8,
               "You put stacks in order in your own movement, bombardment and combat phases."},
    [V_BURY] = {R_opt_buried_1, "Tanks are buried in the Soviet movement phase."},
    [V_CAS] = {R_12_cas_1, "Close support is placed in the movement phase."},
    [V_REACT] = {R_6_re_1, "No zone of control has just been entered."},
    [V_TARGET] = {R_7_a_1_1, "Targets are chosen in the bombardment and combat phases."},
    [V_FROM] = {R_7_a_1_1, "Attacks are declared in the combat phase."},
    [V_SUPPORT] = {R_7_a_3_2, "No combat waits for support now."},
    [V_TYPE] = {R_7_a_1_1, "Attacks are declared in the combat phase."},
    [V_ATTACK] = {R_7_a_1_1, "Attacks are declared in the combat phase."},
    [V_CANCEL] = {R_3_1, "There is nothing to call off now."},
    [V_ELECT] = {R_7_a_2_1, "Only a stack that is attacked elects to stand or to retreat."},
    [V_EXCESS] = {R_5_7, "Units over the limit are named when a combat is declared."},
    [V_ROLL] = {R_7_a_6_4, "No combat waits for its dice now."},
    [V_HOLD] = {R_7_a_5_1, "There is no armoured combat now."},
    [V_RETREAT] = {R_7_a_7_1, "No unit retreats now."},
    [V_SLIP] = {R_7_a_8_1, "No unit infiltrates now."},
    [V_ADVANCE] = {R_7_a_9_1, "No unit advances now."},
    [V_REPAIR] = {R_opt_tank_3, "Steps are given back at the end of a turn."},
    [V_REBUILD] = {R_opt_tank_4, "Steps are given back at the end of a turn."},
    [V_HUNT] = {R_II_opt_hunter, "Tank hunters fire when they are placed."},
    [V_OPEN] = {R_12_air_2, "There is no air combat now."},
};

static const char first_mover[] = "Choose first the unit that moves.";
static const char first_target[] = "Choose first the hex to be attacked.";

/* In these parts the action is not wrong, but too early: something else comes first. */
static const struct {
  uint8_t node, verb;
  const char *first;
} early[] = {
    {N_MOVE, V_JOIN, first_mover},
    {N_MOVE, V_STEP, first_mover},
    {N_MOVE, V_STRIKE, first_mover},
    {N_MOVE, V_EXIT, first_mover},
    {N_STEP, V_MOVE, "Another stack is on the move: it stops first."},
    {N_COMBAT, V_FROM, first_target},
    {N_COMBAT, V_TYPE, first_target},
    {N_COMBAT, V_ATTACK, first_target},
    {N_FRONTS, V_MINE, "The AT Fronts are placed before the mines are laid."},
    {N_MINES, V_FRONT, "The AT Fronts have been placed; now mines are laid."},
};

/* 4.oa.2: an attack in movement is an assault by one stack, without artillery or aircraft. */
static bool breaks_4_oa_2(const struct sal_play *p, int verb) {
  bool moving = sal_top(p)->node == N_STEP || S(p)->fight.moving;
  bool extra = verb == V_TYPE || verb == V_ADD || verb == V_FIRE || verb == V_SUPPORT;

  return moving && extra;
}

/* Refuses an action that does not belong to the node on top. */
bool alea_not_now(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  if (breaks_4_oa_2(p, a.verb)) {
    return sal_refuse(why, R_4_oa_2,
                      "An attack in movement is an assault, without artillery and aircraft.", 0, 0);
  }
  for (size_t i = 0; i < sizeof early / sizeof early[0]; i++) {
    if (early[i].node == sal_top(p)->node && early[i].verb == a.verb) {
      return sal_refuse(why, belongs[a.verb].rule, early[i].first, 0, 0);
    }
  }

  return sal_refuse(why, belongs[a.verb].rule, belongs[a.verb].when, 0, 0);
}

/* The last line of a check: the ending of this node and no other. */
bool alea_ends(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  int e = ending_of(p);

  if (a.verb != V_DONE || e == ENDINGS) {
    return alea_not_now(p, a, why);
  }
  if (word_of(a, 0) != e) {
    return sal_refuse(why, ending[e].rule, ending[e].wrong, 0, 0);
  }

  return true;
}
