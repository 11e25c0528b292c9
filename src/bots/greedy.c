/* greedy.c - looks one gesture ahead: the game's script completes each action (a move to its end,
 * an attack to its roll), which is then valued exactly over all dice, or over a fair sample if
 * there are too many. */
#include "core/odds.h"
#include "lookahead.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 12, LONGEST = 24, TAPES = 1296, SAMPLE = 48 };

struct greedy {
  struct sal_odds_room room;
  struct lookahead look; /* last: its block continues behind it */
};

/* The bot's own words, and a lookahead behind them. */
static size_t size(const struct sal_book *b) {
  return sizeof(struct greedy) + lookahead_size(b);
}
static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec,
                  uint64_t seed) {
  (void)spec;
  lookahead_start(&((struct greedy *)memory)->look, b, seed);
}

struct mean {
  struct lookahead *look;
  int side;
  int64_t sum; /* of value x weight, weights in 1/2^32 */
};
/* Adds the value after one outcome, weighed by its chance. */
static bool add_tape(void *ctx, const struct sal_play *after, struct sal_chance c) {
  struct mean *m = ctx;
  m->sum +=
      (int64_t)m->look->adviser->value(after, m->side) * (int64_t)((1ull << 32) / c.den * c.num);
  m->look->nodes++;
  return true;
}

/* The value of an action that ends the gesture: over all tapes, or over a sample. */
static int32_t expect(struct greedy *g, int side, struct sal_action a) {
  struct lookahead *l = &g->look;
  struct sal_play p = lookahead_play(l, l->state);
  struct mean m = {l, side, 0};
  g->room.clone = l->step;
  g->room.events = NULL;
  if (sal_each_outcome(&p, side, a, &g->room, TAPES, add_tape, &m))
    return (int32_t)(m.sum >> 32);

  /* Too many tapes: a sample, the same for every action. */
  int64_t sum = 0;
  memcpy(l->step, l->state, l->book->state_bytes);
  for (int i = 0; i < SAMPLE; i++) {
    memcpy(l->state, l->step, l->book->state_bytes);
    lookahead_apply(l, side, a, (uint64_t)i + 1);
    sum += l->adviser->value(&p, side);
  }
  return (int32_t)(sum / SAMPLE);
}

/* Does this action roll dice? Found out by trying it without any. */
static bool rolls(struct greedy *g, int side, struct sal_action a) {
  struct lookahead *l = &g->look;
  struct sal_play p = lookahead_play(l, l->step);
  memcpy(l->step, l->state, l->book->state_bytes);
  sal_dice_clear(&l->dice);
  sal_apply(&p, side, a);
  l->nodes++;
  return l->dice.short_of != 0;
}

/* The value of an action, completed by the script. */
static int32_t gesture(struct greedy *g, const struct sal_head *from, int side,
                       struct sal_action a) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct lookahead *l = &g->look;
  struct sal_play p = lookahead_play(l, l->state);
  memcpy(l->state, from, l->book->state_bytes);
  int depth = from->depth;
  for (int i = 0; i < LONGEST; i++) {
    if (rolls(g, side, a))
      return expect(g, side, a);
    lookahead_apply(l, side, a, 1);

    /* What the next phase brings belongs to another gesture. */
    bool next_phase = l->state->phase != from->phase;
    bool done = l->state->depth < depth || (i && l->state->depth == depth);
    if (l->state->over || done || next_phase)
      break;
    if (sal_actors(&p) != SAL_BIT(side))
      break;
    sal_legal(&p, side, &l->list);
    a = lookahead_script(l, &p, side, plain);
  }
  return l->adviser->value(&p, side);
}

/* The best of the script's dozen. */
static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal,
                  const atomic_bool *stop, struct bot_thought *out) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct greedy *g = memory;
  struct lookahead *l = &g->look;
  struct sal_action best[WIDTH];
  uint64_t before = l->nodes;
  out->action = legal->a[0];
  lookahead_note(l, view, side);
  if (legal->n > 1) {
    lookahead_guess(l, view, side);
    int n = lookahead_onward(l, side, legal, plain, WIDTH, best);
    int32_t top = INT32_MIN;
    for (int i = 0; i < n && !(stop && atomic_load(stop)); i++) {
      int32_t v = gesture(g, l->root, side, best[i]);
      /* equal: the script's order decides */
      if (v <= top)
        continue;
      top = v;
      out->action = best[i];
    }
    if (out->explain)
      snprintf(out->why, sizeof out->why, "the best of %d by what stands after it (%+.2f steps)", n,
               top / 100.0);
  } else if (out->explain) {
    snprintf(out->why, sizeof out->why, "the only choice");
  }
  out->nodes = l->nodes - before + 1;
}

static size_t keep(const void *memory, void *out) {
  struct lookahead_kept k;
  lookahead_keep(&((const struct greedy *)memory)->look, &k);
  memcpy(out, &k, sizeof k);
  return sizeof k;
}
static bool resume(void *memory, const void *kept, size_t n) {
  struct lookahead_kept k;
  if (n != sizeof k)
    return false;
  memcpy(&k, kept, sizeof k);
  lookahead_resume(&((struct greedy *)memory)->look, &k);
  return true;
}

const struct bot_kind bot_greedy = {.name = "greedy",
                                    .looks = true,
                                    .size = size,
                                    .start = start,
                                    .think = think,
                                    .keep = keep,
                                    .resume = resume};
