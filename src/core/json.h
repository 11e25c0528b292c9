/* json.h - a streaming JSON writer into a caller's buffer; commas and nesting are its business. */
#ifndef SAL_JSON_H
#define SAL_JSON_H

#include "base.h"

enum { SAL_JSON_DEPTH = 24 };
enum { SAL_FORM_NONE, SAL_FORM_ROWS, SAL_FORM_CELLS, SAL_FORM_DO, SAL_FORM_TOTALS };
struct sal_json {
  struct sal_text out; /* len > cap: it did not fit; call again with more room */
  uint8_t depth;
  uint8_t form;              /* where prompt.h's form helpers are */
  bool more[SAL_JSON_DEPTH]; /* an item was written at this depth */
  bool array[SAL_JSON_DEPTH];
};
void sal_json_start(struct sal_json *, char *buf, size_t cap);
/* Inside an object give a key, inside an array give NULL. */
void sal_json_object(struct sal_json *, const char *key);
void sal_json_array(struct sal_json *, const char *key);
void sal_json_end(struct sal_json *); /* closes the innermost */
/* escapes; bytes that are not UTF-8 become U+FFFD */
void sal_json_str(struct sal_json *, const char *key, const char *text);
void sal_json_fmt(struct sal_json *, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void sal_json_int(struct sal_json *, const char *key, int64_t);
void sal_json_bool(struct sal_json *, const char *key, bool);
void sal_json_null(struct sal_json *, const char *key);
void sal_json_frac(struct sal_json *, const char *key, struct sal_frac); /* 3 or "7/2" */
void sal_json_chance(struct sal_json *, const char *key, struct sal_chance);
void sal_json_hash(struct sal_json *, const char *key, uint64_t); /* 16 hex digits */
/* a whole value, trusted */
void sal_json_raw(struct sal_json *, const char *key, const char *json, size_t n);

#endif
