/* advise.c - Kursk 1943 for computer opponents: what is good, and what a sensible commander would
 * do next.
 *
 * Everything turns on the places and far banks that score: the German goes for those he has not
 * got, the Soviet stands between. A unit next to the enemy must attack (5.1.3), so it goes there
 * only where the odds are good, or digs in. bias[0] is boldness, bias[1 + i % 15] the weight of
 * objective i.
 */
#include "advise.h"

#include <string.h>

enum { VP = 160 };

/* ---- objectives, once a bot ------------------------------------------------------------- */

/* How much memory the adviser needs for a board of this size. */
static size_t room(const struct sal_book *b) {
  return sizeof(struct advice) + (size_t)b->board.cells * (AIMS + WISHES * sizeof(int16_t));
}

/* Half of what a tracked unit pays, rounded up. */
static int step_price(const struct sal_book *b, sal_hex from, int dir, int kind) {
  int price = own(b)->plain[kind][from * 6 + dir];
  return price == SAL_BARRED ? SAL_BARRED : (price + 1) / 2;
}

/* One more hex to go for, with the way to it from everywhere. */
static void add_aim(const struct sal_book *b, struct advice *a, sal_hex h, int line, int vp) {
  for (int i = 0; i < a->naims; i++)
    if (a->aim[i] == h)
      return;
  if (a->naims == AIMS)
    return;
  uint8_t *ways = a->away + (uint32_t)a->naims * b->board.cells;
  a->aim[a->naims] = h;
  a->line[a->naims] = (uint8_t)line;
  a->vp[a->naims] = (uint8_t)vp;
  a->points[h] = (uint8_t)vp;
  sal_ways_to(&a->ways, b, h, step_price, TRACK, FAR_OFF, ways);
  a->naims++;
}

/* Every hex of a place, and every sixth of a far bank. */
static void add_line(const struct sal_book *b, struct advice *a, int line) {
  const struct line_score *l = &own(b)->score[line];
  const struct sal_region *r = l->region;
  int n = r ? r->n : 0;

  if (l->kind == S_PLACE)
    for (int k = 0; k < n; k++)
      add_aim(b, a, r->hexes[k], line, l->vp / n + 1);
  if (l->kind == S_RIVER)
    for (int k = 0; k < n; k += 6)
      add_aim(b, a, r->hexes[k], line, l->vp);
}

/* The steps to a cell itself, and ring by ring to those around it. */
static void look_round(const struct sal_board *b, int16_t *round) {
  int n = 0;

  round[n++] = 0;
  for (int ring = 1; ring <= 4; ring++)
    for (int d = 0; d < 6; d++)
      for (int along = 0; along < ring; along++)
        round[n++] = (int16_t)((ring - along) * b->step[d] + along * b->step[sal_turn(d, 1)]);
  SAL_ASSERT(n == FOUR);
}

/* Collects the objectives: scoring places, far banks, Soviet towns. */
static void prepare(const struct sal_book *b, void *memory) {
  const struct own *o = own(b);
  struct advice *a = memory;
  int town = 2;

  a->naims = 0;
  memset(a->points, 0, sizeof a->points);
  for (int side = 0; side < SAL_SIDES; side++) {
    a->watched[side].key = 0;
    a->ready[side].decision = 0;
  }
  a->front[0].key = 0;
  a->front[1].key = 0;
  a->holes.key = 0;
  a->holes.nways = -1;
  memset(&a->changes, 0, sizeof a->changes);
  for (int u = 0; u < MAX_UNITS; u++)
    a->glance[u].key = 0;
  for (int i = 0; i < STANDS; i++) {
    a->stand[i].decision = 0;
    a->end[i].decision = 0;
  }
  a->decisions = 0;
  look_round(&b->board, a->round);
  wb_prepare_outcomes(o, a->outcome);
  for (int i = 0; i < WISHES; i++)
    a->wishes[i].key = 0;
  a->wish = (int16_t *)(void *)(a->away + (size_t)AIMS * b->board.cells); /* AIMS is even */
  for (int i = 0; i < o->nscores; i++) {
    if (o->score[i].kind == S_TOWN)
      town = o->score[i].vp;
    add_line(b, a, i);
  }
  EACH_HEX(&b->board, h) {
    if (o->line[h] & TOWN && o->start[h] == HELD_S)
      add_aim(b, a, (sal_hex)h, NO_LINE, town);
  }
}

/* There is nothing more to win there. */
bool wb_aim_taken(const struct sal_play *p, int aim) {
  const struct advice *a = advice(p);
  int line = a->line[aim];

  if (line != NO_LINE && O(p)->score[line].kind == S_RIVER)
    return S(p)->crossed >> line & 1;
  return S(p)->cell[a->aim[aim]].ground & HELD_G;
}

/* The points of an objective hex, or of a Soviet town. */
int wb_aim_points(const struct sal_play *p, sal_hex h) {
  return advice(p)->points[h];
}

/* After this turn the game is over. */
bool wb_last_day(const struct sal_play *p) {
  return p->state->turn >= O(p)->turns;
}

