/* json.c - the streaming writer. Views are large and made after every action: text that needs no
 * escapes goes straight out. */
#include "json.h"
#include "data.h"

#include <string.h>

void sal_json_start(struct sal_json *j, char *buf, size_t cap) {
  memset(j, 0, sizeof *j);
  j->out = (struct sal_text){buf, cap, 0};
  if (cap)
    buf[0] = 0;
}

/* One character; the common case without a call. */
static void put1(struct sal_json *j, char c) {
  struct sal_text *t = &j->out;

  if (t->len + 1 >= t->cap) {
    sal_putn(t, &c, 1);
    return;
  }
  t->buf[t->len++] = c;
  t->buf[t->len] = 0;
}

/* A string with escapes. Bytes that are not UTF-8 become U+FFFD, so that a document is always one.
 */
static void escape(struct sal_json *j, const char *text) {
  static const char hex[] = "0123456789abcdef";
  bool clean = sal_utf8_ok(text, strlen(text));
  const char *from = text;

  put1(j, '"');
  for (const char *p = text;; p++) {
    unsigned char c = (unsigned char)*p;
    bool special = c < 32 || c == '"' || c == '\\';
    bool broken = c >= 128 && !clean;
    if (!special && !broken)
      continue;
    if (p > from)
      sal_putn(&j->out, from, (size_t)(p - from));
    from = p + 1;
    if (!c)
      break;
    if (broken)
      sal_putn(&j->out, "\xef\xbf\xbd", 3);
    else if (c == '\n')
      sal_putn(&j->out, "\\n", 2);
    else if (c < 32) {
      char u[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
      sal_putn(&j->out, u, 6);
    } else {
      char e[2] = {'\\', (char)c};
      sal_putn(&j->out, e, 2);
    }
  }
  put1(j, '"');
}

/* ASCII that stands for itself */
static const bool plain[256] = {[' ' ... '!'] = true, ['#' ... '['] = true, [']' ... 127] = true};

/* A string. Nearly all of them need no escapes and are copied as they are. */
static void quote(struct sal_json *j, const char *text) {
  struct sal_text *t = &j->out;

  if (t->len + 3 > t->cap) {
    escape(j, text);
    return;
  }
  char *at = t->buf + t->len;
  char *end = t->buf + t->cap - 2;
  const char *p = text;
  *at++ = '"';
  while (at < end && plain[(unsigned char)*p])
    *at++ = *p++;
  if (*p) { /* no room, or something to escape: once more from the start */
    escape(j, text);
    return;
  }
  *at++ = '"';
  *at = 0;
  t->len = (size_t)(at - t->buf);
}

/* The comma and the key before a value. Keys belong into objects only, which is asserted. */
static void item(struct sal_json *j, const char *key) {
  if (j->depth) {
    SAL_ASSERT(j->array[j->depth] == (key == NULL));
    if (j->more[j->depth])
      put1(j, ',');
    j->more[j->depth] = true;
  }
  if (key) {
    quote(j, key);
    put1(j, ':');
  }
}

static void open(struct sal_json *j, const char *key, bool array) {
  item(j, key);
  SAL_ASSERT(j->depth + 1 < SAL_JSON_DEPTH);
  j->depth++;
  j->array[j->depth] = array;
  j->more[j->depth] = false;
  put1(j, array ? '[' : '{');
}

void sal_json_object(struct sal_json *j, const char *key) {
  open(j, key, false);
}

void sal_json_array(struct sal_json *j, const char *key) {
  open(j, key, true);
}

void sal_json_end(struct sal_json *j) {
  SAL_ASSERT(j->depth > 0);
  put1(j, j->array[j->depth] ? ']' : '}');
  j->depth--;
}

void sal_json_str(struct sal_json *j, const char *key, const char *text) {
  item(j, key);
  quote(j, text);
}

void sal_json_fmt(struct sal_json *j, const char *key, const char *fmt, ...) {
  char text[512];
  va_list ap;

  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  sal_json_str(j, key, text);
}

/* views are mostly numbers: without printf */
void sal_json_int(struct sal_json *j, const char *key, int64_t v) {
  char digits[24];
  char *at = digits + sizeof digits;
  uint64_t left = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

  do
    *--at = (char)('0' + left % 10);
  while (left /= 10);
  if (v < 0)
    *--at = '-';
  item(j, key);
  sal_putn(&j->out, at, (size_t)(digits + sizeof digits - at));
}

void sal_json_bool(struct sal_json *j, const char *key, bool v) {
  item(j, key);
  sal_putn(&j->out, v ? "true" : "false", v ? 4 : 5);
}

void sal_json_null(struct sal_json *j, const char *key) {
  item(j, key);
  sal_putn(&j->out, "null", 4);
}

/* A whole value is a number, any other a text such as "3/2". */
void sal_json_frac(struct sal_json *j, const char *key, struct sal_frac f) {
  f = sal_lowest(f.num, f.den ? f.den : 1);
  if (f.den == 1)
    sal_json_int(j, key, f.num);
  else
    sal_json_fmt(j, key, "%d/%d", f.num, f.den);
}

void sal_json_chance(struct sal_json *j, const char *key, struct sal_chance c) {
  c = sal_chance_of(c.num, c.den);
  item(j, key);
  sal_put(&j->out, "[%llu,%llu]", (unsigned long long)c.num, (unsigned long long)c.den);
}

/* Hashes are texts: JavaScript's numbers do not hold 64 bits. */
void sal_json_hash(struct sal_json *j, const char *key, uint64_t h) {
  sal_json_fmt(j, key, "%016llx", (unsigned long long)h);
}

/* A document that is written already. */
void sal_json_raw(struct sal_json *j, const char *key, const char *json, size_t n) {
  item(j, key);
  sal_putn(&j->out, json, n);
}
