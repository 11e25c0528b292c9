/* show.c - stalnie's documents: the view, and how actions are offered. */
#include "state.h"

#include <string.h>

enum { M_BROKEN, M_WOUNDED, M_STUN, M_RECALL, M_IMMOBILE, M_ABANDONED, M_ENCIRCLED, M_FANATIC, M_SHORT, M_RED, M_DUGIN, M_HIP, M_RESERVE, M_STAYS, M_GREEN,
       M_MALFUNCTION, M_UPPER, M_ISOLATED, M_GRADE };
static const uint32_t mark_flag[] = {U_BROKEN, U_WOUNDED, U_STUN, U_RECALL, U_IMMOBILE, U_ABANDONED, U_ENCIRCLED, U_FANATIC, U_SHORT, U_RED, U_DUGIN, U_HIP,
                                     U_RESERVE, U_STAYS, U_INEXPERIENCED, U_MALFUNCTION, U_UPPER};

const char *const sp_weather_word[] = {"Fog/Mist", "Overcast", "Clear", "Clear & Gusty", NULL};
const char *const sp_ec_word[] = {"Wet", "Moist", "Moderate", "Dry", "Very Dry", NULL};

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
  sal_show_var_text(out, "weather", sp_weather_word[s->weather]);
  sal_show_var_text(out, "ec", sp_ec_word[s->ec]);
  sal_show_var(out, "wind", s->wind);
  sal_show_var(out, "south", sp_pa_low(p));
  sal_show_var(out, "north", sp_pa_high(p));
  for (int side = 0; side < 2; side++) {
    if (viewer != side && viewer != SAL_ALL) continue;
    const struct side *d = &s->side[side];
    char text[12];
    sp_halves_text(text, d->cpp);
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
      if (sp_in_pa(p, g) && ((s->ground[i] & C_OWN) != 0) == (side == GER)) held[O(p)->cell[g]] = 1;
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
