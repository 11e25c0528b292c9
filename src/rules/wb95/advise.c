/* advise.c - Kursk 1943 for computer opponents: what is good, and what a sensible commander would
 * do next.
 *
 * Everything turns on the places and far banks that score: the German goes for those he has not
 * got, the Soviet stands between. A unit next to the enemy must attack (5.1.3), so it goes there
 * only where the odds are good, or digs in. bias[0] is boldness, bias[1 + i % 15] the weight of
 * objective i.
 */
#include "advise.h"

enum { VP = 160 };
enum { PREY = 12, OVERRUN = 90 }; /* to stand next to guns or a staff alone; to take them */

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

/* The steps to a cell itself, to its neighbours and to theirs. */
static void look_round(const struct sal_board *b, int16_t *round) {
  round[0] = 0;
  for (int d = 0; d < 6; d++) {
    int one = b->step[d];
    round[1 + d] = (int16_t)one;
    round[7 + d] = (int16_t)(2 * one);
    round[13 + d] = (int16_t)(one + b->step[sal_turn(d, 1)]);
  }
}

/* Collects the objectives: scoring places, far banks, Soviet towns. */
static void prepare(const struct sal_book *b, void *memory) {
  const struct own *o = own(b);
  struct advice *a = memory;
  int town = 2;

  a->naims = 0;
  a->front[0].key = 0;
  a->front[1].key = 0;
  a->holes.key = 0;
  for (int u = 0; u < MAX_UNITS; u++)
    a->glance[u].key = 0;
  for (int i = 0; i < STANDS; i++)
    a->stand[i].decision = 0;
  a->decisions = 0;
  look_round(&b->board, a->round);
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

/* Nothing more is to be won there. */
bool wb_aim_taken(const struct sal_play *p, int aim) {
  const struct advice *a = advice(p);
  int line = a->line[aim];

  if (line != NO_LINE && O(p)->score[line].kind == S_RIVER)
    return S(p)->crossed >> line & 1;
  return S(p)->cell[a->aim[aim]].ground & HELD_G;
}

/* ---- value ------------------------------------------------------------------------------ */

/* of what is left of it, in hundredths of a step */
static int32_t worth(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  int32_t w = unit->cel * 40 + 22 * k->off[unit->cel];

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

/* ---- odds at a glance ------------------------------------------------------------------- */

/* units of that side stand next to h */
static bool next_to(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++)
    if (S(p)->cell[h + B(p)->step[d]].pres & occ(side))
      return true;
  return false;
}

/* Points of at most so many guns that could fire at h, or answer for it. */
static int gun_points(const struct sal_play *p, int side, sal_hex h, bool attack, int most) {
  int sum = 0;

  EACH_GUN(p, side, u) {
    const struct unit *unit = &S(p)->unit[u];
    if (!most)
      break;
    if (!on_map(p, u))
      continue;
    if (unit->flags & FIRED)
      continue;
    if (unit->more & PACKED)
      continue;
    if (unit->part)
      continue;
    if (unit->at == h)
      continue;
    if (sal_distance(B(p), unit->at, h) > RANGE + attack)
      continue;
    sum += attack ? wb_attack_sp(p, u) : wb_defence_sp(p, u);
    most--;
  }

  return sum;
}

struct muster {                   /* those round a hex */
  int sp, through, across, stars; /* through: a line of works; across: a river */
};

/* The points of an attacker; its star is noted where it would count. */
static int add_to(const struct sal_play *p, struct muster *m, int u, bool works) {
  int stars = K(p, u)->stars;
  bool black = stars & BLACK && !works;

  if (stars & BLUE || black)
    m->stars++;
  return wb_attack_sp(p, u);
}

/* Everybody who stands next to h, but for `joining`, who comes to `at`. */
static struct muster muster(const struct sal_play *p, int side, sal_hex h, int joining,
                            sal_hex at) {
  struct muster m = {0};
  bool works = wb_fortified(p, sal_enemy(side), h);

  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    int here = 0;
    if (!from)
      continue;
    if (S(p)->cell[from].pres & occ(side)) {
      EACH_AT(S(p), u, from) {
        if (u != joining && wb_can_attack(p, side, u))
          here += add_to(p, &m, u, works);
      }
    }
    if (joining >= 0 && from == at)
      here += add_to(p, &m, joining, works);
    m.sp += here;
    if (side == SAL_GERMAN && B(p)->owns[h * 6 + d] & O(p)->fl)
      m.through += here;
    if (B(p)->side[h * 6 + d] & (O(p)->river | O(p)->doniec))
      m.across += here;
  }

  return m;
}

