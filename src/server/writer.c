/* writer.c - group commit. A job that fails is taken back alone; a commit that fails takes the
 * whole group with it. */
#include "writer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUICK_US = 1000 }; /* what the loop may wait for a disk */

/* One change to the store: `run` writes it, `done` hears how it went. */
struct job {
  writer_run *run;
  writer_done *done;
  void *arg;
  enum store_result result;
  char *why; /* of a failure */
  struct job *next;
};
/* `last` points to where the next one is linked in. */
struct queue {
  struct job *first, **last;
};
/* The store is used by one thread at a time: the writer's while `called`, else the loop. */
struct writer {
  struct store *store;
  void (*wake)(void *ctx);
  void *ctx;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t work;
  /* under the lock: what is to be written; what has been, for the loop */
  struct queue in, out;
  bool called; /* the thread works, or is about to */
  bool stop;
  bool quick; /* the last commit was */
  struct writer_counts counts;
};

static int64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void empty(struct queue *q) {
  q->first = NULL;
  q->last = &q->first;
}

static void put(struct queue *q, struct job *j) {
  *q->last = j;
  q->last = &j->next;
  j->next = NULL;
}

/* The store's words are copied at once: the next statement changes them. */
static enum store_result end_job(struct writer *w, struct job *j, enum store_result r) {
  free(j->why);
  j->result = r;
  j->why = r ? strdup(store_why(w->store)) : NULL;
  return r;
}

/* A commit that fails loses everything, whatever the jobs said. */
static void fail_all(struct writer *w, struct job *j, enum store_result r) {
  for (; j; j = j->next)
    end_job(w, j, r);
}

static enum store_result run_job(struct writer *w, struct job *j) {
  return end_job(w, j, j->run(w->store, j->arg));
}

/* All jobs of a group; the first failure ends it. */
static enum store_result run_together(struct writer *w, struct job *j) {
  enum store_result r = STORE_OK;
  for (; j && !r; j = j->next)
    r = run_job(w, j);
  return r;
}

/* Runs each job separately, so that one that fails takes no other with it. */
static enum store_result run_apart(struct writer *w, struct job *j) {
  enum store_result r = STORE_OK;

  for (; j && !r; j = j->next) {
    r = store_mark(w->store);
    if (!r)
      r = store_settle(w->store, run_job(w, j) == STORE_OK);
  }
  return r;
}

/* A job hardly ever fails. If one has, all are run again with a mark before each. r: how the
 * beginning went. */
static void commit_group(struct writer *w, struct job *first, enum store_result r) {
  int64_t began = now_us();

  if (!r && (run_together(w, first) || store_sent(w->store))) {
    store_abort(w->store);
    r = store_begin(w->store);
    if (!r)
      r = run_apart(w, first);
  }
  if (!r)
    r = store_commit(w->store);
  if (r) {
    fail_all(w, first, r);
    store_abort(w->store);
  }
  /* A slow disk is left to the thread until it is quick again. */
  w->quick = now_us() - began < QUICK_US;
}

static void count(struct writer *w, const struct job *j) {
  w->counts.groups++;
  for (; j; j = j->next) {
    w->counts.jobs++;
    w->counts.failures += j->result != STORE_OK;
  }
}

/* On the loop, without the lock: `done` may submit again. */
static void end_all(struct job *j) {
  while (j) {
    struct job *next = j->next;
    if (j->done)
      j->done(j->arg, j->result, j->why ? j->why : "");
    free(j->why);
    free(j);
    j = next;
  }
}

/* All of them. */
static struct job *take(struct queue *q) {
  struct job *first = q->first;
  empty(q);
  return first;
}

