/* worker.c - a handful of processes, started when needed, ended when they hang, and the queue in
 * front of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "worker_inside.h"

/* Times of fairness: nobody waits long for another's long thought. */
enum {
  BACK_OFF_MS = 10000,
  FAIR_MS = 1500, /* then a thought must end if somebody else waits */
  SPENT_MS = 200  /* for clients whose hour's worth is used up */
};

/* The job may still be on its way down a pipe; the last of two holders frees it. */
void job_free(struct job *j) {
  if (--j->holders > 0)
    return;
  free(j->rest);
  free(j);
}

/* The time is charged to the player whom the computer plays for. While stopping nobody is told. */
void job_end(struct workers *all, struct job *j, const struct told *t, const char *why,
             uint32_t by) {
  int64_t now = now_steady();

  limits_charge(all->srv->limits, j->who, LIMIT_THINK, (float)(now - j->began) / 1000, now);
  if (t && !t->ok && strcmp(t->why, all->said)) { /* once, not for every decision */
    memcpy(all->said, t->why, sizeof t->why);
    server_log("a computer opponent gave no move: %s", t->why);
  }
  struct thought_end end = {.why = why, .by = by};
  if (t)
    end = (struct thought_end){.ok = t->ok != 0,
                               .action = t->action,
                               .why = t->why,
                               .nodes = t->nodes,
                               .carry = t->carry,
                               .ncarry = t->ncarry,
                               .by = by};
  if (all->stopping)
    free(j->arg);
  else
    j->done(j->arg, &end);
  job_free(j);
}

/* The process is free again. why is for the case without an answer. */
static void finish(struct worker *w, const struct told *t, const char *why) {
  struct job *j = w->job;

  if (!j)
    return;
  w->job = NULL;
  uv_timer_stop(&w->limit);
  if (j->check)
    far_checked(w->all, j, t, 0);
  else
    job_end(w->all, j, t, why, 0);
}

/* The last handle of a dead process: its place may be used again. */
static void closed(uv_handle_t *h) {
  struct worker *w = h->data;
  if (--w->open)
    return;
  w->alive = false;
  if (!w->all->stopping)
    workers_next(w->all);
}

static void bury(struct worker *w) {
  uv_handle_t *h[] = {(uv_handle_t *)&w->process, (uv_handle_t *)&w->in, (uv_handle_t *)&w->out,
                      (uv_handle_t *)&w->limit};
  for (int i = 0; i < 4; i++)
    if (!uv_is_closing(h[i]))
      uv_close(h[i], closed);
}

/* By itself, by its limit, or because it could not be believed. */
static void died(uv_process_t *p, int64_t status, int signal) {
  struct worker *w = p->data;
  if (w->job && !w->all->stopping)
    server_log("an opponent's process ended (%s %d)", signal ? "signal" : "status",
               signal ? signal : (int)status);
  bury(w);
  finish(w, NULL, "it stopped thinking");
}

static void too_long(uv_timer_t *t) {
  struct worker *w = t->data;
  server_log("an opponent thought for too long");
  uv_process_kill(&w->process, SIGKILL); /* died() does the rest */
}

/* An answer has a fixed size, so it is gathered in place. */
static void room_for(uv_handle_t *h, size_t n, uv_buf_t *buf) {
  struct worker *w = h->data;
  (void)n;
  *buf = uv_buf_init(w->got + w->ngot, (unsigned)(sizeof w->got - w->ngot));
}

/* A process that writes anything else is ended; the next question gets a new one. */
static void heard(uv_stream_t *s, ssize_t n, const uv_buf_t *buf) {
  struct worker *w = s->data;
  struct told t;

  (void)buf;
  if (n < 0)
    uv_process_kill(&w->process, SIGKILL);
  if (n <= 0)
    return;
  w->ngot += (size_t)n;
  if (w->ngot < sizeof t)
    return;
  memcpy(&t, w->got, sizeof t);
  w->ngot = 0;
  t.why[sizeof t.why - 1] = 0;
  if (t.magic != ASK_MAGIC || t.ncarry > BOT_CARRY)
    uv_process_kill(&w->process, SIGKILL);
  else
    finish(w, &t, NULL);
  workers_next(w->all);
}

