/* sim.c - threads that take games from one counter; what they find is added up in the order of the games.
 *
 * Only the clock depends on how many threads there are. The resume file has one line a finished game, with all that
 * the result needs of it, so a cut run goes on to the same result.
 */
#include "sim.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PENDING, PLAYED, FAILED };
struct outcome {
  uint64_t hash;
  int32_t num, den; /* margin */
  uint32_t actions;
  uint8_t state, winner, level;
};
struct sim {
  const struct sim_options *o;
  struct sim_result *r;
  struct outcome *game;
  atomic_uint next;
  uint32_t done;
  pthread_mutex_t lock;
  FILE *log; /* the resume file */
  double began;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static void *block(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p) abort();
  return p;
}

/* ---- levels by name; the order they come in depends on the threads, so they are sorted at the end */
static uint8_t level_of(struct sim_result *r, const char *text) {
  for (uint32_t i = 0; i < r->nlevels; i++)
    if (!strncmp(r->level[i].text, text, sizeof r->level[i].text - 1)) return (uint8_t)i;
  SAL_ASSERT(r->nlevels < SIM_LEVELS);
  snprintf(r->level[r->nlevels].text, sizeof r->level[0].text, "%s", text);
  return (uint8_t)r->nlevels++;
}

/* ---- the resume file: a heading, then "i hash winner num/den actions verbs nodes story level" */
static void counts_out(FILE *f, const uint64_t *n, int size) {
  const char *gap = "";
  for (int i = 0; i < size; i++)
    if (n[i]) fprintf(f, "%s%d:%llu", gap, i, (unsigned long long)n[i]), gap = ",";
  fputs(*gap ? " " : "- ", f);
}
static bool counts_in(const char *text, uint64_t *n, int size) {
  if (!strcmp(text, "-")) return true;
  for (const char *p = text; *p;) {
    char *end;
    long i = strtol(p, &end, 10);
    if (end == p || *end != ':' || i < 0 || i >= size) return false;
    n[i] += strtoull(p = end + 1, &end, 10);
    if (end == p || (*end && *end != ',')) return false;
    p = *end ? end + 1 : end;
  }
  return true;
}
static void heading(const struct sim_options *o, char *buf, size_t cap) {
  const struct sal_book *b = o->book;
  uint64_t options = sal_hash(o->option, sizeof o->option, 0);
  snprintf(buf, cap, "salient-sim 2 %s/%s data %016llx options %016llx german %s soviet %s seed %llu%s\n", b->rules->id, b->scenarios[b->scenario].id,
           (unsigned long long)b->data_hash, (unsigned long long)options, o->bot_text[0], o->bot_text[1], (unsigned long long)o->seed, o->story ? " story" : "");
}
static bool read_game(struct sim *s, char *line) {
  const struct sal_ruleset *rules = s->o->book->rules;
  unsigned i, actions, winner;
  unsigned long long hash;
  int num, den, at = 0;
  char *verbs, *nodes, *story, *save = NULL;
  if (sscanf(line, "%u %16llx %u %d/%d %u %n", &i, &hash, &winner, &num, &den, &actions, &at) != 6 || !at) return false;
  verbs = strtok_r(line + at, " ", &save), nodes = strtok_r(NULL, " ", &save), story = strtok_r(NULL, " ", &save);
  if (winner > 2 || den < 1 || !story || !*save) return false;
  if (i >= s->o->games || s->game[i].state != PENDING) return true; /* of a longer run, or there already */
  if (!counts_in(verbs, s->r->verb, rules->nverbs) || !counts_in(nodes, s->r->node, rules->nnodes)) return false;
  if (!counts_in(story, s->r->story, s->r->story ? story_size(s->o->book) : 0)) return false;
  s->game[i] = (struct outcome){hash, num, den, actions, PLAYED, (uint8_t)winner, level_of(s->r, save)};
  s->done++;
  return true;
}
static bool resume(struct sim *s, struct fault *f) {
  char want[320], *line = NULL;
  size_t cap = 0;
  ssize_t n;
  long whole = 0;
  int number = 0;
  bool ok = true;
  heading(s->o, want, sizeof want);
  s->log = fopen(s->o->resume, "a+b");
  if (!s->log) return fault_at(f, s->o->resume, "cannot be opened: %s", strerror(errno));
  rewind(s->log);
  while (ok && (n = getline(&line, &cap, s->log)) > 0) {
    char at[32];
    number++;
    if (line[n - 1] != '\n') break; /* cut while writing: that game is played again */
    snprintf(at, sizeof at, "resume:%d", number);
    if (number == 1) {
      if (strcmp(line, want)) ok = fault_at(f, at, "the file is of another run: %.120s", line);
    } else {
      line[n - 1] = 0;
      if (!read_game(s, line)) ok = fault_at(f, at, "not a line of a sim run");
    }
    whole = ftell(s->log);
  }
  free(line);
  if (!ok) return false;
  if (ftruncate(fileno(s->log), whole)) return fault_at(f, s->o->resume, "cannot be written: %s", strerror(errno));
  fseek(s->log, 0, SEEK_END);
  if (!whole) fputs(want, s->log), fflush(s->log);
  return true;
}
static void log_game(struct sim *s, uint32_t i, const struct playout *p, const struct story *story) { /* lock held */
  const struct outcome *g = &s->game[i];
  const struct sal_ruleset *rules = s->o->book->rules;
  fprintf(s->log, "%u %016llx %u %d/%d %u ", i, (unsigned long long)g->hash, g->winner, g->num, g->den, g->actions);
  counts_out(s->log, p->verb, rules->nverbs);
  counts_out(s->log, p->node, rules->nnodes);
  counts_out(s->log, story ? story_counts(story) : NULL, story ? story_size(s->o->book) : 0);
  fprintf(s->log, "%s\n", s->r->level[g->level].text);
  fflush(s->log);
}

