/* setup.c - 3.setup, II.1, II.s3 and II.s4: deploying, distributing step losses, and the ready
 * historical set-up. A unit is picked from the tray and put on a hex.
 */
#include "setup.h"

#include <string.h>

/* ---- where everything begins ------------------------------------------------------------ */

/* II.s4.1, II.s4.5: formations with an area begin on the map, the others wait for STAVKA's call. */
static int first_box_4(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int tray = tray_of(side_of(p, u));

  if (i->kind == ATF) {
    return i->at_start ? tray : B_POOL;
  }
  if (O(p)->area[1][i->form] || !i->reserve) {
    return tray;
  }
  if (i->form) {
    return B_STAVKA;
  }
  if (i->kind == AA && i->where[1]) {
    return tray;
  }
  bool stavka = i->reserve == B_STAVKA;
  if (i->kind == AA) {
    return stavka ? B_STAVKA : B_NONE;
  }

  return is_guns(p, u) && stavka ? B_STAVKA : tray;
}

/* Where a unit waits when the game begins: its side's tray, a reserve, or nowhere. */
static int first_box(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  int side = side_of(p, u);
  enum setup_mode mode = alea_setup_mode(p);

  if (i->kind >= FIGHTER) {
    return air_box(side, B_AIR);
  }
  if (i->kind == AA && !aa_on(p)) {
    /* II.opt.aa */
    return B_NONE;
  }
  if (mode == AREAS_4) {
    return first_box_4(p, u);
  }
  if (i->kind == ATF && !i->at_start) {
    return i->reserve ? B_FRONT : B_POOL;
  }
  /* II.s3.6 */
  bool placed = mode == AREAS_3 && i->onmap && !opt(p, O_OFFMAP);
  if (!i->reserve || placed) {
    return tray_of(side);
  }

  return i->reserve;
}

/* 3.setup.7, II.s4.4 */
static void own_ground(struct sal_play *p) {
  const struct sal_board *b = &p->book->board;
  const struct own *o = O(p);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    bool taken = o->scenario == PROKHOROVKA && o->s4[h];
    if (o->home[h] || taken) {
      S(p)->cell[h].ground |= GERMAN_HELD;
    }
    if (taken && o->works[h]) {
      S(p)->cell[h].ground |= BREACHED;
    }
  }
}

/* II.s3.6, opt.secret: some units begin inactive, some are only written down. */
static void stand(struct sal_play *p, sal_unit u, sal_hex h) {
  alea_set_down(p, u, h);
  if (I(p, u)->onmap && alea_setup_mode(p) == AREAS_3) {
    /* II.s3.6 */
    U(p, u)->flags |= INACTIVE;
  }
  if (I(p, u)->panzer && opt(p, O_SECRET)) {
    /* opt.secret */
    U(p, u)->flags |= HIDDEN;
  }
  alea_refresh(p, h);
}

/* Prokhorovka begins on 10 July, which is turn 7 of the campaign. */
int alea_first_turn(const struct sal_play *p) {
  return O(p)->scenario == PROKHOROVKA ? 7 : 1;
}

/* The last turn by its number in the campaign, for the view. */
int alea_last_turn(const struct sal_head *state) {
  return ((const struct state *)state)->turns;
}

/* The lesson has no set-up: its ground units stand where its file says. */
static void begin_unit(struct sal_play *p, sal_unit u) {
  const struct unit_info *i = I(p, u);
  bool lesson = O(p)->scenario == LESSON && !is_air(p, u);
  int box = lesson ? B_NONE : first_box(p, u);
  bool plays = lesson || box != B_NONE;

  *U(p, u) = (struct unit){.steps = plays ? i->steps : 0,
                           .box = (uint8_t)box,
                           .flags = (uint16_t)(i->kind == AA ? AAMODE : 0)};
  if (lesson) {
    stand(p, u, O(p)->start[u]);
  }
}

/* The state before the first decision. */
void alea_start(struct sal_play *p) {
  struct state *s = S(p);
  const struct own *o = O(p);
  bool prokhorovka = o->scenario == PROKHOROVKA;

  s->turns = (uint8_t)(alea_first_turn(p) - 1 + p->book->scenarios[p->book->scenario].turns);
  s->head.turn = (uint16_t)alea_first_turn(p);
  /* opt.fuel.3 */
  s->fuel = prokhorovka ? 3 : 6;
  own_ground(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nair[side]; i++) {
      begin_unit(p, o->air[side][i]);
    }
    for (int i = 0; i < o->nground[side]; i++) {
      begin_unit(p, o->ground[side][i]);
    }
  }
  for (int g = 0; g < o->ngroups; g++) {
    bool left_out = sal_eq(o->group[g].who, "aa") && !aa_on(p);
    s->owe[g] = left_out ? 0 : o->group[g].n;
  }
  game_in(sal_push(p, N_GAME, SAL_NOSIDE))->phase = o->scenario == LESSON ? P_PREP : P_SETUP_S;
}

