/* alea.c - the tables of nodes, verbs, events, phases and marks, and the one struct that the rest of the program knows. */
#define SAL_RULE_IDS
#include "state.h"

static const struct sal_node *const nodes[N_COUNT] = {
    [N_GAME] = &alea_game,       [N_SETUP] = &alea_setup,     [N_FRONTS] = &alea_fronts,   [N_MINES] = &alea_mines,     [N_ASSIGN] = &alea_assign, [N_SKY] = &alea_sky,
    [N_AIM] = &alea_aim,         [N_DOGFIGHT] = &alea_dogfight, [N_ABORT] = &alea_abort,   [N_AIRRAID] = &alea_airraid, [N_RAID] = &alea_raid,     [N_FLAK] = &alea_flak,
    [N_RALLY] = &alea_rally,     [N_MOVE] = &alea_move,       [N_STEP] = &alea_step,       [N_REACT] = &alea_react,     [N_DEFCAS] = &alea_defcas, [N_BOMBARD] = &alea_bombard,
    [N_BATTERY] = &alea_battery, [N_COMBAT] = &alea_combat,   [N_DECLARE] = &alea_declare, [N_FIGHT] = &alea_fight,     [N_ELECT] = &alea_elect,   [N_BARRAGE] = &alea_barrage,
    [N_SUPPORT] = &alea_support, [N_ARMOUR] = &alea_armour,   [N_ROLL] = &alea_roll,       [N_LOSS] = &alea_loss,       [N_RETREAT] = &alea_retreat, [N_SLIP] = &alea_slip,
    [N_ADVANCE] = &alea_advance, [N_RUPTURE] = &alea_rupture, [N_MODES] = &alea_modes,     [N_REPAIR] = &alea_repair,   [N_REBUILD] = &alea_rebuild, [N_HUNT] = &alea_hunt,
    [N_CAS] = &alea_cas,
};

