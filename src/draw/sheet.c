/* sheet.c - what stands below the map: boxes with their counters, the title and the legend.
 *
 * The legend lists only what the picture holds. Layout is worked out twice by the same function,
 * first to learn the height, then to draw.
 */
#include "picture.h"
#include <stdio.h>

static double type(const struct canvas *c) { /* px: size of plain text */
  double u = (c->picture_px.x1 - c->picture_px.x0) / 72;
  return u < 13 ? 13 : u > 26 ? 26 : u;
}

/* Text at its left end and base line, in one of the head's classes. */
static void text_at(struct canvas *c, const char *css, double x, double y, double size,
                    enum token ink, const char *text) {
  svg_format(c, "<text class=\"%s\" x=\"%n\" y=\"%n\" font-size=\"%n\" fill=\"%c\">%e</text>\n",
             css, x, y, size, ink, text);
}

/* The paper that boxes and the legend stand on. */
static void card(struct canvas *c, double x, double y, double w, double h) {
  svg_format(c,
             "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"5\" fill=\"%c\" "
             "stroke=\"%c\" stroke-width=\"1.2\"/>\n",
             x, y, w, h, T_CARD, T_CARD_EDGE);
}

/* ---- boxes */
/* How many units lie in a box; one that is in a hex is not in a box, whatever its place is
 * called. */
static int box_units(const struct canvas *c, int box) {
  int n = 0;
  for (int i = 0; i < c->doc.nunits; i++)
    n += c->doc.unit[i].hex < 0 && c->doc.unit[i].box == box;
  return n;
}

/* The boxes beside the map with what lies in them, row by row; returns their height. */
static double boxes(struct canvas *c, double top, bool draw) {
  double t = type(c);
  double gap = t * .6;
  double left = c->picture_px.x0 + gap;
  double right = c->picture_px.x1 - gap;
  double x = left;
  double y = top;
  double row = 0;
  double s = counter_side(c);
  double pitch = s * 1.1;

  if (!c->opt.counters)
    return 0;
  for (int b = 0; b < c->doc.nboxes; b++) {
    const struct box *box = &c->doc.box[b];
    int n = box_units(c, b);
    /* An empty box that shows no number takes no room. */
    if (!n && box->count < 0)
      continue;
    char head[96];
    snprintf(head, sizeof head, box->count >= 0 ? "%.80s: %d" : "%.80s",
             *box->title ? box->title : box->id, box->count);
    /* As many counters in a row as the sheet is wide, but never none. */
    int fit = (int)((right - left - 2 * gap) / pitch);
    int cols = n < fit ? n : fit < 1 ? 1 : fit;
    int rows = cols ? (n + cols - 1) / cols : 0;
    double w = fmax(text_width(head, t, true) * 1.1, cols * pitch) + 2 * gap;
    double h = t * 1.9 + rows * pitch + (rows ? gap : 0);
    /* A box that does not fit begins a new row; the first of a row always stays. */
    if (x > left && x + w > right) {
      x = left;
      y += row + gap;
      row = 0;
    }
    if (draw) {
      card(c, x, y, w, h);
      text_at(c, "ub", x + gap, y + t * 1.3, t, T_INK, head);
      int k = 0;
      for (int i = 0; i < c->doc.nunits; i++)
        if (cols && c->doc.unit[i].hex < 0 && c->doc.unit[i].box == b) {
          counter_draw(c, &c->doc.unit[i],
                       pt(x + gap + (k % cols + .5) * pitch, y + t * 1.9 + (k / cols + .5) * pitch),
                       s);
          k++;
        }
    }
    x += w + gap;
    if (h > row)
      row = h;
  }

  return row > 0 ? y + row + gap - top : 0;
}

/* ---- the legend */
/* What the legend can show; it shows those that the map has. */
enum sample {
  S_ROAD_MAIN,
  S_ROAD,
  S_TRACK,
  S_RAIL,
  S_RIVER,
  S_STREAM,
  S_BRIDGE,
  S_FORD,
  S_WOOD,
  S_HILL,
  S_MARSH,
  S_BALKA,
  S_TOWN,
  S_SLOPE,
  S_BERM,
  S_TRENCH,
  S_FORT,
  S_WALL,
  S_FRONT,
  S_AREA,
  S_MARK,
  S_GOAL,
  S_UNKNOWN,
};
/* One line of the legend. mark: the index of the kind of mark, or of the mark in a hex. */
struct entry {
  enum sample sample;
  const char *text;
  int mark;
};

/* Nobody reads a legend of more than forty entries; the caller's array has room for that many. */
static void add_entry(struct entry *e, int *n, enum sample s, const char *text, int mark) {
  if (*n < 40)
    e[(*n)++] = (struct entry){s, text, mark};
}

