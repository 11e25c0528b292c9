/* movement.c - movement hex by hex (8): what a step costs, when it is allowed, and the step itself.
 *
 * ssp_may_step is the whole law of one step; list, check and the reach (query.c) all ask it. A step
 * is a frame (N_STEP), because the enemy decides in the middle of it.
 */
#include "state.h"

/* ---- what a step costs (8.3) ------------------------------------------------------------ */

/* In halves of a movement point. A road counts instead of the terrain (8.3e), and takes half a
 * point of motorized units (8.4). Every kind of difficult terrain costs the unit's factor once
 * (8.3d). */
static int cost_in(const struct ssp_book *own, sal_unit u, sal_hex from, int dir) {
  const struct ssp_edge *edge = &own->edge[from * 6 + dir];
  const struct ssp_kind *type = &own->type[u];

  if (!(edge->is & EDGE_ON))
    return BARRED; /* 8.1: off the map */
  if (edge->is & EDGE_BARRED)
    return BARRED; /* 8.3f: the Psel */
  if (edge->is & EDGE_ROAD)
    return type->move == MOVE_MOTOR ? 1 : SSP_HALVES;
  int items = edge->items[type->side];
  if (!items)
    return SSP_HALVES;

  return items * type->mcf * SSP_HALVES;
}

int ssp_cost(const struct sal_play *p, sal_unit u, sal_hex from, int dir) {
  return cost_in(O(p), u, from, dir);
}

/* By name: asked for single hexes, where the rule has to be told. */
static bool has_terrain(const struct sal_book *book, sal_hex h, const char *id) {
  int bit = sal_terrain_bit(book->terrains.hex, book->terrains.nhex, id);
  return book->board.terrain[h] >> bit & 1;
}

/* The rule that says most about a step's cost. */
static int cost_rule(const struct sal_play *p, sal_unit u, sal_hex from, int dir) {
  const struct ssp_edge *edge = &O(p)->edge[from * 6 + dir];
  int side = ssp_side(p, u);
  int items = edge->items[side];

  if (edge->is & EDGE_ROAD)
    return ssp_type(p, u)->move == MOVE_MOTOR ? R_8_4 : R_8_3e;
  if (items == 0)
    return R_8_3a;
  if (items > 1)
    return R_8_3d;
  sal_hex to = sal_next(&p->book->board, from, dir);
  if (has_terrain(p->book, to, "woods") || has_terrain(p->book, to, "hilltop"))
    return R_8_3a;
  if (O(p)->fort[to] && side == SAL_GERMAN)
    return R_8_3b;

  return R_8_3c;
}

/* ---- the law of one step ---------------------------------------------------------------- */

/* 4.2f, 8.1, 8.3: may the unit take this step? The first step of a fresh action is always possible
 * and takes what there is (8.3h). */
bool ssp_may_step(const struct sal_play *p, struct sal_step *step, struct sal_refusal *why) {
  sal_unit u = step->unit;

  if (ssp_type(p, u)->mf == 0)
    return sal_refuse(why, R_2_10a, "{u0} never moves.", u, 0);
  if (ssp_has_side(p, step->to, sal_enemy(ssp_side(p, u))))
    return sal_refuse(
        why, R_4_2f,
        "There is an enemy in {h1}: enemy hexes are entered after all actions, as close combat.", u,
        step->to);
  step->price = ssp_cost(p, u, step->from, step->dir);
  if (step->price == BARRED)
    return sal_refuse(why, R_8_3f, "The Psel cannot be crossed into {h1} without a bridge.", u,
                      step->to);
  if (ssp_closed(p, step->to))
    return sal_refuse(why, R_8_3i,
                      "{h1} was emptied by losses and is closed to this formation for the impulse.",
                      u, step->to);
  if (step->price <= step->left)
    return true;
  if (!(step->note & FIRST_STEP))
    return sal_refuse(why, R_8_3g, "{u0} does not have enough movement points for {h1}.", u,
                      step->to);
  step->price = step->left;
  step->rule = R_8_3h;
  return true;
}

/* The same for the reach, which also shows the rule that sets the price. */
bool ssp_step_law(const struct sal_play *p, const void *own, struct sal_step *step,
                  struct sal_refusal *why) {
  (void)own;
  if (!ssp_may_step(p, step, why))
    return false;
  step->note_after = 0;
  if (step->rule != R_8_3h)
    step->rule = (uint16_t)cost_rule(p, step->unit, step->from, step->dir);

  return true;
}

/* ---- why not there? --------------------------------------------------------------------- */

/* A way to a hex that is not next to the unit, found by the cost of the ground alone. The player
 * wants to know what stops the unit on that way. */
enum { NO_WAY = 250 };
struct way {
  struct sal_ways ways; /* workspace */
  uint8_t away[];       /* per cell: halves from there to the goal */
};

size_t ssp_way_room(const struct sal_book *b) {
  return sizeof(struct way) + b->board.cells;
}

