/* escape.c - stalnie 2.5: who is isolated tries to get away (11.606), then the Isolated Areas are settled.
 *
 * A stack is built of units with U_STACKED, rolls once, and its dice strike the units picked by Random Selection.
 * The card before the roll and the roll itself use the same modifiers.
 */
#include "state.h"

#include <string.h>

enum { MAX_STACK = 24 };

static bool may_try(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || !unit->iso) return sal_refuse(why, R_11_606, "{u0} is not an isolated unit of this side.", u, 0);
  if (unit->flags & (U_TRIED | U_ABANDONED)) return sal_refuse(why, R_11_6064_65, "{u0} has tried in this Refit Phase.", u, 0);
  if (unit->flags & (U_DUGIN | U_IMMOBILE)) return sal_refuse(why, R_11_6063a, "{u0} cannot move.", u, 0);
  return true;
}

static bool must_try(const struct sal_play *p, int side, int u) { /* 11.6061a; who tried has left the map */
  int id = S(p)->unit[u].iso, type = id ? S(p)->iso[id - 1].type : 0;
  return (type == 2 || type == 3) && side_of(p, u) == side && is_smc(type_of(p, u)->cls);
}

/* ---- the list of choices ------------------------------------------------------------------------------ */

static int free_leader(const struct sal_play *p, int side, int g) { /* 11.6063a: each lets one squad split */
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (unit->at == g && side_of(p, u) == side && type_of(p, u)->cls == LEADER && !(unit->flags & (U_SPLIT | U_TRIED))) return u;
  }
  return NOT_FOUND;
}

static bool may_split(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (side != GER) return sal_refuse(why, R_11_6063a, "Only German leaders let a squad split.", 0, 0);
  if (!may_try(p, side, u, why)) return false;
  if (type_of(p, u)->cls != SQUAD || free_leader(p, side, S(p)->unit[u].at) == NOT_FOUND) return sal_refuse(why, R_11_6063a, "{u0} is no squad with a leader who can split it.", u, 0);
  for (int i = 0; i < O(p)->pool_n[side][POOL_HALF]; i++)
    if (S(p)->unit[O(p)->pool_first[side][POOL_HALF] + i].where == NONE) return true;
  return sal_refuse(why, R_11_6063a, "There is no half-squad counter left.", 0, 0);
}

static void escape_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool owed = false;
  for (int u = 0; u < p->book->ncounters; u++) owed |= must_try(p, side, u);
  if (!owed) sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].iso && may_try(p, side, u, NULL)) sal_list_add(l, sal_act(V_ESCAPE, u, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].iso && may_split(p, side, u, NULL)) sal_list_add(l, sal_act(V_SPLIT, u, 0, 0));
}

static bool escape_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_ESCAPE) return may_try(p, side, a.x[0], why);
  if (a.verb == V_SPLIT) return may_split(p, side, a.x[0], why);
  if (a.verb != V_DONE) return false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (must_try(p, side, u)) return sal_refuse(why, R_11_6061a, "{u0} must try to escape.", u, 0);
  return true;
}

static bool escape_run(struct sal_play *p) { /* nothing isolated: nothing to ask */
  int side = sal_top(p)->side;
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_try(p, side, u, NULL)) return false;
  sal_pop(p);
  return true;
}

static void escape_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_DONE) {
    sal_pop(p);
  } else if (a.verb == V_ESCAPE) {
    s->unit[a.x[0]].flags |= U_STACKED;
    sal_push(p, N_STACK, side)->x[0] = a.x[0];
  } else {
    int at = s->unit[a.x[0]].at, iso = s->unit[a.x[0]].iso, half = type_of(p, a.x[0])->half;
    s->unit[free_leader(p, side, at)].flags |= U_SPLIT;
    sp_become(p, a.x[0], half);
    int v = sp_from_pool(p, side, POOL_HALF, half, s->unit[a.x[0]].rec);
    sp_put(p, v, at);
    s->unit[v].iso = (uint8_t)iso;
    s->unit[v].flags |= U_KNOWN | (s->unit[a.x[0]].flags & U_ENGINEER);
  }
}

static void escape_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char letter[] = "?ABCD";
  sal_prompt_say(out, "%s: isolated units may try to escape, each once; then end the escapes.", side_title(side));
  for (int u = 0; u < p->book->ncounters && out->nowed < SAL_OWED; u++)
    if (must_try(p, side, u))
      sal_prompt_owe(out, R_11_6061a, SAL_AT_UNIT, u, "%s must try to escape (type %c)", p->book->counter[u].label, letter[S(p)->iso[S(p)->unit[u].iso - 1].type]);
}

