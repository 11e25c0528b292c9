/* acks.c - how many durable actions a server acknowledges a second.   acks URL PID GAME/SCENARIO
 * PLAYERS AHEAD SECONDS GAMES
 *
 * The player costs as little as it can, so that the server is what is measured: one game is played
 * here beforehand, its dice with it, and every game on the server is that game again with its dice
 * typed in. So each request is a frame made before the clock starts. A player sends AHEAD requests
 * before it waits for the answer to the first (1: it waits for each) while the same side decides,
 * plays both seats of its game, each on a line of its own, and goes on to its next game when one is
 * over. Prints the rate, the answers' delays, the views that were pushed, and the processor time an
 * action cost the players and the server, whose process is PID.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "host/game.h"
#include "server/wsclient.h"

enum { MOST_STEPS = 20000, MOST_AHEAD = 32, ROOM = 1 << 20, TIMES = 1 << 20 };

struct step { /* of the game that everybody plays */
  uint8_t side, *frame;
  uint16_t len;
};
struct table { /* a game on the server */
  char id[20], token[2][48];
};
struct line { /* a connection, for one seat */
  struct player *player;
  int fd;
  uint8_t *in;
  size_t have;
};
struct player {
  struct line line[2];
  uint32_t table, step, stride; /* its games: every stride-th */
  int side;                     /* who decided last; -1: nobody yet, it is sitting down */
  uint32_t waiting, first;      /* requests sent and not answered, a ring */
  bool acts[MOST_AHEAD];        /* it was a `do` */
  double sent[MOST_AHEAD];
};
struct acks {
  struct wsc_url url;
  struct step step[MOST_STEPS];
  uint32_t steps, players, ahead, tables;
  char *journal;
  struct table *table;
  struct player *player;
  float *took;
  uint64_t acknowledged, views;
};

_Noreturn static void give_up(const char *what, const char *detail) {
  fprintf(stderr, "acks: %s%s%.300s\n", what, detail ? ": " : "", detail ? detail : "");
  exit(1);
}
static void *room(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    give_up("out of memory", NULL);
  return p;
}

/* ---- beforehand: one game, as the frames that play it */
static void keep_step(struct acks *a, struct game *g, int side, struct sal_action action,
                      uint32_t seq) {
  char word[200], text[1200];
  char *dice = game_rolled(g, SAL_ALL);
  sal_action_print(game_book(g), action, word, sizeof word);
  int n = snprintf(text, sizeof text, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%u,\"key\":\"%u\"",
                   word, seq, a->steps);
  const char *gap = ",\"dice\":[";
  for (char *rest, *t = strtok_r(dice, " ", &rest); t; t = strtok_r(NULL, " ", &rest), gap = ",")
    n += snprintf(text + n, sizeof text - (size_t)n, *t == '=' ? "%s\"%s\"" : "%s%s", gap, t);
  n += snprintf(text + n, sizeof text - (size_t)n, *gap == ',' && !gap[1] ? "]}" : "}");
  struct step *s = &a->step[a->steps++];
  s->side = (uint8_t)side;
  s->frame = room((size_t)n + 14);
  s->len = (uint16_t)wsc_frame(1, true, text, (size_t)n, s->frame);
  free(dice);
}
static void rehearse(struct acks *a, char *name) {
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  struct desk *desk = desk_new();
  struct sal_rng rng;
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  size_t n;
  if (!lib || !library_pick(lib, name, &rules, &book, &f))
    give_up(name, f.text);
  struct game *g =
      game_new(lib, desk,
               &(struct game_start){
                   .rules = rules, .scenario = book->scenarios[book->scenario].id, .seed = 1},
               &f);
  if (!g)
    give_up(name, f.text);
  a->journal = strdup(game_journal(g, &n));
  sal_rng_seed(&rng, 1);
  for (uint32_t who; a->steps < MOST_STEPS && (who = game_actors(g)) != 0;) {
    int side = who & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    struct sal_play view = game_view(g, side);
    sal_legal(&view, side, &desk->list);
    struct sal_action action = desk->list.a[sal_rng_below(&rng, desk->list.n)];
    uint32_t seq = game_seq(g, side);
    if (!game_do(g, side, action, &f))
      give_up("the rehearsal failed", f.text);
    keep_step(a, g, side, action, seq);
  }
  game_free(g);
  desk_free(desk);
  library_close(lib);
}

