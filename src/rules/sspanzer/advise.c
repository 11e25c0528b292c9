/* advise.c - SS Panzer for computer opponents: what is good, and what a sensible commander would do next.
 *
 * Everything turns on the objectives, the rune and star hexes alike: what is the enemy's is to be taken, what is ours to be kept.
 * A unit goes where it is wanted most (the field of distances to each objective is worked out once and kept by the bot), shoots when that
 * is worth more than going on, and storms when enough of the defenders are pinned: an unsuppressed defender throws half of them
 * back. bias[0] is boldness, bias[1 + i % 15] the weight of objective i.
 */
#include "state.h"

enum { AIMS = 32, SLOPE = 6, FAR_OFF = 250, STEP_WORTH = 100 };

/* ---- distances, once a bot ------------------------------------------------------------------ */

static int step_price(const struct sal_book *b, sal_hex from, int dir, int side) {
  const struct ssp_edge *e = &ssp_own(b)->edge[from * 6 + dir];
  return e->is & EDGE_BARRED ? SAL_BARRED : e->is & EDGE_ROAD || !e->items[side] ? 1 : 2 * e->items[side];
}

enum { FIELDS = 16 };
struct advice { /* the adviser's room */
  sal_hex aim[AIMS]; /* objectives, the runes first */
  int naims;
  uint32_t known[FIELDS]; /* sets of objectives for which the way to the nearest is worked out; 0 none */
  struct sal_ways ways; /* workspace */
  uint8_t away[]; /* [aim * cells + cell], then [field * cells + cell] */
};

static size_t room(const struct sal_book *b) { return sizeof(struct advice) + (size_t)b->board.cells * (AIMS + FIELDS); }

static void prepare(const struct sal_book *b, void *memory) {
  const struct ssp_book *own = ssp_own(b);
  struct advice *a = memory;
  uint32_t cells = b->board.cells;
  const struct sal_region *r[2] = {own->rune, own->star};
  a->naims = 0;
  for (int i = 0; i < FIELDS; i++) a->known[i] = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; r[k] && i < r[k]->n && a->naims < AIMS; i++) {
      bool known = false; /* in the lesson both sides want the same hexes */
      for (int j = 0; j < a->naims; j++) known |= a->aim[j] == r[k]->hexes[i];
      if (known) continue;
      a->aim[a->naims] = r[k]->hexes[i];
      sal_ways_to(&a->ways, b, r[k]->hexes[i], step_price, k == 0 ? SAL_GERMAN : SAL_SOVIET, FAR_OFF, a->away + (uint32_t)a->naims * cells);
      a->naims++;
    }
}

static inline const struct advice *advice(const struct sal_play *p) { return sal_room(p); }
static inline int away(const struct sal_play *p, int aim, sal_hex h) { return advice(p)->away[aim * p->book->board.cells + h]; }

/* The way from each cell to the nearest of a set of objectives; the last few sets are kept. */
static const uint8_t *nearest(const struct sal_play *p, uint32_t set) {
  struct advice *a = sal_room(p);
  uint32_t cells = p->book->board.cells, slot = (set * 2654435761u) >> 28;
  uint8_t *field = a->away + (AIMS + slot) * cells;
  if (a->known[slot] == set && set) return field;
  for (uint32_t c = 0; c < cells; c++) field[c] = FAR_OFF;
  for (int i = 0; i < a->naims; i++) {
    const uint8_t *one = a->away + (uint32_t)i * cells;
    for (uint32_t c = 0; set >> i & 1 && c < cells; c++) field[c] = one[c] < field[c] ? one[c] : field[c];
  }
  a->known[slot] = set;
  return field;
}
static uint32_t to_take(const struct sal_play *p, int side) { /* the objectives that are the enemy's, as a set */
  uint32_t set = 0;
  for (int i = 0; i < advice(p)->naims; i++) set |= (uint32_t)(ssp_german_holds(p, advice(p)->aim[i]) != (side == SAL_GERMAN)) << i;
  return set;
}

/* ---- what things are worth --------------------------------------------------------------------- */

static int worth(const struct sal_play *p, sal_unit u) { /* of a step, in hundredths */
  const struct ssp_kind *k = ssp_type(p, u);
  if (k->move == MOVE_STATIC) return 40;
  return 40 + 6 * k->front.g + 6 * k->front.s + 4 * k->front.a;
}

