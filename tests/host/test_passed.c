/* test_passed.c - games passed in a file: whole ones of every ruleset in both modes, and every way
 * to cheat, each with its own sentence. */
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
  for (int i = 0; i < 3; i++)
    free(w->person[i].memory);
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
  if (!p)
    fail_msg("%s", f.text);
  return send(&w->person[0], p);
}
static struct passed *receive(struct world *w, int who, const char *text) {
  struct fault f = {0};
  struct passed *p = passed_open(w->lib, w->desk, text, strlen(text), &w->person[who].key,
                                 w->person[who].memory, &f);
  if (!p)
    fail_msg("%s: %s", f.at, f.text);
  return p;
}
static struct sal_action any(struct world *w, struct passed *p) {
  struct sal_play view = game_view(passed_game(p), passed_side(p));
  sal_legal(&view, passed_side(p), &w->desk->list);
  assert_true(w->desk->list.n > 0);
  return w->desk->list.a[sal_rng_below(&w->rng, w->desk->list.n)];
}
/* One person's turn with the file: answers, then decides at random until it must go back. The text
 * is replaced. */
static bool turn(struct world *w, int who, char **text) {
  struct passed *p = receive(w, who, *text);
  struct fault f = {0};
  int undone = 0;
  passed_answer(p, &f);
  if (f.code != FAULT_NONE)
    fail_msg("%s: %s", f.at, f.text);
  while (passed_mine(p)) {
    if (!passed_do(p, any(w, p), &f))
      fail_msg("%s: %s", f.at, f.text);
    /* a change of mind */
    if (undone < 2 && passed_mine(p) && sal_rng_below(&w->rng, 16) == 0)
      undone += passed_undo(p, &f);
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
  for (uint32_t n = 1; n < parts && !over; n++)
    over = turn(w, n % 2 ? SAL_SOVIET : SAL_GERMAN, &text);
  if (parts > 5000)
    assert_true(over);
  return text;
}

/* Both programs come to the same end, and the game is an ordinary journal as well. */
static void whole(struct world *w, const char *game, enum passed_mode mode) {
  char *text = play_parts(w, game, mode, 6000);
  uint64_t hash[2];
  for (int who = 0; who < 2; who++) {
    /* his memory may be one part ahead */
    if (who == 1)
      free(w->person[1].memory), w->person[1].memory = NULL;
    if (who == 0)
      free(w->person[0].memory), w->person[0].memory = NULL;
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
    if (r.verdict != JOURNAL_GOOD)
      fail_msg("line %d: %s", r.line, r.text);
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
  struct passed *p = passed_open(w->lib, w->desk, text, strlen(text), &w->person[who].key,
                                 w->person[who].memory, &f);
  if (p)
    fail_msg("accepted: %s", words);
  if (!strstr(f.text, words))
    fail_msg("'%s' is not in '%s'", words, f.text);
}
static char *last_of(char *text, const char *mark) {
  char *found = NULL;
  for (char *p = text; (p = strstr(p, mark)); p++)
    found = p;
  assert_non_null(found);
  return found;
}
/* Play on until the newest part has the word in it, in as many games as it takes: ids and values
 * are random. `reader` is to read it. */
static char *until(struct world *w, const char *game, enum passed_mode mode, const char *word,
                   int *reader) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    fresh(w);
    sal_rng_seed(&w->rng, seed);
    char *text = new_game(w, game, mode);
    bool over = false;
    for (uint32_t n = 1; n < 3000 && !over; n++) {
      over = turn(w, n % 2 ? SAL_SOVIET : SAL_GERMAN, &text);
      *reader = n % 2 ? SAL_GERMAN : SAL_SOVIET;
      if (strstr(last_of(text, "\nfile "), word))
        return text;
    }
    free(text);
  }
  fail_msg("no part of %s with '%s'", game, word);
  return NULL;
}

/* Everything that is refused is so in both modes, in a game without lasting secrets and in one
 * with. */
