/* bridge.c - 14: bridges blown, rebuilt, and built over big rivers.
 *
 * A bridge is a hexside where a road crosses water; its state is down or standing and who controls it.
 * A bridge built by 14.3 where none is printed is kept in `built`, by hexside.
 */
#include "state.h"

/* A bridge is named by one of its two hexsides only. */
static int bridge_of(const struct sal_play *p, int hexside) {
  int bridge = O(p)->bridge_at[hexside] - 1;
  return bridge >= 0 && O(p)->bridge_side[bridge] == hexside ? bridge : -1;
}
static sal_hex bank(int hexside) { return (sal_hex)(hexside / 6); }
static sal_hex far_bank(const struct sal_play *p, int hexside) { return (sal_hex)(hexside / 6 + B(p)->step[hexside % 6]); }

static bool on_bank(const struct sal_play *p, int u, int hexside) {
  sal_hex at = S(p)->unit[u].at;
  return at == bank(hexside) || at == far_bank(p, hexside);
}

bool wb_may_blow(const struct sal_play *p, int u, int hexside, int left, struct sal_refusal *why) {
  int bridge = bridge_of(p, hexside), side = side_of(p, u);
  const struct kind *k = K(p, u);
  if (!S(p)->head.option[O_BRIDGES]) return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (bridge < 0 || S(p)->bridge[bridge] & DOWN) return sal_refuse(why, R_14_1_2, "No bridge stands there.", 0, 0);
  if (!on_bank(p, u, hexside) || (!is_regular(k) && k->role != HQ)) return sal_refuse(why, R_14_2_1, "{u0} is not a regular unit or headquarters at that bridge.", u, 0);
  if (!(S(p)->bridge[bridge] & (side == SAL_GERMAN ? BY_G : BY_S))) return sal_refuse(why, R_14_1_4, "The other side controls that bridge, or nobody.", 0, 0);
  int rule = O(p)->big[bridge] ? R_14_3_1 : R_14_2_1;
  return left >= POINT * (O(p)->big[bridge] ? 3 : 1) || sal_refuse(why, rule, "{u0} has not the points.", u, 0);
}

static bool near_hq(const struct sal_play *p, int side, sal_hex h) {
  for (int i = 0; i < O(p)->nhqs[side]; i++) {
    int q = O(p)->hqs[side][i];
    if (on_map(p, q) && sal_distance(B(p), S(p)->unit[q].at, h) <= O(p)->hq_range[side]) return true;
  }
  return false;
}

bool wb_may_rebuild(const struct sal_play *p, int u, int hexside, int left, struct sal_refusal *why) {
  int bridge = bridge_of(p, hexside), side = side_of(p, u), enemy = occ(sal_enemy(side));
  if (!S(p)->head.option[O_BRIDGES]) return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (bridge < 0 || O(p)->big[bridge]) return sal_refuse(why, R_14_2_3, "No bridge over a river is printed there.", 0, 0);
  if (!(S(p)->bridge[bridge] & DOWN)) return sal_refuse(why, R_14_2_2, "That bridge stands.", 0, 0);
  if (!on_bank(p, u, hexside) || is_gun(K(p, u))) return sal_refuse(why, R_14_2_2, "{u0} is artillery or not at that bridge.", u, 0);
  if ((S(p)->cell[bank(hexside)].pres | S(p)->cell[far_bank(p, hexside)].pres) & enemy) return sal_refuse(why, R_14_2_2, "Enemies hold a bank.", 0, 0);
  if (!near_hq(p, side, S(p)->unit[u].at)) return sal_refuse(why, R_14_2_2, "No headquarters is in range of {u0}.", u, 0);
  return left >= 3 * POINT || sal_refuse(why, R_14_2_2, "Rebuilding costs {u0} three points.", u, 0);
}

void wb_break(struct sal_play *p, int bridge, int rule) {
  int hexside = O(p)->bridge_side[bridge];
  S(p)->bridge[bridge] |= DOWN;
  sal_tell(p, E_BLOWN, rule, SAL_EV(.at = {bank(hexside), far_bank(p, hexside)}));
}

