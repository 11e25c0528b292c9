/* planner.c - the real opponent: whole plans and whole gestures, played out against a scripted reply over guessed states and
 * many dice.
 *
 * A plan is a bend of the game's script: how bold, which objectives or formations to favour. It is kept from one decision to
 * the next. At each decision the plan's own gesture (a unit's whole move, up to the next die) is challenged by other gestures
 * and by other plans, mutations of this one (contest.c). The winner is carried out without further thought as long as everything
 * is as foreseen; a die, a reaction or a surprise and it thinks again.
 *
 * The budget N is for one decision; a turn has TURN of them, shared out over the decisions it is likely to bring, so that a
 * turn of four hundred decisions takes no longer than one of twenty. Where those are so many that nothing would be left for any of them,
 * the game says what is worth it (sal_effort): most goes to comparing whole plans where a side's own part of the turn begins.
 */
#include "contest.h"

#include <stdio.h>
#include <string.h>

enum { FIRSTS = 6, SECONDS = 4, MUTANTS = 3, BENT = 6, TURN = 32, REPLAN = 5, PLANS = 10, LEAST_SHARE = 64, SHORTEST = 40, USUAL = 100 };
enum { PATIENCE = 5000 }; /* milliseconds by which a plan may take longer than a decision */

struct planner {
  struct bot_spec spec;
  int8_t temper, plan[SAL_BIAS];
  struct sal_rng rng;
  struct gesture going; /* being carried out; `at` is the next */
  int at;
  uint32_t threads;
  int turn;                /* the one that `used` is of */
  bool fresh;              /* it has no plan for it yet */
  int64_t used;            /* of its budget: nodes, or milliseconds */
  uint64_t asked, thought; /* own decisions so far, and those it thought about */
  uint64_t usual, left;    /* nodes of a try; own actions to the end of the turn as the last tries had it */
  uint64_t usual_plan;     /* nodes of a try of a whole plan, where it goes further than a gesture's */
  struct sal_effort effort;
  struct sal_list second;
  struct arm arm[ARMS];
  struct lookahead *look[CONTEST_THREADS];
};

static size_t header(void) { return (sizeof(struct planner) + 15) & ~(size_t)15; }
static size_t size(const struct sal_book *b) { return header() + CONTEST_THREADS * lookahead_size(b); }

/* Workspaces are laid out when they are first wanted. */
static void use_threads(struct planner *p, const struct sal_book *b, uint32_t n) {
  n = n < 1 ? 1 : n > CONTEST_THREADS ? CONTEST_THREADS : n;
  for (uint32_t i = 0; i < n; i++) {
    if (p->look[i]) continue;
    p->look[i] = (struct lookahead *)(void *)((uint8_t *)p + header() + i * lookahead_size(b));
    lookahead_start(p->look[i], b, 0);
  }
  p->threads = n;
}

static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec, uint64_t seed) {
  static const int8_t temper[] = {0, 40, -40};
  struct planner *p = memory;
  memset(p, 0, sizeof *p);
  p->spec = *spec;
  p->plan[0] = p->temper = temper[spec->style];
  p->usual = p->usual_plan = USUAL;
  sal_rng_seed(&p->rng, seed ^ 0x9d1);
  use_threads(p, b, 1);
  sal_rng_seed(&p->look[0]->rng, seed);
}

/* ---- who challenges */
static int add_arm(struct planner *p, int side, int n, const struct sal_action *first, int nfirst, const int8_t *bent, const int8_t *plan) {
  if (n == ARMS) return n;
  struct arm *a = &p->arm[n];
  bool mutant = plan != p->plan;
  if (!lookahead_gesture(p->look[0], side, first, nfirst, bent, &a->gesture)) return n;
  for (int i = 0; i < n && !mutant; i++)
    if (p->arm[i].gesture.end == a->gesture.end) return n; /* the same by another way */
  memcpy(a->bias, plan, sizeof a->bias);
  a->mutant = mutant;
  a->tally = (struct tally){0};
  return n + 1;
}

