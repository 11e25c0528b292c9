/* doc.c - the contract's documents: board, view, prompt with actions, reach, cards, events.
 *
 * The only place that spells field names. What the contract promises of a card (lines sum to the
 * total, steps lead to the column, chances to 1) is asserted here, for every ruleset at once.
 */
#include "prompt.h"
#include "ruleset.h"

#include <string.h>

static const char *rule_text(const struct sal_book *b, int rule) { return sal_rule_id(b, rule); }

void sal_on_json(struct sal_json *j, const char *key, const struct sal_book *b, int kind, uint16_t where) {
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

/* ---- cards ------------------------------------------------------------------------ */

static bool same_frac(struct sal_frac a, struct sal_frac b) { return (int64_t)a.num * b.den == (int64_t)b.num * a.den; }

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
      if (l->side != s) continue;
      sal_json_object(j, NULL);
      sal_json_str(j, "text", l->unknown ? "unknown" : l->text);
      if (l->unknown) sal_json_null(j, "value");
      else sal_json_frac(j, "value", l->value);
      sal_json_str(j, "rule", rule_text(b, l->rule));
      if (l->unit != SAL_NOUNIT) sal_json_str(j, "unit", b->counter[l->unit].id);
      sal_json_end(j);
      sum = sal_lowest(sum.num * l->value.den + l->value.num * sum.den, sum.den * l->value.den);
    }
    SAL_ASSERT(same_frac(sum, c->total[s]));
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
}

static void card_steps(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  sal_json_array(j, "steps");
  for (int i = 0; i < c->nsteps; i++) {
    const struct sal_card_step *s = &c->step[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "text", s->text);
    sal_json_str(j, "rule", rule_text(b, s->rule));
    if (s->has_shift) sal_json_int(j, "shift", s->shift);
    sal_json_str(j, "to", s->to);
    sal_json_end(j);
  }
  sal_json_end(j);
  SAL_ASSERT(!c->nsteps || sal_eq(c->step[c->nsteps - 1].to, c->column));
  sal_json_str(j, "column", c->column);
}

/* Sum of chances and of chance x loss, exactly: over the product of all denominators would overflow, so
 * outcomes share a denominator by least common multiple. */
static uint64_t common_den(const struct sal_card *c) {
  uint64_t den = 1;
  for (int i = 0; i < c->noutcomes; i++) {
    uint64_t d = c->outcome[i].chance.den, x = den, y = d;
    while (y) {
      uint64_t t = x % y;
      x = y;
      y = t;
    }
    den = den / x * d;
  }
  return den;
}

static void card_outcomes(struct sal_json *j, const struct sal_card *c) {
  uint64_t den = common_den(c), sum = 0;
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
      if (o->loss[s]) sal_json_int(j, sal_side_name[s], o->loss[s]);
      expect[s] += (int64_t)part * o->loss[s];
    }
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  SAL_ASSERT(!c->noutcomes || sum == den);
  sal_json_object(j, "expect");
  for (int s = 0; s < SAL_SIDES; s++)
    if (expect[s] > 0) sal_json_chance(j, sal_side_name[s], sal_chance_of((uint64_t)expect[s], den));
  sal_json_end(j);
}

