/* test_owners.c - an owner's figures count.
 *
 * Whoever owns a printed game may put its figures into the data files. So a character of every
 * label and every cell of tables.tsv is changed in turn (SALIENT_EVERY: every character): the files
 * are then refused with file and line, or the rules read something else than before. A figure that
 * may be changed and changes nothing would be a promise not kept.
 *
 * The book is built in the same memory each time and the change keeps the length of the text, so
 * whatever differs beyond the copies of that text is what the rules made of it.
 */
#include "harness.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/library.h"

enum { ARENA = 24 << 20, FILES = 64, SCENARIOS = 12 };

struct owner {
  const struct sal_ruleset *rules;
  struct sal_file file[FILES];
  struct sal_files files, printed;
  struct sal_file *tables;
  char *text; /* of tables.tsv, ours to change */
  struct {
    char id[64];
    uint8_t *before; /* the book as it is with the files unchanged */
    size_t used;
  } scenario[SCENARIOS];
  int nscenarios;
  uint8_t *memory;
  int changed, refused, idle;
};

static bool load(struct owner *d, int scenario, size_t *used, struct sal_err *err) {
  struct sal_arena arena = {d->memory, ARENA, 0};
  struct sal_book book = {.rules = d->rules,
                          .arena = &arena,
                          .edition = (uint16_t)sal_edition_parse(d->rules->edition)};
  struct sal_source source = {.files = &d->files,
                              .scenario = d->scenario[scenario].id,
                              .nrules = d->rules->nrules,
                              .printed = &d->printed};
  size_t before = d->scenario[scenario].used;
  memset(d->memory, 0, before ? before : ARENA);
  *err = (struct sal_err){0};
  bool ok = sal_load(&book, &source, err);
  *used = arena.used;
  return ok;
}

/* Is this byte of the book a copy of the changed character? Its neighbours in the file stand beside
 * it there too, or the cell ends. */
static bool is_copy(const struct owner *d, const uint8_t *before, size_t at, size_t pos, char was) {
  if (before[at] != (uint8_t)was || d->memory[at] != (uint8_t)d->text[pos])
    return false;
  char left = d->text[pos - 1], right = d->text[pos + 1];
  bool left_fits = d->memory[at - 1] == (uint8_t)left || !d->memory[at - 1];
  bool right_fits = d->memory[at + 1] == (uint8_t)right || !d->memory[at + 1];
  return left_fits && right_fits;
}
static bool has_effect(const struct owner *d, int scenario, size_t pos, char was) {
  const uint8_t *before = d->scenario[scenario].before;
  for (size_t i = 0; i < d->scenario[scenario].used; i++)
    if (d->memory[i] != before[i] && !is_copy(d, before, i, pos, was))
      return true;
  return false;
}

/* What stands there instead: another digit, the other sign, another letter. */
static char another(char c) {
  if (isdigit((unsigned char)c))
    return c == '9' ? '8' : (char)(c + 1);
  if (c == '-')
    return '+';
  if (c == '.')
    return '7';
  return c == 'Q' ? 'Z' : 'Q';
}

/* In one scenario: refused with file and line, or the rules read something else. */
static bool counts(struct owner *d, int scenario, size_t pos, char was, struct sal_err *err) {
  size_t used;
  if (load(d, scenario, &used, err))
    return used != d->scenario[scenario].used || has_effect(d, scenario, pos, was);
  d->refused++;
  return !strcmp(err->file, "tables.tsv") && err->line > 0 && err->text[0];
}
/* A figure of one scenario alone need not count in the others. */
static void try_one(struct owner *d, size_t pos, int line) {
  char was = d->text[pos], is = another(was);
  struct sal_err err;
  bool good = false;
  d->text[pos] = is;
  d->changed++;
  for (int i = 0; i < d->nscenarios && !good; i++)
    good = counts(d, i, pos, was, &err);
  d->text[pos] = was;
  if (good)
    return;
  d->idle++;
  print_error("%s/tables.tsv:%d: '%c' for '%c' at byte %zu: %s\n", d->rules->id, line, is, was, pos,
              err.text[0] ? err.text : "changes nothing");
}

/* A heading says what a table is called and where it comes from: that is no figure. A remark in a
 * row of its own begins with #. */
static bool is_figures(const char *line) {
  return *line && *line != '#' && *line != '@' && *line != '\n';
}

