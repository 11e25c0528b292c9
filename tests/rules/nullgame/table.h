/* table.h - what the rule tests of nullgame share: positions on a plain map. */
#ifndef NULLGAME_TABLE_H
#define NULLGAME_TABLE_H

#include "harness.h"

#define UNITS(list) "\"units\":[" list "]"
#define AT(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\"}"
#define AT1(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\",\"steps\":1}"
#define PLAIN "\"map\":\"plain:9x9\","
#define PHASE(p) "\"phase\":\"" p "\","

/* A tank at 0505 next to a rifle battalion at 0504: 5 to 3 in the open, press against hold, one
 * column down: 1:2. */
#define DUEL(vars)                                                                                 \
  PLAIN PHASE("german.attack") vars UNITS(AT("de.pz.a", "0505") "," AT("ru.1.rifle", "0504"))

#endif