/* Said once: a server of a thousand games would say it for every decision. */
static void tell_spawn(struct workers *all, int rc) {
  if (rc && !all->barred)
    server_log("an opponent's process cannot be started: %s; tried again every %d seconds",
               uv_strerror(rc), BACK_OFF_MS / 1000);
  if (!rc && all->barred)
    server_log("opponents' processes can be started again");
  all->barred = rc ? now_steady() + BACK_OFF_MS : 0;
}

/* Everything it needs comes down the pipe; it inherits no file but stderr. */
static bool spawn(struct worker *w) {
  if (w->all->barred > now_steady())
    return false;
  uv_loop_t *loop = &w->all->srv->loop;
  const char *data = w->all->srv->config.data_dir;
  char exe[1024];
  size_t n = sizeof exe;
  uv_exepath(exe, &n);
  char *args[] = {exe,
                  "worker",
                  "--db",
                  (char *)(uintptr_t)w->all->srv->config.db,
                  data ? "--data" : NULL,
                  (char *)(uintptr_t)data,
                  NULL};
  uv_stdio_container_t io[3] = {
      {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&w->in},
      {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&w->out},
      {.flags = UV_INHERIT_FD, .data.fd = 2}};
  /* by the link, which is this very program even when its file is gone or has been replaced */
  uv_process_options_t o = {
      .exit_cb = died, .file = "/proc/self/exe", .args = args, .stdio_count = 3, .stdio = io};
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
  job_free(req->data);
}
/* all of them when nobody else is thinking, else one */
static uint32_t free_cores(const struct workers *all) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  for (int i = 0; i < all->n; i++)
    if (all->worker[i].job)
      return 1;
  return all->jobs.first || cores < 1 ? 1 : (uint32_t)cores;
}

/* A player who has used up the hour's budget gets a short thought. It is weaker, but never refused.
 */
static void start(struct worker *w, struct job *j) {
  j->ask.threads = free_cores(w->all);
  uv_buf_t buf[2] = {uv_buf_init((char *)&j->ask, sizeof j->ask),
                     uv_buf_init(j->rest, (unsigned)j->nrest)};
  w->job = j;
  w->game = j->ask.game;
  j->began = now_steady();
  bool spent = limits_fullness(w->all->srv->limits, j->who, LIMIT_THINK, j->began) >= 1;
  if (spent)
    j->ask.most_ms = SPENT_MS;
  uv_timer_start(&w->limit, too_long, j->limit_ms, 0);
  j->write.data = j;
  j->holders = 2;
  if (uv_write(&j->write, (uv_stream_t *)&w->in, buf, 2, written))
    j->holders = 1;
}

/* The process that remembers this game, one that is idle, or an empty place. */
static struct worker *pick(struct workers *all, uint64_t game) {
  struct worker *idle = NULL;
  struct worker *empty = NULL;

  for (int i = 0; i < all->n; i++) {
    struct worker *w = &all->worker[i];
    if (!w->alive) {
      if (!empty)
        empty = w;
    } else if (!w->job && !uv_is_closing((uv_handle_t *)&w->process)) {
      if (w->game == game)
        return w;
      if (!idle)
        idle = w;
    }
  }

  return idle ? idle : empty;
}

/* ---- whose turn it is */
static int running(const struct workers *all, const char *who) {
  int n = 0;
  for (int i = 0; i < all->n; i++)
    n += all->worker[i].job && !strcmp(all->worker[i].job->who, who);
  return n + far_running(all, who);
}

/* First clients with no thought under way, then the one that has had least lately, then the one
 * that came first. */
