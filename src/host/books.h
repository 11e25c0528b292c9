/* books.h - what a page asks about a game itself: its rules in our words, the sources of its
 * figures, and a lesson's guide. None of this belongs to a seat.
 *
 * The writers put fields into an object that is open.
 */
#ifndef BOOKS_H
#define BOOKS_H

#include "core/json.h"
#include "library.h"

/* The game's outline, or with `whole` its first scenario: all figures. */
const struct sal_book *books_find(struct library *, const char *game, bool whole, struct fault *);
const struct sal_book *books_scenario(struct library *, const char *game, const char *scenario,
                                      struct fault *);
void books_rules_json(struct sal_json *, const struct sal_book *);   /* v, game, rules */
void books_sources_json(struct sal_json *, const struct sal_book *); /* v, game, sources */
/* v, guide: data/GAME/guide-NAME.tsv as it stands; empty where there is none. */
void books_guide_json(struct sal_json *, struct library *, const char *game, const char *name);

#endif
