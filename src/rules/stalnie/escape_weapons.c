/* escape_weapons.c - F25.3, 11.6063a: which unit of a company carries which support weapon. */
#include "state.h"

#include <string.h>

/* The kinds stand behind each other in `holder`, as many of each as `sw` says. */
int sp_slot_kind(const struct rec *r, int slot) {
  int w = 0;
  while (w < SW && slot >= r->sw[w])
    slot -= r->sw[w++];
  return w;
}

/* A line's support weapons in the order of their kinds, each a slot; `holder` says who carries it.
 */
int sp_slots(const struct rec *r) {
  int n = 0;
  for (int w = 0; w < SW; w++)
    n += r->sw[w];
  return n < HELD ? n : HELD;
}

/* The line of a unit's company, or NULL where it came without one. */
struct rec *sp_line_of_unit(const struct sal_play *p, int side, int u) {
  int line = S(p)->unit[u].rec;
  if (!line || O(p)->counter_part[u] >= POOLS)
    /* pool counters carry nothing themselves */
    return NULL;
  return &S(p)->rec[side][line - 1];
}

/* A unit's place in its company's run of counters, from 1: that is how `holder` names it. */
int sp_place_in_run(const struct sal_play *p, int side, const struct rec *r, int u) {
  return u - O(p)->group[side][r->group].first[r->copy] + 1;
}

/* The slot of a weapon of that kind that the unit carries. */
int sp_slot_carried(const struct sal_play *p, int side, int u, int weapon) {
  const struct rec *r = sp_line_of_unit(p, side, u);
  if (!r)
    return NOT_FOUND;
  int n = sp_slots(r);
  int who = sp_place_in_run(p, side, r, u);
  for (int slot = 0; slot < n; slot++)
    if (r->holder[slot] == who && sp_slot_kind(r, slot) == weapon)
      return slot;

  return NOT_FOUND;
}

/* 11.6063a: the portage points of what a unit carries. */
int sp_portage_carried(const struct sal_play *p, int side, int u) {
  const struct rec *r = sp_line_of_unit(p, side, u);
  int points = 0;
  if (!r)
    return 0;
  int n = sp_slots(r);
  int who = sp_place_in_run(p, side, r, u);
  for (int slot = 0; slot < n; slot++)
    if (r->holder[slot] == who)
      points += O(p)->weapon[sp_slot_kind(r, slot)].portage;

  return points;
}

/* 11.6063a: is a leader of the side in the unit's Location? */
static bool with_leader(const struct sal_play *p, int side, int u) {
  int at = S(p)->unit[u].at;
  if (at == NOWHERE)
    return false;

  for (int v = 0; v < p->book->ncounters; v++) {
    if (S(p)->unit[v].at != at || side_of(p, v) != side)
      continue;
    if (type_of(p, v)->cls == LEADER)
      return true;
  }
  return false;
}

/* F25.3: which unit takes the next weapon: the MMC with the fewest, with a leader for a heavy one,
 * then the first by id. Returns its place in the group's run + 1; 0: none is left. */
static int next_carrier(const struct sal_play *p, int side, const struct rec *r, int given,
                        bool heavy) {
  const struct group *g = &O(p)->group[side][r->group];
  int best = 0;
  int least = 0;

  for (int k = 0; k < g->n[r->copy]; k++) {
    int u = g->first[r->copy] + k;
    if (!in_force(S(p)->unit[u].where) || !sp_squads_x2(type_of(p, u)->cls))
      continue;

    /* A leader decides only between two who carry as much. */
    int load = 0;
    for (int slot = 0; slot < given; slot++)
      if (r->holder[slot] == k + 1)
        load += 2;
    if (heavy && !with_leader(p, side, u))
      load++;
    if (!best || load < least) {
      best = k + 1;
      least = load;
    }
  }

  return best;
}

enum { LMG, MMG, ATR, FT, DC, MTR50 }; /* sp_weapon_word */

/* What a unit of the company has been dealt so far. */
struct burden {
  int weapons, portage;
};
static struct burden burden_of(const struct sal_play *p, const struct rec *r, int who) {
  struct burden b = {0};
  int n = sp_slots(r);

  for (int slot = 0; slot < n; slot++)
    if (r->holder[slot] == who) {
      b.weapons++;
      b.portage += O(p)->weapon[sp_slot_kind(r, slot)].portage;
    }
  return b;
}

