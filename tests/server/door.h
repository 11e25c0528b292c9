/* door.h - a port of this machine that a thread of the test serves, one caller after the other. */
#ifndef TEST_DOOR_H
#define TEST_DOOR_H

#include <pthread.h>
#include <stdbool.h>

struct door {
  int port, fd;
  pthread_t thread;
  pthread_mutex_t lock; /* over whatever the test and the thread share */
  bool stop;
  void (*serve)(void *owner, int fd);
  void *owner;
};
/* `serve` gets each connection and closes it. */
void door_open(struct door *, void (*serve)(void *owner, int fd), void *owner);
void door_close(struct door *);

#endif
