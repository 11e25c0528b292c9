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
extern const char *const rule_cites[];              /* "nullgame R_5_3"; ends with NULL */

#endif
