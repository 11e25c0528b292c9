/* escape.c - stalnie 2.5: isolated units try to get away (11.606). escape_weapons.c says who
 * carries what, and dissolve.c settles the Isolated Areas afterwards.
 *
 * A stack is built of units with U_STACKED and rolls once, and its dice strike the units picked by
 * Random Selection. The card before the roll and the roll itself use the same modifiers.
 */
#include "state.h"

#include <string.h>

enum { MAX_STACK = 24 };

/* 11.606: an isolated unit that can move may try once in a Refit Phase. One that tried and
 * stayed is an abandoned vehicle. */
static bool may_try(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  if (side_of(p, u) != side || !unit->iso)
    return sal_refuse(why, R_11_606, "{u0} is not an isolated unit of this side.", u, 0);
  if (unit->flags & (U_TRIED | U_ABANDONED))
    return sal_refuse(why, R_11_6064_65, "{u0} has tried in this Refit Phase.", u, 0);
  if (unit->flags & (U_DUGIN | U_IMMOBILE | U_BOGGED))
    return sal_refuse(why, R_11_6063a, "{u0} cannot move.", u, 0);
  return true;
}

/* 11.6061a; a unit that tried has left the map */
static bool must_try(const struct sal_play *p, int side, int u) {
  int id = S(p)->unit[u].iso;
  int type = id ? S(p)->iso[id - 1].type : 0;

  if (type != 2 && type != 3)
    return false;
  if (side_of(p, u) != side)
    return false;
  return is_smc(type_of(p, u)->cls);
}

/* ---- the list of choices ---------------------------------------------------------------- */

/* 11.6063a: each lets one squad split */
static int free_leader(const struct sal_play *p, int side, int g) {
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];

    if (unit->at != g || side_of(p, u) != side)
      continue;
    bool spent = unit->flags & (U_SPLIT | U_TRIED);
    if (!spent && type_of(p, u)->cls == LEADER)
      return u;
  }

  return NOT_FOUND;
}

/* 11.6063a: a German leader may let one squad of his Location go as two halves. */
static bool may_split(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (side != GER)
    return sal_refuse(why, R_11_6063a, "Only German leaders let a squad split.", 0, 0);
  if (!may_try(p, side, u, why))
    return false;

  bool squad = type_of(p, u)->cls == SQUAD;
  if (!squad || free_leader(p, side, S(p)->unit[u].at) == NOT_FOUND)
    return sal_refuse(why, R_11_6063a, "{u0} is no squad with a leader who can split it.", u, 0);

  /* The second half needs a counter. */
  int first = O(p)->pool_first[side][POOL_HALF];
  for (int i = 0; i < O(p)->pool_n[side][POOL_HALF]; i++)
    if (S(p)->unit[first + i].where == NONE)
      return true;

  return sal_refuse(why, R_11_6063a, "There is no half-squad counter left.", 0, 0);
}

/* Ending comes first where nobody is obliged to try (11.6061a). */
static void escape_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool owed = false;

  for (int u = 0; u < p->book->ncounters; u++)
    owed |= must_try(p, side, u);
  if (!owed)
    sal_list_add(l, sal_act(V_DONE, 0, 0, 0));

  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].iso && may_try(p, side, u, NULL))
      sal_list_add(l, sal_act(V_ESCAPE, u, 0, 0));

  /* 11.6063a: a squad that is split tries as two. */
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].iso && may_split(p, side, u, NULL))
      sal_list_add(l, sal_act(V_SPLIT, u, 0, 0));
}

/* The escapes cannot end while a single man in an Isolated Location has not tried (11.6061a). */
static bool escape_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_ESCAPE)
    return may_try(p, side, unit_of(a), why);
  if (a.verb == V_SPLIT)
    return may_split(p, side, unit_of(a), why);
  if (a.verb != V_DONE)
    return sp_not_here(p, why);
  for (int u = 0; u < p->book->ncounters; u++)
    if (must_try(p, side, u))
      return sal_refuse(why, R_11_6061a, "{u0} must try to escape.", u, 0);

  return true;
}

