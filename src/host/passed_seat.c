/* passed_seat.c - see passed_seat.h. The page speaks to a passed game as it does to any other; only
 * `do`, `undo` and `actions` are not the engine's, because a decision may have to wait for the
 * other side's value, and then nothing has happened yet. */
#include "passed_seat.h"

#include <stdio.h>
#include <string.h>

enum { ACTIONS_AT_ONCE = 64 };

/* ---- beginning */
/* A new passed game. */
struct passed *passed_seat_begin(struct library *lib, struct desk *desk, const cJSON *doc,
                                 const struct passed_key *key, struct fault *f) {
  static const char *const known[] = {"game", "scenario", "options", "side", "mode", NULL};
  const char *game = NULL;
  const char *scenario = NULL;
  const char *side = NULL;
  const char *mode = "sealed";
  struct game_start start = {.seed = 1};

  if (!input_fields(doc, "begin", known, f) || !input_text(doc, "begin", "game", true, &game, f) ||
      !input_text(doc, "begin", "scenario", true, &scenario, f) ||
      !input_object(doc, "begin", "options", false, &start.options, f) ||
      !input_text(doc, "begin", "side", true, &side, f) ||
      !input_text(doc, "begin", "mode", false, &mode, f))
    return NULL;
  start.rules = sal_ruleset_find(game);
  start.scenario = scenario;
  if (!start.rules) {
    fault_at(f, "begin.game", "there is no such game");
    return NULL;
  }
  if (sal_side_parse(side) >= SAL_SIDES) {
    fault_at(f, "begin.side", "must be german or soviet");
    return NULL;
  }
  if (strcmp(mode, "sealed") && strcmp(mode, "honour")) {
    fault_at(f, "begin.mode", "must be sealed or honour");
    return NULL;
  }
  return passed_begin(lib, desk, &start, strcmp(mode, "honour") ? PASSED_SEALED : PASSED_HONOUR,
                      sal_side_parse(side), key, f);
}

/* ---- documents */
/* How the game is played, and whose turn it is to write. */
static void about(struct sal_json *j, const struct passed *p) {
  char words[200];

  passed_awaited(p, words, sizeof words);
  sal_json_str(j, "mode", passed_mode(p) == PASSED_SEALED ? "sealed" : "honour");
  sal_json_str(j, "says", passed_says(p));
  sal_json_str(j, "awaited", words);
  sal_json_int(j, "part", passed_files(p));
  sal_json_bool(j, "mine", passed_mine(p));
}

/* The other player is never online: he has a file. */
static void seat(struct sal_json *j, int side, bool me) {
  sal_json_object(j, sal_side_name[side]);
  sal_json_str(j, "kind", "pass");
  sal_json_bool(j, "taken", true);
  sal_json_bool(j, "online", me);
  sal_json_end(j);
}

/* `null` while somebody must still decide. */
static void ended(struct sal_json *j, struct game *g) {
  if (game_actors(g)) {
    sal_json_null(j, "ended");
    return;
  }
  sal_json_object(j, "ended");
  sal_json_str(j, "how", "played");
  game_result_json(g, j, "result");
  sal_json_end(j);
}

