/* report.c - a series of games as one page that needs nothing else: every plot is drawn here as
 * SVG.
 *
 * With a second variant each plot shows both, the second paler, and the differences are of pairs of
 * games on the same seeds.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* Pixels of the plots; maps take the width of the page, tall ones half of it. */
enum {
  BINS = 21,
  WIDE = 560,
  HIGH = 150,
  LEFT = 40,
  MAP_WIDE = 860,
  MAP_TALL = 420,
  MAP_HIGH = 768
};
static const char *const side_colour[] = {"#56677a", "#a8483a", "#a59b84"}, *const pale[] = {
                                                                                "#aab6c2",
                                                                                "#dba79e",
                                                                                "#d6cfbf"};

/* A report of one run, or of two side by side. */
struct page {
  FILE *out;
  const struct sim_options *o[2];
  const struct sim_result *r[2];
  int variants;
};

/* Text into HTML. */
static void escaped(FILE *f, const char *text) {
  for (; *text; text++)
    switch (*text) {
    case '<': fputs("&lt;", f); break;
    case '&': fputs("&amp;", f); break;
    default: fputc(*text, f);
    }
}

static void text_at(FILE *f, double x, double y, const char *anchor, const char *text) {
  fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  escaped(f, text);
  fputs("</text>", f);
}

/* Small fractions with two places, everything else whole. */
static void number_at(FILE *f, double x, double y, const char *anchor, double v) {
  char text[40];
  snprintf(text, sizeof text, fabs(v) < 10 && v != floor(v) ? "%.2f" : "%.0f", v);
  text_at(f, x, y, anchor, text);
}

/* A plot says in words what it shows, for readers who cannot see it. */
static void open_plot(FILE *f, int width, int height, const char *what) {
  fprintf(f, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"", width, height,
          width);
  escaped(f, what);
  fputs("\">", f);
}

/* ---- win rates: a line from 0 to 1 with the interval on it */
static void interval(FILE *f, double y, double mean, double low, double high, const char *colour,
                     const char *label) {
  double w = WIDE - 2 * LEFT;

  fprintf(f,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#bbb\"/><line x1=\"%.1f\" "
          "x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"%s\" stroke-width=\"7\"/>"
          "<circle cx=\"%.1f\" cy=\"%.0f\" r=\"6\" fill=\"#26291f\"/>",
          LEFT, WIDE - LEFT, y, y, LEFT + w * low, LEFT + w * high, y, y, colour, LEFT + w * mean,
          y);
  text_at(f, LEFT, y - 10, "start", label);
}

/* A bar for each side with its interval. */
static void win_rates(struct page *p) {
  static const char *const who[] = {"German wins", "Soviet wins", "draws"};
  FILE *f = p->out;
  int rows = 3 * p->variants;

  open_plot(f, WIDE, 40 + 34 * rows, "win rates with 95 % intervals");
  for (int x = 0; x <= 4; x++) {
    double at = LEFT + (WIDE - 2 * LEFT) * x / 4.0;
    fprintf(f, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"8\" y2=\"%d\" stroke=\"#ddd\"/>", at, at,
            20 + 34 * rows);
    number_at(f, at, 36 + 34 * rows, "middle", 25 * x);
  }
  for (int v = 0; v < p->variants; v++)
    for (int i = 0; i < 3; i++) {
      double n = p->r[v]->finished;
      double rate = n > 0 ? p->r[v]->wins[i] / n : 0;
      double low = 0;
      double high = 1;
      char label[80];
      if (n > 0)
        sim_interval(rate, n, &low, &high);
      snprintf(label, sizeof label, "%s%s: %u of %u", v ? "variant, " : "", who[i],
               p->r[v]->wins[i], p->r[v]->finished);
      interval(f, 30 + 34 * (i * p->variants + v), rate, low, high, v ? pale[i] : side_colour[i],
               label);
    }
  fputs("</svg>\n", f);
}

/* ---- histograms */
/* How many games fall into each of the equal steps from low on, by variant. */
struct bins {
  double low, width;
  uint32_t n[2][BINS];
  uint32_t most;
};

/* What a histogram is of. */
static double margin_of(const struct sim_result *r, uint32_t i) {
  return r->margin[i];
}

static double length_of(const struct sim_result *r, uint32_t i) {
  return r->length[i];
}

