/* bridges.c - 14: bridges blown, rebuilt, and built over big rivers.
 *
 * A bridge is a hexside where a road crosses water; its state is down or standing and who controls
 * it. Those that headquarters build by 14.3 where none is printed are numbered after the printed
 * ones: state->built has their hexsides.
 */
#include "state.h"

/* The bridge that goes by this hexside; -1: none. */
int wb_bridge_of(const struct sal_play *p, int hexside) {
  int bridge = O(p)->bridge_at[hexside] - 1;

  if (bridge >= 0)
    return O(p)->bridge_side[bridge] == hexside ? bridge : -1;
  for (int i = 0; i < S(p)->nbuilt; i++)
    if (S(p)->built[i] == hexside + 1)
      return O(p)->nbridges + i;

  return -1;
}

/* Whether a bridge stands across the hexside. */
bool wb_standing(const struct sal_play *p, int hexside) {
  int bridge = wb_bridge_of(p, hexside);
  if (bridge < 0)
    return false;
  return !(S(p)->bridge[bridge] & DOWN);
}

/* Whether it crosses a big river; all built ones do. */
static bool is_big(const struct sal_play *p, int bridge) {
  if (bridge >= O(p)->nbridges)
    return true;
  return O(p)->big[bridge];
}
/* The hex across the hexside. */
static sal_hex far_bank(const struct sal_play *p, int hexside) {
  return (sal_hex)(bridge_end(hexside) + B(p)->step[hexside % 6]);
}
/* the same hexside, seen from the far bank */
static int other_side(const struct sal_play *p, int hexside) {
  return far_bank(p, hexside) * 6 + sal_back(hexside % 6);
}
/* Which sides are at either end, as bits of `pres`. */
static int banks(const struct sal_play *p, int hexside) {
  const struct cell *cell = S(p)->cell;
  return cell[bridge_end(hexside)].pres | cell[far_bank(p, hexside)].pres;
}
/* The bit of a bridge that the side controls. */
static int held_by(int side) {
  return side == SAL_GERMAN ? BY_G : BY_S;
}

/* Whether the unit stands at either end. */
static bool on_bank(const struct sal_play *p, int u, int hexside) {
  sal_hex at = S(p)->unit[u].at;
  if (at == bridge_end(hexside))
    return true;
  return at == far_bank(p, hexside);
}

/* ---- 14.2 blowing and rebuilding -------------------------------------------------------- */

/* 14.2.1, 14.3.1: a point, or three over a big river. */
int wb_blow_price(const struct sal_play *p, int bridge) {
  return is_big(p, bridge) ? 3 * POINT : POINT;
}

/* 14.1.2: no bridge goes by that name. It may go by the other one: a hexside has two. */
bool wb_no_bridge(const struct sal_play *p, int hexside, int rule, const char *text,
                  struct sal_refusal *why) {
  sal_hex end = bridge_end(hexside);
  sal_hex far = far_bank(p, hexside);

  if (sal_next(B(p), end, hexside % 6) && wb_bridge_of(p, other_side(p, hexside)) >= 0)
    return sal_refuse(why, rule, "That bridge goes by the name {h0}/{h1}.", far, end);
  return sal_refuse(why, rule, text, 0, 0);
}

/* 14.1.2, 14.1.4: a regular unit or headquarters at a bridge that its side controls. */
bool wb_may_blow(const struct sal_play *p, int u, int hexside, int left, struct sal_refusal *why) {
  int bridge = wb_bridge_of(p, hexside);
  const struct kind *k = K(p, u);
  bool able = is_regular(k) || k->role == HQ;

  if (!S(p)->head.option[O_BRIDGES])
    return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (bridge < 0)
    return wb_no_bridge(p, hexside, R_14_1_2, "No bridge stands there.", why);
  if (S(p)->bridge[bridge] & DOWN)
    return sal_refuse(why, R_14_1_2, "That bridge is destroyed already.", 0, 0);
  if (!able)
    return sal_refuse(why, R_14_2_1, "{u0} is no regular unit or headquarters.", u, 0);
  if (!on_bank(p, u, hexside))
    return sal_refuse(why, R_14_2_1, "{u0} is not at that bridge.", u, 0);
  if (!(S(p)->bridge[bridge] & held_by(side_of(p, u))))
    return sal_refuse(why, R_14_1_4, "This side does not control that bridge.", 0, 0);
  if (left < wb_blow_price(p, bridge))
    return sal_refuse(why, is_big(p, bridge) ? R_14_3_1 : R_14_2_1,
                      "{u0} does not have enough movement points.", u, 0);

  return true;
}

/* Whether a headquarters of the side is in range. */
static bool near_hq(const struct sal_play *p, int side, sal_hex h) {
  EACH_HQ(p, side, hq) {
    if (!on_map(p, hq))
      continue;
    if (sal_distance(B(p), S(p)->unit[hq].at, h) <= O(p)->hq_range[side])
      return true;
  }

  return false;
}

