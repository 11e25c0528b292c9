/* game_inside.h - what a game is made of; for game*.c only. */
#ifndef GAME_INSIDE_H
#define GAME_INSIDE_H

#include "game.h"

enum { MAX_ORDERS = 32 };

struct entry { /* an action since the last barrier */
  struct sal_action action;
  uint16_t turn;
  uint8_t side;
  bool star;
  bool unseen;    /* whether it showed a secret: to be found out when somebody asks */
  bool follows;   /* asked for in one breath with the side's action before it */
  uint8_t told;   /* SAL_BIT of the sides that saw something of it */
  uint32_t first; /* its first event in the history */
};
struct told { /* an event in the history, as JSON with "n":0 in front */
  size_t at, len;
  uint8_t seen;
  uint32_t n[4]; /* its number for german, soviet, watch, all */
  uint32_t back; /* an undo: 1 + the first event that it took back; else 0 */
};
struct game {
  struct library *lib;
  struct desk *desk;
  const struct sal_book *book;
  struct sal_book *own;                   /* the book, when it is this game's alone */
  struct sal_head *state, *before, *base; /* base: at the last barrier */
  struct journal journal;
  struct entry *span; /* actions since base */
  uint32_t nspan, span_cap;
  enum { STOP_BEGIN, STOP_DICE, STOP_SECRET, STOP_DECIDER } stop; /* why the span begins there */
  /* dice */
  char (*script)[SAL_TOKEN];
  uint32_t nscript, script_at;
  /* Tokens used so far. Both reseed the generator for every action. */
  uint64_t seed, tokens;
  bool strict;
  uint32_t (*below)(void *ctx, uint32_t n);
  void *ctx;
  /* what was told */
  struct told *told;
  uint32_t ntold, told_cap, count[4];
  char *words;
  size_t nwords, words_cap;
  /* the last call's share of it */
  uint32_t news;
  struct sal_rolled *rolled;
  uint32_t nrolled, rolled_cap;
  bool revealed;
  struct sal_order_set orders[SAL_SIDES][MAX_ORDERS];
  bool ordered[SAL_SIDES];
  char doing[220];
  bool changed; /* today's rules play its journal otherwise, and not both sides have adopted them */
  struct game_change change;
};

/* A journal line's tokens instead of the game's own dice. */
struct tape {
  const char (*token)[SAL_TOKEN];
  uint32_t n;
};
struct game *game_begin(struct library *, struct desk *, const struct sal_ruleset *, uint64_t data,
                        int edition, const char *scenario, const cJSON *position,
                        struct fault *); /* data: the hash of its files; 0: today's, as edition */
bool game_option(struct game *, const char *id, int64_t value, const char *at, struct fault *);
bool game_set_up(struct game *, const cJSON *position, const char *commit, const struct tape *,
                 struct fault *);
bool game_step(struct game *, int side, struct sal_action, bool star, const struct tape *,
               struct fault *);
bool game_take_back(struct game *, int side, uint32_t lines, struct fault *);
/* what was hidden from it */
bool game_shows(struct game *, const struct sal_head *was, const struct sal_head *is, int side);
void game_fresh_news(struct game *);
void game_fresh_events(struct desk *);
void game_say_change(struct game *);            /* an event for both sides */
struct sal_play game_play(const struct game *); /* the true state, no dice, nobody listening */

#endif
