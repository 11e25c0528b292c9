/* gen.c - runs while building: turns data into C.
 *
 * gen rules GAME rules.tsv OUT.h
 *     makes constants of the rule ids, so that a wrong id does not compile.
 * gen embed FOLDER OUT.c [NAME]
 *     puts the data files, or a folder of the page, into the program as bytes.
 * gen look look.tsv OUT.h
 *     makes the colours and symbols of the pictures.
 * gen cites src/rules tests/rules data OUT.c
 *     lists where each ruleset's sources and tests name a rule, for `lint` and `rules`.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static _Noreturn void die(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fputc('\n', stderr);
  exit(1);
}

static char *slurp(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f)
    die("%s: cannot be read", path);
  char *text = NULL;
  size_t cap = 0, n = 0;
  for (;;) {
    if (n + 65536 + 1 > cap)
      text = realloc(text, cap = cap * 2 + 65537);
    if (!text)
      die("%s: out of memory", path);
    size_t got = fread(text + n, 1, 65536, f);
    n += got;
    if (!got)
      break;
  }
  fclose(f);
  text[n] = 0;
  if (size)
    *size = n;
  return text;
}

static FILE *create(const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f)
    die("%s: cannot be written", path);
  return f;
}

static void identifier(FILE *out, const char *id, size_t n) {
  fputs("R_", out);
  for (size_t i = 0; i < n; i++)
    fputc(isalnum((unsigned char)id[i]) ? id[i] : '_', out);
}

/* First column of every row after the heading. */
static void rules(const char *game, const char *in, const char *to) {
  char *text = slurp(in, NULL);
  FILE *out = create(to);
  fprintf(out,
          "/* Made from rules.tsv by tools/gen.c. */\n#ifndef %s_RULES_H\n#define %s_RULES_H\nenum "
          "{\n  R_none,\n",
          game, game);
  for (int pass = 0; pass < 2; pass++) {
    int row = 0;
    if (pass)
      fprintf(out, "  R_count\n};\n#ifdef SAL_RULE_IDS\nstatic const char *const rule_ids[] = {\n  "
                   "\"-\",\n");
    for (char *line = text; *line;) {
      char *end = strchrnul(line, '\n');
      size_t id = strcspn(line, "\t\n");
      if (id && *line != '#' && *line != '@' && row++) {
        fputs("  ", out);
        if (pass)
          fprintf(out, "\"%.*s\"", (int)id, line);
        else
          identifier(out, line, id);
        fputs(",\n", out);
      }
      line = *end ? end + 1 : end;
    }
  }
  fprintf(out, "};\n#endif\n#endif\n");
  fclose(out);
  free(text);
}

struct names {
  char **v;
  size_t n;
};
static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}
static void walk(const char *dir, struct names *all) {
  DIR *d = opendir(dir);
  if (!d)
    die("%s: cannot be listed", dir);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.')
      continue;
    char *path;
    if (asprintf(&path, "%s/%s", dir, e->d_name) < 0)
      die("out of memory");
    struct stat st;
    if (stat(path, &st))
      die("%s: cannot be read", path);
    if (S_ISDIR(st.st_mode)) {
      walk(path, all);
      free(path);
      continue;
    }
    all->v = realloc(all->v, (all->n + 1) * sizeof *all->v);
    if (!all->v)
      die("out of memory");
    all->v[all->n++] = path;
  }
  closedir(d);
}
static struct names files_of(const char *dir) {
  struct names all = {0};
  walk(dir, &all);
  if (all.n)
    qsort(all.v, all.n, sizeof *all.v, by_name);
  return all;
}

static void forget(struct names *all) {
  for (size_t i = 0; i < all->n; i++)
    free(all->v[i]);
  free(all->v);
}

static void embed(const char *dir, const char *to, const char *name) {
  struct names all = files_of(dir);
  FILE *out = create(to);
  fprintf(out, "/* Made from data/ by tools/gen.c. */\n#include \"host/embedded.h\"\n");
  for (size_t i = 0; i < all.n; i++) {
    size_t n;
    char *text = slurp(all.v[i], &n);
    fprintf(out, "static const unsigned char f%zu[] = {", i);
    for (size_t k = 0; k < n; k++)
      fprintf(out, "%s%d,", k % 32 ? "" : "\n", (unsigned char)text[k]);
    fprintf(out, "0};\n");
    free(text);
  }
  fprintf(out, "extern const struct embedded_file %s[];\nconst struct embedded_file %s[] = {\n",
          name, name);
  for (size_t i = 0; i < all.n; i++)
    fprintf(out, "  {\"%s\", (const char *)f%zu, sizeof f%zu - 1},\n", all.v[i] + strlen(dir) + 1,
            i, i);
  fprintf(out, "  {0, 0, 0}};\n");
  fclose(out);
  forget(&all);
}

