/* names.c - names beside their places, the important ones first, each where it covers least.
 *
 * Nobody measures type here: widths are estimated from a small table, a little generously, so names
 * keep apart in whatever font the reader has.
 */
#include "picture.h"

static int next_char(const char **s) { /* one UTF-8 character; bad bytes count as themselves */
  unsigned char a = (unsigned char)*(*s)++;
  if (a < 0xc0)
    return a;
  int n = a >= 0xf0 ? 3 : a >= 0xe0 ? 2 : 1;
  int v = a & (0x3f >> n);
  while (n-- > 0 && ((unsigned char)**s & 0xc0) == 0x80)
    v = v << 6 | ((unsigned char)*(*s)++ & 0x3f);
  return v;
}

/* Characters, not bytes. */
int text_length(const char *utf8) {
  int n = 0;

  while (*utf8) {
    next_char(&utf8);
    n++;
  }

  return n;
}

/* Estimated width of a letter in parts of the type size. */
static double char_width(int ch) {
  if (ch < 128 && strchr("ijl.,:;'|!I", ch))
    return .27;
  if (ch < 128 && strchr("frt-()[]1 \"*", ch))
    return .36;
  if (ch < 128 && strchr("mwMW", ch))
    return .78;
  if (ch >= 'A' && ch <= 'Z')
    return .60;

  return ch >= '0' && ch <= '9' ? .52 : .48;
}

/* In the unit of `size`. */
double text_width(const char *text, double size, bool bold) {
  double w = 0;
  while (*text)
    w += char_width(next_char(&text));
  return w * size * (bold ? 1.06 : 1);
}

/* The heavier, the less a name wants to cover it. */
void names_keep_off(struct canvas *c, struct rect r, double weight) {
  GROW(&c->pool, c->taken, c->ntaken, c->taken_cap);
  c->taken[c->ntaken++] = (struct taken){r, weight};
}

/* How names of one kind are printed; a size is in hexes. */
struct style {
  double size;
  const char *css; /* class */
  enum token ink;
  double spacing;
  bool capitals, bold;
};
/* By rank; 0 is none. */
static const struct style styles[6] = {
    {0},
    {.42, "nc", T_INK, .09, true, true},
    {.29, "nt", T_INK, 0, false, true},
    {.195, "nv", T_INK, 0, false, false},
    {.185, "nh", T_HILL_TEXT, 0, false, true},
    {.34, "na", T_INK, .12, false, false},
};

/* What a name in this box would cover, weighed by importance. */
double names_overlap(const struct canvas *c, struct rect r) {
  double cost = 0;

  for (int i = 0; i < c->ntaken; i++) {
    struct rect t = c->taken[i].r;
    double w = fmin(r.x1, t.x1) - fmax(r.x0, t.x0);
    double h = fmin(r.y1, t.y1) - fmax(r.y0, t.y0);
    if (w > 0 && h > 0)
      cost += w * h / ((r.x1 - r.x0) * (r.y1 - r.y0)) * c->taken[i].weight;
  }
  /* A name that would leave the sheet is disliked, not forbidden. */
  struct pt a = c->origin;
  struct pt b = add(a, pt(c->width, c->height));
  if (r.x0 < a.x + .1 || r.y0 < a.y + .1 || r.x1 > b.x - .1 || r.y1 > b.y - .1)
    cost += 2.5;

  return cost;
}

/* Writes a name: the halo first, the letters over it. Large places are set in capitals. */
static void put_name(struct canvas *c, const char *text, const struct style *s, double size,
                     struct pt at, const char *anchor) {
  char big[128];

  if (s->capitals) { /* ASCII letters only; others stay as they are */
    size_t n = 0;
    for (; text[n] && n + 1 < sizeof big; n++)
      big[n] = (char)(text[n] >= 'a' && text[n] <= 'z' ? text[n] - 32 : text[n]);
    big[n] = 0;
    if (!text[n])
      text = big;
  }
  struct pt p = svg_px(c, at);
  for (int pass = 0; pass < 2; pass++) { /* the halo lies under the letters */
    svg_format(c, "<text class=\"%s\" x=\"%n\" y=\"%n\" font-size=\"%w\"", s->css, p.x, p.y, size);
    if (*anchor)
      svg_format(c, " text-anchor=\"%s\"", anchor);
    if (s->spacing > 0)
      svg_format(c, " letter-spacing=\"%w\"", s->spacing * size);
    if (pass == 0)
      svg_format(c, "%S stroke-width=\"%w\" stroke-linejoin=\"round\" fill=\"none\"", T_INK_HALO,
                 .27 * size);
    else
      svg_format(c, "%F", s->ink);
    svg_format(c, ">%e</text>\n", text);
  }
}