struct job *workers_fairest(struct workers *all,
                            bool (*may)(struct workers *, const struct job *)) {
  struct job *best = NULL;
  int least = 0;
  float fewest = 0;
  int64_t now = now_steady();

  for (struct node *n = all->jobs.first; n; n = n->next) {
    struct job *j = LIST_OF(n, struct job, node);
    if (!may(all, j))
      continue;
    int under_way = running(all, j->who);
    if (best && under_way > least)
      continue;
    float had = limits_fullness(all->srv->limits, j->who, LIMIT_THINK, now);
    if (best && under_way == least && had >= fewest)
      continue;
    best = j;
    least = under_way;
    fewest = had;
  }

  return best;
}

static bool for_here(struct workers *all, const struct job *j) {
  return !far_hopes(all, j);
}

/* What is only repeated makes room at once; it is done later. */
static bool stop_a_check(struct workers *all) {
  for (int i = 0; i < all->n; i++) {
    struct worker *w = &all->worker[i];
    if (!w->job || !w->job->check)
      continue;
    if (!w->job->hurried)
      uv_process_kill(&w->process, SIGUSR1);
    w->job->hurried = true;
    return true;
  }

  return false;
}

/* If a client waits that has nothing under way, the one with most of the workers is asked to
 * finish, once it has thought long enough. It answers with the best it has found so far. */
static void hurry(struct workers *all) {
  struct job *waits = workers_fairest(all, for_here);
  struct worker *slowest = NULL;
  int64_t now = now_steady();

  if (!waits || stop_a_check(all) || running(all, waits->who))
    return;
  for (int i = 0; i < all->n; i++) {
    struct worker *w = &all->worker[i];
    if (!w->job)
      return; /* one is free, or soon will be */
    if (w->job->hurried)
      return; /* one has been asked already */
    if (now - w->job->began < FAIR_MS)
      continue;
    if (!slowest || running(all, w->job->who) > running(all, slowest->job->who))
      slowest = w;
  }
  if (!slowest)
    return;
  slowest->job->hurried = true;
  uv_process_kill(&slowest->process, SIGUSR1);
}

/* Once a second. */
void workers_tick(struct workers *all) {
  far_tick(all);
  workers_next(all); /* thoughts that waited in vain for another machine */
  hurry(all);
}

/* Long thoughts on one account never take the last worker, so the next client finds it free. */
static bool must_wait(const struct workers *all, const struct job *j) {
  if (j->quick || all->n < 2 || limits_exempt(all->srv->limits, j->who))
    return false;
  return running(all, j->who) >= all->n - 1;
}

/* Starts what waits for a process here. */
static void start_here(struct workers *all) {
  for (struct job *j; (j = workers_fairest(all, for_here));) {
    struct worker *w = must_wait(all, j) ? NULL : pick(all, j->ask.game);
    if (!w) {
      hurry(all);
      return;
    }
    list_remove(&j->node);
    j->began = now_steady();
    if (w->alive || spawn(w))
      start(w, j);
    else
      job_end(all, j, NULL, "no process to think in", 0);
  }
}

/* Answers of other machines are repeated when nobody waits, and one process stays free where there
 * are several. */
static void repeat_here(struct workers *all) {
  int busy = 0;

  for (int i = 0; i < all->n; i++)
    busy += all->worker[i].job != NULL;
  if (all->jobs.first || busy >= (all->n > 1 ? all->n - 1 : 1))
    return;
  struct job *j = far_check_for_home(all);
  struct worker *w = j ? pick(all, j->ask.game) : NULL;
  if (!w)
    return;
  list_remove(&j->node);
  if (w->alive || spawn(w))
    start(w, j);
  else
    far_checked(all, j, NULL, 0);
}

/* Other machines first, then the processes here, then what only repeats. */
void workers_next(struct workers *all) {
  if (all->stopping)
    return;
  far_give(all);
  start_here(all);
  repeat_here(all);
}

struct workers *workers_new(struct server *s) {
  struct workers *all = calloc(1, sizeof *all);

