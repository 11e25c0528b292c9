/* client.h - a server of its own for each test program, and blocking clients that talk to it like a
 * browser would. */
#ifndef TEST_CLIENT_H
#define TEST_CLIENT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <cmocka.h> /* after those it needs */

#include <cjson/cJSON.h>

#include "server/wsclient.h"

struct test_server {
  pid_t pid;
  struct wsc_url url;
  char dir[64], db[160], err[96];
  const char *exe; /* another program than salient, or NULL */
  int port;        /* it must have this one; 0: any */
  char key[80];    /* the header with the key that `play` has printed */
  bool own;        /* a player's own: `play`, with his folder in dir/pass */
};
int free_port(void);
/* A fresh folder. Further arguments of `serve` end with NULL. */
void server_folder(struct test_server *);
void server_start(struct test_server *, const char *arg, ...);
/* the same; false: it has ended, with a reason in its log */
bool server_try(struct test_server *, const char *arg, ...);
void server_kill(struct test_server *); /* SIGKILL */
int server_stop(struct test_server *);  /* SIGTERM; its exit code */
/* fails the test when a sanitizer has complained in its log */
void server_clean(struct test_server *);
int server_said(const struct test_server *, const char *words); /* how often its log has them */
/* the same, waiting for them up to twenty seconds */
bool server_says(const struct test_server *, const char *words);
/* Runs the program to its end; its exit code, and both outputs together in out. */
int run_salient(char *out, size_t cap, const char *arg, ...);
int run_other(const char *exe, char *out, size_t cap, const char *arg, ...);

struct http_answer {
  int status;
  cJSON *doc; /* NULL: no JSON */
  char *text;
};
struct http_answer http_do(const struct test_server *, const char *method, const char *path,
                           const char *headers, const char *body);
void http_done(struct http_answer *);
/* "seats.german"; fails the test when it is not there */
const char *word(const cJSON *, const char *path);
const cJSON *at(const cJSON *, const char *path); /* or NULL */
static inline int64_t seq_of(const cJSON *doc) {
  return (int64_t)at(doc, "seq")->valuedouble;
}

struct player {
  int fd;
  uint8_t *in;
  size_t nin, cap;
  cJSON *push[64]; /* pushes met while waiting for an answer, oldest first */
  int npush;
  bool closed;
  int close_code;
  unsigned rng;
  void (*heard)(void *ctx, const cJSON *); /* told of every message, or NULL */
  void *ctx;
};
void player_open(struct player *, const struct test_server *, const char *headers);
/* the same; false: nobody is there, or nobody answers within two seconds; the line counts as closed
 */
bool player_try(struct player *, const struct test_server *);
void player_close(struct player *);
void player_send(struct player *, const char *text);
/* the next message of any kind, or NULL */
cJSON *player_read(struct player *, int ms);
/* the next that is no push; pushes are kept */
cJSON *player_answer(struct player *);
cJSON *player_ask(struct player *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* the next push of that kind, waiting up to 5 s; fails the test */
cJSON *player_push(struct player *, const char *kind);
bool player_quiet(struct player *, const char *kind, int ms); /* no push of that kind comes */
cJSON *player_join(struct player *, const char *game, const char *token);
int64_t player_seq(struct player *); /* of its view now */

/* A new game (of nullgame); tokens out where given. seats: "\"german\":\"me\",\"soviet\":\"open\"",
 * more: further fields or "". */
struct made {
  char id[20], german[48], soviet[48], watch[48], owner[48], commit[80];
};
struct made make_game_of(const struct test_server *, const char *game, const char *scenario,
                         const char *seats, const char *more);
struct made make_game(const struct test_server *, const char *seats, const char *more);
/* One random legal action of the joined seat; false when it has nothing to decide. seq is kept up
 * to date. */
bool play_one(struct player *, int64_t *seq, bool *over);

#endif
