/* tty_seat.c - see tty_seat.h. */
#include "tty_seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/folder.h"

enum { SHOWN = 30, CARDS = 2 }; /* actions listed unless `all` is typed; cards shown unasked */

/* ---- showing */
/* One or two cards are shown at once; more would drown what happened. */
static void show_cards(const cJSON *list, const char *of, int most) {
  const cJSON *e;
  int n = 0;

  /* The cards are counted first: too many of them are named, not shown. */
  cJSON_ArrayForEach(e, list) n += !of || cJSON_GetObjectItem(e, of);
  if (n > most) {
    printf("  (`cards` shows the chances in full)\n");
    return;
  }
  cJSON_ArrayForEach(e, list) if (!of || cJSON_GetObjectItem(e, of))
      print_card(of ? cJSON_GetObjectItem(e, of) : e);
}

/* Tells what has happened since the last look. */
void table_events(struct table *t, int side) {
  cJSON *events = read_events(t->g, side, t->seen[side]);

  /* What was shown last is kept, so that `cards` can show its chances later. */
  print_events(events);
  show_cards(events, "card", CARDS);
  if (cJSON_GetArraySize(events)) {
    cJSON_Delete(t->news);
    t->news = events;
  } else {
    cJSON_Delete(events);
  }
  t->seen[side] = game_seq(t->g, side);
}

/* The map around what is selected, in letters. */
void table_map(struct table *t, int side, const char *hex) {
  cJSON *view = read_view(t->g, side);
  sal_hex centre = *hex ? sal_hex_parse(&game_book(t->g)->board, hex) : SAL_NOHEX;

  /* A wrong name is said and no map is drawn; without a name the window is the map's middle. */
  if (*hex && !centre)
    printf("  there is no hex %s\n", hex);
  else
    print_map(game_book(t->g), view, centre);
  cJSON_Delete(view);
}

/* The units of this side's view whose id, name or hex holds the text. */
static void show_units(struct table *t, int side, const char *like) {
  cJSON *view = read_view(t->g, side);
  print_units(game_book(t->g), view, like);
  cJSON_Delete(view);
}

/* The hex where the unit of an action stands, for its line of the list. */
static const char *place_of(const struct sal_book *b, const cJSON *view, const cJSON *action) {
  const cJSON *u;
  const cJSON *on = cJSON_GetObjectItem(action, "on");

  cJSON_ArrayForEach(
      u,
      cJSON_GetObjectItem(
          view, "units")) if (!strcmp(text_of(u, "id"),
                                      text_of(on, "unit"))) return sal_hex_parse(&b->board,
                                                                                 text_of(u, "at"))
      ? text_of(u, "at")
      : "";
  return "";
}

/* A form as a table with numbered controls. */
static void show_form(const cJSON *form) {
  const cJSON *row;
  const cJSON *v;

  printf("  %s  (%s)\n", text_of(form, "title"), text_of(form, "rule"));
  cJSON_ArrayForEach(row, cJSON_GetObjectItem(form, "rows")) {
    printf("   ");
    cJSON_ArrayForEach(v, cJSON_GetObjectItem(row, "cells")) printf(" %-14s", v->valuestring);
    cJSON_ArrayForEach(v, cJSON_GetObjectItem(row, "do")) {
      /* A control that is not allowed now gives its reason and rule instead of its action. */
      const cJSON *why = cJSON_GetObjectItem(v, "why");
      if (why)
        printf(" [%s: %s (%s)]", text_of(v, "label"), text_of(why, "text"), text_of(why, "rule"));
      else
        printf(" [%s: %s]", text_of(v, "label"), text_of(v, "action"));
    }
    printf("\n");
  }
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(form, "totals")) {
    const cJSON *value = cJSON_GetObjectItem(v, "value");
    if (cJSON_IsNumber(value))
      printf("    %s: %g\n", text_of(v, "label"), value->valuedouble);
    else
      printf("    %s: %s\n", text_of(v, "label"), text_of(v, "value"));
  }
}

