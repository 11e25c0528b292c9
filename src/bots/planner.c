/* planner.c - the real opponent: plays out whole plans and whole gestures against a scripted reply,
 * over guessed states and many dice.
 *
 * A plan bends the game's script: how bold, which objectives or formations to favour. It is kept
 * from one decision to the next. At each decision the plan's own gesture (a unit's whole move, up
 * to the next die) is challenged by other gestures and by other plans, mutations of this one
 * (contest.c). The winner is carried out without further thought as long as everything goes as
 * foreseen; after a die, a reaction or a surprise the planner thinks again.
 *
 * The budget N is for one decision. A turn has TURN times N, shared over the decisions it is likely
 * to bring, so that a turn of four hundred decisions takes no longer than one of twenty. If there
 * are so many that nothing would be left for each, the game says which ones matter (sal_effort):
 * most of the budget goes to comparing whole plans where a side's own part of the turn begins.
 */
#include "contest.h"
#include "reason.h"

#include <stdio.h>
#include <string.h>

enum {
  LIKINGS = 40,
  FIRSTS = 6,
  SECONDS = 4,
  MUTANTS = 3,
  BENT = 6,
  TURN = 32,
  REPLAN = 5,
  PLANS = 10,
  LEAST_SHARE = 64,
  SHORTEST = 40,
  USUAL = 100
};
enum { PATIENCE = 5000 }; /* milliseconds by which a plan may take longer than a decision */

struct planner {
  struct bot_spec spec;
  int8_t home[SAL_BIAS], plan[SAL_BIAS]; /* where plans begin; the present one */
  struct sal_rng rng;
  struct gesture going; /* being carried out; `at` is the next */
  int at;
  uint32_t threads;
  int turn;                /* the turn that `used` belongs to */
  bool fresh;              /* it has no plan for it yet */
  int64_t used;            /* of its budget: nodes, or milliseconds */
  uint64_t asked, thought; /* own decisions so far, and those it thought about */
  /* nodes of a try; own actions to the end of the turn as the last tries had it */
  uint64_t usual, left;
  /* nodes of a try of a whole plan, where it goes further than a gesture's */
  uint64_t usual_plan;
  struct sal_effort effort;
  struct sal_list second;
  struct arm arm[ARMS];
  struct lookahead *look[CONTEST_THREADS];
};

/* The lookaheads behind it are aligned. */
static size_t header(void) {
  return (sizeof(struct planner) + 15) & ~(size_t)15;
}

/* One lookahead for each thread. */
static size_t size(const struct sal_book *b) {
  return header() + CONTEST_THREADS * lookahead_size(b);
}

/* Workspaces are laid out when they are first wanted. */
static void use_threads(struct planner *p, const struct sal_book *b, uint32_t n) {
  if (n < 1)
    n = 1;
  if (n > CONTEST_THREADS)
    n = CONTEST_THREADS;

  for (uint32_t i = 0; i < n; i++) {
    if (p->look[i])
      continue;
    p->look[i] = (struct lookahead *)(void *)((uint8_t *)p + header() + i * lookahead_size(b));
    lookahead_start(p->look[i], b, 0);
  }
  p->threads = n;
}

/* Two sources of luck, so that thinking on more threads changes nothing. */
static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec,
                  uint64_t seed) {
  struct planner *p = memory;

  memset(p, 0, sizeof *p);
  p->spec = *spec;
  p->usual = USUAL;
  p->usual_plan = USUAL;

  sal_rng_seed(&p->rng, seed ^ 0x9d1);
  use_threads(p, b, 1);
  sal_rng_seed(&p->look[0]->rng, seed);
}

