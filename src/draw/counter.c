/* counter.c - counters, stacks and badges.
 *
 * Inside a counter everything is measured on a side of 100; one transform sets its size. A unit
 * that is not identified has no counter here at all, so nothing of it can be shown.
 */
#include "picture.h"

/* Far out counters are larger than their hexes allow, so that they can be read. */
double counter_side(const struct canvas *c) {
  static const double by_zoom[3] = {1.16, 1.04, 1.0};
  return by_zoom[c->zoom] * c->R;
}

/* Inks of a counter: its face, its letters, the box of the symbol, the symbol's lines; gold for
 * guards. */
struct look {
  enum token face, ink, box, line;
  bool gold;
};

/* The colours of a counter, by its style and, where it has none, by its side. */
static struct look look_of(const struct unit *u) {
  static const struct {
    const char *style;
    struct look look;
  } by_style[] = {{"ss", {T_SS, T_SS_INK, T_SS_BOX, T_SS_INK, false}},
                  {"guards", {T_SOVIET, T_SOVIET_INK, T_GUARDS_BOX, T_SOVIET_LINE, true}},
                  {"air", {T_AIR, T_AIR_INK, T_AIR_BOX, T_AIR_INK, false}},
                  {"soviet", {T_SOVIET, T_SOVIET_INK, T_SOVIET_BOX, T_SOVIET_LINE, false}},
                  {"army", {T_ARMY, T_ARMY_INK, T_ARMY_BOX, T_ARMY_INK, false}}};
  static const struct look neutral = {T_NEUTRAL, T_NEUTRAL_INK, T_NEUTRAL_BOX, T_NEUTRAL_INK,
                                      false};
  static const struct look soviet_air = {T_SOVIET, T_SOVIET_INK, T_AIR_BOX, T_SOVIET_LINE, false};
  const char *style = u->counter ? u->counter->style : "";

  /* Soviet aircraft keep the face of their side; only the symbol's box is that of the air. */
  if (!strcmp(style, "air") && u->side == O_SOVIET)
    return soviet_air;
  if (!strcmp(style, "") && u->side == O_SOVIET)
    style = "soviet";
  for (size_t i = 0; i < sizeof by_style / sizeof *by_style; i++)
    if (!strcmp(style, by_style[i].style))
      return by_style[i].look;

  return u->side == O_GERMAN ? by_style[4].look : neutral;
}

/* The face for these steps: the weakest that still has them all. */
static const struct face *face_of(const struct unit *u, bool *reduced) {
  const struct counter *k = u->counter;

  *reduced = false;
  if (!k || !k->nfaces)
    return NULL;
  /* Without a number of steps the strongest face is shown. */
  int best = 0;
  int most = 0;
  for (int i = 1; i < k->nfaces; i++)
    if (k->face[i].steps > k->face[most].steps)
      most = i;
  best = most;
  if (u->steps > 0)
    for (int i = 0; i < k->nfaces; i++)
      if (k->face[i].steps >= u->steps && k->face[i].steps < k->face[best].steps)
        best = i;
  *reduced = best != most;
  return &k->face[best];
}

/* A printed tile rather than a counter: a fixed thing without figures. */
static bool is_tile(const struct unit *u) {
  const struct counter *k = u->counter;

  if (!k || strcmp(k->symbol, "static"))
    return false;
  return !k->nfaces || !k->face[0].nfigures;
}

/* From here on everything is measured on a side of 100. */
static void open_counter(struct canvas *c, struct pt centre, double s) {
  svg_format(c, "<g transform=\"translate(%n %n) scale(", centre.x - s / 2, centre.y - s / 2);
  svg_number(c, s / 100, 4);
  svg_put(c, ")\">");
}

