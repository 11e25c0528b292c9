/* test_laws.c - laws that hold for every ruleset, found out by random play on every scenario.
 *
 * There is always a legal action until the end; list and check agree; text and action are inverse;
 * a clone goes the same way; a side's view is enough to decide on and never depends on what it may
 * not know; what undo may take back told nobody a secret; sealed choices do not depend on who was
 * first; the hexes next to a unit are in its reach exactly when the step there is legal.
 */
#include "harness.h"

#include "core/odds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 6, LONGEST = 60000, PROBES = 24, SMALL_SCRATCH = 32768, FEW_LONG = 8 };

struct run {
  const struct sal_book *book;
  struct sal_head *state, *clone, *view, *other, *sealed[2];
  void *scratch;
  struct sal_dice dice, again;
  struct sal_events *events;
  struct sal_list *list, *viewed;
  struct sal_prompt *prompt;
  struct sal_reach *reach;
  struct sal_rng rng, pick;
  char *text;
  size_t room;
  int step, odds_checked;
  /* large games: only one action in so many is looked at from all sides, but every one is audited
   */
  uint32_t every;
};

#define WITH(r, st) ((struct sal_play){(r)->book, (st), (r)->scratch, &(r)->dice, (r)->events})

static void *room(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    abort();
  return p;
}

/* A game of few counters whose questions cost little: it is played many times over and looked at
 * after every action. */
static bool is_small(const struct sal_book *b) {
  return b->ncounters < 50 && b->scratch_bytes < SMALL_SCRATCH;
}
static uint32_t every_of(const struct sal_book *b) {
  if (getenv("SALIENT_GAMES") || is_small(b))
    return 1;
  return b->ncounters < 50 ? FEW_LONG : 1 + b->ncounters / 48;
}

static struct run *run_new(const struct sal_book *b, uint64_t seed) {
  struct run *r = room(sizeof *r);
  r->book = b;
  /* asked for games: whole ones */
  r->every = every_of(b);
  struct sal_head **states[] = {&r->state, &r->clone,     &r->view,
                                &r->other, &r->sealed[0], &r->sealed[1]};
  for (int i = 0; i < 6; i++)
    *states[i] = room(b->state_bytes);
  r->scratch = room(b->scratch_bytes + 1);
  r->events = room(sizeof *r->events);
  r->list = room(sizeof *r->list);
  r->viewed = room(sizeof *r->viewed);
  r->prompt = room(sizeof *r->prompt);
  r->reach = room(sizeof *r->reach);
  r->room = 4u << 20;
  r->text = room(r->room);
  sal_rng_seed(&r->rng, seed);
  sal_rng_seed(&r->pick, seed ^ 0xabcdef);
  return r;
}
static void run_free(struct run *r) {
  struct sal_head *states[] = {r->state, r->clone, r->view, r->other, r->sealed[0], r->sealed[1]};
  for (int i = 0; i < 6; i++)
    free(states[i]);
  free(r->scratch), free(r->events), free(r->list), free(r->viewed), free(r->prompt),
      free(r->reach);
  free(r->text), free(r);
}

static void fresh_dice(struct run *r) {
  sal_dice_clear(&r->dice);
  r->dice.rng = &r->rng;
  r->events->n = r->events->ncards = 0;
  r->events->revealed = false;
  r->events->want_cards = true;
}

static void say_where(struct run *r, const char *law) {
  struct sal_play p = WITH(r, r->state);
  print_error("%s/%s, action %d, node %s: %s\n", r->book->rules->id,
              r->book->scenarios[r->book->scenario].id, r->step,
              r->state->over ? "over" : sal_node_of(&p)->id, law);
}
#define LAW(r, x, what)                                                                            \
  do {                                                                                             \
    if (!(x)) {                                                                                    \
      say_where(r, what);                                                                          \
      fail();                                                                                      \
    }                                                                                              \
  } while (0)

/* ---- one by one ------------------------------------------------------------------------- */

static bool in_family(const struct run *r, const struct sal_play *p, int side,
                      const struct sal_list *l, struct sal_action a) {
  if (sal_list_has(l, a))
    return true;
  for (uint32_t i = 0; i < l->n; i++) { /* `vary`: one listed action stands for a range */
    if (l->a[i].verb != a.verb)
      continue;
    struct sal_offer o;
    sal_offer_fill(r->book, l->a[i], &o);
    if (r->book->rules->offer)
      r->book->rules->offer(p, side, l->a[i], &o);
    struct sal_action b = a;
    if (!o.vary)
      continue;
    b.x[o.vary - 1] = l->a[i].x[o.vary - 1];
    if (sal_same(b, l->a[i]) && a.x[o.vary - 1] >= o.vary_min && a.x[o.vary - 1] <= o.vary_max)
      return true;
  }
  return false;
}

