/* library.c - overlaying data files, hashing them, and making books.
 *
 * A book's memory is one large piece of the machine's (machine.h), trimmed when the book is made;
 * so the room asked for may be generous and dropping a book is one call.
 */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "folder.h"
#include "machine.h"
#include "position.h"

enum { MAX_GAMES = 16, MAX_FILES = 256, MAX_FILE = 16 << 20, ARENA = 48 << 20 };

struct held {           /* a book with its memory */
  struct sal_book book; /* first: a book's address is its holder's */
  struct sal_arena arena;
  bool outline;
  char scenario[32];
  struct held *next; /* of the same files; a book is of one edition of the rules */
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
  /* the program's own files of today, where these are an older version's */
  const struct sal_files *today;
  /* rules.tsv and tables.tsv as compiled in: words of rules that older files lack, and figures that
   * an owner may not change because nothing reads them */
  struct sal_file builtin_file[2];
  struct sal_files builtin;
};
struct library {
  char *data_dir; /* --data, or NULL */
  struct shelf shelf[MAX_GAMES];
  int n;
  struct shelf *older; /* data files of games that began with them */
  library_finder *find;
  void *find_ctx;
  bool strict;
  struct machine_lock lock;
};

/* ---- files */
static struct sal_file *put_file(struct shelf *s, const char *name, const char *text, size_t size,
                                 bool owned, struct fault *f) {
  int i = 0;

  while (i < s->files.n && strcmp(s->file[i].name, name))
    i++;
  if (i == s->files.n) {
    if (i == MAX_FILES)
      return fault_at(f, name, "more than %d data files", MAX_FILES), NULL;
    s->files.n++;
  } else if (s->owned[i]) {
    free((char *)s->file[i].name);
    free((char *)s->file[i].text);
  }
  s->file[i] = (struct sal_file){name, text, size};
  s->owned[i] = owned;
  return &s->file[i];
}

/* A file of a folder, replacing the built-in one of the same name. */
static bool take_file(void *ctx, char *name, char *text, size_t size, struct fault *f) {
  if (put_file(ctx, name, text, size, true, f))
    return true;
  free(name);
  free(text);
  return false;
}

/* Everything under DIR/<game>, when it is there. */
static bool overlay(struct shelf *s, const char *data_dir, bool *found, struct fault *f) {
  char *dir;

  if (asprintf(&dir, "%s/%s", data_dir, s->rules->id) < 0)
    abort();
  *found = folder_is(dir);
  bool ok = !*found || folder_read(dir, take_file, s, f);
  free(dir);
  return ok;
}

/* Files are hashed in the order of their names, on every machine alike. */
static int by_name(const void *a, const void *b) {
  return strcmp(((const struct sal_file *)a)->name, ((const struct sal_file *)b)->name);
}

static bool counts(const struct sal_file *f) {
  return strncmp(f->name, "guide-", 6) != 0;
} /* words for learners are no part of the game */
static uint64_t hash_files(const struct sal_files *files) {
  uint64_t h = 0;

  for (int i = 0; i < files->n; i++) {
    if (!counts(&files->file[i]))
      continue;
    h = sal_hash(files->file[i].name, strlen(files->file[i].name) + 1, h);
    h = sal_hash(files->file[i].text, files->file[i].size, h);
  }

  return h;
}

/* In the order of their names, with their hash. */
static void settle_shelf(struct shelf *s) {
  for (int i = 1; i < s->files.n;
       i++) /* owned[] is only read again when closing: the pairs stay together */
    for (int k = i; k > 0 && by_name(&s->file[k - 1], &s->file[k]) > 0; k--) {
      struct sal_file file = s->file[k];
      bool owned = s->owned[k];
      s->file[k] = s->file[k - 1], s->owned[k] = s->owned[k - 1];
      s->file[k - 1] = file, s->owned[k - 1] = owned;
    }
  s->files.file = s->file;
  for (int i = 0; i < s->files.n; i++)
    s->bytes += s->file[i].size;
  s->hash = hash_files(&s->files);
}

/* Remembers the rules and tables that the program was built with. */
static void keep_builtin(struct shelf *s) {
  static const char *const names[] = {"rules.tsv", "tables.tsv"};

  s->builtin = (struct sal_files){.file = s->builtin_file};
  for (int i = 0; i < 2; i++) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", s->rules->id, names[i]);
    for (const struct embedded_file *e = embedded_files; e->path; e++)
      if (!strcmp(e->path, path))
        s->builtin_file[s->builtin.n++] = (struct sal_file){names[i], e->text, e->size};
  }
}

