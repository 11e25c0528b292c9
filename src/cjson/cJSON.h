/* cJSON.h - JSON documents as trees: the part of cJSON's interface that this program uses, on our
 * own reader and writer.
 *
 * The library of that name is not packaged for WebAssembly, and every build of the engine must read
 * a document the same way. So all of them use these few functions. The reader is strict: text that
 * is not JSON by RFC 8259 gives NULL. It does not look at what follows the document.
 */
#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>

/* One kind an item. An item of another kind has the fields of a value empty or 0. */
enum cjson_kind {
  CJSON_NULL,
  CJSON_FALSE,
  CJSON_TRUE,
  CJSON_NUMBER,
  CJSON_TEXT,
  CJSON_LIST,
  CJSON_OBJECT
};

typedef struct cJSON {
  struct cJSON *next, *prev; /* among its siblings; the first one's prev is the last */
  struct cJSON *child;       /* the first member of a list or an object */
  enum cjson_kind kind;
  char *valuestring; /* of a text */
  double valuedouble;
  int valueint; /* the number, held to the range of an int */
  char *string; /* its name in the object that holds it */
} cJSON;

/* ---- reading. NULL: not JSON, or deeper than 1000 levels. */
/* The tree is the caller's. With a length the text need not end in NUL. */
cJSON *cJSON_Parse(const char *text);
cJSON *cJSON_ParseWithLength(const char *text, size_t n);
void cJSON_Delete(cJSON *); /* with all below it; NULL is nothing */

/* ---- looking. NULL is none of these kinds and holds nothing. */
bool cJSON_IsNull(const cJSON *);
bool cJSON_IsTrue(const cJSON *);
bool cJSON_IsFalse(const cJSON *);
bool cJSON_IsBool(const cJSON *);
bool cJSON_IsNumber(const cJSON *);
bool cJSON_IsString(const cJSON *);
bool cJSON_IsArray(const cJSON *);
bool cJSON_IsObject(const cJSON *);
char *cJSON_GetStringValue(const cJSON *); /* NULL: no text */
int cJSON_GetArraySize(const cJSON *);     /* members of a list or an object */
cJSON *cJSON_GetArrayItem(const cJSON *, int index);
cJSON *cJSON_GetObjectItem(const cJSON *, const char *name); /* large letters are as small ones */
cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *, const char *name);
bool cJSON_HasObjectItem(const cJSON *, const char *name);
/* The same values; an object's fields in any order. */
bool cJSON_Compare(const cJSON *, const cJSON *, bool case_sensitive);
#define cJSON_ArrayForEach(item, list)                                                             \
  for ((item) = (list) ? (list)->child : NULL; (item); (item) = (item)->next)

/* ---- making */
/* Nothing here fails: without memory the program ends. An item that is added belongs to the tree.
 */
cJSON *cJSON_CreateObject(void);
cJSON *cJSON_CreateArray(void);
cJSON *cJSON_CreateString(const char *);
cJSON *cJSON_Duplicate(const cJSON *, bool deep);
bool cJSON_AddItemToArray(cJSON *list, cJSON *item); /* takes the item */
bool cJSON_AddItemToObject(cJSON *object, const char *name, cJSON *item);
cJSON *cJSON_AddStringToObject(cJSON *object, const char *name, const char *);
cJSON *cJSON_AddNumberToObject(cJSON *object, const char *name, double);
cJSON *cJSON_AddBoolToObject(cJSON *object, const char *name, bool);
cJSON *cJSON_DetachItemFromObject(cJSON *object, const char *name); /* the caller's; or NULL */
cJSON *cJSON_DetachItemFromObjectCaseSensitive(cJSON *object, const char *name);
void cJSON_DeleteItemFromObject(cJSON *object, const char *name);
void cJSON_DeleteItemFromObjectCaseSensitive(cJSON *object, const char *name);

/* ---- writing: malloc'd text */
char *cJSON_Print(const cJSON *);            /* for people: a field a line */
char *cJSON_PrintUnformatted(const cJSON *); /* without blanks */
void cJSON_free(void *);

#endif
