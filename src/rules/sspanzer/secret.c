/* secret.c - the one secret: what an untried static unit is worth (2.10b).
 *
 * Neither side knows it, nor do watchers. The cup holds no secret, because its order does not exist
 * before it is drawn.
 */
#include "state.h"

#include <string.h>

/* Only its fight shows what it is (2.10b). */
static bool untried(const struct ssp_unit *unit) { /* of a static unit */
  return !(unit->is & TRIED);
}

/* The same for both sides and for watchers: nobody knows an untried tile. */
void ssp_view(const struct sal_book *b, const struct sal_head *state, int viewer,
              struct sal_head *out, struct sal_redactor *r) {
  struct ssp_state *s = (struct ssp_state *)out;
  const struct ssp_book *own = b->own;

  memcpy(out, state, b->state_bytes);
  (void)viewer;
  for (int i = 0; i < own->nstatics; i++) {
    struct ssp_unit *unit = &s->unit[own->statics[i]];
    if (untried(unit))
      sal_blank(r, "tile", &unit->tile, 1, 0);
  }
}

/* Tiles that nobody has seen: those of the game less the revealed ones. */
static int unseen(const struct sal_book *b, const struct ssp_state *s, uint8_t *out, int max) {
  const struct ssp_book *own = b->own;
  int left[SSP_TILES + 1];
  int n = 0;

  for (int t = 1; t <= SSP_TILES; t++)
    left[t] = own->tiles[t];
  for (int u = 0; u < b->ncounters; u++)
    if (s->unit[u].is & TRIED && s->unit[u].tile)
      left[s->unit[u].tile]--;
  for (int t = 1; t <= SSP_TILES; t++)
    for (int i = 0; i < left[t] && n < max; i++)
      out[n++] = (uint8_t)t;

  return n;
}

/* Deals the unseen tiles to the untried units of this game, on the map or not. A position may have
 * more units than tiles; those get the first kind. */
void ssp_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g,
               struct sal_head *out) {
  struct ssp_state *s = (struct ssp_state *)out;
  const struct ssp_book *own = b->own;
  uint8_t tile[SSP_UNITS];

  (void)viewer;
  memcpy(out, view, b->state_bytes);
  int n = unseen(b, s, tile, SSP_UNITS);
  for (int i = 0; i < own->nstatics; i++) {
    sal_unit u = own->statics[i];
    struct ssp_unit *unit = &s->unit[u];
    bool plays = unit->steps || unit->tile || own->plays[u];
    if (!untried(unit) || !plays)
      continue;
    unit->tile = 1;
    if (!n)
      continue;
    int k = (int)sal_rng_below(g, (uint32_t)n);
    unit->tile = tile[k];
    tile[k] = tile[--n];
  }
}

/* Another state that looks the same: untried tiles change places. */
bool ssp_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct ssp_state *s = (struct ssp_state *)state;
  const struct ssp_book *own = b->own;
  sal_unit who[SSP_UNITS];
  int n = 0;

  (void)viewer;
  for (int i = 0; i < own->nstatics; i++) {
    sal_unit u = own->statics[i];
    if (s->unit[u].tile && untried(&s->unit[u]))
      who[n++] = u;
  }
  for (int i = n - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    uint8_t kept = s->unit[who[i]].tile;
    s->unit[who[i]].tile = s->unit[who[k]].tile;
    s->unit[who[k]].tile = kept;
  }

  return n > 0;
}
