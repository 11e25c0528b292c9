/* test_museum.c - games of landed versions: every one opens, is right, and goes on.
 *
 * tests/museum holds what each landed version made. A rule that changed since then must ask which
 * edition a game is played by, or the game stands here in the list of those that were changed. The
 * second half makes a game whose rules did change and lets both sides adopt today's.
 */
#include "harness.h"
#include "host/passed.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One landed version: SALIENT_MUSEUM is its folder, else the first. */
static const char *museum(void) {
  const char *folder = getenv("SALIENT_MUSEUM");
  return folder ? folder : SOURCE_DIR "/tests/museum/0.1.0";
}
static const char *in_museum(char path[600], const char *name) {
  snprintf(path, 600, "%s/%s", museum(), name);
  return path;
}
static const char *museum_version(void) {
  return strrchr(museum(), '/') + 1;
}
enum { GO_ON = 60 }; /* actions played after the old ones */

struct room {
  struct library *then, *now; /* with the old data files given, and without */
  struct desk *desk;
};
static int begin(void **state) {
  static struct room r;
  struct fault f;
  char data[600];
  in_museum(data, "data");
  r = (struct room){library_open(data, &f), library_open(NULL, &f), desk_new()};
  *state = &r;
  if (!r.then)
    print_error("%s cannot be opened: %s %s\n", data, f.at, f.text);
  return r.then && r.now && sodium_init() >= 0 ? 0 : -1;
}
static int finish(void **state) {
  struct room *r = *state;
  desk_free(r->desk);
  library_close(r->then);
  library_close(r->now);
  return 0;
}

static char *read_all(const char *path, size_t *n) {
  FILE *in = fopen(path, "rb");
  if (!in)
    fail_msg("%s cannot be read", path);
  fseek(in, 0, SEEK_END);
  *n = (size_t)ftell(in);
  rewind(in);
  char *text = calloc(1, *n + 1);
  if (!text || fread(text, 1, *n, in) != *n)
    abort();
  fclose(in);
  return text;
}

/* Calls `look` with every file of a folder that ends in this, in any order; returns how many. */
static int each(const char *dir, const char *ending, struct room *r,
                void (*look)(struct room *, const char *path)) {
  DIR *d = opendir(dir);
  int n = 0;
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    size_t len = strlen(e->d_name), end = strlen(ending);
    char path[600];
    if (len <= end || strcmp(e->d_name + len - end, ending))
      continue;
    snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
    look(r, path);
    n++;
  }
  closedir(d);
  return n;
}

/* Random legal actions until the game is over, and at most so many. */
static void go_on_by(struct game *g, struct desk *desk, int actions, uint64_t seed) {
  struct sal_rng rng;
  struct fault f;
  sal_rng_seed(&rng, seed);
  for (int i = 0; i < actions && game_actors(g); i++) {
    int side = game_actors(g) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    struct sal_play p = game_view(g, side);
    sal_legal(&p, side, &desk->list);
    assert_true(desk->list.n > 0);
    struct sal_action a = desk->list.a[sal_rng_below(&rng, desk->list.n)];
    if (!game_do(g, side, a, &f))
      fail_msg("a legal action is refused: %s", f.text);
  }
}
static void go_on(struct game *g, struct desk *desk, int actions) {
  go_on_by(g, desk, actions, 11);
}
static void is_right(struct room *r, struct library *lib, const char *text, size_t n,
                     const char *what) {
  struct journal_report report;
  struct game *g = game_replay(lib, r->desk, text, n, NULL, NULL, &report);
  if (report.verdict != JOURNAL_GOOD)
    fail_msg("%s: line %d: %s", what, report.line, report.text);
  game_free(g);
}

/* ---- journals ---------------------------------------------------------------------------- */

static void adopt(struct game *g, int side);

/* Edition 2 of these games changed words, rules or the state itself: their older games are said to
 * have changed, and go on when both sides adopt today's rules. The others replay as they were. */