static int8_t clamp(int v) { return (int8_t)(v < -100 ? -100 : v > 100 ? 100 : v); }
static void mutate(struct planner *p, int8_t *bias, int changes, int reach) {
  memcpy(bias, p->plan, sizeof p->plan);
  for (int i = 0; i < changes; i++) {
    uint32_t k = sal_rng_below(&p->rng, p->look[0]->adviser->nbias);
    bias[k] = clamp(bias[k] + (int)sal_rng_below(&p->rng, (uint32_t)(2 * reach + 1)) - reach);
  }
}

/* The same first action, other ways to go on. */
static int branch(struct planner *p, int side, int n, struct sal_action first, int most) {
  struct lookahead *l = p->look[0];
  struct sal_play s = lookahead_play(l, l->state);
  struct sal_action two[SECONDS + 1];
  memcpy(l->state, l->root, l->book->state_bytes);
  sal_dice_clear(&l->dice);
  sal_apply(&s, side, first);
  l->nodes++;
  if (l->dice.short_of || l->state->over || l->state->depth <= l->root->depth || sal_actors(&s) != SAL_BIT(side)) return n;
  sal_legal(&s, side, &p->second);
  int m = lookahead_best(l, &s, side, &p->second, p->plan, most, two);
  for (int i = 0; i < m; i++) n = add_arm(p, side, n, (struct sal_action[]){first, two[i]}, 2, p->plan, p->plan);
  return n;
}

/* The likeliest first, behind the plan's own: where there is little to spend only they are tried. */
static void by_value(struct arm *a, int n) {
  for (int i = 2; i < n; i++)
    for (int k = i; k > 1 && a[k].gesture.value > a[k - 1].gesture.value; k--) {
      struct arm t = a[k];
      a[k] = a[k - 1];
      a[k - 1] = t;
    }
}
/* The plan's own gesture is what stands best, among those that only move. */
static void weigh(struct arm *a, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (a[i].gesture.calm && a[i].gesture.value > a[best].gesture.value) best = i;
  if (!best || !a[0].gesture.calm) return;
  struct arm t = a[0];
  a[0] = a[best];
  a[best] = t;
}

static int challengers(struct planner *p, const struct sal_play *view, int side, const struct sal_list *legal, bool *sure) {
  struct lookahead *l = p->look[0];
  struct sal_action first[FIRSTS];
  int8_t bent[SAL_BIAS];
  lookahead_guess(l, view, side);
  int m = lookahead_onward(l, side, legal, p->plan, FIRSTS, first), n = 0;
  *sure = l->top >= SAL_SURE || m == 1;
  n = add_arm(p, side, n, first, 1, p->plan, p->plan);
  if (*sure) return n;
  for (int i = 0; i < m; i++) {
    n = add_arm(p, side, n, &first[i], 1, p->plan, p->plan);
    if (i < 3) n = branch(p, side, n, first[i], SECONDS - i);
  }
  if (n > ARMS - MUTANTS - 2) n = ARMS - MUTANTS - 2;
  for (int i = 0; i < BENT; i++) { /* where it would go if it cared more for something else */
    mutate(p, bent, 4, 200);
    n = add_arm(p, side, n, first, i & 1, bent, p->plan);
  }
  if (n > ARMS - MUTANTS) n = ARMS - MUTANTS;
  if (l->adviser->weighs) weigh(p->arm, n);
  by_value(p->arm, n);
  for (int i = 0; i < MUTANTS; i++) {
    mutate(p, bent, 1 + (int)sal_rng_below(&p->rng, 3), 80);
    n = add_arm(p, side, n, NULL, 0, bent, bent);
  }
  return n;
}

/* ---- budget */
static int64_t budget(const struct planner *p) { return p->spec.ms ? p->spec.ms : p->spec.nodes ? p->spec.nodes : BOT_NODES; } /* of one decision */

/* What this decision may cost: its part of what the turn has left. */
static int64_t share(const struct planner *p) {
  int64_t whole = budget(p), most = p->effort.part ? whole / p->effort.part : whole;
  int64_t left = TURN * whole - p->used, more = 1 + (int64_t)(p->left * (p->thought + 1) / (p->asked + 4));
  int64_t part = left > 0 ? left / more : 0;
  if (part < whole / LEAST_SHARE) part = whole / LEAST_SHARE;
  return part > most ? most : part < 1 ? 1 : part;
}
/* What comparing whole plans may cost. Where time is the measure somebody is waiting. */
static int64_t plan_share(const struct planner *p) {
  int64_t part = TURN * budget(p) * p->effort.plan / 100, most = budget(p) + PATIENCE;
  return p->spec.ms && part > most ? most : part;
}

