/* turn.c - the turn (4.1): bombardment, cup, impulses, recovery (9.8), victory.
 *
 * One frame lies at the bottom of every game and steps through the stages; each stage pushes the
 * decisions it needs. What is left in the cup is never stored as an order: each piece is drawn by a
 * die when its time comes, so nobody can know the next one.
 */
#include "state.h"

/* ---- the cup (4.1c) --------------------------------------------------------------------- */

enum { PIECE_GUN = 100, PIECE_PLANE = 101 }; /* below: formations */

/* A draw in a journal is named by the chit. */
static void piece_name(const struct sal_book *b, uint16_t piece, char out[SAL_TOKEN]) {
  const struct ssp_book *own = b->own;

  switch (piece) {
  case PIECE_GUN: sal_format(out, SAL_TOKEN, "ART"); break;
  case PIECE_PLANE: sal_format(out, SAL_TOKEN, "AIR"); break;
  default: sal_format(out, SAL_TOKEN, "%s", own->formation[piece]);
  }
}

/* The formation plays in this scenario and its chit has not been drawn. */
static bool in_cup(const struct sal_play *p, int formation) {
  unsigned left = O(p)->chits & ~(unsigned)S(p)->played;
  return left >> formation & 1;
}

/* 4.1d, 13.2c: the drawn counter attacks an observed unit, if there is one. */
static void gun_drawn(struct sal_play *p) {
  struct ssp_state *s = S(p);

  s->cup--;
  sal_tell(p, E_GUN_DRAWN, R_4_1d, SAL_EV(.n = {s->cup}));
  ssp_observe(p);
  if (ssp_any_observed(p))
    sal_push(p, N_SUPPORT, SAL_SOVIET);
  else
    sal_tell(p, E_NO_TARGET, R_13_2c, SAL_EV(.n = {0}));
}

enum { PIECES = SSP_FORMS + SSP_GUNS + 1 }; /* the aircraft are one piece */

/* 4.1c: one of all the pieces that are left, each with the same chance. The aircraft are always
 * left. */
static void draw(struct sal_play *p) {
  uint16_t piece[PIECES];
  int n = 0;

  for (int k = 0; k < O(p)->nforms; k++)
    if (in_cup(p, k))
      piece[n++] = (uint16_t)k;
  for (int i = 0; i < S(p)->cup; i++)
    piece[n++] = PIECE_GUN;
  piece[n++] = PIECE_PLANE;
  int drawn = piece[sal_draw(p->dice, p->book, piece, n, piece_name, R_4_1c, SAL_BOTH)];
  switch (drawn) {
  case PIECE_PLANE:
    sal_tell(p, E_PLANE_DRAWN, R_4_1e, SAL_EV(.n = {0}));
    ssp_visibility(p);
    break;
  case PIECE_GUN: gun_drawn(p); break;
  default: ssp_begin_impulse(p, drawn);
  }
}

/* The turn ends with the last formation, whatever else is in the cup. */
static bool cup_done(const struct sal_play *p) {
  return (O(p)->chits & ~S(p)->played) == 0;
}

/* ---- impulses --------------------------------------------------------------------------- */

/* 4.1f: the chit says whose impulse it is. */
void ssp_begin_impulse(struct sal_play *p, int formation) {
  struct ssp_state *s = S(p);
  uint8_t side = O(p)->form_side[formation];

  s->played |= (uint16_t)(1u << formation);
  s->formation = (uint8_t)formation;
  sal_tell(p, E_CHIT, R_4_1f, SAL_EV(.n = {(int16_t)formation, side}));
  sal_push(p, N_IMPULSE, side);
}

/* Markers of the impulse go (I8): emptied hexes, what each unit did, the ways they came. */
void ssp_end_impulse(struct sal_play *p) {
  struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);

  SSP_EACH_OF(p, u, s->formation) {
    struct ssp_unit *unit = &s->unit[u];
    unit->is &= (uint16_t)~ONE_IMPULSE;
    unit->into = SAL_NOHEX;
  }
  SSP_EACH_GUN(p, guns, s->formation) {
    s->unit[guns].is &= (uint16_t)~ONE_IMPULSE;
  }
  uint8_t *closed = ssp_bits(p, own->closed_at);
  for (int i = 0; i < own->bits; i++)
    closed[i] = 0;
  for (int i = 0; i < s->ntrails; i++)
    s->trail[i] = (struct ssp_trail){0};
  for (int i = 0; i < s->nfights; i++)
    s->fight[i] = 0;
  s->ntrails = s->nfights = 0;
  sal_tell(p, E_IMPULSE_END, R_4_1f, SAL_EV(.n = {s->formation}));
  s->formation = SSP_NONE;
}

/* ---- recovery (9.8b) -------------------------------------------------------------------- */

/* 9.8b: without an enemy near, a unit recovers by itself; otherwise a die decides. */
static void recover_unit(struct sal_play *p, sal_unit u) {
  struct ssp_unit *unit = &S(p)->unit[u];
  int side = ssp_side(p, u);
  int row = side == SAL_GERMAN ? RECOVER_GERMAN : RECOVER_SOVIET;
  bool near = ssp_enemy_near(p, unit->hex, side);
  int need = O(p)->recover[row][near];
  int die = near ? ssp_d6(p, R_9_8b, u) : 0;

  if (die > need) {
    sal_tell(p, E_NOT_RECOVERED, R_9_8b, SAL_EVU(u, .n = {(int16_t)die, (int16_t)need}));
    return;
  }
  unit->is &= (uint16_t)~SUPPRESSED;
  sal_tell(p, E_RECOVERED, R_9_8b,
           SAL_EVU(u, .at = {unit->hex}, .n = {(int16_t)die, (int16_t)need}));
}

