/* cmd_lab.c - `sim`, `match`, `perft` and `bench`.
 *
 * `match --all` is the proof of the planner's strength: every scenario, against random and greedy.
 * It can be stopped and continued at any time.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lab/bench.h"
#include "lab/exec_bot.h"
#include "lab/match.h"
#include "lab/signature.h"
#include "lab/sim.h"
#include "lab/thinker.h"

/* ---- what sim and match are both asked */
static atomic_bool stop_lab; /* all that a signal can reach */
static void on_interrupt(int sig) {
  (void)sig;
  atomic_store(&stop_lab, true);
  signal(SIGINT, SIG_DFL); /* a second one ends at once */
}

/* A bar on the terminal, drawn at most ten times a second. */
static void show_progress(void *ctx, uint32_t done, uint32_t games, double seconds) {
  double *last = ctx;

  if (done < games && seconds - *last < 0.1)
    return;
  *last = seconds;
  /* Forty characters; 64 bits, because done may be ten million. */
  int filled = (int)(40ull * done / games);
  fprintf(stderr, "\r[%.*s%*s] %u/%u games, %.0f s ", filled,
          "########################################", 40 - filled, "", done, games, seconds);
  if (done == games)
    fputc('\n', stderr);
}

struct series { /* a series of games, whoever plays them */
  /* audit: the ruleset's invariants are checked after every action */
  bool json, audit;
  /* the file that keeps finished games, or NULL; a run that was stopped continues from it */
  const char *resume;
  uint64_t seed;
  /* cap: actions after which a game is given up */
  uint32_t games, jobs, cap;
  uint32_t part, parts; /* --part K/N; 0: all */
  /* the bots as they were named, and what that means */
  const char *text[2];
  struct bot_spec bot[2];
  struct exec_bot exec[2]; /* where a bot is another program */
  double last;             /* of the progress bar */
};
/* --part K/N: this run plays every Nth game, and its file can be merged with the others'. */
static void take_part(struct args *a, struct series *s) {
  const char *text = arg_value(a, "--part");
  char rest;

  if (!text)
    return;
  if (sscanf(text, "%u/%u%c", &s->part, &s->parts, &rest) != 2 || s->part < 1 ||
      s->part > s->parts || s->parts > 100000)
    die(EXIT_USE, "--part %s: write K/N with K from 1 to N", text);
  if (!s->resume)
    die(EXIT_USE, "--part needs --resume FILE: the file is what is merged");
}

/* `games` is the option for the number of games; first and second name the bots, NULL if there is
 * none to ask for. */
static void take_series(struct args *a, const char *games, uint32_t usual, const char *const who[2],
                        const char *const def[2], struct series *out) {
  /* Every core plays its own games unless --jobs says otherwise. */
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct sal_err err;

  *out = (struct series){.json = arg_flag(a, "--json"),
                         .audit = !arg_flag(a, "--no-audit"),
                         .resume = arg_value(a, "--resume"),
                         .last = -1};
  take_part(a, out);
  out->seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  out->games = (uint32_t)arg_number(a, games, 1, 10000000, usual);
  out->jobs = (uint32_t)arg_number(a, "--jobs", 1, 256, cores > 0 ? (uint64_t)cores : 1);
  out->cap = (uint32_t)arg_number(a, "--cap", 1, 100000000, SIM_CAP);
  for (int i = 0; i < 2; i++) {
    const char *name = arg_value(a, who[i]);
    out->text[i] = name ? name : def[i];
    if (!lab_bot_parse(out->text[i], a->data_dir, &out->exec[i], &out->bot[i], &err))
      die(EXIT_USE, "%s", err.text);
  }
  signal(SIGPIPE, SIG_IGN); /* a program that plays may end before we have written */
}

/* The scenario by its name, or an error that lists what there is. */
static const struct sal_book *take_book(struct library *lib, const char *name) {
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct fault f;

  if (!library_pick(lib, name, &rules, &book, &f))
    die_fault(EXIT_USE, &f);

  return book;
}

/* Prints a result as JSON or as text. */
static void say(bool json, void (*write)(void *, struct sal_json *), void (*print)(void *),
                void *ctx) {
  if (!json) {
    print(ctx);
    return;
  }
  char *text = json_text(write, ctx);
  puts(text);
  free(text);
}

/* ---- sim */
/* A series with its result, for the writers below. */
struct outcome {
  struct sim_options o;
  struct sim_result r;
};
static void write_sim(void *ctx, struct sal_json *j) {
  struct outcome *s = ctx;
  sim_json(j, &s->o, &s->r);
}

