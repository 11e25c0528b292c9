/* thinker.h - `salient worker`: thinks for another program, one JSON object a line.
 *
 * {"cmd":"start","game":"wb95","scenario":"kursk","data":HASH,"bot":"planner:2000n","seed":HEX}
 * {"cmd":"think","side":"german","state":HEX,"actions":["step ..", ..]}
 *
 * `start` begins a game and is answered {"ok":true}; `think` is answered {"ok":true,"action":"step
 * ..","nodes":N}. `state` is the side's view as the engine holds it, two hex digits a byte;
 * `actions` are the legal ones, enough for a program that does not know the layout. A command that
 * cannot be done is answered {"ok":false,"error":{"code","text"}}.
 */
#ifndef THINKER_H
#define THINKER_H

#include <stdio.h>

#include "host/library.h"

int thinker_run(struct library *, FILE *in, FILE *out); /* until the lines end; an exit code */

#endif
