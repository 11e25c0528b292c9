/* tty_words.c - cards, events, units and a map of letters. */
#include "tty_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* "" where the field is missing or no text, so that callers can print it as it is. */
const char *text_of(const cJSON *object, const char *field) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, field);
  return cJSON_IsString(v) ? v->valuestring : "";
}

/* Text in lines of at most 80 columns. */
void print_wrapped(const char *text, int indent) {
  int col = indent;

  for (const char *p = text; *p;) {
    int n = (int)strcspn(p, " ");
    if (col > indent && col + 1 + n > 80) {
      printf("\n%*s", indent, "");
      col = indent;
    } else if (col > indent) {
      putchar(' ');
      col++;
    }
    printf("%.*s", n, p);
    col += n;
    p += n;
    while (*p == ' ')
      p++;
  }
  putchar('\n');
}

/* ---- documents */
/* What a document is written for. json_text may call the writer several times, so this holds no
 * results except `refused`, which every call sets alike. */
struct ask {
  struct game *g;
  int side;
  /* events: the number of the first one wanted */
  uint32_t since;
  sal_unit unit;
  int overlay;
  const uint16_t *arg;
  /* the caller's: why it was refused */
  struct fault *f;
  bool refused;
};
/* The writers: each makes one document of the game, as the side may know it. */
static void write_view(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  game_view_json(a->g, j, NULL, a->side);
}

static void write_prompt(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  sal_json_object(j, NULL);
  game_prompt_json(a->g, j, a->side);
  sal_json_end(j);
}

static void write_news(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  sal_json_object(j, NULL);
  game_news_json(a->g, j, a->side);
  sal_json_end(j);
}

static void write_events(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  game_events_json(a->g, j, NULL, a->side, a->since);
}

static void write_reach(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  a->refused = !game_reach_json(a->g, j, NULL, a->side, a->unit, a->f);
}

static void write_overlay(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  a->refused = !game_overlay_json(a->g, j, NULL, a->side, a->overlay, a->arg, a->f);
}

static void write_records(void *ctx, struct sal_json *j) {
  struct ask *a = ctx;
  a->refused = !game_records_json(a->g, j, NULL, a->side, a->f);
}

/* A document of the game, parsed. */
static cJSON *parsed(void (*fn)(void *, struct sal_json *), struct ask a) {
  char *text = json_text(fn, &a);
  cJSON *doc = a.refused ? NULL : cJSON_Parse(text);

  free(text);
  /* The game wrote what is no JSON: a bug, not something to play on with. */
  if (!doc && !a.refused)
    abort();

  return doc;
}

cJSON *read_view(struct game *g, int side) {
  return parsed(write_view, (struct ask){.g = g, .side = side});
}

cJSON *read_prompt(struct game *g, int side) {
  return parsed(write_prompt, (struct ask){.g = g, .side = side});
}

cJSON *read_news(struct game *g, int side) {
  return parsed(write_news, (struct ask){.g = g, .side = side});
}

cJSON *read_events(struct game *g, int side, uint32_t since) {
  return parsed(write_events, (struct ask){.g = g, .side = side, .since = since});
}

cJSON *read_reach(struct game *g, int side, sal_unit u, struct fault *f) {
  return parsed(write_reach, (struct ask){.g = g, .side = side, .unit = u, .f = f});
}

cJSON *read_overlay(struct game *g, int side, int overlay, const uint16_t arg[3], struct fault *f) {
  return parsed(write_overlay,
                (struct ask){.g = g, .side = side, .overlay = overlay, .arg = arg, .f = f});
}

cJSON *read_records(struct game *g, int side, struct fault *f) {
  return parsed(write_records, (struct ask){.g = g, .side = side, .f = f});
}

/* ---- cards */
/* A figure is a number, a text such as a fraction, or nothing: a secret is shown as a question
 * mark. */
static void put_points(const cJSON *v) {
  if (cJSON_IsNumber(v))
    printf("%g", v->valuedouble);
  else
    printf("%s", cJSON_IsString(v) ? v->valuestring : "?");
}

