/* setup.c - the start of a game (3.1): static tiles, the pocket, the divisions, the Soviet corps.
 *
 * Each Soviet unit is put in or beside its formation's group, which allows every connected set-up
 * and no other. A group can be walled in; then the formation is taken up and placed again.
 */
#include "state.h"

#include <string.h>

enum { TOO_NEAR = 2 }; /* 3.1e: hexes from a German unit */
enum { AREA_POCKET = 1, AREA_DIVISION = 2 };

/* ---- the first state -------------------------------------------------------------------- */

/* A draw in a journal is named by the tile's code. */
static void tile_name(const struct sal_book *b, uint16_t tile, char out[SAL_TOKEN]) {
  const struct ssp_book *own = b->own;
  sal_format(out, SAL_TOKEN, "%s", own->type[own->tile[tile]].code);
}

/* One of the tiles not yet given out, seen by nobody (2.10b, 3.1b). A made-up position may have
 * more static units than there are tiles. */
void ssp_draw_tile(struct sal_play *p, sal_unit u) {
  struct ssp_state *s = S(p);
  int left[SSP_TILES + 1] = {0}; /* of tile 0, which is none, it does not matter */
  uint16_t item[SSP_UNITS];
  int n = 0;

  for (int t = 1; t <= SSP_TILES; t++)
    left[t] = O(p)->tiles[t];
  SSP_EACH_UNIT(p, v) {
    left[s->unit[v].tile]--;
  }
  for (int t = 1; t <= SSP_TILES; t++)
    for (int i = 0; i < left[t] && n < SSP_UNITS; i++)
      item[n++] = (uint16_t)t;
  if (!n)
    item[n++] = 1;
  int drawn = sal_draw(p->dice, p->book, item, n, tile_name, R_3_1b, 0);
  s->unit[u].tile = (uint8_t)item[drawn];
}

/* Clears the map; the German set-up areas are German (3.3b). */
void ssp_empty_map(struct sal_play *p) {
  struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);

  for (int i = 0; i < p->book->board.cells; i++)
    s->first[i] = SAL_NOUNIT;
  for (int i = 0; i < SSP_UNITS; i++)
    s->unit[i].next = SAL_NOUNIT;
  for (int i = 0; i < p->book->board.nhexes; i++) {
    sal_hex h = p->book->board.order[i];
    ssp_set(ssp_bits(p, own->control_at), h, own->area[h] != 0);
  }
  s->vis = own->vis; /* 3.1a, 5a */
  s->formation = SSP_NONE;
}

/* 3.1b: static infantry is placed from the beginning; a ready scenario has all units on the map. */
void ssp_setup(struct sal_play *p) {
  struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  int fixed = 0;

  ssp_empty_map(p);
  p->state->turn = 1;
  SSP_EACH_UNIT(p, u) {
    if (!own->plays[u])
      continue;
    s->unit[u].steps = own->type[u].steps;
    if (own->type[u].move == MOVE_STATIC) {
      ssp_put(p, u, own->start[u]);
      ssp_draw_tile(p, u);
      fixed++;
    } else if (own->ready && own->start[u]) {
      ssp_put(p, u, own->start[u]);
    }
  }
  sal_tell(p, E_START, own->begins, SAL_EV(.n = {(int16_t)p->state->turn, s->vis}));
  sal_tell(p, E_STATIC, R_3_1b, SAL_EV(.n = {(int16_t)fixed}));
  turn_in(sal_push(p, N_TURN, SAL_NOSIDE))->stage = own->ready ? ST_TURN : ST_POCKET;
}

/* ---- what may stand where --------------------------------------------------------------- */

/* Is the unit one that this side sets up in this phase? The pocket comes before the divisions. */
static bool in_stage(const struct sal_play *p, int side, sal_unit u) {
  const struct ssp_book *own = O(p);

  if (!own->plays[u])
    return false;
  if (own->type[u].side != side)
    return false;
  if (own->form[u] == SSP_NONE)
    return false;
  if (own->type[u].move == MOVE_OFF)
    return false;

  return side == SAL_SOVIET || own->pocket[u] == (p->state->phase == PH_POCKET);
}

