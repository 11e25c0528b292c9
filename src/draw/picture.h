/* picture.h - what the drawing files share: memory, SVG text, noise, lines, the documents as
 * structs.
 *
 * Lengths are in R (hex centre to corner) everywhere; only svg.c turns them into pixels. Memory
 * comes from one pool that is freed as a whole; running out jumps back to draw_svg, so no function
 * here returns an error.
 */
#ifndef SAL_DRAW_PICTURE_H
#define SAL_DRAW_PICTURE_H

#include "draw.h"
#include "look.h" /* made from look.tsv: enum token and what belongs to it */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- pool.c */
/* All memory of one picture. Only the thread that asked for the picture uses it. */
struct pool {
  struct block *blocks;
  jmp_buf out; /* where running out of memory goes */
};
void *pool_take(struct pool *, size_t n); /* zeroed */
void pool_free(struct pool *);
/* Room for one more element in a growing array. */
void *pool_grow(struct pool *, void *old, int n, int *cap, size_t size);
#define GROW(pool, a, n, cap) ((a) = pool_grow((pool), (a), (n), &(cap), sizeof *(a)))

/* ---- tokens.c */
/* Colours by what they are for, so that light and dark are the same drawing with other inks. */
const char *token_colour(bool dark, enum token);
double token_opacity(bool dark, enum token);    /* 1 unless the colour is meant to be thin */
const char *band_colour(const char *formation); /* stable for a name */

/* ---- geometry */
/* A place or a way, in R; y grows downward as on the sheet. */
struct pt {
  double x, y;
};
static inline struct pt pt(double x, double y) {
  return (struct pt){x, y};
}
static inline struct pt add(struct pt a, struct pt b) {
  return pt(a.x + b.x, a.y + b.y);
}
static inline struct pt sub(struct pt a, struct pt b) {
  return pt(a.x - b.x, a.y - b.y);
}
static inline struct pt mul(struct pt a, double k) {
  return pt(a.x * k, a.y * k);
}
static inline struct pt along(struct pt a, struct pt b, double t) {
  return add(a, mul(sub(b, a), t));
}
static inline double dot(struct pt a, struct pt b) {
  return a.x * b.x + a.y * b.y;
}
static inline double cross(struct pt a, struct pt b) {
  return a.x * b.y - a.y * b.x;
}
static inline double norm(struct pt a) {
  return sqrt(dot(a, a));
}
static inline struct pt unit_of(struct pt a) {
  double n = norm(a);
  return n > 1e-12 ? mul(a, 1 / n) : pt(0, 0);
}
static inline struct pt left_of(struct pt d) {
  return pt(d.y, -d.x);
} /* of a direction, seen on the sheet (y down) */
static inline struct pt turned(struct pt a, double angle) {
  double c = cos(angle);
  double s = sin(angle);
  return pt(a.x * c - a.y * s, a.x * s + a.y * c);
}

struct line { /* a polyline; closed ones do not repeat the first point */
  struct pt *p;
  int n, cap;
  bool closed;
  int tag; /* whatever the maker wants to remember */
};
/* Many lines of one sort. Like everything here they live in the pool until the picture is done. */
struct lines {
  struct line *l;
  int n, cap;
};

/* ---- noise.c: hashed value noise by coordinates, 0..1 */
double noise_fbm(int octaves, struct pt p);
double noise_dice(int x, int y, int k); /* uniform, stable */

/* ---- line.c */
void line_add(struct pool *, struct line *, struct pt);
struct line *lines_add(struct pool *, struct lines *);
void line_smooth(struct line *, int passes); /* 1-2-1, ends fixed */
/* These give new lines from the pool; the line passed in is not changed. */
struct line line_resample(struct pool *, const struct line *, double step);
struct line line_bspline(struct pool *, const struct line *); /* quadratic, through the midpoints */
/* NAN: none */
struct line line_catmull(struct pool *, const struct line *, struct pt before, struct pt after);
struct line line_offset(struct pool *, const struct line *, double left);
struct line line_part(struct pool *, const struct line *, double from, double to); /* by length */
double line_length(const struct line *);
struct pt line_direction(const struct line *, int i);
struct pt line_nearest(const struct line *, struct pt, double *distance, int *at);
bool line_meet(const struct line *, const struct line *, struct pt near, double within,
               struct pt *meet, struct pt *da, struct pt *db);
/* Edges between numbered nodes as chains. tag: anything the maker wants to find again, such as the
 * index of a side */
struct edge {
  int a, b;
  int tag;
};
struct chain {
  int *node;
  int *edge; /* index of the edge from node i to node i+1 */
  int n;
  bool closed;
};
struct chains {
  struct chain *c;
  int n, cap;
};
struct chains chain_longest(struct pool *, const struct edge *, int nedges, int nnodes);
struct chains chain_directed(struct pool *, const struct edge *, int nedges, int nnodes);