/* Totals, steps and chances of a combat. */
static void odds_card(const cJSON *c) {
  const cJSON *v;
  const cJSON *l;

  cJSON_ArrayForEach(v, cJSON_GetObjectItem(c, "sides")) {
    printf("    %-7s", text_of(v, "side"));
    put_points(cJSON_GetObjectItem(v, "total"));
    printf("\n");
    cJSON_ArrayForEach(l, cJSON_GetObjectItem(v, "lines")) {
      printf("            ");
      put_points(cJSON_GetObjectItem(l, "value"));
      printf("  %s  (%s)\n", text_of(l, "text"), text_of(l, "rule"));
    }
  }
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(c, "steps"))
      printf("    %s -> %s  (%s)\n", text_of(v, "text"), text_of(v, "to"), text_of(v, "rule"));
  /* When the dice have fallen, the line that came out is marked. */
  const cJSON *rolled = cJSON_GetObjectItem(c, "rolled");
  int i = 0;
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(c, "outcomes")) {
    const cJSON *chance = cJSON_GetObjectItem(v, "chance");
    double num = cJSON_GetArrayItem(chance, 0)->valuedouble;
    double den = cJSON_GetArrayItem(chance, 1)->valuedouble;
    bool came = cJSON_IsNumber(rolled) && rolled->valueint == i++;
    printf("  %s %5.1f %%  %g/%g  %s\n", came ? ">" : " ", 100 * num / den, num, den,
           text_of(v, "text"));
  }
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(c, "more"))
      printf("    could add: %s -> %s\n", text_of(v, "text"), text_of(v, "to"));
  cJSON_ArrayForEach(v, cJSON_GetObjectItem(c, "answer"))
      printf("    could answer: %s -> %s  (%s)\n", text_of(v, "text"), text_of(v, "to"),
             text_of(v, "rule"));
}

/* Columns as wide as their widest cell; the heads first. Called twice: first to measure, then to
 * print. Columns past the sixteenth share a width. */
static void table_row(const cJSON *cells, int width[16], bool measure) {
  const cJSON *cell;
  int i = 0;

  if (!measure)
    printf("   ");
  cJSON_ArrayForEach(cell, cells) {
    const char *text = cJSON_IsString(cell) ? cell->valuestring : "";
    int n = (int)strlen(text);
    if (measure && n > width[i])
      width[i] = n;
    if (!measure)
      printf(" %s%*s", text, cell->next ? width[i] - n + 1 : 0, "");
    if (i < 15)
      i++;
  }
  if (!measure)
    printf("\n");
}

/* A table card. */
static void print_table(const cJSON *c) {
  const cJSON *row;
  int width[16] = {0};

  for (int measure = 1; measure >= 0; measure--) {
    table_row(cJSON_GetObjectItem(c, "cols"), width, measure);
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(c, "rows")) table_row(row, width, measure);
  }
}

/* Any card, by its kind. */
void print_card(const cJSON *c) {
  const cJSON *v;
  const char *kind = text_of(c, "kind");

  /* Title and rule are common to all kinds of cards; the rest is the kind's own. */
  printf("  %s  (%s)\n", text_of(c, "title"), text_of(c, "rule"));
  if (!strcmp(kind, "odds")) {
    odds_card(c);
  } else if (!strcmp(kind, "ledger")) {
    cJSON_ArrayForEach(v, cJSON_GetObjectItem(c, "lines")) {
      printf("    ");
      put_points(cJSON_GetObjectItem(v, "value"));
      printf("  %s  (%s)\n", text_of(v, "text"), text_of(v, "rule"));
    }
    printf("    = ");
    put_points(cJSON_GetObjectItem(c, "total"));
    printf("\n");
  } else if (!strcmp(kind, "table")) {
    print_table(c);
  } else {
    printf("    ");
    print_wrapped(text_of(c, "text"), 4);
  }
}

/* Events, one a line, with their rules. */
void print_events(const cJSON *events) {
  const cJSON *e;

  cJSON_ArrayForEach(e, events) {
    char line[520];
    snprintf(line, sizeof line, "%s [%s]", text_of(e, "text"), text_of(e, "rule"));
    printf("  - ");
    print_wrapped(line, 4);
  }
}

/* A counter's printed figures at this many steps, "8 (3) 3". */
static void print_figures(const struct sal_counter *c, int steps) {
  for (int i = 0; i < c->nfaces; i++) {
    if (c->face[i].steps != steps)
      continue;
    for (int k = 0; k < 3; k++)
      if (*c->face[i].figure[k])
        printf(" %s", c->face[i].figure[k]);
    return;
  }
}