/* 14.2.2, 14.2.3: a unit that is not artillery, in range of a headquarters, rebuilds a printed
 * bridge over a river whose banks no enemy holds. */
bool wb_may_rebuild(const struct sal_play *p, int u, int hexside, int left,
                    struct sal_refusal *why) {
  int bridge = wb_bridge_of(p, hexside);
  int side = side_of(p, u);

  if (!S(p)->head.option[O_BRIDGES])
    return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (bridge < 0)
    return wb_no_bridge(p, hexside, R_14_2_3, "No bridge over a river is printed there.", why);
  if (is_big(p, bridge))
    return sal_refuse(why, R_14_2_3, "A headquarters builds the bridges over a big river.", 0, 0);
  if (!(S(p)->bridge[bridge] & DOWN))
    return sal_refuse(why, R_14_2_2, "That bridge stands.", 0, 0);
  if (is_gun(K(p, u)))
    return sal_refuse(why, R_14_2_2, "{u0} is artillery and rebuilds no bridges.", u, 0);
  if (!on_bank(p, u, hexside))
    return sal_refuse(why, R_14_2_2, "{u0} is not at that bridge.", u, 0);
  if (banks(p, hexside) & occ(sal_enemy(side)))
    return sal_refuse(why, R_14_2_2, "Enemies hold a bank.", 0, 0);
  if (!near_hq(p, side, S(p)->unit[u].at))
    return sal_refuse(why, R_14_2_2, "No headquarters is in range of {u0}.", u, 0);
  if (left < WB_REBUILD_PRICE)
    return sal_refuse(why, R_14_2_2, "Rebuilding costs {u0} three points.", u, 0);

  return true;
}

/* The bridge is down. */
void wb_break(struct sal_play *p, int bridge, int rule) {
  int hexside = wb_bridge_side(p, bridge);
  S(p)->bridge[bridge] |= DOWN;
  sal_tell(p, E_BLOWN, rule, SAL_EV(.at = {bridge_end(hexside), far_bank(p, hexside)}));
}

/* 14.1.3: a bridge belongs to the side that alone has units at it. */
void wb_bridge_control(struct sal_play *p) {
  struct state *s = S(p);

  for (int i = 0; i < wb_nbridges(p); i++) {
    int hexside = wb_bridge_side(p, i);
    int pres = banks(p, hexside);
    bool german = pres & OCC_G;
    bool soviet = pres & OCC_S;
    int by = german ? BY_G : BY_S;
    if (german == soviet)
      continue;
    if (s->bridge[i] & by)
      continue;
    s->bridge[i] = (uint8_t)((s->bridge[i] & DOWN) | by);
    sal_tell(p, E_BRIDGE_BY, R_14_1_3,
             SAL_EV(.at = {bridge_end(hexside), far_bank(p, hexside)}, .n = {(int16_t)soviet}));
  }
}

/* ---- 14.3 big rivers -------------------------------------------------------------------- */

/* A bridge built by 14.3 stands across the hexside. */
bool wb_spanned(const struct sal_play *p, sal_hex from, int dir) {
  int near = from * 6 + dir;

  for (int i = 0; i < S(p)->nbuilt; i++) {
    int built = S(p)->built[i] - 1;
    bool there = built == near || built == other_side(p, near);
    if (there && !(S(p)->bridge[O(p)->nbridges + i] & DOWN))
      return true;
  }

  return false;
}

/* Whether a headquarters builds a bridge over a big river. */
bool wb_building(const struct sal_play *p, int u) {
  const struct span *span = S(p)->span[side_of(p, u)];

  for (int i = 0; O(p)->any_big && i < SPANS; i++)
    if (span[i].hq == u + 1)
      return true;
  return false;
}

/* from either bank */
static bool under_way(const struct sal_play *p, int side, int hexside) {
  for (int i = 0; i < SPANS; i++) {
    int at = S(p)->span[side][i].hexside - 1;
    if (at == hexside)
      return true;
    if (at == other_side(p, hexside))
      return true;
  }

  return false;
}

/* Bridges that the side is building. */
static int begun(const struct sal_play *p, int side) {
  int n = 0;

  for (int i = 0; i < SPANS; i++)
    n += S(p)->span[side][i].hq != 0;
  return n;
}

/* A bridge across the hexside, by either of its names, be it down; -1: there was none. */
static int bridge_across(const struct sal_play *p, int hexside) {
  int bridge = O(p)->bridge_at[hexside] - 1;

  if (bridge < 0)
    bridge = wb_bridge_of(p, hexside);
  if (bridge < 0)
    bridge = wb_bridge_of(p, other_side(p, hexside));

  return bridge;
}

/* Each new bridge needs a place, and so does each that is being built. */
static bool has_material(const struct sal_play *p, int side, int hexside) {
  if (begun(p, side) == SPANS)
    return false;
  if (bridge_across(p, hexside) >= 0)
    return true;

  return S(p)->nbuilt + begun(p, SAL_GERMAN) + begun(p, SAL_SOVIET) < BUILT;
}

