/* advise_move.c - where the computer opponent's units stand, move and dig in.
 *
 * The German goes where his wishes lead and the Soviet stands in the way; guns and headquarters
 * stay behind other units. A move is worth the difference between two posts.
 */
#include "advise.h"

#include <string.h>

/* to stand next to guns or a headquarters alone; to take them; to stay with one's own */
enum { PREY = 12, OVERRUN = 90, GUARD = 16 };

/* ---- posts ------------------------------------------------------------------------------ */

/* neighbours that a retreat could go to (5.3.3) */
int wb_ways_out(const struct sal_play *p, int side, sal_hex h) {
  int n = 0;

  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    bool enemy = S(p)->cell[to].pres & occ(sal_enemy(side));
    if (to && !enemy && !wb_in_zoc(p, side, to))
      n++;
  }

  return n;
}

/* Guns that u would leave alone, where the enemy can come to them. */
static bool leaves_guns(const struct sal_play *p, int u, const struct front *f) {
  enum { SAFE = 5 };
  sal_hex h = S(p)->unit[u].at;
  bool guns = false;

  if (f->far[h] >= SAFE)
    return false;
  EACH_AT(S(p), w, h) {
    if (w != u && is_regular(K(p, w)))
      return false;
    guns |= is_gun(K(p, w));
  }

  return guns;
}

/* points of the others in a hex */
static int company(const struct sal_play *p, int side, int u, sal_hex h) {
  int sp = 0;

  if (!(S(p)->cell[h].pres & occ(side)))
    return 0;
  EACH_AT(S(p), w, h) {
    if (w != u)
      sp += K(p, w)->def[S(p)->unit[w].cel];
  }

  return sp;
}

/* by others than u */
static bool guarded(const struct sal_play *p, int u, sal_hex h) {
  EACH_AT(S(p), w, h) {
    if (w != u && is_regular(K(p, w)))
      return true;
  }
  return false;
}

/* What it costs guns or a headquarters to stand alone this close to the enemy. A Soviet zone does
 * not save them: the German who breaks through comes in pursuit and ignores zones (5.4.5). */
static int32_t price_alone(int side, int d, bool screened) {
  int close = larger(5 - d, 0);

  if (side == SAL_SOVIET)
    return screened && d > 2 ? 7 * close : 14 * close;
  return screened ? 0 : 8 * close;
}

/* Guns and headquarters want to be within reach of the front (6.3.3) and behind other units. An
 * enemy who reaches them alone takes them (6.1.7, 9.1.5), and guns cannot retreat with the units
 * around them (6.2.4N). */
static int32_t shelter(const struct sal_play *p, int side, int u, sal_hex h,
                       const struct front *f) {
  int d = f->far[h];
  bool with = guarded(p, u, h);
  bool screened = wb_in_zoc(p, sal_enemy(side), h);
  int32_t v = -5 * larger(d - 4, 0);

  if (with)
    v += 6;
  if (screened)
    v += 6;
  if (d < 2)
    v -= with && side == SAL_SOVIET ? 40 : 60; /* a division beside them fights first */
  if (d == 2)
    v -= 20;
  if (!with)
    v -= price_alone(side, d, screened);
  if (d < 2 && wb_in_zoc(p, side, h))
    v -= 30;

  return v;
}

struct trip { /* of guns or a staff, to where they are safest */
  int side, unit, initial;
  const struct front *front;
};
enum { SET_UP = 6, FAR_ENOUGH = 3 }; /* guns that can fire again; hexes */

/* What a trip finds in h, looked up once in a decision. */
static struct known_end *find_end(const struct sal_play *p, const struct trip *t, sal_hex h) {
  struct advice *a = advice(p);
  struct known_end *end = &a->end[h % STANDS];
  bool same = end->unit == t->unit && end->initial == t->initial;

  if (end->decision == a->decisions && end->hex == h && same)
    return end;
  bool full = S(p)->unit[t->unit].at != h && S(p)->cell[h].cel >= STACK;
  int32_t worth = shelter(p, t->side, t->unit, h, t->front) - (full ? 60 : 0);
  *end = (struct known_end){a->decisions, t->unit, t->initial, h, .worth = worth};
  return end;
}

