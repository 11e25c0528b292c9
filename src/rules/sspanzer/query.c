/* query.c - questions a player asks: where a unit can go and what would fire at it, zones, control,
 * lines of sight with what blocks them, threats, and the printable records. All from a view.
 *
 * The reach asks ssp_step_law, the law of the step action itself.
 */
#include "state.h"

#include <string.h>

/* ---- reach ------------------------------------------------------------------------------ */

/* Can v fire at u, as far as their weapons go? */
static bool has_weapon(const struct sal_play *p, sal_unit v, sal_unit u) {
  const struct ssp_face *face = ssp_face_of(p, v);
  if (ssp_type(p, u)->vehicular)
    return face->g && !face->g_paren;
  return face->r > 0;
}

/* Enemies that could fire at u if it stood in h (7.2). */
static int shots_into(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct ssp_book *own = O(p);
  int n = 0;
  int side = own->type[u].side;

  for (int d = 0; d < 6; d++) {
    sal_hex beside = sal_next(&p->book->board, h, d);
    bool zone = own->edge[beside * 6 + sal_back(d)].is & EDGE_ZOC;
    if (!zone)
      continue;
    if (ssp_contested(p, beside))
      continue;
    SSP_EACH(p, v, beside) {
      if (own->type[v].side == side)
        continue;
      if (own->type[v].move == MOVE_STATIC)
        continue;
      if (ssp_is(p, v, SUPPRESSED))
        continue;
      if (!has_weapon(p, v, u))
        continue;
      n += ssp_in_fan(p, v, h);
    }
  }

  return n;
}

/* Enemies that could fire at u when it leaves h: in a close combat those it fights (7.2g),
 * elsewhere those whose zone it is in. */
static int shots_out(const struct sal_play *p, sal_unit u, sal_hex h) {
  int n = 0;

  if (!ssp_contested(p, h))
    return shots_into(p, u, h);
  SSP_EACH(p, v, h) {
    n += ssp_may_fire(p, v, u, ON_LEAVE_CC, NULL);
  }

  return n;
}

struct mover { /* the unit whose reach is asked for */
  sal_unit unit;
  bool can; /* it may be moved now by the side that asks */
};

/* Shots that one step can draw: on the way out and on the way in (7.2a, 7.2b). */
static int shots_at(const struct sal_play *p, sal_unit u, sal_hex from, sal_hex to) {
  return shots_into(p, u, to) + shots_out(p, u, from);
}

/* Of two ways that cost the same a player wants the one with fewer shots. */
static int danger(const struct sal_play *p, const void *own, const struct sal_step *step) {
  (void)own;
  return shots_at(p, step->unit, step->from, step->to);
}

/* What the law of a step does not know: whether the stack would be legal, and the shots. */
static void finish(const struct sal_play *p, const void *own, struct sal_reach_hex *h) {
  const struct mover *mover = own;
  sal_unit u = mover->unit;

  h->stop = ssp_stack_ok(p, h->hex, ssp_side(p, u), u);
  if (!h->from)
    return;
  if (mover->can)
    h->act = sal_act(V_STEP, u, h->hex, 0);
  int shots = shots_at(p, u, h->from, h->hex);
  if (shots)
    sal_format(h->risk, sizeof h->risk, "%d {shot/shots}", shots);
}

/* The unit's action if it is going on, else NULL. */
static const struct action *action_going_on(const struct sal_play *p, sal_unit u) {
  if (p->state->over)
    return NULL;
  if (sal_top(p)->node != N_UNIT)
    return NULL;
  const struct action *action = action_of(p);
  return action->unit == u ? action : NULL;
}

/* May this side move the unit now? */
static bool can_move(const struct sal_play *p, int side, sal_unit u, bool acting) {
  if (p->state->over)
    return false;
  if (ssp_side(p, u) != side)
    return false;
  if (sal_top(p)->side != side)
    return false;
  if (ssp_is(p, u, SUPPRESSED))
    return false;

  return acting || (sal_top(p)->node == N_IMPULSE && ssp_may_choose(p, u, NULL));
}

