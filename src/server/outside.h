/* outside.h - addresses that players name and this server calls: which of them it may. */
#ifndef OUTSIDE_H
#define OUTSIDE_H

#include <stdbool.h>
#include <sys/socket.h>

struct outside { /* https://host[:port]/path */
  bool tls;
  char host[200], port[8];
  const char *path; /* in the text that was taken apart; perhaps "" */
};
/* Only https, and http where `plain_too`; no user, no blanks, nothing unusual. */
bool outside_split(const char *url, bool plain_too, struct outside *);
/* Loopback, private, link-local, shared, multicast, reserved: never a target from here. */
bool outside_is_inside(const struct sockaddr *);

#endif
