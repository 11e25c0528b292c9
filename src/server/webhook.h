/* webhook.h - a notice to an address that a player gave. `discord+https://..` and `ntfy+https://..`
 * get it in the form that those take; so do discord.com and ntfy.sh without the word in front. */
#ifndef WEBHOOK_H
#define WEBHOOK_H

#include "courier.h"
#include "server.h"

struct notice_text;
bool webhook_allowed(const struct server_config *, const char *url, struct fault *);
/* NULL: the address is none. */
struct parcel *webhook_parcel(const char *hook, const struct notice_text *, parcel_done *,
                              void *arg);
/* Its host, for a log: the path may hold a secret. */
void webhook_host(const char *hook, char out[200]);

#endif
