/* advise_value.c - SS Panzer for computer opponents: how far away objectives are, what units and
 * fights are worth, and how a side stands. */
#include "advise.h"

#include <string.h>

/* ---- distances, once a bot -------------------------------------------------------------- */

enum { STORM_PRICE = 8 }; /* to fight static infantry out of the way, in steps */

/* What a step costs roughly, whoever takes it. Germans go round static infantry where they can. */
static int step_price(const struct sal_book *b, sal_hex from, int dir, int side) {
  const struct ssp_book *own = b->own;
  const struct ssp_edge *edge = &own->edge[from * 6 + dir];

  if (edge->is & EDGE_BARRED)
    return SAL_BARRED;
  int price = edge->is & EDGE_ROAD || !edge->items[side] ? 1 : 2 * edge->items[side];
  if (side == SAL_GERMAN && own->static_at[sal_next(&b->board, from, dir)])
    price += STORM_PRICE;

  return price;
}

/* What it costs to storm the objective itself is no part of the way there. */
static void leave_out_storm(const struct sal_book *b, sal_hex goal, int side, uint8_t *field) {
  const struct ssp_book *own = b->own;

  if (side != SAL_GERMAN || !own->static_at[goal])
    return;
  for (int c = 0; c < b->board.cells; c++)
    if (c != goal && field[c] >= STORM_PRICE && field[c] < FAR_OFF)
      field[c] = (uint8_t)(field[c] - STORM_PRICE);
}

/* Memory of the adviser: a field of distances for each objective, and some for sets of them. */
size_t ssp_advice_room(const struct sal_book *b) {
  return sizeof(struct advice) + (size_t)b->board.cells * (AIMS + FIELDS);
}

/* Is the hex among the objectives already? */
static bool has_aim(const struct advice *a, sal_hex h) {
  for (int i = 0; i < a->naims; i++)
    if (a->aim[i] == h)
      return true;
  return false;
}

/* The objectives of one side, with the way to each. In the lesson both want the same hexes. */
static void add_aims(const struct sal_book *b, struct advice *a, const struct sal_region *hexes,
                     int side) {
  SSP_EACH_HEX(hexes, h) {
    if (a->naims == AIMS)
      continue;
    if (has_aim(a, h))
      continue;
    uint8_t *field = a->away + (uint32_t)a->naims * b->board.cells;
    a->aim[a->naims++] = h;
    sal_ways_to(&a->ways, b, h, step_price, side, FAR_OFF, field);
    leave_out_storm(b, h, side, field);
  }
}

/* Once a bot: the ways to all objectives, which never change. */
void ssp_advice_prepare(const struct sal_book *b, void *memory) {
  const struct ssp_book *own = b->own;
  struct advice *a = memory;

  a->naims = 0;
  for (int i = 0; i < FIELDS; i++)
    a->known[i] = 0;
  add_aims(b, a, own->rune, SAL_GERMAN);
  add_aims(b, a, own->star, SAL_SOVIET);
}

/* The way from each cell to the nearest of a set of objectives; the last few sets are kept. */
const uint8_t *ssp_nearest(const struct sal_play *p, uint32_t set) {
  struct advice *a = sal_room(p);
  uint32_t cells = p->book->board.cells;
  uint32_t slot = (set * 2654435761u) >> 28;
  uint8_t *field = a->away + (AIMS + slot) * cells;

  if (a->known[slot] == set && set)
    return field;
  for (uint32_t c = 0; c < cells; c++)
    field[c] = FAR_OFF;
  for (int i = 0; i < a->naims; i++) {
    const uint8_t *one = a->away + (uint32_t)i * cells;
    if (!(set >> i & 1))
      continue;
    for (uint32_t c = 0; c < cells; c++)
      field[c] = (uint8_t)ssp_least(one[c], field[c]);
  }
  a->known[slot] = set;
  return field;
}

/* Does the side hold the hex? */
bool ssp_ours(const struct sal_play *p, sal_hex h, int side) {
  return ssp_german_holds(p, h) == (side == SAL_GERMAN);
}

/* The objectives that are the enemy's, as a set. */
uint32_t ssp_to_take(const struct sal_play *p, int side) {
  uint32_t set = 0;
  for (int i = 0; i < advice(p)->naims; i++)
    if (!ssp_ours(p, advice(p)->aim[i], side))
      set |= 1u << i;
  return set;
}

