/* server.h - a whole server without sockets and threads, for the fuzzers: what net.c, writer.c,
 * loader.c, worker.c, review.c and webhook.c do is replaced here, so the linker takes none of them.
 * Requests go in where net.c would hand them over, answers come out where it would send them; and
 * what the threads would do is done in turn, so that an input always goes the same way.
 *
 * Words like $G (a game's id), $A $B $W $O (its German, Soviet, watching and owner's tokens) in an
 * input stand for the real ones, which no fuzzer can guess. So do $S, $F and $L, in a message, for
 * the seq that its sender has heard last and the first and last action it was offered.
 */
#ifndef FUZZ_SERVER_H
#define FUZZ_SERVER_H

#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/courier.h"
#include "server/far.h"
#include "server/http.h"
#include "server/lobby.h"
#include "server/review.h"
#include "server/worker.h"

enum { INPUTS_PER_SERVER = 400 };

#ifndef FUZZ_SOCKETS /* else it is the real one */
/* ---- net.c's place */
struct net {
  int none;
};
struct net *net_open(struct server *s, char why[256]) {
  return (void)s, (void)why, calloc(1, sizeof(struct net));
}
int net_port(const struct net *n) {
  return (void)n, 1;
}
void net_tick(struct net *n) {
  (void)n;
}
void net_flush(struct net *n) {
  (void)n;
}
void net_close(struct net *n) {
  (void)n;
}
void net_free(struct net *n) {
  free(n);
}
void conn_end(struct conn *c, const char *why) {
  (void)c, (void)why;
}
void net_end_account(struct net *n, int64_t account) {
  (void)n, (void)account;
}
bool net_waits(const struct net *n) {
  return (void)n, false;
}
bool net_reload(struct net *n, char why[256]) {
  return (void)n, (void)why, true;
}
void conn_listen(struct conn *c, bool on) {
  (void)c, (void)on;
}
static void fuzz_heard(struct conn *, const struct blob *); /* the target's own */
void conn_send(struct conn *c, struct blob *b) {
  fuzz_heard(c, b);
}
static int replies, last_status;
static char last_text[4096];
void net_reply(struct exchange *x) {
  replies++;
  last_status = x->status;
  snprintf(last_text, sizeof last_text, "%.*s",
           (int)(x->out->len < sizeof last_text ? x->out->len : sizeof last_text - 1),
           x->out->text);
  MUST(x->status >= 200 && x->status < 600 && x->type && strlen(x->out->text) == x->out->len);
  if (!strcmp(x->type, "application/json") && !strncmp(x->path, "/api", 4)) {
    cJSON *doc = cJSON_ParseWithLength(x->out->text, x->out->len);
    MUST(doc && cJSON_IsBool(cJSON_GetObjectItemCaseSensitive(doc, "ok")));
    MUST(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(doc, "ok")) == (x->status == 200));
    cJSON_Delete(doc);
  }
  http_free(x);
}
#endif
/* ---- worker.c's: nobody thinks, so that any legal action is made in the seat */
struct workers {
  int none;
};
struct workers *workers_new(struct server *s) {
  return (void)s, calloc(1, sizeof(struct workers));
}
void workers_think(struct workers *w, const struct thought *t) {
  struct thought_end end = {.why = "a fuzzer"};
  (void)w;
  t->done(t->arg, &end);
}
void workers_tick(struct workers *w) {
  (void)w;
}
void workers_stop(struct workers *w) {
  (void)w;
}
void workers_free(struct workers *w) {
  free(w);
}
uint32_t workers_waiting(const struct workers *w) {
  return (void)w, 0;
}
/* ---- far.c's: nobody thinks elsewhere either */
static void no_workers(struct exchange *x) {
  http_say(x, 409, FAULT_STATE, "A fuzzer has no workers.");
}
void far_work(struct exchange *x, const struct call *c) {
  (void)c;
  no_workers(x);
}
void far_beat(struct exchange *x, const struct call *c) {
  (void)c;
  no_workers(x);
}
void far_show(struct exchange *x, const struct call *c) {
  (void)c;
  no_workers(x);
}
void far_make_key(struct exchange *x, const struct call *c) {
  (void)c;
  no_workers(x);
}
void far_end_key(struct exchange *x, const struct call *c) {
  (void)c;
  no_workers(x);
}
void far_nonsense(struct server *s, uint32_t by) {
  (void)s, (void)by;
}
bool far_reload(struct server *s, char why[256]) {
  return (void)s, why[0] = 0, true;
}
bool far_load(struct server *s, char why[256]) {
  return (void)s, (void)why, true;
}
struct far_counts far_count(const struct server *s) {
  return (void)s, (struct far_counts){0};
}
/* ---- review.c's: it would start a process */
struct reviews {
  int none;
};
struct reviews *reviews_new(struct server *s) {
  return (void)s, calloc(1, sizeof(struct reviews));
}
void reviews_stop(struct reviews *r) {
  (void)r;
}
void reviews_free(struct reviews *r) {
  free(r);
}
void review_begin(struct room *r, struct exchange *x, const cJSON *doc) {
  (void)r, (void)doc;
  http_say(x, 409, FAULT_STATE, "A fuzzer reviews no games.");
}
void review_show(struct room *r, struct exchange *x, const cJSON *doc) {
  review_begin(r, x, doc);
}
cJSON *review_read(struct store *s, int64_t num) {
  return (void)s, (void)num, NULL;
}
/* ---- writer.c's and loader.c's: jobs wait for their turn */
struct job {
  writer_run *write;
  writer_done *written;
  loader_run *read;
  loader_done *done;
  void *arg;
  struct job *next;
};
struct writer {
  struct store *store;
  struct job *first, **last;
  void *ctx;
};
struct loader {
  struct reading with;
  struct job *first, **last;
};
static void put_job(struct job ***last, struct job j) {
  struct job *own_j = malloc(sizeof j);
  if (!own_j)
    abort();
  *own_j = j;
  **last = own_j;
  *last = &own_j->next;
}
struct writer *writer_start(struct store *st, void (*wake)(void *), void *ctx) {
  struct writer *w = calloc(1, sizeof *w);
  (void)wake;
  w->store = st;
  w->ctx = ctx;
  w->last = &w->first;
  return w;
}
void writer_submit(struct writer *w, writer_run *run, writer_done *done, void *arg) {
  put_job(&w->last, (struct job){.write = run, .written = done, .arg = arg});
}
void writer_reap(struct writer *w) {
  while (w->first) {
    struct job *j = w->first;
    if (!(w->first = j->next))
      w->last = &w->first;
    enum store_result r = store_begin(w->store);
    if (!r)
      r = j->write(w->store, j->arg);
    if (!r)
      r = store_commit(w->store);
    else
      store_abort(w->store);
    if (j->written)
      j->written(j->arg, r, store_why(w->store));
    free(j);
  }
}
bool writer_turn(struct writer *w) {
  return (void)w, false;
}
void writer_stop(struct writer *w, void (*gather)(void *ctx)) {
  if (!w)
    return;
  do {
    writer_reap(w);
    if (gather)
      gather(w->ctx);
  } while (w->first);
  free(w);
}
struct writer_counts writer_count(struct writer *w) {
  return (void)w, (struct writer_counts){0};
}
struct loader *loader_start(struct library *lib, const char *db, void (*wake)(void *), void *ctx,
                            char why[256]) {
  struct loader *l = calloc(1, sizeof *l);
  (void)wake, (void)ctx;
  l->with = (struct reading){lib, desk_new(), store_open(db, STORE_READER, why)};
  l->last = &l->first;
  return l;
}
void loader_submit(struct loader *l, loader_run *run, loader_done *done, void *arg) {
  put_job(&l->last, (struct job){.read = run, .done = done, .arg = arg});
}
void loader_reap(struct loader *l) {
  while (l->first) {
    struct job *j = l->first;
    if (!(l->first = j->next))
      l->last = &l->first;
    j->read(&l->with, j->arg);
    j->done(j->arg);
    free(j);
  }
}
void loader_stop(struct loader *l) {
  loader_reap(l);
  store_close(l->with.store);
  desk_free(l->with.desk);
  free(l);
}
uint32_t loader_waiting(struct loader *l) {
  return (void)l, 0;
}
/* ---- courier.c's: nothing leaves the machine, the courier takes no parcel */
struct courier {
  int none;
};
struct courier *courier_start(struct server *s, bool private_too) {
  return (void)s, (void)private_too, calloc(1, sizeof(struct courier));
}
bool courier_send(struct courier *k, struct parcel *p) {
  return (void)k, (void)p, false;
}
void courier_stop(struct courier *k) {
  free(k);
}
void parcel_fill(struct parcel *p, const char *body, size_t nbody) {
  free(p->body);
  p->body = strndup(body, nbody);
  p->nbody = nbody;
}
struct parcel *parcel_new(const char *url, const char *body, size_t nbody, parcel_done *done,
                          void *arg) {
  struct parcel *p = calloc(1, sizeof *p);
  p->url = strdup(url);
  p->done = done;
  p->arg = arg;
  parcel_fill(p, body, nbody);
  return p;
}
void parcel_free(struct parcel *p) {
  free(p->url);
  free(p->head);
  free(p->body);
  free(p->sealing);
  free(p->arg);
  free(p);
}

