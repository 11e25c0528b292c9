/* test_journal.c - the text a game is: round trip, every byte, altered lines against changed rules,
 * copies for a side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "harness.h"
#include "host/game.h"
#include "host/rolls.h"

struct world {
  struct library *lib;
  struct desk *desk;
};
static int begin(void **state) {
  static struct world w;
  struct fault f;
  w.lib = library_open(NULL, &f);
  w.desk = desk_new();
  *state = &w;
  return w.lib ? 0 : -1;
}
static int finish(void **state) {
  struct world *w = *state;
  desk_free(w->desk);
  library_close(w->lib);
  return 0;
}

/* A whole game of nullgame by chance, with an undo wherever one is allowed and standing orders for
 * the Soviet side. */
static struct game *play(struct world *w, uint64_t seed, int turns, const char *position,
                         bool undo) {
  struct fault f = {0};
  struct sal_rng rng;
  char options[40];
  snprintf(options, sizeof options, "{\"turns\":%d}", turns);
  cJSON *o = cJSON_Parse(options), *p = position ? cJSON_Parse(position) : NULL;
  struct game_start s = {.rules = sal_ruleset_find("nullgame"),
                         .scenario = "lesson",
                         .seed = seed,
                         .options = o,
                         .position = p,
                         .commit = position ? "00112233445566778899aabbccddeeff" : NULL};
  struct game *g = game_new(w->lib, w->desk, &s, &f);
  if (!g)
    fail_msg("%s: %s", f.at, f.text);
  cJSON_Delete(o);
  cJSON_Delete(p);
  sal_rng_seed(&rng, seed);
  struct sal_order_set always = {1, 1};
  assert_true(game_set_orders(g, SAL_SOVIET, &always, &f));
  for (int n = 0; game_actors(g) && n < 4000; n++) {
    int side = game_actors(g) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    uint32_t undone;
    if (undo && n % 7 == 3 && game_can_undo(g, side)) {
      assert_true(game_undo(g, side, 1, &undone, &f));
      continue;
    }
    struct sal_play view = game_view(g, side);
    sal_legal(&view, side, &w->desk->list);
    struct sal_action a = w->desk->list.a[sal_rng_below(&rng, w->desk->list.n)];
    if (!game_do(g, side, a, &f))
      fail_msg("%s", f.text);
  }
  assert_int_equal(game_actors(g), 0);
  return g;
}
static enum journal_verdict judge(struct world *w, const char *text, size_t n,
                                  struct journal_report *r) {
  game_free(game_replay(w->lib, w->desk, text, n, NULL, NULL, r));
  return r->verdict;
}
static int line_of(const char *text, size_t at) {
  int line = 1;
  for (size_t i = 0; i < at; i++)
    line += text[i] == '\n';
  return line;
}

static void round_trip(void **state) {
  struct world *w = *state;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    struct game *g = play(w, seed, 3, NULL, seed & 1);
    struct journal_report r;
    struct fault f;
    size_t n, again;
    bool torn;
    const char *text = game_journal(g, &n);
    if (judge(w, text, n, &r) != JOURNAL_GOOD)
      fail_msg("line %d: %s", r.line, r.text);
    assert_int_equal(r.lines, game_lines(g));
    struct game *h = game_load(w->lib, w->desk, text, n, 0, false, &torn, &f);
    assert_non_null(h);
    assert_int_equal(game_hash(g, SAL_ALL), game_hash(h, SAL_ALL));
    const char *same = game_journal(h, &again);
    assert_int_equal(n, again);
    assert_memory_equal(text, same, n);
    for (int side = 0; side < 4; side++)
      assert_int_equal(game_seq(g, side), game_seq(h, side));
    game_free(h);
    game_free(g);
  }
}

