/* place.c - stalnie: a position file put on the map. The phase it names begins fresh. */
#include "state.h"

#include <string.h>

enum { UNIT_MARKS = 17 };
static const uint32_t mark_flag[UNIT_MARKS] = {
    U_BROKEN,    U_WOUNDED, U_STUN,          U_RECALL,      U_IMMOBILE, U_ABANDONED,
    U_ENCIRCLED, U_FANATIC, U_SHORT,         U_RED,         U_DUGIN,    U_HIP,
    U_RESERVE,   U_STAYS,   U_INEXPERIENCED, U_MALFUNCTION, U_UPPER};

/* The type of a unit: its counter's, or the kind that is given with its id; a squad with one step
 * is its half. */
static bool placed_type(const struct sal_play *p, const struct sal_pos_unit *pu, int i, sal_unit u,
                        int *type, struct sal_err *err) {
  *type = O(p)->counter_type[u];
  if (pu->kind && pu->unit)
    *type = sp_type_named(p, pu->kind);
  if (!*type)
    return sal_pos_fail(err, "units", i, "kind", "there is no kind '%.*s'", 24, pu->kind);
  if (pu->nfactors)
    return sal_pos_fail(err, "units", i, "factors", "units have no factors here");

  const struct type *t = &O(p)->type[*type];
  bool squad = t->cls == SQUAD;
  int full = squad ? 2 : 1;
  if (squad && pu->steps == 1) {
    *type = t->half;
    return true;
  }

  if (pu->steps > 0 && pu->steps != full)
    return sal_pos_fail(err, "units", i, "steps",
                        "a squad has 2 steps, its half 1, everything else 1");
  if (pu->steps == 0)
    return sal_pos_fail(err, "units", i, "steps", "a unit without steps is not there");
  return true;
}

/* The states of a unit. All units are known unless the position says `hidden`. */
static bool placed_flags(const struct sal_play *p, const struct sal_pos_unit *pu, int i,
                         uint32_t *flags, struct sal_err *err) {
  *flags = U_KNOWN;

  for (int k = 0; k < pu->nmarks; k++) {
    const char *mark = pu->mark[k];
    int m = 0;

    while (m < UNIT_MARKS && !sal_eq(p->book->rules->marks[m].id, mark))
      m++;
    if (m < UNIT_MARKS)
      *flags |= mark_flag[m];
    else if (sal_eq(mark, "hidden"))
      *flags &= ~(uint32_t)U_KNOWN;
    else if (sal_eq(mark, "vehiclecrew"))
      *flags |= U_VEHICLE_CREW;
    else
      return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s'", 24, mark);
  }

  return true;
}

/* The hex of a unit, legal by V4 and CG8 unless the position is a test's. */
static bool put_placed(struct sal_play *p, const struct sal_position *pos, int i, sal_unit u,
                       sal_hex h, struct sal_err *err) {
  const char *name = p->book->board.name[h];
  int g = O(p)->place[h];

  if (!sp_in_pa(p, g))
    return sal_pos_fail(err, "units", i, "hex", "%s is not on the Playing Area", name);

  if (!pos->unchecked) {
    bool legal = sp_room(p, u, g) && sp_may_stand(p, side_of(p, u), S(p)->unit[u].type, g);
    if (!legal)
      return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal", name);
  }

  sp_put(p, u, g);
  return true;
}

/* One unit of a position: kind, steps, states and place, each checked with its path in the
 * document. */
static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i,
                       struct sal_err *err) {
  struct state *s = S(p);
  const struct sal_pos_unit *pu = &pos->unit[i];
  sal_unit u = sal_pos_unit_index(p->book, pu);
  sal_hex h;
  int type;
  uint32_t flags;

  if (u == SAL_NOUNIT)
    return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit);
  if (s->unit[u].where != NONE)
    return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
  if (!sal_pos_hex(p->book, pos, i, &h, err))
    return false;
  if (pu->facing >= 0)
    return sal_pos_fail(err, "units", i, "facing", "units have no facing here");
  if (!placed_type(p, pu, i, u, &type, err))
    return false;
  if (!placed_flags(p, pu, i, &flags, err))
    return false;

  s->unit[u] = (struct unit){.flags = flags, .at = NOWHERE, .type = (uint8_t)type, .where = OFF};
  if (pu->box) {
    int box = sal_box_find(p->book, pu->box);
    if (box < 0 || box % 2 != side_of(p, u))
      return sal_pos_fail(err, "units", i, "box", "'%.*s' is not that side's", 24, pu->box);
    s->unit[u].where = box < 2 ? OFF : DEAD;
  }

  if (!h)
    return true;
  return put_placed(p, pos, i, u, h, err);
}

