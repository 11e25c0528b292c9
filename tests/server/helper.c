/* helper.c - see helper.h. */
#include "helper.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void admin_read(const char *file, char head[160]) {
  char token[64] = "";
  FILE *f = fopen(file, "r");
  assert_non_null(f);
  assert_non_null(fgets(token, sizeof token, f));
  fclose(f);
  token[strcspn(token, "\n")] = 0;
  snprintf(head, 160, "Authorization: Bearer %s\r\n", token);
}
void helper_key(const struct test_server *s, const char *admin, const char *name, char key[64]) {
  char body[80];
  snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
  struct http_answer a = http_do(s, "POST", "/api/admin/workers", admin, body);
  assert_int_equal(a.status, 200);
  snprintf(key, 64, "%s", word(a.doc, "key"));
  http_done(&a);
}
struct helper helper_start(const struct test_server *s, const char *name, const char *key) {
  struct helper h;
  char file[96], url[64];
  snprintf(h.log, sizeof h.log, "%s/log-%s", s->dir, name);
  snprintf(file, sizeof file, "%s/key-%s", s->dir, name);
  snprintf(url, sizeof url, "http://127.0.0.1:%d", s->url.port);
  FILE *f = fopen(file, "w");
  assert_non_null(f);
  fprintf(f, "%s\n", key);
  fclose(f);
  h.pid = fork();
  if (!h.pid) {
    int log = open(h.log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(log, 2);
    const char *named = getenv("SALIENT_PROGRAM");
    execl(named ? named : SALIENT_EXE, "salient", "worker", "--url", url, "--key", file, "--cores",
          "1", (char *)NULL);
    _exit(99);
  }
  return h;
}
int helper_end(struct helper *h, int signal) {
  int code;
  kill(h->pid, signal);
  waitpid(h->pid, &code, 0);
  return WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
}
void helper_clean(const struct helper *h) {
  struct test_server seen = {0};
  snprintf(seen.err, sizeof seen.err, "%s", h->log);
  assert_int_equal(server_said(&seen, "Sanitizer"), 0);
  assert_int_equal(server_said(&seen, "runtime error"), 0);
}
