/* artillery.c - chapter 13 (artillery), 7.a.3 and T4: bombardment in its phase, before a combat,
 * and Fire Support.
 *
 * A battery is put together gun by gun (GROUP) and fires once. Air bombardment ends in the same
 * alea_shell.
 */
#include "state.h"

/* 13.art.3: on the map, not turned, in supply, in range. */
bool alea_gun_ready(const struct sal_play *p, int side, int u, sal_hex target,
                    struct sal_refusal *why) {
  const struct unit *unit = U(p, u);

  if (side_of(p, u) != side || !is_guns(p, u) || !unit->at) {
    return sal_refuse(why, R_13_art_3, "{u0} is not artillery of this side on the map.", u, 0);
  }
  if (unit->flags & GROUP) {
    return sal_refuse(why, R_13_art_3, "{u0} is named already.", u, 0);
  }
  if (unit->flags & TURNED) {
    return sal_refuse(why, R_13_art_7, "{u0} has moved or fired.", u, 0);
  }
  if (unit->flags & OOS) {
    return sal_refuse(why, R_9_6, "{u0} is out of supply and may not fire.", u, 0);
  }
  if (unit->flags & INACTIVE) {
    return sal_refuse(why, R_II_s3_6, "{u0} has not been activated.", u, 0);
  }
  if (sal_distance(&p->book->board, unit->at, target) > I(p, u)->range) {
    return sal_refuse(why, R_13_art_3, "{h1} is out of {u0}'s range.", u, target);
  }

  return true;
}

/* Whether any artillery of the side could fire at the hex. */
static bool gun_in_range(const struct sal_play *p, int side, sal_hex h) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (is_guns(p, O(p)->ground[side][i]) &&
        alea_gun_ready(p, side, O(p)->ground[side][i], h, NULL)) {
      return true;
    }
  }

  return false;
}

/* An enemy that can be seen: opt.secret keeps its divisions from being hit. */
static bool enemy_seen(const struct sal_play *p, int side, sal_hex h) {
  for (int u = top_enemy(p, side, h); u >= 0; u = below(p, u)) {
    if (!(U(p, u)->flags & HIDDEN)) {
      return true;
    }
  }

  return false;
}

/* ---- T4 --------------------------------------------------------------------------------- */

/* T4: the column of a sum; the first day shifts it by one (13.art.9). */
int alea_bomb_column(const struct sal_play *p, int sum, bool shift) {
  int c = 0;

  while (c < BOMB_COLUMNS - 1 && sum > O(p)->bomb_top[c]) {
    c++;
  }

  return shift && c < BOMB_COLUMNS - 1 ? c + 1 : c;
}

/* The factors of all that have been named. */
static int battery(const struct sal_play *p, int side, bool guns) {
  const struct own *o = O(p);
  int n = guns ? o->nground[side] : o->nair[side];
  int sum = 0;

  for (int i = 0; i < n; i++) {
    int u = guns ? o->ground[side][i] : o->air[side][i];
    if ((guns ? is_guns(p, u) : true) && U(p, u)->flags & GROUP) {
      sum += alea_bomb(p, u);
    }
  }

  return sum;
}

struct shelling {
  int sum, column, modifier;
};

/* A step of the bombardment card, when one is wanted. */
static void say(struct sal_card *c, const struct sal_play *p, const struct shelling *s, int rule,
                const char *what, int n) {
  if (c) {
    sal_card_to(c, rule, sal_table_find(p->book, "bombard")->col[s->column], what, n);
  }
}

/* T4 in one place: column and die modifier, for the card and for the roll. */
static struct shelling reckon(const struct sal_play *p, int side, sal_hex target, int sum,
                              bool guns, struct sal_card *c) {
  const struct own *o = O(p);
  int enemy = sal_enemy(side);
  int cover = o->cover[enemy][target];
  struct shelling s = {sum, alea_bomb_column(p, sum, false), 0};

  say(c, p, &s, R_T4, "%d {factor/factors}", sum);
  /* 13.art.9: the German preparation of the first day shifts the column */
  if (guns && side == SAL_GERMAN && S(p)->head.turn == 1) {
    s.column = alea_bomb_column(p, sum, true);
    say(c, p, &s, R_13_art_9, "first day", 0);
  }
  /* T1: the best cover, not the sum */
  if (enemy == SAL_SOVIET && alea_fort(p, target)) {
    cover = min_of(cover, o->fort_cover);
  }
  if (cover) {
    s.modifier += cover;
    say(c, p, &s, R_T1, "cover, die %d", cover);
  }
  /* 6.dp.4: an observer on a height; 12.bomb.2: aircraft need none */
  if (guns && alea_dp_near(p, side, target)) {
    s.modifier++;
    say(c, p, &s, R_6_dp_4, "Dominating Position, die +1", 0);
  }
  if (!guns) {
    say(c, p, &s, R_12_bomb_2, "aircraft: no first day, no Dominating Position", 0);
  }
  if (S(p)->head.phase == P_PREP) {
    s.modifier--;
    say(c, p, &s, R_opt_prep, "opening bombardment, die -1", 0);
  }

  return s;
}

