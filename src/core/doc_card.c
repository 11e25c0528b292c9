/* doc_card.c - cards as documents (contract 6).
 *
 * The contract promises that lines sum to the total, steps lead to the column, and chances sum
 * to 1. That is asserted here, for every ruleset at once. Only this file, doc_board.c, doc_view.c,
 * doc_prompt.c and doc_ask.c spell field names.
 */
#include "doc.h"

#include <string.h>

enum { WAYS = 36 }; /* of two dice */

/* Where on the table something is: the page puts a button or a mark there. */
void sal_on_json(struct sal_json *j, const char *key, const struct sal_book *b, int kind,
                 uint16_t where) {
  sal_json_object(j, key);
  switch (kind) {
  case SAL_AT_UNIT: sal_json_str(j, "unit", b->counter[where].id); break;
  case SAL_AT_HEX: sal_json_str(j, "hex", b->board.name[where]); break;
  case SAL_AT_SIDE:
    sal_json_array(j, "side");
    sal_json_str(j, NULL, b->board.name[where / 6]);
    sal_json_str(j, NULL, b->board.name[where / 6 + b->board.step[where % 6]]);
    sal_json_end(j);
    break;
  case SAL_AT_BOX: sal_json_str(j, "box", b->box[where].id); break;
  default: break;
  }
  sal_json_end(j);
}

/* Equal values, in lowest terms or not. */
static bool same_frac(struct sal_frac a, struct sal_frac b) {
  return (int64_t)a.num * b.den == (int64_t)b.num * a.den;
}

