/* far_worker.c - `salient worker --url`: thinks for a server on another machine (far.h).
 *
 * One thread a core. Each asks the server for work, hands it to a process that can open nothing
 * (worker_main.c), reports every two seconds, and brings the answer with the next request. Work
 * that cannot be finished goes back.
 */
#include "far_worker.h"

#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "caller.h"
#include "confine.h"
#include "worker_inside.h"

/* BEAT_MS is well below the lease that the server gives (far.c). */
enum {
  BEAT_MS = 2000,
  ASK_MS = 40000, /* the server lets a question wait for less than half of that */
  WORD_MS = 5000,
  REST_MS = 1000, /* after the server was not reached; doubled each time.. */
  LONGEST_REST_MS = 30000
};

/* Shared by all cores; after the start only the flags change. */
struct crew {
  const struct far_plan *plan;
  char key[128];
  char *data; /* {"game":"hash",..} */
  int stop_fd;
  /* said once, by the first thread: refused, reached, not reached */
  atomic_bool refused, met, lonely;
};
/* Touched by its own thread alone. */
struct slot { /* one core */
  struct crew *crew;
  struct caller *caller;
  pthread_t thread;
  pid_t child; /* 0: none */
  int in, out; /* its pipe */
  char *done;  /* what the next question brings, or NULL */
};

/* ---- the process that thinks */
/* A process that thinks has nothing to lose, so it is killed. */
static void end_child(struct slot *s) {
  if (!s->child)
    return;
  kill(s->child, SIGKILL);
  waitpid(s->child, NULL, 0);
  close(s->in);
  close(s->out);
  s->child = 0;
}

/* By the link to this very program, which also works when its file has been replaced. */
static bool start_child(struct slot *s) {
  extern char **environ;
  const char *data = s->crew->plan->data_dir;
  char *args[] = {
      "salient", "worker", "--db", "far", data ? "--data" : NULL, (char *)(uintptr_t)data, NULL};
  int in[2];
  int out[2];
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t none;

  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
    return false;
  sigemptyset(&none);
  posix_spawnattr_init(&how);
  /* The threads block the signals that end the worker; the child must not inherit that. */
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[0], 0);
  posix_spawn_file_actions_adddup2(&files, out[1], 1);
  int rc = posix_spawn(&s->child, "/proc/self/exe", &files, &how, args, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  close(in[0]);
  close(out[1]);
  s->in = in[1];
  s->out = out[0];
  if (!rc)
    return true;
  s->child = 0;
  close(s->in);
  close(s->out);
  return false;
}

/* SIGPIPE is ignored: a child that died shows as a failed write. */
static bool write_all(int fd, const void *from, size_t n) {
  const char *p = from;

  while (n) {
    ssize_t got = write(fd, p, n);
    if (got <= 0)
      return false;
    p += got;
    n -= (size_t)got;
  }

  return true;
}

/* ---- what the server wants */
/* What the server sent, as the process wants it: the fixed part, then the bytes. */
struct work {
  char number[24];
  struct ask ask;
  uint8_t *rest;
  size_t nrest;
  int64_t ms;
};
/* Base64 behind what is there already; its length in *n. */
static bool add_bytes(struct work *w, const char *text, uint32_t *n) {
  size_t room = strlen(text);
  size_t got;

  w->rest = realloc(w->rest, w->nrest + room + 1);
  if (!w->rest)
    abort();
  if (!secret_unbase64(text, w->rest + w->nrest, room, &got))
    return false;
  w->nrest += got;
  *n = (uint32_t)got;
  return true;
}

