/* quick_battle_orders.c - stalnie QB.1 to QB.4: from the sealed orders to the deployed elements.
 *
 * Each side chooses in secret its posture, its weights and the modules to be used. When both have
 * committed the orders are opened, the fronts are measured, and every element gets its values, its
 * column and its turn of entry as a draft. From there quick_battle.c fights.
 */
#include "state.h"

#include <string.h>

/* ---- QB.2 fronts, QB.3 elements, QB.4 deployment ---------------------------------------- */

/* QB.2: the front of each column as a hexrow, from how much of it each side's area covers. */
static void measure_fronts(struct sal_play *p) {
  struct state *s = S(p);
  int count[2][COLUMNS] = {{0}};
  int base = sp_pa_low(p) * WIDTH;
  int top = sp_pa_high(p) - sp_pa_low(p);

  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;

    /* The half-hexes of the east edge belong to a column but are not counted. */
    if (!sp_in_pa(p, g) || y_of(g) == 0)
      continue;
    if (s->area[i] & A_GER)
      count[GER][sp_column(g)]++;
    if (s->area[i] & A_RUS)
      count[RUS][sp_column(g)]++;
  }

  for (int c = 0; c < COLUMNS; c++) {
    int f = count[GER][c] / 10;
    int r = top + 1 - count[RUS][c] / 10;

    if (!s->side[GER].perimeter)
      f = 0;
    if (!s->side[RUS].perimeter)
      r = top;

    /* The Germans begin at the south edge and the Russians ten hexes from it (11.6244b). */
    bool first_morning = s->scenario == 1 && !O(p)->small;
    if (first_morning) {
      f = 0;
      r = 10;
    }

    /* all of the column, 65 hexrows of ten, is more than the last hexrow's number */
    if (f > top)
      f = top;
    if (r > top)
      r = top;
    if (r < f)
      r = f;

    s->battle.front[c] = (uint8_t)f;
    s->battle.front0[c] = (uint8_t)f;
    s->battle.rear[c] = (uint8_t)r;
    s->battle.rear0[c] = (uint8_t)r;
  }
}

/* QB.3: trucks, the OP tank and what is abandoned, recalled or kept off the map do not fight. */
static bool takes_part(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);

  if (t->flags & (T_TRUCK | T_OP))
    return false;
  if (unit->flags & (U_ABANDONED | U_RECALL | U_SAVED))
    return false;
  if (unit->where == MAP)
    return true;

  return !(unit->flags & (U_STAYS | U_VEHICLE_CREW | U_DUGIN));
}

/* QB.4: vehicles, Infantry, single men and Guns are dealt to the columns apart, so that each
 * gets its share. */
static int deal_class(int cls) {
  if (cls == VEHICLE)
    return 0;
  if (is_smc(cls))
    return 2;
  if (cls == GUN)
    return 3;
  return 1;
}

/* QB.3: the values of its type, more for a Fanatic, a quarter less fire for an Inexperienced
 * crew. */
static void give_values(struct sal_play *p, int u) {
  struct draft *d = &S(p)->draft[u];
  const struct unit *unit = &S(p)->unit[u];
  const struct type *t = type_of(p, u);
  int soft = t->soft;
  int hard = t->hard;

  if (unit->flags & U_FANATIC)
    soft++;
  if (unit->flags & U_INEXPERIENCED)
    hard -= half_up(hard, 4);
  d->soft = (uint8_t)soft;
  d->hard = (uint8_t)hard;
}

/* What a weapon or leader adds to an element. */
static void add_fire(struct draft *d, int soft, int hard) {
  d->soft = (uint8_t)(d->soft + soft);
  d->hard = (uint8_t)(d->hard + hard);
}

/* QB.3: an armour leader is in the first vehicle of his platoon that is left. */
static void mount_leader(struct sal_play *p, const struct rec *r, const struct group *g) {
  static const uint8_t points[8] = {0, 0, 0, 1, 1, 2, 2, 3};

  for (int k = 0; k < g->n[r->copy]; k++) {
    struct draft *d = &S(p)->draft[g->first[r->copy] + k];
    if (!d->enters)
      continue;

    int modifier = points[sp_grade(p, r->al)];
    add_fire(d, modifier, 2 * modifier);
    return;
  }
}

