/* tapes.c - see tapes.h. */
#include "tapes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TAPES = 200000 };

struct count {
  struct sal_card first;
  uint64_t num[SAL_CARD_OUTCOMES], den, tapes;
  tape_also *also;
  void *ctx;
  const char *bad; /* what is wrong */
};

static bool tape(void *ctx, const struct sal_play *after, struct sal_chance chance) {
  struct count *t = ctx;
  const struct sal_card *c = &after->events->card[0];
  if (!after->events->ncards || c->kind != SAL_CARD_ODDS || c->rolled < 0)
    return t->bad = "no card", false;
  if (!t->tapes++)
    t->first = *c, t->den = 1;
  if (c->noutcomes != t->first.noutcomes || strcmp(c->column, t->first.column))
    return t->bad = "another card", false;
  if (t->also && (t->bad = t->also(t->ctx, after, &c->outcome[c->rolled])))
    return false;
  uint64_t lcm = t->den;
  while (lcm % chance.den)
    lcm += t->den;
  for (int i = 0; i < SAL_CARD_OUTCOMES; i++)
    t->num[i] *= lcm / t->den;
  t->den = lcm;
  t->num[c->rolled] += lcm / chance.den * chance.num;
  return true;
}

void true_card(struct table *t, const char *side, const char *action, tape_also *also, void *ctx) {
  struct game *g = engine_game(t->engine);
  const struct sal_book *b = game_book(g);
  struct sal_odds_room *room = calloc(1, sizeof *room);
  struct count *n = calloc(1, sizeof *n);
  struct sal_head *state = malloc(b->state_bytes);
  void *scratch = calloc(1, b->scratch_bytes);
  struct sal_action a;
  struct sal_err err;
  if (!room || !n || !state || !scratch || !(room->clone = malloc(b->state_bytes)) ||
      !(room->events = calloc(1, sizeof *room->events)))
    abort();
  memcpy(state, game_state(g), b->state_bytes);
  struct sal_play p = {b, state, scratch, NULL, NULL};
  room->events->want_cards = true;
  n->also = also;
  n->ctx = ctx;
  assert_true(sal_action_parse(b, action, &a, &err));
  assert_true(sal_check(&p, sal_side_parse(side), a, NULL));
  uint64_t tapes = sal_each_outcome(&p, sal_side_parse(side), a, room, MOST_TAPES, tape, n);
  if (n->bad || tapes < 2)
    fail_msg("%s: %s", action, n->bad ? n->bad : tapes ? "one tape only" : "too many tapes");
  for (int i = 0; i < n->first.noutcomes; i++) {
    struct sal_chance want = n->first.outcome[i].chance;
    if (n->num[i] * want.den != want.num * n->den)
      fail_msg("%s: '%s' says %d/%d, the tapes say %d/%d", n->first.title, n->first.outcome[i].text,
               (int)want.num, (int)want.den, (int)n->num[i], (int)n->den);
  }
  free(room->clone), free(room->events), free(room), free(n), free(state), free(scratch);
}

int tape_any(uint64_t *seed, int n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (int)(*seed >> 33) % n;
}
