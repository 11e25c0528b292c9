/* lines.h - an engine for the tests of what is said to it: set up and put away around each test. */
#ifndef TEST_LINES_H
#define TEST_LINES_H

#include "bots/bot.h"
#include "harness.h"

static struct library *lib;
static struct engine *engine;
static int begin(void **state) {
  struct fault f;
  (void)state;
  lib = library_open(NULL, &f);
  engine = engine_new(lib, &bot_thinker);
  return 0;
}
static int finish(void **state) {
  (void)state;
  engine_free(engine);
  library_close(lib);
  return 0;
}

#endif
