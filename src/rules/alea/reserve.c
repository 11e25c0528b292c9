/* reserve.c - chapters 14, 15, II.2 and II.4: reserves bought with victory points, and who has won.
 *
 * Points are kept in halves. What a side has scored is never stored: it is counted from the dead piles.
 */
#include "state.h"

static bool in_reserve(const struct sal_play *p, int u) { return U(p, u)->box == B_FRONT || U(p, u)->box == B_STAVKA || (U(p, u)->at && U(p, u)->at < p->book->board.cells && U(p, u)->flags & INACTIVE); }

/* The counter that stands for the whole formation: the first of it that waits. */
bool alea_leads(const struct sal_play *p, int u) {
  int form = I(p, u)->form;
  if (!form || is_guns(p, u)) return true;
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int v = O(p)->ground[SAL_SOVIET][i];
    if (I(p, v)->form == form && in_reserve(p, v)) return v == u;
  }
  return false;
}

int alea_price(const struct sal_play *p, int u) { /* 15.2, II.2.2, II.2.4, in halves */
  const struct unit_info *i = I(p, u);
  if (O(p)->scenario == PROKHOROVKA) return 0; /* II.s4.5 */
  if (i->form && !is_guns(p, u)) return 10;
  if (O(p)->south) return 1;
  return is_guns(p, u) ? 4 : 2;
}

int alea_price_rule(const struct sal_play *p, int u) {
  if (O(p)->scenario == PROKHOROVKA) return R_II_s4_5;
  if (!O(p)->south) return R_15_2;
  return U(p, u)->box == B_STAVKA ? R_II_2_2 : R_II_2_4;
}

static bool may_activate(const struct sal_play *p, int u, struct sal_refusal *why) {
  bool s4 = O(p)->scenario == PROKHOROVKA;
  if (side_of(p, u) != SAL_SOVIET || is_air(p, u) || !in_reserve(p, u)) return sal_refuse(why, R_15_1, "{u0} is not in reserve.", u, 0);
  if (!alea_leads(p, u)) return sal_refuse(why, R_15_2, "{u0} comes only with its whole formation.", u, 0);
  if (!s4 && S(p)->head.turn < 2) return sal_refuse(why, R_15_1, "Reserves may be activated from turn 2.", 0, 0);
  if (!s4 && U(p, u)->box == B_STAVKA && !S(p)->line2) return sal_refuse(why, R_II_2_1, "No supplied German unit has entered the second line yet.", 0, 0);
  if (s4 && !I(p, u)->form && !S(p)->called) return sal_refuse(why, R_II_s4_5, "{u0} comes only along with a formation activated now.", u, 0);
  return true;
}

static bool rally_run(struct sal_play *p) {
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++)
    if (may_activate(p, O(p)->ground[SAL_SOVIET][i], NULL)) return false;
  sal_pop(p);
  return true;
}

static void rally_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++)
    if (may_activate(p, O(p)->ground[SAL_SOVIET][i], NULL)) sal_list_add(l, sal_act(V_ACTIVATE, O(p)->ground[SAL_SOVIET][i], 0, 0));
}

static bool rally_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_ACTIVATE) return may_activate(p, a.x[0], why);
  return a.verb == V_DONE;
}

static void activate(struct sal_play *p, sal_unit u) {
  if (U(p, u)->at) U(p, u)->flags &= (uint16_t)~INACTIVE; /* II.s3.6 */
  else U(p, u)->box = B_ACTIVE;
}

static void rally_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = a.x[0];
  int price = alea_price(p, u), rule = alea_price_rule(p, u), form = is_guns(p, u) ? 0 : I(p, u)->form;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  S(p)->spent = (uint16_t)(S(p)->spent + price);
  if (form) S(p)->called = 1;
  for (int i = 0; form && i < O(p)->nground[SAL_SOVIET]; i++) {
    sal_unit v = O(p)->ground[SAL_SOVIET][i];
    if (I(p, v)->form == form && in_reserve(p, v)) activate(p, v);
  }
  if (!form) activate(p, u);
  sal_tell(p, E_ACTIVATED, rule, SAL_EVU(u, .n = {(int16_t)price}));
  if (I(p, u)->kind == ATF) sal_push(p, N_FRONTS, side)->x[0] = 1; /* 15.4 */
}

static void rally_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Formation", "Price", NULL};
  struct sal_refusal why;
  sal_prompt_say(out, "%s: activate reserves, or end.", name_of(side));
  sal_form_open(out->forms, "Reserves", "15.1", cols);
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int u = O(p)->ground[SAL_SOVIET][i], form = I(p, u)->form;
    if (!in_reserve(p, u) || !alea_leads(p, u)) continue;
    struct sal_frac price = sal_lowest(alea_price(p, u), 2);
    sal_form_row(out->forms, sal_rule_id(p->book, alea_price_rule(p, u)));
    sal_form_cell(out->forms, "%s", form && !is_guns(p, u) ? O(p)->form_name[form] : label(p, u));
    if (price.den == 1) sal_form_cell(out->forms, "%d", price.num);
    else sal_form_cell(out->forms, "%d/%d", price.num, price.den);
    bool can = may_activate(p, u, &why);
    sal_form_do(out->forms, p->book, "Activate", sal_act(V_ACTIVATE, u, 0, 0), can ? NULL : &why);
  }
  sal_form_total(out->forms, "Points spent", sal_lowest(S(p)->spent, 2), "15.2");
  sal_form_close(out->forms);
}

