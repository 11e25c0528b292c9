/* limits.h - how much one address may ask for: leaky buckets, one small row per address, oldest forgotten first. */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum limit_kind { LIMIT_HTTP, LIMIT_CONNECT, LIMIT_CREATE, LIMIT_LOGIN, LIMIT_COPY, LIMIT_LOOK, LIMIT_KINDS };
enum { LIMIT_MESSAGE_BYTES = 1 << 20, LIMIT_BODY_BYTES = 2 << 20, LIMIT_INBOX = 64, LIMIT_PER_ADDRESS = 100 };
enum { /* of one game and of one account */
  LIMIT_SEAT_CONNS = 20, LIMIT_WATCHERS = 100, LIMIT_GAME_LINES = 200000, LIMIT_GAME_RATE = 100, LIMIT_GAME_BURST = 400, LIMIT_ACCOUNT_GAMES = 200, LIMIT_SESSIONS = 20
};

struct bucket { /* what is in it drains at `rate` a second */
  float level;
  int64_t at; /* ms */
};
/* Puts one in; false when it would run over. */
bool bucket_take(struct bucket *, float rate, float size, int64_t now_ms);

struct limits;
struct limits *limits_new(bool loopback_too); /* else loopback itself is not limited */
void limits_free(struct limits *);
bool limits_take(struct limits *, const char *address, enum limit_kind, int64_t now_ms);
/* Of this machine itself, and not limited. */
bool limits_exempt(const struct limits *, const char *address);
/* Connections held by an address. An account is limited under its own name (limits_account) like one more address. */
void limits_account(int64_t account, char out[46]);
bool limits_hold(struct limits *, const char *address, int64_t now_ms);
void limits_let_go(struct limits *, const char *address);
bool limits_is_loopback(const char *address);

#endif
