/* cmd_rules.c - `rules`, `sources` and `lint`: the rules in our words, the sources of figures, what
 * is not covered.
 *
 * docs/rules/<game>.md is the output of `rules GAME --markdown`; a test compares the two.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host/embedded.h"
#include "tty_words.h"

/* A game by its id, or the end. */
static const struct sal_ruleset *game_named(const char *id) {
  const struct sal_ruleset *rules = sal_ruleset_find(id);
  if (!rules)
    die(EXIT_USE, "there is no game %s; salient games lists them", id);
  return rules;
}

/* A game without a scenario: enough for its rules and tables. */
static const struct sal_book *outline_of(struct library *lib, const struct sal_ruleset *rules) {
  struct fault f;
  const struct sal_book *b = library_outline(lib, rules, &f);
  if (!b)
    die_fault(EXIT_USE, &f);
  return b;
}

/* A scenario with its map and counters. */
static const struct sal_book *book_of(struct library *lib, const struct sal_ruleset *rules,
                                      const char *scenario) {
  struct fault f;
  const struct sal_book *b = library_book(lib, rules, scenario, &f);
  if (!b)
    die_fault(EXIT_USE, &f);
  return b;
}

/* ---- rules */
/* A rule in our words; where the book left something open, also how it is played here. */
static void print_rule(const struct sal_rule *r) {
  printf("%s  %s\n  ", r->id, r->title);
  print_wrapped(r->text, 2);
  if (!*r->ruling)
    return;
  printf("  Ruling: ");
  print_wrapped(r->ruling, 10);
}

/* Searching ignores case. */
static bool holds(const char *text, const char *word) {
  return strcasestr(text, word) != NULL;
}

/* A cell of a Markdown table. */
static void cell(const char *text) {
  printf(" ");
  for (; *text; text++) {
    /* a bar would end the cell */
    if (*text == '|')
      putchar('\\');
    putchar(*text);
  }
  printf(" |");
}

/* One line of a table in Markdown. */
static void row(const char *a, const char *b, const char *c) {
  printf("|");
  cell(a);
  cell(b);
  if (c)
    cell(c);
  printf("\n");
}

/* A section with the head of its table; without `c` it has two columns. */
static void heading(const char *title, const char *a, const char *b, const char *c) {
  printf("\n## %s\n\n", title);
  row(a, b, c);
  printf("|---|---|%s\n", c ? "---|" : "");
}

/* The part of the page that lists options, phases, marks and factors. */
static void markdown_words(const struct sal_ruleset *r, const struct sal_book *b) {
  heading("Phases", "id", "title", "rule");
  for (int i = 0; i < r->nphases; i++)
    row(r->phases[i].id, r->phases[i].title, sal_rule_id(b, r->phases[i].rule));
  heading("Marks", "id", "meaning", "rule");
  for (int i = 0; i < r->nmarks; i++)
    row(r->marks[i].id, r->marks[i].title, sal_rule_id(b, r->marks[i].rule));
  heading("Variables of a position", "name", "meaning", NULL);
  for (int i = 0; i < r->nvars; i++)
    row(r->vars[i].name, r->vars[i].about, NULL);
  heading("Factors of a made-up unit", "name", "meaning", NULL);
  for (int i = 0; i < r->nfactors; i++)
    row(r->factors[i].name, r->factors[i].about, NULL);
  heading("Actions", "text", "says", "rule");
  for (int i = 0; i < r->nverbs; i++) {
    /* in the order of the kinds of operands in core/action.h */
    static const char *const arg[] = {"",           " UNIT",   " HEX",  " HEX/HEX",
                                      " DIRECTION", " NUMBER", " WORD", " BOX"};
    const struct sal_verb *v = &r->verbs[i];
    char text[80];
    snprintf(text, sizeof text, "%s%s%s%s", v->name, arg[v->arg[0]], arg[v->arg[1]],
             arg[v->arg[2]]);
    row(text, v->label, sal_rule_id(b, v->rule));
  }
  heading("Standing orders", "name", "title", "choices");
  for (int i = 0; i < r->norders; i++) {
    char all[120] = "";
    for (int k = 0; r->orders[i].choices[k]; k++)
      snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", k ? " " : "",
               r->orders[i].choices[k]);
    row(r->orders[i].name, r->orders[i].title, all);
  }
}

