/* write.c - tree to text. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* The text grows as it is written, and is the caller's at the end. */
struct writer {
  char *text;
  size_t n, cap;
  bool pretty;
  int depth;
};

/* The text doubles when it is full. */
static void put(struct writer *w, const char *text, size_t n) {
  if (w->n + n + 1 > w->cap) {
    w->cap = (w->n + n + 1) * 2;
    w->text = realloc(w->text, w->cap);
    if (!w->text)
      abort();
  }
  memcpy(w->text + w->n, text, n);
  w->n += n;
  w->text[w->n] = 0;
}

static void put_word(struct writer *w, const char *word) {
  put(w, word, strlen(word));
}

/* Only for readers; a document for programs is one line. */
static void new_line(struct writer *w) {
  if (!w->pretty)
    return;
  put(w, "\n", 1);
  for (int i = 0; i < w->depth; i++)
    put(w, "\t", 1);
}

/* The shortest of two spellings that reads back as the same number. */
static void put_number(struct writer *w, double v) {
  char text[32];

  /* JSON has no word for these. */
  if (!isfinite(v)) {
    put_word(w, "null");
    return;
  }
  snprintf(text, sizeof text, "%1.15g", v);
  double back = strtod(text, NULL);
  if (fabs(back - v) > fmax(fabs(back), fabs(v)) * DBL_EPSILON)
    snprintf(text, sizeof text, "%1.17g", v);
  put_word(w, text);
}

static void put_escaped(struct writer *w, unsigned char c) {
  static const char plain[] = "\"\\\b\f\n\r\t";
  static const char letter[] = "\"\\bfnrt";
  const char *at = strchr(plain, c);
  char text[8];

  if (at)
    snprintf(text, sizeof text, "\\%c", letter[at - plain]);
  else
    snprintf(text, sizeof text, "\\u%04x", c);
  put_word(w, text);
}

/* Runs without escapes are written at once. */
static void put_text(struct writer *w, const char *text) {
  put(w, "\"", 1);
  while (*text) {
    size_t n = 0;
    while ((unsigned char)text[n] >= 0x20 && text[n] != '"' && text[n] != '\\')
      n++;
    put(w, text, n);
    text += n;
    if (*text)
      put_escaped(w, (unsigned char)*text++);
  }
  put(w, "\"", 1);
}

static void put_value(struct writer *w, const cJSON *item);
/* Lists stay on one line even for people; only fields begin new ones. */
static void put_list(struct writer *w, const cJSON *list) {
  const cJSON *c;

  put(w, "[", 1);
  w->depth++;
  cJSON_ArrayForEach(c, list) {
    put_value(w, c);
    if (c->next)
      put_word(w, w->pretty ? ", " : ",");
  }
  w->depth--;
  put(w, "]", 1);
}

static void put_object(struct writer *w, const cJSON *object) {
  const cJSON *c;

  put(w, "{", 1);
  w->depth++;
  cJSON_ArrayForEach(c, object) {
    new_line(w);
    put_text(w, c->string);
    put_word(w, w->pretty ? ":\t" : ":");
    put_value(w, c);
    if (c->next)
      put(w, ",", 1);
  }
  w->depth--;
  new_line(w);
  put(w, "}", 1);
}

static void put_value(struct writer *w, const cJSON *item) {
  switch (item->kind) {
  case CJSON_NULL: put_word(w, "null"); break;
  case CJSON_FALSE: put_word(w, "false"); break;
  case CJSON_TRUE: put_word(w, "true"); break;
  case CJSON_NUMBER: put_number(w, item->valuedouble); break;
  case CJSON_TEXT: put_text(w, item->valuestring); break;
  case CJSON_LIST: put_list(w, item); break;
  case CJSON_OBJECT: put_object(w, item); break;
  }
}

/* NULL of NULL; otherwise malloc'd text with its NUL. */
static char *print(const cJSON *item, bool pretty) {
  struct writer w = {.pretty = pretty};
  if (!item)
    return NULL;
  put_value(&w, item);
  return w.text;
}

char *cJSON_Print(const cJSON *item) {
  return print(item, true);
}

char *cJSON_PrintUnformatted(const cJSON *item) {
  return print(item, false);
}
