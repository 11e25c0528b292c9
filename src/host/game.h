/* game.h - a game in play: everything that is not a rule.
 *
 * check, apply on a copy, journal, undo, standing orders, who has seen what. Undo keeps one
 * snapshot, taken at the last barrier, and replays the remaining actions from there. That is cheap,
 * because nothing between two barriers rolls dice, and it lets one side take back its part of a
 * sealed choice while the other's part stays.
 */
#ifndef GAME_H
#define GAME_H

#include "journal.h"
#include "library.h"

/* Working room, one per thread; games that are used by the same thread share it. */
struct desk {
  struct sal_list list;
  struct sal_dice dice;
  struct sal_events events;
  struct sal_prompt prompt;
  struct sal_reach reach;
  const struct sal_book *scratch_of; /* the scratch is zeroed when another book comes */
  void *scratch;
  size_t scratch_size;
  struct sal_head *view, *other, *trial; /* room for three states */
  size_t state_size;
  char *text; /* one JSON value on its way into a history */
  size_t text_size;
};
struct desk *desk_new(void);
void desk_free(struct desk *);
void desk_fit(struct desk *, const struct sal_book *); /* makes room for this book's states */

enum { GAME_TOKENS = 4096 };
struct game_start {
  const struct sal_ruleset *rules;
  const char *scenario;
  uint64_t data; /* the data files' hash and the rules' edition; 0: today's */
  int edition;
  const cJSON *position;         /* NULL: the scenario's own start */
  const cJSON *options;          /* {"mines":true}, or NULL: the defaults */
  const char (*dice)[SAL_TOKEN]; /* scripted tokens, used first */
  uint32_t ndice;
  uint64_t seed;
  bool strict_dice; /* no generator after the script */
  /* instead of the seed: a source of the caller's, or NULL */
  uint32_t (*below)(void *ctx, uint32_t n);
  void *ctx;
  const char *commit; /* for the journal's header; may be NULL */
};

/* A game whose journal today's rules play otherwise. It stands at the position that comes out when
 * every recorded line that is still legal is played with its recorded dice. Nothing but the action
 * `adopt` is taken until both sides have made it; each is a line of the journal. */
struct game_change {
  int line;         /* of the file: the first that goes another way */
  uint32_t n;       /* its number */
  uint32_t dropped; /* recorded lines that are no longer legal, and were left out */
  uint8_t agreed;   /* SAL_BIT of the sides that have adopted today's rules */
  char rule[24];    /* the rule that this line cites now, or empty */
  char text[320];   /* what changed, in one sentence */
};
enum { GAME_ADOPT = 0xfffe }; /* the verb of `adopt`, which belongs to no ruleset */

struct game;
const struct game_change *game_change(const struct game *); /* NULL: none that waits */
struct game *game_new(struct library *, struct desk *, const struct game_start *, struct fault *);
/* Replays a journal to its end. If today's rules play it differently, game_change says so. `seed`
 * feeds the dice that follow. drop_torn: a last line without newline is left out and *torn set;
 * otherwise it is a fault. The fault names the line of the file. */
struct game *game_load(struct library *, struct desk *, const char *journal, size_t n,
                       uint64_t seed, bool drop_torn, bool *torn, struct fault *);
void game_free(struct game *);
/* Hands the game to the thread that owns this desk; called by the thread that used it until now. */
void game_move(struct game *, struct desk *);

/* From now on the caller supplies the dice, one token at a time; it may number them by game_rolls.
 */
void game_source(struct game *, uint32_t (*below)(void *ctx, uint32_t n), void *ctx);
uint64_t game_rolls(const struct game *); /* tokens used so far, set-up included */
/* Dice typed in: these tokens for the next call and nothing after them. */
void game_type_dice(struct game *, const char (*token)[SAL_TOKEN], uint32_t n);
uint32_t game_dice_left(const struct game *);
/* What an action would do, without changing anything: roll dice, or reveal something hidden from
 * its side or from everybody. */
enum { GAME_ROLLS = 1, GAME_SHOWS = 2 };
int game_brings(struct game *, int side, struct sal_action);
/* The tokens of the last call that the viewer sees, with blanks between; malloc'd. */
char *game_rolled(const struct game *, int viewer);
/* Draws again what no side knows (rules->open): a line `draw` of the journal. Undo stops there. */
bool game_redraw(struct game *, uint64_t seed, struct fault *);

const struct sal_book *game_book(const struct game *);
const struct sal_head *game_state(const struct game *);
uint32_t game_actors(const struct game *);     /* SAL_BIT mask; 0 = over */
uint64_t game_hash(struct game *, int viewer); /* of the viewer's view; SAL_ALL: of the state */
uint32_t game_seq(const struct game *, int viewer); /* how many events that viewer has seen */
uint32_t game_lines(const struct game *);           /* number of the last journal line */
/* The view as a play to ask questions of; valid until the next call that uses the desk. */
struct sal_play game_view(struct game *, int viewer);