/* The price of going on from h in each direction. */
static const int *find_costs(const struct sal_play *p, const struct trip *t, sal_hex h) {
  struct known_end *end = find_end(p, t, h);

  for (int d = 0; !end->priced && d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    /* it never goes next to the enemy */
    bool open = to && t->front->far[to] >= 2;
    end->cost[d] = open ? wb_step_cost(p, t->unit, h, d, t->initial) : SAL_BARRED;
  }
  end->priced = true;
  return end->cost;
}

/* What it is worth to end in h with this many points left: guns want a point to set up (6.2.4). */
static int32_t end_of_trip(const struct sal_play *p, const struct trip *t, sal_hex h, int left) {
  int32_t v = find_end(p, t, h)->worth;
  bool fires = is_gun(K(p, t->unit)) && left >= POINT;

  return fires ? v + SET_UP : v;
}

enum { STOPS = 37 }; /* hexes within three */
struct stops {       /* where a trip can be after so many hexes, with the most points left */
  int n;
  sal_hex hex[STOPS];
  int left[STOPS];
};
/* One more hex that can be reached with this many points left. */
static void add_stop(struct stops *s, sal_hex h, int left) {
  int i = 0;

  while (i < s->n && s->hex[i] != h)
    i++;
  if (i == s->n) {
    s->hex[s->n++] = h;
    s->left[i] = left;
  }
  s->left[i] = larger(s->left[i], left);
}

/* All that can be reached by one hex more. */
static struct stops go_on(const struct sal_play *p, const struct trip *t,
                          const struct stops *from) {
  struct stops next = {0};

  for (int i = 0; i < from->n; i++) {
    const int *cost = find_costs(p, t, from->hex[i]);
    for (int d = 0; d < 6; d++)
      if (cost[d] != SAL_BARRED && cost[d] <= from->left[i])
        add_stop(&next, (sal_hex)(from->hex[i] + B(p)->step[d]), from->left[i] - cost[d]);
  }

  return next;
}

/* The best end of a trip that continues from h, a point off for each hex. Of the ways to a hex the
 * one that leaves most points is as good as any. */
static int32_t best_trip(const struct sal_play *p, const struct trip *t, sal_hex h, int left,
                         int steps) {
  struct stops stops = {.n = 1, .hex = {h}, .left = {left}};
  int32_t best = end_of_trip(p, t, h, left);

  for (int gone = 1; gone <= steps; gone++) {
    stops = go_on(p, t, &stops);
    for (int i = 0; i < stops.n; i++)
      best = larger(best, end_of_trip(p, t, stops.hex[i], stops.left[i]) - gone);
  }

  return best;
}

/* Guns or a staff near the front; further off every hex is as safe as the next. */
static bool looks_for_shelter(const struct sal_play *p, int u, sal_hex at, const struct front *f) {
  enum { NEAR = 6 };
  bool behind = is_gun(K(p, u)) || K(p, u)->role == HQ;
  return behind && f->far[at] <= NEAR;
}

/* What guns or a headquarters gain by a move: guns that are set up pack first. */
static int32_t gain_of_trip(const struct sal_play *p, int side, int u, const struct front *f) {
  const struct unit *unit = &S(p)->unit[u];
  bool set_up = is_gun(K(p, u)) && !(unit->more & PACKED);
  int initial = wb_initial_mp(p, u, unit->at, false, 0);
  struct trip t = {.side = side, .unit = u, .initial = initial, .front = f};
  int32_t here = end_of_trip(p, &t, unit->at, set_up ? POINT : initial);

  return best_trip(p, &t, unit->at, set_up ? initial - POINT : initial, FAR_ENOUGH) - here;
}

/* Whether the hex is of the region. */
static bool among(const struct sal_region *r, sal_hex h) {
  for (int i = 0; r && i < r->n; i++)
    if (r->hexes[i] == h)
      return true;
  return false;
}

