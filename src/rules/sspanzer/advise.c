/* advise.c - SS Panzer for computer opponents: what is good, and what a sensible commander would do
 * next.
 *
 * Everything turns on the objectives, the rune and star hexes alike: what is the enemy's is to be
 * taken, what is ours to be kept. A unit goes where it is wanted most (the field of distances to
 * each objective is worked out once and kept by the bot), shoots when that is worth more than going
 * on, and storms when enough of the defenders are pinned: an unsuppressed defender throws half of
 * them back. bias[0] is boldness, bias[1 + i % 15] the weight of objective i.
 */
#include "advise.h"

/* ---- the script: who is wanted where ---------------------------------------------------- */

struct wish {
  uint8_t aim;
  bool take;
  int16_t weight; /* before the distance; for a unit that is not there yet */
  int16_t alone;  /* more for the unit that would leave it without a guard */
};
struct brief { /* of one unit */
  struct wish wish[AIMS];
  int n;
  bool last; /* it is the only guard of an objective in danger */
};

/* After this turn the game is over. */
static bool last_turn(const struct sal_play *p) {
  return p->state->turn >= p->book->scenarios[p->book->scenario].turns;
}

/* On the last turn a formation whose chit is drawn comes no more. */
static bool comes_again(const struct sal_play *p, int form) {
  return !last_turn(p) || !(S(p)->played >> form & 1);
}

/* Does somebody of ours other than u stay in the hex? Who stands beside it does not keep the enemy
 * out (3.3b), nor does who is declared to enter another. */
static bool kept_without(const struct sal_play *p, sal_unit u, sal_hex h) {
  SSP_EACH(p, w, h) {
    if (w == u || ssp_side(p, w) != ssp_side(p, u))
      continue;
    if (!S(p)->unit[w].into)
      return true;
  }
  return false;
}

/* Friends in or beside an objective. */
static int friends_near(const struct sal_play *p, int aim, int side, sal_unit but) {
  sal_hex goal = advice(p)->aim[aim];
  int n = 0;

  for (int d = -1; d < 6; d++) {
    sal_hex h = d < 0 ? goal : sal_next(&p->book->board, goal, d);
    if (!h)
      continue;
    if (S(p)->first[h] == SAL_NOUNIT)
      continue;
    if (ssp_away(p, aim, h) > 1)
      continue;
    SSP_EACH(p, u, h) {
      if (u != but && ssp_side(p, u) == side)
        n += O(p)->form[u] != SSP_NONE;
    }
  }

  return n;
}

/* Enemies that can be there with one move; more than MANY are not counted. */
enum { MANY = 5, ONE_MOVE = 11 };
static int foes_near(const struct sal_play *p, int aim, int side) {
  const struct ssp_book *own = O(p);
  const uint8_t *field = advice(p)->away + aim * p->book->board.cells;
  int n = 0;

  for (int f = 0; f < own->nforms && n < MANY; f++) {
    if (own->form_side[f] == side || !comes_again(p, f))
      continue;
    for (int k = 0; k < own->nof[f] && n < MANY; k++)
      n += field[S(p)->unit[own->of[f][k]].hex] <= ONE_MOVE;
  }

  return n;
}

/* How many guards an objective needs against so many enemies; two Soviet units fill a hex. */
static int guards_for(int side, int foes) {
  if (side == SAL_SOVIET || foes <= 1)
    return foes > 0;
  return foes > 4 ? 3 : 2;
}

/* Objective i, to be kept: wanted where guards are missing, and most where nobody stands in it. */
static void wish_to_keep(const struct sal_play *p, sal_unit u, int i, int friends, struct wish *w,
                         struct brief *b) {
  int side = ssp_side(p, u);
  int foes = foes_near(p, i, side);
  int missing = guards_for(side, foes) - friends;
  bool kept = kept_without(p, u, advice(p)->aim[i]);

  if (foes && !kept && missing < 1)
    missing = 1;
  if (missing > 0)
    w->weight = (int16_t)(w->weight + 40 + 12 * missing);
  else if (!foes)
    w->weight = (int16_t)(w->weight - 60);
  if (!foes || (kept && friends))
    return;
  w->alone = 40;
  b->last |= S(p)->unit[u].hex == advice(p)->aim[i];
}

