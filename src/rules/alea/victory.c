/* victory.c - chapter 14, II.4, II.s3.8 and II.s4.6: points, places, and who has won.
 *
 * Points are kept in halves. What a side has scored is never stored: it is counted from the dead
 * piles.
 */
#include "state.h"

/* 14.2, II.4.1: what a German unit is worth to the Soviets, in halves */
static int german_points(const struct sal_play *p, int u) {
  const struct unit_info *i = I(p, u);
  bool rides = i->kind <= MOT;

  if (O(p)->south) {
    return rides ? 4 : 2;
  }
  if (i->kind == HQ) {
    return 4;
  }
  if (is_guns(p, u)) {
    return 2;
  }
  if (i->kind == PIO || i->steps == 1) {
    return 1;
  }

  return rides ? 4 : 2;
}

/* 14.3, II.4.2: what a Soviet unit is worth to the Germans, in halves */
static int soviet_points(const struct sal_play *p, int u) {
  switch (I(p, u)->kind) {
  case TANK:
  case AG:
  case TRAIN: return 2;
  case INF:
  case MOT:
  case MECH: return 1;
  case ATF: return 0;
  case HQ: return O(p)->south ? 0 : 2;
  default: return O(p)->south ? 0 : 1;
  }
}

/* of an eliminated unit to the other side, in halves */
int alea_points(const struct sal_play *p, int u) {
  return side_of(p, u) == SAL_GERMAN ? german_points(p, u) : soviet_points(p, u);
}

/* 14.exit.1, II.4.3: the prize for units that left the map, the higher one in time */
static int exit_points(const struct sal_play *p) {
  bool south = O(p)->south;

  if (S(p)->early >= EXITS) {
    return south ? 40 : 60;
  }
  if (S(p)->exits >= EXITS) {
    return south ? 20 : 30;
  }

  return 0;
}

/* A handicap is points only where points decide; in halves. */
int alea_granted(const struct sal_play *p, int side) {
  bool points = O(p)->scenario == NORTH || O(p)->scenario == SOUTH;

  return points ? 2 * sal_granted(p, side) : 0;
}

/* Points for dead enemies; the Soviets pay for reserves out of theirs. */
int alea_vp(const struct sal_play *p, int side) {
  int enemy = sal_enemy(side);
  int v = side == SAL_GERMAN ? exit_points(p) : -S(p)->spent;

  v += alea_granted(p, side);

  for (int i = 0; i < O(p)->nground[enemy]; i++) {
    int u = O(p)->ground[enemy][i];
    if (is_dead(p, u)) {
      v += alea_points(p, u);
    }
  }

  return v;
}

/* Places held. */
int alea_goals(const struct sal_play *p, int side) {
  int n = 0;

  for (int i = 0; i < O(p)->ngoals; i++) {
    n += held_by(p, side, O(p)->goal[i]);
  }

  return n;
}

/* II.s4.6: every formation that waited */
static bool all_called(const struct sal_play *p) {
  for (int i = 0; i < O(p)->nground[SAL_SOVIET]; i++) {
    int u = O(p)->ground[SAL_SOVIET][i];
    if (U(p, u)->box == B_STAVKA && I(p, u)->form) {
      return false;
    }
  }

  return true;
}

/* 14.4 */
static void levels_north(int margin, struct sal_result *r) {
  r->rule = R_14_4;
  r->winner = margin >= 40 ? SAL_GERMAN : SAL_SOVIET;
  if (margin >= 60) {
    r->level = "German operational victory";
  } else if (margin >= 40) {
    r->level = "German tactical victory";
  } else {
    r->level = "Soviet victory";
  }
}

/* II.4.4 */
static void levels_south(int margin, struct sal_result *r) {
  r->rule = R_II_4_4;
  r->winner = margin >= 20 ? SAL_GERMAN : SAL_SOVIET;
  if (margin >= 40) {
    r->level = "German operational victory";
  } else if (margin >= 20) {
    r->level = "German tactical victory";
  } else if (margin >= 10) {
    r->level = "Soviet tactical victory";
  } else {
    r->level = "Soviet operational victory";
  }
}

