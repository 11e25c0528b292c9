/* worker_main.c - the thinking end of the pipe: a view comes in, a choice goes out. It is given all
 * that it needs and can open nothing (confine.h). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "confine.h"
#include "worker_inside.h"

struct memory { /* what a bot remembers of a game */
  uint64_t game;
  int side;
  uint32_t most_ms;
  char bot[64];
  const struct sal_book *book;
  /* of a game with a special position; NULL: the book is the library's */
  struct sal_book *own;
  void *room;
  bool started;
};
/* What came with the request. One question at a time, so one place is enough. */
static struct {
  char *text;
  size_t n;
} pack;
static char *given_pack(void *ctx, const char *game, uint64_t hash, size_t *n) {
  char *copy = pack.n ? malloc(pack.n + 1) : NULL;

  (void)ctx;
  (void)game;
  (void)hash; /* the library compares the hash */
  if (!copy)
    return NULL;
  memcpy(copy, pack.text, pack.n);
  copy[pack.n] = 0;
  *n = pack.n;
  return copy;
}

/* False: the server has closed the pipe. */
static bool read_all(void *to, size_t n) {
  return fread(to, 1, n, stdin) == n;
}

static void forget(struct memory *m) {
  free(m->room);
  library_drop(m->own);
  memset(m, 0, sizeof *m);
}

/* The reason goes back to the server, and the process stays. */
static bool cannot(struct told *t, const char *why) {
  snprintf(t->why, sizeof t->why, "%s", why);
  return false;
}

/* Makes m fit the question: what it remembers, or an empty memory of the right size. */
static bool recall(struct memory *m, struct library *lib, const struct ask *a, const char *position,
                   struct bot_spec *spec, struct told *t) {
  struct sal_err err;
  struct fault f;
  const struct sal_ruleset *rules = sal_ruleset_find(a->rules);

  if (!rules || !bot_parse(a->bot, spec, &err))
    return cannot(t, "no such game or bot");
  /* The server is busy: a time instead of the bot's nodes, and a shorter one. */
  if (a->most_ms && (!spec->ms || spec->ms > a->most_ms)) {
    spec->nodes = 0;
    spec->ms = a->most_ms;
  }
  if (!library_has(lib, rules, a->data))
    return cannot(t, "the data files have changed since the server started; start it again");
  /* All of it must be the same, or the memory means something else. */
  if (m->room && m->game == a->game && m->side == (int)a->side && !strcmp(m->bot, a->bot) &&
      m->book->state_bytes == a->nview && m->book->data_hash == a->data &&
      m->book->edition == a->edition && m->most_ms == a->most_ms)
    return true;
  forget(m);
  cJSON *doc = a->nposition ? input_parse(position, a->nposition, "position", &f) : NULL;
  if (a->nposition)
    m->book = m->own =
        library_private_edition(lib, rules, a->data, (int)a->edition, a->scenario, doc, &f);
  else
    m->book = library_edition(lib, rules, a->data, (int)a->edition, a->scenario, &f);
  cJSON_Delete(doc);
  if (!m->book || m->book->state_bytes != a->nview)
    return cannot(t, "its view does not fit the data");
  m->game = a->game;
  m->side = (int)a->side;
  m->most_ms = a->most_ms;
  snprintf(m->bot, sizeof m->bot, "%s", a->bot);
  m->room = calloc(1, spec->kind->size(m->book) + 1);
  return m->room != NULL;
}

/* From what it kept, or from the beginning: nothing else may make a difference, so that the same
 * question has the same answer in any process. */
static void remember(struct memory *m, const struct ask *a, const struct bot_spec *spec,
                     const char *carry) {
  bool fresh = !m->started || !a->ncarry;
  if (fresh)
    spec->kind->start(m->room, m->book, spec, a->seed);
  m->started = true;
  if (a->ncarry && !spec->kind->resume(m->room, carry, a->ncarry))
    spec->kind->start(m->room, m->book, spec, a->seed);
}

/* The server asks it to come to an end. */
static atomic_bool stop;
static void on_hurry(int number) {
  (void)number;
  atomic_store(&stop, true);
}

/* If there is no legal action, t stays without `ok`, and the server sees that. */
static void think(struct memory *m, struct desk *desk, const struct ask *a, void *view,
                  const struct bot_spec *spec, struct told *t) {
  desk_fit(desk, m->book);
  struct sal_play p = {.book = m->book, .state = view, .scratch = desk->scratch};
  struct bot_thought out = {.explain = true, .threads = a->threads};
  sal_legal(&p, (int)a->side, &desk->list);
  if (!desk->list.n)
    return;
  spec->kind->think(m->room, &p, (int)a->side, &desk->list, &stop, &out);
  t->ok = 1;
  t->action = out.action;
  t->nodes = out.nodes;
  memcpy(t->why, out.why, sizeof t->why);
  t->ncarry = (uint32_t)spec->kind->keep(m->room, t->carry);
}

/* One question from the pipe: false when there is none, or it makes no sense. */
static bool take_question(struct ask *a, char **rest) {
  if (!read_all(a, sizeof *a) || a->magic != ASK_MAGIC)
    return false;
  if (a->npack > PACK_BYTES || a->nposition > PACK_BYTES || a->nview > PACK_BYTES ||
      a->ncarry > BOT_CARRY)
    return false;
  pack.n = a->npack;
  pack.text = malloc(a->npack + 1);
  if (!pack.text || !read_all(pack.text, pack.n))
    return false;
  size_t n = (size_t)a->nposition + a->nview + a->ncarry;
  *rest = malloc(n + 8);
  return *rest && read_all(*rest, n);
}

/* Whatever fails, t goes back with its reason. */
static void answer(struct library *lib, struct desk *desk, struct memory *m, const struct ask *a,
                   const char *rest, struct told *t) {
  struct bot_spec spec;
  void *view = malloc(a->nview); /* a copy, because of its alignment */

  if (!view)
    abort();
  memcpy(view, rest + a->nposition, a->nview);
  if (recall(m, lib, a, rest, &spec, t)) {
    remember(m, a, &spec, rest + a->nposition + a->nview);
    think(m, desk, a, view, &spec, t);
  }
  free(view);
}

int worker_main(struct library *lib) {
  /* So many memories, each of one side of a game; a newer one takes another's place. */
  enum { KEPT = 4 };
  static struct memory memory[KEPT];
  struct desk *desk = desk_new();
  struct ask a;
  char *rest = NULL;
  uint32_t turn = 0;

  /* It dies with the server. The signal that hurries it is set before a question can come. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGUSR1, on_hurry);
  library_older(lib, given_pack, NULL);
  confine_worker();
  while (take_question(&a, &rest)) {
    struct told t = {.magic = ASK_MAGIC};
    struct memory *m = &memory[turn++ % KEPT];
    atomic_store(&stop, false);
    for (int i = 0; i < KEPT; i++)
      if (memory[i].room && memory[i].game == a.game && memory[i].side == (int)a.side)
        m = &memory[i];
    answer(lib, desk, m, &a, rest, &t);
    free(rest);
    free(pack.text);
    if (fwrite(&t, sizeof t, 1, stdout) != 1 || fflush(stdout))
      break;
  }

  return 0;
}
