/* backup.c - backup, restore, verify: whole stores.
 *
 * verify replays every game from its first line, and where the game's secret speaks for its dice it
 * checks the published commitment and every single token too.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "host/game.h"
#include "secret.h"
#include "store.h"

/* Where games are kept when nobody says otherwise. */
void server_home(char out[1024]) {
  const char *xdg = getenv("XDG_DATA_HOME");
  const char *home = getenv("HOME");
  if (xdg && xdg[0] == '/')
    snprintf(out, 1024, "%s/salient/games.db", xdg);
  else
    snprintf(out, 1024, "%s/.local/share/salient/games.db", home && *home ? home : ".");
}

static int no(int code, const char *why) {
  fprintf(stderr, "salient: %s\n", why);
  return code;
}

/* Into a file beside the target, then renamed: there is never half a copy under the name. */
static int copy(struct store *from, const char *to, char why[256]) {
  char part[1100];

  snprintf(part, sizeof part, "%s.part", to);
  unlink(part);
  bool ok = !store_copy(from, part, why);
  if (ok)
    store_forget(to);
  if (ok && rename(part, to))
    ok = (snprintf(why, 256, "%.200s: %s", to, strerror(errno)), false);
  if (!ok)
    unlink(part);

  return ok ? 0 : 2;
}

/* Copies a store that may be in use; an existing file is never overwritten. */
int backup_run(const char *db, const char *to) {
  char why[256];
  struct stat st;

  if (!stat(to, &st)) {
    snprintf(why, sizeof why, "%.200s: is there already", to);
    return no(2, why);
  }
  struct store *s = store_open(db, STORE_LOOK, why);
  if (!s)
    return no(2, why);
  int code = copy(s, to, why);
  store_close(s);
  return code ? no(code, why) : 0;
}

/* Replaces a store by a sound copy, if no server uses it. */
int restore_run(const char *from, const char *db) {
  char why[256];
  struct store *s = store_open(from, STORE_LOOK, why);

  if (!s)
    return no(2, why);
  int code = store_check(s, why) ? 1 : 0;
  /* nobody may be using what is replaced; but it may well be damaged */
  struct store *held = code ? NULL : store_hold(db, why);
  if (!code)
    code = held ? copy(s, db, why) : 2;
  store_close(held);
  store_close(s);
  return code ? no(code, why) : 0;
}

/* Moves games, accounts and all to another kind of store. Neither may be in use. */
int copy_run(const char *from, const char *to) {
  char why[256] = "";
  struct store_moved n;
  struct store *a = NULL;
  struct store *b = NULL;
  bool there = !store_is_file(from) || !access(from, R_OK);

  if (!there)
    snprintf(why, sizeof why, "%.200s: %s", from, strerror(errno));
  if (there)
    a = store_open(from, STORE_SERVE, why);
  if (a)
    b = store_open(to, STORE_SERVE, why);
  int code = b ? 1 : 2;
  if (b && !store_move(a, b, &n, why))
    code = 0;
  store_close(b);
  store_close(a);
  if (code)
    return no(code, why);
  printf("%lld games, %lld lines, %lld rows copied and compared: the same\n", (long long)n.games,
         (long long)n.lines, (long long)n.rows);
  return 0;
}

/* ---- verify */
/* What `verify` counts while it plays every stored journal again. */
struct checking {
  struct library *lib;
  struct desk *desk;
  struct store *store;
  const struct store_game *g;
  uint64_t roll;
  int64_t last;
  uint32_t games, wrong;
  uint32_t older; /* whole, but of another edition of the rules: they go on by `adopt` */
  uint64_t lines, rolls;
};

/* The dice of the game's secret, once more. */
static uint32_t roll_again(void *ctx, uint32_t n) {
  struct checking *c = ctx;
  c->rolls++;
  return dice_below(c->g->secret, c->roll++, n);
}

