/* doc_prompt.c - what is being decided: the prompt, its forms, and the actions (contract 5). */
#include "doc.h"

#include <string.h>

void sal_prompt_say(struct sal_prompt *p, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(p->text, sizeof p->text, fmt, ap);
  va_end(ap);
}

/* What the side still has to do before it may end, each with its place on the map. */
void sal_prompt_owe(struct sal_prompt *p, int rule, int on, int where, const char *fmt, ...) {
  if (p->nowed == SAL_OWED)
    return; /* the first two dozen are enough to work on */
  struct sal_owed *o = &p->owed[p->nowed++];
  o->rule = (uint16_t)rule;
  o->on = (uint8_t)on;
  o->where = (uint16_t)where;
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(o->text, sizeof o->text, fmt, ap);
  va_end(ap);
}

struct sal_card *sal_prompt_card(struct sal_prompt *p) {
  SAL_ASSERT(p->ncards < SAL_PROMPT_CARDS);
  return &p->card[p->ncards++];
}

/* Where the page shows an action: at an operand, in a form, or as a button. */
static void offer_on(struct sal_json *j, const struct sal_book *b, struct sal_action a,
                     const struct sal_offer *o) {
  static const uint8_t place[] = {[SAL_ARG_UNIT] = SAL_AT_UNIT,
                                  [SAL_ARG_HEX] = SAL_AT_HEX,
                                  [SAL_ARG_SIDE] = SAL_AT_SIDE,
                                  [SAL_ARG_BOX] = SAL_AT_BOX};
  static const char *const button[] = {"main", "more", "end"};

  if (o->on <= SAL_ON_X2) {
    int kind = b->rules->verbs[a.verb].arg[o->on];
    SAL_ASSERT(kind < (int)sizeof place && place[kind]);
    sal_on_json(j, "on", b, place[kind], a.x[o->on]);
    return;
  }
  sal_json_object(j, "on");
  if (o->on == SAL_ON_FORM) {
    sal_json_array(j, "form");
    sal_json_int(j, NULL, o->form);
    sal_json_int(j, NULL, o->form_row);
    sal_json_end(j);
  } else {
    sal_json_str(j, "button", button[o->on - SAL_ON_MAIN]);
  }
  sal_json_end(j);
}

