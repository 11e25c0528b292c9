/* turn.c - chapter 3: the sequence of play, and the rally at the start of a player turn.
 *
 * N_GAME is the bottom frame and holds the phase to begin next. Each phase is one frame (or two)
 * on top of it that pops itself when its side is done; what a phase leaves behind is tidied up when
 * the next one begins.
 */
#include "state.h"

#include <string.h>

/* Marks that end with a turn or phase. */
void alea_clear_flags(struct sal_play *p, int side, int flags) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    U(p, o->ground[side][i])->flags &= (uint16_t)~flags;
  }
}

/* The same for hexes. */
static void clear_cells(struct sal_play *p, int flags) {
  for (int h = 0; h < p->book->board.cells; h++) {
    S(p)->cell[h].ground &= (uint8_t)~flags;
  }
}

/* opt.secret: divisions that are only written down. */
static bool anyone_hidden(const struct sal_play *p, int side) {
  for (int i = 0; opt(p, O_SECRET) && i < O(p)->nground[side]; i++) {
    if (U(p, O(p)->ground[side][i])->flags & HIDDEN) {
      return true;
    }
  }

  return false;
}

/* 3.2: DSG off, supply, artillery. */
static void rally(struct sal_play *p, int side) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    struct unit *unit = U(p, u);
    if (!unit->at || !(unit->flags & DSG) || zoc_on(p, side, unit->at)) {
      /* 13.art.6 */
      continue;
    }
    unit->flags &= (uint16_t) ~(DSG | SUPPRESSED);
    sal_tell(p, E_RALLIES, R_13_art_6, SAL_EVU(u, .at = {unit->at}, .seen = only(side)));
  }
  if (anyone_hidden(p, side)) {
    sal_tell(p, E_WRITTEN, R_9_8, SAL_EV(.seen = only(side)));
  }
  /* 9.1 */
  alea_check_supply(p, side, false);
  alea_check_supply(p, side, true);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    if (!(U(p, u)->flags & TURNED)) {
      continue;
    }
    U(p, u)->flags &= (uint16_t)~TURNED;
    sal_tell(p, E_RECOVERS, R_13_art_8, SAL_EVU(u, .at = {U(p, u)->at}, .seen = only(side)));
  }
}

/* ---- the sequence ----------------------------------------------------------------------- */

/* 12.cas.4 */
static void cas_home(struct sal_play *p) {
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nair[side]; i++) {
      struct unit *unit = U(p, o->air[side][i]);
      if (!unit->at) {
        continue;
      }
      unit->at = SAL_NOHEX;
      unit->box = (uint8_t)air_box(side, B_AIR);
    }
  }
}

/* 7.a.5.8, 6.zoc.9: suppression and lost zones end with the combat phase. */
static void end_of_combats(struct sal_play *p) {
  const struct own *o = O(p);

  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nground[side]; i++) {
      struct unit *unit = U(p, o->ground[side][i]);
      if (unit->flags & SUPPRESSED) {
        sal_tell(p, E_EASED, R_7_a_5_8,
                 SAL_EVU(o->ground[side][i], .at = {unit->at}, .seen = only(side)));
      }
      unit->flags &= (uint16_t)~SUPPRESSED;
      if (!(unit->flags & FORCED)) {
        continue;
      }
      /* 6.zoc.9 */
      unit->flags &= (uint16_t)~FORCED;
      if (unit->at) {
        alea_refresh(p, unit->at);
      }
    }
  }
  cas_home(p);
}

/* What a phase leaves behind. */
static void leave(struct sal_play *p, int phase) {
  if (phase == P_PREP || phase == P_SHELL || phase == P_SHELL_S) {
    clear_cells(p, SHELLED);
  }
  /* 12.bomb.1: a window is over */
  if (phase == P_BOMB || phase == P_MOVE || phase == P_MOVE_S) {
    clear_cells(p, RAIDED);
  }
  /* opt.secret */
  if (phase == P_MOVE) {
    alea_reveal_all(p);
  }
  if (phase == P_FIGHT || phase == P_FIGHT_S) {
    end_of_combats(p);
  }
}

/* 3.2: the player turn begins with its rally. */
static void begin_player(struct sal_play *p, int side) {
  S(p)->player = (uint8_t)side;
  /* 6.re.2 */
  clear_cells(p, TRIGGERED);
  alea_clear_flags(p, side, MOVED | ATTACKED);
  alea_clear_flags(p, sal_enemy(side), REACTED);
  sal_tell(p, E_PHASE, R_3_2, SAL_EV(.n = {(int16_t)side}));
  rally(p, side);
}

/* 8.2, 11.1, II.s4.4 */
static bool builds(const struct sal_play *p) {
  if (S(p)->head.turn < 3) {
    return false;
  }
  return !(O(p)->scenario == PROKHOROVKA && S(p)->head.turn == 7);
}

