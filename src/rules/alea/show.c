/* show.c - the view document, the date, records, and the audit of a state. */
#include "state.h"

#include <string.h>

void alea_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) { sal_put(t, "%d July 1943", (own(b)->south ? 3 : 4) + h->turn); }

static void mark(struct sal_shown_unit *u, int m) {
  if (u->nmarks == 8) return;
  u->mark[u->nmarks] = (uint8_t)m;
  u->level[u->nmarks++] = -1;
}

static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  static const uint16_t flag[] = {DSG, SUPPRESSED, OOS, TURNED, MOVED, ATTACKED, BURIED, INACTIVE};
  const struct unit *unit = U(p, u);
  struct sal_shown_unit s = {.unit = (sal_unit)u, .hex = unit->at, .box = (uint8_t)(unit->box ? unit->box - 1 : 0), .steps = (int16_t)(unit->steps == 0xff ? -1 : unit->steps), .facing = -1, .mp = -1, .count = -1};
  for (int i = 0; i < 8; i++)
    if (unit->flags & flag[i]) mark(&s, i);
  if (I(p, u)->kind == AA && (unit->at || unit->box)) mark(&s, unit->flags & AAMODE ? M_AA : M_AT);
  if (is_air(p, u) && unit->at) mark(&s, M_CAS);
  for (int i = 0; i < p->state->depth; i++) {
    const struct sal_frame *f = &p->state->frame[i];
    if (f->node == N_STEP && unit->flags & GROUP && f->x[0] == unit->at && unit->at) s.mp = (int16_t)f->x[1], s.mp_of = I(p, u)->mf;
  }
  sal_show_unit(out, &s);
}

static bool shown(const struct sal_play *p, int u) {
  const struct unit *unit = U(p, u);
  if (unit->at == UNSEEN || unit->box == 0xff) return false;
  return unit->at || unit->box;
}

/* Enemy stacks whose depth is unknown: one entry each (5.8). */
static void show_unknown(const struct sal_play *p, int viewer, int side, struct sal_show *out) {
  const struct sal_board *b = &p->book->board;
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    int u = top(p, h);
    if (u < 0 || side_of(p, u) != side || U(p, u)->steps != 0xff || (viewer < SAL_SIDES && alea_examined(p, viewer, h))) continue;
    sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT, .side = (uint8_t)side, .hex = h, .steps = -1, .facing = -1, .mp = -1, .count = -1});
  }
}

void alea_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct state *s = S(p);
  const struct sal_board *b = &p->book->board;
  uint8_t held[SAL_MAX_CELLS];
  sal_show_var(out, "fuel", s->fuel);
  sal_show_var(out, "line2", s->line2);
  sal_show_var(out, "spent_halves", s->spent);
  sal_show_var(out, "exits", s->exits);
  sal_show_var(out, "exits_early", s->early);
  sal_show_var(out, "german_tanks_lost", s->tanks[SAL_GERMAN]);
  sal_show_var(out, "soviet_tanks_lost", s->tanks[SAL_SOVIET]);
  for (int side = 0; side < SAL_SIDES; side++) {
    bool places = O(p)->scenario >= PANZERKEIL;
    sal_show_score(out, side, places ? (struct sal_frac){alea_goals(p, side), 1} : sal_lowest(alea_vp(p, side), 2));
  }
  for (int u = 0; u < p->book->ncounters; u++)
    if (shown(p, u)) show_unit(p, u, out);
  for (int side = 0; side < SAL_SIDES; side++)
    if (viewer != side && viewer != SAL_ALL) show_unknown(p, viewer, side, out);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (s->cell[h].ground & MINED) sal_show_mark(out, h, "mine", SAL_SOVIET);
    if (s->cell[h].ground & BREACHED) sal_show_mark(out, h, "breached", SAL_NOSIDE);
  }
  for (int i = 0; i < O(p)->ngoals; i++) sal_show_mark(out, O(p)->goal[i], "objective", held_by(p, SAL_GERMAN, O(p)->goal[i]) ? SAL_GERMAN : SAL_SOVIET);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int h = 0; h < b->cells; h++) held[h] = b->on[h] && held_by(p, side, (sal_hex)h);
    sal_show_control(out, side, held);
  }
  for (int side = 0; side < SAL_SIDES; side++) /* at the reveal only numbers are shown (12.3) */
    for (int k = 0; s->air_open && k < 2; k++) sal_show_box(out, air_box(side, k ? B_DEFENCE : B_ATTACK) - 1, s->count[side][k][0] + s->count[side][k][1]);
}

