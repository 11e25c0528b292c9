/* place.c - a position file put on the map (contract 9).
 *
 * Only what is listed takes part, except in the set-up phases, where the whole order of battle
 * waits beside the map. A facing is a kill zone.
 */
#include "state.h"

#include <string.h>

/* ---- units ------------------------------------------------------------------------------ */

/* False when a unit of this kind cannot have the mark. */
static bool place_mark(struct ssp_unit *unit, const struct ssp_kind *kind, const char *mark) {
  bool fixed = kind->move == MOVE_STATIC, guns = kind->move == MOVE_OFF;

  if (sal_eq(mark, "suppressed") && !guns) {
    unit->is |= SUPPRESSED;
    return true;
  }
  if (sal_eq(mark, "tried") && fixed) {
    unit->is |= TRIED;
    return true;
  }
  if (sal_eq(mark, "used") && guns) {
    unit->is |= USED;
    return true;
  }
  if (sal_eq(mark, "untried"))
    return fixed;

  return sal_eq(mark, "killzone") && unit->kz;
}

/* Named by the position, or drawn like any other. */
static void place_tile(struct sal_play *p, sal_unit u, const struct sal_pos_unit *listed) {
  for (int i = 0; i < listed->nfactors; i++)
    if (sal_eq(listed->factor[i].name, "tile")) {
      S(p)->unit[u].tile = (uint8_t)(listed->factor[i].value[1] - '0');
      return;
    }
  ssp_draw_tile(p, u);
}

/* 6.1a, and one static unit a hex. Unchecked positions have room for twice the largest stack. */
static bool stack_legal(const struct sal_play *p, sal_hex h, sal_unit u, bool unchecked) {
  int units = 0;
  int fixed = 0;
  int side = ssp_side(p, u);

  SSP_EACH(p, v, h) {
    if (ssp_side(p, v) != side)
      continue;
    units++;
    fixed += ssp_type(p, v)->move == MOVE_STATIC;
  }
  if (units > SSP_STACK)
    return false;
  if (unchecked)
    return true;

  return fixed < 2 && ssp_stack_ok(p, h, side, SAL_NOUNIT);
}

/* What a unit of the list may not be: on the map as artillery, in a box as anything else. */
static bool place_fits(const struct sal_play *p, int i, const struct sal_placed *at,
                       struct sal_err *err) {
  const struct ssp_kind *kind = ssp_type(p, at->unit);
  const char *id = p->book->counter[at->unit].id;
  bool guns = kind->move == MOVE_OFF;
  bool guns_box = at->box == O(p)->box[BOX_GUNS_FIRST] || at->box == O(p)->box[BOX_GUNS_USED];

  if (kind->code[0] == 's')
    return sal_pos_fail(err, "units", i, "unit", "'%s' is the back of a static unit", id);
  if (at->box >= 0 && !(guns && guns_box))
    return sal_pos_fail(err, "units", i, "box",
                        "only German artillery is in a box, guns.first or guns.used");
  if (at->hex && guns)
    return sal_pos_fail(err, "units", i, "hex", "artillery is not on the map");
  if (at->facing >= 0 && (kind->move >= MOVE_STATIC || !at->hex))
    return sal_pos_fail(err, "units", i, "facing", "%s cannot have a kill zone", id);

  return true;
}

/* As many as its counter has. */
static int steps_of(const struct sal_play *p, sal_unit u) {
  return ssp_type(p, u)->steps;
}

/* One unit of the list, with its marks and its stack. */
static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i,
                       struct sal_err *err) {
  static const struct sal_place_law law = {.facing = true, .nowhere = true, .steps = steps_of};
  struct sal_placed at;

  if (!sal_place_unit(p, pos, i, &law, &at, err))
    return false;
  if (!place_fits(p, i, &at, err))
    return false;
  sal_unit u = at.unit;
  struct ssp_unit *unit = &S(p)->unit[u];
  const struct ssp_kind *kind = ssp_type(p, u);
  unit->steps = (uint8_t)at.steps;
  if (at.box >= 0 && at.box == O(p)->box[BOX_GUNS_USED])
    unit->is |= USED;
  if (at.facing >= 0)
    unit->kz = (uint8_t)(at.facing + 1);
  for (int m = 0; m < at.listed->nmarks; m++)
    if (!place_mark(unit, kind, at.listed->mark[m]))
      return sal_pos_fail(err, "units", i, "marks", "%s cannot have the mark '%.*s'",
                          p->book->counter[u].id, 16, at.listed->mark[m]);
  if (kind->move == MOVE_STATIC)
    place_tile(p, u, at.listed);
  if (!at.hex)
    return true;
  ssp_put(p, u, at.hex);
  if (!stack_legal(p, at.hex, u, pos->unchecked))
    return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal",
                        p->book->board.name[at.hex]);

  return true;
}

/* ---- ground and variables --------------------------------------------------------------- */

/* Control of one hex. */
static void hold(struct sal_play *p, int side, sal_hex h) {
  ssp_set(ssp_bits(p, O(p)->control_at), h, side == SAL_GERMAN);
}

/* A side alone in a hex controls it; an engaged unit has no kill zone (10.1b). */
static void settle_control(struct sal_play *p) {
  SSP_EACH_UNIT(p, u) {
    sal_hex h = S(p)->unit[u].hex;
    if (!h)
      continue;
    if (ssp_contested(p, h))
      S(p)->unit[u].kz = 0;
    else
      hold(p, ssp_side(p, u), h);
  }
}

struct begin { /* where the position begins */
  int phase, impulse;
  bool drawn; /* the cup has been drawn from */
};