/* The question, what is owed, and the numbered actions. */
static void show_prompt(struct table *t, int side, const cJSON *doc, bool all) {
  const cJSON *p = cJSON_GetObjectItem(doc, "prompt");
  const cJSON *v;
  const struct sal_head *s = game_state(t->g);

  /* The head: where the game is, what is asked, and by which rule. */
  printf("\n-- turn %u, %s [%s]\n   ", s->turn, game_book(t->g)->rules->phases[s->phase].title,
         sal_side_name[side]);
  char line[400];
  snprintf(line, sizeof line, "%s [%s]", text_of(p, "text"), text_of(p, "rule"));
  print_wrapped(line, 3);

  /* Duties that must be done before the phase can end are listed above the actions. */
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(p, "owed"))
      printf("   still to do: %s (%s)\n", text_of(v, "text"), text_of(v, "rule"));
  show_cards(cJSON_GetObjectItem(p, "cards"), NULL, CARDS);
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(p, "forms")) show_form(v);
  const char *kind = text_of(p, "document");
  if (*kind)
    printf("   or as a text: `%s template FILE` writes one to fill in, `%s FILE` reads it\n", kind,
           kind);

  /* The number in front of an action is what the player types; place_of says where its unit
   * stands. */
  int n = 0;
  int of = cJSON_GetArraySize(cJSON_GetObjectItem(doc, "actions"));
  cJSON *view = read_view(t->g, side);
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(doc, "actions")) {
    if (++n > SHOWN && !all)
      break;
    const char *at = place_of(game_book(t->g), view, v);
    printf("  %3d  %-30s  %s%s%s%s\n", n, text_of(v, "id"), text_of(v, "label"), *at ? " (in " : "",
           at, *at ? ")" : "");
  }
  cJSON_Delete(view);
  if (of > SHOWN && !all)
    printf("       and %d more: `all` lists them\n", of - SHOWN);
}

/* The words the terminal understands. */
static void show_help(const struct sal_ruleset *r) {
  printf(
      "  Type the number of a line, or its action in words. To look about first:\n"
      "  score              who is winning, and what it takes\n"
      "  map [HEX]          the map as letters, around a hex\n"
      "  units [TEXT]       what stands where: all, or those whose id, name or hex has the text\n"
      "  reach UNIT         where it can go, for how much, and who may fire at it\n"
      "  go UNIT HEX        moves it there step by step; it halts when dice are rolled\n"
      "  why ACTION         may it be done, and if not, by which rule\n"
      "  odds ACTION        the chances of a shot or an attack (ACTION, ACTION .. for several)\n"
      "  cards              the chances behind this decision or the last events\n"
      "  rules [ID]         a rule in our words, or all their titles\n");
  /* Overlays and standing orders are the game's own: a game without them gets no line. */
  if (r->noverlays) {
    printf("  show NAME          marks on the map:");
    for (int i = 0; i < r->noverlays; i++) {
      printf("%s %s", i ? "," : "", r->overlays[i].name);
      for (int k = 0; k < 3 && r->overlays[i].args[k]; k++)
        printf(" %s", r->overlays[i].args[k]);
    }
    printf("\n");
  }
  if (r->norders)
    printf("  orders [NAME CHOICE [N]]  standing orders that answer for you\n");
  printf("  all                every action, when the list is cut short\n"
         "  undo [turn]        takes back your last action, or your turn, up to the last die\n"
         "  save FILE          writes the game down; `tty --load FILE` goes on with it\n"
         "  quit\n");
}

/* A rule in our words. */
static void show_rule(struct table *t, const char *id) {
  const struct sal_book *b = game_book(t->g);
  /* Rule 0 is "no rule", so a find of 0 counts as none. */
  int i = *id ? sal_rule_find(b, id) : -1;

  if (i > 0) {
    printf("  %s %s\n    ", b->rule[i].id, b->rule[i].title);
    print_wrapped(b->rule[i].text, 4);
    if (*b->rule[i].ruling) {
      printf("    Ruling: ");
      print_wrapped(b->rule[i].ruling, 12);
    }
    return;
  }
  if (*id)
    printf("  there is no rule %s\n", id);
  else
    for (i = 1; i < b->nrules; i++)
      printf("  %-8s %s\n", b->rule[i].id, b->rule[i].title);
}

/* A refusal in one line, with its rule where it has one. */
static void show_fault(const struct fault *f) {
  char words[480];
  fault_words(f, words, sizeof words);
  printf("  no: %s\n", words);
}

/* ---- what a player types */
/* A decision goes to the passed file when there is one, otherwise straight to the game. */
static bool decide(struct table *t, int side, struct sal_action a, struct fault *f) {
  return t->act ? t->act(t->ctx, a, f) : game_do(t->g, side, a, f);
}

