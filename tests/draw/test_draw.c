/* test_draw.c - the drawing library on made-up documents: every word of the contract draws, bad
 * documents are refused with a sentence, the same input gives the same bytes, and nothing of an
 * unidentified unit is shown. */
#include "draw/draw.h"
#include "draw/picture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* after what it needs */

static const char *const paints[] = {"paper",  "field",   "wood",     "town",   "city",
                                     "hill",   "hilltop", "marsh",    "balka",  "water",
                                     "trench", "rubble",  "building", "orchard"};
static const char *const kinds[] = {"river", "river.major", "stream",   "slope", "fort", "trench",
                                    "berm",  "bridge",      "crossing", "ford",  "wall"};
static const char *const paths[] = {"road.main", "road.minor", "rail", "track"};
static const char *const symbols[] = {
    "infantry",       "mech-infantry", "motor-infantry", "armour", "heavy-armour", "assault-gun",
    "tank-destroyer", "anti-tank",     "artillery",      "rocket", "mortar",       "engineer",
    "recon",          "airborne",      "cavalry",        "hq",     "anti-air",     "air",
    "train",          "static",        "supply",         "mg",     "flame",        "leader",
    "sniper",         "gun",           "vehicle",        "squad",  "half-squad",   "tank",
    "casemate",       "carrier",       "field-gun",      "none"};
static const char *const styles[] = {"army", "ss", "soviet", "guards", "air", "neutral"};
static const char *const shapes[] = {"square", "round", "ring", "diamond", "triangle", "pentagon"};
#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))
enum { COLS = 14, ROWS = 12 };

