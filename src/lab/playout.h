/* playout.h - one game of bots as fast as it goes: list, choose, check, apply.
 *
 * Uses the core directly, knows no host, and allocates nothing after playout_new. With `record` it
 * writes the journal of what it plays; a game is the same with and without.
 */
#ifndef PLAYOUT_H
#define PLAYOUT_H

#include "bots/bot.h"
#include "host/journal.h"

/* A choice that is made for a bot: its action of that number, counted from 0. */
struct playout_instead {
  uint32_t at;
  struct sal_action action;
};

/* One table. It belongs to one thread; several threads have one each and share the book. */
struct playout {
  const struct sal_book *book;
  struct bot_spec spec[2];
  bool audit;                            /* after every action */
  struct journal *record;                /* NULL: no journal */
  uint64_t *verb, *node;                 /* counters by verb and node, or NULL */
  const uint8_t *option;                 /* SAL_OPTIONS values, or NULL: the defaults */
  const struct playout_instead *instead; /* or NULL: the bots choose everything */
  uint32_t actions;
  int forfeit;            /* the side whose bot gave up, or SAL_NOSIDE: then the game is over */
  char failure[240];      /* after a step of -1, or how the bot gave up */
  struct sal_action last; /* what was done last */
  bool cards;             /* events carry their odds cards */
  /* inside */
  struct sal_play play;
  /* what a bot is shown: a copy of the state with the secrets blanked */
  struct sal_head *view;
  void *bot[2];
  /* the dice, and who goes first where both decide */
  struct sal_rng rng, turn;
  struct bot_thought thought;
  struct sal_dice dice;
  struct sal_list list;
  struct sal_events events;
};

struct playout *playout_new(const struct sal_book *, const struct bot_spec spec[2]);
void playout_free(struct playout *);
void playout_start(struct playout *, uint64_t seed);
int playout_step(struct playout *); /* 1 an action was made, 0 the game is over, -1 it failed */
uint64_t playout_hash(const struct playout *);
void playout_forfeit_text(int side, char *out, size_t size);
uint64_t playout_seed(uint64_t seed, uint64_t i); /* of game i of a series: from these two alone */

#endif
