/* passed.h - a game that two people play by passing one text file to and fro.
 *
 * The file only grows: a header, then numbered parts (`file 3 soviet`), each written and signed by
 * one side. Every line ends in a check over all lines before it, and every part in an Ed25519
 * signature over that, so an alteration is found and its line named. The same code reads a part and
 * writes one: a line is made and then taken as if it had been read.
 *
 * Two modes. `honour`: both programs know the seed. `sealed`: for every batch of rolls each side
 * has sealed a value beforehand (its hash is in the file); the side that acts shows its value, the
 * other answers with its own, and the dice come from both. So nobody can choose or foresee a roll,
 * at the price of one more exchange of the file. A move that would show its side a secret waits in
 * the same way.
 *
 * Three kinds of secrets, in both modes. A secret choice (a node where both sides decide at once)
 * is encrypted for its owner, and opened when the other side has chosen. What neither side knows
 * (only if rules->open says that nothing else is hidden) is, in a sealed game, drawn from both
 * values just before it could be shown. What one side knows for longer - masked stacks, purchases -
 * both programs must hold, because a move may depend on the secrets of both sides. It is encrypted
 * for the two players. Each program shows its player what he may see; a changed program could show
 * more. The file says so (passed_says).
 */
#ifndef PASSED_H
#define PASSED_H

#include "game.h"

enum passed_mode { PASSED_HONOUR, PASSED_SEALED };
enum { PASSED_ID = 16, PASSED_SEED = 32 };

struct passed_key { /* a person's */
  uint8_t seed[PASSED_SEED], open[32], secret[64];
};
void passed_key_make(struct passed_key *, const uint8_t seed[PASSED_SEED]);
void passed_key_new(struct passed_key *); /* at random */
bool passed_key_read(struct passed_key *, const char *text, size_t n, struct fault *);
void passed_key_write(const struct passed_key *, char out[96]);

struct passed;
/* Begins a game: part 1, ready to be closed. */
struct passed *passed_begin(struct library *, struct desk *, const struct game_start *,
                            enum passed_mode, int side, const struct passed_key *, struct fault *);
/* A file that came. `memory` is what this person's program has kept of this game (passed_memory),
 * or NULL. The fault names the line and what was done to the file. */
struct passed *passed_open(struct library *, struct desk *, const char *text, size_t n,
                           const struct passed_key *, const char *memory, struct fault *);
void passed_free(struct passed *);
/* The game's id in a file, to find its memory by; false if the file does not exist. */
bool passed_id_of(const char *text, size_t n, char out[PASSED_ID + 1]);

enum passed_mode passed_mode(const struct passed *);
/* what its mode protects and what it does not, in words */
const char *passed_says(const struct passed *);
const char *passed_id(const struct passed *);
int passed_side(const struct passed *);       /* mine; the free one when nobody has joined yet */
uint32_t passed_files(const struct passed *); /* parts signed so far */
const struct journal_head *passed_about(const struct passed *); /* what is played */
/* NULL until both have joined and set-up is done */
struct game *passed_game(const struct passed *);
/* Whose answer is awaited, in one sentence. */
void passed_awaited(const struct passed *, char *buf, size_t cap);
/* Does anything remain for me to do before the file goes back? */
bool passed_mine(const struct passed *);

/* What is owed without a decision: joining, my sealed value, opening my choice. true: something was
 * written. */
bool passed_answer(struct passed *, struct fault *);
/* A decision. It may be waiting for the other's value afterwards (passed_mine is false then). */
bool passed_do(struct passed *, struct sal_action, struct fault *);
/* Takes back the last decision of this part, unless a die was rolled for it. */
bool passed_undo(struct passed *, struct fault *);

/* Signs what was written, if anything, and gives the whole file, and what to remember of it. They
 * belong to the game. */
const char *passed_close(struct passed *, size_t *n);
const char *passed_memory(struct passed *, size_t *n);

#endif
