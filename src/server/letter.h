/* letter.h - a passed file that its player has opened on the page: read with his key, played like
 * any game, and handed back.
 *
 * Only the player's own program does it (`play`): the key never leaves his machine. A letter lives
 * in memory. Decisions in it count when the answer is taken; then the file is signed, and
 * remembered in the same folder that `pass` uses.
 */
#ifndef LETTER_H
#define LETTER_H

#include "server.h"

/* POST /api/pass {"file"} or {"begin":{"game","scenario","options","side","mode"}} */
void letter_open(struct exchange *, const cJSON *doc);
/* POST /api/pass/ID: the file to send back */
void letter_answer(struct exchange *, const char *id);
/* false: the id is not a letter's, and nothing was done */
bool letter_join(struct conn *, const char *id, const cJSON *doc);
void letter_hear(struct conn *, cJSON *doc); /* takes the document */
void letter_leave(struct conn *);
void letters_free(struct server *);

#endif
