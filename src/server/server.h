/* server.h - what the parts of the server share.
 *
 * One thread runs the loop: the network, the rooms, the rules. Beside it: one thread that writes
 * (writer.h), one that carries notices out (courier.h), processes that think (worker.h), and the
 * loop's own pool for passphrases. Nothing on the loop waits for any of them; but while the disk is
 * quick, a change that is alone is written by the loop itself.
 */
#ifndef SERVER_H
#define SERVER_H

#include <stdatomic.h>
#include <uv.h>

#include "blob.h"
#include "host/engine.h"
#include "limits.h"
#include "list.h"
#include "loader.h"
#include "metrics.h"
#include "secret.h"
#include "store.h"
#include "writer.h"

struct server_config {
  /* the caller's texts, which outlive the server; all but db may be NULL */
  const char *db, *node, *address, *cert, *key, *web, *data_dir;
  const char *device; /* a folder of `./salient site`, or NULL: served under /device/ */
  const char *origin; /* the address players see, when a proxy changes it; or NULL */
  const char *admin;  /* file with the administrator's token, or NULL */
  /* the mail relay, smtp://host:port or smtps://; who mails are from; a file with USER:PASSWORD */
  const char *smtp, *mail_from, *smtp_auth;
  int port;
  bool local;         /* `play`: loopback names only */
  bool trust_proxy;   /* X-Forwarded-For and -Proto of a loopback peer are believed */
  bool private_hooks; /* webhooks and web push may go to private addresses and by http */
  bool limit_loopback;
  int workers;           /* processes that think, at most */
  int idle_ms;           /* a game not used for this long leaves memory */
  int most_lines;        /* of one game's journal */
  int keep_days;         /* finished games are deleted after this; 0: never */
  int64_t most_bytes;    /* of the store: no new games beyond; 0: no limit */
  int64_t day_ms;        /* how long a day is; 0: as usual */
  int pace_ms;           /* between two views sent to the same viewer */
  const char *build;     /* which one this is: workers on other machines must be of the same */
  const char *pass_home; /* the player's folder for passed files; NULL: none are opened here */
};

struct room;
struct letter;
struct workers;
struct reviews;
struct courier;
struct notices;
struct order;
struct shards;
struct net;
/* Everything the server has. The loop's thread owns it; other threads see only what is handed to
 * them. */
struct server {
  struct server_config config;
  uv_loop_t loop;
  uv_async_t written;
  uv_timer_t tick, pace;
  uv_prepare_t turn; /* once per turn of the loop, before it waits.. */
  uv_idle_t again;   /* ..which it does not while this is on */
  uv_signal_t term, interrupt, hangup;
  struct library *lib;
  struct engine *engine;
  /* the writer's; the loop's own, for reading; the tidying thread's */
  struct store *store, *reader, *tidier;
  uv_work_t tidying;
  bool tidy; /* under way */
  bool look_for_ages;
  uint32_t ticks;
  struct ages *ages; /* what it found */
  /* the threads beside the loop: writing, replaying, and (below) carrying notices out */
  struct writer *writer;
  struct loader *loader;
  struct limits *limits;
  struct workers *workers;
  struct reviews *reviews;
  struct link_mail *link_mails; /* that wait for another try (account_mail.c) */
  struct cup *cups;             /* those somebody looks at, or that run (cup.c) */
  bool cups_read;               /* those that run are among them */
  cJSON *puzzles;               /* those of the program, once somebody has asked (puzzle.c) */
  struct net *net;
  struct courier *courier;
  char smtp_auth[256]; /* USER:PASSWORD of the mail relay, or "" */
  struct notices *notices;
  struct order *order;    /* bans */
  struct shards *shards;  /* NULL: every game is here (shards.h) */
  int hashing;            /* passphrases being hashed */
  struct room **rooms;    /* by id */
  struct list paced;      /* rooms with views to be told (room.c) */
  struct list gathered;   /* groups of changes to go to the disk this turn (change.c) */
  struct letter *letters; /* open passed files (letter.c) */
  /* rooms in memory; places of their table; those with a game */
  uint32_t nrooms, room_slots, loaded;
  uint8_t salt[SECRET_HASH];  /* the key of the token hashes */
  char play_key[33];          /* what `play` prints, and its passed files ask for */
  uint8_t admin[SECRET_HASH]; /* hash of the administrator's token; zero: nobody */
  int64_t started, alive;     /* wall; game time, as last written down */
  int64_t game_time;          /* at steady time 0 */
  /* sums since the start, but connections: now */
  uint64_t served, pushed, refused, connections;
  struct latency latency;       /* of the changes served */
  uint64_t heard, heard_before; /* messages until now, until the turn before */
  /* microseconds of processor time; the longest turn since somebody asked */
  int64_t turn_began, longest;
  atomic_ulong turns;                 /* of the loop, for the watchdog */
  int64_t trimmed;                    /* when memory was last given back */
  uint32_t unloaded;                  /* games since then */
  bool closing, disk_trouble, silent; /* the database, when it was last looked at */
};

