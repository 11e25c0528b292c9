/* store.h - what the server keeps, behind one small interface.
 *
 * The embedded store is SQLite, one file; the shared one is PostgreSQL, which several nodes can
 * reach and serve (store_lease.h). Callers need not know which it is. Reads may
 * happen at any time on a separate handle. Every write stands between begin and commit, and what
 * commit has answered with STORE_OK survives the death of the process and of the machine.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum store_result {
  STORE_OK,
  STORE_NONE,      /* there is no such thing */
  STORE_TAKEN,     /* the name or number is in use */
  STORE_FULL,      /* disk full, or the file may not grow */
  STORE_BUSY,      /* locked by another program */
  STORE_BROKEN,    /* anything else; store_why says what */
  STORE_ELSEWHERE, /* another node has the game (shards.h) */
};

/* Bytes of the fields of the store; the texts' with their NUL. */
enum {
  STORE_HASH = 32,
  STORE_ID = 20,
  STORE_NAME = 40,
  STORE_BOT = 64,
  STORE_HOOK = 256,
  STORE_KEYS = 16,
  STORE_SALT = 32
};

enum seat_kind { SEAT_ME, SEAT_OPEN, SEAT_INVITE, SEAT_HOTSEAT, SEAT_BOT };
struct store_seat {
  uint8_t kind; /* enum seat_kind */
  bool taken;   /* somebody has come for it */
  uint8_t token[STORE_HASH];
  int64_t account; /* 0: none */
  char name[STORE_NAME], bot[STORE_BOT], hook[STORE_HOOK];
  char *orders; /* standing orders as JSON, or NULL; malloc'd */
};

enum clock_mode { CLOCK_NONE, CLOCK_NOTICE, CLOCK_CLAIM, CLOCK_BOT, CLOCK_LOSE };
struct store_clock { /* milliseconds; times are game time (now_game) */
  uint8_t mode;      /* what running out means */
  uint8_t running;   /* SAL_BIT of the sides whose time runs */
  uint8_t late;      /* SAL_BIT of the sides that ran out */
  int64_t bank, increment, cap, left[2], since;
  int64_t deadline; /* 0: none */
};

struct store_game {
  int64_t num; /* given by the store */
  char id[STORE_ID];
  char game[24], scenario[32];
  char *setup; /* the request it was made from (for a rematch); malloc'd */
  int64_t created, touched;
  bool listed; /* in the lobby, and anybody may watch */
  bool typed;  /* real dice, typed in */
  uint8_t secret[32];
  /* 0: the secret speaks for every token; -1 - n: the game was imported when n had been rolled */
  int64_t roll0;
  uint8_t owner[STORE_HASH], watch[STORE_HASH];
  int64_t account; /* the owner's, or 0 */
  char ended[16];  /* "", "played", "abandoned", "timeout" */
  uint8_t winner;  /* where `ended` decides it: side, else 0xff */
  /* of a game that has just been played to its end, for the statistics; not stored with the game.
   * den 0: none */
  struct {
    int32_t num, den; /* above 0 is German */
  } margin;
  uint8_t to_move; /* SAL_BIT mask, as of the last line */
  uint16_t turn;
  char rematch[STORE_ID];
  struct store_clock clock;
  struct store_seat seat[2];
};
static inline int64_t store_first_roll(const struct store_game *g) {
  return g->roll0 < 0 ? -1 - g->roll0 : 0;
}
void store_game_clear(struct store_game *); /* frees what hangs on it */

struct store;
/* The one writer; its readers; one that fails rather than waits for a database that is silent; a
 * look from outside. */
enum store_mode { STORE_SERVE, STORE_READER, STORE_QUICK, STORE_LOOK };
/* A file's path, or postgresql://.. for a shared store. NULL with one clear line, which has the
 * words STORE_HELD if a server serves it, and STORE_AWAY if a shared one cannot be reached now.
 * STORE_SERVE makes the database if there is none, and holds it against a second server. */
#define STORE_HELD "another server has this database open"
#define STORE_AWAY "cannot be reached"
struct store *store_open(const char *path, enum store_mode, char why[256]);
/* STORE_SERVE, for a node with a name: it shares a shared store with others. "": it does not. */
struct store *store_serve(const char *path, const char *node, char why[256]);
bool store_is_file(const char *path); /* and no shared store's address */
void store_close(struct store *);
const char *store_why(const struct store *);
/* False: a shared store that is open as STORE_QUICK is silent, and reads fail at once. */
bool store_answers(struct store *);

enum store_result store_begin(struct store *);
/* the same; STORE_BUSY when it would take long: another program's lock, or old changes to be tidied
 * up */
enum store_result store_try(struct store *);
/* Has everything requested been done, or has it failed? A store that sends ahead learns of it only
 * here. */
