/* field_path.c - F4.3 to F4.8, F5.2 to F5.4: where a group or vehicle may go, and which way.
 *
 * One flood by movement points gives all goals; the way to one goal is then traced by the tie rules
 * of F4.7 and F5.3. On foot a node is a Location, in a vehicle a hex and a facing.
 */
#include "field.h"

#include <string.h>

enum { FAR = 0xffff, PER_MP = 64 };

/* The activation under way, also while something interrupts it. */
struct activation *sf_activation(const struct sal_play *p) {
  for (int i = p->state->depth - 1; i >= 0; i--)
    if (p->state->frame[i].node == N_F_UNIT)
      return activation_in(&p->state->frame[i]);
  return NULL;
}

/* F5.2: hexsides to turn, the shorter way. */
int sf_turns(int from, int to) {
  int turns = (to - from + 6) % 6;
  return turns > 3 ? 6 - turns : turns;
}

/* The mover, if it is a vehicle. */
bool sf_group_vehicle(const struct sal_play *p, sal_unit *v) {
  sal_unit who[32];
  int n = sf_members(p, who);

  for (int i = 0; i < n; i++)
    if (sf_vehicle(p, who[i])) {
      *v = who[i];
      return true;
    }

  return false;
}

/* Where the group stands; it is in one Location. */
static location group_at(const struct sal_play *p) {
  sal_unit who[32];
  return sf_members(p, who) ? unit_at(p, who[0])->at : 0;
}

/* ---- F4.7: what is left of the allowance ------------------------------------------------ */

/* F4.7: what is left, less the point that a further path costs. Below 0 when the extra point of the
 * road has been spent. */
static int mp_balance(const struct sal_play *p) {
  const struct activation *act = sf_activation(p);
  int left = (int)act->allowance - (int)act->spent - (int)F(p)->spent;

  /* A path that was cut is not paid for again (F4.10), nor are the points of one path. */
  bool walked_to_end = act->is & ACT_GONE && !(act->is & ACT_CUT);
  if (walked_to_end && !F(p)->npath)
    left--;
  return left;
}

/* F4.2: MP that the group may still spend on a path. */
int sf_mp_left(const struct sal_play *p) {
  int left = mp_balance(p);
  return left > 0 ? left : 0;
}

/* F5.8, F10.3, F20.3, F22.2: MP for what is no path. (Before edition 6 the point that a further
 * path costs was kept back for it as well.) */
int sf_mp_unspent(const struct sal_play *p) {
  const struct activation *act = sf_activation(p);

  if (!sf_edition_6(p))
    return sf_mp_left(p);
  int left = (int)act->allowance - (int)act->spent;
  return left > 0 ? left : 0;
}

/* F4.4: the road gives one point in an activation, not one with each path. (Before edition 3 it
 * did.) */
static bool road_point_left(const struct sal_play *p) {
  enum { ONCE = 3 };
  bool older = p->book->edition && p->book->edition < ONCE;
  return older || mp_balance(p) >= 0;
}

/* ---- F4.8, F5.4: where one may go ------------------------------------------------------- */

/* Known enemies bar the way; a "?" may be entered only by name, a Blaze not at all. */
bool sf_may_enter(const struct sal_play *p, int side, bool vehicle, location l, bool named) {
  const struct patch *patch = patch_at(p, hex_at(l));
  /* A Blaze cannot be entered (F20.5). */
  if (patch->holds & HEX_BLAZE)
    return false;
  if (vehicle && level_at(l) != GROUND)
    return false;
  /* The cheapest way goes round a "?"; a player who names it may walk into it (F4.8). */
  if (!named && sf_veiled(p, sal_enemy(side), l))
    return false;
  return !sf_enemy_known(p, side, l);
}

/* F3.2: an own vehicle or Gun in the way. */
static bool heavy_own(const struct sal_play *p, int side, sal_hex h, int but) {
  for (EACH_IN_HEX(p, u, h)) {
    int cls = kind_of(p, u)->cls;
    bool heavy = cls == VEHICLE || cls == GUN;
    if (u == but || !heavy || side_of(p, u) != side)
      continue;
    if (sf_on_map(p, u))
      return true;
  }

  return false;
}

/* F4.3, F16.5: stairs, and the way into a pillbox: between the ground and one level, 1 MP. */
static int climb_cost(const struct sal_play *p, int side, location from, location to) {
  location other = level_at(from) == GROUND ? to : from;
  bool both_off = level_at(from) != GROUND && level_at(to) != GROUND;
  /* Upper storey and pillbox have no way into each other. */
  if (both_off || level_at(other) == GROUND)
    return BARRED;
  if (!sf_location_is(p, other, side))
    return BARRED;
  return 1;
}

