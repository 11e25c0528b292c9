/* cmd_replay.c - `replay`, `draw` and `odds`: a journal, a picture, the chances of an attack. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "draw/draw.h"
#include "host/position.h"
#include "host/rolls.h"
#include "tty_words.h"

/* Whose eyes: --side. */
static int side_arg(struct args *a, int def) {
  const char *text = arg_value(a, "--side");
  int side = text ? sal_side_parse(text) : def;
  if (side == SAL_NOSIDE)
    die(EXIT_USE, "--side must be german, soviet, watch or all");
  return side;
}

/* ---- pictures */
/* For the writers: a game and whose eyes it is seen with. */
struct ask {
  struct game *g;
  int side;
};
static void write_board(void *ctx, struct sal_json *j) {
  game_board_json(((struct ask *)ctx)->g, j, NULL);
}

static void write_view(void *ctx, struct sal_json *j) {
  game_view_json(((struct ask *)ctx)->g, j, NULL, ((struct ask *)ctx)->side);
}

/* A game as SVG, as one side sees it. */
static char *picture(struct game *g, int side, struct draw_options *o) {
  struct ask ask = {g, side};
  const struct sal_book *b = game_book(g);
  const struct sal_scenario *s = &b->scenarios[b->scenario];
  char err[160] = "";
  char under[160];
  char date[48] = "";
  struct sal_text t = {date, sizeof date, 0};

  /* Games that know dates have it below the title, beside the turn. */
  if (b->rules->date)
    b->rules->date(b, game_state(g), &t);
  snprintf(under, sizeof under, "%s, turn %u%s%s", s->title, game_state(g)->turn, *date ? ", " : "",
           date);
  o->title = b->rules->title;
  o->subtitle = under;
  char *board = json_text(write_board, &ask);
  char *view = json_text(write_view, &ask);
  char *svg = draw_svg(board, view, o, err);
  o->subtitle = NULL; /* it was ours */
  free(board);
  free(view);
  if (!svg)
    die(EXIT_NO, "%s", err);

  return svg;
}

/* The options of a picture. */
static struct draw_options draw_args(struct args *a) {
  const char *zoom = arg_value(a, "--zoom");
  struct draw_options o = {.zoom = 1, .counters = true, .numbers = true};

  if (zoom)
    /* -1 is no distance, and is refused below */
    o.zoom = !strcmp(zoom, "far")      ? 0
             : !strcmp(zoom, "middle") ? 1
             : !strcmp(zoom, "near")   ? 2
                                       : -1;
  if (o.zoom < 0)
    die(EXIT_USE, "--zoom must be far, middle or near");
  o.dark = arg_flag(a, "--dark");
  o.counters = !arg_flag(a, "--no-counters");
  return o;
}

/* A game from a position file, which says itself where it is played. */
static struct game *from_position(struct library *lib, struct desk *desk, const char *path,
                                  const char *game_scenario, uint64_t seed) {
  size_t n;
  char *text = read_file(path, &n);
  struct fault f;
  cJSON *doc = input_parse(text, n, "position", &f);

  if (!doc)
    die(EXIT_USE, "%s: %s: %s", path, f.at, f.text);
  struct position_extra x;
  if (!position_extra(doc, &x, &f))
    die(EXIT_USE, "%s: %s: %s", path, f.at, f.text);
  /* The file names its game; the command line may say otherwise, and may leave the scenario out. */
  char game[32] = "";
  char scenario[64] = "";
  snprintf(game, sizeof game, "%s", x.game ? x.game : "");
  snprintf(scenario, sizeof scenario, "%s", x.scenario ? x.scenario : "");
  if (game_scenario) {
    const char *slash = strchr(game_scenario, '/');
    snprintf(game, sizeof game, "%.*s", slash ? (int)(slash - game_scenario) : 31, game_scenario);
    if (slash)
      snprintf(scenario, sizeof scenario, "%s", slash + 1);
  }
  struct game_start s = {.rules = sal_ruleset_find(game),
                         .scenario = scenario,
                         .position = doc,
                         .options = x.options,
                         .seed = seed};
  if (!s.rules)
    die(EXIT_USE, "%s: the position must name its game (\"game\":\"..\")", path);
  /* Without a scenario it is the game's first. */
  if (!*scenario) {
    const struct sal_book *o = library_outline(lib, s.rules, &f);
    if (!o)
      die_fault(EXIT_USE, &f);
    s.scenario = o->scenarios[0].id;
  }
  struct game *g = game_new(lib, desk, &s, &f);
  if (!g)
    die(EXIT_USE, "%s: %s: %s", path, f.at, f.text);
  cJSON_Delete(doc);
  free(text);
  return g;
}

