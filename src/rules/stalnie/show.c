/* show.c - stalnie's documents: the view, how actions are offered, overlays. */
#include "state.h"

#include <string.h>

enum { M_BROKEN, M_WOUNDED, M_STUN, M_RECALL, M_IMMOBILE, M_ABANDONED, M_ENCIRCLED, M_FANATIC, M_SHORT, M_RED, M_DUGIN, M_HIP, M_RESERVE, M_STAYS, M_GREEN,
       M_MALFUNCTION, M_UPPER, M_ISOLATED, M_GRADE };
static const uint32_t mark_flag[] = {U_BROKEN, U_WOUNDED, U_STUN, U_RECALL, U_IMMOBILE, U_ABANDONED, U_ENCIRCLED, U_FANATIC, U_SHORT, U_RED, U_DUGIN, U_HIP,
                                     U_RESERVE, U_STAYS, U_INEXPERIENCED, U_MALFUNCTION, U_UPPER};

static const char *const weather_word[] = {"Fog/Mist", "Overcast", "Clear", "Clear & Gusty"};
static const char *const ec_word[] = {"Wet", "Moist", "Moderate", "Dry", "Very Dry"};

void sp_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  int n = ((const struct state *)h)->scenario;
  sal_put(t, "%d July 1943, %s", n <= 2 ? 11 : 12, n % 2 ? "morning" : "afternoon");
}

static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct unit *unit = &S(p)->unit[u];
  struct sal_shown_unit v = {.unit = (sal_unit)u, .hex = unit->where == MAP ? O(p)->cell[unit->at] : SAL_NOHEX, .box = (uint8_t)(side_of(p, u) + (unit->where == DEAD ? 2 : 0)),
                             .steps = (int16_t)(type_of(p, u)->cls == SQUAD ? 2 : 1), .facing = -1, .mp = -1, .count = -1};
  int grade = sp_grade(p, unit->type);
  for (size_t i = 0; i < sizeof mark_flag / sizeof mark_flag[0] && v.nmarks < 7; i++)
    if (unit->flags & mark_flag[i]) v.level[v.nmarks] = -1, v.mark[v.nmarks++] = (uint8_t)i;
  if (unit->iso) v.level[v.nmarks] = (int16_t)(S(p)->iso[unit->iso - 1].type), v.mark[v.nmarks++] = M_ISOLATED;
  if (grade >= 0 && v.nmarks < 8) v.level[v.nmarks] = (int16_t)grade, v.mark[v.nmarks++] = M_GRADE;
  sal_show_unit(out, &v);
}

static void show_veils(const struct sal_play *p, int side, struct sal_show *out) {
  for (int i = 0; i < PA_PLACES; i++)
    if (S(p)->area[i] & (side == GER ? A_VEIL_GER : A_VEIL_RUS))
      sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT, .side = (uint8_t)side, .hex = O(p)->cell[i + sp_pa_low(p) * WIDTH], .steps = -1, .facing = -1, .mp = -1, .count = -1});
}

static const char *fort_mark(int kind) {
  if (kind <= FORT_FOX3) return "foxhole";
  if (kind == FORT_TRENCH) return "trench";
  if (kind == FORT_DITCH) return "ditch";
  if (kind <= FORT_AT5) return "mines";
  if (kind == FORT_ROADBLOCK) return "roadblock";
  if (kind == FORT_WIRE) return "wire";
  if (kind <= FORT_PILL357) return "pillbox";
  return kind == FORT_BUILDING ? "fortified" : "dummy";
}