/* Those of the game's options.tsv; what the book adds for every game, the handicap, is not
 * listed. */
static void markdown_options(const struct sal_book *b) {
  heading("Options", "id", "title", "rule");
  for (int i = 0; i < b->nlisted; i++)
    row(b->option[i].id, b->option[i].title, sal_rule_id(b, b->option[i].rule));
}

/* Every kind of counter in any scenario, with an example. */
static void markdown_kinds(struct library *lib, const struct sal_ruleset *r,
                           const struct sal_book *outline) {
  /* kinds that already have a row; no game comes near this many */
  const char *seen[256];
  int n = 0;

  heading("Kinds of counters", "kind", "symbol", "for example");
  for (int s = 0; s < outline->nscenarios; s++) {
    const struct sal_book *b = book_of(lib, r, outline->scenarios[s].id);
    for (int u = 0; u < b->ncounters; u++) {
      int k = 0;
      while (k < n && strcmp(seen[k], b->counter[u].kind))
        k++;
      if (k < n || n == 256)
        continue;
      seen[n++] = b->counter[u].kind;
      row(b->counter[u].kind, b->counter[u].symbol, b->counter[u].label);
    }
  }
}

/* The tables with their sources. */
static void markdown_tables(const struct sal_book *b) {
  for (int i = 0; i < b->ntables; i++) {
    const struct sal_table *t = &b->table[i];
    printf("\n## Table `%s`: %s\n\nRule %s; source: %s.\n\n|  |", t->id, t->title,
           sal_rule_id(b, t->rule), t->source);
    for (int c = 0; c < t->ncols; c++)
      cell(t->col[c]);
    printf("\n|---|");
    for (int c = 0; c < t->ncols; c++)
      printf("---|");
    /* The first cell of a row is its label. */
    for (int y = 0; y < t->nrows; y++) {
      printf("\n|");
      cell(t->row[y]);
      for (int c = 0; c < t->ncols; c++)
        cell(sal_table_cell(t, y, c));
    }
    printf("\n");
  }
}

/* The whole page docs/rules/GAME.md. */
static void markdown(struct library *lib, const struct sal_ruleset *r, const struct sal_book *o) {
  printf("# %s: the rules in our words\n\nMade by `salient rules %s --markdown` from the game's "
         "data; edit `data/%s/rules.tsv`, not this page.\n"
         "Every refusal and every event of the program cites one of these ids.\n\n",
         r->title, r->id, r->id);
  /* Rule 0 is "no rule" and is not printed. */
  for (int i = 1; i < o->nrules; i++) {
    printf("**%s %s.** %s", o->rule[i].id, o->rule[i].title, o->rule[i].text);
    if (*o->rule[i].ruling)
      printf(" *Ruling: %s*", o->rule[i].ruling);
    printf("\n\n");
  }
  printf("## Scenarios\n\n| id | title | turns | about |\n|---|---|---|---|\n");
  for (int i = 0; i < o->nscenarios; i++) {
    const struct sal_scenario *s = &o->scenarios[i];
    printf("|");
    cell(s->id);
    cell(s->title);
    printf(" %u |", s->turns);
    cell(s->about);
    printf("\n");
  }
  markdown_options(o);
  markdown_words(r, o);
  markdown_kinds(lib, r, o);
  markdown_tables(book_of(lib, r, o->scenarios[0].id));
}

