/* setup.c - the start of a game (3.1): static tiles, the pocket, the divisions, the Soviet corps.
 *
 * Each Soviet unit is put in or beside its formation's group, which allows every connected set-up and
 * no other. A group can be walled in; then the formation is taken up and begun again.
 */
#include "state.h"

#include <string.h>

enum { TOO_NEAR = 2 }; /* 3.1e: hexes from a German unit */

/* ---- the first state ---------------------------------------------------------------------- */

static void tile_name(const struct sal_book *b, uint16_t tile, char out[SAL_TOKEN]) { sal_format(out, SAL_TOKEN, "%s", ssp_own(b)->type[ssp_own(b)->tile[tile]].code); }

/* One of the tiles not yet given out, seen by nobody (2.10b, 3.1b). */
void ssp_draw_tile(struct sal_play *p, sal_unit u) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int left[SSP_TILES + 1];
  uint16_t item[SSP_UNITS];
  int n = 0;
  for (int t = 1; t <= SSP_TILES; t++) left[t] = own->tiles[t];
  for (int v = 0; v < p->book->ncounters; v++)
    if (s->unit[v].tile) left[s->unit[v].tile]--;
  for (int t = 1; t <= SSP_TILES; t++)
    for (int i = 0; i < left[t] && n < SSP_UNITS; i++) item[n++] = (uint16_t)t;
  if (!n) item[n++] = 1; /* more static units than tiles: only a made-up position */
  s->unit[u].tile = (uint8_t)item[sal_draw(p->dice, p->book, item, n, tile_name, R_3_1b, 0)];
}

static void blank(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < p->book->board.cells; i++) s->first[i] = SAL_NOUNIT;
  for (int i = 0; i < SSP_UNITS; i++) s->unit[i].next = SAL_NOUNIT;
  for (int i = 0; i < p->book->board.nhexes; i++) { /* 3.3b */
    sal_hex h = p->book->board.order[i];
    ssp_set(ssp_bits(p, own->control_at), h, own->area[h] != 0);
  }
  s->vis = own->vis; /* 3.1a, 5a */
  s->formation = SSP_NONE;
  p->state->turn = 1;
}

void ssp_setup(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int fixed = 0;
  blank(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!own->plays[u]) continue;
    s->unit[u].steps = own->type[u].steps;
    if (own->type[u].move == MOVE_STATIC) {
      ssp_put(p, (sal_unit)u, own->start[u]);
      ssp_draw_tile(p, (sal_unit)u);
      fixed++;
    } else if (own->ready && own->start[u]) {
      ssp_put(p, (sal_unit)u, own->start[u]);
    }
  }
  sal_tell(p, E_START, own->begins, SAL_EV(.n = {(int16_t)p->state->turn, s->vis}));
  sal_tell(p, E_STATIC, R_3_1b, SAL_EV(.n = {(int16_t)fixed}));
  sal_push(p, N_TURN, SAL_NOSIDE)->x[0] = own->ready ? ST_TURN : ST_POCKET;
}

/* ---- what may stand where -------------------------------------------------------------------- */

static bool in_stage(const struct sal_play *p, int side, sal_unit u) {
  const struct ssp_book *own = ssp_own(p->book);
  if (!own->plays[u] || own->type[u].side != side || own->form[u] == SSP_NONE || own->type[u].move == MOVE_OFF) return false;
  return side == SAL_SOVIET || own->pocket[u] == (p->state->phase == PH_POCKET);
}

/* Marks every hex within two of a German unit, one byte per cell: for lists, where many hexes are asked about. */
static const uint8_t *near_germans(const struct sal_play *p) {
  enum { DONE = 3 }; /* many Germans share a hex */
  uint8_t *near = p->scratch;
  const struct sal_board *m = &p->book->board;
  const struct ssp_book *own = ssp_own(p->book);
  memset(near, 0, m->cells);
  for (int u = 0; u < p->book->ncounters; u++) {
    sal_hex h = ssp_st(p)->unit[u].hex;
    if (!h || own->type[u].side != SAL_GERMAN || near[h] == DONE) continue;
    near[h] = DONE;
    for (int d = 0; d < 6; d++) {
      sal_hex g = (sal_hex)(h + m->step[d]);
      if (!m->on[g]) continue;
      near[g] |= 1;
      for (int e = 0; e < 6; e++) near[g + m->step[e]] |= 1;
    }
  }
  return near;
}

