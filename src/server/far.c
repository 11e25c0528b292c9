/* far.c - see far.h: which workers there are, what they have, and whether they tell the truth. */
#include "far.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "shards.h"
#include "worker_inside.h"

/* The bounds of working with others. A silent worker holds a move up by ten seconds at
 * most, once (docs/security.md): when its lease is over, its work is thought here. */
enum {
  MOST_KEYS = 64,
  KEY_NAME = 32,
  GAMES = 16,           /* rulesets, at most */
  POLL_MS = 15000,      /* how long a worker waits for work before it asks again */
  ALIVE_MS = 20000,     /* how long it counts as present */
  FIRST_BEAT_MS = 4000, /* a worker that has taken work reports this soon.. */
  LEASE_MS = 8000,      /* ..and then this often */
  PATIENCE_MS = 3000,   /* then a process of this machine thinks after all */
  CHECK_PATIENCE_MS = 6000,
  MOST_CHECKS = 32,
  TRIALS = 3, /* a new key's first answers are all repeated.. */
  SHARE = 8   /* ..then one in this many */
};
static const char NOTE[] = "thinkers";

struct thinker { /* a key, and all machines that use it */
  uint32_t id;   /* 0: a free place */
  char name[KEY_NAME];
  uint8_t hash[SECRET_HASH];
  int64_t made;  /* wall */
  bool dropped;  /* its answers were wrong */
  int64_t heard; /* steady; 0: not since the server started, or not in time */
  /* by place in sal_rulesets; 0: it has none for that game */
  uint64_t data[GAMES]; /* the data files it has */
  /* since the start: answers, answers confirmed, silences, work given back */
  uint64_t done, repeated, lost, back;
};
/* The exchange is held open until there is work, its time is over or the server ends. */
struct poll { /* a worker that waits for work */
  struct node node;
  struct exchange *x;
  uint32_t by;
  int64_t since;
};
/* What was answered to the job that hangs on it; the second answer only where two differ. */
struct check {
  uint32_t by[2]; /* who said.. */
  struct told *said[2];
  int n;
};
/* Used only by the loop. */
struct far {
  struct thinker key[MOST_KEYS];
  /* ids are never given twice while the server runs, so an old job names nobody else */
  uint32_t last_id;
  uint64_t last_number;
  /* waiting workers, work that is out, thoughts to be repeated */
  struct list polls, away, checks;
  uint64_t done, repeated, lost, dropped;
};

/* ---- keys */
static struct far *far_of(const struct server *s) {
  return s->workers->far;
}

/* NULL: the key was withdrawn. No worker has the id 0. */
static struct thinker *by_id(struct far *f, uint32_t id) {
  for (int i = 0; i < MOST_KEYS && id; i++)
    if (f->key[i].id == id)
      return &f->key[i];
  return NULL;
}

static struct thinker *by_name(struct far *f, const char *name) {
  for (int i = 0; i < MOST_KEYS; i++)
    if (f->key[i].id && !strcmp(f->key[i].name, name))
      return &f->key[i];
  return NULL;
}

static struct thinker *free_place(struct far *f) {
  for (int i = 0; i < MOST_KEYS; i++)
    if (!f->key[i].id)
      return &f->key[i];
  return NULL;
}

/* The name stands in a line of the note, so it has neither blanks nor line ends. */
static bool is_name(const char *name) {
  size_t n = strlen(name);
  return n && n < KEY_NAME &&
         strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == n;
}

/* One line a key: name, hash, when it was made, 1 when it was dropped. */
struct saving {
  char *text;
  struct exchange *x; /* the exchange to answer when it is kept, or NULL */
  char key[TOKEN_TEXT];
};
/* On the writer's thread: it reads nothing but its own copy. */
static enum store_result put_keys(struct store *s, void *arg) {
  const struct saving *k = arg;
  enum store_result r = store_note_put(s, NOTE, k->text, strlen(k->text));
  return r ? r : news_put(s, "keys", 0);
}

