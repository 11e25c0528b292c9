/* hold.h - a store that cannot be written for a while, and can be read: what the disk does at its
 * worst. */
#ifndef HOLD_H
#define HOLD_H

#include "client.h"

#include <sqlite3.h>

struct held {
  sqlite3 *file; /* an embedded store: somebody else's lock.. */
  pid_t backend; /* ..a shared one: its process that writes for the server stands still */
};
void hold_store(struct held *, const struct test_server *);
void let_store(struct held *);

#endif
