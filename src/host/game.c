/* game.c - set-up, one step, undo, standing orders.
 *
 * The surprising part is undo: it keeps no list of states, only the one at the last barrier, and
 * plays again what is to stay. Between two barriers no die is rolled, so that always gives the same
 * bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_inside.h"

/* ---- room to work in */
struct desk *desk_new(void) {
  struct desk *d = calloc(1, sizeof *d);
  if (!d)
    abort();
  return d;
}

/* A desk is workspace and holds no game. */
void desk_free(struct desk *d) {
  if (!d)
    return;
  free(d->scratch);
  free(d->view);
  free(d->other);
  free(d->trial);
  free(d->text);
  free(d);
}

/* Memory that must be there: without it the program cannot keep its word. */
static void *again(void *old, size_t n) {
  void *p = realloc(old, n);
  if (!p)
    abort();
  return p;
}

/* Makes room for a book. Scratch is cleared when the book changes, because rules keep tables in it.
 */
void desk_fit(struct desk *d, const struct sal_book *book) {
  if (d->state_size < book->state_bytes) {
    d->state_size = book->state_bytes;
    d->view = again(d->view, d->state_size);
    d->other = again(d->other, d->state_size);
    d->trial = again(d->trial, d->state_size);
  }
  if (d->scratch_of == book)
    return;
  if (d->scratch_size < book->scratch_bytes) {
    d->scratch_size = book->scratch_bytes;
    d->scratch = again(d->scratch, d->scratch_size);
  }
  if (book->scratch_bytes)
    memset(d->scratch, 0, book->scratch_bytes);
  d->scratch_of = book;
}

/* The state with a workspace, without dice and listeners: enough to ask questions. */
struct sal_play game_play(const struct game *g) {
  desk_fit(g->desk, g->book);
  return (struct sal_play){.book = g->book, .state = g->state, .scratch = g->desk->scratch};
}

/* What a viewer sees, into another state. */
static void look(const struct game *g, const struct sal_head *state, int viewer,
                 struct sal_head *out) {
  g->book->rules->view(g->book, state, viewer, out, NULL);
}

/* A side's view of the game; the referee sees the state itself. */
struct sal_play game_view(struct game *g, int viewer) {
  struct sal_play p = game_play(g);

  p.state = g->desk->view;
  if (viewer == SAL_ALL)
    memcpy(p.state, g->state, g->book->state_bytes);
  else
    look(g, g->state, viewer, p.state);

  return p;
}

/* ---- small answers */
const struct sal_book *game_book(const struct game *g) {
  return g->book;
}

const struct sal_head *game_state(const struct game *g) {
  return g->state;
}

const struct game_change *game_change(const struct game *g) {
  return g->changed ? &g->change : NULL;
}

/* Who must decide. After a change of rules: every side that has not adopted them yet. */
uint32_t game_actors(const struct game *g) {
  struct sal_play p = game_play(g);
  if (g->changed)
    return SAL_BOTH & ~(uint32_t)g->change.agreed;
  return sal_actors(&p);
}

/* A hash of what the viewer sees, so that two clients of a side can compare. */
uint64_t game_hash(struct game *g, int viewer) {
  struct sal_play p = game_view(g, viewer);
  return sal_hash(p.state, g->book->state_bytes, 0);
}

uint32_t game_seq(const struct game *g, int viewer) {
  return g->count[viewer];
}

uint32_t game_lines(const struct game *g) {
  return g->journal.next ? g->journal.next - 1 : 0;
}

const char *game_journal(const struct game *g, size_t *n) {
  *n = g->journal.len;
  return g->journal.text;
}

const char *game_doing(const struct game *g) {
  return g->doing;
}

/* Who won, once the game is over. */
bool game_result(struct game *g, struct sal_result *r) {
  struct sal_play p = game_play(g);
  memset(r, 0, sizeof *r);
  return g->book->rules->score(&p, r);
}

/* Checks the game's invariants; a breach is a bug. */
bool game_audit(struct game *g, struct sal_err *err) {
  struct sal_play p = game_play(g);
  return g->book->rules->audit(&p, err);
}

