/* nullgame.c - loading, set-up, positions, and the one struct that the rest of the program knows. */
#define SAL_RULE_IDS
#include "state.h"

#include <string.h>

/* ---- loading ---------------------------------------------------------------------------------- */

static const char *const kinds[KINDS] = {"INF", "TANK", "GUN"};

static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct kind_row *rows, struct sal_err *err) {
  struct sal_tsv t;
  int got, n = 0;
  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err)) return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (n == KINDS) return sal_tsv_fail(&t, err, "more than three kinds");
    struct kind_row *r = &rows[n];
    if (!(r->id = sal_tsv_text(&t, "id", err)) || !sal_tsv_int(&t, "strength", 1, 20, &r->strength, err) ||
        !sal_tsv_int(&t, "reduced", 1, 20, &r->reduced, err) || !sal_tsv_int(&t, "mp", 0, 20, &r->mp, err))
      return false;
    if (!sal_eq(r->id, kinds[n])) return sal_tsv_fail(&t, err, "kind '%s' where '%s' is wanted", r->id, kinds[n]);
    n++;
  }
  return got == 0 && (n == KINDS || sal_fail(err, "kinds.tsv", 0, "there must be three kinds"));
}

static bool factor_of(const struct sal_position *pos, const char *id, const char *name, int32_t max, int32_t *out, struct sal_err *err) {
  for (int i = 0; i < pos->nunits; i++) {
    if (!pos->unit[i].name || !sal_eq(pos->unit[i].name, id)) continue;
    for (int k = 0; k < pos->unit[i].nfactors; k++) {
      const char *f = pos->unit[i].factor[k].name;
      if (!sal_eq(f, "strength") && !sal_eq(f, "reduced") && !sal_eq(f, "mp")) return sal_pos_fail(err, "units", i, "factors", "there is no factor '%.*s'", 24, f);
      if (sal_eq(f, name) && !sal_parse_int(pos->unit[i].factor[k].value, 0, max, out))
        return sal_pos_fail(err, "units", i, "factors", "%s must be 0 to %d", name, max);
    }
  }
  return true;
}

/* One counter: its kind's figures, a made-up unit's own factors over them, and its faces. */
static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  const struct kind_row *rows = o->row;
  struct sal_counter *c = &b->counter[u];
  int k = 0;
  if (u >= MAX_UNITS) return sal_fail(err, NULL, 0, "more than %d units", MAX_UNITS);
  while (k < KINDS && !sal_eq(kinds[k], c->kind)) k++;
  if (k == KINDS) return t ? sal_tsv_fail(t, err, "there is no kind '%s'", c->kind) : sal_fail_at(err, "kind", "there is no kind '%.*s'", 24, c->kind);
  int32_t strength = rows[k].strength, reduced = rows[k].reduced, mp = rows[k].mp;
  if (!t && (!factor_of(b->position, c->id, "strength", 99, &strength, err) || !factor_of(b->position, c->id, "reduced", 99, &reduced, err) ||
             !factor_of(b->position, c->id, "mp", 99, &mp, err)))
    return false;
  o->kind[u] = (struct kind){{0, (uint8_t)reduced, (uint8_t)strength}, (uint8_t)(mp * 2), k == GUN, k == TANK};
  c->nfaces = 2;
  for (int f = 0; f < 2; f++) {
    c->face[f].steps = (uint8_t)(2 - f);
    sal_format(c->face[f].figure[0], 8, "%d", f ? reduced : strength);
    sal_format(c->face[f].figure[1], 8, "%d", mp);
  }
  if (!t) return true;
  const char *at = sal_tsv_text(t, "at", err);
  if (!at) return false;
  if (sal_eq(at, "reserve") || b->position) return true;
  o->start[u] = sal_hex_parse(&b->board, at);
  return o->start[u] || sal_tsv_fail(t, err, "hex '%s' is not on the map", at);
}

static bool load_combat(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_find(b, "combat");
  if (!t || t->nrows != 6 || t->ncols != 4) return sal_fail(err, "tables.tsv", 0, "table 'combat' must have six rows and four columns");
  for (int die = 0; die < 6; die++)
    for (int col = 0; col < 4; col++) {
      int r = 0;
      while (r < RESULTS && !sal_eq(null_result[r], sal_table_cell(t, die, col))) r++;
      if (r == RESULTS) return sal_fail(err, "tables.tsv", 0, "table 'combat': there is no result '%s'", sal_table_cell(t, die, col));
      o->combat[die][col] = (uint8_t)r;
    }
  return true;
}

/* 4.2: the price of every step, once and for all, in halves. */
static void load_costs(struct sal_book *b, struct own *o) {
  const struct sal_board *m = &b->board;
  memset(o->edge, SAL_BARRED, sizeof o->edge);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    o->block[h] = (m->terrain[h] & (o->wood | o->village)) != 0;
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(m, h, d);
      if (!g) continue;
      int cost = m->terrain[g] & o->wood ? 4 : 2;
      if (m->side[h * 6 + d] & o->river) cost += 2;
      o->edge[h * 6 + d] = (uint8_t)(m->path[h * 6 + d] ? 1 : cost);
    }
  }
}

