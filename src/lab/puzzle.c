/* puzzle.c - see puzzle.h. */
#include "puzzle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/retell.h"
#include "review_inside.h"

enum {
  EQUALS = 3, /* answers that are as good as each other, at most */
  FEWEST = 3, /* choices: between two, a guess is right too often */
  ROUNDS = 4, /* of a race.. */
  FIRST = 16, /* ..the first with this many tries each, every further one with three times more */
  RIVALS = 3, /* of an answer that the planner looks at too.. */
  GAMES = 64, /* ..in this many separate games */
  LOOKED_AT = 80 /* decisions of one game */
};
static const double CLEAR = 0.08;  /* of win chance, beyond the error */
static const double BEHIND = 0.20; /* a choice this far behind leaves the race */
static const double HOPE = 0.04;   /* with a smaller gap after any round it is no puzzle */
static const double LOST = 0.08;   /* a lost position teaches nothing */

/* ---- the decisions of a game */

/* A choice that was made in the game, and the full state before it; the reading owns the state. */
struct decision {
  uint32_t line;
  uint8_t side;
  struct sal_head *state;
};
/* A journal while it is replayed. only: the one line that is wanted, or 0 for all. */
struct reading {
  const struct sal_book *book;
  struct sal_head *now; /* the state after the line read last */
  struct decision *list;
  uint32_t n, cap, only;
};
static void *block(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    abort();
  return p;
}

/* Collects the decisions of a journal with the state before each. */
static bool read_line(void *ctx, struct game *g, const struct journal_line *l) {
  struct reading *r = ctx;
  bool wanted = l->kind == JOURNAL_ACTION && (!r->only || r->only == l->n);

  if (!r->book) {
    r->book = game_book(g);
    r->now = block(r->book->state_bytes);
  } else if (wanted) {
    if (r->n == r->cap) {
      r->cap = r->cap ? 2 * r->cap : 256;
      r->list = realloc(r->list, r->cap * sizeof *r->list);
      if (!r->list)
        abort();
    }
    struct decision *d = &r->list[r->n++];
    *d = (struct decision){l->n, l->side, block(r->book->state_bytes)};
    memcpy(d->state, r->now, r->book->state_bytes);
  }
  memcpy(r->now, game_state(g), r->book->state_bytes);
  return true;
}

/* ---- a race */

/* A candidate in the race, judged by games played on from it. */
struct runner {
  struct sal_action action;
  uint8_t *outcome; /* the winner of each try */
  uint32_t tries;
  double mean; /* points of the side, by try */
  bool out;
  bool answer; /* it is known for one */
};
/* All candidates of one decision over the same guesses and dice. */
struct race {
  struct bench_of_tries *bench;
  const struct decision *at;
  struct runner *runner;
  uint32_t n, nbest; /* the first nbest are the answer */
  uint32_t known;    /* how many answers are known; 0: they are looked for */
};

/* What a game is worth to a side: a draw is half. */
static double point(int winner, int side) {
  if (winner == side)
    return 1;
  return winner == 2 ? 0.5 : 0;
}

/* Plays a candidate on to the end, many times over the same guesses and dice. */
static void run_on(struct race *race, struct runner *r, uint32_t tries) {
  struct try_from from = {.state = race->at->state,
                          .guess = race->at->side,
                          .side = race->at->side,
                          .action = &r->action,
                          .n = 1};
  double sum = 0;

  tries_run(race->bench, &from, tries, r->outcome);
  r->tries = tries;
  for (uint32_t i = 0; i < tries; i++)
    sum += point(r->outcome[i], race->at->side);
  r->mean = sum / tries;
}

/* The difference of two runners over the tries both have run, with its standard error. */
static struct gap between(const struct race *race, const struct runner *a, const struct runner *b) {
  uint32_t tries = a->tries < b->tries ? a->tries : b->tries;
  double sum = 0;
  double squares = 0;

  for (uint32_t i = 0; i < tries; i++) {
    double more = point(a->outcome[i], race->at->side) - point(b->outcome[i], race->at->side);
    sum += more;
    squares += more * more;
  }
  double n = tries;
  double variance = fmax(squares - sum * sum / n, 0.25) / (n - 1); /* never quite certain */
  return (struct gap){sum / n, sqrt(variance / n), a->mean};
}

