/* game_dice.c - other sources of dice than the seed: a keyed one of the caller's, or real dice typed in. */
#include <stdlib.h>
#include <string.h>

#include "game_inside.h"

void game_source(struct game *g, uint32_t (*below)(void *ctx, uint32_t n), void *ctx) {
  g->below = below;
  g->ctx = ctx;
}
uint64_t game_rolls(const struct game *g) { return g->tokens; }

void game_type_dice(struct game *g, const char (*token)[SAL_TOKEN], uint32_t n) {
  free(g->script);
  g->script = calloc(n + 1u, sizeof *g->script);
  if (!g->script) abort();
  if (n) memcpy(g->script, token, n * sizeof *g->script);
  g->nscript = n;
  g->script_at = 0;
  g->strict = true;
}
uint32_t game_dice_left(const struct game *g) { return g->nscript - g->script_at; }
