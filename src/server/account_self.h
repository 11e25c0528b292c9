/* account_self.h - what a player can do with an account: another name, its sessions, all that is
 * kept about it. */
#ifndef ACCOUNT_SELF_H
#define ACCOUNT_SELF_H

#include "routes.h"

/* POST /api/account/rename {"name"}; GET /api/account/sessions; POST /api/account/sessions/end
 * {"id"}; GET /api/account/export */
route_answer account_rename, account_sessions, account_session_end, account_export;
/* Was it somebody's name not long ago? Nobody else can take it then. */
bool account_name_rests(struct store *, const char *fold, int64_t account);
/* The name of the account's seats in the games that are in memory. */
void account_name_seats(struct server *, int64_t account, const char *name);

#endif
