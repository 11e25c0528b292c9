/* show.c - stalnie's documents: the view, and how actions are offered. */
#include "state.h"

#include <string.h>

enum {
  M_BROKEN,
  M_WOUNDED,
  M_STUN,
  M_RECALL,
  M_IMMOBILE,
  M_ABANDONED,
  M_ENCIRCLED,
  M_FANATIC,
  M_SHORT,
  M_RED,
  M_DUGIN,
  M_HIP,
  M_RESERVE,
  M_STAYS,
  M_GREEN,
  M_MALFUNCTION,
  M_UPPER,
  M_ISOLATED,
  M_GRADE
};
static const uint32_t mark_flag[] = {
    U_BROKEN,    U_WOUNDED, U_STUN,          U_RECALL,      U_IMMOBILE, U_ABANDONED,
    U_ENCIRCLED, U_FANATIC, U_SHORT,         U_RED,         U_DUGIN,    U_HIP,
    U_RESERVE,   U_STAYS,   U_INEXPERIENCED, U_MALFUNCTION, U_UPPER};

const char *const sp_weather_word[] = {"Fog/Mist", "Overcast", "Clear", "Clear & Gusty", NULL};
const char *const sp_ec_word[] = {"Wet", "Moist", "Moderate", "Dry", "Very Dry", NULL};

/* Each scenario is half a day. */
void sp_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  int n = ((const struct state *)h)->scenario;
  sal_put(t, "%d July 1943, %s", n <= 2 ? 11 : 12, n % 2 ? "morning" : "afternoon");
}

/* One unit with its marks: its state, then isolation, then a leader's grade. */
static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct unit *unit = &S(p)->unit[u];
  struct sal_shown_unit v = {.unit = (sal_unit)u,
                             .hex = unit->where == MAP ? O(p)->cell[unit->at] : SAL_NOHEX,
                             .box = (uint8_t)(side_of(p, u) + (unit->where == DEAD ? 2 : 0)),
                             .steps = (int16_t)(type_of(p, u)->cls == SQUAD ? 2 : 1),
                             .facing = -1,
                             .mp = -1,
                             .count = -1};
  int grade = sp_grade(p, unit->type);

  for (size_t i = 0; i < sizeof mark_flag / sizeof mark_flag[0] && v.nmarks < 7; i++)
    if (unit->flags & mark_flag[i]) {
      v.level[v.nmarks] = -1;
      v.mark[v.nmarks++] = (uint8_t)i;
    }

  if (unit->iso) {
    v.level[v.nmarks] = (int16_t)(S(p)->iso[unit->iso - 1].type);
    v.mark[v.nmarks++] = M_ISOLATED;
  }

  if (grade >= 0 && v.nmarks < 8) {
    v.level[v.nmarks] = (int16_t)grade;
    v.mark[v.nmarks++] = M_GRADE;
  }

  sal_show_unit(out, &v);
}

/* Concealed stacks of that side: a hex, and nothing more. */
static void show_veils(const struct sal_play *p, int side, struct sal_show *out) {
  for (int i = 0; i < PA_PLACES; i++)
    if (S(p)->area[i] & veil_bit(side))
      sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT,
                                                  .side = (uint8_t)side,
                                                  .hex = O(p)->cell[i + sp_pa_low(p) * WIDTH],
                                                  .steps = -1,
                                                  .facing = -1,
                                                  .mp = -1,
                                                  .count = -1});
}

/* The mark that a fortification has on the board. */
static const char *fort_mark(int kind) {
  if (kind <= FORT_FOX3)
    return "foxhole";
  if (kind == FORT_TRENCH)
    return "trench";
  if (kind == FORT_DITCH)
    return "ditch";
  if (kind <= FORT_AT5)
    return "mines";
  if (kind == FORT_ROADBLOCK)
    return "roadblock";
  if (kind == FORT_WIRE)
    return "wire";
  if (kind <= FORT_PILL357)
    return "pillbox";

  if (kind == FORT_BUILDING)
    return "fortified";
  return "dummy";
}

