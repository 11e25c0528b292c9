/* review.c - see review.h: the journal cut into segments, and the chances at each. */
#include "review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "review_inside.h"

const char *const review_word[4] = {"fine", "inaccuracy", "mistake", "blunder"};

/* A side's share of the tries; half before any were made. */
double review_share(const struct chance *c, int side) {
  return c->tries ? (c->wins[side] + 0.5 * c->wins[2]) / c->tries : 0.5;
}

/* The standard error of a share; a share of 0 or 1 out of n is not certain either. */
double review_error(const struct chance *c) {
  double n = c->tries;
  if (n <= 0)
    return 0.5;
  double p = (c->wins[0] + 0.5 * c->wins[2] + 0.5) / (n + 1);
  return sqrt(p * (1 - p) / (n + 1));
}

/* The chance where the next segment begins. */
static const struct chance *after(const struct review *r, uint32_t segment) {
  return segment + 1 < r->nsegments ? &r->segment[segment + 1].open : &r->end;
}

/* What the dice of a segment gave: the chance after them less the chance before. */
double review_luck(const struct review *r, uint32_t i) {
  const struct segment *s = &r->segment[i];
  if (!s->rolls)
    return 0;
  return review_share(after(r, i), s->side) - review_share(&s->before, s->side);
}

/* What the player did in a segment, in his own win chance: all that the dice did not do. */
static double done_by_player(const struct review *r, uint32_t i) {
  const struct segment *s = &r->segment[i];
  double change = review_chance(r, after(r, i), s->side) - review_chance(r, &s->open, s->side);
  return change - review_luck(r, i);
}

/* ---- reading the journal: what was taken back is forgotten */

struct step {
  struct sal_action action;
  uint8_t side;
  bool rolled;
  uint32_t line;
  uint64_t hash;           /* of the state after it */
  struct sal_head *before; /* the state it was made in */
};
/* A journal while it is played again, step by step, with the state's hash after each. */
struct reading {
  const struct sal_book *book;
  struct sal_head *now; /* the state after the line read last */
  uint64_t hash;
  struct step *step;
  uint32_t n, cap;
  struct fault *f;
};

static struct sal_head *copy_of(const struct sal_book *b, const struct sal_head *s) {
  struct sal_head *copy = malloc(b->state_bytes);
  if (!copy)
    abort();
  memcpy(copy, s, b->state_bytes);
  return copy;
}

/* Back to the last step after which everything was as it is now. */
static void forget_undone(struct reading *r, uint64_t hash) {
  while (r->n && r->step[r->n - 1].hash != hash)
    free(r->step[--r->n].before);
}

/* One action with the state before it. */
static void keep_step(struct reading *r, const struct journal_line *l, struct sal_action a,
                      uint64_t hash) {
  if (r->n == r->cap) {
    r->cap = r->cap ? 2 * r->cap : 1024;
    r->step = realloc(r->step, r->cap * sizeof *r->step);
    if (!r->step)
      abort();
  }
  r->step[r->n++] = (struct step){.action = a,
                                  .side = l->side,
                                  .rolled = l->ntokens > 0,
                                  .line = l->n,
                                  .hash = hash,
                                  .before = copy_of(r->book, r->now)};
}

/* Follows the journal; undone actions are forgotten, as they were by the players. */
static bool read_line(void *ctx, struct game *g, const struct journal_line *l) {
  struct reading *r = ctx;
  const struct sal_head *state = game_state(g);
  struct sal_action a;

  if (!r->book) {
    r->book = game_book(g);
    r->now = copy_of(r->book, state);
  }
  uint64_t hash = sal_hash(state, r->book->state_bytes, 0);
  if (l->kind == JOURNAL_UNDO) {
    forget_undone(r, hash);
  } else if (l->kind == JOURNAL_ACTION) {
    if (!game_parse(g, l->action, "action", &a, r->f))
      return false;
    keep_step(r, l, a, hash);
  }
  memcpy(r->now, state, r->book->state_bytes);
  return true;
}

/* ---- segments */

/* A segment is what one side does in a turn until dice are rolled. */
static bool same_segment(const struct step *a, const struct step *b) {
  return !a->rolled && a->side == b->side && a->before->turn == b->before->turn;
}

/* A side's part of a turn begins where the turn does, or where the side decides and is not merely
 * asked in the middle of the other's part: then its frame lies deeper. */
bool review_begins(struct part *last, const struct sal_head *now, int side) {
  bool same_turn = last->turn == now->turn;
  bool asked = now->depth > last->depth;

  if (same_turn && (last->side == side || asked))
    return false;
  *last = (struct part){now->turn, side, now->depth};
  return true;
}

/* Cuts the steps up; the states where segments begin stay, the others go. */
static struct sal_head **cut_up(struct review *r, struct reading *in) {
  struct sal_head **state = calloc(in->n + 1, sizeof *state);

  r->segment = calloc(in->n + 1, sizeof *r->segment);
  r->action = calloc(in->n + 1, sizeof *r->action);
  r->actor = calloc(in->n + 1, sizeof *r->actor);
  r->line = calloc(in->n + 1, sizeof *r->line);
  if (!state || !r->segment || !r->action || !r->actor || !r->line)
    abort();
  r->nactions = in->n;
  struct part part = {-1, SAL_NOSIDE, 0};
  for (uint32_t i = 0; i < in->n; i++) {
    struct step *now = &in->step[i];
    const struct step *last = i ? &in->step[i - 1] : NULL;
    r->action[i] = now->action;
    r->actor[i] = now->side;
    r->line[i] = now->line;
    if (last && same_segment(last, now)) {
      r->segment[r->nsegments - 1].n++;
      r->segment[r->nsegments - 1].rolls = now->rolled;
      continue;
    }
    struct segment *s = &r->segment[r->nsegments];
    *s = (struct segment){.line = now->line,
                          .first = i,
                          .n = 1,
                          .turn = now->before->turn,
                          .side = now->side,
                          .begins = review_begins(&part, now->before, now->side),
                          .rolls = now->rolled};
    state[r->nsegments++] = copy_of(r->book, now->before);
  }

