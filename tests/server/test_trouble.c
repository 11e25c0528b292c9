/* test_trouble.c - bad days: one clear line for each, and no damage. */
#include "client.h"
#include "host/journal.h"
#include "host/library.h"
#include "server/store.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct test_server S;
static int begin(void **state) {
  return (void)state, server_folder(&S), 0;
}
static int end(void **state) {
  return (void)state, server_clean(&S), 0;
}
static char out[4096];

static void one_line(const char *must) {
  if (!strstr(out, must))
    fail_msg("'%s' does not say '%s'", out, must);
  const char *nl = strchr(out, '\n');
  assert_true(nl && !nl[1]);
}
static void sql(const char *db, const char *text) {
  sqlite3 *s;
  char *why = NULL;
  assert_int_equal(sqlite3_open(db, &s), 0);
  if (sqlite3_exec(s, text, NULL, NULL, &why))
    fail_msg("%s: %s", text, why);
  sqlite3_close(s);
}
static long long seq_now(struct player *p) {
  cJSON *v = player_ask(p, "{\"cmd\":\"view\"}");
  long long seq = (long long)at(v, "view.seq")->valuedouble;
  cJSON_Delete(v);
  return seq;
}

/* Built with PostgreSQL or without: one line that names it. */
static void no_such_database(void **state) {
  (void)state;
  assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--db",
                               "postgresql:///games?host=/nowhere", NULL),
                   2);
  one_line("PostgreSQL");
}
static void port_in_use(void **state) {
  (void)state;
  char port[8], other[128];
  server_start(&S, NULL);
  snprintf(port, sizeof port, "%d", S.url.port);
  snprintf(other, sizeof other, "%s/other.db", S.dir);
  assert_int_equal(run_salient(out, sizeof out, "serve", "--port", port, "--address", "127.0.0.1",
                               "--db", other, NULL),
                   2);
  one_line("is in use");
}
static void second_server(void **state) {
  (void)state;
  server_start(&S, NULL);
  assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--db", S.db, NULL), 2);
  one_line("another server has this database open");
  assert_int_equal(server_stop(&S), 0);
}
static void newer_or_none(void **state) {
  (void)state;
  char other[128];
  server_start(&S, NULL);
  server_stop(&S);
  sql(S.db, "PRAGMA user_version=99");
  assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--db", S.db, NULL), 2);
  one_line("newer version of salient");
  snprintf(other, sizeof other, "%s/text", S.dir);
  FILE *f = fopen(other, "w");
  for (int i = 0; i < 1000; i++)
    fprintf(f, "this is no database\n");
  fclose(f);
  assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--db", other, NULL), 2);
  one_line("is no database of salient");
  snprintf(other, sizeof other, "%s/alien.db", S.dir);
  sql(other, "CREATE TABLE x(y)");
  assert_int_equal(run_salient(out, sizeof out, "verify", other, NULL), 2);
  one_line("is no database of salient");
  assert_int_equal(run_salient(out, sizeof out, "verify", "/nowhere/x.db", NULL), 2);
  one_line("/nowhere/x.db");
}
static void locked(void **state) {
  (void)state;
  server_start(&S, NULL);
  server_stop(&S);
  sqlite3 *other;
  assert_int_equal(sqlite3_open(S.db, &other), 0);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), 0);
  assert_int_equal(run_salient(out, sizeof out, "serve", "--port", "0", "--db", S.db, NULL), 2);
  one_line("locked by another program");
  sqlite3_close(other);
}
/* The file may not grow any more: what was acknowledged stays, what was not says so, and later all
 * goes on. */
