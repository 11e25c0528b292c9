/* caller.h - a small blocking HTTP client for a worker: http or https, one request at a time on a
 * line that is kept open, a time limit, and a file descriptor that ends all waiting. */
#ifndef CALLER_H
#define CALLER_H

#include <stdbool.h>
#include <stddef.h>

struct caller;
/* http[s]://host[:port]; NULL with one clear line. When stop_fd becomes readable every call ends.
 */
struct caller *caller_new(const char *url, int stop_fd, char why[200]);
void caller_free(struct caller *);
enum { CALL_LOST = -1, CALL_STOPPED = -2 };
/* A JSON body with a bearer token; the status, and the answer's text, malloc'd. Lines that the
 * server has closed meanwhile are opened again. */
int caller_post(struct caller *, const char *path, const char *bearer, const char *body, int ms,
                char **out);
/* Waits; false: it was told to stop. */
bool caller_rest(struct caller *, int ms);
/* From now on the stop is ignored, because a last word has to be sent. */
void caller_last_word(struct caller *);

#endif
