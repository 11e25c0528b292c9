/* load.h - what the files that read the data share. */
#ifndef SSPANZER_LOAD_H
#define SSPANZER_LOAD_H

#include "state.h"

/* load_counters.c */
bool ssp_load_kinds(struct sal_book *, const struct sal_source *, struct sal_err *);
bool ssp_load_counter(struct sal_book *, sal_unit, struct sal_tsv *, struct sal_err *);

/* load_tables.c */
bool ssp_load_tables(struct sal_book *, struct sal_err *);

/* load_ground.c */
bool ssp_load_ground(struct sal_book *, struct sal_err *);

#endif
