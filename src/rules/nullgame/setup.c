/* setup.c - nullgame 2.3 and 6.1: how a game begins. */
#include "state.h"

/* The bottom frame and the veils, whether by scenario or by position. */
void null_begin(struct sal_play *p, int phase) {
  S(p)->turns = S(p)->head.option[OPT_TURNS]; /* 1.1 */
  null_veil(p->book, S(p));
  game_in(sal_push(p, N_GAME, SAL_NOSIDE))->phase = (uint16_t)phase;
}

/* 6.1: the upper half of the map is Soviet, the lower German. */
void null_home_ground(struct sal_play *p) {
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++) {
    int side = i < b->nhexes / 2 ? SAL_SOVIET : SAL_GERMAN;
    S(p)->ground[b->order[i]] = (uint8_t)(HELD << side);
  }
}

/* 2.3: guns begin known. 6.1: a hex with a unit belongs to its side. */
void null_setup(struct sal_play *p) {
  struct state *s = S(p);

  null_home_ground(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    sal_hex at = O(p)->start[u];
    uint8_t known = kind_of(p, u)->gun ? KNOWN : 0; /* 2.3 */
    s->unit[u] = (struct unit){at, 2, known};
    if (at)
      s->ground[at] = (uint8_t)(HELD << side_of(p, u));
  }
  s->head.turn = 1;
  null_begin(p, P_ORDERS);
}