static void card_hints(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) {
  for (int answer = 0; answer < 2; answer++) {
    bool any = false;
    for (int i = 0; i < c->nhints; i++) {
      const struct sal_card_hint *h = &c->hint[i];
      if (h->answer != (answer == 1)) continue;
      if (!any) sal_json_array(j, answer ? "answer" : "more");
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
    if (any) sal_json_end(j);
  }
}

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

/* A table card: lines are its rows, cells parted by '|' in the text; card->text holds the heading likewise. */
static void cells(struct sal_json *j, const char *key, const char *text) {
  sal_json_array(j, key);
  for (const char *p = text;;) {
    size_t n = strcspn(p, "|");
    sal_json_fmt(j, NULL, "%.*s", (int)n, p);
    if (!p[n]) break;
    p += n + 1;
  }
  sal_json_end(j);
}

void sal_card_json(struct sal_json *j, const char *key, const struct sal_book *b, const struct sal_card *c) {
  static const char *const kinds[] = {"none", "odds", "ledger", "table", "text"};
  sal_json_object(j, key);
  sal_json_str(j, "kind", kinds[c->kind]);
  sal_json_str(j, "title", c->title);
  sal_json_str(j, "rule", rule_text(b, c->rule));
  switch (c->kind) {
  case SAL_CARD_ODDS:
    if (c->table[0]) sal_json_str(j, "table", c->table);
    else sal_json_null(j, "table");
    card_sides(j, b, c);
    card_steps(j, b, c);
    card_outcomes(j, c);
    card_hints(j, b, c);
    if (c->rolled < 0) sal_json_null(j, "rolled");
    else sal_json_int(j, "rolled", c->rolled);
    break;
  case SAL_CARD_LEDGER: card_ledger(j, b, c); break;
  case SAL_CARD_TABLE:
    cells(j, "cols", c->text);
    sal_json_array(j, "rows");
    for (int i = 0; i < c->nlines; i++) cells(j, NULL, c->line[i].text);
    sal_json_end(j);
    break;
  default: sal_json_str(j, "text", c->text); break;
  }
  sal_json_end(j);
}

/* ---- board ------------------------------------------------------------------------ */

static void hexes_json(struct sal_json *j, const char *key, const struct sal_board *b, const sal_hex *h, int n) {
  sal_json_array(j, key);
  for (int i = 0; i < n; i++) sal_json_str(j, NULL, b->name[h[i]]);
  sal_json_end(j);
}

static void terrain_words(struct sal_json *j, const char *key, const struct sal_terrain *rows, int n, uint32_t bits) {
  sal_json_array(j, key);
  for (int i = 0; i < n; i++)
    if (bits >> i & 1) sal_json_str(j, NULL, rows[i].id);
  sal_json_end(j);
}

static void board_ground(struct sal_json *j, const struct sal_book *b) {
  const struct sal_board *m = &b->board;
  sal_json_array(j, "hexes");
  for (int i = 0; i < m->nhexes; i++) {
    struct sal_point c = sal_hex_point(m, m->order[i]);
    sal_json_array(j, NULL);
    sal_json_str(j, NULL, m->name[m->order[i]]);
    sal_json_int(j, NULL, c.x);
    sal_json_int(j, NULL, c.y);
    terrain_words(j, NULL, b->terrains.hex, b->terrains.nhex, m->terrain[m->order[i]]);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "sides");
  for (int i = 0; i < m->nhexes; i++)
    for (int d = 0; d < 6; d++) {
      sal_hex h = m->order[i], g = sal_next(m, h, d);
      if (!g) continue;
      for (int k = 0; k < b->terrains.nside; k++) { /* once, from the owning hex */
        if (!(m->owns[h * 6 + d] >> k & 1)) continue;
        sal_json_array(j, NULL);
        sal_json_str(j, NULL, m->name[h]);
        sal_json_str(j, NULL, m->name[g]);
        terrain_words(j, NULL, b->terrains.side, b->terrains.nside, 1u << k);
        sal_json_end(j);
      }
    }
  sal_json_end(j);
  sal_json_array(j, "paths");
  for (int i = 0; i < m->npaths; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "kind", b->terrains.path[m->paths[i].kind].id);
    hexes_json(j, "hexes", m, m->paths[i].hexes, m->paths[i].n);
    sal_json_end(j);
  }
  sal_json_end(j);
}

static void board_names(struct sal_json *j, const struct sal_book *b) {
  const struct sal_board *m = &b->board;
  sal_json_array(j, "rivers");
  for (int i = 0; i < m->nrivers; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "text", m->rivers[i].text);
    sal_json_array(j, "sides");
    for (int k = 0; k + 1 < m->rivers[i].n; k += 2) hexes_json(j, NULL, m, m->rivers[i].hexes + k, 2);
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "labels");
  for (int i = 0; i < m->nlabels; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "text", m->labels[i].text);
    sal_json_str(j, "hex", m->name[m->labels[i].hex]);
    sal_json_int(j, "rank", m->labels[i].rank);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "regions");
  for (int i = 0; i < m->nregions; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", m->regions[i].id);
    hexes_json(j, "hexes", m, m->regions[i].hexes, m->regions[i].n);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "terrain");
  const struct { const struct sal_terrain *row; int n; const char *where; } lists[] = {
      {b->terrains.hex, b->terrains.nhex, "hex"}, {b->terrains.side, b->terrains.nside, "side"}, {b->terrains.path, b->terrains.npath, "path"}};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < lists[k].n; i++) {
      const struct sal_terrain *t = &lists[k].row[i];
      sal_json_object(j, NULL);
      sal_json_str(j, "id", t->id);
      sal_json_str(j, "where", lists[k].where);
      sal_json_str(j, "title", t->title);
      sal_json_str(j, "paint", t->paint);
      sal_json_str(j, "rule", rule_text(b, t->rule));
      sal_json_end(j);
    }
  sal_json_end(j);
}

