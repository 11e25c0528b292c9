/* loader.c - two threads and a queue, like the writer's. */
#include "loader.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Two, so that one long journal does not hold up all others. */
enum { THREADS = 2, NICER = 5 };

/* ---- the queue */
/* Work for a helper thread: `run` there, then `done` back on the loop. */
struct job {
  loader_run *run;
  loader_done *done;
  void *arg;
  struct job *next;
};
struct queue {
  struct job *first, **last;
};
/* Queues, count and stop are under the lock; each helper's reading is its own thread's. */
struct loader {
  void (*wake)(void *ctx);
  void *ctx;
  pthread_mutex_t lock;
  pthread_cond_t work;
  struct queue in, out;
  uint32_t waiting;
  bool stop;
  int n;
  struct helper {
    struct loader *all;
    pthread_t thread;
    struct reading with;
  } helper[THREADS];
};
static void empty(struct queue *q) {
  q->first = NULL;
  q->last = &q->first;
}

static void put(struct queue *q, struct job *j) {
  *q->last = j;
  q->last = &j->next;
  j->next = NULL;
}

/* The oldest, or NULL. */
static struct job *take(struct queue *q) {
  struct job *j = q->first;
  if (j && !(q->first = j->next))
    q->last = &q->first;
  return j;
}

/* Jobs one after another, nicer than the loop: players come before replays. */
static void *work(void *arg) {
  struct helper *h = arg;
  struct loader *l = h->all;

  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICER); /* on Linux: of this thread alone */
  pthread_mutex_lock(&l->lock);
  for (;;) {
    while (!l->in.first && !l->stop)
      pthread_cond_wait(&l->work, &l->lock);
    if (l->stop)
      break;
    struct job *j = take(&l->in);
    l->waiting--;
    pthread_mutex_unlock(&l->lock);
    j->run(&h->with, j->arg);
    pthread_mutex_lock(&l->lock);
    put(&l->out, j);
    l->wake(l->ctx);
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

static void close_helper(struct helper *h) {
  store_close(h->with.store);
  desk_free(h->with.desk);
}

/* Each thread has a desk and a reader of the store. */
struct loader *loader_start(struct library *lib, const char *db, void (*wake)(void *), void *ctx,
                            char why[256]) {
  struct loader *l = calloc(1, sizeof *l);

  if (!l)
    abort();
  l->wake = wake;
  l->ctx = ctx;
  empty(&l->in);
  empty(&l->out);
  for (int i = 0; i < THREADS; i++) {
    struct helper *h = &l->helper[i];
    h->all = l;
    h->with = (struct reading){lib, desk_new(), store_open(db, STORE_READER, why)};
    /* A reader that cannot be opened ends the start, and what was opened is closed. */
    if (h->with.store)
      continue;
    for (; i >= 0; i--)
      close_helper(&l->helper[i]);
    free(l);
    return NULL;
  }
  pthread_mutex_init(&l->lock, NULL);
  pthread_cond_init(&l->work, NULL);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&l->helper[i].thread, NULL, work, &l->helper[i]))
      abort();

  return l;
}

/* A job for any of the threads; after the stop it comes back undone. */
void loader_submit(struct loader *l, loader_run *run, loader_done *done, void *arg) {
  struct job *j = calloc(1, sizeof *j);

  if (!j)
    abort();
  *j = (struct job){run, done, arg, NULL};
  pthread_mutex_lock(&l->lock);
  put(l->stop ? &l->out : &l->in, j);
  l->waiting += !l->stop;
  pthread_cond_signal(&l->work);
  pthread_mutex_unlock(&l->lock);
}

/* Finished jobs end on the loop's thread. */
void loader_reap(struct loader *l) {
  for (;;) {
    pthread_mutex_lock(&l->lock);
    struct job *j = take(&l->out);
    pthread_mutex_unlock(&l->lock);
    if (!j)
      return;
    j->done(j->arg);
    free(j);
  }
}

uint32_t loader_waiting(struct loader *l) {
  pthread_mutex_lock(&l->lock);
  uint32_t n = l->waiting;
  pthread_mutex_unlock(&l->lock);
  return n;
}

/* Jobs that have not begun come back undone; those that have begun are waited for. */
void loader_stop(struct loader *l) {
  if (!l)
    return;
  pthread_mutex_lock(&l->lock);
  l->stop = true;
  for (struct job *j; (j = take(&l->in));)
    put(&l->out, j);
  pthread_cond_broadcast(&l->work);
  pthread_mutex_unlock(&l->lock);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(l->helper[i].thread, NULL);
    close_helper(&l->helper[i]);
  }
  loader_reap(l);
  pthread_mutex_destroy(&l->lock);
  pthread_cond_destroy(&l->work);
  free(l);
}
