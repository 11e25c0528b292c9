/* ages.c - see ages.h. */
#include "ages.h"

#include <stdlib.h>
#include <string.h>

#include "lobby.h"
#include "notice.h"

enum { AT_ONCE = 100, DAY_MS = 86400000, SEAT_DAYS = 2, UNBEGUN_DAYS = 60 };

struct stale {
  char id[ID_TEXT];
  bool seat; /* a seat of it; else the whole game */
};
struct ages {
  int n;
  bool seat;
  struct stale game[2 * AT_ONCE];
};

/* ---- beside the loop */
static bool note(void *ctx, const struct store_game *g) {
  struct ages *a = ctx;
  if (a->n == 2 * AT_ONCE)
    return false;
  memcpy(a->game[a->n].id, g->id, ID_TEXT);
  a->game[a->n++].seat = a->seat;
  return true;
}

/* Runs on the tidying thread: games whose seats or journals have been left alone for too long. */
struct ages *ages_find(struct store *s, const struct server_config *c) {
  struct ages *a = calloc(1, sizeof *a);

  if (!a)
    abort();
  int64_t now = now_wall();
  /* tests live faster: a day of theirs is what they say it is */
  int64_t day = c->day_ms ? c->day_ms : DAY_MS;
  a->seat = true;
  store_games(s, LIST_SEATED, now - SEAT_DAYS * day, AT_ONCE, note, a);
  a->seat = false;
  store_games(s, LIST_UNBEGUN, now - UNBEGUN_DAYS * day, AT_ONCE, note, a);
  if (c->keep_days)
    store_games(s, LIST_ENDED, now - c->keep_days * day, AT_ONCE, note, a);

  return a;
}

/* ---- on the loop, when the room is free */
static void free_mail(struct mail *m) {
  free(m);
}

/* Is somebody connected to the seat? */
static bool is_here(const struct room *r, int seat) {
  for (const struct conn *c = conn_of(r->conns.first); c; c = conn_of(c->here.next))
    if (c->seat == seat)
      return true;
  return false;
}

/* Has the side decided anything in this game? */
static bool has_moved(const struct room *r, int side) {
  struct journal_reader reader;
  struct fault f;
  size_t n;
  const char *text = game_journal(r->game, &n);
  struct journal_line *line = calloc(1, sizeof *line);
  bool moved = !line || !journal_open(&reader, text, n, &f); /* not known: it is left alone */

  while (!moved && journal_next(&reader, line, &f) > 0)
    moved = line->kind == JOURNAL_ACTION && line->side == side;
  free(line);
  return moved;
}

/* An open seat whose player never moved is offered again. */
static void free_seats(struct room *r, struct mail *m) {
  struct fault f;
  int freed = 0;

  if (room_fetch_for(r, m))
    return;
  free(m);
  if (room_over(r) || !room_game(r, &f))
    return;
  for (int side = 0; side < 2; side++) {
    struct store_seat *seat = &r->g.seat[side];
    if (seat->kind != SEAT_OPEN || !seat->taken || is_here(r, side) || has_moved(r, side))
      continue;
    seat->taken = false;
    seat->account = 0;
    seat->name[0] = seat->hook[0] = 0;
    memset(seat->token, 0, sizeof seat->token);
    notice_end_seat(r, side);
    freed++;
  }
  if (!freed)
    return;
  r->g.listed = true;
  r->g.touched = now_wall();
  server_log("game %s: an open seat that never moved is free again", r->g.id);
  room_write(r, &(struct change){.what = WRITE_SEATS | WRITE_GAME}, NULL, NULL);
}

/* A game that nobody has touched for a long time, with nobody in it now. */
static void remove_game(struct room *r, struct mail *m) {
  free(m);
  if (r->conns.first || r->thinking)
    return;
  server_log("game %s: forgotten, because nobody has touched it for so long", r->g.id);
  lobby_remove(r);
}

/* Each game is checked again in its room, because it may have changed since it was found. */
void ages_act(struct server *s, struct ages *a) {
  for (int i = 0; i < a->n && !s->closing; i++) {
    enum store_result got;
    struct room *r = room_find(s, a->game[i].id, &got);
    if (!r)
      continue;
    struct mail *m = calloc(1, sizeof *m);
    if (!m)
      abort();
    *m = (struct mail){.act = a->game[i].seat ? free_seats : remove_game, .drop = free_mail};
    room_mail(r, m);
  }
  free(a);
}
