/* show.c - what a client sees: units, marks, control, boxes, and the labels of actions. */
#include "state.h"

#include <string.h>

enum { FIRST_HOUR = 7 }; /* 1.2a: turn 1 is half past eight, an hour a turn */

/* An hour a turn, from half past eight. */
void ssp_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  (void)b;
  sal_put(t, "12 July 1943, %02d:30", FIRST_HOUR + h->turn);
}

/* ---- units ------------------------------------------------------------------------------ */

/* Where a unit off the map is shown; -1: this set has no such box. */
static int off_map_box(const struct sal_play *p, sal_unit u) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *unit = &S(p)->unit[u];
  bool german = own->type[u].side == SAL_GERMAN;

  if (own->type[u].move == MOVE_OFF) {
    if (!unit->steps)
      return own->box[BOX_GUNS_LOST];
    return own->box[unit->is & USED ? BOX_GUNS_USED : BOX_GUNS_FIRST];
  }
  if (unit->steps)
    return own->box[german ? BOX_OFF_GERMAN : BOX_OFF_SOVIET];

  return own->box[german ? BOX_LOST_GERMAN : BOX_LOST_SOVIET];
}

/* A unit takes part in this game if it has steps, or had some. */
static bool in_game(const struct sal_play *p, int u) {
  const struct ssp_unit *unit = &S(p)->unit[u];
  if (unit->steps || unit->tile)
    return true;
  return O(p)->plays[u] && !p->book->position;
}

/* In the order in which clients show them. */
static void show_marks_of(const struct sal_play *p, sal_unit u, struct sal_shown_unit *shown) {
  const struct ssp_unit *unit = &S(p)->unit[u];
  int laid = ssp_laid_on(p, u);
  bool fixed = ssp_type(p, u)->move == MOVE_STATIC;

  if (unit->is & SUPPRESSED)
    sal_shown_mark(shown, M_SUPPRESSED, -1);
  if (unit->kz) {
    sal_shown_mark(shown, M_KZ, -1);
    shown->facing = (int16_t)(unit->kz - 1);
  }
  if (unit->is & ACTED)
    sal_shown_mark(shown, M_ACTED, -1);
  if (unit->is & FIRED)
    sal_shown_mark(shown, M_FIRED, -1);
  if (fixed)
    sal_shown_mark(shown, unit->is & TRIED ? M_TRIED : M_UNTRIED, -1);
  if (fixed && unit->is & TRIED && unit->tile)
    shown->counter = p->book->counter[O(p)->tile[unit->tile]].id;
  if (unit->is & USED)
    sal_shown_mark(shown, M_USED, -1);
  if (laid)
    sal_shown_mark(shown, M_BARRAGE, laid);
}

/* The points left to a unit whose action is going on. */
static void show_points(const struct sal_play *p, sal_unit u, struct sal_shown_unit *shown) {
  for (int i = 0; i < p->state->depth; i++) {
    const struct sal_frame *frame = &p->state->frame[i];
    const struct action *action = action_in(frame);
    if (frame->node != N_UNIT || action->unit != u)
      continue;
    shown->mp = (int16_t)(action->limit - action->spent);
    shown->mp_of = (int16_t)(ssp_type(p, u)->mf * SSP_HALVES);
  }
}

/* A unit with its marks; off the map it is shown in a box. */
static void show_unit(const struct sal_play *p, sal_unit u, struct sal_show *out) {
  const struct ssp_unit *unit = &S(p)->unit[u];
  int box = unit->hex ? 0 : off_map_box(p, u);
  struct sal_shown_unit shown = {.unit = u,
                                 .hex = unit->hex,
                                 .box = (uint8_t)(box < 0 ? 0 : box),
                                 .steps = unit->steps,
                                 .facing = -1,
                                 .mp = -1,
                                 .count = -1};

  show_marks_of(p, u, &shown);
  show_points(p, u, &shown);
  sal_show_unit(out, &shown);
}

/* ---- the rest of the view --------------------------------------------------------------- */

