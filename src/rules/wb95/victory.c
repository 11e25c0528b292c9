/* victory.c - K.8-K.11, P.10-P.12, J.1: what scores, automatic victories, the scale. */
#include "state.h"

bool wb_taken(const struct sal_play *p, const struct sal_region *r, int side) { /* all its hexes */
  for (int i = 0; r && i < r->n; i++)
    if ((S(p)->cell[r->hexes[i]].ground & (HELD_G | HELD_S)) != held(side)) return false;
  return r != NULL;
}

/* A town hex that another line of the list does not count. */
static bool other_town(const struct sal_play *p, sal_hex h) {
  const struct own *o = O(p);
  if (!(o->line[h] & TOWN)) return false;
  for (int i = 0; i < o->nscores; i++)
    for (int k = 0; o->score[i].kind == S_PLACE && o->score[i].region && k < o->score[i].region->n; k++)
      if (o->score[i].region->hexes[k] == h) return false;
  return true;
}

static int towns_taken(const struct sal_play *p) {
  const struct sal_board *b = B(p);
  int n = 0;
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (O(p)->line[h] & TOWN && O(p)->start[h] == HELD_S && (S(p)->cell[h].ground & (HELD_G | HELD_S)) == HELD_G && other_town(p, h)) n++;
  }
  return n;
}

int wb_points(const struct sal_play *p, int line) {
  const struct line_score *l = &O(p)->score[line];
  switch (l->kind) {
  case S_RIVER: return S(p)->crossed >> line & 1 ? l->vp : 0;
  case S_PLACE: return wb_taken(p, l->region, SAL_GERMAN) ? l->vp : 0;
  case S_TOWN: return l->vp * towns_taken(p);
  case S_STAWKA: return l->vp * __builtin_popcount(S(p)->stawka);
  default: return l->vp * S(p)->killed[SAL_SOVIET];
  }
}

int wb_total(const struct sal_play *p) {
  int n = 0;
  for (int i = 0; i < O(p)->nscores; i++) n += wb_points(p, i);
  return n;
}

/* K.10: once and for good, when a supplied regular unit ends a German supply phase on the far bank. */
void wb_rivers(struct sal_play *p) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nscores && i < 8; i++) {
    const struct line_score *l = &o->score[i];
    if (l->kind != S_RIVER || !l->region || S(p)->crossed >> i & 1) continue;
    for (int k = 0; k < l->region->n; k++)
      EACH_AT(S(p), u, l->region->hexes[k])
        if (side_of(p, u) == SAL_GERMAN && is_regular(K(p, u)) && S(p)->unit[u].more & SUPPLIED && !(S(p)->crossed >> i & 1)) {
          S(p)->crossed |= (uint8_t)(1u << i);
          sal_tell(p, E_CROSSED, l->rule, SAL_EVU(u, .at = {l->region->hexes[k]}, .n = {l->vp}, .seen = (uint8_t)(masked(p) ? SAL_BIT(SAL_GERMAN) : SAL_BOTH)));
          if (masked(p)) sal_tell(p, E_CROSSED, l->rule, SAL_EV(.at = {l->region->hexes[k]}, .n = {l->vp}, .seen = (uint8_t)SAL_BIT(SAL_SOVIET)));
        }
  }
}

void wb_check_automatic(struct sal_play *p, int side) {
  const struct own *o = O(p);
  struct state *s = S(p);
  bool k = o->scenario & SC_K && !(o->scenario & SC_LESSON), south = o->scenario & SC_P;
  bool german = wb_taken(p, o->bielgorod, SAL_GERMAN) && wb_taken(p, o->obojan, SAL_GERMAN) && wb_taken(p, o->prokhorovka, SAL_GERMAN);
  bool soviet = wb_taken(p, o->bielgorod, SAL_SOVIET) && wb_taken(p, o->obojan, SAL_SOVIET) && wb_taken(p, o->prokhorovka, SAL_SOVIET);
  if (side == SAL_SOVIET && k && wb_taken(p, o->kursk, SAL_GERMAN)) s->winner = 1, s->auto_win = 1;   /* K.9 */
  else if (side == SAL_SOVIET && south && german) s->winner = 1, s->auto_win = 2;                     /* P.10 */
  else if (side == SAL_GERMAN && south && soviet) s->winner = 2, s->auto_win = 2;
}

bool wb_score(const struct sal_play *p, struct sal_result *r) {
  static const char *const levels[] = {"Soviet victory", "German small victory", "German medium victory", "German significant victory"};
  const struct own *o = O(p);
  const struct state *s = S(p);
  int vp = wb_total(p), level = 0;
  if (!s->head.over) return false;
  while (level < 3 && vp >= o->scale[level]) level++;
  int rule = o->scenario == (SC_K | SC_P) ? R_J_1 : o->scenario & SC_P ? R_P_12 : R_K_11;
  *r = (struct sal_result){.winner = (uint8_t)(level ? SAL_GERMAN : SAL_SOVIET), .level = levels[level], .margin = {vp - o->scale[0] + (level ? 1 : 0), 1}, .rule = (uint16_t)rule, .score = {{vp, 1}, {0, 1}}};
  sal_format(r->text, sizeof r->text, "%s: %d victory points.", r->level, vp);
  if (s->auto_win) {
    bool german = s->winner == 1;
    r->winner = (uint8_t)(german ? SAL_GERMAN : SAL_SOVIET);
    r->level = german ? "German automatic victory" : "Soviet automatic victory";
    r->rule = s->auto_win == 1 ? R_K_9 : R_P_10;
    r->margin = (struct sal_frac){german ? 100 : -100, 1};
    sal_format(r->text, sizeof r->text, "%s.", r->level);
  }
  return true;
}