/* ---- who challenges */
/* One candidate more, if its gesture can be played and differs from the others. */
static int add_arm(struct planner *p, int side, int n, const struct sal_action *first, int nfirst,
                   const int8_t *bent, const int8_t *plan) {
  if (n == ARMS)
    return n;
  struct arm *a = &p->arm[n];
  bool mutant = plan != p->plan;
  if (!lookahead_gesture(p->look[0], side, first, nfirst, bent, &a->gesture))
    return n;

  /* What changes nothing would win by luck alone. */
  if (n && a->gesture.idle)
    return n;
  /* The same by another way is no other choice. */
  for (int i = 0; i < n && !mutant; i++)
    if (p->arm[i].gesture.end == a->gesture.end)
      return n;

  memcpy(a->bias, plan, sizeof a->bias);
  a->mutant = mutant;
  a->tally = (struct tally){0};
  return n + 1;
}

static int8_t clamp(int v) {
  if (v < -100)
    return -100;
  if (v > 100)
    return 100;
  return (int8_t)v;
}

/* Where a side's plans begin: the style bends them. */
static void find_home(struct planner *p, int side) {
  static const int8_t temper[] = {0, 40, -40};

  memcpy(p->home, p->spec.bend[side], sizeof p->home);
  p->home[0] = clamp(p->home[0] + temper[p->spec.style]);
}

/* Another plan near the present one. */
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

  /* The first action was the whole gesture. */
  bool frame_ends = l->state->depth <= l->root->depth;
  if (l->dice.short_of || l->state->over || frame_ends)
    return n;
  if (sal_actors(&s) != SAL_BIT(side))
    return n;

  sal_legal(&s, side, &p->second);
  int m = lookahead_best(l, &s, side, &p->second, p->plan, most, two);
  for (int i = 0; i < m; i++)
    n = add_arm(p, side, n, (struct sal_action[]){first, two[i]}, 2, p->plan, p->plan);
  return n;
}

/* The likeliest first, behind the plan's own: where there is little to spend only they are tried.
 */
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

  for (int i = 1; i < n; i++) {
    const struct gesture *g = &a[i].gesture;
    if (g->calm && g->value > a[best].gesture.value)
      best = i;
  }
  if (!best || !a[0].gesture.calm)
    return;
  struct arm t = a[0];
  a[0] = a[best];
  a[best] = t;
}

/* Moves the best of the script's choices whose gesture leads somewhere to the front. A unit that
 * would only be picked up and put down is passed over, and the phase ends when nothing is left to
 * do. Returns how many are left, at most FIRSTS. */
static int leave_out_idle(struct planner *p, int side, struct sal_action *first, int m) {
  struct gesture *g = &p->arm[0].gesture;
  int from = 0;
  for (int i = 0; i < m; i++) {
    bool done = lookahead_gesture(p->look[0], side, &first[i], 1, p->plan, g);
    if (done && !g->idle) {
      from = i;
      break;
    }
  }
  m = m - from < FIRSTS ? m - from : FIRSTS;
  memmove(first, first + from, (size_t)m * sizeof *first);
  return m;
}

/* The plan's own gesture first, then others: other first and second actions, where the script would
 * go if it cared for something else, and changed plans. */
static int challengers(struct planner *p, const struct sal_play *view, int side,
                       const struct sal_list *legal, bool *sure) {
  struct lookahead *l = p->look[0];
  struct sal_action first[LIKINGS];
  int8_t bent[SAL_BIAS];

  lookahead_guess(l, view, side);
  int m = lookahead_onward(l, side, legal, p->plan, LIKINGS, first);
  int n = 0;
  *sure = l->top >= SAL_SURE || m == 1;
  m = leave_out_idle(p, side, first, m);
  n = add_arm(p, side, n, first, 1, p->plan, p->plan);
  if (*sure)
    return n;

  for (int i = 0; i < m; i++) {
    n = add_arm(p, side, n, &first[i], 1, p->plan, p->plan);
    if (i < 3)
      n = branch(p, side, n, first[i], SECONDS - i);
  }

  /* Where it would go if it cared more for something else; two places are kept for that. */
  if (n > ARMS - MUTANTS - 2)
    n = ARMS - MUTANTS - 2;
  for (int i = 0; i < BENT; i++) {
    mutate(p, bent, 4, 200);
    n = add_arm(p, side, n, first, i & 1, bent, p->plan);
  }

  /* Changed plans always have their places behind the others. */
  if (n > ARMS - MUTANTS)
    n = ARMS - MUTANTS;
  if (l->adviser->weighs)
    weigh(p->arm, n);
  by_value(p->arm, n);
  for (int i = 0; i < MUTANTS; i++) {
    mutate(p, bent, 1 + (int)sal_rng_below(&p->rng, 3), 80);
    n = add_arm(p, side, n, NULL, 0, bent, bent);
  }
  return n;
}

