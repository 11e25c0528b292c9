/* cmd_review.c - `review`: where a game was decided; `puzzles`: positions from games. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lab/puzzle.h"
#include "lab/review.h"

static atomic_bool stop_review; /* all that a signal can reach */
static void on_interrupt(int sig) {
  (void)sig;
  atomic_store(&stop_review, true);
  signal(SIGINT, SIG_DFL); /* a second one ends at once */
}

/* Overwrites its own line. */
static void show_progress(void *ctx, uint32_t done, uint32_t all) {
  (void)ctx;
  fprintf(stderr, "\r%u of %u positions ", done, all);
  if (done == all)
    fputc('\n', stderr);
}

/* A review with its options, for the writer. */
struct outcome {
  struct review r;
  struct review_options o;
};
static void write_review(void *ctx, struct sal_json *j) {
  const struct outcome *out = ctx;
  review_json(j, &out->r, &out->o);
}

/* The options that review and puzzles share. */
static struct review_options take_options(struct args *a) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct review_options o = {.stop = &stop_review};

  o.nodes = (uint32_t)arg_number(a, "--nodes", 1000, 100000000, 40000);
  o.seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  o.threads = (uint32_t)arg_number(a, "--jobs", 1, 16, cores > 0 ? (uint64_t)cores : 1);
  if (isatty(STDERR_FILENO))
    o.progress = show_progress;

  return o;
}

/* An interrupt ends it early and keeps what was found. */
int cmd_review(struct args *a) {
  struct fault f;
  struct outcome out = {0};
  size_t n;
  bool json = arg_flag(a, "--json");

  out.o = take_options(a);
  arg_rest(a, 1, 1, "review JOURNAL [--nodes N] [--seed S] [--jobs J] [--json]");
  struct library *lib = open_library(a);
  char *journal = read_file(a->v[0], &n);
  signal(SIGINT, on_interrupt);
  if (!review_run(lib, journal, n, &out.o, &out.r, &f))
    die(EXIT_NO, "%s: %s", a->v[0], f.text);
  signal(SIGINT, SIG_DFL);
  if (json) {
    char *text = json_text(write_review, &out);
    puts(text);
    free(text);
  } else {
    review_print(&out.r);
  }
  /* What an interrupt cut short is printed all the same, but is no full answer. */
  int code = out.r.complete ? EXIT_DONE : EXIT_NO;
  review_free(&out.r);
  free(journal);
  library_close(lib);
  return code;
}

/* ---- puzzles: one JSON object a line */
/* A puzzle with the journal that it was found in: what the writer needs for one line. */
struct line {
  const struct sal_book *book;
  const struct puzzle *puzzle;
  const char *journal;
  size_t n;
};
static void write_puzzle(void *ctx, struct sal_json *j) {
  const struct line *l = ctx;
  puzzle_json(j, l->book, l->puzzle, l->journal, l->n);
}

/* One shipped puzzle, a line of its file. */
static bool check_puzzle(struct library *lib, const char *line, size_t n,
                         const struct review_options *o) {
  static struct puzzle p; /* too large for the stack */
  struct fault f = {0};
  cJSON *doc = cJSON_ParseWithLength(line, n);

  p = (struct puzzle){0};
  bool holds = puzzle_holds(lib, doc, o, &p, &f);
  const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "id"));
  printf("%s: %s, by the script %+.2f +- %.2f, by the planner %+.2f +- %.2f%s%s\n",
         id ? id : "a line", holds ? "holds" : "does not hold", p.gap, p.error, p.thought,
         p.thought_error, f.text[0] ? ": " : "", f.text);
  fflush(stdout);
  cJSON_Delete(doc);

  return holds;
}

/* Files of puzzles as they ship: is the answer still the best, by today's rules? */
static int check_puzzles(struct args *a, const struct review_options *o) {
  struct library *lib = open_library(a);
  int all = 0;
  int good = 0;

  for (int i = 0; i < a->n; i++) {
    size_t n;
    char *text = read_file(a->v[i], &n);
    for (char *line = text; *line;) {
      size_t length = strcspn(line, "\n");
      all++;
      good += check_puzzle(lib, line, length, o);
      line += length + (line[length] == '\n');
    }
    free(text);
  }
  library_close(lib);
  printf("%d of %d puzzles hold\n", good, all);

  return good == all ? EXIT_DONE : EXIT_NO;
}

/* Puzzles of several journals into one file, a line each. */
int cmd_puzzles(struct args *a) {
  static const char usage[] =
      "puzzles JOURNAL.. -o FILE [--line N] [--seed S] [--jobs J], or puzzles --check FILE..";
  struct fault f;
  const char *file = arg_value(a, "-o");
  struct review_options o = take_options(a);
  uint32_t only = (uint32_t)arg_number(a, "--line", 1, UINT32_MAX, 0);

  bool check = arg_flag(a, "--check");

  arg_rest(a, 1, 200, usage);
  if (check)
    return check_puzzles(a, &o);
  if (!file)
    die(EXIT_USE, "usage: salient %s", usage);
  struct library *lib = open_library(a);
  FILE *out = fopen(file, "w");
  int all = 0;
  if (!out)
    die(EXIT_USE, "%s: cannot be written", file);
  signal(SIGINT, on_interrupt);
  for (int i = 0; i < a->n && !atomic_load(&stop_review); i++) {
    static struct puzzle found[PUZZLES]; /* too large for the stack */
    struct line l;
    char *journal = read_file(a->v[i], &l.n);
    /* Fewer than none: the journal could not be read or replayed. */
    int n = puzzle_find(lib, journal, l.n, &o, only, found, &l.book, &f);
    if (n < 0)
      die(EXIT_NO, "%s: %s", a->v[i], f.text);
    for (int k = 0; k < n; k++) {
      l.puzzle = &found[k];
      l.journal = journal;
      char *text = json_text(write_puzzle, &l);
      fprintf(out, "%s\n", text);
      free(text);
    }
    all += n;
    free(journal);
  }
  bool written = !fclose(out);
  library_close(lib);
  if (!written)
    die(EXIT_USE, "%s: cannot be written", file);
  printf("%d puzzles in %s\n", all, file);
  return atomic_load(&stop_review) ? EXIT_NO : EXIT_DONE;
}
