/* review_mistakes.c - the largest mistakes of a game: where a side's chance fell by its own doing,
 * what it did there, and what the planner would have done.
 *
 * The fall from segment to segment only says where to look. There the choice is judged by what the
 * side could know: both ways are played on over the same guesses with the same dice, and the loss
 * is the mean difference with its error. A loss within its error is no mistake.
 */
#include <stdlib.h>
#include <string.h>

#include "review_inside.h"

/* Tries of both ways, as a multiple of those of a chance; moves of a segment that are examined. */
enum { FINER = 2, MOVES = 400 };
/* The planner's own games: GLANCE of them tell whether to look further, GAMES others how large the
 * mistake is. If there is room for fewer than LEAST_GAMES, the script's tries have to do. */
enum { GLANCE = 16, GAMES = 64, LEAST_GAMES = 32 };
static const double HOPE = 0.04; /* a smaller loss is not examined further */

struct suspect {
  uint32_t segment;
  double loss;
};

/* The segments that cost their side most, the worst first. */
static int find_suspects(const struct review *r, struct suspect out[REVIEW_SUSPECTS]) {
  int n = 0;

  for (uint32_t i = 0; i < r->nsegments; i++) {
    const struct segment *s = &r->segment[i];
    const struct chance *next = i + 1 < r->nsegments ? &r->segment[i + 1].open : &r->end;
    const struct chance *to = s->rolls ? &s->before : next;
    double loss = review_share(&s->open, s->side) - review_share(to, s->side);
    if (loss <= 0)
      continue;
    int at = n;
    while (at > 0 && out[at - 1].loss < loss)
      at--;
    if (at == REVIEW_SUSPECTS)
      continue;
    int moved = (n < REVIEW_SUSPECTS ? n : REVIEW_SUSPECTS - 1) - at;
    memmove(&out[at + 1], &out[at], (size_t)moved * sizeof *out);
    out[at] = (struct suspect){i, loss};
    if (n < REVIEW_SUSPECTS)
      n++;
  }

  return n;
}

/* Plays the first `n` actions of a segment on a copy of where it begins. */
static void go_to(struct bench_of_tries *b, const struct review *r, const struct segment *s,
                  uint32_t n, const struct sal_head *from, struct sal_head *to) {
  struct lookahead *l = b->look[0];

  memcpy(l->root, from, b->book->state_bytes);
  lookahead_again(l, 0);
  for (uint32_t i = 0; i < n; i++)
    lookahead_act(l, s->side, r->action[s->first + i]);
  memcpy(to, l->state, b->book->state_bytes);
}

/* A move of a segment: its actions from the first of it to where the matter is done. */
struct move {
  uint32_t at, n;
};

/* The next move of the segment, which begins where the lookahead stands: a unit's whole way, or one
 * action if it has no continuation. Moves are judged whole, because the rest of half a way would be
 * the script's doing, not the player's. */
static struct move next_move(struct bench_of_tries *b, const struct review *r,
                             const struct segment *s, uint32_t at) {
  struct lookahead *l = b->look[0];
  struct move move = {.at = at};
  int depth = l->state->depth;

  do {
    lookahead_act(l, s->side, r->action[s->first + at + move.n]);
    move.n++;
  } while (at + move.n < s->n && l->state->depth > depth);

  return move;
}

/* Which move of the segment the chance fell at: the whole way tried after each of them. The dice
 * are others than those that made the segment suspect. */
static struct move worst_move(struct bench_of_tries *b, const struct review *r,
                              const struct segment *s, const struct sal_head *state) {
  struct try_from from = {.state = state,
                          .guess = SAL_ALL,
                          .side = s->side,
                          .action = &r->action[s->first],
                          .first = b->tries};
  struct move move[MOVES];
  struct move worst = {0};
  double most = -1;
  int n = 0;

  memcpy(b->look[0]->root, state, b->book->state_bytes);
  lookahead_again(b->look[0], 0);
  for (uint32_t at = 0; at < s->n && n < MOVES; at += move[n++].n)
    move[n] = next_move(b, r, s, at);
  struct chance c = tries_run(b, &from, b->tries, NULL);
  double last = review_share(&c, s->side);
  for (int i = 0; i < n; i++) {
    from.n = move[i].at + move[i].n;
    c = tries_run(b, &from, b->tries, NULL);
    double share = review_share(&c, s->side);
    if (last - share > most) {
      most = last - share;
      worst = move[i];
    }
    last = share;
  }

  return worst;
}

