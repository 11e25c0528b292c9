/* load.h - what the three files that read the data share. */
#ifndef ALEA_LOAD_H
#define ALEA_LOAD_H

#include "state.h"

#define ALEA_COUNT(words) ((int)(sizeof(words) / sizeof *(words)))

/* load.c */
bool alea_one_of(const char *text, const char *const *words, int n);
int alea_find_form(const struct own *, const char *name, size_t length); /* 0: none */

bool alea_number(const struct sal_table *, int row, int col, int32_t min, int32_t max, int32_t *out,
                 struct sal_err *);
bool alea_load_combat(struct sal_book *, struct own *, struct sal_err *);  /* T2, T3 */
bool alea_load_bombard(struct sal_book *, struct own *, struct sal_err *); /* T4 */
bool alea_load_replace(struct sal_book *, struct own *, struct sal_err *); /* T5, T6 */

/* load_ground.c */
enum terrain {
  T_CLEAR,
  T_TOWN,
  T_WOODS,
  T_BALKA,
  T_MARSH,
  T_DP,
  T_TRENCH,
  T_FORT,
  T_FORT4,
  T_RIVER,
  T_ROAD,
  T_ROWS
};
struct figures { /* a row of T1 */
  int32_t price[2], bonus, cover;
  uint32_t bit;
};
bool alea_load_figures(struct sal_book *, struct own *, struct figures *, struct sal_err *);
void alea_load_ground(struct sal_book *, struct own *, const struct figures *);
void alea_load_regions(struct sal_book *, struct own *, const struct figures *);
void alea_load_goals(struct sal_book *, struct own *);

#endif