/* ---- documents */
struct text {
  char *s;
  size_t n, cap;
};
static void say(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(struct text *t, const char *fmt, ...) {
  va_list ap;
  if (t->cap - t->n < 1024)
    t->s = realloc(t->s, t->cap = t->cap * 2 + 4096);
  assert_non_null(t->s);
  va_start(ap, fmt);
  t->n += (size_t)vsnprintf(t->s + t->n, t->cap - t->n, fmt, ap);
  va_end(ap);
}

/* A full board: one column of each paint, rows of each hexside kind, every path, symbol, style and
 * shape. */
static char *full_board(bool pointy) {
  struct text t = {0};
  say(&t, "{\"v\":1,\"layout\":\"%s\",\"hexes\":[", pointy ? "pointy" : "flat");
  for (int c = 0; c < COLS; c++)
    for (int r = 0; r < ROWS; r++) {
      int x = 3 * c, y = 2 * r + (c & 1);
      say(&t, "%s[\"%02d%02d\",%d,%d,[\"clear\",\"t.%s\"]]", c + r ? "," : "", c, r, pointy ? y : x,
          pointy ? x : y, paints[c]);
    }
  say(&t, "],\"sides\":[");
  for (int k = 0; k < COUNT(kinds); k++)
    for (int c = 0; c < COLS; c++)
      say(&t, "%s[\"%02d%02d\",\"%02d%02d\",[\"%s\"]]", k + c ? "," : "", c, k, c, k + 1, kinds[k]);
  say(&t, "],\"paths\":[");
  for (int k = 0; k < COUNT(paths); k++) {
    say(&t, "%s{\"kind\":\"%s\",\"hexes\":[", k ? "," : "", paths[k]);
    for (int r = 0; r < ROWS; r++)
      say(&t, "%s\"%02d%02d\"", r ? "," : "", 3 * k + 1, r);
    say(&t, "]}");
  }
  say(&t, ",{\"kind\":\"road.main\",\"hexes\":[\"0000\",\"0100\",\"0200\",\"0300\",\"0400\"]}");
  say(&t, "],\"labels\":[");
  for (int k = 1; k <= 6; k++) {
    const char *comma = k > 1 ? "," : "";
    say(&t, "%s{\"text\":\"Place <%d> & Ще\",", comma, k);
    say(&t, "\"hex\":\"%02d05\",\"rank\":%d}", k * 2, k);
  }
  say(&t,
      "],\"rivers\":[{\"text\":\"Psel\",\"sides\":[[\"0500\",\"0501\"],[\"0600\",\"0601\"]]}],");
  say(&t, "\"regions\":[{\"id\":\"show.area\",\"hexes\":[\"0909\",\"0910\"]},{\"id\":\"hidden\","
          "\"hexes\":[\"0101\"]}],"
          "\"terrain\":[{\"id\":\"clear\",\"paint\":\"paper\"}");
  for (int k = 0; k < COUNT(paints); k++)
    say(&t, ",{\"id\":\"t.%s\",\"paint\":\"%s\"}", paints[k], paints[k]);
  say(&t, "],\"counters\":[");
  for (int k = 0; k < COUNT(symbols); k++)
    say(&t,
        "%s{\"id\":\"de.secret.u%d\",\"side\":\"%s\",\"name\":\"%d/18\",\"formation\":\"18 "
        "Pz\",\"size\":\"%s\",\"symbol\":\"%s\",\"style\":\"%s\","
        "\"faces\":[{\"steps\":2,\"figures\":[\"6\",\"(7)\"],\"corners\":{\"ne\":\"4*\"}},{"
        "\"steps\":1,\"figures\":["
        "\"9\",\"1\"],\"corners\":{}}]}",
        k ? "," : "", k, k % 2 ? "soviet" : "german", k, k % 3 ? "III" : "••", symbols[k],
        styles[k % COUNT(styles)]);
  say(&t, "],\"marks\":[");
  for (int k = 0; k < COUNT(shapes); k++)
    say(&t, "%s{\"id\":\"m%d\",\"badge\":\"B\",\"shape\":\"%s\",\"title\":\"mark %d\"}",
        k ? "," : "", k, shapes[k], k);
  say(&t, "],\"boxes\":[{\"id\":\"air.a\",\"title\":\"Air & more\"}]}");
  return t.s;
}

static char *full_view(void) {
  struct text t = {0};
  say(&t, "{\"v\":1,\"turn\":{\"n\":1,\"of\":2,\"date\":\"5 July 1943\"},\"units\":[");
  for (int k = 0; k < COUNT(symbols); k++)
    say(&t,
        "%s{\"id\":\"de.secret.u%d\",\"at\":\"%02d%02d\",\"steps\":%d,\"marks\":[\"m%d:2\",\"m5\","
        "\"unheard\"],"
        "\"facing\":%d}",
        k ? "," : "", k, k % COLS, k % 5, 1 + k % 2, k % COUNT(shapes), k % 6);
  say(&t, ",{\"id\":\"de.secret.u3\",\"at\":\"air.a\"}],\"marks\":[{\"hex\":\"0304\",\"mark\":"
          "\"m1\",\"side\":"
          "\"soviet\"}],");
  say(&t, "\"terrain\":[{\"hex\":\"0000\",\"set\":[\"t.rubble\"]},{\"side\":[\"0000\",\"0001\"],"
          "\"set\":[\"wall\"]}],");
  say(&t, "\"control\":[[\"german\",[\"0000\",\"0100\",\"0200\"]],[\"soviet\",[\"0001\",\"0101\","
          "\"0201\"]]],\"boxes\":"
          "[{\"id\":\"air.a\",\"count\":3}]}");
  return t.s;
}

/* ---- a small check of well-formedness: tags balance, attributes are quoted, no bare < or & */
static void check_xml(const char *s) {
  const char *open[64];
  size_t length[64];
  int depth = 0;
  for (; *s; s++) {
    if (*s == '&') {
      const char *e = strchr(s, ';');
      assert_true(e && e - s < 7);
    }
    if (*s != '<')
      continue;
    bool close = *++s == '/';
    if (close)
      s++;
    const char *name = s;
    while (*s && !strchr(" \n/>", *s))
      assert_true(*s != '<'), s++;
    size_t n = (size_t)(s - name);
    bool empty = false;
    while (*s != '>') {
      assert_true(*s && *s != '<');
      empty = *s == '/';
      if (*s == '"') {
        s = strchr(s + 1, '"');
        assert_non_null(s);
      }
      s++;
    }
    if (close) {
      assert_true(depth > 0);
      depth--;
      assert_int_equal(n, length[depth]);
      assert_memory_equal(name, open[depth], n);
    } else if (!empty) {
      assert_true(depth < 64);
      open[depth] = name;
      length[depth++] = n;
    }
  }
  assert_int_equal(depth, 0);
}

static char *drawn(const char *board, const char *view, int zoom, bool dark) {
  char err[160];
  struct draw_options o = {
      .zoom = zoom, .dark = dark, .counters = true, .title = "A <title> & more", .numbers = true};
  char *svg = draw_svg(board, view, &o, err);
  if (!svg)
    fail_msg("refused: %s", err);
  assert_string_equal(err, "");
  return svg;
}

static void every_word_draws(void **state) {
  (void)state;
  char *view = full_view();
  for (int k = 0; k < 12; k++) {
    char *board = full_board(k & 1), *svg = drawn(board, view, k / 4, k & 2);
    check_xml(svg);
    assert_non_null(strstr(svg, "Place &lt;3&gt; &amp; Ще"));
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf\""));
    free(svg);
    svg = drawn(board, NULL, k / 4, k & 2);
    check_xml(svg);
    assert_null(strstr(svg, "18 Pz"));
    free(svg);
    free(board);
  }
  free(view);
}