static void disk_full(void **state) {
  (void)state;
  struct player p;
  server_start(&S, NULL);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *offer = player_ask(&p, "{\"cmd\":\"actions\"}");
  char id[100];
  snprintf(id, sizeof id, "%s", word(at(offer, "actions")->child, "id"));
  cJSON_Delete(offer);
  cJSON *before = player_ask(&p, "{\"cmd\":\"view\"}");
  struct rlimit old, tiny = {4096, RLIM_INFINITY};
  assert_int_equal(prlimit(S.pid, RLIMIT_FSIZE, NULL, &old), 0);
  tiny.rlim_max = old.rlim_max;
  assert_int_equal(prlimit(S.pid, RLIMIT_FSIZE, &tiny, NULL), 0);
  cJSON *d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"f\"}", id,
                        seq_now(&p));
  assert_string_equal(word(d, "error.code"), "internal");
  assert_non_null(strstr(word(d, "error.text"), "not kept"));
  cJSON_Delete(d);
  struct http_answer a = http_do(&S, "POST", "/api/games", NULL,
                                 "{\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seats\":{"
                                 "\"german\":\"me\",\"soviet\":\"me\"}}");
  assert_int_equal(a.status, 500);
  http_done(&a);
  cJSON *after = player_ask(&p, "{\"cmd\":\"view\"}"); /* as if it had never been */
  assert_true(cJSON_Compare(before, after, true));
  assert_int_equal(prlimit(S.pid, RLIMIT_FSIZE, &old, NULL), 0);
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"f\"}", id,
                 seq_now(&p));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  cJSON_Delete(before);
  cJSON_Delete(after);
  player_close(&p);
  server_kill(&S);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  assert_non_null(strstr(out, "1 games, 1 lines"));
}
static void play_out(const struct made *m) { /* against the computer */
  struct player p;
  bool over = false;
  player_open(&p, &S, NULL);
  cJSON *d = player_join(&p, m->id, m->german);
  if (!cJSON_IsTrue(at(d, "ok")))
    fail_msg("%s", word(d, "error.text"));
  cJSON_Delete(d);
  while (!over) {
    int64_t seq = seq_now(&p);
    d = player_ask(&p, "{\"cmd\":\"view\"}");
    over = cJSON_IsTrue(at(d, "view.over"));
    cJSON_Delete(d);
    if (over || play_one(&p, &seq, &over))
      continue;
    cJSON_Delete(player_push(&p, "state"));
  }
  player_close(&p);
}
/* A game goes on with the data files it began with, its computer too, though the server has others
 * now; kept once for all of them. */
static void data_changed(void **state) {
  (void)state;
  struct player p;
  char cmd[512], dir[96];
  snprintf(dir, sizeof dir, "%s/data", S.dir);
  snprintf(cmd, sizeof cmd,
           "mkdir -p %s/nullgame && sed 's/^lesson\tThe ford/lesson\tThe other ford/' "
           "%s/data/nullgame/scenarios.tsv > %s/nullgame/scenarios.tsv",
           dir, SOURCE_DIR, dir);
  assert_int_equal(system(cmd), 0);
  server_start(&S, "--data", dir, NULL);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"bot:random\"", ""),
              later = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  server_stop(&S);
  server_start(&S, NULL);
  struct made other = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  play_out(&m);
  assert_int_equal(server_said(&S, "the data files have changed"), 0);
  server_stop(&S);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  assert_non_null(strstr(out, "3 games"));
  sql(S.db, "DROP TABLE data"); /* as a store of a version that did not keep them */
  /* without them it says which are wanted */
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 1);
  assert_non_null(strstr(out, "played with other data files: "));
  server_start(&S, NULL);
  player_open(&p, &S, NULL);
  cJSON *d = player_join(&p, later.id, later.german);
  assert_string_equal(word(d, "error.code"), "state");
  assert_non_null(strstr(word(d, "error.text"), "played with other data files: "));
  assert_non_null(strstr(word(d, "error.text"), ", here "));
  cJSON_Delete(d);
  d = player_join(&p, other.id, other.german); /* the others are not touched by it */
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
  server_stop(&S);
  server_start(&S, "--data", dir, NULL); /* with its data back it goes on */
  player_open(&p, &S, NULL);
  d = player_join(&p, later.id, later.german);
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
}
/* The files change while the server runs: it goes on with what it read, and so does the computer's
 * process, which finds them in the store. */