/* Any one changed byte is found, and its line named. */
static void flip(struct world *w, const char *text, size_t n, const char *values, int count) {
  char *copy = malloc(n);
  struct journal_report r;
  memcpy(copy, text, n);
  for (size_t i = 0; i < n; i++) {
    for (int k = 0; k < count; k++) {
      char v = k ? values[k] : (char)(text[i] ^ 1);
      if (v == text[i])
        continue;
      copy[i] = v;
      judge(w, copy, n, &r);
      if (r.verdict == JOURNAL_GOOD)
        fail_msg("byte %zu, '%c' to '%c', is not found", i, text[i], v);
      if (r.line != line_of(text, i))
        fail_msg("byte %zu, '%c' to '%c', in line %d is laid on line %d: %s", i, text[i], v,
                 line_of(text, i), r.line, r.text);
    }
    copy[i] = text[i];
  }
  free(copy);
}
static const char small[] =
    "{\"map\":\"testbed\",\"phase\":\"german.attack\",\"turn\":1,\"units\":[]}";
static void every_byte(void **state) {
  struct world *w = *state;
  static const char values[] = "\0\n7|"; /* the first stands for "the lowest bit turned" */
  size_t n;
  struct game *g = play(w, 4, 1, NULL, true);
  const char *text = game_journal(g, &n);
  assert_non_null(strstr(text, "undo"));
  flip(w, text, n, values, 4);
  game_free(g);
  g = play(w, 5, 1, small, true); /* a header with a position and a commitment */
  text = game_journal(g, &n);
  assert_non_null(strstr(text, "position {"));
  assert_non_null(strstr(text, "commit 0011"));
  flip(w, text, n, values, 2);
  game_free(g);
}
static void cut_short(void **state) {
  struct world *w = *state;
  struct game *g = play(w, 6, 1, NULL, false);
  struct journal_report r;
  size_t n;
  const char *text = game_journal(g, &n);
  for (size_t k = 0; k < n; k++) {
    char *copy = malloc(k + 1); /* its own block, so that reading past the end shows */
    memcpy(copy, text, k);
    bool whole_lines = k && text[k - 1] == '\n' && line_of(text, k) > 4;
    judge(w, copy, k, &r);
    if (whole_lines)
      assert_int_equal(r.verdict, JOURNAL_GOOD);
    else
      assert_int_not_equal(r.verdict, JOURNAL_GOOD);
    free(copy);
  }
  judge(w, text, n - 1, &r);
  assert_int_equal(r.verdict, JOURNAL_TORN);
  bool torn;
  struct fault f;
  assert_null(game_load(w->lib, w->desk, text, n - 1, 0, false, &torn, &f));
  struct game *h = game_load(w->lib, w->desk, text, n - 1, 0, true, &torn, &f);
  assert_non_null(h);
  assert_true(torn);
  assert_int_equal(game_lines(h) + 1, game_lines(g));
  game_free(h);
  game_free(g);
}

/* A line whose chain is right but whose state differs is a changed rule, not an altered line. */
static void changed_rule(void **state) {
  struct world *w = *state;
  struct game *g = play(w, 8, 1, NULL, false);
  size_t n;
  const char *text = game_journal(g, &n);
  struct journal_reader r;
  struct journal_line *l = calloc(1, sizeof *l);
  struct journal_report report;
  struct journal out;
  struct fault f;
  assert_true(journal_open(&r, text, n, &f));
  journal_start(&out, &r.head);
  while (journal_next(&r, l, &f) == 1) {
    char dice[SAL_TAPE * (SAL_TOKEN + 1)] = "";
    for (uint32_t i = 0; i < l->ntokens; i++)
      sprintf(dice + strlen(dice), "%s%s", i ? " " : "", l->token[i]);
    uint64_t check = (uint64_t)l->state << 32;
    journal_add(&out, l->side, l->star, l->action, dice, l->n == 5 ? check ^ 1ull << 40 : check);
  }
  assert_int_equal(judge(w, out.text, out.len, &report), JOURNAL_CHANGED);
  assert_int_equal(report.line, 3 + 1 + 5);
  journal_free(&out);
  free(l);
  game_free(g);
}
static void other_data(void **state) {
  struct world *w = *state;
  struct game *g = play(w, 9, 1, NULL, false);
  size_t n;
  const char *text = game_journal(g, &n);
  struct journal_reader r;
  struct journal_report report;
  struct journal out;
  struct fault f;
  assert_true(journal_open(&r, text, n, &f));
  r.head.data ^= 1;
  journal_start(&out, &r.head);
  journal_add(&out, SAL_NOSIDE, false, "setup", "", 0);
  assert_int_equal(judge(w, out.text, out.len, &report), JOURNAL_CHANGED);
  assert_int_equal(report.line, 2);
  assert_non_null(strstr(report.text, "data"));
  journal_free(&out);
  game_free(g);
}