/* Back on the loop. A key is shown only when it is durable, and this once. */
static void keys_put(void *arg, enum store_result got, const char *why) {
  struct saving *k = arg;

  if (got)
    server_log("the workers' keys cannot be kept: %s", why);
  if (k->x && got)
    http_say(k->x, 500, FAULT_INTERNAL, "The key could not be kept.");
  else if (k->x && k->key[0])
    http_reply(k->x, 200, "application/json", blob_fmt("{\"ok\":true,\"key\":\"%s\"}", k->key));
  else if (k->x)
    http_reply(k->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  free(k->text);
  free(k);
}

/* All keys in one note: there are few, and so a key is never half changed. The house writes it: a
 * worker that lies to another node is dropped there until that node ends. */
static void save_keys(struct server *s, struct exchange *x, const char *key) {
  struct far *f = far_of(s);
  if (!shards_house(s))
    return;
  struct saving *k = calloc(1, sizeof *k);
  size_t n = 0;

  if (!k || !(k->text = calloc(MOST_KEYS, 160)))
    abort();
  for (int i = 0; i < MOST_KEYS; i++) {
    const struct thinker *t = &f->key[i];
    char hex[SECRET_HASH * 2 + 1];
    if (!t->id)
      continue;
    secret_hex(t->hash, SECRET_HASH, hex);
    n += (size_t)sprintf(k->text + n, "%s %s %" PRId64 " %d\n", t->name, hex, t->made, t->dropped);
  }
  k->x = x;
  snprintf(k->key, sizeof k->key, "%s", key ? key : "");
  writer_submit(s->writer, put_keys, keys_put, k);
}

/* The widths of the scan are those of the fields. */
static bool read_key(const char *line, struct thinker *t) {
  char hex[SECRET_HASH * 2 + 1];
  int dropped;
  if (sscanf(line, "%31s %64s %" SCNd64 " %d", t->name, hex, &t->made, &dropped) != 4)
    return false;
  t->dropped = dropped != 0;
  return is_name(t->name) && secret_unhex(hex, t->hash, SECRET_HASH);
}

/* At the start. Keys that cannot be read end it: a withdrawn key must not come back by silence. */
bool far_load(struct server *s, char why[256]) {
  struct far *f = far_of(s);
  char *text = NULL;
  size_t n = 0;
  int at = 0;

  if (store_note_text(s->store, NOTE, &text, &n) || !n) {
    free(text);
    return true;
  }
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n")) && *line && at < MOST_KEYS; at++) {
    struct thinker t = {.id = ++f->last_id};
    if (!read_key(line, &t)) {
      free(text);
      snprintf(why, 256, "the store holds workers' keys that cannot be read");
      return false;
    }
    f->key[at] = t;
  }
  free(text);
  return true;
}

/* ---- work comes back undone */
/* With other data files the same view would have another answer. */
static bool same_data(const struct thinker *t, const struct job *j) {
  for (int i = 0; i < GAMES && sal_rulesets[i]; i++)
    if (!strcmp(sal_rulesets[i]->id, j->ask.rules))
      return t->data[i] == j->ask.data;
  return false;
}

/* Takes work back from a worker: it is thought here, or given to the next that repeats thoughts. */
static void take_back(struct far *f, struct workers *all, struct job *j) {
  list_remove(&j->node);
  j->with = 0;
  if (j->check) {
    list_add(&f->checks, &j->node);
    return;
  }
  j->may_leave = false; /* the player has waited long enough */
  list_add_first(&all->jobs, &j->node);
}

/* Everything that one key has, when it is withdrawn or dropped. */
static void take_all_back(struct workers *all, uint32_t from) {
  struct node *next;

  for (struct node *n = all->far->away.first; n; n = next) {
    next = n->next;
    struct job *j = LIST_OF(n, struct job, node);
    if (j->with == from)
      take_back(all->far, all, j);
  }
}

/* Answers and frees it. 200 without work means: ask again. */
static void end_poll(struct poll *p, int status) {
  list_remove(&p->node);
  if (status == 200)
    http_reply(p->x, 200, "application/json", blob_fmt("{\"ok\":true}"));
  else
    http_say(p->x, status, status == 503 ? FAULT_INTERNAL : FAULT_SEAT,
             status == 503 ? "The server is closing." : "This key opens nothing any more.");
  free(p);
}

