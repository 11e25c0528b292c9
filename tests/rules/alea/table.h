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

/* Reactions, Fire Support and elections that a test is not about. */
static inline void quiet(struct table *t, const char *side) { ask(t, "{\"cmd\":\"orders\",\"side\":\"%s\",\"orders\":{\"react\":\"never\",\"fire\":\"never\",\"support\":\"never\",\"flak\":\"never\",\"elect\":\"stand\",\"losses\":\"first\",\"shots\":\"first\"}}", side); }

#endif