/* ---- value ------------------------------------------------------------------------------ */

/* of what is left of it, in hundredths of a step */
static int32_t worth(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  int32_t w = unit->cel * 40 + 22 * (k->off[unit->cel] + wb_star_points(p, u));

  if (k->role == HQ)
    w += 120;
  if (unit->more & DISORG)
    w -= w / 6;

  return w - smaller(60, 10 * unit->oos);
}

/* How far the nearest German is from an aim; hunger makes it further. */
static int nearest_german(const struct sal_play *p, int aim, int near) {
  EACH_OWN(p, SAL_GERMAN, u) {
    const struct unit *unit = &S(p)->unit[u];
    if (!on_map(p, u))
      continue;
    if (!is_regular(K(p, u)))
      continue;
    near = smaller(near, away(p, aim, unit->at) + 4 * unit->oos);
  }

  return near;
}

/* How near the Germans have come to what they have not got yet, and whether they stand in what they
 * have. */
static int32_t advance(const struct sal_play *p) {
  enum { GARRISON = 8, SIGHT = 60 }; /* a zone takes a place (4.1.6), a unit keeps it */
  const struct advice *a = advice(p);
  int32_t sum = 0;

  for (int i = 0; i < a->naims; i++) {
    bool garrison = S(p)->cell[a->aim[i]].pres & occ(SAL_GERMAN);
    if (!wb_aim_taken(p, i))
      sum += (SIGHT - nearest_german(p, i, SIGHT)) * a->vp[i] / 2;
    else if (garrison)
      sum += GARRISON * a->vp[i];
  }

  return sum;
}

/* Units on the map; reserves of the STAVKA are worth as much where they wait. */
static int32_t worth_of_side(const struct sal_play *p, int side) {
  int32_t sum = 0;

  EACH_OWN(p, side, u) {
    bool reserve = O(p)->place[u].stawka && status(p, u) == ST_WAIT;
    if (status(p, u) == ST_MAP || reserve)
      sum += worth(p, u);
  }

  return sum;
}

/* A game that is over is worth its margin, and more when it ended at once. */
static int32_t value_at_end(const struct sal_play *p, const struct sal_result *r) {
  enum { WON = 1500, AT_ONCE = 4000 };
  int32_t v = VP * within((int)r->margin.num, -100, 100);
  int32_t bonus = S(p)->auto_win ? WON + AT_ONCE : WON;

  return r->winner == SAL_GERMAN ? v + bonus : v - bonus;
}

/* What a position is worth to a side: strength, points, and how near the points are. */
static int32_t value(const struct sal_play *p, int side) {
  struct sal_result r;
  int32_t v = worth_of_side(p, SAL_GERMAN) - worth_of_side(p, SAL_SOVIET);

  if (p->state->over && wb_score(p, &r))
    v = v / 4 + value_at_end(p, &r);
  else
    v += VP * wb_total(p) + advance(p);

  return side == SAL_GERMAN ? v : -v;
}

/* Where a side's units stand and how they are set up, and which bridges stand. A move that comes
 * back to it has only spent points. */
static uint64_t posture(const struct sal_play *p, int side) {
  const struct state *s = S(p);
  uint64_t sum = sal_hash(s->bridge, sizeof s->bridge, s->fight.ntargets);

  EACH_OWN(p, side, u) {
    const struct unit *unit = &s->unit[u];
    const uint8_t of[8] = {(uint8_t)unit->at,
                           (uint8_t)(unit->at >> 8),
                           unit->cel,
                           (uint8_t)(unit->flags & ~(MOVED | OPEN)),
                           (uint8_t)(unit->more & ~(TOUCHED | ACTIVE)),
                           unit->part,
                           unit->face,
                           unit->status};
    sum += sal_hash(of, sizeof of, (uint64_t)u + 1);
  }

  return sum;
}

/* Support of an attack is worth more than bombs. */
static int32_t score_mission(int mission) {
  switch (mission) {
  case OFFENCE: return 20;
  case DEFENCE: return 10;
  case STRIKE: return 5;
  default: return -10;
  }
}

/* Where a mission does most. */
static int32_t score_flight(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *cell = &S(p)->cell[h];
  int mission = S(p)->airkind[side] - 1;

  if (mission == OFFENCE) {
    int32_t v = 10 * wb_column_against(p, side, h, -1, SAL_NOHEX);
    return cell->pres & ZOC ? v : v - 60;
  }
  if (mission == DEFENCE)
    return wb_stands_next_to(p, sal_enemy(side), h) ? cell->cel : -10;

  if (mission == STRIKE && K(p, S(p)->airpick[side] - 1)->sp[1] <= 2 * O(p)->cm[h])
    return -200; /* 8.2.7: the ground would leave nothing of it */

  return 3 * cell->cel - 6 * O(p)->cm[h];
}

/* A counter flies in its own half of the turn, the strongest first. */
static int32_t score_counter(const struct sal_play *p, int side, int u) {
  bool ours = (p->state->phase == P_AIR) == (side == SAL_GERMAN);
  bool pending = S(p)->unit[u].flags & PENDING;
  return pending || !ours ? -20 : 30 + K(p, u)->sp[1];
}

