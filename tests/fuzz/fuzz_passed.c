/* fuzz_passed.c - passed files: the bytes as they are, then with every check and signature put
 * right, as a cheat could who has the keys of both sides. What is accepted can be played on, and
 * the other side accepts the answer. */
#include "fuzz.h"

#include <sodium.h>

#include "host/passed_inside.h"

static struct passed_key key[SAL_SIDES];

static void chain(uint8_t run[HASH], const char *line, size_t n) {
  uint8_t before[HASH];
  memcpy(before, run, HASH);
  pass_digest(run, before, HASH, "line", line, n, NULL, 0);
}
/* The header with the data of today, so that a file kept here does not grow old. */
static void todays_data(char *head, size_t n) {
  const char *game = memmem(head, n, "\ngame ", 6);
  char id[24] = "", hex[20], *data = memmem(head, n, "  data ", 7);
  if (!game || !data || data + 7 + 16 > head + n)
    return;
  sscanf(game + 6, "%23[a-z0-9]", id);
  const struct sal_ruleset *rules = sal_ruleset_find(id);
  if (!rules)
    return;
  snprintf(hex, sizeof hex, "%016llx", (unsigned long long)library_hash(fuzz_library(), rules));
  memcpy(data + 7, hex, 16);
}
static bool pair_of(const char *text, size_t n, uint8_t out[HASH]) {
  struct passed p = {.me = key[SAL_GERMAN], .side = SAL_GERMAN};
  memcpy(p.seat[SAL_SOVIET].key, key[SAL_SOVIET].open, sizeof p.seat[0].key);
  return passed_id_of(text, n, p.id) && pass_both_key(&p, out);
}
/* What was locked with the lines before it, locked with the lines that are before it now. */
static char *relocked(const char *line, size_t n, const uint8_t was[HASH], const uint8_t is[HASH],
                      const uint8_t pair[HASH]) {
  char *copy = strndup(line, n), *box = strstr(copy, " ~"),
       *plain = box ? pass_unlock(was, pair, box + 2) : NULL;
  if (!plain)
    return copy;
  char *again = pass_lock(is, pair, plain),
       *whole = malloc((size_t)(box - copy) + strlen(again) + 3);
  MUST(whole);
  sprintf(whole, "%.*s ~%s", (int)(box - copy), copy, again);
  free(copy), free(plain), free(again);
  return whole;
}
/* The same of a secret choice, which is locked for its owner. */
static char *rechosen(const char *line, size_t n, const uint8_t was[HASH], const uint8_t is[HASH],
                      struct passed *owner) {
  char *copy = strndup(line, n), hex[2 * HASH + 1] = "";
  uint8_t hash[HASH], mine[HASH], run[HASH];
  size_t box = strlen("choice ") + 2 * HASH + 1;
  if (strlen(copy) <= box)
    return copy;
  memcpy(hex, copy + strlen("choice "), 2 * HASH);
  if (!pass_unhex(hex, hash, HASH))
    return copy;
  pass_choice_key(owner, mine);
  memcpy(owner->run, was, HASH);
  pass_choice_run(owner, hash, run);
  char *plain = pass_unlock(run, mine, copy + box);
  if (!plain)
    return copy;
  memcpy(owner->run, is, HASH);
  pass_choice_run(owner, hash, run);
  char *again = pass_lock(run, mine, plain), *whole = malloc(box + strlen(again) + 1);
  MUST(whole);
  sprintf(whole, "%.*s%s", (int)box, copy, again);
  free(copy), free(plain), free(again);
  return whole;
}
/* The locks, the checks at the end of lines and the signatures, made again; NULL when it has no
 * header. */
