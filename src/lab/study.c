/* study.c - see study.h: games to study, the chances against what came, and the mean of luck. */
#include "study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "review_inside.h"
#include "sim.h"

enum { POSITIONS = 2 }; /* examined in one game */

static void *block(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    abort();
  return p;
}

/* One line of what a study has found so far. */
void study_say(const struct study_options *o, const char *fmt, ...) {
  char line[240];
  va_list ap;

  if (!o->said)
    return;
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  o->said(o->ctx, line);
}

/* A table with the study's bot on both sides. */
static struct playout *table_of(const struct study_options *o) {
  const struct bot_spec spec[2] = {o->bot, o->bot};
  return playout_new(o->book, spec);
}

/* This program's bots do not fail; a game that does is a bug, and its reason is reported. */
static void play_out(struct playout *p) {
  int more;
  while ((more = playout_step(p)) > 0)
    continue;
  if (more == 0)
    return;
  fprintf(stderr, "salient: a game of the study failed: %s\n", p->failure);
  abort();
}

char *study_record(const struct study_options *o, uint32_t game,
                   const struct playout_instead *instead) {
  struct journal journal = {0};
  struct playout *p = table_of(o);

  p->record = &journal;
  p->instead = instead;
  playout_start(p, playout_seed(o->seed, game));
  play_out(p);
  playout_free(p);
  return journal.text;
}

void study_review(const struct study_options *o, const char *journal, bool curve_only,
                  struct review *r) {
  /* The dice of the tries must not be those of the games. */
  struct review_options how = {
      .seed = o->seed + 1, .nodes = o->nodes, .threads = o->threads, .curve_only = curve_only};
  struct fault f;

  if (review_run(o->lib, journal, strlen(journal), &how, r, &f))
    return;
  fprintf(stderr, "salient: a journal of the study cannot be reviewed: %s\n", f.text);
  abort();
}

/* ---- chances against what came */

/* The positions of one game in which a side's part of a turn begins. */
struct parts {
  struct sal_head **state;
  uint8_t *side;
  uint32_t n, cap;
};

static void keep_part(struct parts *parts, const struct playout *p, int side) {
  if (parts->n == parts->cap) {
    parts->cap = parts->cap ? 2 * parts->cap : 64;
    parts->state = realloc(parts->state, parts->cap * sizeof *parts->state);
    parts->side = realloc(parts->side, parts->cap);
    if (!parts->state || !parts->side)
      abort();
  }
  parts->state[parts->n] = block(p->book->state_bytes);
  memcpy(parts->state[parts->n], p->play.state, p->book->state_bytes);
  parts->side[parts->n++] = (uint8_t)side;
}

/* Whose decision is next; where both decide, the German's. */
static int decides(struct playout *p) {
  return sal_actors(&p->play) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
}

/* Plays a game and keeps where parts begin. What the German got: 1, 0 or a half. */
static double play_parts(struct playout *p, uint64_t seed, struct parts *parts) {
  struct sal_result result = {.winner = SAL_NOSIDE};
  struct part last = {-1, SAL_NOSIDE, 0};

  playout_start(p, seed);
  while (sal_actors(&p->play)) {
    int side = decides(p);
    if (review_begins(&last, p->play.state, side))
      keep_part(parts, p, side);
    if (playout_step(p) <= 0)
      break;
  }
  p->book->rules->score(&p->play, &result);
  if (result.winner >= SAL_SIDES)
    return 0.5;
  return result.winner == SAL_GERMAN;
}

static void forget_parts(struct parts *parts) {
  for (uint32_t i = 0; i < parts->n; i++)
    free(parts->state[i]);
  free(parts->state);
  free(parts->side);
}

/* A chance goes to its tenth; 1 belongs to the last. */
static int bin_of(double chance) {
  int bin = (int)(chance * STUDY_BINS);
  return bin < STUDY_BINS ? bin : STUDY_BINS - 1;
}

/* A few positions of a game, one from each part of its length. A line shows the share of the tries,
 * from which tools/chances.mjs makes the scale. */
