/* ops.c - the engine's doors, each in a function of its own, for callgrind to count.   ops
 * GAME/SCENARIO [DATA]
 *
 * One random game is played and remembered; then each door is used a known number of times on the
 * state where the list of choices was longest, and the game is played once more for check and
 * apply. Prints how often each was used; the instructions are callgrind's, by function name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/library.h"
#include "lab/playout.h"

#define DOOR __attribute__((noinline)) static void

enum { TIMES = 50, GAME = 3000 };

struct turn {
  struct sal_action action;
  int side;
};
struct ops {
  struct playout *p;
  struct sal_head *busiest, *copy;
  struct turn turn[GAME];
  int turns, side;
  uint32_t most;
  volatile uint64_t sink;
};

DOOR op_clone(struct ops *o) {
  memcpy(o->copy, o->busiest, o->p->book->state_bytes);
  __asm__ volatile("" : : "r"(o->copy) : "memory");
}
DOOR op_hash(struct ops *o) {
  o->sink ^= sal_hash(o->busiest, o->p->book->state_bytes, 0);
}
DOOR op_view(struct ops *o) {
  o->p->book->rules->view(o->p->book, o->busiest, o->side, o->copy, NULL);
}
DOOR op_list(struct ops *o) {
  struct sal_play play = o->p->play;
  play.state = o->busiest;
  sal_legal(&play, o->side, &o->p->list);
}
DOOR op_check(struct ops *o, const struct turn *t) {
  if (!sal_check(&o->p->play, t->side, t->action, NULL))
    abort();
}
DOOR op_apply(struct ops *o, const struct turn *t) {
  sal_apply(&o->p->play, t->side, t->action);
}

static void play_once(struct ops *o) {
  struct playout *p = o->p;
  playout_start(p, 1);
  for (uint32_t who; o->turns < GAME && (who = sal_actors(&p->play)) != 0; o->turns++) {
    int side = who & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    sal_legal(&p->play, side, &p->list);
    if (p->list.n > o->most) {
      o->most = p->list.n;
      o->side = side;
      memcpy(o->busiest, p->play.state, p->book->state_bytes);
    }
    o->turn[o->turns] = (struct turn){p->list.a[sal_rng_below(&p->turn, p->list.n)], side};
    p->dice.n = 0, p->events.n = 0, p->events.ncards = 0;
    sal_apply(&p->play, side, o->turn[o->turns].action);
  }
}

int main(int argc, char **argv) {
  struct fault f;
  struct bot_spec spec[2];
  struct sal_err err;
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  if (argc < 2 || argc > 3)
    return fputs("usage: ops GAME/SCENARIO [DATA]\n", stderr), 2;
  struct library *lib = library_open(argc == 3 ? argv[2] : NULL, &f);
  if (!lib || !library_pick(lib, argv[1], &rules, &book, &f))
    return fprintf(stderr, "%s\n", f.text), 2;
  bot_parse("random", &spec[0], &err);
  spec[1] = spec[0];
  struct ops *o = calloc(1, sizeof *o);
  if (!o)
    abort();
  o->p = playout_new(book, spec);
  o->busiest = calloc(1, book->state_bytes);
  o->copy = calloc(1, book->state_bytes);
  if (!o->busiest || !o->copy)
    abort();
  play_once(o);
  for (int i = 0; i < TIMES; i++)
    op_clone(o), op_hash(o), op_view(o), op_list(o);
  playout_start(o->p, 1);
  for (int i = 0; i < o->turns; i++) {
    op_check(o, &o->turn[i]);
    o->p->dice.n = 0, o->p->events.n = 0, o->p->events.ncards = 0;
    op_apply(o, &o->turn[i]);
  }
  printf("{\"bytes\":%u,\"choices\":%u,\"clone\":%d,\"hash\":%d,\"view\":%d,\"list\":%d,\"check\":%"
         "d,\"apply\":%d}\n",
         book->state_bytes, o->most, TIMES, TIMES, TIMES, TIMES, o->turns, o->turns);
  playout_free(o->p);
  free(o->busiest);
  free(o->copy);
  free(o);
  library_close(lib);
  return 0;
}
