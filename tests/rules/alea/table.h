/* table.h - short words for positions of the Kursk tests: plain ground, made-up units. */
#ifndef ALEA_TABLE_H
#define ALEA_TABLE_H

#include "harness.h"

#include <stdio.h>
#include <string.h>

#define N "alea/north"
#define S_ "alea/south"
#define PLAIN "\"map\":\"plain:12x12\","
#define BED "\"map\":\"testbed\","
#define PHASE(p) "\"phase\":\"" p "\","
#define TURN(n) "\"turn\":" #n ","
#define UNITS(...) "\"units\":[" __VA_ARGS__ "]"
#define DE(name, kind, hex, ...)                                                                   \
  "{\"name\":\"" name "\",\"side\":\"german\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\"" __VA_ARGS__ "}"
#define RU(name, kind, hex, ...)                                                                   \
  "{\"name\":\"" name "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\"" __VA_ARGS__ "}"
#define AIR(name, side, kind, box, ...)                                                            \
  "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" box              \
  "\"" __VA_ARGS__ "}"
#define AT(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\"}"
#define BOX(unit, box) "{\"unit\":\"" unit "\",\"box\":\"" box "\"}"
#define FAC(f) ",\"factors\":{" f "}"
#define MARK(m) ",\"marks\":[\"" m "\"]"
#define STEPS(n) ",\"steps\":" #n
#define FORM(f) ",\"formation\":\"" f "\""
#define C ","
#define FIGHT(units) PLAIN PHASE("german.combat") TURN(2) UNITS(units)
#define SFIGHT(units) PLAIN PHASE("soviet.combat") TURN(2) UNITS(units)
#define MOVE(units) PLAIN PHASE("german.movement") TURN(2) UNITS(units)

/* A variable of the view, as the German sees it. */
static inline int var_of(struct table *t, const char *name) {
  char path[64];
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  snprintf(path, sizeof path, "view.vars.%s", name);
  return int_of(t->last, path);
}
/* Whether the first card of a side's prompt has a step by that rule. */
static inline bool step_by(struct table *t, const char *side, const char *rule) {
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "prompt.cards[0].steps")); i++) {
    char path[64];
    snprintf(path, sizeof path, "prompt.cards[0].steps[%d].rule", i);
    if (!strcmp(text_of(t->last, path), rule))
      return true;
  }
  return false;
}
/* A refusal in these words. */
static inline void because(struct table *t, const char *side, const char *action,
                           const char *words) {
  ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  if (!strstr(text_of(t->last, "error.text"), words))
    fail_msg("'%s' is refused with '%s', not '%s'", action, text_of(t->last, "error.text"), words);
}

/* Among the events of the last act one of that rule, in these words. */
static inline void says(struct table *t, const char *rule, const char *words) {
  const cJSON *e;
  char all[4096] = "";
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (!strcmp(text_of(e, "rule"), rule) && !strcmp(text_of(e, "text"), words))
      return;
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "\n  %s %s", text_of(e, "rule"), text_of(e, "text"));
  }
  fail_msg("nothing by rule %s says '%s'; there was:%s", rule, words, all);
}

/* How often a side has been told this. */
static inline int heard(struct table *t, const char *side, const char *words) {
  const cJSON *e;
  int n = 0;
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  cJSON_ArrayForEach(e, field(t->last, "events")) n += !strcmp(text_of(e, "text"), words);
  return n;
}

/* Reactions, Fire Support and elections that a test is not about. */
static inline void quiet(struct table *t, const char *side) {
  ask(t,
      "{\"cmd\":\"orders\",\"side\":\"%s\",\"orders\":{\"react\":\"never\",\"fire\":\"never\","
      "\"support\":\"never\",\"flak\":\"never\",\"elect\":\"stand\",\"losses\":\"first\",\"shots\":"
      "\"first\"}}",
      side);
}

/* Set-up: a unit is put into a hex and taken back; rule NULL: it may stand there. */
static inline void tries(struct table *t, const char *side, const char *unit, const char *hex,
                         const char *rule) {
  char line[80];
  snprintf(line, sizeof line, "pick %s", unit);
  act(t, side, line);
  snprintf(line, sizeof line, "put %s", hex);
  if (rule) {
    refused(t, side, line, rule);
  } else {
    act(t, side, line);
    ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
  }
  ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
}

/* Declares an attack on a hex from another, with nobody doing anything secret. */
static inline void attack(struct table *t, const char *side, const char *target, const char *from) {
  char line[200];
  const char *enemy = strcmp(side, "german") ? "german" : "soviet";
  snprintf(line, sizeof line, "target %s; from %s; attack", target, from);
  acts(t, side, line);
  act(t, enemy, "commit");
  act(t, enemy, "pass");
}
static inline void at_node(struct table *t, const char *side, const char *node) {
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  assert_string_equal(text_of(t->last, "prompt.node"), node);
}

/* The action that ends what a side is asked, commits or passes. */
static inline void do_nothing(struct table *t, const char *side) {
  static const char *const quiet_ones[] = {"end ", "commit", "pass"};
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < cJSON_GetArraySize(field(t->last, "actions")); i++) {
      char path[64], action[80];
      snprintf(path, sizeof path, "actions[%d].id", i);
      snprintf(action, sizeof action, "%s", text_of(t->last, path));
      if (strncmp(action, quiet_ones[k], strlen(quiet_ones[k])))
        continue;
      act(t, side, action);
      return;
    }
  fail_msg("the %s side has to do something", side);
}
/* Both sides do nothing until that phase. */
static inline void until(struct table *t, const char *phase) {
  for (int i = 0; i < 60; i++) {
    ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
    if (!strcmp(text_of(t->last, "view.phase"), phase))
      return;
    char side[16];
    snprintf(side, sizeof side, "%s", text_of(t->last, "view.to_move[0]"));
    do_nothing(t, side);
  }
  fail_msg("%s never came", phase);
}

/* Among all events that a side has seen: one of this rule and kind. */
static inline void cited(struct table *t, const char *side, const char *rule, const char *kind) {
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  for (int k = 0; k < cJSON_GetArraySize(field(t->last, "events")); k++) {
    char path[64], cite[64];
    snprintf(path, sizeof path, "events[%d].kind", k);
    snprintf(cite, sizeof cite, "events[%d].rule", k);
    if (strcmp(text_of(t->last, path), kind) || strcmp(text_of(t->last, cite), rule))
      continue;
    cites(t, cite, rule);
    return;
  }
  fail_msg("the %s side saw no %s by %s", side, kind, rule);
}
/* The k-th block of a printed record. */
static inline const cJSON *block(struct table *t, const char *id, int k) {
  ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  const cJSON *r;
  cJSON_ArrayForEach(
      r,
      field(t->last,
            "records")) if (!strcmp(text_of(r, "id"),
                                    id)) return cJSON_GetArrayItem(cJSON_GetObjectItem(r, "blocks"),
                                                                   k);
  fail_msg("there is no record '%s'", id);
  return NULL;
}
/* The k-th block of the record asked for last cites the rule. */
static inline void record_cites(struct table *t, const char *id, int k, const char *rule) {
  for (int i = 0; i < 8; i++) {
    char path[64];
    snprintf(path, sizeof path, "records[%d].id", i);
    if (strcmp(text_of(t->last, path), id))
      continue;
    snprintf(path, sizeof path, "records[%d].blocks[%d].rule", i, k);
    cites(t, path, rule);
    return;
  }
}

#endif