/* ---- doc.c: the documents */
/* What a hex is painted with, from the terrain's word in the document. */
enum paint {
  P_PAPER,
  P_FIELD,
  P_WOOD,
  P_TOWN,
  P_CITY,
  P_HILL,
  P_HILLTOP,
  P_MARSH,
  P_BALKA,
  P_WATER,
  P_TRENCH,
  P_RUBBLE,
  P_BUILDING,
  P_ORCHARD,
  P_GRAIN,
  P_BRUSH,
  PAINTS,
};
/* What runs along or across a side of a hex. */
enum side_kind {
  K_RIVER,
  K_RIVER_MAJOR,
  K_STREAM,
  K_SLOPE,
  K_FORT,
  K_TRENCH,
  K_BERM,
  K_BRIDGE,
  K_CROSSING,
  K_FORD,
  K_WALL,
  SIDE_KINDS,
};
/* In the order in which a better road covers a worse one; the railway stands apart. */
enum path_kind { K_ROAD_MAIN, K_ROAD_MINOR, K_RAIL, K_TRACK, PATH_KINDS };
enum owner { O_NONE, O_GERMAN, O_SOVIET };

/* A hex of the board; all numbers in it are indices into doc's arrays. */
struct hex {
  const char *id;
  int gx, gy; /* the contract's plane */
  struct pt at;
  unsigned paint; /* 1u << enum paint */
  unsigned works; /* which of the board's trench terrains: one bit each */
  int next[6];    /* neighbours, -1 none */
  int corner[6];  /* numbers of its corners */
  int same;       /* the hex drawn here: itself, or the first one at this place (levels) */
  int rank;       /* best label rank on it, 0 none */
  enum owner owner;
};
struct side {
  int hex, dir;   /* the owning, uphill hex and the direction out of it */
  unsigned kinds; /* 1u << enum side_kind */
};
/* A road or railway as the document lists it, hex by hex. */
struct path {
  enum path_kind kind;
  int *hex;
  int n;
};
/* Rank 1 city, 2 town, 3 village, 4 height, 5 area */
struct label {
  const char *text;
  int hex, rank;
};
/* A named set of hexes. Only those whose id begins with "show." are drawn. */
struct region {
  const char *id, *title;
  int *hex;
  int n;
};
struct river_name {
  const char *text;
  int *pair; /* hex, hex, .. */
  int n;     /* pairs */
};
/* One side of a counter, as it looks with that many steps. */
struct face {
  int steps;
  const char *figure[4];
  int nfigures;
  const char *corner[4]; /* nw ne sw se */
};
/* A kind of unit in the document; each face says how many steps it stands for. */
struct counter {
  const char *id, *name, *formation, *size, *symbol, *style;
  enum owner side;
  struct face *face;
  int nfaces;
};
/* A state that units or hexes can have: the letter on its badge, its shape, its name in the
 * legend. */
struct mark_kind {
  const char *id, *badge, *shape, *title;
};
/* A place beside the map, such as a track or the reinforcements to come. */
struct box {
  const char *id, *title;
  int count; /* -1 not shown */
};
struct unit_mark {
  int kind;          /* index of mark_kind, -1 unknown */
  const char *id;    /* as the view wrote it, without the level */
  const char *level; /* "2" of "oos:2", or NULL */
};
/* A unit of the view, in a hex or in a box. It holds nothing that the view hides. */
struct unit {
  const struct counter *counter; /* NULL: not identified */
  enum owner side;
  int hex, box;             /* -1 */
  int steps, facing, count; /* -1 not given */
  struct unit_mark mark[6];
  int nmarks;
};
/* A mark that lies in a hex; kind is -1 where the board does not list it. */
struct hex_mark {
  int hex, kind;
  const char *id;
  enum owner side;
};
/* The map and the position, read from the game's own documents: all that the picture knows. */
struct doc {
  bool pointy;
  struct hex *hex;
  int nhexes, ncorners;
  struct pt *corner;
  /* open addressing; an entry is the index + 1, and 0 is free */
  int *hex_table, hex_table_size; /* by id */
  struct side *side;
  int nsides, side_cap;
  struct path *path;
  int npaths, path_cap;
  struct label *label;
  int nlabels;
  struct region *region;
  int nregions;
  struct river_name *river;
  int nrivers;
  struct counter *counter;
  int ncounters;
  struct mark_kind *mark;
  int nmarks;
  struct box *box;
  int nboxes;
  struct unit *unit;
  int nunits;
  struct hex_mark *hex_mark;
  int nhex_marks;
  bool has_control;
  unsigned paints, kinds; /* all that occur */
  const char *date;
  int turn, turns; /* 0 unknown */
};
/* The json is a cJSON tree and must outlive the doc, which points into it. */
bool doc_board(struct doc *, struct pool *, const void *json, char err[160]);
/* board, view */
bool doc_view(struct doc *, struct pool *, const void *const docs[2], char err[160]);
/* Grid steps of the six neighbours and corners; corner i begins side i, clockwise. */
void hex_step(bool pointy, int dir, int *dx, int *dy);
void hex_corner(bool pointy, int i, int *dx, int *dy);
struct pt hex_place(bool pointy, int gx, int gy);