static bool may_change(const char *path, const char *text, size_t n) {
  struct journal_reader reader;
  struct fault f;
  assert_true(journal_open(&reader, text, n, &f));
  if (!strcmp(reader.head.edition, sal_ruleset_find(reader.head.game)->edition))
    return false;
  return strstr(path, "/stalnie-") || strstr(path, "/alea-") || strstr(path, "/wb95-");
}
static void changed_journal(struct room *r, const char *path, const char *text, size_t n) {
  struct fault f = {0};
  bool torn;
  size_t m;
  struct game *g = game_load(r->then, r->desk, text, n, 5, false, &torn, &f);
  if (!g)
    fail_msg("%s: %s %s", path, f.at, f.text);
  assert_non_null(game_change(g));
  adopt(g, SAL_GERMAN);
  adopt(g, SAL_SOVIET);
  assert_null(game_change(g));
  go_on(g, r->desk, GO_ON);
  const char *longer = game_journal(g, &m);
  assert_true(m >= n && !memcmp(longer, text, n));
  is_right(r, r->then, longer, m, path);
  game_free(g);
}

static bool plays_otherwise(struct room *r, const char *text, size_t n) {
  struct journal_report report;
  game_free(game_replay(r->then, r->desk, text, n, NULL, NULL, &report));
  return report.verdict == JOURNAL_CHANGED;
}

static void journal_with_its_data(struct room *r, const char *path) {
  size_t n, m;
  struct fault f = {0};
  bool torn;
  char *text = read_all(path, &n);
  if (may_change(path, text, n) && plays_otherwise(r, text, n)) {
    changed_journal(r, path, text, n);
    free(text);
    return;
  }
  is_right(r, r->then, text, n, path);
  struct game *g = game_load(r->then, r->desk, text, n, 5, false, &torn, &f);
  if (!g)
    fail_msg("%s: %s %s", path, f.at, f.text);
  assert_null(game_change(g));
  go_on(g, r->desk, GO_ON);
  const char *longer = game_journal(g, &m);
  assert_true(m >= n && !memcmp(longer, text, n));
  is_right(r, r->then, longer, m, path);
  game_free(g);
  free(text);
}
static void journals_go_on(void **state) {
  char dir[600];
  assert_true(each(in_museum(dir, "journals"), ".journal", *state, journal_with_its_data) >= 16);
}

/* One line that names the version, unless it opens. */
static void says_what_it_needs(const char *path, const char *text) {
  if (strchr(text, '\n') || !strstr(text, "the data files of version "))
    fail_msg("%s: it is not said which data files are needed: %s", path, text);
}
static void journal_without(struct room *r, const char *path) {
  size_t n;
  struct fault f = {0};
  bool torn;
  char *text = read_all(path, &n);
  struct game *g = game_load(r->now, r->desk, text, n, 5, false, &torn, &f);
  if (!g)
    says_what_it_needs(path, f.text);
  game_free(g);
  free(text);
}
static void journals_say_what_they_need(void **state) {
  char dir[600];
  each(in_museum(dir, "journals"), ".journal", *state, journal_without);
}

/* ---- passed files ------------------------------------------------------------------------ */

