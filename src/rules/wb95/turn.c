/* turn.c - 2, 3.2.1, 5.6.5, 7.1.5: the sequence of play and its housekeeping.
 *
 * N_GAME is the bottom frame: `next` is the phase to begin, `ended` the one that has just ended and
 * still needs its housekeeping. Each phase is a frame on top of it that pops itself.
 */
#include "state.h"

#include <string.h>

/* Remembers that a unit was active or attacked (5.6.5, 17.1.2). */
void wb_touch(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];
  unit->last = (uint8_t)now(p);
  unit->more |= TOUCHED;
}

/* The Soviet phases follow the German ones, six later. */
int wb_phase_side(int phase) {
  return phase > P_SUPPLY ? SAL_SOVIET : SAL_GERMAN;
}
/* The phase without its side. */
static int kind_of_phase(int phase) {
  return phase > P_SUPPLY ? phase - P_SUPPLY : phase;
}

/* ---- 2.1.2: every action has its moment ------------------------------------------------- */

/* kinds of phases, as bits */
enum { IN_MOVEMENT = 1 << P_MOVEMENT, IN_ATTACK = 1 << P_ATTACK, IN_STRATEGIC = 1 << P_STRATEGIC };
static const char fly[] = "Aircraft are given missions in air phases.";
static const char enter[] = "Units enter in movement phases.";
static const char first_enter[] = "Choose the unit that enters first.";
static const char move[] = "Units move in movement phases.";
static const char first_move[] = "Choose the unit that moves first.";
static const char mark[] = "Units are marked for strategic movement in movement phases.";
static const char bridge[] = "Bridges are worked on in movement phases.";
static const char mask[] = "Masks are changed in movement phases.";
static const char fight[] = "Attacks are made in attack phases.";
static const char first_target[] = "Choose the hex to attack first.";
static const char stop[] = "No unit is on the way.";
static const char call_off[] = "There is nothing to call off.";
static const char commit[] = "There is nothing to commit.";

/* What a player hears who does a thing at the wrong moment: the phases that it belongs to, what is
 * said in any other phase, and what is missing in a phase of its own. */
static const struct moment {
  uint16_t phases, rule;
  const char *elsewhere, *first;
} moments[] = {
    [V_PICK] = {0, 0, "Units enter in movement phases; aircraft fly in air phases.", NULL},
    [V_SWITCH] = {0, 0, "Set-up hexes are chosen before the game.", NULL},
    [V_MISSION] = {0, 0, fly, NULL},
    [V_PUT] = {IN_MOVEMENT | IN_STRATEGIC, R_11_1_2, enter, first_enter},
    [V_BOMB] = {0, 0, fly, NULL},
    [V_SPREAD] = {0, 0, fly, NULL},
    [V_DROP] = {0, 0, fly, NULL},
    [V_COMMIT] = {IN_ATTACK, R_5_2_1, commit, first_target},
    [V_WITHDRAW] = {0, 0, "No division is to be withdrawn now.", NULL},
    [V_MOVE] = {0, 0, move, NULL},
    [V_DIG] = {0, 0, "Field fortifications are built in movement phases.", NULL},
    [V_MARK] = {0, 0, mark, NULL},
    [V_UNMARK] = {0, 0, mark, NULL},
    [V_FULL] = {IN_ATTACK, R_10_2_3, "A unit pays for full strength when it moves or attacks.",
                first_target},
    [V_TOP] = {0, 0, "Volkssturm fills up infantry in movement phases.", NULL},
    [V_SPAN] = {0, 0, bridge, NULL},
    [V_SHIFT] = {IN_MOVEMENT | IN_STRATEGIC, R_11_2_2, enter, first_enter},
    [V_CANCEL] = {0, 0, call_off, NULL},
    [V_STEP] = {IN_MOVEMENT | IN_STRATEGIC, R_3_1_3, move, first_move},
    [V_PACK] = {IN_MOVEMENT, R_3_1_3, move, first_move},
    [V_DEPLOY] = {IN_MOVEMENT, R_3_1_3, move, first_move},
    [V_BLOW] = {IN_MOVEMENT, R_3_1_3, bridge, first_move},
    [V_REBUILD] = {IN_MOVEMENT, R_3_1_3, bridge, first_move},
    [V_LEAVE] = {IN_MOVEMENT | IN_STRATEGIC, R_3_1_3, move, first_move},
    [V_STOP] = {IN_MOVEMENT | IN_STRATEGIC, R_3_1_3, stop, first_move},
    [V_TARGET] = {0, 0, fight, NULL},
    [V_ADD] = {IN_ATTACK, R_5_2_1, fight, first_target},
    [V_SHELL] = {0, 0, fight, NULL},
    [V_GUN] = {IN_ATTACK, R_6_3_1, fight, first_target},
    [V_AIM] = {IN_ATTACK, R_6_4_7, fight, "Choose the gun that fires first."},
    [V_SPARE] = {IN_ATTACK, R_15_1_6, fight, first_target},
    [V_NOHQ] = {IN_ATTACK, R_9_2_1, fight, first_target},
    [V_SPEND] = {IN_ATTACK, R_9_1_6, fight, first_target},
    [V_LOSE] = {IN_ATTACK, R_5_1_8, "No unit has a loss to take.", "No unit has a loss to take."},
    [V_RETREAT] = {IN_ATTACK, R_5_3_1, "Units retreat in attack phases.",
                   "No unit has to retreat."},
    [V_PURSUE] = {IN_ATTACK, R_5_4_1, "Units pursue in attack phases.", "No unit may pursue."},
    [V_REPAIR] = {0, 0, "Armour is put into repair in German supply phases.", NULL},
    [V_GROUND] = {IN_ATTACK, R_5_5_3, fight, first_target},
    [V_UNMASK] = {0, 0, mask, NULL},
    [V_MASK] = {0, 0, mask, NULL},
    [V_DONE] = {0, 0, "Commit the missions: that ends the phase.", NULL},
};

