/* planner.c - the real opponent: whole plans, tried out against a scripted reply, over guessed states and many dice.
 *
 * A plan is a bend of the game's script: how bold, which sector or formation to favour. For every decision the likely actions
 * challenge the one that the best plan would take: each is played on under several plans with the same dice for all (so luck does
 * not choose), hopeless challengers are dropped, the rest get more tries, and only one that is better beyond chance wins. Good
 * plans are kept from one decision to the next and mutated; a die or a surprise simply makes the next decision start from
 * what is there.
 */
#include "lookahead.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 8, PLANS = 6, DEFAULT_NODES = 12000, LEAST = 4 };
#define BEYOND_CHANCE 1.5 /* standard errors */

struct plan {
  int8_t bias[SAL_BIAS];
  int64_t sum; /* of what was reached under it, this decision */
  uint32_t tries;
};
struct planner {
  struct sal_list onward;
  struct bot_spec spec;
  struct plan plan[PLANS];
  struct sal_rng rng;
  uint16_t turn;
  struct lookahead look; /* last: its block goes on behind it */
};
struct entry { /* the first is the script's own choice, the others challenge it */
  struct sal_action action;
  int64_t sum;       /* of values */
  double more, more2; /* of what it brought beyond the first, and of the squares */
  uint32_t tries;
};

static size_t size(const struct sal_book *b) { return sizeof(struct planner) + lookahead_size(b); }

static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec, uint64_t seed) {
  static const int8_t boldness[PLANS] = {0, 40, -40, 80, -80, 20}, temper[] = {0, 30, -30};
  struct planner *p = memory;
  p->spec = *spec;
  p->turn = 0;
  memset(p->plan, 0, sizeof p->plan);
  for (int i = 0; i < PLANS; i++) p->plan[i].bias[0] = (int8_t)(boldness[i] / 2 + temper[spec->style]);
  sal_rng_seed(&p->rng, seed ^ 0x9d1);
  lookahead_start(&p->look, b, seed);
}

static int8_t clamp(int v) { return (int8_t)(v < -100 ? -100 : v > 100 ? 100 : v); }

/* The worst third of the plans make room for mutated copies of the best. */
static void renew_plans(struct planner *p) {
  struct plan *v = p->plan;
  for (int i = 1; i < PLANS; i++)
    for (int k = i; k > 0 && v[k].tries && v[k - 1].tries && v[k].sum * v[k - 1].tries > v[k - 1].sum * v[k].tries; k--) {
      struct plan t = v[k];
      v[k] = v[k - 1];
      v[k - 1] = t;
    }
  for (int i = PLANS - PLANS / 3; i < PLANS; i++) {
    v[i] = v[i - (PLANS - PLANS / 3)];
    for (int k = 0; k < p->look.adviser->nbias; k++)
      if (sal_rng_below(&p->rng, 3) == 0) v[i].bias[k] = clamp(v[i].bias[k] + (int)sal_rng_below(&p->rng, 81) - 40);
  }
  for (int i = 0; i < PLANS; i++) v[i].sum = 0, v[i].tries = 0;
}

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct budget {
  const struct planner *p;
  const atomic_bool *stop;
  uint64_t nodes;
  int64_t until;
};
static bool spent(const struct budget *b) {
  if (b->stop && atomic_load(b->stop)) return true;
  return b->until ? now_ms() >= b->until : b->p->look.nodes >= b->nodes;
}

/* One try of every entry with the same guess and the same dice, under one plan. */
static bool one_round(struct planner *p, const struct sal_play *view, int side, struct entry *e, int n, int round, const struct budget *b) {
  struct lookahead *l = &p->look;
  struct plan *plan = &p->plan[round % PLANS];
  uint64_t seed = sal_rng_next(&p->rng);
  int32_t first = 0;
  lookahead_guess(l, view, side);
  for (int i = 0; i < n; i++) {
    if (round >= LEAST && spent(b)) return false;
    memcpy(l->state, l->root, l->book->state_bytes);
    lookahead_apply(l, side, e[i].action, seed);
    int32_t v = lookahead_run(l, side, plan->bias, seed + 1, l->adviser->turns, l->adviser->actions);
    if (i == 0) first = v;
    e[i].sum += v;
    e[i].more += v - first;
    e[i].more2 += (double)(v - first) * (v - first);
    e[i].tries++;
    plan->sum += v;
    plan->tries++;
  }
  return true;
}