/* The game at the end of its journal. */
static struct game *from_journal(struct library *lib, struct desk *desk, const char *path) {
  size_t n;
  bool torn;
  struct fault f;
  char *text = read_file(path, &n);
  /* A torn last line is left out: the picture is of what was kept. */
  struct game *g = game_load(lib, desk, text, n, 1, false, &torn, &f);

  if (!g)
    die(EXIT_USE, "%s: line %d: %s", path, f.line, f.text);
  free(text);
  return g;
}

/* Draws a scenario, a position or a journal. */
int cmd_draw(struct args *a) {
  static const char usage[] = "draw GAME/SCENARIO [-o FILE] [--side S] [--seed N] [--dark] [--zoom "
                              "far|middle|near] [--position FILE] [--journal FILE] [--no-counters]";
  const char *out = arg_value(a, "-o");
  const char *position = arg_value(a, "--position");
  const char *journal = arg_value(a, "--journal");
  uint64_t seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  int side = side_arg(a, SAL_ALL);
  struct draw_options o = draw_args(a);

  arg_rest(a, position || journal ? 0 : 1, 1, usage);
  if (position && journal)
    die(EXIT_USE, "give --position or --journal, not both");
  struct library *lib = open_library(a);
  struct desk *desk = desk_new();
  struct game *g;
  struct fault f;
  if (journal) {
    g = from_journal(lib, desk, journal);
  } else if (position) {
    g = from_position(lib, desk, position, a->n ? a->v[0] : NULL, seed);
  } else {
    struct game_start s = {.seed = seed};
    const struct sal_book *book;
    if (!library_pick(lib, a->v[0], &s.rules, &book, &f))
      die_fault(EXIT_USE, &f);
    s.scenario = book->scenarios[book->scenario].id;
    if (!(g = game_new(lib, desk, &s, &f)))
      die_fault(EXIT_USE, &f);
  }
  char *svg = picture(g, side, &o);
  write_file(out ? out : "-", svg, strlen(svg));
  free(svg);
  game_free(g);
  desk_free(desk);
  library_close(lib);
  return EXIT_DONE;
}

/* ---- replay */
/* How much of a replay is told, and how far it has come. */
struct telling {
  int side;
  uint64_t until;
  /* last printed, so that each turn has one heading */
  int turn;
};
/* One line of a replay in words. */
static bool tell(void *ctx, struct game *g, const struct journal_line *l) {
  struct telling *t = ctx;
  cJSON *news = l->kind == JOURNAL_SETUP ? read_events(g, t->side, 0) : read_news(g, t->side);
  const cJSON *events = l->kind == JOURNAL_SETUP ? news : cJSON_GetObjectItem(news, "events");

  if (game_state(g)->turn != t->turn)
    printf("== turn %d\n", t->turn = game_state(g)->turn);
  /* A side's telling shows its own decisions; of the other side's only the events it may see. */
  if (t->side == SAL_ALL || t->side == l->side) {
    printf("%u %s%s %s", l->n, l->side == SAL_NOSIDE ? "-" : sal_side_name[l->side],
           l->star ? "*" : "", l->action);
    for (uint32_t i = 0; i < l->ntokens; i++)
      printf("%s%s", i ? " " : "  | ", l->token[i]);
    printf("\n");
  }
  print_events(events);
  cJSON_Delete(news);
  return l->n < t->until;
}

/* Stops at a line without telling anything. */
static bool silently(void *ctx, struct game *g, const struct journal_line *l) {
  (void)g;
  return l->n < ((struct telling *)ctx)->until;
}

