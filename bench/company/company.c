/* company.c - a server with a full house: cups, notices for all, actions at a fixed pace.
 *
 *   bench-company PROGRAM FOLDER SECONDS [PLAYERS CUPS RATE GAME/SCENARIO]
 *
 * Starts PROGRAM as a server of its own with its store in FOLDER, fills it by its routes, plays
 * for so many seconds and prints what came of it. Exit 1 when 99 of 100 answers were not there
 * within 30 ms of when their action was due, when an action was not acknowledged, or when a notice
 * was lost, came twice or came to somebody who was not owed one. Nothing leaves this machine.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../clock.h"
#include "company.h"

enum { WANTED_MS = 30 };

/* ---- what all files use */
_Noreturn void give_up(const char *what, const char *detail) {
  fprintf(stderr, "company: %s%s%.400s\n", what, detail ? ": " : "", detail ? detail : "");
  exit(2);
}

void *room(size_t n) {
  void *p = calloc(1, n);
  if (!p)
    give_up("out of memory", NULL);
  return p;
}

bool word_after(const char *text, const char *mark, char *out, size_t cap) {
  const char *p = strstr(text, mark);

  if (!p)
    return false;
  p += strlen(mark);
  snprintf(out, cap, "%.*s", (int)strcspn(p, "\""), p);
  return true;
}

void times_add(struct times *t, double seconds) {
  if (t->n == t->room) {
    t->room = t->room * 2 + 4096;
    t->took = realloc(t->took, t->room * sizeof *t->took);
  }
  if (!t->took)
    give_up("out of memory", NULL);
  t->took[t->n++] = (float)seconds;
}

static int by_size(const void *x, const void *y) {
  float a = *(const float *)x;
  float b = *(const float *)y;
  return (a > b) - (a < b);
}

void times_sort(struct times *t) {
  if (t->n)
    qsort(t->took, t->n, sizeof *t->took, by_size);
}

/* The smallest time that this part of all is not above. */
double times_at(const struct times *t, double part) {
  if (!t->n)
    return 0;
  size_t i = (size_t)(part * (double)t->n);
  return (double)t->took[i < t->n ? i : t->n - 1] * 1e3;
}

/* ---- the server */
static pid_t child;
static void stop_server(void) {
  if (child > 0)
    kill(child, SIGKILL);
}

void in_folder(const struct house *h, const char *name, char out[PATH_ROOM]) {
  snprintf(out, PATH_ROOM, "%.250s/%s", h->plan.folder, name);
}

/* A copy of a store, also of one in use, as an operator makes it. */
void copy_store(const struct house *h, const char *from, const char *to) {
  char source[PATH_ROOM];
  char target[PATH_ROOM];
  int status = 1;

  in_folder(h, from, source);
  in_folder(h, to, target);
  unlink(target);
  pid_t copier = fork();
  if (!copier) {
    dup2(2, 1); /* what it says is not among the results */
    execl(h->plan.program, h->plan.program, "backup", source, target, (char *)NULL);
    _exit(99);
  }
  waitpid(copier, &status, 0);
  if (status)
    give_up("the store cannot be copied", target);
}

/* As an operator would start it behind a proxy; limits hold for every player's address. */
static void exec_server(const struct house *h, int out) {
  char db[PATH_ROOM];
  char admin[PATH_ROOM];
  char log[PATH_ROOM];
  char smtp[60];

  in_folder(h, "games.db", db);
  in_folder(h, "admin", admin);
  in_folder(h, "log", log);
  snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", h->sinks.smtp);
  int err = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(out, 1);
  dup2(err, 2);
  execl(h->plan.program, h->plan.program, "serve", "--port", "0", "--behind-proxy", "--db", db,
        "--admin", admin, "--private-webhooks", "--origin", "http://127.0.0.1", "--smtp", smtp,
        "--mail-from", "house@salient.example", (char *)NULL);
  _exit(99);
}

/* The games of an earlier run would make a fuller house than is said. */
static void clear_folder(const struct house *h) {
  static const char *const names[] = {"games.db", "games.db-wal", "games.db-shm", "admin", "log"};
  char path[PATH_ROOM];

  mkdir(h->plan.folder, 0700);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    in_folder(h, names[i], path);
    unlink(path);
  }
}

static void read_admin(struct house *h) {
  char path[PATH_ROOM];

  in_folder(h, "admin", path);
  FILE *in = fopen(path, "r");
  if (!in || !fgets(h->admin, sizeof h->admin, in))
    give_up("the administrator's token cannot be read", path);
  h->admin[strcspn(h->admin, "\n")] = 0;
  fclose(in);
}

static void start_server(struct house *h) {
  struct rlimit files;
  char line[256] = "";
  int out[2];

  if (!getrlimit(RLIMIT_NOFILE, &files)) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  clear_folder(h);
  if (people_known(h))
    copy_store(h, "people.db", "games.db");
  if (pipe(out))
    give_up("no pipe", NULL);
  h->server = child = fork();
  if (!child)
    exec_server(h, out[1]);
  atexit(stop_server);
  close(out[1]);
  FILE *said = fdopen(out[0], "r");
  if (!said || !fgets(line, sizeof line, said) || !strstr(line, "http://127.0.0.1:"))
    give_up("the server did not start; see the log in", h->plan.folder);
  fclose(said);
  if (!wsc_split(strstr(line, "http://"), &h->url))
    give_up("the server's address is not known", line);
  read_admin(h);
}