/* ---- the node --------------------------------------------------------------------------- */

/* Losses that are still to be given (II.s4.2). */
static bool owes(const struct sal_play *p, int side) {
  for (int g = 0; g < O(p)->ngroups; g++) {
    if (O(p)->group[g].side == side && S(p)->owe[g]) {
      return true;
    }
  }

  return false;
}

/* II.s4.1 */
static bool leaves_one_out(const struct sal_play *p, int side) {
  return alea_setup_mode(p) == AREAS_4 && side == SAL_SOVIET && !S(p)->left_out;
}

/* deploys after the formations */
static bool follower(const struct sal_play *p, int u) {
  enum setup_mode mode = alea_setup_mode(p);
  const struct unit_info *i = I(p, u);

  if (i->form || mode == FREE_NORTH) {
    return false;
  }
  if (is_guns(p, u) || i->kind == TRAIN) {
    return false;
  }
  if (mode >= AREAS_3) {
    return i->where[mode == AREAS_4] != D_RESERVE;
  }
  if (i->kind == ATF) {
    return true;
  }

  return side_of(p, u) == SAL_SOVIET && (i->kind == TANK || i->kind == AG);
}

/* Divisions and corps are placed first. */
static bool formations_wait(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (I(p, u)->form && U(p, u)->box == tray_of(side)) {
      return true;
    }
  }

  return false;
}

/* Formations first: the others deploy beside them (II.1.4). */
static bool may_pick(const struct sal_play *p, int side, int u, bool wait,
                     struct sal_refusal *why) {
  if (I(p, u)->kind == AA && !aa_on(p)) {
    return sal_refuse(why, O(p)->south ? R_II_opt_aa : R_II_opt_aa_5,
                      "Anti-aircraft units are left out of this game.", 0, 0);
  }
  bool waits = side_of(p, u) == side && !is_air(p, u) && U(p, u)->box == tray_of(side);
  if (!waits) {
    return sal_refuse(why, R_3_setup_1, "{u0} is not waiting to be placed.", u, 0);
  }
  if (wait && follower(p, u)) {
    return sal_refuse(why, R_II_1_4, "Place the divisions and corps before {u0}.", u, 0);
  }

  return true;
}

/* II.s4.2, II.s4.3: a step loss of the days before goes to any unit of the group. */
static bool may_lose(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = U(p, u);
  int g = I(p, u)->loss - 1;
  bool there = unit->box == tray_of(side) || unit->box == air_box(side, B_AIR);
  bool alone = is_air(p, u) || !I(p, u)->form;

  if (g < 0 || !there) {
    return sal_refuse(why, alone ? R_II_s4_3 : R_II_s4_2, "{u0} takes no losses now.", u, 0);
  }
  if (!S(p)->owe[g]) {
    return sal_refuse(why, O(p)->group[g].rule, "The losses of {u0}'s group are complete.", u, 0);
  }

  return true;
}

/* II.s4.1: one of the eight independent regiments is left out. */
static bool may_leave(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct unit_info *i = I(p, u);
  bool armour = i->kind == TANK || i->kind == AG;
  bool regiment = armour && !i->form && i->half == 1 && !i->reserve;

  if (!regiment || U(p, u)->box != B_TRAY_S) {
    return sal_refuse(why, R_II_s4_1, "{u0} is not one of the eight regiments.", u, 0);
  }

  return true;
}

/* Has the side neither placed a unit nor given a loss yet? */
static bool untouched(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    bool reduced = U(p, u)->box == tray_of(side) && U(p, u)->steps < I(p, u)->steps;
    if (U(p, u)->at || reduced) {
      return false;
    }
  }
  for (int i = 0; i < O(p)->nair[side]; i++) {
    int u = O(p)->air[side][i];
    if (U(p, u)->steps < I(p, u)->steps) {
      return false;
    }
  }

  return side == SAL_GERMAN || !S(p)->left_out;
}

/* The set-up can end. */
static bool tray_empty(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (U(p, O(p)->ground[side][i])->box == tray_of(side)) {
      return false;
    }
  }

  return true;
}

/* Which units may take a loss of the days before. */
static void list_losses(const struct sal_play *p, int side, const uint16_t *units, int n,
                        struct sal_list *l) {
  for (int i = 0; i < n; i++) {
    if (may_lose(p, side, units[i], NULL)) {
      sal_list_add(l, sal_act(V_LOSE, units[i], 0, 0));
    }
  }
}

