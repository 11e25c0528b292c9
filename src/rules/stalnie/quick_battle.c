/* quick_battle.c - stalnie QB.5 to QB.9: the quick battle, turn by turn.
 *
 * The orders and the deployment come before (quick_battle_orders.c), artillery and aircraft have
 * their part in every turn (quick_battle_support.c), and the record is written at the end
 * (quick_battle_end.c).
 *
 * It works only on drafts. For each unit it writes the result record that table mode would have
 * typed in, which enters the campaign by the same door (result.c). Any other way to fight a
 * scenario needs to do no more than that. Whole numbers only, all dice from the tape in the order
 * of QB.5.
 */
#include "state.h"

#include <string.h>

enum { NOT_ELITE = 95 /* percent of the hard fire, 11.31 */ };

/* One of n, by as many dice as it takes. Throws that would favour some are thrown again, so all
 * are equally likely. */
int sp_pick(struct sal_play *p, int n, int rule) {
  int k = 0;
  int size = 1;

  while (size < n) {
    size *= 6;
    k++;
  }

  for (;;) {
    int value = 0;
    for (int i = 0; i < k; i++)
      value = value * 6 + sp_die(p, rule, SAL_NOUNIT, SAL_BOTH) - 1;

    /* When the tape has run out no further throw comes, so the search must end. */
    bool fair = value < n * (size / n);
    if (fair || p->dice->short_of)
      return value % n;
  }
}

/* The element has entered, is alive and is not stunned. */
static bool in_play(const struct state *s, int u) {
  const struct draft *d = &s->draft[u];

  if (d->fate != FATE_OK)
    return false;
  if (!d->enters)
    return false;
  if (d->enters > s->battle.turn)
    return false;
  return !(d->flags & U_STUN);
}

/* In play and unbroken. */
bool sp_fights(const struct sal_play *p, int u) {
  return in_play(S(p), u) && !(S(p)->draft[u].flags & U_BROKEN);
}

/* Who is in play this turn, column by column, so that fire and hits see the same list. */
static void call_roll(const struct sal_play *p, struct roll_call *w) {
  memset(w->n, 0, sizeof w->n);

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!in_play(S(p), u))
      continue;

    int side = side_of(p, u);
    int c = S(p)->draft[u].column;
    uint16_t *n = &w->n[side][c];
    if (*n < IN_COLUMN)
      w->el[side][c][(*n)++] = (uint16_t)u;
  }
}

/* ---- QB.6 fire -------------------------------------------------------------------------- */

/* K of QB.6: the more fortifications a side has, the less fire reaches it. */
int sp_works(const struct sal_play *p, int side) {
  int f = 0;

  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *w = &S(p)->fort[i];
    if (w->side == side && w->kind <= FORT_BUILDING)
      f += O(p)->fort[w->kind].price[side];
  }

  int k = O(p)->q.works_base - f / O(p)->q.works_per;

  if (k < O(p)->q.works_floor)
    return O(p)->q.works_floor;
  return k;
}

/* C of QB.6: the cover of the board where the column's front is. */
int sp_cover(const struct sal_play *p, int column) {
  enum { UNKNOWN_BOARD = 80 };
  bool northern_board = S(p)->battle.front[column] >= ALONG;
  int row = S(p)->pa + northern_board;

  for (int i = 0; i < O(p)->nboards; i++) {
    const struct board_plan *b = &O(p)->board[i];
    if (b->row == row && b->col == column + 1)
      return b->cover;
  }
  return UNKNOWN_BOARD;
}

/* T of QB.6: a side that holds has all the cover there is, one that presses half of it, one that
 * assaults none. */
static int target_factor(const struct sal_play *p, int target, int column) {
  int c = sp_cover(p, column);
  int posture = S(p)->side[target].posture;

  if (posture == HOLD)
    return c * sp_works(p, target) / 100;
  if (posture == PRESS)
    return (100 + c) / 2;
  return 100;
}

/* V of QB.6: weather and dust spoil long shots. The worst of them counts. */
static int sight(const struct sal_play *p) {
  const struct figures *q = &O(p)->q;
  int v = 100;

  if (S(p)->weather == OVERCAST && q->overcast < v)
    v = q->overcast;
  if (S(p)->ec == VERY_DRY && q->dry < v)
    v = q->dry;
  if (S(p)->weather == FOG && q->fog < v)
    v = q->fog;

  return v;
}

