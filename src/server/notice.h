/* notice.h - telling an absent player that it is his decision.
 *
 * When a decision passes to a seat that nobody looks at, a notice is owed: by web push to the
 * browsers that asked for it, by the seat's webhook, by mail. It is written down first, so that a
 * notice that waits (for the end of quiet hours, the next try, the hour's digest) survives a
 * restart. If the decision has been made, or somebody looks, by the time it is due, nothing is
 * sent.
 */
#ifndef NOTICE_H
#define NOTICE_H

#include "courier.h"
#include "push.h"
#include "routes.h"

enum notice_way { WAY_PUSH, WAY_HOOK, WAY_MAIL, WAYS };

struct notice_text { /* of one decision; nothing hidden is in it */
  char game[ID_TEXT];
  int side;
  unsigned turn;
  char title[160]; /* Your move: Kursk, turn 4 */
  char body[160];  /* Citadel: the Soviet side decides. */
  char says[200];  /* game/scenario, turn 4: the Soviet side decides. */
  char link[300];  /* "" when the server does not know its own address */
};

struct notices *notices_open(struct server *, char why[256]);
void notices_begin(struct notices *); /* once the loop and the writer are there */
/* of games that are here now; of games that are elsewhere now (shards.h) */
void notices_take(struct notices *);
void notices_forget(struct notices *);
void notices_close(struct notices *);
const struct push_pair *notices_key(const struct notices *);
/* whom a push service can complain to */
void notices_contact(const struct server *, char out[200]);

/* After a change is durable: which sides decided before, and which do now. */
void notice_hand_over(struct room *, uint32_t before, uint32_t after);
bool notice_looking(const struct room *, int side);
/* The seat has another holder: the old one's subscriptions end. */
void notice_end_seat(struct room *, int side);
/* The same for an account; inside a transaction. */
enum store_result notice_end_account(struct store *, int64_t account);
/* The game goes, and what is kept about telling its players. */
enum store_result notice_end_game(struct store *, int64_t num);
void notice_text(const struct room *, int side, struct notice_text *);

/* Quiet hours: minutes after midnight in a zone this many minutes east of Greenwich. from == to:
 * none. */
struct quiet {
  int64_t from, to, zone;
};
bool quiet_parse(const cJSON *doc, struct quiet *, struct fault *);
struct quiet quiet_of(const cJSON *row); /* as quiet_write has written it */
void quiet_write(cJSON *row, const struct quiet *);
int64_t quiet_left(const struct quiet *, int64_t now_wall); /* ms until it ends; 0: it is not */

/* ---- subscriptions (notice_push.c) */
/* A browser that wants notices, and the hours in which it wants none. */
struct push_sub {
  int64_t id;
  char endpoint[1024];
  struct push_reader to;
  struct quiet quiet;
};
/* Those of the seat and of its account. At most `most`. */
int push_subs_read(struct store *, const struct room *, int side, struct push_sub *, int most);
struct parcel *push_parcel(struct server *, const struct push_sub *, const char *json,
                           const char *topic, parcel_done *, void *arg);
bool push_any(struct store *, const struct room *, int side); /* is there one? */
/* Those of one holder of a seat, of an account, of all a game's seats: they end. */
enum store_result push_end_seat(struct store *, int64_t num, int side);
enum store_result push_end_account(struct store *, int64_t account);
enum store_result push_end_game(struct store *, int64_t num);
void push_export(struct sal_json *, struct store *, int64_t account);
/* The result: kept for the player to see, or the subscription is removed. True: try again. */
bool push_came_back(struct server *, const struct parcel *);
route_answer notice_show, notice_subscribe, notice_unsubscribe, notice_try;

#endif
