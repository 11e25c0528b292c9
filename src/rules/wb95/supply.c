/* supply.c - 10, 4.3, 17, 18, 22: the supply phase.
 *
 * Lines of supply are one shortest-path flood from all bases (10.1R): roads and chains of adjacent friends cost
 * nothing, everything else the price of trucks, and the total must not exceed the nation's points.
 */
#include "state.h"

#include <string.h>

/* ---- 10.1R the flood ------------------------------------------------------------------------------------- */

struct room { /* in p->scratch, behind the distances */
  uint8_t block[SAL_MAX_CELLS];
  uint16_t head[256], hex[3 * SAL_MAX_CELLS], next[3 * SAL_MAX_CELLS];
};

static void supply_zone(const struct sal_play *p, int side, uint8_t *zone) { /* 10.1.11 */
  const struct own *o = O(p);
  const struct sal_board *b = B(p);
  int enemy = sal_enemy(side);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    const struct cell *c = &S(p)->cell[h];
    int reach = 0;
    if (c->pres & occ(enemy)) {
      EACH_AT(S(p), u, h)
        if (K(p, u)->role != HQ && !(S(p)->unit[u].more & PACKED)) reach |= o->reach[K(p, u)->class == FOOT][h];
    }
    if (o->line[h] & TOWN && c->ground & held(enemy)) reach = 63, zone[h] = 1;
    for (int d = 0; d < 6; d++)
      if (reach >> d & 1) zone[h + b->step[d]] = 1;
  }
}

static bool friendly_regular(const struct sal_play *p, int side, sal_hex h) { return S(p)->cell[h].pres & occ(side) && wb_regular_at(p, h); }

static int supply_edge(const struct sal_play *p, int side, sal_hex a, int d) {
  sal_hex b = (sal_hex)(a + B(p)->step[d]);
  if (wb_road_open(p, a, d)) return 0; /* 10.1.5 */
  bool big = B(p)->side[a * 6 + d] & O(p)->big_river && !wb_spanned(p, a, d);
  if (!big && S(p)->cell[a].pres & occ(side) && S(p)->cell[b].pres & occ(side)) return 0; /* 10.1.9 */
  return big ? SAL_BARRED : O(p)->plain[TRUCK][a * 6 + d];
}

static void push_hex(struct room *r, int *pool, uint8_t *dist, sal_hex h, int cost) {
  dist[h] = (uint8_t)cost;
  SAL_ASSERT(*pool < 3 * SAL_MAX_CELLS);
  r->hex[*pool] = h;
  r->next[*pool] = r->head[cost];
  r->head[cost] = (uint16_t)(*pool)++;
}

void wb_trace(const struct sal_play *p, int side, uint8_t *dist) {
  const struct own *o = O(p);
  const struct sal_board *b = B(p);
  struct room *r = (struct room *)((uint8_t *)p->scratch + SAL_MAX_CELLS);
  int limit = o->supply[side], pool = 1;
  memset(dist, 255, b->cells);
  memset(r->block, 0, b->cells);
  memset(r->head, 0, sizeof r->head);
  supply_zone(p, side, r->block);
  for (int i = 0; i < b->nhexes; i++) { /* 10.1.10 */
    sal_hex h = b->order[i];
    if (S(p)->cell[h].pres & occ(sal_enemy(side))) r->block[h] = 1;
    else if (friendly_regular(p, side, h)) r->block[h] = 0;
  }
  for (int i = 0; o->base[side] && i < o->base[side]->n; i++) {
    sal_hex h = o->base[side]->hexes[i];
    bool road = o->line[h] & TOWN;
    for (int d = 0; d < 6; d++) road |= (b->path[h * 6 + d] & (o->main_road | o->minor_road)) != 0;
    int cost = road ? 0 : o->enter[TRUCK][h];
    if (!r->block[h]) push_hex(r, &pool, dist, h, cost);
  }
  for (int c = 0; c <= limit; c++)
    while (r->head[c]) {
      int e = r->head[c];
      sal_hex h = r->hex[e];
      r->head[c] = r->next[e];
      if (dist[h] != c) continue;
      for (int d = 0; d < 6; d++) {
        sal_hex g = sal_next(b, h, d);
        if (!g || r->block[g]) continue;
        int price = supply_edge(p, side, h, d);
        if (c + price <= limit && c + price < dist[g]) push_hex(r, &pool, dist, g, c + price);
      }
    }
}

/* ---- 10.2 levels and surrender ---------------------------------------------------------------------------- */

