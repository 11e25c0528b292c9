/* load.c - many clients at once, each playing random legal actions in its games, and how long the
 * answers took.
 *
 * Loopback only: it is for measuring the machine it runs on. A game is hot seat, so a client plays
 * both sides in turn, and moves to its next game after a while, so that all of them are in play.
 * `do` is timed from sending to the answer, which comes when the action is durable.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "limits.h"
#include "wsclient.h"

enum { STAY = 12, GAP_ROOM = 1 << 22 };
enum doing { JOINING, ASKING, READY, DOING, FINISHED };
/* A game of the load run; its two tokens let any client take either seat. */
struct load_game {
  char id[20], token[2][48];
  int side; /* whose decision it was last */
  uint32_t seq;
  bool over;
};
/* One connection of the load run; it stays STAY moves at a game, then goes to its next. */
struct client {
  int fd;
  enum doing doing;
  struct load_game *game;
  uint32_t first, step, at, stay; /* its games: first, first + step, .. */
  uint32_t key;
  int64_t sent;
  char action[256];
  uint8_t *in;
  size_t nin, cap;
  struct client *next; /* ready, waiting for its turn */
};
struct load {
  const struct load_plan *plan;
  struct wsc_url url;
  struct load_game *games;
  struct client *clients;
  int epoll;
  uint64_t rng;
  struct client *ready, **ready_end;
  uint32_t *took; /* microseconds */
  uint32_t ntook;
  uint64_t acks, refusals, messages, bytes;
  int64_t begin, end;
  long kb[5]; /* the server's memory: empty, games made, clients there, played, settled */
};

static int64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* One linear congruence: speed matters here, quality does not. */
static uint32_t chance(struct load *l, uint32_t n) {
  l->rng = l->rng * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((l->rng >> 33) % n);
}

/* Takes a word out of an answer without reading the rest. */
static bool word_after(const char *text, const char *mark, char *out, size_t cap) {
  const char *p = strstr(text, mark);

  if (!p)
    return false;
  p += strlen(mark);
  size_t n = strcspn(p, "\"");
  if (n >= cap)
    return false;
  memcpy(out, p, n);
  out[n] = 0;
  return true;
}

/* ---- talking */
static bool lost(struct load *l) {
  (void)l;
  fprintf(stderr, "salient: the server closed a connection\n");
  return false;
}

static bool say(struct load *l, struct client *c, const char *text) {
  uint8_t frame[1024];
  size_t n = wsc_frame(1, true, text, strlen(text), frame);
  if (send(c->fd, frame, n, MSG_NOSIGNAL) != (ssize_t)n)
    return lost(l);
  return true;
}

static bool join(struct load *l, struct client *c) {
  char text[256];
  struct load_game *g = c->game;

  c->doing = JOINING;
  snprintf(text, sizeof text,
           "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\",\"since\":4000000000}", g->id,
           g->token[g->side]);
  return say(l, c, text);
}

static bool ask(struct load *l, struct client *c) {
  c->doing = ASKING;
  return say(l, c, "{\"cmd\":\"actions\"}");
}

static bool act(struct load *l, struct client *c) {
  char text[512];
  c->doing = DOING;
  snprintf(text, sizeof text, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%u,\"key\":\"%d-%u\"}",
           c->action, c->game->seq, c->fd, ++c->key);
  c->sent = now_us();
  return say(l, c, text);
}

/* Clients go round their games, so that all are in play. */
static bool next_game(struct load *l, struct client *c) {
  for (uint32_t tries = 0; tries <= l->plan->games; tries++) {
    c->at += c->step;
    if (c->at >= l->plan->games)
      c->at = c->first;
    if (!l->games[c->at].over) {
      c->game = &l->games[c->at];
      c->stay = STAY;
      return join(l, c);
    }
    if (c->at == c->first && c->step >= l->plan->games)
      break;
  }
  c->doing = FINISHED;
  return true;
}

