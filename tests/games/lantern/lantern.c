/* lantern.c - loading, set-up, the turn and the market, and the struct that the rest of the program
 * knows. */
#define SAL_RULE_IDS
#include "state.h"

#include <string.h>

const char *const lantern_result[RESULTS] = {"back", "none", "take"};
static const char *const kinds[] = {"PUNT", "BARGE", "LAMP", NULL};
static const char *const wares[] = {"punt", "barge", "lamp", NULL};

/* ---- loading */

static bool load_kinds(struct sal_book *b, const struct sal_source *src, struct own *o,
                       struct sal_err *err) {
  struct sal_tsv t;
  int got, n = 0;
  if (!sal_tsv_open(&t, src->files, "kinds.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0) {
    const char *id = sal_tsv_text(&t, "id", err);
    if (!id || n == KINDS || !sal_eq(id, kinds[n]))
      return sal_tsv_fail(&t, err, "PUNT, BARGE and LAMP are wanted");
    struct kind *k = &o->kind[n++];
    if (!sal_tsv_int(&t, "price", 1, 9, &k->price, err) ||
        !sal_tsv_int(&t, "strength", 0, 20, &k->strength, err) ||
        !sal_tsv_int(&t, "mp", 0, 20, &k->mp, err))
      return false;
  }
  return got == 0 && (n == KINDS || sal_fail(err, "kinds.tsv", 0, "there must be three kinds"));
}

static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  struct sal_counter *c = &b->counter[u];
  int k = 0;
  if (u >= MAX_BOATS)
    return sal_fail(err, NULL, 0, "more than %d boats", MAX_BOATS);
  while (k < KINDS && !sal_eq(kinds[k], c->kind))
    k++;
  if (k == KINDS)
    return t ? sal_tsv_fail(t, err, "there is no kind '%s'", c->kind)
             : sal_fail_at(err, "kind", "there is no kind '%.*s'", 24, c->kind);
  o->of[u] = (uint8_t)k;
  c->nfaces = 1;
  c->face[0].steps = 1;
  sal_format(c->face[0].figure[0], 8, "%d", o->kind[k].strength);
  sal_format(c->face[0].figure[1], 8, "%d", o->kind[k].mp);
  if (!t)
    return true;
  const char *at = sal_tsv_text(t, "at", err);
  if (!at)
    return false;
  if (sal_eq(at, "yard") || b->position)
    return true;
  o->start[u] = sal_hex_parse(&b->board, at);
  return o->start[u] || sal_tsv_fail(t, err, "hex '%s' is not on the map", at);
}

static bool load_raid(struct sal_book *b, struct own *o, struct sal_err *err) {
  const struct sal_table *t = sal_table_of(b, "raid", 6, 5, err);
  if (!t)
    return false;
  for (int die = 0; die < 6; die++)
    for (int col = 0; col < 5; col++) {
      int r = 0;
      while (r < RESULTS && !sal_eq(lantern_result[r], sal_table_cell(t, die, col)))
        r++;
      if (r == RESULTS)
        return sal_table_fail(t, die, err, "there is no result '%s'", sal_table_cell(t, die, col));
      o->raid[die][col] = (uint8_t)r;
    }
  return true;
}

/* 4.2 */
static void load_ground(struct sal_book *b, struct own *o, int reeds, int isle, int stream) {
  const struct sal_board *m = &b->board;
  memset(o->edge, SAL_BARRED, sizeof o->edge);
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    o->block[h] = m->terrain[h] >> reeds & 1;
    o->isle[h] = m->terrain[h] >> isle & 1;
    for (int d = 0; d < 6; d++) {
      sal_hex g = sal_next(m, h, d);
      if (!g)
        continue;
      int cost = (m->terrain[g] >> reeds & 1 ? 2 : 1) + (m->side[h * 6 + d] >> stream & 1);
      o->edge[h * 6 + d] = (uint8_t)(m->path[h * 6 + d] ? 1 : cost);
    }
  }
}

