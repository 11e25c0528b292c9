/* cmd_tty.c - `tty`: play in a terminal, against a bot, a friend at the same keyboard, or from a script.
 *
 * Knows no game: it shows the prompt, the numbered actions and the events that the documents give.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/bot.h"
#include "cli.h"
#include "words.h"

enum { SHOWN = 30 }; /* actions listed unless `all` is asked for */

struct table {
  struct library *lib;
  struct desk *desk;
  struct game *g;
  struct bot_spec bot[2];
  bool is_bot[2];
  void *memory[2];
  uint32_t seen[4]; /* events shown to each side so far */
  bool piped;
};

/* ---- showing */
static void show_events(struct table *t, int side) {
  cJSON *events = read_events(t->g, side, t->seen[side]);
  const cJSON *e, *card;
  print_events(events);
  cJSON_ArrayForEach(e, events)
    if ((card = cJSON_GetObjectItem(e, "card"))) print_card(card);
  cJSON_Delete(events);
  t->seen[side] = game_seq(t->g, side);
}
static void show_map(struct table *t, int side, const char *hex) {
  cJSON *view = read_view(t->g, side);
  sal_hex centre = *hex ? sal_hex_parse(&game_book(t->g)->board, hex) : SAL_NOHEX;
  if (*hex && !centre) printf("  there is no hex %s\n", hex);
  else print_map(game_book(t->g), view, centre);
  cJSON_Delete(view);
}
static void show_units(struct table *t, int side) {
  cJSON *view = read_view(t->g, side);
  print_units(view);
  cJSON_Delete(view);
}
static void show_form(const cJSON *form) {
  const cJSON *row, *v;
  printf("  %s  (%s)\n", text_of(form, "title"), text_of(form, "rule"));
  cJSON_ArrayForEach(row, cJSON_GetObjectItem(form, "rows")) {
    printf("   ");
    cJSON_ArrayForEach(v, cJSON_GetObjectItem(row, "cells")) printf(" %-14s", v->valuestring);
    cJSON_ArrayForEach(v, cJSON_GetObjectItem(row, "do")) {
      const cJSON *why = cJSON_GetObjectItem(v, "why");
      if (why) printf(" [%s: %s (%s)]", text_of(v, "label"), text_of(why, "text"), text_of(why, "rule"));
      else printf(" [%s: %s]", text_of(v, "label"), text_of(v, "action"));
    }
    printf("\n");
  }
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(form, "totals")) {
    const cJSON *value = cJSON_GetObjectItem(v, "value");
    if (cJSON_IsNumber(value)) printf("    %s: %g\n", text_of(v, "label"), value->valuedouble);
    else printf("    %s: %s\n", text_of(v, "label"), text_of(v, "value"));
  }
}
static void show_prompt(struct table *t, int side, const cJSON *doc, bool all) {
  const cJSON *p = cJSON_GetObjectItem(doc, "prompt"), *v;
  const struct sal_head *s = game_state(t->g);
  printf("\n-- turn %u, %s [%s]\n   ", s->turn, game_book(t->g)->rules->phases[s->phase].title, sal_side_name[side]);
  char line[400];
  snprintf(line, sizeof line, "%s [%s]", text_of(p, "text"), text_of(p, "rule"));
  print_wrapped(line, 3);
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(p, "owed")) printf("   still to do: %s (%s)\n", text_of(v, "text"), text_of(v, "rule"));
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(p, "cards")) print_card(v);
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(p, "forms")) show_form(v);
  int n = 0, of = cJSON_GetArraySize(cJSON_GetObjectItem(doc, "actions"));
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(doc, "actions")) {
    if (++n > SHOWN && !all) break;
    printf("  %3d  %-28s %s\n", n, text_of(v, "id"), text_of(v, "label"));
  }
  if (of > SHOWN && !all) printf("       and %d more: `all` lists them\n", of - SHOWN);
}
static void show_help(void) {
  printf("  a number or an action's text does it; besides:\n"
         "  all            list every action        why ACTION     may it be done?\n"
         "  map [HEX]      the map as letters       units          what stands where\n"
         "  undo [turn]    take back                odds ACTION, ACTION ..\n"
         "  rules [ID]     a rule in our words      orders [NAME CHOICE [N]]\n"
         "  save FILE      write the journal        quit\n");
}
static void show_rule(struct table *t, const char *id) {
  const struct sal_book *b = game_book(t->g);
  int i = *id ? sal_rule_find(b, id) : -1;
  if (i > 0) {
    printf("  %s %s\n    ", b->rule[i].id, b->rule[i].title);
    print_wrapped(b->rule[i].text, 4);
    if (*b->rule[i].ruling) printf("    Ruling: "), print_wrapped(b->rule[i].ruling, 12);
    return;
  }
  if (*id) printf("  there is no rule %s\n", id);
  else
    for (i = 1; i < b->nrules; i++) printf("  %-8s %s\n", b->rule[i].id, b->rule[i].title);
}
static void show_fault(const struct fault *f) {
  char words[480];
  fault_words(f, words, sizeof words);
  printf("  no: %s\n", words);
}