/* Which character of a cell stands for it: its last digit, or else its last character. */
static size_t telling(const char *text, size_t from, size_t to) {
  size_t at = to - 1;
  for (size_t i = from; i < to; i++)
    if (isdigit((unsigned char)text[i]))
      at = i;
  return at;
}
static bool can_change(char c) {
  return c != ' ' && (unsigned char)c < 128;
}
static void try_cell(struct owner *d, size_t from, size_t to, int line) {
  size_t at = telling(d->text, from, to);
  if (!getenv("SALIENT_EVERY")) {
    if (can_change(d->text[at]))
      try_one(d, at, line);
    return;
  }
  for (size_t i = from; i < to; i++)
    if (can_change(d->text[i]))
      try_one(d, i, line);
}

/* Rows of ground that lies on none of our maps: its price is read and waits for an owner's map. */
static const char *const NOWHERE[] = {"wb95 crossing\t", "wb95 swamp\t"};
static bool lies_nowhere(const struct owner *d, const char *line) {
  size_t id = strlen(d->rules->id);
  for (size_t i = 0; i < sizeof NOWHERE / sizeof *NOWHERE; i++) {
    const char *row = NOWHERE[i] + id + 1;
    if (!strncmp(NOWHERE[i], d->rules->id, id) && !strncmp(line, row, strlen(row)))
      return true;
  }
  return false;
}

/* SALIENT_STRIDE: every so many figures, for a game whose book takes long to load. */
static int stride(void) {
  const char *text = getenv("SALIENT_STRIDE");
  int n = text ? atoi(text) : 1;
  return n > 0 ? n : 1;
}
static void every_cell(struct owner *d) {
  int line = 1, n = 0, step = stride();
  for (size_t pos = 0; d->text[pos]; line++) {
    size_t end = pos + strcspn(d->text + pos, "\n");
    bool figures = is_figures(d->text + pos) && !lies_nowhere(d, d->text + pos);
    for (size_t cell = pos; figures && cell < end;) {
      size_t to = cell + strcspn(d->text + cell, "\t\n");
      if (to > cell && n++ % step == 0)
        try_cell(d, cell, to, line);
      cell = to + 1;
    }
    pos = d->text[end] ? end + 1 : end;
  }
}

static void open_owner(struct owner *d, struct library *lib, const struct sal_ruleset *rules) {
  const struct sal_files *given = library_files(lib, rules);
  assert_true(given->n <= FILES);
  *d = (struct owner){.rules = rules, .files = {d->file, given->n}, .printed = *given};
  for (int i = 0; i < given->n; i++) {
    d->file[i] = given->file[i];
    if (!strcmp(d->file[i].name, "tables.tsv"))
      d->tables = &d->file[i];
  }
  assert_non_null(d->tables);
  d->text = calloc(1, d->tables->size + 2);
  memcpy(d->text, d->tables->text, d->tables->size);
  d->tables->text = d->text;
  struct fault f;
  const struct sal_book *outline = library_outline(lib, rules, &f);
  assert_non_null(outline);
  d->memory = malloc(ARENA);
  assert_non_null(d->memory);
  assert_true(outline->nscenarios <= SCENARIOS);
  d->nscenarios = outline->nscenarios;
  for (int i = 0; i < d->nscenarios; i++) {
    struct sal_err err;
    size_t used;
    snprintf(d->scenario[i].id, sizeof d->scenario[i].id, "%s", outline->scenarios[i].id);
    if (!load(d, i, &used, &err))
      fail_msg("%s: %s:%d: %s", rules->id, err.file, err.line, err.text);
    d->scenario[i].used = used;
    d->scenario[i].before = malloc(used);
    assert_non_null(d->scenario[i].before);
    memcpy(d->scenario[i].before, d->memory, used);
  }
}
static void close_owner(struct owner *d) {
  free(d->text);
  free(d->memory);
  for (int i = 0; i < d->nscenarios; i++)
    free(d->scenario[i].before);
}

static void figures_count(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  assert_non_null(lib);
  const char *only = getenv("SALIENT_GAME");
  for (int i = 0; sal_rulesets[i]; i++) {
    struct owner d;
    if (only && strcmp(only, sal_rulesets[i]->id))
      continue;
    open_owner(&d, lib, sal_rulesets[i]);
    every_cell(&d);
    print_message("%s: %d figures changed, %d refused, %d without effect\n", d.rules->id, d.changed,
                  d.refused, d.idle);
    assert_true(d.changed > 0);
    assert_int_equal(d.idle, 0);
    close_owner(&d);
  }
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(figures_count)};
  return cmocka_run_group_tests_name("props.owners", tests, NULL, NULL);
}
