/* test_crowd.c - the crowd: as many units as a scenario has, in and around one hex.
 *
 * Stacking limits are rules of some phases only, and no array may rely on them where they do not
 * hold. So every counter of the scenario is put as near to one hex as the game's own check of a
 * position allows, in every phase a position can begin with. Then the game is played at random,
 * drawn towards that hex, and every question is asked about every unit on the way. The sanitizers
 * judge the bounds; list, check and audit must hold as in any other game.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 80, COLS = 9, ROWS = 9, ROOM = 8 << 20, MOST = 1024 };

/* How far a crowd is played: `soak crowd` goes four times as far as `check`. */
static int actions(void) {
  return 2 * ASK_EVERY * (getenv("SALIENT_SOAK") ? 4 : 1);
}

struct crowd {
  const struct sal_book *book;
  struct sal_head *state, *view;
  void *scratch;
  struct sal_dice dice;
  struct sal_events *events;
  struct sal_list *list;
  struct sal_prompt *prompt;
  struct sal_reach *reach;
  struct sal_rng rng;
  char *text;
  sal_hex *ring; /* all hexes of the map, nearest to the middle first */
  int step;
  bool lawful; /* the position keeps the limits, so every law holds and not only the bounds */
};

static void *room(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    abort();
  return p;
}

static struct sal_play play_on(struct crowd *c, struct sal_head *state) {
  return (struct sal_play){c->book, state, c->scratch, &c->dice, c->events};
}

static void fresh(struct crowd *c) {
  sal_dice_clear(&c->dice);
  c->dice.rng = &c->rng;
  c->events->n = c->events->ncards = 0;
  c->events->want_cards = true;
}

#define LAW(c, x, what)                                                                            \
  do {                                                                                             \
    if (!(x))                                                                                      \
      fail_msg("%s/%s, %s, %s crowd, action %d: %s", (c)->book->rules->id,                         \
               (c)->book->scenarios[(c)->book->scenario].id,                                       \
               (c)->book->rules->phases[(c)->state->phase].id,                                     \
               (c)->lawful ? "legal" : "unchecked", (c)->step, what);                              \
  } while (0)

/* ---- the position ----------------------------------------------------------------------- */

static void sort_hexes(struct crowd *c) {
  const struct sal_board *b = &c->book->board;
  sal_hex middle = b->order[b->nhexes / 2];
  int n = 0;
  for (int d = 0; n < b->nhexes; d++)
    for (int i = 0; i < b->nhexes; i++)
      if (sal_distance(b, middle, b->order[i]) == d)
        c->ring[n++] = b->order[i];
}

/* Puts the state down; -1, or the unit of the position that the game refuses, or -2 for another
 * reason. */
static int put_down(struct crowd *c) {
  struct sal_play p = play_on(c, c->state);
  struct sal_err err = {0};
  int unit;
  memset(c->state, 0, c->book->state_bytes);
  for (int i = 0; i < c->book->noptions; i++)
    c->state->option[i] = (uint8_t)c->book->option[i].def;
  fresh(c);
  if (c->book->rules->place(&p, c->book->position, &err))
    return -1;
  return sscanf(err.at, "units[%d]", &unit) == 1 ? unit : -2;
}

/* How the sides share the hexes around the middle. */
enum layout { MIXED, ALTERNATE, GERMAN_BESIEGED, SOVIET_BESIEGED, LAYOUTS };

/* The k-th hex for a side, as a place in the ring, or -1. The besieged have the middle, and what it
 * does not hold stands far off. */
static int place_for(const struct crowd *c, enum layout layout, int side, int k) {
  int far = 1 + 6 + 12 + 18, place = k;
  if (layout == ALTERNATE)
    place = 2 * k + side;
  else if (layout != MIXED && side == (layout == SOVIET_BESIEGED))
    place = k ? far + k : 0;
  else if (layout != MIXED)
    place = 1 + k;
  return place < c->book->board.nhexes ? place : -1;
}

