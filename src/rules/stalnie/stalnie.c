/* stalnie.c - set-up, positions, and the one struct that the rest of the program knows. */
#define SAL_RULE_IDS
#include "state.h"

#include <string.h>

/* ---- set-up ----------------------------------------------------------------------------------------------------- */

static void common_start(struct sal_play *p) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) s->unit[u].at = NOWHERE;
  s->scenario = s->pa = 1;
  s->weather = CLEAR; /* SSR.I1 */
  s->ec = DRY;
  s->first = RUS;
  s->head.turn = 1;
}

/* 11.5, 3.16: what is given at the start to those of the sides. */
void sp_give_forces(struct sal_play *p, uint32_t sides) {
  struct state *s = S(p);
  for (int r = 0; r < GIVEN_ROWS; r++) {
    const struct given *g = &O(p)->given[r];
    struct side *d = &s->side[g->side];
    if (!(sides & SAL_BIT(g->side))) continue;
    d->elr = g->elr;
    d->san = g->san;
    if (!g->more) d->cpp = (int16_t)(2 * g->cpp);
    for (int i = 0; i < g->n; i++) {
      const struct group *group = &O(p)->group[g->side][g->group[i]];
      struct rec *rec = sp_add_rec(p, g->side, g->group[i]);
      rec->flags |= R_OB;
      sal_tell(p, E_GIVEN, R_11_5b, SAL_EV(.n = {group->word}, .seen = (uint8_t)only(g->side)));
      if (group->notes & NOTE_I) rec->attach = (uint8_t)(d->nrec - 1); /* O5 is assigned to O2 */
    }
  }
}

static void setup(struct sal_play *p) {
  common_start(p);
  sp_give_forces(p, SAL_BOTH);
  sal_tell(p, E_WEATHER, R_SSR_I1, SAL_EV(.n = {CLEAR, DRY}));
  sp_first_areas(p);
  sp_begin(p, 0);
}

/* ---- positions ---------------------------------------------------------------------------------------------------- */

static const struct sal_phase phases[P_COUNT];
static const struct sal_mark marks[];
enum { UNIT_MARKS = 17 };
static const uint32_t mark_flag[UNIT_MARKS] = {U_BROKEN, U_WOUNDED, U_STUN, U_RECALL, U_IMMOBILE, U_ABANDONED, U_ENCIRCLED, U_FANATIC, U_SHORT, U_RED, U_DUGIN, U_HIP,
                                               U_RESERVE, U_STAYS, U_INEXPERIENCED, U_MALFUNCTION, U_UPPER};

static bool place_units(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *pu = &pos->unit[i];
    sal_unit u = sal_pos_unit_index(p->book, pu);
    sal_hex h;
    if (u == SAL_NOUNIT) return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit);
    if (s->unit[u].where != NONE) return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
    if (!sal_pos_hex(p->book, pos, i, &h, err)) return false;
    if (pu->facing >= 0) return sal_pos_fail(err, "units", i, "facing", "units have no facing here");
    int type = O(p)->counter_type[u];
    if (pu->kind && pu->unit) type = sp_type_named(p, pu->kind);
    if (!type) return sal_pos_fail(err, "units", i, "kind", "there is no kind '%.*s'", 24, pu->kind);
    if (pu->nfactors) return sal_pos_fail(err, "units", i, "factors", "units have no factors here");
    if (pu->steps == 1 && O(p)->type[type].cls == SQUAD) type = O(p)->type[type].half;
    else if (pu->steps > 0 && pu->steps != (O(p)->type[type].cls == SQUAD ? 2 : 1)) return sal_pos_fail(err, "units", i, "steps", "a squad has 2 steps, its half 1, everything else 1");
    else if (pu->steps == 0) return sal_pos_fail(err, "units", i, "steps", "a unit without steps is not there");
    uint32_t flags = U_KNOWN;
    for (int k = 0; k < pu->nmarks; k++) {
      int m = 0;
      while (m < UNIT_MARKS && !sal_eq(marks[m].id, pu->mark[k])) m++;
      if (m == UNIT_MARKS && !sal_eq(pu->mark[k], "hidden") && !sal_eq(pu->mark[k], "vehiclecrew")) return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s'", 24, pu->mark[k]);
      if (m < UNIT_MARKS) flags |= mark_flag[m];
      else if (sal_eq(pu->mark[k], "hidden")) flags &= ~(uint32_t)U_KNOWN;
      else flags |= U_VEHICLE_CREW;
    }
    s->unit[u] = (struct unit){.flags = flags, .at = NOWHERE, .type = (uint8_t)type, .where = OFF};
    if (pu->box) {
      int box = sal_box_find(p->book, pu->box);
      if (box < 0 || box % 2 != side_of(p, u)) return sal_pos_fail(err, "units", i, "box", "'%.*s' is not that side's", 24, pu->box);
      s->unit[u].where = box < 2 ? OFF : DEAD;
    }
    if (!h) continue;
    int g = O(p)->place[h];
    if (!sp_in_pa(p, g)) return sal_pos_fail(err, "units", i, "hex", "%s is not on the Playing Area", p->book->board.name[h]);
    if (!pos->unchecked && (!sp_room(p, u, g) || !sp_may_stand(p, side_of(p, u), type, g))) return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal", p->book->board.name[h]);
    sp_put(p, u, g);
  }
  return true;
}

