/* cmd_server.c - the commands around the server: play, serve, backup, restore, verify, load. */
#ifdef SALIENT_SERVER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "commit.h"
#include "host/passed_home.h"
#include "server/commands.h"
#include "server/far_worker.h"
#include "server/server.h"
#include "server/store.h"
#include "server/worker.h"

/* Workers on other machines must be of the same build, so it is said to them. */
static const char BUILD[] = SALIENT_VERSION " " SALIENT_COMMIT;

/* The line that scripts and tests wait for: flushed, because stdout may be a pipe. */
static void print_address(const char *url) {
  printf("salient is ready: open %s\n", url);
  fflush(stdout);
}

/* The same, and the desktop's browser opens it. Where there is no desktop the printed line is
 * enough. A child of a child: the server need not wait for it. */
static void open_address(const char *url) {
  print_address(url);
  pid_t child = fork();
  if (child > 0)
    waitpid(child, NULL, 0);
  if (child)
    return;
  if (!fork())
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
  _exit(0);
}

/* The client beside the program, when it was built after it: ../web/dist. */
static const char *find_web(char out[1100]) {
  char exe[1024];
  struct stat st;
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

  if (n <= 0)
    return NULL;
  exe[n] = 0;
  char *slash = strrchr(exe, '/');
  if (slash)
    *slash = 0;
  snprintf(out, 1100, "%s/../web/dist", exe);
  return !stat(out, &st) && S_ISDIR(st.st_mode) ? out : NULL;
}

/* What play and serve share. */
static void common(struct args *a, struct server_config *c, char web[1100]) {
  c->data_dir = a->data_dir;
  c->build = BUILD;
  c->workers = (int)arg_number(a, "--workers", 1, 16, 2);
  c->idle_ms = (int)arg_number(a, "--idle", 1, 86400, 120) * 1000;
  c->most_lines = (int)arg_number(a, "--most-lines", 1, 10000000, 0);
  c->keep_days = (int)arg_number(a, "--keep-days", 0, 36500, 0);
  /* given in MiB */
  c->most_bytes = (int64_t)arg_number(a, "--most-storage", 0, 1 << 30, 0) << 20;
  c->day_ms = (int64_t)arg_number(a, "--day", 0, 86400000, 0);
  /* between two views that one viewer is sent */
  c->pace_ms = (int)arg_number(a, "--pace", 0, 60000, 40);
  c->web = arg_value(a, "--web");
  if (!c->web)
    c->web = find_web(web);
  c->device = arg_value(a, "--device");
}

/* The server for one household: loopback only, a database in the home folder. */
int cmd_play(struct args *a) {
  char db[1024];
  char web[1100];
  char home[PASSED_HOME];
  struct fault f;
  struct server_config c = {.address = "127.0.0.1", .local = true};

  server_home(db);
  const char *given = arg_value(a, "--db");
  c.port = (int)arg_number(a, "--port", 0, 65535, 1943);
  c.db = given ? given : db;
  /* Without a home folder the server still plays; it only opens no passed files. */
  if (passed_home(arg_value(a, "--home"), home, &f))
    c.pass_home = home;
  common(a, &c, web);
  bool open = arg_flag(a, "--open");
  arg_rest(a, 0, 0, "play [--port P] [--db FILE] [--home DIR] [--open] [--device DIR]");
  return server_run(&c, open ? open_address : print_address);
}

/* It stands in addresses and in the balancer's file. */
static bool is_node_name(const char *name) {
  size_t n = strlen(name);
  return n && n < STORE_NODE && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") == n;
}

