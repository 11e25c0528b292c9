/* table_mode.c - stalnie 6.1: table mode. The scenario is fought elsewhere; its outcome is entered
 * here.
 *
 * Either side may enter, the other confirms. Everything goes into drafts, so that nothing counts
 * and everything can be corrected until then. Until the entry begins, each side's secrets stay its
 * own; from then on both forces are known, since both players saw the table (C.7). Lines of the
 * Soviet purchase record are numbered from 101 here.
 */
#include "state.h"

#include <string.h>

const char *const sp_side_word[] = {"german", "soviet", NULL};
const char *const sp_fate_word[] = {"none",   "ok",    "eliminated", "captured", "exited",
                                    "offmap", "north", "passed",     NULL};
const char *const sp_state_word[] = {
    "ok",        "broken",    "wounded",       "stunned",  "recall",   "immobilized", "bogged",
    "abandoned", "encircled", "malfunctioned", "disabled", "shortage", "fanatic",     "heroic",
    "upper",     "ground",    "hidden",        "cover",    NULL};
const char *const sp_becomes_word[] = {"658", "838", "348", "338", "458", "628",  "447",  "527",
                                       "426", "248", "328", "237", "227", "226",  "228",  "6+1",
                                       "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3", NULL};
const char *const sp_board_word[] = {"16", "17", "33", "18", "2",      "19",     "13", "24",
                                     "X",  "10", "21", "12", "german", "soviet", NULL};
const char *const sp_new_word[] = {"crew", "half", "hero", "leader", NULL};
enum { NEW_CREW, NEW_HALF, NEW_HERO, NEW_LEADER, NEW_KINDS };
const char *const sp_weapon_word[] = {"lmg", "mmg", "atr", "ft", "dc", "mtr50", NULL};
const char *const sp_burnt_word[] = {"rubble", "shellholes", "gutted", "leafless",
                                     "wreck",  "blaze",      NULL};
const char *const sp_fort_state[] = {"ok", "removed", "revealed", NULL};

enum { MOST_POINTS = 999, MOST_SNIPERS = 6 };
enum { HANDED_OVER = 6 };    /* the edition in which an entry sent back changes hands */
enum { SOVIET_LINES = 100 }; /* what is added to the number of a Soviet line */

/* ---- small searches --------------------------------------------------------------------- */

/* The type with that id; 0 none. */
int sp_type_named(const struct sal_play *p, const char *id) {
  for (int t = 1; t < O(p)->ntypes; t++)
    if (sal_eq(O(p)->type[t].id, id))
      return t;
  return 0;
}

/* The work with that id. */
struct fort *sp_fort_of(const struct sal_play *p, int id) {
  for (int i = 0; i < S(p)->nfort; i++)
    if (S(p)->fort[i].id == id)
      return &S(p)->fort[i];
  return NULL;
}

/* A unit that has a line in the record. */
static bool entered(const struct sal_play *p, int u) {
  int where = S(p)->unit[u].where;
  bool appeared_in_play = where == NONE && S(p)->draft[u].fate != FATE_NONE;

  return in_force(where) || appeared_in_play;
}

/* A line of either record: the Soviet ones are numbered from 101. */
static struct rec *line_rec(const struct sal_play *p, int n, int *whose) {
  bool soviet = n > SOVIET_LINES;
  *whose = soviet ? RUS : GER;
  int line = soviet ? n - SOVIET_LINES : n;

  struct rec *r = sp_line(p, *whose, line);
  if (!r || r->flags & R_GONE)
    return NULL;
  return r;
}

/* The line if it is an artillery module. */
static const struct rec *module_line(const struct sal_play *p, int n) {
  int whose;
  const struct rec *r = line_rec(p, n, &whose);
  if (r && O(p)->group[whose][r->group].calibre)
    return r;
  return NULL;
}

/* Is it a building or bridge Victory Location of that board that still stands, or one of its hills
 * (V7)? */
