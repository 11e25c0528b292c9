/* account_mail.h - an account that lasts: its mail address, and the ways back in when the
 * passphrase is lost.
 *
 * A ticket is a secret that works once: in a link that was mailed, or printed on paper. The store
 * knows its keyed hash only.
 */
#ifndef ACCOUNT_MAIL_H
#define ACCOUNT_MAIL_H

#include "routes.h"

enum { CODES = 8, CODE_TEXT = 24 }; /* printed: XXXXX-XXXXX-XXXXX-XXXXX */

/* POST /api/account/mail {"address"}: a link goes there; until it is opened nothing has changed.
 * /api/account/mail/verify {"token"}, /api/account/mail/end */
route_answer account_mail, account_mail_verify, account_mail_end;
/* POST /api/account/recover {"name"}: a link to the account's address, if it has one. */
route_answer account_recover;
/* POST /api/account/reset {"token","new"} or {"name","code","new"} */
route_answer account_reset;

/* Once a second: links that the relay did not take are sent again. */
void link_mails_tick(struct server *);
void link_mails_free(struct server *);

/* ---- for account.c */
/* Inside a transaction: uses the ticket up. STORE_NONE: there is no such ticket, or it has been
 * used. */
enum store_result ticket_use(struct store *, const char *hash, const char *kind, int64_t now);
void codes_make(char code[CODES][CODE_TEXT]);
enum store_result codes_write(struct store *, const uint8_t salt[SECRET_HASH], int64_t account,
                              char code[CODES][CODE_TEXT]);
int64_t codes_left(struct store *, int64_t account);
/* All that hangs on an account, inside the transaction that deletes it. */
enum store_result account_forget(struct store *, int64_t account);

#endif
