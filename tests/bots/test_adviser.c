/* test_adviser.c - what an adviser remembers may save work, but must not change what it says.
 *
 * A game's adviser keeps what it has worked out in its room: fronts, wishes, the ends of trips.
 * Here every few decisions are scored twice: by an adviser that has seen the whole game, and by one
 * that has just been prepared and remembers nothing. A cache that is kept too long shows at once.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/lookahead.h"
#include "host/library.h"
#include "lab/playout.h"

enum { SEEDS = 2, ACTIONS = 1500, EVERY = 3, ASTRAY = 20 };

struct pair {
  const struct sal_book *book;
  struct lookahead *old, *fresh;
  uint8_t *blank; /* the fresh one's room, as `prepare` leaves it */
  size_t room;
};

static struct lookahead *begin(const struct sal_book *book) {
  struct lookahead *l = calloc(1, lookahead_size(book));
  assert_non_null(l);
  lookahead_start(l, book, 1);
  return l;
}
static struct pair pair_of(const struct sal_book *book) {
  struct pair t = {.book = book, .old = begin(book), .fresh = begin(book)};
  const struct sal_adviser *a = t.old->adviser;
  t.room = a->room ? a->room(book) : 0;
  t.blank = malloc(t.room + 1);
  assert_non_null(t.blank);
  memcpy(t.blank, (uint8_t *)t.fresh->scratch + sal_room_at(book), t.room);
  return t;
}
static void pair_free(struct pair *t) {
  free(t->old);
  free(t->fresh);
  free(t->blank);
}

/* Both score the list of this decision. */
static void compare(struct pair *t, int side, const char *game, int n) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct lookahead *f = t->fresh;
  struct sal_play p = lookahead_play(f, f->state);

  memcpy((uint8_t *)f->scratch + sal_room_at(t->book), t->blank, t->room);
  memcpy(f->state, t->old->state, t->book->state_bytes);
  f->adviser->score(&p, side, &t->old->list, plain, f->score);
  for (uint32_t i = 0; i < t->old->list.n; i++) {
    if (f->score[i] == t->old->score[i])
      continue;
    char text[160];
    sal_action_print(t->book, t->old->list.a[i], text, sizeof text);
    fail_msg("%s, action %d (%s), turn %u: '%s' is worth %d, but %d to who remembers", game, n,
             sal_node_of(&p)->id, f->state->turn, text, f->score[i], t->old->score[i]);
  }
}

/* A game by script; now and then something else is done, so that it comes to strange positions. */
static void remembers_right(struct library *lib, const char *name, uint64_t seed) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct bot_spec spec[2];
  struct sal_err err;
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct fault fault;

  assert_true(library_pick(lib, name, &rules, &book, &fault));
  assert_true(bot_parse("random", &spec[0], &err));
  spec[1] = spec[0];
  struct playout *table = playout_new(book, spec);
  struct pair t = pair_of(book);
  struct lookahead *l = t.old;
  struct sal_play p = lookahead_play(l, l->state);
  playout_start(table, seed);
  memcpy(l->root, table->play.state, book->state_bytes);
  lookahead_again(l, seed);
  sal_rng_seed(&l->rng, seed);
  for (int n = 0; n < ACTIONS && !l->state->over; n++) {
    int side = sal_actors(&p) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    sal_legal(&p, side, &l->list);
    struct sal_action a = lookahead_script(l, &p, side, plain);
    if (n % EVERY == 0 && l->list.n > 1)
      compare(&t, side, name, n);
    if (!sal_rng_below(&l->rng, ASTRAY))
      a = l->list.a[sal_rng_below(&l->rng, l->list.n)];
    lookahead_act(l, side, a);
  }
  pair_free(&t);
  playout_free(table);
}

static void what_is_kept_is_what_would_be_found(void **s) {
  (void)s;
  static const char *const name[] = {"nullgame/lesson",  "sspanzer/bloodbath", "alea/south",
                                     "alea/panzerkeil",  "alea/lesson",        "wb95/joined",
                                     "wb95/prokhorovka", "wb95/lesson",        "stalnie/skirmish"};
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  assert_non_null(lib);
  for (size_t i = 0; i < sizeof name / sizeof *name; i++)
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
      remembers_right(lib, name[i], seed);
  library_close(lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_kept_is_what_would_be_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