static void show_vars(const struct sal_play *p, int viewer, struct sal_show *out) {
  static const char *const name[2][4] = {{"german_cpp", "german_elr", "german_san", "german_fpp"}, {"soviet_cpp", "soviet_elr", "soviet_san", "soviet_fpp"}};
  const struct state *s = S(p);
  sal_show_var(out, "scenario", s->scenario);
  sal_show_var(out, "pa", s->pa);
  sal_show_var_text(out, "weather", weather_word[s->weather]);
  sal_show_var_text(out, "ec", ec_word[s->ec]);
  sal_show_var(out, "wind", s->wind);
  sal_show_var(out, "south", sp_pa_low(p));
  sal_show_var(out, "north", sp_pa_high(p));
  for (int side = 0; side < 2; side++) {
    if (viewer != side && viewer != SAL_ALL) continue;
    const struct side *d = &s->side[side];
    char text[12];
    sal_format(text, sizeof text, d->cpp % 2 ? "%d.5" : "%d", d->cpp / 2);
    sal_show_var_text(out, name[side][0], text);
    sal_show_var(out, name[side][1], d->elr);
    sal_show_var(out, name[side][2], d->san);
    sal_show_var(out, name[side][3], d->fpp);
  }
  sal_show_var(out, "german_losses", s->side[GER].cvp + s->side[GER].reph);
  sal_show_var(out, "soviet_losses", s->side[RUS].cvp + s->side[RUS].reph);
  sal_show_var(out, "battle_turn", s->battle.turn);
}

void sp_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct state *s = S(p);
  uint8_t held[SAL_MAX_CELLS];
  show_vars(p, viewer, out);
  for (int side = 0; side < 2; side++) sal_show_score(out, side, (struct sal_frac){sp_vl_count(p, side), 1});
  for (int u = 0; u < p->book->ncounters; u++) {
    bool knows = viewer == SAL_ALL || side_of(p, u) == viewer || s->unit[u].flags & U_KNOWN;
    if (knows && s->unit[u].where != NONE) show_unit(p, u, out);
  }
  for (int side = 0; side < 2; side++)
    if (viewer != side && viewer != SAL_ALL) show_veils(p, side, out);
  for (int i = 0; i < s->nfort; i++)
    if (s->fort[i].side == viewer || viewer == SAL_ALL || s->fort[i].shown) sal_show_mark(out, O(p)->cell[s->fort[i].at], fort_mark(s->fort[i].kind), s->fort[i].side);
  for (int side = 0; side < 2; side++) {
    memset(held, 0, sizeof held);
    for (int i = 0; i < PA_PLACES; i++) {
      int g = i + sp_pa_low(p) * WIDTH;
      if (g < PLACES && sp_in_pa(p, g) && ((s->ground[i] & C_OWN) != 0) == (side == GER)) held[O(p)->cell[g]] = 1;
    }
    sal_show_control(out, side, held);
  }
  for (int i = 0; i < 4; i++) {
    int n = 0, side = i % 2, want = i < 2 ? OFF : DEAD;
    for (int u = 0; u < p->book->ncounters; u++) n += side_of(p, u) == side && s->unit[u].where == want;
    sal_show_box(out, i, i < 2 && viewer != side && viewer != SAL_ALL ? -1 : n);
  }
}

void sp_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  if (a.verb == V_CVP || a.verb == V_CVPEXIT) o->vary = 2, o->vary_max = 999;
  if (a.verb == V_NORTHVP) o->vary = 1, o->vary_max = 999;
  if (a.verb == V_VLCOUNT) {
    int n = 0;
    for (int i = 0; i < O(p)->nvl; i++) n += O(p)->vl[i].board == a.x[0] && O(p)->vl[i].kind != VL_HILL && !(S(p)->vl[i] & VB_GONE);
    o->vary = 3;
    o->vary_max = (uint16_t)n;
  }
  if (a.verb == V_COMMIT) {
    int node = sal_top(p)->node;
    if (node == N_BUY && S(p)->side[side].cpp) sal_format(o->confirm, sizeof o->confirm, "End the purchases with %d%s CPP left?", S(p)->side[side].cpp / 2, S(p)->side[side].cpp % 2 ? ".5" : "");
    if (node == N_FORT && S(p)->side[side].fpp) sal_format(o->confirm, sizeof o->confirm, "%d FPP would be lost. Go on?", S(p)->side[side].fpp);
  }
}

/* ---- overlays ---------------------------------------------------------------------------------------------------- */

enum { O_ZOC, O_CONTROL, O_PERIMETER, O_EDGES };

static void zoc_overlay(struct sal_overlay *o) {
  sal_overlay_title(o, "There are no zones of control between scenarios");
  sal_overlay_key(o, "n", "none", "a Perimeter line may not cross an enemy-occupied hex (11.6054c); see the perimeter overlay");
}