static void data_changed_meanwhile(void **state) {
  (void)state;
  struct player p;
  char cmd[512], dir[96];
  snprintf(dir, sizeof dir, "%s/data", S.dir);
  snprintf(cmd, sizeof cmd,
           "mkdir -p %s/nullgame && cp %s/data/nullgame/scenarios.tsv %s/nullgame/", dir,
           SOURCE_DIR, dir);
  assert_int_equal(system(cmd), 0);
  server_start(&S, "--data", dir, NULL);
  struct made before = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  snprintf(cmd, sizeof cmd,
           "sed -i 's/^lesson\tThe ford/lesson\tThe other ford/' %s/nullgame/scenarios.tsv", dir);
  assert_int_equal(system(cmd), 0);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"bot:random\"", "");
  play_out(&m);
  assert_int_equal(server_said(&S, "the data files have changed"), 0);
  player_open(&p, &S, NULL);
  cJSON *d = player_join(&p, before.id, before.german); /* a game begun before goes on as it was */
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  player_close(&p);
}
/* ---- games of older rules: they say precisely why not */
struct rewriting {
  const char *edition;
  uint32_t bad_line; /* its state check is another */
  uint64_t data;     /* began with these files */
};
/* as another version would have written it, chain and all */
static void rewrite(const struct made *m, const struct rewriting *w) {
  char why[256], *text;
  size_t n;
  struct store_game g;
  struct journal_reader r;
  struct journal_line *l = calloc(1, sizeof *l);
  struct journal j = {0};
  struct fault f;
  struct store *s = store_open(S.db, STORE_SERVE, why);
  assert_non_null(s);
  assert_int_equal(store_game_read(s, m->id, &g), STORE_OK);
  assert_int_equal(store_journal_read(s, g.num, &text, &n), STORE_OK);
  assert_true(journal_open(&r, text, n, &f));
  if (w->edition)
    snprintf(r.head.edition, sizeof r.head.edition, "%s", w->edition);
  if (w->data)
    r.head.data = w->data;
  journal_start(&j, &r.head);
  while (journal_next(&r, l, &f) > 0) {
    char dice[SAL_TAPE * (SAL_TOKEN + 2)] = "";
    for (uint32_t i = 0; i < l->ntokens; i++)
      strcat(strcat(dice, i ? " " : ""), l->token[i]);
    uint64_t check = (uint64_t)l->state << 32;
    journal_add(&j, l->kind == JOURNAL_SETUP ? SAL_NOSIDE : l->side, l->star,
                l->kind == JOURNAL_SETUP ? "setup" : l->action, dice,
                w->bad_line && l->n == w->bad_line ? ~check : check);
  }
  store_close(s);
  sqlite3 *db;
  sqlite3_stmt *q;
  assert_int_equal(sqlite3_open(S.db, &db), 0);
  assert_int_equal(sqlite3_exec(db, "DELETE FROM entry", NULL, NULL, NULL), 0);
  assert_int_equal(
      sqlite3_prepare_v2(db, "INSERT INTO entry(game,n,text) VALUES(?,0,?)", -1, &q, NULL), 0);
  sqlite3_bind_int64(q, 1, g.num);
  sqlite3_bind_text(q, 2, j.text, (int)j.len, SQLITE_STATIC);
  assert_int_equal(sqlite3_step(q), SQLITE_DONE);
  sqlite3_finalize(q);
  sqlite3_close(db);
  journal_free(&j);
  store_game_clear(&g);
  free(text);
  free(l);
}
/* Files of another shape than these rules want: the game says what is wrong with them. */
static void data_unfit(void **state) {
  (void)state;
  struct player p;
  server_start(&S, NULL);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  server_stop(&S);
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  const struct sal_ruleset *rules = sal_ruleset_find("nullgame");
  const char *text = "1 scenarios.tsv\nx\n", *name = "scenarios.tsv"; /* what an old version kept */
  uint64_t hash = sal_hash("x", 1, sal_hash(name, strlen(name) + 1, 0));
  char why[256];
  struct store *st = store_open(S.db, STORE_SERVE, why);
  assert_int_equal(store_begin(st), STORE_OK);
  assert_int_equal(store_data_put(st, "nullgame", hash, text, strlen(text)), STORE_OK);
  /* and one that is not what its hash says */
  assert_int_equal(store_data_put(st, "nullgame", hash + 1, text, strlen(text)), STORE_OK);
  assert_int_equal(store_commit(st), STORE_OK);
  store_close(st);
  library_older(lib, store_data_find, S.db);
  assert_true(library_has(lib, rules, hash));
  assert_false(library_has(lib, rules, hash + 1));
  assert_false(library_has(lib, rules, hash + 2));
  assert_null(library_book_of(lib, rules, hash, "lesson", &f));
  library_close(lib);
  rewrite(&m, &(struct rewriting){.data = hash});
  server_start(&S, NULL);
  player_open(&p, &S, NULL);
  cJSON *d = player_join(&p, m.id, m.german);
  char *text_of_it = cJSON_PrintUnformatted(d);
  if (!strstr(text_of_it, "no longer fit"))
    fail_msg("%.1500s", text_of_it);
  free(text_of_it);
  cJSON_Delete(d);
  player_close(&p);
}
/* Nothing but `adopt` is taken until both have made it; it stays so after a restart. */
static void adopt(struct player *p, const struct made *m) {
  cJSON *d = player_ask(p, "{\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":%lld}", seq_now(p));
  assert_false(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  for (int side = 0; side < 2; side++) {
    cJSON_Delete(player_join(p, m->id, side ? m->soviet : m->german));
    d = player_ask(p, "{\"cmd\":\"do\",\"action\":\"adopt\",\"seq\":%lld}", seq_now(p));
    assert_true(cJSON_IsTrue(at(d, "ok")));
    cJSON_Delete(d);
    player_close(p);
    server_stop(&S);
    server_start(&S, NULL);
    player_open(p, &S, NULL);
    cJSON_Delete(player_join(p, m->id, m->german));
  }
  d = player_ask(p, "{\"cmd\":\"do\",\"action\":\"stance hold\",\"seq\":%lld}", seq_now(p));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
}
static void older_rules(void **state) {
  (void)state;
  static const struct {
    struct rewriting how;
    const char *says, *verify;
    uint32_t wrong; /* a game of another edition is whole: it waits to be adopted */
  } cases[] = {{{NULL, 0, 0}, NULL, "0 wrong", 0},
               {{"0", 0, 0},
                "played with edition 0 of nullgame, this is ",
                "line 2: played with edition 0",
                0},
               {{NULL, 2, 0},
                "the state after `stance hold` differs: a rule or a figure changed",
                "line 7: the text is as it was written, but the state after `stance hold` differs",
                1}};
  struct player p;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    server_start(&S, NULL);
    struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
    player_open(&p, &S, NULL);
    cJSON_Delete(player_join(&p, m.id, m.german));
    for (int k = 0; k < 3; k++)
      cJSON_Delete(player_ask(&p, "{\"cmd\":\"do\",\"action\":\"stance %s\",\"seq\":%lld}",
                              k % 2 ? "hold" : "press", seq_now(&p)));
    player_close(&p);
    server_stop(&S);
    rewrite(&m, &cases[i].how);
    int code = run_salient(out, sizeof out, "verify", S.db, NULL);
    assert_int_equal(code, cases[i].wrong);
    if (!strstr(out, cases[i].verify))
      fail_msg("'%s' does not say '%s'", out, cases[i].verify);
    server_start(&S, NULL);
    player_open(&p, &S, NULL);
    cJSON *d = player_join(&p, m.id, m.german);
    assert_true(cJSON_IsTrue(at(d, "ok")));
    if (cases[i].says) { /* it goes on from its last state, when both sides agree to that */
      char *text = cJSON_PrintUnformatted(d);
      assert_non_null(strstr(text, "The rules have changed."));
      assert_non_null(strstr(text, cases[i].says));
      free(text);
      adopt(&p, &m);
    }
    cJSON_Delete(d);
    char path[64]; /* the lobby still knows it */
    snprintf(path, sizeof path, "/api/games/%s", m.id);
    struct http_answer a = http_do(&S, "GET", path, NULL, NULL);
    assert_int_equal(a.status, 200);
    http_done(&a);
    player_close(&p);
    server_stop(&S);
    unlink(S.db);
  }
}
static void spoil(const char *path) {
  FILE *f = fopen(path, "r+");
  assert_true(f && fputs("no longer a database", f) >= 0 && !fclose(f));
}
static void backup_restore_verify(void **state) {
  (void)state;
  struct player p;
  char copy[128];
  bool over;
  int64_t seq;
  snprintf(copy, sizeof copy, "%s/copy", S.dir);
  server_start(&S, NULL);
  struct made m = make_game(&S, "\"german\":\"me\",\"soviet\":\"me\"", "");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  seq = seq_now(&p);
  assert_true(play_one(&p, &seq, &over));
  assert_int_equal(run_salient(out, sizeof out, "backup", S.db, copy, NULL), 0); /* while it runs */
  /* never over another */
  assert_int_equal(run_salient(out, sizeof out, "backup", S.db, copy, NULL), 2);
  one_line("is there already");
  cJSON *then = player_ask(&p, "{\"cmd\":\"view\"}");
  assert_true(play_one(&p, &seq, &over));
  player_close(&p);
  /* not under a running server */
  assert_int_equal(run_salient(out, sizeof out, "restore", copy, S.db, NULL), 2);
  one_line("another server has this database open");
  server_kill(&S);
  /* nothing of the old log comes into the copy */
  assert_int_equal(run_salient(out, sizeof out, "restore", copy, S.db, NULL), 0);
  /* the very reason to restore */
  spoil(S.db);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 2);
  assert_int_equal(run_salient(out, sizeof out, "restore", copy, S.db, NULL), 0);
  server_start(&S, NULL);
  player_open(&p, &S, NULL);
  /* the same seat opens it, as it was when it was copied */
  cJSON_Delete(player_join(&p, m.id, m.german));
  cJSON *now = player_ask(&p, "{\"cmd\":\"view\"}");
  assert_true(cJSON_Compare(then, now, true));
  cJSON_Delete(then);
  cJSON_Delete(now);
  player_close(&p);
  server_stop(&S);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  sql(S.db, "UPDATE entry SET text=replace(text,'german','soviet') WHERE n=1");
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 1);
  assert_non_null(strstr(out, m.id));
  assert_non_null(strstr(out, "line "));
  sql(S.db, "UPDATE entry SET text=replace(text,'soviet','german') WHERE n=1; UPDATE game SET "
            "secret=zeroblob(32)");
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 1);
  assert_non_null(strstr(out, "secret"));
}
/* Dice that are not the secret's are found, each by rolling it once more. */
static void forged_dice(void **state) {
  (void)state;
  struct player p;
  server_start(&S, NULL);
  for (int i = 0; i < 6; i++) { /* six games, so that not all can be right by chance */
    struct made m = make_game(
        &S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"",
        ",\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":"
        "\"de.pz.a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0504\"}]}");
    player_open(&p, &S, NULL);
    cJSON_Delete(player_join(&p, m.id, m.german));
    cJSON *d = player_ask(
        &p,
        "{\"cmd\":\"do\",\"actions\":[\"target 0504\",\"add de.pz.a\",\"attack\"],\"seq\":%lld}",
        seq_now(&p));
    assert_int_equal((int)at(d, "done")->valuedouble, 3);
    cJSON_Delete(d);
    player_close(&p);
  }
  server_stop(&S);
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 0);
  assert_non_null(strstr(out, "6 rolls checked: 0 wrong"));
  /* as if imported before the first roll */
  sql(S.db, "UPDATE game SET roll0=-1, secret=randomblob(32)");
  assert_int_equal(run_salient(out, sizeof out, "verify", S.db, NULL), 1);
  assert_non_null(strstr(out, "a roll is not the one the secret gives"));
}
/* ---- opponents that die: their games go on, the others do not notice */
static int kill_children(pid_t parent) {
  DIR *d = opendir("/proc");
  int n = 0;
  for (struct dirent *e; (e = readdir(d));) {
    char path[300], stat[512] = "", name[64];
    int pid = atoi(e->d_name), ppid = 0;
    if (pid <= 0)
      continue;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (!f)
      continue;
    if (fgets(stat, sizeof stat, f) && sscanf(stat, "%*d %63s %*c %d", name, &ppid) == 2 &&
        ppid == parent)
      n += !kill(pid, SIGKILL);
    fclose(f);
  }
  closedir(d);
  return n;
}
/* Two computers play a game to its end, watched. Where asked their processes are killed at every
 * word of it; how many that were. */
