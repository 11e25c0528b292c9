/* referee.h - what the referee sees, as a document: for counts that know no game. */
#ifndef REFEREE_H
#define REFEREE_H

#include <cjson/cJSON.h>

#include "playout.h"

/* The text of the last view; begins empty and grows. */
struct view_text {
  char *text; /* malloc'd */
  size_t cap;
};
cJSON *referee_view(struct view_text *, const struct playout *);

/* Memory for the counts, all 0. Without memory the program ends. */
void *zeroed(size_t bytes);

#endif
