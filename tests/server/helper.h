/* helper.h - the administrator, and workers as processes of the program. */
#ifndef HELPER_H
#define HELPER_H

#include "client.h"

/* The header with the token that a server has written there. */
void admin_read(const char *file, char head[160]);
/* A new worker's key. */
void helper_key(const struct test_server *, const char *admin, const char *name, char key[64]);

struct helper {
  pid_t pid;
  char log[96];
};
struct helper helper_start(const struct test_server *, const char *name, const char *key);
int helper_end(struct helper *, int signal); /* its exit code, or 128 and the signal */
void helper_clean(const struct helper *);    /* fails the test when a sanitizer has complained */

#endif
