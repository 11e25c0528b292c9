/* people.c - see people.h. */
#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct http_answer person_post(const struct test_server *s, const struct person *who,
                               const char *path, const char *body) {
  return http_do(s, "POST", path, who ? who->head : NULL, body);
}
int person_status(const struct test_server *s, const struct person *who, const char *path,
                  const char *body) {
  struct http_answer a = person_post(s, who, path, body);
  int status = a.status;
  http_done(&a);
  return status;
}
cJSON *person_get(const struct test_server *s, const struct person *who, const char *path) {
  struct http_answer a = http_do(s, "GET", path, who ? who->head : NULL, NULL);
  assert_int_equal(a.status, 200);
  cJSON *doc = cJSON_Duplicate(a.doc, true);
  http_done(&a);
  return doc;
}
bool person_sign(const struct test_server *s, struct person *who, const char *path,
                 const char *body) {
  char head[800], answer[4000] = "";
  size_t n = 0;
  int fd = wsc_dial(&s->url);
  snprintf(head, sizeof head,
           "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
           "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
           path, strlen(body), body);
  assert_true(write(fd, head, strlen(head)) > 0);
  for (ssize_t got; n < sizeof answer - 1; n += (size_t)got)
    if ((got = read(fd, answer + n, sizeof answer - 1 - n)) <= 0)
      break;
  close(fd);
  answer[n] = 0;
  const char *cookie = strstr(answer, "set-cookie: ");
  if (strncmp(answer, "HTTP/1.1 200", 12) || !cookie)
    return false;
  cookie += 12;
  snprintf(who->head, sizeof who->head, "Cookie: %.*s\r\n", (int)strcspn(cookie, ";"), cookie);
  return true;
}
struct person person_new(const struct test_server *s, const char *name) {
  struct person who;
  char body[200];
  snprintf(body, sizeof body, "{\"name\":\"%s\",\"passphrase\":\"correct horse\"}", name);
  assert_true(person_sign(s, &who, "/api/account", body));
  return who;
}