const struct sal_node sp_escape = {.id = "escape", .rule = R_11_6063a, .run = escape_run, .list = escape_list, .check = escape_check, .apply = escape_apply, .prompt = escape_prompt};

/* ---- the modifiers -------------------------------------------------------------------------------------- */

static int nearest_friendly(const struct sal_play *p, int side, int g) {
  int best = 99, base = sp_pa_low(p) * WIDTH, h = row_of(g), y = y_of(g);
  uint8_t mine = side == GER ? A_GER : A_RUS;
  for (int row = sp_pa_low(p); row <= sp_pa_high(p); row++) { /* rows too far away are passed over */
    int dh = sal_abs(row - h);
    bool edge = row == (side == GER ? sp_pa_low(p) : sp_pa_high(p));
    if (dh >= best) continue;
    for (int k = 0; k < WIDTH; k++) {
      int to = row * WIDTH + k;
      if (!(S(p)->area[to - base] & mine) && !(edge && O(p)->ground[to] & G_ON)) continue;
      int dy = sal_abs(y_of(to) - y), d = dh + (dy > dh ? (dy - dh) / 2 : 0);
      if (d < best) best = d;
    }
  }
  return best;
}

static int al_of(const struct sal_play *p, int side, int u) { /* the AL rides in the first vehicle of his platoon that is left */
  const struct unit *unit = &S(p)->unit[u];
  if (!unit->rec || !S(p)->rec[side][unit->rec - 1].al) return NOT_FOUND;
  const struct rec *r = &S(p)->rec[side][unit->rec - 1];
  const struct group *g = &O(p)->group[side][r->group];
  for (int i = 0; i < g->n[r->copy]; i++) {
    int v = g->first[r->copy] + i, where = S(p)->unit[v].where;
    if (where == OFF || where == MAP) return v == u ? sp_grade(p, r->al) : NOT_FOUND;
  }
  return NOT_FOUND;
}

static int leadership(int grade) { /* grade 0..7 as a DRM */
  static const int8_t drm[8] = {1, 0, 0, -1, -1, -2, -2, -3};
  return drm[grade];
}

static void step(struct sal_card *c, int *drm, int by, int rule, const char *text) {
  if (!by) return;
  *drm += by;
  if (!c) return;
  char to[16];
  sal_format(to, sizeof to, "%s%d", *drm >= 0 ? "+" : "", *drm);
  struct sal_card_step *s = sal_card_to(c, rule, to, "%s", text);
  s->shift = (int8_t)by;
  s->has_shift = true;
}

enum { CAPACITY = 3 }; /* portage points that an MMC carries */

static int portage(const struct type *t) { /* of its weapon */
  if (t->cls == HW) return t->flags & T_AA ? 6 : 5; /* HMG50, HMG */
  return t->cls == GUN && t->flags & T_DISMANTLE ? 5 : 0; /* a mortar; other Guns stay behind */
}

