/* purchase.c - stalnie 2.7: buying Reinforcement Groups in secret (11.619).
 *
 * A purchase is one line of the record; until the side commits it can be returned. The manner of a
 * purchase says whether it sets up on the map, in reserve, dug in, or with what is bought on top
 * (aircraft earlier, registered hexes).
 */
#include "state.h"

#include <string.h>

/* 11.6194, 3.6; in halves */
int sp_price(const struct sal_play *p, int side, int group, int manner) {
  const struct group *g = &O(p)->group[side][group];

  switch (manner) {
  case NORTH: return g->price + g->north;
  case SOUTH: return g->price + g->south;
  /* 11.6194b */
  case RESERVE: return g->price - 2;
  case DUGIN: return g->dugin;    /* 11.6194d */
  case BONUS: return 6;           /* RG.b: 3 CPP */
  case REG1: return g->price + 2; /* RG.j */
  case REG2: return g->price + 4;
  default: return g->price;
  }
}

/* Line n of the record, from 1. */
struct rec *sp_line(const struct sal_play *p, int side, int n) {
  if (n >= 1 && n <= S(p)->side[side].nrec)
    return &S(p)->rec[side][n - 1];
  return NULL;
}

/* RG.attach: the module exists and has no helper of this kind yet. */
static bool module_free(const struct sal_play *p, int side, const struct group *g, int m) {
  const struct state *s = S(p);
  const struct rec *r = sp_line(p, side, m);

  if (!r)
    return false;
  if (r->flags & R_GONE)
    return false;
  if (!O(p)->group[side][r->group].calibre)
    return false;

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *a = &s->rec[side][i];
    /* one of each kind */
    if (!(a->flags & R_GONE) && a->attach == m && sal_eq(O(p)->group[side][a->group].id, g->id))
      return false;
  }

  return true;
}

/* The rule that keeps a side without a perimeter off the map: the first scenario has a separate
 * one. */
int sp_no_perimeter(const struct sal_play *p, int side) {
  if (side == GER && S(p)->scenario == 1)
    return R_11_5c;
  return R_11_60532;
}

/* 11.6194: the ways in which this group can be bought now. */
static bool manner_fits(const struct sal_play *p, int side, const struct group *g, int manner,
                        struct sal_refusal *why) {
  static const struct {
    int rule;
    const char *text;
  } never[MANNERS] = {[NORTH] = {R_11_6194a, "This group takes no on-map surcharge."},
                      [SOUTH] = {R_11_6194a, "This group takes no on-map surcharge."},
                      [RESERVE] = {R_11_6194b, "Only Infantry groups can be bought in reserve."},
                      [DUGIN] = {R_11_6194d, "This group cannot be dug in."},
                      [BONUS] = {R_RG_b, "Only aircraft can be paid to come earlier."},
                      [REG1] = {R_RG_j, "Only artillery modules have Pre-Registered hexes."},
                      [REG2] = {R_RG_j, "Only artillery modules have Pre-Registered hexes."}};
  const struct state *s = S(p);

  if (!(g->manners >> manner & 1))
    return sal_refuse(why, never[manner].rule, never[manner].text, 0, 0);
  if (manner == DUGIN && (s->dugin_used || s->scenario > 2))
    return sal_refuse(
        why, R_11_6194d,
        "One platoon in the campaign is dug in, and only before the first two scenarios.", 0, 0);

  if (manner != NORTH && manner != SOUTH && manner != DUGIN)
    return true;
  if (s->side[side].perimeter)
    return true;

  return sal_refuse(why, sp_no_perimeter(p, side),
                    "Without a perimeter on this Playing Area no group sets up on the map.", 0, 0);
}

/* O5 to O7 of the Germans serve a module and are bought for one. */
static bool attached(const struct group *g) {
  return g->cls == 'o' && !g->calibre;
}