/* 2.1.2: it is not the moment for this. Says when it is, or what comes first. */
bool wb_not_now(const struct sal_play *p, struct sal_action a, struct sal_refusal *why) {
  const struct moment *m = &moments[a.verb];
  int phase = 1 << kind_of_phase(S(p)->head.phase);

  if (m->phases & phase)
    return sal_refuse(why, m->rule, m->first, 0, 0);
  return sal_refuse(why, R_2_1_2, m->elsewhere, 0, 0);
}

/* ---- the end of every phase ------------------------------------------------------------- */

/* Marks of one attack phase end with it. Air counters keep theirs: an aircraft that has flown has
 * flown for the turn (8.1.5). */
static void clear_phase_marks(struct sal_play *p) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (status(p, u) == ST_AIR)
      continue;
    /* this may run on a view, where hidden units have no place */
    bool open = unit->flags & OPEN && on_map(p, u);
    unit->flags &= (uint8_t) ~(FOUGHT | FIRED | OBLIGED | OPEN);
    if (open)
      wb_refresh(p->book, s, unit->at);
  }
  for (int h = 0; h < B(p)->cells; h++)
    s->cell[h].ground &= (uint8_t) ~(MUST | ATTACKED | SHELLED);
}

/* 6.5.6: guns of a barrage are silent for two attack phases. 9.1.6: shifts won by eliminating a
 * headquarters expire. */
static void end_attack(struct sal_play *p) {
  struct state *s = S(p);

  clear_phase_marks(p);
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].status & BARRAGES)
      s->unit[u].status = (uint8_t)(s->unit[u].status - BARRAGE);
  for (int i = 0; i < POOLS; i++) {
    struct pool *pool = &s->pool[i];
    if (!pool->phases)
      continue;
    pool->phases--;
    if (!pool->phases)
      *pool = (struct pool){0};
  }
}

/* 5.3.10: a unit that has retreated may dig in again after its own movement phase. */
static void end_movement(struct sal_play *p, int side) {
  EACH_OWN(p, side, u) {
    S(p)->unit[u].more &= (uint8_t)~RETREATED;
  }
}

