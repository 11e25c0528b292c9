/* test_golden.c - recorded behaviour: committed games still replay to the same hashes, and perft
 * still counts the same.
 *
 * tests/golden/GAME-SCENARIO.journal is a random game from a fixed seed; every game on the menu has
 * one of its first lesson. tests/perft/perft.tsv holds leaf counts. When a change of behaviour is
 * meant, SALIENT_GOLDEN=write writes both again and the diff shows what changed.
 */
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/bench.h"

static bool writing(void) {
  const char *word = getenv("SALIENT_GOLDEN");
  return word && !strcmp(word, "write");
}

static char *slurp(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  if (!f)
    return NULL;
  char *text = NULL;
  size_t cap = 0;
  *n = 0;
  for (size_t got = 1; got; *n += got) {
    if (*n + 65536 > cap && !(text = realloc(text, cap = cap * 2 + 131072)))
      abort();
    got = fread(text + *n, 1, 65535, f);
  }
  text[*n] = 0;
  fclose(f);
  return text;
}

/* ---- golden games ----------------------------------------------------------------------- */

static void golden_path(const struct sal_book *b, char out[512]) {
  snprintf(out, 512, SOURCE_DIR "/tests/golden/%s-%s.journal", b->rules->id,
           b->scenarios[b->scenario].id);
}

static void write_golden(const struct sal_book *b) {
  char path[512];
  struct journal j = {0};
  struct bot_spec spec[2];
  struct sal_err err;
  assert_true(bot_parse("random", &spec[0], &err) && bot_parse("random", &spec[1], &err));
  struct playout *p = playout_new(b, spec);
  p->record = &j;
  playout_start(p, 1943);
  int more;
  while ((more = playout_step(p)) > 0)
    continue;
  assert_int_equal(more, 0);
  golden_path(b, path);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(j.text, 1, j.len, f), j.len);
  assert_int_equal(fclose(f), 0);
  journal_free(&j);
  playout_free(p);
}

static void replay_golden(struct library *lib, struct desk *desk, const char *path) {
  size_t n;
  struct journal_report report;
  char *text = slurp(path, &n);
  assert_non_null(text);
  struct game *g = game_replay(lib, desk, text, n, NULL, NULL, &report);
  if (report.verdict != JOURNAL_GOOD)
    print_error("%s:%d: %s\nIf the change of behaviour is meant, run this test with "
                "SALIENT_GOLDEN=write and look at the diff.\n",
                path, report.line, report.text);
  assert_int_equal(report.verdict, JOURNAL_GOOD);
  assert_non_null(g);
  assert_int_equal(game_actors(g), 0); /* the recorded game is over */
  game_free(g);
  free(text);
}

static void golden_games_replay(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  struct desk *desk = desk_new();
  int files = 0, wanted = 0;
  for (int i = 0; sal_rulesets[i]; i++) {
    const struct sal_book *o = library_outline(lib, sal_rulesets[i], &f);
    assert_non_null(o);
    for (int s = 0; s < o->nscenarios; s++) {
      bool lesson = !strcmp(o->scenarios[s].id, "lesson"),
           must = lesson && !sal_rulesets[i]->hidden;
      const struct sal_book *b = library_book(lib, sal_rulesets[i], o->scenarios[s].id, &f);
      char path[512];
      assert_non_null(b);
      golden_path(b, path);
      FILE *there = fopen(path, "rb");
      if (there)
        fclose(there);
      if (writing() && (must || there))
        write_golden(b);
      else if (must && !there)
        fail_msg("%s is missing; SALIENT_GOLDEN=write makes it", path);
      if (!must && !there)
        continue;
      replay_golden(lib, desk, path);
      wanted++;
    }
  }
  DIR *d = opendir(SOURCE_DIR "/tests/golden"); /* no file lies there unused */
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));)
    files += strstr(e->d_name, ".journal") != NULL;
  closedir(d);
  assert_int_equal(files, wanted);
  desk_free(desk);
  library_close(lib);
}

/* ---- perft ------------------------------------------------------------------------------ */

#define PERFT SOURCE_DIR "/tests/perft/perft.tsv"

static void perft_counts_the_same(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  size_t n;
  char *text = slurp(PERFT, &n), *save = NULL, *out = NULL;
  size_t out_len;
  FILE *again = open_memstream(&out, &out_len);
  int rows = 0;
  assert_non_null(text);
  assert_non_null(again);
  for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    char what[64];
    unsigned long long seed, want;
    int depth;
    if (sscanf(line, "%63[a-z0-9/.-]\t%llu\t%d\t%llu", what, &seed, &depth, &want) != 4) {
      fprintf(again, "%s\n", line);
      continue;
    }
    const struct sal_ruleset *rules;
    const struct sal_book *b;
    uint64_t leaves[PERFT_DEPTH + 1];
    assert_true(library_pick(lib, what, &rules, &b, &f));
    assert_true(perft_count(b, seed, depth, leaves, &f));
    if (!writing())
      assert_int_equal(leaves[depth], want);
    fprintf(again, "%s\t%llu\t%d\t%llu\n", what, seed, depth, (unsigned long long)leaves[depth]);
    rows++;
  }
  fclose(again);
  assert_true(rows > 0);
  if (writing()) {
    FILE *file = fopen(PERFT, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(out, 1, out_len, file), out_len);
    fclose(file);
  }
  free(out);
  free(text);
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(golden_games_replay),
                                     cmocka_unit_test(perft_counts_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