static bool load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct own *o = b->own = sal_alloc(b->arena, sizeof *o);
  b->mp_den = 1;
  if (!load_kinds(b, src, o, err) || !sal_book_common(b, src, counter, err) ||
      !load_raid(b, o, err))
    return false;
  int reeds = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "reeds"),
      isle = sal_terrain_bit(b->terrains.hex, b->terrains.nhex, "isle");
  int stream = sal_terrain_bit(b->terrains.side, b->terrains.nside, "stream");
  if (reeds < 0 || isle < 0 || stream < 0)
    return sal_fail(err, "terrain.tsv", 0, "reeds, isle and stream are wanted");
  load_ground(b, o, reeds, isle, stream);
  sal_lines_make(&o->lines, b->arena, &b->board, SIGHT);
  b->state_bytes = (uint32_t)((offsetof(struct state, ground) + b->board.cells + 7u) & ~7u);
  b->scratch_bytes = sizeof(struct sal_flood) + SAL_MAX_CELLS * 7;
  return true;
}

/* ---- set-up */

static int last_turn(const struct sal_head *h) {
  return ((const struct state *)h)->turns;
}

static void begin(struct sal_play *p, int phase) {
  S(p)->turns = S(p)->head.option[1];
  lantern_veil(p->book, S(p));
  for (int u = 0; u < p->book->ncounters; u++) /* 2.1 */
    if (S(p)->boat[u].place == FEN && lantern_enemy_near(p, side_of(p, u), S(p)->boat[u].at))
      lantern_make_known(p, u);
  sal_push(p, N_GAME, SAL_NOSIDE)->x[0] = (uint16_t)phase;
}
static void put_boat(struct sal_play *p, int u, sal_hex h) {
  S(p)->boat[u] = (struct boat){h, FEN, own(p->book)->of[u] == LAMP ? KNOWN : 0}; /* 2.2 */
  S(p)->ground[h] = (uint8_t)(HELD << side_of(p, u));
}
/* 6.1: the upper half of the map is Soviet, the lower German */
static void own_ground(struct sal_play *p) {
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++)
    S(p)->ground[b->order[i]] =
        (uint8_t)(i < b->nhexes / 2 ? HELD << SAL_SOVIET : HELD << SAL_GERMAN);
}
static void setup(struct sal_play *p) {
  own_ground(p);
  for (int u = 0; u < p->book->ncounters; u++)
    if (own(p->book)->start[u])
      put_boat(p, u, own(p->book)->start[u]);
  S(p)->head.turn = 1;
  begin(p, P_GERMAN);
}

static const struct sal_phase phases[P_COUNT];

static bool place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  int phase = P_GERMAN;
  if (pos->phase) {
    while (phase < P_COUNT && !sal_eq(phases[phase].id, pos->phase))
      phase++;
    if (phase == P_COUNT)
      return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  }
  if (pos->nmarks)
    return sal_pos_fail(err, "marks", 0, "mark", "hexes have no marks here");
  if (pos->nvars)
    return sal_pos_fail(err, "vars", 0, pos->var[0].name, "there is no such variable");
  own_ground(p);
  for (int i = 0; i < pos->ncontrol; i++)
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
      if (!h)
        return sal_pos_fail(err, "control", i, NULL, "hex '%.*s' is not on the map", 16,
                            pos->control[i].hex[k]);
      S(p)->ground[h] = (uint8_t)(HELD << sal_side_parse(pos->control[i].id));
    }
  bool seen[MAX_BOATS] = {false};
  for (int i = 0; i < pos->nunits; i++) {
    const struct sal_pos_unit *pu = &pos->unit[i];
    sal_unit u = sal_pos_unit_index(p->book, pu);
    sal_hex h;
    if (u == SAL_NOUNIT)
      return sal_pos_fail(err, "units", i, "unit", "there is no boat '%.*s'", 40, pu->unit);
    if (seen[u])
      return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
    seen[u] = true;
    if (!sal_pos_hex(p->book, pos, i, &h, err))
      return false;
    if (pu->steps == 0 || pu->steps > 1)
      return sal_pos_fail(err, "units", i, "steps", "a boat has one step");
    if (pu->facing >= 0)
      return sal_pos_fail(err, "units", i, "facing", "boats have no facing here");
    if (pu->nmarks)
      return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s'", 24, pu->mark[0]);
    if (!h && !pu->box)
      return sal_pos_fail(err, "units", i, "hex", "a boat needs a hex or a box");
    if (!h) {
      int box = sal_box_find(p->book, pu->box);
      if (box < 0 || box % 2 != side_of(p, u))
        return sal_pos_fail(err, "units", i, "box", "'%.*s' is not a box of that side", 24,
                            pu->box);
      S(p)->boat[u].place = (uint8_t)(box / 2 ? QUAY : YARD);
      continue;
    }
    bool met = false;
    int there = 1;
    for (int v = 0; v < p->book->ncounters; v++)
      if (v != u && S(p)->boat[v].place == FEN && S(p)->boat[v].at == h)
        side_of(p, v) == side_of(p, u) ? (void)there++ : (void)(met = true);
    if (!pos->unchecked && (met || there > STACK))
      return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal",
                          p->book->board.name[h]);
    put_boat(p, u, h);
  }
  S(p)->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
  begin(p, phase);
  return true;
}

