/* air.c - visibility rolls (5) and airstrikes (12).
 *
 * An aircraft is put on a unit, but which unit of the hex it attacks is left to chance even when it
 * does not scatter (12.2b), so the hex is all that need be chosen.
 */
#include "state.h"

#include <string.h>

const char *const ssp_air_words[] = {"il2", "ju87", "hs129", "fw190", NULL}; /* must be the rows of table aircraft */
const char *const ssp_air_names[] = {"Il-2", "Ju 87", "Hs 129", "Fw 190", NULL};

/* 5b: two dice; the sum is a row of the table. */
void ssp_visibility(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int a = ssp_d6(p, R_5b, SAL_NOUNIT), b = ssp_d6(p, R_5b, SAL_NOUNIT);
  const struct ssp_visibility *row = &own->visibility[a + b - 2];
  s->vis = row->vis;
  sal_tell(p, E_VIS, R_5b, SAL_EV(.n = {(int16_t)(a + b), s->vis}));
  if (!row->aircraft) {
    sal_tell(p, E_PLANE_BACK, R_5c, SAL_EV(.n = {0}));
    return;
  }
  int n = row->aircraft < own->planes ? row->aircraft : own->planes; /* 12.1c: counters there are */
  sal_tell(p, E_AIR, R_12_1a, SAL_EV(.n = {row->side, (int16_t)n}));
  sal_push(p, N_AIR, row->side)->x[0] = (uint16_t)n;
}

/* ---- N_AIR: x0 aircraft still to place --------------------------------------------------------- */

static int strikes_on(const struct ssp_state *s, sal_hex h) {
  int n = 0;
  for (int i = 0; i < s->nstrikes; i++) n += s->strike[i].hex == h;
  return n;
}

static bool may_strike(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!ssp_has_side(p, h, sal_enemy(side))) return sal_refuse(why, R_12_1b, "Aircraft are put on enemy units.", 0, 0);
  if (strikes_on(ssp_st(p), h) >= 2) return sal_refuse(why, R_12_1b, "There are two aircraft on {h0} already.", h, 0);
  return true;
}

static bool any_strike(const struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_strike(p, side, ssp_st(p)->unit[u].hex, NULL)) return true;
  return false;
}

static void list_hexes(const struct sal_play *p, int side, struct sal_list *l) {
  for (int h = 1; h < p->book->board.cells; h++) /* ascending, so the list is sorted */
    if (may_strike(p, side, (sal_hex)h, NULL)) sal_list_add(l, sal_act(V_PUT, h, 0, 0));
}

static int only_type(const struct sal_play *p, int side) { /* the Soviet has one, the German must say (12.1c) */
  const struct ssp_book *own = ssp_own(p->book);
  int found = -1, n = 0;
  for (int i = 0; i < own->naircraft; i++)
    if (own->aircraft[i].side == side) found = i, n++;
  return n == 1 ? found : -1;
}

static void air_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_book *own = ssp_own(p->book);
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (only_type(p, side) >= 0) {
    list_hexes(p, side, l);
    return;
  }
  for (int i = 0; i < own->naircraft; i++)
    if (own->aircraft[i].side == side) sal_list_add(l, sal_act(V_MISSION, i, 0, 0));
}

static bool air_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct ssp_book *own = ssp_own(p->book);
  switch (a.verb) {
  case V_DONE: return true;
  case V_MISSION:
    if (only_type(p, side) >= 0 || own->aircraft[a.x[0]].side != side) return sal_refuse(why, R_12_1c, "That is not an aircraft type of yours to choose.", 0, 0);
    return true;
  case V_PUT:
    if (only_type(p, side) < 0) return sal_refuse(why, R_12_1c, "Choose the type of aircraft first.", 0, 0);
    return may_strike(p, side, a.x[0], why);
  case V_BOMB: return sal_refuse(why, R_12_1c, "All aircraft are placed before any strikes.", 0, 0);
  default: return false;
  }
}

/* Ascending, so that the order of placing does not matter. */
static void line_up(struct ssp_state *s, struct ssp_strike k) {
  SAL_ASSERT(s->nstrikes < SSP_STRIKES);
  int i = s->nstrikes++;
  for (; i > 0 && s->strike[i - 1].hex * 256 + s->strike[i - 1].type > k.hex * 256 + k.type; i--) s->strike[i] = s->strike[i - 1];
  s->strike[i] = k;
}
static void fall_out(struct ssp_state *s, int i) {
  memmove(&s->strike[i], &s->strike[i + 1], (size_t)(--s->nstrikes - i) * sizeof s->strike[0]);
  s->strike[s->nstrikes] = (struct ssp_strike){0};
}