/* A side's copy: its chain holds, every byte is under it, and the other side's secrets are not in
 * it. */
static void copy_for_a_side(void **state) {
  struct world *w = *state;
  struct game *g = play(w, 11, 1, NULL, false);
  struct journal_report r;
  size_t n, full;
  char *text = game_journal_for(g, SAL_SOVIET, &n);
  assert_int_equal(judge(w, text, n, &r), JOURNAL_GOOD);
  assert_non_null(strstr(game_journal(g, &full), "german stance"));
  assert_null(strstr(text, "german stance"));
  assert_non_null(strstr(text, "soviet commit"));
  assert_non_null(strstr(text, "german ?"));
  for (size_t i = 0; i < n; i++) {
    text[i] ^= 1;
    if (judge(w, text, n, &r) == JOURNAL_GOOD)
      fail_msg("byte %zu is not found", i);
    text[i] ^= 1;
  }
  free(text);
  game_free(g);
}

/* Loading with the seed goes on as the game would have. */
static void goes_on_alike(void **state) {
  struct world *w = *state;
  struct game *g = play(w, 13, 2, NULL, false), *h;
  size_t n, half;
  const char *text = game_journal(g, &n);
  struct fault f;
  bool torn;
  for (half = n / 2; text[half - 1] != '\n'; half++)
    continue;
  h = game_load(w->lib, w->desk, text, half, 13, false, &torn, &f);
  assert_non_null(h);
  struct journal_reader r;
  struct journal_line *l = calloc(1, sizeof *l);
  assert_true(journal_open(&r, text, n, &f));
  while (journal_next(&r, l, &f) == 1) {
    struct sal_action a;
    if (l->n <= game_lines(h) || l->kind != JOURNAL_ACTION)
      continue;
    assert_true(game_parse(h, l->action, "", &a, &f));
    assert_true(game_do(h, l->side, a, &f));
  }
  assert_int_equal(game_hash(g, SAL_ALL), game_hash(h, SAL_ALL));
  free(l);
  game_free(h);
  game_free(g);
}