/* One sample explains a kind of ground or hexside. */
struct explained {
  unsigned kinds;
  enum sample sample;
  const char *text;
};
static void add_kinds(struct entry *e, int *n, unsigned shown, const struct explained *list,
                      size_t count) {
  for (size_t i = 0; i < count; i++)
    if (shown & list[i].kinds)
      add_entry(e, n, list[i].sample, list[i].text, 0);
}
static void ground_entries(const struct doc *d, struct entry *e, int *n) {
  static const struct explained list[] = {{1u << P_WOOD, S_WOOD, "woods"},
                                          {1u << P_HILL | 1u << P_HILLTOP, S_HILL, "hill"},
                                          {1u << P_MARSH, S_MARSH, "marsh"},
                                          {1u << P_BALKA, S_BALKA, "balka"},
                                          {1u << P_TOWN | 1u << P_CITY, S_TOWN, "town"}};
  add_kinds(e, n, d->paints, list, sizeof list / sizeof *list);
}
static void way_entries(const struct canvas *c, struct entry *e, int *n) {
  bool main_roads = c->road[K_ROAD_MAIN].n > 0;
  if (main_roads)
    add_entry(e, n, S_ROAD_MAIN, "main road", 0);
  if (c->road[K_ROAD_MINOR].n)
    add_entry(e, n, S_ROAD, main_roads ? "minor road" : "road", 0);
  if (c->road[K_TRACK].n)
    add_entry(e, n, S_TRACK, "track", 0);
  if (c->road[K_RAIL].n)
    add_entry(e, n, S_RAIL, "railway", 0);
}
static void side_entries(const struct doc *d, struct entry *e, int *n) {
  static const struct explained list[] = {{1u << K_RIVER | 1u << K_RIVER_MAJOR, S_RIVER, "river"},
                                          {1u << K_STREAM, S_STREAM, "stream"},
                                          {1u << K_BRIDGE, S_BRIDGE, "bridge"},
                                          {1u << K_FORD, S_FORD, "ford"},
                                          {1u << K_SLOPE, S_SLOPE, "slope, ticks downhill"},
                                          {1u << K_BERM, S_BERM, "rail berm"},
                                          {1u << K_TRENCH, S_TRENCH, "trench"},
                                          {1u << K_FORT, S_FORT, "fortified line"},
                                          {1u << K_WALL, S_WALL, "hedge"}};
  add_kinds(e, n, d->kinds, list, sizeof list / sizeof *list);
}
static void area_entries(const struct doc *d, struct entry *e, int *n) {
  bool trench_hexes = d->paints & 1u << P_TRENCH;
  bool trench_sides = d->kinds & 1u << K_TRENCH;
  if (trench_hexes && !trench_sides)
    add_entry(e, n, S_TRENCH, "trench hex", 0);
  if (d->has_control)
    add_entry(e, n, S_FRONT, "front", 0);
  for (int i = 0; i < d->nregions; i++)
    if (!strncmp(d->region[i].id, "show.", 5)) {
      add_entry(e, n, S_AREA, "marked area", 0);
      break;
    }
}

static bool unknown_units(const struct doc *d) {
  for (int i = 0; i < d->nunits; i++)
    if (d->unit[i].hex >= 0 && !d->unit[i].counter)
      return true;
  return false;
}
static bool on_a_unit(const struct doc *d, int kind) {
  for (int i = 0; i < d->nunits; i++)
    for (int m = 0; m < d->unit[i].nmarks; m++)
      if (d->unit[i].mark[m].kind == kind)
        return true;
  return false;
}
/* The first mark of that kind and side in a hex, or -1. */
static int mark_in_hex(const struct doc *d, int kind, int side) {
  for (int i = 0; i < d->nhex_marks; i++)
    if (d->hex_mark[i].kind == kind && (int)d->hex_mark[i].side == side)
      return i;
  return -1;
}
/* A badge, and a sample for each side that such a mark in a hex has. */
static void mark_entries(const struct doc *d, int kind, struct entry *e, int *n) {
  if (on_a_unit(d, kind) && *d->mark[kind].badge)
    add_entry(e, n, S_MARK, d->mark[kind].title, kind);
  for (int side = 0; side < 3; side++) {
    int mark = mark_in_hex(d, kind, side);
    if (mark < 0)
      continue;
    add_entry(e, n, S_GOAL, d->mark[kind].title, mark);
    if (!objective_shows_side(&d->hex_mark[mark]))
      return; /* one sample is enough for all sides */
  }
}

/* What the legend has to explain: only what this picture holds. Ground first, then ways, then what
 * runs along hexsides, then units and their marks. */
static int entries(struct canvas *c, struct entry *e) {
  const struct doc *d = &c->doc;
  int n = 0;

  ground_entries(d, e, &n);
  way_entries(c, e, &n);
  side_entries(d, e, &n);
  area_entries(d, e, &n);
  if (!c->opt.counters)
    return n;

  if (unknown_units(d))
    add_entry(e, &n, S_UNKNOWN, "not identified", 0);
  for (int kind = 0; kind < d->nmarks; kind++)
    mark_entries(d, kind, e, &n);
  return n;
}