/* The same for one hex: from the marks if there are any, else by looking around it. */
static bool is_near(const struct sal_play *p, const uint8_t *near, sal_hex h) {
  const struct sal_board *m = &p->book->board;
  if (near) return near[h] != 0;
  for (int q = -TOO_NEAR; q <= TOO_NEAR; q++)
    for (int r = -TOO_NEAR; r <= TOO_NEAR; r++)
      if (sal_span(q, r) <= TOO_NEAR && ssp_has_side(p, sal_hex_at(m, m->q[h] + q, m->r[h] + r), SAL_GERMAN)) return true;
  return false;
}

static bool has_form(const struct sal_play *p, sal_hex h, int form) {
  SSP_EACH(p, u, h) if (ssp_own(p->book)->form[u] == form) return true;
  return false;
}

static int group_size(const struct sal_play *p, int form) { /* units on the map */
  const struct ssp_book *own = ssp_own(p->book);
  int n = 0;
  for (int i = 0; i < own->nof[form]; i++) n += ssp_st(p)->unit[own->of[form][i]].hex != 0;
  return n;
}

static bool touches_group(const struct sal_play *p, sal_hex h, int form) { /* 3.1f */
  if (has_form(p, h, form)) return true;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(&p->book->board, h, d);
    if (g && has_form(p, g, form)) return true;
  }
  return false;
}

/* Would the formation's hexes still be connected without u? */
static bool connected_without(const struct sal_play *p, int form, sal_unit out) {
  sal_hex home = ssp_st(p)->unit[out].hex;
  int beside = 0;
  SSP_EACH(p, u, home) if (u != out && ssp_own(p->book)->form[u] == form) return true; /* it is not alone in its hex */
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(&p->book->board, home, d);
    beside += g && has_form(p, g, form);
  }
  if (beside <= 1) return true; /* at the end of the group */
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_state *s = ssp_st(p);
  sal_hex hex[SSP_FORM_UNITS];
  bool reached[SSP_FORM_UNITS] = {false};
  int n = 0, todo[SSP_FORM_UNITS], ntodo = 0, got = 0;
  for (int i = 0; i < own->nof[form]; i++) {
    sal_unit u = own->of[form][i];
    if (u == out || !s->unit[u].hex) continue;
    int k = 0;
    while (k < n && hex[k] != s->unit[u].hex) k++;
    if (k == n) hex[n++] = s->unit[u].hex;
  }
  if (n < 2) return true;
  reached[0] = true;
  todo[ntodo++] = 0;
  while (ntodo) {
    int i = todo[--ntodo];
    got++;
    for (int k = 0; k < n; k++)
      if (!reached[k] && sal_distance(&p->book->board, hex[i], hex[k]) == 1) {
        reached[k] = true;
        todo[ntodo++] = k;
      }
  }
  return got == n;
}

/* group: units of its formation on the map. */
static bool may_put(const struct sal_play *p, const uint8_t *near, sal_unit u, sal_hex h, int group, struct sal_refusal *why) {
  const struct ssp_book *own = ssp_own(p->book);
  int form = own->form[u], side = own->type[u].side;
  if (side == SAL_GERMAN) {
    if (own->pocket[u] && own->area[h] != 1) return sal_refuse(why, R_3_1c, "{u0} sets up inside the pocket.", u, h);
    if (!own->pocket[u] && own->area[h] != form + 2) return sal_refuse(why, R_3_1d, "{u0} sets up inside the area of its division.", u, h);
  } else {
    if (own->area[h]) return sal_refuse(why, R_3_1e, "{h1} is inside a German set-up area.", u, h);
    if (is_near(p, near, h)) return sal_refuse(why, R_3_1e, "{h1} is less than three hexes from a German unit.", u, h);
    if (group && !touches_group(p, h, form)) return sal_refuse(why, R_3_1f, "{h1} is not connected with the hexes of the formation.", u, h);
  }
  return ssp_stack_ok(p, h, side, u) || sal_refuse(why, R_6_1a, "{h1} is full, or holds units of another formation.", u, h);
}

