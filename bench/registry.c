/* registry.c - the games of `salient-bench`: the skirmish alone. Linked before the library's own
 * list, it takes its place. */
#include "core/ruleset.h"

extern const struct sal_ruleset skirmish;

const struct sal_ruleset *const sal_rulesets[] = {&skirmish, NULL};

const struct sal_ruleset *sal_ruleset_find(const char *id) {
  return sal_eq(id, skirmish.id) ? &skirmish : NULL;
}