/* In order, so that what it has to say about its memory and its store is said. */
static int end_server(void) {
  int status = 0;

  kill(child, SIGTERM);
  waitpid(child, &status, 0);
  child = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static double used_by(pid_t pid) {
  clockid_t clock;
  if (clock_getcpuclockid(pid, &clock))
    give_up("the server is gone", NULL);
  return seconds_of(clock);
}

/* ---- telling */
static void tell_times(const char *what, struct times *t) {
  times_sort(t);
  printf("%-34s 50 %% %.2f ms, 99 %% %.2f ms, 99.9 %% %.2f ms, longest %.2f ms\n", what,
         times_at(t, 0.5), times_at(t, 0.99), times_at(t, 0.999), times_at(t, 1));
}

static void tell_notices(struct played *d) {
  uint64_t seats = d->told[BY_PUSH] + d->told[BY_HOOK];
  uint64_t late = 0;

  for (size_t i = 0; i < d->notice.n; i++)
    late += d->notice.took[i] > 5;
  printf("notices: %llu owed for moves; %llu came, %llu by web push, %llu by webhook\n",
         (unsigned long long)d->owed, (unsigned long long)seats,
         (unsigned long long)d->told[BY_PUSH], (unsigned long long)d->told[BY_HOOK]);
  printf("  %llu of them to players who were on their way; %llu later than 5 s\n",
         (unsigned long long)d->spare, (unsigned long long)late);
  printf("  mails: %llu owed, %llu came\n", (unsigned long long)d->mails_owed,
         (unsigned long long)d->told[BY_MAIL]);
  printf("  lost: %llu; twice or for nothing: %llu\n", (unsigned long long)d->lost,
         (unsigned long long)d->stray);
  tell_times("  from the move to the notice:", &d->notice);
}

static void tell_loop(struct pulse *p) {
  double answers = p->within[1] > 0 ? p->within[1] : 1;

  tell_times("the loop, asked for nothing:", &p->loop);
  tell_times("  its longest turn in a second:", &p->turn);
  printf("the server's own figure: %.2f %% of its answers within 25 ms\n",
         100 * p->within[0] / answers);
}

static bool good(const struct played *d) {
  return times_at(&d->answer, 0.99) < WANTED_MS && d->acknowledged == d->due && !d->lost &&
         !d->stray;
}

static void tell_plan(const struct house *h, double load) {
  const struct plan *p = &h->plan;
  printf("%u players in %u cups of %d: %u games of %s/%s at once, %u actions a second for %u s; "
         "load %.1f before\n",
         p->people, p->cups, CUP_SIZE, h->tables, p->game, p->scenario, p->rate, p->seconds, load);
}

static void tell_play(struct played *d) {
  printf("actions: %llu due, %llu sent, %llu acknowledged, %llu of them at the second try; %llu "
         "views; %u games ended; at least %u players were ready\n",
         (unsigned long long)d->due, (unsigned long long)d->sent,
         (unsigned long long)d->acknowledged, (unsigned long long)d->again,
         (unsigned long long)d->views, d->over, d->fewest_ready);
  tell_times("answers, from when they were due:", &d->answer);
  tell_times("  of that until it was sent:", &d->send);
}

/* ---- */
static struct plan read_plan(int argc, char **argv) {
  static char game[64] = "nullgame/lesson";
  struct plan p = {
      .program = argv[1], .folder = argv[2], .people = 1000, .cups = 200, .rate = 2000};

  p.seconds = (uint32_t)atoi(argv[3]);
  if (argc > 4)
    p.people = (uint32_t)atoi(argv[4]);
  if (argc > 5)
    p.cups = (uint32_t)atoi(argv[5]);
  if (argc > 6)
    p.rate = (uint32_t)atoi(argv[6]);
  if (argc > 7)
    snprintf(game, sizeof game, "%s", argv[7]);
  char *slash = strchr(game, '/');
  if (!slash || !p.seconds || p.people < CUP_SIZE || !p.cups || !p.rate)
    give_up("that cannot be played", NULL);
  *slash = 0;
  p.game = game;
  p.scenario = slash + 1;
  if (p.cups * CUP_SIZE < p.people)
    give_up("there are too few cups for all players", NULL);
  return p;
}

int main(int argc, char **argv) {
  static struct house h;
  static struct played d;
  static struct pulse pulse;
  double load = 0;

  if (argc < 4)
    give_up("usage: bench-company PROGRAM FOLDER SECONDS [PLAYERS CUPS RATE GAME/SCENARIO]", NULL);
  h.plan = read_plan(argc, argv);
  signal(SIGPIPE, SIG_IGN);
  sinks_open(&h.sinks);
  start_server(&h);
  house_fill(&h);
  struct play *play = play_prepare(&h, &d);
  getloadavg(&load, 1);
  fprintf(stderr, "playing\n");
  pulse_begin(&pulse, &h);
  double own = processor();
  double theirs = used_by(h.server);
  double begun = now();
  play_run(play);
  double seconds = now() - begun;
  own = processor() - own;
  theirs = used_by(h.server) - theirs;
  pulse_end(&pulse);
  play_finish(play);
  tell_plan(&h, load);
  tell_play(&d);
  tell_loop(&pulse);
  tell_notices(&d);
  printf("processor time: the server %.2f of a core (%.0f us an action), the players %.2f\n",
         theirs / seconds, theirs / (double)d.acknowledged * 1e6, own / seconds);
  bool ended = end_server() == 0;
  printf("%s: 99 %% of the answers within %.2f ms, wanted less than %d\n",
         good(&d) && ended ? "ok" : "FAIL", times_at(&d.answer, 0.99), WANTED_MS);
  return good(&d) && ended ? 0 : 1;
}
