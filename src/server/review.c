/* review.c - see review.h. */
#include "review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stats.h"
#include "worker.h"

/* The budget and the seed are fixed, so that a review is the same whenever it is made. */
enum {
  NODES = 20000,
  SEED = 1,
  MOST_WAITING = 64,
  KEEP_MS = 10000, /* between two times that what has been judged is kept */
  FALLS = 2,       /* of the process, without a step forward */
  NOTE_KEY = 40
};
struct text { /* bytes that grow, always with a NUL behind them */
  char *at;
  size_t n, cap;
};
/* A review that was asked for. What has been judged is stored now and then, so that a restarted
 * server continues from there. Owned by its list, by `now`, or by the writer until its answer is
 * kept. */
struct job {
  struct node node;
  struct reviews *all;
  int64_t num;
  char id[ID_TEXT], who[LIMIT_WHO];
  struct text input, judged; /* judged: the lines that can be given back */
  uint32_t nknown, done, of;
  int64_t began, kept; /* steady ms; kept: when `judged` was last put into the store */
  int falls;
  bool answered, kept_whole; /* the answer has come; it is in the store */
  struct blob *journal;
};
/* Touched by the loop alone; one process at a time. */
struct reviews {
  struct server *srv;
  struct list waiting;
  struct list ending; /* answered, and not yet in the store */
  struct job *now;
  uv_process_t process;
  uv_pipe_t in, out;
  uv_write_t write;
  int open; /* handles not yet closed */
  bool stopping;
  struct text line; /* of the process, as far as it has come */
  char buffer[1 << 16];
};

/* Doubles when it is full. */
static void add(struct text *t, const char *more, size_t n) {
  if (t->n + n + 1 > t->cap) {
    t->cap = 2 * (t->n + n + 1);
    t->at = realloc(t->at, t->cap);
    if (!t->at)
      abort();
  }
  memcpy(t->at + t->n, more, n);
  t->n += n;
  t->at[t->n] = 0;
}

static void free_job(struct job *j) {
  free(j->input.at);
  free(j->judged.at);
  blob_drop(j->journal);
  free(j);
}

/* ---- kept with the game */
struct keeping {
  char key[NOTE_KEY], id[ID_TEXT];
  struct text text;
  struct job *last; /* the job whose answer this is, or NULL */
};
static void key_of(int64_t num, char out[NOTE_KEY]) {
  snprintf(out, NOTE_KEY, "review/%lld", (long long)num);
}

/* Kept only while its game exists. Runs on the writer's thread. */
static enum store_result put(struct store *s, void *arg) {
  const struct keeping *k = arg;
  struct store_game g;
  if (store_game_read(s, k->id, &g))
    return STORE_OK; /* the game was deleted meanwhile */
  enum store_result r = store_note_put(s, k->key, k->text.at, k->text.n);
  if (!r && k->last && k->text.at[0] == 'R')
    r = stats_reviewed(s, &g, k->text.at + 2);
  store_game_clear(&g);
  return r;
}

/* The last part of a review is kept: the job may go. */
static void was_put(void *arg, enum store_result got, const char *why) {
  struct keeping *k = arg;

  if (got)
    server_log("%s: cannot be kept: %s", k->key, why);
  if (k->last)
    k->last->kept_whole = true;
  if (k->last && k->last->node.in) {
    list_remove(&k->last->node);
    free_job(k->last);
  }
  free(k->text.at);
  free(k);
}

/* What has been judged so far, or the whole review. */
static void keep(struct job *j, const char *text, size_t n) {
  struct keeping *k = calloc(1, sizeof *k);

  if (!k)
    abort();
  key_of(j->num, k->key);
  memcpy(k->id, j->id, sizeof k->id);
  add(&k->text, text, n);
  if (j->answered)
    k->last = j;
  writer_submit(j->all->srv->writer, put, was_put, k);
}

/* ---- answers */
struct telling {
  const char *state;
  uint32_t done, of;
  const char *judged; /* lines: K figures {point} */
};

/* The curve so far, from the lines as they came. */
static void points_json(struct sal_json *j, const char *line) {
  sal_json_array(j, "points");
  while (line && *line) {
    const char *end = strchr(line, '\n');
    const char *point = strchr(line, '{');
    if (!end || !point || point > end)
      break;
    sal_json_raw(j, NULL, point, (size_t)(end - point));
    line = end + 1;
  }
  sal_json_end(j);
}

