/* mutants_watch.c - loaded in front of a test program by tools/mutants.mjs, to run its tests one by
 * one.
 *
 * WATCH_NOTE names a file. Every test is run, and noted there: "test", its processor time in
 * milliseconds and its name, then a line for each function that it entered, as an offset in the
 * library that was compiled with -finstrument-functions. What is entered outside any test is noted
 * before the first one.
 *
 * WATCH_ONLY holds names of tests, with spaces around each. These alone are run, up to the first
 * that fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

typedef int run_group(const char *name, const struct CMUnitTest *tests, size_t n,
                      CMFixtureFunction set_up, CMFixtureFunction tear_down);

enum { ROOM = 1 << 14 }; /* more than any ruleset has functions */
static void *entered[ROOM];

/* gcc calls this wherever a function begins. Threads of an opponent may come here together. */
void __cyg_profile_func_enter(void *function, void *caller) {
  (void)caller;
  for (size_t at = ((uintptr_t)function >> 4) % ROOM; entered[at] != function; at = (at + 1) % ROOM)
    if (__sync_bool_compare_and_swap(&entered[at], NULL, function))
      return;
}
void __cyg_profile_func_exit(void *function, void *caller) {
  (void)function, (void)caller;
}

static void note_entered(FILE *note) {
  for (int i = 0; i < ROOM; i++) {
    Dl_info at;
    if (entered[i] && dladdr(entered[i], &at))
      fprintf(note, "%tx\n", (char *)entered[i] - (char *)at.dli_fbase);
    entered[i] = NULL;
  }
}

static bool is_wanted(const char *only, const char *name) {
  char word[256];
  snprintf(word, sizeof word, " %s ", name);
  return !only || strstr(only, word);
}

/* Stands in front of cmocka's own. */
int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                            CMFixtureFunction set_up, CMFixtureFunction tear_down) {
  run_group *run = (run_group *)(uintptr_t)dlsym(RTLD_NEXT, "_cmocka_run_group_tests");
  const char *only = getenv("WATCH_ONLY"), *note_name = getenv("WATCH_NOTE");
  FILE *note = note_name ? fopen(note_name, "a") : NULL;
  int failed = 0;
  if (note)
    note_entered(note);
  for (size_t i = 0; i < n && (note || !failed); i++) {
    if (!is_wanted(only, tests[i].name))
      continue;
    clock_t began = clock();
    failed += run(name, tests + i, 1, set_up, tear_down) != 0;
    if (note) {
      fprintf(note, "test %ld %s\n", (long)((clock() - began) / (CLOCKS_PER_SEC / 1000)),
              tests[i].name);
      note_entered(note);
    }
  }
  if (note)
    fclose(note);
  return failed;
}
