/* place.c - positions written by hand. */
#include "state.h"

#include <string.h>

enum { BOX_WAITING, BOX_AIR = 2, BOX_WITHDRAWN = 4 }; /* boxes.tsv: waiting and air have two each */

/* ---- marks of a unit -------------------------------------------------------------------- */

/* The marks that set a bit and nothing else. */
static const struct bit_mark {
  const char *id;
  uint8_t flag, more;
} bit_marks[] = {{"retreated", 0, RETREATED}, {"marked", MARKED, 0}, {"moved", MOVED, 0},
                 {"active", 0, ACTIVE},       {"bank", 0, ON_BANK},  {"supplied", 0, SUPPLIED}};

/* Sets the mark if it is one of these. */
static bool set_bit_mark(struct unit *unit, const char *mark) {
  for (size_t i = 0; i < sizeof bit_marks / sizeof bit_marks[0]; i++) {
    if (!sal_eq(bit_marks[i].id, mark))
      continue;
    unit->flags |= bit_marks[i].flag;
    unit->more |= bit_marks[i].more;
    return true;
  }

  return false;
}

/* Whether it is the mark of a unit out of supply. */
static bool is_oos(const char *mark) {
  if (strncmp(mark, "oos", 3) != 0)
    return false;
  return !mark[3] || mark[3] == ':';
}

/* "oos:3", or "oos" for the first level. */
static bool place_oos(int i, const char *mark, struct unit *unit, struct sal_err *err) {
  int32_t level = 1;

  if (mark[3] && !sal_parse_int(mark + 4, 0, 99, &level))
    return sal_pos_fail(err, "units", i, "marks", "'%.*s' is not a level", 16, mark);
  unit->oos = (uint8_t)level;
  return true;
}

/* The marks that need more than a bit. */
static bool place_mark(struct sal_play *p, int i, int u, const char *mark, struct sal_err *err) {
  struct unit *unit = &S(p)->unit[u];
  int front = unit->at && O(p)->line[unit->at] & LINE_SOUTH ? 1 : 0;

  if (set_bit_mark(unit, mark))
    return true;
  if (sal_eq(mark, "disorganized")) {
    unit->more |= DISORG;
    unit->last = (uint8_t)now(p);
  } else if (sal_eq(mark, "transport") && K(p, u)->role == TOWED_ART) {
    unit->more |= PACKED;
  } else if (sal_eq(mark, "mined")) {
    wb_mined(p, u, unit->at);
  } else if (sal_eq(mark, "repair")) {
    S(p)->repair[front] = (uint16_t)(u + 1);
  } else {
    return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s' for it", 24, mark);
  }

  return true;
}

/* All the marks of a listed unit. */
static bool place_marks(struct sal_play *p, const struct sal_pos_unit *listed, int i, int u,
                        struct sal_err *err) {
  for (int k = 0; k < listed->nmarks; k++) {
    const char *mark = listed->mark[k];
    bool good =
        is_oos(mark) ? place_oos(i, mark, &S(p)->unit[u], err) : place_mark(p, i, u, mark, err);
    if (!good)
      return false;
  }

  return true;
}

/* ---- a unit ----------------------------------------------------------------------------- */

/* The levels a unit can have. */
static int steps_of(const struct sal_play *p, sal_unit u) {
  return K(p, u)->cel;
}

/* What this game asks of a listed unit beside what every game asks. */
static bool fits(const struct sal_play *p, const struct sal_position *pos, int i,
                 const struct sal_placed *placed, struct sal_err *err) {
  const struct kind *k = K(p, placed->unit);
  int side = side_of(p, placed->unit);
  sal_hex h = placed->hex;
  int box = placed->box;
  bool own_box = box == BOX_WAITING + side || box == BOX_AIR + side || box == BOX_WITHDRAWN;
  bool barred = h && k->mp && k->role != HQ && O(p)->enter[k->class][h] == SAL_BARRED;

  if (box >= 0 && !own_box)
    return sal_pos_fail(err, "units", i, "box", "'%.*s' is not a box for it", 24,
                        placed->listed->box);
  if (!h && box < 0 && !is_air(k))
    return sal_pos_fail(err, "units", i, "hex", "a unit needs a hex or a box");
  if (h && is_air(k))
    return sal_pos_fail(err, "units", i, "hex", "an air counter begins in its box");
  if (barred && !pos->unchecked)
    return sal_pos_fail(err, "units", i, "hex", "it cannot be in %s", B(p)->name[h]);

  return true;
}

/* Where a listed unit is: in the air, on the map, waiting, or out. */
static int status_of(const struct kind *k, const struct sal_placed *placed) {
  if (is_air(k))
    return ST_AIR;
  if (placed->hex)
    return ST_MAP;
  return placed->box == BOX_WITHDRAWN ? ST_OUT : ST_WAIT;
}

/* 3.2.1: at most eight levels; unchecked positions may go to twice that. */
static bool has_room(const struct sal_play *p, const struct sal_position *pos, int i, int u,
                     struct sal_err *err) {
  const struct state *s = S(p);
  sal_hex h = s->unit[u].at;
  int load = 0;
  int most = pos->unchecked ? 2 * STACK : STACK;

  for (int v = 0; v < p->book->ncounters; v++) {
    if (status(p, v) != ST_MAP)
      continue;
    if (s->unit[v].at != h)
      continue;
    load += s->unit[v].cel;
    if (side_of(p, v) != side_of(p, u))
      return sal_pos_fail(err, "units", i, "hex", "both sides would be in %s", B(p)->name[h]);
  }
  if (load > most)
    return sal_pos_fail(err, "units", i, "hex", "there would be more than %s levels in %s",
                        pos->unchecked ? "sixteen" : "eight", B(p)->name[h]);

  return true;
}

