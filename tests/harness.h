/* harness.h - rule tests that read like the rulebook: position, action, expected outcome.
 *
 * A test talks to a game through engine lines only, as any client does. Every expectation that
 * names a rule holds only when the program itself cited that rule, and then counts for `salient
 * lint`: the ids go to the folder in SALIENT_COVERAGE, one file a game.
 *
 *   struct table *t = lay("nullgame",
 * "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":[..]", "5 2"); act(t, "german",
 * "move de.1.inf"); refused(t, "german", "step 0505", "4.5"); happened(t, "4.1", "moves");
 *   clear_away(t);
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/engine.h"

struct table {
  struct engine *engine;
  struct library *library;
  const char *game;
  char data_dir[256];
  cJSON *last;         /* the answer to the last act or ask */
  bool dice_remain;    /* set by leave_dice */
  const char *laid_in; /* where it was laid */
  int laid_at;
};

/* A position (its fields, without braces) of the game's first scenario, or of "game/scenario"; with
 * position NULL the scenario's own start. dice: tokens with spaces between, and no others (strict);
 * NULL: a seed. */
struct table *lay_at(const char *game, const char *position, const char *dice, const char *file,
                     int line);
struct table *lay_with(const char *game, const char *options, const char *position,
                       const char *dice, const char *data_dir, const char *file, int line);
#define lay(game, position, dice) lay_at(game, position, dice, __FILE__, __LINE__)
/* Ends the test. Scripted dice that nobody rolled are a failure: the test expected rolls that did
 * not come. A test that means to leave some says so with leave_dice before. */
void clear_away_at(struct table *, const char *file, int line);
#define clear_away(t) clear_away_at(t, __FILE__, __LINE__)
void leave_dice(struct table *);
/* The game goes on by the rules of an older edition. Only where a position was laid: its book is
 * its own. */
void by_edition(struct table *, int edition);

/* One engine line; the answer stays until the next. The format makes the line. */
const cJSON *ask(struct table *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "view.units[2].at"; NULL when there is none */
const cJSON *field(const cJSON *, const char *path);
const char *text_of(const cJSON *, const char *path); /* "" when there is none */
int int_of(const cJSON *, const char *path);
/* A number or fraction as text: 3 -> "3", "7/2" -> "7/2". */
const char *points_of(const cJSON *, char buf[32]);

void act_at(struct table *, const char *side, const char *action, const char *file, int line);
/* parted by ';' */
void acts_at(struct table *, const char *side, const char *actions, const char *file, int line);
/* both sides': "german: move a; soviet: pass" */
void script_at(struct table *, const char *lines, const char *file, int line);
void refused_at(struct table *, const char *side, const char *action, const char *rule,
                const char *file, int line);
/* Among the events of the last act (as the acting side saw them): one of this rule and kind. */
void happened_at(struct table *, const char *rule, const char *kind, const char *file, int line);
void never_at(struct table *, const char *kind, const char *file, int line);
/* The last act rolled this token for this rule. */
void rolled_at(struct table *, const char *rule, const char *token, const char *file, int line);
/* It is offered now, with this rule. */
void offered_at(struct table *, const char *side, const char *action, const char *rule,
                const char *file, int line);
void not_offered_at(struct table *, const char *side, const char *action, const char *file,
                    int line);
void owed_at(struct table *, const char *side, const char *rule, const char *words,
             const char *file, int line);
/* A unit in a side's view: where, how many steps ("-" when it is not there). */
void stands_at(struct table *, const char *unit, const char *hex, int steps, const char *file,
               int line);
void marked_at(struct table *, const char *unit, const char *mark, bool is, const char *file,
               int line);
/* The prompt's odds card (or, after a roll, the last event's): a line or step of that rule leads to
 * that value. */
void card_at(struct table *, const char *side, const char *rule, const char *value,
             const char *file, int line);
void outcome_at(struct table *, const char *side, const char *text, int num, int den,
                const char *file, int line);
/* Reach: a hex's cost ("7/2"), and the rule it cites; cost NULL: not within reach. */
void reaches_at(struct table *, const char *side, const char *unit, const char *hex,
                const char *cost, const char *rule, const char *file, int line);
/* The game's result. */
void result_at(struct table *, const char *winner, const char *rule, const char *file, int line);
/* What follows from a rule that shows in the state alone (`s` in rules.tsv): the program cites it
 * nowhere, so the test says what must be true. */
void holds_at(struct table *, const char *rule, bool is, const char *what, const char *file,
              int line);
/* Of a unit in the full view: a mark, and where it is ("" when it is not there). */
bool has_mark(struct table *, const char *unit, const char *mark);
const char *place_of(struct table *, const char *unit);
bool is_offered(struct table *, const char *side, const char *action);
/* A figure of the last answer that the test has compared, and beside it the rule that the program
 * cites for it: `cites(t, "overlay.lines[0].rule", "4.7")`. */
void cites_at(struct table *, const char *path, const char *rule, const char *file, int line);

#define act(t, side, action) act_at(t, side, action, __FILE__, __LINE__)
#define acts(t, side, actions) acts_at(t, side, actions, __FILE__, __LINE__)
#define script(t, lines) script_at(t, lines, __FILE__, __LINE__)
#define refused(t, side, action, rule) refused_at(t, side, action, rule, __FILE__, __LINE__)
#define happened(t, rule, kind) happened_at(t, rule, kind, __FILE__, __LINE__)
#define never(t, kind) never_at(t, kind, __FILE__, __LINE__)
#define rolled(t, rule, token) rolled_at(t, rule, token, __FILE__, __LINE__)
#define offered(t, side, action, rule) offered_at(t, side, action, rule, __FILE__, __LINE__)
#define not_offered(t, side, action) not_offered_at(t, side, action, __FILE__, __LINE__)
#define owed(t, side, rule, words) owed_at(t, side, rule, words, __FILE__, __LINE__)
#define stands(t, unit, hex, steps) stands_at(t, unit, hex, steps, __FILE__, __LINE__)
#define marked(t, unit, mark) marked_at(t, unit, mark, true, __FILE__, __LINE__)
#define unmarked(t, unit, mark) marked_at(t, unit, mark, false, __FILE__, __LINE__)
#define card(t, side, rule, value) card_at(t, side, rule, value, __FILE__, __LINE__)
#define outcome(t, side, text, num, den) outcome_at(t, side, text, num, den, __FILE__, __LINE__)
#define reaches(t, side, unit, hex, cost, rule)                                                    \
  reaches_at(t, side, unit, hex, cost, rule, __FILE__, __LINE__)
#define cites(t, path, rule) cites_at(t, path, rule, __FILE__, __LINE__)
#define holds(t, rule, is) holds_at(t, rule, is, #is, __FILE__, __LINE__)
#define result(t, winner, rule) result_at(t, winner, rule, __FILE__, __LINE__)

/* An owner's figure: a copy of a game's data file with one piece of text replaced, in a folder for
 * --data that has the game's folder in it already. */
void owner_figure(const char *dir, const char *game, const char *file, const char *from,
                  const char *to);
/* Can a scenario be read with this piece of text in the place of that one? */
bool owner_reads(const char *game, const char *scenario, const char *file, const char *from,
                 const char *to);

#endif
