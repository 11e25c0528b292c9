/* place.c - positions of contract 9: any phase, any units, made-up ones too. */
#include "state.h"

/* M_COUNT when there is none. */
static int find_mark(const char *text) {
  int m = 0;

  while (m < M_COUNT && !sal_eq(alea_marks[m].id, text)) {
    m++;
  }

  return m;
}

/* AA units begin in AA mode; `atmode` takes it away. */
static bool set_mark(struct sal_play *p, sal_unit u, const char *text) {
  static const uint16_t flag[] = {DSG,      SUPPRESSED | DSG, OOS,      TURNED, MOVED,
                                  ATTACKED, BURIED,           INACTIVE, AAMODE};
  int m = find_mark(text);
  bool aa = I(p, u)->kind == AA;

  if (m == M_AT && aa) {
    U(p, u)->flags &= (uint16_t)~AAMODE;
    return true;
  }
  if (m > M_AA || (m == M_AA && !aa)) {
    return false;
  }
  U(p, u)->flags |= flag[m];

  return true;
}

/* How many steps a position may give. */
static int steps_of(const struct sal_play *p, sal_unit u) {
  return I(p, u)->steps;
}

/* Aircraft on a hex give close support there, so they come from the Attack box. */
static void place_aircraft(struct sal_play *p, const struct sal_placed *placed, int i) {
  struct unit *unit = U(p, placed->unit);
  int side = side_of(p, placed->unit);

  if (placed->hex) {
    unit->box = (uint8_t)air_box(side, B_ATTACK);
    unit->at = placed->hex;
  } else if (placed->box < 0) {
    unit->box = (uint8_t)air_box(side, B_AIR);
  }
  unit->place = (uint8_t)(i % 30 + 1);
}

/* A ground unit on the map takes its hex with it. */
static bool place_on_hex(struct sal_play *p, const struct sal_position *pos, int i, sal_unit u,
                         sal_hex h, struct sal_err *err) {
  int side = side_of(p, u);

  if (enemy_at(p, side, h)) {
    return sal_pos_fail(err, "units", i, "hex", "the enemy is in %s", p->book->board.name[h]);
  }
  if (I(p, u)->kind == TRAIN && !alea_is_rail(p, h)) {
    return sal_pos_fail(err, "units", i, "hex", "a train stands on rails");
  }
  if (!pos->unchecked && !alea_fits(p, side, h, &u, 1)) {
    return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal",
                        p->book->board.name[h]);
  }
  alea_set_down(p, u, h);
  if (I(p, u)->kind != ATF && !held_by(p, side, h)) {
    S(p)->cell[h].ground ^= GERMAN_HELD;
  }

  return true;
}

/* One unit of the position, with its marks. */
static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i,
                       struct sal_err *err) {
  const struct sal_pos_unit *listed = &pos->unit[i];
  sal_unit u = sal_pos_unit_index(p->book, listed);
  bool air = u != SAL_NOUNIT && is_air(p, u);
  struct sal_place_law law = {.steps = steps_of, .nowhere = air};
  struct sal_placed placed;

  if (!sal_place_unit(p, pos, i, &law, &placed, err)) {
    return false;
  }
  if (U(p, u)->steps || U(p, u)->box) {
    return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
  }
  struct unit *unit = U(p, u);
  *unit = (struct unit){.steps = (uint8_t)placed.steps,
                        .box = (uint8_t)(placed.box + 1),
                        .flags = (uint16_t)(I(p, u)->kind == AA ? AAMODE : 0)};
  if (is_dead(p, u)) {
    unit->steps = 0;
  }
  for (int k = 0; k < listed->nmarks; k++) {
    if (!set_mark(p, u, listed->mark[k])) {
      return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s' for it", 24,
                          listed->mark[k]);
    }
  }
  if (air) {
    place_aircraft(p, &placed, i);
    return true;
  }

  return !placed.hex || place_on_hex(p, pos, i, u, placed.hex, err);
}

/* Gives a hex to a side. */
static void hold(struct sal_play *p, int side, sal_hex h) {
  if (!held_by(p, side, h)) {
    S(p)->cell[h].ground ^= GERMAN_HELD;
  }
}