/* K.9, P.10: a place whose loss decides the game. */
static bool decides(const struct own *o, int side, sal_hex h) {
  if (side == SAL_GERMAN)
    return among(o->bielgorod, h);
  if (among(o->kursk, h))
    return true;
  if (among(o->obojan, h))
    return true;

  return among(o->prokhorovka, h);
}

/* Such a place with the enemy near and nobody of ours in it but u. */
static bool must_keep(const struct sal_play *p, int side, int u, sal_hex h, const struct front *f) {
  enum { ALERT = 8 };
  const struct own *o = O(p);

  if (f->far[h] > ALERT)
    return false;
  if (!(o->line[h] & TOWN))
    return false;
  if (o->scenario & SC_LESSON)
    return false;
  if (!decides(o, side, h))
    return false;

  return !guarded(p, u, h);
}

/* Others than u of that side stand in h or next to it, and their zones reach it. */
static bool others_near(const struct sal_play *p, int side, int u, sal_hex h) {
  for (int d = -1; d < 6; d++) {
    sal_hex at = d < 0 ? h : sal_next(B(p), h, d);
    if (at && S(p)->cell[at].pres & occ(side) && guarded(p, u, at))
      return true;
  }
  return false;
}

/* The last day: a place that the German has taken and left is nobody's once a Soviet zone reaches
 * it (4.3.6). Next to a German who must be attacked (5.1.3) that often fails. */
static int32_t denies(const struct sal_play *p, int u, sal_hex h) {
  enum { FREE = 25, BOUND = 10 };
  const struct advice *a = advice(p);
  int points = 0;

  for (int i = 0; i < a->naims; i++) {
    const struct cell *cell = &S(p)->cell[a->aim[i]];
    bool left = cell->ground & HELD_G && !(cell->pres & occ(SAL_GERMAN));
    bool near = left && sal_distance(B(p), h, a->aim[i]) <= 1;
    if (near && !others_near(p, SAL_SOVIET, u, a->aim[i]))
      points += a->vp[i];
  }

  return points * (wb_in_zoc(p, SAL_SOVIET, h) ? BOUND : FREE);
}

/* A place of ours that would stand empty without u, with the enemy near. */
static int32_t keeps_place(const struct sal_play *p, int side, int u, sal_hex h,
                           const struct front *f) {
  enum { ALERT = 6, AT_LAST = 20, EARLIER = 3, SOVIET_HOLDS = 4 };

  if (f->far[h] > ALERT)
    return 0;
  int points = wb_aim_points(p, h);
  if (!points || !(S(p)->cell[h].ground & held(side)) || guarded(p, u, h))
    return 0;
  if (side == SAL_SOVIET)
    return SOVIET_HOLDS * points;

  return points * (wb_last_day(p) ? AT_LAST : EARLIER);
}

/* What the ground gives to a Soviet who holds it. */
static int32_t strength_of_ground(const struct sal_play *p, sal_hex h) {
  int ground = S(p)->cell[h].ground;
  int line = O(p)->line[h];
  int32_t v = 6 * O(p)->cm[h];

  if (ground & FF_S)
    v += 4;
  if (line & LINE_FL)
    v += 8;
  if (line & TOWN && ground & HELD_S)
    v += 4;

  return v;
}

/* What it means to stand this close to the enemy: neither too weak nor too crowded, with a way out.
 */
static int32_t close_up(const struct sal_play *p, int u, sal_hex h, const struct front *f) {
  enum { STACKED = 20 };
  const struct unit *unit = &S(p)->unit[u];
  int others = company(p, SAL_SOVIET, u, h);
  int out = wb_ways_out(p, SAL_SOVIET, h);
  bool reduced = unit->cel == 1 && K(p, u)->cel > 1;
  int32_t v = within(smaller(f->mass[h] / 2, STACKED) - others, -10, 10);

  if (reduced && f->far[h] < 3 && others < 6)
    v -= 35; /* the next loss would be a counter (K.10) */
  if (out == 0)
    v -= 40;
  if (out == 1)
    v -= 15;

  return v;
}

/* The Soviet stands in the way of strong enemies: two hexes in front of them, where he can dig in
 * before they come. */