static bool load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own = sal_alloc(b->arena, sizeof *o);
  b->mp_den = 2;
  if (!load_kinds(b, src, o->row, err) || !sal_book_common(b, src, counter, err) || !load_combat(b, o, err)) return false;
  int wood = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "wood"), village = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "village");
  int river = sal_terrain_bit(b->terrains.side, b->terrains.nside, "river");
  if (wood < 0 || village < 0 || river < 0 || b->noptions != 2) return sal_fail(err, "terrain.tsv", 0, "wood, village and river are wanted, and two options");
  o->wood = 1u << wood;
  o->village = 1u << village;
  o->river = (uint16_t)(1u << river);
  load_costs(b, o);
  sal_lines_make(&o->lines, b->arena, &b->board, 12);
  b->state_bytes = (uint32_t)((offsetof(struct state, ground) + b->board.cells + 7u) & ~7u);
  b->scratch_bytes = sizeof(struct sal_flood) + SAL_MAX_CELLS * 7;
  return true;
}

/* ---- set-up ------------------------------------------------------------------------------------- */

static void begin(struct sal_play *p, int phase) {
  S(p)->turns = S(p)->head.option[1];
  null_veil(p->book, S(p));
  sal_push(p, N_GAME, SAL_NOSIDE)->x[0] = (uint16_t)phase;
}

static int last_turn(const struct sal_head *h) { return ((const struct state *)h)->turns; } /* 1.1 */

static void own_ground(struct sal_play *p) { /* 6.1: the upper half of the map is Soviet, the lower German */
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++) S(p)->ground[b->order[i]] = i < b->nhexes / 2 ? HELD << SAL_SOVIET : HELD << SAL_GERMAN;
}

static void setup(struct sal_play *p) {
  struct state *s = S(p);
  own_ground(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    s->unit[u] = (struct unit){own(p->book)->start[u], 2, own(p->book)->kind[u].gun ? KNOWN : 0}; /* 2.3 */
    if (s->unit[u].at) s->ground[s->unit[u].at] = (uint8_t)(HELD << side_of(p, u));
  }
  s->head.turn = 1;
  begin(p, P_ORDERS);
}

static const struct sal_phase phases[P_COUNT];

static bool place_units(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *pu = &pos->unit[i];
    sal_unit u = sal_pos_unit_index(p->book, pu), stack[MAX_UNITS];
    sal_hex h;
    if (u == SAL_NOUNIT) return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit);
    if (s->unit[u].steps) return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
    if (!sal_pos_hex(p->book, pos, i, &h, err)) return false;
    if (pu->box && sal_box_find(p->book, pu->box) != side_of(p, u)) return sal_pos_fail(err, "units", i, "box", "'%.*s' is not that side's reserve", 24, pu->box);
    if (!h && !pu->box) return sal_pos_fail(err, "units", i, "hex", "a unit needs a hex or a box");
    if (pu->steps == 0 || pu->steps > 2) return sal_pos_fail(err, "units", i, "steps", "steps must be 1 or 2");
    if (pu->facing >= 0) return sal_pos_fail(err, "units", i, "facing", "units have no facing here");
    bool known = own(p->book)->kind[u].gun;
    for (int k = 0; k < pu->nmarks; k++) {
      if (!sal_eq(pu->mark[k], "known")) return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s'", 24, pu->mark[k]);
      known = true;
    }
    s->unit[u] = (struct unit){h, (uint8_t)(pu->steps > 0 ? pu->steps : 2), known ? KNOWN : 0};
    if (!h) continue;
    s->ground[h] = (uint8_t)(HELD << side_of(p, u));
    if (!pos->unchecked && (null_units_at(p, side_of(p, u), h, stack) > STACK || null_units_at(p, sal_enemy(side_of(p, u)), h, stack)))
      return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal", p->book->board.name[h]);
  }
  return true;
}