/* QB.3: support weapons go to the squads of their company in id order, then round again. */
static void arm_squads(struct sal_play *p, const struct rec *r, const struct group *g) {
  uint16_t squad[MAX_UNITS];
  int n = 0;
  int at = 0;

  for (int k = 0; k < g->n[r->copy]; k++) {
    int u = g->first[r->copy] + k;
    if (S(p)->draft[u].enters && type_of(p, u)->cls == SQUAD)
      squad[n++] = (uint16_t)u;
  }
  if (!n)
    return;

  for (int w = 0; w < SW; w++) {
    int in_order = r->sw[w] - r->bad[w];
    for (int k = 0; k < in_order; k++) {
      add_fire(&S(p)->draft[squad[at]], O(p)->weapon[w].soft, O(p)->weapon[w].hard);
      at = (at + 1) % n;
    }
  }
}

/* QB.3: armour leaders and support weapons, group by group. */
static void arm_companies(struct sal_play *p, int side) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];

    if (r->flags & R_GONE)
      continue;
    if (r->al)
      mount_leader(p, r, g);
    if (g->company)
      arm_squads(p, r, g);
  }
}

/* CG9a: a Gun enters only towed or carried, so each needs a truck or carrier off the map. */
static int transports(const struct sal_play *p, int side) {
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];

    if (unit->where != OFF || side_of(p, u) != side)
      continue;
    bool carries = type_of(p, u)->flags & (T_TRUCK | T_PASSENGERS);
    bool held_back = unit->flags & (U_STAYS | U_RECALL | U_SAVED | U_IMMOBILE);
    if (carries && !held_back)
      n++;
  }

  return n;
}

/* CG9c: the turn in which the first squad of a company enters; 255: none does. */
static int first_squad(const struct sal_play *p, int side, int line) {
  const struct rec *r = &S(p)->rec[side][line];
  const struct group *g = &O(p)->group[side][r->group];
  int first = 255;

  for (int k = 0; k < g->n[r->copy]; k++) {
    const struct draft *m = &S(p)->draft[g->first[r->copy] + k];
    bool earlier = m->enters && m->enters < first;
    if (earlier && O(p)->type[m->type].cls == SQUAD)
      first = m->enters;
  }

  return first;
}

/* CG9c: a leader enters with or after a squad of his company; without one left he is free. */
static void leaders_wait(struct sal_play *p, int side) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];

    if (!d->enters)
      continue;
    if (s->unit[u].where != OFF)
      continue;
    if (side_of(p, u) != side)
      continue;
    if (type_of(p, u)->cls != LEADER)
      continue;
    if (!s->unit[u].rec)
      continue;

    int first = first_squad(p, side, s->unit[u].rec - 1);
    if (first == 255 || first <= d->enters)
      continue;
    d->enters = (uint8_t)first;
    sal_tell(p, E_WAITS, R_CG9c, SAL_EVU(u, .n = {(int16_t)first}, .seen = (uint8_t)only(side)));
  }
}

/* QB.4: the column whose weight is least served by this class, west first, never one of weight
 * 0. */
static int least_served(const struct side *d, const int count[COLUMNS]) {
  int best = 0;
  int most = 0;

  for (int c = 0; c < COLUMNS; c++) {
    int need = 100 * d->weight[c] / (count[c] + 1);
    if (need > most) {
      most = need;
      best = c;
    }
  }

  return best;
}

/* QB.4: vehicles come up twice as fast as men; Russians wait for Turn 3 in the first scenario
 * (CG9a). */
static int turn_of_entry(const struct sal_play *p, int side, int cls, int column) {
  const struct state *s = S(p);
  int top = sp_pa_high(p) - sp_pa_low(p);
  int distance = side == GER ? s->battle.front[column] : top - s->battle.rear[column];
  int a_turn = is_heavy(cls) ? 32 : 16;
  bool late = side == RUS && s->scenario == 1;

  return (late ? 3 : 1) + distance / a_turn;
}

/* QB.4: a unit on the map fights where it stands; one that enters goes to the column whose weight
 * is least served. The drafts are clear: everybody is where he is, and in no column. */
