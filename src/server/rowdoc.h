/* rowdoc.h - fields of the server's own JSON documents (store_row_*), which are as they were
 * written: a missing one reads as nothing. */
#ifndef ROWDOC_H
#define ROWDOC_H

#include <cjson/cJSON.h>
#include <stdint.h>

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

#endif
