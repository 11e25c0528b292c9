/* victory.c - nullgame 6.2: villages held at the end. */
#include "state.h"

/* 6.2: how many villages a side holds. */
int null_villages(const struct sal_play *p, int side) {
  const struct sal_region *villages = sal_region_find(&p->book->board, "villages");
  int n = 0;
  for (int i = 0; villages && i < villages->n; i++)
    n += (S(p)->ground[villages->hexes[i]] & HELD << side) != 0;
  return n;
}

/* 6.2: two villages more are a decisive victory. */
static const char *level_of(int margin) {
  if (margin >= 2)
    return "German decisive victory";
  if (margin > 0)
    return "German victory";
  if (margin == 0)
    return "draw";
  if (margin > -2)
    return "Soviet victory";

  return "Soviet decisive victory";
}

/* 6.2: more villages win, equal ones draw. */
static int winner_of(int margin) {
  if (margin == 0)
    return SAL_NOSIDE;
  return margin > 0 ? SAL_GERMAN : SAL_SOVIET;
}

/* 6.2: the result, once the game is over. */
bool null_score(const struct sal_play *p, struct sal_result *r) {
  if (!S(p)->head.over)
    return false;
  int german = null_villages(p, SAL_GERMAN) + sal_granted(p, SAL_GERMAN);
  int soviet = null_villages(p, SAL_SOVIET) + sal_granted(p, SAL_SOVIET);
  int margin = german - soviet;
  *r = (struct sal_result){.winner = (uint8_t)winner_of(margin),
                           .level = level_of(margin),
                           .margin = {margin, 1},
                           .rule = R_6_2,
                           .score = {{german, 1}, {soviet, 1}}};
  sal_format(r->text, sizeof r->text, "%s: %d {village/villages} to %d.", r->level, german, soviet);
  return true;
}