/* Those of one key, or of all when `of` is 0. */
static void end_polls(struct far *f, uint32_t of, int status) {
  struct node *next;

  for (struct node *n = f->polls.first; n; n = next) {
    next = n->next;
    struct poll *p = LIST_OF(n, struct poll, node);
    if (!of || p->by == of)
      end_poll(p, status);
  }
}

/* ---- is it true? */
/* Nobody waits for a check, so nobody is told. */
static void free_check(struct job *j) {
  for (int i = 0; i < j->check->n; i++)
    free(j->check->said[i]);
  free(j->check);
  job_free(j);
}

/* For good, also after a restart; the key's other machines go with it. */
static void drop(struct workers *all, struct thinker *t, const char *why) {
  if (t->dropped)
    return;
  server_log("worker %s is dropped: %s", t->name, why);
  t->dropped = true;
  all->far->dropped++;
  take_all_back(all, t->id);
  end_polls(all->far, t->id, 403);
  save_keys(all->srv, NULL, NULL);
}

/* The list of legal actions is this machine's own, so no second opinion is needed. */
void far_nonsense(struct server *s, uint32_t by) {
  struct thinker *t = by_id(far_of(s), by);
  if (t)
    drop(s->workers, t, "it proposed what the rules do not allow");
}

/* All that the answer consists of, what the bot remembers included. */
static bool agree(const struct told *a, const struct told *b) {
  return sal_same(a->action, b->action) && a->nodes == b->nodes && a->ncarry == b->ncarry &&
         !memcmp(a->carry, b->carry, a->ncarry);
}

/* The key may have been withdrawn meanwhile; the sum counts all the same. */
static void confirmed(struct far *f, uint32_t by) {
  struct thinker *t = by_id(f, by);
  f->repeated++;
  if (t)
    t->repeated++;
}

/* This machine decides: a worker that said something else has lied. */
static void judge(struct workers *all, const struct check *c, const struct told *truth) {
  for (int i = 0; i < c->n; i++) {
    struct thinker *t = by_id(all->far, c->by[i]);
    if (agree(c->said[i], truth))
      confirmed(all->far, c->by[i]);
    else if (t)
      drop(all, t, "its answer could not be repeated");
  }
}

static struct told *copy_told(const struct told *t) {
  struct told *copy = malloc(sizeof *copy);
  if (!copy)
    abort();
  *copy = *t;
  return copy;
}

/* `by` 0: it was thought on this machine, which is believed. */
void far_checked(struct workers *all, struct job *j, const struct told *t, uint32_t by) {
  struct check *c = j->check;
  struct far *f = all->far;

  if (all->stopping || !t || (!t->ok && !j->hurried)) {
    free_check(j);
  } else if (j->hurried) { /* it made room for another thought, and was cut short */
    j->hurried = false;
    list_add(&f->checks, &j->node);
  } else if (!by) {
    judge(all, c, t);
    free_check(j);
  } else if (agree(c->said[0], t)) {
    confirmed(f, c->by[0]);
    confirmed(f, by);
    free_check(j);
  } else { /* one of the two lies: which of them is found out here */
    c->by[1] = by;
    c->said[1] = copy_told(t);
    c->n = 2;
    list_add_first(&f->checks, &j->node);
  }
}

/* By chance, so that a worker cannot know which answers are safe to make up. */
static bool to_be_repeated(struct far *f, const struct thinker *t) {
  uint32_t any;
  if (f->checks.count >= MOST_CHECKS)
    return false;
  secret_bytes(&any, sizeof any);
  return t->done <= TRIALS || any % SHARE == 0;
}

/* The same question once more, for another worker. */
static void repeat(struct far *f, const struct job *j, const struct thinker *t,
                   const struct told *said) {
  struct job *again = calloc(1, sizeof *again);
  struct check *c = calloc(1, sizeof *c);

  if (!again || !c || !(again->rest = malloc(j->nrest)))
    abort();
  memcpy(again->rest, j->rest, j->nrest);
  again->ask = j->ask;
  again->nrest = j->nrest;
  again->limit_ms = j->limit_ms;
  again->may_leave = true;
  again->asked = now_steady();
  /* a separate memory: not that of a game that is being played */
  again->ask.game = UINT64_MAX - ++f->last_number;
  snprintf(again->who, sizeof again->who, "%s", "repeated thoughts");
  *c = (struct check){.by = {t->id}, .said = {copy_told(said)}, .n = 1};
  again->check = c;
  list_add(&f->checks, &again->node);
}