struct var_row {
  const char *name;
  int min, max;
};
enum {
  VAR_GCPP,
  VAR_SCPP,
  VAR_GELR,
  VAR_SELR,
  VAR_GSAN,
  VAR_SSAN,
  VAR_GFPP,
  VAR_SFPP,
  VAR_GFRONT,
  VAR_SFRONT,
  VAR_GLOST,
  VAR_SLOST,
  VAR_WINNERS,
  VAR_ATTACK,
  VAR_ISOLATED,
  VAR_WEATHER,
  VAR_EC,
  VAR_WEST,
  VAR_EAST,
  VAR_DUAL,
  VAR_GROUP,
  VAR_COUNT
};
static const struct var_row var_rows[VAR_COUNT] = {{"german_cpp", 0, 200},
                                                   {"soviet_cpp", 0, 200},
                                                   {"german_elr", 1, 5},
                                                   {"soviet_elr", 1, 5},
                                                   {"german_san", 0, 6},
                                                   {"soviet_san", 0, 6},
                                                   {"german_fpp", 0, 400},
                                                   {"soviet_fpp", 0, 400},
                                                   {"german_front", 0, 64},
                                                   {"soviet_front", 0, 65},
                                                   {"german_losses", 0, 500},
                                                   {"soviet_losses", 0, 500},
                                                   {"winners", 0, 2222},
                                                   {"soviet_attack", 0, 2},
                                                   {"isolated_lost", 0, 500},
                                                   {"weather_now", 0, 3},
                                                   {"ec_now", 0, 4},
                                                   {"west_edge", 0, 64},
                                                   {"east_edge", 0, 64},
                                                   {"dual", 0, 1},
                                                   {"ob", 0, 1}};

/* The position's variables, each within its range. */
static bool read_vars(const struct sal_position *pos, int32_t out[VAR_COUNT], bool given[VAR_COUNT],
                      struct sal_err *err) {
  memset(given, 0, VAR_COUNT * sizeof *given);

  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    int k = 0;

    while (k < VAR_COUNT && !sal_eq(var_rows[k].name, v->name))
      k++;
    if (k == VAR_COUNT)
      return sal_pos_fail(err, "vars", i, v->name, "there is no such variable");
    bool in_range = v->value >= var_rows[k].min && v->value <= var_rows[k].max;
    if (v->text || !in_range)
      return sal_pos_fail(err, "vars", i, v->name, "it is a number from %d to %d", var_rows[k].min,
                          var_rows[k].max);

    out[k] = v->value;
    given[k] = true;
  }

  return true;
}

/* Areas, control, edges and Victory Locations from two front lines: simple enough to be written
 * by hand. */
static void place_areas(struct sal_play *p, const int32_t *v, const bool *given) {
  struct state *s = S(p);
  int low = sp_pa_low(p);
  int base = low * WIDTH;
  int gf = given[VAR_GFRONT] ? v[VAR_GFRONT] : 0;
  int sf = given[VAR_SFRONT] ? v[VAR_SFRONT] : 10;

  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    int h = row_of(g) - low;

    if (!sp_in_pa(p, g))
      continue;
    if (h < gf)
      s->area[i] = A_GER;
    else if (h >= sf && h >= gf)
      s->area[i] = A_RUS;
    else
      s->area[i] = 0;

    if (h < gf)
      s->ground[i] |= C_OWN | C_OWN_UP;
  }

  s->side[GER].perimeter = gf > 1;
  s->side[RUS].perimeter = sf <= sp_pa_high(p) - low;

  for (int e = 0; e < 2; e++) {
    int k = e ? VAR_WEST : VAR_EAST;
    int rows = given[k] ? v[k] : gf;
    for (int h = low; h <= sp_pa_high(p); h++)
      if (h - low <= rows && rows)
        s->edge[e][h] = EDGE_GERMAN | EDGE_START | EDGE_DRAFT;
      else
        s->edge[e][h] = 0;
  }

  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *vl = &O(p)->vl[i];
    int row = row_of(vl->g);

    /* South of the Playing Area everything is German, north of it nothing. */
    bool german = sp_in_pa(p, vl->g) ? row - low < gf : row < low;
    if (german)
      s->vl[i] = VB_GERMAN | VB_START | VB_DRAFT;
  }

  sp_front_lines(p);
}