/* Known answers first, then the best. */
static int by_mean(const void *a, const void *b) {
  const struct runner *x = a;
  const struct runner *y = b;
  if (x->answer != y->answer)
    return y->answer - x->answer;
  return (x->mean < y->mean) - (x->mean > y->mean);
}

/* Finds where the field splits: after the first choice, or after two or three equally good ones,
 * which mostly are the same move begun with another unit. */
static void find_break(struct race *race) {
  uint32_t most = race->n / 3 < EQUALS ? race->n / 3 : EQUALS;
  double widest = -1;

  qsort(race->runner, race->n, sizeof *race->runner, by_mean);
  race->nbest = race->known;
  for (uint32_t k = 1; !race->known && k <= most; k++) {
    double gap = race->runner[k - 1].mean - race->runner[k].mean;
    if (gap <= widest)
      continue;
    widest = gap;
    race->nbest = k;
  }
}

/* Tries of a runner that stays to the end. */
static uint32_t most_tries(void) {
  uint32_t most = FIRST;
  for (int i = 1; i < ROUNDS; i++)
    most *= 3;
  return most;
}

/* True: the best beat all others clearly, by `gap`. */
static bool run_race(struct race *race, struct gap *gap) {
  uint32_t tries = FIRST;

  for (int round = 0; round < ROUNDS; round++, tries *= 3) {
    for (uint32_t i = 0; i < race->n; i++)
      if (!race->runner[i].out)
        run_on(race, &race->runner[i], tries);
    find_break(race);
    const struct runner *last = &race->runner[race->nbest - 1];
    *gap = between(race, last, &race->runner[race->nbest]);
    if (gap->mean < HOPE || last->mean < LOST)
      return false;
    for (uint32_t i = race->nbest + 1; i < race->n; i++) {
      struct gap behind = between(race, last, &race->runner[i]);
      if (behind.mean > BEHIND && behind.mean > 3 * behind.error)
        race->runner[i].out = true;
    }
  }

  return gap->mean - gap->error >= CLEAR;
}

/* Does the planner find so too? What the script makes of a choice may be the script's own fault. So
 * the planner plays the answer and its nearest rivals on as well, with other dice. */
static bool planner_agrees(const struct race *race, struct gap *least) {
  struct try_from from = {.state = race->at->state,
                          .guess = race->at->side,
                          .side = race->at->side,
                          .first = most_tries(),
                          .thought = true};
  const struct way answer = {&race->runner[race->nbest - 1].action, 1};

  *least = (struct gap){.mean = 1};
  for (uint32_t i = race->nbest; i < race->n && i < race->nbest + RIVALS; i++) {
    const struct way rival = {&race->runner[i].action, 1};
    struct gap gap = tries_compare(race->bench, from, answer, rival, GAMES);
    if (gap.mean < least->mean)
      *least = gap;
    if (gap.mean <= gap.error)
      return false;
  }

  return true;
}

/* ---- a decision as a puzzle */

/* The choices of a decision, in the prompt's words. False: there are too few or too many, or a
 * number has to be set, which is more choices than stand in the list. */
static bool list_ways(struct bench_of_tries *b, const struct decision *d, struct puzzle *p) {
  const struct sal_book *book = b->book;
  struct sal_head *view = block(book->state_bytes);
  struct sal_list *legal = block(sizeof *legal);
  struct sal_play seen = {.book = book, .state = view, .scratch = b->look[0]->scratch};

  book->rules->view(book, d->state, d->side, view, NULL);
  sal_legal(&seen, d->side, legal);
  bool fits = legal->n >= FEWEST && legal->n <= PUZZLE_WAYS;
  p->nways = 0;
  for (uint32_t i = 0; i < legal->n && fits; i++) {
    struct sal_offer offer = {0};
    struct puzzle_way *way = &p->way[p->nways++];
    sal_offer_fill(book, legal->a[i], &offer);
    if (book->rules->offer)
      book->rules->offer(&seen, d->side, legal->a[i], &offer);
    fits = !offer.vary;
    way->action = legal->a[i];
    memcpy(way->says, offer.label, REVIEW_WORDS);
  }
  free(legal);
  free(view);
  return fits;
}