/* ---- one game */
static bool play(struct playout *p, struct story *story, uint64_t seed, uint32_t cap, const atomic_bool *stop) {
  int more;
  playout_start(p, seed);
  if (story) story_begin(story, p);
  while ((more = playout_step(p)) > 0) {
    if (story) story_step(story, p);
    if (p->actions >= cap) {
      snprintf(p->failure, sizeof p->failure, "no end after %u actions", p->actions);
      return false;
    }
    if (stop && (p->actions & 1023) == 0 && atomic_load(stop)) return false;
  }
  if (story && more == 0) story_end(story, p);
  return more == 0;
}
static uint32_t cap_of(const struct sim_options *o) { return o->cap ? o->cap : SIM_CAP; }

/* The same game once more, with a journal. */
static char *journal_of(const struct sim_options *o, uint32_t i) {
  struct journal j = {0};
  struct playout *p = playout_new(o->book, o->bot);
  p->audit = o->audit;
  p->record = &j;
  p->option = o->option;
  play(p, NULL, playout_seed(o->seed, i), cap_of(o), NULL);
  playout_free(p);
  return j.text;
}
static void fail(struct sim *s, uint32_t i, const struct playout *p) { /* lock held */
  struct sim_result *r = s->r;
  s->game[i].state = FAILED;
  r->failed++;
  if (r->nfailures == SIM_FAILURES) return;
  struct sim_failure *f = &r->failure[r->nfailures++];
  f->game = i;
  f->action = p->actions;
  snprintf(f->text, sizeof f->text, "%s", p->failure);
  f->journal = journal_of(s->o, i);
}
static void finish(struct sim *s, uint32_t i, struct playout *p, const struct story *story, bool ended) {
  const struct sal_ruleset *rules = s->o->book->rules;
  struct sal_result result = {0};
  if (ended && !rules->score(&p->play, &result)) {
    snprintf(p->failure, sizeof p->failure, "the game is over without a result");
    ended = false;
  }
  pthread_mutex_lock(&s->lock);
  if (ended) {
    uint8_t winner = result.winner < SAL_SIDES ? result.winner : 2;
    s->game[i] = (struct outcome){playout_hash(p), result.margin.num, result.margin.den ? result.margin.den : 1, p->actions, PLAYED, winner,
                                  level_of(s->r, result.level && *result.level ? result.level : "-")};
    for (int v = 0; v < rules->nverbs; v++) s->r->verb[v] += p->verb[v];
    for (int n = 0; n < rules->nnodes; n++) s->r->node[n] += p->node[n];
    for (int k = 0; story && k < story_size(s->o->book); k++) s->r->story[k] += story_counts(story)[k];
    if (s->log) log_game(s, i, p, story);
  } else {
    fail(s, i, p);
  }
  s->done++;
  if (s->o->progress) s->o->progress(s->o->ctx, s->done, s->o->games, now() - s->began);
  pthread_mutex_unlock(&s->lock);
}