/* "nullgame R_5_3": the constant that the sources name the rule by. */
static void constant_of(const struct sal_ruleset *rules, const char *id, char out[96]) {
  size_t n = (size_t)snprintf(out, 96, "%s R_%s", rules->id, id);
  for (size_t i = strlen(rules->id) + 3; i < n; i++)
    if (!isalnum((unsigned char)out[i]))
      out[i] = '_';
}

/* does the game's code name it? */
static bool cited(const struct sal_ruleset *rules, const char *id) {
  char want[96];

  constant_of(rules, id, want);
  for (int i = 0; rule_cites[i].rule; i++)
    if (!strcmp(rule_cites[i].rule, want))
      return true;

  return false;
}

/* One line: the first few places that name it, each file once. */
static void print_places(const char *label, const struct rule_cite *cite, const char *want) {
  /* enough to find one's way; the rest is counted */
  enum { PLACES = 8 };
  const struct rule_cite *last = NULL;
  int n = 0;

  for (; cite->rule; cite++) {
    if (strcmp(cite->rule, want))
      continue;
    /* Places come in the order of files and lines, so a second mention stands beside the first. */
    bool same_file = last && !strcmp(last->file, cite->file);
    if (same_file && last->line == cite->line)
      continue;
    n++;
    if (n <= PLACES && same_file)
      printf(", %d", cite->line);
    else if (n <= PLACES)
      printf("%s%s:%d", n == 1 ? label : "; ", cite->file, cite->line);
    last = cite;
  }
  if (n > PLACES)
    printf(" and %d more", n - PLACES);
  if (n)
    printf("\n");
}

/* Where the rule is decided and where it is tested; the build collects both. */
static void print_where(const struct sal_ruleset *rules, const char *id) {
  char want[96];
  constant_of(rules, id, want);
  print_places("  Decided in ", rule_cites, want);
  snprintf(want, sizeof want, "%s %s", rules->id, id);
  print_places("  Tested in ", test_cites, want);
}

/* Does any part of the rule speak of the word? */
static bool speaks_of(const struct sal_rule *r, const char *word) {
  const char *const parts[] = {r->id, r->title, r->text, r->ruling};

  for (int i = 0; i < 4; i++)
    if (holds(parts[i], word))
      return true;
  return false;
}

/* Is the rule this one, or one of those under it: 5.1 has 5.1.2 and 5.1a? */
static bool is_under(const char *id, const char *asked) {
  size_t n = strlen(asked);

  if (strncmp(id, asked, n))
    return false;
  return !id[n] || id[n] == '.' || isalpha((unsigned char)id[n]);
}

/* The rules of a game: one with those under it, those that speak of a word, all as a page, or the
 * table of contents. */
int cmd_rules(struct args *a) {
  static const char usage[] = "rules GAME [ID | --search WORD | --markdown]";
  bool md = arg_flag(a, "--markdown");
  const char *word = arg_value(a, "--search");

  arg_rest(a, 1, md || word ? 1 : 2, usage);
  const struct sal_ruleset *rules = game_named(a->v[0]);
  const char *asked = a->n == 2 ? a->v[1] : NULL;
  struct library *lib = open_library(a);
  const struct sal_book *b = outline_of(lib, rules);
  int found = 0;
  if (md)
    markdown(lib, rules, b);
  for (int i = 1; i < b->nrules && !md; i++) {
    const struct sal_rule *r = &b->rule[i];
    if (word && speaks_of(r, word)) {
      print_rule(r);
      found++;
    } else if (asked && is_under(r->id, asked)) {
      print_rule(r);
      print_where(rules, r->id);
      found++;
    } else if (!word && !asked) {
      printf("%-10s %s\n", r->id, r->title);
    }
  }
  /* A search without a find is an answer: no. So is an id that the game does not have. */
  if (word && !md && !found)
    die(EXIT_NO, "no rule of %s speaks of '%s'", rules->id, word);
  if (asked && !found)
    die(EXIT_NO, "%s has no rule %s", rules->id, asked);
  library_close(lib);

  return EXIT_DONE;
}

