/* lobby.h - games from outside: made, imported, joined, played again, shown, deleted. Each answers
 * its exchange. */
#ifndef LOBBY_H
#define LOBBY_H

#include "room.h"

void lobby_create(struct exchange *, const cJSON *doc);
void lobby_import(struct exchange *, const cJSON *doc);
/* A game that the server makes for others: an accepted seek, a game of a cup. */
struct lobby_wish {
  const cJSON *setup; /* as the body of POST /api/games; a seat that is `me` is somebody's below */
  struct {
    int64_t account;
    const char *name;     /* of a guest */
    const uint8_t *token; /* hash of a token that he already has; NULL: a new one is made */
  } seat[2];
  const uint8_t *secret; /* of its dice; NULL: a new one */
  /* in the transaction that writes the game; what it refuses is not made */
  enum store_result (*also)(struct store *, const struct store_game *, void *arg);
  /* on the loop; the room is NULL when it was not made, and the fault says why */
  void (*made)(void *arg, struct room *, char token[2][TOKEN_TEXT], const struct fault *);
  void *arg;
};
/* Only its callbacks and arg must live on. False: the game cannot be made, and `made` is not
 * called. */
bool lobby_make(struct server *, const struct lobby_wish *, struct fault *);
/* Could the game be made? Nothing is written. */
bool lobby_try(struct server *, const struct lobby_wish *, struct fault *);
/* A guest's name: visible, and not an account's. */
bool lobby_guest_name(const struct exchange *, const char *name, struct fault *);
/* the solver in the puzzle's seat, the computer in the other */
void lobby_puzzle(struct exchange *, const cJSON *puzzle, const cJSON *doc);
/* These wait until the room is free; the document is taken. */
typedef void lobby_visit(struct room *, struct exchange *, const cJSON *doc);
void lobby_with(struct exchange *, const char *id, lobby_visit *, cJSON *doc);
void lobby_info(struct room *, struct exchange *, const cJSON *);
void lobby_join(struct room *, struct exchange *, const cJSON *);
void lobby_renew(struct room *, struct exchange *, const cJSON *); /* a new token */
void lobby_rematch(struct room *, struct exchange *, const cJSON *);
void lobby_branch(struct room *, struct exchange *, const cJSON *);
void lobby_delete(struct room *, struct exchange *, const cJSON *);
void lobby_remove(struct room *); /* by the server itself */
void lobby_journal(struct room *, struct exchange *, const cJSON *);
void lobby_list(struct exchange *, enum store_list);
/* german, soviet, watch, all (the owner) or none, by a token or an account. */
int lobby_authority(const struct room *, const char *token, int64_t account);
/* The side that an invitation is for, or SAL_NOSIDE: it opens nothing but `join`. */
int lobby_invited(const struct room *, const char *token);
void game_summary(struct sal_json *, const struct store_game *, int64_t account);

#endif