/* ---- a bug: the game is played again with a journal up to the same bug, and that journal is saved */
struct bug {
  const struct sim_options *o;
  uint32_t i;
  struct journal *journal;
};
static void save_bug(void *ctx, const char *what, const char *file, int line) {
  struct bug *b = ctx;
  char name[64];
  (void)what, (void)file, (void)line;
  snprintf(name, sizeof name, "salient-bug-game-%u.journal", b->i);
  FILE *out = fopen(name, "wb");
  if (!out) return;
  fwrite(b->journal->text, 1, b->journal->len, out);
  fclose(out);
  fprintf(stderr, "salient: game %u up to it is in %s\n", b->i, name);
}
static void on_bug(void *ctx, const char *what, const char *file, int line) {
  struct bug *b = ctx;
  struct journal j = {0};
  fprintf(stderr, "salient: a bug: %s, %s:%d\n", what, file, line);
  struct playout *p = playout_new(b->o->book, b->o->bot);
  p->audit = b->o->audit;
  p->record = b->journal = &j;
  p->option = b->o->option;
  sal_on_bug(save_bug, b);
  play(p, NULL, playout_seed(b->o->seed, b->i), cap_of(b->o), NULL);
}

static void *worker(void *ctx) {
  struct sim *s = ctx;
  const struct sal_ruleset *rules = s->o->book->rules;
  struct playout *p = playout_new(s->o->book, s->o->bot);
  struct bug bug = {s->o, 0, NULL};
  struct story *story = s->o->story ? story_new(s->o->book) : NULL;
  p->audit = s->o->audit;
  p->option = s->o->option;
  p->verb = block(rules->nverbs * sizeof *p->verb);
  p->node = block(rules->nnodes * sizeof *p->node);
  sal_on_bug(on_bug, &bug);
  for (;;) {
    uint32_t i = atomic_fetch_add(&s->next, 1);
    if (i >= s->o->games || (s->o->stop && atomic_load(s->o->stop))) break;
    if (s->game[i].state != PENDING) continue;
    bug.i = i;
    memset(p->verb, 0, rules->nverbs * sizeof *p->verb);
    memset(p->node, 0, rules->nnodes * sizeof *p->node);
    bool ended = play(p, story, playout_seed(s->o->seed, i), cap_of(s->o), s->o->stop);
    if (!ended && !p->failure[0]) break; /* stopped */
    finish(s, i, p, story, ended);
  }
  sal_on_bug(NULL, NULL);
  free(p->verb);
  free(p->node);
  story_free(story);
  playout_free(p);
  return NULL;
}