static void few(struct contest *c, uint64_t arms) { /* no more arms than that */
  if (arms < (uint64_t)c->n) c->n = arms > 2 ? (int)arms : 2;
}
/* With little to spend fewer arms are tried, and less far ahead: a few that are compared tell more than many that are not. */
static void fit(const struct planner *p, struct contest *c) {
  uint64_t tries = c->nodes / FIRST_ROUNDS;
  if (tries / 2 < c->horizon) c->horizon = tries / 2 > SHORTEST ? (uint32_t)(tries / 2) : SHORTEST;
  uint64_t length = p->usual < c->horizon ? p->usual : c->horizon;
  few(c, length ? tries / length : tries); /* an adviser without a horizon looks no further than the move */
}

static int think_hard(struct planner *p, const struct sal_play *view, int side, int n, bool plan, const atomic_bool *stop, int64_t began, uint64_t *nodes) {
  struct contest c = {.view = view, .side = side, .style = p->spec.style, .arm = p->arm, .n = n, .look = p->look, .threads = p->threads, .seed = sal_rng_next(&p->rng),
                      .stop = stop, .usual = plan ? &p->usual_plan : &p->usual};
  int64_t part = plan ? plan_share(p) : share(p);
  c.horizon = plan ? p->effort.actions : p->look[0]->adviser->actions;
  if (p->spec.ms) c.until = began + part;
  else {
    c.nodes = (uint64_t)part;
    if (plan) few(&c, c.nodes / FIRST_ROUNDS / p->usual_plan);
    else fit(p, &c);
  }
  int won = contest_run(&c);
  if (c.tries) p->left = c.own / c.tries;
  *nodes += c.used;
  return won;
}

/* ---- the plan */
/* Other plans against this one, whole: nothing is decided yet but how to bend the script. The first of a turn gets most of it,
 * later ones only as much as keeps the plan up to what has happened. */
static void replan(struct planner *p, const struct sal_play *view, int side, const atomic_bool *stop, int64_t began, uint64_t *nodes) {
  int dims = p->look[0]->adviser->nbias;
  for (int i = 0; i < ARMS; i++) {
    struct arm *a = &p->arm[i];
    a->gesture.n = 0;
    a->mutant = i > 0;
    a->tally = (struct tally){0};
    memcpy(a->bias, p->plan, sizeof a->bias);
    if (!i) continue;
    if (i == 1) { /* back to where it began */
      memset(a->bias, 0, sizeof a->bias);
      a->bias[0] = p->temper;
    } else if (i & 1) { /* all for one thing, or all against it */
      int k = (int)sal_rng_below(&p->rng, (uint32_t)dims), m = (int)sal_rng_below(&p->rng, (uint32_t)dims);
      a->bias[k] = sal_rng_below(&p->rng, 3) ? 90 : -90;
      if (sal_rng_below(&p->rng, 2)) a->bias[m] = sal_rng_below(&p->rng, 3) ? 90 : -90;
    } else {
      mutate(p, a->bias, 1 + (int)sal_rng_below(&p->rng, 4), 120);
    }
  }
  bool whole = p->effort.plan != 0;
  int won = think_hard(p, view, side, whole ? PLANS : ARMS, whole, stop, began, nodes);
  memcpy(p->plan, p->arm[won].bias, sizeof p->plan);
}

/* Whether plans are to be compared now. What a try costs differs from stage to stage. */
static bool plan_due(struct planner *p, const struct sal_play *view, int side) {
  const struct sal_adviser *adviser = p->look[0]->adviser;
  struct sal_effort now = adviser->effort ? adviser->effort(view, side) : (struct sal_effort){0};
  if (!now.part) return !p->thought || p->thought % REPLAN == 0 || p->fresh;
  bool begins = p->fresh || now.stage != p->effort.stage;
  p->effort = now;
  if (begins) p->usual = USUAL;
  return begins && now.plan;
}

