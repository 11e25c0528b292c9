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

enum { SAL_FRAMES = 16, SAL_OPTIONS = 24 };

struct sal_frame {
  uint8_t node, side; /* side: the decider, where the node does not work it out */
  uint16_t x[5];      /* the frame's own variables; the node documents them */
};
struct sal_head {
  uint16_t turn;
  uint8_t phase; /* index into ruleset->phases */
  uint8_t over;
  uint8_t depth;  /* frames in use */
  uint8_t sealed; /* SAL_BIT of sides that have committed in the sealed node on top */
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
  bool (*run)(struct sal_play *);
  uint32_t (*actors)(const struct sal_play *); /* NULL: the frame's side (sealed: those not committed) */
  void (*list)(const struct sal_play *, int side, struct sal_list *);
  bool (*check)(const struct sal_play *, int side, struct sal_action, struct sal_refusal *);
  void (*apply)(struct sal_play *, int side, struct sal_action);
  void (*prompt)(const struct sal_play *, int side, struct sal_prompt *); /* prompt.h */
};

/* Not in a finished game: it has no frames. Only views and questions (`query`) can meet one. */
static inline struct sal_frame *sal_top(const struct sal_play *p) {
  return &p->state->frame[p->state->depth - 1];
}
struct sal_frame *sal_push(struct sal_play *, int node, int side); /* zeroed variables */
void sal_pop(struct sal_play *);
void sal_goto(struct sal_play *, int node, int side); /* replaces the top frame; variables zeroed */
const struct sal_node *sal_node_of(const struct sal_play *);
void sal_game_over(struct sal_play *);

/* The four ways in. Each dispatches to the top frame's node. */
int sal_last_turn(const struct sal_play *);
uint32_t sal_actors(const struct sal_play *); /* SAL_BIT mask of sides that owe a decision; 0 = over */
void sal_legal(const struct sal_play *, int side, struct sal_list *); /* empty when it is not its decision */
bool sal_check(const struct sal_play *, int side, struct sal_action, struct sal_refusal *);
void sal_apply(struct sal_play *, int side, struct sal_action); /* checked before; runs on to the next decision */
void sal_run(struct sal_play *); /* after setup and place: on to the first decision */

/* Sealed nodes: `apply` of the committing action calls this; true when the last side has committed. */
bool sal_commit(struct sal_play *, int side);

#endif
