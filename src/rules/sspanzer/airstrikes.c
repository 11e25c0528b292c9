/* airstrikes.c - visibility rolls (5) and airstrikes (12).
 *
 * An aircraft is put on a unit, but which unit of the hex it attacks is left to chance even when it
 * does not scatter (12.2b), so the hex is all that need be chosen.
 */
#include "state.h"

#include <string.h>

enum { PLANES_IN_HEX = 2, SCATTERS_ON = 6 }; /* 12.1b, 12.2a */

/* must be the rows of table aircraft */
const char *const ssp_air_words[] = {"il2", "ju87", "hs129", "fw190", NULL};
const char *const ssp_air_names[] = {"Il-2", "Ju 87", "Hs 129", "Fw 190", NULL};

/* 5b: two dice; the sum is a row of the table. It may bring aircraft, but not more than there are
 * counters (12.1c). */
void ssp_visibility(struct sal_play *p) {
  struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  int sum = ssp_d6(p, R_5b, SAL_NOUNIT);

  sum += ssp_d6(p, R_5b, SAL_NOUNIT);
  const struct ssp_visibility *row = &own->visibility[sum - 2];
  s->vis = row->vis;
  sal_tell(p, E_VIS, R_5b, SAL_EV(.n = {(int16_t)sum, s->vis}));
  if (!row->aircraft) {
    sal_tell(p, E_PLANE_BACK, R_5c, SAL_EV(.n = {0}));
    return;
  }
  int planes = ssp_least(row->aircraft, own->planes);
  sal_tell(p, E_AIR, R_12_1a, SAL_EV(.n = {row->side, (int16_t)planes}));
  sorties_in(sal_push(p, N_AIR, row->side))->left = (uint16_t)planes;
}

/* ---- N_AIR: place the aircraft ---------------------------------------------------------- */

/* Aircraft placed on a hex so far. */
static int strikes_on(const struct ssp_state *s, sal_hex h) {
  int n = 0;
  for (int i = 0; i < s->nstrikes; i++)
    n += s->strike[i].hex == h;
  return n;
}

/* 12.1b: on enemy units anywhere, two aircraft a hex. */
static bool may_strike(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!ssp_has_side(p, h, sal_enemy(side)))
    return sal_refuse(why, R_12_1b, "Aircraft are put on enemy units.", 0, 0);
  if (strikes_on(S(p), h) >= PLANES_IN_HEX)
    return sal_refuse(why, R_12_1b, "There are two aircraft on {h0} already.", h, 0);
  return true;
}

/* Without a target left the rest of the aircraft stays away. */
static bool any_strike(const struct sal_play *p, int side) {
  SSP_EACH_UNIT(p, u) {
    if (may_strike(p, side, S(p)->unit[u].hex, NULL))
      return true;
  }
  return false;
}

/* The hexes an aircraft may be put on. */
static void list_hexes(const struct sal_play *p, int side, struct sal_list *l) {
  for (int h = 1; h < p->book->board.cells; h++) /* ascending, so the list is sorted */
    if (may_strike(p, side, (sal_hex)h, NULL))
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
}

/* 12.1c: the side's one type of aircraft, or -1 where it must say which. */
static int only_type(const struct sal_play *p, int side) {
  const struct ssp_book *own = O(p);
  int found = -1;
  int types = 0;

  for (int i = 0; i < own->naircraft; i++) {
    if (own->aircraft[i].side != side)
      continue;
    found = i;
    types++;
  }

  return types == 1 ? found : -1;
}

/* The Soviet, with one type, places at once; the German says the type first (12.1c). */
static void air_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_book *own = O(p);

  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (only_type(p, side) >= 0) {
    list_hexes(p, side, l);
    return;
  }
  for (int i = 0; i < own->naircraft; i++)
    if (own->aircraft[i].side == side)
      sal_list_add(l, sal_act(V_MISSION, i, 0, 0));
}

