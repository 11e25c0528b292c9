/* fuzz_tty.c - what is typed in a terminal: the first line names the scenario, every other is typed by the side whose decision it
 * is. Nothing is written to any file; what is printed goes nowhere. */
#include "fuzz.h"

#include "cli/table.h"

enum { LINES = 120 };

static void start(struct table *t, const char *name, size_t n) {
  struct game_start s = {.seed = 1};
  const struct sal_book *book;
  struct fault f;
  char text[64];
  snprintf(text, sizeof text, "%.*s", n < sizeof text ? (int)n : 0, name);
  *t = (struct table){.lib = fuzz_library(), .desk = fuzz_desk(), .piped = true, .no_files = true};
  if (!library_pick(fuzz_library(), text, &s.rules, &book, &f)) return;
  s.scenario = book->scenarios[book->scenario].id;
  MUST(t->g = game_new(t->lib, t->desk, &s, &f));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  static FILE *nowhere;
  const char *p = (const char *)data, *end = p + n, *stop = n ? memchr(p, '\n', n) : NULL;
  struct table t;
  if (!nowhere) MUST(nowhere = freopen("/dev/null", "w", stdout));
  if (!stop) return -1;
  start(&t, p, (size_t)(stop - p));
  if (!t.g) return -1;
  p = stop + 1;
  for (int i = 0; p < end && i < LINES && game_actors(t.g); i++) {
    int side = game_actors(t.g) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    stop = memchr(p, '\n', (size_t)(end - p));
    char *line = strndup(p, stop ? (size_t)(stop - p) : (size_t)(end - p)); /* as getline gives it: up to a NUL at most */
    cJSON *doc = read_prompt(t.g, side);
    MUST(line && doc);
    if (table_line(&t, side, doc, line) == SHOW) table_events(&t, side);
    cJSON_Delete(doc);
    free(line);
    p = stop ? stop + 1 : end;
  }
  struct sal_err err = {0};
  MUST(game_audit(t.g, &err));
  fuzz_replays(t.g);
  cJSON_Delete(t.news);
  game_free(t.g);
  return 0;
}
