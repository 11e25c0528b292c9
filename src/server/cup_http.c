/* cup_http.c - cups from outside: made, entered, started, shown; the referee's word. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cup.h"
#include "http.h"
#include "names.h"
#include "rating.h"
#include "review.h"
#include "rowdoc.h"

/* An account has at most five cups that are not over. Vacation is for a whole cup. */
enum { DAY_MS = 86400000, LIST_ROWS = 100, MOST_OF_ONE = 5, VACATION_DAYS = 14 };

/* ---- who may */
static bool is_admin(const struct exchange *x) {
  uint8_t hash[SECRET_HASH];
  secret_hash(x->srv->salt, x->bearer, hash);
  return x->bearer[0] && secret_same(hash, x->srv->admin);
}

/* The maker of the cup is its referee; the administrator is one everywhere. */
static bool is_referee(const struct exchange *x, const cJSON *doc) {
  return is_admin(x) || (x->account && doc_int(doc, "owner") == x->account);
}

/* A cup is open, running or over. */
static bool in_state(const cJSON *doc, const char *state) {
  return !strcmp(doc_text(doc, "state"), state);
}

/* ---- showing */
/* An account that was deleted keeps its place in the table, without its name. */
static void entrant_name(struct server *s, const cJSON *entrant, char name[RATING_WHO]) {
  char who[RATING_WHO];
  snprintf(name, RATING_WHO, "%s", doc_text(entrant, "bot"));
  snprintf(who, sizeof who, "#%lld", (long long)doc_int(entrant, "account"));
  if (doc_int(entrant, "account") && !rating_name(s->reader, who, name))
    snprintf(name, RATING_WHO, "somebody who has left");
}

static void entrant_json(struct server *s, const cJSON *entrant, struct sal_json *j) {
  char name[RATING_WHO];
  int64_t account = doc_int(entrant, "account");

  entrant_name(s, entrant, name);
  const char *person = rating_bot_owner(s->reader, account) ? "bot" : "person";
  sal_json_str(j, "name", name);
  sal_json_str(j, "kind", account ? person : "computer");
  if (doc_int(entrant, "away") > now_wall())
    sal_json_int(j, "away", doc_int(entrant, "away"));
}

/* Worked out afresh from the results each time; nothing of it is kept. */
static void table_json(struct server *s, const cJSON *doc, struct sal_json *j) {
  struct cup_sheet sheet;
  struct cup_row row[CUP_MOST];

  cup_sheet_of(doc, &sheet);
  cup_table(&sheet, row);
  sal_json_int(j, "of", cup_rounds(&sheet));
  sal_json_array(j, "table");
  for (int i = 0; i < sheet.entrants; i++) {
    sal_json_object(j, NULL);
    sal_json_int(j, "place", row[i].place);
    entrant_json(s, cup_entrant(doc, row[i].entrant), j);
    sal_json_fmt(j, "points", "%d%s", row[i].points / 2, row[i].points % 2 ? "½" : "");
    sal_json_int(j, "won", row[i].won);
    sal_json_int(j, "drawn", row[i].drawn);
    sal_json_int(j, "lost", row[i].lost);
    sal_json_int(j, "buchholz", row[i].buchholz);
    sal_json_int(j, "berger", row[i].berger);
    if (row[i].out)
      sal_json_int(j, "out", row[i].out);
    sal_json_end(j);
  }
  sal_json_end(j);
}

static bool may_rule(const struct exchange *x, const cJSON *doc, const char *game, struct fault *f);

/* The score is a's, in half points; it is missing until the game is over. A game that waits for the
 * asker's verdict says so. */
static void game_json(const struct exchange *x, const cJSON *doc, const cJSON *game,
                      struct sal_json *j) {
  int64_t score = doc_int(game, "score");
  const char *id = doc_text(game, "id");
  struct fault none;

  sal_json_object(j, NULL);
  sal_json_str(j, "id", id);
  if (score >= 0)
    sal_json_int(j, "score", score);
  if (doc_in(game, "how"))
    sal_json_str(j, "how", doc_text(game, "how"));
  if (id[0] && may_rule(x, doc, id, &none))
    sal_json_bool(j, "judge", true);
  sal_json_end(j);
}

