/* room.h - memory for the core's tests: an arena, and a board from a shape. */
#ifndef ROOM_H
#define ROOM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "core/board.h"

static inline struct sal_arena room_new(size_t size) {
  struct sal_arena a = {calloc(1, size), size, 0};
  assert_non_null(a.base);
  return a;
}
static inline void room_free(struct sal_arena *a) {
  free(a->base);
}

static inline struct sal_board board_of(struct sal_arena *a, const struct sal_shape *s) {
  struct sal_board b = {0};
  struct sal_err err;
  assert_true(sal_board_make(&b, a, s, 1, &err));
  return b;
}
static inline struct sal_board plain_board(struct sal_arena *a, bool pointy, int cols, int rows) {
  struct sal_shape s = {.pointy = pointy,
                        .cols = (uint8_t)cols,
                        .rows = (uint8_t)rows,
                        .first_col = 1,
                        .first_row = 1};
  return board_of(a, &s);
}

#endif