/* Any unit's reach may be asked, even an enemy's; only a side's own unit that can act gets actions.
 */
static bool reach(const struct sal_play *p, int side, struct sal_query *q,
                  struct sal_refusal *why) {
  sal_unit u = q->unit;
  const struct ssp_unit *unit = &S(p)->unit[u];
  const struct action *action = action_going_on(p, u);
  struct mover mover = {.unit = u, .can = can_move(p, side, u, action != NULL)};
  struct sal_reach *r = q->reach;

  if (!unit->hex)
    return sal_refuse(why, R_8_1, "{u0} is not on the map.", u, 0);
  struct sal_walk walk = {.unit = u,
                          .start = unit->hex,
                          .left = ssp_type(p, u)->mf * SSP_HALVES,
                          .note = FIRST_STEP,
                          .rule = R_8_2,
                          .law = ssp_step_law,
                          .own = &mover,
                          .danger = danger,
                          .finish = finish};
  if (action) {
    walk.left = action->limit - action->spent;
    walk.note = action->mode == MODE_FRESH ? FIRST_STEP : 0;
  }
  if (unit->is & SUPPRESSED)
    walk.left = walk.note = 0;
  r->nbegin = r->nend = 0;
  if (mover.can && !action)
    r->begin[r->nbegin++] = sal_act(V_CHOOSE, u, 0, 0);
  if (mover.can)
    r->end[r->nend++] = sal_act(V_STOP, u, 0, 0);
  sal_reach_fill(p, &walk, r);
  return true;
}

/* ---- overlays --------------------------------------------------------------------------- */

enum { O_ZOC, O_CONTROL, O_LOS, O_THREAT };

/* Is the hex in a zone of the side's enemy? */
static bool in_enemy_zone(const struct sal_play *p, int side, sal_hex h) {
  SSP_EACH_BESIDE(p, beside, h) {
    SSP_EACH(p, u, beside) {
      if (ssp_side(p, u) != side && ssp_zone_of(p, u, h))
        return true;
    }
  }

  return false;
}

/* 3.3b */
static bool holds(const struct sal_play *p, int side, sal_hex h) {
  return ssp_german_holds(p, h) == (side == SAL_GERMAN);
}

/* In a player's words. */
static const char *what_blocks(int rule) {
  switch (rule) {
  case R_9_4a: return "woods, town or hilltop";
  case R_9_4b: return "berm";
  case R_9_4c: return "along a hexside";
  default: return "slope";
  }
}

/* One line with what blocks it, or that only the visibility is too short (5e). */
static bool los_overlay(const struct sal_play *p, const struct sal_query *q,
                        struct sal_refusal *why) {
  const struct sal_board *m = &p->book->board;
  sal_hex from = q->arg[0];
  sal_hex to = q->arg[1];
  sal_hex cut;
  int distance = sal_distance(m, from, to);
  int vis = S(p)->vis;

  if (distance > O(p)->max_vis)
    return sal_refuse(why, R_9_4, "{h0} and {h1} are farther apart than any visibility.", from, to);
  int rule = ssp_cut(p->book, from, to, &cut);
  bool open = !rule && distance <= vis;
  sal_overlay_title(q->out, "Sight from %s to %s", m->name[from], m->name[to]);
  if (open)
    sal_overlay_key(q->out, "a", "good", "open");
  else
    sal_overlay_key(q->out, "a", "bad", "blocked");
  if (rule)
    sal_overlay_line(q->out, from, to, "a", cut, rule, "%s at %s", what_blocks(rule), m->name[cut]);
  else if (!open)
    sal_overlay_line(q->out, from, to, "a", to, R_5e,
                     "open ground, but %d {hex/hexes} and visibility %d", distance, vis);
  else
    sal_overlay_line(q->out, from, to, "a", SAL_NOHEX, R_9_4, "open, %d {hex/hexes}", distance);

  return true;
}

