/* svg.c - SVG text: numbers without the locale, escaped words, compact paths.
 *
 * Coordinates are rounded to a tenth of a pixel as whole numbers and written relative to the pen,
 * so rounding never adds up. A soft outline is written as T pieces (their control points follow
 * from the midpoints) and anchored afresh now and then.
 */
#include "picture.h"
#include <stdarg.h>
#include <stdlib.h>

/* Adds to the text; it doubles when it is full. */
static void put_bytes(struct canvas *c, const char *s, size_t n) {
  struct svg *o = &c->out;

  if (o->n + n + 1 > o->cap) {
    size_t cap = o->cap ? o->cap * 2 : 1 << 16;
    while (cap < o->n + n + 1)
      cap *= 2;
    char *p = realloc(o->s, cap);
    if (!p)
      longjmp(c->pool.out, 1);
    o->s = p;
    o->cap = cap;
  }
  memcpy(o->s + o->n, s, n);
  o->n += n;
  o->s[o->n] = 0;
}

void svg_put(struct canvas *c, const char *text) {
  put_bytes(c, text, strlen(text));
}

/* Length in bytes of the UTF-8 character at s; 0 if it is not one. */
static size_t utf8(const char *text) {
  /* by how many bytes there are: the least code point that needs them */
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *s = (const unsigned char *)text;

  if (s[0] < 0x80)
    return 1;
  if (s[0] < 0xc2 || s[0] > 0xf4)
    return 0;
  size_t n = 2u + (s[0] >= 0xe0) + (s[0] >= 0xf0);
  uint32_t c = s[0] & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    c = c << 6 | (s[i] & 0x3fu);
  }
  bool surrogate = c >= 0xd800 && c < 0xe000;
  bool not_xml = surrogate || c == 0xfffe || c == 0xffff;
  if (not_xml || c < least[n] || c > 0x10ffff)
    return 0;

  return n;
}

/* Text with what XML reserves written as entities. */
void svg_escaped(struct canvas *c, const char *text) {
  static const char special[] = "<>&\"";
  static const char *const entity[] = {"&lt;", "&gt;", "&amp;", "&quot;"};

  for (const char *s = text; *s;) {
    size_t n = utf8(s);
    const char *at = strchr(special, *s);
    bool control = n == 1 && (unsigned char)*s < 32; /* not XML */
    if (at)
      svg_put(c, entity[at - special]);
    else if (!n)
      svg_put(c, "?");
    else if (!control)
      put_bytes(c, s, n);
    s += n ? n : 1;
  }
}

/* v in units of 10^-decimals */
static void put_fixed(struct canvas *c, long v, int decimals) {
  char t[40];
  int i = (int)sizeof t;
  bool minus = v < 0;
  unsigned long u = minus ? (unsigned long)-v : (unsigned long)v;
  int d = decimals;

  while (d > 0 && u % 10 == 0) {
    u /= 10;
    d--;
  }
  bool fraction = d > 0;
  while (d > 0) {
    t[--i] = (char)('0' + u % 10);
    u /= 10;
    d--;
  }
  if (fraction)
    t[--i] = '.';
  if (u > 0 || !fraction)
    do {
      t[--i] = (char)('0' + u % 10);
      u /= 10;
    } while (u);
  if (minus)
    t[--i] = '-';
  put_bytes(c, t + i, sizeof t - (size_t)i);
}

/* A number with at most this many decimals, without the locale and without trailing zeros. */
void svg_number(struct canvas *c, double v, int decimals) {
  if (!isfinite(v) || fabs(v) > 1e9)
    v = 0;
  for (int i = 0; i < decimals; i++)
    v *= 10;
  put_fixed(c, lround(v), decimals);
}

/* A colour, and its opacity unless it is opaque. */
static void put_paint(struct canvas *c, const char *what, enum token t) {
  svg_format(c, " %s=\"%s\"", what, COL(t));
  if (OPA(t) < 1)
    svg_format(c, " %s-opacity=\"%n\"", what, OPA(t));
}

/* A small printf: see picture.h for its letters. */
static void format(struct canvas *c, const char *fmt, va_list ap) {
  for (const char *s = fmt; *s; s++) {
    const char *e = strchr(s, '%');
    if (!e) {
      svg_put(c, s);
      return;
    }
    put_bytes(c, s, (size_t)(e - s));
    s = e + 1;
    switch (*s) {
    case 's': svg_put(c, va_arg(ap, const char *)); break;
    case 'e': svg_escaped(c, va_arg(ap, const char *)); break;
    case 'n': svg_number(c, va_arg(ap, double), 2); break;        /* pixels or a fraction */
    case 'w': svg_number(c, va_arg(ap, double) * c->R, 2); break; /* R */
    case 'd': put_fixed(c, va_arg(ap, int), 0); break;
    case 'c': svg_put(c, COL((enum token)va_arg(ap, int))); break;
    case 'F': put_paint(c, "fill", (enum token)va_arg(ap, int)); break;
    case 'S': put_paint(c, "stroke", (enum token)va_arg(ap, int)); break;
    default: put_bytes(c, "%", 1);
    }
  }
}

