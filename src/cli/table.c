/* table.c - see table.h. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 30 }; /* actions listed unless `all` is asked for */


/* ---- showing */
void table_events(struct table *t, int side) {
  cJSON *events = read_events(t->g, side, t->seen[side]);
  const cJSON *e, *card;
  print_events(events);
  cJSON_ArrayForEach(e, events)
    if ((card = cJSON_GetObjectItem(e, "card"))) print_card(card);
  cJSON_Delete(events);
  t->seen[side] = game_seq(t->g, side);
}
void table_map(struct table *t, int side, const char *hex) {
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
  if (got >= 2 && t->act) printf("  a passed game has no standing orders\n");
  else if (got >= 2 && !game_set_orders(t->g, side, set, &f)) show_fault(&f);
}
static void save(struct table *t, const char *path) {
  size_t n;
  const char *text = game_journal(t->g, &n);
  FILE *out = *path && !t->no_files ? fopen(path, "wb") : NULL;
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

enum table_next table_line(struct table *t, int side, const cJSON *doc, char *line) {
  char *rest;
  struct fault f;
  struct sal_action a;
  uint32_t undone;
  if (!*line) return AGAIN;
  if (!strcmp(line, "?") || after(line, "help")) return show_help(), AGAIN;
  if (after(line, "quit") || after(line, "exit")) return QUIT;
  if (after(line, "all")) return SHOW_ALL;
  if ((rest = after(line, "map"))) return table_map(t, side, rest), AGAIN;
  if (after(line, "units")) return show_units(t, side), AGAIN;
  if ((rest = after(line, "rules")) || (rest = after(line, "rule"))) return show_rule(t, rest), AGAIN;
  if ((rest = after(line, "odds"))) return say_odds(t, side, rest), AGAIN;
  if ((rest = after(line, "orders"))) return do_orders(t, side, rest), *rest ? SHOW : AGAIN;
  if ((rest = after(line, "save"))) return save(t, rest), AGAIN;
  if ((rest = after(line, "undo"))) {
    bool ok = t->undo ? t->undo(t->ctx, &f) : game_undo(t->g, side, !strcmp(rest, "turn") ? 0 : 1, &undone, &f);
    if (!ok) return show_fault(&f), AGAIN;
    return SHOW;
  }
  if ((rest = after(line, "why"))) {
    if (game_parse(t->g, by_number(doc, rest), rest, &a, &f) && game_check(t->g, side, a, &f)) printf("  yes, it may be done\n");
    else show_fault(&f);
    return AGAIN;
  }
  if (!game_parse(t->g, by_number(doc, line), line, &a, &f) || !(t->act ? t->act(t->ctx, a, &f) : game_do(t->g, side, a, &f))) return show_fault(&f), AGAIN;
  return SHOW;
}

bool table_ask(struct table *t, int side) {
  char *line = NULL;
  size_t cap = 0;
  enum table_next next = SHOW;
  ssize_t n;
  while (next == AGAIN || next == SHOW || next == SHOW_ALL) {
    if (next != AGAIN) table_events(t, side);
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
      next = table_line(t, side, doc, start);
    }
    cJSON_Delete(doc);
    if (next == SHOW && game_lines(t->g) != before) break; /* somebody else may be to move */
  }
  free(line);
  return next != QUIT;
}
