/* test_passed.c - games passed in a file: whole ones of every ruleset in both modes, and every way to cheat, each with its own sentence. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "host/passed_inside.h" /* a cheat has the program's sources, too */

struct person {
  struct passed_key key;
  char *memory;
};
struct world {
  struct library *lib;
  struct desk *desk;
  struct person person[3]; /* german, soviet, and one who does not play */
  struct sal_rng rng;
};
static int begin(void **state) {
  static struct world w;
  struct fault f;
  w = (struct world){.lib = library_open(NULL, &f), .desk = desk_new()};
  *state = &w;
  return w.lib && sodium_init() >= 0 ? 0 : -1;
}
static int finish(void **state) {
  struct world *w = *state;
  for (int i = 0; i < 3; i++) free(w->person[i].memory);
  desk_free(w->desk);
  library_close(w->lib);
  return 0;
}
static void fresh(struct world *w) {
  for (int i = 0; i < 3; i++) {
    uint8_t seed[PASSED_SEED];
    memset(seed, i + 1, sizeof seed);
    passed_key_make(&w->person[i].key, seed);
    free(w->person[i].memory);
    w->person[i].memory = NULL;
  }
  sal_rng_seed(&w->rng, 7);
}

/* Closes the file and remembers it, as the command does. */
static char *send(struct person *who, struct passed *p) {
  size_t n;
  char *text = strdup(passed_close(p, &n));
  free(who->memory);
  who->memory = strdup(passed_memory(p, &n));
  passed_free(p);
  return text;
}
static char *new_game(struct world *w, const char *game, enum passed_mode mode) {
  struct game_start s = {.rules = sal_ruleset_find(game), .scenario = "lesson", .seed = 1};
  struct fault f = {0};
  struct passed *p = passed_begin(w->lib, w->desk, &s, mode, SAL_GERMAN, &w->person[0].key, &f);
  if (!p) fail_msg("%s", f.text);
  return send(&w->person[0], p);
}
static struct passed *receive(struct world *w, int who, const char *text) {
  struct fault f = {0};
  struct passed *p = passed_open(w->lib, w->desk, text, strlen(text), &w->person[who].key, w->person[who].memory, &f);
  if (!p) fail_msg("%s: %s", f.at, f.text);
  return p;
}
static struct sal_action any(struct world *w, struct passed *p) {
  struct sal_play view = game_view(passed_game(p), passed_side(p));
  sal_legal(&view, passed_side(p), &w->desk->list);
  assert_true(w->desk->list.n > 0);
  return w->desk->list.a[sal_rng_below(&w->rng, w->desk->list.n)];
}
/* One person's turn with the file: answers, then decides at random until it must go back. The text is replaced. */
static bool turn(struct world *w, int who, char **text) {
  struct passed *p = receive(w, who, *text);
  struct fault f = {0};
  int undone = 0;
  passed_answer(p, &f);
  if (f.code != FAULT_NONE) fail_msg("%s: %s", f.at, f.text);
  while (passed_mine(p)) {
    if (!passed_do(p, any(w, p), &f)) fail_msg("%s: %s", f.at, f.text);
    if (undone < 2 && passed_mine(p) && sal_rng_below(&w->rng, 16) == 0) undone += passed_undo(p, &f); /* a change of mind */
  }
  bool over = passed_game(p) && !game_actors(passed_game(p));
  free(*text);
  *text = send(&w->person[who], p);
  return over;
}
static char *play_parts(struct world *w, const char *game, enum passed_mode mode, uint32_t parts) {
  fresh(w);
  char *text = new_game(w, game, mode);
  bool over = false;
  for (uint32_t n = 1; n < parts && !over; n++) over = turn(w, n % 2 ? SAL_SOVIET : SAL_GERMAN, &text);
  if (parts > 5000) assert_true(over);
  return text;
}

