/* passed.c - a player's own part of a passed game: beginning, answering, deciding, taking back,
 * signing. */
#include "passed_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing */
void pass_append(struct passed *p, const char *bytes, size_t n) {
  if (p->len + n + 1 > p->cap)
    p->text = pass_room(p->text, p->cap = (p->len + n) * 2 + 4096);
  memcpy(p->text + p->len, bytes, n);
  p->len += n;
  p->text[p->len] = 0;
}

/* A line's check depends on all lines before it. */
void pass_check_of(const struct passed *p, const char *line, size_t n, uint8_t out[HASH]) {
  pass_digest(out, p->run, HASH, "line", line, n, NULL, 0);
}

/* Appends a line with its check. */
static void put_line(struct passed *p, const char *word, const char *rest) {
  char check[9];
  char *whole = pass_room(NULL, strlen(word) + strlen(rest) + 2 + CHECK + 2);
  size_t n = (size_t)sprintf(whole, "%s %s", word, rest);

  pass_check_of(p, whole, n, p->run);
  pass_hex(p->run, 4, check);
  n += (size_t)sprintf(whole + n, " #%s\n", check);
  pass_append(p, whole, n);
  free(whole);
  p->line++;
}

/* Each part is one person's turn with the file; it opens when he has something to write. */
static void begin_part(struct passed *p) {
  char rest[32];

  if (p->in_part)
    return;
  snprintf(rest, sizeof rest, "%u %s", p->nparts + 1, sal_side_name[p->side]);
  p->in_part = true;
  p->began = false;
  p->author = (uint8_t)p->side;
  p->part_at = p->len;
  put_line(p, "file", rest);
}

/* Takes the line as a reader would, then writes it: nothing is written that would be refused. Lines
 * with secrets are locked for the two players. */
static bool write_line(struct passed *p, const char *word, const char *rest, struct fault *f) {
  begin_part(p);
  char *plain = pass_copy(rest);
  char *shown = NULL;
  uint8_t key[HASH];
  p->line++;
  bool ok = !pass_locks(p, word) || pass_both_key(p, key);
  if (!ok)
    pass_no(p, f, "the other side's key is no key");
  if (ok && pass_locks(p, word)) {
    char *box = pass_lock(p->run, key, rest);
    shown = pass_room(NULL, strlen(box) + 2);
    sprintf(shown, "~%s", box);
    free(box);
  }
  p->line--;
  ok = ok && pass_take(p, word, plain, f);
  if (ok)
    put_line(p, word, shown ? shown : rest);
  free(shown);
  free(plain);
  return ok;
}

/* The dice of a move stand in the file, so that a reader need not roll to follow. */
static bool write_dice(struct passed *p, struct fault *f) {
  if (!p->dice_due)
    return true;
  char *dice = pass_copy(p->dice);
  bool ok = write_line(p, "dice", dice, f);
  free(dice);
  return ok;
}

/* Seals this player's value of the next roll, before anybody can know what it will be for. */
static bool write_seal(struct passed *p, struct fault *f) {
  uint8_t value[HASH];
  uint8_t seal[HASH];
  char rest[2 * HASH + 16];
  uint32_t k = p->seat[p->side].sealed;

  pass_own_value(p, k, value);
  pass_digest(seal, NULL, 0, "seal", value, HASH, NULL, 0);
  int n = snprintf(rest, 16, "%u ", k);
  pass_hex(seal, HASH, rest + n);
  return write_line(p, "seal", rest, f);
}

/* Shows this player's own value of this roll, and seals the next. */
static bool write_value(struct passed *p, struct fault *f) {
  uint8_t value[HASH];
  char rest[2 * HASH + 16];

  pass_own_value(p, p->rolls, value);
  int n = snprintf(rest, 16, "%u ", p->rolls);
  pass_hex(value, HASH, rest + n);
  return write_line(p, "show", rest, f) && (!p->seal_due || write_seal(p, f)) && write_dice(p, f);
}

/* Joining: the key that will sign, a salt, and the first seal. */
static bool write_join(struct passed *p, struct fault *f) {
  char hex[2 * 32 + 1];
  uint8_t salt[SALT];

  randombytes_buf(salt, sizeof salt);
  pass_hex(p->me.open, 32, hex);
  if (!write_line(p, "key", hex, f))
    return false;
  pass_hex(salt, SALT, hex);
  return write_line(p, "salt", hex, f) && write_seal(p, f);
}

