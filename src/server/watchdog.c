/* watchdog.c - see watchdog.h. */
#include "watchdog.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* `turns` is the loop's own counter and only read here; the lock is for the end alone. */
struct watchdog {
  const atomic_ulong *turns;
  int seconds;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool stop;
};

/* Nothing here may wait for a lock that the loop could hold: no stdio, no allocation. */
static void end_program(void) {
  static const char words[] =
      "salient: the server's loop has stood still for too long; it ends, so that it can be "
      "started again\n";
  if (write(2, words, sizeof words - 1) < 0)
    _exit(WATCHDOG_EXIT + 1);
  _exit(WATCHDOG_EXIT);
}

/* False: it is to stop. By the steady clock, so a clock that is set wakes nobody. */
static bool wait_a_second(struct watchdog *w) {
  struct timespec until;

  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec++;
  pthread_mutex_lock(&w->lock);
  while (!w->stop && !pthread_cond_timedwait(&w->wake, &w->lock, &until))
    ;
  bool stop = w->stop;
  pthread_mutex_unlock(&w->lock);
  return !stop;
}

/* A loop that has not turned for this long will never turn again. */
static void *watch(void *arg) {
  struct watchdog *w = arg;
  unsigned long seen = atomic_load(w->turns);

  for (int still = 0; wait_a_second(w);) {
    unsigned long now = atomic_load(w->turns);
    still = now == seen ? still + 1 : 0;
    seen = now;
    if (still >= w->seconds)
      end_program();
  }

  return NULL;
}

/* It counts from now on: a loop that never turns is ended too. */
struct watchdog *watchdog_start(const atomic_ulong *turns, int seconds) {
  struct watchdog *w = calloc(1, sizeof *w);
  pthread_condattr_t steady;

  if (!w)
    abort();
  w->turns = turns;
  w->seconds = seconds;
  pthread_mutex_init(&w->lock, NULL);
  pthread_condattr_init(&steady);
  pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
  pthread_cond_init(&w->wake, &steady);
  pthread_condattr_destroy(&steady);
  if (pthread_create(&w->thread, NULL, watch, w))
    abort();

  return w;
}

void watchdog_stop(struct watchdog *w) {
  if (!w)
    return;
  pthread_mutex_lock(&w->lock);
  w->stop = true;
  pthread_cond_signal(&w->wake);
  pthread_mutex_unlock(&w->lock);
  pthread_join(w->thread, NULL);
  pthread_mutex_destroy(&w->lock);
  pthread_cond_destroy(&w->wake);
  free(w);
}

/* Tells systemd how we are; without it nothing happens. */
void watchdog_notify(const char *what) {
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un a = {.sun_family = AF_UNIX};

  if (!path || strlen(path) < 2 || strlen(path) >= sizeof a.sun_path)
    return;
  memcpy(a.sun_path, path, strlen(path) + 1);
  if (path[0] == '@') /* a name that is no file */
    a.sun_path[0] = 0;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return;
  socklen_t n = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
  sendto(fd, what, strlen(what), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&a, n);
  close(fd);
}
