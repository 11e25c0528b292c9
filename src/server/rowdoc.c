/* rowdoc.c - see rowdoc.h. */
#include "rowdoc.h"

#include <stdio.h>
#include <stdlib.h>

void row_key(char out[ROW_KEY], int64_t account) {
  snprintf(out, ROW_KEY, "%lld/", (long long)account);
}
void row_seat(char out[ROW_KEY], int64_t game, int side) {
  snprintf(out, ROW_KEY, "%lld/%d", (long long)game, side);
}
void row_number(char out[ROW_KEY], int64_t n) {
  snprintf(out, ROW_KEY, "%lld", (long long)n);
}

cJSON *row_doc(struct store *s, const char *kind, const char *key, int64_t *n) {
  char *text = NULL;
  cJSON *doc = store_row_read(s, kind, key, n, &text) ? NULL : cJSON_Parse(text);
  free(text);
  return doc;
}
bool row_is(struct store *s, const char *kind, const char *key) {
  return store_row_read(s, kind, key, NULL, NULL) == STORE_OK;
}
enum store_result row_file(struct store *s, const char *kind, const char *key, const char *also,
                           int64_t n, cJSON *doc) {
  char *text = cJSON_PrintUnformatted(doc);
  if (!text)
    abort();
  enum store_result r = store_row_file(s, kind, key, also, n, text);
  cJSON_free(text);
  cJSON_Delete(doc);
  return r;
}