/* A die with its modifier, read in the column. */
static int result_of(const struct sal_play *p, const struct shelling *s, int die) {
  int row = clamp(die + s->modifier, 1, ROWS);
  return O(p)->bombard[row - 1][s->column];
}

/* The units of the battery or raid as lines of the card. */
static void battery_lines(const struct sal_play *p, int side, bool guns, struct sal_card *c) {
  const struct own *o = O(p);
  const uint16_t *units = guns ? o->ground[side] : o->air[side];
  int n = guns ? o->nground[side] : o->nair[side];

  for (int i = 0; i < n && c->nlines < SAL_CARD_LINES; i++) {
    sal_unit u = units[i];
    bool named = U(p, u)->flags & GROUP;
    bool reduced = U(p, u)->steps < I(p, u)->steps;
    int air_rule = reduced ? R_12_air_7 : R_12_bomb_1;
    if (named && (is_guns(p, u) || is_air(p, u))) {
      sal_card_add(c, side, alea_bomb(p, u), 1, guns ? R_13_art_3 : air_rule, u, "%s", label(p, u));
    }
  }
}

/* Outcome k of a card is the k-th of these results that can come up: -1, 0, 1, 2, 3. */
static struct shelling fill_card(const struct sal_play *p, int side, sal_hex target, int sum,
                                 bool guns, struct sal_card *c, int place[6]) {
  int count[6] = {0};
  char title[80];

  sal_format(title, sizeof title, guns ? "Bombardment of %s" : "Air attack of %s",
             p->book->board.name[target]);
  sal_card_odds(c, side, R_13_art_3, title);
  sal_format(c->table, sizeof c->table, "bombard");
  battery_lines(p, side, guns, c);
  struct shelling s = reckon(p, side, target, sum, guns, c);
  for (int die = 1; die <= 6; die++) {
    count[result_of(p, &s, die) + 1]++;
  }
  for (int r = 0; r < 6; r++) {
    uint64_t ways = (uint64_t)count[r];
    int steps = max_of(r - 1, 0);
    place[r] = c->noutcomes;
    if (!ways) {
      continue;
    }
    struct sal_card_outcome *o;
    if (r == 0) {
      o = sal_card_may(c, ways, 6, "no effect");
    } else if (r == 1) {
      o = sal_card_may(c, ways, 6, "D: disorganised");
    } else {
      o = sal_card_may(c, ways, 6, "D+%d: disorganised, %d lost", steps, steps);
    }
    o->loss[sal_enemy(side)] = (int8_t)steps;
  }

  return s;
}

/* The odds of the battery as it stands. */
void alea_shell_card(const struct sal_play *p, int side, sal_hex target, bool guns,
                     struct sal_card *c) {
  int place[6];
  fill_card(p, side, target, battery(p, side, guns), guns, c, place);
}

/* 13.art.4: a D disorganises all units in the hex; D+n also costs n steps. */
void alea_shell(struct sal_play *p, int side, sal_hex target, int sum, bool guns, int event,
                int rule) {
  int place[6];
  struct sal_card *card = sal_event_card(p);
  struct shelling s = card ? fill_card(p, side, target, sum, guns, card, place)
                           : reckon(p, side, target, sum, guns, NULL);
  uint8_t ref = (uint8_t)(card ? p->events->ncards : 0);

  if (!sum) {
    if (card) {
      p->events->ncards--;
    }
    /* T4: sum 0, no attack */
    return;
  }
  int die = sal_roll(p->dice, 6, rule, SAL_NOUNIT);
  int r = result_of(p, &s, die);
  if (card) {
    card->rolled = (int16_t)place[r + 1];
  }
  sal_tell(
      p, event, rule,
      SAL_EV(.at = {target}, .n = {(int16_t)sum, (int16_t)die, (int16_t)(r + 1)}, .card = ref));
  if (r < 0) {
    return;
  }
  /* 13.art.4 */
  for (int u = top(p, target); u >= 0; u = below(p, u)) {
    if (!(U(p, u)->flags & HIDDEN)) {
      alea_shelled(p, (sal_unit)u);
    }
  }
  if (r) {
    alea_owe(p, sal_enemy(side), target, r, false, R_13_art_4);
  }
}