static char *my_choice(const struct passed *p) { /* what I locked: `NONCE action; action` */
  uint8_t key[HASH];
  uint8_t run[HASH];
  const char *locked = p->seat[p->side].locked;
  char hex[2 * HASH + 1] = "";
  memcpy(hex, locked, 2 * HASH);
  pass_choice_key(p, key);
  return pass_unhex(hex, run, HASH) ? pass_unlock(run, key, locked + 2 * HASH + 1) : NULL;
}

/* Opens the secret choice once the other side has made its own. */
static bool write_open(struct passed *p, struct fault *f) {
  char *plain = my_choice(p);

  if (!plain)
    return pass_no(p, f, "your secret choice cannot be read again: was it made with another key?");
  bool ok = write_line(p, "open", plain, f);
  free(plain);
  if (ok && p->waiting)
    return write_value(p, f);

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

/* A choice opened after the other's would roll other dice, so it goes into the file as it is made.
 */
static bool make_half(struct passed *p, struct fault *f) {
  uint32_t n = p->nmine;
  char **half = pass_room(NULL, (n + 1) * sizeof *half);
  bool ok = true;

  for (uint32_t i = 0; i < n; i++)
    half[i] = pass_copy(p->mine[i]);
  take_back_half(p);
  p->plainly = true;
  for (uint32_t i = 0; i < n; i++) {
    ok = ok && write_line(p, "do", half[i], f);
    free(half[i]);
  }
  free(half);
  return ok;
}

/* Locks a finished choice. Its hash binds the player, its box lets him read it later. */
static bool write_choice(struct passed *p, struct fault *f) {
  uint8_t key[HASH];
  uint8_t nonce[16];
  uint8_t hash[HASH];
  uint8_t run[HASH];
  char hex[2 * HASH + 1];
  size_t n = 40;

  for (uint32_t i = 0; i < p->nmine; i++)
    n += strlen(p->mine[i]) + 2;
  char *plain = pass_room(NULL, n);
  randombytes_buf(nonce, sizeof nonce);
  pass_hex(nonce, sizeof nonce, plain);
  for (uint32_t i = 0; i < p->nmine; i++)
    strcat(strcat(plain, i ? "; " : " "), p->mine[i]);
  pass_digest(hash, NULL, 0, "choice", plain, strlen(plain), NULL, 0);
  pass_hex(hash, HASH, hex);
  pass_choice_key(p, key);
  begin_part(p); /* the box is locked with the lines before it */
  pass_choice_run(p, hash, run);
  char *box = pass_lock(run, key, plain);
  char *rest = pass_room(NULL, strlen(box) + 2 * HASH + 2);
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

  if (!p->seat[p->side].taken)
    any = true, ok = write_join(p, f);
  if (ok && pass_owes_value(p, p->side) && (pass_has_shown(p, !p->side) || !p->rolls))
    any = true, ok = write_value(p, f);
  if (ok && pass_owes_opening(p, p->side))
    any = true, ok = write_open(p, f);
  if (!ok)
    return false;
  f->code = FAULT_NONE;
  return any;
}

/* May I decide now? */
bool passed_mine(const struct passed *p) {
  return pass_decides(p, p->side) && !pass_rolling(p);
}

/* One decision. In a secret choice it is kept aside until the choice is whole. */
bool passed_do(struct passed *p, struct sal_action a, struct fault *f) {
  char text[200];

  if (!passed_mine(p))
    return fault_say(f, FAULT_SEAT, "The file must go to the other side first.");
  sal_action_print(game_book(p->g), a, text, sizeof text);
  if (!pass_in_choice(p))
    p->plainly = false;
  if (pass_choosing(p, p->side) && game_brings(p->g, p->side, a) == GAME_ROLLS && !make_half(p, f))
    return false;
  if (pass_choosing(p, p->side)) {
    if (p->nmine == ACTIONS)
      return fault_say(f, FAULT_LIMIT, "Too many steps in one secret choice.");
    if (!game_do(p->g, p->side, a, f))
      return false;
    p->mine[p->nmine++] = pass_copy(text);
    return game_actors(p->g) >> p->side & 1 || write_choice(p, f);
  }
  /* with its rule, before anything is written */
  if (!game_check(p->g, p->side, a, f))
    return false;
  if (!write_line(p, "do", text, f))
    return false;

  return p->waiting ? write_value(p, f) : write_dice(p, f);
}

/* Says in a sentence who must do what next. */
void passed_awaited(const struct passed *p, char *buf, size_t cap) {
  int other = !p->side;

  if (!p->seat[0].taken || !p->seat[1].taken)
    snprintf(buf, cap, "The %s side has still to join.",
             pass_name(p->seat[0].taken ? SAL_SOVIET : SAL_GERMAN));
  else if (pass_rolling(p)) {
    int who = pass_owes_value(p, SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    if (pass_owes_value(p, SAL_GERMAN) && pass_owes_value(p, SAL_SOVIET))
      who = p->in_part ? other : p->side;
    snprintf(buf, cap, "The %s side's sealed value for roll %u is awaited.", pass_name(who),
             p->rolls);
  } else if (pass_owes_opening(p, SAL_GERMAN) || pass_owes_opening(p, SAL_SOVIET))
    snprintf(buf, cap, "The %s side has still to open its secret choice.",
             pass_name(pass_owes_opening(p, SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET));
  else if (!game_actors(p->g))
    snprintf(buf, cap, "The game is over.");
  else if (pass_decides(p, SAL_GERMAN) && pass_decides(p, SAL_SOVIET))
    snprintf(buf, cap, "Both sides have a secret choice to make.");
  else
    snprintf(buf, cap, "The %s side's decision is awaited.",
             pass_name(pass_decides(p, SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET));
}

/* A signed part is remembered, so that a rewritten file is noticed. */
void pass_keep_part(struct passed *p) {
  p->part = pass_room(p->part, (p->nparts + 1) * sizeof *p->part);
  memcpy(p->part[p->nparts].head, p->run, HASH);
  p->part[p->nparts++].side = p->author;
  p->in_part = false;
}

/* Ends the part with the state's hash and a signature over all lines. */
const char *passed_close(struct passed *p, size_t *n) {
  take_back_half(p); /* half a choice is none */
  if (p->in_part) {
    char hash[17];
    char sign[2 * crypto_sign_BYTES + 1];
    uint8_t bytes[crypto_sign_BYTES];
    struct fault f;
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)(p->g ? game_hash(p->g, SAL_WATCH) : 0));
    write_line(p, "state", hash, &f);
    crypto_sign_detached(bytes, NULL, p->run, HASH, p->me.secret);
    pass_hex(bytes, sizeof bytes, sign);
    put_line(p, "sign", sign);
    pass_keep_part(p);
  }
  *n = p->len;
  return p->text;
}

/* The head of every part seen so far, one a line. */
const char *passed_memory(struct passed *p, size_t *n) {
  p->memory = pass_room(p->memory, p->nparts * (2 * HASH + 16u) + 1u);
  *n = 0;
  p->memory[0] = 0;
  for (uint32_t i = 0; i < p->nparts; i++) {
    *n += (size_t)sprintf(p->memory + *n, "%u ", i + 1);
    pass_hex(p->part[i].head, HASH, p->memory + *n);
    *n += 2 * HASH;
    p->memory[(*n)++] = '\n';
    p->memory[*n] = 0;
  }

  return p->memory;
}

enum passed_mode passed_mode(const struct passed *p) {
  return p->mode;
}

const char *passed_id(const struct passed *p) {
  return p->id;
}

int passed_side(const struct passed *p) {
  return p->side;
}

uint32_t passed_files(const struct passed *p) {
  return p->nparts;
}

const struct journal_head *passed_about(const struct passed *p) {
  return &p->about;
}

struct game *passed_game(const struct passed *p) {
  return p->g;
}

void passed_free(struct passed *p) {
  if (!p)
    return;
  game_free(p->g);
  for (int i = 0; i < SAL_SIDES; i++)
    free(p->seat[i].locked);
  while (p->nmine)
    free(p->mine[--p->nmine]);
  free(p->text);
  free(p->part);
  free(p->dice);
  free(p->memory);
  sodium_memzero(p, sizeof *p);
  free(p);
}

/* ---- beginning */
const char *const pass_mode_name[] = {"honour", "sealed"};
/* What the mode protects and what it does not; it stands in the file and is said at every opening.
 */
const char *passed_says(const struct passed *p) {
#define CHOICES "Secret choices are locked for their owner until both sides have chosen"
#define HIDDEN                                                                                     \
  "; what stays hidden after that is hidden by the two programs, and a changed program could "     \
  "read it."
#define VALUES                                                                                     \
  "Sealed: every roll comes out of a value of each side, sealed beforehand, so that neither can "  \
  "choose or foresee it. "
  if (p->mode == PASSED_HONOUR)
    return "Honour: the dice come from a seed that both programs know, and a changed program could "
           "work them out. " CHOICES HIDDEN;

  return p->rules->open ? VALUES "So does what neither side may know. " CHOICES "."
                        : VALUES CHOICES HIDDEN;
#undef CHOICES
#undef HIDDEN
#undef VALUES
}

/* The head in its one form; what the mode protects against stands in it, for both to read. */
void pass_put_head(struct passed *p) {
  struct journal j;
  char line[400];

  journal_start(&j, &p->about); /* its second line says what is played */
  const char *second = strchr(j.text, '\n') + 1;
  pass_append(p, PASS_TITLE, sizeof PASS_TITLE - 1);
  pass_append(p, second, strcspn(second, "\n") + 1);
  int n = snprintf(line, sizeof line, "mode %s  id %s\nsays %s\n---\n", pass_mode_name[p->mode],
                   p->id, passed_says(p));
  pass_append(p, line, (size_t)n);
  journal_free(&j);
  pass_digest(p->run, NULL, 0, "head", p->text, p->len, NULL, 0);
  p->line = 5;
}

/* A passed game of which nothing is known yet but the player's own key. */
struct passed *pass_blank(struct library *lib, struct desk *desk, const struct passed_key *key) {
  struct passed *p = pass_room(NULL, sizeof *p);
  *p = (struct passed){.lib = lib, .desk = desk, .me = *key, .side = SAL_NOSIDE};
  return p;
}

/* A new passed game. A trial game proves that scenario and options are right. */
struct passed *passed_begin(struct library *lib, struct desk *desk, const struct game_start *s,
                            enum passed_mode mode, int side, const struct passed_key *key,
                            struct fault *f) {
  if (sodium_init() < 0)
    return fault_say(f, FAULT_INTERNAL, "There is no source of random bytes."), NULL;
  struct game *trial = game_new(lib, desk, s, f); /* are scenario and options right? */
  if (!trial)
    return NULL;
  struct passed *p = pass_blank(lib, desk, key);
  uint8_t id[PASSED_ID / 2];
  p->rules = s->rules;
  p->mode = mode;
  p->side = side;
  journal_describe(&p->about, game_book(trial), game_state(trial)->option);
  game_free(trial);
  randombytes_buf(id, sizeof id);
  pass_hex(id, sizeof id, p->id);
  pass_put_head(p);
  if (write_join(p, f))
    return p;
  passed_free(p);
  return NULL;
}

/* The part without its last decision, made once more from the start. */
bool passed_undo(struct passed *p, struct fault *f) {
  uint32_t undone;

  if (p->nmine) {
    if (!game_undo(p->g, p->side, 1, &undone, f))
      return false;
    free(p->mine[--p->nmine]);
    return true;
  }
  size_t last = p->len;
  if (p->in_part && last > p->part_at) {
    last--;
    while (last > p->part_at && p->text[last - 1] != '\n')
      last--;
  }
  if (!p->in_part || last <= p->part_at || strncmp(p->text + last, "do ", 3) || p->waiting ||
      !game_can_undo(p->g, p->side))
    return fault_say(f, FAULT_STATE,
                     "There is nothing to undo: a die was rolled, a secret shown, or nothing was "
                     "done since the file came.");
  char *kept = pass_room(NULL, last + 1);
  memcpy(kept, p->text, last);
  kept[last] = 0;
  /* the signed parts as if they came again, then the lines that stay */
  struct passed *q = pass_blank(p->lib, p->desk, &p->me);
  size_t from = p->part_at;
  bool ok = pass_read_all(q, kept, from, f);
  if (ok)
    pass_find_seat(q), q->side = p->side, q->part_at = from;
  while (ok && from < last) {
    size_t len = strcspn(kept + from, "\n");
    char *line = pass_room(NULL, len + 1);
    memcpy(line, kept + from, len);
    line[len] = 0;
    q->line++;
    ok = pass_read_line(q, line, len, f);
    pass_append(q, kept + from, len + 1);
    free(line);
    from += len + 1;
  }
  free(kept);
  if (!ok)
    return passed_free(q), false;
  struct passed swap = *p;
  *p = *q;
  *q = swap;
  passed_free(q);
  if (p->g)
    pass_dice(p);

  return true;
}