/* Objective i, to be taken: more wanted while it is open, less when there are enough. */
static void wish_to_take(const struct sal_play *p, sal_unit u, int i, int friends, struct wish *w) {
  bool open = !ssp_has_side(p, advice(p)->aim[i], sal_enemy(ssp_side(p, u)));
  int weight = 70;
  int enough = 5;

  if (open) {
    weight = 90;
    enough = 2;
  }
  if (friends >= enough)
    weight -= 60;
  w->weight = (int16_t)(w->weight + weight);
}

/* The way to the nearest objective. */
static int nearest_aim(const struct sal_play *p, sal_hex at) {
  int nearest = FAR_OFF;
  for (int i = 0; i < advice(p)->naims; i++)
    nearest = ssp_least(ssp_away(p, i, at), nearest);
  return nearest;
}

/* What this unit could be wanted for. Objectives too far for this turn and the next are left out,
 * unless there is no other. */
static void make_brief(const struct sal_play *p, sal_unit u, const int8_t *bias, struct brief *b) {
  int side = ssp_side(p, u);
  sal_hex at = S(p)->unit[u].hex;
  int least = nearest_aim(p, at);

  b->n = 0;
  b->last = false;
  for (int i = 0; i < advice(p)->naims; i++) {
    int distance = ssp_away(p, i, at);
    if (distance > least + 24 && distance > 20)
      continue;
    bool keep = ssp_ours(p, advice(p)->aim[i], side);
    int friends = friends_near(p, i, side, u);
    struct wish *w = &b->wish[b->n++];
    *w = (struct wish){
        .aim = (uint8_t)i, .take = !keep, .weight = (int16_t)(bias[1 + i % (SAL_BIAS - 1)] / 2)};
    if (keep)
      wish_to_keep(p, u, i, friends, w, b);
    else
      wish_to_take(p, u, i, friends, w);
  }
}

/* What a hex is worth to it. */
static int32_t pull(const struct sal_play *p, const struct brief *b, sal_unit u, sal_hex h) {
  const struct ssp_book *own = O(p);
  int32_t best = -9999;

  for (int i = 0; i < b->n; i++) {
    const struct wish *w = &b->wish[i];
    int distance = ssp_away(p, w->aim, h);
    int32_t v = w->weight - SLOPE * distance;
    if (distance == 0)
      v += w->alone;
    if (distance == 1 && w->take)
      v += 30;
    best = v > best ? v : best;
  }
  bool shelter = own->cover[h] || own->fort[h];
  if (shelter && !ssp_type(p, u)->vehicular)
    best += 3;

  return best;
}

/* ---- fire ------------------------------------------------------------------------------- */

static int aim_at(const struct sal_play *p, sal_hex h) { /* its place among the objectives, or -1 */
  for (int i = 0; i < advice(p)->naims; i++)
    if (advice(p)->aim[i] == h)
      return i;
  return -1;
}

/* a hex that side wants to take */
static bool is_aim(const struct sal_play *p, sal_hex h, int side) {
  return aim_at(p, h) >= 0 && !ssp_ours(p, h, side);
}

/* how much the plan cares for a hex, -100..100 */
static int zeal(const struct sal_play *p, sal_hex h, const int8_t *bias) {
  int i = aim_at(p, h);
  return i < 0 ? 0 : bias[1 + i % (SAL_BIAS - 1)];
}

/* Chance of two hits or more in percent, roughly. */
static int two_hits(const struct ssp_shot *shot) {
  int n = ssp_naturals(shot);
  int percent = 0;

  switch (shot->dice) {
  case 0:
  case 1: break;
  case 2: percent = n * n * 100 / 36; break;
  case 3: percent = n * n * (18 - 2 * n) * 100 / 216; break;
  default: percent = ssp_percent(shot) * n / 5;
  }

  return ssp_least(percent, 100);
}

