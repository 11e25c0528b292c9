/* field_lookup.c - says who stands where without looking at every counter.
 *
 * A campaign has about nine hundred counters, and nearly every rule of a battle asks who is in a
 * Location, what a unit carries or who acts. While a node or the adviser is at work the answers are
 * kept in scratch: a chain of counters for each hex and for each carrier, in ascending id, and sets
 * of those on the map and of the acting group. sf_lookup_open works them out when the work begins,
 * sf_moved keeps them up to date, and they are dropped when the work ends, because the state may
 * then change without them. Without them the same questions are answered by looking at every
 * counter.
 */
#include "field.h"

#include <string.h>

enum { COUNTERS = 1024, WORDS = COUNTERS / 64 };
_Static_assert(sizeof(((struct field_book *)0)->counter_kind) == COUNTERS,
               "as many as a book holds");

struct set { /* of counters */
  uint64_t word[WORDS];
};
struct lookup { /* counters are kept + 1; 0 is none */
  const struct sal_head *of;
  int words; /* of a set that hold the book's counters */
  struct set men, group;
  uint16_t carried[COUNTERS + 1], next_carried[COUNTERS], carrier[COUNTERS];
  uint16_t hex[COUNTERS], next_in_hex[COUNTERS];
  uint16_t in_hex[]; /* by the hex's place among the hexes, from 1 */
};

/* Bytes of scratch for a board with this many hexes. */
uint32_t sf_lookup_bytes(int nhexes) {
  size_t bytes = sizeof(struct lookup) + (size_t)(nhexes + 1) * sizeof(uint16_t);
  return (uint32_t)((bytes + 15) & ~(size_t)15);
}

/* The lookup of this state; NULL: it is not open. */
static struct lookup *lookup_of(const struct sal_play *p) {
  if (!p->scratch)
    return NULL;
  struct lookup *l = (void *)((uint8_t *)p->scratch + FB(p)->lookup_at);
  return l->of == p->state ? l : NULL;
}

/* ---- sets and chains -------------------------------------------------------------------- */

static void keep_in(struct set *s, int u, bool in) {
  uint64_t bit = (uint64_t)1 << u % 64;
  uint64_t *word = &s->word[u / 64];
  *word = in ? *word | bit : *word & ~bit;
}

/* The first member above `after` in a set of that many words; -1: none. */
static int next_of(const struct set *s, int words, int after) {
  int from = after + 1;
  int at = from / 64;
  if (at >= words)
    return -1;

  uint64_t left = s->word[at] >> from % 64 << from % 64;
  while (!left) {
    if (++at == words)
      return -1;
    left = s->word[at];
  }
  return at * 64 + __builtin_ctzll(left);
}

/* Takes a counter out of a chain that it is in. */
static void unlink_from(uint16_t *first, uint16_t *next, int u) {
  uint16_t *link = first;
  while (*link != u + 1)
    link = &next[*link - 1];
  *link = next[u];
}

/* Puts it in by its id: every rule takes the lowest first. */
static void link_into(uint16_t *first, uint16_t *next, int u) {
  uint16_t *link = first;
  while (*link && *link < u + 1)
    link = &next[*link - 1];
  next[u] = *link;
  *link = (uint16_t)(u + 1);
}

/* ---- opening and keeping up --------------------------------------------------------------- */

/* The place of a counter's hex among the chains; 0: it is nowhere. */
static uint16_t hex_of_unit(const struct sal_play *p, const struct trooper *t) {
  return t->at ? FB(p)->index[hex_at(t->at)] : 0;
}

/* Works everything out from the state. Downwards, so that each counter goes to the front. */
static void fill(const struct sal_play *p, struct lookup *l) {
  memset(l->in_hex, 0, (p->book->board.nhexes + 1u) * sizeof l->in_hex[0]);
  memset(l->carried, 0, (size_t)(count_of(p) + 1) * sizeof l->carried[0]);
  l->men = (struct set){{0}};
  l->group = (struct set){{0}};
  l->words = (count_of(p) + 63) / 64;

  for (int u = count_of(p) - 1; u >= 0; u--) {
    const struct trooper *t = unit_at(p, u);
    uint16_t hex = hex_of_unit(p, t);

    l->hex[u] = hex;
    l->carrier[u] = t->with;
    if (hex) {
      l->next_in_hex[u] = l->in_hex[hex];
      l->in_hex[hex] = (uint16_t)(u + 1);
      if (sf_on_map(p, u))
        keep_in(&l->men, u, true);
    }
    if (t->with) {
      l->next_carried[u] = l->carried[t->with];
      l->carried[t->with] = (uint16_t)(u + 1);
    }
    if (t->did & IN_GROUP)
      keep_in(&l->group, u, true);
  }
}