static void trace_all(struct sal_play *p, int side) {
  struct state *s = S(p);
  const struct own *o = O(p);
  uint8_t *dist = p->scratch;
  wb_trace(p, side, dist);
  int cut = 0;
  for (int i = 0; i < o->nmine[side]; i++) { /* all are judged on the same situation */
    struct unit *unit = &s->unit[o->mine[side][i]];
    if (!on_map(p, o->mine[side][i])) continue;
    bool supplied = dist[unit->at] <= o->supply[side];
    unit->more = (uint8_t)(supplied ? unit->more | SUPPLIED : unit->more & ~SUPPLIED);
    cut += !supplied;
  }
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    struct unit *unit = &s->unit[u];
    if (!on_map(p, u)) continue;
    if (unit->more & SUPPLIED) {
      if (!unit->oos) continue;
      unit->oos = (uint8_t)larger(unit->oos - 4, 0); /* 10.2.7 */
      wb_note_number(p, E_OOS, unit->oos ? R_10_2_7 : R_10_2_8, u, unit->oos);
    } else if (!unit->oos) {
      unit->oos = 1; /* 10.2.1 */
      wb_note_number(p, E_OOS, R_10_2_1, u, unit->oos);
    }
  }
  sal_tell(p, E_TRACE, R_10_1_2, SAL_EV(.n = {(int16_t)cut, (int16_t)side}, .seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH)));
}

static void surrender(struct sal_play *p, int side) { /* 10.2.6; below level 3 no roll could bring it about */
  const struct own *o = O(p);
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    const struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u)) continue;
    if (unit->more & SUPPLIED || unit->oos < 3) continue;
    int roll = wb_two_dice(p, R_10_2_6);
    wb_note_number(p, E_SURRENDER, R_10_2_6, u, roll);
    if (unit->oos <= roll) continue;
    sal_hex h = unit->at;
    wb_eliminate(p, u, R_10_2_6);
    sal_tell(p, E_LAID_DOWN, R_4_3_4, SAL_EVU(u, .at = {h}));
  }
}

/* ---- 18, 22: mines and Panthers ------------------------------------------------------------------------------ */

static void mines(struct sal_play *p, int mode) {
  int dice = mode == L_MINES_N ? 4 : 6, hits = 0; /* 18.1.2 */
  bool front = O(p)->scenario & (mode == L_MINES_N ? SC_K : SC_P);
  if (!S(p)->head.option[O_MINES] || date_of(p) > 11 || !front) return; /* 18.1.1 */
  for (int i = 0; i < dice; i++) hits += wb_die(p, R_18_1_2) <= 3;
  sal_tell(p, E_MINES, R_18_1_4, SAL_EV(.n = {(int16_t)hits, (int16_t)dice}));
  if (hits) wb_ask_losses(p, SAL_GERMAN, hits, mode, SAL_NOHEX, R_18_1_3);
}

static void panthers(struct sal_play *p) { /* 22.1.1 */
  const struct own *o = O(p);
  for (int i = 0; i < o->nmine[SAL_GERMAN]; i++) {
    int u = o->mine[SAL_GERMAN][i];
    if (!on_map(p, u) || !(K(p, u)->flag & F_PANTHER) || !(S(p)->unit[u].more & ACTIVE)) continue;
    int die = wb_die(p, R_22_1_1);
    wb_note_number(p, E_PANTHER, R_22_1_2, u, die);
    if (die <= 3) wb_lose(p, u, R_22_1_1);
  }
}

/* ---- 17 repair ---------------------------------------------------------------------------------------------------- */

static bool may_repair(const struct sal_play *p, int u, struct sal_refusal *why) {
  const struct kind *k = K(p, u);
  const struct unit *unit = &S(p)->unit[u];
  if (!on_map(p, u) || side_of(p, u) != SAL_GERMAN || k->class != TRACK || !is_regular(k)) return sal_refuse(why, R_17_1_2, "{u0} is not an armoured unit.", u, 0);
  if (k->flag & (F_PANTHER | F_FERDINAND)) return sal_refuse(why, R_17_1_3, "{u0} cannot be repaired.", u, 0);
  if (unit->cel >= k->cel) return sal_refuse(why, R_17_1_2, "{u0} needs no repair.", u, 0);
  if (!(unit->more & SUPPLIED)) return sal_refuse(why, R_17_1_2, "{u0} is out of supply.", u, 0);
  int front = (O(p)->line[unit->at] & LINE_SOUTH) != 0;
  return !S(p)->repair[front] || sal_refuse(why, R_17_1_1, "The repair marker of this front is in use.", 0, 0);
}

static void finish_repairs(struct sal_play *p) {
  struct state *s = S(p);
  for (int f = 0; f < 2; f++) {
    int u = s->repair[f] - 1;
    s->repair[f] = 0;
    if (u < 0) continue;
    if (s->unit[u].more & TOUCHED || wb_in_zoc(p, SAL_GERMAN, s->unit[u].at) || s->unit[u].cel >= K(p, u)->cel) continue;
    s->unit[u].cel++;
    wb_refresh(p->book, s, s->unit[u].at);
    wb_note(p, E_REPAIRED, R_17_1_2, u);
  }
}

