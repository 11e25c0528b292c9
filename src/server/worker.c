/* worker.c - a handful of processes, started when needed, ended when they hang, and the queue in front of them. */
#include "worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bots/bot.h"

#if defined __has_feature
#define SANITIZED __has_feature(address_sanitizer) /* its shadow needs terabytes of addresses */
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif
enum { MAX_WORKERS = 16, MAGIC = 0x7468696e, BACK_OFF_MS = 10000 };
struct ask { /* what goes down the pipe, then the position and the view */
  uint32_t magic, side, nposition, nview;
  uint64_t seed, game, data; /* data: the hash of the game's data files as the server has them */
  uint32_t threads, spare;
  char rules[24], scenario[32], bot[64];
};
struct told {
  uint32_t magic, ok;
  struct sal_action action;
  uint64_t nodes;
  char why[200];
};

/* ---- the loop's end */
struct job {
  struct ask ask;
  char *rest; /* position, view */
  size_t nrest;
  uint32_t limit_ms;
  uv_write_t write; /* the answer may be here before the loop has noticed that all was written: */
  int holders;      /* the job goes when both are done */
  void (*done)(void *arg, bool ok, struct sal_action, const char *why, uint64_t nodes);
  void *arg;
  struct job *next;
};
struct worker {
  struct workers *all;
  uv_process_t process;
  uv_pipe_t in, out;
  uv_timer_t limit;
  bool alive;
  int open; /* handles not yet closed */
  struct job *job;
  uint64_t game;
  char got[sizeof(struct told)];
  size_t ngot;
};
struct workers {
  struct server *srv;
  int n;
  uint32_t waiting;
  bool stopping;
  struct job *first, **last;
  char said[200]; /* the last trouble that was logged */
  int64_t barred; /* no process could be started: not tried again before; 0: all is well */
  struct worker worker[MAX_WORKERS];
};

