/* guard.c - the trap for bugs of the rules: they end a request, not the server. */
#include <setjmp.h>
#include <stdio.h>

#include "loader.h"

struct trap {
  jmp_buf back;
  char *what;
};

/* Jumps out of the rules, back to the place that set the trap. */
static void sprung(void *ctx, const char *what, const char *file, int line) {
  struct trap *t = ctx;
  snprintf(t->what, 160, "%.100s, %.40s:%d", what, file, line);
  longjmp(t->back, 1);
}

/* Runs the rules so that a broken assertion ends the request alone. */
bool guarded(void (*fn)(void *), void *arg, char what[160]) {
  struct trap trap = {.what = what};

  if (!setjmp(trap.back)) {
    sal_on_bug(sprung, &trap);
    fn(arg);
    sal_on_bug(NULL, NULL);
    return true;
  }
  sal_on_bug(NULL, NULL);
  return false;
}
