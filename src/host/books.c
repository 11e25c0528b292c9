/* books.c - see books.h. */
#include "books.h"

#include <stdio.h>
#include <string.h>

#include "core/ruleset.h"

/* A game by its id, or an error that names the field. */
static const struct sal_ruleset *rules_of(const char *game, struct fault *f) {
  const struct sal_ruleset *rules = sal_ruleset_find(game);
  if (!rules)
    fault_at(f, "game", "there is no such game");
  return rules;
}

/* The outline of a game, or all of it with the map and counters of its first scenario. */
const struct sal_book *books_find(struct library *lib, const char *game, bool whole,
                                  struct fault *f) {
  const struct sal_ruleset *rules = rules_of(game, f);
  const struct sal_book *book = rules ? library_outline(lib, rules, f) : NULL;
  if (!book || !whole)
    return book;
  return library_book(lib, rules, book->scenarios[0].id, f);
}

/* The book of one scenario. */
const struct sal_book *books_scenario(struct library *lib, const char *game, const char *scenario,
                                      struct fault *f) {
  const struct sal_ruleset *rules = rules_of(game, f);
  return rules ? library_book(lib, rules, scenario, f) : NULL;
}

/* Every rule with its sentence and its ruling. Rule 0 is "no rule" and is left out. */
void books_rules_json(struct sal_json *j, const struct sal_book *b) {
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_array(j, "rules");
  for (int i = 1; i < b->nrules; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", b->rule[i].id);
    sal_json_str(j, "title", b->rule[i].title);
    sal_json_str(j, "text", b->rule[i].text);
    if (b->rule[i].ruling[0])
      sal_json_str(j, "ruling", b->rule[i].ruling);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* One figure and where it comes from. */
static void source(struct sal_json *j, const char *what, const char *from) {
  sal_json_object(j, NULL);
  sal_json_str(j, "what", what);
  sal_json_str(j, "source", from);
  sal_json_end(j);
}

/* Which figures are printed, which are reconstructed and which are invented. */
void books_sources_json(struct sal_json *j, const struct sal_book *b) {
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_array(j, "sources");
  source(j, "map", b->board.source ? b->board.source : "not stated");
  for (int i = 0; i < b->ntables; i++)
    source(j, b->table[i].title, b->table[i].source);
  for (int i = 0; i < b->ncounters; i++)
    source(j, b->counter[i].label, b->counter[i].source);
  sal_json_end(j);
}

/* Words for learners: an optional file of the game's folder. */
void books_guide_json(struct sal_json *j, struct library *lib, const char *game, const char *name) {
  const struct sal_ruleset *rules = sal_ruleset_find(game);
  const struct sal_files *files = rules ? library_files(lib, rules) : NULL;
  const char *text = "";
  char file[64];

  snprintf(file, sizeof file, "guide-%.40s.tsv", name);
  for (int i = 0; files && i < files->n; i++)
    if (!strcmp(files->file[i].name, file))
      text = files->file[i].text;
  sal_json_int(j, "v", 1);
  sal_json_str(j, "guide", text);
}