/* Faces of a die on which u hits in close combat, at what it hits best of the enemies in the hex. */
static int cc_faces(const struct sal_play *p, sal_unit u, bool vehicles, bool soft, bool helped, sal_hex h) {
  const struct ssp_face *f = ssp_face_of(p, u);
  int at_tanks = vehicles && f->g ? 3 - f->g_star : 0, at_men = soft ? (f->s_paren && !helped ? 1 : f->s) : 0;
  int n = (at_tanks > at_men ? at_tanks : at_men) - ssp_own(p->book)->cover[h];
  return n < 1 ? (at_tanks || at_men) : n;
}

/* Strength of a side's units in a fight for h, with `joining` and those declared: hitting power times steps. */
static int strength(const struct sal_play *p, sal_hex h, int side, sal_unit joining) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  bool vehicles = false, soft = false, helped = false;
  sal_unit who[2 * SSP_STACK + 1];
  int n = 0, power = 0, steps = 0;
  SSP_EACH(p, u, h) {
    if (own->type[u].side != side) *(own->type[u].vehicular ? &vehicles : &soft) = true;
    else if (n < SSP_STACK) who[n++] = u;
  }
  if (joining != SAL_NOUNIT) {
    who[n++] = joining;
    for (int i = 0; i < own->nof[s->formation] && n < 2 * SSP_STACK; i++)
      if (s->unit[own->of[s->formation][i]].into == h) who[n++] = own->of[s->formation][i];
  } else if (!vehicles && !soft) {
    vehicles = soft = true; /* nobody there yet: take them as they come */
  }
  for (int i = 0; i < n; i++) helped |= own->type[who[i]].infantry;
  for (int i = 0; i < n; i++) {
    int k = cc_faces(p, who[i], vehicles, soft, helped, h);
    power += k * k;
    steps += s->unit[who[i]].steps;
  }
  return power * steps;
}

/* -100..100: how a close combat in h would go for `side`. */
static int prospect(const struct sal_play *p, sal_hex h, int side, sal_unit joining) {
  int us = strength(p, h, side, joining), them = strength(p, h, sal_enemy(side), SAL_NOUNIT);
  return us + them ? 100 * (us - them) / (us + them) : 100;
}

/* ---- value ----------------------------------------------------------------------------------------- */

static int32_t forces(const struct sal_play *p, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_state *s = ssp_st(p);
  int32_t sum = 0;
  const uint8_t *way = nearest(p, to_take(p, side));
  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] != side) continue;
    for (int k = 0; k < own->nof[f]; k++) {
      sal_unit u = own->of[f][k];
      const struct ssp_unit *v = &s->unit[u];
      if (!v->hex || !v->steps) continue;
      int32_t one = worth(p, u) * v->steps;
      if (v->is & SUPPRESSED) one -= one / 4;
      sum += one - 2 * (way[v->hex] < 40 ? way[v->hex] : 40);
    }
  }
  return sum;
}

/* An objective to the German, while the game goes on: who holds it, and how firmly. */
static int32_t standing(const struct sal_play *p, sal_hex h, int32_t full) {
  int32_t v = ssp_german_holds(p, h) ? full : 0;
  if (!ssp_contested(p, h)) return v;
  int us = strength(p, h, SAL_GERMAN, SAL_NOUNIT), them = strength(p, h, SAL_SOVIET, SAL_NOUNIT);
  return us + them ? (v + full * us / (us + them)) / 2 : v;
}

static int32_t value(const struct sal_play *p, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  struct sal_result r;
  int32_t v = forces(p, SAL_GERMAN) - forces(p, SAL_SOVIET);
  bool over = ssp_score(p, &r);
  int32_t margin = (int32_t)(2000 * (int64_t)r.margin.num / (r.margin.den ? r.margin.den : 1));
  if (over) {
    v = v / 6 + margin + (r.winner == SAL_GERMAN ? 1200 : r.winner == SAL_SOVIET ? -1200 : 0);
    if (ssp_st(p)->ended == SSP_DECISIVE) v += 4000;
  } else {
    const struct sal_region *of[2] = {own->rune, own->star};
    for (int k = 0; k < 2; k++)
      for (int i = 0; of[k] && i < of[k]->n; i++) v += standing(p, of[k]->hexes[i], 2000 / (k ? own->stars : own->runes));
  }
  return side == SAL_GERMAN ? v : -v;
}