/* The values of all variants in the same bins, so that the plots can be compared. */
static struct bins sort_out(const struct page *p,
                            double (*of)(const struct sim_result *, uint32_t)) {
  struct bins b = {.most = 1};
  double low = INFINITY;
  double high = -INFINITY;

  for (int v = 0; v < p->variants; v++)
    for (uint32_t i = 0; i < p->r[v]->games; i++)
      if (p->r[v]->length[i]) {
        low = fmin(low, of(p->r[v], i));
        high = fmax(high, of(p->r[v], i));
      }
  /* no finished game at all */
  if (!(high >= low))
    low = high = 0;
  b.width = high > low ? (high - low) / (BINS - 1) : 1;
  b.low = low - b.width / 2;
  for (int v = 0; v < p->variants; v++)
    for (uint32_t i = 0; i < p->r[v]->games; i++) {
      if (!p->r[v]->length[i])
        continue;
      int k = (int)((of(p->r[v], i) - b.low) / b.width);
      k = k < 0 ? 0 : k >= BINS ? BINS - 1 : k;
      if (++b.n[v][k] > b.most)
        b.most = b.n[v][k];
    }

  return b;
}

/* The distribution of one figure over all games; coloured by the side that it favours, where 0 is a
 * draw. */
static void histogram(struct page *p, const char *what,
                      double (*of)(const struct sim_result *, uint32_t), bool coloured) {
  struct bins b = sort_out(p, of);
  FILE *f = p->out;
  double w = (double)(WIDE - 2 * LEFT) / BINS;

  open_plot(f, WIDE, HIGH + 40, what);
  for (int v = 0; v < p->variants; v++)
    for (int k = 0; k < BINS; k++) {
      double h = (double)HIGH * b.n[v][k] / b.most;
      double mid = b.low + b.width * (k + 0.5);
      double one = w / p->variants;
      const char *const *c = v ? pale : side_colour;
      if (!b.n[v][k])
        continue;
      fprintf(f,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%u "
              "games around %.2f</title></rect>",
              LEFT + w * k + one * v, HIGH + 10 - h, one - 1, h,
              !coloured            ? c[2]
              : mid > b.width / 2  ? c[0]
              : mid < -b.width / 2 ? c[1]
                                   : c[2],
              b.n[v][k], mid);
    }
  fprintf(f, "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#777\"/>", LEFT, WIDE - LEFT,
          HIGH + 10, HIGH + 10);
  number_at(f, LEFT, HIGH + 28, "start", b.low + b.width / 2);
  number_at(f, WIDE - LEFT, HIGH + 28, "end", b.low + b.width * (BINS - 0.5));
  number_at(f, LEFT - 6, 20, "end", b.most);
  fputs("</svg>\n", f);
}

/* ---- losses by turn */
/* Steps that a side loses in that turn, mean of all games. */
static double loss(const struct page *p, int v, int side, int turn) {
  return p->r[v]->finished
             ? (double)p->r[v]->story[story_loss(p->o[v]->book, side, turn)] / p->r[v]->finished
             : 0;
}

/* Steps lost by turn and side. */
static void losses(struct page *p) {
  FILE *f = p->out;
  int turns = 1;
  double most = 0.1;

  for (int v = 0; v < p->variants; v++)
    for (int t = 0; t < STORY_TURNS; t++)
      for (int side = 0; side < 2; side++) {
        double x = loss(p, v, side, t);
        if (x > 0) {
          turns = t > turns ? t : turns;
          most = fmax(most, x);
        }
      }
  double w = (double)(WIDE - 2 * LEFT) / (turns + 1);
  double one = w / (2 * p->variants + 1);
  open_plot(f, WIDE, HIGH + 40, "steps lost in each turn, a game");
  for (int t = 0; t <= turns; t++) {
    for (int v = 0; v < p->variants; v++)
      for (int side = 0; side < 2; side++) {
        double x = loss(p, v, side, t);
        double h = HIGH * x / most;
        if (x > 0)
          fprintf(f,
                  "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                  "fill=\"%s\"><title>turn %d: %.2f steps</title></rect>",
                  LEFT + w * t + one * (side * p->variants + v), HIGH + 10 - h, one - 1, h,
                  (v ? pale : side_colour)[side], t, x);
      }
    if (t && (turns < 20 || t % 5 == 0))
      number_at(f, LEFT + w * (t + 0.4), HIGH + 28, "middle", t);
  }
  fprintf(f, "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#777\"/>", LEFT, WIDE - LEFT,
          HIGH + 10, HIGH + 10);
  number_at(f, LEFT - 6, 20, "end", most);
  fputs("</svg>\n", f);
}

