/* rivals.h - players with accounts, for the tests of ratings, seeks and cups. */
#ifndef RIVALS_H
#define RIVALS_H

#include "client.h"

struct rival {
  char name[40];
  char head[400]; /* the header lines that say who it is, and where from */
  char cookie[128];
};
/* A new account; address: as a proxy would say it, or NULL. */
struct rival rival_new(const struct test_server *, const char *name, const char *address);
/* The answer's document, which must be OK; cJSON_Delete it. */
cJSON *rival_ask(const struct test_server *, const struct rival *, const char *method,
                 const char *path, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* The words of a refusal. */
const char *rival_refused(const struct test_server *, const struct rival *, const char *method,
                          const char *path, const char *body, char out[300]);
/* Joins as that account, does one thing and leaves. */
void rival_says(const struct test_server *, const struct rival *, const char *game,
                const char *message);
/* A finished rated game: german made it, soviet took the open seat and gave up, or the other way.
 */
void rivals_play(const struct test_server *, const struct rival *german, const struct rival *soviet,
                 bool german_wins, char id[20]);
extern const char CLOCK[]; /* a field for POST /api/games */

#endif
