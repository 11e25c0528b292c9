/* victory.c - K.8-K.11, P.10-P.12, J.1: what scores, automatic victories, the scale. */
#include "state.h"

/* All hexes of the place are the side's. */
bool wb_taken(const struct sal_play *p, const struct sal_region *r, int side) {
  if (!r)
    return false;
  for (int i = 0; i < r->n; i++) {
    int holder = S(p)->cell[r->hexes[i]].ground & (HELD_G | HELD_S);
    if (holder != held(side))
      return false;
  }

  return true;
}

/* ---- points ----------------------------------------------------------------------------- */

/* Whether the hex is of the region. */
static bool in_region(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h)
      return true;
  return false;
}

/* A town hex that another line of the list does not count. */
static bool other_town(const struct sal_play *p, sal_hex h) {
  const struct own *o = O(p);

  if (!(o->line[h] & TOWN))
    return false;
  for (int i = 0; i < o->nscores; i++)
    if (o->score[i].kind == S_PLACE && in_region(o->score[i].region, h))
      return false;

  return true;
}

/* Soviet towns in German hands that score by number. */
static int towns_taken(const struct sal_play *p) {
  int n = 0;

  EACH_HEX(B(p), h) {
    int holder = S(p)->cell[h].ground & (HELD_G | HELD_S);
    if (O(p)->start[h] == HELD_S && holder == HELD_G)
      n += other_town(p, (sal_hex)h);
  }

  return n;
}

/* K.10, P.11: what a line of victory.tsv is worth now. */
int wb_points(const struct sal_play *p, int line) {
  const struct line_score *l = &O(p)->score[line];
  bool crossed = S(p)->crossed >> line & 1;

  switch (l->kind) {
  case S_RIVER: return crossed ? l->vp : 0;
  case S_PLACE: return wb_taken(p, l->region, SAL_GERMAN) ? l->vp : 0;
  case S_TOWN: return l->vp * towns_taken(p);
  case S_STAWKA: return l->vp * __builtin_popcount(S(p)->stawka);
  default: return l->vp * S(p)->killed[SAL_SOVIET];
  }
}

/* K.10: what a formation of the STAVKA that enters gives the German. */
int wb_stawka_price(const struct sal_play *p) {
  int points = 0;

  for (int i = 0; i < O(p)->nscores; i++)
    if (O(p)->score[i].kind == S_STAWKA)
      points += O(p)->score[i].vp;
  return points;
}

/* The German's victory points, with the handicap. */
int wb_total(const struct sal_play *p) {
  int points = sal_handicap(p);
  for (int i = 0; i < O(p)->nscores; i++)
    points += wb_points(p, i);
  return points;
}

/* ---- rivers (K.10) ---------------------------------------------------------------------- */

/* A supplied regular German unit on the far bank; -1: none. */
static int unit_across(const struct sal_play *p, const struct sal_region *bank) {
  for (int i = 0; i < bank->n; i++) {
    EACH_AT(S(p), u, bank->hexes[i]) {
      bool supplied = S(p)->unit[u].more & SUPPLIED;
      if (side_of(p, u) == SAL_GERMAN && is_regular(K(p, u)) && supplied)
        return u;
    }
  }

  return -1;
}

/* With masks the Soviets hear where, not who. */
static void tell_crossed(struct sal_play *p, const struct line_score *l, int u) {
  sal_hex at = S(p)->unit[u].at;
  uint8_t seen = (uint8_t)(masked(p) ? SAL_BIT(SAL_GERMAN) : SAL_BOTH);
  uint8_t others = (uint8_t)SAL_BIT(SAL_SOVIET);

  sal_tell(p, E_CROSSED, l->rule, SAL_EVU(u, .at = {at}, .n = {l->vp}, .seen = seen));
  if (masked(p))
    sal_tell(p, E_CROSSED, l->rule, SAL_EV(.at = {at}, .n = {l->vp}, .seen = others));
}

