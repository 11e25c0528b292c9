/* cup_pair.c - see cup_pair.h. */
#include "cup_pair.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 2 * CUP_LEGS }; /* half points that a pair plays for */

bool cup_pair_over(const struct cup_pair *p) {
  return p->b == CUP_BYE || (p->score[0] >= 0 && p->score[1] >= 0);
}

/* The smallest bracket that holds all. */
static int power_above(int n) {
  int size = 1;
  while (size < n)
    size *= 2;
  return size;
}

/* How many rounds halve n to one. */
static int doublings(int n) {
  int count = 0;
  for (int size = 1; size < n; size *= 2)
    count++;
  return count;
}

/* There cannot be more rounds than there are opponents. */
int cup_rounds(const struct cup_sheet *s) {
  if (s->form == CUP_ROBIN)
    return s->entrants - 1 + s->entrants % 2;
  if (s->form == CUP_KNOCKOUT)
    return doublings(s->entrants);
  int most = s->entrants - 1;
  int wished = s->rounds ? s->rounds : doublings(s->entrants);
  return wished < most ? wished : most;
}

static struct cup_pair pair_of(int a, int b) {
  return (struct cup_pair){.a = a, .b = b, .score = {-1, -1}};
}

/* An entrant without an opponent stands first. */
static void add_pair(struct cup_round *r, int a, int b) {
  r->pair[r->n++] = a == CUP_BYE ? pair_of(b, a) : pair_of(a, b);
}

/* ---- round robin: one stays, the others go round */
static int on_circle(const struct cup_sheet *s, int size, int place) {
  int who = place ? (place - 1 + s->played) % (size - 1) + 1 : 0;
  return who < s->entrants ? who : CUP_BYE;
}

/* With an odd number one entrant plays the empty place, a bye. */
static void next_robin(const struct cup_sheet *s, struct cup_round *r) {
  int size = s->entrants + s->entrants % 2;
  for (int i = 0; i < size / 2; i++)
    add_pair(r, on_circle(s, size, i), on_circle(s, size, size - 1 - i));
}

/* ---- knock-out: the best seeds meet last */
/* Of a drawn match the better seed goes on. */
static int winner_of(const struct cup_pair *p) {
  if (p->b == CUP_BYE)
    return p->a;
  int score = p->score[0] + p->score[1];
  if (score * 2 != WHOLE)
    return score * 2 > WHOLE ? p->a : p->b;
  return p->a < p->b ? p->a : p->b;
}

static void first_knockout(const struct cup_sheet *s, struct cup_round *r) {
  int size = power_above(s->entrants);
  int seed[CUP_MOST] = {0};

  for (int n = 1; n < size; n *= 2) { /* 0; 0 1; 0 3 1 2; .. */
    for (int i = n; i-- > 0;) {
      seed[i * 2] = seed[i];
      seed[i * 2 + 1] = 2 * n - 1 - seed[i];
    }
  }
  for (int i = 0; i < size; i += 2) {
    int a = seed[i];
    int b = seed[i + 1] < s->entrants ? seed[i + 1] : CUP_BYE;
    add_pair(r, a, b);
  }
}

/* Winners of neighbouring pairs meet, as the first round has laid them out. */
static void next_knockout(const struct cup_sheet *s, struct cup_round *r) {
  if (!s->played) {
    first_knockout(s, r);
    return;
  }
  const struct cup_round *last = &s->round[s->played - 1];
  for (int i = 0; i + 1 < last->n; i += 2)
    add_pair(r, winner_of(&last->pair[i]), winner_of(&last->pair[i + 1]));
}

/* ---- Swiss: equals play each other, and nobody twice */
/* `b` may be CUP_BYE: has `a` been idle? */
static bool have_met(const struct cup_sheet *s, int a, int b) {
  for (int k = 0; k < s->played; k++) {
    for (int i = 0; i < s->round[k].n; i++) {
      const struct cup_pair *p = &s->round[k].pair[i];
      if ((p->a == a && p->b == b) || (p->a == b && p->b == a))
        return true;
    }
  }
  return false;
}

/* Pairs the first of the list with the nearest below whom it has not met; backtracks if that leaves
 * somebody over. */
