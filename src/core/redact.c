/* redact.c - blanking what a viewer may not know, by name. */
#include "ruleset.h"

#include <string.h>

bool sal_hides_as(struct sal_redactor *r, const char *name) {
  if (!r) return true;
  bool known = false;
  for (int i = 0; i < r->n; i++) known |= sal_eq(r->name[i], name);
  if (!known) {
    SAL_ASSERT(r->n < SAL_SECRETS);
    r->name[r->n++] = name;
  }
  return !r->keep || (!sal_eq(r->keep, name) && !sal_eq(r->keep, SAL_KEEP_ALL));
}
void sal_blank_as(struct sal_redactor *r, const char *name, void *bytes, size_t n, uint8_t fill) {
  if (sal_hides_as(r, name)) memset(bytes, fill, n);
}
