/* play.h - a game's state while it is played: head, frames, and the way through the nodes.
 *
 * A state is one flat block that begins with sal_head. Decisions nest as frames; the top frame's
 * node says who decides, what is legal and what happens. A node with `run` is the engine's: it is
 * called whenever its frame is on top, and returns true as long as it did something.
 */
#ifndef SAL_PLAY_H
#define SAL_PLAY_H

#include "action.h"
#include "dice.h"
#include "event.h"

/* The handicap is always the last option, however many options.tsv has, so that its place never
 * moves. */
enum { SAL_FRAMES = 16, SAL_OPTIONS = 24, SAL_HANDICAP = SAL_OPTIONS - 1 };

enum { SAL_FRAME_WORDS = 5 };
struct sal_frame {
  uint8_t node, side;          /* side: the decider, where the node does not work it out */
  uint16_t x[SAL_FRAME_WORDS]; /* the node's locals; read them by name, see SAL_LOCALS */
};

/* Names a node's locals. `SAL_LOCALS(step, uint16_t unit, left, halted;)` declares struct step,
 * step_in(frame) and step_of(p), which reads the top frame. The struct lies over the frame's words,
 * so a state's bytes do not depend on the names. may_alias keeps that correct C. */
#define SAL_LOCALS(name, ...)                                                                      \
  struct name {                                                                                    \
    __VA_ARGS__                                                                                    \
  } __attribute__((may_alias));                                                                    \
  _Static_assert(sizeof(struct name) <= sizeof(uint16_t[SAL_FRAME_WORDS]), "too many locals");     \
  _Static_assert(_Alignof(struct name) <= _Alignof(uint16_t), "locals are words or bytes");        \
  __attribute__((unused)) static inline struct name *name##_in(const struct sal_frame *frame) {    \
    return (struct name *)(uintptr_t)frame->x;                                                     \
  }                                                                                                \
  __attribute__((unused)) static inline struct name *name##_of(const struct sal_play *p) {         \
    return name##_in(sal_top(p));                                                                  \
  }                                                                                                \
  struct name /* so that the macro ends with a semicolon */
struct sal_head {
  uint16_t turn;
  uint8_t phase; /* index into ruleset->phases */
  uint8_t over;
  uint8_t depth;               /* frames in use */
  uint8_t sealed;              /* SAL_BIT of sides that have committed in the sealed node on top */
  uint8_t option[SAL_OPTIONS]; /* values by their order in options.tsv */
  uint8_t spare[2];
  struct sal_frame frame[SAL_FRAMES];
};

struct sal_play { /* everything a rule needs to look at or change */
  const struct sal_book *book;
  struct sal_head *state;
  void *scratch;             /* book->scratch_bytes of workspace; never part of the game */
  struct sal_dice *dice;     /* in apply, setup and place only */
  struct sal_events *events; /* NULL: nobody listens */
};

struct sal_prompt;
struct sal_node {
  const char *id; /* "attack.build" */
  uint16_t rule;
  bool sealed; /* secret simultaneous choice: see sal_commit */
  /* what is decided here, for a player who tries something else; a check may say it better */
  const char *now;
  bool (*run)(struct sal_play *);
  /* NULL: the frame's side (sealed: those not committed) */
  uint32_t (*actors)(const struct sal_play *);
  void (*list)(const struct sal_play *, int side, struct sal_list *);
  bool (*check)(const struct sal_play *, int side, struct sal_action, struct sal_refusal *);
  void (*apply)(struct sal_play *, int side, struct sal_action);
  void (*prompt)(const struct sal_play *, int side, struct sal_prompt *); /* prompt.h */
};

/* Must not be called on a finished game, which has no frames. Only views and questions (`query`)
 * can meet one. */
static inline struct sal_frame *sal_top(const struct sal_play *p) {
  return &p->state->frame[p->state->depth - 1];
}

/* Points added to the German's account; below 0 they help the Soviet. 0 is the printed game.
 * guide-handicap.tsv says what one point is. */
static inline int sal_handicap(const struct sal_play *p) {
  return (int8_t)p->state->option[SAL_HANDICAP];
}
/* The same as what one side gets: never below 0, and only one side gets anything. */
static inline int sal_granted(const struct sal_play *p, int side) {
  int h = sal_handicap(p);
  if (side == SAL_SOVIET)
    h = -h;
  return h > 0 ? h : 0;
}

/* A ruleset's two accessors, the same in every game: S(p) is what changes while playing, O(p) is
 * the ruleset's own part of the book. Both take a struct sal_play. */
#define SAL_ACCESSORS(state_type, own_type)                                                        \
  __attribute__((unused)) static inline state_type *S(const struct sal_play *p) {                  \
    return (state_type *)p->state;                                                                 \
  }                                                                                                \
  __attribute__((unused)) static inline const own_type *O(const struct sal_play *p) {              \
    return p->book->own;                                                                           \
  }                                                                                                \
  struct sal_frame /* so that the macro ends with a semicolon */

struct sal_frame *sal_push(struct sal_play *, int node, int side); /* zeroed variables */
void sal_pop(struct sal_play *);
void sal_goto(struct sal_play *, int node, int side); /* replaces the top frame; variables zeroed */
const struct sal_node *sal_node_of(const struct sal_play *);
void sal_game_over(struct sal_play *);

int sal_last_turn(const struct sal_play *);

/* The entry points. Each dispatches to the top frame's node. */
/* SAL_BIT mask of sides that owe a decision; 0 = over */
uint32_t sal_actors(const struct sal_play *);
/* empty when it is not its decision */
void sal_legal(const struct sal_play *, int side, struct sal_list *);
bool sal_check(const struct sal_play *, int side, struct sal_action, struct sal_refusal *);
/* checked before; runs on to the next decision */
void sal_apply(struct sal_play *, int side, struct sal_action);
void sal_run(struct sal_play *); /* after setup and place: on to the first decision */

/* Sealed nodes: `apply` of the committing action calls this; true when the last side has committed.
 */
bool sal_commit(struct sal_play *, int side);

#endif
