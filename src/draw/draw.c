/* draw.c - the picture as a whole: documents in, layers in order, SVG out.
 *
 * Rivers, roads and slopes are planned before anything is written, because trees, houses, fields
 * and hills, which lie under them, keep clear of them.
 */
#include "picture.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

/* Pixels from centre to corner */
static const double radius_by_zoom[3] = {32, 60, 96};

/* The map's edge: hexsides with nothing beyond, strung into loops. */
static void outline(struct canvas *c) {
  const struct doc *d = &c->doc;
  struct edge *e = pool_take(&c->pool, sizeof *e * ((size_t)d->nhexes * 6 + 1));
  int n = 0;

  for (int h = 0; h < d->nhexes; h++)
    for (int k = 0; k < 6; k++)
      if (d->hex[h].same == h && d->hex[h].next[k] < 0)
        e[n++] = (struct edge){d->hex[h].corner[k], d->hex[h].corner[(k + 1) % 6], 0};
  struct chains cs = chain_directed(&c->pool, e, n, d->ncorners);
  for (int i = 0; i < cs.n; i++) {
    struct line *l = lines_add(&c->pool, &c->outline);
    l->closed = true;
    for (int k = 0; k < cs.c[i].n; k++)
      line_add(&c->pool, l, d->corner[cs.c[i].node[k]]);
  }
}

/* How large the sheet is, in hex radii and in pixels. */
static bool measure(struct canvas *c, char err[160]) {
  struct pt low = pt(1e9, 1e9);
  struct pt high = pt(-1e9, -1e9);

  for (int i = 0; i < c->doc.ncorners; i++) {
    struct pt p = c->doc.corner[i];
    low = pt(fmin(low.x, p.x), fmin(low.y, p.y));
    high = pt(fmax(high.x, p.x), fmax(high.y, p.y));
  }
  c->origin = low;
  c->width = high.x - low.x;
  c->height = high.y - low.y;
  /* Grids are laid over the whole sheet, so its area bounds time and memory. */
  if (c->width > 300 || c->height > 300 || c->width * c->height > 40000) {
    snprintf(err, 160, "The board is too large to draw.");
    return false;
  }
  double m = .35 * c->R;
  c->margin = pt(m, m);
  c->map_px = (struct rect){m, m, m + c->width * c->R, m + c->height * c->R};
  c->picture_px = (struct rect){0, 0, c->map_px.x1 + m, c->map_px.y1 + m};
  return true;
}

/* The SVG head: size, fonts, gradients and clip paths. */
static void head(struct canvas *c, double width, double height) {
  /* The page brings the first font of each list; a picture by itself uses what the reader has. */
  static const char *const sans =
      "'Alegreya Sans','Gill Sans','Segoe UI','DejaVu Sans Condensed',sans-serif";
  static const char *const serif = "Alegreya,Georgia,'DejaVu Serif Condensed',serif";
  static const char *const narrow =
      "'Barlow Condensed','Roboto Condensed','Arial Narrow','DejaVu Sans Condensed',sans-serif";

  svg_format(c,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%n\" height=\"%n\" viewBox=\"0 0 "
             "%n %n\">\n",
             width, height, width, height);
  svg_format(c, "<title>%e</title>\n", c->opt.title ? c->opt.title : "Map");
  svg_format(c,
             "<style>.nc,.nt{font-family:%s;font-weight:800}.nv,.ui,.na{font-family:%s;font-weight:"
             "500}.ub{font-family:"
             "%s;font-weight:700}",
             sans, sans, sans);
  svg_format(c,
             ".nh{font-family:%s;font-weight:700;font-style:italic}.rv{font-family:%s;font-weight:"
             "700;font-style:"
             "italic}.sf{font-family:%s;font-weight:700}",
             sans, serif, serif);
  svg_format(c,
             ".no{font-family:%s;font-weight:500}.fg{font-family:%s;font-weight:700}.sd{font-"
             "family:%s;font-weight:600}"
             "</style>\n",
             narrow, narrow, narrow);
  svg_format(
      c,
      "<defs><linearGradient id=\"sheen\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"0\" "
      "stop-color=\"%c\" stop-opacity=\".13\"/>"
      "<stop offset=\"1\" stop-color=\"%c\" stop-opacity=\".10\"/></linearGradient><clipPath "
      "id=\"map\">",
      T_BADGE_LIGHT, T_SS_BOX);
  svg_path_begin(c);
  for (int i = 0; i < c->outline.n; i++)
    svg_line_to_path(c, &c->outline.l[i]);
  svg_path_end(c, "");
  svg_format(c, "</clipPath></defs>\n<rect width=\"%n\" height=\"%n\" fill=\"%c\"/>\n", width,
             height, T_OFF_MAP);
}

/* The thin hex grid, each side drawn once. */
static void grid_lines(struct canvas *c) {
  const struct doc *d = &c->doc;

  svg_path_begin(c);
  for (int h = 0; h < d->nhexes; h++) {
    if (d->hex[h].same != h)
      continue;
    struct line l = {0};
    /* three sides each; the others belong to neighbours, where there are any */
    for (int k = 0; k <= 6; k++) {
      bool mine = k < 6 && (k < 3 || d->hex[h].next[k] < 0);
      if (mine) {
        if (!l.n)
          line_add(&c->pool, &l, d->corner[d->hex[h].corner[k]]);
        line_add(&c->pool, &l, d->corner[d->hex[h].corner[(k + 1) % 6]]);
      } else {
        svg_line_to_path(c, &l);
        l.n = 0;
      }
    }
  }
  double px = .016 * c->R;
  svg_path_end(c, "%S fill=\"none\" stroke-width=\"%n\"", T_GRID,
               px < .8    ? .8
               : px > 1.5 ? 1.5
                          : px);
}