static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct state *s = S(p);
  sal_overlay_title(o, "Control of Locations and Victory Locations");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  sal_overlay_key(o, "v", "good", "own Victory Location");
  sal_overlay_key(o, "w", "bad", "the enemy's Victory Location");
  for (int g = 0; g < PLACES; g++) {
    if (!(O(p)->ground[g] & G_ON)) continue;
    if (O(p)->vl_at[g]) {
      bool german = s->vl[O(p)->vl_at[g] - 1] & VB_GERMAN;
      sal_overlay_hex(o, O(p)->cell[g], german == (side == GER) ? "v" : "w", NULL);
    } else if (sp_in_pa(p, g)) {
      bool german = s->ground[at_pa(p, g)] & C_OWN;
      sal_overlay_hex(o, O(p)->cell[g], german == (side == GER) ? "o" : "e", NULL);
    }
  }
}

static void perimeter_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  static const char *const type[] = {"?", "A", "B", "C", "D"};
  const struct state *s = S(p);
  sal_overlay_title(o, "Perimeters, No Man's Land and Isolated Areas");
  sal_overlay_key(o, "o", "own", "own area");
  sal_overlay_key(o, "e", "enemy", "enemy area");
  sal_overlay_key(o, "f", "good", "own Front Line");
  sal_overlay_key(o, "i", "warn", "own Isolated Area, with its type");
  sal_overlay_key(o, "j", "bad", "enemy Isolated Area, with its type");
  sal_overlay_key(o, "n", "none", "No Man's Land");
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(p) * WIDTH;
    if (g >= PLACES || !sp_in_pa(p, g)) continue;
    uint8_t mine = side == GER ? A_GER : A_RUS, a = s->area[i];
    sal_hex h = O(p)->cell[g];
    if (s->isle[i]) sal_overlay_hex(o, h, s->iso[s->isle[i] - 1].side == side ? "i" : "j", type[s->iso[s->isle[i] - 1].type]);
    else if (a & mine) sal_overlay_hex(o, h, a & (side == GER ? A_FRONT_GER : A_FRONT_RUS) ? "f" : "o", NULL);
    else sal_overlay_hex(o, h, a & (A_GER | A_RUS) ? "e" : "n", NULL);
  }
  for (int k = 0; k < 2; k++)
    for (int i = 0; i + 1 < s->side[k].nchain; i++)
      sal_overlay_line(o, O(p)->cell[s->side[k].chain[i]], O(p)->cell[s->side[k].chain[i + 1]], k == side ? "f" : "e", SAL_NOHEX, R_11_6054b, "%s marker %d", side_title(k), i + 1);
}

static void edges_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  bool draft = !p->state->over && (sal_top(p)->node == N_RESULT || sal_top(p)->node == N_CONFIRM);
  sal_overlay_title(o, "Side edges");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  for (int e = 0; e < 2; e++)
    for (int h = sp_pa_low(p) + 1; h < sp_pa_high(p); h++) {
      int g = sp_edge_place(p, GER, e, h - sp_pa_low(p));
      bool german = S(p)->edge[e][h] & (draft ? EDGE_DRAFT : EDGE_GERMAN);
      if (g >= 0) sal_overlay_hex(o, O(p)->cell[g], german == (side == GER) ? "o" : "e", NULL);
    }
}

bool sp_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int whose = side == SAL_SOVIET ? RUS : GER;
  if (q->kind == SAL_Q_REACH) return sal_refuse(why, R_6_1, "Units do not move hex by hex here: scenarios are fought by the quick battle or on a table.", 0, 0);
  if (q->kind == SAL_Q_RECORDS) return sp_records(p, side, q->records), true;
  if (q->overlay == O_ZOC) zoc_overlay(q->out);
  else if (q->overlay == O_CONTROL) control_overlay(p, whose, q->out);
  else if (q->overlay == O_PERIMETER) perimeter_overlay(p, whose, q->out);
  else if (p->state->over) sal_overlay_title(q->out, "Side edges");
  else edges_overlay(p, whose, q->out);
  return true;
}