/* Has the worker asked or reported within that time? */
static bool is_there(const struct thinker *t) {
  if (!t->id || t->dropped)
    return false;
  return t->heard && now_steady() - t->heard < ALIVE_MS;
}

/* Nobody checks himself. */
static bool another_could(const struct far *f, const struct job *j) {
  for (int i = 0; i < MOST_KEYS; i++)
    if (f->key[i].id != j->check->by[0] && is_there(&f->key[i]) && same_data(&f->key[i], j))
      return true;
  return false;
}

/* Two answers that differ are decided here; others only when no other worker will. */
struct job *far_check_for_home(struct workers *all) {
  int64_t now = now_steady();

  for (struct node *n = all->far->checks.first; n; n = n->next) {
    struct job *j = LIST_OF(n, struct job, node);
    bool late = now - j->asked > CHECK_PATIENCE_MS;
    if (j->check->n == 2 || late || !another_could(all->far, j))
      return j;
  }
  return NULL;
}

/* ---- giving work */
/* Which thoughts may go to another machine at all. */
static bool may_go(struct workers *all, const struct job *j) {
  if (!j->may_leave)
    return false;
  /* a player whose thinking time is used up gets a short time instead of nodes */
  return limits_fullness(all->srv->limits, j->who, LIMIT_THINK, now_steady()) < 1;
}

/* Somebody may take it soon, so it is left to them for a while. True at most for PATIENCE_MS. */
bool far_hopes(struct workers *all, const struct job *j) {
  const struct far *f = all->far;

  if (now_steady() - j->asked > PATIENCE_MS || !may_go(all, j))
    return false;
  for (int i = 0; i < MOST_KEYS; i++)
    if (is_there(&f->key[i]) && same_data(&f->key[i], j))
      return true;
  return false;
}

int far_running(const struct workers *all, const char *who) {
  int n = 0;
  for (struct node *at = all->far->away.first; at; at = at->next)
    n += !strcmp(LIST_OF(at, struct job, node)->who, who);
  return n;
}

static void add_bytes(struct sal_json *j, const char *key, const void *bytes, size_t n) {
  char *text = secret_base64(bytes, n);
  sal_json_str(j, key, text);
  free(text);
}

/* Sends a side's view and nothing else of the game: neither its id nor a name. */
static void work_json(void *ctx, struct sal_json *j) {
  const struct job *w = ctx;
  const struct ask *a = &w->ask;
  const char *position = w->rest + a->npack;
  const char *view = position + a->nposition;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_object(j, "work");
  sal_json_fmt(j, "number", "%" PRIu64, w->number);
  sal_json_str(j, "game", a->rules);
  sal_json_str(j, "scenario", a->scenario);
  sal_json_hash(j, "data", a->data);
  sal_json_int(j, "edition", a->edition);
  sal_json_int(j, "side", a->side);
  sal_json_str(j, "bot", a->bot);
  sal_json_hash(j, "seed", a->seed);
  sal_json_int(j, "ms", w->limit_ms);
  add_bytes(j, "position", position, a->nposition);
  add_bytes(j, "view", view, a->nview);
  add_bytes(j, "memory", view + a->nview, a->ncarry);
  sal_json_end(j);
  sal_json_end(j);
}

/* The poll is answered with the work; from now on the worker must be heard of. */
static void give(struct far *f, struct poll *p, struct job *j) {
  list_remove(&j->node);
  list_remove(&p->node);
  j->number = ++f->last_number;
  j->with = p->by;
  j->began = now_steady();
  j->lease = j->began + FIRST_BEAT_MS;
  list_add(&f->away, &j->node);
  http_reply(p->x, 200, "application/json", blob_json(work_json, j));
  free(p);
}

static struct job *check_for(struct far *f, const struct thinker *t) {
  for (struct node *n = f->checks.first; n; n = n->next) {
    struct job *j = LIST_OF(n, struct job, node);
    if (j->check->n == 1 && j->check->by[0] != t->id && same_data(t, j))
      return j;
  }
  return NULL;
}