/* Infantry, Guns and trucks are hit by soft fire. */
static bool soft_target(const struct sal_play *p, int u) {
  return O(p)->type[S(p)->draft[u].type].armour == SOFT;
}

/* The enemy's elements in that column that this sort of fire can hit now. */
static int targets(const struct sal_play *p, const struct roll_call *w, int side, int c, bool soft,
                   uint16_t *out) {
  int n = 0;

  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    if (in_play(S(p), u) && soft_target(p, u) == soft)
      out[n++] = (uint16_t)u;
  }

  return n;
}

/* QB.7: a pool holds no more than its place in the record. */
static uint16_t pool_of(int fire) {
  enum { FULL = 60000 };
  return (uint16_t)(fire > FULL ? FULL : fire);
}

/* QB.6: fire values of both sides at once, before any hit is taken; what has no target goes over
 * or is lost. */
static void fire(struct sal_play *p, const struct roll_call *w, int c, int percent[2]) {
  struct state *s = S(p);
  uint16_t list[IN_COLUMN];
  int fire_soft[2] = {0, 0};
  int fire_hard[2] = {0, 0};

  for (int side = 0; side < 2; side++) {
    int soft = 0;
    int hard = 0;
    int t = target_factor(p, !side, c);

    if (!w->n[!side][c])
      continue;

    for (int i = 0; i < w->n[side][c]; i++) {
      int u = w->el[side][c][i];
      if (s->draft[u].flags & U_BROKEN)
        continue;
      soft += s->draft[u].soft;
      hard += s->draft[u].hard;
    }

    fire_soft[side] = soft * percent[side] * t / 10000 + s->battle.air_soft[side][c] * t / 100;
    fire_hard[side] = hard * percent[side] * sight(p) / 10000 + s->battle.air_hard[side][c];
    if (!sp_is_elite(p, side))
      fire_hard[side] = fire_hard[side] * NOT_ELITE / 100;

    /* A side on hold fires harder at first. */
    bool awaits = s->side[side].posture == HOLD && s->battle.turn <= 3;
    if (awaits)
      fire_hard[side] = fire_hard[side] * 5 / 4;
  }

  /* QB.7: without a hard target a quarter of the hard fire goes to the soft pool. */
  for (int side = 0; side < 2; side++) {
    bool any_soft = targets(p, w, !side, c, true, list) > 0;
    bool any_hard = targets(p, w, !side, c, false, list) > 0;
    int soft = s->battle.soft[side][c];
    int hard = s->battle.hard[side][c];

    if (any_soft)
      soft += fire_soft[side];
    if (any_hard)
      hard += fire_hard[side];
    else
      soft += fire_hard[side] / 4;

    s->battle.soft[side][c] = pool_of(soft);
    s->battle.hard[side][c] = pool_of(hard);
    sal_tell(p, E_FIRE, R_QB_6,
             SAL_EV(.n = {(int16_t)side, (int16_t)c, (int16_t)fire_soft[side],
                          (int16_t)fire_hard[side]}));
  }
}

/* ---- QB.8 hits -------------------------------------------------------------------------- */

/* The element is out of the battle with that fate. */
static void lose(struct sal_play *p, int u, int fate, int rule) {
  struct draft *d = &S(p)->draft[u];
  d->fate = (uint8_t)fate;
  sal_tell(p, E_HIT, rule, SAL_EVU(u, .n = {(int16_t)(fate == FATE_CAPTURED ? 3 : 2)}));
}

/* a counter not used and not drafted */
static int spare(const struct sal_play *p, int side, int pool) {
  const struct own *o = O(p);

  for (int i = 0; i < o->pool_n[side][pool]; i++) {
    int u = o->pool_first[side][pool] + i;
    bool in_game = S(p)->unit[u].where != NONE;
    bool drafted = S(p)->draft[u].fate != FATE_NONE;
    if (!in_game && !drafted)
      return u;
  }

  return -1;
}

/* `new` and `hero` lines */
static void appear(struct sal_play *p, int from, int pool, int type, uint32_t flags) {
  struct state *s = S(p);
  int u = spare(p, side_of(p, from), pool);

  if (u < 0)
    return;
  s->draft[u] = (struct draft){.flags = flags,
                               .at = NOWHERE,
                               .fate = FATE_OK,
                               .type = (uint8_t)type,
                               .column = s->draft[from].column};

  /* the new counter is in nobody's view before the battle is over, so the event does not name it */
  sal_tell(p, E_HERO, R_QB_8, SAL_EVU(from, .n = {(int16_t)(pool == POOL_CREW)}));
}