/* ---- adding up, in the order of the games */
static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static int by_game(const void *a, const void *b) {
  const struct sim_failure *x = a, *y = b;
  return x->game < y->game ? -1 : x->game > y->game;
}
void sim_interval(double p, double n, double *low, double *high) {
  const double z = 1.959963984540054, zz = z * z;
  double mid = (p + zz / (2 * n)) / (1 + zz / n), half = z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n));
  *low = mid - half < 0 ? 0 : mid - half;
  *high = mid + half > 1 ? 1 : mid + half;
}
static void add_up(struct sim *s) {
  struct sim_result *r = s->r;
  double sum = 0, squares = 0;
  for (uint32_t i = 0; i < r->games; i++) {
    const struct outcome *g = &s->game[i];
    r->signature = sal_hash(&g->hash, sizeof g->hash, r->signature);
    if (g->state != PLAYED) continue;
    double margin = (double)g->num / g->den;
    r->finished++;
    r->margin[i] = margin;
    r->length[i] = g->actions ? g->actions : 1;
    r->winner[i] = g->winner;
    if (s->o->each) s->o->each(s->o->ctx, i, margin);
    r->wins[g->winner]++;
    r->level[g->level].n++;
    r->actions += g->actions;
    if (g->actions > r->actions_max) r->actions_max = g->actions;
    sum += margin;
    squares += margin * margin;
  }
  double n = r->finished;
  if (n > 0) {
    r->score = (r->wins[0] + r->wins[2] * 0.5) / n;
    r->margin_mean = sum / n;
    r->margin_sd = n > 1 ? sqrt(fmax(0, (squares - sum * sum / n) / (n - 1))) : 0;
    sim_interval(r->score, n, &r->low, &r->high);
  }
  qsort(r->level, r->nlevels, sizeof r->level[0], by_text);
  qsort(r->failure, r->nfailures, sizeof r->failure[0], by_game);
  r->complete = r->finished + r->failed == r->games;
}

bool sim_run(const struct sim_options *o, struct sim_result *r, struct fault *f) {
  const struct sal_ruleset *rules = o->book->rules;
  struct sim s = {.o = o, .r = r, .began = now()};
  *r = (struct sim_result){.games = o->games, .jobs = o->jobs, .repeatable = bot_repeatable(&o->bot[0]) && bot_repeatable(&o->bot[1])};
  r->verb = block(rules->nverbs * sizeof *r->verb);
  r->node = block(rules->nnodes * sizeof *r->node);
  r->margin = block(o->games * sizeof *r->margin);
  r->length = block(o->games * sizeof *r->length);
  r->winner = block(o->games * sizeof *r->winner);
  if (o->story) r->story = block((size_t)story_size(o->book) * sizeof *r->story);
  s.game = block(o->games * sizeof *s.game);
  atomic_init(&s.next, 0);
  pthread_mutex_init(&s.lock, NULL);
  bool ok = !o->resume || resume(&s, f);
  pthread_t *thread = block(o->jobs * sizeof *thread);
  for (uint32_t i = 0; ok && i < o->jobs; i++)
    if (pthread_create(&thread[i], NULL, worker, &s)) abort();
  for (uint32_t i = 0; ok && i < o->jobs; i++) pthread_join(thread[i], NULL);
  if (ok) add_up(&s);
  r->seconds = now() - s.began;
  if (s.log) fclose(s.log);
  pthread_mutex_destroy(&s.lock);
  free(thread);
  free(s.game);
  if (!ok) sim_free(r);
  return ok;
}
void sim_free(struct sim_result *r) {
  for (uint32_t i = 0; i < r->nfailures; i++) free(r->failure[i].journal);
  free(r->verb);
  free(r->node);
  free(r->story);
  free(r->margin);
  free(r->length);
  free(r->winner);
  *r = (struct sim_result){0};
}

bool sim_option(struct sim_options *o, const char *text, struct sal_err *err) {
  char id[64];
  const char *eq = strchr(text, '=');
  int32_t value;
  if (!eq || eq - text >= (long)sizeof id) return sal_fail_at(err, "options", "'%s' is not ID=N", text);
  snprintf(id, sizeof id, "%.*s", (int)(eq - text), text);
  int i = sal_option_find(o->book, id);
  if (i < 0 || !o->book->option[i].here) return sal_fail_at(err, "options", "this scenario has no option '%s'", id);
  const struct sal_option *opt = &o->book->option[i];
  if (!sal_parse_int(eq + 1, opt->is_int ? opt->min : 0, opt->is_int ? opt->max : 1, &value)) return sal_fail_at(err, "options", "'%s' is no value for %s", eq + 1, id);
  o->option[i] = (uint8_t)value;
  return true;
}
