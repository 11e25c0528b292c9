/* cup.c - a cup's play, see cup.h.
 *
 * Beside the document two kinds of rows, written with the game itself: "cup play" names the game of
 * a pair, "cup of" the cup of a game. So a crash between the game and the document loses nothing.
 */
#include "cup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notice.h"
#include "rating.h"
#include "rowdoc.h"
#include "shards.h"

enum { DAY_MS = 86400000, CUPS_READ = 1000 };

/* ---- documents */
static void set_text(cJSON *doc, const char *key, const char *text) {
  cJSON_DeleteItemFromObjectCaseSensitive(doc, key);
  cJSON_AddStringToObject(doc, key, text);
}

static void set_number(cJSON *doc, const char *key, double n) {
  cJSON_DeleteItemFromObjectCaseSensitive(doc, key);
  cJSON_AddNumberToObject(doc, key, n);
}

/* NULL: there is no such number. */
cJSON *cup_entrant(const cJSON *doc, int number) {
  return cJSON_GetArrayItem(doc_in(doc, "entrants"), number);
}

int cup_entrant_of(const cJSON *doc, int64_t account) {
  int n = cJSON_GetArraySize(doc_in(doc, "entrants"));
  for (int i = 0; account && i < n; i++)
    if (doc_int(cup_entrant(doc, i), "account") == account)
      return i;
  return -1;
}

/* A game that was not made yet has the score -1, like one that is not over. */
static void read_pair(const cJSON *play, struct cup_pair *p) {
  *p = (struct cup_pair){.a = (int)doc_int(play, "a"), .b = (int)doc_int(play, "b")};
  for (int leg = 0; leg < CUP_LEGS; leg++)
    p->score[leg] = (int)doc_int(cJSON_GetArrayItem(doc_in(play, "games"), leg), "score");
}

/* The document as the figures that pairing and table work on. */
void cup_sheet_of(const cJSON *doc, struct cup_sheet *s) {
  const char *form = doc_text(doc, "form");
  const cJSON *round;
  const cJSON *play;

  *s = (struct cup_sheet){.entrants = cJSON_GetArraySize(doc_in(doc, "entrants")),
                          .rounds = (int)doc_int(doc, "rounds")};
  s->form = CUP_ROBIN;
  if (!strcmp(form, "knockout"))
    s->form = CUP_KNOCKOUT;
  if (!strcmp(form, "swiss"))
    s->form = CUP_SWISS;
  cJSON_ArrayForEach(round, doc_in(doc, "plays")) {
    struct cup_round *r = &s->round[s->played++];
    cJSON_ArrayForEach(play, round) {
      read_pair(play, &r->pair[r->n++]);
    }
  }
}

/* A walk over all pairs: a cup has a few hundred games at most. */
bool cup_spot_of(const cJSON *doc, const char *game, struct cup_spot *at) {
  cJSON *round;
  cJSON *play;

  *at = (struct cup_spot){.round = 0};
  cJSON_ArrayForEach(round, doc_in(doc, "plays")) {
    at->pair = 0;
    cJSON_ArrayForEach(play, round) {
      for (at->leg = 0; at->leg < CUP_LEGS; at->leg++) {
        at->play = play;
        at->game = cJSON_GetArrayItem(doc_in(play, "games"), at->leg);
        if (at->game && !strcmp(doc_text(at->game, "id"), game))
          return true;
      }
      at->pair++;
    }
    at->round++;
  }

  return false;
}

/* ---- in memory and on disk */
/* In memory, at the head of the list; takes the document. */
static struct cup *put(struct server *s, const char *id, int64_t at, cJSON *doc) {
  struct cup *c = calloc(1, sizeof *c);

  if (!c)
    abort();
  snprintf(c->id, sizeof c->id, "%.16s", id);
  c->at = at;
  c->doc = doc;
  c->next = s->cups;
  s->cups = c;
  return c;
}

struct cup *cup_new(struct server *s, cJSON *doc) {
  char id[ID_TEXT];
  secret_id(id);
  return put(s, id, now_wall(), doc);
}

