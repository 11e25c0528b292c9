/* sinks.c - a push service, webhooks and a mail relay in one thread: everything is taken. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../clock.h"
#include "company.h"

enum { LINE_ROOM = 16384 };
struct line {
  int fd;
  bool door, mail; /* door: it listens */
  bool letter;     /* of a mail: its text is coming */
  uint32_t to;
  size_t have;
  char in[LINE_ROOM + 1];
};

/* ---- what came */
static void note(struct sinks *s, const struct came *c) {
  uint64_t one = 1;

  pthread_mutex_lock(&s->lock);
  if (s->n == s->room) {
    s->room = s->room * 2 + 1024;
    s->came = realloc(s->came, s->room * sizeof *s->came);
  }
  if (!s->came)
    abort();
  s->came[s->n++] = *c;
  pthread_mutex_unlock(&s->lock);
  if (write(s->told, &one, sizeof one) < 0)
    give_up("a notice cannot be passed on", NULL);
}

size_t sinks_take(struct sinks *s, struct came *out, size_t most) {
  pthread_mutex_lock(&s->lock);
  size_t n = s->n < most ? s->n : most;
  if (n)
    memcpy(out, s->came, n * sizeof *out);
  s->n -= n;
  if (s->n)
    memmove(s->came, s->came + n, s->n * sizeof *s->came);
  pthread_mutex_unlock(&s->lock);
  return n;
}

/* ---- HTTP: `POST /push/12` with the game as its topic, `POST /hook/12` with it in the body */
static void take_post(struct sinks *s, const char *head, const char *body) {
  struct came c = {.at = now()};
  char what[8] = "";
  const char *topic = strcasestr(head, "\r\ntopic: ");

  if (sscanf(head, "POST /%7[a-z]/%u ", what, &c.person) != 2)
    give_up("a notice went astray", head);
  c.way = strcmp(what, "hook") ? BY_PUSH : BY_HOOK;
  if (c.way == BY_HOOK)
    word_after(body, "\"game\":\"", c.word, sizeof c.word);
  else if (topic)
    snprintf(c.word, sizeof c.word, "%.*s", (int)strcspn(topic + 9, "\r"), topic + 9);
  note(s, &c);
}

/* One whole request at the front of what has come; how long it is, or 0. */
static size_t hear_post(struct sinks *s, struct line *l) {
  static const char taken[] = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
  char *end = strstr(l->in, "\r\n\r\n");

  if (!end)
    return 0;
  const char *length = strcasestr(l->in, "\r\ncontent-length:");
  size_t head = (size_t)(end - l->in) + 4;
  size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
  if (l->have < head + body)
    return 0;
  end[2] = 0; /* the head is a string of its own */
  take_post(s, l->in, end + 4);
  send(l->fd, taken, sizeof taken - 1, MSG_NOSIGNAL);
  return head + body;
}

/* ---- SMTP */
static void take_letter(struct sinks *s, const struct line *l) {
  struct came c = {.way = BY_MAIL, .at = now(), .person = l->to};
  const char *link = strstr(l->in, "/#verify/");

  if (link)
    snprintf(c.word, sizeof c.word, "%.*s", (int)strcspn(link + 9, "\r\n "), link + 9);
  note(s, &c);
}

/* One line, or a whole letter; how long it is, or 0. */
static size_t hear_mail(struct sinks *s, struct line *l) {
  const char *mark = l->letter ? "\r\n.\r\n" : "\r\n";
  char *end = strstr(l->in, mark);
  const char *answer = "250 yes\r\n";

  if (!end)
    return 0;
  *end = 0;
  if (l->letter)
    take_letter(s, l);
  else if (!strncasecmp(l->in, "RCPT TO:<p", 10))
    l->to = (uint32_t)strtoul(l->in + 10, NULL, 10);
  else if (!strncasecmp(l->in, "DATA", 4))
    answer = "354 go on\r\n";
  else if (!strncasecmp(l->in, "QUIT", 4))
    answer = "221 bye\r\n";
  l->letter = answer[0] == '3';
  send(l->fd, answer, strlen(answer), MSG_NOSIGNAL);
  return (size_t)(end - l->in) + strlen(mark);
}

/* ---- lines */
static void let_in(const struct line *door, int epoll) {
  struct line *l = room(sizeof *l);

  l->mail = door->mail;
  l->fd = accept4(door->fd, NULL, NULL, SOCK_CLOEXEC);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = l};
  if (l->fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, l->fd, &e))
    give_up("a notice was not let in", NULL);
  if (l->mail)
    send(l->fd, "220 here\r\n", 10, MSG_NOSIGNAL);
}

static void hear(struct sinks *s, struct line *l) {
  ssize_t got = recv(l->fd, l->in + l->have, LINE_ROOM - l->have, 0);

  if (got <= 0) {
    close(l->fd);
    free(l);
    return;
  }
  l->have += (size_t)got;
  l->in[l->have] = 0;
  for (size_t n; (n = l->mail ? hear_mail(s, l) : hear_post(s, l)) != 0;) {
    l->have -= n;
    memmove(l->in, l->in + n, l->have + 1);
  }
  if (l->have == LINE_ROOM)
    give_up("a notice is too long", NULL);
}

/* On loopback, at any port that is free. */
static int open_door(int epoll, bool mail) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  struct line *l = room(sizeof *l);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = l};

  l->door = true;
  l->mail = mail;
  l->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(l->fd, (struct sockaddr *)&a, size) || listen(l->fd, 256) ||
      getsockname(l->fd, (struct sockaddr *)&a, &size))
    give_up("no port is free", NULL);
  epoll_ctl(epoll, EPOLL_CTL_ADD, l->fd, &e);
  return ntohs(a.sin_port);
}

struct opening {
  struct sinks *sinks;
  int epoll;
};
/* The thread, until the program ends. */
static void *serve(void *arg) {
  struct opening o = *(struct opening *)arg;
  struct epoll_event ready[64];

  free(arg);
  for (;;) {
    int n = epoll_wait(o.epoll, ready, 64, -1);
    for (int i = 0; i < n; i++) {
      struct line *l = ready[i].data.ptr;
      if (l->door)
        let_in(l, o.epoll);
      else
        hear(o.sinks, l);
    }
  }
  return NULL;
}

void sinks_open(struct sinks *s) {
  struct opening *o = room(sizeof *o);

  *s = (struct sinks){.told = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  *o = (struct opening){s, epoll_create1(EPOLL_CLOEXEC)};
  pthread_mutex_init(&s->lock, NULL);
  s->http = open_door(o->epoll, false);
  s->smtp = open_door(o->epoll, true);
  if (pthread_create(&s->thread, NULL, serve, o))
    give_up("no thread", NULL);
}