/* The same map drawn, legend aside. */
static bool same_ground(const char *a, const char *b) {
  size_t n = (size_t)(strstr(a, "<g id=\"ground\"") - a),
         m = (size_t)(strstr(b, "<g id=\"ground\"") - b);
  size_t na = (size_t)(strstr(a, "<g id=\"sheet\"") - a),
         nb = (size_t)(strstr(b, "<g id=\"sheet\"") - b);
  return na - n == nb - m && !memcmp(a + n, b + m, na - n);
}

/* Each kind of hexside, paint and path alone puts something on the map that is not there without
 * it. */
static void each_word_shows(void **state) {
  (void)state;
  const char *form = "{\"layout\":\"flat\",\"hexes\":[[\"a\",0,2,[\"%s\"]],[\"b\",0,4,[]],[\"c\",3,"
                     "3,[]],[\"d\",3,5,[]]"
                     ",[\"e\",0,6,[]]],"
                     "\"sides\":[[\"a\",\"b\",[\"%s\"]],[\"c\",\"b\",[\"%s\"]]],\"paths\":[{"
                     "\"kind\":\"%s\",\"hexes\":["
                     "\"a\",\"b\",\"e\"]}]}";
  char board[1024];
  snprintf(board, sizeof board, form, "-", "-", "-", "-");
  char *bare = drawn(board, NULL, 1, false);
  for (int i = 1; i < COUNT(paints); i++) {
    snprintf(board, sizeof board, form, paints[i], "-", "-", "-");
    char *svg = drawn(board, NULL, 1, false);
    /* a field is a matter of luck */
    if (strcmp(paints[i], "field") != 0)
      assert_false(same_ground(svg, bare));
    free(svg);
  }
  for (int i = 0; i < COUNT(kinds); i++) {
    snprintf(board, sizeof board, form, "-", kinds[i], kinds[i], "road.minor");
    char *with = drawn(board, NULL, 1, false);
    snprintf(board, sizeof board, form, "-", "-", "-", "road.minor");
    char *without = drawn(board, NULL, 1, false);
    assert_false(same_ground(with, without));
    free(with);
    free(without);
  }
  for (int i = 0; i < COUNT(paths); i++) {
    snprintf(board, sizeof board, form, "-", "-", "-", paths[i]);
    char *svg = drawn(board, NULL, 1, false);
    assert_false(same_ground(svg, bare));
    free(svg);
  }
  assert_true(same_ground(bare, bare));
  free(bare);
}

static void same_input_same_bytes(void **state) {
  (void)state;
  char *board = full_board(false), *view = full_view();
  char *a = drawn(board, view, 1, false), *b = drawn(board, view, 1, false),
       *dark = drawn(board, view, 1, true);
  assert_string_equal(a, b);
  assert_true(strcmp(a, dark) != 0);
  free(a);
  free(b);
  free(dark);
  free(board);
  free(view);
}

static void refused(const char *board, const char *view, const char *says) {
  char err[160] = "";
  struct draw_options o = {.zoom = 1, .counters = true, .numbers = true};
  char *svg = draw_svg(board, view, &o, err);
  if (svg)
    fail_msg("drawn, not refused: %s", board ? board : "(null)");
  if (!strstr(err, says))
    fail_msg("said \"%s\", not \"%s\"", err, says);
  assert_int_equal(err[strlen(err) - 1], '.');
}