/* Gives a hex to a side. */
static void hold(struct sal_play *p, int side, sal_hex h) {
  struct cell *cell = &S(p)->cell[h];
  cell->ground = (uint8_t)((cell->ground & ~(HELD_G | HELD_S)) | held(side));
}

/* One listed unit. */
static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i,
                       struct sal_err *err) {
  static const struct sal_place_law law = {.nowhere = true, .steps = steps_of};
  struct sal_placed placed;

  if (!sal_place_unit(p, pos, i, &law, &placed, err))
    return false;
  if (!fits(p, pos, i, &placed, err))
    return false;
  int u = placed.unit;
  const struct kind *k = K(p, u);
  struct unit *unit = &S(p)->unit[u];
  *unit = (struct unit){
      .at = placed.hex, .cel = (uint8_t)placed.steps, .status = (uint8_t)status_of(k, &placed)};
  if (unit->status == ST_WAIT && k->role == TOWED_ART)
    unit->more = PACKED; /* 6.2.4 */
  if (!place_marks(p, placed.listed, i, u, err))
    return false;
  if (!placed.hex)
    return true;
  if (!has_room(p, pos, i, u, err))
    return false;
  hold(p, side_of(p, u), placed.hex);
  return true;
}

/* ---- marks of hexes, figures ------------------------------------------------------------ */

/* Every bridge of the hex is down. */
static bool break_bridges(struct sal_play *p, sal_hex h) {
  bool any = false;

  for (int d = 0; d < 6; d++) {
    int bridge = O(p)->bridge_at[h * 6 + d];
    if (!bridge)
      continue;
    S(p)->bridge[bridge - 1] |= DOWN;
    any = true;
  }

  return any;
}

/* Works, broken bridges, disturbed movement. */
static bool place_hex_mark(struct sal_play *p, const struct sal_pos_mark *m, int i,
                           struct sal_err *err) {
  struct state *s = S(p);
  sal_hex h = m->hex ? sal_hex_parse(B(p), m->hex) : SAL_NOHEX;

  if (!h)
    return sal_pos_fail(err, "marks", i, "hex", "it is not on the map");
  if (sal_eq(m->mark, "ff")) {
    if (m->side >= SAL_SIDES)
      return sal_pos_fail(err, "marks", i, "side", "a field fortification belongs to a side");
    s->cell[h].ground |= (uint8_t)ff(m->side);
    return true;
  }
  if (sal_eq(m->mark, "bridge-down")) {
    if (!break_bridges(p, h))
      return sal_pos_fail(err, "marks", i, "hex", "there is no bridge");
    return true;
  }
  if (!sal_eq(m->mark, "disturbed"))
    return sal_pos_fail(err, "marks", i, "mark", "there is no mark '%.*s'", 24, m->mark);
  if (s->ndisturbed == AIRS)
    return sal_pos_fail(err, "marks", i, "mark", "too many");
  s->disturbed[s->ndisturbed++] = h;
  return true;
}

/* All the marks of hexes. */
static bool place_hex_marks(struct sal_play *p, const struct sal_position *pos,
                            struct sal_err *err) {
  for (int i = 0; i < pos->nmarks; i++)
    if (!place_hex_mark(p, &pos->mark[i], i, err))
      return false;
  return true;
}

/* The figures that a position may set. */
static bool place_var(struct sal_play *p, const struct sal_pos_var *v, int i, struct sal_err *err) {
  bool german = sal_eq(v->name, "au_german");
  bool soviet = sal_eq(v->name, "au_soviet");

  if (sal_eq(v->name, "vp") || sal_eq(v->name, "stawka"))
    return sal_pos_fail(err, "vars", i, v->name, "it follows from the position");
  if (!german && !soviet)
    return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
  if (v->text || v->value < 0 || v->value > 99)
    return sal_pos_fail(err, "vars", i, v->name, "ammunition is 0 to 99");
  S(p)->au[soviet ? SAL_SOVIET : SAL_GERMAN] = (uint8_t)v->value;
  return true;
}

/* All of them. */
static bool place_vars(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  for (int i = 0; i < pos->nvars; i++)
    if (!place_var(p, &pos->var[i], i, err))
      return false;
  return true;
}

/* A position: the ground first, then units, then marks; the phase begins fresh. */
bool wb_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase;

  if (!sal_place_phase(p->book, pos, P_AIR, &phase, err))
    return false;
  s->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
  s->head.phase = (uint8_t)larger(phase, P_AIR);
  wb_own_ground(p);
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err))
      return false;
  wb_relink(p->book, s);
  wb_start_bridges(p);
  if (!sal_place_control(p, pos, hold, err))
    return false;
  if (!place_hex_marks(p, pos, err))
    return false;
  if (!place_vars(p, pos, err))
    return false;
  wb_bridge_control(p);
  wb_begin(p, phase);
  return true;
}
