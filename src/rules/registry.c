/* registry.c - the games, in the order of the menu. The only list of them. */
#include "core/ruleset.h"

extern const struct sal_ruleset alea, nullgame, sspanzer, stalnie, wb95;

const struct sal_ruleset *const sal_rulesets[] = {&wb95,    &alea,     &sspanzer,
                                                  &stalnie, &nullgame, NULL};

const struct sal_ruleset *sal_ruleset_find(const char *id) {
  for (int i = 0; sal_rulesets[i]; i++)
    if (sal_eq(sal_rulesets[i]->id, id))
      return sal_rulesets[i];
  return NULL;
}