/* The limits of a group that do not depend on the manner. */
static bool may_have(const struct sal_play *p, int side, int gi, struct sal_refusal *why) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  const struct group *g = &O(p)->group[side][gi];

  bool bare = sp_mode(p) == BY_FIELD && !sp_whole_battles(p);
  if (bare && g->cls == 'o')
    return sal_refuse(why, R_F25_1, "Battles on the board have no artillery in this game.", 0, 0);

  if (d->bought[gi] >= g->scenario_max)
    return sal_refuse(why, R_11_6195, "No more than {n0} of this group in a scenario.",
                      g->scenario_max, 0);

  if (d->ever[gi] >= g->campaign_max)
    return sal_refuse(why, R_11_6196, "No more than {n0} of this group in the campaign.",
                      g->campaign_max, 0);

  if (g->company && d->companies >= 2)
    return sal_refuse(why, R_11_6195, "Two Infantry companies have been bought.", 0, 0);

  bool july_12 = side == RUS && g->notes & NOTE_M;
  if (july_12 && s->scenario < 3)
    return sal_refuse(why, R_RG_m, "This group is available on July 12 only.", 0, 0);
  bool strong_armour = side == GER && g->cls == 'a' && !g->weak;
  if (strong_armour && s->scenario == 1)
    return sal_refuse(why, R_SSR_I2,
                      "In the first scenario no group of strong armour can be bought.", 0, 0);

  /* 11.61951: what was bought in this step is not in the sniper number yet. */
  if (!g->san)
    return true;
  int most = O(p)->san_max[s->scenario - 1][side];
  if (d->san + d->bought[gi] >= most)
    return sal_refuse(why, R_11_61951, "The sniper number is at its maximum of {n0}.", most, 0);

  return true;
}

/* 11.6197: the manner fits, a module is named if needed, and the points suffice. */
static bool may_pay(const struct sal_play *p, int side, int gi, int manner, int module,
                    struct sal_refusal *why) {
  const struct state *s = S(p);
  const struct group *g = &O(p)->group[side][gi];

  if (!manner_fits(p, side, g, manner, why))
    return false;
  bool bare = sp_mode(p) == BY_FIELD && !sp_whole_battles(p);
  if (bare && manner == RESERVE)
    return sal_refuse(why, R_F25_1, "Battles on the board have no Reserves in this game.", 0, 0);
  if (attached(g)) {
    if (!module_free(p, side, g, module))
      return sal_refuse(why, R_RG_attach,
                        "It must be assigned to an own module that has none of its kind.", 0, 0);
    const struct group *mg = &O(p)->group[side][s->rec[side][module - 1].group];

    if (g->notes & NOTE_M && (mg->rocket || mg->calibre < 100))
      return sal_refuse(why, R_RG_plane, "The plane serves a module of 100mm or more, not rockets.",
                        0, 0);
  } else if (module) {
    return sal_refuse(why, R_RG_attach, "This group is not assigned to a module.", 0, 0);
  }

  if (sp_price(p, side, gi, manner) > s->side[side].cpp)
    return sal_refuse(why, R_11_6197, "It costs more than the CPP left.", 0, 0);

  return true;
}

/* Every rule of 11.619 for one purchase. */
static bool may_buy(const struct sal_play *p, int side, int gi, int manner, int module,
                    struct sal_refusal *why) {
  if (gi == NOT_FOUND)
    return sal_refuse(why, R_11_6191_92, "This side has no such group.", 0, 0);
  if (!may_have(p, side, gi, why))
    return false;
  return may_pay(p, side, gi, manner, module, why);
}

/* A new line of the purchase record. */
struct rec *sp_add_rec(struct sal_play *p, int side, int group) {
  struct state *s = S(p);

  SAL_ASSERT(s->side[side].nrec < MAX_RECS);
  struct rec *r = &s->rec[side][s->side[side].nrec++];

  *r = (struct rec){.group = (uint8_t)group, .scenario = s->scenario, .hex = NOWHERE};
  /* CG6: the owner may choose a phone instead */
  if (O(p)->group[side][group].calibre)
    r->link = LINK_RADIO;
  return r;
}

/* The action that buys this group in this manner. */
static struct sal_action buy_act(const struct group *g, int manner, int module) {
  return sal_act(V_BUY, g->word, GROUP_WORDS + manner, module);
}

