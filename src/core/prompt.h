/* prompt.h - what is being decided, and the documents around it (contract 4 to 6).
 *
 * A ruleset fills these in plain words; doc_*.c write them as the contract says, so no ruleset and
 * no host spells a field name. Everything here is made from a view, never from the full state.
 */
#ifndef SAL_PROMPT_H
#define SAL_PROMPT_H

#include "json.h"
#include "play.h"

enum {
  SAL_SELECTED = 32,
  SAL_OWED = 24,
  SAL_PROMPT_CARDS = 4,
  SAL_PROMPT_WAY = 24,
  SAL_PROMPT_ABOUT = 4
};

enum sal_place_kind { SAL_AT_NONE, SAL_AT_UNIT, SAL_AT_HEX, SAL_AT_SIDE, SAL_AT_BOX };
struct sal_owed {
  char text[96];
  uint16_t rule;
  uint8_t on;     /* sal_place_kind */
  uint16_t where; /* unit, hex, hexside or box */
};
struct sal_prompt {
  uint16_t rule; /* starts as the node's */
  char text[240];
  uint8_t nselected, nowed, ncards, nway, nabout;
  sal_hex way[SAL_PROMPT_WAY];      /* a way that the decision is about, from its start */
  uint16_t about[SAL_PROMPT_ABOUT]; /* verbs with which a unit has its part of the phase */
  sal_unit selected[SAL_SELECTED];
  struct sal_owed owed[SAL_OWED];
  struct sal_card card[SAL_PROMPT_CARDS];
  const char *document;   /* the kind that can be imported now; NULL: none */
  struct sal_json *forms; /* write with the sal_form_ functions; NULL when nobody wants them */
};
void sal_prompt_say(struct sal_prompt *, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void sal_prompt_owe(struct sal_prompt *, int rule, int on, int where, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
struct sal_card *sal_prompt_card(struct sal_prompt *); /* room for one more; never NULL */
static inline void sal_prompt_select(struct sal_prompt *prompt, sal_unit unit) {
  SAL_ASSERT(prompt->nselected < SAL_SELECTED);
  prompt->selected[prompt->nselected++] = unit;
}
/* The decision is about units that have an action of this verb. Clients mark them and list those
 * that have not acted yet. */
static inline void sal_prompt_about(struct sal_prompt *prompt, int verb) {
  SAL_ASSERT(prompt->nabout < SAL_PROMPT_ABOUT);
  prompt->about[prompt->nabout++] = (uint16_t)verb;
}

/* Forms, in this order: open, (row, cell.., do..).., total.., close. All accept NULL and do
 * nothing. */
void sal_form_open(struct sal_json *, const char *title, const char *rule_id,
                   const char *const *cols);
void sal_form_row(struct sal_json *, const char *rule_id);
void sal_form_cell(struct sal_json *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* why NULL: enabled, and the action must be legal. */
void sal_form_do(struct sal_json *, const struct sal_book *, const char *label, struct sal_action,
                 const struct sal_refusal *why);
void sal_form_total(struct sal_json *, const char *label, struct sal_frac value,
                    const char *rule_id);
void sal_form_close(struct sal_json *);

/* How an action is offered. Filled from the verb table, then the ruleset's `offer` may change it.
 */
struct sal_offer {
  char label[96];
  uint16_t rule;
  uint8_t on;             /* sal_on */
  uint8_t form, form_row; /* SAL_ON_FORM */
  const char *key;
  char confirm[96]; /* empty: none */
  bool odds;        /* it rolls at once: a client shows the card that `odds` gives, and asks */
  uint8_t vary;     /* 0, or the word (1..3) that may be any number vary_min..vary_max */
  uint16_t vary_min, vary_max;
};

/* from the verb table */
void sal_offer_fill(const struct sal_book *, struct sal_action, struct sal_offer *);

/* Where a unit can go. The tree begins with the start hex. */
struct sal_reach_hex {
  sal_hex hex, from;
  uint16_t cost, left;   /* in book->mp_den parts */
  struct sal_action act; /* the step; verb 0xffff = none (an enemy's reach) */
  bool stop;             /* may end there */
  bool must;             /* a rule ends the move there */
  uint16_t rule;
  /* on the way there: see reach.h; not in the document */
  uint16_t moved, note, danger;
  char risk[40];
};
struct sal_reach {
  sal_unit unit;
  uint8_t nbegin, nend;
  struct sal_action begin[4], end[2];
  uint16_t n;
  struct sal_reach_hex hex[SAL_MAX_CELLS];
};

/* The view document, in this order. A section is opened by its first item and may stay empty. */
struct sal_show {
  struct sal_json *j; /* NULL: no document is wanted.. */
  uint8_t *named;     /* ..only this: 1 for every counter that is shown by name; or NULL */
  const struct sal_book *book;
  uint8_t section;
  int unknown; /* ?N given out so far */
};
struct sal_shown_unit {
  sal_unit unit; /* SAL_NOUNIT: not identified; shown as ?N */
  uint8_t side;  /* of an unidentified one */
  sal_hex hex;   /* or SAL_NOHEX and a box */
  uint8_t box;
  int16_t steps;       /* -1 not shown */
  int16_t facing;      /* -1 none */
  int16_t mp, mp_of;   /* -1 none */
  int16_t count;       /* unidentified stack: how many, or -1 where the rules hide it */
  const char *counter; /* made in play: its counter id, or NULL */
  uint8_t nmarks;
  uint8_t mark[8];  /* index into ruleset->marks */
  int16_t level[8]; /* "oos:2", or -1 */
};
/* one more mark; level -1: it has none */
static inline void sal_shown_mark(struct sal_shown_unit *shown, int mark, int level) {
  SAL_ASSERT(shown->nmarks < 8);
  shown->mark[shown->nmarks] = (uint8_t)mark;
  shown->level[shown->nmarks++] = (int16_t)level;
}
void sal_show_var(struct sal_show *, const char *name, int value);
void sal_show_var_text(struct sal_show *, const char *name, const char *value);
void sal_show_score(struct sal_show *, int side, struct sal_frac);
void sal_show_unit(struct sal_show *, const struct sal_shown_unit *);
/* side SAL_NOSIDE: none */
void sal_show_mark(struct sal_show *, sal_hex, const char *mark, int side);
void sal_show_terrain_hex(struct sal_show *, sal_hex, uint32_t terrain_bits);
void sal_show_terrain_side(struct sal_show *, sal_hex, int dir, uint16_t side_bits);
/* per cell 1 = that side's */
void sal_show_control(struct sal_show *, int side, const uint8_t *controls);
void sal_show_box(struct sal_show *, int box, int count); /* count -1: not shown */

/* Overlays, in this order: title, key.., hex.., side.., line... */
struct sal_overlay {
  struct sal_json *j;
  const struct sal_book *book;
  uint8_t section;
};
void sal_overlay_title(struct sal_overlay *, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void sal_overlay_key(struct sal_overlay *, const char *key, const char *style, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* text may be NULL */
void sal_overlay_hex(struct sal_overlay *, sal_hex, const char *key, const char *text);
void sal_overlay_side(struct sal_overlay *, sal_hex, int dir, const char *key);
/* cut SAL_NOHEX: the line is open. */
void sal_overlay_line(struct sal_overlay *, sal_hex from, sal_hex to, const char *key, sal_hex cut,
                      int rule, const char *fmt, ...) __attribute__((format(printf, 7, 8)));
void sal_overlay_done(struct sal_overlay *); /* by the host */

/* The two overlays every game has. The game says for each hex what is true of it, for the side that
 * looks and for its enemy; title, keys and legend are the same in all games. */
typedef bool sal_hex_test(const struct sal_play *, int side, sal_hex);
/* `zone(p, side, hex)`: is the hex in a zone of the side's enemy? */
void sal_overlay_zones(struct sal_overlay *, const struct sal_play *, int side, const char *title,
                       sal_hex_test *zone);
/* `holds(p, side, hex)`: does the side control the hex? Neither may. */
void sal_overlay_control(struct sal_overlay *, const struct sal_play *, int side,
                         sal_hex_test *holds);

/* Printable records: open, card.., close. */
void sal_record_open(struct sal_json *, const char *id, const char *title);
void sal_record_card(struct sal_json *, const struct sal_book *, const struct sal_card *);
void sal_record_close(struct sal_json *);

/* doc_*.c: whole documents, for the host. */
void sal_card_json(struct sal_json *, const char *key, const struct sal_book *,
                   const struct sal_card *);
void sal_board_json(struct sal_json *, const char *key, const struct sal_book *);
void sal_view_json(struct sal_json *, const char *key, const struct sal_play *view, int viewer,
                   uint32_t seq);
/* [ncounters]: which of them that document would name */
void sal_view_names(const struct sal_play *view, int viewer, uint8_t *named);
/* `prompt` and `actions`; can_undo/can_undo_turn come from the host. */
void sal_prompt_json(struct sal_json *, const struct sal_play *view, int side,
                     struct sal_list *room, struct sal_prompt *prompt_room, bool can_undo,
                     bool can_undo_turn);
void sal_reach_json(struct sal_json *, const char *key, const struct sal_book *,
                    const struct sal_reach *);
/* `rolled`: the dice that belong to the event; only those are written that all who see the event
 * may see. */
void sal_event_json(struct sal_json *, const char *key, const struct sal_book *,
                    const struct sal_event *, const struct sal_card *card, uint32_t n,
                    const struct sal_rolled *rolled, uint32_t nrolled);
void sal_rolled_json(struct sal_json *, const char *key, const struct sal_book *,
                     const struct sal_rolled *);
void sal_on_json(struct sal_json *, const char *key, const struct sal_book *, int place_kind,
                 uint16_t where);

#endif
