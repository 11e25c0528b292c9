/* game_replay.c - makes a game from its journal: loading, verifying, and the copy that one side may
 * have.
 *
 * While a journal is replayed it is also written again. At the end the two texts must be the same
 * bytes, which is the last and strictest check.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_inside.h"

static struct game *verdict(struct journal_report *r, enum journal_verdict v, int line,
                            struct game *g, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
static struct game *verdict(struct journal_report *r, enum journal_verdict v, int line,
                            struct game *g, const char *fmt, ...) {
  va_list ap;

  va_start(ap, fmt);
  r->verdict = v;
  r->line = line;
  vsnprintf(r->text, sizeof r->text, fmt, ap);
  va_end(ap);
  return g;
}

/* A journal that cannot be read at all. */
static struct game *malformed(struct journal_report *r, const struct fault *f, struct game *g) {
  return verdict(r, JOURNAL_MALFORMED, f->line, g, "%s", f->text);
}

static const char ALTERED[] = "the text was altered: the chain does not fit";

/* A side's copy: the chain is all there is to judge. */
static struct game *judge_copy(struct journal_reader *r, struct journal_line *l,
                               struct journal_report *report) {
  struct fault f;
  int got;

  for (got = 1; got > 0; got = journal_next(r, l, &f)) {
    if (!l->chained)
      return verdict(report, JOURNAL_ALTERED, l->line, NULL, "%s", ALTERED);
    report->lines = l->n;
  }
  if (got < 0)
    return malformed(report, &f, NULL);
  if (r->torn)
    return verdict(report, JOURNAL_TORN, r->line, NULL, "the last line is torn: it has no newline");

  return verdict(report, JOURNAL_GOOD, 0, NULL,
                 "a side's copy: its chain is whole; only the full journal can be played");
}

/* How a journal is to be played. */
struct course {
  struct library *lib;
  struct desk *desk;
  game_watcher *watch;
  void *ctx;
  const struct game_roller *roller;
  struct journal_adoption adoption; /* the last one of the journal */
  bool as_recorded; /* all of it: nobody has adopted today's rules yet, or not for these rules */
  uint32_t dropped; /* lines left out because they are no longer legal */
};

/* Lines before this number are followed as recorded: what goes another way is not complained of. */
static uint32_t strict_from(const struct course *c) {
  if (c->as_recorded)
    return UINT32_MAX;
  return c->adoption.any ? c->adoption.first : 0;
}

/* Whose rules and files it is played by: those of the header, of the last adoption, or today's. */
static bool rules_of(const struct course *c, const struct journal_reader *r,
                     const struct sal_ruleset *rules, int *edition, uint64_t *data,
                     struct journal_report *report) {
  const struct journal_head *h = &r->head;
  int today = sal_edition_parse(rules->edition);

  *edition = c->adoption.any ? (int)c->adoption.edition : sal_edition_parse(h->edition);
  *data = c->adoption.any ? c->adoption.data : h->data;
  if (c->as_recorded)
    *edition = today;
  if (*edition < 1 || *edition > today)
    return verdict(report, JOURNAL_CHANGED, 2, NULL, "played with edition %s of %s, this is %s",
                   h->edition, h->game, rules->edition);
  if (library_hash(c->lib, rules) == *data || library_has(c->lib, rules, *data))
    return true;
  char needs[160];
  library_needs(rules, *data, needs, sizeof needs);
  return verdict(report, JOURNAL_CHANGED, 2, NULL,
                 "played with other data files: %016llx, here %016llx; %s",
                 (unsigned long long)*data, (unsigned long long)library_hash(c->lib, rules), needs);
}

