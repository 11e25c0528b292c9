/* game_ask.c - what can be asked of a game, answered in the contract's documents.
 *
 * Everything a side is shown is made from that side's view; only the referee (`all`) sees the state
 * itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_inside.h"

/* The number, for this viewer, of the first event that an undo took back; 0: of none it saw. */
static uint32_t taken_back(const struct game *g, const struct told *undo, int side) {
  if (!undo->back)
    return 0;
  for (const struct told *t = &g->told[undo->back - 1]; t < undo; t++)
    if (sal_sees(t->seen, side))
      return t->n[side];

  return 0;
}

/* Events a side may see, numbered for it alone: gaps would betray how much was hidden. */
static void told_json(const struct game *g, struct sal_json *j, const char *key, int side,
                      uint32_t from, uint32_t since) {
  static const char start[] = "{\"n\":0,"; /* how sal_event_json begins */
  sal_json_array(j, key);
  for (uint32_t i = from; i < g->ntold; i++) {
    const struct told *t = &g->told[i];
    if (!sal_sees(t->seen, side) || t->n[side] <= since)
      continue;
    SAL_ASSERT(!memcmp(g->words + t->at, start, sizeof start - 1));
    char number[64];
    uint32_t back = taken_back(g, t, side);
    int n = snprintf(number, sizeof number, "{\"n\":%u,", t->n[side]);
    if (back)
      n = snprintf(number, sizeof number, "{\"n\":%u,\"back\":%u,", t->n[side], back);
    sal_json_raw(j, NULL, number, (size_t)n);
    sal_putn(&j->out, g->words + t->at + sizeof start - 1, t->len - (sizeof start - 1));
  }
  sal_json_end(j);
}

/* Goes back from the newest event, because most callers want only the last few. */
void game_events_json(const struct game *g, struct sal_json *j, const char *key, int side,
                      uint32_t since) {
  uint32_t from = g->ntold; /* back to the first one since: a few of a long history */
  for (uint32_t unseen = g->count[side] > since ? g->count[side] - since : 0; unseen;
       unseen -= sal_sees(g->told[from].seen, side))
    from--;
  told_json(g, j, key, side, from, since);
}

/* What the last request brought: events and dice. */
void game_news_json(const struct game *g, struct sal_json *j, int side) {
  told_json(g, j, "events", side, g->news, 0);
  sal_json_array(j, "dice");
  for (uint32_t i = 0; i < g->nrolled; i++)
    if (sal_sees(g->rolled[i].seen, side))
      sal_rolled_json(j, NULL, g->book, &g->rolled[i]);
  sal_json_end(j);
}

void game_to_move_json(const struct game *g, struct sal_json *j, const char *key) {
  uint32_t who = game_actors(g);

  sal_json_array(j, key);
  for (int side = 0; side < SAL_SIDES; side++)
    if (who & SAL_BIT(side))
      sal_json_str(j, NULL, sal_side_name[side]);
  sal_json_end(j);
}

void game_board_json(const struct game *g, struct sal_json *j, const char *key) {
  sal_board_json(j, key, g->book);
}

void game_view_json(struct game *g, struct sal_json *j, const char *key, int side) {
  struct sal_play view = game_view(g, side);
  sal_view_json(j, key, &view, side, game_seq(g, side));
}

