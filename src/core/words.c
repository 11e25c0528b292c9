/* words.c - events, refusals and offers in words: templates over operands. */
#include "event.h"
#include "prompt.h"
#include "ruleset.h"

#include <string.h>

struct operands {
  const uint16_t *unit, *hex;
  int32_t n[4];
  int nunits, nhexes;
  const char *const *words;
};

static const char *title_of(int side) {
  static const char *const title[] = {"German", "Soviet", "watcher", "referee"};
  return side >= 0 && side < 4 ? title[side] : "neither side";
}

/* Movement points: whole ones without their denominator. */
static void put_frac(struct sal_frac f, struct sal_text *t) {
  if (f.den == 1)
    sal_put(t, "%d", f.num);
  else
    sal_put(t, "%d/%d", f.num, f.den);
}

/* Is the operand a one, or less than one but something? Then the singular follows it. */
static bool is_one(const struct sal_book *b, char kind, int32_t n) {
  if (kind == 'f')
    return n > 0 && n <= b->mp_den;
  return n == 1;
}

/* Dice as digits to base 7, the first one highest: "5" or "5 3 1". */
static void put_rolled(int32_t dice, struct sal_text *t) {
  if (dice >= 7)
    put_rolled(dice / 7, t);
  sal_put(t, dice >= 7 ? " %d" : "%d", dice % 7);
}

/* One operand of a template in words. A side that may not know a unit or hex reads a stand-in. */
static void put_operand(const struct sal_book *b, char kind, int i, const struct operands *o,
                        struct sal_text *t) {
  int32_t n = i < 4 ? o->n[i] : 0;
  sal_unit u = i < o->nunits ? o->unit[i] : SAL_NOUNIT;
  sal_hex h = i < o->nhexes ? o->hex[i] : SAL_NOHEX;
  bool on_map = h && h < b->board.cells;
  bool boxed = n >= 0 && n < b->nboxes;

  switch (kind) {
  case 'u':
    sal_put(t, "%s", u < b->ncounters ? b->counter[u].label : "an unidentified unit");
    break;
  case 'h': sal_put(t, "%s", on_map ? b->board.name[h] : "off the map"); break;
  case 'n': sal_put(t, "%d", n); break;
  case 'r': put_rolled(n, t); break;
  case 's': sal_put(t, "%s", title_of(n)); break;
  case 'w': sal_put(t, "%s", o->words ? o->words[n] : "?"); break;
  case 'b': sal_put(t, "%s", boxed ? b->box[n].title : "?"); break;
  case 'f': put_frac(sal_lowest(n, b->mp_den), t); break;
  default: sal_bug("unknown operand in a template", __FILE__, __LINE__);
  }
}

/* "{u0}" to "{w3}": a kind and the number of an operand. */
static bool is_operand(const char *p) {
  if (p[0] != '{' || !p[1])
    return false;
  bool numbered = p[2] >= '0' && p[2] <= '3';
  return numbered && p[3] == '}';
}

/* Writes a template: operands in their words, and the plural form that fits the last number. */
static void render(const struct sal_book *b, const char *text, const struct operands *o,
                   struct sal_text *t) {
  bool one = false; /* the last number was a one */

  for (const char *p = text; *p; p++) {
    size_t form = p[0] == '{' ? sal_put_form(t, p, one) : 0;
    if (form) {
      p += form - 1;
    } else if (is_operand(p)) {
      char kind = p[1];
      int i = p[2] - '0';
      put_operand(b, kind, i, o, t);
      if (kind == 'n' || kind == 'f')
        one = is_one(b, kind, o->n[i]);
      p += 3;
    } else {
      sal_putn(t, p, 1);
    }
  }
}

/* An event as a sentence, from the template of its kind. */
void sal_event_words(const struct sal_book *b, const struct sal_event *e, struct sal_text *t) {
  const struct sal_event_kind *k = &b->rules->events[e->kind];
  struct operands o = {e->unit, e->at, {e->n[0], e->n[1], e->n[2], e->n[3]}, 2, 2, k->words};
  render(b, k->text, &o, t);
}

/* A refusal as a sentence; its operands serve as units, hexes and numbers alike. */
void sal_refusal_words(const struct sal_book *b, const struct sal_refusal *r, struct sal_text *t) {
  struct operands o = {
      r->x, r->x, {(int16_t)r->x[0], (int16_t)r->x[1], (int16_t)r->x[2], (int16_t)r->x[3]},
      4,    4,    NULL};
  render(b, r->text, &o, t);
}

/* A label's {0} {1} {2}: the operand as people read it. */
static void put_arg(const struct sal_book *b, const struct sal_verb *v, int i, uint16_t x,
                    struct sal_text *t) {
  switch (v->arg[i]) {
  case SAL_ARG_UNIT: sal_put(t, "%s", x < b->ncounters ? b->counter[x].label : "?"); break;
  case SAL_ARG_HEX: sal_put(t, "%s", b->board.name[x]); break;
  case SAL_ARG_SIDE:
    sal_put(t, "%s/%s", b->board.name[x / 6], b->board.name[x / 6 + b->board.step[x % 6]]);
    break;
  case SAL_ARG_DIR: {
    static const char *const flat[] = {"north", "north-east", "south-east",
                                       "south", "south-west", "north-west"};
    static const char *const pointy[] = {"north-west", "north-east", "east",
                                         "south-east", "south-west", "west"};
    sal_put(t, "%s", (b->board.pointy ? pointy : flat)[x % 6]);
    break;
  }
  case SAL_ARG_WORD: sal_put(t, "%s", v->words[x]); break;
  case SAL_ARG_BOX: sal_put(t, "%s", b->box[x].title); break;
  default: sal_put(t, "%u", x); break;
  }
}

/* The label of an action, from the template of its verb. */
void sal_offer_fill(const struct sal_book *b, struct sal_action a, struct sal_offer *o) {
  const struct sal_verb *v = &b->rules->verbs[a.verb];

  memset(o, 0, sizeof *o);
  struct sal_text t = {o->label, sizeof o->label, 0};
  bool one = false; /* the last operand was a one */
  for (const char *p = v->label; *p; p++) {
    size_t form = p[0] == '{' ? sal_put_form(&t, p, one) : 0;
    if (form) {
      p += form - 1;
    } else if (p[0] == '{' && p[1] >= '0' && p[1] <= '2' && p[2] == '}') {
      uint16_t operand = a.x[p[1] - '0'];
      put_arg(b, v, p[1] - '0', operand, &t);
      one = operand == 1;
      p += 2;
    } else {
      sal_putn(&t, p, 1);
    }
  }
  o->rule = v->rule;
  o->on = v->on;
  o->key = v->key;
}