/* Do the tables belong to an owner, rather than to the program or to a version that was once
 * published? */
static bool has_owners_tables(const struct shelf *s) {
  char version[16];

  if (s->today || library_version(s->rules, s->hash, version))
    return false;
  for (int i = 0; i < s->files.n; i++)
    if (s->owned[i] && !strcmp(s->file[i].name, "tables.tsv"))
      return true;

  return false;
}

/* A game's files: those built in, then the owner's over them. */
static bool fill_shelf(struct shelf *s, const struct sal_ruleset *rules, const char *data_dir,
                       bool *found, struct fault *f) {
  s->rules = rules;
  size_t id = strlen(rules->id);
  keep_builtin(s);
  for (const struct embedded_file *e = embedded_files; e->path; e++)
    if (!strncmp(e->path, rules->id, id) && e->path[id] == '/' &&
        !put_file(s, e->path + id + 1, e->text, e->size, false, f))
      return false;
  bool there = false;
  if (data_dir && !overlay(s, data_dir, &there, f))
    return false;
  *found |= there;
  settle_shelf(s);
  return true;
}

/* All games. A data folder without any game is an error: it is usually the wrong folder. */
struct library *library_open(const char *data_dir, struct fault *f) {
  struct library *lib = calloc(1, sizeof *lib);

  if (!lib)
    abort();
  machine_lock_init(&lib->lock);
  bool ok = true, found = false;
  if (data_dir && !folder_is(data_dir))
    ok = fault_at(f, "--data", "%s is not a folder", data_dir);
  for (int i = 0; ok && sal_rulesets[i]; i++) {
    if (i == MAX_GAMES)
      abort();
    ok = fill_shelf(&lib->shelf[lib->n++], sal_rulesets[i], data_dir, &found, f);
  }
  if (ok && data_dir && !found)
    ok = fault_at(f, "--data", "%s holds no folder named after a game", data_dir);
  if (ok && data_dir && !(lib->data_dir = strdup(data_dir)))
    abort();
  if (ok)
    return lib;
  library_close(lib);
  return NULL;
}

/* Books first, because they point into the files. */
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

/* Gives back everything; no book may be used afterwards. */
void library_close(struct library *lib) {
  if (!lib)
    return;
  for (int i = 0; i < lib->n; i++)
    clear_shelf(&lib->shelf[i]);
  for (struct shelf *s = lib->older, *next; s; s = next) {
    next = s->next;
    clear_shelf(s);
    free(s);
  }
  machine_lock_free(&lib->lock);
  free(lib->data_dir);
  free(lib);
}

/* Every registered game has a shelf. */
static struct shelf *shelf_of(const struct library *lib, const struct sal_ruleset *rules) {
  for (int i = 0; i < lib->n; i++)
    if (lib->shelf[i].rules == rules)
      return (struct shelf *)&lib->shelf[i];
  sal_bug("a registered ruleset", __FILE__, __LINE__);
}

const struct sal_files *library_files(const struct library *lib, const struct sal_ruleset *rules) {
  return &shelf_of(lib, rules)->files;
}

uint64_t library_hash(const struct library *lib, const struct sal_ruleset *rules) {
  return shelf_of(lib, rules)->hash;
}

/* ---- older files. A pack is `SIZE NAME`, a newline, the bytes, a newline, and so on. */
char *library_pack(const struct library *lib, const struct sal_ruleset *rules, size_t *n) {
  const struct shelf *s = shelf_of(lib, rules);
  size_t cap = 1;

  *n = 0;
  for (int i = 0; i < s->files.n; i++)
    cap += s->file[i].size + strlen(s->file[i].name) + 32;
  char *out = malloc(cap);
  if (!out)
    abort();
  for (int i = 0; i < s->files.n; i++) {
    const struct sal_file *f = &s->file[i];
    if (!counts(f))
      continue;
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
    char *name;
    char *line = memchr(text, '\n', (size_t)(end - text));
    unsigned long size = strtoul(text, &name, 10);
    if (!line || *name != ' ' || name + 1 >= line || size > MAX_FILE ||
        size + 2 > (size_t)(end - line))
      return false;
    *line = line[1 + size] = 0;
    if (!put_file(s, name + 1, line + 1, size, false, &f))
      return false;
    text = line + size + 2;
  }

  return true;
}

/* The --data folder without the built-in files: an older version's whole set, which had no file
 * that was added since. */
