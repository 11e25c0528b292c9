/* routes.h - every address under /api, in one table: which function answers it, with which body,
 * how often.
 *
 * The same table serves requests, limits a body before it is read, and writes the list that `GET
 * /api` answers with. The tests send every row of it empty, cut off, doubled and slowly.
 */
#ifndef ROUTES_H
#define ROUTES_H

#include "lobby.h"

struct call {       /* one request, taken apart */
  const char *rest; /* what stands in place of the star, without its slash; or "" */
  const cJSON *doc; /* the body of a POST; NULL otherwise */
};
typedef void route_answer(struct exchange *, const struct call *);

struct route {
  enum http_method method;
  const char *path;     /* {id}: a game's, *: anything */
  route_answer *answer; /* who answers it.. */
  lobby_visit *visit;   /* ..or, for a game's own, once its room is free */
  enum route_rate {
    RATE_PLAIN,
    RATE_CREATE,
    RATE_SIGN
  } rate;        /* in addition to the limit of any request */
  uint32_t body; /* bytes at most */
  const char *says;
};
extern const struct route routes[];
extern const size_t nroutes;

/* How large the body of a request to that address may be. */
size_t routes_body(enum http_method, const char *path);
bool routes_have(const char *path);   /* is it one of the table, and no file of the page? */
void routes_serve(struct exchange *); /* answers it, now or later */

#endif
