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
    if (!whole) continue;
    snprintf(out, 128, "%.*s", (int)strcspn(p, "; "), p);
    return;
  }
}
/* X-Forwarded-For: what the proxy itself saw stands last. Leaves out as it is when that is no address. */
void header_forwarded(const char *list, char out[46]) {
  unsigned char ip[16];
  const char *last = strrchr(list, ',');
  last = last ? last + 1 : list;
  while (*last == ' ') last++;
  if (strlen(last) < 46 && (inet_pton(AF_INET, last, ip) == 1 || inet_pton(AF_INET6, last, ip) == 1)) memcpy(out, last, strlen(last) + 1);
}
/* The page that asks is one of ours: its origin is the host that was called, or the configured one. */
bool header_origin_is(const char *origin, const char *host, const char *configured) {
  if (configured && !strcmp(origin, configured)) return true;
  const char *name = !strncmp(origin, "https://", 8) ? origin + 8 : !strncmp(origin, "http://", 7) ? origin + 7 : NULL;
  return name && *host && !strcasecmp(name, host);
}
bool header_host_is_loopback(const char *host) {
  const char *end = host[0] == '[' ? strchr(host, ']') : strrchr(host, ':');
  size_t n = end ? (size_t)(end - host) + (host[0] == '[') : strlen(host);
  static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strlen(own[i]) == n && !strncmp(host, own[i], n)) return true;
  return false;
}
