/* test_closing.c - the server's end: nothing is freed while a thread still uses it. */
#include <stdlib.h>
#include <unistd.h>

#include "client.h"
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(waits_for_the_pool)};
  return cmocka_run_group_tests_name("server.closing", tests, NULL, NULL);
}
