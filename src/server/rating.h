/* rating.h - rated games, and what they do to their players' ratings.
 *
 * A game is rated if it is made so; the default is unrated. Each game system has separate ratings
 * and two ladders: people against people, and games in which a declared bot or the computer sits.
 * What a side of a scenario is worth (data/balance.tsv) is part of the expectation.
 *
 * The ratings move in the same transaction that writes the game's end: once, whatever crashes.
 */
#ifndef RATING_H
#define RATING_H

#include "routes.h"

/* ---- before and while a rated game is played */
/* Is this a game that can be rated? Its maker must be known. */
bool rating_may_begin(const struct server *, const struct store_game *, const cJSON *setup,
                      struct fault *);
/* May this account take that seat? */
bool rating_may_sit(const struct room *, int side, int64_t account, struct fault *);
/* Somebody has come to a seat from that address: two players of one address are limited. */
void rating_came(struct room *, int side, const char *address);
/* Beside the new game, in its transaction. The edge is the German's. */
enum store_result rating_begin(struct store *, const struct store_game *, double edge);
/* What the German side of that scenario is worth, in rating points. */
double rating_edge(const struct server *, const cJSON *setup);
bool rating_is_rated(struct store *, const char *game);
/* The same, for a room that has just been read. */
enum store_result rating_note(struct room *);

/* ---- the end */
/* In the transaction that writes the end; does nothing the second time, or to another game. */
enum store_result rating_settle(struct store *, const struct store_game *);

/* ---- showing */
/* what the game did to its players' ratings; nothing when it is not rated */
void rating_game_json(struct store *, const char *game, struct sal_json *, const char *key);
route_answer rating_ladder, rating_player;

/* ---- players */
enum { RATING_WHO = 80 };
/* "#12" for an account, "bot planner" for the computer, "" for a guest. */
void rating_who(const struct store_seat *, char who[RATING_WHO]);
/* The owner of a declared bot, or 0. */
int64_t rating_bot_owner(struct store *, int64_t account);
/* The account of that name, in any case. */
enum store_result rating_account(struct store *, const char *name, struct store_account *);
/* The name to be shown; false: the account is gone. */
bool rating_name(struct store *, const char *who, char name[RATING_WHO]);
struct rating_now {
  double rating, deviation;
  int games;
  bool provisional;
};
/* As it is today, among people or bots; STORE_NONE: a newcomer's. */
enum store_result rating_read(struct store *, const char *who, const char *game, bool bots,
                              struct rating_now *);

#endif
