/* victory.c - decisive (3.2) and geographic (3.3) victory.
 *
 * Casualties count for nothing. The hexes and the numbers needed are data: the lesson has its own (L.2).
 */
#include "state.h"

bool ssp_decisive(const struct sal_play *p) { /* a German unit in each, however it fares there */
  const struct sal_region *r = ssp_own(p->book)->decisive;
  if (!r || !r->n) return false;
  for (int i = 0; i < r->n; i++)
    if (!ssp_has_side(p, r->hexes[i], SAL_GERMAN)) return false;
  return true;
}

int ssp_count_held(const struct sal_play *p, const struct sal_region *r, int side) {
  int n = 0;
  for (int i = 0; r && i < r->n; i++) n += ssp_german_holds(p, r->hexes[i]) == (side == SAL_GERMAN);
  return n;
}

bool ssp_score(const struct sal_play *p, struct sal_result *out) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_state *s = ssp_st(p);
  int runes = ssp_count_held(p, own->rune, SAL_GERMAN), stars = ssp_count_held(p, own->star, SAL_SOVIET);
  bool german = runes >= own->runes, soviet = stars >= own->stars;
  *out = (struct sal_result){.winner = SAL_NOSIDE, .level = "Draw", .rule = own->rule, .score = {{runes, 1}, {stars, 1}}};
  /* the margin: how far each side got towards what it needs */
  out->margin = sal_lowest(runes * own->stars - stars * own->runes, own->runes * own->stars);
  sal_format(out->text, sizeof out->text, "The German holds %d of %d rune hexes (%d win), the Soviet %d of %d star hexes (%d win).", runes,
             own->rune ? own->rune->n : 0, own->runes, stars, own->star ? own->star->n : 0, own->stars);
  if (s->ended == SSP_DECISIVE) {
    out->winner = SAL_GERMAN;
    out->level = "German decisive victory";
    out->rule = R_3_2;
    if (out->margin.num <= 0) out->margin = (struct sal_frac){1, 1};
    sal_format(out->text, sizeof out->text, "German units stand in all the hexes of the outskirts of Prokhorovka.");
  } else if (german && !soviet) {
    out->winner = SAL_GERMAN;
    out->level = "German geographic victory";
  } else if (soviet && !german) {
    out->winner = SAL_SOVIET;
    out->level = "Soviet geographic victory";
  }
  return s->ended != SSP_GOING;
}