/* "Hill 252.2" is shown as a small triangle and the height. */
static const char *hill_text(const char *text) {
  for (const char *s = text; *s; s++)
    if (*s >= '0' && *s <= '9')
      return s;
  return text;
}

/* The sign of a height. */
static void triangle(struct canvas *c, struct pt at, double r) {
  struct pt p[3] = {add(at, pt(-r, r * .8)), add(at, pt(r, r * .8)), add(at, pt(0, -r))};
  svg_path_begin(c);
  svg_polygon(c, p, 3);
  svg_path_end(c, "%F%S stroke-width=\"%w\" paint-order=\"stroke\"", T_HILL_TEXT, T_INK_HALO, .04);
}

/* A place for a name beside the middle of its hex, and how little it is liked there. */
enum anchor { MIDDLE, START, END };
enum { SPOTS = 9, RIGHT_OF_IT = 2, ON_IT = 8, VILLAGE = 3, HEIGHT = 4, AREA = 5 };
struct spot {
  double x, y;
  enum anchor anchor;
  double dislike;
};

/* How far from the middle a name stands, so that it clears the counter there. */
struct clearance {
  double low, high, side, diagonal;
};
static struct clearance clearance_of(const struct canvas *c, int rank) {
  static const struct clearance near_zoom = {.75, -.57, .5, .52};
  static const struct clearance far_zoom = {.9, -.68, .66, .62}; /* counters are larger there */
  static const struct clearance no_counter = {.34, -.16, .14, .2};
  if (rank >= HEIGHT)
    return no_counter;
  return c->zoom ? near_zoom : far_zoom;
}

static void spots_of(const struct canvas *c, int rank, double h, struct spot spot[SPOTS]) {
  struct clearance k = clearance_of(c, rank);
  const struct spot all[SPOTS] = {{0, k.low + h / 3, MIDDLE, 0},
                                  {0, k.high, MIDDLE, .12},
                                  {k.side, h / 2, START, .2},
                                  {-k.side, h / 2, END, .25},
                                  {k.diagonal, k.low - .1, START, .35},
                                  {-k.diagonal, k.low - .1, END, .4},
                                  {k.diagonal, k.high + .05, START, .38},
                                  {-k.diagonal, k.high + .05, END, .42},
                                  {0, h / 2, MIDDLE, .8}};
  memcpy(spot, all, sizeof all);
  if (rank == AREA)
    spot[ON_IT].dislike = -.2;
  if (rank == HEIGHT)
    spot[RIGHT_OF_IT].dislike = -.1;
}

/* What a name of that size covers at a spot. */
static struct rect box_at(struct pt at, const struct spot *s, double w, double h, double size) {
  static const double part_before[] = {[MIDDLE] = .5, [START] = 0, [END] = 1};
  double y = at.y + s->y;
  double x0 = at.x + s->x - w * part_before[s->anchor];
  return (struct rect){x0 - .03, y - h - .02, x0 + w + .03, y + size * .22};
}

/* A height has its sign before it; the text makes room. */
static void height_sign(struct canvas *c, struct spot *s, struct rect *box, double size) {
  double r = size * .26;
  double x = s->anchor == END ? box->x1 - .03 : box->x0;
  struct pt tip = pt(x, (box->y0 + box->y1) / 2 - .01);

  if (s->anchor == START)
    tip.x -= r * .2;
  triangle(c, tip, r);
  switch (s->anchor) {
  case MIDDLE: s->x += r * 1.4; break;
  case START: s->x += r * 1.9; break;
  case END: s->x -= r * 1.6; break;
  }
  box->x0 -= r;
  box->x1 += r * 2;
}

