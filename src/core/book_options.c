/* book_options.c - the choices made before a game, and the handicap of a scenario. */
#include <string.h>

#include "book.h"
#include "ruleset.h"

int sal_option_find(const struct sal_book *b, const char *id) {
  for (int i = 0; i < b->noptions; i++)
    if (sal_eq(b->option[i].id, id))
      return i;
  return -1;
}

bool sal_option_parse(const struct sal_option *o, const char *text, int32_t *value) {
  for (int i = 0; o->word && i <= o->max; i++) {
    if (sal_eq(o->word[i], text)) {
      *value = i;
      return true;
    }
  }
  return sal_parse_int(text, o->min, o->max, value);
}

int sal_option_value(const struct sal_book *b, int option, const uint8_t *bytes) {
  bool below = b->option[option].min < 0;
  return below ? (int8_t)bytes[option] : bytes[option];
}

/* ---- reading them ----------------------------------------------------------------------- */

/* Does a list of scenario ids, separated by spaces, hold this one? "*" stands for all. */
static bool names_scenario(const char *list, const char *id) {
  size_t n = strlen(id);

  if (sal_eq(list, "*"))
    return true;
  for (const char *p = list; (p = strstr(p, id)); p += n) {
    bool starts_word = p == list || p[-1] == ' ';
    bool ends_word = p[n] == ' ' || !p[n];
    if (starts_word && ends_word)
      return true;
  }

  return false;
}

static bool bad_type(struct sal_tsv *t, const char *type, struct sal_err *err) {
  return sal_tsv_fail(t, err, "type must be bool, int:MIN-MAX or one:WORD,WORD.., not '%s'", type);
}

/* "int:1-9" */
static bool range_type(struct sal_tsv *t, const char *type, struct sal_option *o,
                       struct sal_err *err) {
  char from[8] = "";
  const char *dash = strchr(type, '-');
  size_t n = dash ? (size_t)(dash - type - 4) : 0;
  int32_t lo, hi;

  if (n && n < sizeof from)
    memcpy(from, type + 4, n);
  if (!dash || !sal_parse_int(from, 0, 255, &lo) || !sal_parse_int(dash + 1, lo, 255, &hi))
    return bad_type(t, type, err);
  o->is_int = true;
  o->min = (int16_t)lo;
  o->max = (int16_t)hi;
  return true;
}

/* "one:quick,table,field": the words stand for 0, 1, 2. */
static bool words_type(struct sal_book *b, struct sal_tsv *t, const char *type,
                       struct sal_option *o, struct sal_err *err) {
  enum { MOST = 8 };
  const char *rest = type + 4;

  o->is_int = true;
  o->word = sal_alloc(b->arena, MOST * sizeof *o->word);
  for (int i = 0; i < MOST; i++) {
    size_t n = strcspn(rest, ",");
    char *word = sal_alloc(b->arena, n + 1);
    if (!n)
      return bad_type(t, type, err);
    memcpy(word, rest, n);
    word[n] = 0;
    o->word[i] = word;
    o->max = (int16_t)i;
    if (!rest[n])
      return i > 0 || bad_type(t, type, err);
    rest += n + 1;
  }
  return bad_type(t, type, err);
}

/* The type of an option gives its range: 0 and 1, numbers, or words. */
static bool option_type(struct sal_book *b, struct sal_tsv *t, const char *type,
                        struct sal_option *o, struct sal_err *err) {
  o->max = 1;
  if (sal_eq(type, "bool"))
    return true;
  if (!strncmp(type, "int:", 4))
    return range_type(t, type, o, err);
  if (!strncmp(type, "one:", 4))
    return words_type(b, t, type, o, err);
  return bad_type(t, type, err);
}

static bool bad_default(struct sal_tsv *t, const struct sal_option *o, struct sal_err *err) {
  return sal_tsv_fail(
      t, err,
      "default must be a number from %d to %d, with SCENARIO=NUMBER behind it where "
      "a scenario has another",
      o->min, o->max);
}

/* One word of the cell: "2" for all scenarios, or "lesson=0" for one. */
static bool default_word(const struct sal_book *b, const char *word, size_t n, bool first,
                         struct sal_option *o) {
  const char *scenario = b->scenarios[b->scenario].id;
  const char *equals = memchr(word, '=', n);
  const char *from = equals ? equals + 1 : word;
  size_t length = n - (size_t)(from - word);
  char number[8] = "";
  int32_t value;

  if (first == (equals != NULL) || length >= sizeof number)
    return false;
  memcpy(number, from, length);
  if (!sal_parse_int(number, o->min, o->max, &value))
    return false;
  size_t name = equals ? (size_t)(equals - word) : 0;
  bool here = first || (strlen(scenario) == name && !strncmp(word, scenario, name));
  if (here)
    o->def = (int16_t)value;
  return true;
}

/* "2", or "2 lesson=0": the default, and where a scenario has another one. */
static bool default_cell(const struct sal_book *b, struct sal_tsv *t, struct sal_option *o,
                         struct sal_err *err) {
  const char *text = sal_tsv_text(t, "default", err);

  if (!text)
    return false;
  for (const char *word = text;;) {
    size_t n = strcspn(word, " ");
    if (!default_word(b, word, n, word == text, o))
      return bad_default(t, o, err);
    if (!word[n])
      return true;
    word += n + 1;
  }
}