static bool fill_alone(struct shelf *s, const char *data_dir) {
  struct fault f;
  bool found = false;
  return data_dir && overlay(s, data_dir, &found, &f) && found;
}

/* Where to look for data files of games that began with others. */
void library_older(struct library *lib, library_finder *find, void *ctx) {
  lib->find = find;
  lib->find_ctx = ctx;
}

/* The shelf with these files, or NULL; lock held. */
static struct shelf *shelf_with(struct library *lib, const struct sal_ruleset *rules,
                                uint64_t hash) {
  struct shelf *today = shelf_of(lib, rules);
  size_t n;

  if (!hash || hash == today->hash)
    return today;
  for (struct shelf *s = lib->older; s; s = s->next)
    if (s->rules == rules && s->hash == hash)
      return s;
  char *pack = lib->find ? lib->find(lib->find_ctx, rules->id, hash, &n) : NULL;
  struct shelf *s = calloc(1, sizeof *s);
  if (!s)
    abort();
  s->rules = rules;
  s->today = &today->files;
  keep_builtin(s);
  bool ok = pack ? unpack(s, pack, n) : fill_alone(s, lib->data_dir);
  settle_shelf(s);
  if (!ok || s->hash != hash) {
    clear_shelf(s);
    free(s);
    return NULL;
  }
  s->next = lib->older;
  return lib->older = s;
}

/* Positions must keep the rules: for a server whose guests send them. */
void library_strict(struct library *lib) {
  lib->strict = true;
}

/* Are these data files here, now or in store? */
bool library_has(struct library *lib, const struct sal_ruleset *rules, uint64_t hash) {
  machine_lock(&lib->lock);
  bool has = shelf_with(lib, rules, hash) != NULL;
  machine_unlock(&lib->lock);
  return has;
}

/* Which landed version these files came with, from the list the build has; NULL: none. */
const char *library_version(const struct sal_ruleset *rules, uint64_t hash, char version[16]) {
  for (const struct embedded_file *e = embedded_files; e->path; e++) {
    if (strcmp(e->path, "landed.tsv"))
      continue;
    for (const char *line = e->text; *line; line += strcspn(line, "\n") + 1) {
      char game[32];
      unsigned long long data;
      if (sscanf(line, "%15s %31s %16llx", version, game, &data) == 3 && data == hash &&
          !strcmp(game, rules->id))
        return version;
      if (!strchr(line, '\n'))
        break;
    }
  }

  return NULL;
}

/* Says which data files are missing, with their version if it is known. */
bool library_needs(const struct sal_ruleset *rules, uint64_t hash, char *buf, size_t cap) {
  char version[16];

  if (library_version(rules, hash, version))
    snprintf(buf, cap, "it needs the data files of version %s: give their folder with --data",
             version);
  else
    snprintf(buf, cap, "it needs the data files %016llx: give their folder with --data",
             (unsigned long long)hash);

  return false;
}

/* The error for data files that this library does not have. */
static bool not_kept(const struct library *lib, const struct sal_ruleset *rules, uint64_t hash,
                     struct fault *f) {
  return fault_at(f, "data", "began with other data files: %016llx, here %016llx",
                  (unsigned long long)hash, (unsigned long long)library_hash(lib, rules));
}

/* ---- books */
static struct held *hold(const struct shelf *s, int edition, size_t more) {
  struct held *b = calloc(1, sizeof *b);
  size_t size = (size_t)ARENA + 16 * s->bytes + more;

  if (!b)
    abort();
  b->arena = (struct sal_arena){machine_pages(size), size, 0};
  b->book.rules = s->rules;
  b->book.arena = &b->arena;
  b->book.data_hash = s->hash;
  b->book.edition = (uint16_t)(edition ? edition : sal_edition_parse(s->rules->edition));
  return b;
}

/* The book is made: nothing more is taken from its memory. */
static void settle_book(struct held *b) {
  b->arena.size = machine_trim(b->arena.base, b->arena.size, b->arena.used);
}

void library_drop(struct sal_book *book) {
  if (!book)
    return;
  struct held *b = (struct held *)(void *)book;
  machine_drop(b->arena.base, b->arena.size);
  free(b);
}

/* Where a book is read from: the shelf's files, and today's words for rules that older files lack.
 */
static struct sal_source source_of(const struct shelf *s, const char *scenario,
                                   const struct sal_position *position) {
  return (struct sal_source){.files = &s->files,
                             .scenario = scenario,
                             .position = position,
                             .data_hash = s->hash,
                             .nrules = s->rules->nrules,
                             .today = s->today,
                             .builtin = s->today && s->builtin.n ? &s->builtin : NULL,
                             .printed = has_owners_tables(s) ? &s->builtin : NULL};
}