/* How often each line of 3.9 holds for that stack; of the leaders the best modifier itself. */
static void count_lines(const struct sal_play *p, int side, const uint16_t *u, int n, int8_t times[ESCAPE_ROWS]) {
  const struct unit *first = &S(p)->unit[u[0]];
  const struct type *t = type_of(p, u[0]);
  bool lone = n == 1 && is_smc(t->cls), led = false;
  int near = nearest_friendly(p, side, first->at), lead = 99, halves = 0, over = 0;
  memset(times, 0, ESCAPE_ROWS);
  for (int i = 0; i < n; i++) {
    const struct unit *unit = &S(p)->unit[u[i]];
    const struct type *k = type_of(p, u[i]);
    int grade = sp_grade(p, unit->type), by = k->cls == HERO ? -1 : grade != NOT_FOUND ? leadership(grade) - ((unit->flags & U_HEROIC) != 0) : 99;
    if (by < lead) lead = by;
    led |= k->cls == LEADER;
    halves += k->cls == GUN ? 1 : sp_squads_x2(k->cls);
    if (portage(k) - CAPACITY > over) over = portage(k) - CAPACITY;
    if (unit->flags & U_ENCIRCLED) times[BY_ENCIRCLED] = 1;
  }
  if (over && led) over--; /* a leader carries one point for him; a hero does not */
  int al = t->cls == VEHICLE ? al_of(p, side, u[0]) : NOT_FOUND;
  times[BY_LEADER] = (int8_t)(al != NOT_FOUND ? leadership(al) : lead != 99 && !lone ? lead : 0);
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

int sp_escape_drm(const struct sal_play *p, int side, const uint16_t *u, int n, struct sal_card *c) { /* 3.9 */
  static const struct { const char *text; uint16_t rule; } line[ESCAPE_ROWS] = {
      [BY_LEADER] = {"leadership", R_11_6063f}, [BY_TRACKED] = {"fully tracked AFV", R_11_6063f}, [BY_RUSSIAN] = {"Russian", R_11_6063f}, [BY_LONE] = {"lone unwounded SMC", R_11_6063f},
      [BY_NEAR] = {"within 2 hexes of own ground", R_C_8}, [BY_ADJACENT] = {"adjacent to own ground", R_5_1}, [BY_FAR] = {"per full 8 hexes to own ground", R_C_2}, [BY_HALVES] = {"half-squads above one", R_11_6063f},
      [BY_PORTAGE] = {"portage above capacity", R_11_6063f}, [BY_SOFT] = {"unarmoured vehicle", R_11_6063f}, [BY_ENCIRCLED] = {"encircled", R_11_6063f}, [BY_CAPTURED] = {"captured AFV", R_11_6063f}};
  bool vehicle = type_of(p, u[0])->cls == VEHICLE;
  int8_t times[ESCAPE_ROWS];
  int drm = 0;
  count_lines(p, side, u, n, times);
  for (int r = 0; r < ESCAPE_ROWS; r++) {
    const struct escape_row *e = &O(p)->escape_drm[r];
    if (!vehicle || e->vehicles) step(c, &drm, times[r] * (r == BY_LEADER ? 1 : e->drm), line[r].rule, line[r].text);
  }
  return drm;
}

/* ---- the stack: x[0] its first unit ------------------------------------------------------------------------ */

static int stack_of(const struct sal_play *p, uint16_t *out) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters && n < MAX_STACK; u++)
    if (S(p)->unit[u].flags & U_STACKED) out[n++] = (uint16_t)u;
  return n;
}

static bool may_add(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  int first = sal_top(p)->x[0];
  if (!may_try(p, side, u, why)) return false;
  if (S(p)->unit[u].flags & U_STACKED) return sal_refuse(why, R_11_6063a, "{u0} is in the stack.", u, 0);
  if (S(p)->unit[u].at != S(p)->unit[first].at) return sal_refuse(why, R_11_6063a, "{u0} is in another Location.", u, 0);
  return (type_of(p, u)->cls != VEHICLE && type_of(p, first)->cls != VEHICLE) || sal_refuse(why, R_11_6063a, "Vehicles escape alone.", 0, 0);
}

static void stack_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_add(p, side, u, NULL)) sal_list_add(l, sal_act(V_ADD, u, 0, 0));
  sal_list_add(l, sal_act(V_ROLL, 0, 0, 0));
}

static bool stack_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  return a.verb == V_ADD ? may_add(p, side, a.x[0], why) : a.verb == V_ROLL || a.verb == V_CANCEL;
}

/* What an Original DR comes to: ESCAPES and so on (3.9). An Original 2 always gets away. */
static int result_of(const struct sal_play *p, int u, int original, int drm) {
  return original == 2 ? ESCAPES : sp_banded(&O(p)->escape[type_of(p, u)->cls == VEHICLE], original + drm);
}

static void escape_card(const struct sal_play *p, int side, const uint16_t *u, int n, struct sal_card *c) {
  static const char *const say[ESCAPE_RESULTS] = {"escapes", "escapes, Replaced", "escapes, Casualty Reduced", "escapes, Replaced and Reduced", "eliminated", "abandoned, crew escapes", "abandoned, crew lost"};
  int count[ESCAPE_RESULTS] = {0};
  sal_card_odds(c, side, R_11_6063a, "Escape");
  sal_format(c->table, sizeof c->table, "escape");
  int drm = sp_escape_drm(p, side, u, n, c);
  for (int a = 1; a <= 6; a++)
    for (int b = 1; b <= 6; b++) count[result_of(p, u[0], a + b, drm)]++;
  for (int i = 0; i < ESCAPE_RESULTS; i++) {
    struct sal_card_outcome *o = sal_card_may(c, (uint64_t)count[i], 36, "%s", say[i]);
    if (i == ALL_LOST) o->loss[side] = (int8_t)n;
  }
}

static void reduce(struct sal_play *p, int side, int u) { /* 11.6063d */
  struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  if (t->cls == SQUAD) {
    sp_become(p, u, t->half);
    S(p)->side[side].reph++;
  } else if (is_smc(t->cls)) {
    bool dies = unit->flags & U_WOUNDED || sp_die(p, R_11_6063d, u, SAL_BOTH) >= 5;
    sal_tell(p, E_WOUND, R_11_6063d, SAL_EVU(u, .n = {(int16_t)dies}));
    if (dies) sp_kill(p, u, R_11_6063d, true);
    else unit->flags |= U_WOUNDED | U_HEALS; /* 11.602c: that step is over, so one scenario more */
  } else {
    sp_kill(p, u, R_11_6063d, true);
  }
}