static void bad_documents_are_refused(void **state) {
  (void)state;
  const char *one =
      "{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]],[\"b\",0,2,[]],[\"c\",30,0,[]]]}";
  refused(NULL, NULL, "no board");
  refused("", NULL, "not JSON");
  refused("[1,2", NULL, "not JSON");
  refused("[]", NULL, "not an object");
  refused("{}", NULL, "layout");
  refused("{\"layout\":\"round\"}", NULL, "layout");
  refused("{\"layout\":\"flat\"}", NULL, "no hexes");
  refused("{\"layout\":\"flat\",\"hexes\":{}}", NULL, "not a list");
  refused("{\"layout\":\"flat\",\"hexes\":[7]}", NULL, "hexes[0]");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",\"x\",0]]}", NULL, "hexes[0]");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",1e300,0,[]]]}", NULL, "too far");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]],[\"a\",0,2,[]]]}", NULL, "twice");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",-900,-900,[]],[\"b\",900,900,[]]]}", NULL,
          "too large");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]]],\"sides\":[[\"a\",\"z\",[\"river\"]]]}",
          NULL, "sides[0]");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]],[\"b\",30,0,[]]],\"sides\":[[\"a\",\"b\","
          "[\"river\"]]]}",
          NULL, "do not touch");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]]],\"paths\":[{\"kind\":\"rail\",\"hexes\":"
          "[\"q\"]}]}",
          NULL, "paths[0]");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]]],\"labels\":[{\"text\":\"x\",\"hex\":"
          "\"q\"}]}",
          NULL, "labels[0]");
  refused("{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[]]],\"counters\":[1]}", NULL, "counters[0]");
  refused(one, "{", "not JSON");
  refused(one, "[]", "not an object");
  refused(one, "{\"units\":7}", "`units`");
  refused(one, "{\"units\":[7]}", "units[0]");
  refused(one, "{\"control\":\"all\"}", "`control`");
  free(drawn(one, "{\"units\":[{\"id\":\"nobody\",\"at\":\"nowhere\"}]}", 1, false));
}

/* Every prefix of a good document is refused or drawn, never worse; and so is every single-byte
 * change of a view. */
static void damaged_documents_do_no_harm(void **state) {
  (void)state;
  const char *board = "{\"layout\":\"flat\",\"hexes\":[[\"a\",0,0,[\"wood\"]],[\"b\",0,2,[\"town\"]"
                      "]],\"sides\":[[\"a\",\"b\",["
                      "\"slope\",\"berm\"]]],"
                      "\"paths\":[{\"kind\":\"rail\",\"hexes\":[\"a\",\"b\"]}],\"labels\":[{"
                      "\"text\":\"P\",\"hex\":\"a\",\"rank\":1}],"
                      "\"counters\":[{\"id\":\"u\",\"side\":\"german\",\"faces\":[{\"steps\":1,"
                      "\"figures\":[\"1\"]}]}]}";
  const char *view = "{\"units\":[{\"id\":\"u\",\"at\":\"a\",\"steps\":1,\"marks\":[\"m:1\"]},{"
                     "\"id\":\"?1\",\"side\":"
                     "\"soviet\",\"at\":\"b\",\"count\":2}]}";
  struct draw_options o = {.counters = true, .radius_px = 20};
  char err[160], copy[1024];
  for (size_t n = 0; n < strlen(board); n++) {
    memcpy(copy, board, n);
    copy[n] = 0;
    char *svg = draw_svg(copy, NULL, &o, err);
    assert_null(svg);
    assert_true(err[0] != 0);
  }
  for (size_t n = 0; n < strlen(view); n++) {
    static const char odd[] = {'0', '"', '[', '}', '\x7f', '\xff', '-'};
    strcpy(copy, view);
    copy[n] = odd[n % sizeof odd];
    char *svg = draw_svg(board, copy, &o, err);
    assert_true((svg != NULL) == (err[0] == 0));
    free(svg);
  }
}

