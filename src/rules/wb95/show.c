/* show.c - the view document, labels of actions, the date; audit. */
#include "state.h"

#include <string.h>

enum { M_OOS, M_DISORG, M_PACKED, M_MOVED, M_MARKED, M_FOUGHT, M_REPAIR, M_RETREATED, M_FULL, M_SILENT };

void wb_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "%d July 1943", 4 + h->turn);
}

static void mark(struct sal_shown_unit *out, int m, int level) {
  if (out->nmarks == 8) return;
  out->level[out->nmarks] = (int16_t)level;
  out->mark[out->nmarks++] = (uint8_t)m;
}

static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct unit *unit = &S(p)->unit[u];
  int st = status(p, u), side = side_of(p, u);
  uint8_t box = (uint8_t)(st == ST_OUT ? 4 : is_air(K(p, u)) ? 2 + side : side);
  struct sal_shown_unit shown = {.unit = (sal_unit)u, .hex = unit->at, .box = box, .steps = st == ST_NONE ? K(p, u)->cel : unit->cel, .facing = -1, .mp = -1, .count = -1};
  if (st != ST_MAP && st != ST_AIR) shown.hex = SAL_NOHEX;
  if (st == ST_MAP) {
    if (unit->oos) mark(&shown, M_OOS, unit->oos);
    if (unit->more & DISORG) mark(&shown, M_DISORG, -1);
    if (unit->more & PACKED) mark(&shown, M_PACKED, -1);
    if (unit->flags & MOVED) mark(&shown, M_MOVED, -1);
    if (unit->flags & MARKED) mark(&shown, M_MARKED, -1);
    if (unit->flags & FOUGHT) mark(&shown, M_FOUGHT, -1);
    if (S(p)->repair[0] == u + 1 || S(p)->repair[1] == u + 1) mark(&shown, M_REPAIR, -1);
    for (int i = 0; i < S(p)->head.depth; i++) {
      const struct sal_frame *f = &S(p)->head.frame[i];
      if (f->node == N_STEP && f->x[0] == u && f->x[2]) shown.mp = (int16_t)f->x[1], shown.mp_of = (int16_t)f->x[2];
    }
  }
  sal_show_unit(out, &shown);
}

/* An air counter still to be chosen lies in its box (K.6, P.8). */
static bool to_choose(const struct sal_play *p, int u) { return is_air(K(p, u)) && side_of(p, u) == SAL_GERMAN && !p->book->counter[u].invented && p->state->depth && sal_top(p)->node == N_SETUP; }

/* Masked stacks in the order of the map: with the number of counters where contact tells it. */
static void show_masked(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct sal_board *b = B(p);
  const struct state *s = S(p);
  for (int i = 0; viewer != SAL_ALL && i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (!(s->cell[h].ground & VEIL)) continue;
    int side = s->cell[h].pres & OCC_G ? SAL_GERMAN : SAL_SOVIET, count = 0;
    if (side == viewer) continue;
    for (int k = 0; k < s->ncontacts; k++) {
      if (s->contact[k].at != h) continue;
      count++;
      sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT, .side = (uint8_t)side, .hex = h, .steps = (int16_t)(s->contact[k].cel ? s->contact[k].cel : -1), .facing = -1, .mp = -1, .count = 1, .counter = O(p)->kind_id[s->contact[k].kind]});
    }
    if (!count) sal_show_unit(out, &(struct sal_shown_unit){.unit = SAL_NOUNIT, .side = (uint8_t)side, .hex = h, .steps = -1, .facing = -1, .mp = -1, .count = -1});
  }
}

static void show_marks(const struct sal_play *p, struct sal_show *out) {
  const struct sal_board *b = B(p);
  const struct state *s = S(p);
  uint8_t down[SAL_MAX_CELLS] = {0}; /* bridges of the hex */
  for (int k = 0; k < wb_nbridges(p); k++)
    if (s->bridge[k] & DOWN) down[wb_bridge_side(p, k) / 6]++;
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (s->cell[h].ground & FF_G) sal_show_mark(out, h, "ff", SAL_GERMAN);
    if (s->cell[h].ground & FF_S) sal_show_mark(out, h, "ff", SAL_SOVIET);
    for (int k = 0; k < s->ndisturbed; k++)
      if (s->disturbed[k] == h) sal_show_mark(out, h, "disturbed", SAL_GERMAN);
    for (int k = 0; k < down[h]; k++) sal_show_mark(out, h, "bridge-down", SAL_NOSIDE);
  }
}