/* A part of the set-up without units is skipped. */
bool ssp_any_to_set_up(const struct sal_play *p, int side) {
  SSP_EACH_UNIT(p, u) {
    if (in_stage(p, side, u))
      return true;
  }
  return false;
}

/* Marks every hex within two of a German unit, one byte per cell: for lists, where many hexes are
 * asked about. */
static const uint8_t *near_germans(const struct sal_play *p) {
  enum { NEAR = 1, DONE = 3 }; /* many Germans share a hex */
  uint8_t *near = p->scratch;
  const struct sal_board *m = &p->book->board;

  memset(near, 0, m->cells);
  SSP_EACH_UNIT(p, u) {
    sal_hex h = S(p)->unit[u].hex;
    if (!h)
      continue;
    if (O(p)->type[u].side != SAL_GERMAN)
      continue;
    if (near[h] == DONE)
      continue;
    near[h] = DONE;
    for (int d = 0; d < 6; d++) {
      sal_hex beside = (sal_hex)(h + m->step[d]);
      if (!m->on[beside])
        continue;
      near[beside] |= NEAR;
      for (int e = 0; e < 6; e++)
        near[beside + m->step[e]] |= NEAR;
    }
  }

  return near;
}

/* The same for one hex: from the marks if there are any, else by looking around it. */
static bool is_near(const struct sal_play *p, const uint8_t *near, sal_hex h) {
  const struct sal_board *m = &p->book->board;

  if (near)
    return near[h] != 0;
  for (int q = -TOO_NEAR; q <= TOO_NEAR; q++)
    for (int r = -TOO_NEAR; r <= TOO_NEAR; r++) {
      if (sal_span(q, r) > TOO_NEAR)
        continue;
      if (ssp_has_side(p, sal_hex_at(m, m->q[h] + q, m->r[h] + r), SAL_GERMAN))
        return true;
    }

  return false;
}

/* Does a unit of the formation stand there? */
static bool has_form(const struct sal_play *p, sal_hex h, int form) {
  SSP_EACH(p, u, h) {
    if (O(p)->form[u] == form)
      return true;
  }
  return false;
}

/* How much of a formation is on the map. */
static int group_size(const struct sal_play *p, int form) { /* units on the map */
  int n = 0;
  SSP_EACH_OF(p, u, form) {
    n += S(p)->unit[u].hex != SAL_NOHEX;
  }
  return n;
}

/* Hexes around h that hold units of the formation. */
static int beside_group(const struct sal_play *p, sal_hex h, int form) {
  int n = 0;
  SSP_EACH_BESIDE(p, beside, h) {
    n += has_form(p, beside, form);
  }
  return n;
}

/* In a hex of the formation, or beside one. */
static bool touches_group(const struct sal_play *p, sal_hex h, int form) { /* 3.1f */
  return has_form(p, h, form) || beside_group(p, h, form);
}

/* The hexes of a formation, each once, but those that only `out` stands in. */
static int hexes_without(const struct sal_play *p, int form, sal_unit out,
                         sal_hex hex[SSP_FORM_UNITS]) {
  int n = 0;

  SSP_EACH_OF(p, u, form) {
    sal_hex h = S(p)->unit[u].hex;
    if (u == out)
      continue;
    if (!h)
      continue;
    int k = 0;
    while (k < n && hex[k] != h)
      k++;
    if (k == n)
      hex[n++] = h;
  }

  return n;
}

/* A flood over the hexes of one formation. */
static bool all_connected(const struct sal_board *m, const sal_hex *hex, int n) {
  bool reached[SSP_FORM_UNITS] = {true};
  int todo[SSP_FORM_UNITS] = {0};
  int ntodo = 1;
  int got = 0;

  while (ntodo) {
    int i = todo[--ntodo];
    got++;
    for (int k = 0; k < n; k++) {
      if (reached[k])
        continue;
      if (sal_distance(m, hex[i], hex[k]) != 1)
        continue;
      reached[k] = true;
      todo[ntodo++] = k;
    }
  }

  return got == n;
}

