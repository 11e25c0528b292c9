/* artillery.c - Soviet bombardment and support (13.2), German artillery (13.3), danger close
 * (13.4).
 *
 * The sixteen Soviet counters are alike, so they are only counted. Dice of one attack come in this
 * order: danger close, the attack, the choice of a friendly victim and the attack on it,
 * counter-battery.
 */
#include "state.h"

#include <string.h>

enum { DANGER_ON = 1, COUNTER_BATTERY_FROM = 5 }; /* 13.4, 13.3c */

/* ---- observation ------------------------------------------------------------------------ */

/* 13.2a: a hex is watched by any unsuppressed Soviet unit that sees it, static ones too. */
static bool watched(const struct sal_play *p, sal_hex h) {
  const struct ssp_book *own = O(p);
  const uint32_t *at = own->seen_at + h * (own->max_vis + 2u);

  for (uint32_t k = at[1]; k < at[S(p)->vis + 1]; k++) {
    SSP_EACH(p, u, own->seen[k]) {
      if (own->type[u].side == SAL_SOVIET && !ssp_is(p, u, SUPPRESSED))
        return true;
    }
  }

  return false;
}

/* A bit for every counter, valid while targets are being chosen. */
bool ssp_observed(const struct sal_play *p, sal_unit u) {
  return S(p)->observed[u / 64] >> u % 64 & 1;
}

static void note_observed(struct ssp_state *s, sal_unit u) {
  s->observed[u / 64] |= 1ull << u % 64;
}

/* What is observed is worked out for every choice of targets, and never kept beyond it. */
static void forget(struct sal_play *p) {
  for (int i = 0; i < SSP_UNITS / 64; i++)
    S(p)->observed[i] = 0;
}

/* Which German units may be attacked now: observed and not in close combat (11.3c). If the first
 * unit of a stack may be attacked, all may. */
void ssp_observe(struct sal_play *p) {
  struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);

  forget(p);
  for (int k = 0; k < own->nforms; k++) {
    if (own->form_side[k] != SAL_GERMAN)
      continue;
    SSP_EACH_OF(p, u, k) {
      sal_hex h = s->unit[u].hex;
      if (!h)
        continue;
      sal_unit first = s->first[h];
      bool seen = false;
      if (first < u)
        seen = ssp_observed(p, first);
      else if (!ssp_contested(p, h))
        seen = watched(p, h);
      if (seen)
        note_observed(s, u);
    }
  }
}

/* Without an observed unit Soviet artillery has nothing to do (4.1b, 13.2c). */
bool ssp_any_observed(const struct sal_play *p) {
  for (int i = 0; i < SSP_UNITS / 64; i++)
    if (S(p)->observed[i])
      return true;
  return false;
}

/* All observed units as targets. */
static void list_observed(const struct sal_play *p, int verb, struct sal_list *l) {
  for (int i = 0; i < SSP_UNITS / 64; i++)
    for (uint64_t left = S(p)->observed[i]; left; left &= left - 1)
      sal_list_add(l, sal_act(verb, i * 64 + __builtin_ctzll(left), 0, 0));
}

/* 13.2a, 11.3c: why a unit is not a target, or that it is. */
static bool check_observed(const struct sal_play *p, sal_unit u, struct sal_refusal *why) {
  sal_hex h = S(p)->unit[u].hex;

  if (ssp_side(p, u) != SAL_GERMAN || !h)
    return sal_refuse(why, R_13_2a, "{u0} is not a German unit on the map.", u, 0);
  if (ssp_observed(p, u))
    return true;
  if (ssp_contested(p, h))
    return sal_refuse(why, R_11_3c, "{u0} is in close combat, where artillery does not fire.", u,
                      0);

  return sal_refuse(why, R_13_2a, "No unsuppressed Soviet unit sees {u0}.", u, 0);
}

/* ---- one attack, with danger close (13.4) ----------------------------------------------- */

/* Victims are counted in the order of their counters, wherever they stand. */
static void sort_units(sal_unit *unit, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && unit[k] < unit[k - 1]; k--) {
      sal_unit kept = unit[k];
      unit[k] = unit[k - 1];
      unit[k - 1] = kept;
    }
}

