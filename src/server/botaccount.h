/* botaccount.h - programs as guests: an account that says it is a bot, owned by a person, with a
 * token in place of a passphrase.
 *
 * The token is a session that does not end. It goes into `Authorization: Bearer` or into the
 * cookie, and opens what any account's session opens.
 */
#ifndef BOTACCOUNT_H
#define BOTACCOUNT_H

#include "routes.h"

route_answer botaccount_list, botaccount_make, botaccount_post;
/* The bot whose token that is, or 0; as account_of. */
bool botaccount_of(struct server *, const char *token, int64_t *account);

#endif
