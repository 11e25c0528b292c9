/* symbol.c - the sign inside a counter's box, from one word.
 *
 * Strokes and filled shapes only, no letters but HQ, so every symbol looks the same in every font.
 */
#include "picture.h"

/* Shapes are written for a box of 100 x 64, its corner at 0 0. */
static const struct {
  const char *word;
  const char *stroke; /* outlines */
  const char *fill;   /* filled with the ink */
} signs[] = {LOOK_SYMBOLS};

/* box in fractions of the counter's side, which the caller has made the unit of the drawing. */
void symbol_draw(struct canvas *c, const char *symbol, struct rect box, enum token ink,
                 enum token fill, double line) {
  double w = box.x1 - box.x0;
  double h = box.y1 - box.y0;

  svg_format(c,
             "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\" stroke=\"%c\" "
             "stroke-width=\"%n\"/>",
             box.x0, box.y0, w, h, fill, ink, line);
  if (!strcmp(symbol, "hq")) {
    svg_format(c, "<path d=\"M%n %nv%n\" stroke=\"%c\" stroke-width=\"%n\"/>", box.x0, box.y1,
               h * .38, ink, line);
    svg_format(c,
               "<text class=\"fg\" x=\"%n\" y=\"%n\" font-size=\"%n\" text-anchor=\"middle\" "
               "fill=\"%c\">HQ</text>",
               (box.x0 + box.x1) / 2, box.y0 + h * .79, h * .8, ink);
    return;
  }
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (strcmp(signs[i].word, symbol) != 0)
      continue;
    if (!*signs[i].stroke && !*signs[i].fill)
      return;
    svg_format(c, "<g transform=\"translate(%n %n) scale(%n %n)\">", box.x0, box.y0, w / 100,
               h / 64);
    if (*signs[i].stroke)
      svg_format(c,
                 "<path d=\"%s\" fill=\"none\" stroke=\"%c\" stroke-width=\"%n\" "
                 "stroke-linejoin=\"round\"/>",
                 signs[i].stroke, ink, line * 100 / w);
    if (*signs[i].fill)
      svg_format(c, "<path d=\"%s\" fill=\"%c\"/>", signs[i].fill, ink);
    svg_put(c, "</g>");
    return;
  }
}