/* ---- what things are worth -------------------------------------------------------------- */

/* Of one step, in hundredths: guns and armour make a unit dear. */
int ssp_step_worth(const struct sal_play *p, sal_unit u) { /* of a step, in hundredths */
  const struct ssp_kind *k = ssp_type(p, u);
  if (k->move == MOVE_STATIC)
    return 40;
  return 40 + 6 * k->front.g + 6 * k->front.s + 4 * k->front.a;
}

/* Faces of a die on which u hits in close combat, at what it hits best of the enemies in the hex.
 */
static int cc_faces(const struct sal_play *p, sal_unit u, bool vehicles, bool soft, bool helped,
                    sal_hex h) {
  const struct ssp_face *face = ssp_face_of(p, u);
  int at_tanks = 0;
  int at_men = 0;

  if (vehicles && face->g)
    at_tanks = 3 - face->g_star;
  if (soft)
    at_men = face->s_paren && !helped ? 1 : face->s;
  int best = at_tanks > at_men ? at_tanks : at_men;
  int faces = best - O(p)->cover[h];
  if (faces < 1)
    return best > 0;

  return faces;
}

/* The units in the hex and, when a unit joins, also those declared to enter. */
void ssp_gather_band(const struct sal_play *p, sal_hex h, int side, sal_unit joining,
                     struct band *band) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);

  *band = (struct band){.n = 0};
  SSP_EACH(p, u, h) {
    if (own->type[u].side == side) {
      if (band->n < SSP_STACK)
        band->who[band->n++] = u;
    } else if (own->type[u].vehicular) {
      band->vehicles = true;
    } else {
      band->soft = true;
    }
  }
  if (joining == SAL_NOUNIT) {
    if (!band->vehicles && !band->soft) /* nobody there yet: take them as they come */
      band->vehicles = band->soft = true;
    return;
  }
  band->who[band->n++] = joining;
  SSP_EACH_OF(p, u, s->formation) {
    if (s->unit[u].into == h && band->n < 2 * SSP_STACK)
      band->who[band->n++] = u;
  }
}

/* Of a band in a fight for h: hitting power times steps. */
int ssp_strength_of(const struct sal_play *p, sal_hex h, const struct band *band) {
  bool helped = false;
  int power = 0;
  int steps = 0;

  for (int i = 0; i < band->n; i++)
    helped |= O(p)->type[band->who[i]].infantry;
  for (int i = 0; i < band->n; i++) {
    int faces = cc_faces(p, band->who[i], band->vehicles, band->soft, helped, h);
    power += faces * faces;
    steps += S(p)->unit[band->who[i]].steps;
  }

  return power * steps;
}

/* Strength of a side's units in a fight for h, with `joining` and those declared. */
int ssp_strength(const struct sal_play *p, sal_hex h, int side, sal_unit joining) {
  struct band band;
  ssp_gather_band(p, h, side, joining, &band);
  return ssp_strength_of(p, h, &band);
}

/* -100..100: how a fight goes for whom `us` is the strength of. */
int ssp_outlook(int us, int them) {
  if (us + them == 0)
    return 100;
  return 100 * (us - them) / (us + them);
}

/* -100..100: how a close combat in h would go for `side`. */
int ssp_prospect(const struct sal_play *p, sal_hex h, int side, sal_unit joining) {
  return ssp_outlook(ssp_strength(p, h, side, joining),
                     ssp_strength(p, h, sal_enemy(side), SAL_NOUNIT));
}

/* Those of u's formation round about that could still be declared to enter h with it, as many as
 * the hex holds. */
static void gather_rest(const struct sal_play *p, sal_hex h, sal_unit u, struct band *band) {
  int most = ssp_stack_limit(ssp_side(p, u));

  SSP_EACH_BESIDE(p, beside, h) {
    SSP_EACH(p, w, beside) {
      bool able = O(p)->form[w] == O(p)->form[u] && !ssp_is(p, w, SUPPRESSED | FIRED);
      if (w != u && able && !S(p)->unit[w].into && band->n < most)
        band->who[band->n++] = w;
    }
  }
}

/* The same if all who can storm with u did. */
int ssp_prospect_together(const struct sal_play *p, sal_hex h, sal_unit u) {
  int side = ssp_side(p, u);
  struct band band;

  ssp_gather_band(p, h, side, u, &band);
  gather_rest(p, h, u, &band);
  return ssp_outlook(ssp_strength_of(p, h, &band), ssp_strength(p, h, sal_enemy(side), SAL_NOUNIT));
}

