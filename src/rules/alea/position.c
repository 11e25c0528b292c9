/* position.c - positions of contract 9: any phase, any units, made-up ones too. */
#include "state.h"

static bool find_mark(const char *text, int *out) {
  for (int m = 0; m < M_COUNT; m++)
    if (sal_eq(alea_marks[m].id, text)) return *out = m, true;
  return false;
}

static bool set_mark(struct sal_play *p, sal_unit u, const char *text) {
  static const uint16_t flag[] = {DSG, SUPPRESSED | DSG, OOS, TURNED, MOVED, ATTACKED, BURIED, INACTIVE, AAMODE};
  int m;
  if (!find_mark(text, &m)) return false;
  if (m == M_AT && I(p, u)->kind == AA) {
    U(p, u)->flags &= (uint16_t)~AAMODE;
    return true;
  }
  if (m > M_AA || (m == M_AA && I(p, u)->kind != AA)) return false;
  U(p, u)->flags |= flag[m];
  return true;
}

static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i, struct sal_err *err) {
  const struct sal_pos_unit *pu = &pos->unit[i];
  sal_unit u = sal_pos_unit_index(p->book, pu);
  sal_hex h;
  if (u == SAL_NOUNIT) return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit ? pu->unit : pu->name);
  struct unit *unit = U(p, u);
  int side = side_of(p, u), box = pu->box ? sal_box_find(p->book, pu->box) : -1;
  if (unit->steps || unit->box) return sal_pos_fail(err, "units", i, "unit", "'%s' is there twice", p->book->counter[u].id);
  if (!sal_pos_hex(p->book, pos, i, &h, err)) return false;
  if (pu->box && box < 0) return sal_pos_fail(err, "units", i, "box", "there is no box '%.*s'", 24, pu->box);
  if (!h && box < 0 && !is_air(p, u)) return sal_pos_fail(err, "units", i, "hex", "a unit needs a hex or a box");
  if (pu->facing >= 0) return sal_pos_fail(err, "units", i, "facing", "units have no facing here");
  if (pu->steps > I(p, u)->steps || pu->steps == 0) return sal_pos_fail(err, "units", i, "steps", "'%s' has 1 to %d steps", p->book->counter[u].id, I(p, u)->steps);
  bool dead = box + 1 == B_DEAD || box + 1 == B_DEAD_S;
  *unit = (struct unit){.steps = (uint8_t)(dead ? 0 : pu->steps > 0 ? pu->steps : I(p, u)->steps), .box = (uint8_t)(box + 1), .flags = (uint16_t)(I(p, u)->kind == AA ? AAMODE : 0)};
  for (int k = 0; k < pu->nmarks; k++)
    if (!set_mark(p, u, pu->mark[k])) return sal_pos_fail(err, "units", i, "marks", "there is no mark '%.*s' for it", 24, pu->mark[k]);
  if (is_air(p, u)) {
    if (box < 0) unit->box = (uint8_t)air_box(side, B_AIR);
    if (h) unit->box = (uint8_t)air_box(side, B_ATTACK), unit->at = h;
    unit->aux = (uint8_t)(i % 30 + 1);
    return true;
  }
  if (!h) return true;
  if (alea_holder(p, h) == sal_enemy(side)) return sal_pos_fail(err, "units", i, "hex", "the enemy is in %s", p->book->board.name[h]);
  if (I(p, u)->kind == TRAIN && !alea_is_rail(p, h)) return sal_pos_fail(err, "units", i, "hex", "a train stands on rails");
  sal_unit one = u;
  if (!pos->unchecked && !alea_fits(p, side, h, &one, 1)) return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal", p->book->board.name[h]);
  alea_set_down(p, u, h);
  if (I(p, u)->kind != ATF && !held_by(p, side, h)) S(p)->cell[h].ground ^= GERMAN_HELD;
  return true;
}