/* ---- maps */
/* Points count half sides across and half heights down (pointy maps: the other way round). */
struct spot {
  double x, y;
};

/* The centre of a hex on a plane where hexes are regular. */
static struct spot spot_of(const struct sal_board *b, sal_hex h) {
  struct sal_point c = sal_hex_point(b, h);
  return (struct spot){c.x * (b->pointy ? 0.866 : 0.5), c.y * (b->pointy ? 0.5 : 0.866)};
}

/* A rectangle on that plane, or one that a name takes. */
struct frame {
  double left, top, right, bottom;
};

/* The rectangle that holds all hexes. */
static struct frame map_frame(const struct sal_board *b) {
  struct frame m = {1e9, 1e9, -1e9, -1e9};

  for (int i = 0; i < b->nhexes; i++) {
    struct spot c = spot_of(b, b->order[i]);
    m.left = fmin(m.left, c.x - 1.1);
    m.top = fmin(m.top, c.y - 1.1);
    m.right = fmax(m.right, c.x + 1.1);
    m.bottom = fmax(m.bottom, c.y + 1.1);
  }

  return m;
}

static bool is_tall(struct frame m) {
  return m.bottom - m.top > m.right - m.left;
} /* two of these stand side by side */
static void open_map(FILE *f, const struct sal_board *b, const char *title, bool variant) {
  struct frame m = map_frame(b);

  fprintf(f,
          "<figure%s><figcaption>%s%s</figcaption><svg viewBox=\"%.2f %.2f %.2f %.2f\" "
          "role=\"img\" aria-label=\"%s\">",
          is_tall(m) ? " class=tall" : "", title, variant ? ": the variant" : "", m.left, m.top,
          m.right - m.left, m.bottom - m.top, title);
}

/* One coloured hex with its figure as a tooltip. */
static void hex_shape(FILE *f, const struct sal_board *b, sal_hex h, const char *colour,
                      double strength, const char *title) {
  struct spot c = spot_of(b, h);

  fputs("<polygon points=\"", f);
  for (int i = 0; i < 6; i++) {
    double a = (i + (b->pointy ? 0.5 : 0)) * 3.14159265358979 / 3;
    fprintf(f, "%.2f,%.2f ", c.x + 0.98 * cos(a), c.y + 0.98 * sin(a));
  }
  fprintf(f, "\" fill=\"%s\" fill-opacity=\"%.2f\"><title>%s: %s</title></polygon>", colour,
          strength, b->name[h], title);
}

/* Towns before features, each where no name stands yet, and none beyond the map's edge. */
static void labels(FILE *f, const struct sal_board *b) {
  enum { MOST = 40 };
  struct frame m = map_frame(b);
  struct frame taken[MOST];

  /* 12 pixels on the page */
  double size = 12 * fmax((m.right - m.left) / (is_tall(m) ? MAP_TALL : MAP_WIDE),
                          (m.bottom - m.top) / MAP_HIGH);
  int n = 0;
  for (int rank = 1; rank <= 4; rank++)
    for (int i = 0; i < b->nlabels && n < MOST; i++) {
      if (b->labels[i].rank != rank)
        continue;
      struct spot c = spot_of(b, b->labels[i].hex);
      double half = 0.27 * size * (double)strlen(b->labels[i].text);
      double x = fmin(fmax(c.x, m.left + half), m.right - half);
      double y = fmin(fmax(c.y, m.top + size), m.bottom - 0.3 * size);
      struct frame box = {x - half, y - size, x + half, y + 0.3 * size};
      /* A name that finds its place taken is left out. */
      bool free = true;
      for (int k = 0; k < n; k++)
        free &= box.right < taken[k].left || box.left > taken[k].right ||
                box.bottom < taken[k].top || box.top > taken[k].bottom;
      if (!free)
        continue;
      taken[n++] = box;
      fprintf(f, "<text class=\"place\" x=\"%.2f\" y=\"%.2f\" style=\"font-size:%.2fpx\">", x, y,
              size);
      escaped(f, b->labels[i].text);
      fputs("</text>", f);
    }
}

