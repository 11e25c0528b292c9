/* lobby.h - games from outside: made, imported, joined, played again, shown, deleted. Each answers its exchange. */
#ifndef LOBBY_H
#define LOBBY_H

#include "room.h"

void lobby_create(struct exchange *, const cJSON *doc);
void lobby_import(struct exchange *, const cJSON *doc);
/* These wait until the room is free; the document is taken. */
typedef void lobby_visit(struct room *, struct exchange *, const cJSON *doc);
void lobby_with(struct exchange *, const char *id, lobby_visit *, cJSON *doc);
void lobby_info(struct room *, struct exchange *, const cJSON *);
void lobby_join(struct room *, struct exchange *, const cJSON *);
void lobby_rematch(struct room *, struct exchange *, const cJSON *);
void lobby_delete(struct room *, struct exchange *, const cJSON *);
void lobby_journal(struct room *, struct exchange *, const cJSON *);
void lobby_list(struct exchange *, enum store_list);
/* german, soviet, watch, all (the owner) or none, by a token or an account. */
int lobby_authority(const struct room *, const char *token, int64_t account);
void game_summary(struct sal_json *, const struct store_game *, int64_t account);

#endif
