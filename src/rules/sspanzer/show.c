/* show.c - what a client sees: units, marks, control, boxes; labels of actions; standing orders. */
#include "state.h"

#include <string.h>

void ssp_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "12 July 1943, %02d:30", 7 + h->turn); /* 1.2a: an hour a turn */
}

static void mark(struct sal_shown_unit *u, int m, int level) {
  u->mark[u->nmarks] = (uint8_t)m;
  u->level[u->nmarks++] = (int16_t)level;
}

static int box_of(const struct sal_play *p, sal_unit u) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  bool german = own->type[u].side == SAL_GERMAN;
  if (own->type[u].move == MOVE_OFF) return own->box[!v->steps ? BOX_GUNS_LOST : v->is & USED ? BOX_GUNS_USED : BOX_GUNS_FIRST];
  if (v->steps) return own->box[german ? BOX_OFF_GERMAN : BOX_OFF_SOVIET];
  return own->box[german ? BOX_LOST_GERMAN : BOX_LOST_SOVIET];
}

static int barrage_on(const struct ssp_state *s, sal_unit u) {
  int n = 0;
  for (int i = 0; i < s->nlaid; i++) n += s->laid[i] == u;
  return n;
}

/* A unit takes part in this game if it has steps, or had some. */
static bool in_game(const struct sal_play *p, int u) {
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  return v->steps || v->tile || (ssp_own(p->book)->plays[u] && !p->book->position);
}

static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *v = &s->unit[u];
  int box = v->hex ? 0 : box_of(p, (sal_unit)u);
  struct sal_shown_unit shown = {.unit = (sal_unit)u, .hex = v->hex, .box = (uint8_t)(box < 0 ? 0 : box), .steps = v->steps, .facing = -1, .mp = -1, .count = -1};
  if (v->is & SUPPRESSED) mark(&shown, M_SUPPRESSED, -1);
  if (v->kz) {
    mark(&shown, M_KZ, -1);
    shown.facing = (int16_t)(v->kz - 1);
  }
  if (v->is & ACTED) mark(&shown, M_ACTED, -1);
  if (v->is & FIRED) mark(&shown, M_FIRED, -1);
  if (own->type[u].move == MOVE_STATIC) {
    mark(&shown, v->is & TRIED ? M_TRIED : M_UNTRIED, -1);
    if (v->is & TRIED && v->tile) shown.counter = p->book->counter[own->tile[v->tile]].id;
  }
  if (v->is & USED) mark(&shown, M_USED, -1);
  int guns = barrage_on(s, (sal_unit)u);
  if (guns) mark(&shown, M_BARRAGE, guns);
  for (int i = 0; i < p->state->depth; i++) {
    const struct sal_frame *f = &p->state->frame[i];
    if (f->node == N_UNIT && f->x[0] == u) {
      shown.mp = (int16_t)(f->x[3] - f->x[2]);
      shown.mp_of = (int16_t)(own->type[u].mf * SSP_HALVES);
    }
  }
  sal_show_unit(out, &shown);
}

static void show_vars(const struct sal_play *p, struct sal_show *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  char played[96] = "";
  struct sal_text t = {played, sizeof played, 0};
  sal_show_var(out, "vis", s->vis);
  sal_show_var_text(out, "impulse", s->formation == SSP_NONE ? "" : own->formation[s->formation]);
  for (int k = 0; k < own->nforms; k++)
    if (s->played >> k & 1) sal_put(&t, "%s%s", t.len ? " " : "", own->formation[k]);
  sal_show_var_text(out, "played", played);
  sal_show_var(out, "artillery", s->cup);
}

static void show_marks(const struct sal_play *p, struct sal_show *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct sal_board *m = &p->book->board;
  for (int i = 0; own->rune && i < own->rune->n; i++)
    sal_show_mark(out, own->rune->hexes[i], "rune", ssp_german_holds(p, own->rune->hexes[i]) ? SAL_GERMAN : SAL_SOVIET);
  for (int i = 0; own->star && i < own->star->n; i++)
    sal_show_mark(out, own->star->hexes[i], "star", ssp_german_holds(p, own->star->hexes[i]) ? SAL_GERMAN : SAL_SOVIET);
  for (int i = 0; i < m->nhexes; i++) {
    if (ssp_contested(p, m->order[i])) sal_show_mark(out, m->order[i], "combat", SAL_NOSIDE);
    if (ssp_closed(p, m->order[i])) sal_show_mark(out, m->order[i], "closed", SAL_NOSIDE);
  }
  for (int i = 0; i < s->nstrikes; i++) sal_show_mark(out, s->strike[i].hex, "air", own->aircraft[s->strike[i].type].side);
}