/* Both programs come to the same end, and the game is an ordinary journal as well. */
static void whole(struct world *w, const char *game, enum passed_mode mode) {
  char *text = play_parts(w, game, mode, 6000);
  uint64_t hash[2];
  for (int who = 0; who < 2; who++) {
    if (who == 1) free(w->person[1].memory), w->person[1].memory = NULL; /* his memory may be one part ahead */
    if (who == 0) free(w->person[0].memory), w->person[0].memory = NULL;
    struct passed *p = receive(w, who, text);
    struct journal_report r;
    char words[200];
    size_t n;
    struct sal_err err;
    hash[who] = game_hash(passed_game(p), SAL_ALL);
    assert_int_equal(game_actors(passed_game(p)), 0);
    assert_true(game_audit(passed_game(p), &err));
    passed_awaited(p, words, sizeof words);
    assert_string_equal(words, "The game is over.");
    const char *journal = game_journal(passed_game(p), &n);
    char *copy = strdup(journal);
    struct desk *desk = desk_new();
    game_free(game_replay(w->lib, desk, copy, n, NULL, NULL, &r));
    if (r.verdict != JOURNAL_GOOD) fail_msg("line %d: %s", r.line, r.text);
    desk_free(desk);
    free(copy);
    passed_free(p);
  }
  assert_int_equal(hash[0], hash[1]);
  free(text);
}
static void whole_games(void **state) {
  for (int i = 0; sal_rulesets[i]; i++) {
    whole(*state, sal_rulesets[i]->id, PASSED_SEALED);
    whole(*state, sal_rulesets[i]->id, PASSED_HONOUR);
  }
}

/* ---- what is refused, and how */
static void sent_back(struct world *w, int who, const char *text, const char *words) {
  struct fault f = {0};
  struct passed *p = passed_open(w->lib, w->desk, text, strlen(text), &w->person[who].key, w->person[who].memory, &f);
  if (p) fail_msg("accepted: %s", words);
  if (!strstr(f.text, words)) fail_msg("'%s' is not in '%s'", words, f.text);
}
static char *last_of(char *text, const char *mark) {
  char *found = NULL;
  for (char *p = text; (p = strstr(p, mark)); p++) found = p;
  assert_non_null(found);
  return found;
}
/* Play on until the newest part has the word in it, in as many games as it takes: ids and values are random. `reader` is to read it. */
static char *until(struct world *w, const char *game, enum passed_mode mode, const char *word, int *reader) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    fresh(w);
    sal_rng_seed(&w->rng, seed);
    char *text = new_game(w, game, mode);
    bool over = false;
    for (uint32_t n = 1; n < 3000 && !over; n++) {
      over = turn(w, n % 2 ? SAL_SOVIET : SAL_GERMAN, &text);
      *reader = n % 2 ? SAL_GERMAN : SAL_SOVIET;
      if (strstr(last_of(text, "\nfile "), word)) return text;
    }
    free(text);
  }
  fail_msg("no part of %s with '%s'", game, word);
  return NULL;
}

/* Everything that is refused is so in both modes, in a game without lasting secrets and in one with. */
static const struct setting {
  const char *game;
  enum passed_mode mode;
} settings[] = {{"sspanzer", PASSED_SEALED}, {"sspanzer", PASSED_HONOUR}, {"nullgame", PASSED_SEALED}, {"nullgame", PASSED_HONOUR}};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void altered(void **state) {
  struct world *w = *state;
  static const struct {
    const char *word, *says;
  } kind[] = {{"\ndo ", "the move on this line was changed"},        {"\ndice ", "the dice on this line were changed"},
              {"\nshow ", "the value shown on this line was changed"}, {"\nseal ", "the seal on this line was changed"},
              {"\nsign ", "signature"},                              {"\nchoice ", "the secret choice on this line was changed"},
              {"\nopen ", "the opened choice on this line was changed"}};
  for (int k = 0; k < SETTINGS; k++)
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
      int reader;
      if (i >= 5 && !strcmp(settings[k].game, "sspanzer")) continue; /* it has no secret choices */
      char *text = until(w, settings[k].game, settings[k].mode, kind[i].word, &reader);
      char *bad = strdup(text), *at = last_of(bad, kind[i].word) + strlen(kind[i].word) + 1;
      *at = *at == '1' ? '2' : '1';
      sent_back(w, reader, bad, kind[i].says);
      free(bad);
      free(text);
    }
}
static void every_byte(void **state) {
  struct world *w = *state;
  char *text = play_parts(w, "sspanzer", PASSED_SEALED, 8);
  size_t n = strlen(text), step = 11;
  for (size_t i = 0; i < n; i += step) {
    struct fault f = {0};
    text[i] ^= 1;
    struct passed *p = passed_open(w->lib, w->desk, text, n, &w->person[0].key, NULL, &f);
    if (p) fail_msg("byte %zu is not found", i);
    assert_true(*f.text);
    text[i] ^= 1;
  }
  for (size_t i = 0; i < n; i += step) { /* cut short: only the end of a part will do */
    struct fault f = {0};
    char *copy = strndup(text, i);
    struct passed *p = passed_open(w->lib, w->desk, copy, i, &w->person[0].key, NULL, &f);
    if (p) assert_memory_equal(text + i, "file", 4);
    passed_free(p);
    free(copy);
  }
  free(text);
}

