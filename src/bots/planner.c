/* planner.c - the real opponent: whole plans and whole gestures, played out against a scripted reply over guessed states and
 * many dice.
 *
 * A plan is a bend of the game's script: how bold, which objectives or formations to favour. It is kept from one decision to
 * the next. At each decision the plan's own gesture (a unit's whole move, up to the next die) is challenged by other gestures
 * and by other plans, mutations of this one: each is played on with the same guesses and the same dice for all, so luck does not
 * choose; those behind are dropped and the rest get more tries; and only a challenger that is better beyond chance wins. The
 * gesture is then carried out without further thought as long as everything is as foreseen; a die, a reaction or a surprise
 * and it thinks again.
 */
#include "lookahead.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ARMS = 16, FIRSTS = 6, SECONDS = 4, MUTANTS = 4, DEFAULT_NODES = 80000, LEAST = 4, HALVING = 5 };
#define BEYOND_CHANCE 1.6 /* standard errors */

struct arm { /* the first is what the plan would do, the others challenge it */
  struct gesture gesture;
  int8_t bias[SAL_BIAS]; /* the plan that follows it */
  bool mutant;
  int64_t sum;        /* of values */
  double more, more2; /* of what it brought beyond the first, and of the squares */
  uint32_t tries;
};
struct planner {
  struct bot_spec spec;
  int8_t plan[SAL_BIAS];
  struct sal_rng rng;
  struct gesture going; /* being carried out; `at` is the next */
  int at;
  struct sal_list onward, second;
  struct arm arm[ARMS];
  struct lookahead look; /* last: its block goes on behind it */
};

static size_t size(const struct sal_book *b) { return sizeof(struct planner) + lookahead_size(b); }

static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec, uint64_t seed) {
  static const int8_t temper[] = {0, 40, -40};
  struct planner *p = memory;
  p->spec = *spec;
  p->going.n = p->at = 0;
  memset(p->plan, 0, sizeof p->plan);
  p->plan[0] = temper[spec->style];
  sal_rng_seed(&p->rng, seed ^ 0x9d1);
  lookahead_start(&p->look, b, seed);
}

/* ---- budget */
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

/* ---- who challenges */
static int add_arm(struct planner *p, int side, int n, const struct sal_action *first, int nfirst, const int8_t *bias, bool mutant) {
  if (n == ARMS) return n;
  struct arm *a = &p->arm[n];
  if (!lookahead_gesture(&p->look, side, first, nfirst, bias, &a->gesture)) return n;
  for (int i = 0; i < n && !mutant; i++)
    if (p->arm[i].gesture.end == a->gesture.end) return n; /* the same by another way */
  memcpy(a->bias, bias, sizeof a->bias);
  a->mutant = mutant;
  a->sum = 0, a->more = a->more2 = 0, a->tries = 0;
  return n + 1;
}

static int8_t clamp(int v) { return (int8_t)(v < -100 ? -100 : v > 100 ? 100 : v); }
static void mutate(struct planner *p, int8_t *bias) {
  int dims = p->look.adviser->nbias, changes = 1 + (int)sal_rng_below(&p->rng, 3);
  for (int i = 0; i < changes; i++) {
    uint32_t k = sal_rng_below(&p->rng, (uint32_t)dims);
    bias[k] = clamp(bias[k] + (int)sal_rng_below(&p->rng, 161) - 80);
  }
}

/* The same first action, other ways to go on. */
static int branch(struct planner *p, int side, int n, struct sal_action first, int most) {
  struct lookahead *l = &p->look;
  struct sal_play s = lookahead_play(l, l->state);
  struct sal_action two[SECONDS + 1];
  memcpy(l->state, l->root, l->book->state_bytes);
  sal_dice_clear(&l->dice);
  sal_apply(&s, side, first);
  l->nodes++;
  if (l->dice.short_of || l->state->over || l->state->depth <= l->root->depth || sal_actors(&s) != SAL_BIT(side)) return n;
  sal_legal(&s, side, &p->second);
  int m = lookahead_best(l, &s, side, &p->second, p->plan, most, two);
  for (int i = 0; i < m; i++) n = add_arm(p, side, n, (struct sal_action[]){first, two[i]}, 2, p->plan, false);
  return n;
}