static void counter_json(struct sal_json *j, const struct sal_counter *c) {
  static const char *const corner[] = {"nw", "ne", "sw", "se"};
  sal_json_object(j, NULL);
  sal_json_str(j, "id", c->id);
  sal_json_str(j, "side", sal_side_name[c->side]);
  sal_json_str(j, "name", c->name);
  sal_json_str(j, "formation", c->formation);
  sal_json_str(j, "label", c->label);
  sal_json_str(j, "kind", c->kind);
  sal_json_str(j, "size", c->size);
  sal_json_str(j, "symbol", c->symbol);
  sal_json_str(j, "style", c->style);
  sal_json_array(j, "faces");
  for (int f = 0; f < c->nfaces; f++) {
    sal_json_object(j, NULL);
    sal_json_int(j, "steps", c->face[f].steps);
    sal_json_array(j, "figures");
    for (int i = 0; i < 4 && c->face[f].figure[i][0]; i++) sal_json_str(j, NULL, c->face[f].figure[i]);
    sal_json_end(j);
    sal_json_object(j, "corners");
    for (int i = 0; i < 4; i++)
      if (c->face[f].corner[i][0]) sal_json_str(j, corner[i], c->face[f].corner[i]);
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_str(j, "source", c->source);
  sal_json_end(j);
}

static void board_pieces(struct sal_json *j, const struct sal_book *b) {
  const struct sal_ruleset *r = b->rules;
  sal_json_array(j, "counters");
  for (int i = 0; i < b->ncounters; i++) counter_json(j, &b->counter[i]);
  sal_json_end(j);
  sal_json_array(j, "marks");
  for (int i = 0; i < r->nmarks; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", r->marks[i].id);
    sal_json_str(j, "badge", r->marks[i].badge);
    sal_json_str(j, "shape", r->marks[i].shape);
    sal_json_str(j, "title", r->marks[i].title);
    sal_json_str(j, "rule", rule_text(b, r->marks[i].rule));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "boxes");
  for (int i = 0; i < b->nboxes; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", b->box[i].id);
    sal_json_str(j, "title", b->box[i].title);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "phases");
  for (int i = 0; i < r->nphases; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "id", r->phases[i].id);
    sal_json_str(j, "title", r->phases[i].title);
    sal_json_str(j, "rule", rule_text(b, r->phases[i].rule));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "overlays");
  for (int i = 0; i < r->noverlays; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "name", r->overlays[i].name);
    sal_json_str(j, "title", r->overlays[i].title);
    sal_json_array(j, "args");
    for (int k = 0; k < 3 && r->overlays[i].args[k]; k++) sal_json_str(j, NULL, r->overlays[i].args[k]);
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
}