/* The worker that has waited longest is served first. It gets the job whose player has had the
 * least. */
void far_give(struct workers *all) {
  struct far *f = all->far;
  struct node *next;

  for (struct node *n = f->polls.first; n; n = next) {
    next = n->next;
    struct poll *p = LIST_OF(n, struct poll, node);
    const struct thinker *t = by_id(f, p->by);
    if (!p->x->wire) { /* it has gone */
      end_poll(p, 200);
      continue;
    }
    struct job *j = workers_fairest(all, may_go);
    if (j && !same_data(t, j))
      j = NULL;
    if (!j)
      j = check_for(f, t);
    if (j)
      give(f, p, j);
  }
}

/* The worker counts as away until it asks again, so that the next move does not wait for it. */
static void lose(struct workers *all, struct job *j, struct thinker *t) {
  struct far *f = all->far;

  f->lost++;
  if (t) {
    t->lost++;
    t->heard = 0;
    server_log("worker %s is silent: what it had is thought again", t->name);
    end_polls(f, t->id, 200); /* workers that are present ask again */
  }
  take_back(f, all, j);
}

/* Once a second: polls that have waited long enough, work whose worker is silent or late. */
void far_tick(struct workers *all) {
  struct far *f = all->far;
  struct node *next;
  int64_t now = now_steady();

  for (struct node *n = f->polls.first; n; n = next) {
    next = n->next;
    struct poll *p = LIST_OF(n, struct poll, node);
    if (!p->x->wire || now - p->since > POLL_MS)
      end_poll(p, 200);
  }
  for (struct node *n = f->away.first; n; n = next) {
    next = n->next;
    struct job *j = LIST_OF(n, struct job, node);
    if (now > j->lease || now - j->began > j->limit_ms)
      lose(all, j, by_id(f, j->with));
  }
}

/* ---- by a worker */
/* By the key alone; otherwise it is answered with 403 and NULL comes back. */
static struct thinker *worker_of(struct exchange *x) {
  struct far *f = far_of(x->srv);
  uint8_t hash[SECRET_HASH];

  secret_hash(x->srv->salt, x->bearer, hash);
  for (int i = 0; i < MOST_KEYS && x->bearer[0]; i++) {
    struct thinker *t = &f->key[i];
    if (!t->id || !secret_same(hash, t->hash))
      continue;
    if (!t->dropped)
      return t;
    http_say(x, 403, FAULT_SEAT, "This key was dropped: an answer given with it was wrong.");
    return NULL;
  }
  http_say(x, 403, FAULT_SEAT, "This is for workers with a key.");
  return NULL;
}

/* Finds the job only if this very key was given it. */
static struct job *job_of(struct far *f, const cJSON *doc, uint32_t by) {
  const char *number = NULL;
  struct fault none;

  if (!input_text(doc, "", "number", true, &number, &none))
    return NULL;
  uint64_t wanted = strtoull(number, NULL, 10);
  for (struct node *n = f->away.first; n; n = n->next) {
    struct job *j = LIST_OF(n, struct job, node);
    if (j->number == wanted && j->with == by)
      return j;
  }

  return NULL;
}

/* "wanted":false tells the worker that it may stop thinking. */
void far_beat(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "number", NULL};
  struct thinker *t = worker_of(x);
  struct fault f = {0};

  if (!t)
    return;
  if (!input_fields(c->doc, "", known, &f)) {
    http_fault(x, &f);
    return;
  }
  struct job *j = job_of(far_of(x->srv), c->doc, t->id);
  t->heard = now_steady();
  if (j)
    j->lease = t->heard + LEASE_MS;
  http_reply(x, 200, "application/json",
             blob_fmt("{\"ok\":true,\"wanted\":%s}", j ? "true" : "false"));
}

/* Whether it is legal, the rules say later. */
static bool take_action(const cJSON *list, struct sal_action *out) {
  int64_t v[4];

  if (cJSON_GetArraySize(list) != 4)
    return false;
  for (int i = 0; i < 4; i++)
    if (!input_whole(cJSON_GetArrayItem(list, i), 0, UINT16_MAX, &v[i]))
      return false;
  *out = sal_act((int)v[0], (int)v[1], (int)v[2], (int)v[3]);
  return true;
}

