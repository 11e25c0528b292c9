/* fuzz_wire.c - bytes on sockets to a whole server with its real transport: heads, bodies, frames
 * and their lifetimes. Whatever comes and whenever it breaks off, the server goes on, every
 * connection that has ended is forgotten, and the game's journal replays.
 *
 * Pieces stand between lines of `--`. The first letter of a piece says what it is, the second which
 * of four connections it is for: r bytes as they are, w a text frame around them, f a frame whose
 * first byte is the next one, u the request for a WebSocket, x the end, z the end by a reset.
 */
#define FUZZ_SOCKETS
#include "server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

#include "server/wire.h"
#include "server/wsclient.h"

enum { CONNS = 4, PIECES = 60 };
static int end_of[CONNS] = {-1, -1, -1, -1};

static void pump(int times) {
  char scrap[65536];
  for (int i = 0; i < times; i++) {
    turn();
    for (int k = 0; k < CONNS; k++)
      while (end_of[k] >= 0 && recv(end_of[k], scrap, sizeof scrap, MSG_DONTWAIT) > 0)
        ;
  }
}
static int open_pair(void) {
  int pair[2];
  MUST(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
  MUST(net_adopt(srv->net, pair[1]));
  return pair[0];
}
static void put(int fd, const void *bytes, size_t n) {
  const char *p = bytes;
  for (int tries = 0; n && tries < 1000; tries++) {
    ssize_t sent = send(fd, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN)
      return; /* it has been closed */
    if (sent > 0) {
      p += sent;
      n -= (size_t)sent;
    }
    pump(1);
  }
}
/* A request that is answered, by a connection of its own. */
static cJSON *ask_by_socket(const char *path, const char *body) {
  char text[1024], answer[8192] = "";
  size_t have = 0;
  int fd = open_pair();
  int n = snprintf(text, sizeof text,
                   "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: "
                   "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   path, strlen(body), body);
  put(fd, text, (size_t)n);
  for (int i = 0; i < 100000; i++) {
    turn();
    ssize_t got = recv(fd, answer + have, sizeof answer - 1 - have, MSG_DONTWAIT);
    if (!got)
      break;
    if (got > 0)
      answer[have += (size_t)got] = 0;
  }
  close(fd);
  MUST(!strncmp(answer, "HTTP/1.1 200 ", 13));
  return cJSON_Parse(strstr(answer, "\r\n\r\n") + 4);
}
static void put_frame(int fd, uint8_t first, const char *text, size_t n) {
  uint8_t *frame = malloc(n + 16);
  if (!frame)
    abort();
  size_t len = wsc_frame(first & 15, first & 0x80, text, n, frame);
  frame[0] = first; /* with its reserved bits */
  put(fd, frame, len);
  free(frame);
}
static void piece(const char *p, size_t n) {
  static const char upgrade[] =
      "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n";
  if (n < 2)
    return;
  int *fd = &end_of[p[1] & 3];
  size_t len = n - 2;
  char what = p[0], *text = spell(p + 2, &len);
  if (*fd < 0)
    *fd = open_pair();
  if (what == 'u')
    put(*fd, upgrade, sizeof upgrade - 1);
  else if (what == 'w')
    put_frame(*fd, 0x81, text, len);
  else if (what == 'f' && len)
    put_frame(*fd, (uint8_t)text[0], text + 1, len - 1);
  else if (what == 'r')
    put(*fd, text, len);
  if (what == 'z')
    setsockopt(*fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
  if (what == 'x' || what == 'z') {
    close(*fd);
    *fd = -1;
  }
  free(text);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  signal(SIGPIPE, SIG_IGN); /* the server does so, too */
  server_ready();
  fresh_game();
  const char *p = (const char *)data, *end = p + n;
  for (int i = 0; p < end && i < PIECES; i++) {
    const char *stop = memmem(p, (size_t)(end - p), "\n--\n", 4);
    piece(p, stop ? (size_t)(stop - p) : (size_t)(end - p));
    p = stop ? stop + 4 : end;
  }
  pump(3);
  for (int k = 0; k < CONNS; k++) {
    if (end_of[k] >= 0)
      close(end_of[k]);
    end_of[k] = -1;
  }
  for (int i = 0; i < 10000 && srv->net->wires.first; i++)
    pump(1);
  settle();
  /* those that were parting are closed by the clock; nothing else is left */
  for (struct node *w = srv->net->wires.first; w; w = w->next)
    MUST(LIST_OF(w, struct wire, all)->phase == PHASE_PARTING ||
         LIST_OF(w, struct wire, all)->phase == PHASE_WORK);
  MUST(list_sound(&srv->net->wires) && list_sound(&srv->net->idle));
  journal_is_sound();
  return 0;
}
