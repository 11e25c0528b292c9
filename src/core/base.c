/* base.c - sides, errors, text without stdio, book memory, the hash. */
#include "base.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const sal_side_name[4] = {"german", "soviet", "watch", "all"};
const char *const sal_side_title[4] = {"German", "Soviet", "Watcher", "Referee"};

/* A side by its name in documents, or the watcher or the referee, who are not players. */
int sal_side_parse(const char *text) {
  for (int i = 0; i < 4; i++)
    if (sal_eq(text, sal_side_name[i]))
      return i;
  return SAL_NOSIDE;
}

/* ---- text ------------------------------------------------------------------------------- */

/* Texts are compared often enough to read better without the zero. */
bool sal_eq(const char *a, const char *b) {
  return strcmp(a, b) == 0;
}

/* Appends and counts on past the end, as snprintf does, so that the caller learns the size needed.
 */
void sal_putn(struct sal_text *t, const char *text, size_t n) {
  if (t->len + n < t->cap) {
    memcpy(t->buf + t->len, text, n);
    t->buf[t->len += n] = 0;
    return;
  }
  if (t->len < t->cap) {
    size_t room = t->cap - t->len;
    size_t k = n < room ? n : room;
    memcpy(t->buf + t->len, text, k);
  }
  t->len += n;
  if (t->cap)
    t->buf[t->len < t->cap ? t->len : t->cap - 1] = 0;
}

/* Writes a number right-aligned in its width. Zeros stand after the sign, spaces before it. */
static void put_number(struct sal_text *t, uint64_t v, bool negative, unsigned base, int width,
                       bool zeros) {
  char digits[24];
  char *end = digits + sizeof digits;
  char *p = end;

  do
    *--p = "0123456789abcdef"[v % base];
  while ((v /= base));

  if (negative && zeros) {
    sal_putn(t, "-", 1);
    width--;
  } else if (negative) {
    *--p = '-';
  }
  for (long pad = width - (end - p); pad > 0; pad--)
    sal_putn(t, zeros ? "0" : " ", 1);
  sal_putn(t, p, (size_t)(end - p));
}

/* A plural "{step/steps}": writes the form that fits and returns its length; 0 when it is not one.
 */
size_t sal_put_form(struct sal_text *t, const char *text, bool one) {
  const char *single = text + 1;
  size_t nsingle = strcspn(single, "/{}");

  if (single[nsingle] != '/')
    return 0;
  const char *many = single + nsingle + 1;
  size_t nmany = strcspn(many, "/{}");
  if (many[nmany] != '}')
    return 0;
  sal_putn(t, one ? single : many, one ? nsingle : nmany);
  return (size_t)(many + nmany + 1 - text);
}

/* The few conversions that rules need; anything else is a bug in the caller. */
static void put_all(struct sal_text *t, const char *fmt, va_list ap) {
  bool one = false; /* the last number was a one */

  for (const char *p = fmt; *p; p++) {
    size_t plain = strcspn(p, "%{");
    if (plain)
      sal_putn(t, p, plain);
    p += plain;
    if (!*p)
      return;
    if (*p == '{') {
      size_t form = sal_put_form(t, p, one);
      if (form)
        p += form - 1;
      else
        sal_putn(t, p, 1);
      continue;
    }
    p++;
    bool zeros = *p == '0';
    if (zeros)
      p++;
    int width = 0;
    int longs = 0;
    int limit = -1;
    while (*p >= '0' && *p <= '9')
      width = width * 10 + *p++ - '0';
    if (p[0] == '.' && p[1] == '*') {
      limit = va_arg(ap, int);
      p += 2;
    }
    for (; *p == 'l'; p++)
      longs++;
    switch (*p) {
    case '%': sal_putn(t, "%", 1); break;
    case 'c': {
      char c = (char)va_arg(ap, int);
      sal_putn(t, &c, 1);
      break;
    }
    case 's': {
      const char *s = va_arg(ap, const char *);
      size_t n = strlen(s);
      bool cut = limit >= 0 && (size_t)limit < n;
      sal_putn(t, s, cut ? (size_t)limit : n);
      break;
    }
    case 'd': {
      int64_t v;
      if (longs > 1)
        v = va_arg(ap, long long);
      else if (longs)
        v = va_arg(ap, long);
      else
        v = va_arg(ap, int);
      put_number(t, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0, 10, width, zeros);
      one = v == 1;
      break;
    }
    case 'u':
    case 'x': {
      uint64_t v;
      if (longs > 1)
        v = va_arg(ap, unsigned long long);
      else if (longs)
        v = va_arg(ap, unsigned long);
      else
        v = va_arg(ap, unsigned);
      put_number(t, v, false, *p == 'x' ? 16 : 10, width, zeros);
      one = v == 1;
      break;
    }
    default: sal_bug("sal_put: unknown conversion", __FILE__, __LINE__);
    }
  }
}

void sal_put(struct sal_text *t, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  put_all(t, fmt, ap);
  va_end(ap);
}

/* Formats into a fixed buffer and returns the length that all of it would need. */
size_t sal_format(char *buf, size_t cap, const char *fmt, ...) {
  struct sal_text t = {buf, cap, 0};

  if (cap)
    buf[0] = 0;
  va_list ap;
  va_start(ap, fmt);
  put_all(&t, fmt, ap);
  va_end(ap);
  return t.len;
}

/* The same for a caller that has its own variable arguments. */
void sal_vformat(char *buf, size_t cap, const char *fmt, va_list ap) {
  struct sal_text t = {buf, cap, 0};
  if (cap)
    buf[0] = 0;
  put_all(&t, fmt, ap);
}

