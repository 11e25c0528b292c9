/* review.h - finished games are reviewed in the background, one after the other.
 *
 * A review takes a minute or an hour, so it has its own process, with a lower priority than those
 * of the opponents. What it has judged so far is stored with the game now and then: after a crash,
 * of the process or of the server, it continues from there. The whole review is kept with the game.
 */
#ifndef SERVER_REVIEW_H
#define SERVER_REVIEW_H

#include "lobby.h"

struct reviews *reviews_new(struct server *);
void reviews_stop(struct reviews *); /* what runs is ended; what was kept stays kept */
void reviews_free(struct reviews *); /* once the loop is closed */

/* POST: begins it unless it is there or under way. GET: what there is of it; one that was cut short
 * when the server stopped continues. */
void review_begin(struct room *, struct exchange *, const cJSON *);
void review_show(struct room *, struct exchange *, const cJSON *);
/* The whole review of a game, by its number; NULL: there is none. */
cJSON *review_read(struct store *, int64_t num);

#endif
