/* bridge.c - 14: bridges blown, rebuilt, and built over big rivers.
 *
 * A bridge is a hexside where a road crosses water; its state is down or standing and who controls it. Those that
 * headquarters build by 14.3 where none is printed are numbered after the printed ones: state->built has their hexsides.
 */
#include "state.h"

int wb_nbridges(const struct sal_play *p) { return O(p)->nbridges + S(p)->nbuilt; }

int wb_bridge_side(const struct sal_play *p, int bridge) {
  int printed = O(p)->nbridges;
  return bridge < printed ? O(p)->bridge_side[bridge] : S(p)->built[bridge - printed] - 1;
}

int wb_bridge_of(const struct sal_play *p, int hexside) {
  int bridge = O(p)->bridge_at[hexside] - 1;
  if (bridge >= 0) return O(p)->bridge_side[bridge] == hexside ? bridge : -1;
  for (int i = 0; i < S(p)->nbuilt; i++)
    if (S(p)->built[i] == hexside + 1) return O(p)->nbridges + i;
  return -1;
}

bool wb_standing(const struct sal_play *p, int hexside) {
  int bridge = wb_bridge_of(p, hexside);
  return bridge >= 0 && !(S(p)->bridge[bridge] & DOWN);
}

static bool is_big(const struct sal_play *p, int bridge) { return bridge >= O(p)->nbridges || O(p)->big[bridge]; }
static sal_hex bank(int hexside) { return (sal_hex)(hexside / 6); }
static sal_hex far_bank(const struct sal_play *p, int hexside) { return (sal_hex)(hexside / 6 + B(p)->step[hexside % 6]); }

static bool on_bank(const struct sal_play *p, int u, int hexside) {
  sal_hex at = S(p)->unit[u].at;
  return at == bank(hexside) || at == far_bank(p, hexside);
}

int wb_blow_price(const struct sal_play *p, int bridge) { return POINT * (is_big(p, bridge) ? 3 : 1); }

bool wb_may_blow(const struct sal_play *p, int u, int hexside, int left, struct sal_refusal *why) {
  int bridge = wb_bridge_of(p, hexside), side = side_of(p, u);
  const struct kind *k = K(p, u);
  if (!S(p)->head.option[O_BRIDGES]) return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (bridge < 0 || S(p)->bridge[bridge] & DOWN) return sal_refuse(why, R_14_1_2, "No bridge stands there.", 0, 0);
  if (!on_bank(p, u, hexside) || (!is_regular(k) && k->role != HQ)) return sal_refuse(why, R_14_2_1, "{u0} is not a regular unit or headquarters at that bridge.", u, 0);
  if (!(S(p)->bridge[bridge] & (side == SAL_GERMAN ? BY_G : BY_S))) return sal_refuse(why, R_14_1_4, "The other side controls that bridge, or nobody.", 0, 0);
  int rule = is_big(p, bridge) ? R_14_3_1 : R_14_2_1;
  return left >= wb_blow_price(p, bridge) || sal_refuse(why, rule, "{u0} has not the points.", u, 0);
}

static bool near_hq(const struct sal_play *p, int side, sal_hex h) {
  for (int i = 0; i < O(p)->nhqs[side]; i++) {
    int q = O(p)->hqs[side][i];
    if (on_map(p, q) && sal_distance(B(p), S(p)->unit[q].at, h) <= O(p)->hq_range[side]) return true;
  }
  return false;
}

bool wb_may_rebuild(const struct sal_play *p, int u, int hexside, int left, struct sal_refusal *why) {
  int bridge = wb_bridge_of(p, hexside), side = side_of(p, u), enemy = occ(sal_enemy(side));
  if (!S(p)->head.option[O_BRIDGES]) return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (bridge < 0 || is_big(p, bridge)) return sal_refuse(why, R_14_2_3, "No bridge over a river is printed there.", 0, 0);
  if (!(S(p)->bridge[bridge] & DOWN)) return sal_refuse(why, R_14_2_2, "That bridge stands.", 0, 0);
  if (!on_bank(p, u, hexside) || is_gun(K(p, u))) return sal_refuse(why, R_14_2_2, "{u0} is artillery or not at that bridge.", u, 0);
  if ((S(p)->cell[bank(hexside)].pres | S(p)->cell[far_bank(p, hexside)].pres) & enemy) return sal_refuse(why, R_14_2_2, "Enemies hold a bank.", 0, 0);
  if (!near_hq(p, side, S(p)->unit[u].at)) return sal_refuse(why, R_14_2_2, "No headquarters is in range of {u0}.", u, 0);
  return left >= 3 * POINT || sal_refuse(why, R_14_2_2, "Rebuilding costs {u0} three points.", u, 0);
}

void wb_break(struct sal_play *p, int bridge, int rule) {
  int hexside = wb_bridge_side(p, bridge);
  S(p)->bridge[bridge] |= DOWN;
  sal_tell(p, E_BLOWN, rule, SAL_EV(.at = {bank(hexside), far_bank(p, hexside)}));
}

