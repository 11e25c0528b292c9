/* errand.c - what replays a journal, done by the loader while the room waits: fetching a game, a look back, a copy, a branch, an import.
 *
 * The room is busy meanwhile, as it is while a change goes to the disk; so what the loader reads from the store is all there
 * is, and requests are still answered in their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

enum kind { FETCH, LOOK, COPY, BRANCH, IMPORT };
struct errand {
  enum kind kind;
  struct server *srv;
  struct room *room; /* NULL: an import */
  int64_t num;
  int viewer;
  uint32_t seq;
  char *text;
  size_t n;
  struct reading *with;
  uint8_t key[2][STORE_KEYS][KEY_HASH];
  uint32_t next_key[2];
  struct errand_end end;
  bool begun;
  errand_then *then;
  void *arg;
};

/* ---- on a thread of the loader */
static bool far_enough(void *ctx, struct game *g, const struct journal_line *l) {
  const struct errand *e = ctx;
  (void)l;
  return game_seq(g, e->viewer) < e->seq;
}
static void view_json(void *ctx, struct sal_json *j) {
  struct errand *e = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  game_view_json(e->end.game, j, "view", e->viewer);
  sal_json_end(j);
}
static void replay(void *arg) {
  struct errand *e = arg;
  struct journal_report report;
  struct fault *f = &e->end.fault;
  bool torn, part = e->kind == LOOK || e->kind == BRANCH;
  if (e->kind == COPY && e->viewer == SAL_ALL) e->end.out = blob_new(e->text, e->n);
  else if (part) e->end.game = game_replay(e->with->lib, e->with->desk, e->text, e->n, far_enough, e, &report);
  else e->end.game = game_load(e->with->lib, e->with->desk, e->text, e->n, 0, e->kind == FETCH, &torn, f);
  if (part && !e->end.game) fault_say(f, FAULT_STATE, "The game cannot be replayed: %.200s.", report.text);
  if (!e->end.game) return;
  if (e->kind == LOOK) e->end.out = blob_json(view_json, e);
  if (e->kind == COPY) {
    size_t n;
    char *copy = game_journal_for(e->end.game, e->viewer, &n);
    e->end.out = blob_new(copy, n);
    free(copy);
  }
  if (e->kind == LOOK || e->kind == COPY) {
    game_free(e->end.game);
    e->end.game = NULL;
  } else {
    game_move(e->end.game, engine_desk(e->srv->engine));
  }
}
static bool read_store(struct errand *e) {
  struct store *s = e->with->store;
  if (e->kind == IMPORT) return true;
  bool ok = !store_journal_read(s, e->num, &e->text, &e->n);
  for (int side = 0; ok && e->kind == FETCH && side < 2; side++) ok = !store_keys_read(s, e->num, side, e->key[side], &e->next_key[side]);
  if (ok) return true;
  server_log("game %s: cannot be read: %s", e->room->g.id, store_why(s));
  return fault_say(&e->end.fault, FAULT_INTERNAL, "The game cannot be read from the store.");
}
/* Making a book holds the library's lock, which nobody must jump out of: before the guard. */
static void make_book(struct errand *e) {
  struct journal_reader head;
  struct fault none;
  const struct sal_ruleset *rules = journal_open(&head, e->text, e->n, &none) ? sal_ruleset_find(head.head.game) : NULL;
  if (rules && !head.head.position) library_book_of(e->with->lib, rules, head.head.data, head.head.scenario, &none);
}
static void run(struct reading *with, void *arg) {
  struct errand *e = arg;
  char what[160];
  e->begun = true;
  e->with = with;
  if (!read_store(e)) return;
  make_book(e);
  if (guarded(replay, e, what)) return;
  server_log("game %s: a bug in the rules while it was replayed: %s", e->room ? e->room->g.id : "(imported)", what);
  desk_free(with->desk); /* who knows what it was in the middle of */
  with->desk = desk_new();
  e->end.game = NULL;
  fault_say(&e->end.fault, FAULT_INTERNAL, "A fault in the program stopped this; the game is as it was before.");
}

/* ---- on the loop */
static void done(void *arg) {
  struct errand *e = arg;
  struct room *r = e->room;
  if (!e->begun) fault_say(&e->end.fault, FAULT_INTERNAL, "The server is closing.");
  if (r) r->busy = false;
  e->then(r, e->arg, &e->end);
  free(e->text);
  free(e);
  if (r) room_settle(r);
  if (r && !r->busy && !r->deleted) opponent_prod(r);
}
static struct errand *errand_new(struct server *s, struct room *r, enum kind kind, int viewer, uint32_t seq, errand_then *then, void *arg) {
  struct errand *e = calloc(1, sizeof *e);
  if (!e) abort();
  *e = (struct errand){.kind = kind, .room = r, .srv = s, .num = r ? r->g.num : 0, .viewer = viewer, .seq = seq, .then = then, .arg = arg};
  return e;
}
static void send_off(struct errand *e) {
  if (e->room) {
    e->room->busy = true;
    e->room->used = now_steady();
  }
  if (e->srv->loader) loader_submit(e->srv->loader, run, done, e);
  else done(e); /* the server is closing */
}

/* ---- the game into memory */
static void fetched(struct room *r, void *arg, struct errand_end *end) {
  const struct errand *e = arg;
  if (end->game) {
    if (!r->keys_known) memcpy(r->key, e->key, sizeof r->key), memcpy(r->next_key, e->next_key, sizeof r->next_key);
    r->keys_known = true;
    room_install(r, end->game);
    return;
  }
  r->unfit = calloc(1, sizeof *r->unfit);
  if (!r->unfit) abort();
  *r->unfit = end->fault;
  if (end->fault.code == FAULT_INTERNAL) return; /* said already */
  server_log("game %s: cannot be continued: %s: %s", r->g.id, end->fault.at, end->fault.text);
  fault_say(r->unfit, FAULT_STATE, "This game cannot be continued here: %.230s.", end->fault.text);
}
void room_fetch(struct room *r) {
  struct errand *e = errand_new(r->srv, r, FETCH, SAL_ALL, 0, fetched, NULL);
  e->arg = e;
  send_off(e);
}

void errand_look(struct room *r, int viewer, uint32_t seq, errand_then *then, void *arg) { send_off(errand_new(r->srv, r, LOOK, viewer, seq, then, arg)); }
void errand_copy(struct room *r, int viewer, errand_then *then, void *arg) { send_off(errand_new(r->srv, r, COPY, viewer, 0, then, arg)); }
void errand_branch(struct room *r, int viewer, uint32_t seq, errand_then *then, void *arg) { send_off(errand_new(r->srv, r, BRANCH, viewer, seq, then, arg)); }
void errand_import(struct server *s, const char *text, errand_then *then, void *arg) {
  struct errand *e = errand_new(s, NULL, IMPORT, SAL_ALL, 0, then, arg);
  e->n = strlen(text);
  e->text = malloc(e->n + 1);
  if (!e->text) abort();
  memcpy(e->text, text, e->n + 1);
  send_off(e);
}
