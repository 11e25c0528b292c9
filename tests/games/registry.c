/* registry.c - the games of the test programs: stands in for src/rules/registry.c where it is
 * linked first. */
#include "core/ruleset.h"

extern const struct sal_ruleset lantern;

const struct sal_ruleset *const sal_rulesets[] = {&lantern, NULL};

const struct sal_ruleset *sal_ruleset_find(const char *id) {
  for (int i = 0; sal_rulesets[i]; i++)
    if (sal_eq(sal_rulesets[i]->id, id))
      return sal_rulesets[i];
  return NULL;
}
