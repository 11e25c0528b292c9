/* fuzz_tty.c - what is typed in a terminal: the first line names the scenario, every other is typed
 * by the side whose decision it is, until the input ends. Nothing is written to any file; what is
 * printed goes nowhere. */
#include "fuzz.h"

#include "cli/tty_seat.h"

enum { LINES = 120 };

static void start(struct table *t, const char *name, size_t n) {
  struct game_start s = {.seed = 1};
  const struct sal_book *book;
  struct fault f;
  char text[64];
  snprintf(text, sizeof text, "%.*s", n < sizeof text ? (int)n : 0, name);
  *t = (struct table){.lib = fuzz_library(), .desk = fuzz_desk(), .piped = true, .no_files = true};
  if (!library_pick(fuzz_library(), text, &s.rules, &book, &f))
    return;
  s.scenario = book->scenarios[book->scenario].id;
  MUST(t->g = game_new(t->lib, t->desk, &s, &f));
}

/* How much of it is the first so many lines. */
static size_t first_lines(const char *text, size_t n) {
  size_t at = 0;
  for (int i = 0; i < LINES && at < n; at++)
    i += text[at] == '\n';
  return at;
}
/* The terminal's own loop, with the input for stdin. */
static void type_all(struct table *t, const char *text, size_t n) {
  FILE *was = stdin, *typed = n ? fmemopen((void *)(uintptr_t)text, n, "r") : NULL;
  if (!typed)
    return;
  stdin = typed;
  for (bool on = true; on && game_actors(t->g);)
    on = table_ask(t, game_actors(t->g) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET);
  stdin = was;
  fclose(typed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  static FILE *nowhere;
  const char *text = (const char *)data, *stop = n ? memchr(text, '\n', n) : NULL;
  struct table t;
  if (!nowhere)
    MUST(nowhere = freopen("/dev/null", "w", stdout));
  if (!stop)
    return -1;
  start(&t, text, (size_t)(stop - text));
  if (!t.g)
    return -1;
  size_t head = (size_t)(stop + 1 - text);
  type_all(&t, stop + 1, first_lines(stop + 1, n - head));
  struct sal_err err = {0};
  MUST(game_audit(t.g, &err));
  fuzz_replays(t.g);
  cJSON_Delete(t.news);
  game_free(t.g);
  return 0;
}
