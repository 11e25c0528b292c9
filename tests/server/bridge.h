/* bridge.h - a way by TCP to the database of tools/postgres.sh, which listens on a socket of its
 * own alone. Shut, it takes what it is sent and every new connection and passes nothing on: as when
 * the database's machine has gone and nobody says so.
 */
#ifndef BRIDGE_H
#define BRIDGE_H

#include <stddef.h>
#include <sys/types.h>

struct bridge {
  pid_t pid;
  int port;
};
void bridge_open(struct bridge *);
void bridge_shut(const struct bridge *);
void bridge_again(const struct bridge *);
void bridge_close(struct bridge *);

#endif
