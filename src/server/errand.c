/* errand.c - jobs that replay a journal, done by the loader while the room waits: fetching a game,
 * a look back, a copy, a branch, an import.
 *
 * The room is busy meanwhile, as it is while a change goes to the disk. So what the loader reads
 * from the store is complete, and requests are still answered in their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/retell.h"
#include "room.h"

enum kind { FETCH, LOOK, COPY, BRANCH, TURN, IMPORT, RETELL };
/* Work that plays a journal through, on a loader's thread; what it found is in `end`. */
struct errand {
  enum kind kind;
  struct server *srv;
  struct room *room; /* NULL: an import */
  int64_t num;
  int viewer;
  uint32_t seq;
  uint32_t line; /* not 0: the position before this line of the journal, whatever seq says */
  uint32_t turn; /* of TURN: the position when this one began */
  const cJSON *puzzle;
  char *text;
  size_t n;
  /* the helper's library, desk and store, while it runs */
  struct reading *with;
  uint8_t key[2][STORE_KEYS][KEY_HASH];
  uint32_t next_key[2], undone[2];
  struct errand_end end;
  /* false when it comes back: the server was closing */
  bool begun;
  errand_then *then;
  void *arg;
};

/* ---- on a thread of the loader */
/* The look as the page wants it, the same as an engine's view. */
static void view_json(void *ctx, struct sal_json *j) {
  struct errand *e = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  game_view_json(e->end.game, j, "view", e->viewer);
  sal_json_end(j);
}

/* How often each side has taken something back. */
static void count_undone(struct errand *e) {
  struct journal_reader reader;
  struct fault f;
  struct journal_line *line = calloc(1, sizeof *line);

  if (!line)
    abort();
  bool open = journal_open(&reader, e->text, e->n, &f);
  while (open && journal_next(&reader, line, &f) > 0)
    if (line->kind == JOURNAL_UNDO && line->side < 2)
      e->undone[line->side]++;
  free(line);
}

static const char *word(const cJSON *doc, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, key));
  return text ? text : "";
}

/* A puzzle is played from its lines. */
static void retell(struct errand *e) {
  const struct sal_ruleset *rules = sal_ruleset_find(word(e->puzzle, "game"));
  struct fault why = {0};

  if (rules)
    e->end.game = game_retell(e->with->lib, e->with->desk, rules, word(e->puzzle, "scenario"),
                              cJSON_GetObjectItemCaseSensitive(e->puzzle, "lines"), &why);
  if (e->end.game)
    game_move(e->end.game, engine_desk(e->srv->engine));
  else
    fault_say(&e->end.fault, FAULT_STATE, "This puzzle does not fit today's rules: %.200s.",
              why.text);
}

/* Where in the journal a turn began. One that was taken back does not count: the last time does. */
struct beginning {
  uint32_t turn, line;
  bool before;
};
static bool watch_turn(void *ctx, struct game *g, const struct journal_line *l) {
  struct beginning *b = ctx;
  bool before = game_state(g)->turn < b->turn;

  if (b->before && !before)
    b->line = l->n + 1;
  b->before = before;
  return true;
}

/* The line before which that turn had just begun; without such a line, the one after the set-up. */
static uint32_t line_of_turn(struct errand *e) {
  struct beginning b = {.turn = e->turn};
  struct journal_report report;

  if (e->turn == UINT32_MAX)
    return UINT32_MAX; /* the present */
  game_free(game_replay(e->with->lib, e->with->desk, e->text, e->n, watch_turn, &b, &report));
  return b.line ? b.line : 1;
}

/* Makes what the errand needs from the journal: a game, a view, or a copy. Runs on a loader thread.
 */
