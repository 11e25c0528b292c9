/* doc_board.c - the board as a document (contract 4): ground, names, pieces, tables. */
#include "doc.h"

#include <string.h>

void sal_hexes_json(struct sal_json *j, const char *key, const struct sal_board *b,
                    const sal_hex *h, int n) {
  sal_json_array(j, key);
  for (int i = 0; i < n; i++)
    sal_json_str(j, NULL, b->name[h[i]]);
  sal_json_end(j);
}

/* The terrain of a hex, hexside or path by id, one for every bit. */
void sal_terrain_json(struct sal_json *j, const char *key, const struct sal_terrain *rows, int n,
                      uint32_t bits) {
  sal_json_array(j, key);
  for (int i = 0; i < n; i++)
    if (bits >> i & 1)
      sal_json_str(j, NULL, rows[i].id);
  sal_json_end(j);
}

/* Hexes with their places, hexsides once each, paths as lines. */
static void board_ground(struct sal_json *j, const struct sal_book *b) {
  const struct sal_board *m = &b->board;

  sal_json_array(j, "hexes");
  for (int i = 0; i < m->nhexes; i++) {
    struct sal_point c = sal_hex_point(m, m->order[i]);
    sal_json_array(j, NULL);
    sal_json_str(j, NULL, m->name[m->order[i]]);
    sal_json_int(j, NULL, c.x);
    sal_json_int(j, NULL, c.y);
    sal_terrain_json(j, NULL, b->terrains.hex, b->terrains.nhex, m->terrain[m->order[i]]);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "sides");
  for (int i = 0; i < m->nhexes; i++)
    for (int d = 0; d < 6; d++) {
      sal_hex h = m->order[i];
      sal_hex g = sal_next(m, h, d);
      if (!g)
        continue;
      for (int k = 0; k < b->terrains.nside; k++) { /* once, from the owning hex */
        if (!(m->owns[h * 6 + d] >> k & 1))
          continue;
        sal_json_array(j, NULL);
        sal_json_str(j, NULL, m->name[h]);
        sal_json_str(j, NULL, m->name[g]);
        sal_terrain_json(j, NULL, b->terrains.side, b->terrains.nside, 1u << k);
        sal_json_end(j);
      }
    }
  sal_json_end(j);
  sal_json_array(j, "paths");
  for (int i = 0; i < m->npaths; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "kind", b->terrains.path[m->paths[i].kind].id);
    sal_hexes_json(j, "hexes", m, m->paths[i].hexes, m->paths[i].n);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* Rivers, labels and regions, and what the terrain is called. */
static void board_names(struct sal_json *j, const struct sal_book *b) {
  const struct sal_board *m = &b->board;

  sal_json_array(j, "rivers");
  for (int i = 0; i < m->nrivers; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "text", m->rivers[i].text);
    sal_json_array(j, "sides");
    for (int k = 0; k + 1 < m->rivers[i].n; k += 2)
      sal_hexes_json(j, NULL, m, m->rivers[i].hexes + k, 2);
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
    sal_hexes_json(j, "hexes", m, m->regions[i].hexes, m->regions[i].n);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "terrain");
  const struct {
    const struct sal_terrain *row;
    int n;
    const char *where;
  } lists[] = {{b->terrains.hex, b->terrains.nhex, "hex"},
               {b->terrains.side, b->terrains.nside, "side"},
               {b->terrains.path, b->terrains.npath, "path"}};
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

/* A counter with both of its faces, so that the page can draw it at any strength. */
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
    for (int i = 0; i < 4 && c->face[f].figure[i][0]; i++)
      sal_json_str(j, NULL, c->face[f].figure[i]);
    sal_json_end(j);
    sal_json_object(j, "corners");
    for (int i = 0; i < 4; i++)
      if (c->face[f].corner[i][0])
        sal_json_str(j, corner[i], c->face[f].corner[i]);
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_str(j, "source", c->source);
  sal_json_end(j);
}

/* Counters, marks, boxes, phases and overlays: the parts of the game's box. */
static void board_pieces(struct sal_json *j, const struct sal_book *b) {
  const struct sal_ruleset *r = b->rules;

  sal_json_array(j, "counters");
  for (int i = 0; i < b->ncounters; i++)
    counter_json(j, &b->counter[i]);
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
    int side = sal_phase_side(&r->phases[i]);
    if (side == SAL_NOSIDE)
      sal_json_null(j, "side");
    else
      sal_json_str(j, "side", sal_side_name[side]);
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_array(j, "overlays");
  for (int i = 0; i < r->noverlays; i++) {
    sal_json_object(j, NULL);
    sal_json_str(j, "name", r->overlays[i].name);
    sal_json_str(j, "title", r->overlays[i].title);
    sal_json_array(j, "args");
    for (int k = 0; k < 3 && r->overlays[i].args[k]; k++)
      sal_json_str(j, NULL, r->overlays[i].args[k]);
    sal_json_end(j);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* A printed table whole, for the page's reference sheet. */
static void table_json(struct sal_json *j, const struct sal_book *b, const struct sal_table *t) {
  sal_json_object(j, NULL);
  sal_json_str(j, "id", t->id);
  sal_json_str(j, "title", t->title);
  sal_json_str(j, "rule", rule_text(b, t->rule));
  sal_json_str(j, "source", t->source);
  sal_json_array(j, "rows");
  for (int i = 0; i < t->nrows; i++)
    sal_json_str(j, NULL, t->row[i]);
  sal_json_end(j);
  sal_json_array(j, "cols");
  for (int i = 0; i < t->ncols; i++)
    sal_json_str(j, NULL, t->col[i]);
  sal_json_end(j);
  sal_json_array(j, "cells");
  for (int r = 0; r < t->nrows; r++) {
    sal_json_array(j, NULL);
    for (int c = 0; c < t->ncols; c++)
      sal_json_str(j, NULL, sal_table_cell(t, r, c));
    sal_json_end(j);
  }
  sal_json_end(j);
  sal_json_end(j);
}

/* One of the words of a dotted id. */
static bool has_word(const char *id, const char *word) {
  size_t n = strlen(word);

  for (const char *at = strstr(id, word); at; at = strstr(at + 1, word)) {
    bool starts_word = at == id || at[-1] == '.';
    bool ends_word = !at[n] || at[n] == '.';
    if (starts_word && ends_word)
      return true;
  }

  return false;
}

/* Whose phase it is, by its id or title; SAL_NOSIDE when it belongs to both. */
int sal_phase_side(const struct sal_phase *phase) {
  for (int side = 0; side < SAL_SIDES; side++) {
    size_t n = strlen(sal_side_title[side]);
    bool titled = strncmp(phase->title, sal_side_title[side], n) == 0;
    if (has_word(phase->id, sal_side_name[side]) || titled)
      return side;
  }

  return SAL_NOSIDE;
}

/* What does not change during a game. The client asks for it once and keeps it by its hash. */
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
  for (int i = 0; i < b->ntables; i++)
    table_json(j, b, &b->table[i]);
  sal_json_end(j);
  sal_json_array(j, "orders");
  for (int i = 0; i < r->norders; i++) {
    const struct sal_order *o = &r->orders[i];
    sal_json_object(j, NULL);
    sal_json_str(j, "name", o->name);
    sal_json_str(j, "title", o->title);
    sal_json_array(j, "choices");
    for (int k = 0; o->choices[k]; k++)
      sal_json_str(j, NULL, o->choices[k]);
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
