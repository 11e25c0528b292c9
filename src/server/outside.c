/* outside.c - see outside.h. */
#include "outside.h"

#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* No user, no fragment, no blanks, nothing but ASCII: readers of addresses differ on those. */
bool outside_split(const char *url, bool plain_too, struct outside *a) {
  const char *p;

  a->tls = !strncmp(url, "https://", 8);
  if (a->tls)
    p = url + 8;
  else if (plain_too && !strncmp(url, "http://", 7))
    p = url + 7;
  else
    return false;
  for (const char *c = url; *c; c++)
    if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127 || strchr("\"\\@#", *c))
      return false;
  size_t host = strcspn(p, ":/?");
  if (!host || host >= sizeof a->host || p[host] == '?')
    return false;
  snprintf(a->host, sizeof a->host, "%.*s", (int)host, p);
  p += host;
  snprintf(a->port, sizeof a->port, "%s", a->tls ? "443" : "80");
  if (*p == ':') {
    size_t n = strspn(++p, "0123456789");
    if (!n || n > 5)
      return false;
    snprintf(a->port, sizeof a->port, "%.*s", (int)n, p);
    p += n;
  }
  a->path = p;
  return !*p || *p == '/';
}

/* Networks that are not the open internet: private, loopback, link-local, for documents and
 * tests, multicast, reserved. */
static bool inside4(uint32_t ip) {
  static const struct {
    uint32_t net, bits;
  } no[] = {{0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
            {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
            {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24},
            {0xe0000000, 4},  {0xf0000000, 4}};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    if (ip >> (32 - no[i].bits) == no[i].net >> (32 - no[i].bits))
      return true;

  return false;
}

/* Every address not known to be outside counts as inside. */
bool outside_is_inside(const struct sockaddr *sa) {
  if (sa->sa_family == AF_INET)
    return inside4(ntohl(((const struct sockaddr_in *)(const void *)sa)->sin_addr.s_addr));
  if (sa->sa_family != AF_INET6)
    return true;
  const uint8_t *b = ((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr.s6_addr;
  uint32_t last = (uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15];
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  static const uint8_t nat64[12] = {0, 0x64, 0xff, 0x9b};
  if (!memcmp(b, mapped, 12) || !memcmp(b, nat64, 12))
    return inside4(last);
  if (b[0] == 0x20 && b[1] == 0x02)
    return true;                /* 6to4 carries any IPv4 */
  return (b[0] & 0xe0) != 0x20; /* only global unicast is outside */
}
