/* rowdoc.h - the server's own JSON documents in rows of the store, and the keys they have. Fields
 * are as they were written: a missing one reads as nothing. */
#ifndef ROWDOC_H
#define ROWDOC_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "store.h"

static inline const char *doc_text(const cJSON *doc, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, key));
  return text ? text : "";
}
static inline double doc_number(const cJSON *doc, const char *key) {
  const cJSON *n = cJSON_GetObjectItemCaseSensitive(doc, key);
  return cJSON_IsNumber(n) ? n->valuedouble : 0;
}
static inline int64_t doc_int(const cJSON *doc, const char *key) {
  return (int64_t)doc_number(doc, key);
}
static inline bool doc_true(const cJSON *doc, const char *key) {
  return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(doc, key));
}
/* An array or object in it; NULL: there is none. */
static inline cJSON *doc_in(const cJSON *doc, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(doc, key);
}

enum { ROW_KEY = 64, ALL_ROWS = 1 << 30 };
/* "12/": what begins the keys of all that is an account's, or a game's. */
void row_key(char out[ROW_KEY], int64_t account);
/* "7/0": a seat's. */
void row_seat(char out[ROW_KEY], int64_t game, int side);
/* A number as the whole key. */
void row_number(char out[ROW_KEY], int64_t n);

/* The document of a row, to be deleted; NULL: there is none. n may be NULL. */
cJSON *row_doc(struct store *, const char *kind, const char *key, int64_t *n);
bool row_is(struct store *, const char *kind, const char *key);
/* Writes it and lets it go; also: the second key, or "". */
enum store_result row_file(struct store *, const char *kind, const char *key, const char *also,
                           int64_t n, cJSON *doc);

#endif