/* ---- games on the server */
static void word_after(const char *text, const char *mark, char *out, size_t cap) {
  const char *p = strstr(text, mark);
  if (!p)
    give_up("no game was made", text);
  p += strlen(mark);
  snprintf(out, cap, "%.*s", (int)strcspn(p, "\""), p);
}
static void make_tables(struct acks *a) {
  cJSON *doc = cJSON_CreateObject();
  cJSON_AddStringToObject(doc, "journal", a->journal);
  cJSON_AddStringToObject(doc, "dice", "typed");
  char *body = cJSON_PrintUnformatted(doc), *answer;
  int fd = wsc_dial(&a->url);
  for (uint32_t i = 0; i < a->tables; i++) {
    struct table *t = &a->table[i];
    if (wsc_http(fd, &a->url, "POST", "/api/import", NULL, body, &answer) != 200)
      give_up("no game was made", answer);
    word_after(answer, "\"id\":\"", t->id, sizeof t->id);
    word_after(answer, "\"german\":\"", t->token[0], sizeof t->token[0]);
    word_after(answer, "\"soviet\":\"", t->token[1], sizeof t->token[1]);
    free(answer);
  }
  close(fd);
  cJSON_free(body);
  cJSON_Delete(doc);
}

/* ---- playing */
static void send_all(const struct line *l, const uint8_t *out, size_t n) {
  if (n && send(l->fd, out, n, MSG_NOSIGNAL) != (ssize_t)n)
    give_up("a connection was lost", NULL);
}
static void note_request(struct player *p, bool acts, double at) {
  uint32_t slot = (p->first + p->waiting++) % MOST_AHEAD;
  p->acts[slot] = acts;
  p->sent[slot] = at;
}
static void sit_down(struct acks *a, struct player *p) {
  if (p->table >= a->tables)
    give_up("the games are used up", NULL);
  const struct table *t = &a->table[p->table];
  for (int side = 0; side < 2; side++) {
    char text[256];
    uint8_t out[300];
    int n = snprintf(text, sizeof text,
                     "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\",\"since\":4000000000}",
                     t->id, t->token[side]);
    send_all(&p->line[side], out, wsc_frame(1, true, text, (size_t)n, out));
    note_request(p, false, now());
  }
  p->table += p->stride;
  p->step = 0;
  p->side = -1;
}
static void speak(struct acks *a, struct player *p) {
  uint8_t out[MOST_AHEAD * 1300];
  size_t n = 0;
  double at = now();
  while (p->waiting < a->ahead && p->step < a->steps) {
    const struct step *s = &a->step[p->step];
    /* the other side decides: not before this one's answers are there */
    if (p->waiting && s->side != p->side)
      break;
    p->side = s->side;
    p->step++;
    memcpy(out + n, s->frame, s->len);
    n += s->len;
    note_request(p, true, at);
  }
  if (n)
    send_all(&p->line[p->side], out, n);
  if (!p->waiting)
    sit_down(a, p);
}
static void hear(struct acks *a, struct player *p, const char *text, size_t n, double at) {
  if (n > 7 && !memcmp(text, "{\"push\"", 7)) {
    a->views += n > 15 && !memcmp(text + 8, "\"state\"", 7);
    return;
  }
  if (n < 10 || memcmp(text, "{\"ok\":true", 10))
    give_up("refused", text);
  if (p->acts[p->first])
    a->took[a->acknowledged++ % TIMES] = (float)(at - p->sent[p->first]);
  p->first = (p->first + 1) % MOST_AHEAD;
  p->waiting--;
}
static void listen_to(struct acks *a, struct line *l) {
  ssize_t got = recv(l->fd, l->in + l->have, ROOM - l->have, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (got <= 0)
    give_up("a connection was lost", NULL);
  double at = now();
  size_t done = 0, n, len;
  uint8_t op;
  const char *text;
  for (l->have += (size_t)got; (n = wsc_parse(l->in + done, l->have - done, &op, &text, &len));
       done += n)
    if (op == 1)
      hear(a, l->player, text, len, at);
  if (!done && l->have == ROOM)
    give_up("a message is too long", NULL);
  l->have -= done;
  memmove(l->in, l->in + done, l->have);
  if (l->player->waiting <= a->ahead / 2)
    speak(a, l->player);
}
static void open_line(struct acks *a, struct player *p, int side, int epoll) {
  struct line *l = &p->line[side];
  int status;
  *l = (struct line){.player = p, .fd = wsc_dial(&a->url), .in = room(ROOM)};
  if (l->fd < 0 || !wsc_upgrade(l->fd, &a->url, NULL, &status))
    give_up("a player was not let in", NULL);
  epoll_ctl(epoll, EPOLL_CTL_ADD, l->fd, &(struct epoll_event){.events = EPOLLIN, .data.ptr = l});
}
static double play(struct acks *a, double seconds) {
  struct epoll_event ready[256];
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  for (uint32_t i = 0; i < a->players; i++) {
    struct player *p = &a->player[i];
    *p = (struct player){.table = i, .stride = a->players, .step = a->steps};
    for (int side = 0; side < 2; side++)
      open_line(a, p, side, epoll);
  }
  double began = now(), took;
  for (uint32_t i = 0; i < a->players; i++)
    speak(a, &a->player[i]);
  while ((took = now() - began) < seconds) {
    int n = epoll_wait(epoll, ready, 256, 100);
    for (int i = 0; i < n; i++)
      listen_to(a, ready[i].data.ptr);
  }
  for (uint32_t i = 0; i < 2 * a->players; i++) {
    struct line *l = &a->player[i / 2].line[i % 2];
    close(l->fd);
    free(l->in);
  }
  close(epoll);
  return took;
}

static int by_size(const void *x, const void *y) {
  return (*(const float *)x > *(const float *)y) - (*(const float *)x < *(const float *)y);
}
static double used_by(pid_t pid) {
  clockid_t clock;
  if (clock_getcpuclockid(pid, &clock))
    give_up("there is no such process", NULL);
  return seconds_of(clock);
}
int main(int argc, char **argv) {
  if (argc != 8)
    return fputs("usage: acks URL PID GAME/SCENARIO PLAYERS AHEAD SECONDS GAMES\n", stderr), 2;
  struct acks *a = room(sizeof *a);
  a->players = (uint32_t)atoi(argv[4]);
  a->ahead = (uint32_t)atoi(argv[5]);
  a->tables = (uint32_t)atoi(argv[7]);
  if (!wsc_split(argv[1], &a->url) || !a->players || a->players > a->tables || !a->ahead ||
      a->ahead > MOST_AHEAD)
    give_up("that cannot be played", NULL);
  a->table = room(a->tables * sizeof *a->table);
  a->player = room(a->players * sizeof *a->player);
  a->took = room(TIMES * sizeof *a->took);
  rehearse(a, argv[3]);
  make_tables(a);
  pid_t server = atoi(argv[2]);
  double own = processor(), theirs = used_by(server), seconds = play(a, atof(argv[6]));
  own = processor() - own, theirs = used_by(server) - theirs;
  uint32_t n = a->acknowledged < TIMES ? (uint32_t)a->acknowledged : TIMES;
  if (!n)
    give_up("nothing was acknowledged", NULL);
  qsort(a->took, n, sizeof *a->took, by_size);
  printf("{\"acknowledged\":%llu,\"per_second\":%.1f,\"ms\":{\"p50\":%.3f,\"p99\":%.3f},\"views_"
         "per_action\":%.3f,\"player_us\":%.2f,\"server_us\":%.2f}\n",
         (unsigned long long)a->acknowledged, (double)a->acknowledged / seconds,
         a->took[n / 2] * 1e3, a->took[n - 1 - n / 100] * 1e3,
         (double)a->views / (double)a->acknowledged, own / (double)a->acknowledged * 1e6,
         theirs / (double)a->acknowledged * 1e6);
  for (uint32_t i = 0; i < a->steps; i++)
    free(a->step[i].frame);
  free(a->took);
  free(a->player);
  free(a->table);
  free(a->journal);
  free(a);
  return 0;
}