static int two_computers(const char *bot, bool killing) {
  struct player w;
  char seats[64];
  bool over;
  int killed = 0;
  snprintf(seats, sizeof seats, "\"german\":\"bot:%s\",\"soviet\":\"bot:%s\"", bot, bot);
  struct made m = make_game(&S, seats, "");
  player_open(&w, &S, NULL);
  cJSON *joined = player_join(&w, m.id, m.watch);
  over = cJSON_IsTrue(at(joined, "view.over")); /* they may have been quicker */
  cJSON_Delete(joined);
  for (int i = 0; i < 5000 && !over; i++) {
    if (killing && killed < 20)
      killed += kill_children(S.pid);
    cJSON *d = player_read(&w, 5000);
    assert_non_null(d);
    over = !strcmp(word(d, "push"), "over");
    cJSON_Delete(d);
  }
  assert_true(over);
  player_close(&w);
  return killed;
}
static void dying_opponents(void **state) {
  (void)state;
  int killed = 0;
  server_start(&S, NULL);
  /* how many words a game takes is the clock's affair */
  for (int i = 0; i < 20 && killed < 10; i++)
    killed += two_computers("random", true);
  assert_true(killed >= 10);
}
/* The program's own file goes away: opponents are started all the same. It may not be run any more:
 * that is said once, and games go on. */