/* A map of where dice were rolled. */
static void fighting(struct page *p, int v) {
  const struct sal_book *book = p->o[v]->book;
  const struct sal_board *b = &book->board;
  uint64_t most = 1;
  char title[60];

  for (int i = 0; i < b->cells; i++)
    most =
        p->r[v]->story[story_fight(book, i)] > most ? p->r[v]->story[story_fight(book, i)] : most;
  open_map(p->out, b, "Where the dice fell", v);
  for (int i = 0; i < b->nhexes; i++) {
    uint64_t n = p->r[v]->story[story_fight(book, b->order[i])];
    snprintf(title, sizeof title, "%.1f a game", (double)n / fmax(1, p->r[v]->finished));
    hex_shape(p->out, b, b->order[i], n ? "#b5341f" : "#e4ddc9",
              /* The root lets rare fighting still be seen. */
              n ? 0.1 + 0.9 * sqrt((double)n / (double)most) : 1, title);
  }
  labels(p->out, b);
  fputs("</svg></figure>\n", p->out);
}

/* A map of who held what in the end. */
static void control(struct page *p, int v) {
  const struct sal_book *book = p->o[v]->book;
  const struct sal_board *b = &book->board;
  char title[60];

  open_map(p->out, b, "Who held what at the end", v);
  for (int i = 0; i < b->nhexes; i++) {
    double n = fmax(1, p->r[v]->finished);
    double g = (double)p->r[v]->story[story_held(book, 0, b->order[i])] / n;
    double s = (double)p->r[v]->story[story_held(book, 1, b->order[i])] / n;
    snprintf(title, sizeof title, "German %.0f %%, Soviet %.0f %%", 100 * g, 100 * s);
    hex_shape(p->out, b, b->order[i],
              g + s < 0.01 ? "#e4ddc9"
              : g > s      ? side_colour[0]
                           : side_colour[1],
              g + s < 0.01 ? 1 : 0.15 + 0.85 * fabs(g - s), title);
  }
  labels(p->out, b);
  fputs("</svg></figure>\n", p->out);
}

/* ---- tables */
/* Marks verbs that were never used, because a reader looks for them. */
static void counts(struct page *p, const char *title, int n,
                   const char *(*name)(const struct sal_ruleset *, int),
                   const uint64_t *const count[2]) {
  fprintf(p->out, "<details><summary>%s</summary><table>\n", title);
  for (int i = 0; i < n; i++) {
    const char *id = name(p->o[0]->book->rules, i);
    if (!id)
      continue;
    fputs("<tr><th>", p->out);
    escaped(p->out, id);
    fputs("</th>", p->out);
    for (int v = 0; v < p->variants; v++)
      fprintf(p->out, "<td class=\"%s\">%llu</td>", count[v][i] ? "n" : "n none",
              (unsigned long long)count[v][i]);
    fputs("</tr>\n", p->out);
  }
  fputs("</table></details>\n", p->out);
}

static const char *verb_name(const struct sal_ruleset *r, int i) {
  return r->verbs[i].name;
}

/* Decisions only: the engine's own steps have no list. */
static const char *node_name(const struct sal_ruleset *r, int i) {
  return r->nodes[i]->list ? r->nodes[i]->id : NULL;
}

/* The head of the page, with all of its style, so that the file needs nothing else. */
static void heading(struct page *p) {
  const struct sal_book *b = p->o[0]->book;
  const struct sal_scenario *s = &b->scenarios[b->scenario];
  FILE *f = p->out;

  fputs("<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
        "content=\"width=device-width\"><title>",
        f);
  escaped(f, s->title);
  fputs("</title><style>body{font:16px/1.5 Georgia,serif;max-width:56rem;margin:2rem "
        "auto;padding:0 1rem;color:#26291f;background:#f6f2e6}"
        "h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}svg{max-width:100%;height:auto;"
        "display:block}svg text{font:12px Georgia,serif;fill:#26291f}"
        ".maps{display:flex;flex-wrap:wrap;gap:0 1.5rem}figure{margin:2rem 0 0;flex:1 1 "
        "100%}figure.tall{flex:1 1 "
        "20rem}figcaption{font-size:1.15rem;font-weight:bold;margin-bottom:.8rem}"
        "figure "
        "svg{width:100%;max-height:48rem}.place{text-anchor:middle;paint-order:stroke;stroke:#"
        "f6f2e6;stroke-width:.25em;stroke-linejoin:round}th{text-align:left;font-weight:normal;"
        "padding-right:1rem;white-space:nowrap}"
        ".n{font-variant-numeric:tabular-nums;text-align:right;padding-left:1rem}.none{color:#"
        "b4453a}pre{white-space:pre-wrap;font-size:.8rem}</style>\n<h1>",
        f);
  escaped(f, b->rules->title);
  fputs(": ", f);
  escaped(f, s->title);
  fprintf(f, "</h1><p>%s (German) against %s (Soviet), seed %llu, %u of %u games, %llu actions.",
          p->o[0]->bot_text[0], p->o[0]->bot_text[1], (unsigned long long)p->o[0]->seed,
          p->r[0]->finished, p->r[0]->games, (unsigned long long)p->r[0]->actions);
  if (p->variants > 1) {
    fputs(" The variant, paler, is played on the same seeds: ", f);
    escaped(f, p->o[1]->label[0] ? p->o[1]->label : "nothing changed");
    fputs(".", f);
  }
  fputs("</p>\n", f);
}

