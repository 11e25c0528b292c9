/* table.h - short words for SS Panzer positions. Most are on a clear map with one impulse open. */
#ifndef SSP_TABLE_H
#define SSP_TABLE_H

#include "harness.h"

#include <stdio.h>
#include <string.h>

#define G "german"
#define R "soviet"
#define GAME "sspanzer/lesson"
#define BIG "sspanzer/bloodbath"
#define PLAIN "\"map\":\"plain:20x20\","
/* The impulse of a formation; no other chit and no artillery left, so that the turn ends with it.
 */
#define IMPULSE_V(form, vis)                                                                       \
  "\"phase\":\"action\",\"turn\":2,\"vars\":{\"impulse\":\"" form                                  \
  "\",\"played\":\"LAH 29TC\",\"artillery\":0,\"vis\":" vis "},"
#define IMPULSE(form) IMPULSE_V(form, "5")
#define REAL "\"map\":\"prokhorovka\","
/* A cup with one chit left and so many artillery counters: what is drawn is given by the dice. */
#define CUP(guns)                                                                                  \
  "\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\",\"artillery\":" guns "},"
#define UNITS(list) "\"units\":[" list "]"
#define GROUND(list) "\"terrain\":[" list "],"
#define HEX(hex, set) "{\"hex\":\"" hex "\",\"set\":[\"" set "\"]}"
#define SIDE(a, b, set) "{\"side\":[\"" a "\",\"" b "\"],\"set\":[\"" set "\"]}"
#define ROAD(hexes) "{\"path\":[" hexes "],\"set\":[\"road.main\"]}"
#define U(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\"}"
#define U1(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\",\"steps\":1}"
#define UM(unit, hex, mark) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\",\"marks\":[\"" mark "\"]}"
#define KZ(unit, hex, facing) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\",\"facing\":" facing "}"
#define GUNS(unit) "{\"unit\":\"" unit "\",\"box\":\"guns.first\"}"
#define STATIC(name, hex, tile)                                                                    \
  "{\"name\":\"" name "\",\"side\":\"soviet\",\"kind\":\"STA\",\"hex\":\"" hex                     \
  "\",\"factors\":{\"tile\":\"" tile "\"}}"
#define MADE(name, side, kind, form, hex)                                                          \
  "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"formation\":\"" form       \
  "\",\"hex\":\"" hex "\"}"

/* Entries of a list, with commas between: JOIN(U(..), U(..)). */
#define JOIN1(a) a
#define JOIN2(a, ...) a "," JOIN1(__VA_ARGS__)
#define JOIN3(a, ...) a "," JOIN2(__VA_ARGS__)
#define JOIN4(a, ...) a "," JOIN3(__VA_ARGS__)
#define JOIN5(a, ...) a "," JOIN4(__VA_ARGS__)
#define JOIN6(a, ...) a "," JOIN5(__VA_ARGS__)
#define JOIN7(a, ...) a "," JOIN6(__VA_ARGS__)
#define JOIN8(a, ...) a "," JOIN7(__VA_ARGS__)
#define JOIN9(a, ...) a "," JOIN8(__VA_ARGS__)
#define JOIN10(a, ...) a "," JOIN9(__VA_ARGS__)
#define JOIN11(a, ...) a "," JOIN10(__VA_ARGS__)
#define JOIN12(a, ...) a "," JOIN11(__VA_ARGS__)
#define JOIN13(a, ...) a "," JOIN12(__VA_ARGS__)
#define JOIN14(a, ...) a "," JOIN13(__VA_ARGS__)
#define JOIN15(a, ...) a "," JOIN14(__VA_ARGS__)
#define JOIN16(a, ...) a "," JOIN15(__VA_ARGS__)
#define JOIN_N(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, n, ...) n
#define JOIN_COUNT(...)                                                                            \
  JOIN_N(__VA_ARGS__, JOIN16, JOIN15, JOIN14, JOIN13, JOIN12, JOIN11, JOIN10, JOIN9, JOIN8, JOIN7, \
         JOIN6, JOIN5, JOIN4, JOIN3, JOIN2, JOIN1, 0)
