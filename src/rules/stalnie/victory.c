/* victory.c - stalnie 11.6235, 11.32 and CG.VC: Victory Locations, the balance, the winner of a
 * scenario and of the campaign. */
#include "state.h"

/* 11.2c: Victory Locations of a side; what has burnt down counts for nobody. */
int sp_vl_count(const struct sal_play *p, int side) {
  int n = 0;
  for (int i = 0; i < O(p)->nvl; i++)
    if (!(S(p)->vl[i] & VB_GONE) && ((S(p)->vl[i] & VB_GERMAN) != 0) == (side == GER))
      n++;
  return n;
}

/* VL that side controls now and the enemy did when the scenario began. */
int sp_vl_gained(const struct sal_play *p, int side) {
  int n = 0;

  for (int i = 0; i < O(p)->nvl; i++) {
    uint8_t v = S(p)->vl[i];
    bool now = v & VB_GERMAN;
    bool then = v & VB_START;
    if (!(v & VB_GONE) && now != then && now == (side == GER))
      n++;
  }

  return n;
}

/* 11.32: only the row for the number of scenarios played counts. */
int sp_balance(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  int played = 0;
  int won = 0;

  for (int i = 0; i < 4; i++) {
    played += s->winner[i] != 0;
    won += s->winner[i] == side + 1;
  }

  if (played == 2 && won == 0)
    /* 11.32a */
    return -1;
  if (played == 3 && won == 1)
    /* 11.32b */
    return -1;
  if (played == 3 && won == 0)
    /* 11.32c */
    return -2;
  return 0;
}

/* SP.SSR12: both sides are Elite for ammunition, unless the balance option takes it from one
 * (11.31): 1 from the Russians, 2 from the Germans. */
bool sp_is_elite(const struct sal_play *p, int side) {
  int balance = O(p)->campaign ? p->state->option[OPT_BALANCE] : 0;
  if (balance == 1)
    return side != RUS;
  if (balance == 2)
    return side != GER;
  return true;
}

/* The row of 11.32 that an event cites. */
int sp_balance_rule(const struct sal_play *p, int side) {
  int played = 0;
  int b = sp_balance(p, side);

  for (int i = 0; i < 4; i++)
    played += S(p)->winner[i] != 0;
  if (b == -2)
    return R_11_32c;
  if (b && played == 3)
    return R_11_32b;
  if (b)
    return R_11_32a;

  return R_11_32d;
}

/* End of 11.606: hills are known now, so the winner is announced (11.603, 11.6235). */
void sp_announce(struct sal_play *p) {
  struct state *s = S(p);

  /* inflicted by GER, by RUS */
  int n = s->scenario - 1;
  int g = s->side[RUS].cvp;
  int r = s->side[GER].cvp;
  int gained[2] = {sp_vl_gained(p, GER), sp_vl_gained(p, RUS)};
  int rule = s->dual ? R_11_6235a : R_11_6235b;
  bool german = s->dual ? g + gained[GER] > r + gained[RUS]
                        : sp_assault_margin(p, n + 1, g, r, gained[GER]) > 0;

  s->winner[n] = (uint8_t)((german ? GER : RUS) + 1);

  for (int side = 0; side < 2; side++) {
    struct row *row = &s->side[side].row[n];
    s->side[side].locations = (int16_t)gained[side];
    row->suffered = s->side[side].cvp;
    row->accumulated = (int16_t)(s->side[!side].cvp + (s->dual ? gained[side] : 0));
    row->locations = (int16_t)sp_vl_count(p, side);
    row->win = german == (side == GER);
  }

  sal_tell(
      p, E_SCENARIO, rule,
      SAL_EV(.n = {(int16_t)(german ? GER : RUS), (int16_t)g, (int16_t)r, (int16_t)gained[GER]}));
}

/* CG.VC: the Germans need 250 Victory Locations, less the handicap. */
int sp_campaign_need(const struct sal_play *p) {
  return 250 - sal_handicap(p);
}

/* The Victory Locations that win a German Assault (11.6235b). A handicap counts in the lesson,
 * which is one such battle; in the campaign it counts at the end. */
int sp_vl_needed(const struct sal_play *p, int scenario) {
  int printed = O(p)->vl_needed[scenario - 1];
  return O(p)->campaign ? printed : printed - sal_handicap(p);
}

/* Twice the points that a German Assault needs less than three times the enemy's, with the handicap
 * of the lesson. */
static int assault_points(const struct sal_play *p, int inflicted, int suffered) {
  int handicap = O(p)->campaign ? 0 : sal_handicap(p);
  return 2 * (inflicted + handicap) - 3 * suffered;
}

/* CG.VC: the Germans need 250 Victory Locations. The lesson is won by its one scenario. */
void sp_campaign_over(struct sal_play *p) {
  int german = sp_vl_count(p, GER);
  sal_tell(p, E_CAMPAIGN, O(p)->campaign ? R_CG_VC : R_11_6235b,
           SAL_EV(.n = {(int16_t)(O(p)->campaign ? (german >= sp_campaign_need(p) ? GER : RUS)
                                                 : S(p)->winner[0] - 1),
                        (int16_t)german, (int16_t)sp_vl_count(p, RUS)}));
  sal_game_over(p);
}

/* By how much the better of the Germans' two ways to win a German Assault (11.6235b) was passed (>
 * 0) or missed (< 0): points beyond one and a half times their own, or Victory Locations beyond the
 * number needed. In halves; never 0, because there are no draws. */
int sp_assault_margin(const struct sal_play *p, int scenario, int inflicted, int suffered,
                      int gained) {
  int points = assault_points(p, inflicted, suffered);
  int places = gained - sp_vl_needed(p, scenario);

  if (points <= 0)
    points--;
  if (places >= 0)
    places++;
  if (points > 2 * places)
    return points;
  return 2 * places;
}

/* The result document. Its margin is what is above or below the need. */
bool sp_score(const struct sal_play *p, struct sal_result *r) {
  const struct state *s = S(p);

  if (!s->head.over)
    return false;
  int german = sp_vl_count(p, GER);
  int soviet = sp_vl_count(p, RUS);
  int inflicted = s->side[RUS].row[0].suffered;
  int suffered = s->side[GER].row[0].suffered;
  bool campaign = O(p)->campaign;
  int need = sp_campaign_need(p);
  bool wins = campaign ? german >= need : s->winner[0] == GER + 1;
  struct sal_frac margin = {german - need + (wins ? 1 : 0), 1};

  if (!campaign)
    margin = sal_lowest(sp_assault_margin(p, 1, inflicted, suffered, s->side[GER].locations), 2);
  *r = (struct sal_result){.winner = (uint8_t)(wins ? GER : RUS),
                           .margin = margin,
                           .rule = campaign ? R_CG_VC : R_11_6235b,
                           .score = {{german, 1}, {soviet, 1}}};

  r->level = wins ? "German victory" : "Soviet victory";
  if (campaign)
    sal_format(r->text, sizeof r->text,
               "%s: the Germans hold %d of the %d Victory Locations they need.", r->level, german,
               need);
  else
    sal_format(r->text, sizeof r->text,
               "%s in the first scenario: CVP %d to %d, %d Victory Locations gained.", r->level,
               inflicted, suffered, s->side[GER].locations);

  return true;
}
