/* table.h - short words for laying out positions of Kursk 1943. Units are made up; masks are off
 * unless a test is about them. */
#ifndef WB95_TABLE_H
#define WB95_TABLE_H

#include "harness.h"

#include <stdio.h>
#include <string.h>

#define G "german"
#define S "soviet"
#define K "wb95/kursk"
#define OPENLY "\"masking\":false,\"mines\":false" /* dice only for what a test is about */
#define PLAIN "\"map\":\"plain:20x20\","
#define BED "\"map\":\"testbed\","
#define AT(phase) "\"phase\":\"" phase "\","
/* Pieces of JSON with commas between. */
#define J1(a) a
#define J2(a, ...) a "," J1(__VA_ARGS__)
#define J3(a, ...) a "," J2(__VA_ARGS__)
#define J4(a, ...) a "," J3(__VA_ARGS__)
#define J5(a, ...) a "," J4(__VA_ARGS__)
#define J6(a, ...) a "," J5(__VA_ARGS__)
#define J7(a, ...) a "," J6(__VA_ARGS__)
#define J8(a, ...) a "," J7(__VA_ARGS__)
#define J9(a, ...) a "," J8(__VA_ARGS__)
#define J10(a, ...) a "," J9(__VA_ARGS__)
#define J11(a, ...) a "," J10(__VA_ARGS__)
#define J12(a, ...) a "," J11(__VA_ARGS__)
#define J13(a, ...) a "," J12(__VA_ARGS__)
#define J14(a, ...) a "," J13(__VA_ARGS__)
#define J15(a, ...) a "," J14(__VA_ARGS__)
#define J16(a, ...) a "," J15(__VA_ARGS__)
#define J17(a, ...) a "," J16(__VA_ARGS__)
#define J18(a, ...) a "," J17(__VA_ARGS__)
#define J19(a, ...) a "," J18(__VA_ARGS__)
#define J20(a, ...) a "," J19(__VA_ARGS__)
#define J21(a, ...) a "," J20(__VA_ARGS__)
#define J22(a, ...) a "," J21(__VA_ARGS__)
#define J23(a, ...) a "," J22(__VA_ARGS__)
#define J24(a, ...) a "," J23(__VA_ARGS__)
#define JPICK(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18,     \
              a19, a20, a21, a22, a23, a24, n, ...)                                                \
  n
#define JOIN(...)                                                                                  \
  JPICK(__VA_ARGS__, J24, J23, J22, J21, J20, J19, J18, J17, J16, J15, J14, J13, J12, J11, J10,    \
        J9, J8, J7, J6, J5, J4, J3, J2, J1, 0)                                                     \
  (__VA_ARGS__)
#define UNITS(...) "\"units\":[" JOIN(__VA_ARGS__) "]"
#define U(name, side, kind, hex)                                                                   \
  "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"
#define UX(name, side, kind, hex, more)                                                            \
  "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"," more "}"
#define BOX(name, side, kind, box)                                                                 \
  "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" box "\"}"
#define MARK(hex, mark, side) "{\"hex\":\"" hex "\",\"mark\":\"" mark "\",\"side\":\"" side "\"}"
#define TERRAIN(...) "\"terrain\":[" JOIN(__VA_ARGS__) "],"
#define HEX(hex, set) "{\"hex\":\"" hex "\",\"set\":[" set "]}"
#define SIDE(a, b, set) "{\"side\":[\"" a "\",\"" b "\"],\"set\":[\"" set "\"]}"
#define PATH(set, hexes) "{\"path\":[" hexes "],\"set\":[\"" set "\"]}"
#define MARKS(...) "\"marks\":[" JOIN(__VA_ARGS__) "],"
#define MINED(position, dice)                                                                      \
  lay_with(K, "\"masking\":false", position, dice, NULL, __FILE__, __LINE__)
#define MASKED(position, dice)                                                                     \
  lay_with(K, "\"mines\":false", position, dice, NULL, __FILE__, __LINE__)
#define FRESH(position, dice) lay_with(K, OPENLY, position, dice, NULL, __FILE__, __LINE__)