/* F16.12: into the rubble of a building that came down, as T1 has it. */
static int rubble_cost(const struct sal_play *p, bool vehicle, sal_hex a, int dir, sal_hex b) {
  enum { ON_FOOT = 3, DRIVING = 6 };
  int foot = FB(p)->inf_edge[a * 6 + dir];
  int up = ground_at(p, b)->level - ground_at(p, a)->level;

  /* A road through it stays a road. */
  bool road = p->book->board.path[a * 6 + dir];
  if (foot == BARRED || road)
    return vehicle ? FB(p)->veh_edge[a * 6 + dir] : foot;

  bool hedge = ground_at(p, a)->hedge >> dir & 1;
  int extra = hedge ? FB(p)->hedge_cost : 0;
  if (up > 0)
    extra += up * (vehicle ? FB(p)->uphill_veh : FB(p)->uphill_inf);
  return (vehicle ? DRIVING : ON_FOOT) + extra;
}

enum { WIRE_MP = 2 }; /* F16.6: wanted above the cost of a step out of wire */
/* What a step on foot costs by T1, with works and rubble as far as the side knows them. */
static int foot_price(const struct sal_play *p, int side, sal_hex a, int dir, sal_hex b) {
  int cost = FB(p)->inf_edge[a * 6 + dir];
  uint8_t holds = patch_at(p, a)->holds | patch_at(p, b)->holds;
  /* The drawn ground alone: the common case. */
  if (!(holds & (HEX_WORKS | HEX_RUBBLE)))
    return cost;

  if (patch_at(p, b)->holds & HEX_RUBBLE)
    cost = rubble_cost(p, false, a, dir, b);
  cost = sf_foot_cost(p, a, b, cost, side);
  /* The die of F16.6 comes with the step; the price offered is the least it may be. */
  if (cost != BARRED && sf_work(p, a, WORK_WIRE, side))
    cost += WIRE_MP;
  return cost;
}

/* A vehicle's MP for leaving a hex in that direction, without regard to units in the next hex;
 * F5.11: a vehicle that tows stays out of woods. */
static int drive_edge(const struct sal_play *p, int side, uint32_t flags, sal_hex a, int dir,
                      sal_hex b) {
  int cost = FB(p)->veh_edge[a * 6 + dir];
  uint8_t holds = patch_at(p, a)->holds | patch_at(p, b)->holds;

  if (patch_at(p, b)->holds & HEX_RUBBLE)
    cost = rubble_cost(p, true, a, dir, b);
  if (cost == BARRED)
    return BARRED;

  bool along = p->book->board.path[a * 6 + dir];
  bool into_woods = ground_at(p, b)->is & H_WOODS && !along;
  if (flags & K_TOWING && into_woods)
    return BARRED;
  if (holds & HEX_WORKS && sf_bars_vehicle(p, flags, a, b, side))
    return BARRED;

  if (patch_at(p, b)->holds & HEX_WRECK)
    cost += FB(p)->wreck_veh;
  return cost;
}

/* One step's MP between neighbouring Locations, without turning, over works that the side knows;
 * BARRED: it cannot be made. */
int sf_step_cost(const struct sal_play *p, int side, bool vehicle, location from, location to) {
  sal_hex a = hex_at(from);
  sal_hex b = hex_at(to);
  sal_unit v = SAL_NOUNIT;

  if (a == b)
    return vehicle ? BARRED : climb_cost(p, side, from, to);
  /* Upper storeys are entered and left by their own stairs only (F4.3). */
  if (level_at(from) != GROUND || level_at(to) != GROUND)
    return BARRED;

  int dir = sal_dir_to(&p->book->board, a, b);
  if (dir < 0)
    return BARRED;
  if (!vehicle)
    return foot_price(p, side, a, dir, b);

  uint32_t flags = sf_group_vehicle(p, &v) ? sf_drive_flags(p, v) : 0;
  int cost = drive_edge(p, side, flags, a, dir, b);
  if (cost == BARRED)
    return BARRED;

  /* Past another own vehicle or Gun 1 MP more (F3.2). */
  return heavy_own(p, side, b, SAL_NOUNIT) ? cost + 1 : cost;
}

/* ---- floods ----------------------------------------------------------------------------- */

enum { WAITS = 4 }; /* a node is reached so often at most, on the average */

/* Nodes enough for both kinds of flood: six facings are more than the levels of a hex. */
static uint32_t nodes_of(const struct sal_book *b) {
  return (uint32_t)b->board.cells * 6;
}