static void program_gone(void **state) {
  (void)state;
  char copy[96], cmd[1200];
  snprintf(copy, sizeof copy, "%s/program", S.dir);
  snprintf(cmd, sizeof cmd, "cp '%s' '%s'", SALIENT_EXE, copy);
  assert_int_equal(system(cmd), 0);
  S.exe = copy;
  server_start(&S, NULL);
  unlink(copy);
  two_computers("greedy", false);
  assert_int_equal(server_said(&S, "cannot be started"), 0);
  assert_int_equal(server_stop(&S), 0);
  assert_int_equal(system(cmd), 0);
  server_start(&S, NULL);
  chmod(copy, 0600);
  two_computers("greedy", false);
  two_computers("greedy", false);
  assert_int_equal(server_said(&S, "cannot be started"), 1);
  assert_int_equal(server_said(&S, "greedy failed"), 4); /* once for each seat */
  assert_int_equal(server_stop(&S), 0);
  S.exe = NULL;
}
/* ---- webhooks */
static void webhook(void **state) {
  (void)state;
  struct player p;
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  int door = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(bind(door, (struct sockaddr *)&a, sizeof a), 0);
  listen(door, 4);
  getsockname(door, (struct sockaddr *)&a, &size);
  server_start(&S, "--private-webhooks", NULL);
  struct made m = make_game(
      &S, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"",
      ",\"position\":{\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de."
      "pz.a\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]}");
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.soviet));
  cJSON *d = player_ask(&p, "{\"cmd\":\"hook\",\"url\":\"http://127.0.0.1:%d/notify?x=1\"}",
                        ntohs(a.sin_port));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  cJSON_Delete(player_join(&p, m.id, m.german)); /* the Soviet side is away now */
  d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld}", seq_now(&p));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  struct pollfd f = {.fd = door, .events = POLLIN};
  assert_int_equal(poll(&f, 1, 5000), 1);
  int fd = accept(door, NULL, NULL);
  char said[2048] = "";
  size_t n = 0;
  while (!strstr(said, "decides.\"}")) {
    ssize_t got = recv(fd, said + n, sizeof said - 1 - n, 0);
    assert_true(got > 0);
    said[n += (size_t)got] = 0;
  }
  assert_int_equal(strncmp(said, "POST /notify?x=1 HTTP/1.1\r\n", 27), 0);
  assert_non_null(strstr(said, m.id));
  assert_null(strstr(said, m.soviet));
  assert_true(send(fd, "HTTP/1.1 204 No\r\n\r\n", 19, MSG_NOSIGNAL) > 0);
  close(fd);
  player_close(&p);
  server_stop(&S);
  server_start(&S, NULL); /* without the flag: https only, and nothing inside */
  player_open(&p, &S, NULL);
  cJSON_Delete(player_join(&p, m.id, m.german));
  static const char *const bad[] = {
      "http://example.org/",       "ftp://example.org/", "https://",
      "https://user@example.org/", "https://a b/",       "javascript:alert(1)"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    d = player_ask(&p, "{\"cmd\":\"hook\",\"url\":\"%s\"}", bad[i]);
    assert_string_equal(word(d, "error.at"), "url");
    cJSON_Delete(d);
  }
  d = player_ask(&p, "{\"cmd\":\"hook\",\"url\":\"https://127.0.0.1:%d/secret-path\"}",
                 ntohs(a.sin_port));
  assert_true(cJSON_IsTrue(at(d, "ok")));
  cJSON_Delete(d);
  cJSON_Delete(player_join(&p, m.id, m.soviet));
  for (int i = 0; i < 3; i++) { /* supply, movement, attack: then the Germans decide */
    d = player_ask(&p, "{\"cmd\":\"do\",\"action\":\"done\",\"seq\":%lld}", seq_now(&p));
    cJSON_Delete(d);
  }
  assert_true(server_says(&S, "a webhook to 127.0.0.1 was not delivered: it is a private address"));
  assert_int_equal(server_said(&S, "secret-path"), 0);
  assert_int_equal(poll(&f, 1, 100), 0);
  close(door);
  player_close(&p);
}
static void load_is_local(void **state) {
  (void)state;
  assert_int_equal(run_salient(out, sizeof out, "load", "--url", "http://192.0.2.1:80/", "--games",
                               "1", "--clients", "1", "--seconds", "1", NULL),
                   2);
  one_line("this machine only");
  server_start(&S, NULL);
  char url[64];
  snprintf(url, sizeof url, "http://127.0.0.1:%d/", S.url.port);
  assert_int_equal(run_salient(out, sizeof out, "load", "--url", url, "--games", "20", "--clients",
                               "10", "--seconds", "1", "--json", NULL),
                   0);
  cJSON *d = cJSON_Parse(out);
  assert_true(at(d, "acknowledged")->valuedouble > 10);
  assert_int_equal((int)at(d, "refused")->valuedouble, 0);
  cJSON_Delete(d);
}
/* `play` answers to loopback names only: no foreign name can be pointed at it. */
static void play_is_local(void **state) {
  (void)state;
  assert_int_equal(
      run_salient(out, sizeof out, "serve", "--port", "0", "--cert", "x", "--db", S.db, NULL), 2);
  one_line("belong together");
  char cmd[512];
  snprintf(cmd, sizeof cmd,
           "XDG_DATA_HOME=%s %s play --port 0 > %s/out & echo $! > %s/pid; for i in $(seq 200); do "
           "sleep 0.1; grep -q ready %s/out && break; done",
           S.dir, SALIENT_EXE, S.dir, S.dir, S.dir);
  assert_int_equal(system(cmd), 0);
  char path[128], line[256] = "";
  int pid = 0;
  snprintf(path, sizeof path, "%s/out", S.dir);
  FILE *f = fopen(path, "r");
  assert_non_null(fgets(line, sizeof line, f));
  fclose(f);
  snprintf(path, sizeof path, "%s/pid", S.dir);
  f = fopen(path, "r");
  assert_int_equal(fscanf(f, "%d", &pid), 1);
  fclose(f);
  struct wsc_url url;
  assert_true(wsc_split(strstr(line, "http://"), &url));
  int fd = wsc_dial(&url);
  assert_int_equal(wsc_http(fd, &url, "GET", "/", NULL, NULL, NULL), 200);
  close(fd);
  fd = wsc_dial(&url);
  assert_true(write(fd, "GET / HTTP/1.1\r\nHost: rebound.example\r\n\r\n", 41) == 41);
  assert_int_equal(wsc_http_read(fd, NULL, 0, NULL), 421);
  close(fd);
  kill(pid, SIGTERM);
  struct stat st;
  snprintf(path, sizeof path, "%s/salient/games.db", S.dir);
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 077, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
      T(no_such_database),
      T(port_in_use),
      T(second_server),
      T(newer_or_none),
      T(locked),
      T(disk_full),
      T(data_changed),
      T(data_changed_meanwhile),
      T(data_unfit),
      T(older_rules),
      T(backup_restore_verify),
      T(forged_dice),
      T(dying_opponents),
      T(program_gone),
      T(webhook),
      T(load_is_local),
      T(play_is_local),
  };
  return cmocka_run_group_tests_name("server.trouble", tests, NULL, NULL);
}