static int32_t in_the_way(const struct sal_play *p, int u, sal_hex h, const struct plan *plan,
                          bool close) {
  enum { CLOSES = 8, CONTACT = 4 };
  const struct front *f = plan->front;
  const struct holes *holes = plan->holes;
  int here = wb_wish_at(p, plan->wishes, h);
  int32_t v = -5 * larger(f->lure[h] - 2, 0);

  if (f->head[h])
    v += within((here - wb_wish_at(p, plan->wishes, f->head[h])) / 4, -10, 10);
  v += within(wb_wish_at(p, plan->lost, h) / 2, 0, 16);
  if (holes && holes->to[S(p)->unit[u].at] <= holes->call)
    v += CLOSES * larger(DRAWS - holes->to[h], 0);
  v += strength_of_ground(p, h);
  if (f->far[h] < CONTACT && !wb_in_zoc(p, SAL_GERMAN, h))
    v += 6; /* a gap: no zone of ours reaches it */
  if (f->far[h] > CONTACT)
    return v;

  return close ? v + close_up(p, u, h, f) : v + 10;
}

/* The German goes where his wishes lead; cover decides between equals. */
static int32_t german_post(const struct sal_play *p, sal_hex h, const struct plan *plan) {
  bool cover = O(p)->cm[h] || S(p)->cell[h].ground & FF_G;
  int32_t v = wb_wish_at(p, plan->wishes, h);
  return cover ? v + 2 : v;
}

/* Guns or a headquarters alone: a unit of ours that reaches them takes them (6.1.7, 9.1.5). */
static bool is_prey(const struct sal_play *p, int side, sal_hex h) {
  const struct cell *cell = &S(p)->cell[h];
  return cell->soft && cell->pres & occ(sal_enemy(side));
}
/* Such a hex lies next to h. */
static bool beside_prey(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (is_prey(p, side, (sal_hex)(h + B(p)->step[d])))
      return true;
  return false;
}

/* What it is worth to u to end in h. `close`: also work out the attack it would join there, which
 * costs most of the time. */
static int32_t post(const struct sal_play *p, int side, int u, sal_hex h, const struct plan *plan,
                    bool close) {
  const struct kind *k = K(p, u);
  const struct unit *unit = &S(p)->unit[u];
  bool home = unit->at == h;
  int cel = S(p)->cell[h].cel + (home ? 0 : unit->cel);
  int32_t v = cel > STACK ? -60 : 0;

  if (is_gun(k) || k->role == HQ)
    return v + shelter(p, side, u, h, plan->front);
  if (must_keep(p, side, u, h, plan->front))
    v += 60;
  if (plan->front->far[h] == 1 && beside_prey(p, side, h))
    v += PREY;
  if (home && leaves_guns(p, u, plan->front))
    v += GUARD;
  v += keeps_place(p, side, u, h, plan->front);
  if (side == SAL_SOVIET && wb_last_day(p))
    v += denies(p, u, h);
  if (side == SAL_SOVIET)
    v += in_the_way(p, u, h, plan, close);
  else
    v += german_post(p, h, plan);
  if (!wb_in_zoc(p, side, h))
    return v;
  if (home && wb_fortified(p, side, h))
    return v + (side == SAL_SOVIET ? 6 : 4);
  if (!close)
    return v + 14;

  return v + wb_joins(p, side, u, h) + plan->bias[0] / 5;
}

/* A step that the ground and the enemy allow; ignores points. */
static bool can_enter(const struct sal_play *p, int side, int u, sal_hex to) {
  if (!to)
    return false;
  if (S(p)->cell[to].pres & occ(sal_enemy(side)))
    return false;
  return O(p)->enter[K(p, u)->class][to] != SAL_BARRED;
}

