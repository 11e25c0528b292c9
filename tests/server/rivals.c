/* rivals.c - see rivals.h. */
#include "rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char CLOCK[] = "\"clock\":{\"bank\":3600,\"increment\":10,\"timeout\":\"lose\"}";

struct rival rival_new(const struct test_server *s, const char *name, const char *address) {
  struct rival p = {0};
  char from[80] = "";
  char head[4096] = "";
  char body[160];
  size_t have = 0;
  snprintf(p.name, sizeof p.name, "%s", name);
  if (address)
    snprintf(from, sizeof from, "X-Forwarded-For: %s\r\n", address);
  snprintf(body, sizeof body, "{\"name\":\"%s\",\"passphrase\":\"correct horse\"}", name);
  int fd = wsc_dial(&s->url);
  assert_true(fd >= 0);
  dprintf(fd,
          "POST /api/account HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Type: application/json\r\n"
          "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
          from, strlen(body), body);
  for (ssize_t n; (n = read(fd, head + have, sizeof head - 1 - have)) > 0;)
    have += (size_t)n;
  close(fd);
  const char *set = strstr(head, "set-cookie: salient=");
  if (!set)
    fail_msg("no account: %s", head);
  snprintf(p.cookie, sizeof p.cookie, "%.*s", (int)strcspn(set + 20, ";"), set + 20);
  snprintf(p.head, sizeof p.head, "Cookie: salient=%s\r\n%s", p.cookie, from);
  return p;
}
cJSON *rival_ask(const struct test_server *s, const struct rival *p, const char *method,
                 const char *path, const char *fmt, ...) {
  char body[4096] = "";
  va_list ap;
  va_start(ap, fmt);
  if (fmt)
    vsnprintf(body, sizeof body, fmt, ap);
  va_end(ap);
  struct http_answer a = http_do(s, method, path, p ? p->head : NULL, fmt ? body : NULL);
  if (a.status != 200 || !a.doc)
    fail_msg("%s %s %s: %d %s", method, path, body, a.status, a.text);
  cJSON *doc = a.doc;
  a.doc = NULL;
  http_done(&a);
  return doc;
}
const char *rival_refused(const struct test_server *s, const struct rival *p, const char *method,
                          const char *path, const char *body, char out[300]) {
  struct http_answer a = http_do(s, method, path, p ? p->head : NULL, body);
  if (a.status < 400)
    fail_msg("%s %s %s was not refused: %s", method, path, body, a.text);
  snprintf(out, 300, "%s", word(a.doc, "error.text"));
  http_done(&a);
  return out;
}
void rival_says(const struct test_server *s, const struct rival *p, const char *game,
                const char *message) {
  struct player line;
  player_open(&line, s, p->head);
  cJSON *joined = player_join(&line, game, "");
  if (!cJSON_IsTrue(at(joined, "ok")))
    fail_msg("%s may not join: %s", p->name, cJSON_Print(joined));
  cJSON *said = player_ask(&line, "%s", message);
  if (!cJSON_IsTrue(at(said, "ok")))
    fail_msg("%s: %s", message, cJSON_Print(said));
  cJSON_Delete(joined);
  cJSON_Delete(said);
  player_close(&line);
}
void rivals_play(const struct test_server *s, const struct rival *german,
                 const struct rival *soviet, bool german_wins, char id[20]) {
  char path[64];
  cJSON *made = rival_ask(s, german, "POST", "/api/games",
                          "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"rated\":true,%s,"
                          "\"seats\":{\"german\":\"me\",\"soviet\":\"open\"}}",
                          CLOCK);
  snprintf(id, 20, "%s", word(made, "id"));
  cJSON_Delete(made);
  snprintf(path, sizeof path, "/api/games/%s/join", id);
  cJSON_Delete(rival_ask(s, soviet, "POST", path, "{}"));
  rival_says(s, german_wins ? soviet : german, id, "{\"cmd\":\"abandon\"}");
}
