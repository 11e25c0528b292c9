/* passed_home.c - see passed_home.h. */
#include "passed_home.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = PASSED_HOME + 40, KEY_BYTES = 96 };

/* The folder of keys and memories, made if it is missing: the given one, XDG's, or under HOME. */
bool passed_home(const char *given, char out[PASSED_HOME], struct fault *f) {
  const char *data = getenv("XDG_DATA_HOME");
  const char *home = getenv("HOME");
  int n = 0;

  if (given)
    n = snprintf(out, PASSED_HOME, "%s", given);
  else if (data && *data)
    n = snprintf(out, PASSED_HOME, "%s/salient/pass", data);
  else if (home && *home)
    n = snprintf(out, PASSED_HOME, "%s/.local/share/salient/pass", home);
  if (n <= 0 || n >= PASSED_HOME)
    return fault_say(f, FAULT_STATE,
                     n ? "The name of the folder is too long."
                       : "There is no home folder; give --home DIR.");
  for (char *p = out + 1;; p++) { /* mkdir -p */
    if (*p && *p != '/')
      continue;
    char was = *p;
    *p = 0;
    if (mkdir(out, 0700) && errno != EEXIST)
      return fault_say(f, FAULT_STATE, "%.150s: %s", out, strerror(errno));
    if (!(*p = was))
      return true;
  }
}

/* Written beside the file and then moved, so that it is there whole or not at all. */
static bool keep(const char *path, const char *text, size_t n, struct fault *f) {
  char beside[PATH + 8];

  snprintf(beside, sizeof beside, "%s.new", path);
  int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool written = fd >= 0 && write(fd, text, n) == (ssize_t)n;
  bool durable = written && !fsync(fd);
  bool closed = fd >= 0 && !close(fd);
  if (durable && closed && !rename(beside, path))
    return true;

  return fault_say(f, FAULT_STATE, "%.150s: cannot be written: %s", path, strerror(errno));
}

/* malloc'd; NULL and FAULT_NONE if the file does not exist. */
static char *read_all(const char *path, size_t *n, struct fault *f) {
  char *text = NULL;

  f->code = FAULT_NONE;
  *n = 0;
  FILE *in = fopen(path, "re");
  if (!in && errno == ENOENT)
    return NULL;
  for (size_t cap = 4096; in; cap *= 2) {
    char *more = realloc(text, cap + 1);
    if (!more)
      abort();
    text = more;
    *n += fread(text + *n, 1, cap - *n, in);
    if (*n < cap)
      break;
  }
  bool ok = in && !ferror(in);
  if (in)
    fclose(in);
  if (text)
    text[*n] = 0;
  if (ok)
    return text;
  free(text);
  return fault_say(f, FAULT_STATE, "%.150s: cannot be read: %s", path, strerror(errno)), NULL;
}

/* The player's key, made on first use. */
bool passed_home_key(const char *home, struct passed_key *k, bool *fresh, struct fault *f) {
  char path[PATH];
  char text[KEY_BYTES];
  size_t n;

  snprintf(path, sizeof path, "%s/key", home);
  char *read = read_all(path, &n, f);
  *fresh = !read && f->code == FAULT_NONE;
  if (*fresh) {
    passed_key_new(k);
    passed_key_write(k, text);
    return keep(path, text, strlen(text), f);
  }
  bool ok = read && passed_key_read(k, read, n, f);
  free(read);
  return ok;
}

/* The memory of a game is kept under its id. */
static void memory_path(const char *home, const char *id, char out[PATH]) {
  snprintf(out, PATH, "%s/%s.seen", home, id);
}

/* Opens a file with what is remembered of it; without memory nothing can be compared. */
struct passed *passed_home_open(const char *home, struct library *lib, struct desk *desk,
                                const char *text, size_t n, const struct passed_key *key,
                                struct fault *f) {
  char id[PASSED_ID + 1];
  char path[PATH];
  char *memory = NULL;
  size_t m;

  f->code = FAULT_NONE;
  if (passed_id_of(text, n, id)) {
    memory_path(home, id, path);
    memory = read_all(path, &m, f);
  }
  struct passed *p = f->code == FAULT_NONE ? passed_open(lib, desk, text, n, key, memory, f) : NULL;
  free(memory);
  return p;
}

/* Signs, and remembers the parts before the file leaves. */
const char *passed_home_close(const char *home, struct passed *p, size_t *n, struct fault *f) {
  char path[PATH];
  size_t m;
  const char *text = passed_close(p, n);
  const char *memory = passed_memory(p, &m);
  memory_path(home, passed_id(p), path);
  return keep(path, memory, m, f) ? text : NULL;
}
