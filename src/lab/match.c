/* match.c - a match is two sims on the same seeds: a has the Germans in the first and the Soviets
 * in the second.
 *
 * The two advance together, a slice of games at a time, so that a match cut short has whole pairs
 * to show and a sequential test stops at the same pair however many threads play.
 */
#include "match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE = 10 }; /* pairs between two looks at the test */

struct half {     /* what one of the two sims found, by game */
  double *margin; /* German */
  uint8_t *winner;
  bool *there; /* which of them count */
  const struct match_options *o;
  uint32_t before; /* games of the other half that are done, for the progress */
};

/* One finished game of a half. */
static void note(void *ctx, uint32_t game, int winner, double margin) {
  struct half *h = ctx;
  h->margin[game] = margin;
  h->winner[game] = (uint8_t)winner;
  h->there[game] = true;
}

/* Progress over both halves. */
static void progress(void *ctx, uint32_t done, uint32_t games, double seconds) {
  struct half *h = ctx;
  (void)games;
  h->o->progress(h->o->ctx, h->before + done, 2 * h->o->pairs, seconds);
}

static void open_half(struct half *h, const struct match_options *o) {
  h->margin = calloc(o->pairs, sizeof *h->margin);
  h->winner = calloc(o->pairs, sizeof *h->winner);
  h->there = calloc(o->pairs, sizeof *h->there);
  h->o = o;
  if (!h->margin || !h->winner || !h->there)
    abort();
}

static void close_half(struct half *h) {
  free(h->margin);
  free(h->winner);
  free(h->there);
}

/* The sim of one half: `second` has the seats changed. */
static struct sim_options half_options(const struct match_options *o, int second, struct half *h) {
  struct sim_options s = {.book = o->book,
                          .seed = o->seed,
                          .jobs = o->jobs,
                          .part = o->part,
                          .parts = o->parts,
                          .audit = o->audit,
                          .stop = o->stop,
                          .each = note,
                          .ctx = h};

  for (int side = 0; side < SAL_SIDES; side++) {
    s.bot_text[side] = o->bot_text[side ^ second];
    s.bot[side] = o->bot[side ^ second];
  }
  for (int i = 0; i < o->book->noptions; i++)
    s.option[i] = (uint8_t)o->book->option[i].def;
  if (o->progress)
    s.progress = progress;

  return s;
}

/* One half of the match: each bot has the same side in all of its games. */
static bool play_half(const struct match_options *o, int second, uint32_t games, struct half *h,
                      struct sim_result *r, struct fault *f) {
  char file[1024];
  struct sim_options s = half_options(o, second, h);

  s.games = o->parts > 1 ? o->pairs : games; /* a part's file names the whole match */
  if (o->resume) {
    snprintf(file, sizeof file, "%s.%d", o->resume, second + 1);
    s.resume = file;
  }

  return sim_run(&s, r, f);
}

/* ---- adding up */

/* What a scored in a game, in half points: 2 won, 1 drawn, 0 lost. */
static int half_points(int winner, int a_side) {
  if (winner == a_side)
    return 2;
  return winner == 2 ? 1 : 0;
}

/* Half a point is a drawn game. */
static void count_wins(struct match_result *r, int half_point) {
  static const int place[] = {1, 2, 0}; /* lost: b's win; drawn; won: a's */
  r->wins[place[half_point]]++;
}

/* Both games of a pair share a seed, so what the dice gave cancels out. */
static void add_pair(struct match_result *r, const struct half h[2], uint32_t pair,
                     double *squares) {
  double sum = h[0].margin[pair] - h[1].margin[pair]; /* a as the German, less b as the German */
  int as_german = half_points(h[0].winner[pair], SAL_GERMAN);
  int as_soviet = half_points(h[1].winner[pair], SAL_SOVIET);

  r->finished++;
  if (sum > 1e-9)
    r->won++;
  else if (sum < -1e-9)
    r->lost++;
  else
    r->equal++;
  r->penta[as_german + as_soviet]++;
  count_wins(r, as_german);
  count_wins(r, as_soviet);
  r->margin_mean += sum;
  *squares += sum * sum;
}

/* Games given up: a has the Germans in the first half, b in the second. */
static void count_forfeits(struct match_result *r, const struct sim_result s[2]) {
  for (int second = 0; second < 2; second++)
    for (int side = 0; side < SAL_SIDES; side++)
      r->forfeits[side ^ second] += sim_forfeits(&s[second], side);
}

/* Some games were not played to their end, so nothing was measured. */
static bool is_spoilt(const struct match_result *r) {
  return r->forfeits[0] || r->forfeits[1];
}