/* ---- a finished game of the server's: commitment, secret and every roll */
struct keyed {
  uint8_t secret[32];
  uint64_t i;
};
static uint32_t keyed_below(void *ctx, uint32_t n) {
  struct keyed *k = ctx;
  return dice_below(k->secret, k->i++, n);
}
static char *keyed_game(struct world *w, struct keyed *k, const char *commit, size_t *n) {
  struct fault f = {0};
  struct sal_rng rng;
  struct game_start s = {.rules = sal_ruleset_find("nullgame"),
                         .scenario = "lesson",
                         .below = keyed_below,
                         .ctx = k,
                         .commit = commit};
  struct game *g = game_new(w->lib, w->desk, &s, &f);
  assert_non_null(g);
  sal_rng_seed(&rng, 3);
  while (game_actors(g)) {
    int side = game_actors(g) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    struct sal_play view = game_view(g, side);
    sal_legal(&view, side, &w->desk->list);
    assert_true(game_do(g, side, w->desk->list.a[sal_rng_below(&rng, w->desk->list.n)], &f));
  }
  const char *text = game_journal(g, n);
  char *copy = malloc(*n + 100);
  memcpy(copy, text, *n + 1);
  game_free(g);
  return copy;
}
/* The journal with its secret, judged as `replay --verify` does. */
static bool proved(struct world *w, const char *journal, const uint8_t secret[32], const char *more,
                   struct journal_report *r) {
  char *text = malloc(strlen(journal) + 100);
  size_t n = (size_t)sprintf(text, "%ssecret ", journal);
  for (int i = 0; i < 32; i++)
    n += (size_t)sprintf(text + n, "%02x", secret[i]);
  n += (size_t)sprintf(text + n, "%s\n", more);
  bool good = judge(w, text, n, r) == JOURNAL_GOOD && rolls_verify(w->lib, w->desk, text, n, r);
  free(text);
  return good;
}
/* The same game with one die changed and every check made right again: only the secret can tell. */
static char *with_another_die(struct world *w, const char *text, size_t n, int *line) {
  struct journal_line *l = calloc(1, sizeof *l);
  char *best = NULL;
  for (uint32_t k = 1; !best; k++) {
    struct journal_reader r;
    struct journal out;
    struct journal_report report;
    struct fault f;
    bool met = false;
    assert_true(journal_open(&r, text, n, &f));
    journal_start(&out, &r.head);
    while (journal_next(&r, l, &f) == 1 && l->n <= k) {
      char dice[SAL_TAPE * (SAL_TOKEN + 1)] = "";
      if (l->n == k && l->ntokens)
        l->token[0][0] = l->token[0][0] == '1' ? '2' : '1', met = true, *line = l->line;
      for (uint32_t i = 0; i < l->ntokens; i++)
        sprintf(dice + strlen(dice), "%s%s", i ? " " : "", l->token[i]);
      journal_add(&out, l->side, l->star, l->action, dice, (uint64_t)l->state << 32);
    }
    /* put the last state check right, as a forger would */
    if (met && judge(w, out.text, out.len, &report) == JOURNAL_CHANGED) {
      struct game *g = game_replay(w->lib, w->desk, out.text, out.len, NULL, NULL, &report);
      size_t m;
      const char *forged = game_journal(g, &m);
      struct journal_report again;
      if (judge(w, forged, m, &again) == JOURNAL_GOOD && again.lines == k)
        best = strdup(forged);
      game_free(g);
    }
    journal_free(&out);
  }
  free(l);
  return best;
}
static void proved_dice(void **state) {
  struct world *w = *state;
  struct keyed k = {.i = 0};
  struct journal_report r;
  char commit[65];
  size_t n;
  int line = 0;
  memset(k.secret, 0x5a, sizeof k.secret);
  dice_commit(k.secret, commit);
  char *text = keyed_game(w, &k, commit, &n);
  if (!proved(w, text, k.secret, "", &r))
    fail_msg("line %d: %s", r.line, r.text);
  assert_non_null(strstr(r.text, "rolls checked"));
  /* without the secret: good, but it says that nothing was proved */
  assert_true(rolls_verify(w->lib, w->desk, text, n, &r));
  assert_non_null(strstr(r.text, "not in the file"));
  /* another secret */
  k.secret[7] ^= 1;
  assert_false(proved(w, text, k.secret, "", &r));
  assert_non_null(strstr(r.text, "not the one the header commits to"));
  assert_int_equal(r.line, line_of(text, n));
  k.secret[7] ^= 1;
  /* another roll, with every check of the journal right */
  char *forged = with_another_die(w, text, n, &line);
  assert_false(proved(w, forged, k.secret, "", &r));
  assert_non_null(strstr(r.text, "a roll is not the one the secret gives"));
  assert_int_equal(r.line, line);
  free(forged);
  free(text);
  /* another commitment: the dice are the secret's all the same */
  k.i = 0;
  commit[3] = commit[3] == '0' ? '1' : '0';
  text = keyed_game(w, &k, commit, &n);
  assert_false(proved(w, text, k.secret, "", &r));
  assert_non_null(strstr(r.text, "the commitment is another"));
  assert_int_equal(r.line, 3);
  /* a secret line that is none */
  assert_false(proved(w, text, k.secret, " set-up", &r));
  assert_int_equal(r.line, line_of(text, n));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),    cmocka_unit_test(every_byte),
      cmocka_unit_test(cut_short),     cmocka_unit_test(changed_rule),
      cmocka_unit_test(other_data),    cmocka_unit_test(copy_for_a_side),
      cmocka_unit_test(goes_on_alike), cmocka_unit_test(proved_dice),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
