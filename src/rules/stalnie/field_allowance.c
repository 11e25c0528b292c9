/* field_allowance.c - F4.2, F5.2: how far a group or vehicle may go in one activation. */
#include "field.h"

enum { FOOT_MP = 4, LED_MP = 6, WOUNDED_MP = 3, RUN_MP = 2, TOWING_MP = 2 };

/* F4.2: 4 MP, 6 led or alone as a leader, 3 wounded. */
static int base_mp(const struct sal_play *p, int u, bool led) {
  if (!sf_is_smc(p, u))
    return led ? LED_MP : FOOT_MP;
  return unit_at(p, u)->is & IS_WOUNDED ? WOUNDED_MP : LED_MP;
}

/* F10.4: each point of portage above capacity costs a point; one leader carries 1 for the unit with
 * the worst load. */
static int overload(const struct sal_play *p, int u) {
  int more = sf_portage(p, u) - sf_capacity(p, u);
  return more > 0 ? more : 0;
}

/* F5.2: a vehicle's MP as it is laden. */
static int vehicle_allowance(const struct sal_play *p, int v) {
  const struct trooper *t = unit_at(p, v);
  int mp = kind_of(p, v)->mp;

  /* Inexperienced crews drive two thirds as far (F2.7). */
  if (t->is & IS_GREEN)
    mp = mp * 2 / 3;
  /* A towed Gun costs 2 MP (F5.11). */
  if (sf_towed_by(p, v) >= 0)
    mp = mp > TOWING_MP ? mp - TOWING_MP : 0;
  /* Half, rounded up, if a unit boarded (F5.7). */
  return t->did & DID_BOARD ? (mp + 1) / 2 : mp;
}

/* F4.2: does an unbroken leader go with the group? */
static bool is_led(const struct sal_play *p, const sal_unit *who, int n) {
  for (int i = 0; i < n; i++) {
    bool leader = kind_of(p, who[i])->cls == LEADER;
    if (leader && !(unit_at(p, who[i])->is & IS_BROKEN))
      return true;
  }
  return false;
}

/* F10.4: the MMC that carries most above its capacity, the first of equals; -1: there is none. */
static int most_loaded_of(const struct sal_play *p, const sal_unit *who, int n) {
  int most = -1;
  for (int i = 0; i < n; i++) {
    if (!sf_is_mmc(p, who[i]))
      continue;
    if (most < 0 || overload(p, who[i]) > overload(p, most))
      most = who[i];
  }
  return most;
}

/* F4.2, F5.7, F5.11: of the slowest member, or of the vehicle with its load. */
int sf_allowance(const struct sal_play *p, int mode) {
  sal_unit who[32];
  sal_unit v;
  int n = sf_members(p, who);
  int least = 99;

  if (!n)
    return 0;
  if (sf_group_vehicle(p, &v))
    return vehicle_allowance(p, v);

  bool led = is_led(p, who, n);
  int most_loaded = most_loaded_of(p, who, n);

  for (int i = 0; i < n; i++) {
    int load = overload(p, who[i]);
    /* The leader helps the unit that carries most (F10.4). */
    if (led && who[i] == most_loaded && load)
      load--;
    int mp = base_mp(p, who[i], led) - load;
    if (mp < least)
      least = mp;
  }

  /* A group that runs has 2 MP more (F4.6). */
  if (mode == RUNNING)
    least += RUN_MP;
  return least > 0 ? least : 0;
}