static const struct setting {
  const char *game;
  enum passed_mode mode;
} settings[] = {{"sspanzer", PASSED_SEALED},
                {"sspanzer", PASSED_HONOUR},
                {"nullgame", PASSED_SEALED},
                {"nullgame", PASSED_HONOUR}};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void altered(void **state) {
  struct world *w = *state;
  static const struct {
    const char *word, *says;
  } kind[] = {{"\ndo ", "the move on this line was changed"},
              {"\ndice ", "the dice on this line were changed"},
              {"\nshow ", "the value shown on this line was changed"},
              {"\nseal ", "the seal on this line was changed"},
              {"\nsign ", "signature"},
              {"\nchoice ", "the secret choice on this line was changed"},
              {"\nopen ", "the opened choice on this line was changed"}};
  for (int k = 0; k < SETTINGS; k++)
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
      int reader;
      if (i >= 5 && !strcmp(settings[k].game, "sspanzer"))
        continue; /* it has no secret choices */
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
    if (p)
      fail_msg("byte %zu is not found", i);
    assert_true(*f.text);
    text[i] ^= 1;
  }
  for (size_t i = 0; i < n; i += step) { /* cut short: only the end of a part will do */
    struct fault f = {0};
    char *copy = strndup(text, i);
    struct passed *p = passed_open(w->lib, w->desk, copy, i, &w->person[0].key, NULL, &f);
    if (p)
      assert_memory_equal(text + i, "file", 4);
    passed_free(p);
    free(copy);
  }
  free(text);
}

/* A cheat who has the key of his side can sign what he likes: then the content itself must give him
 * away. */
static void chain(uint8_t run[HASH], const char *line, size_t n) {
  uint8_t before[HASH];
  memcpy(before, run, HASH);
  pass_digest(run, before, HASH, "line", line, n, NULL, 0);
}
/* The last part with the first line of that word left out (with NULL) or changed, and signed again.
 * A locked line is locked again. */