/* How far it is, with the points that are known. */
static void telling_json(void *ctx, struct sal_json *j) {
  const struct telling *t = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "state", t->state);
  sal_json_int(j, "done", t->done);
  sal_json_int(j, "of", t->of);
  points_json(j, t->judged);
  sal_json_end(j);
}

static void tell(struct exchange *x, const struct telling *t) {
  http_reply(x, 200, "application/json", blob_json(telling_json, (void *)(uintptr_t)t));
}

/* A review that has been answered and not yet kept still counts as running. */
static void tell_job(struct exchange *x, const struct job *j) {
  const char *state = j->node.in == &j->all->waiting ? "waiting" : "running";
  tell(x, &(struct telling){state, j->done, j->of, j->judged.at});
}

/* The review of a game, if it is being worked out or waits. */
static struct job *job_of(const struct reviews *all, int64_t num) {
  if (all->now && all->now->num == num)
    return all->now;
  const struct list *lists[] = {&all->waiting, &all->ending};
  for (int i = 0; i < 2; i++)
    for (struct node *n = lists[i]->first; n; n = n->next) {
      struct job *j = LIST_OF(n, struct job, node);
      if (j->num == num)
        return j;
    }

  return NULL;
}

/* ---- the process */
static void next_job(struct reviews *);

/* Its time is charged to the player who asked. */
static void end_job(struct reviews *all) {
  struct job *j = all->now;
  int64_t now = now_steady();

  all->now = NULL;
  limits_charge(all->srv->limits, j->who, LIMIT_THINK, (float)(now - j->began) / 1000, now);
  if (j->kept_whole)
    free_job(j);
  else
    list_add(&all->ending, &j->node);
}

/* The process has ended: finished, to be tried again, or failed for good. */
static void closed(uv_handle_t *h) {
  struct reviews *all = h->data;

  if (--all->open || all->stopping)
    return;
  struct job *j = all->now;
  if (j && j->answered) {
    end_job(all);
  } else if (j && ++j->falls < FALLS) {
    server_log("game %s: its review stopped at %u of %u and goes on", j->id, j->done, j->of);
    keep(j, j->judged.at ? j->judged.at : "", j->judged.n);
    list_add_first(&all->waiting, &j->node);
    all->now = NULL;
  } else if (j) {
    static const char failed[] = "E the process that works it out stopped";
    server_log("game %s: its review failed", j->id);
    j->answered = true;
    keep(j, failed, sizeof failed - 1);
    end_job(all);
  }
  next_job(all);
}

/* Also after a process that could not be started: closed() decides what follows. */
static void close_process(struct reviews *all) {
  uv_handle_t *h[] = {(uv_handle_t *)&all->process, (uv_handle_t *)&all->in,
                      (uv_handle_t *)&all->out};
  for (int i = 0; i < 3; i++)
    if (!uv_is_closing(h[i]))
      uv_close(h[i], closed);
}

/* Whether it had answered is checked when all handles are closed. */
static void died(uv_process_t *p, int64_t status, int signal) {
  (void)status;
  (void)signal;
  close_process(p->data);
}

/* A judged segment, progress, or the result. */
static void hear_line(struct reviews *all, const char *line, size_t n) {
  struct job *j = all->now;

  if (line[0] == 'K') {
    add(&j->judged, line, n);
    add(&j->judged, "\n", 1);
    j->nknown++;
    j->falls = 0;
  } else if (line[0] == 'P') {
    sscanf(line, "P %u %u", &j->done, &j->of);
  } else if (line[0] == 'R' || line[0] == 'E') {
    j->answered = true;
    keep(j, line, n);
  }
  int64_t now = now_steady();
  if (line[0] == 'K' && now - j->kept > KEEP_MS) {
    j->kept = now;
    keep(j, j->judged.at, j->judged.n);
  }
}

/* One buffer: lines are put together in all->line. */
static void room_for(uv_handle_t *h, size_t n, uv_buf_t *buf) {
  struct reviews *all = h->data;
  (void)n;
  *buf = uv_buf_init(all->buffer, sizeof all->buffer);
}