/* Without an isolated unit there is nothing to decide, so the step passes by itself. */
static bool escape_run(struct sal_play *p) {
  int side = sal_top(p)->side;

  for (int u = 0; u < p->book->ncounters; u++)
    if (may_try(p, side, u, NULL))
      return false;
  sal_pop(p);
  return true;
}

/* 11.6063a: a leader lets a squad of his Location go in two halves, which may try apart. */
static void split_squad(struct sal_play *p, int side, int u) {
  struct state *s = S(p);
  const struct unit *squad = &s->unit[u];
  int at = squad->at;
  int iso = squad->iso;
  int half = type_of(p, u)->half;

  s->unit[free_leader(p, side, at)].flags |= U_SPLIT;
  sp_become(p, u, half);
  int other = sp_from_pool(p, side, POOL_HALF, half, squad->rec);

  sp_put(p, other, at);
  s->unit[other].iso = (uint8_t)iso;
  s->unit[other].flags |= U_KNOWN | (squad->flags & U_ENGINEER);
}

/* Begins a stack with its first unit, splits a squad, or ends the side's escapes. */
static void escape_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  if (a.verb == V_DONE) {
    sal_pop(p);
  } else if (a.verb == V_ESCAPE) {
    s->unit[unit_of(a)].flags |= U_STACKED;
    escaping_in(sal_push(p, N_STACK, side))->first = unit_of(a);
  } else {
    split_squad(p, side, unit_of(a));
  }
}

/* Names the units that must try, with the type of their Isolated Area. */
static void escape_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char letter[] = "?ABCD";

  sal_prompt_say(out, "%s: isolated units may try to escape, each once; then end the escapes.",
                 side_title(side));

  for (int u = 0; u < p->book->ncounters && out->nowed < SAL_OWED; u++)
    if (must_try(p, side, u))
      sal_prompt_owe(out, R_11_6061a, SAL_AT_UNIT, u, "%s must try to escape (type %c)",
                     p->book->counter[u].label, letter[S(p)->iso[S(p)->unit[u].iso - 1].type]);
}

const struct sal_node sp_escape = {.id = "escape",
                                   .rule = R_11_6063a,
                                   .run = escape_run,
                                   .list = escape_list,
                                   .check = escape_check,
                                   .apply = escape_apply,
                                   .prompt = escape_prompt};

/* ---- the modifiers ---------------------------------------------------------------------- */

/* C.8: hexes to the nearest own ground or to the side's own front edge. Hexrows farther away than
 * the best so far are skipped. */
static int nearest_friendly(const struct sal_play *p, int side, int g) {
  int best = 99;
  int base = sp_pa_low(p) * WIDTH;
  int h = row_of(g);
  int y = y_of(g);
  uint8_t mine = area_bit(side);

  /* rows too far away are passed over */
  for (int row = sp_pa_low(p); row <= sp_pa_high(p); row++) {
    int dh = sal_abs(row - h);
    bool edge = row == (side == GER ? sp_pa_low(p) : sp_pa_high(p));

    if (dh >= best)
      continue;

    for (int k = 0; k < WIDTH; k++) {
      int to = row * WIDTH + k;
      bool own_area = S(p)->area[to - base] & mine;
      bool own_edge = edge && O(p)->ground[to] & G_ON;

      if (!own_area && !own_edge)
        continue;
      int dy = sal_abs(y_of(to) - y);
      int d = dh + (dy > dh ? (dy - dh) / 2 : 0);
      if (d < best)
        best = d;
    }
  }

  return best;
}

/* the AL rides in the first vehicle of his platoon that is left */
static int al_of(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (!unit->rec || !S(p)->rec[side][unit->rec - 1].al)
    return NOT_FOUND;
  const struct rec *r = &S(p)->rec[side][unit->rec - 1];
  const struct group *g = &O(p)->group[side][r->group];

  for (int i = 0; i < g->n[r->copy]; i++) {
    int v = g->first[r->copy] + i;
    if (!in_force(S(p)->unit[v].where))
      continue;
    if (v != u)
      return NOT_FOUND;
    return sp_grade(p, r->al);
  }

  return NOT_FOUND;
}

/* A leader's grade as a modifier: 6+1 costs one, 10-3 gives three. */
static int leadership(int grade) {
  static const int8_t drm[8] = {1, 0, 0, -1, -1, -2, -2, -3};
  return drm[grade];
}