/* ---- svg.c */
/* The text so far. It is not from the pool: on success it is what draw_svg returns. */
struct svg {
  char *s;
  size_t n, cap;
};
struct canvas;
void svg_put(struct canvas *, const char *text);
void svg_escaped(struct canvas *, const char *text);
void svg_number(struct canvas *, double px, int decimals);
/* %s text, %e escaped text, %d int, %n number, %w length in R, %c a token's colour, %F and %S fill
 * and stroke of a token as whole attributes, with the token's own opacity. */
void svg_format(struct canvas *, const char *fmt, ...);
void svg_path_begin(struct canvas *);
void svg_line_to_path(struct canvas *, const struct line *); /* straight pieces */
/* closed or open, quadratics through midpoints */
void svg_curve_to_path(struct canvas *, const struct line *);
void svg_dot(struct canvas *, struct pt); /* a round-capped nothing */
void svg_segment(struct canvas *, struct pt, struct pt);
void svg_polygon(struct canvas *, const struct pt *, int n);
void svg_arc(struct canvas *, struct pt from, double r, bool big, bool clockwise, struct pt to);
void svg_path_end(struct canvas *, const char *attributes, ...); /* as svg_format */
struct pt svg_px(const struct canvas *, struct pt);

/* ---- the picture */
struct grid { /* samples of a field over the whole sheet */
  double step;
  struct pt at;
  int nx, ny;
  float *v;
};
struct rect {
  double x0, y0, x1, y1;
};
struct taken { /* a place names should keep off */
  struct rect r;
  double weight;
};
/* Everything about one picture, handed from function to function; nothing is global. */
struct canvas {
  struct pool pool;
  struct svg out;
  struct draw_options opt;
  double R;
  int zoom;
  struct pt origin, margin; /* of the sheet, R; of the picture, px */
  double width, height;     /* of the sheet, R */
  struct doc doc;
  void *board_json, *view_json;
  struct lines outline;  /* the map's edge */
  struct lines water[3]; /* K_RIVER, K_RIVER_MAJOR, K_STREAM */
  struct lines road[PATH_KINDS];
  struct lines berm, slope;
  struct pt *node; /* where roads pass in each hex */
  /* how far into a wood, a town, a hill each sample lies; v is NULL where the map has none */
  struct grid wood, town, hill;
  struct grid near_grid; /* distance to the nearest line */
  struct taken *taken;
  int ntaken, taken_cap;
  struct rect map_px, picture_px;
  /* the path being written */
  long pen_x, pen_y;
};
#define COL(t) token_colour(c->opt.dark, (t))
#define OPA(t) token_opacity(c->opt.dark, (t))

/* area.c */
struct grid grid_make(struct canvas *, double step);
/* f over hex centres */
struct grid grid_set(struct canvas *, double step, double q, const uint8_t *weight);
double grid_at(const struct grid *, struct pt);
struct lines grid_trace(struct canvas *, const struct grid *, double level, int passes);
void set_of_paint(const struct canvas *, unsigned paints, uint8_t *set, uint8_t weight);
/* no river, road or rail that near */
bool line_clear(const struct canvas *, struct pt, double distance);
void near_lines(struct canvas *);

void ground_plan(struct canvas *);  /* fields of woods, towns, hills */
void ground_paper(struct canvas *); /* paper, blotches */
void ground_hills(struct canvas *);
void ground_fields(struct canvas *);
void ground_low(struct canvas *); /* marsh, balka, lakes, orchards */
void ground_woods(struct canvas *);
void ground_grain(struct canvas *);
void water_plan(struct canvas *);
void water_draw(struct canvas *);
void water_names(struct canvas *);
void road_plan(struct canvas *);
void road_draw(struct canvas *);
void road_bridges(struct canvas *);
void works_plan(struct canvas *);
void works_ground(struct canvas *); /* slopes, berms */
void works_lines(struct canvas *);  /* walls, trenches, toothed lines */
void works_front(struct canvas *);
void works_regions(struct canvas *);
struct lines side_chains(struct canvas *, unsigned kinds, bool directed, struct chains *,
                         struct edge **); /* the last two may be NULL */
void town_ground(struct canvas *);
void town_blocks(struct canvas *);
void names_draw(struct canvas *);
double text_width(const char *text, double size, bool bold);
int text_length(const char *utf8);
void names_along(struct canvas *, const char *text, double size, const struct line *);
double names_overlap(const struct canvas *, struct rect); /* how much a name there would cover */
void names_keep_off(struct canvas *, struct rect, double weight);

/* counter.c, symbol.c: in pixels */
void counter_draw(struct canvas *, const struct unit *, struct pt centre_px, double s);
void counters_reserve(struct canvas *); /* tell names where counters stand */
void counters_map(struct canvas *);
double counter_side(const struct canvas *); /* px */
void counter_badge(struct canvas *, const char *letter, const char *shape, int turn, struct pt px,
                   double size);
void symbol_draw(struct canvas *, const char *symbol, struct rect box, enum token ink,
                 enum token box_fill, double line);
bool objective_shows_side(const struct hex_mark *); /* it looks different on each side */
void objective_draw(struct canvas *, const struct hex_mark *, struct pt px, double r);

/* sheet.c */
double sheet_height(struct canvas *); /* px below the map: boxes, legend */
void sheet_draw(struct canvas *, double top);

#endif
