/* artillery.c - Soviet bombardment and support (13.2), German artillery (13.3), danger close (13.4).
 *
 * The sixteen Soviet counters are alike, so they are only counted. Dice of one attack come in this
 * order: danger close, the attack, the choice of a friendly victim and the attack on it, counter-battery.
 */
#include "state.h"

#include <string.h>

/* ---- observation ------------------------------------------------------------------------ */

static bool watched(const struct sal_play *p, sal_hex h) { /* by an unsuppressed Soviet unit (13.2a); static units see too */
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const uint32_t *at = own->seen_at + h * (own->max_vis + 2u);
  for (uint32_t k = at[1]; k < at[s->vis + 1]; k++)
    SSP_EACH(p, u, own->seen[k])
      if (own->type[u].side == SAL_SOVIET && !(s->unit[u].is & SUPPRESSED)) return true;
  return false;
}

bool ssp_observed(const struct sal_play *p, sal_unit u) { return ssp_st(p)->observed[u / 64] >> u % 64 & 1; }
static void note(struct ssp_state *s, sal_unit u) { s->observed[u / 64] |= 1ull << u % 64; }

/* Which German units may be attacked now: observed and not in close combat (11.3c). */
void ssp_observe(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < SSP_UNITS / 64; i++) s->observed[i] = 0;
  for (int k = 0; k < own->nforms; k++) {
    if (own->form_side[k] != SAL_GERMAN) continue;
    for (int i = 0; i < own->nof[k]; i++) {
      sal_unit u = own->of[k][i];
      sal_hex h = s->unit[u].hex;
      if (!h) continue;
      sal_unit mate = s->first[h]; /* the first of a stack has been looked at */
      bool seen = mate < u ? ssp_observed(p, mate) : !ssp_contested(p, h) && watched(p, h);
      if (seen) note(s, u);
    }
  }
}

bool ssp_any_observed(const struct sal_play *p) {
  for (int i = 0; i < SSP_UNITS / 64; i++)
    if (ssp_st(p)->observed[i]) return true;
  return false;
}

static void forget(struct sal_play *p) {
  for (int i = 0; i < SSP_UNITS / 64; i++) ssp_st(p)->observed[i] = 0;
}

static void list_observed(const struct sal_play *p, int verb, struct sal_list *l) {
  for (int i = 0; i < SSP_UNITS / 64; i++)
    for (uint64_t m = ssp_st(p)->observed[i]; m; m &= m - 1) sal_list_add(l, sal_act(verb, i * 64 + __builtin_ctzll(m), 0, 0));
}

static bool check_observed(const struct sal_play *p, sal_unit u, struct sal_refusal *why) {
  if (ssp_side(p, u) != SAL_GERMAN || !ssp_st(p)->unit[u].hex) return sal_refuse(why, R_13_2a, "{u0} is not a German unit on the map.", u, 0);
  if (ssp_observed(p, u)) return true;
  if (ssp_contested(p, ssp_st(p)->unit[u].hex)) return sal_refuse(why, R_11_3c, "{u0} is in close combat, where artillery does not fire.", u, 0);
  return sal_refuse(why, R_13_2a, "No unsuppressed Soviet unit sees {u0}.", u, 0);
}

/* ---- one attack, with danger close (13.4) --------------------------------------------------- */

static int friends_near(const struct sal_play *p, sal_hex h, int side, sal_unit *out) {
  int n = 0;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(&p->book->board, h, d);
    SSP_EACH(p, u, g) if (ssp_side(p, u) == side) out[n++] = u;
  }
  for (int i = 1; i < n; i++) /* ascending */
    for (int k = i; k > 0 && out[k] < out[k - 1]; k--) {
      sal_unit t = out[k];
      out[k] = out[k - 1];
      out[k - 1] = t;
    }
  return n;
}

bool ssp_danger_close(const struct sal_play *p, sal_unit target) {
  sal_unit friends[SSP_WINDOW];
  return friends_near(p, ssp_st(p)->unit[target].hex, sal_enemy(ssp_side(p, target)), friends) > 0;
}

