/* symbol.c - the sign inside a counter's box, from one word.
 *
 * Strokes and filled shapes only, no letters but HQ, so every symbol looks the same in every font.
 */
#include "inner.h"

/* Shapes are written for a box of 100 x 64, its corner at 0 0. */
static const struct {
  const char *word;
  const char *stroke; /* outlines */
  const char *fill;   /* filled with the ink */
} signs[] = {
    {"infantry", "M0 0L100 64M100 0L0 64", ""},
    {"mech-infantry", "M0 0L100 64M100 0L0 64M38 15H62A17 17 0 0 1 62 49H38A17 17 0 0 1 38 15Z", ""},
    {"motor-infantry", "M0 0L100 64M100 0L0 64M50 0V64", ""},
    {"armour", "M36 16H64A16 16 0 0 1 64 48H36A16 16 0 0 1 36 16Z", ""},
    {"heavy-armour", "", "M36 14H64A18 18 0 0 1 64 50H36A18 18 0 0 1 36 14Z"},
    {"assault-gun", "M36 14H64A18 18 0 0 1 64 50H36A18 18 0 0 1 36 14Z", "M50 25A7 7 0 1 1 50 39A7 7 0 1 1 50 25Z"},
    {"tank-destroyer", "M0 64L50 4L100 64M41 30H59A10 10 0 0 1 59 50H41A10 10 0 0 1 41 30Z", ""},
    {"anti-tank", "M0 64L50 4L100 64", ""},
    {"artillery", "", "M50 20A12 12 0 1 1 50 44A12 12 0 1 1 50 20Z"},
    {"gun", "M50 12V52M38 24A26 26 0 0 0 38 44M62 24A26 26 0 0 1 62 44", ""},
    {"rocket", "M36 28L50 14L64 28M36 42L50 28L64 42", "M50 43A7 7 0 1 1 50 57A7 7 0 1 1 50 43Z"},
    {"mortar", "M50 42V10M40 21L50 10L60 21M50 42A7 7 0 1 1 50 56A7 7 0 1 1 50 42Z", ""},
    {"engineer", "M28 50V18H72V50M50 18V44", ""},
    {"recon", "M0 64L100 0", ""},
    {"airborne", "M0 0L100 64M100 0L0 64M34 60A8 8 0 0 1 50 60A8 8 0 0 1 66 60", ""},
    {"cavalry", "M0 64L100 0", "M0 64L100 0V64Z"},
    {"anti-air", "M8 64A44 44 0 0 1 92 64", ""},
    {"air", "", "M50 32L22 20A13 13 0 1 0 22 44Z M50 32L78 20A13 13 0 1 1 78 44Z"},
    {"train", "M14 42V22H86V42ZM32 22V10H56V22",
     "M26 44A7 7 0 1 1 26 58A7 7 0 1 1 26 44ZM50 44A7 7 0 1 1 50 58A7 7 0 1 1 50 44ZM74 44A7 7 0 1 1 74 58A7 7 0 1 1 "
     "74 44Z"},
    {"static", "M0 0L100 64M100 0L0 64", "M12 -12H28V0H12ZM42 -12H58V0H42ZM72 -12H88V0H72Z"},
    {"supply", "M0 48H100", ""},
    {"mg", "M50 56V12M38 24L50 10L62 24M36 56H64", ""},
    {"flame", "M30 52C30 30 46 34 44 12C58 22 72 34 68 52", "M42 54C40 44 50 42 50 30C58 40 62 46 58 54Z"},
    {"leader", "", "M50 8L57 25L75 26L61 38L66 56L50 46L34 56L39 38L25 26L43 25Z"},
    {"sniper", "M50 14A18 18 0 1 1 50 50A18 18 0 1 1 50 14ZM50 6V24M50 40V58M24 32H42M58 32H76", ""},
    {"vehicle", "M14 38L24 18H76L86 38ZM14 38H86",
     "M30 41A8 8 0 1 1 30 57A8 8 0 1 1 30 41ZM70 41A8 8 0 1 1 70 57A8 8 0 1 1 70 41Z"},
    {"none", "", ""},
};

/* box in fractions of the counter's side, which the caller has made the unit of the drawing. */
void symbol_draw(struct canvas *c, const char *symbol, struct rect box, enum token ink, enum token fill, double line) {
  double w = box.x1 - box.x0, h = box.y1 - box.y0;
  svg_format(c, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\" stroke=\"%c\" stroke-width=\"%n\"/>",
             box.x0, box.y0, w, h, fill, ink, line);
  if (!strcmp(symbol, "hq")) {
    svg_format(c, "<path d=\"M%n %nv%n\" stroke=\"%c\" stroke-width=\"%n\"/>", box.x0, box.y1, h * .38, ink, line);
    svg_format(c, "<text class=\"fg\" x=\"%n\" y=\"%n\" font-size=\"%n\" text-anchor=\"middle\" fill=\"%c\">HQ</text>",
               (box.x0 + box.x1) / 2, box.y0 + h * .79, h * .8, ink);
    return;
  }
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (strcmp(signs[i].word, symbol) != 0) continue;
    if (!*signs[i].stroke && !*signs[i].fill) return;
    svg_format(c, "<g transform=\"translate(%n %n) scale(%n %n)\">", box.x0, box.y0, w / 100, h / 64);
    if (*signs[i].stroke)
      svg_format(c, "<path d=\"%s\" fill=\"none\" stroke=\"%c\" stroke-width=\"%n\" stroke-linejoin=\"round\"/>",
                 signs[i].stroke, ink, line * 100 / w);
    if (*signs[i].fill) svg_format(c, "<path d=\"%s\" fill=\"%c\"/>", signs[i].fill, ink);
    svg_put(c, "</g>");
    return;
  }
}