/* A shot is worth the steps it takes, and the suppression where that is new: above all in a hex
 * that others are to enter. */
static int32_t effect_of(const struct sal_play *p, struct ssp_shot *shot, const int8_t *bias) {
  sal_unit target = shot->target;

  ssp_aim(p, shot);
  int hit = ssp_percent(shot);
  int step = ssp_step_worth(p, target);
  sal_hex at = S(p)->unit[target].hex;
  int32_t pin = 18 + step / 5;
  if (ssp_is(p, target, SUPPRESSED) || ssp_type(p, target)->move == MOVE_STATIC)
    pin = 0;
  if (pin && is_aim(p, at, sal_enemy(ssp_side(p, target))))
    pin += 15 + zeal(p, at, bias) / 4;

  return (hit * pin + two_hits(shot) * step) / 100;
}

/* One unit at another. */
static int32_t shot_value(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion,
                          const int8_t *bias) {
  struct ssp_shot shot = {.firer = firer, .target = target, .occasion = (uint8_t)occasion};
  return effect_of(p, &shot, bias);
}

/* Can an enemy fire at the unit outside close combat? */
static bool can_hurt(const struct sal_play *p, sal_unit enemy, sal_unit u) {
  const struct ssp_face *face = ssp_face_of(p, enemy);

  if (ssp_side(p, enemy) == ssp_side(p, u))
    return false;
  if (ssp_type(p, enemy)->move == MOVE_STATIC)
    return false;
  if (ssp_type(p, u)->vehicular)
    return face->g && !face->g_paren;

  return face->r > 0;
}

/* Enemy zones over a hex that can shoot at the unit there; a kill zone counts three times. */
static int shots_into(const struct sal_play *p, sal_unit u, sal_hex h) {
  int n = 0;

  SSP_EACH_BESIDE(p, beside, h) {
    SSP_EACH(p, enemy, beside) {
      if (can_hurt(p, enemy, u) && ssp_zone_of(p, enemy, h))
        n += S(p)->unit[enemy].kz ? 3 : 1;
    }
  }

  return n;
}

enum { HIT_ON = 3 }; /* a vehicle (9.6a) */

/* Faces of a die on which an enemy hits the unit that goes into a hex, or out of it (9.6). */
static int reaction_faces(const struct sal_play *p, sal_unit enemy, sal_unit u, sal_hex h,
                          bool leaves) {
  const struct ssp_book *own = O(p);
  const struct ssp_face *face = ssp_face_of(p, enemy);
  bool vehicle = ssp_type(p, u)->vehicular;
  int faces = vehicle ? HIT_ON : face->s;

  if (vehicle && face->g < ssp_face_of(p, u)->a)
    faces -= own->drm[DRM_WEAK_GUN];
  if (!vehicle && own->fort[h] && ssp_side(p, u) == SAL_SOVIET)
    faces -= own->drm[DRM_FORT];
  if (own->cover[h])
    faces -= own->drm[DRM_COVER];
  if (leaves)
    faces -= own->drm[DRM_LEAVING];
  if (faces < 1)
    return 1; /* 9.6b */
  return ssp_least(faces, 5);
}

/* Chance in percent that shots at the unit suppress it: one die each where it goes in, two where it
 * leaves, four out of a kill zone. */
static int danger(const struct sal_play *p, sal_unit u, sal_hex h, bool leaves) {
  int safe = 1000;

  SSP_EACH_BESIDE(p, beside, h) {
    SSP_EACH(p, enemy, beside) {
      if (!can_hurt(p, enemy, u) || !ssp_zone_of(p, enemy, h))
        continue;
      int miss = 6 - reaction_faces(p, enemy, u, h, leaves);
      int dice = S(p)->unit[enemy].kz ? 4 : 1 + leaves;
      for (int i = 0; i < dice; i++)
        safe = safe * miss / 6;
    }
  }

  return (1000 - safe) / 10;
}