/* Whose decision it is, by the answer; the game goes on with that side. */
static bool go_on(struct load *l, struct client *c, const char *text) {
  struct load_game *g = c->game;
  const char *who = strstr(text, "\"to_move\":[");
  const char *seq = c->doing == JOINING ? strstr(text, "\"seq\":") : NULL;

  if (c->doing != JOINING)
    /* the last one is the answer's own */
    for (const char *p = text; (p = strstr(p, "\"seq\":")); p += 6)
      seq = p;
  if (seq)
    g->seq = (uint32_t)strtoul(seq + 6, NULL, 10);
  if (strstr(text, "\"over\":true")) {
    g->over = true;
    return next_game(l, c);
  }
  bool german = who && !strncmp(who + 11, "\"german\"", 8);
  bool mine = who && strncmp(who + 11, "]", 1) &&
              (strstr(who, g->side ? "\"soviet\"" : "\"german\"") &&
               strstr(who, g->side ? "\"soviet\"" : "\"german\"") < strchr(who, ']'));
  if (c->stay-- == 0) {
    if (!mine)
      g->side = german ? 0 : 1;
    return next_game(l, c);
  }
  if (mine)
    return ask(l, c);
  g->side = german ? 0 : 1;
  return join(l, c);
}

/* Any of the legal actions; the client waits until its turn to send. */
static bool choose(struct load *l, struct client *c, char *text) {
  char *list = strstr(text, "\"actions\":[");
  uint32_t n = 0;

  for (char *p = list; p && (p = strstr(p, "{\"id\":\"")); p += 7)
    n++;
  if (!n)
    return next_game(l, c);
  uint32_t pick = chance(l, n);
  char *p = list;
  for (uint32_t i = 0; i <= pick; i++)
    p = strstr(p, "{\"id\":\"") + 7;
  snprintf(c->action, sizeof c->action, "%.*s", (int)strcspn(p, "\""), p);
  c->doing = READY;
  c->next = NULL;
  *l->ready_end = c;
  l->ready_end = &c->next;
  return true;
}

/* An answer. Only `do` is timed. */
static bool hear(struct load *l, struct client *c, char *text, size_t n) {
  l->messages++;
  l->bytes += n;
  if (!strncmp(text, "{\"push\"", 7))
    return true;
  bool ok = !strncmp(text, "{\"ok\":true", 10);
  if (c->doing == DOING) {
    if (ok) {
      int64_t now = now_us();
      l->acks++;
      if (l->ntook < GAP_ROOM)
        l->took[l->ntook++] = (uint32_t)(now - c->sent);
      return go_on(l, c, text);
    }
    l->refusals++;
    return join(l, c);
  }
  if (!ok) {
    fprintf(stderr, "salient: the server refused: %.200s\n", text);
    return false;
  }
  if (c->doing == JOINING)
    return go_on(l, c, text);
  if (c->doing == ASKING)
    return choose(l, c, text);

  return true;
}

