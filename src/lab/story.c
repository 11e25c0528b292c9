/* story.c - see story.h. */
#include "story.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "core/prompt.h"
#include "referee.h"

struct story {
  const struct sal_book *book;
  /* all sums, laid out by the functions of story.h */
  uint64_t *count;
  int16_t *steps; /* by counter, when the turn began; -1 not on the map */
  int turn;
  struct view_text view;
};

/* Counts where fights were and what was lost, over the games of one thread. */
struct story *story_new(const struct sal_book *b) {
  struct story *s = zeroed(sizeof *s);

  s->book = b;
  s->count = zeroed((size_t)story_size(b) * sizeof *s->count);
  s->steps = zeroed(b->ncounters * sizeof *s->steps);
  return s;
}

void story_free(struct story *s) {
  if (!s)
    return;
  free(s->count);
  free(s->steps);
  free(s->view.text);
  free(s);
}

const uint64_t *story_counts(const struct story *s) {
  return s->count;
}

/* A unit of the view; one that is not identified has no counter. */
static int counter_of(const struct sal_book *b, const cJSON *unit) {
  const cJSON *id = cJSON_GetObjectItem(unit, "id");
  return cJSON_IsString(id) ? sal_unit_find(b, id->valuestring) : SAL_NOUNIT;
}

/* Steps on the map now; what a unit has fewer of than before was lost in this turn. */
static void count_steps(struct story *s, const cJSON *view, bool first) {
  const struct sal_book *b = s->book;
  int16_t *now = zeroed(b->ncounters * sizeof *now);
  const cJSON *u;

  cJSON_ArrayForEach(u, cJSON_GetObjectItem(view, "units")) {
    const cJSON *steps = cJSON_GetObjectItem(u, "steps");
    int c = counter_of(b, u);
    if (c < b->ncounters)
      now[c] = cJSON_IsNumber(steps) ? (int16_t)steps->valueint : 1;
  }
  for (int c = 0; c < b->ncounters; c++) {
    int side = b->counter[c].side;
    if (!first && side < SAL_SIDES && now[c] < s->steps[c])
      s->count[story_loss(b, side, s->turn)] += (uint64_t)(s->steps[c] - now[c]);
  }
  memcpy(s->steps, now, b->ncounters * sizeof *now);
  free(now);
}

/* Counts the steps on the map before the first action. */
void story_begin(struct story *s, const struct playout *p) {
  memset(s->count, 0, (size_t)story_size(s->book) * sizeof *s->count);
  s->turn = p->play.state->turn;
  cJSON *view = referee_view(&s->view, p);
  count_steps(s, view, true);
  cJSON_Delete(view);
}

/* Fighting is where dice were rolled; losses are counted when a turn ends. */
void story_step(struct story *s, const struct playout *p) {
  if (p->dice.n)
    for (uint32_t i = 0; i < p->events.n; i++)
      if (p->events.v[i].at[0])
        s->count[story_fight(s->book, p->events.v[i].at[0])]++;
  /* The last turn's losses are counted by story_end. */
  if (p->play.state->turn == s->turn || p->play.state->over)
    return;
  cJSON *view = referee_view(&s->view, p);
  count_steps(s, view, false);
  cJSON_Delete(view);
  s->turn = p->play.state->turn;
}

/* Who holds what now. */
void story_end(struct story *s, const struct playout *p) {
  cJSON *view = referee_view(&s->view, p);
  const cJSON *row;
  const cJSON *h;

  count_steps(s, view, false);
  s->count[story_length(s->book, s->turn)]++;
  cJSON_ArrayForEach(row, cJSON_GetObjectItem(view, "control")) {
    const cJSON *name = cJSON_GetArrayItem(row, 0);
    int side = cJSON_IsString(name) ? sal_side_parse(name->valuestring) : SAL_NOSIDE;
    if (side >= SAL_SIDES)
      continue;
    cJSON_ArrayForEach(h, cJSON_GetArrayItem(row, 1)) {
      sal_hex hex = cJSON_IsString(h) ? sal_hex_parse(&s->book->board, h->valuestring) : SAL_NOHEX;
      if (hex)
        s->count[story_held(s->book, side, hex)]++;
    }
  }
  cJSON_Delete(view);
}