/* ---- thinking */
/* A gesture in words: how it begins, and the last thing it names. */
static void tell(const struct sal_book *b, const struct gesture *g, char *out, size_t size) {
  struct sal_offer first, last;
  int k = g->n - 1;
  while (k > 0 && !b->rules->verbs[g->a[k].verb].arg[0]) k--;
  sal_offer_fill(b, g->a[0], &first);
  sal_offer_fill(b, g->a[k ? k : g->n - 1], &last);
  char *word = last.label;
  if (word[0] >= 'A' && word[0] <= 'Z' && word[1] >= 'a' && word[1] <= 'z') word[0] = (char)(word[0] - 'A' + 'a');
  sal_format(out, size, g->n == 1 ? "%s" : "%s, %s", first.label, word);
}

static void explain(struct bot_thought *out, const struct planner *p, int won, int all) {
  const struct arm *a = &p->arm[won];
  char done[80];
  tell(p->look[0]->book, &a->gesture, done, sizeof done);
  double mean = a->tally.tries ? (double)a->tally.sum / a->tally.tries / 100 : 0, gain = won ? (double)a->tally.more / a->tally.tries / 100 : 0;
  if (won && a->mutant) snprintf(out->why, sizeof out->why, "%s: a change of plan, better by %.2f steps than the old one, of %d tried out", done, gain, all);
  else if (won) snprintf(out->why, sizeof out->why, "%s: an opportunity, better by %.2f steps than going on as planned, of %d tried out", done, gain, all);
  else if (a->tally.tries) snprintf(out->why, sizeof out->why, "%s, as planned: none of %d others came out better (we stand at %+.1f steps then)", done, all - 1, mean);
  else snprintf(out->why, sizeof out->why, "%s: plainly right", done);
}

static bool goes_on(struct planner *p, const struct sal_play *view, const struct sal_list *legal, struct bot_thought *out) {
  struct gesture *g = &p->going;
  if (p->at >= g->n || g->due[p->at] != sal_hash(view->state, p->look[0]->book->state_bytes, 0) || !sal_list_has(legal, g->a[p->at])) return false;
  out->action = g->a[p->at++];
  if (out->explain) snprintf(out->why, sizeof out->why, "goes on as decided");
  return true;
}

static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal, const atomic_bool *stop, struct bot_thought *out) {
  struct planner *p = memory;
  int64_t began = p->spec.ms ? contest_clock() : 0;
  bool sure;
  out->action = legal->a[0];
  out->nodes = 1;
  use_threads(p, view->book, out->threads);
  lookahead_note(p->look[0], view);
  p->asked++;
  if (p->left) p->left--;
  if (view->state->turn != p->turn) p->turn = view->state->turn, p->used = 0, p->fresh = true;
  if (goes_on(p, view, legal, out)) return;
  p->going.n = p->at = 0;
  if (legal->n == 1) {
    if (out->explain) snprintf(out->why, sizeof out->why, "the only choice");
    return;
  }
  bool due = legal->n > 2 && plan_due(p, view, side);
  if (legal->n > 2) p->fresh = false;
  if (due) {
    replan(p, view, side, stop, began, &out->nodes);
    p->used += p->spec.ms ? contest_clock() - began : (int64_t)out->nodes;
    if (p->spec.ms) began = contest_clock();
  }
  uint64_t planned = out->nodes;
  p->look[0]->nodes = 0;
  int n = challengers(p, view, side, legal, &sure), won = 0;
  out->nodes += p->look[0]->nodes;
  if (!sure) {
    won = think_hard(p, view, side, n, false, stop, began, &out->nodes);
    p->thought++;
  }
  const struct arm *a = &p->arm[won];
  out->action = a->gesture.a[0];
  p->going = a->gesture;
  p->at = 1;
  if (p->going.n > 1) {
    lookahead_guess(p->look[0], view, side);
    lookahead_foresee(p->look[0], side, &p->going);
  }
  if (a->mutant) memcpy(p->plan, a->bias, sizeof p->plan);
  p->used += p->spec.ms ? contest_clock() - began : (int64_t)(out->nodes - planned);
  if (out->explain) explain(out, p, won, n);
}

const struct bot_kind bot_planner = {.name = "planner", .looks = true, .size = size, .start = start, .think = think};