/* Groups first, then what can be returned, then radio or phone for new modules. */
static void buy_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  const struct own *o = O(p);

  for (int gi = 0; gi < o->ngroups[side]; gi++) {
    const struct group *g = &o->group[side][gi];

    if (!may_have(p, side, gi, NULL))
      continue;
    if (attached(g)) {
      for (int m = 1; m <= s->side[side].nrec; m++)
        if (may_pay(p, side, gi, PLAIN, m, NULL))
          sal_list_add(l, buy_act(g, PLAIN, m));
      continue;
    }

    for (int m = 0; m < MANNERS; m++)
      /* most have few */
      if (g->manners >> m & 1 && may_pay(p, side, gi, m, 0, NULL))
        sal_list_add(l, buy_act(g, m, 0));
  }

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];

    if (r->scenario != s->scenario || r->flags & R_OB)
      continue;
    bool carries = false;

    for (int k = 0; k < s->side[side].nrec; k++)
      carries |= s->rec[side][k].attach == i + 1;
    if (!carries)
      sal_list_add(l, sal_act(V_RETURN, i + 1, 0, 0));
  }

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];
    if (r->scenario == s->scenario && r->link)
      sal_list_add(l, sal_act(V_LINK, i + 1, r->link == LINK_RADIO, 0));
  }

  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* of this scenario, or NULL */
static const struct rec *new_line(const struct sal_play *p, int side, int n) {
  const struct rec *r = sp_line(p, side, n);
  if (r && r->scenario == S(p)->scenario)
    return r;
  return NULL;
}

/* 11.6197: only what was bought in this step can be returned, and not a module that something is
 * assigned to. */
static bool buy_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  const struct state *s = S(p);

  if (a.verb == V_COMMIT)
    return true;
  if (a.verb == V_BUY) {
    if (word_of(a, 1) < GROUP_WORDS)
      return sal_refuse(why, R_11_6191_92, "A purchase is a group and a manner.", 0, 0);
    return may_buy(p, side, sp_group_of_word(p, side, word_of(a, 0)), word_of(a, 1) - GROUP_WORDS,
                   number_of(a, 2), why);
  }

  const struct rec *r = new_line(p, side, number_of(a, 0));

  if (a.verb == V_RETURN) {
    if (!r || r->flags & R_OB)
      return sal_refuse(why, R_11_6197, "Line {n0} was not bought in this step.", number_of(a, 0),
                        0);

    for (int k = 0; k < s->side[side].nrec; k++)
      if (s->rec[side][k].attach == number_of(a, 0))
        return sal_refuse(why, R_RG_attach,
                          "Something is assigned to the module of line {n0}; return that first.",
                          number_of(a, 0), 0);

    return true;
  }

  if (a.verb != V_LINK)
    return sp_not_here(p, why);
  if (!r || !r->link)
    return sal_refuse(why, R_CG6, "Radio or phone is chosen for a module of this step.", 0, 0);
  if ((r->link == LINK_PHONE) == (word_of(a, 1) == 1))
    return sal_refuse(why, R_CG6, "The module has that already.", 0, 0);

  return true;
}

/* Enters a line in the counts, or takes it out again. */
static void book_purchase(struct sal_play *p, int side, const struct rec *r, int sign) {
  struct side *d = &S(p)->side[side];
  const struct group *g = &O(p)->group[side][r->group];

  d->cpp = (int16_t)(d->cpp - sign * r->price);
  d->bought[r->group] = (uint8_t)(d->bought[r->group] + sign);
  d->ever[r->group] = (uint8_t)(d->ever[r->group] + sign);
  if (g->company)
    d->companies = (uint8_t)(d->companies + sign);
  if (r->flags & R_DUGIN)
    S(p)->dugin_used = (uint8_t)(sign > 0);
}

/* C.3: in halves, "3.5" */
static void tell_cpp(struct sal_play *p, int side, int kind, int rule, int word) {
  int cpp = S(p)->side[side].cpp;
  sal_tell(p, kind, rule,
           SAL_EV(.n = {(int16_t)word, (int16_t)(cpp / 2), (int16_t)(W_HALF + cpp % 2)},
                  .seen = (uint8_t)only(side)));
}

