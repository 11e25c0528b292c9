/* limits.h - how much one address, account or name may ask for.
 *
 * Two tables. Rates are leaky buckets in a fixed table, where the row that has been quiet longest
 * makes room for a newcomer. What an address holds (connections, bytes of unfinished messages) is
 * counted in another table, whose rows live exactly as long as something is held. So holding many
 * connections can neither push anybody out of the first table nor lock anybody out of it. Both
 * tables are hashed with a key that nobody outside knows.
 *
 * An IPv6 address counts as its network of 64 bits, which is what one household gets; the network
 * of 48 bits around it has the same limits several times over.
 */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit_kind {
  LIMIT_HTTP,
  LIMIT_CONNECT,
  LIMIT_CREATE,
  LIMIT_LOGIN,
  LIMIT_NAME, /* attempts to open one account, from wherever */
  LIMIT_COPY,
  LIMIT_LOOK,
  LIMIT_SEATS,  /* open seats of others' games */
  LIMIT_THINK,  /* seconds of computer opponents */
  LIMIT_NOTICE, /* changes to a player's notices, and trials of them */
  LIMIT_MAIL,   /* mails that somebody has sent to an address */
  LIMIT_CHAT,   /* lines of chat by newcomers */
  LIMIT_REPORT, /* reports to the referees */
  LIMIT_KINDS
};
enum {
  LIMIT_MESSAGE_BYTES = 1 << 20,
  LIMIT_BODY_BYTES = 2 << 20,
  LIMIT_INBOX = 64,
  LIMIT_PER_ADDRESS = 100,   /* lines (WebSocket) */
  LIMIT_PLAIN = 60,          /* connections that are no lines */
  LIMIT_KEPT_BYTES = 8 << 20 /* of unfinished messages and bodies */
};
enum { /* of one game and of one account */
       LIMIT_SEAT_CONNS = 20,
       LIMIT_WATCHERS = 100,
       LIMIT_GAME_LINES = 200000,
       LIMIT_GAME_RATE = 100,
       LIMIT_GAME_BURST = 400,
       LIMIT_ACCOUNT_GAMES = 200,
       LIMIT_SESSIONS = 20
};

struct bucket { /* what is in it drains at `rate` a second */
  float level;
  int64_t at; /* ms */
};
/* Puts one in; false when it would run over. */
bool bucket_take(struct bucket *, float rate, float size, int64_t now_ms);
bool bucket_take_many(struct bucket *, float many, float rate, float size, int64_t now_ms);

enum hold { HOLD_PLAIN, HOLD_LINE, HOLD_KINDS }; /* connections: HTTP, WebSocket */

struct limits;
struct limits *limits_new(bool loopback_too); /* else loopback itself is not limited */
void limits_free(struct limits *);
bool limits_take(struct limits *, const char *who, enum limit_kind, int64_t now_ms);
/* Puts many in, whether there is room or not; and how full it is: 0 empty, 1 and more full. */
void limits_charge(struct limits *, const char *who, enum limit_kind, float many, int64_t now_ms);
float limits_fullness(struct limits *, const char *who, enum limit_kind, int64_t now_ms);
/* Returns one that turned out not to count. */
void limits_untake(struct limits *, const char *who, enum limit_kind, int64_t now_ms);
/* Of this machine itself, and not limited. */
bool limits_exempt(const struct limits *, const char *address);
/* An account, and an account name that somebody tries to open, are limited like another address,
 * under a name of this length. */
enum { LIMIT_WHO = 64 };
void limits_account(int64_t account, char out[LIMIT_WHO]);
void limits_name(const char *folded, char out[LIMIT_WHO]);
/* What it holds; each hold is released once, under the same name. */
bool limits_hold(struct limits *, const char *who, enum hold);
void limits_let_go(struct limits *, const char *who, enum hold);
/* Bytes of unfinished messages and bodies: false when that would be too many. */
bool limits_keep(struct limits *, const char *who, size_t bytes);
void limits_give_back(struct limits *, const char *who, size_t bytes);
/* The name under which an address is counted: IPv6 by its network of 64 bits. */
void limits_network(const char *address, char out[LIMIT_WHO]);
/* Do both count as the same? */
bool limits_same(const char *address, const char *other);
uint32_t limits_holders(const struct limits *); /* how many hold anything */
bool limits_is_loopback(const char *address);

#endif