/* Workspace of a flood: nodes with a facing for vehicles, with a level for men. */
uint32_t sf_reach_bytes(const struct sal_book *b) {
  uint32_t nodes = nodes_of(b);
  uint32_t cells = b->board.cells;
  uint32_t waiting = nodes * WAITS * (uint32_t)sizeof(struct waiting);
  uint32_t bytes =
      (uint32_t)sizeof(struct reach) + waiting + nodes * 3 + cells * 2 + cells * LEVELS * 3 + 64;

  return (bytes + 15) & ~15u; /* a list lies behind it, aligned */
}

enum { BAR_ENEMY = 1, BAR_HEAVY = 2 };

/* On foot a node is a Location. */
static uint32_t foot_node(location l) {
  return (uint32_t)hex_at(l) * LEVELS + (uint32_t)level_at(l);
}

/* Marks the units in the way, looked up once for a flood. */
static void mark_bars(const struct sal_play *p, struct reach *r, int side) {
  memset(r->bars, 0, (size_t)p->book->board.cells * LEVELS);

  for (EACH_MAN(p, u)) {
    int cls = kind_of(p, u)->cls;
    uint8_t *bar = &r->bars[foot_node(unit_at(p, u)->at)];
    bool own = side_of(p, u) == side;
    bool heavy = cls == VEHICLE || cls == GUN;

    /* Known enemies close a Location (F4.8). */
    if (!own && sf_known(p, u))
      *bar |= BAR_ENEMY;
    /* Past an own vehicle or Gun a vehicle pays more (F3.2). */
    if (own && heavy)
      *bar |= BAR_HEAVY;
  }
}

/* The arrays one behind the other in scratch, and nothing reached yet. */
static struct reach *clear(const struct sal_play *p, int side) {
  struct reach *r = p->scratch;
  uint32_t nodes = nodes_of(p->book);
  uint32_t cells = p->book->board.cells;

  r->room = nodes * WAITS;
  r->nwait = 0;
  r->wait = (struct waiting *)(r + 1);
  r->cost = (uint16_t *)(r->wait + r->room);
  r->road = r->cost + nodes;
  r->goal = r->road + cells;
  r->on_way = (uint8_t *)(r->goal + cells * LEVELS);
  r->bars = r->on_way + nodes;
  r->n = 0;
  r->nwanted = 0;
  r->roads = false;
  r->side = (uint8_t)side;
  memset(r->cost, 0xff, nodes * sizeof r->cost[0]);
  memset(r->head, 0xff, sizeof r->head);
  mark_bars(p, r, side);

  return r;
}

/* Is that within the budget, and cheaper than the node was before? */
static bool improves(const struct reach *r, uint32_t node, int cost) {
  return cost < r->cost[node] && cost / PER_MP <= r->budget;
}

/* A node is reached at that cost; nodes wait by their MP, and each step costs at least one, so a
 * node is final when its turn comes. */
static void arrive(struct reach *r, uint32_t node, int cost) {
  int mp = cost / PER_MP;
  if (!improves(r, node, cost))
    return;

  SAL_ASSERT(r->nwait < r->room);
  r->cost[node] = (uint16_t)cost;
  r->wait[r->nwait] = (struct waiting){node, r->head[mp]};
  r->head[mp] = r->nwait++;
}

/* The next node of that many MP, dearer entries of nodes reached again passed over. */
static uint32_t next_of(struct reach *r, int mp) {
  while (r->head[mp] != NO_NODE) {
    const struct waiting *w = &r->wait[r->head[mp]];
    r->head[mp] = w->next;
    if (r->cost[w->node] / PER_MP == mp)
      return w->node;
  }

  return NO_NODE;
}

/* The Location of a node. */
static location foot_place(uint32_t node) {
  return location_at((sal_hex)(node / LEVELS), (int)(node % LEVELS));
}

/* F4.8, F20.5: neither a known enemy nor a Blaze is there. */
static bool is_free(const struct sal_play *p, const struct reach *r, location to) {
  bool burns = patch_at(p, hex_at(to))->holds & HEX_BLAZE;
  return !burns && !(r->bars[foot_node(to)] & BAR_ENEMY);
}

/* F4.3, F4.8: one step on foot at that price, if the law of one step allows it. */
static void foot_step(const struct sal_play *p, struct reach *r, int side, uint32_t node,
                      location to, int price, sf_enter *may) {
  int cost = r->cost[node] + price * PER_MP;
  if (price == BARRED || !improves(r, foot_node(to), cost))
    return;

  /* Another sort of flood brings its own law of where it may go. */
  bool free = may ? may(p, side, to) : is_free(p, r, to);
  if (free)
    arrive(r, foot_node(to), cost);
}

