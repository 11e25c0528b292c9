/* sspanzer.c - SS Panzer: Bloodbath at Kursk. The tables of nodes, verbs, events and marks, and the one
 * struct that the rest of the program knows. Start reading here.
 */
#define SAL_RULE_IDS
#include "state.h"

static const struct sal_node *const nodes[N_COUNT] = {
    [N_TURN] = &ssp_node_turn,         [N_SETUP] = &ssp_node_setup,       [N_SETUP_PUT] = &ssp_node_setup_put,
    [N_BOMBARD] = &ssp_node_bombard,   [N_SHELL] = &ssp_node_shell,       [N_SUPPORT] = &ssp_node_support,
    [N_AIR] = &ssp_node_air,           [N_AIR_PUT] = &ssp_node_air_put,   [N_AIR_STRIKE] = &ssp_node_air_strike,
    [N_IMPULSE] = &ssp_node_impulse,   [N_UNIT] = &ssp_node_unit,         [N_GUNS] = &ssp_node_guns,
    [N_STEP] = &ssp_node_step,         [N_REACT] = &ssp_node_react,       [N_CROSSFIRE] = &ssp_node_crossfire,
    [N_CLOSE] = &ssp_node_close,       [N_DECLARE] = &ssp_node_declare,   [N_PICK] = &ssp_node_pick,
    [N_FIGHT] = &ssp_node_fight,       [N_PAIR] = &ssp_node_pair,         [N_ROUND] = &ssp_node_round,
};