static void attack(struct sal_play *p, sal_unit guns, sal_unit target, int occasion, int rule) {
  sal_unit friends[SSP_WINDOW];
  int side = guns == SAL_NOUNIT ? SAL_SOVIET : SAL_GERMAN;
  sal_hex h = ssp_st(p)->unit[target].hex;
  int n = friends_near(p, h, side, friends);
  bool short_rounds = n && ssp_d6(p, R_13_4, target) == 1;
  struct ssp_shot shot = {.firer = guns, .target = target, .occasion = (uint8_t)occasion};
  ssp_shoot(p, &shot, rule);
  if (!n) return;
  if (!short_rounds) {
    sal_tell(p, E_SAFE, R_13_4, SAL_EV(.at = {h}));
    return;
  }
  shot.target = ssp_pick(p, friends, n, R_13_4);
  sal_tell(p, E_DANGER, R_13_4, SSP_EV(.unit = {shot.target, SAL_NOUNIT}, .at = {ssp_st(p)->unit[shot.target].hex}));
  ssp_shoot(p, &shot, R_13_4);
}

/* ---- Soviet bombardment (13.2a) ----------------------------------------------------------------- */

void ssp_start_bombardment(struct sal_play *p) {
  ssp_observe(p);
  if (ssp_any_observed(p)) {
    sal_push(p, N_BOMBARD, SAL_SOVIET);
    return;
  }
  sal_tell(p, E_NO_TARGET, R_4_1b, SAL_EV(.n = {0}));
}

static int laid_on(const struct ssp_state *s, sal_unit u) {
  int n = 0;
  for (int i = 0; i < s->nlaid; i++) n += s->laid[i] == u;
  return n;
}

static void put_on(struct ssp_state *s, sal_unit u) { /* ascending: the order of laying does not matter */
  int i = s->nlaid++;
  for (; i > 0 && s->laid[i - 1] > u; i--) s->laid[i] = s->laid[i - 1];
  s->laid[i] = u;
}

static void bombard_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  if (ssp_st(p)->nlaid < ssp_own(p->book)->guns_in_cup) list_observed(p, V_LAY, l);
}
static bool bombard_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_DONE) return true;
  if (a.verb == V_CHOOSE || a.verb == V_STEP) return sal_refuse(why, R_4_1a, "This is the bombardment phase: units act in the action phase.", 0, 0);
  if (a.verb != V_LAY) return false;
  if (ssp_st(p)->nlaid >= ssp_own(p->book)->guns_in_cup) return sal_refuse(why, R_13_2a, "All artillery counters are laid.", 0, 0);
  return check_observed(p, a.x[0], why);
}
static void bombard_apply(struct sal_play *p, int side, struct sal_action a) {
  struct ssp_state *s = ssp_st(p);
  if (a.verb == V_DONE) {
    forget(p);
    sal_goto(p, N_SHELL, side);
    return;
  }
  put_on(s, a.x[0]);
  sal_tell(p, E_LAID, R_13_2a, SSP_EV(.unit = {a.x[0], SAL_NOUNIT}, .at = {s->unit[a.x[0]].hex}));
}
static void bombard_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  sal_prompt_say(out, "Bombardment: lay artillery on observed German units, then fire. %d of %d laid.", s->nlaid, ssp_own(p->book)->guns_in_cup);
  if (!s->nlaid) return;
  struct ssp_shot shot = {.firer = SAL_NOUNIT, .target = s->laid[s->nlaid - 1], .occasion = ON_BOMBARD};
  ssp_aim(p, &shot);
  ssp_card(p, &shot, sal_prompt_card(out));
}
const struct sal_node ssp_node_bombard = {.id = "bombard", .rule = R_13_2a, .list = bombard_list, .check = bombard_check, .apply = bombard_apply, .prompt = bombard_prompt};

/* ---- N_SHELL: the laid counters, one by one ------------------------------------------------------- */

static void take_off(struct ssp_state *s, sal_unit u) {
  int i = 0;
  while (s->laid[i] != u) i++;
  memmove(&s->laid[i], &s->laid[i + 1], (size_t)(--s->nlaid - i) * sizeof s->laid[0]);
  s->laid[s->nlaid] = 0;
}

