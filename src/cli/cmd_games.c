/* cmd_games.c - `games`: what there is to play. */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "tty_words.h"

/* The list that a client gets too; hidden games are left out. */
static void write_games(void *ctx, struct sal_json *j) {
  struct fault f;

  sal_json_object(j, NULL);
  sal_json_int(j, "v", 1);
  if (!library_games_json(ctx, j, "games", false, &f))
    die_fault(EXIT_USE, &f);
  sal_json_end(j);
}

/* Lists every game that is finished, as text or JSON. */
int cmd_games(struct args *a) {
  bool json = arg_flag(a, "--json");

  arg_rest(a, 0, 0, "games [--json]");
  struct library *lib = open_library(a);
  char *text = json_text(write_games, lib);
  if (json) {
    puts(text);
  } else {
    cJSON *doc = cJSON_Parse(text);
    const cJSON *g;
    const cJSON *s;
    cJSON_ArrayForEach(g, cJSON_GetObjectItem(doc, "games")) {
      printf("%s, %d rules, edition %s\n", text_of(g, "title"),
             cJSON_GetObjectItem(g, "rules")->valueint, text_of(g, "edition"));
      cJSON_ArrayForEach(s, cJSON_GetObjectItem(g, "scenarios")) {
        printf("  %s/%s: %s (%d turns, about %d minutes, %d units; german, soviet)\n      ",
               text_of(g, "id"), text_of(s, "id"), text_of(s, "title"),
               cJSON_GetObjectItem(s, "turns")->valueint,
               cJSON_GetObjectItem(s, "minutes")->valueint,
               cJSON_GetObjectItem(s, "units")->valueint);
        print_wrapped(text_of(s, "about"), 6);
      }
    }
    cJSON_Delete(doc);
  }
  free(text);
  library_close(lib);
  return EXIT_DONE;
}