static bool counts_on_board(const struct sal_play *p, int i, int board, bool hill) {
  const struct vl *v = &O(p)->vl[i];

  if (v->board != board)
    return false;
  if ((v->kind == VL_HILL) != hill)
    return false;
  return !(S(p)->vl[i] & VB_GONE);
}

/* How many of them a board has. */
static int board_locations(const struct sal_play *p, int board, bool hill) {
  int n = 0;
  for (int i = 0; i < O(p)->nvl; i++)
    if (counts_on_board(p, i, board, hill))
      n++;
  return n;
}

/* Writes down whose it is now. */
void sp_draft_vl(struct state *s, int i, bool german) {
  uint8_t others = s->vl[i] & (uint8_t)~VB_DRAFT;
  s->vl[i] = (uint8_t)(others | (german ? VB_DRAFT : 0));
}

/* ---- units that appear in play ---------------------------------------------------------- */

static const uint8_t new_pool[NEW_KINDS] = {POOL_CREW, POOL_HALF, POOL_HERO, POOL_LEADER};

/* A counter that is neither in the game nor in a draft. */
static int spare_counter(const struct sal_play *p, int side, int pool) {
  for (int i = 0; i < O(p)->pool_n[side][pool]; i++) {
    int u = O(p)->pool_first[side][pool] + i;
    bool in_game = S(p)->unit[u].where != NONE;
    bool drafted = S(p)->draft[u].fate != FATE_NONE;
    if (!in_game && !drafted)
      return u;
  }
  return NOT_FOUND;
}

/* A new counter needs a unit it can come from. */
static bool comes_from(const struct sal_play *p, int kind, int u) {
  const struct draft *d = &S(p)->draft[u];
  int cls = type_of(p, u)->cls;

  switch (kind) {
  case NEW_CREW: {
    /* its driver is no counter */
    bool truck = type_of(p, u)->flags & T_TRUCK;
    bool left = d->fate == FATE_ELIMINATED || d->flags & U_ABANDONED;
    return cls == VEHICLE && !truck && left;
  }
  case NEW_HALF: return cls == SQUAD && O(p)->type[d->type].cls == HALF;
  default: return is_mmc(cls);
  }
}

/* V3: a crew comes from a lost or abandoned vehicle, a half from a reduced squad, a hero or leader
 * from an MMC, as long as there are counters. */
static bool may_appear(const struct sal_play *p, int kind, int u, struct sal_refusal *why) {
  if (!in_force(S(p)->unit[u].where))
    return sal_refuse(why, R_V3, "{u0} is not in the roster.", u, 0);
  if (!comes_from(p, kind, u))
    return sal_refuse(why, R_V3, "Nothing of that sort comes from {u0}.", u, 0);
  if (spare_counter(p, side_of(p, u), new_pool[kind]) == NOT_FOUND)
    return sal_refuse(why, R_V3, "There is no counter left for it.", 0, 0);
  return true;
}

/* What a new counter is. */
static int new_type(const struct sal_play *p, int kind, int from) {
  switch (kind) {
  case NEW_CREW: return sp_crew_type(p, S(p)->unit[from].type);
  case NEW_HALF: return S(p)->draft[from].type;
  /* an 8-0, until the entry says otherwise */
  case NEW_LEADER: return O(p)->grade[2];
  default: return O(p)->hero;
  }
}

/* Drafts a counter from the pool beside the unit it comes from. */
static void appear(struct sal_play *p, int kind, int from) {
  struct state *s = S(p);
  int u = spare_counter(p, side_of(p, from), new_pool[kind]);

  s->draft[u] = (struct draft){.flags = kind == NEW_CREW ? U_VEHICLE_CREW : 0,
                               .at = s->draft[from].at,
                               .fate = FATE_OK,
                               .type = (uint8_t)new_type(p, kind, from),
                               .column = COLUMNS};
  sal_tell(p, E_HERO, R_6_1, SAL_EVUU(u, from, .n = {(int16_t)(kind == NEW_CREW)}));
}

/* ---- the record: what concerns no single unit ------------------------------------------- */