/* What the planner would do there: its actions up to a die or the other side's decision. */
static int ask_planner(struct bench_of_tries *b, const struct sal_head *state, int side,
                       struct sal_action out[REVIEW_WAY]) {
  const struct sal_book *book = b->book;
  struct bot_spec spec;
  struct sal_err err;
  struct lookahead *l = b->look[0];
  int n = 0;

  if (!bot_parse("planner", &spec, &err))
    return 0;
  spec.nodes = b->o->nodes;
  void *memory = calloc(1, spec.kind->size(book));
  struct sal_list *legal = malloc(sizeof *legal);
  struct sal_head *view = calloc(1, book->state_bytes);
  struct sal_head *now = malloc(book->state_bytes);
  if (!memory || !legal || !view || !now)
    abort();
  spec.kind->start(memory, book, &spec, b->o->seed);
  memcpy(now, state, book->state_bytes);
  while (n < REVIEW_WAY) {
    struct bot_thought thought = {.threads = b->threads};
    struct sal_play seen = {.book = book, .state = view, .scratch = l->scratch};
    memset(view, 0, book->state_bytes);
    book->rules->view(book, now, side, view, NULL);
    sal_legal(&seen, side, legal);
    if (!legal->n)
      break;
    spec.kind->think(memory, &seen, side, legal, b->o->stop, &thought);
    memcpy(l->root, now, book->state_bytes);
    lookahead_again(l, 0);
    struct sal_play p = lookahead_play(l, l->state);
    if (!sal_check(&p, side, thought.action, NULL))
      break;
    out[n++] = thought.action;
    lookahead_act(l, side, thought.action);
    bool goes_on = !l->dice.n && !l->state->over && sal_actors(&p) == SAL_BIT(side) &&
                   l->state->turn == state->turn && l->state->depth > state->depth;
    if (!goes_on)
      break;
    memcpy(now, l->state, book->state_bytes);
  }
  free(now);
  free(view);
  free(legal);
  free(memory);
  return n;
}

/* How grave a loss is, counting only what exceeds its error. */
static enum review_kind kind_of(const struct mistake *m) {
  double sure = m->loss - m->error;

  if (sure >= 0.15)
    return REVIEW_BLUNDER;
  if (sure >= 0.10)
    return REVIEW_MISTAKE;

  return sure >= 0.05 ? REVIEW_INACCURACY : REVIEW_FINE;
}

/* The gravest first, by what is sure: an inaccuracy never stands before a mistake. */
static int by_gravity(const void *a, const void *b) {
  const struct mistake *x = a;
  const struct mistake *y = b;
  double one = x->loss - x->error;
  double other = y->loss - y->error;
  return (one < other) - (one > other);
}

/* The words with which a side is offered an action there. */
static void words_of(const struct bench_of_tries *b, struct lookahead *l, int side,
                     struct sal_action a, char out[REVIEW_WORDS]) {
  struct sal_offer offer = {0};
  struct sal_play p = lookahead_play(l, l->state);

  sal_offer_fill(b->book, a, &offer);
  if (b->book->rules->offer)
    b->book->rules->offer(&p, side, a, &offer);
  memcpy(out, offer.label, REVIEW_WORDS);
}

/* A way in words, as it is offered step by step. */
static void way_in_words(struct bench_of_tries *b, const struct sal_head *state, int side,
                         struct way way, char out[][REVIEW_WORDS]) {
  struct lookahead *l = b->look[0];

  memcpy(l->root, state, b->book->state_bytes);
  lookahead_again(l, 0);
  for (uint32_t i = 0; i < way.n; i++) {
    words_of(b, l, side, way.action[i], out[i]);
    lookahead_act(l, side, way.action[i]);
  }
}

