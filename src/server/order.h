/* order.h - order on a server with guests: mute, block, report, ban, and a desk for referees.
 *
 * A referee sees what was reported: words, chat, who sat where. The board of a running game is
 * never part of it, and no seat opens for a referee; when a game is over its journal is open to
 * everybody. Every act of a referee or the administrator is written into a log.
 */
#ifndef ORDER_H
#define ORDER_H

#include "routes.h"

struct order *order_open(struct server *); /* the bans that hold */
void order_free(struct order *);

/* ---- bans */
struct ban {
  int64_t account, until; /* until: wall ms; 0: for good */
  char reason[300];
  struct ban *next;
};
const struct ban *order_ban_of(const struct server *, int64_t account); /* NULL: none */
/* What a banned player is told. */
bool order_say_ban(const struct ban *, struct fault *);
/* Would this token or account open a seat of a banned player? Then the fault says so. */
bool order_shut(const struct room *, const char *token, int64_t account, struct fault *);
/* In memory, once it is written: open lines end. reason NULL: it is lifted. */
void order_ban_now(struct server *, int64_t account, int64_t until, const char *reason);

/* ---- between players */
bool order_blocked(struct store *, int64_t account,
                   int64_t other); /* either has blocked the other */
bool order_may_join(const struct room *, const struct exchange *, int side, struct fault *);
bool order_may_chat(struct room *, int side, const struct conn *, struct fault *);
bool order_hears(struct room *, int side); /* it has not muted the other side */
/* inside a transaction */
enum store_result order_mute(struct store *, int64_t num, int side, bool on);
enum store_result order_silence(struct store *, int64_t num, int side);
enum store_result order_forget_account(struct store *, int64_t account);
enum store_result order_forget_game(struct store *, int64_t num);
enum store_result order_tidy(struct store *);             /* what is too old */
bool order_is_newcomer(struct server *, int64_t account); /* a guest is one too */
void order_export(struct sal_json *, struct store *, int64_t account);

/* POST /api/games/ID/report {"about","text"}, /api/games/ID/block {"on"}, /api/games/ID/mute {"on"}
 */
lobby_visit order_report, order_block, order_set_mute;
/* GET /api/account/blocks, POST /api/account/unblock {"name"} */
route_answer order_blocks, order_unblock;

/* ---- the desk (order_desk.c) */
/* A report is a row of the kind "report", after its verdict of the kind "judged". Its key begins
 * with the reporter's account; its second key is the accused's account. While it is open a row of
 * the kind "report on" leads to it from the accused seat: the report's key, a blank, the accused.
 */
enum { REPORT_KEY = 128 };
bool order_is_referee(struct store *, int64_t account);
route_answer order_reports, order_judge, order_ban, order_unban, order_referee, order_log;
route_answer order_house, order_set_house;

#endif
