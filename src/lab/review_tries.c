/* review_tries.c - a position played on to the end of the game, many times over.
 *
 * Try i has the same dice wherever it begins, and its outcome does not depend on which thread plays
 * it; the counts are whole numbers, so neither do the sums.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef __wasm__
#include <pthread.h>
#endif

#include "review_inside.h"

/* The cost of a planner's game, as a multiple of a try for a chance. */
enum { THINKING = 128 };

static void *block(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    abort();
  return p;
}

/* Workspace for every thread. */
void tries_open(struct bench_of_tries *b, const struct sal_book *book,
                const struct review_options *o) {
  *b = (struct bench_of_tries){.book = book, .o = o, .threads = o->threads};
  if (b->threads < 1)
    b->threads = 1;
  if (b->threads > REVIEW_THREADS)
    b->threads = REVIEW_THREADS;
  for (uint32_t i = 0; i < b->threads; i++) {
    b->look[i] = block(lookahead_size(book));
    lookahead_start(b->look[i], book, 0);
    b->view[i] = block(book->state_bytes);
    b->legal[i] = block(sizeof *b->legal[i]);
  }
}

/* The planner that plays on: it has to be quick, and better than the script. */
static struct bot_spec quick_planner(void) {
  struct bot_spec spec;
  struct sal_err err;

  if (!bot_parse("planner", &spec, &err))
    abort();
  spec.nodes = REVIEW_THOUGHT;

  return spec;
}

/* A planner needs much memory, so none is made until one is to play. */
static void seat_planners(struct bench_of_tries *b) {
  size_t room = quick_planner().kind->size(b->book);

  for (uint32_t i = 0; i < b->threads && !b->planner[i][0]; i++)
    for (int side = 0; side < SAL_SIDES; side++)
      b->planner[i][side] = block(room);
}

void tries_close(struct bench_of_tries *b) {
  for (uint32_t i = 0; i < b->threads; i++) {
    free(b->look[i]);
    free(b->view[i]);
    free(b->legal[i]);
    for (int side = 0; side < SAL_SIDES; side++)
      free(b->planner[i][side]);
  }
}

struct hand { /* a thread at work */
  struct bench_of_tries *bench;
  const struct try_from *from;
  uint32_t first, step, last; /* the tries it plays */
  uint8_t *outcome;
  struct chance sum;
  uint32_t number;
};

/* Where the try begins: the state as it was, or one that fits what the side could see of it. */
static void begin(struct hand *h, uint64_t seed) {
  struct lookahead *l = h->bench->look[h->number];
  const struct sal_book *book = h->bench->book;
  const struct try_from *from = h->from;

  if (from->guess == SAL_ALL) {
    memcpy(l->root, from->state, book->state_bytes);
  } else {
    struct sal_head *view = h->bench->view[h->number];
    memset(view, 0, book->state_bytes);
    book->rules->view(book, from->state, from->guess, view, NULL);
    sal_rng_seed(&l->rng, seed);
    book->rules->guess(book, view, from->guess, &l->rng, l->root);
  }
  lookahead_again(l, seed);
}

/* 0 and 1 are the sides, 2 is a draw or a game without result. */
static int winner_of(const struct lookahead *l, const struct sal_play *p) {
  struct sal_result result = {.winner = SAL_NOSIDE};
  if (!l->book->rules->score(p, &result) || result.winner >= SAL_SIDES)
    return 2;
  return result.winner;
}

/* A planner on each side plays on to the end; each sees its side's view alone. */
static void think_to_end(struct hand *h, uint64_t seed) {
  struct lookahead *l = h->bench->look[h->number];
  const struct sal_book *book = h->bench->book;
  const struct bot_spec spec = quick_planner();
  void *const *planner = h->bench->planner[h->number];
  struct sal_list *legal = h->bench->legal[h->number];
  struct sal_head *view = h->bench->view[h->number];
  struct sal_play p = lookahead_play(l, l->state);

  for (int side = 0; side < SAL_SIDES; side++)
    spec.kind->start(planner[side], book, &spec, seed + (uint64_t)side);
  for (uint32_t i = 0; i < REVIEW_LONGEST && !l->state->over; i++) {
    int side = sal_actors(&p) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    struct sal_play seen = {.book = book, .state = view, .scratch = l->scratch};
    struct bot_thought thought = {.threads = 1};

    memset(view, 0, book->state_bytes);
    book->rules->view(book, l->state, side, view, NULL);
    sal_legal(&seen, side, legal);
    if (!legal->n)
      break;
    spec.kind->think(planner[side], &seen, side, legal, h->bench->o->stop, &thought);
    if (!sal_check(&p, side, thought.action, NULL))
      break;
    lookahead_act(l, side, thought.action);
  }
}