/* The page of one or two variants. */
static void body(struct page *p) {
  FILE *f = p->out;
  const struct sim_result *r = p->r[0];

  fprintf(f, "<h2>German score %.1f %%, with 95 %% confidence %.1f to %.1f</h2>\n", 100 * r->score,
          100 * r->low, 100 * r->high);
  if (p->variants > 1) {
    struct sim_difference d = sim_differ(p->r[0], p->r[1]);
    fprintf(f,
            "<p>Variant %.1f %% (%.1f to %.1f). Paired difference %+.1f points (%+.1f to %+.1f), "
            "margin %+.2f (%+.2f to %+.2f), over %u games.</p>\n",
            100 * p->r[1]->score, 100 * p->r[1]->low, 100 * p->r[1]->high, 100 * d.score,
            100 * d.score_low, 100 * d.score_high, d.margin, d.margin_low, d.margin_high, d.games);
  }
  win_rates(p);
  fprintf(
      f,
      "<h2>Margin of victory</h2><p>Mean %.2f, standard deviation %.2f; positive is German.</p>\n",
      r->margin_mean, r->margin_sd);
  histogram(p, "distribution of the margin", margin_of, true);
  fputs("<table>\n", f);
  for (uint32_t i = 0; i < r->nlevels; i++) {
    fputs("<tr><th>", f);
    escaped(f, r->level[i].text);
    fprintf(f, "</th><td class=n>%u</td></tr>\n", r->level[i].n);
  }
  fputs("</table><h2>Length of games</h2><p>In actions.</p>\n", f);
  histogram(p, "distribution of the length", length_of, false);
  fputs("<h2>Steps lost, turn by turn</h2><p>Mean of a game; German left, Soviet right.</p>\n", f);
  losses(p);
  fputs("<div class=maps>\n", f);
  for (int v = 0; v < p->variants; v++) {
    fighting(p, v);
    control(p, v);
  }
  fputs("</div>\n", f);
  const uint64_t *const verbs[2] = {p->r[0]->verb, p->variants > 1 ? p->r[1]->verb : NULL};
  const uint64_t *const nodes[2] = {p->r[0]->node, p->variants > 1 ? p->r[1]->node : NULL};
  counts(p, "Actions", p->o[0]->book->rules->nverbs, verb_name, verbs);
  counts(p, "Decisions", p->o[0]->book->rules->nnodes, node_name, nodes);
}

/* Writes the page. */
bool sim_report(const char *file, const struct sim_options *o, const struct sim_result *r,
                const struct sim_options *o2, const struct sim_result *r2, struct fault *f) {
  struct page p = {.out = fopen(file, "wb"), .o = {o, o2}, .r = {r, r2}, .variants = o2 ? 2 : 1};

  if (!p.out)
    return fault_at(f, file, "cannot be written: %s", strerror(errno));
  heading(&p);
  body(&p);
  for (uint32_t i = 0; i < r->nfailures; i++) {
    fprintf(p.out, "<h2>Game %u failed</h2><p>", r->failure[i].game);
    escaped(p.out, r->failure[i].text);
    fputs("</p><details><summary>Journal</summary><pre>", p.out);
    escaped(p.out, r->failure[i].journal);
    fputs("</pre></details>\n", p.out);
  }
  fprintf(p.out, "<p>Signature %016llx.</p></html>\n", (unsigned long long)r->signature);
  bool ok = !ferror(p.out);
  if (fclose(p.out))
    ok = false;

  return ok || fault_at(f, file, "cannot be written");
}
