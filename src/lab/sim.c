/* sim.c - threads that take games from one counter; what they find is added up in the order of the
 * games.
 *
 * Only the clock depends on how many threads there are. sim_file.c keeps finished games in a file,
 * so that a run can be cut, continued, or played in parts on several machines.
 */
#include "sim_inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Steady seconds: a clock that is set does not change a speed. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Zeroed; without memory the program ends, as everywhere in the lab. */
static void *block(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    abort();
  return p;
}

static const struct witness nobody = {NULL, NULL};

/* ---- one game */
/* True: the game came to its end. False with a reason in p->failure: it failed. False without a
 * reason: it was stopped. */
static bool play(struct playout *p, const struct witness *w, uint64_t seed, uint32_t cap,
                 const atomic_bool *stop) {
  int more;

  playout_start(p, seed);
  if (w->story)
    story_begin(w->story, p);
  if (w->habits)
    habits_begin(w->habits, p);
  while ((more = playout_step(p)) > 0) {
    if (w->story)
      story_step(w->story, p);
    if (w->habits)
      habits_step(w->habits, p);
    if (p->actions >= cap) {
      snprintf(p->failure, sizeof p->failure, "no end after %u actions", p->actions);
      return false;
    }
    /* Now and then is enough; a thousand actions take milliseconds. */
    if (stop && (p->actions & 1023) == 0 && atomic_load(stop))
      return false;
  }
  if (w->story && more == 0)
    story_end(w->story, p);

  return more == 0;
}

/* A game that has not ended after this many actions is a failure. */
static uint32_t cap_of(const struct sim_options *o) {
  return o->cap ? o->cap : SIM_CAP;
}

/* The same game once more, with a journal. */
static char *journal_of(const struct sim_options *o, uint32_t i) {
  struct journal j = {0};
  struct playout *p = playout_new(o->book, o->bot);

  p->audit = o->audit;
  p->record = &j;
  p->option = o->option;
  play(p, &nobody, playout_seed(o->seed, i), cap_of(o), NULL);
  playout_free(p);
  return j.text;
}

static void fail(struct sim *s, uint32_t i, const struct playout *p) { /* lock held */
  struct sim_result *r = s->r;
  s->game[i].state = FAILED;
  r->failed++;
  if (r->nfailures == SIM_FAILURES)
    return;
  struct sim_failure *f = &r->failure[r->nfailures++];
  f->game = i;
  f->action = p->actions;
  snprintf(f->text, sizeof f->text, "%s", p->failure);
  f->journal = journal_of(s->o, i);
}

/* Adds a game to the sums, or notes that it failed. */
static void finish(struct sim *s, uint32_t i, struct playout *p, const struct witness *w,
                   bool ended) {
  const struct sal_ruleset *rules = s->o->book->rules;
  struct sal_result result = {0};

  /* A bot that gave up has lost, whatever the position is. */
  if (ended && p->forfeit != SAL_NOSIDE) {
    result.winner = (uint8_t)sal_enemy(p->forfeit);
    result.level = p->failure;
  } else if (ended && !rules->score(&p->play, &result)) {
    snprintf(p->failure, sizeof p->failure, "the game is over without a result");
    ended = false;
  }
  pthread_mutex_lock(&s->lock);
  if (ended) {
    uint8_t winner = result.winner < SAL_SIDES ? result.winner : 2;
    s->game[i] =
        (struct outcome){playout_hash(p),
                         result.margin.num,
                         result.margin.den ? result.margin.den : 1,
                         p->actions,
                         PLAYED,
                         winner,
                         sim_level(s->r, result.level && *result.level ? result.level : "-")};
    for (int v = 0; v < rules->nverbs; v++)
      s->r->verb[v] += p->verb[v];
    for (int n = 0; n < rules->nnodes; n++)
      s->r->node[n] += p->node[n];
    for (int k = 0; w->story && k < story_size(s->o->book); k++)
      s->r->story[k] += story_counts(w->story)[k];
    for (int k = 0; w->habits && k < 2 * HABITS; k++)
      s->r->habit[k] += habits_counts(w->habits)[k];
    if (s->log)
      sim_log(s, i, p, w);
  } else {
    fail(s, i, p);
  }
  s->done++;
  if (s->o->progress)
    s->o->progress(s->o->ctx, s->done, s->o->games, now() - s->began);
  pthread_mutex_unlock(&s->lock);
}

