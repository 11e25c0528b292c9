/* client.c - spawning, talking, playing. */
#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the server */
int free_port(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t n = sizeof a;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&a, n), 0);
  assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
  close(fd);
  return ntohs(a.sin_port);
}
static const char *program(void) { /* another build of it can be tested by naming it */
  const char *named = getenv("SALIENT_PROGRAM");
  return named ? named : SALIENT_EXE;
}
/* A database of its own at the PostgreSQL that tools/postgres.sh has started, if it has. */
static void shared_store(struct test_server *s) {
  const char *postgres = getenv("SALIENT_POSTGRES");
  const char *name = strrchr(s->dir, '-') + 1;
  char cmd[300];
  if (!postgres)
    return;
  snprintf(cmd, sizeof cmd, "%s/createdb -h %s -U salient t%s", getenv("SALIENT_POSTGRES_BIN"),
           postgres, name);
  assert_int_equal(system(cmd), 0);
  snprintf(s->db, sizeof s->db, "postgresql:///t%s?host=%s&user=salient", name, postgres);
}
void server_folder(struct test_server *s) {
  memset(s, 0, sizeof *s);
  snprintf(s->dir, sizeof s->dir, "/tmp/salient-test-XXXXXX");
  assert_non_null(mkdtemp(s->dir));
  snprintf(s->db, sizeof s->db, "%s/games.db", s->dir);
  shared_store(s);
  snprintf(s->err, sizeof s->err, "%s/err", s->dir);
  snprintf(s->url.host, sizeof s->url.host, "127.0.0.1");
}
static bool start(struct test_server *s, char line[256], const char *arg, va_list ap) {
  char *argv[32] =
      {(char *)(uintptr_t)SALIENT_EXE, s->own ? "play" : "serve", "--port", NULL, "--db", s->db},
       home[80], port[16];
  int n = 6, out[2];
  snprintf(port, sizeof port, "%d", s->port);
  argv[3] = port;
  snprintf(home, sizeof home, "%s/pass", s->dir);
  argv[n++] = s->own ? "--home" : "--address";
  argv[n++] = s->own ? home : "127.0.0.1";
  for (const char *a = arg; a; a = va_arg(ap, const char *))
    argv[n++] = (char *)(uintptr_t)a;
  assert_int_equal(pipe2(out, O_CLOEXEC), 0);
  s->pid = fork();
  if (!s->pid) {
    int err = open(s->err, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out[1], 1);
    dup2(err, 2);
    close(out[0]);
    execv(s->exe ? s->exe : program(), argv);
    _exit(99);
  }
  close(out[1]);
  size_t have = 0;
  line[0] = 0;
  while (have < 255 && !strchr(line, '\n')) {
    ssize_t got = read(out[0], line + have, 255 - have);
    if (got <= 0)
      break;
    line[have += (size_t)got] = 0;
  }
  close(out[0]);
  const char *at_url = strstr(line, "://127.0.0.1:");
  if (!at_url)
    return false;
  s->url.port = atoi(at_url + 13);
  const char *key = strstr(line, "#key/");
  s->key[0] = 0;
  if (key)
    snprintf(s->key, sizeof s->key, "Authorization: Bearer %.32s\r\n", key + 5);
  return true;
}
void server_start(struct test_server *s, const char *arg, ...) {
  char line[256];
  va_list ap;
  va_start(ap, arg);
  bool good = start(s, line, arg, ap);
  va_end(ap);
  if (!good)
    fail_msg("the server did not start: %s (see %s)", line, s->err);
}
bool server_try(struct test_server *s, const char *arg, ...) {
  char line[256];
  va_list ap;
  va_start(ap, arg);
  bool good = start(s, line, arg, ap);
  va_end(ap);
  if (good)
    return true;
  waitpid(s->pid, NULL, 0);
  s->pid = 0;
  return false;
}
void server_kill(struct test_server *s) {
  kill(s->pid, SIGKILL);
  waitpid(s->pid, NULL, 0);
  s->pid = 0;
}
int server_stop(struct test_server *s) {
  int status = 0;
  if (!s->pid)
    return 0;
  kill(s->pid, SIGTERM);
  waitpid(s->pid, &status, 0);
  s->pid = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
int server_said(const struct test_server *s, const char *words) {
  char *line = NULL;
  size_t cap = 0;
  int n = 0;
  FILE *f = fopen(s->err, "r");
  while (f && getline(&line, &cap, f) >= 0)
    n += strstr(line, words) != NULL;
  if (f)
    fclose(f);
  free(line);
  return n;
}
bool server_says(const struct test_server *s, const char *words) {
  for (int i = 0; i < 200 && !server_said(s, words); i++)
    usleep(100000);
  return server_said(s, words);
}
void server_clean(struct test_server *s) {
  char cmd[128];
  if (s->pid)
    server_stop(s);
  assert_int_equal(server_said(s, "Sanitizer"), 0);
  assert_int_equal(server_said(s, "runtime error"), 0);
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", s->dir);
  assert_int_equal(system(cmd), 0);
}
static int run(const char *exe, char *out, size_t cap, const char *arg, va_list ap) {
  char *argv[32] = {(char *)(uintptr_t)exe};
  int n = 1, fds[2], status;
  for (const char *a = arg; a; a = va_arg(ap, const char *))
    argv[n++] = (char *)(uintptr_t)a;
  assert_int_equal(pipe(fds), 0);
  pid_t pid = fork();
  if (!pid) {
    dup2(fds[1], 1);
    dup2(fds[1], 2);
    close(fds[0]);
    execv(exe, argv);
    _exit(99);
  }
  close(fds[1]);
  size_t have = 0;
  char scrap[256];
  for (;;) {
    ssize_t got = have + 1 < cap ? read(fds[0], out + have, cap - 1 - have)
                                 : read(fds[0], scrap, sizeof scrap);
    if (got <= 0)
      break;
    if (have + 1 < cap)
      have += (size_t)got;
  }
  out[have] = 0;
  close(fds[0]);
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
int run_salient(char *out, size_t cap, const char *arg, ...) {
  va_list ap;
  va_start(ap, arg);
  int code = run(program(), out, cap, arg, ap);
  va_end(ap);
  return code;
}
int run_other(const char *exe, char *out, size_t cap, const char *arg, ...) {
  va_list ap;
  va_start(ap, arg);
  int code = run(exe, out, cap, arg, ap);
  va_end(ap);
  return code;
}

/* ---- documents */
const cJSON *at(const cJSON *doc, const char *path) {
  char name[64];
  while (doc && *path) {
    size_t n = strcspn(path, ".");
    snprintf(name, sizeof name, "%.*s", (int)n, path);
    doc = cJSON_GetObjectItemCaseSensitive(doc, name);
    path += n + (path[n] == '.');
  }
  return doc;
}
const char *word(const cJSON *doc, const char *path) {
  const cJSON *c = at(doc, path);
  if (!cJSON_IsString(c)) {
    char *text = cJSON_Print(doc);
    fail_msg("no text at %s in %.600s", path, text ? text : "nothing");
  }
  return c->valuestring;
}

/* ---- HTTP */
struct http_answer http_do(const struct test_server *s, const char *method, const char *path,
                           const char *headers, const char *body) {
  struct http_answer a = {.status = -1};
  int fd = wsc_dial(&s->url);
  if (fd < 0)
    return a;
  struct timeval wait = {.tv_sec = 10};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  a.status = wsc_http(fd, &s->url, method, path, headers, body, &a.text);
  a.doc = a.text ? cJSON_Parse(a.text) : NULL;
  close(fd);
  return a;
}
void http_done(struct http_answer *a) {
  cJSON_Delete(a->doc);
  free(a->text);
  *a = (struct http_answer){0};
}
static void copy_word(const cJSON *doc, const char *path, char *out, size_t cap) {
  const cJSON *c = at(doc, path);
  snprintf(out, cap, "%s", cJSON_IsString(c) ? c->valuestring : "");
}
struct made make_game(const struct test_server *s, const char *seats, const char *more) {
  return make_game_of(s, "nullgame", "lesson", seats, more);
}
struct made make_game_of(const struct test_server *s, const char *game, const char *scenario,
                         const char *seats, const char *more) {
  struct made m;
  char body[1024];
  snprintf(body, sizeof body, "{\"game\":\"%s\",\"scenario\":\"%s\",\"seats\":{%s}%s}", game,
           scenario, seats, more);
  struct http_answer a = http_do(s, "POST", "/api/games", NULL, body);
  if (a.status != 200)
    fail_msg("no game was made: %d %s", a.status, a.text ? a.text : "");
  copy_word(a.doc, "id", m.id, sizeof m.id);
  copy_word(a.doc, "seats.german", m.german, sizeof m.german);
  copy_word(a.doc, "seats.soviet", m.soviet, sizeof m.soviet);
  copy_word(a.doc, "watch", m.watch, sizeof m.watch);
  copy_word(a.doc, "owner", m.owner, sizeof m.owner);
  copy_word(a.doc, "commit", m.commit, sizeof m.commit);
  http_done(&a);
  return m;
}

/* ---- WebSocket */
void player_open(struct player *p, const struct test_server *s, const char *headers) {
  int status;
  memset(p, 0, sizeof *p);
  p->rng = 7;
  p->fd = wsc_dial(&s->url);
  assert_true(p->fd >= 0);
  if (!wsc_upgrade(p->fd, &s->url, headers, &status))
    fail_msg("no WebSocket: %d", status);
}
bool player_try(struct player *p, const struct test_server *s) {
  struct timeval soon = {.tv_sec = 2}, never = {0};
  int status;
  memset(p, 0, sizeof *p);
  p->rng = 7;
  p->fd = wsc_dial(&s->url);
  if (p->fd >= 0)
    setsockopt(p->fd, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon);
  p->closed = p->fd < 0 || !wsc_upgrade(p->fd, &s->url, NULL, &status);
  if (p->fd >= 0)
    setsockopt(p->fd, SOL_SOCKET, SO_RCVTIMEO, &never, sizeof never);
  return !p->closed;
}
void player_close(struct player *p) {
  if (p->fd > 0)
    close(p->fd);
  for (int i = 0; i < p->npush; i++)
    cJSON_Delete(p->push[i]);
  free(p->in);
  memset(p, 0, sizeof *p);
}
static void send_frame(struct player *p, uint8_t op, const char *text, size_t n) {
  uint8_t *frame = malloc(n + 16);
  size_t len = wsc_frame(op, true, text, n, frame), done = 0;
  while (done < len) {
    ssize_t got = send(p->fd, frame + done, len - done, MSG_NOSIGNAL);
    if (got <= 0)
      break;
    done += (size_t)got;
  }
  free(frame);
}
void player_send(struct player *p, const char *text) {
  send_frame(p, 1, text, strlen(text));
}
cJSON *player_read(struct player *p, int ms) {
  while (!p->closed) {
    uint8_t op;
    const char *text;
    size_t len, n = wsc_parse(p->in, p->nin, &op, &text, &len);
    if (n) {
      cJSON *doc = op == 1 ? cJSON_ParseWithLength(text, len) : NULL;
      /* still here: without an answer the server hangs up after a minute */
      if (op == 9)
        send_frame(p, 10, text, len);
      if (op == 8)
        p->closed = true, p->close_code = len >= 2 ? (uint8_t)text[0] << 8 | (uint8_t)text[1] : 0;
      memmove(p->in, p->in + n, p->nin - n);
      p->nin -= n;
      if (doc && p->heard)
        p->heard(p->ctx, doc);
      if (doc)
        return doc;
      continue;
    }
    struct pollfd f = {.fd = p->fd, .events = POLLIN};
    if (poll(&f, 1, ms) <= 0)
      return NULL;
    if (p->cap - p->nin < 65536)
      p->in = realloc(p->in, p->cap = p->cap * 2 + 131072);
    ssize_t got = recv(p->fd, p->in + p->nin, p->cap - p->nin, 0);
    if (got <= 0)
      p->closed = true;
    else
      p->nin += (size_t)got;
  }
  return NULL;
}
static void keep_push(struct player *p, cJSON *doc) {
  if (p->npush == 64) { /* old ones are of no interest */
    cJSON_Delete(p->push[0]);
    memmove(p->push, p->push + 1, 63 * sizeof *p->push);
    p->npush--;
  }
  p->push[p->npush++] = doc;
}
cJSON *player_answer(struct player *p) {
  for (;;) {
    cJSON *doc = player_read(p, 5000);
    if (!doc || !at(doc, "push"))
      return doc;
    keep_push(p, doc);
  }
}
cJSON *player_ask(struct player *p, const char *fmt, ...) {
  char text[4096];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  player_send(p, text);
  return player_answer(p);
}
static cJSON *take_push(struct player *p, const char *kind) {
  for (int i = 0; i < p->npush; i++) {
    if (strcmp(word(p->push[i], "push"), kind))
      continue;
    cJSON *doc = p->push[i];
    memmove(p->push + i, p->push + i + 1, (size_t)(p->npush - i - 1) * sizeof *p->push);
    p->npush--;
    return doc;
  }
  return NULL;
}
static cJSON *await_push(struct player *p, const char *kind, int ms) {
  for (;;) {
    cJSON *doc = take_push(p, kind);
    if (doc)
      return doc;
    doc = player_read(p, ms);
    if (!doc)
      return NULL;
    keep_push(p, doc);
  }
}
cJSON *player_push(struct player *p, const char *kind) {
  cJSON *doc = await_push(p, kind, 5000);
  if (!doc)
    fail_msg("no push `%s` came", kind);
  return doc;
}
bool player_quiet(struct player *p, const char *kind, int ms) {
  cJSON *doc = await_push(p, kind, ms);
  cJSON_Delete(doc);
  return !doc;
}
cJSON *player_join(struct player *p, const char *game, const char *token) {
  return player_ask(p, "{\"cmd\":\"join\",\"game\":\"%s\",\"seat\":\"%s\",\"since\":0}", game,
                    token);
}
int64_t player_seq(struct player *p) {
  cJSON *v = player_ask(p, "{\"cmd\":\"view\"}");
  int64_t seq = (int64_t)at(v, "view.seq")->valuedouble;
  cJSON_Delete(v);
  return seq;
}

bool play_one(struct player *p, int64_t *seq, bool *over) {
  static int keys;
  cJSON *offer = player_ask(p, "{\"cmd\":\"actions\"}");
  const cJSON *list = at(offer, "actions");
  int n = cJSON_GetArraySize(list);
  if (!n)
    return cJSON_Delete(offer), false;
  p->rng = p->rng * 1103515245u + 12345u;
  const char *id = word(cJSON_GetArrayItem(list, (int)((p->rng >> 8) % (unsigned)n)), "id");
  cJSON *done = player_ask(p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"k%d\"}", id,
                           (long long)*seq, ++keys);
  /* the other side was quicker: look again */
  if (at(done, "error") && !strcmp(word(done, "error.code"), "stale")) {
    cJSON *v = player_ask(p, "{\"cmd\":\"view\"}");
    *seq = (int64_t)at(v, "view.seq")->valuedouble;
    *over = cJSON_IsTrue(at(v, "view.over"));
    cJSON_Delete(v);
    cJSON_Delete(offer);
    cJSON_Delete(done);
    return true;
  }
  if (!cJSON_IsTrue(at(done, "ok")))
    fail_msg("%s was refused: %s", id, cJSON_Print(done));
  *seq = (int64_t)at(done, "seq")->valuedouble;
  *over = cJSON_IsTrue(at(done, "over"));
  cJSON_Delete(offer);
  cJSON_Delete(done);
  return true;
}
