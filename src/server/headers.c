/* headers.c - what a browser or a proxy says in a request's headers, as plain functions of text. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server.h"

/* The session among the cookies. */
void header_session(const char *cookies, char out[128]) {
  out[0] = 0;
  for (const char *p = cookies; (p = strstr(p, "salient="));) {
    bool whole = p == cookies || p[-1] == ' ' || p[-1] == ';';
    p += 8;
    if (!whole)
      continue;
    snprintf(out, 128, "%.*s", (int)strcspn(p, "; "), p);
    return;
  }
}

/* X-Forwarded-For: what the proxy itself saw stands last. Leaves out as it is when that is no
 * address. */
void header_forwarded(const char *list, char out[46]) {
  unsigned char ip[16];
  const char *last = strrchr(list, ',');

  last = last ? last + 1 : list;
  while (*last == ' ')
    last++;
  if (strlen(last) < 46 &&
      (inet_pton(AF_INET, last, ip) == 1 || inet_pton(AF_INET6, last, ip) == 1))
    memcpy(out, last, strlen(last) + 1);
}

/* Is the origin one of a list separated by commas? */
static bool is_listed(const char *origin, const char *list) {
  size_t n = strlen(origin);

  for (const char *p = list; *p;) {
    size_t len = strcspn(p, ",");
    if (len == n && !strncmp(p, origin, n))
      return true;
    p += len + (p[len] == ',');
  }
  return false;
}

/* Is the page that asks one of ours? Its origin must be one of those configured (`a,b`) or, if none
 * is, the host that was called. */
bool header_origin_is(const char *origin, const char *host, const char *configured) {
  if (configured)
    return is_listed(origin, configured);
  const char *name = !strncmp(origin, "https://", 8)  ? origin + 8
                     : !strncmp(origin, "http://", 7) ? origin + 7
                                                      : NULL;
  return name && *host && !strcasecmp(name, host);
}

/* A local server answers to local names only, so that no name from outside can be pointed at it. */
bool header_host_is_loopback(const char *host) {
  const char *end = host[0] == '[' ? strchr(host, ']') : strrchr(host, ':');
  size_t n = end ? (size_t)(end - host) + (host[0] == '[') : strlen(host);
  static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};

  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strlen(own[i]) == n && !strncmp(host, own[i], n))
      return true;
  return false;
}