/* The card itself; the bodies under a stack's top counter are no more than this. */
static void body(struct canvas *c, const struct unit *u, const struct look *k, double s) {
  svg_format(c, "<rect x=\"2.4\" y=\"3.6\" width=\"100\" height=\"100\" rx=\"7\"%F/>", T_SHADOW);
  svg_format(c,
             "<rect width=\"100\" height=\"100\" rx=\"7\" fill=\"%c\"/><rect width=\"100\" "
             "height=\"100\" rx=\"7\" "
             "fill=\"url(#sheen)\"/>",
             k->face);
  /* The formation's colour is a band at the foot; on a tiny counter it would be a smear. */
  if (u->counter && *u->counter->formation && s >= 26)
    svg_format(
        c,
        "<path d=\"%s\" fill=\"%s\"/><path d=\"M%n %nH%n\" stroke=\"%c\" stroke-opacity=\".55\" "
        "stroke-width=\"1.4\"/>",
        k->gold ? "M5 86.5H95V95H5Z" : "M0 90.5H100V93A7 7 0 0 1 93 100H7A7 7 0 0 1 0 93Z",
        band_colour(u->counter->formation), k->gold ? 5.0 : 0.0, k->gold ? 86.5 : 90.5,
        k->gold ? 95.0 : 100.0, T_COUNTER_EDGE);
  if (k->gold)
    svg_format(c,
               "<rect x=\"3.8\" y=\"3.8\" width=\"92.4\" height=\"92.4\" rx=\"4.4\" fill=\"none\" "
               "stroke=\"%c\" "
               "stroke-width=\"4.5\"/>",
               T_GUARDS_GOLD);
  svg_format(c,
             "<rect x=\".9\" y=\".9\" width=\"98.2\" height=\"98.2\" rx=\"6.4\" fill=\"none\"%S "
             "stroke-width=\"%n\"/>",
             T_COUNTER_EDGE, s < 40 ? 3.0 : 1.8);
  if (!k->gold && s >= 40)
    svg_format(c,
               "<path d=\"M2.6 92V9A6.4 6.4 0 0 1 9 2.6H91\" fill=\"none\" stroke=\"%c\" "
               "stroke-opacity=\".32\" "
               "stroke-width=\"1.6\"/>",
               T_BADGE_LIGHT);
}

/* III, XX, dots: drawn, not set. */
static void size_mark(struct canvas *c, const char *size, double base, enum token ink) {
  /* The first pass measures, the second draws around the middle. */
  double width = 0;

  for (int pass = 0; pass < 2; pass++) {
    double x = 50 - width / 2;
    for (const char *s = size; *s;) {
      unsigned char ch = (unsigned char)*s;
      double step = ch == 'X' ? 9.5 : ch == 'I' ? 5 : 7.5;
      if (pass == 1) {
        if (ch == 'X')
          svg_format(
              c, "<path d=\"M%n %nl7.6 -8.4M%n %nl7.6 8.4\" stroke=\"%c\" stroke-width=\"2.6\"/>",
              x + 1, base, x + 1, base - 8.4, ink);
        else if (ch == 'I')
          svg_format(c, "<path d=\"M%n %nv-8.8\" stroke=\"%c\" stroke-width=\"2.9\"/>", x + 2.5,
                     base, ink);
        else
          svg_format(c, "<circle cx=\"%n\" cy=\"%n\" r=\"2.6\" fill=\"%c\"/>", x + 3.75, base - 4,
                     ink);
      } else
        width += step;
      x += step;
      s++;
      /* a dot may be one character of several bytes */
      while (((unsigned char)*s & 0xc0) == 0x80)
        s++;
    }
  }
}

/* The unit's or formation's name along an edge, turned, and shrunk to fit. */
static void side_text(struct canvas *c, const char *text, double x, int turn, double most,
                      enum token ink) {
  if (!*text)
    return;
  double size = 11.8;
  /* .82: the condensed type of counters is that much narrower than the estimate. */
  double w = text_width(text, size, false) * .82;
  if (w > most)
    size *= most / w;
  if (size < 6.5)
    size = 6.5;
  svg_format(
      c,
      "<text class=\"sd\" transform=\"translate(%n 37.8) rotate(%d)\" y=\"%n\" font-size=\"%n\" "
      "text-anchor=\"middle\" fill=\"%c\">%e</text>",
      x, turn, size * .34, size, ink, text);
}

