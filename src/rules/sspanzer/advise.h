/* advise.h - what the files of the adviser share. */
#ifndef SSPANZER_ADVISE_H
#define SSPANZER_ADVISE_H

#include "state.h"

enum { AIMS = 32, SLOPE = 6, FAR_OFF = 250, STEP_WORTH = 100 };
enum { FIELDS = 16 };
struct advice {      /* the adviser's room */
  sal_hex aim[AIMS]; /* objectives, the runes first */
  int naims;
  /* sets of objectives for which the way to the nearest is worked out; 0 none */
  uint32_t known[FIELDS];
  struct sal_ways ways; /* workspace */
  uint8_t away[];       /* [aim * cells + cell], then [field * cells + cell] */
};
/* What was prepared for this bot. */
static inline const struct advice *advice(const struct sal_play *p) {
  return sal_room(p);
}
/* The way from a hex to an objective, in steps weighted by terrain. */
static inline int ssp_away(const struct sal_play *p, int aim, sal_hex h) {
  return advice(p)->away[aim * p->book->board.cells + h];
}

struct band { /* units of a side in a fight, and what they have before them */
  sal_unit who[2 * SSP_STACK + 1];
  int n;
  bool vehicles, soft;
};

/* advise_value.c */
size_t ssp_advice_room(const struct sal_book *);
void ssp_advice_prepare(const struct sal_book *, void *memory);
const uint8_t *ssp_nearest(const struct sal_play *, uint32_t set); /* of these objectives */
bool ssp_ours(const struct sal_play *, sal_hex, int side);
uint32_t ssp_to_take(const struct sal_play *, int side); /* a set of objectives */
int ssp_step_worth(const struct sal_play *, sal_unit);
/* A fight for the hex: who takes part, how strong they are, and how it looks from -100 to 100. */
void ssp_gather_band(const struct sal_play *, sal_hex, int side, sal_unit joining, struct band *);
int ssp_strength_of(const struct sal_play *, sal_hex, const struct band *);
int ssp_strength(const struct sal_play *, sal_hex, int side, sal_unit joining);
int ssp_outlook(int us, int them);
int ssp_prospect(const struct sal_play *, sal_hex, int side, sal_unit joining);
int ssp_prospect_together(const struct sal_play *, sal_hex, sal_unit); /* and all that can join */
int32_t ssp_value(const struct sal_play *, int side);
uint64_t ssp_posture(const struct sal_play *, int side);

#endif
