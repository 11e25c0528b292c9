/* wb95.c - set-up, positions, the tables of words, and the one struct that the rest of the program knows. */
#define SAL_RULE_IDS
#include "state.h"

#include <string.h>

/* ---- set-up --------------------------------------------------------------------------------------------- */

static void start_bridges(struct sal_play *p) { /* 14.1.3, P.3 */
  struct state *s = S(p);
  const struct own *o = O(p);
  for (int i = 0; i < o->nbridges; i++) {
    sal_hex a = (sal_hex)(o->bridge_side[i] / 6), z = sal_next(B(p), a, o->bridge_side[i] % 6);
    int ga = s->cell[a].ground & (HELD_G | HELD_S), gz = s->cell[z].ground & (HELD_G | HELD_S);
    bool town = false;
    for (int k = 0; o->bielgorod && k < o->bielgorod->n; k++) town |= o->bielgorod->hexes[k] == a || o->bielgorod->hexes[k] == z;
    s->bridge[i] = (uint8_t)(ga == gz ? (ga == HELD_G ? BY_G : BY_S) : town ? BY_G : 0);
    if (town && !p->book->position) s->bridge[i] |= DOWN;
  }
}

static void own_ground(struct sal_play *p) {
  for (int i = 0; i < B(p)->nhexes; i++) S(p)->cell[B(p)->order[i]].ground = O(p)->start[B(p)->order[i]];
}

bool wb_begins_dug_in(const struct sal_play *p, int u) { /* K.7, P.9 */
  sal_hex at = O(p)->place[u].at;
  int list = O(p)->scenario & SC_LESSON ? LIST_LESSON : O(p)->line[at] & LINE_SOUTH ? LIST_SOUTH : LIST_NORTH;
  return at && O(p)->works[list][side_of(p, u)];
}

static void setup(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);
  own_ground(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct place *pl = &o->place[u];
    if (!pl->at && !pl->date) continue; /* not in this scenario, or an air counter */
    s->unit[u] = (struct unit){.at = pl->at, .cel = o->kind[u].cel, .status = (uint8_t)(pl->at ? ST_MAP : ST_WAIT)};
    if (!pl->at && o->kind[u].role == TOWED_ART) s->unit[u].more = PACKED; /* 6.2.4 */
    if (!pl->at) continue;
    if (wb_begins_dug_in(p, u)) s->cell[pl->at].ground |= (uint8_t)ff(side_of(p, u));
  }
  wb_relink(p->book, s);
  start_bridges(p);
  s->head.turn = 1;
  wb_begin(p, P_SETUP);
}

/* ---- positions -------------------------------------------------------------------------------------------- */

static const struct sal_phase phases[P_COUNT];

static bool place_marks(struct sal_play *p, const struct sal_pos_unit *pu, int i, struct unit *unit, int u, struct sal_err *err) {
  for (int k = 0; k < pu->nmarks; k++) {
    const char *m = pu->mark[k];
    int32_t level = 1;
    bool oos = strncmp(m, "oos", 3) == 0 && (!m[3] || m[3] == ':');
    if (oos && m[3] && !sal_parse_int(m + 4, 0, 99, &level)) return sal_pos_fail(err, "units", i, "marks", "'%.*s' is not a level", 16, m);
    if (oos) unit->oos = (uint8_t)level;
    else if (sal_eq(m, "disorganized")) unit->more |= DISORG, unit->last = (uint8_t)now(p);
    else if (sal_eq(m, "transport") && K(p, u)->role == TOWED_ART) unit->more |= PACKED;
    else if (sal_eq(m, "retreated")) unit->more |= RETREATED;
    else if (sal_eq(m, "marked")) unit->flags |= MARKED;
    else if (sal_eq(m, "moved")) unit->flags |= MOVED;
    else if (sal_eq(m, "mined")) wb_mined(p, u, unit->at);
    else if (sal_eq(m, "active")) unit->more |= ACTIVE;
    else if (sal_eq(m, "bank")) unit->more |= TOPPED;
    else if (sal_eq(m, "supplied")) unit->more |= SUPPLIED;
    else if (sal_eq(m, "repair")) S(p)->repair[unit->at && O(p)->line[unit->at] & LINE_SOUTH ? 1 : 0] = (uint16_t)(u + 1);
    else return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s' for it", 24, m);
  }
  return true;
}

