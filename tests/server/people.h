/* people.h - clients that have an account and are signed in. */
#ifndef TEST_PEOPLE_H
#define TEST_PEOPLE_H

#include "client.h"

struct person {
  char head[200]; /* the session's cookie, as a header */
};
/* A new account with the passphrase `correct horse`. */
struct person person_new(const struct test_server *, const char *name);
/* Keeps the cookie of an answer that signs in; false: it did not. */
bool person_sign(const struct test_server *, struct person *, const char *path, const char *body);
struct http_answer person_post(const struct test_server *, const struct person *, const char *path,
                               const char *body);
int person_status(const struct test_server *, const struct person *, const char *path,
                  const char *body);
cJSON *person_get(const struct test_server *, const struct person *, const char *path);

#endif
