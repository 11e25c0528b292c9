/* embedded.h - what tools/gen.c put into the program. */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stddef.h>

struct embedded_file {
  const char *path; /* "nullgame/rules.tsv" */
  const char *text;
  size_t size;
};
extern const struct embedded_file embedded_files[]; /* sorted by path; ends with a NULL path */

struct rule_cite {  /* where a rule is named */
  const char *rule; /* "nullgame R_5_3" in the sources, "nullgame 5.3" in the tests */
  const char *file; /* "src/rules/nullgame/attack.c" */
  int line;
};
extern const struct rule_cite rule_cites[], test_cites[]; /* by file and line; end with NULL */

#endif
