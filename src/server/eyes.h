/* eyes.h - watching through a player's eyes.
 *
 * A player may let others see what his side sees, at least one turn late, by a link that he gives
 * out and can withdraw. If both players name the same account, which has no seat in the game, that
 * account sees both sides: it casts the game. Such a viewer decides nothing, gets no chat, and may
 * ask only for what he was shown. The delay is counted in turns, because minutes mean nothing in a
 * game of days.
 */
#ifndef EYES_H
#define EYES_H

#include "lobby.h"

enum { EYES_SEAT = 8 }; /* and whose eyes: a side, or SAL_ALL */

/* Is it the seat of somebody who looks through another's eyes? */
static inline bool seat_is_eyes(int seat) {
  return seat >= EYES_SEAT && seat <= EYES_SEAT + SAL_ALL;
}
static inline int eyes_viewer(int seat) {
  return seat - EYES_SEAT;
}

/* What the players of a room have agreed to, for a room that has just been read. */
enum store_result eyes_note(struct room *);
/* The seat that a link, or the word `caster` and an account, opens; SAL_NOSIDE: none. */
int eyes_seat(const struct room *, const char *token, int64_t account);
/* In turns; 0: nobody may watch, or no longer. */
int eyes_delay(const struct room *, int seat);

struct eyes_wish {
  int seat;
  uint32_t since; /* events that are known */
  bool joining;   /* else it is a push */
};
/* What may be seen now, as the answer to a join. The caller owns the blob; NULL: the fault says
 * why. */
struct eyes_seen {
  uint32_t seq;  /* events told with it */
  uint8_t actor; /* who decided then */
};
typedef void eyes_then(struct room *, void *arg, struct blob *, const struct eyes_seen *,
                       struct fault *);
void eyes_look(struct room *, const struct eyes_wish *, eyes_then *, void *arg);
/* What is decided there, in words, as `actions` says it; nothing can be chosen. */
struct blob *eyes_prompt(const struct room *, const struct conn *);
/* The room's last change is durable: perhaps a turn has ended, and there is more to see. */
void eyes_moved(struct room *);

/* ---- routes */
lobby_visit eyes_show, eyes_set;

#endif
