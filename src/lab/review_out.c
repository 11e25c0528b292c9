/* review_out.c - a review as JSON (contract 11) and as text. */
#include <math.h>
#include <stdio.h>

#include "review.h"

/* Four places: finer than any number of tries makes a chance. */
static void real(struct sal_json *j, const char *key, double v) {
  char text[40];
  int n = snprintf(text, sizeof text, "%.4f", v);
  sal_json_raw(j, key, text, (size_t)n);
}

/* A share of the tries. */
static double part(const struct chance *c, int of) {
  return c->tries ? (double)c->wins[of] / c->tries : 0;
}

/* The three outcomes. Draws are as frequent as in the tries, as far as there is room for them. */
static void chance_json(struct sal_json *j, const char *key, const struct review *r,
                        const struct chance *c) {
  double german = review_chance(r, c, SAL_GERMAN);
  double room = 2 * fmin(german, 1 - german);
  double draw = fmin(part(c, 2), room);

  sal_json_object(j, key);
  real(j, "german", german - draw / 2);
  real(j, "soviet", 1 - german - draw / 2);
  real(j, "draw", draw);
  sal_json_end(j);
}

/* A point of the curve. */
void review_point_json(struct sal_json *j, const char *key, const struct review *r,
                       const struct segment *s) {
  sal_json_object(j, key);
  sal_json_int(j, "n", s->line);
  sal_json_int(j, "turn", s->turn);
  sal_json_str(j, "side", sal_side_name[s->side]);
  sal_json_bool(j, "begins", s->begins);
  chance_json(j, "chance", r, s->begins ? &s->told : &s->open);
  real(j, "error", review_error(&s->open));
  chance_json(j, "open", r, &s->open);
  sal_json_end(j);
}

/* An action in the words of the engine's lines. */
static void action_json(struct sal_json *j, const char *key, const struct sal_book *b,
                        struct sal_action a) {
  char text[160];
  sal_action_print(b, a, text, sizeof text);
  sal_json_str(j, key, text);
}

static void says_json(struct sal_json *j, const char *key, const char says[][REVIEW_WORDS], int n) {
  sal_json_array(j, key);
  for (int i = 0; i < n; i++)
    sal_json_str(j, NULL, says[i]);
  sal_json_end(j);
}

static void actions_json(struct sal_json *j, const char *key, const struct sal_book *b,
                         const struct sal_action *a, int n) {
  sal_json_array(j, key);
  for (int i = 0; i < n; i++)
    action_json(j, NULL, b, a[i]);
  sal_json_end(j);
}

/* What was played, what would have been better, and by how much. */
static void mistake_json(struct sal_json *j, const struct sal_book *b, const struct mistake *m) {
  sal_json_object(j, NULL);
  sal_json_int(j, "n", m->line);
  sal_json_int(j, "turn", m->turn);
  sal_json_str(j, "side", sal_side_name[m->side]);
  action_json(j, "played", b, m->played[0]);
  sal_json_str(j, "says", m->played_says[0]);
  actions_json(j, "then", b, m->played + 1, m->nplayed - 1);
  says_json(j, "then_says", m->played_says + 1, m->nplayed - 1);
  actions_json(j, "better", b, m->better, m->nbetter);
  says_json(j, "better_says", m->better_says, m->nbetter);
  real(j, "chance", m->chance);
  real(j, "loss", m->loss);
  real(j, "error", m->error);
  sal_json_str(j, "kind", review_word[m->kind]);
  sal_json_end(j);
}

/* The review as a document (contract 11). */
void review_json(struct sal_json *j, const struct review *r, const struct review_options *o) {
  const struct sal_book *b = r->book;

  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_str(j, "scenario", b->scenarios[b->scenario].id);
  sal_json_int(j, "nodes", o->nodes);
  sal_json_int(j, "seed", (int64_t)o->seed);
  sal_json_array(j, "points");
  for (uint32_t i = 0; i < r->nsegments; i++)
    review_point_json(j, NULL, r, &r->segment[i]);
  sal_json_end(j);
  chance_json(j, "end", r, &r->end);
  sal_json_array(j, "luck");
  for (uint32_t i = 0; i < r->nsegments; i++) {
    const struct segment *s = &r->segment[i];
    if (!s->rolls)
      continue;
    sal_json_object(j, NULL);
    sal_json_int(j, "n", r->line[s->first + s->n - 1]);
    sal_json_str(j, "side", sal_side_name[s->side]);
    real(j, "by", review_luck(r, i));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "mistakes");
  for (int i = 0; i < r->nmistakes; i++)
    mistake_json(j, b, &r->mistake[i]);
  sal_json_end(j);
  sal_json_object(j, "totals");
  for (int side = 0; side < SAL_SIDES; side++) {
    sal_json_object(j, sal_side_name[side]);
    real(j, "luck", r->luck[side]);
    real(j, "play", r->play[side]);
    real(j, "accuracy", r->accuracy[side]);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_bool(j, "over", r->over);
  sal_json_bool(j, "complete", r->complete);
  sal_json_end(j);
}

static void print_way(const char *head, const char says[][REVIEW_WORDS], int n) {
  printf("    %s: ", head);
  for (int i = 0; i < n; i++)
    printf(i ? ", then %s" : "%s", says[i]);
  putchar('\n');
}

/* The review in words, the curve as bars. */
void review_print(const struct review *r) {
  const struct sal_book *b = r->book;

  printf("%s/%s, %u actions\n", b->rules->id, b->scenarios[b->scenario].id, r->nactions);
  for (uint32_t i = 0; i < r->nsegments; i++) {
    const struct segment *s = &r->segment[i];
    if (!s->begins)
      continue;
    int bar = (int)(40 * review_chance(r, &s->open, SAL_GERMAN) + 0.5);
    printf("  turn %2u %-6s |%.*s%*s| German %3.0f %%  (line %u)\n", s->turn,
           sal_side_title[s->side], bar, "########################################", 40 - bar, "",
           100 * review_chance(r, &s->open, SAL_GERMAN), s->line);
  }
  for (int side = 0; side < SAL_SIDES; side++)
    printf("  %s: luck %+.0f points of win chance, accuracy %.0f %%\n", sal_side_title[side],
           100 * r->luck[side], 100 * r->accuracy[side]);
  for (int i = 0; i < r->nmistakes; i++) {
    const struct mistake *m = &r->mistake[i];
    printf("  line %u, turn %u, %s: %s gives away %.0f points of win chance (+-%.0f):\n", m->line,
           m->turn, sal_side_title[m->side], review_word[m->kind], 100 * m->loss, 100 * m->error);
    print_way("played", m->played_says, m->nplayed);
    print_way("better", m->better_says, m->nbetter);
  }
  if (!r->complete)
    printf("  it was stopped before its end\n");
}