/* ---- the script: who is wanted where ---------------------------------------------------------------- */

struct wish {
  uint8_t aim;
  bool take;
  int16_t weight; /* before the distance; for somebody who is not there yet */
  int16_t alone;  /* more for the one who would leave it without a guard */
};
struct brief { /* of one unit */
  struct wish wish[AIMS];
  int n;
  bool last; /* it is the only guard of an objective in danger */
};

/* Friends in or beside a hex. */
static int friends_near(const struct sal_play *p, int aim, int side, sal_unit but) {
  const struct ssp_state *s = ssp_st(p);
  sal_hex goal = advice(p)->aim[aim];
  int n = 0;
  for (int d = -1; d < 6; d++) {
    sal_hex h = d < 0 ? goal : sal_next(&p->book->board, goal, d);
    if (!h || s->first[h] == SAL_NOUNIT || away(p, aim, h) > 1) continue;
    SSP_EACH(p, u, h) n += u != but && ssp_side(p, u) == side && ssp_own(p->book)->form[u] != SSP_NONE;
  }
  return n;
}
/* Enemies that can be there with one move; more than MANY are not counted. */
enum { MANY = 5, ONE_MOVE = 11 };
static int foes_near(const struct sal_play *p, int aim, int side) {
  const struct ssp_book *own = ssp_own(p->book);
  const uint8_t *field = advice(p)->away + aim * p->book->board.cells;
  int n = 0;
  for (int f = 0; f < own->nforms && n < MANY; f++) {
    if (own->form_side[f] == side) continue;
    for (int k = 0; k < own->nof[f] && n < MANY; k++) n += field[ssp_st(p)->unit[own->of[f][k]].hex] <= ONE_MOVE;
  }
  return n;
}

/* What this unit could be wanted for. Objectives too far for this turn and the next are left out, unless there is no other. */
static void make_brief(const struct sal_play *p, sal_unit u, const int8_t *bias, struct brief *b) {
  int side = ssp_side(p, u), nearest = FAR_OFF;
  sal_hex at = ssp_st(p)->unit[u].hex;
  for (int i = 0; i < advice(p)->naims; i++) nearest = away(p, i, at) < nearest ? away(p, i, at) : nearest;
  b->n = 0;
  b->last = false;
  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex goal = advice(p)->aim[i];
    if (away(p, i, at) > nearest + 24 && away(p, i, at) > 20) continue;
    bool ours = ssp_german_holds(p, goal) == (side == SAL_GERMAN);
    int w = bias[1 + i % (SAL_BIAS - 1)] / 2, friends = friends_near(p, i, side, u), foes;
    struct wish *x = &b->wish[b->n++];
    *x = (struct wish){.aim = (uint8_t)i, .take = !ours};
    if (ours) {
      foes = foes_near(p, i, side);
      int want = side == SAL_SOVIET ? foes > 0 : foes > 4 ? 3 : foes > 1 ? 2 : foes > 0; /* two Soviet units fill a hex */
      w += friends < want ? 40 + 12 * (want - friends) : foes ? 0 : -60;
      if (foes && !friends) x->alone = 40, b->last |= at == goal;
    } else {
      bool open = !ssp_has_side(p, goal, sal_enemy(side));
      w += open ? 90 : 70;
      w -= friends >= (open ? 2 : 5) ? 60 : 0;
    }
    x->weight = (int16_t)w;
  }
}

/* What a hex is worth to it. */
static int32_t pull(const struct sal_play *p, const struct brief *b, sal_unit u, sal_hex h) {
  const struct ssp_book *own = ssp_own(p->book);
  int32_t best = -9999;
  for (int i = 0; i < b->n; i++) {
    int d = away(p, b->wish[i].aim, h);
    int32_t v = b->wish[i].weight - SLOPE * d + (d == 0 ? b->wish[i].alone : d == 1 && b->wish[i].take ? 30 : 0);
    best = v > best ? v : best;
  }
  return best + (!ssp_type(p, u)->vehicular && (own->cover[h] || own->fort[h]) ? 3 : 0);
}

/* ---- fire ---------------------------------------------------------------------------------------------- */

