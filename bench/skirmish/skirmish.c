/* skirmish.c - the smallest war there is, to measure the engine by: the game that
 * bench/peers/boardgameio.mjs plays.
 *
 * Two sides of units on bare hexes; a turn is fifty steps to a neighbouring hex or against the
 * enemy in it. One node, one verb. The data (four sizes of the same thing) is made by
 * bench/skirmish/data.mjs.
 */
#define SAL_RULE_IDS
#include "core/ruleset.h"
#include "skirmish_rules.h"

#include <string.h>

enum { MAX_UNITS = 512, HITS = 2, TURN = 50, LAST_TURN = 99 };
enum { N_STEP };
enum { V_STEP };
enum { E_STEP, E_MISS, E_HIT, E_DEAD, E_TURN };

struct unit {
  uint16_t at;
  uint8_t hits, spare;
};
struct state {
  struct sal_head head;
  struct unit unit[MAX_UNITS];
  uint16_t steps, alive[2], spare;
  uint16_t on[SAL_MAX_CELLS]; /* unit + 1; as many as the board has */
};
struct own {
  uint16_t start[MAX_UNITS];
};

static struct state *S(const struct sal_play *p) {
  return (struct state *)p->state;
}

static bool may_step(const struct sal_play *p, int side, int u, int dir, struct sal_refusal *why) {
  const struct state *s = S(p);
  if (p->book->counter[u].side != side || !s->unit[u].hits)
    return sal_refuse(why, R_2, "{u0} is not a unit of this side.", u, 0);
  sal_hex to = sal_next(&p->book->board, s->unit[u].at, dir);
  if (!to)
    return sal_refuse(why, R_2, "{u0} cannot leave the map.", u, 0);
  int other = s->on[to];
  if (other && p->book->counter[other - 1].side == side)
    return sal_refuse(why, R_2, "{u0} stands in the way.", other - 1, 0);
  return true;
}

static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    for (int d = 0; d < 6; d++)
      if (may_step(p, side, u, d, NULL))
        sal_list_add(l, sal_act(V_STEP, u, d, 0));
}

static bool step_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  return may_step(p, side, a.x[0], a.x[1], why);
}

static void attack(struct sal_play *p, sal_unit u, sal_unit enemy) {
  struct state *s = S(p);
  struct unit *e = &s->unit[enemy];
  if (sal_roll(p->dice, 6, R_3, u) > 2) {
    sal_tell(p, E_MISS, R_3, SAL_EVU(u, .at = {e->at}));
    return;
  }
  sal_tell(p, E_HIT, R_3, SAL_EVU(u, .at = {e->at}));
  if (--e->hits)
    return;
  sal_tell(p, E_DEAD, R_3, SAL_EVU(enemy, .at = {e->at}));
  s->on[e->at] = 0;
  e->at = 0;
  s->alive[p->book->counter[enemy].side]--;
}

static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  sal_unit u = a.x[0];
  sal_hex to = sal_next(&p->book->board, s->unit[u].at, a.x[1]);
  if (s->on[to]) {
    attack(p, u, (sal_unit)(s->on[to] - 1));
  } else {
    s->on[s->unit[u].at] = 0;
    s->on[to] = (uint16_t)(u + 1);
    s->unit[u].at = to;
    sal_tell(p, E_STEP, R_2, SAL_EVU(u, .at = {to}));
  }
  if (!s->alive[0] || !s->alive[1]) {
    sal_game_over(p);
  } else if (++s->steps == TURN) { /* 1 */
    s->steps = 0;
    if (side == SAL_SOVIET && ++s->head.turn > LAST_TURN)
      sal_game_over(p);
    else
      sal_goto(p, N_STEP, sal_enemy(side)),
          sal_tell(p, E_TURN, R_1, SAL_EV(.n = {(int16_t)s->head.turn}));
  }
}

static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: %d steps left.", sal_side_name[side], TURN - S(p)->steps);
}

static bool counter(struct sal_book *b, sal_unit u, struct sal_tsv *t, struct sal_err *err) {
  struct own *o = b->own;
  const char *at = t ? sal_tsv_text(t, "at", err) : NULL;
  if (!at || u >= MAX_UNITS)
    return sal_fail(err, "counters.tsv", 0, "a unit needs its place, and there are at most %d",
                    MAX_UNITS);
  o->start[u] = sal_hex_parse(&b->board, at);
  return o->start[u] || sal_tsv_fail(t, err, "hex '%s' is not on the map", at);
}