/* ---- what was told, and to whom */
static void remember(struct game *g, const char *json, size_t n, uint8_t seen) {
  if (g->ntold == g->told_cap)
    g->told = again(g->told, (g->told_cap = g->told_cap * 2 + 64) * sizeof *g->told);
  if (g->nwords + n > g->words_cap)
    g->words = again(g->words, g->words_cap = (g->nwords + n) * 2 + 4096);
  memcpy(g->words + g->nwords, json, n);
  struct told *t = &g->told[g->ntold++];
  *t = (struct told){.at = g->nwords, .len = n, .seen = seen};
  g->nwords += n;
  for (int v = 0; v < 4; v++)
    if (sal_sees(seen, v))
      t->n[v] = ++g->count[v];
}

static uint8_t remember_events(struct game *g) { /* returns who saw any */
  struct desk *d = g->desk;
  uint8_t told = 0;
  uint32_t from = 0; /* the first die after the event before */
  for (uint32_t i = 0; i < d->events.n; i++) {
    const struct sal_event *e = &d->events.v[i];
    const struct sal_card *card = e->card ? &d->events.card[e->card - 1] : NULL;
    uint32_t ndice = e->rolled > from ? e->rolled - from : 0;
    struct sal_json j;
    for (;;) {
      sal_json_start(&j, d->text, d->text_size);
      sal_event_json(&j, NULL, g->book, e, card, 0, d->dice.rolled + from, ndice);
      if (j.out.len < d->text_size)
        break;
      d->text = again(d->text, d->text_size = j.out.len * 2 + 4096);
    }
    remember(g, d->text, j.out.len, e->seen);
    told |= e->seen;
    from += ndice;
  }
  return told;
}

/* Keeps the dice of this request, and counts all tokens for the seed of the next. */
static void remember_dice(struct game *g) {
  const struct sal_dice *dice = &g->desk->dice;

  if (g->nrolled + dice->n > g->rolled_cap)
    g->rolled = again(g->rolled, (g->rolled_cap = g->rolled_cap * 2 + dice->n) * sizeof *g->rolled);
  if (dice->n)
    memcpy(g->rolled + g->nrolled, dice->rolled, dice->n * sizeof *g->rolled);
  g->nrolled += dice->n;
  g->tokens += dice->n;
}

/* Forgets the events of the action before. */
void game_fresh_events(struct desk *d) {
  d->events.n = 0;
  d->events.ncards = 0;
  d->events.revealed = false;
  d->events.want_cards = true;
}

/* Everything from here on is news to the next answer. */
void game_fresh_news(struct game *g) {
  g->news = g->ntold;
  g->nrolled = 0;
  g->revealed = false;
}

/* ---- dice: the tape of a journal line, or the script and then the generator. The generator starts
 * again for every action from the seed and the number of tokens used, so a game that is loaded goes
 * on as it would have. */
static void dice_ready(struct game *g, const struct tape *tape, struct sal_rng *rng) {
  struct sal_dice *d = &g->desk->dice;

  sal_dice_clear(d);
  if (tape) {
    d->script = tape->token;
    d->nscript = tape->n;
    return;
  }
  d->script = (const char(*)[SAL_TOKEN])g->script;
  d->nscript = g->nscript;
  d->at = g->script_at;
  if (g->strict)
    return;
  const uint64_t from[2] = {g->seed, g->tokens};
  sal_rng_seed(rng, sal_hash(from, sizeof from, 0));
  d->rng = rng;
  d->below = g->below;
  d->ctx = g->ctx;
}

