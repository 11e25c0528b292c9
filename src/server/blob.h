/* blob.h - a message on its way out: made once, counted, sent to many. Room for the wire's own
 * header stands in front. */
#ifndef BLOB_H
#define BLOB_H

#include "core/json.h"

enum { BLOB_PRE = 32 };
struct blob {
  uint32_t refs;
  size_t len;
  char pre[BLOB_PRE];
  char text[]; /* ends with NUL, not counted */
};
struct blob *blob_new(const char *text, size_t n);
struct blob *blob_fmt(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* A document written by fn, again with more room until it fits. */
typedef void blob_writer(void *ctx, struct sal_json *);
struct blob *blob_json(blob_writer *, void *ctx);
/* {"ok":false,"error":..} */
struct fault;
struct blob *blob_fault(const struct fault *);
struct blob *blob_ref(struct blob *);
void blob_drop(struct blob *);
/* {"ok":..} + id after `ok`, + "seq" at the end; id NULL or seq < 0: left out. */
struct blob *blob_answer(const char *text, size_t n, const char *id, int64_t seq);

#endif