/* An attack that is being asked about: what json_text hands to its writer, and what it said. */
struct odds {
  struct game *g;
  int side;
  /* the actions in the order they were typed; more than 64 are not read */
  struct sal_action a[64];
  uint32_t n;
  bool ok;
  struct fault f;
};
/* May be called again with a larger buffer, so it only reads the game. */
static void write_odds(void *ctx, struct sal_json *j) {
  struct odds *o = ctx;
  o->ok = game_odds_json(o->g, j, NULL, o->side, o->a, o->n, &o->f);
}

/* The odds card of what is being built. */
static void say_odds(struct table *t, int side, char *rest) {
  struct odds *o = calloc(1, sizeof *o);

  if (!o)
    abort();
  o->g = t->g;
  o->side = side;
  /* Actions are parted by commas. The first that cannot be read ends it, and its fault is shown. */
  bool read = true;
  for (char *p = strtok(rest, ","); p && read && o->n < 64; p = strtok(NULL, ",")) {
    while (*p == ' ')
      p++;
    read = game_parse(t->g, p, p, &o->a[o->n++], &o->f);
  }
  char *text = read ? json_text(write_odds, o) : NULL;
  if (!read || !o->ok)
    show_fault(&o->f);
  else {
    cJSON *card = cJSON_Parse(text);
    print_card(card);
    cJSON_Delete(card);
  }
  free(text);
  free(o);
}

/* Shows or sets standing orders. */
static void do_orders(struct table *t, int side, char *rest) {
  const struct sal_ruleset *r = game_book(t->g)->rules;
  struct sal_order_set set[64];
  struct fault f;
  char name[32];
  char choice[32];
  unsigned n = 0;
  int got = sscanf(rest, "%31s %31s %u", name, choice, &n);

  /* Changed is a copy: the game takes it whole, or refuses it and keeps its own. */
  memcpy(set, game_orders(t->g, side), r->norders * sizeof *set);
  for (int i = 0; i < r->norders; i++) {
    const struct sal_order *o = &r->orders[i];
    if (got >= 2 && !strcmp(o->name, name))
      for (int k = 0; o->choices[k]; k++)
        if (!strcmp(o->choices[k], choice))
          set[i] = (struct sal_order_set){(uint8_t)k, (uint16_t)(n < o->min   ? o->min
                                                                 : n > o->max ? o->max
                                                                              : n)};
    printf("  %s (%s): %s", o->name, o->title, o->choices[set[i].choice]);
    if (set[i].n > o->min)
      printf(" %u", set[i].n);
    printf("; to change it: orders %s ", o->name);
    for (int k = 0; o->choices[k]; k++)
      printf("%s%s", k ? " | " : "", o->choices[k]);
    if (o->max)
      printf(" [%u to %u]", o->min, o->max);
    printf("\n");
  }
  /* In a passed file every decision is the player's own. */
  if (got >= 2 && t->act)
    printf("  a passed game has no standing orders\n");
  else if (got >= 2 && !game_set_orders(t->g, side, set, &f))
    show_fault(&f);
}

/* A unit by its id, or a hint how to find one. */
static sal_unit find_unit(struct table *t, const char *id) {
  sal_unit u = sal_unit_find(game_book(t->g), id);
  if (u == SAL_NOUNIT)
    printf("  there is no unit '%s': `units` lists them\n", id);
  return u;
}

/* Where a unit can go, with costs. */
static void say_reach(struct table *t, int side, const char *id) {
  struct fault f;
  sal_unit u = find_unit(t, id);
  cJSON *reach = u == SAL_NOUNIT ? NULL : read_reach(t->g, side, u, &f);

  if (reach)
    print_reach(reach);
  else if (u != SAL_NOUNIT)
    show_fault(&f);
  cJSON_Delete(reach);
}