/* The page gets the same documents as from a room. */
void passed_state_json(void *state, struct sal_json *j) {
  const struct passed_state *s = state;
  struct game *g = passed_game(s->p);
  int side = passed_side(s->p);

  sal_json_object(j, NULL);
  if (s->joining)
    sal_json_bool(j, "ok", true);
  else
    sal_json_str(j, "push", "state");
  sal_json_int(j, "seq", game_seq(g, side));
  game_events_json(g, j, "events", side, s->since);
  game_view_json(g, j, "view", side);
  if (s->joining) {
    sal_json_str(j, "game", s->id);
    sal_json_str(j, "side", sal_side_name[side]);
    sal_json_str(j, "dice", "passed");
    sal_json_hash(j, "hash", game_hash(g, side));
    game_to_move_json(g, j, "to_move");
    sal_json_bool(j, "over", !game_actors(g));
    ended(j, g);
    sal_json_object(j, "presence");
    for (int k = 0; k < SAL_SIDES; k++)
      seat(j, k, k == side);
    sal_json_int(j, "watchers", 0);
    sal_json_end(j);
    sal_json_null(j, "clock");
    sal_json_object(j, "pass");
    about(j, s->p);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* Pushed once more after every change of a game that is over; the page takes it as it is. */
void passed_over_json(void *state, struct sal_json *j) {
  const struct passed_state *s = state;
  sal_json_object(j, NULL);
  sal_json_str(j, "push", "over");
  ended(j, passed_game(s->p));
  sal_json_end(j);
}

/* The game, whose it is, and whether there is a board yet. */
void passed_laid_json(struct sal_json *j, const struct passed *p) {
  const struct journal_head *h = passed_about(p);

  sal_json_str(j, "game", h->game);
  sal_json_str(j, "scenario", h->scenario);
  sal_json_str(j, "side", sal_side_name[passed_side(p)]);
  sal_json_bool(j, "begun", passed_game(p) != NULL);
  about(j, p);
}

/* The file with a name that both players' machines take. */
void passed_taken_json(struct sal_json *j, const struct passed *p, const char *file) {
  const struct journal_head *h = passed_about(p);
  char name[120];

  snprintf(name, sizeof name, "%s-%s-%s.txt", h->game, h->scenario, passed_id(p));
  sal_json_str(j, "file", file);
  sal_json_str(j, "name", name);
  about(j, p);
}

/* ---- requests */
/* A decision that waits for the other side's value has changed nothing yet, and says so. */
static void write_done(void *ctx, struct sal_json *j) {
  const struct passed_request *a = ctx;
  struct game *g = passed_game(a->p);
  int side = passed_side(a->p);

  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  if (a->changed)
    game_news_json(g, j, side);
  else {
    sal_json_array(j, "events");
    sal_json_end(j);
    sal_json_array(j, "dice");
    sal_json_end(j);
  }
  sal_json_int(j, "done", a->done);
  if (a->done < a->n && a->stopped.code != FAULT_NONE)
    fault_json(j, "stopped", &a->stopped);
  sal_json_hash(j, "hash", game_hash(g, side));
  game_to_move_json(g, j, "to_move");
  sal_json_bool(j, "over", !game_actors(g));
  sal_json_int(j, "seq", game_seq(g, side));
  sal_json_end(j);
}

/* Tells the page that the board may have changed. */
static void answered(struct passed_request *a) {
  a->write = write_done;
  a->acted = true;
}

/* Was the request made on what the page now shows? */
static bool fresh_enough(struct passed_request *a) {
  int64_t seq = -1;

  if (!input_int(a->doc, "", "seq", false, 0, UINT32_MAX, &seq, &a->f))
    return false;
  if (seq < 0 || seq == game_seq(passed_game(a->p), passed_side(a->p)))
    return true;
  return fault_say(&a->f, FAULT_STALE,
                   "Something has happened since: this was made on an older view.");
}

/* One action or several; they stop before a refusal, and after a roll, a secret shown or the end of
 * this part. */
static void act(struct passed_request *a) {
  static const char *const known[] = {"cmd",  "id",     "v",       "key", "seq",
                                      "side", "action", "actions", NULL};
  const char *text[ACTIONS_AT_ONCE] = {NULL};
  const cJSON *list = NULL;
  struct passed *p = a->p;
  int side = passed_side(p);

  if (!input_fields(a->doc, "", known, &a->f) || !fresh_enough(a) ||
      !input_text(a->doc, "", "action", false, &text[0], &a->f) ||
      !input_array(a->doc, "", "actions", !text[0], &list, &a->f))
    return;
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next) {
    if (a->n == ACTIONS_AT_ONCE || !cJSON_IsString(c)) {
      fault_at(&a->f, "actions", "must be at most %d texts", ACTIONS_AT_ONCE);
      return;
    }
    text[a->n++] = c->valuestring;
  }
  if (!list)
    a->n = 1;
  while (a->done < a->n && (!a->done || (passed_mine(p) && game_can_undo(passed_game(p), side)))) {
    struct sal_action action;
    uint32_t lines = game_lines(passed_game(p));
    if (!game_parse(passed_game(p), text[a->done], "action", &action, &a->stopped) ||
        !passed_do(p, action, &a->stopped))
      break;
    a->changed |= game_lines(passed_game(p)) != lines;
    a->done++;
  }
  if (!a->done)
    a->f = a->stopped;
  else
    answered(a);
}

/* The last decision of this part, unless a die was rolled for it. */
static void take_back(struct passed_request *a) {
  static const char *const known[] = {"cmd", "id", "v", "key", "seq", "side", "to", NULL};
  if (!input_fields(a->doc, "", known, &a->f) || !fresh_enough(a) || !passed_undo(a->p, &a->f))
    return;
  answered(a);
}

/* What the page shows while the other player has the file. */
static void write_awaited(void *ctx, struct sal_json *j) {
  const struct passed_request *a = ctx;
  char words[200];
  char text[260];

  passed_awaited(a->p, words, sizeof words);
  snprintf(text, sizeof text, "%s %s", words,
           game_actors(passed_game(a->p)) ? "Take the file and send it." : "");
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_object(j, "prompt");
  sal_json_int(j, "v", 1);
  sal_json_str(j, "node", "");
  sal_json_str(j, "side", sal_side_name[!passed_side(a->p)]); /* whose turn it is to write */
  sal_json_str(j, "rule", "");
  sal_json_str(j, "text", text);
  static const char *const empty[] = {"selected", "owed", "cards", "forms"};
  for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
    sal_json_array(j, empty[i]);
    sal_json_end(j);
  }
  sal_json_bool(j, "undo", false);
  sal_json_bool(j, "undo_turn", false);
  sal_json_end(j);
  sal_json_array(j, "actions");
  sal_json_end(j);
  sal_json_end(j);
}

