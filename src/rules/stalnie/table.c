/* table.c - stalnie 6.1: table mode. The scenario is fought elsewhere; its outcome is entered here.
 *
 * Either side may enter, the other confirms. Everything goes into drafts, so that nothing counts and everything can be
 * corrected until then. Both forces lie open on a table, so both are known once a scenario is fought this way. Lines of
 * the Soviet purchase record are numbered from 101 here.
 */
#include "state.h"

#include <string.h>

const char *const sp_side_word[] = {"german", "soviet", NULL};
const char *const sp_fate_word[] = {"none", "ok", "eliminated", "captured", "exited", "offmap", "north", NULL};
const char *const sp_state_word[] = {"broken", "wounded", "stunned", "immobilized", "abandoned", "encircled", "malfunctioned", "upper", NULL};
const char *const sp_becomes_word[] = {"658", "838", "348", "338", "458", "628", "447", "527", "426", "248", "328", "237", "227", "226", "228",
                                       "6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3", NULL};
const char *const sp_board_word[] = {"16", "17", "33", "18", "2", "19", "13", "24", "X", "10", "21", "12", "german", "soviet", NULL};
const char *const sp_new_word[] = {"crew", "half", "hero", NULL};
const char *const sp_weapon_word[] = {"lmg", "mmg", "atr", "ft", "dc", "mtr50", NULL};
const char *const sp_burnt_word[] = {"rubble", "shellholes", "gutted", "leafless", "wreck", "blaze", NULL};
const char *const sp_fort_state[] = {"ok", "removed", "revealed", NULL};
static const uint32_t state_flag[] = {U_BROKEN, U_WOUNDED, U_STUN, U_IMMOBILE, U_ABANDONED, U_ENCIRCLED, U_MALFUNCTION, U_UPPER};
enum { FATE_NORTH = FATES };

int sp_type_named(const struct sal_play *p, const char *id) {
  for (int t = 1; t < O(p)->ntypes; t++)
    if (sal_eq(O(p)->type[t].id, id)) return t;
  return 0;
}

void sp_table_begin(struct sal_play *p) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].where == MAP || s->unit[u].where == OFF) s->unit[u].flags |= U_KNOWN;
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) s->rec[side][i].black0 = s->rec[side][i].black, s->rec[side][i].red0 = s->rec[side][i].red;
  sp_veil(p);
  sal_reveal(p);
}

static bool entered(const struct sal_play *p, int u) { /* a unit that has a line in the record */
  int where = S(p)->unit[u].where;
  return where == MAP || where == OFF || (where == NONE && S(p)->draft[u].fate != FATE_NONE);
}

static struct rec *line_rec(const struct sal_play *p, int n, int *whose) {
  int side = n > 100 ? RUS : GER;
  struct rec *r = sp_line(p, side, side == RUS ? n - 100 : n);
  *whose = side;
  return r && !(r->flags & R_GONE) ? r : NULL;
}

/* ---- the record: what concerns no single unit ------------------------------------------------------------------ */

static bool may_appear(const struct sal_play *p, int kind, int u, struct sal_refusal *why) {
  const struct draft *d = &S(p)->draft[u];
  static const uint8_t pools[] = {POOL_CREW, POOL_HALF, POOL_HERO};
  if (S(p)->unit[u].where != MAP && S(p)->unit[u].where != OFF) return sal_refuse(why, R_V3, "{u0} is not in the roster.", u, 0);
  int cls = type_of(p, u)->cls, side = side_of(p, u);
  bool fits = kind == 0 ? cls == VEHICLE && (d->fate == FATE_ELIMINATED || d->flags & U_ABANDONED) : kind == 1 ? cls == SQUAD && O(p)->type[d->type].cls == HALF : is_mmc(cls);
  if (!fits) return sal_refuse(why, R_V3, "Nothing of that sort comes from {u0}.", u, 0);
  for (int i = 0; i < O(p)->pool_n[side][pools[kind]]; i++) {
    int v = O(p)->pool_first[side][pools[kind]] + i;
    if (S(p)->unit[v].where == NONE && S(p)->draft[v].fate == FATE_NONE) return true;
  }
  return sal_refuse(why, R_V3, "There is no counter left for it.", 0, 0);
}