static const char *const modes[] = {"at", "aa", NULL};
static const char *const box_words[] = {"available", "attack", "defence", NULL};
static const char *const fuel_words[] = {"save", "spend", NULL};
static const char *const type_words[] = {"assault", "probe", NULL};
static const char *const elect_words[] = {"stand", "retreat", NULL};
static const struct sal_verb verbs[V_COUNT] = {
    [V_PICK] = {"pick", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Place {0}", R_3_setup_6, NULL},
    [V_PUT] = {"put", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "In {0}", R_3_setup_6, NULL},
    [V_MODE] = {"mode", {SAL_ARG_UNIT, SAL_ARG_WORD}, SAL_ON_X0, modes, "{0}: {1} mode", R_II_opt_aa_1, NULL},
    [V_LOSE] = {"lose", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} loses a step", R_7_hit_1, NULL},
    [V_LEAVE] = {"leave", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Leave {0} out", R_II_s4_1, NULL},
    [V_HISTORICAL] = {"historical", {0}, SAL_ON_MORE, NULL, "Historical set-up", R_II_1_1, NULL},
    [V_DONE] = {"done", {0}, SAL_ON_END, NULL, "End", R_3_1, "Space"},
    [V_FRONT] = {"front", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "AT Front in {0}", R_8_4, NULL},
    [V_MINE] = {"mine", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Mines in {0}", R_11_2, NULL},
    [V_FLY] = {"fly", {SAL_ARG_UNIT, SAL_ARG_WORD}, SAL_ON_X0, box_words, "{0}: {1}", R_12_2, NULL},
    [V_FUEL] = {"fuel", {SAL_ARG_WORD}, SAL_ON_MORE, fuel_words, "Fuel: {0}", R_opt_fuel_1, NULL},
    [V_COMMIT] = {"commit", {0}, SAL_ON_MAIN, NULL, "Commit", R_12_2, "Enter"},
    [V_AIM] = {"aim", {SAL_ARG_UNIT, SAL_ARG_NUM}, SAL_ON_X0, NULL, "{0}: target {1}", R_12_air_1, NULL},
    [V_SHOOT] = {"shoot", {SAL_ARG_UNIT, SAL_ARG_UNIT}, SAL_ON_X1, NULL, "{0} fires at {1}", R_7_a_5_3, NULL},
    [V_ABORT] = {"abort", {0}, SAL_ON_MORE, NULL, "Abort the mission", R_12_air_6, NULL},
    [V_PRESS] = {"press", {0}, SAL_ON_MAIN, NULL, "Press on", R_12_air_6, NULL},
    [V_RAID] = {"raid", {0}, SAL_ON_MORE, NULL, "Bomb from the air", R_12_bomb_1, NULL},
    [V_ADD] = {"add", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Add {0}", R_13_art_3, NULL},
    [V_FIRE] = {"fire", {0}, SAL_ON_MAIN, NULL, "Fire", R_13_art_3, "Enter"},
    [V_FLAK] = {"flak", {SAL_ARG_UNIT, SAL_ARG_UNIT}, SAL_ON_X1, NULL, "{0} fires at {1}", R_II_opt_aa_3, NULL},
    [V_PASS] = {"pass", {0}, SAL_ON_END, NULL, "Pass", R_6_re_1, "Space"},
    [V_ACTIVATE] = {"activate", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Activate {0}", R_15_1, NULL},
    [V_MOVE] = {"move", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Move {0}", R_4_1, NULL},
    [V_JOIN] = {"join", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "With {0}", R_4_3, NULL},
    [V_STEP] = {"step", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "To {0}", R_4_2, NULL},
    [V_STRIKE] = {"strike", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Attack {0} in movement", R_4_oa_1, NULL},
    [V_EXIT] = {"exit", {0}, SAL_ON_MORE, NULL, "Leave the map", R_14_exit_2, NULL},
    [V_STOP] = {"stop", {0}, SAL_ON_MAIN, NULL, "Stop here", R_4_4, "Enter"},
    [V_TOP] = {"top", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} on top", R_5_8, NULL},
    [V_BURY] = {"bury", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Bury {0}", R_opt_buried_1, NULL},
    [V_CAS] = {"cas", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Close support by {0}", R_12_cas_1, NULL},
    [V_REACT] = {"react", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X0, NULL, "{0} to {1}", R_6_re_4, NULL},
    [V_TARGET] = {"target", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Target {0}", R_7_a_1_1, NULL},
    [V_FROM] = {"from", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Attack from {0}", R_7_a_1_1, NULL},
    [V_SUPPORT] = {"support", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Support by {0}", R_7_a_3_2, NULL},
    [V_TYPE] = {"type", {SAL_ARG_WORD}, SAL_ON_MORE, type_words, "Make it a {0}", R_7_a_1_1, NULL},
    [V_ATTACK] = {"attack", {0}, SAL_ON_MAIN, NULL, "Attack", R_7_a_1_1, "Enter"},
    [V_CANCEL] = {"cancel", {0}, SAL_ON_MORE, NULL, "Call it off", R_7_1, "Escape"},
    [V_ELECT] = {"elect", {SAL_ARG_WORD}, SAL_ON_MORE, elect_words, "{0}", R_7_a_2_1, NULL},
    [V_EXCESS] = {"excess", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} is over the limit", R_5_7, NULL},
    [V_ROLL] = {"roll", {0}, SAL_ON_MAIN, NULL, "Roll", R_7_a_6_4, "Enter"},
    [V_HOLD] = {"hold", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} holds its fire", R_7_a_5_6, NULL},
    [V_RETREAT] = {"retreat", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Retreat to {0}", R_7_a_7_4, NULL},
    [V_SLIP] = {"infiltrate", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X0, NULL, "{0} to {1}", R_7_a_8_1, NULL},
    [V_ADVANCE] = {"advance", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X0, NULL, "{0} to {1}", R_7_a_9_1, NULL},
    [V_REPAIR] = {"repair", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "A step for {0}", R_opt_tank_3, NULL},
    [V_REBUILD] = {"rebuild", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Bring {0} back", R_opt_tank_4, NULL},
    [V_HUNT] = {"hunt", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Fire at {0}", R_II_opt_hunter, NULL},
    [V_OPEN] = {"open", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} fires", R_12_air_2, NULL},
};

static const char *const results[] = {"no effect", "D", "D+1", "D+2", "D+3", "D+4"};
static const char *const air_boxes[] = {"German", "Soviet"};
static const char *const open_words[] = {"an assault", "a probe", "the defender stands", "the defender retreats"};
static const char *const replaced[] = {"tank", "fighter", "bomber"};
static const char *const mode_words[] = {"AT", "AA"};
static const struct sal_event_kind events[E_COUNT] = {
    [E_TURN] = {"turn", "Turn {n0} begins.", NULL},
    [E_PHASE] = {"phase", "The next phase begins.", NULL},
    [E_PLACED] = {"placed", "{u0} deploys in {h0}.", NULL},
    [E_HISTORICAL] = {"historical", "The {s0} side deploys as in July 1943.", NULL},
    [E_MODE] = {"mode", "{u0} is in {w0} mode.", mode_words},
    [E_DSG] = {"dsg", "{u0} is disorganised.", NULL},
    [E_RALLIES] = {"rallies", "{u0} rallies.", NULL},
    [E_OOS] = {"oos", "{u0} is out of supply.", NULL},
    [E_SUPPLIED] = {"supplied", "{u0} is in supply again.", NULL},
    [E_FRONT] = {"front", "{u0} is set up in {h0}.", NULL},
    [E_MINE] = {"mine", "{h0} is mined.", NULL},
    [E_MINE_GONE] = {"cleared", "The mines in {h0} are cleared.", NULL},
    [E_BREACHED] = {"breached", "The fortifications of {h0} are breached.", NULL},
    [E_CONTROL] = {"control", "{h0} is {s0} now.", NULL},
    [E_AIR_OPEN] = {"air", "{s0} air box {n1}: {n2} fighter counters, {n3} bomber counters.", air_boxes},
    [E_AIR_FIRE] = {"airfire", "{s0} counter {n1} fires at counter {n2}: {n3} hits.", NULL},
    [E_AIR_HITS] = {"airfire", "{s0} counter {n1} fires back at counter {n2}: {n3} hits.", NULL},
    [E_ABORT] = {"abort", "{s0} counter {n1} aborts and saves a hit.", NULL},
    [E_ABORT_NOT] = {"abort", "{s0} counter {n1} aborts.", NULL},
    [E_FLAK] = {"flak", "{u0} fires at {u1}: {n0} hits.", NULL},
    [E_RAID] = {"raid", "Aircraft bomb {h0} with {n0} factors, die {n1}: {w2}.", results},
    [E_SHELL] = {"shelling", "{h0} is bombarded with {n0} factors, die {n1}: {w2}.", results},
    [E_CAS] = {"cas", "{u0} gives close support from {h0}.", NULL},
    [E_LOSS] = {"loss", "{u0} loses a step.", NULL},
    [E_LOSS_SEEN] = {"loss", "A unit in {h0} loses a step.", NULL},
    [E_DEAD] = {"eliminated", "{u0} is eliminated.", NULL},
    [E_ACTIVATED] = {"activated", "{u0} and its formation are activated, for {n0} half points.", NULL},
    [E_MOVES] = {"moves", "{u0} moves to {h0}, {n0} points left.", NULL},
    [E_ENTERS] = {"enters", "{u0} enters the map in {h0}.", NULL},
    [E_EXITS] = {"exits", "{u0} leaves the map from {h0}.", NULL},
    [E_STRIKE] = {"strike", "A stack attacks {h0} from {h1} in movement.", NULL},
    [E_REACTS] = {"reacts", "{u0} reacts into {h0}.", NULL},
    [E_BURIED] = {"buried", "{u0} digs in.", NULL},
    [E_DUG_OUT] = {"dugout", "{u0} digs itself out.", NULL},
    [E_ATTACK] = {"attack", "The {s0} side attacks {h0}.", NULL},
    [E_OPEN] = {"reveal", "Combat for {h0}: {w0}, {w1}.", open_words},
    [E_SHOT_HIT] = {"shot", "{u0} fires at {u1} and hits.", NULL},
    [E_SHOT_MISS] = {"shot", "{u0} fires at {u1} and misses.", NULL},
    [E_BACK_HIT] = {"response", "{u0} answers and hits {u1}.", NULL},
    [E_BACK_MISS] = {"response", "{u0} answers and misses {u1}.", NULL},
    [E_SUPPRESSED] = {"suppressed", "{u0} is suppressed.", NULL},
    [E_MINES] = {"mines", "Mines in {h0}: die {n0}, {n1} to the defence.", NULL},
    [E_COMBAT] = {"combat", "Combat for {h0}, dice {n2} and {n3}: {n0} hits on the defender, {n1} on the attacker.", NULL},
    [E_RETREATS] = {"retreats", "{u0} and its stack retreat to {h0}.", NULL},
    [E_NO_WAY] = {"trapped", "The units in {h0} have no way out.", NULL},
    [E_FORCED] = {"forced", "The {s0} units are forced to retreat.", NULL},
    [E_ADVANCES] = {"advances", "{u0} advances into {h0}.", NULL},
    [E_SLIPS] = {"infiltrates", "{u0} infiltrates into {h0}.", NULL},
    [E_RUPTURE] = {"rupture", "The front is ruptured in {h0} by {n0}.", NULL},
    [E_LINE2] = {"line2", "{u0} is in the second line: the STAVKA reserve may be called.", NULL},
    [E_REPLACE] = {"replacements", "{s0} side, {w2} steps back: {n1}.", replaced},
    [E_REPAIRED] = {"repaired", "{u0} regains a step.", NULL},
    [E_HUNT] = {"hunt", "{u0} fires at {u1}: {n0} hits.", NULL},
    [E_KNOWN] = {"known", "{u0} shows itself in {h0}.", NULL},
    [E_TOP] = {"top", "{u0} is put on top of its stack.", NULL},
    [E_HELD_FIRE] = {"shelling", "Defensive fire on {h0} with {n0} factors, die {n1}: {w2}.", results},
    [E_SUPPORT] = {"support", "{u0} supports {h0} with {n0}.", NULL},
    [E_OVER] = {"over", "The game is over.", NULL},
};
const struct sal_phase alea_phases[P_COUNT] = {
    {"setup.soviet", "Soviet set-up", R_3_setup_1},      {"setup.german", "German set-up", R_3_setup_1},   {"prep.soviet", "Soviet opening bombardment", R_opt_prep},
    {"construction", "Construction", R_8_2},             {"air.assign", "Air assignment", R_12_2},         {"air.combat", "Air combat", R_12_3},
    {"air.bomb", "Air bombardment", R_12_bomb_1},        {"german.rally", "German rally", R_3_2},          {"german.movement", "German movement", R_4_1},
    {"german.bombardment", "German bombardment", R_13_art_3}, {"german.combat", "German combat", R_7_1},   {"soviet.rally", "Soviet rally", R_3_2},
    {"soviet.movement", "Soviet movement", R_4_1},       {"soviet.bombardment", "Soviet bombardment", R_13_art_3}, {"soviet.combat", "Soviet combat", R_7_1},
    {"end", "End of turn", R_3_1},
};
const struct sal_mark alea_marks[M_COUNT] = {
    [M_DSG] = {"dsg", "D", "square", "disorganised", R_13_art_5},
    [M_SUPPRESSED] = {"suppressed", "S", "square", "suppressed", R_7_a_5_8},
    [M_OOS] = {"oos", "O", "diamond", "out of supply", R_9_6},
    [M_TURNED] = {"turned", "T", "ring", "has fired or moved its guns", R_13_art_7},
    [M_MOVED] = {"moved", "M", "round", "has moved", R_4_4},
    [M_ATTACKED] = {"attacked", "A", "round", "has attacked", R_7_a_6_3},
    [M_BURIED] = {"buried", "B", "pentagon", "buried", R_opt_buried_1},
    [M_INACTIVE] = {"inactive", "I", "diamond", "reserve, not activated", R_II_s3_6},
    [M_AA] = {"aamode", "AA", "triangle", "anti-aircraft mode", R_II_opt_aa_3},
    [M_AT] = {"atmode", "AT", "triangle", "anti-tank mode", R_II_opt_aa_2},
    [M_MINE] = {"mine", "*", "round", "minefield", R_11_3},
    [M_BREACHED] = {"breached", "X", "square", "breached", R_10_2},
    [M_CONTROL] = {"control", "C", "ring", "control", R_3_setup_7},
    [M_CAS] = {"cas", "C", "triangle", "close support", R_12_cas_1},
};
static const char *const use_choices[] = {"ask", "never", "always", NULL};
static const char *const stand_choices[] = {"ask", "stand", NULL};
static const char *const auto_choices[] = {"ask", "first", NULL};
static const struct sal_order orders[] = {
    {"react", "Reactions and defensive fire", use_choices, 0, 0}, {"support", "Fire Support", use_choices, 0, 0},     {"flak", "Fire at aircraft", use_choices, 0, 0},
    {"elect", "When attacked", stand_choices, 0, 0},              {"losses", "Choice of losses", auto_choices, 0, 0}, {"shots", "Armoured combat and combat dice", auto_choices, 0, 0},
};
static const struct sal_overlay_kind overlays[] = {
    {"zoc", "Zones of control", {NULL}}, {"control", "Control", {NULL}}, {"supply", "Supply lines", {NULL}}, {"threat", "Enemy artillery", {NULL}},
};
static const struct sal_named vars[] = {
    {"fuel", "German fuel points left"},
    {"line2", "1 when a supplied German unit has entered the second line"},
    {"spent_halves", "victory points spent on reserves, in halves"},
    {"exits", "German units that left the map and count"},
    {"exits_early", "of them, those in time for the higher prize"},
    {"german_tanks_lost", "German tank steps lost this turn"},
    {"soviet_tanks_lost", "Soviet tank steps lost this turn"},
    {"german_fighters_lost", "German fighter steps lost this turn"},
    {"german_bombers_lost", "German bomber steps lost this turn"},
    {"soviet_fighters_lost", "Soviet fighter steps lost this turn"},
    {"soviet_bombers_lost", "Soviet bomber steps lost this turn"},
};
static const struct sal_named factors[] = {
    {"af", "attack"}, {"df", "defence"}, {"mf", "movement"}, {"steps", "steps"}, {"arm", "armoured factor"}, {"bomb", "bombardment"}, {"range", "range of bombardment"},
    {"air", "air-to-air factor"}, {"airdef", "1: the air factor is for defence only"}, {"at", "anti-tank factor of AA units and tank-hunting aircraft"}, {"size", "kp bn rgt bde grp div corps front"},
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
const struct sal_ruleset alea = {
    .id = "alea", .title = "Kursk: End of the Blitzkrieg, and Kursk II", .edition = "1", .hidden = true,
    .nodes = nodes, .nnodes = N_COUNT, .verbs = verbs, .nverbs = V_COUNT, .events = events, .nevents = E_COUNT,
    .phases = alea_phases, .nphases = P_COUNT, .marks = alea_marks, .nmarks = M_COUNT, .orders = orders, .norders = COUNT(orders),
    .overlays = overlays, .noverlays = COUNT(overlays), .vars = vars, .nvars = COUNT(vars), .factors = factors, .nfactors = COUNT(factors),
    .nrules = R_count, .rule_ids = rule_ids,
    .load = alea_load, .setup = alea_start, .place = alea_place, .view = alea_view, .guess = alea_guess, .shuffle = alea_shuffle,
    .show = alea_show, .date = alea_date, .offer = alea_offer, .query = alea_query, .answer = alea_answer,
    .score = alea_score, .audit = alea_audit,
};