static void look_at_game(const struct study_options *o, struct bench_of_tries *b,
                         const struct parts *parts, double came, struct sal_rng *rng,
                         struct study_chances *out) {
  struct review as = {.book = o->book};
  bool seen[STUDY_BINS] = {false};

  review_scale_of(o->book, &as.scale);
  for (uint32_t k = 0; k < POSITIONS && k < parts->n; k++) {
    uint32_t from = k * parts->n / POSITIONS;
    uint32_t to = (k + 1) * parts->n / POSITIONS;
    if (to <= from)
      continue;
    uint32_t i = from + sal_rng_below(rng, to - from);
    struct try_from try = {
        .state = parts->state[i], .guess = parts->side[i], .side = parts->side[i]};
    struct chance c = tries_run(b, &try, b->tries, NULL);
    double chance = review_chance(&as, &c, SAL_GERMAN);
    struct study_bin *bin = &out->bin[bin_of(chance)];
    bin->predicted += chance;
    bin->won += came;
    bin->positions++;
    bin->games += !seen[bin_of(chance)];
    seen[bin_of(chance)] = true;
    out->squares += (chance - came) * (chance - came);
    out->positions++;
    study_say(o, "%.4f %.1f", review_share(&c, SAL_GERMAN), came);
  }
}

void study_chances(const struct study_options *o, struct study_chances *out) {
  struct review_options how = {.seed = o->seed + 1, .nodes = o->nodes, .threads = o->threads};
  struct bench_of_tries bench;
  struct playout *p = table_of(o);
  struct sal_rng rng;

  *out = (struct study_chances){.games = o->games};
  tries_open(&bench, o->book, &how);
  for (uint32_t i = 0; i < o->games; i++) {
    struct parts parts = {0};
    uint64_t seed = playout_seed(o->seed, i);
    double came = play_parts(p, seed, &parts);
    if (!bench.tries)
      tries_measure(&bench, parts.state[0]);
    sal_rng_seed(&rng, playout_seed(seed, 9));
    /* All games begin alike: with one seed the error there would be the same in every game. */
    how.seed = playout_seed(seed, 10);
    look_at_game(o, &bench, &parts, came, &rng, out);
    forget_parts(&parts);
  }
  tries_close(&bench);
  playout_free(p);
}

bool study_bin_holds(const struct study_bin *bin, double *low, double *high) {
  double predicted = bin->predicted / bin->positions;
  double won = bin->won / bin->positions;

  sim_interval(won, bin->games, low, high);
  return fabs(won - predicted) <= 0.05 || (predicted >= *low && predicted <= *high);
}

/* ---- luck */

/* Start, luck and what both did make the German's result. */
static bool adds_up(const struct review *r) {
  double start = review_chance(r, &r->segment[0].open, SAL_GERMAN);
  double end = review_chance(r, &r->end, SAL_GERMAN);
  double done = r->play[SAL_GERMAN] - r->play[SAL_SOVIET];
  return fabs(start + r->luck[SAL_GERMAN] + done - end) < 1e-9;
}

void study_luck(const struct study_options *o, struct study_luck *out) {
  double sum = 0;
  double squares = 0;

  *out = (struct study_luck){.games = o->games};
  for (uint32_t i = 0; i < o->games; i++) {
    struct review r;
    char *journal = study_record(o, i, NULL);
    study_review(o, journal, true, &r);
    double luck = r.luck[SAL_GERMAN];
    sum += luck;
    squares += luck * luck;
    out->adds_up += adds_up(&r);
    study_say(o, "game %u: luck %+.3f, play %+.3f and %+.3f", i, luck, r.play[SAL_GERMAN],
              r.play[SAL_SOVIET]);
    review_free(&r);
    free(journal);
  }
  double n = o->games;
  out->mean = sum / n;
  out->spread = n > 1 ? sqrt(fmax(0, (squares - sum * sum / n) / (n - 1))) : 0;
  out->error = out->spread / sqrt(n);
}