  return state;
}

/* ---- chances */

/* Has the caller had enough? */
static bool stopped(const struct review_options *o) {
  return o->stop && atomic_load(o->stop);
}

/* The chances of a segment: seen by all, by the side that moved, and before its dice. */
static void look_at_segment(const struct review *r, struct bench_of_tries *b, struct segment *s,
                            const struct sal_head *state) {
  struct try_from from = {.state = state, .guess = SAL_ALL, .side = s->side};

  s->open = tries_run(b, &from, b->tries, NULL);
  if (s->begins) {
    from.guess = s->side;
    s->told = tries_run(b, &from, b->tries, NULL);
    from.guess = SAL_ALL;
  }
  if (s->rolls) {
    from.action = &r->action[s->first];
    from.n = s->n;
    s->before = tries_run(b, &from, b->tries, NULL);
  }
}

/* All segments. What an earlier run has judged is taken over. */
static void look_at(struct review *r, struct bench_of_tries *b, struct sal_head *const *state) {
  const struct review_options *o = b->o;

  for (uint32_t i = 0; i < r->nsegments && !stopped(o); i++) {
    struct segment *s = &r->segment[i];
    if (i < o->nknown) {
      s->open = o->known[i].open;
      s->told = o->known[i].told;
      s->before = o->known[i].before;
    } else {
      look_at_segment(r, b, s, state[i]);
    }
    if (o->judged && !stopped(o))
      o->judged(o->ctx, r, i);
    if (o->progress)
      o->progress(o->ctx, i + 1, r->nsegments + REVIEW_SUSPECTS);
  }
}

/* The last position, or the result. */
static void look_at_end(struct review *r, struct bench_of_tries *b, struct sal_head *last) {
  struct try_from from = {.state = last, .guess = SAL_ALL};
  r->over = last->over;
  r->end = tries_run(b, &from, r->over ? 1 : b->tries, NULL);
}

/* Luck is what the dice did for a side, whoever rolled them. */
static void add_up(struct review *r) {
  for (uint32_t i = 0; i < r->nsegments; i++) {
    const struct segment *s = &r->segment[i];
    double luck = review_luck(r, i);
    r->play[s->side] += done_by_player(r, i);
    r->luck[s->side] += luck;
    r->luck[sal_enemy(s->side)] -= luck;
  }
}

/* Accuracy is one less what a side gave away by mistakes in an average part of a turn. What it did
 * from segment to segment would not do: in a long game the errors of many small differences add up
 * to more than any mistake. */
static void rate_sides(struct review *r) {
  uint32_t parts[2] = {0, 0};

  for (uint32_t i = 0; i < r->nsegments; i++)
    parts[r->segment[i].side] += r->segment[i].begins;
  for (int side = 0; side < SAL_SIDES; side++)
    r->accuracy[side] = parts[side] ? fmax(0, 1 - r->given[side] / parts[side]) : 1;
}

/* The dice of the tries are another game's in another game. With one set of dice for all, what that
 * set has too much of would be missing as luck in every game, always on the same side. */
static struct review_options with_own_dice(const struct review_options *o,
                                           const struct reading *in) {
  const uint64_t of[3] = {o->seed, in->n, sal_hash(in->now, in->book->state_bytes, 0)};
  struct review_options own = *o;

  own.seed = sal_hash(of, sizeof of, 4);
  return own;
}

/* A whole review: replay, cut into segments, try each, find the mistakes. */
bool review_run(struct library *lib, const char *journal, size_t n, const struct review_options *o,
                struct review *r, struct fault *f) {
  struct desk *desk = desk_new();
  struct reading in = {.f = f};
  struct journal_report report;

  *r = (struct review){0};
  struct game *g = game_replay(lib, desk, journal, n, read_line, &in, &report);
  bool ok = g && report.verdict == JOURNAL_GOOD;
  if (!ok) {
    fault_at(f, "journal", "line %d: %s", report.line, report.text);
    f->line = report.line;
  } else if (!in.n) {
    ok = fault_say(f, FAULT_STATE, "nothing has been played in this game yet");
  }
  if (ok) {
    struct bench_of_tries bench;
    struct review_options own = with_own_dice(o, &in);
    r->book = in.book;
    review_scale_of(r->book, &r->scale);
    struct sal_head **state = cut_up(r, &in);
    tries_open(&bench, in.book, &own);
    tries_measure(&bench, state[0]);
    look_at(r, &bench, state);
    look_at_end(r, &bench, in.now);
    add_up(r);
    if (!o->curve_only)
      review_find_mistakes(r, &bench, state);
    rate_sides(r);
    r->complete = !stopped(o);
    tries_close(&bench);
    for (uint32_t i = 0; i < r->nsegments; i++)
      free(state[i]);
    free(state);
  }
  for (uint32_t i = 0; i < in.n; i++)
    free(in.step[i].before);
  free(in.step);
  free(in.now);
  game_free(g);
  desk_free(desk);
  if (!ok)
    review_free(r);

  return ok;
}

void review_free(struct review *r) {
  free(r->action);
  free(r->actor);
  free(r->line);
  free(r->segment);
  *r = (struct review){0};
}
