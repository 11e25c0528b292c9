/* commits.c - what the disk allows: durable commits of one row each by one writer, with the server's settings (WAL,
 * synchronous FULL).   commits FILE SECONDS
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

int main(int argc, char **argv) {
  sqlite3 *db;
  sqlite3_stmt *put;
  char row[200];
  if (argc != 3) return fputs("usage: commits FILE SECONDS\n", stderr), 2;
  if (sqlite3_open(argv[1], &db) || sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t(game INTEGER, n INTEGER, line TEXT, PRIMARY KEY(game, n)) WITHOUT ROWID", NULL, NULL, NULL) ||
      sqlite3_prepare_v2(db, "INSERT INTO t VALUES(1, ?1, ?2)", -1, &put, NULL))
    return fprintf(stderr, "%s: %s\n", argv[1], sqlite3_errmsg(db)), 1;
  memset(row, 'x', sizeof row); /* about as long as a line of a journal */
  double began = now(), took;
  int n = 0;
  do {
    sqlite3_bind_int(put, 1, n++);
    sqlite3_bind_text(put, 2, row, sizeof row, SQLITE_STATIC);
    if (sqlite3_step(put) != SQLITE_DONE) return fprintf(stderr, "%s: %s\n", argv[1], sqlite3_errmsg(db)), 1;
    sqlite3_reset(put);
  } while ((took = now() - began) < atof(argv[2]));
  printf("{\"commits\":%d,\"per_second\":%.1f}\n", n, n / took);
  sqlite3_finalize(put);
  sqlite3_close(db);
  return 0;
}