/* 7.1.5: field fortifications that nobody holds fall at the end of every phase. */
void wb_drop_empty_works(struct sal_play *p) {
  const struct cell *cell = S(p)->cell;

  for (int h = 0; h < B(p)->cells; h++)
    for (int side = 0; side < SAL_SIDES; side++)
      if (cell[h].ground & ff(side) && !(cell[h].pres & occ(side)))
        wb_raze(p, (sal_hex)h, side, R_7_1_5);
}

/* 5.6.5: a disorganized unit left alone for a whole turn is in order again. */
static void rally(struct sal_play *p) {
  enum { A_TURN = 12 }; /* phases */
  uint8_t at = (uint8_t)now(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &S(p)->unit[u];
    uint8_t alone = (uint8_t)(at - unit->last);
    if (!(unit->more & DISORG))
      continue;
    if (alone < A_TURN)
      continue;
    unit->more &= (uint8_t)~DISORG;
    wb_note(p, E_RALLY, R_5_6_5, u);
  }
}

/* 3.2.1: the side that has a hex with more than eight levels; SAL_NOSIDE: none has. */
static int overstacked_side(const struct sal_play *p) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (on_map(p, u) && S(p)->cell[S(p)->unit[u].at].cel > STACK)
      return side_of(p, u);
  return SAL_NOSIDE;
}

/* What ends with a phase, and what every phase ends with. */
static void end_phase(struct sal_play *p, int phase) {
  int kind = kind_of_phase(phase);

  if (kind == P_ATTACK)
    end_attack(p);
  if (kind == P_MOVEMENT)
    end_movement(p, wb_phase_side(phase));
  wb_drop_empty_works(p);
  rally(p);
  wb_bridge_control(p);
  wb_span_watch(p);
}

/* ---- the beginning of a phase ----------------------------------------------------------- */

/* Both kinds of movement count from zero who came in through which hex (11.1.5). Only the movement
 * phase frees units for another move: strategic movement is for those marked in it (12.1.2). */
static void fresh_movement(struct sal_play *p, int side, bool strategic) {
  memset(S(p)->entry, 0, sizeof S(p)->entry);
  S(p)->nentries = 0;
  if (strategic)
    return;
  EACH_OWN(p, side, u) {
    struct unit *unit = &S(p)->unit[u];
    unit->flags &= (uint8_t) ~(MOVED | MARKED | FULL);
    if (on_map(p, u))
      unit->face &= UP;
  }
}

/* K.4: in the north, on 12 July, the German loses an armoured division. */
static bool withdrawal_due(const struct sal_play *p, int side) {
  int scenario = O(p)->scenario;

  if (side != SAL_GERMAN)
    return false;
  if (scenario & SC_LESSON)
    return false;
  if (!(scenario & SC_K))
    return false;

  return date_of(p) == 12;
}

/* Whether anybody has aircraft. */
static bool any_air(const struct sal_play *p) {
  for (int side = 0; side < SAL_SIDES; side++) {
    EACH_AIR(p, side, u) {
      if (status(p, u) == ST_AIR)
        return true;
    }
  }

  return false;
}

/* 8.1.4R: missions last until the next air phase. 8.1.5: a counter flies once a turn. J.1: in the
 * joined game the counters that are not of the Kursk set leave after 20 July. */
static void call_back(struct sal_play *p, int u, int phase) {
  enum { LAST_DAY = 20 };
  const struct own *o = O(p);
  struct unit *unit = &S(p)->unit[u];
  bool joined = (o->scenario & (SC_K | SC_P)) == (SC_K | SC_P);

  wb_come_home(unit);
  if (phase == P_AIR)
    unit->flags &= (uint8_t)~FIRED;
  if (!joined)
    return;
  if (unit->more & KURSK_SET)
    return;
  if (status(p, u) == ST_AIR && date_of(p) > LAST_DAY)
    unit->status = ST_OUT;
}

/* 2.2.1: missions first, then what they do. */
static void begin_air(struct sal_play *p, int phase) {
  struct state *s = S(p);

  s->ndisturbed = 0;
  memset(s->disturbed, 0, sizeof s->disturbed);
  memset(s->crossing, 0, sizeof s->crossing);
  for (int side = 0; side < SAL_SIDES; side++) {
    EACH_AIR(p, side, u) {
      call_back(p, u, phase);
    }
  }
  if (!any_air(p))
    return;
  sal_push(p, N_STRIKES, SAL_NOSIDE);
  sal_push(p, N_AIR, SAL_NOSIDE);
}

