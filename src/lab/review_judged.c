/* review_judged.c - what a review has judged so far, as lines, so that a run that was cut short can
 * continue. */
#include <stdlib.h>

#include "review.h"

/* Twelve figures and a point; the pipe's reader takes longer lines than this. */
enum { LINE_BYTES = 1024 };

static void put_chance(struct sal_text *out, const struct chance *c) {
  sal_put(out, " %u %u %u %u", c->wins[0], c->wins[1], c->wins[2], c->tries);
}
/* The figures come first, so that reading needs no JSON. */
char *review_judged_line(const struct review *r, const struct segment *s) {
  char *line = malloc(LINE_BYTES);
  struct sal_json j;
  if (!line)
    abort();
  struct sal_text out = {.buf = line, .cap = LINE_BYTES};
  sal_put(&out, "K");
  put_chance(&out, &s->open);
  put_chance(&out, &s->told);
  put_chance(&out, &s->before);
  sal_put(&out, " ");
  sal_json_start(&j, line + out.len, LINE_BYTES - out.len);
  review_point_json(&j, NULL, r, s);
  if (j.out.len >= LINE_BYTES - out.len)
    abort(); /* a point has a few figures */
  return line;
}

/* Moves *at behind the four figures; false: there are none. */
static bool take_chance(const char **at, struct chance *c) {
  uint32_t *figure[4] = {&c->wins[0], &c->wins[1], &c->wins[2], &c->tries};
  for (int i = 0; i < 4; i++) {
    char *end;
    *figure[i] = (uint32_t)strtoul(*at, &end, 10);
    if (end == *at)
      return false;
    *at = end;
  }
  return true;
}
bool review_judged_read(const char *line, struct judged *k) {
  const char *at = line + 1;
  return line[0] == 'K' && take_chance(&at, &k->open) && take_chance(&at, &k->told) &&
         take_chance(&at, &k->before);
}