static uint16_t random_operand(struct run *r, const struct sal_verb *v, int kind) {
  const struct sal_book *b = r->book;
  int words = 0;
  sal_hex h = b->board.order[sal_rng_below(&r->pick, b->board.nhexes)];
  switch (kind) {
  case SAL_ARG_UNIT: return b->ncounters ? (uint16_t)sal_rng_below(&r->pick, b->ncounters) : 0;
  case SAL_ARG_HEX: return h;
  case SAL_ARG_SIDE: return sal_side_of(h, (int)sal_rng_below(&r->pick, 6));
  case SAL_ARG_DIR: return (uint16_t)sal_rng_below(&r->pick, 6);
  case SAL_ARG_NUM: return (uint16_t)sal_rng_below(&r->pick, 12);
  case SAL_ARG_BOX: return b->nboxes ? (uint16_t)sal_rng_below(&r->pick, b->nboxes) : 0;
  case SAL_ARG_WORD:
    while (v->words[words])
      words++;
    return (uint16_t)sal_rng_below(&r->pick, (uint32_t)words);
  default: return 0;
  }
}

/* What is listed is accepted; what is not listed is refused with a rule and a sentence. */
static void list_is_check(struct run *r, const struct sal_play *p, int side) {
  const struct sal_ruleset *rules = r->book->rules;
  struct sal_refusal why;
  char text[200];
  for (uint32_t i = 0; i < r->list->n; i++) {
    if (i)
      LAW(r, sal_key(r->list->a[i - 1]) < sal_key(r->list->a[i]), "the list is not sorted");
    LAW(r, sal_check(p, side, r->list->a[i], &why), "a listed action is refused");
  }
  for (int i = 0; i < PROBES; i++) {
    struct sal_action a = {0};
    if (i % 2 && r->list->n) { /* near a legal one: another operand of the same verb */
      a = r->list->a[sal_rng_below(&r->pick, r->list->n)];
      int k = (int)sal_rng_below(&r->pick, 3);
      if (rules->verbs[a.verb].arg[k])
        a.x[k] = random_operand(r, &rules->verbs[a.verb], rules->verbs[a.verb].arg[k]);
    } else {
      a.verb = (uint16_t)sal_rng_below(&r->pick, rules->nverbs);
      for (int k = 0; k < 3; k++)
        a.x[k] = random_operand(r, &rules->verbs[a.verb], rules->verbs[a.verb].arg[k]);
    }
    bool ok = sal_check(p, side, a, &why), listed = in_family(r, p, side, r->list, a);
    sal_action_print(r->book, a, text, sizeof text);
    if (ok != listed)
      print_error("%s: %s\n", text, ok ? "accepted but not listed" : "listed but refused");
    LAW(r, ok == listed, "list and check differ");
    if (ok)
      continue;
    struct sal_text t = {text, sizeof text, 0};
    text[0] = 0;
    LAW(r, why.text && why.rule < r->book->nrules, "a refusal without rule or words");
    sal_refusal_words(r->book, &why, &t);
    LAW(r, t.len > 8 && !strpbrk(text, "{}"), "a refusal without a sentence");
  }
}

static void text_is_action(struct run *r) {
  char text[200], again[200];
  struct sal_err err;
  for (uint32_t i = 0; i < r->list->n; i++) {
    struct sal_action a;
    sal_action_print(r->book, r->list->a[i], text, sizeof text);
    LAW(r, sal_action_parse(r->book, text, &a, &err), "a printed action cannot be read");
    LAW(r, sal_same(a, r->list->a[i]), "a printed action reads as another");
    sal_action_print(r->book, a, again, sizeof again);
    LAW(r, !strcmp(text, again), "an action has two texts");
  }
}

