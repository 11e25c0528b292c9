/* doc.h - what the files that write the contract's documents share (doc_*.c). Nobody else includes
 * it. */
#ifndef SAL_DOC_H
#define SAL_DOC_H

#include "prompt.h"
#include "ruleset.h"

static inline const char *rule_text(const struct sal_book *b, int rule) {
  return sal_rule_id(b, rule);
}
void sal_hexes_json(struct sal_json *, const char *key, const struct sal_board *, const sal_hex *,
                    int n);
void sal_terrain_json(struct sal_json *, const char *key, const struct sal_terrain *rows, int n,
                      uint32_t bits);

#endif
