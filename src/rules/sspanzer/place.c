/* place.c - a position file put on the map (contract 9).
 *
 * Only what is listed takes part, except in the set-up phases, where the whole order of battle waits
 * beside the map. A facing is a kill zone.
 */
#include "state.h"

#include <string.h>

static bool place_mark(struct ssp_unit *v, const struct ssp_kind *k, const char *mark) {
  if (sal_eq(mark, "suppressed")) return k->move != MOVE_OFF ? (v->is |= SUPPRESSED, true) : false;
  if (sal_eq(mark, "tried")) return k->move == MOVE_STATIC ? (v->is |= TRIED, true) : false;
  if (sal_eq(mark, "untried")) return k->move == MOVE_STATIC;
  if (sal_eq(mark, "used")) return k->move == MOVE_OFF ? (v->is |= USED, true) : false;
  return sal_eq(mark, "killzone") && v->kz;
}

static bool place_tile(struct sal_play *p, sal_unit u, const struct sal_pos_unit *pu) {
  for (int i = 0; i < pu->nfactors; i++)
    if (sal_eq(pu->factor[i].name, "tile")) return ssp_st(p)->unit[u].tile = (uint8_t)(pu->factor[i].value[1] - '0'), true;
  ssp_draw_tile(p, u);
  return true;
}

static bool stack_legal(const struct sal_play *p, sal_hex h, sal_unit u, bool unchecked) {
  int n = 0, side = ssp_side(p, u), fixed = 0;
  SSP_EACH(p, v, h) if (ssp_side(p, v) == side) n++, fixed += ssp_type(p, v)->move == MOVE_STATIC;
  if (n > SSP_STACK) return false;
  return unchecked || (fixed < 2 && ssp_stack_ok(p, h, side, SAL_NOUNIT));
}

static bool place_unit(struct sal_play *p, const struct sal_position *pos, int i, struct sal_err *err) {
  const struct sal_pos_unit *pu = &pos->unit[i];
  const struct ssp_book *own = ssp_own(p->book);
  sal_unit u = sal_pos_unit_index(p->book, pu);
  sal_hex h;
  if (u == SAL_NOUNIT) return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, pu->unit);
  struct ssp_unit *v = &ssp_st(p)->unit[u];
  const struct ssp_kind *k = &own->type[u];
  if (k->code[0] == 's') return sal_pos_fail(err, "units", i, "unit", "'%s' is the back of a static unit", p->book->counter[u].id);
  if (!sal_pos_hex(p->book, pos, i, &h, err)) return false;
  if (pu->box && (k->move != MOVE_OFF || (!sal_eq(pu->box, "guns.first") && !sal_eq(pu->box, "guns.used"))))
    return sal_pos_fail(err, "units", i, "box", "only German artillery is in a box, guns.first or guns.used");
  if (h && k->move == MOVE_OFF) return sal_pos_fail(err, "units", i, "hex", "artillery is not on the map");
  if (pu->steps == 0 || pu->steps > k->steps) return sal_pos_fail(err, "units", i, "steps", "steps must be 1 to %d", k->steps);
  v->steps = pu->steps > 0 ? (uint8_t)pu->steps : k->steps;
  if (pu->box && sal_eq(pu->box, "guns.used")) v->is |= USED;
  if (pu->facing >= 0) {
    if (k->move >= MOVE_STATIC || !h) return sal_pos_fail(err, "units", i, "facing", "%s cannot have a kill zone", p->book->counter[u].id);
    v->kz = (uint8_t)(pu->facing + 1);
  }
  for (int m = 0; m < pu->nmarks; m++)
    if (!place_mark(v, k, pu->mark[m])) return sal_pos_fail(err, "units", i, "marks", "%s cannot have the mark '%.*s'", p->book->counter[u].id, 16, pu->mark[m]);
  if (k->move == MOVE_STATIC) place_tile(p, u, pu);
  if (!h) return true;
  ssp_put(p, u, h);
  if (!stack_legal(p, h, u, pos->unchecked)) return sal_pos_fail(err, "units", i, "hex", "the stack in %s is not legal", p->book->board.name[h]);
  return true;
}

static bool place_control(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  uint8_t *german = ssp_bits(p, ssp_own(p->book)->control_at);
  for (int i = 0; i < pos->ncontrol; i++) {
    int side = sal_side_parse(pos->control[i].id);
    for (int k = 0; k < pos->control[i].n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, pos->control[i].hex[k]);
      if (!h || side >= SAL_SIDES) return sal_pos_fail(err, "control", i, NULL, "a side and hexes of the map are wanted");
      ssp_set(german, h, side == SAL_GERMAN);
    }
  }
  for (int u = 0; u < p->book->ncounters; u++) { /* whoever stands alone in a hex has it */
    sal_hex h = ssp_st(p)->unit[u].hex;
    if (!h) continue;
    if (ssp_contested(p, h)) ssp_st(p)->unit[u].kz = 0; /* 10.1b: engaged */
    else ssp_set(german, h, ssp_side(p, (sal_unit)u) == SAL_GERMAN);
  }
  return true;
}