/* QB.8: a hero on 2, broken or wounded up to 7, reduced above. */
static void soft_hit(struct sal_play *p, int u, int rule) {
  struct state *s = S(p);
  struct draft *d = &s->draft[u];
  int dr = sp_dr(p, R_QB_8, u, SAL_BOTH);
  int cls = O(p)->type[d->type].cls;

  if (dr == 2) {
    /* one per column and turn */
    bool first_hero = !s->battle.hero[d->column];
    if (is_mmc(cls) && first_hero) {
      s->battle.hero[d->column] = 1;
      appear(p, u, POOL_HERO, O(p)->hero, 0);
    }
    return;
  }

  /* A unit that is broken or wounded already is hit as by an 8. */
  uint32_t shaken = is_smc(cls) ? U_WOUNDED : U_BROKEN;
  bool steady = !(d->flags & shaken);

  if (dr <= 7 && steady) {
    d->flags |= shaken;
    sal_tell(p, E_HIT, rule, SAL_EVU(u, .n = {(int16_t)is_smc(cls)}));
  } else if (cls == SQUAD) {
    d->type = O(p)->type[d->type].half;
    d->soft = (uint8_t)half_up(d->soft, 2);
    d->hard = (uint8_t)(d->hard / 2);
    sal_tell(p, E_HIT, rule, SAL_EVU(u, .n = {4}));
  } else {
    lose(p, u, FATE_ELIMINATED, rule);
  }
}

/* QB.8: destroyed up to 4, immobilized on 5, stunned on 6. A crew gets out on a dr of 1 or 2. */
static void hard_hit(struct sal_play *p, int u) {
  struct draft *d = &S(p)->draft[u];
  int die = sp_die(p, R_QB_8, u, SAL_BOTH);
  bool destroyed = die <= 4;
  bool stopped_again = die == 5 && d->flags & U_IMMOBILE;

  if (!destroyed && !stopped_again) {
    d->flags |= die == 5 ? U_IMMOBILE : U_STUN;
    sal_tell(p, E_HIT, R_QB_8, SAL_EVU(u, .n = {(int16_t)die}));
    return;
  }

  /* Only a hit that destroys at once rolls for the crew. */
  bool crew = destroyed && sp_die(p, R_QB_8, u, SAL_BOTH) <= 2;
  lose(p, u, FATE_ELIMINATED, R_QB_8);
  if (crew)
    appear(p, u, POOL_CREW, sp_crew_type(p, d->type), U_VEHICLE_CREW);
}

/* QB.7: each hit is paid from the pool; an armoured target costs more the thicker its armour is. */
static void apply_hits(struct sal_play *p, const struct roll_call *w, int side, int c) {
  struct state *s = S(p);
  const struct figures *q = &O(p)->q;
  uint16_t *soft_pool = &s->battle.soft[side][c];
  uint16_t *hard_pool = &s->battle.hard[side][c];
  uint16_t list[IN_COLUMN];

  while (*soft_pool >= q->soft_hit) {
    int n = targets(p, w, !side, c, true, list);
    if (n <= 0)
      break;
    *soft_pool = (uint16_t)(*soft_pool - q->soft_hit);
    soft_hit(p, list[sp_pick(p, n, R_QB_7)], R_QB_7);
  }

  while (*hard_pool) {
    int n = targets(p, w, !side, c, false, list);
    if (n <= 0)
      break;

    int u = list[sp_pick(p, n, R_QB_7)];
    int armour = O(p)->type[s->draft[u].type].armour;
    if (s->unit[u].flags & U_DUGIN)
      armour += q->dugin;

    /* The first target that is too dear ends the fire. */
    int price = q->hard_base + q->hard_armour * armour;
    if (*hard_pool < price)
      break;
    *hard_pool = (uint16_t)(*hard_pool - price);
    hard_hit(p, u);
  }
}

/* ---- QB.9 ground ------------------------------------------------------------------------ */

/* QB.9: what pushes the front: soft values and half the hard ones of all units that fight. */
static int weight_of(const struct sal_play *p, const struct roll_call *w, int side, int c) {
  int sum = 0;

  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    if (sp_fights(p, u))
      sum += S(p)->draft[u].soft + S(p)->draft[u].hard / 2;
  }

  return sum;
}

