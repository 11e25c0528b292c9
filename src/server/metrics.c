/* metrics.c - see metrics.h. */
#include "metrics.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "far.h"
#include "http.h"
#include "server.h"
#include "shards.h"
#include "worker.h"

/* ---- latency */
static const uint64_t STEP_US[LATENCY_STEPS] = {500,   1000,   2500,   5000,    10000,
                                                25000, 100000, 250000, 1000000, 10000000};

/* Counts into the first step that holds it; the text adds the steps up. */
void latency_add(struct latency *l, uint64_t microseconds) {
  l->count++;
  l->microseconds += microseconds;
  for (int i = 0; i < LATENCY_STEPS; i++) {
    if (microseconds > STEP_US[i])
      continue;
    l->within[i]++;
    return;
  }
}

/* ---- the figures */
enum kind { NOW, SINCE_START }; /* a level that rises and falls, or a sum that only grows */
struct figure {
  const char *name, *says;
  enum kind kind;
  int64_t value;
};
enum { FIGURES = 32 };

/* What the kernel says this process has in memory. */
static int64_t resident_kb(void) {
  long pages = 0;
  FILE *in = fopen("/proc/self/statm", "r");

  if (!in)
    return 0;
  if (fscanf(in, "%*d %ld", &pages) != 1)
    pages = 0;
  fclose(in);
  return (int64_t)pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* All figures of this moment; how many there are. */
static size_t look(struct server *s, struct figure out[FIGURES]) {
  struct store_counts stored = {0};
  struct writer_counts written = writer_count(s->writer);
  struct far_counts far = far_count(s);
  struct rusage use;

  getrusage(RUSAGE_SELF, &use);
  store_count(s->reader, &stored);
  const struct figure now[] = {
      {"up_seconds", "since the server started", NOW, (now_wall() - s->started) / 1000},
      {"games", "games in the store", NOW, stored.games},
      {"open", "of them not over yet", NOW, stored.open},
      {"accounts", "accounts in the store", NOW, stored.accounts},
      {"store_bytes", "size of the store", NOW, stored.bytes},
      {"rooms", "games that somebody is in", NOW, s->nrooms},
      {"loaded", "games in memory", NOW, s->loaded},
      {"shards", "of the 256 that games belong to, held by this node", NOW, shards_count(s)},
      {"connections", "open WebSockets", NOW, (int64_t)s->connections},
      {"acknowledged", "changes made durable and answered", SINCE_START, (int64_t)s->served},
      {"pushed", "views sent unasked", SINCE_START, (int64_t)s->pushed},
      {"refused", "connections and requests turned away", SINCE_START, (int64_t)s->refused},
      {"writes", "changes handed to the store", SINCE_START, (int64_t)written.jobs},
      {"commits", "transactions they were gathered in", SINCE_START, (int64_t)written.groups},
      {"write_failures", "transactions that failed", SINCE_START, (int64_t)written.failures},
      {"thinking_queue", "thoughts of opponents that wait", NOW, workers_waiting(s->workers)},
      {"workers", "workers on other machines that are there", NOW, far.working},
      {"away", "thoughts that they have", NOW, far.away},
      {"far_done", "thoughts that they have brought", SINCE_START, (int64_t)far.done},
      {"far_repeated", "of them repeated, and the same", SINCE_START, (int64_t)far.repeated},
      {"far_lost", "thoughts that they have not brought in time", SINCE_START, (int64_t)far.lost},
      {"far_dropped", "workers whose answers were wrong", SINCE_START, (int64_t)far.dropped},
      {"reading_queue", "games that wait to be read", NOW, loader_waiting(s->loader)},
      {"longest_us", "longest turn of the loop since last asked", NOW, s->longest},
      {"memory_kb", "resident memory", NOW, resident_kb()},
      {"peak_kb", "most resident memory so far", NOW, use.ru_maxrss},
  };
  size_t n = sizeof now / sizeof *now;
  for (size_t i = 0; i < n; i++)
    out[i] = now[i];

  return n;
}

/* ---- as JSON */
static void admin_json(void *ctx, struct sal_json *j) {
  struct figure figures[FIGURES];
  size_t n = look(ctx, figures);

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "version", SALIENT_VERSION);
  for (size_t i = 0; i < n; i++)
    sal_json_int(j, figures[i].name, figures[i].value);
  sal_json_end(j);
}