/* 3.1f: would the formation's hexes still be connected without the unit? At the end of a group they
 * always are. */
static bool connected_without(const struct sal_play *p, int form, sal_unit out) {
  sal_hex home = S(p)->unit[out].hex;
  sal_hex hex[SSP_FORM_UNITS];

  SSP_EACH(p, u, home) {
    if (u != out && O(p)->form[u] == form)
      return true;
  }
  if (beside_group(p, home, form) <= 1)
    return true;
  int n = hexes_without(p, form, out, hex);
  return all_connected(&p->book->board, hex, n);
}

/* 3.1c, 3.1d: a German sets up in the pocket or in the area of its division. */
static bool german_may_put(const struct sal_play *p, sal_unit u, sal_hex h,
                           struct sal_refusal *why) {
  const struct ssp_book *own = O(p);

  if (own->pocket[u] && own->area[h] != AREA_POCKET)
    return sal_refuse(why, R_3_1c, "{u0} sets up inside the pocket.", u, h);
  if (!own->pocket[u] && own->area[h] != own->form[u] + AREA_DIVISION)
    return sal_refuse(why, R_3_1d, "{u0} sets up inside the area of its division.", u, h);

  return true;
}

/* 3.1e, 3.1f: a Soviet unit stays outside, three hexes away, and with its formation. */
static bool soviet_may_put(const struct sal_play *p, const uint8_t *near, sal_unit u, sal_hex h,
                           int group, struct sal_refusal *why) {
  if (O(p)->area[h])
    return sal_refuse(why, R_3_1e, "{h1} is inside a German set-up area.", u, h);
  if (is_near(p, near, h))
    return sal_refuse(why, R_3_1e, "{h1} is less than three hexes from a German unit.", u, h);
  if (group && !touches_group(p, h, O(p)->form[u]))
    return sal_refuse(why, R_3_1f, "{h1} is not connected with the hexes of the formation.", u, h);

  return true;
}

/* group: units of its formation on the map. */
static bool may_put(const struct sal_play *p, const uint8_t *near, sal_unit u, sal_hex h, int group,
                    struct sal_refusal *why) {
  int side = ssp_side(p, u);
  bool allowed = false;

  if (side == SAL_GERMAN)
    allowed = german_may_put(p, u, h, why);
  else
    allowed = soviet_may_put(p, near, u, h, group, why);
  if (!allowed)
    return false;

  return ssp_may_join(p, u, h, why);
}

/* ---- the hexes open to a unit ----------------------------------------------------------- */

/* A search for hexes: all of them into a list, or without one only until the first is found. */
struct search {
  const struct sal_play *p;
  const uint8_t *near;
  sal_unit unit;
  int group, found;
  struct sal_list *list;
};

/* Without a list the first hex found is enough. */
static bool goes_on(const struct search *s) {
  return s->list || !s->found;
}

/* One hex: if the unit may stand there it is counted and listed. */
static void look_at(struct search *s, sal_hex h) {
  if (!may_put(s->p, s->near, s->unit, h, s->group, NULL))
    return;
  s->found++;
  if (s->list)
    sal_list_add(s->list, sal_act(V_PUT, h, 0, 0));
}

/* A German: only its own area. */
static void look_in_area(struct search *s, const struct sal_region *area) {
  SSP_EACH_HEX(area, h) {
    if (goes_on(s))
      look_at(s, h);
  }
}

/* The first unit of a Soviet formation: the whole map. */
static void look_everywhere(struct search *s) {
  const struct sal_board *m = &s->p->book->board;
  for (int h = 1; h < m->cells && goes_on(s); h++)
    if (m->on[h])
      look_at(s, (sal_hex)h);
}

