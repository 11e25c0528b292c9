/* fuzz_data.c - data files: the first line names one (`nullgame/ford.txt`), the rest takes its
 * place. Either an error with file and line, or a book whose scenarios can be set up and shown. */
#include "fuzz.h"

#include <sys/mman.h>

enum { ROOM = 64 << 20, FILES = 256 };

static struct sal_arena *fresh_arena(void) {
  static struct sal_arena a;
  if (!a.base) {
    a.base = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                  -1, 0);
    MUST(a.base != MAP_FAILED);
    a.size = ROOM;
  }
  if (a.used > 4u << 20)
    madvise(a.base, a.used, MADV_DONTNEED);
  else
    memset(a.base, 0, a.used);
  a.used = 0;
  return &a;
}

static const struct sal_ruleset *rules_of(const char *line, size_t n) {
  for (int i = 0; sal_rulesets[i]; i++) {
    size_t id = strlen(sal_rulesets[i]->id);
    if (n > id && !strncmp(line, sal_rulesets[i]->id, id) && line[id] == '/')
      return sal_rulesets[i];
  }
  return NULL;
}

static void show_board(const struct sal_book *b) {
  static char room[8 << 20];
  struct sal_json j;
  sal_json_start(&j, room, sizeof room);
  sal_json_object(&j, NULL);
  sal_board_json(&j, "board", b);
  sal_json_end(&j);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  const char *text = (const char *)data, *stop = memchr(text, '\n', n);
  size_t head = stop ? (size_t)(stop - text) : n;
  const struct sal_ruleset *rules = rules_of(text, head);
  if (!stop || !rules || n > 200000)
    return -1;
  const struct sal_files *real = library_files(fuzz_library(), rules);
  struct sal_file file[FILES];
  size_t id = strlen(rules->id) + 1;
  int found = -1;
  for (int i = 0; i < real->n; i++) {
    file[i] = real->file[i];
    if (strlen(file[i].name) == head - id && !memcmp(file[i].name, text + id, head - id))
      found = i;
  }
  if (found < 0)
    return -1;
  file[found].text = stop + 1;
  file[found].size = n - head - 1;
  struct sal_files files = {file, real->n};
  struct fault f;
  const struct sal_book *outline = library_outline(fuzz_library(), rules, &f);
  MUST(outline);
  /* one of them; the next input another */
  const char *scenario = outline->scenarios[sal_hash(text, n, 0) % outline->nscenarios].id;
  struct sal_arena *a = fresh_arena();
  struct sal_err err = {0};
  struct sal_book *b = sal_alloc(a, sizeof *b);
  struct sal_source source = {
      .files = &files, .scenario = scenario, .data_hash = 1, .nrules = rules->nrules};
  b->rules = rules;
  b->arena = a;
  if (sal_load(b, &source, &err))
    show_board(b);
  else
    MUST(*err.text);
  return 0;
}