static int challengers(struct planner *p, const struct sal_play *view, int side, const struct sal_list *legal, bool *sure) {
  struct lookahead *l = &p->look;
  struct sal_action first[FIRSTS];
  struct sal_play full = lookahead_play(l, l->root);
  int n = 0;
  lookahead_guess(l, view, side);
  lookahead_onward(l, side, legal, &p->onward);
  int m = lookahead_best(l, &full, side, &p->onward, p->plan, FIRSTS, first);
  *sure = l->top >= SAL_SURE || m == 1;
  n = add_arm(p, side, n, first, 1, p->plan, false);
  if (*sure) return n;
  for (int i = 0; i < MUTANTS; i++) {
    int8_t bias[SAL_BIAS];
    memcpy(bias, p->plan, sizeof bias);
    mutate(p, bias);
    n = add_arm(p, side, n, NULL, 0, bias, true);
  }
  for (int i = 0; i < m; i++) {
    n = add_arm(p, side, n, &first[i], 1, p->plan, false);
    if (i < 3) n = branch(p, side, n, first[i], SECONDS - i);
  }
  return n;
}

/* ---- the contest */
static bool one_round(struct planner *p, const struct sal_play *view, int side, int n, const struct budget *b) {
  struct lookahead *l = &p->look;
  uint64_t seed = sal_rng_next(&p->rng);
  int32_t first = 0;
  lookahead_guess(l, view, side);
  for (int i = 0; i < n; i++) {
    struct arm *a = &p->arm[i];
    struct sal_rng dice;
    if (spent(b)) return false;
    sal_rng_seed(&dice, seed);
    memcpy(l->state, l->root, l->book->state_bytes);
    lookahead_do(l, side, &a->gesture, &dice);
    int32_t v = lookahead_run(l, side, a->bias, &dice);
    if (i == 0) first = v;
    a->sum += v;
    a->more += v - first;
    a->more2 += (double)(v - first) * (v - first);
    a->tries++;
  }
  return true;
}

/* How many standard errors a challenger is above the first; its gain must not be luck. */
static double edge(const struct arm *a) {
  if (a->tries < LEAST) return 0;
  double n = a->tries, mean = a->more / n, var = a->more2 / n - mean * mean;
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

static int contest(struct planner *p, const struct sal_play *view, int side, int n, const struct budget *b) { /* the winner */
  int drop = HALVING;
  for (int round = 0; n > 1 && one_round(p, view, side, n, b); round++) {
    if (round + 1 < drop) continue;
    by_edge(p->arm, n); /* those who are behind go, and so does half the field; the rest get twice the tries */
    int keep = 1 + n / 2;
    n = keep < n ? keep : n - 1;
    while (n > 1 && edge(&p->arm[n - 1]) < -1) n--;
    drop += drop;
  }
  by_edge(p->arm, n);
  return n > 1 && edge(&p->arm[1]) > BEYOND_CHANCE;
}

/* ---- thinking */
static void explain(struct bot_thought *out, const struct planner *p, int won, int all) {
  const struct arm *a = &p->arm[won];
  double mean = a->tries ? (double)a->sum / a->tries / 100 : 0, gain = won ? a->more / a->tries / 100 : 0;
  if (won) snprintf(out->why, sizeof out->why, "%s, better by %.1f steps than going on as planned, of %d tried out (%+.1f)", a->mutant ? "a change of plan" : "an opportunity", gain, all, mean);
  else if (a->tries) snprintf(out->why, sizeof out->why, "the plan's next step; none of %d others did better (%+.1f steps)", all - 1, mean);
  else snprintf(out->why, sizeof out->why, "plainly right");
}

static bool goes_on(struct planner *p, const struct sal_play *view, const struct sal_list *legal, struct bot_thought *out) {
  struct gesture *g = &p->going;
  if (p->at >= g->n || g->due[p->at] != sal_hash(view->state, p->look.book->state_bytes, 0) || !sal_list_has(legal, g->a[p->at])) return false;
  out->action = g->a[p->at++];
  if (out->explain) snprintf(out->why, sizeof out->why, "goes on as decided");
  return true;
}

static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal, const atomic_bool *stop, struct bot_thought *out) {
  struct planner *p = memory;
  uint64_t before = p->look.nodes;
  bool sure;
  out->action = legal->a[0];
  out->nodes = 1;
  lookahead_note(&p->look, view);
  if (goes_on(p, view, legal, out)) return;
  p->going.n = p->at = 0;
  if (legal->n == 1) {
    if (out->explain) snprintf(out->why, sizeof out->why, "the only choice");
    return;
  }
  struct budget b = {p, stop, before + (p->spec.nodes ? p->spec.nodes : DEFAULT_NODES), p->spec.ms ? now_ms() + p->spec.ms : 0};
  int n = challengers(p, view, side, legal, &sure), won = sure ? 0 : contest(p, view, side, n, &b);
  const struct arm *a = &p->arm[won];
  out->action = a->gesture.a[0];
  p->going = a->gesture;
  p->at = 1;
  if (a->mutant) memcpy(p->plan, a->bias, sizeof p->plan);
  out->nodes = p->look.nodes - before + 1;
  if (out->explain) explain(out, p, won, n);
}

const struct bot_kind bot_planner = {.name = "planner", .looks = true, .size = size, .start = start, .think = think};