/* Prokhorovka: first the regiment that is left out, then the losses, then the places. */
static void list_first(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);

  if (!leaves_one_out(p, side)) {
    list_losses(p, side, o->ground[side], o->nground[side], l);
    list_losses(p, side, o->air[side], o->nair[side], l);
    return;
  }
  for (int i = 0; i < o->nground[side]; i++) {
    if (may_leave(p, o->ground[side][i], NULL)) {
      sal_list_add(l, sal_act(V_LEAVE, o->ground[side][i], 0, 0));
    }
  }
}

/* The unit's own hexes; when there is none, any of its side. */
static void list_hexes(const struct sal_play *p, int side, int u, struct sal_list *l) {
  const struct sal_board *b = &p->book->board;
  const struct sal_region *area = alea_setup_area(p, u);
  struct deployment d = alea_deployment(p, side, u);

  for (int i = 0; area && i < area->n; i++) {
    if (alea_setup_room(p, side, u, area->hexes[i], NULL)) {
      sal_list_add(l, sal_act(V_PUT, area->hexes[i], 0, 0));
    }
  }
  for (int h = 0; !area && h < b->cells; h++) {
    bool may_be = alea_lies_in(&d.ground, (sal_hex)h) && b->on[h];
    if (may_be && alea_fits_by_rule(p, &d, (sal_hex)h)) {
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
    }
  }
  if (l->n) {
    return;
  }
  for (int h = 0; h < b->cells; h++) {
    if (b->on[h] && alea_may_put(p, side, u, (sal_hex)h, NULL)) {
      sal_list_add(l, sal_act(V_PUT, h, 0, 0));
    }
  }
}

/* First losses, then unit after unit. */
static void setup_list(const struct sal_play *p, int side, struct sal_list *l) {
  int picked = setup_of(p)->picked - 1;

  if (picked >= 0) {
    list_hexes(p, side, picked, l);
    return;
  }
  if (untouched(p, side)) {
    sal_list_add(l, sal_act(V_HISTORICAL, 0, 0, 0));
  }
  if (leaves_one_out(p, side) || owes(p, side)) {
    list_first(p, side, l);
    return;
  }
  bool wait = formations_wait(p, side);
  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (may_pick(p, side, u, wait, NULL)) {
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
    }
    if (I(p, u)->kind == AA && U(p, u)->box == tray_of(side)) {
      sal_list_add(l, sal_act(V_MODE, u, !(U(p, u)->flags & AAMODE), 0));
    }
  }
  if (tray_empty(p, side)) {
    sal_list_add(l, alea_end(p));
  }
}

/* II.opt.aa.1: an AA unit begins in the mode its owner chooses. */
static bool may_choose_mode(const struct sal_play *p, int side, int u, int aa,
                            struct sal_refusal *why) {
  bool ours = side_of(p, u) == side && I(p, u)->kind == AA;

  if (!ours || U(p, u)->box != tray_of(side)) {
    return sal_refuse(why, R_II_opt_aa_1, "{u0} is not an AA unit to be placed.", u, 0);
  }
  if (aa == ((U(p, u)->flags & AAMODE) != 0)) {
    return sal_refuse(why, R_II_opt_aa_1, "That is its mode already.", 0, 0);
  }

  return true;
}

/* 3.setup: first the regiment left out and the losses (II.s4.1, II.s4.2), then unit after unit;
 * a unit in hand has to be placed before anything else. */
static bool setup_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  int picked = setup_of(p)->picked - 1;
  bool first = leaves_one_out(p, side) || owes(p, side);

  if (picked >= 0) {
    if (a.verb != V_PUT) {
      return sal_refuse(why, R_3_setup_6, "Choose the hex for {u0} first.", picked, 0);
    }
    return alea_may_put(p, side, picked, hex_of(a, 0), why);
  }
  switch (a.verb) {
  case V_HISTORICAL:
    if (!untouched(p, side)) {
      return sal_refuse(why, R_II_1_1,
                        "The historical set-up is for a side that has placed nothing yet.", 0, 0);
    }
    return true;
  case V_LOSE:
    if (leaves_one_out(p, side)) {
      return sal_refuse(why, R_II_s4_1, "Leave one of the eight regiments out first.", 0, 0);
    }
    return may_lose(p, side, unit_of(a), why);
  case V_LEAVE:
    if (!leaves_one_out(p, side)) {
      return sal_refuse(why, R_II_s4_1, "No regiment has to be left out now.", 0, 0);
    }
    return may_leave(p, unit_of(a), why);
  case V_PICK:
    if (first) {
      return sal_refuse(why, R_II_s4_2, "Distribute the step losses first.", 0, 0);
    }
    return may_pick(p, side, unit_of(a), formations_wait(p, side), why);
  case V_MODE:
    if (first) {
      return sal_refuse(why, R_II_s4_2, "Distribute the step losses first.", 0, 0);
    }
    return may_choose_mode(p, side, unit_of(a), word_of(a, 1), why);
  case V_DONE:
    if (first || !tray_empty(p, side)) {
      return sal_refuse(why, R_3_setup_1, "All units must be placed.", 0, 0);
    }
    return alea_ends(p, a, why);
  default: return alea_not_now(p, a, why);
  }
}