/* The result so far, from whole pairs only. */
static void add_up(const struct match_options *o, struct match_result *r, const struct half h[2],
                   const struct sim_result s[2]) {
  double squares = 0;

  *r = (struct match_result){.pairs = o->pairs, .complete = r->complete};
  for (uint32_t pair = 0; pair < r->pairs; pair++)
    if (h[0].there[pair] && h[1].there[pair])
      add_pair(r, h, pair, &squares);
  double n = r->finished;
  double sum = r->margin_mean;
  if (n > 0) {
    r->score = (r->won + 0.5 * r->equal) / n;
    sim_interval(r->score, n, &r->low, &r->high);
    r->margin_mean = sum / n;
    r->margin_sd = n > 1 ? sqrt(fmax(0, (squares - sum * sum / n) / (n - 1))) : 0;
  }
  count_forfeits(r, s);
  r->sprt = sprt_of(r->penta, o->elo0, o->elo1);
  if (is_spoilt(r))
    r->sprt.verdict = SPRT_OPEN;
  double games = s[0].finished + s[1].finished;
  if (games > 0) {
    r->german = (s[0].score * s[0].finished + s[1].score * s[1].finished) / games;
    sim_interval(r->german, games, &r->german_low, &r->german_high);
  }
  const uint64_t halves[2] = {s[0].signature, s[1].signature};
  r->signature = sal_hash(halves, sizeof halves, 0);
  r->failed = s[0].failed + s[1].failed;
  r->repeatable = s[0].repeatable;
}

/* Keeps the first game that failed, with its journal. */
static void take_failure(struct match_result *r, struct sim_result *s) {
  if (!s->nfailures || r->failure.journal)
    return;
  r->failure = s->failure[0];
  s->failure[0].journal = NULL;
}

/* How many pairs to have played at the next look: all at once when nobody wants to look between. */
static uint32_t next_look(const struct match_options *o, uint32_t played) {
  bool looks = o->sequential || (o->resume && o->parts < 2);
  if (!looks || played + SLICE > o->pairs)
    return o->pairs;
  return played + SLICE;
}

/* Plays slice by slice, and looks after each whether the test has decided. */
bool match_run(const struct match_options *o, struct match_result *r, struct fault *f) {
  struct half h[2] = {{0}};
  struct sim_result s[2] = {{0}};
  bool ok = true;
  bool more = true;
  double seconds = 0;

  *r = (struct match_result){.pairs = o->pairs};
  for (int i = 0; i < 2; i++)
    open_half(&h[i], o);
  for (uint32_t played = 0; ok && more && played < o->pairs;) {
    uint32_t games = next_look(o, played);
    for (int i = 0; i < 2 && ok; i++) {
      sim_free(&s[i]);
      h[i].before = i ? games : played;
      ok = play_half(o, i, games, &h[i], &s[i], f);
      seconds += s[i].seconds;
    }
    if (!ok)
      break;
    bool whole = s[0].complete && s[1].complete;
    add_up(o, r, h, s);
    played = games;
    bool decided = o->sequential && r->sprt.verdict != SPRT_OPEN;
    bool in_vain = o->sequential && is_spoilt(r); /* more games would decide nothing */
    r->complete = whole && (decided || played == o->pairs);
    more = whole && !decided && !in_vain;
  }
  r->seconds = seconds;
  for (int i = 0; i < 2; i++) {
    if (ok)
      take_failure(r, &s[i]);
    sim_free(&s[i]);
    close_half(&h[i]);
  }

  return ok;
}

/* ---- parts put together */

/* One half of a match, from the files of its parts. */
static bool merge_half(const struct match_options *o, int second, char *const *files, int n,
                       struct half *h, struct sim_result *r, struct fault *f) {
  struct sim_part_names names;

  char(*name)[1024] = calloc((size_t)n, sizeof *name);
  char **list = calloc((size_t)n, sizeof *list);
  struct sim_options s = half_options(o, second, h);
  if (!name || !list)
    abort();
  for (int i = 0; i < n; i++) {
    snprintf(name[i], sizeof name[i], "%s.%d", files[i], second + 1);
    list[i] = name[i];
  }
  s.jobs = 1;
  bool ok = sim_part_read(list[0], &names, f) && sim_merge(&s, &names, list, n, r, f);
  free(list);
  free(name);
  return ok;
}

/* A match that several machines played in parts. */
bool match_merge(struct match_options *o, struct sim_part_names *names, char *const *files, int n,
                 struct match_result *r, struct fault *f) {
  struct half h[2] = {{0}};
  struct sim_result s[2] = {{0}};
  bool ok = true;

  o->pairs = names->games;
  o->seed = names->seed;
  *r = (struct match_result){.complete = true};
  for (int i = 0; i < 2; i++)
    open_half(&h[i], o);
  for (int i = 0; i < 2 && ok; i++)
    ok = merge_half(o, i, files, n, &h[i], &s[i], f);
  if (ok)
    add_up(o, r, h, s);
  for (int i = 0; i < 2; i++) {
    sim_free(&s[i]);
    close_half(&h[i]);
  }

  return ok;
}