/* CG1a: the Playing Area of a scenario; a small test map has one only. */
static int area_of(const struct sal_play *p, int scenario) {
  if (O(p)->small)
    return 1;
  return scenario < 3 ? scenario : 3;
}

/* The figures of a side, with usual values for what is not given. */
static void place_side(struct sal_play *p, int side, const int32_t *v, const bool *given) {
  struct side *d = &S(p)->side[side];
  struct row *row = &d->row[S(p)->scenario - 1];
  int elr = side == GER ? 4 : 3;
  int san = 2;

  if (given[VAR_GELR + side])
    elr = v[VAR_GELR + side];
  if (given[VAR_GSAN + side])
    san = v[VAR_GSAN + side];

  /* C.3: CPP are counted in halves. */
  if (given[VAR_GCPP + side])
    d->cpp = (int16_t)v[VAR_GCPP + side];
  d->elr = (uint8_t)elr;
  d->san = (uint8_t)san;
  d->fpp = (uint16_t)v[VAR_GFPP + side];
  d->cvp = (int16_t)v[VAR_GLOST + side];

  /* 11.623: the Germans always attack. */
  for (int n = 0; n < 4; n++)
    d->row[n].attack = side == GER;
  row->start = d->cpp;
  row->total = d->cpp;
}

/* Hexes that a side controls, with its marker in each. */
static bool place_control(struct sal_play *p, const struct sal_position *pos, int i,
                          struct sal_err *err) {
  int side = sal_side_parse(pos->control[i].id);

  for (int k = 0; k < pos->control[i].n; k++) {
    sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
    bool good = h && side < SAL_SIDES && sp_in_pa(p, O(p)->place[h]);
    if (!good)
      return sal_pos_fail(err, "control", i, NULL,
                          "a side and hexes of the Playing Area are wanted");

    uint8_t *c = &S(p)->ground[at_pa(p, O(p)->place[h])];
    if (side == GER)
      *c = (uint8_t)((*c | C_OWN | C_MARK_GER) & ~C_MARK_RUS);
    else
      *c = (uint8_t)((*c & ~(C_OWN | C_MARK_GER)) | C_MARK_RUS);
  }

  return true;
}

/* A whole position. Anything that the game could not have reached is refused with the name of
 * its field. */
bool sp_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase = 0;
  int32_t v[VAR_COUNT] = {0};
  bool given[VAR_COUNT];

  if (pos->phase) {
    while (phase < P_COUNT && !sal_eq(p->book->rules->phases[phase].id, pos->phase))
      phase++;
    if (phase == P_COUNT || phase > O(p)->last_phase)
      return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  }

  if (pos->nmarks)
    return sal_pos_fail(err, "marks", 0, "mark",
                        "fortifications come from play, not from a position");

  if (!read_vars(pos, v, given, err))
    return false;
  sp_common_start(p);

  /* 11.612 has turned the page */
  int step = phase_step(phase);
  bool next_scenario = step >= 613 && step <= 618;
  s->scenario = (uint8_t)(phase_scenario(phase) + next_scenario);
  s->pa = (uint8_t)area_of(p, s->scenario);
  if (v[VAR_GROUP])
    sp_give_forces(p, SAL_BOTH);
  for (int side = 0; side < 2; side++)
    place_side(p, side, v, given);

  s->side[RUS].attacks = (uint8_t)v[VAR_ATTACK];
  s->side[RUS].isolated_lost = (int16_t)v[VAR_ISOLATED];
  if (given[VAR_WEATHER])
    s->weather = (uint8_t)v[VAR_WEATHER];
  if (given[VAR_EC])
    s->ec = (uint8_t)v[VAR_EC];
  s->dual = (uint8_t)v[VAR_DUAL];

  /* units digit first: 1 German, 2 Soviet */
  int winners = v[VAR_WINNERS];
  for (int n = 0; n < 4; n++) {
    int digit = winners % 10;
    s->winner[n] = (uint8_t)(digit > 2 ? 0 : digit);
    winners /= 10;
  }

  place_areas(p, v, given);
  for (int i = 0; i < pos->ncontrol; i++)
    if (!place_control(p, pos, i, err))
      return false;
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err))
      return false;
  sp_begin(p, phase);

  return true;
}