static bool result_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct state *s = S(p);
  int whose;
  const struct rec *r;
  (void)side;
  switch (a.verb) {
  case V_PICK: return entered(p, a.x[0]) || sal_refuse(why, R_V3, "{u0} is not in the roster.", a.x[0], 0);
  case V_AUTO:
  case V_CANCEL:
  case V_CONTROL:
  case V_BURN: return a.verb != V_BURN || s->nburnt < MAX_BURNT || sal_refuse(why, R_6_1, "No more terrain can be changed.", 0, 0);
  case V_TURNS: return (a.x[0] >= 7 && a.x[0] <= 9) || sal_refuse(why, R_V2, "A scenario lasts 7 to 9 turns.", 0, 0);
  case V_ENDDIE: return (a.x[0] >= 7 && a.x[0] <= 9 && a.x[1] <= 6) || sal_refuse(why, R_V2, "A Game End dr belongs to Turn 7, 8 or 9.", 0, 0);
  case V_CVP:
  case V_CVPEXIT: return a.x[1] <= 999 || sal_refuse(why, R_V6, "Casualty points are 0 to 999.", 0, 0);
  case V_NORTHVP: return a.x[0] <= 999 || sal_refuse(why, R_V5, "Points are 0 to 999.", 0, 0);
  case V_SNIPER: return a.x[1] <= 6 || sal_refuse(why, R_6_1, "No more than 6 snipers are lost.", 0, 0);
  case V_WEAPON:
    r = line_rec(p, a.x[0], &whose);
    return (r && r->sw[a.x[1]] && a.x[2] <= r->sw[a.x[1]]) || sal_refuse(why, R_V12, "Line {n0} has not so many of that weapon.", a.x[0], 0);
  case V_OBA:
    r = line_rec(p, a.x[0], &whose);
    if (!r || !O(p)->group[whose][r->group].calibre) return sal_refuse(why, R_V9, "Line {n0} is no module.", a.x[0], 0);
    return (a.x[1] <= r->black0 && a.x[2] <= r->red0) || sal_refuse(why, R_V9, "The draw pile never grows.", 0, 0);
  case V_MODULE:
    r = line_rec(p, a.x[0], &whose);
    return (r && O(p)->group[whose][r->group].calibre) || sal_refuse(why, R_V9, "Line {n0} is no module.", a.x[0], 0);
  case V_VLCOUNT: {
    int n = 0, low = sp_pa_low(p);
    if (a.x[0] >= MAX_BOARDS || a.x[1] < MAX_BOARDS) return sal_refuse(why, R_V7, "A board and a side are wanted.", 0, 0);
    if (O(p)->small) return sal_refuse(why, R_V7, "This map has no board plan.", 0, 0);
    for (int i = 0; i < O(p)->nvl; i++) n += O(p)->vl[i].board == a.x[0] && O(p)->vl[i].kind != VL_HILL && !(s->vl[i] & VB_GONE);
    int row = O(p)->board[a.x[0]].row;
    if (row != low / ALONG + 1 && row != low / ALONG + 2) return sal_refuse(why, R_V7, "That board is not in play.", 0, 0);
    return a.x[2] <= n || sal_refuse(why, R_V7, "That board has only {n0} of them.", n, 0);
  }
  case V_FORTSTATE: return (a.x[0] >= 1 && a.x[0] <= s->nfort) || sal_refuse(why, R_V12, "There is no fortification {n0}.", a.x[0], 0);
  case V_CREW: return may_appear(p, a.x[0], a.x[1], why);
  case V_SUBMIT: return sp_result_valid(p, why);
  default: return false;
  }
}