static bool place_ground(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++)
    if (O(p)->home[b->order[i]]) s->cell[b->order[i]].ground |= GERMAN_HELD;
  for (int i = 0; i < pos->ncontrol; i++) {
    int side = sal_side_parse(pos->control[i].id);
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(b, pos->control[i].hex[k]);
      if (!h || side >= SAL_SIDES) return sal_pos_fail(err, "control", i, NULL, "a side and hexes of the map are wanted");
      if (!held_by(p, side, h)) s->cell[h].ground ^= GERMAN_HELD;
    }
  }
  for (int i = 0; i < pos->nmarks; i++) {
    sal_hex h = sal_hex_parse(b, pos->mark[i].hex);
    const char *m = pos->mark[i].mark;
    if (!h) return sal_pos_fail(err, "marks", i, "hex", "hex '%.*s' is not on the map", 12, pos->mark[i].hex);
    if (sal_eq(m, "mine")) s->cell[h].ground |= MINED;
    else if (sal_eq(m, "breached")) s->cell[h].ground |= BREACHED;
    else if (sal_eq(m, "control:german")) s->cell[h].ground |= GERMAN_HELD;
    else if (sal_eq(m, "control:soviet")) s->cell[h].ground &= (uint8_t)~GERMAN_HELD;
    else return sal_pos_fail(err, "marks", i, "mark", "there is no mark '%.*s'", 24, m);
  }
  return true;
}

static bool place_vars(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  for (int i = 0; i < pos->nvars; i++) {
    const struct sal_pos_var *v = &pos->var[i];
    if (v->text || v->value < 0 || v->value > 255) return sal_pos_fail(err, "vars", i, v->name, "a number from 0 to 255 is wanted");
    uint8_t n = (uint8_t)v->value;
    if (sal_eq(v->name, "fuel") && n <= 6) s->fuel = n;
    else if (sal_eq(v->name, "line2")) s->line2 = n != 0;
    else if (sal_eq(v->name, "spent_halves")) s->spent = n;
    else if (sal_eq(v->name, "exits")) s->exits = n;
    else if (sal_eq(v->name, "exits_early")) s->early = n;
    else if (sal_eq(v->name, "german_tanks_lost")) s->tanks[SAL_GERMAN] = n;
    else if (sal_eq(v->name, "soviet_tanks_lost")) s->tanks[SAL_SOVIET] = n;
    else if (sal_eq(v->name, "german_fighters_lost")) s->planes[SAL_GERMAN][0] = n;
    else if (sal_eq(v->name, "german_bombers_lost")) s->planes[SAL_GERMAN][1] = n;
    else if (sal_eq(v->name, "soviet_fighters_lost")) s->planes[SAL_SOVIET][0] = n;
    else if (sal_eq(v->name, "soviet_bombers_lost")) s->planes[SAL_SOVIET][1] = n;
    else return sal_pos_fail(err, "vars", i, v->name, "there is no such variable, or the value is out of range");
  }
  return true;
}

bool alea_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct state *s = S(p);
  int phase = P_BUILD;
  if (pos->phase) {
    phase = 0;
    while (phase < P_COUNT && !sal_eq(alea_phases[phase].id, pos->phase)) phase++;
    if (phase == P_COUNT) return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  }
  s->turns = (uint8_t)p->book->scenarios[p->book->scenario].turns;
  s->head.turn = (uint16_t)(pos->turn > 0 ? pos->turn : O(p)->scenario == PROKHOROVKA ? 7 : 1);
  s->fuel = O(p)->scenario == PROKHOROVKA ? 3 : 6;
  s->left_out = 1;
  s->player = (uint8_t)(phase >= P_RALLY_S && phase < P_END ? SAL_SOVIET : SAL_GERMAN);
  if (!place_ground(p, pos, err) || !place_vars(p, pos, err)) return false;
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err)) return false;
  if (pos->has_score[SAL_SOVIET]) s->spent = 0; /* scores follow from the dead piles */
  sal_push(p, N_GAME, SAL_NOSIDE)->x[0] = (uint16_t)phase;
  return true;
}