/* QB.9: hexrows gained by the ratio of the weights, by the die and by the posture. */
static int advance(const struct sal_play *p, int side, int c, int own_w, int enemy_w, int n) {
  const struct state *s = S(p);
  int posture = s->side[side].posture;
  int cover = sp_cover(p, c);
  int ratio;
  int step = 0;

  if (posture == HOLD || !own_w)
    return 0;
  if (s->side[!side].posture == HOLD)
    cover = cover * sp_works(p, !side) / 100;

  ratio = enemy_w ? own_w * cover / enemy_w : 999;
  for (int i = 0; i < 6; i++)
    if (ratio >= O(p)->step_ratio[i])
      step = O(p)->step[i];

  /* The die moves a step by one; where there is none it takes a better one to begin. */
  if (n <= -3)
    step = step ? step - 1 : 0;
  else if (step == 0)
    step = n >= 4;
  else if (n >= 3)
    step++;

  bool breaks_in = posture == ASSAULT && ratio >= 100;
  return step + breaks_in;
}

/* A step of five or more: Guns and stuck vehicles are taken, broken men left behind. */
static void overrun(struct sal_play *p, const struct roll_call *w, int loser, int c, int old) {
  struct state *s = S(p);

  for (int i = 0; i < w->n[loser][c]; i++) {
    int u = w->el[loser][c][i];
    struct draft *d = &s->draft[u];

    if (!in_play(s, u))
      continue;

    int cls = O(p)->type[d->type].cls;
    bool stuck = cls == GUN || d->flags & U_IMMOBILE || s->unit[u].flags & U_DUGIN;
    if (stuck) {
      if (sp_die(p, R_QB_9, u, SAL_BOTH) >= 4)
        lose(p, u, FATE_CAPTURED, R_QB_9);
      continue;
    }

    bool broken_men = is_mmc(cls) && d->flags & U_BROKEN;
    if (!broken_men || sp_die(p, R_QB_9, u, SAL_BOTH) > 2)
      continue;

    /* left behind: out of the battle, still on the ground where the front was */
    d->enters = 0;
    d->flags |= U_SPLIT;
    d->soft = (uint8_t)old;
    sal_tell(p, E_HIT, R_QB_9, SAL_EVU(u, .n = {7}));
  }
}

/* QB.9: one Victory Location a turn for every squad that fights. */
static int take_capacity(const struct sal_play *p, const struct roll_call *w, int side, int c) {
  int hs = 0;

  for (int i = 0; i < w->n[side][c]; i++) {
    int u = w->el[side][c][i];
    if (sp_fights(p, u))
      hs += sp_squads_x2(O(p)->type[S(p)->draft[u].type].cls);
  }

  return half_up(hs, 2);
}

/* QB.9: Victory Locations behind the side's own front are taken from the side's own edge on, as
 * many as there are squads to take them. */
static void take_vl(struct sal_play *p, const struct roll_call *w, int side, int c) {
  struct state *s = S(p);
  const struct own *o = O(p);
  int left = take_capacity(p, w, side, c);
  int taken = 0;
  int low = sp_pa_low(p);

  /* own hexrows */
  int first = side == GER ? low : low + s->battle.rear[c];
  int last = side == GER ? low + s->battle.front[c] - 1 : sp_pa_high(p);

  for (int k = 0; k < o->ntaken[c] && taken < left; k++) {
    int i = o->taken[side][c][k];
    int h = row_of(o->vl[i].g);

    if (h < first)
      continue;
    if (h > last)
      continue;
    if (s->vl[i] & VB_GONE)
      continue;
    bool german = s->vl[i] & VB_DRAFT;
    if (german == (side == GER))
      continue;
    s->vl[i] ^= VB_DRAFT;
    taken++;
  }

  if (taken)
    sal_tell(p, E_VL, R_QB_9, SAL_EV(.n = {(int16_t)side, (int16_t)taken, (int16_t)c}));
}

/* CG13c: at the north edge German Infantry leaves for points. */
static void leave_north(struct sal_play *p, const struct roll_call *w, int c) {
  struct state *s = S(p);
  int n = 0;

  for (int i = 0; i < w->n[GER][c]; i++) {
    int u = w->el[GER][c][i];
    struct draft *d = &s->draft[u];
    const struct type *t = &O(p)->type[d->type];

    if (!sp_fights(p, u) || !is_infantry(t->cls))
      continue;
    d->fate = FATE_EXITED;
    d->flags |= D_NORTH;
    s->battle.north_vp = (uint16_t)(s->battle.north_vp + t->cvp);
    n++;
  }

  if (n)
    sal_tell(p, E_EXITS, R_CG13c, SAL_EV(.n = {(int16_t)n, (int16_t)s->battle.north_vp}));
}

