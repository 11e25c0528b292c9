/* passed_home.h - what one person keeps of passed games: a folder with his key and, for every game,
 * the parts seen so far.
 *
 * The terminal and the page use the same folder, so a game can go on in either. A file that is
 * older than the memory of its game, or differs from it, is refused; without the folder a copied
 * file could be answered twice.
 */
#ifndef PASSED_HOME_H
#define PASSED_HOME_H

#include "passed.h"

enum { PASSED_HOME = 512 };

/* `given`, or the folder of this user's data; made when it is not there. */
bool passed_home(const char *given, char out[PASSED_HOME], struct fault *);
/* The person's key; made on the first call, and *fresh set. */
bool passed_home_key(const char *home, struct passed_key *, bool *fresh, struct fault *);
/* passed_open with what is remembered of that game. */
struct passed *passed_home_open(const char *home, struct library *, struct desk *, const char *text,
                                size_t n, const struct passed_key *, struct fault *);
/* Signs the part and remembers it; the text belongs to the game. Call it before the file leaves: if
 * the file is then lost, the old one is refused as replayed rather than answered twice. NULL: it
 * could not be written. */
const char *passed_home_close(const char *home, struct passed *, size_t *n, struct fault *);

#endif
