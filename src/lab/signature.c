/* signature.c - see signature.h. */
#include "signature.h"

#include "core/ruleset.h"
#include "playout.h"

/* One hash over fixed games of every scenario: a change of behaviour changes it. */
bool bench_signature(struct library *lib, uint64_t *out, struct fault *f) {
  enum { GAMES = 4, ACTIONS = 20000 };
  struct bot_spec spec[2];
  struct sal_err err;
  uint64_t sum = 0;

  bot_parse("random", &spec[0], &err);
  spec[1] = spec[0];
  for (int g = 0; sal_rulesets[g]; g++) {
    const struct sal_ruleset *rules = sal_rulesets[g];
    if (rules->hidden)
      continue;
    const struct sal_book *outline = library_outline(lib, rules, f);
    for (int i = 0; outline && i < outline->nscenarios; i++) {
      const struct sal_book *book = library_book(lib, rules, outline->scenarios[i].id, f);
      if (!book)
        return false;
      struct playout *p = playout_new(book, spec);
      for (uint64_t n = 0; n < GAMES; n++) {
        playout_start(p, playout_seed(1, n));
        while (p->actions < ACTIONS && playout_step(p) > 0)
          continue;
        const uint64_t end[2] = {playout_hash(p), p->actions};
        sum = sal_hash(end, sizeof end, sum);
      }
      playout_free(p);
    }
    if (!outline)
      return false;
  }
  *out = sum;
  return true;
}