/* Whole lines are obeyed, the rest waits for more. */
static void heard(uv_stream_t *s, ssize_t n, const uv_buf_t *buf) {
  struct reviews *all = s->data;

  if (n < 0)
    uv_process_kill(&all->process, SIGKILL); /* died() does the rest */
  if (n <= 0 || !all->now)
    return;
  add(&all->line, buf->base, (size_t)n);
  char *at = all->line.at;
  for (char *end; (end = memchr(at, '\n', (size_t)(all->line.at + all->line.n - at)));) {
    *end = 0;
    hear_line(all, at, (size_t)(end - at));
    at = end + 1;
  }
  all->line.n -= (size_t)(at - all->line.at);
  memmove(all->line.at, at, all->line.n);
}

/* Works out one review at a time, in a separate process. */
static bool spawn(struct reviews *all) {
  uv_loop_t *loop = &all->srv->loop;
  char exe[1024];
  size_t n = sizeof exe;

  uv_exepath(exe, &n);
  const char *data = all->srv->config.data_dir;
  char *args[] = {exe, "worker", "--review", data ? "--data" : NULL, (char *)(uintptr_t)data, NULL};
  uv_stdio_container_t io[3] = {
      {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&all->in},
      {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&all->out},
      {.flags = UV_INHERIT_FD, .data.fd = 2}};
  uv_process_options_t o = {
      .exit_cb = died, .file = "/proc/self/exe", .args = args, .stdio_count = 3, .stdio = io};
  uv_pipe_init(loop, &all->in, 0);
  uv_pipe_init(loop, &all->out, 0);
  all->process.data = all->in.data = all->out.data = all;
  all->open = 3;
  all->line.n = 0;
  int rc = uv_spawn(loop, &all->process, &o);
  if (rc) {
    server_log("a review's process cannot be started: %s", uv_strerror(rc));
    close_process(all);
    return false;
  }
  uv_read_start((uv_stream_t *)&all->out, room_for, heard);
  return true;
}

/* What goes down the pipe: see cli/review_worker.c. */
static void write_input(struct job *j) {
  struct server *s = j->all->srv;
  struct journal_reader head;
  struct fault f;
  char line[200];
  size_t npack = 0;
  char *pack = NULL;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);

  if (journal_open(&head, j->journal->text, j->journal->len, &f)) {
    const struct sal_ruleset *rules = sal_ruleset_find(head.head.game);
    pack = rules ? workers_data(s, rules, head.head.data, &npack) : NULL;
  }
  int n = snprintf(line, sizeof line, "review %d %d %ld %u %zu %zu\n", NODES, SEED,
                   cores > 0 ? cores : 1, j->nknown, npack, j->journal->len);
  j->input.n = 0;
  add(&j->input, line, (size_t)n);
  if (j->judged.n)
    add(&j->input, j->judged.at, j->judged.n);
  if (npack)
    add(&j->input, pack, npack);
  add(&j->input, j->journal->text, j->journal->len);
  free(pack);
}

/* The next one that waits. */
static void next_job(struct reviews *all) {
  if (all->now || all->open || all->stopping || !all->waiting.first)
    return;
  struct job *j = LIST_OF(list_take(&all->waiting), struct job, node);
  all->now = j;
  j->began = j->kept = now_steady();
  write_input(j);
  if (!spawn(all))
    return; /* closed() puts it back */
  uv_buf_t buf = uv_buf_init(j->input.at, (unsigned)j->input.n);
  uv_write(&all->write, (uv_stream_t *)&all->in, &buf, 1, NULL);
}

struct reviews *reviews_new(struct server *s) {
  struct reviews *all = calloc(1, sizeof *all);
  if (!all)
    abort();
  all->srv = s;
  return all;
}

/* Keeps what has been judged so far for the next start. */
void reviews_stop(struct reviews *all) {
  all->stopping = true;
  if (all->now && all->now->judged.n && !all->now->answered)
    keep(all->now, all->now->judged.at, all->now->judged.n);
  if (all->open && !uv_is_closing((uv_handle_t *)&all->process))
    uv_process_kill(&all->process, SIGKILL);
}

void reviews_free(struct reviews *all) {
  if (!all)
    return;
  for (struct node *n; (n = list_take(&all->waiting));)
    free_job(LIST_OF(n, struct job, node));
  for (struct node *n; (n = list_take(&all->ending));)
    free_job(LIST_OF(n, struct job, node));
  if (all->now)
    free_job(all->now);
  free(all->line.at);
  free(all);
}