static void table_json(struct sal_json *j, const struct sal_book *b, const struct sal_table *t) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", t->id);
  sal_json_str(j, "title", t->title);
  sal_json_str(j, "rule", rule_text(b, t->rule));
  sal_json_str(j, "source", t->source);
  sal_json_array(j, "rows");
  for (int i = 0; i < t->nrows; i++) sal_json_str(j, NULL, t->row[i]);
  sal_json_end(j);
  sal_json_array(j, "cols");
  for (int i = 0; i < t->ncols; i++) sal_json_str(j, NULL, t->col[i]);
  sal_json_end(j);
  sal_json_array(j, "cells");
  for (int r = 0; r < t->nrows; r++) {
    sal_json_array(j, NULL);
    for (int c = 0; c < t->ncols; c++) sal_json_str(j, NULL, sal_table_cell(t, r, c));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

void sal_board_json(struct sal_json *j, const char *key, const struct sal_book *b) {
  const struct sal_ruleset *r = b->rules;
  sal_json_object(j, key);
  sal_json_int(j, "v", 1);
  sal_json_hash(j, "hash", b->data_hash);
  sal_json_str(j, "layout", b->board.pointy ? "pointy" : "flat");
  sal_json_str(j, "source", b->board.source ? b->board.source : "");
  board_ground(j, b);
  board_names(j, b);
  board_pieces(j, b);
  sal_json_array(j, "tables");
  for (int i = 0; i < b->ntables; i++) table_json(j, b, &b->table[i]);
  sal_json_end(j);
  sal_json_array(j, "orders");
  for (int i = 0; i < r->norders; i++) {
    const struct sal_order *o = &r->orders[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "name", o->name);
    sal_json_str(j, "title", o->title);
    sal_json_array(j, "choices");
    for (int k = 0; o->choices[k]; k++) sal_json_str(j, NULL, o->choices[k]);
    sal_json_end(j);
    if (o->max) {
      sal_json_array(j, "n");
      sal_json_int(j, NULL, o->min);
      sal_json_int(j, NULL, o->max);
      sal_json_end(j);
    }
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

/* ---- view -------------------------------------------------------------------------- */

/* Sections in the contract's order; each is an array or an object, opened when its turn comes. */
static const struct {
  const char *name;
  bool array;
} view_section[] = {{"vars", false}, {"scores", false}, {"units", true}, {"marks", true}, {"terrain", true}, {"control", true}, {"boxes", true}};
enum { S_VARS, S_SCORES, S_UNITS, S_MARKS, S_TERRAIN, S_CONTROL, S_BOXES, S_DONE };

static void section(struct sal_show *s, int want) { /* closes and opens (empty) ones up to `want` */
  SAL_ASSERT(want >= s->section);
  while (s->section < want) {
    sal_json_end(s->j);
    s->section++;
    if (s->section == S_DONE) return;
    if (view_section[s->section].array) sal_json_array(s->j, view_section[s->section].name);
    else sal_json_object(s->j, view_section[s->section].name);
  }
}

void sal_show_var(struct sal_show *s, const char *name, int value) { section(s, S_VARS), sal_json_int(s->j, name, value); }
void sal_show_var_text(struct sal_show *s, const char *name, const char *value) { section(s, S_VARS), sal_json_str(s->j, name, value); }
void sal_show_score(struct sal_show *s, int side, struct sal_frac v) { section(s, S_SCORES), sal_json_frac(s->j, sal_side_name[side], v); }

void sal_show_unit(struct sal_show *s, const struct sal_shown_unit *u) {
  struct sal_json *j = s->j;
  section(s, S_UNITS);
  sal_json_object(j, NULL);
  if (u->unit != SAL_NOUNIT) {
    sal_json_str(j, "id", s->book->counter[u->unit].id);
  } else {
    sal_json_fmt(j, "id", "?%d", ++s->unknown);
    sal_json_str(j, "side", sal_side_name[u->side]);
  }
  if (u->counter) sal_json_str(j, "counter", u->counter);
  if (u->hex) sal_json_str(j, "at", s->book->board.name[u->hex]);
  else sal_json_str(j, "at", s->book->box[u->box].id);
  if (u->unit == SAL_NOUNIT) {
    if (u->count >= 0) sal_json_int(j, "count", u->count);
    else sal_json_null(j, "count");
  }
  if (u->steps >= 0) sal_json_int(j, "steps", u->steps);
  sal_json_array(j, "marks");
  for (int i = 0; i < u->nmarks; i++) {
    const char *id = s->book->rules->marks[u->mark[i]].id;
    if (u->level[i] >= 0) sal_json_fmt(j, NULL, "%s:%d", id, u->level[i]);
    else sal_json_str(j, NULL, id);
  }
  sal_json_end(j);
  if (u->mp >= 0) {
    sal_json_array(j, "mp");
    sal_json_frac(j, NULL, (struct sal_frac){u->mp, s->book->mp_den});
    sal_json_frac(j, NULL, (struct sal_frac){u->mp_of, s->book->mp_den});
    sal_json_end(j);
  }
  if (u->facing >= 0) sal_json_int(j, "facing", u->facing);
  sal_json_end(j);
}

void sal_show_mark(struct sal_show *s, sal_hex h, const char *mark, int side) {
  section(s, S_MARKS);
  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "hex", s->book->board.name[h]);
  sal_json_str(s->j, "mark", mark);
  if (side < SAL_SIDES) sal_json_str(s->j, "side", sal_side_name[side]);
  sal_json_end(s->j);
}

void sal_show_terrain_hex(struct sal_show *s, sal_hex h, uint32_t bits) {
  section(s, S_TERRAIN);
  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "hex", s->book->board.name[h]);
  terrain_words(s->j, "set", s->book->terrains.hex, s->book->terrains.nhex, bits);
  sal_json_end(s->j);
}

void sal_show_terrain_side(struct sal_show *s, sal_hex h, int dir, uint16_t bits) {
  const struct sal_board *b = &s->book->board;
  section(s, S_TERRAIN);
  sal_json_object(s->j, NULL);
  sal_json_array(s->j, "side");
  sal_json_str(s->j, NULL, b->name[h]);
  sal_json_str(s->j, NULL, b->name[h + b->step[dir]]);
  sal_json_end(s->j);
  terrain_words(s->j, "set", s->book->terrains.side, s->book->terrains.nside, bits);
  sal_json_end(s->j);
}

void sal_show_control(struct sal_show *s, int side, const uint8_t *controls) {
  const struct sal_board *b = &s->book->board;
  section(s, S_CONTROL);
  sal_json_array(s->j, NULL);
  sal_json_str(s->j, NULL, sal_side_name[side]);
  sal_json_array(s->j, NULL);
  for (int i = 0; i < b->nhexes; i++)
    if (controls[b->order[i]]) sal_json_str(s->j, NULL, b->name[b->order[i]]);
  sal_json_end(s->j);
  sal_json_end(s->j);
}

void sal_show_box(struct sal_show *s, int box, int count) {
  section(s, S_BOXES);
  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "id", s->book->box[box].id);
  if (count >= 0) sal_json_int(s->j, "count", count);
  else sal_json_null(s->j, "count");
  sal_json_end(s->j);
}

