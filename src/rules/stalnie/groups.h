/* groups.h - the words of the groups, in the order of the charts: shared by verbs and events. */
#ifndef STALNIE_GROUPS_H
#define STALNIE_GROUPS_H

#include "field.h"

#define GROUPS                                                                                     \
  "s1", "s2", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "i1", "i2", "i3", "i4", \
      "i5", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "o1", "o2", "o3", "o4", "o5", "o6", "o7",    \
      "t1", "t2", "m1", "m2"

#endif
