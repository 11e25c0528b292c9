/* doc_ask.c - answers to questions: reach, overlays, records; and events and dice (contract 3 and
 * 6). */
#include "doc.h"

/* Actions as texts, which the client sends back as they are. */
static void texts_json(struct sal_json *j, const char *key, const struct sal_book *b,
                       const struct sal_action *a, int n) {
  char text[160];

  sal_json_array(j, key);
  for (int i = 0; i < n; i++) {
    sal_action_print(b, a[i], text, sizeof text);
    sal_json_str(j, NULL, text);
  }
  sal_json_end(j);
}

/* The reach of a unit: every hex with its cost, the way to it and what waits there. */
void sal_reach_json(struct sal_json *j, const char *key, const struct sal_book *b,
                    const struct sal_reach *r) {
  char text[160];

  sal_json_object(j, key);
  sal_json_str(j, "unit", b->counter[r->unit].id);
  texts_json(j, "begin", b, r->begin, r->nbegin);
  texts_json(j, "end", b, r->end, r->nend);
  sal_json_array(j, "hexes");
  for (int i = 0; i < r->n; i++) {
    const struct sal_reach_hex *h = &r->hex[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "hex", b->board.name[h->hex]);
    if (h->from)
      sal_json_str(j, "from", b->board.name[h->from]);
    else
      sal_json_null(j, "from");
    sal_json_frac(j, "cost", (struct sal_frac){h->cost, b->mp_den});
    sal_json_frac(j, "left", (struct sal_frac){h->left, b->mp_den});
    if (h->act.verb != 0xffff && h->from) {
      sal_action_print(b, h->act, text, sizeof text);
      sal_json_str(j, "do", text);
    }
    sal_json_bool(j, "stop", h->stop);
    if (h->must)
      sal_json_bool(j, "must", true);
    sal_json_str(j, "rule", rule_text(b, h->rule));
    if (h->risk[0])
      sal_json_str(j, "risk", h->risk);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

enum { O_TITLE, O_LEGEND, O_HEXES, O_SIDES, O_LINES, O_DONE };

/* Sections come in the contract's order; asking for a later one closes those before it. */
static void overlay_section(struct sal_overlay *o, int want) {
  static const char *const name[] = {"", "legend", "hexes", "sides", "lines"};

  SAL_ASSERT(want >= o->section);
  while (o->section < want) {
    if (o->section > O_TITLE)
      sal_json_end(o->j);
    o->section++;
    if (o->section < O_DONE)
      sal_json_array(o->j, name[o->section]);
  }
}

void sal_overlay_title(struct sal_overlay *o, const char *fmt, ...) {
  char text[160];
  va_list ap;

  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  sal_json_str(o->j, "title", text);
}

void sal_overlay_key(struct sal_overlay *o, const char *key, const char *style, const char *fmt,
                     ...) {
  char text[120];
  va_list ap;

  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  overlay_section(o, O_LEGEND);
  sal_json_object(o->j, NULL);
  sal_json_str(o->j, "key", key);
  sal_json_str(o->j, "text", text);
  sal_json_str(o->j, "style", style);
  sal_json_end(o->j);
}

void sal_overlay_hex(struct sal_overlay *o, sal_hex h, const char *key, const char *text) {
  overlay_section(o, O_HEXES);
  sal_json_array(o->j, NULL);
  sal_json_str(o->j, NULL, o->book->board.name[h]);
  sal_json_str(o->j, NULL, key);
  if (text)
    sal_json_str(o->j, NULL, text);
  sal_json_end(o->j);
}

void sal_overlay_side(struct sal_overlay *o, sal_hex h, int dir, const char *key) {
  overlay_section(o, O_SIDES);
  sal_json_array(o->j, NULL);
  sal_json_str(o->j, NULL, o->book->board.name[h]);
  sal_json_str(o->j, NULL, o->book->board.name[h + o->book->board.step[dir]]);
  sal_json_str(o->j, NULL, key);
  sal_json_end(o->j);
}

void sal_overlay_line(struct sal_overlay *o, sal_hex from, sal_hex to, const char *key, sal_hex cut,
                      int rule, const char *fmt, ...) {
  char text[160];
  va_list ap;

  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  overlay_section(o, O_LINES);
  sal_json_object(o->j, NULL);
  sal_json_str(o->j, "from", o->book->board.name[from]);
  sal_json_str(o->j, "to", o->book->board.name[to]);
  sal_json_str(o->j, "key", key);
  if (cut)
    sal_json_str(o->j, "cut", o->book->board.name[cut]);
  else
    sal_json_null(o->j, "cut");
  sal_json_str(o->j, "text", text);
  sal_json_str(o->j, "rule", rule_text(o->book, rule));
  sal_json_end(o->j);
}

void sal_overlay_done(struct sal_overlay *o) {
  overlay_section(o, O_DONE);
}

/* Each side's zones over the map: where the enemy would have to stop. */
void sal_overlay_zones(struct sal_overlay *o, const struct sal_play *p, int side, const char *title,
                       sal_hex_test *zone) {
  const struct sal_board *b = &p->book->board;

  sal_overlay_title(o, "%s", title);
  sal_overlay_key(o, "e", "enemy", "enemy zone");
  sal_overlay_key(o, "o", "own", "own zone");
  sal_overlay_key(o, "b", "warn", "both");
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    bool enemy = zone(p, side, h);
    bool own = zone(p, sal_enemy(side), h);
    if (enemy && own)
      sal_overlay_hex(o, h, "b", NULL);
    else if (enemy)
      sal_overlay_hex(o, h, "e", NULL);
    else if (own)
      sal_overlay_hex(o, h, "o", NULL);
  }
}

/* Who holds which hex, as the viewer may know it. */
void sal_overlay_control(struct sal_overlay *o, const struct sal_play *p, int side,
                         sal_hex_test *holds) {
  const struct sal_board *b = &p->book->board;

  sal_overlay_title(o, "Control");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (holds(p, side, h))
      sal_overlay_hex(o, h, "o", NULL);
    else if (holds(p, sal_enemy(side), h))
      sal_overlay_hex(o, h, "e", NULL);
  }
}