/* A cheat who has the key of his side can sign what he likes: then the content itself must give him away. */
static void chain(uint8_t run[HASH], const char *line, size_t n) {
  uint8_t before[HASH];
  memcpy(before, run, HASH);
  pass_digest(run, before, HASH, "line", line, n, NULL, 0);
}
/* The last part with the first line of that word left out (with NULL) or changed, and signed again. A locked line is locked again. */
static char *resigned(struct world *w, int who, const char *text, const char *word, const char *with) {
  char *copy = calloc(1, strlen(text) + 4000), *last = last_of((char *)(uintptr_t)text, "\nfile "), line[8000];
  size_t out = (size_t)(last + 1 - text);
  uint8_t run[HASH], pair[HASH];
  struct fault f = {0};
  struct passed *p = passed_open(w->lib, w->desk, text, strlen(text), &w->person[who].key, NULL, &f);
  assert_non_null(p);
  assert_true(!p->seat[0].taken || !p->seat[1].taken || pass_both_key(p, pair));
  passed_free(p);
  memcpy(copy, text, out);
  const char *head = strstr(copy, "---\n") + 4;
  pass_digest(run, NULL, 0, "head", copy, (size_t)(head - copy), NULL, 0);
  for (const char *l = head; l < copy + out; l += strcspn(l, "\n") + 1) chain(run, l, strcspn(l, "\n") - CHECK);
  for (const char *l = last + 1; *l; l += strcspn(l, "\n") + 1) {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(l, "\n") - CHECK, l);
    if (word && !strncmp(line, word, strlen(word))) {
      word = NULL;
      if (!with) continue;
      char *locked = strchr(line, '~') ? pass_lock(run, pair, strchr(with, ' ') + 1) : NULL;
      if (locked) snprintf(line, sizeof line, "%.*s ~%s", (int)strcspn(with, " "), with, locked);
      else snprintf(line, sizeof line, "%s", with);
      free(locked);
    }
    if (!strncmp(line, "sign ", 5)) {
      uint8_t sign[64];
      crypto_sign_detached(sign, NULL, run, HASH, w->person[who].key.secret);
      pass_hex(sign, sizeof sign, line + 5);
    }
    chain(run, line, strlen(line));
    out += (size_t)sprintf(copy + out, "%s #%02x%02x%02x%02x\n", line, run[0], run[1], run[2], run[3]);
  }
  return copy;
}
static void signed_refused(struct world *w, int writer, const char *text, const char *word, const char *with, const char *says) {
  char *bad = resigned(w, writer, text, word, with);
  sent_back(w, !writer, bad, says);
  free(bad);
}
static void signed_cheating(void **state) {
  struct world *w = *state;
  for (int k = 0; k < SETTINGS; k++) {
    bool sealed = settings[k].mode == PASSED_SEALED;
    int reader;
    char *text = until(w, settings[k].game, settings[k].mode, "\ndice ", &reader), *same = resigned(w, !reader, text, NULL, NULL);
    assert_string_equal(same, text); /* nothing changed, signed once more */
    free(same);
    signed_refused(w, !reader, text, "dice", "dice 9 9 9", sealed ? "not the dice that the two sealed values give" : "not the dice that the seed gives");
    signed_refused(w, !reader, text, "dice", NULL, "the dice of the move before are missing");
    same = resigned(w, reader, text, NULL, NULL);
    sent_back(w, reader, same, "the signature of part");
    free(same);
    free(text);
    text = until(w, settings[k].game, settings[k].mode, "\ndo ", &reader);
    signed_refused(w, !reader, text, "do", "do nothing of the kind", "move is against the rules");
    free(text);
    /* another value than the sealed one; a part that goes on without the value that was asked for */
    fresh(w);
    text = new_game(w, settings[k].game, settings[k].mode);
    turn(w, SAL_SOVIET, &text);
    turn(w, SAL_GERMAN, &text);
    signed_refused(w, SAL_GERMAN, text, "show", "show 0 0000000000000000000000000000000000000000000000000000000000000000", "is not the one it sealed");
    signed_refused(w, SAL_GERMAN, text, "show", NULL, "the German side withholds its value for roll 0");
    if (sealed) signed_refused(w, SAL_GERMAN, text, "seal", NULL, "does not seal its next value");
    free(text);
    if (!strcmp(settings[k].game, "sspanzer")) continue;
    text = until(w, settings[k].game, settings[k].mode, "\nopen ", &reader);
    signed_refused(w, !reader, text, "open", NULL, "withholds its secret choice");
    signed_refused(w, !reader, text, "open", "open 00112233445566778899aabbccddeeff commit", "opens another choice than the one it sealed");
    free(text);
  }
}
static void replayed_seal(void **state) {
  struct world *w = *state;
  fresh(w);
  char *text = new_game(w, "sspanzer", PASSED_SEALED), line[200];
  turn(w, SAL_SOVIET, &text);
  turn(w, SAL_GERMAN, &text);
  snprintf(line, sizeof line, "seal 1 %.64s", strstr(text, "\nseal 0 ") + 8); /* the German's first */
  signed_refused(w, SAL_GERMAN, text, "seal", line, "it is replayed");
  free(text);
}
static void old_files(void **state) {
  struct world *w = *state;
  for (int k = 0; k < SETTINGS; k++) {
    char *text = play_parts(w, settings[k].game, settings[k].mode, 5); /* part 5 is the German's */
    char *four = strdup(text), *three, *bad;
    *(last_of(four, "\nfile 5") + 1) = 0;
    three = strdup(four);
    *(last_of(three, "\nfile 4") + 1) = 0;
    sent_back(w, SAL_GERMAN, four, "This file is replayed: you have answered its part 4 already with part 5.");
    sent_back(w, SAL_GERMAN, three, "This file is out of date: it ends with part 3, and you have seen part 5.");
    /* parts changed over */
    char *a = strstr(text, "\nfile 3") + 1, *b = strstr(text, "\nfile 4") + 1, *c = strstr(text, "\nfile 5") + 1;
    bad = calloc(1, strlen(text) + 1);
    sprintf(bad, "%.*s%.*s%.*s%s", (int)(a - text), text, (int)(c - b), b, (int)(b - a), a, c);
    sent_back(w, SAL_GERMAN, bad, "out of order: part 4 stands where part 3 must");
    free(bad);
    free(four);
    free(three);
    free(text);
  }
}