/* The big factors below the symbol, joined by hyphens and shrunk to fit. */
static void figures(struct canvas *c, const struct face *f, enum token ink) {
  char text[64] = "";
  size_t n = 0;

  for (int i = 0; i < f->nfigures; i++) {
    if (!*f->figure[i])
      continue;
    if (n && n + 1 < sizeof text)
      text[n++] = '-';
    /* Cuts off what does not fit, byte by byte; repaired below. */
    for (const char *s = f->figure[i]; *s && n + 1 < sizeof text; s++)
      text[n++] = *s;
  }
  while (n && ((unsigned char)text[n - 1] & 0xc0) == 0x80)
    n--; /* never end inside a character */
  if (n && (unsigned char)text[n - 1] >= 0xc0 && strlen(text) != n)
    n--;
  if (!n)
    return;
  int signs = text_length(text);
  double size = signs > 4 ? 30 : 36;
  double w = text_width(text, size, true) * .80;
  if (w > 88)
    size *= 88 / w;
  svg_format(c,
             "<text class=\"fg\" x=\"50\" y=\"85\" font-size=\"%n\" text-anchor=\"middle\" "
             "fill=\"%c\">%e</text>",
             size, ink, text);
}

/* What stands in the corners; a lone star is drawn as a star. */
static void corner_texts(struct canvas *c, const struct face *f, enum token ink, double s) {
  static const struct {
    double x, y;
    const char *anchor;
  } at[4] = {{6, 17, "start"}, {94, 17, "end"}, {6, 86, "start"}, {94, 86, "end"}};
  /* Smaller than this the corners cannot be read. */
  if (s < 58)
    return;
  for (int i = 0; i < 4; i++)
    if (!strcmp(f->corner[i], "*")) /* a lone star is drawn as one */
      svg_format(c,
                 "<path transform=\"translate(%n %n) scale(.74)\" d=\"M0 -11L2.6 -3.6L10.5 "
                 "-3.4L4.2 1.4L6.5 8.9L0 "
                 "4.4L-6.5 8.9L-4.2 1.4L-10.5 -3.4L-2.6 -3.6Z\" "
                 "fill=\"%c\" stroke=\"%c\" stroke-width=\"2.2\"/>",
                 i & 1 ? 87.0 : 13.0, i < 2 ? 12.0 : 71.0, T_ARMY_INK, T_BADGE_LIGHT);
    else if (*f->corner[i])
      svg_format(c,
                 "<text class=\"fg\" x=\"%n\" y=\"%n\" font-size=\"%n\" text-anchor=\"%s\" "
                 "fill=\"%c\">%e</text>",
                 at[i].x, at[i].y, i < 2 ? 14.0 : 15.0, at[i].anchor, ink, f->corner[i]);
}

/* Everything on the card: the white band of a reduced unit, symbol, size, figures, names. A small
 * counter shows its symbol only. */
static void front(struct canvas *c, const struct unit *u, const struct look *k, double s) {
  bool reduced;
  const struct counter *t = u->counter;
  const struct face *f = face_of(u, &reduced);
  bool small = s < 40;
  /* Far out the symbol fills the counter. */
  struct rect box = small ? (struct rect){13, 22, 87, 72} : (struct rect){23, 20.5, 77, 55};

  if (reduced) {
    double in = k->gold ? 6 : 1.8;
    double mid = (box.y0 + box.y1) / 2;
    svg_format(c, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"24.5\" fill=\"%c\"/>", in,
               mid - 12.25, 100 - 2 * in, T_BAND_REDUCED);
  }
  if (!strcmp(t->symbol, "none") || !*t->symbol) {
    double w = text_width(t->name, 22, true) * .82;
    double size = w > 84 ? 22 * 84 / w : 22;
    svg_format(c,
               "<text class=\"fg\" x=\"50\" y=\"46\" font-size=\"%n\" text-anchor=\"middle\" "
               "fill=\"%c\">%e</text>",
               size, reduced ? T_SOVIET_LINE : k->ink, t->name);
  } else
    symbol_draw(c, t->symbol, box, k->line, k->box, small ? 4.5 : 3.2);
  if (small)
    return;
  size_mark(c, t->size, !strcmp(t->symbol, "static") ? 15 : 16, k->ink);
  if (f)
    figures(c, f, k->ink);
  if (f)
    corner_texts(c, f, k->ink, s);
  if (s < 58 || !strcmp(t->symbol, "none"))
    return;
  /* Light letters would vanish on the white band. */
  enum token ink = reduced ? (k->line == T_SS_INK ? T_SS_BOX : k->line) : k->ink;
  double room = reduced ? 23 : 46; /* it must stay on the white band */
  side_text(c, t->name, 13.2, -90, room, ink);
  side_text(c, t->formation, 86.8, 90, room, ink);
}

