/* account.h - a name and a passphrase, or nothing at all: accounts are a convenience, seats are held by tokens. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "server.h"

void account_create(struct exchange *, const cJSON *doc);
void account_login(struct exchange *, const cJSON *doc);
void account_logout(struct exchange *);
void account_show(struct exchange *);
void account_delete(struct exchange *, const cJSON *doc); /* asks for the passphrase again */
int64_t account_of(struct server *, const char *session); /* 0: nobody */

#endif