/* A game that waits for both sides to adopt today's rules has one action for each. */
static void adopt_prompt(const struct game *g, struct sal_json *j, int side) {
  const struct game_change *c = &g->change;
  bool may = side < SAL_SIDES && !(c->agreed & SAL_BIT(side));

  sal_json_object(j, "prompt");
  sal_json_int(j, "v", 1);
  sal_json_str(j, "node", "adopt");
  sal_json_str(j, "side", may ? sal_side_name[side] : "");
  sal_json_str(j, "rule", c->rule[0] ? c->rule : "-");
  sal_json_fmt(j, "text", may ? "%s Go on by today's rules?" : "%s The other side must agree.",
               c->text);
  static const char *const empty[] = {"selected", "owed", "cards", "forms"};
  for (int i = 0; i < 4; i++) {
    sal_json_array(j, empty[i]);
    sal_json_end(j);
  }
  sal_json_bool(j, "undo", false);
  sal_json_bool(j, "undo_turn", false);
  sal_json_end(j);
  sal_json_array(j, "actions");
  if (may) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", "adopt");
    sal_json_str(j, "label", "Go on by today's rules");
    sal_json_str(j, "rule", c->rule[0] ? c->rule : "-");
    sal_json_object(j, "on");
    sal_json_str(j, "button", "main");
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* The decision of a side, or the question whether to adopt changed rules. */
void game_prompt_json(struct game *g, struct sal_json *j, int side) {
  if (g->changed) {
    adopt_prompt(g, j, side);
    return;
  }
  bool undo = side < SAL_SIDES && game_can_undo(g, side);
  struct sal_play view = game_view(g, side);
  sal_prompt_json(j, &view, side, &g->desk->list, &g->desk->prompt, undo, undo);
}

/* Null while the game is not over. */
void game_result_json(struct game *g, struct sal_json *j, const char *key) {
  struct sal_result r;

  if (!game_result(g, &r)) {
    sal_json_null(j, key);
    return;
  }
  sal_json_object(j, key);
  sal_json_str(j, "winner", r.winner == SAL_NOSIDE ? "draw" : sal_side_name[r.winner]);
  sal_json_str(j, "level", r.level ? r.level : "");
  sal_json_frac(j, "margin", r.margin);
  sal_json_str(j, "rule", sal_rule_id(g->book, r.rule));
  sal_json_str(j, "text", r.text);
  sal_json_object(j, "scores");
  for (int side = 0; side < SAL_SIDES; side++)
    sal_json_frac(j, sal_side_name[side], r.score[side]);
  sal_json_end(j);
  sal_json_end(j);
}

/* ---- questions to the ruleset */
static bool ask(struct game *g, int side, struct sal_query *q, struct fault *f) {
  struct sal_play view = game_view(g, side);
  struct sal_refusal why = {0, "This game does not answer that.", {0}};

  if (g->book->rules->query && g->book->rules->query(&view, side, q, &why))
    return true;
  struct sal_text t = {f->text, sizeof f->text, 0};
  fault_say(f, FAULT_REFUSED, "%s", "");
  sal_refusal_words(g->book, &why, &t);
  snprintf(f->rule, sizeof f->rule, "%s", sal_rule_id(g->book, why.rule));
  return false;
}

/* Where a unit can go, by the side's own view. */
bool game_reach_json(struct game *g, struct sal_json *j, const char *key, int side, sal_unit unit,
                     struct fault *f) {
  struct sal_reach *r = &g->desk->reach;

  memset(r, 0, offsetof(struct sal_reach, hex));
  r->unit = unit;
  struct sal_query q = {.kind = SAL_Q_REACH, .unit = unit, .reach = r};
  if (!ask(g, side, &q, f))
    return false;
  sal_reach_json(j, key, g->book, r);
  return true;
}

/* A coloured layer over the map, such as zones or control. */
bool game_overlay_json(struct game *g, struct sal_json *j, const char *key, int side, int overlay,
                       const uint16_t arg[3], struct fault *f) {
  struct sal_overlay out = {.j = j, .book = g->book};
  struct sal_query q = {.kind = SAL_Q_OVERLAY, .overlay = (uint8_t)overlay, .out = &out};

  memcpy(q.arg, arg, sizeof q.arg);
  sal_json_object(j, key);
  if (!ask(g, side, &q, f))
    return false;
  sal_overlay_done(&out);
  sal_json_end(j);
  return true;
}

/* Sheets that players would keep on paper. */
bool game_records_json(struct game *g, struct sal_json *j, const char *key, int side,
                       struct fault *f) {
  struct sal_query q = {.kind = SAL_Q_RECORDS, .records = j};

  sal_json_array(j, key);
  if (!ask(g, side, &q, f))
    return false;
  sal_json_end(j);
  return true;
}

/* Actions whose odds are asked are tried on the side's view, with a tape that has no source. A view
 * has holes, and rules that scan all counters are not safe on it. So a full state that fits the
 * view is tried first, one step ahead. If there the action ends the phase, rolls without a card or
 * goes another way, the view is not tried. */
enum tried { STANDS, SHOT, ROLLS, ENDS, UNKNOWN };

/* A guessed state with fixed luck: the same question gets the same answer. */
static struct sal_play stand_in(struct game *g, struct sal_play view, int side) {
  struct sal_rng rng;

  sal_rng_seed(&rng, 1);
  memset(g->desk->other, 0, g->book->state_bytes);
  g->book->rules->guess(g->book, view.state, side, &rng, g->desk->other);
  view.state = g->desk->other;
  return view;
}

/* Applies the action, or (NULL) one step that the engine takes by itself. False: nothing more
 * happens by itself. */
static bool step(struct sal_play *p, int side, const struct sal_action *a) {
  sal_dice_clear(p->dice);
  p->events->n = p->events->ncards = 0;
  if (a)
    return sal_node_of(p)->apply(p, side, *a), true;
  return sal_node_of(p)->run && sal_node_of(p)->run(p);
}

/* The action rolled dice and the first card shows odds for them. */
static bool is_shot(const struct sal_play *p) {
  return p->dice->n && p->events->ncards && p->events->card[0].kind == SAL_CARD_ODDS;
}

/* Tries an action on the view and on a guessed state side by side, one engine step at a time. The
 * view has holes, so it is followed only as long as the guess does the same. */
static enum tried try_action(struct sal_play *view, struct sal_play *like, int side,
                             struct sal_action a) {
  uint16_t turn = view->state->turn;
  uint16_t phase = view->state->phase;

  if (!sal_check(like, side, a, NULL))
    return UNKNOWN;
  for (const struct sal_action *next = &a;; next = NULL) {
    bool more = step(like, side, next);
    bool shot = is_shot(like);
    bool same_phase = like->state->turn == turn && like->state->phase == phase;
    if (!shot && like->dice->n)
      return ROLLS;
    if (!shot && (like->state->over || !same_phase))
      return ENDS;
    bool view_too = step(view, side, next) == more;
    if (is_shot(view))
      return SHOT;
    if (shot || !view_too || view->dice->n || view->state->over)
      return UNKNOWN;
    if (sal_node_of(view) != sal_node_of(like))
      return UNKNOWN;
    if (!more)
      return STANDS;
  }
}

/* Only the last action may roll. Then it is a shot, and the card of its event is the answer. */
bool game_odds_json(struct game *g, struct sal_json *j, const char *key, int side,
                    const struct sal_action *a, uint32_t n, struct fault *f) {
  struct sal_play p = game_view(g, side);
  struct sal_prompt *prompt = &g->desk->prompt;

  p.dice = &g->desk->dice;
  p.events = &g->desk->events;
  p.events->want_cards = true;
  if (g->changed)
    return fault_say(f, FAULT_STATE, "Both sides must `adopt` today's rules first.");
  struct sal_play like = stand_in(g, p, side);
  for (uint32_t i = 0; i < n; i++) {
    struct sal_refusal why;
    if (p.state->over)
      return fault_say(f, FAULT_STATE, "The game is over.");
    if (!(sal_actors(&p) >> side & 1))
      return fault_say(f, FAULT_SEAT, "Action %u would not be this side's decision.", i + 1);
    if (!sal_check(&p, side, a[i], &why)) {
      struct sal_text t = {f->text, sizeof f->text, 0};
      fault_say(f, FAULT_REFUSED, "%s", "");
      sal_refusal_words(g->book, &why, &t);
      snprintf(f->rule, sizeof f->rule, "%s", sal_rule_id(g->book, why.rule));
      snprintf(f->at, sizeof f->at, "actions[%u]", i);
      return false;
    }
    enum tried how = try_action(&p, &like, side, a[i]);
    if (how == ENDS)
      return fault_say(f, FAULT_STATE, "Action %u would end the phase; ask for the odds before it.",
                       i + 1);
    if (how == UNKNOWN)
      return fault_say(f, FAULT_STATE,
                       "What follows action %u depends on what this side does not know.", i + 1);
    if (how == ROLLS || (how == SHOT && i + 1 < n))
      return fault_say(f, FAULT_DICE, "Action %u would roll dice; ask for the odds before it.",
                       i + 1);
    if (how == SHOT) {
      p.events->card[0].rolled = -1;
      return sal_card_json(j, key, g->book, &p.events->card[0]), true;
    }
  }
  prompt->nselected = prompt->nowed = prompt->ncards = prompt->nway = prompt->nabout = 0;
  prompt->document = NULL;
  prompt->text[0] = 0;
  prompt->forms = NULL;
  if (!p.state->over && (sal_actors(&p) >> side & 1))
    sal_node_of(&p)->prompt(&p, side, prompt);
  for (int i = 0; i < prompt->ncards; i++)
    if (prompt->card[i].kind == SAL_CARD_ODDS)
      return sal_card_json(j, key, g->book, &prompt->card[i]), true;

  return fault_say(f, FAULT_STATE, "No combat or shot stands here whose odds could be told.");
}

/* ---- documents: what a ruleset reads and writes as text */
struct paper {
  struct sal_play view;
  int side;
  const char *kind, *text;
  struct sal_err err;
};

static bool paper_import(struct paper *p, struct sal_text *out) {
  return p->view.book->rules->import(&p->view, p->side, p->kind, p->text, out, &p->err);
}

static bool paper_template(struct paper *p, struct sal_text *out) {
  return p->view.book->rules->template(&p->view, p->side, p->kind, out, &p->err);
}

/* Documents may be long, so the room doubles until the text fits. NULL: refused. */
static char *paper_text(struct paper *p, bool (*write)(struct paper *, struct sal_text *),
                        struct fault *f) {
  for (size_t cap = 1 << 16;; cap *= 2) {
    char *buf = malloc(cap);
    if (!buf)
      abort();
    buf[0] = 0;
    struct sal_text out = {buf, cap, 0};
    bool ok = write(p, &out);
    if (ok && out.len < cap)
      return buf;
    free(buf);
    if (!ok)
      break;
  }

  fault_from(f, &p->err);
  if (!p->err.at[0])
    p->err.line ? snprintf(f->at, sizeof f->at, "text:%d", p->err.line)
                : snprintf(f->at, sizeof f->at, "text");
  return NULL;
}

char *game_import(struct game *g, int side, const char *kind, const char *text, struct fault *f) {
  if (!g->book->rules->import)
    return fault_at(f, "kind", "this game imports no documents"), NULL;
  struct paper p = {.view = game_view(g, side), .side = side, .kind = kind, .text = text};
  return paper_text(&p, paper_import, f);
}

char *game_template(struct game *g, int side, const char *kind, struct fault *f) {
  if (!g->book->rules->template)
    return fault_at(f, "kind", "this game imports no documents"), NULL;
  struct paper p = {.view = game_view(g, side), .side = side, .kind = kind};
  return paper_text(&p, paper_template, f);
}
