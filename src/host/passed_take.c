/* passed_take.c - the law of a passed game: what may stand on the next line, and what it does.
 *
 * The same code takes what is read and what is written. The surprising part: a decision that needs
 * dice is not made when it is written. It waits until both sides have shown their values, and is
 * then made by whichever program takes the second one.
 */
#include "passed_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rolls.h"

/* ---- dice */
static uint32_t below(void *ctx, uint32_t n) {
  struct passed *p = ctx;
  return dice_below(p->batch, p->token++, n);
}

/* A number out of both values: neither player could choose it. */
static uint64_t batch_number(const struct passed *p, const char *what) {
  uint8_t out[HASH];
  uint64_t v = 0;

  pass_digest(out, p->batch, HASH, what, NULL, 0, NULL, 0);
  for (int i = 0; i < 8; i++)
    v = v << 8 | out[i];

  return v;
}

/* Both values and the roll's number make the bytes that dice are taken from. */
static void mix_batch(struct passed *p) {
  uint8_t key[HASH] = {0};
  uint8_t number[4] = {(uint8_t)p->rolls, (uint8_t)(p->rolls >> 8), (uint8_t)(p->rolls >> 16),
                       (uint8_t)(p->rolls >> 24)};

  if (p->mode == PASSED_HONOUR)
    pass_both_key(p, key);
  uint8_t values[2 * HASH];
  memcpy(values, p->seat[SAL_GERMAN].value, HASH);
  memcpy(values + HASH, p->seat[SAL_SOVIET].value, HASH);
  pass_digest(p->batch, key, HASH, "batch", values, sizeof values, number, sizeof number);
  p->token = 0;
}

/* Between two batches of a sealed game there are no dice at all. */
static void no_dice(struct passed *p) {
  if (p->mode == PASSED_SEALED)
    game_type_dice(p->g, NULL, 0);
}

/* The next line must show these dice. */
static void expect_dice(struct passed *p) {
  free(p->dice);
  p->dice = game_rolled(p->g, SAL_WATCH);
  p->dice_due = *p->dice != 0;
}

/* Sets the game up once both have joined. */
static bool set_up(struct passed *p, struct fault *f) {
  struct journal_head *h = &p->about;
  cJSON *options = cJSON_CreateObject();

  for (int i = 0; i < h->noptions; i++)
    cJSON_AddNumberToObject(options, h->option[i].id, h->option[i].value);
  struct game_start s = {.rules = p->rules,
                         .scenario = h->scenario,
                         .data = h->data,
                         .edition = sal_edition_parse(h->edition),
                         .options = options,
                         .seed = batch_number(p, "seed")};
  if (p->mode == PASSED_SEALED)
    s.below = below, s.ctx = p;
  p->g = game_new(p->lib, p->desk, &s, f);
  cJSON_Delete(options);
  if (!p->g)
    return false;
  no_dice(p);
  return true;
}

/* The choice was opened before it was complete: its owner would decide the rest with the other's
 * choice in sight. */
static bool half_open(const struct passed *p, int side) {
  return pass_in_choice(p) && game_state(p->g)->sealed >> !side & 1 &&
         game_actors(p->g) == SAL_BIT(side);
}

/* A choice must be whole when it is opened; its author could decide the rest knowing the other's.
 */
static bool no_half(struct passed *p, int side, struct fault *f) {
  return !half_open(p, side) || pass_no(p, f,
                                        "the %s side opens a choice that it never made to its end: "
                                        "it could decide the rest knowing the other's",
                                        pass_name(side));
}

/* Both have shown: what waited for the dice happens. */
static bool roll(struct passed *p, struct fault *f) {
  mix_batch(p);
  if (!p->rolls) {
    if (!set_up(p, f))
      return false;
  } else {
    if (p->rules->open && !game_redraw(p->g, batch_number(p, "draw"), f))
      return false;
    game_source(p->g, below, p);
    bool ok = game_do(p->g, p->wait_side, p->wait_action, f);
    no_dice(p);
    if (!ok || (p->wait_opening && !no_half(p, p->wait_side, f)))
      return false;
    p->waiting = false;
  }
  p->rolls++;
  expect_dice(p);
  return true;
}