/* 11.3c: nobody fires into a close combat, and nothing falls into it by mistake. */
static bool in_danger(const struct sal_play *p, sal_hex h) {
  return !ssp_second_edition(p) || !ssp_contested(p, h);
}

/* Units of a side around a hex, ascending. Those in close combat are shut off from all fire from
 * outside, their own artillery's too (11.3c). An impulse has no stacking limit (6.2), so there may
 * be as many as the book has counters. */
static int friends_near(const struct sal_play *p, sal_hex h, int side, sal_unit out[SSP_UNITS]) {
  int n = 0;

  SSP_EACH_BESIDE(p, beside, h) {
    if (!in_danger(p, beside))
      continue;
    SSP_EACH(p, u, beside) {
      if (ssp_side(p, u) == side)
        out[n++] = u;
    }
  }
  sort_units(out, n);
  return n;
}

/* 13.4: is a friend of the guns next to the target, and not in close combat (11.3c)? */
bool ssp_danger_close(const struct sal_play *p, sal_unit target) {
  int friendly = sal_enemy(ssp_side(p, target));
  sal_hex h = S(p)->unit[target].hex;

  SSP_EACH_BESIDE(p, beside, h) {
    if (ssp_has_side(p, beside, friendly) && in_danger(p, beside))
      return true;
  }

  return false;
}

/* 13.4: with friends of the guns beside the target a die is rolled first; on a 1 one of them, found
 * by dice, is attacked as well. */
static void attack(struct sal_play *p, sal_unit guns, sal_unit target, int occasion, int rule) {
  sal_unit friends[SSP_UNITS];
  int side = guns == SAL_NOUNIT ? SAL_SOVIET : SAL_GERMAN;
  sal_hex h = S(p)->unit[target].hex;
  int n = friends_near(p, h, side, friends);
  bool falls_short = n && ssp_d6(p, R_13_4, target) == DANGER_ON;
  struct ssp_shot shot = {.firer = guns, .target = target, .occasion = (uint8_t)occasion};

  ssp_shoot(p, &shot, rule);
  if (!n)
    return;
  if (!falls_short) {
    sal_tell(p, E_SAFE, R_13_4, SAL_EV(.at = {h}));
    return;
  }
  shot.target = ssp_pick(p, friends, n, R_13_4);
  sal_tell(p, E_DANGER, R_13_4, SAL_EVU(shot.target, .at = {S(p)->unit[shot.target].hex}));
  ssp_shoot(p, &shot, R_13_4);
}

/* A card for Soviet artillery at a target, if the prompt has room for one more. */
static void soviet_card(const struct sal_play *p, sal_unit target, int occasion,
                        struct sal_prompt *out) {
  if (out->ncards == SAL_PROMPT_CARDS)
    return;
  struct ssp_shot shot = {.firer = SAL_NOUNIT, .target = target, .occasion = (uint8_t)occasion};
  ssp_aim(p, &shot);
  ssp_card(p, &shot, sal_prompt_card(out));
}

/* ---- N_BOMBARD: Soviet bombardment, the counters are laid (13.2a) ------------------------ */

/* 4.1b: the phase is skipped when nobody is observed. */
void ssp_start_bombardment(struct sal_play *p) {
  ssp_observe(p);
  if (ssp_any_observed(p)) {
    sal_push(p, N_BOMBARD, SAL_SOVIET);
    return;
  }
  sal_tell(p, E_NO_TARGET, R_4_1b, SAL_EV(.n = {0}));
}

/* How many bombardment counters lie on a unit. */
int ssp_laid_on(const struct sal_play *p, sal_unit u) {
  const struct ssp_state *s = S(p);
  int n = 0;
  for (int i = 0; i < s->nlaid; i++)
    n += s->laid[i] == u;
  return n;
}

/* ascending: the order of laying does not matter */
static void put_on(struct ssp_state *s, sal_unit u) {
  int i = s->nlaid++;
  for (; i > 0 && s->laid[i - 1] > u; i--)
    s->laid[i] = s->laid[i - 1];
  s->laid[i] = u;
}