/* The game at its start, as the header and line 0 say. Without a tape the dice come from `seed`. */
static struct game *set_up(const struct course *c, const struct journal_reader *r,
                           const struct journal_line *l, const struct sal_ruleset *rules,
                           int edition, uint64_t data, const struct tape *tape,
                           struct journal_report *report) {
  const struct journal_head *h = &r->head;
  struct fault f = {0};
  cJSON *position = NULL;
  int position_line = r->head_lines - 1;
  bool older = library_hash(c->lib, rules) != data;

  if (h->position && !(position = input_parse(h->position, h->position_len, "position", &f)))
    return verdict(report, JOURNAL_CHANGED, position_line, NULL, "%s", f.text);
  struct game *g = game_begin(c->lib, c->desk, rules, data, edition, h->scenario, position, &f);
  bool ok = g != NULL;
  if (!ok)
    verdict(report, JOURNAL_CHANGED, position ? position_line : 2, NULL,
            older ? "the data files it began with no longer fit these rules: %s" : "%s", f.text);
  for (int i = 0; ok && i < h->noptions; i++) {
    ok = game_option(g, h->option[i].id, h->option[i].value, "options", &f);
    if (!ok && strict_from(c)) /* an option that is gone is played by its default */
      ok = true;
    if (!ok)
      verdict(report, JOURNAL_CHANGED, 2, NULL, "%s", f.text);
  }
  if (ok && c->roller && !strict_from(c))
    game_source(g, c->roller->below, c->roller->ctx);
  if (ok)
    g->seed = l->chain;
  if (ok && !game_set_up(g, position, h->commit, tape, &f)) {
    ok = false;
    verdict(report, JOURNAL_CHANGED, l->line, NULL, "the set-up goes another way: %s", f.text);
  }
  cJSON_Delete(position);
  if (ok)
    return g;
  game_free(g);
  return NULL;
}

/* The set-up line. A game whose rules have changed may need several tries, from strict to lenient.
 */
static struct game *start(struct course *c, const struct journal_reader *r,
                          const struct journal_line *l, struct journal_report *report) {
  const struct sal_ruleset *rules = sal_ruleset_find(r->head.game);
  struct tape tape = {(const char(*)[SAL_TOKEN])l->token, l->ntokens};
  int edition;
  uint64_t data;

  if (!rules)
    return verdict(report, JOURNAL_CHANGED, 2, NULL, "this program has no game %s", r->head.game);
  if (!rules_of(c, r, rules, &edition, &data, report))
    return NULL;
  bool roll = c->roller && !c->roller->from && !strict_from(c);
  struct game *g = set_up(c, r, l, rules, edition, data, roll ? NULL : &tape, report);
  if (g || !strict_from(c))
    return g;
  /* as recorded: dice that no longer fit are rolled from the line's own chain, the same each time;
   * files that today's rules cannot read give way to today's */
  g = set_up(c, r, l, rules, edition, data, NULL, report);
  if (!g && c->as_recorded)
    g = set_up(c, r, l, rules, edition, library_hash(c->lib, rules), &tape, report);
  if (!g && c->as_recorded)
    g = set_up(c, r, l, rules, edition, library_hash(c->lib, rules), NULL, report);

  return g;
}

/* One line of the journal, with the dice that it records or with a roller's. */
static bool play_line(struct game *g, const struct journal_line *l,
                      const struct game_roller *roller, struct fault *f) {
  bool roll = roller && !roller->setup_only && g->tokens >= roller->from;
  struct tape tape = {(const char(*)[SAL_TOKEN])l->token, l->ntokens};
  struct sal_action a;

  game_fresh_news(g);
  if (l->kind == JOURNAL_DRAW)
    return game_redraw(g, l->seed, f);
  if (l->kind == JOURNAL_UNDO)
    return game_take_back(g, l->side, l->undo, f);

  return game_parse(g, l->action, "action", &a, f) &&
         game_step(g, l->side, a, l->star, roll ? NULL : &tape, f);
}

/* A word that is gone ended something: an older edition had one word for every ending. It means the
 * ending that is legal now, if there is one. */
static bool today_ending(struct game *g, const struct journal_line *l, struct fault *f) {
  struct tape tape = {(const char(*)[SAL_TOKEN])l->token, l->ntokens};
  struct sal_play p = game_view(g, l->side);

  sal_legal(&p, l->side, &g->desk->list);
  for (uint32_t i = 0; i < g->desk->list.n; i++) {
    struct sal_action a = g->desk->list.a[i];
    if (g->book->rules->verbs[a.verb].on == SAL_ON_END)
      return game_step(g, l->side, a, l->star, &tape, f);
  }

  return false;
}

/* A line before the adoption: played with its dice if today's rules allow it. Dice that no longer
 * fit are rolled from the line's own chain. A line that is no longer legal is left out. The text
 * stays as it was written. */
static void follow_line(struct course *c, struct game *g, const struct journal_reader *r,
                        const struct journal_line *l) {
  struct fault f = {0};
  struct sal_action a;

  g->journal.silent = true;
  bool ok = l->kind == JOURNAL_ADOPT || play_line(g, l, NULL, &f);
  if (!ok && l->kind == JOURNAL_ACTION && !game_parse(g, l->action, "action", &a, &f))
    ok = today_ending(g, l, &f);
  if (!ok && f.code == FAULT_DICE && game_parse(g, l->action, "action", &a, &f)) {
    g->seed = l->chain;
    ok = game_step(g, l->side, a, l->star, NULL, &f);
  }
  c->dropped += !ok;
  g->journal.silent = false;
  journal_copy(&g->journal, r);
}

