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

static void put_operand(const struct sal_book *b, char kind, int i, const struct operands *o, struct sal_text *t) {
  int32_t n = i < 4 ? o->n[i] : 0;
  switch (kind) {
  case 'u': {
    sal_unit u = i < o->nunits ? o->unit[i] : SAL_NOUNIT;
    sal_put(t, "%s", u < b->ncounters ? b->counter[u].label : "an unidentified unit");
    break;
  }
  case 'h': {
    sal_hex h = i < o->nhexes ? o->hex[i] : SAL_NOHEX;
    sal_put(t, "%s", h && h < b->board.cells ? b->board.name[h] : "off the map");
    break;
  }
  case 'n': sal_put(t, "%d", n); break;
  case 's': sal_put(t, "%s", title_of(n)); break;
  case 'w': sal_put(t, "%s", o->words ? o->words[n] : "?"); break;
  case 'b': sal_put(t, "%s", n >= 0 && n < b->nboxes ? b->box[n].title : "?"); break;
  case 'f': {
    struct sal_frac f = sal_lowest(n, b->mp_den);
    if (f.den == 1) sal_put(t, "%d", f.num);
    else sal_put(t, "%d/%d", f.num, f.den);
    break;
  }
  default: sal_bug("unknown operand in a template", __FILE__, __LINE__);
  }
}

static void render(const struct sal_book *b, const char *text, const struct operands *o, struct sal_text *t) {
  for (const char *p = text; *p; p++) {
    if (p[0] == '{' && p[1] && p[2] >= '0' && p[2] <= '3' && p[3] == '}') {
      put_operand(b, p[1], p[2] - '0', o, t);
      p += 3;
    } else {
      sal_putn(t, p, 1);
    }
  }
}

void sal_event_words(const struct sal_book *b, const struct sal_event *e, struct sal_text *t) {
  const struct sal_event_kind *k = &b->rules->events[e->kind];
  struct operands o = {e->unit, e->at, {e->n[0], e->n[1], e->n[2], e->n[3]}, 2, 2, k->words};
  render(b, k->text, &o, t);
}

void sal_refusal_words(const struct sal_book *b, const struct sal_refusal *r, struct sal_text *t) {
  struct operands o = {r->x, r->x, {(int16_t)r->x[0], (int16_t)r->x[1], (int16_t)r->x[2], (int16_t)r->x[3]}, 4, 4, NULL};
  render(b, r->text, &o, t);
}

/* A label's {0} {1} {2}: the operand as people read it. */
static void put_arg(const struct sal_book *b, const struct sal_verb *v, int i, uint16_t x, struct sal_text *t) {
  switch (v->arg[i]) {
  case SAL_ARG_UNIT: sal_put(t, "%s", x < b->ncounters ? b->counter[x].label : "?"); break;
  case SAL_ARG_HEX: sal_put(t, "%s", b->board.name[x]); break;
  case SAL_ARG_SIDE: sal_put(t, "%s/%s", b->board.name[x / 6], b->board.name[x / 6 + b->board.step[x % 6]]); break;
  case SAL_ARG_DIR: {
    static const char *const flat[] = {"north", "north-east", "south-east", "south", "south-west", "north-west"};
    static const char *const pointy[] = {"north-west", "north-east", "east", "south-east", "south-west", "west"};
    sal_put(t, "%s", (b->board.pointy ? pointy : flat)[x % 6]);
    break;
  }
  case SAL_ARG_WORD: sal_put(t, "%s", v->words[x]); break;
  case SAL_ARG_BOX: sal_put(t, "%s", b->box[x].title); break;
  default: sal_put(t, "%u", x); break;
  }
}

void sal_offer_fill(const struct sal_book *b, struct sal_action a, struct sal_offer *o) {
  const struct sal_verb *v = &b->rules->verbs[a.verb];
  memset(o, 0, sizeof *o);
  struct sal_text t = {o->label, sizeof o->label, 0};
  for (const char *p = v->label; *p; p++) {
    if (p[0] == '{' && p[1] >= '0' && p[1] <= '2' && p[2] == '}') {
      put_arg(b, v, p[1] - '0', a.x[p[1] - '0'], &t);
      p += 2;
    } else {
      sal_putn(&t, p, 1);
    }
  }
  o->rule = v->rule;
  o->on = v->on;
  o->key = v->key;
}