static char *resigned(struct world *w, int who, const char *text, const char *word,
                      const char *with) {
  char *copy = calloc(1, strlen(text) + 4000), *last = last_of((char *)(uintptr_t)text, "\nfile "),
       line[8000];
  size_t out = (size_t)(last + 1 - text);
  uint8_t run[HASH], pair[HASH];
  struct fault f = {0};
  struct passed *p =
      passed_open(w->lib, w->desk, text, strlen(text), &w->person[who].key, NULL, &f);
  assert_non_null(p);
  assert_true(!p->seat[0].taken || !p->seat[1].taken || pass_both_key(p, pair));
  passed_free(p);
  memcpy(copy, text, out);
  const char *head = strstr(copy, "---\n") + 4;
  pass_digest(run, NULL, 0, "head", copy, (size_t)(head - copy), NULL, 0);
  for (const char *l = head; l < copy + out; l += strcspn(l, "\n") + 1)
    chain(run, l, strcspn(l, "\n") - CHECK);
  for (const char *l = last + 1; *l; l += strcspn(l, "\n") + 1) {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(l, "\n") - CHECK, l);
    if (word && !strncmp(line, word, strlen(word))) {
      word = NULL;
      if (!with)
        continue;
      char *locked = strchr(line, '~') ? pass_lock(run, pair, strchr(with, ' ') + 1) : NULL;
      if (locked)
        snprintf(line, sizeof line, "%.*s ~%s", (int)strcspn(with, " "), with, locked);
      else
        snprintf(line, sizeof line, "%s", with);
      free(locked);
    }
    if (!strncmp(line, "sign ", 5)) {
      uint8_t sign[64];
      crypto_sign_detached(sign, NULL, run, HASH, w->person[who].key.secret);
      pass_hex(sign, sizeof sign, line + 5);
    }
    chain(run, line, strlen(line));
    out +=
        (size_t)sprintf(copy + out, "%s #%02x%02x%02x%02x\n", line, run[0], run[1], run[2], run[3]);
  }
  return copy;
}
/* One more part, of lines that a cheat makes up, properly checked, locked and signed. */
static char *made_up(struct world *w, int who, const char *text, const char *const *lines) {
  char *copy = calloc(1, strlen(text) + 8000), line[4000];
  size_t out = strlen(text);
  struct fault f = {0};
  struct passed *p = passed_open(w->lib, w->desk, text, out, &w->person[who].key, NULL, &f);
  if (!p)
    fail_msg("%s", f.text);
  uint8_t run[HASH], pair[HASH], sign[64];
  memcpy(run, p->run, HASH);
  strcpy(copy, text);
  for (int i = -1, last = 0; !last; i++) {
    last = i >= 0 && !lines[i];
    const char *l = i < 0 || last ? "" : lines[i], *rest = strchr(l, ' ');
    char word[WORD] = "", *locked = NULL;
    memcpy(word, l, strcspn(l, " "));
    if (rest && pass_locks(p, word) && pass_both_key(p, pair))
      locked = pass_lock(run, pair, rest + 1);
    if (i < 0)
      snprintf(line, sizeof line, "file %u %s", p->nparts + 1, sal_side_name[who]);
    else if (last) {
      crypto_sign_detached(sign, NULL, run, HASH, w->person[who].key.secret);
      strcpy(line, "sign ");
      pass_hex(sign, sizeof sign, line + 5);
    } else if (locked)
      snprintf(line, sizeof line, "%s ~%s", word, locked);
    else
      snprintf(line, sizeof line, "%s", l);
    free(locked);
    chain(run, line, strlen(line));
    out +=
        (size_t)sprintf(copy + out, "%s #%02x%02x%02x%02x\n", line, run[0], run[1], run[2], run[3]);
  }
  passed_free(p);
  return copy;
}
static void made_up_refused(struct world *w, int writer, const char *text, const char *const *lines,
                            const char *says) {
  char *bad = made_up(w, writer, text, lines);
  sent_back(w, !writer, bad, says);
  free(bad);
}
static void signed_refused(struct world *w, int writer, const char *text, const char *word,
                           const char *with, const char *says) {
  char *bad = resigned(w, writer, text, word, with);
  sent_back(w, !writer, bad, says);
  free(bad);
}
static void signed_cheating(void **state) {
  struct world *w = *state;
  for (int k = 0; k < SETTINGS; k++) {
    bool sealed = settings[k].mode == PASSED_SEALED;
    int reader;
    char *text = until(w, settings[k].game, settings[k].mode, "\ndice ", &reader),
         *same = resigned(w, !reader, text, NULL, NULL);
    assert_string_equal(same, text); /* nothing changed, signed once more */
    free(same);
    signed_refused(w, !reader, text, "dice", "dice 9 9 9",
                   sealed ? "not the dice that the two sealed values give"
                          : "not the dice that the seed gives");
    signed_refused(w, !reader, text, "dice", NULL, "the dice of the move before are missing");
    same = resigned(w, reader, text, NULL, NULL);
    sent_back(w, reader, same, "the signature of part");
    free(same);
    free(text);
    text = until(w, settings[k].game, settings[k].mode, "\ndo ", &reader);
    signed_refused(w, !reader, text, "do", "do nothing of the kind", "move is against the rules");
    free(text);
    /* another value than the sealed one; a part that goes on without the value that was asked for
     */
    fresh(w);
    text = new_game(w, settings[k].game, settings[k].mode);
    turn(w, SAL_SOVIET, &text);
    turn(w, SAL_GERMAN, &text);
    signed_refused(w, SAL_GERMAN, text, "show",
                   "show 0 0000000000000000000000000000000000000000000000000000000000000000",
                   "is not the one it sealed");
    signed_refused(w, SAL_GERMAN, text, "show", NULL,
                   "the German side withholds its value for roll 0");
    if (sealed)
      signed_refused(w, SAL_GERMAN, text, "seal", NULL, "does not seal its next value");
    free(text);
    if (!strcmp(settings[k].game, "sspanzer"))
      continue;
    text = until(w, settings[k].game, settings[k].mode, "\nopen ", &reader);
    signed_refused(w, !reader, text, "open", NULL, "withholds its secret choice");
    signed_refused(w, !reader, text, "open", "open 00112233445566778899aabbccddeeff commit",
                   "opens another choice than the one it sealed");
    free(text);
  }
}
/* A secret choice that is sealed before it is made to its end: the rest would be decided with the
 * other's in sight. */