enum { TYPICAL_ARMOUR = 5, MOST_THREATS = 99 };

/* How far a unit fires now, at infantry or at a tank of T-34 armour; 0: not at all. */
static int threat_range(const struct sal_play *p, sal_unit u) {
  const struct ssp_unit *unit = &S(p)->unit[u];
  const struct ssp_face *face = ssp_face_of(p, u);

  if (!unit->hex)
    return 0;
  if (unit->is & SUPPRESSED)
    return 0;
  if (ssp_type(p, u)->move == MOVE_STATIC)
    return 0;
  if (ssp_contested(p, unit->hex))
    return 0;
  int far = 0;
  if (face->g && !face->g_paren)
    far = face->g > TYPICAL_ARMOUR ? face->g - TYPICAL_ARMOUR : 1;

  return ssp_least(ssp_most(far, face->r), S(p)->vis);
}

/* Hexes where a vehicle of T-34 armour or an infantry unit of the asking side could be fired at
 * now. */
static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *m = &p->book->board;
  const struct ssp_book *own = O(p);
  uint8_t *threats = p->scratch; /* per cell */
  char text[8];

  memset(threats, 0, m->cells);
  SSP_EACH_UNIT(p, u) {
    int far = own->type[u].side == side ? 0 : threat_range(p, u);
    const uint32_t *at = own->seen_at + S(p)->unit[u].hex * (own->max_vis + 2u);
    for (uint32_t k = at[1]; far && k < at[far + 1]; k++) {
      sal_hex h = own->seen[k];
      if (threats[h] < MOST_THREATS && ssp_in_fan(p, u, h))
        threats[h]++;
    }
  }
  sal_overlay_title(o, "Hexes the enemy can fire into (9.3, 9.4; tanks of armour 5)");
  sal_overlay_key(o, "t", "bad", "number of enemy units that can fire there");
  for (int i = 0; i < m->nhexes; i++) {
    if (!threats[m->order[i]])
      continue;
    sal_format(text, sizeof text, "%d", threats[m->order[i]]);
    sal_overlay_hex(o, m->order[i], "t", text);
  }
}

/* ---- records ---------------------------------------------------------------------------- */

/* What a formation has left. */
static void formation_line(const struct sal_play *p, int form, struct sal_card *c) {
  const struct ssp_book *own = O(p);
  int units = 0;
  int steps = 0;
  int suppressed = 0;

  SSP_EACH_OF(p, u, form) {
    const struct ssp_unit *unit = &S(p)->unit[u];
    if (!unit->hex)
      continue;
    units++;
    steps += unit->steps;
    suppressed += (unit->is & SUPPRESSED) != 0;
  }
  sal_card_add(c, own->form_side[form], 0, 1, R_2_5, SAL_NOUNIT, "%s|%d|%d|%d",
               own->formation[form], units, steps, suppressed);
}