static void result_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct state *s = S(p);
  struct sal_refusal why;
  for (int u = 0; u < p->book->ncounters; u++)
    if (entered(p, u)) sal_list_add(l, sal_act(V_PICK, u, 0, 0));
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
  for (int k = 0; k < 2; k++) {
    sal_list_add(l, sal_act(V_CONTROL, k, 0, 0));
    sal_list_add(l, sal_act(V_CVP, k, sp_draft_cvp(p, !k), 0)); /* or another number: see sp_offer */
    sal_list_add(l, sal_act(V_CVPEXIT, k, s->claim.exit[k], 0));
    for (int n = 0; n <= 6; n++) sal_list_add(l, sal_act(V_SNIPER, k, n, 0));
    for (int i = 0; i < s->side[k].nrec; i++) {
      const struct rec *r = &s->rec[k][i];
      int n = i + 1 + (k == RUS ? 100 : 0);
      if (r->flags & R_GONE) continue;
      for (int w = 0; w < SW; w++)
        for (int b = 0; r->sw[w] && b <= r->sw[w]; b++) sal_list_add(l, sal_act(V_WEAPON, n, w, b));
      if (!O(p)->group[k][r->group].calibre) continue;
      sal_list_add(l, sal_act(V_MODULE, n, 0, 0));
      for (int b = 0; b <= r->black0; b++)
        for (int d = 0; d <= r->red0; d++) sal_list_add(l, sal_act(V_OBA, n, b, d));
    }
  }
  for (int k = 0; s->nburnt < MAX_BURNT && k < BURNTS; k++) sal_list_add(l, sal_act(V_BURN, k, 0, 0));
  for (int t = 7; t <= 9; t++) {
    sal_list_add(l, sal_act(V_TURNS, t, 0, 0));
    for (int d = 0; d <= 6; d++) sal_list_add(l, sal_act(V_ENDDIE, t, d, 0));
  }
  sal_list_add(l, sal_act(V_NORTHVP, s->claim.north_vp, 0, 0));
  for (int b = 0; b < MAX_BOARDS; b++)
    for (int k = 0; k < 2; k++) {
      struct sal_action a = sal_act(V_VLCOUNT, b, MAX_BOARDS + k, 0);
      if (result_check(p, side, a, &why)) sal_list_add(l, a); /* or another number: see sp_offer */
    }
  for (int i = 1; i <= s->nfort && i <= 300; i++)
    for (int k = 0; k < 3; k++) sal_list_add(l, sal_act(V_FORTSTATE, i, k, 0));
  for (int u = 0; u < p->book->ncounters; u++)
    for (int k = 0; k < 3; k++)
      if (may_appear(p, k, u, NULL)) sal_list_add(l, sal_act(V_CREW, k, u, 0));
  if (sp_result_valid(p, NULL)) sal_list_add(l, sal_act(V_SUBMIT, 0, 0, 0));
}

/* V7 with `count`: the VL of a board from the owner's own edge inwards; the rest is the other side's. */
static void count_vl(struct sal_play *p, int board, int side, int n) {
  struct state *s = S(p);
  int total = 0, k = 0;
  for (int i = 0; i < O(p)->nvl; i++) total += O(p)->vl[i].board == board && O(p)->vl[i].kind != VL_HILL && !(s->vl[i] & VB_GONE);
  for (int i = 0; i < O(p)->nvl; i++) {
    if (O(p)->vl[i].board != board || O(p)->vl[i].kind == VL_HILL || s->vl[i] & VB_GONE) continue;
    bool german = side == GER ? k < n : k < total - n;
    s->vl[i] = (uint8_t)((s->vl[i] & ~VB_DRAFT) | (german ? VB_DRAFT : 0));
    k++;
  }
}