/* A server that sends nonsense gets no answer; the work times out there. */
static bool take_work(const cJSON *doc, struct work *w, struct fault *f) {
  const char *number;
  const char *game;
  const char *scenario;
  const char *data;
  const char *bot;
  const char *seed;
  const char *position;
  const char *view;
  const char *memory;
  int64_t edition;
  int64_t side;

  if (!input_text(doc, "work", "number", true, &number, f) ||
      !input_text(doc, "work", "game", true, &game, f) ||
      !input_text(doc, "work", "scenario", true, &scenario, f) ||
      !input_text(doc, "work", "data", true, &data, f) ||
      !input_text(doc, "work", "bot", true, &bot, f) ||
      !input_text(doc, "work", "seed", true, &seed, f) ||
      !input_text(doc, "work", "position", true, &position, f) ||
      !input_text(doc, "work", "view", true, &view, f) ||
      !input_text(doc, "work", "memory", true, &memory, f) ||
      !input_int(doc, "work", "edition", true, 0, UINT16_MAX, &edition, f) ||
      !input_int(doc, "work", "side", true, 0, 1, &side, f) ||
      !input_int(doc, "work", "ms", true, 1, INT32_MAX, &w->ms, f))
    return false;
  w->ask = (struct ask){.magic = ASK_MAGIC,
                        .side = (uint32_t)side,
                        .seed = strtoull(seed, NULL, 16),
                        .data = strtoull(data, NULL, 16),
                        .game = 1, /* one memory: what counts comes with the work */
                        .threads = 1,
                        .edition = (uint32_t)edition};
  snprintf(w->number, sizeof w->number, "%s", number);
  snprintf(w->ask.rules, sizeof w->ask.rules, "%s", game);
  snprintf(w->ask.scenario, sizeof w->ask.scenario, "%s", scenario);
  snprintf(w->ask.bot, sizeof w->ask.bot, "%s", bot);
  return (add_bytes(w, position, &w->ask.nposition) && add_bytes(w, view, &w->ask.nview) &&
          add_bytes(w, memory, &w->ask.ncarry)) ||
         fault_at(f, "work", "holds bytes that are no base64");
}

/* ---- thinking */
/* A document as text in *to, which is freed first. */
static void print_text(char **to, blob_writer *fn, void *ctx) {
  struct blob *b = blob_json(fn, ctx);
  free(*to);
  *to = strdup(b->text);
  if (!*to)
    abort();
  blob_drop(b);
}

/* How the work ended, for the next question. */
struct ending {
  const struct work *work;
  const struct told *told;
  const char *back; /* why it is given back, or NULL */
};
static void ending_json(void *ctx, struct sal_json *j) {
  const struct ending *e = ctx;

  sal_json_object(j, NULL);
  sal_json_str(j, "number", e->work->number);
  if (e->back) {
    sal_json_str(j, "back", e->back);
  } else {
    const struct sal_action *a = &e->told->action;
    char *memory = secret_base64(e->told->carry, e->told->ncarry);
    sal_json_array(j, "action");
    sal_json_int(j, NULL, a->verb);
    for (int i = 0; i < 3; i++)
      sal_json_int(j, NULL, a->x[i]);
    sal_json_end(j);
    sal_json_int(j, "nodes", (int64_t)e->told->nodes);
    sal_json_str(j, "why", e->told->why);
    sal_json_str(j, "memory", memory);
    free(memory);
  }
  sal_json_end(j);
}

/* The process goes too: nobody knows what state it is in. */
static void give_back(struct slot *s, const struct work *w, const char *why) {
  end_child(s);
  print_text(&s->done, ending_json, &(struct ending){.work = w, .back = why});
}

/* Still there; false: nobody wants the answer any more. */
static bool beat(struct slot *s, const struct work *w) {
  char body[64];
  char *out = NULL;

  snprintf(body, sizeof body, "{\"number\":\"%s\"}", w->number);
  int status = caller_post(s->caller, "/api/work/beat", s->crew->key, body, WORD_MS, &out);
  bool unwanted = status == 403 || (status == 200 && strstr(out, "\"wanted\":false"));
  free(out);
  return !unwanted;
}