/* Hexes open to u, into the list; without one only whether there is any. */
static bool offer_hex(const struct sal_play *p, const uint8_t *near, sal_unit u, sal_hex h, int group, struct sal_list *l) {
  if (!may_put(p, near, u, h, group, NULL)) return false;
  if (l) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
  return true;
}
static int hexes_for(const struct sal_play *p, const uint8_t *near, sal_unit u, struct sal_list *l) {
  const struct sal_board *m = &p->book->board;
  const struct ssp_book *own = ssp_own(p->book);
  int form = own->form[u], n = 0, group = group_size(p, form);
  if (own->type[u].side == SAL_GERMAN) {
    const struct sal_region *area = own->pocket[u] ? own->pocket_area : own->div_area[form];
    for (int i = 0; area && i < area->n && (l || !n); i++) n += offer_hex(p, near, u, area->hexes[i], group, l);
  } else if (!group) {
    for (int h = 1; h < m->cells && (l || !n); h++)
      if (m->on[h]) n += offer_hex(p, near, u, (sal_hex)h, group, l);
  } else {
    for (int i = 0; i < own->nof[form] && (l || !n); i++) { /* in and around the group */
      sal_hex h = ssp_st(p)->unit[own->of[form][i]].hex;
      for (int d = -1; h && d < 6 && (l || !n); d++) {
        sal_hex g = d < 0 ? h : sal_next(m, h, d);
        if (g) n += offer_hex(p, near, u, g, group, l);
      }
    }
  }
  return n;
}

/* A German who is still to be set up and has no hex for it: other maps than the battle's know no set-up areas. */
sal_unit ssp_no_room(const struct sal_play *p) {
  const struct ssp_book *own = ssp_own(p->book);
  for (int u = 0; u < p->book->ncounters; u++)
    if (own->plays[u] && own->type[u].side == SAL_GERMAN && own->form[u] != SSP_NONE && own->type[u].move != MOVE_OFF && !ssp_st(p)->unit[u].hex && !hexes_for(p, NULL, (sal_unit)u, NULL))
      return (sal_unit)u;
  return SAL_NOUNIT;
}

/* A formation that has units to place and no room beside its group. */
static bool walled_in(const struct sal_play *p, const uint8_t *near, int form) {
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[form]; i++) {
    sal_unit u = own->of[form][i];
    if (own->plays[u] && !ssp_st(p)->unit[u].hex) return hexes_for(p, near, u, NULL) == 0;
  }
  return false;
}

static int first_walled_in(const struct sal_play *p, const uint8_t *near, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  for (int k = 0; k < own->nforms; k++)
    if (own->form_side[k] == side && side == SAL_SOVIET && group_size(p, k) && walled_in(p, near, k)) return k;
  return SSP_NONE;
}

/* ---- N_SETUP: which unit -------------------------------------------------------------------------- */

static bool may_pick(const struct sal_play *p, const uint8_t *near, int side, sal_unit u, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  if (!in_stage(p, side, u)) return sal_refuse(why, side == SAL_GERMAN ? R_3_1d : R_3_1e, "That is not a unit to be set up now.", 0, 0);
  if (s->unit[u].hex) {
    if (s->shifts[side] >= SSP_SHIFTS) return sal_refuse(why, R_3_1g, "Enough units have been taken up again.", 0, 0);
    if (side == SAL_SOVIET && !connected_without(p, own->form[u], u)) return sal_refuse(why, R_3_1f, "Without {u0} its formation would fall apart.", u, 0);
    return true;
  }
  return side == SAL_GERMAN || !walled_in(p, near, own->form[u]) || sal_refuse(why, R_3_1f, "The formation of {u0} has no room left beside it.", u, 0);
}

static bool may_be_ready(const struct sal_play *p, const uint8_t *near, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  bool change = false;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!in_stage(p, side, (sal_unit)u)) continue;
    sal_hex h = own->start[u];
    if (!h || (side == SAL_SOVIET && is_near(p, near, h))) return false;
    if (ssp_st(p)->unit[u].hex != h) change = true;
  }
  return change;
}

static int unplaced(const struct sal_play *p, int side) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++) n += in_stage(p, side, (sal_unit)u) && !ssp_st(p)->unit[u].hex;
  return n;
}

static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_book *own = ssp_own(p->book);
  const uint8_t *near = side == SAL_SOVIET ? near_germans(p) : NULL;
  bool walled[SSP_FORMS] = {false};
  if (side == SAL_SOVIET)
    for (int k = 0; k < own->nforms; k++) walled[k] = own->form_side[k] == side && walled_in(p, near, k);
  if (first_walled_in(p, near, side) != SSP_NONE) sal_list_add(l, sal_act(V_AGAIN, 0, 0, 0));
  if (!unplaced(p, side)) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (may_be_ready(p, near, side)) sal_list_add(l, sal_act(V_HISTORICAL, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!in_stage(p, side, (sal_unit)u)) continue;
    bool ok = ssp_st(p)->unit[u].hex ? may_pick(p, near, side, (sal_unit)u, NULL) : !walled[own->form[u]];
    if (ok) sal_list_add(l, sal_act(V_PICK, u, 0, 0));
  }
}