/* What a bombardment with this many factors does, over the six results of a die. */
struct shells alea_shells(const struct sal_play *p, int side, sal_hex target, int sum) {
  struct shells all = {0};
  if (!sum) {
    /* T4: sum 0, no attack */
    return all;
  }
  struct shelling s = reckon(p, side, target, sum, true, NULL);

  for (int die = 1; die <= 6; die++) {
    int r = result_of(p, &s, die);
    all.shake += r >= 0;
    all.steps += max_of(r, 0);
  }

  return all;
}

/* What standing orders ask before they fire: how many throws disorganise. */
int alea_fire_chance(const struct sal_play *p, int side, sal_hex target) {
  int sum = 0;

  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (is_guns(p, u) && (U(p, u)->flags & GROUP || alea_gun_ready(p, side, u, target, NULL))) {
      sum += alea_bomb(p, u);
    }
  }

  return alea_shells(p, side, target, sum).shake;
}

/* All guns named fire together and are turned afterwards (13.art.3). */
void alea_open_fire(struct sal_play *p, int side, sal_hex target, int event, int rule) {
  const struct own *o = O(p);
  int sum = battery(p, side, true);

  alea_shell(p, side, target, sum, true, event, rule);
  for (int i = 0; i < o->nground[side]; i++) {
    struct unit *unit = U(p, o->ground[side][i]);
    if (!is_guns(p, o->ground[side][i])) {
      continue;
    }
    if (!(unit->flags & GROUP)) {
      continue;
    }
    unit->flags &= (uint16_t)~GROUP;
    /* 13.art.3 */
    unit->flags |= TURNED;
  }
}

/* A battery without guns cannot fire. */
static bool any_named(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (is_guns(p, O(p)->ground[side][i]) && U(p, O(p)->ground[side][i])->flags & GROUP) {
      return true;
    }
  }

  return false;
}

/* A battery that is called off stays ready. */
static void drop_names(struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (is_guns(p, O(p)->ground[side][i])) {
      U(p, O(p)->ground[side][i])->flags &= (uint16_t)~GROUP;
    }
  }
}

/* The guns that may join the battery. */
static void list_guns(const struct sal_play *p, int side, sal_hex h, int verb, struct sal_list *l) {
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (is_guns(p, O(p)->ground[side][i]) &&
        alea_gun_ready(p, side, O(p)->ground[side][i], h, NULL)) {
      sal_list_add(l, sal_act(verb, O(p)->ground[side][i], 0, 0));
    }
  }
}

/* ---- 13.art.3 the bombardment phase: choose a target ------------------------------------ */

/* 13.art.3: a hex is bombarded once a phase, and an enemy must be seen there. */
static bool may_target(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!enemy_seen(p, side, h)) {
    return sal_refuse(why, R_13_art_3, "There is no enemy to be seen in {h0}.", h, 0);
  }
  if (S(p)->cell[h].ground & SHELLED) {
    return sal_refuse(why, R_13_art_3, "{h0} has been bombarded in this phase.", h, 0);
  }
  if (!gun_in_range(p, side, h)) {
    return sal_refuse(why, R_13_art_3, "No artillery that may fire reaches {h0}.", h, 0);
  }

  return true;
}

/* Targets by distance from the guns that can fire, which is quicker than asking each gun for
 * each hex. */