/* What the process answers, with a beat every now and then; false: it came to nothing, and why. */
static const char *await(struct slot *s, const struct work *w, struct told *t) {
  size_t have = 0;
  int64_t until = now_steady() + w->ms;
  int64_t next = now_steady();

  while (have < sizeof *t) {
    int64_t now = now_steady();
    if (now > until)
      return "it took too long";
    if (now >= next && !beat(s, w))
      return "";
    if (now >= next)
      next = now_steady() + BEAT_MS;
    struct pollfd p[2] = {{.fd = s->out, .events = POLLIN},
                          {.fd = s->crew->stop_fd, .events = POLLIN}};
    poll(p, 2, BEAT_MS / 4);
    if (p[1].revents)
      /* given back at once, so that the game need not wait for the lease */
      return "the worker was told to end";
    if (!p[0].revents)
      continue;
    ssize_t got = read(s->out, (char *)t + have, sizeof *t - have);
    if (got <= 0)
      return "the process that thinks has stopped";
    have += (size_t)got;
  }
  t->why[sizeof t->why - 1] = 0;
  if (t->magic != ASK_MAGIC || t->ncarry > BOT_CARRY)
    return "the process that thinks has gone astray";

  return t->ok ? NULL : t->why;
}

/* Unless the work makes no sense, s->done holds the answer or the reason afterwards. */
static void think(struct slot *s, const cJSON *doc) {
  struct work w = {0};
  struct fault f;
  struct told t;
  const char *why = NULL;

  if (!take_work(doc, &w, &f)) {
    fprintf(stderr, "salient: the server's work makes no sense: %s\n", f.text);
  } else if (!s->child && !start_child(s)) {
    give_back(s, &w, "no process can be started");
  } else if (!write_all(s->in, &w.ask, sizeof w.ask) || !write_all(s->in, w.rest, w.nrest)) {
    give_back(s, &w, "the process that thinks has stopped");
  } else if ((why = await(s, &w, &t))) {
    give_back(s, &w, why);
  } else {
    print_text(&s->done, ending_json, &(struct ending){.work = &w, .told = &t});
  }
  free(w.rest);
}

/* ---- asking */
struct question {
  const struct slot *slot;
  bool last;
};
static void question_json(void *ctx, struct sal_json *j) {
  const struct question *q = ctx;
  const struct crew *c = q->slot->crew;

  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "build", c->plan->build);
  sal_json_raw(j, "data", c->data, strlen(c->data));
  if (q->slot->done)
    sal_json_raw(j, "done", q->slot->done, strlen(q->slot->done));
  if (q->last)
    sal_json_bool(j, "last", true);
  sal_json_end(j);
}

/* Brings what is done and waits for more; the last one only brings. */
static int ask(struct slot *s, bool last, char **out) {
  char *body = NULL;
  print_text(&body, question_json, &(struct question){s, last});
  int status =
      caller_post(s->caller, "/api/work", s->crew->key, body, last ? WORD_MS : ASK_MS, out);
  free(body);
  return status;
}

/* The server will not have us: all cores stop, and the reason is said once. */
static void refused(struct slot *s, const char *answer) {
  struct fault f;
  cJSON *doc = answer ? input_parse(answer, strlen(answer), "answer", &f) : NULL;
  const cJSON *error = doc ? cJSON_GetObjectItemCaseSensitive(doc, "error") : NULL;
  const cJSON *text = error ? cJSON_GetObjectItemCaseSensitive(error, "text") : NULL;
  const char *reason = text ? cJSON_GetStringValue(text) : NULL;

  if (!atomic_exchange(&s->crew->refused, true)) {
    fprintf(stderr, "salient: the server refuses: %s\n", reason ? reason : "no reason is given");
    kill(getpid(), SIGTERM);
  }
  cJSON_Delete(doc);
}

/* Waits longer each time, so that a server that comes back is not overrun. */
static bool rest(struct slot *s, int *ms) {
  if (!atomic_exchange(&s->crew->lonely, true))
    fprintf(stderr, "salient: %s is not reached; tried again\n", s->crew->plan->url);
  bool go_on = caller_rest(s->caller, *ms);
  *ms = *ms * 2 < LONGEST_REST_MS ? *ms * 2 : LONGEST_REST_MS;
  return go_on;
}