/* Are there other Locations in the hex than the ground? */
static bool storeys(const struct sal_play *p, sal_hex h) {
  return ground_at(p, h)->is & H_UPPER || patch_at(p, h)->holds & HEX_WORKS;
}

/* Has a flood that is looking for one goal found the cheapest way there? What it reaches later is
 * dearer. */
static bool goal_settled(const struct reach *r, int mp) {
  for (uint32_t i = 0; i < r->nwanted; i++)
    if (r->cost[r->wanted + i] / PER_MP <= mp)
      return true;
  return false;
}

/* The steps on foot out of one Location. */
static void foot_steps(const struct sal_play *p, struct reach *r, int side, uint32_t node,
                       sf_enter *may) {
  location from = foot_place(node);
  sal_hex at = hex_at(from);

  /* Upper storeys and pillboxes are left by the ground level (F4.3, F16.5). */
  for (int d = 0; level_at(from) == GROUND && d < 6; d++) {
    sal_hex h = sal_next(&p->book->board, at, d);
    if (h)
      foot_step(p, r, side, node, location_at(h, GROUND), foot_price(p, side, at, d, h), may);
  }

  if (!storeys(p, at))
    return;
  for (int level = 0; level < LEVELS; level++) {
    location to = location_at(at, level);
    if (to != from)
      foot_step(p, r, side, node, to, climb_cost(p, side, from, to), may);
  }
}

/* On foot, from the start within the budget. A unit that reaches a "?" stops there. */
static void flood_foot(const struct sal_play *p, struct reach *r, int side, location start,
                       sf_enter *may) {
  arrive(r, foot_node(start), 0);

  for (int mp = 0; mp <= r->budget && !goal_settled(r, mp); mp++)
    for (uint32_t node; (node = next_of(r, mp)) != NO_NODE;) {
      location from = foot_place(node);
      /* What is under a "?" is met there, so no path leads past it (F15.9). */
      bool veiled = sf_veiled(p, sal_enemy(side), from);
      if (from == start || !veiled)
        foot_steps(p, r, side, node, may);
    }
}

/* The first and the last of the hexes, by their place among them, that a flood has come to: goals
 * lie between them. */
struct span {
  int low, high;
};
static void widen(const struct sal_play *p, struct span *s, sal_hex h) {
  int place = FB(p)->index[h] - 1;

  if (place < s->low)
    s->low = place;
  if (place > s->high)
    s->high = place;
}

/* The hexes of a flood with this many nodes to a hex. */
static struct span span_of(const struct sal_play *p, const struct reach *r, uint32_t nodes) {
  struct span s = {p->book->board.nhexes, 0};

  for (uint32_t i = 0; i < r->nwait; i++)
    widen(p, &s, (sal_hex)(r->wait[i].node / nodes));
  return s;
}

/* F4.4: by road alone, with one point more. */
static void flood_road(const struct sal_play *p, struct reach *r, int side, location start,
                       struct span *span) {
  const struct sal_board *m = &p->book->board;
  sal_hex queue[256];
  int head = 0;
  int tail = 0;

  memset(r->road, 0xff, (size_t)m->cells * sizeof r->road[0]);

  /* The bonus is for steps along the road only. */
  if (level_at(start) != GROUND)
    return;

  r->road[hex_at(start)] = 0;
  queue[tail++] = hex_at(start);

  while (head < tail) {
    sal_hex h = queue[head++];
    /* As on any path a "?" stops the group. */
    bool begins = h == hex_at(start);
    if (!begins && sf_veiled(p, sal_enemy(side), location_at(h, GROUND)))
      continue;

    for (int d = 0; d < 6; d++) {
      sal_hex to = sal_next(m, h, d);
      bool road = to && m->path[h * 6 + d];
      int edge = road ? foot_price(p, side, h, d, to) : BARRED;
      if (edge == BARRED)
        continue;

      int cost = r->road[h] + edge;
      /* One point more than the budget, and cheaper than before. */
      if (cost > r->budget + 1 || cost >= r->road[to] || tail == 256)
        continue;
      if (!sf_may_enter(p, side, false, location_at(to, GROUND), true))
        continue;

      r->road[to] = (uint16_t)cost;
      queue[tail++] = to;
      widen(p, span, to);
    }
  }
}

/* What a vehicle pays to leave a hex in a direction, as sf_step_cost says, from the flood's own
 * notes. */