/* V12: that many of a line's weapons are broken down or lost. */
static bool weapon_check(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  int whose;
  int line = number_of(a, 0);
  int weapon = word_of(a, 1);
  const struct rec *r = line_rec(p, line, &whose);

  if (!r || !r->sw[weapon])
    return sal_refuse(why, R_V12, "Line {n0} has no weapon of that sort.", line, 0);

  /* A weapon is either broken down or lost, so the two counts share what the line has. */
  int other = a.verb == V_LOSE ? r->bad[weapon] : r->gone[weapon];
  if (number_of(a, 2) + other > r->sw[weapon])
    return sal_refuse(why, R_V12, "Line {n0} does not have that many of that weapon.", line, 0);

  return true;
}

/* A weapon changes over to another company of the side. */
static bool hand_check(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  int whose;
  int line = number_of(a, 0);
  int weapon = word_of(a, 1);
  const struct rec *r = line_rec(p, line, &whose);

  bool has_one = r && r->bad[weapon] + r->gone[weapon] < r->sw[weapon];
  if (!has_one)
    return sal_refuse(why, R_V12, "Line {n0} has no weapon of that sort to hand over.", line, 0);

  int whose_else;
  const struct rec *to = line_rec(p, number_of(a, 2), &whose_else);
  bool company = to && O(p)->group[whose_else][to->group].company;
  bool another_of_side = whose_else == whose && to != r;
  if (!company || !another_of_side)
    return sal_refuse(why, R_V12, "Another company of that side must take the weapon over.", 0, 0);

  return true;
}

/* V9: chits are drawn, never put back. */
static bool oba_check(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  const struct rec *r = module_line(p, number_of(a, 0));
  if (!r)
    return sal_refuse(why, R_V9, "Line {n0} is not a module.", number_of(a, 0), 0);

  int black = number_of(a, 1);
  int red = number_of(a, 2);
  if (black > r->black || red > r->red)
    return sal_refuse(why, R_V9, "The draw pile never grows.", 0, 0);
  return true;
}

/* V7: how many Victory Locations of a board in play a side holds. */
static bool vlcount_check(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  int board = word_of(a, 0);
  bool hills = a.verb == V_HILLS;
  bool is_board = board < MAX_BOARDS;
  /* The two sides follow the boards in the same list of words. */
  bool is_side = word_of(a, 1) >= MAX_BOARDS;

  if (!is_board || !is_side)
    return sal_refuse(why, R_V7, "A board and a side are wanted.", 0, 0);
  if (O(p)->small)
    return sal_refuse(why, R_V7, "This map has no board plan.", 0, 0);
  if (hills && !sp_printed(p))
    return sal_refuse(why, R_11_2f, "Level 2 hills are decided by the perimeter.", 0, 0);

  /* CG1a: two rows of boards are in play. */
  int lowest = sp_pa_low(p) / ALONG + 1;
  int row = O(p)->board[board].row;
  if (row != lowest && row != lowest + 1)
    return sal_refuse(why, R_V7, "That board is not in play.", 0, 0);

  int most = board_locations(p, board, hills);
  if (number_of(a, 2) > most)
    return sal_refuse(why, R_V7, "That board has only {n0} of them.", most, 0);

  return true;
}

/* How many factors a field of A-T mines has; 0: it is not one. */
static int at_factors(const struct fort *f) {
  if (f->kind < FORT_AT1 || f->kind > FORT_AT5)
    return 0;
  return f->kind - FORT_AT1 + 1;
}

/* A work by its id; A-T mines may have lost factors (11.621c). */
static bool work_check(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  int id = number_of(a, 0);
  const struct fort *f = sp_fort_of(p, id);

  if (!f)
    return sal_refuse(why, R_V12, "There is no work F{n0}.", id, 0);
  if (a.verb == V_FORTSTATE)
    return true;

  int factors = at_factors(f);
  if (!factors)
    return sal_refuse(why, R_11_621c, "F{n0} is no field of A-T mines.", id, 0);
  if (number_of(a, 1) > factors)
    return sal_refuse(why, R_11_621c, "F{n0} does not have that many factors.", id, 0);

  return true;
}