static void met(struct slot *s) {
  bool first = !atomic_exchange(&s->crew->met, true);
  bool again = atomic_exchange(&s->crew->lonely, false);
  if (first || again)
    fprintf(stderr, "salient: works for %s with %d cores\n", s->crew->plan->url,
            s->crew->plan->cores);
}

/* One question and what comes of it; false: it is over. */
static bool go_once(struct slot *s, int *wait_ms) {
  char *out = NULL;
  struct fault f;
  int status = ask(s, false, &out);
  bool go_on = status != CALL_STOPPED;

  if (status == 200) {
    met(s);
    *wait_ms = REST_MS;
    free(s->done);
    s->done = NULL;
    cJSON *doc = input_parse(out, strlen(out), "answer", &f);
    const cJSON *work = doc ? cJSON_GetObjectItemCaseSensitive(doc, "work") : NULL;
    if (work)
      think(s, work);
    cJSON_Delete(doc);
    /* These will not change by asking again. */
  } else if (status == 400 || status == 403 || status == 404 || status == 409) {
    refused(s, out);
    go_on = false;
  } else if (go_on) {
    go_on = rest(s, wait_ms);
  }
  free(out);
  return go_on && caller_rest(s->caller, 0);
}

/* One core, until the worker ends or the server refuses. */
static void *work(void *arg) {
  struct slot *s = arg;
  int wait_ms = REST_MS;

  while (go_once(s, &wait_ms))
    continue;
  if (s->done && !atomic_load(&s->crew->refused)) { /* what is finished, or given back */
    char *out = NULL;
    caller_last_word(s->caller);
    ask(s, true, &out);
    free(out);
  }
  end_child(s);
  free(s->done);
  caller_free(s->caller);
  return NULL;
}

/* ---- from beginning to end */
static void data_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  for (int i = 0; sal_rulesets[i]; i++)
    sal_json_hash(j, sal_rulesets[i]->id, library_hash(ctx, sal_rulesets[i]));
  sal_json_end(j);
}

/* The first line of the file; the key is never an argument, which others could see. */
static bool read_key(const char *file, char out[128]) {
  FILE *in = fopen(file, "r");

  out[0] = 0;
  if (in && !fgets(out, 128, in))
    out[0] = 0;
  if (in)
    fclose(in);
  out[strcspn(out, "\r\n")] = 0;
  return out[0] != 0;
}

static bool open_callers(struct crew *c, struct slot *slot) {
  char why[200];

  for (int i = 0; i < c->plan->cores; i++) {
    slot[i].crew = c;
    slot[i].caller = caller_new(c->plan->url, c->stop_fd, why);
    if (slot[i].caller)
      continue;
    fprintf(stderr, "salient: %s\n", why);
    return false;
  }

  return true;
}

int far_worker_run(const struct far_plan *plan) {
  struct slot slot[FAR_CORES] = {0};
  struct crew c = {.plan = plan, .stop_fd = eventfd(0, EFD_CLOEXEC)};
  sigset_t ends;
  int number;
  int started = 0;

  if (!secret_start() || !read_key(plan->key_file, c.key)) {
    fprintf(stderr, "salient: %s: holds no key\n", plan->key_file);
    return 2;
  }
  if (!open_callers(&c, slot))
    return 2;
  print_text(&c.data, data_json, plan->lib);
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ends, NULL);

  /* Before the threads begin, so that all of them are confined. */
  confine_server();
  for (; started < plan->cores; started++)
    if (pthread_create(&slot[started].thread, NULL, work, &slot[started]))
      break;
  sigwait(&ends, &number);
  eventfd_write(c.stop_fd, 1);
  for (int i = 0; i < started; i++)
    pthread_join(slot[i].thread, NULL);
  free(c.data);
  close(c.stop_fd);
  return atomic_load(&c.refused) ? 1 : 0;
}
