/* server.c - putting it together: opens everything, runs the loop, closes in order.
 *
 * On SIGTERM and SIGINT what is queued is still written and answered; on SIGKILL the store is
 * simply what was committed.
 */
#include "server.h"
#include "bots/bot.h"

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

#include "account_mail.h"
#include "ages.h"
#include "confine.h"
#include "courier.h"
#include "cup.h"
#include "far.h"
#include "letter.h"
#include "notice.h"
#include "order.h"
#include "review.h"
#include "room.h"
#include "shards.h"
#include "watchdog.h"
#include "worker.h"

/* Game time is written down once a minute: a crash loses at most that much of the clocks' time. Old
 * things are looked for every ten minutes. */
enum { TICK_MS = 1000, ALIVE_MS = 60000, AGES_TICKS = 600, WAIT_MS = 200, CLOSING_MS = 30000 };

/* One line; characters that could forge another line become "?". */
void server_log(const char *fmt, ...) {
  char line[600];
  char when[32];
  time_t now = time(NULL);
  struct tm tm;
  va_list ap;

  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  for (char *p = line; *p; p++)
    if ((unsigned char)*p < ' ' || *p == 127)
      *p = '?'; /* nobody writes our log but us */
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
  fprintf(stderr, "%s %s\n", when, line);
}

static int64_t ms_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t now_wall(void) {
  return ms_of(CLOCK_REALTIME);
}

int64_t now_steady(void) {
  return ms_of(CLOCK_MONOTONIC);
}

/* Game time runs only while a server does. */
int64_t now_game(const struct server *s) {
  return s->game_time + now_steady();
}

/* ---- the loop's callbacks */
/* How long it was held up, in its own processor time: what others on the machine do does not count.
 */
static int64_t own_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Nothing to do: it only keeps the loop from sleeping. */
static void no_rest(uv_idle_t *i) {
  (void)i;
}

static void on_pace(uv_timer_t *t) {
  (void)t;
} /* it has turned the loop */
/* True: some views are due in a turn that has nothing else to do. */
static bool tell_late(struct server *s) {
  bool rest = s->heard == s->heard_before && !s->gathered.first;
  s->heard_before = s->heard;
  if (!s->paced.first)
    return false;
  bool soon = rooms_tell_late(s, rest);
  if (!soon && !uv_is_active((uv_handle_t *)&s->pace))
    uv_timer_start(&s->pace, on_pace, (uint64_t)s->config.pace_ms / 4 + 1, 0);

  return soon;
}

/* What the turn has brought goes out: to the disk, then to the players, and then what they see of
 * it. */
static void on_turn(uv_prepare_t *p) {
  struct server *s = p->data;
  int64_t now = own_us();

  atomic_fetch_add(&s->turns, 1);
  if (s->turn_began && now - s->turn_began > s->longest)
    s->longest = now - s->turn_began;
  s->turn_began = now;
  if (s->writer)
    changes_set_off(s);
  bool more = s->writer && writer_turn(s->writer);
  net_flush(s->net);
  bool soon = tell_late(s);
  net_flush(s->net);
  /* what has been written just now brought new changes, or views are to be made */
  if (more || s->gathered.first || soon || net_waits(s->net))
    uv_idle_start(&s->again, no_rest);
  else
    uv_idle_stop(&s->again);
}

/* On any thread. Several wakes before the loop looks are one. */
static void wake(void *ctx) {
  uv_async_send(&((struct server *)ctx)->written);
}

/* On the loop: what the writer and the loader have finished. */
static void on_written(uv_async_t *a) {
  struct server *s = a->data;
  if (s->writer)
    writer_reap(s->writer);
  if (s->loader)
    loader_reap(s->loader);
}

static enum store_result put_alive(struct store *st, void *arg) {
  return store_note_put(st, "alive", arg, sizeof(int64_t));
}

static void free_alive(void *arg, enum store_result got, const char *why) {
  (void)got;
  (void)why;
  free(arg);
}

/* On a thread of the pool: moves old log pages, looks for games to forget. */
static void tidy(uv_work_t *w) {
  struct server *s = w->data;
  store_tidy(s->tidier);
  if (s->look_for_ages)
    s->ages = ages_find(s->tidier, &s->config);
}

/* Back on the loop: only here may games be changed. */
static void tidied(uv_work_t *w, int status) {
  struct server *s = w->data;
  (void)status;
  s->tidy = s->look_for_ages = false;
  if (s->ages)
    ages_act(s, s->ages);
  s->ages = NULL;
}

