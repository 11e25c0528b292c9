/* stats.h - how games went: of a scenario, and of a player.
 *
 * Every game that ends leaves a line for its scenario and one for each account that sat in it, in
 * the same transaction. A scenario's lines hold no names. A review adds the luck of the dice.
 *
 * Anybody sees a scenario's statistics. Of a player's games others see the rated and public ones;
 * he sees all of them.
 */
#ifndef STATS_H
#define STATS_H

#include "routes.h"

/* In the transaction that writes the end; does nothing the second time, or to a game under way. */
enum store_result stats_settle(struct store *, const struct store_game *);
/* A review has come: `text` is its document. */
enum store_result stats_reviewed(struct store *, const struct store_game *, const char *text);

/* A player's lines, as they are kept. */
enum store_result stats_rows(struct store *, int64_t account, int limit, store_row_fn *, void *ctx);

route_answer stats_game, stats_player;

#endif