static void print_sim(void *ctx) {
  struct outcome *s = ctx;
  sim_print(&s->o, &s->r);
}

/* Plays the series; the first interrupt lets it stop tidily. */
static void run_sim(struct outcome *s) {
  struct fault f;
  /* Whole games are kept in the file of --resume; those that are being played are given up. */
  signal(SIGINT, on_interrupt);
  if (!sim_run(&s->o, &s->r, &f))
    die_fault(EXIT_USE, &f);
  signal(SIGINT, SIG_DFL);
}

/* The options of a sim from those of a series. */
static struct sim_options sim_of(struct series *s, const struct sal_book *book, bool story) {
  struct sim_options o = {.book = book,
                          .seed = s->seed,
                          .games = s->games,
                          .jobs = s->jobs,
                          .audit = s->audit,
                          .resume = s->resume,
                          .part = s->part,
                          .parts = s->parts,
                          .cap = s->cap,
                          .story = story,
                          .habits = true,
                          .stop = &stop_lab};

  for (int side = 0; side < SAL_SIDES; side++) {
    o.bot_text[side] = s->text[side];
    o.bot[side] = s->bot[side];
  }
  /* Options begin as the scenario has them; set_options changes those given. */
  for (int i = 0; i < book->noptions; i++)
    o.option[i] = (uint8_t)book->option[i].def;
  if (isatty(STDERR_FILENO)) {
    o.progress = show_progress;
    o.ctx = &s->last;
  }

  return o;
}

/* "mines=0,fog=1" */
static void set_options(struct sim_options *o, const char *text) {
  char copy[400];
  char *save = NULL;
  struct sal_err err;

  snprintf(copy, sizeof copy, "%s", text ? text : "");
  for (char *one = strtok_r(copy, ",", &save); one; one = strtok_r(NULL, ",", &save))
    if (!sim_option(o, one, &err))
      die(EXIT_USE, "%s", err.text);
  /* The name by which the report tells two series apart. */
  snprintf(o->label, sizeof o->label, "%s", text ? text : "");
}

/* The book and bots that parts name. A part may name a program that is not on this machine. */
static const struct sal_book *book_of_parts(struct library *lib, const struct sim_part_names *names,
                                            struct bot_spec bot[2]) {
  struct sal_err err;
  for (int side = 0; side < SAL_SIDES; side++)
    if (!bot_parse(names->bot[side], &bot[side], &err))
      bot_parse("random", &bot[side], &err); /* only to find out whether it repeats */
  return take_book(lib, names->scenario);
}

/* Puts the parts of a series together; what was played stands in the files. */
static int merge_sim(struct args *a, bool json) {
  struct fault f;
  struct sim_part_names names;
  struct outcome s = {0};

  if (!sim_part_read(a->v[0], &names, &f))
    die_fault(EXIT_NO, &f);
  struct library *lib = open_library(a);
  s.o.book = book_of_parts(lib, &names, s.o.bot);
  s.o.jobs = 1;
  for (int side = 0; side < SAL_SIDES; side++)
    s.o.bot_text[side] = names.bot[side];
  if (!sim_merge(&s.o, &names, a->v, a->n, &s.r, &f))
    die_fault(EXIT_NO, &f);
  say(json, write_sim, print_sim, &s);
  sim_free(&s.r);
  library_close(lib);
  return EXIT_DONE;
}

