/* fuzz_ws.c - messages of four connections to one game: every message gets exactly one answer,
 * pushes go to their seat, and the journal replays.
 *
 * A line is one message. Its first letter says from whom: a German, b Soviet, w watching, anybody
 * else has not joined.
 */
#include "server.h"

enum { CONNS = 4, MESSAGES = 160 };
static struct conn conn[CONNS];
static int answers, pushes[CONNS];
static struct { /* what each has heard last */
  char seq[12], first[48], last[48];
} news[CONNS];

static void note_news(int who, const cJSON *doc) {
  const cJSON *seq = cJSON_GetObjectItemCaseSensitive(doc, "seq"),
              *actions = cJSON_GetObjectItemCaseSensitive(doc, "actions");
  int n = cJSON_GetArraySize(actions);
  if (cJSON_IsNumber(seq))
    snprintf(news[who].seq, sizeof news[who].seq, "%d", seq->valueint);
  for (int i = 0; i<n; i += n> 1 ? n - 1 : 1) {
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(actions, i), "id");
    if (cJSON_IsString(id))
      snprintf(i ? news[who].last : news[who].first, sizeof news[who].last, "%s", id->valuestring);
  }
}
static char *spell_for(int who, const char *text, size_t *n) {
  snprintf(own.seq, sizeof own.seq, "%s", news[who].seq);
  snprintf(own.first, sizeof own.first, "%s", news[who].first);
  snprintf(own.last, sizeof own.last, "%s", news[who].last);
  return spell(text, n);
}

static void fuzz_heard(struct conn *c, const struct blob *b) {
  int who = (int)(c - conn);
  MUST(b->len == strlen(b->text));
  cJSON *doc = cJSON_ParseWithLength(b->text, b->len);
  MUST(doc);
  if (cJSON_HasObjectItem(doc, "push"))
    pushes[who]++;
  else
    answers++;
  MUST(cJSON_HasObjectItem(doc, "push") != cJSON_HasObjectItem(doc, "ok"));
  note_news(who, doc);
  const cJSON *view = cJSON_GetObjectItemCaseSensitive(doc, "view"),
              *side = view ? cJSON_GetObjectItemCaseSensitive(view, "side") : NULL;
  if (side && cJSON_HasObjectItem(doc, "push"))
    MUST(c->seat <= SAL_WATCH && !strcmp(side->valuestring, sal_side_name[c->seat]));
  /* nobody is ever told a token here */
  for (int i = 0; i < 4; i++)
    MUST(!strstr(b->text, own.token[i]));
  cJSON_Delete(doc);
}
static void hear(struct conn *c, const char *text, size_t n) {
  int before = answers;
  ws_message(c, text, n);
  turn_until(&answers, before + 1);
  MUST(answers == before + 1);
}
static void sit(int i) {
  static const char join[] = "{\"cmd\":\"join\",\"game\":\"$G\",\"seat\":\"$%\",\"since\":0}";
  conn[i] = (struct conn){.srv = srv, .wire = &conn[i]};
  snprintf(conn[i].address, sizeof conn[i].address, "127.0.0.1");
  ws_open(&conn[i]);
  if (i == 3)
    return;
  char text[sizeof join];
  memcpy(text, join, sizeof join);
  *strchr(text, '%') = "ABW"[i];
  size_t n = sizeof join - 1;
  char *said = spell(text, &n);
  hear(&conn[i], said, n);
  MUST(conn[i].seat == i);
  free(said);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  server_ready();
  fresh_game();
  memset(news, 0, sizeof news);
  for (int i = 0; i < CONNS; i++)
    sit(i);
  const char *p = (const char *)data, *end = p + n;
  for (int i = 0; p < end && i < MESSAGES; i++) {
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    size_t len = stop ? (size_t)(stop - p) : (size_t)(end - p);
    if (len) {
      int who = *p == 'a' ? 0 : *p == 'b' ? 1 : *p == 'w' ? 2 : 3;
      size_t said_n = len - 1;
      char *said = spell_for(who, p + 1, &said_n);
      hear(&conn[who], said, said_n);
      free(said);
    }
    p += len + 1;
  }
  settle();
  for (int i = 0; i < CONNS; i++)
    ws_close(&conn[i]);
  settle();
  journal_is_sound();
  return 0;
}
