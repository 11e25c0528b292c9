/* fuzz.h - what the fuzz targets share: one library for all inputs, and the law that a game's
 * journal replays.
 *
 * A target aborts when something is wrong; the sanitizers see the rest.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define MUST(x)                                                                                    \
  do {                                                                                             \
    if (!(x)) {                                                                                    \
      fprintf(stderr, "must hold: %s (%s:%d)\n", #x, __FILE__, __LINE__);                          \
      abort();                                                                                     \
    }                                                                                              \
  } while (0)

static inline struct library *fuzz_library(void) {
  static struct library *lib;
  struct fault f;
  if (!lib)
    MUST(lib = library_open(NULL, &f));
  return lib;
}
static inline struct desk *fuzz_desk(void) {
  static struct desk *desk;
  if (!desk)
    desk = desk_new();
  return desk;
}

/* What was played can be played again, and ends where it ended. */
static inline void fuzz_replays(struct game *g) {
  size_t n;
  const char *text = game_journal(g, &n);
  uint64_t hash = game_hash(g, SAL_ALL);
  struct journal_report report;
  struct desk *other = desk_new();
  struct game *again = game_replay(fuzz_library(), other, text, n, NULL, NULL, &report);
  if (report.verdict != JOURNAL_GOOD)
    fprintf(stderr, "line %d: %s\n%.*s", report.line, report.text, (int)n, text);
  MUST(again && report.verdict == JOURNAL_GOOD);
  MUST(game_hash(again, SAL_ALL) == hash);
  game_free(again);
  desk_free(other);
}

#endif
