/* sequence.c - the turn (4.1): bombardment, cup, impulses, recovery (9.8), victory.
 *
 * One frame lies at the bottom of every game and steps through the stages; each stage pushes the
 * decisions it needs. What is left in the cup is never stored as an order: each piece is drawn by a
 * die when its time comes, so nobody can know the next one.
 */
#include "state.h"

/* ---- the cup (4.1c) ------------------------------------------------------------------------ */

enum { PIECE_GUN = 100, PIECE_PLANE = 101 }; /* below: formations */

static void piece_name(const struct sal_book *b, uint16_t piece, char out[SAL_TOKEN]) {
  sal_format(out, SAL_TOKEN, "%s", piece == PIECE_GUN ? "ART" : piece == PIECE_PLANE ? "AIR" : ssp_own(b)->formation[piece]);
}

static void draw(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  uint16_t piece[SSP_FORMS + SSP_GUNS + 1];
  int n = 0;
  for (int k = 0; k < own->nforms; k++)
    if (own->chits >> k & 1 && !(s->played >> k & 1)) piece[n++] = (uint16_t)k;
  for (int i = 0; i < s->cup; i++) piece[n++] = PIECE_GUN;
  piece[n++] = PIECE_PLANE;
  int drawn = piece[sal_draw(p->dice, p->book, piece, n, piece_name, R_4_1c, SAL_BOTH)];
  if (drawn == PIECE_PLANE) {
    sal_tell(p, E_PLANE_DRAWN, R_4_1e, SAL_EV(.n = {0}));
    ssp_visibility(p);
  } else if (drawn == PIECE_GUN) {
    s->cup--;
    sal_tell(p, E_GUN_DRAWN, R_4_1d, SAL_EV(.n = {s->cup}));
    ssp_observe(p);
    if (ssp_any_observed(p)) sal_push(p, N_SUPPORT, SAL_SOVIET);
    else sal_tell(p, E_NO_TARGET, R_13_2c, SAL_EV(.n = {0}));
  } else {
    ssp_begin_impulse(p, drawn);
  }
}

static bool cup_done(const struct sal_play *p) { return (ssp_own(p->book)->chits & ~ssp_st(p)->played) == 0; }

/* ---- impulses ---------------------------------------------------------------------------------- */

static void chit_words(struct sal_play *p, int formation) {
  sal_tell(p, E_CHIT, R_4_1f, SAL_EV(.n = {(int16_t)formation, ssp_own(p->book)->form_side[formation]}));
}

void ssp_begin_impulse(struct sal_play *p, int formation) {
  struct ssp_state *s = ssp_st(p);
  s->played |= (uint16_t)(1u << formation);
  s->formation = (uint8_t)formation;
  chit_words(p, formation);
  sal_push(p, N_IMPULSE, ssp_own(p->book)->form_side[formation]);
}

/* Markers of the impulse go (I8): emptied hexes, what each unit did, the ways they came. */
void ssp_end_impulse(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    struct ssp_unit *v = &s->unit[own->of[s->formation][i]];
    v->is &= (uint16_t)~ONE_IMPULSE;
    v->into = SAL_NOHEX;
  }
  for (int i = 0; i < own->nguns[s->formation]; i++) s->unit[own->guns[s->formation][i]].is &= (uint16_t)~ONE_IMPULSE;
  uint8_t *closed = ssp_bits(p, own->closed_at);
  for (int i = 0; i < own->bits; i++) closed[i] = 0;
  for (int i = 0; i < s->ntrails; i++) s->trail[i] = (struct ssp_trail){0};
  for (int i = 0; i < s->nfights; i++) s->fight[i] = 0;
  s->ntrails = s->nfights = 0;
  sal_tell(p, E_IMPULSE_END, R_4_1f, SAL_EV(.n = {s->formation}));
  s->formation = SSP_NONE;
}

/* ---- recovery (9.8b) ------------------------------------------------------------------------------ */

static void recover_unit(struct sal_play *p, sal_unit u) {
  struct ssp_unit *v = &ssp_st(p)->unit[u];
  int side = ssp_side(p, u), row = side == SAL_GERMAN ? RECOVER_GERMAN : RECOVER_SOVIET;
  bool near = ssp_enemy_near(p, v->hex, side);
  int need = ssp_own(p->book)->recover[row][near], die = 0;
  if (near) die = ssp_d6(p, R_9_8b, u);
  if (die > need) {
    sal_tell(p, E_NOT_RECOVERED, R_9_8b, SSP_EV(.unit = {u, SAL_NOUNIT}, .n = {(int16_t)die, (int16_t)need}));
    return;
  }
  v->is &= (uint16_t)~SUPPRESSED;
  sal_tell(p, E_RECOVERED, R_9_8b, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {v->hex}, .n = {(int16_t)die, (int16_t)need}));
}

