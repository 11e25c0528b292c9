/* room.h - one game of the server: its seats, its watchers, its clock, and the order in which
 * things happen to it.
 *
 * The one law of a room: while changes are on their way to the disk the room answers nobody.
 * Requests that arrive meanwhile wait in its inbox. Only further changes may be made on top, until
 * the loop's turn ends and all of them set off as one group. So nothing is ever shown that a crash
 * could take back, and a write that fails costs exactly one group: the room forgets the game and
 * reads it again.
 */
#ifndef ROOM_H
#define ROOM_H

#include "bots/bot.h"
#include "server.h"

struct mail {       /* something that waits until the room is free */
  struct node node; /* in the inbox, or among those served; first */
  void (*act)(struct room *, struct mail *);
  void (*drop)(struct mail *); /* the room cannot serve it any more */
  struct conn *from;           /* NULL: gone, or there never was one */
  /* a change of the game: may be made on top of others that are not yet durable */
  bool follows;
};

struct carry { /* what a bot keeps from one decision to the next (bots/bot.h) */
  char bot[STORE_BOT];
  uint32_t n;
  uint8_t bytes[BOT_CARRY];
};

/* What a player lets others see, this many turns late (eyes.h). */
struct eyes {
  uint8_t delay;      /* in turns; 0: nothing */
  char mark[ID_TEXT]; /* that the link is made of: another mark, another link */
  int64_t caster;     /* the account that this side would let see both; 0: none */
};

struct room {
  struct server *srv;
  struct store_game g;
  struct game *game; /* NULL: on disk only */
  struct fault
      *unfit;    /* why the game could not be fetched, until the one who asked for it is told */
  size_t kept;   /* bytes of the journal that are durable or on their way */
  uint64_t roll; /* number of the next token */
  uint8_t key[2][STORE_KEYS][KEY_HASH];
  uint32_t next_key[2]; /* answers kept so far */
  bool keys_known;
  uint32_t undone[2]; /* how often each side has taken back */
  bool busy, deleted, over_told;
  bool given;          /* another node has the game now; deleted here, too (shards.c) */
  char cup[ID_TEXT];   /* that it is a game of, or "" (cup.c) */
  struct eyes eyes[2]; /* by side */
  uint16_t eyes_turn;  /* when the viewers through them were last told */
  bool rated;          /* its end moves the players' ratings (rating.c) */
  bool gathers;        /* busy, but its group takes more changes */
  struct group *group; /* changes that have not yet set off (change.c) */
  /* a write failed, and what the store holds could not be read again: busy until it can */
  bool lost;
  struct list inbox;   /* of mail */
  struct list serving; /* of mail: what is on its way to the disk, or being looked up */
  struct list conns;
  uint32_t seq[3];     /* told to german, soviet, watch */
  uint32_t clock_told; /* running and late, as last told */
  uint64_t shown[3];   /* hash of the view last told; 0: not known */
  int64_t told[3];     /* steady ms of that */
  uint8_t late;        /* SAL_BIT of the sides that have not been told of the last changes.. */
  struct node paced;   /* ..so it is in the server's list of such rooms */
  struct bucket flow;  /* messages from all its seats and watchers */
  int64_t used;        /* steady ms */
  int64_t chat_n;      /* number of the last line; -1: not read */
  /* opponents (opponent.c) */
  /* a write failed: if it was the computer's move, it must move again */
  bool prod;
  bool thinking;
  char by[LIMIT_WHO];     /* on whose account the computer thinks here */
  struct carry *carry[2]; /* what the computer remembers of its last decision, by side */
  uint8_t stumbles;       /* bad thoughts in a row */
  struct conn *hint;      /* the player who asked for advice */
  char hint_id[80];
  struct room *next;
};

/* rooms.c: the rooms in memory */
/* reads it when it is not there; STORE_ELSEWHERE: another node has it */
struct room *room_find(struct server *, const char *id, enum store_result *);
/* only to look at what the store says of it, wherever it is; to be returned at once */
struct room *room_borrow(struct server *, const char *id);
void room_return(struct room *);
void rooms_tick(struct server *);
void rooms_free(struct server *);
struct room *room_new(struct server *); /* not yet among them */
void room_add(struct room *);
void room_free(struct room *);
void room_begin_dice(struct room *);

/* If the game is not in memory, call room_fetch_for(r, mail); if it returns true, return: the
 * handler runs again when the game is there. Then room_game says whether it could be read. */
void room_fetch(struct room *);
bool room_fetch_for(struct room *, struct mail *);
bool room_game(struct room *, struct fault *);
void room_install(struct room *, struct game *);
void room_unload(struct room *);

/* errand.c: replays a journal beside the loop. The room is busy until `then` has been called. */
struct errand_end {
  struct game *game;  /* a branch or an import; the caller's */
  struct blob *out;   /* a look or a copy; the caller's */
  struct fault fault; /* when there is neither */
};
typedef void errand_then(struct room *, void *arg, struct errand_end *);
/* {"ok":true,"view":..} when it had been told of seq events */
void errand_look(struct room *, int viewer, uint32_t seq, errand_then *, void *arg);
/* for finished games: what both sides together knew before that line of the journal, and a separate
 * game from there */