/* A level piece of line, as samples of roads and rivers need it. */
static void stroke(struct canvas *c, double x, double y, double w, enum token colour, double width,
                   const char *more) {
  svg_format(c, "<path d=\"M%n %nh%n\"%S stroke-width=\"%n\" fill=\"none\"%s/>\n", x, y, w, colour,
             width, more);
}

/* A sample t wide and high around (x, y), its left middle. */
static void sample(struct canvas *c, const struct entry *e, double x, double y, double t) {
  double w = t * 1.9;
  char dash[48];

  snprintf(dash, sizeof dash, " stroke-dasharray=\"%d %d\"", (int)(t * .3), (int)(t * .16) + 1);
  switch (e->sample) {
  case S_ROAD_MAIN:
    stroke(c, x, y, w, T_MAIN_CASING, t * .30, "");
    stroke(c, x, y, w, T_MAIN_CORE, t * .18, "");
    break;
  case S_ROAD: stroke(c, x, y, w, T_ROAD, t * .13, ""); break;
  case S_TRACK: stroke(c, x, y, w, T_ROAD, t * .1, dash); break;
  case S_RAIL:
  case S_BERM:
    if (e->sample == S_BERM) {
      stroke(c, x, y, w, T_BERM_SHADE, t * .95, "");
      stroke(c, x, y, w, T_BERM, t * .7, "");
    }
    stroke(c, x, y, w, T_RAIL, t * .11, "");
    for (int i = 0; i < 6; i++)
      svg_format(c, "<path d=\"M%n %nv%n\"%S stroke-width=\"%n\"/>\n", x + w * (i + .5) / 6,
                 y - t * .18, t * .36, T_RAIL, t * .08);
    break;
  case S_RIVER:
  case S_STREAM:
  case S_BRIDGE:
  case S_FORD: {
    double k = e->sample == S_STREAM ? .55 : 1;
    stroke(c, x, y, w, T_WATER_EDGE, t * .46 * k, "");
    stroke(c, x, y, w, T_WATER, t * .36 * k, "");
    stroke(c, x, y, w, T_WATER_CORE, t * .14 * k, "");
    if (e->sample == S_BRIDGE)
      svg_format(c,
                 "<path d=\"M%n %nl%n %nv%nl%n %nM%n %nl%n %nv%nl%n %n\"%S fill=\"none\" "
                 "stroke-width=\"%n\"/>\n",
                 x + w * .5 - t * .38, y - t * .5, t * .16, t * .18, t * .64, -t * .16, t * .18,
                 x + w * .5 + t * .38, y - t * .5, -t * .16, t * .18, t * .64, t * .16, t * .18,
                 T_INK, t * .1);
    if (e->sample == S_FORD)
      svg_format(c,
                 "<path d=\"M%n %nv%nm%n 0v%n\"%S stroke-width=\"%n\" stroke-dasharray=\"3 2\"/>\n",
                 x + w * .42, y - t * .45, t * .9, w * .16, -t * .9, T_INK, t * .1);
    break;
  }
  case S_WOOD:
  case S_HILL:
  case S_MARSH:
  case S_BALKA:
  case S_TOWN: {
    static const struct {
      enum token fill, edge;
    } ground[] = {{T_WOOD, T_WOOD_EDGE},
                  {T_HILL_3, T_HILL_TEXT},
                  {T_MARSH, T_MARSH_STROKE},
                  {T_BALKA, T_BALKA_STROKE},
                  {T_TOWN, T_BLOCK}};
    int g = (int)e->sample - S_WOOD;
    svg_format(c,
               "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"%n\"%F stroke=\"%c\" "
               "stroke-width=\"%n\"/>\n",
               x + w * .1, y - t * .42, w * .8, t * .84, t * .3, ground[g].fill, ground[g].edge,
               t * .07);
    if (e->sample == S_TOWN)
      for (int i = 0; i < 6; i++)
        svg_format(c, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\"/>\n",
                   x + w * .27 + (i % 3) * w * .17, y - t * .26 + (i / 3) * t * .3, w * .13,
                   t * .22, T_BLOCK);
    break;
  }
  case S_SLOPE:
    stroke(c, x, y - t * .25, w, T_HILL_TEXT, t * .1, "");
    for (int i = 0; i < 12; i++)
      svg_format(c, "<path d=\"M%n %nl%n %nl%n %nz\" fill=\"%c\"/>\n", x + w * (i + .1) / 12,
                 y - t * .25, w * .03, t * .6, w * .03, -t * .6, T_HILL_TEXT);
    break;
  case S_TRENCH:
    svg_format(c, "<path d=\"M%n %n", x, y + t * .16);
    for (int i = 0; i < 5; i++)
      svg_format(c, "v%nh%nv%nh%n", -t * .32, w * .1, t * .32, w * .1);
    svg_format(c, "\"%S fill=\"none\" stroke-width=\"%n\"/>\n", T_TOOTHED, t * .14);
    break;
  case S_FORT:
    stroke(c, x, y + t * .1, w, T_TOOTHED, t * .14, "");
    for (int i = 0; i < 4; i++)
      svg_format(c, "<path d=\"M%n %nl%n %nl%n %nz\" fill=\"%c\"/>\n", x + w * (i + .2) / 4,
                 y + t * .1, w * .07, -t * .36, w * .07, t * .36, T_TOOTHED);
    break;
  case S_WALL: stroke(c, x, y, w, T_HEDGE, t * .22, ""); break;
  case S_FRONT:
    svg_format(c, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\" opacity=\".6\"/>",
               x, y - t * .3, w, t * .3, T_FRONT_GERMAN);
    svg_format(c,
               "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%c\" opacity=\".6\"/>\n",
               x, y, w, t * .3, T_FRONT_SOVIET);
    break;
  case S_MARK:
    counter_badge(c, c->doc.mark[e->mark].badge, c->doc.mark[e->mark].shape, -1, pt(x + w / 2, y),
                  t);
    break;
  case S_GOAL: objective_draw(c, &c->doc.hex_mark[e->mark], pt(x + w / 2, y), t * .5); break;
  case S_UNKNOWN: {
    struct unit u = {.side = O_NONE, .steps = -1};
    counter_draw(c, &u, pt(x + w / 2, y), t * 1.2);
    break;
  }
  case S_AREA:
    svg_format(c,
               "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\"%F stroke=\"%c\" "
               "stroke-width=\"%n\"%s/>\n",
               x + w * .1, y - t * .42, w * .8, t * .84, T_AREA_TINT, T_FRONT_GERMAN, t * .1, dash);
    break;
  }
}