/* Plays one series, or two on the same seeds with one thing changed. */
int cmd_sim(struct args *a) {
  static const char usage[] =
      "sim GAME/SCENARIO --german BOT --soviet BOT --games N [--seed S] [--jobs J] [--json] "
      "[--report FILE.html] [--resume FILE] [--cap ACTIONS] [--no-audit]"
      " [--options ID=N,..] [--versus ID=N,..] [--versus-data DIR] [--part K/N --resume FILE], "
      "or sim --merge FILE.. [--json]";
  static const char *const who[] = {"--german", "--soviet"};
  static const char *const def[] = {"random", "random"};
  struct fault f;
  const char *report = arg_value(a, "--report");
  const char *options = arg_value(a, "--options");
  const char *versus = arg_value(a, "--versus");
  const char *other = arg_value(a, "--versus-data");
  bool merge = arg_flag(a, "--merge");
  struct series series;

  /* All options are taken before the words that are left are counted. */
  take_series(a, "--games", 100, who, def, &series);
  char file[1024];
  arg_rest(a, 1, merge ? 200 : 1, usage);
  if (merge)
    return merge_sim(a, series.json);
  struct library *lib = open_library(a);
  struct library *lib2 = NULL;
  struct outcome s = {.o = sim_of(&series, take_book(lib, a->v[0]), report)};
  struct outcome t = {0};
  set_options(&s.o, options);
  run_sim(&s);
  bool two = (versus || other) && s.r.complete;
  if (two) { /* the same seeds once more, with one thing changed */
    struct args b = *a;
    b.data_dir = other ? other : a->data_dir;
    lib2 = open_library(&b);
    series.last = -1;
    t.o = sim_of(&series, take_book(lib2, a->v[0]), report);
    set_options(&t.o, versus ? versus : options);
    if (other)
      snprintf(t.o.label, sizeof t.o.label, "%.60s%s%.120s", versus ? versus : "",
               versus ? ", data of " : "data of ", other);
    snprintf(file, sizeof file, "%s.versus", series.resume ? series.resume : "");
    if (series.resume)
      t.o.resume = file;
    run_sim(&t);
  }
  /* Two series are printed one after the other, then the difference of each seed's two games. */
  say(series.json, write_sim, print_sim, &s);
  if (two) {
    say(series.json, write_sim, print_sim, &t);
    sim_compare(&s.r, &t.r, stdout, series.json);
  }
  if (report && !sim_report(report, &s.o, &s.r, two ? &t.o : NULL, two ? &t.r : NULL, &f))
    die_fault(EXIT_USE, &f);
  /* A game that failed an audit or a series that was cut is no result. */
  int code =
      s.r.failed || !s.r.complete || (two && (t.r.failed || !t.r.complete)) ? EXIT_NO : EXIT_DONE;
  sim_free(&s.r);
  sim_free(&t.r);
  library_close(lib);
  if (lib2)
    library_close(lib2);

  return code;
}

/* ---- match */
/* A match with its result, for the writers below. */
struct encounter {
  struct match_options o;
  struct match_result r;
};
static void write_match(void *ctx, struct sal_json *j) {
  struct encounter *c = ctx;
  match_json(j, &c->o, &c->r);
}

static void print_match(void *ctx) {
  struct encounter *c = ctx;
  match_print(&c->o, &c->r);
}

/* false: cut short, or a game failed */
static bool run_match(struct series *s, struct encounter *c) {
  struct fault f;

  c->o.seed = s->seed;
  c->o.jobs = s->jobs;
  c->o.audit = s->audit;
  c->o.part = s->part;
  c->o.parts = s->parts;
  c->o.stop = &stop_lab;
  s->last = -1;
  if (isatty(STDERR_FILENO)) {
    c->o.progress = show_progress;
    c->o.ctx = &s->last;
  }
  signal(SIGINT, on_interrupt);
  if (!match_run(&c->o, &c->r, &f))
    die_fault(EXIT_USE, &f);
  signal(SIGINT, SIG_DFL);
  say(s->json, write_match, print_match, c);
  fflush(stdout);
  bool whole = c->r.complete && !c->r.failed;
  match_free(&c->r);
  return whole;
}

/* What the planner has to show on a scenario: lessons at the default budget, the others at a
 * tenth of it. Lessons are small enough to be played out in full strength; the rest would take
 * days. */
static bool prove(struct series *s, const struct sal_book *book, bool fixed) {
  static const struct {
    const char *foe;
    double score;
  } want[] = {{"random", 0.95}, {"greedy", 0.75}};
  const char *id = book->scenarios[book->scenario].id;
  bool lesson = !strcmp(id, "lesson");
  bool good = true;
  char tenth[40];
  char file[1024];
  struct sal_err err;
  snprintf(tenth, sizeof tenth, "planner:%dn", BOT_NODES / 10);

  /* Each opponent has its own file, so that --resume finds its games again. */
  for (int i = 0; i < 2 && !atomic_load(&stop_lab); i++) {
    struct encounter c = {.o = {.book = book,
                                .bot_text = {lesson ? "planner" : tenth, want[i].foe},
                                .pairs = fixed    ? s->games
                                         : lesson ? 100
                                                  : 20}};
    for (int k = 0; k < 2; k++)
      if (!bot_parse(c.o.bot_text[k], &c.o.bot[k], &err))
        die(EXIT_USE, "%s", err.text);
    snprintf(file, sizeof file, "%s.%s-%s-%s", s->resume ? s->resume : "", book->rules->id, id,
             want[i].foe);
    if (s->resume)
      c.o.resume = file;
    bool whole = run_match(s, &c);
    bool reached = c.r.score >= want[i].score;
    /* Within the interval: more pairs might still reach it, so it is said apart from a plain no. */
    if (!s->json)
      printf("  wanted %.0f %%: %s\n", 100 * want[i].score,
             !whole                      ? "not finished"
             : reached                   ? "reached"
             : c.r.high >= want[i].score ? "not reached, but within the interval"
                                         : "not reached");
    good = good && whole && reached;
  }

  return good;
}