/* ---- 1.1 the turn: x[0] is the phase to begin next */

static bool game_run(struct sal_play *p) {
  struct state *s = S(p);
  int phase = sal_top(p)->x[0];
  if (phase == P_COUNT) {
    if (s->head.turn >= s->turns) {
      sal_game_over(p);
      sal_tell(p, E_OVER, R_6_1, SAL_EV(.seen = 0));
      return true;
    }
    s->head.turn++;
    phase = P_GERMAN;
  }
  sal_top(p)->x[0] = (uint16_t)(phase + 1);
  s->head.phase = (uint8_t)phase;
  for (int u = 0; u < p->book->ncounters; u++)
    s->boat[u].flags &= KNOWN;
  int side = phase >= P_SOVIET;
  if (phase == P_GERMAN)
    sal_tell(p, E_TURN, R_1_1, SAL_EV(.n = {(int16_t)s->head.turn}));
  /* 1.2 */
  if (phase % 2 == 0)
    s->coins[side] =
        (uint8_t)(s->coins[side] + INCOME > MAX_COINS ? MAX_COINS : s->coins[side] + INCOME);
  sal_push(p, phase % 2 ? N_VOYAGE : N_MARKET, side);
  return true;
}
static const struct sal_node game_node = {.id = "game", .rule = R_1_1, .run = game_run};

/* ---- 3.1 the market */

static int first_in_yard(const struct sal_play *p, int side, int kind) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (side_of(p, u) == side && own(p->book)->of[u] == kind && S(p)->boat[u].place == YARD)
      return u;
  return -1;
}
static bool may_buy(const struct sal_play *p, int side, int kind, struct sal_refusal *why) {
  if (first_in_yard(p, side, kind) < 0)
    return sal_refuse(why, R_3_1, "There is none left in the yard.", 0, 0);
  if (S(p)->coins[side] < own(p->book)->kind[kind].price)
    return sal_refuse(why, R_3_1, "It costs {n0}, and there are {n1} coins.",
                      own(p->book)->kind[kind].price, S(p)->coins[side]);
  return true;
}
static void market_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int k = 0; k < KINDS; k++)
    if (may_buy(p, side, k, NULL))
      sal_list_add(l, sal_act(V_BUY, k, 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}
static bool market_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  return a.verb == V_BUY ? may_buy(p, side, a.x[0], why) : a.verb == V_DONE;
}
static void market_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  int u = first_in_yard(p, side, a.x[0]);
  S(p)->boat[u].place = QUAY;
  S(p)->boat[u].flags = 0;
  S(p)->coins[side] = (uint8_t)(S(p)->coins[side] - own(p->book)->kind[a.x[0]].price);
  sal_tell(p, E_BOUGHT, R_3_1, SAL_EVU(u, .seen = (uint8_t)SAL_BIT(side)));
}
static void market_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Boat", "Strength", "Points", "In the yard", "Price", NULL},
                           *const title[] = {"Punt", "Barge", "Lamp"};
  struct sal_refusal why;
  sal_prompt_say(out, "%s: buy boats, or close the market. %d coins left.", side_word(side),
                 S(p)->coins[side]);
  sal_form_open(out->forms, "Market", sal_rule_id(p->book, R_3_1), cols);
  for (int k = 0; k < KINDS; k++) {
    const struct kind *kind = &own(p->book)->kind[k];
    int left = 0;
    for (int u = 0; u < p->book->ncounters; u++)
      left += side_of(p, u) == side && own(p->book)->of[u] == k && S(p)->boat[u].place == YARD;
    sal_form_row(out->forms, sal_rule_id(p->book, R_3_1));
    sal_form_cell(out->forms, "%s", title[k]);
    sal_form_cell(out->forms, "%d", kind->strength);
    sal_form_cell(out->forms, "%d", kind->mp);
    sal_form_cell(out->forms, "%d", left);
    sal_form_cell(out->forms, "%d", kind->price);
    sal_form_do(out->forms, p->book, "Buy", sal_act(V_BUY, k, 0, 0),
                may_buy(p, side, k, &why) ? NULL : &why);
  }
  sal_form_total(out->forms, "Coins left", (struct sal_frac){S(p)->coins[side], 1},
                 sal_rule_id(p->book, R_1_2));
  sal_form_close(out->forms);
}
static const struct sal_node market_node = {.id = "market",
                                            .rule = R_3_1,
                                            .list = market_list,
                                            .check = market_check,
                                            .apply = market_apply,
                                            .prompt = market_prompt};