/* Tries the places around a hex and takes the one that covers least; a name that finds none is
 * left out. */
static void place(struct canvas *c, const struct label *l) {
  static const char *const anchors[] = {[MIDDLE] = "middle", [START] = "", [END] = "end"};
  int rank = l->rank > AREA ? AREA : l->rank;
  bool town = rank < VILLAGE;
  const struct style *s = &styles[rank];
  const char *text = rank == HEIGHT ? hill_text(l->text) : l->text;
  double far_size = town ? 1.4 : 1.75;
  double size = s->size * (c->zoom ? 1 : far_size);
  double w = text_width(text, size, s->bold) + s->spacing * size * text_length(text);
  double h = size * .78;
  struct pt at = rank <= VILLAGE ? c->node[l->hex] : c->doc.hex[l->hex].at;
  struct spot spot[SPOTS];
  struct spot *chosen = spot;
  struct rect box = {0};
  double best = 1e9;

  if (s->capitals)
    w *= 1.18;
  spots_of(c, rank, h, spot);
  for (int i = 0; i < SPOTS; i++) {
    struct rect r = box_at(at, &spot[i], w, h, size);
    double cost = names_overlap(c, r) + spot[i].dislike * .5;
    if (cost < best) {
      best = cost;
      chosen = &spot[i];
      box = r;
    }
  }

  /* Villages and heights may be left out; towns and areas are always named. */
  bool may_go = rank == VILLAGE || rank == HEIGHT;
  if (may_go && best > 1.2 * (c->zoom == 2 ? 1.6 : 1))
    return;
  if (rank == HEIGHT)
    height_sign(c, chosen, &box, size);
  put_name(c, text, s, size, add(at, pt(chosen->x, chosen->y)), anchors[chosen->anchor]);
  names_keep_off(c, box, 1.5 + (town ? 3 : 0));
}

/* All names, the important ones first, so that they get the best places. */
void names_draw(struct canvas *c) {
  for (int rank = 1; rank <= 5; rank++)
    for (int i = 0; i < c->doc.nlabels; i++) {
      int r = c->doc.label[i].rank > 5 ? 5 : c->doc.label[i].rank;
      if (r == rank && *c->doc.label[i].text)
        place(c, &c->doc.label[i]);
    }
}

/* ---- a name along a line, letter by letter, so that every renderer shows it */
void names_along(struct canvas *c, const char *text, double size, const struct line *l) {
  double all = line_length(l);
  double w = text_width(text, size, false) + .1 * size * text_length(text);

  for (int pass = 0; pass < 2; pass++) {
    svg_format(c, "<g class=\"rv\" font-size=\"%w\" text-anchor=\"middle\"", size);
    if (pass == 0)
      svg_format(c, "%S stroke-width=\"%w\" stroke-linejoin=\"round\" fill=\"none\">", T_INK_HALO,
                 .27 * size);
    else
      svg_format(c, "%F>", T_WATER_TEXT);
    double done = (all - w) / 2;
    for (const char *s = text; *s;) {
      const char *from = s;
      char letter[8] = {0};
      double step = char_width(next_char(&s)) * size + .1 * size;
      size_t n = (size_t)(s - from);
      memcpy(letter, from, n < 7 ? n : 7);
      struct line before = line_part(&c->pool, l, 0, done + step / 2);
      done += step;
      struct line around = line_part(&c->pool, l, done - step - .15, done + .15);
      if (before.n < 2 || around.n < 2)
        continue;
      struct pt at = svg_px(c, before.p[before.n - 1]);
      struct pt d = sub(around.p[around.n - 1], around.p[0]);
      svg_format(c, "<text transform=\"translate(%n %n) rotate(%n)\">%e</text>", at.x, at.y,
                 atan2(d.y, d.x) * 180 / 3.14159265, letter);
    }
    svg_put(c, "</g>\n");
  }
}