static void key_of_the_german(struct passed_key *key) {
  size_t n;
  struct fault f;
  char path[600];
  char *text = read_all(in_museum(path, "home-german/key"), &n);
  assert_true(passed_key_read(key, text, n, &f));
  free(text);
}
/* A Soviet player joins; the German takes the answer; the game is there. */
static void passed_with_its_data(struct room *r, const char *path) {
  size_t n;
  struct fault f = {0};
  struct passed_key german, soviet;
  char *text = read_all(path, &n);
  key_of_the_german(&german);
  passed_key_new(&soviet);
  struct passed *p = passed_open(r->then, r->desk, text, n, &soviet, NULL, &f);
  if (!p)
    fail_msg("%s: line %d: %s", path, f.line, f.text);
  assert_int_equal(passed_side(p), SAL_SOVIET);
  if (!passed_answer(p, &f))
    fail_msg("%s: cannot be joined: %s", path, f.text);
  char *answer = strdup(passed_close(p, &n));
  passed_free(p);
  struct passed *q = passed_open(r->then, r->desk, answer, strlen(answer), &german, NULL, &f);
  if (!q)
    fail_msg("%s: the answer is not taken: line %d: %s", path, f.line, f.text);
  f.code = FAULT_NONE;
  if (!passed_answer(q, &f) && f.code != FAULT_NONE)
    fail_msg("%s: the answer cannot be taken: %s", path, f.text);
  assert_non_null(passed_game(q));
  passed_free(q);
  free(answer);
  free(text);
}
static void passed_files_go_on(void **state) {
  char dir[600];
  assert_true(each(in_museum(dir, "passed"), ".pass", *state, passed_with_its_data) >= 10);
}
static void passed_without(struct room *r, const char *path) {
  size_t n;
  struct fault f = {0};
  struct passed_key soviet;
  char *text = read_all(path, &n);
  passed_key_new(&soviet);
  struct passed *p = passed_open(r->now, r->desk, text, n, &soviet, NULL, &f);
  if (!p)
    says_what_it_needs(path, f.text);
  passed_free(p);
  free(text);
}
static void passed_files_say_what_they_need(void **state) {
  char dir[600];
  each(in_museum(dir, "passed"), ".pass", *state, passed_without);
}

/* ---- the list of landed data ------------------------------------------------------------- */

static void landed_versions_are_listed(void **state) {
  struct room *r = *state;
  char version[16];
  struct fault f;
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_ruleset *rules = sal_rulesets[i];
    char path[600], name[64];
    size_t n;
    snprintf(name, sizeof name, "journals/%s-lesson-finished.journal", rules->id);
    char *text = read_all(in_museum(path, name), &n);
    struct journal_reader reader;
    assert_true(journal_open(&reader, text, n, &f));
    assert_true(library_has(r->then, rules, reader.head.data));
    assert_non_null(library_version(rules, reader.head.data, version));
    /* files that did not change are known by the first version that had them */
    assert_true(strverscmp(version, museum_version()) <= 0);
    assert_null(library_version(rules, reader.head.data + 1, version));
    free(text);
  }
}

/* ---- rules that changed ------------------------------------------------------------------ */

/* A game of nullgame played with another figure, told as if it had been today's data: just what a
 * journal looks like when a rule or a figure has changed since. */
static char *foreign_try(struct room *r, const char *file, const char *from, const char *to,
                         uint64_t seed, size_t *n) {
  char dir[] = "/tmp/salient-museum-XXXXXX", path[200], cmd[260];
  struct fault f;
  const struct sal_ruleset *rules = sal_ruleset_find("nullgame");
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/nullgame", dir);
  assert_int_equal(mkdir(path, 0700), 0);
  owner_figure(dir, "nullgame", file, from, to);
  struct library *other = library_open(dir, &f);
  assert_non_null(other);
  struct game_start s = {.rules = rules, .scenario = "lesson", .seed = 3};
  struct game *g = game_new(other, r->desk, &s, &f);
  if (!g)
    fail_msg("%s %s", f.at, f.text);
  go_on_by(g, r->desk, 150, seed);
  size_t len;
  const char *text = game_journal(g, &len);
  struct journal_reader reader;
  struct journal_line *l = calloc(1, sizeof *l);
  struct journal told;
  assert_true(l && journal_open(&reader, text, len, &f));
  reader.head.data = library_hash(r->now, rules);
  journal_start(&told, &reader.head);
  while (journal_next(&reader, l, &f) > 0) {
    char dice[4096] = "";
    for (uint32_t i = 0; i < l->ntokens; i++)
      strcat(strcat(dice, i ? " " : ""), l->token[i]);
    journal_add(&told, l->side, l->star, l->action, dice, (uint64_t)l->state << 32);
  }
  free(l);
  game_free(g);
  library_close(other);
  snprintf(cmd, sizeof cmd, "rm -r %s", dir);
  assert_int_equal(system(cmd), 0);
  *n = told.len;
  return told.text;
}