/* The first line of an adoption: from here on the journal must be right again. */
static void take_adoption(const struct course *c, struct game *g, const struct journal_reader *r,
                          const struct journal_line *l) {
  g->change = (struct game_change){
      .line = r->head_lines + 1 + (int)l->changed, .n = l->changed, .dropped = c->dropped};
  g->changed = true;
  if (c->roller)
    game_source(g, c->roller->below, c->roller->ctx);
  if (l->n > c->adoption.first)
    g->change.agreed = (uint8_t)(SAL_BOTH & ~SAL_BIT(l->side));
  snprintf(g->change.text, sizeof g->change.text,
           "The rules have changed since line %d was played.", g->change.line);
}

/* The rules that the last line cites, for the report of what changed. */
static void cited(const struct game *g, struct journal_report *report, char *all, size_t cap) {
  const struct sal_events *e = &g->desk->events;
  size_t n = 0;

  all[0] = 0;
  for (uint32_t i = 0; i < e->n && n + 16 < cap; i++) {
    const char *id = sal_rule_id(g->book, e->v[i].rule);
    char word[32];
    snprintf(word, sizeof word, " %s,", id);
    if (!strcmp(id, "-") || strstr(all, word))
      continue;
    if (!report->rule[0])
      snprintf(report->rule, sizeof report->rule, "%s", id);
    n += (size_t)snprintf(all + n, cap - n, "%s", word);
  }
  if (n)
    all[n - 1] = 0; /* the last comma */
}

/* An action without an event: the rule that allows it. */
static void cite_verb(const struct game *g, const char *action, struct journal_report *report,
                      char *all, size_t cap) {
  struct sal_action a;
  struct sal_err err;

  if (!sal_action_parse(g->book, action, &a, &err))
    return;
  const char *id = sal_rule_id(g->book, g->book->rules->verbs[a.verb].rule);
  snprintf(report->rule, sizeof report->rule, "%s", id);
  snprintf(all, cap, " %s", id);
}

/* The line plays but leads elsewhere: names the rules it cites, because one of them changed. */
static void say_state_differs(const struct game *g, const struct journal_line *l,
                              struct journal_report *report) {
  char rules[120];

  cited(g, report, rules, sizeof rules);
  if (!rules[0] && l->kind == JOURNAL_ACTION)
    cite_verb(g, l->action, report, rules, sizeof rules);
  report->n = l->n;
  verdict(report, JOURNAL_CHANGED, l->line, NULL,
          "the text is as it was written, but the state after `%.60s` differs: a rule or a figure "
          "changed%s%s",
          l->action, rules[0] ? "; the line cites" : "", rules);
}

/* The line cannot be played any more: says by which rule. */
static void say_refused(const struct journal_line *l, const struct fault *f,
                        struct journal_report *report) {
  snprintf(report->rule, sizeof report->rule, "%s", f->rule);
  report->n = l->n;
  verdict(report, JOURNAL_CHANGED, l->line, NULL,
          "the text is as it was written, but it can no longer be played: %s%s%s%s", f->text,
          f->rule[0] ? " (" : "", f->rule, f->rule[0] ? ")" : "");
}

/* Line by line from the set-up on, until the end or the first that is wrong. */
static void play_on(struct course *c, struct game *g, struct journal_reader *r,
                    struct journal_line *l, struct journal_report *report) {
  uint32_t strict = strict_from(c);
  struct fault f = {0};

  for (;;) {
    bool right = journal_short(sal_hash(g->state, g->book->state_bytes, 0)) == l->state;
    if (!right && l->n >= strict) {
      say_state_differs(g, l, report);
      return;
    }
    report->lines = l->n;
    if (c->watch && !c->watch(c->ctx, g, l))
      return;
    int got = journal_next(r, l, &f);
    if (got < 0)
      malformed(report, &f, NULL);
    if (!got && r->torn)
      verdict(report, JOURNAL_TORN, r->line, NULL, "the last line is torn: it has no newline");
    bool same = g->journal.len == r->size && !memcmp(g->journal.text, r->text, r->size);
    if (!got && !r->torn && !same)
      verdict(report, JOURNAL_CHANGED, 2, NULL, "this program writes the same game in other words");
    if (got <= 0)
      return;
    if (!l->chained) {
      verdict(report, JOURNAL_ALTERED, l->line, NULL, "%s", ALTERED);
      return;
    }
    if (l->n < strict) {
      follow_line(c, g, r, l);
      continue;
    }
    if (l->kind == JOURNAL_ADOPT) {
      if (!c->adoption.any || l->n < c->adoption.first) {
        verdict(report, JOURNAL_MALFORMED, l->line, NULL, "nothing is there to adopt");
        return;
      }
      take_adoption(c, g, r, l);
      strcpy(l->action, "adopt");
    }
    if (!play_line(g, l, c->roller, &f)) {
      say_refused(l, &f, report);
      return;
    }
  }
}