static void half_a_choice(void **state) {
  struct world *w = *state;
  static const char plain[] = "00112233445566778899aabbccddeeff", *const ways[] = {"",
                                                                                   " stance hold"};
  for (int k = 0; k < SETTINGS; k++)
    for (int i = 0; i < 2 && !strcmp(settings[k].game, "nullgame"); i++) {
      int reader;
      char *text = until(w, settings[k].game, settings[k].mode, "\nchoice ", &reader),
           choice[200] = "choice ", open[120];
      uint8_t hash[HASH];
      snprintf(open, sizeof open, "open %s%s", plain, ways[i]);
      pass_digest(hash, NULL, 0, "choice", open + 5, strlen(open + 5), NULL, 0);
      pass_hex(hash, HASH, choice + 7);
      strcat(choice, " x");
      char *half = resigned(w, !reader, text, "choice", choice);
      /* the honest side chooses, and shows it: the other has sealed his, he believes */
      turn(w, reader, &half);
      made_up_refused(w, !reader, half, (const char *const[]){open, NULL},
                      "opens a choice that it never made to its end");
      free(half);
      free(text);
    }
}
static void replayed_seal(void **state) {
  struct world *w = *state;
  fresh(w);
  char *text = new_game(w, "sspanzer", PASSED_SEALED), line[200];
  turn(w, SAL_SOVIET, &text);
  turn(w, SAL_GERMAN, &text);
  /* the German's first */
  snprintf(line, sizeof line, "seal 1 %.64s", strstr(text, "\nseal 0 ") + 8);
  signed_refused(w, SAL_GERMAN, text, "seal", line, "it is replayed");
  free(text);
}
/* Lines that a side may write at any time, but not here: signed by the German, who has just had the
 * file back. */