/* ---- budget */
/* Of one decision: milliseconds or nodes. */
static int64_t budget(const struct planner *p) {
  if (p->spec.ms)
    return p->spec.ms;
  if (p->spec.nodes)
    return p->spec.nodes;
  return BOT_NODES;
}

/* What this decision may cost: its part of what the turn has left. */
static int64_t share(const struct planner *p) {
  int64_t whole = budget(p);
  int64_t most = p->effort.part ? whole / p->effort.part : whole;
  int64_t left = TURN * whole - p->used;
  int64_t more = 1 + (int64_t)(p->left * (p->thought + 1) / (p->asked + 4));
  int64_t part = left > 0 ? left / more : 0;

  /* Even an overspent turn leaves a little for each. */
  if (part < whole / LEAST_SHARE)
    part = whole / LEAST_SHARE;
  if (part > most)
    return most;
  return part < 1 ? 1 : part;
}
/* What comparing whole plans may cost. If the budget is time, somebody is waiting. */
static int64_t plan_share(const struct planner *p) {
  int64_t part = TURN * budget(p) * p->effort.plan / 100;
  int64_t most = budget(p) + PATIENCE;

  if (p->spec.ms && part > most)
    return most;
  return part;
}

/* At most this many arms, but at least two. */
static void few(struct contest *c, uint64_t arms) {
  if (arms < (uint64_t)c->n)
    c->n = arms > 2 ? (int)arms : 2;
}
/* With a small budget fewer arms are tried, and less far ahead: comparing a few well tells more
 * than comparing many badly. */
static void fit(const struct planner *p, struct contest *c) {
  uint64_t tries = c->nodes / FIRST_ROUNDS;

  if (tries / 2 < c->horizon)
    c->horizon = tries / 2 > SHORTEST ? (uint32_t)(tries / 2) : SHORTEST;
  uint64_t length = p->usual < c->horizon ? p->usual : c->horizon;
  /* an adviser without a horizon looks no further than the move */
  few(c, length ? tries / length : tries);
}

/* How much of the game's value is about one point of the chance to win. */
static int32_t point_of(const struct planner *p) {
  enum { USUAL_POINT = 20 };
  int point = p->look[0]->adviser->point;
  return point ? point : USUAL_POINT;
}
/* What the level may give away, as the game's value counts it. */
static int32_t allowance(const struct planner *p) {
  return p->spec.gives * point_of(p);
}

/* Runs the contest with what this decision may cost. */
static int think_hard(struct planner *p, const struct sal_play *view, int side, int n, bool plan,
                      const atomic_bool *stop, int64_t began, uint64_t *nodes) {
  struct contest c = {.view = view,
                      .side = side,
                      .style = p->spec.style,
                      .arm = p->arm,
                      .n = n,
                      .look = p->look,
                      .threads = p->threads,
                      .seed = sal_rng_next(&p->rng),
                      .stop = stop,
                      .gives = plan ? 0 : allowance(p),
                      .least = p->look[0]->adviser->least,
                      .usual = plan ? &p->usual_plan : &p->usual};
  int64_t part = plan ? plan_share(p) : share(p);
  c.horizon = plan ? p->effort.actions : p->look[0]->adviser->actions;
  if (p->spec.ms) {
    c.until = began + part;
  } else {
    c.nodes = (uint64_t)part;
    if (plan)
      few(&c, c.nodes / FIRST_ROUNDS / p->usual_plan);
    else
      fit(p, &c);
  }

  int won = contest_run(&c);
  if (c.tries)
    p->left = c.own / c.tries;
  *nodes += c.used;
  return won;
}