void match_free(struct match_result *r) {
  free(r->failure.journal);
}

/* ---- words */

/* The rating, or why there is none. */
static void print_rating(const struct match_options *o, const struct match_result *r) {
  printf("  pairs by victories 0, 1/2, 1, 3/2, 2: %u %u %u %u %u; ", r->penta[0], r->penta[1],
         r->penta[2], r->penta[3], r->penta[4]);
  if (is_spoilt(r)) {
    printf("no Elo\n");
    printf("  forfeited: %s %u games, %s %u. A program that fails is not rated; its message is on "
           "the error output\n",
           o->bot_text[0], r->forfeits[0], o->bot_text[1], r->forfeits[1]);
    return;
  }
  printf("Elo %+.0f (95 %%: %+.0f to %+.0f)\n", r->sprt.elo, r->sprt.low, r->sprt.high);
  if (o->sequential)
    printf("  test of %+.0f against %+.0f: llr %.2f (%.2f to %.2f), %s\n", o->elo0, o->elo1,
           r->sprt.llr, r->sprt.lower, r->sprt.upper, sprt_word[r->sprt.verdict]);
}

/* The result in words. */
void match_print(const struct match_options *o, const struct match_result *r) {
  const struct sal_book *b = o->book;

  printf("%s/%s, %s against %s, seed %llu: %u of %u pairs\n", b->rules->id,
         b->scenarios[b->scenario].id, o->bot_text[0], o->bot_text[1], (unsigned long long)o->seed,
         r->finished, r->pairs);
  printf("  victories: %s won %u games, %s %u, drawn %u\n", o->bot_text[0], r->wins[0],
         o->bot_text[1], r->wins[1], r->wins[2]);
  print_rating(o, r);
  printf("  pairs by margins won %u, lost %u, equal %u: %s scores %.1f %% (95 %%: %.1f to %.1f), "
         "margin %+.2f (sd %.2f)\n",
         r->won, r->lost, r->equal, o->bot_text[0], 100 * r->score, 100 * r->low, 100 * r->high,
         r->margin_mean, r->margin_sd);
  printf("  German score over all games %.1f %% (95 %%: %.1f to %.1f), %.1f s\n", 100 * r->german,
         100 * r->german_low, 100 * r->german_high, r->seconds);
  if (r->failed)
    printf("  %u games failed; game %u: %s\n", r->failed, r->failure.game, r->failure.text);
}

/* JSON numbers from doubles, with four places on every machine. */
static void real(struct sal_json *j, const char *key, double v) {
  char text[40];
  int n = snprintf(text, sizeof text, "%.4f", v);
  sal_json_raw(j, key, text, (size_t)n);
}

/* A share with its interval. */
static void score(struct sal_json *j, const char *key, double mean, double low, double high) {
  sal_json_object(j, key);
  real(j, "mean", mean);
  real(j, "low", low);
  real(j, "high", high);
  real(j, "level", 0.95);
  sal_json_end(j);
}

/* Contract 11: victories, and what the sequential test makes of them. */
static void test_json(struct sal_json *j, const struct match_options *o,
                      const struct match_result *r) {
  sal_json_array(j, "penta");
  for (int i = 0; i < PENTA; i++)
    sal_json_int(j, NULL, r->penta[i]);
  sal_json_end(j);
  sal_json_object(j, "wins");
  sal_json_int(j, "a", r->wins[0]);
  sal_json_int(j, "b", r->wins[1]);
  sal_json_int(j, "draw", r->wins[2]);
  sal_json_end(j);
  sal_json_object(j, "margin");
  real(j, "mean", r->margin_mean);
  real(j, "sd", r->margin_sd);
  sal_json_end(j);
  sal_json_object(j, "forfeits");
  sal_json_int(j, "a", r->forfeits[0]);
  sal_json_int(j, "b", r->forfeits[1]);
  sal_json_end(j);
  if (is_spoilt(r))
    sal_json_null(j, "elo");
  else
    score(j, "elo", r->sprt.elo, r->sprt.low, r->sprt.high);
  if (!o->sequential)
    return;
  real(j, "llr", r->sprt.llr);
  sal_json_array(j, "bounds");
  real(j, NULL, r->sprt.lower);
  real(j, NULL, r->sprt.upper);
  sal_json_end(j);
  sal_json_str(j, "verdict", sprt_word[r->sprt.verdict]);
}

/* The result as a document (contract 7). */
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
  test_json(j, o, r);
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
  sal_json_hash(j, "signature", r->signature);
  sal_json_bool(j, "repeatable", r->repeatable);
  sal_json_bool(j, "complete", r->complete);
  real(j, "seconds", r->seconds);
  sal_json_end(j);
}