/* Plays a position to its end. Its dice depend on its number alone. */
static int one_try(struct hand *h, uint32_t number) {
  struct lookahead *l = h->bench->look[h->number];
  const uint64_t of[2] = {h->bench->o->seed, number};

  uint64_t seed = sal_hash(of, sizeof of, 3);

  begin(h, seed);
  struct sal_play p = lookahead_play(l, l->state);
  for (uint32_t i = 0; i < h->from->n && !l->state->over; i++) {
    /* in a guess something may stand in the way: then the script goes on from here */
    if (!(sal_actors(&p) & SAL_BIT(h->from->side)) ||
        !sal_check(&p, h->from->side, h->from->action[i], NULL))
      break;
    lookahead_act(l, h->from->side, h->from->action[i]);
  }
  if (h->from->thought)
    think_to_end(h, seed);
  else
    lookahead_finish(l, REVIEW_LONGEST);

  return winner_of(l, &p);
}

/* Every n-th try belongs to this thread. */
static void *work(void *arg) {
  struct hand *h = arg;
  const atomic_bool *stop = h->bench->o->stop;

  for (uint32_t i = h->first; i < h->last; i += h->step) {
    if (stop && atomic_load(stop))
      break;
    int winner = one_try(h, h->from->first + i);
    h->sum.wins[winner]++;
    h->sum.tries++;
    if (h->outcome)
      h->outcome[i] = (uint8_t)winner;
  }

  return NULL;
}

/* All hands at once, the first of them here. */
#ifdef __wasm__
static void work_together(struct hand *hand, uint32_t hands) {
  for (uint32_t i = 0; i < hands; i++)
    work(&hand[i]);
}
#else
static void work_together(struct hand *hand, uint32_t hands) {
  pthread_t thread[REVIEW_THREADS];
  for (uint32_t i = 1; i < hands; i++)
    if (pthread_create(&thread[i], NULL, work, &hand[i]))
      abort();
  work(&hand[0]);
  for (uint32_t i = 1; i < hands; i++)
    pthread_join(thread[i], NULL);
}
#endif

/* Plays many tries on all threads. The sums do not depend on how many threads there are. */
struct chance tries_run(struct bench_of_tries *b, const struct try_from *from, uint32_t tries,
                        uint8_t *outcome) {
  struct hand hand[REVIEW_THREADS];
  struct chance sum = {{0}, 0};

  if (from->thought)
    seat_planners(b);
  for (uint32_t i = 0; i < b->threads; i++)
    hand[i] = (struct hand){.bench = b,
                            .from = from,
                            .first = i,
                            .step = b->threads,
                            .last = tries,
                            .outcome = outcome,
                            .number = i};
  work_together(hand, b->threads);
  for (uint32_t i = 0; i < b->threads; i++) {
    sum.tries += hand[i].sum.tries;
    for (int k = 0; k < 3; k++)
      sum.wins[k] += hand[i].sum.wins[k];
  }

  return sum;
}

/* How many games a chance is made of: the budget by the length of the first few. */
void tries_measure(struct bench_of_tries *b, const struct sal_head *start) {
  struct try_from from = {.state = start, .guess = SAL_ALL};
  uint64_t nodes = 0;

  tries_run(b, &from, REVIEW_LEAST, NULL);
  for (uint32_t i = 0; i < b->threads; i++)
    nodes += b->look[i]->nodes;
  b->length = (uint32_t)(nodes / REVIEW_LEAST) + 1;
  uint32_t tries = b->o->nodes / b->length;
  if (tries < REVIEW_LEAST)
    tries = REVIEW_LEAST;
  b->tries = tries > REVIEW_MOST ? REVIEW_MOST : tries;
}

/* How many games the planner may play on: a long game has room for few or none. */
uint32_t tries_thought(const struct bench_of_tries *b, uint32_t most) {
  uint64_t games = (uint64_t)THINKING * b->o->nodes / ((uint64_t)b->length * REVIEW_THOUGHT);

  return games < most ? (uint32_t)games : most;
}

/* What a game is worth to a side: a draw is half. */
static double points(int winner, int side) {
  if (winner == side)
    return 1;
  return winner == 2 ? 0.5 : 0;
}

/* Two ways from one position, over the same guesses and dice: the difference has a smaller error
 * than either. */
struct gap tries_compare(struct bench_of_tries *b, struct try_from from, struct way one,
                         struct way other, uint32_t tries) {
  uint8_t *first = block(tries);
  uint8_t *second = block(tries);
  double sum = 0;
  double squares = 0;
  double one_sum = 0;

  from.action = one.action;
  from.n = one.n;
  tries_run(b, &from, tries, first);
  from.action = other.action;
  from.n = other.n;
  tries_run(b, &from, tries, second);
  for (uint32_t i = 0; i < tries; i++) {
    double more = points(first[i], from.side) - points(second[i], from.side);
    sum += more;
    one_sum += points(first[i], from.side);
    squares += more * more;
  }
  free(second);
  free(first);
  double n = tries;
  double variance = fmax(squares - sum * sum / n, 0.25) / (n - 1); /* never quite certain */
  return (struct gap){sum / n, sqrt(variance / n), one_sum / n};
}
