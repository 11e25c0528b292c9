/* files.c - the page's files: a folder given with --web, else what was built in, else the plain
 * pages of the server itself.
 *
 * A path is only ever compared with names that are known (built in), or taken apart piece by piece
 * (a folder), so there is nothing to climb out of.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/embedded.h"
#include "server.h"

extern const struct embedded_file web_files[];  /* web/dist at build time */
extern const struct embedded_file page_files[]; /* src/server/pages */

enum { FILE_MOST = 32 << 20 };

/* By the end of its name; anything else is bytes. */
static const char *type_of(const char *path) {
  static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                         {".js", "text/javascript; charset=utf-8"},
                                         {".mjs", "text/javascript; charset=utf-8"},
                                         {".css", "text/css; charset=utf-8"},
                                         {".json", "application/json"},
                                         {".svg", "image/svg+xml"},
                                         {".png", "image/png"},
                                         {".ico", "image/x-icon"},
                                         {".woff2", "font/woff2"},
                                         {".woff", "font/woff"},
                                         {".wasm", "application/wasm"},
                                         {".webmanifest", "application/manifest+json"},
                                         {".mp3", "audio/mpeg"},
                                         {".ogg", "audio/ogg"},
                                         {".txt", "text/plain; charset=utf-8"},
                                         {".map", "application/json"},
                                         {".webp", "image/webp"}};
  const char *dot = strrchr(path, '.');

  for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
    if (!strcmp(dot, types[i][0]))
      return types[i][1];

  return "application/octet-stream";
}

static bool plain_path(const char *path) { /* /a/b.c: no dots in front, nothing unusual */
  if (path[0] != '/')
    return false;
  for (const char *p = path; *p; p++) {
    bool ok = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
              strchr("._-/@+", *p);
    if (!ok || (*p == '/' && (p[1] == '.' || p[1] == '/')))
      return false;
  }
  return true;
}
static bool built_in(const struct embedded_file *list, const char *path, struct file_found *out) {
  for (; list->path; list++) {
    if (strcmp(list->path, path + 1))
      continue;
    out->text = list->text;
    out->size = list->size;
    return true;
  }
  return false;
}

/* A file of the folder, whole; very large ones are refused. */
static bool in_folder(const char *dir, const char *path, struct file_found *out) {
  char name[1024];
  struct stat st;

  if ((size_t)snprintf(name, sizeof name, "%s%s", dir, path) >= sizeof name || stat(name, &st) ||
      !S_ISREG(st.st_mode) || st.st_size > FILE_MOST)
    return false;
  FILE *in = fopen(name, "rb");
  if (!in)
    return false;
  out->owned = malloc((size_t)st.st_size + 1);
  if (!out->owned)
    abort();
  out->size = fread(out->owned, 1, (size_t)st.st_size, in);
  out->text = out->owned;
  fclose(in);
  return true;
}

/* The page that needs no server: a separate folder, under /device/. */
static bool on_device(const struct server *s, const char *path, struct file_found *out) {
  static const char place[] = "/device/";
  size_t n = sizeof place - 2; /* the last slash belongs to the name */
  return s->config.device && !strncmp(path, place, n + 1) &&
         in_folder(s->config.device, path + n, out);
}

static bool anywhere(const struct server *s, const char *path, struct file_found *out) {
  if (on_device(s, path, out))
    return true;
  if (s->config.web && in_folder(s->config.web, path, out))
    return true;
  return built_in(web_files, path, out) || built_in(page_files, path, out);
}

/* The packed form when the browser takes it; the tag lets it keep what it has. */
bool file_find(const struct server *s, const char *path, bool gzip, struct file_found *out) {
  char small[540];

  *out = (struct file_found){0};
  if (!plain_path(path))
    return false;
  int n = snprintf(small, sizeof small, "%s.gz", path);
  out->gzip = gzip && n < (int)sizeof small && anywhere(s, small, out);
  if (!out->gzip && !anywhere(s, path, out))
    return false;
  out->type = type_of(path);
  snprintf(out->tag, sizeof out->tag, "%016llx",
           (unsigned long long)sal_hash(out->text, out->size, 0));

  return true;
}
