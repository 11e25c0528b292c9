/* replenish.c - stalnie 11.616 to 11.618: CPP, ELR, weather. One function works a modifier out for
 * ledger and die alike.
 *
 * The event carries a ledger of its modifiers and not an odds card: the same commit throws dozens
 * of other dice.
 */
#include "state.h"

/* 11.616a: casualties of scenario and Refit Phase, without those that left the map. */
static int own_cvp(const struct sal_play *p, int side) {
  const struct side *d = &S(p)->side[side];
  return d->cvp + d->reph - d->exit_cvp;
}

/* The side's chit of the scenario just played was Attack. */
static int previous_attack(const struct sal_play *p, int side) {
  return S(p)->side[side].row[S(p)->scenario - 2].attack;
}
/* The side won the scenario just played. */
static bool previous_won(const struct sal_play *p, int side) {
  return S(p)->winner[S(p)->scenario - 2] == side + 1;
}

/* Adds a modifier and writes it in the ledger, so that both agree. */
static void drm(struct sal_card *c, int *sum, int by, int rule, const char *text) {
  *sum += by;
  if (c && by)
    sal_card_add(c, 0, by, 1, rule, SAL_NOUNIT, "%s", text);
}

/* 11.616: historical, balance, own attack, own casualties; for the Germans also Russians lost
 * with their boards (CG1b). */
static int replenish_drm(const struct sal_play *p, int side, struct sal_card *c) {
  int sum = 0;

  drm(c, &sum, O(p)->historical[S(p)->scenario - 1][side], R_11_616, "historical");
  drm(c, &sum, sp_balance(p, side), sp_balance_rule(p, side), "balance");
  drm(c, &sum, previous_attack(p, side), R_11_5a, "own chit was Attack");
  drm(c, &sum, -(own_cvp(p, side) / 20), R_11_616a, "own casualties, per 20");
  if (side == GER)
    drm(c, &sum, S(p)->side[RUS].isolated_lost / 10, R_CG1b,
        "Russians left on removed boards, per 10");

  return sum;
}

/* 11.616: the points of the next scenario, German first. */
void sp_replenish(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    struct row *row = &d->row[s->scenario - 1];
    struct sal_card *c = sal_event_card(p);

    if (c)
      sal_card_start(c, SAL_CARD_LEDGER, R_11_616, "Modifiers of the CPP replenishment DR");
    int by = replenish_drm(p, side, c);
    int dr = sp_dr(p, R_11_616, SAL_NOUNIT, (int)only(side));
    int got = sp_banded(&O(p)->replenish, dr + by);

    row->start = d->cpp;
    d->cpp = (int16_t)(d->cpp + 2 * got);
    row->repl = (int16_t)(2 * got);
    /* 11.6162 */
    row->total = d->cpp;
    sal_tell(p, E_REPLENISHED, R_11_616,
             SAL_EV(.n = {(int16_t)side, (int16_t)got, (int16_t)dr, (int16_t)by},
                    .seen = (uint8_t)only(side), .card = (uint8_t)(c ? p->events->ncards : 0)));
  }
}

/* 11.617: the ELR moves by at most one and stays within 1 to 5. */
void sp_elr(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    struct side *d = &s->side[side];
    int final = sp_dr(p, R_11_617, SAL_NOUNIT, (int)only(side)) +
                O(p)->historical[s->scenario - 1][side] + previous_attack(p, side) -
                previous_won(p, side);
    int elr = d->elr + sp_banded(&O(p)->elr, final);

    d->elr = (uint8_t)(elr < 1 ? 1 : elr > 5 ? 5 : elr);
    sal_tell(p, E_ELR, R_11_617,
             SAL_EV(.n = {(int16_t)side, d->elr, (int16_t) final}, .seen = (uint8_t)only(side)));
  }
}

/* 11.618: the Soviet side rolls; the present weather pulls at the next. */
void sp_weather(struct sal_play *p) {
  struct state *s = S(p);
  int dr = sp_dr(p, R_11_618, SAL_NOUNIT, SAL_BOTH) + (s->weather >= CLEAR);
  int die = sp_die(p, R_11_618, SAL_NOUNIT, SAL_BOTH);

  die += s->weather == OVERCAST ? -2 : s->weather == FOG ? -1 : 0;
  die += s->ec == DRY ? 1 : s->ec == VERY_DRY ? 2 : 0;
  s->weather = (uint8_t)sp_banded(&O(p)->weather, dr);
  s->ec = (uint8_t)sp_banded(&O(p)->ec, die);
  sal_tell(p, E_WEATHER, R_11_618, SAL_EV(.n = {s->weather, s->ec, (int16_t)dr, (int16_t)die}));
}