void errand_look_before(struct room *, uint32_t line, errand_then *, void *arg);
void errand_branch_before(struct room *, uint32_t line, errand_then *, void *arg);
/* the viewer's copy of the journal; SAL_ALL: all of it */
void errand_copy(struct room *, int viewer, errand_then *, void *arg);
/* a separate game, from there */
void errand_branch(struct room *, int viewer, uint32_t seq, errand_then *, void *arg);
/* a separate game, as it stood when that turn began; UINT32_MAX: as it stands */
void errand_turn(struct room *, uint32_t turn, errand_then *, void *arg);
/* the room is NULL */
void errand_import(struct server *, const char *text, errand_then *, void *arg);

/* the room is NULL; the puzzle stays as it is meanwhile */
void errand_retell(struct server *, const cJSON *puzzle, errand_then *, void *arg);

/* Runs fn with bugs of the rules caught: false and a fault instead of the end of the program. */
void room_set_orders(struct room *);
bool room_guard(struct room *, void (*fn)(void *), void *arg, struct fault *);
uint32_t room_dice(void *room, uint32_t n); /* the source of its dice */

void room_mail(struct room *, struct mail *);     /* now, or when it is free */
void room_put_back(struct room *, struct mail *); /* again, and first, when the room is free */
void room_go_on(struct room *);                   /* with its inbox, as far as it is free */
void room_settle(struct room *);                  /* no longer busy: on with the inbox */
void room_enter(struct room *, struct conn *, int seat);
/* The account that the computer's thinking is charged to: its maker's, or that of the first to come
 * since it was read. */
void room_owner(struct room *, int64_t account, const char *address);
void room_leave(struct conn *);
bool room_owes(const struct conn *); /* its room has not yet answered all it was asked */

/* ---- changes (change.c) */
enum { WRITE_ENTRY = 1, WRITE_GAME = 2, WRITE_SEATS = 4, WRITE_CHAT = 8 };
typedef void room_then(struct room *, void *arg, enum store_result, const char *why);
struct change {
  int what;
  int side;                      /* whose key */
  const uint8_t *key;            /* KEY_HASH bytes; NULL: none */
  struct blob *answer;           /* kept under the key; the change takes it */
  const struct store_chat *chat; /* to be kept until `then` */
};
/* Makes the change durable with the rest of its group, calls `then`, tells everybody, and goes on
 * with the inbox. Adds WRITE_ENTRY by itself if the journal grew, WRITE_GAME if to_move, turn,
 * clock or ending moved. */
void room_write(struct room *, const struct change *, room_then *, void *arg);
/* a change under this key is in the group */
bool room_writes_key(const struct room *, int side, const uint8_t key[KEY_HASH]);
bool room_forget(struct room *); /* what is in memory; true: what the store has is known again */
/* at the end of the loop's turn: every group that has gathered */
void changes_set_off(struct server *);
bool room_over(const struct room *);
void room_end(struct room *, const char *how, int winner); /* to be followed by room_write */

/* ---- telling */
void room_tell(struct room *, struct blob *, bool watchers_too); /* drops the blob */
void room_tell_seat(struct room *, int seat, struct blob *);
void room_tell_presence(struct room *);
void room_tell_state(struct room *); /* soon: everybody their own view, if it has changed */
void room_tell_now(struct room *);   /* viewers that were to be told soon */
/* the clock and the end, when they have changed: not by every secret choice */
void room_tell_standing(struct room *);
/* Tells the viewers whose time has come, in one room; `rest`: this turn of the loop has nothing
 * else to do. True: some wait for such a turn. */
bool rooms_tell_late(struct server *, bool rest);
void room_seats_json(const struct room *, struct sal_json *, const char *key);
void room_clock_json(const struct room *, struct sal_json *, const char *key);
void room_over_json(struct room *, struct sal_json *, const char *key);
/* The push, or the answer to a join; *hash is of the view in it, never 0. NULL: a bug, and the game
 * is unloaded. */
struct blob *room_state(struct room *, int viewer, uint32_t since, bool joining, uint64_t *hash,
                        struct fault *);

/* seat.c: what comes from a seat */
void seat_hear(struct conn *, cJSON *doc); /* takes the document */

/* clock.c */
/* the sides that owe a decision now, as far as clocks go */
void clock_turn(struct store_clock *, uint32_t wait_for, int64_t now);
int64_t clock_left(const struct store_clock *, int side, int64_t now);
static inline uint32_t clock_mark(const struct store_clock *c) {
  return (uint32_t)c->running << 8 | c->late;
}
uint32_t room_waits_for(const struct room *); /* sides whose time runs */
void clock_ring(struct room *);               /* the deadline has passed */
bool clock_parse(const cJSON *, const char *at, struct store_clock *, struct fault *);

/* opponent.c */
void opponent_prod(struct room *); /* starts a bot thinking when it is its decision */
bool opponent_hint(struct room *, struct conn *, const char *bot, const char *id, struct fault *);
bool opponent_known(const char *bot, struct fault *);

#endif
