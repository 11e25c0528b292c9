/* contest.c - see contest.h. */
#include "contest.h"

#include <math.h>
#include <string.h>
#include <time.h>

#ifndef __wasm__
#include <pthread.h>
#endif

enum { MOST_ROUNDS = 96, LEAST = 6, CLEAR = 12, WORTH_A_THREAD = 4000 };
#define BEYOND_CHANCE 1.3 /* standard errors by which a challenger must lead */
#define FOR_GOOD 2.5      /* where it closes what the first leaves open */
#define HOPELESS -1.2     /* and by which it may fall behind */
#define DECIDED 4.0

/* A clock that nobody can set back. */
int64_t contest_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Is the time over, or was it told to stop? */
static bool cut(const struct contest *c) {
  if (c->stop && atomic_load(c->stop))
    return true;
  return c->until && contest_clock() >= c->until;
}

/* ---- a stage: so many rounds of all that are left */
struct stage {
  const struct contest *c;
  int n;
  atomic_uint next;
  uint32_t last;
};
struct hand { /* a thread at work */
  struct stage *stage;
  struct lookahead *look;
  struct tally tally[ARMS];
};

/* What an outcome is worth to that temperament, beside how one stands now. */
static int32_t felt(enum bot_style style, int32_t v, int32_t now) {
  int32_t more = v - now;
  if (style == BOT_BOLD && more > 0)
    return v + more / 2;
  if (style == BOT_CAREFUL && more < 0)
    return v + more / 2;
  return v;
}

/* Gains that the gesture makes without a roll count a little more. The script of a try makes up
 * later for what was left undone now, so waiting would otherwise seem to cost nothing. */
static int32_t tempo(struct lookahead *l, const struct gesture *g, int side, int32_t now) {
  enum { PART = 8 };
  struct sal_play p = lookahead_play(l, l->state);

  if (!g->n || !g->calm)
    return 0;
  int32_t gain = l->adviser->value(&p, side) - now;
  return gain > 0 ? gain / PART : 0;
}

/* One guess and one set of dice, tried with every candidate that is left. */
static bool one_round(struct hand *h, uint32_t number) {
  const struct contest *c = h->stage->c;
  struct lookahead *l = h->look;
  const uint64_t of[2] = {c->seed, number};
  uint64_t seed = sal_hash(of, sizeof of, 2);
  int32_t v[ARMS];

  sal_rng_seed(&l->rng, seed);
  lookahead_guess(l, c->view, c->side);
  struct sal_play root = lookahead_play(l, l->root);
  int32_t now = l->adviser->value(&root, c->side);
  for (int i = 0; i < h->stage->n; i++) {
    if (cut(c))
      return false;
    lookahead_again(l, seed);
    lookahead_do(l, c->side, &c->arm[i].gesture);
    int32_t soon = tempo(l, &c->arm[i].gesture, c->side, now);
    int32_t later = lookahead_run(l, c->side, c->arm[i].bias, c->horizon);
    v[i] = soon + felt(c->style, later, now);
  }

  /* Added up only at the end: a round that is cut short would favour the candidates tried first. */
  for (int i = 0; i < h->stage->n; i++) {
    struct tally *t = &h->tally[i];
    int64_t more = v[i] - v[0];
    t->sum += v[i];
    t->more += more;
    t->more2 += more * more;
    t->tries++;
  }
  return true;
}
/* Takes rounds until the stage is played. */
static void *work(void *arg) {
  struct hand *h = arg;
  for (;;) {
    uint32_t number = atomic_fetch_add(&h->stage->next, 1);
    if (number >= h->stage->last || !one_round(h, number))
      return NULL;
  }
}
/* All hands at once, the first of them here; returns how many there were. */
#ifdef __wasm__
static uint32_t work_together(struct hand *hand, uint32_t hands) {
  (void)hands;
  work(hand);
  return 1;
}
#else
static uint32_t work_together(struct hand *hand, uint32_t hands) {
  pthread_t thread[CONTEST_THREADS];
  uint32_t made = 1;
  while (made < hands && !pthread_create(&thread[made], NULL, work, &hand[made]))
    made++;
  work(&hand[0]);
  for (uint32_t i = 1; i < made; i++)
    pthread_join(thread[i], NULL);
  return made;
}
#endif
/* False when it was cut short. */
static bool run_stage(struct contest *c, int n, uint32_t first, uint32_t rounds) {
  struct stage s = {.c = c, .n = n, .last = first + rounds};
  struct hand hand[CONTEST_THREADS];
  bool small = rounds * (uint64_t)n * *c->usual < WORTH_A_THREAD;
  uint32_t hands = small ? 1 : c->threads;
  uint32_t tries = c->arm[0].tally.tries;

  SAL_ASSERT(hands > 0);
  atomic_init(&s.next, first);
  for (uint32_t i = 0; i < hands; i++) {
    struct hand *h = &hand[i];
    h->stage = &s;
    h->look = c->look[i];
    h->look->nodes = 0;
    h->look->own = 0;
    memset(h->tally, 0, sizeof h->tally);
  }
  uint32_t made = work_together(hand, hands);

  /* Sums do not depend on which thread played which round. */
  for (uint32_t i = 0; i < made; i++) {
    c->used += hand[i].look->nodes;
    c->own += hand[i].look->own;
    c->tries += (uint64_t)n * hand[i].tally[0].tries;
    for (int k = 0; k < n; k++) {
      struct tally *t = &c->arm[k].tally;
      struct tally *h = &hand[i].tally[k];
      t->sum += h->sum;
      t->more += h->more;
      t->more2 += h->more2;
      t->tries += h->tries;
    }
  }

  if (c->tries)
    *c->usual = 1 + c->used / c->tries;
  return c->arm[0].tally.tries - tries == rounds;
}