/* Adds a modifier and writes it on the card, so that the card and the roll cannot differ. */
static void step(struct sal_card *c, int *drm, int by, int rule, const char *text) {
  if (!by)
    return;
  *drm += by;
  if (!c)
    return;
  char to[16];

  sal_format(to, sizeof to, "%s%d", *drm >= 0 ? "+" : "", *drm);
  struct sal_card_step *s = sal_card_to(c, rule, to, "%s", text);

  s->shift = (int8_t)by;
  s->has_shift = true;
}

/* portage points that an MMC carries */
enum { CAPACITY = 3 };

/* Portage points of the weapon that a crewed unit carries. A Gun that cannot be dismantled stays
 * behind and weighs nothing. */
static int portage(const struct type *t) {
  bool hmg50 = t->cls == HW && t->flags & T_AA;
  bool mortar = t->cls == GUN && t->flags & T_DISMANTLE;

  if (hmg50)
    return 6;
  if (t->cls == HW || mortar)
    return 5;
  return 0;
}

/* How often each line of 3.9 holds for that stack; of the leaders the best modifier itself. */
static void count_lines(const struct sal_play *p, int side, const uint16_t *u, int n,
                        int8_t times[ESCAPE_ROWS]) {
  const struct unit *first = &S(p)->unit[u[0]];
  const struct type *t = type_of(p, u[0]);
  bool lone = n == 1 && is_smc(t->cls);
  bool led = false;
  int near = nearest_friendly(p, side, first->at);
  int lead = 99;
  int halves = 0;
  int over = 0;

  memset(times, 0, ESCAPE_ROWS);

  for (int i = 0; i < n; i++) {
    const struct unit *unit = &S(p)->unit[u[i]];
    const struct type *k = type_of(p, u[i]);
    int grade = sp_grade(p, unit->type);
    int by = 99;

    if (k->cls == HERO)
      by = -1;
    else if (grade != NOT_FOUND)
      by = leadership(grade) - ((unit->flags & U_HEROIC) != 0);

    if (by < lead)
      lead = by;
    led |= k->cls == LEADER;
    halves += k->cls == GUN ? 1 : sp_squads_x2(k->cls);
    int above = portage(k) + sp_portage_carried(p, side, u[i]) - CAPACITY;
    if (above > over)
      over = above;
    if (unit->flags & U_ENCIRCLED)
      times[BY_ENCIRCLED] = 1;
  }

  /* a leader carries one point for him; a hero does not */
  if (over && led)
    over--;

  /* An armour leader leads his vehicle; a man alone leads nobody. */
  int al = t->cls == VEHICLE ? al_of(p, side, u[0]) : NOT_FOUND;
  if (al != NOT_FOUND)
    times[BY_LEADER] = (int8_t)leadership(al);
  else if (lead != 99 && !lone)
    times[BY_LEADER] = (int8_t)lead;

  times[BY_TRACKED] = (t->flags & T_TRACKED) != 0;
  times[BY_RUSSIAN] = side == RUS;
  times[BY_LONE] = lone && !(first->flags & U_WOUNDED);
  times[BY_NEAR] = near <= 2;
  times[BY_ADJACENT] = near <= 1;
  times[BY_FAR] = (int8_t)(near / 8);
  times[BY_HALVES] = (int8_t)(halves > 1 ? halves - 1 : 0);
  times[BY_PORTAGE] = (int8_t)over;
  times[BY_SOFT] = t->cls == VEHICLE && !(t->flags & T_AFV);
  /* BY_CAPTURED: captured AFV are destroyed (CG17), so nobody escapes in one */
}

/* 3.9: the modifiers of the Escape Table that hold for the stack, each with its line of the card.
 */
