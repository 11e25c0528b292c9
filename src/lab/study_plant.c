/* study_plant.c - blunders planted in good games, and good games without any.
 *
 * A bot plays against itself. Some of its choices are examined in a random order, together with a
 * few of the choices it did not make. A choice is plainly bad if it costs the side much in the
 * tries of a review (with other dice than the review will use) and, separately, if the bot itself
 * loses by it: the bot plays both ways on to the end of the game many times. The game is then
 * replayed with that choice, played on from there, and reviewed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "review_inside.h"
#include "study.h"

/* Decisions examined in a game; other choices at each, by lot; tries of a choice, first a few and
 * then more; games of the bot for each way, the same; its budget there. */
enum {
  DECISIONS = 60,
  CHOICES = 3,
  QUICK = 16,
  CLOSER = 64,
  GLANCE = 16,
  CONFIRM = 64,
  THOUGHT = 400
};
/* What a choice must cost, in win chance: by the tries, and by the bot's own games; there beyond
 * the error, or the luckiest of many choices would do. */
static const double BY_TRIES = 0.25;
static const double BY_GAMES = 0.2;

struct decision {
  struct sal_head *state;
  struct sal_action played;
  uint8_t side;
  uint32_t at; /* number of the action */
};
struct field { /* where a blunder is to be planted */
  const struct study_options *o;
  struct decision *decision;
  uint32_t n, cap;
  struct playout *table; /* the good game */
  struct playout *quick; /* the bot with fewer nodes, to play on from a decision many times */
  struct bench_of_tries *bench;
  struct sal_rng rng;
};

static void *block(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    abort();
  return p;
}

/* ---- the good game */

static void keep_decision(struct field *f, const struct sal_head *state) {
  if (f->n == f->cap) {
    f->cap = f->cap ? 2 * f->cap : 256;
    f->decision = realloc(f->decision, f->cap * sizeof *f->decision);
    if (!f->decision)
      abort();
  }
  struct decision *d = &f->decision[f->n++];
  *d = (struct decision){.state = block(f->o->book->state_bytes)};
  memcpy(d->state, state, f->o->book->state_bytes);
}

/* Whose action it was that led from a decision on. */
static uint8_t actor_of(struct playout *p, struct decision *d) {
  struct sal_play then = p->play;

  then.state = d->state;
  then.dice = NULL;
  uint32_t who = sal_actors(&then);
  if (who != SAL_BOTH)
    return who == SAL_BIT(SAL_SOVIET);
  /* Both decide: it was the German's when he may do it. Such a choice is not planted in. */
  return SAL_NOSIDE;
}

/* Plays the game and keeps every decision that one side made alone. */
static void play_good(struct field *f, uint32_t game) {
  struct playout *p = f->table;

  p->instead = NULL;
  playout_start(p, playout_seed(f->o->seed, game));
  for (uint32_t at = 0; sal_actors(&p->play); at++) {
    keep_decision(f, p->play.state);
    struct decision *d = &f->decision[f->n - 1];
    if (playout_step(p) <= 0)
      break;
    d->played = p->last;
    d->at = at;
    d->side = actor_of(p, d);
    if (d->side == SAL_NOSIDE)
      free(f->decision[--f->n].state);
  }
}

/* ---- how bad a choice is */

/* The bot's own game from there, a choice first. What the side got. */
static double play_on(struct field *f, const struct decision *d, struct sal_action first,
                      uint32_t number) {
  const struct playout_instead instead = {0, first};
  struct sal_result result = {.winner = SAL_NOSIDE};
  struct playout *p = f->quick;

  p->instead = &instead;
  playout_start(p, playout_seed(f->o->seed + 77, number));
  memcpy(p->play.state, d->state, p->book->state_bytes);
  while (playout_step(p) > 0)
    continue;
  p->book->rules->score(&p->play, &result);
  if (result.winner >= SAL_SIDES)
    return 0.5;

  return result.winner == d->side;
}