/* Units by hex. */
void print_units(const struct sal_book *b, const cJSON *view, const char *like) {
  const cJSON *u;
  const cJSON *m;

  cJSON_ArrayForEach(u, cJSON_GetObjectItem(view, "units")) {
    /* A unit that is not identified has no steps and no counter in the view. */
    const cJSON *steps = cJSON_GetObjectItem(u, "steps");
    const cJSON *mp = cJSON_GetObjectItem(u, "mp");
    sal_unit id = sal_unit_find(b, text_of(u, "id"));
    const char *name = id == SAL_NOUNIT ? "" : b->counter[id].label;
    if (!strstr(text_of(u, "id"), like) && !strstr(name, like) && !strstr(text_of(u, "at"), like))
      continue;
    printf("  %-18s %-11s", text_of(u, "id"), text_of(u, "at"));
    if (cJSON_IsNumber(steps))
      printf(" steps %d", steps->valueint);
    printf("  %s ", name);
    if (id != SAL_NOUNIT && cJSON_IsNumber(steps))
      print_figures(&b->counter[id], steps->valueint);
    if (cJSON_IsArray(mp)) {
      printf("  points ");
      put_points(cJSON_GetArrayItem(mp, 0));
      printf(" of ");
      put_points(cJSON_GetArrayItem(mp, 1));
    }
    cJSON_ArrayForEach(m, cJSON_GetObjectItem(u, "marks")) printf("  [%s]", m->valuestring);
    printf("\n");
  }
}

/* Words one after the other, broken at 80 columns behind an indent. */
static void put_item(const char *text, int *col, int indent) {
  int n = (int)strlen(text);

  if (*col + 1 + n > 80) {
    printf("\n%*s", indent, "");
    *col = indent;
  }
  *col += printf(" %s", text);
}

/* Hexes in reach, by cost. */
void print_reach(const cJSON *reach) {
  const cJSON *h;
  const cJSON *first = NULL;
  char word[64];

  /* nearest first: a line for every cost */
  cJSON_ArrayForEach(h, cJSON_GetObjectItem(reach, "hexes")) {
    const cJSON *c = cJSON_GetObjectItem(h, "cost");
    /* The hex where the unit stands is entered from nowhere. */
    if (!*text_of(h, "from"))
      continue;
    if (!first || !cJSON_Compare(c, cJSON_GetObjectItem(first, "cost"), true)) {
      /* A cost is printed where it first appears, with all hexes that have it. */
      int col = 12;
      printf("  for ");
      put_points(c);
      printf(":");
      first = h;
      for (const cJSON *k = h; k; k = k->next) {
        if (!cJSON_Compare(c, cJSON_GetObjectItem(k, "cost"), true) || !*text_of(k, "from"))
          continue;
        const char *risk = text_of(k, "risk");
        snprintf(word, sizeof word, "%s%s%s%s%s", text_of(k, "hex"),
                 cJSON_IsFalse(cJSON_GetObjectItem(k, "stop")) ? "*" : "", *risk ? " (" : "", risk,
                 *risk ? ")" : "");
        put_item(word, &col, 8);
      }
      printf("\n");
    }
  }
  if (!first)
    printf("  nowhere\n");
  else
    printf("  in brackets: what may be fired at it on the last step; * no place to stay\n");
}

/* An overlay with its legend. */
void print_overlay(const cJSON *o) {
  const cJSON *k;
  const cJSON *h;
  const cJSON *l;

  printf("  %s\n", text_of(o, "title"));
  cJSON_ArrayForEach(l, cJSON_GetObjectItem(o, "lines"))
      printf("    %s to %s: %s  (%s)\n", text_of(l, "from"), text_of(l, "to"), text_of(l, "text"),
             text_of(l, "rule"));
  cJSON_ArrayForEach(k, cJSON_GetObjectItem(o, "legend")) {
    int col = 0;
    cJSON_ArrayForEach(h, cJSON_GetObjectItem(o, "hexes")) {
      const cJSON *key = cJSON_GetArrayItem(h, 1);
      const cJSON *text = cJSON_GetArrayItem(h, 2);
      char word[40];
      if (strcmp(key->valuestring, text_of(k, "key")))
        continue;
      if (!col)
        col = printf("    %s:", text_of(k, "text"));
      snprintf(word, sizeof word, "%s%s%s", cJSON_GetArrayItem(h, 0)->valuestring,
               cJSON_IsString(text) ? "=" : "", cJSON_IsString(text) ? text->valuestring : "");
      put_item(word, &col, 6);
    }
    if (col)
      printf("\n");
  }
}

void print_records(const cJSON *records) {
  const cJSON *r;
  const cJSON *b;
  cJSON_ArrayForEach(r, records) cJSON_ArrayForEach(b, cJSON_GetObjectItem(r, "blocks"))
      print_card(b);
}

/* ---- the map as it lies on the table: a hex is its ground, its id and what stands in it
 * (".0503S2"). Columns of a flat map alternate between lines, so eight characters fit without
 * making it wide. */
