/* main.c - salient COMMAND ..: finds the command and runs it. --data DIR may stand anywhere. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "commit.h"
#include "host/embedded.h"

extern const struct embedded_file manual_files[]; /* docs/manual, a file a command */

/* In the order in which the help lists them: first to play, then to look, then to measure. */
static const struct command_entry commands[] = {
#ifdef SALIENT_SERVER
    {"play", "play [--port P] [--db FILE] [--home DIR] [--open]",
     "the main thing: starts the server on this machine and prints the address to open", cmd_play},
    {"serve",
     "serve [--port P] [--address IP] [--db FILE] [--cert FILE --key FILE] [--behind-proxy] "
     "[--admin FILE] ..",
     "the server for others", cmd_serve},
#endif
    {"games", "games [--json]", "every game and scenario", cmd_games},
    {"tty", "tty GAME/SCENARIO [--german BOT] [--soviet BOT] [--seed S] [--load FILE]",
     "play in this terminal", cmd_tty},
    {"pass",
     "pass new GAME/SCENARIO FILE --side S [--mode sealed|honour] [--set OPTION=N].. | pass FILE | "
     "pass show FILE   [--home DIR]",
     "play by passing one file to and fro", cmd_pass},
    {"engine", "engine", "JSON lines on stdin and stdout, for clients, bots and scripts",
     cmd_engine},
    {"replay", "replay FILE [--verify] [--side S] [--to N] [--svg OUT]",
     "a journal in words, verified, or as a picture", cmd_replay},
    {"draw",
     "draw GAME/SCENARIO [-o FILE] [--side S] [--seed N] [--dark] [--zoom far|middle|near] "
     "[--position FILE] [--journal FILE] [--no-counters]",
     "a picture (SVG) of a board and what stands on it", cmd_draw},
    {"rules", "rules GAME [ID | --search WORD | --markdown]", "a rule in our words", cmd_rules},
    {"sources", "sources GAME[/SCENARIO] [--json]", "where every figure comes from", cmd_sources},
    {"odds", "odds POSITION ACTION.. [--side S] [--seed N] [--json]", "exact odds of an attack",
     cmd_odds},
    {"sim",
     "sim GAME/SCENARIO --german BOT --soviet BOT --games N [--seed S] [--jobs J] [--json] "
     "[--report FILE.html] [--resume FILE] [--cap ACTIONS] [--no-audit] [--options ID=N,..] "
     "[--versus ID=N,..] [--versus-data DIR] [--part K/N], or sim --merge FILE.. [--json]",
     "bots against each other, with win rates", cmd_sim},
    {"match",
     "match GAME/SCENARIO --a BOT --b BOT --pairs N [--seed S] [--jobs J] [--resume FILE] [--json] "
     "[--no-audit] [--sprt ELO0,ELO1] [--part K/N], or match --all [GAME[/SCENARIO]] [--pairs N] "
     "[--resume FILE], or match --merge FILE..",
     "which bot is better: every seed played twice, seats changed over", cmd_match},
    {"review", "review JOURNAL [--nodes N] [--seed S] [--jobs J] [--json]",
     "where a game was decided: chances, luck and mistakes", cmd_review},
    {"puzzles", "puzzles JOURNAL.. -o FILE [--line N] [--seed S] [--jobs J]",
     "positions out of games where one choice is clearly the best", cmd_puzzles},
    {"study",
     "study plants|quiet|chances|luck|exploit GAME/SCENARIO [--games N] [--bot BOT] [--nodes N] "
     "[--seed S] [--jobs J] [--lines]",
     "how far reviews can be believed, and whether the planner can be exploited", cmd_study},
    {"perft", "perft GAME/SCENARIO --depth D [--seed S] [--json]",
     "count everything that can happen", cmd_perft},
    {"lint", "lint [GAME] [--coverage DIR]", "rules without code or test", cmd_lint},
    {"bench", "bench [--json | --signature] [--planner [--scenario ID]] [--game GAME]",
     "speed, and the number that guards behaviour", cmd_bench},
#ifdef SALIENT_SERVER
    {"backup", "backup DB FILE", "a copy of the server's games, while it runs", cmd_backup},
    {"restore", "restore FILE DB", "the games out of a backup", cmd_restore},
    {"copy", "copy FROM TO", "moves a server's games to another store, and compares them",
     cmd_copy},
    {"verify", "verify DB", "replays every game of a store and checks its dice", cmd_verify},
    {"load",
     "load --url U [--games N] [--clients C] [--seconds S] [--rate R] [--game GAME/SCENARIO] "
     "[--pid PID] [--settle S] [--json]",
     "many clients at once against a server on this machine", cmd_load},
#endif
    {"worker", "worker [--url U --key FILE [--cores N]]",
     "thinks for a server on another machine, or for a program on stdin and stdout", cmd_worker},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* The list of commands. */
static void help(FILE *out) {
  fprintf(out, "salient %s plays board wargames of Kursk, July 1943, with the rules enforced.\n\n",
          SALIENT_VERSION);
  for (int i = 0; i < COMMANDS; i++)
    fprintf(out, "  %s\n      %s\n", commands[i].usage, commands[i].about);
  fprintf(out, "\n  --data DIR    data files that replace the built-in ones, with any command\n"
               "  --version     this version, its commit and the hashes of its data files\n"
               "  help COMMAND  what a command does, with its options\n");
}

/* By its full name only; there are no abbreviations that a new command could break. */
static const struct command_entry *find_command(const char *name) {
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i].name, name))
      return &commands[i];
  die(EXIT_USE, "there is no command '%s'; salient --help lists them", name);
}

