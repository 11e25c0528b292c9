/* change.c - a room's changes on their way to the disk, in groups.
 *
 * A change is made in memory at once. At the end of the loop's turn it sets off with all that was
 * made on top of it meanwhile, so a player who sends ahead pays for one commit and one view, not
 * for one each. Until the group is durable nobody hears of it; if it cannot be written, none of it
 * has happened.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cup.h"
#include "eyes.h"
#include "notice.h"
#include "rating.h"
#include "shards.h"
#include "stats.h"

struct pending { /* one change */
  int what, side;
  uint32_t line, nth; /* of the journal; of the side's answers */
  uint8_t key[KEY_HASH];
  struct blob *answer;
  const struct store_chat *chat;
  room_then *then;
  void *arg;
  struct pending *next;
  size_t len; /* of the lines it added to the journal */
  char text[];
};
struct group {
  struct node node; /* among those that gather */
  struct room *room;
  int64_t num;
  int shard;
  int what; /* of all of them */
  uint8_t was_to_move;
  struct pending *first, **end;
  struct store_game *g; /* as it shall be, if it or its seats change */
};

/* ---- to the disk */
static enum store_result write_pending(struct store *s, int64_t num, const struct pending *p) {
  struct store_line l = {
      .n = p->line, .text = p->len ? p->text : NULL, .len = p->len, .side = p->side, .nth = p->nth};

  if (p->answer) {
    l.key = p->key;
    l.answer = p->answer->text;
    l.nanswer = p->answer->len;
  }
  if (l.text || l.key)
    store_line_add(s, num, &l);
  return p->what & WRITE_CHAT ? store_chat_add(s, num, p->chat) : STORE_OK;
}

/* All changes of a room since the last commit, in one transaction. Runs on the writer's thread. */
static enum store_result write_group(struct store *s, void *arg) {
  struct group *g = arg;
  enum store_result r = store_has(s, g->shard) ? STORE_OK : STORE_ELSEWHERE;

  for (const struct pending *p = g->first; p && !r; p = p->next)
    r = write_pending(s, g->num, p);
  if (!r && g->what & WRITE_GAME)
    r = store_game_update(s, g->g);
  if (!r && g->what & WRITE_GAME)
    r = rating_settle(s, g->g);
  if (!r && g->what & WRITE_GAME)
    r = stats_settle(s, g->g);
  for (int side = 0; side < 2 && !r && g->what & WRITE_SEATS; side++)
    r = store_seat_update(s, g->g, side);

  return r;
}

/* ---- and back */
/* What was not kept did not happen: returns to what the store has. If even that cannot be read,
 * nobody is answered until it can. */
bool room_forget(struct room *r) {
  struct store_game g;

  room_unload(r);
  r->keys_known = false;
  r->chat_n = -1;
  enum store_result got = store_game_read(r->srv->reader, r->g.id, &g);
  r->deleted = r->deleted || got == STORE_NONE;
  r->lost = got && got != STORE_NONE;
  if (got) {
    store_game_clear(&g);
    return !r->lost;
  }
  store_game_clear(&r->g);
  r->g = g;
  r->over_told = room_over(r);
  r->clock_told = clock_mark(&r->g.clock);
  return true;
}

static void free_group(struct group *g) {
  while (g->first) {
    struct pending *p = g->first;
    g->first = p->next;
    blob_drop(p->answer);
    free(p);
  }
  if (g->g)
    store_game_clear(g->g);
  free(g->g);
  free(g);
}

/* The group is durable, or has not happened. Only now does anybody hear of it. */
static void written(void *arg, enum store_result got, const char *why) {
  struct group *g = arg;
  struct room *r = g->room;

  r->busy = false;
  if (got) {
    if (!r->srv->disk_trouble)
      server_log("game %s: not written: %s", r->g.id, got == STORE_FULL ? "the disk is full" : why);
    r->prod = true;
    room_forget(r);
  }
  r->srv->disk_trouble = got != STORE_OK;
  for (const struct pending *p = g->first; p; p = p->next) {
    if (!got && p->answer)
      memcpy(r->key[p->side][p->nth % STORE_KEYS], p->key, KEY_HASH);
    if (p->then)
      p->then(r, p->arg, got, why);
  }
  if (!got && g->what & WRITE_ENTRY && r->game) {
    room_tell_state(r);
    notice_hand_over(r, g->was_to_move, r->g.to_move);
  }
  if (!got)
    room_tell_standing(r);
  if (!got && g->what & WRITE_GAME)
    cup_game_moved(r);
  if (!got && g->what & WRITE_GAME)
    eyes_moved(r);
  if (!got && g->what & WRITE_SEATS)
    room_tell_presence(r);
  free_group(g);
  if (r->lost)
    r->busy = true;
  room_go_on(r);
  if (!r->busy && !r->deleted && !got)
    opponent_prod(r);
}