/* A part that the other side has read already is written once more, to decide otherwise. */
static void written_twice(struct world *w, const struct setting *k) {
  struct fault f = {0};
  int reader, writer;
  char *text = until(w, k->game, k->mode, "\ndo ", &reader), *before = strdup(text), *other = NULL;
  writer = !reader;
  *(last_of(before, "\nfile ") + 1) = 0;
  char *sent = strdup(text);
  turn(w, reader, &text); /* it is read, and answered */
  for (uint64_t seed = 1; !other; seed++) {
    free(w->person[writer].memory);
    w->person[writer].memory = NULL;
    sal_rng_seed(&w->rng, seed);
    struct passed *p = receive(w, writer, before);
    passed_answer(p, &f);
    while (passed_mine(p)) assert_true(passed_do(p, any(w, p), &f));
    other = send(&w->person[writer], p);
    if (!strcmp(other, sent)) free(other), other = NULL;
  }
  sent_back(w, reader, other, "is not the one you had before: the");
  sent_back(w, reader, other, "has written it twice, to take something back");
  free(other);
  free(sent);
  free(before);
  free(text);
}
static void taken_back(void **state) {
  for (int k = 0; k < SETTINGS; k++) written_twice(*state, &settings[k]);
}

/* ---- secrets */
static void who_can_read(void **state) {
  struct world *w = *state;
  struct fault f = {0};
  fresh(w);
  char *text = new_game(w, "nullgame", PASSED_HONOUR);
  turn(w, SAL_SOVIET, &text);
  sent_back(w, 2, text, "two others play this game");
  /* the German sets his units up in secret choices; what he chose is in the file, for him alone */
  struct passed *p = receive(w, SAL_GERMAN, text);
  passed_answer(p, &f);
  assert_true(passed_mine(p));
  while (passed_mine(p)) assert_true(passed_do(p, any(w, p), &f));
  free(text);
  text = send(&w->person[0], p);
  assert_non_null(strstr(text, "\nchoice "));
  assert_null(strstr(text, "stance"));
  assert_null(strstr(text, "commit"));
  p = receive(w, SAL_SOVIET, text);
  const struct sal_head *s = game_state(passed_game(p));
  assert_int_equal(s->sealed, 0); /* the Soviet's program does not have it either */
  passed_free(p);
  free(text);
}
/* What a side does is not to be read by anybody who carries the file, unless both sides know everything anyhow. */
static void locked_lines(void **state) {
  struct world *w = *state;
  for (int i = 0; sal_rulesets[i]; i++)
    for (int mode = 0; mode < 2; mode++) {
      int reader;
      bool open = sal_rulesets[i]->open && mode == PASSED_SEALED;
      char *text = until(w, sal_rulesets[i]->id, (enum passed_mode)mode, "\ndo ", &reader);
      assert_int_equal(!strstr(text, "\ndo ~"), open);
      assert_non_null(strstr(text, mode == PASSED_HONOUR ? "\nsays Honour: " : "\nsays Sealed: "));
      assert_int_equal(strstr(text, "a changed program could read it") == NULL, open);
      free(text);
    }
}
/* A move that shows its own side what was hidden from it cannot be tried: in a sealed file it waits for the other's value, in an honour
 * file it stays made. */