/* CG4: a scenario can end after Turn 7, 8 or 9. */
static bool can_end(int turn) {
  return turn >= FIRST_END && turn <= LAST_END;
}

/* Entries that are only a number within bounds. */
static bool figure_check(struct sal_action a, struct sal_refusal *why) {
  switch (a.verb) {
  case V_TURNS:
    if (!can_end(number_of(a, 0)))
      return sal_refuse(why, R_V2, "A scenario lasts 7 to 9 turns.", 0, 0);
    return true;
  case V_ENDDIE:
    if (!can_end(number_of(a, 0)) || number_of(a, 1) > 6)
      return sal_refuse(why, R_V2, "A Game End dr belongs to Turn 7, 8 or 9.", 0, 0);
    return true;
  case V_NORTHVP:
    if (number_of(a, 0) > MOST_POINTS)
      return sal_refuse(why, R_V5, "Points are 0 to 999.", 0, 0);
    return true;
  case V_SNIPER:
    if (number_of(a, 1) > MOST_SNIPERS)
      return sal_refuse(why, R_6_1, "No more than 6 snipers are lost.", 0, 0);
    return true;
  default: /* points inflicted, points by exits */
    if (number_of(a, 1) > MOST_POINTS)
      return sal_refuse(why, R_V6, "Casualty points are 0 to 999.", 0, 0);
    return true;
  }
}

/* C.7: before the entry begins nothing of it can be said, because that would tell secrets. */
static bool result_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_OPEN) {
    if (S(p)->claim.opened)
      return sal_refuse(why, R_6_1, "The entry has begun.", 0, 0);
    return true;
  }

  /* Another sort of battle is agreed on before anything is known of this one (F25.1). */
  if (a.verb == V_MODE && !S(p)->claim.opened)
    return sp_may_wish(p, side, word_of(a, 0), why);

  if (!S(p)->claim.opened)
    return sal_refuse(why, R_C_7,
                      "Begin the entry first (open): from then on both forces are known.", 0, 0);

  switch (a.verb) {
  case V_PICK:
    if (!entered(p, unit_of(a)))
      return sal_refuse(why, R_V3, "{u0} is not in the roster.", unit_of(a), 0);
    return true;
  case V_AUTO:
  case V_CANCEL:
  case V_CONTROL: return true;
  case V_BURN:
    if (S(p)->nburnt >= MAX_BURNT)
      return sal_refuse(why, R_6_1, "No more terrain can be changed.", 0, 0);
    return true;
  case V_TURNS:
  case V_ENDDIE:
  case V_CVP:
  case V_CVPEXIT:
  case V_NORTHVP:
  case V_SNIPER: return figure_check(a, why);
  case V_WEAPON:
  case V_LOSE: return weapon_check(p, a, why);
  case V_HAND: return hand_check(p, a, why);
  case V_OBA: return oba_check(p, a, why);
  case V_MODULE:
    if (!module_line(p, number_of(a, 0)))
      return sal_refuse(why, R_V9, "Line {n0} is not a module.", number_of(a, 0), 0);
    return true;
  case V_VLCOUNT:
  case V_HILLS: return vlcount_check(p, a, why);
  case V_FORTSTATE:
  case V_FACTORS: return work_check(p, a, why);
  case V_CREW: return may_appear(p, word_of(a, 0), second_unit_of(a), why);
  case V_SUBMIT: return sp_result_valid(p, why);
  default: return sp_not_here(p, why);
  }
}

/* Every unit that has a line in the record can be corrected. */
static void list_units(const struct sal_play *p, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (entered(p, u))
      sal_list_add(l, sal_act(V_PICK, u, 0, 0));
}