/* Before a node or the adviser is asked anything of a battle. */
void sf_lookup_open(const struct sal_play *p) {
  if (!p->scratch)
    return;
  struct lookup *l = (void *)((uint8_t *)p->scratch + FB(p)->lookup_at);
  fill(p, l);
  l->of = p->state;
}

#ifdef SALIENT_DEBUG
/* Has every rule that moved a counter said so? The tests find one that has not. */
static bool kept_up(const struct sal_play *p, const struct lookup *l) {
  for (int u = 0; u < count_of(p); u++) {
    const struct trooper *t = unit_at(p, u);
    bool filed = l->hex[u] == hex_of_unit(p, t) && l->carrier[u] == t->with;
    bool on_map = l->men.word[u / 64] >> u % 64 & 1;
    bool acts = l->group.word[u / 64] >> u % 64 & 1;
    bool in_group = t->did & IN_GROUP;

    if (!filed || on_map != sf_on_map(p, u) || acts != in_group)
      return false;
  }

  return true;
}
#endif

/* Afterwards: from now on the state may be changed by others. */
void sf_lookup_shut(const struct sal_play *p) {
  struct lookup *l = lookup_of(p);
  if (!l)
    return;
#ifdef SALIENT_DEBUG
  SAL_ASSERT(kept_up(p, l));
#endif
  l->of = NULL;
}

/* To be called when a counter's place, its carrier, its part in the battle or its part in the
 * acting group has changed. */
void sf_moved(const struct sal_play *p, int u) {
  struct lookup *l = lookup_of(p);
  if (!l)
    return;

  const struct trooper *t = unit_at(p, u);
  uint16_t hex = hex_of_unit(p, t);
  if (hex != l->hex[u]) {
    if (l->hex[u])
      unlink_from(&l->in_hex[l->hex[u]], l->next_in_hex, u);
    if (hex)
      link_into(&l->in_hex[hex], l->next_in_hex, u);
    l->hex[u] = hex;
  }

  if (t->with != l->carrier[u]) {
    if (l->carrier[u])
      unlink_from(&l->carried[l->carrier[u]], l->next_carried, u);
    if (t->with)
      link_into(&l->carried[t->with], l->next_carried, u);
    l->carrier[u] = t->with;
  }

  keep_in(&l->men, u, sf_on_map(p, u));
  keep_in(&l->group, u, t->did & IN_GROUP);
}

/* ---- questions: the first counter above `after` that .., in ascending id; -1: none -------- */

/* .. is in the hex, on any level. */
int sf_next_in_hex(const struct sal_play *p, sal_hex h, int after) {
  const struct lookup *l = lookup_of(p);
  if (l && h) {
    uint16_t next = after < 0 ? l->in_hex[FB(p)->index[h]] : l->next_in_hex[after];
    return next - 1;
  }

  for (int u = after + 1; u < count_of(p); u++)
    if (hex_at(unit_at(p, u)->at) == h)
      return u;
  return -1;
}

/* .. is in the Location. 0 asks for those off the map. */
int sf_next_at(const struct sal_play *p, location at, int after) {
  int u = sf_next_in_hex(p, hex_at(at), after);
  while (u >= 0 && unit_at(p, u)->at != at)
    u = sf_next_in_hex(p, hex_at(at), u);
  return u;
}

/* .. is with that unit: its weapons, or those aboard it. */
int sf_next_with(const struct sal_play *p, int carrier, int after) {
  const struct lookup *l = lookup_of(p);
  if (l)
    return (after < 0 ? l->carried[carrier + 1] : l->next_carried[after]) - 1;

  for (int u = after + 1; u < count_of(p); u++)
    if (unit_at(p, u)->with == carrier + 1)
      return u;
  return -1;
}

/* .. stands on the map and is no support weapon. */
int sf_next_man(const struct sal_play *p, int after) {
  const struct lookup *l = lookup_of(p);
  if (l)
    return next_of(&l->men, l->words, after);

  for (int u = after + 1; u < count_of(p); u++)
    if (sf_on_map(p, u))
      return u;
  return -1;
}

/* F4.1: .. is of the group that acts. */
int sf_next_member(const struct sal_play *p, int after) {
  const struct lookup *l = lookup_of(p);
  if (l)
    return next_of(&l->group, l->words, after);

  for (int u = after + 1; u < count_of(p); u++)
    if (unit_at(p, u)->did & IN_GROUP)
      return u;
  return -1;
}
