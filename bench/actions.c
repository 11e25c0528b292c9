/* actions.c - whole games for callgrind to count: both sides by their script as in the planner's
 * tries, or both at random as `bench` plays them.
 * actions GAME/SCENARIO script|random ACTIONS [DATA]
 *
 * What an action costs are the instructions of `op_play`, divided by the actions. The hash of the
 * last positions tells whether two builds played the same games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/lookahead.h"
#include "host/library.h"
#include "lab/playout.h"

struct table {
  struct playout *p;
  struct lookahead *look;
  bool script;
};

/* Plays one game to its end, or as many actions as are left. Returns how many it played. */
__attribute__((noinline)) static uint64_t op_play(struct table *t, uint32_t left) {
  struct lookahead *l = t->look;
  uint64_t before = l->nodes;

  if (t->script) {
    lookahead_finish(l, left);
    return l->nodes - before;
  }
  while (t->p->actions < left && playout_step(t->p) > 0)
    continue;
  return t->p->actions;
}

/* The game with that number, set up. */
static void start(struct table *t, uint64_t game) {
  uint32_t bytes = t->p->book->state_bytes;

  playout_start(t->p, playout_seed(1, game));
  memcpy(t->look->root, t->p->play.state, bytes);
  lookahead_again(t->look, game);
}

/* Where the game stands. */
static uint64_t hash(const struct table *t, uint64_t seed) {
  const struct sal_head *s = t->script ? t->look->state : t->p->play.state;
  return sal_hash(s, t->p->book->state_bytes, seed);
}

int main(int argc, char **argv) {
  struct fault f;
  struct bot_spec spec[2];
  struct sal_err err;
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct table t;
  if (argc < 4 || argc > 5)
    return fputs("usage: actions GAME/SCENARIO script|random ACTIONS [DATA]\n", stderr), 2;
  struct library *lib = library_open(argc == 5 ? argv[4] : NULL, &f);
  if (!lib || !library_pick(lib, argv[1], &rules, &book, &f))
    return fprintf(stderr, "%s\n", f.text), 2;
  bot_parse("random", &spec[0], &err);
  spec[1] = spec[0];
  t.p = playout_new(book, spec);
  t.look = calloc(1, lookahead_size(book));
  t.script = !strcmp(argv[2], "script");
  if (!t.look)
    abort();
  lookahead_start(t.look, book, 1);
  uint32_t left = (uint32_t)strtoul(argv[3], NULL, 10);
  uint32_t played = 0;
  uint64_t sum = 0;
  for (uint64_t game = 0; played < left; game++) {
    start(&t, game);
    uint64_t n = op_play(&t, left - played);
    sum = hash(&t, sum);
    played += (uint32_t)n;
    if (!n)
      break;
  }
  printf("{\"actions\":%u,\"hash\":\"%016llx\"}\n", played, (unsigned long long)sum);
  free(t.look);
  playout_free(t.p);
  library_close(lib);
  return 0;
}