/* {"number","action":[verb,a,b,c],"nodes","why","memory"}, or {"number","back":WHY}. */
static bool take_told(const cJSON *done, struct told *t, bool *back, struct fault *f) {
  static const char *const known[] = {"number", "action", "nodes", "why", "memory", "back", NULL};
  const char *why = "";
  const char *memory = "";
  const char *undone = NULL;
  const char *number;
  const cJSON *action = NULL;
  int64_t nodes = 0;
  size_t n;

  if (!input_fields(done, "done", known, f) ||
      !input_text(done, "done", "number", true, &number, f) ||
      !input_text(done, "done", "back", false, &undone, f) ||
      !input_text(done, "done", "why", false, &why, f) ||
      !input_text(done, "done", "memory", false, &memory, f) ||
      !input_array(done, "done", "action", !undone, &action, f) ||
      !input_int(done, "done", "nodes", false, 0, INT64_C(1) << 50, &nodes, f))
    return false;
  *back = undone != NULL;
  *t = (struct told){.magic = ASK_MAGIC, .ok = !undone, .nodes = (uint64_t)nodes};
  snprintf(t->why, sizeof t->why, "%s", undone ? undone : why ? why : "");
  if (!undone && !take_action(action, &t->action))
    return fault_at(f, "done.action", "must be four small numbers");
  if (!secret_unbase64(memory ? memory : "", t->carry, sizeof t->carry, &n))
    return fault_at(f, "done.memory", "must be at most %d bytes in base64", BOT_CARRY);
  t->ncarry = (uint32_t)n;
  return true;
}

/* An answer is used at once; whether it was true is found out afterwards. */
static void take_answer(struct workers *all, struct thinker *w, const cJSON *done,
                        const struct told *t, bool back) {
  struct far *f = all->far;
  struct job *j = job_of(f, done, w->id);

  if (!j)
    return; /* it came too late: somebody else has it */
  if (back) {
    w->back++;
    server_log("worker %s gives back what it had: %s", w->name, t->why);
    take_back(f, all, j);
    return;
  }
  list_remove(&j->node);
  j->with = 0;
  w->done++;
  f->done++;
  if (j->check) {
    far_checked(all, j, t, w->id);
    return;
  }
  if (to_be_repeated(f, w))
    repeat(f, j, w, t);
  job_end(all, j, t, "", w->id);
}

/* Games that the worker does not name it does not have. */
static bool take_data(const cJSON *data, struct thinker *t, struct fault *f) {
  for (int i = 0; i < GAMES && sal_rulesets[i]; i++) {
    const char *hex = NULL;
    if (!input_text(data, "data", sal_rulesets[i]->id, false, &hex, f))
      return false;
    t->data[i] = hex ? strtoull(hex, NULL, 16) : 0;
  }
  return true;
}

void far_work(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "build", "data", "done", "last", NULL};
  struct workers *all = x->srv->workers;
  struct thinker *t = worker_of(x);
  const char *build;
  const cJSON *data;
  const cJSON *done = NULL;
  struct fault f = {0};
  struct told told;
  bool back = false;
  bool last = false;

  if (!t)
    return;
  if (!input_fields(c->doc, "", known, &f) || !input_text(c->doc, "", "build", true, &build, &f) ||
      !input_bool(c->doc, "", "last", false, &last, &f) ||
      !input_object(c->doc, "", "data", true, &data, &f) ||
      !input_object(c->doc, "", "done", false, &done, &f) || !take_data(data, t, &f) ||
      (done && !take_told(done, &told, &back, &f))) {
    http_fault(x, &f);
    return;
  }

  /* Only the same program gives the same answers. */
  if (strcmp(build, x->srv->config.build)) { /* its bots may choose otherwise */
    fault_say(&f, FAULT_STATE, "The server is of another build (%s): install the same.",
              x->srv->config.build);
    http_fault(x, &f);
    return;
  }
  t->heard = now_steady();
  uint32_t id = t->id;
  if (done)
    take_answer(all, t, done, &told, back);
  /* Its own answer may have been the one that dropped it. */
  t = by_id(all->far, id);
  if (!t || t->dropped) {
    http_say(x, 403, FAULT_SEAT, "This key was dropped: an answer given with it was wrong.");
    workers_next(all);
    return;
  }
  if (last) { /* it ends and wants nothing more */
    http_reply(x, 200, "application/json", blob_fmt("{\"ok\":true}"));
    workers_next(all);
    return;
  }
  struct poll *p = calloc(1, sizeof *p);
  if (!p)
    abort();
  *p = (struct poll){.x = x, .by = id, .since = now_steady()};
  list_add(&all->far->polls, &p->node);
  workers_next(all);
}