static inline void fail_with(const char *file, int line, const char *what, const char *got) {
  print_error("%s:%d: %s: %s\n", file, line, what, got);
  _fail(file, line);
}

/* A figure of the records: its value, and the rule it cites. */
/* it lies open to that side */
static inline bool sees(struct table *t, const char *side, const char *id) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(u,
                     field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), id)) return true;
  return false;
}
static inline void figure_at(struct table *t, const char *side, const char *record,
                             const char *words, const char *value, const char *rule,
                             const char *file, int line) {
  const cJSON *r, *b;
  char buf[32], path[80];
  int i = 0;
  ask(t, "{\"cmd\":\"records\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(r, field(t->last, "records")) {
    int k = 0;
    cJSON_ArrayForEach(b, field(r, "blocks")) {
      if (!strcmp(text_of(r, "id"), record) && !strcmp(text_of(b, "title"), words)) {
        if (strcmp(points_of(field(b, "total"), buf), value))
          fail_with(file, line, words, buf);
        snprintf(path, sizeof path, "records[%d].blocks[%d].rule", i, k);
        cites_at(t, path, rule, file, line);
        return;
      }
      k++;
    }
    i++;
  }
  fail_with(file, line, "no such figure", words);
}
#define figure(t, side, record, words, value, rule)                                                \
  figure_at(t, side, record, words, value, rule, __FILE__, __LINE__)

/* Among the events of the last act: one in these words. */
static inline void told_at(struct table *t, const char *words, const char *file, int line) {
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) if (strstr(text_of(e, "text"), words)) return;
  fail_with(file, line, "nobody said", words);
}
#define told(t, words) told_at(t, words, __FILE__, __LINE__)

/* The event of that kind in the last act: its card points at this outcome. */
static inline void fell_at(struct table *t, const char *kind, const char *outcome, const char *file,
                           int line) {
  const cJSON *e;
  char path[32];
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    const cJSON *card = field(e, "card");
    if (strcmp(text_of(e, "kind"), kind) || !card)
      continue;
    snprintf(path, sizeof path, "outcomes[%d].text", int_of(card, "rolled"));
    if (strcmp(text_of(card, path), outcome))
      fail_with(file, line, outcome, text_of(card, path));
    return;
  }
  fail_with(file, line, "no card", kind);
}
#define fell(t, kind, outcome) fell_at(t, kind, outcome, __FILE__, __LINE__)

/* What a refusal names: the hex, the unit, the number. */
static inline void because_at(struct table *t, const char *side, const char *action,
                              const char *words, const char *file, int line) {
  ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  const char *text = text_of(t->last, "error.text");
  if (!strstr(text, words))
    fail_with(file, line, words, *text ? text : cJSON_PrintUnformatted(t->last));
}
#define because(t, side, action, words) because_at(t, side, action, words, __FILE__, __LINE__)

/* Whose a hex is; NULL: nobody's. */
static inline void held_by_at(struct table *t, const char *hex, const char *side, const char *file,
                              int line) {
  const cJSON *c, *h;
  const char *owner = NULL;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(c, field(t->last, "view.control")) {
    cJSON_ArrayForEach(h, cJSON_GetArrayItem(c, 1)) if (!strcmp(h->valuestring, hex)) owner =
        cJSON_GetArrayItem(c, 0)->valuestring;
  }
  if (owner != side && (!owner || !side || strcmp(owner, side)))
    fail_with(file, line, hex, owner ? owner : "nobody's");
}
#define held_by(t, hex, side) held_by_at(t, hex, side, __FILE__, __LINE__)

/* Field works of that side are in the hex. */
static inline bool dug_in(struct table *t, const char *hex, const char *side) {
  const cJSON *m;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(
      m, field(t->last, "view.marks")) if (!strcmp(text_of(m, "hex"), hex) &&
                                           !strcmp(text_of(m, "mark"), "ff") &&
                                           !strcmp(text_of(m, "side"), side)) return true;
  return false;
}

#define replace(dir, file, from, to) owner_figure(dir, "wb95", file, from, to)

#endif
