/* metrics.h - what an operator can see of a running server.
 *
 * One list of figures, written twice: `/api/admin` as JSON for the administrator's page, `/metrics`
 * in Prometheus's text format. Both need the administrator's token. `/healthz` says that the loop
 * turns, `/readyz` whether new players should be sent here; neither needs a token, and they tell
 * nothing else.
 */
#ifndef METRICS_H
#define METRICS_H

#include <stdint.h>

/* How long the answers to changes took, from the message until they were durable and sent. */
enum { LATENCY_STEPS = 10 };
struct latency {
  uint64_t within[LATENCY_STEPS]; /* not longer than its step, and longer than the one before */
  uint64_t count, microseconds;
};
void latency_add(struct latency *, uint64_t microseconds);

struct exchange;
struct call;
void metrics_admin(struct exchange *, const struct call *);
void metrics_text(struct exchange *, const struct call *);
void metrics_health(struct exchange *, const struct call *);
void metrics_ready(struct exchange *, const struct call *);
void metrics_house(struct exchange *, const struct call *);

#endif