/* ---- storming --------------------------------------------------------------------------- */

/* Faces on which a defender's entry fire hits the unit. */
static int entry_faces(const struct sal_play *p, sal_unit defender, sal_unit u) {
  if (ssp_is(p, defender, SUPPRESSED))
    return 0;
  if (!can_hurt(p, defender, u))
    return 0;
  return ssp_type(p, u)->vehicular ? 3 : ssp_face_of(p, defender)->s;
}

/* Chance in percent that u gets in past the entry fire. */
static int gets_in(const struct sal_play *p, sal_unit u, sal_hex h) {
  int pass = 100;

  if (ssp_contested(p, h))
    return 100;
  SSP_EACH(p, defender, h) {
    int faces = entry_faces(p, defender, u);
    int dice = S(p)->unit[defender].kz ? 4 : 1;
    for (int i = 0; i < dice; i++)
      pass = pass * (6 - faces) / 6;
  }

  return pass;
}

enum { HOPELESS = -50 }; /* a third of the enemy's strength */

/* Too few, even with all that can still join? On the last turn nothing is lost by trying. */
static bool hopeless(const struct sal_play *p, sal_unit u, sal_hex h) {
  return !last_turn(p) && ssp_prospect_together(p, h, u) < HOPELESS;
}

/* Would an objective of ours stand empty without u, and can the enemy still come to it? */
static bool bares(const struct sal_play *p, sal_unit u) {
  sal_hex at = S(p)->unit[u].hex;
  int side = ssp_side(p, u);
  int i = aim_at(p, at);

  if (i < 0 || !ssp_ours(p, at, side) || kept_without(p, u, at))
    return false;
  return foes_near(p, i, side) > 0;
}

/* A storm is as good as those declared make it, and those who can still come along. */
static int32_t score_enter(const struct sal_play *p, sal_unit u, sal_hex h, const int8_t *bias) {
  enum { OWN_PLACE = 70 };
  int side = ssp_side(p, u);
  int in = gets_in(p, u, h);
  int good = (ssp_prospect(p, h, side, u) + ssp_prospect_together(p, h, u)) / 2;
  bool aim = is_aim(p, h, side), last = last_turn(p);
  int32_t prize = aim ? 70 : 10;
  int32_t risk = (100 - in) * 25;

  if (last && aim)
    prize += 30;
  if (last)
    risk = 0;
  if (!aim && ssp_contested(p, h)) /* help our own */
    prize += 40;
  if (bares(p, u))
    prize -= OWN_PLACE;
  if (hopeless(p, u, h))
    prize = -risk;

  return (in * (prize + good * 7 / 10) - risk) / 100 + 13 + (bias[0] + zeal(p, h, bias)) / 3;
}

/* Others of its formation around a hex that could storm it too. */
static int stormers(const struct sal_play *p, sal_unit u, sal_hex h) {
  int others = 0;

  SSP_EACH_BESIDE(p, beside, h) {
    SSP_EACH(p, w, beside) {
      if (w == u)
        continue;
      if (O(p)->form[w] != O(p)->form[u])
        continue;
      others += !ssp_is(p, w, SUPPRESSED | FIRED);
    }
  }

  return others;
}

/* Is u wanted for a storm from where it stands? What it would be worth, or 0. */
static int32_t storm(const struct sal_play *p, sal_unit u, const int8_t *bias) {
  int side = ssp_side(p, u);
  int enough = side == SAL_GERMAN ? 4 : 3;
  sal_hex at = S(p)->unit[u].hex;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, at, d);
    if (!h)
      continue;
    if (S(p)->first[h] == SAL_NOUNIT)
      continue;
    if (O(p)->edge[at * 6 + d].is & EDGE_BARRED)
      continue;
    if (!is_aim(p, h, side))
      continue;
    if (stormers(p, u, h) >= enough || hopeless(p, u, h))
      continue;
    int32_t fight = gets_in(p, u, h) * (70 + ssp_prospect(p, h, side, u) * 7 / 10) / 100;
    int32_t v = fight + (bias[0] + 2 * zeal(p, h, bias)) / 4;
    if (v > 0)
      return v;
  }

  return 0;
}

