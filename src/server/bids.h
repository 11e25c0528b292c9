/* bids.h - two players bid for a side before the game is made.
 *
 * A bid names the side that its player wants and the points that he would give the other one for
 * it. Where both want the same side, the higher bid has it, with that handicap; of two equal ones
 * the maker's. Where they want different sides both are content, and the game is as printed. */
#ifndef BIDS_H
#define BIDS_H

#include "cjson/cJSON.h"
#include "host/fault.h"

/* The request as the bids settle it: without `bids`, with the handicap, and with the seats
 * exchanged where the other player bid more. The caller frees it. NULL with a fault. */
cJSON *bids_settle(const cJSON *doc, struct fault *);

#endif