static void fill_in(struct sal_play *p) { /* auto: who has no line stayed where it was; side edges by 5.3 */
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    int where = s->unit[u].where;
    if (s->draft[u].fate == FATE_NONE && (where == MAP || where == OFF)) s->draft[u].fate = where == MAP ? FATE_OK : FATE_OFFMAP;
  }
  sp_edges(p);
}

static void appear(struct sal_play *p, int kind, int from) {
  static const uint8_t pools[] = {POOL_CREW, POOL_HALF, POOL_HERO};
  struct state *s = S(p);
  int side = side_of(p, from), type = kind == 0 ? O(p)->crew228 : kind == 1 ? s->draft[from].type : O(p)->hero;
  for (int i = 0; i < O(p)->pool_n[side][pools[kind]]; i++) {
    int v = O(p)->pool_first[side][pools[kind]] + i;
    if (s->unit[v].where != NONE || s->draft[v].fate != FATE_NONE) continue;
    s->draft[v] = (struct draft){.flags = kind == 0 ? U_VEHICLE_CREW : 0, .at = s->draft[from].at, .fate = FATE_OK, .type = (uint8_t)type, .column = 3};
    sal_tell(p, E_HERO, R_6_1, SAL_EVUU(v, from, .n = {(int16_t)(kind == 0)}));
    return;
  }
}

static void result_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  int whose = 0;
  switch (a.verb) {
  case V_PICK: sal_push(p, N_ENTRY, side)->x[0] = (uint16_t)(a.x[0] + 1); break;
  case V_AUTO: fill_in(p); break;
  case V_CANCEL: sp_draft_clear(p); break;
  case V_CONTROL: sal_push(p, N_GROUND, side)->x[0] = a.x[0]; break;
  case V_BURN: sal_push(p, N_GROUND, side)->x[1] = (uint16_t)(a.x[0] + 1); break;
  case V_TURNS: s->claim.turns = (uint8_t)a.x[0]; break;
  case V_ENDDIE: s->battle.end_die[a.x[0] - 7] = (uint8_t)a.x[1]; break;
  case V_CVP: s->claim.cvp[a.x[0]] = (int16_t)a.x[1]; break;
  case V_CVPEXIT: s->claim.exit[a.x[0]] = (int16_t)a.x[1]; break;
  case V_NORTHVP: s->claim.north_vp = a.x[0]; break;
  case V_SNIPER: s->claim.sniper[a.x[0]] = (uint8_t)a.x[1]; break;
  case V_WEAPON: line_rec(p, a.x[0], &whose)->bad[a.x[1]] = (uint8_t)a.x[2]; break;
  case V_MODULE: line_rec(p, a.x[0], &whose)->flags ^= R_USED; break;
  case V_OBA: {
    struct rec *r = line_rec(p, a.x[0], &whose);
    r->black = (uint8_t)a.x[1];
    r->drawn = (uint8_t)(r->drawn + r->red - a.x[2]);
    r->red = (uint8_t)a.x[2];
    r->flags |= R_USED;
    break;
  }
  case V_VLCOUNT: count_vl(p, a.x[0], a.x[1] - MAX_BOARDS, a.x[2]); break;
  case V_FORTSTATE:
    if (a.x[1] == 2) s->fort[a.x[0] - 1].shown = 1;
    if (a.x[1] == 1) {
      memmove(&s->fort[a.x[0] - 1], &s->fort[a.x[0]], (size_t)(s->nfort - a.x[0]) * sizeof s->fort[0]);
      s->fort[--s->nfort] = (struct fort){0};
    }
    break;
  case V_CREW: appear(p, a.x[0], a.x[1]); break;
  default: /* submit */
    s->claim.by = (uint8_t)(side + 1);
    sal_goto(p, N_CONFIRM, sal_enemy(side));
    break;
  }
}

static uint32_t result_actors(const struct sal_play *p) {
  (void)p;
  return SAL_BOTH; /* either player writes it */
}