static int drive_price(const struct sal_play *p, const struct reach *r, sal_hex h, int dir,
                       sal_hex to) {
  location there = location_at(to, GROUND);
  if (!is_free(p, r, there))
    return BARRED;

  int cost = drive_edge(p, r->side, r->flags, h, dir, to);
  if (cost == BARRED)
    return BARRED;
  /* F3.2 */
  return r->bars[foot_node(there)] & BAR_HEAVY ? cost + 1 : cost;
}

enum { NOT_ASKED = 254 }; /* a price that has not been worked out in this flood */

/* The price, worked out once: it is the same whichever way the vehicle came to face. */
static int price_of(const struct sal_play *p, struct reach *r, sal_hex h, int dir, sal_hex to) {
  uint8_t *price = &r->on_way[h * 6 + dir];

  if (*price == NOT_ASKED)
    *price = (uint8_t)drive_price(p, r, h, dir, to);
  return *price;
}

/* F5.2: one hex forward, after turning towards it. */
static void drive_step(const struct sal_play *p, struct reach *r, uint32_t node, int dir) {
  sal_hex h = (sal_hex)(node / 6);
  sal_hex to = sal_next(&p->book->board, h, dir);
  int cost = to ? price_of(p, r, h, dir, to) : BARRED;

  if (cost == BARRED)
    return;

  /* Turns cost MP, and of ways with equal MP the one with fewer turns is taken (F5.3). */
  int turns = sf_turns((int)(node % 6), dir);
  arrive(r, (uint32_t)to * 6 + (uint32_t)dir, r->cost[node] + (cost + turns) * PER_MP + turns);
}

/* Does turning in the hex bring the vehicle to this facing as cheaply from another one? Then every
 * way on from here is as cheap from there. */
static bool turned_there(const struct reach *r, uint32_t node) {
  uint32_t first = node - node % 6;

  for (int f = 0; f < 6; f++) {
    int turns = sf_turns(f, (int)(node % 6));
    if (turns && r->cost[first + (uint32_t)f] + turns * (PER_MP + 1) <= r->cost[node])
      return true;
  }

  return false;
}

/* F5.3: hexes and facings by movement points. A "?" can be driven into, not past. */
static void flood_drive(const struct sal_play *p, struct reach *r, location start, int face) {
  uint32_t first = (uint32_t)hex_at(start) * 6 + (uint32_t)face;
  memset(r->on_way, NOT_ASKED, nodes_of(p->book)); /* ways are marked later, in the same room */
  arrive(r, first, 0);

  for (int mp = 0; mp <= r->budget && !goal_settled(r, mp); mp++)
    for (uint32_t node; (node = next_of(r, mp)) != NO_NODE;) {
      location at = location_at((sal_hex)(node / 6), GROUND);
      bool veiled = sf_veiled(p, sal_enemy(r->side), at);
      bool stops = node != first && veiled;
      if (stops || turned_there(r, node))
        continue;
      for (int d = 0; d < 6; d++)
        drive_step(p, r, node, d);
    }
}

/* Where the next leg begins. */
static location path_end(const struct sal_play *p) {
  return F(p)->npath ? F(p)->path[F(p)->npath - 1] : group_at(p);
}

static void add_goal(struct reach *r, location l) {
  r->goal[r->n++] = l;
}

/* Cheapest cost of a hex over the facings. */
static int drive_cost(const struct reach *r, sal_hex h, int *face) {
  int best = FAR;
  for (int d = 0; d < 6; d++)
    if (r->cost[h * 6 + d] < best) {
      best = r->cost[h * 6 + d];
      *face = d;
    }

  return best;
}

/* Goals of a vehicle: every hex it reaches, whichever way it then faces. */
static void drive_goals(const struct sal_play *p, struct reach *r, location start) {
  const struct sal_board *m = &p->book->board;
  struct span span = span_of(p, r, 6);

  for (int i = span.low; i <= span.high; i++) {
    location l = location_at(m->order[i], GROUND);
    int face;
    if (l != start && drive_cost(r, m->order[i], &face) != FAR)
      add_goal(r, l);
  }
}

/* May a path on foot end there? Some Locations only the extra point of the road reaches. */
static bool is_foot_goal(const struct sal_play *p, const struct reach *r, location start,
                         location l) {
  bool by_road = r->roads && level_at(l) == GROUND && r->road[hex_at(l)] <= r->budget + 1;
  bool reached = r->cost[foot_node(l)] != FAR || by_road;
  if (l == start || !reached)
    return false;

  /* A careful move goes to the next Location (F4.5). */
  bool careful = sf_activation(p)->mode == CAREFUL;
  return !careful || sf_step_cost(p, r->side, false, start, l) != BARRED;
}

