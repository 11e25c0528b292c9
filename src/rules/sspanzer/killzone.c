/* killzone.c - kill zones (10.1, 10.2) and crossfire (10.3).
 *
 * A kill zone's front is a closed half-plane: a line through its outer corner is in. A crossfire
 * asks which hexsides the fire comes in by. A line through a corner offers two. They are
 * neighbours, so one line can never make a pattern by itself, and the union of all lines is enough.
 */
#include "state.h"

#include <string.h>

/* 10.2a: is the target in front of the unit? A unit without a kill zone fires all around. */
bool ssp_in_fan(const struct sal_play *p, sal_unit u, sal_hex target) {
  const struct ssp_unit *unit = &S(p)->unit[u];

  if (!unit->kz)
    return true;
  int facing = unit->kz - 1;
  struct sal_point from = sal_hex_point(&p->book->board, unit->hex);
  struct sal_point to = sal_hex_point(&p->book->board, target);
  struct sal_point front = sal_centre(false, sal_dq[facing], sal_dr[facing]);
  return (to.x - from.x) * front.x + 3 * (to.y - from.y) * front.y >= 0;
}

/* 10.1a: no enemy may be near, and the unit must be free to act. */
bool ssp_may_make_kz(const struct sal_play *p, sal_unit u, struct sal_refusal *why) {
  const struct ssp_unit *unit = &S(p)->unit[u];

  if (unit->is & SUPPRESSED)
    return sal_refuse(why, R_9_8a, "{u0} is suppressed and cannot make a kill zone.", u, 0);
  if (ssp_contested(p, unit->hex))
    return sal_refuse(why, R_11_3d, "{u0} is in close combat and can only move out.", u, 0);
  if (ssp_enemy_near(p, unit->hex, ssp_side(p, u)))
    return sal_refuse(why, R_10_1a, "{u0} has an enemy adjacent and cannot make a kill zone.", u,
                      0);

  return true;
}

/* 4.2d: the marker shows where the front is. */
void ssp_make_kz(struct sal_play *p, sal_unit u, int dir) {
  struct ssp_unit *unit = &S(p)->unit[u];
  unit->kz = (uint8_t)(dir + 1);
  sal_tell(p, E_KZ, R_4_2d, SAL_EVU(u, .at = {unit->hex}, .n = {(int16_t)dir}));
}

/* 10.1b: by moving, by close combat, by turning about. */
void ssp_drop_kz(struct sal_play *p, sal_unit u, int rule) {
  struct ssp_unit *unit = &S(p)->unit[u];
  if (!unit->kz)
    return;
  unit->kz = 0;
  sal_tell(p, E_KZ_GONE, rule, SAL_EVU(u, .at = {unit->hex}));
}

/* ---- crossfire -------------------------------------------------------------------------- */

/* 10.3a: fire comes in by an opposite pair of hexsides, or by every other one. */
bool ssp_crosses(unsigned hexsides) {
  unsigned odd = 0x15u;
  unsigned even = 0x2au;
  if (hexsides & hexsides >> 3 & 7u)
    return true;
  return (hexsides & odd) == odd || (hexsides & even) == even;
}

/* Which units may be members now: in a window those entitled to fire in it, in the impulse the
 * formation's units that have not acted. */
static int candidates(const struct sal_play *p, sal_unit target, bool window, sal_unit *out) {
  const struct ssp_state *s = S(p);
  int n = 0;

  if (window) {
    for (int i = 0; i < s->nwindow; i++)
      if (s->window_left >> i & 1 && s->unit[s->window[i]].kz)
        out[n++] = s->window[i];
    return n;
  }
  SSP_EACH_OF(p, u, s->formation) {
    if (!s->unit[u].kz || ssp_is(p, u, ACTED))
      continue;
    if (ssp_may_fire(p, u, target, ON_FIRE, NULL))
      out[n++] = u;
  }

  return n;
}

