/* company.h - a server with a full house, measured: what the files of bench/company share.
 *
 * people.c makes the accounts, the cups and the notices, by the routes that a browser uses. play.c
 * plays. sinks.c is where the notices go. pulse.c asks the server how its loop is. company.c starts
 * the server and tells what came of it.
 */
#ifndef COMPANY_H
#define COMPANY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "server/wsclient.h"

enum { CUP_SIZE = 8, SEATS_MOST = 32, ID_ROOM = 20, PATH_ROOM = 300 };

_Noreturn void give_up(const char *what, const char *detail);
void *room(size_t bytes);
/* The text between the mark and the next quotation mark; false: the mark is not there. */
bool word_after(const char *text, const char *mark, char *out, size_t cap);

/* ---- times, in seconds */
struct times {
  float *took;
  size_t n, room;
};
void times_add(struct times *, double);
/* In milliseconds, after times_sort. */
void times_sort(struct times *);
double times_at(const struct times *, double part);

/* ---- where notices go: a push service with webhooks, and a mail relay (sinks.c) */
enum way { BY_PUSH, BY_HOOK, BY_MAIL, WAYS };
struct came {
  enum way way;
  double at;
  uint32_t person;
  char word[64]; /* the game; of a mail the token of its link, or "" */
};
struct sinks {
  int http, smtp; /* their ports */
  int told;       /* an eventfd */
  pthread_t thread;
  pthread_mutex_t lock;
  struct came *came; /* under the lock */
  size_t n, room;
};
void sinks_open(struct sinks *);
size_t sinks_take(struct sinks *, struct came *, size_t most);

/* ---- the house */
struct plan {
  const char *program, *folder, *game, *scenario;
  uint32_t people, cups, rate, seconds;
};
enum doing { WAITING, JOINING, HOOKING, ASKING, READY, DOING };
struct person { /* with one line, which looks at one seat at a time */
  char cookie[100];
  bool hooks, mails; /* told by webhooks instead of web push; by mail too */
  bool mail_owed, mail_may, mail_came;
  uint32_t table[SEATS_MOST], tables, settled, next;
  /* play */
  int fd, at; /* at: the table, -1: none yet */
  enum doing doing;
  double looks_since, due, sent;
  uint32_t seq, key;
  char action[256];
  uint8_t *in;
  size_t have, room;
  struct person *next_ready;
};
struct seat {
  uint32_t person;
  bool knows; /* the player knows that it is his decision, and will come */
  bool owed;  /* a notice must come */
  bool may;   /* one may come: the player came or went while the decision did */
  double since;
};
struct table { /* a game of a cup */
  char id[ID_ROOM];
  struct seat seat[2];
  uint32_t to_move; /* a bit for each side */
  bool busy, over;  /* busy: an action is on its way */
};
struct house {
  struct plan plan;
  struct wsc_url url;
  pid_t server;
  char admin[80];
  struct sinks sinks;
  struct person *person;
  bool known; /* their accounts are from an earlier run */
  struct table *table;
  uint32_t tables;
};
/* The header lines of one person; the server believes the address, as behind a proxy. */
void person_head(const struct person *, uint32_t number, char out[200]);
/* Accounts outlast a run, in the folder's people.db and people.txt: a passphrase is slow to hash.
 * True: there are as many as the plan wants, and their cookies have been read. */
bool people_known(struct house *);
void house_fill(struct house *); /* people.c */
void in_folder(const struct house *, const char *name, char out[PATH_ROOM]);
void copy_store(const struct house *, const char *from, const char *to);
struct table *house_table(const struct house *, const char *id);

/* ---- the play (play.c) */
struct played {
  struct times answer, send, notice; /* all from when it was due */
  uint64_t due, sent, acknowledged, again, views;
  uint64_t owed, told[WAYS], lost, stray, spare, mails_owed;
  uint32_t fewest_ready, over;
};
struct play;
struct play *play_prepare(struct house *, struct played *); /* everybody sits and is ready */
void play_run(struct play *);
void play_finish(struct play *); /* what is under way comes in */

/* ---- how the loop is (pulse.c) */
struct pulse {
  const struct house *house;
  pthread_t thread;
  atomic_bool stop;
  struct times loop; /* a request that needs nothing, a hundred times a second */
  struct times turn; /* the longest turn of the loop in each second, in processor time */
  double within[2];  /* of its answers: those in 25 ms, all */
};
void pulse_begin(struct pulse *, const struct house *);
void pulse_end(struct pulse *);

#endif