static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i, struct sal_err *err) {
  struct state *s = S(p);
  const struct sal_pos_unit *pu = &pos->unit[i];
  int u = sal_pos_unit_index(p->book, pu), box = pu->box ? sal_box_find(p->book, pu->box) : -1;
  sal_hex h;
  if (u == SAL_NOUNIT) return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit ? pu->unit : pu->name);
  const struct kind *k = K(p, u);
  int side = side_of(p, u);
  if (status(p, u) != ST_NONE) return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
  if (!sal_pos_hex(p->book, pos, i, &h, err)) return false;
  if (pu->box && box != side && box != 2 + side && box != 4) return sal_pos_fail(err, "units", i, "box", "'%.*s' is not a box for it", 24, pu->box);
  if (!h && !pu->box && !is_air(k)) return sal_pos_fail(err, "units", i, "hex", "a unit needs a hex or a box");
  if (h && is_air(k)) return sal_pos_fail(err, "units", i, "hex", "an air counter begins in its box");
  if (pu->steps == 0 || pu->steps > k->cel) return sal_pos_fail(err, "units", i, "steps", "levels must be 1 to %d", k->cel);
  if (pu->facing >= 0) return sal_pos_fail(err, "units", i, "facing", "units have no facing here");
  if (h && !pos->unchecked && k->role != HQ && k->mp && O(p)->enter[k->class][h] == SAL_BARRED) return sal_pos_fail(err, "units", i, "hex", "it cannot be in %s", p->book->board.name[h]);
  struct unit *unit = &s->unit[u];
  *unit = (struct unit){.at = h, .cel = (uint8_t)(pu->steps > 0 ? pu->steps : k->cel), .status = (uint8_t)(is_air(k) ? ST_AIR : h ? ST_MAP : box == 4 ? ST_OUT : ST_WAIT)};
  if (unit->status == ST_WAIT && k->role == TOWED_ART) unit->more = PACKED;
  if (!place_marks(p, pu, i, unit, u, err)) return false;
  if (!h) return true;
  int load = 0;
  for (int v = 0; v < p->book->ncounters; v++) {
    if (v == u || status(p, v) != ST_MAP || s->unit[v].at != h) continue;
    load += s->unit[v].cel;
    if (side_of(p, v) != side) return sal_pos_fail(err, "units", i, "hex", "both sides would be in %s", p->book->board.name[h]);
  }
  if (load + unit->cel > (pos->unchecked ? 2 * STACK : STACK)) return sal_pos_fail(err, "units", i, "hex", "there would be more than %s levels in %s", pos->unchecked ? "sixteen" : "eight", p->book->board.name[h]);
  s->cell[h].ground = (uint8_t)((s->cell[h].ground & ~(HELD_G | HELD_S)) | held(side));
  return true;
}

static bool place_control(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->ncontrol; i++) {
    int side = sal_side_parse(pos->control[i].id);
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
      if (!h || side >= SAL_SIDES) return sal_pos_fail(err, "control", i, NULL, "a side and hexes of the map are wanted");
      S(p)->cell[h].ground = (uint8_t)((S(p)->cell[h].ground & ~(HELD_G | HELD_S)) | held(side));
    }
  }
  return true;
}

