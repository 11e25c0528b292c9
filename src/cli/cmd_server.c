/* cmd_server.c - the commands around the server: play, serve, backup, restore, verify, load. */
#ifdef SALIENT_SERVER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "host/passed_home.h"
#include "server/commands.h"
#include "server/server.h"
#include "server/store.h"
#include "server/worker.h"

static void print_address(const char *url) {
  printf("salient is ready: open %s\n", url);
  fflush(stdout);
}
/* The client beside the program, when it was built after it: ../web/dist. */
static const char *find_web(char out[1100]) {
  char exe[1024];
  struct stat st;
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  if (n <= 0) return NULL;
  exe[n] = 0;
  char *slash = strrchr(exe, '/');
  if (slash) *slash = 0;
  snprintf(out, 1100, "%s/../web/dist", exe);
  return !stat(out, &st) && S_ISDIR(st.st_mode) ? out : NULL;
}
static void common(struct args *a, struct server_config *c, char web[1100]) {
  c->data_dir = a->data_dir;
  c->workers = (int)arg_number(a, "--workers", 1, 16, 2);
  c->idle_ms = (int)arg_number(a, "--idle", 1, 86400, 120) * 1000;
  c->most_lines = (int)arg_number(a, "--most-lines", 1, 10000000, 0);
  c->pace_ms = (int)arg_number(a, "--pace", 0, 60000, 40);
  c->web = arg_value(a, "--web");
  if (!c->web) c->web = find_web(web);
}
int cmd_play(struct args *a) {
  char db[1024], web[1100], home[PASSED_HOME];
  struct fault f;
  struct server_config c = {.address = "127.0.0.1", .local = true};
  server_home(db);
  const char *given = arg_value(a, "--db");
  c.port = (int)arg_number(a, "--port", 0, 65535, 1943);
  c.db = given ? given : db;
  if (passed_home(arg_value(a, "--home"), home, &f)) c.pass_home = home;
  common(a, &c, web);
  arg_rest(a, 0, 0, "play [--port P] [--db FILE] [--home DIR]");
  return server_run(&c, print_address);
}
int cmd_serve(struct args *a) {
  char db[1024], web[1100];
  struct server_config c = {0};
  server_home(db);
  const char *given = arg_value(a, "--db");
  c.port = (int)arg_number(a, "--port", 0, 65535, 1943);
  c.db = given ? given : db;
  c.address = arg_value(a, "--address");
  c.cert = arg_value(a, "--cert");
  c.key = arg_value(a, "--key");
  c.origin = arg_value(a, "--origin");
  c.admin = arg_value(a, "--admin");
  c.trust_proxy = arg_flag(a, "--behind-proxy");
  c.private_hooks = arg_flag(a, "--private-webhooks");
  c.limit_loopback = arg_flag(a, "--limit-loopback");
  common(a, &c, web);
  arg_rest(a, 0, 0, "serve [--port P] [--address IP] [--db FILE] [--cert FILE --key FILE] [--behind-proxy] [--origin URL] [--admin FILE] [--workers N] [--idle SECONDS] [--web DIR] [--private-webhooks]");
  if (!c.cert != !c.key) die(EXIT_USE, "--cert and --key belong together");
  if (!c.address && c.trust_proxy) c.address = "127.0.0.1";
  return server_run(&c, print_address);
}
int cmd_worker(struct args *a) {
  const char *db = arg_value(a, "--db");
  arg_rest(a, 0, 0, "worker [--db FILE]");
  struct library *lib = open_library(a);
  if (db) library_older(lib, store_data_find, (void *)(uintptr_t)db);
  return worker_main(lib);
}
int cmd_backup(struct args *a) {
  arg_rest(a, 2, 2, "backup DB FILE");
  return backup_run(a->v[0], a->v[1]);
}
int cmd_restore(struct args *a) {
  arg_rest(a, 2, 2, "restore FILE DB");
  return restore_run(a->v[0], a->v[1]);
}
int cmd_verify(struct args *a) {
  arg_rest(a, 1, 1, "verify DB");
  struct library *lib = open_library(a);
  int code = verify_run(lib, a->v[0]);
  library_close(lib);
  return code;
}
int cmd_load(struct args *a) {
  struct load_plan p = {.url = arg_value(a, "--url"), .game = arg_value(a, "--game"), .json = arg_flag(a, "--json")};
  p.games = (uint32_t)arg_number(a, "--games", 1, 20000, 2000);
  p.clients = (uint32_t)arg_number(a, "--clients", 1, 5000, 1000);
  p.seconds = (uint32_t)arg_number(a, "--seconds", 1, 600, 20);
  p.rate = (uint32_t)arg_number(a, "--rate", 0, 1000000, 0);
  p.pid = (uint32_t)arg_number(a, "--pid", 1, INT32_MAX, 0);
  p.settle = (uint32_t)arg_number(a, "--settle", 0, 3600, 0);
  arg_rest(a, 0, 0, "load --url U [--games N] [--clients C] [--seconds S] [--rate R] [--game GAME/SCENARIO] [--pid PID [--settle SECONDS]] [--json]");
  if (!p.url) die(EXIT_USE, "load needs --url");
  return load_run(&p);
}
#endif