/* The others: the hexes of the group and those beside them. */
static void look_around_group(struct search *s, int form) {
  const struct ssp_book *own = O(s->p);

  for (int i = 0; i < own->nof[form] && goes_on(s); i++) {
    sal_hex h = S(s->p)->unit[own->of[form][i]].hex;
    if (!h)
      continue;
    look_at(s, h);
    for (int d = 0; d < 6 && goes_on(s); d++) {
      sal_hex beside = sal_next(&s->p->book->board, h, d);
      if (beside)
        look_at(s, beside);
    }
  }
}

/* How many hexes are open to u; without a list only whether there is any. */
static int hexes_for(const struct sal_play *p, const uint8_t *near, sal_unit u,
                     struct sal_list *l) {
  const struct ssp_book *own = O(p);
  int form = own->form[u];
  struct search s = {.p = p, .near = near, .unit = u, .group = group_size(p, form), .list = l};

  if (own->type[u].side == SAL_GERMAN)
    look_in_area(&s, own->pocket[u] ? own->pocket_area : own->div_area[form]);
  else if (!s.group)
    look_everywhere(&s);
  else
    look_around_group(&s, form);

  return s.found;
}

/* A unit whose set-up cannot go on from a position: it stands where it could not be put again, or
 * waits and has no hex. Only the battle's map has set-up areas. */
sal_unit ssp_no_room(const struct sal_play *p, int side) {
  const struct ssp_book *own = O(p);

  SSP_EACH_UNIT(p, u) {
    sal_hex h = S(p)->unit[u].hex;
    if (own->type[u].side != side)
      continue;
    if (own->form[u] == SSP_NONE)
      continue;
    if (own->type[u].move == MOVE_OFF)
      continue;
    int group = group_size(p, own->form[u]);
    if (h && !may_put(p, NULL, u, h, group, NULL))
      return u;
    bool waits = !h && own->plays[u] && (side == SAL_GERMAN || !group);
    if (waits && !hexes_for(p, NULL, u, NULL))
      return u;
  }

  return SAL_NOUNIT;
}

/* A formation that has units to place and no room beside its group. */
static bool walled_in(const struct sal_play *p, const uint8_t *near, int form) {
  const struct ssp_book *own = O(p);

  SSP_EACH_OF(p, u, form) {
    if (own->plays[u] && !S(p)->unit[u].hex)
      return hexes_for(p, near, u, NULL) == 0;
  }

  return false;
}

/* Only Soviet formations have to keep together, so only they can be walled in (3.1f). */
static int first_walled_in(const struct sal_play *p, const uint8_t *near, int side) {
  const struct ssp_book *own = O(p);

  for (int k = 0; k < own->nforms; k++) {
    if (side != SAL_SOVIET)
      continue;
    if (own->form_side[k] != side)
      continue;
    if (group_size(p, k) && walled_in(p, near, k))
      return k;
  }

  return SSP_NONE;
}

/* ---- N_SETUP: which unit ---------------------------------------------------------------- */

/* 3.1g: units set up may be taken up again, a Soviet one if its formation stays connected. */
static bool may_take_up(const struct sal_play *p, int side, sal_unit u, struct sal_refusal *why) {
  if (!ssp_second_edition(p) && S(p)->shifts[side] >= SSP_SHIFTS)
    return sal_refuse(why, R_3_1g, "Enough units have been taken up again.", 0, 0);
  if (side == SAL_SOVIET && !connected_without(p, O(p)->form[u], u))
    return sal_refuse(why, R_3_1f, "Without {u0} its formation would fall apart.", u, 0);
  return true;
}

/* 3.1: a unit of this part of the set-up, placed or not. */
static bool may_pick(const struct sal_play *p, const uint8_t *near, int side, sal_unit u,
                     struct sal_refusal *why) {
  if (!in_stage(p, side, u))
    return sal_refuse(why, side == SAL_GERMAN ? R_3_1d : R_3_1e,
                      "That is not a unit to be set up now.", 0, 0);
  if (S(p)->unit[u].hex)
    return may_take_up(p, side, u, why);
  if (side == SAL_SOVIET && walled_in(p, near, O(p)->form[u]))
    return sal_refuse(why, R_3_1f, "The formation of {u0} has no room left beside it.", u, 0);

  return true;
}