/* Who is ahead and by how much, in halves. */
static void say_margin(int margin, struct sal_result *r) {
  bool german = margin > 0;
  struct sal_frac ahead = sal_lowest(german ? margin : -margin, 2);

  if (!margin) {
    sal_format(r->text, sizeof r->text, "Both sides have the same number of points.");
  } else if (ahead.den == 1) {
    sal_format(r->text, sizeof r->text,
               german ? "The German is %d {point/points} ahead of the Soviet."
                      : "The Soviet is %d {point/points} ahead of the German.",
               ahead.num);
  } else {
    sal_format(r->text, sizeof r->text,
               german ? "The German is %d/2 points ahead of the Soviet."
                      : "The Soviet is %d/2 points ahead of the German.",
               ahead.num);
  }
}

/* The margin is German points less Soviet points, in halves. */
static void by_points(const struct sal_play *p, struct sal_result *r) {
  int margin = alea_vp(p, SAL_GERMAN) - alea_vp(p, SAL_SOVIET);

  if (O(p)->south) {
    levels_south(margin, r);
  } else {
    levels_north(margin, r);
  }
  r->margin = sal_lowest(margin, 2);
  say_margin(margin, r);
}

/* How many places the German needs before the handicap. II.s3.9: one less when the Soviets spent
 * much on reserves; II.s4.6: one less when every formation was called; the lesson: any two of its
 * places. */
static int places_printed(const struct sal_play *p, struct sal_result *r) {
  bool dear = opt(p, O_S3PRICE) && S(p)->spent >= 30;

  switch (O(p)->scenario) {
  case PANZERKEIL: r->rule = dear ? R_II_s3_9 : R_II_s3_8; return dear ? 3 : 4;
  case PROKHOROVKA: r->rule = R_II_s4_6; return all_called(p) ? 2 : 3;
  default: r->rule = R_3_4; return 2;
  }
}

/* A handicap is places that the German need not take. One must be left to fight for. */
static int places_needed(const struct sal_play *p, struct sal_result *r) {
  return max_of(places_printed(p, r) - sal_handicap(p), 1);
}

/* The German needs this many places; II.s3.8: all of them and two more for the higher level. */
static void by_places(const struct sal_play *p, struct sal_result *r) {
  bool panzerkeil = O(p)->scenario == PANZERKEIL;
  int places = panzerkeil ? 6 : O(p)->ngoals;
  int need = places_needed(p, r);
  int held = 0;
  /* II.s3.8: the two beyond */
  int more = 0;

  for (int i = 0; i < O(p)->ngoals; i++) {
    bool german = held_by(p, SAL_GERMAN, O(p)->goal[i]);
    if (i < places) {
      held += german;
    } else {
      more += german;
    }
  }
  bool won = held >= need;
  bool everything = panzerkeil && held == 6 && more == 2;
  r->winner = won ? SAL_GERMAN : SAL_SOVIET;
  r->level = won ? "German tactical victory" : "Soviet tactical victory";
  if (everything) {
    r->level = "German operational victory";
  }
  r->margin = (struct sal_frac){held - need + (won ? 1 : 0), 1};
  sal_format(r->text, sizeof r->text, "The German holds %d of %d places, and %d {is/are} needed.",
             held, places, need);
}

/* Points decide north and south, places the other scenarios. */
bool alea_score(const struct sal_play *p, struct sal_result *r) {
  if (!S(p)->head.over) {
    return false;
  }
  *r = (struct sal_result){
      .score = {sal_lowest(alea_vp(p, SAL_GERMAN), 2), sal_lowest(alea_vp(p, SAL_SOVIET), 2)}};
  if (O(p)->scenario == NORTH || O(p)->scenario == SOUTH) {
    by_points(p, r);
  } else {
    by_places(p, r);
  }

  return true;
}