/* As many counters as there are in the game, several on one target if wanted. */
static void bombard_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (S(p)->nlaid < O(p)->guns_in_cup)
    list_observed(p, V_LAY, l);
}

/* 13.2a: on observed units, while counters are left. */
static bool bombard_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;
  switch (a.verb) {
  case V_DONE: return true;
  case V_LAY:
    if (S(p)->nlaid >= O(p)->guns_in_cup)
      return sal_refuse(why, R_13_2a, "All artillery counters are laid.", 0, 0);
    return check_observed(p, unit_of(a), why);
  case V_CHOOSE:
  case V_STEP:
    return sal_refuse(why, R_4_1a, "This is the bombardment phase: units act in the action phase.",
                      0, 0);
  default: return ssp_not_now(p, why);
  }
}

/* When all are laid they are resolved one by one (N_SHELL). */
static void bombard_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    forget(p);
    sal_goto(p, N_SHELL, side);
    return;
  }
  sal_unit u = unit_of(a);
  put_on(S(p), u);
  sal_tell(p, E_LAID, R_13_2a, SAL_EVU(u, .at = {S(p)->unit[u].hex}));
}

/* The card is of the target laid last. */
static void bombard_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = S(p);

  (void)side;
  sal_prompt_say(out,
                 "Bombardment: lay artillery on observed German units, then fire. %d of %d laid.",
                 s->nlaid, O(p)->guns_in_cup);
  if (s->nlaid)
    soviet_card(p, s->laid[s->nlaid - 1], ON_BOMBARD, out);
}

const struct sal_node ssp_node_bombard = {.id = "bombard",
                                          .rule = R_13_2a,
                                          .list = bombard_list,
                                          .check = bombard_check,
                                          .apply = bombard_apply,
                                          .prompt = bombard_prompt};

/* ---- N_SHELL: the laid counters, one by one --------------------------------------------- */

/* One counter less on the target. */
static void take_off(struct ssp_state *s, sal_unit u) {
  int i = 0;
  while (s->laid[i] != u)
    i++;
  memmove(&s->laid[i], &s->laid[i + 1], (size_t)(--s->nlaid - i) * sizeof s->laid[0]);
  s->laid[s->nlaid] = 0;
}

/* 13.2a: each counter is a separate attack. */
static void shell(struct sal_play *p, sal_unit u) {
  take_off(S(p), u);
  attack(p, SAL_NOUNIT, u, ON_BOMBARD, R_13_2a);
}

/* A counter on a dead unit is wasted. */
static bool waste_one(struct sal_play *p) {
  struct ssp_state *s = S(p);

  for (int i = 0; i < s->nlaid; i++) {
    sal_unit target = s->laid[i];
    if (s->unit[target].hex)
      continue;
    sal_tell(p, E_NO_TARGET, R_13_2a, SAL_EVU(target, .n = {1}));
    take_off(s, target);
    return true;
  }

  return false;
}

/* One target alone leaves no choice. */
static bool shell_run(struct sal_play *p) {
  const struct ssp_state *s = S(p);

  if (s->nlaid == 0) {
    sal_pop(p);
    return true;
  }
  if (waste_one(p))
    return true;
  if (s->laid[0] != s->laid[s->nlaid - 1])
    return false;
  shell(p, s->laid[0]);
  return true;
}

/* The Soviet says which target is next. */
static void shell_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = S(p);
  (void)side;
  for (int i = 0; i < s->nlaid; i++) /* each target is listed once */
    sal_list_add(l, sal_act(V_SHELL, s->laid[i], 0, 0));
}

/* 13.2a: nothing more is placed once the resolving has begun. */
static bool shell_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_LAY)
    return sal_refuse(why, R_13_2a, "All counters are laid before any is resolved.", 0, 0);
  if (a.verb != V_SHELL)
    return ssp_not_now(p, why);
  if (!ssp_laid_on(p, unit_of(a)))
    return sal_refuse(why, R_13_2a, "No artillery is laid on {u0}.", unit_of(a), 0);

  return true;
}

/* One counter on the chosen target. */
static void shell_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  shell(p, unit_of(a));
}

