/* cli.c - arguments, files and errors of the commands. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Errors go to stderr in one line; the code says whether it was the use or the result. */
_Noreturn void die(int code, const char *fmt, ...) {
  va_list ap;

  fflush(stdout);
  fputs("salient: ", stderr);
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fputc('\n', stderr);
  exit(code);
}

/* The fault's own words with its rule or place. */
_Noreturn void die_fault(int code, const struct fault *f) {
  char words[480];
  fault_words(f, words, sizeof words);
  die(code, "%s", words);
}

/* Arguments that are read are removed, so that what is left is wrong or positional. */
static void take_out(struct args *a, int i, int n) {
  for (int k = i; k + n < a->n; k++)
    a->v[k] = a->v[k + n];
  a->n -= n;
}

/* Is the word there? */
bool arg_flag(struct args *a, const char *name) {
  for (int i = 0; i < a->n; i++)
    if (!strcmp(a->v[i], name)) {
      take_out(a, i, 1);
      return true;
    }
  return false;
}

/* Takes an option and its value out of the arguments. */
const char *arg_value(struct args *a, const char *name) {
  for (int i = 0; i < a->n; i++) {
    if (strcmp(a->v[i], name))
      continue;
    if (i + 1 == a->n)
      die(EXIT_USE, "%s needs a value", name);
    const char *value = a->v[i + 1];
    take_out(a, i, 2);
    return value;
  }

  return NULL;
}

/* Takes a number, and refuses what is not one in the range. */
uint64_t arg_number(struct args *a, const char *name, uint64_t min, uint64_t max, uint64_t def) {
  const char *text = arg_value(a, name);

  if (!text)
    return def;
  char *end;
  errno = 0;
  uint64_t v = strtoull(text, &end, 10);
  bool digits = *text >= '0' && *text <= '9'; /* strtoull would take blanks and signs */
  bool number = digits && !*end && !errno;
  if (!number || v < min || v > max)
    die(EXIT_USE, "%s must be a whole number from %llu to %llu", name, (unsigned long long)min,
        (unsigned long long)max);

  return v;
}

/* What is left must be the plain words the usage names. */
void arg_rest(struct args *a, int min, int max, const char *usage) {
  for (int i = 0; i < a->n; i++)
    if (!strncmp(a->v[i], "--", 2))
      die(EXIT_USE, "%s does not know %s; usage: salient %s", a->command, a->v[i], usage);
  if (a->n < min || a->n > max)
    die(EXIT_USE, "usage: salient %s", usage);
}

/* The data files, or one line that says what is wrong with them. */
struct library *open_library(const struct args *a) {
  struct fault f;
  struct library *lib = library_open(a->data_dir, &f);
  if (!lib)
    die_fault(EXIT_USE, &f);
  return lib;
}

/* A whole file, or standard input. */
char *read_file(const char *path, size_t *n) {
  FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
  struct stat st;

  if (!in)
    die(EXIT_USE, "%s: %s", path, strerror(errno));
  if (!fstat(fileno(in), &st) && S_ISDIR(st.st_mode))
    die(EXIT_USE, "%s: is a folder", path);
  char *text = NULL;
  size_t len = 0;
  size_t cap = 0;
  size_t got;
  do {
    /* A pipe does not know its length, so the buffer grows as it is read. */
    if (len + 65536 >= cap && !(text = realloc(text, cap = cap * 2 + 131072)))
      die(EXIT_USE, "%s: too large", path);
    got = fread(text + len, 1, 65536, in);
    len += got;
  } while (got);
  if (ferror(in))
    die(EXIT_USE, "%s: cannot be read", path);
  if (in != stdin)
    fclose(in);
  text[len] = 0;
  *n = len;
  return text;
}

/* Writes a file whole, or ends the program with the reason. */
void write_file(const char *path, const char *text, size_t n) {
  bool to_stdout = !strcmp(path, "-");
  FILE *out = to_stdout ? stdout : fopen(path, "wb");

  if (!out)
    die(EXIT_USE, "%s: %s", path, strerror(errno));
  bool written = fwrite(text, 1, n, out) == n;
  /* A full disk often shows only when the file is closed. */
  bool kept = (to_stdout ? fflush(out) : fclose(out)) == 0;
  if (!written || !kept)
    die(EXIT_USE, "%s: cannot be written", path);
}

/* Writes the document again into a larger buffer until it fits. */
char *json_text(void (*fn)(void *ctx, struct sal_json *), void *ctx) {
  size_t cap = 1 << 16;

  for (;;) {
    char *buf = malloc(cap);
    struct sal_json j;
    if (!buf)
      abort();
    sal_json_start(&j, buf, cap);
    fn(ctx, &j);
    if (j.out.len < cap)
      return buf;
    cap = j.out.len * 2;
    free(buf);
  }
}
