/* doc_view.c - a side's view as a document (contract 4), section by section in the contract's
 * order. */
#include "doc.h"

#include <string.h>

/* Sections in the contract's order; each is an array or an object, opened when its turn comes. */
static const struct {
  const char *name;
  bool array;
} view_section[] = {{"vars", false},   {"scores", false}, {"units", true}, {"marks", true},
                    {"terrain", true}, {"control", true}, {"boxes", true}};
enum { S_VARS, S_SCORES, S_UNITS, S_MARKS, S_TERRAIN, S_CONTROL, S_BOXES, S_DONE };

/* closes and opens (empty) ones up to `want`; false: there is no document */
static bool section(struct sal_show *s, int want) {
  SAL_ASSERT(want >= s->section);
  if (!s->j)
    return false;
  while (s->section < want) {
    sal_json_end(s->j);
    s->section++;
    if (s->section == S_DONE)
      break;
    if (view_section[s->section].array)
      sal_json_array(s->j, view_section[s->section].name);
    else
      sal_json_object(s->j, view_section[s->section].name);
  }

  return true;
}

void sal_show_var(struct sal_show *s, const char *name, int value) {
  if (section(s, S_VARS))
    sal_json_int(s->j, name, value);
}

void sal_show_var_text(struct sal_show *s, const char *name, const char *value) {
  if (section(s, S_VARS))
    sal_json_str(s->j, name, value);
}

void sal_show_score(struct sal_show *s, int side, struct sal_frac v) {
  if (section(s, S_SCORES))
    sal_json_frac(s->j, sal_side_name[side], v);
}

/* A unit as the viewer may know it. An unidentified one has a number and perhaps a count. */
void sal_show_unit(struct sal_show *s, const struct sal_shown_unit *u) {
  struct sal_json *j = s->j;

  if (s->named && u->unit != SAL_NOUNIT)
    s->named[u->unit] = 1;
  if (!section(s, S_UNITS))
    return;
  sal_json_object(j, NULL);
  if (u->unit != SAL_NOUNIT) {
    sal_json_str(j, "id", s->book->counter[u->unit].id);
  } else {
    sal_json_fmt(j, "id", "?%d", ++s->unknown);
    sal_json_str(j, "side", sal_side_name[u->side]);
  }
  if (u->counter)
    sal_json_str(j, "counter", u->counter);
  if (u->hex)
    sal_json_str(j, "at", s->book->board.name[u->hex]);
  else
    sal_json_str(j, "at", s->book->box[u->box].id);
  if (u->unit == SAL_NOUNIT) {
    if (u->count >= 0)
      sal_json_int(j, "count", u->count);
    else
      sal_json_null(j, "count");
  }
  if (u->steps >= 0)
    sal_json_int(j, "steps", u->steps);
  sal_json_array(j, "marks");
  for (int i = 0; i < u->nmarks; i++) {
    const char *id = s->book->rules->marks[u->mark[i]].id;
    if (u->level[i] >= 0)
      sal_json_fmt(j, NULL, "%s:%d", id, u->level[i]);
    else
      sal_json_str(j, NULL, id);
  }
  sal_json_end(j);
  if (u->mp >= 0) {
    sal_json_array(j, "mp");
    sal_json_frac(j, NULL, (struct sal_frac){u->mp, s->book->mp_den});
    sal_json_frac(j, NULL, (struct sal_frac){u->mp_of, s->book->mp_den});
    sal_json_end(j);
  }
  if (u->facing >= 0)
    sal_json_int(j, "facing", u->facing);
  sal_json_end(j);
}

void sal_show_mark(struct sal_show *s, sal_hex h, const char *mark, int side) {
  if (!section(s, S_MARKS))
    return;
  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "hex", s->book->board.name[h]);
  sal_json_str(s->j, "mark", mark);
  if (side < SAL_SIDES)
    sal_json_str(s->j, "side", sal_side_name[side]);
  sal_json_end(s->j);
}

void sal_show_terrain_hex(struct sal_show *s, sal_hex h, uint32_t bits) {
  if (!section(s, S_TERRAIN))
    return;
  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "hex", s->book->board.name[h]);
  sal_terrain_json(s->j, "set", s->book->terrains.hex, s->book->terrains.nhex, bits);
  sal_json_end(s->j);
}

/* Ground that play has changed, such as a bridge that was blown up. */
void sal_show_terrain_side(struct sal_show *s, sal_hex h, int dir, uint16_t bits) {
  const struct sal_board *b = &s->book->board;

  if (!section(s, S_TERRAIN))
    return;
  sal_json_object(s->j, NULL);
  sal_json_array(s->j, "side");
  sal_json_str(s->j, NULL, b->name[h]);
  sal_json_str(s->j, NULL, b->name[h + b->step[dir]]);
  sal_json_end(s->j);
  sal_terrain_json(s->j, "set", s->book->terrains.side, s->book->terrains.nside, bits);
  sal_json_end(s->j);
}

void sal_show_control(struct sal_show *s, int side, const uint8_t *controls) {
  const struct sal_board *b = &s->book->board;

  if (!section(s, S_CONTROL))
    return;
  sal_json_array(s->j, NULL);
  sal_json_str(s->j, NULL, sal_side_name[side]);
  sal_json_array(s->j, NULL);
  for (int i = 0; i < b->nhexes; i++)
    if (controls[b->order[i]])
      sal_json_str(s->j, NULL, b->name[b->order[i]]);
  sal_json_end(s->j);
  sal_json_end(s->j);
}

void sal_show_box(struct sal_show *s, int box, int count) {
  if (!section(s, S_BOXES))
    return;
  sal_json_object(s->j, NULL);
  sal_json_str(s->j, "id", s->book->box[box].id);
  if (count >= 0)
    sal_json_int(s->j, "count", count);
  else
    sal_json_null(s->j, "count");
  sal_json_end(s->j);
}

/* The sides that must decide: one, both in a sealed choice, or none when the game is over. */
static void to_move_json(struct sal_json *j, const struct sal_play *p) {
  uint32_t who = sal_actors(p);

  sal_json_array(j, "to_move");
  for (int s = 0; s < SAL_SIDES; s++)
    if (who >> s & 1)
      sal_json_str(j, NULL, sal_side_name[s]);
  sal_json_end(j);
}

/* What a side sees. The head is the same in all games; `show` writes the sections. */
void sal_view_json(struct sal_json *j, const char *key, const struct sal_play *view, int viewer,
                   uint32_t seq) {
  const struct sal_book *b = view->book;
  char date[48] = "";
  struct sal_text t = {date, sizeof date, 0};

  if (b->rules->date)
    b->rules->date(b, view->state, &t);
  sal_json_object(j, key);
  sal_json_int(j, "v", 1);
  sal_json_str(j, "game", b->rules->id);
  sal_json_str(j, "scenario", b->scenarios[b->scenario].id);
  sal_json_str(j, "side", sal_side_name[viewer]);
  sal_json_int(j, "seq", seq);
  sal_json_object(j, "turn");
  sal_json_int(j, "n", view->state->turn);
  sal_json_int(j, "of", sal_last_turn(view));
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

/* Which units a viewer can name, without writing a document. The tests of secrets ask this. */
void sal_view_names(const struct sal_play *view, int viewer, uint8_t *named) {
  struct sal_show show = {.named = named, .book = view->book};
  memset(named, 0, view->book->ncounters);
  view->book->rules->show(view, viewer, &show);
}