/* The first one in which the figure mattered. */
static char *foreign_game(struct room *r, const char *file, const char *from, const char *to,
                          size_t *n) {
  for (uint64_t seed = 1; seed < 200; seed++) {
    struct journal_report report;
    char *text = foreign_try(r, file, from, to, seed, n);
    game_free(game_replay(r->now, r->desk, text, *n, NULL, NULL, &report));
    if (report.verdict == JOURNAL_CHANGED)
      return text;
    free(text);
  }
  fail_msg("no game in which %s matters", from);
  return NULL;
}

static struct game *load(struct room *r, const char *text, size_t n) {
  struct fault f = {0};
  bool torn;
  struct game *g = game_load(r->now, r->desk, text, n, 5, false, &torn, &f);
  if (!g)
    fail_msg("line %d: %s", f.line, f.text);
  return g;
}
static void adopt(struct game *g, int side) {
  struct sal_action a;
  struct fault f = {0};
  assert_true(game_parse(g, "adopt", "action", &a, &f));
  if (!game_do(g, side, a, &f))
    fail_msg("%s", f.text);
}

/* Nothing but `adopt` is taken; each side's is a line; then the game goes on, and is right. */
static void both_sides_adopt(struct room *r, char *text, size_t n) {
  struct journal_report report;
  struct fault f = {0};
  game_free(game_replay(r->now, r->desk, text, n, NULL, NULL, &report));
  assert_int_equal(report.verdict, JOURNAL_CHANGED);
  struct game *g = load(r, text, n);
  const struct game_change *change = game_change(g);
  assert_non_null(change);
  assert_int_equal(change->line, report.line);
  assert_true(change->n > 0);
  assert_true(strlen(change->rule) > 0 && strstr(change->text, "Line"));
  assert_int_equal(game_actors(g), SAL_BOTH);
  struct sal_play p = game_view(g, SAL_GERMAN);
  sal_legal(&p, SAL_GERMAN, &r->desk->list);
  for (uint32_t i = 0; i < r->desk->list.n; i++)
    assert_false(game_do(g, SAL_GERMAN, r->desk->list.a[i], &f));
  size_t half, whole;
  char *copy = game_journal_for(g, SAL_SOVIET, &half);
  free(copy);
  adopt(g, SAL_GERMAN);
  assert_int_equal(game_actors(g), SAL_BIT(SAL_SOVIET));
  assert_false(game_parse(g, "adopt now", "action", &(struct sal_action){0}, &f));
  /* saved and opened again with one side's word only */
  char *kept = strdup(game_journal(g, &half));
  game_free(g);
  g = load(r, kept, half);
  free(kept);
  assert_non_null(game_change(g));
  assert_int_equal(game_actors(g), SAL_BIT(SAL_SOVIET));
  adopt(g, SAL_SOVIET);
  assert_null(game_change(g));
  go_on(g, r->desk, GO_ON);
  const char *longer = game_journal(g, &whole);
  assert_memory_equal(longer, text, n); /* what was written stays as it was */
  is_right(r, r->now, longer, whole, "an adopted game");
  copy = game_journal_for(g, SAL_GERMAN, &half);
  free(copy);
  /* an altered line before the adoption is found all the same */
  char *altered = strdup(longer);
  char *third = strstr(altered, "\n3 ");
  third[3] = third[3] == 'g' ? 'h' : 'g';
  game_free(game_replay(r->now, r->desk, altered, whole, NULL, NULL, &report));
  assert_int_not_equal(report.verdict, JOURNAL_GOOD);
  free(altered);
  game_free(g);
  free(text);
}
#define TABLE_NOW "3\tA1\tEX\tDR\tD1\n4\tA1\tDR\tDR\tD1\n5\tEX"
#define TABLE_THEN "3\tD1\tDR\tD1\tDR\n4\tD1\tD1\tD1\tDR\n5\tDR"
/* The results of combat changed: the states differ, the actions mostly stay legal. */
static void a_changed_table_is_adopted(void **state) {
  size_t n;
  char *text = foreign_game(*state, "tables.tsv", TABLE_NOW, TABLE_THEN, &n);
  both_sides_adopt(*state, text, n);
}
/* Units were faster then: some steps are no longer legal, and are left out. */
static void changed_points_are_adopted(void **state) {
  size_t n;
  char *text = foreign_game(*state, "kinds.tsv", "INF\t3\t2\t3", "INF\t3\t2\t9", &n);
  both_sides_adopt(*state, text, n);
}
/* Rules change again after an adoption: the new lines before it are followed as recorded, too. */
static void adopted_twice(void **state) {
  struct room *r = *state;
  size_t n, m;
  char *text = foreign_game(r, "tables.tsv", TABLE_NOW, TABLE_THEN, &n);
  struct game *g = load(r, text, n);
  adopt(g, SAL_GERMAN);
  adopt(g, SAL_SOVIET);
  char *once = strdup(game_journal(g, &m));
  game_free(g);
  free(text);
  /* the state checks of the adoption as another version would have written them */
  struct journal_reader reader;
  struct journal_line *l = calloc(1, sizeof *l);
  struct journal told;
  struct fault f;
  assert_true(l && journal_open(&reader, once, m, &f));
  journal_start(&told, &reader.head);
  while (journal_next(&reader, l, &f) > 0) {
    char dice[4096] = "";
    for (uint32_t i = 0; i < l->ntokens; i++)
      strcat(strcat(dice, i ? " " : ""), l->token[i]);
    uint32_t check = l->kind == JOURNAL_ADOPT ? l->state ^ 1 : l->state;
    journal_add(&told, l->side, l->star, l->action, dice, (uint64_t)check << 32);
  }
  g = load(r, told.text, told.len);
  assert_non_null(game_change(g));
  assert_int_equal(game_actors(g), SAL_BOTH);
  adopt(g, SAL_SOVIET);
  adopt(g, SAL_GERMAN);
  go_on(g, r->desk, GO_ON);
  const char *longer = game_journal(g, &m);
  is_right(r, r->now, longer, m, "a game adopted twice");
  game_free(g);
  free(l);
  free(once);
  free(told.text);
}