static void documents(struct run *r, struct sal_head *view, int side, char *out) {
  struct sal_play p = WITH(r, view);
  struct sal_json j;
  p.dice = NULL;
  p.events = NULL;
  sal_json_start(&j, out, r->room);
  sal_json_object(&j, NULL);
  sal_view_json(&j, "view", &p, side, 0);
  sal_prompt_json(&j, &p, side, r->viewed, r->prompt, false, false);
  const struct sal_ruleset *rules = r->book->rules;
  struct sal_refusal why;
  sal_json_array(&j, "overlays");
  for (int i = 0; i < rules->noverlays; i++) {
    struct sal_overlay o = {.j = &j, .book = r->book};
    struct sal_query q = {.kind = SAL_Q_OVERLAY, .overlay = (uint8_t)i, .out = &o};
    /* those with arguments are asked in the contract tests */
    if (rules->overlays[i].args[0])
      continue;
    sal_json_object(&j, NULL);
    if (rules->query(&p, side, &q, &why))
      sal_overlay_done(&o);
    sal_json_end(&j);
  }
  sal_json_end(&j);
  sal_json_array(&j, "records");
  struct sal_query q = {.kind = SAL_Q_RECORDS, .records = &j};
  rules->query(&p, side, &q, &why);
  sal_json_end(&j);
  uint32_t u =
      sal_rng_below(&(struct sal_rng){{r->pick.s[0], r->pick.s[1], r->pick.s[2], r->pick.s[3]}},
                    r->book->ncounters);
  q = (struct sal_query){.kind = SAL_Q_REACH, .unit = (sal_unit)u, .reach = r->reach};
  if (rules->query(&p, side, &q, &why))
    sal_reach_json(&j, "reach", r->book, r->reach);
  /* a finished game answers */
  for (q.unit = 0; view->over && q.unit < r->book->ncounters; q.unit++)
    rules->query(&p, side, &q, &why);
  sal_json_end(&j);
  LAW(r, j.out.len < r->room, "a document does not fit");
}

/* The view is enough to decide on, and says nothing of what it hides. */
static void view_is_enough(struct run *r, bool deep) {
  const struct sal_ruleset *rules = r->book->rules;
  struct sal_play full = WITH(r, r->state);
  size_t n = r->book->state_bytes;
  for (int side = 0; side <= SAL_WATCH; side++) {
    memset(r->view, 0, n);
    rules->view(r->book, r->state, side, r->view, NULL);
    struct sal_play view = WITH(r, r->view);
    LAW(r, sal_actors(&view) == sal_actors(&full), "a view does not know who decides");
    if (side < SAL_SIDES) {
      sal_legal(&full, side, r->list);
      sal_legal(&view, side, r->viewed);
      LAW(r,
          r->list->n == r->viewed->n &&
              !memcmp(r->list->a, r->viewed->a, r->list->n * sizeof r->list->a[0]),
          "a view offers other actions");
    }
    if (!deep)
      continue;
    memcpy(r->clone, r->state, n);
    if (rules->shuffle && rules->shuffle(r->book, r->clone, side, &r->pick)) {
      memset(r->other, 0, n);
      rules->view(r->book, r->clone, side, r->other, NULL);
      LAW(r, !memcmp(r->view, r->other, n), "a view depends on what it hides");
      struct sal_err err;
      struct sal_play shuffled = WITH(r, r->clone);
      if (!rules->audit(&shuffled, &err))
        print_error("%s\n", err.text);
      LAW(r, rules->audit(&shuffled, &err), "a shuffled state is not sound");
    }
    documents(r, r->view, side, r->text);
    /* what a game says of itself when it can be passed sealed */
    if (rules->open && (r->state->over || !sal_node_of(&full)->sealed)) {
      memset(r->other, 0, n);
      rules->view(r->book, r->state, SAL_WATCH, r->other, NULL);
      LAW(r, !memcmp(r->view, r->other, n), "an open game keeps a secret of one side");
    }
    if (side < SAL_SIDES || rules->open) {
      rules->guess(r->book, r->view, side, &r->pick, r->clone);
      memset(r->other, 0, n);
      rules->view(r->book, r->clone, side, r->other, NULL);
      LAW(r, !memcmp(r->view, r->other, n), "a guess does not fit its view");
      struct sal_err err;
      struct sal_play guessed = WITH(r, r->clone);
      if (!rules->audit(&guessed, &err))
        print_error("%s\n", err.text);
      LAW(r, rules->audit(&guessed, &err), "a guessed state is not sound");
    }
  }
}

/* ---- the reach is the step -------------------------------------------------------------- */

