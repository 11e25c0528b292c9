/* field_kit.h - small battles in a test: squads on a plain map, scripted dice, and cards. */
#ifndef FIELD_KIT_H
#define FIELD_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* Units of a position. A support weapon has a carrier and no hex of its own. */
#define ON(id, side, kind, hex)                                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"
#define ON_M(id, side, kind, hex, marks)                                                           \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"marks\":[" marks "]}"
#define FACING(id, side, kind, hex, face)                                                          \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face "}"
#define CARRIED(id, side, kind, by)                                                                \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"factors\":{\"by\":\"" by     \
  "\"}}"
#define GER_AT(id, kind, hex) ON(id, "german", kind, hex)
#define RUS_AT(id, kind, hex) ON(id, "soviet", kind, hex)
#define PHASE(phase, units) "\"map\":\"plain:16x16\",\"phase\":\"" phase "\",\"units\":[" units "]"
#define ON_GROUND(phase, terrain, units)                                                           \
  "\"map\":\"plain:16x16\",\"phase\":\"" phase "\",\"terrain\":[" terrain "],\"units\":[" units "]"
#define WITH(id, side, kind, hex, factors)                                                         \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"factors\":{" factors "}}"
#define BY_WITH(id, side, kind, by, factors)                                                       \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"factors\":{\"by\":\"" by     \
  "\"," factors "}}"
/* A battle with works, mines and the like in hexes, and with variables. */
#define WORK(hex, word, side) "{\"hex\":\"" hex "\",\"mark\":\"" word "\",\"side\":\"" side "\"}"
#define WORKED(phase, terrain, works, units)                                                       \
  "\"map\":\"plain:16x16\",\"phase\":\"" phase "\",\"terrain\":[" terrain "],\"marks\":[" works    \
  "],\"units\":[" units "]"
#define UNDER(phase, vars, units)                                                                  \
  "\"map\":\"plain:16x16\",\"phase\":\"" phase "\",\"vars\":{" vars "},\"units\":[" units "]"
/* Far away on both sides, so that no phase closes by itself. */
#define FAR_AWAY GER_AT("z", "658", "T-P16") "," RUS_AT("y", "458", "T-A16")
#define HEDGE(hex, next) "{\"side\":[\"" hex "\",\"" next "\"],\"set\":[\"wall\"]}"
#define HEX(hex, kind) "{\"hex\":\"" hex "\",\"set\":[\"" kind "\"]}"

static inline struct table *field_at(const char *position, const char *dice) {
  return lay("stalnie/skirmish", position, dice);
}

/* The odds card of an action that has not been done, as the side sees it. */
static inline const cJSON *odds_of(struct table *t, const char *side, const char *action) {
  ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"%s\"]}", side, action);
  if (!cJSON_IsTrue(field(t->last, "ok")))
    fail_msg("%s: %s", action, text_of(t->last, "error.text"));
  return field(t->last, "card");
}

/* The outcomes of the card, in order, are these numbers out of den. */
static inline void chances(const cJSON *card, int den, const int *want, int n) {
  const cJSON *o;
  int i = 0;
  cJSON_ArrayForEach(o, field(card, "outcomes")) {
    int num = int_of(o, "chance[0]"), of = int_of(o, "chance[1]");
    if (i >= n)
      fail_msg("there are more than %d outcomes", n);
    if (num * den != want[i] * of)
      fail_msg("'%s' has %d/%d, not %d/%d", text_of(o, "text"), num, of, want[i], den);
    i++;
  }
  assert_int_equal(i, n);
}

/* The weight that a card leads to: "weight 10". */
static inline void weighs(const cJSON *card, const char *column) {
  assert_string_equal(text_of(card, "column"), column);
}

/* Does the card lead to that: "weight 10", "8 or less", "kill on 6"? */
static inline bool comes_to(const cJSON *card, const char *column) {
  return !strcmp(text_of(card, "column"), column);
}

/* Does the side's view show that mark in some hex? */
static inline bool shows(struct table *t, const char *side, const char *mark) {
  char quoted[40];
  snprintf(quoted, sizeof quoted, "\"%s\"", mark);
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  char *marks = cJSON_PrintUnformatted(field(t->last, "view.marks"));
  bool there = strstr(marks, quoted) != NULL;
  free(marks);
  return there;
}

/* The phase that a battle is in: "german.action". */
static inline const char *phase_of(struct table *t) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  return text_of(t->last, "view.phase");
}

/* On to a phase: everybody passes, has done and ends. */
static inline void go_on_to(struct table *t, const char *phase) {
  static const char *const sides[] = {"german", "soviet"};
  static const char *const endings[] = {"pass", "done", "end"};

  for (int i = 0; i < 60 && strcmp(phase_of(t), phase) != 0; i++) {
    bool ended = false;
    for (int k = 0; k < 6 && !ended; k++) {
      ended = is_offered(t, sides[k % 2], endings[k / 2]);
      if (ended)
        act(t, sides[k % 2], endings[k / 2]);
    }
  }
  assert_string_equal(phase_of(t), phase);
}

/* A side's view of the units, or of the marks in hexes, as text; free it. */
static inline char *seen_by(struct table *t, const char *side, const char *what) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  return cJSON_PrintUnformatted(field(field(t->last, "view"), what));
}

/* A number of the full view: "soviet_losses". */
static inline int var_of(struct table *t, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "view.vars.%s", name);
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  return int_of(t->last, path);
}

#endif