/* Numbers of a weapon's count that pass, and the companies that could take one over. */
static void list_weapon(const struct sal_play *p, int n, int w, const struct rec *r,
                        struct sal_list *l) {
  for (int b = 0; b + r->gone[w] <= r->sw[w]; b++)
    sal_list_add(l, sal_act(V_WEAPON, n, w, b));
  for (int b = 0; b + r->bad[w] <= r->sw[w]; b++)
    sal_list_add(l, sal_act(V_LOSE, n, w, b));

  /* Only a company of the same side takes over a weapon. */
  int first = n > SOVIET_LINES ? SOVIET_LINES + 1 : 1;
  for (int to = first; to < first + MAX_RECS; to++)
    if (hand_check(p, sal_act(V_HAND, n, w, to), NULL))
      sal_list_add(l, sal_act(V_HAND, n, w, to));
}

/* Weapons and artillery of a purchase record; Soviet lines are numbered from 101. */
static void list_lines(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    int n = i + 1 + (side == RUS ? SOVIET_LINES : 0);

    if (r->flags & R_GONE)
      continue;
    for (int w = 0; w < SW; w++)
      if (r->sw[w])
        list_weapon(p, n, w, r, l);
    if (!O(p)->group[side][r->group].calibre)
      continue;

    sal_list_add(l, sal_act(V_MODULE, n, 0, 0));
    for (int b = 0; b <= r->black; b++)
      for (int d = 0; d <= r->red; d++)
        sal_list_add(l, sal_act(V_OBA, n, b, d));
  }
}

/* V7: each board in play, for either side. */
static void list_boards(const struct sal_play *p, struct sal_list *l) {
  static const uint8_t verbs[] = {V_VLCOUNT, V_HILLS};

  for (int v = 0; v < 2; v++)
    for (int b = 0; b < MAX_BOARDS; b++)
      for (int k = 0; k < 2; k++) {
        struct sal_action a = sal_act(verbs[v], b, MAX_BOARDS + k, 0);
        bool any = board_locations(p, b, verbs[v] == V_HILLS) > 0;
        if (any && vlcount_check(p, a, NULL))
          /* or another number: see sp_offer */
          sal_list_add(l, a);
      }
}

/* What became of the works. */
static void list_works(const struct sal_play *p, struct sal_list *l) {
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    int factors = at_factors(f);

    for (int k = 0; sp_fort_state[k]; k++)
      sal_list_add(l, sal_act(V_FORTSTATE, f->id, k, 0));
    if (!factors)
      continue;
    for (int n = 0; n <= factors; n++)
      sal_list_add(l, sal_act(V_FACTORS, f->id, n, 0));
  }
}

/* Turns, casualties, dice and points, each with the figure that the drafts suggest. */
static void list_figures(const struct sal_play *p, struct sal_list *l) {
  const struct claim *c = &S(p)->claim;

  for (int k = 0; k < 2; k++) {
    sal_list_add(l, sal_act(V_CONTROL, k, 0, 0));
    /* or another number: see sp_offer */
    sal_list_add(l, sal_act(V_CVP, k, sp_draft_cvp(p, !k), 0));
    sal_list_add(l, sal_act(V_CVPEXIT, k, c->exit[k], 0));
    for (int n = 0; n <= MOST_SNIPERS; n++)
      sal_list_add(l, sal_act(V_SNIPER, k, n, 0));
  }

  for (int t = FIRST_END; t <= LAST_END; t++) {
    sal_list_add(l, sal_act(V_TURNS, t, 0, 0));
    for (int die = 0; die <= 6; die++)
      sal_list_add(l, sal_act(V_ENDDIE, t, die, 0));
  }
  sal_list_add(l, sal_act(V_NORTHVP, c->north_vp, 0, 0));
}