/* `step UNIT HEX` or `step HEX`, as the game's verb table has it; false: it has no such verb. */
static bool step_action(const struct run *r, sal_unit u, sal_hex h, struct sal_action *out) {
  const struct sal_ruleset *rules = r->book->rules;
  for (int v = 0; v < rules->nverbs; v++) {
    if (strcmp(rules->verbs[v].name, "step"))
      continue;
    *out = (struct sal_action){.verb = (uint16_t)v};
    for (int k = 0; k < 3; k++) {
      if (rules->verbs[v].arg[k] == SAL_ARG_UNIT)
        out->x[k] = u;
      if (rules->verbs[v].arg[k] == SAL_ARG_HEX)
        out->x[k] = h;
    }
    return true;
  }
  return false;
}

/* The hexes next to the start: straight from there only when the step is legal, and in the reach at
 * all whenever it is. `at`: the game as it stands when the unit is on the move. */
static void next_hexes(struct run *r, const struct sal_play *at, int side,
                       const struct sal_reach *reach) {
  const struct sal_board *b = &r->book->board;
  sal_hex start = reach->hex[0].hex;
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(b, start, d);
    struct sal_action step;
    bool in = false, straight = false;
    if (!to || !step_action(r, reach->unit, to, &step))
      continue;
    for (int i = 1; i < reach->n; i++) {
      in |= reach->hex[i].hex == to;
      straight |= reach->hex[i].hex == to && reach->hex[i].from == start;
    }
    bool legal = sal_check(at, side, step, NULL);
    if ((straight && !legal) || (legal && !in))
      print_error("%s from %s to %s: %s\n", r->book->counter[reach->unit].id, b->name[start],
                  b->name[to], legal ? "legal, not in the reach" : "in the reach, not legal");
    LAW(r, legal || !straight, "the reach shows a step that is not legal");
    LAW(r, in || !legal, "the reach leaves out a legal step");
  }
}

/* A unit's reach as its side sees it, against the steps the rules allow. */
static bool reach_is_step(struct run *r, int side, sal_unit u) {
  const struct sal_ruleset *rules = r->book->rules;
  size_t n = r->book->state_bytes;
  memset(r->view, 0, n);
  rules->view(r->book, r->state, side, r->view, NULL);
  struct sal_play view = WITH(r, r->view);
  struct sal_query q = {.kind = SAL_Q_REACH, .unit = u, .reach = r->reach};
  struct sal_refusal why;
  if (!rules->query(&view, side, &q, &why) || !r->reach->nend)
    return false;
  memcpy(r->clone, r->state, n);
  struct sal_play at = WITH(r, r->clone);
  struct sal_rng rng = r->rng;
  for (int i = 0; i < r->reach->nbegin; i++) {
    LAW(r, sal_check(&at, side, r->reach->begin[i], &why), "a reach cannot be begun");
    fresh_dice(r);
    r->dice.rng = &rng;
    sal_apply(&at, side, r->reach->begin[i]);
    if (r->dice.n || !(sal_actors(&at) & SAL_BIT(side)))
      return false; /* something came between: the reach was told before it */
  }
  next_hexes(r, &at, side, r->reach);
  return true;
}

static void reaches_are_steps(struct run *r, int side) {
  uint32_t n = r->book->ncounters;
  if (!n)
    return;
  uint32_t first = sal_rng_below(&r->pick, n);
  for (uint32_t i = 0, asked = 0; i < n && asked < 4; i++)
    asked += reach_is_step(r, side, (sal_unit)((first + i) % n));
}

/* Two sides in a sealed choice: whoever comes first, the game is the same. */
static void sealed_order(struct run *r) {
  struct sal_play p = WITH(r, r->state);
  struct sal_action a[2];
  if (sal_actors(&p) != SAL_BOTH || !sal_node_of(&p)->sealed)
    return;
  for (int side = 0; side < 2; side++) {
    sal_legal(&p, side, r->list);
    a[side] = r->list->a[sal_rng_below(&r->pick, r->list->n)];
  }
  for (int first = 0; first < 2; first++) {
    struct sal_rng rng = r->rng;
    memcpy(r->sealed[first], r->state, r->book->state_bytes);
    for (int k = 0; k < 2; k++) {
      struct sal_play q = WITH(r, r->sealed[first]);
      int side = k ? !first : first;
      fresh_dice(r);
      r->dice.rng = &rng;
      if (sal_check(&q, side, a[side], NULL))
        sal_apply(&q, side, a[side]);
    }
  }
  LAW(r, !memcmp(r->sealed[0], r->sealed[1], r->book->state_bytes),
      "a sealed choice depends on who was first");
}