/* The two sides touch in this column: both fire, hits are taken, then the front moves. */
static void contact(struct sal_play *p, struct roll_call *w, int c) {
  struct state *s = S(p);
  int percent[2];
  int top = sp_pa_high(p) - sp_pa_low(p);

  for (int side = 0; side < 2; side++)
    percent[side] = O(p)->percent[sp_dr(p, R_QB_6, SAL_NOUNIT, SAL_BOTH)];
  for (int side = 0; side < 2; side++)
    if (w->n[!side][c])
      s->battle.met[side] |= (uint8_t)(1 << c);

  fire(p, w, c, percent);
  for (int side = 0; side < 2; side++)
    apply_hits(p, w, side, c);

  /* QB.9: the units left push; one DR serves both sides, good for the one and bad for the other. */
  int wt[2] = {weight_of(p, w, GER, c), weight_of(p, w, RUS, c)};
  int n = sp_dr(p, R_QB_9, SAL_NOUNIT, SAL_BOTH) - 7;
  int net = advance(p, GER, c, wt[GER], wt[RUS], n) - advance(p, RUS, c, wt[RUS], wt[GER], -n);
  int old = s->battle.front[c];
  int now = old + net;

  if (now < 0)
    now = 0;
  else if (now > top)
    now = top;

  s->battle.front[c] = (uint8_t)now;
  s->battle.rear[c] = (uint8_t)now;
  if (net)
    sal_tell(p, E_FRONT, R_QB_9, SAL_EV(.n = {(int16_t)c, (int16_t)net, (int16_t)now}));
  if (net >= 5)
    overrun(p, w, RUS, c, old);
  if (net <= -5)
    overrun(p, w, GER, c, old);
}

/* ---- QB.5 the turn ---------------------------------------------------------------------- */

/* QB.5: broken elements in play try to rally. */
static void rally(struct sal_play *p, int side) {
  for (int u = 0; u < p->book->ncounters; u++) {
    struct draft *d = &S(p)->draft[u];

    if (!(d->flags & U_BROKEN))
      continue;
    if (side_of(p, u) != side)
      continue;
    if (!in_play(S(p), u))
      continue;
    if (sp_die(p, R_QB_5, u, SAL_BOTH) <= O(p)->q.rally)
      d->flags &= ~(uint32_t)U_BROKEN;
  }
}

/* QB.5: a side that does not hold closes the gap between the fronts. */
static void approach(struct sal_play *p, const struct roll_call *w) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++)
    for (int c = 0; c < COLUMNS; c++) {
      int gap = s->battle.rear[c] - s->battle.front[c];
      int by = gap < O(p)->q.approach ? gap : O(p)->q.approach;

      if (gap <= 0)
        continue;
      if (s->side[side].posture == HOLD)
        continue;
      if (!w->n[side][c])
        continue;
      if (side == GER)
        s->battle.front[c] = (uint8_t)(s->battle.front[c] + by);
      else
        s->battle.rear[c] = (uint8_t)(s->battle.rear[c] - by);
    }
}

/* QB.5: a DR equal to the SAN strikes one enemy, and the sniper may be lost. */
static void snipers(struct sal_play *p) {
  struct state *s = S(p);

  for (int side = 0; side < 2; side++) {
    uint16_t list[MAX_UNITS];
    int n = 0;

    if (sp_dr(p, R_QB_5, SAL_NOUNIT, SAL_BOTH) != s->side[side].san)
      continue;

    for (int u = 0; u < p->book->ncounters; u++) {
      if (side_of(p, u) == side || !in_play(s, u))
        continue;
      int cls = O(p)->type[s->draft[u].type].cls;
      if (is_infantry(cls))
        list[n++] = (uint16_t)u;
    }

    if (n)
      soft_hit(p, list[sp_pick(p, n, R_QB_5)], R_QB_5);

    /* On a 6 the sniper is lost, whether he hit or not. */
    if (sp_die(p, R_QB_5, SAL_NOUNIT, SAL_BOTH) == 6)
      s->claim.sniper[side]++;
    sal_tell(p, E_SNIPER, R_QB_5, SAL_EV(.n = {(int16_t)side, s->claim.sniper[side]}));
  }
}

/* What is added to the Game End dr. CG4a: points that left north lengthen the scenario. CG4b: it is
 * shorter where the Germans have no perimeter. */
