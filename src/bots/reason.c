/* reason.c - see reason.h. */
#include "reason.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 40, SETTLED = 24, SELDOM = TRIES / 20 };

/* What the tries came to, summed. */
struct outcome {
  struct sal_stakes before;
  int32_t lost[SAL_SIDES];
  uint16_t changed[SAL_PLACES]; /* tries in which the place had another holder afterwards */
};

/* Plays on by script until what the gesture began is done: a fight with its losses, retreats and
 * advances. */
static void settle(struct lookahead *l, int side, const int8_t *bias) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct sal_play p = lookahead_play(l, l->state);

  for (int i = 0; i < SETTLED; i++) {
    bool done = l->state->depth <= l->root->depth || l->state->phase != l->root->phase;
    if (l->state->over || done)
      return;
    uint32_t who = sal_actors(&p);
    int actor = who == SAL_BOTH ? side : who == SAL_BIT(SAL_SOVIET);
    sal_legal(&p, actor, &l->list);
    struct sal_action a = lookahead_script(l, &p, actor, actor == side ? bias : plain);
    lookahead_act(l, actor, a);
  }
}

/* What each side can win and lose in that state. */
static void stakes_of(struct lookahead *l, struct sal_head *state, struct sal_stakes *out) {
  struct sal_play p = lookahead_play(l, state);
  *out = (struct sal_stakes){0};
  l->adviser->stakes(&p, out);
}

/* The gesture with one guess and one set of dice, and what has changed after it. */
static void one_try(struct lookahead *l, const struct sal_play *view, int side,
                    const struct gesture *g, const int8_t *bias, struct outcome *o) {
  struct sal_stakes after;
  lookahead_guess(l, view, side);
  stakes_of(l, l->root, &o->before);
  lookahead_again(l, sal_rng_next(&l->rng));
  lookahead_do(l, side, g);
  settle(l, side, bias);
  stakes_of(l, l->state, &after);

  for (int s = 0; s < SAL_SIDES; s++)
    o->lost[s] += o->before.strength[s] - after.strength[s];
  for (int i = 0; i < o->before.n && i < after.n; i++)
    if (o->before.holder[i] != after.holder[i])
      o->changed[i]++;
}

/* The place that changes hands most often: taken by the side, or lost by it. -1: none does. */
static int likeliest(const struct outcome *o, int side, bool taken) {
  int best = -1;
  for (int i = 0; i < o->before.n; i++) {
    bool mine = o->before.holder[i] == side;
    if (mine == taken || o->changed[i] <= SELDOM)
      continue;
    if (best < 0 || o->changed[i] > o->changed[best])
      best = i;
  }
  return best;
}

/* A town's name, or the number of the hex. */
static const char *name_of(const struct sal_board *b, sal_hex h) {
  for (int i = 0; i < b->nlabels; i++)
    if (b->labels[i].hex == h)
      return b->labels[i].text;
  return b->name[h];
}

struct words {
  char *out;
  size_t size, n;
};
/* Where the next clause goes, behind a comma. */
static void comma(struct words *w) {
  if (w->n && w->n + 2 < w->size)
    w->n += (size_t)snprintf(w->out + w->n, w->size - w->n, ", ");
}
/* Counts what was printed, or as much of it as there was room for. */
static void count(struct words *w, int printed) {
  size_t more = printed > 0 ? (size_t)printed : 0;
  w->n = w->n + more < w->size ? w->n + more : w->size - 1;
}

/* One place that changes hands, with its chance unless that is sure. */
static void say_place(struct words *w, const struct lookahead *l, const struct outcome *o, int i,
                      bool taken) {
  static const char *const sure[] = {"gives up %s", "takes %s"};
  static const char *const likely[] = {"may lose %s (%d %%)", "takes %s with %d %%"};
  int share = 100 * o->changed[i] / TRIES;
  const char *name = name_of(&l->book->board, o->before.place[i]);
  comma(w);
  if (share > 97)
    count(w, snprintf(w->out + w->n, w->size - w->n, sure[taken], name));
  else
    count(w, snprintf(w->out + w->n, w->size - w->n, likely[taken], name, share));
}

/* Tenths, rounded. */
static int tenths(int32_t sum) {
  return sum <= 0 ? 0 : (10 * sum + TRIES / 2) / TRIES;
}
/* Losses of both sides, in what the game counts them. */
static void say_losses(struct words *w, const struct outcome *o, int side) {
  int theirs = tenths(o->lost[sal_enemy(side)]);
  int ours = tenths(o->lost[side]);
  const char *unit = o->before.unit;
  if (!theirs && !ours)
    return;
  comma(w);
  char *at = w->out + w->n;
  size_t left = w->size - w->n;
  if (theirs && ours)
    count(w, snprintf(at, left, "costs the enemy %d.%d %s, risks %d.%d", theirs / 10, theirs % 10,
                      unit, ours / 10, ours % 10));
  else if (theirs)
    count(w, snprintf(at, left, "costs the enemy %d.%d %s, risks nothing", theirs / 10, theirs % 10,
                      unit));
  else
    count(w, snprintf(at, left, "risks %d.%d %s", ours / 10, ours % 10, unit));
}

void reason_tell(struct lookahead *l, const struct sal_play *view, int side,
                 const struct gesture *g, const int8_t *bias, char *out, size_t size) {
  struct outcome o = {0};
  struct words w = {.out = out, .size = size};
  struct sal_rng kept = l->rng;
  out[0] = 0;
  if (!l->adviser->stakes)
    return;
  for (int i = 0; i < TRIES; i++)
    one_try(l, view, side, g, bias, &o);
  l->rng = kept;
  int taken = likeliest(&o, side, true);
  int lost = likeliest(&o, side, false);
  if (taken >= 0)
    say_place(&w, l, &o, taken, true);
  if (lost >= 0)
    say_place(&w, l, &o, lost, false);
  say_losses(&w, &o, side);
}