/* "  {"nullgame R_5_3", "src/rules/nullgame/attack.c", 12}," */
static void cite(FILE *out, const char *path, size_t game, const char *rule, size_t n,
                 const char *top, int line) {
  fprintf(out, "  {\"%.*s %.*s\", \"%s/%s\", %d},\n", (int)game, path, (int)n, rule, top, path,
          line);
}
static void code_cites(FILE *out, const char *dir) {
  struct names all = files_of(dir);
  for (size_t i = 0; i < all.n; i++) {
    const char *path = all.v[i] + strlen(dir) + 1;
    size_t game = strcspn(path, "/");
    if (!path[game])
      continue;
    char *text = slurp(all.v[i], NULL);
    int line = 1;
    for (char *p = text; *p;) {
      bool inside = p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
      line += *p == '\n';
      if (inside || strncmp(p, "R_", 2)) {
        p++;
        continue;
      }
      size_t n = 2;
      while (isalnum((unsigned char)p[n]) || p[n] == '_')
        n++;
      cite(out, path, game, p, n, "src/rules", line);
      p += n;
    }
    free(text);
  }
  forget(&all);
}
/* Is it the first field of a row of the game's rules.tsv? */
static bool is_rule(const char *rules, const char *id, size_t n) {
  for (const char *row = rules; row && *row; row = strchr(row, '\n'), row = row ? row + 1 : NULL)
    if (!strncmp(row, id, n) && row[n] == '\t')
      return true;
  return false;
}
/* How long the id is that a text begins with: `"5.3"`, or a line of a story, `"  5.3 A attacks"`.
 * 0 when it begins with anything else; `id` is where it begins. */
static size_t cited(const char *quote, const char *rules, const char **id) {
  const char *p = quote + 1;
  while (*p == ' ')
    p++;
  size_t n = strcspn(p, "\"\\ \n");
  *id = p;
  bool whole = p[n] == '"' || p[n] == ' ';
  return whole && n > 0 && n < 24 && is_rule(rules, p, n) ? n : 0;
}
/* How long the id is that a constant, R_5_3, stands for: the row of rules.tsv that the build made
 * it of. 0 when there is none. */
static size_t id_behind(const char *constant, const char *rules, const char **id) {
  for (const char *row = rules; row && *row; row = strchr(row, '\n'), row = row ? row + 1 : NULL) {
    size_t n = strcspn(row, "\t\n"), i = 0;
    while (i < n && constant[2 + i] == (isalnum((unsigned char)row[i]) ? row[i] : '_'))
      i++;
    char next = constant[2 + n];
    if (!n || i < n || isalnum((unsigned char)next) || next == '_')
      continue;
    *id = row;
    return n;
  }
  return 0;
}
/* The tests that name a rule: by its id at the head of a text, or by its constant. */
static void test_cites(FILE *out, const char *dir, const char *data) {
  struct names all = files_of(dir);
  char *rules = NULL;
  char of[64] = "";
  for (size_t i = 0; i < all.n; i++) {
    const char *path = all.v[i] + strlen(dir) + 1;
    size_t game = strcspn(path, "/"), len = strlen(path);
    if (!path[game] || game >= sizeof of || len < 2 || strcmp(path + len - 2, ".c"))
      continue;
    if (strlen(of) != game || strncmp(of, path, game)) {
      char file[600];
      snprintf(of, sizeof of, "%.*s", (int)game, path);
      snprintf(file, sizeof file, "%s/%s/rules.tsv", data, of);
      free(rules);
      rules = slurp(file, NULL);
    }
    char *text = slurp(all.v[i], NULL);
    int line = 1;
    for (char *p = text; *p; p++) {
      line += *p == '\n';
      const char *id;
      bool inside = p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
      size_t n = 0;
      if (*p == '"')
        n = cited(p, rules, &id);
      else if (!inside && !strncmp(p, "R_", 2))
        n = id_behind(p, rules, &id);
      if (n)
        cite(out, path, game, id, n, "tests/rules", line);
    }
    free(text);
  }
  free(rules);
  forget(&all);
}
static void cites(const char *dir, const char *tests, const char *data, const char *to) {
  FILE *out = create(to);
  fprintf(out,
          "/* Made by tools/gen.c: where the sources name a rule's constant, and the tests its "
          "id. */\n#include \"host/embedded.h\"\nconst struct rule_cite rule_cites[] = {\n");
  code_cites(out, dir);
  fprintf(out, "  {0, 0, 0}};\nconst struct rule_cite test_cites[] = {\n");
  test_cites(out, tests, data);
  fprintf(out, "  {0, 0, 0}};\n");
  fclose(out);
}

