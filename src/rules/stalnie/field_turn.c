/* field_turn.c - F1: the sequence of play, and what happens by itself in its course. */
#include "field.h"

#include <string.h>

enum { WATCH_RANGE = 16, ANY_RANGE = 99 };

/* ---- F1.3: a player turn begins --------------------------------------------------------- */

/* F1.3: what lasts for one player turn is over; stuns end with the one that begins. */
static void begin_player_turn(struct sal_play *p) {
  int active = F(p)->active;
  F(p)->sniped = 0;

  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    t->did &= ~(uint32_t)(ONE_TURN | ONE_ACTIVATION);
    t->shots = 0;
    t->struck = 0;
    t->entered = 0;
    if (side_of(p, u) != active)
      continue;

    t->is &= ~(uint32_t)IS_TIRED;

    /* A stun ends with the first own player turn that begins after it (F12.9). */
    if (t->is & IS_STUNNED)
      t->is |= IS_STUN_ENDS;
  }

  sf_veil(p);
}

/* ---- F1.5: it ends ---------------------------------------------------------------------- */

/* F1.5, F12.9: pins end; a stunned vehicle is recalled. */
static void end_pins_and_stuns(struct sal_play *p) {
  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    t->is &= ~(uint32_t)IS_PINNED;
    bool stun_ends = t->is & IS_STUN_ENDS && side_of(p, u) == F(p)->active;
    if (!stun_ends)
      continue;
    t->is &= ~(uint32_t)(IS_STUNNED | IS_STUN_ENDS);
    t->is |= IS_RECALLED;
    sal_tell(p, E_F_RECALLED, R_F12_9, SAL_EVU(u, .seen = (uint8_t)sf_told_to(p, u)));
  }
}

/* F11.4: a hex without a known enemy or "?" is acquired no longer. */
static void drop_acquired(struct sal_play *p) {
  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    if (!t->acquired)
      continue;

    /* It concerns the hex, not the unit that was aimed at. */
    bool seen = false;
    for (int level = 0; level < LEVELS; level++)
      seen |= sf_enemy_seen(p, side_of(p, u), location_at(t->acquired, level));
    if (seen)
      continue;

    forget_aim(t);
  }
}

/* F15.6: which units may become concealed now. */
static bool gains_cover(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  int side = side_of(p, u);
  bool able = sf_known(p, u) && !(t->is & (IS_BROKEN | IS_MELEE));

  if (!able || t->with)
    return false;
  /* A unit that shares a Location with an enemy is seen. */
  if (sf_enemy_known(p, side, t->at))
    return false;

  /* Out of LOS of all watchers. */
  if (!sf_watched(p, side, t->at, ANY_RANGE))
    return true;

  /* Or, men who have not fired, in concealment terrain with no watcher near. */
  bool fired = t->did & DID_FIRE || t->shots;
  if (sf_vehicle(p, u) || fired)
    return false;
  if (!sf_conceals(p, t->at, side))
    return false;

  return !sf_watched(p, side, t->at, WATCH_RANGE);
}

/* Are riders aboard? */
static bool carries_men(const struct sal_play *p, int v) {
  for (EACH_WITH(p, u, v)) {
    if (sf_on_map(p, u))
      return true;
  }

  return false;
}

/* All units are judged on the position before this step. (Before edition 6 no more than 128
 * gained.) */
static void gain_concealment(struct sal_play *p) {
  enum { ROOM = 1024, ONCE = 128 };
  sal_unit who[ROOM];
  int n = 0;
  int most = sf_edition_6(p) ? ROOM : ONCE;

  for (EACH_MAN(p, u)) {
    if (n == most)
      break;
    if (gains_cover(p, u) && !carries_men(p, u))
      who[n++] = (sal_unit)u;
  }

  for (int i = 0; i < n; i++) {
    unit_at(p, who[i])->is |= IS_CONCEALED;
    sal_tell(p, E_F_CONCEALED, R_F15_6, SAL_EVU(who[i], .at = {hex_at(unit_at(p, who[i])->at)}));
  }

  if (n)
    sf_veil(p);
}

/* F1.1: does a Game Turn end with this one? */
static bool second_player_turn(const struct sal_play *p) {
  return F(p)->active != F(p)->first;
}

/* F1.5: in the order of the rule, because each step looks at the one before. */
static void end_player_turn(struct sal_play *p) {
  end_pins_and_stuns(p);
  sf_end_smoke(p);
  sf_end_fires(p);
  drop_acquired(p);
  gain_concealment(p);
  sf_end_works(p);
  sf_control(p);
  if (FB(p)->campaign)
    sf_side_edges(p);
}

/* ---- victory (31) ----------------------------------------------------------------------- */

/* F31.1: objectives that a side controls. */
int sf_objectives_held(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < FB(p)->nobjectives; i++) {
    bool german = patch_at(p, FB(p)->objective[i])->control & OWNER;
    n += german == (side == GER);
  }

  return n;
}