static void result_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  static const char *const cols[] = {"Entry", "Value", NULL};
  const struct state *s = S(p);
  struct sal_refusal why = {0};
  int missing = 0;
  for (int u = 0; u < p->book->ncounters; u++) missing += (s->unit[u].where == MAP || s->unit[u].where == OFF) && s->draft[u].fate == FATE_NONE;
  sal_prompt_say(out, "%s: enter the result of scenario %d. %d units have no fate yet; auto leaves them where they were. Then submit.", side_title(side), s->scenario, missing);
  if (!out->forms) return;
  sal_form_open(out->forms, "Result", "6.1", cols);
  sal_form_row(out->forms, "V2");
  sal_form_cell(out->forms, "Turns");
  sal_form_cell(out->forms, "%d", s->claim.turns);
  for (int t = 7; t <= 9; t++) sal_form_do(out->forms, p->book, t == 7 ? "7" : t == 8 ? "8" : "9", sal_act(V_TURNS, t, 0, 0), NULL);
  for (int k = 0; k < 2; k++) {
    sal_form_row(out->forms, "V6");
    sal_form_cell(out->forms, "CVP inflicted by the %s side", side_title(k));
    sal_form_cell(out->forms, "%d entered, %d by the fates", s->claim.cvp[k], sp_draft_cvp(p, !k));
    sal_form_do(out->forms, p->book, "Take the sum", sal_act(V_CVP, k, sp_draft_cvp(p, !k), 0), NULL);
  }
  sal_form_row(out->forms, "6.1");
  sal_form_cell(out->forms, "Check");
  bool good = sp_result_valid(p, &why);
  sal_form_cell(out->forms, "%s", good ? "complete" : "not complete");
  sal_form_do(out->forms, p->book, "Submit", sal_act(V_SUBMIT, 0, 0, 0), good ? NULL : &why);
  sal_form_total(out->forms, "Units without fate", (struct sal_frac){missing, 1}, "V3");
  sal_form_close(out->forms);
}

const struct sal_node sp_result = {.id = "result", .rule = R_6_1, .actors = result_actors, .list = result_list, .check = result_check, .apply = result_apply, .prompt = result_prompt};

/* ---- one unit: x[0] = unit + 1 ------------------------------------------------------------------------------------- */

static bool entry_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  int u = sal_top(p)->x[0] - 1;
  const struct draft *d = &S(p)->draft[u];
  int where = S(p)->unit[u].where;
  (void)side;
  switch (a.verb) {
  case V_DONE: return true;
  case V_FATE:
    if (a.x[0] != FATE_OFFMAP && a.x[0] != FATE_NONE && sp_stayed_off(p, u)) return sal_refuse(why, R_V10, "{u0} stayed off the map in this scenario.", u, 0);
    if (a.x[0] == FATE_OFFMAP && where != OFF) return sal_refuse(why, R_V3, "{u0} was on the map.", u, 0);
    if (a.x[0] == FATE_NORTH && (side_of(p, u) != GER || S(p)->scenario != 2)) return sal_refuse(why, R_V5, "Only Germans leave north, and only on 11 July PM.", 0, 0);
    if (a.x[0] == FATE_EXITED) return sp_exit_right(p, u, d->at, why);
    return a.x[0] != FATE_OK || d->at != NOWHERE || sal_refuse(why, R_V4, "Put {u0} in a hex.", u, 0);
  case V_PUT:
    if (sp_stayed_off(p, u)) return sal_refuse(why, R_V10, "{u0} stayed off the map in this scenario.", u, 0);
    if (!sp_in_pa(p, O(p)->place[a.x[0]])) return sal_refuse(why, R_V4, "{h0} is not on the Playing Area.", a.x[0], 0);
    return sp_may_stand(p, side_of(p, u), d->type, O(p)->place[a.x[0]]) || sal_refuse(why, R_V4, "{u0} cannot be in {h1}.", u, a.x[0]);
  case V_BECOMES: {
    int t = sp_type_named(p, sp_becomes_word[a.x[0]]);
    return (where != NONE && t && sp_can_become(p, S(p)->unit[u].type, t)) || sal_refuse(why, R_V3, "{u0} cannot turn into that.", u, 0);
  }
  case V_STATE: return true;
  default: return false;
  }
}