static void bombard_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct own *o = O(p);
  const struct sal_board *b = &p->book->board;
  sal_hex at[MAX_UNITS];
  uint16_t gun[64];
  int guns = 0;
  int n = alea_stacks(p, sal_enemy(side), at);

  for (int i = 0; i < o->nground[side] && guns < 64; i++) {
    int u = o->ground[side][i];
    if (is_guns(p, u) && U(p, u)->at && !(U(p, u)->flags & (TURNED | OOS | INACTIVE))) {
      gun[guns++] = (uint16_t)u;
    }
  }
  sal_list_add(l, alea_end(p));
  if (S(p)->head.phase != P_PREP) {
    alea_list_tops(p, side, l);
  }
  for (int k = 0; guns && k < n; k++) {
    if (S(p)->cell[at[k]].ground & SHELLED) {
      continue;
    }
    if (!enemy_seen(p, side, at[k])) {
      continue;
    }
    for (int i = 0; i < guns; i++) {
      if (sal_distance(b, U(p, gun[i])->at, at[k]) <= I(p, gun[i])->range) {
        sal_list_add(l, sal_act(V_TARGET, at[k], 0, 0));
        break;
      }
    }
  }
}

/* The phase ends when no gun can fire. */
static bool bombard_run(struct sal_play *p) {
  int side = sal_top(p)->side;

  for (int i = 0; i < O(p)->nground[side]; i++) {
    int u = O(p)->ground[side][i];
    if (is_guns(p, u) && U(p, u)->at && !(U(p, u)->flags & (TURNED | OOS | INACTIVE))) {
      return false;
    }
  }
  sal_pop(p);
  return true;
}

/* 13.art.3: a target, another order of a stack (5.8, not in the opening bombardment), or the end
 * of the phase. */
static bool bombard_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_TARGET) {
    return may_target(p, side, hex_of(a, 0), why);
  }
  if (a.verb == V_TOP) {
    if (S(p)->head.phase == P_PREP) {
      return alea_not_now(p, a, why);
    }
    return alea_may_top(p, side, unit_of(a), why);
  }

  return alea_ends(p, a, why);
}

/* Choosing a target opens its battery. */
static void bombard_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
  } else if (a.verb == V_TOP) {
    alea_to_top(p, unit_of(a));
  } else {
    battery_in(sal_push(p, N_BATTERY, side))->target = hex_of(a, 0);
  }
}

/* One bombardment after another, in any order. */
static void bombard_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: choose a hex to bombard, or end the bombardments.", name_of(side));
}

const struct sal_node alea_bombard = {.id = "bombard",
                                      .rule = R_13_art_3,
                                      .run = bombard_run,
                                      .list = bombard_list,
                                      .check = bombard_check,
                                      .apply = bombard_apply,
                                      .prompt = bombard_prompt};

/* ---- the battery ------------------------------------------------------------------------- */

/* Guns to add; fire when there is one. */
static void battery_list(const struct sal_play *p, int side, struct sal_list *l) {
  list_guns(p, side, battery_of(p)->target, V_ADD, l);
  if (any_named(p, side)) {
    sal_list_add(l, sal_act(V_FIRE, 0, 0, 0));
  }
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

/* 13.art.3: a gun for the battery, fire, or call it off. */
static bool battery_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_ADD) {
    return alea_gun_ready(p, side, unit_of(a), battery_of(p)->target, why);
  }
  if (a.verb == V_FIRE) {
    if (!any_named(p, side)) {
      return sal_refuse(why, R_13_art_3, "No artillery has been named.", 0, 0);
    }
    return true;
  }

  return a.verb == V_CANCEL || alea_not_now(p, a, why);
}

/* A battery that fires uses up the target for this phase. */
static void battery_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_hex target = battery_of(p)->target;

  if (a.verb == V_ADD) {
    U(p, unit_of(a))->flags |= GROUP;
    return;
  }
  sal_pop(p);
  if (a.verb == V_CANCEL) {
    drop_names(p, side);
    return;
  }
  S(p)->cell[target].ground |= SHELLED;
  alea_open_fire(p, side, target, E_SHELL, R_13_art_3);
}

/* Shows the guns named so far and the odds they give. */
static void battery_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex target = battery_of(p)->target;

  sal_prompt_say(out, "%s: name the artillery that bombards %s, then fire.", name_of(side),
                 p->book->board.name[target]);
  for (int i = 0; i < O(p)->nground[side] && out->nselected < SAL_SELECTED; i++) {
    if (is_guns(p, O(p)->ground[side][i]) && U(p, O(p)->ground[side][i])->flags & GROUP) {
      sal_prompt_select(out, O(p)->ground[side][i]);
    }
  }
  if (any_named(p, side)) {
    alea_shell_card(p, side, target, true, sal_prompt_card(out));
  }
}

const struct sal_node alea_battery = {.id = "bombard.battery",
                                      .rule = R_13_art_3,
                                      .list = battery_list,
                                      .check = battery_check,
                                      .apply = battery_apply,
                                      .prompt = battery_prompt};

