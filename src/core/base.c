/* base.c - sides, errors, text without stdio, book memory, the hash. */
#include "base.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const sal_side_name[4] = {"german", "soviet", "watch", "all"};

int sal_side_parse(const char *text) {
  for (int i = 0; i < 4; i++)
    if (sal_eq(text, sal_side_name[i])) return i;
  return SAL_NOSIDE;
}

/* ---- text ---------------------------------------------------------------- */

bool sal_eq(const char *a, const char *b) { return strcmp(a, b) == 0; }

void sal_putn(struct sal_text *t, const char *text, size_t n) {
  if (t->len + n < t->cap) {
    memcpy(t->buf + t->len, text, n);
    t->buf[t->len += n] = 0;
    return;
  }
  if (t->len < t->cap) {
    size_t room = t->cap - t->len, k = n < room ? n : room;
    memcpy(t->buf + t->len, text, k);
  }
  t->len += n;
  if (t->cap) t->buf[t->len < t->cap ? t->len : t->cap - 1] = 0;
}

static void put_number(struct sal_text *t, uint64_t v, bool negative, unsigned base, int width, bool zeros) {
  char digits[24], *end = digits + sizeof digits, *p = end;
  do *--p = "0123456789abcdef"[v % base];
  while ((v /= base));
  if (negative && !zeros) *--p = '-';
  if (negative && zeros) sal_putn(t, "-", 1), width--;
  for (long pad = width - (end - p); pad > 0; pad--) sal_putn(t, zeros ? "0" : " ", 1);
  sal_putn(t, p, (size_t)(end - p));
}

/* The few conversions that rules need; anything else is a bug in the caller. */
static void put_all(struct sal_text *t, const char *fmt, va_list ap) {
  for (const char *p = fmt; *p; p++) {
    const char *plain = p;
    while (*p && *p != '%') p++;
    if (p > plain) sal_putn(t, plain, (size_t)(p - plain));
    if (!*p) return;
    p++;
    bool zeros = *p == '0';
    if (zeros) p++;
    int width = 0, longs = 0, limit = -1;
    while (*p >= '0' && *p <= '9') width = width * 10 + *p++ - '0';
    if (p[0] == '.' && p[1] == '*') limit = va_arg(ap, int), p += 2;
    while (*p == 'l') longs++, p++;
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
      sal_putn(t, s, limit >= 0 && (size_t)limit < n ? (size_t)limit : n);
      break;
    }
    case 'd': {
      int64_t v = longs > 1 ? va_arg(ap, long long) : longs ? va_arg(ap, long) : va_arg(ap, int);
      put_number(t, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0, 10, width, zeros);
      break;
    }
    case 'u':
    case 'x': {
      uint64_t v = longs > 1 ? va_arg(ap, unsigned long long) : longs ? va_arg(ap, unsigned long) : va_arg(ap, unsigned);
      put_number(t, v, false, *p == 'x' ? 16 : 10, width, zeros);
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

size_t sal_format(char *buf, size_t cap, const char *fmt, ...) {
  struct sal_text t = {buf, cap, 0};
  if (cap) buf[0] = 0;
  va_list ap;
  va_start(ap, fmt);
  put_all(&t, fmt, ap);
  va_end(ap);
  return t.len;
}

void sal_vformat(char *buf, size_t cap, const char *fmt, va_list ap) {
  struct sal_text t = {buf, cap, 0};
  if (cap) buf[0] = 0;
  put_all(&t, fmt, ap);
}

bool sal_parse_int(const char *text, int32_t min, int32_t max, int32_t *out) {
  const char *p = text;
  bool negative = *p == '-';
  if (negative) p++;
  if (!*p || (p[0] == '0' && p[1])) return false; /* one spelling per number */
  int64_t v = 0;
  for (; *p; p++) {
    if (*p < '0' || *p > '9' || v > INT32_MAX) return false;
    v = v * 10 + (*p - '0');
  }
  if (negative) v = -v;
  if (v < min || v > max) return false;
  *out = (int32_t)v;
  return true;
}

/* ---- errors -------------------------------------------------------------- */

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

void sal_on_bug(sal_bug_hook *hook, void *ctx) {
  bug_hook = hook;
  bug_ctx = ctx;
}

_Noreturn void sal_bug(const char *what, const char *file, int line) {
  sal_bug_hook *hook = bug_hook;
  bug_hook = NULL; /* a bug inside the hook must not come back here */
  if (hook) hook(bug_ctx, what, file, line);
  abort();
}

/* ---- memory of a book ----------------------------------------------------- */

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

char *sal_strdup(struct sal_arena *a, const char *text) { return sal_strndup(a, text, strlen(text)); }

/* ---- numbers -------------------------------------------------------------- */

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

struct sal_frac sal_lowest(int32_t num, int32_t den) {
  SAL_ASSERT(den > 0);
  int32_t g = (int32_t)gcd((uint64_t)(num < 0 ? -(int64_t)num : num), (uint64_t)den);
  return (struct sal_frac){num / g, den / g};
}

struct sal_chance sal_chance_of(uint64_t num, uint64_t den) {
  SAL_ASSERT(den > 0);
  uint64_t g = gcd(num, den);
  return (struct sal_chance){num / g, den / g};
}

/* Four lanes over 8-byte words: each is multiplied to 128 bits and folded, so that every bit of a word reaches every bit
 * of the lane at once (a plain multiply leaves the top byte where the next word can undo it). Not for secrets: those are
 * hashed with a keyed function by the server. */
static inline uint64_t word_at(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}
static inline uint64_t mix(uint64_t h, uint64_t v) {
  unsigned __int128 m = (unsigned __int128)(h ^ v) * 0x9fb21c651e98df25u;
  return (uint64_t)m ^ (uint64_t)(m >> 64);
}
uint64_t sal_hash(const void *bytes, size_t n, uint64_t seed) {
  const uint8_t *p = bytes;
  uint64_t a = seed ^ 0x243f6a8885a308d3u, b = seed ^ 0x13198a2e03707344u, c = seed ^ 0xa4093822299f31d0u,
           d = seed ^ 0x082efa98ec4e6c89u, total = n;
  for (; n >= 32; n -= 32, p += 32) {
    a = mix(a, word_at(p));
    b = mix(b, word_at(p + 8));
    c = mix(c, word_at(p + 16));
    d = mix(d, word_at(p + 24));
  }
  for (; n >= 8; n -= 8, p += 8) a = mix(a, word_at(p));
  uint64_t tail = 0;
  for (size_t i = 0; i < n; i++) tail |= (uint64_t)p[i] << (8 * i);
  uint64_t h = mix(mix(mix(mix(a, b), c), d), tail ^ total << 56 ^ total);
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}
