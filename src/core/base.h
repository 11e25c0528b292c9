/* base.h - what every other file rests on: sides, errors, assertions, memory of a book.
 *
 * core and rules do no I/O, read no clock and never call malloc: memory comes from the caller.
 */
#ifndef SAL_BASE_H
#define SAL_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who looks or acts. A watcher knows what both sides know; `all` is the referee. */
enum sal_side { SAL_GERMAN, SAL_SOVIET, SAL_WATCH, SAL_ALL, SAL_NOSIDE = 0xff };
#define SAL_SIDES 2
#define SAL_BIT(side) (1u << (side))
#define SAL_BOTH (SAL_BIT(SAL_GERMAN) | SAL_BIT(SAL_SOVIET))

extern const char *const sal_side_name[4];  /* "german", "soviet", "watch", "all" */
extern const char *const sal_side_title[4]; /* "German", "Soviet", "Watcher", "Referee" */
int sal_side_parse(const char *text);       /* SAL_NOSIDE if it is not one */
static inline int sal_enemy(int side) {
  return side ^ 1;
}

/* Bad input from outside: what and where. Never used for what a rule forbids (see refusal). */
struct sal_err {
  char file[64]; /* data file, or empty */
  int line;      /* 0 = no line */
  char at[64];   /* field of a document, "units[3].hex" */
  char text[200];
};
/* Both fill err and return false, so that a caller can `return sal_fail(..)`. */
bool sal_fail(struct sal_err *err, const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool sal_fail_at(struct sal_err *err, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#ifdef __clang_analyzer__ /* it sees one file at a time, and not that these are always false */
static inline bool sal_never(bool said) {
  return (void)said, false;
}
#define sal_fail(...) sal_never(sal_fail(__VA_ARGS__))
#define sal_fail_at(...) sal_never(sal_fail_at(__VA_ARGS__))
#endif

/* A bug, not a bad input: the host's hook writes the journal, then the program stops. */
typedef void sal_bug_hook(void *ctx, const char *what, const char *file, int line);
_Noreturn void sal_bug(const char *what, const char *file, int line);
void sal_on_bug(sal_bug_hook *hook, void *ctx); /* per thread */
#define SAL_ASSERT(x) ((x) ? (void)0 : sal_bug(#x, __FILE__, __LINE__))

/* Memory of a book: handed out once while loading, freed as one by its owner. Zeroed. */
struct sal_arena {
  uint8_t *base;
  size_t size, used;
};
void *sal_alloc(struct sal_arena *, size_t bytes); /* 16-byte aligned; running out is a bug */
char *sal_strdup(struct sal_arena *, const char *text);
char *sal_strndup(struct sal_arena *, const char *text, size_t n);

/* Small text tools: a bounded formatter without stdio (%s %d %u %c %x %%, %02d, %.*s).
 * `{one/many}` picks a form by the number printed last: "%d {point/points} {is/are} left". The
 * templates of events and refusals use the same notation. It is the one way to make a plural. */
struct sal_text {
  char *buf;
  size_t cap, len; /* len may pass cap: then the text was cut, and len says what it needs */
};
void sal_put(struct sal_text *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sal_putn(struct sal_text *, const char *text, size_t n);
/* `text` begins with '{': puts one of the two forms and returns the length of the whole
 * `{one/many}`, or 0 if it is not a plural. */
size_t sal_put_form(struct sal_text *, const char *text, bool one);
size_t sal_format(char *buf, size_t cap, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void sal_vformat(char *buf, size_t cap, const char *fmt, va_list);
bool sal_parse_int(const char *text, int32_t min, int32_t max, int32_t *out); /* whole text */
bool sal_eq(const char *a, const char *b);

/* A count of points as the contract prints it: 3, or "7/2" in lowest terms. */
struct sal_frac {
  int32_t num, den;
};
struct sal_frac sal_lowest(int32_t num, int32_t den);
/* An exact chance; enough bits for a dozen dice. */
struct sal_chance {
  uint64_t num, den;
};
struct sal_chance sal_chance_of(uint64_t num, uint64_t den);

/* One pass over the bytes; the same on every machine. */
uint64_t sal_hash(const void *bytes, size_t n, uint64_t seed);

#endif