/* Sealed games roll from both values, others from the seed in the file. */
void pass_dice(struct passed *p) {
  if (p->mode == PASSED_SEALED)
    game_source(p->g, below, p), no_dice(p);
}

/* ---- who owes what */
bool pass_rolling(const struct passed *p) {
  bool joined = p->seat[0].taken && p->seat[1].taken;
  bool setting_up = joined && !p->rolls; /* roll 0 is the set-up's */

  return p->waiting || setting_up;
}

/* Has the side shown its value for the roll at hand? */
bool pass_has_shown(const struct passed *p, int side) {
  return p->seat[side].shown > p->rolls;
}

bool pass_owes_value(const struct passed *p, int side) {
  return pass_rolling(p) && !pass_has_shown(p, side);
}

/* Does the game stand in a choice that both sides make in secret? */
bool pass_in_choice(const struct passed *p) {
  if (!p->g)
    return false;
  const struct sal_head *s = game_state(p->g);
  if (s->over)
    return false;

  return p->rules->nodes[s->frame[s->depth - 1].node]->sealed;
}

/* A side that chose in secret opens its choice once it alone is still to decide. */
bool pass_owes_opening(const struct passed *p, int side) {
  bool chose = p->g && p->seat[side].chose;

  if (!chose || p->waiting)
    return false;
  return game_actors(p->g) == SAL_BIT(side);
}

/* A choice that the other side must not see yet: he has still to make his. */
bool pass_choosing(const struct passed *p, int side) {
  bool either_chose = p->seat[side].chose || p->seat[!side].chose;

  if (!pass_in_choice(p) || p->plainly)
    return false;
  return game_actors(p->g) == SAL_BOTH && !either_chose;
}

/* Is the next decision this side's, with nothing owed before it? */
bool pass_decides(const struct passed *p, int side) {
  bool owed = p->waiting || p->dice_due;

  if (!p->g || owed || p->seat[side].chose)
    return false;
  return game_actors(p->g) >> side & 1;
}

/* In a sealed game nobody sees a roll or another's secret before the move that brings it is in the
 * file for good. A choice that is being opened is already in the file, so what it shows need not
 * wait. */
static bool must_wait(struct passed *p, int side, struct sal_action a, bool opening) {
  if (p->mode != PASSED_SEALED)
    return false;
  int brings = game_brings(p->g, side, a);
  bool shows = brings == GAME_SHOWS && (p->rules->open || !opening);

  return brings == GAME_ROLLS || shows;
}

/* ---- taking a line */
bool pass_locks(const struct passed *p, const char *word) {
  static const char *const locked[] = {"do", "dice", "open"};
  bool has_secrets = p->mode == PASSED_HONOUR || !p->rules->open;

  for (int i = 0; has_secrets && i < 3; i++)
    if (!strcmp(word, locked[i]))
      return true;
  return false;
}

/* A decision as written. One that needs dice waits for both values. */
static bool take_decision(struct passed *p, const char *text, bool opening, struct fault *f) {
  struct sal_action a;
  struct fault why;

  if (!p->g || p->waiting || p->dice_due)
    return pass_no(p, f, "no decision can be made here: dice are still to come");
  if (p->seat[p->author].chose && !pass_owes_opening(p, p->author))
    return pass_no(p, f, "the %s side has made its secret choice already", pass_name(p->author));
  if (!game_parse(p->g, text, "action", &a, &why) || !game_check(p->g, p->author, a, &why))
    return pass_no(p, f, "the %s side's move is against the rules: %s", pass_name(p->author),
                   why.text);
  if (must_wait(p, p->author, a, opening)) {
    p->waiting = true;
    p->wait_action = a;
    p->wait_side = p->author;
    p->wait_opening = opening;
    return true;
  }
  if (!game_do(p->g, p->author, a, &why))
    return pass_no(p, f, "the move cannot be made: %s", why.text);
  expect_dice(p);
  return true;
}

