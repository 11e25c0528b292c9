/* thinker.c - the bots as an answer to `think` (core/thinker.h): memory for each side, kept from
 * one question to the next, and the last answer kept while nothing changes. */
#include "bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/thinker.h"

struct mind { /* what a bot keeps of this game */
  char bot[64];
  void *memory;
  uint64_t seen;              /* the question of its last thought.. */
  struct bot_thought thought; /* ..which stays its answer while nothing changes */
};
struct minds {
  struct mind of[SAL_SIDES];
};

static void *open_minds(void) {
  struct minds *m = calloc(1, sizeof *m);
  if (!m)
    abort();
  return m;
}

/* Another game: what was thought is worth nothing. */
static void forget_minds(void *minds) {
  struct minds *m = minds;
  for (int side = 0; side < SAL_SIDES; side++) {
    free(m->of[side].memory);
    m->of[side] = (struct mind){0};
  }
}
static void close_minds(void *minds) {
  forget_minds(minds);
  free(minds);
}

/* A bot's seed comes from what it sees, so that a question asked again gets the same answer. */
static void begin_mind(struct mind *m, const struct bot_spec *spec, const struct sal_question *q,
                       uint64_t seen) {
  const struct sal_book *book = q->view->book;
  free(m->memory);
  *m = (struct mind){.memory = calloc(1, spec->kind->size(book) + 1)};
  if (!m->memory)
    abort();
  snprintf(m->bot, sizeof m->bot, "%s", q->bot);
  spec->kind->start(m->memory, book, spec, seen);
}

static bool knows(const char *bot, struct sal_err *err) {
  struct bot_spec spec;
  return bot_parse(bot, &spec, err);
}

/* Thinks once about each position; the same question gets the kept answer. */
static void think(void *minds, const struct sal_question *q, struct sal_answer *out) {
  struct mind *m = &((struct minds *)minds)->of[q->side];
  struct bot_spec spec;
  struct sal_err err;
  SAL_ASSERT(bot_parse(q->bot, &spec, &err));
  /* with the line, or a bot that looks at nothing would go round in circles */
  uint64_t seen = sal_hash(q->view->state, q->view->book->state_bytes, q->line);
  if (!m->memory || strcmp(m->bot, q->bot))
    begin_mind(m, &spec, q, seen);
  if (!m->seen || m->seen != seen) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    m->thought = (struct bot_thought){.explain = true, .threads = cores > 0 ? (uint32_t)cores : 1};
    spec.kind->think(m->memory, q->view, q->side, q->legal, q->stop, &m->thought);
    m->seen = atomic_load(q->stop) ? 0 : seen; /* one that was cut short may be thought again */
  }
  *out = (struct sal_answer){.action = m->thought.action, .nodes = m->thought.nodes};
  memcpy(out->why, m->thought.why, sizeof out->why);
}

const struct sal_thinker bot_thinker = {.open = open_minds,
                                        .forget = forget_minds,
                                        .close = close_minds,
                                        .knows = knows,
                                        .think = think};
