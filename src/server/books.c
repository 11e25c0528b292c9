/* books.c - the documents of host/books.h over HTTP: none belongs to a seat, so all are plain
 * documents that a browser may keep. */
#include "host/books.h"

#include <stdio.h>
#include <string.h>

#include "server.h"

/* GAME/NAME of a path. */
struct asked {
  struct server *srv;
  char game[32];
  const char *name;
  const struct sal_book *book; /* of what asks for one */
};
static void take_apart(struct asked *a, struct exchange *x, const char *path) {
  const char *slash = strchr(path, '/');
  *a = (struct asked){.srv = x->srv, .name = slash ? slash + 1 : ""};
  snprintf(a->game, sizeof a->game, "%.*s", slash ? (int)(slash - path) : 0, path);
}

static void rules_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  books_rules_json(j, ((const struct asked *)ctx)->book);
  sal_json_end(j);
}

static void sources_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  books_sources_json(j, ((const struct asked *)ctx)->book);
  sal_json_end(j);
}

static void board_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_board_json(j, "board", ((const struct asked *)ctx)->book);
  sal_json_end(j);
}

static void guide_json(void *ctx, struct sal_json *j) {
  const struct asked *a = ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  books_guide_json(j, a->srv->lib, a->game, a->name);
  sal_json_end(j);
}

/* The document of a book, or why there is none. */
static void reply(struct exchange *x, struct asked *a, void (*fn)(void *, struct sal_json *),
                  const struct fault *f) {
  if (a->book)
    http_reply(x, 200, "application/json", blob_json(fn, a));
  else
    http_fault(x, f);
}

void books_rules(struct exchange *x, const char *game) {
  struct fault f = {0};
  struct asked a = {.book = books_find(x->srv->lib, game, false, &f)};
  reply(x, &a, rules_json, &f);
}

void books_sources(struct exchange *x, const char *game) {
  struct fault f = {0};
  struct asked a = {.book = books_find(x->srv->lib, game, true, &f)};
  reply(x, &a, sources_json, &f);
}

/* The board is the same for everybody: the lobby shows a piece of its ground. */
void books_board(struct exchange *x, const char *path) {
  struct fault f = {0};
  struct asked a;
  take_apart(&a, x, path);
  a.book = books_scenario(x->srv->lib, a.game, a.name, &f);
  reply(x, &a, board_json, &f);
}

void books_guide(struct exchange *x, const char *path) {
  struct asked a;
  take_apart(&a, x, path);
  http_reply(x, 200, "application/json", blob_json(guide_json, &a));
}