/* A printed tile, drawn as a box that is crossed out. It belongs to the ground, so it is
 * smaller than a counter and has no shadow. */
static void tile(struct canvas *c, struct pt at, double s) {
  double w = s * .54;
  double h = s * .36;

  svg_format(c,
             "<g transform=\"translate(%n %n)\"><rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" "
             "fill=\"%c\"/>",
             at.x, at.y, -w / 2 - 2, -h / 2 - 2, w + 4, h + 4, T_INK_HALO);
  svg_format(c,
             "<path d=\"M%n %nh%nv%nh%nzl%n %nm0 %nl%n %n\" fill=\"%c\" stroke=\"%c\" "
             "stroke-width=\"%n\"/></g>\n",
             -w / 2, -h / 2, w, h, -w, w, h, -h, -w, h, T_SOVIET_BOX, T_FRONT_SOVIET, s * .045);
}

/* One counter. A unit that is not identified shows a question mark and nothing else. */
void counter_draw(struct canvas *c, const struct unit *u, struct pt centre, double s) {
  struct look k = look_of(u);

  if (is_tile(u)) {
    tile(c, centre, s);
    return;
  }
  open_counter(c, centre, s);
  body(c, u, &k, s);
  if (u->counter)
    front(c, u, &k, s);
  else
    svg_format(
        c,
        "<rect x=\"12\" y=\"12\" width=\"76\" height=\"76\" rx=\"4\" fill=\"none\" stroke=\"%c\" "
        "stroke-opacity=\".35\" stroke-width=\"2\"/>"
        "<text class=\"fg\" x=\"50\" y=\"69\" font-size=\"56\" text-anchor=\"middle\" "
        "fill=\"%c\">?</text>",
        k.ink, k.ink);
  svg_put(c, "</g>\n");
}

/* ---- badges */
/* A shape with a letter or two. An unknown shape is a round one; only the pentagon turns. */
void counter_badge(struct canvas *c, const char *letter, const char *shape, int turn, struct pt at,
                   double size) {
  static const struct {
    const char *word, *d;
    enum token fill, ink, rim;
    double low; /* how much lower the letter sits */
  } shapes[] = {
      {"square", "M-44 -44H44V44H-44Z", T_BADGE_DARK, T_BADGE_LIGHT, T_BADGE_LIGHT, 0},
      {"round", "M0 -48A48 48 0 1 1 0 48A48 48 0 1 1 0 -48Z", T_BADGE_BLUE, T_BADGE_LIGHT,
       T_BADGE_LIGHT, 0},
      {"ring", "M0 -48A48 48 0 1 1 0 48A48 48 0 1 1 0 -48Z", T_BADGE_LIGHT, T_BADGE_RED,
       T_BADGE_RED, 0},
      {"diamond", "M0 -60L60 0L0 60L-60 0Z", T_BADGE_AMBER, T_ARMY_INK, T_BADGE_LIGHT, 0},
      {"triangle", "M0 -60L58 44H-58Z", T_BADGE_VIOLET, T_BADGE_LIGHT, T_BADGE_LIGHT, 12},
      {"pentagon", "M0 -60L52 -14L34 46H-34L-52 -14Z", T_BADGE_RED, T_BADGE_LIGHT, T_BADGE_LIGHT,
       2},
  };
  size_t n = sizeof shapes / sizeof *shapes;
  size_t i = 0;
  while (i < n && strcmp(shapes[i].word, shape) != 0)
    i++;
  /* round */
  if (i == n)
    i = 1;
  svg_format(c, "<g transform=\"translate(%n %n) scale(", at.x, at.y);
  svg_number(c, size / 100, 4);
  svg_put(c, ")\"><path");
  if (!strcmp(shape, "pentagon") && turn >= 0)
    svg_format(c, " transform=\"rotate(%d)\"", turn);
  svg_format(c,
             " d=\"%s\" fill=\"%c\" stroke=\"%c\" stroke-width=\"10\" stroke-linejoin=\"round\"/>",
             shapes[i].d, shapes[i].fill, shapes[i].rim);
  if (!strcmp(shape, "ring"))
    svg_format(
        c,
        "<path d=\"%s\" fill=\"none\" stroke=\"%c\" stroke-width=\"5\" transform=\"scale(1.13)\"/>",
        shapes[i].d, T_BADGE_LIGHT);
  /* letters shrink so that three still fit */
  int len = text_length(letter);
  svg_format(c,
             "<text class=\"fg\" y=\"%n\" font-size=\"%n\" text-anchor=\"middle\" "
             "fill=\"%c\">%e</text></g>\n",
             shapes[i].low + (len > 1 ? 19.0 : 24.0),
             len > 2   ? 38.0
             : len > 1 ? 52.0
                       : 66.0,
             shapes[i].ink, letter);
}