/* Writes the line as its manner says: price, reserve, dug in, zone, registered hexes. */
static void buy(struct sal_play *p, int side, struct sal_action a) {
  int gi = sp_group_of_word(p, side, word_of(a, 0));
  int manner = word_of(a, 1) - GROUP_WORDS;
  struct rec *r = sp_add_rec(p, side, gi);

  r->price = (uint8_t)sp_price(p, side, gi, manner);
  r->attach = (uint8_t)number_of(a, 2);
  static const uint8_t flags[MANNERS] = {
      [RESERVE] = R_RESERVE, [DUGIN] = R_DUGIN, [BONUS] = R_BONUS};

  r->flags = flags[manner];
  if (manner == NORTH || manner == SOUTH)
    r->zone = (uint8_t)(manner == NORTH ? 1 : 2);
  if (manner == REG1 || manner == REG2)
    r->prereg = (uint8_t)(manner - REG1 + 1);
  book_purchase(p, side, r, 1);
  tell_cpp(p, side, E_BOUGHT, R_11_6194, word_of(a, 0));
}

/* Removes the line from the record; later lines move up, and assignments by number follow them. */
static void give_back(struct sal_play *p, int side, int n) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][n - 1];

  book_purchase(p, side, r, -1);
  int word = O(p)->group[side][r->group].word;

  memmove(r, r + 1, (size_t)(s->side[side].nrec - n) * sizeof *r);
  s->side[side].nrec--;
  s->rec[side][s->side[side].nrec] = (struct rec){0};
  for (int k = 0; k < s->side[side].nrec; k++)
    if (s->rec[side][k].attach > n)
      s->rec[side][k].attach--;
  tell_cpp(p, side, E_RETURNED, R_11_6197, word);
}

/* Buys, returns, chooses the link, or seals the side's purchases. */
static void buy_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_BUY)
    buy(p, side, a);
  else if (a.verb == V_RETURN)
    give_back(p, side, number_of(a, 0));
  else if (a.verb == V_LINK)
    S(p)->rec[side][number_of(a, 0) - 1].link = word_of(a, 1) ? LINK_PHONE : LINK_RADIO;
  else if (sal_commit(p, side))
    sal_pop(p);
}

/* ---- the form: every group with its price, what is left of it, and why it cannot be bought ----
 */

/* One row of the chart with a button for every manner, and the reason where it cannot be bought.
 */
static void buy_row(const struct sal_play *p, int side, int gi, struct sal_json *j) {
  static const char *const label[MANNERS] = {"Buy",          "On map, north", "On map, south",
                                             "Reserve",      "Dug in",        "Earlier",
                                             "1 registered", "2 registered"};
  const struct state *s = S(p);
  const struct group *g = &O(p)->group[side][gi];
  struct sal_refusal why;
  char price[12];

  sal_form_row(j, sal_rule_id(p->book, R_3_1));
  /* as the charts print it */
  sal_form_cell(j, "%c%s", g->cls - 'a' + 'A', g->id + 1);
  sal_form_cell(j, "%s", g->title);
  sp_halves_text(price, g->price);
  sal_form_cell(j, "%s", price);
  sal_form_cell(j, "%d of %d", s->side[side].bought[gi], g->scenario_max);
  sal_form_cell(j, "%d of %d", s->side[side].ever[gi], g->campaign_max);
  if (!attached(g)) {
    for (int m = 0; m < MANNERS; m++) {
      if (!manner_fits(p, side, g, m, NULL))
        continue;
      bool can = may_buy(p, side, gi, m, 0, &why);
      sal_form_do(j, p->book, label[m], buy_act(g, m, 0), can ? NULL : &why);
    }

    return;
  }

  bool any = false;

  for (int m = 1; m <= s->side[side].nrec; m++) {
    char text[40];
    if (!may_buy(p, side, gi, PLAIN, m, NULL))
      continue;
    sal_format(text, sizeof text, "For line %d", m);
    sal_form_do(j, p->book, text, buy_act(g, PLAIN, m), NULL);
    any = true;
  }

  if (!any && !may_buy(p, side, gi, PLAIN, 0, &why))
    sal_form_do(j, p->book, "Buy", buy_act(g, PLAIN, 0), &why);
}

