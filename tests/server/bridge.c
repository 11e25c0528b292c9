/* bridge.c - see bridge.h: a process of its own, so that it can be stopped in the middle. */
#include "bridge.h"

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"

/* Pairs of connections: 2 n is the client's end, 2 n + 1 the database's. */
enum { ENDS = 128 };

static int to_database(void) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(a.sun_path, sizeof a.sun_path, "%s/.s.PGSQL.5432", getenv("SALIENT_POSTGRES"));
  if (connect(fd, (struct sockaddr *)&a, sizeof a)) {
    close(fd);
    return -1;
  }
  return fd;
}
static void take(int door, struct pollfd *end) {
  int client = accept(door, NULL, NULL), i = 0;
  while (i < ENDS && end[i].fd >= 0)
    i += 2;
  int base = client < 0 || i == ENDS ? -1 : to_database();
  if (base < 0) {
    close(client);
    return;
  }
  end[i].fd = client;
  end[i + 1].fd = base;
}
static void part(struct pollfd *pair) {
  for (int k = 0; k < 2; k++) {
    close(pair[k].fd);
    pair[k].fd = -1;
  }
}
static bool carry(int from, int to) {
  char bytes[65536];
  ssize_t n = read(from, bytes, sizeof bytes), sent = 0;
  while (n > 0 && sent < n) {
    ssize_t more = write(to, bytes + sent, (size_t)(n - sent));
    if (more <= 0)
      return false;
    sent += more;
  }
  return n > 0;
}
static void serve(int door) {
  struct pollfd all[ENDS + 1];
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; i <= ENDS; i++)
    all[i] = (struct pollfd){.fd = -1, .events = POLLIN};
  all[ENDS].fd = door;
  while (poll(all, ENDS + 1, -1) > 0) {
    for (int i = 0; i < ENDS; i++)
      if (all[i].fd >= 0 && all[i].revents && !carry(all[i].fd, all[i ^ 1].fd))
        part(&all[i & ~1]);
    if (all[ENDS].revents)
      take(door, all);
  }
}

void bridge_open(struct bridge *b) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t n = sizeof a;
  int door = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(bind(door, (struct sockaddr *)&a, n), 0);
  assert_int_equal(getsockname(door, (struct sockaddr *)&a, &n), 0);
  assert_int_equal(listen(door, 64), 0);
  b->port = ntohs(a.sin_port);
  b->pid = fork();
  if (!b->pid) {
    serve(door);
    _exit(1);
  }
  close(door);
}
void bridge_shut(const struct bridge *b) {
  kill(b->pid, SIGSTOP);
}
void bridge_again(const struct bridge *b) {
  kill(b->pid, SIGCONT);
}
void bridge_close(struct bridge *b) {
  if (!b->pid)
    return;
  kill(b->pid, SIGKILL);
  waitpid(b->pid, NULL, 0);
  b->pid = 0;
}