/* Degrees to turn a sign that points up, by the hexside the unit faces; -1 when it faces none. */
static int facing_turn(const struct canvas *c, int facing) {
  if (facing < 0 || facing > 5)
    return -1;
  return c->doc.pointy ? (facing * 60 + 330) % 360 : facing * 60;
}

/* The states of a unit as badges on the corners of its counter, at most four. */
static void badges(struct canvas *c, const struct unit *u, struct pt centre, double s) {
  /* In parts of the side, from the centre. The lower right corner is kept for the pill. */
  static const struct pt corner[4] = {{-.5, -.5}, {.5, -.5}, {-.5, .36}, {0, -.56}};
  int shown = 0;
  int taken = -1;

  for (int i = 0; i < u->nmarks && shown < 4; i++) {
    const struct unit_mark *m = &u->mark[i];
    if (m->kind < 0)
      continue;
    const struct mark_kind *k = &c->doc.mark[m->kind];
    char letter[16] = "";
    if (!*k->badge)
      continue;
    size_t n = strlen(k->badge);
    size_t room = sizeof letter - 4;
    if (n > room)
      n = 0;
    memcpy(letter, k->badge, n);
    if (m->level && strlen(m->level) < 4)
      strcpy(letter + n, m->level);
    /* Rings and pentagons belong on the right; what comes second takes the place that is free. */
    bool right = !strcmp(k->shape, "ring") || !strcmp(k->shape, "pentagon");
    int place = shown == 0 && right ? 1 : shown == 1 && taken == 1 ? 0 : shown;
    taken = place;
    counter_badge(c, letter, k->shape, facing_turn(c, u->facing),
                  add(centre, mul(corner[place], s)), .29 * c->R * (c->zoom ? 1 : 1.15));
    shown++;
  }
  if (u->facing >= 0) { /* which way it looks, when no badge says so */
    for (int i = 0; i < u->nmarks; i++)
      if (u->mark[i].kind >= 0 && !strcmp(c->doc.mark[u->mark[i].kind].shape, "pentagon"))
        return;
    svg_format(c,
               "<path transform=\"translate(%n %n) rotate(%d)\" d=\"M0 %nl%n %nh%nz\" fill=\"%c\" "
               "stroke=\"%c\" "
               "stroke-width=\"1\"/>\n",
               centre.x, centre.y, facing_turn(c, u->facing), -s * .66, s * .09, s * .11, -s * .18,
               T_BADGE_DARK, T_BADGE_LIGHT);
  }
}

/* ---- stacks */
/* Indices of units, in the view's order. */
struct stack {
  int *unit;
  int n, cap;
};
/* The units of each hex, the top one first. A tile lies under everything. */
static struct stack *stacks(struct canvas *c) {
  struct stack *st = pool_take(&c->pool, sizeof *st * ((size_t)c->doc.nhexes + 1));