/* The card that an action's event carries against all tapes of that action. */
struct tally {
  struct run *r;
  struct sal_card first;
  bool any, same;
  uint64_t num[SAL_CARD_OUTCOMES], den;
};
static bool count_tape(void *ctx, const struct sal_play *after, struct sal_chance chance) {
  struct tally *t = ctx;
  const struct sal_events *ev = after->events;
  if (!ev->ncards || ev->card[0].kind != SAL_CARD_ODDS || ev->card[0].rolled < 0)
    return t->same = false, false;
  const struct sal_card *c = &ev->card[0];
  if (!t->any)
    t->first = *c, t->any = true, t->den = 1;
  if (c->noutcomes != t->first.noutcomes || strcmp(c->column, t->first.column) ||
      strcmp(c->title, t->first.title))
    return t->same = false, false;
  uint64_t a = t->den, b = chance.den;
  /* many dice: the common denominator may outgrow the number, and then nothing is counted */
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  uint64_t lcm;
  if (__builtin_mul_overflow(t->den / a, chance.den, &lcm) || lcm > UINT64_MAX / 2)
    return t->same = false, false;
  for (int i = 0; i < SAL_CARD_OUTCOMES; i++)
    t->num[i] *= lcm / t->den;
  t->den = lcm;
  t->num[c->rolled] += lcm / chance.den;
  return true;
}
static void card_is_true(struct run *r, int side, struct sal_action a) {
  struct sal_play p = WITH(r, r->state);
  struct sal_odds_room *room_ = calloc(1, sizeof *room_);
  struct tally *t = calloc(1, sizeof *t);
  if (!room_ || !t)
    abort();
  room_->clone = r->clone;
  room_->events = r->events;
  r->events->want_cards = true;
  t->r = r;
  t->same = true;
  uint64_t tapes = sal_each_outcome(&p, side, a, room_, 50000, count_tape, t);
  if (tapes > 1 && t->same && t->any) {
    for (int i = 0; i < t->first.noutcomes; i++) {
      struct sal_chance got = t->num[i] ? sal_chance_of(t->num[i], t->den)
                                        : (struct sal_chance){0, 1},
                        want = t->first.outcome[i].chance;
      if (got.num * want.den != want.num * got.den)
        print_error("%s: '%s' says %llu/%llu, the tapes say %llu/%llu\n", t->first.title,
                    t->first.outcome[i].text, (unsigned long long)want.num,
                    (unsigned long long)want.den, (unsigned long long)got.num,
                    (unsigned long long)got.den);
      LAW(r, got.num * want.den == want.num * got.den,
          "a card's chances are not those of the dice");
    }
    r->odds_checked++;
  }
  free(t);
  free(room_);
}

/* ---- a game ----------------------------------------------------------------------------- */

/* True when nothing was rolled and no secret shown: what undo may take back. */
static bool apply_to(struct run *r, struct sal_head *state, int side, struct sal_action a,
                     struct sal_rng rng) {
  struct sal_play p = WITH(r, state);
  fresh_dice(r);
  r->dice.rng = &rng;
  sal_apply(&p, side, a);
  return !r->events->revealed && !r->dice.n;
}

static void plain_action(struct run *r, int side) {
  struct sal_play p = WITH(r, r->state);
  struct sal_err err;
  sal_legal(&p, side, r->list);
  LAW(r, r->list->n > 0, "a dead end: no legal action");
  struct sal_action a = r->list->a[sal_rng_below(&r->pick, r->list->n)];
  LAW(r, sal_check(&p, side, a, NULL), "a listed action is refused");
  fresh_dice(r);
  sal_apply(&p, side, a);
  LAW(r, !r->dice.bad && !r->dice.short_of, "the dice failed");
  if (!r->book->rules->audit(&p, &err))
    print_error("%s\n", err.text);
  LAW(r, r->book->rules->audit(&p, &err), "the audit fails");
  r->step++;
}