/* One card for each target, as far as there is room. */
static void shell_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = S(p);

  (void)side;
  sal_prompt_say(out, "Bombardment: which target next? %d {counter/counters} to resolve.",
                 s->nlaid);
  for (int i = 0; i < s->nlaid; i++)
    if (i == 0 || s->laid[i] != s->laid[i - 1])
      soviet_card(p, s->laid[i], ON_BOMBARD, out);
}

const struct sal_node ssp_node_shell = {.id = "shell",
                                        .rule = R_13_2a,
                                        .run = shell_run,
                                        .list = shell_list,
                                        .check = shell_check,
                                        .apply = shell_apply,
                                        .prompt = shell_prompt};

/* ---- N_SUPPORT: a counter drawn from the cup (13.2c) ------------------------------------ */

/* 13.2c: any observed unit. */
static void support_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  list_observed(p, V_TARGET, l);
}

/* 4.1d: a drawn counter must be used. */
static bool support_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_PASS || a.verb == V_DONE)
    return sal_refuse(why, R_4_1d, "The drawn artillery must attack an observed unit.", 0, 0);
  if (a.verb != V_TARGET)
    return ssp_not_now(p, why);

  return check_observed(p, unit_of(a), why);
}

/* The frame is gone before the dice roll, so that the attack ends the draw. */
static void support_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  forget(p);
  sal_pop(p);
  attack(p, SAL_NOUNIT, unit_of(a), ON_SUPPORT, R_13_2c);
}

/* One card for each target, as far as there is room. */
static void support_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "Artillery support: choose an observed German unit.");
  SSP_EACH_UNIT(p, u) {
    if (ssp_observed(p, u))
      soviet_card(p, u, ON_SUPPORT, out);
  }
}

const struct sal_node ssp_node_support = {.id = "support",
                                          .rule = R_4_1d,
                                          .list = support_list,
                                          .check = support_check,
                                          .apply = support_apply,
                                          .prompt = support_prompt};

/* ---- German artillery (13.3) ------------------------------------------------------------ */

/* 13.3a: any unit of the division on the map sees for its artillery, suppressed ones too. */
static bool division_sees(const struct sal_play *p, int form, sal_hex h) {
  const struct ssp_book *own = O(p);
  const uint32_t *at = own->seen_at + h * (own->max_vis + 2u);

  for (uint32_t k = at[1]; k < at[S(p)->vis + 1]; k++) {
    SSP_EACH(p, u, own->seen[k]) {
      if (own->form[u] == form)
        return true;
    }
  }

  return false;
}

/* 13.3a, 13.3b, 11.3c: a Soviet unit in sight of the division and not in close combat; in entry
 * fire once a close combat. */
bool ssp_guns_may(const struct sal_play *p, sal_unit guns, sal_unit target, int occasion,
                  struct sal_refusal *why) {
  const struct ssp_unit *gun = &S(p)->unit[guns];
  sal_hex h = S(p)->unit[target].hex;

  if (!gun->steps)
    return sal_refuse(why, R_13_3c, "{u0} is out of the game.", guns, 0);
  if (occasion == ON_GUNS_ENTRY && gun->is & IN_ENTRY)
    return sal_refuse(why, R_13_3b, "{u0} has fired in this close combat.", guns, 0);
  if (!h || ssp_side(p, target) != SAL_SOVIET)
    return sal_refuse(why, R_13_3a, "{u0} is not a Soviet unit on the map.", target, 0);
  if (ssp_contested(p, h))
    return sal_refuse(why, R_11_3c, "{u0} is in close combat, where artillery does not fire.",
                      target, 0);
  if (!division_sees(p, O(p)->form[guns], h))
    return sal_refuse(why, R_13_3a, "No unit of the division sees {u0}.", target, 0);

  return true;
}

/* May artillery fire into the hex, as far as the hex itself goes? */
static bool is_target_hex(const struct sal_play *p, sal_hex h) {
  sal_unit first = S(p)->first[h];

  if (first == SAL_NOUNIT)
    return false;
  if (ssp_side(p, first) != SAL_SOVIET)
    return false;

  return !ssp_contested(p, h);
}