/* The pointer holds until the cup is dropped, which only a failed write does. */
struct cup *cup_find(struct server *s, const char *id) {
  char *text;
  int64_t at;

  for (struct cup *c = s->cups; c; c = c->next)
    if (!strcmp(c->id, id))
      return c;
  if (!secret_is_id(id) || store_row_read(s->reader, "cup", id, &at, &text))
    return NULL;
  cJSON *doc = cJSON_Parse(text);
  free(text);
  return doc ? put(s, id, at, doc) : NULL;
}

/* Forgets the cup; it is read from the store when it is needed again. */
static void drop(struct server *s, const char *id) {
  for (struct cup **at = &s->cups; *at; at = &(*at)->next) {
    struct cup *c = *at;
    if (strcmp(c->id, id))
      continue;
    *at = c->next;
    cJSON_Delete(c->doc);
    free(c);
    return;
  }
}

void cups_free(struct server *s) {
  while (s->cups)
    drop(s, s->cups->id);
}

/* A copy of the document on its way to the disk, so that the loop may go on changing it. */
struct saving {
  struct server *srv;
  struct exchange *x;
  char id[ID_TEXT];
  int64_t at;
  char *text;
};
static enum store_result write_cup(struct store *s, void *arg) {
  const struct saving *w = arg;
  return store_row_put(s, "cup", w->id, w->at, w->text);
}

struct showing {
  const struct exchange *x;
  const struct cup *cup;
};
static void show_json(void *ctx, struct sal_json *j) {
  const struct showing *w = ctx;
  cup_json(w->x, w->cup, j);
}

/* On the loop. The answer shows the cup as it is now, with what came after. */
static void saved(void *arg, enum store_result got, const char *why) {
  struct saving *w = arg;
  struct fault f;

  if (got) { /* what was not kept did not happen: read again when needed */
    server_log("cup %s: not written: %s", w->id, why);
    drop(w->srv, w->id);
  }
  struct cup *c = got ? NULL : cup_find(w->srv, w->id);
  struct showing show = {w->x, c};
  fault_say(&f, FAULT_INTERNAL, "The server could not write this down.");
  if (w->x && c)
    http_reply(w->x, 200, "application/json", blob_json(show_json, &show));
  else if (w->x)
    http_fault(w->x, &f);
  cJSON_free(w->text);
  free(w);
}

void cup_save(struct server *s, struct cup *c, struct exchange *x) {
  struct saving *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  *w = (struct saving){.srv = s, .x = x, .at = c->at, .text = cJSON_PrintUnformatted(c->doc)};
  memcpy(w->id, c->id, sizeof w->id);
  writer_submit(s->writer, write_cup, saved, w);
}

/* ---- time given */
/* Time for a side's clock, waiting until its room is free. */
struct giving {
  struct mail mail; /* first */
  int side;
  int64_t ms;
};
/* A player who was late and has moved is no longer late. */
static void give_time(struct room *r, struct mail *m) {
  struct giving *g = (struct giving *)m;
  struct store_clock *clock = &r->g.clock;

  if (clock->mode && !room_over(r)) {
    clock->left[g->side] += g->ms;
    clock->late &= (uint8_t)~SAL_BIT(g->side);
    clock_turn(clock, room_waits_for(r), now_game(r->srv));
    room_write(r, &(struct change){.what = WRITE_GAME}, NULL, NULL);
  }
  free(g);
}

/* The room is gone, and the clock with it. */
static void give_nothing(struct mail *m) {
  free(m);
}

static void give_room(struct room *r, int side, int64_t ms) {
  struct giving *g = calloc(1, sizeof *g);
  if (!g)
    abort();
  *g = (struct giving){.mail = {.act = give_time, .drop = give_nothing}, .side = side, .ms = ms};
  room_mail(r, &g->mail);
}

/* a is German in the first game, b in the second. */
static int side_in(const cJSON *play, int entrant, int leg) {
  bool first = doc_int(play, "a") == entrant;
  return first == (leg == 0) ? SAL_GERMAN : SAL_SOVIET;
}