static int aim_at(const struct sal_play *p, sal_hex h) { /* its place among the objectives, or -1 */
  for (int i = 0; i < advice(p)->naims; i++)
    if (advice(p)->aim[i] == h) return i;
  return -1;
}
static bool is_aim(const struct sal_play *p, sal_hex h, int side) { /* a hex that side wants to take */
  return aim_at(p, h) >= 0 && ssp_german_holds(p, h) != (side == SAL_GERMAN);
}
static int zeal(const struct sal_play *p, sal_hex h, const int8_t *bias) { /* how much the plan cares for a hex, -100..100 */
  int i = aim_at(p, h);
  return i < 0 ? 0 : bias[1 + i % (SAL_BIAS - 1)];
}

static int32_t shot_value(const struct sal_play *p, sal_unit firer, sal_unit target, int occasion, const int8_t *bias) {
  struct ssp_shot shot = {.firer = firer, .target = target, .occasion = (uint8_t)occasion};
  ssp_aim(p, &shot);
  int n = ssp_naturals(&shot), hit = ssp_percent(&shot), w = worth(p, target);
  int two = shot.dice < 2 ? 0 : shot.dice == 2 ? n * n * 100 / 36 : shot.dice == 3 ? n * n * (18 - 2 * n) * 100 / 216 : hit * n / 5;
  two = two > 100 ? 100 : two;
  bool down = ssp_is(p, target, SUPPRESSED);
  int32_t pin = down || ssp_type(p, target)->move == MOVE_STATIC ? 0 : 18 + w / 5;
  sal_hex at = ssp_st(p)->unit[target].hex;
  if (pin && is_aim(p, at, sal_enemy(ssp_side(p, target)))) pin += 15 + zeal(p, at, bias) / 4; /* so that others get in */
  return (hit * pin + two * w) / 100;
}

/* Enemy zones over a hex that can shoot at the unit there. */
static int shots_into(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct sal_board *b = &p->book->board;
  const struct ssp_state *s = ssp_st(p);
  int side = ssp_side(p, u), n = 0;
  bool tank = ssp_type(p, u)->vehicular;
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(b, h, d);
    if (!g || s->first[g] == SAL_NOUNIT) continue;
    SSP_EACH(p, e, g) {
      if (ssp_side(p, e) == side || ssp_type(p, e)->move == MOVE_STATIC) continue;
      const struct ssp_face *f = ssp_face_of(p, e);
      if (tank ? f->g && !f->g_paren : f->r) n += ssp_zone_of(p, e, h) ? s->unit[e].kz ? 3 : 1 : 0;
    }
  }
  return n;
}

/* ---- storming --------------------------------------------------------------------------------------------- */

/* Chance in percent that u gets in past the entry fire. */
static int gets_in(const struct sal_play *p, sal_unit u, sal_hex h) {
  int pass = 100, side = ssp_side(p, u);
  bool tank = ssp_type(p, u)->vehicular;
  if (ssp_contested(p, h)) return 100;
  SSP_EACH(p, e, h) {
    const struct ssp_face *f = ssp_face_of(p, e);
    if (ssp_side(p, e) == side || ssp_is(p, e, SUPPRESSED) || ssp_type(p, e)->move == MOVE_STATIC) continue;
    int faces = tank ? (f->g && !f->g_paren ? 3 : 0) : f->r ? f->s : 0;
    for (int i = 0; i < (ssp_st(p)->unit[e].kz ? 4 : 1); i++) pass = pass * (6 - faces) / 6;
  }
  return pass;
}

static int32_t score_enter(const struct sal_play *p, sal_unit u, sal_hex h, const int8_t *bias) {
  int side = ssp_side(p, u), in = gets_in(p, u, h), good = prospect(p, h, side, u);
  int32_t prize = is_aim(p, h, side) ? 70 : 10;
  bool ours = !is_aim(p, h, side) && ssp_contested(p, h); /* help our own */
  bool last = p->state->turn >= p->book->scenarios[p->book->scenario].turns;
  if (last && prize > 50) prize += 30;
  if (ours) prize += 40;
  return (in * (prize + good * 7 / 10) - (last ? 0 : (100 - in) * 25)) / 100 + 13 + (bias[0] + zeal(p, h, bias)) / 3; /* on the last turn nothing is lost by trying */
}

