/* cmd_pass.c - `pass`: a game played by passing one file to and fro, in the terminal. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/passed_home.h"
#include "tty_seat.h"

static const char usage[] = "pass new GAME/SCENARIO FILE --side S [--mode sealed|honour] [--set "
                            "OPTION=N].. | pass FILE | pass show FILE   [--home DIR]";

/* ---- opening and closing */
/* One sitting with a passed file. p is freed by cmd_pass; file points into its arguments. */
struct passing {
  struct passed *p;
  const char *file;
  /* where this player's key and memory of earlier parts are */
  char home[PASSED_HOME];
  /* only while playing: undo puts the rewritten game on it */
  struct table *table;
};
/* This player's key from the home folder; it is made when there is none. */
static void my_key(const char *home, struct passed_key *k) {
  struct fault f;
  bool fresh;

  if (!passed_home_key(home, k, &fresh, &f))
    die_fault(EXIT_USE, &f);
  if (fresh)
    fprintf(stderr, "salient: a new key was made: %s/key (keep it; it is you)\n", home);
}

/* Reads a passed file and takes what is new in it. */
static struct passed *open_file(struct library *lib, struct desk *desk, struct passing *g,
                                const struct passed_key *key) {
  size_t n;
  char *text = read_file(g->file, &n);
  struct fault f = {0};
  struct passed *p = passed_home_open(g->home, lib, desk, text, n, key, &f);

  if (!p)
    die(EXIT_NO, "%s: %s%s%s", g->file, f.at, *f.at ? ": " : "", f.text);
  free(text);
  return p;
}

/* Writes the whole file and makes it durable before it is sent. */
static bool put(const char *path, const char *text, size_t n) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

  if (fd < 0)
    return false;
  /* a short write is a full disk; it is not tried again */
  bool written = write(fd, text, n) == (ssize_t)n;
  bool durable = written && !fsync(fd);
  bool closed = !close(fd);

  return durable && closed;
}

/* Writes the file beside itself and puts it in place, so that it is never half written. */
static void close_file(struct passing *g) {
  size_t n;
  char beside[600];
  struct fault f;
  const char *text = passed_close(g->p, &n);

  if (strlen(g->file) > 500)
    die(EXIT_USE, "%s: the name is too long", g->file);
  snprintf(beside, sizeof beside, "%s.next", g->file);
  /* room for it, before anything is promised */
  if (!put(beside, text, n))
    die(EXIT_USE, "%s: cannot be written: %s", beside, strerror(errno));
  /* The home folder learns first what was promised; then the file takes its new form. */
  if (!passed_home_close(g->home, g->p, &n, &f))
    die_fault(EXIT_USE, &f);
  if (rename(beside, g->file))
    die(EXIT_USE, "%s: cannot be written: %s (the file is %s)", g->file, strerror(errno), beside);
}

/* Shows what is played and how: the player who began the game chose it, and the other should see it
 * before he joins. */
static void say_mode(const struct passed *p) {
  const struct journal_head *h = passed_about(p);
  printf("%s/%s", h->game, h->scenario);
  for (int i = 0; i < h->noptions; i++)
    printf("%s%s=%d", i ? ", " : " with ", h->option[i].id, h->option[i].value);
  printf("\n%s\n", passed_says(p));
}

/* Says who must do what next. */
static void say_awaited(const struct passing *g) {
  char words[200];
  passed_awaited(g->p, words, sizeof words);
  printf("%s\n", words);
}

/* ---- playing */
/* Decisions go into the part that this player is writing. */
static bool act(void *ctx, struct sal_action a, struct fault *f) {
  return passed_do(((struct passing *)ctx)->p, a, f);
}

/* The part is written once more without the last decision. */
static bool undo(void *ctx, struct fault *f) {
  struct passing *g = ctx;
  bool ok = passed_undo(g->p, f);
  g->table->g = passed_game(g->p); /* the part was written again */
  return ok;
}