void wb_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct state *s = S(p);
  uint8_t mine[SAL_MAX_CELLS];
  sal_show_var(out, "vp", wb_total(p));
  sal_show_var(out, "au_german", s->au[SAL_GERMAN]);
  sal_show_var(out, "au_soviet", s->au[SAL_SOVIET]);
  sal_show_var(out, "stawka", __builtin_popcount(s->stawka));
  sal_show_score(out, SAL_GERMAN, (struct sal_frac){wb_total(p), 1});
  sal_show_score(out, SAL_SOVIET, (struct sal_frac){0, 1});
  for (int u = 0; u < p->book->ncounters; u++) {
    int st = s->unit[u].status & ST_KIND;
    if (s->unit[u].status == 0xff || (st == ST_NONE && !to_choose(p, u)) || st == ST_DEAD) continue;
    show_unit(p, u, out);
  }
  show_masked(p, viewer, out);
  show_marks(p, out);
  for (int k = 0; k < O(p)->nbridges; k++) /* a built one has no road to break */
    if (s->bridge[k] & DOWN) sal_show_terrain_side(out, (sal_hex)(O(p)->bridge_side[k] / 6), O(p)->bridge_side[k] % 6, B(p)->side[O(p)->bridge_side[k]]);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int h = 0; h < B(p)->cells; h++) mine[h] = (s->cell[h].ground & held(side)) != 0;
    sal_show_control(out, side, mine);
  }
}

static const char *const mission_label[MISSIONS] = {"Support an attack", "Support a defence", "Bomb units", "Bomb a bridge", "Disturb Soviet movement", "Watch a river crossing", "Fly in supplies"};
static const uint16_t mission_rule[MISSIONS] = {R_8_2_2, R_8_2_4, R_8_2_6, R_8_2_8, R_8_2_11, R_8_2_16, R_8_2_22};

void wb_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  int node = sal_top(p)->node;
  if (a.verb == V_SPEND) {
    o->vary = 1;
    o->vary_min = 0;
    o->vary_max = (uint16_t)wb_pool_points(p, side);
  } else if (a.verb == V_SPREAD) {
    o->vary = 2;
    o->vary_min = 1;
    o->vary_max = S(p)->unit[S(p)->airpick[side] - 1].last;
  } else if (a.verb == V_COMMIT) {
    if (node == N_BUILD) sal_format(o->label, sizeof o->label, "Attack"), sal_format(o->confirm, sizeof o->confirm, "Attack %s? The stacks will lie open.", B(p)->name[S(p)->fight.target[0]]);
    else if (node == N_SHELL) sal_format(o->label, sizeof o->label, "Fire");
    else if (node != N_AIR) sal_format(o->label, sizeof o->label, "Fight");
    o->rule = node == N_AIR ? R_8_1_7 : node == N_SHELL ? R_6_4_2 : R_5_2_1;
  } else if (a.verb == V_PUT && node == N_AIR) {
    sal_format(o->label, sizeof o->label, "Fly to %s", B(p)->name[a.x[0]]);
    o->rule = R_8_1_3;
  } else if (a.verb == V_PICK && node != N_MOVE) {
    bool again = S(p)->unit[a.x[0]].flags & PENDING;
    o->rule = node == N_AIR ? R_8_1_3 : R_K_6;
    sal_format(o->label, sizeof o->label, "%s %s, strength %d%s", again ? "Another mission for" : "Choose", p->book->counter[a.x[0]].label, K(p, a.x[0])->sp[1], K(p, a.x[0])->stars ? " with a star" : "");
  } else if (a.verb == V_MISSION) {
    o->rule = mission_rule[a.x[0]];
    sal_format(o->label, sizeof o->label, "%s", mission_label[a.x[0]]);
  } else if (a.verb == V_FULL && node != N_MOVE) {
    sal_format(o->label, sizeof o->label, "Full strength for %s", p->book->counter[a.x[0]].label);
  } else if (a.verb == V_DONE && (node == N_RETREAT || node == N_PURSUE || node == N_REPAIR)) {
    sal_format(o->label, sizeof o->label, node == N_RETREAT ? "The rest holds" : "Done");
    o->rule = node == N_RETREAT ? R_5_3_7 : node == N_PURSUE ? R_5_4_1 : R_17_1_2;
  } else if (a.verb == V_DONE && node == N_SETUP) {
    sal_format(o->label, sizeof o->label, "Begin the battle");
    o->rule = R_K_6;
  } else if (a.verb == V_DONE && node == N_BARRAGE) {
    o->rule = R_6_5_8;
  } else if (a.verb == V_SPARE && S(p)->unit[a.x[0]].part & PFU) {
    o->rule = R_15_4_2;
  } else if (a.verb == V_PURSUE) {
    o->rule = wb_forks(p, a.x[1]) ? R_5_4_3 : sal_top(p)->x[0] ? R_5_4_2 : R_5_4_4;
  } else if (a.verb == V_TARGET && node == N_SHELL) {
    sal_format(o->label, sizeof o->label, "Fire at %s", B(p)->name[a.x[0]]);
    o->rule = R_6_4_1;
  }
}