static void deploy(struct sal_play *p, int side) {
  struct state *s = S(p);
  int count[4][COLUMNS] = {{0}};
  int tows = transports(p, side);

  for (int pass = 0; pass < 2; pass++)
    for (int u = 0; u < p->book->ncounters; u++) {
      const struct unit *unit = &s->unit[u];
      struct draft *d = &s->draft[u];

      if (!in_force(unit->where))
        continue;
      if (side_of(p, u) != side)
        continue;
      if ((unit->where == MAP) != (pass == 0))
        continue;
      int cls = type_of(p, u)->cls;
      int k = deal_class(cls);

      /* CG9a: each Gun that enters uses up a transport. */
      if (!takes_part(p, u) || (pass && cls == GUN && tows-- <= 0)) {
        d->fate = unit->where == MAP ? FATE_OK : FATE_OFFMAP;
        continue;
      }

      d->fate = FATE_OK;
      if (pass == 0) {
        d->column = (uint8_t)sp_column(unit->at);
        d->enters = unit->flags & U_RESERVE ? 3 : 1;
      } else {
        int c = least_served(&s->side[side], count[k]);
        d->column = (uint8_t)c;
        d->enters = (uint8_t)turn_of_entry(p, side, cls, c);
      }

      count[k][d->column]++;
      give_values(p, u);
      /* a quarter less for Ammunition Shortage */
      if (unit->flags & U_SHORT) {
        d->soft = (uint8_t)(d->soft * 3 / 4);
        d->hard = (uint8_t)(d->hard * 3 / 4);
      }
    }

  arm_companies(p, side);
  leaders_wait(p, side);

  int sum[COLUMNS] = {0};
  for (int k = 0; k < 4; k++)
    for (int c = 0; c < COLUMNS; c++)
      sum[c] += count[k][c];
  sal_tell(p, E_COLUMNS, R_QB_4,
           SAL_EV(.n = {(int16_t)side, (int16_t)sum[0], (int16_t)sum[1], (int16_t)sum[2]}));
}

/* The orders are open: fronts are measured and all units get their column and turn of entry. */
static void battle_begin(struct sal_play *p) {
  struct state *s = S(p);

  memset(&s->battle, 0, sizeof s->battle);
  measure_fronts(p);
  sal_tell(p, E_FRONTS, R_QB_2,
           SAL_EV(.n = {s->battle.front[0], s->battle.front[1], s->battle.front[2]}));

  for (int side = 0; side < 2; side++) {
    int part = 0;
    int later = 0;

    deploy(p, side);

    for (int u = 0; u < p->book->ncounters; u++) {
      if (!s->draft[u].enters || side_of(p, u) != side)
        continue;
      part++;
      later += s->unit[u].where == OFF;
    }

    sal_tell(p, E_DEPLOYED, R_QB_3, SAL_EV(.n = {(int16_t)side, (int16_t)part}));
    if (later)
      sal_tell(p, E_LATER, R_CG9a, SAL_EV(.n = {(int16_t)side, (int16_t)later}));

    for (int i = 0; i < s->side[side].nrec; i++) {
      struct rec *r = &s->rec[side][i];
      r->arrival = 0;
      r->planes = 0;
    }

    /* Every unit that fights is seen. */
    for (int u = 0; u < p->book->ncounters; u++)
      if (s->draft[u].fate == FATE_OK)
        s->unit[u].flags |= U_KNOWN;
  }
}

/* ---- QB.1 orders ------------------------------------------------------------------------ */

/* CG10: the module has ammunition and can be reached. */
static bool usable(const struct sal_play *p, int side, int i) {
  const struct rec *r = &S(p)->rec[side][i];

  if (r->flags & R_GONE)
    return false;
  if (!O(p)->group[side][r->group].calibre)
    return false;
  if (!r->black)
    return false;
  if (r->drawn >= 2)
    return false;

  /* CG6: a field phone works only from a hex with a line. */
  bool no_line = r->hex == NOWHERE && sp_wants_phone(p, side, i);
  return !no_line;
}

/* Modules that the orders name. */
static int named(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < S(p)->side[side].nrec; i++)
    n += (S(p)->rec[side][i].flags & R_NAMED) != 0;
  return n;
}

/* The module of largest calibre that is not named yet, the first of equals; -1: none. */
static int heaviest_module(const struct sal_play *p, int side) {
  const struct rec *rec = S(p)->rec[side];
  const struct group *group = O(p)->group[side];
  int best = -1;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    if (rec[i].flags & R_NAMED || !usable(p, side, i))
      continue;
    if (best < 0 || group[rec[i].group].calibre > group[rec[best].group].calibre)
      best = i;
  }

  return best;
}