static bool place_hex_marks(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->nmarks; i++) {
    const struct sal_pos_mark *m = &pos->mark[i];
    sal_hex h = m->hex ? sal_hex_parse(&p->book->board, m->hex) : SAL_NOHEX;
    if (!h) return sal_pos_fail(err, "marks", i, "hex", "it is not on the map");
    if (sal_eq(m->mark, "ff")) {
      if (m->side >= SAL_SIDES) return sal_pos_fail(err, "marks", i, "side", "a field fortification belongs to a side");
      S(p)->cell[h].ground |= (uint8_t)ff(m->side);
    } else if (sal_eq(m->mark, "bridge-down")) {
      bool any = false;
      for (int d = 0; d < 6; d++)
        if (O(p)->bridge_at[h * 6 + d]) S(p)->bridge[O(p)->bridge_at[h * 6 + d] - 1] |= DOWN, any = true;
      if (!any) return sal_pos_fail(err, "marks", i, "hex", "there is no bridge");
    } else if (sal_eq(m->mark, "disturbed")) {
      if (S(p)->ndisturbed == AIRS) return sal_pos_fail(err, "marks", i, "mark", "too many");
      S(p)->disturbed[S(p)->ndisturbed++] = h;
    } else return sal_pos_fail(err, "marks", i, "mark", "there is no mark '%.*s'", 24, m->mark);
  }
  return true;
}

static bool place_vars(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    int soviet = sal_eq(v->name, "au_soviet");
    if (!soviet && !sal_eq(v->name, "au_german")) {
      if (sal_eq(v->name, "vp") || sal_eq(v->name, "stawka")) return sal_pos_fail(err, "vars", i, v->name, "it follows from the position");
      return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
    }
    if (v->text || v->value < 0 || v->value > 99) return sal_pos_fail(err, "vars", i, v->name, "ammunition is 0 to 99");
    S(p)->au[soviet] = (uint8_t)v->value;
  }
  return true;
}

static bool place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase = P_AIR;
  if (pos->phase) {
    for (phase = 0; phase < P_COUNT && !sal_eq(phases[phase].id, pos->phase);) phase++;
    if (phase == P_COUNT) return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  }
  s->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
  s->head.phase = (uint8_t)(phase ? phase : 1);
  own_ground(p);
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err)) return false;
  wb_relink(p->book, s);
  start_bridges(p);
  if (!place_control(p, pos, err) || !place_hex_marks(p, pos, err) || !place_vars(p, pos, err)) return false;
  wb_bridge_control(p);
  wb_begin(p, phase);
  return true;
}

/* ---- the tables of words --------------------------------------------------------------------------------------- */

static const struct sal_node *const nodes[N_COUNT] = {
    [N_GAME] = &wb_game,       [N_SETUP] = &wb_setup_node, [N_AIR] = &wb_air,         [N_STRIKES] = &wb_strikes, [N_BARRAGE] = &wb_barrage,
    [N_WITHDRAW] = &wb_withdraw, [N_MOVE] = &wb_move,      [N_STEP] = &wb_step,       [N_ENTER] = &wb_enter,     [N_ATTACK] = &wb_attack,
    [N_BUILD] = &wb_build,     [N_SUPPORT] = &wb_support,  [N_RESPOND] = &wb_respond, [N_RESULT] = &wb_result,   [N_LOSS] = &wb_loss,
    [N_RETREAT] = &wb_retreat, [N_PURSUE] = &wb_pursue,    [N_SHELL] = &wb_shell,     [N_SUPPLY] = &wb_supply,   [N_REPAIR] = &wb_repair,
};