/* An overlay as a list of hexes. */
static void say_overlay(struct table *t, int side, char *rest) {
  const struct sal_ruleset *r = game_book(t->g)->rules;
  char name[32] = "";
  char arg[3][32] = {"", "", ""};
  uint16_t x[3] = {0};
  struct fault f;
  int i = 0;

  sscanf(rest, "%31s %31s %31s %31s", name, arg[0], arg[1], arg[2]);
  /* The overlay by its name, then its arguments by the kinds that it declares. */
  while (i < r->noverlays && strcmp(r->overlays[i].name, name))
    i++;
  if (i == r->noverlays) {
    printf("  show what? `?` names them\n");
    return;
  }
  for (int k = 0; k < 3 && r->overlays[i].args[k]; k++) {
    const char *kind = r->overlays[i].args[k];
    x[k] = !strcmp(kind, "hex")    ? sal_hex_parse(&game_book(t->g)->board, arg[k])
           : !strcmp(kind, "unit") ? sal_unit_find(game_book(t->g), arg[k])
                                   : (uint16_t)sal_side_parse(arg[k]);
    bool good = !strcmp(kind, "hex")    ? x[k] != SAL_NOHEX
                : !strcmp(kind, "unit") ? x[k] != SAL_NOUNIT
                                        : x[k] < SAL_SIDES;
    if (good)
      continue;
    printf("  `show %s` wants a %s, not '%s'\n", name, kind, arg[k]);
    return;
  }
  cJSON *o = read_overlay(t->g, side, i, x, &f);
  if (o)
    print_overlay(o);
  else
    show_fault(&f);
  cJSON_Delete(o);
}

/* Who leads, and by what. */
static void say_score(struct table *t, int side) {
  struct fault f;
  cJSON *records = read_records(t->g, side, &f);

  if (records)
    print_records(records);
  else
    show_fault(&f);
  cJSON_Delete(records);
}

/* The way to a hex becomes a list of actions, done one by one by `walk` as long as no die is
 * rolled. */
static bool plan_way(struct table *t, int side, char *rest) {
  char id[48] = "";
  char hex[16] = "";
  struct fault f;

  /* The widths hold the words to their buffers. */
  sscanf(rest, "%47s %15s", id, hex);
  sal_unit u = find_unit(t, id);
  cJSON *reach = u == SAL_NOUNIT ? NULL : read_reach(t->g, side, u, &f);
  cJSON *h;
  if (u == SAL_NOUNIT)
    return false;
  if (!reach) {
    show_fault(&f);
    return false;
  }
  char at[16];
  /* Each hex of the reach names the one it is entered from, so the way is read backwards and
   * stands in t->way last step first. */
  snprintf(at, sizeof at, "%s", hex);
  t->nway = 0;
  for (bool more = true; more && t->nway < TABLE_WAY - 1;) { /* from the goal back to the unit */
    more = false;
    cJSON_ArrayForEach(h, cJSON_GetObjectItem(reach, "hexes")) if (!strcmp(text_of(h, "hex"), at) &&
                                                                   *text_of(h, "do")) {
      snprintf(t->way[t->nway++], sizeof t->way[0], "%s", text_of(h, "do"));
      snprintf(at, sizeof at, "%s", text_of(h, "from"));
      more = true;
      break;
    }
  }
  /* Actions that must come before the first step, such as choosing the unit, are made first. */
  const cJSON *begin = cJSON_GetArrayItem(cJSON_GetObjectItem(reach, "begin"), 0);
  if (t->nway && begin)
    snprintf(t->way[t->nway++], sizeof t->way[0], "%s", begin->valuestring);
  cJSON_Delete(reach);
  if (!t->nway)
    printf("  %s cannot go to '%s' now: `reach %s` shows where it can\n", id, hex, id);
  t->way_side = side;
  t->way_rolls = game_rolls(t->g);
  return t->nway > 0;
}

/* The next step of a `go`; false when there is none. */
static bool walk(struct table *t, int side) {
  struct fault f;
  struct sal_action a;

  if (!t->nway || side != t->way_side)
    return false;
  /* After a die the player may want something else, so a `go` never walks on over one. */
  if (game_rolls(t->g) != t->way_rolls) {
    printf("  (dice were rolled: the move halts)\n");
    t->nway = 0;
    return false;
  }
  const char *text = t->way[--t->nway];
  if (game_parse(t->g, text, text, &a, &f) && decide(t, side, a, &f))
    return true;
  show_fault(&f);
  t->nway = 0;
  return false;
}

/* What follows the word, or NULL when the line does not begin with it. */
static char *after(char *line, const char *word) {
  size_t n = strlen(word);
  bool begins_so = !strncmp(line, word, n);

  if (!begins_so || (line[n] && line[n] != ' '))
    return NULL;
  return line + n + (line[n] == ' ');
}

