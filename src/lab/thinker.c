/* thinker.c - see thinker.h. */
#include "thinker.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bots/bot.h"
#include "core/ruleset.h"

/* A bot behind a pipe: one line asks, one line answers. */
struct thinker {
  struct library *library;
  FILE *out;
  const struct sal_book *book; /* NULL: no game has been started */
  struct bot_spec spec;
  void *memory; /* the bot's, for the game that was started last */
  void *scratch;
  struct sal_head *view;
  struct sal_list legal;
};

/* The caller gets a reason, and the conversation goes on. */
static void refuse(struct thinker *t, const char *text) {
  fprintf(t->out, "{\"ok\":false,\"error\":{\"code\":\"input\",\"text\":\"%s\"}}\n", text);
}

/* "" for what is missing, which no command accepts. */
static const char *word(const cJSON *doc, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(doc, key));
  return text ? text : "";
}

/* Drops the game before. */
static void forget(struct thinker *t) {
  free(t->memory);
  free(t->scratch);
  free(t->view);
  t->memory = t->scratch = NULL;
  t->view = NULL;
  t->book = NULL;
}

/* A new game: the other program must have the same scenario and data. */
static void start(struct thinker *t, const cJSON *doc) {
  char name[128];
  char hash[24];
  const struct sal_ruleset *rules;
  const struct sal_book *book;
  struct fault f;
  struct sal_err err;

  forget(t);
  snprintf(name, sizeof name, "%s/%s", word(doc, "game"), word(doc, "scenario"));
  if (!library_pick(t->library, name, &rules, &book, &f)) {
    refuse(t, "there is no such game or scenario");
    return;
  }
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)book->data_hash);
  /* With other figures the same view would mean something else. */
  if (strcmp(hash, word(doc, "data"))) {
    refuse(t, "this program has other data files for that game");
    return;
  }
  if (!bot_parse(word(doc, "bot"), &t->spec, &err)) {
    refuse(t, "there is no such bot");
    return;
  }
  t->book = book;
  t->memory = calloc(1, t->spec.kind->size(book) + 1);
  t->scratch = calloc(1, (size_t)book->scratch_bytes + 1);
  t->view = calloc(1, book->state_bytes);
  if (!t->memory || !t->scratch || !t->view)
    abort();
  t->spec.kind->start(t->memory, book, &t->spec, strtoull(word(doc, "seed"), NULL, 16));
  fputs("{\"ok\":true}\n", t->out);
}

/* Small letters only, as the asking program writes them. */
static int digit(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

/* The view comes as hex, byte by byte as it lies in memory. */
static bool read_view(struct thinker *t, const char *hex) {
  uint8_t *bytes = (uint8_t *)t->view;

  if (strlen(hex) != 2 * (size_t)t->book->state_bytes)
    return false;
  for (uint32_t i = 0; i < t->book->state_bytes; i++) {
    int high = digit(hex[2 * i]);
    int low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0)
      return false;
    bytes[i] = (uint8_t)(high << 4 | low);
  }

  return true;
}

/* Is the state plausible enough to think about? What it says of its own frames must fit this
 * program. */
static bool sound(const struct thinker *t) {
  const struct sal_head *s = t->view;

  if (s->over || s->depth < 1 || s->depth > SAL_FRAMES)
    return false;
  for (int i = 0; i < s->depth; i++)
    if (s->frame[i].node >= t->book->rules->nnodes)
      return false;

  return true;
}

/* Answers with a move for this view. */
static void think(struct thinker *t, const cJSON *doc) {
  /* Nobody stops it: it thinks as long as its own budget lasts. */
  const atomic_bool stop = false;
  struct bot_thought thought = {.threads = 1};
  char text[160];
  int side = sal_side_parse(word(doc, "side"));

  if (!t->book || side >= SAL_SIDES) {
    refuse(t, t->book ? "the side is german or soviet" : "no game has been started");
    return;
  }
  if (!read_view(t, word(doc, "state")) || !sound(t)) {
    refuse(t, "the state does not fit this program");
    return;
  }
  struct sal_play view = {.book = t->book, .state = t->view, .scratch = t->scratch};
  sal_legal(&view, side, &t->legal);
  if (!t->legal.n) {
    refuse(t, "that side has nothing to decide there");
    return;
  }
  t->spec.kind->think(t->memory, &view, side, &t->legal, &stop, &thought);
  sal_action_print(t->book, thought.action, text, sizeof text);
  fprintf(t->out, "{\"ok\":true,\"action\":\"%s\",\"nodes\":%llu}\n", text,
          (unsigned long long)thought.nodes);
}

/* Lines in, lines out, until the input ends. */
int thinker_run(struct library *library, FILE *in, FILE *out) {
  struct thinker *t = calloc(1, sizeof *t);
  char *line = NULL;
  size_t cap = 0;

  if (!t)
    abort();
  t->library = library;
  t->out = out;
  while (getline(&line, &cap, in) > 0) {
    cJSON *doc = cJSON_Parse(line);
    const char *command = word(doc, "cmd");
    if (!strcmp(command, "start"))
      start(t, doc);
    else if (!strcmp(command, "think"))
      think(t, doc);
    else
      refuse(t, "a line is {\\\"cmd\\\":\\\"start\\\"} or {\\\"cmd\\\":\\\"think\\\"}");
    cJSON_Delete(doc);
    if (fflush(out))
      break;
  }
  free(line);
  forget(t);
  free(t);
  return 0;
}
