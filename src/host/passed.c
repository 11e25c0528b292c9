/* passed.c - see passed.h. The surprising part: a decision that needs dice is not made when it is written. It waits until both sides
 * have shown their values, and is then made by whichever program reads the second one. */
#include "passed.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rolls.h"

static const char TITLE[] = "salient-pass 1\n";
enum { HASH = 32, SALT = 16, CHECK = 10, LONGEST = 1 << 20, ACTIONS = 4096, HEAD = 4096, WORD = 12 }; /* CHECK: " #01234567" */

struct seat {
  bool taken;
  uint8_t key[32], salt[SALT];
  uint32_t sealed, shown; /* how many values */
  uint8_t seal[HASH];     /* of the value not yet shown */
  uint8_t value[HASH];    /* the last one shown */
  bool chose;             /* a sealed choice waits to be opened */
  uint8_t choice[HASH];
  char *locked;           /* for the owner: nonce and actions, encrypted */
};
struct part {
  uint8_t head[HASH];
  uint8_t side;
};
struct passed {
  struct library *lib;
  struct desk *desk;
  struct game *g;
  const struct sal_ruleset *rules;
  struct journal_head about;
  enum passed_mode mode;
  char id[PASSED_ID + 1];
  struct passed_key me;
  int side;
  char *text;
  size_t len, cap;
  int line;
  uint8_t run[HASH]; /* over every line so far */
  struct part *part;
  uint32_t nparts;
  struct seat seat[SAL_SIDES];
  /* rolls: number `rolls` is the next; 0 is the set-up */
  uint32_t rolls;
  bool waiting; /* a decision waits for its dice */
  struct sal_action wait_action;
  uint8_t wait_side;
  uint8_t batch[HASH];
  uint64_t token;
  char *dice;   /* what the next line must say was rolled */
  bool dice_due, seal_due;
  /* the part being read or written */
  bool in_part, began; /* began: a line that is not about joining has come */
  uint8_t author;
  size_t part_at;
  /* mine, not yet written: my half of a secret choice */
  char *mine[ACTIONS];
  uint32_t nmine;
  bool plainly; /* this choice rolls dice: it is made line by line, hidden by the other's program only */
  char *memory;
};