/* CG6: the two heaviest modules of each side are named. */
void sp_name_modules(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < s->side[side].nrec; i++)
      s->rec[side][i].flags &= (uint8_t) ~(R_NAMED | R_USED);

    for (int k = 0; k < 2; k++) {
      int i = heaviest_module(p, side);
      if (i >= 0)
        s->rec[side][i].flags |= R_NAMED;
    }
  }
}

/* QB.1: the usual posture, even weights, and the two heaviest modules (CG6), until the player
 * says otherwise. */
void sp_orders_begin(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    bool defends = side == RUS && !s->dual;

    d->posture = defends ? HOLD : PRESS;
    for (int c = 0; c < COLUMNS; c++)
      d->weight[c] = 2;
    d->exit = 0;
  }

  sp_name_modules(p);
}

/* a module to be used, or one to be left out */
static bool may_name(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  const struct rec *r = sp_line(p, side, n);
  bool no_line = r && r->hex == NOWHERE && sp_wants_phone(p, side, n - 1);

  if (no_line)
    return sal_refuse(why, R_CG6,
                      "The field phone of line {n0} has no hex with a line to your edge.", n, 0);

  if (!r || !usable(p, side, n - 1))
    return sal_refuse(why, R_CG10, "That is no module with ammunition.", 0, 0);
  if (r->flags & R_NAMED)
    return true;
  if (named(p, side) >= 2)
    return sal_refuse(why, R_CG6, "Two modules are named already.", 0, 0);

  return true;
}

/* CG13c: only the Germans leave north, and only on 11 July PM. */
static bool north_is_open(const struct sal_play *p, int side) {
  return side == GER && S(p)->scenario == 2;
}

/* Commit, the postures, all weights that add up to six, and the modules. */
static void orders_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);

  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int k = 0; k < 3; k++)
    sal_list_add(l, sal_act(V_POSTURE, k, 0, 0));
  for (int a = 0; a <= 6; a++)
    for (int b = 0; a + b <= 6; b++)
      sal_list_add(l, sal_act(V_WEIGHT, a, b, 6 - a - b));
  if (north_is_open(p, side)) {
    sal_list_add(l, sal_act(V_EXIT, 0, 0, 0));
    sal_list_add(l, sal_act(V_EXIT, 1, 0, 0));
  }

  for (int i = 0; i < s->side[side].nrec; i++)
    if (may_name(p, side, i + 1, NULL))
      sal_list_add(l, sal_act(V_MODULE, i + 1, 0, 0));
  sp_list_wishes(p, side, l);
}

/* QB.1, CG13c, CG6: weights of six, the north edge on 11 July PM only, two modules at most. */
static bool orders_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  switch (a.verb) {
  case V_COMMIT:
  case V_POSTURE: return true;
  case V_WEIGHT: {
    int sum = number_of(a, 0) + number_of(a, 1) + number_of(a, 2);
    if (sum != 6)
      return sal_refuse(why, R_QB_1, "The weights of the three columns add up to 6.", 0, 0);
    return true;
  }
  case V_EXIT:
    if (!north_is_open(p, side))
      return sal_refuse(why, R_CG13c, "Only the Germans leave north, and only on 11 July PM.", 0,
                        0);
    return true;
  case V_MODULE: return may_name(p, side, number_of(a, 0), why);
  case V_MODE: return sp_may_wish(p, side, word_of(a, 0), why);
  default: return sp_not_here(p, why);
  }
}

/* The orders are opened when both sides have committed, and the battle begins. */
static void orders_apply(struct sal_play *p, int side, struct sal_action a) {
  struct side *d = &S(p)->side[side];

  if (a.verb == V_POSTURE)
    d->posture = (uint8_t)word_of(a, 0);
  if (a.verb == V_WEIGHT)
    for (int c = 0; c < COLUMNS; c++)
      d->weight[c] = (uint8_t)number_of(a, c);

  if (a.verb == V_EXIT)
    d->exit = (uint8_t)word_of(a, 0);
  if (a.verb == V_MODULE)
    S(p)->rec[side][number_of(a, 0) - 1].flags ^= R_NAMED;
  if (a.verb == V_MODE)
    sp_wish(p, side, word_of(a, 0));
  if (a.verb != V_COMMIT || !sal_commit(p, side))
    return;

  sal_pop(p);
  sal_reveal(p);
  /* Both wish for another sort of battle: this one does not begin (F25.1). */
  if (sp_agreed(p)) {
    sal_pop(p);
    sp_change_mode(p);
    return;
  }
  sp_forget_wishes(p);
  sal_tell(p, E_ORDERS, R_QB_1, SAL_EV(.n = {S(p)->side[GER].posture, S(p)->side[RUS].posture}));
  battle_begin(p);
}