/* Reads the head, sets up and plays on. The first thing that does not fit becomes the verdict. */
static struct game *replay(struct course *c, const char *journal, size_t n,
                           struct journal_report *report) {
  struct journal_reader r;
  struct fault f = {0};

  *report = (struct journal_report){0};
  if (!journal_open(&r, journal, n, &f))
    return malformed(report, &f, NULL);
  journal_adoption(&r, &c->adoption);
  struct journal_line *l = calloc(1, sizeof *l);
  struct game *g = NULL;
  if (!l)
    abort();
  int got = journal_next(&r, l, &f);
  if (got < 0)
    malformed(report, &f, NULL);
  else if (!got)
    verdict(report, r.torn ? JOURNAL_TORN : JOURNAL_MALFORMED, r.line + !r.torn, NULL,
            "the set-up line is missing");
  else if (!l->chained)
    verdict(report, JOURNAL_ALTERED, journal_blame(&r, l), NULL, "%s", ALTERED);
  else if (r.head.side != SAL_NOSIDE)
    judge_copy(&r, l, report);
  else
    g = start(c, &r, l, report);
  if (g && strict_from(c)) {
    *report = (struct journal_report){0}; /* of a first try at the set-up */
    journal_copy(&g->journal, &r);
  }
  if (g)
    play_on(c, g, &r, l, report);
  free(l);
  return g;
}

/* Plays a journal again; the watcher sees every line and may stop it. */
struct game *game_replay(struct library *lib, struct desk *desk, const char *journal, size_t n,
                         game_watcher *watch, void *ctx, struct journal_report *report) {
  struct course c = {.lib = lib, .desk = desk, .watch = watch, .ctx = ctx};
  return replay(&c, journal, n, report);
}

/* Stops before a line, or once the viewer has seen this many events. */
static bool not_yet(void *ctx, struct game *g, const struct journal_line *l) {
  const struct game_moment *m = ctx;
  if (m->line)
    return l->n + 1 < m->line;
  return game_seq(g, m->viewer) < m->seq;
}

/* The game as it stood at an earlier moment. */
struct game *game_until(struct library *lib, struct desk *desk, const char *journal, size_t n,
                        const struct game_moment *moment, struct journal_report *report) {
  struct game_moment m = *moment;
  return game_replay(lib, desk, journal, n, not_yet, &m, report);
}

/* Replays with dice from a committed source, to prove that they are the ones recorded. */
struct game *game_reroll(struct library *lib, struct desk *desk, const char *journal, size_t n,
                         const struct game_roller *roller, struct journal_report *report) {
  struct course c = {.lib = lib, .desk = desk, .roller = roller};
  return replay(&c, journal, n, report);
}

/* The same journal followed as recorded, to be adopted by both sides. */
static struct game *follow(struct library *lib, struct desk *desk, const char *journal, size_t n,
                           const struct journal_report *why, struct journal_report *report) {
  struct course c = {.lib = lib, .desk = desk, .as_recorded = true};
  struct game *g = replay(&c, journal, n, report);
  bool ends = report->verdict == JOURNAL_GOOD || report->verdict == JOURNAL_TORN;

  if (!g || !ends) {
    game_free(g);
    return NULL;
  }
  g->nspan = 0;
  memcpy(g->base, g->state, g->book->state_bytes);
  g->changed = true;
  g->change = (struct game_change){.line = why->line, .n = why->n, .dropped = c.dropped};
  snprintf(g->change.rule, sizeof g->change.rule, "%s", why->rule);
  char dropped[100] = "";
  if (c.dropped)
    sal_format(dropped, sizeof dropped, " %u recorded {line is/lines are} no longer legal.",
               c.dropped);
  snprintf(g->change.text, sizeof g->change.text, "The rules have changed. Line %d: %.180s.%s",
           why->line, why->text, dropped);
  game_say_change(g);
  return g;
}