/* From the cache, or made and put there; lock held. */
static struct held *cached(struct shelf *s, int edition, const char *scenario, bool outline,
                           struct fault *f) {
  if (!edition)
    edition = sal_edition_parse(s->rules->edition);
  for (struct held *b = s->books; b; b = b->next) {
    bool same = b->outline == outline && b->book.edition == edition;
    if (same && !strcmp(b->scenario, scenario))
      return b;
  }
  struct held *b = hold(s, edition, 0);
  struct sal_source source = source_of(s, *scenario ? sal_strdup(&b->arena, scenario) : NULL, NULL);
  struct sal_err err = {0};
  if (outline ? !sal_book_outline(&b->book, &source, &err) : !sal_load(&b->book, &source, &err)) {
    fault_from(f, &err);
    library_drop(&b->book);
    return NULL;
  }
  settle_book(b);
  b->outline = outline;
  snprintf(b->scenario, sizeof b->scenario, "%s", scenario);
  b->next = s->books;
  s->books = b;
  return b;
}

static bool has_scenario(struct shelf *s, const char *scenario, struct fault *f) { /* lock held */
  struct held *o = cached(s, 0, "", true, f);
  if (!o)
    return false;
  for (int i = 0; i < o->book.nscenarios; i++)
    if (!strcmp(o->book.scenarios[i].id, scenario))
      return true;
  char all[160] = "";
  size_t n = 0;
  for (int i = 0; i < o->book.nscenarios && n < sizeof all; i++)
    n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", i ? ", " : "", o->book.scenarios[i].id);
  return fault_at(f, "scenario", "%s has no scenario %.40s; it has %s", s->rules->id, scenario,
                  all);
}

/* A book from the shelf, made on first use. One lock for all: books are few and kept. */
static const struct sal_book *locked_book(struct library *lib, const struct sal_ruleset *rules,
                                          uint64_t hash, int edition, const char *scenario,
                                          bool outline, struct fault *f) {
  machine_lock(&lib->lock);
  struct shelf *s = shelf_with(lib, rules, hash);
  struct held *b = NULL;
  if (!s)
    not_kept(lib, rules, hash, f);
  else if ((outline && !*scenario) || has_scenario(s, scenario, f))
    b = cached(s, edition, scenario, outline, f);
  machine_unlock(&lib->lock);
  return b ? &b->book : NULL;
}

const struct sal_book *library_outline(struct library *lib, const struct sal_ruleset *rules,
                                       struct fault *f) {
  return locked_book(lib, rules, 0, 0, "", true, f);
}

const struct sal_book *library_book(struct library *lib, const struct sal_ruleset *rules,
                                    const char *scenario, struct fault *f) {
  return locked_book(lib, rules, 0, 0, scenario, false, f);
}

const struct sal_book *library_book_of(struct library *lib, const struct sal_ruleset *rules,
                                       uint64_t hash, const char *scenario, struct fault *f) {
  return locked_book(lib, rules, hash, 0, scenario, false, f);
}

const struct sal_book *library_edition(struct library *lib, const struct sal_ruleset *rules,
                                       uint64_t hash, int edition, const char *scenario,
                                       struct fault *f) {
  return locked_book(lib, rules, hash, edition, scenario, false, f);
}

struct sal_book *library_private(struct library *lib, const struct sal_ruleset *rules,
                                 uint64_t hash, const char *scenario, const cJSON *position,
                                 struct fault *f) {
  return library_private_edition(lib, rules, hash, 0, scenario, position, f);
}

/* A book for one game that begins from a position; it may have units and ground of its own. */
struct sal_book *library_private_edition(struct library *lib, const struct sal_ruleset *rules,
                                         uint64_t hash, int edition, const char *scenario,
                                         const cJSON *position, struct fault *f) {
  machine_lock(&lib->lock);
  struct shelf *s = shelf_with(lib, rules, hash);
  bool known = s ? has_scenario(s, scenario, f) : not_kept(lib, rules, hash, f);
  machine_unlock(&lib->lock);
  if (!known)
    return NULL;
  struct held *b = hold(s, edition, position_room(position));
  struct sal_position *pos;
  struct sal_err err = {0};
  if (position_read(position, &b->arena, &pos, f)) {
    struct sal_source source = source_of(s, sal_strdup(&b->arena, scenario), pos);
    b->book.position = pos;
    if (lib->strict && pos->unchecked)
      fault_at(f, "unchecked",
               "a position here must keep the rules; this is for tests on one's own machine");
    else if (sal_load(&b->book, &source, &err)) {
      settle_book(b);
      return &b->book;
    } else
      fault_from(f, &err);
  }
  library_drop(&b->book);
  return NULL;
}