/* ---- the tables */

static const struct sal_node *const nodes[N_COUNT] = {
    [N_GAME] = &game_node,    [N_MARKET] = &market_node, [N_VOYAGE] = &lantern_voyage,
    [N_STEP] = &lantern_step, [N_PUT] = &lantern_put,    [N_CHALLENGE] = &lantern_challenge,
    [N_RAID] = &lantern_raid,
};
static const struct sal_verb verbs[] = {
    [V_BUY] = {"buy", {SAL_ARG_WORD}, SAL_ON_FORM, wares, "Buy a {0}", R_3_1, NULL},
    [V_DONE] = {"done", {0}, SAL_ON_END, NULL, "End the phase", R_1_1, "Space"},
    [V_MOVE] = {"move", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Move {0}", R_4_1, NULL},
    [V_STEP] = {"step", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "To {0}", R_4_1, NULL},
    [V_STOP] = {"stop", {0}, SAL_ON_MAIN, NULL, "Stop here", R_4_1, "Enter"},
    [V_LAUNCH] = {"launch", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Launch {0}", R_3_2, NULL},
    [V_PUT] = {"put", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Launch in {0}", R_3_2, NULL},
    [V_CALL] = {"call", {SAL_ARG_UNIT}, SAL_ON_X0, NULL, "Challenge with {0}", R_4_5, NULL},
    [V_PASS] = {"pass", {0}, SAL_ON_END, NULL, "Let it pass", R_4_5, "Space"},
    [V_RAID] = {"raid", {SAL_ARG_HEX}, SAL_ON_X0, NULL, "Raid {0}", R_5_1, NULL},
    [V_COMMIT] = {"commit", {0}, SAL_ON_MAIN, NULL, "Raid now", R_5_2, "Enter"},
    [V_CANCEL] = {"cancel", {0}, SAL_ON_MORE, NULL, "Call it off", R_5_1, "Escape"},
};
static const char *const results[] = {"the raiders are driven off", "nothing comes of it",
                                      "a defender is driven off", NULL};
static const struct sal_event_kind events[] = {
    [E_TURN] = {"turn", "Turn {n0} begins.", NULL},
    [E_BOUGHT] = {"bought", "{u0} lies at the quay.", NULL},
    [E_LAUNCHED] = {"arrives", "{u0} is launched in {h0}.", NULL},
    [E_MOVES] = {"moves", "{u0} moves to {h0}, {n0} points left.", NULL},
    [E_UNSEEN] = {"moves", "A hidden boat comes to {h0}.", NULL},
    [E_KNOWN] = {"known", "{u0} is recognised in {h0}.", NULL},
    [E_CALL] = {"fire", "{u0} challenges the boat in {h0}: {w0}.",
                (const char *const[]){"it goes on", "it turns back", NULL}},
    [E_AWAY] = {"away", "{u0} is off the fen.", NULL},
    [E_RAID] = {"combat", "Raid on {h0}: {w0}.", results},
    [E_CONTROL] = {"control", "{h0} is {s0} now.", NULL},
    [E_OVER] = {"over", "The game is over.", NULL},
};
static const struct sal_phase phases[P_COUNT] = {
    {"german.market", "German market", R_3_1},
    {"german.voyage", "German voyage", R_4_1},
    {"soviet.market", "Soviet market", R_3_1},
    {"soviet.voyage", "Soviet voyage", R_4_1},
};
static const struct sal_mark marks[] = {
    {"moved", "M", "round", "has moved", R_4_1},
    {"raided", "R", "square", "has raided", R_5_1},
    {"lamp", "L", "ring", "a lamp, never hidden", R_2_2},
    {"isle", "I", "diamond", "counts for victory", R_6_1},
};
static const char *const call_choices[] = {"ask", "always", "never", NULL};
static const struct sal_order orders[] = {{"call", "Challenges", call_choices, 0, 0}};
static const struct sal_overlay_kind overlays[] = {{"zoc", "Where boats must stop", {NULL}},
                                                   {"control", "Control", {NULL}},
                                                   {"los", "What a boat sees", {"unit", NULL}}};
static const struct sal_named vars[] = {{"german_coins", "coins of the German side"},
                                        {"soviet_coins", "coins of the Soviet side"}};
static void date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "Night %d", h->turn);
}
static void offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  (void)side;
  if (a.verb == V_COMMIT)
    sal_format(o->confirm, sizeof o->confirm, "Raid %s?", p->book->board.name[sal_top(p)->x[0]]);
  if (a.verb == V_BUY)
    o->form = 0, o->form_row = (uint8_t)a.x[0];
}