/* What stands against an attack on h, and the shifts of the ground. */
static struct stand reckon_stand(const struct sal_play *p, int side, sal_hex h) {
  int enemy = sal_enemy(side);
  struct stand s = {.guns = gun_points(p, side, h, true, 3),
                    .sp = gun_points(p, enemy, h, false, 1),
                    .shift = -O(p)->cm[h],
                    .coming = NOT_COUNTED};

  EACH_AT(S(p), u, h) {
    bool fought = S(p)->unit[u].flags & FOUGHT;
    if (!fought && K(p, u)->role != TOWED_ART)
      s.sp += wb_defence_sp(p, u);
    if (K(p, u)->stars & WHITE)
      s.shift--;
  }
  if (S(p)->cell[h].ground & ff(enemy))
    s.shift -= O(p)->line[h] & TOWN ? 2 : 1;
  s.sp = larger(s.sp, 1);
  return s;
}

/* The same, worked out once in a decision: many units look at the same enemy. */
static struct known_stand *stand(const struct sal_play *p, int side, sal_hex h) {
  struct advice *a = advice(p);
  struct known_stand *known = &a->stand[h % STANDS];

  if (known->decision == a->decisions && known->hex == h)
    return known;
  known->decision = a->decisions;
  known->hex = h;
  known->is = reckon_stand(p, side, h);
  return known;
}

/* The column, more or less, with so many points more; -1 nobody is there. */
static int column_of(const struct muster *m, const struct stand *s, int more) {
  int total = m->sp + more + s->guns;
  int shift = s->shift + smaller(m->stars, 3);

  if (!m->sp)
    return -1;
  if (m->through)
    total -= (m->through + s->guns) / 2;
  if (2 * m->through > m->sp)
    shift -= 2;
  if (2 * m->across > m->sp)
    shift -= 1;
  int column = NORATIO + 1 - (2 * s->sp + total) / (2 * total);
  if (total >= s->sp)
    column = NORATIO - 1 + (2 * total + s->sp) / (2 * s->sp);

  return within(column + shift, 0, COLUMNS - 1);
}

/* The column of an attack on h as everybody stands now. */
static int column_against(const struct sal_play *p, int side, sal_hex h, int joining, sal_hex at) {
  struct muster m = muster(p, side, h, joining, at);
  struct stand s = stand(p, side, h)->is;
  return column_of(&m, &s, 0);
}

/* Points of a unit that could still come to the attack on h, or 0. */
static int could_bring(const struct sal_play *p, int side, sal_hex h, int u) {
  enum { WITHIN = 3 };
  const struct unit *unit = &S(p)->unit[u];

  if (unit->flags & MOVED)
    return 0;
  if (!on_map(p, u))
    return 0;
  int d = sal_distance(B(p), unit->at, h);
  if (d <= 1 || d > WITHIN)
    return 0;

  return wb_can_attack(p, side, u) ? wb_attack_sp(p, u) : 0;
}

/* Points of those who could still come to the attack on h, or half of them: not all will. */
static int reserves(const struct sal_play *p, int side, sal_hex h, int but) {
  struct stand *s = &stand(p, side, h)->is;

  if (s->coming == NOT_COUNTED) {
    s->coming = 0;
    EACH_OWN(p, side, u) {
      s->coming += could_bring(p, side, h, u);
    }
  }

  return (s->coming - could_bring(p, side, h, but)) / 2;
}

/* 2:1 for the German, 4:1 for the Soviet, who wins nothing by an attack */
static int good_column(int side) {
  return side == SAL_GERMAN ? NORATIO + 1 : NORATIO + 3;
}

