/* read.c - text to tree. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* The depth bounds the stack, which the reader uses by calling itself. No number that a program
 * writes is longer than 63 characters. */
enum { MOST_LEVELS = 1000, LONGEST_NUMBER = 63 };

/* The text and how far it has been read. It never looks at *end, so the text need not be
 * terminated. */
struct reader {
  const char *at, *end;
  int depth;
};

/* A NUL is no blank, though strchr would find it. */
static void blanks(struct reader *r) {
  while (r->at < r->end && *r->at && strchr(" \t\n\r", *r->at))
    r->at++;
}

/* The next character, if it is this one. */
static bool take(struct reader *r, char c) {
  if (r->at >= r->end || *r->at != c)
    return false;
  r->at++;
  return true;
}

/* One of the three words. */
static bool take_word(struct reader *r, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n))
    return false;
  r->at += n;
  return true;
}

/* ---- numbers */
/* At least one. */
static bool take_digits(struct reader *r) {
  const char *from = r->at;
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
    r->at++;
  return r->at > from;
}

/* The text of one number, as RFC 8259 spells it. */
static bool take_number(struct reader *r) {
  take(r, '-');
  const char *first = r->at;
  if (!take_digits(r))
    return false;
  /* a number does not begin with zeros */
  if (*first == '0' && r->at - first > 1)
    return false;
  if (take(r, '.') && !take_digits(r))
    return false;
  if (!take(r, 'e') && !take(r, 'E'))
    return true;
  if (!take(r, '-'))
    take(r, '+');

  return take_digits(r);
}

/* The whole part, held within int: the library's field is one. */
static int held_to_int(double v) {
  if (v >= INT_MAX)
    return INT_MAX;
  if (v <= INT_MIN)
    return INT_MIN;
  return (int)v;
}

void cjson_set_number(cJSON *item, double v) {
  item->kind = CJSON_NUMBER;
  item->valuedouble = v;
  item->valueint = held_to_int(v);
}

/* A number by its grammar first; strtod alone would also take "inf" and hex. */
static bool read_number(struct reader *r, cJSON *item) {
  char text[LONGEST_NUMBER + 1]; /* strtod wants an end, and the input may have none */
  const char *from = r->at;

  if (!take_number(r))
    return false;
  size_t n = (size_t)(r->at - from);
  if (n > LONGEST_NUMBER)
    return false;
  memcpy(text, from, n);
  text[n] = 0;
  cjson_set_number(item, strtod(text, NULL));
  return true;
}

/* ---- texts */
static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;

  return -1;
}

/* Four hex digits; -1: they are not there. */
static int32_t take_hex4(struct reader *r) {
  int32_t v = 0;

  if (r->end - r->at < 4)
    return -1;
  for (int i = 0; i < 4; i++) {
    int d = hex_digit(r->at[i]);
    if (d < 0)
      return -1;
    v = v * 16 + d;
  }
  r->at += 4;
  return v;
}

/* After `\u`: one character, which may be two escapes; -1: none, or a NUL, which would end the
 * text. */
static int32_t take_escaped(struct reader *r) {
  int32_t high = take_hex4(r);

  if (high <= 0)
    return -1;
  /* The second half of a pair cannot come first; the first half needs the second. */
  if (high >= 0xdc00 && high <= 0xdfff)
    return -1;
  if (high < 0xd800 || high > 0xdbff)
    return high;
  if (!take(r, '\\') || !take(r, 'u'))
    return -1;
  int32_t low = take_hex4(r);
  if (low < 0xdc00 || low > 0xdfff)
    return -1;

  return 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
}

/* A code point as one to four bytes. */
static char *put_utf8(char *out, int32_t c) {
  if (c < 0x80) {
    *out++ = (char)c;
    return out;
  }
  if (c < 0x800) {
    *out++ = (char)(0xc0 | c >> 6);
  } else {
    if (c < 0x10000) {
      *out++ = (char)(0xe0 | c >> 12);
    } else {
      *out++ = (char)(0xf0 | c >> 18);
      *out++ = (char)(0x80 | (c >> 12 & 0x3f));
    }
    *out++ = (char)(0x80 | (c >> 6 & 0x3f));
  }
  *out++ = (char)(0x80 | (c & 0x3f));
  return out;
}