/* What has been bought in this step, with buttons to return it. */
static void bought_form(const struct sal_play *p, int side, struct sal_json *j) {
  static const char *const cols[] = {"Line", "Group", "Price", "Manner", NULL};
  const struct state *s = S(p);

  sal_form_open(j, "Bought", "11.14", cols);

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];

    if (r->scenario != s->scenario)
      continue;
    char price[12];

    sp_halves_text(price, r->price);
    sal_form_row(j, "11.14");
    sal_form_cell(j, "%d", i + 1);
    sal_form_cell(j, "%s", O(p)->group[side][r->group].title);
    sal_form_cell(j, "%s", r->flags & R_OB ? "given" : price);
    sal_form_cell(j, "%s%s%s%s",
                  r->flags & R_RESERVE ? "reserve"
                  : r->flags & R_DUGIN ? "dug in"
                  : r->zone == 1       ? "north"
                  : r->zone == 2       ? "south"
                                       : "-",
                  r->prereg == 2 ? ", 2 registered"
                  : r->prereg    ? ", 1 registered"
                                 : "",
                  r->flags & R_BONUS ? ", earlier" : "",
                  r->link == LINK_PHONE ? ", phone"
                  : r->link             ? ", radio"
                                        : "");

    struct sal_refusal why;
    struct sal_action back = sal_act(V_RETURN, i + 1, 0, 0);

    if (!(r->flags & R_OB))
      sal_form_do(j, p->book, "Return", back, sal_check(p, side, back, &why) ? NULL : &why);
    if (r->link)
      sal_form_do(j, p->book, r->link == LINK_RADIO ? "Phone" : "Radio",
                  sal_act(V_LINK, i + 1, r->link == LINK_RADIO, 0), NULL);
  }

  sal_form_close(j);
}

/* The points left, their ledger, the charts and the lines bought. */
static void buy_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Group", "Type", "CPP", "This scenario", "Campaign", NULL};
  const struct state *s = S(p);
  const struct row *row = &s->side[side].row[s->scenario - 1];
  char left[12];

  sp_halves_text(left, s->side[side].cpp);
  sal_prompt_say(out, "%s: buy Reinforcement Groups in secret, then commit. %s CPP left.",
                 side_title(side), left);

  struct sal_card *c = sal_prompt_card(out);

  sal_card_start(c, SAL_CARD_LEDGER, R_C_3, "CPP");
  sal_card_add(c, 0, row->start, 2, R_11_6162, SAL_NOUNIT, "Start");
  if (row->repl)
    sal_card_add(c, 0, row->repl, 2, R_11_616, SAL_NOUNIT, "Replenished");
  int others = 0;

  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];

    if (r->scenario != s->scenario || !r->price)
      continue;
    if (c->nlines < SAL_CARD_LINES - 1)
      sal_card_add(c, 0, -r->price, 2, R_11_6194, SAL_NOUNIT, "%s",
                   O(p)->group[side][r->group].title);
    else
      others += r->price;
  }

  if (others)
    sal_card_add(c, 0, -others, 2, R_11_6194, SAL_NOUNIT, "all others, see the record");
  if (!out->forms)
    return;
  sal_form_open(out->forms,
                side == GER ? "German Reinforcement Groups" : "Soviet Reinforcement Groups",
                "11.619", cols);

  for (int gi = 0; gi < O(p)->ngroups[side]; gi++)
    buy_row(p, side, gi, out->forms);
  sal_form_total(out->forms, "CPP left", (struct sal_frac){s->side[side].cpp, 2}, "11.6197");
  sal_form_total(out->forms, "Companies", (struct sal_frac){s->side[side].companies, 1}, "11.6195");

  sal_form_close(out->forms);
  bought_form(p, side, out->forms);
}

const struct sal_node sp_buy = {.id = "purchase",
                                .rule = R_11_619,
                                .sealed = true,
                                .list = buy_list,
                                .check = buy_check,
                                .apply = buy_apply,
                                .prompt = buy_prompt};