/* What u adds to the attack on one hex. */
static int32_t joins_against(const struct sal_play *p, int side, int u, sal_hex at, sal_hex h) {
  enum { ENOUGH = 2, MOST = 3 };
  bool german = side == SAL_GERMAN;
  int good = good_column(side);
  int prize = german ? 14 : 6;
  int rise = german ? 9 : 5;
  struct stand s = stand(p, side, h)->is;
  struct muster without = muster(p, side, h, u, SAL_NOHEX);
  struct muster with = muster(p, side, h, u, at);
  int now = column_of(&without, &s, 0);
  int then = column_of(&with, &s, 0);
  int more = then;

  if (then < good)
    more = column_of(&with, &s, reserves(p, side, h, u));
  if (now >= good + ENOUGH)
    return 4;
  if (more < good)
    return (then - good) * 9 - 14;
  int32_t v = prize + rise * smaller(more - good, MOST);
  return then < good ? v - 4 : v;
}

/* What it brings to an attack that u comes to `at`, or stays there: packages grow until they are
 * good enough, and begin where they can. Whoever is next to it has to be attacked (5.1.4): the
 * Soviet, who wins nothing by an attack, looks at the worst of them, the German at the best. */
static int32_t joins(const struct sal_play *p, int side, int u, sal_hex at) {
  int32_t best = -100;
  int32_t worst = 100;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (!(S(p)->cell[h].pres & occ(sal_enemy(side))))
      continue;
    int32_t v = joins_against(p, side, u, at, h);
    best = larger(v, best);
    worst = smaller(v, worst);
  }

  return side == SAL_GERMAN ? best : worst;
}

/* against the neighbours of `at` */
static int best_column(const struct sal_play *p, int side, int joining, sal_hex at) {
  int best = -1;

  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), at, d);
    if (S(p)->cell[h].pres & occ(sal_enemy(side)))
      best = larger(best, column_against(p, side, h, joining, at));
  }

  return best;
}

/* ---- posts ------------------------------------------------------------------------------ */

/* neighbours that a retreat could go to (5.3.3) */
static int ways_out(const struct sal_play *p, int side, sal_hex h) {
  int n = 0;

  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(B(p), h, d);
    bool enemy = S(p)->cell[to].pres & occ(sal_enemy(side));
    if (to && !enemy && !wb_in_zoc(p, side, to))
      n++;
  }

  return n;
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

/* Guns and staffs: within reach of the front (6.3.3) and behind somebody, for whoever comes to them
 * alone takes them (6.1.7, 9.1.5), and guns cannot retreat with those they stand among (6.2.4N). */
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
    v -= 60;
  if (d == 2)
    v -= 20;
  if (!with && !screened)
    v -= 8 * larger(5 - d, 0);
  if (wb_in_zoc(p, side, h))
    v -= 30;

  return v;
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

/* What it means to stand that close to the enemy: neither too weak nor too crowded, with a way out.
 */
