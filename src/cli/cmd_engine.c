/* cmd_engine.c - `engine`: lines in, lines out.
 *
 * One thread reads, one answers, so that a `stop` can cut a bot's thinking short while everything
 * is still answered in order. A line that is too long is skipped without keeping it.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "cli.h"
#include "host/engine.h"

/* Lines that may wait; the reader then waits in turn, so a fast client cannot fill the memory. */
enum { QUEUE = 64 };

/* The current holder of the line owns the text: the reader, the queue, then the answering thread.
 */
struct line {
  char *text; /* NULL: it was too long */
  size_t n;
  bool stop;
};
/* All fields are guarded by the lock; `engine` is set before the second thread begins. */
struct desk_in { /* lines on their way from the reader to the engine */
  pthread_mutex_t lock;
  pthread_cond_t more, room;
  struct line line[QUEUE];
  unsigned first, n, stops; /* stops: how many of the waiting lines are `stop` */
  bool ended;
  struct engine *engine;
};

/* A quick look, without reading the line: thinking must stop at once. */
static bool is_stop(const char *text, size_t n) {
  const char *cmd = n < 256 ? strstr(text, "\"cmd\"") : NULL;
  return cmd && strstr(cmd, "\"stop\"");
}

/* Hands a line to the thread that answers; waits while its queue is full. */
static void put(struct desk_in *q, struct line l) {
  pthread_mutex_lock(&q->lock);
  while (q->n == QUEUE)
    pthread_cond_wait(&q->room, &q->lock);
  q->line[(q->first + q->n++) % QUEUE] = l;
  q->stops += l.stop;
  /* Under the lock, so that a stop is never sent after its line was already taken. */
  if (l.stop)
    engine_stop(q->engine);
  pthread_cond_signal(&q->more);
  pthread_mutex_unlock(&q->lock);
}

/* The next line, in order; NULL when the input has ended. */
static bool take(struct desk_in *q, struct line *out) {
  pthread_mutex_lock(&q->lock);
  while (!q->n && !q->ended)
    pthread_cond_wait(&q->more, &q->lock);
  bool any = q->n > 0;
  if (any) {
    *out = q->line[q->first];
    q->first = (q->first + 1) % QUEUE;
    q->n--;
    q->stops -= out->stop;
    if (!q->stops)
      engine_ready(q->engine); /* a stop that was answered holds nothing up any more */
    pthread_cond_signal(&q->room);
  }
  pthread_mutex_unlock(&q->lock);
  return any;
}

/* Reads lines until the end. A line that is too long is skipped and answered with an error; `stop`
 * goes to the thinking thread at once. */
static void *read_lines(void *ctx) {
  struct desk_in *q = ctx;
  char *text = NULL;
  size_t n = 0;
  size_t cap = 0;

  for (int c = 0; c != EOF;) {
    c = getc_unlocked(stdin);
    if (c != '\n' && c != EOF) {
      /* Past the limit bytes are read and dropped; n stays above it until the line ends. */
      if (n + 1 >= cap && n <= INPUT_BYTES)
        text = realloc(text, cap = cap * 2 + 256);
      if (!text)
        abort();
      if (n <= INPUT_BYTES)
        text[n++] = (char)c;
      continue;
    }
    if (c == EOF && !n)
      break;
    struct line l = {NULL, n, false};
    if (n <= INPUT_BYTES) {
      l.text = text ? text : calloc(1, 1);
      if (!l.text)
        abort();
      l.text[n] = 0;
      l.stop = is_stop(l.text, n);
      text = NULL;
      cap = 0;
    }
    put(q, l);
    n = 0;
  }
  free(text);
  pthread_mutex_lock(&q->lock);
  q->ended = true;
  pthread_cond_signal(&q->more);
  pthread_mutex_unlock(&q->lock);
  return NULL;
}

/* Starts the reader and answers its lines. */
int cmd_engine(struct args *a) {
  arg_rest(a, 0, 0, "engine");
  struct library *lib = open_library(a);
  struct desk_in q = {.lock = PTHREAD_MUTEX_INITIALIZER,
                      .more = PTHREAD_COND_INITIALIZER,
                      .room = PTHREAD_COND_INITIALIZER};
  struct line l;
  pthread_t reader;
  q.engine = engine_new(lib, &bot_thinker);
  if (pthread_create(&reader, NULL, read_lines, &q))
    die(EXIT_USE, "no thread to read with");
  while (take(&q, &l)) {
    size_t len;
    const char *out =
        l.text ? engine_line(q.engine, l.text, l.n, &len) : engine_too_long(q.engine, &len);
    fwrite(out, 1, len, stdout);
    putchar('\n');
    free(l.text);
    if (fflush(stdout))
      exit(EXIT_DONE); /* nobody listens any more */
  }
  pthread_join(reader, NULL);
  engine_free(q.engine);
  library_close(lib);
  return EXIT_DONE;
}