static bool peek(struct world *w, enum passed_mode mode, uint64_t seed) { /* false: nobody came upon anything in this game */
  fresh(w);
  sal_rng_seed(&w->rng, seed);
  char *text = new_game(w, "nullgame", mode);
  bool met = false, over = false;
  for (int n = 1; !met && !over; n++) {
    int who = n % 2 ? SAL_SOVIET : SAL_GERMAN;
    struct passed *p = receive(w, who, text);
    struct fault f = {0};
    passed_answer(p, &f);
    while (passed_mine(p) && !met) {
      struct sal_action a = any(w, p);
      met = !pass_in_choice(p) && game_brings(passed_game(p), who, a) == GAME_SHOWS;
      uint64_t before = game_hash(passed_game(p), who);
      assert_true(passed_do(p, a, &f));
      if (!met) continue;
      if (mode == PASSED_SEALED) assert_int_equal(game_hash(passed_game(p), who), before);
      assert_false(passed_undo(p, &f));
      assert_non_null(strstr(f.text, "There is nothing to undo"));
    }
    over = passed_game(p) && !game_actors(passed_game(p));
    free(text);
    text = send(&w->person[who], p);
  }
  free(text);
  return met;
}
static void no_peeking(void **state) {
  for (int mode = 0; mode < 2; mode++) {
    uint64_t seed = 1;
    while (!peek(*state, (enum passed_mode)mode, seed) && seed < 300) seed++;
    assert_true(seed < 300);
  }
}
/* Every mode but the two, a header that promises more than its mode, other data: refused. And who is awaited is said. */
static void modes_and_reasons(void **state) {
  struct world *w = *state;
  fresh(w);
  char *text = new_game(w, "sspanzer", PASSED_SEALED), words[200];
  struct passed *p = receive(w, SAL_GERMAN, text);
  passed_awaited(p, words, sizeof words);
  assert_string_equal(words, "The Soviet side has still to join.");
  assert_false(passed_mine(p));
  passed_free(p);
  char *bad = strdup(text), *mode = strstr(bad, "\nmode sealed");
  memcpy(mode + 6, "honour", 6);
  sent_back(w, SAL_SOVIET, bad, "does not say what its mode protects");
  free(bad);
  bad = strdup(text);
  char *data = strstr(bad, "  data ") + 7;
  *data = *data == '0' ? '1' : '0';
  sent_back(w, SAL_SOVIET, bad, "begun with other data files than these: ");
  free(bad);
  w->person[1].key = w->person[0].key; /* both seats for one person */
  free(text);
  text = new_game(w, "sspanzer", PASSED_SEALED);
  p = receive(w, SAL_GERMAN, text);
  assert_int_equal(passed_side(p), SAL_GERMAN);
  passed_free(p);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_games), cmocka_unit_test(altered),      cmocka_unit_test(every_byte),   cmocka_unit_test(signed_cheating),
      cmocka_unit_test(replayed_seal), cmocka_unit_test(old_files), cmocka_unit_test(taken_back), cmocka_unit_test(who_can_read),
      cmocka_unit_test(locked_lines), cmocka_unit_test(no_peeking), cmocka_unit_test(modes_and_reasons),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