  for (int i = 0; i < c->doc.nunits; i++) {
    int h = c->doc.unit[i].hex;
    if (h < 0)
      continue;
    GROW(&c->pool, st[h].unit, st[h].n, st[h].cap);
    st[h].unit[st[h].n++] = i;
  }
  /* A stack holds a few units, so bubbles are quick enough, and they keep the order of the rest. */
  for (int h = 0; h < c->doc.nhexes; h++) /* a tile lies under everything */
    for (int k = 0; k + 1 < st[h].n; k++)
      for (int j = 0; j + 1 < st[h].n - k; j++)
        if (is_tile(&c->doc.unit[st[h].unit[j]]) && !is_tile(&c->doc.unit[st[h].unit[j + 1]])) {
          int t = st[h].unit[j];
          st[h].unit[j] = st[h].unit[j + 1];
          st[h].unit[j + 1] = t;
        }

  return st;
}

/* A stack: the cards below peep out, the top one is whole, and a pill counts them. */
static void draw_stack(struct canvas *c, const struct stack *st, struct pt at) {
  double s = counter_side(c);
  double step = .052 * c->R;
  int shown = st->n < 4 ? st->n : 4;
  /* The number on the pill counts what the view counts: an unidentified stack may say how many
   * it is. */
  int all = 0;

  for (int i = 0; i < st->n; i++)
    all += c->doc.unit[st->unit[i]].count > 1 ? c->doc.unit[st->unit[i]].count : 1;
  /* The stack as a whole is centred on its hex. */
  struct pt top = add(at, pt(-step * (shown - 1) / 2, -step * (shown - 1) / 2));
  const struct unit *first = &c->doc.unit[st->unit[0]];
  if (!first->counter && first->count > 1 && shown == 1)
    shown = first->count < 4 ? first->count : 4;
  for (int i = shown - 1; i > 0; i--) {
    /* Nothing is known about the units under an unidentified counter, so its own body is repeated.
     */
    const struct unit *u = &c->doc.unit[st->unit[i < st->n ? i : 0]];
    struct look k = look_of(u);
    if (is_tile(u))
      continue;
    open_counter(c, add(top, pt(step * i, step * i)), s);
    body(c, u, &k, s);
    svg_put(c, "</g>\n");
  }
  counter_draw(c, first, top, s);
  if (all > 1) {
    double r = .1175 * c->R * (c->zoom ? 1 : 1.2);
    struct pt p = add(top, pt(s / 2 + step * (shown - 1), s / 2 + step * (shown - 1) - r * .3));
    svg_format(
        c, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"%c\" stroke=\"%c\" stroke-width=\"%n\"/>",
        p.x, p.y, r, T_PILL, T_PILL_INK, r * .16);
    svg_format(c,
               "<text class=\"fg\" x=\"%n\" y=\"%n\" font-size=\"%n\" text-anchor=\"middle\" "
               "fill=\"%c\">%d</text>\n",
               p.x, p.y + r * .5, r * 1.4, T_PILL_INK, all);
  }
  badges(c, first, top, s);
}

/* Tells the names where counters will stand. */
void counters_reserve(struct canvas *c) {
  double half = counter_side(c) / c->R / 2;
  uint8_t *seen = pool_take(&c->pool, (size_t)c->doc.nhexes + 1);

  for (int i = 0; i < c->doc.nunits; i++) {
    int h = c->doc.unit[i].hex;
    /* One place a stack, however many units are in it. */
    if (h < 0 || seen[h]++)
      continue;
    struct pt p = c->doc.hex[h].at;
    double k = is_tile(&c->doc.unit[i]) ? .6 : 1;
    names_keep_off(
        c,
        (struct rect){p.x - half * k, p.y - half * k, p.x + (half + .1) * k, p.y + (half + .1) * k},
        6);
  }
  for (int i = 0; i < c->doc.nunits; i++) {
    const struct unit *u = &c->doc.unit[i];
    struct pt p = u->hex >= 0 ? c->doc.hex[u->hex].at : pt(0, 0);
    for (int k = -1; k <= 1 && u->hex >= 0 && u->nmarks; k += 2) /* badges on the upper corners */
      names_keep_off(c,
                     (struct rect){p.x + k * half - .15, p.y - half - .15, p.x + k * half + .15,
                                   p.y - half + .15},
                     3);
  }
  for (int i = 0; i < c->doc.nhex_marks; i++) {
    struct pt p = c->doc.hex[c->doc.hex_mark[i].hex].at;
    names_keep_off(c, (struct rect){p.x + .42, p.y - .2, p.x + .8, p.y + .2}, 3);
  }
}