/* K.10: once and for good, when a supplied regular unit ends a German supply phase on the far bank.
 */
void wb_rivers(struct sal_play *p) {
  enum { MOST = 8 }; /* bits of `crossed` */
  const struct own *o = O(p);

  for (int i = 0; i < o->nscores && i < MOST; i++) {
    const struct line_score *l = &o->score[i];
    bool crossed = S(p)->crossed >> i & 1;
    if (l->kind != S_RIVER)
      continue;
    if (!l->region)
      continue;
    if (crossed)
      continue;
    int u = unit_across(p, l->region);
    if (u < 0)
      continue;
    S(p)->crossed |= (uint8_t)(1u << i);
    tell_crossed(p, l, u);
  }
}

/* ---- automatic victories and the scale -------------------------------------------------- */

enum { BY_KURSK = 1, BY_SOUTH = 2 }; /* auto_win */

/* The game ends at the end of the phase. */
static void win(struct state *s, int side, int how) {
  s->winner = (uint8_t)(1 + side);
  s->auto_win = (uint8_t)how;
}

/* P.10: the three places of the south. */
static bool has_south(const struct sal_play *p, int side) {
  const struct own *o = O(p);

  if (!wb_taken(p, o->bielgorod, side))
    return false;
  if (!wb_taken(p, o->obojan, side))
    return false;

  return wb_taken(p, o->prokhorovka, side);
}

/* K.9, P.10: the German wins at once with Kursk, or with the three places of the south, which win
 * for the Soviets too. Judged after the other side's supply phase. */
void wb_check_automatic(struct sal_play *p, int side) {
  int scenario = O(p)->scenario;
  bool north = scenario & SC_K && !(scenario & SC_LESSON);
  bool south = scenario & SC_P;
  int candidate = sal_enemy(side);

  if (candidate == SAL_GERMAN && north && wb_taken(p, O(p)->kursk, SAL_GERMAN))
    win(S(p), SAL_GERMAN, BY_KURSK);
  else if (south && has_south(p, candidate))
    win(S(p), candidate, BY_SOUTH);
}

/* The rule of the scenario's scale. */
static int scale_rule(const struct own *o) {
  if (o->scenario == (SC_K | SC_P))
    return R_J_1;
  return o->scenario & SC_P ? R_P_12 : R_K_11;
}

/* An automatic victory counts more than any number of points. */
static void automatic_result(const struct state *s, struct sal_result *r) {
  bool german = s->winner == 1 + SAL_GERMAN;

  r->winner = (uint8_t)(german ? SAL_GERMAN : SAL_SOVIET);
  r->level = german ? "German automatic victory" : "Soviet automatic victory";
  r->rule = s->auto_win == BY_KURSK ? R_K_9 : R_P_10;
  r->margin = (struct sal_frac){german ? 100 : -100, 1};
  sal_format(r->text, sizeof r->text, "%s.", r->level);
}

/* K.11, P.12: the level of victory by the German's points. */
bool wb_score(const struct sal_play *p, struct sal_result *r) {
  static const char *const levels[] = {"Soviet victory", "German small victory",
                                       "German medium victory", "German significant victory"};
  const struct own *o = O(p);
  int points = wb_total(p);
  int level = 0;

  if (!S(p)->head.over)
    return false;
  while (level < 3 && points >= o->scale[level])
    level++;
  int ahead = points - o->scale[0];
  if (level)
    ahead++; /* the German's first point of a victory is a margin of one */
  *r = (struct sal_result){.winner = (uint8_t)(level ? SAL_GERMAN : SAL_SOVIET),
                           .level = levels[level],
                           .margin = {ahead, 1},
                           .rule = (uint16_t)scale_rule(o),
                           .score = {{points, 1}, {0, 1}}};
  sal_format(r->text, sizeof r->text,
             "%s: the German has %d victory {point/points} and wins with %d.", r->level, points,
             o->scale[0]);
  if (S(p)->auto_win)
    automatic_result(S(p), r);

  return true;
}
