/* mail.h - plain text to an account's verified address, by the operator's relay (SMTP).
 *
 * What is sent: a link that verifies an address, a link that opens a lost account, and at most once
 * an hour the list of games in which a decision is owed. Nothing that another player wrote is ever
 * in a mail.
 */
#ifndef MAIL_H
#define MAIL_H

#include "courier.h"
#include "notice.h"

enum { MAIL_ADDRESS = 255 };

bool mail_ready(const struct server *); /* is there a relay? */
/* One address and nothing else; folded to lower case where that means the same. */
bool mail_address_ok(const char *text, char out[MAIL_ADDRESS], struct fault *);
/* The body's lines end with \n. False: too much waits, and the arg is freed. */
bool mail_send(struct server *, const char *to, const char *subject, const char *body,
               parcel_done *, void *arg);
void mail_link(const struct server *, const char *page, const char *token, char out[400]);
/* How long an hour is: tests live faster. */
int64_t mail_hour(const struct server *);

/* ---- an account's address */
struct mail_box {
  bool known, on;
  char address[MAIL_ADDRESS], stop[TOKEN_TEXT];
  struct quiet quiet;
  int64_t last, failed;
  char why[160];
};
void mail_box_read(struct store *, int64_t account, struct mail_box *);
/* inside a transaction */
enum store_result mail_box_set(struct store *, int64_t account, const char *address,
                               const char *stop);
enum store_result mail_box_drop(struct store *, int64_t account);
/* When the last mail went, and what became of it. */
void mail_box_note(struct server *, int64_t account, int64_t last, const char *why);

/* POST /api/notices/mail {"on","quiet"}; /api/mail/stop {"token"} */
route_answer mail_settings, mail_stop;

#endif