/* The deadline of the pair moves with the clocks, once for both games. */
static void give_play(struct server *s, cJSON *play, int entrant, int64_t ms) {
  bool open = false;

  if (doc_int(play, "a") != entrant && doc_int(play, "b") != entrant)
    return;
  for (int leg = 0; leg < CUP_LEGS; leg++) {
    const cJSON *game = cJSON_GetArrayItem(doc_in(play, "games"), leg);
    enum store_result got;
    struct room *r = doc_int(game, "score") < 0 ? room_find(s, doc_text(game, "id"), &got) : NULL;
    if (r)
      give_room(r, side_in(play, entrant, leg), ms);
    open = open || doc_int(game, "score") < 0;
  }
  if (open && doc_int(play, "until"))
    set_number(play, "until", doc_number(play, "until") + (double)ms);
}

void cup_give_days(struct server *s, struct cup *c, int entrant, int days) {
  cJSON *round;
  cJSON *play;

  cJSON_ArrayForEach(round, doc_in(c->doc, "plays")) {
    cJSON_ArrayForEach(play, round) {
      give_play(s, play, entrant, (int64_t)days * DAY_MS);
    }
  }
}

/* What is left of somebody's vacation when a new game begins. */
static int64_t vacation_left(const cJSON *entrant) {
  int64_t left = doc_int(entrant, "away") - now_wall();
  return left > 0 ? left : 0;
}

/* ---- games */
enum { KEY_TEXT = 64 }; /* a cup's id and three numbers */

/* A game of a cup that is being made: where in the cup it belongs. */
struct playing {
  struct server *srv;
  char cup[ID_TEXT];
  char key[KEY_TEXT];
  int round, pair, leg;
};
/* One key for each game of a cup, so that a game is never made twice. */
static void key_of(char out[KEY_TEXT], const char *cup, int round, int pair, int leg) {
  snprintf(out, KEY_TEXT, "%.16s %d %d %d", cup, round, pair, leg);
}

/* In the transaction of the new game, on the writer's thread. */
static enum store_result write_play(struct store *s, const struct store_game *g, void *arg) {
  const struct playing *p = arg;
  enum store_result r = store_row_put(s, "cup play", p->key, g->created, g->id);
  return r ? r : store_row_put(s, "cup of", g->id, g->created, p->cup);
}

static cJSON *play_at(const cJSON *doc, int round, int pair) {
  return cJSON_GetArrayItem(cJSON_GetArrayItem(doc_in(doc, "plays"), round), pair);
}

/* The game is durable; the document learns its id, and a second write keeps that. */
static void played(void *arg, struct room *r, char token[2][TOKEN_TEXT], const struct fault *f) {
  struct playing *p = arg;
  struct cup *c = p->srv->closing ? NULL : cup_find(p->srv, p->cup);
  cJSON *play = c ? play_at(c->doc, p->round, p->pair) : NULL;

  (void)token;
  if (!r)
    server_log("cup %s: a game was not made: %s", p->cup, f->text);
  if (r && play) {
    memcpy(r->cup, p->cup, sizeof r->cup);
    set_text(cJSON_GetArrayItem(doc_in(play, "games"), p->leg), "id", r->g.id);
    cup_save(p->srv, c, NULL);
    for (int side = 0; side < 2; side++) {
      bool is_a = (side == SAL_GERMAN) == (p->leg == 0);
      int entrant = (int)doc_int(play, is_a ? "a" : "b");
      int64_t left = vacation_left(cup_entrant(c->doc, entrant));
      if (left)
        give_room(r, side, left);
    }
    notice_hand_over(r, 0, r->g.to_move); /* nobody has opened it: its players learn of the round */
  }
  free(p);
}

static void hex_to_key(const char *hex, uint8_t key[SECRET_HASH]) {
  for (int i = 0; i < SECRET_HASH; i++) {
    unsigned byte = 0;
    sscanf(hex + (size_t)i * 2, "%2x", &byte);
    key[i] = (uint8_t)byte;
  }
}

