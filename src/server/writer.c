/* writer.c - group commit. A job that fails is taken back alone; a commit that fails takes the whole group with it. */
#include "writer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
  writer_run *run;
  writer_done *done;
  void *arg;
  enum store_result result;
  char why[160];
  struct job *next;
};
struct queue {
  struct job *first, **last;
};
struct writer {
  struct store *store;
  void (*wake)(void *ctx);
  void *ctx;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t work;
  struct queue in, out;
  bool stop;
  struct writer_counts counts;
};

static void empty(struct queue *q) { q->first = NULL, q->last = &q->first; }
static void put(struct queue *q, struct job *j) { *q->last = j, q->last = &j->next, j->next = NULL; }

static void fail_all(struct writer *w, struct job *j, enum store_result r) {
  for (; j; j = j->next) {
    j->result = r;
    snprintf(j->why, sizeof j->why, "%.150s", store_why(w->store));
  }
}
static void commit_group(struct writer *w, struct job *first) {
  enum store_result r = store_begin(w->store);
  if (r) {
    fail_all(w, first, r);
    return;
  }
  for (struct job *j = first; j && !r; j = j->next) {
    r = store_mark(w->store);
    if (r) break;
    j->result = j->run(w->store, j->arg);
    if (j->result) snprintf(j->why, sizeof j->why, "%.150s", store_why(w->store));
    r = store_settle(w->store, j->result == STORE_OK);
  }
  if (!r) r = store_commit(w->store);
  if (!r) return;
  fail_all(w, first, r);
  store_abort(w->store);
}
static void *work(void *arg) {
  struct writer *w = arg;
  pthread_mutex_lock(&w->lock);
  for (;;) {
    while (!w->in.first && !w->stop) pthread_cond_wait(&w->work, &w->lock);
    if (!w->in.first) break;
    struct job *first = w->in.first;
    empty(&w->in);
    pthread_mutex_unlock(&w->lock);
    commit_group(w, first);
    pthread_mutex_lock(&w->lock);
    w->counts.groups++;
    for (struct job *j = first, *next; j; j = next) {
      next = j->next;
      w->counts.jobs++;
      w->counts.failures += j->result != STORE_OK;
      put(&w->out, j);
    }
    w->wake(w->ctx);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

struct writer *writer_start(struct store *store, void (*wake)(void *), void *ctx) {
  struct writer *w = calloc(1, sizeof *w);
  if (!w) abort();
  w->store = store;
  w->wake = wake;
  w->ctx = ctx;
  empty(&w->in);
  empty(&w->out);
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->work, NULL);
  if (pthread_create(&w->thread, NULL, work, w)) abort();
  return w;
}
void writer_submit(struct writer *w, writer_run *run, writer_done *done, void *arg) {
  struct job *j = calloc(1, sizeof *j);
  if (!j) abort();
  j->run = run;
  j->done = done;
  j->arg = arg;
  pthread_mutex_lock(&w->lock);
  put(&w->in, j);
  pthread_cond_signal(&w->work);
  pthread_mutex_unlock(&w->lock);
}
void writer_reap(struct writer *w) {
  pthread_mutex_lock(&w->lock);
  struct job *j = w->out.first;
  empty(&w->out);
  pthread_mutex_unlock(&w->lock);
  while (j) {
    struct job *next = j->next;
    if (j->done) j->done(j->arg, j->result, j->why);
    free(j);
    j = next;
  }
}
struct writer_counts writer_count(struct writer *w) {
  pthread_mutex_lock(&w->lock);
  struct writer_counts c = w->counts;
  pthread_mutex_unlock(&w->lock);
  return c;
}
void writer_stop(struct writer *w) {
  if (!w) return;
  pthread_mutex_lock(&w->lock);
  w->stop = true;
  pthread_cond_signal(&w->work);
  pthread_mutex_unlock(&w->lock);
  pthread_join(w->thread, NULL);
  writer_reap(w);
  pthread_mutex_destroy(&w->lock);
  pthread_cond_destroy(&w->work);
  free(w);
}
