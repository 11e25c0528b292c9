/* rooms.c - the rooms in memory: found by id, forgotten when nobody uses them. What is not being
 * played lives on disk only. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "cup.h"
#include "eyes.h"
#include "rating.h"
#include "shards.h"

/* Memory goes back to the system when this many games have left it, or now and then. */
enum { TRIM_GAMES = 100, TRIM_MS = 10000 };
/* Clocks rung in a tick; found, where most may be those of other nodes. */
enum { DUE = 100, DUE_ALL = 1000 };

/* Ids are random, and only the server makes them, so no key is needed. */
static uint32_t slot_of(const struct server *s, const char *id) {
  return (uint32_t)sal_hash(id, strlen(id), 0) & (s->room_slots - 1);
}

/* Twice the slots; rooms are few enough to move them all at once. */
static void grow(struct server *s) {
  uint32_t old = s->room_slots;
  struct room **was = s->rooms;

  s->room_slots = old ? old * 2 : 1024;
  s->rooms = calloc(s->room_slots, sizeof *s->rooms);
  if (!s->rooms)
    abort();
  for (uint32_t i = 0; i < old; i++) {
    for (struct room *r = was[i], *next; r; r = next) {
      uint32_t k = slot_of(s, r->g.id);
      next = r->next;
      r->next = s->rooms[k];
      s->rooms[k] = r;
    }
  }
  free(was);
}

/* Without a game: nothing of it has been read. */
struct room *room_new(struct server *s) {
  struct room *r = calloc(1, sizeof *r);

  if (!r)
    abort();
  r->srv = s;
  r->chat_n = -1;
  r->used = now_steady();
  return r;
}

/* Among those that are found. */
void room_add(struct room *r) {
  struct server *s = r->srv;

  if (s->nrooms >= s->room_slots)
    grow(s);
  uint32_t k = slot_of(s, r->g.id);
  r->next = s->rooms[k];
  s->rooms[k] = r;
  s->nrooms++;
}

/* It must be out of the table; its connections have left. */
void room_free(struct room *r) {
  list_remove(&r->paced);
  room_unload(r);
  store_game_clear(&r->g);
  free(r->unfit);
  free(r->carry[0]);
  free(r->carry[1]);
  free(r);
}

/* What the rows say of a game. A room that knew only part of it would give advice in a rated game,
 * and tell a cup nothing. */
static enum store_result notes(struct room *r) {
  enum store_result got = cup_note(r);

  if (!got)
    got = eyes_note(r);
  if (!got)
    got = rating_note(r);
  return got;
}

/* False: another node has the game, or will have it in a moment. */
static bool is_here(const struct room *r, enum store_result *result) {
  if (shards_hold(r->srv, room_shard(r)))
    return true;
  shards_miss(r->srv, room_shard(r));
  *result = STORE_ELSEWHERE;
  return false;
}

/* The room in memory, or from the store. */
struct room *room_find(struct server *s, const char *id, enum store_result *result) {
  *result = STORE_NONE;
  if (!secret_is_id(id))
    return NULL;
  for (struct room *r = s->room_slots ? s->rooms[slot_of(s, id)] : NULL; r; r = r->next)
    if (!r->given && !strcmp(r->g.id, id)) {
      *result = r->deleted ? STORE_NONE : STORE_OK;
      return r->deleted || !is_here(r, result) ? NULL : r;
    }
  struct room *r = room_new(s);
  *result = store_game_read(s->reader, id, &r->g);
  if (!*result)
    *result = notes(r);
  if (*result || !is_here(r, result)) {
    if (*result != STORE_NONE && *result != STORE_ELSEWHERE)
      server_log("game %s: cannot be read: %s", id, store_why(s->reader));
    room_free(r);
    return NULL;
  }
  r->over_told = room_over(r);
  r->clock_told = clock_mark(&r->g.clock);
  room_add(r);
  return r;
}

struct room *room_borrow(struct server *s, const char *id) {
  enum store_result got;
  struct room *r = room_find(s, id, &got);

  if (r || got != STORE_ELSEWHERE)
    return r;
  r = room_new(s);
  r->given = true;
  if (!store_game_read(s->reader, id, &r->g))
    return r;
  room_free(r);
  return NULL;
}
void room_return(struct room *r) {
  if (r && r->given)
    room_free(r);
}

/* May the room be forgotten? */
static bool nothing_waits(const struct room *r) {
  return !r->busy && !r->inbox.first && !r->thinking && !r->paced.in;
}

/* Has nobody used it for long enough, and is nothing on its way? */
static bool idle(const struct room *r, int64_t now) {
  return nothing_waits(r) && now - r->used > r->srv->config.idle_ms;
}

/* A clock of a game that nobody has in memory. Another node rings its own. */
static bool due(void *ctx, const struct store_game *g) {
  enum store_result got;
  if (!shards_hold_game(ctx, g->id))
    return true;
  struct room *r = room_find(ctx, g->id, &got);
  if (r)
    clock_ring(r);
  return true;
}

/* Forgets idle rooms, gives memory back, and rings clocks that are due. */
void rooms_tick(struct server *s) {
  int64_t now = now_steady();
  uint32_t before = s->loaded;

  for (uint32_t i = 0; i < s->room_slots; i++) {
    /* A room that lost its game tries again; a computer whose move was lost moves again. */
    for (struct room **at = &s->rooms[i]; *at;) {
      struct room *r = *at;
      if (r->lost && room_forget(r))
        room_settle(r);
      if (r->prod && !r->busy) {
        r->prod = false;
        opponent_prod(r);
      }
      bool gone = (r->deleted && nothing_waits(r)) || idle(r, now);
      if (gone)
        room_unload(r);
      /* A viewer is there: the game may leave memory, the room may not. */
      if (!gone || r->conns.first) {
        at = &r->next;
        continue;
      }
      *at = r->next;
      s->nrooms--;
      room_free(r);
    }
  }
  s->unloaded += before > s->loaded ? before - s->loaded : 0;
  if (s->unloaded >= TRIM_GAMES || (s->unloaded && now - s->trimmed > TRIM_MS)) {
    malloc_trim(0); /* what was given back is the machine's again */
    s->unloaded = 0;
    s->trimmed = now;
  }
  store_games(s->reader, LIST_DUE, now_game(s), s->shards ? DUE_ALL : DUE, due, s);
}

/* Requests that still wait are answered that there is no such game. */
void rooms_free(struct server *s) {
  for (uint32_t i = 0; i < s->room_slots; i++)
    for (struct room *r = s->rooms[i], *next; r; r = next) {
      next = r->next;
      for (struct node *n; (n = list_take(&r->inbox));)
        LIST_OF(n, struct mail, node)->drop(LIST_OF(n, struct mail, node));
      room_free(r);
    }
  free(s->rooms);
  s->rooms = NULL;
  s->room_slots = 0;
}