/* How many standard errors a challenger is above the first; its gain must not be luck. */
static double edge(const struct entry *e) {
  if (e->tries < 4) return 0;
  double n = e->tries, mean = e->more / n, var = e->more2 / n - mean * mean;
  return mean / sqrt((var > 1 ? var : 1) / n);
}

static void challengers_by_edge(struct entry *e, int n) { /* the best behind the first */
  for (int i = 2; i < n; i++)
    for (int k = i; k > 1 && edge(&e[k]) > edge(&e[k - 1]); k--) {
      struct entry t = e[k];
      e[k] = e[k - 1];
      e[k - 1] = t;
    }
}

static int candidates(struct planner *p, const struct sal_play *view, int side, const struct sal_list *legal, struct entry *e) {
  struct sal_action best[WIDTH];
  struct sal_play full = lookahead_play(&p->look, p->look.root);
  int n = 0;
  lookahead_guess(&p->look, view, side);
  lookahead_onward(&p->look, side, legal, &p->onward);
  for (int k = 0; k < PLANS; k += 2) { /* what different plans would do, the best plan's wishes first */
    int m = lookahead_best(&p->look, &full, side, &p->onward, p->plan[k].bias, k ? 2 : WIDTH - 2, best);
    for (int i = 0; i < m && n < WIDTH; i++) {
      bool known = false;
      for (int j = 0; j < n; j++) known |= sal_same(e[j].action, best[i]);
      if (!known) e[n++] = (struct entry){.action = best[i]};
    }
  }
  return n;
}

static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal, const atomic_bool *stop, struct bot_thought *out) {
  struct planner *p = memory;
  struct entry e[WIDTH];
  uint64_t before = p->look.nodes;
  out->action = legal->a[0];
  out->nodes = 1;
  lookahead_note(&p->look, view);
  if (legal->n == 1) {
    if (out->explain) snprintf(out->why, sizeof out->why, "the only choice");
    return;
  }
  struct budget b = {p, stop, before + (p->spec.nodes ? p->spec.nodes : DEFAULT_NODES), p->spec.ms ? now_ms() + p->spec.ms : 0};
  int n = candidates(p, view, side, legal, e), all = n;
  for (int round = 0, drop = 2 * PLANS; n > 1 && one_round(p, view, side, e, n, round, &b); round++) {
    if (round + 1 < drop) continue;
    challengers_by_edge(e, n); /* those who are behind go, and so does half the field; the rest get twice the tries */
    n = 1 + (n + 1) / 2 < n ? 1 + (n + 1) / 2 : n - 1;
    while (n > 1 && edge(&e[n - 1]) < -1) n--;
    drop += drop;
  }
  challengers_by_edge(e, n);
  int won = n > 1 && edge(&e[1]) > BEYOND_CHANCE;
  out->action = e[won].action;
  out->nodes = p->look.nodes - before + 1;
  if (out->explain) {
    double mean = e[won].tries ? (double)e[won].sum / e[won].tries / 100 : 0, gain = won ? e[1].more / e[1].tries / 100 : 0;
    if (won) snprintf(out->why, sizeof out->why, "better by %.1f steps than what is usual here, of %d tried out a turn ahead (%+.1f)", gain, all, mean);
    else snprintf(out->why, sizeof out->why, "the plan's next step; none of %d others did better a turn ahead (%+.1f steps)", all - 1, mean);
  }
  renew_plans(p);
}

const struct bot_kind bot_planner = {.name = "planner", .looks = true, .size = size, .start = start, .think = think};