/* In the order of enum journal_verdict. */
static const char *verdict_name(enum journal_verdict v) {
  static const char *const name[] = {"good", "malformed", "altered", "changed", "torn"};
  return name[v];
}

/* Tells a journal, verifies it, or draws its end. */
int cmd_replay(struct args *a) {
  static const char usage[] =
      "replay FILE [--verify] [--side S] [--svg OUT] [--to LINE] [--dark] [--zoom far|middle|near]";
  bool verify = arg_flag(a, "--verify");
  const char *svg = arg_value(a, "--svg");
  struct telling t = {side_arg(a, SAL_ALL), arg_number(a, "--to", 0, UINT32_MAX, UINT32_MAX), -1};
  struct draw_options o = draw_args(a);

  arg_rest(a, 1, 1, usage);
  size_t n;
  char *text = read_file(a->v[0], &n);
  struct library *lib = open_library(a);
  struct desk *desk = desk_new();
  struct journal_report r;
  struct game *g = game_replay(lib, desk, text, n, verify || svg ? silently : tell, &t, &r);
  if (verify && g && r.verdict == JOURNAL_GOOD)
    rolls_verify(lib, desk, text, n, &r);
  /* A bad journal is the answer "no" to --verify, and wrong use for everything else. */
  int code = r.verdict == JOURNAL_GOOD ? EXIT_DONE : verify ? EXIT_NO : EXIT_USE;
  if (code)
    fprintf(stderr, "salient: %s: line %d: %s: %s\n", a->v[0], r.line, verdict_name(r.verdict),
            r.text);
  else if (verify)
    printf("%s: good, %u lines%s%s\n", a->v[0], r.lines, *r.text ? "; " : "", r.text);
  if (!code && svg && g) {
    char *drawn = picture(g, t.side, &o);
    write_file(svg, drawn, strlen(drawn));
    free(drawn);
  } else if (!code && svg) {
    die(EXIT_NO, "%s", r.text);
  } else if (!code && !verify && g) {
    struct sal_result result;
    if (game_result(g, &result))
      printf("%s [%s]\n", result.text, sal_rule_id(game_book(g), result.rule));
  }
  game_free(g);
  desk_free(desk);
  library_close(lib);
  free(text);
  return code;
}

/* ---- odds */
/* The attack whose odds are asked: at most as many actions as the command line takes. */
struct odds {
  struct game *g;
  int side;
  struct sal_action action[200];
  uint32_t n;
};
static void write_odds(void *ctx, struct sal_json *j) {
  struct odds *o = ctx;
  struct fault f;
  if (!game_odds_json(o->g, j, NULL, o->side, o->action, o->n, &f))
    die_fault(EXIT_NO, &f);
}

/* The card of an attack built on a position. */
int cmd_odds(struct args *a) {
  static const char usage[] = "odds POSITION ACTION.. [--side S] [--seed N] [--json]";
  bool json = arg_flag(a, "--json");
  uint64_t seed = arg_number(a, "--seed", 0, 9007199254740992u, 1);
  struct odds *o = calloc(1, sizeof *o);

  if (!o)
    abort();
  /* SAL_NOSIDE - 1 stands for "not given": then it is the side that decides in the position. */
  o->side = side_arg(a, SAL_NOSIDE - 1);
  arg_rest(a, 1, 200, usage);
  struct library *lib = open_library(a);
  struct desk *desk = desk_new();
  o->g = from_position(lib, desk, a->v[0], NULL, seed);
  if (o->side == SAL_NOSIDE - 1)
    o->side = game_actors(o->g) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
  if (o->side >= SAL_SIDES)
    die(EXIT_USE, "--side must be german or soviet");
  for (int i = 1; i < a->n; i++) {
    struct fault f;
    if (!game_parse(o->g, a->v[i], a->v[i], &o->action[o->n++], &f))
      die_fault(EXIT_USE, &f);
  }
  char *text = json_text(write_odds, o);
  cJSON *card = cJSON_Parse(text);
  if (json)
    puts(text);
  else
    print_card(card);
  cJSON_Delete(card);
  free(text);
  game_free(o->g);
  free(o);
  desk_free(desk);
  library_close(lib);
  return EXIT_DONE;
}