static void replace(struct sal_play *p, int side, int u) { /* 11.6063c */
  const struct type *t = type_of(p, u);
  struct unit *unit = &S(p)->unit[u];
  int grade = sp_grade(p, unit->type), lower = grade > 0 ? O(p)->grade[grade - 1] : t->replaced;
  if (t->flags & T_UNDERLINED || t->cls == HERO) {
    reduce(p, side, u);
  } else if (t->cls == CREW || t->cls == GUN || t->cls == HW) {
    return; /* crews ignore it */
  } else if (lower) {
    sal_tell(p, E_REPLACED, unit->flags & U_ENGINEER ? R_RG_h : R_11_6063c, SAL_EVU(u, .n = {0}));
    sp_become(p, u, lower);
    unit->flags &= ~(uint32_t)U_ENGINEER; /* RG.h: for good */
  } else {
    sp_kill(p, u, R_11_6063c, true);
  }
}

static void get_away(struct sal_play *p, int side, int u) {
  struct unit *unit = &S(p)->unit[u];
  if (unit->where != MAP) return;
  const struct type *t = type_of(p, u);
  if (t->cls == GUN && !(t->flags & T_DISMANTLE)) { /* no Gun goes along */
    S(p)->side[side].reph = (int16_t)(S(p)->side[side].reph + t->cvp - 1);
    sp_become(p, u, t->half);
    unit->flags &= ~(uint32_t)(U_MALFUNCTION | U_STRONG);
  }
  sp_lift(p, u);
}

static void heat_of_battle(struct sal_play *p, int side, int u) { /* 11.6063b */
  int die = sp_die(p, R_11_6063b, u, SAL_BOTH), grade = sp_grade(p, S(p)->unit[u].type);
  if (die == 6) {
    sp_kill(p, u, R_11_6063b, true);
  } else if (die <= 3) {
    if (grade != NOT_FOUND) S(p)->unit[u].flags |= U_HEROIC;
    else if (sp_from_pool(p, side, POOL_HERO, O(p)->hero, S(p)->unit[u].rec) != NOT_FOUND) sal_tell(p, E_HERO, R_11_6063b, SAL_EVU(u, .n = {0}));
  } else {
    sp_grade_up(p, u);
  }
}

static void vehicle_result(struct sal_play *p, int side, int u, int result) {
  struct unit *unit = &S(p)->unit[u];
  bool truck = !(type_of(p, u)->flags & T_AFV);
  if (result == ESCAPES) {
    sp_lift(p, u);
  } else if (result == ALL_LOST || truck) {
    sp_kill(p, u, R_11_6063e, true);
  } else { /* abandoned in its hex (11.6063e) */
    unit->flags |= U_ABANDONED;
    sal_tell(p, E_ABANDONED, R_11_6063e, SAL_EVU(u, .at = {O(p)->cell[unit->at]}));
    int crew = result == CREW_ESCAPES ? sp_from_pool(p, side, POOL_CREW, O(p)->crew228, unit->rec) : NOT_FOUND;
    if (crew != NOT_FOUND) S(p)->unit[crew].flags |= U_VEHICLE_CREW | U_KNOWN;
    else S(p)->side[side].reph++;
  }
}

static void roll(struct sal_play *p, int side) {
  struct state *s = S(p);
  uint16_t u[MAX_STACK];
  int n = stack_of(p, u);
  struct sal_card *card = sal_event_card(p);
  if (card) escape_card(p, side, u, n, card);
  int drm = sp_escape_drm(p, side, u, n, NULL), original = sp_dr(p, R_11_6063a, u[0], SAL_BOTH);
  int result = result_of(p, u[0], original, drm);
  if (card) card->rolled = (int16_t)result;
  sal_tell(p, E_ESCAPE, original == 2 ? R_11_6063b : R_11_6063a, SAL_EVU(u[0], .n = {(int16_t)result, (int16_t)original, (int16_t)drm}, .card = (uint8_t)(card ? p->events->ncards : 0)));
  for (int i = 0; i < n; i++) s->unit[u[i]].flags = (s->unit[u[i]].flags | U_TRIED) & ~(uint32_t)U_STACKED;
  if (type_of(p, u[0])->cls == VEHICLE) {
    vehicle_result(p, side, u[0], result);
    return;
  }
  if (result == ALL_LOST) {
    for (int i = 0; i < n; i++) sp_kill(p, u[i], R_11_6063a, true);
    return;
  }
  int hit = result == ESCAPES ? 0 : n == 1 ? 1 : sp_random_selection(p, n, SAL_BOTH);
  for (int i = 0; i < n; i++) get_away(p, side, u[i]);
  for (int i = 0; i < n; i++) {
    if (!(hit >> i & 1)) continue;
    if (result != REDUCED) replace(p, side, u[i]);
    if (result != REPLACED && s->unit[u[i]].where == OFF) reduce(p, side, u[i]);
  }
  for (int i = 0; original == 2 && i < n; i++) heat_of_battle(p, side, u[i]);
}