/* Every entry that may be made now. Numbers that can be anything are offered once, to be typed. */
static void result_list(const struct sal_play *p, int side, struct sal_list *l) {
  if (!S(p)->claim.opened) {
    sal_list_add(l, sal_act(V_OPEN, 0, 0, 0));
    sp_list_wishes(p, side, l);
    return;
  }

  list_units(p, l);
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  list_figures(p, l);
  for (int k = 0; k < 2; k++)
    list_lines(p, k, l);

  bool room_for_burnt = S(p)->nburnt < MAX_BURNT;
  for (int k = 0; room_for_burnt && k < BURNTS; k++)
    sal_list_add(l, sal_act(V_BURN, k, 0, 0));
  list_boards(p, l);
  list_works(p, l);

  for (int u = 0; u < p->book->ncounters; u++)
    for (int k = 0; k < NEW_KINDS; k++)
      if (may_appear(p, k, u, NULL))
        sal_list_add(l, sal_act(V_CREW, k, u, 0));

  /* V1 to V12 hold only of a whole record. */
  if (sp_result_valid(p, NULL))
    sal_list_add(l, sal_act(V_SUBMIT, 0, 0, 0));
}

/* V7 with `count`: the Victory Locations of a board from the owner's own edge inwards; the rest is
 * the other side's. */
static void count_vl(struct sal_play *p, int board, int side, int n, bool hills) {
  struct state *s = S(p);
  int total = board_locations(p, board, hills);
  int k = 0;

  for (int i = 0; i < O(p)->nvl; i++) {
    if (!counts_on_board(p, i, board, hills))
      continue;
    /* The list runs from the south, where the German edge is. */
    int of_german = side == GER ? n : total - n;
    sp_draft_vl(s, i, k < of_german);
    k++;
  }
}

/* auto: a unit without a line stayed where it was; side edges by 5.3. */
static void fill_in(struct sal_play *p) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &s->draft[u];
    int where = s->unit[u].where;

    if (d->fate != FATE_NONE || !in_force(where))
      continue;
    d->fate = where == MAP ? FATE_OK : FATE_OFFMAP;
  }
  sp_edges(p);
}

/* C.7: the entry begins, and with it everything on the table is known to both. */
static void open_entry(struct sal_play *p) {
  struct state *s = S(p);

  s->claim.opened = 1;
  for (int u = 0; u < p->book->ncounters; u++)
    if (in_force(s->unit[u].where))
      s->unit[u].flags |= U_KNOWN;

  sp_veil(p);
  sal_reveal(p);
}

/* 6.1: the draft is emptied. What the players have seen stays seen. */
static void cancel_entry(struct sal_play *p) {
  sp_draft_clear(p);
  S(p)->claim.opened = 1;
}

/* Broken, lost or handed over, by line. */
static void enter_weapon(struct sal_play *p, struct sal_action a) {
  int whose;
  int weapon = word_of(a, 1);
  struct rec *r = line_rec(p, number_of(a, 0), &whose);

  if (a.verb == V_WEAPON)
    r->bad[weapon] = (uint8_t)number_of(a, 2);
  if (a.verb == V_LOSE)
    r->gone[weapon] = (uint8_t)number_of(a, 2);
  if (a.verb != V_HAND)
    return;

  /* V12: a weapon that is handed over leaves one line and joins the other. */
  r->gone[weapon]++;
  line_rec(p, number_of(a, 2), &whose)->got[weapon]++;
}

/* Chits left in a module that was used. */
static void enter_chits(struct sal_play *p, struct sal_action a) {
  int whose;
  struct rec *r = line_rec(p, number_of(a, 0), &whose);
  r->draft_black = (uint8_t)number_of(a, 1);
  r->draft_red = (uint8_t)number_of(a, 2);
  r->flags |= R_USED;
}

/* Figures of the claim. */
static void enter_figure(struct sal_play *p, struct sal_action a) {
  struct claim *c = &S(p)->claim;
  switch (a.verb) {
  case V_TURNS: c->turns = (uint8_t)number_of(a, 0); break;
  case V_ENDDIE:
    S(p)->battle.end_die[number_of(a, 0) - FIRST_END] = (uint8_t)number_of(a, 1);
    break;
  case V_CVP: c->cvp[word_of(a, 0)] = (int16_t)number_of(a, 1); break;
  case V_CVPEXIT: c->exit[word_of(a, 0)] = (int16_t)number_of(a, 1); break;
  case V_NORTHVP: c->north_vp = (uint16_t)number_of(a, 0); break;
  default: c->sniper[word_of(a, 0)] = (uint8_t)number_of(a, 1); break;
  }
}