/* A shown value must be the one that was sealed. */
static bool take_value(struct passed *p, uint32_t k, const uint8_t value[HASH], struct fault *f) {
  struct seat *s = &p->seat[p->author];
  uint8_t seal[HASH];

  if (!pass_owes_value(p, p->author) || k != p->rolls)
    return pass_no(p, f, "nobody asked for the %s side's value %u here", pass_name(p->author), k);
  pass_digest(seal, NULL, 0, "seal", value, HASH, NULL, 0);
  if (memcmp(seal, s->seal, HASH))
    return pass_no(p, f, "the value that the %s side shows for roll %u is not the one it sealed",
                   pass_name(p->author), k);
  memcpy(s->value, value, HASH);
  s->shown++;
  p->seal_due = p->mode == PASSED_SEALED;
  return true;
}

/* A seal comes before the roll it is for. A repeated or copied one would let its author choose
 * dice. */
static bool take_seal(struct passed *p, uint32_t k, const uint8_t seal[HASH], struct fault *f) {
  struct seat *s = &p->seat[p->author];

  if (k != s->sealed || s->sealed != s->shown)
    return pass_no(p, f, "the %s side seals value %u out of turn", pass_name(p->author), k);
  if (k && !memcmp(seal, s->seal, HASH))
    return pass_no(p, f, "the %s side seals the value of roll %u once more: it is replayed",
                   pass_name(p->author), k - 1);
  if (p->seat[!p->author].sealed && !memcmp(seal, p->seat[!p->author].seal, HASH))
    return pass_no(p, f, "the %s side copies the other's seal", pass_name(p->author));
  memcpy(s->seal, seal, HASH);
  s->sealed++;
  p->seal_due = false;
  if (pass_rolling(p) && pass_has_shown(p, SAL_GERMAN) && pass_has_shown(p, SAL_SOVIET))
    return roll(p, f);

  return true;
}

/* NONCE action; action; .. */
static bool take_open(struct passed *p, char *rest, struct fault *f) {
  struct seat *s = &p->seat[p->author];
  uint8_t hash[HASH];

  if (!pass_owes_opening(p, p->author))
    return pass_no(p, f, "the %s side has no choice to open here", pass_name(p->author));
  pass_digest(hash, NULL, 0, "choice", rest, strlen(rest), NULL, 0);
  if (memcmp(hash, s->choice, HASH))
    return pass_no(p, f, "the %s side opens another choice than the one it sealed",
                   pass_name(p->author));
  char *at = strchr(rest, ' ');
  for (at = at ? at + 1 : NULL; at;) {
    char *end = strstr(at, "; ");
    if (end)
      *end = 0;
    if (!take_decision(p, at, true, f))
      return false;
    at = end ? end + 2 : NULL;
  }
  s->chose = false;
  free(s->locked);
  s->locked = NULL;
  return p->waiting || no_half(p, p->author, f);
}

static bool take_choice(struct passed *p, const char *rest, struct fault *f) { /* HASH LOCKED */
  struct seat *s = &p->seat[p->author];
  char hex[2 * HASH + 1] = "";
  if (!pass_choosing(p, p->author))
    return pass_no(p, f, "there is no secret choice to be made by the %s side here",
                   pass_name(p->author));
  if (strlen(rest) > 2 * HASH + 1)
    memcpy(hex, rest, 2 * HASH);
  if (!pass_unhex(hex, s->choice, HASH) || rest[2 * HASH] != ' ')
    return pass_no(p, f, "must be `choice HASH LOCKED`");
  uint8_t run[HASH];
  pass_choice_run(p, s->choice, run);
  pass_hex(run, HASH, hex); /* what the owner unlocks it with */
  s->locked = pass_room(NULL, strlen(rest) + 2 * HASH + 2);
  sprintf(s->locked, "%s %s", hex, rest + 2 * HASH + 1);
  s->chose = true;
  return true;
}

/* Both programs must have arrived at the same position. */
static bool take_state(struct passed *p, const char *rest, struct fault *f) {
  char is[17];

  snprintf(is, sizeof is, "%016llx", (unsigned long long)(p->g ? game_hash(p->g, SAL_WATCH) : 0));
  if (strcmp(is, rest))
    return pass_no(p, f,
                   "the position after this part is another here: the two programs do not agree");

  return true;
}

