/* passing.c - a passed game on a page without a server. The page keeps the key, the file and what
 * was seen of it; the module reads, plays and signs. It has one such game at a time. */
#include <string.h>

#include "host/passed_seat.h"
#include "module.h"

const char *EXPORT(salient_pass)(size_t n, size_t file);
const char *EXPORT(salient_pass_pack)(void);

/* One request: {"cmd":"key"}, "lay", "join", "state", "over", "take" or "seat". */
struct passing {
  const cJSON *doc;
  const char *file; /* that the page has written behind it */
  size_t nfile;
  struct fault f;
};

static struct {
  struct passed *p;
  char id[sizeof PASSED_MARK + PASSED_ID];
} table;

/* ---- answers */
static void write_fault(void *fault, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", false);
  fault_json(j, "error", fault);
  sal_json_end(j);
}

static void write_key(void *text, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "key", text);
  sal_json_end(j);
}

static void write_laid(void *ctx, struct sal_json *j) {
  (void)ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_str(j, "id", table.id);
  passed_laid_json(j, table.p);
  sal_json_end(j);
}

/* With what the page must remember before the file goes out. */
static void write_taken(void *file, struct sal_json *j) {
  size_t n;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  passed_taken_json(j, table.p, file);
  sal_json_str(j, "memory", passed_memory(table.p, &n));
  sal_json_end(j);
}

/* ---- requests */
/* A key at random; the page keeps it and sends it nowhere. */
static const char *new_key(void) {
  enum { KEY_TEXT = 96 };
  struct passed_key key;
  char text[KEY_TEXT];

  passed_key_new(&key);
  passed_key_write(&key, text);
  return module_write(write_key, text);
}

/* The file that came, or a new game. */
static struct passed *lay_it(struct passing *r) {
  static const char *const known[] = {"cmd", "key", "memory", "begin", NULL};
  struct library *library = module_library();
  struct desk *desk = engine_desk(module_engine());
  const char *key_text = NULL;
  const char *memory = NULL;
  const cJSON *begin = NULL;
  struct passed_key key;

  if (!input_fields(r->doc, "", known, &r->f) ||
      !input_text(r->doc, "", "key", true, &key_text, &r->f) ||
      !input_text(r->doc, "", "memory", false, &memory, &r->f) ||
      !input_object(r->doc, "", "begin", false, &begin, &r->f) ||
      !passed_key_read(&key, key_text, strlen(key_text), &r->f))
    return NULL;
  if (begin)
    return passed_seat_begin(library, desk, begin, &key, &r->f);

  return passed_open(library, desk, r->file, r->nfile, &key, memory, &r->f);
}

/* Opens a file, and at once writes what is owed without a decision. A file opened before is closed:
 * the page has it. */
static const char *lay(struct passing *r) {
  struct passed *p = lay_it(r);

  if (!p)
    return NULL;
  r->f.code = FAULT_NONE;
  passed_answer(p, &r->f);
  if (r->f.code != FAULT_NONE) {
    passed_free(p);
    return NULL;
  }
  passed_free(table.p);
  table.p = p;
  sal_format(table.id, sizeof table.id, PASSED_MARK "%s", passed_id(p));
  return module_write(write_laid, NULL);
}

/* What the page is shown, from event `since` on. */
static const char *show(struct passing *r, const char *cmd) {
  int64_t since = 0;

  if (!input_int(r->doc, "", "since", false, 0, UINT32_MAX, &since, &r->f))
    return NULL;
  if (!passed_game(table.p)) {
    fault_say(&r->f, FAULT_STATE, "The game has not begun: the other side has still to join.");
    return NULL;
  }
  struct passed_state s = {
      .p = table.p, .id = table.id, .since = (uint32_t)since, .joining = !strcmp(cmd, "join")};
  return module_write(strcmp(cmd, "over") ? passed_state_json : passed_over_json, &s);
}

static const char *take(void) {
  size_t n;
  const char *file = passed_close(table.p, &n);
  return module_write(write_taken, (void *)(uintptr_t)file);
}

/* What the page's seat asks, in the words of any other game. */
static const char *seat(struct passing *r) {
  struct passed_request ask = {.p = table.p,
                               .engine = module_engine(),
                               .doc = cJSON_GetObjectItemCaseSensitive(r->doc, "ask")};
  if (passed_game(table.p) && passed_seat_hear(&ask))
    return ask.write ? module_write(ask.write, &ask) : module_answer(ask.text, ask.ntext);
  r->f = ask.f;
  return NULL;
}

static const char *obey(struct passing *r) {
  const char *cmd = NULL;

  if (!input_text(r->doc, "", "cmd", true, &cmd, &r->f))
    return NULL;
  if (!strcmp(cmd, "key"))
    return new_key();
  if (!strcmp(cmd, "lay"))
    return lay(r);
  if (!table.p)
    fault_say(&r->f, FAULT_STATE, "This file is not on the table any more; open it again.");
  else if (!strcmp(cmd, "join") || !strcmp(cmd, "state") || !strcmp(cmd, "over"))
    return show(r, cmd);
  else if (!strcmp(cmd, "take"))
    return take();
  else if (!strcmp(cmd, "seat"))
    return seat(r);
  else
    fault_at(&r->f, "cmd", "there is no such command");

  return NULL;
}

/* The answer to a request of n bytes, followed by a passed file of this many bytes. */
const char *salient_pass(size_t n, size_t file) {
  const char *line = module_line(n + file);
  struct passing r = {.file = line + n, .nfile = file};
  cJSON *doc = input_parse(line, n, "line", &r.f);

  r.doc = doc;
  const char *answer = doc ? obey(&r) : NULL;
  cJSON_Delete(doc);
  return answer ? answer : module_write(write_fault, &r.f);
}

/* The data files of the game on the table, to be kept beside it. */
const char *salient_pass_pack(void) {
  return module_pack(sal_ruleset_find(passed_about(table.p)->game));
}