/* ---- gathering */
static struct group *group_of(struct room *r) {
  if (r->group)
    return r->group;
  struct group *g = calloc(1, sizeof *g);
  if (!g)
    abort();
  *g = (struct group){
      .room = r, .num = r->g.num, .shard = room_shard(r), .was_to_move = r->g.to_move};
  g->end = &g->first;
  list_add_first(&r->srv->gathered, &g->node);
  r->group = g;
  r->busy = r->gathers = true;
  return g;
}

/* The writer works on a copy: the room goes on meanwhile. */
static struct store_game *copy_of(const struct store_game *g) {
  struct store_game *copy = malloc(sizeof *copy);

  if (!copy)
    abort();
  *copy = *g;
  copy->setup = NULL;
  for (int side = 0; side < 2; side++)
    copy->seat[side].orders = g->seat[side].orders ? strdup(g->seat[side].orders) : NULL;
  return copy;
}

/* At the end of the loop's turn, everything gathered goes to the writer. */
void changes_set_off(struct server *s) {
  for (struct node *n; (n = list_take(&s->gathered));) {
    struct group *g = LIST_OF(n, struct group, node);
    g->room->group = NULL;
    g->room->gathers = false;
    if (g->what & (WRITE_GAME | WRITE_SEATS))
      g->g = copy_of(&g->room->g);
    writer_submit(s->writer, write_group, written, g);
  }
}

/* Is the answer to this request on its way to the disk? */
bool room_writes_key(const struct room *r, int side, const uint8_t key[KEY_HASH]) {
  for (const struct pending *p = r->group ? r->group->first : NULL; p; p = p->next)
    if (p->answer && p->side == side && !memcmp(p->key, key, KEY_HASH))
      return true;
  return false;
}

/* The game is over, however it ended. */
void room_end(struct room *r, const char *how, int winner) {
  snprintf(r->g.ended, sizeof r->g.ended, "%s", how);
  r->g.winner = (uint8_t)winner;
  r->g.clock.deadline = 0;
  r->g.clock.running = 0;
}

/* What the journal's growth means for the game's row. */
struct following {
  struct room *room;
  int what;
};

/* What the store keeps beside the journal: whose turn it is, and whether it is over. */
static void follow_game(void *arg) {
  struct following *f = arg;
  struct room *r = f->room;
  struct sal_result result;
  uint8_t who = (uint8_t)game_actors(r->game);
  uint16_t turn = game_state(r->game)->turn;
  bool moved = who != r->g.to_move || turn != r->g.turn;

  r->g.to_move = who;
  r->g.turn = turn;
  if (!who && !room_over(r)) {
    bool known = game_result(r->game, &result);
    room_end(r, "played", known ? result.winner : SAL_NOSIDE);
    r->g.margin.num = known ? result.margin.num : 0;
    r->g.margin.den = known ? result.margin.den : 0;
  }
  /* a journal cannot grow for ever: a game that fills it ends without a winner */
  bool full = !room_over(r) && game_lines(r->game) >= (uint32_t)r->srv->config.most_lines;
  if (full)
    room_end(r, "full", SAL_NOSIDE);
  if (moved)
    r->g.touched = now_wall();
  if (moved || full)
    f->what = WRITE_GAME;
}

/* With the lines that have been added since the last change. */
static struct pending *pending_new(struct room *r) {
  size_t len = 0;
  const char *text = r->game ? game_journal(r->game, &len) : NULL;
  size_t more = len > r->kept ? len - r->kept : 0;
  struct pending *p = malloc(sizeof *p + more + 1);

  if (!p)
    abort();
  *p = (struct pending){.len = more};
  if (more)
    memcpy(p->text, text + r->kept, more);
  p->text[more] = 0;
  r->kept += more;
  return p;
}

/* New lines of the journal belong to the change that made them. */
static void follow_lines(struct room *r, struct pending *p) {
  if (!p->len)
    return;
  p->what |= WRITE_ENTRY;
  p->line = (uint32_t)strtoul(p->text, NULL, 10);
  struct following follow = {.room = r};
  struct fault f;
  room_guard(r, follow_game, &follow, &f);
  p->what |= follow.what;
}

/* Adds a change to the group. Its effect on the clock is worked out here, once. */
void room_write(struct room *r, const struct change *c, room_then *then, void *arg) {
  struct group *g = group_of(r);
  struct pending *p = pending_new(r);

  p->what = c->what;
  p->side = c->side;
  p->chat = c->chat;
  p->then = then;
  p->arg = arg;
  follow_lines(r, p);
  if (r->g.clock.mode && !room_over(r) && room_waits_for(r) != r->g.clock.running) {
    clock_turn(&r->g.clock, room_waits_for(r), now_game(r->srv));
    p->what |= WRITE_GAME;
  }
  if (c->key) {
    memcpy(p->key, c->key, KEY_HASH);
    p->answer = c->answer;
    p->nth = r->next_key[c->side]++;
  } else {
    blob_drop(c->answer);
  }
  *g->end = p;
  g->end = &p->next;
  g->what |= p->what;
  r->used = now_steady();
}