#define JOIN(...) JOIN_COUNT(__VA_ARGS__)(__VA_ARGS__)

/* Units used again and again. */
#define TIG "de.lah.tig-13"
#define PZ4 "de.lah.pz4-5"
#define PZ4B "de.lah.pz4-6"
#define PZ4C "de.lah.pz4-7"
#define STG "de.lah.stg-1"
#define PG "de.lah.pg1-1"
#define PGB "de.lah.pg1-2"
#define PIO "de.lah.pio-1"
#define AG "de.lah.ag-11"
#define ART1 "de.lah.art-1"
#define T34 "ru.2tc.t34-26" /* 2TC: without riders */
#define T4R "ru.29tc.t4r-25"
#define T4RB "ru.29tc.t4r-31"
#define MR "ru.29tc.mr-25"
#define MRB "ru.29tc.mr-31"
#define SAC "ru.29tc.sac-38"
/* Somebody who has not acted keeps the impulse open. */
#define IDLE_G "," U("de.lah.pg1-13", "2020")
#define IDLE_R "," U("ru.29tc.mr-53-3", "0101")

/* The state's hash after the last act. */
static inline void hash_of(struct table *t, char out[40]) {
  snprintf(out, 40, "%s", text_of(t->last, "hash"));
}
/* A field of the German view. */
static inline const char *view(struct table *t, const char *path) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  return text_of(t->last, path);
}
/* How many events of a kind the last act told. */
static inline int events_of(struct table *t, const char *kind) {
  const cJSON *e;
  int n = 0;
  cJSON_ArrayForEach(e, field(t->last, "events")) n += !strcmp(text_of(e, "kind"), kind);
  return n;
}
/* The column of an action's odds card. */
static inline void odds(struct table *t, const char *side, const char *action, const char *want) {
  ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"%s\"]}", side, action);
  if (strcmp(text_of(t->last, "card.column"), want))
    fail_msg("%s: %s, not %s", action, text_of(t->last, "card.column"), want);
}

/* The line of sight between two hexes, as the overlay says: open, or shut by that rule. */
static inline void sight(struct table *t, const char *a, const char *b, const char *rule) {
  for (int turn = 0; turn < 2; turn++) { /* the same both ways (9.4) */
    ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"%s\",\"%s\"]}",
        turn ? b : a, turn ? a : b);
    if (strcmp(text_of(t->last, "overlay.lines[0].rule"), rule))
      fail_msg("%s to %s cites %s, not %s: %s", a, b, text_of(t->last, "overlay.lines[0].rule"),
               rule, text_of(t->last, "overlay.lines[0].text"));
    assert_string_equal(text_of(t->last, "overlay.legend[0].style"),
                        strcmp(rule, "9.4") ? "bad" : "good");
    if (strcmp(rule, "9.4"))
      assert_true(strlen(text_of(t->last, "overlay.lines[0].cut")) == 4);
    cites(t, "overlay.lines[0].rule", rule);
  }
}

/* The chosen unit steps, and the program says what it paid and by which rule. */
static inline void pays_at(struct table *t, const char *side, const char *unit, const char *hex,
                           const char *points, const char *rule, const char *file, int line) {
  char text[96], words[40];
  const cJSON *e;
  snprintf(text, sizeof text, "step %s %s", unit, hex);
  act_at(t, side, text, file, line);
  happened_at(t, rule, "step", file, line);
  snprintf(words, sizeof words, " for %s point", points);
  cJSON_ArrayForEach(e, field(t->last, "events")) if (!strcmp(text_of(e, "kind"), "step") &&
                                                      !strstr(text_of(e, "text"), words))
      fail_msg("%s:%d: %s", file, line, text_of(e, "text"));
}
#define pays(t, side, unit, hex, points, rule)                                                     \
  pays_at(t, side, unit, hex, points, rule, __FILE__, __LINE__)

#endif