void ssp_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  uint8_t held[SAL_MAX_CELLS];
  (void)viewer;
  show_vars(p, out);
  sal_show_score(out, SAL_GERMAN, (struct sal_frac){ssp_count_held(p, own->rune, SAL_GERMAN), 1});
  sal_show_score(out, SAL_SOVIET, (struct sal_frac){ssp_count_held(p, own->star, SAL_SOVIET), 1});
  for (int u = 0; u < p->book->ncounters; u++)
    if (in_game(p, u)) show_unit(p, u, out);
  show_marks(p, out);
  for (int side = 0; side < SAL_SIDES; side++) {
    memset(held, 0, p->book->board.cells);
    for (int i = 0; i < p->book->board.nhexes; i++) {
      sal_hex h = p->book->board.order[i];
      held[h] = ssp_german_holds(p, h) == (side == SAL_GERMAN);
    }
    sal_show_control(out, side, held);
  }
  int cup = own->box[BOX_CUP], aside = own->box[BOX_ASIDE];
  bool action = p->state->phase == PH_ACTION;
  if (cup >= 0) sal_show_box(out, cup, action ? __builtin_popcount(own->chits & (unsigned)~s->played) + s->cup + 1 : 0);
  if (aside >= 0) sal_show_box(out, aside, action ? own->guns_in_cup - s->cup : 0);
}

/* ---- labels -------------------------------------------------------------------------------------- */

/* What the prompt says already is not said again: who is fired at in a reaction, who fires in an action. The dice are on the card. */
static void say_odds(const struct sal_play *p, struct ssp_shot shot, struct sal_offer *o) {
  const struct sal_counter *counter = p->book->counter;
  int node = sal_top(p)->node;
  ssp_aim(p, &shot);
  int chance = ssp_percent(&shot);
  bool danger = shot.occasion >= ON_BOMBARD && ssp_danger_close(p, shot.target);
  if (shot.firer == SAL_NOUNIT) sal_format(o->label, sizeof o->label, "Artillery at %s: %d%%%s", counter[shot.target].label, chance, danger ? ", danger close" : "");
  else if (node == N_REACT) sal_format(o->label, sizeof o->label, "%s fires: %d%%", counter[shot.firer].label, chance);
  else if (node == N_ROUND || node == N_GUNS) sal_format(o->label, sizeof o->label, "%s at %s: %d%%", counter[shot.firer].label, counter[shot.target].label, chance);
  else sal_format(o->label, sizeof o->label, "Fire at %s: %d%%", counter[shot.target].label, chance);
}

/* A shot that only close combat allows. */
static bool beyond_range(const struct sal_play *p, sal_unit firer, sal_unit target) {
  const struct ssp_face *f = ssp_face_of(p, firer);
  return ssp_type(p, target)->vehicular ? f->g_paren || f->g <= ssp_face_of(p, target)->a : f->r == 0;
}

