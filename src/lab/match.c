/* match.c - a match is two sims on the same seeds: a has the Germans in the first and the Soviets in the second.
 *
 * With a resume file the two advance together, a few games at a time, so that a match cut short has whole pairs to show.
 */
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct half {
  double *margin; /* by game, German; NaN-free: `there` says which count */
  bool *there;
  const struct match_options *o;
  uint32_t before; /* games of the other half that are done, for the progress */
};

static void note(void *ctx, uint32_t i, double margin) {
  struct half *h = ctx;
  h->margin[i] = margin;
  h->there[i] = true;
}
static void progress(void *ctx, uint32_t done, uint32_t games, double seconds) {
  struct half *h = ctx;
  (void)games;
  h->o->progress(h->o->ctx, h->before + done, 2 * h->o->pairs, seconds);
}

static bool play_half(const struct match_options *o, int second, uint32_t games, struct half *h, struct sim_result *r, struct fault *f) {
  char file[1024];
  struct sim_options s = {.book = o->book, .seed = o->seed, .games = games, .jobs = o->jobs, .audit = o->audit, .stop = o->stop, .each = note, .ctx = h};
  for (int side = 0; side < SAL_SIDES; side++) {
    s.bot_text[side] = o->bot_text[side ^ second];
    s.bot[side] = o->bot[side ^ second];
  }
  for (int i = 0; i < o->book->noptions; i++) s.option[i] = o->book->option[i].def;
  if (o->progress) s.progress = progress;
  if (o->resume) {
    snprintf(file, sizeof file, "%s.%d", o->resume, second + 1);
    s.resume = file;
  }
  h->o = o;
  return sim_run(&s, r, f);
}

static void add_up(struct match_result *r, const struct half h[2], const struct sim_result s[2]) {
  for (uint32_t i = 0; i < r->pairs; i++) {
    if (!h[0].there[i] || !h[1].there[i]) continue;
    double sum = h[0].margin[i] - h[1].margin[i]; /* a's: as the German, less b's as the German */
    r->finished++;
    if (sum > 1e-9) r->won++;
    else if (sum < -1e-9) r->lost++;
    else r->equal++;
  }
  if (r->finished) {
    r->score = (r->won + 0.5 * r->equal) / r->finished;
    sim_interval(r->score, r->finished, &r->low, &r->high);
  }
  double games = s[0].finished + s[1].finished;
  if (games > 0) {
    r->german = (s[0].score * s[0].finished + s[1].score * s[1].finished) / games;
    sim_interval(r->german, games, &r->german_low, &r->german_high);
  }
  r->failed = s[0].failed + s[1].failed;
  r->repeatable = s[0].repeatable;
  r->seconds = s[0].seconds + s[1].seconds;
}

bool match_run(const struct match_options *o, struct match_result *r, struct fault *f) {
  enum { SLICE = 10 };
  struct half h[2] = {{0}};
  struct sim_result s[2] = {{0}};
  bool ok = true, more = true;
  *r = (struct match_result){.pairs = o->pairs};
  for (int i = 0; i < 2; i++) {
    h[i].margin = calloc(o->pairs, sizeof *h[i].margin);
    h[i].there = calloc(o->pairs, sizeof *h[i].there);
    if (!h[i].margin || !h[i].there) abort();
  }
  for (uint32_t from = 0, games = 0; ok && more && games < o->pairs; from = games) {
    games = o->resume && games + SLICE < o->pairs ? games + SLICE : o->pairs;
    for (int i = 0; i < 2 && ok; i++) {
      sim_free(&s[i]);
      h[i].before = i ? games : from;
      ok = play_half(o, i, games, &h[i], &s[i], f);
    }
    more = ok && s[0].complete && s[1].complete;
    r->complete = more && games == o->pairs;
  }
  if (ok) add_up(r, h, s);
  for (int i = 0; i < 2; i++) {
    if (ok && s[i].nfailures && !r->failure.journal) r->failure = s[i].failure[0], s[i].failure[0].journal = NULL;
    sim_free(&s[i]);
    free(h[i].margin);
    free(h[i].there);
  }
  return ok;
}
void match_free(struct match_result *r) { free(r->failure.journal); }

void match_print(const struct match_options *o, const struct match_result *r) {
  const struct sal_book *b = o->book;
  printf("%s/%s, %s against %s, seed %llu: %u of %u pairs\n", b->rules->id, b->scenarios[b->scenario].id, o->bot_text[0], o->bot_text[1],
         (unsigned long long)o->seed, r->finished, r->pairs);
  printf("  pairs won %u, lost %u, equal %u: %s scores %.1f %% (95 %%: %.1f to %.1f)\n", r->won, r->lost, r->equal, o->bot_text[0], 100 * r->score, 100 * r->low, 100 * r->high);
  printf("  German score over all games %.1f %% (95 %%: %.1f to %.1f), %.1f s\n", 100 * r->german, 100 * r->german_low, 100 * r->german_high, r->seconds);
  if (r->failed) printf("  %u games failed; game %u: %s\n", r->failed, r->failure.game, r->failure.text);
}

static void real(struct sal_json *j, const char *key, double v) {
  char text[40];
  int n = snprintf(text, sizeof text, "%.4f", v);
  sal_json_raw(j, key, text, (size_t)n);
}
static void score(struct sal_json *j, const char *key, double mean, double low, double high) {
  sal_json_object(j, key);
  real(j, "mean", mean);
  real(j, "low", low);
  real(j, "high", high);
  real(j, "level", 0.95);
  sal_json_end(j);
}
void match_json(struct sal_json *j, const struct match_options *o, const struct match_result *r) {
  const struct sal_book *b = o->book;
  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_str(j, "scenario", b->scenarios[b->scenario].id);
  sal_json_str(j, "a", o->bot_text[0]);
  sal_json_str(j, "b", o->bot_text[1]);
  sal_json_int(j, "seed", (int64_t)o->seed);
  sal_json_int(j, "pairs", r->pairs);
  sal_json_int(j, "finished", r->finished);
  sal_json_int(j, "won", r->won);
  sal_json_int(j, "lost", r->lost);
  sal_json_int(j, "equal", r->equal);
  score(j, "score", r->score, r->low, r->high);
  score(j, "german_score", r->german, r->german_low, r->german_high);
  sal_json_array(j, "failures");
  if (r->failed) {
    sal_json_object(j, NULL);
    sal_json_int(j, "game", r->failure.game);
    sal_json_int(j, "action", r->failure.action);
    sal_json_str(j, "text", r->failure.text);
    sal_json_str(j, "journal", r->failure.journal);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_bool(j, "repeatable", r->repeatable);
  sal_json_bool(j, "complete", r->complete);
  real(j, "seconds", r->seconds);
  sal_json_end(j);
}
