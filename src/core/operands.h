/* operands.h - the operands of an action, read by name.
 *
 * The verb table says which kind of operand stands where, so `step UNIT HEX` reads unit_of(a) and
 * hex_of(a, 1). Rulesets include this; only these functions know the slots.
 */
#ifndef SAL_OPERANDS_H
#define SAL_OPERANDS_H

#include "action.h"

static inline sal_unit unit_of(struct sal_action a) {
  return a.x[0];
}
static inline sal_unit second_unit_of(struct sal_action a) {
  return a.x[1];
}
static inline sal_hex hex_of(struct sal_action a, int operand) {
  return a.x[operand];
}
static inline int edge_of(struct sal_action a, int operand) { /* a hexside: hex * 6 + direction */
  return a.x[operand];
}
static inline int direction_of(struct sal_action a, int operand) {
  return a.x[operand];
}
static inline int number_of(struct sal_action a, int operand) {
  return a.x[operand];
}
static inline int word_of(struct sal_action a, int operand) { /* index into the verb's words */
  return a.x[operand];
}
static inline int box_of(struct sal_action a, int operand) {
  return a.x[operand];
}

#endif