void metrics_admin(struct exchange *x, const struct call *c) {
  (void)c;
  if (!http_is_admin(x))
    return;
  http_reply(x, 200, "application/json", blob_json(admin_json, x->srv));
  x->srv->longest = 0;
}

/* ---- as Prometheus's text */
enum { TEXT = 8192 };
struct text {
  char bytes[TEXT];
  size_t n;
};
__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(t->bytes + t->n, TEXT - t->n, fmt, args);
  va_end(args);
  if (n > 0 && t->n + (size_t)n < TEXT)
    t->n += (size_t)n;
}

static void add_figure(struct text *t, const struct figure *f) {
  bool sum = f->kind == SINCE_START;
  const char *end = sum ? "_total" : "";
  add(t, "# HELP salient_%s%s %s\n", f->name, end, f->says);
  add(t, "# TYPE salient_%s%s %s\n", f->name, end, sum ? "counter" : "gauge");
  add(t, "salient_%s%s %" PRId64 "\n", f->name, end, f->value);
}

static void add_latency(struct text *t, const struct latency *l) {
  uint64_t within = 0;

  add(t, "# HELP salient_answer_seconds from a change's message to its durable answer\n"
         "# TYPE salient_answer_seconds histogram\n");
  for (int i = 0; i < LATENCY_STEPS; i++) {
    within += l->within[i];
    add(t, "salient_answer_seconds_bucket{le=\"%" PRIu64 ".%06" PRIu64 "\"} %" PRIu64 "\n",
        STEP_US[i] / 1000000, STEP_US[i] % 1000000, within);
  }
  add(t, "salient_answer_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", l->count);
  add(t, "salient_answer_seconds_sum %" PRIu64 ".%06" PRIu64 "\n", l->microseconds / 1000000,
      l->microseconds % 1000000);
  add(t, "salient_answer_seconds_count %" PRIu64 "\n", l->count);
}

/* The figures as Prometheus reads them. */
void metrics_text(struct exchange *x, const struct call *c) {
  (void)c;
  if (!http_is_admin(x))
    return;
  struct figure figures[FIGURES];
  struct text t = {.n = 0};
  size_t n = look(x->srv, figures);
  add(&t, "# HELP salient_build the version that runs\n# TYPE salient_build gauge\n");
  add(&t, "salient_build{version=\"%s\"} 1\n", SALIENT_VERSION);
  for (size_t i = 0; i < n; i++)
    add_figure(&t, &figures[i]);
  add_latency(&t, &x->srv->latency);
  http_reply(x, 200, "text/plain; version=0.0.4; charset=utf-8", blob_new(t.bytes, t.n));
  x->srv->longest = 0;
}

/* ---- for whatever watches over servers */
void metrics_health(struct exchange *x, const struct call *c) {
  (void)c;
  http_reply(x, 200, "text/plain; charset=utf-8", blob_fmt("ok\n"));
}

/* A server whose disk is full still shows games, but nobody new should be sent to it. */
void metrics_ready(struct exchange *x, const struct call *c) {
  (void)c;
  if (!shards_count(x->srv))
    http_reply(x, 503, "text/plain; charset=utf-8", blob_fmt("no games are here yet\n"));
  else if (x->srv->disk_trouble)
    http_reply(x, 503, "text/plain; charset=utf-8", blob_fmt("the disk does not take writes\n"));
  else
    http_reply(x, 200, "text/plain; charset=utf-8", blob_fmt("ready\n"));
}

/* A balancer sends to the house what is not about one game. */
void metrics_house(struct exchange *x, const struct call *c) {
  if (shards_house(x->srv))
    metrics_ready(x, c);
  else
    http_reply(x, 503, "text/plain; charset=utf-8", blob_fmt("another node is the house\n"));
}