/* ---- who leads */
/* How many standard errors a challenger is above the first. */
static double edge(const struct arm *a) {
  double n = a->tally.tries;
  if (n < LEAST)
    return 0;

  double mean = (double)a->tally.more / n;
  double var = (double)a->tally.more2 / n - mean * mean;
  double at_least = var > 1 ? var : 1;
  return mean / sqrt(at_least / n);
}

/* Arms behind the first, the best of them foremost. */
static void by_edge(struct arm *a, int n) {
  for (int i = 2; i < n; i++)
    for (int k = i; k > 1 && edge(&a[k]) > edge(&a[k - 1]); k--) {
      struct arm t = a[k];
      a[k] = a[k - 1];
      a[k - 1] = t;
    }
}
/* Candidates that are behind leave, then those that are no different, and half of a large field;
 * the rest get more tries. */
static int survivors(struct arm *a, int n) {
  int keep = 1;

  for (int i = 1; i < n; i++) {
    bool no_different = a[i].tally.tries >= CLEAR && a[i].tally.more2 == 0;
    if (!no_different)
      a[keep++] = a[i];
  }
  n = keep;

  by_edge(a, n);
  if (n > 4)
    n = 2 + n / 2;
  while (n > 1 && edge(&a[n - 1]) < HOPELESS)
    n--;
  return n;
}

/* Chance decides which rounds the first thread played; what it draws after the contest must not
 * depend on that. */
static void draw_on(struct contest *c, uint32_t rounds) {
  const uint64_t of[2] = {c->seed, rounds};
  sal_rng_seed(&c->look[0]->rng, sal_hash(of, sizeof of, 3));
}

/* ---- levels */

/* What an arm brought beyond the first, on average. */
static int64_t mean_more(const struct arm *a) {
  return a->tally.tries ? a->tally.more / (int64_t)a->tally.tries : 0;
}
/* A weaker level gives away as much as it may: it takes the weakest of those that came out nearly
 * as well as the winner. It keeps its plan, because a worse plan would spoil more than this choice.
 */
static int nearly_as_good(const struct contest *c, int won) {
  int64_t least = mean_more(&c->arm[won]) - c->gives;
  int chosen = won;
  for (int i = 0; i < c->n; i++) {
    const struct arm *a = &c->arm[i];
    int64_t more = mean_more(a);

    /* What was tried too little says nothing. */
    if (a->mutant || a->tally.tries < LEAST)
      continue;
    if (more < least)
      continue;
    if (more < mean_more(&c->arm[chosen]))
      chosen = i;
  }
  return chosen;
}

/* How many rounds of n candidates fit into what is left; by the clock as many as there may be. */
static uint32_t rounds_left(const struct contest *c, int n) {
  uint64_t one = (uint64_t)n * *c->usual;
  uint64_t left = c->nodes > c->used ? c->nodes - c->used : 0;

  if (c->until)
    return MOST_ROUNDS;
  if (left / one > MOST_ROUNDS)
    return MOST_ROUNDS;
  return (uint32_t)(left / one);
}

/* Does a challenger lead by more than chance, and by something that matters? More tries
 * prove smaller leads, but both sides of a try follow scripts: a twentieth of a point there is no
 * reason to leave the plan. What is left open is decided later with
 * thought, but in a try by the script alone: so to end a phase is worth less than tries show, and
 * must lead by more. */
static bool leads(const struct contest *c, const struct arm *a) {
  bool closes = a->gesture.closes && !c->arm[0].gesture.closes;
  if (mean_more(a) < c->least)
    return false;
  return edge(a) > (closes ? FOR_GOOD : BEYOND_CHANCE);
}
/* The best of those that lead, or the plan's own. */
static int winner(const struct contest *c, int n) {
  for (int i = 1; i < n; i++)
    if (leads(c, &c->arm[i]))
      return i;
  return 0;
}

/* Stages of rounds, each with fewer candidates, until one is clear or the budget is spent. */
int contest_run(struct contest *c) {
  uint32_t round = 0;
  uint32_t rounds = FIRST_ROUNDS;
  uint32_t enough = c->look[0]->adviser->rounds;
  int n = c->n;

  c->used = 0;
  c->own = 0;
  c->tries = 0;
  while (n > 1) {
    uint32_t fit = rounds_left(c, n);
    if (rounds > fit)
      rounds = fit;
    if (!rounds || !run_stage(c, n, round, rounds))
      break;
    round += rounds;
    n = survivors(c->arm, n);

    bool decided = n == 2 && round >= CLEAR && edge(&c->arm[1]) > DECIDED;
    if (decided || (enough && round >= enough))
      break;
    rounds = rounds < MOST_ROUNDS / 2 ? rounds * 2 : MOST_ROUNDS;
  }

  /* A challenger must lead by more than chance, or the plan's own stays. */
  draw_on(c, round);
  by_edge(c->arm, n);
  int won = winner(c, n);
  return c->gives ? nearly_as_good(c, won) : won;
}