/* Asks for decisions as long as they are ours, then says whom to send the file to. */
static void play(struct library *lib, struct desk *desk, struct passing *g) {
  struct fault f = {0};
  struct table t = {
      .lib = lib, .desk = desk, .piped = !isatty(STDIN_FILENO), .act = act, .undo = undo, .ctx = g};

  g->table = &t;
  uint32_t before = passed_files(g->p);
  int side = passed_side(g->p);
  bool told = false;
  bool on = true;
  /* What is owed without a decision comes first: joining, a sealed value, opening a choice. */
  if (passed_answer(g->p, &f))
    printf("Answered what was owed.\n");
  else if (f.code != FAULT_NONE)
    die_fault(EXIT_NO, &f);
  while (on && passed_mine(g->p)) {
    t.g = passed_game(g->p);
    if (!told)
      table_map(&t, side, "");
    told = true;
    on = table_ask(&t, side);
  }
  t.g = passed_game(g->p);
  struct sal_result r;
  if (t.g && !told)
    table_events(&t, side);
  if (t.g && game_result(t.g, &r))
    printf("\n%s: %s [%s]\n", r.level ? r.level : "The end", r.text,
           sal_rule_id(game_book(t.g), r.rule));
  cJSON_Delete(t.news);
  g->table = NULL;
  say_awaited(g);
  close_file(g);
  if (passed_files(g->p) > before)
    printf("%s has your part %u: send it to the other side.\n", g->file, passed_files(g->p));
  else
    printf("Nothing was added to %s.\n", g->file);
}

/* Scenario options given as --set ID=N. */
static cJSON *options_of(struct args *a) {
  cJSON *options = cJSON_CreateObject();
  const char *set;

  while ((set = arg_value(a, "--set"))) {
    const char *eq = strchr(set, '=');
    char id[32];
    int32_t value;
    if (!eq || eq - set >= (int)sizeof id)
      die(EXIT_USE, "--set must be OPTION=VALUE");
    snprintf(id, sizeof id, "%.*s", (int)(eq - set), set);
    if (sal_parse_int(eq + 1, -128, 255, &value))
      cJSON_AddNumberToObject(options, id, value);
    else
      cJSON_AddStringToObject(options, id, eq + 1);
  }

  return options;
}

/* A new game in a file. */
static void begin(struct args *a, struct library *lib, struct desk *desk, struct passing *g,
                  const struct passed_key *key, int side, enum passed_mode mode, cJSON *options) {
  struct game_start s = {.options = options, .seed = 1};
  const struct sal_book *book;
  struct fault f;

  if (!access(g->file, F_OK))
    die(EXIT_USE, "%s: is there already", g->file);
  if (!library_pick(lib, a->v[1], &s.rules, &book, &f))
    die_fault(EXIT_USE, &f);
  s.scenario = book->scenarios[book->scenario].id;
  g->p = passed_begin(lib, desk, &s, mode, side, key, &f);
  if (!g->p)
    die_fault(EXIT_NO, &f);
  close_file(g);
  say_mode(g->p);
  say_awaited(g);
  printf("Send %s to the other side, who answers with: salient pass %s\n", g->file, g->file);
}

/* new, show, or take a turn. */
int cmd_pass(struct args *a) {
  struct passing g = {0};
  struct passed_key key;
  const char *side_name = arg_value(a, "--side");
  const char *mode_name = arg_value(a, "--mode");
  cJSON *options = options_of(a);
  struct fault f;

  if (!passed_home(arg_value(a, "--home"), g.home, &f))
    die_fault(EXIT_USE, &f);
  arg_rest(a, 1, 3, usage);
  bool new = !strcmp(a->v[0], "new");
  bool show = !strcmp(a->v[0], "show");
  if (a->n != (new ? 3 : show ? 2 : 1))
    die(EXIT_USE, "usage: salient %s", usage);
  int side = side_name ? sal_side_parse(side_name) : SAL_NOSIDE;
  enum passed_mode mode = PASSED_SEALED;
  if (mode_name && !strcmp(mode_name, "honour"))
    mode = PASSED_HONOUR;
  else if (mode_name && strcmp(mode_name, "sealed"))
    die(EXIT_USE, "--mode must be sealed or honour");
  if (new &&side >= SAL_SIDES)
    die(EXIT_USE, "--side must be german or soviet");
  if (!new && (side_name || mode_name || options->child))
    die(EXIT_USE, "--side, --mode and --set are for `pass new`");
  g.file = a->v[a->n - 1];
  struct library *lib = open_library(a);
  struct desk *desk = desk_new();
  my_key(g.home, &key);
  if (new) {
    begin(a, lib, desk, &g, &key, side, mode, options);
  } else {
    g.p = open_file(lib, desk, &g, &key);
    printf("%s: %u part%s, all signed and in order. You are the %s side.\n", g.file,
           passed_files(g.p), passed_files(g.p) == 1 ? "" : "s", sal_side_name[passed_side(g.p)]);
    say_mode(g.p);
    if (show)
      say_awaited(&g);
    else
      play(lib, desk, &g);
  }
  cJSON_Delete(options);
  passed_free(g.p);
  desk_free(desk);
  library_close(lib);
  return EXIT_DONE;
}
