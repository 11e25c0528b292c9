/* commits.c - what the disk allows: durable commits by one writer, one after the other.   commits
 * FILE SECONDS
 *
 * The peer of the server's acknowledgements, and so made like them: the same settings (write-ahead
 * log, synchronous FULL), the same table, and in every commit the row that an action costs at the
 * least: its line of the journal and the answer kept under its key, as long as nullgame's are. Left
 * out is all that makes it a server. The log grows, as SQLite lets it. Prints the rate, the
 * processor time of one commit, and for comparison the rate into a log that has its length already,
 * as the server's has.
 */
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

enum { HEAD = 25, KEY = 16, LINE = 54, ANSWER = 135 };
static const char TABLES[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA "
                             "wal_autocheckpoint=16384; PRAGMA journal_size_limit=8388608;"
                             "CREATE TABLE pack(id INTEGER PRIMARY KEY, text BLOB NOT NULL);";

struct disk {
  sqlite3 *db;
  sqlite3_stmt *begin, *row, *commit;
};
static void step(const struct disk *d, sqlite3_stmt *s) {
  if (sqlite3_step(s) != SQLITE_DONE)
    fprintf(stderr, "commits: %s\n", sqlite3_errmsg(d->db)), exit(1);
  sqlite3_reset(s);
}
static void act(const struct disk *d) {
  static const char text[HEAD + KEY + LINE + ANSWER] = "";
  step(d, d->begin);
  sqlite3_bind_blob(d->row, 1, text, sizeof text, SQLITE_STATIC);
  step(d, d->row);
  step(d, d->commit);
}
static bool ready(const struct disk *d, const char *sql, sqlite3_stmt **s) {
  return !sqlite3_prepare_v3(d->db, sql, -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
}

int main(int argc, char **argv) {
  struct disk d;
  if (argc != 3)
    return fputs("usage: commits FILE SECONDS\n", stderr), 2;
  if (sqlite3_open(argv[1], &d.db) || sqlite3_exec(d.db, TABLES, NULL, NULL, NULL) ||
      !ready(&d, "BEGIN IMMEDIATE", &d.begin) || !ready(&d, "COMMIT", &d.commit) ||
      !ready(&d, "INSERT INTO pack(text) VALUES(?)", &d.row))
    return fprintf(stderr, "%s: %s\n", argv[1], sqlite3_errmsg(d.db)), 1;
  double began = now(), used = processor(), took;
  int n = 0, over = 0;
  do
    act(&d), n++;
  while ((took = now() - began) < atof(argv[2]));
  used = processor() - used;
  sqlite3_exec(d.db, "PRAGMA wal_checkpoint(RESTART)", NULL, NULL, NULL);
  for (began = now(); over < n / 2; over++)
    act(&d);
  printf("{\"commits\":%d,\"per_second\":%.1f,\"commit_us\":%.2f,\"over_per_second\":%.1f}\n", n,
         n / took, used / n * 1e6, over / (now() - began));
  sqlite3_finalize(d.begin);
  sqlite3_finalize(d.row);
  sqlite3_finalize(d.commit);
  sqlite3_close(d.db);
  return 0;
}
