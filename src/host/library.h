/* library.h - data files and the books made from them.
 *
 * The files are those built into the program, replaced one by one by a --data folder. A scenario's
 * book is made once and shared by every game on it, in any thread; a position's book belongs to one
 * game. A game that began with other files continues with those, if somebody has kept them
 * (library_older).
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "core/ruleset.h"
#include "fault.h"
#include "input.h"

struct library;

/* data_dir NULL: only what is built in. NULL with a fault when the folder or a file in it cannot be
 * read. */
struct library *library_open(const char *data_dir, struct fault *);
void library_close(struct library *);

const struct sal_files *library_files(const struct library *, const struct sal_ruleset *);
/* names and bytes of all its files */
uint64_t library_hash(const struct library *, const struct sal_ruleset *);

/* Data files of older games: asked for by their hash, given as library_pack made them (malloc'd),
 * or NULL. It is called with the library locked, from any thread. */
typedef char *library_finder(void *ctx, const char *game, uint64_t hash, size_t *n);
/* before anybody uses the library */
void library_older(struct library *, library_finder *, void *ctx);
/* its files of today; malloc'd */
char *library_pack(const struct library *, const struct sal_ruleset *, size_t *n);
/* From now on no position that is `unchecked`: what strangers send must keep what the rules rely
 * on. */
void library_strict(struct library *);
/* today's, or found */
bool library_has(struct library *, const struct sal_ruleset *, uint64_t hash);

/* Rules, scenarios and options of a game, without a scenario. NULL with a fault naming file:line.
 */
const struct sal_book *library_outline(struct library *, const struct sal_ruleset *,
                                       struct fault *);
/* A scenario's book; lives as long as the library. */
const struct sal_book *library_book(struct library *, const struct sal_ruleset *,
                                    const char *scenario, struct fault *);
/* The same out of the files with this hash; 0: today's. */
const struct sal_book *library_book_of(struct library *, const struct sal_ruleset *, uint64_t hash,
                                       const char *scenario, struct fault *);
/* ..and played by an older edition of the rules; 0: today's. */
const struct sal_book *library_edition(struct library *, const struct sal_ruleset *, uint64_t hash,
                                       int edition, const char *scenario, struct fault *);
/* A separate book for a position document; free with library_drop. */
struct sal_book *library_private(struct library *, const struct sal_ruleset *, uint64_t hash,
                                 const char *scenario, const cJSON *position, struct fault *);
struct sal_book *library_private_edition(struct library *, const struct sal_ruleset *,
                                         uint64_t hash, int edition, const char *scenario,
                                         const cJSON *position, struct fault *);
void library_drop(struct sal_book *);
/* The landed version that had these data files (data/landed.tsv), or NULL. */
const char *library_version(const struct sal_ruleset *, uint64_t hash, char version[16]);
/* For a message: which files a game needs that are not here. */
bool library_needs(const struct sal_ruleset *, uint64_t hash, char *buf, size_t cap);

/* "game/scenario" or "game" (its first scenario) -> both, or a fault that lists what there is. */
bool library_pick(struct library *, const char *text, const struct sal_ruleset **,
                  const struct sal_book **, struct fault *);
/* The contract's `games` array. */
bool library_games_json(struct library *, struct sal_json *, const char *key, bool hidden_too,
                        struct fault *);

#endif