/* ---- from outside */
/* The review is JSON already and is put in as it is. */
static void answer_done(struct exchange *x, const char *review, size_t n) {
  struct text out = {0};
  static const char head[] = "{\"ok\":true,\"state\":\"done\",\"review\":";

  add(&out, head, sizeof head - 1);
  add(&out, review, n);
  add(&out, "}", 1);
  http_reply(x, 200, "application/json", blob_new(out.at, out.n));
  free(out.at);
}

/* The asker, while the journal is fetched; judged: what an earlier server had found. */
struct beginning {
  struct exchange *x;
  struct text judged;
};

/* The journal is here: the review begins, unless another request has begun it meanwhile. */
static void journal_came(struct room *r, void *arg, struct errand_end *end) {
  struct beginning *b = arg;
  struct exchange *x = b->x;
  struct text judged = b->judged;
  struct reviews *all = r->srv->reviews;
  struct job *j = job_of(all, r->g.num); /* somebody else may have asked meanwhile */

  free(b);
  if (!end->out) {
    http_fault(x, &end->fault);
    free(judged.at);
    return;
  }
  if (j) {
    blob_drop(end->out);
    free(judged.at);
    tell_job(x, j);
    return;
  }
  j = calloc(1, sizeof *j);
  if (!j)
    abort();
  *j = (struct job){.all = all, .num = r->g.num, .journal = end->out, .judged = judged};
  memcpy(j->id, r->g.id, sizeof j->id);
  snprintf(j->who, sizeof j->who, "%s", x->address);
  for (size_t i = 0; i < judged.n; i++)
    j->nknown += judged.at[i] == '\n';
  list_add(&all->waiting, &j->node);
  next_job(all);
  tell_job(x, j);
}

/* Begins it, or continues what an earlier server has judged; takes the text. */
static void begin(struct room *r, struct exchange *x, struct text judged) {
  struct fault f = {0};

  if (r->srv->reviews->waiting.count >= MOST_WAITING)
    fault_say(&f, FAULT_LIMIT, "Many games wait for their review; try again later.");
  else if (!limits_take(r->srv->limits, x->address, LIMIT_COPY, now_steady()))
    fault_say(&f, FAULT_LIMIT, "Too many reviews; wait a while.");
  if (f.code) {
    free(judged.at);
    http_fault(x, &f);
    return;
  }
  struct beginning *b = calloc(1, sizeof *b);
  if (!b)
    abort();
  *b = (struct beginning){x, judged};
  errand_copy(r, SAL_ALL, journal_came, b);
}

cJSON *review_read(struct store *s, int64_t num) {
  char key[NOTE_KEY];
  char *text = NULL;
  size_t n = 0;

  key_of(num, key);
  bool done = !store_note_text(s, key, &text, &n) && n > 2 && text[0] == 'R';
  cJSON *doc = done ? cJSON_Parse(text + 2) : NULL;
  free(text);
  return doc;
}

/* Done, failed, under way, or not asked for. may_begin: by POST. A review that was cut short
 * continues for any asker. */
static void answer(struct room *r, struct exchange *x, bool may_begin) {
  char key[NOTE_KEY];
  char *text = NULL;
  size_t n = 0;
  struct job *j = job_of(r->srv->reviews, r->g.num);

  if (!room_over(r)) {
    struct fault f = {0};
    fault_say(&f, FAULT_STATE,
              "A game is reviewed when it is over: before, it would show what is "
              "hidden.");
    http_fault(x, &f);
    return;
  }
  if (j) {
    tell_job(x, j);
    return;
  }
  key_of(r->g.num, key);
  bool kept = !store_note_text(r->srv->reader, key, &text, &n) && n;
  if (kept && text[0] == 'R')
    answer_done(x, text + 2, n - 2);
  else if (kept && text[0] == 'E' && !may_begin)
    tell(x, &(struct telling){.state = "failed"});
  else if (kept && text[0] == 'K') {
    begin(r, x, (struct text){text, n, n + 1});
    return; /* the text went with it */
  } else if (may_begin)
    begin(r, x, (struct text){0});
  else
    tell(x, &(struct telling){.state = "none"});
  free(text);
}

void review_begin(struct room *r, struct exchange *x, const cJSON *doc) {
  static const char *const known[] = {"v", NULL};
  struct fault f = {0};
  if (input_fields(doc, "", known, &f))
    answer(r, x, true);
  else
    http_fault(x, &f);
}

/* Anybody may see the review of a game that is over. */
void review_show(struct room *r, struct exchange *x, const cJSON *doc) {
  (void)doc;
  answer(r, x, false);
}