void svg_format(struct canvas *c, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  format(c, fmt, ap);
  va_end(ap);
}

struct pt svg_px(const struct canvas *c, struct pt p) {
  return add(mul(sub(p, c->origin), c->R), c->margin);
}

/* ---- paths */
struct tenth {
  long x, y;
};

/* A place in tenths of a pixel, as whole numbers, so that rounding never adds up. */
static struct tenth tenth(const struct canvas *c, struct pt p) {
  p = svg_px(c, p);
  return (struct tenth){lround(p.x * 10), lround(p.y * 10)};
}

/* Two coordinates of a path, with a blank only where one is needed. */
static void put_pair(struct canvas *c, struct tenth t, bool space) {
  long dx = t.x - c->pen_x;
  long dy = t.y - c->pen_y;

  if (space && dx >= 0)
    svg_put(c, " ");
  put_fixed(c, dx, 1);
  if (dy >= 0)
    svg_put(c, " ");
  put_fixed(c, dy, 1);
}

static void pen_to(struct canvas *c, struct tenth t) {
  c->pen_x = t.x;
  c->pen_y = t.y;
}

static void move_to(struct canvas *c, struct tenth t) {
  svg_put(c, "m");
  put_pair(c, t, false);
  pen_to(c, t);
}

/* The pen starts at 0 0; everything after is relative. */
void svg_path_begin(struct canvas *c) {
  svg_put(c, "<path d=\"M0 0");
  c->pen_x = c->pen_y = 0;
}

/* Closes the path and adds its attributes. */
void svg_path_end(struct canvas *c, const char *attributes, ...) {
  svg_put(c, "\"");
  va_list ap;
  va_start(ap, attributes);
  format(c, attributes, ap);
  va_end(ap);
  svg_put(c, "/>\n");
}

/* A polyline, relative to the pen. */
void svg_line_to_path(struct canvas *c, const struct line *l) {
  if (l->n < 2)
    return;
  struct tenth first = tenth(c, l->p[0]);
  move_to(c, first);
  svg_put(c, "l");
  bool space = false;
  for (int i = 1; i < l->n; i++) {
    struct tenth t = tenth(c, l->p[i]);
    if (t.x == c->pen_x && t.y == c->pen_y && i + 1 < l->n)
      continue;
    put_pair(c, t, space);
    pen_to(c, t);
    space = true;
  }
  if (l->closed) {
    svg_put(c, "z");
    pen_to(c, first);
  }
}

/* A soft outline through the midpoints of a line. */
void svg_curve_to_path(struct canvas *c, const struct line *l) {
  if (l->n < 3) {
    svg_line_to_path(c, l);
    return;
  }
  int n = l->n;
  struct tenth first = tenth(c, l->closed ? along(l->p[n - 1], l->p[0], .5) : l->p[0]);
  move_to(c, first);
  int from = l->closed ? 0 : 1;
  int to = l->closed ? n : n - 1;
  for (int i = from; i < to; i++) {
    struct tenth ctl = tenth(c, l->p[i]);
    struct tenth end = tenth(
        c, i + 1 == n - 1 && !l->closed ? l->p[n - 1] : along(l->p[i], l->p[(i + 1) % n], .5));
    if ((i - from) % 8 == 0) {
      svg_put(c, "q");
      put_pair(c, ctl, false);
      put_pair(c, end, true);
      if ((i - from) % 8 == 0 && i + 1 < to)
        svg_put(c, "t");
    } else
      put_pair(c, end, (i - from) % 8 != 1);
    pen_to(c, end);
  }
  if (l->closed) {
    svg_put(c, "z");
    pen_to(c, first);
  }
}

/* A line of no length draws its round cap. */
void svg_dot(struct canvas *c, struct pt p) {
  move_to(c, tenth(c, p));
  svg_put(c, "h0");
}

/* One straight stroke. */
void svg_segment(struct canvas *c, struct pt a, struct pt b) {
  move_to(c, tenth(c, a));
  svg_put(c, "l");
  struct tenth t = tenth(c, b);
  put_pair(c, t, false);
  pen_to(c, t);
}

/* A closed shape of n corners. */
void svg_polygon(struct canvas *c, const struct pt *p, int n) {
  struct tenth first = tenth(c, p[0]);

  move_to(c, first);
  svg_put(c, "l");
  for (int i = 1; i < n; i++) {
    struct tenth t = tenth(c, p[i]);
    put_pair(c, t, i > 1);
    pen_to(c, t);
  }
  svg_put(c, "z");
  pen_to(c, first);
}

/* A circular arc. */
void svg_arc(struct canvas *c, struct pt from, double r, bool big, bool clockwise, struct pt to) {
  move_to(c, tenth(c, from));
  svg_put(c, "a");
  svg_number(c, r * c->R, 1);
  svg_put(c, " ");
  svg_number(c, r * c->R, 1);
  svg_format(c, " 0 %d %d ", (int)big, (int)clockwise);
  struct tenth t = tenth(c, to);
  put_pair(c, t, false);
  pen_to(c, t);
}