static void entry_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int k = 0; k <= FATE_NORTH; k++)
    if (entry_check(p, side, sal_act(V_FATE, k, 0, 0), NULL)) sal_list_add(l, sal_act(V_FATE, k, 0, 0));
  for (int g = sp_pa_low(p) * WIDTH; g < (sp_pa_high(p) + 1) * WIDTH; g++)
    if (sp_in_pa(p, g) && entry_check(p, side, sal_act(V_PUT, O(p)->cell[g], 0, 0), NULL)) sal_list_add(l, sal_act(V_PUT, O(p)->cell[g], 0, 0));
  for (int k = 0; sp_becomes_word[k]; k++)
    if (entry_check(p, side, sal_act(V_BECOMES, k, 0, 0), NULL)) sal_list_add(l, sal_act(V_BECOMES, k, 0, 0));
  for (int k = 0; sp_state_word[k]; k++) sal_list_add(l, sal_act(V_STATE, k, 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static void entry_apply(struct sal_play *p, int side, struct sal_action a) {
  int u = sal_top(p)->x[0] - 1;
  struct draft *d = &S(p)->draft[u];
  (void)side;
  switch (a.verb) {
  case V_DONE: sal_pop(p); break;
  case V_FATE:
    d->fate = a.x[0] == FATE_NORTH ? FATE_EXITED : (uint8_t)a.x[0];
    d->flags = a.x[0] == FATE_NORTH ? d->flags | U_HEROIC : d->flags & ~(uint32_t)U_HEROIC;
    if (a.x[0] == FATE_NONE && S(p)->unit[u].where == NONE) {
      *d = (struct draft){.at = NOWHERE, .column = 3};
      sal_pop(p);
    }
    break;
  case V_PUT:
    d->at = O(p)->place[a.x[0]];
    d->fate = FATE_OK;
    break;
  case V_BECOMES: d->type = (uint8_t)sp_type_named(p, sp_becomes_word[a.x[0]]); break;
  default: d->flags ^= state_flag[a.x[0]]; break;
  }
}

static void entry_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int u = sal_top(p)->x[0] - 1;
  const struct draft *d = &S(p)->draft[u];
  out->selected[out->nselected++] = (sal_unit)u;
  if (d->flags & U_BROKEN && d->fate == FATE_EXITED) sal_prompt_owe(out, R_CG13a, SAL_AT_UNIT, u, "Broken: it left only if it passed its morale check");
  sal_prompt_say(out, "%s: what became of %s? Now: %s%s%s.", side_title(side), p->book->counter[u].label, sp_fate_word[d->fate], d->at != NOWHERE ? " in " : "",
                 d->at != NOWHERE ? p->book->board.name[O(p)->cell[d->at]] : "");
}

const struct sal_node sp_entry = {.id = "result.unit", .rule = R_6_1, .list = entry_list, .check = entry_check, .apply = entry_apply, .prompt = entry_prompt};

/* ---- ground: x[0] the side that takes, or x[1] what burnt + 1 ---------------------------------------------------------- */

static bool ground_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  (void)side;
  if (a.verb == V_DONE) return true;
  if (a.verb != V_TAKE && a.verb != V_GIVE && a.verb != V_EDGE) return false;
  int g = O(p)->place[a.x[0]];
  if (!sp_in_pa(p, g)) return sal_refuse(why, R_V7, "{h0} is not on the Playing Area.", a.x[0], 0);
  if (f->x[1]) return a.verb == V_TAKE || sal_refuse(why, R_6_1, "Choose the hex that burnt.", 0, 0);
  bool german = f->x[0] == GER;
  if (a.verb == V_EDGE) {
    int e = sp_side_edge(p, g);
    if (e < 0) return sal_refuse(why, R_V8, "{h0} is not on a side edge.", a.x[0], 0);
    return ((S(p)->edge[e][row_of(g)] & EDGE_DRAFT) != 0) != german || sal_refuse(why, R_V8, "{h0} is that side's.", a.x[0], 0);
  }
  if (a.verb == V_GIVE && !(sp_ground(p, g) & G_UPPER)) return sal_refuse(why, R_11_2e, "There is no upper level in {h0}.", a.x[0], 0);
  uint8_t bit = a.verb == V_GIVE ? C_DRAFT_UP : C_DRAFT;
  return ((S(p)->ground[at_pa(p, g)] & bit) != 0) != german || sal_refuse(why, R_V7, "{h0} is that side's.", a.x[0], 0);
}