/* So that the log says from when to when. */
static void look_at_store(struct server *s) {
  bool silent = !store_answers(s->reader);
  if (silent && !s->silent)
    server_log("the database does not answer; what needs it is refused until it does");
  if (!silent && s->silent)
    server_log("the database answers again");
  s->silent = silent;
}

/* Once a tick: rooms, connections, processes, and a note that we are alive. */
static void on_tick(uv_timer_t *t) {
  struct server *s = t->data;
  int64_t now = now_game(s);

  if (s->closing)
    return;
  watchdog_notify("WATCHDOG=1");
  rooms_tick(s);
  look_at_store(s);
  cups_tick(s);
  link_mails_tick(s);
  net_tick(s->net);
  workers_tick(s->workers);
  if (!s->tidy && s->ticks++ % (s->config.day_ms ? 2 : AGES_TICKS) == 1)
    s->look_for_ages = true;
  if (!s->tidy && !uv_queue_work(&s->loop, &s->tidying, tidy, tidied))
    s->tidy = true;
  if (now - s->alive < ALIVE_MS)
    return;
  int64_t *at = malloc(sizeof *at);
  if (!at)
    abort();
  *at = s->alive = now;
  writer_submit(s->writer, put_alive, free_alive, at);
}

/* Stops the loop; what is queued is still written. */
static void on_signal(uv_signal_t *h, int number) {
  struct server *s = h->data;

  (void)number;
  if (s->closing)
    return;
  s->closing = true;
  server_log("closing");
  watchdog_notify("STOPPING=1");
  uv_stop(&s->loop);
}

/* SIGHUP: a renewed certificate is used from now on; connections that are open stay. */
static void on_hangup(uv_signal_t *h, int number) {
  struct server *s = h->data;
  char why[256] = "";

  (void)number;
  if (net_reload(s->net, why))
    server_log("the certificate was read again");
  else
    server_log("the old certificate stays: %s", why);
}

/* ---- opening */
/* For the owner alone; those that are there stay as they are. */
static bool make_folders(const char *file) {
  char path[1024];

  snprintf(path, sizeof path, "%s", file);
  for (char *p = path + 1; *p; p++) {
    if (*p != '/')
      continue;
    *p = 0;
    if (mkdir(path, 0700) && errno != EEXIST)
      return false;
    *p = '/';
  }

  return true;
}

/* The key of the hashes is the store's. Game time continues from where it stopped, so clocks stand
 * still while no server runs. */
static bool settle_store(struct server *s, char why[256]) {
  int64_t now = 0;
  enum store_result r = store_begin(s->store);

  if (!r)
    r = store_alone(s->store, "start"); /* two nodes may begin at once */
  bool fresh = store_note_read(s->store, "salt", s->salt, sizeof s->salt) != STORE_OK;
  if (fresh)
    secret_bytes(s->salt, sizeof s->salt);
  if (!r && fresh)
    r = store_note_put(s->store, "salt", s->salt, sizeof s->salt);
  /* a new store: any number would do */
  if (!r && store_note_read(s->store, "alive", &now, sizeof now))
    now = now_wall();
  now = store_game_time(s->store, now);
  if (!r)
    r = store_note_put(s->store, "alive", &now, sizeof now);
  if (!r)
    r = store_commit(s->store);
  s->game_time = now - now_steady();
  s->alive = now;
  s->started = now_wall();
  if (r)
    snprintf(why, 256,
             r == STORE_FULL ? "%.80s: the disk is full" : "%.80s: cannot be written: %.120s",
             store_is_file(s->config.db) ? s->config.db : "the database", store_why(s->store));

  return !r;
}

/* The administrator's token, made on the first start. */
static bool read_admin(struct server *s, char why[256]) {
  char token[128] = "";

  if (!s->config.admin)
    return true;
  FILE *in = fopen(s->config.admin, "r");
  int fd = -1;
  if (!in) { /* made on the first start, for its owner alone */
    fd = open(s->config.admin, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno == EEXIST) { /* another node makes it in this moment */
      usleep(WAIT_MS * 1000);
      in = fopen(s->config.admin, "r");
    }
  }
  if (!in) {
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out) {
      snprintf(why, 256, "%.120s: cannot be written: %s", s->config.admin, strerror(errno));
      return false;
    }
    secret_token(token);
    fprintf(out, "%s\n", token);
    if (fclose(out)) {
      snprintf(why, 256, "%.120s: cannot be written", s->config.admin);
      return false;
    }
  } else {
    if (!fgets(token, sizeof token, in))
      token[0] = 0;
    fclose(in);
  }
  token[strcspn(token, "\r\n")] = 0;
  if (strlen(token) < 22) {
    snprintf(why, 256, "%.120s: the administrator's token must have at least 22 characters",
             s->config.admin);
    return false;
  }
  secret_hash(s->salt, token, s->admin);
  return true;
}