/* 12.1c: the type first, then the hex, and all are placed before any strikes. */
static bool air_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  bool chooses = only_type(p, side) < 0;

  switch (a.verb) {
  case V_DONE: return true;
  case V_MISSION:
    if (!chooses || O(p)->aircraft[word_of(a, 0)].side != side)
      return sal_refuse(why, R_12_1c, "That is not an aircraft type of yours to choose.", 0, 0);
    return true;
  case V_PUT:
    if (chooses)
      return sal_refuse(why, R_12_1c, "Choose the type of aircraft first.", 0, 0);
    return may_strike(p, side, hex_of(a, 0), why);
  case V_BOMB: return sal_refuse(why, R_12_1c, "All aircraft are placed before any strikes.", 0, 0);
  default: return ssp_not_now(p, why);
  }
}

/* The order of strikes in the state: by hex, then type. */
static int order_of(struct ssp_strike strike) {
  return strike.hex * 256 + strike.type;
}

/* Ascending, so that the order of placing does not matter. */
static void line_up(struct ssp_state *s, struct ssp_strike strike) {
  SAL_ASSERT(s->nstrikes < SSP_STRIKES);
  int i = s->nstrikes++;
  for (; i > 0 && order_of(s->strike[i - 1]) > order_of(strike); i--)
    s->strike[i] = s->strike[i - 1];
  s->strike[i] = strike;
}

/* Removes a strike from the line. */
static void fall_out(struct ssp_state *s, int i) {
  memmove(&s->strike[i], &s->strike[i + 1], (size_t)(--s->nstrikes - i) * sizeof s->strike[0]);
  s->strike[s->nstrikes] = (struct ssp_strike){0};
}

/* The frame of N_AIR is on top. */
static void put_plane(struct sal_play *p, sal_hex h, int type) {
  line_up(S(p), (struct ssp_strike){.hex = h, .type = (uint8_t)type});
  sorties_of(p)->left--;
  sal_tell(p, E_PLANE, R_12_1b, SAL_EV(.at = {h}, .n = {(int16_t)type}));
}

/* `done` leaves the aircraft not yet placed at home. */
static void air_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE)
    sorties_of(p)->left = 0;
  else if (a.verb == V_MISSION)
    sortie_in(sal_push(p, N_AIR_PUT, side))->type = (uint16_t)word_of(a, 0);
  else
    put_plane(p, hex_of(a, 0), only_type(p, side));
}

/* When all are placed, or none can be, they strike. */
static bool air_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  if (sorties_of(p)->left && any_strike(p, side))
    return false;
  sal_goto(p, N_AIR_STRIKE, side);
  return true;
}

/* How many are left to place. */
static void air_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int left = sorties_of(p)->left;

  if (only_type(p, side) < 0)
    sal_prompt_say(out, "Airstrikes: %d aircraft to place; choose a type, at most two in a hex.",
                   left);
  else
    sal_prompt_say(out, "Airstrikes: %d aircraft to place, at most two in a hex.", left);
}

const struct sal_node ssp_node_air = {.id = "air",
                                      .rule = R_12_1b,
                                      .run = air_run,
                                      .list = air_list,
                                      .check = air_check,
                                      .apply = air_apply,
                                      .prompt = air_prompt};

/* ---- N_AIR_PUT: where the chosen type goes ---------------------------------------------- */

/* The type is chosen; now the hex. */
static void air_put_list(const struct sal_play *p, int side, struct sal_list *l) {
  list_hexes(p, side, l);
}

/* The same law of place for every type. */
static bool air_put_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb != V_PUT)
    return ssp_not_now(p, why);
  return may_strike(p, side, hex_of(a, 0), why);
}

/* The frame of the type is gone before the aircraft is placed in the one below. */
static void air_put_apply(struct sal_play *p, int side, struct sal_action a) {
  int type = sortie_of(p)->type;
  (void)side;
  sal_pop(p);
  put_plane(p, hex_of(a, 0), type);
}

/* Named by its type. */
static void air_put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "%s: put it on enemy units.", O(p)->aircraft[sortie_of(p)->type].name);
}