/* Is u wanted for a storm from where it stands? What it would be worth, or 0. */
static int32_t storm(const struct sal_play *p, sal_unit u, const int8_t *bias) {
  const struct sal_board *m = &p->book->board;
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int side = ssp_side(p, u);
  sal_hex at = s->unit[u].hex;
  for (int d = 0; d < 6; d++) {
    sal_hex h = sal_next(m, at, d);
    if (!h || s->first[h] == SAL_NOUNIT || own->edge[at * 6 + d].is & EDGE_BARRED || !is_aim(p, h, side)) continue;
    int others = 0;
    for (int k = 0; k < 6; k++) {
      sal_hex g = sal_next(m, h, k);
      if (g) SSP_EACH(p, w, g) others += w != u && own->form[w] == own->form[u] && !(s->unit[w].is & (SUPPRESSED | FIRED));
    }
    if (others >= (side == SAL_GERMAN ? 4 : 3)) continue; /* enough without it */
    int32_t v = gets_in(p, u, h) * (70 + prospect(p, h, side, u) * 7 / 10) / 100 + (bias[0] + 2 * zeal(p, h, bias)) / 4;
    if (v > 0) return v;
  }
  return 0;
}

/* ---- scores, by decision ------------------------------------------------------------------------------------ */

/* How far from the fighting: 0 beside an enemy, else the way to the nearest hex to be taken. */
static int behind(const struct sal_play *p, int side, sal_hex h, const uint8_t *way) {
  SAL_ASSERT(way);
  return ssp_enemy_near(p, h, side) ? 0 : 1 + (way[h] < 60 ? way[h] : 60);
}

/* A kill zone: towards the enemies that are near and not yet close. */
static int32_t score_face(const struct sal_play *p, sal_unit u, int dir) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct sal_board *b = &p->book->board;
  sal_hex h = s->unit[u].hex;
  int side = ssp_side(p, u), into = 0, near = 99;
  struct sal_point a = sal_hex_point(b, h), ahead = sal_centre(false, sal_dq[dir], sal_dr[dir]);
  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] == side) continue;
    for (int i = 0; i < own->nof[f]; i++) {
      sal_hex g = s->unit[own->of[f][i]].hex;
      int d = g ? sal_distance(b, h, g) : 99;
      if (d > 8) continue;
      struct sal_point z = sal_hex_point(b, g);
      into += (z.x - a.x) * ahead.x + 3 * (z.y - a.y) * ahead.y > 0 ? 9 - d : d - 9;
      near = d < near ? d : near;
    }
  }
  if (near > 8 || into <= 0 || s->unit[u].kz) return -20;
  return 1 + (into < 12 ? into : 12) / 3;
}

/* The nearest open objective of the enemy's that u can enter with what it has left, or -1: to be there is to own it (3.3b). */
static int open_aim(const struct sal_play *p, sal_unit u, int points) {
  int side = ssp_side(p, u), best = -1, least = points + 1;
  sal_hex at = ssp_st(p)->unit[u].hex;
  for (int i = 0; i < advice(p)->naims; i++) {
    sal_hex h = advice(p)->aim[i];
    int d = away(p, i, at);
    if (d >= least || ssp_german_holds(p, h) == (side == SAL_GERMAN) || ssp_st(p)->first[h] != SAL_NOUNIT || ssp_closed(p, h)) continue;
    best = i;
    least = d;
  }
  return best;
}

static void score_unit(const struct sal_play *p, sal_unit u, const struct sal_list *l, const int8_t *bias, int32_t *out) {
  const struct sal_frame *f = sal_top(p);
  struct brief b;
  sal_hex at = ssp_st(p)->unit[u].hex;
  make_brief(p, u, bias, &b);
  int side = ssp_side(p, u), leave = shots_into(p, u, at);
  int32_t here = pull(p, &b, u, at), wanted = storm(p, u, bias);
  if (ssp_contested(p, at)) wanted = 30 + (prospect(p, at, side, SAL_NOUNIT) > -60 ? 60 : 0); /* fight it out */
  int open = open_aim(p, u, (f->x[3] - f->x[2]) / SSP_HALVES);
  for (uint32_t i = 0; i < l->n; i++) {
    struct sal_action a = l->a[i];
    switch (a.verb) {
    case V_STEP:
      out[i] = pull(p, &b, u, a.x[1]) - here - (shots_into(p, u, a.x[1]) + 2 * leave) * (5 - bias[0] / 16) - wanted;
      if (!ssp_stack_ok(p, a.x[1], side, u)) out[i] -= 9;
      if (open >= 0 && away(p, open, a.x[1]) < away(p, open, at)) out[i] += b.last ? 60 : 120; /* more than a shot */
      break;
    case V_FIRE: out[i] = shot_value(p, u, a.x[1], f->x[1] == MODE_FRESH ? ON_FIRE : ON_MOVE, bias) + 2 - wanted; break;
    case V_QUICK: out[i] = shot_value(p, u, a.x[1], ON_MOVE, bias) + 6 - wanted; break;
    case V_RECOVER: out[i] = 50; break;
    case V_FACE: out[i] = score_face(p, u, a.x[1] % 6) - wanted - bias[0] / 12; break;
    case V_OUTWARD: out[i] = -30; break;
    default: out[i] = 0;
    }
  }
}