/* As sal_ways_to asks for it: `unit` is who would go. */
static int price_for(const struct sal_book *b, sal_hex from, int dir, int unit) {
  int cost = cost_in(b->own, (sal_unit)unit, from, dir);
  return cost == BARRED ? SAL_BARRED : cost;
}

/* The direction of the next step on the cheapest way. */
static int next_step(const struct sal_play *p, const struct way *way, sal_unit u, sal_hex from) {
  int best = -1;
  int least = NO_WAY;

  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(&p->book->board, from, d);
    int cost = ssp_cost(p, u, from, d);
    if (cost == BARRED || cost + way->away[to] >= least)
      continue;
    least = cost + way->away[to];
    best = d;
  }

  return best;
}

/* The way is walked by the law of a step until it refuses one: an enemy, a closed hex, or points
 * that do not last. */
bool ssp_way_blocked(const struct sal_play *p, sal_unit u, sal_hex to, int left, int note,
                     struct sal_refusal *why) {
  struct way *way = p->scratch;
  sal_hex start = S(p)->unit[u].hex;
  int points = left;

  if (!why)
    return false;
  if (start == to)
    return sal_refuse(why, R_8_1, "{u0} is in {h1} already.", u, to);
  sal_ways_to(&way->ways, p->book, to, price_for, u, NO_WAY, way->away);
  if (way->away[start] >= NO_WAY)
    return sal_refuse(why, R_8_1, "There is no way for {u0} to {h1}.", u, to);
  for (sal_hex h = start; h != to;) {
    int dir = next_step(p, way, u, h);
    struct sal_step step = {.unit = u,
                            .from = h,
                            .to = sal_next(&p->book->board, h, dir),
                            .dir = dir,
                            .left = left,
                            .note = note};
    if (!ssp_may_step(p, &step, why)) {
      if (why->rule != R_8_3g)
        return false;
      return sal_refuse4(why, R_8_3g,
                         "{h1} is out of reach: the way there costs {f2} movement {point/points}, "
                         "and {u0} has {f3} left.",
                         u, to, way->away[start], points);
    }
    left -= step.price;
    note = 0;
    h = step.to;
  }
  sal_hex first = sal_next(&p->book->board, start, next_step(p, way, u, start));
  return sal_refuse4(why, R_8_1, "{u0} moves hex by hex: on the way to {h1} {h2} comes first.", u,
                     to, first, 0);
}

/* ---- N_STEP: one hex -------------------------------------------------------------------- */

/* The unit crosses the hexside and pays for it, in the frame of its action below this one. */
static void cross_hexside(struct sal_play *p, const struct crossing *c) {
  sal_unit u = c->unit;
  struct action *action = action_in(sal_top(p) - 1);
  sal_hex from = S(p)->unit[u].hex;
  sal_hex to = sal_next(&p->book->board, from, c->dir);
  int cost = ssp_cost(p, u, from, c->dir);
  int left = action->limit - action->spent;
  int rule = cost_rule(p, u, from, c->dir);
  bool from_cc = ssp_second_edition(p) && ssp_contested(p, from); /* 11.3d */

  ssp_drop_kz(p, u, R_10_1b);
  ssp_put(p, u, to);
  ssp_note_step(p, u, c->dir);
  if (cost > left) { /* 8.3h: it spends all it has */
    sal_tell(p, E_MINIMUM, R_8_3h, SAL_EVU(u, .at = {to, from}, .n = {(int16_t)cost}));
    cost = left;
  } else {
    sal_tell(p, E_STEP, rule, SAL_EVU(u, .at = {to, from}, .n = {(int16_t)cost}));
  }
  action->spent = (uint16_t)(action->spent + cost);
  if (action->mode == MODE_FRESH)
    action->mode = from_cc ? MODE_LEFT_CC : MODE_MOVING;
  if (action->mode == MODE_RECOVERED)
    action->mode = MODE_RECOVERED_MOVING;
  ssp_take_control(p, from); /* a close combat left may be over */
  ssp_take_control(p, to);
}

enum { STEP_LEAVES, STEP_CROSSES };

/* Fire at the unit where it leaves (7.2b, 7.2g), the step, fire where it arrives (7.2a). A unit
 * that is suppressed on the way out still arrives (7.2e). */
static bool step_run(struct sal_play *p) {
  struct crossing *c = crossing_of(p);
  sal_unit u = c->unit;
  sal_hex h = S(p)->unit[u].hex;

  switch (c->stage++) {
  case STEP_LEAVES: ssp_react(p, u, ssp_contested(p, h) ? ON_LEAVE_CC : ON_LEAVE); break;
  case STEP_CROSSES:
    if (!h)
      break;
    cross_hexside(p, c);
    ssp_react(p, u, ON_ENTER);
    break;
  default: sal_pop(p);
  }

  return true;
}

const struct sal_node ssp_node_step = {.id = "step", .rule = R_8_1, .run = step_run};
