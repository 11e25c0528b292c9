/* books.c - what the page asks about a game itself: its rules in our words, where its figures come from, and a lesson's guide.
 *
 * None belongs to a seat, so all are plain documents that a browser may keep.
 */
#include <stdio.h>
#include <string.h>

#include "server.h"

struct asked {
  const struct sal_book *book; /* the outline, or a scenario's */
  struct server *srv;
};
static void rules_json(void *ctx, struct sal_json *j) {
  const struct sal_book *b = ((const struct asked *)ctx)->book;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_array(j, "rules");
  for (int i = 1; i < b->nrules; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", b->rule[i].id);
    sal_json_str(j, "title", b->rule[i].title);
    sal_json_str(j, "text", b->rule[i].text);
    if (b->rule[i].ruling[0]) sal_json_str(j, "ruling", b->rule[i].ruling);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}
static void source(struct sal_json *j, const char *what, const char *from) {
  sal_json_object(j, NULL);
  sal_json_str(j, "what", what);
  sal_json_str(j, "source", from);
  sal_json_end(j);
}
static void sources_json(void *ctx, struct sal_json *j) {
  const struct sal_book *b = ((const struct asked *)ctx)->book;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_array(j, "sources");
  source(j, "map", b->board.source ? b->board.source : "not stated");
  for (int i = 0; i < b->ntables; i++) source(j, b->table[i].title, b->table[i].source);
  for (int i = 0; i < b->ncounters; i++) source(j, b->counter[i].label, b->counter[i].source);
  sal_json_end(j);
  sal_json_end(j);
}
static void book_of(struct exchange *x, const char *game, bool whole, void (*fn)(void *, struct sal_json *)) {
  const struct sal_ruleset *rules = *game == '/' ? sal_ruleset_find(game + 1) : NULL;
  struct fault f = {0};
  struct asked a = {.srv = x->srv};
  if (!rules) {
    fault_at(&f, "game", "there is no such game");
    http_fault(x, &f);
    return;
  }
  a.book = library_outline(x->srv->lib, rules, &f);
  if (a.book && whole) a.book = library_book(x->srv->lib, rules, a.book->scenarios[0].id, &f);
  if (a.book) http_reply(x, 200, "application/json", blob_json(fn, &a));
  else http_fault(x, &f);
}
void books_rules(struct exchange *x, const char *game) { book_of(x, game, false, rules_json); }
void books_sources(struct exchange *x, const char *game) { book_of(x, game, true, sources_json); }

/* /GAME/SCENARIO: the board, which is the same for everybody: the lobby shows a piece of its ground. */
static void board_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_board_json(j, "board", ctx);
  sal_json_end(j);
}
void books_board(struct exchange *x, const char *path) {
  char game[32];
  const char *slash = *path ? strchr(path + 1, '/') : NULL;
  struct fault f = {0};
  snprintf(game, sizeof game, "%.*s", slash ? (int)(slash - path - 1) : 0, path + 1);
  const struct sal_ruleset *rules = sal_ruleset_find(game);
  const struct sal_book *book = rules ? library_book(x->srv->lib, rules, slash + 1, &f) : NULL;
  if (!rules) fault_at(&f, "game", "there is no such game");
  if (book) http_reply(x, 200, "application/json", blob_json(board_json, (void *)(uintptr_t)book));
  else http_fault(x, &f);
}

/* /GAME/SCENARIO: data/GAME/guide-SCENARIO.tsv as it stands; empty where there is none. */
static void guide_json(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "guide", ctx);
  sal_json_end(j);
}
void books_guide(struct exchange *x, const char *path) {
  char game[32], name[64];
  const char *slash = *path ? strchr(path + 1, '/') : NULL, *text = "";
  snprintf(game, sizeof game, "%.*s", slash ? (int)(slash - path - 1) : 0, path + 1);
  snprintf(name, sizeof name, "guide-%.40s.tsv", slash ? slash + 1 : "");
  const struct sal_ruleset *rules = sal_ruleset_find(game);
  const struct sal_files *files = rules ? library_files(x->srv->lib, rules) : NULL;
  for (int i = 0; files && i < files->n; i++)
    if (!strcmp(files->file[i].name, name)) text = files->file[i].text;
  http_reply(x, 200, "application/json", blob_json(guide_json, (void *)(uintptr_t)text));
}