/* The body of POST /api/games, with both entrants in their seats. */
static cJSON *setup_of(const struct cup *c, const cJSON *seat[2]) {
  static const char *const copied[] = {"game", "scenario", "options", "rated"};
  cJSON *setup = cJSON_CreateObject();
  cJSON *seats = cJSON_CreateObject();
  bool people = false;

  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    if (doc_in(c->doc, copied[i]))
      cJSON_AddItemToObject(setup, copied[i], cJSON_Duplicate(doc_in(c->doc, copied[i]), true));
  for (int side = 0; side < 2; side++) {
    char word[STORE_BOT + 8];
    snprintf(word, sizeof word, "bot:%s", doc_text(seat[side], "bot"));
    bool person = doc_int(seat[side], "account") != 0;
    cJSON_AddStringToObject(seats, sal_side_name[side], person ? "me" : word);
    people = people || person;
  }
  if (people && doc_in(c->doc, "clock"))
    cJSON_AddItemToObject(setup, "clock", cJSON_Duplicate(doc_in(c->doc, "clock"), true));
  cJSON_AddItemToObject(setup, "seats", seats);
  return setup;
}

/* Dice from the cup's own seed, so that a cup of computers can be repeated. */
static void begin_game(struct server *s, struct cup *c, int round, int pair, int leg) {
  struct playing *p = calloc(1, sizeof *p);
  const cJSON *play = play_at(c->doc, round, pair);
  const cJSON *one = cup_entrant(c->doc, (int)doc_int(play, leg ? "b" : "a"));
  const cJSON *other = cup_entrant(c->doc, (int)doc_int(play, leg ? "a" : "b"));
  const cJSON *seat[2] = {[SAL_GERMAN] = one, [SAL_SOVIET] = other};
  uint8_t key[SECRET_HASH];
  uint8_t secret[SECRET_HASH];
  char place[KEY_TEXT];
  struct fault f = {0};

  if (!p)
    abort();
  *p = (struct playing){.srv = s, .round = round, .pair = pair, .leg = leg};
  memcpy(p->cup, c->id, sizeof p->cup);
  key_of(p->key, c->id, round, pair, leg);
  key_of(place, "", round, pair, leg);
  hex_to_key(doc_text(c->doc, "seed"), key);
  secret_hash(key, place, secret);
  cJSON *setup = setup_of(c, seat);
  struct lobby_wish w = {
      .setup = setup, .secret = secret, .also = write_play, .made = played, .arg = p};
  for (int side = 0; side < 2; side++)
    w.seat[side].account = doc_int(seat[side], "account");
  if (!lobby_make(s, &w, &f)) {
    server_log("cup %s: a game cannot be made: %s", c->id, f.text);
    free(p);
  }
  cJSON_Delete(setup);
}

/* ---- rounds */
/* Pairs with a bye have no games and are over at once. */
static void add_round(struct cup *c, const struct cup_round *r) {
  cJSON *list = cJSON_CreateArray();
  int64_t days = doc_int(c->doc, "days");

  for (int i = 0; i < r->n; i++) {
    const struct cup_pair *p = &r->pair[i];
    cJSON *play = cJSON_CreateObject();
    cJSON *games = cJSON_CreateArray();
    cJSON_AddNumberToObject(play, "a", p->a);
    cJSON_AddNumberToObject(play, "b", p->b);
    cJSON_AddNumberToObject(play, "until", days ? (double)(now_wall() + days * DAY_MS) : 0);
    for (int leg = 0; leg < CUP_LEGS && p->b != CUP_BYE; leg++) {
      cJSON *game = cJSON_CreateObject();
      cJSON_AddStringToObject(game, "id", "");
      cJSON_AddNumberToObject(game, "score", -1);
      cJSON_AddItemToArray(games, game);
    }
    cJSON_AddItemToObject(play, "games", games);
    cJSON_AddItemToArray(list, play);
  }
  cJSON_AddItemToArray(doc_in(c->doc, "plays"), list);
}