static bool repair_run(struct sal_play *p) {
  for (int i = 0; i < O(p)->nmine[SAL_GERMAN]; i++)
    if (may_repair(p, O(p)->mine[SAL_GERMAN][i], NULL)) return false;
  sal_pop(p);
  return true;
}

static void repair_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < O(p)->nmine[side]; i++)
    if (may_repair(p, O(p)->mine[side][i], NULL)) sal_list_add(l, sal_act(V_REPAIR, O(p)->mine[side][i], 0, 0));
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
}

static bool repair_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_REPAIR) return may_repair(p, a.x[0], why);
  return a.verb == V_DONE || sal_refuse(why, R_2_1_2, "That is not done in a supply phase.", 0, 0);
}

static void repair_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  (void)side;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  int u = a.x[0];
  s->repair[(O(p)->line[s->unit[u].at] & LINE_SOUTH) != 0] = (uint16_t)(u + 1);
  s->unit[u].more &= (uint8_t)~TOUCHED;
  if (wb_in_zoc(p, SAL_GERMAN, s->unit[u].at)) s->unit[u].more |= TOUCHED; /* in an enemy zone at any time */
  wb_note(p, E_REPAIRING, R_17_1_2, u);
}

static void repair_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: put the repair marker on a reduced armoured unit, or pass.", people(side));
}

const struct sal_node wb_repair = {.id = "supply.repair", .rule = R_17_1_2, .run = repair_run, .list = repair_list, .check = repair_check, .apply = repair_apply, .prompt = repair_prompt};

/* ---- 4.3 control ----------------------------------------------------------------------------------------------------- */

static void set_control(struct sal_play *p, sal_hex h, int bits, int rule) {
  struct cell *c = &S(p)->cell[h];
  if ((c->ground & (HELD_G | HELD_S)) == bits) return;
  c->ground = (uint8_t)((c->ground & ~(HELD_G | HELD_S)) | bits);
  if (O(p)->line[h] & TOWN) sal_tell(p, E_CONTROL, rule, SAL_EV(.at = {h}, .n = {(int16_t)(bits == HELD_G ? 0 : bits == HELD_S ? 1 : 2)}));
}

static void control(struct sal_play *p, int side) {
  const struct own *o = O(p);
  const struct sal_board *b = B(p);
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    if (!on_map(p, u)) continue;
    sal_hex h = S(p)->unit[u].at;
    set_control(p, h, held(side), R_4_3_2);
    for (int d = 0; is_regular(K(p, u)) && d < 6; d++) {
      sal_hex g = sal_next(b, h, d);
      if (!(o->reach[K(p, u)->class == FOOT][h] >> d & 1) || S(p)->cell[g].pres) continue;
      if (wb_in_zoc(p, side, g)) set_control(p, g, 0, R_4_3_6);
      else if (S(p)->unit[u].more & SUPPLIED) set_control(p, g, held(side), R_4_3_3);
      else if (o->line[g] & TOWN && !(S(p)->cell[g].ground & held(side))) sal_tell(p, E_NO_HOLD, R_4_3_5, SAL_EVU(u, .at = {g}, .seen = (uint8_t)(masked(p) ? SAL_BIT(side) : SAL_BOTH)));
    }
  }
}

/* ---- the phase: x[0] what comes next ----------------------------------------------------------------------------------- */

static void close_phase(struct sal_play *p, int side) {
  struct state *s = S(p);
  const struct own *o = O(p);
  control(p, side);
  for (int i = 0; i < o->nmine[side]; i++) {
    int u = o->mine[side][i];
    if (!on_map(p, u)) continue;
    s->unit[u].more &= (uint8_t)~(MINED | ACTIVE | TOPPED);
    s->unit[u].status &= (uint8_t)~MINED_SOUTH;
    for (int d = 0; K(p, u)->role == HQ && d < 6; d++) /* 14.3.2 */
      if (B(p)->side[s->unit[u].at * 6 + d] & o->big_river) s->unit[u].more |= TOPPED;
  }
  if (side == SAL_GERMAN) wb_rivers(p);
  wb_check_automatic(p, side);
}

static bool supply_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  int side = f->side;
  bool german = side == SAL_GERMAN;
  switch (f->x[0]++) {
  case 0:
    trace_all(p, side);
    surrender(p, side);
    break;
  case 1:
    if (german) mines(p, L_MINES_N);
    break;
  case 2:
    if (german) mines(p, L_MINES_S);
    break;
  case 3:
    if (!german) break;
    panthers(p);
    finish_repairs(p);
    sal_push(p, N_REPAIR, side);
    break;
  default:
    sal_pop(p);
    close_phase(p, side);
    break;
  }
  return true;
}

const struct sal_node wb_supply = {.id = "supply", .rule = R_10_1_2, .run = supply_run};