static const char *const missions[] = {"offence", "defence", "strike", "objects", "disturb", "river", "airlift", NULL};
static const struct sal_verb verbs[] = {
    [V_PICK] = {"pick", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Bring in {0}", R_11_1_3, NULL},
    [V_SWITCH] = {"switch", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Other set-up hex for {0}", R_3_2_1, NULL},
    [V_MISSION] = {"mission", {SAL_ARG_WORD}, SAL_ON_MORE, missions, "Mission: {0}", R_8_2_1, NULL},
    [V_PUT] = {"put", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Enter at {0}", R_11_1_2, NULL},
    [V_BOMB] = {"bomb", {SAL_ARG_SIDE}, SAL_ON_X0, NULL, "Bomb the bridge {0}", R_8_2_8, NULL},
    [V_SPREAD] = {"spread", {SAL_ARG_HEX, SAL_ARG_NUM}, SAL_ON_X0, NULL, "{1} attacks at {0}", R_8_2_18, NULL},
    [V_DROP] = {"drop", {0}, SAL_ON_MORE, NULL, "Hold it back", R_8_1_4, "Escape"},
    [V_COMMIT] = {"commit", {0}, SAL_ON_MAIN, NULL, "Commit", R_5_2_1, "Enter"},
    [V_WITHDRAW] = {"withdraw", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Withdraw the division of {0}", R_K_4, NULL},
    [V_MOVE] = {"move", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Move {0}", R_3_1_3, NULL},
    [V_DIG] = {"dig", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Dig in {0}", R_7_1_2, NULL},
    [V_MARK] = {"mark", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Strategic movement for {0}", R_12_1_4, NULL},
    [V_UNMARK] = {"unmark", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "No strategic movement for {0}", R_12_1_4, NULL},
    [V_FULL] = {"full", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Full movement for {0}", R_10_2_3, NULL},
    [V_TOP] = {"top", {SAL_ARG_UNIT, SAL_ARG_UNIT}, SAL_ON_X1, NULL, "{0} fills up {1}", R_15_3_3, NULL},
    [V_SPAN] = {"span", {SAL_ARG_UNIT, SAL_ARG_SIDE}, SAL_ON_X1, NULL, "{0} bridges {1}", R_14_3_2, NULL},
    [V_SHIFT] = {"shift", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Shift to {0} and wait", R_11_2_2, NULL},
    [V_CANCEL] = {"cancel", {0}, SAL_ON_MORE, NULL, "Call it off", R_5_1_7, "Escape"},
    [V_STEP] = {"step", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "To {0}", R_3_1_4, NULL},
    [V_PACK] = {"pack", {0}, SAL_ON_MORE, NULL, "Pack for transport", R_6_2_4, "P"},
    [V_DEPLOY] = {"deploy", {0}, SAL_ON_MORE, NULL, "Set up to fire", R_6_2_4, "D"},
    [V_BLOW] = {"blow", {SAL_ARG_SIDE}, SAL_ON_X0, NULL, "Blow the bridge {0}", R_14_2_1, NULL},
    [V_REBUILD] = {"rebuild", {SAL_ARG_SIDE}, SAL_ON_X0, NULL, "Rebuild the bridge {0}", R_14_2_2, NULL},
    [V_LEAVE] = {"leave", {0}, SAL_ON_MORE, NULL, "Leave the map", R_11_2_3, NULL},
    [V_STOP] = {"stop", {0}, SAL_ON_MAIN, NULL, "Stop here", R_3_1_3, "Enter"},
    [V_TARGET] = {"target", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Attack {0}", R_5_1_2, NULL},
    [V_ADD] = {"add", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Add {0}", R_5_1_2, NULL},
    [V_SHELL] = {"shell", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Fire with {0}", R_6_4_1, NULL},
    [V_GUN] = {"gun", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Support by {0}", R_6_3_1, NULL},
    [V_AIM] = {"aim", {SAL_ARG_SIDE}, SAL_ON_X0, NULL, "Fire at the bridge {0}", R_6_4_7, NULL},
    [V_SPARE] = {"spare", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Spare {0}", R_15_1_6, NULL},
    [V_NOHQ] = {"nohq", {0}, SAL_ON_MORE, NULL, "Without headquarters", R_9_2_1, NULL},
    [V_SPEND] = {"spend", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Use {0} shifts", R_9_1_6, NULL},
    [V_LOSE] = {"lose", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} loses a level", R_5_1_8, NULL},
    [V_RETREAT] = {"retreat", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X1, NULL, "{0} retreats to {1}", R_5_3_1, NULL},
    [V_PURSUE] = {"pursue", {SAL_ARG_UNIT, SAL_ARG_HEX}, SAL_ON_X1, NULL, "{0} pursues to {1}", R_5_4_2, NULL},
    [V_REPAIR] = {"repair", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Repair {0}", R_17_1_2, NULL},
    [V_GROUND] = {"ground", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "The ground of {0} counts", R_5_5_3, NULL},
    [V_UNMASK] = {"unmask", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Unmask {0}", R_16_1_2, NULL},
    [V_MASK] = {"mask", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Mask {0} again", R_16_1_2, NULL},
    [V_DONE] = {"done", {0}, SAL_ON_END, NULL, "End the phase", R_2_1_4, "Space"},
};
static const char *const columns[] = {"1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1"};
static const char *const phase_words[] = {"Set-up", "German air", "German barrage", "German movement", "German attack", "German strategic movement", "German supply", "Soviet air", "Soviet barrage", "Soviet movement", "Soviet attack", "Soviet strategic movement", "Soviet supply"};
static const char *const owners[] = {"German", "Soviet", "nobody's"};
static const char *const setups[] = {"to fire", "for transport"};
static const char *const endings[] = {"an automatic German victory", "an automatic Soviet victory", "time is up"};
static const struct sal_event_kind events[] = {
    [E_TURN] = {"turn", "Turn {n0}: {n1} July 1943.", NULL},
    [E_PHASE] = {"phase", "{w0} phase.", phase_words},
    [E_AIR] = {"air", "{u0} flies to {h0}: {w0}.", missions},
    [E_AIRFIGHT] = {"air.combat", "Air combat over {h0}: German {n0}, Soviet {n1}.", NULL},
    [E_STRIKE] = {"air.attack", "Air attack on {h0} with {n1} points, roll {n0}.", NULL},
    [E_OBJECT] = {"air.object", "Air attack on the bridge at {h0} with {n1} points, roll {n0}.", NULL},
    [E_DISTURB] = {"air.disturb", "Movement around {h0} is disturbed.", NULL},
    [E_AIRLIFT] = {"air.supply", "Supplies are flown to {h0}: {n0}.", NULL},
    [E_MOVES] = {"moves", "{u0} moves to {h0}, {f0} points left.", NULL},
    [E_UNSEEN] = {"moves", "A masked unit moves from {h1} to {h0}.", NULL},
    [E_OVERRUN] = {"overrun", "The guns and staffs in {h0} are overrun.", NULL},
    [E_DUG] = {"digs", "{u0} digs in at {h0}.", NULL},
    [E_DUG_UNSEEN] = {"digs", "A field fortification is built in {h0}.", NULL},
    [E_FF_GONE] = {"works", "The field fortification in {h0} is gone.", NULL},
    [E_SETUP] = {"setup", "{u0} is set up {w0}.", setups},
    [E_BLOWN] = {"bridge", "The bridge between {h0} and {h1} is destroyed.", NULL},
    [E_REBUILT] = {"bridge", "The bridge between {h0} and {h1} stands.", NULL},
    [E_SPAN] = {"bridge", "{u0} begins a bridge from {h0} to {h1}.", NULL},
    [E_ENTERS] = {"enters", "{u0} enters at {h0}.", NULL},
    [E_ENTERS_UNSEEN] = {"enters", "A masked unit enters at {h0}.", NULL},
    [E_LEAVES] = {"leaves", "{u0} leaves the map at {h0}.", NULL},
    [E_SHIFTS] = {"shifts", "{u0} shifts to {h0} and waits.", NULL},
    [E_MARKED] = {"marked", "{u0} is marked for strategic movement.", NULL},
    [E_WITHDRAWN] = {"withdrawn", "{u0} is withdrawn.", NULL},
    [E_DECLARED] = {"attacks", "{u0} attacks {h0}.", NULL},
    [E_JOINS] = {"supports", "{u0} fires in the combat for {h0}.", NULL},
    [E_COMBAT] = {"combat", "Combat for {h0}, {n2} to {n3}, column {w0}, roll {n1}.", columns},
    [E_FIRE] = {"fire", "Artillery ({n1}) fires at {h0}, roll {n0}.", NULL},
    [E_LOSS] = {"loss", "{u0} loses a level in {h0}.", NULL},
    [E_LOSS_UNSEEN] = {"loss", "A masked unit in {h0} loses a level.", NULL},
    [E_DEAD] = {"eliminated", "{u0} is eliminated in {h0}.", NULL},
    [E_RETREATS] = {"retreats", "{u0} retreats to {h0}.", NULL},
    [E_HOLDS] = {"holds", "Holding the ground costs {n0} levels.", NULL},
    [E_PURSUES] = {"pursues", "{u0} pursues to {h0}.", NULL},
    [E_DISORG] = {"disorganized", "{u0} is disorganized.", NULL},
    [E_RALLY] = {"organized", "{u0} is in order again.", NULL},
    [E_TEST] = {"test", "Disorganization test: {n0}.", NULL},
    [E_OOS] = {"supply", "{u0}: level {n0} out of supply.", NULL},
    [E_SURRENDER] = {"surrender", "{u0} tests for surrender: {n0}.", NULL},
    [E_TRACE] = {"trace", "{n0} units are without a line of supply.", NULL},
    [E_MINES] = {"mines", "Mines: {n1} dice, {n0} hits.", NULL},
    [E_PANTHER] = {"panther", "{u0} rolls {n0} for breakdowns.", NULL},
    [E_REPAIRING] = {"repair", "{u0} goes into repair.", NULL},
    [E_REPAIRED] = {"repair", "{u0} is repaired.", NULL},
    [E_CONTROL] = {"control", "{h0} is {w0} now.", owners},
    [E_CROSSED] = {"crossed", "The river is crossed at {h0}: {n0} points.", NULL},
    [E_STAWKA] = {"stawka", "Reserves of the STAVKA enter: {n0} formations so far.", NULL},
    [E_HQKILL] = {"hq", "With {u0} gone the other side gains five shifts.", NULL},
    [E_TOP] = {"topped", "{u0} is filled up by {u1}.", NULL},
    [E_CROSSING] = {"crossing", "Aircraft attack the crossing at {h0}: {n0}.", NULL},
    [E_EXEMPT] = {"exempt", "{n0} units in works next to the enemy need not attack.", NULL},
    [E_OPENED] = {"opened", "The stacks in {h0} lie open until the phase ends.", NULL},
    [E_CONTACT] = {"contact", "Stacks are in contact at {h0}.", NULL},
    [E_DRIVEN] = {"air.driven", "The {s0} aircraft over {h0} are driven off.", NULL},
    [E_BRIDGE_BY] = {"bridge.held", "The bridge between {h0} and {h1} is {w0} now.", owners},
    [E_LAID_DOWN] = {"surrendered", "{u0} lays down its arms in {h0} and controls nothing.", NULL},
    [E_NO_HOLD] = {"control", "{u0} has no line of supply and does not gain {h0}.", NULL},
    [E_UNMASKED] = {"unmasked", "The mask is off {u0} in {h0}.", NULL},
    [E_MASKED] = {"masked", "{u0} in {h0} is masked again.", NULL},
    [E_GROUND] = {"ground", "The defender fights for the ground of {h0}.", NULL},
    [E_OVER] = {"over", "The game is over: {w0}.", endings},
};
static const struct sal_phase phases[P_COUNT] = {
    {"setup", "Set-up", R_3_2_1},
    {"german.air", "German air phase", R_2_2_1}, {"german.barrage", "German barrage", R_2_2_2}, {"german.movement", "German movement", R_2_2_3},
    {"german.attack", "German attack", R_2_2_4}, {"german.strategic", "German strategic movement", R_2_2_5}, {"german.supply", "German supply", R_2_2_6},
    {"soviet.air", "Soviet air phase", R_2_2_1}, {"soviet.barrage", "Soviet barrage", R_2_2_2}, {"soviet.movement", "Soviet movement", R_2_2_3},
    {"soviet.attack", "Soviet attack", R_2_2_4}, {"soviet.strategic", "Soviet strategic movement", R_2_2_5}, {"soviet.supply", "Soviet supply", R_2_2_6},
};
static const struct sal_mark marks[] = { /* the first seven in the order of show.c */
    {"oos", "O", "ring", "out of supply, with its level", R_10_2_1},
    {"disorganized", "D", "diamond", "disorganized", R_5_6_1},
    {"transport", "T", "square", "artillery packed for transport", R_6_2_3},
    {"moved", "M", "round", "active in this movement phase", R_12_1_2},
    {"marked", "S", "triangle", "marked for strategic movement", R_12_1_4},
    {"fought", "F", "square", "has fought in this phase", R_5_1_1},
    {"repair", "R", "pentagon", "in repair", R_17_1_2},
    {"retreated", "B", "triangle", "retreated in the last attack phase (positions)", R_5_3_10},
    {"mined", "m", "round", "attacked or moved through a fortified line (positions)", R_18_1_3},
    {"active", "a", "round", "moved or attacked since the last supply phase (positions)", R_22_1_1},
    {"bank", "b", "round", "headquarters at a big river since the supply phase (positions)", R_14_3_2},
    {"supplied", "s", "round", "has a line of supply; of an air counter: of the Kursk set, which flies to the end (positions)", R_10_1_1},
    {"ff", "F", "square", "field fortification", R_7_1_1},
    {"bridge-down", "X", "diamond", "a bridge at this hex is destroyed", R_14_1_2},
    {"disturbed", "A", "round", "movement disturbed from the air", R_8_2_13},
};
static const char *const loss_choices[] = {"ask", "weakest", NULL}, *const answer_choices[] = {"ask", "never", "always", NULL}, *const pursue_choices[] = {"ask", "never", NULL};
static const struct sal_order orders[] = {{"losses", "Who takes losses", loss_choices, 0, 0}, {"support", "Artillery in defence", answer_choices, 0, 0}, {"pursuit", "Pursuit", pursue_choices, 0, 0}};
static const struct sal_overlay_kind overlays[] = {{"zoc", "Zones of control", {NULL}}, {"control", "Control", {NULL}}, {"supply", "Supply", {NULL}}, {"threat", "Known threats", {NULL}}};
static const struct sal_named vars[] = {
    {"vp", "German victory points so far"}, {"au_german", "German ammunition units for barrages"}, {"au_soviet", "Soviet ammunition units for barrages"}, {"stawka", "STAVKA formations that have entered"},
};
static const struct sal_named factors[] = {
    {"sp", "strength at full"}, {"sp_reduced", "strength reduced"}, {"off", "artillery: offensive strength"}, {"def", "artillery: defensive strength"}, {"cel", "efficiency levels, 1 or 2"},
    {"mp", "movement points"}, {"class", "truck, track or foot"}, {"morale", "limit of 5.6.2"}, {"stars", "black white yellow blue"},
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
const struct sal_ruleset wb95 = {
    .id = "wb95", .title = "Kursk 1943 (WB-95)", .edition = "1",
    .nodes = nodes, .nnodes = N_COUNT, .verbs = verbs, .nverbs = COUNT(verbs), .events = events, .nevents = COUNT(events),
    .phases = phases, .nphases = P_COUNT, .marks = marks, .nmarks = COUNT(marks), .orders = orders, .norders = COUNT(orders),
    .overlays = overlays, .noverlays = COUNT(overlays), .vars = vars, .nvars = COUNT(vars), .factors = factors, .nfactors = COUNT(factors),
    .nrules = R_count, .rule_ids = rule_ids,
    .load = wb_load, .setup = setup, .place = place, .view = wb_view, .guess = wb_guess, .shuffle = wb_shuffle,
    .show = wb_show, .date = wb_date, .offer = wb_offer, .query = wb_query, .answer = wb_answer, .adviser = &wb_adviser, .score = wb_score, .audit = wb_audit,
};