/* Owned by its wire; the room and the letter only list it. */
struct conn { /* one WebSocket */
  struct server *srv;
  void *wire;            /* net.c's */
  struct room *room;     /* joined, or NULL */
  struct letter *letter; /* or joined to this */
  uint8_t seat;          /* SAL_GERMAN, SAL_SOVIET or SAL_WATCH; or eyes.h's */
  /* of somebody who looks through another's eyes: events told, and who decided then */
  uint32_t seen;
  uint8_t seen_actor;
  uint16_t waiting; /* requests in its room's inbox */
  bool held;        /* counts against its account too */
  bool away;        /* the page is open, but nobody looks at it */
  struct node here; /* in the room, or at the letter */
  int64_t account;
  struct bucket flow;
  char address[46];
};

/* headers.c */
void header_session(const char *cookies, char out[128]);
void header_forwarded(const char *list, char out[46]);
bool header_origin_is(const char *origin, const char *host, const char *configured);
bool header_host_is_loopback(const char *host);

/* All of it but the loop's running: NULL with one clear line. server_run does this too; a test may
 * turn the loop itself. */
struct server *server_open(const struct server_config *, char why[256]);
void server_close(struct server *);
/* Ends with the exit code. `ready` is called once when it listens. */
int server_run(const struct server_config *, void (*ready)(const char *url));
/* one line on stderr; never a token */
void server_log(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int64_t now_wall(void);   /* ms since 1970 */
int64_t now_steady(void); /* ms, never jumps */
/* ms of games' clocks: continues where the last server stopped, whatever the wall clock does */
int64_t now_game(const struct server *);

/* net.c */
struct net *net_open(struct server *, char why[256]);
int net_port(const struct net *);
void net_flush(struct net *); /* what conn_send has gathered */
void net_tick(struct net *);  /* drops clients that do not read what they are sent */
/* closes every line that was opened with a session of this account */
void net_end_account(struct net *, int64_t account);
bool net_waits(const struct net *); /* there is more to be done this turn */
/* The certificate is read again; false with one clear line: the old one stays. */
bool net_reload(struct net *, char why[256]);
bool net_adopt(struct net *, int fd); /* a connected socket, as if it had been accepted */
void net_close(struct net *);
void net_free(struct net *);                   /* once the loop holds nothing of it any more */
void conn_send(struct conn *, struct blob *);  /* takes its own reference */
void conn_end(struct conn *, const char *why); /* closes it, when the turn ends */
void conn_listen(struct conn *, bool);         /* false: what it sends stays in the wire */

/* ws.c */
/* Those in a room, or at a letter. */
static inline struct conn *conn_of(const struct node *n) {
  return n ? LIST_OF(n, struct conn, here) : NULL;
}
void ws_open(struct conn *);
void ws_message(struct conn *, const char *text, size_t n);
void ws_close(struct conn *);
/* with the request's id; drops the blob */
void ws_answer(struct conn *, const cJSON *doc, struct blob *);
void ws_fault(struct conn *, const cJSON *doc, struct fault *);

/* http.c: a request that is answered now or later, once. */
enum http_method { HTTP_GET, HTTP_POST, HTTP_DELETE, HTTP_OTHER };
/* Its wire owns it until it is begun, then the code that works on it, until http_reply. */
struct exchange {
  struct server *srv;
  void *wire; /* NULL: the client has gone */
  enum http_method method;
  char path[512], address[46], bearer[128], session[128];
  char tag[64];   /* of the file that the client has already */
  bool gzip;      /* the client takes compressed files */
  bool secure;    /* came by TLS, ours or the proxy's */
  bool same_site; /* not from another site's page */
  bool only_head; /* HEAD: the answer's body is left out */
  bool begun;     /* whole and being worked on: the code that answers frees it */
  char *body;
  size_t nbody, body_cap;
  /* the answer */
  int status;
  const char *type;
  struct blob *out;
  char extra[512]; /* further header lines, "name: value\r\n" each */
  int64_t account; /* by its session, or 0 */
};
void http_request(struct exchange *);
/* Hands over to the network, which frees the exchange; the blob's reference goes with it. */
void http_reply(struct exchange *, int status, const char *type, struct blob *);
void http_fault(struct exchange *, const struct fault *);
void http_free(struct exchange *);
void net_reply(struct exchange *); /* net.c */

/* books.c: /api/rules/GAME and /api/sources/GAME */
void books_rules(struct exchange *, const char *game);
void books_sources(struct exchange *, const char *game);
void books_board(struct exchange *, const char *path); /* /api/board/GAME/SCENARIO */
void books_guide(struct exchange *, const char *path); /* /api/guide/GAME/SCENARIO */

/* static files (files.c): the text is the program's own or `owned`; the tag changes with the bytes
 */
struct file_found {
  const char *text, *type;
  size_t size;
  char *owned; /* free it */
  char tag[20];
  bool gzip; /* the text is compressed */
};
/* With `gzip` the file that lies beside it with .gz at its end, where there is one: compressed when
 * the page was built. */
bool file_find(const struct server *, const char *path, bool gzip, struct file_found *);

#endif