/* ---- what a player types */
struct odds {
  struct game *g;
  int side;
  struct sal_action a[64];
  uint32_t n;
  bool ok;
  struct fault f;
};
static void write_odds(void *ctx, struct sal_json *j) {
  struct odds *o = ctx;
  o->ok = game_odds_json(o->g, j, NULL, o->side, o->a, o->n, &o->f);
}
static void say_odds(struct table *t, int side, char *rest) {
  struct odds *o = calloc(1, sizeof *o);
  if (!o) abort();
  o->g = t->g;
  o->side = side;
  bool read = true;
  for (char *p = strtok(rest, ","); p && read && o->n < 64; p = strtok(NULL, ",")) {
    while (*p == ' ') p++;
    read = game_parse(t->g, p, p, &o->a[o->n++], &o->f);
  }
  char *text = read ? json_text(write_odds, o) : NULL;
  if (!read || !o->ok) show_fault(&o->f);
  else {
    cJSON *card = cJSON_Parse(text);
    print_card(card);
    cJSON_Delete(card);
  }
  free(text);
  free(o);
}
static void do_orders(struct table *t, int side, char *rest) {
  const struct sal_ruleset *r = game_book(t->g)->rules;
  struct sal_order_set set[64];
  struct fault f;
  char name[32], choice[32];
  unsigned n = 0;
  int got = sscanf(rest, "%31s %31s %u", name, choice, &n);
  memcpy(set, game_orders(t->g, side), r->norders * sizeof *set);
  for (int i = 0; i < r->norders; i++) {
    const struct sal_order *o = &r->orders[i];
    if (got >= 2 && !strcmp(o->name, name))
      for (int k = 0; o->choices[k]; k++)
        if (!strcmp(o->choices[k], choice)) set[i] = (struct sal_order_set){(uint8_t)k, (uint16_t)(n < o->min ? o->min : n > o->max ? o->max : n)};
    printf("  %s (%s): %s of", o->name, o->title, o->choices[set[i].choice]);
    for (int k = 0; o->choices[k]; k++) printf(" %s", o->choices[k]);
    if (o->max) printf("; %u in %u to %u", set[i].n, o->min, o->max);
    printf("\n");
  }
  if (got >= 2 && !game_set_orders(t->g, side, set, &f)) show_fault(&f);
}
static void save(struct table *t, const char *path) {
  size_t n;
  const char *text = game_journal(t->g, &n);
  FILE *out = *path ? fopen(path, "wb") : NULL;
  bool ok = out && fwrite(text, 1, n, out) == n;
  if (out && fclose(out)) ok = false;
  if (ok) printf("  saved: %s, %u lines\n", path, game_lines(t->g));
  else printf("  '%s' could not be written\n", path);
}
static char *after(char *line, const char *word) { /* what follows the word, or NULL */
  size_t n = strlen(word);
  if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return NULL;
  return line + n + (line[n] == ' ');
}
/* A number of the list becomes its action's text. */
static const char *by_number(const cJSON *doc, const char *line) {
  int32_t n;
  const cJSON *list = cJSON_GetObjectItem(doc, "actions");
  if (!sal_parse_int(line, 1, cJSON_GetArraySize(list), &n)) return line;
  return text_of(cJSON_GetArrayItem(list, n - 1), "id");
}

enum { AGAIN, SHOW, SHOW_ALL, QUIT };
static int obey(struct table *t, int side, const cJSON *doc, char *line) {
  char *rest;
  struct fault f;
  struct sal_action a;
  uint32_t undone;
  if (!*line) return AGAIN;
  if (!strcmp(line, "?") || after(line, "help")) return show_help(), AGAIN;
  if (after(line, "quit") || after(line, "exit")) return QUIT;
  if (after(line, "all")) return SHOW_ALL;
  if ((rest = after(line, "map"))) return show_map(t, side, rest), AGAIN;
  if (after(line, "units")) return show_units(t, side), AGAIN;
  if ((rest = after(line, "rules")) || (rest = after(line, "rule"))) return show_rule(t, rest), AGAIN;
  if ((rest = after(line, "odds"))) return say_odds(t, side, rest), AGAIN;
  if ((rest = after(line, "orders"))) return do_orders(t, side, rest), *rest ? SHOW : AGAIN;
  if ((rest = after(line, "save"))) return save(t, rest), AGAIN;
  if ((rest = after(line, "undo"))) {
    bool ok = game_undo(t->g, side, !strcmp(rest, "turn") ? 0 : 1, &undone, &f);
    if (!ok) return show_fault(&f), AGAIN;
    return SHOW;
  }
  if ((rest = after(line, "why"))) {
    if (game_parse(t->g, by_number(doc, rest), rest, &a, &f) && game_check(t->g, side, a, &f)) printf("  yes, it may be done\n");
    else show_fault(&f);
    return AGAIN;
  }
  if (!game_parse(t->g, by_number(doc, line), line, &a, &f) || !game_do(t->g, side, a, &f)) return show_fault(&f), AGAIN;
  return SHOW;
}