/* ---- by the administrator */
/* The administrator alone. The key is in the answer and nowhere else: the store has its hash. */
void far_make_key(struct exchange *x, const struct call *c) {
  static const char *const known[] = {"v", "name", NULL};
  struct far *all = far_of(x->srv);
  const char *name;
  char key[TOKEN_TEXT];
  struct fault f = {0};

  if (!http_is_admin(x))
    return;
  if (!input_fields(c->doc, "", known, &f) || !input_text(c->doc, "", "name", true, &name, &f)) {
    http_fault(x, &f);
    return;
  }
  struct thinker *t = free_place(all);
  if (!is_name(name))
    fault_at(&f, "name", "must be up to 31 letters, digits, dots and dashes");
  else if (by_name(all, name))
    fault_say(&f, FAULT_STATE, "There is a worker of that name; withdraw its key first.");
  else if (!t)
    fault_say(&f, FAULT_LIMIT, "There are %d keys; withdraw one first.", MOST_KEYS);
  if (f.code || !t) {
    http_fault(x, &f);
    return;
  }
  *t = (struct thinker){.id = ++all->last_id, .made = now_wall()};
  snprintf(t->name, sizeof t->name, "%s", name);
  secret_token(key);
  secret_hash(x->srv->salt, key, t->hash);
  save_keys(x->srv, x, key);
}

/* Another worker thinks what the key had. */
static void withdraw(struct workers *all, struct thinker *t) {
  uint32_t id = t->id;
  t->id = 0;
  take_all_back(all, id);
  end_polls(all->far, id, 403);
}

/* As the house has them now: keys that it has not are withdrawn here, too. */
static void follow_keys(struct workers *all, const struct thinker *now, int n) {
  struct far *f = all->far;

  for (int i = 0; i < MOST_KEYS; i++) {
    bool stays = false;
    for (int k = 0; k < n; k++)
      stays |= !memcmp(f->key[i].hash, now[k].hash, SECRET_HASH);
    if (f->key[i].id && !stays)
      withdraw(all, &f->key[i]);
  }
  for (int k = 0; k < n; k++) {
    const struct thinker *old = by_name(f, now[k].name);
    struct thinker *t = old ? NULL : free_place(f);
    if (!t)
      continue;
    *t = now[k];
    t->id = ++f->last_id;
  }
}
bool far_reload(struct server *s, char why[256]) {
  struct thinker now[MOST_KEYS];
  char *text = NULL;
  size_t size = 0;
  int n = 0;
  enum store_result got = store_note_text(s->reader, NOTE, &text, &size);
  bool ok = !got || got == STORE_NONE;

  char *rest = got ? NULL : text;
  for (char *line; ok && (line = strsep(&rest, "\n")) && *line && n < MOST_KEYS; n++) {
    now[n] = (struct thinker){0};
    ok = read_key(line, &now[n]);
  }
  free(text);
  if (ok)
    follow_keys(s->workers, now, n);
  else
    snprintf(why, 256, "the workers' keys cannot be read; the old ones stay");
  return ok;
}

void far_end_key(struct exchange *x, const struct call *c) {
  struct workers *all = x->srv->workers;

  if (!http_is_admin(x))
    return;
  struct thinker *t = by_name(all->far, c->rest);
  if (!t) {
    http_say(x, 404, FAULT_INPUT, "There is no worker of that name.");
    return;
  }
  withdraw(all, t);
  save_keys(x->srv, x, NULL);
  workers_next(all);
}