/* After an apply: false when the tape did not fit, and the caller drops the state. */
static bool dice_fit(struct game *g, const struct tape *tape, struct fault *f) {
  struct sal_dice *d = &g->desk->dice;

  if (d->bad) {
    const struct sal_rolled *r = NULL;
    uint32_t at = d->at;
    for (uint32_t i = 0; i < d->n; i++)
      r = &d->rolled[i];
    const char *token = at && at <= d->nscript ? d->script[at - 1] : "";
    return r && r->faces
               ? fault_say(f, FAULT_DICE,
                           "The dice given do not fit: a roll of a d%u (last token used: %s).",
                           r->faces, token)
               : fault_say(f, FAULT_DICE, "The dice given do not fit a draw (last token used: %s).",
                           token);
  }
  if (d->short_of)
    return fault_say(f, FAULT_DICE, "The dice ran out: a roll with %u outcomes has no token.",
                     d->short_of);
  if (tape && d->at < d->nscript)
    return fault_say(f, FAULT_DICE, "Dice are left over: only %u of %u were rolled.", d->at,
                     d->nscript);
  if (!tape)
    g->script_at = d->at;

  return true;
}

/* ---- set-up */
static void *block(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    abort();
  return p;
}

/* A game without a set-up: its book, its memory and the defaults of its options. */
struct game *game_begin(struct library *lib, struct desk *desk, const struct sal_ruleset *rules,
                        uint64_t data, int edition, const char *scenario, const cJSON *position,
                        struct fault *f) {
  struct sal_book *own = NULL;
  const struct sal_book *book;

  if (position)
    book = own = library_private_edition(lib, rules, data, edition, scenario, position, f);
  else
    book = library_edition(lib, rules, data, edition, scenario, f);
  if (!book)
    return NULL;
  SAL_ASSERT(rules->norders <= MAX_ORDERS && book->noptions <= SAL_OPTIONS);
  struct game *g = block(sizeof *g);
  *g = (struct game){.lib = lib, .desk = desk, .book = book, .own = own};
  g->state = block(book->state_bytes);
  g->before = block(book->state_bytes);
  g->base = block(book->state_bytes);
  for (int i = 0; i < book->noptions; i++)
    g->state->option[i] = (uint8_t)book->option[i].def;

  return g;
}

/* Gives a game to another thread's desk. */
void game_move(struct game *g, struct desk *d) {
  if (g->own)
    g->desk->scratch_of = NULL; /* the book may go before this desk is used again */
  g->desk = d;
}

/* The desk may still hold scratch of a private book, and another book may get the same address. */
void game_free(struct game *g) {
  if (!g)
    return;
  /* its address may come again */
  if (g->own && g->desk->scratch_of == g->own)
    g->desk->scratch_of = NULL;
  library_drop(g->own);
  journal_free(&g->journal);
  free(g->state);
  free(g->before);
  free(g->base);
  free(g->span);
  free(g->script);
  free(g->told);
  free(g->words);
  free(g->rolled);
  free(g);
}

/* An option of the scenario, checked against its range. */
bool game_option(struct game *g, const char *id, int64_t value, const char *at, struct fault *f) {
  int i = sal_option_find(g->book, id);

  if (i < 0)
    return fault_at(f, at, "there is no option %.40s", id);
  const struct sal_option *o = &g->book->option[i];
  int min = o->is_int ? o->min : 0;
  int max = o->is_int ? o->max : 1;
  bool in_range = value >= min && value <= max;
  if (!o->here)
    return fault_at(f, at, "option %s is not offered by this scenario", id);
  if (!in_range)
    return fault_at(f, at, "option %s goes from %d to %d", id, min, max);
  g->state->option[i] = (uint8_t)value;

  return true;
}

/* The value of an option that was given as one of its words. */
static bool option_word(struct game *g, const cJSON *c, const char *at, int64_t *value,
                        struct fault *f) {
  int i = sal_option_find(g->book, c->string);
  int32_t number;

  if (i < 0)
    return fault_at(f, at, "there is no option %.40s", c->string);
  if (!sal_option_parse(&g->book->option[i], c->valuestring, &number))
    return fault_at(f, at, "option %s has no value '%.40s'", c->string, c->valuestring);
  *value = number;
  return true;
}