/* ---- the plan */

/* All for one thing, or all against it, and sometimes for a second. */
static void all_for_one(struct planner *p, int8_t *bias) {
  uint32_t dims = p->look[0]->adviser->nbias;
  uint32_t k = sal_rng_below(&p->rng, dims);
  uint32_t m = sal_rng_below(&p->rng, dims);

  bias[k] = sal_rng_below(&p->rng, 3) ? 90 : -90;
  if (sal_rng_below(&p->rng, 2))
    bias[m] = sal_rng_below(&p->rng, 3) ? 90 : -90;
}

/* Compares other whole plans with this one: only how to bend the script is decided. The first time
 * in a turn gets most of the budget; later times get only enough to keep the plan up to date. */
static void replan(struct planner *p, const struct sal_play *view, int side,
                   const atomic_bool *stop, int64_t began, uint64_t *nodes) {
  for (int i = 0; i < ARMS; i++) {
    struct arm *a = &p->arm[i];

    a->gesture.n = 0;
    a->gesture.closes = false;
    a->mutant = i > 0;
    a->tally = (struct tally){0};
    memcpy(a->bias, p->plan, sizeof a->bias);

    /* The present plan first, then back to where it began, then others by turns. */
    if (!i)
      continue;
    if (i == 1) {
      memcpy(a->bias, p->home, sizeof a->bias);
    } else if (i & 1) {
      all_for_one(p, a->bias);
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

  /* A game that says nothing: at the start of a turn, and every few thoughts. */
  if (!now.part) {
    p->effort = now;
    return p->fresh || p->thought % REPLAN == 0;
  }

  bool begins = p->fresh || now.stage != p->effort.stage;
  p->effort = now;
  if (begins)
    p->usual = USUAL;
  return begins && now.plan;
}

/* ---- thinking */
/* A gesture in words: how it begins, and the last thing it names. */
static void tell(const struct sal_book *b, const struct gesture *g, char *out, size_t size) {
  struct sal_offer first;
  struct sal_offer last;
  int k = g->n - 1;

  while (k > 0 && !b->rules->verbs[g->a[k].verb].arg[0])
    k--;
  sal_offer_fill(b, g->a[0], &first);
  sal_offer_fill(b, g->a[k ? k : g->n - 1], &last);

  /* Inside a sentence a word begins small, but not an abbreviation. */
  char *word = last.label;
  bool capital = word[0] >= 'A' && word[0] <= 'Z';
  bool plain_word = capital && word[1] >= 'a' && word[1] <= 'z';
  if (plain_word)
    word[0] = (char)(word[0] - 'A' + 'a');
  sal_format(out, size, g->n == 1 ? "%s" : "%s, %s", first.label, word);
}

/* What an arm brought beyond the plan's own, in points of the chance to win. */
static int points_gained(const struct planner *p, const struct arm *a) {
  if (!a->tally.tries)
    return 0;

  int64_t gain = a->tally.more / (int64_t)a->tally.tries / point_of(p);
  if (gain < 1)
    return 1;
  if (gain > 50)
    return 50;
  return (int)gain;
}
/* The reason for a choice that changes nothing players count. A weaker level does not say what it
 * has given away. */
static void explain_chance(struct bot_thought *out, const struct planner *p, int won,
                           const char *done) {
  const struct arm *a = &p->arm[won];
  int points = points_gained(p, a);
  if (p->spec.gives && a->tally.tries)
    snprintf(out->why, sizeof out->why, "%s: good enough at this level", done);
  else if (won && a->mutant)
    snprintf(out->why, sizeof out->why,
             "%s: a new plan; the chance to win is about %d %% better than with the old one", done,
             points);
  else if (won)
    snprintf(out->why, sizeof out->why,
             "%s: the chance to win is about %d %% better than as planned", done, points);
  else if (a->tally.tries)
    snprintf(out->why, sizeof out->why, "%s, as planned: nothing else came out better", done);
  else
    snprintf(out->why, sizeof out->why, "%s: nothing else needs a thought", done);
}
/* Why it chose so, in a player's words: what it expects to take, to cost and to lose. */
static void explain(struct bot_thought *out, const struct planner *p, const struct sal_play *view,
                    int side, int won) {
  const struct arm *a = &p->arm[won];
  char done[80];
  char brings[110];
  tell(p->look[0]->book, &a->gesture, done, sizeof done);
  reason_tell(p->look[0], view, side, &a->gesture, a->bias, brings, sizeof brings);
  if (brings[0])
    snprintf(out->why, sizeof out->why, "%s: %s", done, brings);
  else
    explain_chance(out, p, won, done);
}

/* Carries on with the gesture that was chosen, while everything is as foreseen. */
static bool goes_on(struct planner *p, const struct sal_play *view, const struct sal_list *legal,
                    struct bot_thought *out) {
  struct gesture *g = &p->going;

  if (p->at >= g->n)
    return false;
  uint64_t seen = sal_hash(view->state, p->look[0]->book->state_bytes, 0);
  bool foreseen = g->due[p->at] == seen;
  if (!foreseen || !sal_list_has(legal, g->a[p->at]))
    return false;

  out->action = g->a[p->at++];
  if (out->explain)
    snprintf(out->why, sizeof out->why, "goes on as decided");
  return true;
}

/* One decision: carry on, compare plans where that is due, then compare gestures. */
static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal,
                  const atomic_bool *stop, struct bot_thought *out) {
  struct planner *p = memory;
  int64_t began = p->spec.ms ? contest_clock() : 0;
  bool sure;

  out->action = legal->a[0];
  out->nodes = 1;
  use_threads(p, view->book, out->threads);
  lookahead_note(p->look[0], view, side);
  find_home(p, side);
  if (!p->asked)
    memcpy(p->plan, p->home, sizeof p->plan);
  p->asked++;
  if (p->left)
    p->left--;

  /* A new turn has its own budget and plan. */
  if (view->state->turn != p->turn) {
    p->turn = view->state->turn;
    p->used = 0;
    p->fresh = true;
  }

  if (goes_on(p, view, legal, out))
    return;
  p->going.n = 0;
  p->at = 0;
  if (legal->n == 1) {
    if (out->explain)
      snprintf(out->why, sizeof out->why, "the only choice");
    return;
  }

  /* Between two choices there is nothing to plan. */
  bool open_choice = legal->n > 2;
  bool due = open_choice && plan_due(p, view, side);
  if (open_choice)
    p->fresh = false;
  if (due) {
    replan(p, view, side, stop, began, &out->nodes);
    p->used += p->spec.ms ? contest_clock() - began : (int64_t)out->nodes;
    if (p->spec.ms)
      began = contest_clock();
  }

  uint64_t planned = out->nodes;
  p->look[0]->nodes = 0;
  int n = challengers(p, view, side, legal, &sure);
  int won = 0;
  out->nodes += p->look[0]->nodes;
  if (!sure) {
    won = think_hard(p, view, side, n, false, stop, began, &out->nodes);
    p->thought++;
  }

  /* The rest of the gesture is kept, with what must be seen before each step of it. */
  const struct arm *a = &p->arm[won];
  out->action = a->gesture.a[0];
  p->going = a->gesture;
  p->at = 1;
  if (p->going.n > 1) {
    lookahead_guess(p->look[0], view, side);
    lookahead_foresee(p->look[0], side, &p->going);
  }
  if (a->mutant)
    memcpy(p->plan, a->bias, sizeof p->plan);

  p->used += p->spec.ms ? contest_clock() - began : (int64_t)(out->nodes - planned);
  if (out->explain)
    explain(out, p, view, side, won);
}

/* ---- from one process to another */
struct kept { /* without padding, so that equal memories are equal bytes */
  struct lookahead_kept look;
  struct sal_rng rng;
  int64_t used;
  uint64_t asked, thought, usual, left, usual_plan;
  uint64_t due[GESTURE];
  struct sal_action a[GESTURE];
  int32_t turn, at, n;
  uint8_t fresh, stage, plan_part, part;
  uint32_t actions;
  int8_t plan[SAL_BIAS];
  uint32_t none;
};
_Static_assert(sizeof(struct kept) <= BOT_CARRY, "a bot's bytes fit");
_Static_assert(sizeof(struct kept) == sizeof(struct lookahead_kept) + sizeof(struct sal_rng) +
                                          6 * 8 + GESTURE * 16 + 3 * 4 + 4 + 4 + SAL_BIAS + 4,
               "no padding");

static size_t keep(const void *memory, void *out) {
  const struct planner *p = memory;
  struct kept k = {.rng = p->rng,
                   .used = p->used,
                   .asked = p->asked,
                   .thought = p->thought,
                   .usual = p->usual,
                   .left = p->left,
                   .usual_plan = p->usual_plan,
                   .turn = p->turn,
                   .at = p->at,
                   .n = p->going.n,
                   .fresh = p->fresh,
                   .stage = p->effort.stage,
                   .plan_part = p->effort.plan,
                   .part = p->effort.part,
                   .actions = p->effort.actions};
  lookahead_keep(p->look[0], &k.look);
  memcpy(k.plan, p->plan, sizeof k.plan);
  for (int i = p->at; i < p->going.n; i++) { /* what is done is of no interest any more */
    k.a[i] = p->going.a[i];
    k.due[i] = p->going.due[i];
  }
  memcpy(out, &k, sizeof k);
  return sizeof k;
}
/* The bytes may come from another machine, so no number in them may lead astray. */
static bool sound(const struct kept *k) {
  enum { MANY = 1 << 30 };

  /* places in the gesture */
  if (k->n < 0 || k->n > GESTURE)
    return false;
  if (k->at < 0 || k->at > GESTURE)
    return false;
  if (k->fresh > 1)
    return false;

  /* counts, which are multiplied with each other */
  if (k->asked > MANY || k->thought > MANY)
    return false;
  if (k->left > MANY)
    return false;
  if (k->actions > UINT16_MAX)
    return false;
  if (k->used < 0 || k->used > (int64_t)MANY * MANY)
    return false;

  for (int i = 0; i < SAL_BIAS; i++)
    if (k->plan[i] != clamp(k->plan[i]))
      return false;

  /* divisors */
  if (k->usual < 1 || k->usual > MANY)
    return false;
  return k->usual_plan >= 1 && k->usual_plan <= MANY;
}
static bool resume(void *memory, const void *kept, size_t n) {
  struct planner *p = memory;
  struct kept k;
  if (n != sizeof k)
    return false;
  memcpy(&k, kept, sizeof k);
  if (!sound(&k))
    return false;
  lookahead_resume(p->look[0], &k.look);
  memcpy(p->plan, k.plan, sizeof p->plan);
  memcpy(p->going.a, k.a, sizeof p->going.a);
  memcpy(p->going.due, k.due, sizeof p->going.due);
  p->going.n = k.n;
  p->at = k.at;
  p->rng = k.rng;
  p->turn = k.turn;
  p->fresh = k.fresh;
  p->used = k.used;
  p->asked = k.asked;
  p->thought = k.thought;
  p->usual = k.usual;
  p->left = k.left;
  p->usual_plan = k.usual_plan;
  p->effort = (struct sal_effort){k.stage, k.plan_part, (uint16_t)k.actions, k.part};
  return true;
}

const struct bot_kind bot_planner = {.name = "planner",
                                     .looks = true,
                                     .size = size,
                                     .start = start,
                                     .think = think,
                                     .keep = keep,
                                     .resume = resume,
                                     .slow = true};