/* What is good: isles, boats on the fen near isles, coins. The script is the same by one look
 * ahead. */
static int32_t side_value(const struct sal_play *p, int side) {
  const struct sal_region *r = sal_region_find(&p->book->board, "isles");
  int32_t sum = 10 * S(p)->coins[side];
  for (int i = 0; r && i < r->n; i++)
    if (S(p)->ground[r->hexes[i]] & HELD << side)
      sum += 300;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (side_of(p, u) != side || S(p)->boat[u].place == YARD)
      continue;
    sum += 40 * kind_of(p, u)->price;
    int near = 12;
    for (int i = 0; r && S(p)->boat[u].place == FEN && i < r->n; i++) {
      int d = sal_distance(&p->book->board, S(p)->boat[u].at, r->hexes[i]) +
              (S(p)->ground[r->hexes[i]] & HELD << side ? 2 : 0);
      near = d < near ? d : near;
    }
    sum -= 4 * near;
  }
  return sum;
}
static int32_t value(const struct sal_play *p, int side) {
  int32_t v = side_value(p, SAL_GERMAN) - side_value(p, SAL_SOVIET);
  return side == SAL_GERMAN ? v : -v;
}
static void likes(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  static const int8_t by_verb[V_COUNT] = {
      [V_BUY] = 30,    [V_LAUNCH] = 20,  [V_PUT] = 10,  [V_CALL] = 20, [V_RAID] = 25,
      [V_COMMIT] = 30, [V_CANCEL] = -30, [V_MOVE] = 10, [V_STEP] = 4};
  const struct sal_region *r = sal_region_find(&p->book->board, "isles");
  for (uint32_t i = 0; i < l->n; i++) {
    out[i] = by_verb[l->a[i].verb] + (l->a[i].verb == V_RAID ? bias[0] / 4 : 0);
    for (int k = 0; l->a[i].verb == V_STEP && r && k < r->n; k++)
      if (!(S(p)->ground[r->hexes[k]] & HELD << side)) {
        int32_t near = 16 - 4 * sal_distance(&p->book->board, l->a[i].x[0], r->hexes[k]);
        out[i] = near > out[i] ? near : out[i];
      }
  }
}
static const struct sal_adviser adviser = {
    .value = value, .score = likes, .nbias = 1, .turns = 1, .actions = 60};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
extern const struct sal_ruleset lantern;
const struct sal_ruleset lantern = {
    .id = "lantern",
    .title = "Lanterns (test)",
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
    .nrules = R_count,
    .rule_ids = rule_ids,
    .load = load,
    .setup = setup,
    .place = place,
    .view = lantern_view,
    .guess = lantern_guess,
    .shuffle = lantern_shuffle,
    .show = lantern_show,
    .date = date,
    .last_turn = last_turn,
    .offer = offer,
    .query = lantern_query,
    .answer = lantern_answer,
    .adviser = &adviser,
    .score = lantern_score,
    .audit = lantern_audit,
};
