/* cmd_engine.c - `engine`: lines in, lines out. A line that is too long is skipped without keeping it. */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "host/engine.h"

int cmd_engine(struct args *a) {
  arg_rest(a, 0, 0, "engine");
  struct library *lib = open_library(a);
  struct engine *e = engine_new(lib);
  char *line = malloc(INPUT_BYTES + 1);
  if (!line) abort();
  size_t n = 0;
  bool any = false;
  for (;;) {
    int c = getc_unlocked(stdin);
    if (c != '\n' && c != EOF) {
      any = true;
      if (n <= INPUT_BYTES) line[n < INPUT_BYTES ? n : INPUT_BYTES] = (char)c, n++;
      continue;
    }
    if (c == EOF && !any) break;
    size_t len;
    const char *out = n > INPUT_BYTES ? engine_too_long(e, &len) : engine_line(e, line, n, &len);
    fwrite(out, 1, len, stdout);
    putchar('\n');
    if (fflush(stdout)) break; /* nobody listens any more */
    n = 0;
    any = false;
    if (c == EOF) break;
  }
  free(line);
  engine_free(e);
  library_close(lib);
  return EXIT_DONE;
}
