/* relay.h - a mail relay on this machine that keeps what it is given. */
#ifndef TEST_RELAY_H
#define TEST_RELAY_H

#include "client.h"
#include "door.h"

enum { RELAY_MOST = 64 };
struct relay_mail {
  char from[200], to[300], text[8000];
};
struct relay {
  int port;
  struct door door;
  struct relay_mail *mail[RELAY_MOST];
  int n;
  int refuse; /* the code it answers RCPT with instead of 250; 0: none */
};
void relay_open(struct relay *);
void relay_close(struct relay *);
int relay_mails(struct relay *);
void relay_refuse(struct relay *, int code);
const struct relay_mail *relay_wait(struct relay *, int nth, int ms);
/* What follows `/#PAGE/` in it. */
void relay_link(const struct relay_mail *, const char *page, char out[100]);

#endif
