/* habits.c - see habits.h. */
#include "habits.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "core/prompt.h"
#include "referee.h"

const char *const habit_name[HABITS] = {"back_and_forth", "idle_in_contact", "poor_attacks"};

enum { TRAIL = 24 };
struct trail { /* where a unit has been in this phase, the oldest forgotten first */
  sal_hex hex[TRAIL];
  uint32_t n;
};
struct habits {
  const struct sal_book *book;
  uint64_t count[2 * HABITS];
  struct trail *trail; /* by counter */
  bool *busy;          /* by counter: it did something in this turn */
  int turn, phase;
  struct view_text view;
};

/* Counts habits that strong play does not have, over the games of one thread. */
struct habits *habits_new(const struct sal_book *b) {
  struct habits *h = zeroed(sizeof *h);

  h->book = b;
  h->trail = zeroed(b->ncounters * sizeof *h->trail);
  h->busy = zeroed(b->ncounters * sizeof *h->busy);
  return h;
}

void habits_free(struct habits *h) {
  if (!h)
    return;
  free(h->trail);
  free(h->busy);
  free(h->view.text);
  free(h);
}

const uint64_t *habits_counts(const struct habits *h) {
  return h->count;
}

/* How often something could have happened, and how often it did. */
static void add(struct habits *h, enum habit habit, bool happened) {
  h->count[2 * habit] += happened;
  h->count[2 * habit + 1]++;
}

/* ---- steps back and forth */

/* A trail belongs to one phase: coming back next turn is not wandering. */
static void forget_trails(struct habits *h) {
  for (int u = 0; u < h->book->ncounters; u++)
    h->trail[u].n = 0;
}

/* Has the unit been in this hex in this phase? */
static bool has_been(const struct trail *t, sal_hex hex) {
  for (uint32_t i = 0; i < t->n && i < TRAIL; i++)
    if (t->hex[i] == hex)
      return true;
  return false;
}

/* A move of one unit from hex to hex, under any name. */
static bool is_move(const struct sal_book *b, const struct sal_event *e) {
  const char *id = b->rules->events[e->kind].id;
  bool named = !strcmp(id, "moves") || !strcmp(id, "step");
  return named && e->unit[0] < b->ncounters && e->at[0] && e->at[1];
}

/* An event of a move carries where to and where from. */
static void look_at_move(struct habits *h, const struct sal_event *e) {
  struct trail *t = &h->trail[e->unit[0]];
  t->hex[t->n++ % TRAIL] = e->at[1];
  add(h, HABIT_BACK, has_been(t, e->at[0]));
}

/* ---- attacks that cost more than they take */

/* An attack that loses more than it takes, by its own odds. */
static void look_at_attack(struct habits *h, const struct sal_card *c) {
  double loss[2] = {0, 0};

  if (c->kind != SAL_CARD_ODDS || c->rolled < 0 || c->by >= SAL_SIDES)
    return;
  for (int i = 0; i < c->noutcomes; i++)
    for (int side = 0; side < SAL_SIDES; side++) {
      const struct sal_chance *chance = &c->outcome[i].chance;
      loss[side] += c->outcome[i].loss[side] * (double)chance->num / (double)chance->den;
    }
  add(h, HABIT_POOR, loss[c->by] > loss[sal_enemy(c->by)]);
}

/* ---- units that stand idle beside an enemy */

/* Who stands where, as bits by side in each cell; and each unit's hex. */
static void read_places(const struct habits *h, const cJSON *view, uint8_t *held, sal_hex *at) {
  const struct sal_book *b = h->book;
  const cJSON *unit;

  cJSON_ArrayForEach(unit, cJSON_GetObjectItem(view, "units")) {
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(unit, "id"));
    const char *place = cJSON_GetStringValue(cJSON_GetObjectItem(unit, "at"));
    sal_unit u = id ? sal_unit_find(b, id) : SAL_NOUNIT;
    sal_hex hex = place ? sal_hex_parse(&b->board, place) : SAL_NOHEX;
    if (u >= b->ncounters || !hex || b->counter[u].side >= SAL_SIDES)
      continue;
    at[u] = hex;
    held[hex] |= (uint8_t)SAL_BIT(b->counter[u].side);
  }
}

/* Is an enemy next to the hex? */
static bool beside_enemy(const struct sal_book *b, const uint8_t *held, sal_hex hex, int side) {
  for (int d = 0; d < 6; d++) {
    sal_hex next = sal_next(&b->board, hex, d);
    if (next && held[next] & SAL_BIT(sal_enemy(side)))
      return true;
  }

  return false;
}

/* At the end of a turn: units next to an enemy that did nothing. */
static void look_at_idle(struct habits *h, const struct playout *p) {
  const struct sal_book *b = h->book;
  uint8_t *held = zeroed(b->board.cells * sizeof *held);
  sal_hex *at = zeroed(b->ncounters * sizeof *at);
  cJSON *view = referee_view(&h->view, p);

  read_places(h, view, held, at);
  for (int u = 0; u < b->ncounters; u++)
    if (at[u] && beside_enemy(b, held, at[u], b->counter[u].side))
      add(h, HABIT_IDLE, !h->busy[u]);
  cJSON_Delete(view);
  free(at);
  free(held);
  memset(h->busy, 0, b->ncounters * sizeof *h->busy);
}

/* What an action names, and what its events are about, was busy. */
static void note_busy(struct habits *h, const struct playout *p) {
  const struct sal_verb *verb = &h->book->rules->verbs[p->last.verb];

  for (int i = 0; i < 3; i++)
    if (verb->arg[i] == SAL_ARG_UNIT && p->last.x[i] < h->book->ncounters)
      h->busy[p->last.x[i]] = true;
  for (uint32_t i = 0; i < p->events.n; i++)
    if (p->events.v[i].unit[0] < h->book->ncounters)
      h->busy[p->events.v[i].unit[0]] = true;
  for (int c = 0; c < p->events.ncards; c++)
    for (int i = 0; i < p->events.card[c].nlines; i++) {
      sal_unit u = p->events.card[c].line[i].unit;
      if (u < h->book->ncounters)
        h->busy[u] = true;
    }
}

/* ---- a game */

/* A new game begins without trails. */
void habits_begin(struct habits *h, const struct playout *p) {
  memset(h->count, 0, sizeof h->count);
  memset(h->busy, 0, h->book->ncounters * sizeof *h->busy);
  forget_trails(h);
  h->turn = p->play.state->turn;
  h->phase = p->play.state->phase;
}

/* After each action: who was busy, where units went, how attacks stood. */
void habits_step(struct habits *h, const struct playout *p) {
  const struct sal_head *s = p->play.state;

  note_busy(h, p);
  for (uint32_t i = 0; i < p->events.n; i++)
    if (is_move(h->book, &p->events.v[i]))
      look_at_move(h, &p->events.v[i]);
  for (int i = 0; i < p->events.ncards; i++)
    look_at_attack(h, &p->events.card[i]);
  if (s->over || (s->turn == h->turn && s->phase == h->phase))
    return;
  forget_trails(h);
  if (s->turn != h->turn)
    look_at_idle(h, p);
  h->turn = s->turn;
  h->phase = s->phase;
}
