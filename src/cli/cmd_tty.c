/* cmd_tty.c - `tty`: play in a terminal, against a bot, a friend at the same keyboard, or from a
 * script. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tty_seat.h"

/* Lets the bots play until a person has to decide. */
static void bot_moves(struct table *t, int side) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct bot_thought thought = {.explain = true, .threads = cores > 0 ? (uint32_t)cores : 1};
  struct fault f;
  /* A bot sees what its side may know, never the full state. */
  struct sal_play view = game_view(t->g, side);

  sal_legal(&view, side, &t->desk->list);
  t->bot[side].kind->think(t->memory[side], &view, side, &t->desk->list, NULL, &thought);
  if (game_change(t->g)) /* a computer agrees to whatever the rules are */
    thought.action = sal_act(GAME_ADOPT, 0, 0, 0);
  if (!game_do(t->g, side, thought.action, &f))
    die_fault(EXIT_NO, &f);
}

/* Plays in the terminal until the game is over or the player leaves. */
int cmd_tty(struct args *a) {
  static const char usage[] =
      "tty GAME/SCENARIO [--german BOT] [--soviet BOT] [--seed S] [--load FILE]";
  struct table t = {.piped = !isatty(STDIN_FILENO)};
  struct fault f;
  struct sal_err err;
  const char *load = arg_value(a, "--load");
  struct game_start s = {
      /* A script gets the same dice every time; a person gets new ones. */
      .seed = arg_number(a, "--seed", 0, 9007199254740992u, t.piped ? 1 : (uint64_t)time(NULL))};

  for (int side = 0; side < SAL_SIDES; side++) {
    const char *name = arg_value(a, side ? "--soviet" : "--german");
    t.is_bot[side] = name != NULL;
    if (name && !bot_parse(name, &t.bot[side], &err))
      die(EXIT_USE, "%s", err.text);
  }
  arg_rest(a, load ? 0 : 1, 1, usage);
  t.lib = open_library(a);
  t.desk = desk_new();
  if (load) {
    size_t n;
    bool torn;
    char *text = read_file(load, &n);
    t.g = game_load(t.lib, t.desk, text, n, s.seed, true, &torn, &f);
    if (!t.g)
      die(EXIT_USE, "%s: line %d: %s", load, f.line, f.text);
    if (torn)
      printf("The last line of %s was torn and is left out.\n", load);
    free(text);
  } else {
    const struct sal_book *book;
    if (!library_pick(t.lib, a->v[0], &s.rules, &book, &f))
      die_fault(EXIT_USE, &f);
    s.scenario = book->scenarios[book->scenario].id;
    if (!(t.g = game_new(t.lib, t.desk, &s, &f)))
      die_fault(EXIT_USE, &f);
  }
  const struct sal_book *b = game_book(t.g);
  printf("%s: %s (seed %llu)\n  ", b->rules->title, b->scenarios[b->scenario].title,
         (unsigned long long)s.seed);
  print_wrapped(b->scenarios[b->scenario].about, 2);

  /* Each bot has its own dice, which differ from the game's. */
  for (int side = 0; side < SAL_SIDES; side++)
    if (t.is_bot[side]) {
      t.memory[side] = calloc(1, t.bot[side].kind->size(b) + 1);
      if (!t.memory[side])
        abort();
      t.bot[side].kind->start(t.memory[side], b, &t.bot[side], s.seed + (uint64_t)side + 1);
    }
  /* whose eyes the map is seen with at the start */
  int first = t.is_bot[SAL_GERMAN] ? SAL_SOVIET : SAL_GERMAN;
  if (!(t.is_bot[0] && t.is_bot[1])) {
    table_map(&t, first, "");
    printf("  `?` explains what you can type, `score` what it takes to win.\n");
  }
  bool on = true;
  while (on && game_actors(t.g)) {
    /* When both must decide in secret a computer goes first, so that the person is asked last. */
    uint32_t who = game_actors(t.g);
    int side = who & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    if ((who & SAL_BIT(SAL_SOVIET)) && t.is_bot[SAL_SOVIET])
      side = SAL_SOVIET;
    if (t.is_bot[side])
      bot_moves(&t, side);
    else
      on = table_ask(&t, side);
  }
  bool both = t.is_bot[0] && t.is_bot[1];
  struct sal_result r;
  if (!game_actors(t.g))
    table_events(&t, both ? SAL_ALL : first);
  if (game_result(t.g, &r))
    printf("\n%s: %s [%s]\n", r.level ? r.level : "The end", r.text, sal_rule_id(b, r.rule));
  else
    printf("The game is not over.\n");
  cJSON_Delete(t.news);
  free(t.memory[0]);
  free(t.memory[1]);
  game_free(t.g);
  desk_free(t.desk);
  library_close(t.lib);
  return EXIT_DONE;
}
