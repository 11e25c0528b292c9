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
#define DE(name, kind, hex, ...) "{\"name\":\"" name "\",\"side\":\"german\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"" __VA_ARGS__ "}"
#define RU(name, kind, hex, ...) "{\"name\":\"" name "\",\"side\":\"soviet\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"" __VA_ARGS__ "}"
#define AIR(name, side, kind, box, ...) "{\"name\":\"" name "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" box "\"" __VA_ARGS__ "}"
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

/* Reactions, Fire Support and elections that a test is not about. */
static inline void quiet(struct table *t, const char *side) { ask(t, "{\"cmd\":\"orders\",\"side\":\"%s\",\"orders\":{\"react\":\"never\",\"fire\":\"never\",\"support\":\"never\",\"flak\":\"never\",\"elect\":\"stand\",\"losses\":\"first\",\"shots\":\"first\"}}", side); }

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

#endif