int sp_escape_drm(const struct sal_play *p, int side, const uint16_t *u, int n,
                  struct sal_card *c) {
  static const struct {
    const char *text;
    uint16_t rule;
  } line[ESCAPE_ROWS] = {[BY_LEADER] = {"leadership", R_11_6063f},
                         [BY_TRACKED] = {"fully tracked AFV", R_11_6063f},
                         [BY_RUSSIAN] = {"Russian", R_11_6063f},
                         [BY_LONE] = {"lone unwounded SMC", R_11_6063f},
                         [BY_NEAR] = {"within 2 hexes of own ground", R_C_8},
                         [BY_ADJACENT] = {"adjacent to own ground", R_5_1},
                         [BY_FAR] = {"per full 8 hexes to own ground", R_C_2},
                         [BY_HALVES] = {"half-squads above one", R_11_6063f},
                         [BY_PORTAGE] = {"portage above capacity", R_11_6063f},
                         [BY_SOFT] = {"unarmoured vehicle", R_11_6063f},
                         [BY_ENCIRCLED] = {"encircled", R_11_6063f},
                         [BY_CAPTURED] = {"captured AFV", R_11_6063f}};
  bool vehicle = type_of(p, u[0])->cls == VEHICLE;
  int8_t times[ESCAPE_ROWS];
  int drm = 0;

  count_lines(p, side, u, n, times);

  for (int r = 0; r < ESCAPE_ROWS; r++) {
    const struct escape_row *e = &O(p)->escape_drm[r];
    if (vehicle && !e->vehicles)
      continue;
    int each = r == BY_LEADER ? 1 : e->drm;
    step(c, &drm, times[r] * each, line[r].rule, line[r].text);
  }

  return drm;
}

/* ---- the stack --------------------------------------------------------------------------- */

/* The units that try together, in the order of their ids. */
static int stack_of(const struct sal_play *p, uint16_t *out) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters && n < MAX_STACK; u++)
    if (S(p)->unit[u].flags & U_STACKED)
      out[n++] = (uint16_t)u;
  return n;
}

/* 11.6063a: units of one Location may try as one stack; a vehicle goes alone. */
static bool may_add(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int first = escaping_of(p)->first;

  if (!may_try(p, side, u, why))
    return false;
  if (S(p)->unit[u].flags & U_STACKED)
    return sal_refuse(why, R_11_6063a, "{u0} is in the stack.", u, 0);
  if (S(p)->unit[u].at != S(p)->unit[first].at)
    return sal_refuse(why, R_11_6063a, "{u0} is in another Location.", u, 0);

  bool vehicle = type_of(p, u)->cls == VEHICLE || type_of(p, first)->cls == VEHICLE;
  if (vehicle)
    return sal_refuse(why, R_11_6063a, "Vehicles escape alone.", 0, 0);

  return true;
}

/* Is the unit in the stack that is being built? */
static bool in_stack(const struct sal_play *p, int side, int u) {
  return side_of(p, u) == side && S(p)->unit[u].flags & U_STACKED;
}

/* 11.6063a: before the roll a carrier may drop a weapon, which is lost then. */
static bool may_drop(const struct sal_play *p, int side, int u, int weapon,
                     struct sal_refusal *why) {
  if (!in_stack(p, side, u))
    return sal_refuse(why, R_11_6063a, "{u0} is not in the stack.", u, 0);
  if (sp_slot_carried(p, side, u, weapon) == NOT_FOUND)
    return sal_refuse(why, R_11_6063a, "{u0} carries no weapon of that sort.", u, 0);
  return true;
}

/* 11.6063a: or hand it to another MMC of the stack that came with a company. */
static bool may_hand(const struct sal_play *p, int side, int from, int to, int weapon,
                     struct sal_refusal *why) {
  if (!may_drop(p, side, from, weapon, why))
    return false;
  if (to == from || !in_stack(p, side, to))
    return sal_refuse(why, R_11_6063a, "{u0} is not another unit of the stack.", to, 0);

  const struct rec *r = sp_line_of_unit(p, side, to);
  bool has_place = r && sp_slots(r) < HELD;
  bool mmc = sp_squads_x2(type_of(p, to)->cls);
  if (!has_place || !mmc)
    return sal_refuse(why, R_11_6063a, "{u0} cannot take a weapon over.", to, 0);
  return true;
}

/* 11.6063a: a weapon changes hands. Between companies the slots behind it move up in one line and
 * down in the other. */