/* One line that names the game, and the journal's line where there is one. */
static void say(const struct checking *c, const char *what, int line) {
  if (line)
    printf("%s: line %d: %s\n", c->g->id, line, what);
  else
    printf("%s: %s\n", c->g->id, what);
}

/* Counts and says what is wrong; the check goes on. */
static bool wrong(struct checking *c, const char *what, int line) {
  c->wrong++;
  say(c, what, line);
  return true;
}

/* The game once more with every die rolled from the secret: it must come out the same. */
static void check_dice(struct checking *c, const char *text, size_t n) {
  const struct game_roller roller = {.below = roll_again,
                                     .ctx = c,
                                     .from = (uint64_t)store_first_roll(c->g),
                                     .setup_only = c->g->typed};
  struct journal_report report;

  c->roll = roller.from;
  if (c->g->roll0 < 0 && c->g->typed)
    return; /* imported, and typed since: none is the secret's */
  game_free(game_reroll(c->lib, c->desk, text, n, &roller, &report));
  if (report.verdict != JOURNAL_GOOD)
    wrong(c, "a roll is not the one the secret gives", report.line);
}

/* Is it untouched, and does it differ only because the rules have a new edition since? */
static bool of_older_rules(const char *text, size_t n, const struct journal_report *report) {
  struct journal_reader r;
  struct fault f;
  if (report->verdict != JOURNAL_CHANGED || !journal_open(&r, text, n, &f))
    return false;
  const struct sal_ruleset *rules = sal_ruleset_find(r.head.game);
  return rules && strcmp(rules->edition, r.head.edition);
}

/* Replays one game, and checks its dice where its secret speaks for them. */
static bool check_game(void *ctx, const struct store_game *g) {
  struct checking *c = ctx;
  struct journal_report report;
  struct journal_reader head;
  struct fault f;
  char *text = NULL;
  char commit[65];
  size_t n = 0;

  c->g = g;
  c->last = g->num;
  c->games++;
  if (store_journal_read(c->store, g->num, &text, &n))
    return wrong(c, "its journal is missing", 0);
  struct game *game = game_replay(c->lib, c->desk, text, n, NULL, NULL, &report);
  dice_commit(g->secret, commit);
  c->lines += report.lines;
  if (of_older_rules(text, n, &report)) {
    c->older++;
    say(c, report.text, report.line);
  } else if (report.verdict != JOURNAL_GOOD || !game)
    wrong(c, report.text, report.line);
  else if (!g->roll0 && journal_open(&head, text, n, &f) && strcmp(head.head.commit, commit))
    wrong(c, "the secret is not the one committed to", 0);
  else if (!game_actors(game) && !g->ended[0])
    wrong(c, "is over but not marked so", 0);
  else
    check_dice(c, text, n);
  game_free(game);
  free(text);
  return true;
}

/* Every game of a store, some hundred at a time. */
int verify_run(struct library *lib, const char *db) {
  char why[256];
  struct checking c = {.lib = lib};
  uint32_t before;

  if (!secret_start())
    return no(2, "no source of random bytes");
  c.store = store_open(db, STORE_LOOK, why);
  if (!c.store)
    return no(2, why);
  c.desk = desk_new();
  library_older(lib, store_data_find, (void *)(uintptr_t)db);
  bool sound = !store_check(c.store, why);
  if (!sound)
    printf("%s\n", why);
  do {
    before = c.games;
    if (store_games(c.store, LIST_ALL, c.last, 500, check_game, &c)) {
      sound = false;
      printf("%s\n", store_why(c.store));
    }
  } while (sound && c.games > before);
  if (c.older)
    printf("%u of another edition of the rules: each goes on when both sides adopt today's\n",
           c.older);
  printf("%u games, %llu lines, %llu rolls checked: %u wrong\n", c.games,
         (unsigned long long)c.lines, (unsigned long long)c.rolls, c.wrong + !sound);
  desk_free(c.desk);
  store_close(c.store);
  return c.wrong || !sound ? 1 : 0;
}