static void shell(struct sal_play *p, sal_unit u) {
  take_off(ssp_st(p), u);
  attack(p, SAL_NOUNIT, u, ON_BOMBARD, R_13_2a);
}

/* Counters on dead units are wasted; one target alone leaves no choice. */
static bool shell_run(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  if (s->nlaid == 0) {
    sal_pop(p);
    return true;
  }
  for (int i = 0; i < s->nlaid; i++)
    if (!s->unit[s->laid[i]].hex) {
      sal_tell(p, E_NO_TARGET, R_13_2a, SSP_EV(.unit = {s->laid[i], SAL_NOUNIT}, .n = {1}));
      take_off(s, s->laid[i]);
      return true;
    }
  if (s->laid[0] != s->laid[s->nlaid - 1]) return false;
  shell(p, s->laid[0]);
  return true;
}
static void shell_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  for (int i = 0; i < s->nlaid; i++)
    sal_list_add(l, sal_act(V_SHELL, s->laid[i], 0, 0)); /* each target once */
}
static bool shell_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_LAY) return sal_refuse(why, R_13_2a, "All counters are laid before any is resolved.", 0, 0);
  if (a.verb != V_SHELL) return false;
  return laid_on(ssp_st(p), a.x[0]) > 0 || sal_refuse(why, R_13_2a, "No artillery is laid on {u0}.", a.x[0], 0);
}
static void shell_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  shell(p, a.x[0]);
}
static void shell_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  sal_prompt_say(out, "Bombardment: which target next? %d counters to resolve.", s->nlaid);
  for (int i = 0; i < s->nlaid && out->ncards < SAL_PROMPT_CARDS; i++) {
    if (i && s->laid[i] == s->laid[i - 1]) continue;
    struct ssp_shot shot = {.firer = SAL_NOUNIT, .target = s->laid[i], .occasion = ON_BOMBARD};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}
const struct sal_node ssp_node_shell = {.id = "shell", .rule = R_13_2a, .run = shell_run, .list = shell_list, .check = shell_check, .apply = shell_apply, .prompt = shell_prompt};

/* ---- N_SUPPORT: a counter drawn from the cup (13.2c) -------------------------------------------------- */

static void support_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  list_observed(p, V_TARGET, l);
}
static bool support_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_PASS || a.verb == V_DONE) return sal_refuse(why, R_4_1d, "The drawn artillery must attack an observed unit.", 0, 0);
  return a.verb == V_TARGET && check_observed(p, a.x[0], why);
}
static void support_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  forget(p);
  sal_pop(p);
  attack(p, SAL_NOUNIT, a.x[0], ON_SUPPORT, R_13_2c);
}
static void support_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(out, "Artillery support: choose an observed German unit.");
  for (int i = 0; i < SSP_UNITS / 64; i++)
    for (uint64_t m = ssp_st(p)->observed[i]; m && out->ncards < SAL_PROMPT_CARDS; m &= m - 1) {
      struct ssp_shot shot = {.firer = SAL_NOUNIT, .target = (sal_unit)(i * 64 + __builtin_ctzll(m)), .occasion = ON_SUPPORT};
      ssp_aim(p, &shot);
      ssp_card(p, &shot, sal_prompt_card(out));
    }
}
const struct sal_node ssp_node_support = {.id = "support", .rule = R_4_1d, .list = support_list, .check = support_check, .apply = support_apply, .prompt = support_prompt};

/* ---- German artillery (13.3) ------------------------------------------------------------------------------ */

static bool division_sees(const struct sal_play *p, int form, sal_hex h) { /* suppressed units see too */
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const uint32_t *at = own->seen_at + h * (own->max_vis + 2u);
  for (uint32_t k = at[1]; k < at[s->vis + 1]; k++)
    SSP_EACH(p, u, own->seen[k]) if (own->form[u] == form) return true;
  return false;
}