/* ---- look: colours and symbols, shared with the page */

static char *next_field(char **rest, const char *path) {
  char *field = strsep(rest, "\t");
  if (!field)
    die("%s: a row has too few fields", path);
  return strcmp(field, "-") ? field : field + 1; /* "-" is empty */
}
/* The rows of one kind, each printed by `print`. */
static void look_rows(const char *path, const char *kind, FILE *out,
                      void (*print)(FILE *, char **rest, const char *path)) {
  char *text = slurp(path, NULL);
  char *lines = text;
  for (char *line; (line = strsep(&lines, "\n"));) {
    char *rest = line;
    if (*line && *line != '#' && !strcmp(strsep(&rest, "\t"), kind))
      print(out, &rest, path);
  }
  free(text);
}
static void token_name(FILE *out, const char *name) {
  fputs("T_", out);
  for (; *name; name++)
    fputc(*name == '-' ? '_' : toupper((unsigned char)*name), out);
}
static void print_token(FILE *out, char **rest, const char *path) {
  fputs("  ", out);
  token_name(out, next_field(rest, path));
  fputs(",\n", out);
}
static void print_colour(FILE *out, char **rest, const char *path) {
  fputs("  [", out);
  token_name(out, next_field(rest, path));
  const char *light = next_field(rest, path);
  const char *dark = next_field(rest, path);
  const char *opacity = next_field(rest, path);
  fprintf(out, "] = {\"%s\", \"%s\", %s, %s}, \\\n", light, dark, opacity, next_field(rest, path));
}
static void print_band(FILE *out, char **rest, const char *path) {
  fprintf(out, "  \"%s\", \\\n", next_field(rest, path));
}
static void print_symbol(FILE *out, char **rest, const char *path) {
  const char *word = next_field(rest, path);
  const char *stroke = next_field(rest, path);
  fprintf(out, "  {\"%s\", \"%s\", \"%s\"}, \\\n", word, stroke, next_field(rest, path));
}
static void look(const char *path, const char *to) {
  FILE *out = create(to);
  fprintf(out, "/* Made from %s. */\n#ifndef LOOK_H\n#define LOOK_H\nenum token {\n", "look.tsv");
  look_rows(path, "colour", out, print_token);
  fputs("  T_COUNT\n};\n#define LOOK_COLOURS \\\n", out);
  look_rows(path, "colour", out, print_colour);
  fputs("\n#define LOOK_BANDS \\\n", out);
  look_rows(path, "band", out, print_band);
  fputs("\n#define LOOK_SYMBOLS \\\n", out);
  look_rows(path, "symbol", out, print_symbol);
  fputs("\n#endif\n", out);
  fclose(out);
}

int main(int argc, char **argv) {
  if (argc == 5 && !strcmp(argv[1], "rules"))
    rules(argv[2], argv[3], argv[4]);
  else if ((argc == 4 || argc == 5) && !strcmp(argv[1], "embed"))
    embed(argv[2], argv[3], argc == 5 ? argv[4] : "embedded_files");
  else if (argc == 4 && !strcmp(argv[1], "look"))
    look(argv[2], argv[3]);
  else if (argc == 6 && !strcmp(argv[1], "cites"))
    cites(argv[2], argv[3], argv[4], argv[5]);
  else
    die("usage: gen rules GAME IN OUT | gen embed DIR OUT [NAME] | gen cites RULES TESTS DATA OUT");
  return 0;
}