static void to_move_json(struct sal_json *j, const struct sal_play *p) {
  uint32_t who = sal_actors(p);
  sal_json_array(j, "to_move");
  for (int s = 0; s < SAL_SIDES; s++)
    if (who >> s & 1) sal_json_str(j, NULL, sal_side_name[s]);
  sal_json_end(j);
}

void sal_view_json(struct sal_json *j, const char *key, const struct sal_play *view, int viewer, uint32_t seq) {
  const struct sal_book *b = view->book;
  char date[48] = "";
  struct sal_text t = {date, sizeof date, 0};
  if (b->rules->date) b->rules->date(b, view->state, &t);
  sal_json_object(j, key);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_str(j, "scenario", b->scenarios[b->scenario].id);
  sal_json_str(j, "side", sal_side_name[viewer]);
  sal_json_int(j, "seq", seq);
  sal_json_object(j, "turn");
  sal_json_int(j, "n", view->state->turn);
  sal_json_int(j, "of", b->scenarios[b->scenario].turns);
  sal_json_str(j, "date", date);
  sal_json_end(j);
  sal_json_str(j, "phase", b->rules->phases[view->state->phase].id);
  to_move_json(j, view);
  sal_json_bool(j, "over", view->state->over);
  sal_json_object(j, "vars");
  struct sal_show show = {.j = j, .book = b};
  b->rules->show(view, viewer, &show);
  section(&show, S_DONE);
  sal_json_end(j);
}

/* ---- prompt and actions -------------------------------------------------------------- */

void sal_prompt_say(struct sal_prompt *p, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(p->text, sizeof p->text, fmt, ap);
  va_end(ap);
}

