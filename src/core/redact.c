/* redact.c - blanking what a viewer may not know, by name. */
#include "ruleset.h"

#include <string.h>

/* Whether a secret of this name is blanked. Notes every name on the way, so that the list of
 * secrets comes from the code; a test keeps one of them, or all, and looks at what changes. */
bool sal_hides_as(struct sal_redactor *r, const char *name) {
  bool known = false;

  if (!r)
    return true;
  for (int i = 0; i < r->n; i++)
    known |= sal_eq(r->name[i], name);
  if (!known) {
    SAL_ASSERT(r->n < SAL_SECRETS);
    r->name[r->n++] = name;
  }
  if (!r->keep)
    return true;
  bool kept = sal_eq(r->keep, name) || sal_eq(r->keep, SAL_KEEP_ALL);

  return !kept;
}

/* Overwrites a secret, unless a test keeps it. */
void sal_blank_as(struct sal_redactor *r, const char *name, void *bytes, size_t n, uint8_t fill) {
  if (sal_hides_as(r, name))
    memset(bytes, fill, n);
}
