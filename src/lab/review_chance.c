/* review_chance.c - turns a share of won tries into a chance to win, corrected by how such shares
 * came out in many games (data/chances.tsv).
 *
 * The game's script plays the tries. It is weaker than the players, and often weaker on one side
 * than on the other. A scenario without a line keeps its shares as they are.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/embedded.h"
#include "review.h"

/* The numbers of a line, after its two names; false: it is no line of the table. */
static bool read_numbers(const char *text, const char *end, struct review_scale *out) {
  for (int i = 0; i <= REVIEW_STEPS; i++) {
    char *after;
    long n = strtol(text, &after, 10);
    if (after == text || after > end || n < 0 || n > 1000)
      return false;
    out->of[i] = (uint16_t)n;
    text = after;
  }

  return true;
}

/* The line of a scenario in a text of lines. */
static bool find_line(const char *text, size_t n, const char *name, struct review_scale *out) {
  const char *last = text + n;
  size_t length = strlen(name);

  while (text < last) {
    const char *end = memchr(text, '\n', (size_t)(last - text));
    if (!end)
      end = last;
    if ((size_t)(end - text) > length && !memcmp(text, name, length))
      return read_numbers(text + length, end, out);
    text = end + 1;
  }

  return false;
}

void review_scale_of(const struct sal_book *b, struct review_scale *out) {
  char name[80];

  *out = (struct review_scale){.known = false};
  snprintf(name, sizeof name, "%s\t%s\t", b->rules->id, b->scenarios[b->scenario].id);
  for (const struct embedded_file *e = embedded_files; e->path; e++)
    if (!strcmp(e->path, "chances.tsv"))
      out->known = find_line(e->text, e->size, name, out);
}

/* Interpolates between two steps of the table in a straight line. A finished game is certain. */
double review_chance(const struct review *r, const struct chance *c, int side) {
  double share = review_share(c, SAL_GERMAN);
  bool certain = c == &r->end && r->over;

  if (r->scale.known && !certain) {
    double place = share * REVIEW_STEPS;
    int step = place < REVIEW_STEPS ? (int)place : REVIEW_STEPS - 1;
    double from = r->scale.of[step];
    double to = r->scale.of[step + 1];
    share = (from + (to - from) * (place - step)) / 1000;
  }

  return side == SAL_GERMAN ? share : 1 - share;
}
