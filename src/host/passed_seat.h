/* passed_seat.h - a passed game as a page plays it: what the page is shown, and what its seat asks.
 *
 * A program with a folder (`play`) and a page without a server lay a file on the table in the same
 * way; both use this.
 */
#ifndef PASSED_SEAT_H
#define PASSED_SEAT_H

#include "engine.h"
#include "passed.h"

/* ids of passed games begin with it, so that a page can tell them from others */
#define PASSED_MARK "pass-"

/* {"game","scenario","options","side","mode"}: a new passed game. */
struct passed *passed_seat_begin(struct library *, struct desk *, const cJSON *doc,
                                 const struct passed_key *, struct fault *);

/* Fields of a document that the caller has opened. */
void passed_laid_json(struct sal_json *, const struct passed *); /* what lies on the table */
/* the file that `passed_close` gave */
void passed_taken_json(struct sal_json *, const struct passed *, const char *file);

/* The whole documents of a seat: as it joins, after a change, at the end. */
struct passed_state {
  const struct passed *p;
  const char *id;
  uint32_t since;
  bool joining;
};
void passed_state_json(void *state, struct sal_json *);
void passed_over_json(void *state, struct sal_json *);

/* One request of the seat. The answer is written by `write` with the request, or is `text`. */
struct passed_request {
  struct passed *p;
  struct engine *engine;
  cJSON *doc;
  void (*write)(void *request, struct sal_json *);
  const char *text;
  size_t ntext;
  struct fault f; /* why there is no answer */
  bool acted;     /* the page must be told the new state */
  /* of a `do`: how many of its actions were made, and why the rest were not */
  uint32_t done, n;
  struct fault stopped;
  bool changed;
};
bool passed_seat_hear(struct passed_request *);

#endif