/* The same through engine lines, as a page does it: the prompt says what changed, `do` adopts. */
static void engine_lines_adopt(void **state) {
  struct room *r = *state;
  size_t n;
  char *text = foreign_game(r, "tables.tsv", TABLE_NOW, TABLE_THEN, &n);
  cJSON *line = cJSON_CreateObject();
  cJSON_AddStringToObject(line, "cmd", "load");
  cJSON_AddStringToObject(line, "journal", text);
  char *load_line = cJSON_PrintUnformatted(line);
  struct table *t = lay("nullgame", NULL, NULL);
  assert_true(cJSON_IsTrue(field(ask(t, "%s", load_line), "ok")));
  assert_int_equal(cJSON_GetArraySize(field(t->last, "to_move")), 2);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "adopt");
  assert_string_equal(text_of(t->last, "actions[0].id"), "adopt");
  assert_non_null(strstr(text_of(t->last, "prompt.text"), "The rules have changed. Line "));
  ask(t, "{\"cmd\":\"do\",\"side\":\"soviet\",\"action\":\"done\"}");
  assert_string_equal(text_of(t->last, "error.code"), "state");
  ask(t, "{\"cmd\":\"think\",\"side\":\"soviet\",\"bot\":\"random\"}");
  assert_string_equal(text_of(t->last, "error.code"), "state");
  act(t, "soviet", "adopt");
  happened(t, "-", "adopt");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "actions")), 0);
  act(t, "german", "adopt");
  ask(t, "{\"cmd\":\"events\",\"side\":\"german\",\"since\":0}");
  char *events = cJSON_PrintUnformatted(t->last);
  assert_non_null(strstr(events, "\"kind\":\"change\""));
  cJSON_free(events);
  clear_away(t);
  cJSON_free(load_line);
  cJSON_Delete(line);
  free(text);
}