/* A game to continue. If the rules have changed it follows the record as far as it can and asks
 * both sides to adopt. */
struct game *game_load(struct library *lib, struct desk *desk, const char *journal, size_t n,
                       uint64_t seed, bool drop_torn, bool *torn, struct fault *f) {
  struct journal_report report;
  struct journal_report again;
  struct game *g = game_replay(lib, desk, journal, n, NULL, NULL, &report);

  *torn = report.verdict == JOURNAL_TORN;
  if (report.verdict == JOURNAL_CHANGED) {
    struct game *followed = follow(lib, desk, journal, n, &report, &again);
    if (followed) {
      game_free(g);
      g = followed;
      report.verdict = again.verdict;
      *torn = again.verdict == JOURNAL_TORN;
    }
  }
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

/* A unit that the side could name before or after the line. */
static bool identified(const struct copy *c, sal_unit u) {
  return c->named[0][u] || c->named[1][u];
}

/* The other side's action is known when all it did was open, and every unit it names is. */
static bool known(const struct copy *c, const struct game *g, const struct journal_line *l,
                  uint32_t nrolled) {
  if (l->side == c->side)
    return true;
  if (l->kind == JOURNAL_UNDO || l->kind == JOURNAL_ADOPT)
    return true;
  if (g->news == g->ntold)
    return false;
  for (uint32_t i = g->news; i < g->ntold; i++)
    if (!sal_sees(g->told[i].seen, c->side))
      return false;
  for (uint32_t i = 0; i < nrolled; i++)
    if (!sal_sees(g->rolled[i].seen, c->side))
      return false;
  struct sal_action a;
  struct sal_err err;
  if (!sal_action_parse(g->book, l->action, &a, &err))
    return false;
  const struct sal_verb *v = &g->book->rules->verbs[a.verb];
  for (int i = 0; i < 3; i++)
    if (v->arg[i] == SAL_ARG_UNIT && !identified(c, a.x[i]))
      return false;

  return true;
}

/* One line of a side's copy. Decisions of the other side that it could not see are "?". */
static bool copy_line(void *ctx, struct game *g, const struct journal_line *l) {
  struct copy *c = ctx;
  char dice[SAL_TAPE * (SAL_TOKEN + 2)] = "";
  struct sal_play view = game_view(g, c->side);
  uint64_t sees = sal_hash(view.state, g->book->state_bytes, 0);
  bool told = false;

  for (uint32_t i = g->news; i < g->ntold; i++)
    told |= sal_sees(g->told[i].seen, c->side);
  if (l->kind < JOURNAL_UNDO)
    journal_dice(&g->desk->dice, c->side, dice, sizeof dice);
  sal_view_names(&view, c->side, c->named[1]);
  if (l->kind == JOURNAL_SETUP) {
    struct journal_head h;
    journal_describe(&h, g->book, g->state->option);
    h.side = (uint8_t)c->side;
    if (g->own)
      h.position = "?", h.position_len = 1; /* it may place what the side must not see */
    journal_start(&c->out, &h);
    journal_add(&c->out, SAL_NOSIDE, false, "setup", dice, sees);
  } else if (l->side == c->side || sees != c->seen ||
             told) { /* how often the other side chose in secret is a secret */
    journal_add(&c->out, l->side, l->star, known(c, g, l, g->nrolled) ? l->action : "?", dice,
                sees);
  }
  c->seen = sees;
  uint8_t *before = c->named[0];
  c->named[0] = c->named[1], c->named[1] = before;
  return true;
}

/* A side's own copy of the journal, made by playing it again. */
char *game_journal_for(struct game *g, int side, size_t *n) {
  struct copy c = {.side = side};
  struct journal_report report;

  for (int i = 0; i < 2; i++)
    if (!(c.named[i] = calloc(g->book->ncounters + 1u, 1)))
      abort();
  struct course course = {.lib = g->lib,
                          .desk = g->desk,
                          .watch = copy_line,
                          .ctx = &c,
                          .as_recorded = g->changed && !g->change.agreed};
  game_free(replay(&course, g->journal.text, g->journal.len, &report));
  free(c.named[0]);
  free(c.named[1]);
  SAL_ASSERT(report.verdict == JOURNAL_GOOD);
  *n = c.out.len;
  return c.out.text;
}