/* One offered action. The game may add a label, a question to confirm, or a range. */
static void action_json(struct sal_json *j, const struct sal_play *view, int side,
                        struct sal_action a, const char *id) {
  struct sal_offer o;

  sal_offer_fill(view->book, a, &o);
  if (view->book->rules->offer)
    view->book->rules->offer(view, side, a, &o);
  sal_json_object(j, NULL);
  sal_json_str(j, "id", id);
  sal_json_str(j, "label", o.label);
  sal_json_str(j, "rule", rule_text(view->book, o.rule));
  offer_on(j, view->book, a, &o);
  if (o.key)
    sal_json_str(j, "key", o.key);
  if (o.confirm[0])
    sal_json_str(j, "confirm", o.confirm);
  if (o.odds)
    sal_json_bool(j, "odds", true);
  if (o.vary) {
    sal_json_object(j, "vary");
    sal_json_int(j, "word", o.vary);
    sal_json_int(j, "min", o.vary_min);
    sal_json_int(j, "max", o.vary_max);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* By text, as the contract orders them; a list is nearly in that order already. */
static void sort_by_text(const struct sal_book *b, struct sal_list *l) {
  char x[160];
  char y[160];

  for (uint32_t gap = l->n / 2; gap; gap /= 2)
    for (uint32_t i = gap; i < l->n; i++) {
      struct sal_action a = l->a[i];
      sal_action_print(b, a, x, sizeof x);
      uint32_t k = i;
      for (; k >= gap; k -= gap) {
        sal_action_print(b, l->a[k - gap], y, sizeof y);
        if (strcmp(y, x) <= 0)
          break;
        l->a[k] = l->a[k - gap];
      }
      l->a[k] = a;
    }
}

/* What a side reads while it is not its turn. */
static void awaited(const struct sal_play *view, struct sal_prompt *p) {
  uint32_t who = sal_actors(view);

  if (!who)
    sal_prompt_say(p, "The game is over.");
  else if (who == SAL_BOTH)
    sal_prompt_say(p, "Both sides are deciding.");
  else
    sal_prompt_say(p, "Waiting for the %s side.", who & SAL_BIT(SAL_GERMAN) ? "German" : "Soviet");
}

/* The duties that are left, by rule. */
static void owed_json(struct sal_json *j, const struct sal_book *b, const struct sal_prompt *p) {
  sal_json_array(j, "owed");
  for (int i = 0; i < p->nowed; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "text", p->owed[i].text);
    sal_json_str(j, "rule", rule_text(b, p->owed[i].rule));
    sal_on_json(j, "on", b, p->owed[i].on, p->owed[i].where);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* The side whose decision is awaited, for watchers; the German if both decide. */
static int decider(const struct sal_play *view) {
  return sal_actors(view) == SAL_BIT(SAL_SOVIET) ? SAL_SOVIET : SAL_GERMAN;
}

/* Absent where the decision is about no way. */
static void way_json(struct sal_json *j, const struct sal_book *b, const struct sal_prompt *p) {
  if (!p->nway)
    return;
  sal_json_array(j, "way");
  for (int i = 0; i < p->nway; i++)
    sal_json_str(j, NULL, b->board.name[p->way[i]]);
  sal_json_end(j);
}

/* The words of actions that the decision is about. Absent where the game does not say. */
static void about_json(struct sal_json *j, const struct sal_book *b, const struct sal_prompt *p) {
  if (!p->nabout)
    return;
  sal_json_array(j, "about");
  for (int i = 0; i < p->nabout; i++)
    sal_json_str(j, NULL, b->rules->verbs[p->about[i]].name);
  sal_json_end(j);
}

/* The decision as the page needs it: the question, the duties left, the cards, and every legal
 * action in the order of its text. */
void sal_prompt_json(struct sal_json *j, const struct sal_play *view, int side, struct sal_list *l,
                     struct sal_prompt *p, bool can_undo, bool can_undo_turn) {
  const struct sal_book *b = view->book;
  bool mine = side < SAL_SIDES && (sal_actors(view) >> side & 1);
  const struct sal_node *n = view->state->over ? NULL : sal_node_of(view);

  p->nselected = p->nowed = p->ncards = p->nway = p->nabout = 0;
  p->document = NULL;
  p->rule = n ? n->rule : 0;
  p->text[0] = 0;
  sal_json_object(j, "prompt");
  sal_json_int(j, "v", 1);
  sal_json_array(j, "forms"); /* first, because the node writes them while the prompt is made */
  p->forms = j;
  if (n && mine)
    n->prompt(view, side, p);
  else
    awaited(view, p);
  sal_json_end(j);
  sal_json_str(j, "node", n ? n->id : "over");
  sal_json_str(j, "side", sal_side_name[mine ? side : decider(view)]);
  sal_json_str(j, "rule", rule_text(b, p->rule));
  sal_json_str(j, "text", p->text);
  sal_json_array(j, "selected");
  for (int i = 0; i < p->nselected; i++)
    sal_json_str(j, NULL, b->counter[p->selected[i]].id);
  sal_json_end(j);
  owed_json(j, b, p);
  sal_json_array(j, "cards");
  for (int i = 0; i < p->ncards; i++)
    sal_card_json(j, NULL, b, &p->card[i]);
  sal_json_end(j);
  way_json(j, b, p);
  about_json(j, b, p);
  if (p->document)
    sal_json_str(j, "document", p->document);
  sal_json_bool(j, "undo", can_undo);
  sal_json_bool(j, "undo_turn", can_undo_turn);
  sal_json_end(j);
  sal_json_array(j, "actions");
  if (mine) {
    char id[160];
    sal_legal(view, side, l);
    sort_by_text(b, l);
    for (uint32_t i = 0; i < l->n; i++) {
      sal_action_print(b, l->a[i], id, sizeof id);
      action_json(j, view, side, l->a[i], id);
    }
  }
  sal_json_end(j);
}

/* ---- forms ------------------------------------------------------------------------------ */

/* A form is {"title","rule","cols","rows":[{"cells","do","rule"}],"totals"}: the helpers keep track
 * by depth. */
void sal_form_open(struct sal_json *j, const char *title, const char *rule,
                   const char *const *cols) {
  if (!j)
    return;
  sal_json_object(j, NULL);
  sal_json_str(j, "title", title);
  sal_json_str(j, "rule", rule);
  sal_json_array(j, "cols");
  for (int i = 0; cols[i]; i++)
    sal_json_str(j, NULL, cols[i]);
  sal_json_end(j);
  sal_json_array(j, "rows");
  j->form = SAL_FORM_ROWS;
}

static void leave_row(struct sal_json *j) { /* closes what the last row left open */
  if (j->form == SAL_FORM_CELLS) {
    sal_json_end(j);
    sal_json_array(j, "do");
    j->form = SAL_FORM_DO;
  }
  if (j->form == SAL_FORM_DO) {
    sal_json_end(j);
    sal_json_end(j);
    j->form = SAL_FORM_ROWS;
  }
}

/* Forms are written while the prompt is made; without a writer they cost nothing. */
void sal_form_row(struct sal_json *j, const char *rule) {
  if (!j)
    return;
  leave_row(j);
  SAL_ASSERT(j->form == SAL_FORM_ROWS);
  sal_json_object(j, NULL);
  sal_json_str(j, "rule", rule);
  sal_json_array(j, "cells");
  j->form = SAL_FORM_CELLS;
}

void sal_form_cell(struct sal_json *j, const char *fmt, ...) {
  if (!j)
    return;
  SAL_ASSERT(j->form == SAL_FORM_CELLS);
  char text[160];
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  sal_json_str(j, NULL, text);
}

/* A button in a row; `why` greys it out and says by which rule. */
void sal_form_do(struct sal_json *j, const struct sal_book *b, const char *label,
                 struct sal_action a, const struct sal_refusal *why) {
  if (!j)
    return;
  char text[240];
  if (j->form == SAL_FORM_CELLS) {
    sal_json_end(j);
    sal_json_array(j, "do");
    j->form = SAL_FORM_DO;
  }
  SAL_ASSERT(j->form == SAL_FORM_DO);
  sal_json_object(j, NULL);
  sal_json_str(j, "label", label);
  sal_action_print(b, a, text, sizeof text);
  sal_json_str(j, "action", text);
  if (why) {
    struct sal_text t = {text, sizeof text, 0};
    sal_refusal_words(b, why, &t);
    sal_json_object(j, "why");
    sal_json_str(j, "rule", rule_text(b, why->rule));
    sal_json_str(j, "text", text);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* Totals stand below the rows; the first one closes them. */
static void form_totals(struct sal_json *j) {
  leave_row(j);
  if (j->form == SAL_FORM_ROWS) {
    sal_json_end(j);
    sal_json_array(j, "totals");
    j->form = SAL_FORM_TOTALS;
  }
}

void sal_form_total(struct sal_json *j, const char *label, struct sal_frac v, const char *rule) {
  if (!j)
    return;
  form_totals(j);
  sal_json_object(j, NULL);
  sal_json_str(j, "label", label);
  sal_json_frac(j, "value", v);
  sal_json_str(j, "rule", rule);
  sal_json_end(j);
}

void sal_form_close(struct sal_json *j) {
  if (!j)
    return;
  form_totals(j);
  sal_json_end(j);
  sal_json_end(j);
  j->form = SAL_FORM_NONE;
}