void sal_record_open(struct sal_json *j, const char *id, const char *title) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", id);
  sal_json_str(j, "title", title);
  sal_json_array(j, "blocks");
}

void sal_record_card(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  sal_card_json(j, NULL, b, c);
}

void sal_record_close(struct sal_json *j) {
  sal_json_end(j);
  sal_json_end(j);
}

/* An event's own dice; absent if there were none, or if a side that hears of the event may not see
 * them. */
static void event_dice(struct sal_json *j, const struct sal_book *b, const struct sal_event *e,
                       const struct sal_rolled *rolled, uint32_t nrolled) {
  bool open = false;

  for (uint32_t i = 0; i < nrolled; i++) {
    if ((rolled[i].seen & e->seen) != e->seen)
      continue;
    if (!open)
      sal_json_array(j, "dice");
    open = true;
    sal_rolled_json(j, NULL, b, &rolled[i]);
  }
  if (open)
    sal_json_end(j);
}

/* An event in words, with the hexes and units it is about, so that the page can show it there. */
void sal_event_json(struct sal_json *j, const char *key, const struct sal_book *b,
                    const struct sal_event *e, const struct sal_card *card, uint32_t n,
                    const struct sal_rolled *rolled, uint32_t nrolled) {
  char text[400];
  struct sal_text t = {text, sizeof text, 0};

  text[0] = 0;
  sal_event_words(b, e, &t);
  sal_json_object(j, key);
  sal_json_int(j, "n", n);
  sal_json_str(j, "kind", b->rules->events[e->kind].id);
  sal_json_str(j, "rule", rule_text(b, e->rule));
  sal_json_str(j, "text", text);
  sal_json_array(j, "at");
  for (int i = 0; i < 2; i++)
    if (e->at[i])
      sal_json_str(j, NULL, b->board.name[e->at[i]]);
  sal_json_end(j);
  sal_json_array(j, "units");
  for (int i = 0; i < 2; i++)
    if (e->unit[i] != SAL_NOUNIT)
      sal_json_str(j, NULL, b->counter[e->unit[i]].id);
  sal_json_end(j);
  if (card)
    sal_card_json(j, "card", b, card);
  sal_json_int(j, "turn", e->turn);
  sal_json_str(j, "phase", b->rules->phases[e->phase].id);
  event_dice(j, b, e, rolled, nrolled);
  sal_json_end(j);
}

/* A die or a drawn item; an item is written with "=" as in a script. */
void sal_rolled_json(struct sal_json *j, const char *key, const struct sal_book *b,
                     const struct sal_rolled *r) {
  sal_json_object(j, key);
  sal_json_int(j, "d", r->faces ? r->faces : r->items);
  if (r->faces)
    sal_json_int(j, "v", r->value);
  else
    sal_json_fmt(j, "v", "=%s", r->name);
  sal_json_str(j, "rule", rule_text(b, r->rule));
  if (r->unit != SAL_NOUNIT)
    sal_json_str(j, "for", b->counter[r->unit].id);
  sal_json_end(j);
}
