/* tty_seat.h - one player's side of a game in a terminal: shows the prompt, the numbered actions
 * and the events that the documents give, and obeys what is typed. Knows no game. */
#ifndef TABLE_H
#define TABLE_H

#include "bots/bot.h"
#include "cli.h"
#include "tty_words.h"

enum { TABLE_WAY = 64 }; /* steps of a `go` */

/* One terminal and the game on it. The caller owns lib, desk, game and memory; the functions
 * here own only `news`. One thread. */
struct table {
  struct library *lib;
  struct desk *desk;
  struct game *g;

  /* the sides that a computer plays, with the memory that each keeps between decisions */
  struct bot_spec bot[2];
  bool is_bot[2];
  void *memory[2];
  uint32_t seen[4];        /* events shown to each side so far */
  cJSON *news;             /* those shown last; free it with the table */
  char way[TABLE_WAY][64]; /* the rest of a `go`, last step first */
  int nway, way_side;
  uint64_t way_rolls; /* dice rolled when it began: it ends with the first one after */
  /* input is no terminal: what is read is echoed */
  bool piped;
  bool no_files; /* `save` writes nothing */
  /* How a decision is made and taken back, when not simply in the game: a game that is passed in a
   * file. */
  bool (*act)(void *ctx, struct sal_action, struct fault *);
  bool (*undo)(void *ctx, struct fault *);
  void *ctx;
};

/* What is to follow a line: ask again, show the prompt again, show it with all its actions,
 * leave. */
enum table_next { AGAIN, SHOW, SHOW_ALL, QUIT };
/* Obeys one line typed by a side; `doc` is its prompt. The line is changed. */
enum table_next table_line(struct table *, int side, const cJSON *doc, char *line);
/* Asks a side on stdin until it has done something. false: no more input, or quit. */
bool table_ask(struct table *, int side);
void table_events(struct table *, int side); /* what it has not been shown yet */
void table_map(struct table *, int side, const char *hex);

#endif