/* The server for others. */
int cmd_serve(struct args *a) {
  char db[1024];
  char web[1100];
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
  c.smtp = arg_value(a, "--smtp");
  c.mail_from = arg_value(a, "--mail-from");
  c.smtp_auth = arg_value(a, "--smtp-auth");
  c.node = arg_value(a, "--node");
  common(a, &c, web);
  arg_rest(a, 0, 0,
           "serve [--port P] [--address IP] [--db FILE] [--node NAME] [--cert FILE --key FILE] "
           "[--behind-proxy] [--origin URL] [--admin FILE] [--workers N] [--idle SECONDS] [--web "
           "DIR] [--device DIR] "
           "[--private-webhooks] [--smtp URL --mail-from ADDRESS [--smtp-auth FILE]]");
  /* Checks settings that need each other here, so that a server never starts with half of them. */
  if (!c.cert != !c.key)
    die(EXIT_USE, "--cert and --key belong together");
  if (c.node && !is_node_name(c.node))
    die(EXIT_USE, "--node is a name of up to 23 small letters and digits");
  if (c.node && store_is_file(c.db))
    die(EXIT_USE, "--node needs --db postgresql://..: a file has one server");
  if (!c.smtp != !c.mail_from)
    die(EXIT_USE, "--smtp and --mail-from belong together");
  if (c.smtp && strncmp(c.smtp, "smtp://", 7) && strncmp(c.smtp, "smtps://", 8))
    die(EXIT_USE, "--smtp is an address like smtp://localhost:25 or smtps://mail.example.org");
  if (c.smtp && !c.origin)
    die(EXIT_USE, "--smtp needs --origin: mails hold links to this server");
  /* Behind a proxy on the same machine nobody else needs to reach the port. */
  if (!c.address && c.trust_proxy)
    c.address = "127.0.0.1";

  return server_run(&c, print_address);
}

/* The server's own thinkers: everything they need comes down the pipe. */
int serve_worker(struct args *a, const char *db) {
  (void)db;
  return worker_main(open_library(a));
}
/* The machine's cores for a server elsewhere. */
int far_worker(struct args *a, const char *url) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct far_plan p = {.url = url, .data_dir = a->data_dir, .build = BUILD};
  p.key_file = arg_value(a, "--key");
  p.cores = (int)arg_number(a, "--cores", 1, FAR_CORES, cores < 1 ? 1 : (uint64_t)cores);
  arg_rest(a, 0, 0, "worker --url U --key FILE [--cores N]");
  if (!p.key_file)
    die(EXIT_USE, "worker --url needs --key FILE");
  p.lib = open_library(a);
  int code = far_worker_run(&p);
  library_close(p.lib);
  return code;
}
/* These three work on the database file and need no running server; backup may run beside one. */
int cmd_backup(struct args *a) {
  arg_rest(a, 2, 2, "backup DB FILE");
  return backup_run(a->v[0], a->v[1]);
}

int cmd_restore(struct args *a) {
  arg_rest(a, 2, 2, "restore FILE DB");
  return restore_run(a->v[0], a->v[1]);
}

/* Between a file and PostgreSQL, in either direction. */
int cmd_copy(struct args *a) {
  arg_rest(a, 2, 2, "copy FROM TO");
  return copy_run(a->v[0], a->v[1]);
}

int cmd_verify(struct args *a) {
  arg_rest(a, 1, 1, "verify DB");
  struct library *lib = open_library(a);
  int code = verify_run(lib, a->v[0]);
  library_close(lib);
  return code;
}

/* Many clients against a server on this machine. */
int cmd_load(struct args *a) {
  struct load_plan p = {
      .url = arg_value(a, "--url"), .game = arg_value(a, "--game"), .json = arg_flag(a, "--json")};

  p.games = (uint32_t)arg_number(a, "--games", 1, 20000, 2000);
  p.clients = (uint32_t)arg_number(a, "--clients", 1, 5000, 1000);
  p.seconds = (uint32_t)arg_number(a, "--seconds", 1, 600, 20);
  p.rate = (uint32_t)arg_number(a, "--rate", 0, 1000000, 0);
  p.pid = (uint32_t)arg_number(a, "--pid", 1, INT32_MAX, 0);
  p.settle = (uint32_t)arg_number(a, "--settle", 0, 3600, 0);
  arg_rest(a, 0, 0,
           "load --url U [--games N] [--clients C] [--seconds S] [--rate R] [--game GAME/SCENARIO] "
           "[--pid PID [--settle SECONDS]] [--json]");
  if (!p.url)
    die(EXIT_USE, "load needs --url");

  return load_run(&p);
}
#endif