static int side_of(const struct crowd *c, const struct sal_pos_unit *unit) {
  return c->book->counter[sal_pos_unit_index(c->book, unit)].side;
}

/* From unit `first` on, a side's units go to its k-th hex. */
static void send(struct crowd *c, struct sal_position *pos, enum layout layout, int side, int first,
                 int k) {
  int place = place_for(c, layout, side, k);
  for (int i = first; i < pos->nunits; i++)
    if (side_of(c, &pos->unit[i]) == side)
      pos->unit[i].hex = place < 0 ? NULL : c->book->board.name[c->ring[place]];
}

/* Every unit goes to the nearest hex that takes it. One that two hexes refuse stays off the map,
 * and one that may not do that either is left out. */
static bool crowd_together(struct crowd *c, struct sal_position *pos, enum layout layout) {
  int next[2] = {0, 0}, again = -1;
  send(c, pos, layout, SAL_GERMAN, 0, 0);
  send(c, pos, layout, SAL_SOVIET, 0, 0);
  for (int tries = 0; tries < 4000; tries++) {
    int bad = put_down(c);
    if (bad == -1)
      return true;
    if (bad < 0 || bad >= pos->nunits)
      return false;
    struct sal_pos_unit *unit = &pos->unit[bad];
    int side = side_of(c, unit);
    if (!unit->hex) {
      memmove(unit, unit + 1, (size_t)(--pos->nunits - bad) * sizeof *unit);
      again = -1;
    } else if (again == bad) { /* it is the unit, not the hex */
      unit->hex = NULL;
      send(c, pos, layout, side, bad + 1, --next[side]);
      again = -1;
    } else {
      send(c, pos, layout, side, bad, ++next[side]);
      again = bad;
    }
  }
  return false;
}

/* ---- every question --------------------------------------------------------------------- */

static void ask_overlays(struct crowd *c, const struct sal_play *p, int side, struct sal_json *j) {
  const struct sal_ruleset *rules = c->book->rules;
  for (int i = 0; i < rules->noverlays; i++)
    for (int k = 0; k < 7 && k < c->book->board.nhexes; k++) {
      struct sal_overlay o = {.j = j, .book = c->book};
      struct sal_query q = {.kind = SAL_Q_OVERLAY, .overlay = (uint8_t)i, .out = &o};
      struct sal_refusal why;
      for (int a = 0; a < 3 && rules->overlays[i].args[a]; a++) {
        const char *kind = rules->overlays[i].args[a];
        q.arg[a] = (uint16_t)sal_rng_below(&c->rng, c->book->ncounters);
        if (!strcmp(kind, "hex"))
          q.arg[a] = c->ring[a ? k : 0];
        if (!strcmp(kind, "side"))
          q.arg[a] = (uint16_t)side;
      }
      sal_json_object(j, NULL);
      if (rules->query(p, side, &q, &why))
        sal_overlay_done(&o);
      sal_json_end(j);
    }
}

/* What the side that decides is offered, with labels and cards. */
static void ask_prompt(struct crowd *c, int side) {
  struct sal_play p = {.book = c->book, .state = c->state, .scratch = c->scratch};
  struct sal_json j;
  sal_json_start(&j, c->text, ROOM);
  sal_json_object(&j, NULL);
  sal_prompt_json(&j, &p, side, c->list, c->prompt, false, false);
  sal_json_end(&j);
}

static void ask_everything(struct crowd *c) {
  for (int side = 0; side < SAL_SIDES; side++) {
    struct sal_json j;
    struct sal_refusal why;
    memset(c->view, 0, c->book->state_bytes);
    c->book->rules->view(c->book, c->state, side, c->view, NULL);
    struct sal_play p = {.book = c->book, .state = c->view, .scratch = c->scratch};
    sal_json_start(&j, c->text, ROOM);
    sal_json_object(&j, NULL);
    sal_view_json(&j, "view", &p, side, 0);
    sal_prompt_json(&j, &p, side, c->list, c->prompt, false, false);
    sal_json_array(&j, "asked");
    ask_overlays(c, &p, side, &j);
    struct sal_query q = {.kind = SAL_Q_RECORDS, .records = &j};
    c->book->rules->query(&p, side, &q, &why);
    sal_json_end(&j);
    sal_json_end(&j);
    LAW(c, j.out.len < ROOM, "a document does not fit");
    for (int u = 0; u < c->book->ncounters; u++) {
      q = (struct sal_query){.kind = SAL_Q_REACH, .unit = (sal_unit)u, .reach = c->reach};
      c->book->rules->query(&p, side, &q, &why);
    }
  }
}

