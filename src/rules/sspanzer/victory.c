/* victory.c - decisive (3.2) and geographic (3.3) victory.
 *
 * Casualties do not count. The hexes and the numbers needed are data: the lesson has its own (L.2).
 */
#include "state.h"

#include <string.h>

/* 3.2: a German unit in each of the hexes, however it fares there. */
bool ssp_decisive(const struct sal_play *p) {
  int wanted = 0;
  int taken = 0;

  SSP_EACH_HEX(O(p)->decisive, h) {
    wanted++;
    taken += ssp_has_side(p, h, SAL_GERMAN);
  }

  return wanted && taken == wanted;
}

/* Hexes of a set that a side controls (3.3b). */
int ssp_count_held(const struct sal_play *p, const struct sal_region *r, int side) {
  int n = 0;
  SSP_EACH_HEX(r, h) {
    n += ssp_german_holds(p, h) == (side == SAL_GERMAN);
  }
  return n;
}

/* Maps of positions may lack a set. */
static int hexes_in(const struct sal_region *r) {
  return r ? r->n : 0;
}

/* 3.2: it wins whatever else the sides hold. */
static void decisive_result(struct sal_result *out) {
  out->winner = SAL_GERMAN;
  out->level = "German decisive victory";
  out->rule = R_3_2;
  if (out->margin.num <= 0)
    out->margin = (struct sal_frac){1, 1};
  sal_format(out->text, sizeof out->text,
             "German units stand in all the hexes of the outskirts of Prokhorovka.");
}

/* Both sides want the same hexes (L.2). */
static bool same_hexes(const struct ssp_book *own) {
  const struct sal_region *rune = own->rune, *star = own->star;
  if (!rune || !star || rune->n != star->n)
    return false;
  return !memcmp(rune->hexes, star->hexes, rune->n * sizeof *rune->hexes);
}

/* 3.3a: how many hexes win for a side. A handicap is hexes that a side needs less; where both want
 * the same ones, the other needs as many more. */
int ssp_needed(const struct sal_play *p, int side) {
  const struct ssp_book *own = O(p);
  int printed = side == SAL_GERMAN ? own->runes : own->stars;
  int needed = printed - sal_granted(p, side);
  if (same_hexes(own))
    needed += sal_granted(p, sal_enemy(side));
  return ssp_most(needed, 1);
}

/* 3.3a: a side wins if it alone has as many hexes as it needs. The margin is how far each side got
 * towards that. */
bool ssp_score(const struct sal_play *p, struct sal_result *out) {
  const struct ssp_book *own = O(p);
  int runes = ssp_count_held(p, own->rune, SAL_GERMAN);
  int stars = ssp_count_held(p, own->star, SAL_SOVIET);
  int for_german = ssp_needed(p, SAL_GERMAN), for_soviet = ssp_needed(p, SAL_SOVIET);
  bool german = runes >= for_german, soviet = stars >= for_soviet;

  *out = (struct sal_result){
      .winner = SAL_NOSIDE, .level = "Draw", .rule = own->rule, .score = {{runes, 1}, {stars, 1}}};
  out->margin = sal_lowest(runes * for_soviet - stars * for_german, for_german * for_soviet);
  sal_format(
      out->text, sizeof out->text,
      "The German holds %d of %d rune hexes (%d win), the Soviet %d of %d star hexes (%d win).",
      runes, hexes_in(own->rune), for_german, stars, hexes_in(own->star), for_soviet);
  if (S(p)->ended == SSP_DECISIVE) {
    decisive_result(out);
  } else if (german && !soviet) {
    out->winner = SAL_GERMAN;
    out->level = "German geographic victory";
  } else if (soviet && !german) {
    out->winner = SAL_SOVIET;
    out->level = "Soviet geographic victory";
  }

  return S(p)->ended != SSP_GOING;
}