static void hand_weapon(struct sal_play *p, int side, int from, int to, int weapon) {
  struct rec *giver = sp_line_of_unit(p, side, from);
  struct rec *taker = sp_line_of_unit(p, side, to);
  int slot = sp_slot_carried(p, side, from, weapon);
  uint8_t who = (uint8_t)sp_place_in_run(p, side, taker, to);

  if (giver == taker) {
    giver->holder[slot] = who;
    return;
  }

  /* It comes behind the last of its kind in the other line. */
  sp_take_weapon(giver, slot);
  int at = 0;
  for (int w = 0; w <= weapon; w++)
    at += taker->sw[w];
  memmove(taker->holder + at + 1, taker->holder + at, (size_t)(HELD - 1 - at));
  taker->holder[at] = who;
  taker->sw[weapon]++;
}

/* 11.6063a: what the stack may leave behind or hand over before it rolls. */
static void list_carried(const struct sal_play *p, int side, struct sal_list *l) {
  uint16_t u[MAX_STACK];
  int n = stack_of(p, u);
  for (int i = 0; i < n; i++)
    for (int w = 0; w < SW; w++) {
      if (!may_drop(p, side, u[i], w, NULL))
        continue;
      sal_list_add(l, sal_act(V_DROP, u[i], w, 0));
      for (int k = 0; k < n; k++)
        if (may_hand(p, side, u[i], u[k], w, NULL))
          sal_list_add(l, sal_act(V_GIVE_SW, u[i], u[k], w));
    }
}

/* The stack may be given up, enlarged or rolled for. */
static void stack_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_add(p, side, u, NULL))
      sal_list_add(l, sal_act(V_ADD, u, 0, 0));
  sal_list_add(l, sal_act(V_ROLL, 0, 0, 0));
  list_carried(p, side, l);
}

/* Only adding can break a rule: rolling and giving up are always allowed. */
static bool stack_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  if (a.verb == V_ADD)
    return may_add(p, side, unit_of(a), why);
  if (a.verb == V_DROP)
    return may_drop(p, side, unit_of(a), word_of(a, 1), why);
  if (a.verb == V_GIVE_SW)
    return may_hand(p, side, unit_of(a), second_unit_of(a), word_of(a, 2), why);
  if (a.verb != V_ROLL && a.verb != V_CANCEL)
    return sp_not_here(p, why);

  return true;
}

/* What an Original DR comes to: ESCAPES and so on (3.9). An Original 2 always gets away. */
static int result_of(const struct sal_play *p, int u, int original, int drm) {
  if (original == 2)
    return ESCAPES;
  return sp_banded(&O(p)->escape[type_of(p, u)->cls == VEHICLE], original + drm);
}

/* The exact chances before the roll (11.6063f): all 36 pairs of dice through the same table as
 * the roll. */
static void escape_card(const struct sal_play *p, int side, const uint16_t *u, int n,
                        struct sal_card *c) {
  static const char *const say[ESCAPE_RESULTS] = {"escapes",
                                                  "escapes, Replaced",
                                                  "escapes, Casualty Reduced",
                                                  "escapes, Replaced and Reduced",
                                                  "eliminated",
                                                  "abandoned, crew escapes",
                                                  "abandoned, crew lost"};
  int count[ESCAPE_RESULTS] = {0};

  sal_card_odds(c, side, R_11_6063a, "Escape");
  sal_format(c->table, sizeof c->table, "escape");
  int drm = sp_escape_drm(p, side, u, n, c);

  for (int a = 1; a <= 6; a++)
    for (int b = 1; b <= 6; b++)
      count[result_of(p, u[0], a + b, drm)]++;

  for (int i = 0; i < ESCAPE_RESULTS; i++) {
    struct sal_card_outcome *o = sal_card_may(c, (uint64_t)count[i], 36, "%s", say[i]);
    if (i == ALL_LOST)
      o->loss[side] = (int8_t)n;
  }
}

/* 11.6063d: Casualty Reduction. A squad becomes a half-squad, a single man is wounded or dies,
 * everything smaller is eliminated. */
static void reduce(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);

  if (t->cls == SQUAD) {
    sp_become(p, u, t->half);
    S(p)->side[side].reph++;
  } else if (is_smc(t->cls)) {
    bool dies = unit->flags & U_WOUNDED || sp_die(p, R_11_6063d, u, SAL_BOTH) >= 5;
    sal_tell(p, E_WOUND, R_11_6063d, SAL_EVU(u, .n = {(int16_t)dies}));
    if (dies)
      sp_kill(p, u, R_11_6063d, true);
    else
      /* 11.602c: that step is over, so one scenario more */
      unit->flags |= U_WOUNDED | U_HEALS;
  } else {
    sp_kill(p, u, R_11_6063d, true);
  }
}