void wb_bridge_control(struct sal_play *p) { /* 14.1.3 */
  struct state *s = S(p);
  for (int i = 0; i < O(p)->nbridges; i++) {
    int hexside = O(p)->bridge_side[i], pres = s->cell[bank(hexside)].pres | s->cell[far_bank(p, hexside)].pres;
    bool german = pres & OCC_G, soviet = pres & OCC_S;
    if (german != soviet) s->bridge[i] = (uint8_t)((s->bridge[i] & DOWN) | (german ? BY_G : BY_S));
  }
}

/* ---- 14.3 big rivers ------------------------------------------------------------------------------------ */

bool wb_spanned(const struct sal_play *p, sal_hex from, int dir) {
  int other = (from + B(p)->step[dir]) * 6 + sal_back(dir);
  for (int i = 0; i < 4; i++)
    if (S(p)->built[i] && (S(p)->built[i] - 1 == from * 6 + dir || S(p)->built[i] - 1 == other)) return true;
  return false;
}

bool wb_may_span(const struct sal_play *p, int side, int u, int hexside, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (!S(p)->head.option[O_BRIDGES]) return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (!on_map(p, u) || side_of(p, u) != side || K(p, u)->role != HQ) return sal_refuse(why, R_14_3_2, "Only a headquarters bridges a big river.", 0, 0);
  if (bank(hexside) != unit->at || !(B(p)->side[hexside] & O(p)->big_river)) return sal_refuse(why, R_14_3_2, "{u0} is not at a big river there.", u, 0);
  if (wb_road_open(p, bank(hexside), hexside % 6) || wb_spanned(p, bank(hexside), hexside % 6)) return sal_refuse(why, R_14_3_2, "A bridge stands there.", 0, 0);
  if (!(unit->more & TOPPED)) return sal_refuse(why, R_14_3_2, "{u0} was not on that bank at the end of its supply phase.", u, 0);
  if (unit->flags & (MOVED | MARKED)) return sal_refuse(why, R_14_3_2, "{u0} needs all its points.", u, 0);
  if (S(p)->building[side]) return sal_refuse(why, R_14_3_3, "A bridge is being built already.", 0, 0);
  return !(S(p)->cell[far_bank(p, hexside)].pres & occ(sal_enemy(side))) || sal_refuse(why, R_14_3_2, "Enemies hold the far bank.", 0, 0);
}

void wb_span(struct sal_play *p, int u, int hexside) {
  struct state *s = S(p);
  int side = side_of(p, u);
  s->building[side] = (uint16_t)(u + 1);
  s->span[side] = (uint16_t)(hexside + 1);
  s->builtin[side] = (uint8_t)s->head.turn;
  s->unit[u].flags |= MOVED;
  wb_touch(p, u);
  sal_tell(p, E_SPAN, R_14_3_2, SAL_EVU(u, .at = {bank(hexside), far_bank(p, hexside)}, .seen = (uint8_t)SAL_BIT(side)));
}

static bool far_bank_held(const struct sal_play *p, int side) {
  int hexside = S(p)->span[side] - 1;
  sal_hex near = bank(hexside), far = far_bank(p, hexside);
  if (S(p)->cell[far].pres & occ(sal_enemy(side))) return false;
  return !wb_in_zoc(p, side, far) || (wb_regular_at(p, near) && wb_regular_at(p, far));
}

void wb_span_watch(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++) {
    int u = s->building[side] - 1;
    if (u < 0) continue;
    if (!on_map(p, u) || s->unit[u].at != bank(s->span[side] - 1) || !far_bank_held(p, side)) s->building[side] = s->span[side] = s->builtin[side] = 0;
  }
}

void wb_span_progress(struct sal_play *p, int side) {
  struct state *s = S(p);
  int u = s->building[side] - 1, hexside = s->span[side] - 1;
  if (u < 0 || s->head.turn <= s->builtin[side]) return;
  int bridge = O(p)->bridge_at[hexside] - 1;
  if (bridge >= 0) s->bridge[bridge] = (uint8_t)(side == SAL_GERMAN ? BY_G : BY_S);
  for (int i = 0; bridge < 0 && i < 4; i++)
    if (!s->built[i]) {
      s->built[i] = (uint16_t)(hexside + 1);
      break;
    }
  s->unit[u].flags |= MOVED; /* all its points again */
  s->building[side] = s->span[side] = s->builtin[side] = 0;
  sal_tell(p, E_REBUILT, R_14_3_2, SAL_EV(.at = {bank(hexside), far_bank(p, hexside)}));
}
