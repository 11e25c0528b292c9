/* http.h - answers that are about the server itself, and the words for a refusal. */
#ifndef HTTP_H
#define HTTP_H

#include "routes.h"

void http_say(struct exchange *, int status, enum fault_code, const char *text);
/* Does it carry the administrator's token? If not, this refuses it. */
bool http_is_admin(struct exchange *);
route_answer http_games, http_mine, http_admin_games;

#endif
