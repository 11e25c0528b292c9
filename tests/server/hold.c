/* hold.c - see hold.h. */
#include "hold.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* The connection that writes has the node's lock. */
static pid_t writing_backend(const struct test_server *s) {
  char cmd[500], line[40] = "";
  snprintf(cmd, sizeof cmd,
           "%s/psql -At '%s' -c \"SELECT pid FROM pg_locks l JOIN pg_database d ON d.oid = "
           "l.database WHERE l.locktype = 'advisory' AND l.classid = 1944 AND l.granted AND "
           "d.datname = current_database()\"",
           getenv("SALIENT_POSTGRES_BIN"), s->db);
  FILE *psql = popen(cmd, "r");
  assert_non_null(psql);
  assert_non_null(fgets(line, sizeof line, psql));
  pclose(psql);
  return (pid_t)atoi(line);
}
void hold_store(struct held *h, const struct test_server *s) {
  *h = (struct held){0};
  if (getenv("SALIENT_POSTGRES")) {
    h->backend = writing_backend(s);
    assert_true(h->backend > 0);
    assert_int_equal(kill(h->backend, SIGSTOP), 0);
    return;
  }
  assert_int_equal(sqlite3_open(s->db, &h->file), 0);
  sqlite3_busy_timeout(h->file, 5000); /* what came before may still be on its way */
  assert_int_equal(sqlite3_exec(h->file, "BEGIN IMMEDIATE", NULL, NULL, NULL), 0);
}
void let_store(struct held *h) {
  if (h->backend) {
    assert_int_equal(kill(h->backend, SIGCONT), 0);
    return;
  }
  assert_int_equal(sqlite3_exec(h->file, "ROLLBACK", NULL, NULL, NULL), 0);
  sqlite3_close(h->file);
}