/* Mines, breached works and control, by hex. */
static bool place_mark(struct sal_play *p, const struct sal_position *pos, int i,
                       struct sal_err *err) {
  sal_hex h = sal_hex_parse(&p->book->board, pos->mark[i].hex);
  const char *mark = pos->mark[i].mark;

  if (!h) {
    return sal_pos_fail(err, "marks", i, "hex", "hex '%.*s' is not on the map", 12,
                        pos->mark[i].hex);
  }
  if (sal_eq(mark, "mine")) {
    S(p)->cell[h].ground |= MINED;
  } else if (sal_eq(mark, "breached")) {
    S(p)->cell[h].ground |= BREACHED;
  } else if (sal_eq(mark, "control:german")) {
    hold(p, SAL_GERMAN, h);
  } else if (sal_eq(mark, "control:soviet")) {
    hold(p, SAL_SOVIET, h);
  } else {
    return sal_pos_fail(err, "marks", i, "mark", "there is no mark '%.*s'", 24, mark);
  }

  return true;
}

/* Home ground first, then what the position says. */
static bool place_ground(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  const struct sal_board *b = &p->book->board;

  for (int i = 0; i < b->nhexes; i++) {
    if (O(p)->home[b->order[i]]) {
      hold(p, SAL_GERMAN, b->order[i]);
    }
  }
  if (!sal_place_control(p, pos, hold, err)) {
    return false;
  }
  for (int i = 0; i < pos->nmarks; i++) {
    if (!place_mark(p, pos, i, err)) {
      return false;
    }
  }

  return true;
}

/* The byte of the state that a variable of the position sets, or NULL. */
static uint8_t *variable(struct state *s, const char *name) {
  struct {
    const char *name;
    uint8_t *byte;
  } const named[] = {
      {"fuel", &s->fuel},
      {"line2", &s->line2},
      {"exits", &s->exits},
      {"exits_early", &s->early},
      {"german_tanks_lost", &s->tanks[SAL_GERMAN]},
      {"soviet_tanks_lost", &s->tanks[SAL_SOVIET]},
      {"german_fighters_lost", &s->planes[SAL_GERMAN][0]},
      {"german_bombers_lost", &s->planes[SAL_GERMAN][1]},
      {"soviet_fighters_lost", &s->planes[SAL_SOVIET][0]},
      {"soviet_bombers_lost", &s->planes[SAL_SOVIET][1]},
  };

  for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
    if (sal_eq(named[i].name, name)) {
      return named[i].byte;
    }
  }

  return NULL;
}

/* The variables of docs/rules/alea.md. */
static bool place_vars(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);

  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    if (v->text || v->value < 0 || v->value > 255) {
      return sal_pos_fail(err, "vars", i, v->name, "a number from 0 to 255 is wanted");
    }
    if (sal_eq(v->name, "spent_halves")) {
      s->spent = (uint16_t)v->value;
      continue;
    }
    uint8_t *byte = variable(s, v->name);
    bool too_much = byte == &s->fuel && v->value > 6;
    if (!byte || too_much) {
      return sal_pos_fail(err, "vars", i, v->name,
                          "there is no such variable, or the value is out of range");
    }
    *byte = byte == &s->line2 ? v->value != 0 : (uint8_t)v->value;
  }

  return true;
}

/* The phase begins fresh with what the position lists. */
bool alea_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  bool prokhorovka = O(p)->scenario == PROKHOROVKA;
  int phase;

  if (!sal_place_phase(p->book, pos, P_BUILD, &phase, err)) {
    return false;
  }
  bool soviet = phase >= P_RALLY_S && phase < P_END;
  s->turns = (uint8_t)(alea_first_turn(p) - 1 + p->book->scenarios[p->book->scenario].turns);
  s->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : alea_first_turn(p));
  s->fuel = prokhorovka ? 3 : 6;
  s->left_out = 1;
  s->player = soviet ? SAL_SOVIET : SAL_GERMAN;
  if (!place_ground(p, pos, err) || !place_vars(p, pos, err)) {
    return false;
  }
  for (int i = 0; i < pos->nunits; i++) {
    if (!place_unit(p, pos, i, err)) {
      return false;
    }
  }
  if (pos->has_score[SAL_SOVIET]) {
    /* scores follow from the dead piles */
    s->spent = 0;
  }
  game_in(sal_push(p, N_GAME, SAL_NOSIDE))->phase = (uint16_t)phase;

  return true;
}