static bool place_var(struct sal_play *p, const struct sal_pos_var *v, int i, int *impulse, bool *drawn, struct sal_err *err) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  if (sal_eq(v->name, "vis")) {
    if (v->text || v->value < 1 || v->value > own->max_vis) return sal_pos_fail(err, "vars", i, "vis", "visibility is 1 to %d", own->max_vis);
    s->vis = (uint8_t)v->value;
  } else if (sal_eq(v->name, "impulse")) {
    *impulse = v->text ? ssp_formation_find(p->book, v->text) : -1;
    if (*impulse < 0) return sal_pos_fail(err, "vars", i, "impulse", "there is no such formation");
  } else if (sal_eq(v->name, "played")) { /* formations whose chit is out, with spaces between */
    for (const char *q = v->text ? v->text : ""; *q;) {
      size_t n = strcspn(q, " ");
      char id[16];
      sal_format(id, sizeof id, "%.*s", (int)n, q);
      int f = ssp_formation_find(p->book, id);
      if (f < 0) return sal_pos_fail(err, "vars", i, "played", "there is no formation '%s'", id);
      s->played |= (uint16_t)(1u << f);
      *drawn = true;
      q += n + (q[n] == ' ');
    }
  } else if (sal_eq(v->name, "artillery")) {
    if (v->text || v->value < 0 || v->value > own->guns_in_cup) return sal_pos_fail(err, "vars", i, "artillery", "there are 0 to %d counters", own->guns_in_cup);
    s->cup = (uint8_t)v->value;
    *drawn = true;
  } else {
    return sal_pos_fail(err, "vars", i, v->name, "there is no such variable: vis impulse played artillery");
  }
  return true;
}

static int phase_of(const struct sal_book *b, const char *id) {
  for (int i = 0; i < b->rules->nphases; i++)
    if (sal_eq(b->rules->phases[i].id, id)) return i;
  return -1;
}

static void start_here(struct sal_play *p, const struct sal_position *pos) {
  struct ssp_state *s = ssp_st(p);
  for (int i = 0; i < p->book->board.cells; i++) s->first[i] = SAL_NOUNIT;
  for (int i = 0; i < SSP_UNITS; i++) s->unit[i].next = SAL_NOUNIT;
  for (int i = 0; i < p->book->board.nhexes; i++) {
    sal_hex h = p->book->board.order[i];
    ssp_set(ssp_bits(p, ssp_own(p->book)->control_at), h, ssp_own(p->book)->area[h] != 0);
  }
  s->vis = ssp_own(p->book)->vis;
  s->formation = SSP_NONE;
  s->unchecked = pos->unchecked;
  s->cup = ssp_own(p->book)->guns_in_cup;
  p->state->turn = (uint16_t)(pos->turn > 0 ? pos->turn : 1);
}

/* In the set-up phases everybody who is not listed waits beside the map. */
static void wait_beside(struct sal_play *p) {
  const struct ssp_book *own = ssp_own(p->book);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct ssp_unit *v = &ssp_st(p)->unit[u];
    if (!own->plays[u] || v->steps) continue;
    if (own->type[u].move == MOVE_STATIC) {
      if (!own->start[u]) continue;
      ssp_put(p, (sal_unit)u, own->start[u]);
      ssp_draw_tile(p, (sal_unit)u);
    }
    v->steps = own->type[u].steps;
  }
}

bool ssp_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  struct ssp_state *s = ssp_st(p);
  static const uint8_t stage[PH_COUNT] = {ST_POCKET, ST_GERMAN, ST_SOVIET, ST_TURN, ST_CUP, ST_RECOVERY};
  int phase = pos->phase ? phase_of(p->book, pos->phase) : PH_ACTION, impulse = -1;
  bool drawn = false; /* the cup has been drawn from */
  if (phase < 0) return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
  if (pos->turn > p->book->scenarios[p->book->scenario].turns) return sal_fail_at(err, "turn", "the game has %d turns", p->book->scenarios[p->book->scenario].turns);
  if (pos->nmarks) return sal_pos_fail(err, "marks", 0, "mark", "marks on hexes cannot be set");
  start_here(p, pos);
  for (int i = 0; i < pos->nunits; i++)
    if (!place_unit(p, pos, i, err)) return false;
  if (phase <= PH_SOVIET) wait_beside(p);
  sal_unit crowded = phase <= PH_GERMAN ? ssp_no_room(p) : SAL_NOUNIT;
  if (crowded != SAL_NOUNIT) return sal_fail_at(err, "phase", "%s has nowhere to be set up on this map", p->book->counter[crowded].label);
  if (!place_control(p, pos, err)) return false;
  for (int i = 0; i < pos->nvars; i++)
    if (!place_var(p, &pos->var[i], i, &impulse, &drawn, err)) return false;
  if (impulse >= 0 && phase != PH_ACTION) return sal_fail_at(err, "vars.impulse", "an impulse is in the action phase");
  p->state->phase = (uint8_t)phase;
  bool in_action = phase == PH_ACTION && (impulse >= 0 || drawn);
  struct sal_frame *f = sal_push(p, N_TURN, SAL_NOSIDE);
  f->x[0] = in_action ? ST_DRAW : stage[phase];
  if (!in_action) s->played = 0;
  if (phase != PH_ACTION) s->cup = 0;
  if (impulse >= 0) ssp_begin_impulse(p, impulse);
  return true;
}
