/* playout.c - the skirmish as boardgame.io plays it: a unit and a direction at random until the
 * rules accept them, then the step, through the engine's public doors (check, apply with events).
 * playout FOLDER SCENARIO SECONDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "host/library.h"
#include "lab/playout.h"

enum { TRIES = 200, BATCH = 20000 };

static uint32_t lcg(uint32_t *s, uint32_t n) {
  return ((*s = *s * 1664525u + 1013904223u) >> 8) % n;
}

static bool one_step(struct playout *p, uint32_t *s) {
  int side = sal_actors(&p->play) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
  for (int k = 0; k < TRIES; k++) {
    struct sal_action a =
        sal_act(0, (int)lcg(s, p->book->ncounters / 2u) * 2 + side, (int)lcg(s, 6), 0);
    if (!sal_check(&p->play, side, a, NULL))
      continue;
    p->dice.n = 0, p->events.n = 0, p->events.ncards = 0;
    sal_apply(&p->play, side, a);
    return true;
  }
  return false;
}

int main(int argc, char **argv) {
  struct fault f;
  struct bot_spec spec[2];
  struct sal_err err;
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  if (argc != 4)
    return fputs("usage: playout FOLDER SCENARIO SECONDS\n", stderr), 2;
  struct library *lib = library_open(argv[1], &f);
  if (!lib || !library_pick(lib, argv[2], &rules, &book, &f))
    return fprintf(stderr, "%s\n", f.text), 2;
  bot_parse("random", &spec[0], &err);
  spec[1] = spec[0];
  struct playout *p = playout_new(book, spec);
  uint32_t s = 12345;
  double began = processor(), took;
  uint64_t steps = 0, games = 1;
  playout_start(p, 1);
  do {
    for (int i = 0; i < BATCH; i++) {
      if (!p->play.state->over && one_step(p, &s))
        steps++;
      else
        playout_start(p, playout_seed(1, games++));
    }
    took = processor() - began;
  } while (took < atof(argv[3]));
  printf("{\"steps\":%llu,\"seconds\":%.3f,\"games\":%llu,\"per_second\":%.0f}\n",
         (unsigned long long)steps, took, (unsigned long long)games, (double)steps / took);
  playout_free(p);
  library_close(lib);
  return 0;
}
