/* game_replay.c - a game out of its journal: loading, verifying, and the copy that one side may have.
 *
 * A journal that replays is written anew while it does; at the end the two texts must be the same bytes, which is
 * the last and strictest check.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_inside.h"

static struct game *verdict(struct journal_report *r, enum journal_verdict v, int line, struct game *g, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
static struct game *verdict(struct journal_report *r, enum journal_verdict v, int line, struct game *g, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  r->verdict = v;
  r->line = line;
  vsnprintf(r->text, sizeof r->text, fmt, ap);
  va_end(ap);
  return g;
}
static struct game *malformed(struct journal_report *r, const struct fault *f, struct game *g) {
  return verdict(r, JOURNAL_MALFORMED, f->line, g, "%s", f->text);
}
static const char ALTERED[] = "the text was altered: the chain does not fit";

/* A side's copy: the chain is all there is to judge. */
static struct game *judge_copy(struct journal_reader *r, struct journal_line *l, struct journal_report *report) {
  struct fault f;
  int got;
  for (got = 1; got > 0; got = journal_next(r, l, &f)) {
    if (!l->chained) return verdict(report, JOURNAL_ALTERED, l->line, NULL, "%s", ALTERED);
    report->lines = l->n;
  }
  if (got < 0) return malformed(report, &f, NULL);
  if (r->torn) return verdict(report, JOURNAL_TORN, r->line, NULL, "the last line is torn: it has no newline");
  return verdict(report, JOURNAL_GOOD, 0, NULL, "a side's copy: its chain is whole; only the full journal can be played");
}

/* The game at its start, as the header and line 0 say. */
static struct game *start(struct library *lib, struct desk *desk, const struct journal_reader *r, const struct journal_line *l,
                          const struct game_roller *roller, struct journal_report *report) {
  const struct journal_head *h = &r->head;
  const struct sal_ruleset *rules = sal_ruleset_find(h->game);
  struct fault f = {0};
  if (!rules) return verdict(report, JOURNAL_CHANGED, 2, NULL, "this program has no game %s", h->game);
  if (strcmp(rules->edition, h->edition)) return verdict(report, JOURNAL_CHANGED, 2, NULL, "played with edition %s of %s, this is %s", h->edition, h->game, rules->edition);
  bool older = library_hash(lib, rules) != h->data;
  if (older && !library_has(lib, rules, h->data))
    return verdict(report, JOURNAL_CHANGED, 2, NULL, "played with other data files: %016llx, here %016llx", (unsigned long long)h->data, (unsigned long long)library_hash(lib, rules));
  cJSON *position = NULL;
  int position_line = r->head_lines - 1;
  if (h->position && !(position = input_parse(h->position, h->position_len, "position", &f)))
    return verdict(report, JOURNAL_CHANGED, position_line, NULL, "%s", f.text);
  struct game *g = game_begin(lib, desk, rules, h->data, h->scenario, position, &f);
  bool ok = g != NULL;
  if (!ok) verdict(report, JOURNAL_CHANGED, position ? position_line : 2, NULL, older ? "the data files it began with no longer fit these rules: %s" : "%s", f.text);
  for (int i = 0; ok && i < h->noptions; i++)
    if (!game_option(g, h->option[i].id, h->option[i].value, "options", &f)) ok = verdict(report, JOURNAL_CHANGED, 2, NULL, "%s", f.text);
  struct tape tape = {(const char(*)[SAL_TOKEN])l->token, l->ntokens};
  if (ok && roller) game_source(g, roller->below, roller->ctx);
  if (ok && !game_set_up(g, position, h->commit, roller && !roller->from ? NULL : &tape, &f)) ok = verdict(report, JOURNAL_CHANGED, l->line, NULL, "the set-up goes another way: %s", f.text);
  cJSON_Delete(position);
  if (ok) return g;
  game_free(g);
  return NULL;
}

static bool play_line(struct game *g, const struct journal_line *l, const struct game_roller *roller, struct fault *f) {
  bool roll = roller && !roller->setup_only && g->tokens >= roller->from;
  struct tape tape = {(const char(*)[SAL_TOKEN])l->token, l->ntokens};
  struct sal_action a;
  game_fresh_news(g);
  if (l->kind == JOURNAL_DRAW) return game_redraw(g, l->seed, f);
  if (l->kind == JOURNAL_UNDO) return game_take_back(g, l->side, l->undo, f);
  return game_parse(g, l->action, "action", &a, f) && game_step(g, l->side, a, l->star, roll ? NULL : &tape, f);
}