void sal_prompt_owe(struct sal_prompt *p, int rule, int on, int where, const char *fmt, ...) {
  if (p->nowed == SAL_OWED) return; /* the first two dozen are enough to work on */
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

static void offer_on(struct sal_json *j, const struct sal_book *b, struct sal_action a, const struct sal_offer *o) {
  static const uint8_t place[] = {[SAL_ARG_UNIT] = SAL_AT_UNIT, [SAL_ARG_HEX] = SAL_AT_HEX, [SAL_ARG_SIDE] = SAL_AT_SIDE, [SAL_ARG_BOX] = SAL_AT_BOX};
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

static void action_json(struct sal_json *j, const struct sal_play *view, int side, struct sal_action a, const char *id) {
  struct sal_offer o;
  sal_offer_fill(view->book, a, &o);
  if (view->book->rules->offer) view->book->rules->offer(view, side, a, &o);
  sal_json_object(j, NULL);
  sal_json_str(j, "id", id);
  sal_json_str(j, "label", o.label);
  sal_json_str(j, "rule", rule_text(view->book, o.rule));
  offer_on(j, view->book, a, &o);
  if (o.key) sal_json_str(j, "key", o.key);
  if (o.confirm[0]) sal_json_str(j, "confirm", o.confirm);
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
  char x[160], y[160];
  for (uint32_t gap = l->n / 2; gap; gap /= 2)
    for (uint32_t i = gap; i < l->n; i++) {
      struct sal_action a = l->a[i];
      sal_action_print(b, a, x, sizeof x);
      uint32_t k = i;
      for (; k >= gap; k -= gap) {
        sal_action_print(b, l->a[k - gap], y, sizeof y);
        if (strcmp(y, x) <= 0) break;
        l->a[k] = l->a[k - gap];
      }
      l->a[k] = a;
    }
}

static void awaited(const struct sal_play *view, struct sal_prompt *p) {
  uint32_t who = sal_actors(view);
  if (!who) sal_prompt_say(p, "The game is over.");
  else if (who == SAL_BOTH) sal_prompt_say(p, "Both sides are deciding.");
  else sal_prompt_say(p, "Waiting for the %s side.", who & SAL_BIT(SAL_GERMAN) ? "German" : "Soviet");
}

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

void sal_prompt_json(struct sal_json *j, const struct sal_play *view, int side, struct sal_list *l, struct sal_prompt *p,
                     bool can_undo, bool can_undo_turn) {
  const struct sal_book *b = view->book;
  bool mine = side < SAL_SIDES && (sal_actors(view) >> side & 1);
  const struct sal_node *n = view->state->over ? NULL : sal_node_of(view);
  p->nselected = p->nowed = p->ncards = 0;
  p->rule = n ? n->rule : 0;
  p->text[0] = 0;
  sal_json_object(j, "prompt");
  sal_json_int(j, "v", 1);
  sal_json_array(j, "forms"); /* first, because the node writes them while it is asked */
  p->forms = j;
  if (mine) n->prompt(view, side, p);
  else awaited(view, p);
  sal_json_end(j);
  sal_json_str(j, "node", n ? n->id : "over");
  sal_json_str(j, "side", mine ? sal_side_name[side] : sal_actors(view) == SAL_BIT(SAL_SOVIET) ? "soviet" : "german");
  sal_json_str(j, "rule", rule_text(b, p->rule));
  sal_json_str(j, "text", p->text);
  sal_json_array(j, "selected");
  for (int i = 0; i < p->nselected; i++) sal_json_str(j, NULL, b->counter[p->selected[i]].id);
  sal_json_end(j);
  owed_json(j, b, p);
  sal_json_array(j, "cards");
  for (int i = 0; i < p->ncards; i++) sal_card_json(j, NULL, b, &p->card[i]);
  sal_json_end(j);
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

/* ---- forms, reach, overlays, records, events ------------------------------------------- */

/* A form is {"title","rule","cols","rows":[{"cells","do","rule"}],"totals"}: the helpers keep track by depth. */
void sal_form_open(struct sal_json *j, const char *title, const char *rule, const char *const *cols) {
  if (!j) return;
  sal_json_object(j, NULL);
  sal_json_str(j, "title", title);
  sal_json_str(j, "rule", rule);
  sal_json_array(j, "cols");
  for (int i = 0; cols[i]; i++) sal_json_str(j, NULL, cols[i]);
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

void sal_form_row(struct sal_json *j, const char *rule) {
  if (!j) return;
  leave_row(j);
  SAL_ASSERT(j->form == SAL_FORM_ROWS);
  sal_json_object(j, NULL);
  sal_json_str(j, "rule", rule);
  sal_json_array(j, "cells");
  j->form = SAL_FORM_CELLS;
}

void sal_form_cell(struct sal_json *j, const char *fmt, ...) {
  if (!j) return;
  SAL_ASSERT(j->form == SAL_FORM_CELLS);
  char text[160];
  va_list ap;
  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  sal_json_str(j, NULL, text);
}

void sal_form_do(struct sal_json *j, const struct sal_book *b, const char *label, struct sal_action a, const struct sal_refusal *why) {
  if (!j) return;
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

static void form_totals(struct sal_json *j) {
  leave_row(j);
  if (j->form == SAL_FORM_ROWS) {
    sal_json_end(j);
    sal_json_array(j, "totals");
    j->form = SAL_FORM_TOTALS;
  }
}

void sal_form_total(struct sal_json *j, const char *label, struct sal_frac v, const char *rule) {
  if (!j) return;
  form_totals(j);
  sal_json_object(j, NULL);
  sal_json_str(j, "label", label);
  sal_json_frac(j, "value", v);
  sal_json_str(j, "rule", rule);
  sal_json_end(j);
}

void sal_form_close(struct sal_json *j) {
  if (!j) return;
  form_totals(j);
  sal_json_end(j);
  sal_json_end(j);
  j->form = SAL_FORM_NONE;
}

static void texts_json(struct sal_json *j, const char *key, const struct sal_book *b, const struct sal_action *a, int n) {
  char text[160];
  sal_json_array(j, key);
  for (int i = 0; i < n; i++) {
    sal_action_print(b, a[i], text, sizeof text);
    sal_json_str(j, NULL, text);
  }
  sal_json_end(j);
}

void sal_reach_json(struct sal_json *j, const char *key, const struct sal_book *b, const struct sal_reach *r) {
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
    if (h->from) sal_json_str(j, "from", b->board.name[h->from]);
    else sal_json_null(j, "from");
    sal_json_frac(j, "cost", (struct sal_frac){h->cost, b->mp_den});
    sal_json_frac(j, "left", (struct sal_frac){h->left, b->mp_den});
    if (h->act.verb != 0xffff && h->from) {
      sal_action_print(b, h->act, text, sizeof text);
      sal_json_str(j, "do", text);
    }
    sal_json_bool(j, "stop", h->stop);
    if (h->must) sal_json_bool(j, "must", true);
    sal_json_str(j, "rule", rule_text(b, h->rule));
    if (h->risk[0]) sal_json_str(j, "risk", h->risk);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

enum { O_TITLE, O_LEGEND, O_HEXES, O_SIDES, O_LINES, O_DONE };
static void overlay_section(struct sal_overlay *o, int want) {
  static const char *const name[] = {"", "legend", "hexes", "sides", "lines"};
  SAL_ASSERT(want >= o->section);
  while (o->section < want) {
    if (o->section > O_TITLE) sal_json_end(o->j);
    o->section++;
    if (o->section < O_DONE) sal_json_array(o->j, name[o->section]);
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
void sal_overlay_key(struct sal_overlay *o, const char *key, const char *style, const char *fmt, ...) {
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
  if (text) sal_json_str(o->j, NULL, text);
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
void sal_overlay_line(struct sal_overlay *o, sal_hex from, sal_hex to, const char *key, sal_hex cut, int rule, const char *fmt, ...) {
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
  if (cut) sal_json_str(o->j, "cut", o->book->board.name[cut]);
  else sal_json_null(o->j, "cut");
  sal_json_str(o->j, "text", text);
  sal_json_str(o->j, "rule", rule_text(o->book, rule));
  sal_json_end(o->j);
}
void sal_overlay_done(struct sal_overlay *o) { overlay_section(o, O_DONE); }

void sal_record_open(struct sal_json *j, const char *id, const char *title) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", id);
  sal_json_str(j, "title", title);
  sal_json_array(j, "blocks");
}
void sal_record_card(struct sal_json *j, const struct sal_book *b, const struct sal_card *c) { sal_card_json(j, NULL, b, c); }
void sal_record_close(struct sal_json *j) {
  sal_json_end(j);
  sal_json_end(j);
}

void sal_event_json(struct sal_json *j, const char *key, const struct sal_book *b, const struct sal_event *e, const struct sal_card *card, uint32_t n) {
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
    if (e->at[i]) sal_json_str(j, NULL, b->board.name[e->at[i]]);
  sal_json_end(j);
  sal_json_array(j, "units");
  for (int i = 0; i < 2; i++)
    if (e->unit[i] != SAL_NOUNIT) sal_json_str(j, NULL, b->counter[e->unit[i]].id);
  sal_json_end(j);
  if (card) sal_card_json(j, "card", b, card);
  sal_json_end(j);
}

void sal_rolled_json(struct sal_json *j, const char *key, const struct sal_book *b, const struct sal_rolled *r) {
  sal_json_object(j, key);
  sal_json_int(j, "d", r->faces ? r->faces : r->items);
  if (r->faces) sal_json_int(j, "v", r->value);
  else sal_json_fmt(j, "v", "=%s", r->name);
  sal_json_str(j, "rule", rule_text(b, r->rule));
  if (r->unit != SAL_NOUNIT) sal_json_str(j, "for", b->counter[r->unit].id);
  sal_json_end(j);
}