/* Posture, and a weight more or less for each column: what it gains the heaviest other column
 * gives, what it loses the lightest takes. */
static void orders_form(const struct sal_play *p, int side, struct sal_json *j) {
  static const char *const cols[] = {"Order", "Now", NULL};
  static const char *const posture[] = {"Hold", "Press", "Assault"};
  static const char *const column[] = {"Reinforcements west", "Reinforcements centre",
                                       "Reinforcements east"};
  const struct side *d = &S(p)->side[side];

  if (!j)
    return;
  sal_form_open(j, "Orders", "QB.1", cols);
  sal_form_row(j, "QB.1");
  sal_form_cell(j, "Posture");
  sal_form_cell(j, "%s", posture[d->posture]);
  for (int k = 0; k < 3; k++)
    if (k != d->posture)
      sal_form_do(j, p->book, posture[k], sal_act(V_POSTURE, k, 0, 0), NULL);

  for (int c = 0; c < COLUMNS; c++) {
    int a = (c + 1) % COLUMNS;
    int b = (c + 2) % COLUMNS;
    int heavy = d->weight[a] >= d->weight[b] ? a : b;
    int lean = heavy == a ? b : a;

    sal_form_row(j, "QB.1");
    sal_form_cell(j, "%s", column[c]);
    sal_form_cell(j, "%d of 6 shares", d->weight[c]);

    for (int more = 1; more >= -1; more -= 2) {
      int w[COLUMNS] = {d->weight[0], d->weight[1], d->weight[2]};
      w[c] += more;
      w[more > 0 ? heavy : lean] -= more;
      bool possible = w[0] >= 0 && w[1] >= 0 && w[2] >= 0;
      if (possible)
        sal_form_do(j, p->book, more > 0 ? "More" : "Less", sal_act(V_WEIGHT, w[0], w[1], w[2]),
                    NULL);
    }
  }

  if (north_is_open(p, side)) {
    sal_form_row(j, "CG13c");
    sal_form_cell(j, "Leave by the north edge");
    sal_form_cell(j, "%s", d->exit ? "yes" : "no");
    sal_form_do(j, p->book, d->exit ? "No" : "Yes", sal_act(V_EXIT, !d->exit, 0, 0), NULL);
  }

  sal_form_close(j);
}

/* The orders as they stand, and the modules with their chits. */
static void orders_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const posture[] = {"hold the ground", "press on", "assault"};
  static const char *const cols[] = {"Line", "Module", "Chits left", "In use", NULL};
  const struct side *d = &S(p)->side[side];

  sal_prompt_say(
      out,
      "%s: orders for the battle, in secret: %s; of what enters %d {sixth/sixths} west, %d "
      "centre, %d east%s. Then commit.",
      side_title(side), posture[d->posture], d->weight[0], d->weight[1], d->weight[2],
      d->exit ? "; leaving by the north edge" : "");

  orders_form(p, side, out->forms);
  sal_form_open(out->forms, "Artillery to be used", "CG6", cols);

  for (int i = 0; out->forms && i < d->nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    bool in_use = r->flags & R_NAMED;
    struct sal_refusal why;

    if (!usable(p, side, i))
      continue;
    sal_form_row(out->forms, "CG6");
    sal_form_cell(out->forms, "%d", i + 1);
    sal_form_cell(out->forms, "%s", O(p)->group[side][r->group].title);
    sal_form_cell(out->forms, "%d black, %d red", r->black, r->red);
    sal_form_cell(out->forms, "%s", in_use ? "yes" : "no");

    struct sal_action a = sal_act(V_MODULE, i + 1, 0, 0);
    bool allowed = orders_check(p, side, a, &why);
    sal_form_do(out->forms, p->book, in_use ? "Leave out" : "Use", a, allowed ? NULL : &why);
  }

  sal_form_close(out->forms);
}

const struct sal_node sp_orders = {.id = "battle.orders",
                                   .rule = R_QB_1,
                                   .sealed = true,
                                   .list = orders_list,
                                   .check = orders_check,
                                   .apply = orders_apply,
                                   .prompt = orders_prompt};
