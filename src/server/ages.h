/* ages.h - what has waited too long.
 *
 * An open seat that was taken and never moved comes free again; a game that never began is
 * forgotten; and a finished one, where the server's owner has said for how long they are kept.
 */
#ifndef AGES_H
#define AGES_H

#include "room.h"

struct ages;
/* Looks for such games, on a thread beside the loop with its own handle of the store. */
struct ages *ages_find(struct store *, const struct server_config *);
void ages_act(struct server *, struct ages *); /* on the loop; frees it */

#endif