static int32_t close_up(const struct sal_play *p, int u, sal_hex h, const struct front *f) {
  enum { STACKED = 20 };
  const struct unit *unit = &S(p)->unit[u];
  int others = company(p, SAL_SOVIET, u, h);
  int out = ways_out(p, SAL_SOVIET, h);
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

/* The Soviet stands in the way of those that are strong: two hexes before them, where he can dig in
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

/* Guns or a staff alone: whoever of us comes to them takes them (6.1.7, 9.1.5). */
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

/* What it is worth to u to end in h. `close`: the attack it would join there is reckoned, which
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

  return v + joins(p, side, u, h) + plan->bias[0] / 5;
}

/* A step that the ground and the enemy allow; points are not looked at. */
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

/* K.10: each formation of the STAVKA costs points. It comes where the points allow for it and for
 * what will be lost besides. */
static bool called_for(const struct sal_play *p) {
  int left = O(p)->turns - p->state->turn;
  return wb_total(p) + 3 + left / 2 < O(p)->scale[0];
}

/* What stands within two hexes of `at`, as a part of a key. */
static uint64_t round_about(const struct sal_play *p, sal_hex at) {
  const struct advice *a = advice(p);
  int cells = B(p)->cells;
  uint64_t key = at;

  for (int i = 0; i < ROUND; i++) {
    int h = at + a->round[i];
    if (h < 0 || h >= cells)
      continue;
    const struct cell *cell = &S(p)->cell[h];
    uint32_t is = (uint32_t)cell->soft << 24 | (uint32_t)cell->cel << 16 |
                  (uint32_t)cell->pres << 8 | cell->ground;
    key = (key ^ is) * 0x9e3779b97f4a7c15u;
    key ^= key >> 32;
  }

  return key;
}

/* All that a glance at a unit's move depends on, as one number. */
static uint64_t glance_key(const struct sal_play *p, int u, const struct plan *plan) {
  const struct unit *unit = &S(p)->unit[u];
  uint64_t key = plan->front->key + 3 * plan->wishes->key + (plan->lost ? 5 * plan->lost->key : 0);
  uint64_t holes = 0;

  if (plan->holes) {
    holes = 1 + (uint64_t)plan->holes->call;
    for (int d = -1; d < 6; d++) {
      sal_hex h = d < 0 ? unit->at : (sal_hex)(unit->at + B(p)->step[d]);
      holes = holes << 8 ^ holes >> 56 ^ plan->holes->to[h];
    }
  }
  key += mixed(holes) + mixed((uint64_t)unit->cel << 8 | unit->more) * 7;
  return mixed(key) + round_about(p, unit->at) + 1;
}

/* Whether a glance depends on more than what is round about: a place that decides asks who else
 * stands in it, and a Soviet who is bound to attack looks closely. */
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
    return forlorn(p, side, u, plan->front) ? 20 : -5;
  int32_t gain = best_step(p, side, u, plan, close);
  return gain > least ? 5 + smaller(gain, 60) : -5;
}

/* The same, where a glance that nothing has changed since is not taken again. */
static int32_t score_unit_move(const struct sal_play *p, int side, int u, const struct plan *plan,
                               bool close) {
  if (close || must_look(p, side, u))
    return look_at_move(p, side, u, plan, close);
  struct glance *g = &advice(p)->glance[u];
  uint64_t key = glance_key(p, u, plan);

  if (g->key == key)
    return g->worth;
  g->key = key;
  g->worth = look_at_move(p, side, u, plan, false);
  return g->worth;
}