/* The same words as in a position file, so that a view can become one. */
static void show_vars(const struct sal_play *p, struct sal_show *out) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  bool impulse = s->formation != SSP_NONE;
  char played[96] = "";
  struct sal_text t = {played, sizeof played, 0};

  sal_show_var(out, "vis", s->vis);
  sal_show_var_text(out, "impulse", impulse ? own->formation[s->formation] : "");
  for (int k = 0; k < own->nforms; k++)
    if (s->played >> k & 1)
      sal_put(&t, "%s%s", t.len ? " " : "", own->formation[k]);
  sal_show_var_text(out, "played", played);
  sal_show_var(out, "artillery", s->cup);
}

/* The hexes that count, with who has them. */
static void show_objectives(const struct sal_play *p, const struct sal_region *hexes,
                            const char *mark, struct sal_show *out) {
  SSP_EACH_HEX(hexes, h) {
    bool german = ssp_german_holds(p, h);
    sal_show_mark(out, h, mark, german ? SAL_GERMAN : SAL_SOVIET);
  }
}

/* Objectives, close combats, closed hexes and aircraft about to strike. */
static void show_marks(const struct sal_play *p, struct sal_show *out) {
  const struct ssp_state *s = S(p);
  const struct sal_board *m = &p->book->board;

  show_objectives(p, O(p)->rune, "rune", out);
  show_objectives(p, O(p)->star, "star", out);
  for (int i = 0; i < m->nhexes; i++) {
    if (ssp_contested(p, m->order[i]))
      sal_show_mark(out, m->order[i], "combat", SAL_NOSIDE);
    if (ssp_closed(p, m->order[i]))
      sal_show_mark(out, m->order[i], "closed", SAL_NOSIDE);
  }
  for (int i = 0; i < s->nstrikes; i++)
    sal_show_mark(out, s->strike[i].hex, "air", O(p)->aircraft[s->strike[i].type].side);
}

/* 3.3b: every hex of one side. */
static void show_control(const struct sal_play *p, int side, struct sal_show *out) {
  uint8_t held[SAL_MAX_CELLS];

  memset(held, 0, p->book->board.cells);
  for (int i = 0; i < p->book->board.nhexes; i++) {
    sal_hex h = p->book->board.order[i];
    held[h] = ssp_german_holds(p, h) == (side == SAL_GERMAN);
  }
  sal_show_control(out, side, held);
}

/* The cup and what has been drawn from it; both are empty outside the action phase. */
static void show_cup(const struct sal_play *p, struct sal_show *out) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  int cup = own->box[BOX_CUP];
  int aside = own->box[BOX_ASIDE];
  int chits = __builtin_popcount(own->chits & (unsigned)~s->played);
  bool action = p->state->phase == PH_ACTION;

  if (cup >= 0)
    sal_show_box(out, cup, action ? chits + s->cup + 1 : 0);
  if (aside >= 0)
    sal_show_box(out, aside, action ? own->guns_in_cup - s->cup : 0);
}

/* The order of the sections is the contract's. */
void ssp_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  int runes = ssp_count_held(p, O(p)->rune, SAL_GERMAN);
  int stars = ssp_count_held(p, O(p)->star, SAL_SOVIET);

  (void)viewer;
  show_vars(p, out);
  sal_show_score(out, SAL_GERMAN, (struct sal_frac){runes, 1});
  sal_show_score(out, SAL_SOVIET, (struct sal_frac){stars, 1});
  SSP_EACH_UNIT(p, u) {
    if (in_game(p, u))
      show_unit(p, u, out);
  }
  show_marks(p, out);
  for (int side = 0; side < SAL_SIDES; side++)
    show_control(p, side, out);
  show_cup(p, out);
}

/* ---- labels ----------------------------------------------------------------------------- */

static bool by_artillery(int occasion) {
  return occasion >= ON_BOMBARD && occasion <= ON_GUNS_ENTRY;
}

/* 13.4: warns of danger close before the shot. It does not repeat what the prompt says already: the
 * target in a reaction, the firer in an action. The dice are on the card. */