/* ---- data of an older version ------------------------------------------------------------ */

/* An options file that lacks an option of today's: it has today's default, at today's place, and
 * the journal does not name it. */
static char *without_turns(void *ctx, const char *game, uint64_t hash, size_t *n) {
  struct library *lib = ctx;
  (void)hash;
  char *pack = library_pack(lib, sal_ruleset_find(game), n);
  char *row = strstr(pack, "\nturns\t");
  if (!row)
    return pack;
  row[1] = '#'; /* a comment now */
  return pack;
}
static void an_option_of_today_is_missing(void **state) {
  struct room *r = *state;
  struct fault f;
  const struct sal_ruleset *rules = sal_ruleset_find("nullgame");
  struct library *lib = library_open(NULL, &f), *packs = library_open(NULL, &f);
  library_older(lib, without_turns, packs);
  /* the hash of that pack, found out by asking for it under the only name that can be right */
  size_t n;
  char *pack = without_turns(packs, "nullgame", 0, &n);
  struct sal_file file[64];
  struct sal_files files = {.file = file};
  for (char *at = pack; at < pack + n;) {
    char *name;
    unsigned long size = strtoul(at, &name, 10);
    char *line = strchr(at, '\n');
    *line = 0;
    file[files.n++] = (struct sal_file){name + 1, line + 1, size};
    at = line + size + 2;
  }
  uint64_t hash = 0;
  for (int i = 0; i < files.n; i++) {
    hash = sal_hash(file[i].name, strlen(file[i].name) + 1, hash);
    hash = sal_hash(file[i].text, file[i].size, hash);
  }
  struct game_start s = {.rules = rules, .scenario = "lesson", .data = hash, .edition = 1};
  struct game *g = game_new(lib, r->desk, &s, &f);
  if (!g)
    fail_msg("%s:%d %s", f.at, f.line, f.text);
  const char *journal = game_journal(g, &n);
  assert_null(strstr(journal, "turns="));
  int turns = sal_option_find(game_book(g), "turns");
  assert_int_equal(turns, 1);
  assert_int_equal(game_state(g)->option[turns], game_book(g)->option[turns].def);
  game_free(g);
  free(pack);
  library_close(lib);
  library_close(packs);
}

/* A --data folder that is the whole set of a version without some file of today's. */
static void a_folder_may_be_a_whole_older_set(void **state) {
  (void)state;
  char dir[] = "/tmp/salient-museum-XXXXXX", path[200], cmd[260];
  static const char text[] = "x\ty\n";
  struct fault f;
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/nullgame", dir);
  assert_int_equal(mkdir(path, 0700), 0);
  snprintf(path, sizeof path, "%s/nullgame/only.tsv", dir);
  FILE *out = fopen(path, "wb");
  assert_true(out && fputs(text, out) >= 0 && !fclose(out));
  struct library *lib = library_open(dir, &f);
  uint64_t hash = sal_hash("only.tsv", sizeof "only.tsv", 0);
  hash = sal_hash(text, sizeof text - 1, hash);
  assert_true(library_has(lib, sal_ruleset_find("nullgame"), hash));
  assert_false(library_has(lib, sal_ruleset_find("nullgame"), hash + 1));
  assert_false(library_has(lib, sal_ruleset_find("wb95"), hash));
  library_close(lib);
  snprintf(cmd, sizeof cmd, "rm -r %s", dir);
  assert_int_equal(system(cmd), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(journals_go_on),
      cmocka_unit_test(journals_say_what_they_need),
      cmocka_unit_test(passed_files_go_on),
      cmocka_unit_test(passed_files_say_what_they_need),
      cmocka_unit_test(landed_versions_are_listed),
      cmocka_unit_test(a_changed_table_is_adopted),
      cmocka_unit_test(changed_points_are_adopted),
      cmocka_unit_test(adopted_twice),
      cmocka_unit_test(engine_lines_adopt),
      cmocka_unit_test(an_option_of_today_is_missing),
      cmocka_unit_test(a_folder_may_be_a_whole_older_set),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