static void next_job(struct workers *);
static void free_job(struct job *j) {
  if (--j->holders > 0) return;
  free(j->rest);
  free(j);
}
static void finish(struct worker *w, const struct told *t, const char *why) {
  struct job *j = w->job;
  if (!j) return;
  w->job = NULL;
  uv_timer_stop(&w->limit);
  if (t && !t->ok && strcmp(t->why, w->all->said)) { /* once, not for every decision */
    memcpy(w->all->said, t->why, sizeof t->why);
    server_log("a computer opponent gave no move: %s", t->why);
  }
  if (w->all->stopping) free(j->arg);
  else j->done(j->arg, t && t->ok, t ? t->action : (struct sal_action){0}, t ? t->why : why, t ? t->nodes : 0);
  free_job(j);
}
static void closed(uv_handle_t *h) {
  struct worker *w = h->data;
  if (--w->open) return;
  w->alive = false;
  if (!w->all->stopping) next_job(w->all);
}
static void bury(struct worker *w) {
  uv_handle_t *h[] = {(uv_handle_t *)&w->process, (uv_handle_t *)&w->in, (uv_handle_t *)&w->out, (uv_handle_t *)&w->limit};
  for (int i = 0; i < 4; i++)
    if (!uv_is_closing(h[i])) uv_close(h[i], closed);
}
static void died(uv_process_t *p, int64_t status, int signal) {
  struct worker *w = p->data;
  if (w->job && !w->all->stopping) server_log("an opponent's process ended (%s %d)", signal ? "signal" : "status", signal ? signal : (int)status);
  bury(w);
  finish(w, NULL, "it stopped thinking");
}
static void too_long(uv_timer_t *t) {
  struct worker *w = t->data;
  server_log("an opponent thought for too long");
  uv_process_kill(&w->process, SIGKILL); /* died() does the rest */
}
static void room_for(uv_handle_t *h, size_t n, uv_buf_t *buf) {
  struct worker *w = h->data;
  (void)n;
  *buf = uv_buf_init(w->got + w->ngot, (unsigned)(sizeof w->got - w->ngot));
}
static void heard(uv_stream_t *s, ssize_t n, const uv_buf_t *buf) {
  struct worker *w = s->data;
  struct told t;
  (void)buf;
  if (n < 0) uv_process_kill(&w->process, SIGKILL);
  if (n <= 0) return;
  w->ngot += (size_t)n;
  if (w->ngot < sizeof t) return;
  memcpy(&t, w->got, sizeof t);
  w->ngot = 0;
  t.why[sizeof t.why - 1] = 0;
  if (t.magic != MAGIC) uv_process_kill(&w->process, SIGKILL);
  else finish(w, &t, NULL);
  next_job(w->all);
}
/* Said once: a server of a thousand games would say it for every decision. */
static void tell_spawn(struct workers *all, int rc) {
  if (rc && !all->barred) server_log("an opponent's process cannot be started: %s; tried again every %d seconds", uv_strerror(rc), BACK_OFF_MS / 1000);
  if (!rc && all->barred) server_log("opponents' processes can be started again");
  all->barred = rc ? now_steady() + BACK_OFF_MS : 0;
}
static bool spawn(struct worker *w) {
  if (w->all->barred > now_steady()) return false;
  uv_loop_t *loop = &w->all->srv->loop;
  const char *data = w->all->srv->config.data_dir;
  char exe[1024];
  size_t n = sizeof exe;
  uv_exepath(exe, &n);
  char *args[] = {exe, "worker", "--db", (char *)(uintptr_t)w->all->srv->config.db, data ? "--data" : NULL, (char *)(uintptr_t)data, NULL};
  uv_stdio_container_t io[3] = {{.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&w->in},
                                {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&w->out},
                                {.flags = UV_INHERIT_FD, .data.fd = 2}};
  /* by the link, which is this very program even when its file is gone or has been replaced */
  uv_process_options_t o = {.exit_cb = died, .file = "/proc/self/exe", .args = args, .stdio_count = 3, .stdio = io};
  uv_pipe_init(loop, &w->in, 0);
  uv_pipe_init(loop, &w->out, 0);
  uv_timer_init(loop, &w->limit);
  w->process.data = w->in.data = w->out.data = w->limit.data = w;
  w->ngot = 0;
  w->game = 0;
  w->open = 4;
  w->alive = true;
  int rc = uv_spawn(loop, &w->process, &o);
  tell_spawn(w->all, rc);
  if (rc) {
    bury(w);
    return false;
  }
  uv_read_start((uv_stream_t *)&w->out, room_for, heard);
  return true;
}
static void written(uv_write_t *req, int status) { /* a broken pipe shows as a death */
  (void)status;
  free_job(req->data);
}
static uint32_t free_cores(const struct workers *all) { /* all of them when nobody else is thinking, else one */
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  for (int i = 0; i < all->n; i++)
    if (all->worker[i].job) return 1;
  return all->first || cores < 1 ? 1 : (uint32_t)cores;
}
static void start(struct worker *w, struct job *j) {
  j->ask.threads = free_cores(w->all);
  uv_buf_t buf[2] = {uv_buf_init((char *)&j->ask, sizeof j->ask), uv_buf_init(j->rest, (unsigned)j->nrest)};
  w->job = j;
  w->game = j->ask.game;
  uv_timer_start(&w->limit, too_long, j->limit_ms, 0);
  j->write.data = j;
  j->holders = 2;
  if (uv_write(&j->write, (uv_stream_t *)&w->in, buf, 2, written)) j->holders = 1;
}
static struct worker *pick(struct workers *all, uint64_t game) {
  struct worker *idle = NULL, *empty = NULL;
  for (int i = 0; i < all->n; i++) {
    struct worker *w = &all->worker[i];
    if (!w->alive) {
      if (!empty) empty = w;
    } else if (!w->job && !uv_is_closing((uv_handle_t *)&w->process)) {
      if (w->game == game) return w;
      if (!idle) idle = w;
    }
  }
  return idle ? idle : empty;
}
static void next_job(struct workers *all) {
  while (all->first && !all->stopping) {
    struct job *j = all->first;
    struct worker *w = pick(all, j->ask.game);
    if (!w) return;
    all->first = j->next;
    if (!all->first) all->last = &all->first;
    all->waiting--;
    if (!w->alive && !spawn(w)) {
      j->done(j->arg, false, (struct sal_action){0}, "no process to think in", 0);
      free_job(j);
      continue;
    }
    start(w, j);
  }
}
struct workers *workers_new(struct server *s) {
  struct workers *all = calloc(1, sizeof *all);
  if (!all) abort();
  all->srv = s;
  all->n = s->config.workers < 1 ? 1 : s->config.workers > MAX_WORKERS ? MAX_WORKERS : s->config.workers;
  all->last = &all->first;
  for (int i = 0; i < MAX_WORKERS; i++) all->worker[i].all = all;
  return all;
}
void workers_think(struct workers *all, const struct thought *t) {
  struct job *j = calloc(1, sizeof *j);
  if (!j) abort();
  const struct sal_book *b = t->book;
  j->ask = (struct ask){.magic = MAGIC, .side = (uint32_t)t->side, .nposition = (uint32_t)t->nposition, .nview = b->state_bytes, .seed = t->seed, .game = t->game, .data = b->data_hash};
  snprintf(j->ask.rules, sizeof j->ask.rules, "%s", b->rules->id);
  snprintf(j->ask.scenario, sizeof j->ask.scenario, "%s", b->scenarios[b->scenario].id);
  snprintf(j->ask.bot, sizeof j->ask.bot, "%s", t->bot);
  j->nrest = t->nposition + b->state_bytes;
  j->rest = malloc(j->nrest);
  if (!j->rest) abort();
  if (t->nposition) memcpy(j->rest, t->position, t->nposition);
  memcpy(j->rest + t->nposition, t->view, b->state_bytes);
  j->limit_ms = t->limit_ms;
  j->done = t->done;
  j->arg = t->arg;
  *all->last = j;
  all->last = &j->next;
  all->waiting++;
  next_job(all);
}
uint32_t workers_waiting(const struct workers *all) { return all->waiting; }
void workers_stop(struct workers *all) {
  all->stopping = true;
  for (int i = 0; i < all->n; i++)
    if (all->worker[i].alive && !uv_is_closing((uv_handle_t *)&all->worker[i].process)) uv_process_kill(&all->worker[i].process, SIGKILL);
  while (all->first) {
    struct job *j = all->first;
    all->first = j->next;
    free(j->arg);
    free_job(j);
  }
}