/* Goes over the hexes that the division sees. With a list all targets are added to it; without one
 * it is enough that there is any. */
static bool guns_targets(const struct sal_play *p, sal_unit guns, struct sal_list *l) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  int form = own->form[guns];
  uint8_t *had = p->scratch; /* per cell: several units see the same hex */

  if (l)
    memset(had, 0, p->book->board.cells);
  SSP_EACH_OF(p, observer, form) {
    sal_hex from = s->unit[observer].hex;
    if (!from)
      continue;
    const uint32_t *at = own->seen_at + from * (own->max_vis + 2u);
    for (uint32_t k = at[1]; k < at[s->vis + 1]; k++) {
      sal_hex h = own->seen[k];
      if (!is_target_hex(p, h))
        continue;
      if (!l)
        return true;
      if (had[h])
        continue;
      had[h] = 1;
      SSP_EACH(p, target, h) {
        sal_list_add(l, sal_act(V_FIRE, guns, target, 0));
      }
    }
  }

  return false;
}

/* Is there any target? Asked for every choice of the impulse. */
bool ssp_guns_can(const struct sal_play *p, sal_unit guns) {
  return guns_targets(p, guns, NULL);
}

/* 13.3c: the first firing of a turn is safe; after every other a 5 or 6 loses the counter. */
static void counter_battery(struct sal_play *p, sal_unit guns) {
  struct ssp_unit *gun = &S(p)->unit[guns];
  int die = ssp_d6(p, R_13_3c, guns);

  if (die < COUNTER_BATTERY_FROM) {
    sal_tell(p, E_GUNS_STAY, R_13_3c, SAL_EVU(guns, .n = {(int16_t)die}));
    return;
  }
  gun->steps = 0;
  gun->is = 0;
  sal_tell(p, E_COUNTER_BATTERY, R_13_3c, SAL_EVU(guns, .n = {(int16_t)die}));
}

/* 13.3c: a counter that has fired this turn risks itself by firing again. */
void ssp_guns_fire(struct sal_play *p, sal_unit guns, sal_unit target, int occasion) {
  struct ssp_unit *gun = &S(p)->unit[guns];
  bool again = gun->is & USED, entry = occasion == ON_GUNS_ENTRY;

  gun->is |= (uint16_t)(USED | (entry ? IN_ENTRY : SPENT));
  attack(p, guns, target, occasion, entry ? R_13_3b : R_13_3a);
  if (again)
    counter_battery(p, guns);
}

/* ---- N_GUNS: the target of one counter -------------------------------------------------- */

/* The targets of the chosen counter. */
static void guns_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  guns_targets(p, barrage_of(p)->guns, l);
}

/* 6.2: a counter that was chosen fires before any other unit acts. */
static bool guns_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  sal_unit guns = barrage_of(p)->guns;

  (void)side;
  if (a.verb != V_FIRE)
    return ssp_not_now(p, why);
  if (unit_of(a) != guns)
    return sal_refuse(why, R_6_2, "{u0} must fire first.", guns, 0);

  return ssp_guns_may(p, guns, second_unit_of(a), ON_GUNS, why);
}

/* The frame is gone before the dice roll. */
static void guns_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_pop(p);
  ssp_guns_fire(p, unit_of(a), second_unit_of(a), ON_GUNS);
}

/* Shows the risk of a second firing before it is taken. */
static void guns_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit guns = barrage_of(p)->guns;
  const char *name = p->book->counter[guns].label;

  (void)side;
  sal_prompt_select(out, guns);
  if (ssp_is(p, guns, USED))
    sal_prompt_say(out,
                   "%s: choose a Soviet unit in sight of the division. It has fired this turn: a 5 "
                   "or 6 afterwards loses it.",
                   name);
  else
    sal_prompt_say(out, "%s: choose a Soviet unit in sight of the division.", name);
}

const struct sal_node ssp_node_guns = {.id = "guns",
                                       .rule = R_13_3a,
                                       .list = guns_list,
                                       .check = guns_check,
                                       .apply = guns_apply,
                                       .prompt = guns_prompt};