/* The hexsides of the target's hex by which these units fire in. */
static unsigned hexsides_of(const struct sal_play *p, const sal_unit *units, int n,
                            sal_unit target) {
  sal_hex to = S(p)->unit[target].hex;
  unsigned hexsides = 0;
  for (int i = 0; i < n; i++)
    hexsides |= ssp_hexsides(p->book, S(p)->unit[units[i]].hex, to);
  return hexsides;
}

/* 10.3a: could the units that may take part make a crossfire together? */
bool ssp_may_cross(const struct sal_play *p, sal_unit target, bool window) {
  sal_unit who[SSP_FORM_UNITS];
  int n = candidates(p, target, window, who);
  return ssp_crosses(hexsides_of(p, who, n, target)); /* one alone never does */
}

/* A kill zone whose unit can still fire in this impulse. */
static bool ready_kz(const struct ssp_unit *unit) {
  return unit->kz && !(unit->is & (ACTED | SUPPRESSED));
}

/* Counts for every hex with enemies the kill zones that see it; `touched` are those hexes. */
static int count_zones(const struct sal_play *p, uint8_t *count, sal_hex touched[SSP_UNITS]) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  int n = 0;
  int enemy = sal_enemy(own->form_side[s->formation]);

  memset(count, 0, p->book->board.cells);
  SSP_EACH_OF(p, u, s->formation) {
    const struct ssp_unit *unit = &s->unit[u];
    if (!ready_kz(unit))
      continue;
    const uint32_t *at = own->seen_at + unit->hex * (own->max_vis + 2u);
    for (uint32_t k = at[1]; k < at[s->vis + 1]; k++) {
      sal_hex h = own->seen[k];
      if (!ssp_has_side(p, h, enemy))
        continue;
      if (!count[h])
        touched[n++] = h;
      count[h]++;
    }
  }

  return n;
}

/* Targets of the active formation's kill zones. Only hexes that two of them can reach are looked at
 * closely. */
void ssp_list_cross(const struct sal_play *p, struct sal_list *l) {
  uint8_t *count = p->scratch; /* per cell */
  sal_hex touched[SSP_UNITS];
  int zones = 0;

  SSP_EACH_OF(p, u, S(p)->formation) {
    zones += ready_kz(&S(p)->unit[u]);
  }
  if (zones < 2)
    return;
  int n = count_zones(p, count, touched);
  for (int i = 0; i < n; i++) {
    if (count[touched[i]] < 2)
      continue;
    SSP_EACH(p, target, touched[i]) {
      if (ssp_may_cross(p, target, false))
        sal_list_add(l, sal_act(V_CROSSFIRE, target, 0, 0));
    }
  }
}

/* ---- N_CROSSFIRE ------------------------------------------------------------------------ */

/* Units added so far are marked MEMBER. All candidates together do cross, so there is always a unit
 * to add or a crossfire to commit. */
struct members {
  sal_unit in[SSP_FORM_UNITS], out[SSP_FORM_UNITS];
  int nin, nout;
};

/* Splits the units that may take part into those added and the rest. */
static void sort_members(const struct sal_play *p, struct members *m) {
  const struct crossfire *cross = crossfire_of(p);
  sal_unit who[SSP_FORM_UNITS];
  int n = candidates(p, cross->target, cross->occasion != ON_FIRE, who);

  m->nin = m->nout = 0;
  for (int i = 0; i < n; i++) {
    if (ssp_is(p, who[i], MEMBER))
      m->in[m->nin++] = who[i];
    else
      m->out[m->nout++] = who[i];
  }
}

/* 10.3a: do the units added so far make a crossfire? */
static bool members_cross(const struct sal_play *p, const struct members *m) {
  return ssp_crosses(hexsides_of(p, m->in, m->nin, crossfire_of(p)->target));
}

