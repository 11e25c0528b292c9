/* reserves.c - chapter 15 and II.2: Soviet reserves, bought with victory points. Prices are kept in
 * halves of a point. */
#include "state.h"

/* In a reserve box, or inactive on the map (II.s3.6). */
static bool in_reserve(const struct sal_play *p, int u) {
  if (U(p, u)->box == B_FRONT) {
    return true;
  }
  if (U(p, u)->box == B_STAVKA) {
    return true;
  }

  return U(p, u)->at && U(p, u)->at < p->book->board.cells && U(p, u)->flags & INACTIVE;
}

/* The counter that stands for the whole formation: its first unit that waits. */
bool alea_leads(const struct sal_play *p, int u) {
  int form = I(p, u)->form;

  if (!form) {
    return true;
  }
  if (is_guns(p, u)) {
    return true;
  }
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int v = O(p)->ground[SAL_SOVIET][i];
    if (I(p, v)->form == form && in_reserve(p, v)) {
      return v == u;
    }
  }

  return false;
}

/* 15.2, II.2.2, II.2.4, in halves */
int alea_price(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  if (O(p)->scenario == PROKHOROVKA) {
    /* II.s4.5 */
    return 0;
  }
  if (i->form && !is_guns(p, u)) {
    return 10;
  }
  if (O(p)->south) {
    return 1;
  }
  return is_guns(p, u) ? 4 : 2;
}

/* The rule that names the price. */
int alea_price_rule(const struct sal_play *p, int u) {
  if (O(p)->scenario == PROKHOROVKA) {
    return R_II_s4_5;
  }
  if (!O(p)->south) {
    return R_15_2;
  }

  return U(p, u)->box == B_STAVKA ? R_II_2_2 : R_II_2_4;
}

/* The rule that only whole formations come. */
static int whole_rule(const struct sal_play *p) {
  if (O(p)->scenario == PROKHOROVKA) {
    return R_II_s4_5;
  }
  return O(p)->south ? R_II_2_2 : R_15_2;
}

/* 15.1, 15.2, II.2: from turn 2, whole formations, and STAVKA's only after the second line is
 * entered. */
static bool may_activate(const struct sal_play *p, int u, struct sal_refusal *why) {
  bool s4 = O(p)->scenario == PROKHOROVKA;

  if (side_of(p, u) != SAL_SOVIET || is_air(p, u) || !in_reserve(p, u)) {
    return sal_refuse(why, R_15_1, "{u0} is not in reserve.", u, 0);
  }
  if (!alea_leads(p, u)) {
    return sal_refuse(why, whole_rule(p), "{u0} comes only with its whole formation.", u, 0);
  }
  if (S(p)->head.turn < 2) {
    return sal_refuse(why, R_15_1, "Reserves may be activated from turn 2.", 0, 0);
  }
  if (!s4 && U(p, u)->box == B_STAVKA && !S(p)->line2) {
    return sal_refuse(why, R_II_2_1, "No supplied German unit has entered the second line yet.", 0,
                      0);
  }
  if (s4 && !I(p, u)->form && !S(p)->called) {
    return sal_refuse(why, R_II_s4_5, "{u0} comes only along with a formation activated now.", u,
                      0);
  }

  return true;
}

/* Asks nothing if nothing can be called. */
static bool rally_run(struct sal_play *p) {
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    if (may_activate(p, O(p)->ground[SAL_SOVIET][i], NULL)) {
      return false;
    }
  }
  sal_pop(p);
  return true;
}

/* Calling reserves is never required. */
static void rally_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;

  sal_list_add(l, alea_end(p));
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    if (may_activate(p, O(p)->ground[SAL_SOVIET][i], NULL)) {
      sal_list_add(l, sal_act(V_ACTIVATE, O(p)->ground[SAL_SOVIET][i], 0, 0));
    }
  }
}

/* 15.1: a formation or unit that is called, or the end of it. */
static bool rally_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  (void)side;

  if (a.verb == V_ACTIVATE) {
    return may_activate(p, unit_of(a), why);
  }

  return alea_ends(p, a, why);
}

/* On the map it wakes up; off the map it may enter in this turn. */
static void activate(struct sal_play *p, sal_unit u) {
  if (U(p, u)->at) {
    /* II.s3.6 */
    U(p, u)->flags &= (uint16_t)~INACTIVE;
  } else {
    U(p, u)->box = B_ACTIVE;
  }
}

/* How the event tells of a reserve and its price, in halves. */
static int activation(int price, bool formation) {
  if (!price) {
    return formation ? E_FORMATION_FREE : E_ACTIVATED_FREE;
  }
  if (price == 1) {
    return E_ACTIVATED_HALF;
  }
  return formation ? E_FORMATION : E_ACTIVATED;
}

/* The whole formation comes for one price. */
static void rally_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_unit u = unit_of(a);
  int price = alea_price(p, u);
  int rule = alea_price_rule(p, u);
  int form = is_guns(p, u) ? 0 : I(p, u)->form;

  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  S(p)->spent = (uint16_t)(S(p)->spent + price);
  if (form) {
    S(p)->called = 1;
  }
  for (int i = 0; form && i < O(p)->nground[SAL_SOVIET]; i++) {
    sal_unit v = O(p)->ground[SAL_SOVIET][i];
    if (I(p, v)->form == form && in_reserve(p, v)) {
      activate(p, v);
    }
  }
  if (!form) {
    activate(p, u);
  }
  sal_tell(p, activation(price, form), rule, SAL_EVU(u, .n = {(int16_t)(price / 2)}));
  if (I(p, u)->kind == ATF) {
    /* 15.4 */
    fronts_in(sal_push(p, N_FRONTS, side))->bought = 1;
  }
}

/* A form: one row a formation, with its price. */
static void rally_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Formation", "Price", NULL};
  struct sal_refusal why;

  sal_prompt_say(out, "%s: activate reserves, or end.", name_of(side));
  sal_form_open(out->forms, "Reserves", "15.1", cols);
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int u = O(p)->ground[SAL_SOVIET][i];
    int form = I(p, u)->form;
    if (!in_reserve(p, u)) {
      continue;
    }
    if (!alea_leads(p, u)) {
      continue;
    }
    struct sal_frac price = sal_lowest(alea_price(p, u), 2);
    sal_form_row(out->forms, sal_rule_id(p->book, alea_price_rule(p, u)));
    sal_form_cell(out->forms, "%s", form && !is_guns(p, u) ? O(p)->form_name[form] : label(p, u));
    if (price.den == 1) {
      sal_form_cell(out->forms, "%d", price.num);
    } else {
      sal_form_cell(out->forms, "%d/%d", price.num, price.den);
    }
    bool can = may_activate(p, u, &why);
    sal_form_do(out->forms, p->book, "Activate", sal_act(V_ACTIVATE, u, 0, 0), can ? NULL : &why);
  }
  sal_form_total(out->forms, "Points spent", sal_lowest(S(p)->spent, 2), "15.2");
  sal_form_close(out->forms);
}

const struct sal_node alea_rally = {.id = "rally.reserves",
                                    .rule = R_15_1,
                                    .run = rally_run,
                                    .list = rally_list,
                                    .check = rally_check,
                                    .apply = rally_apply,
                                    .prompt = rally_prompt};