bool game_parse(const struct game *, const char *text, const char *at, struct sal_action *,
                struct fault *);
/* What `do` would say, changing nothing. */
bool game_check(struct game *, int side, struct sal_action, struct fault *);
/* Applies it and lets the standing orders answer. On a fault nothing has changed. */
bool game_do(struct game *, int side, struct sal_action, struct fault *);
/* One after the other; stops before a refusal (see the fault) and after a roll, a reveal or a
 * change of decider. */
uint32_t game_do_all(struct game *, int side, const struct sal_action *, uint32_t n,
                     struct fault *);

/* Undo stops at the last die and the last secret shown: a byte of the state that was hidden from a
 * side and no longer is. A public move is not a secret. In a sealed choice a side may take back its
 * own part until the reveal. */
bool game_can_undo(struct game *, int side);
/* Takes back `n` of the side's decisions, with the standing orders that followed; the actions of
 * one game_do_all are one decision, until the game is loaded again. n 0: the whole turn, as far as
 * no die was rolled and no secret shown since. *undone counts journal lines taken back. */
bool game_undo(struct game *, int side, uint32_t n, uint32_t *undone, struct fault *);

/* Standing orders, indexed like ruleset->orders. Setting them lets them answer at once. */
const struct sal_order_set *game_orders(const struct game *, int side);
bool game_set_orders(struct game *, int side, const struct sal_order_set *, struct fault *);

bool game_result(struct game *, struct sal_result *); /* false: not over */
bool game_audit(struct game *, struct sal_err *);

/* What the last game_do, game_do_all, game_undo or game_set_orders brought, as the side sees it:
 * `events` and `dice`. */
void game_news_json(const struct game *, struct sal_json *, int side);
void game_events_json(const struct game *, struct sal_json *, const char *key, int side,
                      uint32_t since);
void game_to_move_json(const struct game *, struct sal_json *, const char *key);
void game_board_json(const struct game *, struct sal_json *, const char *key);
void game_view_json(struct game *, struct sal_json *, const char *key, int side);
void game_prompt_json(struct game *, struct sal_json *, int side); /* `prompt` and `actions` */
void game_result_json(struct game *, struct sal_json *, const char *key);
/* Questions put to the ruleset about the side's view. */
bool game_reach_json(struct game *, struct sal_json *, const char *key, int side, sal_unit,
                     struct fault *);
bool game_overlay_json(struct game *, struct sal_json *, const char *key, int side, int overlay,
                       const uint16_t arg[3], struct fault *);
bool game_records_json(struct game *, struct sal_json *, const char *key, int side, struct fault *);
/* The card of the prompt that stands after these actions were made on the side's view. */
bool game_odds_json(struct game *, struct sal_json *, const char *key, int side,
                    const struct sal_action *, uint32_t n, struct fault *);
/* Actions, one a line, into malloc'd text. */
char *game_import(struct game *, int side, const char *kind, const char *text, struct fault *);
/* Such a document as it stands now, to be edited; NULL: refused. */
char *game_template(struct game *, int side, const char *kind, struct fault *);

/* The journal so far. The text belongs to the game. */
const char *game_journal(const struct game *, size_t *n);
/* The action being applied right now, for the report of a bug; empty otherwise. */
const char *game_doing(const struct game *);
/* A side's copy: its own lines and what it was shown, `?` for the rest; malloc'd. */
char *game_journal_for(struct game *, int side, size_t *n);

/* Plays a journal line by line as far as it is right, calling the watcher (may be NULL; false
 * stops) after each line. Returns the game as far as it came, or NULL if it could not even begin. A
 * side's copy cannot be played: only its text is judged. */
typedef bool game_watcher(void *ctx, struct game *, const struct journal_line *);
struct game *game_replay(struct library *, struct desk *, const char *journal, size_t n,
                         game_watcher *, void *ctx, struct journal_report *);
/* The game as it was when the viewer had been told of `seq` events; or, with `line`, before that
 * line of its journal was played. */
struct game_moment {
  int viewer;
  uint32_t seq, line;
};
struct game *game_until(struct library *, struct desk *, const char *journal, size_t n,
                        const struct game_moment *, struct journal_report *);
/* The same with the dice rolled once more instead of read: a journal whose dice are not this
 * source's goes another way. Tokens before number `from` are read all the same, and with
 * `setup_only` those of every line but the set-up. */
struct game_roller {
  uint32_t (*below)(void *ctx, uint32_t n);
  void *ctx;
  uint64_t from;
  bool setup_only;
};
struct game *game_reroll(struct library *, struct desk *, const char *journal, size_t n,
                         const struct game_roller *, struct journal_report *);

#endif