static void out_of_place(void **state) {
  struct world *w = *state;
#define NOTHING "0000000000000000000000000000000000000000000000000000000000000000"
  static const struct {
    const char *line, *says;
  } kind[] = {
      {"key " NOTHING, "the German side's key cannot stand here"},
      {"salt 00000000000000000000000000000000", "must be `salt` and 32 hex digits, once"},
      {"seal 9 " NOTHING, "the German side seals value 9 out of turn"},
      {"seal 1", "must be `seal NUMBER HEX`"},
      {"show 7 " NOTHING, "nobody asked for the German side's value 7 here"},
      {"dice 6 6", "not the dice that the two sealed values give: they are none"},
      {"choice " NOTHING " x", "there is no secret choice to be made by the German side here"},
      {"open " NOTHING, "the German side has no choice to open here"},
      {"state 0000000000000000", "the two programs do not agree"},
      {"undo 1", "no line of a passed game begins with 'undo'"},
      {"do \xd0\xb4\xd0\xbe", "the German side's move is against the rules"}};
  char *text = play_parts(w, "sspanzer", PASSED_SEALED, 3);
  for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
    made_up_refused(w, SAL_GERMAN, text, (const char *const[]){kind[i].line, NULL}, kind[i].says);
  free(text);
}
/* A move that needs dice, without the value that its side has sealed for them. */
static void move_without_value(void **state) {
  struct world *w = *state;
  int reader;
  char *text = until(w, "sspanzer", PASSED_SEALED, "\ndo ", &reader), *line[64] = {NULL};
  const char *part = last_of(text, "\nfile ") + 1;
  int n = 0, end = 0;
  for (const char *l = part + strcspn(part, "\n") + 1; strncmp(l, "state ", 6) && n < 63;
       l += strcspn(l, "\n") + 1) {
    line[n] = strndup(l, strcspn(l, "\n") - CHECK);
    if (!strncmp(line[n++], "do ", 3))
      end = n;
  }
  for (int i = end; i < n; i++)
    free(line[i]), line[i] = NULL;
  text[part - text] = 0;
  made_up_refused(w, !reader, text, (const char *const *)line, "withholds its value for roll");
  made_up_refused(w, !reader, text, (const char *const *)line, "which its own move needs");
  for (int i = 0; i < end; i++)
    free(line[i]);
  free(text);
}
static char *doctored(const char *text, const char *from, const char *with) {
  char *copy = calloc(1, strlen(text) + strlen(with) + 1), *at;
  strcpy(copy, text);
  at = strstr(copy, from);
  assert_non_null(at);
  strcpy(at, with);
  strcat(copy, text + (at - copy) + strlen(from));
  return copy;
}
static void doctored_refused(struct world *w, const char *text, const char *from, const char *with,
                             const char *says) {
  char *bad = doctored(text, from, with);
  sent_back(w, SAL_SOVIET, bad, says);
  free(bad);
}
/* What can be done to the text by anybody, without a key. */
static void text_tricks(void **state) {
  struct world *w = *state;
  char *honour = play_parts(w, "sspanzer", PASSED_HONOUR, 1),
       *text = play_parts(w, "sspanzer", PASSED_SEALED, 5), *bad;
  static const char header[] = "the header was changed after this part was signed";
  /* the header: another id, another mode with all that it says, other options, another game */
  doctored_refused(w, text, "  id ", "  id 0",
                   "must be `mode honour` or `mode sealed`, and the game's id");
  bad = strdup(text);
  char *id = strstr(bad, "  id ") + 5;
  *id = *id == '0' ? '1' : '0';
  sent_back(w, SAL_SOVIET, bad, header);
  free(bad);
  char *head = strstr(text, "---\n"), *other = strstr(honour, "---\n"),
       *at = strstr(honour, "  id ");
  assert_true(head && other && at);
  memcpy(at + 5, strstr(text, "  id ") + 5, PASSED_ID);
  bad = calloc(1, strlen(text) + strlen(honour) + 1);
  memcpy(bad, honour, (size_t)(other - honour));
  strcat(bad, head);
  sent_back(w, SAL_SOVIET, bad, header);
  free(bad);
  char *turns = play_parts(w, "nullgame", PASSED_SEALED, 3);
  doctored_refused(w, turns, "turns=5", "turns=6", header);
  doctored_refused(w, turns, "scenario lesson", "scenario ford", header);
  doctored_refused(w, turns, "edition 1", "edition 0",
                   "begun with edition 0 of nullgame, this is 1");
  doctored_refused(w, turns, "game nullgame", "game gamenull", "this program has no game gamenull");
  doctored_refused(w, turns, " turns=5", " turns=5  id 0123456789abcdef",
                   "must be `game X  edition E  scenario S  data HASH` and the options");
  free(turns);
  /* another person's key in a seat; a part signed twice, or not; a line that nobody signed */
  bad = strdup(text);
  at = last_of(bad, "\nkey ") + 5;
  *at = *at == '0' ? '1' : '0';
  sent_back(w, SAL_SOVIET, bad, "somebody else would have the seat");
  free(bad);
  bad = calloc(1, 2 * strlen(text));
  sprintf(bad, "%s%s", text, last_of(text, "\nsign ") + 1);
  sent_back(w, SAL_SOVIET, bad, "a line outside of any part");
  sprintf(bad, "%s%s", text, "do something #01234567\n");
  sent_back(w, SAL_SOVIET, bad, "a line outside of any part");
  strcpy(bad, text);
  strcpy(last_of(bad, "\nsign ") + 1, "file 6 soviet #01234567\n");
  sent_back(w, SAL_SOVIET, bad, "part 5 is not signed");
  free(bad);
  /* characters that look alike, other ways to write a number, bytes that are none of a text, what
   * mail programs do */
  doctored_refused(w, text, "file 3 german", "file 3 g\xd0\xb5rman", "must be `file NUMBER SIDE`");
  doctored_refused(w, text, "file 3 german", "file 03 german", "must be `file NUMBER SIDE`");
  doctored_refused(w, text, "file 3 german",
                   "file\xc2\xa0"
                   "3 german",
                   "a line outside of any part");
  doctored_refused(w, text, "\nfile 3", "\r\nfile 3", "was changed");
  doctored_refused(w, text, "salient-pass 1\n", "salient-pass 1\r\n",
                   "the file was changed on its way");
  doctored_refused(w, text, "salient-pass 1\n", "\xef\xbb\xbfsalient-pass 1\n",
                   "the file was changed on its way");
  doctored_refused(w, text, "salient-pass 1\n", "salient-pass 2\n",
                   "this is no passed game of version 1");
  size_t n = strlen(text), more = 3u << 20;
  bad = calloc(1, n + more + 2);
  strcpy(bad, text);
  memset(bad + n, 'x', more);
  bad[n + more] = '\n';
  sent_back(w, SAL_SOVIET, bad, "the line is too long");
  free(bad);
  free(honour);
  free(text);
}
/* Two games of the same two people: what was signed in one is worth nothing in the other. */
static void two_games(void **state) {
  struct world *w = *state;
  for (int k = 0; k < SETTINGS; k++) {
    char *one = play_parts(w, settings[k].game, settings[k].mode, 4),
         *two = play_parts(w, settings[k].game, settings[k].mode, 4);
    char *mixed = calloc(1, strlen(one) + strlen(two) + 1);
    for (int who = 0; who < 2; who++)
      free(w->person[who].memory), w->person[who].memory = NULL;
    for (int part = 2; part <= 4; part++) {
      char mark[24];
      snprintf(mark, sizeof mark, "\nfile %d ", part);
      char *here = strstr(one, mark) + 1, *there = strstr(two, mark) + 1;
      sprintf(mixed, "%.*s%s", (int)(here - one), one, there);
      sent_back(w, SAL_GERMAN, mixed,
                "does not follow on the parts before it: it is of another game");
    }
    free(mixed);
    free(one);
    free(two);
  }
}
static void old_files(void **state) {
  struct world *w = *state;
  for (int k = 0; k < SETTINGS; k++) {
    char *text = play_parts(w, settings[k].game, settings[k].mode, 5); /* part 5 is the German's */
    char *four = strdup(text), *three, *bad;
    *(last_of(four, "\nfile 5") + 1) = 0;
    three = strdup(four);
    *(last_of(three, "\nfile 4") + 1) = 0;
    sent_back(w, SAL_GERMAN, four,
              "This file is replayed: you have answered its part 4 already with part 5.");
    sent_back(w, SAL_GERMAN, three,
              "This file is out of date: it ends with part 3, and you have seen part 5.");
    /* parts changed over */
    char *a = strstr(text, "\nfile 3") + 1, *b = strstr(text, "\nfile 4") + 1,
         *c = strstr(text, "\nfile 5") + 1;
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
    while (passed_mine(p))
      assert_true(passed_do(p, any(w, p), &f));
    other = send(&w->person[writer], p);
    if (!strcmp(other, sent))
      free(other), other = NULL;
  }
  sent_back(w, reader, other, "is not the one you had before: the");
  sent_back(w, reader, other, "has written it twice, to take something back");
  free(other);
  free(sent);
  free(before);
  free(text);
}
static void taken_back(void **state) {
  for (int k = 0; k < SETTINGS; k++)
    written_twice(*state, &settings[k]);
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
  while (passed_mine(p))
    assert_true(passed_do(p, any(w, p), &f));
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
/* What a side does is not to be read by anybody who carries the file, unless both sides know
 * everything anyhow. */
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
/* A move that shows its own side what was hidden from it cannot be tried: in a sealed file it waits
 * for the other's value, in an honour file it stays made. */
/* false: nobody came upon anything in this game */
static bool peek(struct world *w, enum passed_mode mode, uint64_t seed) {
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
      if (!met)
        continue;
      if (mode == PASSED_SEALED)
        assert_int_equal(game_hash(passed_game(p), who), before);
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
    while (!peek(*state, (enum passed_mode)mode, seed) && seed < 300)
      seed++;
    assert_true(seed < 300);
  }
}
/* Every mode but the two, a header that promises more than its mode, other data: refused. And who
 * is awaited is said. */
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
      cmocka_unit_test(whole_games),        cmocka_unit_test(altered),
      cmocka_unit_test(every_byte),         cmocka_unit_test(signed_cheating),
      cmocka_unit_test(half_a_choice),      cmocka_unit_test(out_of_place),
      cmocka_unit_test(move_without_value), cmocka_unit_test(text_tricks),
      cmocka_unit_test(two_games),          cmocka_unit_test(replayed_seal),
      cmocka_unit_test(old_files),          cmocka_unit_test(taken_back),
      cmocka_unit_test(who_can_read),       cmocka_unit_test(locked_lines),
      cmocka_unit_test(no_peeking),         cmocka_unit_test(modes_and_reasons),
  };
  return cmocka_run_group_tests(tests, begin, finish);
}