/* what moving on by a hex could gain */
static int32_t best_step(const struct sal_play *p, int side, int u, const struct plan *plan,
                         bool close) {
  sal_hex at = S(p)->unit[u].at;
  bool stuck = wb_in_zoc(p, side, at);

  /* a glance flatters; a unit that is bound to attack must know how that would go */
  bool bound = stuck && side == SAL_SOVIET;
  int32_t here = post(p, side, u, at, plan, close || bound);
  int32_t best = -1000;

  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), at, d);
    if (is_regular(K(p, u)) && is_prey(p, side, to))
      return OVERRUN;
    if (!can_enter(p, side, u, to))
      continue;
    if (stuck && wb_zoc_to_zoc(p, side, at, d))
      continue;
    best = larger(best, post(p, side, u, to, plan, close) - here);
  }

  return best;
}

/* ---- scores, by decision ---------------------------------------------------------------- */

/* guns that the next enemy takes */
static bool forlorn(const struct sal_play *p, int side, int u, const struct front *f) {
  sal_hex at = S(p)->unit[u].at;
  if (f->far[at] >= 4)
    return false;
  return shelter(p, side, u, at, f) < -7;
}

/* guns that the next enemy takes, and that can get away from him */
static bool should_go(const struct sal_play *p, int side, int u, const struct front *f) {
  enum { WORTH_IT = 8 };
  return forlorn(p, side, u, f) && gain_of_trip(p, side, u, f) > WORTH_IT;
}

/* K.10: each formation of the STAVKA costs points. It comes where the points allow for it and for
 * what will be lost besides. */
static bool called_for(const struct sal_play *p) {
  int left = O(p)->turns - p->state->turn;
  return wb_total(p) + 3 + left / 2 < O(p)->scale[0];
}

/* Do two cells show the same? Who hangs on the chain does not matter to a glance. */
static bool looks_alike(const struct cell *a, const struct cell *b) {
  if (a->soft != b->soft || a->cel != b->cel)
    return false;
  return a->pres == b->pres && a->ground == b->ground;
}

/* The cells around one that has changed get the number of this decision. */
static void note_change(const struct sal_play *p, struct advice *a, int cell) {
  for (int i = 0; i < FOUR; i++) {
    int h = cell + a->round[i];
    if (h < 0 || h >= B(p)->cells)
      continue;
    a->changes.within_four[h] = a->decisions;
    if (i < TWO)
      a->changes.within_two[h] = a->decisions;
  }
}

/* Finds the hexes that look different since the last decision about a move. There are few of them,
 * so whole blocks are compared first. */
static void note_changes(const struct sal_play *p) {
  enum { BLOCK = 64 };
  struct advice *a = advice(p);
  struct cell *was = a->changes.was;
  const struct cell *now = S(p)->cell;

  for (int from = 0; from < B(p)->cells; from += BLOCK) {
    int n = smaller(BLOCK, B(p)->cells - from);
    if (!memcmp(was + from, now + from, (size_t)n * sizeof *now))
      continue;
    for (int h = from; h < from + n; h++)
      if (!looks_alike(&was[h], &now[h]))
        note_change(p, a, h);
    memcpy(was + from, now + from, (size_t)n * sizeof *now);
  }
}

/* The decision before which something changed last of what a glance at a unit's move sees. A trip
 * of three hexes ends beside a fourth; on the last day the Soviet looks at who stands round a place
 * next to him. */
static uint64_t last_change(const struct sal_play *p, int side, int u, const struct plan *plan) {
  const struct changes *c = &advice(p)->changes;
  sal_hex at = S(p)->unit[u].at;
  bool looks_far = side == SAL_SOVIET && wb_last_day(p);

  if (looks_far || looks_for_shelter(p, u, at, plan->front))
    return c->within_four[at];
  return c->within_two[at];
}

/* All else that a glance at a unit's move depends on, as one number. */
static uint64_t glance_key(const struct sal_play *p, int u, const struct plan *plan) {
  const struct unit *unit = &S(p)->unit[u];
  uint64_t key = plan->front->key + 3 * plan->wishes->key + (plan->lost ? 5 * plan->lost->key : 0);
  uint64_t state = (uint64_t)unit->at << 32 | (uint64_t)unit->oos << 24 |
                   (uint64_t)unit->flags << 16 | (uint64_t)unit->cel << 8 | unit->more;
  uint64_t holes = 0;

  if (plan->holes) {
    holes = 1 + (uint64_t)plan->holes->call;
    for (int d = -1; d < 6; d++) {
      sal_hex h = d < 0 ? unit->at : (sal_hex)(unit->at + B(p)->step[d]);
      holes = holes << 8 ^ holes >> 56 ^ plan->holes->to[h];
    }
  }
  key += mixed(holes) + mixed(state) * 7 + plan->bridges + 11 * wb_last_day(p);
  return mixed(key) + 1;
}

