/* cas.c - 12.cas and II.opt.hunter: close support of ground units, and aircraft that hunt tanks. */
#include "state.h"

/* ---- 12.cas placing close support -------------------------------------------------------- */

/* 12.cas.1, 12.cas.5: only aircraft marked for it give close support. */
bool alea_may_cas(const struct sal_play *p, int side, int u, int box, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  bool waits = unit->box == air_box(side, box) && !unit->at;
  if (!waits || I(p, u)->kind != BOMBER) {
    return sal_refuse(why, R_12_cas_1, "{u0} does not wait in that box.", u, 0);
  }
  if (!I(p, u)->cas) {
    return sal_refuse(why, R_12_cas_5, "{u0} may only bombard.", u, 0);
  }

  return true;
}

/* 12.cas.1: close support flies from a hex with friendly ground units. */
static bool may_put(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!friend_at(p, side, h)) {
    return sal_refuse(why, R_12_cas_1, "There are no friendly ground units in {h0}.", h, 0);
  }
  return true;
}

/* Every hex with friends, or call it off. */
static void cas_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;

  for (int h = 0; h < b->cells; h++) {
    if (S(p)->cell[h].first && may_put(p, side, (sal_hex)h, NULL)) {
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
    }
  }
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

/* 12.cas.1: the hex that the aircraft supports, or call it off. */
static bool cas_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  if (a.verb == V_PUT) {
    return may_put(p, side, hex_of(a, 0), why);
  }
  return a.verb == V_CANCEL || alea_not_now(p, a, why);
}

/* Placing a German tank hunter gives it a shot (II.opt.hunter). */
static void cas_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = cas_of(p)->unit;

  sal_pop(p);
  if (a.verb == V_CANCEL) {
    return;
  }
  U(p, u)->at = hex_of(a, 0);
  sal_tell(p, E_CAS, U(p, u)->box == air_box(side, B_DEFENCE) ? R_12_cas_3 : R_12_cas_1,
           SAL_EVU(u, .at = {hex_of(a, 0)}));
  bool hunts = O(p)->south ? opt(p, O_HUNTER) : opt(p, O_HUNTER_NORTH);
  if (!hunts) {
    return;
  }
  if (!I(p, u)->at) {
    return;
  }
  if (side != SAL_GERMAN) {
    return;
  }
  /* II.opt.hunter */
  hunt_in(sal_push(p, N_HUNT, side))->unit = u;
}

/* Names the aircraft. */
static void cas_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_select(out, cas_of(p)->unit);
  sal_prompt_say(out, "%s: choose the hex that %s supports.", name_of(side),
                 label(p, cas_of(p)->unit));
}

const struct sal_node alea_cas = {.id = "air.cas",
                                  .rule = R_12_cas_1,
                                  .list = cas_list,
                                  .check = cas_check,
                                  .apply = cas_apply,
                                  .prompt = cas_prompt};

/* ---- 12.cas.3 defensive support, after the Soviet moves --------------------------------- */

/* Ends by itself when nothing waits in the Defence box. */
static bool defcas_run(struct sal_play *p) {
  int side = sal_top(p)->side;

  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (alea_may_cas(p, side, O(p)->air[side][i], B_DEFENCE, NULL)) {
      return false;
    }
  }
  sal_pop(p);
  return true;
}

/* 12.cas.3: German bombers of the Defence box, one by one. */
static void defcas_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, alea_end(p));
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (alea_may_cas(p, side, O(p)->air[side][i], B_DEFENCE, NULL)) {
      sal_list_add(l, sal_act(V_CAS, O(p)->air[side][i], 0, 0));
    }
  }
}

/* 12.cas.3: one more aircraft for the defence, or the end of it. */
static bool defcas_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_CAS) {
    return alea_may_cas(p, side, unit_of(a), B_DEFENCE, why);
  }
  return alea_ends(p, a, why);
}

/* Pushes a frame for each support unit. */
static void defcas_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
  } else {
    cas_in(sal_push(p, N_CAS, side))->unit = unit_of(a);
  }
}

/* After the Soviet moves, before their combats. */
static void defcas_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: place defensive close support, or end.", name_of(side));
}