static char *repaired(const char *text, size_t n, size_t *out) {
  const char *head = memmem(text, n, "\n---\n", 5), *p, *end;
  uint8_t run[HASH], was[HASH], pair[HASH] = {0}, sign[64];
  int side = SAL_GERMAN;
  struct passed owner = {.side = SAL_GERMAN};
  if (!head)
    return NULL;
  head += 5;
  size_t cap = n * 3 + 4096;
  char *copy = malloc(cap), hex[129];
  MUST(copy);
  memcpy(copy, text, *out = (size_t)(head - text));
  pass_digest(was, NULL, 0, "head", copy, *out, NULL, 0);
  todays_data(copy, *out);
  pass_digest(run, NULL, 0, "head", copy, *out, NULL, 0);
  pair_of(text, n, pair);
  passed_id_of(text, n, owner.id);
  for (p = head; (end = memchr(p, '\n', (size_t)(text + n - p))); p = end + 1) {
    size_t len = (size_t)(end - p);
    const char *hash = len > 10 && end[-10] == ' ' && end[-9] == '#' ? end - 10 : end;
    if (len > 7 && !memcmp(p, "file ", 5))
      side = memmem(p, len, "soviet", 6) ? SAL_SOVIET : SAL_GERMAN;
    owner.me = key[side];
    owner.side = side;
    if (hash - p == 5 + 2 * SALT && !memcmp(p, "salt ", 5)) {
      snprintf(hex, sizeof hex, "%.*s", 2 * SALT, p + 5);
      pass_unhex(hex, owner.seat[side].salt, SALT);
    }
    bool choice = len > 7 && !memcmp(p, "choice ", 7);
    char *line = choice ? rechosen(p, (size_t)(hash - p), was, run, &owner)
                        : relocked(p, (size_t)(hash - p), was, run, pair);
    size_t from = *out;
    bool fits = cap - from > strlen(line) + 200;
    if (fits && !strncmp(line, "sign ", 5)) {
      crypto_sign_detached(sign, NULL, run, HASH, key[side].secret);
      pass_hex(sign, sizeof sign, hex);
      *out += (size_t)sprintf(copy + *out, "sign %s", hex);
    } else if (fits) {
      *out += (size_t)sprintf(copy + *out, "%s", line);
    }
    free(line);
    if (!fits)
      break;
    chain(was, p, (size_t)(hash - p));
    chain(run, copy + from, *out - from);
    *out += (size_t)sprintf(copy + *out, " #%02x%02x%02x%02x\n", run[0], run[1], run[2], run[3]);
  }
  return copy;
}

static void play_on(struct passed *p, int who) {
  struct fault f = {0};
  struct sal_rng rng;
  size_t n;
  sal_rng_seed(&rng, 1);
  MUST(passed_answer(p, &f) || f.code == FAULT_NONE || *f.text);
  /* a seal of a value that is not this key's: its owner cannot go on */
  if (f.code != FAULT_NONE)
    return;
  for (int i = 0; i < 6 && passed_mine(p); i++) {
    struct sal_play view = game_view(passed_game(p), passed_side(p));
    sal_legal(&view, passed_side(p), &fuzz_desk()->list);
    struct sal_action a = fuzz_desk()->list.a[sal_rng_below(&rng, fuzz_desk()->list.n)];
    if (!passed_do(p, a, &f))
      return;
    if (i == 2 && passed_undo(p, &f))
      i = 3;
  }
  const char *text = passed_close(p, &n);
  struct passed *q = passed_open(fuzz_library(), fuzz_desk(), text, n, &key[!who], NULL, &f);
  if (!q)
    fprintf(stderr, "%s: %s\n%s", f.at, f.text, text);
  MUST(q);
  passed_free(q);
}
static void read_as(int who, const char *text, size_t n) {
  struct fault f = {0};
  char words[200];
  size_t m;
  struct passed *p = passed_open(fuzz_library(), fuzz_desk(), text, n, &key[who], NULL, &f);
  MUST(p || (f.code != FAULT_NONE && *f.text));
  if (!p)
    return;
  passed_awaited(p, words, sizeof words);
  passed_memory(p, &m);
  play_on(p, who);
  passed_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  char *text = strndup((const char *)data, n);
  size_t len;
  if (sodium_init() < 0 || !text)
    abort();
  if (!n)
    return free(text), 0;
  for (int i = 0; i < SAL_SIDES; i++) {
    uint8_t seed[PASSED_SEED];
    memset(seed, i + 1, sizeof seed);
    passed_key_make(&key[i], seed);
  }
  read_as(SAL_GERMAN, (const char *)data, n);
  char *fixed = repaired(text, strlen(text), &len);
  for (int i = 0; fixed && i < SAL_SIDES; i++)
    read_as(i, fixed, len);
  free(fixed);
  free(text);
  return 0;
}
