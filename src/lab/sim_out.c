/* sim_out.c - the result of a series as JSON (contract 7) and as text, and two of them beside each
 * other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* JSON numbers from doubles, with fixed places. */
static void real(struct sal_json *j, const char *key, double v, const char *fmt) {
  char text[40];
  int n = snprintf(text, sizeof text, fmt, v);
  sal_json_raw(j, key, text, (size_t)n);
}

/* Decision nodes only: the engine's own are no choices. */
static bool decides(const struct sal_node *n) {
  return n->list != NULL;
}

/* Contract 11: what was done too often, and what was never done. */
static void habits_json(struct sal_json *j, const struct sal_ruleset *rules,
                        const struct sim_result *r) {
  sal_json_object(j, "habits");
  for (int i = 0; i < HABITS; i++) {
    sal_json_array(j, habit_name[i]);
    sal_json_int(j, NULL, (int64_t)r->habit[2 * i]);
    sal_json_int(j, NULL, (int64_t)r->habit[2 * i + 1]);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "unused");
  for (int i = 0; i < rules->nverbs; i++)
    if (!r->verb[i])
      sal_json_str(j, NULL, rules->verbs[i].name);
  sal_json_end(j);
}

/* The result of a series as a document (contract 7). */
void sim_json(struct sal_json *j, const struct sim_options *o, const struct sim_result *r) {
  const struct sal_book *b = o->book;
  const struct sal_ruleset *rules = b->rules;
  static const char *const who[] = {"german", "soviet", "draw"};
  int seen = 0;
  int of = 0;

  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", rules->id);
  sal_json_str(j, "scenario", b->scenarios[b->scenario].id);
  sal_json_str(j, "german", o->bot_text[0]);
  sal_json_str(j, "soviet", o->bot_text[1]);
  sal_json_int(j, "seed", (int64_t)o->seed);
  sal_json_int(j, "games", r->games);
  sal_json_int(j, "finished", r->finished);
  sal_json_object(j, "wins");
  for (int i = 0; i < 3; i++)
    sal_json_int(j, who[i], r->wins[i]);
  sal_json_end(j);
  sal_json_object(j, "german_score");
  real(j, "mean", r->score, "%.4f");
  real(j, "low", r->low, "%.4f");
  real(j, "high", r->high, "%.4f");
  real(j, "level", 0.95, "%.2f");
  sal_json_end(j);
  sal_json_object(j, "margin");
  real(j, "mean", r->margin_mean, "%.4f");
  real(j, "sd", r->margin_sd, "%.4f");
  sal_json_end(j);
  sal_json_object(j, "levels");
  for (uint32_t i = 0; i < r->nlevels; i++)
    sal_json_int(j, r->level[i].text, r->level[i].n);
  sal_json_end(j);
  sal_json_object(j, "actions");
  sal_json_int(j, "total", (int64_t)r->actions);
  sal_json_int(j, "max", (int64_t)r->actions_max);
  sal_json_end(j);
  sal_json_object(j, "verbs");
  for (int i = 0; i < rules->nverbs; i++)
    sal_json_int(j, rules->verbs[i].name, (int64_t)r->verb[i]);
  sal_json_end(j);
  for (int i = 0; i < rules->nnodes; i++) {
    of += decides(rules->nodes[i]);
    seen += decides(rules->nodes[i]) && r->node[i];
  }
  sal_json_object(j, "nodes");
  sal_json_int(j, "seen", seen);
  sal_json_int(j, "of", of);
  sal_json_array(j, "unseen");
  for (int i = 0; i < rules->nnodes; i++)
    if (decides(rules->nodes[i]) && !r->node[i])
      sal_json_str(j, NULL, rules->nodes[i]->id);
  sal_json_end(j);
  sal_json_end(j);
  habits_json(j, rules, r);
  sal_json_array(j, "failures");
  for (uint32_t i = 0; i < r->nfailures; i++) {
    sal_json_object(j, NULL);
    sal_json_int(j, "game", r->failure[i].game);
    sal_json_int(j, "action", r->failure[i].action);
    sal_json_str(j, "text", r->failure[i].text);
    sal_json_str(j, "journal", r->failure[i].journal);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_hash(j, "signature", r->signature);
  sal_json_bool(j, "repeatable", r->repeatable);
  sal_json_bool(j, "complete", r->complete);
  sal_json_int(j, "jobs", r->jobs);
  real(j, "seconds", r->seconds, "%.3f");
  real(j, "actions_per_second", r->seconds > 0 ? (double)r->actions / r->seconds : 0, "%.0f");
  sal_json_end(j);
}

/* The result in words, with what the games never reached. */
void sim_print(const struct sim_options *o, const struct sim_result *r) {
  const struct sal_book *b = o->book;

  printf("%s/%s, %s against %s, seed %llu: %u of %u games\n", b->rules->id,
         b->scenarios[b->scenario].id, o->bot_text[0], o->bot_text[1], (unsigned long long)o->seed,
         r->finished, r->games);
  printf("  German wins %u, Soviet wins %u, draws %u\n", r->wins[0], r->wins[1], r->wins[2]);
  printf("  German score %.1f %% (95 %%: %.1f to %.1f), margin %.2f (sd %.2f)\n", 100 * r->score,
         100 * r->low, 100 * r->high, r->margin_mean, r->margin_sd);
  for (uint32_t i = 0; i < r->nlevels; i++)
    printf("  %6u  %s\n", r->level[i].n, r->level[i].text);
  printf("  %llu actions, the longest game %llu\n", (unsigned long long)r->actions,
         (unsigned long long)r->actions_max);
  for (int i = 0; i < HABITS; i++)
    if (r->habit[2 * i + 1])
      printf("  %s: %llu of %llu (%.1f %%)\n", habit_name[i], (unsigned long long)r->habit[2 * i],
             (unsigned long long)r->habit[2 * i + 1],
             100.0 * (double)r->habit[2 * i] / (double)r->habit[2 * i + 1]);
  for (int i = 0; i < b->rules->nnodes; i++)
    if (decides(b->rules->nodes[i]) && !r->node[i])
      printf("  never decided: %s\n", b->rules->nodes[i]->id);
  for (int i = 0; i < b->rules->nverbs; i++)
    if (!r->verb[i])
      printf("  never used: %s\n", b->rules->verbs[i].name);
  for (uint32_t i = 0; i < r->nfailures; i++)
    printf("  game %u failed: %s\n", r->failure[i].game, r->failure[i].text);
  printf("  signature %016llx, %.1f s, %.0f actions/s\n", (unsigned long long)r->signature,
         r->seconds, r->seconds > 0 ? (double)r->actions / r->seconds : 0);
}

/* ---- two variants */
/* For the Germans; a draw is half. */
static double points(int winner) {
  return winner == 0 ? 1 : winner == 1 ? 0 : 0.5;
}

/* A mean with its 95 % interval. */
static void mean_of(double sum, double squares, double n, double *mean, double *low, double *high) {
  double half = 0;

  *mean = n > 0 ? sum / n : 0;
  if (n > 1)
    half = 1.959963984540054 * sqrt(fmax(0, (squares - sum * sum / n) / (n - 1)) / n);
  *low = *mean - half;
  *high = *mean + half;
}

/* Game by game, what the second variant changed. */
struct sim_difference sim_differ(const struct sim_result *a, const struct sim_result *b) {
  struct sim_difference d = {0};
  double s = 0;
  double ss = 0;
  double m = 0;
  double mm = 0;

  for (uint32_t i = 0; i < a->games && i < b->games; i++) {
    /* Only pairs with both games finished. */
    if (!a->length[i] || !b->length[i])
      continue;
    double score = points(b->winner[i]) - points(a->winner[i]);
    double margin = b->margin[i] - a->margin[i];
    d.games++;
    s += score;
    ss += score * score;
    m += margin;
    mm += margin * margin;
  }
  mean_of(s, ss, d.games, &d.score, &d.score_low, &d.score_high);
  mean_of(m, mm, d.games, &d.margin, &d.margin_low, &d.margin_high);
  return d;
}

/* Prints the difference. */
void sim_compare(const struct sim_result *a, const struct sim_result *b, FILE *out, bool json) {
  struct sim_difference d = sim_differ(a, b);

  if (json)
    fprintf(out,
            "{\"v\":1,\"difference\":{\"games\":%u,\"german_score\":{\"mean\":%.4f,\"low\":%.4f,"
            "\"high\":%.4f,\"level\":0.95},\"margin\":{\"mean\":%.4f,\"low\":%.4f,\"high\":%.4f,"
            "\"level\":0.95}}}\n",
            d.games, d.score, d.score_low, d.score_high, d.margin, d.margin_low, d.margin_high);
  else
    fprintf(out,
            "The second against the first, %u games on the same seeds:\n  German score %+.1f "
            "points (95 %%: %+.1f to %+.1f), margin %+.2f (%+.2f to %+.2f)\n",
            d.games, 100 * d.score, 100 * d.score_low, 100 * d.score_high, d.margin, d.margin_low,
            d.margin_high);
}