static int32_t score_guns(const struct sal_play *p, sal_unit target, int occasion, int side, const int8_t *bias) {
  int32_t v = shot_value(p, SAL_NOUNIT, target, occasion, bias);
  if (ssp_enemy_near(p, ssp_st(p)->unit[target].hex, sal_enemy(side))) v -= 4; /* danger close */
  return v;
}

static int laid_on(const struct sal_play *p, sal_unit u) { /* what is laid on it already, for it can be pinned only once */
  int n = 0;
  for (int i = 0; i < ssp_st(p)->nlaid; i++) n += ssp_st(p)->laid[i] == u;
  return n;
}

static int32_t richest(const struct sal_play *p, int side, sal_hex h) {
  int32_t sum = 0;
  int n = 0;
  SSP_EACH(p, u, h) {
    n++;
    sum += ssp_side(p, u) == side ? -worth(p, u) : worth(p, u) + (is_aim(p, h, side) ? 20 : 0);
  }
  return n ? sum / n : 0;
}

/* The front acts first, and of it those who shoot: the others follow, and those who storm come last. */
static int32_t score_choose(const struct sal_play *p, sal_unit u, int side, const uint8_t *way) {
  if (ssp_type(p, u)->move == MOVE_OFF) return 400;
  return 200 - behind(p, side, ssp_st(p)->unit[u].hex, way) + (ssp_is(p, u, SUPPRESSED) ? 20 : 0) + (ssp_face_of(p, u)->g && !ssp_face_of(p, u)->g_paren ? 2 : 0);
}

static int32_t score_one(const struct sal_play *p, int side, struct sal_action a, const int8_t *bias, const uint8_t *way) {
  const struct sal_frame *f = sal_top(p);
  switch (a.verb) {
  case V_HISTORICAL: return SAL_SURE;
  case V_CHOOSE: return score_choose(p, a.x[0], side, way);
  case V_FIRE: return f->node == N_GUNS ? score_guns(p, a.x[1], ON_GUNS, side, bias) + 1 : SAL_SURE + shot_value(p, a.x[0], a.x[1], f->node == N_ROUND ? ON_CC : f->x[1], bias);
  case V_CROSSFIRE: return SAL_SURE + 1000;
  case V_ADD: return 20;
  case V_COMMIT: return 10;
  case V_ENTER: return score_enter(p, a.x[0], a.x[1], bias);
  case V_LAY: return SAL_SURE + score_guns(p, a.x[0], ON_BOMBARD, side, bias) * 2 / (2 + laid_on(p, a.x[0]));
  case V_TARGET: return SAL_SURE + score_guns(p, a.x[0], ON_SUPPORT, side, bias);
  case V_SUPPORT: return 10 + ssp_face_of(p, a.x[0])->s;
  case V_MISSION: return 10 + a.x[0];
  case V_PUT: return f->node == N_AIR_PUT || f->node == N_AIR ? richest(p, side, a.x[0]) : 0;
  default: return 0; /* done, stop, pass, resolve, shell, bomb */
  }
}

static void score(const struct sal_play *p, int side, const struct sal_list *l, const int8_t bias[SAL_BIAS], int32_t *out) {
  const struct sal_frame *f = sal_top(p);
  if (f->node == N_UNIT) {
    score_unit(p, f->x[0], l, bias, out);
    return;
  }
  const uint8_t *way = f->node == N_IMPULSE ? nearest(p, to_take(p, side)) : NULL;
  for (uint32_t i = 0; i < l->n; i++) out[i] = score_one(p, side, l->a[i], bias, way);
}

const struct sal_adviser ssp_adviser = {.value = value, .score = score, .room = room, .prepare = prepare, .nbias = SAL_BIAS, .turns = 2, .actions = 500};
