/* contest.c - see contest.h. */
#include "contest.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { MOST_ROUNDS = 96, LEAST = 6, CLEAR = 12, WORTH_A_THREAD = 4000 };
#define BEYOND_CHANCE 1.3 /* standard errors by which a challenger must lead */
#define HOPELESS -1.2     /* and by which it may fall behind */
#define DECIDED 4.0

int64_t contest_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
static bool cut(const struct contest *c) {
  if (c->stop && atomic_load(c->stop)) return true;
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
  if (style == BOT_BOLD && more > 0) return v + more / 2;
  if (style == BOT_CAREFUL && more < 0) return v + more / 2;
  return v;
}

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
    if (cut(c)) return false;
    lookahead_again(l, seed);
    lookahead_do(l, c->side, &c->arm[i].gesture);
    v[i] = felt(c->style, lookahead_run(l, c->side, c->arm[i].bias, c->horizon), now);
  }
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
static void *work(void *arg) {
  struct hand *h = arg;
  for (;;) {
    uint32_t number = atomic_fetch_add(&h->stage->next, 1);
    if (number >= h->stage->last || !one_round(h, number)) return NULL;
  }
}
/* False when it was cut short. */
static bool run_stage(struct contest *c, int n, uint32_t first, uint32_t rounds) {
  struct stage s = {.c = c, .n = n, .last = first + rounds};
  struct hand hand[CONTEST_THREADS];
  pthread_t thread[CONTEST_THREADS];
  uint32_t hands = rounds * (uint64_t)n * *c->usual < WORTH_A_THREAD ? 1 : c->threads, tries = c->arm[0].tally.tries;
  SAL_ASSERT(hands > 0);
  atomic_init(&s.next, first);
  for (uint32_t i = 0; i < hands; i++) {
    hand[i].stage = &s;
    hand[i].look = c->look[i];
    hand[i].look->nodes = hand[i].look->own = 0;
    memset(hand[i].tally, 0, sizeof hand[i].tally);
  }
  uint32_t made = 1;
  while (made < hands && !pthread_create(&thread[made], NULL, work, &hand[made])) made++;
  work(&hand[0]);
  for (uint32_t i = 1; i < made; i++) pthread_join(thread[i], NULL);
  for (uint32_t i = 0; i < made; i++) {
    c->used += hand[i].look->nodes;
    c->own += hand[i].look->own;
    c->tries += (uint64_t)n * hand[i].tally[0].tries;
    for (int k = 0; k < n; k++) {
      struct tally *t = &c->arm[k].tally, *h = &hand[i].tally[k];
      t->sum += h->sum, t->more += h->more, t->more2 += h->more2, t->tries += h->tries;
    }
  }
  if (c->tries) *c->usual = 1 + c->used / c->tries;
  return c->arm[0].tally.tries - tries == rounds;
}

/* ---- who leads */
/* How many standard errors a challenger is above the first. */
static double edge(const struct arm *a) {
  double n = a->tally.tries;
  if (n < LEAST) return 0;
  double mean = (double)a->tally.more / n, var = (double)a->tally.more2 / n - mean * mean;
  return mean / sqrt((var > 1 ? var : 1) / n);
}
static void by_edge(struct arm *a, int n) { /* the best behind the first */
  for (int i = 2; i < n; i++)
    for (int k = i; k > 1 && edge(&a[k]) > edge(&a[k - 1]); k--) {
      struct arm t = a[k];
      a[k] = a[k - 1];
      a[k - 1] = t;
    }
}
/* Those who are behind go, those that are no different, and half of a large field; the rest get more tries. */
static int survivors(struct arm *a, int n) {
  int keep = 1;
  for (int i = 1; i < n; i++)
    if (!(a[i].tally.tries >= CLEAR && a[i].tally.more2 == 0)) a[keep++] = a[i];
  n = keep;
  by_edge(a, n);
  if (n > 4) n = 2 + n / 2;
  while (n > 1 && edge(&a[n - 1]) < HOPELESS) n--;
  return n;
}

int contest_run(struct contest *c) {
  uint32_t round = 0, rounds = FIRST_ROUNDS, enough = c->look[0]->adviser->rounds;
  int n = c->n;
  c->used = c->own = c->tries = 0;
  while (n > 1) {
    uint64_t one = (uint64_t)n * *c->usual, left = c->nodes > c->used ? c->nodes - c->used : 0;
    uint32_t fit = c->until || left / one > MOST_ROUNDS ? MOST_ROUNDS : (uint32_t)(left / one);
    if (rounds > fit) rounds = fit;
    if (!rounds || !run_stage(c, n, round, rounds)) break;
    round += rounds;
    n = survivors(c->arm, n);
    if ((n == 2 && round >= CLEAR && edge(&c->arm[1]) > DECIDED) || (enough && round >= enough)) break;
    rounds = rounds < MOST_ROUNDS / 2 ? rounds * 2 : MOST_ROUNDS;
  }
  by_edge(c->arm, n);
  return n > 1 && edge(&c->arm[1]) > BEYOND_CHANCE;
}