/* A key or a salt, once each, and two different people. */
static bool take_join(struct passed *p, const char *word, const char *rest, struct fault *f) {
  struct seat *s = &p->seat[p->author];
  struct seat *other = &p->seat[!p->author];

  if (!strcmp(word, "key")) {
    if (s->taken || !pass_unhex(rest, s->key, sizeof s->key))
      return pass_no(p, f, "the %s side's key cannot stand here", pass_name(p->author));
    if (other->taken && !memcmp(other->key, s->key, sizeof s->key))
      return pass_no(p, f, "one person cannot play both sides of a passed game");
    s->taken = true;
    return true;
  }
  if (!s->taken || s->sealed || !pass_unhex(rest, s->salt, SALT))
    return pass_no(p, f, "must be `salt` and 32 hex digits, once");

  return true;
}

/* "3 0123..": the number of a value, then the value as hex. */
static bool numbered(const char *rest, uint32_t *k, uint8_t value[HASH]) {
  char *end;
  unsigned long n = strtoul(rest, &end, 10);
  bool digit = *rest >= '0' && *rest <= '9'; /* strtoul would take blanks and signs */

  *k = (uint32_t)n;
  if (!digit || end == rest || n >= UINT32_MAX || *end != ' ')
    return false;
  return pass_unhex(end + 1, value, HASH);
}

/* Both keep what they owe: nothing else may stand before it. */
bool pass_owed_first(struct passed *p, const char *word, struct fault *f) {
  int who = p->author;

  if (p->seal_due && strcmp(word, "seal"))
    return pass_no(p, f, "the %s side does not seal its next value", pass_name(who));
  if (p->dice_due && strcmp(word, "dice"))
    return pass_no(p, f, "the dice of the move before are missing");
  /* those are for joining */
  if (!p->began && strcmp(word, "key") && strcmp(word, "salt") &&
      (strcmp(word, "seal") || p->seat[who].sealed)) {
    if (pass_owes_value(p, who) && pass_has_shown(p, !who) && strcmp(word, "show"))
      return pass_no(p, f,
                     "the %s side withholds its value for roll %u: its part goes on without it",
                     pass_name(who), p->rolls);
    if (pass_owes_opening(p, who) && strcmp(word, "open"))
      return pass_no(p, f,
                     "the %s side withholds its secret choice: its part goes on without opening it",
                     pass_name(who));
    p->began = true;
  }

  return true;
}

/* Makes the roll once both sides have shown their values and nothing is to be sealed before. */
static bool take_show(struct passed *p, uint32_t k, const uint8_t value[HASH], struct fault *f) {
  if (!take_value(p, k, value, f))
    return false;
  bool both = pass_has_shown(p, !p->author);
  if (p->seal_due || !both)
    return true;

  return roll(p, f);
}

/* The dice of a move, which the reader works out too: they must be the same. */
static bool take_dice(struct passed *p, const char *rest, struct fault *f) {
  if (!p->dice_due || strcmp(rest, p->dice))
    return pass_no(p, f, "these are not the dice that %s: they are %s",
                   p->mode == PASSED_SEALED ? "the two sealed values give" : "the seed gives",
                   p->dice_due ? p->dice : "none");
  p->dice_due = false;
  return true;
}

/* One line of a part, by its first word. Values that are owed come first, whatever the line says.
 */
bool pass_take(struct passed *p, const char *word, char *rest, struct fault *f) {
  uint8_t value[HASH];
  uint32_t k = 0;

  if (!pass_owed_first(p, word, f))
    return false;
  if (!strcmp(word, "key") || !strcmp(word, "salt"))
    return take_join(p, word, rest, f);
  if (!p->seat[p->author].taken)
    return pass_no(p, f, "the %s side has not joined", pass_name(p->author));

  bool seal = !strcmp(word, "seal");
  bool show = !strcmp(word, "show");
  if ((seal || show) && !numbered(rest, &k, value))
    return pass_no(p, f, "must be `%s NUMBER HEX`", word);
  if (seal)
    return take_seal(p, k, value, f);
  if (show)
    return take_show(p, k, value, f);
  if (!strcmp(word, "do"))
    return take_decision(p, rest, false, f);
  if (!strcmp(word, "open"))
    return take_open(p, rest, f);
  if (!strcmp(word, "choice"))
    return take_choice(p, rest, f);
  if (!strcmp(word, "state"))
    return take_state(p, rest, f);
  if (!strcmp(word, "dice"))
    return take_dice(p, rest, f);

  return pass_no(p, f, "no line of a passed game begins with '%s'", word);
}