/* 13.3d: German artillery is turned back to its first use. */
static void rest_guns(struct sal_play *p) {
  bool turned = false;

  for (int k = 0; k < O(p)->nforms; k++)
    SSP_EACH_GUN(p, guns, k) {
      turned |= ssp_is(p, guns, USED);
      S(p)->unit[guns].is &= (uint16_t)~USED;
    }
  if (turned)
    sal_tell(p, E_FIRST_USE, R_13_3d, SAL_EV(.n = {0}));
}

/* 4.1g: what is left in the cup is lost for the turn, units recover, artillery rests. */
static void recovery(struct sal_play *p) {
  struct ssp_state *s = S(p);

  if (s->cup) /* 13.2d */
    sal_tell(p, E_LEFT_IN_CUP, R_13_2d, SAL_EV(.n = {s->cup}));
  s->cup = 0;
  SSP_EACH_UNIT(p, u) {
    if (ssp_is(p, u, SUPPRESSED))
      recover_unit(p, u);
  }
  rest_guns(p);
}

/* ---- N_TURN: the stages ----------------------------------------------------------------- */

/* Phases are shown; the stage is what drives the turn. */
static void enter_phase(struct sal_play *p, int phase) {
  p->state->phase = (uint8_t)phase;
}

/* 3.1: the pocket, the German divisions, the Soviet corps, each if it has a unit to set up. */
static void set_up(struct sal_play *p, struct turn *turn) {
  static const uint8_t phase[] = {
      [ST_POCKET] = PH_POCKET, [ST_GERMAN] = PH_GERMAN, [ST_SOVIET] = PH_SOVIET};
  int side = turn->stage == ST_SOVIET ? SAL_SOVIET : SAL_GERMAN;

  enter_phase(p, phase[turn->stage]);
  turn->stage++;
  if (ssp_any_to_set_up(p, side))
    sal_push(p, N_SETUP, side);
}

/* 4.1a */
static void begin_turn(struct sal_play *p) {
  struct ssp_state *s = S(p);

  enter_phase(p, PH_BOMBARD);
  s->formation = SSP_NONE;
  s->played = 0;
  s->shots = 0;
  sal_tell(p, E_TURN, R_4_1a, SAL_EV(.n = {(int16_t)p->state->turn}));
  ssp_start_bombardment(p);
}

/* 4.1c, 13.2b */
static void fill_cup(struct sal_play *p) {
  struct ssp_state *s = S(p);

  enter_phase(p, PH_ACTION);
  s->cup = O(p)->guns_in_cup;
  int pieces = __builtin_popcount(O(p)->chits) + s->cup + 1;
  sal_tell(p, E_CUP, R_4_1c, SAL_EV(.n = {(int16_t)pieces}));
  if (s->cup)
    sal_tell(p, E_GUNS_IN, R_13_2b, SAL_EV(.n = {s->cup}));
}

/* 3.2, 3.3: a decisive victory ends the game at once, else the last turn does. */
static int how_it_ends(const struct sal_play *p) {
  if (ssp_decisive(p))
    return SSP_DECISIVE;
  if (p->state->turn >= p->book->scenarios[p->book->scenario].turns)
    return SSP_LAST_TURN;
  return SSP_GOING;
}

/* The result cites the rule it was won by. */
static void end_turn(struct sal_play *p, struct turn *turn) {
  struct ssp_state *s = S(p);

  s->ended = (uint8_t)how_it_ends(p);
  if (s->ended == SSP_GOING) {
    p->state->turn++;
    turn->stage = ST_TURN;
    return;
  }
  struct sal_result result;
  sal_game_over(p);
  ssp_score(p, &result);
  int16_t winner = result.winner == SAL_NOSIDE ? 2 : result.winner;
  sal_tell(p, E_END, result.rule, SAL_EV(.n = {winner}));
}

/* A stage pushes what has to be decided and is left before that is. */
static bool turn_run(struct sal_play *p) {
  struct turn *turn = turn_of(p);

  switch (turn->stage) {
  case ST_POCKET:
  case ST_GERMAN:
  case ST_SOVIET: set_up(p, turn); return true;
  case ST_TURN:
    turn->stage = ST_CUP;
    begin_turn(p);
    return true;
  case ST_CUP:
    fill_cup(p);
    turn->stage = ST_DRAW;
    return true;
  case ST_DRAW:
    if (cup_done(p))
      turn->stage = ST_RECOVERY;
    else
      draw(p);
    return true;
  case ST_RECOVERY:
    enter_phase(p, PH_RECOVERY);
    sal_tell(p, E_RECOVERY, R_4_1g, SAL_EV(.n = {0}));
    recovery(p);
    turn->stage = ST_VICTORY;
    return true;
  default: end_turn(p, turn); return true;
  }
}

const struct sal_node ssp_node_turn = {.id = "turn", .rule = R_4_1a, .run = turn_run};