void wb_bridge_control(struct sal_play *p) { /* 14.1.3 */
  struct state *s = S(p);
  for (int i = 0; i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i), pres = s->cell[bank(hexside)].pres | s->cell[far_bank(p, hexside)].pres;
    bool german = pres & OCC_G, soviet = pres & OCC_S;
    int by = german ? BY_G : BY_S;
    if (german == soviet || s->bridge[i] & by) continue;
    s->bridge[i] = (uint8_t)((s->bridge[i] & DOWN) | by);
    sal_tell(p, E_BRIDGE_BY, R_14_1_3, SAL_EV(.at = {bank(hexside), far_bank(p, hexside)}, .n = {(int16_t)soviet}));
  }
}

/* ---- 14.3 big rivers ------------------------------------------------------------------------------------ */

bool wb_spanned(const struct sal_play *p, sal_hex from, int dir) {
  int other = (from + B(p)->step[dir]) * 6 + sal_back(dir);
  for (int i = 0; i < S(p)->nbuilt; i++)
    if ((S(p)->built[i] - 1 == from * 6 + dir || S(p)->built[i] - 1 == other) && !(S(p)->bridge[O(p)->nbridges + i] & DOWN)) return true;
  return false;
}

bool wb_building(const struct sal_play *p, int u) {
  for (int i = 0; O(p)->any_big && i < SPANS; i++)
    if (S(p)->span[side_of(p, u)][i].hq == u + 1) return true;
  return false;
}

static bool under_way(const struct sal_play *p, int side, int hexside) { /* from either bank */
  int other = far_bank(p, hexside) * 6 + sal_back(hexside % 6);
  for (int i = 0; i < SPANS; i++) {
    int at = S(p)->span[side][i].hexside - 1;
    if (at == hexside || at == other) return true;
  }
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
  if (under_way(p, side, hexside)) return sal_refuse(why, R_14_3_3, "Another headquarters builds that bridge.", 0, 0);
  if (S(p)->nbuilt == BUILT && wb_bridge_of(p, hexside) < 0) return sal_refuse(why, R_14_3_3, "There is no material for more bridges.", 0, 0);
  return !(S(p)->cell[far_bank(p, hexside)].pres & occ(sal_enemy(side))) || sal_refuse(why, R_14_3_2, "Enemies hold the far bank.", 0, 0);
}

void wb_span(struct sal_play *p, int u, int hexside) {
  struct state *s = S(p);
  int side = side_of(p, u), i = 0;
  while (s->span[side][i].hq) i++; /* there is room for every headquarters of a side */
  s->span[side][i] = (struct span){(uint16_t)(u + 1), (uint16_t)(hexside + 1), s->head.turn};
  s->unit[u].flags |= MOVED;
  wb_touch(p, u);
  sal_tell(p, E_SPAN, R_14_3_2, SAL_EVU(u, .at = {bank(hexside), far_bank(p, hexside)}, .seen = (uint8_t)SAL_BIT(side)));
}

static bool far_bank_held(const struct sal_play *p, int side, int hexside) {
  sal_hex near = bank(hexside), far = far_bank(p, hexside);
  if (S(p)->cell[far].pres & occ(sal_enemy(side))) return false;
  return !wb_in_zoc(p, side, far) || (wb_regular_at(p, near) && wb_regular_at(p, far));
}

void wb_span_watch(struct sal_play *p) {
  struct state *s = S(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < SPANS; i++) {
      struct span *span = &s->span[side][i];
      int u = span->hq - 1;
      if (u >= 0 && (!on_map(p, u) || s->unit[u].at != bank(span->hexside - 1) || !far_bank_held(p, side, span->hexside - 1))) *span = (struct span){0};
    }
}

static void open_bridge(struct sal_play *p, int side, int hexside) { /* the printed one again, or a new one */
  struct state *s = S(p);
  int other = far_bank(p, hexside) * 6 + sal_back(hexside % 6), bridge = O(p)->bridge_at[hexside] - 1;
  if (bridge < 0) bridge = wb_bridge_of(p, hexside);
  if (bridge < 0) bridge = wb_bridge_of(p, other);
  if (bridge < 0) s->built[s->nbuilt] = (uint16_t)(hexside + 1), bridge = O(p)->nbridges + s->nbuilt++;
  s->bridge[bridge] = (uint8_t)(side == SAL_GERMAN ? BY_G : BY_S);
}

void wb_span_progress(struct sal_play *p, int side) {
  struct state *s = S(p);
  for (int i = 0; i < SPANS; i++) {
    struct span span = s->span[side][i];
    int hexside = span.hexside - 1;
    if (!span.hq || s->head.turn <= span.turn) continue;
    open_bridge(p, side, hexside);
    s->unit[span.hq - 1].flags |= MOVED; /* all its points again */
    s->span[side][i] = (struct span){0};
    sal_tell(p, E_REBUILT, R_14_3_2, SAL_EV(.at = {bank(hexside), far_bank(p, hexside)}));
  }
}