/* Both sides of the odds. An unknown line keeps its place without its value. */
static void card_sides(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  sal_json_array(j, "sides");
  for (int s = 0; s < SAL_SIDES; s++) {
    struct sal_frac sum = {0, 1};
    sal_json_object(j, NULL);
    sal_json_str(j, "side", sal_side_name[s]);
    sal_json_frac(j, "total", c->total[s]);
    sal_json_array(j, "lines");
    for (int i = 0; i < c->nlines; i++) {
      const struct sal_card_line *l = &c->line[i];
      if (l->side != s)
        continue;
      sal_json_object(j, NULL);
      sal_json_str(j, "text", l->unknown ? "unknown" : l->text);
      if (l->unknown)
        sal_json_null(j, "value");
      else
        sal_json_frac(j, "value", l->value);
      sal_json_str(j, "rule", rule_text(b, l->rule));
      if (l->unit != SAL_NOUNIT)
        sal_json_str(j, "unit", b->counter[l->unit].id);
      sal_json_end(j);
      sum = sal_lowest(sum.num * l->value.den + l->value.num * sum.den, sum.den * l->value.den);
    }
    SAL_ASSERT(same_frac(sum, c->total[s]));
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* From the raw odds to the column, step by step. */
static void card_steps(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  sal_json_array(j, "steps");
  for (int i = 0; i < c->nsteps; i++) {
    const struct sal_card_step *s = &c->step[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "text", s->text);
    sal_json_str(j, "rule", rule_text(b, s->rule));
    if (s->has_shift)
      sal_json_int(j, "shift", s->shift);
    sal_json_str(j, "to", s->to);
    sal_json_end(j);
  }
  sal_json_end(j);
  SAL_ASSERT(!c->nsteps || sal_eq(c->step[c->nsteps - 1].to, c->column));
  sal_json_str(j, "column", c->column);
}

/* Sum of chances and of chance x loss, exactly: over the product of all denominators would
 * overflow, so outcomes share a denominator by least common multiple. */
static uint64_t common_den(const struct sal_card *c) {
  uint64_t den = 1;

  for (int i = 0; i < c->noutcomes; i++) {
    uint64_t d = c->outcome[i].chance.den;
    uint64_t x = den;
    uint64_t y = d;
    SAL_ASSERT(d > 0);
    while (y) {
      uint64_t t = x % y;
      x = y;
      y = t;
    }
    den = den / x * d;
  }

  return den;
}

/* The results with their chances, and the losses to expect from them. */
static void card_outcomes(struct sal_json *j, const struct sal_card *c) {
  uint64_t den = common_den(c);
  uint64_t sum = 0;
  int64_t expect[SAL_SIDES] = {0, 0};

  sal_json_array(j, "outcomes");
  for (int i = 0; i < c->noutcomes; i++) {
    const struct sal_card_outcome *o = &c->outcome[i];
    uint64_t part = o->chance.num * (den / o->chance.den);
    sum += part;
    sal_json_object(j, NULL);
    sal_json_str(j, "text", o->text);
    sal_json_chance(j, "chance", o->chance);
    sal_json_object(j, "losses");
    for (int s = 0; s < SAL_SIDES; s++) {
      if (o->loss[s])
        sal_json_int(j, sal_side_name[s], o->loss[s]);
      expect[s] += (int64_t)part * o->loss[s];
    }
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  SAL_ASSERT(!c->noutcomes || sum == den);
  sal_json_object(j, "expect");
  for (int s = 0; s < SAL_SIDES; s++)
    if (expect[s] > 0)
      sal_json_chance(j, sal_side_name[s], sal_chance_of((uint64_t)expect[s], den));
  sal_json_end(j);
}

/* What would lead to a better column, and what the enemy could still answer. */
static void card_hints(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  for (int answer = 0; answer < 2; answer++) {
    bool any = false;
    for (int i = 0; i < c->nhints; i++) {
      const struct sal_card_hint *h = &c->hint[i];
      if (h->answer != (answer == 1))
        continue;
      if (!any)
        sal_json_array(j, answer ? "answer" : "more");
      any = true;
      sal_json_object(j, NULL);
      sal_json_str(j, "text", h->text);
      sal_json_str(j, "to", h->to);
      if (answer) {
        sal_json_str(j, "rule", rule_text(b, h->rule));
      } else {
        char text[160];
        sal_action_print(b, h->act, text, sizeof text);
        sal_json_str(j, "do", text);
      }
      sal_json_end(j);
    }
    if (any)
      sal_json_end(j);
  }
}

/* Cells parted by '|' in the text: a table card's lines are its rows, its text is the heading. */
static void cells(struct sal_json *j, const char *key, const char *text) {
  sal_json_array(j, key);
  for (const char *p = text;;) {
    size_t n = strcspn(p, "|");
    sal_json_fmt(j, NULL, "%.*s", (int)n, p);
    if (!p[n])
      break;
    p += n + 1;
  }
  sal_json_end(j);
}

/* A shot's columns and what each sum of its dice brings. The strip is a whole roll: its chances,
 * too, add up to 1. */
static void card_strip(struct sal_json *j, const struct sal_card *c) {
  uint64_t sum = 0;

  if (c->scale[0]) {
    sal_json_object(j, "scale");
    cells(j, "cols", c->scale);
    sal_json_str(j, "at", c->scale_at);
    sal_json_end(j);
  }

  if (!c->nrolls)
    return;
  sal_json_array(j, "strip");
  for (int i = 0; i < c->nrolls; i++) {
    const struct sal_card_roll *r = &c->roll[i];
    sal_json_object(j, NULL);
    sal_json_int(j, "roll", r->sum);
    sal_json_str(j, "code", r->code);
    sal_json_int(j, "grade", r->grade);
    sal_json_chance(j, "chance", r->chance);
    sal_json_end(j);
    SAL_ASSERT(WAYS % r->chance.den == 0);
    sum += r->chance.num * (WAYS / r->chance.den);
  }
  sal_json_end(j);
  SAL_ASSERT(sum == WAYS);
}

/* The rolls that come before the results, each with its own chance. */
static void card_gates(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  if (!c->ngates)
    return;
  sal_json_array(j, "gates");
  for (int i = 0; i < c->ngates; i++) {
    const struct sal_card_gate *g = &c->gate[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "text", g->text);
    sal_json_str(j, "need", g->need);
    sal_json_chance(j, "chance", g->chance);
    sal_json_str(j, "rule", rule_text(b, g->rule));
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* Which way the target faces, and what each of its faces means for this shot. */
static void card_aspects(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  if (!c->naspects)
    return;
  sal_json_object(j, "aspects");
  sal_json_str(j, "unit", b->counter[c->faced].id);
  sal_json_int(j, "facing", c->facing);
  sal_json_int(j, "half", c->half);
  sal_json_array(j, "faces");
  for (int i = 0; i < c->naspects; i++) {
    const struct sal_card_aspect *a = &c->aspect[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "text", a->text);
    sal_json_int(j, "armour", a->armour);
    sal_json_chance(j, "kill", a->kill);
    sal_json_bool(j, "struck", a->struck);
    sal_json_str(j, "rule", rule_text(b, a->rule));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

/* A list of values with their total, such as victory points. */
static void card_ledger(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  struct sal_frac sum = {0, 1};

  sal_json_array(j, "lines");
  for (int i = 0; i < c->nlines; i++) {
    const struct sal_card_line *l = &c->line[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "text", l->text);
    sal_json_frac(j, "value", l->value);
    sal_json_str(j, "rule", rule_text(b, l->rule));
    sal_json_end(j);
    sum = sal_lowest(sum.num * l->value.den + l->value.num * sum.den, sum.den * l->value.den);
  }
  sal_json_end(j);
  SAL_ASSERT(same_frac(sum, c->total[0]));
  sal_json_frac(j, "total", c->total[0]);
}

/* Of a prompt with several cards: which action rolls on this one. */
static void card_offers(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  char text[160];
  if (!c->offers)
    return;
  sal_action_print(b, c->act, text, sizeof text);
  sal_json_str(j, "do", text);
}

void sal_card_json(struct sal_json *j, const char *key, const struct sal_book *b,
                   const struct sal_card *c) {
  static const char *const kinds[] = {"none", "odds", "ledger", "table", "text"};

  sal_json_object(j, key);
  sal_json_str(j, "kind", kinds[c->kind]);
  sal_json_str(j, "title", c->title);
  sal_json_str(j, "rule", rule_text(b, c->rule));
  switch (c->kind) {
  case SAL_CARD_ODDS:
    if (c->table[0])
      sal_json_str(j, "table", c->table);
    else
      sal_json_null(j, "table");
    sal_json_str(j, "by", sal_side_name[c->by]);
    card_sides(j, b, c);
    card_steps(j, b, c);
    card_outcomes(j, c);
    card_strip(j, c);
    card_gates(j, b, c);
    card_aspects(j, b, c);
    card_hints(j, b, c);
    card_offers(j, b, c);
    if (c->rolled < 0)
      sal_json_null(j, "rolled");
    else
      sal_json_int(j, "rolled", c->rolled);
    break;
  case SAL_CARD_LEDGER: card_ledger(j, b, c); break;
  case SAL_CARD_TABLE:
    cells(j, "cols", c->text);
    sal_json_array(j, "rows");
    for (int i = 0; i < c->nlines; i++)
      cells(j, NULL, c->line[i].text);
    sal_json_end(j);
    break;
  default: sal_json_str(j, "text", c->text); break;
  }
  sal_json_end(j);
}