enum { CELL = 8, WIDE = 120, HIGH = 44 };
/* The letter for a stack: its side, in lower case if nobody has identified it. *n counts the units.
 */
static const char *stack_letter(const cJSON *view, const struct sal_book *b, const char *hex,
                                int *n) {
  const cJSON *u;
  const char *letter = NULL;

  *n = 0;
  cJSON_ArrayForEach(u, cJSON_GetObjectItem(view, "units")) {
    if (strcmp(text_of(u, "at"), hex))
      continue;
    sal_unit id = sal_unit_find(b, text_of(u, "id"));
    bool soviet = id != SAL_NOUNIT ? b->counter[id].side == SAL_SOVIET
                                   : !strcmp(text_of(u, "side"), "soviet");
    letter = soviet ? id == SAL_NOUNIT ? "s" : "S" : id == SAL_NOUNIT ? "g" : "G";
    ++*n;
  }

  return letter;
}

/* The part of the map to show: all of it, or what fits around `centre`. */
struct window {
  int x0, x1, y0, y1;
  int dx, dy, sx; /* plane units of a column and of a line, characters of a column */
};
/* The part of the map that fits the terminal. */
static struct window window_of(const struct sal_board *m, sal_hex centre) {
  struct window w = {1 << 20,           -(1 << 20),        1 << 20, -(1 << 20),
                     m->pointy ? 1 : 3, m->pointy ? 3 : 1, CELL / 2};

  for (int i = 0; i < m->nhexes; i++) {
    struct sal_point p = sal_hex_point(m, m->order[i]);
    w.x0 = p.x < w.x0 ? p.x : w.x0;
    w.x1 = p.x > w.x1 ? p.x : w.x1;
    w.y0 = p.y < w.y0 ? p.y : w.y0;
    w.y1 = p.y > w.y1 ? p.y : w.y1;
  }
  struct sal_point at = {(w.x0 + w.x1) / 2, (w.y0 + w.y1) / 2};
  if (centre)
    at = sal_hex_point(m, centre);
  /* A map that is too large is cut to a window around the centre, in each direction separately. */
  int wide = WIDE / w.sx / 2 * w.dx;
  int high = HIGH / 2 * w.dy;
  if (w.x1 - w.x0 > 2 * wide) {
    w.x0 = at.x - wide;
    w.x1 = at.x + wide;
  }
  if (w.y1 - w.y0 > 2 * high) {
    w.y0 = at.y - high;
    w.y1 = at.y + high;
  }

  return w;
}

/* The map in letters. */
void print_map(const struct sal_book *b, const cJSON *view, sal_hex centre) {
  const struct sal_board *m = &b->board;
  /* The letters are put into a grid first: hexes of two columns share a line. */
  struct window v = window_of(m, centre);
  int w = (v.x1 - v.x0) / v.dx * v.sx + CELL + 1;
  int h = (v.y1 - v.y0) / v.dy + 1;
  char *grid = malloc((size_t)(w * h));

  if (!grid)
    abort();
  memset(grid, ' ', (size_t)(w * h));
  for (int i = 0; i < m->nhexes; i++) {
    sal_hex hex = m->order[i];
    struct sal_point p = sal_hex_point(m, hex);
    if (p.x < v.x0 || p.x > v.x1 || p.y < v.y0 || p.y > v.y1)
      continue;
    int n;
    int top = 0;
    /* Of several kinds of ground in a hex the last of the data file's order is shown. */
    const char *letter = stack_letter(view, b, m->name[hex], &n);
    for (int t = 1; t < b->terrains.nhex; t++)
      if (m->terrain[hex] >> t & 1)
        top = t;
    char cell[CELL + SAL_ID];
    int len = snprintf(cell, sizeof cell, "%c%s%s%.0d", top ? b->terrains.hex[top].id[0] : '.',
                       m->name[hex], letter ? letter : "", n > 1 ? n : 0);
    memcpy(grid + (p.y - v.y0) / v.dy * w + (p.x - v.x0) / v.dx * v.sx, cell,
           (size_t)(len < CELL ? len : CELL - 1));
  }
  for (int y = 0; y < h; y++) {
    /* blanks at the end of a line are left out */
    int end = w;
    while (end && grid[y * w + end - 1] == ' ')
      end--;
    printf("  %.*s\n", end, grid + y * w);
  }
  free(grid);
  printf("  G S units (g s not identified), a number for more than one; . %s",
         b->terrains.hex[0].id);
  for (int t = 1; t < b->terrains.nhex; t++)
    printf("  %c %s", b->terrains.hex[t].id[0], b->terrains.hex[t].id);
  printf("\n");
}