/* F25.1: at a table nothing is sealed: the second side that says the same changes the battle. */
static void wish_openly(struct sal_play *p, int side, int mode) {
  sp_wish(p, side, mode);
  sal_tell(p, E_WISH, R_F25_1, SAL_EV(.n = {(int16_t)mode, (int16_t)side}));
  if (!sp_agreed(p))
    return;
  sal_pop(p);
  sp_change_mode(p);
}

/* Writes one entry into the drafts. */
static void result_apply(struct sal_play *p, int side, struct sal_action a) {
  int whose;
  switch (a.verb) {
  case V_OPEN:
    sp_forget_wishes(p);
    open_entry(p);
    break;
  case V_MODE: wish_openly(p, side, word_of(a, 0)); break;
  case V_PICK: entering_in(sal_push(p, N_ENTRY, side))->unit = (uint16_t)(unit_of(a) + 1); break;
  case V_AUTO: fill_in(p); break;
  case V_CANCEL: cancel_entry(p); break;
  case V_CONTROL: grounds_in(sal_push(p, N_GROUND, side))->side = (uint16_t)word_of(a, 0); break;
  case V_BURN:
    grounds_in(sal_push(p, N_GROUND, side))->burnt = (uint16_t)(word_of(a, 0) + 1);
    break;
  case V_WEAPON:
  case V_LOSE:
  case V_HAND: enter_weapon(p, a); break;
  case V_MODULE: line_rec(p, number_of(a, 0), &whose)->flags ^= R_USED; break;
  case V_OBA: enter_chits(p, a); break;
  case V_VLCOUNT:
  case V_HILLS:
    count_vl(p, word_of(a, 0), word_of(a, 1) - MAX_BOARDS, number_of(a, 2), a.verb == V_HILLS);
    break;
  case V_FORTSTATE: sp_fort_of(p, number_of(a, 0))->fate = (uint8_t)word_of(a, 1); break;
  case V_FACTORS: sp_fort_of(p, number_of(a, 0))->factors = (uint8_t)(number_of(a, 1) + 1); break;
  case V_CREW: appear(p, word_of(a, 0), second_unit_of(a)); break;
  case V_SUBMIT:
    S(p)->claim.by = (uint8_t)(side + 1);
    sal_goto(p, N_CONFIRM, sal_enemy(side));
    break;
  default: enter_figure(p, a); break;
  }
}

/* Either player may write the result, but an entry that was sent back is for the one who sent it
 * back: otherwise an opponent who answers at once, as the computer does, could write it again and
 * again. (Before edition 6 both could.) */
static uint32_t result_actors(const struct sal_play *p) {
  const struct claim *c = &S(p)->claim;
  bool sent_back = c->opened && c->by && p->book->edition >= HANDED_OVER;

  return sent_back ? 1u << (c->by - 1) : SAL_BOTH;
}

/* V3: units whose fate has not been entered. */
static int without_fate(const struct sal_play *p) {
  int missing = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    bool no_fate = S(p)->draft[u].fate == FATE_NONE;
    if (no_fate && in_force(S(p)->unit[u].where))
      missing++;
  }

  return missing;
}