/* Goals on foot, within the span of the flood. */
static void foot_goals(const struct sal_play *p, struct reach *r, location start,
                       struct span span) {
  const struct sal_board *m = &p->book->board;

  for (int i = span.low; i <= span.high; i++)
    for (int level = 0; level < LEVELS; level++) {
      location l = location_at(m->order[i], level);
      if (is_foot_goal(p, r, start, l))
        add_goal(r, l);
    }
}

/* What a flood needs to know of the group that moves. */
static struct reach *begin_reach(const struct sal_play *p, int side) {
  struct reach *r = clear(p, side);
  sal_unit v = SAL_NOUNIT;
  int left = sf_mp_left(p);

  r->vehicle = sf_group_vehicle(p, &v);
  r->flags = r->vehicle ? sf_drive_flags(p, v) : 0;
  r->budget = (uint8_t)(left > MAX_MP ? MAX_MP : left);
  return r;
}

/* The facing at the end of the path so far, of a vehicle. */
static int face_at_end(const struct sal_play *p) {
  sal_unit v = SAL_NOUNIT;
  int n = F(p)->npath;

  if (n)
    return F(p)->facing[n - 1];
  return sf_group_vehicle(p, &v) ? unit_at(p, v)->face : 0;
}

/* F4.4, F4.5: the road is for a group that has kept to it and does not move carefully. */
static bool by_road(const struct sal_play *p) {
  const struct activation *act = sf_activation(p);
  bool kept_to_road = !(act->is & ACT_OFF_ROAD) && act->mode != CAREFUL;
  return kept_to_road && road_point_left(p);
}

/* Everything within reach from the end of the path so far. */
struct reach *sf_reach(const struct sal_play *p, int side) {
  struct reach *r = begin_reach(p, side);
  location start = path_end(p);

  if (r->vehicle) {
    flood_drive(p, r, start, face_at_end(p));
    drive_goals(p, r, start);
    return r;
  }

  flood_foot(p, r, side, start, NULL);
  struct span span = span_of(p, r, LEVELS);
  r->roads = by_road(p);
  if (r->roads)
    flood_road(p, r, side, start, &span);
  foot_goals(p, r, start, span);
  return r;
}

/* The same for one goal alone: the flood ends where its price is known. False: it is no goal. */
static bool reach_goal(const struct sal_play *p, struct reach *r, location goal) {
  location start = path_end(p);
  struct span span = {0, 0};
  int face;

  if (r->vehicle) {
    r->wanted = (uint32_t)hex_at(goal) * 6;
    r->nwanted = 6;
    flood_drive(p, r, start, face_at_end(p));
    bool driven = level_at(goal) == GROUND && drive_cost(r, hex_at(goal), &face) != FAR;
    return driven && goal != start;
  }

  r->wanted = foot_node(goal);
  r->nwanted = 1;
  flood_foot(p, r, r->side, start, NULL);
  r->roads = r->cost[foot_node(goal)] == FAR && by_road(p);
  if (r->roads)
    flood_road(p, r, r->side, start, &span);
  return is_foot_goal(p, r, start, goal);
}

/* F4.8: can the group come there from the end of the path so far? */
bool sf_can_reach(const struct sal_play *p, int side, location goal) {
  return reach_goal(p, begin_reach(p, side), goal);
}

/* ---- the way to one goal ---------------------------------------------------------------- */

enum { LONGEST_TRAIL = 128 };
struct trail { /* back from the goal */
  location at[LONGEST_TRAIL];
  uint8_t face[LONGEST_TRAIL];
  int n;
};

/* Trails are traced from the goal backwards. */
static bool push_back(struct trail *t, location l, int face) {
  if (t->n == LONGEST_TRAIL)
    return false;
  t->at[t->n] = l;
  t->face[t->n++] = (uint8_t)face;
  return true;
}

/* F4.7: the predecessor of lowest direction, seen from the hex. */
static bool trace_foot(const struct sal_play *p, const struct reach *r, int side, location start,
                       location goal, struct trail *t) {
  for (location at = goal; at != start;) {
    location before = 0;
    if (!push_back(t, at, 0))
      return false;

    for (int d = 0; d < 6 + LEVELS && !before; d++) {
      /* After the six neighbours come the levels of its own hex. */
      bool stairs = d >= 6;
      sal_hex h = stairs ? hex_at(at) : sal_next(&p->book->board, hex_at(at), d);
      location from = location_at(h, stairs ? d - 6 : GROUND);

      if (!h || r->cost[foot_node(from)] == FAR || from == at)
        continue;
      /* No way continues through a "?". */
      if (from != start && sf_veiled(p, sal_enemy(side), from))
        continue;

      int cost = sf_step_cost(p, side, false, from, at);
      if (cost != BARRED && r->cost[foot_node(from)] + cost * PER_MP == r->cost[foot_node(at)])
        before = from;
    }

    if (!before)
      return false;

    at = before;
  }

  return true;
}