/* 3.1g: the ready set-up is offered if all its units may stand there and one does not yet. */
static bool may_be_ready(const struct sal_play *p, const uint8_t *near, int side) {
  bool change = false;

  SSP_EACH_UNIT(p, u) {
    if (!in_stage(p, side, u))
      continue;
    sal_hex h = O(p)->start[u];
    if (!h)
      return false;
    if ((side == SAL_SOVIET && is_near(p, near, h)))
      return false;
    if (S(p)->unit[u].hex != h)
      change = true;
  }

  return change;
}

/* Units of this part that still wait beside the map. */
static int unplaced(const struct sal_play *p, int side) {
  int n = 0;
  SSP_EACH_UNIT(p, u) {
    n += in_stage(p, side, u) && !S(p)->unit[u].hex;
  }
  return n;
}

/* The rule of the part of the set-up that goes on. */
static int stage_rule(const struct sal_play *p, int side) {
  if (side == SAL_SOVIET)
    return R_3_1e;
  return p->state->phase == PH_POCKET ? R_3_1c : R_3_1d;
}

/* A formation that is walled in offers none of its waiting units. */
static void list_units(const struct sal_play *p, const uint8_t *near, int side,
                       struct sal_list *l) {
  const struct ssp_book *own = O(p);
  bool walled[SSP_FORMS] = {false};

  for (int k = 0; k < own->nforms; k++)
    if (side == SAL_SOVIET && own->form_side[k] == side)
      walled[k] = walled_in(p, near, k);
  SSP_EACH_UNIT(p, u) {
    if (!in_stage(p, side, u))
      continue;
    bool ok = false;
    if (S(p)->unit[u].hex)
      ok = may_take_up(p, side, u, NULL);
    else
      ok = !walled[own->form[u]];
    if (ok)
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
  }
}

/* Near Germans no Soviet sets up: their hexes are marked once for the whole list. */
static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  const uint8_t *near = side == SAL_SOVIET ? near_germans(p) : NULL;

  if (first_walled_in(p, near, side) != SSP_NONE)
    sal_list_add(l, sal_act(V_AGAIN, 0, 0, 0));
  if (!unplaced(p, side))
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (may_be_ready(p, near, side))
    sal_list_add(l, sal_act(V_HISTORICAL, 0, 0, 0));
  list_units(p, near, side, l);
}

/* The set-up ends when all units are placed. */
static bool setup_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int left = unplaced(p, side);

  switch (a.verb) {
  case V_PICK: return may_pick(p, NULL, side, unit_of(a), why);
  case V_PUT: return sal_refuse(why, R_3_1d, "Pick a unit first.", 0, 0);
  case V_AGAIN:
    if (first_walled_in(p, NULL, side) == SSP_NONE)
      return sal_refuse(why, R_3_1f, "Every formation has room.", 0, 0);
    return true;
  case V_HISTORICAL:
    if (!may_be_ready(p, NULL, side))
      return sal_refuse(why, R_3_1g, "The historical set-up is not possible, or stands already.", 0,
                        0);
    return true;
  case V_DONE:
    if (left)
      return sal_refuse(why, stage_rule(p, side), "{n0} {unit is/units are} still to be set up.",
                        left, 0);
    return true;
  default: return ssp_not_now(p, why);
  }
}

/* 3.1f: a walled-in formation begins again. */
static void take_up_formation(struct sal_play *p, int form) {
  SSP_EACH_OF(p, u, form) {
    ssp_lift(p, u);
  }
  sal_tell(p, E_AGAIN, R_3_1f, SAL_EV(.n = {(int16_t)form}));
}

/* 3.1g: puts all units into the hexes of the ready set-up. */
static void historical(struct sal_play *p, int side) {
  SSP_EACH_UNIT(p, u) {
    if (in_stage(p, side, u))
      ssp_put(p, u, O(p)->start[u]);
  }
  sal_tell(p, E_READY, R_3_1g, SAL_EV(.n = {(int16_t)side}));
}

