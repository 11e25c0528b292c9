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
  pthread_mutex_lock(&r->door.lock);
  int code = r->refuse;
  pthread_mutex_unlock(&r->door.lock);
  return code;
}
/* One mail a connection, or more. */
static void converse(void *owner, int fd) {
  struct relay *r = owner;
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
      pthread_mutex_lock(&r->door.lock);
      if (r->n < RELAY_MOST)
        r->mail[r->n++] = m;
      pthread_mutex_unlock(&r->door.lock);
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
void relay_open(struct relay *r) {
  *r = (struct relay){0};
  door_open(&r->door, converse, r);
  r->port = r->door.port;
}
void relay_close(struct relay *r) {
  door_close(&r->door);
  for (int i = 0; i < r->n; i++)
    free(r->mail[i]);
}
int relay_mails(struct relay *r) {
  pthread_mutex_lock(&r->door.lock);
  int n = r->n;
  pthread_mutex_unlock(&r->door.lock);
  return n;
}
void relay_refuse(struct relay *r, int code) {
  pthread_mutex_lock(&r->door.lock);
  r->refuse = code;
  pthread_mutex_unlock(&r->door.lock);
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
