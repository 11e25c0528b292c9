/* door.c - see door.h. */
#include "door.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

static void *wait_for_callers(void *arg) {
  struct door *d = arg;
  for (;;) {
    struct pollfd p = {.fd = d->fd, .events = POLLIN};
    int ready = poll(&p, 1, 50);
    pthread_mutex_lock(&d->lock);
    bool stop = d->stop;
    pthread_mutex_unlock(&d->lock);
    if (stop)
      return NULL;
    int fd = ready > 0 ? accept(d->fd, NULL, NULL) : -1;
    if (fd >= 0)
      d->serve(d->owner, fd);
  }
}

void door_open(struct door *d, void (*serve)(void *owner, int fd), void *owner) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  *d = (struct door){.serve = serve, .owner = owner};
  d->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(d->fd, (struct sockaddr *)&a, sizeof a), 0);
  listen(d->fd, 16);
  getsockname(d->fd, (struct sockaddr *)&a, &size);
  d->port = ntohs(a.sin_port);
  pthread_mutex_init(&d->lock, NULL);
  pthread_create(&d->thread, NULL, wait_for_callers, d);
}

void door_close(struct door *d) {
  pthread_mutex_lock(&d->lock);
  d->stop = true;
  pthread_mutex_unlock(&d->lock);
  pthread_join(d->thread, NULL);
  close(d->fd);
}
