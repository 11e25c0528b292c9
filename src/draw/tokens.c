/* tokens.c - every colour of the picture, light and dark, from look.tsv.
 *
 * A formation's band comes from its name's hash, so it is the same in every picture and on every
 * machine.
 */
#include "picture.h"

static const struct {
  const char *light, *dark;
  double light_opacity, dark_opacity;
} table[T_COUNT] = {LOOK_COLOURS};

const char *token_colour(bool dark, enum token t) {
  return dark ? table[t].dark : table[t].light;
}

double token_opacity(bool dark, enum token t) {
  return dark ? table[t].dark_opacity : table[t].light_opacity;
}

static const char *const bands[] = {LOOK_BANDS};
enum { BANDS = sizeof bands / sizeof *bands };

/* FNV-1a over the name, folded: the same band in every picture. */
const char *band_colour(const char *formation) {
  uint32_t h = 2166136261u;
  for (const char *s = formation; *s; s++)
    h = (h ^ (uint8_t)*s) * 16777619u;
  h ^= h >> 15;
  return bands[h % BANDS];
}
