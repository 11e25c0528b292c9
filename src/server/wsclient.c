/* wsclient.c - blocking where it dials, a pure function where it frames. */
#include "wsclient.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Http:// only: the client is for tests and for load on this machine. */
bool wsc_split(const char *url, struct wsc_url *u) {
  if (strncmp(url, "http://", 7))
    return false;
  const char *p = url + 7;
  const char *colon = strchr(p, ':');
  size_t n = strcspn(p, ":/");
  if (!n || n >= sizeof u->host)
    return false;
  memcpy(u->host, p, n);
  u->host[n] = 0;
  u->node[0] = 0;
  u->port = colon ? atoi(colon + 1) : 80;
  return u->port > 0 && u->port < 65536;
}

/* A blocking socket, or -1. */
int wsc_dial(const struct wsc_url *u) {
  struct addrinfo hint = {.ai_socktype = SOCK_STREAM, .ai_family = AF_INET};
  struct addrinfo *a = NULL;
  char port[8];
  int one = 1;

  snprintf(port, sizeof port, "%d", u->port);
  if (getaddrinfo(u->host, port, &hint, &a))
    return -1;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen)) {
    close(fd);
    fd = -1;
  }
  freeaddrinfo(a);
  if (fd >= 0)
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);

  return fd;
}

/* False: the server has closed. */
static bool send_all(int fd, const char *p, size_t n) {
  while (n) {
    ssize_t got = send(fd, p, n, MSG_NOSIGNAL);
    if (got <= 0)
      return false;
    p += got;
    n -= (size_t)got;
  }
  return true;
}

/* One whole answer, by its length. */
int wsc_http_read(int fd, char *head_out, size_t cap, char **out) {
  size_t room = 65536;
  size_t n = 0;
  char *buf = malloc(room + 1);
  char *end = NULL;

  if (!buf)
    abort();
  if (out)
    *out = NULL;
  while (!end) {
    ssize_t got = recv(fd, buf + n, room - n, 0);
    if (got <= 0) {
      free(buf);
      return -1;
    }
    n += (size_t)got;
    buf[n] = 0;
    end = strstr(buf, "\r\n\r\n");
  }
  size_t head = (size_t)(end - buf) + 4;
  size_t size = 0;
  const char *length = strcasestr(buf, "\r\ncontent-length:");
  if (length && length < end)
    size = (size_t)atoll(length + 17);
  if (head_out)
    snprintf(head_out, cap, "%.*s", (int)head, buf);
  if (head + size > room) {
    buf = realloc(buf, head + size + 1);
    if (!buf)
      abort();
  }
  while (n < head + size) {
    ssize_t got = recv(fd, buf + n, head + size - n, 0);
    if (got <= 0) {
      free(buf);
      return -1;
    }
    n += (size_t)got;
  }
  buf[n] = 0;
  int status = atoi(buf + 9);
  if (out) {
    *out = malloc(size + 1);
    if (!*out)
      abort();
    memcpy(*out, buf + head, size);
    (*out)[size] = 0;
  }
  free(buf);
  return status;
}

/* The status, or -1; *out is malloc'd. */
int wsc_http(int fd, const struct wsc_url *u, const char *method, const char *path,
             const char *headers, const char *body, char **out) {
  char head[2048];
  int n = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: %s:%d\r\n%s", method, path, u->host,
                   u->port, headers ? headers : "");

  if (body)
    n += snprintf(head + n, sizeof head - (size_t)n,
                  "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
  n += snprintf(head + n, sizeof head - (size_t)n, "\r\n");
  if (!send_all(fd, head, (size_t)n) || (body && !send_all(fd, body, strlen(body))))
    return -1;

  return wsc_http_read(fd, NULL, 0, out);
}

/* Byte by byte, because the first frame may follow at once. */
bool wsc_upgrade(int fd, const struct wsc_url *u, const char *headers, int *status) {
  char buf[1024];
  size_t n = (size_t)snprintf(
      buf, sizeof buf,
      "GET /ws%s%s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n%s\r\n",
      u->node[0] ? "?node=" : "", u->node, u->host, u->port, headers ? headers : "");

  *status = -1;
  if (!send_all(fd, buf, n))
    return false;
  for (n = 0; n < sizeof buf - 1;) { /* byte by byte: what follows the header is the first frame */
    if (recv(fd, buf + n, 1, 0) != 1)
      return false;
    buf[++n] = 0;
    if (n >= 4 && !memcmp(buf + n - 4, "\r\n\r\n", 4))
      break;
  }
  *status = n > 12 ? atoi(buf + 9) : -1;
  return *status == 101;
}

/* A client's frame; the mask is fixed, because no proxy is between. */
size_t wsc_frame(uint8_t opcode, bool fin, const void *text, size_t n, uint8_t *out) {
  static const uint8_t mask[4] = {0x5a, 0x13, 0xc4, 0x7e}; /* loopback: no proxy to be confused */
  size_t at = 0;

  out[at++] = (uint8_t)((fin ? 0x80 : 0) | opcode);
  if (n < 126)
    out[at++] = (uint8_t)(0x80 | n);
  else if (n < 65536) {
    out[at++] = 0x80 | 126;
    out[at++] = (uint8_t)(n >> 8);
    out[at++] = (uint8_t)n;
  } else {
    out[at++] = 0x80 | 127;
    for (int i = 7; i >= 0; i--)
      out[at++] = (uint8_t)((uint64_t)n >> (8 * i));
  }
  memcpy(out + at, mask, 4);
  at += 4;
  for (size_t i = 0; i < n; i++)
    out[at + i] = (uint8_t)(((const uint8_t *)text)[i] ^ mask[i & 3]);

  return at + n;
}

/* A server's frame, or 0 for not enough bytes. */
size_t wsc_parse(const uint8_t *in, size_t n, uint8_t *opcode, const char **payload, size_t *len) {
  if (n < 2)
    return 0;
  uint64_t size = in[1] & 127;
  size_t head = 2;
  if (size == 126) {
    if (n < 4)
      return 0;
    size = (uint64_t)in[2] << 8 | in[3];
    head = 4;
  } else if (size == 127) {
    if (n < 10)
      return 0;
    size = 0;
    for (int i = 0; i < 8; i++)
      size = size << 8 | in[2 + i];
    head = 10;
  }
  if (n < head + size)
    return 0;
  *opcode = in[0] & 15;
  *payload = (const char *)in + head;
  *len = (size_t)size;
  return head + (size_t)size;
}