/* What a choice costs compared with the one that was made, by pairs of games. */
static struct gap cost_of(struct field *f, const struct decision *d, struct sal_action bad,
                          uint32_t first, uint32_t games) {
  double sum = 0;
  double squares = 0;

  for (uint32_t i = 0; i < games; i++) {
    double more = play_on(f, d, d->played, first + i) - play_on(f, d, bad, first + i);
    sum += more;
    squares += more * more;
  }
  double n = games;
  double variance = fmax(squares - sum * sum / n, 0.25) / (n - 1);

  return (struct gap){.mean = sum / n, .error = sqrt(variance / n)};
}

/* What is left of a side's chance after a choice, by the tries of a review. */
static double left_by(struct field *f, const struct decision *d, struct sal_action first,
                      uint32_t tries) {
  struct try_from from = {
      .state = d->state, .guess = d->side, .side = d->side, .action = &first, .n = 1};
  struct chance c = tries_run(f->bench, &from, tries, NULL);
  return review_share(&c, d->side);
}

/* The choices that come into question first: to end the phase, and a few by lot. */
static int pick_choices(struct field *f, const struct decision *d, struct sal_action *out) {
  struct sal_list *list = block(sizeof *list);
  struct sal_play p = f->table->play;
  int n = 0;

  p.state = d->state;
  sal_legal(&p, d->side, list);
  for (uint32_t i = 0; i < list->n; i++)
    if (p.book->rules->verbs[list->a[i].verb].on == SAL_ON_END && n < 1)
      out[n++] = list->a[i];
  for (int i = 0; i < CHOICES && list->n; i++) {
    uint32_t k = sal_rng_below(&f->rng, list->n);
    out[n++] = list->a[k];
    list->a[k] = list->a[--list->n];
  }
  free(list);
  return n;
}

/* Is this choice plainly worse than the one that was made? The cheap questions come first. */
static bool plainly_bad(struct field *f, const struct decision *d, struct sal_action bad,
                        double good) {
  if (sal_same(bad, d->played) || good - left_by(f, d, bad, QUICK) < BY_TRIES)
    return false;
  if (left_by(f, d, d->played, CLOSER) - left_by(f, d, bad, CLOSER) < BY_TRIES)
    return false;
  if (cost_of(f, d, bad, 0, GLANCE).mean < BY_GAMES)
    return false;
  struct gap cost = cost_of(f, d, bad, GLANCE, CONFIRM);

  return cost.mean - cost.error >= BY_GAMES;
}

/* One decision. If nothing can be lost, there is nothing to look for. */
static bool bad_choice(struct field *f, const struct decision *d, struct sal_action *bad) {
  struct sal_action choice[CHOICES + 1];
  double good = left_by(f, d, d->played, QUICK);
  int n = good < BY_TRIES ? 0 : pick_choices(f, d, choice);

  for (int i = 0; i < n; i++) {
    *bad = choice[i];
    if (plainly_bad(f, d, choice[i], good))
      return true;
  }

  return false;
}

/* Looks for a choice that is plainly bad, at decisions by lot. */
static bool find_bad(struct field *f, struct playout_instead *out) {
  bool found = false;

  for (int i = 0; i < DECISIONS && f->n && !found; i++) {
    uint32_t k = sal_rng_below(&f->rng, f->n);
    struct decision d = f->decision[k];
    f->decision[k] = f->decision[--f->n];
    found = bad_choice(f, &d, &out->action);
    out->at = d.at;
    free(d.state);
  }

  return found;
}

static void clear_field(struct field *f) {
  for (uint32_t i = 0; i < f->n; i++)
    free(f->decision[i].state);
  f->n = 0;
}

/* ---- the review of it */

/* The segment that an action of the game belongs to. */
static uint32_t segment_of(const struct review *r, uint32_t action) {
  uint32_t i = 0;
  while (i + 1 < r->nsegments && r->segment[i + 1].first <= action)
    i++;
  return i;
}

