/* cli.h - what the commands share: arguments, output, exit codes.
 *
 * Exit: 0 done; 1 the answer is no; 2 wrong use, or no such file. Errors go to stderr as one line.
 */
#ifndef CLI_H
#define CLI_H

#include "host/game.h"

enum { EXIT_DONE, EXIT_NO, EXIT_USE };

/* Arguments after the command's name, --data DIR taken out. Options are picked out first, then what
 * is left is counted. */
struct args {
  const char *command;
  /* the words of main's argv, not copies */
  char *v[256];
  int n;
  const char *data_dir;
};
bool arg_flag(struct args *, const char *name); /* --json */
/* --seed S; NULL when absent; ends the program when the value is missing */
const char *arg_value(struct args *, const char *name);
/* A number in range, or `def` when absent; ends the program with 2 when it is wrong. */
uint64_t arg_number(struct args *, const char *name, uint64_t min, uint64_t max, uint64_t def);
/* The rest are plain words: between min and max of them, none beginning with --; ends the program
 * otherwise. */
void arg_rest(struct args *, int min, int max, const char *usage);

_Noreturn void die(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void die_fault(int code, const struct fault *);
struct library *open_library(const struct args *); /* or ends the program with 2 */
/* "-" is stdin; ends the program with 2; NUL-terminated */
char *read_file(const char *path, size_t *n);
void write_file(const char *path, const char *text, size_t n);

/* A document written by fn until it fits, then printed with a newline. */
char *json_text(void (*fn)(void *ctx, struct sal_json *), void *ctx);

struct command_entry {
  const char *name, *usage, *about;
  int (*run)(struct args *);
};
int cmd_games(struct args *);
int cmd_engine(struct args *);
int cmd_tty(struct args *);
int cmd_pass(struct args *);
int cmd_replay(struct args *);
int cmd_draw(struct args *);
int cmd_rules(struct args *);
int cmd_sources(struct args *);
int cmd_odds(struct args *);
int cmd_perft(struct args *);
int cmd_lint(struct args *);
int cmd_bench(struct args *);
int cmd_sim(struct args *);
int cmd_match(struct args *);
int cmd_review(struct args *);
int cmd_puzzles(struct args *);
int cmd_study(struct args *);
int cmd_play(struct args *);
int cmd_serve(struct args *);
int cmd_backup(struct args *);
int cmd_restore(struct args *);
int cmd_copy(struct args *);
int cmd_verify(struct args *);
int cmd_load(struct args *);
int cmd_worker(struct args *);
int serve_worker(struct args *, const char *db);
int far_worker(struct args *, const char *url);
int review_worker(struct library *);

#endif
