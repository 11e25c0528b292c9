/* cmd_lab.c - `sim`, `match`, `perft` and `bench`. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "lab/bench.h"
#include "lab/match.h"
#include "lab/sim.h"

/* ---- sim */
static atomic_bool stop_sim; /* all that a signal can reach */
static void on_interrupt(int sig) {
  (void)sig;
  atomic_store(&stop_sim, true);
  signal(SIGINT, SIG_DFL); /* a second one ends at once */
}
static void show_progress(void *ctx, uint32_t done, uint32_t games, double seconds) {
  double *last = ctx;
  if (done < games && seconds - *last < 0.1) return;
  *last = seconds;
  int filled = (int)(40ull * done / games);
  fprintf(stderr, "\r[%.*s%*s] %u/%u games, %.0f s ", filled, "########################################", 40 - filled, "", done, games, seconds);
  if (done == games) fputc('\n', stderr);
}
struct outcome {
  struct sim_options o;
  struct sim_result r;
};
static void write_sim(void *ctx, struct sal_json *j) {
  struct outcome *s = ctx;
  sim_json(j, &s->o, &s->r);
}
int cmd_sim(struct args *a) {
  static const char usage[] = "sim GAME/SCENARIO --german BOT --soviet BOT --games N [--seed S] [--jobs J] [--json] [--report FILE.html] [--resume FILE] [--cap ACTIONS] [--no-audit]";
  struct outcome s = {0};
  struct fault f;
  struct sal_err err;
  const struct sal_ruleset *rules;
  double last = -1;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  bool json = arg_flag(a, "--json");
  const char *report = arg_value(a, "--report");
  s.o.audit = !arg_flag(a, "--no-audit");
  s.o.resume = arg_value(a, "--resume");
  s.o.seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  s.o.games = (uint32_t)arg_number(a, "--games", 1, 10000000, 100);
  s.o.jobs = (uint32_t)arg_number(a, "--jobs", 1, 256, cores > 0 ? (uint64_t)cores : 1);
  s.o.cap = (uint32_t)arg_number(a, "--cap", 1, 100000000, SIM_CAP);
  for (int side = 0; side < SAL_SIDES; side++) {
    const char *name = arg_value(a, side ? "--soviet" : "--german");
    s.o.bot_text[side] = name ? name : "random";
    if (!bot_parse(s.o.bot_text[side], &s.o.bot[side], &err)) die(EXIT_USE, "%s", err.text);
  }
  arg_rest(a, 1, 1, usage);
  struct library *lib = open_library(a);
  if (!library_pick(lib, a->v[0], &rules, &s.o.book, &f)) die_fault(EXIT_USE, &f);
  for (int side = 0; side < SAL_SIDES; side++)
    if (!bot_can_play(&s.o.bot[side], rules, &err)) die(EXIT_USE, "%s", err.text);
  if (isatty(STDERR_FILENO)) s.o.progress = show_progress, s.o.ctx = &last;
  s.o.stop = &stop_sim;
  signal(SIGINT, on_interrupt);
  if (!sim_run(&s.o, &s.r, &f)) die_fault(EXIT_USE, &f);
  signal(SIGINT, SIG_DFL);
  if (json) {
    char *text = json_text(write_sim, &s);
    puts(text);
    free(text);
  } else {
    sim_print(&s.o, &s.r);
  }
  if (report && !sim_report(report, &s.o, &s.r, &f)) die_fault(EXIT_USE, &f);
  int code = s.r.failed || !s.r.complete ? EXIT_NO : EXIT_DONE;
  sim_free(&s.r);
  library_close(lib);
  return code;
}