/* Reads an escape after a backslash. NULL if it is not a valid one. */
static char *read_escape(struct reader *r, char *out) {
  static const char from[] = "\"\\/bfnrt";
  static const char to[] = "\"\\/\b\f\n\r\t";

  if (r->at >= r->end)
    return NULL;
  char c = *r->at++;
  if (c == 'u') {
    int32_t v = take_escaped(r);
    return v < 0 ? NULL : put_utf8(out, v);
  }
  const char *at = c ? strchr(from, c) : NULL;
  if (!at)
    return NULL;
  *out++ = to[at - from];
  return out;
}

/* How many bytes there are up to the closing quote; -1: there is none. What is read is never
 * longer than what stands in the text. */
static long quoted_bytes(const struct reader *r) {
  for (const char *p = r->at; p < r->end; p++) {
    if (*p == '"')
      return (long)(p - r->at);
    if (*p == '\\')
      p++;
  }

  return -1;
}

/* A text with its quotes, malloc'd; NULL if it is not valid. */
static char *read_text(struct reader *r) {
  if (!take(r, '"'))
    return NULL;
  long room = quoted_bytes(r);
  if (room < 0)
    return NULL;
  /* No escape gets longer when it is read, so the room of its source is enough. */
  char *text = malloc((size_t)room + 1);
  if (!text)
    abort();
  char *out = text;
  while (out && *r->at != '"') {
    /* control characters must be escaped */
    if ((unsigned char)*r->at < 0x20)
      out = NULL;
    else if (take(r, '\\'))
      out = read_escape(r, out);
    else
      *out++ = *r->at++;
  }
  if (!out) {
    free(text);
    return NULL;
  }
  *out = 0;
  r->at++; /* the closing quote */
  return text;
}

/* ---- lists and objects */
static cJSON *read_value(struct reader *r);

/* A value of a list, or a name and a value of an object. */
static bool read_member(struct reader *r, cJSON *into) {
  char *name = NULL;

  if (into->kind == CJSON_OBJECT) {
    blanks(r);
    name = read_text(r);
    blanks(r);
    if (!name || !take(r, ':')) {
      free(name);
      return false;
    }
  }
  /* What has been read so far hangs on `into` and is freed with it if the document is bad. */
  cJSON *item = read_value(r);
  if (!item) {
    free(name);
    return false;
  }
  item->string = name;
  cjson_append(into, item);
  return true;
}

/* What stands between brackets. The depth is bounded, because this calls itself. */
static bool read_members(struct reader *r, cJSON *into) {
  char close = into->kind == CJSON_OBJECT ? '}' : ']';

  if (++r->depth > MOST_LEVELS)
    return false;
  blanks(r);
  if (!take(r, close)) {
    do {
      if (!read_member(r, into))
        return false;
      blanks(r);
    } while (take(r, ','));
    if (!take(r, close))
      return false;
  }
  r->depth--;
  return true;
}

/* A value by its first character. */
static bool fill(struct reader *r, cJSON *item) {
  if (take(r, '{')) {
    item->kind = CJSON_OBJECT;
    return read_members(r, item);
  }
  if (take(r, '[')) {
    item->kind = CJSON_LIST;
    return read_members(r, item);
  }
  if (r->at < r->end && *r->at == '"') {
    item->kind = CJSON_TEXT;
    item->valuestring = read_text(r);
    return item->valuestring != NULL;
  }
  if (take_word(r, "true")) {
    item->kind = CJSON_TRUE;
    return true;
  }
  if (take_word(r, "false")) {
    item->kind = CJSON_FALSE;
    return true;
  }
  if (take_word(r, "null"))
    return true;

  return read_number(r, item);
}

/* A value with all below it, or NULL and nothing left behind. */
static cJSON *read_value(struct reader *r) {
  cJSON *item = cjson_new(CJSON_NULL);

  blanks(r);
  if (fill(r, item))
    return item;
  cJSON_Delete(item);
  return NULL;
}

cJSON *cJSON_ParseWithLength(const char *text, size_t n) {
  struct reader r = {.at = text, .end = text + n};
  return text ? read_value(&r) : NULL;
}

cJSON *cJSON_Parse(const char *text) {
  return text ? cJSON_ParseWithLength(text, strlen(text)) : NULL;
}