/* ---- scores, by decision ---------------------------------------------------------------- */

/* How far from the fighting: 0 beside an enemy, else the way to the nearest hex to be taken. */
static int behind(const struct sal_play *p, int side, sal_hex h, const uint8_t *way) {
  SAL_ASSERT(way);
  if (ssp_enemy_near(p, h, side))
    return 0;
  return 1 + ssp_least(way[h], 60);
}

/* A kill zone: towards the enemies that are near and not yet close. */
enum { KZ_RANGE = 8 };
struct front { /* how many enemies are ahead rather than behind, and the nearest */
  int ahead, nearest;
};

/* Nearer enemies weigh more; those behind the front count against it. */
static void add_enemy(const struct sal_play *p, sal_hex from, int dir, sal_hex enemy,
                      struct front *front) {
  const struct sal_board *b = &p->book->board;
  int distance = enemy ? sal_distance(b, from, enemy) : FAR_OFF;

  if (distance > KZ_RANGE)
    return;
  struct sal_point a = sal_hex_point(b, from);
  struct sal_point z = sal_hex_point(b, enemy);
  struct sal_point to = sal_centre(false, sal_dq[dir], sal_dr[dir]);
  bool ahead = (z.x - a.x) * to.x + 3 * (z.y - a.y) * to.y > 0;
  int weight = KZ_RANGE + 1 - distance;
  front->ahead += ahead ? weight : -weight;
  if (distance < front->nearest)
    front->nearest = distance;
}

/* Not worth it without enemies in range, with more behind than ahead, or to turn a zone about. */
static int32_t score_face(const struct sal_play *p, sal_unit u, int dir) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *unit = &S(p)->unit[u];
  struct front front = {0, FAR_OFF};

  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] == ssp_side(p, u))
      continue;
    SSP_EACH_OF(p, enemy, f) {
      add_enemy(p, unit->hex, dir, S(p)->unit[enemy].hex, &front);
    }
  }
  if (front.nearest > KZ_RANGE || front.ahead <= 0 || unit->kz)
    return -20;

  return 1 + ssp_least(front.ahead, 12) / 3;
}

/* The nearest open objective of the enemy's that u can enter with what it has left, or -1: to be
 * there is to own it (3.3b). */
static int open_aim(const struct sal_play *p, sal_unit u, int points) {
  int side = ssp_side(p, u);
  int best = -1;
  int least = points + 1;
  sal_hex at = S(p)->unit[u].hex;

  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex h = advice(p)->aim[i];
    int distance = ssp_away(p, i, at);
    if (distance >= least)
      continue;
    if (ssp_ours(p, h, side))
      continue;
    if (S(p)->first[h] != SAL_NOUNIT)
      continue;
    if (ssp_closed(p, h))
      continue;
    best = i;
    least = distance;
  }

  return best;
}

struct plan { /* what a unit on the move is told */
  struct brief brief;
  sal_unit unit;
  int points;                    /* what it has left to go */
  int open;                      /* an open objective within its reach, or -1 */
  int32_t here, wanted, leaving; /* its hex, a storm or fight there, shots when it leaves */
};

enum { NO_ROOM = 60 };

/* Could the unit end its move there? */
static bool has_room(const struct sal_play *p, sal_unit u, sal_hex h) {
  int side = ssp_side(p, u);
  return ssp_stack_ok(p, h, side, u) && !ssp_has_side(p, h, sal_enemy(side));
}