/* Title, date and legend in one card; returns its height. */
static double legend(struct canvas *c, double top, bool draw) {
  struct entry e[40];
  int n = entries(c, e);
  double t = type(c);
  double gap = t * .6;
  double left = c->picture_px.x0 + gap;
  double w = c->picture_px.x1 - gap - left;
  char when[96] = "";

  if (c->doc.turn > 0 && c->doc.turns > 0)
    snprintf(when, sizeof when, "Turn %d of %d%s%.60s", c->doc.turn, c->doc.turns,
             *c->doc.date ? " · " : "", c->doc.date);
  else if (c->doc.date)
    snprintf(when, sizeof when, "%.80s", c->doc.date);
  const char *title = c->opt.title ? c->opt.title : "";
  const char *sub = c->opt.subtitle ? c->opt.subtitle : when;
  double head = fmax(text_width(title, t * 1.75, true), text_width(sub, t * .92, false)) *
                    1.22 /* a fallback font may be wider */
                + (*title || *sub ? t * 2 : 0);
  if (head > w * .45)
    head = 0;
  double widest = t * 6;
  for (int i = 0; i < n; i++)
    widest = fmax(widest, text_width(e[i].text, t, false) * 1.05 + t * 3.4);
  bool above = head == 0 && (*title || *sub); /* too wide to stand beside the legend */
  double lift = above ? t * 4 : 0;
  int cols = (int)((w - head - gap) / widest);
  if (cols < 1)
    cols = 1;
  int rows = (n + cols - 1) / cols;
  double h = fmax(rows * t * 1.75, *title || *sub ? t * 3.6 : 0) + t +
             (above ? lift - t * 3.6 * (rows == 0) : 0);
  if (!n && !*title && !*sub)
    return 0;
  if (!draw)
    return h + gap;
  card(c, left, top, w, h);
  if (*title)
    text_at(c, "sf", left + gap * 1.4, top + t * 2.05, t * 1.75, T_INK, title);
  if (*sub)
    text_at(c, "ui", left + gap * 1.4, top + t * 3.5, t * .92, T_CARD_SOFT, sub);
  double pitch = (w - head - gap) / cols;
  for (int i = 0; i < n; i++) {
    double x = left + gap + head + (i / rows) * pitch;
    double y = top + lift + t * .5 + (i % rows + .5) * t * 1.75;
    sample(c, &e[i], x, y, t);
    text_at(c, "ui", x + t * 2.5, y + t * .34, t, T_INK, e[i].text);
  }

  return h + gap;
}

/* What stands below the map needs this much room. */
double sheet_height(struct canvas *c) {
  return boxes(c, 0, false) + legend(c, 0, false);
}

void sheet_draw(struct canvas *c, double top) {
  top += boxes(c, top, true);
  legend(c, top, true);
}