/* What is decided in an air phase, by verb. */
static int32_t score_air(const struct sal_play *p, int side, struct sal_action a) {
  switch (a.verb) {
  case V_PICK: return score_counter(p, side, unit_of(a));
  case V_MISSION: return score_mission(word_of(a, 0));
  case V_PUT: return score_flight(p, side, hex_of(a, 0));
  case V_DROP: return -10;
  default: return 0; /* commit */
  }
}

/* The strongest air counters are chosen; nobody changes his set-up hex. */
static int32_t score_setup(const struct sal_play *p, struct sal_action a) {
  if (a.verb == V_PICK)
    return 10 + K(p, unit_of(a))->sp[1];
  return a.verb == V_DONE ? 5 : -5;
}

/* Reinforcements enter nearest to where they are wanted. */
static int32_t score_enter(const struct sal_play *p, struct sal_action a, const struct plan *plan) {
  if (a.verb == V_PUT)
    return 200 + wb_wish_at(p, plan->wishes, hex_of(a, 0)) / 8;
  return a.verb == V_SHIFT ? -20 : 0;
}

/* The score of one action, by the decision it belongs to. */
static int32_t score_one(const struct sal_play *p, int side, struct sal_action a,
                         const struct plan *plan) {
  switch (sal_top(p)->node) {
  case N_SETUP: return score_setup(p, a);
  case N_AIR: return score_air(p, side, a);
  case N_STEP: return wb_score_step(p, side, a, plan);
  case N_ENTER: return score_enter(p, a, plan);
  case N_ATTACK: return wb_score_attack(p, side, a, plan);
  case N_BUILD: return wb_score_build(p, side, a);
  case N_SUPPORT:
  case N_RESPOND: return wb_score_support(p, side, a);
  case N_LOSS: return wb_score_loss(p, unit_of(a));
  case N_RETREAT: return wb_score_retreat(p, side, a, plan);
  case N_PURSUE: return wb_score_pursue(p, side, a, plan);
  case N_SHELL: return wb_score_shell(p, a);
  case N_WITHDRAW: return SAL_SURE - worth(p, unit_of(a));
  case N_REPAIR: return a.verb == V_REPAIR ? SAL_SURE + K(p, unit_of(a))->sp[2] : 0;
  default: return a.verb == V_DONE ? 1 : 0; /* the barrage */
  }
}

/* What a decision needs to be judged: only that is worked out. */
static struct plan make_plan(const struct sal_play *p, int side, const int8_t *bias) {
  int node = sal_top(p)->node;
  bool moves = node == N_MOVE || node == N_STEP;
  bool whole_front = side == SAL_SOVIET && moves && !(O(p)->scenario & SC_LESSON);
  struct plan plan = {.bias = bias};

  if (moves || node == N_RETREAT)
    plan.front = wb_front(p, side);
  if (plan.front || node == N_ENTER || node == N_PURSUE)
    plan.wishes = wb_wishes(p, SAL_GERMAN, bias);
  if (plan.front && side == SAL_SOVIET)
    plan.lost = wb_wishes(p, SAL_SOVIET, bias);
  if (node == N_MOVE)
    plan.bridges = sal_hash(S(p)->bridge, sizeof S(p)->bridge, 0);
  if (whole_front)
    plan.holes = wb_holes(p, node == N_STEP ? step_of(p)->unit : -1, plan.front);

  return plan;
}

/* Scores the whole list of a decision. */
static void score(const struct sal_play *p, int side, const struct sal_list *l,
                  const int8_t bias[SAL_BIAS], int32_t *out) {
  struct plan plan = make_plan(p, side, bias);

  advice(p)->decisions++;
  if (sal_top(p)->node == N_MOVE) {
    wb_score_moves(p, side, l, &plan, out);
    return;
  }
  for (uint32_t i = 0; i < l->n; i++)
    out[i] = score_one(p, side, l->a[i], &plan);
}

/* Levels on the map, and the places that score when all of them is taken. */
static void stakes(const struct sal_play *p, struct sal_stakes *out) {
  out->unit = "levels";
  for (int u = 0; u < p->book->ncounters; u++)
    if (S(p)->unit[u].at && is_regular(K(p, u)))
      out->strength[side_of(p, u)] += S(p)->unit[u].cel;
  for (int i = 0; i < O(p)->nscores; i++) {
    const struct line_score *l = &O(p)->score[i];
    if (l->kind != S_PLACE || !l->region || !l->region->n)
      continue;
    bool german = wb_taken(p, l->region, SAL_GERMAN);
    sal_stake(out, l->region->hexes[0], german ? SAL_GERMAN : SAL_SOVIET);
  }
}

const struct sal_adviser wb_adviser = {.value = value,
                                       .stakes = stakes,
                                       .score = score,
                                       .room = room,
                                       .prepare = prepare,
                                       .posture = posture,
                                       .nbias = SAL_BIAS,
                                       .turns = 1,
                                       .answered = true,
                                       .actions = 400,
                                       .point = 40,
                                       .least = 20};