/* Hex numbers at the top of each hex, from middle zoom on. */
static void numbers(struct canvas *c) {
  if (!c->opt.numbers || !c->zoom)
    return;
  svg_format(c,
             "<g class=\"no\" font-size=\"%w\" text-anchor=\"middle\" letter-spacing=\"%w\"%F>\n",
             .132, .008, T_NUMBER);
  for (int h = 0; h < c->doc.nhexes; h++) {
    const struct hex *x = &c->doc.hex[h];
    if (x->same != h)
      continue;
    struct pt at = add(x->at, pt(0, -.705));
    struct pt p = svg_px(c, at);
    svg_format(c, "<text x=\"%n\" y=\"%n\">%e</text>\n", p.x, p.y, x->id);
    double half = .04 * text_length(x->id) + .02;
    names_keep_off(c, (struct rect){at.x - half, at.y - .12, at.x + half, at.y + .02}, 3);
  }
  svg_put(c, "</g>\n");
}

/* The layers of the map, from the ground up. */
static void map(struct canvas *c) {
  svg_put(c, "<g id=\"ground\" clip-path=\"url(#map)\">\n");
  ground_paper(c);
  ground_hills(c);
  ground_fields(c);
  ground_low(c);
  ground_woods(c);
  town_ground(c);
  works_ground(c);
  water_draw(c);
  road_draw(c);
  road_bridges(c);
  town_blocks(c);
  grid_lines(c);
  numbers(c);
  ground_grain(c);
  works_regions(c);
  works_front(c);
  works_lines(c);
  svg_put(c, "</g>\n");
  svg_path_begin(c);
  for (int i = 0; i < c->outline.n; i++)
    svg_line_to_path(c, &c->outline.l[i]);
  svg_path_end(c, "%S fill=\"none\" stroke-width=\"%n\" stroke-linejoin=\"round\"", T_MAP_EDGE,
               fmax(1.2, .028 * c->R));
}

/* The whole sheet: map, edge, boxes and legend. */
static void picture(struct canvas *c) {
  outline(c);
  water_plan(c);
  road_plan(c);
  works_plan(c);
  near_lines(c);
  ground_plan(c);
  double sheet = sheet_height(c);
  head(c, c->picture_px.x1, c->picture_px.y1 + sheet);
  if (c->opt.counters)
    counters_reserve(c);
  map(c);
  svg_put(c, "<g id=\"names\">\n");
  names_draw(c);
  water_names(c);
  svg_put(c, "</g>\n<g id=\"counters\">\n");
  if (c->opt.counters)
    counters_map(c);
  svg_put(c, "</g>\n<g id=\"sheet\">\n");
  sheet_draw(c, c->picture_px.y1);
  svg_put(c, "</g>\n");
  svg_put(c, "</svg>\n");
}

/* Parses both documents, or says which one is wrong. */
static bool read_documents(struct canvas *c, const char *board, const char *view, char err[160]) {
  c->board_json = cJSON_Parse(board);
  if (!c->board_json) {
    snprintf(err, 160, "The board is not JSON.");
    return false;
  }
  if (!doc_board(&c->doc, &c->pool, c->board_json, err))
    return false;
  if (!view)
    return true;
  c->view_json = cJSON_Parse(view);
  if (!c->view_json) {
    snprintf(err, 160, "The view is not JSON.");
    return false;
  }
  const void *docs[2] = {c->board_json, c->view_json};
  return doc_view(&c->doc, &c->pool, docs, err);
}

/* The entry point. Running out of memory anywhere below returns here. */
char *draw_svg(const char *board_json, const char *view_json, const struct draw_options *opt,
               char err[160]) {
  err[0] = 0;
  if (!board_json) {
    snprintf(err, 160, "There is no board to draw.");
    return NULL;
  }
  struct canvas *c = calloc(1, sizeof *c); /* on the heap: it must outlive the jump */
  if (!c) {
    snprintf(err, 160, "Out of memory.");
    return NULL;
  }
  c->opt = *opt;
  c->zoom = opt->zoom < 0 ? 0 : opt->zoom > 2 ? 2 : opt->zoom;
  c->R = opt->radius_px >= 4 && opt->radius_px <= 400 ? opt->radius_px : radius_by_zoom[c->zoom];
  char *out = NULL;
  if (setjmp(c->pool.out) == 0) {
    if (read_documents(c, board_json, view_json, err) && measure(c, err))
      picture(c);
  } else {
    snprintf(err, 160, "Out of memory.");
    err[159] = 0;
  }
  /* The text is all that outlives the canvas. */
  if (err[0])
    free(c->out.s);
  else
    out = c->out.s;
  cJSON_Delete(c->board_json);
  cJSON_Delete(c->view_json);
  pool_free(&c->pool);
  free(c);
  return out;
}