/* Options as a client gives them: numbers, words, or true and false for 1 and 0. */
static bool options(struct game *g, const cJSON *list, struct fault *f) {
  for (const cJSON *c = list ? list->child : NULL; c; c = c->next) {
    char at[96];
    int64_t value = 0;
    input_path(at, "options", c->string);
    if (cJSON_IsString(c) && !option_word(g, c, at, &value, f))
      return false;
    if (cJSON_IsBool(c))
      value = cJSON_IsTrue(c);
    else if (!cJSON_IsString(c) && !input_whole(c, -128, 255, &value))
      return fault_at(f, at, "must be true, false, a whole number or a word");
    if (!game_option(g, c->string, value, at, f))
      return false;
  }

  return true;
}

/* The position as one line of JSON, without what the header says already. */
static char *position_line(const cJSON *position) {
  static const char *const said[] = {"game", "scenario", "options", "dice"};
  cJSON *copy = cJSON_Duplicate(position, true);

  for (size_t i = 0; copy && i < sizeof said / sizeof *said; i++)
    cJSON_DeleteItemFromObjectCaseSensitive(copy, said[i]);
  char *text = copy ? cJSON_PrintUnformatted(copy) : NULL;
  if (!text)
    abort();
  cJSON_Delete(copy);
  return text;
}

/* Sets up by the scenario or by a position, and writes the journal's head and line 0. */
bool game_set_up(struct game *g, const cJSON *position, const char *commit, const struct tape *tape,
                 struct fault *f) {
  struct desk *d = g->desk;
  struct sal_play p = game_play(g);
  struct sal_rng rng;
  struct sal_err err = {0};
  struct journal_head head;

  journal_describe(&head, g->book, g->state->option);
  dice_ready(g, tape, &rng);
  game_fresh_events(d);
  p.dice = &d->dice;
  p.events = &d->events;
  if (!position)
    g->book->rules->setup(&p);
  else if (!g->book->rules->place(&p, g->book->position, &err))
    return fault_from(f, &err);
  sal_run(&p);
  if (!dice_fit(g, tape, f))
    return false;
  char dice[SAL_TAPE * (SAL_TOKEN + 2)];
  char *line = position ? position_line(position) : NULL;
  head.position = line;
  head.position_len = line ? strlen(line) : 0;
  snprintf(head.commit, sizeof head.commit, "%s", commit ? commit : "");
  journal_start(&g->journal, &head);
  cJSON_free(line);
  journal_dice(&d->dice, SAL_ALL, dice, sizeof dice);
  journal_add(&g->journal, SAL_NOSIDE, false, "setup", dice,
              sal_hash(g->state, g->book->state_bytes, 0));
  remember_events(g);
  remember_dice(g);
  memcpy(g->base, g->state, g->book->state_bytes);
  return true;
}

/* A new game from a caller's choices. */
struct game *game_new(struct library *lib, struct desk *desk, const struct game_start *s,
                      struct fault *f) {
  struct game *g =
      game_begin(lib, desk, s->rules, s->data, s->edition, s->scenario, s->position, f);

  if (!g)
    return NULL;
  g->seed = s->seed;
  g->strict = s->strict_dice;
  g->below = s->below;
  g->ctx = s->ctx;
  if (s->ndice) {
    g->script = block(s->ndice * sizeof *g->script);
    memcpy(g->script, s->dice, s->ndice * sizeof *g->script);
    g->nscript = s->ndice;
  }
  if (options(g, s->options, f) && game_set_up(g, s->position, s->commit, NULL, f))
    return g;
  game_free(g);
  return NULL;
}

/* ---- one step */
bool game_parse(const struct game *g, const char *text, const char *at, struct sal_action *a,
                struct fault *f) {
  struct sal_err err = {0};

  if (g->changed && !strcmp(text, "adopt")) {
    *a = sal_act(GAME_ADOPT, 0, 0, 0);
    return true;
  }
  if (sal_action_parse(g->book, text, a, &err))
    return true;

  return fault_at(f, at, "%s", err.text);
}

