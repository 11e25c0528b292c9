/* shards.h - which games are this node's, when several nodes with names serve one shared store.
 *
 * A game belongs to one of 256 shards by its id, and a shard to one node at a time (store_lease.h).
 * A game of a cup belongs to shard 0, whatever its id. The node that has shard 0 is the house: it
 * alone changes what is not one game's (accounts, cups, seeks, bans, keys of workers). It keeps
 * shard 0 until it ends. Whoever asks a node for something that another one has is told which.
 *
 * A node that has more than its share gives some back: from then on nobody finds their rooms, the
 * lines in them end, what is under way is written, and then the shards are free. All this is about
 * the loop; the writer has a list of its own, and writes to no game that is not on it (store_has).
 *
 * Without other nodes there are no shards (server.shards is NULL), and everything is here.
 */
#ifndef SHARDS_H
#define SHARDS_H

#include "room.h"

struct shards;
/* Takes what is free. False with one clear line. */
bool shards_open(struct server *, char why[256]);
void shards_begin(struct server *); /* the loop runs: from now on they are shared out */
void shards_close(struct server *); /* the loop ends.. */
void shards_free(struct server *);  /* ..and has ended */

int shard_of(const char *id); /* by the id alone */
int room_shard(const struct room *);
bool shards_hold(const struct server *, int shard);
bool shards_hold_game(struct server *, const char *id); /* the same, for a game of a cup, too */
bool shards_house(const struct server *);
int shards_count(const struct server *); /* held here */
/* A new id, of that shard; -1: of any that is held here */
void shards_id(const struct server *, char id[STORE_ID], int shard);

/* room_find has said STORE_ELSEWHERE, or it is the house's (shard 0): where it is. */
int shards_missed(const struct server *);
void shards_miss(struct server *, int shard);
struct blob *shards_elsewhere(const struct server *, int shard);
void http_elsewhere(struct exchange *, int shard);

/* ---- news.c: what the house has changed and other nodes have in memory */
/* In the transaction of the change: "lines" end, "ban", "name"; "keys" of workers (account 0). */
enum store_result news_put(struct store *, const char *what, int64_t account);
int64_t news_last(struct store *);
/* What has come after that number is applied here; on the house only what an earlier house has
 * written, which is up to `inherited`. The last number that was; the rest is heard later. */
int64_t news_hear(struct server *, int64_t since, int64_t inherited);
/* The workers' keys have changed, or this node is the house now. */
void shards_read_keys(struct server *);

#endif