/* ---- the game */
static bool human(struct table *t, int side) { /* false: no more input, or quit */
  char *line = NULL;
  size_t cap = 0;
  int next = SHOW;
  ssize_t n;
  while (next == AGAIN || next == SHOW || next == SHOW_ALL) {
    if (next != AGAIN) show_events(t, side);
    uint32_t before = game_lines(t->g);
    cJSON *doc = read_prompt(t->g, side);
    if (next != AGAIN) show_prompt(t, side, doc, next == SHOW_ALL);
    printf("%s> ", sal_side_name[side]);
    fflush(stdout);
    n = getline(&line, &cap, stdin);
    if (n < 0) {
      printf("\n");
      next = QUIT;
    } else {
      while (n && (line[n - 1] == '\n' || line[n - 1] == '\r' || line[n - 1] == ' ')) line[--n] = 0;
      char *start = line + strspn(line, " ");
      if (t->piped) printf("%s\n", start);
      next = obey(t, side, doc, start);
    }
    cJSON_Delete(doc);
    if (next == SHOW && game_lines(t->g) != before) break; /* somebody else may be to move */
  }
  free(line);
  return next != QUIT;
}
static void bot_moves(struct table *t, int side) {
  struct bot_thought thought = {.explain = true};
  struct fault f;
  struct sal_play view = game_view(t->g, side);
  sal_legal(&view, side, &t->desk->list);
  t->bot[side].kind->think(t->memory[side], &view, side, &t->desk->list, NULL, &thought);
  if (!game_do(t->g, side, thought.action, &f)) die_fault(EXIT_NO, &f);
}

int cmd_tty(struct args *a) {
  static const char usage[] = "tty GAME/SCENARIO [--german BOT] [--soviet BOT] [--seed S] [--load FILE]";
  struct table t = {.piped = !isatty(STDIN_FILENO)};
  struct fault f;
  struct sal_err err;
  const char *load = arg_value(a, "--load");
  struct game_start s = {.seed = arg_number(a, "--seed", 0, 9007199254740992u, t.piped ? 1 : (uint64_t)time(NULL))};
  for (int side = 0; side < SAL_SIDES; side++) {
    const char *name = arg_value(a, side ? "--soviet" : "--german");
    t.is_bot[side] = name != NULL;
    if (name && !bot_parse(name, &t.bot[side], &err)) die(EXIT_USE, "%s", err.text);
  }
  arg_rest(a, load ? 0 : 1, 1, usage);
  t.lib = open_library(a);
  t.desk = desk_new();
  if (load) {
    size_t n;
    bool torn;
    char *text = read_file(load, &n);
    t.g = game_load(t.lib, t.desk, text, n, s.seed, true, &torn, &f);
    if (!t.g) die(EXIT_USE, "%s: line %d: %s", load, f.line, f.text);
    if (torn) printf("The last line of %s was torn and is left out.\n", load);
    free(text);
  } else {
    const struct sal_book *book;
    if (!library_pick(t.lib, a->v[0], &s.rules, &book, &f)) die_fault(EXIT_USE, &f);
    s.scenario = book->scenarios[book->scenario].id;
    if (!(t.g = game_new(t.lib, t.desk, &s, &f))) die_fault(EXIT_USE, &f);
  }
  const struct sal_book *b = game_book(t.g);
  printf("%s: %s (seed %llu; ? for help)\n  ", b->rules->title, b->scenarios[b->scenario].title, (unsigned long long)s.seed);
  print_wrapped(b->scenarios[b->scenario].about, 2);
  for (int side = 0; side < SAL_SIDES; side++)
    if (t.is_bot[side]) {
      t.memory[side] = calloc(1, t.bot[side].kind->size(b) + 1);
      if (!t.memory[side]) abort();
      t.bot[side].kind->start(t.memory[side], b, &t.bot[side], s.seed + (uint64_t)side + 1);
    }
  int first = t.is_bot[SAL_GERMAN] ? SAL_SOVIET : SAL_GERMAN; /* whose eyes the map is seen with at the start */
  if (!(t.is_bot[0] && t.is_bot[1])) show_map(&t, first, "");
  bool on = true;
  while (on && game_actors(t.g)) {
    uint32_t who = game_actors(t.g);
    int side = who & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    if ((who & SAL_BIT(SAL_SOVIET)) && t.is_bot[SAL_SOVIET]) side = SAL_SOVIET;
    if (t.is_bot[side]) bot_moves(&t, side);
    else on = human(&t, side);
  }
  bool both = t.is_bot[0] && t.is_bot[1];
  struct sal_result r;
  if (!game_actors(t.g)) show_events(&t, both ? SAL_ALL : first);
  if (game_result(t.g, &r)) printf("\n%s: %s [%s]\n", r.level ? r.level : "The end", r.text, sal_rule_id(b, r.rule));
  else printf("The game is not over.\n");
  free(t.memory[0]);
  free(t.memory[1]);
  game_free(t.g);
  desk_free(t.desk);
  library_close(t.lib);
  return EXIT_DONE;
}