/* Whether a side may do this now. Reasons come in the order in which a player needs them. */
bool game_check(struct game *g, int side, struct sal_action a, struct fault *f) {
  struct sal_play p = game_play(g);
  struct sal_refusal why;
  uint32_t who = game_actors(g);

  if (!who)
    return fault_say(f, FAULT_STATE, "The game is over.");
  if (side >= SAL_SIDES)
    return fault_say(f, FAULT_SEAT, "Only the two sides decide.");
  if (g->changed && a.verb != GAME_ADOPT)
    return fault_say(f, FAULT_STATE,
                     "The rules have changed since this game was played. Both sides must `adopt` "
                     "today's rules before it goes on.");
  if (!(who & SAL_BIT(side)))
    return fault_say(f, FAULT_SEAT, "It is not the %s side's decision now.", sal_side_title[side]);
  if (g->changed)
    return true;
  if (sal_check(&p, side, a, &why))
    return true;
  struct sal_text t = {f->text, sizeof f->text, 0};
  fault_say(f, FAULT_REFUSED, "%s", "");
  sal_refusal_words(g->book, &why, &t);
  snprintf(f->rule, sizeof f->rule, "%s", sal_rule_id(g->book, why.rule));
  return false;
}

/* A secret was shown to the side: a byte that was hidden from it is so no longer. The rules say it
 * too (sal_reveal); this holds when they forget. */
bool game_shows(struct game *g, const struct sal_head *before, const struct sal_head *after,
                int side) {
  const uint8_t *was = (const uint8_t *)before;
  const uint8_t *is = (const uint8_t *)after;

  look(g, before, side, g->desk->view);
  /* nothing was hidden from it */
  if (!memcmp(g->desk->view, before, g->book->state_bytes))
    return false;
  look(g, after, side, g->desk->other);
  const uint8_t *saw = (const uint8_t *)g->desk->view;
  const uint8_t *sees = (const uint8_t *)g->desk->other;
  enum { BLOCK = 64 }; /* most hide nothing, and are passed over as a whole */
  for (uint32_t from = 0, size = g->book->state_bytes; from < size; from += BLOCK) {
    uint32_t end = size - from < BLOCK ? size : from + BLOCK;
    if (!memcmp(saw + from, was + from, end - from))
      continue;
    for (uint32_t i = from; i < end; i++)
      if (saw[i] != was[i] && sees[i] == is[i] && sees[i] != saw[i])
        return true;
  }

  return false;
}

/* Is the decision on top one that both sides make in secret? */
static bool top_is_sealed(const struct game *g, const struct sal_head *s) {
  return g->book->rules->nodes[s->frame[s->depth - 1].node]->sealed;
}

/* Both states stand in the same sealed choice: nothing has been revealed. */
static bool still_sealed(const struct game *g) {
  const struct sal_head *was = g->before;
  const struct sal_head *is = g->state;

  if (was->over || is->over || was->depth != is->depth)
    return false;
  bool same_node = was->frame[was->depth - 1].node == is->frame[is->depth - 1].node;
  if (!same_node || !top_is_sealed(g, was))
    return false;

  return (was->sealed & ~is->sealed) == 0; /* a reveal empties it */
}

/* An action that can still be taken back. */
static void keep_entry(struct game *g, struct entry e) {
  if (g->nspan == g->span_cap)
    g->span = again(g->span, (g->span_cap = g->span_cap * 2 + 64) * sizeof *g->span);
  g->span[g->nspan++] = e;
}

/* Has either side's view changed by more than its own decision? */
static bool shows_any(struct game *g, const struct sal_head *before, const struct sal_head *after) {
  return game_shows(g, before, after, SAL_GERMAN) || game_shows(g, before, after, SAL_SOVIET);
}

static void new_base(struct game *g, const struct sal_head *state) {
  memcpy(g->base, state, g->book->state_bytes);
}

/* Where undo must stop: dice, a reveal, another decider, a secret shown. Seeing the last of these
 * takes four views, and undo is seldom asked for, so for the first entries of a span we look only
 * when somebody asks (find_barrier). */