/* Does a glance depend on more than the neighbourhood? A place that decides depends on the other
 * units in it, and a Soviet who is bound to attack looks closely. */
static bool must_look(const struct sal_play *p, int side, int u) {
  sal_hex at = S(p)->unit[u].at;
  if (side == SAL_SOVIET && wb_in_zoc(p, side, at))
    return true;
  return O(p)->line[at] & TOWN && decides(O(p), side, at);
}

/* Units move where a step gains something; guns that are set up rarely do. */
static int32_t look_at_move(const struct sal_play *p, int side, int u, const struct plan *plan,
                            bool close) {
  sal_hex at = S(p)->unit[u].at;
  bool set_up = K(p, u)->role == TOWED_ART && !(S(p)->unit[u].more & PACKED);
  int least = wb_in_zoc(p, side, at) ? 10 : 2;

  if (S(p)->cell[at].cel > STACK)
    return 60;
  if (set_up && plan->front->far[at] > 5)
    return 4;
  if (set_up)
    return should_go(p, side, u, plan->front) ? 20 : -5;
  int32_t gain = 0;
  if (looks_for_shelter(p, u, at, plan->front))
    gain = gain_of_trip(p, side, u, plan->front);
  else
    gain = best_step(p, side, u, plan, close);
  return gain > least ? 5 + smaller(gain, 60) : -5;
}

/* The same, where a glance that nothing has changed since is not taken again. */
static int32_t score_unit_move(const struct sal_play *p, int side, int u, const struct plan *plan,
                               bool close) {
  if (close || must_look(p, side, u))
    return look_at_move(p, side, u, plan, close);
  struct glance *g = &advice(p)->glance[u];
  uint64_t key = glance_key(p, u, plan);

  if (g->key == key && last_change(p, side, u, plan) <= g->decision)
    return g->worth;
  g->key = key;
  g->decision = advice(p)->decisions;
  g->worth = look_at_move(p, side, u, plan, false);
  return g->worth;
}

/* Is there work left to do where a unit stands? A field fortification adds to the Soviet line
 * (19.1R); the German, who moves on, digs only where nothing covers him. */
static bool can_improve(const struct sal_play *p, int side, sal_hex at) {
  if (side == SAL_SOVIET)
    return !(S(p)->cell[at].ground & FF_S);
  return !wb_fortified(p, side, at);
}

/* Dig in next to the enemy, unless an attack from there is good. The Soviet digs as soon as the
 * enemy can come, if there is nothing better to do. */
static int32_t score_dig(const struct sal_play *p, int side, int u, const struct plan *plan) {
  enum { CLOSE = 2, COMING = 4 };
  sal_hex at = S(p)->unit[u].at;
  int d = plan->front->far[at];
  bool soviet = side == SAL_SOVIET;
  bool attacks = false;

  if (!can_improve(p, side, at))
    return -8;
  if (d > (soviet ? COMING : CLOSE))
    return -8;
  if (d > CLOSE)
    return 3;
  if (d == 1 && !soviet)
    attacks = wb_best_column(p, side, -1, at) >= wb_good_column(side);
  if (d == 1 && soviet)
    attacks = wb_joins(p, side, u, at) > 0;

  return attacks ? -4 : 8;
}

/* Reinforcements come as soon as they can; reserves of the STAVKA when called for. */
static int32_t score_entry(const struct sal_play *p, int u) {
  bool reserve = O(p)->place[u].stawka;
  return reserve && !called_for(p) ? -20 : 70;
}