/* Every scenario that was asked for, one after the other. */
static int prove_all(struct args *a, struct series *s, bool fixed) {
  struct library *lib = open_library(a);
  struct fault f;
  bool good = true;

  if (a->n)
    take_book(lib, a->v[0]); /* a name that nobody has is said before anything is played */
  for (int g = 0; sal_rulesets[g]; g++) {
    const struct sal_book *outline = library_outline(lib, sal_rulesets[g], &f);
    if (!outline)
      die_fault(EXIT_USE, &f);
    for (int i = 0; i < outline->nscenarios && !atomic_load(&stop_lab); i++) {
      char name[120];
      snprintf(name, sizeof name, "%s/%s", sal_rulesets[g]->id, outline->scenarios[i].id);
      /* Without a name every game on the menu is proven; a hidden one only by its name. */
      bool asked = a->n ? !strcmp(a->v[0], name) || !strcmp(a->v[0], sal_rulesets[g]->id)
                        : !sal_rulesets[g]->hidden;
      if (asked)
        /* A scenario that fails does not keep the others from being played. */
        good = prove(s, take_book(lib, name), fixed) && good;
    }
  }
  library_close(lib);
  return good && !atomic_load(&stop_lab) ? EXIT_DONE : EXIT_NO;
}

/* --sprt ELO0,ELO1: play until the pairs say which of the two is true. */
static void take_test(struct args *a, struct match_options *o) {
  const char *text = arg_value(a, "--sprt");
  char rest;

  if (!text)
    return;
  if (sscanf(text, "%lf,%lf%c", &o->elo0, &o->elo1, &rest) != 2 || o->elo0 >= o->elo1)
    die(EXIT_USE, "--sprt %s: write ELO0,ELO1, the smaller first", text);
  o->sequential = true;
}

/* The same for a match, whose two halves are files of their own. */
static int merge_match(struct args *a, bool json) {
  char first[1024];
  struct fault f;
  struct sim_part_names names;
  struct encounter c = {0};

  /* The first half names scenario and bots for all of them. */
  snprintf(first, sizeof first, "%s.1", a->v[0]);
  if (!sim_part_read(first, &names, &f))
    die_fault(EXIT_NO, &f);
  struct library *lib = open_library(a);
  c.o.book = book_of_parts(lib, &names, c.o.bot);
  for (int i = 0; i < 2; i++)
    c.o.bot_text[i] = names.bot[i]; /* a has the Germans in the first half */
  if (!match_merge(&c.o, &names, a->v, a->n, &c.r, &f))
    die_fault(EXIT_NO, &f);
  say(json, write_match, print_match, &c);
  match_free(&c.r);
  library_close(lib);
  return EXIT_DONE;
}

/* Two bots against each other, or the whole proof. */
int cmd_match(struct args *a) {
  static const char usage[] =
      "match GAME/SCENARIO --a BOT --b BOT --pairs N [--seed S] [--jobs J] [--resume FILE] "
      "[--json] [--no-audit] [--sprt ELO0,ELO1] [--part K/N], or match --all [GAME[/SCENARIO]] "
      "[--pairs N] [--resume FILE], or match --merge FILE.. [--json]";
  static const char *const who[] = {"--a", "--b"};
  static const char *const def[] = {"planner", "greedy"};
  bool all = arg_flag(a, "--all");
  bool fixed = false;

  /* arg_number takes the option out, so we look first whether it was given. */
  for (int i = 0; i < a->n; i++)
    fixed |= !strcmp(a->v[i], "--pairs");
  bool merge = arg_flag(a, "--merge");
  struct series s;
  struct match_options test = {0};
  take_test(a, &test);
  /* A sequential test ends by itself; this number is only where it gives up. */
  take_series(a, "--pairs", test.sequential ? 10000 : 100, who, def, &s);
  if (test.sequential && s.parts)
    die(EXIT_USE, "--sprt and --part do not go together: the test decides how many pairs it plays");
  arg_rest(a, all ? 0 : 1, merge ? 200 : 1, usage);
  if (merge)
    return merge_match(a, s.json);
  if (all)
    return prove_all(a, &s, fixed);
  struct library *lib = open_library(a);
  struct encounter c = {.o = {.book = take_book(lib, a->v[0]),
                              .bot_text = {s.text[0], s.text[1]},
                              .bot = {s.bot[0], s.bot[1]},
                              .pairs = s.games,
                              .sequential = test.sequential,
                              .elo0 = test.elo0,
                              .elo1 = test.elo1,
                              .resume = s.resume}};
  bool whole = run_match(&s, &c);
  library_close(lib);
  return whole ? EXIT_DONE : EXIT_NO;
}