struct var_row {
  const char *name;
  int min, max;
};
enum { VAR_GCPP, VAR_SCPP, VAR_GELR, VAR_SELR, VAR_GSAN, VAR_SSAN, VAR_GFPP, VAR_SFPP, VAR_GFRONT, VAR_SFRONT, VAR_GLOST, VAR_SLOST, VAR_WINNERS, VAR_ATTACK, VAR_ISOLATED, VAR_WEATHER, VAR_EC,
       VAR_WEST, VAR_EAST, VAR_DUAL, VAR_GROUP, VAR_COUNT };
static const struct var_row var_rows[VAR_COUNT] = {
    {"german_cpp", 0, 200}, {"soviet_cpp", 0, 200}, {"german_elr", 1, 5}, {"soviet_elr", 1, 5}, {"german_san", 0, 6}, {"soviet_san", 0, 6}, {"german_fpp", 0, 400}, {"soviet_fpp", 0, 400},
    {"german_front", 0, 64}, {"soviet_front", 0, 65}, {"german_losses", 0, 500}, {"soviet_losses", 0, 500}, {"winners", 0, 2222}, {"soviet_attack", 0, 2}, {"isolated_lost", 0, 500},
    {"weather_now", 0, 3}, {"ec_now", 0, 4}, {"west_edge", 0, 64}, {"east_edge", 0, 64}, {"dual", 0, 1}, {"ob", 0, 1}};

static bool read_vars(const struct sal_position *pos, int32_t out[VAR_COUNT], bool given[VAR_COUNT], struct sal_err *err) {
  memset(given, 0, VAR_COUNT * sizeof *given);
  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    int k = 0;
    while (k < VAR_COUNT && !sal_eq(var_rows[k].name, v->name)) k++;
    if (k == VAR_COUNT) return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
    if (v->text || v->value < var_rows[k].min || v->value > var_rows[k].max) return sal_pos_fail(err, "vars", i, v->name, "it is a number from %d to %d", var_rows[k].min, var_rows[k].max);
    out[k] = v->value;
    given[k] = true;
  }
  return true;
}

static void place_areas(struct sal_play *p, const int32_t *v, const bool *given) {
  struct state *s = S(p);
  int low = sp_pa_low(p), base = low * WIDTH, gf = given[VAR_GFRONT] ? v[VAR_GFRONT] : 0, sf = given[VAR_SFRONT] ? v[VAR_SFRONT] : 10;
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base, h = row_of(g) - low;
    if (!sp_in_pa(p, g)) continue;
    s->area[i] = h < gf ? A_GER : h >= sf && h >= gf ? A_RUS : 0;
    if (h < gf) s->ground[i] |= C_OWN | C_OWN_UP;
  }
  s->side[GER].perimeter = gf > 1;
  s->side[RUS].perimeter = sf <= sp_pa_high(p) - low;
  for (int e = 0; e < 2; e++) {
    int k = e ? VAR_WEST : VAR_EAST, rows = given[k] ? v[k] : gf;
    for (int h = low; h <= sp_pa_high(p); h++) s->edge[e][h] = h - low <= rows && rows ? EDGE_GERMAN | EDGE_START | EDGE_DRAFT : 0;
  }
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *vl = &O(p)->vl[i];
    if (sp_in_pa(p, vl->g) ? row_of(vl->g) - low < gf : row_of(vl->g) < low) s->vl[i] = VB_GERMAN | VB_START | VB_DRAFT;
  }
  sp_front_lines(p);
}

static bool place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase = 0;
  int32_t v[VAR_COUNT] = {0};
  bool given[VAR_COUNT];
  if (pos->phase) {
    while (phase < P_COUNT && !sal_eq(phases[phase].id, pos->phase)) phase++;
    if (phase == P_COUNT || phase > O(p)->last_phase) return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  }
  if (pos->nmarks) return sal_pos_fail(err, "marks", 0, "mark", "fortifications come from play, not from a position");
  if (!read_vars(pos, v, given, err)) return false;
  common_start(p);
  int step = phase_step(phase);
  s->scenario = (uint8_t)(phase_scenario(phase) + (step >= 613 && step <= 618)); /* 11.612 has turned the page */
  s->pa = (uint8_t)(O(p)->small || s->scenario == 1 ? 1 : s->scenario == 2 ? 2 : 3);
  if (v[VAR_GROUP]) sp_give_forces(p, SAL_BOTH);
  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    if (given[VAR_GCPP + side]) d->cpp = (int16_t)v[VAR_GCPP + side]; /* halves */
    d->elr = (uint8_t)(given[VAR_GELR + side] ? v[VAR_GELR + side] : side == GER ? 4 : 3);
    d->san = (uint8_t)(given[VAR_GSAN + side] ? v[VAR_GSAN + side] : 2);
    d->fpp = (uint16_t)v[VAR_GFPP + side];
    d->cvp = (int16_t)v[VAR_GLOST + side];
    for (int n = 0; n < 4; n++) d->row[n].attack = side == GER;
    d->row[s->scenario - 1].start = d->row[s->scenario - 1].total = d->cpp;
  }
  s->side[RUS].attacks = (uint8_t)v[VAR_ATTACK];
  s->side[RUS].isolated_lost = (int16_t)v[VAR_ISOLATED];
  if (given[VAR_WEATHER]) s->weather = (uint8_t)v[VAR_WEATHER];
  if (given[VAR_EC]) s->ec = (uint8_t)v[VAR_EC];
  s->dual = (uint8_t)v[VAR_DUAL];
  for (int n = 0, w = v[VAR_WINNERS]; n < 4; n++, w /= 10) s->winner[n] = (uint8_t)(w % 10 > 2 ? 0 : w % 10); /* units digit first: 1 German, 2 Soviet */
  place_areas(p, v, given);
  for (int i = 0; i < pos->ncontrol; i++) {
    int side = sal_side_parse(pos->control[i].id);
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
      if (!h || side >= SAL_SIDES || !sp_in_pa(p, O(p)->place[h])) return sal_pos_fail(err, "control", i, NULL, "a side and hexes of the Playing Area are wanted");
      uint8_t *c = &s->ground[at_pa(p, O(p)->place[h])];
      *c = (uint8_t)(side == GER ? (*c | C_OWN | C_MARK_GER) & ~C_MARK_RUS : (*c & ~(C_OWN | C_MARK_GER)) | C_MARK_RUS);
    }
  }
  if (!place_units(p, pos, err)) return false;
  sp_begin(p, phase);
  return true;
}

