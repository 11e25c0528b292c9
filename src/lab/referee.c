/* referee.c - see referee.h. */
#include "referee.h"

#include <stdlib.h>

#include "core/prompt.h"

enum { ROOM = 1 << 16 };

void *zeroed(size_t bytes) {
  void *p = calloc(1, bytes ? bytes : 1);
  if (!p)
    abort();
  return p;
}

cJSON *referee_view(struct view_text *v, const struct playout *p) {
  for (;;) {
    if (v->text) {
      struct sal_json j;
      sal_json_start(&j, v->text, v->cap);
      sal_view_json(&j, NULL, &p->play, SAL_ALL, 0);
      if (j.out.len < v->cap)
        return cJSON_Parse(v->text);
    }
    free(v->text);
    v->cap = v->cap ? 2 * v->cap : ROOM;
    v->text = zeroed(v->cap);
  }
}
