/* relay.c - see relay.h. */
#include "relay.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

struct inner {
  pthread_t thread;
  pthread_mutex_t lock;
  bool stop;
};
static bool say(int fd, const char *text) {
  return send(fd, text, strlen(text), MSG_NOSIGNAL) > 0;
}
static bool hear(int fd, char *line, size_t cap) {
  size_t n = 0;
  while (n + 1 < cap) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, 5000) <= 0 || recv(fd, line + n, 1, 0) != 1)
      return false;
    if (line[n++] == '\n')
      break;
  }
  line[n] = 0;
  return true;
}
static bool hear_text(int fd, struct relay_mail *m) {
  char line[1200];
  while (hear(fd, line, sizeof line)) {
    if (!strcmp(line, ".\r\n"))
      return true;
    size_t have = strlen(m->text);
    snprintf(m->text + have, sizeof m->text - have, "%s", line + (line[0] == '.'));
  }
  return false;
}
static int refusal(struct relay *r) {
  struct inner *in = r->inner;
  pthread_mutex_lock(&in->lock);
  int code = r->refuse;
  pthread_mutex_unlock(&in->lock);
  return code;
}
/* One mail a connection, or more. */
static void converse(struct relay *r, int fd) {
  struct inner *in = r->inner;
  struct relay_mail *m = calloc(1, sizeof *m);
  char line[1200], word[64];
  say(fd, "220 here\r\n");
  while (hear(fd, line, sizeof line)) {
    if (!strncasecmp(line, "MAIL FROM:", 10)) {
      snprintf(m->from, sizeof m->from, "%.*s", (int)strcspn(line + 10, "\r"), line + 10);
    } else if (!strncasecmp(line, "RCPT TO:", 8)) {
      snprintf(m->to, sizeof m->to, "%.*s", (int)strcspn(line + 8, "\r"), line + 8);
      int code = refusal(r);
      snprintf(word, sizeof word, "%d no\r\n", code);
      say(fd, code ? word : "250 yes\r\n");
      continue;
    } else if (!strncasecmp(line, "DATA", 4)) {
      say(fd, "354 go on\r\n");
      if (!hear_text(fd, m))
        break;
      pthread_mutex_lock(&in->lock);
      if (r->n < RELAY_MOST)
        r->mail[r->n++] = m;
      pthread_mutex_unlock(&in->lock);
      m = calloc(1, sizeof *m);
    } else if (!strncasecmp(line, "QUIT", 4)) {
      say(fd, "221 bye\r\n");
      break;
    }
    say(fd, "250 yes\r\n");
  }
  free(m);
  close(fd);
}
static void *serve(void *arg) {
  struct relay *r = arg;
  struct inner *in = r->inner;
  for (;;) {
    struct pollfd p = {.fd = r->door, .events = POLLIN};
    int ready = poll(&p, 1, 50);
    pthread_mutex_lock(&in->lock);
    bool stop = in->stop;
    pthread_mutex_unlock(&in->lock);
    if (stop)
      return NULL;
    int fd = ready > 0 ? accept(r->door, NULL, NULL) : -1;
    if (fd >= 0)
      converse(r, fd);
  }
}
void relay_open(struct relay *r) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  *r = (struct relay){0};
  r->door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(r->door, (struct sockaddr *)&a, sizeof a), 0);
  listen(r->door, 16);
  getsockname(r->door, (struct sockaddr *)&a, &size);
  r->port = ntohs(a.sin_port);
  struct inner *in = r->inner = calloc(1, sizeof *in);
  pthread_mutex_init(&in->lock, NULL);
  pthread_create(&in->thread, NULL, serve, r);
}
void relay_close(struct relay *r) {
  struct inner *in = r->inner;
  pthread_mutex_lock(&in->lock);
  in->stop = true;
  pthread_mutex_unlock(&in->lock);
  pthread_join(in->thread, NULL);
  close(r->door);
  for (int i = 0; i < r->n; i++)
    free(r->mail[i]);
  free(in);
}
int relay_mails(struct relay *r) {
  struct inner *in = r->inner;
  pthread_mutex_lock(&in->lock);
  int n = r->n;
  pthread_mutex_unlock(&in->lock);
  return n;
}
void relay_refuse(struct relay *r, int code) {
  struct inner *in = r->inner;
  pthread_mutex_lock(&in->lock);
  r->refuse = code;
  pthread_mutex_unlock(&in->lock);
}
const struct relay_mail *relay_wait(struct relay *r, int nth, int ms) {
  for (int waited = 0; relay_mails(r) <= nth; waited += 10) {
    if (waited > ms)
      fail_msg("mail %d has not come within %d ms", nth, ms);
    usleep(10000);
  }
  return r->mail[nth];
}
void relay_link(const struct relay_mail *m, const char *page, char out[100]) {
  char find[40];
  snprintf(find, sizeof find, "/#%s/", page);
  const char *at = strstr(m->text, find);
  assert_non_null(at);
  at += strlen(find);
  snprintf(out, 100, "%.*s", (int)strcspn(at, "\r\n "), at);
}