/* ---- the tables ------------------------------------------------------------------------------------------------------ */

static const struct sal_node *const nodes[N_COUNT] = {
    [N_CAMPAIGN] = &sp_campaign, [N_BUY] = &sp_buy, [N_FORT] = &sp_fort, [N_RECON] = &sp_recon, [N_CHIT] = &sp_chit, [N_OBSERVER] = &sp_observer,
    [N_SETUP] = &sp_setup, [N_PUT] = &sp_put_node, [N_INSPECT] = &sp_inspect, [N_ORDERS] = &sp_orders, [N_BATTLE] = &sp_battle, [N_RESULT] = &sp_result,
    [N_ENTRY] = &sp_entry, [N_GROUND] = &sp_ground_node, [N_CONFIRM] = &sp_confirm, [N_CHAIN] = &sp_chain, [N_ESCAPE] = &sp_escape, [N_STACK] = &sp_stack,
    [N_HARDEN] = &sp_harden, [N_LEADER] = &sp_leader, [N_CREWS] = &sp_crews, [N_RECALL] = &sp_recall,
};

static const char *const link_word[] = {"radio", "phone", NULL};
static const char *const chit_word[] = {"idle", "attack", NULL};
static const char *const posture_word[] = {"hold", "press", "assault", NULL};
static const char *const yes_word[] = {"no", "yes", NULL};

#define GROUPS "s1", "s2", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "i1", "i2", "i3", "i4", "i5", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "t1", "t2", "m1", "m2"
const char *const sp_group_word[] = {GROUPS, NULL};
static const char *const buy_word[] = {GROUPS, "plain", "north", "south", "reserve", "dugin", "bonus", "reg1", "reg2", NULL};
static const char *const event_word[] = {GROUPS, "full", "depleted", "plentiful", "normal", "scarce", "6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3",
    "LMG", "MMG", "ATR", "FT", "DC", "MTR50", "foxhole for 1", "foxhole for 2", "foxhole for 3", "trench", "A-T ditch", "A-P mines 6", "A-P mines 8", "A-P mines 12", "A-T mines 1",
    "A-T mines 2", "A-T mines 3", "A-T mines 4", "A-T mines 5", "roadblock", "wire", "pillbox 1-3-5", "pillbox 2-3-5", "pillbox 3-3-5", "pillbox 1-5-7", "pillbox 2-5-7", "pillbox 3-5-7",
    "fortified Location", "hidden SMC", "hidden half-squad", "hidden squad", "hidden counter", "hidden vehicle", "dummy", "set charge", "", ".5", NULL};

