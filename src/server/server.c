/* server.c - putting it together: opens everything, runs the loop, closes in order.
 *
 * On SIGTERM and SIGINT what is queued is still written and answered; on SIGKILL the store is simply what was committed.
 */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "letter.h"
#include "room.h"
#include "worker.h"

enum { TICK_MS = 1000, ALIVE_MS = 60000 };

void server_log(const char *fmt, ...) {
  char line[600], when[32];
  time_t now = time(NULL);
  struct tm tm;
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  for (char *p = line; *p; p++)
    if ((unsigned char)*p < ' ' || *p == 127) *p = '?'; /* nobody writes our log but us */
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
  fprintf(stderr, "%s %s\n", when, line);
}
static int64_t ms_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
int64_t now_wall(void) { return ms_of(CLOCK_REALTIME); }
int64_t now_steady(void) { return ms_of(CLOCK_MONOTONIC); }
int64_t now_game(const struct server *s) { return s->game_time + now_steady(); }

/* ---- the loop's callbacks */
/* How long it was held up, in its own processor time: what others on the machine do does not count. */
static int64_t own_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
static void no_rest(uv_idle_t *i) { (void)i; }
static void on_pace(uv_timer_t *t) { (void)t; } /* it has turned the loop */
static bool tell_late(struct server *s) {
  bool rest = s->heard == s->heard_before && !s->gathered;
  s->heard_before = s->heard;
  if (!s->paced) return false;
  bool soon = rooms_tell_late(s, rest);
  if (!soon && !uv_is_active((uv_handle_t *)&s->pace)) uv_timer_start(&s->pace, on_pace, (uint64_t)s->config.pace_ms / 4 + 1, 0);
  return soon;
}
/* What the turn has brought goes out: to the disk, then to the players, and then what they see of it. */
static void on_turn(uv_prepare_t *p) {
  struct server *s = p->data;
  int64_t now = own_us();
  if (s->turn_began && now - s->turn_began > s->longest) s->longest = now - s->turn_began;
  s->turn_began = now;
  if (s->writer) changes_set_off(s);
  bool more = s->writer && writer_turn(s->writer);
  net_flush(s->net);
  bool soon = tell_late(s);
  net_flush(s->net);
  if (more || s->gathered || soon) uv_idle_start(&s->again, no_rest); /* what has been written just now brought new changes, or views are to be made */
  else uv_idle_stop(&s->again);
}
static void wake(void *ctx) { uv_async_send(&((struct server *)ctx)->written); }
static void on_written(uv_async_t *a) {
  struct server *s = a->data;
  if (s->writer) writer_reap(s->writer);
  if (s->loader) loader_reap(s->loader);
}
static enum store_result put_alive(struct store *st, void *arg) { return store_note_put(st, "alive", arg, sizeof(int64_t)); }
static void free_alive(void *arg, enum store_result got, const char *why) { (void)got, (void)why, free(arg); }
static void tidy(uv_work_t *w) { store_tidy(((struct server *)w->data)->tidier); }
static void tidied(uv_work_t *w, int status) { (void)status, ((struct server *)w->data)->tidy = false; }
static void on_tick(uv_timer_t *t) {
  struct server *s = t->data;
  int64_t now = now_game(s);
  if (s->closing) return;
  rooms_tick(s);
  net_tick(s->net);
  if (!s->tidy && !uv_queue_work(&s->loop, &s->tidying, tidy, tidied)) s->tidy = true;
  if (now - s->alive < ALIVE_MS) return;
  int64_t *at = malloc(sizeof *at);
  if (!at) abort();
  *at = s->alive = now;
  writer_submit(s->writer, put_alive, free_alive, at);
}
static void on_signal(uv_signal_t *h, int number) {
  struct server *s = h->data;
  (void)number;
  if (s->closing) return;
  s->closing = true;
  server_log("closing");
  uv_stop(&s->loop);
}