/* For the record only: casualties do not count for victory (3.3a). */
static void losses_record(const struct sal_play *p, struct sal_json *j) {
  const struct ssp_state *s = S(p);
  struct sal_card c;

  sal_record_open(j, "losses", "Losses");
  sal_card_start(&c, SAL_CARD_LEDGER, R_3_3a, "Steps lost (they do not count for victory)");
  sal_card_add(&c, SAL_GERMAN, s->lost[SAL_GERMAN], 1, R_9_7a, SAL_NOUNIT, "German steps");
  sal_card_add(&c, SAL_SOVIET, s->lost[SAL_SOVIET], 1, R_9_7a, SAL_NOUNIT, "Soviet steps");
  sal_record_card(j, p->book, &c);
  sal_card_start(&c, SAL_CARD_TABLE, R_2_5, "Formations");
  sal_format(c.text, sizeof c.text, "Formation|Units on the map|Steps|Suppressed");
  for (int k = 0; k < O(p)->nforms; k++)
    if (O(p)->chits >> k & 1)
      formation_line(p, k, &c);
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* 3.3a: which hexes count, for whom, and who has them. */
static void add_hexes(const struct sal_play *p, struct sal_card *c, const struct sal_region *r,
                      int side) {
  SSP_EACH_HEX(r, h) {
    int holder = ssp_german_holds(p, h) ? SAL_GERMAN : SAL_SOVIET;
    sal_card_add(c, side, 0, 1, R_3_3b, SAL_NOUNIT, "%s|%s|%s", p->book->board.name[h],
                 sal_side_name[side], sal_side_name[holder]);
  }
}

/* Where a formation's chit is. */
static const char *chit_state(const struct ssp_state *s, int form) {
  if (s->formation == form)
    return "active";
  return s->played >> form & 1 ? "played" : "in the cup";
}

/* The turn record of the printed game. */
static void turn_card(const struct sal_play *p, struct sal_json *j) {
  const struct ssp_state *s = S(p);
  struct sal_card c;

  sal_card_start(&c, SAL_CARD_TABLE, R_1_2a, "The turn");
  sal_format(c.text, sizeof c.text, "What|Value");
  sal_card_add(&c, 0, 0, 1, R_1_2a, SAL_NOUNIT, "Turn|%d of %d", p->state->turn,
               p->book->scenarios[p->book->scenario].turns);
  sal_card_add(&c, 0, 0, 1, R_5a, SAL_NOUNIT, "Visibility|%d", s->vis);
  sal_card_add(&c, 0, 0, 1, R_4_1c, SAL_NOUNIT, "Artillery in the cup|%d", s->cup);
  sal_card_add(&c, 0, 0, 1, R_9_1a, SAL_NOUNIT, "Attacks this turn|%d", s->shots);
  for (int k = 0; k < O(p)->nforms; k++)
    if (O(p)->chits >> k & 1)
      sal_card_add(&c, 0, 0, 1, R_4_1f, SAL_NOUNIT, "%s|%s", O(p)->formation[k], chit_state(s, k));
  sal_record_card(j, p->book, &c);
}

/* The turn, the score and every hex that counts. */
static void turn_record(const struct sal_play *p, struct sal_json *j) {
  const struct ssp_book *own = O(p);
  struct sal_card c;
  struct sal_result result;

  sal_record_open(j, "turn", "Turn record");
  turn_card(p, j);
  ssp_score(p, &result);
  sal_card_start(&c, SAL_CARD_TEXT, own->rule, "Victory");
  sal_format(c.text, sizeof c.text, "%s", result.text);
  sal_record_card(j, p->book, &c);
  sal_card_start(&c, SAL_CARD_TABLE, R_3_3b, "Hexes that count");
  sal_format(c.text, sizeof c.text, "Hex|Counts for|Held by");
  add_hexes(p, &c, own->rune, SAL_GERMAN);
  add_hexes(p, &c, own->star, SAL_SOVIET);
  if (c.nlines)
    sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* Everything here is worked out from a view. */
bool ssp_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int looks = side == SAL_SOVIET ? SAL_SOVIET : SAL_GERMAN; /* a watcher sees it as the German */

  if (q->kind == SAL_Q_REACH)
    return reach(p, side, q, why);
  if (q->kind == SAL_Q_RECORDS) {
    turn_record(p, q->records);
    losses_record(p, q->records);
    return true;
  }
  switch (q->overlay) {
  case O_ZOC:
    sal_overlay_zones(q->out, p, looks, "Zones of control (7.1)", in_enemy_zone);
    return true;
  case O_CONTROL: sal_overlay_control(q->out, p, looks, holds); return true;
  case O_THREAT: threat_overlay(p, looks, q->out); return true;
  default: return los_overlay(p, q, why);
  }
}
