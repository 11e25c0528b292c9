/* card.c - filling a card. doc_card.c writes it, and asserts that it adds up. */
#include "card.h"

#include <string.h>

void sal_card_start(struct sal_card *c, int kind, int rule, const char *title) {
  /* Clears only the counts and heads: the lists behind them are written before they are read. */
  c->kind = (uint8_t)kind;
  c->nlines = c->nsteps = c->noutcomes = c->nhints = 0;
  c->nrolls = c->ngates = c->naspects = 0;
  c->rolled = -1;
  c->offers = false;
  c->rule = (uint16_t)rule;
  sal_format(c->title, sizeof c->title, "%s", title);
  c->table[0] = c->column[0] = c->text[0] = 0;
  c->scale[0] = c->scale_at[0] = 0;
  c->total[0] = c->total[1] = (struct sal_frac){0, 1};
}

/* Odds are seen from one side, the attacker. */
void sal_card_odds(struct sal_card *c, int by, int rule, const char *title) {
  sal_card_start(c, SAL_CARD_ODDS, rule, title);
  c->by = (uint8_t)by;
}

/* The total keeps up with the lines, so that a card always adds up. */
static struct sal_frac sum(struct sal_frac a, struct sal_frac b) {
  return sal_lowest(a.num * b.den + b.num * a.den, a.den * b.den);
}

/* A line of the card: what counts, for how much, by which rule. */
struct sal_card_line *sal_card_add(struct sal_card *c, int side, int32_t num, int32_t den, int rule,
                                   sal_unit unit, const char *fmt, ...) {
  SAL_ASSERT(c->nlines < SAL_CARD_LINES);
  struct sal_card_line *l = &c->line[c->nlines++];
  memset(l, 0, sizeof *l);
  l->side = (uint8_t)side;
  l->rule = (uint16_t)rule;
  l->unit = unit;
  l->value = sal_lowest(num, den);
  int i = c->kind == SAL_CARD_ODDS ? side : 0;
  c->total[i] = sum(c->total[i], l->value);
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(l->text, sizeof l->text, fmt, ap);
  va_end(ap);
  return l;
}

/* A step to another column of the table, and why. */
struct sal_card_step *sal_card_to(struct sal_card *c, int rule, const char *to, const char *fmt,
                                  ...) {
  SAL_ASSERT(c->nsteps < SAL_CARD_STEPS);
  struct sal_card_step *s = &c->step[c->nsteps++];
  memset(s, 0, sizeof *s);
  s->rule = (uint16_t)rule;
  sal_format(s->to, sizeof s->to, "%s", to);
  sal_format(c->column, sizeof c->column, "%s", to); /* the last step's is the column */
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(s->text, sizeof s->text, fmt, ap);
  va_end(ap);
  return s;
}

/* A possible result with its chance. */
struct sal_card_outcome *sal_card_may(struct sal_card *c, uint64_t num, uint64_t den,
                                      const char *fmt, ...) {
  SAL_ASSERT(c->noutcomes < SAL_CARD_OUTCOMES);
  struct sal_card_outcome *o = &c->outcome[c->noutcomes++];
  memset(o, 0, sizeof *o);
  o->chance = sal_chance_of(num, den);
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(o->text, sizeof o->text, fmt, ap);
  va_end(ap);
  return o;
}

/* What a sum of the dice brings. */
void sal_card_sum(struct sal_card *c, int sum, uint64_t num, uint64_t den, int grade,
                  const char *code) {
  SAL_ASSERT(c->nrolls < SAL_CARD_ROLLS);
  struct sal_card_roll *r = &c->roll[c->nrolls++];
  r->sum = (uint8_t)sum;
  r->grade = (uint8_t)grade;
  r->chance = sal_chance_of(num, den);
  sal_format(r->code, sizeof r->code, "%s", code);
}

/* A roll on the way to the results. */
void sal_card_gate(struct sal_card *c, int rule, uint64_t num, uint64_t den, const char *text,
                   const char *need) {
  SAL_ASSERT(c->ngates < SAL_CARD_GATES);
  struct sal_card_gate *g = &c->gate[c->ngates++];
  g->rule = (uint16_t)rule;
  g->chance = sal_chance_of(num, den);
  sal_format(g->text, sizeof g->text, "%s", text);
  sal_format(g->need, sizeof g->need, "%s", need);
}

/* A face that the target may show. */
struct sal_card_aspect *sal_card_aspect(struct sal_card *c, int rule, int armour, uint64_t num,
                                        uint64_t den, const char *text) {
  SAL_ASSERT(c->naspects < SAL_CARD_ASPECTS);
  struct sal_card_aspect *a = &c->aspect[c->naspects++];
  a->struck = false;
  a->armour = (uint8_t)armour;
  a->rule = (uint16_t)rule;
  a->kill = sal_chance_of(num, den);
  sal_format(a->text, sizeof a->text, "%s", text);
  return a;
}