/* ---- opening */
static bool make_folders(const char *file) {
  char path[1024];
  snprintf(path, sizeof path, "%s", file);
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = 0;
    if (mkdir(path, 0700) && errno != EEXIST) return false;
    *p = '/';
  }
  return true;
}
/* The key of the hashes is the store's. Game time goes on from where it stood, so clocks stand still while no server runs. */
static bool settle_store(struct server *s, char why[256]) {
  int64_t now = 0;
  bool fresh = store_note_read(s->store, "salt", s->salt, sizeof s->salt) != STORE_OK;
  if (fresh) secret_bytes(s->salt, sizeof s->salt);
  enum store_result r = store_begin(s->store);
  if (!r && fresh) r = store_note_put(s->store, "salt", s->salt, sizeof s->salt);
  if (!r && store_note_read(s->store, "alive", &now, sizeof now)) now = now_wall(); /* a new store: any number would do */
  if (!r) r = store_note_put(s->store, "alive", &now, sizeof now);
  if (!r) r = store_commit(s->store);
  s->game_time = now - now_steady();
  s->alive = now;
  s->started = now_wall();
  if (r) snprintf(why, 256, r == STORE_FULL ? "%.80s: the disk is full" : "%.80s: cannot be written: %.120s", s->config.db, store_why(s->store));
  return !r;
}
static bool read_admin(struct server *s, char why[256]) {
  char token[128] = "";
  if (!s->config.admin) return true;
  FILE *in = fopen(s->config.admin, "r");
  if (!in) { /* made on the first start, for its owner alone */
    int fd = open(s->config.admin, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out) return snprintf(why, 256, "%.120s: cannot be written: %s", s->config.admin, strerror(errno)), false;
    secret_token(token);
    fprintf(out, "%s\n", token);
    if (fclose(out)) return snprintf(why, 256, "%.120s: cannot be written", s->config.admin), false;
  } else {
    if (!fgets(token, sizeof token, in)) token[0] = 0;
    fclose(in);
  }
  token[strcspn(token, "\r\n")] = 0;
  if (strlen(token) < 22) return snprintf(why, 256, "%.120s: the administrator's token must have at least 22 characters", s->config.admin), false;
  secret_hash(s->salt, token, s->admin);
  return true;
}
static bool open_all(struct server *s, char why[256]) {
  struct fault f;
  if (!secret_start()) return snprintf(why, 256, "no source of random bytes"), false;
  if (!make_folders(s->config.db)) return snprintf(why, 256, "%.120s: its folder cannot be made: %s", s->config.db, strerror(errno)), false;
  if (!(s->lib = library_open(s->config.data_dir, &f))) return fault_words(&f, why, 256), false;
  library_older(s->lib, store_data_find, (void *)(uintptr_t)s->config.db);
  if (!s->config.local) library_strict(s->lib);
  if (!(s->store = store_open(s->config.db, STORE_SERVE, why)) || !settle_store(s, why)) return false;
  if (!(s->reader = store_open(s->config.db, STORE_READER, why)) || !(s->tidier = store_open(s->config.db, STORE_READER, why))) return false;
  if (!read_admin(s, why)) return false;
  s->engine = engine_new(s->lib);
  s->limits = limits_new(s->config.limit_loopback);
  uv_loop_init(&s->loop);
  uv_async_init(&s->loop, &s->written, on_written);
  uv_timer_init(&s->loop, &s->tick);
  uv_timer_init(&s->loop, &s->pace);
  uv_prepare_init(&s->loop, &s->turn);
  uv_idle_init(&s->loop, &s->again);
  uv_signal_init(&s->loop, &s->term);
  uv_signal_init(&s->loop, &s->interrupt);
  s->turn.data = s->tidying.data = s->written.data = s->tick.data = s->pace.data = s->term.data = s->interrupt.data = s;
  s->workers = workers_new(s);
  if (!(s->loader = loader_start(s->lib, s->config.db, wake, s, why))) return false;
  s->net = net_open(s, why);
  return s->net != NULL;
}
static void close_loop(struct server *s) {
  uv_handle_t *own[] = {(uv_handle_t *)&s->written, (uv_handle_t *)&s->tick, (uv_handle_t *)&s->pace, (uv_handle_t *)&s->term, (uv_handle_t *)&s->interrupt, (uv_handle_t *)&s->turn,
                        (uv_handle_t *)&s->again};
  if (s->net) net_close(s->net);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) uv_close(own[i], NULL);
  int64_t enough = now_steady() + 2000;
  while (uv_run(&s->loop, UV_RUN_NOWAIT) && now_steady() < enough) usleep(1000);
  if (s->net) net_close(s->net); /* the second call, once the loop holds nothing of it, frees it */
  uv_loop_close(&s->loop);
}
/* In this order: what is queued becomes durable, its answers go out, then everybody is shown the door. */
static void close_all(struct server *s) {
  if (s->workers) workers_stop(s->workers);
  bool ran = s->writer != NULL;
  loader_stop(s->loader);
  s->loader = NULL;
  if (ran) changes_set_off(s);
  writer_stop(s->writer);
  s->writer = NULL;
  for (struct room *r = s->paced; r; r = r->next_paced)
    if (!r->busy) room_tell_now(r);
  for (int i = 0; i < 20 && ran; i++) uv_run(&s->loop, UV_RUN_NOWAIT);
  if (s->workers) close_loop(s);
  rooms_free(s);
  letters_free(s);
  if (!s->tidy) store_close(s->tidier);
  store_close(s->reader);
  store_close(s->store);
  engine_free(s->engine);
  library_close(s->lib);
  limits_free(s->limits);
  free(s->workers);
  free(s->net);
  free(s);
}
static void no_large_files(int number) { (void)number; } /* a write beyond a limit fails like a full disk */

struct server *server_open(const struct server_config *config, char why[256]) {
  struct server *s = calloc(1, sizeof *s);
  if (!s) abort();
  s->config = *config;
  s->paced_end = &s->paced;
  if (!s->config.most_lines) s->config.most_lines = LIMIT_GAME_LINES;
  if (!open_all(s, why)) {
    close_all(s);
    return NULL;
  }
  s->writer = writer_start(s->store, wake, s);
  uv_prepare_start(&s->turn, on_turn);
  return s;
}
void server_close(struct server *s) {
  s->closing = true;
  close_all(s);
}
int server_run(const struct server_config *config, void (*ready)(const char *url)) {
  char why[256] = "", url[128];
  struct rlimit files;
  mallopt(M_ARENA_MAX, 1); /* a game is made by one thread and dropped by another: in one heap its room is used again.. */
  mallopt(M_TRIM_THRESHOLD, 16 << 20); /* ..and what a view took is not given back before the next view: rooms_tick sees to that */
  mallopt(M_TOP_PAD, 1 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, no_large_files);
  if (!getrlimit(RLIMIT_NOFILE, &files)) files.rlim_cur = files.rlim_max, setrlimit(RLIMIT_NOFILE, &files);
  struct server *s = server_open(config, why);
  if (!s) {
    fprintf(stderr, "salient: %s\n", why);
    return 2;
  }
  uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
  uv_signal_start(&s->term, on_signal, SIGTERM);
  uv_signal_start(&s->interrupt, on_signal, SIGINT);
  snprintf(url, sizeof url, "%s://%s:%d/", config->cert ? "https" : "http", config->address && strcmp(config->address, "0.0.0.0") ? config->address : "localhost", net_port(s->net));
  ready(url);
  uv_run(&s->loop, UV_RUN_DEFAULT);
  server_close(s);
  return 0;
}
