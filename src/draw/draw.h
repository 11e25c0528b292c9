/* draw.h - a board and a view as an SVG picture, from the contract's two documents alone.
 *
 * Nothing here knows a game: what is drawn is what `board` and `view` say. The same input gives the
 * same bytes.
 */
#ifndef SAL_DRAW_H
#define SAL_DRAW_H

#include <stdbool.h>

struct draw_options {
  int zoom; /* 0 far, 1 middle, 2 near */
  bool dark;
  bool counters;                /* units, hex marks and boxes of the view */
  const char *title, *subtitle; /* may be NULL */
  bool numbers;                 /* hex numbers, from middle zoom */
  double radius_px;             /* hex centre to corner; 0: by zoom */
};

/* malloc'd SVG text, or NULL with a sentence in err. view_json may be NULL (bare map). */
char *draw_svg(const char *board_json, const char *view_json, const struct draw_options *,
               char err[160]);

#endif