const struct sal_node alea_defcas = {.id = "air.defence",
                                     .rule = R_12_cas_3,
                                     .run = defcas_run,
                                     .list = defcas_list,
                                     .check = defcas_check,
                                     .apply = defcas_apply,
                                     .prompt = defcas_prompt};

/* ---- II.opt.hunter ----------------------------------------------------------------------- */

/* A Soviet tank, assault gun or train that can be seen, next to the supported hex. */
static bool may_hunt(const struct sal_play *p, int side, int v, struct sal_refusal *why) {
  int u = hunt_of(p)->unit;
  int kind = I(p, v)->kind;
  bool tank = kind == TANK || kind == AG || kind == TRAIN;
  sal_hex at = U(p, v)->at;

  if (side_of(p, v) == side || !on_map(p, v) || !tank) {
    return sal_refuse(why, R_II_opt_hunter, "{u0} is not a Soviet tank unit on the map.", v, 0);
  }
  if (sal_distance(&p->book->board, at, U(p, u)->at) != 1) {
    return sal_refuse(why, R_II_opt_hunter, "{u0} is not next to the hex supported.", v, 0);
  }
  if (top(p, at) != v && !alea_examined(p, side, at)) {
    return sal_refuse(why, R_5_8, "That counter cannot be seen.", 0, 0);
  }

  return true;
}

/* The flak fires first, then the hunter; without a target there is no question. */
static bool hunt_run(struct sal_play *p) {
  struct hunt *f = hunt_of(p);
  int side = sal_top(p)->side;
  sal_unit u = f->unit;

  /* the flak has fired first */
  if (f->target) {
    sal_unit v = (sal_unit)(f->target - 1);
    sal_pop(p);
    if (!U(p, u)->steps) {
      return true;
    }
    int die = sal_roll(p->dice, 6, R_II_opt_hunter, u) + (U(p, v)->flags & BURIED ? 1 : 0);
    bool hit = die <= I(p, u)->at;
    sal_tell(p, E_HUNT, R_II_opt_hunter, SAL_EVUU(u, v, .n = {hit}));
    if (hit) {
      alea_lose(p, v, R_II_opt_hunter);
    }
    return true;
  }
  const struct sal_board *b = &p->book->board;
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, U(p, u)->at, d);
    for (int v = top(p, n); v >= 0; v = below(p, v)) {
      if (may_hunt(p, side, v, NULL)) {
        return false;
      }
    }
  }
  sal_pop(p);
  return true;
}

/* The targets in sight, or pass. */
static void hunt_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;

  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
  for (int d = 0; d < 6; d++) {
    sal_hex n = sal_next(b, U(p, hunt_of(p)->unit)->at, d);
    for (int v = top(p, n); v >= 0; v = below(p, v)) {
      if (may_hunt(p, side, v, NULL)) {
        sal_list_add(l, sal_act(V_HUNT, v, 0, 0));
      }
    }
  }
}

/* II.opt.hunter: one tank in sight, or pass. */
static bool hunt_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_HUNT) {
    return may_hunt(p, side, unit_of(a), why);
  }
  return a.verb == V_PASS || alea_not_now(p, a, why);
}

/* Remembers the target while the flak fires at the hunter. */
static void hunt_apply(struct sal_play *p, int side, struct sal_action a) {
  struct hunt *f = hunt_of(p);

  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  f->target = (uint16_t)(unit_of(a) + 1);
  sal_unit hunter = f->unit;
  if (!alea_has_flak(p, -1)) {
    return;
  }
  struct flak *flak = flak_in(sal_push(p, N_FLAK, sal_enemy(side)));
  flak->hex = U(p, unit_of(a))->at;
  flak->against = HUNTERS;
  flak->hunter = hunter;
}

/* Names the hunter. */
static void hunt_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_select(out, hunt_of(p)->unit);
  sal_prompt_say(out, "%s: %s may fire at a Soviet tank unit next to the hex it supports, or pass.",
                 name_of(side), label(p, hunt_of(p)->unit));
}

const struct sal_node alea_hunt = {.id = "air.hunt",
                                   .rule = R_II_opt_hunter,
                                   .run = hunt_run,
                                   .list = hunt_list,
                                   .check = hunt_check,
                                   .apply = hunt_apply,
                                   .prompt = hunt_prompt};