static void ground_list(const struct sal_play *p, int side, struct sal_list *l) {
  static const uint8_t verbs[] = {V_TAKE, V_GIVE, V_EDGE};
  for (int g = sp_pa_low(p) * WIDTH; g < (sp_pa_high(p) + 1) * WIDTH; g++)
    for (int k = 0; sp_in_pa(p, g) && k < 3; k++)
      if (ground_check(p, side, sal_act(verbs[k], O(p)->cell[g], 0, 0), NULL)) sal_list_add(l, sal_act(verbs[k], O(p)->cell[g], 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static void ground_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  const struct sal_frame f = *sal_top(p);
  (void)side;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  int g = O(p)->place[a.x[0]];
  if (f.x[1]) {
    s->burnt[s->nburnt++] = (struct burnt){(uint16_t)g, (uint8_t)(f.x[1] - 1), 0};
    sal_pop(p);
    return;
  }
  if (a.verb == V_EDGE) {
    s->edge[sp_side_edge(p, g)][row_of(g)] ^= EDGE_DRAFT;
    return;
  }
  int level = a.verb == V_GIVE;
  s->ground[at_pa(p, g)] ^= level ? C_DRAFT_UP : C_DRAFT;
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    if (v->g != g || v->kind == VL_HILL || v->level != level || s->vl[i] & VB_GONE) continue; /* V7: hills are computed */
    s->vl[i] = (uint8_t)((s->vl[i] & ~VB_DRAFT) | (f.x[0] == GER ? VB_DRAFT : 0));
  }
}

static void ground_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  if (f->x[1]) sal_prompt_say(out, "%s: which hex is %s now?", side_title(side), sp_burnt_word[f->x[1] - 1]);
  else sal_prompt_say(out, "%s: which Locations and edge hexes does the %s side control now?", side_title(side), side_title(f->x[0]));
}

const struct sal_node sp_ground_node = {.id = "result.ground", .rule = R_6_1, .list = ground_list, .check = ground_check, .apply = ground_apply, .prompt = ground_prompt};

/* ---- the other player confirms -------------------------------------------------------------------------------------------- */

static void confirm_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_CONFIRM, 0, 0, 0));
  sal_list_add(l, sal_act(V_REJECT, 0, 0, 0));
}

static bool confirm_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_CONFIRM || a.verb == V_REJECT;
}

static void confirm_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_REJECT) {
    sal_goto(p, N_RESULT, SAL_NOSIDE);
    sal_tell(p, E_REJECTED, R_6_1, SAL_EV(.n = {(int16_t)side}));
    return;
  }
  sal_pop(p);
  sal_reveal(p);
  sp_accept(p);
}

static void confirm_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct claim *c = &S(p)->claim;
  sal_prompt_say(out, "%s: the result says %d turns, CVP German %d and Soviet %d. Confirm it, or send it back.", side_title(side), c->turns, c->cvp[GER], c->cvp[RUS]);
}

const struct sal_node sp_confirm = {.id = "result.confirm", .rule = R_6_1, .list = confirm_list, .check = confirm_check, .apply = confirm_apply, .prompt = confirm_prompt};