/* ---- worker: by lines for anybody (thinker.h), or down a pipe for the server that started it */
/* Which of the four kinds of worker this is, the options say; a build without the server has
 * one. */
int cmd_worker(struct args *a) {
  const char *db = arg_value(a, "--db");
  bool review = arg_flag(a, "--review");
#ifdef SALIENT_SERVER
  const char *url = arg_value(a, "--url");
  if (url)
    return far_worker(a, url);
#endif
  arg_rest(a, 0, 0, "worker [--url U --key FILE [--cores N]]");
#ifdef SALIENT_SERVER
  if (review)
    return review_worker(open_library(a));
  if (db)
    return serve_worker(a, db);
#endif
  if (db || review)
    die(EXIT_USE, "this build has no server, so --db and --review have no meaning");
  struct library *lib = open_library(a);
  int code = thinker_run(lib, stdin, stdout);
  library_close(lib);
  return code;
}

/* ---- perft */
/* Counts leaves by depth: every action and every roll of the dice is a branch. */
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
  if (!depth)
    die(EXIT_USE, "usage: salient %s", usage);
  struct library *lib = open_library(a);
  if (!library_pick(lib, a->v[0], &rules, &book, &f) || !perft_count(book, seed, depth, n, &f))
    die_fault(EXIT_USE, &f);
  if (json)
    printf("{\"v\":1,\"game\":\"%s\",\"scenario\":\"%s\",\"seed\":%llu,\"leaves\":[", rules->id,
           book->scenarios[book->scenario].id, (unsigned long long)seed);
  for (int d = 1; d <= depth; d++)
    if (json)
      printf("%s%llu", d > 1 ? "," : "", (unsigned long long)n[d]);
    else
      printf("perft %d %llu\n", d, (unsigned long long)n[d]);
  if (json)
    puts("]}");
  library_close(lib);
  return EXIT_DONE;
}

/* ---- bench */
static void write_bench(void *ctx, struct sal_json *j) {
  bench_json(j, ctx);
}

/* Speed, or the one number that guards behaviour. */
int cmd_bench(struct args *a) {
  struct fault f;
  bool json = arg_flag(a, "--json");
  bool signature = arg_flag(a, "--signature");
  bool planner = arg_flag(a, "--planner");
  const char *game = arg_value(a, "--game");
  const char *scenario = arg_value(a, "--scenario");
  double seconds = (double)arg_number(a, "--seconds", 1, 600, 30);

  arg_rest(a, 0, 0,
           "bench [--json | --signature] [--planner [--scenario ID]] [--game GAME] [--seconds S]");
  const struct sal_ruleset *only = game ? sal_ruleset_find(game) : NULL;
  if (game && !only)
    die(EXIT_USE, "there is no game %s", game);
  struct library *lib = open_library(a);
  /* The signature takes no other option: it must be the same on every machine and compiler. */
  if (signature) {
    uint64_t sum;
    if (!bench_signature(lib, &sum, &f))
      die_fault(EXIT_USE, &f);
    printf("Bench: %016llx\n", (unsigned long long)sum);
  } else {
    struct bench *b = calloc(1, sizeof *b);
    if (!b)
      abort();
    if (planner ? !bench_planner(lib, only, scenario, b, &f)
                : !bench_run(lib, only, seconds, b, &f))
      die_fault(f.code == FAULT_INTERNAL ? EXIT_NO : EXIT_USE, &f);
    if (json) {
      char *text = json_text(write_bench, b);
      puts(text);
      free(text);
    } else {
      for (uint32_t i = 0; i < b->n; i++) {
        const struct bench_result *r = &b->result[i];
        printf("%-13s %-10s %-12s %14.*f %-10s +-%.0f %%\n", r->name, r->game ? r->game : "",
               r->scenario ? r->scenario : "", r->value < 1000 ? 3 : 0, r->value, r->unit,
               50 * r->spread);
      }
    }
    free(b);
  }
  library_close(lib);
  return EXIT_DONE;
}