static void replay(void *arg) {
  struct errand *e = arg;
  struct journal_report report;
  struct fault *f = &e->end.fault;
  struct game_moment moment = {.viewer = e->viewer, .seq = e->seq, .line = e->line};

  if (e->kind == RETELL) {
    retell(e);
    return;
  }
  bool torn;
  bool part = e->kind == LOOK || e->kind == BRANCH || e->kind == TURN;
  if (e->kind == TURN)
    moment.line = line_of_turn(e);
  if (e->kind == COPY && e->viewer == SAL_ALL)
    e->end.out = blob_new(e->text, e->n);
  else if (part)
    e->end.game = game_until(e->with->lib, e->with->desk, e->text, e->n, &moment, &report);
  else
    e->end.game =
        game_load(e->with->lib, e->with->desk, e->text, e->n, 0, e->kind == FETCH, &torn, f);
  if (part && !e->end.game)
    fault_say(f, FAULT_STATE, "The game cannot be replayed: %.200s.", report.text);
  if (!e->end.game)
    return;
  if (e->kind == FETCH)
    count_undone(e);
  if (e->kind == LOOK)
    e->end.out = blob_json(view_json, e);
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

/* The journal, and for a room the keys of its last answers. */
static bool read_store(struct errand *e) {
  struct store *s = e->with->store;

  if (e->kind == IMPORT || e->kind == RETELL)
    return true;
  bool ok = !store_journal_read(s, e->num, &e->text, &e->n);
  for (int side = 0; ok && e->kind == FETCH && side < 2; side++)
    ok = !store_keys_read(s, e->num, side, e->key[side], &e->next_key[side]);
  if (ok)
    return true;
  server_log("game %s: cannot be read: %s", e->room->g.id, store_why(s));
  return fault_say(&e->end.fault, FAULT_INTERNAL, "The game cannot be read from the store.");
}

/* Making a book holds the library's lock, which nobody must jump out of: before the guard. */
static void make_book(struct errand *e) {
  struct journal_reader head;
  struct fault none;

  if (e->kind == RETELL) {
    const struct sal_ruleset *of = sal_ruleset_find(word(e->puzzle, "game"));
    if (of)
      library_book(e->with->lib, of, word(e->puzzle, "scenario"), &none);
    return;
  }
  const struct sal_ruleset *rules =
      journal_open(&head, e->text, e->n, &none) ? sal_ruleset_find(head.head.game) : NULL;
  if (rules && !head.head.position)
    library_edition(e->with->lib, rules, head.head.data, sal_edition_parse(head.head.edition),
                    head.head.scenario, &none);
}

/* Runs one errand on a loader thread. A bug in the rules ends the errand, not the server. */
static void run(struct reading *with, void *arg) {
  struct errand *e = arg;
  char what[160];

  e->begun = true;
  e->with = with;
  if (!read_store(e))
    return;
  make_book(e);
  if (guarded(replay, e, what))
    return;
  server_log("game %s: a bug in the rules while it was replayed: %s",
             e->room ? e->room->g.id : "(imported)", what);
  desk_free(with->desk); /* the bug may have left it half done */
  with->desk = desk_new();
  e->end.game = NULL;
  fault_say(&e->end.fault, FAULT_INTERNAL,
            "A fault in the program stopped this; the game is as it was before.");
}

/* ---- on the loop */
/* The room is free before `then` is called, which may make it busy again. */
static void done(void *arg) {
  struct errand *e = arg;
  struct room *r = e->room;

  if (!e->begun)
    fault_say(&e->end.fault, FAULT_INTERNAL, "The server is closing.");
  if (r)
    r->busy = false;
  e->then(r, e->arg, &e->end);
  free(e->text);
  free(e);
  if (r)
    room_settle(r);
  if (r && !r->busy && !r->deleted)
    opponent_prod(r);
}

static struct errand *errand_new(struct server *s, struct room *r, enum kind kind, int viewer,
                                 uint32_t seq, errand_then *then, void *arg) {
  struct errand *e = calloc(1, sizeof *e);

  if (!e)
    abort();
  *e = (struct errand){.kind = kind,
                       .room = r,
                       .srv = s,
                       .num = r ? r->g.num : 0,
                       .viewer = viewer,
                       .seq = seq,
                       .then = then,
                       .arg = arg};

  return e;
}

/* The room waits until the errand is back. */
static void send_off(struct errand *e) {
  if (e->room) {
    e->room->busy = true;
    e->room->used = now_steady();
  }
  if (e->srv->loader)
    loader_submit(e->srv->loader, run, done, e);
  else
    done(e); /* the server is closing */
}

/* ---- the game into memory */
/* If a game cannot be read, everyone who asked is told. Then it is forgotten, so that the next one
 * may try. */
static void fetched(struct room *r, void *arg, struct errand_end *end) {
  const struct errand *e = arg;

  if (end->game) {
    if (!r->keys_known) {
      memcpy(r->key, e->key, sizeof r->key);
      memcpy(r->next_key, e->next_key, sizeof r->next_key);
    }
    r->keys_known = true;
    memcpy(r->undone, e->undone, sizeof r->undone);
    room_install(r, end->game);
    return;
  }
  r->unfit = calloc(1, sizeof *r->unfit);
  if (!r->unfit)
    abort();
  *r->unfit = end->fault;
  if (end->fault.code == FAULT_INTERNAL)
    return; /* said already */
  server_log("game %s: cannot be continued: %s: %s", r->g.id, end->fault.at, end->fault.text);
  fault_say(r->unfit, FAULT_STATE, "This game cannot be continued here: %.230s.", end->fault.text);
}

void room_fetch(struct room *r) {
  struct errand *e = errand_new(r->srv, r, FETCH, SAL_ALL, 0, fetched, NULL);
  e->arg = e;
  send_off(e);
}

void errand_look(struct room *r, int viewer, uint32_t seq, errand_then *then, void *arg) {
  send_off(errand_new(r->srv, r, LOOK, viewer, seq, then, arg));
}

void errand_look_before(struct room *r, uint32_t line, errand_then *then, void *arg) {
  struct errand *e = errand_new(r->srv, r, LOOK, SAL_ALL, 0, then, arg);
  e->line = line;
  send_off(e);
}

void errand_branch_before(struct room *r, uint32_t line, errand_then *then, void *arg) {
  struct errand *e = errand_new(r->srv, r, BRANCH, SAL_ALL, 0, then, arg);
  e->line = line;
  send_off(e);
}

void errand_copy(struct room *r, int viewer, errand_then *then, void *arg) {
  send_off(errand_new(r->srv, r, COPY, viewer, 0, then, arg));
}

void errand_branch(struct room *r, int viewer, uint32_t seq, errand_then *then, void *arg) {
  send_off(errand_new(r->srv, r, BRANCH, viewer, seq, then, arg));
}

void errand_turn(struct room *r, uint32_t turn, errand_then *then, void *arg) {
  struct errand *e = errand_new(r->srv, r, TURN, SAL_ALL, 0, then, arg);
  e->turn = turn;
  send_off(e);
}

void errand_retell(struct server *s, const cJSON *puzzle, errand_then *then, void *arg) {
  struct errand *e = errand_new(s, NULL, RETELL, SAL_ALL, 0, then, arg);
  e->puzzle = puzzle;
  send_off(e);
}

void errand_import(struct server *s, const char *text, errand_then *then, void *arg) {
  struct errand *e = errand_new(s, NULL, IMPORT, SAL_ALL, 0, then, arg);

  e->n = strlen(text);
  e->text = malloc(e->n + 1);
  if (!e->text)
    abort();
  memcpy(e->text, text, e->n + 1);
  send_off(e);
}
