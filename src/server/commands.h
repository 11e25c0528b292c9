/* commands.h - what the command line calls. Each prints and returns the exit code. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

struct library;

/* Where `play` keeps its games: XDG_DATA_HOME/salient/games.db. */
void server_home(char out[1024]);
int backup_run(const char *db, const char *to);
int copy_run(const char *from, const char *to);
int restore_run(const char *from, const char *db);
int verify_run(struct library *, const char *db);

/* The settings of `salient load`: how many games and clients, for how long, how fast. */
struct load_plan {
  const char *url;
  /* rate: actions a second over all, 0 = as many as it can */
  uint32_t games, clients, seconds, rate;
  /* the server's process, to measure its memory; seconds to wait for games to leave it */
  uint32_t pid, settle;
  const char *game, *scenario;
  bool json;
};
int load_run(const struct load_plan *);

#endif
