/* review_worker.c - `worker --review`: one review for the server, in its own process.
 *
 * It has the lowest priority of the server's processes, so games that are being played come first.
 * It reads one line of numbers, what an earlier run has already judged, the data files of an older
 * version if they are needed, and the journal. It writes lines: `K` with the chances of a segment
 * and the same as a point of the curve, `P` for progress, and at the end `R` with the whole review
 * or `E` with the reason why there is none. The server keeps the `K` lines as they are; given back
 * after a crash, they are not worked out again.
 */
#ifdef SALIENT_SERVER
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli.h"
#include "lab/review.h"
#include "server/confine.h"

enum { NICEST = 15, LONGEST_PIPE = 64 << 20, KNOWN_LINE = 4096 };

struct task {
  uint32_t nodes, threads, nknown;
  uint64_t seed;
  size_t npack, njournal;
  struct judged *known;
  char *pack, *journal;
};

/* ---- in */
/* The server that writes the pipe is the parent: if it breaks off, nobody is left to tell. */
static char *take_bytes(size_t n) {
  char *text = malloc(n + 1);
  if (!text || fread(text, 1, n, stdin) != n)
    exit(EXIT_USE);
  text[n] = 0;
  return text;
}

/* A segment that an earlier run has judged. */
static bool take_known(struct judged *k) {
  char line[KNOWN_LINE];
  return fgets(line, sizeof line, stdin) && review_judged_read(line, k);
}

/* The first lines of the pipe. Sizes are checked before anything is allocated. */
static void take_task(struct task *t) {
  char line[256];

  if (!fgets(line, sizeof line, stdin) ||
      sscanf(line, "review %" SCNu32 " %" SCNu64 " %" SCNu32 " %" SCNu32 " %zu %zu", &t->nodes,
             &t->seed, &t->threads, &t->nknown, &t->npack, &t->njournal) != 6)
    exit(EXIT_USE);
  if (t->npack > LONGEST_PIPE || t->njournal > LONGEST_PIPE || t->nknown > LONGEST_PIPE / 64)
    exit(EXIT_USE);
  t->known = calloc(t->nknown + 1, sizeof *t->known);
  if (!t->known)
    abort();
  for (uint32_t i = 0; i < t->nknown; i++)
    if (!take_known(&t->known[i]))
      exit(EXIT_USE);
  t->pack = take_bytes(t->npack);
  t->journal = take_bytes(t->njournal);
}

/* The data files that came down the pipe. */
static char *given_pack(void *ctx, const char *game, uint64_t hash, size_t *n) {
  const struct task *t = ctx;

  (void)game;
  (void)hash; /* the library compares it */
  char *copy = t->npack ? malloc(t->npack + 1) : NULL;
  if (!copy)
    return NULL;
  memcpy(copy, t->pack, t->npack + 1);
  *n = t->npack;
  return copy;
}

/* ---- out */
/* A judged segment goes up at once, so that a crash loses little. */
static void tell_segment(void *ctx, const struct review *r, uint32_t segment) {
  const struct task *t = ctx;

  if (segment < t->nknown)
    return; /* the server has it */
  char *line = review_judged_line(r, &r->segment[segment]);
  puts(line);
  free(line);
}

/* How far it is. */
static void tell_progress(void *ctx, uint32_t done, uint32_t all) {
  (void)ctx;
  printf("P %u %u\n", done, all);
  fflush(stdout);
}

struct whole {
  const struct review *r;
  const struct review_options *o;
};
static void write_whole(void *ctx, struct sal_json *j) {
  const struct whole *w = ctx;
  review_json(j, w->r, w->o);
}

/* One review, then the process ends. It dies with the server. */
int review_worker(struct library *lib) {
  struct task t = {0};
  struct review r;
  struct fault f;

  /* Everything is read before the process confines itself; after that it has no files and no
   * network. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpriority(PRIO_PROCESS, 0, NICEST);
  take_task(&t);
  library_older(lib, given_pack, &t);
  confine_worker();
  struct review_options o = {.seed = t.seed,
                             .nodes = t.nodes,
                             .threads = t.threads,
                             .progress = tell_progress,
                             .judged = tell_segment,
                             .known = t.known,
                             .nknown = t.nknown,
                             .ctx = &t};
  if (!review_run(lib, t.journal, t.njournal, &o, &r, &f)) {
    printf("E %s\n", f.text);
  } else {
    char *text = json_text(write_whole, &(struct whole){&r, &o});
    printf("R %s\n", text);
    free(text);
    review_free(&r);
  }
  fflush(stdout);
  library_close(lib);
  free(t.known);
  free(t.pack);
  free(t.journal);
  return EXIT_DONE;
}
#endif