/* ---- 7.a.3.1 before a combat ------------------------------------------------------------ */

/* 7.a.3.1: guns to add, fire, or pass. */
static void barrage_list(const struct sal_play *p, int side, struct sal_list *l) {
  list_guns(p, side, S(p)->fight.target, V_ADD, l);
  if (any_named(p, side)) {
    sal_list_add(l, sal_act(V_FIRE, 0, 0, 0));
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* the attacker's own guns are no secret to him */
static bool barrage_run(struct sal_play *p) {
  if (gun_in_range(p, sal_top(p)->side, S(p)->fight.target)) {
    return false;
  }
  if (any_named(p, sal_top(p)->side)) {
    return false;
  }
  sal_pop(p);
  return true;
}

/* 7.a.3.1: a gun for the bombardment before the combat, fire, or pass. */
static bool barrage_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_ADD) {
    return alea_gun_ready(p, side, unit_of(a), S(p)->fight.target, why);
  }
  if (a.verb == V_FIRE) {
    if (!any_named(p, side)) {
      return sal_refuse(why, R_7_a_3_1, "No artillery has been named.", 0, 0);
    }
    return true;
  }

  return a.verb == V_PASS || alea_not_now(p, a, why);
}

/* This bombardment does not use up the target of the bombardment phase. */
static void barrage_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_ADD) {
    U(p, unit_of(a))->flags |= GROUP;
    return;
  }
  sal_pop(p);
  if (a.verb == V_FIRE) {
    alea_open_fire(p, side, S(p)->fight.target, E_SHELL, R_7_a_3_1);
  } else {
    drop_names(p, side);
  }
}

/* Shows the odds of the guns named so far. */
static void barrage_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: bombard %s before the combat, or pass.", name_of(side),
                 p->book->board.name[S(p)->fight.target]);
  if (any_named(p, side)) {
    alea_shell_card(p, side, S(p)->fight.target, true, sal_prompt_card(out));
  }
}

const struct sal_node alea_barrage = {.id = "combat.barrage",
                                      .rule = R_7_a_3_1,
                                      .run = barrage_run,
                                      .list = barrage_list,
                                      .check = barrage_check,
                                      .apply = barrage_apply,
                                      .prompt = barrage_prompt};

/* ---- 7.a.3.2 Fire Support. Asked always: where artillery stands may be a secret --------- */

/* 7.a.3.2: artillery in range, but not in the attacked hex, where it counts already. */
static bool may_support(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (U(p, u)->at == S(p)->fight.target) {
    return sal_refuse(why, R_7_a_3_2, "{u0} is in the attacked hex and counts there already.", u,
                      0);
  }
  return alea_gun_ready(p, side, u, S(p)->fight.target, why);
}

/* Passing is always open. */
static void support_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
  for (int i = 0; i < O(p)->nground[side]; i++) {
    if (is_guns(p, O(p)->ground[side][i]) && may_support(p, side, O(p)->ground[side][i], NULL)) {
      sal_list_add(l, sal_act(V_SUPPORT, O(p)->ground[side][i], 0, 0));
    }
  }
}

/* 7.a.3.2: a gun that gives Fire Support, or the end of it. */
static bool support_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_SUPPORT) {
    return may_support(p, side, unit_of(a), why);
  }
  return a.verb == V_PASS || alea_not_now(p, a, why);
}

/* 7.a.3.2: a quarter of the factor goes to the defence, and the gun is turned. */
static void support_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;

  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  int add = alea_bomb(p, unit_of(a)) / 4;
  U(p, unit_of(a))->flags |= TURNED;
  S(p)->fight.fire = (uint8_t)(S(p)->fight.fire + add);
  sal_reveal(p);
  sal_tell(p, E_SUPPORT, R_7_a_3_2,
           SAL_EVU(unit_of(a), .at = {S(p)->fight.target}, .n = {(int16_t)add}));
}

/* Tells how much support there is so far. */
static void support_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, "%s: give Fire Support to %s (%d so far), or go on.", name_of(side),
                 p->book->board.name[S(p)->fight.target], S(p)->fight.fire);
}

const struct sal_node alea_support = {.id = "combat.support",
                                      .rule = R_7_a_3_2,
                                      .list = support_list,
                                      .check = support_check,
                                      .apply = support_apply,
                                      .prompt = support_prompt};
