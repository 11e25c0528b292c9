/* play.c - frames, and the way through the nodes. */
#include "play.h"
#include "ruleset.h"

#include <string.h>

enum { RUN_LIMIT = 100000 }; /* engine steps between two decisions; more is a loop, a bug */

const struct sal_node *sal_node_of(const struct sal_play *p) { return p->book->rules->nodes[sal_top(p)->node]; }

struct sal_frame *sal_push(struct sal_play *p, int node, int side) {
  SAL_ASSERT(p->state->depth < SAL_FRAMES);
  struct sal_frame *f = &p->state->frame[p->state->depth++];
  *f = (struct sal_frame){.node = (uint8_t)node, .side = (uint8_t)side};
  if (p->book->rules->nodes[node]->sealed) p->state->sealed = 0;
  return f;
}

void sal_pop(struct sal_play *p) {
  SAL_ASSERT(p->state->depth > 0);
  *sal_top(p) = (struct sal_frame){0}; /* equal games have equal bytes */
  p->state->depth--;
}

void sal_goto(struct sal_play *p, int node, int side) {
  sal_pop(p);
  sal_push(p, node, side);
}

void sal_game_over(struct sal_play *p) {
  while (p->state->depth) sal_pop(p);
  p->state->over = 1;
}

int sal_last_turn(const struct sal_play *p) {
  const struct sal_book *b = p->book;
  return b->rules->last_turn ? b->rules->last_turn(p->state) : b->scenarios[b->scenario].turns;
}

uint32_t sal_actors(const struct sal_play *p) {
  if (p->state->over) return 0;
  const struct sal_node *n = sal_node_of(p);
  if (n->actors) return n->actors(p);
  if (n->sealed) return SAL_BOTH & ~(uint32_t)p->state->sealed;
  return SAL_BIT(sal_top(p)->side);
}

static bool decides(const struct sal_play *p, int side) { return side < SAL_SIDES && (sal_actors(p) >> side & 1); }

void sal_legal(const struct sal_play *p, int side, struct sal_list *l) {
  l->n = 0;
  if (!decides(p, side)) return;
  sal_node_of(p)->list(p, side, l);
  sal_list_close(l);
}

/* Operands that no list could hold: a caller's raw action must not index past anything. */
static bool operands_ok(const struct sal_book *b, struct sal_action a) {
  if (a.verb >= b->rules->nverbs) return false;
  const struct sal_verb *v = &b->rules->verbs[a.verb];
  for (int i = 0; i < 3; i++) {
    uint16_t x = a.x[i];
    bool ok = true;
    switch (v->arg[i]) {
    case SAL_ARG_NONE: ok = x == 0; break;
    case SAL_ARG_UNIT: ok = x < b->ncounters; break;
    case SAL_ARG_HEX: ok = x < b->board.cells && b->board.on[x]; break;
    case SAL_ARG_SIDE: ok = x / 6 < b->board.cells && b->board.on[x / 6] && sal_next(&b->board, (sal_hex)(x / 6), x % 6); break;
    case SAL_ARG_DIR: ok = x < 6; break;
    case SAL_ARG_BOX: ok = x < b->nboxes; break;
    case SAL_ARG_WORD:
      for (int k = 0; ok && k <= x; k++) ok = v->words[k] != NULL;
      break;
    default: break;
    }
    if (!ok) return false;
  }
  return true;
}

bool sal_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (!decides(p, side)) return sal_refuse(why, 0, "It is not this side's decision.", 0, 0);
  const struct sal_node *n = sal_node_of(p);
  sal_refuse(why, n->rule, "That is not among the choices now.", 0, 0); /* unless the node says better */
  return operands_ok(p->book, a) && n->check(p, side, a, why);
}

void sal_run(struct sal_play *p) {
  for (int i = 0; !p->state->over; i++) {
    SAL_ASSERT(p->state->depth > 0 && i < RUN_LIMIT);
    const struct sal_node *n = sal_node_of(p);
    if (!n->run || !n->run(p)) return;
  }
}

void sal_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_node_of(p)->apply(p, side, a);
  sal_run(p);
}

bool sal_commit(struct sal_play *p, int side) {
  p->state->sealed |= (uint8_t)SAL_BIT(side);
  return p->state->sealed == SAL_BOTH;
}

/* ---- events ------------------------------------------------------------------ */

void sal_tell(struct sal_play *p, int kind, int rule, struct sal_event e) {
  struct sal_events *ev = p->events;
  if (!ev) return;
  SAL_ASSERT(ev->n < SAL_EVENTS);
  e.kind = (uint16_t)kind;
  e.rule = (uint16_t)rule;
  if (!e.seen) e.seen = SAL_BOTH;
  ev->v[ev->n++] = e;
}

void sal_reveal(struct sal_play *p) {
  if (p->events) p->events->revealed = true;
}

struct sal_card *sal_event_card(struct sal_play *p) {
  struct sal_events *ev = p->events;
  if (!ev || !ev->want_cards || ev->ncards >= SAL_CARDS) return NULL;
  return &ev->card[ev->ncards++];
}