enum { UNSEEN_ENTRIES = 256 };
static void barrier_or_entry(struct game *g, uint32_t actors, struct entry e) {
  bool sealed_before = !g->before->over && top_is_sealed(g, g->before);
  bool rolled = g->desk->dice.n > 0;
  bool sealed = still_sealed(g);
  bool secret = g->desk->events.revealed;
  bool same_deciders = !sealed_before && game_actors(g) == actors;
  bool silent = !rolled && !secret; /* nothing was learned from dice or events */
  bool stays = silent && (sealed || same_deciders);
  bool may_show = stays && !sealed;

  e.unseen = may_show && g->nspan < UNSEEN_ENTRIES;
  if (may_show && !e.unseen && shows_any(g, g->before, g->state)) {
    secret = true;
    stays = false;
  }
  bool unsealed = sealed_before && !sealed;
  if (unsealed || secret)
    g->revealed = true;
  if (stays) {
    keep_entry(g, e);
    return;
  }

  g->stop = STOP_DECIDER;
  if (secret || sealed_before)
    g->stop = STOP_SECRET;
  if (rolled)
    g->stop = STOP_DICE;
  g->nspan = 0;
  new_base(g, g->state);
}

/* Finds the last action that showed somebody something. This is done late, because undo is seldom
 * asked for and four views an action would be expensive. */
static void find_barrier(struct game *g) {
  struct sal_play p = game_play(g);
  uint32_t upto = g->nspan;
  uint32_t barrier = 0;

  while (upto && !g->span[upto - 1].unseen)
    upto--;
  if (!upto)
    return;
  p.state = g->desk->trial;
  p.dice = &g->desk->dice;
  sal_dice_clear(p.dice);
  memcpy(p.state, g->base, g->book->state_bytes);
  for (uint32_t i = 0; i < upto; i++) {
    struct entry *e = &g->span[i];
    memcpy(g->before, p.state, g->book->state_bytes);
    sal_apply(&p, e->side, e->action);
    if (e->unseen && shows_any(g, g->before, p.state))
      barrier = i + 1, new_base(g, p.state);
    e->unseen = false;
  }
  SAL_ASSERT(!p.dice->n);
  if (!barrier)
    return;
  g->nspan -= barrier;
  memmove(g->span, g->span + barrier, g->nspan * sizeof *g->span);
  g->stop = STOP_SECRET;
  g->revealed = true;
}

/* An event of the host's own: what was done to the game, not in it. */
static void say_event(struct game *g, const char *kind, const char *text, const char *rule,
                      uint8_t seen) {
  char buf[700];
  struct sal_json j;

  sal_json_start(&j, buf, sizeof buf);
  sal_json_object(&j, NULL);
  sal_json_int(&j, "n", 0);
  sal_json_str(&j, "kind", kind);
  sal_json_str(&j, "rule", rule);
  sal_json_str(&j, "text", text);
  sal_json_array(&j, "at");
  sal_json_end(&j);
  sal_json_array(&j, "units");
  sal_json_end(&j);
  sal_json_end(&j);
  remember(g, buf, j.out.len, seen);
}

/* Tells both sides that a rule has changed since this game began. */
void game_say_change(struct game *g) {
  say_event(g, "change", g->change.text, g->change.rule[0] ? g->change.rule : "-", SAL_BOTH);
}

/* A side agrees to continue by today's rules. When both have agreed the game is an ordinary one
 * again. */
static void adopt(struct game *g, int side) {
  char action[64];
  char text[80];

  snprintf(action, sizeof action, "adopt %u %016llx %u", g->book->edition,
           (unsigned long long)g->book->data_hash, g->change.n);
  journal_add(&g->journal, side, false, action, "", sal_hash(g->state, g->book->state_bytes, 0));
  g->change.agreed |= (uint8_t)SAL_BIT(side);
  g->changed = g->change.agreed != SAL_BOTH;
  g->nspan = 0;
  new_base(g, g->state);
  snprintf(text, sizeof text, "The %s side adopts today's rules.", sal_side_title[side]);
  say_event(g, "adopt", text, "-", SAL_BOTH);
}

