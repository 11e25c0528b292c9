/* cup.h - cups of four to sixteen: pairs of games on both sides, a table, a referee.
 *
 * A cup is one document (a row of kind "cup"); pairs and table follow from its results alone
 * (cup_pair.h). Its games are ordinary ones. A new round begins when the last game of the round
 * before is over. After a crash everything missing is made again, and nothing twice.
 */
#ifndef CUP_H
#define CUP_H

#include "cup_pair.h"
#include "routes.h"

/* A cup in memory, owned by the server's list; only the loop touches it. Once read it stays. */
struct cup {
  char id[ID_TEXT];
  int64_t at;
  cJSON *doc;
  struct cup *next;
};
/* ---- routes (cup_http.c) */
route_answer cup_list, cup_make, cup_show, cup_post;

/* ---- the play (cup.c) */
/* Once a second. The first time: those that run go on. */
void cups_tick(struct server *);
void cups_free(struct server *);
/* In memory, or read; NULL: there is none. */
struct cup *cup_find(struct server *, const char *id);
struct cup *cup_new(struct server *, cJSON *doc); /* takes the document */
/* To the disk; then x, if there is one, is answered with the cup. */
void cup_save(struct server *, struct cup *, struct exchange *x);
/* The first round is made of those who have entered. */
void cup_start(struct server *, struct cup *);
void cup_sheet_of(const cJSON *doc, struct cup_sheet *);
cJSON *cup_entrant(const cJSON *doc, int number);
/* The entrant with that account; -1: none. */
int cup_entrant_of(const cJSON *doc, int64_t account);
/* So many days more for an entrant's games that are not over. */
void cup_give_days(struct server *, struct cup *, int entrant, int days);
/* Where in the cup a game is; false: nowhere. */
struct cup_spot {
  int round, pair, leg;
  cJSON *play; /* the pair */
  cJSON *game; /* of it */
};
bool cup_spot_of(const cJSON *doc, const char *game, struct cup_spot *);
/* As the asker of the exchange may see it. */
void cup_json(const struct exchange *, const struct cup *, struct sal_json *);

/* ---- hooks of the rooms */
/* Which cup a game belongs to, for a room that has just been read. */
enum store_result cup_note(struct room *);
/* What the room has just written is durable: perhaps the game is over, or has lasted long enough.
 */
void cup_game_moved(struct room *);

#endif