int sp_end_drm(const struct sal_play *p, int north_vp) {
  const struct state *s = S(p);

  if (s->scenario < 2)
    return 0;
  int drm = north_vp / 10;

  /* 5.6: before the last scenario no boards are removed. */
  bool moved = s->scenario < 4 && !O(p)->small;
  if (moved && !s->side[GER].perimeter) {
    int line = sp_pa_low(p);
    int d = 32; /* nobody qualifies */
    if (s->german_north)
      d = sal_abs(line - (s->german_north - 1));
    drm -= half_up(d, 6);
  }

  return drm;
}

/* CG4: from Turn 7 on a dr decides; Turn 9 is the last. */
bool sp_game_ends(struct sal_play *p) {
  struct state *s = S(p);
  int turn = s->battle.turn;

  if (turn < 7)
    return false;
  int die = sp_die(p, R_CG4, SAL_NOUNIT, SAL_BOTH);

  s->battle.end_die[turn - 7] = (uint8_t)die;
  s->battle.ends = (uint8_t)(turn - 6);

  int drm = sp_end_drm(p, s->battle.north_vp);
  bool circled = die + drm <= O(p)->circled[turn - 7];
  bool over = circled || turn == 9;

  /* The event cites the rule that changed the dr. */
  int rule = R_CG4;
  if (s->battle.north_vp >= 10)
    rule = R_CG4a;
  else if (drm < 0)
    rule = R_CG4b;

  sal_tell(p, over ? E_GAME_END : E_GAME_ON, rule,
           SAL_EV(.n = {(int16_t)turn, (int16_t)die, (int16_t)drm}));

  return over;
}

/* QB.5: one Game Turn in its fixed order of dice. */
static bool fight_turn(struct sal_play *p) {
  struct state *s = S(p);
  struct roll_call *w = p->scratch;
  int top = sp_pa_high(p) - sp_pa_low(p);

  s->battle.turn++;
  memset(s->battle.air_soft, 0, sizeof s->battle.air_soft);
  memset(s->battle.air_hard, 0, sizeof s->battle.air_hard);
  memset(s->battle.hero, 0, sizeof s->battle.hero);
  sal_tell(p, E_TURN, R_QB_5, SAL_EV(.n = {(int16_t)s->scenario, s->battle.turn}));
  call_roll(p, w);
  for (int side = 0; side < 2; side++)
    rally(p, side);

  sp_support(p, w);
  approach(p, w);

  for (int c = 0; c < COLUMNS; c++) {
    bool touching = s->battle.front[c] == s->battle.rear[c];
    bool anybody = w->n[GER][c] || w->n[RUS][c];

    if (touching && anybody)
      contact(p, w, c);
    for (int side = 0; side < 2; side++)
      take_vl(p, w, side, c);

    /* CG13c: the way out is open where the front has reached the north edge. */
    bool reached_north = s->battle.front[c] == top;
    if (s->side[GER].exit && reached_north)
      leave_north(p, w, c);
  }

  snipers(p);
  return sp_game_ends(p);
}

/* ---- the battle runs turn by turn ------------------------------------------------------- */

/* The only thing to do is to fight on: the orders are given. */
static void battle_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p;
  (void)side;
  sal_list_add(l, sal_act(V_FIGHT, 0, 0, 0));
}

/* Only `fight` is possible. */
static bool battle_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_FIGHT)
    return sp_not_here(p, why);
  return true;
}

/* Fights a turn. After the last the result is written and accepted like a typed one (QB.14). */
static void battle_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  (void)a;
  if (!fight_turn(p))
    return;
  sp_battle_record(p);
  sal_pop(p);
  sal_reveal(p);
  sp_accept(p);
}

/* Says where the fronts stand. */
static void battle_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct battle *b = &S(p)->battle;

  (void)side;
  char when[40] = "The battle begins";

  if (b->turn)
    sal_format(when, sizeof when, "Game Turn %d of 7 to 9 is over", b->turn);
  sal_prompt_say(out,
                 "%s: German ground reaches hexrow %d in the west, %d in the centre, %d in the "
                 "east. Fight the next turn.",
                 when, b->front[0], b->front[1], b->front[2]);
}

const struct sal_node sp_battle = {.id = "battle",
                                   .rule = R_QB_5,
                                   .list = battle_list,
                                   .check = battle_check,
                                   .apply = battle_apply,
                                   .prompt = battle_prompt};
