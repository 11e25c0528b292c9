/* tree.c - looking into a tree and changing it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "inside.h"

/* ---- items */
cJSON *cjson_new(enum cjson_kind kind) {
  cJSON *item = calloc(1, sizeof *item);
  if (!item)
    abort();
  item->kind = kind;
  return item;
}

/* The tree owns all its texts. */
static char *copy_text(const char *text) {
  size_t n = strlen(text) + 1;
  char *copy = malloc(n);

  if (!copy)
    abort();
  memcpy(copy, text, n);
  return copy;
}

/* An item with everything below it. */
void cJSON_Delete(cJSON *item) {
  if (!item)
    return;
  /* As deep as the tree is, which the reader bounds. */
  for (cJSON *c = item->child, *next; c; c = next) {
    next = c->next;
    cJSON_Delete(c);
  }
  free(item->valuestring);
  free(item->string);
  free(item);
}

void cJSON_free(void *text) {
  free(text);
}

/* The first child's `prev` is the last one, so appending needs no walk. */
void cjson_append(cJSON *into, cJSON *item) {
  cJSON *first = into->child;

  item->next = NULL;
  if (!first) {
    into->child = item;
    item->prev = item;
    return;
  }
  item->prev = first->prev;
  first->prev->next = item;
  first->prev = item;
}

/* Takes an item out of its list, which keeps its order. */
static cJSON *detach(cJSON *from, cJSON *item) {
  if (!item)
    return NULL;
  if (item == from->child)
    from->child = item->next;
  else
    item->prev->next = item->next;
  if (item->next)
    item->next->prev = item->prev;
  else if (from->child)
    from->child->prev = item->prev;
  item->next = item->prev = NULL;
  return item;
}

/* ---- kinds */
static bool is(const cJSON *item, enum cjson_kind kind) {
  return item && item->kind == kind;
}

bool cJSON_IsNull(const cJSON *item) {
  return is(item, CJSON_NULL);
}

bool cJSON_IsTrue(const cJSON *item) {
  return is(item, CJSON_TRUE);
}

bool cJSON_IsFalse(const cJSON *item) {
  return is(item, CJSON_FALSE);
}

bool cJSON_IsBool(const cJSON *item) {
  return is(item, CJSON_TRUE) || is(item, CJSON_FALSE);
}

bool cJSON_IsNumber(const cJSON *item) {
  return is(item, CJSON_NUMBER);
}

bool cJSON_IsString(const cJSON *item) {
  return is(item, CJSON_TEXT);
}

bool cJSON_IsArray(const cJSON *item) {
  return is(item, CJSON_LIST);
}

bool cJSON_IsObject(const cJSON *item) {
  return is(item, CJSON_OBJECT);
}

char *cJSON_GetStringValue(const cJSON *item) {
  return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* ---- members */
int cJSON_GetArraySize(const cJSON *list) {
  int n = 0;
  const cJSON *c;
  cJSON_ArrayForEach(c, list) n++;
  return n;
}

/* An item by its place; lists are short, so a walk will do. */
cJSON *cJSON_GetArrayItem(const cJSON *list, int index) {
  cJSON *c = list && index >= 0 ? list->child : NULL;
  while (c && index-- > 0)
    c = c->next;
  return c;
}

/* The first field of that name. This does not detect a doubled name; host/input.c does where it
 * matters. */
static cJSON *find(const cJSON *object, const char *name,
                   int (*compare)(const char *, const char *)) {
  cJSON *c;
  if (!name)
    return NULL;
  cJSON_ArrayForEach(c, object) if (c->string && !compare(c->string, name)) return c;
  return NULL;
}

cJSON *cJSON_GetObjectItem(const cJSON *object, const char *name) {
  return find(object, name, strcasecmp);
}

cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *object, const char *name) {
  return find(object, name, strcmp);
}

bool cJSON_HasObjectItem(const cJSON *object, const char *name) {
  return cJSON_GetObjectItem(object, name) != NULL;
}

/* ---- comparing */
/* Equal, and neither is a NaN; spelled so because plain == on doubles is warned of. */
static bool same_number(double a, double b) {
  return !islessgreater(a, b) && !isunordered(a, b);
}