/* Formations whose chit is out, with spaces between. */
static bool place_played(struct sal_play *p, const char *text, int i, struct sal_err *err) {
  while (*text) {
    size_t n = strcspn(text, " ");
    char id[16];
    sal_format(id, sizeof id, "%.*s", (int)n, text);
    int form = ssp_formation_find(p->book, id);
    if (form < 0)
      return sal_pos_fail(err, "vars", i, "played", "there is no formation '%s'", id);
    S(p)->played |= (uint16_t)(1u << form);
    text += n + (text[n] == ' ');
  }

  return true;
}

/* A variable that is a number, and one of these. */
static bool in_range(const struct sal_pos_var *v, int min, int max) {
  return !v->text && v->value >= min && v->value <= max;
}

/* vis, impulse, played and artillery. */
static bool place_var(struct sal_play *p, const struct sal_pos_var *v, int i, struct begin *begin,
                      struct sal_err *err) {
  const struct ssp_book *own = O(p);

  if (sal_eq(v->name, "vis")) {
    if (!in_range(v, 1, own->max_vis))
      return sal_pos_fail(err, "vars", i, "vis", "visibility is 1 to %d", own->max_vis);
    S(p)->vis = (uint8_t)v->value;
    return true;
  }
  if (sal_eq(v->name, "impulse")) {
    begin->impulse = v->text ? ssp_formation_find(p->book, v->text) : -1;
    if (begin->impulse < 0)
      return sal_pos_fail(err, "vars", i, "impulse", "there is no such formation");
    return true;
  }
  if (sal_eq(v->name, "played")) {
    begin->drawn |= v->text && *v->text;
    return place_played(p, v->text ? v->text : "", i, err);
  }
  if (sal_eq(v->name, "artillery")) {
    if (!in_range(v, 0, own->guns_in_cup))
      return sal_pos_fail(err, "vars", i, "artillery", "there are 0 to %d counters",
                          own->guns_in_cup);
    S(p)->cup = (uint8_t)v->value;
    begin->drawn = true;
    return true;
  }

  return sal_pos_fail(err, "vars", i, v->name,
                      "there is no such variable: vis impulse played artillery");
}

/* ---- the position ----------------------------------------------------------------------- */

/* In the set-up phases every unit that is not listed waits beside the map. */
static void wait_beside(struct sal_play *p) {
  const struct ssp_book *own = O(p);

  SSP_EACH_UNIT(p, u) {
    struct ssp_unit *unit = &S(p)->unit[u];
    if (!own->plays[u])
      continue;
    if (unit->steps)
      continue;
    if (own->type[u].move == MOVE_STATIC) {
      if (!own->start[u])
        continue;
      ssp_put(p, u, own->start[u]);
      ssp_draw_tile(p, u);
    }
    unit->steps = own->type[u].steps;
  }
}

/* A set-up that has begun must be able to go on. */
static bool setup_can_go_on(const struct sal_play *p, int phase, struct sal_err *err) {
  sal_unit stuck = SAL_NOUNIT;

  if (phase <= PH_GERMAN)
    stuck = ssp_no_room(p, SAL_GERMAN);
  else if (phase == PH_SOVIET)
    stuck = ssp_no_room(p, SAL_SOVIET);
  if (stuck == SAL_NOUNIT)
    return true;

  return sal_fail_at(err, "phase", "%s has nowhere to be set up on this map",
                     p->book->counter[stuck].label);
}

/* Units first: control depends on who stands where. */
static bool place_units(struct sal_play *p, const struct sal_position *pos, int phase,
                        struct sal_err *err) {
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err))
      return false;
  if (phase <= PH_SOVIET)
    wait_beside(p);
  if (!setup_can_go_on(p, phase, err))
    return false;
  if (!sal_place_control(p, pos, hold, err))
    return false;
  settle_control(p);
  return true;
}

/* The phase begins fresh; in the action phase with an impulse, or with a draw from the cup. */
static void start_phase(struct sal_play *p, const struct begin *begin) {
  static const uint8_t stage[PH_COUNT] = {ST_POCKET, ST_GERMAN, ST_SOVIET,
                                          ST_TURN,   ST_CUP,    ST_RECOVERY};
  bool in_action = begin->phase == PH_ACTION && (begin->impulse >= 0 || begin->drawn);

  p->state->phase = (uint8_t)begin->phase;
  turn_in(sal_push(p, N_TURN, SAL_NOSIDE))->stage = in_action ? ST_DRAW : stage[begin->phase];
  if (!in_action)
    S(p)->played = 0;
  if (begin->phase != PH_ACTION)
    S(p)->cup = 0;
  if (begin->impulse >= 0)
    ssp_begin_impulse(p, begin->impulse);
}

/* A wrong position is refused with the field that is wrong. */
bool ssp_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct begin begin = {.impulse = -1};
  int turns = p->book->scenarios[p->book->scenario].turns;

  if (!sal_place_phase(p->book, pos, PH_ACTION, &begin.phase, err))
    return false;
  if (pos->turn > turns)
    return sal_fail_at(err, "turn", "the game has %d turns", turns);
  if (pos->nmarks)
    return sal_pos_fail(err, "marks", 0, "mark", "marks on hexes cannot be set");
  ssp_empty_map(p);
  S(p)->unchecked = pos->unchecked;
  S(p)->cup = O(p)->guns_in_cup;
  p->state->turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
  if (!place_units(p, pos, begin.phase, err))
    return false;
  for (int i = 0; i < pos->nvars; i++)
    if (!place_var(p, &pos->var[i], i, &begin, err))
      return false;
  if (begin.impulse >= 0 && begin.phase != PH_ACTION)
    return sal_fail_at(err, "vars.impulse", "an impulse is in the action phase");
  start_phase(p, &begin);
  return true;
}