static void say_odds(const struct sal_play *p, struct ssp_shot shot, struct sal_offer *o) {
  ssp_aim(p, &shot);
  int node = sal_top(p)->node;
  int chance = ssp_percent(&shot);
  const char *target = p->book->counter[shot.target].label;
  bool soviet_guns = shot.firer == SAL_NOUNIT;
  bool danger = by_artillery(shot.occasion) && ssp_danger_close(p, shot.target);
  const char *firer = soviet_guns ? "Artillery" : p->book->counter[shot.firer].label;
  if (node == N_REACT && danger)
    sal_format(o->label, sizeof o->label, "%s fires: %d %%, danger close", firer, chance);
  else if (node == N_REACT)
    sal_format(o->label, sizeof o->label, "%s fires: %d %%", firer, chance);
  else if (node == N_UNIT)
    sal_format(o->label, sizeof o->label, "Fire at %s: %d %%", target, chance);
  else if (danger)
    sal_format(o->label, sizeof o->label, "%s at %s: %d %%, danger close", firer, target, chance);
  else
    sal_format(o->label, sizeof o->label, "%s at %s: %d %%", firer, target, chance);
}

/* A shot that only close combat allows (11.3e). */
static bool beyond_range(const struct sal_play *p, sal_unit firer, sal_unit target) {
  const struct ssp_face *face = ssp_face_of(p, firer);
  if (ssp_type(p, target)->vehicular)
    return face->g_paren || face->g <= ssp_face_of(p, target)->a;
  return face->r == 0;
}

/* The occasion of a shot that is offered now. */
static int occasion_now(const struct sal_play *p, int verb) {
  const struct sal_frame *top = sal_top(p);

  switch (top->node) {
  case N_REACT: return reaction_in(top)->occasion;
  case N_ROUND: return ON_CC;
  case N_GUNS: return ON_GUNS;
  default: break;
  }
  if (verb == V_FIRE && action_in(top)->mode == MODE_FRESH)
    return ON_FIRE;

  return ON_MOVE;
}

/* The rule a shot is offered with. */
static int shot_rule(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion,
                     int otherwise) {
  const struct sal_frame *top = sal_top(p);
  sal_unit first = S(p)->first[S(p)->unit[target].hex];

  switch (top->node) {
  case N_REACT: return ssp_reaction_rule(occasion);
  case N_ROUND: return beyond_range(p, firer, target) ? R_11_3e : R_11_3a;
  case N_GUNS: return R_13_3a;
  default: break;
  }
  if (occasion == ON_MOVE)
    return action_in(top)->mode == MODE_RECOVERED ? R_4_2e : R_4_2c;
  if (S(p)->unit[first].next != SAL_NOUNIT)
    return R_6_3; /* one of a stack */

  return otherwise;
}

/* A shot is offered on the target in an action, on the firer in a reaction. */
static void offer_shot(const struct sal_play *p, struct sal_action a, struct sal_offer *o) {
  sal_unit firer = unit_of(a);
  sal_unit target = second_unit_of(a);
  int node = sal_top(p)->node;
  int occasion = occasion_now(p, a.verb);
  struct ssp_shot shot = {.firer = firer, .target = target, .occasion = (uint8_t)occasion};

  say_odds(p, shot, o);
  if (a.verb == V_QUICK)
    sal_format(o->label, sizeof o->label, "Fire and move: %s", p->book->counter[target].label);
  o->on = node == N_REACT || node == N_ROUND ? SAL_ON_X0 : SAL_ON_X1;
  o->rule = (uint16_t)shot_rule(p, firer, target, occasion, o->rule);
}

/* Soviet artillery has no counter to name. */
static void offer_soviet_guns(const struct sal_play *p, sal_unit target, int occasion,
                              struct sal_offer *o) {
  struct ssp_shot shot = {.firer = SAL_NOUNIT, .target = target, .occasion = (uint8_t)occasion};
  say_odds(p, shot, o);
}