enum store_result store_sent(struct store *);
enum store_result store_commit(struct store *);
void store_abort(struct store *);
/* One job inside a group: kept or taken back alone. */
enum store_result store_mark(struct store *);
enum store_result store_settle(struct store *, bool keep);

/* ---- several nodes on one shared store. With a file, or without a name, one node has everything.
 */
enum { STORE_SHARDS = 256, STORE_NODE = 24 };
struct store_give { /* shards that this node gives back */
  bool any, shard[STORE_SHARDS];
};
struct store_shards {
  bool mine[STORE_SHARDS];
  char node[STORE_SHARDS][STORE_NODE]; /* who has it; "": nobody */
  int nodes;                           /* that live */
};
bool store_shared(const struct store *); /* this node has a name */
/* Inside a transaction: gives, takes what is free and this node's share, frees what dead nodes had.
 * True when committed. */
enum store_result store_share(struct store *, const struct store_give *, struct store_shards *);
/* On the writer's thread: may a game of this shard be written? */
bool store_has(const struct store *, int shard);
/* Until the transaction ends no other node is in such a place: what is read now is not changed
 * meanwhile. */
enum store_result store_alone(struct store *, const char *what);
/* The time of games now; `last`: as far as it had come when the last server stopped. */
int64_t store_game_time(struct store *, int64_t last);

/* ---- games */
enum store_result store_game_add(struct store *, struct store_game *); /* sets num */
enum store_result store_game_read(struct store *, const char *id, struct store_game *);
/* all but the secrets and the setup */
enum store_result store_game_update(struct store *, const struct store_game *);
enum store_result store_seat_update(struct store *, const struct store_game *, int side);
enum store_result store_game_delete(struct store *, int64_t num);

/* Journal text, in pieces numbered by their first line. */
enum store_result store_entry_add(struct store *, int64_t num, uint32_t n, const char *text,
                                  size_t len);
/* The whole text, malloc'd. */
enum store_result store_journal_read(struct store *, int64_t num, char **text, size_t *len);

/* What a change leaves: a piece of the journal, and its answer under its key. Of a side's answers
 * the last STORE_KEYS stay: number nth, from 0, stands in slot nth % STORE_KEYS. */
struct store_line {
  uint32_t n, nth;
  int side;
  const char *text, *answer; /* either may be NULL */
  size_t len, nanswer;
  const uint8_t *key; /* 16 bytes; NULL: none */
};
/* the commit says whether it is kept */
void store_line_add(struct store *, int64_t num, const struct store_line *);
enum store_result store_answer_read(struct store *, int64_t num, int side, int slot, char **answer);
enum store_result store_keys_read(struct store *, int64_t num, int side,
                                  uint8_t key[STORE_KEYS][16], uint32_t *next);

struct store_chat {
  int64_t n, at;
  uint8_t side;
  char name[STORE_NAME], text[1024];
};
enum store_result store_chat_add(struct store *, int64_t num, const struct store_chat *);
typedef bool store_chat_fn(void *ctx, const struct store_chat *);
/* oldest first */
enum store_result store_chat_read(struct store *, int64_t num, int last, store_chat_fn *,
                                  void *ctx);
int64_t store_chat_last(struct store *, int64_t num);
typedef bool store_said_fn(void *ctx, const char *game, int64_t at, const char *text);
/* what was said from the account's seats; the newest first */
enum store_result store_chat_by(struct store *, int64_t account, int limit, store_said_fn *,
                                void *ctx);

/* ---- lists. The callback gets games without `setup` and orders; false stops. */
int64_t store_bytes(struct store *); /* of the whole file */
enum store_list {
  LIST_LOBBY,
  LIST_ACCOUNT,
  LIST_ALL,
  LIST_DUE,
  LIST_SEATED,  /* running, an open seat taken, not touched since arg */
  LIST_UNBEGUN, /* not touched since it was made, before arg */
  LIST_ENDED    /* over, not touched since arg */
};
typedef bool store_game_fn(void *ctx, const struct store_game *);
enum store_result store_games(struct store *, enum store_list, int64_t arg, int limit,
                              store_game_fn *, void *ctx);

/* ---- accounts */
struct store_account {
  int64_t id, created;
  char name[STORE_NAME], fold[STORE_NAME], pass[128];
};
enum store_result store_account_add(struct store *, struct store_account *);
enum store_result store_account_read(struct store *, const char *fold, struct store_account *);
enum store_result store_account_by_id(struct store *, int64_t id, struct store_account *);
/* its sessions too; its seats stay, nameless */
enum store_result store_account_delete(struct store *, int64_t id);
/* And the account's oldest go, so that `keep` stay. */
enum store_result store_session_add(struct store *, const uint8_t token[STORE_HASH],
                                    int64_t account, int64_t until, int keep);