/* Writes a file, or says that it could not. */
static bool write_down(const struct table *t, const char *path, const char *text, size_t n) {
  /* no_files: the person typing may not write on this machine, as under the fuzzer. */
  bool allowed = *path && !t->no_files;
  FILE *out = allowed ? fopen(path, "wb") : NULL;
  bool written = out && fwrite(text, 1, n, out) == n;
  bool closed = out && !fclose(out);

  if (written && closed)
    return true;
  printf("  '%s' could not be written\n", path);
  return false;
}

/* Writes the journal. */
static void save(struct table *t, const char *path) {
  size_t n;
  const char *text = game_journal(t->g, &n);

  if (write_down(t, path, text, n))
    printf("  saved: %s, %u lines\n", path, game_lines(t->g));
}

/* ---- documents: a decision may be answered by a text of its kind, such as a result */

/* The document as it stands now: into the file, or on the screen if none is named. */
static void write_template(struct table *t, int side, const char *kind, const char *path) {
  struct fault f;
  char *text = game_template(t->g, side, kind, &f);

  if (!text)
    show_fault(&f);
  else if (!*path)
    printf("%s", text);
  else if (write_down(t, path, text, strlen(text)))
    printf("  written: %s; edit it, then type `%s %s`\n", path, kind, path);
  free(text);
}

/* Does the actions of a document. All of them were tried together when it was read, so none is
 * refused unless the game has moved on. */
