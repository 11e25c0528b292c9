/* redact.c - blanking what a viewer may not know, by name. */
#include "ruleset.h"

#include <string.h>

void sal_blank(struct sal_redactor *r, const char *name, void *bytes, size_t n, uint8_t fill) {
  if (r) {
    bool known = false;
    for (int i = 0; i < r->n; i++) known |= sal_eq(r->name[i], name);
    if (!known && r->n < 32) r->name[r->n++] = name;
    if (r->keep && sal_eq(r->keep, name)) return;
  }
  memset(bytes, fill, n);
}
