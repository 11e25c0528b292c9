/* tty_words.h - the contract's documents as people read them in a terminal. */
#ifndef WORDS_H
#define WORDS_H

#include <cjson/cJSON.h>

#include "host/game.h"

/* at 80 columns; the cursor is at `indent` already */
void print_wrapped(const char *text, int indent);
void print_card(const cJSON *card);
void print_events(const cJSON *events); /* one a line, with its rule */
/* those whose id, name or place has it */
void print_units(const struct sal_book *, const cJSON *view, const char *like);
void print_reach(const cJSON *reach);
void print_overlay(const cJSON *overlay);
void print_records(const cJSON *records);
/* The map as text, around `centre` when it is wider than a terminal (SAL_NOHEX: the middle). */
void print_map(const struct sal_book *, const cJSON *view, sal_hex centre);
const char *text_of(const cJSON *object, const char *field); /* "" when it is no text */

/* Documents of a game, parsed; free with cJSON_Delete. */
cJSON *read_view(struct game *, int side);
cJSON *read_prompt(struct game *, int side); /* {"prompt","actions"} */
cJSON *read_news(struct game *, int side);   /* {"events","dice"} */
cJSON *read_events(struct game *, int side, uint32_t since);
/* Answers that a ruleset may refuse: NULL, and the fault says why. */
cJSON *read_reach(struct game *, int side, sal_unit, struct fault *);
cJSON *read_overlay(struct game *, int side, int overlay, const uint16_t arg[3], struct fault *);
cJSON *read_records(struct game *, int side, struct fault *);

#endif
