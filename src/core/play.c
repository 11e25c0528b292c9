/* play.c - frames, and the way through the nodes. */
#include "play.h"
#include "ruleset.h"

#include <string.h>

enum { RUN_LIMIT = 100000 }; /* engine steps between two decisions; more is a loop, a bug */

/* A ruleset may keep answers in scratch while its nodes work. */
static void begin(const struct sal_play *p) {
  if (p->book->rules->begin)
    p->book->rules->begin(p);
}
static void end(const struct sal_play *p) {
  if (p->book->rules->end)
    p->book->rules->end(p);
}

/* The decision on top of the stack. */
const struct sal_node *sal_node_of(const struct sal_play *p) {
  return p->book->rules->nodes[sal_top(p)->node];
}

/* A decision inside the present one. A sealed choice begins with nobody committed. */
struct sal_frame *sal_push(struct sal_play *p, int node, int side) {
  SAL_ASSERT(p->state->depth < SAL_FRAMES);
  struct sal_frame *f = &p->state->frame[p->state->depth++];
  *f = (struct sal_frame){.node = (uint8_t)node, .side = (uint8_t)side};
  if (p->book->rules->nodes[node]->sealed)
    p->state->sealed = 0;

  return f;
}

void sal_pop(struct sal_play *p) {
  SAL_ASSERT(p->state->depth > 0);
  *sal_top(p) = (struct sal_frame){0}; /* equal games have equal bytes */
  p->state->depth--;
}

/* The next decision in place of this one. */
void sal_goto(struct sal_play *p, int node, int side) {
  sal_pop(p);
  sal_push(p, node, side);
}

void sal_game_over(struct sal_play *p) {
  while (p->state->depth)
    sal_pop(p);
  p->state->over = 1;
}

/* Most scenarios print their length; in some it depends on play. */
int sal_last_turn(const struct sal_play *p) {
  const struct sal_book *b = p->book;
  return b->rules->last_turn ? b->rules->last_turn(p->state) : b->scenarios[b->scenario].turns;
}

/* Who must decide now. In a sealed choice: everyone who has not committed yet. */
uint32_t sal_actors(const struct sal_play *p) {
  if (p->state->over)
    return 0;
  const struct sal_node *n = sal_node_of(p);
  if (n->actors)
    return n->actors(p);
  if (n->sealed)
    return SAL_BOTH & ~(uint32_t)p->state->sealed;

  return SAL_BIT(sal_top(p)->side);
}

/* Is this side to decide? */
static bool decides(const struct sal_play *p, int side) {
  return side < SAL_SIDES && (sal_actors(p) >> side & 1);
}

/* All that a side may do now, sorted; nothing when it is not its decision. */
void sal_legal(const struct sal_play *p, int side, struct sal_list *l) {
  l->n = 0;
  if (!decides(p, side))
    return;
  begin(p);
  sal_node_of(p)->list(p, side, l);
  end(p);
  sal_list_close(l);
}

/* Does an operand name something that exists? */
static bool operand_ok(const struct sal_book *b, const struct sal_verb *v, int kind, uint16_t x) {
  const struct sal_board *board = &b->board;
  sal_hex of_side = (sal_hex)(x / 6);
  int nwords = 0;

  switch (kind) {
  case SAL_ARG_NONE: return x == 0;
  case SAL_ARG_UNIT: return x < b->ncounters;
  case SAL_ARG_HEX: return x < board->cells && board->on[x];
  case SAL_ARG_SIDE:
    if (of_side >= board->cells || !board->on[of_side])
      return false;
    return sal_next(board, of_side, x % 6) != SAL_NOHEX;
  case SAL_ARG_DIR: return x < 6;
  case SAL_ARG_BOX: return x < b->nboxes;
  case SAL_ARG_WORD:
    while (nwords <= x && v->words[nwords])
      nwords++;
    return nwords > x;
  default: return true;
  }
}

/* Operands that no list could hold: a caller's raw action must not index past anything. */
static bool operands_ok(const struct sal_book *b, struct sal_action a) {
  if (a.verb >= b->rules->nverbs)
    return false;
  const struct sal_verb *v = &b->rules->verbs[a.verb];

  for (int i = 0; i < 3; i++)
    if (!operand_ok(b, v, v->arg[i], a.x[i]))
      return false;
  return true;
}

/* Whether an action is legal, and if not by which rule. It accepts exactly what is listed. */
bool sal_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (!decides(p, side))
    return sal_refuse(why, 0, "It is not this side's decision.", 0, 0);
  const struct sal_node *n = sal_node_of(p);
  sal_refuse(why, n->rule, n->now ? n->now : "That is not among the choices now.", 0, 0);
  if (!operands_ok(p->book, a))
    return false;

  begin(p);
  bool legal = n->check(p, side, a, why);
  end(p);
  return legal;
}

/* Lets the engine's own steps work until somebody must decide. */
static void run_on(struct sal_play *p) {
  for (int i = 0; !p->state->over; i++) {
    SAL_ASSERT(p->state->depth > 0 && i < RUN_LIMIT);
    const struct sal_node *n = sal_node_of(p);
    if (!n->run || !n->run(p))
      return;
  }
}

void sal_run(struct sal_play *p) {
  begin(p);
  run_on(p);
  end(p);
}

void sal_apply(struct sal_play *p, int side, struct sal_action a) {
  begin(p);
  sal_node_of(p)->apply(p, side, a);
  run_on(p);
  end(p);
}

/* A side's part of a sealed choice is made; true when both are. */
bool sal_commit(struct sal_play *p, int side) {
  p->state->sealed |= (uint8_t)SAL_BIT(side);
  return p->state->sealed == SAL_BOTH;
}

/* ---- events ----------------------------------------------------------------------------- */

/* Reports an event, stamped with the dice so far, so that a document can show which of them it
 * rolled. */
void sal_tell(struct sal_play *p, int kind, int rule, struct sal_event e) {
  struct sal_events *ev = p->events;

  if (!ev)
    return;
  SAL_ASSERT(ev->n < SAL_EVENTS);
  e.kind = (uint16_t)kind;
  e.rule = (uint16_t)rule;
  if (!e.seen)
    e.seen = SAL_BOTH;
  e.turn = p->state->turn;
  e.phase = p->state->phase;
  e.rolled = p->dice ? (uint16_t)p->dice->n : 0;
  ev->v[ev->n++] = e;
}

/* A side has learned something: undo stops here. */
void sal_reveal(struct sal_play *p) {
  if (p->events)
    p->events->revealed = true;
}

/* A card for an event, when the listener wants them; without one the rules write nothing. */
struct sal_card *sal_event_card(struct sal_play *p) {
  struct sal_events *ev = p->events;
  if (!ev || !ev->want_cards || ev->ncards >= SAL_CARDS)
    return NULL;
  return &ev->card[ev->ncards++];
}