/* Both ways, so that they can be shown and told. A very long move is cut. */
static void note_ways(struct bench_of_tries *b, const struct sal_head *state, struct way better,
                      struct way played, struct mistake *m) {
  m->nplayed = (int)(played.n < REVIEW_WAY ? played.n : REVIEW_WAY);
  played.n = (uint32_t)m->nplayed;
  memcpy(m->played, played.action, played.n * sizeof *m->played);
  way_in_words(b, state, m->side, played, m->played_says);
  way_in_words(b, state, m->side, better, m->better_says);
}

/* Are the two ways the same to the last action? */
static bool same_way(struct way one, struct way other) {
  if (one.n != other.n)
    return false;
  for (uint32_t i = 0; i < one.n; i++)
    if (!sal_same(one.action[i], other.action[i]))
      return false;

  return true;
}

/* How much the better way brings. First the script plays both ways on, which is cheap and shows
 * what is no mistake at all. Then the planner does, with little thought: a script may fail to use
 * what was prepared, and most losses that it finds in a planner's games are its own. Every look
 * uses other dice than those before it, so that luck stands out only once. */
static struct gap weigh(struct bench_of_tries *b, struct try_from from, struct way better,
                        struct way played) {
  uint32_t games = tries_thought(b, GAMES);

  from.first = 2 * b->tries;
  struct gap gap = tries_compare(b, from, better, played, FINER * b->tries);
  if (gap.mean < HOPE || games < LEAST_GAMES)
    return gap;
  from.thought = true;
  from.first += FINER * b->tries;
  gap = tries_compare(b, from, better, played, GLANCE);
  if (gap.mean + gap.error < HOPE)
    return gap;
  from.first += GLANCE;

  return tries_compare(b, from, better, played, games);
}

/* One suspect: the worst move of the segment against what the planner would have done. */
static void judge(struct review *r, struct bench_of_tries *b, uint32_t segment,
                  const struct sal_head *start, struct mistake *m) {
  const struct segment *s = &r->segment[segment];
  struct sal_head *state = malloc(b->book->state_bytes);

  if (!state)
    abort();
  struct move worst = worst_move(b, r, s, start);
  go_to(b, r, s, worst.at, start, state);
  *m = (struct mistake){.line = r->line[s->first + worst.at],
                        .last = r->line[s->first + worst.at + worst.n - 1],
                        .turn = s->turn,
                        .side = s->side};
  m->nbetter = ask_planner(b, state, s->side, m->better);
  struct way better = {m->better, (uint32_t)m->nbetter};
  struct way played = {&r->action[s->first + worst.at], worst.n};
  if (better.n && !same_way(better, played)) {
    struct try_from from = {.state = state, .guess = s->side, .side = s->side};
    struct gap gap = weigh(b, from, better, played);
    m->loss = gap.mean;
    m->error = gap.error;
    m->chance = gap.one;
  }
  m->kind = kind_of(m);
  if (m->kind != REVIEW_FINE)
    note_ways(b, state, better, played, m);
  free(state);
}

/* Judges the suspects and keeps the gravest. */
void review_find_mistakes(struct review *r, struct bench_of_tries *b,
                          struct sal_head *const *state) {
  struct suspect suspect[REVIEW_SUSPECTS];
  struct mistake found[REVIEW_SUSPECTS];
  int n = find_suspects(r, suspect);
  int kept = 0;

  for (int i = 0; i < n; i++) {
    if (b->o->stop && atomic_load(b->o->stop))
      return;
    struct mistake *m = &found[kept];
    judge(r, b, suspect[i].segment, state[suspect[i].segment], m);
    if (m->kind != REVIEW_FINE) {
      r->given[m->side] += m->loss;
      kept++;
    }
    if (b->o->progress)
      b->o->progress(b->o->ctx, r->nsegments + (uint32_t)i + 1, r->nsegments + REVIEW_SUSPECTS);
  }
  qsort(found, (size_t)kept, sizeof *found, by_gravity);
  r->nmistakes = kept < REVIEW_MISTAKES ? kept : REVIEW_MISTAKES;
  memcpy(r->mistake, found, (size_t)r->nmistakes * sizeof *found);
}