static void put_plane(struct sal_play *p, struct sal_frame *f, sal_hex h, int type) {
  line_up(ssp_st(p), (struct ssp_strike){.hex = h, .type = (uint8_t)type});
  f->x[0]--;
  sal_tell(p, E_PLANE, R_12_1b, SAL_EV(.at = {h}, .n = {(int16_t)type}));
}

static void air_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  if (a.verb == V_DONE) f->x[0] = 0;
  else if (a.verb == V_MISSION) sal_push(p, N_AIR_PUT, side)->x[0] = a.x[0];
  else put_plane(p, f, a.x[0], only_type(p, side));
}

static bool air_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  if (f->x[0] && any_strike(p, f->side)) return false;
  sal_goto(p, N_AIR_STRIKE, f->side);
  return true;
}

static void air_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int n = sal_top(p)->x[0];
  sal_prompt_say(out, "Airstrikes: %d aircraft to place%s, at most two in a hex.", n, only_type(p, side) < 0 ? "; choose a type" : "");
}
const struct sal_node ssp_node_air = {.id = "air", .rule = R_12_1b, .run = air_run, .list = air_list, .check = air_check, .apply = air_apply, .prompt = air_prompt};

/* ---- N_AIR_PUT: x0 type ------------------------------------------------------------------------- */

static void air_put_list(const struct sal_play *p, int side, struct sal_list *l) { list_hexes(p, side, l); }
static bool air_put_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  return a.verb == V_PUT && may_strike(p, side, a.x[0], why);
}
static void air_put_apply(struct sal_play *p, int side, struct sal_action a) {
  int type = sal_top(p)->x[0];
  (void)side;
  sal_pop(p);
  put_plane(p, sal_top(p), a.x[0], type);
}
static void air_put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "%s: put it on enemy units.", ssp_own(p->book)->aircraft[sal_top(p)->x[0]].name);
}
const struct sal_node ssp_node_air_put = {.id = "air.put", .rule = R_12_1b, .list = air_put_list, .check = air_put_check, .apply = air_put_apply, .prompt = air_put_prompt};

/* ---- N_AIR_STRIKE (12.2) --------------------------------------------------------------------------- */

static void strike(struct sal_play *p, int i) {
  struct ssp_state *s = ssp_st(p);
  struct ssp_strike k = s->strike[i];
  sal_unit in[SSP_IN_HEX];
  int n = 0;
  fall_out(s, i);
  sal_hex h = k.hex;
  if (ssp_d6(p, R_12_2a, SAL_NOUNIT) == 6) {
    int dir = ssp_d6(p, R_12_2a, SAL_NOUNIT) - 1; /* 1 is north, and on clockwise */
    h = sal_next(&p->book->board, k.hex, dir);
    sal_tell(p, E_SCATTER, R_12_2a, SAL_EV(.at = {h, k.hex}, .n = {(int16_t)dir}));
  }
  SSP_EACH(p, u, h) in[n++] = u; /* nobody off the map */
  if (!n) {
    sal_tell(p, E_STRIKE_NOTHING, R_12_2c, SAL_EV(.at = {h}));
    return;
  }
  struct ssp_shot shot = {.firer = SAL_NOUNIT, .target = ssp_pick(p, in, n, R_12_2b), .occasion = ON_AIR, .air = k.type};
  sal_tell(p, E_VICTIM, R_12_2b, SSP_EV(.unit = {shot.target, SAL_NOUNIT}, .at = {h}, .n = {k.type, (int16_t)n}));
  ssp_shoot(p, &shot, R_12_2c);
}

static void strike_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  for (int i = 0; i < s->nstrikes; i++)
    sal_list_add(l, sal_act(V_BOMB, s->strike[i].hex, s->strike[i].type, 0)); /* two alike are listed once */
}
static int strike_at(const struct ssp_state *s, sal_hex h, int type) {
  for (int i = 0; i < s->nstrikes; i++)
    if (s->strike[i].hex == h && s->strike[i].type == type) return i;
  return -1;
}
static bool strike_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_BOMB) return false;
  return strike_at(ssp_st(p), a.x[0], a.x[1]) >= 0 || sal_refuse(why, R_12_2a, "There is no such aircraft waiting to strike.", 0, 0);
}
static void strike_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  strike(p, strike_at(ssp_st(p), a.x[0], a.x[1]));
}
static bool strike_run(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  if (s->nstrikes == 1) {
    strike(p, 0);
  } else if (s->nstrikes == 0) {
    sal_tell(p, E_PLANE_BACK, R_5c, SAL_EV(.n = {0}));
    sal_pop(p);
  } else {
    return false;
  }
  return true;
}
static void strike_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "Airstrikes: which aircraft strikes next? %d left.", ssp_st(p)->nstrikes);
}
const struct sal_node ssp_node_air_strike = {.id = "air.strike", .rule = R_12_2a, .run = strike_run, .list = strike_list, .check = strike_check, .apply = strike_apply, .prompt = strike_prompt};