/* The form of the result, with what still keeps it from being submitted. */
static void result_form(const struct sal_play *p, int missing, struct sal_json *j) {
  static const char *const cols[] = {"Entry", "Value", NULL};
  static const char *const turns[] = {"7", "8", "9"};
  const struct state *s = S(p);
  struct sal_refusal why = {0};

  sal_form_open(j, "Result", "6.1", cols);
  sal_form_row(j, "V2");
  sal_form_cell(j, "Turns");
  sal_form_cell(j, "%d", s->claim.turns);
  for (int t = FIRST_END; t <= LAST_END; t++)
    sal_form_do(j, p->book, turns[t - FIRST_END], sal_act(V_TURNS, t, 0, 0), NULL);

  for (int k = 0; k < 2; k++) {
    int sum = sp_draft_cvp(p, !k);
    sal_form_row(j, "V6");
    sal_form_cell(j, "CVP inflicted by the %s side", side_title(k));
    sal_form_cell(j, "%d entered, %d by the fates", s->claim.cvp[k], sum);
    sal_form_do(j, p->book, "Take the sum", sal_act(V_CVP, k, sum, 0), NULL);
  }

  bool good = sp_result_valid(p, &why);
  sal_form_row(j, "6.1");
  sal_form_cell(j, "Check");
  sal_form_cell(j, "%s", good ? "complete" : "not complete");
  sal_form_do(j, p->book, "Submit", sal_act(V_SUBMIT, 0, 0, 0), good ? NULL : &why);
  sal_form_total(j, "Units without fate", (struct sal_frac){missing, 1}, "V3");
  sal_form_close(j);
}

/* How much is still missing, what looks odd, and the first thing that is wrong. */
static void result_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int missing = without_fate(p);

  if (!S(p)->claim.opened) {
    sal_prompt_say(out,
                   "%s: fight scenario %d on the table, by the briefing among the records. Then "
                   "begin to enter its result: from then on both sides see both forces.",
                   side_title(side), S(p)->scenario);
    return;
  }

  sal_prompt_say(out,
                 "%s: enter the result of scenario %d. %d {unit has/units have} no fate yet; auto "
                 "leaves them where they were. Then submit.",
                 side_title(side), S(p)->scenario, missing);
  out->document = "result";

  int crowd = sp_overstacked(p);
  if (crowd != NOT_FOUND)
    sal_prompt_owe(out, R_CG8, SAL_AT_HEX, O(p)->cell[crowd],
                   "%s holds more than CG8 allows; only a warning, as the table decides",
                   p->book->board.name[O(p)->cell[crowd]]);

  if (out->forms)
    result_form(p, missing, out->forms);
}

const struct sal_node sp_result = {.id = "result",
                                   .rule = R_6_1,
                                   .actors = result_actors,
                                   .list = result_list,
                                   .check = result_check,
                                   .apply = result_apply,
                                   .prompt = result_prompt};

/* ---- the other player confirms ---------------------------------------------------------- */

/* The other player confirms the result or sends it back. */
static void confirm_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p;
  (void)side;
  sal_list_add(l, sal_act(V_CONFIRM, 0, 0, 0));
  sal_list_add(l, sal_act(V_REJECT, 0, 0, 0));
}

/* Only these two are possible. */
static bool confirm_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_CONFIRM || a.verb == V_REJECT)
    return true;
  return sp_not_here(p, why);
}

/* A confirmed result enters the campaign. One that is sent back has changed nothing but its own
 * draft, which whoever sent it back corrects. */
static void confirm_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_REJECT) {
    S(p)->claim.by = (uint8_t)(side + 1);
    sal_goto(p, N_RESULT, SAL_NOSIDE);
    sal_tell(p, E_REJECTED, R_6_1, SAL_EV(.n = {(int16_t)side}));
    return;
  }
  sal_pop(p);
  sal_reveal(p);
  sp_accept(p);
}

/* Sums the result up for the other player. */
static void confirm_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct claim *c = &S(p)->claim;
  sal_prompt_say(
      out,
      "%s: the result says %d turns, CVP German %d and Soviet %d. Confirm it, or reject it and "
      "correct it yourself.",
      side_title(side), c->turns, c->cvp[GER], c->cvp[RUS]);
}

const struct sal_node sp_confirm = {.id = "result.confirm",
                                    .rule = R_6_1,
                                    .list = confirm_list,
                                    .check = confirm_check,
                                    .apply = confirm_apply,
                                    .prompt = confirm_prompt};