/* Members are added until their fire crosses; more may join. */
static void crossfire_list(const struct sal_play *p, int side, struct sal_list *l) {
  struct members m;

  (void)side;
  sort_members(p, &m);
  for (int i = 0; i < m.nout; i++)
    sal_list_add(l, sal_act(V_ADD, m.out[i], 0, 0));
  if (members_cross(p, &m))
    sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* 10.3a, 10.3b: only kill zone units that may fire at the target take part. */
static bool may_add(const struct sal_play *p, int side, const struct members *m, sal_unit u,
                    struct sal_refusal *why) {
  for (int i = 0; i < m->nout; i++)
    if (m->out[i] == u)
      return true;
  if (ssp_side(p, u) == side && !S(p)->unit[u].kz)
    return sal_refuse(
        why, R_10_3b,
        "{u0} is not under a kill zone, and only such units take part in a crossfire.", u, 0);

  return sal_refuse(why, R_10_3a, "{u0} cannot fire at the target in this crossfire.", u, 0);
}

/* 10.3a: it is fired only when it crosses. */
static bool crossfire_check(const struct sal_play *p, int side, struct sal_action a,
                            struct sal_refusal *why) {
  struct members m;

  sort_members(p, &m);
  if (a.verb == V_ADD)
    return may_add(p, side, &m, unit_of(a), why);
  if (a.verb != V_COMMIT)
    return ssp_not_now(p, why);
  if (members_cross(p, &m))
    return true;

  return sal_refuse(why, R_10_3a,
                    "The fire of these units does not come in from opposite hexsides, nor from "
                    "three with gaps between.",
                    0, 0);
}

/* One member fires. It is its action or its reaction, also when the target is dead by then (10.3b).
 */
static void member_fires(struct sal_play *p, struct crossfire cross, sal_unit firer) {
  struct ssp_state *s = S(p);
  struct ssp_unit *unit = &s->unit[firer];

  unit->is &= (uint16_t)~MEMBER;
  if (cross.occasion == ON_FIRE)
    unit->is |= ACTED | FIRED;
  for (int k = 0; k < s->nwindow; k++)
    if (s->window[k] == firer)
      s->window_left &= ~(1ull << k);
  if (!s->unit[cross.target].hex) {
    sal_tell(p, E_FORFEIT, R_10_3b, SAL_EVU(firer, .n = {0}));
    return;
  }
  struct ssp_shot shot = {.firer = firer,
                          .target = cross.target,
                          .occasion = (uint8_t)cross.occasion,
                          .crossfire = true};
  ssp_shoot(p, &shot, R_10_3c);
}

/* The frame is gone before the dice roll; all members fire, one after the other. */
static void crossfire_apply(struct sal_play *p, int side, struct sal_action a) {
  struct crossfire cross = *crossfire_of(p);
  struct members m;

  (void)side;
  if (a.verb == V_ADD) {
    S(p)->unit[unit_of(a)].is |= MEMBER;
    return;
  }
  sort_members(p, &m);
  sal_pop(p);
  sal_tell(p, E_CROSSFIRE, R_10_3a,
           SAL_EVU(cross.target, .at = {S(p)->unit[cross.target].hex}, .n = {(int16_t)m.nin}));
  for (int i = 0; i < m.nin; i++)
    member_fires(p, cross, m.in[i]);
}

/* The card is of the first member; all have the same modifier. */
static void crossfire_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct crossfire *cross = crossfire_of(p);
  struct members m;

  (void)side;
  sort_members(p, &m);
  sal_prompt_say(out, "Crossfire at %s: add kill zone units, then fire. %d so far.",
                 p->book->counter[cross->target].label, m.nin);
  for (int i = 0; i < m.nin && out->nselected < SAL_SELECTED; i++)
    sal_prompt_select(out, m.in[i]);
  if (!m.nin)
    return;
  struct ssp_shot shot = {.firer = m.in[0],
                          .target = cross->target,
                          .occasion = (uint8_t)cross->occasion,
                          .crossfire = true};
  ssp_aim(p, &shot);
  ssp_card(p, &shot, sal_prompt_card(out));
}

const struct sal_node ssp_node_crossfire = {.id = "crossfire",
                                            .rule = R_10_3a,
                                            .list = crossfire_list,
                                            .check = crossfire_check,
                                            .apply = crossfire_apply,
                                            .prompt = crossfire_prompt};