/* ---- the thinking end */
struct memory { /* what a bot remembers of a game */
  uint64_t game;
  int side;
  char bot[64];
  const struct sal_book *book;
  struct sal_book *own;
  void *room;
};
static bool read_all(void *to, size_t n) { return fread(to, 1, n, stdin) == n; }
static void forget(struct memory *m) {
  free(m->room);
  library_drop(m->own);
  memset(m, 0, sizeof *m);
}
static bool cannot(struct told *t, const char *why) { return snprintf(t->why, sizeof t->why, "%s", why), false; }
static bool recall(struct memory *m, struct library *lib, const struct ask *a, const char *position, struct bot_spec *spec, struct told *t) {
  struct sal_err err;
  struct fault f;
  const struct sal_ruleset *rules = sal_ruleset_find(a->rules);
  if (!rules || !bot_parse(a->bot, spec, &err)) return cannot(t, "no such game or bot");
  if (!library_has(lib, rules, a->data)) return cannot(t, "the data files have changed since the server started; start it again");
  if (m->room && m->game == a->game && m->side == (int)a->side && !strcmp(m->bot, a->bot) && m->book->state_bytes == a->nview && m->book->data_hash == a->data) return true;
  forget(m);
  cJSON *doc = a->nposition ? input_parse(position, a->nposition, "position", &f) : NULL;
  if (a->nposition) m->book = m->own = library_private(lib, rules, a->data, a->scenario, doc, &f);
  else m->book = library_book_of(lib, rules, a->data, a->scenario, &f);
  cJSON_Delete(doc);
  if (!m->book || m->book->state_bytes != a->nview) return cannot(t, "its view does not fit the data");
  m->game = a->game;
  m->side = (int)a->side;
  snprintf(m->bot, sizeof m->bot, "%s", a->bot);
  m->room = calloc(1, spec->kind->size(m->book) + 1);
  if (!m->room) return false;
  spec->kind->start(m->room, m->book, spec, a->seed);
  return true;
}
static void think(struct memory *m, struct desk *desk, const struct ask *a, void *view, const struct bot_spec *spec, struct told *t) {
  const atomic_bool stop = false;
  desk_fit(desk, m->book);
  struct sal_play p = {.book = m->book, .state = view, .scratch = desk->scratch};
  struct bot_thought out = {.explain = true, .threads = a->threads};
  sal_legal(&p, (int)a->side, &desk->list);
  if (!desk->list.n) return;
  spec->kind->think(m->room, &p, (int)a->side, &desk->list, &stop, &out);
  t->ok = 1;
  t->action = out.action;
  t->nodes = out.nodes;
  memcpy(t->why, out.why, sizeof t->why);
}
int worker_main(struct library *lib) {
  enum { KEPT = 4 };
  static struct memory memory[KEPT];
  struct desk *desk = desk_new();
  struct ask a;
  uint32_t turn = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (!SANITIZED) setrlimit(RLIMIT_AS, &(struct rlimit){4ul << 30, 4ul << 30});
  while (read_all(&a, sizeof a) && a.magic == MAGIC) {
    char *rest = malloc((size_t)a.nposition + a.nview + 8), *view = NULL;
    struct told t = {.magic = MAGIC};
    struct bot_spec spec;
    struct memory *m = &memory[turn++ % KEPT];
    if (!rest || !read_all(rest, (size_t)a.nposition + a.nview)) break;
    for (int i = 0; i < KEPT; i++)
      if (memory[i].room && memory[i].game == a.game && memory[i].side == (int)a.side) m = &memory[i];
    view = malloc(a.nview);
    if (!view) break;
    memcpy(view, rest + a.nposition, a.nview);
    if (recall(m, lib, &a, rest, &spec, &t)) think(m, desk, &a, view, &spec, &t);
    free(view);
    free(rest);
    if (fwrite(&t, sizeof t, 1, stdout) != 1 || fflush(stdout)) break;
  }
  return 0;
}