/* F4.4: the way along a road, by the costs of the road bonus. */
static bool trace_road(const struct sal_play *p, const struct reach *r, int side, location start,
                       location goal, struct trail *t) {
  for (sal_hex at = hex_at(goal); at != hex_at(start);) {
    sal_hex before = SAL_NOHEX;
    if (!push_back(t, location_at(at, GROUND), 0))
      return false;

    for (int d = 0; d < 6 && !before; d++) {
      sal_hex h = sal_next(&p->book->board, at, d);
      bool road = h && p->book->board.path[at * 6 + d];
      if (!road || r->road[h] == FAR)
        continue;
      int edge = foot_price(p, side, h, sal_back(d), at);
      if (edge != BARRED && r->road[h] + edge == r->road[at])
        before = h;
    }

    if (!before)
      return false;

    at = before;
  }

  return true;
}

/* Marks every node on a cheapest way to the goal's nodes, backwards. */
static void mark_ways(const struct sal_play *p, struct reach *r, int side, uint32_t goal,
                      uint32_t first) {
  struct waiting *stack = r->wait; /* the flood is over: its lists are free */
  uint32_t n = 0;

  memset(r->on_way, 0, nodes_of(p->book));
  stack[n++].node = goal;
  r->on_way[goal] = 1;

  while (n) {
    uint32_t node = stack[--n].node;
    int dir = (int)(node % 6);
    sal_hex h = (sal_hex)(node / 6);
    sal_hex from = sal_next(&p->book->board, h, sal_back(dir));

    if (node == first || !from)
      continue;

    int step = sf_step_cost(p, side, true, location_at(from, GROUND), location_at(h, GROUND));
    for (int f = 0; step != BARRED && f < 6; f++) {
      uint32_t before = (uint32_t)from * 6 + (uint32_t)f;
      int turns = sf_turns(f, dir);
      if (r->cost[before] == FAR || r->on_way[before])
        continue;
      /* No way continues through a "?". */
      if (before != first && sf_veiled(p, sal_enemy(side), location_at(from, GROUND)))
        continue;
      /* The same sum as in the flood: it is a step of a cheapest way. */
      if (r->cost[before] + (step + turns) * PER_MP + turns != r->cost[node])
        continue;

      r->on_way[before] = 1;
      stack[n++].node = before;
    }
  }
}

/* F5.3: among ways of equal MP and turns the lowest direction from the start on. */
static bool trace_drive(const struct sal_play *p, struct reach *r, int side, location start,
                        int face, location goal, struct trail *t) {
  uint32_t node = (uint32_t)hex_at(start) * 6 + (uint32_t)face;
  uint32_t first = node;
  int last = 0;

  drive_cost(r, hex_at(goal), &last);

  uint32_t end = (uint32_t)hex_at(goal) * 6 + (uint32_t)last;
  mark_ways(p, r, side, end, first);

  while (node != end) {
    uint32_t next = NO_NODE;
    for (int d = 0; d < 6 && next == NO_NODE; d++) {
      sal_hex h = (sal_hex)(node / 6);
      sal_hex to = sal_next(&p->book->board, h, d);
      uint32_t there = (uint32_t)to * 6 + (uint32_t)d;

      if (!to || !r->on_way[there])
        continue;

      int step = sf_step_cost(p, side, true, location_at(h, GROUND), location_at(to, GROUND));
      int turns = sf_turns((int)(node % 6), d);

      if (step != BARRED && r->cost[node] + (step + turns) * PER_MP + turns == r->cost[there])
        next = there;
    }

    if (next == NO_NODE)
      return false;
    if (!push_back(t, location_at((sal_hex)(next / 6), GROUND), (int)(next % 6)))
      return false;

    node = next;
  }

  /* The other traces run backwards: so shall this one. */
  for (int i = 0; i < t->n / 2; i++) {
    location at = t->at[i];
    uint8_t turned = t->face[i];
    t->at[i] = t->at[t->n - 1 - i];
    t->face[i] = t->face[t->n - 1 - i];
    t->at[t->n - 1 - i] = at;
    t->face[t->n - 1 - i] = turned;
  }

  return true;
}