/* One action through check, dice, apply, journal and undo. Dice that do not fit leave no trace. */
bool game_step(struct game *g, int side, struct sal_action a, bool star, const struct tape *tape,
               struct fault *f) {
  if (!game_check(g, side, a, f))
    return false;
  if (a.verb == GAME_ADOPT) {
    adopt(g, side);
    return true;
  }
  struct desk *d = g->desk;
  struct sal_play p = game_play(g);
  struct sal_rng rng;
  uint32_t actors = sal_actors(&p);
  char action[200];
  char dice[SAL_TAPE * (SAL_TOKEN + 2)];
  sal_action_print(g->book, a, action, sizeof action);
  snprintf(g->doing, sizeof g->doing, "%s %s", sal_side_name[side], action);
  memcpy(g->before, g->state, g->book->state_bytes);
  dice_ready(g, tape, &rng);
  game_fresh_events(d);
  p.dice = &d->dice;
  p.events = &d->events;
  sal_apply(&p, side, a);
  g->doing[0] = 0;
  if (!dice_fit(g, tape, f)) {
    memcpy(g->state, g->before, g->book->state_bytes);
    return false;
  }
  uint32_t first = g->ntold;
  struct entry e = {.action = a,
                    .first = first,
                    .turn = g->before->turn,
                    .side = (uint8_t)side,
                    .star = star,
                    .told = remember_events(g)};
  remember_dice(g);
  journal_dice(&d->dice, SAL_ALL, dice, sizeof dice);
  journal_add(&g->journal, side, star, action, dice, sal_hash(g->state, g->book->state_bytes, 0));
  barrier_or_entry(g, actors, e);
  return true;
}

/* ---- standing orders */
static void let_orders_answer(struct game *g) {
  const struct sal_ruleset *rules = g->book->rules;

  if (!rules->answer)
    return;
  for (int guard = 0; guard < 10000; guard++) {
    uint32_t who = game_actors(g);
    bool answered = false;
    for (int side = 0; side < SAL_SIDES && !answered; side++) {
      if (!(who & SAL_BIT(side)) || !g->ordered[side])
        continue;
      struct sal_play view = game_view(g, side);
      struct sal_action a;
      struct fault f;
      if (rules->answer(&view, side, g->orders[side], &a))
        answered = game_step(g, side, a, true, NULL, &f);
    }
    if (!answered)
      return; /* asks, or the dice given ran out: the player decides */
  }
}

const struct sal_order_set *game_orders(const struct game *g, int side) {
  return g->orders[side];
}

/* New standing orders answer at once if they can. */
bool game_set_orders(struct game *g, int side, const struct sal_order_set *set, struct fault *f) {
  const struct sal_ruleset *rules = g->book->rules;

  if (side >= SAL_SIDES)
    return fault_say(f, FAULT_SEAT, "Only the two sides have standing orders.");
  game_fresh_news(g);
  g->ordered[side] = false;
  for (int i = 0; i < rules->norders; i++) {
    g->orders[side][i] = set[i];
    g->ordered[side] |= set[i].choice != 0 || rules->usual;
  }
  let_orders_answer(g);
  return true;
}

/* One action of a player, and what standing orders answer to it. */
bool game_do(struct game *g, int side, struct sal_action a, struct fault *f) {
  game_fresh_news(g);
  if (!game_step(g, side, a, false, NULL, f))
    return false;
  let_orders_answer(g);
  return true;
}

/* Several actions that stop at the first surprise: dice, a secret shown, or another decider. */
uint32_t game_do_all(struct game *g, int side, const struct sal_action *a, uint32_t n,
                     struct fault *f) {
  if (n > 1)
    find_barrier(g); /* what was shown before is no reason to stop */
  game_fresh_news(g);
  f->code = FAULT_NONE;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t actors = game_actors(g);
    if (!game_step(g, side, a[k], false, NULL, f))
      return k;
    if (k && g->nspan)
      g->span[g->nspan - 1].follows = true;
    let_orders_answer(g);
    if (k + 1 < n)
      find_barrier(g);
    if (g->nrolled || g->revealed || game_actors(g) != actors)
      return k + 1;
  }

  return n;
}

/* ---- undo */
bool game_can_undo(struct game *g, int side) {
  find_barrier(g);
  for (uint32_t i = 0; i < g->nspan; i++)
    if (g->span[i].side == side && !g->span[i].star)
      return true;
  return false;
}

