/* wsclient.h - the smallest HTTP and WebSocket client that will do: for the load generator and the
 * tests, plain TCP only. */
#ifndef WSCLIENT_H
#define WSCLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wsc_url {
  char host[64];
  int port;
  char node[24]; /* its lines name this node to the balancer; or "" */
};
bool wsc_split(const char *url, struct wsc_url *); /* http://host:port/ */
int wsc_dial(const struct wsc_url *);              /* -1: refused */

/* One request on an open connection; headers are whole lines ("a: b\r\n"). The body is malloc'd,
 * the status returned; -1: lost. */
int wsc_http(int fd, const struct wsc_url *, const char *method, const char *path,
             const char *headers, const char *body, char **out);
/* The answer to what was sent by hand; head gets the header lines when not NULL. */
int wsc_http_read(int fd, char *head, size_t cap, char **out);

/* /ws on a fresh connection; false: refused, *status says how. */
bool wsc_upgrade(int fd, const struct wsc_url *, const char *headers, int *status);
/* A masked frame into out (n + 14 bytes); its length. */
size_t wsc_frame(uint8_t opcode, bool fin, const void *text, size_t n, uint8_t *out);
/* A server's frame at the front of in: its length with header, 0 when it is not all there; payload
 * points into in. */
size_t wsc_parse(const uint8_t *in, size_t n, uint8_t *opcode, const char **payload, size_t *len);

#endif