/* The way from the end of the path so far to a goal: its Locations without the start. */
bool sf_path_to(const struct sal_play *p, int side, location goal, struct way *out) {
  struct reach *r = begin_reach(p, side);
  location start = path_end(p);
  struct trail t = {.n = 0};
  bool found = false;

  if (!reach_goal(p, r, goal))
    return false;

  if (r->vehicle) {
    int face = 0;
    found = trace_drive(p, r, side, start, face_at_end(p), goal, &t);
    out->cost = drive_cost(r, hex_at(goal), &face) / PER_MP;
  } else if (r->cost[foot_node(goal)] != FAR) {
    found = trace_foot(p, r, side, start, goal, &t);
    out->cost = r->cost[foot_node(goal)] / PER_MP;
  } else {
    found = trace_road(p, r, side, start, goal, &t);
    out->cost = r->road[hex_at(goal)];
  }

  if (F(p)->npath + t.n >= PATH)
    return false;

  out->n = t.n;

  for (int i = 0; i < t.n; i++) {
    out->at[i] = t.at[t.n - 1 - i];
    out->face[i] = t.face[t.n - 1 - i];
  }

  return found;
}

/* A flood for others: falling back and advances use the same costs. */
struct reach *sf_flood(const struct sal_play *p, int side, location start, int budget,
                       sf_enter *may) {
  const struct sal_board *m = &p->book->board;
  struct reach *r = clear(p, side);

  r->vehicle = false;
  r->budget = (uint8_t)budget;
  flood_foot(p, r, side, start, may);

  for (int i = 0; i < m->nhexes; i++)
    for (int level = 0; level < LEVELS; level++)
      if (r->cost[foot_node(location_at(m->order[i], level))] != FAR)
        add_goal(r, location_at(m->order[i], level));

  return r;
}

/* MP to a goal of sf_reach. */
int sf_reach_cost(const struct reach *r, location l) {
  int face;
  if (r->vehicle)
    return drive_cost(r, hex_at(l), &face) / PER_MP;
  int cost = r->cost[foot_node(l)];
  return cost == FAR ? r->road[hex_at(l)] : cost / PER_MP;
}

int sf_flood_cost(const struct reach *r, location l) {
  return r->cost[foot_node(l)] / PER_MP;
}

/* The way to one goal of that flood. */
bool sf_flood_way(const struct sal_play *p, const struct reach *r, int side, location start,
                  location goal, struct way *out) {
  struct trail t = {.n = 0};
  if (!trace_foot(p, r, side, start, goal, &t) || t.n >= PATH)
    return false;

  *out = (struct way){.n = t.n, .cost = sf_flood_cost(r, goal)};
  for (int i = 0; i < t.n; i++)
    out->at[i] = t.at[t.n - 1 - i];
  return true;
}

/* F12.10: the cheapest way to the nearest hex of its own front edge, cut off where the MP end. */
bool sf_way_home(const struct sal_play *p, int v, struct way *out) {
  const struct sal_board *m = &p->book->board;
  int side = side_of(p, v);
  struct reach *r = clear(p, side);
  int best = FAR;
  int face;
  int mp = kind_of(p, v)->mp;
  int at = unit_at(p, v)->face;
  location start = unit_at(p, v)->at;
  location goal = 0;
  struct trail t = {.n = 0};

  r->vehicle = true;
  r->flags = kind_of(p, v)->flags;
  r->budget = MAX_MP;
  flood_drive(p, r, start, at);

  for (int i = 0; i < m->nhexes; i++) {
    sal_hex h = m->order[i];
    int cost = drive_cost(r, h, &face);
    if (sf_front_depth(p, side, h) || cost == FAR ||
        sf_veiled(p, sal_enemy(side), location_at(h, GROUND)))
      continue;

    if (cost < best || (cost == best && location_at(h, GROUND) < goal)) {
      best = cost;
      goal = location_at(h, GROUND);
    }
  }

  *out = (struct way){.n = 0};

  if (!goal || !trace_drive(p, r, side, start, at, goal, &t))
    return false;

  location from = start;
  for (int i = t.n - 1; i >= 0 && out->n + 1 < PATH; i--) {
    int cost = sf_step_cost(p, side, true, from, t.at[i]) + sf_turns(at, t.face[i]);
    if (out->cost + cost > mp)
      break;
    out->cost += cost;
    out->at[out->n] = t.at[i];
    out->face[out->n++] = t.face[i];
    from = t.at[i];
    at = t.face[i];
  }

  return true;
}
