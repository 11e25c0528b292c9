/* lookahead.c - see lookahead.h. */
#include "lookahead.h"

#include <string.h>

enum { ONWARD = 40, ENDLESS = 4000 };

static size_t up16(size_t n) { return (n + 15) & ~(size_t)15; }

extern const struct sal_adviser plain_adviser;
const struct sal_adviser *lookahead_adviser(const struct sal_book *b) { return b->rules->adviser ? b->rules->adviser : &plain_adviser; }

size_t lookahead_size(const struct sal_book *b) {
  const struct sal_adviser *a = lookahead_adviser(b);
  return up16(sizeof(struct lookahead)) + 3 * up16(b->state_bytes) + sal_room_at(b) + up16((a->room ? a->room(b) : 0) + 1);
}

void lookahead_start(struct lookahead *l, const struct sal_book *b, uint64_t seed) {
  uint8_t *at = (uint8_t *)l + up16(sizeof *l);
  l->book = b;
  l->adviser = lookahead_adviser(b);
  struct sal_head **states[] = {&l->root, &l->state, &l->step};
  for (int i = 0; i < 3; i++) {
    *states[i] = (struct sal_head *)(void *)at;
    at += up16(b->state_bytes);
  }
  l->scratch = at;
  memset(l->scratch, 0, b->scratch_bytes); /* as the host does: a ruleset may keep caches there */
  if (l->adviser->prepare) l->adviser->prepare(b, at + sal_room_at(b));
  sal_rng_seed(&l->rng, seed);
  l->nodes = 0;
  l->own = 0;
  l->nbeen = l->turn = l->long_turn = 0;
}

/* ---- dice of a try */
static uint64_t mix(uint64_t z) { /* splitmix64 */
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static uint32_t fated(void *ctx, uint32_t n) {
  struct fate *f = ctx;
  const struct sal_rolled *r = &f->dice->rolled[f->dice->n - 1];
  uint64_t key = mix(((uint64_t)r->rule << 16 | r->unit) + 0x9e3779b97f4a7c15u);
  uint64_t z = mix(f->seed + key + ++f->rolled[key % 512] * 0x9e3779b97f4a7c15u);
  return (uint32_t)((z >> 32) * n >> 32);
}
static void roll_by_fate(struct lookahead *l) {
  sal_dice_clear(&l->dice);
  l->dice.below = fated;
  l->dice.ctx = &l->fate;
}
void lookahead_again(struct lookahead *l, uint64_t seed) {
  memcpy(l->state, l->root, l->book->state_bytes);
  l->fate.seed = seed;
  l->fate.dice = &l->dice;
  memset(l->fate.rolled, 0, sizeof l->fate.rolled);
}

void lookahead_note(struct lookahead *l, const struct sal_play *view) {
  l->long_turn = view->state->turn == l->turn ? l->long_turn + 1 : 0;
  l->turn = view->state->turn;
  l->been[l->nbeen++ % 64] = sal_hash(view->state, l->book->state_bytes, 0); /* a view is its own view */
}

static bool been_there(const struct lookahead *l, uint64_t hash) {
  for (uint32_t i = 0; i < 64 && i < l->nbeen; i++)
    if (l->been[i] == hash) return true;
  return false;
}

struct sal_play lookahead_play(struct lookahead *l, struct sal_head *state) {
  return (struct sal_play){l->book, state, l->scratch, &l->dice, NULL};
}

void lookahead_guess(struct lookahead *l, const struct sal_play *view, int side) {
  l->book->rules->guess(l->book, view->state, side, &l->rng, l->root);
}

static int best_of(struct lookahead *l, uint32_t n) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < n; i++)
    if (l->score[i] > l->score[best]) best = i;
  return (int)best;
}

struct sal_action lookahead_script(struct lookahead *l, const struct sal_play *p, int side, const int8_t *bias) {
  if (l->list.n == 1) return l->list.a[0];
  l->adviser->score(p, side, &l->list, bias, l->score);
  return l->list.a[best_of(l, l->list.n)];
}

int lookahead_best(struct lookahead *l, const struct sal_play *p, int side, const struct sal_list *list, const int8_t *bias, int most,
                   struct sal_action *out) {
  int n = 0;
  l->adviser->score(p, side, list, bias, l->score);
  for (; n < most && n < (int)list->n; n++) {
    int best = best_of(l, list->n);
    if (!n) l->top = l->score[best];
    out[n] = list->a[best];
    l->score[best] = INT32_MIN;
  }
  return n;
}

