/* library.c - overlaying data files, hashing them, and making books.
 *
 * A book's memory is one anonymous mapping, committed only where it is written; so the room asked for may
 * be generous and dropping a book is one call.
 */
#include "library.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "embedded.h"
#include "position.h"

enum { MAX_GAMES = 16, MAX_FILES = 256, MAX_FILE = 16 << 20, ARENA = 48 << 20 };

struct held { /* a book with its memory */
  struct sal_book book; /* first: a book's address is its holder's */
  struct sal_arena arena;
  bool outline;
  char scenario[32];
  struct held *next;
};
struct shelf { /* one game */
  const struct sal_ruleset *rules;
  struct sal_file file[MAX_FILES];
  bool owned[MAX_FILES];
  struct sal_files files;
  size_t bytes;
  uint64_t hash;
  struct held *books;
  char *pack;         /* an older one's files are all in here */
  struct shelf *next; /* among the older ones */
};
struct library {
  struct shelf shelf[MAX_GAMES];
  int n;
  struct shelf *older; /* data files of games that began with them */
  library_finder *find;
  void *find_ctx;
  bool strict;
  pthread_mutex_t lock;
};

/* ---- files */
static struct sal_file *put_file(struct shelf *s, const char *name, const char *text, size_t size, bool owned, struct fault *f) {
  int i = 0;
  while (i < s->files.n && strcmp(s->file[i].name, name)) i++;
  if (i == s->files.n) {
    if (i == MAX_FILES) return fault_at(f, name, "more than %d data files", MAX_FILES), NULL;
    s->files.n++;
  } else if (s->owned[i]) {
    free((char *)s->file[i].name);
    free((char *)s->file[i].text);
  }
  s->file[i] = (struct sal_file){name, text, size};
  s->owned[i] = owned;
  return &s->file[i];
}