/* One command: usage, what it is for, and its page of the manual. */
static void help_with(const struct command_entry *command) {
  char file[64];

  snprintf(file, sizeof file, "%s.txt", command->name);
  printf("salient %s\n    %s\n", command->usage, command->about);
  for (const struct embedded_file *page = manual_files; page->path; page++)
    if (!strcmp(page->path, file))
      printf("\n%.*s", (int)page->size, page->text);
}

/* Enough to say which program and which figures a report is about. */
static void version(const struct args *a) {
  printf("salient %s\n", SALIENT_VERSION);
  printf("commit %s\n", SALIENT_COMMIT);
  struct library *lib = open_library(a);
  for (int i = 0; sal_rulesets[i]; i++)
    printf("data %s %016" PRIx64 ", edition %s\n", sal_rulesets[i]->id,
           library_hash(lib, sal_rulesets[i]), sal_rulesets[i]->edition);
  library_close(lib);
}

/* Takes --data out and keeps the other words in their order. */
static struct args read_words(int argc, char **argv) {
  struct args a = {0};

  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--data")) {
      if (++i == argc)
        die(EXIT_USE, "--data needs a folder");
      a.data_dir = argv[i];
    } else if (!a.command) {
      a.command = argv[i];
    } else {
      if (a.n == (int)(sizeof a.v / sizeof *a.v))
        die(EXIT_USE, "too many arguments");
      a.v[a.n++] = argv[i];
    }
  }

  return a;
}

/* Help and version first; --help after a command explains that command. */
static int run(struct args *a) {
  if (!strcmp(a->command, "--help") || !strcmp(a->command, "help") || !strcmp(a->command, "-h")) {
    if (a->n)
      help_with(find_command(a->v[0]));
    else
      help(stdout);
    return EXIT_DONE;
  }
  if (!strcmp(a->command, "--version")) {
    version(a);
    return EXIT_DONE;
  }
  const struct command_entry *command = find_command(a->command);
  if (arg_flag(a, "--help")) {
    help_with(command);
    return EXIT_DONE;
  }

  return command->run(a);
}

int main(int argc, char **argv) {
  struct args a = read_words(argc, argv);

  if (!a.command) {
    help(stderr);
    return EXIT_USE;
  }

  /* A full disk or a closed pipe must not pass for success. */
  int code = run(&a);
  if (fflush(stdout) || ferror(stdout))
    die(EXIT_USE, "the output could not be written");

  return code;
}