void ssp_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  const struct sal_frame *f = sal_top(p);
  (void)side;
  switch (a.verb) {
  case V_FIRE:
  case V_QUICK: {
    int occasion = f->node == N_REACT ? f->x[1] : f->node == N_ROUND ? ON_CC : f->node == N_GUNS ? ON_GUNS : f->x[1] == MODE_FRESH && a.verb == V_FIRE ? ON_FIRE : ON_MOVE;
    say_odds(p, (struct ssp_shot){.firer = a.x[0], .target = a.x[1], .occasion = (uint8_t)occasion}, o);
    if (a.verb == V_QUICK) sal_format(o->label, sizeof o->label, "Fire and move: %s", p->book->counter[a.x[1]].label);
    o->on = f->node == N_REACT || f->node == N_ROUND ? SAL_ON_X0 : SAL_ON_X1;
    if (f->node == N_REACT) o->rule = f->x[1] == ON_ENTER ? R_7_2a : f->x[1] == ON_LEAVE ? R_7_2b : f->x[1] == ON_LEAVE_CC ? R_7_2g : f->x[1] == ON_ENTRY ? R_11_2a : R_13_3b;
    else if (f->node == N_ROUND) o->rule = beyond_range(p, a.x[0], a.x[1]) ? R_11_3e : R_11_3a;
    else if (f->node == N_GUNS) o->rule = R_13_3a;
    else if (occasion == ON_MOVE) o->rule = f->x[1] == MODE_RECOVERED ? R_4_2e : R_4_2c;
    else if (ssp_st(p)->unit[ssp_st(p)->first[ssp_st(p)->unit[a.x[1]].hex]].next != SAL_NOUNIT) o->rule = R_6_3; /* one of a stack */
    break;
  }
  case V_LAY:
  case V_SHELL:
  case V_TARGET:
    say_odds(p, (struct ssp_shot){.firer = SAL_NOUNIT, .target = a.x[0], .occasion = a.verb == V_TARGET ? ON_SUPPORT : ON_BOMBARD}, o);
    break;
  case V_MISSION: sal_format(o->label, sizeof o->label, "Send %s", ssp_air_names[a.x[0]]); break;
  case V_BOMB: sal_format(o->label, sizeof o->label, "Strike %s with %s", p->book->board.name[a.x[0]], ssp_air_names[a.x[1]]); break;
  case V_DONE:
    if (f->node == N_IMPULSE) {
      sal_format(o->label, sizeof o->label, "End the actions");
      o->rule = R_4_1f;
    } else if (f->node == N_DECLARE) {
      sal_format(o->label, sizeof o->label, "No more close combats");
      o->rule = R_11_1b;
    } else if (f->node == N_BOMBARD) {
      sal_format(o->label, sizeof o->label, "Fire the bombardment");
      o->rule = R_13_2a;
    } else if (f->node == N_AIR) {
      sal_format(o->label, sizeof o->label, "No more aircraft");
      o->rule = R_12_1b;
    } else {
      sal_format(o->label, sizeof o->label, "Set-up is complete");
    }
    break;
  case V_FACE:
    sal_format(o->label, sizeof o->label, "Kill zone facing %s, towards %s", ssp_directions[a.x[1] % 6], p->book->board.name[sal_next(&p->book->board, a.x[1] / 6, a.x[1] % 6)]);
    break;
  case V_STOP:
    if (f->x[1] == MODE_FRESH) sal_format(o->label, sizeof o->label, "Do nothing");
    break;
  case V_PASS:
    if (f->node == N_ROUND) {
      sal_format(o->label, sizeof o->label, "No more fire");
      o->rule = R_11_3b;
    }
    break;
  default: break;
  }
}

/* ---- standing order `fire`: ask, always, never, chance n -------------------------------------------- */

bool ssp_answer(const struct sal_play *p, int side, const struct sal_order_set *set, struct sal_action *out) {
  enum { ASK, ALWAYS, NEVER, CHANCE };
  const struct ssp_state *s = ssp_st(p);
  const struct sal_frame *f = sal_top(p);
  if (f->node != N_REACT || f->side != side || set[0].choice == ASK) return false;
  if (f->x[1] == ON_GUNS_ENTRY && set[0].choice != NEVER) return false; /* artillery risks itself: its owner decides */
  *out = sal_act(V_PASS, 0, 0, 0);
  if (set[0].choice == NEVER) return true;
  for (int i = 0; i < s->nwindow; i++) {
    if (!(s->window_left >> i & 1)) continue;
    struct ssp_shot shot = {.firer = s->window[i], .target = f->x[0], .occasion = (uint8_t)f->x[1]};
    ssp_aim(p, &shot);
    if (set[0].choice == CHANCE && ssp_percent(&shot) < set[0].n) continue;
    *out = sal_act(V_FIRE, shot.firer, shot.target, 0);
    break;
  }
  return true;
}
