/* bench.c - speed of every scenario, with the bare kernels in the same run, and the signature.
 *
 * A figure is the median of five repeats; the spread is (highest - lowest) / median. Seconds are
 * the thread's own processor time, so that a busy machine does not count, and what is compared is
 * measured in turn, so that both see the same one. The time is shared out among the scenarios, so
 * that the whole run stays within its limit however many games there are.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 5, RECORD = 200000 };

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Wall time, for the limit of the whole run. */
static double now(void) {
  return seconds_of(CLOCK_MONOTONIC);
}

static double cpu(void) {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
} /* of all threads */
static double own(void) {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

/* For the median. */
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Notes a figure: the median of its runs, and their spread. */
static void add(struct bench *b, const char *name, const struct sal_book *book,
                const double v[REPEATS], const char *unit) {
  double s[REPEATS];

  memcpy(s, v, sizeof s);
  qsort(s, REPEATS, sizeof *s, by_value);
  if (b->n == BENCH_RESULTS)
    return;
  double median = s[REPEATS / 2];
  b->result[b->n++] = (struct bench_result){name,
                                            book ? book->rules->id : NULL,
                                            book ? book->scenarios[book->scenario].id : NULL,
                                            median,
                                            unit,
                                            median > 0 ? (s[REPEATS - 1] - s[0]) / median : 0};
}

/* Runs fn(ctx, n) with growing n until it takes `seconds`; returns how many a second. */
static double rate(void (*fn)(void *, int), void *ctx, double seconds) {
  for (int n = 1;; n = n < 1 << 24 ? n * 4 : n) {
    double t = own();
    fn(ctx, n);
    t = own() - t;
    if (t * 5 < seconds && n < 1 << 28)
      continue; /* too short to trust: once more, longer */
    int rest = t > 0 ? (int)(n * (seconds - t) / t) : 0;
    if (rest < n)
      return n / t;
    double u = own();
    fn(ctx, rest);
    return rest / (own() - u);
  }
}

/* ---- a scenario */
struct move {
  struct sal_action action;
  uint8_t side;
};
/* What is measured on one scenario: a recorded game to replay, and its position with the most
 * legal actions. `sink` keeps the compiler from leaving out work that is not used. */
struct scene {
  struct playout *p;
  struct move *move; /* one game, recorded */
  uint32_t nmoves;
  uint64_t seed, games;
  struct sal_head *busiest, *copy;
  int busiest_side;
  uint32_t most;
  volatile uint64_t sink;
};

static void play_random(void *ctx, int n) { /* whole games, one after the other */
  struct scene *s = ctx;
  while (n--)
    if (playout_step(s->p) <= 0)
      playout_start(s->p, playout_seed(s->seed, ++s->games));
}

/* A whole random game as actions and dice, to be replayed. */
static void record_game(struct scene *s) {
  struct playout *p = s->p;

  playout_start(p, s->seed);
  for (s->nmoves = 0; s->nmoves < RECORD; s->nmoves++) {
    uint32_t who = sal_actors(&p->play);
    if (!who)
      break;
    int side = who & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    sal_legal(&p->play, side, &p->list);
    if (p->list.n > s->most) {
      s->most = p->list.n;
      s->busiest_side = side;
      memcpy(s->busiest, p->play.state, p->book->state_bytes);
    }
    if (!p->list.n)
      break;
    struct sal_action a = p->list.a[sal_rng_below(&p->turn, p->list.n)];
    s->move[s->nmoves] = (struct move){a, (uint8_t)side};
    p->dice.n = 0;
    p->events.n = 0;
    p->events.ncards = 0;
    sal_apply(&p->play, side, a);
  }
}

static void replay(void *ctx, int n) { /* check and apply only; the same seed gives the same dice */
  struct scene *s = ctx;
  struct playout *p = s->p;
  for (uint32_t at = s->nmoves; n--; at++) {
    if (at >= s->nmoves) {
      playout_start(p, s->seed);
      at = 0;
    }
    const struct move *m = &s->move[at];
    if (!sal_check(&p->play, m->side, m->action, NULL))
      sal_bug("a recorded action is refused", __FILE__, __LINE__);
    p->dice.n = 0;
    p->events.n = 0;
    p->events.ncards = 0;
    sal_apply(&p->play, m->side, m->action);
  }
}

/* The time of listing the actions of the fullest position. */
static void list_busiest(void *ctx, int n) {
  struct scene *s = ctx;
  struct sal_play play = s->p->play;
  play.state = s->busiest;
  while (n--) {
    sal_legal(&play, s->busiest_side, &s->p->list);
    s->sink += s->p->list.n;
  }
}

/* What a search does before every try. */
static void clone(void *ctx, int n) {
  struct scene *s = ctx;
  uint32_t size = s->p->book->state_bytes;

  for (int i = 0; i < n; i++) { /* there and back, so that no copy can be left out */
    memcpy(i & 1 ? s->busiest : s->copy, i & 1 ? s->copy : s->busiest, size);
    __asm__ volatile("" : : "r"(s->copy), "r"(s->busiest) : "memory");
  }
}

/* What the journal does after every line. */
static void hash(void *ctx, int n) {
  struct scene *s = ctx;
  while (n--)
    s->sink ^= sal_hash(s->busiest, s->p->book->state_bytes, s->sink);
}

/* What every answer to a client needs. */
static void view(void *ctx, int n) {
  struct scene *s = ctx;
  while (n--)
    s->p->book->rules->view(s->p->book, s->busiest, SAL_GERMAN, s->copy, NULL);
}

static const struct {
  const char *name;
  void (*run)(void *, int);
  double share; /* of the scenario's time */
  bool as_time;
} DOORS[] = {{"play.random", play_random, 0.4, false},
             {"replay", replay, 0.2, false},
             {"list.busiest", list_busiest, 0.1, true},
             {"clone", clone, 0.1, true},
             {"hash", hash, 0.1, true},
             {"view", view, 0.1, true}};
enum { NDOORS = sizeof DOORS / sizeof *DOORS };

/* All figures of one scenario. */
static void scenario(struct bench *b, const struct sal_book *book, double seconds) {
  struct bot_spec spec[2];
  struct sal_err err;

  bot_parse("random", &spec[0], &err);
  spec[1] = spec[0];
  struct scene s = {.p = playout_new(book, spec), .seed = 1};
  s.move = calloc(RECORD, sizeof *s.move);
  s.busiest = calloc(1, book->state_bytes);
  s.copy = calloc(1, book->state_bytes);
  if (!s.move || !s.busiest || !s.copy)
    abort();
  record_game(&s);
  double v[NDOORS + 1][REPEATS];
  for (int i = 0; i < REPEATS; i++) {
    playout_start(s.p, playout_seed(s.seed, ++s.games));
    for (int d = 0; d < NDOORS; d++) {
      double r = rate(DOORS[d].run, &s, seconds * DOORS[d].share / REPEATS);
      v[d][i] = DOORS[d].as_time ? 1e6 / r : r;
    }
    v[NDOORS][i] = book->state_bytes;
  }
  for (int d = 0; d < NDOORS; d++)
    add(b, DOORS[d].name, book, v[d], DOORS[d].as_time ? "us" : "actions/s");
  add(b, "state.bytes", book, v[NDOORS], "bytes");
  free(s.move);
  free(s.busiest);
  free(s.copy);
  playout_free(s.p);
}

/* ---- how long the planner takes for a turn, at its default and with all cores: by the clock, and
 * in processor time */
enum { PLANNER_TURNS = 2, PLANNER_LIMIT = 120 };
struct turns {
  double now[2], worst, sum; /* now: of each side */
  int n;
};

/* A side's thinking is summed over its turn, because that is what a player waits for. */
static void end_turn(struct turns *t) {
  for (int side = 0; side < 2; side++) {
    if (t->now[side] > 0) {
      t->sum += t->now[side];
      t->n++;
    }
    t->worst = t->now[side] > t->worst ? t->now[side] : t->worst;
    t->now[side] = 0;
  }
}

/* The slowest turn of each side. */
static void add_turns(struct bench *b, const char *name, const struct sal_book *book,
                      const struct turns *t) {
  if (b->n == BENCH_RESULTS)
    return;
  b->result[b->n++] =
      (struct bench_result){name,
                            book->rules->id,
                            book->scenarios[book->scenario].id,
                            t->worst,
                            "s",
                            t->n && t->worst > 0 ? (t->worst - t->sum / t->n) / t->worst : 0};
}

/* Plays a game with the planner on both sides and times its turns. */
static void planner_turns(struct bench *b, const struct sal_book *book) {
  struct bot_spec spec[2];
  struct sal_err err;

  bot_parse("planner", &spec[0], &err);
  spec[1] = spec[0];
  struct playout *p = playout_new(book, spec);
  struct turns wall = {0};
  struct turns work = {0};
  double began = cpu();
  int turn = -1;
  int seen = 0;
  p->thought.threads = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
  playout_start(p, 1);
  for (;;) {
    uint32_t who = sal_actors(&p->play);
    bool over = !who || cpu() - began > PLANNER_LIMIT;
    if (over || p->play.state->turn != turn) {
      end_turn(&wall);
      end_turn(&work);
      turn = p->play.state->turn;
      if (over || ++seen > PLANNER_TURNS)
        break;
    }
    int side = who == SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    double t = now();
    double c = cpu();
    if (playout_step(p) < 0)
      break;
    wall.now[side] += now() - t;
    work.now[side] += cpu() - c;
  }
  add_turns(b, "planner.turn", book, &wall);
  add_turns(b, "planner.cpu", book, &work);
  playout_free(p);
}

/* ---- kernels: in turn, so that both see the same machine */
static bool kernels(struct bench *b, double seconds, struct fault *f) {
  static const struct {
    const char *name;
    void (*run)(struct kernels *, int);
    int n;
  } row[] = {{"flood.64x36", kernels_core_flood, 1},
             {"kernel.flood", kernels_flood, 1},
             {"los.64x36", kernels_core_los, 20},
             {"kernel.los", kernels_los, 20}};
  double v[4][REPEATS];
  struct kernels *k = kernels_new();
  bool ok = kernels_check(k, f);
  for (int i = 0; ok && i < REPEATS; i++)
    for (int r = 0; r < 4; r++) {
      int n = 0;
      int batch = 2000 * row[r].n;
      double t = own();
      double limit = seconds / (4 * REPEATS);
      do {
        row[r].run(k, batch);
        n += batch;
      } while (own() - t < limit);
      v[r][i] = n / (own() - t);
    }
  for (int r = 0; ok && r < 4; r++)
    add(b, row[r].name, NULL, v[r], "/s");
  kernels_free(k);
  return ok;
}

/* The slowest turn of every scenario. */
bool bench_planner(struct library *lib, const struct sal_ruleset *only, const char *scenario_id,
                   struct bench *b, struct fault *f) {
  b->n = 0;
  for (int g = 0; sal_rulesets[g]; g++) {
    if (only ? sal_rulesets[g] != only : sal_rulesets[g]->hidden)
      continue;
    const struct sal_book *outline = library_outline(lib, sal_rulesets[g], f);
    for (int i = 0; outline && i < outline->nscenarios; i++) {
      if (scenario_id && strcmp(scenario_id, outline->scenarios[i].id))
        continue;
      const struct sal_book *book = library_book(lib, sal_rulesets[g], outline->scenarios[i].id, f);
      if (!book)
        return false;
      planner_turns(b, book);
    }
    if (!outline)
      return false;
  }

  return true;
}

/* All figures within the time. */
bool bench_run(struct library *lib, const struct sal_ruleset *only, double seconds, struct bench *b,
               struct fault *f) {
  int scenarios = 0;

  b->n = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int g = 0; sal_rulesets[g]; g++) {
      if (only ? sal_rulesets[g] != only : sal_rulesets[g]->hidden)
        continue;
      const struct sal_book *outline = library_outline(lib, sal_rulesets[g], f);
      if (!outline)
        return false;
      for (int i = 0; i < outline->nscenarios; i++) {
        if (!pass) {
          scenarios++;
          continue;
        }
        const struct sal_book *book =
            library_book(lib, sal_rulesets[g], outline->scenarios[i].id, f);
        if (!book)
          return false;
        double share = seconds * 0.7 / scenarios;
        scenario(b, book, share < 5 ? share : 5);
      }
    }
    if (pass)
      break;
    if (!kernels(b, seconds * 0.2 < 5 ? seconds * 0.2 : 5, f))
      return false;
  }

  return true;
}