/* ---- value ------------------------------------------------------------------------------ */

enum { FAR_ENOUGH = 40 }; /* from here on a unit counts as far from everything */

/* A unit is worth its steps, less when it is suppressed or far from what is to be taken. */
static int32_t unit_value(const struct sal_play *p, sal_unit u, const uint8_t *way) {
  const struct ssp_unit *unit = &S(p)->unit[u];

  if (!unit->hex)
    return 0;
  if (!unit->steps)
    return 0;
  int32_t value = ssp_step_worth(p, u) * unit->steps;
  if (unit->is & SUPPRESSED)
    value -= value / 4;
  int distance = ssp_least(way[unit->hex], FAR_ENOUGH);
  return value - 2 * distance;
}

/* All units of a side, nearer to what it has still to take being better. */
static int32_t forces(const struct sal_play *p, int side) {
  const struct ssp_book *own = O(p);
  int32_t sum = 0;
  const uint8_t *way = ssp_nearest(p, ssp_to_take(p, side));

  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] != side)
      continue;
    SSP_EACH_OF(p, u, f) {
      sum += unit_value(p, u, way);
    }
  }

  return sum;
}

/* An objective to the German, while the game goes on: who holds it, and how firmly. */
static int32_t standing(const struct sal_play *p, sal_hex h, int32_t full) {
  int32_t held = ssp_german_holds(p, h) ? full : 0;

  if (!ssp_contested(p, h))
    return held;
  int us = ssp_strength(p, h, SAL_GERMAN, SAL_NOUNIT);
  int them = ssp_strength(p, h, SAL_SOVIET, SAL_NOUNIT);
  if (us + them == 0)
    return held;

  return (held + full * us / (us + them)) / 2;
}

enum { ALL_OBJECTIVES = 2000, VICTORY = 1200, DECISIVE = 4000 };

/* Each objective is worth its share of what is needed to win. */
static int32_t objectives(const struct sal_play *p, const struct sal_region *hexes, int needed) {
  int32_t sum = 0;
  SSP_EACH_HEX(hexes, h) {
    sum += standing(p, h, ALL_OBJECTIVES / needed);
  }
  return sum;
}

/* A finished game: the result counts, and forces only between equal ones. */
static int32_t final_value(const struct sal_play *p, const struct sal_result *result,
                           int32_t balance) {
  int64_t den = result->margin.den ? result->margin.den : 1;
  int32_t value = balance / 6 + (int32_t)(ALL_OBJECTIVES * (int64_t)result->margin.num / den);

  if (result->winner == SAL_GERMAN)
    value += VICTORY;
  if (result->winner == SAL_SOVIET)
    value -= VICTORY;
  if (S(p)->ended == SSP_DECISIVE)
    value += DECISIVE;

  return value;
}

/* How the German stands, seen by a side: objectives first, then forces. */
int32_t ssp_value(const struct sal_play *p, int side) {
  const struct ssp_book *own = O(p);
  struct sal_result result;
  int32_t german = forces(p, SAL_GERMAN) - forces(p, SAL_SOVIET);

  if (ssp_score(p, &result)) {
    german = final_value(p, &result, german);
  } else {
    german += objectives(p, own->rune, ssp_needed(p, SAL_GERMAN));
    german += objectives(p, own->star, ssp_needed(p, SAL_SOVIET));
  }

  return side == SAL_GERMAN ? german : -german;
}

/* Where a side's units stand, in what state and facing what; what is laid or flown counts too. */
uint64_t ssp_posture(const struct sal_play *p, int side) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  uint64_t sum = sal_hash(s->laid, sizeof s->laid, s->nlaid);

  sum ^= sal_hash(s->strike, sizeof s->strike, s->nstrikes);
  for (int f = 0; f < own->nforms; f++) {
    if (own->form_side[f] != side)
      continue;
    SSP_EACH_OF(p, u, f) {
      const struct ssp_unit *unit = &s->unit[u];
      const uint16_t of[4] = {unit->hex, unit->into, (uint16_t)(unit->is & ~ONE_IMPULSE),
                              (uint16_t)(unit->steps << 8 | unit->kz)};
      sum += sal_hash(of, sizeof of, (uint64_t)u + 1);
    }
  }

  return sum;
}