#ifdef FUZZ_SOCKETS
static cJSON *ask_by_socket(const char *path, const char *body); /* the target's own */
#endif
/* ---- the server, fresh now and then */
static struct server *srv;
static char folder[64];
static struct {
  char id[20], token[4][48]; /* german, soviet, watch, owner */
  char seq[12], first[48], last[48];
} own;

static bool waits(void) {
  return srv->gathered.first || srv->writer->first || srv->loader->first;
}
static bool turn(void) { /* false: there was nothing to do */
  bool any = waits();
  changes_set_off(srv);
  writer_reap(srv->writer);
  loader_reap(srv->loader);
  /* passphrases are hashed on the loop's own threads */
  return uv_run(&srv->loop, UV_RUN_NOWAIT) || any;
}
/* Every request is answered; one that never is runs into the fuzzer's own -timeout, which a busy
 * machine does not. */
static inline void turn_until(const int *n, int want) {
  while (*n < want)
    turn();
}
/* Everything on its way has arrived. */
static inline void settle(void) {
  for (int i = 0; i < 10000 && waits(); i++)
    turn();
}
#ifndef FUZZ_SOCKETS
static struct exchange *request(enum http_method method, const char *path, const char *body,
                                size_t n) {
  struct exchange *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->srv = srv;
  x->wire = srv; /* somebody listens */
  x->method = method;
  x->same_site = true;
  snprintf(x->path, sizeof x->path, "%s", path);
  snprintf(x->address, sizeof x->address, "127.0.0.1");
  x->body = malloc(n + 1);
  memcpy(x->body, body, n);
  x->body[n] = 0;
  x->nbody = n;
  return x;
}
#endif
static void word_of(const cJSON *doc, const char *in, const char *name, char *out, size_t cap) {
  const cJSON *c =
      cJSON_GetObjectItemCaseSensitive(in ? cJSON_GetObjectItemCaseSensitive(doc, in) : doc, name);
  MUST(cJSON_IsString(c));
  snprintf(out, cap, "%s", c->valuestring);
}
static inline void fresh_game(void) {
  static const char body[] = "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{\"german\":"
                             "\"hotseat\",\"soviet\":\"hotseat\"}}";
#ifdef FUZZ_SOCKETS
  cJSON *doc = ask_by_socket("/api/games", body);
#else
  int before = replies;
  http_request(request(HTTP_POST, "/api/games", body, sizeof body - 1));
  turn_until(&replies, before + 1);
  MUST(last_status == 200);
  cJSON *doc = cJSON_Parse(last_text);
#endif
  word_of(doc, NULL, "id", own.id, sizeof own.id);
  word_of(doc, "seats", "german", own.token[0], sizeof own.token[0]);
  word_of(doc, "seats", "soviet", own.token[1], sizeof own.token[1]);
  word_of(doc, NULL, "watch", own.token[2], sizeof own.token[2]);
  word_of(doc, NULL, "owner", own.token[3], sizeof own.token[3]);
  cJSON_Delete(doc);
}
static void clean_up(void) {
  char cmd[100];
  if (srv)
    server_close(srv);
  srv = NULL;
  if (!folder[0])
    return;
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", folder);
  if (system(cmd))
    perror(folder);
  folder[0] = 0;
}
static void server_ready(void) {
  static int inputs;
  static char db[96];
  char why[256];
  struct stat st;
  if (srv && inputs++ % INPUTS_PER_SERVER)
    return;
  if (!inputs++)
    atexit(clean_up);
  clean_up();
  /* where a sync costs nothing */
  snprintf(folder, sizeof folder, "%s/salient-fuzz-XXXXXX",
           stat("/dev/shm", &st) ? "/tmp" : "/dev/shm");
  MUST(mkdtemp(folder));
  snprintf(db, sizeof db, "%s/games.db", folder);
  const struct server_config config = {
      .db = db, .idle_ms = 1, .workers = 1, .address = "127.0.0.1"};
  srv = server_open(&config, why);
  if (!srv)
    fprintf(stderr, "%s\n", why);
  MUST(srv);
}
/* Copies with the words replaced; malloc'd, its length in *n. */
static char *spell(const char *text, size_t *n) {
  static const char letters[] = "GABWOSFL";
  const char *const words[] = {own.id,       own.token[0], own.token[1], own.token[2],
                               own.token[3], own.seq,      own.first,    own.last};
  char *out = malloc(*n * 48 + 1);
  size_t len = 0;
  if (!out)
    abort();
  for (size_t i = 0; i < *n; i++) {
    const char *which =
        text[i] == '$' && i + 1 < *n && text[i + 1] ? strchr(letters, text[i + 1]) : NULL;
    if (!which) {
      out[len++] = text[i];
      continue;
    }
    len += (size_t)sprintf(out + len, "%s", words[which - letters]);
    i++;
  }
  out[len] = 0;
  *n = len;
  return out;
}
/* Whatever was done to it: the game is there, or was deleted; and if it is there its journal
 * replays. */
static inline void journal_is_sound(void) {
  struct store_game g;
  char *text = NULL;
  size_t n;
  struct journal_report report;
  if (!store_game_read(srv->reader, own.id, &g)) {
    MUST(!store_journal_read(srv->reader, g.num, &text, &n));
    game_free(game_replay(fuzz_library(), fuzz_desk(), text, n, NULL, NULL, &report));
    if (report.verdict)
      fprintf(stderr, "line %d: %s\n%s", report.line, report.text, text);
    MUST(report.verdict == JOURNAL_GOOD);
    free(text);
  }
  store_game_clear(&g);
}

#endif