const struct sal_node ssp_node_air_put = {.id = "air.put",
                                          .rule = R_12_1b,
                                          .list = air_put_list,
                                          .check = air_put_check,
                                          .apply = air_put_apply,
                                          .prompt = air_put_prompt};

/* ---- N_AIR_STRIKE (12.2) ---------------------------------------------------------------- */

/* 12.2a: on a 6 the aircraft strikes an adjacent hex; a second die says which, 1 is north and on
 * clockwise. */
static sal_hex where_it_strikes(struct sal_play *p, sal_hex aimed) {
  if (ssp_d6(p, R_12_2a, SAL_NOUNIT) != SCATTERS_ON)
    return aimed;
  int dir = ssp_d6(p, R_12_2a, SAL_NOUNIT) - 1;
  sal_hex h = sal_next(&p->book->board, aimed, dir);
  sal_tell(p, E_SCATTER, R_12_2a, SAL_EV(.at = {h, aimed}, .n = {(int16_t)dir}));
  return h;
}

/* 12.2b, 12.2c: one unit of the hex is attacked, of either side. */
static void strike(struct sal_play *p, int i) {
  struct ssp_state *s = S(p);
  struct ssp_strike now = s->strike[i];
  sal_unit in[SSP_UNITS];
  int n = 0;

  fall_out(s, i);
  sal_hex h = where_it_strikes(p, now.hex);
  SSP_EACH(p, u, h) {
    in[n++] = u; /* nobody off the map */
  }
  if (!n) {
    sal_tell(p, E_STRIKE_NOTHING, R_12_2c, SAL_EV(.at = {h}));
    return;
  }
  sal_unit victim = ssp_pick(p, in, n, R_12_2b);
  struct ssp_shot shot = {
      .firer = SAL_NOUNIT, .target = victim, .occasion = ON_AIR, .air = now.type};
  sal_tell(p, E_VICTIM, R_12_2b, SAL_EVU(victim, .at = {h}, .n = {now.type, (int16_t)n}));
  ssp_shoot(p, &shot, R_12_2c);
}

/* 12.2a: the owner says in which order they strike. */
static void strike_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = S(p);
  (void)side;
  for (int i = 0; i < s->nstrikes; i++) /* two alike are listed once */
    sal_list_add(l, sal_act(V_BOMB, s->strike[i].hex, s->strike[i].type, 0));
}

/* The place of a waiting strike in the line, or -1. */
static int strike_at(const struct ssp_state *s, sal_hex h, int type) {
  for (int i = 0; i < s->nstrikes; i++)
    if (s->strike[i].hex == h && s->strike[i].type == type)
      return i;
  return -1;
}

/* Only an aircraft that waits can strike. */
static bool strike_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_BOMB)
    return ssp_not_now(p, why);
  if (strike_at(S(p), hex_of(a, 0), word_of(a, 1)) < 0)
    return sal_refuse(why, R_12_2a, "There is no such aircraft waiting to strike.", 0, 0);

  return true;
}

/* Two alike are the same: the first of them strikes. */
static void strike_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  strike(p, strike_at(S(p), hex_of(a, 0), word_of(a, 1)));
}

/* The last strike happens by itself; then the counter goes back into the cup (5c). */
static bool strike_run(struct sal_play *p) {
  switch (S(p)->nstrikes) {
  case 0:
    sal_tell(p, E_PLANE_BACK, R_5c, SAL_EV(.n = {0}));
    sal_pop(p);
    return true;
  case 1: strike(p, 0); return true; /* no choice is left */
  default: return false;
  }
}

/* How many wait. */
static void strike_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "Airstrikes: which aircraft strikes next? %d left.", S(p)->nstrikes);
}

const struct sal_node ssp_node_air_strike = {.id = "air.strike",
                                             .rule = R_12_2a,
                                             .run = strike_run,
                                             .list = strike_list,
                                             .check = strike_check,
                                             .apply = strike_apply,
                                             .prompt = strike_prompt};