/* ---- match */
struct contest {
  struct match_options o;
  struct match_result r;
};
static void write_match(void *ctx, struct sal_json *j) {
  struct contest *c = ctx;
  match_json(j, &c->o, &c->r);
}
int cmd_match(struct args *a) {
  static const char usage[] = "match GAME/SCENARIO --a BOT --b BOT --pairs N [--seed S] [--jobs J] [--resume FILE] [--json] [--no-audit]";
  struct contest c = {0};
  struct fault f;
  struct sal_err err;
  const struct sal_ruleset *rules;
  double last = -1;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  bool json = arg_flag(a, "--json");
  c.o.audit = !arg_flag(a, "--no-audit");
  c.o.resume = arg_value(a, "--resume");
  c.o.seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  c.o.pairs = (uint32_t)arg_number(a, "--pairs", 1, 1000000, 100);
  c.o.jobs = (uint32_t)arg_number(a, "--jobs", 1, 256, cores > 0 ? (uint64_t)cores : 1);
  for (int i = 0; i < 2; i++) {
    const char *name = arg_value(a, i ? "--b" : "--a");
    c.o.bot_text[i] = name ? name : i ? "greedy" : "planner";
    if (!bot_parse(c.o.bot_text[i], &c.o.bot[i], &err)) die(EXIT_USE, "%s", err.text);
  }
  arg_rest(a, 1, 1, usage);
  struct library *lib = open_library(a);
  if (!library_pick(lib, a->v[0], &rules, &c.o.book, &f)) die_fault(EXIT_USE, &f);
  for (int i = 0; i < 2; i++)
    if (!bot_can_play(&c.o.bot[i], rules, &err)) die(EXIT_USE, "%s", err.text);
  if (isatty(STDERR_FILENO)) c.o.progress = show_progress, c.o.ctx = &last;
  c.o.stop = &stop_sim;
  signal(SIGINT, on_interrupt);
  if (!match_run(&c.o, &c.r, &f)) die_fault(EXIT_USE, &f);
  signal(SIGINT, SIG_DFL);
  if (json) {
    char *text = json_text(write_match, &c);
    puts(text);
    free(text);
  } else {
    match_print(&c.o, &c.r);
  }
  int code = c.r.failed || !c.r.complete ? EXIT_NO : EXIT_DONE;
  match_free(&c.r);
  library_close(lib);
  return code;
}

/* ---- perft */
int cmd_perft(struct args *a) {
  static const char usage[] = "perft GAME/SCENARIO --depth D [--seed S] [--json]";
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct fault f;
  uint64_t n[PERFT_DEPTH + 1];
  bool json = arg_flag(a, "--json");
  int depth = (int)arg_number(a, "--depth", 1, PERFT_DEPTH, 0);
  uint64_t seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  arg_rest(a, 1, 1, usage);
  if (!depth) die(EXIT_USE, "usage: salient %s", usage);
  struct library *lib = open_library(a);
  if (!library_pick(lib, a->v[0], &rules, &book, &f) || !perft_count(book, seed, depth, n, &f)) die_fault(EXIT_USE, &f);
  if (json) printf("{\"v\":1,\"game\":\"%s\",\"scenario\":\"%s\",\"seed\":%llu,\"leaves\":[", rules->id, book->scenarios[book->scenario].id, (unsigned long long)seed);
  for (int d = 1; d <= depth; d++)
    if (json) printf("%s%llu", d > 1 ? "," : "", (unsigned long long)n[d]);
    else printf("perft %d %llu\n", d, (unsigned long long)n[d]);
  if (json) puts("]}");
  library_close(lib);
  return EXIT_DONE;
}

/* ---- bench */
static void write_bench(void *ctx, struct sal_json *j) { bench_json(j, ctx); }
int cmd_bench(struct args *a) {
  struct fault f;
  bool json = arg_flag(a, "--json"), signature = arg_flag(a, "--signature");
  const char *game = arg_value(a, "--game");
  double seconds = (double)arg_number(a, "--seconds", 1, 600, 30);
  arg_rest(a, 0, 0, "bench [--json | --signature] [--game GAME] [--seconds S]");
  const struct sal_ruleset *only = game ? sal_ruleset_find(game) : NULL;
  if (game && !only) die(EXIT_USE, "there is no game %s", game);
  struct library *lib = open_library(a);
  if (signature) {
    uint64_t sum;
    if (!bench_signature(lib, &sum, &f)) die_fault(EXIT_USE, &f);
    printf("Bench: %016llx\n", (unsigned long long)sum);
  } else {
    struct bench *b = calloc(1, sizeof *b);
    if (!b) abort();
    if (!bench_run(lib, only, seconds, b, &f)) die_fault(f.code == FAULT_INTERNAL ? EXIT_NO : EXIT_USE, &f);
    if (json) {
      char *text = json_text(write_bench, b);
      puts(text);
      free(text);
    } else {
      for (uint32_t i = 0; i < b->n; i++) {
        const struct bench_result *r = &b->result[i];
        printf("%-13s %-10s %-12s %14.*f %-10s +-%.0f %%\n", r->name, r->game ? r->game : "", r->scenario ? r->scenario : "", r->value < 1000 ? 3 : 0, r->value, r->unit, 50 * r->spread);
      }
    }
    free(b);
  }
  library_close(lib);
  return EXIT_DONE;
}