/* 14.3.2, 14.3.3: the river's conditions for beginning a bridge there. */
static bool may_bridge(const struct sal_play *p, int side, int hexside, struct sal_refusal *why) {
  sal_hex near = bridge_end(hexside);
  int dir = hexside % 6;

  if (wb_road_open(p, near, dir) || wb_spanned(p, near, dir))
    return sal_refuse(why, R_14_3_2, "A bridge stands there.", 0, 0);
  if (under_way(p, side, hexside))
    return sal_refuse(why, R_14_3_3, "Another headquarters builds that bridge.", 0, 0);
  if (!has_material(p, side, hexside))
    return sal_refuse(why, R_14_3_3, "There is no material for more bridges.", 0, 0);
  if (S(p)->cell[far_bank(p, hexside)].pres & occ(sal_enemy(side)))
    return sal_refuse(why, R_14_3_2, "Enemies hold the far bank.", 0, 0);

  return true;
}

/* 14.3.2: a headquarters that was on the bank at the end of its supply phase builds a bridge with
 * all its points of two turns. */
bool wb_may_span(const struct sal_play *p, int side, int u, int hexside, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  bool at_river = bridge_end(hexside) == unit->at && B(p)->side[hexside] & O(p)->big_river;

  if (!S(p)->head.option[O_BRIDGES])
    return sal_refuse(why, R_14_1_1, "Bridges are not worked on in this game.", 0, 0);
  if (!on_map(p, u) || side_of(p, u) != side || K(p, u)->role != HQ)
    return sal_refuse(why, R_14_3_2, "Only a headquarters bridges a big river.", 0, 0);
  if (!at_river)
    return sal_refuse(why, R_14_3_2, "{u0} is not at a big river there.", u, 0);
  if (!(unit->more & ON_BANK))
    return sal_refuse(why, R_14_3_2, "{u0} was not on that bank at the end of its supply phase.", u,
                      0);
  if (unit->flags & (MOVED | MARKED))
    return sal_refuse(why, R_14_3_2, "{u0} needs all its points.", u, 0);

  return may_bridge(p, side, hexside, why);
}

/* Begins a bridge; the other side does not see it before it stands. */
void wb_span(struct sal_play *p, int u, int hexside) {
  struct state *s = S(p);
  int side = side_of(p, u);
  uint8_t seen = (uint8_t)SAL_BIT(side);
  int i = 0;

  while (s->span[side][i].hq)
    i++; /* has_material has seen a free one */
  s->span[side][i] = (struct span){(uint16_t)(u + 1), (uint16_t)(hexside + 1), s->head.turn};
  s->unit[u].flags |= MOVED;
  wb_touch(p, u);
  sal_tell(p, E_SPAN, R_14_3_2,
           SAL_EVU(u, .at = {bridge_end(hexside), far_bank(p, hexside)}, .seen = seen));
}

/* 14.3.2: the far bank is free of enemies, and of their zones unless regular units hold both banks.
 */
static bool far_bank_held(const struct sal_play *p, int side, int hexside) {
  sal_hex near = bridge_end(hexside);
  sal_hex far = far_bank(p, hexside);

  if (S(p)->cell[far].pres & occ(sal_enemy(side)))
    return false;
  if (!wb_in_zoc(p, side, far))
    return true;
  if (!wb_regular_at(p, near))
    return false;

  return wb_regular_at(p, far);
}

/* At each phase's end: a bridge whose builder has gone or whose far bank is lost is given up. */
void wb_span_watch(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < SPANS; i++) {
      struct span *span = &s->span[side][i];
      int u = span->hq - 1;
      int hexside = span->hexside - 1;
      if (u < 0)
        continue;
      bool builder = on_map(p, u) && s->unit[u].at == bridge_end(hexside);
      if (!builder || !far_bank_held(p, side, hexside))
        *span = (struct span){0};
    }
  }
}

/* the printed one again, or a new one */
static void open_bridge(struct sal_play *p, int side, int hexside) {
  struct state *s = S(p);
  int bridge = bridge_across(p, hexside);

  if (bridge < 0) {
    s->built[s->nbuilt] = (uint16_t)(hexside + 1);
    bridge = O(p)->nbridges + s->nbuilt++;
  }
  s->bridge[bridge] = (uint8_t)held_by(side);
}

/* 14.3.2: a bridge is finished when the next movement phase begins; its builder has used all its
 * points again. */
void wb_span_progress(struct sal_play *p, int side) {
  struct state *s = S(p);

  for (int i = 0; i < SPANS; i++) {
    struct span span = s->span[side][i];
    int hexside = span.hexside - 1;
    if (!span.hq)
      continue;
    open_bridge(p, side, hexside);
    s->unit[span.hq - 1].flags |= MOVED;
    s->span[side][i] = (struct span){0};
    sal_tell(p, E_REBUILT, R_14_3_2, SAL_EV(.at = {bridge_end(hexside), far_bank(p, hexside)}));
  }
}
