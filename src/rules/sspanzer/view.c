/* view.c - the one secret: what an untried static unit is worth (2.10b).
 *
 * Neither side knows it, nor do watchers. The cup holds no secret, because its order does not exist
 * before it is drawn.
 */
#include "state.h"

#include <string.h>

static bool secret(const struct ssp_unit *v) { return !(v->is & TRIED); } /* of a static unit */

void ssp_view(const struct sal_book *b, const struct sal_head *state, int viewer, struct sal_head *out, struct sal_redactor *r) {
  struct ssp_state *s = (struct ssp_state *)out;
  const struct ssp_book *own = ssp_own(b);
  memcpy(out, state, b->state_bytes);
  (void)viewer;
  for (int i = 0; i < own->nstatics; i++) {
    struct ssp_unit *v = &s->unit[own->statics[i]];
    if (secret(v)) sal_blank(r, "tile", &v->tile, 1, 0);
  }
}

/* Tiles that nobody has seen: those of the game less the revealed ones. */
static int unseen(const struct sal_book *b, const struct ssp_state *s, uint8_t *out, int max) {
  const struct ssp_book *own = ssp_own(b);
  int left[SSP_TILES + 1], n = 0;
  for (int t = 1; t <= SSP_TILES; t++) left[t] = own->tiles[t];
  for (int u = 0; u < b->ncounters; u++)
    if (s->unit[u].is & TRIED && s->unit[u].tile) left[s->unit[u].tile]--;
  for (int t = 1; t <= SSP_TILES; t++)
    for (int i = 0; i < left[t] && n < max; i++) out[n++] = (uint8_t)t;
  return n;
}

void ssp_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g, struct sal_head *out) {
  struct ssp_state *s = (struct ssp_state *)out;
  const struct ssp_state *from = (const struct ssp_state *)view;
  const struct ssp_book *own = ssp_own(b);
  uint8_t tile[SSP_UNITS];
  (void)viewer;
  memcpy(out, view, b->state_bytes);
  int n = unseen(b, from, tile, SSP_UNITS);
  for (int i = 0; i < own->nstatics; i++) {
    sal_unit u = own->statics[i];
    bool ever = s->unit[u].steps || from->unit[u].tile || own->plays[u]; /* in this game, if perhaps no longer on the map */
    if (!secret(&s->unit[u]) || !ever) continue;
    int k = n ? (int)sal_rng_below(g, (uint32_t)n) : 0;
    s->unit[u].tile = n ? tile[k] : 1;
    if (n) tile[k] = tile[--n];
  }
}

/* Another state that looks the same: untried tiles change places, and some with tiles not in the game. */
bool ssp_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct ssp_state *s = (struct ssp_state *)state;
  const struct ssp_book *own = ssp_own(b);
  sal_unit who[SSP_UNITS];
  int n = 0;
  (void)viewer;
  for (int i = 0; i < own->nstatics; i++)
    if (s->unit[own->statics[i]].tile && secret(&s->unit[own->statics[i]])) who[n++] = own->statics[i];
  if (!n) return false;
  for (int i = n - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    uint8_t t = s->unit[who[i]].tile;
    s->unit[who[i]].tile = s->unit[who[k]].tile;
    s->unit[who[k]].tile = t;
  }
  return true;
}