/* The best first. */
static int by_chance(const void *a, const void *b) {
  const struct puzzle_way *x = a;
  const struct puzzle_way *y = b;
  return (x->chance < y->chance) - (x->chance > y->chance);
}

/* What the race found out about each choice, the best first. */
static void note_race(const struct race *race, struct puzzle *p) {
  for (uint32_t i = 0; i < race->n; i++) {
    const struct runner *r = &race->runner[i];
    for (int k = 0; k < p->nways; k++)
      if (sal_same(p->way[k].action, r->action)) {
        p->way[k].chance = r->mean;
        p->way[k].tries = r->tries;
      }
  }
  qsort(p->way, (size_t)p->nways, sizeof *p->way, by_chance);
}

/* Is there a clear best move? Candidates race, and those far behind drop out after each round. With
 * known answers: are they still it? */
static bool is_puzzle(struct bench_of_tries *b, const struct decision *d,
                      const struct sal_action *answer, uint32_t known, struct puzzle *p) {
  *p = (struct puzzle){.line = d->line, .turn = d->state->turn, .side = d->side};
  if (!list_ways(b, d, p))
    return false;
  struct race race = {.bench = b, .at = d, .n = (uint32_t)p->nways, .known = known};
  struct gap gap = {0};
  struct gap thought = {0};
  uint32_t there = 0; /* of the known answers */
  race.runner = block(race.n * sizeof *race.runner);
  for (uint32_t i = 0; i < race.n; i++) {
    struct runner *r = &race.runner[i];
    *r = (struct runner){.action = p->way[i].action, .outcome = block(most_tries())};
    for (uint32_t k = 0; k < known; k++)
      r->answer |= sal_same(r->action, answer[k]);
    there += r->answer;
  }
  bool clear = there == known && run_race(&race, &gap) && planner_agrees(&race, &thought);
  note_race(&race, p);
  p->nbest = (int)race.nbest;
  p->gap = gap.mean;
  p->error = gap.error;
  p->thought = thought.mean;
  p->thought_error = thought.error;
  for (uint32_t i = 0; i < race.n; i++)
    free(race.runner[i].outcome);
  free(race.runner);

  return clear;
}

/* The clearest first. */
static int by_gap(const void *a, const void *b) {
  const struct puzzle *x = a;
  const struct puzzle *y = b;
  return (x->gap < y->gap) - (x->gap > y->gap);
}

/* A puzzle found takes the place of the least clear one when there is no room. */
static int keep(struct puzzle out[PUZZLES], int found, const struct puzzle *p) {
  if (found < PUZZLES) {
    out[found++] = *p;
  } else if (p->gap > out[PUZZLES - 1].gap) {
    out[PUZZLES - 1] = *p;
  }
  qsort(out, (size_t)found, sizeof *out, by_gap);
  return found;
}

/* Looks at some of the decisions, evenly spread over the game. */
static int search(struct bench_of_tries *b, const struct reading *in, struct puzzle out[PUZZLES]) {
  const struct review_options *o = b->o;
  struct puzzle *p = block(sizeof *p);
  int found = 0;
  uint32_t step = in->n / LOOKED_AT + 1;

  for (uint32_t i = 0; i < in->n; i += step) {
    if (o->stop && atomic_load(o->stop))
      break;
    if (is_puzzle(b, &in->list[i], NULL, 0, p))
      found = keep(out, found, p);
    if (o->progress)
      o->progress(o->ctx, i + 1, in->n);
  }
  free(p);
  return found;
}

/* The puzzles of one journal; -1 when it does not replay. */
int puzzle_find(struct library *lib, const char *journal, size_t n, const struct review_options *o,
                uint32_t only, struct puzzle out[PUZZLES], const struct sal_book **book,
                struct fault *f) {
  struct desk *desk = desk_new();
  struct reading in = {.only = only};
  struct journal_report report;
  int found = -1;
  struct game *g = game_replay(lib, desk, journal, n, read_line, &in, &report);

  if (!g || report.verdict != JOURNAL_GOOD) {
    fault_at(f, "journal", "line %d: %s", report.line, report.text);
    f->line = report.line;
  } else {
    struct bench_of_tries bench;
    *book = in.book;
    tries_open(&bench, in.book, o);
    found = search(&bench, &in, out);
    tries_close(&bench);
  }
  for (uint32_t i = 0; i < in.n; i++)
    free(in.list[i].state);
  free(in.list);
  free(in.now);
  game_free(g);
  desk_free(desk);
  return found;
}