/* F25.3: does the unit come first for that weapon: is it beside a leader, or an engineer? */
static bool suits(const struct sal_play *p, int side, int u, int kind) {
  if (kind == MMG || kind == MTR50)
    return with_leader(p, side, u);
  if (kind == FT || kind == DC)
    return S(p)->unit[u].flags & U_ENGINEER;
  return true;
}

/* F25.3: the first of the company, by id, that has this many weapons so far and can bear one more:
 * squads before smaller units, suited units before others. 0: none. */
static int bearer_with(const struct sal_play *p, int side, const struct rec *r, int kind,
                       int weapons) {
  enum { CAPACITY = 3, MORE = 1, FULL_SQUAD = 2 };
  const struct group *g = &O(p)->group[side][r->group];
  int first = 0;
  int best = -1;

  for (int k = 0; k < g->n[r->copy]; k++) {
    int u = g->first[r->copy] + k;
    int size = in_force(S(p)->unit[u].where) ? sp_squads_x2(type_of(p, u)->cls) : 0;
    struct burden b = burden_of(p, r, k + 1);
    bool bears = b.portage + O(p)->weapon[kind].portage <= CAPACITY + MORE;
    int rank = 2 * (size == FULL_SQUAD) + suits(p, side, u, kind);

    if (size && b.weapons == weapons && bears && rank > best) {
      first = k + 1;
      best = rank;
    }
  }
  return first;
}

/* F25.3: one line's weapons in the order of the rule: first to units that have none, then a second
 * one each. What no unit can bear stays out of a battle; in an escape it is dragged along (F32.16).
 */
static void deal_line(struct sal_play *p, int side, struct rec *r, bool everything) {
  static const uint8_t order[SW] = {MMG, MTR50, LMG, ATR, FT, DC};
  int n = sp_slots(r);

  memset(r->holder, 0, sizeof r->holder);
  for (int i = 0; i < SW; i++)
    for (int slot = 0; slot < n; slot++) {
      if (sp_slot_kind(r, slot) != order[i])
        continue;
      int who = bearer_with(p, side, r, order[i], 0);
      if (!who)
        who = bearer_with(p, side, r, order[i], 1);
      if (!who && everything)
        who = next_carrier(p, side, r, n, false);
      r->holder[slot] = (uint8_t)who;
    }
}

/* Before edition 6: in the order of the record, to the unit with the fewest, however many it had.
 */
static void deal_evenly(struct sal_play *p, int side, struct rec *r) {
  int n = sp_slots(r);

  memset(r->holder, 0, sizeof r->holder);
  for (int slot = 0; slot < n; slot++) {
    int kind = sp_slot_kind(r, slot);
    bool heavy = kind == MMG || kind == MTR50;
    r->holder[slot] = (uint8_t)next_carrier(p, side, r, slot, heavy);
  }
}

/* 11.606 begins, or a battle: the weapons of every company are dealt out to its men. */
void sp_allot_weapons(struct sal_play *p, bool everything) {
  enum { BY_THE_RULE = 6 };

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < S(p)->side[side].nrec; i++) {
      struct rec *r = &S(p)->rec[side][i];
      if (p->book->edition >= BY_THE_RULE)
        deal_line(p, side, r, everything);
      else
        deal_evenly(p, side, r);
    }
}

/* The weapon leaves its line: one less, and those behind it move up. */
void sp_take_weapon(struct rec *r, int slot) {
  int weapon = sp_slot_kind(r, slot);
  memmove(r->holder + slot, r->holder + slot + 1, (size_t)(HELD - 1 - slot));
  r->holder[HELD - 1] = 0;
  r->sw[weapon]--;
  if (r->bad[weapon] > r->sw[weapon])
    r->bad[weapon] = r->sw[weapon];
}

/* The other side does not learn which weapons a company has. */
void sp_tell_weapon_lost(struct sal_play *p, int side, const struct rec *r, int weapon) {
  sal_tell(p, E_WEAPON_LOST, R_11_6063a,
           SAL_EV(.n = {(int16_t)(W_WEAPON + weapon), O(p)->group[side][r->group].word},
                  .seen = (uint8_t)only(side)));
}

/* 11.6063a: the weapons of a carrier who is lost are lost with him. */
void sp_lose_weapons(struct sal_play *p, int side, int u) {
  struct rec *r = sp_line_of_unit(p, side, u);
  if (!r)
    return;
  for (int w = 0; w < SW; w++)
    for (int slot = sp_slot_carried(p, side, u, w); slot != NOT_FOUND;
         slot = sp_slot_carried(p, side, u, w)) {
      sp_take_weapon(r, slot);
      sp_tell_weapon_lost(p, side, r, w);
    }
}
