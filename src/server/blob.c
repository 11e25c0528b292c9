/* blob.c - making and counting messages. */
#include "blob.h"

#include "host/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_GUESS = 32 << 10 }; /* most views fit, and are written once */

/* With one reference, which is the caller's. Counted by the loop alone. */
static struct blob *room_for(size_t n) {
  struct blob *b = malloc(sizeof *b + n + 1);

  if (!b)
    abort();
  b->refs = 1;
  b->len = n;
  b->text[n] = 0;
  return b;
}

struct blob *blob_new(const char *text, size_t n) {
  struct blob *b = room_for(n);
  memcpy(b->text, text, n);
  return b;
}

/* For fixed words: nothing that a player wrote goes in unescaped. */
struct blob *blob_fmt(const char *fmt, ...) {
  va_list ap;
  va_list again;

  va_start(ap, fmt);
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap);
  struct blob *b = room_for((size_t)n);
  vsnprintf(b->text, (size_t)n + 1, fmt, again);
  va_end(ap);
  va_end(again);
  return b;
}

/* Most messages fit the first guess; a larger one is written twice. */
struct blob *blob_json(blob_writer *fn, void *ctx) {
  char guess[FIRST_GUESS];
  struct sal_json j;

  sal_json_start(&j, guess, sizeof guess);
  fn(ctx, &j);
  if (j.out.len < sizeof guess)
    return blob_new(guess, j.out.len);
  for (;;) {
    size_t cap = j.out.len + 1024;
    struct blob *b = room_for(cap);
    sal_json_start(&j, b->text, cap);
    fn(ctx, &j);
    b->len = j.out.len;
    if (b->len < cap)
      return b;
    blob_drop(b);
  }
}

static void fault_doc(void *ctx, struct sal_json *j) {
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", false);
  fault_json(j, "error", ctx);
  sal_json_end(j);
}

struct blob *blob_fault(const struct fault *f) {
  struct fault copy = *f;
  return blob_json(fault_doc, &copy);
}

/* The same blob, with one reference more. */
struct blob *blob_ref(struct blob *b) {
  b->refs++;
  return b;
}

/* A message to many is one blob; the last one frees it. */
void blob_drop(struct blob *b) {
  if (b && --b->refs == 0)
    free(b);
}

/* An engine's answer with the request's id and the new seq put in. */
struct blob *blob_answer(const char *text, size_t n, const char *id, int64_t seq) {
  size_t head = n > 9 && !strncmp(text, "{\"ok\":true", 10) ? 10 : 11; /* up to the value of `ok` */
  char tail[40] = "}";

  if (seq >= 0)
    snprintf(tail, sizeof tail, ",\"seq\":%lld}", (long long)seq);
  struct blob *b = room_for(n + (id ? strlen(id) + 6 : 0) + strlen(tail) - 1);
  char *p = b->text;
  memcpy(p, text, head);
  p += head;
  if (id)
    p += sprintf(p, ",\"id\":%s", id);
  memcpy(p, text + head, n - head - 1);
  p += n - head - 1;
  memcpy(p, tail, strlen(tail) + 1);
  return b;
}