/* A unit that is taken up again waits for its new hex. */
static void pick(struct sal_play *p, int side, sal_unit u) {
  sal_hex h = S(p)->unit[u].hex;

  if (h) {
    if (!ssp_second_edition(p))
      S(p)->shifts[side]++;
    sal_tell(p, E_TAKEN, R_3_1g, SAL_EVU(u, .at = {h}));
    ssp_lift(p, u);
  }
  placing_in(sal_push(p, N_SETUP_PUT, side))->unit = u;
}

/* Nothing is rolled here, so all of it can be taken back. */
static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  switch (a.verb) {
  case V_DONE:
    sal_tell(p, E_SETUP_DONE, stage_rule(p, side), SAL_EV(.n = {(int16_t)side}));
    sal_pop(p);
    return;
  case V_AGAIN: take_up_formation(p, first_walled_in(p, NULL, side)); return;
  case V_HISTORICAL: historical(p, side); return;
  default: pick(p, side, unit_of(a)); /* V_PICK */
  }
}

/* What the part of the set-up demands. */
static const char *setup_text(int rule) {
  switch (rule) {
  case R_3_1c:
    return "Set-up: pick a unit and put it in the pocket, or take the historical set-up. %d to go.";
  case R_3_1d:
    return "Set-up: pick a unit and put it in its division's area, or take the historical set-up. "
           "%d to go.";
  default:
    return "Set-up: pick a unit and put it three hexes or more from every German, each corps "
           "together, or take the historical set-up. %d to go.";
  }
}

/* The first units that are still to be set up are listed as owed. */
static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int left = unplaced(p, side);

  out->rule = (uint16_t)stage_rule(p, side);
  if (left)
    sal_prompt_say(out, setup_text(out->rule), left);
  else
    sal_prompt_say(out, "Everything is set up: change it, or go on.");
  SSP_EACH_UNIT(p, u) {
    if (in_stage(p, side, u) && !S(p)->unit[u].hex)
      sal_prompt_owe(out, out->rule, SAL_AT_UNIT, u, "%s is to be set up",
                     p->book->counter[u].label);
  }
}

const struct sal_node ssp_node_setup = {.id = "setup",
                                        .rule = R_3_1d,
                                        .list = setup_list,
                                        .check = setup_check,
                                        .apply = setup_apply,
                                        .prompt = setup_prompt};

/* ---- N_SETUP_PUT: where it stands ------------------------------------------------------- */

/* Every hex that is open to the unit. */
static void setup_put_list(const struct sal_play *p, int side, struct sal_list *l) {
  const uint8_t *near = side == SAL_SOVIET ? near_germans(p) : NULL;
  hexes_for(p, near, placing_of(p)->unit, l);
}

/* 3.1c to 3.1f, and the stack (6.1a). */
static bool setup_put_check(const struct sal_play *p, int side, struct sal_action a,
                            struct sal_refusal *why) {
  sal_unit u = placing_of(p)->unit;
  (void)side;
  if (a.verb != V_PUT)
    return ssp_not_now(p, why);
  return may_put(p, NULL, u, hex_of(a, 0), group_size(p, O(p)->form[u]), why);
}

/* The event cites the rule of this part of the set-up. */
static void setup_put_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = placing_of(p)->unit;
  int rule = side == SAL_GERMAN ? R_3_1d : R_3_1f;

  if (O(p)->pocket[u])
    rule = R_3_1c;
  sal_pop(p);
  ssp_put(p, u, hex_of(a, 0));
  sal_tell(p, E_PLACED, rule, SAL_EVU(u, .at = {hex_of(a, 0)}));
}

/* The unit is shown as selected. */
static void setup_put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit u = placing_of(p)->unit;
  (void)side;
  sal_prompt_select(out, u);
  sal_prompt_say(out, "Where does %s set up?", p->book->counter[u].label);
}

const struct sal_node ssp_node_setup_put = {.id = "setup.put",
                                            .rule = R_3_1d,
                                            .list = setup_put_list,
                                            .check = setup_put_check,
                                            .apply = setup_put_apply,
                                            .prompt = setup_put_prompt};
