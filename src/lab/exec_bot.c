/* exec_bot.c - see exec_bot.h. One process for each seat of each thread; it lives from the first
 * game to the last. A program that dies, says no or says nonsense forfeits the game.
 */
#include "exec_bot.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>

struct talk { /* a bot's memory: the process and the pipes to it */
  const struct exec_bot *bot;
  const struct sal_book *book;
  pid_t pid;
  FILE *to, *from;
  char *line;
  size_t cap;
  char trouble[160]; /* why it stopped playing in this game */
};

/* The memory of one seat is a conversation with its program. */
static size_t size(const struct sal_book *b) {
  (void)b;
  return sizeof(struct talk);
}

/* ---- the process */

/* In the child: its input and output are the pipes, then it becomes the program. */
static void run_program(const struct exec_bot *bot, int in, int out) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  close(in);
  close(out);
  if (bot->data_dir)
    execl(bot->path, bot->path, "worker", "--data", bot->data_dir, (char *)NULL);
  else
    execl(bot->path, bot->path, "worker", (char *)NULL);
  _exit(127);
}

/* One pipe down, one up; both or neither. */
static bool open_pipes(int down[2], int up[2]) {
  if (pipe2(down, O_CLOEXEC))
    return false;
  if (!pipe2(up, O_CLOEXEC))
    return true;
  close(down[0]);
  close(down[1]);
  return false;
}

/* Starts the program of a seat. */
static bool spawn(struct talk *t) {
  int down[2];
  int up[2];

  if (!open_pipes(down, up))
    return false;
  t->pid = fork();
  if (t->pid == 0)
    run_program(t->bot, down[0], up[1]);
  close(down[0]);
  close(up[1]);
  t->to = fdopen(down[1], "w");
  t->from = fdopen(up[0], "r");
  return t->pid > 0 && t->to && t->from;
}

/* Ends the program, whatever it is doing. */
static void stop(void *memory) {
  struct talk *t = memory;

  if (t->to)
    fclose(t->to);
  if (t->from)
    fclose(t->from);
  if (t->pid > 0) {
    kill(t->pid, SIGKILL);
    waitpid(t->pid, NULL, 0);
  }
  free(t->line);
  memset(t, 0, sizeof *t);
}

/* ---- lines */

/* Reads the answer to what was sent; NULL when there is none or it says no. */
static cJSON *answer(struct talk *t) {
  if (fflush(t->to) || getline(&t->line, &t->cap, t->from) <= 0) {
    snprintf(t->trouble, sizeof t->trouble, "%.100s ended or does not answer", t->bot->path);
    return NULL;
  }
  cJSON *doc = cJSON_Parse(t->line);
  if (doc && cJSON_IsTrue(cJSON_GetObjectItem(doc, "ok")))
    return doc;
  const cJSON *error = cJSON_GetObjectItem(doc, "error");
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(error, "text"));
  snprintf(t->trouble, sizeof t->trouble, "%s", text ? text : "it answered no JSON object");
  cJSON_Delete(doc);
  return NULL;
}

/* Tells the program what will be played. It answers before the game begins, so a slow start costs
 * no move. */
static void start(void *memory, const struct sal_book *b, const struct bot_spec *spec,
                  uint64_t seed) {
  struct talk *t = memory;

  t->bot = spec->exec;
  t->book = b;
  t->trouble[0] = 0;
  if (!t->pid && !spawn(t)) {
    snprintf(t->trouble, sizeof t->trouble, "%.100s cannot be started", t->bot->path);
    return;
  }
  fprintf(t->to,
          "{\"cmd\":\"start\",\"game\":\"%s\",\"scenario\":\"%s\",\"data\":\"%016llx\","
          "\"bot\":\"%s\",\"seed\":\"%016llx\"}\n",
          b->rules->id, b->scenarios[b->scenario].id, (unsigned long long)b->data_hash,
          t->bot->words, (unsigned long long)seed);
  cJSON_Delete(answer(t));
}

/* The view as it lies in memory, and the legal actions as text for programs that do not share it.
 */
static void ask(struct talk *t, const struct sal_play *view, int side,
                const struct sal_list *legal) {
  static const char digit[] = "0123456789abcdef";
  const uint8_t *bytes = (const uint8_t *)view->state;

  fprintf(t->to, "{\"cmd\":\"think\",\"side\":\"%s\",\"state\":\"", sal_side_name[side]);
  for (uint32_t i = 0; i < t->book->state_bytes; i++) {
    putc(digit[bytes[i] >> 4], t->to);
    putc(digit[bytes[i] & 15], t->to);
  }
  fputs("\",\"actions\":[", t->to);
  for (uint32_t i = 0; i < legal->n; i++) {
    char text[160];
    sal_action_print(t->book, legal->a[i], text, sizeof text);
    fprintf(t->to, "%s\"%s\"", i ? "," : "", text);
  }
  fputs("]}\n", t->to);
}

/* Asks for a move. Anything but a legal move gives the game up, with the reason. */
static void think(void *memory, const struct sal_play *view, int side, const struct sal_list *legal,
                  const atomic_bool *stop_flag, struct bot_thought *out) {
  struct talk *t = memory;
  struct sal_err err = {0};

  (void)stop_flag;
  out->action = legal->a[0];
  out->gave_up = true;
  if (!t->trouble[0]) {
    ask(t, view, side, legal);
    cJSON *doc = answer(t);
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(doc, "action"));
    const cJSON *nodes = cJSON_GetObjectItem(doc, "nodes");
    out->nodes = cJSON_IsNumber(nodes) ? (uint64_t)nodes->valuedouble : 1;
    if (text && sal_action_parse(t->book, text, &out->action, &err) &&
        sal_list_has(legal, out->action))
      out->gave_up = false;
    else if (!t->trouble[0])
      snprintf(t->trouble, sizeof t->trouble, "'%.60s' is not legal", text ? text : "");
    cJSON_Delete(doc);
  }
  snprintf(out->why, sizeof out->why, "%s", t->trouble);
}

static const struct bot_kind exec_kind = {
    .name = "exec", .looks = true, .size = size, .start = start, .think = think, .stop = stop};

/* exec:PATH:BOT; the path ends at the first colon behind a slash-free word that begins a bot's
 * name, so it may itself hold colons only before its last slash. */
bool lab_bot_parse(const char *text, const char *data_dir, struct exec_bot *exec,
                   struct bot_spec *spec, struct sal_err *err) {
  static const char prefix[] = "exec:";

  if (strncmp(text, prefix, sizeof prefix - 1))
    return bot_parse(text, spec, err);
  const char *path = text + sizeof prefix - 1;
  const char *slash = strrchr(path, '/');
  const char *colon = strchr(slash ? slash : path, ':');
  if (!colon || !colon[1])
    return sal_fail_at(err, "bot", "%s: write exec:PATH:BOT", text);
  if ((size_t)(colon - path) >= sizeof exec->path || strlen(colon + 1) >= sizeof exec->words)
    return sal_fail_at(err, "bot", "%s is too long", text);
  if (strpbrk(text, " \t\"\\"))
    return sal_fail_at(err, "bot", "a bot's name has no blanks, quotes or backslashes");
  snprintf(exec->path, sizeof exec->path, "%.*s", (int)(colon - path), path);
  snprintf(exec->words, sizeof exec->words, "%s", colon + 1);
  exec->data_dir = data_dir;
  if (access(exec->path, X_OK))
    return sal_fail_at(err, "bot", "%s is not a program that can be run", exec->path);
  *spec = (struct bot_spec){.kind = &exec_kind, .exec = exec};
  return true;
}