/* An adjourned game waits for its referee, and the round with it. */
static bool round_over(const struct cup_round *r) {
  for (int i = 0; i < r->n; i++)
    if (!cup_pair_over(&r->pair[i]))
      return false;
  return true;
}

/* The games of the last round that have not been made. */
static void begin_round(struct server *s, struct cup *c) {
  int round = cJSON_GetArraySize(doc_in(c->doc, "plays")) - 1;
  int pairs = cJSON_GetArraySize(cJSON_GetArrayItem(doc_in(c->doc, "plays"), round));

  for (int pair = 0; pair < pairs; pair++) {
    const cJSON *games = doc_in(play_at(c->doc, round, pair), "games");
    for (int leg = 0; leg < cJSON_GetArraySize(games); leg++)
      if (!doc_text(cJSON_GetArrayItem(games, leg), "id")[0])
        begin_game(s, c, round, pair, leg);
  }
}

/* Begins the next round, or ends the cup, when the last round is over. */
static void advance(struct server *s, struct cup *c) {
  struct cup_sheet sheet;
  struct cup_round next;

  cup_sheet_of(c->doc, &sheet);
  if (strcmp(doc_text(c->doc, "state"), "running") || s->closing)
    return;
  if (sheet.played && !round_over(&sheet.round[sheet.played - 1]))
    return;
  if (sheet.played == cup_rounds(&sheet)) {
    set_text(c->doc, "state", "over");
    set_number(c->doc, "ended", (double)now_wall());
  } else {
    cup_next(&sheet, &next);
    add_round(c, &next);
    begin_round(s, c);
  }
  cup_save(s, c, NULL);
}

/* By rating, in the order of entry among equals. A computer stands where it was entered. */
static void seed_entrants(struct server *s, struct cup *c) {
  cJSON *all = doc_in(c->doc, "entrants");
  cJSON *sorted = cJSON_CreateArray();
  int n = cJSON_GetArraySize(all);
  double rating[CUP_MOST];
  bool taken[CUP_MOST] = {false};

  for (int i = 0; i < n; i++) {
    struct store_seat seat = {.account = doc_int(cJSON_GetArrayItem(all, i), "account")};
    char who[RATING_WHO];
    struct rating_now now = {.rating = 1500};
    rating_who(&seat, who);
    if (seat.account)
      rating_read(s->reader, who, doc_text(c->doc, "game"),
                  rating_bot_owner(s->reader, seat.account) != 0, &now);
    rating[i] = now.rating;
  }
  for (int k = 0; k < n; k++) {
    int best = -1;
    for (int i = 0; i < n; i++)
      if (!taken[i] && (best < 0 || rating[i] > rating[best]))
        best = i;
    taken[best] = true;
    cJSON_AddItemToArray(sorted, cJSON_Duplicate(cJSON_GetArrayItem(all, best), true));
  }
  cJSON_DeleteItemFromObjectCaseSensitive(c->doc, "entrants");
  cJSON_AddItemToObject(c->doc, "entrants", sorted);
}

void cup_start(struct server *s, struct cup *c) {
  seed_entrants(s, c);
  set_text(c->doc, "state", "running");
  advance(s, c);
}

/* ---- results */
/* In half points; if the winner is neither side nobody won, so it is a draw. */
static int score_of_a(const struct store_game *g, int leg) {
  int german = leg ? 0 : 2; /* a's half points if the German wins */
  if (g->winner >= SAL_SIDES)
    return 1;
  return g->winner == SAL_GERMAN ? german : 2 - german;
}

/* False: nothing new. */
static bool note_end(struct cup *c, const struct store_game *g) {
  struct cup_spot at;

  if (!g->ended[0] || !cup_spot_of(c->doc, g->id, &at) || doc_int(at.game, "score") >= 0)
    return false;
  set_text(at.game, "how", g->ended);
  if (strcmp(g->ended, "adjourned"))
    set_number(at.game, "score", score_of_a(g, at.leg));
  return true;
}

