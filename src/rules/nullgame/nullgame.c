/* nullgame.c - the names of nullgame's nodes, verbs, events and phases, and the one struct that the
 * rest of the program knows. */
#define SAL_RULE_IDS
#include "state.h"

/* 1.1: an option says how many turns there are. */
static int last_turn(const struct sal_head *h) {
  return ((const struct state *)h)->turns;
}

static const struct sal_node *const nodes[N_COUNT] = {
    [N_GAME] = &null_game,       [N_STANCE] = &null_stance,   [N_SUPPLY] = &null_supply,
    [N_PUT] = &null_put,         [N_MOVE] = &null_move,       [N_STEP] = &null_step,
    [N_REACT] = &null_react,     [N_ATTACK] = &null_attack,   [N_BUILD] = &null_build,
    [N_RETREAT] = &null_retreat, [N_ADVANCE] = &null_advance,
};

static const char *const stances[] = {"hold", "press", NULL};
static const struct sal_verb verbs[] = {
    [V_STANCE] = {"stance", {SAL_ARG_WORD}, SAL_ON_MORE, stances, "Stance: {0}", R_3_1, NULL},
    [V_COMMIT] = {"commit", {0}, SAL_ON_MAIN, NULL, "Commit", R_3_1, "Enter"},
    [V_PICK] = {"pick", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Bring up {0}", R_3_2, NULL},
    [V_PUT] = {"put", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Arrive in {0}", R_3_2, NULL},
    [V_REBUILD] = {"rebuild", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Rebuild {0}", R_3_3, NULL},
    [V_DONE] = {"done", {0}, SAL_ON_END, NULL, "End the phase", R_1_1, "Space"},
    [V_MOVE] = {"move", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Move {0}", R_4_1, NULL},
    [V_STEP] = {"step", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "To {0}", R_4_1, NULL},
    [V_STOP] = {"stop", {0}, SAL_ON_MAIN, NULL, "Stop here", R_4_1, "Enter"},
    [V_FIRE] = {"fire", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Fire {0}", R_4_6, NULL},
    [V_PASS] = {"pass", {0}, SAL_ON_END, NULL, "Pass", R_4_6, "Space"},
    [V_TARGET] = {"target", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Attack {0}", R_5_1, NULL},
    [V_ADD] = {"add", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Add {0}", R_5_1, NULL},
    [V_SUPPORT] = {"support",
                   {SAL_ARG_NUM},
                   SAL_ON_MORE,
                   NULL,
                   "Support with {0} {point/points}",
                   R_5_5,
                   NULL},
    [V_ATTACK] = {"attack", {0}, SAL_ON_MAIN, NULL, "Attack", R_5_6, "Enter"},
    [V_CANCEL] = {"cancel", {0}, SAL_ON_MORE, NULL, "Call it off", R_5_1, "Escape"},
    [V_RETREAT] = {"retreat", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Retreat to {0}", R_5_7, NULL},
    [V_ADVANCE] = {"advance", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Advance {0}", R_5_8, NULL},
};
static const char *const results[] = {"the attacker loses a step", "the defender loses a step",
                                      "the defender retreats", "both lose a step"};
static const struct sal_event_kind events[] = {
    [E_TURN] = {"turn", "Turn {n0} begins.", NULL},
    [E_STANCES] = {"stances", "The stances are open: German {w0}, Soviet {w1}.", stances},
    [E_ARRIVES] = {"arrives", "{u0} arrives in {h0}.", NULL},
    [E_REBUILT] = {"rebuilt", "{u0} is back at full strength.", NULL},
    [E_MOVES] = {"moves", "{u0} moves to {h0}, {f0} {point/points} left.", NULL},
    [E_UNSEEN] = {"moves", "A hidden unit comes to {h0}.", NULL},
    [E_KNOWN] = {"known", "{u0} is recognised in {h0}.", NULL},
    [E_MISS] = {"fire", "{u0} fires into {h0} and misses.", NULL},
    [E_HIT] = {"fire", "{u0} fires into {h0} and hits.", NULL},
    [E_LOSS] = {"loss", "{u0} loses a step.", NULL},
    [E_DEAD] = {"eliminated", "{u0} is eliminated.", NULL},
    [E_COMBAT] = {"combat", "Attack on {h0}, {n1} to {n2}: {w0}.", results},
    [E_RETREATS] = {"retreats", "{u0} retreats to {h0}.", NULL},
    [E_ADVANCES] = {"advances", "{u0} advances into {h0}.", NULL},
    [E_CONTROL] = {"control", "{h0} is {s0} now.", NULL},
    [E_OVER] = {"over", "The game is over.", NULL},
};
static const struct sal_phase phases[P_COUNT] = {
    {"orders", "Orders", R_3_1},
    {"german.supply", "German supply", R_3_2},
    {"german.movement", "German movement", R_4_1},
    {"german.attack", "German attack", R_5_1},
    {"soviet.supply", "Soviet supply", R_3_2},
    {"soviet.movement", "Soviet movement", R_4_1},
    {"soviet.attack", "Soviet attack", R_5_1},
};
static const struct sal_mark marks[] = {
    [M_MOVED] = {"moved", "M", "round", "has moved", R_4_1},
    [M_FOUGHT] = {"fought", "F", "square", "has attacked", R_5_1},
    [M_OPEN] = {"open", "O", "ring", "a gun, never hidden", R_2_3},
    [M_VILLAGE] = {"village", "V", "diamond", "counts for victory", R_6_2},
    [M_KNOWN] = {"known", "K", "ring", "known to both sides", R_2_2},
};
static const char *const fire_choices[] = {"ask", "always", "never", "chance", NULL};
static const struct sal_order orders[] = {{"fire", "Reaction fire", fire_choices, 1, 100}};
static const struct sal_overlay_kind overlays[] = {
    [O_ZOC] = {"zoc", "Zones of control", {NULL}},
    [O_CONTROL] = {"control", "Control", {NULL}},
    [O_LOS] = {"los", "Line of sight", {"hex", "hex", NULL}},
};
static const struct sal_named vars[] = {
    {"german_points", "supply points of the German side"},
    {"soviet_points", "supply points of the Soviet side"},
    {"german_stance", "press or hold"},
    {"soviet_stance", "press or hold"},
};
static const struct sal_named factors[] = {
    {"strength", "at two steps"}, {"reduced", "strength at one step"}, {"mp", "movement points"}};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
const struct sal_ruleset nullgame = {
    .id = "nullgame",
    .title = "The ford (template)",
    .edition = "1",
    .nodes = nodes,
    .nnodes = N_COUNT,
    .verbs = verbs,
    .nverbs = COUNT(verbs),
    .events = events,
    .nevents = COUNT(events),
    .phases = phases,
    .nphases = P_COUNT,
    .marks = marks,
    .nmarks = COUNT(marks),
    .orders = orders,
    .norders = COUNT(orders),
    .overlays = overlays,
    .noverlays = COUNT(overlays),
    .vars = vars,
    .nvars = COUNT(vars),
    .factors = factors,
    .nfactors = COUNT(factors),
    .nrules = R_count,
    .rule_ids = rule_ids,
    .load = null_load,
    .setup = null_setup,
    .place = null_place,
    .view = null_view,
    .guess = null_guess,
    .shuffle = null_shuffle,
    .show = null_show,
    .date = null_date,
    .last_turn = last_turn,
    .offer = null_offer,
    .query = null_query,
    .answer = null_answer,
    .adviser = &null_adviser,
    .score = null_score,
    .audit = null_audit,
};