static void one_action(struct run *r) {
  const struct sal_book *b = r->book;
  struct sal_play p = WITH(r, r->state);
  struct sal_err err;
  bool deep = sal_rng_below(&r->pick, 8) == 0;
  uint32_t who = sal_actors(&p);
  LAW(r, who, "nobody decides, but the game is not over");
  LAW(r, r->state->turn <= sal_last_turn(&p), "a turn after the last");
  int side = who == SAL_BOTH ? (int)sal_rng_below(&r->pick, 2) : who == SAL_BIT(SAL_SOVIET);
  if (r->every > 1 && sal_rng_below(&r->pick, r->every)) {
    plain_action(r, side);
    return;
  }
  view_is_enough(r, deep);
  if (deep) {
    sealed_order(r);
    reaches_are_steps(r, side);
  }
  sal_legal(&p, side, r->list);
  LAW(r, r->list->n > 0, "a dead end: no legal action");
  if (deep) {
    list_is_check(r, &p, side);
    text_is_action(r);
  }
  struct sal_action a = r->list->a[sal_rng_below(&r->pick, r->list->n)];
  if (r->odds_checked < 60)
    card_is_true(r, side, a);

  /* The same action on a clone, and on a state that differs only in what the actor may not know. */
  memcpy(r->clone, r->state, b->state_bytes);
  memcpy(r->other, r->state, b->state_bytes);
  bool secrets = b->rules->shuffle && b->rules->shuffle(b, r->other, side, &r->pick);
  struct sal_rng before = r->rng;
  fresh_dice(r);
  sal_apply(&p, side, a);
  LAW(r, !r->dice.bad && !r->dice.short_of, "the dice failed");
  bool quiet = apply_to(r, r->clone, side, a, before);
  LAW(r, !memcmp(r->state, r->clone, b->state_bytes), "a clone goes another way");
  LAW(r, sal_hash(r->state, b->state_bytes, 0) == sal_hash(r->clone, b->state_bytes, 0),
      "a clone hashes differently");
  if (secrets && quiet && apply_to(r, r->other, side, a, before)) {
    memset(r->view, 0, b->state_bytes);
    memset(r->clone, 0, b->state_bytes);
    b->rules->view(b, r->state, side, r->view, NULL);
    b->rules->view(b, r->other, side, r->clone, NULL);
    LAW(r, !memcmp(r->view, r->clone, b->state_bytes),
        "an action told its side a secret without sal_reveal");
  }
  if (!b->rules->audit(&p, &err))
    print_error("%s\n", err.text);
  LAW(r, b->rules->audit(&p, &err), "the audit fails");
  r->step++;
}

static int play_scenario(const struct sal_book *b, uint64_t seed) {
  struct run *r = run_new(b, seed);
  struct sal_play p = WITH(r, r->state);
  struct sal_result result;
  for (int i = 0; i < b->noptions; i++) {
    uint32_t values = (uint32_t)(b->option[i].max - b->option[i].min + 1);
    int any = seed % 2 ? b->option[i].def : b->option[i].min + (int)sal_rng_below(&r->pick, values);
    r->state->option[i] = (uint8_t)any;
  }
  for (int i = 0; i < b->noptions; i++)
    if (!b->option[i].here)
      r->state->option[i] = (uint8_t)b->option[i].def;
  fresh_dice(r);
  b->rules->setup(&p);
  sal_run(&p);
  while (!r->state->over) {
    one_action(r);
    LAW(r, r->step < LONGEST, "the game does not end");
  }
  LAW(r, b->rules->score(&p, &result), "a finished game has no result");
  LAW(r, sal_actors(&p) == 0, "somebody decides in a finished game");
  view_is_enough(r, true);
  int checked = r->odds_checked;
  run_free(r);
  return checked;
}

static void laws_hold(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME"), *games = getenv("SALIENT_GAMES");
  assert_non_null(lib);
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_ruleset *rules = sal_rulesets[i];
    if (only && strcmp(only, rules->id))
      continue;
    const struct sal_book *outline = library_outline(lib, rules, &f);
    if (!outline)
      print_error("%s: %s:%d %s\n", rules->id, f.at, f.line, f.text);
    assert_non_null(outline);
    for (int s = 0; s < outline->nscenarios; s++) {
      const struct sal_book *b = library_book(lib, rules, outline->scenarios[s].id, &f);
      if (!b)
        print_error("%s: %s:%d %s\n", rules->id, f.at, f.line, f.text);
      assert_non_null(b);
      int odds = 0;
      int n = is_small(b) ? 20 * GAMES : 1;
      if (games)
        n = atoi(games);
      for (int g = 0; g < n; g++)
        odds += play_scenario(b, (uint64_t)g + 1);
      print_message("%s/%s: %d games, %d cards against all tapes\n", rules->id, b->scenarios[s].id,
                    n, odds);
    }
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(laws_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