static const struct sal_verb verbs[V_COUNT] = {
    [V_ADD] = {"add", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Add {0}", R_10_3b, NULL},
    [V_AGAIN] = {"again", {0}, SAL_ON_MAIN, NULL, "Take the walled-in formation up again", R_3_1f, NULL},
    [V_BOMB] = {"bomb", {SAL_ARG_HEX, SAL_ARG_WORD}, SAL_ON_X0, ssp_air_words, "Strike {0} with {1}", R_12_2a, NULL},
    [V_CHOOSE] = {"choose", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Act with {0}", R_4_1f, NULL},
    [V_COMMIT] = {"commit", {0}, SAL_ON_MAIN, NULL, "Fire the crossfire", R_10_3a, "Enter"},
    [V_CROSSFIRE] = {"crossfire", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Crossfire at {0}", R_10_3a, NULL},
    [V_DONE] = {"done", {0}, SAL_ON_END, NULL, "Done", R_3_1d, "Space"},
    [V_ENTER] = {"enter", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X0, NULL, "{0} enters {1}", R_11_1a, NULL},
    [V_FACE] = {"face", {SAL_ARG_UNIT, SAL_ARG_SIDE}, SAL_ON_X1, NULL, "Kill zone towards {1}", R_4_2d, NULL},
    [V_FIRE] = {"fire", {SAL_ARG_UNIT, SAL_ARG_UNIT}, SAL_ON_X1, NULL, "{0} fires at {1}", R_4_2b, NULL},
    [V_HISTORICAL] = {"historical", {0}, SAL_ON_MAIN, NULL, "Historical set-up", R_3_1g, "h"},
    [V_LAY] = {"lay", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Lay artillery on {0}", R_13_2a, NULL},
    [V_MISSION] = {"mission", {SAL_ARG_WORD}, SAL_ON_MORE, ssp_air_words, "Send {0}", R_12_1c, NULL},
    [V_OUTWARD] = {"outward", {SAL_ARG_UNIT, SAL_ARG_DIR}, SAL_ON_MORE, NULL, "Kill zone off the map, {1}", R_4_2d, NULL},
    [V_PASS] = {"pass", {0}, SAL_ON_END, NULL, "Hold fire", R_7_2a, "Space"},
    [V_PICK] = {"pick", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Place {0}", R_3_1d, NULL},
    [V_PUT] = {"put", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Here: {0}", R_3_1d, NULL},
    [V_QUICK] = {"quick", {SAL_ARG_UNIT, SAL_ARG_UNIT}, SAL_ON_X1, NULL, "Fire and move: {1}", R_4_2c, NULL},
    [V_RECOVER] = {"recover", {SAL_ARG_UNIT}, SAL_ON_MAIN, NULL, "Try to recover", R_4_2e, "r"},
    [V_RESOLVE] = {"resolve", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Close combat in {0}", R_11_1b, NULL},
    [V_SHELL] = {"shell", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Bombard {0}", R_13_2a, NULL},
    [V_STEP] = {"step", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X1, NULL, "Move to {1}", R_4_2a, NULL},
    [V_STOP] = {"stop", {SAL_ARG_UNIT}, SAL_ON_MAIN, NULL, "Stop here", R_4_2a, "Enter"},
    [V_SUPPORT] = {"support", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Infantry supports {0}", R_11_4a, NULL},
    [V_TARGET] = {"target", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Support attack on {0}", R_4_1d, NULL},
};

const char *const ssp_directions[] = {"north", "north-east", "south-east", "south", "south-west", "north-west", NULL};
static const char *const winners[] = {"The German wins.", "The Soviet wins.", "The battle is drawn.", NULL};
static const struct sal_event_kind events[E_COUNT] = {
    [E_START] = {"start", "Turn {n0}, visibility {n1}.", NULL},
    [E_STATIC] = {"setup", "{n0} static units are set up, untried.", NULL},
    [E_PLACED] = {"placed", "{u0} sets up in {h0}.", NULL},
    [E_TAKEN] = {"taken", "{u0} is taken up from {h0}.", NULL},
    [E_READY] = {"historical", "The {s0} side takes the historical set-up.", NULL},
    [E_AGAIN] = {"again", "{w0} is walled in, is taken up and begins its set-up again.", ssp_formations},
    [E_SETUP_DONE] = {"ready", "The {s0} set-up is complete.", NULL},
    [E_TURN] = {"turn", "Turn {n0} begins with the Soviet bombardment phase.", NULL},
    [E_LAID] = {"laid", "Artillery is laid on {u0} in {h0}.", NULL},
    [E_NO_TARGET] = {"no-target", "Soviet artillery has no target.", NULL},
    [E_CUP] = {"cup", "{n0} pieces go into the cup.", NULL},
    [E_GUNS_IN] = {"artillery-in", "{n0} artillery counters are among them.", NULL},
    [E_CHIT] = {"impulse", "{w0} is drawn and has its impulse.", ssp_formations},
    [E_GUN_DRAWN] = {"support-drawn", "Soviet artillery is drawn; {n0} more in the cup.", NULL},
    [E_PLANE_DRAWN] = {"aircraft-drawn", "The aircraft is drawn.", NULL},
    [E_VIS] = {"visibility", "The dice say {n0}: visibility is {n1} now.", NULL},
    [E_AIR] = {"airstrikes", "The {s0} side gets {n1} aircraft.", NULL},
    [E_PLANE] = {"aircraft", "An aircraft ({w0}) is sent to {h0}.", ssp_air_names},
    [E_SCATTER] = {"scatter", "The aircraft misses {h1} to the {w0}.", ssp_directions},
    [E_STRIKE_NOTHING] = {"wasted", "The aircraft finds nobody.", NULL},
    [E_VICTIM] = {"victim", "{u0} in {h0} is the one attacked, of {n1}.", NULL},
    [E_PLANE_BACK] = {"aircraft-back", "The aircraft goes back into the cup.", NULL},
    [E_CHOSEN] = {"chosen", "{u0} acts.", NULL},
    [E_STEP] = {"step", "{u0} moves to {h0} for {f0}.", NULL},
    [E_MINIMUM] = {"one-hex", "{u0} moves one hex to {h0}, which costs {f0}, and has nothing left.", NULL},
    [E_CONTROL] = {"control", "{h0} is {s0} now.", NULL},
    [E_STOP] = {"stop", "{u0} ends its action in {h0}.", NULL},
    [E_STOPPED] = {"stopped", "{u0} is suppressed and must stop in {h0}.", NULL},
    [E_SHOT] = {"fire", "{u0} fires at {u1}: dice {n0}, hitting on 1-{n1}; hits {n2}.", NULL},
    [E_GUNS] = {"artillery", "Artillery at {u1}: dice {n0}, hitting on 1-{n1}; hits {n2}.", NULL},
    [E_AIRSTRIKE] = {"airstrike", "The aircraft attacks {u1}: dice {n0}, hitting on 1-{n1}; hits {n2}.", NULL},
    [E_NO_EFFECT] = {"no-effect", "{u0} is not hurt.", NULL},
    [E_SUPPRESSED] = {"suppressed", "{u0} is suppressed.", NULL},
    [E_STILL] = {"still-suppressed", "{u0} is suppressed already.", NULL},
    [E_LOSS] = {"loss", "{u0}: steps lost {n0}, left {n1}.", NULL},
    [E_FLIPPED] = {"reduced", "{u0} turns its counter: {n0} of its steps left.", NULL},
    [E_GONE] = {"eliminated", "{u0} is eliminated.", NULL},
    [E_CLEARED] = {"cleared", "{h0} is emptied and closed to the active formation for this impulse.", NULL},
    [E_KZ] = {"killzone", "{u0} makes a kill zone facing {w0}.", ssp_directions},
    [E_KZ_GONE] = {"killzone-gone", "The kill zone of {u0} is gone.", NULL},
    [E_RECOVERED] = {"recovered", "{u0} recovers.", NULL},
    [E_NOT_RECOVERED] = {"not-recovered", "{u0} rolls {n0}, needs {n1}, and stays suppressed.", NULL},
    [E_CROSSFIRE] = {"crossfire", "{u0} is in a crossfire of {n0} units.", NULL},
    [E_FORFEIT] = {"forfeit", "{u0} loses its shot: the target is gone.", NULL},
    [E_BACK] = {"back", "{u0} goes back to {h0}: {h1} is full.", NULL},
    [E_NO_ROOM] = {"no-room", "{u0} finds no room and is lost.", NULL},
    [E_DECLARED] = {"declared", "{u0} will enter {h0}.", NULL},
    [E_THROWN_BACK] = {"thrown-back", "{u0} is thrown back to {h0}.", NULL},
    [E_ENTERED] = {"entered", "{u0} enters {h0}.", NULL},
    [E_REVEALED] = {"revealed", "{u0} is revealed: gun {n0}, anti-infantry {n1}.", NULL},
    [E_PAIRED] = {"supported", "Infantry supports {u0}.", NULL},
    [E_CC] = {"close-combat", "{u0} fires at {u1} in close combat: dice {n0}, hitting on 1-{n1}; hits {n2}.", NULL},
    [E_SILENT] = {"from-behind", "{u1} comes from behind the kill zone of {u0}, which misses the first round.", NULL},
    [E_DANGER] = {"danger-close", "Danger close: {u0} is hit by its own artillery.", NULL},
    [E_SAFE] = {"safe", "The artillery falls where it should.", NULL},
    [E_COUNTER_BATTERY] = {"counter-battery", "{u0} is lost to counter-battery fire on a {n0}.", NULL},
    [E_GUNS_STAY] = {"guns-stay", "{u0} escapes counter-battery fire with a {n0}.", NULL},
    [E_RECOVERY] = {"recovery", "Recovery phase.", NULL},
    [E_FIRST_USE] = {"first-use", "German artillery returns to first use.", NULL},
    [E_LEFT_IN_CUP] = {"left-in-cup", "{n0} artillery counters are left in the cup unused.", NULL},
    [E_IMPULSE_END] = {"impulse-end", "The impulse of {w0} is over.", ssp_formations},
    [E_END] = {"over", "The game is over. {w0}", winners},
};

static const struct sal_phase phases[PH_COUNT] = {
    {"setup.pocket", "Set-up: the pocket", R_3_1c},   {"setup.german", "Set-up: German divisions", R_3_1d},
    {"setup.soviet", "Set-up: Soviet corps", R_3_1e}, {"bombardment", "Soviet bombardment", R_4_1b},
    {"action", "Action", R_4_1c},                     {"recovery", "Recovery", R_4_1g},
};
static const struct sal_mark marks[M_COUNT] = {
    [M_SUPPRESSED] = {"suppressed", "S", "square", "suppressed", R_9_8a},
    [M_KZ] = {"killzone", "K", "triangle", "kill zone", R_10_1b},
    [M_ACTED] = {"acted", "A", "round", "has acted in this impulse", R_4_1f},
    [M_FIRED] = {"fired", "F", "round", "has fired in this impulse", R_4_2c},
    [M_UNTRIED] = {"untried", "?", "ring", "untried: its strength is not known", R_2_10b},
    [M_TRIED] = {"tried", "!", "ring", "revealed", R_2_10b},
    [M_USED] = {"used", "U", "round", "has fired this turn", R_13_3c},
    [M_BARRAGE] = {"barrage", "B", "pentagon", "artillery laid on it", R_13_2a},
    [M_RUNE] = {"rune", "+", "square", "counts for the German", R_3_3a},
    [M_STAR] = {"star", "*", "pentagon", "counts for the Soviet", R_3_3a},
    [M_CC] = {"combat", "X", "square", "close combat", R_11_3b},
    [M_CLOSED] = {"closed", "-", "square", "emptied by losses, closed for this impulse", R_9_7e},
    [M_AIR] = {"air", "V", "triangle", "aircraft about to strike", R_12_1b},
};
static const char *const fire_choices[] = {"ask", "always", "never", "chance", NULL};
static const struct sal_order orders[] = {{"fire", "Reaction and entry fire", fire_choices, 1, 100}};
static const struct sal_overlay_kind overlays[] = {
    {"zoc", "Zones of control", {NULL}},
    {"control", "Control", {NULL}},
    {"los", "Line of sight", {"hex", "hex", NULL}},
    {"threat", "Where the enemy can fire", {NULL}},
};
static const struct sal_named vars[] = {
    {"vis", "current visibility in hexes, 1 to 8"},
    {"impulse", "formation whose impulse it is, or empty"},
    {"played", "formations whose chit has been drawn this turn, with spaces between"},
    {"artillery", "Soviet artillery counters still in the cup"},
};
static const struct sal_named factors[] = {
    {"g", "gun: 7, (3) in parentheses, 8* with asterisk"},
    {"s", "anti-infantry: 3 or (3)"},
    {"r", "range of the anti-infantry factor"},
    {"a", "armour"},
    {"mcf", "movement cost factor"},
    {"mf", "movement factor, at most 10"},
    {"steps", "1 to 4"},
    {"tile", "static infantry: s1 to s6; without it one is drawn"},
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
const struct sal_ruleset sspanzer = {
    .id = "sspanzer", .title = "SS Panzer: Bloodbath at Kursk", .edition = "1", .open = true,
    .nodes = nodes, .nnodes = N_COUNT, .verbs = verbs, .nverbs = V_COUNT, .events = events, .nevents = E_COUNT,
    .phases = phases, .nphases = PH_COUNT, .marks = marks, .nmarks = M_COUNT, .orders = orders, .norders = COUNT(orders),
    .overlays = overlays, .noverlays = COUNT(overlays), .vars = vars, .nvars = COUNT(vars), .factors = factors, .nfactors = COUNT(factors),
    .nrules = R_count, .rule_ids = rule_ids,
    .load = ssp_load, .setup = ssp_setup, .place = ssp_place, .view = ssp_view, .guess = ssp_guess, .shuffle = ssp_shuffle,
    .show = ssp_show, .date = ssp_date, .offer = ssp_offer, .query = ssp_query, .answer = ssp_answer,
    .adviser = &ssp_adviser, .score = ssp_score, .audit = ssp_audit,
};
