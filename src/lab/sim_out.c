/* sim_out.c - the result of a series as JSON (contract 7), as text, and as a page to keep. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

static void real(struct sal_json *j, const char *key, double v, const char *fmt) {
  char text[40];
  int n = snprintf(text, sizeof text, fmt, v);
  sal_json_raw(j, key, text, (size_t)n);
}
/* Decision nodes only: the engine's own are no choices. */
static bool decides(const struct sal_node *n) { return n->list != NULL; }

void sim_json(struct sal_json *j, const struct sim_options *o, const struct sim_result *r) {
  const struct sal_book *b = o->book;
  const struct sal_ruleset *rules = b->rules;
  static const char *const who[] = {"german", "soviet", "draw"};
  int seen = 0, of = 0;
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
  for (int i = 0; i < 3; i++) sal_json_int(j, who[i], r->wins[i]);
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
  for (uint32_t i = 0; i < r->nlevels; i++) sal_json_int(j, r->level[i].text, r->level[i].n);
  sal_json_end(j);
  sal_json_object(j, "actions");
  sal_json_int(j, "total", (int64_t)r->actions);
  sal_json_int(j, "max", (int64_t)r->actions_max);
  sal_json_end(j);
  sal_json_object(j, "verbs");
  for (int i = 0; i < rules->nverbs; i++) sal_json_int(j, rules->verbs[i].name, (int64_t)r->verb[i]);
  sal_json_end(j);
  for (int i = 0; i < rules->nnodes; i++) of += decides(rules->nodes[i]), seen += decides(rules->nodes[i]) && r->node[i];
  sal_json_object(j, "nodes");
  sal_json_int(j, "seen", seen);
  sal_json_int(j, "of", of);
  sal_json_array(j, "unseen");
  for (int i = 0; i < rules->nnodes; i++)
    if (decides(rules->nodes[i]) && !r->node[i]) sal_json_str(j, NULL, rules->nodes[i]->id);
  sal_json_end(j);
  sal_json_end(j);
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

void sim_print(const struct sim_options *o, const struct sim_result *r) {
  const struct sal_book *b = o->book;
  printf("%s/%s, %s against %s, seed %llu: %u of %u games\n", b->rules->id, b->scenarios[b->scenario].id, o->bot_text[0], o->bot_text[1],
         (unsigned long long)o->seed, r->finished, r->games);
  printf("  German wins %u, Soviet wins %u, draws %u\n", r->wins[0], r->wins[1], r->wins[2]);
  printf("  German score %.1f %% (95 %%: %.1f to %.1f), margin %.2f (sd %.2f)\n", 100 * r->score, 100 * r->low, 100 * r->high, r->margin_mean, r->margin_sd);
  for (uint32_t i = 0; i < r->nlevels; i++) printf("  %6u  %s\n", r->level[i].n, r->level[i].text);
  printf("  %llu actions, the longest game %llu\n", (unsigned long long)r->actions, (unsigned long long)r->actions_max);
  for (int i = 0; i < b->rules->nnodes; i++)
    if (decides(b->rules->nodes[i]) && !r->node[i]) printf("  never decided: %s\n", b->rules->nodes[i]->id);
  for (int i = 0; i < b->rules->nverbs; i++)
    if (!r->verb[i]) printf("  never used: %s\n", b->rules->verbs[i].name);
  for (uint32_t i = 0; i < r->nfailures; i++) printf("  game %u failed: %s\n", r->failure[i].game, r->failure[i].text);
  printf("  signature %016llx, %.1f s, %.0f actions/s\n", (unsigned long long)r->signature, r->seconds, r->seconds > 0 ? (double)r->actions / r->seconds : 0);
}

/* ---- the page */
static void escaped(FILE *f, const char *text) {
  for (; *text; text++) switch (*text) {
    case '<': fputs("&lt;", f); break;
    case '&': fputs("&amp;", f); break;
    default: fputc(*text, f);
    }
}
static void bar(FILE *f, const char *label, double value, double most, const char *colour, const char *note) {
  double w = most > 0 ? 420 * value / most : 0;
  fputs("<tr><th>", f);
  escaped(f, label);
  fprintf(f, "</th><td><svg width=\"430\" height=\"16\"><rect width=\"%.1f\" height=\"14\" rx=\"2\" fill=\"%s\"/></svg></td><td class=n>%s</td></tr>\n", w, colour, note);
}
static void interval(FILE *f, const struct sim_result *r) { /* the German score with its 95 % interval, on a line from 0 to 1 */
  double x = 10 + 420 * r->score, a = 10 + 420 * r->low, b = 10 + 420 * r->high;
  fprintf(f, "<svg width=\"440\" height=\"40\"><line x1=\"10\" x2=\"430\" y1=\"20\" y2=\"20\" stroke=\"#bbb\"/>"
             "<line x1=\"220\" x2=\"220\" y1=\"8\" y2=\"32\" stroke=\"#bbb\"/><line x1=\"%.1f\" x2=\"%.1f\" y1=\"20\" y2=\"20\" stroke=\"#4a5a48\" stroke-width=\"6\"/>"
             "<circle cx=\"%.1f\" cy=\"20\" r=\"6\" fill=\"#2d3a2c\"/></svg>\n", a, b, x);
}
static void counts(FILE *f, const char *title, int n, const char *(*name)(const struct sal_ruleset *, int), const struct sal_ruleset *rules, const uint64_t *count) {
  uint64_t most = 0;
  for (int i = 0; i < n; i++) most = count[i] > most ? count[i] : most;
  fprintf(f, "<h2>%s</h2><table>\n", title);
  for (int i = 0; i < n; i++) {
    char note[32];
    if (!name(rules, i)) continue;
    snprintf(note, sizeof note, "%llu", (unsigned long long)count[i]);
    bar(f, name(rules, i), (double)count[i], (double)most, count[i] ? "#7f8f73" : "#b4453a", note);
  }
  fputs("</table>\n", f);
}
static const char *verb_name(const struct sal_ruleset *r, int i) { return r->verbs[i].name; }
static const char *node_name(const struct sal_ruleset *r, int i) { return decides(r->nodes[i]) ? r->nodes[i]->id : NULL; }

bool sim_report(const char *file, const struct sim_options *o, const struct sim_result *r, struct fault *f) {
  static const char *const who[] = {"German wins", "Soviet wins", "draws"}, *const colour[] = {"#6b7a86", "#9a4b3c", "#a59b84"};
  const struct sal_book *b = o->book;
  const struct sal_scenario *s = &b->scenarios[b->scenario];
  FILE *out = fopen(file, "wb");
  if (!out) return fault_at(f, file, "cannot be written: %s", strerror(errno));
  fputs("<!doctype html><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>", out);
  escaped(out, s->title);
  fputs("</title><style>body{font:16px/1.5 Georgia,serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#26291f;background:#f6f2e6}"
        "h1{font-size:1.6rem}h2{font-size:1.1rem;margin-top:2rem}th{text-align:left;font-weight:normal;padding-right:1rem;white-space:nowrap}"
        ".n{font-variant-numeric:tabular-nums;text-align:right}pre{white-space:pre-wrap;font-size:.8rem}</style>\n<h1>", out);
  escaped(out, b->rules->title);
  fputs(": ", out);
  escaped(out, s->title);
  fprintf(out, "</h1><p>%s (German) against %s (Soviet), seed %llu, %u of %u games, %llu actions.</p>\n", o->bot_text[0], o->bot_text[1],
          (unsigned long long)o->seed, r->finished, r->games, (unsigned long long)r->actions);
  fprintf(out, "<h2>German score %.1f %%, with 95 %% confidence %.1f to %.1f</h2>\n", 100 * r->score, 100 * r->low, 100 * r->high);
  interval(out, r);
  fputs("<table>\n", out);
  for (int i = 0; i < 3; i++) {
    char note[32];
    snprintf(note, sizeof note, "%u", r->wins[i]);
    bar(out, who[i], r->wins[i], r->finished, colour[i], note);
  }
  fprintf(out, "</table><p>Margin %.2f, standard deviation %.2f.</p><h2>Levels of victory</h2><table>\n", r->margin_mean, r->margin_sd);
  for (uint32_t i = 0; i < r->nlevels; i++) {
    char note[32];
    snprintf(note, sizeof note, "%u", r->level[i].n);
    bar(out, r->level[i].text, r->level[i].n, r->finished, "#7f8f73", note);
  }
  fputs("</table>\n", out);
  counts(out, "Actions", b->rules->nverbs, verb_name, b->rules, r->verb);
  counts(out, "Decisions", b->rules->nnodes, node_name, b->rules, r->node);
  for (uint32_t i = 0; i < r->nfailures; i++) {
    fprintf(out, "<h2>Game %u failed</h2><p>", r->failure[i].game);
    escaped(out, r->failure[i].text);
    fputs("</p><details><summary>Journal</summary><pre>", out);
    escaped(out, r->failure[i].journal);
    fputs("</pre></details>\n", out);
  }
  fprintf(out, "<p>Signature %016llx.</p>\n", (unsigned long long)r->signature);
  bool ok = !ferror(out);
  if (fclose(out)) ok = false;
  return ok || fault_at(f, file, "cannot be written");
}