/* ---- small things */
static void digest(uint8_t out[HASH], const void *key, size_t nkey, const char *what, const void *a, size_t na, const void *b, size_t nb) {
  crypto_generichash_state h;
  crypto_generichash_init(&h, key, nkey, HASH);
  crypto_generichash_update(&h, (const uint8_t *)what, strlen(what) + 1);
  if (na) crypto_generichash_update(&h, a, na);
  if (nb) crypto_generichash_update(&h, b, nb);
  crypto_generichash_final(&h, out, HASH);
}
static void *room(void *old, size_t n) {
  void *p = realloc(old, n);
  if (!p) abort();
  return p;
}
static char *copy_of(const char *text) {
  char *p = strdup(text);
  if (!p) abort();
  return p;
}
static void hex_of(const uint8_t *bytes, size_t n, char *out) { sodium_bin2hex(out, n * 2 + 1, bytes, n); }
static bool from_hex(const char *text, uint8_t *out, size_t n) {
  size_t got;
  const char *end;
  return strlen(text) == 2 * n && strspn(text, "0123456789abcdef") == 2 * n && !sodium_hex2bin(out, n, text, 2 * n, NULL, &got, &end) && got == n;
}
static const char *name_of(int side) { return side == SAL_GERMAN ? "German" : "Soviet"; }
static bool no(struct passed *p, struct fault *f, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static bool no(struct passed *p, struct fault *f, const char *fmt, ...) {
  char text[280], at[32];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  snprintf(at, sizeof at, "line %d", p->line);
  fault_at(f, at, "%s", text);
  f->line = p->line;
  return false;
}

/* ---- keys */
void passed_key_make(struct passed_key *k, const uint8_t seed[PASSED_SEED]) {
  memcpy(k->seed, seed, PASSED_SEED);
  crypto_sign_seed_keypair(k->open, k->secret, seed);
}
void passed_key_new(struct passed_key *k) {
  uint8_t seed[PASSED_SEED];
  if (sodium_init() < 0) abort();
  randombytes_buf(seed, sizeof seed);
  passed_key_make(k, seed);
  sodium_memzero(seed, sizeof seed);
}
static const char KEY_TITLE[] = "salient-key 1\n";
void passed_key_write(const struct passed_key *k, char out[96]) {
  int n = sprintf(out, "%s", KEY_TITLE);
  hex_of(k->seed, PASSED_SEED, out + n);
  strcat(out, "\n");
}
bool passed_key_read(struct passed_key *k, const char *text, size_t n, struct fault *f) {
  size_t head = sizeof KEY_TITLE - 1;
  char hex[2 * PASSED_SEED + 1] = "";
  uint8_t seed[PASSED_SEED];
  if (n >= head + 64 && !memcmp(text, KEY_TITLE, head)) memcpy(hex, text + head, 64);
  if (!from_hex(hex, seed, sizeof seed)) return fault_at(f, "key", "this is no key file of salient");
  passed_key_make(k, seed);
  return true;
}

/* What only the owner of a seat can work out: his values, and the key of his choices. */
static void own_secret(const struct passed *p, uint8_t out[HASH]) {
  digest(out, p->me.seed, sizeof p->me.seed, "salient-pass", p->seat[p->side].salt, SALT, p->id, PASSED_ID);
}
static void own_value(const struct passed *p, uint32_t k, uint8_t out[HASH]) {
  uint8_t secret[HASH], number[4] = {(uint8_t)k, (uint8_t)(k >> 8), (uint8_t)(k >> 16), (uint8_t)(k >> 24)};
  own_secret(p, secret);
  digest(out, secret, HASH, "value", number, sizeof number, NULL, 0);
}
/* What both programs know and nobody else. */
static bool both_key(const struct passed *p, uint8_t out[HASH]) {
  uint8_t mine[32], theirs[32], point[32];
  if (crypto_sign_ed25519_sk_to_curve25519(mine, p->me.secret) || crypto_sign_ed25519_pk_to_curve25519(theirs, p->seat[!p->side].key) ||
      crypto_scalarmult(point, mine, theirs))
    return false;
  digest(out, point, sizeof point, "both", p->id, PASSED_ID, NULL, 0);
  return true;
}

/* Locked text: base64 of an authenticated cipher; the nonce comes from the lines before, which never come twice. */
static char *lock(const struct passed *p, const uint8_t key[HASH], const char *text) {
  uint8_t nonce[HASH];
  size_t n = strlen(text), size = n + crypto_aead_xchacha20poly1305_ietf_ABYTES;
  uint8_t *box = room(NULL, size);
  unsigned long long got;
  digest(nonce, key, HASH, "nonce", p->run, HASH, NULL, 0);
  crypto_aead_xchacha20poly1305_ietf_encrypt(box, &got, (const uint8_t *)text, n, p->run, HASH, NULL, nonce, key);
  size_t cap = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  char *out = room(NULL, cap);
  sodium_bin2base64(out, cap, box, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  free(box);
  return out;
}
static char *unlock(const uint8_t run[HASH], const uint8_t key[HASH], const char *locked) {
  uint8_t nonce[HASH];
  size_t n = strlen(locked), size;
  uint8_t *box = room(NULL, n + 1);
  char *out = NULL;
  unsigned long long got;
  digest(nonce, key, HASH, "nonce", run, HASH, NULL, 0);
  if (!sodium_base642bin(box, n, locked, n, NULL, &size, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) && size >= crypto_aead_xchacha20poly1305_ietf_ABYTES) {
    out = room(NULL, size + 1);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt((uint8_t *)out, &got, NULL, box, size, run, HASH, nonce, key)) free(out), out = NULL;
    else out[got] = 0;
  }
  free(box);
  return out;
}

/* ---- dice */
static uint32_t batch_below(void *ctx, uint32_t n) {
  struct passed *p = ctx;
  return dice_below(p->batch, p->token++, n);
}
static uint64_t batch_number(const struct passed *p, const char *what) {
  uint8_t out[HASH];
  uint64_t v = 0;
  digest(out, p->batch, HASH, what, NULL, 0, NULL, 0);
  for (int i = 0; i < 8; i++) v = v << 8 | out[i];
  return v;
}
static void mix_batch(struct passed *p) {
  uint8_t key[HASH] = {0}, number[4] = {(uint8_t)p->rolls, (uint8_t)(p->rolls >> 8), (uint8_t)(p->rolls >> 16), (uint8_t)(p->rolls >> 24)};
  if (p->mode == PASSED_HONOUR) both_key(p, key);
  uint8_t values[2 * HASH];
  memcpy(values, p->seat[SAL_GERMAN].value, HASH);
  memcpy(values + HASH, p->seat[SAL_SOVIET].value, HASH);
  digest(p->batch, key, HASH, "batch", values, sizeof values, number, sizeof number);
  p->token = 0;
}
/* Between two batches of a sealed game there are no dice at all. */
static void no_dice(struct passed *p) {
  if (p->mode == PASSED_SEALED) game_type_dice(p->g, NULL, 0);
}
static void expect_dice(struct passed *p) {
  free(p->dice);
  p->dice = game_rolled(p->g, SAL_WATCH);
  p->dice_due = *p->dice != 0;
}
static bool set_up(struct passed *p, struct fault *f) {
  struct journal_head *h = &p->about;
  cJSON *options = cJSON_CreateObject();
  for (int i = 0; i < h->noptions; i++) cJSON_AddNumberToObject(options, h->option[i].id, h->option[i].value);
  struct game_start s = {.rules = p->rules, .scenario = h->scenario, .options = options, .seed = batch_number(p, "seed")};
  if (p->mode == PASSED_SEALED) s.below = batch_below, s.ctx = p;
  p->g = game_new(p->lib, p->desk, &s, f);
  cJSON_Delete(options);
  if (!p->g) return false;
  no_dice(p);
  return true;
}
/* Both have shown: what waited for the dice happens. */
static bool roll(struct passed *p, struct fault *f) {
  mix_batch(p);
  if (!p->rolls) {
    if (!set_up(p, f)) return false;
  } else {
    if (p->rules->open && !game_redraw(p->g, batch_number(p, "draw"), f)) return false;
    game_source(p->g, batch_below, p);
    bool ok = game_do(p->g, p->wait_side, p->wait_action, f);
    no_dice(p);
    if (!ok) return false;
    p->waiting = false;
  }
  p->rolls++;
  expect_dice(p);
  return true;
}

/* ---- who owes what */
static bool rolling(const struct passed *p) { return p->waiting || (!p->rolls && p->seat[0].taken && p->seat[1].taken); }
static bool has_shown(const struct passed *p, int side) { return p->seat[side].shown > p->rolls; }
static bool owes_value(const struct passed *p, int side) { return rolling(p) && !has_shown(p, side); }
static bool in_choice(const struct passed *p) {
  const struct sal_head *s = p->g ? game_state(p->g) : NULL;
  return s && !s->over && p->rules->nodes[s->frame[s->depth - 1].node]->sealed;
}
static bool owes_opening(const struct passed *p, int side) {
  return p->g && !p->waiting && p->seat[side].chose && game_actors(p->g) == SAL_BIT(side);
}
/* A choice that the other side must not see yet: he has still to make his. */
static bool choosing(const struct passed *p, int side) {
  return in_choice(p) && !p->plainly && game_actors(p->g) == SAL_BOTH && !p->seat[!side].chose && !p->seat[side].chose;
}
static bool decides(const struct passed *p, int side) {
  return p->g && !p->waiting && !p->dice_due && game_actors(p->g) >> side & 1 && !p->seat[side].chose;
}

/* ---- taking a line: the one way in, for what is read and for what is written */
static bool take_decision(struct passed *p, const char *text, struct fault *f) {
  struct sal_action a;
  struct fault why;
  if (!p->g || p->waiting || p->dice_due) return no(p, f, "no decision can be made here: dice are still to come");
  if (p->seat[p->author].chose && !owes_opening(p, p->author)) return no(p, f, "the %s side has made its secret choice already", name_of(p->author));
  if (!game_parse(p->g, text, "action", &a, &why) || !game_check(p->g, p->author, a, &why))
    return no(p, f, "the %s side's move is against the rules: %s", name_of(p->author), why.text);
  if (p->mode == PASSED_SEALED && game_needs_dice(p->g, p->author, a)) {
    p->waiting = true;
    p->wait_action = a;
    p->wait_side = p->author;
    return true;
  }
  if (!game_do(p->g, p->author, a, &why)) return no(p, f, "the move cannot be made: %s", why.text);
  expect_dice(p);
  return true;
}
static bool take_value(struct passed *p, uint32_t k, const uint8_t value[HASH], struct fault *f) {
  struct seat *s = &p->seat[p->author];
  uint8_t seal[HASH];
  if (!owes_value(p, p->author) || k != p->rolls) return no(p, f, "nobody asked for the %s side's value %u here", name_of(p->author), k);
  digest(seal, NULL, 0, "seal", value, HASH, NULL, 0);
  if (memcmp(seal, s->seal, HASH)) return no(p, f, "the value that the %s side shows for roll %u is not the one it sealed", name_of(p->author), k);
  memcpy(s->value, value, HASH);
  s->shown++;
  p->seal_due = p->mode == PASSED_SEALED;
  return true;
}
static bool take_seal(struct passed *p, uint32_t k, const uint8_t seal[HASH], struct fault *f) {
  struct seat *s = &p->seat[p->author];
  if (k != s->sealed || s->sealed != s->shown) return no(p, f, "the %s side seals value %u out of turn", name_of(p->author), k);
  if (k && !memcmp(seal, s->seal, HASH)) return no(p, f, "the %s side seals the value of roll %u once more: it is replayed", name_of(p->author), k - 1);
  if (p->seat[!p->author].sealed && !memcmp(seal, p->seat[!p->author].seal, HASH)) return no(p, f, "the %s side copies the other's seal", name_of(p->author));
  memcpy(s->seal, seal, HASH);
  s->sealed++;
  p->seal_due = false;
  if (rolling(p) && has_shown(p, SAL_GERMAN) && has_shown(p, SAL_SOVIET)) return roll(p, f);
  return true;
}
static bool take_open(struct passed *p, char *rest, struct fault *f) { /* NONCE action; action; .. */
  struct seat *s = &p->seat[p->author];
  uint8_t hash[HASH];
  if (!owes_opening(p, p->author)) return no(p, f, "the %s side has no choice to open here", name_of(p->author));
  digest(hash, NULL, 0, "choice", rest, strlen(rest), NULL, 0);
  if (memcmp(hash, s->choice, HASH)) return no(p, f, "the %s side opens another choice than the one it sealed", name_of(p->author));
  char *at = strchr(rest, ' ');
  for (at = at ? at + 1 : NULL; at;) {
    char *end = strstr(at, "; ");
    if (end) *end = 0;
    if (!take_decision(p, at, f)) return false;
    at = end ? end + 2 : NULL;
  }
  s->chose = false;
  free(s->locked);
  s->locked = NULL;
  return true;
}
static bool take_choice(struct passed *p, const char *rest, struct fault *f) { /* HASH LOCKED */
  struct seat *s = &p->seat[p->author];
  char hex[2 * HASH + 1] = "";
  if (!choosing(p, p->author)) return no(p, f, "there is no secret choice to be made by the %s side here", name_of(p->author));
  if (strlen(rest) > 2 * HASH + 1) memcpy(hex, rest, 2 * HASH);
  if (!from_hex(hex, s->choice, HASH) || rest[2 * HASH] != ' ') return no(p, f, "must be `choice HASH LOCKED`");
  uint8_t run[HASH];
  memcpy(run, p->run, HASH);
  hex_of(run, HASH, hex); /* the owner unlocks it with the lines that were before it */
  s->locked = room(NULL, strlen(rest) + 2 * HASH + 2);
  sprintf(s->locked, "%s %s", hex, rest + 2 * HASH + 1);
  s->chose = true;
  return true;
}
static bool take_state(struct passed *p, const char *rest, struct fault *f) {
  char is[17];
  snprintf(is, sizeof is, "%016llx", (unsigned long long)(p->g ? game_hash(p->g, SAL_WATCH) : 0));
  if (strcmp(is, rest)) return no(p, f, "the position after this part is another here: the two programs do not agree");
  return true;
}
static bool take_join(struct passed *p, const char *word, const char *rest, struct fault *f) {
  struct seat *s = &p->seat[p->author], *other = &p->seat[!p->author];
  if (!strcmp(word, "key")) {
    if (s->taken || !from_hex(rest, s->key, sizeof s->key)) return no(p, f, "the %s side's key cannot stand here", name_of(p->author));
    if (other->taken && !memcmp(other->key, s->key, sizeof s->key)) return no(p, f, "one person cannot play both sides of a passed game");
    s->taken = true;
    return true;
  }
  if (!s->taken || s->sealed || !from_hex(rest, s->salt, SALT)) return no(p, f, "must be `salt` and 32 hex digits, once");
  return true;
}
static bool numbered(const char *rest, uint32_t *k, uint8_t value[HASH]) {
  char *end;
  unsigned long n = strtoul(rest, &end, 10);
  *k = (uint32_t)n;
  return end > rest && *rest >= '0' && *rest <= '9' && n < UINT32_MAX && *end == ' ' && from_hex(end + 1, value, HASH);
}
/* Both keep what they owe: nothing else may stand before it. */
static bool owed_first(struct passed *p, const char *word, struct fault *f) {
  int who = p->author;
  if (p->seal_due && strcmp(word, "seal")) return no(p, f, "the %s side does not seal its next value", name_of(who));
  if (p->dice_due && strcmp(word, "dice")) return no(p, f, "the dice of the move before are missing");
  if (!p->began && strcmp(word, "key") && strcmp(word, "salt") && (strcmp(word, "seal") || p->seat[who].sealed)) { /* those are for joining */
    if (owes_value(p, who) && has_shown(p, !who) && strcmp(word, "show"))
      return no(p, f, "the %s side withholds its value for roll %u: its part goes on without it", name_of(who), p->rolls);
    if (owes_opening(p, who) && strcmp(word, "open")) return no(p, f, "the %s side withholds its secret choice: its part goes on without opening it", name_of(who));
    p->began = true;
  }
  return true;
}
static bool take(struct passed *p, const char *word, char *rest, struct fault *f) {
  uint8_t value[HASH];
  uint32_t k;
  if (!owed_first(p, word, f)) return false;
  if (!strcmp(word, "key") || !strcmp(word, "salt")) return take_join(p, word, rest, f);
  if (!p->seat[p->author].taken) return no(p, f, "the %s side has not joined", name_of(p->author));
  if (!strcmp(word, "seal") || !strcmp(word, "show")) {
    if (!numbered(rest, &k, value)) return no(p, f, "must be `%s NUMBER HEX`", word);
    return *word == 's' && word[1] == 'e' ? take_seal(p, k, value, f) : take_value(p, k, value, f) && (p->seal_due || !has_shown(p, !p->author) || roll(p, f));
  }
  if (!strcmp(word, "do")) return take_decision(p, rest, f);
  if (!strcmp(word, "open")) return take_open(p, rest, f);
  if (!strcmp(word, "choice")) return take_choice(p, rest, f);
  if (!strcmp(word, "state")) return take_state(p, rest, f);
  if (strcmp(word, "dice")) return no(p, f, "no line of a passed game begins with '%s'", word);
  if (!p->dice_due || strcmp(rest, p->dice))
    return no(p, f, "these are not the dice that %s: they are %s", p->mode == PASSED_SEALED ? "the two sealed values give" : "the seed gives", p->dice_due ? p->dice : "none");
  p->dice_due = false;
  return true;
}

/* ---- writing */
static void append(struct passed *p, const char *bytes, size_t n) {
  if (p->len + n + 1 > p->cap) p->text = room(p->text, p->cap = (p->len + n) * 2 + 4096);
  memcpy(p->text + p->len, bytes, n);
  p->len += n;
  p->text[p->len] = 0;
}
static bool locks(const struct passed *p, const char *word) {
  return p->mode == PASSED_HONOUR && (!strcmp(word, "do") || !strcmp(word, "dice") || !strcmp(word, "open"));
}
static void check_of(struct passed *p, const char *line, size_t n, uint8_t out[HASH]) { digest(out, p->run, HASH, "line", line, n, NULL, 0); }
static void put_line(struct passed *p, const char *word, const char *rest) {
  char check[9], *whole = room(NULL, strlen(word) + strlen(rest) + 2 + CHECK + 2);
  size_t n = (size_t)sprintf(whole, "%s %s", word, rest);
  check_of(p, whole, n, p->run);
  hex_of(p->run, 4, check);
  n += (size_t)sprintf(whole + n, " #%s\n", check);
  append(p, whole, n);
  free(whole);
  p->line++;
}
static void begin_part(struct passed *p) {
  char rest[32];
  if (p->in_part) return;
  snprintf(rest, sizeof rest, "%u %s", p->nparts + 1, sal_side_name[p->side]);
  p->in_part = true;
  p->began = false;
  p->author = (uint8_t)p->side;
  p->part_at = p->len;
  put_line(p, "file", rest);
}
static bool write_line(struct passed *p, const char *word, const char *rest, struct fault *f) {
  begin_part(p);
  char *plain = copy_of(rest), *shown = NULL;
  uint8_t key[HASH];
  p->line++;
  bool ok = !locks(p, word) || both_key(p, key);
  if (!ok) no(p, f, "the other side's key is no key");
  if (ok && locks(p, word)) {
    char *box = lock(p, key, rest);
    shown = room(NULL, strlen(box) + 2);
    sprintf(shown, "~%s", box);
    free(box);
  }
  p->line--;
  ok = ok && take(p, word, plain, f);
  if (ok) put_line(p, word, shown ? shown : rest);
  free(shown);
  free(plain);
  return ok;
}
static bool write_dice(struct passed *p, struct fault *f) {
  if (!p->dice_due) return true;
  char *dice = copy_of(p->dice);
  bool ok = write_line(p, "dice", dice, f);
  free(dice);
  return ok;
}
static bool write_seal(struct passed *p, struct fault *f) {
  uint8_t value[HASH], seal[HASH];
  char rest[2 * HASH + 16];
  uint32_t k = p->seat[p->side].sealed;
  own_value(p, k, value);
  digest(seal, NULL, 0, "seal", value, HASH, NULL, 0);
  int n = snprintf(rest, 16, "%u ", k);
  hex_of(seal, HASH, rest + n);
  return write_line(p, "seal", rest, f);
}
static bool write_value(struct passed *p, struct fault *f) {
  uint8_t value[HASH];
  char rest[2 * HASH + 16];
  own_value(p, p->rolls, value);
  int n = snprintf(rest, 16, "%u ", p->rolls);
  hex_of(value, HASH, rest + n);
  return write_line(p, "show", rest, f) && (!p->seal_due || write_seal(p, f)) && write_dice(p, f);
}
static bool write_join(struct passed *p, struct fault *f) {
  char hex[2 * 32 + 1];
  uint8_t salt[SALT];
  randombytes_buf(salt, sizeof salt);
  hex_of(p->me.open, 32, hex);
  if (!write_line(p, "key", hex, f)) return false;
  hex_of(salt, SALT, hex);
  return write_line(p, "salt", hex, f) && write_seal(p, f);
}
static char *my_choice(const struct passed *p) { /* what I locked: `NONCE action; action` */
  uint8_t secret[HASH], key[HASH], run[HASH];
  const char *locked = p->seat[p->side].locked;
  char hex[2 * HASH + 1] = "";
  memcpy(hex, locked, 2 * HASH);
  own_secret(p, secret);
  digest(key, secret, HASH, "choice", NULL, 0, NULL, 0);
  return from_hex(hex, run, HASH) ? unlock(run, key, locked + 2 * HASH + 1) : NULL;
}
static bool write_open(struct passed *p, struct fault *f) {
  char *plain = my_choice(p);
  if (!plain) return no(p, f, "your secret choice cannot be read again: was it made with another key?");
  bool ok = write_line(p, "open", plain, f);
  free(plain);
  if (ok && p->waiting) return write_value(p, f);
  return ok && write_dice(p, f);
}
/* My half was tried out on the board; as far as the file goes it has not been made yet. */
static void take_back_half(struct passed *p) {
  uint32_t undone;
  struct fault why;
  while (p->nmine) {
    game_undo(p->g, p->side, 1, &undone, &why);
    free(p->mine[--p->nmine]);
  }
}
/* The dice of a choice would fall otherwise when it is opened after the other's: so it goes into the file as it is made. */
static bool make_half(struct passed *p, struct fault *f) {
  uint32_t n = p->nmine;
  char **half = room(NULL, (n + 1) * sizeof *half);
  bool ok = true;
  for (uint32_t i = 0; i < n; i++) half[i] = copy_of(p->mine[i]);
  take_back_half(p);
  p->plainly = true;
  for (uint32_t i = 0; i < n; i++) {
    ok = ok && write_line(p, "do", half[i], f);
    free(half[i]);
  }
  free(half);
  return ok;
}
static bool write_choice(struct passed *p, struct fault *f) {
  uint8_t secret[HASH], key[HASH], nonce[16], hash[HASH];
  char hex[2 * HASH + 1];
  size_t n = 40;
  for (uint32_t i = 0; i < p->nmine; i++) n += strlen(p->mine[i]) + 2;
  char *plain = room(NULL, n);
  randombytes_buf(nonce, sizeof nonce);
  hex_of(nonce, sizeof nonce, plain);
  for (uint32_t i = 0; i < p->nmine; i++) strcat(strcat(plain, i ? "; " : " "), p->mine[i]);
  digest(hash, NULL, 0, "choice", plain, strlen(plain), NULL, 0);
  hex_of(hash, HASH, hex);
  own_secret(p, secret);
  digest(key, secret, HASH, "choice", NULL, 0, NULL, 0);
  begin_part(p); /* the box is locked with the lines before it */
  char *box = lock(p, key, plain), *rest = room(NULL, strlen(box) + 2 * HASH + 2);
  sprintf(rest, "%s %s", hex, box);
  take_back_half(p);
  bool ok = write_line(p, "choice", rest, f);
  free(plain);
  free(box);
  free(rest);
  return ok;
}

/* ---- what a player's program does */
bool passed_answer(struct passed *p, struct fault *f) {
  bool any = false, ok = true;
  if (!p->seat[p->side].taken) any = true, ok = write_join(p, f);
  if (ok && owes_value(p, p->side) && (has_shown(p, !p->side) || !p->rolls)) any = true, ok = write_value(p, f);
  if (ok && owes_opening(p, p->side)) any = true, ok = write_open(p, f);
  if (!ok) return false;
  f->code = FAULT_NONE;
  return any;
}
bool passed_mine(const struct passed *p) { return decides(p, p->side) && !rolling(p); }
bool passed_do(struct passed *p, struct sal_action a, struct fault *f) {
  char text[200];
  if (!passed_mine(p)) return fault_say(f, FAULT_SEAT, "The file must go to the other side first.");
  sal_action_print(game_book(p->g), a, text, sizeof text);
  if (!in_choice(p)) p->plainly = false;
  if (choosing(p, p->side) && p->mode == PASSED_HONOUR && game_needs_dice(p->g, p->side, a) && !make_half(p, f)) return false;
  if (choosing(p, p->side)) {
    if (p->nmine == ACTIONS) return fault_say(f, FAULT_LIMIT, "Too many steps in one secret choice.");
    if (!game_do(p->g, p->side, a, f)) return false;
    p->mine[p->nmine++] = copy_of(text);
    return game_actors(p->g) >> p->side & 1 || write_choice(p, f);
  }
  if (!game_check(p->g, p->side, a, f)) return false; /* with its rule, before anything is written */
  if (!write_line(p, "do", text, f)) return false;
  return p->waiting ? write_value(p, f) : write_dice(p, f);
}

void passed_awaited(const struct passed *p, char *buf, size_t cap) {
  int other = !p->side;
  if (!p->seat[0].taken || !p->seat[1].taken) snprintf(buf, cap, "The %s side has still to join.", name_of(p->seat[0].taken ? SAL_SOVIET : SAL_GERMAN));
  else if (rolling(p)) {
    int who = owes_value(p, SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    if (owes_value(p, SAL_GERMAN) && owes_value(p, SAL_SOVIET)) who = p->in_part ? other : p->side;
    snprintf(buf, cap, "The %s side's sealed value for roll %u is awaited.", name_of(who), p->rolls);
  } else if (owes_opening(p, SAL_GERMAN) || owes_opening(p, SAL_SOVIET))
    snprintf(buf, cap, "The %s side has still to open its secret choice.", name_of(owes_opening(p, SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET));
  else if (!game_actors(p->g)) snprintf(buf, cap, "The game is over.");
  else if (decides(p, SAL_GERMAN) && decides(p, SAL_SOVIET)) snprintf(buf, cap, "Both sides have a secret choice to make.");
  else snprintf(buf, cap, "The %s side's decision is awaited.", name_of(decides(p, SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET));
}

static void keep_part(struct passed *p) {
  p->part = room(p->part, (p->nparts + 1) * sizeof *p->part);
  memcpy(p->part[p->nparts].head, p->run, HASH);
  p->part[p->nparts++].side = p->author;
  p->in_part = false;
}
const char *passed_close(struct passed *p, size_t *n) {
  take_back_half(p); /* half a choice is none */
  if (p->in_part) {
    char hash[17], sign[2 * crypto_sign_BYTES + 1];
    uint8_t bytes[crypto_sign_BYTES];
    struct fault f;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)(p->g ? game_hash(p->g, SAL_WATCH) : 0));
    write_line(p, "state", hash, &f);
    crypto_sign_detached(bytes, NULL, p->run, HASH, p->me.secret);
    hex_of(bytes, sizeof bytes, sign);
    put_line(p, "sign", sign);
    keep_part(p);
  }
  *n = p->len;
  return p->text;
}
const char *passed_memory(struct passed *p, size_t *n) {
  p->memory = room(p->memory, p->nparts * (2 * HASH + 16u) + 1u);
  *n = 0;
  p->memory[0] = 0;
  for (uint32_t i = 0; i < p->nparts; i++) {
    *n += (size_t)sprintf(p->memory + *n, "%u ", i + 1);
    hex_of(p->part[i].head, HASH, p->memory + *n);
    *n += 2 * HASH;
    p->memory[(*n)++] = '\n';
    p->memory[*n] = 0;
  }
  return p->memory;
}

enum passed_mode passed_mode(const struct passed *p) { return p->mode; }
const char *passed_id(const struct passed *p) { return p->id; }
int passed_side(const struct passed *p) { return p->side; }
uint32_t passed_files(const struct passed *p) { return p->nparts; }
struct game *passed_game(const struct passed *p) { return p->g; }

void passed_free(struct passed *p) {
  if (!p) return;
  game_free(p->g);
  for (int i = 0; i < SAL_SIDES; i++) free(p->seat[i].locked);
  while (p->nmine) free(p->mine[--p->nmine]);
  free(p->text);
  free(p->part);
  free(p->dice);
  free(p->memory);
  sodium_memzero(p, sizeof *p);
  free(p);
}

/* ---- beginning */
static const char *const mode_names[] = {"honour", "sealed"};
static void put_head(struct passed *p) {
  struct journal j;
  char line[64];
  journal_start(&j, &p->about); /* its second line says what is played */
  const char *second = strchr(j.text, '\n') + 1;
  append(p, TITLE, sizeof TITLE - 1);
  append(p, second, strcspn(second, "\n") + 1);
  int n = snprintf(line, sizeof line, "mode %s  id %s\n---\n", mode_names[p->mode], p->id);
  append(p, line, (size_t)n);
  journal_free(&j);
  digest(p->run, NULL, 0, "head", p->text, p->len, NULL, 0);
  p->line = 4;
}
static struct passed *blank(struct library *lib, struct desk *desk, const struct passed_key *key) {
  struct passed *p = room(NULL, sizeof *p);
  *p = (struct passed){.lib = lib, .desk = desk, .me = *key, .side = SAL_NOSIDE};
  return p;
}
static bool can_seal(const struct passed *p, struct fault *f) {
  if (p->mode != PASSED_SEALED || p->rules->open) return true;
  return fault_say(f, FAULT_STATE, "%s cannot be played in a sealed file: in it each side has lasting secrets of its own, and a move may depend on both. "
                   "Play it in honour mode, or on a server.", p->rules->title);
}
struct passed *passed_begin(struct library *lib, struct desk *desk, const struct game_start *s, enum passed_mode mode, int side,
                            const struct passed_key *key, struct fault *f) {
  if (sodium_init() < 0) return fault_say(f, FAULT_INTERNAL, "There is no source of random bytes."), NULL;
  struct game *trial = game_new(lib, desk, s, f); /* are scenario and options right? */
  if (!trial) return NULL;
  struct passed *p = blank(lib, desk, key);
  uint8_t id[PASSED_ID / 2];
  p->rules = s->rules;
  p->mode = mode;
  p->side = side;
  journal_describe(&p->about, game_book(trial), game_state(trial)->option);
  game_free(trial);
  randombytes_buf(id, sizeof id);
  hex_of(id, sizeof id, p->id);
  put_head(p);
  if (can_seal(p, f) && write_join(p, f)) return p;
  passed_free(p);
  return NULL;
}

/* ---- reading with suspicion */
static bool altered(struct passed *p, const char *word, struct fault *f) {
  static const struct {
    const char *word, *text;
  } said[] = {{"do", "the move on this line was changed after it was signed"},
              {"dice", "the dice on this line were changed after they were signed"},
              {"show", "the value shown on this line was changed after it was signed"},
              {"seal", "the seal on this line was changed after it was signed"},
              {"choice", "the secret choice on this line was changed after it was signed"},
              {"open", "the opened choice on this line was changed after it was signed"},
              {"sign", "the signature was changed"}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    if (!strcmp(said[i].word, word)) return no(p, f, "%s", said[i].text);
  return no(p, f, "this line was changed after it was signed, or one before it is missing");
}
static bool open_part(struct passed *p, const char *rest, struct fault *f) {
  char want[32], side[12] = "";
  unsigned n = 0;
  if (p->in_part) return no(p, f, "part %u is not signed", p->nparts + 1);
  if (sscanf(rest, "%9u %11s", &n, side) != 2) return no(p, f, "must be `file NUMBER SIDE`");
  if (n != p->nparts + 1) return no(p, f, "the parts are out of order: part %u stands where part %u must", n, p->nparts + 1);
  int author = sal_side_parse(side);
  snprintf(want, sizeof want, "%u %s", n, side);
  if (author >= SAL_SIDES || strcmp(want, rest)) return no(p, f, "must be `file NUMBER SIDE`");
  p->in_part = true;
  p->began = false;
  p->author = (uint8_t)author;
  return true;
}
static bool close_part(struct passed *p, const char *rest, const uint8_t before[HASH], struct fault *f) {
  uint8_t sign[crypto_sign_BYTES];
  int who = p->author;
  if (!owed_first(p, "sign", f)) return false;
  if (!p->seat[who].taken || !p->seat[who].sealed) return no(p, f, "the %s side has not joined", name_of(who));
  if (!from_hex(rest, sign, sizeof sign) || crypto_sign_verify_detached(sign, before, HASH, p->seat[who].key))
    return no(p, f, "the signature of part %u is not the %s side's", p->nparts + 1, name_of(who));
  keep_part(p);
  return true;
}
/* My key says which seat is mine, as soon as it is known. */
static void find_seat(struct passed *p) {
  for (int i = 0; i < SAL_SIDES; i++)
    if (p->seat[i].taken && !memcmp(p->seat[i].key, p->me.open, 32)) p->side = i;
}
static bool read_line(struct passed *p, char *line, size_t n, struct fault *f) {
  char word[WORD] = "";
  uint8_t before[HASH], check[4], run[HASH], key[HASH];
  memcpy(before, p->run, HASH);
  size_t w = strcspn(line, " ");
  if (strlen(line) != n || w >= WORD || w == n) return no(p, f, "this is no line of a passed game");
  memcpy(word, line, w);
  if (p->nparts && !p->in_part && strcmp(word, "file")) return no(p, f, "a line outside of any part");
  if (!strcmp(word, "file") && n > CHECK) { /* order first: a part moved elsewhere has wrong checks as well */
    char *rest = room(NULL, n);
    sprintf(rest, "%.*s", (int)(n - CHECK - w - 1), line + w + 1);
    bool ok = open_part(p, rest, f);
    free(rest);
    if (!ok) return false;
  }
  if (n <= CHECK + w + 1 || line[n - CHECK] != ' ' || line[n - CHECK + 1] != '#' || !from_hex(line + n - 8, check, 4)) return altered(p, word, f);
  line[n - CHECK] = 0;
  check_of(p, line, n - CHECK, run);
  if (memcmp(run, check, 4)) return altered(p, word, f);
  char *rest = line + w + 1, *plain = NULL;
  if (!strcmp(word, "file")) return memcpy(p->run, run, HASH), true;
  if (!p->in_part) return no(p, f, "a line outside of any part");
  if (!strcmp(word, "sign")) return memcpy(p->run, run, HASH), close_part(p, rest, before, f);
  find_seat(p);
  if (p->side == SAL_NOSIDE && p->seat[0].taken && p->seat[1].taken) return no(p, f, "two others play this game: your key is neither side's");
  if (locks(p, word)) {
    if (!owed_first(p, word, f)) return false; /* a line left out makes the next unreadable, but is the graver thing */
    if (p->side == SAL_NOSIDE || *rest != '~' || !both_key(p, key) || !(plain = unlock(before, key, rest + 1)))
      return no(p, f, "this line cannot be read with your key");
    rest = plain;
  }
  bool ok = take(p, word, rest, f);
  free(plain);
  memcpy(p->run, run, HASH);
  return ok;
}
static bool read_head(struct passed *p, const char *text, size_t n, size_t *size, struct fault *f) {
  const char *end = n > sizeof TITLE - 1 && !memcmp(text, TITLE, sizeof TITLE - 1) ? memmem(text, n, "\n---\n", 5) : NULL;
  char head[HEAD], journal[HEAD + 64], mode[12] = "", id[20] = "";
  struct journal_reader r;
  p->line = 1;
  *size = end ? (size_t)(end + 5 - text) : 0;
  if (!end || *size >= HEAD || memchr(text, 0, *size)) return no(p, f, "this is no passed game of version 1 (its first line is `salient-pass 1`)");
  memcpy(head, text, *size);
  head[*size] = 0;
  const char *second = head + sizeof TITLE - 1, *third = strchr(second, '\n') + 1;
  p->line = 2;
  int len = snprintf(journal, sizeof journal, "salient-journal 1\n%.*s---\n", (int)(third - second), second);
  if (!journal_open(&r, journal, (size_t)len, f)) return no(p, f, "must be `game X  edition E  scenario S  data HASH` and the options");
  p->about = r.head;
  p->line = 3;
  if (sscanf(third, "mode %11s  id %19s", mode, id) != 2 || strlen(id) != PASSED_ID || strspn(id, "0123456789abcdef") != PASSED_ID)
    return no(p, f, "must be `mode honour` or `mode sealed`, and the game's id");
  p->mode = !strcmp(mode, mode_names[PASSED_SEALED]) ? PASSED_SEALED : PASSED_HONOUR;
  memcpy(p->id, id, sizeof p->id);
  put_head(p); /* one form only */
  if (p->len != *size || memcmp(p->text, text, *size)) return p->line = 3, no(p, f, "the header is not in the form of a passed game");
  return true;
}
static bool same_rules(struct passed *p, struct fault *f) {
  const struct journal_head *h = &p->about;
  p->line = 2;
  p->rules = sal_ruleset_find(h->game);
  if (!p->rules) return no(p, f, "this program has no game %s", h->game);
  if (strcmp(p->rules->edition, h->edition)) return no(p, f, "begun with edition %s of %s, this is %s", h->edition, h->game, p->rules->edition);
  if (library_hash(p->lib, p->rules) != h->data) return no(p, f, "begun with other data files than these");
  p->line = 4;
  return can_seal(p, f);
}
/* What I have had before must be in it, and nothing of it twice. */
static bool remembers(struct passed *p, const char *memory, struct fault *f) {
  uint32_t last = 0;
  for (const char *m = memory; m && *m; m += strcspn(m, "\n") + 1) {
    char hex[2 * HASH + 1];
    uint8_t head[HASH];
    unsigned n;
    if (sscanf(m, "%9u %64s", &n, hex) != 2 || !from_hex(hex, head, HASH)) break;
    if (n == 0) break;
    last = n;
    if (n <= p->nparts && memcmp(head, p->part[n - 1].head, HASH))
      return fault_say(f, FAULT_STALE, "Part %u is not the one you had before: the %s side has written it twice, to take something back.", n, name_of(p->part[n - 1].side));
    if (!strchr(m, '\n')) break;
  }
  if (last <= p->nparts) return true;
  if (p->nparts && p->part[p->nparts - 1].side != p->side)
    return fault_say(f, FAULT_STALE, "This file is replayed: you have answered its part %u already with part %u.", p->nparts, p->nparts + 1);
  return fault_say(f, FAULT_STALE, "This file is out of date: it ends with part %u, and you have seen part %u.", p->nparts, last);
}
bool passed_id_of(const char *text, size_t n, char out[PASSED_ID + 1]) {
  const char *end = n > sizeof TITLE - 1 && !memcmp(text, TITLE, sizeof TITLE - 1) ? memmem(text, n, "\n---\n", 5) : NULL;
  if (!end || end - text < PASSED_ID + 5) return false;
  memcpy(out, end - PASSED_ID, PASSED_ID);
  out[PASSED_ID] = 0;
  return strspn(out, "0123456789abcdef") == PASSED_ID;
}

static bool read_all(struct passed *p, const char *text, size_t n, struct fault *f) {
  size_t at = 0;
  if (!read_head(p, text, n, &at, f) || !same_rules(p, f)) return false;
  while (at < n) {
    const char *end = memchr(text + at, '\n', n - at);
    p->line++;
    if (!end) return no(p, f, "the file is cut off: its last line has no end");
    size_t len = (size_t)(end - (text + at));
    char *line = room(NULL, len + 1);
    memcpy(line, text + at, len);
    line[len] = 0;
    bool ok = len < LONGEST ? read_line(p, line, len, f) : no(p, f, "the line is too long");
    free(line);
    if (!ok) return false;
    append(p, text + at, len + 1);
    at += len + 1;
  }
  if (p->in_part) return no(p, f, "the file is cut off: part %u is not signed", p->nparts + 1);
  if (!p->nparts) return no(p, f, "the file is cut off: it has no part");
  return true;
}
struct passed *passed_open(struct library *lib, struct desk *desk, const char *text, size_t n, const struct passed_key *key, const char *memory,
                           struct fault *f) {
  if (sodium_init() < 0) return fault_say(f, FAULT_INTERNAL, "There is no source of random bytes."), NULL;
  struct passed *p = blank(lib, desk, key);
  bool ok = read_all(p, text, n, f);
  if (ok) find_seat(p);
  if (ok && p->side == SAL_NOSIDE) p->side = p->seat[SAL_GERMAN].taken ? SAL_SOVIET : SAL_GERMAN;
  if (ok && remembers(p, memory, f)) return p;
  passed_free(p);
  return NULL;
}

/* The part without its last decision, made once more from the start. */
bool passed_undo(struct passed *p, struct fault *f) {
  uint32_t undone;
  if (p->nmine) {
    if (!game_undo(p->g, p->side, 1, &undone, f)) return false;
    free(p->mine[--p->nmine]);
    return true;
  }
  size_t last = p->len;
  if (p->in_part && last > p->part_at) {
    last--;
    while (last > p->part_at && p->text[last - 1] != '\n') last--;
  }
  if (!p->in_part || last <= p->part_at || strncmp(p->text + last, "do ", 3) || p->waiting) return fault_say(f, FAULT_STATE, "There is nothing to undo: a die was rolled, or nothing was done since the file came.");
  char *kept = room(NULL, last + 1);
  memcpy(kept, p->text, last);
  kept[last] = 0;
  /* the signed parts as if they came again, then the lines that stay */
  struct passed *q = blank(p->lib, p->desk, &p->me);
  size_t from = p->part_at;
  bool ok = read_all(q, kept, from, f);
  if (ok) find_seat(q), q->side = p->side, q->part_at = from;
  while (ok && from < last) {
    size_t len = strcspn(kept + from, "\n");
    char *line = room(NULL, len + 1);
    memcpy(line, kept + from, len);
    line[len] = 0;
    q->line++;
    ok = read_line(q, line, len, f);
    append(q, kept + from, len + 1);
    free(line);
    from += len + 1;
  }
  free(kept);
  if (!ok) return passed_free(q), false;
  struct passed swap = *p;
  *p = *q;
  *q = swap;
  passed_free(q);
  if (p->g) game_source(p->g, p->mode == PASSED_SEALED ? batch_below : NULL, p), no_dice(p);
  return true;
}