/* Where and how strong the unit stood in July 1943, by the set-up file. */
static void stand_historically(struct sal_play *p, int side, sal_unit u) {
  int steps = O(p)->start_steps[u];
  struct unit *unit = U(p, u);

  if (steps == 0xff) {
    /* left out */
    *unit = (struct unit){0};
  } else if (!steps) {
    *unit = (struct unit){.box = dead_box(side)};
  } else {
    unit->steps = (uint8_t)steps;
    stand(p, u, O(p)->start[u]);
  }
}

/* Everything of a side at once; losses and the regiment left out are part of it. */
static void historical(struct sal_play *p, int side) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    if (U(p, u)->box == tray_of(side)) {
      stand_historically(p, side, u);
    }
  }
  for (int i = 0; i < o->nair[side]; i++) {
    sal_unit u = o->air[side][i];
    if (o->start_steps[u] != 0xff) {
      U(p, u)->steps = o->start_steps[u];
    }
  }
  for (int g = 0; g < o->ngroups; g++) {
    if (o->group[g].side == side) {
      S(p)->owe[g] = 0;
    }
  }
  if (side == SAL_SOVIET) {
    S(p)->left_out = 1;
  }
  sal_tell(p, E_HISTORICAL, R_II_1_1, SAL_EV(.n = {(int16_t)side}));
}

/* A loss from before the battle is open only when it destroys the unit. */
static void setup_loss(struct sal_play *p, int side, sal_unit u) {
  struct unit *unit = U(p, u);

  S(p)->owe[I(p, u)->loss - 1]--;
  unit->steps--;
  if (!unit->steps) {
    *unit = (struct unit){.box = dead_box(side)};
  }
  sal_tell(p, unit->steps ? E_LOSS : E_DEAD, O(p)->group[I(p, u)->loss - 1].rule,
           SAL_EVU(u, .seen = (uint8_t)(unit->steps ? SAL_BIT(side) : SAL_BOTH)));
}

/* Picking and placing are two actions, so that a hex can be chosen on the map. */
static void setup_apply(struct sal_play *p, int side, struct sal_action a) {
  struct setup *f = setup_of(p);
  sal_unit u = unit_of(a);

  switch (a.verb) {
  case V_PICK: f->picked = (uint16_t)(u + 1); break;
  case V_PUT: {
    sal_unit picked = (sal_unit)(f->picked - 1);
    f->picked = 0;
    stand(p, picked, hex_of(a, 0));
    sal_tell(p, E_PLACED, R_3_setup_6, SAL_EVU(picked, .at = {hex_of(a, 0)}, .seen = only(side)));
    break;
  }
  case V_MODE: U(p, u)->flags ^= AAMODE; break;
  case V_LOSE: setup_loss(p, side, u); break;
  case V_LEAVE:
    *U(p, u) = (struct unit){0};
    S(p)->left_out = 1;
    break;
  case V_HISTORICAL: historical(p, side); break;
  default:
    /* 5.8: from now on the enemy sees the tops of the stacks */
    sal_reveal(p);
    sal_pop(p);
    break;
  }
}

/* Says what comes next in the set-up. */
static void setup_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int picked = setup_of(p)->picked - 1;
  int left = 0;

  for (int i = 0; i < O(p)->nground[side]; i++) {
    left += U(p, O(p)->ground[side][i])->box == tray_of(side);
  }
  if (picked >= 0) {
    sal_prompt_select(out, (sal_unit)picked);
    sal_prompt_say(out, "%s: choose the hex for %s.", name_of(side), label(p, picked));
  } else if (leaves_one_out(p, side)) {
    sal_prompt_say(
        out, "%s: leave one of the eight independent regiments out, or take the historical set-up.",
        name_of(side));
  } else if (owes(p, side)) {
    sal_prompt_say(out, "%s: distribute the step losses, or take the historical set-up.",
                   name_of(side));
    for (int g = 0; g < O(p)->ngroups && out->nowed < SAL_OWED; g++) {
      if (O(p)->group[g].side == side && S(p)->owe[g]) {
        sal_prompt_owe(out, O(p)->group[g].rule, SAL_AT_NONE, 0, "%s: %d", O(p)->group[g].who,
                       S(p)->owe[g]);
      }
    }
  } else {
    sal_prompt_say(out,
                   left ? "%s: choose a unit to place (%d left)." : "%s: end the set-up (%d left).",
                   name_of(side), left);
  }
}

const struct sal_node alea_setup = {.id = "setup",
                                    .rule = R_3_setup_1,
                                    .list = setup_list,
                                    .check = setup_check,
                                    .apply = setup_apply,
                                    .prompt = setup_prompt};