/* ---- a bug: the game is played again with a journal up to the same bug, and that journal is saved
 */
struct bug {
  const struct sim_options *o;
  uint32_t i;
  struct journal *journal;
};
/* Writes the journal of the game that met a bug. */
static void save_bug(void *ctx, const char *what, const char *file, int line) {
  struct bug *b = ctx;
  char name[64];

  (void)what;
  (void)file;
  (void)line;
  snprintf(name, sizeof name, "salient-bug-game-%u.journal", b->i);
  FILE *out = fopen(name, "wb");
  if (!out)
    return;
  fwrite(b->journal->text, 1, b->journal->len, out);
  fclose(out);
  fprintf(stderr, "salient: game %u up to it is in %s\n", b->i, name);
}

/* Plays the game again with a journal, up to the same bug. */
static void on_bug(void *ctx, const char *what, const char *file, int line) {
  struct bug *b = ctx;
  struct journal j = {0};

  fprintf(stderr, "salient: a bug: %s, %s:%d\n", what, file, line);
  struct playout *p = playout_new(b->o->book, b->o->bot);
  p->audit = b->o->audit;
  p->record = b->journal = &j;
  p->option = b->o->option;
  sal_on_bug(save_bug, b);
  play(p, &nobody, playout_seed(b->o->seed, b->i), cap_of(b->o), NULL);
}

/* A thread: takes the next game until there is none. */
static void *worker(void *ctx) {
  struct sim *s = ctx;
  const struct sal_ruleset *rules = s->o->book->rules;
  struct playout *p = playout_new(s->o->book, s->o->bot);
  struct bug bug = {s->o, 0, NULL};
  struct witness w = nobody;

  if (s->o->story)
    w.story = story_new(s->o->book);
  if (s->o->habits)
    w.habits = habits_new(s->o->book);
  p->cards = s->o->habits;
  p->audit = s->o->audit;
  p->option = s->o->option;
  p->verb = block(rules->nverbs * sizeof *p->verb);
  p->node = block(rules->nnodes * sizeof *p->node);
  sal_on_bug(on_bug, &bug);
  for (;;) {
    /* A free thread takes the next game, so slow games hold nobody up. */
    uint32_t i = atomic_fetch_add(&s->next, 1);
    if (i >= s->o->games || (s->o->stop && atomic_load(s->o->stop)))
      break;
    /* Games that the file already has, or that belong to another part, are not played. */
    if (s->game[i].state != PENDING || !sim_in_part(s->o, i))
      continue;
    bug.i = i;
    memset(p->verb, 0, rules->nverbs * sizeof *p->verb);
    memset(p->node, 0, rules->nnodes * sizeof *p->node);
    bool ended = play(p, &w, playout_seed(s->o->seed, i), cap_of(s->o), s->o->stop);
    if (!ended && !p->failure[0])
      break; /* stopped */
    finish(s, i, p, &w, ended);
  }
  sal_on_bug(NULL, NULL);
  free(p->verb);
  free(p->node);
  story_free(w.story);
  habits_free(w.habits);
  playout_free(p);
  return NULL;
}

/* ---- adding up, in the order of the games */
static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

/* Failures in the order of games, whichever thread found them first. */
static int by_game(const void *a, const void *b) {
  const struct sim_failure *x = a;
  const struct sim_failure *y = b;
  return x->game < y->game ? -1 : x->game > y->game;
}

/* Wilson's interval: it stays inside 0 and 1 and holds for few games. */
void sim_interval(double p, double n, double *low, double *high) {
  const double z = 1.959963984540054;
  const double zz = z * z;
  double mid = (p + zz / (2 * n)) / (1 + zz / n);
  double half = z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n));
  *low = mid - half < 0 ? 0 : mid - half;
  *high = mid + half > 1 ? 1 : mid + half;
}