static bool in_segment(const struct review *r, const struct segment *s, uint32_t line) {
  return line >= s->line && line <= r->line[s->first + s->n - 1];
}

/* Is the planted choice the gravest of all? */
static void look_for(const struct study_options *o, uint32_t game,
                     const struct playout_instead *plant, struct study_plants *out) {
  struct review r;
  char *journal = study_record(o, game, plant);
  char text[160];

  study_review(o, journal, false, &r);
  const struct segment *s = &r.segment[segment_of(&r, plant->at)];
  const struct mistake *top = &r.mistake[0];
  bool same_move = r.nmistakes && top->side == s->side && in_segment(&r, s, top->line);
  uint32_t line = r.line[plant->at];
  bool exactly = same_move && line >= top->line && line <= top->last;
  out->games++;
  out->found += same_move;
  out->exactly += exactly;
  sal_action_print(o->book, plant->action, text, sizeof text);
  study_say(
      o, "game %u: '%s' planted at line %u (turn %u, %s); the review says line %u, %s of %.2f",
      game, text, r.line[plant->at], s->turn, sal_side_title[s->side], r.nmistakes ? top->line : 0,
      r.nmistakes ? review_word[top->kind] : "nothing", r.nmistakes ? top->loss : 0);
  review_free(&r);
  free(journal);
}

static int blunders_in(const struct review *r) {
  int n = 0;
  for (int i = 0; i < r->nmistakes; i++)
    n += r->mistake[i].kind == REVIEW_BLUNDER;
  return n;
}

/* A bot that thinks little blunders by itself, and then the planted choice need not be the largest.
 * Such a game does not count as good. */
static bool is_good(const struct study_options *o, uint32_t game) {
  struct study_options other = *o;
  struct review r;
  char *journal = study_record(o, game, NULL);

  other.seed = o->seed + 4; /* not the dice with which the planted one will be looked for */
  study_review(&other, journal, false, &r);
  bool good = !blunders_in(&r);
  review_free(&r);
  free(journal);

  return good;
}

void study_plants(const struct study_options *o, struct study_plants *out) {
  /* Other dice than those of the review. */
  struct review_options how = {.seed = o->seed + 2, .nodes = o->nodes, .threads = o->threads};
  const struct bot_spec spec[2] = {o->bot, o->bot};
  struct bot_spec fast[2] = {o->bot, o->bot};
  struct bench_of_tries bench;

  for (int side = 0; side < SAL_SIDES; side++)
    fast[side].nodes = THOUGHT;
  struct field f = {.o = o,
                    .table = playout_new(o->book, spec),
                    .quick = playout_new(o->book, fast),
                    .bench = &bench};

  *out = (struct study_plants){0};
  tries_open(&bench, o->book, &how);
  for (uint32_t game = 0; out->games < o->games && game < 4 * o->games; game++) {
    struct playout_instead plant;
    sal_rng_seed(&f.rng, playout_seed(o->seed + 3, game));
    play_good(&f, game);
    bool planted = find_bad(&f, &plant);
    clear_field(&f);
    if (!planted)
      out->barren++;
    else if (!is_good(o, game))
      out->spoilt++;
    else
      look_for(o, game, &plant, out);
  }
  tries_close(&bench);
  playout_free(f.table);
  playout_free(f.quick);
  free(f.decision);
}

/* ---- games without a planted blunder */

uint32_t study_quiet(const struct study_options *o) {
  uint32_t quiet = 0;

  for (uint32_t game = 0; game < o->games; game++) {
    struct review r;
    char *journal = study_record(o, game, NULL);
    study_review(o, journal, false, &r);
    int blunders = blunders_in(&r);
    quiet += !blunders;
    const struct mistake *top = &r.mistake[0];
    study_say(o, "game %u: %d blunders; the largest mistake: line %u, %.2f +- %.2f", game, blunders,
              r.nmistakes ? top->line : 0, r.nmistakes ? top->loss : 0,
              r.nmistakes ? top->error : 0);
    review_free(&r);
    free(journal);
  }

  return quiet;
}