/* Whoever stops in a full hex is sent back (6.1b), and the storm he came for is not made. So a full
 * hex is worth what lies beyond it, as far as the points last; where shots may stop him, nothing.
 */
static int32_t pull_through(const struct sal_play *p, const struct plan *plan, sal_hex h) {
  sal_unit u = plan->unit;
  int32_t best = pull(p, &plan->brief, u, h);

  if (has_room(p, u, h))
    return best;
  best -= NO_ROOM;
  if (plan->points < 2 || shots_into(p, u, h))
    return best;
  for (int d = 0; d < 6; d++) {
    sal_hex next = sal_next(&p->book->board, h, d);
    bool barred = O(p)->edge[h * 6 + d].is & EDGE_BARRED;
    if (!next || barred || next == S(p)->unit[u].hex)
      continue;
    if (!has_room(p, u, next) || ssp_closed(p, next))
      continue;
    int32_t beyond = pull(p, &plan->brief, u, next) - SLOPE;
    best = beyond > best ? beyond : best;
  }

  return best;
}

enum { PINNED = 24 }; /* what being suppressed on the way costs */

/* A step is worth what the hex pulls, less the shots it draws and what is wanted here. */
static int32_t score_step(const struct sal_play *p, const struct plan *plan, sal_hex to,
                          const int8_t *bias) {
  sal_unit u = plan->unit;

  if (ssp_came_by(p, u, to))
    return -SLOPE; /* what drew it here draws no more; to go back would only spend the rest */
  int risk = danger(p, u, to, false) + plan->leaving;
  int32_t v = pull_through(p, plan, to) - plan->here;
  v -= risk * (PINNED - bias[0] / 8) / 100 + plan->wanted;
  /* more than a shot */
  if (plan->open >= 0 && ssp_away(p, plan->open, to) < ssp_away(p, plan->open, S(p)->unit[u].hex))
    v += plan->brief.last ? 60 : 120;

  return v;
}

/* All that a unit can do, on one scale: hundredths of a step. */
static int32_t score_in_action(const struct sal_play *p, const struct plan *plan,
                               struct sal_action a, const int8_t *bias) {
  sal_unit u = plan->unit;
  int occasion = action_of(p)->mode == MODE_FRESH ? ON_FIRE : ON_MOVE;

  switch (a.verb) {
  case V_STEP: return score_step(p, plan, hex_of(a, 1), bias);
  case V_FIRE: return shot_value(p, u, second_unit_of(a), occasion, bias) + 2 - plan->wanted;
  case V_QUICK: return shot_value(p, u, second_unit_of(a), ON_MOVE, bias) + 6 - plan->wanted;
  case V_RECOVER: return 50;
  case V_FACE: return score_face(p, u, edge_of(a, 1) % 6) - plan->wanted - bias[0] / 12;
  case V_OUTWARD: return -30;
  default: return 0;
  }
}

/* On the last turn a close combat that can change no objective is not worth a unit: one in no
 * objective, and one in a place of ours that the others of us are sure to hold. */
static bool changes_nothing(const struct sal_play *p, sal_unit u, sal_hex at) {
  enum { SURE = 40 };
  int side = ssp_side(p, u);
  struct band band;

  if (!last_turn(p))
    return false;
  if (aim_at(p, at) < 0)
    return true;
  if (!ssp_ours(p, at, side))
    return false;
  ssp_gather_band(p, at, side, SAL_NOUNIT, &band);
  for (int i = 0; i < band.n; i++) {
    if (band.who[i] != u)
      continue;
    band.who[i] = band.who[--band.n];
    break;
  }
  int them = ssp_strength(p, at, sal_enemy(side), SAL_NOUNIT);
  return ssp_outlook(ssp_strength_of(p, at, &band), them) > SURE;
}

/* What it is worth to u to fight on where it stands. */
static int32_t worth_fighting(const struct sal_play *p, sal_unit u, sal_hex at) {
  enum { IDLE = 0, LOST = 30, ON = 90 };

  if (changes_nothing(p, u, at))
    return IDLE;
  return ssp_prospect(p, at, ssp_side(p, u), SAL_NOUNIT) <= -60 ? LOST : ON;
}