/* Fronts come before mines, because the player is asked for them first. */
static void begin_build(struct sal_play *p) {
  if (!builds(p)) {
    return;
  }
  S(p)->fronts = 2;
  S(p)->mines = O(p)->south ? 4 : 3;
  sal_push(p, N_MINES, SAL_SOVIET);
  sal_push(p, N_FRONTS, SAL_SOVIET);
}

static bool any_aircraft(const struct sal_play *p) {
  return O(p)->nair[SAL_GERMAN] + O(p)->nair[SAL_SOVIET] > 0;
}

/* 12.end */
static void planes_home(struct sal_play *p) {
  const struct own *o = O(p);
  for (int side = 0; side < SAL_SIDES; side++) {
    for (int i = 0; i < o->nair[side]; i++) {
      struct unit *unit = U(p, o->air[side][i]);
      int box = unit->steps ? air_box(side, B_AIR) : unit->box;
      *unit = (struct unit){.steps = unit->steps, .box = (uint8_t)box};
    }
  }
  if (any_aircraft(p)) {
    sal_tell(p, E_ALL_HOME, R_12_end, SAL_EV(.seen = 0));
  }
  S(p)->air_open = 0;
  S(p)->fuel_now = 0;
  memset(S(p)->count, 0, sizeof S(p)->count);
  memset(S(p)->here, 0, sizeof S(p)->here);
}

/* Modes, then replacements of both sides. */
static bool begin_end(struct sal_play *p) {
  planes_home(p);
  /* II.opt.aa.3: once a turn */
  for (int side = 0; side < SAL_SIDES; side++) {
    alea_clear_flags(p, side, SHOT);
  }
  sal_push(p, N_REPAIR, SAL_SOVIET);
  /* rolls for both first: 0.7 */
  repair_in(sal_push(p, N_REPAIR, SAL_GERMAN))->roll = 1;
  sal_push(p, N_MODES, SAL_NOSIDE);
  return true;
}

/* 3.1: each phase pushes what it asks; one that asks nothing is over at once. */
static void begin(struct sal_play *p, int phase) {
  switch (phase) {
  /* 3.setup.1 */
  case P_SETUP_S: sal_push(p, N_SETUP, SAL_SOVIET); break;
  case P_SETUP_G: sal_push(p, N_SETUP, SAL_GERMAN); break;
  case P_PREP:
    if (opt(p, O_PREP)) {
      sal_push(p, N_BOMBARD, SAL_SOVIET);
    }
    break;
  case P_BUILD:
    sal_tell(p, E_TURN, R_3_1, SAL_EV(.n = {(int16_t)S(p)->head.turn}));
    begin_build(p);
    break;
  case P_ASSIGN:
    if (any_aircraft(p)) {
      sal_push(p, N_ASSIGN, SAL_NOSIDE);
    }
    break;
  case P_AIR:
    if (any_aircraft(p)) {
      sal_push(p, N_SKY, SAL_NOSIDE);
    }
    break;
  case P_BOMB:
    /* 12.bomb.1: the German first */
    sal_push(p, N_AIRRAID, SAL_SOVIET);
    sal_push(p, N_AIRRAID, SAL_GERMAN);
    break;
  case P_RALLY: begin_player(p, SAL_GERMAN); break;
  case P_MOVE: sal_push(p, N_MOVE, SAL_GERMAN); break;
  case P_SHELL: sal_push(p, N_BOMBARD, SAL_GERMAN); break;
  case P_FIGHT: sal_push(p, N_COMBAT, SAL_GERMAN); break;
  case P_RALLY_S:
    begin_player(p, SAL_SOVIET);
    S(p)->called = 0;
    sal_push(p, N_RALLY, SAL_SOVIET);
    break;
  case P_MOVE_S:
    /* 12.cas.3: after the Soviet moves */
    sal_push(p, N_DEFCAS, SAL_GERMAN);
    sal_push(p, N_MOVE, SAL_SOVIET);
    break;
  case P_SHELL_S: sal_push(p, N_BOMBARD, SAL_SOVIET); break;
  case P_FIGHT_S: sal_push(p, N_COMBAT, SAL_SOVIET); break;
  default: begin_end(p); break;
  }
}

/* The next phase, the next turn, or the end. */
static bool game_run(struct sal_play *p) {
  struct state *s = S(p);
  int phase = game_of(p)->phase;

  leave(p, s->head.phase);
  /* 3.1, 3.4 */
  if (phase == P_COUNT) {
    if (s->head.turn >= s->turns) {
      sal_game_over(p);
      sal_tell(p, E_OVER, R_3_4, SAL_EV(.seen = 0));
      return true;
    }
    s->head.turn++;
    phase = P_BUILD;
  }
  game_of(p)->phase = (uint16_t)(phase + 1);
  s->head.phase = (uint8_t)phase;
  begin(p, phase);
  return true;
}

const struct sal_node alea_game = {.id = "game", .rule = R_3_1, .run = game_run};
