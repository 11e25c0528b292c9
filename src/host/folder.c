/* folder.c - see folder.h. */
#include "folder.h"

#ifdef __wasm__

bool folder_is(const char *path) {
  (void)path;
  return false;
}

bool folder_read(const char *path, folder_taker *take, void *ctx, struct fault *f) {
  (void)take, (void)ctx;
  return fault_at(f, path, "there are no folders here");
}

bool folder_write(const char *name, const char *text, size_t n, const char *last) {
  (void)name, (void)text, (void)n, (void)last;
  return false;
}

#else
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILE = 16 << 20 };

bool folder_is(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

char *folder_file(const char *path, size_t *size, struct fault *f) {
  FILE *in = fopen(path, "rb");

  if (!in)
    return fault_at(f, path, "cannot be read: %s", strerror(errno)), NULL;
  char *text = NULL;
  size_t n = 0;
  size_t cap = 0;
  for (size_t got = 1; got && n <= MAX_FILE;) {
    if (n + 65536 > cap) {
      char *more = realloc(text, cap = cap * 2 + 65537);
      if (!more)
        break;
      text = more;
    }
    got = fread(text + n, 1, 65536, in);
    n += got;
  }
  bool bad = ferror(in) || n > MAX_FILE || !text;
  fclose(in);
  if (bad) {
    free(text);
    return fault_at(f, path, n > MAX_FILE ? "is longer than 16 MiB" : "cannot be read"), NULL;
  }
  text[n] = 0;
  *size = n;
  return text;
}

static bool read_below(const char *dir, const char *inside, folder_taker *take, void *ctx,
                       struct fault *f);
/* One name in the folder: a file, or a folder in it. */
static bool read_entry(const char *dir, const char *inside, const char *entry, folder_taker *take,
                       void *ctx, struct fault *f) {
  char *path = NULL;
  char *name = NULL;
  struct stat st;
  bool ok;

  if (asprintf(&path, "%s/%s", dir, entry) < 0 ||
      asprintf(&name, "%s%s%s", inside, *inside ? "/" : "", entry) < 0)
    abort();
  if (stat(path, &st)) {
    ok = fault_at(f, path, "cannot be read: %s", strerror(errno));
    free(name);
  } else if (S_ISDIR(st.st_mode)) {
    ok = read_below(path, name, take, ctx, f);
    free(name);
  } else {
    size_t size = 0;
    char *text = folder_file(path, &size, f);
    ok = text && take(ctx, name, text, size, f);
    if (!text)
      free(name);
  }
  free(path);
  return ok;
}

static bool read_below(const char *dir, const char *inside, folder_taker *take, void *ctx,
                       struct fault *f) {
  DIR *d = opendir(dir);
  if (!d)
    return fault_at(f, dir, "cannot be listed: %s", strerror(errno));
  bool ok = true;
  for (struct dirent *e; ok && (e = readdir(d));)
    if (e->d_name[0] != '.')
      ok = read_entry(dir, inside, e->d_name, take, ctx, f);
  closedir(d);
  return ok;
}

bool folder_read(const char *path, folder_taker *take, void *ctx, struct fault *f) {
  return read_below(path, "", take, ctx, f);
}

bool folder_write(const char *name, const char *text, size_t n, const char *last) {
  FILE *out = fopen(name, "wb");

  if (!out)
    return false;
  fwrite(text, 1, n, out);
  fputs(last, out);
  return !fclose(out);
}
#endif