/* Questions only: they change nothing. */
static void ask_engine(struct passed_request *a) {
  bool ok;
  cJSON_DeleteItemFromObjectCaseSensitive(a->doc, "id"); /* the answer gets it like every other */
  a->text = engine_seat(a->engine, passed_game(a->p), passed_side(a->p), a->doc, &ok, &a->ntext);
}

/* There is no chat: nobody else is here. */
static void write_nothing(void *ctx, struct sal_json *j) {
  (void)ctx;
  sal_json_object(j, NULL);
  sal_json_bool(j, "ok", true);
  sal_json_end(j);
}

/* Commands that change nothing, and may be asked while the other side has the file. */
static bool is_question(const char *cmd, const cJSON *doc) {
  static const char *const asked[] = {"board", "view",    "why",     "events",  "reach",
                                      "odds",  "overlay", "records", "actions", "result"};
  if (!strcmp(cmd, "orders"))
    return !cJSON_HasObjectItem(doc, "orders");
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
    if (!strcmp(cmd, asked[i]))
      return true;
  return false;
}

/* What a passed game can do; what needs another person at the table it refuses. */
bool passed_seat_hear(struct passed_request *a) {
  const char *cmd = NULL;
  int64_t v = 1;

  if (!input_text(a->doc, "", "cmd", true, &cmd, &a->f) ||
      !input_int(a->doc, "", "v", false, 1, 1, &v, &a->f))
    return false;
  if (!strcmp(cmd, "do"))
    act(a);
  else if (!strcmp(cmd, "undo"))
    take_back(a);
  else if (!strcmp(cmd, "chats"))
    a->write = write_nothing;
  else if (!strcmp(cmd, "actions") && !passed_mine(a->p))
    a->write = write_awaited;
  else if (is_question(cmd, a->doc))
    ask_engine(a);
  else
    fault_say(&a->f, FAULT_STATE, "A passed game does not do that: nobody else is at this table.");

  return a->write || a->text;
}
