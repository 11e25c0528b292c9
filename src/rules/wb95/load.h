/* load.h - what the files that read the data share. */
#ifndef WB95_LOAD_H
#define WB95_LOAD_H

#include "state.h"

/* load.c */
int wb_word_index(const char *const *words, int n, const char *word); /* -1: it is not there */

/* load_counters.c */
bool wb_small(struct sal_tsv *, const char *col, int max, uint8_t *out, struct sal_err *);
bool wb_load_kinds(struct sal_book *, const struct sal_source *, struct own *, struct sal_err *);
bool wb_load_counter(struct sal_book *, sal_unit, struct sal_tsv *, struct sal_err *);

/* load_tables.c */
/* The table of that size with those labels; NULL with an error. */
const struct sal_table *wb_table_of(const struct sal_book *, const char *id, int nrows, int ncols,
                                    const char *const *rows, const char *const *cols,
                                    struct sal_err *);
bool wb_load_tables(struct sal_book *, struct own *, struct sal_err *);

/* load_ground.c */
bool wb_load_ground(struct sal_book *, struct own *, struct sal_err *);

#endif
