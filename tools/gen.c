/* gen.c - runs while building: turns data into C.
 *
 *   gen rules GAME data/GAME/rules.tsv OUT.h   rule ids as constants, so that a wrong id does not compile
 *   gen embed data OUT.c [NAME]                the data files (or a folder of the page) as bytes in the program
 *   gen cites src/rules OUT.c                  which rule ids each ruleset's sources name (for `lint`)
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
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
  if (!f) die("%s: cannot be read", path);
  char *text = NULL;
  size_t cap = 0, n = 0;
  for (;;) {
    if (n + 65536 + 1 > cap) text = realloc(text, cap = cap * 2 + 65537);
    if (!text) die("%s: out of memory", path);
    size_t got = fread(text + n, 1, 65536, f);
    n += got;
    if (!got) break;
  }
  fclose(f);
  text[n] = 0;
  if (size) *size = n;
  return text;
}

static FILE *create(const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f) die("%s: cannot be written", path);
  return f;
}

static void identifier(FILE *out, const char *id, size_t n) {
  fputs("R_", out);
  for (size_t i = 0; i < n; i++) fputc(isalnum((unsigned char)id[i]) ? id[i] : '_', out);
}

/* First column of every row after the heading. */
static void rules(const char *game, const char *in, const char *to) {
  char *text = slurp(in, NULL);
  FILE *out = create(to);
  fprintf(out, "/* Made from rules.tsv by tools/gen.c. */\n#ifndef %s_RULES_H\n#define %s_RULES_H\nenum {\n  R_none,\n", game, game);
  for (int pass = 0; pass < 2; pass++) {
    int row = 0;
    if (pass) fprintf(out, "  R_count\n};\n#ifdef SAL_RULE_IDS\nstatic const char *const rule_ids[] = {\n  \"-\",\n");
    for (char *line = text; *line;) {
      char *end = strchrnul(line, '\n');
      size_t id = strcspn(line, "\t\n");
      if (id && *line != '#' && *line != '@' && row++) {
        fputs("  ", out);
        if (pass) fprintf(out, "\"%.*s\"", (int)id, line);
        else identifier(out, line, id);
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
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void walk(const char *dir, struct names *all) {
  DIR *d = opendir(dir);
  if (!d) die("%s: cannot be listed", dir);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    char *path;
    if (asprintf(&path, "%s/%s", dir, e->d_name) < 0) die("out of memory");
    struct stat st;
    if (stat(path, &st)) die("%s: cannot be read", path);
    if (S_ISDIR(st.st_mode)) {
      walk(path, all);
      free(path);
      continue;
    }
    all->v = realloc(all->v, (all->n + 1) * sizeof *all->v);
    if (!all->v) die("out of memory");
    all->v[all->n++] = path;
  }
  closedir(d);
}
static struct names files_of(const char *dir) {
  struct names all = {0};
  walk(dir, &all);
  if (all.n) qsort(all.v, all.n, sizeof *all.v, by_name);
  return all;
}

static void forget(struct names *all) {
  for (size_t i = 0; i < all->n; i++) free(all->v[i]);
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
    for (size_t k = 0; k < n; k++) fprintf(out, "%s%d,", k % 32 ? "" : "\n", (unsigned char)text[k]);
    fprintf(out, "0};\n");
    free(text);
  }
  fprintf(out, "extern const struct embedded_file %s[];\nconst struct embedded_file %s[] = {\n", name, name);
  for (size_t i = 0; i < all.n; i++)
    fprintf(out, "  {\"%s\", (const char *)f%zu, sizeof f%zu - 1},\n", all.v[i] + strlen(dir) + 1, i, i);
  fprintf(out, "  {0, 0, 0}};\n");
  fclose(out);
  forget(&all);
}

static void cites(const char *dir, const char *to) {
  struct names all = files_of(dir);
  FILE *out = create(to);
  fprintf(out, "/* Made from src/rules by tools/gen.c: \"game constant\", in order of appearance. */\n"
               "#include \"host/embedded.h\"\nconst char *const rule_cites[] = {\n");
  for (size_t i = 0; i < all.n; i++) {
    const char *path = all.v[i] + strlen(dir) + 1;
    size_t game = strcspn(path, "/");
    if (!path[game]) continue;
    char *text = slurp(all.v[i], NULL);
    for (char *p = text; (p = strstr(p, "R_"));) {
      if (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) {
        p += 2;
        continue;
      }
      size_t n = 2;
      while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
      fprintf(out, "  \"%.*s %.*s\",\n", (int)game, path, (int)n, p);
      p += n;
    }
    free(text);
  }
  fprintf(out, "  0};\n");
  fclose(out);
  forget(&all);
}

int main(int argc, char **argv) {
  if (argc == 5 && !strcmp(argv[1], "rules")) rules(argv[2], argv[3], argv[4]);
  else if ((argc == 4 || argc == 5) && !strcmp(argv[1], "embed")) embed(argv[2], argv[3], argc == 5 ? argv[4] : "embedded_files");
  else if (argc == 4 && !strcmp(argv[1], "cites")) cites(argv[2], argv[3]);
  else die("usage: gen rules GAME IN OUT | gen embed DIR OUT [NAME] | gen cites DIR OUT");
  return 0;
}