/* "wb95/south": a game and perhaps a scenario, as the command line names them. */
bool library_pick(struct library *lib, const char *text, const struct sal_ruleset **rules,
                  const struct sal_book **book, struct fault *f) {
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
    if (!o)
      return false;
    scenario = o->scenarios[0].id;
  }
  *book = library_book(lib, *rules, scenario, f);
  return *book != NULL;
}

/* ---- the list of games (contract 7) */
static void option_words(struct sal_json *j, const struct sal_option *o) {
  sal_json_array(j, "words");
  for (int i = 0; i <= o->max; i++)
    sal_json_str(j, NULL, o->word[i]);
  sal_json_end(j);
}

static void option_json(struct sal_json *j, const struct sal_book *book,
                        const struct sal_option *o) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", o->id);
  sal_json_str(j, "title", o->title);
  sal_json_str(j, "rule", sal_rule_id(book, o->rule));
  sal_json_str(j, "type", o->is_int ? "int" : "bool");
  if (o->is_int) {
    sal_json_int(j, "default", o->def);
    sal_json_int(j, "min", o->min);
    sal_json_int(j, "max", o->max);
    if (o->word)
      option_words(j, o);
    if (o == &book->option[SAL_HANDICAP] && book->measured.known)
      sal_json_int(j, "even", book->measured.at);
  } else {
    sal_json_bool(j, "default", o->def);
  }
  sal_json_end(j);
}

static void games_json(struct sal_json *j, const char *key, const uint16_t games[3]) {
  if (!games[0] && !games[1] && !games[2])
    return;
  sal_json_array(j, key);
  for (int i = 0; i < 3; i++)
    sal_json_int(j, NULL, games[i]);
  sal_json_end(j);
}

/* Won, lost and drawn by the German, computer against computer (contract 11). */
static void measured_json(struct sal_json *j, const struct sal_measured *m) {
  if (!m->bot)
    return;
  sal_json_object(j, "measured");
  games_json(j, "printed", m->printed);
  games_json(j, "even", m->even);
  sal_json_str(j, "bot", m->bot);
  sal_json_end(j);
}

/* A scenario with the options that it offers. */
static void scenario_json(struct sal_json *j, const struct sal_book *book,
                          const struct sal_scenario *s) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", s->id);
  sal_json_str(j, "title", s->title);
  sal_json_str(j, "about", s->about);
  sal_json_int(j, "turns", s->turns);
  sal_json_int(j, "minutes", s->minutes);
  sal_json_int(j, "units", s->units);
  sal_json_array(j, "options");
  for (int i = 0; i < book->noptions; i++)
    if (book->option[i].here)
      option_json(j, book, &book->option[i]);
  sal_json_end(j);
  measured_json(j, &book->measured);
  sal_json_end(j);
}

/* The menu of games. Hidden ones are unfinished. */
bool library_games_json(struct library *lib, struct sal_json *j, const char *key, bool hidden_too,
                        struct fault *f) {
  sal_json_array(j, key);
  for (int i = 0; i < lib->n; i++) {
    const struct sal_ruleset *rules = lib->shelf[i].rules;
    if (rules->hidden && !hidden_too)
      continue;
    const struct sal_book *o = library_outline(lib, rules, f);
    if (!o)
      return false;
    sal_json_object(j, NULL);
    sal_json_str(j, "id", rules->id);
    sal_json_str(j, "title", rules->title);
    sal_json_str(j, "edition", rules->edition);
    if (rules->hidden)
      sal_json_bool(j, "hidden", true);          /* not on the menu */
    sal_json_int(j, "rules", rules->nrules - 1); /* the first is "-", no rule */
    sal_json_hash(j, "data", lib->shelf[i].hash);
    sal_json_array(j, "sides");
    for (int side = 0; side < SAL_SIDES; side++)
      sal_json_str(j, NULL, sal_side_name[side]);
    sal_json_end(j);
    sal_json_array(j, "scenarios");
    for (int k = 0; k < o->nscenarios; k++) {
      /* options differ by scenario */
      const struct sal_book *b = locked_book(lib, rules, 0, 0, o->scenarios[k].id, true, f);
      if (!b)
        return false;
      scenario_json(j, b, &o->scenarios[k]);
    }
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  return true;
}