/* Equal item by item. */
static bool same_lists(const cJSON *a, const cJSON *b, bool case_sensitive) {
  const cJSON *x = a->child;
  const cJSON *y = b->child;

  while (x && y && cJSON_Compare(x, y, case_sensitive)) {
    x = x->next;
    y = y->next;
  }

  return !x && !y;
}

/* Every field of one is in the other, with the same value. */
static bool holds_all(const cJSON *a, const cJSON *b, bool case_sensitive) {
  const cJSON *c;

  cJSON_ArrayForEach(c, b) {
    const cJSON *other = find(a, c->string, case_sensitive ? strcmp : strcasecmp);
    if (!cJSON_Compare(other, c, case_sensitive))
      return false;
  }

  return true;
}

/* Equal values; the order of an object's fields does not matter. */
bool cJSON_Compare(const cJSON *a, const cJSON *b, bool case_sensitive) {
  if (!a || !b || a->kind != b->kind)
    return false;
  switch (a->kind) {
  case CJSON_NUMBER: return same_number(a->valuedouble, b->valuedouble);
  case CJSON_TEXT: return !strcmp(a->valuestring, b->valuestring);
  case CJSON_LIST: return same_lists(a, b, case_sensitive);
  case CJSON_OBJECT: return holds_all(a, b, case_sensitive) && holds_all(b, a, case_sensitive);
  default: return true;
  }
}

/* ---- making */
cJSON *cJSON_CreateObject(void) {
  return cjson_new(CJSON_OBJECT);
}

cJSON *cJSON_CreateArray(void) {
  return cjson_new(CJSON_LIST);
}

cJSON *cJSON_CreateString(const char *text) {
  cJSON *item = cjson_new(CJSON_TEXT);
  item->valuestring = copy_text(text);
  return item;
}

/* A copy that shares nothing. */
cJSON *cJSON_Duplicate(const cJSON *item, bool deep) {
  const cJSON *c;

  if (!item)
    return NULL;
  cJSON *copy = cjson_new(item->kind);
  copy->valuedouble = item->valuedouble;
  copy->valueint = item->valueint;
  copy->valuestring = item->valuestring ? copy_text(item->valuestring) : NULL;
  copy->string = item->string ? copy_text(item->string) : NULL;
  if (deep)
    cJSON_ArrayForEach(c, item) cjson_append(copy, cJSON_Duplicate(c, true));

  return copy;
}

bool cJSON_AddItemToArray(cJSON *list, cJSON *item) {
  if (!list || !item)
    return false;
  cjson_append(list, item);
  return true;
}

/* The name is copied; a field of that name that is already there stays, in front. */
bool cJSON_AddItemToObject(cJSON *object, const char *name, cJSON *item) {
  if (!object || !item)
    return false;
  free(item->string);
  item->string = copy_text(name);
  cjson_append(object, item);
  return true;
}

/* The item just added, so that the caller can go on with it. */
static cJSON *add(cJSON *object, const char *name, cJSON *item) {
  cJSON_AddItemToObject(object, name, item);
  return item;
}

cJSON *cJSON_AddStringToObject(cJSON *object, const char *name, const char *text) {
  return add(object, name, cJSON_CreateString(text));
}

cJSON *cJSON_AddNumberToObject(cJSON *object, const char *name, double v) {
  cJSON *item = cjson_new(CJSON_NUMBER);
  cjson_set_number(item, v);
  return add(object, name, item);
}

cJSON *cJSON_AddBoolToObject(cJSON *object, const char *name, bool v) {
  return add(object, name, cjson_new(v ? CJSON_TRUE : CJSON_FALSE));
}

cJSON *cJSON_DetachItemFromObject(cJSON *object, const char *name) {
  return detach(object, cJSON_GetObjectItem(object, name));
}

cJSON *cJSON_DetachItemFromObjectCaseSensitive(cJSON *object, const char *name) {
  return detach(object, cJSON_GetObjectItemCaseSensitive(object, name));
}

void cJSON_DeleteItemFromObject(cJSON *object, const char *name) {
  cJSON_Delete(cJSON_DetachItemFromObject(object, name));
}

void cJSON_DeleteItemFromObjectCaseSensitive(cJSON *object, const char *name) {
  cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(object, name));
}