/* What a unit is told is worked out once and used for every action of the list. */
static void score_unit(const struct sal_play *p, sal_unit u, const struct sal_list *l,
                       const int8_t *bias, int32_t *out) {
  const struct action *action = action_of(p);
  struct plan plan = {.unit = u};
  sal_hex at = S(p)->unit[u].hex;

  make_brief(p, u, bias, &plan.brief);
  plan.leaving = danger(p, u, at, true);
  plan.points = (action->limit - action->spent) / SSP_HALVES;
  plan.here = pull(p, &plan.brief, u, at);
  if (!has_room(p, u, at) && !ssp_contested(p, at))
    plan.here -= NO_ROOM;
  plan.wanted = storm(p, u, bias);
  if (ssp_contested(p, at)) /* fight it out */
    plan.wanted = worth_fighting(p, u, at);
  plan.open = open_aim(p, u, plan.points);
  for (uint32_t i = 0; i < l->n; i++)
    out[i] = score_in_action(p, &plan, l->a[i], bias);
}

/* A friend beside the target makes it less worth while (13.4). */
static int32_t score_guns(const struct sal_play *p, sal_unit target, int occasion, int side,
                          const int8_t *bias) {
  int32_t v = shot_value(p, SAL_NOUNIT, target, occasion, bias);
  if (ssp_enemy_near(p, S(p)->unit[target].hex, sal_enemy(side)))
    v -= 4; /* danger close */
  return v;
}

/* What an aircraft of that type does to a hex on average, with friends there against it; less where
 * others are sent already. */
static int32_t strike_value(const struct sal_play *p, int side, int type, sal_hex h,
                            const int8_t *bias) {
  const struct ssp_state *s = S(p);
  int32_t sum = 0;
  int units = 0;
  int sent = 0;

  SSP_EACH(p, u, h) {
    struct ssp_shot shot = {
        .firer = SAL_NOUNIT, .target = u, .occasion = ON_AIR, .air = (uint8_t)type};
    int32_t effect = effect_of(p, &shot, bias);
    sum += ssp_side(p, u) == side ? -effect : effect;
    units++;
  }
  for (int i = 0; i < s->nstrikes; i++)
    sent += s->strike[i].hex == h;

  return units ? sum / units / (1 + sent) : 0;
}

/* A type of aircraft is as good as the best hex that it can strike. */
static int32_t score_mission(const struct sal_play *p, int side, int type, const int8_t *bias) {
  const struct ssp_book *own = O(p);
  int32_t best = 0;

  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] == side)
      continue;
    SSP_EACH_OF(p, u, f) {
      sal_hex h = S(p)->unit[u].hex;
      int32_t v = h ? strike_value(p, side, type, h, bias) : 0;
      best = v > best ? v : best;
    }
  }

  return 10 + best;
}

/* The first type that a side has; the Soviet has no other. */
static int first_type(const struct sal_play *p, int side) {
  const struct ssp_book *own = O(p);
  int type = 0;

  while (type + 1 < own->naircraft && own->aircraft[type].side != side)
    type++;
  return type;
}

/* The front acts first, and of it those who shoot: the others follow, and those who storm come
 * last. */
static int32_t score_choose(const struct sal_play *p, sal_unit u, int side, const uint8_t *way) {
  const struct ssp_face *face = ssp_face_of(p, u);

  if (ssp_type(p, u)->move == MOVE_OFF)
    return 400;
  int32_t v = 200 - behind(p, side, S(p)->unit[u].hex, way);
  if (ssp_is(p, u, SUPPRESSED))
    v += 20;
  if (face->g && !face->g_paren)
    v += 2;

  return v;
}