/* ---- the game --------------------------------------------------------------------------- */

/* How far an action's hex is from the middle; actions without one count as far as half the map. */
static int how_far(const struct crowd *c, struct sal_action a) {
  const struct sal_verb *v = &c->book->rules->verbs[a.verb];
  for (int i = 0; i < 3; i++)
    if (v->arg[i] == SAL_ARG_HEX && c->book->board.on[a.x[i]])
      return sal_distance(&c->book->board, c->ring[0], a.x[i]);
  return COLS / 2;
}

/* Of three drawn at random the one that goes nearest to the middle. */
static struct sal_action drawn_in(struct crowd *c) {
  struct sal_action best = c->list->a[sal_rng_below(&c->rng, c->list->n)];
  for (int i = 0; i < 2; i++) {
    struct sal_action a = c->list->a[sal_rng_below(&c->rng, c->list->n)];
    if (how_far(c, a) < how_far(c, best))
      best = a;
  }
  return best;
}

static void audited(struct crowd *c) {
  if (!c->lawful)
    return;
  struct sal_play p = play_on(c, c->state);
  struct sal_err err = {0};
  if (!c->book->rules->audit(&p, &err))
    print_error("%s\n", err.text);
  LAW(c, c->book->rules->audit(&p, &err), "the audit fails");
}

static void listed_is_legal(struct crowd *c, const struct sal_play *p, int side,
                            struct sal_action a) {
  char text[200];
  if (sal_check(p, side, a, NULL))
    return;
  sal_action_print(c->book, a, text, sizeof text);
  print_error("%s: listed but refused\n", text);
  LAW(c, false, "a listed action is refused");
}

static void play_crowd(struct crowd *c) {
  struct sal_play p = play_on(c, c->state);
  fresh(c);
  sal_run(&p);
  int most = actions();
  for (c->step = 0; c->step < most && !c->state->over; c->step++) {
    audited(c);
    if (c->step % ASK_EVERY == 0)
      ask_everything(c);
    uint32_t who = sal_actors(&p);
    LAW(c, who, "nobody decides, but the game is not over");
    int side = who == SAL_BIT(SAL_SOVIET);
    ask_prompt(c, side);
    sal_legal(&p, side, c->list);
    if (!c->list->n && !c->lawful)
      break; /* nothing can repair such a stack */
    LAW(c, c->list->n > 0, "a dead end: no legal action");
    for (uint32_t i = 0; c->lawful && i < c->list->n; i++)
      listed_is_legal(c, &p, side, c->list->a[i]);
    struct sal_action a = drawn_in(c);
    if (!sal_check(&p, side, a, NULL))
      continue;
    fresh(c);
    sal_apply(&p, side, a);
    LAW(c, !c->dice.bad && !c->dice.short_of, "the dice failed");
  }
  audited(c);
  ask_everything(c);
}

/* ---- every game ------------------------------------------------------------------------- */

static struct crowd *crowd_of(const struct sal_book *b, uint64_t seed) {
  struct crowd *c = room(sizeof *c);
  c->book = b;
  c->state = room(b->state_bytes);
  c->view = room(b->state_bytes);
  c->scratch = room(b->scratch_bytes + 1);
  c->events = room(sizeof *c->events);
  c->list = room(sizeof *c->list);
  c->prompt = room(sizeof *c->prompt);
  c->reach = room(sizeof *c->reach);
  c->text = room(ROOM);
  c->ring = room(b->board.nhexes * sizeof *c->ring);
  sal_rng_seed(&c->rng, seed);
  sort_hexes(c);
  return c;
}
static void crowd_free(struct crowd *c) {
  void *all[] = {c->state,  c->view,  c->scratch, c->events, c->list,
                 c->prompt, c->reach, c->text,    c->ring,   c};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    free(all[i]);
}

