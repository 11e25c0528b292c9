/* tokens.c - every colour of the picture, once, light and dark.
 *
 * A formation's band comes from its name's hash, so it is the same in every picture and on every machine.
 */
#include "inner.h"

static const struct {
  const char *light, *dark;
  float light_opacity, dark_opacity;
} table[T_COUNT] = {
    [T_PAPER] = {"#eee7d3", "#2a2b25", 1, 1},
    [T_BLOTCH_DARK] = {"#e4dbc0", "#24251f", .6f, .7f},
    [T_BLOTCH_LIGHT] = {"#f6f1e2", "#31322b", .7f, .7f},
    [T_OFF_MAP] = {"#d8cfb8", "#191a16", 1, 1},
    [T_MAP_EDGE] = {"#6d5f45", "#5c5a4c", 1, 1},
    [T_FIELD_1] = {"#e3dcb2", "#34352a", .62f, .62f},
    [T_FIELD_2] = {"#e9d8ae", "#383327", .62f, .62f},
    [T_FIELD_3] = {"#dcdfbc", "#30362a", .62f, .62f},
    [T_FURROW] = {"#8a7a45", "#0f100c", .22f, .35f},
    [T_GRAIN_DARK] = {"#3a2f18", "#000000", .085f, .16f},
    [T_GRAIN_LIGHT] = {"#fffdf4", "#8a8a78", .42f, .10f},
    [T_WOOD] = {"#b1c08f", "#33452f", 1, 1},
    [T_WOOD_EDGE] = {"#7c8f5d", "#1f2c1d", 1, 1},
    [T_TREE_DARK] = {"#6f8550", "#22301f", .62f, .75f},
    [T_TREE_MID] = {"#9fb27c", "#3f5638", .55f, .55f},
    [T_TREE_LIT] = {"#d3dcb6", "#567049", .60f, .55f},
    [T_HILL_1] = {"#e8ddbc", "#3a362a", .78f, .80f},
    [T_HILL_2] = {"#e3d5af", "#443d2e", .78f, .80f},
    [T_HILL_3] = {"#ddcba1", "#4d4433", .78f, .80f},
    [T_HILL_4] = {"#d7c194", "#574c38", .78f, .80f},
    [T_HILL_5] = {"#d1b888", "#61543d", .78f, .80f},
    [T_HILL_DARK] = {"#6f4f24", "#0d0b06", .36f, .50f},
    [T_HILL_LIT] = {"#fffbe9", "#c9b88a", .85f, .28f},
    [T_HILL_TEXT] = {"#6a4a1f", "#d9bf8c", 1, 1},
    [T_WATER_EDGE] = {"#3d6d97", "#16334b", 1, 1},
    [T_WATER] = {"#5f93bd", "#356a94", 1, 1},
    [T_WATER_CORE] = {"#a5cae3", "#6fa6cc", 1, 1},
    [T_WATER_TEXT] = {"#27557f", "#9cc9ea", 1, 1},
    [T_VALLEY] = {"#c9d6b4", "#2d3a2f", .19f, .30f},
    [T_MARSH] = {"#c6d3bd", "#2c3832", .80f, .80f},
    [T_MARSH_STROKE] = {"#5b8aa6", "#6b98b5", .75f, .70f},
    [T_BALKA] = {"#d9c8a2", "#3d3527", .75f, .80f},
    [T_BALKA_STROKE] = {"#7a5a2e", "#a98c5c", .75f, .70f},
    [T_ORCHARD] = {"#d3d9ae", "#333b2a", .85f, .85f},
    [T_RUBBLE] = {"#94887a", "#7b7468", 1, 1},
    [T_MAIN_CASING] = {"#6b4a25", "#0f0c07", 1, 1},
    [T_MAIN_CORE] = {"#e8bf78", "#b78a4a", 1, 1},
    [T_ROAD] = {"#8d6636", "#a07c4c", 1, 1},
    [T_RAIL] = {"#333333", "#d4cfc0", 1, 1},
    [T_LINE_HALO] = {"#f3ecd9", "#22231e", .55f, .55f},
    [T_BERM] = {"#d5c49c", "#4a4331", 1, 1},
    [T_BERM_SHADE] = {"#6f4f24", "#000000", .20f, .35f},
    [T_BERM_FRINGE] = {"#76592c", "#9a8458", .85f, .80f},
    [T_TOWN] = {"#d5c3ad", "#463e36", .85f, .85f},
    [T_BLOCK] = {"#7d6a59", "#97846f", 1, 1},
    [T_BLOCK_SHADOW] = {"#54463a", "#1d1915", .55f, .80f},
    [T_INK] = {"#2a231a", "#f0e8d4", 1, 1},
    [T_INK_HALO] = {"#f4eedd", "#1d1e19", .82f, .82f},
    [T_NUMBER] = {"#4a4130", "#d6cdb6", .78f, .66f},
    [T_GRID] = {"#1b1508", "#ffffff", .15f, .11f},
    [T_FRONT_GERMAN] = {"#4d5a45", "#a9b79c", 1, 1},
    [T_FRONT_SOVIET] = {"#b23a20", "#e0583a", 1, 1},
    [T_FRONT_OTHER] = {"#5a5a5a", "#a8a8a8", 1, 1},
    [T_TOOTHED] = {"#7c2a18", "#e48a6a", 1, 1},
    [T_TOOTHED_HALO] = {"#f0d9c4", "#3a2018", .80f, .80f},
    [T_WALL] = {"#4a4038", "#b8ab98", 1, 1},
    [T_AREA_TINT] = {"#4d5a45", "#a9b79c", .10f, .08f},
    [T_CARD] = {"#fbf7ea", "#1f201b", 1, 1},
    [T_CARD_EDGE] = {"#b9ad90", "#4a4a40", 1, 1},
    [T_CARD_SOFT] = {"#6b6048", "#b8b09c", 1, 1},
    [T_SHADOW] = {"#1a1408", "#000000", .30f, .50f},
    [T_PILL] = {"#1c1a14", "#14140f", 1, 1},
    [T_PILL_INK] = {"#ffffff", "#ffffff", 1, 1},
    [T_ARMY] = {"#8f9a83", "#8f9a83", 1, 1},
    [T_ARMY_INK] = {"#15180f", "#15180f", 1, 1},
    [T_ARMY_BOX] = {"#e6e8d8", "#e6e8d8", 1, 1},
    [T_SS] = {"#2f3331", "#2f3331", 1, 1},
    [T_SS_INK] = {"#ffffff", "#ffffff", 1, 1},
    [T_SS_BOX] = {"#15181a", "#15181a", 1, 1},
    [T_SOVIET] = {"#b4533a", "#b4533a", 1, 1},
    [T_SOVIET_INK] = {"#fff6ea", "#fff6ea", 1, 1},
    [T_SOVIET_BOX] = {"#f5ddc9", "#f5ddc9", 1, 1},
    [T_SOVIET_LINE] = {"#3a1009", "#3a1009", 1, 1},
    [T_GUARDS_BOX] = {"#f8e4a4", "#f8e4a4", 1, 1},
    [T_GUARDS_GOLD] = {"#e2b63f", "#e2b63f", 1, 1},
    [T_AIR] = {"#a9bccb", "#a9bccb", 1, 1},
    [T_AIR_INK] = {"#14202b", "#14202b", 1, 1},
    [T_AIR_BOX] = {"#eaf1f6", "#eaf1f6", 1, 1},
    [T_NEUTRAL] = {"#cfc6b0", "#cfc6b0", 1, 1},
    [T_NEUTRAL_INK] = {"#2a231a", "#2a231a", 1, 1},
    [T_NEUTRAL_BOX] = {"#f4eedd", "#f4eedd", 1, 1},
    [T_COUNTER_EDGE] = {"#1b1a15", "#0b0b09", .85f, 1},
    [T_BAND_REDUCED] = {"#fffdf6", "#fffdf6", 1, 1},
    [T_RED] = {"#c2301c", "#ff6a4d", 1, 1},
    [T_BADGE_AMBER] = {"#f0b429", "#f0b429", 1, 1},
    [T_BADGE_VIOLET] = {"#6a4fa3", "#7357b0", 1, 1},
    [T_BADGE_DARK] = {"#3a372e", "#3a372e", 1, 1},
    [T_BADGE_RED] = {"#c2301c", "#c2301c", 1, 1},
    [T_BADGE_BLUE] = {"#1b5fd0", "#1b5fd0", 1, 1},
    [T_BADGE_LIGHT] = {"#ffffff", "#ffffff", 1, 1},
};

const char *token_colour(bool dark, enum token t) { return dark ? table[t].dark : table[t].light; }
double token_opacity(bool dark, enum token t) {
  return (double)(dark ? table[t].dark_opacity : table[t].light_opacity);
}

static const char *const bands[BANDS] = {
    "#3f7fc8", "#f2c02e", "#c33a2b", "#5f9a3e", "#8a5fb0", "#e07b28", "#2f8f8a",
    "#f4f0e4", "#9c2f5a", "#7cc0e8", "#8c6a3a", "#2b4f86", "#e88fb0", "#b8c64a",
};

const char *band_colour(const char *formation) {
  uint32_t h = 2166136261u;
  for (const char *s = formation; *s; s++) h = (h ^ (uint8_t)*s) * 16777619u;
  h ^= h >> 15;
  return bands[h % BANDS];
}