/* F31.1: objectives that win, less the handicap. In a battle of a campaign it counts there. */
int sf_wanted(const struct sal_play *p) {
  return FB(p)->wanted - (FB(p)->campaign ? 0 : sal_handicap(p));
}

/* F31.1: the Germans must take enough of them; otherwise the Soviets have won. */
int sf_victor(const struct sal_play *p) {
  return sf_objectives_held(p, GER) >= sf_wanted(p) ? GER : RUS;
}

/* The battle ends with the position as it is. */
void sf_over(struct sal_play *p, int rule) {
  sf_won_by(p, sf_victor(p), rule);
}

/* The battle is over and that side has won it; everything taken unseen is told now (F22.4). */
void sf_won_by(struct sal_play *p, int winner, int rule) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++) {
    uint8_t *control = &patch_at(p, m->order[i])->control;
    uint8_t owners = *control & OWNERS;
    *control = (uint8_t)(owners | owners * SHOWN);
  }

  F(p)->winner = (uint8_t)(winner + 1);
  sal_tell(p, E_F_OVER, rule, SAL_EV(.n = {(int16_t)winner, (int16_t)sf_objectives_held(p, GER)}));
  sal_reveal(p);
  sal_game_over(p);
}

/* ---- the sequence ----------------------------------------------------------------------- */

/* The phase as documents name it: side and stage. */
void sf_phase(struct sal_play *p, int stage) {
  F(p)->stage = (uint8_t)stage;
  p->state->phase = (uint8_t)(P_FIELD_TURN + F(p)->active * STAGES + stage);
}

/* F1.6, F8.11: at the end of every phase. */
static void end_phase(struct sal_play *p) {
  sf_control(p);
  for (int u = 0; u < count_of(p); u++)
    unit_at(p, u)->struck = 0;
}

/* F9.10: residual fire does not outlast its phase. */
static void clear_residual(struct sal_play *p) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++)
    memset(patch_at(p, m->order[i])->residual, 0, sizeof patch_at(p, m->order[i])->residual);
}

/* F14.8: units that are unseen when the phase begins may surprise the enemy. */
static void begin_assault(struct sal_play *p) {
  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    t->did &= ~(uint32_t)(WAS_VEILED | DID_ADVANCE);
    if (t->is & IS_UNSEEN && sf_on_map(p, u))
      t->did |= WAS_VEILED;
  }

  sal_push(p, N_F_ASSAULT, F(p)->active);
}

/* F1.2: a player turn begins with rally. */
static void begin_turn(struct sal_play *p) {
  sf_phase(p, STAGE_RALLY);
  p->state->turn = F(p)->turn;
  sal_tell(p, E_F_TURN, R_F1_1, SAL_EV(.n = {(int16_t)F(p)->active, F(p)->turn}));
  begin_player_turn(p);
  sf_rally(p);
}

/* The other player turn, the next Game Turn, or the end. */
static void next_turn(struct sal_play *p) {
  bool second = second_player_turn(p);
  if (second)
    sf_planes_leave(p);
  F(p)->turn_over = second && FB(p)->campaign;

  /* The skirmish has a fixed length (F31.1). With CG4 a die decides; a battle of the campaign
   * leaves that die to the campaign. */
  bool skirmish = !FB(p)->campaign;
  bool over = skirmish && F(p)->turn >= sal_last_turn(p);

  if (F(p)->rolls_end && skirmish)
    over = second && sf_battle_ends(p);

  /* A battle ends with a whole Game Turn. */
  if (second && over) {
    if (F(p)->rolls_end)
      sf_end_melees(p);
    sf_over(p, R_F31_1);
    return;
  }

  F(p)->active = (uint8_t)sal_enemy(F(p)->active);
  if (second)
    F(p)->turn++;
}

/* F1.2: one phase after the other, control checked at the end of each (F1.6). */
static bool turn_run(struct sal_play *p) {
  struct sequence *s = sequence_of(p);
  int stage = s->stage;

  /* The campaign rolls for the end of the scenario (CG4). */
  if (F(p)->turn_over)
    return false;

  s->stage = (uint16_t)((stage + 1) % STAGES);

  /* Rally begins a player turn: the phase before it has ended with that one. */
  if (stage != STAGE_RALLY) {
    end_phase(p);
    sf_phase(p, stage);
  }

  switch (stage) {
  case STAGE_RALLY: begin_turn(p); break;
  case STAGE_SUPPORT: sf_begin_support(p); break;
  case STAGE_ACTION: sal_push(p, N_F_ACT, F(p)->active); break;
  case STAGE_LATE:
    clear_residual(p);
    sal_push(p, N_F_LATE, sal_enemy(F(p)->active));
    break;
  case STAGE_FALLBACK: sf_fall_back(p); break;
  case STAGE_ASSAULT: begin_assault(p); break;
  case STAGE_CLOSE: sal_push(p, N_F_CLOSE, F(p)->active); break;
  default:
    end_player_turn(p);
    next_turn(p);
    break;
  }

  return true;
}

const struct sal_node sf_turn_node = {.id = "field.turn", .rule = R_F1_2, .run = turn_run};
