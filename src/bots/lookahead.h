/* lookahead.h - what greedy and planner share: full states guessed from a view, played on by the
 * game's own script.
 *
 * Nothing here knows a game. A bot's memory is one block, so that thinking allocates nothing.
 */
#ifndef LOOKAHEAD_H
#define LOOKAHEAD_H

#include "bot.h"

/* Dice that belong to the unit and rule they are rolled for: a unit's third roll of a rule is the
 * same in every try with the same seed, whatever else was done differently. So two tries differ by
 * what was done, and hardly by luck. */
struct fate {
  uint64_t seed;
  struct sal_dice *dice;
  uint8_t rolled[512]; /* how often, by rule and unit */
};

/* Actions that the script begins and gives up again without a change in one phase of a try. Without
 * this list it would begin them for ever. */
enum { VAIN = 64 };
struct vain {
  uint64_t seen;           /* the position in which `tried` was chosen.. */
  struct sal_action tried; /* ..with this many frames open: `depth`; 0: nothing yet */
  struct sal_action of[VAIN];
  uint32_t n;
  uint16_t turn;
  uint8_t phase, depth;
};

struct lookahead {
  const struct sal_book *book;
  const struct sal_adviser *adviser;
  struct sal_head *root, *state, *step; /* a guess; the game being tried; a clone for odds */
  void *scratch;
  struct sal_rng rng;
  struct sal_dice dice;
  struct fate fate;
  struct vain vain;
  struct sal_list list;
  int32_t score[SAL_MAX_LIST], top; /* top: the best score of the last lookahead_best */
  uint64_t nodes;
  /* actions of the side that thinks, in the turn it thinks about: how much is left to decide */
  uint64_t own;
  uint64_t been[64]; /* the views of the last decisions, to avoid going round in circles */
  uint32_t nbeen, turn, long_turn; /* long_turn: own decisions in this turn */
  uint64_t posed[64];              /* the postures of this phase, so that nobody walks to and fro */
  uint32_t nposed, phase;
};

/* the game's, or a plain one that knows only `score` */
const struct sal_adviser *lookahead_adviser(const struct sal_book *);
size_t lookahead_size(const struct sal_book *);
/* lays the block out */
void lookahead_start(struct lookahead *, const struct sal_book *, uint64_t seed);
struct sal_play lookahead_play(struct lookahead *, struct sal_head *);

/* A full state that fits the view, into `root`. */
void lookahead_guess(struct lookahead *, const struct sal_play *view, int side);
/* The script's choice for `side` in p, whose legal actions are in l->list. */
struct sal_action lookahead_script(struct lookahead *, const struct sal_play *p, int side,
                                   const int8_t *bias);
/* A new try from `root`, with the dice of this seed. */
void lookahead_again(struct lookahead *, uint64_t seed);
/* Plays `state` on by script, with `side`'s bias for it and the plain script for the enemy, to the
 * adviser's horizon or for this many actions. Returns the value for `side` then. */
int32_t lookahead_run(struct lookahead *, int side, const int8_t *bias, uint32_t most);
/* Plays `state` to the end of the game, both sides by the plain script. False: `most` actions were
 * not enough. */
bool lookahead_finish(struct lookahead *, uint32_t most);
/* Applies to `state` with the dice of the try. */
void lookahead_act(struct lookahead *, int side, struct sal_action);
/* Applies to `state` with dice from the seed. */
void lookahead_apply(struct lookahead *, int side, struct sal_action, uint64_t seed);

/* A gesture: a side's actions, one after the other, until a unit's whole move is done, a die is
 * rolled or the enemy must decide. `due[i]` is the view in which a[i] is next: as long as the view
 * matches, the gesture goes on as planned. Views cost more than actions, so they are worked out
 * only for the gesture that is carried out. */
enum { GESTURE = 30 };
struct gesture {
  struct sal_action a[GESTURE];
  uint64_t due[GESTURE], end; /* end: the state it leads to.. */
  int32_t value;              /* ..what that is worth, dice not counted.. */
  bool calm;                  /* ..and it neither rolls nor ends a phase */
  bool idle;                  /* it comes back to where it was before, or has led nowhere */
  bool closes;                /* it ends the phase or the step of it that was being decided */
  int n;
};
/* From `root`: the given first actions, then the script's. False when one of them cannot be done.
 */
bool lookahead_gesture(struct lookahead *, int side, const struct sal_action *first, int n,
                       const int8_t *bias, struct gesture *);
/* fills `due` in, from `root` */
void lookahead_foresee(struct lookahead *, int side, struct gesture *);
/* Applies it to `state`, as far as it goes. */
void lookahead_do(struct lookahead *, int side, const struct gesture *);
/* the hash of a side's view */
uint64_t lookahead_seen(struct lookahead *, const struct sal_head *state, int side);

/* What it carries from one decision to the next, without padding. */
struct lookahead_kept {
  struct sal_rng rng;
  uint64_t been[64], posed[64];
  uint32_t nbeen, turn, long_turn, nposed, phase, none;
};
void lookahead_keep(const struct lookahead *, struct lookahead_kept *);
void lookahead_resume(struct lookahead *, const struct lookahead_kept *);

/* Notes the view that is being decided on. */
void lookahead_note(struct lookahead *, const struct sal_play *view, int side);
/* The best `most` of the listed actions by script, best first; returns how many. */
int lookahead_best(struct lookahead *, const struct sal_play *p, int side, const struct sal_list *,
                   const int8_t *bias, int most, struct sal_action *out);
/* The same from `root`, but only actions that lead to a view not seen lately. Only the likeliest
 * are tried. If all of those go in circles any other will do, so that no game goes round for ever.
 */
int lookahead_onward(struct lookahead *, int side, const struct sal_list *, const int8_t *bias,
                     int most, struct sal_action *out);

#endif
