/* engine.h - the engine lines of contract 3: one JSON object in, one JSON object out.
 *
 * A library, not a program: the command line, the tests and the fuzzers call the same function.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "core/thinker.h"
#include "game.h"

struct engine;
/* The thinker answers `think`; NULL: nobody does. */
struct engine *engine_new(struct library *, const struct sal_thinker *);
void engine_free(struct engine *);
/* The answer to one line (its newline left out), without newline. Belongs to the engine until the
 * next call. */
const char *engine_line(struct engine *, const char *line, size_t n, size_t *out_len);
/* What `load` does and answers, for a journal of any length: a line has at most 1 MiB. */
const char *engine_load(struct engine *, const char *journal, size_t n, uint64_t seed,
                        size_t *out_len);
/* The answer to a line that was too long to be kept. */
const char *engine_too_long(struct engine *, size_t *out_len);
/* One command from a seat (a side, or SAL_WATCH) to a game that is not the engine's own. The seat
 * is the side, and `new`, `load` and `all` are not available. The game must use the engine's desk.
 */
const char *engine_seat(struct engine *, struct game *, int seat, const cJSON *doc, bool *ok,
                        size_t *out_len);
struct desk *engine_desk(struct engine *);
void engine_recover(struct engine *); /* after a bug that was jumped out of */
/* from any thread: cuts a running `think` short, and those to come.. */
void engine_stop(struct engine *);
void engine_ready(struct engine *);        /* ..until this */
struct game *engine_game(struct engine *); /* NULL when none is on */

#endif