/* ---- marks on hexes: objectives and whatever else the view puts there */
/* Recognises the mark by the names that rulesets give it. */
bool objective_shows_side(const struct hex_mark *m) {
  return !strncmp(m->id, "objective", 9) || strstr(m->id, ".objective") || !strncmp(m->id, "vp", 2);
}

/* The sign of an objective, in the colour of whose it is. */
void objective_draw(struct canvas *c, const struct hex_mark *m, struct pt at, double r) {
  const struct mark_kind *k = m->kind >= 0 ? &c->doc.mark[m->kind] : NULL;
  bool goal = objective_shows_side(m);
  const char *badge = k ? k->badge : "";
  bool star = !strcmp(badge, "*") || !strcmp(badge, "★") || (goal && m->side == O_SOVIET);
  bool plus = !strcmp(badge, "+") || !strcmp(badge, "✚") || (goal && m->side == O_GERMAN);

  if (star)
    svg_format(c,
               "<path transform=\"translate(%n %n) scale(%n)\" d=\"M0 -11L2.6 -3.6L10.5 -3.4L4.2 "
               "1.4L6.5 8.9L0 "
               "4.4L-6.5 8.9L-4.2 1.4L-10.5 -3.4L-2.6 -3.6Z\" fill=\"%c\" stroke=\"%c\" "
               "stroke-width=\"1.2\" "
               "stroke-linejoin=\"round\"/>\n",
               at.x, at.y, r / 9, T_BADGE_RED, T_INK_HALO);
  else if (plus)
    svg_format(c,
               "<g transform=\"translate(%n %n) scale(%n)\"><rect x=\"-10\" y=\"-10\" width=\"20\" "
               "height=\"20\" "
               "rx=\"2\" fill=\"%c\" stroke=\"%c\" stroke-width=\"1.2\"/>"
               "<path d=\"M-6.5 0H6.5M0 -6.5V6.5\" stroke=\"%c\" stroke-width=\"4.6\"/></g>\n",
               at.x, at.y, r / 10, T_SS_BOX, T_INK_HALO, T_BADGE_LIGHT);
  else if (*badge)
    counter_badge(c, badge, k->shape, -1, at, r * 1.8);
}

/* Markers that lie in hexes. */
static void hex_marks(struct canvas *c) {
  uint8_t *n = pool_take(&c->pool, (size_t)c->doc.nhexes + 1);
  /* Marks of one hex go round its rim; the seventh lies on the first. */
  static const struct pt place[6] = {{.64, 0},   {-.64, 0},    {.34, .6},
                                     {-.34, .6}, {-.34, -.56}, {.34, -.56}};

  for (int i = 0; i < c->doc.nhex_marks; i++) {
    const struct hex_mark *m = &c->doc.hex_mark[i];
    struct pt at = svg_px(c, add(c->doc.hex[m->hex].at, place[n[m->hex]++ % 6]));
    objective_draw(c, m, at, .135 * c->R * (c->zoom ? 1 : 1.25));
  }
}

/* All stacks of the map, from north to south, so that a stack covers the one behind it. */
void counters_map(struct canvas *c) {
  struct stack *st = stacks(c);
  int *order = pool_take(&c->pool, sizeof(int) * ((size_t)c->doc.nhexes + 1));
  int n = 0;

  for (int h = 0; h < c->doc.nhexes; h++)
    if (st[h].n)
      order[n++] = h;
  for (int i = 1; i < n; i++) /* from north to south, so that shadows fall right */
    for (int k = i; k > 0 && c->doc.hex[order[k]].at.y < c->doc.hex[order[k - 1]].at.y; k--) {
      int t = order[k];
      order[k] = order[k - 1];
      order[k - 1] = t;
    }
  for (int i = 0; i < n; i++)
    draw_stack(c, &st[order[i]], svg_px(c, c->doc.hex[order[i]].at));
  hex_marks(c);
}
