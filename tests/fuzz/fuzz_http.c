/* fuzz_http.c - requests one after another to a whole server: each gets one answer that is a
 * document, and the game survives.
 *
 * Requests stand between lines of `----`: METHOD PATH, header lines, an empty line, a body.
 */
#include "server.h"

static void fuzz_heard(struct conn *c, const struct blob *b) {
  (void)c, (void)b;
}

static bool header_is(const char *line, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncasecmp(line, name, n) || line[n] != ':')
    return false;
  *value = line + n + 1;
  while (**value == ' ')
    ++*value;
  return true;
}
static void take_headers(struct exchange *x, char *lines) {
  char host[256] = "", origin[300] = "", forwarded[256] = "";
  const char *value;
  for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
    if (header_is(line, "authorization", &value) && !strncasecmp(value, "Bearer ", 7))
      snprintf(x->bearer, sizeof x->bearer, "%.120s", value + 7);
    else if (header_is(line, "cookie", &value))
      header_session(value, x->session);
    else if (header_is(line, "host", &value))
      snprintf(host, sizeof host, "%.250s", value);
    else if (header_is(line, "origin", &value))
      snprintf(origin, sizeof origin, "%.290s", value);
    else if (header_is(line, "x-forwarded-for", &value))
      snprintf(forwarded, sizeof forwarded, "%.250s", value);
  }
  if (origin[0])
    x->same_site = header_origin_is(origin, host, NULL);
  if (forwarded[0])
    header_forwarded(forwarded, x->address);
  header_host_is_loopback(host);
}
static void one(const char *text, size_t n) {
  char *copy = spell(text, &n), *body = strstr(copy, "\n\n"), *line = copy + strcspn(copy, "\n"),
       *path = strchr(copy, ' ');
  size_t nbody = body ? n - (size_t)(body + 2 - copy) : 0;
  enum http_method method = !strncmp(copy, "GET ", 4)      ? HTTP_GET
                            : !strncmp(copy, "POST ", 5)   ? HTTP_POST
                            : !strncmp(copy, "DELETE ", 7) ? HTTP_DELETE
                                                           : HTTP_OTHER;
  char where[512] = "/";
  if (path && path < line)
    snprintf(where, sizeof where, "%.*s", (int)(line - path - 1 < 500 ? line - path - 1 : 500),
             path + 1);
  struct exchange *x = request(method, where, body ? body + 2 : "", nbody);
  if (body)
    *body = 0;
  if (*line && (!body || line < body))
    take_headers(x, line + 1);
  int before = replies;
  http_request(x);
  turn_until(&replies, before + 1);
  free(copy);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  server_ready();
  fresh_game();
  const char *p = (const char *)data, *end = p + n;
  for (int i = 0; p < end && i < 20; i++) {
    const char *stop = memmem(p, (size_t)(end - p), "\n----\n", 6);
    one(p, stop ? (size_t)(stop - p) : (size_t)(end - p));
    p = stop ? stop + 6 : end;
  }
  settle();
  journal_is_sound();
  return 0;
}