/* ---- sources */
/* What the writer is handed; scenario points into the command's own words. */
struct sources {
  struct library *lib;
  const struct sal_ruleset *rules;
  const char *scenario; /* or NULL: all */
};
/* Every figure and its source, as JSON. */
static void sources_json(void *ctx, struct sal_json *j) {
  const struct sources *s = ctx;
  const struct sal_book *o = outline_of(s->lib, s->rules);

  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", s->rules->id);
  sal_json_hash(j, "data", library_hash(s->lib, s->rules));
  sal_json_array(j, "scenarios");
  for (int i = 0; i < o->nscenarios; i++) {
    if (s->scenario && strcmp(s->scenario, o->scenarios[i].id))
      continue;
    const struct sal_book *b = book_of(s->lib, s->rules, o->scenarios[i].id);
    sal_json_object(j, NULL);
    sal_json_str(j, "scenario", o->scenarios[i].id);
    sal_json_object(j, "map");
    sal_json_str(j, "id", b->board.id);
    sal_json_str(j, "source", b->board.source ? b->board.source : "-");
    sal_json_end(j);
    sal_json_array(j, "tables");
    for (int t = 0; t < b->ntables; t++) {
      sal_json_object(j, NULL);
      sal_json_str(j, "id", b->table[t].id);
      sal_json_str(j, "source", b->table[t].source);
      sal_json_end(j);
    }
    sal_json_end(j);
    sal_json_array(j, "counters");
    for (int u = 0; u < b->ncounters; u++) {
      sal_json_object(j, NULL);
      sal_json_str(j, "id", b->counter[u].id);
      sal_json_str(j, "source", b->counter[u].source);
      sal_json_end(j);
    }
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

/* The same as text. */
static void sources_words(const struct sal_book *b) {
  printf("%s/%s\n  map %s: %s\n", b->rules->id, b->scenarios[b->scenario].id, b->board.id,
         b->board.source ? b->board.source : "-");
  for (int t = 0; t < b->ntables; t++)
    printf("  table %s (%s, rule %s): %s\n", b->table[t].id, b->table[t].title,
           sal_rule_id(b, b->table[t].rule), b->table[t].source);
  for (int u = 0; u < b->ncounters; u++) { /* each source once, with its counters */
    const char *source = b->counter[u].source;
    int first = 0;
    int n = 0;
    int col;
    /* Only the first counter of a source prints the line, with all that share it. */
    while (strcmp(b->counter[first].source, source))
      first++;
    if (first != u)
      continue;
    for (int k = u; k < b->ncounters; k++)
      n += !strcmp(b->counter[k].source, source);
    printf("  %d counters %s:", n, source);
    col = 80;
    for (int k = u; k < b->ncounters; k++) {
      if (strcmp(b->counter[k].source, source))
        continue;
      int len = (int)strlen(b->counter[k].id) + 1;
      if (col + len > 78) {
        printf("\n   ");
        col = 3;
      }
      printf(" %s", b->counter[k].id);
      col += len;
    }
    printf("\n");
  }
}

/* Says which figures are printed and which are reconstructed. */
int cmd_sources(struct args *a) {
  bool json = arg_flag(a, "--json");

  arg_rest(a, 1, 1, "sources GAME[/SCENARIO] [--json]");
  char *slash = strchr(a->v[0], '/');
  if (slash)
    *slash = 0;
  struct sources s = {open_library(a), game_named(a->v[0]), slash ? slash + 1 : NULL};
  const struct sal_book *o = outline_of(s.lib, s.rules);
  /* a scenario that does not exist is said before anything is printed */
  if (s.scenario)
    book_of(s.lib, s.rules, s.scenario);
  if (json) {
    char *text = json_text(sources_json, &s);
    puts(text);
    free(text);
  }
  for (int i = 0; !json && i < o->nscenarios; i++)
    if (!s.scenario || !strcmp(s.scenario, o->scenarios[i].id))
      sources_words(book_of(s.lib, s.rules, o->scenarios[i].id));
  library_close(s.lib);
  return EXIT_DONE;
}

/* ---- lint */
/* Does the coverage file hold the id, as a line of its own? */
static bool listed(const char *text, const char *id) {
  size_t n = strlen(id);

  while (text && *text) {
    bool begins_so = !strncmp(text, id, n);
    if (begins_so && (text[n] == '\n' || !text[n]))
      return true;
    const char *end = strchr(text, '\n');
    text = end ? end + 1 : NULL;
  }

  return false;
}

/* Does a test name the rule, so that `rules GAME ID` can show where it is tested? */
static bool named_by_test(const struct sal_ruleset *rules, const char *id) {
  char want[96];

  snprintf(want, sizeof want, "%s %s", rules->id, id);
  for (const struct rule_cite *cite = test_cites; cite->rule; cite++)
    if (!strcmp(cite->rule, want))
      return true;
  return false;
}

/* Rules that no code decides, or no test names or has seen. */
static int lint_game(struct library *lib, const struct sal_ruleset *rules, const char *dir,
                     bool each) {
  bool wanted = dir != NULL; /* coverage that was asked for must be there */
  const struct sal_book *b = outline_of(lib, rules);
  int checkable = 0;
  int no_code = 0;
  int no_test = 0;
  int unnamed = 0;
  char path[512];
  char *covered = NULL;
  size_t n;

  snprintf(path, sizeof path, "%s/%s.txt", dir ? dir : "build/coverage", rules->id);
  FILE *there = fopen(path, "rb");
  if (there) {
    fclose(there);
    covered = read_file(path, &n);
  }
  for (int i = 1; i < b->nrules; i++) {
    const struct sal_rule *r = &b->rule[i];
    if (!r->checkable)
      continue;
    checkable++;
    /* Three questions about a rule: does code decide it, has a test seen it, does a test name it? A
     * silent rule has no constant in the code, so a test sees it by what it does. */
    bool code = r->silent || cited(rules, r->id);
    bool test = covered && listed(covered, r->id);
    no_code += !code;
    no_test += !test;
    if (!code && each)
      printf("%s %s: no code cites it: %s\n", rules->id, r->id, r->title);
    if (covered && !test && each)
      printf("%s %s: no test covers it: %s\n", rules->id, r->id, r->title);
    if (named_by_test(rules, r->id))
      continue;
    unnamed++;
    if (each)
      printf("%s %s: no test names it: %s\n", rules->id, r->id, r->title);
  }
  printf("%s: %d rules, %d checkable, %d without code, ", rules->id, b->nrules - 1, checkable,
         no_code);
  if (covered)
    printf("%d without test", no_test);
  else
    printf("tests not measured yet (./salient check does it)");
  printf("%s\n", rules->hidden ? " (not on the menu yet)" : "");
  /* Without coverage files nothing is known of tests, so it is not held against the game. */
  int missing = no_code + unnamed + (covered || wanted ? no_test : 0);
  free(covered);
  return missing;
}

/* Lints one game or all of them. */
int cmd_lint(struct args *a) {
  const char *dir = arg_value(a, "--coverage");

  arg_rest(a, 0, 1, "lint [GAME] [--coverage DIR]");
  const struct sal_ruleset *only = a->n ? game_named(a->v[0]) : NULL;
  struct library *lib = open_library(a);
  int missing = 0;
  for (int i = 0; sal_rulesets[i]; i++)
    /* for an unfinished game only the totals, unless it is asked for by name */
    if (!only || sal_rulesets[i] == only) {
      bool counts = only || !sal_rulesets[i]->hidden;
      int n = lint_game(lib, sal_rulesets[i], dir, counts);
      missing += counts ? n : 0;
    }
  library_close(lib);
  return missing ? EXIT_NO : EXIT_DONE;
}