/* Dig in next to the enemy, unless an attack from there is good. */
static int32_t score_dig(const struct sal_play *p, int side, int u, const struct plan *plan) {
  sal_hex at = S(p)->unit[u].at;
  int d = plan->front->far[at];
  bool attacks = false;

  if (wb_fortified(p, side, at) || d > 2)
    return -8;
  if (d == 1 && side == SAL_GERMAN)
    attacks = best_column(p, side, -1, at) >= good_column(side);
  if (d == 1 && side == SAL_SOVIET)
    attacks = joins(p, side, u, at) > 0;

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

/* Everybody at a glance; then the likeliest are looked at closely, until one of them is the best.
 */
static void score_moves(const struct sal_play *p, int side, const struct sal_list *l,
                        const struct plan *plan, int32_t *out) {
  enum { LOOKS = 6 };

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

/* A step is worth the difference between two posts. */
static int32_t score_next_hex(const struct sal_play *p, int side, int u, sal_hex to,
                              const struct plan *plan) {
  sal_hex at = S(p)->unit[u].at;

  if (S(p)->cell[to].pres & occ(sal_enemy(side)))
    return OVERRUN;
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
static int32_t score_step(const struct sal_play *p, int side, struct sal_action a,
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

/* Whether the hex is attacked in the combat being put together. */
static bool is_target(const struct combat *f, sal_hex h) {
  EACH_TARGET(f, target) {
    if (target == h)
      return true;
  }
  return false;
}

/* somebody else could still attack h */
static bool has_other_attacker(const struct sal_play *p, int side, int u, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex from = sal_next(B(p), h, d);
    if (!(S(p)->cell[from].pres & occ(side)))
      continue;
    EACH_AT(S(p), w, from) {
      bool taken = S(p)->unit[w].part & PA;
      if (w != u && !taken && wb_can_attack(p, side, w))
        return true;
    }
  }

  return false;
}

/* another hex must be attacked and nobody else can */
static bool needed_elsewhere(const struct sal_play *p, int side, int u) {
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (!h)
      continue;
    if (!(S(p)->cell[h].ground & MUST))
      continue;
    if (!wb_hex_owed(p, side, h))
      continue;
    if (!is_target(&S(p)->fight, h) && !has_other_attacker(p, side, u, h))
      return true;
  }

  return false;
}

/* it must attack, and has no enemy but these */
static bool only_here(const struct sal_play *p, int side, int u) {
  if (!wb_unit_owes(p, side, u))
    return false;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(B(p), S(p)->unit[u].at, d);
    if (h && !is_target(&S(p)->fight, h) && wb_attackable(p, side, h))
      return false;
  }

  return true;
}

enum { GOOD_ENOUGH = COLUMNS - 3 }; /* a column that more points hardly better */

/* Units that must attack here come first. Units needed elsewhere stay out. */
static int32_t score_add(const struct sal_play *p, int side, int u, int column) {
  bool first = !S(p)->fight.nparts;

  if (only_here(p, side, u))
    return 200;
  if (needed_elsewhere(p, side, u))
    return first ? -30 : -60;
  if (column >= GOOD_ENOUGH)
    return -5;

  return 20 + wb_attack_sp(p, u);
}

/* Units join until the column is good enough, then the attack is declared. */
static int32_t score_build(const struct sal_play *p, int side, struct sal_action a) {
  const struct combat *f = &S(p)->fight;
  int column = f->nparts ? wb_reckon(p, NULL, false).column : 0;

  switch (a.verb) {
  case V_ADD: return score_add(p, side, unit_of(a), column);
  case V_TARGET: {
    bool must = S(p)->cell[hex_of(a, 0)].ground & MUST;
    return must && f->nparts ? 5 : -50;
  }
  case V_CANCEL: return -90;
  default: return 10; /* commit */
  }
}

/* Guns and shifts are used while they still move the result. */
static int32_t score_support(const struct sal_play *p, int side, struct sal_action a) {
  const struct combat *f = &S(p)->fight;
  int column = wb_reckon(p, NULL, false).column;
  bool attacks = side == f->side;
  int u = unit_of(a);

  switch (a.verb) {
  case V_GUN: {
    bool helps = attacks ? column < GOOD_ENOUGH : column > 0;
    int sp = attacks ? wb_attack_sp(p, u) : wb_defence_sp(p, u);
    return helps ? 10 + sp : -5;
  }
  case V_FULL: return column < NORATIO + 2 ? 2 : -5;
  case V_SPEND: {
    bool helps = attacks ? column < GOOD_ENOUGH : column > 1;
    if (f->spend[side] == number_of(a, 0))
      return -50;
    return helps ? 6 : -5;
  }
  case V_SPARE: return -20;
  case V_NOHQ: return -100;
  case V_GROUND: return -10;
  default: return 0; /* commit */
  }
}

/* Guns of one hex fire together at what is worth most; never at bridges. */
static int32_t score_shell(const struct sal_play *p, struct sal_action a) {
  const struct state *s = S(p);

  switch (a.verb) {
  case V_COMMIT: return 50;
  case V_TARGET: return 20 + s->cell[hex_of(a, 0)].cel - 4 * O(p)->cm[hex_of(a, 0)];
  case V_GUN: return s->unit[unit_of(a)].at == s->unit[s->fight.part[0]].at ? 45 : -50;
  case V_CANCEL: return -40;
  default: return -60;
  }
}

/* enemies two or three hexes away that it may fire at */
static bool has_prey(const struct sal_play *p, int side, int u) {
  sal_hex at = S(p)->unit[u].at;
  int sp = wb_attack_sp(p, u);

  EACH_OWN(p, sal_enemy(side), enemy) {
    if (!on_map(p, enemy))
      continue;
    sal_hex h = S(p)->unit[enemy].at;
    int d = sal_distance(B(p), at, h);
    if (d < 2)
      continue;
    if (d > RANGE)
      continue;
    if (S(p)->cell[h].ground & (ATTACKED | SHELLED))
      continue;
    if (sp > 2 * O(p)->cm[h] && !wb_hex_owed(p, side, h))
      return true;
  }

  return false;
}

/* Obligations first (5.1.4), then attacks with a good column. */
static int32_t score_attack(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  if (a.verb == V_DONE)
    return 0;
  if (a.verb == V_SHELL)
    return has_prey(p, side, unit_of(a)) ? 2 : -10;
  sal_hex h = hex_of(a, 0);
  int column = column_against(p, side, h, -1, SAL_NOHEX);
  int32_t v = (column - good_column(side)) * 10 + 5 + plan->bias[0] / 8;
  if (S(p)->cell[h].ground & MUST && wb_hex_owed(p, side, h))
    v += 300;
  if (side == SAL_GERMAN && O(p)->line[h] & TOWN)
    v += 10;

  return v;
}

/* What a retreat through an enemy zone costs: a level more, which is better than to be destroyed
 * where it stands. */
static int32_t price_of_zone(const struct sal_play *p, int side, int u) {
  int cel = S(p)->unit[u].cel;
  bool doomed = S(p)->fight.back[side] >= cel;

  if (cel == 1)
    return 60;
  return doomed ? 12 : 28;
}

/* A retreat prefers safety, works and room. */
static int32_t score_refuge(const struct sal_play *p, int side, int u, sal_hex to,
                            const struct plan *plan) {
  int32_t v = 30;

  if (plan->front->far[to] < 2)
    v -= 6;
  if (O(p)->cm[to])
    v += 3;
  if (side == SAL_GERMAN)
    v += wb_wish_at(p, plan->wishes, to) / 12;
  else
    v += 2 * smaller(ways_out(p, side, to), 3);
  if (side == SAL_SOVIET && wb_fortified(p, side, to))
    v += 8;
  if (wb_in_zoc(p, side, to))
    v -= price_of_zone(p, side, u);
  if (S(p)->cell[to].cel + S(p)->unit[u].cel > STACK)
    v -= 6;

  return v;
}

/* To retreat is better than to stop half way, and that than to hold. */
static int32_t score_retreat(const struct sal_play *p, int side, struct sal_action a,
                             const struct plan *plan) {
  if (a.verb == V_DONE)
    return 0;
  if (a.verb == V_STOP)
    return -10;
  return score_refuge(p, side, unit_of(a), hex_of(a, 1), plan);
}

/* The German pursues where it brings him nearer; the Soviet only into towns. */
static int32_t score_pursue(const struct sal_play *p, int side, struct sal_action a,
                            const struct plan *plan) {
  if (a.verb != V_PURSUE)
    return 0;
  int u = unit_of(a);
  sal_hex to = hex_of(a, 1);
  if (S(p)->cell[to].pres & occ(sal_enemy(side)))
    return 80;
  if (K(p, u)->role == HQ)
    return -5;
  if (side == SAL_SOVIET)
    return O(p)->line[to] & TOWN ? 10 : -8;
  int32_t before = wb_wish_at(p, plan->wishes, S(p)->unit[u].at);
  return wb_wish_at(p, plan->wishes, to) - before + 6 + plan->bias[0] / 10;
}

/* who can best spare a level */
static int32_t score_loss(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const struct kind *k = K(p, u);
  int cost = 60 + 12 * k->off[unit->cel];

  if (k->role == HQ)
    cost += 150;
  if (k->cel == 2 && unit->cel == 2)
    cost = 10 * (k->off[2] - k->off[1]);

  return SAL_SURE + 1000 - cost;
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
    int32_t v = 10 * column_against(p, side, h, -1, SAL_NOHEX);
    return cell->pres & ZOC ? v : v - 60;
  }
  if (mission == DEFENCE)
    return next_to(p, sal_enemy(side), h) ? cell->cel : -10;

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

/* Reinforcements enter where they are nearest to what is wanted. */
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
  case N_STEP: return score_step(p, side, a, plan);
  case N_ENTER: return score_enter(p, a, plan);
  case N_ATTACK: return score_attack(p, side, a, plan);
  case N_BUILD: return score_build(p, side, a);
  case N_SUPPORT:
  case N_RESPOND: return score_support(p, side, a);
  case N_LOSS: return score_loss(p, unit_of(a));
  case N_RETREAT: return score_retreat(p, side, a, plan);
  case N_PURSUE: return score_pursue(p, side, a, plan);
  case N_SHELL: return score_shell(p, a);
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
    score_moves(p, side, l, &plan, out);
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
                                       .point = 40};
