/* cmd_review.c - `review`: where a game was decided; `puzzles`: positions out of games. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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

/* What review and puzzles are both asked. */
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

/* Puzzles of several journals into one file, a line each. */
int cmd_puzzles(struct args *a) {
  static const char usage[] = "puzzles JOURNAL.. -o FILE [--line N] [--seed S] [--jobs J]";
  struct fault f;
  const char *file = arg_value(a, "-o");
  struct review_options o = take_options(a);
  uint32_t only = (uint32_t)arg_number(a, "--line", 1, UINT32_MAX, 0);

  arg_rest(a, 1, 200, usage);
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
