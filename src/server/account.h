/* account.h - a name and a passphrase, or nothing at all: accounts are a convenience, seats are
 * held by tokens. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "server.h"

void account_create(struct exchange *, const cJSON *doc);
void account_login(struct exchange *, const cJSON *doc);
void account_logout(struct exchange *);
void account_logout_all(struct exchange *);                   /* every session of the account */
void account_passphrase(struct exchange *, const cJSON *doc); /* a new one, with the old one */
void account_show(struct exchange *);
void account_delete(struct exchange *, const cJSON *doc); /* asks for the passphrase again */
/* A new passphrase without the old one: a ticket is used up for it (account_mail.h). */
void account_renew(struct exchange *, const struct store_account *, const char *fresh,
                   const char *ticket, const char *kind);
void account_codes(struct exchange *, const cJSON *doc); /* with the passphrase: codes to print */
/* A name that can be had, and how it is compared. */
bool account_name_ok(const char *name, char fold[STORE_NAME], struct fault *);
/* The account of a session; 0: none. False: the store cannot be read just now. */
bool account_of(struct server *, const char *session, int64_t *account);

#endif