/* How this program was built. */
const char *bench_build(void) {
#if defined __SANITIZE_ADDRESS__
  return "sanitize";
#elif defined __OPTIMIZE__
  return "release";
#else
  return "debug";
#endif
}

/* The figures as the contract has them. */
void bench_json(struct sal_json *j, const struct bench *b) {
  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "build", bench_build());
#if defined __clang__
  sal_json_fmt(j, "compiler", "clang %s", __clang_version__);
#else
  sal_json_fmt(j, "compiler", "gcc %s", __VERSION__);
#endif
  sal_json_int(j, "cores", sysconf(_SC_NPROCESSORS_ONLN));
  sal_json_array(j, "results");
  for (uint32_t i = 0; i < b->n; i++) {
    const struct bench_result *r = &b->result[i];
    char number[40];
    sal_json_object(j, NULL);
    sal_json_str(j, "name", r->name);
    if (r->game) {
      sal_json_str(j, "game", r->game);
      sal_json_str(j, "scenario", r->scenario);
    }
    int n = snprintf(number, sizeof number, r->value < 1000 ? "%.4g" : "%.0f", r->value);
    sal_json_raw(j, "value", number, (size_t)n);
    sal_json_str(j, "unit", r->unit);
    n = snprintf(number, sizeof number, "%.3f", r->spread);
    sal_json_raw(j, "spread", number, (size_t)n);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}