/* USER:PASSWORD of the mail relay, in a file because a command line can be seen by others. */
static bool read_smtp_auth(struct server *s, char why[256]) {
  FILE *in = s->config.smtp_auth ? fopen(s->config.smtp_auth, "r") : NULL;

  if (!s->config.smtp_auth)
    return true;
  if (!in) {
    snprintf(why, 256, "%.120s: %s", s->config.smtp_auth, strerror(errno));
    return false;
  }
  if (!fgets(s->smtp_auth, sizeof s->smtp_auth, in))
    s->smtp_auth[0] = 0;
  fclose(in);
  s->smtp_auth[strcspn(s->smtp_auth, "\r\n")] = 0;
  if (!strchr(s->smtp_auth, ':')) {
    snprintf(why, 256, "%.120s: must hold one line, USER:PASSWORD", s->config.smtp_auth);
    return false;
  }

  return true;
}

/* The same for the same store, so that a page that knows it can rely on it. */
static void make_play_key(struct server *s) {
  uint8_t hash[SECRET_HASH];
  secret_hash(s->salt, "play", hash);
  secret_hex(hash, (sizeof s->play_key - 1) / 2, s->play_key);
}

/* If another node serves a shared store, waits for it, even through a restart of the database.
 * Tells the service's manager that waiting is what this node should do. */
static bool open_store(struct server *s, char why[256]) {
  char before[256] = "";
  bool waits = false;

  for (;;) {
    s->store = store_serve(s->config.db, s->config.node ? s->config.node : "", why);
    bool held = strstr(why, STORE_HELD) != NULL;
    bool away = waits && strstr(why, STORE_AWAY);
    if (s->store || store_is_file(s->config.db) || !(held || away))
      return s->store != NULL;
    if (!waits) {
      server_log("another node serves this database; this one waits for it to end");
      watchdog_notify("READY=1");
    } else if (away && strcmp(why, before) != 0) {
      server_log("%s; this one still waits", why);
    }
    memcpy(before, why, sizeof before);
    waits = true;
    watchdog_notify("WATCHDOG=1");
    usleep(WAIT_MS * 1000);
  }
}

/* Everything in the order in which one part needs the other; the first trouble ends it. */
static bool open_all(struct server *s, char why[256]) {
  struct fault f;

  if (!secret_start()) {
    snprintf(why, 256, "no source of random bytes");
    return false;
  }
  if (store_is_file(s->config.db) && !make_folders(s->config.db)) {
    snprintf(why, 256, "%.120s: its folder cannot be made: %s", s->config.db, strerror(errno));
    return false;
  }
  if (!(s->lib = library_open(s->config.data_dir, &f))) {
    fault_words(&f, why, 256);
    return false;
  }
  library_older(s->lib, store_data_find, (void *)(uintptr_t)s->config.db);
  if (!s->config.local)
    library_strict(s->lib);
  if (!open_store(s, why) || !settle_store(s, why))
    return false;
  if (!(s->reader = store_open(s->config.db, STORE_QUICK, why)) ||
      !(s->tidier = store_open(s->config.db, STORE_READER, why)))
    return false;
  store_beside(s->tidier, s->store);
  if (!shards_open(s, why) || !read_admin(s, why) || !read_smtp_auth(s, why))
    return false;
  make_play_key(s);
  s->engine = engine_new(s->lib, &bot_thinker);
  s->limits = limits_new(s->config.limit_loopback || s->config.trust_proxy);
  uv_loop_init(&s->loop);
  uv_async_init(&s->loop, &s->written, on_written);
  uv_timer_init(&s->loop, &s->tick);
  uv_timer_init(&s->loop, &s->pace);
  uv_prepare_init(&s->loop, &s->turn);
  uv_idle_init(&s->loop, &s->again);
  uv_signal_init(&s->loop, &s->term);
  uv_signal_init(&s->loop, &s->interrupt);
  uv_signal_init(&s->loop, &s->hangup);
  s->turn.data = s->tidying.data = s->written.data = s->tick.data = s->pace.data = s->term.data =
      s->interrupt.data = s->hangup.data = s;
  if (!(s->notices = notices_open(s, why)))
    return false;
  notices_begin(s->notices);
  s->order = order_open(s);
  s->courier = courier_start(s, s->config.private_hooks);
  s->workers = workers_new(s);
  if (!far_load(s, why))
    return false;
  s->reviews = reviews_new(s);
  if (!(s->loader = loader_start(s->lib, s->config.db, wake, s, why)))
    return false;
  shards_begin(s);
  s->net = net_open(s, why);
  return s->net != NULL;
}

