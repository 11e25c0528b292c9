/* position.h - a position document (contract 9) into the plain memory the rulesets read.
 *
 * Only the shape is judged here: types, ranges, unknown fields. Whether a hex, unit or phase exists
 * is for the core and the ruleset, which name the same paths.
 */
#ifndef HOST_POSITION_H
#define HOST_POSITION_H

#include "core/position.h"
#include "input.h"

/* Strings and lists are copied into the arena. */
bool position_read(const cJSON *, struct sal_arena *, struct sal_position **, struct fault *);
/* How much arena the document can need at most. */
size_t position_room(const cJSON *);

/* What a position file adds: where it is played and with which dice. All may be NULL. */
struct position_extra {
  const char *game, *scenario;
  const cJSON *options, *dice;
};
bool position_extra(const cJSON *, struct position_extra *, struct fault *);

#endif
