/* puzzle.c - see puzzle.h. */
#include "puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/embedded.h"
#include "http.h"

extern const struct embedded_file puzzle_files[]; /* puzzles/ at build time: one object a line */

/* The server's list of them, made when somebody asks first. */
static const cJSON *puzzles(struct server *s) {
  if (s->puzzles)
    return s->puzzles;
  s->puzzles = cJSON_CreateArray();
  for (const struct embedded_file *e = puzzle_files; e->path; e++) {
    const char *at = e->text;
    const char *end = at + e->size;
    while (at < end) {
      const char *stop = memchr(at, '\n', (size_t)(end - at));
      size_t n = (size_t)((stop ? stop : end) - at);
      cJSON *doc = n ? cJSON_ParseWithLength(at, n) : NULL;
      if (doc)
        cJSON_AddItemToArray(s->puzzles, doc);
      at += n + 1;
    }
  }

  return s->puzzles;
}

static const char *text_of(const cJSON *doc, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, key));
  return text ? text : "";
}

static double number_of(const cJSON *doc, const char *key) {
  const cJSON *n = cJSON_GetObjectItemCaseSensitive(doc, key);
  return cJSON_IsNumber(n) ? n->valuedouble : 0;
}

static const cJSON *find(struct server *s, const char *id, size_t n) {
  const cJSON *doc;

  cJSON_ArrayForEach(doc, puzzles(s)) {
    const char *own = text_of(doc, "id");
    if (strlen(own) == n && !strncmp(own, id, n))
      return doc;
  }
  return NULL;
}

/* ---- the list: nothing that gives an answer away */
static void list_json(void *ctx, struct sal_json *j) {
  const cJSON *doc;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "puzzles");
  cJSON_ArrayForEach(doc, puzzles(ctx)) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", text_of(doc, "id"));
    sal_json_str(j, "game", text_of(doc, "game"));
    sal_json_str(j, "scenario", text_of(doc, "scenario"));
    sal_json_str(j, "side", text_of(doc, "side"));
    sal_json_int(j, "turn", (int64_t)number_of(doc, "turn"));
    sal_json_int(j, "rating", (int64_t)number_of(doc, "rating"));
    sal_json_int(j, "choices", cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(doc, "ways")));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

void puzzle_list(struct exchange *x, const struct call *c) {
  (void)c;
  http_reply(x, 200, "application/json", blob_json(list_json, x->srv));
}

/* ---- the answer */
struct verdict {
  const cJSON *puzzle;
  const char *action;
};

/* More than one action may be as good as the best. */
static bool is_best(const cJSON *puzzle, const char *action) {
  const cJSON *best;
  cJSON_ArrayForEach(best, cJSON_GetObjectItemCaseSensitive(puzzle, "best")) {
    if (cJSON_IsString(best) && !strcmp(best->valuestring, action))
      return true;
  }
  return false;
}

static void part_json(struct sal_json *j, const cJSON *puzzle, const char *key) {
  char *text = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(puzzle, key));
  if (text)
    sal_json_raw(j, key, text, strlen(text));
  free(text);
}

/* The answer, with how all ways were judged. */
static void verdict_json(void *ctx, struct sal_json *j) {
  const struct verdict *v = ctx;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_bool(j, "solved", is_best(v->puzzle, v->action));
  part_json(j, v->puzzle, "best");
  part_json(j, v->puzzle, "gap");
  part_json(j, v->puzzle, "error");
  part_json(j, v->puzzle, "ways");
  sal_json_end(j);
}

static void answer(struct exchange *x, const cJSON *puzzle, const cJSON *doc) {
  static const char *const known[] = {"v", "action", NULL};
  struct fault f = {0};
  struct verdict v = {.puzzle = puzzle};

  if (input_fields(doc, "", known, &f) && input_text(doc, "", "action", true, &v.action, &f))
    http_reply(x, 200, "application/json", blob_json(verdict_json, &v));
  else
    http_fault(x, &f);
}

/* Begins a puzzle, or takes an answer. */
void puzzle_post(struct exchange *x, const struct call *c) {
  size_t n = strcspn(c->rest, "/");
  const cJSON *puzzle = find(x->srv, c->rest, n);

  if (!puzzle || (c->rest[n] && strcmp(c->rest + n, "/answer")))
    http_say(x, 404, FAULT_INPUT, "There is no such puzzle.");
  else if (c->rest[n])
    answer(x, puzzle, c->doc);
  else
    lobby_puzzle(x, puzzle, c->doc);
}