static bool do_actions(struct table *t, int side, char *actions) {
  struct fault f;
  struct sal_action a;
  char *rest = NULL;
  int done = 0;

  for (char *line = strtok_r(actions, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    if (!game_parse(t->g, line, line, &a, &f) || !decide(t, side, a, &f)) {
      show_fault(&f);
      return done > 0;
    }
    done++;
  }
  printf("  entered: %d actions\n", done);
  return done > 0;
}

/* Reads the document in a file. A faulty one enters nothing. */
static bool read_document(struct table *t, int side, const char *kind, const char *path) {
  struct fault f;
  size_t n;
  char *text = t->no_files ? NULL : folder_file(path, &n, &f);
  char *actions = text ? game_import(t->g, side, kind, text, &f) : NULL;
  bool entered = actions && do_actions(t, side, actions);

  if (t->no_files)
    printf("  '%s' cannot be read\n", path);
  else if (!actions)
    show_fault(&f);
  free(actions);
  free(text);
  return entered;
}

/* `result FILE` and `result template [FILE]`, by the name that the prompt gives. */
static enum table_next use_document(struct table *t, int side, const char *kind, char *rest) {
  char *path = after(rest, "template");

  if (path) {
    write_template(t, side, kind, path);
    return AGAIN;
  }
  if (!*rest) {
    printf("  `%s FILE` reads it from a file, `%s template FILE` writes one to fill in\n", kind,
           kind);
    return AGAIN;
  }
  return read_document(t, side, kind, rest) ? SHOW : AGAIN;
}

/* A number of the list becomes its action's text. */
static const char *by_number(const cJSON *doc, const char *line) {
  int32_t n;
  const cJSON *list = cJSON_GetObjectItem(doc, "actions");
  /* What is not a number of the list is taken as the action's own words. */
  if (!sal_parse_int(line, 1, cJSON_GetArraySize(list), &n))
    return line;
  return text_of(cJSON_GetArrayItem(list, n - 1), "id");
}

/* Takes back the last decision, or with "turn" all of this turn's. */
static enum table_next take_back(struct table *t, int side, const char *rest) {
  struct fault f;
  uint32_t undone = 1;
  uint32_t decisions = strcmp(rest, "turn") ? 1 : 0;
  bool ok = t->undo ? t->undo(t->ctx, &f) : game_undo(t->g, side, decisions, &undone, &f);

  if (!ok) {
    show_fault(&f);
    return AGAIN;
  }
  printf("  taken back: %u\n", undone);
  /* The events of what was taken back are gone; what comes instead must be shown. */
  if (t->seen[side] > game_seq(t->g, side))
    t->seen[side] = game_seq(t->g, side);

  return SHOW;
}

/* Says whether an action is legal, and if not by which rule. */
static void say_why(struct table *t, int side, const cJSON *doc, const char *rest) {
  struct fault f;
  struct sal_action a;

  if (game_parse(t->g, by_number(doc, rest), rest, &a, &f) && game_check(t->g, side, a, &f))
    printf("  yes, it may be done\n");
  else
    show_fault(&f);
}

/* The cards of the decision at hand; without any those of what happened last. */
static void say_cards(struct table *t, const cJSON *doc) {
  const cJSON *cards = cJSON_GetObjectItem(cJSON_GetObjectItem(doc, "prompt"), "cards");

  if (cJSON_GetArraySize(cards))
    show_cards(cards, NULL, 999);
  else
    show_cards(t->news, "card", 999);
}

/* A word that only shows something: true when it was one. */
static bool show_word(struct table *t, int side, const cJSON *doc, char *line) {
  char *rest;

  if (!strcmp(line, "?") || after(line, "help"))
    show_help(game_book(t->g)->rules);
  else if ((rest = after(line, "map")))
    table_map(t, side, rest);
  else if ((rest = after(line, "units")))
    show_units(t, side, rest);
  else if ((rest = after(line, "reach")))
    say_reach(t, side, rest);
  else if ((rest = after(line, "show")))
    say_overlay(t, side, rest);
  else if (after(line, "score"))
    say_score(t, side);
  else if (after(line, "cards"))
    say_cards(t, doc);
  else if ((rest = after(line, "rules")) || (rest = after(line, "rule")))
    show_rule(t, rest);
  else if ((rest = after(line, "odds")))
    say_odds(t, side, rest);
  else if ((rest = after(line, "save")))
    save(t, rest);
  else if ((rest = after(line, "why")))
    say_why(t, side, doc, rest);
  else
    return false;

  return true;
}

/* One line of the player: a word of the table, or an action by its number or in full. */
enum table_next table_line(struct table *t, int side, const cJSON *doc, char *line) {
  char *rest;
  struct fault f;
  struct sal_action a;

  if (!*line || show_word(t, side, doc, line))
    return AGAIN;
  if (after(line, "quit") || after(line, "exit"))
    return QUIT;
  if (after(line, "all"))
    return SHOW_ALL;
  const char *kind = text_of(cJSON_GetObjectItem(doc, "prompt"), "document");
  if (*kind && (rest = after(line, kind)))
    return use_document(t, side, kind, rest);
  /* A game may have a word `go` of its own: `go HEX ..` is its action, `go UNIT HEX` is ours. */
  bool own_word = game_parse(t->g, line, line, &a, &f);
  if (!own_word && (rest = after(line, "go")))
    return plan_way(t, side, rest) && walk(t, side) ? SHOW : AGAIN;
  if ((rest = after(line, "orders"))) {
    do_orders(t, side, rest);
    return *rest ? SHOW : AGAIN;
  }
  if ((rest = after(line, "undo")))
    return take_back(t, side, rest);
  if (!game_parse(t->g, by_number(doc, line), line, &a, &f) || !decide(t, side, a, &f)) {
    show_fault(&f);
    return AGAIN;
  }

  return SHOW;
}

/* Asks until the player has decided; false when he leaves. */
bool table_ask(struct table *t, int side) {
  char *line = NULL;
  size_t cap = 0;
  enum table_next next = SHOW;
  ssize_t n;

  /* A `go` in progress decides before anybody is asked. */
  if (walk(t, side))
    return true;
  while (next == AGAIN || next == SHOW || next == SHOW_ALL) {
    if (next != AGAIN)
      table_events(t, side);
    uint32_t before = game_lines(t->g);
    cJSON *doc = read_prompt(t->g, side);
    if (next != AGAIN)
      show_prompt(t, side, doc, next == SHOW_ALL);
    printf("%s> ", sal_side_name[side]);
    fflush(stdout);
    n = getline(&line, &cap, stdin);
    if (n < 0) {
      printf("\n");
      next = QUIT;
    } else {
      /* A script may have been written on Windows, so a carriage return goes too. */
      while (n && (line[n - 1] == '\n' || line[n - 1] == '\r' || line[n - 1] == ' '))
        line[--n] = 0;
      char *start = line + strspn(line, " ");
      /* Into a file or a pipe the line is written after its prompt, as a terminal would show it. */
      if (t->piped)
        printf("%s\n", start);
      next = table_line(t, side, doc, start);
    }
    cJSON_Delete(doc);
    /* somebody else may be to move, or the file must go first */
    if (next == SHOW && (t->act || game_lines(t->g) != before))
      break;
  }
  free(line);
  return next != QUIT;
}