static struct game *replay(struct library *lib, struct desk *desk, const char *journal, size_t n, game_watcher *watch, void *ctx,
                           const struct game_roller *roller, struct journal_report *report) {
  struct journal_reader r;
  struct fault f = {0};
  *report = (struct journal_report){0};
  if (!journal_open(&r, journal, n, &f)) return malformed(report, &f, NULL);
  struct journal_line *l = calloc(1, sizeof *l);
  struct game *g = NULL;
  if (!l) abort();
  int got = journal_next(&r, l, &f);
  if (got < 0) malformed(report, &f, NULL);
  else if (!got) verdict(report, r.torn ? JOURNAL_TORN : JOURNAL_MALFORMED, r.line + !r.torn, NULL, "the set-up line is missing");
  else if (!l->chained) verdict(report, JOURNAL_ALTERED, journal_blame(&r, l), NULL, "%s", ALTERED);
  else if (r.head.side != SAL_NOSIDE) judge_copy(&r, l, report);
  else g = start(lib, desk, &r, l, roller, report);
  bool more = g != NULL;
  while (more) {
    if (journal_short(sal_hash(g->state, g->book->state_bytes, 0)) != l->state) {
      verdict(report, JOURNAL_CHANGED, l->line, NULL, "the text is as it was written, but the state after it differs: a rule or a figure changed");
      break;
    }
    report->lines = l->n;
    if (watch && !watch(ctx, g, l)) break;
    got = journal_next(&r, l, &f);
    if (got < 0) malformed(report, &f, NULL);
    if (!got && r.torn) verdict(report, JOURNAL_TORN, r.line, NULL, "the last line is torn: it has no newline");
    if (!got && !r.torn && (g->journal.len != r.size || memcmp(g->journal.text, journal, r.size)))
      verdict(report, JOURNAL_CHANGED, 2, NULL, "this program writes the same game in other words");
    if (got <= 0) break;
    if (!l->chained) {
      verdict(report, JOURNAL_ALTERED, l->line, NULL, "%s", ALTERED);
      break;
    }
    more = play_line(g, l, roller, &f);
    if (!more) verdict(report, JOURNAL_CHANGED, l->line, NULL, "the text is as it was written, but it can no longer be played: %s", f.text);
  }
  free(l);
  return g;
}

struct game *game_replay(struct library *lib, struct desk *desk, const char *journal, size_t n, game_watcher *watch, void *ctx,
                         struct journal_report *report) {
  return replay(lib, desk, journal, n, watch, ctx, NULL, report);
}
struct game *game_reroll(struct library *lib, struct desk *desk, const char *journal, size_t n, const struct game_roller *roller,
                         struct journal_report *report) {
  return replay(lib, desk, journal, n, NULL, NULL, roller, report);
}

struct game *game_load(struct library *lib, struct desk *desk, const char *journal, size_t n, uint64_t seed, bool drop_torn,
                       bool *torn, struct fault *f) {
  struct journal_report report;
  struct game *g = game_replay(lib, desk, journal, n, NULL, NULL, &report);
  *torn = report.verdict == JOURNAL_TORN;
  if (g && (report.verdict == JOURNAL_GOOD || (*torn && drop_torn))) {
    g->seed = seed;
    game_fresh_news(g);
    return g;
  }
  char at[32];
  snprintf(at, sizeof at, "journal:%d", report.line ? report.line : 1);
  fault_at(f, at, "%s", report.text);
  f->line = report.line;
  game_free(g);
  return NULL;
}

/* ---- a side's copy */
struct copy {
  struct journal out;
  int side;
  uint64_t seen;     /* hash of the view before */
  uint8_t *named[2]; /* the counters that the view before and after shows by name */
};
static bool identified(const struct copy *c, sal_unit u) { return c->named[0][u] || c->named[1][u]; }
/* The other side's action is known when all it did was open, and every unit it names is. */
static bool known(const struct copy *c, const struct game *g, const struct journal_line *l, uint32_t nrolled) {
  if (l->side == c->side) return true;
  if (l->kind == JOURNAL_UNDO || g->news == g->ntold) return l->kind == JOURNAL_UNDO;
  for (uint32_t i = g->news; i < g->ntold; i++)
    if (!sal_sees(g->told[i].seen, c->side)) return false;
  for (uint32_t i = 0; i < nrolled; i++)
    if (!sal_sees(g->rolled[i].seen, c->side)) return false;
  struct sal_action a;
  struct sal_err err;
  if (!sal_action_parse(g->book, l->action, &a, &err)) return false;
  const struct sal_verb *v = &g->book->rules->verbs[a.verb];
  for (int i = 0; i < 3; i++)
    if (v->arg[i] == SAL_ARG_UNIT && !identified(c, a.x[i])) return false;
  return true;
}
static bool copy_line(void *ctx, struct game *g, const struct journal_line *l) {
  struct copy *c = ctx;
  char dice[SAL_TAPE * (SAL_TOKEN + 2)] = "";
  struct sal_play view = game_view(g, c->side);
  uint64_t sees = sal_hash(view.state, g->book->state_bytes, 0);
  bool told = false;
  for (uint32_t i = g->news; i < g->ntold; i++) told |= sal_sees(g->told[i].seen, c->side);
  if (l->kind < JOURNAL_UNDO) journal_dice(&g->desk->dice, c->side, dice, sizeof dice);
  sal_view_names(&view, c->side, c->named[1]);
  if (l->kind == JOURNAL_SETUP) {
    struct journal_head h;
    journal_describe(&h, g->book, g->state->option);
    h.side = (uint8_t)c->side;
    if (g->own) h.position = "?", h.position_len = 1; /* it may place what the side must not see */
    journal_start(&c->out, &h);
    journal_add(&c->out, SAL_NOSIDE, false, "setup", dice, sees);
  } else if (l->side == c->side || sees != c->seen || told) { /* how often the other side chose in secret is a secret */
    journal_add(&c->out, l->side, l->star, known(c, g, l, g->nrolled) ? l->action : "?", dice, sees);
  }
  c->seen = sees;
  uint8_t *before = c->named[0];
  c->named[0] = c->named[1], c->named[1] = before;
  return true;
}
char *game_journal_for(struct game *g, int side, size_t *n) {
  struct copy c = {.side = side};
  struct journal_report report;
  for (int i = 0; i < 2; i++)
    if (!(c.named[i] = calloc(g->book->ncounters + 1u, 1))) abort();
  game_free(game_replay(g->lib, g->desk, g->journal.text, g->journal.len, copy_line, &c, &report));
  free(c.named[0]);
  free(c.named[1]);
  SAL_ASSERT(report.verdict == JOURNAL_GOOD);
  *n = c.out.len;
  return c.out.text;
}