/* 11.6063c: Replacement by the next lower grade. A unit without a lower grade is reduced or
 * eliminated; crews ignore it. */
static void replace(struct sal_play *p, int side, int u) {
  const struct type *t = type_of(p, u);
  struct unit *unit = &S(p)->unit[u];
  int grade = sp_grade(p, unit->type);
  int lower = grade > 0 ? O(p)->grade[grade - 1] : t->replaced;

  if (t->flags & T_UNDERLINED || t->cls == HERO) {
    reduce(p, side, u);
  } else if (t->cls == CREW || t->cls == GUN || t->cls == HW) {
    /* crews ignore it */
    return;
  } else if (lower) {
    sal_tell(p, E_REPLACED, unit->flags & U_ENGINEER ? R_RG_h : R_11_6063c, SAL_EVU(u, .n = {0}));
    /* RG.h: engineer status goes with it */
    sp_become(p, u, lower);
  } else {
    sp_kill(p, u, R_11_6063c, true);
  }
}

/* Leaves the map, Retained. A Gun that cannot be carried is lost and only its crew goes. */
static void get_away(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];

  if (unit->where != MAP)
    return;
  const struct type *t = type_of(p, u);

  /* Guns are left behind */
  if (t->cls == GUN && !(t->flags & T_DISMANTLE)) {
    S(p)->side[side].reph = (int16_t)(S(p)->side[side].reph + t->cvp - 1);
    sp_become(p, u, t->half);
    unit->flags &= ~(uint32_t)(U_MALFUNCTION | U_DISABLED | U_STRONG);
  }

  sp_lift(p, u);
}

/* 11.6063b: an Original 2 makes heroes, hardens, or kills by an excess of valour. */
static void heat_of_battle(struct sal_play *p, int side, int u) {
  int die = sp_die(p, R_11_6063b, u, SAL_BOTH);
  int grade = sp_grade(p, S(p)->unit[u].type);

  if (die == 6) {
    sp_kill(p, u, R_11_6063b, true);
  } else if (die <= 3) {
    if (grade != NOT_FOUND)
      S(p)->unit[u].flags |= U_HEROIC;
    else if (sp_from_pool(p, side, POOL_HERO, O(p)->hero, S(p)->unit[u].rec) != NOT_FOUND)
      sal_tell(p, E_HERO, R_11_6063b, SAL_EVU(u, .n = {0}));
  } else {
    sp_grade_up(p, u);
  }
}

/* The crew of an abandoned vehicle gets away on foot, or is lost with a point for it. */
static void crew_leaves(struct sal_play *p, int side, int vehicle, bool escapes) {
  int type = sp_crew_type(p, S(p)->unit[vehicle].type);
  int crew = NOT_FOUND;
  if (escapes)
    crew = sp_from_pool(p, side, POOL_CREW, type, S(p)->unit[vehicle].rec);

  if (crew == NOT_FOUND)
    S(p)->side[side].reph++;
  else
    S(p)->unit[crew].flags |= U_VEHICLE_CREW | U_KNOWN;
}

/* 11.6063e: a vehicle gets away, is abandoned in its hex with or without its crew, or is
 * eliminated. A truck's driver is no counter, so an abandoned truck costs nothing yet (F32.12). */
static void vehicle_result(struct sal_play *p, int side, int u, int result) {
  struct unit *unit = &S(p)->unit[u];
  bool truck = type_of(p, u)->flags & T_TRUCK;

  if (result == ESCAPES) {
    sp_lift(p, u);
    return;
  }

  if (result == ALL_LOST) {
    sp_kill(p, u, R_11_6063e, true);
    return;
  }

  unit->flags |= U_ABANDONED;
  sal_tell(p, E_ABANDONED, R_11_6063e, SAL_EVU(u, .at = {O(p)->cell[unit->at]}));
  if (!truck)
    crew_leaves(p, side, u, result == CREW_ESCAPES);
}