/* Choices made before a game, each with its range. Older files may lack some of them. */
static bool read_options(struct sal_book *b, const struct sal_files *files, struct sal_err *err) {
  struct sal_tsv t;
  int got;

  b->noptions = 0;
  if (!sal_file_find(files, "options.tsv"))
    return true;
  if (!sal_tsv_open(&t, files, "options.tsv", b->arena, err))
    return false;
  b->option = sal_alloc(b->arena, SAL_OPTIONS * sizeof *b->option);
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    if (b->noptions == SAL_HANDICAP)
      return sal_tsv_fail(&t, err, "more than %d options", SAL_HANDICAP);
    struct sal_option *o = &b->option[b->noptions++];
    const char *rule;
    const char *type;
    const char *where;
    if (!sal_tsv_texts(&t, err, "id", &o->id, "title", &o->title, "rule", &rule, "type", &type,
                       "scenarios", &where, NULL) ||
        !sal_book_rule_cell(b, &t, rule, &o->rule, err))
      return false;
    if (!option_type(b, &t, type, o, err) || !default_cell(b, &t, o, err))
      return false;
    o->here = names_scenario(where, b->scenarios[b->scenario].id);
  }

  return got == 0;
}

/* An older version's options in today's order, so that the rules find each at its place. One that
 * did not exist yet has today's default and is not offered: the journals of that time do not name
 * it. One that exists no longer keeps a place behind them, for the ruleset to read. */
static bool merge_options(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  struct sal_option *older = b->option;
  int nolder = b->noptions;

  if (!read_options(b, src->today, err))
    return false;
  int ntoday = b->noptions;
  for (int i = 0; i < ntoday; i++)
    b->option[i].here = false;
  for (int k = 0; k < nolder; k++) {
    int i = sal_option_find(b, older[k].id);
    if (i < 0 && b->noptions == SAL_HANDICAP)
      return sal_fail(err, "options.tsv", 0, "more than %d options", SAL_HANDICAP);
    if (i < 0)
      i = b->noptions++;
    b->option[i] = older[k];
  }

  return true;
}

/* "12 7 1": games won, lost and drawn by the German. "-": none were played. */
static bool games_cell(struct sal_tsv *t, const char *text, uint16_t out[3], struct sal_err *err) {
  if (!*text)
    return true;
  for (int i = 0; i < 3; i++) {
    char word[8] = "";
    size_t n = strcspn(text, " ");
    int32_t games;
    if (n < sizeof word)
      memcpy(word, text, n);
    if (!sal_parse_int(word, 0, 9999, &games) || (text[n] == ' ') != (i < 2))
      return sal_tsv_fail(t, err, "games must be `won lost drawn`, or -");
    out[i] = (uint16_t)games;
    text += n + 1;
  }
  return true;
}

/* What was measured, in the row of this scenario. */
static bool read_measured(struct sal_book *b, struct sal_tsv *t, struct sal_err *err) {
  struct sal_measured *m = &b->measured;
  const char *even, *printed, *evened, *bot;
  const struct sal_option *o = &b->option[SAL_HANDICAP];
  int32_t at = 0;
  if (!sal_tsv_texts(t, err, "even", &even, "printed", &printed, "evened", &evened, "bot", &bot,
                     NULL))
    return false;
  m->known = *even;
  if (m->known && !sal_parse_int(even, o->min, o->max, &at))
    return sal_tsv_fail(t, err, "even must be within min and max, or -");
  m->at = (int16_t)at;
  m->bot = *bot ? bot : NULL;
  return games_cell(t, printed, m->printed, err) && games_cell(t, evened, m->even, err);
}

/* The row of this scenario: the last option, behind a gap. */
static bool read_handicap(struct sal_book *b, struct sal_tsv *t, struct sal_err *err) {
  const char *rule;
  struct sal_option *o = &b->option[SAL_HANDICAP];
  int32_t min, max;
  *o = (struct sal_option){.id = "handicap", .is_int = true, .here = true};
  o->title = sal_tsv_text(t, "title", err);
  rule = sal_tsv_text(t, "rule", err);
  if (!o->title || !rule || !sal_book_rule_cell(b, t, rule, &o->rule, err))
    return false;
  if (!sal_tsv_int(t, "min", -100, 0, &min, err) || !sal_tsv_int(t, "max", 0, 100, &max, err))
    return false;
  o->min = (int16_t)min;
  o->max = (int16_t)max;
  for (int i = b->noptions; i < SAL_HANDICAP; i++)
    b->option[i] = (struct sal_option){.id = "", .title = ""};
  b->noptions = SAL_OPTIONS;
  return read_measured(b, t, err);
}

/* Every scenario may be played with a handicap. Its bounds and measurements are not part of the
 * game's data: 0 is the printed game, and journals name it only if it is not 0. So they come from
 * today's file for older games too. */
static bool load_handicap(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  static const char name[] = "guide-handicap.tsv";
  const struct sal_files *files = src->today ? src->today : src->files;
  const char *id = b->scenarios[b->scenario].id;
  struct sal_tsv t;
  int got;
  if (!sal_file_find(files, name))
    return true;
  if (!sal_tsv_open(&t, files, name, b->arena, err))
    return false;
  if (!b->option)
    b->option = sal_alloc(b->arena, SAL_OPTIONS * sizeof *b->option);
  while ((got = sal_tsv_next(&t, err)) > 0) {
    if (t.directive)
      continue;
    const char *scenario = sal_tsv_text(&t, "scenario", err);
    if (!scenario)
      return false;
    if (sal_eq(scenario, id) && !read_handicap(b, &t, err))
      return false;
  }
  return got == 0;
}

/* options.tsv, and the handicap that every scenario has. */
bool sal_book_options(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  if (!read_options(b, src->files, err))
    return false;
  if (src->today && !merge_options(b, src, err))
    return false;
  b->nlisted = b->noptions;
  return load_handicap(b, src, err);
}