/* Sums in the order of the games, so that they do not depend on the threads. */
void sim_add_up(struct sim *s) {
  struct sim_result *r = s->r;
  double sum = 0;
  double squares = 0;

  for (uint32_t i = 0; i < r->games; i++) {
    const struct outcome *g = &s->game[i];
    /* A game that is not there counts with its hash of 0, so a cut run has another signature. */
    r->signature = sal_hash(&g->hash, sizeof g->hash, r->signature);
    if (g->state != PLAYED)
      continue;
    double margin = (double)g->num / g->den;
    r->finished++;
    r->margin[i] = margin;
    r->length[i] = g->actions ? g->actions : 1;
    r->winner[i] = g->winner;
    if (s->o->each)
      s->o->each(s->o->ctx, i, g->winner, margin);
    r->wins[g->winner]++;
    r->level[g->level].n++;
    r->actions += g->actions;
    if (g->actions > r->actions_max)
      r->actions_max = g->actions;
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
  uint32_t wanted = 0;
  for (uint32_t i = 0; i < r->games; i++)
    wanted += sim_in_part(s->o, i);
  r->complete = r->finished + r->failed == wanted;
}

/* Memory and counters for a run. */
void sim_begin(struct sim *s, const struct sim_options *o, struct sim_result *r) {
  const struct sal_ruleset *rules = o->book->rules;

  *s = (struct sim){.o = o, .r = r, .began = now()};
  *r = (struct sim_result){.games = o->games,
                           .jobs = o->jobs,
                           .repeatable = bot_repeatable(&o->bot[0]) && bot_repeatable(&o->bot[1])};
  r->verb = block(rules->nverbs * sizeof *r->verb);
  r->node = block(rules->nnodes * sizeof *r->node);
  r->margin = block(o->games * sizeof *r->margin);
  r->length = block(o->games * sizeof *r->length);
  r->winner = block(o->games * sizeof *r->winner);
  if (o->story)
    r->story = block((size_t)story_size(o->book) * sizeof *r->story);
  s->game = block(o->games * sizeof *s->game);
  atomic_init(&s->next, 0);
  pthread_mutex_init(&s->lock, NULL);
}

/* Adds up, or gives everything back after an error. */
void sim_finish(struct sim *s, bool ok) {
  if (ok)
    sim_add_up(s);
  s->r->seconds = now() - s->began;
  if (s->log)
    fclose(s->log);
  pthread_mutex_destroy(&s->lock);
  free(s->game);
  if (!ok)
    sim_free(s->r);
}

/* Plays the games of a series on several threads. */
bool sim_run(const struct sim_options *o, struct sim_result *r, struct fault *f) {
  struct sim s;

  sim_begin(&s, o, r);

  /* A file that does not fit is refused before a game is played. */
  bool ok = !o->resume || sim_resume(&s, f);
  pthread_t *thread = block(o->jobs * sizeof *thread);
  for (uint32_t i = 0; ok && i < o->jobs; i++)
    if (pthread_create(&thread[i], NULL, worker, &s))
      abort();
  for (uint32_t i = 0; ok && i < o->jobs; i++)
    pthread_join(thread[i], NULL);
  free(thread);
  sim_finish(&s, ok);
  return ok;
}

void sim_free(struct sim_result *r) {
  for (uint32_t i = 0; i < r->nfailures; i++)
    free(r->failure[i].journal);
  free(r->verb);
  free(r->node);
  free(r->story);
  free(r->margin);
  free(r->length);
  free(r->winner);
  *r = (struct sim_result){0};
}

/* Sets one option given as ID=N. */
bool sim_option(struct sim_options *o, const char *text, struct sal_err *err) {
  char id[64];
  const char *eq = strchr(text, '=');
  int32_t value;

  if (!eq || eq - text >= (long)sizeof id)
    return sal_fail_at(err, "options", "'%s' is not ID=N", text);
  snprintf(id, sizeof id, "%.*s", (int)(eq - text), text);
  int i = sal_option_find(o->book, id);
  if (i < 0 || !o->book->option[i].here)
    return sal_fail_at(err, "options", "this scenario has no option '%s'", id);
  const struct sal_option *opt = &o->book->option[i];
  if (!sal_option_parse(opt, eq + 1, &value))
    return sal_fail_at(err, "options", "'%s' is no value for %s", eq + 1, id);
  o->option[i] = (uint8_t)value;
  return true;
}
