/* main.c - salient COMMAND ..: finds the command and runs it. --data DIR may stand anywhere. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const struct command_entry commands[] = {
#ifdef SALIENT_SERVER
    {"play", "play [--port P] [--db FILE] [--home DIR]", "the main thing: starts the server on this machine and prints the address to open", cmd_play},
    {"serve", "serve [--port P] [--address IP] [--db FILE] [--cert FILE --key FILE] [--behind-proxy] [--admin FILE] ..", "the server for others", cmd_serve},
#endif
    {"games", "games [--json]", "every game and scenario", cmd_games},
    {"tty", "tty GAME/SCENARIO [--german BOT] [--soviet BOT] [--seed S] [--load FILE]", "play in this terminal", cmd_tty},
    {"pass", "pass new GAME/SCENARIO FILE --side S [--mode sealed|honour] [--set OPTION=N].. | pass FILE | pass show FILE   [--home DIR]",
     "play by passing one file to and fro", cmd_pass},
    {"engine", "engine", "JSON lines on stdin and stdout, for clients, bots and scripts", cmd_engine},
    {"replay", "replay FILE [--verify] [--side S] [--svg OUT]", "a journal in words, verified, or as a picture", cmd_replay},
    {"draw", "draw GAME/SCENARIO [-o FILE] [--side S] [--seed N] [--dark] [--zoom far|middle|near] [--position FILE] [--journal FILE] [--no-counters]",
     "a picture (SVG) of a board and what stands on it", cmd_draw},
    {"rules", "rules GAME [ID | --search WORD | --markdown]", "a rule in our words", cmd_rules},
    {"sources", "sources GAME[/SCENARIO] [--json]", "where every figure comes from", cmd_sources},
    {"odds", "odds POSITION ACTION.. [--side S] [--seed N] [--json]", "exact odds of an attack", cmd_odds},
    {"sim", "sim GAME/SCENARIO --german BOT --soviet BOT --games N [--seed S] [--jobs J] [--json] [--report FILE.html] [--resume FILE] [--cap ACTIONS] [--no-audit] [--options ID=N,..] [--versus ID=N,..] [--versus-data DIR]",
     "bots against each other, with win rates", cmd_sim},
    {"match", "match GAME/SCENARIO --a BOT --b BOT --pairs N [--seed S] [--jobs J] [--resume FILE] [--json] [--no-audit], or match --all [GAME[/SCENARIO]] [--pairs N] [--resume FILE]",
     "which bot is better: every seed played twice, seats changed over", cmd_match},
    {"perft", "perft GAME/SCENARIO --depth D [--seed S]", "count everything that can happen", cmd_perft},
    {"lint", "lint [GAME] [--coverage DIR]", "rules without code or test", cmd_lint},
    {"bench", "bench [--json | --signature] [--planner [--scenario ID]] [--game GAME]", "speed, and the number that guards behaviour", cmd_bench},
#ifdef SALIENT_SERVER
    {"backup", "backup DB FILE", "a copy of the server's games, while it runs", cmd_backup},
    {"restore", "restore FILE DB", "the games out of a backup", cmd_restore},
    {"verify", "verify DB", "replays every game of a store and checks its dice", cmd_verify},
    {"load", "load --url U [--games N] [--clients C] [--seconds S] [--rate R] [--json]", "many clients at once against a server on this machine", cmd_load},
    {"worker", "worker", "thinks for the server, on stdin and stdout", cmd_worker},
#endif
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(FILE *out) {
  fprintf(out, "salient %s plays board wargames of Kursk, July 1943, with the rules enforced.\n\n", SALIENT_VERSION);
  for (int i = 0; i < COMMANDS; i++) fprintf(out, "  %s\n      %s\n", commands[i].usage, commands[i].about);
  fprintf(out, "\n  --data DIR    data files that replace the built-in ones, with any command\n"
               "  --help, --version\n");
}

int main(int argc, char **argv) {
  struct args a = {0};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--data")) {
      if (++i == argc) die(EXIT_USE, "--data needs a folder");
      a.data_dir = argv[i];
    } else if (!a.command) {
      a.command = argv[i];
    } else {
      if (a.n == (int)(sizeof a.v / sizeof *a.v)) die(EXIT_USE, "too many arguments");
      a.v[a.n++] = argv[i];
    }
  }
  if (!a.command) return help(stderr), EXIT_USE;
  if (!strcmp(a.command, "--help") || !strcmp(a.command, "help") || !strcmp(a.command, "-h")) return help(stdout), EXIT_DONE;
  if (!strcmp(a.command, "--version")) return printf("salient %s\n", SALIENT_VERSION), EXIT_DONE;
  for (int i = 0; i < COMMANDS; i++) {
    if (strcmp(commands[i].name, a.command)) continue;
    if (arg_flag(&a, "--help")) return printf("salient %s\n    %s\n", commands[i].usage, commands[i].about), EXIT_DONE;
    int code = commands[i].run(&a);
    if (fflush(stdout) || ferror(stdout)) die(EXIT_USE, "the output could not be written");
    return code;
  }
  die(EXIT_USE, "there is no command '%s'; salient --help lists them", a.command);
}
