/* retell.c - see retell.h. */
#include "retell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct told { /* one line, taken apart */
  int side;
  char action[200];
  char token[SAL_TAPE][SAL_TOKEN];
  uint32_t ntokens;
};

/* `side action | dice` into its parts. */
static bool take_apart(const char *line, struct told *t) {
  const char *bar = strstr(line, " |");
  const char *action = strchr(line, ' ');
  char side[16];
  int used = 0;

  t->ntokens = 0;
  if (!bar || !action || action >= bar || sscanf(line, "%15s", side) != 1)
    return false;
  t->side = sal_side_parse(side);
  snprintf(t->action, sizeof t->action, "%.*s", (int)(bar - action - 1), action + 1);
  const char *at = bar + 2;
  while (t->ntokens < SAL_TAPE && sscanf(at, "%23s%n", t->token[t->ntokens], &used) == 1) {
    t->ntokens++;
    at += used;
  }

  return true;
}

/* Does one line with the dice that it tells. */
static bool act(struct game *g, const struct told *t, struct fault *f) {
  struct sal_action a;
  if (!game_parse(g, t->action, "lines", &a, f))
    return false;
  game_type_dice(g, t->token, t->ntokens);
  return game_do(g, t->side, a, f);
}

/* Plays lines that somebody wrote down, with their dice; the first one sets up. */
struct game *game_retell(struct library *lib, struct desk *desk, const struct sal_ruleset *rules,
                         const char *scenario, const cJSON *lines, struct fault *f) {
  struct game *g = NULL;
  const cJSON *line;
  struct told *t = malloc(sizeof *t); /* a long tape: too large for the stack */
  bool ok = true;

  if (!t)
    abort();
  cJSON_ArrayForEach(line, lines) {
    if (!cJSON_IsString(line) || !take_apart(line->valuestring, t)) {
      ok = fault_at(f, "lines", "a line is not `side action | dice`");
    } else if (g) {
      ok = act(g, t, f);
    } else {
      struct game_start start = {.rules = rules,
                                 .scenario = scenario,
                                 .dice = (const char(*)[SAL_TOKEN])t->token,
                                 .ndice = t->ntokens};
      g = game_new(lib, desk, &start, f);
      ok = g != NULL;
    }
    if (!ok)
      break;
  }
  free(t);
  if (ok && !g)
    ok = fault_at(f, "lines", "is empty");
  if (ok)
    return g;
  game_free(g);
  return NULL;
}
