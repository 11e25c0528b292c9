/* retell.h - replays a game from its actions and dice alone, by today's rules and data files.
 *
 * A journal is bound to the data files it was played with. Text that only has to lead to a
 * position, such as a puzzle, says less: lines `side action | dice`, the first `- setup | dice`. It
 * is valid as long as every line is legal, whatever else has changed in the files.
 */
#ifndef RETELL_H
#define RETELL_H

#include "game.h"

struct game *game_retell(struct library *, struct desk *, const struct sal_ruleset *,
                         const char *scenario, const cJSON *lines, struct fault *);

#endif