void alea_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  const struct fight *f = &S(p)->fight;
  (void)side;
  if (a.verb == V_TARGET) o->rule = sal_top(p)->node == N_COMBAT ? R_7_3 : sal_top(p)->node == N_RAID ? R_12_bomb_1 : R_13_art_3;
  if (a.verb == V_ATTACK) sal_format(o->confirm, sizeof o->confirm, "Attack %s?", p->book->board.name[f->target]);
  if (a.verb == V_HISTORICAL) sal_format(o->confirm, sizeof o->confirm, "Place every unit as in July 1943?");
}

/* ---- audit ---------------------------------------------------------------------------------------------------------------- */

static bool audit_unit(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = U(p, u);
  const char *id = p->book->counter[u].id;
  if (unit->steps > I(p, u)->steps) return sal_fail(err, NULL, 0, "%s has %d steps", id, unit->steps);
  if (unit->box >= BOXES) return sal_fail(err, NULL, 0, "%s is in box %d", id, unit->box);
  if (unit->at && (unit->at >= p->book->board.cells || !p->book->board.on[unit->at])) return sal_fail(err, NULL, 0, "%s is beyond the map", id);
  if (unit->at && !unit->steps) return sal_fail(err, NULL, 0, "%s is on the map without steps", id);
  bool dead = unit->box == B_DEAD || unit->box == B_DEAD_S;
  if (dead && unit->steps) return sal_fail(err, NULL, 0, "%s is dead with %d steps", id, unit->steps);
  if (!unit->at && unit->next) return sal_fail(err, NULL, 0, "%s is off the map in a stack", id);
  if (is_air(p, u)) return true;
  if (unit->at && unit->box) return sal_fail(err, NULL, 0, "%s is on the map and in a box", id);
  if (unit->at && I(p, u)->kind == TRAIN && !alea_is_rail(p, unit->at)) return sal_fail(err, NULL, 0, "%s is off the rails", id);
  return true;
}

static bool audit_cells(const struct sal_play *p, struct sal_err *err) {
  const struct sal_board *b = &p->book->board;
  static const int zoc_of[2] = {1, 16};
  int seen = 0, placed = 0;
  uint8_t zoc[SAL_MAX_CELLS];
  memset(zoc, 0, b->cells);
  for (int h = 0; h < b->cells; h++) {
    bool any = false;
    int side = alea_holder(p, (sal_hex)h);
    for (int u = top(p, (sal_hex)h); u >= 0; u = below(p, u)) {
      if (++seen > MAX_UNITS) return sal_fail(err, NULL, 0, "a stack goes round in a ring");
      if (U(p, u)->at != h) return sal_fail(err, NULL, 0, "%s is in the stack of %s", p->book->counter[u].id, b->name[h]);
      if (side_of(p, u) != side) return sal_fail(err, NULL, 0, "both sides are in %s", b->name[h]);
      any |= !is_artillery(p, u) && !(U(p, u)->flags & (FORCED | HIDDEN));
    }
    if (any != ((S(p)->cell[h].ground & EXERTS) != 0)) return sal_fail(err, NULL, 0, "the zone of %s does not fit its units", b->name[h]);
    for (int d = 0; any && d < 6; d++) zoc[h + b->step[d]] = (uint8_t)(zoc[h + b->step[d]] + zoc_of[side]);
  }
  for (int h = 0; h < b->cells; h++)
    if (zoc[h] != S(p)->cell[h].zoc) return sal_fail(err, NULL, 0, "the zones on cell %d are miscounted", h);
  for (int u = 0; u < p->book->ncounters; u++) placed += U(p, u)->at && !is_air(p, u);
  return placed == seen || sal_fail(err, NULL, 0, "%d units stand on the map, %d in stacks", placed, seen);
}

bool alea_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  bool fighting = false;
  for (int u = 0; u < p->book->ncounters; u++)
    if (!audit_unit(p, u, err)) return false;
  if (!audit_cells(p, err)) return false;
  for (int i = 0; i < s->head.depth; i++) fighting |= s->head.frame[i].node == N_FIGHT || s->head.frame[i].node == N_DECLARE;
  if (fighting != (s->fight.stage != IDLE)) return sal_fail(err, NULL, 0, "a combat is left over");
  int idle = s->head.depth == 2 ? s->head.frame[1].node : N_COUNT;
  for (int u = 0; u < p->book->ncounters && (idle == N_MOVE || idle == N_COMBAT || idle == N_BOMBARD); u++)
    if (s->unit[u].flags & (GROUP | EXCESS)) return sal_fail(err, NULL, 0, "%s is still in a group", p->book->counter[u].id);
  if (s->fuel > 6) return sal_fail(err, NULL, 0, "there are %d fuel points", s->fuel);
  return true;
}