/* `first`: the first event of what was taken back. */
static void say_undo(struct game *g, int side, uint32_t lines, uint8_t told, uint32_t first) {
  char text[80];
  sal_format(text, sizeof text, "The %s side takes back %u {action/actions}.", sal_side_title[side],
             lines);
  say_event(g, "undo", text, "-", (uint8_t)(told | SAL_BIT(side)));
  g->told[g->ntold - 1].back = first + 1;
}

/* Plays the span again from its base; true when every action is still legal and rolls nothing. */
static bool play_again(struct game *g, const struct entry *e, uint32_t n) {
  struct sal_play p = game_play(g);

  memcpy(g->state, g->base, g->book->state_bytes);
  p.dice = &g->desk->dice;
  sal_dice_clear(p.dice);
  for (uint32_t i = 0; i < n; i++) {
    if (!sal_check(&p, e[i].side, e[i].action, NULL))
      return false;
    sal_apply(&p, e[i].side, e[i].action);
    if (p.dice->n)
      return false;
  }

  return true;
}

/* The one reason why nothing can be taken back: what ended the last span. */
static bool nothing_to_undo(const struct game *g, struct fault *f) {
  static const char *const why[] = {
      [STOP_BEGIN] = "There is nothing to undo: nothing has been done yet.",
      [STOP_DICE] = "There is nothing to undo: a die has been rolled since.",
      [STOP_SECRET] = "There is nothing to undo: something hidden has been shown since.",
      [STOP_DECIDER] =
          "There is nothing to undo: the decision has passed to the other side since."};
  return fault_say(f, FAULT_STATE, "%s", why[g->stop]);
}

/* The last `lines` of the side's lines in the span; the other side's part of a sealed choice stays.
 */
bool game_take_back(struct game *g, int side, uint32_t lines, struct fault *f) {
  find_barrier(g);
  uint32_t from = g->nspan;
  uint32_t left = lines;
  uint32_t kept = 0;
  uint32_t first = g->ntold;
  uint8_t told = 0;
  while (from && left)
    left -= g->span[--from].side == side;
  if (!lines || left)
    return nothing_to_undo(g, f);
  struct entry *stay = block((g->nspan + 1) * sizeof *stay);
  for (uint32_t i = 0; i < g->nspan; i++) {
    if (i < from || g->span[i].side != side) {
      stay[kept++] = g->span[i];
      continue;
    }
    told |= g->span[i].told;
    if (g->span[i].first < first)
      first = g->span[i].first;
  }
  memcpy(g->before, g->state, g->book->state_bytes);
  bool ok = play_again(g, stay, kept);
  if (ok) {
    memcpy(g->span, stay, kept * sizeof *stay);
    g->nspan = kept;
    journal_undo(&g->journal, side, lines, sal_hash(g->state, g->book->state_bytes, 0));
    say_undo(g, side, lines, told, first);
  } else {
    memcpy(g->state, g->before, g->book->state_bytes);
    fault_say(f, FAULT_STATE, "That can no longer be undone.");
  }
  free(stay);
  return ok;
}

/* Counts how many lines a side's last decision has; 0 decisions stand for the whole turn. */
bool game_undo(struct game *g, int side, uint32_t n, uint32_t *undone, struct fault *f) {
  find_barrier(g);
  game_fresh_news(g);
  uint32_t lines = 0;
  uint32_t upto = 0;
  uint32_t decisions = 0;
  uint16_t turn = 0;
  bool whole = n == 0;
  /* standing orders, and actions sent in the same request, belong to the decision before them */
  for (uint32_t i = g->nspan; i-- > 0;) {
    const struct entry *e = &g->span[i];
    if (e->side != side)
      continue;
    if (!decisions && !e->star)
      turn = e->turn;
    if (whole && decisions && e->turn != turn)
      break;
    lines++;
    if (e->star || e->follows)
      continue;
    upto = lines;
    if (++decisions == n)
      break;
  }
  *undone = upto;
  if (!whole && decisions < n)
    upto = 0;

  return game_take_back(g, side, upto, f);
}