/* Reads a whole number and nothing after it. "+1" and "01" are refused: one spelling a number. */
bool sal_parse_int(const char *text, int32_t min, int32_t max, int32_t *out) {
  bool negative = text[0] == '-';
  const char *digits = negative ? text + 1 : text;
  bool leading_zero = digits[0] == '0' && digits[1];
  int64_t v = 0;

  if (!digits[0] || leading_zero)
    return false;
  for (const char *p = digits; *p; p++) {
    bool digit = *p >= '0' && *p <= '9';
    if (!digit || v > INT32_MAX)
      return false;
    v = v * 10 + (*p - '0');
  }
  if (negative)
    v = -v;
  if (v < min || v > max)
    return false;

  *out = (int32_t)v;
  return true;
}

/* ---- errors ----------------------------------------------------------------------------- */

bool(sal_fail)(struct sal_err *err, const char *file, int line, const char *fmt, ...) {
  va_list ap;

  va_start(ap, fmt);
  memset(err, 0, sizeof *err);
  sal_format(err->file, sizeof err->file, "%s", file ? file : "");
  err->line = line;
  sal_vformat(err->text, sizeof err->text, fmt, ap);
  va_end(ap);
  return false;
}

bool(sal_fail_at)(struct sal_err *err, const char *at, const char *fmt, ...) {
  va_list ap;

  va_start(ap, fmt);
  memset(err, 0, sizeof *err);
  sal_format(err->at, sizeof err->at, "%s", at);
  sal_vformat(err->text, sizeof err->text, fmt, ap);
  va_end(ap);
  return false;
}

/* The one exception to "no global state": which game to save when a bug is found, per thread. */
#ifdef __wasm__ /* one thread, and no thread-local storage in its library */
#define PER_THREAD
#else
#define PER_THREAD _Thread_local
#endif
static PER_THREAD sal_bug_hook *bug_hook;
static PER_THREAD void *bug_ctx;

/* Sets the hook that is told about a broken assertion before the program stops, so that it can save
 * the game. */
void sal_on_bug(sal_bug_hook *hook, void *ctx) {
  bug_hook = hook;
  bug_ctx = ctx;
}

_Noreturn void sal_bug(const char *what, const char *file, int line) {
  sal_bug_hook *hook = bug_hook;
  bug_hook = NULL; /* a bug inside the hook must not come back here */
  if (hook)
    hook(bug_ctx, what, file, line);
  abort();
}

/* ---- memory of a book ------------------------------------------------------------------- */

/* Memory of a book: zeroed, aligned for anything, given back all at once. A book is sized in
 * advance, so running out is a bug. */
void *sal_alloc(struct sal_arena *a, size_t bytes) {
  size_t need = (bytes + 15) & ~(size_t)15;
  SAL_ASSERT(need >= bytes && need <= a->size - a->used);
  void *p = a->base + a->used;
  a->used += need;
  return p;
}

char *sal_strndup(struct sal_arena *a, const char *text, size_t n) {
  char *s = sal_alloc(a, n + 1);
  memcpy(s, text, n);
  s[n] = 0;
  return s;
}

char *sal_strdup(struct sal_arena *a, const char *text) {
  return sal_strndup(a, text, strlen(text));
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* Euclid's, on whole numbers without sign. */
static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t t = a % b;
    a = b;
    b = t;
  }

  return a;
}

/* A fraction in lowest terms. Documents compare as text, so equal values need one spelling. */
struct sal_frac sal_lowest(int32_t num, int32_t den) {
  SAL_ASSERT(den > 0);
  int32_t g = (int32_t)gcd((uint64_t)(num < 0 ? -(int64_t)num : num), (uint64_t)den);
  return (struct sal_frac){num / g, den / g};
}

/* The same for a chance, which may need all 64 bits. */
struct sal_chance sal_chance_of(uint64_t num, uint64_t den) {
  SAL_ASSERT(den > 0);
  uint64_t g = gcd(num, den);
  return (struct sal_chance){num / g, den / g};
}

/* Four lanes over 8-byte words: each is multiplied to 128 bits and folded, so that every bit of a
 * word reaches every bit of the lane at once (a plain multiply leaves the top byte where the next
 * word can undo it). Not for secrets: those are hashed with a keyed function by the server. */
static inline uint64_t word_at(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}

/* One round: multiply to twice the width and fold, so that every input bit reaches every output
 * bit. */
static inline uint64_t mix(uint64_t h, uint64_t v) {
  unsigned __int128 m = (unsigned __int128)(h ^ v) * 0x9fb21c651e98df25u;
  return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* Four lanes side by side, for speed; the length is mixed in, so that trailing zeros count. */
uint64_t sal_hash(const void *bytes, size_t n, uint64_t seed) {
  const uint8_t *p = bytes;
  uint64_t a = seed ^ 0x243f6a8885a308d3u;
  uint64_t b = seed ^ 0x13198a2e03707344u;
  uint64_t c = seed ^ 0xa4093822299f31d0u;
  uint64_t d = seed ^ 0x082efa98ec4e6c89u;
  uint64_t total = n;

  for (; n >= 32; n -= 32, p += 32) {
    a = mix(a, word_at(p));
    b = mix(b, word_at(p + 8));
    c = mix(c, word_at(p + 16));
    d = mix(d, word_at(p + 24));
  }
  for (; n >= 8; n -= 8, p += 8)
    a = mix(a, word_at(p));
  uint64_t tail = 0;
  for (size_t i = 0; i < n; i++)
    tail |= (uint64_t)p[i] << (8 * i);
  uint64_t h = mix(mix(mix(mix(a, b), c), d), tail ^ total << 56 ^ total);
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}