const struct sal_node alea_rally = {.id = "rally.reserves", .rule = R_15_1, .run = rally_run, .list = rally_list, .check = rally_check, .apply = rally_apply, .prompt = rally_prompt};

/* ---- 14, II.4 points ------------------------------------------------------------------------------------- */

int alea_points(const struct sal_play *p, int u) { /* of an eliminated unit to the other side, in halves */
  const struct unit_info *i = I(p, u);
  bool rides = i->kind == TANK || i->kind == AG || i->kind == MECH || i->kind == MOT;
  if (side_of(p, u) == SAL_GERMAN) {
    if (O(p)->south) return rides ? 4 : 2; /* II.4.1 */
    if (i->kind == HQ) return 4;           /* 14.2 */
    if (is_guns(p, u)) return 2;
    if (i->kind == PIO || i->steps == 1) return 1;
    return rides ? 4 : 2;
  }
  if (i->kind == TANK || i->kind == AG || i->kind == TRAIN) return 2;
  if (i->kind == INF || i->kind == MOT || i->kind == MECH) return 1;
  if (O(p)->south || i->kind == ATF) return 0; /* II.4.2 */
  return i->kind == HQ ? 2 : 1;                /* 14.3 */
}

static int exit_points(const struct sal_play *p) { /* 14.exit.1, II.4.3 */
  if (S(p)->early >= EXITS) return O(p)->south ? 40 : 60;
  return S(p)->exits >= EXITS ? (O(p)->south ? 20 : 30) : 0;
}

int alea_vp(const struct sal_play *p, int side) {
  int enemy = sal_enemy(side), v = side == SAL_GERMAN ? exit_points(p) : -S(p)->spent;
  for (int i = 0; i < O(p)->nground[enemy]; i++) {
    int u = O(p)->ground[enemy][i];
    if (U(p, u)->box == B_DEAD || U(p, u)->box == B_DEAD_S) v += alea_points(p, u);
  }
  return v;
}

int alea_goals(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < O(p)->ngoals; i++) n += held_by(p, side, O(p)->goal[i]);
  return n;
}

static bool all_called(const struct sal_play *p) { /* II.s4.6: every formation that waited */
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int u = O(p)->ground[SAL_SOVIET][i];
    if (U(p, u)->box == B_STAVKA && I(p, u)->form) return false;
  }
  return true;
}

static void by_points(const struct sal_play *p, struct sal_result *r) {
  int margin = alea_vp(p, SAL_GERMAN) - alea_vp(p, SAL_SOVIET); /* in halves */
  if (!O(p)->south) { /* 14.4 */
    r->rule = R_14_4;
    r->level = margin >= 60 ? "German operational victory" : margin >= 40 ? "German tactical victory" : "Soviet victory";
    r->winner = margin >= 40 ? SAL_GERMAN : SAL_SOVIET;
  } else { /* II.4.4 */
    r->rule = R_II_4_4;
    r->level = margin >= 40 ? "German operational victory" : margin >= 20 ? "German tactical victory" : margin >= 10 ? "Soviet tactical victory" : "Soviet operational victory";
    r->winner = margin >= 20 ? SAL_GERMAN : SAL_SOVIET;
  }
  r->margin = sal_lowest(margin, 2);
  sal_format(r->text, sizeof r->text, r->margin.den == 1 ? "The German is %d points ahead of the Soviet." : "The German is %d/2 points ahead of the Soviet.", r->margin.num);
}

static void by_places(const struct sal_play *p, struct sal_result *r) {
  int sc = O(p)->scenario, held = 0, more = 0, need;
  for (int i = 0; i < O(p)->ngoals; i++) *(sc == PANZERKEIL && i >= 6 ? &more : &held) += held_by(p, SAL_GERMAN, O(p)->goal[i]);
  if (sc == PANZERKEIL) {
    need = opt(p, O_S3PRICE) && S(p)->spent >= 30 ? 3 : 4; /* II.s3.9 */
    r->rule = need == 3 ? R_II_s3_9 : R_II_s3_8;
  } else if (sc == PROKHOROVKA) {
    need = all_called(p) ? 2 : 3;
    r->rule = R_II_s4_6;
  } else {
    need = 2; /* the lesson: any two of its places */
    r->rule = R_3_4;
  }
  bool won = held >= need;
  r->winner = won ? SAL_GERMAN : SAL_SOVIET;
  r->level = !won ? "Soviet tactical victory" : sc == PANZERKEIL && held == 6 && more == 2 ? "German operational victory" : "German tactical victory";
  r->margin = (struct sal_frac){held - need + (won ? 1 : 0), 1};
  sal_format(r->text, sizeof r->text, "The German holds %d of %d places, and %d are needed.", held, sc == PANZERKEIL ? 6 : O(p)->ngoals, need);
}

bool alea_score(const struct sal_play *p, struct sal_result *r) {
  if (!S(p)->head.over) return false;
  *r = (struct sal_result){.score = {sal_lowest(alea_vp(p, SAL_GERMAN), 2), sal_lowest(alea_vp(p, SAL_SOVIET), 2)}};
  if (O(p)->scenario == NORTH || O(p)->scenario == SOUTH) by_points(p, r);
  else by_places(p, r);
  return true;
}