static bool load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  b->own = sal_alloc(b->arena, sizeof(struct own));
  b->mp_den = 1;
  if (!sal_book_common(b, src, counter, err))
    return false;
  b->state_bytes =
      (uint32_t)((offsetof(struct state, on) + b->board.cells * sizeof(uint16_t) + 7u) & ~7u);
  b->scratch_bytes = 16;
  return true;
}

static void setup(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = p->book->own;
  for (int u = 0; u < p->book->ncounters; u++) {
    s->unit[u] = (struct unit){o->start[u], HITS, 0};
    s->on[o->start[u]] = (uint16_t)(u + 1);
    s->alive[p->book->counter[u].side]++;
  }
  s->head.turn = 1;
  sal_push(p, N_STEP, SAL_GERMAN);
}

static bool place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  (void)p, (void)pos;
  return sal_fail_at(err, "game", "this game has no positions");
}

static void view(const struct sal_book *b, const struct sal_head *s, int viewer,
                 struct sal_head *out, struct sal_redactor *r) {
  (void)viewer, (void)r;
  memcpy(out, s, b->state_bytes);
}
static void guess(const struct sal_book *b, const struct sal_head *v, int viewer,
                  struct sal_rng *rng, struct sal_head *out) {
  (void)viewer, (void)rng;
  memcpy(out, v, b->state_bytes);
}

static void show(const struct sal_play *p, int viewer, struct sal_show *out) {
  (void)viewer;
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at)
      sal_show_unit(out, &(struct sal_shown_unit){.unit = (sal_unit)u,
                                                  .hex = S(p)->unit[u].at,
                                                  .steps = S(p)->unit[u].hits,
                                                  .facing = -1,
                                                  .mp = -1,
                                                  .count = -1});
}
static void date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "Turn %d", h->turn);
}
static bool query(const struct sal_play *p, int side, struct sal_query *q,
                  struct sal_refusal *why) {
  (void)p, (void)side, (void)q;
  return sal_refuse(why, R_1, "This game answers no questions.", 0, 0);
}
static bool score(const struct sal_play *p, struct sal_result *r) {
  int margin = S(p)->alive[SAL_GERMAN] - S(p)->alive[SAL_SOVIET];
  *r = (struct sal_result){.winner = (uint8_t)(margin > 0   ? SAL_GERMAN
                                               : margin < 0 ? SAL_SOVIET
                                                            : SAL_NOSIDE),
                           .level = "units left",
                           .margin = {margin, 1},
                           .rule = R_1};
  return S(p)->head.over;
}
static bool audit(const struct sal_play *p, struct sal_err *err) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->at && S(p)->on[unit->at] != u + 1)
      return sal_fail(err, NULL, 0, "%s is not where its hex says", p->book->counter[u].id);
    if (!unit->at != !unit->hits)
      return sal_fail(err, NULL, 0, "%s is on the map without hits", p->book->counter[u].id);
  }
  return true;
}

static const struct sal_node step = {.id = "step",
                                     .rule = R_2,
                                     .list = step_list,
                                     .check = step_check,
                                     .apply = step_apply,
                                     .prompt = step_prompt};
static const struct sal_node *const nodes[] = {&step};
static const struct sal_verb verbs[] = {
    {"step", {SAL_ARG_UNIT, SAL_ARG_DIR}, SAL_ON_X0, NULL, "Step {0} {1}", R_2, NULL}};
static const struct sal_event_kind events[] = {
    [E_STEP] = {"moves", "{u0} goes to {h0}.", NULL},
    [E_MISS] = {"fire", "{u0} attacks {h0} in vain.", NULL},
    [E_HIT] = {"fire", "{u0} attacks {h0} and hits.", NULL},
    [E_DEAD] = {"eliminated", "{u0} is gone.", NULL},
    [E_TURN] = {"turn", "Turn {n0}.", NULL},
};
static const struct sal_phase phases[] = {{"steps", "Steps", R_1}};

const struct sal_ruleset skirmish = {
    .id = "skirmish",
    .title = "Skirmish",
    .edition = "1",
    .nodes = nodes,
    .nnodes = 1,
    .verbs = verbs,
    .nverbs = 1,
    .events = events,
    .nevents = sizeof events / sizeof *events,
    .phases = phases,
    .nphases = 1,
    .nrules = R_count,
    .rule_ids = rule_ids,
    .load = load,
    .setup = setup,
    .place = place,
    .view = view,
    .guess = guess,
    .show = show,
    .date = date,
    .query = query,
    .score = score,
    .audit = audit,
};