static void unknown_units_show_nothing(void **state) {
  (void)state;
  char *board = full_board(false);
  const char *view =
      "{\"units\":[{\"id\":\"?17\",\"side\":\"soviet\",\"at\":\"0202\",\"count\":null},"
      "{\"id\":\"?18\",\"side\":\"german\",\"at\":\"0402\",\"count\":4,\"counter\":\"de.secret."
      "u3\",\"steps\":1}]}";
  char *svg = drawn(board, view, 2, false);
  assert_null(strstr(svg, "?1"));
  assert_null(strstr(svg, "secret"));
  assert_null(strstr(svg, "3/18"));
  assert_null(strstr(svg, "18 Pz"));
  assert_non_null(strstr(svg, ">?</text>"));
  assert_non_null(strstr(svg, ">4</text>"));
  check_xml(svg);
  free(svg);
  /* and an identified one shows its figures, the reduced ones when it has lost a step */
  svg =
      drawn(board, "{\"units\":[{\"id\":\"de.secret.u0\",\"at\":\"0202\",\"steps\":2}]}", 2, false);
  assert_non_null(strstr(svg, ">6-(7)</text>"));
  free(svg);
  svg =
      drawn(board, "{\"units\":[{\"id\":\"de.secret.u0\",\"at\":\"0202\",\"steps\":1}]}", 2, false);
  assert_non_null(strstr(svg, ">9-1</text>"));
  free(svg);
  free(board);
}

/* ---- text can be read: 4.5 to 1 on its ground, in both schemes */
static double channel(double v) {
  return v <= .03928 ? v / 12.92 : pow((v + .055) / 1.055, 2.4);
}
static void rgb(bool dark, enum token t, double out[3]) {
  unsigned v = (unsigned)strtoul(token_colour(dark, t) + 1, NULL, 16);
  for (int i = 0; i < 3; i++)
    out[i] = (double)(v >> (16 - 8 * i) & 255) / 255;
}
static double contrast(bool dark, enum token ink, enum token ground) {
  double a[3], b[3], light[2] = {0, 0}, k = token_opacity(dark, ink);
  static const double share[3] = {.2126, .7152, .0722};
  rgb(dark, ink, a);
  rgb(dark, ground, b);
  for (int i = 0; i < 3; i++) {
    light[0] += share[i] * channel(a[i] * k + b[i] * (1 - k));
    light[1] += share[i] * channel(b[i]);
  }
  return (fmax(light[0], light[1]) + .05) / (fmin(light[0], light[1]) + .05);
}

static void text_can_be_read(void **state) {
  (void)state;
  static const struct {
    enum token ink, ground;
    double least;
  } pair[] = {{T_INK, T_PAPER, 4.5},
              {T_INK, T_INK_HALO, 4.5},
              {T_INK, T_CARD, 4.5},
              {T_CARD_SOFT, T_CARD, 4.5},
              {T_NUMBER, T_PAPER, 4.5},
              {T_HILL_TEXT, T_INK_HALO, 4.5},
              {T_WATER_TEXT, T_INK_HALO, 4.5},
              {T_ARMY_INK, T_ARMY, 4.5},
              {T_SS_INK, T_SS, 4.5},
              {T_SOVIET_INK, T_SOVIET, 4.5},
              {T_AIR_INK, T_AIR, 4.5},
              {T_NEUTRAL_INK, T_NEUTRAL, 4.5},
              {T_SOVIET_LINE, T_GUARDS_BOX, 4.5},
              {T_PILL_INK, T_PILL, 4.5},
              {T_BADGE_LIGHT, T_BADGE_DARK, 4.5},
              {T_BADGE_LIGHT, T_BADGE_RED, 4.5},
              {T_BADGE_LIGHT, T_BADGE_BLUE, 4.5},
              {T_BADGE_LIGHT, T_BADGE_VIOLET, 4.5},
              {T_ARMY_INK, T_BADGE_AMBER, 4.5},
              {T_TOOTHED, T_PAPER, 3},
              {T_RAIL, T_PAPER, 3},
              {T_ROAD, T_PAPER, 3}};
  for (int dark = 0; dark < 2; dark++)
    for (int i = 0; i < COUNT(pair); i++) {
      double c = contrast(dark, pair[i].ink, pair[i].ground);
      if (c < pair[i].least)
        fail_msg("pair %d, %s: %.2f", i, dark ? "dark" : "light", c);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_word_draws),
      cmocka_unit_test(each_word_shows),
      cmocka_unit_test(same_input_same_bytes),
      cmocka_unit_test(bad_documents_are_refused),
      cmocka_unit_test(damaged_documents_do_no_harm),
      cmocka_unit_test(unknown_units_show_nothing),
      cmocka_unit_test(text_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