/* What `done` ends here; the parts of an impulse have their own words. */
static void offer_done(int node, struct sal_offer *o) {
  if (node == N_BOMBARD) {
    sal_format(o->label, sizeof o->label, "Fire the bombardment");
    o->rule = R_13_2a;
  }
  if (node == N_AIR) {
    sal_format(o->label, sizeof o->label, "No more aircraft");
    o->rule = R_12_1b;
  }
}

/* 6.1b: warns a unit that would be over the limit: at the end of the actions the last one that came
 * goes back. */
static void offer_step(const struct sal_play *p, sal_unit u, sal_hex to, struct sal_offer *o) {
  if (ssp_stack_ok(p, to, ssp_side(p, u), u))
    return;
  sal_format(o->label, sizeof o->label, "Move to %s, which is over the stacking limit then",
             p->book->board.name[to]);
  o->rule = R_6_1b;
}

static void offer_stop(const struct sal_play *p, sal_unit u, struct sal_offer *o) {
  sal_hex h = S(p)->unit[u].hex;

  if (action_of(p)->mode == MODE_FRESH)
    sal_format(o->label, sizeof o->label, "Do nothing");
  if (ssp_stack_ok(p, h, ssp_side(p, u), SAL_NOUNIT))
    return;
  sal_format(o->confirm, sizeof o->confirm,
             "%s is over the stacking limit: the last who came goes back. Stop here?",
             p->book->board.name[h]);
}

static void offer_end(const struct sal_play *p, struct sal_offer *o) {
  int side = O(p)->form_side[S(p)->formation];
  int over = 0;

  SSP_EACH_OF(p, u, S(p)->formation) {
    over += !ssp_stack_ok(p, S(p)->unit[u].hex, side, SAL_NOUNIT);
  }
  if (over)
    sal_format(o->confirm, sizeof o->confirm,
               "%d {unit stands/units stand} in overstacked hexes. End the actions?", over);
}

/* 11.1b: without a declared entry nothing is fought but what goes on. */
static void offer_fight(const struct sal_play *p, struct sal_offer *o) {
  int declared = 0;

  SSP_EACH_OF(p, u, S(p)->formation) {
    declared += S(p)->unit[u].into != SAL_NOHEX;
  }
  if (!declared)
    sal_format(o->label, sizeof o->label, "Enter nowhere");
}

/* By direction and by the hex it faces. */
static void offer_facing(const struct sal_play *p, int edge, struct sal_offer *o) {
  int dir = edge % 6;
  sal_hex towards = sal_next(&p->book->board, (sal_hex)(edge / 6), dir);
  sal_format(o->label, sizeof o->label, "Kill zone facing %s, towards %s", ssp_directions[dir],
             p->book->board.name[towards]);
}

/* Verbs that read the same everywhere keep the label of the verb table. */
void ssp_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  const struct sal_frame *top = sal_top(p);

  (void)side;
  switch (a.verb) {
  case V_FIRE:
  case V_QUICK: offer_shot(p, a, o); break;
  case V_LAY:
  case V_SHELL: offer_soviet_guns(p, unit_of(a), ON_BOMBARD, o); break;
  case V_TARGET: offer_soviet_guns(p, unit_of(a), ON_SUPPORT, o); break;
  case V_MISSION:
    sal_format(o->label, sizeof o->label, "Send %s", ssp_air_names[word_of(a, 0)]);
    break;
  case V_BOMB:
    sal_format(o->label, sizeof o->label, "Strike %s with %s", p->book->board.name[hex_of(a, 0)],
               ssp_air_names[word_of(a, 1)]);
    break;
  case V_DONE: offer_done(top->node, o); break;
  case V_FACE: offer_facing(p, edge_of(a, 1), o); break;
  case V_END: offer_end(p, o); break;
  case V_FIGHT: offer_fight(p, o); break;
  case V_STEP: offer_step(p, unit_of(a), hex_of(a, 1), o); break;
  case V_STOP: offer_stop(p, unit_of(a), o); break;
  case V_PASS:
    if (top->node == N_ROUND) {
      sal_format(o->label, sizeof o->label, "No more fire");
      o->rule = R_11_3b;
    }
    break;
  default: break;
  }
}