/* ---- a puzzle that was found before, by today's rules */

static const char *word(const cJSON *doc, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, key));
  return text ? text : "";
}

/* Its answers as actions of the position; 0: one of them is no action there. */
static uint32_t answers_of(struct game *g, const cJSON *doc, struct sal_action out[EQUALS],
                           struct fault *f) {
  const cJSON *best;
  uint32_t n = 0;

  cJSON_ArrayForEach(best, cJSON_GetObjectItemCaseSensitive(doc, "best")) {
    if (n == EQUALS || !cJSON_IsString(best) ||
        !game_parse(g, best->valuestring, "best", &out[n++], f))
      return 0;
  }

  return n;
}

bool puzzle_holds(struct library *lib, const cJSON *doc, const struct review_options *o,
                  struct puzzle *p, struct fault *f) {
  const struct sal_ruleset *rules = sal_ruleset_find(word(doc, "game"));
  struct desk *desk = desk_new();
  struct game *g = NULL;
  struct sal_action answer[EQUALS];
  bool holds = false;

  if (rules)
    g = game_retell(lib, desk, rules, word(doc, "scenario"),
                    cJSON_GetObjectItemCaseSensitive(doc, "lines"), f);
  uint32_t known = g ? answers_of(g, doc, answer, f) : 0;
  if (known) {
    const struct sal_book *book = game_book(g);
    struct bench_of_tries bench;
    struct decision d = {.side = (uint8_t)sal_side_parse(word(doc, "side"))};
    d.state = block(book->state_bytes);
    memcpy(d.state, game_state(g), book->state_bytes);
    tries_open(&bench, book, o);
    holds = is_puzzle(&bench, &d, answer, known, p);
    tries_close(&bench);
    free(d.state);
  }
  game_free(g);
  desk_free(desk);

  return holds;
}

/* ---- words */

/* How much of a journal comes before a line: the position from which the puzzle starts. */
size_t puzzle_prefix(const char *journal, size_t n, uint32_t line) {
  const char *body = strstr(journal, "\n---\n");
  const char *at = body ? body + 5 : journal;

  for (uint32_t i = 0; i < line && at < journal + n; i++) {
    const char *end = memchr(at, '\n', (size_t)(journal + n - at));
    if (!end)
      return n;
    at = end + 1;
  }

  return (size_t)(at - journal);
}

static void action_json(struct sal_json *j, const char *key, const struct sal_book *b,
                        struct sal_action a) {
  char text[160];
  sal_action_print(b, a, text, sizeof text);
  sal_json_str(j, key, text);
}

static void percent_json(struct sal_json *j, const char *key, double v) {
  char text[40];
  int n = snprintf(text, sizeof text, "%.4f", v);
  sal_json_raw(j, key, text, (size_t)n);
}

/* A puzzle with its journal, so that it can be set up anywhere. */
void puzzle_json(struct sal_json *j, const struct sal_book *b, const struct puzzle *p,
                 const char *journal, size_t n) {
  size_t prefix = puzzle_prefix(journal, n, p->line);
  char *before = malloc(prefix + 1);

  if (!before)
    abort();
  memcpy(before, journal, prefix);
  before[prefix] = 0;
  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_str(j, "scenario", b->scenarios[b->scenario].id);
  sal_json_int(j, "line", p->line);
  sal_json_int(j, "turn", p->turn);
  sal_json_str(j, "side", sal_side_name[p->side]);
  sal_json_array(j, "best");
  for (int i = 0; i < p->nbest; i++)
    action_json(j, NULL, b, p->way[i].action);
  sal_json_end(j);
  action_json(j, "second", b, p->way[p->nbest].action);
  percent_json(j, "gap", p->gap);
  percent_json(j, "error", p->error);
  sal_json_array(j, "ways");
  for (int i = 0; i < p->nways; i++) {
    sal_json_object(j, NULL);
    action_json(j, "action", b, p->way[i].action);
    sal_json_str(j, "says", p->way[i].says);
    percent_json(j, "chance", p->way[i].chance);
    sal_json_int(j, "tries", p->way[i].tries);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_str(j, "journal", before);
  sal_json_end(j);
  free(before);
}