static bool pair_rest(const struct cup_sheet *s, const int *order, int n, bool *taken,
                      bool again_too, struct cup_round *r) {
  int i = 0;

  while (i < n && taken[i])
    i++;
  if (i == n)
    return true;
  taken[i] = true;
  for (int k = i + 1; k < n; k++) {
    if (taken[k] || (!again_too && have_met(s, order[i], order[k])))
      continue;
    taken[k] = true;
    add_pair(r, order[i], order[k]);
    if (pair_rest(s, order, n, taken, again_too, r))
      return true;
    r->n--;
    taken[k] = false;
  }
  taken[i] = false;
  return false;
}

static void next_swiss(const struct cup_sheet *s, struct cup_round *r) {
  struct cup_row row[CUP_MOST];
  int order[CUP_MOST];
  int n = s->entrants;
  bool taken[CUP_MOST] = {false};

  cup_table(s, row);
  for (int i = 0; i < n; i++)
    order[i] = row[i].entrant;
  int idle = CUP_BYE; /* the last one that has not yet been so */
  for (int i = n; n % 2 && i-- > 0 && idle == CUP_BYE;)
    if (!have_met(s, order[i], CUP_BYE))
      idle = i;
  if (idle != CUP_BYE)
    taken[idle] = true;
  /* If no other pairing works out, two meet again. */
  if (!pair_rest(s, order, n, taken, false, r))
    pair_rest(s, order, n, taken, true, r);
  if (idle != CUP_BYE)
    add_pair(r, order[idle], CUP_BYE);
}

void cup_next(const struct cup_sheet *s, struct cup_round *r) {
  *r = (struct cup_round){.n = 0};
  if (s->form == CUP_ROBIN)
    next_robin(s, r);
  else if (s->form == CUP_KNOCKOUT)
    next_knockout(s, r);
  else
    next_swiss(s, r);
}

/* ---- the table */
/* From the half points of one game. */
static void count_game(struct cup_row *row, int half) {
  row->points += half;
  row->won += half == 2;
  row->drawn += half == 1;
  row->lost += half == 0;
}

static void count_points(const struct cup_sheet *s, struct cup_row *row) {
  for (int k = 0; k < s->played; k++) {
    for (int i = 0; i < s->round[k].n; i++) {
      const struct cup_pair *p = &s->round[k].pair[i];
      if (p->b == CUP_BYE && s->form == CUP_SWISS) /* in the others all have as many */
        row[p->a].points += WHOLE;
      for (int leg = 0; leg < CUP_LEGS && p->b != CUP_BYE; leg++) {
        if (p->score[leg] < 0)
          continue;
        count_game(&row[p->a], p->score[leg]);
        count_game(&row[p->b], 2 - p->score[leg]);
      }
    }
  }
}

/* Adds up the opponents' points: of those played, and of those beaten. */
static void count_foes(const struct cup_sheet *s, struct cup_row *row) {
  for (int k = 0; k < s->played; k++) {
    for (int i = 0; i < s->round[k].n; i++) {
      const struct cup_pair *p = &s->round[k].pair[i];
      if (p->b == CUP_BYE)
        continue;
      row[p->a].buchholz += row[p->b].points;
      row[p->b].buchholz += row[p->a].points;
      for (int leg = 0; leg < CUP_LEGS; leg++) {
        if (p->score[leg] < 0)
          continue;
        row[p->a].berger += p->score[leg] * row[p->b].points;
        row[p->b].berger += (2 - p->score[leg]) * row[p->a].points;
      }
      if (s->form == CUP_KNOCKOUT && cup_pair_over(p))
        row[winner_of(p) == p->a ? p->b : p->a].out = k + 1;
    }
  }
}

/* Outside a knock-out nobody is out, so the first difference is 0. */
static int by_place(const void *x, const void *y) {
  const struct cup_row *a = x;
  const struct cup_row *b = y;
  int far_a = a->out ? a->out : CUP_ROUNDS + 1;
  int far_b = b->out ? b->out : CUP_ROUNDS + 1;
  const int more[] = {far_b - far_a, b->points - a->points, b->buchholz - a->buchholz,
                      b->berger - a->berger, b->won - a->won};

  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (more[i])
      return more[i];

  return a->entrant - b->entrant;
}

void cup_table(const struct cup_sheet *s, struct cup_row row[CUP_MOST]) {
  memset(row, 0, CUP_MOST * sizeof *row);
  for (int i = 0; i < s->entrants; i++)
    row[i].entrant = i;
  count_points(s, row);
  count_foes(s, row);
  qsort(row, (size_t)s->entrants, sizeof *row, by_place);
  for (int i = 0; i < s->entrants; i++)
    row[i].place = i + 1;
}
