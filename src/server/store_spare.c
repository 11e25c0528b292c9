/* store_spare.c - see store_spare.h. */
#ifdef SALIENT_POSTGRES
#include "store_spare.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Milliseconds: between two questions; between two tries to connect; after which a question without
 * an answer is silence; that a new connection may take before its absence is; after which a
 * connection is given up; between two looks at whether all shall end. */
enum {
  PULSE_MS = 50,
  RETRY_MS = 250,
  SILENT_MS = 200,
  GRACE_MS = 500,
  LOST_MS = 2000,
  LOOK_MS = 100
};

struct spare {
  char *url;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  /* under the lock: the spare connection, which has answered, or NULL while it is asked or made;
   * one to be closed, which is removed before the next is ready */
  PGconn *ready, *lost;
  atomic_bool stop;
  _Atomic int64_t asked; /* when the first question without an answer was; 0: all are answered */
};

int64_t spare_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Every user of it notices a dead machine in about five seconds. */
PGconn *postgres_connect(const char *url) {
  const char *key[] = {"dbname",
                       "application_name",
                       "client_encoding",
                       "connect_timeout",
                       "tcp_user_timeout",
                       "keepalives_idle",
                       "keepalives_interval",
                       "keepalives_count",
                       NULL};
  const char *value[] = {url, "salient", "UTF8", "2", "5000", "2", "1", "3", NULL};
  return PQconnectdbParams(key, value, 1);
}

/* ---- the thread */
/* From now on an answer is owed; an earlier question that is not answered counts from its own time.
 */
static void owe(struct spare *sp, int64_t from) {
  int64_t asked = atomic_load(&sp->asked);
  if (!asked || asked > from)
    atomic_store(&sp->asked, from);
}

/* True: it has answered. */
static bool answers(struct spare *sp, PGconn *c) {
  int64_t now = spare_now();
  int64_t enough = now + LOST_MS;
  bool good = false;

  owe(sp, now);
  if (!PQsendQuery(c, "SELECT 1"))
    return false;
  while (PQisBusy(c)) {
    struct pollfd in = {.fd = PQsocket(c), .events = POLLIN};
    poll(&in, 1, LOOK_MS);
    if (!PQconsumeInput(c) || atomic_load(&sp->stop) || spare_now() > enough)
      return false;
  }
  for (PGresult *r; (r = PQgetResult(c)); PQclear(r))
    good = good || PQresultStatus(r) == PGRES_TUPLES_OK;
  if (good)
    atomic_store(&sp->asked, 0);
  return good && PQstatus(c) == CONNECTION_OK;
}

/* A connection that has answered, or NULL. A refusal is known without waiting. */
static PGconn *make(struct spare *sp) {
  if (!atomic_load(&sp->asked))
    atomic_store(&sp->asked, spare_now() + GRACE_MS);
  PGconn *c = postgres_connect(sp->url);
  if (PQstatus(c) == CONNECTION_OK && answers(sp, c))
    return c;
  owe(sp, spare_now() - SILENT_MS - 1);
  PQfinish(c);
  return NULL;
}

static struct timespec in_ms(int64_t ms) {
  struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  int64_t nsec = t.tv_nsec + ms % 1000 * 1000000;
  t.tv_sec += ms / 1000 + nsec / 1000000000;
  t.tv_nsec = nsec % 1000000000;
  return t;
}

/* Puts the connection where the reader finds it, waits a while, and takes it again if it is still
 * there. */
static PGconn *rest(struct spare *sp, PGconn *c, int ms) {
  struct timespec until = in_ms(ms);

  pthread_mutex_lock(&sp->lock);
  sp->ready = c;
  pthread_cond_broadcast(&sp->changed);
  int over = 0;
  while (!over && sp->ready == c && !atomic_load(&sp->stop))
    over = pthread_cond_timedwait(&sp->changed, &sp->lock, &until);
  c = sp->ready;
  PGconn *lost = sp->lost;
  sp->ready = sp->lost = NULL;
  pthread_mutex_unlock(&sp->lock);
  if (lost)
    PQfinish(lost);
  return c;
}

static void *keep(void *arg) {
  struct spare *sp = arg;
  PGconn *c = NULL;

  while (!atomic_load(&sp->stop)) {
    if (c && !answers(sp, c)) {
      PQfinish(c);
      c = NULL;
    }
    if (!c && !atomic_load(&sp->stop))
      c = make(sp);
    c = rest(sp, c, c ? PULSE_MS : RETRY_MS);
  }
  if (c)
    PQfinish(c);
  return NULL;
}

struct spare *spare_start(const char *url) {
  struct spare *sp = calloc(1, sizeof *sp);
  pthread_condattr_t steady;

  if (!sp || !(sp->url = strdup(url)))
    abort();
  pthread_mutex_init(&sp->lock, NULL);
  pthread_condattr_init(&steady);
  pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
  pthread_cond_init(&sp->changed, &steady);
  pthread_condattr_destroy(&steady);
  if (pthread_create(&sp->thread, NULL, keep, sp))
    abort();
  return sp;
}

void spare_stop(struct spare *sp) {
  if (!sp)
    return;
  pthread_mutex_lock(&sp->lock);
  atomic_store(&sp->stop, true);
  pthread_cond_broadcast(&sp->changed);
  pthread_mutex_unlock(&sp->lock);
  pthread_join(sp->thread, NULL);
  pthread_mutex_destroy(&sp->lock);
  pthread_cond_destroy(&sp->changed);
  free(sp->url);
  free(sp);
}

/* ---- the reader's side */
bool spare_silent(const struct spare *sp) {
  int64_t asked = atomic_load(&sp->asked);
  return asked && spare_now() - asked > SILENT_MS;
}

PGconn *spare_swap(struct spare *sp, PGconn *lost) {
  pthread_mutex_lock(&sp->lock);
  while (!sp->ready && !spare_silent(sp)) {
    struct timespec until = in_ms(PULSE_MS);
    pthread_cond_timedwait(&sp->changed, &sp->lock, &until);
  }
  PGconn *fresh = sp->ready;
  if (fresh) {
    sp->ready = NULL;
    sp->lost = lost;
    pthread_cond_broadcast(&sp->changed);
  }
  pthread_mutex_unlock(&sp->lock);
  return fresh;
}
#else
typedef int store_spare_is_empty;
#endif
