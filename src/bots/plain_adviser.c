/* plain_adviser.c - an adviser for games that have none: good is what the game's own `score` says,
 * and all actions are equally good.
 *
 * It exists so that every bot can finish every game. The state shuffles the order of the actions,
 * and actions that end something come early, so that a script made of this does not repeat one
 * thing for ever.
 */
#include "lookahead.h"

/* A fraction in thousandths; one that was never set is 0. */
static int64_t thousandths(struct sal_frac f) {
  if (!f.den)
    return 0;
  return 1000 * (int64_t)f.num / f.den;
}

/* Points ahead; a game that is won counts two points more. */
static int32_t value(const struct sal_play *p, int side) {
  struct sal_result r = {.winner = SAL_NOSIDE};
  bool over = p->book->rules->score(p, &r);
  int64_t v = thousandths(r.margin);

  /* Before the end some games count points only. */
  bool has_points = r.score[0].den && r.score[1].den;
  if (!over && !v && has_points)
    v = thousandths(r.score[0]) - thousandths(r.score[1]);

  bool won = over && r.winner < SAL_SIDES;
  if (won)
    v += r.winner == SAL_GERMAN ? 2000 : -2000;
  return (int32_t)(side == SAL_GERMAN ? v : -v);
}

/* Shuffled by the state; what ends a matter comes a little earlier. */
static void score(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  const struct sal_verb *verbs = p->book->rules->verbs;
  uint64_t state = sal_hash(p->state, p->book->state_bytes, (uint64_t)(uint8_t)bias[1]);
  (void)side;
  for (uint32_t i = 0; i < l->n; i++) {
    uint64_t key = sal_key(l->a[i]);
    uint8_t on = verbs[l->a[i].verb].on;
    bool ends_matter = on == SAL_ON_MAIN || on == SAL_ON_END;

    out[i] = (int32_t)(sal_hash(&key, sizeof key, state) % 1000);
    if (ends_matter)
      out[i] += 100;
  }
}

const struct sal_adviser plain_adviser = {
    .value = value, .score = score, .nbias = 2, .turns = 1, .actions = 60};