/* that it owns and that are not over */
int64_t store_account_games(struct store *, int64_t account);
enum store_result store_session_read(struct store *, const uint8_t token[STORE_HASH], int64_t now,
                                     int64_t *account);
/* every session of the account */
enum store_result store_sessions_drop(struct store *, int64_t account);
/* The smallest `until` last. */
typedef bool store_session_fn(void *ctx, const uint8_t token[STORE_HASH], int64_t until);
enum store_result store_sessions(struct store *, int64_t account, store_session_fn *, void *ctx);
/* in its seats too; STORE_TAKEN: the folded name is another's */
enum store_result store_account_rename(struct store *, int64_t account, const char *name,
                                       const char *fold);
/* a new passphrase's hash */
enum store_result store_account_pass(struct store *, int64_t account, const char *pass);
enum store_result store_session_drop(struct store *, const uint8_t token[STORE_HASH]);
enum store_result store_sessions_expire(struct store *, int64_t now);

/* ---- data files that games began with, once for each hash (library_pack) */
enum store_result store_data_put(struct store *, const char *game, uint64_t hash, const char *pack,
                                 size_t n);
bool store_data_has(struct store *, const char *game, uint64_t hash);
/* For library_older: ctx is the store's path. */
char *store_data_find(void *path, const char *game, uint64_t hash, size_t *n);

/* ---- rows: documents of a kind, each with a key and a number to sort by. Every part of the server
 * keeps what is its own in rows; nobody but the store knows how they lie there. */
enum store_result store_row_put(struct store *, const char *kind, const char *key, int64_t n,
                                const char *text);
/* the same, and the row is also found under a second key, which it may share with others */
enum store_result store_row_file(struct store *, const char *kind, const char *key,
                                 const char *also, int64_t n, const char *text);
/* the text is malloc'd; n and text may be NULL */
enum store_result store_row_read(struct store *, const char *kind, const char *key, int64_t *n,
                                 char **text);
enum store_result store_row_drop(struct store *, const char *kind, const char *key);
/* those numbered below n */
enum store_result store_rows_drop(struct store *, const char *kind, int64_t n);
typedef bool store_row_fn(void *ctx, const char *key, int64_t n, const char *text);
/* The largest number first; false stops. */
enum store_result store_rows(struct store *, const char *kind, int limit, store_row_fn *,
                             void *ctx);

/* The rows of a kind whose first or second key begins with a text. A text that ends with what no
 * key has inside ("12/") names one thing and not those whose names are longer. */
enum store_by { BY_KEY, BY_ALSO };
struct store_range {
  const char *kind;
  enum store_by by;
  const char *begins; /* not empty */
};
/* The smallest number first; false stops. The callback writes nothing. */
enum store_result store_range_read(struct store *, struct store_range, store_row_fn *, void *ctx);
int64_t store_range_count(struct store *, struct store_range); /* 0 too when it cannot be read */
enum store_result store_range_drop(struct store *, struct store_range);
/* only the `keep` with the largest numbers stay */
enum store_result store_range_keep(struct store *, struct store_range, int keep);

/* ---- small things */
enum store_result store_note_put(struct store *, const char *key, const void *value, size_t n);
/* exactly n bytes */
enum store_result store_note_read(struct store *, const char *key, void *value, size_t n);
/* as long as it is; malloc'd, with a NUL behind it */
enum store_result store_note_text(struct store *, const char *key, char **value, size_t *n);
struct store_counts {
  int64_t games, open, accounts, bytes;
};
enum store_result store_count(struct store *, struct store_counts *);

/* Housekeeping that keeps the log short; on a separate handle and thread, beside the writer. */
void store_tidy(struct store *);
/* Before the first store_tidy: the store that serves, for which this handle tidies. */
void store_beside(struct store *, const struct store *serving);

/* ---- whole stores (backup.c) */
/* while it is in use */
enum store_result store_copy(struct store *from, const char *to, char why[256]);
/* All of it into another store, which must be empty, and compared: journals line by line, the rest
 * row by row. Both are open as STORE_SERVE. */
struct store_moved {
  int64_t games, lines, rows;
};
enum store_result store_move(struct store *from, struct store *to, struct store_moved *,
                             char why[256]);
/* the file itself is sound */
enum store_result store_check(struct store *, char why[256]);
/* Only keeps servers off a file, whatever is in it: the handle can only be closed again. NULL: a
 * server has it open. */
struct store *store_hold(const char *path, char why[256]);
/* Merges the files that lie beside a database into it, as far as possible, and removes them, before
 * another file takes its name and would take them for its own. */
void store_forget(const char *path);

#endif