bool ssp_guns_may(const struct sal_play *p, sal_unit guns, sal_unit target, int occasion, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *g = &s->unit[guns], *t = &s->unit[target];
  if (!g->steps) return sal_refuse(why, R_13_3c, "{u0} is out of the game.", guns, 0);
  if (occasion == ON_GUNS_ENTRY && g->is & IN_ENTRY) return sal_refuse(why, R_13_3b, "{u0} has fired in this close combat.", guns, 0);
  if (!t->hex || own->type[target].side != SAL_SOVIET) return sal_refuse(why, R_13_3a, "{u0} is not a Soviet unit on the map.", target, 0);
  if (ssp_contested(p, t->hex)) return sal_refuse(why, R_11_3c, "{u0} is in close combat, where artillery does not fire.", target, 0);
  return division_sees(p, own->form[guns], t->hex) || sal_refuse(why, R_13_3a, "No unit of the division sees {u0}.", target, 0);
}

/* Calls itself satisfied with the first target; otherwise lists them all. */
static int guns_targets(const struct sal_play *p, sal_unit guns, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int form = own->form[guns];
  uint8_t *had = p->scratch; /* per cell: several units see the same hex */
  if (l) memset(had, 0, p->book->board.cells);
  for (int i = 0; i < own->nof[form]; i++) {
    sal_hex h = s->unit[own->of[form][i]].hex;
    if (!h) continue;
    const uint32_t *at = own->seen_at + h * (own->max_vis + 2u);
    for (uint32_t k = at[1]; k < at[s->vis + 1]; k++) {
      sal_hex g = own->seen[k];
      sal_unit u = s->first[g];
      if (u == SAL_NOUNIT || own->type[u].side != SAL_SOVIET || ssp_contested(p, g)) continue;
      if (!l) return 1;
      if (had[g]) continue;
      had[g] = 1;
      SSP_EACH(p, t, g) sal_list_add(l, sal_act(V_FIRE, guns, t, 0));
    }
  }
  return 0;
}

bool ssp_guns_can(const struct sal_play *p, sal_unit guns) { return guns_targets(p, guns, NULL) > 0; }

void ssp_guns_fire(struct sal_play *p, sal_unit guns, sal_unit target, int occasion) {
  struct ssp_unit *g = &ssp_st(p)->unit[guns];
  bool again = g->is & USED;
  g->is |= (uint16_t)(USED | (occasion == ON_GUNS ? SPENT : IN_ENTRY));
  attack(p, guns, target, occasion, occasion == ON_GUNS ? R_13_3a : R_13_3b);
  if (!again) return; /* 13.3c: the first firing of a turn is safe */
  int die = ssp_d6(p, R_13_3c, guns);
  if (die >= 5) {
    g->steps = 0;
    g->is = 0;
    sal_tell(p, E_COUNTER_BATTERY, R_13_3c, SSP_EV(.unit = {guns, SAL_NOUNIT}, .n = {(int16_t)die}));
  } else {
    sal_tell(p, E_GUNS_STAY, R_13_3c, SSP_EV(.unit = {guns, SAL_NOUNIT}, .n = {(int16_t)die}));
  }
}

static void guns_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  guns_targets(p, sal_top(p)->x[0], l);
}
static bool guns_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_FIRE) return false;
  if (a.x[0] != sal_top(p)->x[0]) return sal_refuse(why, R_6_2, "{u0} must fire first.", sal_top(p)->x[0], 0);
  return ssp_guns_may(p, a.x[0], a.x[1], ON_GUNS, why);
}
static void guns_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_pop(p);
  ssp_guns_fire(p, a.x[0], a.x[1], ON_GUNS);
}
static void guns_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_unit g = sal_top(p)->x[0];
  (void)side;
  out->selected[out->nselected++] = g;
  sal_prompt_say(out, "%s: choose a Soviet unit in sight of the division.%s", p->book->counter[g].label,
                 ssp_is(p, g, USED) ? " It has fired this turn: a 5 or 6 afterwards loses it." : "");
}
const struct sal_node ssp_node_guns = {.id = "guns", .rule = R_13_3a, .list = guns_list, .check = guns_check, .apply = guns_apply, .prompt = guns_prompt};