static const char *state_of(const struct thinker *t, uint32_t has) {
  if (t->dropped)
    return "dropped";
  if (has)
    return "thinking";
  return is_there(t) ? "waiting" : "silent";
}

static void thinker_json(struct sal_json *j, const struct far *f, const struct thinker *t) {
  uint32_t has = 0;
  uint32_t waits = 0;
  int64_t now = now_steady();
  int64_t oldest = now;

  for (struct node *n = f->away.first; n; n = n->next) {
    const struct job *w = LIST_OF(n, struct job, node);
    if (w->with != t->id)
      continue;
    has++;
    if (w->began < oldest)
      oldest = w->began;
  }
  for (struct node *n = f->polls.first; n; n = n->next)
    waits += LIST_OF(n, struct poll, node)->by == t->id;
  sal_json_object(j, NULL);
  sal_json_str(j, "name", t->name);
  sal_json_str(j, "state", state_of(t, has));
  sal_json_int(j, "made", t->made);
  sal_json_int(j, "thinking", has);
  sal_json_int(j, "waiting", waits);
  sal_json_int(j, "oldest_ms", now - oldest);
  sal_json_int(j, "heard_ms", t->heard ? now - t->heard : -1);
  sal_json_int(j, "done", (int64_t)t->done);
  sal_json_int(j, "repeated", (int64_t)t->repeated);
  sal_json_int(j, "lost", (int64_t)t->lost);
  sal_json_int(j, "given_back", (int64_t)t->back);
  sal_json_end(j);
}

/* The longest wait tells an administrator whether there are workers enough. */
static void queue_json(struct sal_json *j, const struct workers *all) {
  int64_t now = now_steady();
  int64_t oldest = now;
  int here = 0;

  for (struct node *n = all->jobs.first; n; n = n->next) {
    const struct job *w = LIST_OF(n, struct job, node);
    if (w->asked < oldest)
      oldest = w->asked;
  }
  for (int i = 0; i < all->n; i++)
    here += all->worker[i].job != NULL;
  sal_json_object(j, "queue");
  sal_json_int(j, "waiting", all->jobs.count);
  sal_json_int(j, "oldest_ms", now - oldest);
  sal_json_int(j, "here", here);
  sal_json_int(j, "away", all->far->away.count);
  sal_json_int(j, "to_repeat", all->far->checks.count);
  sal_json_end(j);
}

static void show_json(void *ctx, struct sal_json *j) {
  const struct workers *all = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  queue_json(j, all);
  sal_json_array(j, "workers");
  for (int i = 0; i < MOST_KEYS; i++)
    if (all->far->key[i].id)
      thinker_json(j, all->far, &all->far->key[i]);
  sal_json_end(j);
  sal_json_end(j);
}

void far_show(struct exchange *x, const struct call *c) {
  (void)c;
  if (http_is_admin(x))
    http_reply(x, 200, "application/json", blob_json(show_json, x->srv->workers));
}

struct far_counts far_count(const struct server *s) {
  const struct far *f = far_of(s);
  struct far_counts c = {.away = f->away.count,
                         .done = f->done,
                         .repeated = f->repeated,
                         .lost = f->lost,
                         .dropped = f->dropped};

  for (int i = 0; i < MOST_KEYS; i++) {
    c.keys += f->key[i].id != 0;
    c.working += is_there(&f->key[i]);
  }

  return c;
}

/* ---- from beginning to end */
void far_new(struct workers *all) {
  all->far = calloc(1, sizeof *all->far);
  if (!all->far)
    abort();
}

/* Polls are answered, so that workers know; games find their opponents again after the start. */
void far_stop(struct workers *all) {
  struct far *f = all->far;

  end_polls(f, 0, 503);
  for (struct node *n; (n = list_take(&f->away));) {
    struct job *j = LIST_OF(n, struct job, node);
    if (j->check) {
      free_check(j);
      continue;
    }
    free(j->arg);
    job_free(j);
  }
  for (struct node *n; (n = list_take(&f->checks));)
    free_check(LIST_OF(n, struct job, node));
}

void far_free(struct workers *all) {
  free(all->far);
}
