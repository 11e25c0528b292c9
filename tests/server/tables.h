/* tables.h - a few games played at random with a record of all that was acknowledged, to be held
 * against the store afterwards.
 *
 * Every action is sent with a key; what was on its way when the server died, or what it could not
 * write down, is sent again with the same key. In the end each journal must hold exactly the
 * acknowledged actions, in their order.
 */
#ifndef TABLES_H
#define TABLES_H

#include "client.h"

enum { TABLES = 10 };
struct table {
  struct made m;
  struct player p;
  int side; /* seated as */
  long long seq;
  char pending[160]; /* the request on its way, or "" */
  char action[120];
  int key;
  bool over;
  char *acked; /* "german step ..\n" for each */
  size_t nacked, cap;
};
struct tables {
  struct test_server *s;
  /* nodes `one` and `two`, which divide the games: players go where they are sent */
  struct test_server *node[2];
  unsigned long sent_on; /* how often */
  int n;
  struct table t[TABLES];
  unsigned long acks, resent, refused;
  /* answers `internal` are met while the disk is in trouble: look, and send it again */
  bool patient;
};
/* fresh games where there is none, or one that is over */
void tables_sit(struct tables *, struct test_server *, int n, const char *more);
bool tables_round(struct tables *); /* one action in each; false: the server is gone */
bool tables_over(const struct tables *);
void tables_come_back(struct tables *); /* to a server that was started again */
/* the store holds what was acknowledged, and nothing else */
void tables_check(struct tables *, bool finished_only);
void tables_free(struct tables *);

#endif