/* A pair with its games; an entrant with a bye stands alone. `yours` is the letter of the asker. */
static void play_json(const struct exchange *x, const cJSON *doc, const cJSON *play,
                      struct sal_json *j) {
  static const char *const keys[2] = {"a", "b"};
  const cJSON *game;
  int own = cup_entrant_of(doc, x->account);

  sal_json_object(j, NULL);
  for (int i = 0; i < 2; i++) {
    char name[RATING_WHO];
    if (doc_int(play, keys[i]) == CUP_BYE)
      continue;
    entrant_name(x->srv, cup_entrant(doc, (int)doc_int(play, keys[i])), name);
    sal_json_str(j, keys[i], name);
    if (own >= 0 && doc_int(play, keys[i]) == own)
      sal_json_str(j, "yours", keys[i]);
  }
  if (doc_int(play, "until"))
    sal_json_int(j, "until", doc_int(play, "until"));
  sal_json_array(j, "games");
  cJSON_ArrayForEach(game, doc_in(play, "games")) {
    game_json(x, doc, game, j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

/* What the asker is in this cup. */
static void you_json(const struct exchange *x, const cJSON *doc, struct sal_json *j) {
  int own = cup_entrant_of(doc, x->account);

  sal_json_object(j, "you");
  sal_json_bool(j, "referee", is_referee(x, doc));
  sal_json_bool(j, "entered", own >= 0);
  if (own >= 0)
    sal_json_int(j, "vacation", VACATION_DAYS - doc_int(cup_entrant(doc, own), "vacation"));
  sal_json_end(j);
}

/* The first of the table when all is played. */
static void winner_json(struct server *s, const cJSON *doc, struct sal_json *j) {
  struct cup_sheet sheet;
  struct cup_row row[CUP_MOST];
  char name[RATING_WHO];

  if (!in_state(doc, "over"))
    return;
  cup_sheet_of(doc, &sheet);
  cup_table(&sheet, row);
  entrant_name(s, cup_entrant(doc, row[0].entrant), name);
  sal_json_str(j, "winner", name);
}

/* What a list shows of a cup. */
static void head_json(const struct exchange *x, const char *id, const cJSON *doc,
                      struct sal_json *j) {
  struct server *s = x->srv;
  static const char *const words[] = {"name", "state", "form", "game", "scenario"};
  char who[RATING_WHO];
  char name[RATING_WHO] = "";

  sal_json_str(j, "id", id);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    sal_json_str(j, words[i], doc_text(doc, words[i]));
  snprintf(who, sizeof who, "#%lld", (long long)doc_int(doc, "owner"));
  rating_name(s->reader, who, name);
  sal_json_str(j, "referee", name);
  sal_json_bool(j, "rated", doc_true(doc, "rated"));
  sal_json_int(j, "size", doc_int(doc, "size"));
  sal_json_int(j, "entered", cJSON_GetArraySize(doc_in(doc, "entrants")));
  sal_json_int(j, "days", doc_int(doc, "days"));
  sal_json_int(j, "turn", doc_int(doc, "turn"));
  sal_json_bool(j, "computers", doc_true(doc, "computers"));
  if (doc_in(doc, "clock"))
    sal_json_int(j, "bank", doc_int(doc_in(doc, "clock"), "bank"));
  if (doc_int(doc_in(doc, "options"), "handicap"))
    sal_json_int(j, "handicap", doc_int(doc_in(doc, "options"), "handicap"));
  winner_json(s, doc, j);
  you_json(x, doc, j);
}

/* The seed is shown when the cup is over: before, it would tell the dice. */
void cup_json(const struct exchange *x, const struct cup *c, struct sal_json *j) {
  const cJSON *round;
  const cJSON *play;

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  head_json(x, c->id, c->doc, j);
  if (in_state(c->doc, "over"))
    sal_json_str(j, "seed", doc_text(c->doc, "seed"));
  table_json(x->srv, c->doc, j);
  sal_json_array(j, "rounds");
  cJSON_ArrayForEach(round, doc_in(c->doc, "plays")) {
    sal_json_array(j, NULL);
    cJSON_ArrayForEach(play, round) {
      play_json(x, c->doc, play, j);
    }
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

/* What is handed through the store's rows; each reader uses some of it. */
struct listing {
  const struct exchange *x;
  struct sal_json *j;
  const struct cup *cup;
  int64_t account;
  int own;
};
static bool list_cup(void *ctx, const char *key, int64_t n, const char *text) {
  struct listing *l = ctx;
  cJSON *doc = cJSON_Parse(text);

  (void)n;
  sal_json_object(l->j, NULL);
  head_json(l->x, key, doc, l->j);
  sal_json_end(l->j);
  cJSON_Delete(doc);
  return true;
}

static void list_json(void *ctx, struct sal_json *j) {
  struct listing *l = ctx;

  l->j = j;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_array(j, "cups");
  store_rows(l->x->srv->reader, "cup", LIST_ROWS, list_cup, l);
  sal_json_end(j);
  sal_json_end(j);
}

/* The newest hundred; anybody may see them. */
void cup_list(struct exchange *x, const struct call *c) {
  struct listing l = {.x = x};
  (void)c;
  http_reply(x, 200, "application/json", blob_json(list_json, &l));
}

static void show_json(void *ctx, struct sal_json *j) {
  const struct listing *l = ctx;
  cup_json(l->x, l->cup, j);
}

/* ---- a calendar of the deadlines */
/* UTC, as calendars want it. */
static void stamp(int64_t ms, char out[24]) {
  time_t at = (time_t)(ms / 1000);
  struct tm tm;
  strftime(out, 24, "%Y%m%dT%H%M%SZ", gmtime_r(&at, &tm));
}

/* Text of a calendar: commas, semicolons and backslashes are marked. */
static void plain(FILE *out, const char *text) {
  for (; *text; text++) {
    if (strchr(",;\\", *text))
      fputc('\\', out);
    fputc(*text, out);
  }
}

/* A pair's deadline as an event that keeps its UID, so that a calendar moves it. */
static void write_event(FILE *out, struct server *s, const struct cup *c, int round, int pair,
                        const cJSON *play) {
  char when[24];
  char now[24];
  char name[RATING_WHO];

  if (!doc_int(play, "until") || doc_int(play, "b") == CUP_BYE)
    return;
  stamp(doc_int(play, "until"), when);
  stamp(c->at, now);
  fprintf(out,
          "BEGIN:VEVENT\r\nUID:%s-%d-%d@salient\r\nDTSTAMP:%s\r\nDTSTART:%s\r\nSUMMARY:", c->id,
          round + 1, pair + 1, now, when);
  plain(out, doc_text(c->doc, "name"));
  fprintf(out, "\\, round %d: ", round + 1);
  entrant_name(s, cup_entrant(c->doc, (int)doc_int(play, "a")), name);
  plain(out, name);
  fprintf(out, " and ");
  entrant_name(s, cup_entrant(c->doc, (int)doc_int(play, "b")), name);
  plain(out, name);
  fprintf(out, "\r\nEND:VEVENT\r\n");
}

static void calendar(struct exchange *x, const struct cup *c) {
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);

  if (!out)
    abort();
  fprintf(out, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//salient//cups//EN\r\n");
  const cJSON *round;
  const cJSON *play;
  int k = 0;
  cJSON_ArrayForEach(round, doc_in(c->doc, "plays")) {
    int i = 0;
    cJSON_ArrayForEach(play, round) {
      write_event(out, x->srv, c, k, i++, play);
    }
    k++;
  }
  fprintf(out, "END:VCALENDAR\r\n");
  fclose(out);
  http_reply(x, 200, "text/calendar; charset=utf-8", blob_new(text, n));
  free(text);
}

static void no_such_cup(struct exchange *x) {
  http_say(x, 404, FAULT_INPUT, "There is no such cup.");
}

/* A name that is too long becomes "", which no cup has. */
static struct cup *named(struct exchange *x, const char *rest, const char **what) {
  char id[ID_TEXT];
  size_t n = strcspn(rest, "/");
  snprintf(id, sizeof id, "%.*s", (int)(n < ID_TEXT ? n : 0), rest);
  *what = rest + n;
  return cup_find(x->srv, id);
}

/* As JSON, or as a calendar under /ical. Anybody may see it. */
void cup_show(struct exchange *x, const struct call *call) {
  const char *what;
  struct cup *c = named(x, call->rest, &what);
  struct listing l = {.x = x, .cup = c};

  if (c && !*what)
    http_reply(x, 200, "application/json", blob_json(show_json, &l));
  else if (c && !strcmp(what, "/ical"))
    calendar(x, c);
  else
    no_such_cup(x);
}

/* ---- making one */
static bool count_own(void *ctx, const char *key, int64_t n, const char *text) {
  struct listing *l = ctx;
  cJSON *doc = cJSON_Parse(text);
  (void)key;
  (void)n;
  l->own += doc_int(doc, "owner") == l->account && !in_state(doc, "over");
  cJSON_Delete(doc);
  return true;
}

/* Only people with an account make cups, because the maker is the referee. */
static bool has_room(struct exchange *x, struct fault *f) {
  struct listing l = {.account = x->account};

  if (!x->account)
    return fault_say(f, FAULT_SEAT, "Sign in to make a cup: you will be its referee.");
  if (limits_exempt(x->srv->limits, x->address))
    return true;
  store_rows(x->srv->reader, "cup", 1000, count_own, &l);
  if (l.own < MOST_OF_ONE)
    return true;

  return fault_say(f, FAULT_LIMIT, "You have %d cups that are not over.", l.own);
}

/* Sets up one of its games as a trial, to see that it can be played. */
static bool can_be_played(struct exchange *x, const cJSON *doc, struct fault *f) {
  static const char *const copied[] = {"game", "scenario", "options", "clock", "rated"};
  cJSON *setup = cJSON_CreateObject();
  cJSON *seats = cJSON_CreateObject();

  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    if (doc_in(doc, copied[i]))
      cJSON_AddItemToObject(setup, copied[i], cJSON_Duplicate(doc_in(doc, copied[i]), true));
  cJSON_AddStringToObject(seats, "german", "bot:random");
  cJSON_AddStringToObject(seats, "soviet", "bot:random");
  cJSON_AddItemToObject(setup, "seats", seats);
  struct lobby_wish w = {.setup = setup};
  bool ok = lobby_try(x->srv, &w, f);
  cJSON_Delete(setup);
  return ok;
}

/* A seed that somebody gives is known to him, and so are the dice: only computers play then. */
static void set_seed(const cJSON *doc, cJSON *out) {
  uint8_t key[SECRET_HASH] = {0};
  uint8_t seed[SECRET_HASH];
  char hex[2 * SECRET_HASH + 1];
  const char *given = doc_text(doc, "seed");

  secret_bytes(seed, sizeof seed);
  if (given[0])
    secret_hash(key, given, seed);
  secret_hex(seed, sizeof seed, hex);
  cJSON_AddStringToObject(out, "seed", hex);
  cJSON_AddBoolToObject(out, "computers", given[0] != 0);
}

/* What is copied is checked by the trial game, which knows the rules of a setup. */
static bool read_cup(const cJSON *doc, cJSON *out, struct fault *f) {
  static const char *const known[] = {"v",     "name",  "form", "size",     "rounds",
                                      "days",  "turn",  "game", "scenario", "options",
                                      "clock", "rated", "seed", NULL};
  static const char *const copied[] = {"game", "scenario", "options", "clock", "rated"};
  static const char *const number[] = {"size", "rounds", "days", "turn"};
  const char *name = NULL;
  const char *form = NULL;
  const char *seed = NULL;
  int64_t n[4] = {CUP_MOST, 0, 0, 0};

  if (!input_fields(doc, "", known, f) || !input_text(doc, "", "name", true, &name, f) ||
      !input_text(doc, "", "form", true, &form, f) ||
      !input_text(doc, "", "seed", false, &seed, f) ||
      !input_int(doc, "", "size", false, CUP_LEAST, CUP_MOST, &n[0], f) ||
      !input_int(doc, "", "rounds", false, 0, CUP_ROUNDS, &n[1], f) ||
      !input_int(doc, "", "days", false, 0, 365, &n[2], f) ||
      !input_int(doc, "", "turn", false, 0, 1000, &n[3], f))
    return false;
  if (!*name || strlen(name) > 60)
    return fault_at(f, "name", "must have 1 to 60 bytes");
  /* it stands in pages and in the calendar, where a line end would begin another entry */
  if (!name_is_clean(name))
    return fault_at(f, "name", "must hold only characters that can be seen");
  if (strcmp(form, "robin") && strcmp(form, "knockout") && strcmp(form, "swiss"))
    return fault_at(f, "form", "must be robin, knockout or swiss");
  cJSON_AddStringToObject(out, "name", name);
  cJSON_AddStringToObject(out, "form", form);
  for (int i = 0; i < 4; i++)
    cJSON_AddNumberToObject(out, number[i], (double)n[i]);
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    if (doc_in(doc, copied[i]))
      cJSON_AddItemToObject(out, copied[i], cJSON_Duplicate(doc_in(doc, copied[i]), true));
  set_seed(doc, out);
  return true;
}

/* Written before it is answered. It is open until its referee starts it. */
void cup_make(struct exchange *x, const struct call *call) {
  struct fault f = {0};
  cJSON *doc = cJSON_CreateObject();

  if (!has_room(x, &f) || !read_cup(call->doc, doc, &f) || !can_be_played(x, doc, &f)) {
    cJSON_Delete(doc);
    http_fault(x, &f);
    return;
  }
  cJSON_AddNumberToObject(doc, "owner", (double)x->account);
  cJSON_AddStringToObject(doc, "state", "open");
  cJSON_AddItemToObject(doc, "entrants", cJSON_CreateArray());
  cJSON_AddItemToObject(doc, "plays", cJSON_CreateArray());
  cup_save(x->srv, cup_new(x->srv, doc), x);
}

/* ---- entering and leaving */
/* Everybody enters himself; only the referee enters computers. */
static bool enter(struct exchange *x, struct cup *c, const cJSON *body, struct fault *f) {
  static const char *const known[] = {"v", "bot", NULL};
  const char *bot = NULL;

  if (!input_fields(body, "", known, f) || !input_text(body, "", "bot", false, &bot, f))
    return false;
  if (!in_state(c->doc, "open"))
    return fault_say(f, FAULT_STATE, "This cup has begun.");
  if (cJSON_GetArraySize(doc_in(c->doc, "entrants")) >= doc_int(c->doc, "size"))
    return fault_say(f, FAULT_STATE, "This cup is full.");
  if (bot && !is_referee(x, c->doc))
    return fault_say(f, FAULT_SEAT, "Only the referee enters computers.");
  if (bot && !opponent_known(bot, f))
    return false;
  if (!bot && !x->account)
    return fault_say(f, FAULT_SEAT, "Sign in to enter a cup.");
  if (!bot && doc_true(c->doc, "computers"))
    return fault_say(f, FAULT_STATE, "Its seed is known: only computers play in this cup.");
  if (!bot && cup_entrant_of(c->doc, x->account) >= 0)
    return fault_say(f, FAULT_STATE, "You have entered already.");
  cJSON *entrant = cJSON_CreateObject();
  if (bot)
    cJSON_AddStringToObject(entrant, "bot", bot);
  else
    cJSON_AddNumberToObject(entrant, "account", (double)x->account);
  cJSON_AddItemToArray(doc_in(c->doc, "entrants"), entrant);
  return true;
}

/* Only before the cup begins: later the pairs would not come out even. */
static bool leave(struct exchange *x, struct cup *c, struct fault *f) {
  int own = cup_entrant_of(c->doc, x->account);

  if (own < 0)
    return fault_say(f, FAULT_STATE, "You have not entered this cup.");
  if (!in_state(c->doc, "open"))
    return fault_say(f, FAULT_STATE, "This cup has begun; give your games up one by one.");
  cJSON *rest = cJSON_CreateArray();
  for (int i = 0; i < cJSON_GetArraySize(doc_in(c->doc, "entrants")); i++)
    if (i != own)
      cJSON_AddItemToArray(rest, cJSON_Duplicate(cup_entrant(c->doc, i), true));
  cJSON_DeleteItemFromObjectCaseSensitive(c->doc, "entrants");
  cJSON_AddItemToObject(c->doc, "entrants", rest);
  return true;
}

/* Only the referee, with enough entrants, once. */
static bool start(struct exchange *x, struct cup *c, struct fault *f) {
  bool people = false;
  int n = cJSON_GetArraySize(doc_in(c->doc, "entrants"));

  for (int i = 0; i < n; i++)
    people = people || doc_int(cup_entrant(c->doc, i), "account");
  if (!is_referee(x, c->doc))
    return fault_say(f, FAULT_SEAT, "Only the referee starts the cup.");
  if (!in_state(c->doc, "open"))
    return fault_say(f, FAULT_STATE, "This cup has begun.");
  if (n < CUP_LEAST)
    return fault_say(f, FAULT_STATE, "A cup needs %d entrants; it has %d.", CUP_LEAST, n);
  if (people && doc_true(c->doc, "rated") && !doc_in(c->doc, "clock"))
    return fault_say(f, FAULT_STATE, "A rated cup of people needs a clock.");
  cup_start(x->srv, c);
  return true;
}

/* From now on, for this many days: a fortnight in one cup altogether. */
static bool vacation(struct exchange *x, struct cup *c, const cJSON *body, struct fault *f) {
  static const char *const known[] = {"v", "days", NULL};
  int64_t days = 0;
  int own = cup_entrant_of(c->doc, x->account);
  cJSON *entrant = own < 0 ? NULL : cup_entrant(c->doc, own);

  if (!input_fields(body, "", known, f) ||
      !input_int(body, "", "days", true, 1, VACATION_DAYS, &days, f))
    return false;
  if (!entrant)
    return fault_say(f, FAULT_SEAT, "You have not entered this cup.");

  /* Days that follow each other are added up; a new one begins where the last ends. */
  int64_t had = doc_int(entrant, "vacation");
  if (had + days > VACATION_DAYS)
    return fault_say(f, FAULT_STATE, "You have %d days of vacation left in this cup.",
                     (int)(VACATION_DAYS - had));
  int64_t from = doc_int(entrant, "away") > now_wall() ? doc_int(entrant, "away") : now_wall();
  cJSON_DeleteItemFromObjectCaseSensitive(entrant, "vacation");
  cJSON_DeleteItemFromObjectCaseSensitive(entrant, "away");
  cJSON_AddNumberToObject(entrant, "vacation", (double)(had + days));
  cJSON_AddNumberToObject(entrant, "away", (double)(from + days * DAY_MS));
  cup_give_days(x->srv, c, own, (int)days);
  return true;
}

/* ---- the referee's word */
/* What the review of a game says of its end: 2 german, 1 nobody, 0 soviet; -1: there is none. */
static int by_review(struct server *s, const struct store_game *g) {
  cJSON *doc = review_read(s->reader, g->num);
  const cJSON *points = doc_in(doc, "points");
  const cJSON *last = cJSON_GetArrayItem(points, cJSON_GetArraySize(points) - 1);
  const cJSON *chance = doc_in(last, "chance");
  int verdict = chance ? 1 : -1;
  /* Sixty percent are a clear lead; less is a draw. */
  if (chance && doc_number(chance, "german") >= 0.6)
    verdict = 2;
  if (chance && doc_number(chance, "soviet") >= 0.6)
    verdict = 0;
  cJSON_Delete(doc);
  return verdict;
}

/* The verdict is durable, or did not happen. */
static void ruled(struct room *r, void *arg, enum store_result got, const char *why) {
  struct exchange *x = arg;

  if (!got)
    cup_game_moved(r); /* so that the answer has it */
  struct cup *c = cup_find(x->srv, r->cup);
  struct listing l = {.x = x, .cup = c};
  (void)why;
  if (got || !c)
    http_say(x, 500, FAULT_INTERNAL, "The server could not write this down.");
  else
    http_reply(x, 200, "application/json", blob_json(show_json, &l));
}

/* The room is free, and the game may have ended while this waited. */
static void rule_game(struct room *r, struct exchange *x, const cJSON *body) {
  static const int side[] = {SAL_SOVIET, SAL_NOSIDE, SAL_GERMAN};
  const char *word = doc_text(body, "winner");
  int verdict = -1;

  if (room_over(r) && strcmp(r->g.ended, "adjourned")) {
    http_say(x, 409, FAULT_STATE, "That game is over.");
    return;
  }
  if (!strcmp(word, "review"))
    verdict = by_review(x->srv, &r->g);
  if (!strcmp(word, "german"))
    verdict = 2;
  if (!strcmp(word, "soviet"))
    verdict = 0;
  if (!strcmp(word, "draw"))
    verdict = 1;
  if (verdict < 0) {
    http_say(x, 409, FAULT_STATE, "There is no review of that game yet; begin one first.");
    return;
  }
  room_end(r, "judged", side[verdict]);
  /* players of an adjourned game were told already; now all are told how it ended */
  r->over_told = false;
  room_write(r, &(struct change){.what = WRITE_GAME}, ruled, x);
}

/* A game that lasted as long as it may, or whose time in the cup is over. Nobody judges his own.
 * Who, which game, and when: all three must be right. */
static bool may_rule(const struct exchange *x, const cJSON *doc, const char *game,
                     struct fault *f) {
  struct cup_spot at;

  if (!is_referee(x, doc))
    return fault_say(f, FAULT_SEAT, "Only the referee decides games.");
  if (!cup_spot_of(doc, game, &at))
    return fault_at(f, "game", "is no game of this cup");
  if (doc_int(at.game, "score") >= 0)
    return fault_say(f, FAULT_STATE, "That game is over.");
  int own = cup_entrant_of(doc, x->account);
  if (!is_admin(x) && own >= 0 && (doc_int(at.play, "a") == own || doc_int(at.play, "b") == own))
    return fault_say(f, FAULT_SEAT, "Nobody judges a game of his own; the administrator can.");
  bool adjourned = !strcmp(doc_text(at.game, "how"), "adjourned");
  bool late = doc_int(at.play, "until") && now_wall() > doc_int(at.play, "until");
  if (!adjourned && !late)
    return fault_say(f, FAULT_STATE, "That game still has time.");

  return true;
}

static void rule(struct exchange *x, struct cup *c, const cJSON *body) {
  static const char *const known[] = {"v", "game", "winner", NULL};
  static const char *const winners[] = {"german", "soviet", "draw", "review"};
  const char *game = NULL;
  const char *winner = NULL;
  struct fault f = {0};
  bool ok = input_fields(body, "", known, &f) && input_text(body, "", "game", true, &game, &f) &&
            input_text(body, "", "winner", true, &winner, &f);
  size_t i = 0;

  while (ok && i < 4 && strcmp(winners[i], winner))
    i++;
  if (ok && i == 4)
    ok = fault_at(&f, "winner", "must be german, soviet, draw or review");
  if (ok && may_rule(x, c->doc, game, &f))
    lobby_with(x, game, rule_game, cJSON_Duplicate(body, true));
  else
    http_fault(x, &f);
}

/* /enter, /leave, /start, /vacation and /rule; all but the last change the document alone. */
void cup_post(struct exchange *x, const struct call *call) {
  const char *what;
  struct cup *c = named(x, call->rest, &what);
  struct fault f = {0};
  bool ok = false;

  if (c && !strcmp(what, "/rule")) {
    rule(x, c, call->doc);
    return;
  }
  if (c && !strcmp(what, "/enter"))
    ok = enter(x, c, call->doc, &f);
  else if (c && !strcmp(what, "/leave"))
    ok = leave(x, c, &f);
  else if (c && !strcmp(what, "/start"))
    ok = start(x, c, &f);
  else if (c && !strcmp(what, "/vacation"))
    ok = vacation(x, c, call->doc, &f);
  if (ok)
    cup_save(x->srv, c, x);
  else if (f.code)
    http_fault(x, &f);
  else
    no_such_cup(x);
}