/* Who takes part in the scenario: the counters that its first view names, and at most as many as
 * core/book.c allows in a position. */
static int who_plays(const struct sal_book *whole, uint8_t *named) {
  struct crowd *c = crowd_of(whole, 1);
  struct sal_play p = play_on(c, c->state);
  int n = 0;
  for (int i = 0; i < whole->noptions; i++)
    c->state->option[i] = (uint8_t)whole->option[i].def;
  fresh(c);
  whole->rules->setup(&p);
  sal_run(&p);
  sal_view_names(&p, SAL_ALL, named);
  for (int u = 0; u < whole->ncounters; u++)
    n += named[u] && n + whole->ncounters < MOST;
  crowd_free(c);
  return n;
}

/* All of them off the map; crowd_together finds the hexes. */
static char *position_of(const struct sal_book *whole, const char *phase, bool lawful) {
  size_t size = 256 + (size_t)whole->ncounters * (SAL_ID + 64), n;
  char *text = room(size);
  uint8_t *named = room(whole->ncounters + 1u);
  int left = who_plays(whole, named);
  n = (size_t)snprintf(text, size,
                       "{\"map\":\"plain:%dx%d\",\"phase\":\"%s\",\"unchecked\":%s,\"units\":[",
                       COLS, ROWS, phase, lawful ? "false" : "true");
  for (int u = 0; u < whole->ncounters; u++)
    if (named[u] && left-- > 0)
      n += (size_t)snprintf(text + n, size - n, "{\"unit\":\"%s\"}%s", whole->counter[u].id,
                            left ? "," : "");
  snprintf(text + n, size - n, "]}");
  free(named);
  return text;
}

/* True when the phase can begin with a position, and the crowd was played. */
static bool crowd_in(struct library *lib, const struct sal_book *whole, int phase,
                     enum layout layout, bool lawful) {
  const struct sal_ruleset *rules = whole->rules;
  struct fault f;
  char *text = position_of(whole, rules->phases[phase].id, lawful);
  cJSON *doc = cJSON_Parse(text);
  free(text);
  assert_non_null(doc);
  struct sal_book *b =
      library_private(lib, rules, 0, whole->scenarios[whole->scenario].id, doc, &f);
  cJSON_Delete(doc);
  if (!b)
    return false;
  struct crowd *c = crowd_of(b, (uint64_t)phase * LAYOUTS + layout + 1);
  struct sal_position *pos = (struct sal_position *)(uintptr_t)b->position; /* of this book alone */
  /* a set-up may be made hopeless by a position; then only the bounds are looked at */
  c->lawful = lawful && strncmp(rules->phases[phase].id, "setup", 5);
  bool placed = crowd_together(c, pos, layout);
  if (placed)
    play_crowd(c);
  crowd_free(c);
  library_drop(b);
  return placed;
}

static void crowds_hold(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const char *only = getenv("SALIENT_GAME");
  assert_non_null(lib);
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_ruleset *rules = sal_rulesets[i];
    if (only && strcmp(only, rules->id))
      continue;
    const struct sal_book *outline = library_outline(lib, rules, &f);
    assert_non_null(outline);
    for (int s = 0; s < outline->nscenarios; s++) {
      const struct sal_book *whole = library_book(lib, rules, outline->scenarios[s].id, &f);
      int played = 0;
      assert_non_null(whole);
      for (int phase = 0; phase < rules->nphases; phase++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
          played += crowd_in(lib, whole, phase, layout, false);
          if (layout == ALTERNATE)
            played += crowd_in(lib, whole, phase, layout, true);
        }
      print_message("%s/%s: %d crowds\n", rules->id, outline->scenarios[s].id, played);
      assert_true(played > 0);
    }
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crowds_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