/* Figures of the campaign. Points and numbers of a side are shown to it alone. */
static void show_vars(const struct sal_play *p, int viewer, struct sal_show *out) {
  static const char *const name[2][4] = {{"german_cpp", "german_elr", "german_san", "german_fpp"},
                                         {"soviet_cpp", "soviet_elr", "soviet_san", "soviet_fpp"}};
  const struct state *s = S(p);

  sal_show_var(out, "scenario", s->scenario);
  sal_show_var(out, "pa", s->pa);
  sal_show_var_text(out, "weather", sp_weather_word[s->weather]);
  sal_show_var_text(out, "ec", sp_ec_word[s->ec]);
  sal_show_var(out, "wind", s->wind);
  sal_show_var(out, "south", sp_pa_low(p));
  sal_show_var(out, "north", sp_pa_high(p));

  for (int side = 0; side < 2; side++) {
    if (viewer != side && viewer != SAL_ALL)
      continue;
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

/* A viewer sees all of his own side; the umpire sees both. */
static bool sees_all_of(int viewer, int side) {
  return viewer == side || viewer == SAL_ALL;
}

/* The ground that a side controls (11.2e), without what lies outside the Playing Area. */
static void show_control(const struct sal_play *p, int side, struct sal_show *out) {
  uint8_t held[SAL_MAX_CELLS];

  memset(held, 0, sizeof held);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(p) * WIDTH;
    bool german = S(p)->ground[i] & C_OWN;
    if (sp_in_pa(p, g) && german == (side == GER))
      held[O(p)->cell[g]] = 1;
  }

  sal_show_control(out, side, held);
}

/* How many of a side's units are there. */
static int count_units(const struct sal_play *p, int side, int where) {
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    if (side_of(p, u) == side && S(p)->unit[u].where == where)
      n++;
  return n;
}

/* The boxes beside the map: off it, and lost. How many wait off the map is the owner's secret. */
static void show_boxes(const struct sal_play *p, int viewer, struct sal_show *out) {
  enum { UNKNOWN = -1 };

  for (int side = 0; side < 2; side++) {
    bool sees = sees_all_of(viewer, side);
    sal_show_box(out, side, sees ? count_units(p, side, OFF) : UNKNOWN);
  }
  for (int side = 0; side < 2; side++)
    sal_show_box(out, 2 + side, count_units(p, side, DEAD));
}

/* The view document, from what the viewer may know. */
void sp_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct state *s = S(p);

  show_vars(p, viewer, out);
  for (int side = 0; side < 2; side++)
    sal_show_score(out, side, (struct sal_frac){sp_vl_count(p, side), 1});

  for (int u = 0; u < p->book->ncounters; u++) {
    bool knows = sees_all_of(viewer, side_of(p, u)) || s->unit[u].flags & U_KNOWN;
    if (knows && s->unit[u].where != NONE)
      show_unit(p, u, out);
  }

  for (int side = 0; side < 2; side++)
    if (!sees_all_of(viewer, side))
      show_veils(p, side, out);

  for (int i = 0; i < s->nfort; i++) {
    const struct fort *f = &s->fort[i];
    bool knows = sees_all_of(viewer, f->side) || f->shown;
    if (knows)
      sal_show_mark(out, O(p)->cell[f->at], fort_mark(f->kind), f->side);
  }

  for (int side = 0; side < 2; side++)
    show_control(p, side, out);
  show_boxes(p, viewer, out);
}

/* V7: the Victory Locations of a board that can be counted, without or only its hills. */
static int most_locations(const struct sal_play *p, int board, bool hills) {
  int n = 0;

  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    bool gone = S(p)->vl[i] & VB_GONE;
    if (v->board != board || gone)
      continue;
    if ((v->kind == VL_HILL) == hills)
      n++;
  }

  return n;
}

/* What is lost by committing now is said before it is done. */
static void confirm_commit(const struct sal_play *p, int side, struct sal_offer *o) {
  const struct side *d = &S(p)->side[side];
  int node = sal_top(p)->node;

  if (node == N_BUY && d->cpp)
    sal_format(o->confirm, sizeof o->confirm, "End the purchases with %d%s CPP left?", d->cpp / 2,
               d->cpp % 2 ? ".5" : "");
  if (node == N_FORT && d->fpp)
    sal_format(o->confirm, sizeof o->confirm, "%d FPP would be lost. Go on?", d->fpp);
}

/* Actions whose number the player types, and those that ask once more before they are done. */
void sp_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  if (a.verb == V_CVP || a.verb == V_CVPEXIT) {
    o->vary = 2;
    o->vary_max = 999;
  }

  if (a.verb == V_NORTHVP) {
    o->vary = 1;
    o->vary_max = 999;
  }

  bool hills = a.verb == V_HILLS;
  if (a.verb == V_VLCOUNT || hills) {
    o->vary = 3;
    o->vary_max = (uint16_t)most_locations(p, word_of(a, 0), hills);
  }

  if (a.verb == V_COMMIT)
    confirm_commit(p, side, o);
}