/* What a unit could do in a movement phase, by verb. */
static int32_t score_move(const struct sal_play *p, int side, struct sal_action a,
                          const struct plan *plan, bool close) {
  int u = unit_of(a);

  switch (a.verb) {
  case V_MOVE: return score_unit_move(p, side, u, plan, close);
  case V_DIG: return score_dig(p, side, u, plan);
  case V_PICK: return score_entry(p, u);
  case V_TOP: return 3;
  case V_SPAN: return 5;
  case V_MARK: return -12;
  case V_UNMARK: return -15;
  case V_FULL: return -25;
  case V_UNMASK:
  case V_MASK: return SAL_NEVER; /* it shows or hides, and changes nothing else */
  default: return 0;             /* done */
  }
}

/* The first of the highest scores. */
static uint32_t best_of(const int32_t *score, uint32_t n) {
  uint32_t best = 0;

  for (uint32_t i = 1; i < n; i++)
    if (score[i] > score[best])
      best = i;
  return best;
}

/* Scores all units at a glance, then looks closely at the likeliest until one of them is the best.
 */
void wb_score_moves(const struct sal_play *p, int side, const struct sal_list *l,
                    const struct plan *plan, int32_t *out) {
  enum { LOOKS = 6 };

  note_changes(p);
  for (uint32_t i = 0; i < l->n; i++)
    out[i] = score_move(p, side, l->a[i], plan, false);
  for (int look = 0; look < LOOKS; look++) {
    uint32_t best = best_of(out, l->n);
    int32_t glance = out[best];
    if (l->a[best].verb != V_MOVE)
      return;
    out[best] = score_move(p, side, l->a[best], plan, true);
    if (out[best] >= glance)
      return;
  }
}

/* A step of guns or of a headquarters is worth what its trip leads to. */
static int32_t score_trip(const struct sal_play *p, int side, sal_hex to, const struct plan *plan) {
  const struct step *step = step_of(p);
  int u = step->unit;
  sal_hex at = S(p)->unit[u].at;
  struct trip t = {.side = side, .unit = u, .initial = step->initial, .front = plan->front};
  int cost = wb_step_cost(p, u, at, sal_dir_to(B(p), at, to), step->initial);
  int left = larger(step->left - cost, 0);

  return best_trip(p, &t, to, left, FAR_ENOUGH - 1) - end_of_trip(p, &t, at, step->left) - 1;
}

/* A step is worth the difference between two posts. */
static int32_t score_next_hex(const struct sal_play *p, int side, int u, sal_hex to,
                              const struct plan *plan) {
  sal_hex at = S(p)->unit[u].at;

  if (S(p)->cell[to].pres & occ(sal_enemy(side)))
    return OVERRUN;
  if (looks_for_shelter(p, u, at, plan->front))
    return score_trip(p, side, to, plan);
  /* as good is not better */
  return post(p, side, u, to, plan, true) - post(p, side, u, at, plan, true) - 1;
}

/* Guns pack when the front has left them, or when they would be lost. */
static int32_t score_pack(const struct sal_play *p, int side, const struct plan *plan) {
  const struct step *step = step_of(p);
  bool far = plan->front->far[S(p)->unit[step->unit].at] > 5;

  if (step->moved)
    return -20;
  return far || forlorn(p, side, step->unit, plan->front) ? 12 : -20;
}

/* Guns set up where the enemy is in range, but not where they would be lost: that is why they
 * packed. */
static int32_t score_deploy(const struct sal_play *p, int side, const struct plan *plan) {
  int u = step_of(p)->unit;
  if (forlorn(p, side, u, plan->front))
    return -20;
  return plan->front->far[S(p)->unit[u].at] <= 4 ? 15 : -6;
}

/* What the unit under way could do next, by verb. */
int32_t wb_score_step(const struct sal_play *p, int side, struct sal_action a,
                      const struct plan *plan) {
  int u = step_of(p)->unit;

  switch (a.verb) {
  case V_STEP: return score_next_hex(p, side, u, hex_of(a, 0), plan);
  case V_PACK: return score_pack(p, side, plan);
  case V_DEPLOY: return score_deploy(p, side, plan);
  case V_BLOW: return -8;
  case V_REBUILD: return 6;
  case V_LEAVE: return -200;
  default: return 0; /* stop */
  }
}
