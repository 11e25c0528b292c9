/* game_dice.c - other sources of dice than the seed: a keyed one of the caller's, or real dice
 * typed in; and the secrets that nobody knows, drawn again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_inside.h"

/* Dice from the caller, who can prove them; the script of typed dice no longer counts. */
void game_source(struct game *g, uint32_t (*below)(void *ctx, uint32_t n), void *ctx) {
  g->below = below;
  g->ctx = ctx;
  g->strict = false;
}

uint64_t game_rolls(const struct game *g) {
  return g->tokens;
}

/* Real dice, typed in. Rolls beyond them are an error, not luck. */
void game_type_dice(struct game *g, const char (*token)[SAL_TOKEN], uint32_t n) {
  free(g->script);
  g->script = calloc(n + 1u, sizeof *g->script);
  if (!g->script)
    abort();
  if (n)
    memcpy(g->script, token, n * sizeof *g->script);
  g->nscript = n;
  g->script_at = 0;
  g->strict = true;
}

uint32_t game_dice_left(const struct game *g) {
  return g->nscript - g->script_at;
}

/* Tried on a copy with an empty tape. */
int game_brings(struct game *g, int side, struct sal_action a) {
  struct sal_play p = game_play(g);
  struct desk *d = g->desk;

  memcpy(g->before, g->state, g->book->state_bytes);
  p.state = g->before;
  p.dice = &d->dice;
  p.events = &d->events;
  sal_dice_clear(p.dice);
  game_fresh_events(d);
  if (!sal_check(&p, side, a, NULL))
    return 0;
  sal_apply(&p, side, a);
  if (d->dice.n)
    return GAME_ROLLS; /* what would come of it is not known */

  return (g->book->rules->open && d->events.revealed) || game_shows(g, g->state, g->before, side)
             ? GAME_SHOWS
             : 0;
}

/* The dice of the last request as a line of tokens. */
char *game_rolled(const struct game *g, int viewer) {
  char *out = calloc(1, g->nrolled * (SAL_TOKEN + 2u) + 1u);
  size_t n = 0;

  if (!out)
    abort();
  for (uint32_t i = 0; i < g->nrolled; i++) {
    const struct sal_rolled *r = &g->rolled[i];
    const char *gap = n ? " " : "";
    if (!sal_sees(r->seen, viewer))
      continue;
    n += (size_t)(r->faces ? sprintf(out + n, "%s%u", gap, r->value)
                           : sprintf(out + n, "%s=%s", gap, r->name));
  }

  return out;
}

/* Draws secrets that nobody knows once more, so that not even the server's owner knows them. */
bool game_redraw(struct game *g, uint64_t seed, struct fault *f) {
  const struct sal_ruleset *rules = g->book->rules;
  struct sal_play view = game_view(g, SAL_WATCH);
  struct sal_rng rng;
  char token[24];

  if (!rules->open)
    return fault_say(f, FAULT_STATE,
                     "In this game a side has secrets of its own, which nobody else can draw.");
  game_fresh_news(g);
  sal_rng_seed(&rng, seed);
  memset(g->state, 0, g->book->state_bytes);
  rules->guess(g->book, view.state, SAL_WATCH, &rng, g->state);
  g->nspan = 0;
  memcpy(g->base, g->state, g->book->state_bytes);
  snprintf(token, sizeof token, "=%016llx", (unsigned long long)seed);
  journal_add(&g->journal, SAL_NOSIDE, false, "draw", token,
              sal_hash(g->state, g->book->state_bytes, 0));
  return true;
}