/* Fire outside a unit's own action: a reaction, a round of close combat, or artillery. */
static int32_t score_fire(const struct sal_play *p, int side, struct sal_action a,
                          const int8_t *bias) {
  const struct sal_frame *top = sal_top(p);
  sal_unit firer = unit_of(a);
  sal_unit target = second_unit_of(a);

  if (top->node == N_GUNS)
    return score_guns(p, target, ON_GUNS, side, bias) + 1;
  int occasion = top->node == N_ROUND ? ON_CC : reaction_in(top)->occasion;
  return SAL_SURE + shot_value(p, firer, target, occasion, bias);
}

/* Only aircraft are placed by what they do; set-up follows the historical one. */
static int32_t score_put(const struct sal_play *p, int side, sal_hex h, const int8_t *bias) {
  const struct sal_frame *top = sal_top(p);

  if (top->node == N_AIR)
    return 1 + strike_value(p, side, first_type(p, side), h, bias);
  if (top->node == N_AIR_PUT)
    return 1 + strike_value(p, side, sortie_in(top)->type, h, bias);
  return 0;
}

/* A second counter on a target does less: it can be pinned only once. */
static int32_t score_lay(const struct sal_play *p, int side, sal_unit target, const int8_t *bias) {
  int32_t v = score_guns(p, target, ON_BOMBARD, side, bias);
  return SAL_SURE + v * 2 / (2 + ssp_laid_on(p, target));
}

/* Decisions outside a unit's own action. */
static int32_t score_one(const struct sal_play *p, int side, struct sal_action a,
                         const int8_t *bias, const uint8_t *way) {
  switch (a.verb) {
  case V_HISTORICAL: return SAL_SURE;
  case V_CHOOSE: return score_choose(p, unit_of(a), side, way);
  case V_FIRE: return score_fire(p, side, a, bias);
  case V_CROSSFIRE: return SAL_SURE + 1000;
  case V_ADD: return 20;
  case V_COMMIT: return 10;
  case V_ENTER: return score_enter(p, unit_of(a), hex_of(a, 1), bias);
  case V_LAY: return score_lay(p, side, unit_of(a), bias);
  case V_TARGET: return SAL_SURE + score_guns(p, unit_of(a), ON_SUPPORT, side, bias);
  case V_SUPPORT: return 10 + ssp_face_of(p, unit_of(a))->s;
  case V_MISSION: return score_mission(p, side, word_of(a, 0), bias);
  case V_PUT: return score_put(p, side, hex_of(a, 0), bias);
  default: return 0; /* done, stop, pass, resolve, shell, bomb */
  }
}

/* The way to the nearest objective is needed only to say which unit acts first. */
static void score(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  const struct sal_frame *top = sal_top(p);

  if (top->node == N_UNIT) {
    score_unit(p, action_in(top)->unit, l, bias, out);
    return;
  }
  const uint8_t *way = top->node == N_IMPULSE ? ssp_nearest(p, ssp_to_take(p, side)) : NULL;
  for (uint32_t i = 0; i < l->n; i++)
    out[i] = score_one(p, side, l->a[i], bias, way);
}

/* Steps, runes and stars. */
static void stakes(const struct sal_play *p, struct sal_stakes *out) {
  const struct ssp_book *own = O(p);
  out->unit = "steps";
  for (int f = 0; f < own->nforms; f++) {
    SSP_EACH_OF(p, u, f) {
      out->strength[own->form_side[f]] += S(p)->unit[u].steps;
    }
  }
  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex h = advice(p)->aim[i];
    sal_stake(out, h, ssp_german_holds(p, h) ? SAL_GERMAN : SAL_SOVIET);
  }
}

const struct sal_adviser ssp_adviser = {.value = ssp_value,
                                        .stakes = stakes,
                                        .score = score,
                                        .room = ssp_advice_room,
                                        .prepare = ssp_advice_prepare,
                                        .posture = ssp_posture,
                                        .nbias = SAL_BIAS,
                                        .turns = 2,
                                        .actions = 500,
                                        .point = 40};