static void recovery(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  if (s->cup) sal_tell(p, E_LEFT_IN_CUP, R_13_2d, SAL_EV(.n = {s->cup}));
  s->cup = 0;
  for (int u = 0; u < p->book->ncounters; u++)
    if (s->unit[u].is & SUPPRESSED) recover_unit(p, (sal_unit)u);
  bool turned = false;
  for (int k = 0; k < own->nforms; k++)
    for (int i = 0; i < own->nguns[k]; i++) {
      if (s->unit[own->guns[k][i]].is & USED) turned = true;
      s->unit[own->guns[k][i]].is &= (uint16_t)~USED; /* 13.3d */
    }
  if (turned) sal_tell(p, E_FIRST_USE, R_13_3d, SAL_EV(.n = {0}));
}

/* ---- N_TURN: x0 stage ---------------------------------------------------------------------------------- */

static bool left_to_place(const struct sal_play *p, int side, bool pocket) {
  const struct ssp_book *own = ssp_own(p->book);
  for (int u = 0; u < p->book->ncounters; u++)
    if (own->plays[u] && own->type[u].side == side && own->pocket[u] == pocket && own->form[u] != SSP_NONE && own->type[u].move != MOVE_OFF) return true;
  return false;
}

static void enter_phase(struct sal_play *p, int phase) { p->state->phase = (uint8_t)phase; }

static void end_turn(struct sal_play *p, struct sal_frame *f) {
  struct ssp_state *s = ssp_st(p);
  s->ended = ssp_decisive(p) ? SSP_DECISIVE : p->state->turn >= p->book->scenarios[p->book->scenario].turns ? SSP_LAST_TURN : SSP_GOING;
  if (s->ended == SSP_GOING) {
    p->state->turn++;
    f->x[0] = ST_TURN;
    return;
  }
  struct sal_result r;
  sal_game_over(p);
  ssp_score(p, &r);
  sal_tell(p, E_END, r.rule, SAL_EV(.n = {r.winner == SAL_NOSIDE ? 2 : r.winner}));
}

static bool turn_run(struct sal_play *p) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  struct sal_frame *f = sal_top(p);
  switch (f->x[0]) {
  case ST_POCKET:
  case ST_GERMAN:
  case ST_SOVIET: {
    int side = f->x[0] == ST_SOVIET ? SAL_SOVIET : SAL_GERMAN;
    enter_phase(p, f->x[0] == ST_POCKET ? PH_POCKET : f->x[0] == ST_GERMAN ? PH_GERMAN : PH_SOVIET);
    bool need = left_to_place(p, side, f->x[0] == ST_POCKET);
    f->x[0]++;
    if (need) sal_push(p, N_SETUP, side);
    return true;
  }
  case ST_TURN: /* 4.1a */
    enter_phase(p, PH_BOMBARD);
    s->formation = SSP_NONE;
    s->played = 0;
    s->shots = 0;
    sal_tell(p, E_TURN, R_4_1a, SAL_EV(.n = {(int16_t)p->state->turn}));
    f->x[0] = ST_CUP;
    ssp_start_bombardment(p);
    return true;
  case ST_CUP: /* 13.2b */
    enter_phase(p, PH_ACTION);
    s->cup = own->guns_in_cup;
    sal_tell(p, E_CUP, R_4_1c, SAL_EV(.n = {(int16_t)(__builtin_popcount(own->chits) + s->cup + 1)}));
    if (s->cup) sal_tell(p, E_GUNS_IN, R_13_2b, SAL_EV(.n = {s->cup}));
    f->x[0] = ST_DRAW;
    return true;
  case ST_DRAW:
    if (cup_done(p)) f->x[0] = ST_RECOVERY;
    else draw(p);
    return true;
  case ST_RECOVERY:
    enter_phase(p, PH_RECOVERY);
    sal_tell(p, E_RECOVERY, R_4_1g, SAL_EV(.n = {0}));
    recovery(p);
    f->x[0] = ST_VICTORY;
    return true;
  default:
    end_turn(p, f);
    return true;
  }
}

const struct sal_node ssp_node_turn = {.id = "turn", .rule = R_4_1a, .run = turn_run};
