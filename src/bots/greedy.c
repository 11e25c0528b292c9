/* greedy.c - one gesture ahead: each action is completed by the game's script (a move to its end, an attack to its roll)
 * and valued exactly over all dice, or over a fair sample where there are too many.
 */
#include "core/odds.h"
#include "lookahead.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 12, LONGEST = 24, TAPES = 1296, SAMPLE = 48 };

struct greedy {
  struct sal_odds_room room;
  struct lookahead look; /* last: its block goes on behind it */
};

static size_t size(const struct sal_book *b) { return sizeof(struct greedy) + lookahead_size(b); }
static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec, uint64_t seed) {
  (void)spec;
  lookahead_start(&((struct greedy *)memory)->look, b, seed);
}

struct mean {
  struct lookahead *look;
  int side;
  int64_t sum; /* of value x weight, weights in 1/2^32 */
};
static bool add_tape(void *ctx, const struct sal_play *after, struct sal_chance c) {
  struct mean *m = ctx;
  m->sum += (int64_t)m->look->adviser->value(after, m->side) * (int64_t)((1ull << 32) / c.den * c.num);
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
  if (sal_each_outcome(&p, side, a, &g->room, TAPES, add_tape, &m)) return (int32_t)(m.sum >> 32);
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

static int32_t gesture(struct greedy *g, const struct sal_head *from, int side, struct sal_action a) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct lookahead *l = &g->look;
  struct sal_play p = lookahead_play(l, l->state);
  memcpy(l->state, from, l->book->state_bytes);
  int depth = from->depth;
  for (int i = 0; i < LONGEST; i++) {
    if (rolls(g, side, a)) return expect(g, side, a);
    lookahead_apply(l, side, a, 1);
    bool another = l->state->phase != from->phase; /* what the next phase brings is another gesture's */
    if (l->state->over || l->state->depth < depth || (i && l->state->depth == depth) || another || sal_actors(&p) != SAL_BIT(side)) break;
    sal_legal(&p, side, &l->list);
    a = lookahead_script(l, &p, side, plain);
  }
  return l->adviser->value(&p, side);
}

static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal, const atomic_bool *stop, struct bot_thought *out) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct greedy *g = memory;
  struct lookahead *l = &g->look;
  struct sal_action best[WIDTH];
  uint64_t before = l->nodes;
  out->action = legal->a[0];
  lookahead_note(l, view);
  if (legal->n > 1) {
    lookahead_guess(l, view, side);
    int n = lookahead_onward(l, side, legal, plain, WIDTH, best);
    int32_t top = INT32_MIN;
    for (int i = 0; i < n && !(stop && atomic_load(stop)); i++) {
      int32_t v = gesture(g, l->root, side, best[i]);
      if (v > top) top = v, out->action = best[i]; /* equal: the script's order decides */
    }
    if (out->explain) snprintf(out->why, sizeof out->why, "the best of %d by what stands after it (%+.2f steps)", n, top / 100.0);
  } else if (out->explain) {
    snprintf(out->why, sizeof out->why, "the only choice");
  }
  out->nodes = l->nodes - before + 1;
}

const struct bot_kind bot_greedy = {.name = "greedy", .looks = true, .size = size, .start = start, .think = think};