static bool goes_back(struct lookahead *l, int side, struct sal_action a) {
  struct sal_play p = lookahead_play(l, l->state);
  memcpy(l->state, l->root, l->book->state_bytes);
  sal_dice_clear(&l->dice);
  sal_apply(&p, side, a);
  l->nodes++;
  return !l->dice.n && been_there(l, lookahead_seen(l, l->state, side)); /* what is rolled for is always new */
}
int lookahead_onward(struct lookahead *l, int side, const struct sal_list *list, const int8_t *bias, int most, struct sal_action *out) {
  struct sal_play p = lookahead_play(l, l->root);
  struct sal_action best[ONWARD];
  int tried = lookahead_best(l, &p, side, list, bias, ONWARD, best), n = 0;
  for (int i = 0; i < tried && n < most; i++)
    if (!goes_back(l, side, best[i])) out[n++] = best[i];
  if (l->long_turn > ENDLESS || (n && !sal_same(out[0], best[0]))) l->top = 0; /* the surest of all went in circles */
  if (!n || l->long_turn > ENDLESS) n = 0, out[n++] = list->a[sal_rng_below(&l->rng, list->n)];
  return n;
}

void lookahead_apply(struct lookahead *l, int side, struct sal_action a, uint64_t seed) {
  struct sal_rng rng;
  struct sal_play p = lookahead_play(l, l->state);
  sal_rng_seed(&rng, seed);
  sal_dice_clear(&l->dice);
  l->dice.rng = &rng;
  sal_apply(&p, side, a);
  l->nodes++;
}

int32_t lookahead_run(struct lookahead *l, int side, const int8_t *bias) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct sal_play p = lookahead_play(l, l->state);
  int now = l->root->turn, until = now + l->adviser->turns;
  for (int i = 0; i < l->adviser->actions && !l->state->over && l->state->turn < until; i++) {
    uint32_t who = sal_actors(&p);
    int actor = who == SAL_BOTH ? side : who == SAL_BIT(SAL_SOVIET);
    sal_legal(&p, actor, &l->list);
    struct sal_action a = lookahead_script(l, &p, actor, actor == side ? bias : plain);
    l->own += actor == side && l->state->turn == now;
    roll_by_fate(l);
    sal_apply(&p, actor, a);
    l->nodes++;
  }
  return l->adviser->value(&p, side);
}

uint64_t lookahead_seen(struct lookahead *l, const struct sal_head *state, int side) {
  memset(l->step, 0, l->book->state_bytes);
  l->book->rules->view(l->book, state, side, l->step, NULL);
  return sal_hash(l->step, l->book->state_bytes, 0);
}

bool lookahead_gesture(struct lookahead *l, int side, const struct sal_action *first, int n, const int8_t *bias, struct gesture *g) {
  struct sal_play p = lookahead_play(l, l->state);
  int depth = l->root->depth;
  memcpy(l->state, l->root, l->book->state_bytes);
  for (g->n = 0; g->n < GESTURE;) {
    if (g->n < n && !sal_check(&p, side, first[g->n], NULL)) return false;
    if (g->n >= n) sal_legal(&p, side, &l->list);
    g->a[g->n] = g->n < n ? first[g->n] : lookahead_script(l, &p, side, bias);
    sal_dice_clear(&l->dice);
    sal_apply(&p, side, g->a[g->n++]);
    l->nodes++;
    if (l->dice.short_of || l->state->over || l->state->depth <= depth || sal_actors(&p) != SAL_BIT(side)) break;
  }
  if (g->n < n) return false;
  g->end = sal_hash(l->state, l->book->state_bytes, 0);
  if (l->dice.short_of) g->end ^= sal_key(g->a[g->n - 1]); /* what comes of it is not known */
  return true;
}

void lookahead_foresee(struct lookahead *l, int side, struct gesture *g) {
  struct sal_play p = lookahead_play(l, l->state);
  memcpy(l->state, l->root, l->book->state_bytes);
  for (int i = 0; i < g->n; i++) {
    if (!sal_check(&p, side, g->a[i], NULL)) { /* what was guessed differently: from here on it thinks again */
      g->n = i;
      return;
    }
    g->due[i] = lookahead_seen(l, l->state, side);
    sal_dice_clear(&l->dice);
    sal_apply(&p, side, g->a[i]);
    l->nodes++;
  }
}

void lookahead_do(struct lookahead *l, int side, const struct gesture *g) {
  struct sal_play p = lookahead_play(l, l->state);
  for (int i = 0; i < g->n && sal_actors(&p) & SAL_BIT(side); i++) {
    if (i && !sal_check(&p, side, g->a[i], NULL)) return;
    roll_by_fate(l);
    sal_apply(&p, side, g->a[i]);
    l->nodes++;
  }
}
