/* setup.c - stalnie 11.5: how the campaign begins: weather, initial forces, first areas. */
#include "state.h"

/* What set-up and every position begin with: the first scenario, clear and dry (SSR.I1). */
void sp_common_start(struct sal_play *p) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++)
    s->unit[u].at = NOWHERE;
  s->scenario = s->pa = 1;
  /* SSR.I1 */
  s->weather = CLEAR;
  s->ec = DRY;
  s->first = RUS;
  s->head.turn = 1;
}

/* 11.5, 3.16: what is given at the start to those of the sides. */
void sp_give_forces(struct sal_play *p, uint32_t sides) {
  struct state *s = S(p);

  for (int r = 0; r < GIVEN_ROWS; r++) {
    const struct given *g = &O(p)->given[r];
    struct side *d = &s->side[g->side];

    if (!(sides & SAL_BIT(g->side)))
      continue;
    d->elr = g->elr;
    d->san = g->san;
    if (!g->more)
      d->cpp = (int16_t)(2 * g->cpp);

    for (int i = 0; i < g->n; i++) {
      const struct group *group = &O(p)->group[g->side][g->group[i]];
      struct rec *rec = sp_add_rec(p, g->side, g->group[i]);

      rec->flags |= R_OB;
      sal_tell(p, E_GIVEN, R_11_5b, SAL_EV(.n = {group->word}, .seen = (uint8_t)only(g->side)));
      if (group->notes & NOTE_I)
        /* O5 is assigned to O2 */
        rec->attach = (uint8_t)(d->nrec - 1);
    }
  }
}

/* 11.5: the campaign begins with the given forces, and the first purchases follow. */
void sp_setup_campaign(struct sal_play *p) {
  sp_common_start(p);
  sp_give_forces(p, SAL_BOTH);
  sal_tell(p, E_WEATHER, R_SSR_I1, SAL_EV(.n = {CLEAR, DRY}));
  sp_first_areas(p);
  sp_begin(p, 0);
}