static bool place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase = P_ORDERS;
  if (pos->phase) {
    while (phase < P_COUNT && !sal_eq(phases[phase].id, pos->phase)) phase++;
    if (phase == P_COUNT) return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  }
  if (pos->nmarks) return sal_pos_fail(err, "marks", 0, "mark", "hexes have no marks here");
  own_ground(p);
  for (int i = 0; i < pos->ncontrol; i++) {
    int side = sal_side_parse(pos->control[i].id);
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
      if (!h) return sal_pos_fail(err, "control", i, NULL, "hex '%.*s' is not on the map", 16, pos->control[i].hex[k]);
      s->ground[h] = (uint8_t)(HELD << side);
    }
  }
  if (!place_units(p, pos, err)) return false;
  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    int side = sal_eq(v->name, "soviet_points") || sal_eq(v->name, "soviet_stance");
    if (sal_eq(v->name, "german_points") || sal_eq(v->name, "soviet_points")) {
      if (v->text || v->value < 0 || v->value > MAX_POINTS) return sal_pos_fail(err, "vars", i, v->name, "points are 0 to 9");
      s->points[side] = (uint8_t)v->value;
    } else if (sal_eq(v->name, "german_stance") || sal_eq(v->name, "soviet_stance")) {
      if (!v->text || (!sal_eq(v->text, "press") && !sal_eq(v->text, "hold"))) return sal_pos_fail(err, "vars", i, v->name, "a stance is press or hold");
      s->stance[side] = sal_eq(v->text, "press") ? PRESS : HOLD;
    } else {
      return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
    }
  }
  s->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
  begin(p, phase);
  /* Whoever stands next to an enemy is known (2.2). */
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].at && null_enemy_near(p, side_of(p, u), s->unit[u].at)) null_make_known(p, (sal_unit)u);
  return true;
}

/* ---- the tables -------------------------------------------------------------------------------------- */

static const struct sal_node *const nodes[N_COUNT] = {
    [N_GAME] = &null_game,     [N_STANCE] = &null_stance, [N_SUPPLY] = &null_supply, [N_PUT] = &null_put,
    [N_MOVE] = &null_move,     [N_STEP] = &null_step,     [N_REACT] = &null_react,   [N_ATTACK] = &null_attack,
    [N_BUILD] = &null_build,   [N_RETREAT] = &null_retreat, [N_ADVANCE] = &null_advance,
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
    [V_SUPPORT] = {"support", {SAL_ARG_NUM}, SAL_ON_MORE, NULL, "Support with {0} points", R_5_5, NULL},
    [V_ATTACK] = {"attack", {0}, SAL_ON_MAIN, NULL, "Attack", R_5_6, "Enter"},
    [V_CANCEL] = {"cancel", {0}, SAL_ON_MORE, NULL, "Call it off", R_5_1, "Escape"},
    [V_RETREAT] = {"retreat", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Retreat to {0}", R_5_7, NULL},
    [V_ADVANCE] = {"advance", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Advance {0}", R_5_8, NULL},
};
static const char *const results[] = {"the attacker loses a step", "the defender loses a step", "the defender retreats", "both lose a step"};
static const struct sal_event_kind events[] = {
    [E_TURN] = {"turn", "Turn {n0} begins.", NULL},
    [E_STANCES] = {"stances", "The stances are open: German {w0}, Soviet {w1}.", stances},
    [E_ARRIVES] = {"arrives", "{u0} arrives in {h0}.", NULL},
    [E_REBUILT] = {"rebuilt", "{u0} is back at full strength.", NULL},
    [E_MOVES] = {"moves", "{u0} moves to {h0}, {f0} points left.", NULL},
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
    {"moved", "M", "round", "has moved", R_4_1},
    {"fought", "F", "square", "has attacked", R_5_1},
    {"open", "O", "ring", "a gun, never hidden", R_2_3},
    {"village", "V", "diamond", "counts for victory", R_6_2},
    {"known", "K", "ring", "known to both sides", R_2_2},
};
static const char *const fire_choices[] = {"ask", "always", "never", "chance", NULL};
static const struct sal_order orders[] = {{"fire", "Reaction fire", fire_choices, 1, 100}};
static const struct sal_overlay_kind overlays[] = {
    {"zoc", "Zones of control", {NULL}},
    {"control", "Control", {NULL}},
    {"los", "Line of sight", {"hex", "hex", NULL}},
};
static const struct sal_named vars[] = {
    {"german_points", "supply points of the German side"},
    {"soviet_points", "supply points of the Soviet side"},
    {"german_stance", "press or hold"},
    {"soviet_stance", "press or hold"},
};
static const struct sal_named factors[] = {{"strength", "at two steps"}, {"reduced", "strength at one step"}, {"mp", "movement points"}};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
const struct sal_ruleset nullgame = {
    .id = "nullgame", .title = "The ford (template)", .edition = "1",
    .nodes = nodes, .nnodes = N_COUNT, .verbs = verbs, .nverbs = COUNT(verbs), .events = events, .nevents = COUNT(events),
    .phases = phases, .nphases = P_COUNT, .marks = marks, .nmarks = COUNT(marks), .orders = orders, .norders = COUNT(orders),
    .overlays = overlays, .noverlays = COUNT(overlays), .vars = vars, .nvars = COUNT(vars), .factors = factors, .nfactors = COUNT(factors),
    .nrules = R_count, .rule_ids = rule_ids,
    .load = load, .setup = setup, .place = place, .view = null_view, .guess = null_guess, .shuffle = null_shuffle,
    .show = null_show, .date = null_date, .last_turn = last_turn, .offer = null_offer, .query = null_query, .answer = null_answer,
    .adviser = &null_adviser, .score = null_score, .audit = null_audit,
};