/* 2.2.3: bridges under way are finished before the units move. */
static void begin_movement(struct sal_play *p, int side) {
  fresh_movement(p, side, false);
  wb_span_progress(p, side);
  sal_push(p, N_MOVE, side);
  if (withdrawal_due(p, side))
    sal_push(p, N_WITHDRAW, side);
}

/* 2.2: opens the decisions of a phase. */
static void begin_phase(struct sal_play *p, int phase) {
  struct state *s = S(p);
  int side = wb_phase_side(phase);

  s->head.phase = (uint8_t)phase;
  sal_tell(p, E_PHASE, p->book->rules->phases[phase].rule, SAL_EV(.n = {(int16_t)phase}));
  switch (kind_of_phase(phase)) {
  case P_AIR: begin_air(p, phase); break;
  case P_BARRAGE:
    if (s->au[side]) /* 6.5.1 */
      sal_push(p, N_BARRAGE, side);
    break;
  case P_MOVEMENT: begin_movement(p, side); break;
  case P_ATTACK:
    wb_obligations(p, side);
    sal_push(p, N_ATTACK, side);
    break;
  case P_STRATEGIC:
    fresh_movement(p, side, true);
    if (s->head.option[O_STRATEGIC] || wb_anybody_waits(p, side)) /* 11.1.3 */
      moves_in(sal_push(p, N_MOVE, side))->strategic = 1;
    break;
  default: sal_push(p, N_SUPPLY, side); break;
  }
}

/* ---- the game --------------------------------------------------------------------------- */

enum { BY_TIME = 2 }; /* of E_OVER, after the two sides */

/* Nothing happens after this. */
static void end_game(struct sal_play *p, int rule, int ending) {
  sal_game_over(p);
  sal_tell(p, E_OVER, rule, SAL_EV(.n = {(int16_t)ending}));
}

/* Closes the phase that has ended. False: a loss has to be chosen first, or the game is over. */
static bool close_phase(struct sal_play *p, int phase) {
  const struct state *s = S(p);
  int over = overstacked_side(p);

  if (over != SAL_NOSIDE) {
    wb_ask_losses(p, over, 1, L_EXCESS, SAL_NOHEX, R_3_2_1);
    return false;
  }
  end_phase(p, phase);
  if (!s->auto_win)
    return true;
  end_game(p, s->auto_win == 1 ? R_K_9 : R_P_10, s->winner - 1);
  return false;
}

/* 2.1.1-2.1.6: the phases one after another, German then Soviet, until the last turn is over. */
static bool game_run(struct sal_play *p) {
  struct state *s = S(p);
  struct game *game = game_of(p);

  if (game->ended && !close_phase(p, game->ended))
    return true;
  int phase = game->next;
  if (phase == P_COUNT && s->head.turn >= O(p)->turns) {
    end_game(p, R_2_1_3, BY_TIME);
    return true;
  }
  if (phase == P_COUNT) {
    s->head.turn++;
    phase = P_AIR;
  }
  if (phase == P_SETUP) {
    game->next = P_AIR;
    sal_push(p, N_SETUP, SAL_GERMAN);
    return true;
  }
  if (phase == P_AIR)
    sal_tell(p, E_TURN, s->head.turn > 1 ? R_2_1_5 : R_2_1_6,
             SAL_EV(.n = {(int16_t)s->head.turn, (int16_t)date_of(p)}));
  game->next = (uint16_t)(phase + 1);
  game->ended = (uint16_t)phase;
  begin_phase(p, phase);
  return true;
}

const struct sal_node wb_game = {.id = "game", .rule = R_2_1_1, .run = game_run};

/* The game starts with this phase. */
void wb_begin(struct sal_play *p, int phase) {
  game_in(sal_push(p, N_GAME, SAL_NOSIDE))->next = (uint16_t)phase;
}