/* Without it the server hangs up after a minute. */
static void answer_ping(const struct client *c, const char *text, size_t n) {
  uint8_t frame[160];
  if (n <= 125)
    send(c->fd, frame, wsc_frame(10, true, text, n, frame), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Everything that has come, frame by frame. */
static bool receive(struct load *l, struct client *c) {
  for (;;) {
    if (c->cap - c->nin < 8192) {
      c->in = realloc(c->in, c->cap = c->cap * 2 + 16384);
      if (!c->in)
        abort();
    }
    ssize_t got = recv(c->fd, c->in + c->nin, c->cap - c->nin - 1, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
      return true;
    if (got <= 0)
      return lost(l);
    c->nin += (size_t)got;
    size_t at = 0;
    size_t n;
    uint8_t op;
    const char *text;
    size_t len;
    while ((n = wsc_parse(c->in + at, c->nin - at, &op, &text, &len))) {
      char *end = (char *)(uintptr_t)text + len;
      char kept = *end;
      *end = 0;
      bool ok = true;
      if (op == 8)
        ok = lost(l);
      else if (op == 9)
        answer_ping(c, text, len);
      else if (op != 10)
        ok = hear(l, c, (char *)(uintptr_t)text, len);
      *end = kept;
      if (!ok)
        return false;
      at += n;
    }
    memmove(c->in, c->in + at, c->nin - at);
    c->nin -= at;
  }
}

/* The server's memory in KB; 0: not known. */
static long memory(const struct load *l) {
  char path[32];
  long pages = 0;

  snprintf(path, sizeof path, "/proc/%u/statm", l->plan->pid);
  FILE *in = l->plan->pid ? fopen(path, "r") : NULL;
  if (!in)
    return 0;
  if (fscanf(in, "%*d %ld", &pages) != 1)
    pages = 0;
  fclose(in);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* ---- setting up */
static bool make_games(struct load *l) {
  char body[256];
  char *answer = NULL;
  int fd = wsc_dial(&l->url);

  if (fd < 0) {
    fprintf(stderr, "salient: nobody listens at %s\n", l->plan->url);
    return false;
  }
  snprintf(body, sizeof body,
           "{\"game\":\"%s\",\"scenario\":\"%s\",\"seats\":{\"german\":\"hotseat\",\"soviet\":"
           "\"hotseat\"}}",
           l->plan->game, l->plan->scenario);
  for (uint32_t i = 0; i < l->plan->games; i++) {
    struct load_game *g = &l->games[i];
    int status = wsc_http(fd, &l->url, "POST", "/api/games", NULL, body, &answer);
    bool ok = status == 200 && word_after(answer, "\"id\":\"", g->id, sizeof g->id) &&
              word_after(answer, "\"german\":\"", g->token[0], sizeof g->token[0]) &&
              word_after(answer, "\"soviet\":\"", g->token[1], sizeof g->token[1]);
    if (!ok)
      fprintf(stderr, "salient: no game was made: %d %s\n", status, answer ? answer : "");
    free(answer);
    if (!ok) {
      close(fd);
      return false;
    }
  }
  close(fd);
  return true;
}

/* All clients join before the clock starts. */
static bool connect_all(struct load *l) {
  l->epoll = epoll_create1(EPOLL_CLOEXEC);
  for (uint32_t i = 0; i < l->plan->clients; i++) {
    struct client *c = &l->clients[i];
    int status;
    c->fd = wsc_dial(&l->url);
    if (c->fd < 0 || !wsc_upgrade(c->fd, &l->url, NULL, &status)) {
      fprintf(stderr, "salient: client %u was not let in\n", i);
      return false;
    }
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &e);
    c->first = c->at = i % l->plan->games;
    c->step = l->plan->clients;
    c->game = &l->games[c->first];
    c->stay = STAY;
    if (!join(l, c))
      return false;
  }

  return true;
}

static bool release(struct load *l, uint64_t *released) { /* those whose turn it is */
  int64_t now = now_us();
  uint64_t due = l->plan->rate ? (uint64_t)(now - l->begin) * l->plan->rate / 1000000 : UINT64_MAX;
  while (l->ready && *released < due) {
    struct client *c = l->ready;
    l->ready = c->next;
    if (!l->ready)
      l->ready_end = &l->ready;
    ++*released;
    if (!act(l, c))
      return false;
  }
  /* no catching up in a burst */
  if (l->plan->rate && !l->ready && *released < due)
    *released = due;
  return true;
}

/* The measured time. */
static bool run(struct load *l) {
  struct epoll_event e[256];
  uint64_t released = 0;

  l->begin = now_us();
  l->end = l->begin + (int64_t)l->plan->seconds * 1000000;
  while (now_us() < l->end) {
    int n = epoll_wait(l->epoll, e, 256, 1);
    for (int i = 0; i < n; i++)
      if (!receive(l, e[i].data.ptr))
        return false;
    if (!release(l, &released))
      return false;
  }
  l->end = now_us();
  return true;
}

/* ---- telling */
static int by_size(const void *a, const void *b) {
  return (*(const uint32_t *)a > *(const uint32_t *)b) -
         (*(const uint32_t *)a < *(const uint32_t *)b);
}

/* The part-th of all answer times. */
static double took(const struct load *l, double part) {
  if (!l->ntook)
    return 0;
  uint32_t i = (uint32_t)(part * (l->ntook - 1));
  return l->took[i] / 1000.0;
}

static void tell(struct load *l) {
  double seconds = (double)(l->end - l->begin) / 1e6;
  uint32_t over = 0;

  for (uint32_t i = 0; i < l->plan->games; i++)
    over += l->games[i].over;
  qsort(l->took, l->ntook, sizeof *l->took, by_size);
  const char *text = l->plan->json
                         ? "{\"v\":1,\"games\":%u,\"finished\":%u,\"clients\":%u,\"seconds\":%.2f,"
                           "\"acknowledged\":%llu,\"per_second\":%.0f,\"refused\":%llu,"
                           "\"ms\":{\"p50\":%.2f,\"p90\":%.2f,\"p99\":%.2f,\"max\":%.2f},"
                           "\"messages\":%llu,\"megabytes\":%.1f}\n"
                         : "%u games (%u finished), %u clients, %.1f s\n%llu durable actions "
                           "acknowledged, %.0f a second, %llu refused\n"
                           "answer after: 50 %% %.2f ms, 90 %% %.2f ms, 99 %% %.2f ms, longest "
                           "%.2f ms\n%llu messages received, %.1f MB\n";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  printf(text, l->plan->games, over, l->plan->clients, seconds, (unsigned long long)l->acks,
         (double)l->acks / seconds, (unsigned long long)l->refusals, took(l, 0.5), took(l, 0.9),
         took(l, 0.99), took(l, 1), (unsigned long long)l->messages, (double)l->bytes / 1e6);
#pragma GCC diagnostic pop
}

static void tell_memory(const struct load *l) {
  double game = (double)(l->kb[1] - l->kb[0]) / l->plan->games;
  double client = (double)(l->kb[2] - l->kb[1]) / l->plan->clients;

  if (l->plan->json)
    printf("{\"v\":1,\"memory_kb\":{\"empty\":%ld,\"games\":%ld,\"clients\":%ld,\"played\":%ld,"
           "\"settled\":%ld,\"per_game\":%.1f,\"per_client\":%.1f}}\n",
           l->kb[0], l->kb[1], l->kb[2], l->kb[3], l->kb[4], game, client);
  else
    printf("the server's memory: %ld KB empty, %ld KB with the games (%.1f KB each), %ld KB with "
           "the clients (%.1f KB each), %ld KB played, %ld KB settled\n",
           l->kb[0], l->kb[1], game, l->kb[2], client, l->kb[3], l->kb[4]);
}

/* Loopback only: it would be an attack on anybody else's machine. */
int load_run(const struct load_plan *given) {
  struct load_plan plan = *given;
  struct load l = {.plan = &plan, .rng = (uint64_t)now_us()};
  struct rlimit files;
  char game[64] = "nullgame/lesson";

  if (plan.game)
    snprintf(game, sizeof game, "%s", plan.game);
  char *slash = strchr(game, '/');
  if (slash)
    *slash = 0;
  plan.game = game;
  plan.scenario = slash ? slash + 1 : "lesson";
  if (!wsc_split(plan.url, &l.url)) {
    fprintf(stderr, "salient: --url must be http://host:port/\n");
    return 2;
  }
  if (strcmp(l.url.host, "localhost") && !limits_is_loopback(l.url.host)) {
    fprintf(stderr, "salient: load is for this machine only: 127.0.0.1 or localhost\n");
    return 2;
  }
  if (plan.clients > plan.games)
    plan.clients = plan.games;
  if (!getrlimit(RLIMIT_NOFILE, &files)) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  l.games = calloc(plan.games, sizeof *l.games);
  l.clients = calloc(plan.clients, sizeof *l.clients);
  l.took = malloc(GAP_ROOM * sizeof *l.took);
  if (!l.games || !l.clients || !l.took)
    abort();
  l.ready_end = &l.ready;
  l.kb[0] = memory(&l);
  bool ok = make_games(&l);
  l.kb[1] = memory(&l);
  ok = ok && connect_all(&l);
  l.kb[2] = memory(&l);
  ok = ok && run(&l);
  l.kb[3] = memory(&l);
  if (ok)
    tell(&l);
  fflush(stdout);
  if (ok && plan.pid) {
    sleep(plan.settle);
    l.kb[4] = memory(&l);
    tell_memory(&l);
  }
  for (uint32_t i = 0; i < plan.clients; i++) {
    if (l.clients[i].fd > 0)
      close(l.clients[i].fd);
    free(l.clients[i].in);
  }
  free(l.games);
  free(l.clients);
  free(l.took);
  return ok ? 0 : 1;
}