static const struct sal_verb verbs[V_COUNT] = {
    [V_BUY] = {"buy", {SAL_ARG_WORD, SAL_ARG_WORD, SAL_ARG_NUM}, SAL_ON_FORM, buy_word, "Buy {0}, {1}", R_11_619, NULL},
    [V_RETURN] = {"return", {SAL_ARG_NUM}, SAL_ON_FORM, NULL, "Return line {0}", R_11_6197, NULL},
    [V_LINK] = {"link", {SAL_ARG_NUM, SAL_ARG_WORD}, SAL_ON_FORM, link_word, "Line {0}: {1}", R_CG6, NULL},
    [V_COMMIT] = {"commit", {0}, SAL_ON_MAIN, NULL, "Commit", R_11_3, "Enter"},
    [V_FORT] = {"fort", {SAL_ARG_WORD}, SAL_ON_FORM, sp_fort_word, "Buy {0}", R_11_621a, NULL},
    [V_SELL] = {"unfort", {SAL_ARG_WORD}, SAL_ON_FORM, sp_fort_word, "Return {0}", R_11_621a, NULL},
    [V_RECON] = {"recon", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Spend {0} CPP", R_11_622, NULL},
    [V_CHIT] = {"chit", {SAL_ARG_WORD}, SAL_ON_MAIN, chit_word, "Chit: {0}", R_11_623, NULL},
    [V_OBSERVE] = {"observe", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Observer in {0}", R_RG_i, NULL},
    [V_PICK] = {"pick", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Choose {0}", R_11_6244a, NULL},
    [V_LAY] = {"lay", {SAL_ARG_WORD}, SAL_ON_MORE, sp_fort_word, "Place {0}", R_11_621a, NULL},
    [V_PUT] = {"put", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Put in {0}", R_11_6244a, NULL},
    [V_FLOOR] = {"floor", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0}: other level", R_11_2e, NULL},
    [V_LIFT] = {"lift", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Take up {0}", R_11_6244a, NULL},
    [V_KEEP] = {"keep", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Keep {0} off the map", R_CG16, NULL},
    [V_AUTO] = {"auto", {0}, SAL_ON_MORE, NULL, "Leave the rest to the program", R_11_3, NULL},
    [V_DONE] = {"done", {0}, SAL_ON_END, NULL, "Done", R_11_3, "Space"},
    [V_CANCEL] = {"cancel", {0}, SAL_ON_MORE, NULL, "Cancel", R_11_3, "Escape"},
    [V_INSPECT] = {"inspect", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Inspect {0}", R_11_6245, NULL},
    [V_PASS] = {"pass", {0}, SAL_ON_END, NULL, "Pass", R_11_6245, "Space"},
    [V_POSTURE] = {"posture", {SAL_ARG_WORD}, SAL_ON_FORM, posture_word, "Posture: {0}", R_QB_1, NULL},
    [V_WEIGHT] = {"weights", {SAL_ARG_NUM, SAL_ARG_NUM, SAL_ARG_NUM}, SAL_ON_FORM, NULL, "Weights {0}-{1}-{2}", R_QB_1, NULL},
    [V_EXIT] = {"exit", {SAL_ARG_WORD}, SAL_ON_FORM, yes_word, "Leave north: {0}", R_CG13c, NULL},
    [V_MODULE] = {"module", {SAL_ARG_NUM}, SAL_ON_FORM, NULL, "Module of line {0}", R_CG6, NULL},
    [V_FIGHT] = {"fight", {0}, SAL_ON_MAIN, NULL, "Fight the next turn", R_QB_5, "Enter"},
    [V_FATE] = {"fate", {SAL_ARG_WORD}, SAL_ON_MORE, sp_fate_word, "Fate: {0}", R_V3, NULL},
    [V_BECOMES] = {"becomes", {SAL_ARG_WORD}, SAL_ON_MORE, sp_becomes_word, "Becomes {0}", R_V3, NULL},
    [V_STATE] = {"state", {SAL_ARG_WORD}, SAL_ON_MORE, sp_state_word, "State: {0}", R_V3, NULL},
    [V_CREW] = {"new", {SAL_ARG_WORD, SAL_ARG_UNIT}, SAL_ON_X1, sp_new_word, "New {0} from {1}", R_6_1, NULL},
    [V_TURNS] = {"turns", {SAL_ARG_NUM}, SAL_ON_FORM, NULL, "{0} turns", R_V2, NULL},
    [V_ENDDIE] = {"enddie", {SAL_ARG_NUM, SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Turn {0}: dr {1}", R_V2, NULL},
    [V_CVP] = {"cvp", {SAL_ARG_WORD, SAL_ARG_NUM}, SAL_ON_FORM, sp_side_word, "CVP inflicted, {0}: {1}", R_V6, NULL},
    [V_CVPEXIT] = {"cvpexit", {SAL_ARG_WORD, SAL_ARG_NUM}, SAL_ON_MORE, sp_side_word, "of them by exits, {0}: {1}", R_CG13b, NULL},
    [V_NORTHVP] = {"northvp", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Points left north: {0}", R_V5, NULL},
    [V_SNIPER] = {"sniper", {SAL_ARG_WORD, SAL_ARG_NUM}, SAL_ON_MORE, sp_side_word, "Snipers lost, {0}: {1}", R_11_612, NULL},
    [V_WEAPON] = {"weapon", {SAL_ARG_NUM, SAL_ARG_WORD, SAL_ARG_NUM}, SAL_ON_MORE, sp_weapon_word, "Line {0}: {2} {1} broken down", R_V12, NULL},
    [V_OBA] = {"oba", {SAL_ARG_NUM, SAL_ARG_NUM, SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Line {0}: {1} black, {2} red left", R_V9, NULL},
    [V_VLCOUNT] = {"vlcount", {SAL_ARG_WORD, SAL_ARG_WORD, SAL_ARG_NUM}, SAL_ON_MORE, sp_board_word, "Board {0}: {2} Victory Locations", R_V7, NULL},
    [V_TAKE] = {"take", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Ground level of {0}", R_V7, NULL},
    [V_GIVE] = {"give", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Upper level of {0}", R_V7, NULL},
    [V_EDGE] = {"edge", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Edge hex {0}", R_V8, NULL},
    [V_BURN] = {"burn", {SAL_ARG_WORD}, SAL_ON_MORE, sp_burnt_word, "A hex becomes {0}", R_11_6091, NULL},
    [V_FORTSTATE] = {"fortstate", {SAL_ARG_NUM, SAL_ARG_WORD}, SAL_ON_MORE, sp_fort_state, "Fortification {0}: {1}", R_6_1, NULL},
    [V_SUBMIT] = {"submit", {0}, SAL_ON_MAIN, NULL, "Submit the result", R_6_1, "Enter"},
    [V_CONFIRM] = {"confirm", {0}, SAL_ON_MAIN, NULL, "Confirm", R_6_1, "Enter"},
    [V_REJECT] = {"reject", {0}, SAL_ON_MORE, NULL, "Send back", R_6_1, NULL},
    [V_MARKER] = {"marker", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Marker in {0}", R_11_6054a, NULL},
    [V_UNMARK] = {"unmark", {0}, SAL_ON_MORE, NULL, "Take the last marker back", R_11_605, NULL},
    [V_ESCAPE] = {"escape", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} tries to escape", R_11_6063a, NULL},
    [V_SPLIT] = {"split", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Split {0}", R_11_6063a, NULL},
    [V_ADD] = {"add", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Add {0}", R_11_6063a, NULL},
    [V_ROLL] = {"roll", {0}, SAL_ON_MAIN, NULL, "Roll", R_11_6063a, "Enter"},
    [V_HARDEN] = {"harden", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Harden {0}", R_11_6112, NULL},
    [V_DRM] = {"drm", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Modifier -{0}", R_11_6115c, NULL},
    [V_NAME] = {"name", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Line {0}", R_11_6115c, NULL},
    [V_MAN] = {"man", {SAL_ARG_UNIT, SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{1} mans {0}", R_11_6134, NULL},
    [V_FREE] = {"free", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Free {0}", R_11_6141a, NULL},
    [V_HIDE] = {"hide", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Hide {0}", R_11_621e, NULL},
    [V_PHONE] = {"phone", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Field phone of line {0}", R_CG6, NULL},
    [V_REGISTER] = {"register", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Register a hex for line {0}", R_RG_j, NULL},
    [V_DETONATE] = {"detonate", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "{0} detonates it", R_11_621f, NULL},
    [V_CONTROL] = {"control", {SAL_ARG_WORD}, SAL_ON_MORE, sp_side_word, "Ground taken, {0}", R_V7, NULL},
};

static const char *const step_word[] = {"play", "601 finish melee", "602 markers", "603 rally and totals", "604 encirclement, stun", "605 perimeters", "606 isolation and escape",
    "607 clearing the Playing Area", "608 fortifications", "609 fires and terrain", "610 prisoners", "611 recombine, harden, promote", "612 new scenario, snipers", "613 repair",
    "614 recall", "615 artillery and aircraft", "616 CPP replenishment", "617 ELR", "618 weather", "619 purchase", "620 strengths", "621 fortifications", "622 reconnaissance",
    "623 initiative", "624 set-up", "625 start", NULL};
static const char *const column_word[] = {"west", "centre", "east", NULL};
static const char *const hit_word[] = {"broken", "wounded", "eliminated", "captured", "reduced to a half-squad", "immobilized", "stunned", "left behind", NULL};
static const char *const escape_word[] = {"it gets away", "it gets away, Replaced", "it gets away, Casualty Reduced", "it gets away, Replaced and Reduced", "eliminated", "abandoned, the crew gets away", "abandoned, the crew is lost", NULL};
static const char *const type_word[] = {"A", "B", "C", "D", NULL};
static const char *const weather_word[] = {"Fog/Mist", "Overcast", "Clear", "Clear & Gusty", "Wet", "Moist", "Moderate", "Dry", "Very Dry", NULL};
static const char *const wind_word[] = {"There is no wind", "A mild breeze, direction 1", "A mild breeze, direction 2", "A mild breeze, direction 3", "A mild breeze, direction 4", "A mild breeze, direction 5", "A mild breeze, direction 6", NULL};
static const char *const kind_word[] = {"German Assault", "Dual Assault", NULL};
static const char *const burnt_word[] = {"rubble", "shellholes", "gutted", "gutted woods", "a wreck", "ablaze", NULL};
static const char *const who_word[] = {"A hero rises", "The crew gets out", NULL};
static const char *const wound_word[] = {"wounded", "killed", "healed", NULL};

static const struct sal_event_kind events[E_COUNT] = {
    [E_STEP] = {"step", "Scenario {n0}: {w1}.", step_word},
    [E_SKIP] = {"skip", "Step 11.{n0} has nothing to do.", NULL},
    [E_BOUGHT] = {"bought", "{w0} is bought; {n1}{w2} CPP left.", event_word},
    [E_RETURNED] = {"returned", "{w0} is returned; {n1}{w2} CPP left.", event_word},
    [E_STRENGTH] = {"strength", "{w0} comes {w1} (Final DR {n2}).", event_word},
    [E_DEPLETED] = {"depleted", "Random Selection decides which parts of {w0} are short.", event_word},
    [E_WEAPON] = {"weapon", "{w0} is there for {w1}.", event_word},
    [E_NO_WEAPON] = {"weapon.lost", "{w0} is not there for {w1}.", event_word},
    [E_LEADERS] = {"leaders", "{w0} has {n1} leaders (Final DR {n2}).", event_word},
    [E_AL] = {"armour.leader", "{w0} has an armour leader {w1} (Final DR {n2}).", event_word},
    [E_NO_AL] = {"armour.leader", "{w0} has no armour leader (Final DR {n2}).", event_word},
    [E_GREEN] = {"inexperienced", "{w0} is Inexperienced (Final DR {n2}).", event_word},
    [E_MODULE] = {"ammunition", "{w0} has {w1} ammunition (Final DR {n2}).", event_word},
    [E_FORTIFIED] = {"fortified", "{w0}: {n1} bought; {n2} FPP left.", event_word},
    [E_RECON] = {"recon", "Reconnaissance: {n1} Locations may be inspected.", NULL},
    [E_CHIT] = {"initiative", "The scenario is a {w0}; the {s1} side sets up first.", kind_word},
    [E_WIND] = {"wind", "{w0}.", wind_word},
    [E_PLACED] = {"placed", "{u0} is in {h0}.", NULL},
    [E_SETUP_DONE] = {"setup", "The {s0} set-up is done: {n1} units on the map.", NULL},
    [E_INSPECTED] = {"inspected", "The {s0} side inspects {h0}: {n1} things found.", NULL},
    [E_SEEN] = {"seen", "{u0} is seen in {h0}.", NULL},
    [E_START] = {"start", "Scenario {n0} begins: {n1} Victory Locations are German, {n2} Soviet.", NULL},
    [E_ORDERS] = {"orders", "The orders are open: German {w0}, Soviet {w1}.", posture_word},
    [E_TURN] = {"turn", "Scenario {n0}, Game Turn {n1}.", NULL},
    [E_FIRE] = {"fire", "{s0} fire in column {n1}: {n2} soft, {n3} hard.", NULL},
    [E_HIT] = {"hit", "{u0}: {w0}.", hit_word},
    [E_LOSS] = {"loss", "{u0} is lost ({n1} CVP).", NULL},
    [E_BROKEN] = {"broken", "{u0} breaks.", NULL},
    [E_RALLIED] = {"rallied", "{u0} rallies.", NULL},
    [E_FRONT] = {"front", "The front in the {w0} moves by {n1} hexrows to {n2}.", column_word},
    [E_AIR] = {"air", "{n1} {s0} planes arrive.", NULL},
    [E_ARTILLERY] = {"artillery", "{s0} artillery of {n2} FP falls in column {n1}.", NULL},
    [E_CHITS_OUT] = {"chit", "A {s0} module draws a red chit, its number {n1}.", NULL},
    [E_SNIPER] = {"sniper", "The {s0} sniper attacks.", NULL},
    [E_GAME_END] = {"game.end", "Game End dr {n1} ({n2}) after Turn {n0}: the scenario is over.", NULL},
    [E_GAME_ON] = {"game.on", "Game End dr {n1} ({n2}) after Turn {n0}: the scenario goes on.", NULL},
    [E_EXITS] = {"exits", "{n0} German units leave north ({n1} points so far).", NULL},
    [E_MALFUNCTION] = {"malfunction", "The weapon of {u0} breaks down.", NULL},
    [E_HERO] = {"new", "{w0}: {u0}.", who_word},
    [E_RESULT] = {"result", "The result stands: CVP inflicted German {n0}, Soviet {n1}, {n2} turns.", NULL},
    [E_REJECTED] = {"rejected", "The {s0} side sends the result back.", NULL},
    [E_MELEE] = {"melee", "Melee in {h0}, {n0} to {n1}.", NULL},
    [E_MARKERS] = {"markers", "Markers are removed.", NULL},
    [E_WOUND] = {"wound", "{u0} is {w0}.", wound_word},
    [E_TOTALS] = {"totals", "Broken units rally. CVP inflicted: German {n0}, Soviet {n1}.", NULL},
    [E_RECALL] = {"recall", "{u0} is recalled.", NULL},
    [E_CHAIN] = {"chain", "The program draws the {s0} chain: {n1} markers.", NULL},
    [E_DROPPED] = {"dropped", "The {s0} marker in {h0} lies inside the other area and is dropped.", NULL},
    [E_PERIMETER] = {"perimeter", "{s0} perimeter: {n1} markers, {n2} hexes.", NULL},
    [E_ISOLATED] = {"isolated", "{u0} is isolated in {h0}, type {w0}.", type_word},
    [E_ESCAPE] = {"escape", "{u0} tries to escape, DR {n1} ({n2}): {w0}.", escape_word},
    [E_HILLS] = {"hills", "Hills are assigned: {n0} change hands.", NULL},
    [E_SCENARIO] = {"scenario", "The {s0} side wins the scenario: CVP {n1} to {n2}, {n3} Victory Locations gained by the Germans.", NULL},
    [E_CLEARED] = {"cleared", "{u0} is taken up and Retained.", NULL},
    [E_LEFT] = {"left", "{u0} stays in {h0}.", NULL},
    [E_FORT_GONE] = {"forts", "{n0} fortifications vanish, {n1} stay.", NULL},
    [E_BURNT] = {"burnt", "{h0} is {w0} now.", burnt_word},
    [E_PRISONERS] = {"prisoners", "Prisoners and captured items are removed.", NULL},
    [E_COMBINED] = {"combined", "{u0} is a full squad again.", NULL},
    [E_HARDENED] = {"hardened", "{u0} is hardened.", NULL},
    [E_PROMOTED] = {"promoted", "{u0} is promoted.", NULL},
    [E_AL_BETTER] = {"armour.leader", "The armour leader of line {n0} is a {w1} now.", event_word},
    [E_AL_NEW] = {"armour.leader", "The platoon of line {n0} gets an armour leader {w1}.", event_word},
    [E_NOTHING] = {"nothing", "DR {n0}: nothing comes of it.", NULL},
    [E_SAN] = {"san", "The {s0} sniper number is {n1}.", NULL},
    [E_REPAIRED] = {"repaired", "{u0} is repaired (dr {n0}, {n1}).", NULL},
    [E_NOT_REPAIRED] = {"not.repaired", "{u0} is not repaired (dr {n0}, {n1}).", NULL},
    [E_MANNED] = {"manned", "{u1} mans {u0}.", NULL},
    [E_FREED] = {"freed", "{u0} is freed by giving up {u1}.", NULL},
    [E_MODULE_GONE] = {"module.gone", "The module {w0} is used up.", event_word},
    [E_AIR_GONE] = {"air.gone", "The air group is gone.", NULL},
    [E_REPLENISHED] = {"replenished", "{s0} DR {n2} ({n3}): {n1} CPP more.", NULL},
    [E_ELR] = {"elr", "{s0} ELR is {n1} (Final DR {n2}).", NULL},
    [E_WEATHER] = {"weather", "Weather {w0} (DR {n2}), ground condition {n1} (dr {n3}).", weather_word},
    [E_MOVED_NORTH] = {"north", "The Playing Area moves north: Playing Area {n0}.", NULL},
    [E_VL] = {"locations", "The {s0} side takes {n1} Victory Locations.", NULL},
    [E_GIVEN] = {"given", "{w0} is given at the start.", event_word},
    [E_EDGES] = {"edges", "{n0} side-edge hexes change hands.", NULL},
    [E_JOINED] = {"joined", "A {s0} Pocket touches own ground and joins the perimeter.", NULL},
    [E_NOBODY] = {"no.mans.land", "{n0} hexes are No Man's Land.", NULL},
    [E_RESTORED] = {"restored", "Ammunition is restored for all units but {n0} in isolation.", NULL},
    [E_FRONTS] = {"fronts", "The German front stands at hexrow {n0}, {n1}, {n2} (west, centre, east).", NULL},
    [E_DEPLOYED] = {"deployed", "{n1} {s0} elements take part.", NULL},
    [E_LATER] = {"reinforcements", "{n1} {s0} elements enter in play.", NULL},
    [E_PLACES] = {"places", "{n0} units have their places.", NULL},
    [E_FANATICS] = {"fanatics", "{n0} units are Fanatic no longer.", NULL},
    [E_EXITED] = {"exited", "{n1} {s0} units left the Playing Area and are Retained.", NULL},
    [E_EXIT_CVP] = {"exit.points", "{n1} points of the {s0} losses came by exits and do not bring replenishment.", NULL},
    [E_WRECKS] = {"wrecks", "{n0} wrecks vanish with their boards, {n1} stay.", NULL},
    [E_WAITS] = {"waits", "{u0} waits for a squad of his company and enters on Turn {n0}.", NULL},
    [E_DUMMY] = {"dummy", "The stack in {h0} is a dummy.", NULL},
    [E_CAPTURED] = {"captured", "{n0} captured Guns and vehicles are destroyed.", NULL},
    [E_KEPT_EDGES] = {"edges.kept", "{n0} side-edge hexes stay German; the new boards' are Soviet.", NULL},
    [E_CONTROL] = {"control", "{n0} Locations change hands and keep a control marker.", NULL},
    [E_SHORTAGE] = {"shortage", "{u0} begins the next scenario with Ammunition Shortage.", NULL},
    [E_REPLACED] = {"replaced", "{u0} is Replaced.", NULL},
    [E_ABANDONED] = {"abandoned", "{u0} is abandoned in {h0}.", NULL},
    [E_HIDDEN] = {"hidden", "{n1} {s0} units are still hidden.", NULL},
    [E_RAISED] = {"raised", "{w0} brings {n1} units.", event_word},
    [E_COLUMNS] = {"columns", "{s0} elements: {n1} west, {n2} centre, {n3} east.", NULL},
    [E_ROLLS] = {"rolls", "The {s0} groups are rolled for: strengths, weapons, leaders, armour leaders.", NULL},
    [E_KEPT_VL] = {"locations.kept", "{n1} Victory Locations on boards that have left play stay {s0}.", NULL},
    [E_CAMPAIGN] = {"campaign", "The {s0} side wins: {n1} Victory Locations are German, {n2} Soviet.", NULL},
};

#define PREP(n) {"prep." n "/11.619", "Purchase", R_11_619}, {"prep." n "/11.620", "Strengths", R_11_620}, {"prep." n "/11.621", "Fortifications", R_11_621}, \
  {"prep." n "/11.622", "Reconnaissance", R_11_622}, {"prep." n "/11.623", "Initiative", R_11_623}, {"prep." n "/11.624", "Set-up", R_11_624}, {"prep." n "/11.625", "Start", R_11_625}, {"play." n, "The scenario", R_CG4}
#define PERIMETERS(n) {n "/11.601", "Finish melee", R_11_601}, {n "/11.602", "Markers", R_11_602a}, {n "/11.603", "Rally and totals", R_11_603}, {n "/11.604", "Encirclement, stun", R_11_604}, \
  {n "/11.605", "Perimeters", R_11_605}, {n "/11.606", "Isolation and escape", R_11_606}
#define REPH(n) PERIMETERS("reph." n), {"reph." n "/11.607", "Clearing", R_11_607}, {"reph." n "/11.608", "Fortifications", R_11_608}, {"reph." n "/11.609", "Fires", R_11_6091}, \
  {"reph." n "/11.610", "Prisoners", R_11_610}, {"reph." n "/11.611", "Hardening", R_11_611}, {"reph." n "/11.612", "New scenario", R_11_612}, {"reph." n "/11.613", "Repair", R_11_613}, \
  {"reph." n "/11.614", "Recall", R_11_614}, {"reph." n "/11.615", "Upkeep", R_11_615}, {"reph." n "/11.616", "CPP", R_11_616}, {"reph." n "/11.617", "ELR", R_11_617}, {"reph." n "/11.618", "Weather", R_11_618}
static const struct sal_phase phases[P_COUNT] = {PREP("1"), REPH("1"), PREP("2"), REPH("2"), PREP("3"), REPH("3"), PREP("4"), PERIMETERS("final")};

static const struct sal_mark marks[] = {
    {"broken", "B", "square", "broken", R_11_603}, {"wounded", "W", "square", "wounded", R_11_602c}, {"stunned", "S", "square", "stunned", R_11_604},
    {"recall", "R", "triangle", "under Recall", R_11_6141a}, {"immobilized", "I", "square", "immobilized", R_11_6133}, {"abandoned", "A", "square", "abandoned", R_11_6134},
    {"encircled", "E", "ring", "encircled", R_11_604}, {"fanatic", "F", "diamond", "fanatic", R_11_6112}, {"shortage", "-", "round", "Ammunition Shortage", R_11_6061b},
    {"redmp", "M", "round", "red MP", R_11_6061b}, {"dugin", "D", "pentagon", "dug in", R_11_6194d}, {"hip", "H", "ring", "hidden", R_11_621e},
    {"reserve", "V", "ring", "reserve", R_11_6194b}, {"stays", "O", "ring", "stays off the map", R_CG16}, {"inexperienced", "X", "diamond", "Inexperienced", R_11_6207},
    {"malfunctioned", "m", "square", "weapon broken down", R_11_6132a}, {"upper", "U", "triangle", "upper level", R_11_2e}, {"isolated", "!", "diamond", "isolated: 1 A, 2 B, 3 C, 4 D", R_11_6062},
    {"grade", "L", "pentagon", "leader grade: 0 6+1, 1 7-0, 2 8-0, 3 8-1, 4 9-1, 5 9-2, 6 10-2, 7 10-3", R_6_3},
    {"foxhole", "f", "round", "foxhole", R_11_621a}, {"trench", "t", "round", "trench", R_11_621a}, {"ditch", "d", "round", "A-T ditch", R_11_621a}, {"mines", "x", "round", "mines", R_11_621c},
    {"roadblock", "b", "round", "roadblock", R_11_621a}, {"wire", "w", "round", "wire", R_11_621a}, {"pillbox", "p", "round", "pillbox", R_11_621d}, {"fortified", "F", "square", "fortified Location", R_11_621a},
    {"dummy", "?", "round", "dummy or set charge", R_CG15},
};
static const char *const leave_it[] = {"ask", "always", NULL}, *const escape_choices[] = {"ask", "always", "never", "chance", NULL}, *const never_choice[] = {"ask", "never", NULL};
static const struct sal_order standing[ORDERS] = {
    [ORDER_FIGHT] = {"fight", "Fight the quick battle turn after turn", leave_it, 0, 0},
    [ORDER_PERIMETER] = {"perimeter", "Let the program draw the perimeter", leave_it, 0, 0},
    [ORDER_SETUP] = {"setup", "Let the program set up", leave_it, 0, 0},
    [ORDER_ESCAPE] = {"escape", "Isolated units try to escape", escape_choices, 1, 100},
    [ORDER_INSPECT] = {"inspect", "Inspect Locations", never_choice, 0, 0},
    [ORDER_CREWS] = {"crews", "Man empty vehicles and free recalled ones", leave_it, 0, 0},
};
static const struct sal_overlay_kind overlays[] = {{"zoc", "Zones of control", {NULL}}, {"control", "Control", {NULL}}, {"perimeter", "Perimeters", {NULL}}, {"edges", "Side edges", {NULL}}, {"entry", "Entry hexes", {NULL}}};
static const struct sal_named vars[] = {
    {"scenario", "1 to 4"}, {"pa", "Playing Area 1 to 3"}, {"weather", "weather now"}, {"ec", "ground condition now"}, {"wind", "direction, 0 none"}, {"south", "lowest hexrow in play"},
    {"north", "highest hexrow in play"}, {"german_cpp", "German CPP; in a position file in halves"}, {"soviet_cpp", "Soviet CPP; in a position file in halves"}, {"german_elr", "German ELR"},
    {"soviet_elr", "Soviet ELR"}, {"german_san", "German SAN"}, {"soviet_san", "Soviet SAN"}, {"german_fpp", "German FPP"}, {"soviet_fpp", "Soviet FPP"}, {"german_losses", "CVP suffered by the Germans"},
    {"soviet_losses", "CVP suffered by the Soviets"}, {"battle_turn", "Game Turn of the quick battle"}, {"german_front", "position: hexrows of German area from the south edge"},
    {"soviet_front", "position: first hexrow of Soviet area above the south edge"}, {"winners", "position: a digit a scenario, the first last: 1 German, 2 Soviet"},
    {"soviet_attack", "position: Attack chits used"}, {"isolated_lost", "position: Soviet CVP left on removed boards"}, {"weather_now", "position: 0 Fog to 3 Gusty"}, {"ec_now", "position: 0 Wet to 4 Very Dry"},
    {"west_edge", "position: German hexrows of the west edge"}, {"east_edge", "position: German hexrows of the east edge"}, {"dual", "position: 1 Dual Assault"}, {"ob", "position: 1 with the initial forces"},
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
const struct sal_ruleset stalnie = {
    .id = "stalnie", .title = "Stalnie Prostori (Plains of Steel)", .edition = "1",
    .nodes = nodes, .nnodes = N_COUNT, .verbs = verbs, .nverbs = V_COUNT, .events = events, .nevents = E_COUNT,
    .phases = phases, .nphases = P_COUNT, .marks = marks, .nmarks = COUNT(marks),
    .orders = standing, .norders = ORDERS, .answer = sp_answer, .adviser = &sp_adviser,
    .overlays = overlays, .noverlays = COUNT(overlays), .vars = vars, .nvars = COUNT(vars),
    .nrules = R_count, .rule_ids = rule_ids,
    .load = sp_load, .setup = setup, .place = place, .view = sp_view, .guess = sp_guess, .shuffle = sp_shuffle,
    .show = sp_show, .date = sp_date, .offer = sp_offer, .query = sp_query, .import = sp_import,
    .score = sp_score, .audit = sp_audit,
};