static void stack_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_ADD) {
    s->unit[a.x[0]].flags |= U_STACKED;
    return;
  }
  sal_pop(p);
  if (a.verb == V_ROLL) {
    roll(p, side);
    return;
  }
  for (int u = 0; u < p->book->ncounters; u++) s->unit[u].flags &= ~(uint32_t)U_STACKED;
}

static void stack_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  uint16_t u[MAX_STACK];
  int n = stack_of(p, u);
  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) out->selected[out->nselected++] = u[i];
  if (n) escape_card(p, side, u, n, sal_prompt_card(out));
  sal_prompt_say(out, "%s: add others of the same Location to the stack, then roll.", side_title(side));
}

const struct sal_node sp_stack = {.id = "escape.stack", .rule = R_11_6063a, .list = stack_list, .check = stack_check, .apply = stack_apply, .prompt = stack_prompt};

/* ---- the end of 11.606 --------------------------------------------------------------------------------------- */

static void hills(struct sal_play *p) { /* 11.2f */
  struct state *s = S(p);
  int changed = 0;
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    if (v->kind != VL_HILL || !sp_in_pa(p, v->g)) continue;
    uint8_t before = s->vl[i], area = s->area[at_pa(p, v->g)];
    int id = s->isle[at_pa(p, v->g)];
    bool ger = area & A_GER, rus = area & A_RUS;
    if (id) ger = s->iso[id - 1].side == GER, rus = !ger;
    if (ger) s->vl[i] |= VB_GERMAN;
    else if (rus) s->vl[i] &= (uint8_t)~VB_GERMAN;
    changed += before != s->vl[i];
  }
  sal_tell(p, E_HILLS, R_11_2f, SAL_EV(.n = {(int16_t)changed}));
}

/* CG4b: the most northern German Infantry with cover, not isolated, before the map is cleared. */
static void note_german_north(struct sal_play *p) {
  struct state *s = S(p);
  s->german_north = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    if (unit->where != MAP || side_of(p, u) != GER || unit->iso || !sp_counts_mmc(p, u) || !sp_tem(p, GER, unit->at)) continue;
    if (row_of(unit->at) + 1 > s->german_north) s->german_north = (uint8_t)(row_of(unit->at) + 1);
  }
}

void sp_dissolve(struct sal_play *p) {
  struct state *s = S(p);
  uint8_t held[MAX_ISO + 1] = {0}, ringed[MAX_ISO + 1];
  int base = sp_pa_low(p) * WIDTH;
  for (int i = 0; i <= MAX_ISO; i++) ringed[i] = 1;
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (!unit->iso) continue;
    held[unit->iso] = 1;
    if (s->iso[unit->iso - 1].type >= 3) { /* 11.6061b */
      unit->flags |= U_SHORT;
      sal_tell(p, E_SHORTAGE, R_11_6061b, SAL_EVU(u, .n = {0}));
      if (type_of(p, u)->flags & T_AFV) unit->flags |= U_RED;
    }
  }
  for (int i = 0; i < PA_PLACES; i++) {
    int id = s->isle[i];
    if (!id) continue;
    for (int d = 0; d < 6; d++) {
      int to = O(p)->near[i + base][d];
      if (sp_in_pa(p, to) && s->isle[at_pa(p, to)] != id && !sp_area(p, sal_enemy(s->iso[id - 1].side), to)) ringed[id] = 0;
    }
  }
  for (int i = 0; i < PA_PLACES; i++) {
    int id = s->isle[i];
    if (!id || held[id]) continue;
    s->isle[i] = 0; /* 11.6064-65 */
    s->iso[id - 1].live = 0;
    if (ringed[id]) s->area[i] |= s->iso[id - 1].side == GER ? A_RUS : A_GER;
  }
  note_german_north(p);
  hills(p);
  sp_front_lines(p);
}