static bool setup_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_PICK: return may_pick(p, NULL, side, a.x[0], why);
  case V_PUT: return sal_refuse(why, R_3_1d, "Pick a unit first.", 0, 0);
  case V_AGAIN: return first_walled_in(p, NULL, side) != SSP_NONE || sal_refuse(why, R_3_1f, "Every formation has room.", 0, 0);
  case V_HISTORICAL: return may_be_ready(p, NULL, side) || sal_refuse(why, R_3_1g, "The historical set-up is not possible, or stands already.", 0, 0);
  case V_DONE: {
    int n = unplaced(p, side);
    if (!n) return true;
    return sal_refuse(why, side == SAL_SOVIET ? R_3_1e : p->state->phase == PH_POCKET ? R_3_1c : R_3_1d, "Units still to be set up: {n0}.", n, 0);
  }
  default: return false;
  }
}

static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  switch (a.verb) {
  case V_DONE:
    sal_tell(p, E_SETUP_DONE, side == SAL_SOVIET ? R_3_1e : p->state->phase == PH_POCKET ? R_3_1c : R_3_1d, SAL_EV(.n = {(int16_t)side}));
    sal_pop(p);
    return;
  case V_AGAIN: {
    int form = first_walled_in(p, NULL, side);
    for (int i = 0; i < own->nof[form]; i++) ssp_lift(p, own->of[form][i]);
    sal_tell(p, E_AGAIN, R_3_1f, SAL_EV(.n = {(int16_t)form}));
    return;
  }
  case V_HISTORICAL:
    for (int u = 0; u < p->book->ncounters; u++)
      if (in_stage(p, side, (sal_unit)u)) ssp_put(p, (sal_unit)u, own->start[u]);
    sal_tell(p, E_READY, R_3_1g, SAL_EV(.n = {(int16_t)side}));
    return;
  default: /* V_PICK */
    if (s->unit[a.x[0]].hex) {
      s->shifts[side]++;
      sal_tell(p, E_TAKEN, R_3_1g, SSP_EV(.unit = {a.x[0], SAL_NOUNIT}, .at = {s->unit[a.x[0]].hex}));
      ssp_lift(p, a.x[0]);
    }
    sal_push(p, N_SETUP_PUT, side)->x[0] = a.x[0];
  }
}

static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int n = unplaced(p, side);
  const char *what = p->state->phase == PH_POCKET ? "in the pocket" : side == SAL_GERMAN ? "in its division's area" : "three hexes or more from every German, each corps together";
  out->rule = p->state->phase == PH_POCKET ? R_3_1c : side == SAL_GERMAN ? R_3_1d : R_3_1e;
  if (n) sal_prompt_say(out, "Set-up: pick a unit and put it %s, or take the historical set-up. %d to go.", what, n);
  else sal_prompt_say(out, "Everything is set up: change it, or go on.");
  for (int u = 0; u < p->book->ncounters && out->nowed < SAL_OWED; u++)
    if (in_stage(p, side, (sal_unit)u) && !ssp_st(p)->unit[u].hex) sal_prompt_owe(out, out->rule, SAL_AT_UNIT, u, "%s is to be set up", p->book->counter[u].label);
}
const struct sal_node ssp_node_setup = {.id = "setup", .rule = R_3_1d, .list = setup_list, .check = setup_check, .apply = setup_apply, .prompt = setup_prompt};

/* ---- N_SETUP_PUT: x0 unit ----------------------------------------------------------------------------- */

static void setup_put_list(const struct sal_play *p, int side, struct sal_list *l) {
  hexes_for(p, side == SAL_SOVIET ? near_germans(p) : NULL, sal_top(p)->x[0], l);
}
static bool setup_put_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_PUT) return false;
  sal_unit u = sal_top(p)->x[0];
  return may_put(p, NULL, u, a.x[0], group_size(p, ssp_own(p->book)->form[u]), why);
}
static void setup_put_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = sal_top(p)->x[0];
  sal_pop(p);
  ssp_put(p, u, a.x[0]);
  sal_tell(p, E_PLACED, ssp_own(p->book)->pocket[u] ? R_3_1c : side == SAL_GERMAN ? R_3_1d : R_3_1f, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {a.x[0]}));
}
static void setup_put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit u = sal_top(p)->x[0];
  (void)side;
  out->selected[out->nselected++] = u;
  sal_prompt_say(out, "Where does %s set up?", p->book->counter[u].label);
}
const struct sal_node ssp_node_setup_put = {.id = "setup.put", .rule = R_3_1d, .list = setup_put_list, .check = setup_put_check, .apply = setup_put_apply, .prompt = setup_put_prompt};