/* It has lasted as many turns as the cup gives it: everything lies open, and a referee decides. */
static void adjourn(struct room *r, struct mail *m) {
  free(m);
  if (room_over(r))
    return;
  room_end(r, "adjourned", SAL_NOSIDE);
  room_write(r, &(struct change){.what = WRITE_GAME}, NULL, NULL);
}

/* Called after every change of a room; most rooms are in no cup and return at once. */
void cup_game_moved(struct room *r) {
  struct server *s = r->srv;
  struct cup *c = r->cup[0] && !s->closing ? cup_find(s, r->cup) : NULL;

  if (!c)
    return;
  int64_t turns = doc_int(c->doc, "turn");
  if (room_over(r)) {
    if (!note_end(c, &r->g))
      return;
    cup_save(s, c, NULL);
    advance(s, c);
  } else if (turns && r->g.turn > turns) {
    struct mail *m = calloc(1, sizeof *m);
    if (!m)
      abort();
    *m = (struct mail){.act = adjourn, .drop = give_nothing};
    room_mail(r, m);
  }
}

enum store_result cup_note(struct room *r) {
  char *text;
  enum store_result got = store_row_read(r->srv->reader, "cup of", r->g.id, NULL, &text);

  if (got)
    return got == STORE_NONE ? STORE_OK : got;
  snprintf(r->cup, sizeof r->cup, "%s", text);
  free(text);
  return STORE_OK;
}

/* ---- after a start of the server */
/* A game that was made, but whose name the document has not got. */
static void find_game(struct server *s, struct cup *c, int round, int pair, int leg, cJSON *game) {
  char key[KEY_TEXT];
  char *id;

  key_of(key, c->id, round, pair, leg);
  if (doc_text(game, "id")[0] || store_row_read(s->reader, "cup play", key, NULL, &id))
    return;
  set_text(game, "id", id);
  free(id);
}

/* A game that ended while nobody noticed is noted now; a computer that was thinking thinks
 * again. */
static void resume_game(struct server *s, struct cup *c, const cJSON *game) {
  enum store_result got;
  struct room *r = NULL;

  if (doc_int(game, "score") < 0 && doc_text(game, "id")[0])
    r = room_find(s, doc_text(game, "id"), &got);
  if (!r)
    return;
  note_end(c, &r->g);
  opponent_prod(r);
}

/* Only the last round can have unfinished games. */
static void resume(struct server *s, struct cup *c) {
  int round = cJSON_GetArraySize(doc_in(c->doc, "plays")) - 1;
  const cJSON *list = cJSON_GetArrayItem(doc_in(c->doc, "plays"), round);

  for (int pair = 0; pair < cJSON_GetArraySize(list); pair++) {
    const cJSON *games = doc_in(cJSON_GetArrayItem(list, pair), "games");
    for (int leg = 0; leg < cJSON_GetArraySize(games); leg++) {
      find_game(s, c, round, pair, leg, cJSON_GetArrayItem(games, leg));
      resume_game(s, c, cJSON_GetArrayItem(games, leg));
    }
  }
  begin_round(s, c);
  cup_save(s, c, NULL);
  advance(s, c);
}

/* The ids first: the store is not read and written in one walk. */
struct found {
  int n;
  char id[CUPS_READ][ID_TEXT];
};
static bool find_running(void *ctx, const char *key, int64_t n, const char *text) {
  struct found *f = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)n;
  if (!strcmp(doc_text(doc, "state"), "running"))
    snprintf(f->id[f->n++], ID_TEXT, "%.16s", key);
  cJSON_Delete(doc);
  return f->n < CUPS_READ;
}

/* Not at the start itself: the rooms and workers must exist first. */
void cups_tick(struct server *s) {
  if (s->cups_read || !shards_house(s))
    return;
  struct found *f = calloc(1, sizeof *f);
  if (!f)
    abort();
  s->cups_read = store_rows(s->reader, "cup", 100000, find_running, f) == STORE_OK;
  for (int i = 0; s->cups_read && i < f->n; i++) {
    struct cup *c = cup_find(s, f->id[i]);
    if (c)
      resume(s, c);
  }
  free(f);
}