/* ---- invariants --------------------------------------------------------------------------------------------- */

static bool audit_unit(const struct sal_play *p, int u, struct sal_err *err) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  const char *id = p->book->counter[u].id;
  int st = status(p, u);
  if (st > ST_AIR) return sal_fail(err, NULL, 0, "%s has no status", id);
  if (unit->cel > k->cel) return sal_fail(err, NULL, 0, "%s has %d levels", id, unit->cel);
  if (is_air(k)) return st != ST_MAP || sal_fail(err, NULL, 0, "%s stands on the ground", id);
  if ((st == ST_MAP || st == ST_WAIT) && !unit->cel) return sal_fail(err, NULL, 0, "%s lives without levels", id);
  if (st == ST_DEAD && unit->cel) return sal_fail(err, NULL, 0, "%s is dead with levels", id);
  if (st != ST_MAP) return !unit->at || sal_fail(err, NULL, 0, "%s is off the map in a hex", id);
  if (unit->at >= B(p)->cells || !B(p)->on[unit->at]) return sal_fail(err, NULL, 0, "%s is beyond the map", id);
  if (k->role != HQ && O(p)->enter[k->class][unit->at] == SAL_BARRED && k->mp) return sal_fail(err, NULL, 0, "%s is where it cannot be", id);
  if (k->role != TOWED_ART && unit->more & PACKED) return sal_fail(err, NULL, 0, "%s is packed and no gun", id);
  int found = 0;
  EACH_AT(S(p), v, unit->at) found += v == u;
  return found == 1 || sal_fail(err, NULL, 0, "%s is in %d places", id, found);
}

/* In the middle of these a hex may hold too much (3.2.1 is about the end of a phase); a repair may fill it too. */
static bool quiet(const struct sal_play *p) {
  int node = p->state->depth >= 2 ? sal_top(p)->node : N_MOVE;
  return node != N_STEP && node != N_MOVE && node != N_ENTER && node != N_LOSS && node != N_RETREAT && node != N_PURSUE && node != N_REPAIR;
}

bool wb_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  const struct sal_board *b = B(p);
  int dead[2] = {0, 0}, over = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!audit_unit(p, u, err)) return false;
    dead[side_of(p, u)] += status(p, u) == ST_DEAD;
    if (!s->fight.nparts && s->unit[u].part) return sal_fail(err, NULL, 0, "%s is in a combat that is over", p->book->counter[u].id);
  }
  for (int side = 0; side < 2; side++)
    if (dead[side] > s->killed[side]) return sal_fail(err, NULL, 0, "%d dead, %d counted", dead[side], s->killed[side]);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    const struct cell *c = &s->cell[h];
    int pres = 0, cel = 0;
    EACH_AT(s, u, h) {
      if (s->unit[u].at != h) return sal_fail(err, NULL, 0, "the chain of %s is wrong", b->name[h]);
      const struct kind *k = K(p, u);
      pres |= occ(side_of(p, u)) | (is_regular(k) ? O(p)->reach[k->class == FOOT][h] : 0);
      cel += s->unit[u].cel;
    }
    if ((pres & OCC_G) && (pres & OCC_S)) return sal_fail(err, NULL, 0, "both sides are in %s", b->name[h]);
    if (pres != c->pres) return sal_fail(err, NULL, 0, "the zones of %s are wrong", b->name[h]);
    if (cel != c->cel) return sal_fail(err, NULL, 0, "the levels in %s are wrong", b->name[h]);
    if ((c->ground & (HELD_G | HELD_S)) == (HELD_G | HELD_S)) return sal_fail(err, NULL, 0, "both sides control %s", b->name[h]);
    if (c->ground & FF_G && c->pres & OCC_S) return sal_fail(err, NULL, 0, "German works under Soviets in %s", b->name[h]);
    if (c->ground & FF_S && c->pres & OCC_G) return sal_fail(err, NULL, 0, "Soviet works under Germans in %s", b->name[h]);
    over += cel > STACK;
  }
  if (over != s->over) return sal_fail(err, NULL, 0, "%d hexes are overstacked, %d counted", over, s->over);
  if (over && quiet(p) && !p->book->position) return sal_fail(err, NULL, 0, "a phase began with a hex overstacked");
  return true;
}
