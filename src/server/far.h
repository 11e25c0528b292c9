/* far.h - workers on other machines: they ask for work and bring the answers.
 *
 * A worker has a key that the administrator has made. `POST /api/work` with it waits until there is
 * something to think about. The answer is a view, never a state; the worker's next request brings
 * the choice. In between it reports that it is still there (`POST /api/work/beat`); otherwise its
 * work is given to another process. Only thoughts that can be repeated go out. Some are repeated,
 * by another worker or here, and a worker that gave another answer is dropped. Without workers, or
 * if they are all too slow, the server thinks by itself.
 */
#ifndef FAR_H
#define FAR_H

#include "routes.h"

route_answer far_work, far_beat;                  /* by a worker */
route_answer far_show, far_make_key, far_end_key; /* by the administrator */
/* Called if that worker's answer is not a legal action. */
void far_nonsense(struct server *, uint32_t by);
bool far_load(struct server *, char why[256]); /* the keys, when the store is open */
/* the same while the server runs: the house has changed them */
bool far_reload(struct server *, char why[256]);
struct far_counts {
  uint32_t keys, working, away; /* working: heard of lately */
  uint64_t done, repeated, lost, dropped;
};
struct far_counts far_count(const struct server *);

#endif
