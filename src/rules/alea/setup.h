/* setup.h - where a unit may be deployed, for the node of the set-up. */
#ifndef ALEA_SETUP_H
#define ALEA_SETUP_H

#include "state.h"

/* II.1.1: free set-up, or by the areas of scenario 3 or 4. */
enum setup_mode { FREE_NORTH, FREE_SOUTH, AREAS_3, AREAS_4 };
enum setup_mode alea_setup_mode(const struct sal_play *);

/* Where a free set-up lets a unit stand: on hexes whose figure lies between two bounds, or all if
 * there is no figure. A list looks at thousands of hexes, so this is worked out once for a unit. */
struct ground {
  const uint8_t *figure; /* by cell */
  int least, most;
  int rule; /* of the bounds, for a refusal */
  const char *text;
  bool more; /* rule_ok asks for more than the bounds */
};
static inline bool alea_lies_in(const struct ground *g, sal_hex h) {
  return !g->figure || (g->figure[h] >= g->least && g->figure[h] <= g->most);
}

struct deployment { /* of a unit in hand: what is the same for every hex */
  int side, unit;
  struct ground ground;
  bool owed;
};

/* setup_places.c */
struct deployment alea_deployment(const struct sal_play *, int side, int u);
const struct sal_region *alea_setup_area(const struct sal_play *, int u);
bool alea_setup_room(const struct sal_play *, int side, int u, sal_hex, struct sal_refusal *);
bool alea_fits_by_rule(const struct sal_play *, const struct deployment *, sal_hex);
bool alea_may_put(const struct sal_play *, int side, int u, sal_hex, struct sal_refusal *);

#endif