/* One commit after another; everything that has gathered meanwhile is the next group. */
static void *work(void *arg) {
  struct writer *w = arg;

  pthread_mutex_lock(&w->lock);
  for (;;) {
    while (!w->called && !w->stop)
      pthread_cond_wait(&w->work, &w->lock);
    struct job *first = take(&w->in);
    if (!first && w->stop)
      break;
    w->called = first != NULL;
    if (!first)
      continue;
    pthread_mutex_unlock(&w->lock);
    commit_group(w, first, store_begin(w->store));
    pthread_mutex_lock(&w->lock);
    count(w, first);
    for (struct job *j = first, *next; j; j = next) {
      next = j->next;
      put(&w->out, j);
    }
    w->wake(w->ctx);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

/* `wake` is called on the thread; it may only tell the loop to call writer_reap. */
struct writer *writer_start(struct store *store, void (*wake)(void *), void *ctx) {
  struct writer *w = calloc(1, sizeof *w);

  if (!w)
    abort();
  w->store = store;
  w->quick = true;
  w->wake = wake;
  w->ctx = ctx;
  empty(&w->in);
  empty(&w->out);
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->work, NULL);
  if (pthread_create(&w->thread, NULL, work, w))
    abort();

  return w;
}

/* Written when the loop's turn ends; or, when the thread is at work, with its next group. */
void writer_submit(struct writer *w, writer_run *run, writer_done *done, void *arg) {
  struct job *j = calloc(1, sizeof *j);

  if (!j)
    abort();
  j->run = run;
  j->done = done;
  j->arg = arg;
  pthread_mutex_lock(&w->lock);
  put(&w->in, j);
  pthread_mutex_unlock(&w->lock);
}

/* A single job is written here and now, without waking the thread. At the end of the loop's
 * turn. True: there is more to be written. */
bool writer_turn(struct writer *w) {
  struct job *own = NULL;

  pthread_mutex_lock(&w->lock);
  if (!w->called && w->in.first) { /* the thread sleeps, and the store is free */
    if (!w->in.first->next && w->quick)
      own = take(&w->in);
    else {
      w->called = true;
      pthread_cond_signal(&w->work);
    }
  }
  pthread_mutex_unlock(&w->lock);
  if (!own)
    return false;
  enum store_result r = store_try(w->store);
  if (r == STORE_BUSY) { /* the thread has the patience */
    w->quick = false;
    put(&w->in, own);
    return true;
  }
  commit_group(w, own, r);
  pthread_mutex_lock(&w->lock);
  count(w, own);
  pthread_mutex_unlock(&w->lock);
  end_all(own);
  return w->in.first != NULL;
}

/* On the loop: calls back everyone who waited for the thread. */
void writer_reap(struct writer *w) {
  pthread_mutex_lock(&w->lock);
  struct job *j = take(&w->out);
  pthread_mutex_unlock(&w->lock);
  end_all(j);
}

struct writer_counts writer_count(struct writer *w) {
  pthread_mutex_lock(&w->lock);
  struct writer_counts c = w->counts;
  pthread_mutex_unlock(&w->lock);
  return c;
}

/* What the ends of changes have asked for. */
static struct job *take_late(struct writer *w, void (*gather)(void *ctx)) {
  if (gather)
    gather(w->ctx);
  return take(&w->in);
}

/* The end of a change can ask for another one (a renewed seat ends its notices; a game that was
 * made tells the game it is a rematch of). The thread has gone by then, so the change is written
 * here. */
static void write_the_rest(struct writer *w, void (*gather)(void *ctx)) {
  for (struct job *late = take_late(w, gather); late; late = take_late(w, gather)) {
    commit_group(w, late, store_begin(w->store));
    count(w, late);
    end_all(late);
  }
}

/* Everything submitted is still written. */
void writer_stop(struct writer *w, void (*gather)(void *ctx)) {
  if (!w)
    return;
  pthread_mutex_lock(&w->lock);
  w->stop = true;
  pthread_cond_signal(&w->work);
  pthread_mutex_unlock(&w->lock);
  pthread_join(w->thread, NULL);
  writer_reap(w);
  write_the_rest(w, gather);
  pthread_mutex_destroy(&w->lock);
  pthread_cond_destroy(&w->work);
  free(w);
}
