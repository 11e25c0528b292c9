/* test_closing.c - the server's end: nothing is freed while a thread still uses it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hold.h"
#include "server/server.h"

/* A thread of the pool that takes longer over its work than a quick end takes. */
static void work_slowly(uv_work_t *work) {
  bool *worked = work->data;
  sleep(3);
  *worked = true;
}
static void forget(uv_work_t *work, int status) {
  (void)status;
  work->data = NULL;
}

/* Hashing a passphrase and tidying the store use the server's memory on threads of the pool. */
static void waits_for_the_pool(void **state) {
  (void)state;
  char folder[] = "/tmp/salient-closing-XXXXXX";
  char db[64], why[256] = "";
  bool worked = false;
  uv_work_t work = {.data = &worked};
  assert_non_null(mkdtemp(folder));
  snprintf(db, sizeof db, "%s/games.db", folder);
  const struct server_config config = {.db = db, .workers = 1, .address = "127.0.0.1"};
  struct server *server = server_open(&config, why);
  assert_non_null(server);
  assert_int_equal(uv_queue_work(&server->loop, &work, work_slowly, forget), 0);
  server_close(server);
  assert_true(worked);
  assert_null(work.data); /* the loop heard of it before it was closed */
  char clean[96];
  snprintf(clean, sizeof clean, "rm -rf '%s'", folder);
  assert_int_equal(system(clean), 0);
}

/* A request on a connection of its own; nobody waits for its answer here. */
static int ask_for_a_rematch(const struct test_server *s, const struct made *m) {
  char text[400];
  int fd = wsc_dial(&s->url);
  assert_true(fd >= 0);
  int n = snprintf(text, sizeof text,
                   "POST /api/games/%s/rematch HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                   "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                   "Content-Length: 2\r\n\r\n{}",
                   m->id, s->url.port, m->german);
  assert_int_equal(send(fd, text, (size_t)n, MSG_NOSIGNAL), n);
  return fd;
}

/* The server is told to end while a rematch is on its way to the disk. The game that was made is
 * written, and so is the word to the old game, which only the end of that write asks for. */
static void a_rematch_at_the_end(void **state) {
  (void)state;
  struct test_server s = {0};
  struct player p;
  struct held hold;
  server_folder(&s);
  server_start(&s, NULL);
  struct made m = make_game(&s, "\"german\":\"me\",\"soviet\":\"hotseat\"", "");
  player_open(&p, &s, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON_Delete(player_ask(&p, "{\"cmd\":\"abandon\"}"));
  player_close(&p);

  hold_store(&hold, &s);
  int fd = ask_for_a_rematch(&s, &m);
  usleep(300000); /* it waits for the database now */
  assert_int_equal(kill(s.pid, SIGTERM), 0);
  assert_true(server_says(&s, "closing"));
  let_store(&hold);
  int status;
  assert_int_equal(waitpid(s.pid, &status, 0), s.pid);
  assert_int_equal(status, 0);
  close(fd);

  server_start(&s, NULL);
  char path[64];
  snprintf(path, sizeof path, "/api/games/%s", m.id);
  struct http_answer told = http_do(&s, "GET", path, NULL, NULL);
  assert_true(strlen(word(told.doc, "rematch")) > 0);
  http_done(&told);
  assert_int_equal(server_stop(&s), 0);
  server_clean(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(waits_for_the_pool),
                                     cmocka_unit_test(a_rematch_at_the_end)};
  return cmocka_run_group_tests_name("server.closing", tests, NULL, NULL);
}