  if (!all)
    abort();
  all->srv = s;
  /* held to what there are places for */
  all->n = s->config.workers < 1             ? 1
           : s->config.workers > MAX_WORKERS ? MAX_WORKERS
                                             : s->config.workers;
  for (int i = 0; i < MAX_WORKERS; i++)
    all->worker[i].all = all;
  far_new(all);
  return all;
}

/* Of an older version, or from a folder that may have changed since. */
char *workers_data(const struct server *s, const struct sal_ruleset *rules, uint64_t hash,
                   size_t *n) {
  bool today = hash == library_hash(s->lib, rules);

  if (today && !s->config.data_dir)
    return NULL; /* built into the program: it has them too */
  if (today)
    return library_pack(s->lib, rules, n); /* as they were when the server read them */
  char *pack = store_data_find((void *)(uintptr_t)s->config.db, rules->id, hash, n);
  if (!pack || *n > PACK_BYTES) {
    free(pack);
    *n = 0;
    return NULL;
  }

  return pack;
}

/* Slow, and the same for the same seed wherever it is thought: only what can be checked goes out.
 */
static bool worth_a_journey(const char *bot) {
  struct bot_spec spec;
  struct sal_err err;
  return bot_parse(bot, &spec, &err) && spec.kind->slow && bot_repeatable(&spec);
}

/* Takes the argument: it is freed when the server ends before the answer comes. */
void workers_think(struct workers *all, const struct thought *t) {
  struct job *j = calloc(1, sizeof *j);

  if (!j)
    abort();
  const struct sal_book *b = t->book;
  j->ask = (struct ask){.magic = ASK_MAGIC,
                        .side = (uint32_t)t->side,
                        .nposition = (uint32_t)t->nposition,
                        .nview = b->state_bytes,
                        .seed = t->seed,
                        .game = t->game,
                        .data = b->data_hash,
                        .edition = b->edition,
                        .ncarry = (uint32_t)t->ncarry};
  snprintf(j->ask.rules, sizeof j->ask.rules, "%s", b->rules->id);
  snprintf(j->ask.scenario, sizeof j->ask.scenario, "%s", b->scenarios[b->scenario].id);
  snprintf(j->ask.bot, sizeof j->ask.bot, "%s", t->bot);
  /* Behind the fixed part stand data files, position, view and memory, in that order. */
  size_t npack = 0;
  char *pack = workers_data(all->srv, b->rules, b->data_hash, &npack);
  j->ask.npack = npack;
  j->nrest = npack + t->nposition + b->state_bytes + t->ncarry;
  j->rest = malloc(j->nrest);
  if (!j->rest)
    abort();
  if (npack)
    memcpy(j->rest, pack, npack);
  if (t->nposition)
    memcpy(j->rest + npack, t->position, t->nposition);
  char *at = j->rest + npack + t->nposition;
  memcpy(at, t->view, b->state_bytes);
  if (t->ncarry)
    memcpy(at + b->state_bytes, t->carry, t->ncarry);
  free(pack);
  j->may_leave = !t->here && worth_a_journey(t->bot);
  j->asked = now_steady();
  j->limit_ms = t->limit_ms;
  j->done = t->done;
  j->arg = t->arg;
  snprintf(j->who, sizeof j->who, "%s", t->who);
  j->quick = t->quick;
  list_add(&all->jobs, &j->node);
  workers_next(all);
}

uint32_t workers_waiting(const struct workers *all) {
  return all->jobs.count;
}

/* From here on nobody is called back. The processes are killed. */
void workers_stop(struct workers *all) {
  all->stopping = true;
  far_stop(all);
  for (int i = 0; i < all->n; i++)
    if (all->worker[i].alive && !uv_is_closing((uv_handle_t *)&all->worker[i].process))
      uv_process_kill(&all->worker[i].process, SIGKILL);
  for (struct node *n; (n = list_take(&all->jobs));) {
    struct job *j = LIST_OF(n, struct job, node);
    free(j->arg);
    job_free(j);
  }
}

void workers_free(struct workers *all) {
  if (!all)
    return;
  far_free(all);
  free(all);
}
