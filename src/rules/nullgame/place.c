/* place.c - nullgame's positions: the units and vars of a position file put on the map. */
#include "state.h"

/* 2.1: every unit has two steps. */
static int two_steps(const struct sal_play *p, sal_unit u) {
  (void)p;
  (void)u;
  return 2;
}

static const struct sal_place_law law = {.steps = two_steps};

/* 2.2, 2.3: guns are always known, other units when the position says so. */
static bool is_known(const struct sal_play *p, const struct sal_placed *at, int i, bool *known,
                     struct sal_err *err) {
  *known = kind_of(p, at->unit)->gun; /* 2.3 */
  for (int k = 0; k < at->listed->nmarks; k++) {
    const char *mark = at->listed->mark[k];
    if (!sal_eq(mark, "known"))
      return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s'", 24, mark);
    *known = true;
  }

  return true;
}

/* One unit of a position, checked against stacking (2.4) unless the position is a test's. */
static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i,
                       struct sal_err *err) {
  struct sal_placed at;
  bool known;

  if (!sal_place_unit(p, pos, i, &law, &at, err))
    return false;
  int side = side_of(p, at.unit);
  if (at.box >= 0 && at.box != side)
    return sal_pos_fail(err, "units", i, "box", "'%.*s' is not that side's reserve", 24,
                        at.listed->box);
  if (!is_known(p, &at, i, &known, err))
    return false;

  S(p)->unit[at.unit] = (struct unit){at.hex, (uint8_t)at.steps, known ? KNOWN : 0};
  if (!at.hex)
    return true;

  /* 6.1: a unit holds the hex where it stands. */
  S(p)->ground[at.hex] = (uint8_t)(HELD << side);
  if (pos->unchecked)
    return true;

  bool crowded = null_count_at(p, side, at.hex) > STACK;
  bool with_enemy = null_count_at(p, sal_enemy(side), at.hex);
  if (crowded || with_enemy)
    return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal",
                        p->book->board.name[at.hex]);

  return true;
}

/* 1.2: the points of a side. */
static bool place_points(struct sal_play *p, int side, const struct sal_pos_var *v, int i,
                         struct sal_err *err) {
  bool number = !v->text;
  if (!number || v->value < 0 || v->value > MAX_POINTS)
    return sal_pos_fail(err, "vars", i, v->name, "points are 0 to %d", MAX_POINTS);
  S(p)->points[side] = (uint8_t)v->value;
  return true;
}

/* 3.1: the stance of a side. */
static bool place_stance(struct sal_play *p, int side, const struct sal_pos_var *v, int i,
                         struct sal_err *err) {
  const char *word = v->text ? v->text : "";
  bool press = sal_eq(word, "press");
  if (!press && !sal_eq(word, "hold"))
    return sal_pos_fail(err, "vars", i, v->name, "a stance is press or hold");
  S(p)->stance[side] = press ? PRESS : HOLD;
  return true;
}

/* Points or stance of a side, given by name: "german_points", "soviet_stance". */
static bool place_var(struct sal_play *p, const struct sal_pos_var *v, int i, struct sal_err *err) {
  static const char *const points[] = {"german_points", "soviet_points"};
  static const char *const stance[] = {"german_stance", "soviet_stance"};

  for (int side = 0; side < SAL_SIDES; side++) {
    if (sal_eq(v->name, points[side]))
      return place_points(p, side, v, i, err);
    if (sal_eq(v->name, stance[side]))
      return place_stance(p, side, v, i, err);
  }

  return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
}

/* 6.1: sets which side holds a hex at the start. */
static void hold(struct sal_play *p, int side, sal_hex h) {
  S(p)->ground[h] = (uint8_t)(HELD << side);
}

/* Begins from a position instead of the scenario's set-up. */
bool null_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase;

  if (!sal_place_phase(p->book, pos, P_ORDERS, &phase, err))
    return false;
  if (pos->nmarks)
    return sal_pos_fail(err, "marks", 0, "mark", "hexes have no marks here");

  null_home_ground(p);
  if (!sal_place_control(p, pos, hold, err))
    return false;
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err))
      return false;
  for (int i = 0; i < pos->nvars; i++)
    if (!place_var(p, &pos->var[i], i, err))
      return false;

  s->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
  null_begin(p, phase);

  /* 2.2: a unit next to an enemy is known */
  for (int u = 0; u < p->book->ncounters; u++) {
    sal_hex at = s->unit[u].at;
    if (at && null_enemy_near(p, side_of(p, u), at))
      null_make_known(p, (sal_unit)u);
  }

  return true;
}