/* Closes every handle and waits for the threads of the pool, because they use the server's memory.
 * False: one of them still works after half a minute. */
static bool close_loop(struct server *s) {
  uv_handle_t *own[] = {(uv_handle_t *)&s->written,   (uv_handle_t *)&s->tick,
                        (uv_handle_t *)&s->pace,      (uv_handle_t *)&s->term,
                        (uv_handle_t *)&s->interrupt, (uv_handle_t *)&s->hangup,
                        (uv_handle_t *)&s->turn,      (uv_handle_t *)&s->again};

  if (s->net)
    net_close(s->net);
  shards_close(s);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    uv_close(own[i], NULL);
  int64_t enough = now_steady() + CLOSING_MS;
  while (uv_run(&s->loop, UV_RUN_NOWAIT) && now_steady() < enough)
    usleep(1000);
  return !uv_loop_close(&s->loop);
}

static void set_off(void *server) {
  changes_set_off(server);
}

/* In this order: what is queued becomes durable, its answers go out, then everybody is shown the
 * door. */
static void close_all(struct server *s) {
  if (s->workers)
    workers_stop(s->workers);
  if (s->reviews)
    reviews_stop(s->reviews);
  courier_stop(s->courier);
  s->courier = NULL;
  bool ran = s->writer != NULL;
  loader_stop(s->loader);
  s->loader = NULL;
  if (ran)
    changes_set_off(s);
  writer_stop(s->writer, set_off);
  s->writer = NULL;
  notices_close(s->notices);
  for (struct node *n = s->paced.first; n; n = n->next) {
    struct room *r = LIST_OF(n, struct room, paced);
    if (!r->busy)
      room_tell_now(r);
  }
  for (int i = 0; i < 20 && ran; i++)
    uv_run(&s->loop, UV_RUN_NOWAIT);
  if (s->workers && !close_loop(s))
    return; /* what the thread uses stays until the process ends */
  rooms_free(s);
  shards_free(s);
  letters_free(s);
  order_free(s->order);
  cups_free(s);
  link_mails_free(s);
  cJSON_Delete(s->puzzles);
  store_close(s->tidier);
  store_close(s->reader);
  store_close(s->store);
  engine_free(s->engine);
  library_close(s->lib);
  limits_free(s->limits);
  workers_free(s->workers);
  reviews_free(s->reviews);
  net_free(s->net);
  free(s);
}

static void no_large_files(int number) {
  (void)number;
} /* a write beyond a limit fails like a full disk */

/* Everything but the clock and the signals; tests begin here. */
struct server *server_open(const struct server_config *config, char why[256]) {
  struct server *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  s->config = *config;
  if (!s->config.most_lines)
    s->config.most_lines = LIMIT_GAME_LINES;
  if (!s->config.build)
    s->config.build = SALIENT_VERSION;
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

/* Runs until a signal comes. */
int server_run(const struct server_config *config, void (*ready)(const char *url)) {
  char why[256] = "";
  char url[128];
  struct rlimit files;

  /* a game is made by one thread and dropped by another: in one heap its room is used again.. */
  mallopt(M_ARENA_MAX, 1);
  /* ..and what a view took is not given back before the next view: rooms_tick sees to that */
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, no_large_files);
  if (!getrlimit(RLIMIT_NOFILE, &files)) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  struct server *s = server_open(config, why);
  if (!s) {
    fprintf(stderr, "salient: %s\n", why);
    return 2;
  }
  uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
  uv_signal_start(&s->term, on_signal, SIGTERM);
  uv_signal_start(&s->interrupt, on_signal, SIGINT);
  if (config->cert)
    uv_signal_start(&s->hangup, on_hangup, SIGHUP);
  confine_server();
  struct watchdog *watchdog = watchdog_start(&s->turns, WATCHDOG_SECONDS);
  snprintf(url, sizeof url, "%s://%s:%d/%s%s", config->cert ? "https" : "http",
           config->address && strcmp(config->address, "0.0.0.0") ? config->address : "localhost",
           net_port(s->net), config->pass_home ? "#key/" : "",
           config->pass_home ? s->play_key : "");
  ready(url);
  watchdog_notify("READY=1");
  uv_run(&s->loop, UV_RUN_DEFAULT);
  watchdog_stop(watchdog);
  server_close(s);
  return 0;
}
