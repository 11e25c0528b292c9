/* cmd_study.c - `study`: how far reviews and the planner can be believed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lab/study.h"

static void print_line(void *ctx, const char *line) {
  (void)ctx;
  printf("  %s\n", line);
  fflush(stdout);
}

/* The bar: 9 of 10 planted blunders are found. */
static int plants(const struct study_options *o) {
  struct study_plants p;

  study_plants(o, &p);
  printf("%u of %u planted blunders are the largest mistake of their game, %u in the very move; "
         "%u games had no plainly bad choice, %u a blunder of the bot's own\n",
         p.found, p.games, p.exactly, p.barren, p.spoilt);
  return p.games && p.found * 10 >= p.games * 9 ? EXIT_DONE : EXIT_NO;
}

/* The bar: 8 of 10 good games show no blunder. */
static int quiet(const struct study_options *o) {
  uint32_t n = study_quiet(o);

  printf("%u of %u games show no blunder\n", n, o->games);
  return n * 10 >= o->games * 8 ? EXIT_DONE : EXIT_NO;
}

/* The bar: every tenth is within 5 points or its interval. */
static int chances(const struct study_options *o) {
  struct study_chances c;
  bool all = true;

  study_chances(o, &c);
  printf("%u positions of %u games, Brier score %.4f\n", c.positions, c.games,
         c.squares / c.positions);
  for (int i = 0; i < STUDY_BINS; i++) {
    const struct study_bin *b = &c.bin[i];
    double low;
    double high;
    if (!b->positions)
      continue;
    bool holds = study_bin_holds(b, &low, &high);
    all &= holds;
    printf("  %2d to %3d %%: %5u positions, predicted %5.1f %%, came %5.1f %% (%5.1f to %5.1f)%s\n",
           10 * i, 10 * i + 10, b->positions, 100 * b->predicted / b->positions,
           100 * b->won / b->positions, 100 * low, 100 * high, holds ? "" : "  off");
  }
  return all ? EXIT_DONE : EXIT_NO;
}

/* The bar: 0 is within its interval, and every game adds up. */
static int luck(const struct study_options *o) {
  struct study_luck l;

  study_luck(o, &l);
  double half = 1.96 * l.error;
  bool unbiased = l.mean >= -half && l.mean <= half;
  printf("%u games: the German's luck is %+.4f on average (95 %%: %+.4f to %+.4f), spread %.3f; in "
         "%u of them start, luck and play add up to the result\n",
         l.games, l.mean, l.mean - half, l.mean + half, l.spread, l.adds_up);
  return unbiased && l.adds_up == l.games ? EXIT_DONE : EXIT_NO;
}

/* The bar: no exploiter scores over 65 %. */
static int exploit(const struct study_options *o) {
  struct study_exploit x;

  if (!o->bot.kind->slow)
    die(EXIT_USE, "only a planner has plans that can begin elsewhere");
  study_exploit(o, &x);
  printf("%u games of search found an exploiter that seemed to score %.1f %%; on %u pairs of other "
         "seeds it scores %.1f %% by victories (95 %%: %.1f to %.1f) and %.1f %% of pairs by "
         "margins\n",
         x.searched, 100 * x.found, x.pairs, 100 * x.score, 100 * x.low, 100 * x.high,
         100 * x.margins);
  return x.score <= 0.65 ? EXIT_DONE : EXIT_NO;
}

static const struct question {
  const char *name;
  int (*ask)(const struct study_options *);
} questions[] = {{"plants", plants},
                 {"quiet", quiet},
                 {"chances", chances},
                 {"luck", luck},
                 {"exploit", exploit}};

static const struct question *find_question(const char *name) {
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
    if (!strcmp(questions[i].name, name))
      return &questions[i];
  die(EXIT_USE, "there is no study '%s'; there are plants, quiet, chances, luck and exploit", name);
}

/* Exit 0: the bar is met. */
int cmd_study(struct args *a) {
  static const char usage[] =
      "study plants|quiet|chances|luck|exploit GAME/SCENARIO [--games N] [--bot "
      "BOT] [--nodes N] [--seed S] [--jobs J] [--lines]";
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct study_options o = {.lib = NULL};
  const struct sal_ruleset *rules;
  struct sal_err err;
  struct fault f;
  const char *bot = arg_value(a, "--bot");

  o.games = (uint32_t)arg_number(a, "--games", 1, 1000000, 10);
  o.nodes = (uint32_t)arg_number(a, "--nodes", 1000, 100000000, 40000);
  o.seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  o.threads = (uint32_t)arg_number(a, "--jobs", 1, 16, cores > 0 ? (uint64_t)cores : 1);
  if (arg_flag(a, "--lines"))
    o.said = print_line;
  arg_rest(a, 2, 2, usage);
  const struct question *question = find_question(a->v[0]);
  if (!bot_parse(bot ? bot : "planner:2000n", &o.bot, &err))
    die(EXIT_USE, "%s", err.text);
  o.lib = open_library(a);
  if (!library_pick(o.lib, a->v[1], &rules, &o.book, &f))
    die_fault(EXIT_USE, &f);
  printf("%s of %s, seed %llu\n", question->name, a->v[1], (unsigned long long)o.seed);
  int code = question->ask(&o);
  library_close(o.lib);
  return code;
}
