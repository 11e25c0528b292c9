/* lobby_inside.h - what lobby.c (games from outside) and lobby_make.c (how they are made) share. */
#ifndef LOBBY_INSIDE_H
#define LOBBY_INSIDE_H

#include "lobby.h"

/* ---- lobby.c */
/* A new token, and the hash that is kept of it. */
void lobby_give_token(const struct server *, char token[TOKEN_TEXT], uint8_t hash[SECRET_HASH]);
/* The account's name, or the guest's, who may be NULL. */
void lobby_set_name(struct server *, struct store_seat *, int64_t account, const char *guest);
/* Only one person plays in it, so nothing in it is hidden from him. */
bool lobby_plays_alone(const struct store_game *);

/* ---- lobby_make.c */
/* The game that the document asks for. `from`: the game of which it is a rematch, or NULL. `asker`:
 * the maker's side in a rematch; he is told its token. */
void lobby_create_from(struct exchange *, const cJSON *doc, struct room *from, int asker);

#endif