/* Whom a bad result strikes: nobody on a plain escape, otherwise Random Selection (11.6063c). */
static int struck(struct sal_play *p, int n, int result) {
  if (result == ESCAPES)
    return 0;
  if (n == 1)
    return 1;
  return sp_random_selection(p, n, SAL_BOTH);
}

/* Infantry on the Escape Table: everybody leaves the map, then the dice strike some of them. */
static void infantry_result(struct sal_play *p, int side, const uint16_t *u, int n, int result) {
  int hit = struck(p, n, result);

  for (int i = 0; i < n; i++)
    get_away(p, side, u[i]);
  for (int i = 0; i < n; i++) {
    if (!(hit >> i & 1))
      continue;
    if (result != REDUCED)
      replace(p, side, u[i]);
    if (result != REPLACED && S(p)->unit[u[i]].where == OFF)
      reduce(p, side, u[i]);
  }
}

/* 11.6063a: one roll for the stack. Random Selection picks the units that a bad result strikes; the
 * others get away. Weapons are lost with their carriers. */
static void roll(struct sal_play *p, int side) {
  struct state *s = S(p);
  uint16_t u[MAX_STACK];
  int n = stack_of(p, u);
  struct sal_card *card = sal_event_card(p);

  if (card)
    escape_card(p, side, u, n, card);
  int drm = sp_escape_drm(p, side, u, n, NULL);
  int original = sp_dr(p, R_11_6063a, u[0], SAL_BOTH);
  int result = result_of(p, u[0], original, drm);
  if (card)
    card->rolled = (int16_t)result;
  sal_tell(p, E_ESCAPE, original == 2 ? R_11_6063b : R_11_6063a,
           SAL_EVU(u[0], .n = {(int16_t)result, (int16_t)original, (int16_t)drm},
                   .card = (uint8_t)(card ? p->events->ncards : 0)));

  for (int i = 0; i < n; i++)
    s->unit[u[i]].flags = (s->unit[u[i]].flags | U_TRIED) & ~(uint32_t)U_STACKED;
  if (type_of(p, u[0])->cls == VEHICLE) {
    vehicle_result(p, side, u[0], result);
    return;
  }

  if (result == ALL_LOST)
    for (int i = 0; i < n; i++)
      sp_kill(p, u[i], R_11_6063a, true);
  else
    infantry_result(p, side, u, n, result);

  for (int i = 0; original == 2 && i < n; i++)
    heat_of_battle(p, side, u[i]);
  for (int i = 0; i < n; i++)
    if (s->unit[u[i]].where == DEAD)
      sp_lose_weapons(p, side, u[i]);
}

/* Adds a unit, rolls, or puts all units back. */
static void stack_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  if (a.verb == V_ADD) {
    s->unit[unit_of(a)].flags |= U_STACKED;
    return;
  }

  if (a.verb == V_DROP) {
    struct rec *r = sp_line_of_unit(p, side, unit_of(a));
    sp_take_weapon(r, sp_slot_carried(p, side, unit_of(a), word_of(a, 1)));
    sp_tell_weapon_lost(p, side, r, word_of(a, 1));
    return;
  }

  if (a.verb == V_GIVE_SW) {
    hand_weapon(p, side, unit_of(a), second_unit_of(a), word_of(a, 2));
    return;
  }

  sal_pop(p);
  if (a.verb == V_ROLL) {
    roll(p, side);
    return;
  }

  for (int u = 0; u < p->book->ncounters; u++)
    s->unit[u].flags &= ~(uint32_t)U_STACKED;
}

/* Shows the odds of the stack as it stands. */
static void stack_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  uint16_t u[MAX_STACK];
  int n = stack_of(p, u);

  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++)
    out->selected[out->nselected++] = u[i];
  if (n)
    escape_card(p, side, u, n, sal_prompt_card(out));
  sal_prompt_say(out, "%s: add others of the same Location to the stack, then roll.",
                 side_title(side));
}

const struct sal_node sp_stack = {.id = "escape.stack",
                                  .rule = R_11_6063a,
                                  .list = stack_list,
                                  .check = stack_check,
                                  .apply = stack_apply,
                                  .prompt = stack_prompt};