static char *slurp(const char *path, size_t *size, struct fault *f) {
  FILE *in = fopen(path, "rb");
  if (!in) return fault_at(f, path, "cannot be read: %s", strerror(errno)), NULL;
  char *text = NULL;
  size_t n = 0, cap = 0;
  for (size_t got = 1; got && n <= MAX_FILE;) {
    if (n + 65536 > cap) {
      char *more = realloc(text, cap = cap * 2 + 65537);
      if (!more) break;
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

/* Everything under DIR/<game>, replacing the built-in file of the same name. */
static bool overlay(struct shelf *s, const char *dir, const char *inside, struct fault *f) {
  DIR *d = opendir(dir);
  if (!d) return fault_at(f, dir, "cannot be listed: %s", strerror(errno));
  bool ok = true;
  for (struct dirent *e; ok && (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    char *path = NULL, *name = NULL;
    struct stat st;
    if (asprintf(&path, "%s/%s", dir, e->d_name) < 0 || asprintf(&name, "%s%s%s", inside, *inside ? "/" : "", e->d_name) < 0) abort();
    if (stat(path, &st)) ok = fault_at(f, path, "cannot be read: %s", strerror(errno));
    else if (S_ISDIR(st.st_mode)) ok = overlay(s, path, name, f);
    else {
      size_t size = 0;
      char *text = slurp(path, &size, f);
      ok = text && put_file(s, name, text, size, true, f);
      if (ok) name = NULL;
      else free(text);
    }
    free(path);
    free(name);
  }
  closedir(d);
  return ok;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct sal_file *)a)->name, ((const struct sal_file *)b)->name);
}
static bool counts(const struct sal_file *f) { return strncmp(f->name, "guide-", 6) != 0; } /* words for learners are no part of the game */
static uint64_t hash_files(const struct sal_files *files) {
  uint64_t h = 0;
  for (int i = 0; i < files->n; i++) {
    if (!counts(&files->file[i])) continue;
    h = sal_hash(files->file[i].name, strlen(files->file[i].name) + 1, h);
    h = sal_hash(files->file[i].text, files->file[i].size, h);
  }
  return h;
}

/* In the order of their names, with their hash. */
static void settle_shelf(struct shelf *s) {
  for (int i = 1; i < s->files.n; i++) /* owned[] is only read again when closing: the pairs stay together */
    for (int k = i; k > 0 && by_name(&s->file[k - 1], &s->file[k]) > 0; k--) {
      struct sal_file file = s->file[k];
      bool owned = s->owned[k];
      s->file[k] = s->file[k - 1], s->owned[k] = s->owned[k - 1];
      s->file[k - 1] = file, s->owned[k - 1] = owned;
    }
  s->files.file = s->file;
  for (int i = 0; i < s->files.n; i++) s->bytes += s->file[i].size;
  s->hash = hash_files(&s->files);
}
static bool fill_shelf(struct shelf *s, const struct sal_ruleset *rules, const char *data_dir, bool *found, struct fault *f) {
  s->rules = rules;
  size_t id = strlen(rules->id);
  for (const struct embedded_file *e = embedded_files; e->path; e++)
    if (!strncmp(e->path, rules->id, id) && e->path[id] == '/' && !put_file(s, e->path + id + 1, e->text, e->size, false, f))
      return false;
  if (data_dir) {
    char *dir;
    struct stat st;
    if (asprintf(&dir, "%s/%s", data_dir, rules->id) < 0) abort();
    bool there = !stat(dir, &st) && S_ISDIR(st.st_mode);
    bool ok = !there || overlay(s, dir, "", f);
    *found |= there;
    free(dir);
    if (!ok) return false;
  }
  settle_shelf(s);
  return true;
}

struct library *library_open(const char *data_dir, struct fault *f) {
  struct library *lib = calloc(1, sizeof *lib);
  if (!lib) abort();
  pthread_mutex_init(&lib->lock, NULL);
  struct stat st;
  bool ok = true, found = false;
  if (data_dir && (stat(data_dir, &st) || !S_ISDIR(st.st_mode))) ok = fault_at(f, "--data", "%s is not a folder", data_dir);
  for (int i = 0; ok && sal_rulesets[i]; i++) {
    if (i == MAX_GAMES) abort();
    ok = fill_shelf(&lib->shelf[lib->n++], sal_rulesets[i], data_dir, &found, f);
  }
  if (ok && data_dir && !found) ok = fault_at(f, "--data", "%s holds no folder named after a game", data_dir);
  if (ok) return lib;
  library_close(lib);
  return NULL;
}

static void clear_shelf(struct shelf *s) {
  for (struct held *b = s->books, *next; b; b = next) {
    next = b->next;
    library_drop(&b->book);
  }
  for (int k = 0; k < s->files.n; k++)
    if (s->owned[k]) {
      free((char *)s->file[k].name);
      free((char *)s->file[k].text);
    }
  free(s->pack);
}
void library_close(struct library *lib) {
  if (!lib) return;
  for (int i = 0; i < lib->n; i++) clear_shelf(&lib->shelf[i]);
  for (struct shelf *s = lib->older, *next; s; s = next) {
    next = s->next;
    clear_shelf(s);
    free(s);
  }
  pthread_mutex_destroy(&lib->lock);
  free(lib);
}

static struct shelf *shelf_of(const struct library *lib, const struct sal_ruleset *rules) {
  for (int i = 0; i < lib->n; i++)
    if (lib->shelf[i].rules == rules) return (struct shelf *)&lib->shelf[i];
  sal_bug("a registered ruleset", __FILE__, __LINE__);
}
const struct sal_files *library_files(const struct library *lib, const struct sal_ruleset *rules) { return &shelf_of(lib, rules)->files; }
uint64_t library_hash(const struct library *lib, const struct sal_ruleset *rules) { return shelf_of(lib, rules)->hash; }

/* ---- older files. A pack is `SIZE NAME`, a newline, the bytes, a newline, and so on. */
char *library_pack(const struct library *lib, const struct sal_ruleset *rules, size_t *n) {
  const struct shelf *s = shelf_of(lib, rules);
  size_t cap = 1;
  *n = 0;
  for (int i = 0; i < s->files.n; i++) cap += s->file[i].size + strlen(s->file[i].name) + 32;
  char *out = malloc(cap);
  if (!out) abort();
  for (int i = 0; i < s->files.n; i++) {
    const struct sal_file *f = &s->file[i];
    if (!counts(f)) continue;
    *n += (size_t)sprintf(out + *n, "%zu %s\n", f->size, f->name);
    memcpy(out + *n, f->text, f->size);
    *n += f->size;
    out[(*n)++] = '\n';
  }
  out[*n] = 0;
  return out;
}
/* In place: names and texts end where their newlines were. */
static bool unpack(struct shelf *s, char *text, size_t n) {
  char *end = text + n;
  s->pack = text;
  while (text < end) {
    struct fault f;
    char *name, *line = memchr(text, '\n', (size_t)(end - text));
    unsigned long size = strtoul(text, &name, 10);
    if (!line || *name != ' ' || name + 1 >= line || size > MAX_FILE || size + 2 > (size_t)(end - line)) return false;
    *line = line[1 + size] = 0;
    if (!put_file(s, name + 1, line + 1, size, false, &f)) return false;
    text = line + size + 2;
  }
  return true;
}
void library_older(struct library *lib, library_finder *find, void *ctx) {
  lib->find = find;
  lib->find_ctx = ctx;
}
/* The shelf with these files, or NULL; lock held. */
static struct shelf *shelf_with(struct library *lib, const struct sal_ruleset *rules, uint64_t hash) {
  struct shelf *today = shelf_of(lib, rules);
  size_t n;
  if (!hash || hash == today->hash) return today;
  for (struct shelf *s = lib->older; s; s = s->next)
    if (s->rules == rules && s->hash == hash) return s;
  char *pack = lib->find ? lib->find(lib->find_ctx, rules->id, hash, &n) : NULL;
  if (!pack) return NULL;
  struct shelf *s = calloc(1, sizeof *s);
  if (!s) abort();
  s->rules = rules;
  bool ok = unpack(s, pack, n);
  settle_shelf(s);
  if (!ok || s->hash != hash) return clear_shelf(s), free(s), NULL;
  s->next = lib->older;
  return lib->older = s;
}
void library_strict(struct library *lib) { lib->strict = true; }
bool library_has(struct library *lib, const struct sal_ruleset *rules, uint64_t hash) {
  pthread_mutex_lock(&lib->lock);
  bool has = shelf_with(lib, rules, hash) != NULL;
  pthread_mutex_unlock(&lib->lock);
  return has;
}
static bool not_kept(const struct library *lib, const struct sal_ruleset *rules, uint64_t hash, struct fault *f) {
  return fault_at(f, "data", "began with other data files: %016llx, here %016llx", (unsigned long long)hash, (unsigned long long)library_hash(lib, rules));
}

/* ---- books */
static struct held *hold(const struct shelf *s, size_t more) {
  struct held *b = calloc(1, sizeof *b);
  size_t size = (size_t)ARENA + 16 * s->bytes + more;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (!b || memory == MAP_FAILED) abort();
  b->arena = (struct sal_arena){memory, size, 0};
  b->book.rules = s->rules;
  b->book.arena = &b->arena;
  b->book.data_hash = s->hash;
  return b;
}
void library_drop(struct sal_book *book) {
  if (!book) return;
  struct held *b = (struct held *)(void *)book;
  munmap(b->arena.base, b->arena.size);
  free(b);
}

static struct sal_source source_of(const struct shelf *s, const char *scenario, const struct sal_position *position) {
  return (struct sal_source){&s->files, scenario, position, s->hash, s->rules->nrules};
}

/* From the cache, or made and put there; lock held. */
static struct held *cached(struct shelf *s, const char *scenario, bool outline, struct fault *f) {
  for (struct held *b = s->books; b; b = b->next)
    if (b->outline == outline && !strcmp(b->scenario, scenario)) return b;
  struct held *b = hold(s, 0);
  struct sal_source source = source_of(s, *scenario ? sal_strdup(&b->arena, scenario) : NULL, NULL);
  struct sal_err err = {0};
  if (outline ? !sal_book_outline(&b->book, &source, &err) : !s->rules->load(&b->book, &source, &err)) {
    fault_from(f, &err);
    library_drop(&b->book);
    return NULL;
  }
  b->outline = outline;
  snprintf(b->scenario, sizeof b->scenario, "%s", scenario);
  b->next = s->books;
  s->books = b;
  return b;
}

static bool has_scenario(struct shelf *s, const char *scenario, struct fault *f) { /* lock held */
  struct held *o = cached(s, "", true, f);
  if (!o) return false;
  for (int i = 0; i < o->book.nscenarios; i++)
    if (!strcmp(o->book.scenarios[i].id, scenario)) return true;
  char all[160] = "";
  size_t n = 0;
  for (int i = 0; i < o->book.nscenarios && n < sizeof all; i++)
    n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", i ? ", " : "", o->book.scenarios[i].id);
  return fault_at(f, "scenario", "%s has no scenario %.40s; it has %s", s->rules->id, scenario, all);
}

static const struct sal_book *locked_book(struct library *lib, const struct sal_ruleset *rules, uint64_t hash, const char *scenario, bool outline,
                                          struct fault *f) {
  pthread_mutex_lock(&lib->lock);
  struct shelf *s = shelf_with(lib, rules, hash);
  struct held *b = NULL;
  if (!s) not_kept(lib, rules, hash, f);
  else if ((outline && !*scenario) || has_scenario(s, scenario, f)) b = cached(s, scenario, outline, f);
  pthread_mutex_unlock(&lib->lock);
  return b ? &b->book : NULL;
}
const struct sal_book *library_outline(struct library *lib, const struct sal_ruleset *rules, struct fault *f) {
  return locked_book(lib, rules, 0, "", true, f);
}
const struct sal_book *library_book(struct library *lib, const struct sal_ruleset *rules, const char *scenario, struct fault *f) {
  return locked_book(lib, rules, 0, scenario, false, f);
}
const struct sal_book *library_book_of(struct library *lib, const struct sal_ruleset *rules, uint64_t hash, const char *scenario, struct fault *f) {
  return locked_book(lib, rules, hash, scenario, false, f);
}

struct sal_book *library_private(struct library *lib, const struct sal_ruleset *rules, uint64_t hash, const char *scenario, const cJSON *position,
                                 struct fault *f) {
  pthread_mutex_lock(&lib->lock);
  struct shelf *s = shelf_with(lib, rules, hash);
  bool known = s ? has_scenario(s, scenario, f) : not_kept(lib, rules, hash, f);
  pthread_mutex_unlock(&lib->lock);
  if (!known) return NULL;
  struct held *b = hold(s, position_room(position));
  struct sal_position *pos;
  struct sal_err err = {0};
  if (position_read(position, &b->arena, &pos, f)) {
    struct sal_source source = source_of(s, sal_strdup(&b->arena, scenario), pos);
    b->book.position = pos;
    if (lib->strict && pos->unchecked) fault_at(f, "unchecked", "a position here must keep the rules; this is for tests on one's own machine");
    else if (rules->load(&b->book, &source, &err)) return &b->book;
    else fault_from(f, &err);
  }
  library_drop(&b->book);
  return NULL;
}

bool library_pick(struct library *lib, const char *text, const struct sal_ruleset **rules, const struct sal_book **book,
                  struct fault *f) {
  char game[32];
  const char *slash = strchr(text, '/');
  size_t n = slash ? (size_t)(slash - text) : strlen(text);
  snprintf(game, sizeof game, "%.*s", (int)(n < 31 ? n : 31), text);
  *rules = sal_ruleset_find(game);
  if (!*rules) {
    char all[160] = "";
    size_t at = 0;
    for (int i = 0; sal_rulesets[i] && at < sizeof all; i++)
      at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", i ? ", " : "", sal_rulesets[i]->id);
    return fault_at(f, "game", "there is no game %s; there are %s", game, all);
  }
  const char *scenario = slash ? slash + 1 : NULL;
  if (!scenario) {
    const struct sal_book *o = library_outline(lib, *rules, f);
    if (!o) return false;
    scenario = o->scenarios[0].id;
  }
  *book = library_book(lib, *rules, scenario, f);
  return *book != NULL;
}

/* ---- the list of games (contract 7) */
static void option_json(struct sal_json *j, const struct sal_book *book, const struct sal_option *o) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", o->id);
  sal_json_str(j, "title", o->title);
  sal_json_str(j, "rule", sal_rule_id(book, o->rule));
  sal_json_str(j, "type", o->is_int ? "int" : "bool");
  if (o->is_int) {
    sal_json_int(j, "default", o->def);
    sal_json_int(j, "min", o->min);
    sal_json_int(j, "max", o->max);
  } else {
    sal_json_bool(j, "default", o->def);
  }
  sal_json_end(j);
}
static void scenario_json(struct sal_json *j, const struct sal_book *book, const struct sal_scenario *s) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", s->id);
  sal_json_str(j, "title", s->title);
  sal_json_str(j, "about", s->about);
  sal_json_int(j, "turns", s->turns);
  sal_json_int(j, "minutes", s->minutes);
  sal_json_int(j, "units", s->units);
  sal_json_array(j, "options");
  for (int i = 0; i < book->noptions; i++)
    if (book->option[i].here) option_json(j, book, &book->option[i]);
  sal_json_end(j);
  sal_json_end(j);
}

bool library_games_json(struct library *lib, struct sal_json *j, const char *key, bool hidden_too, struct fault *f) {
  sal_json_array(j, key);
  for (int i = 0; i < lib->n; i++) {
    const struct sal_ruleset *rules = lib->shelf[i].rules;
    if (rules->hidden && !hidden_too) continue;
    const struct sal_book *o = library_outline(lib, rules, f);
    if (!o) return false;
    sal_json_object(j, NULL);
    sal_json_str(j, "id", rules->id);
    sal_json_str(j, "title", rules->title);
    sal_json_str(j, "edition", rules->edition);
    sal_json_int(j, "rules", rules->nrules - 1); /* the first is "-", no rule */
    sal_json_hash(j, "data", lib->shelf[i].hash);
    sal_json_array(j, "sides");
    for (int side = 0; side < SAL_SIDES; side++) sal_json_str(j, NULL, sal_side_name[side]);
    sal_json_end(j);
    sal_json_array(j, "scenarios");
    for (int k = 0; k < o->nscenarios; k++) {
      const struct sal_book *b = locked_book(lib, rules, 0, o->scenarios[k].id, true, f); /* options differ by scenario */
      if (!b) return false;
      scenario_json(j, b, &o->scenarios[k]);
    }
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  return true;
}
