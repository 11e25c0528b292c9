/* zones.c - 3.2, 4.1, 7.1, 16: who stands where, zones of control, and what may be told of it.
 *
 * The units of a hex hang on a chain in the order of the counters, so that equal games have equal
 * bytes. wb_refresh works out what a hex shows to both sides whenever its chain changes.
 */
#include "state.h"

/* ---- zones of control (4.1) ------------------------------------------------------------- */

/* Does the neighbour in that direction reach back with its zone? */
static inline bool reaches_back(const struct sal_play *p, int enemy, sal_hex h, int d) {
  int both = enemy | 1 << sal_back(d);
  return (S(p)->cell[h + B(p)->step[d]].pres & both) == both;
}

/* 4.1.1: a hex is in a zone when a regular unit of the enemy stands next to it and its zone goes
 * that way. Nothing is asked more often, so the six directions stand side by side. */
bool wb_in_zoc(const struct sal_play *p, int side, sal_hex h) {
  int enemy = occ(sal_enemy(side));

  return reaches_back(p, enemy, h, 0) || reaches_back(p, enemy, h, 1) ||
         reaches_back(p, enemy, h, 2) || reaches_back(p, enemy, h, 3) ||
         reaches_back(p, enemy, h, 4) || reaches_back(p, enemy, h, 5);
}

/* Whether a regular unit is in the hex. */
bool wb_regular_at(const struct sal_play *p, sal_hex h) {
  EACH_AT(S(p), u, h) {
    if (is_regular(K(p, u)))
      return true;
  }
  return false;
}

/* What a hex shows to both sides: which side is there, where its zones go (4.1.2), whether only
 * guns and headquarters hold it (6.1.7), and whether a mask lies on it (16.1). */
void wb_refresh(const struct sal_book *b, struct state *s, sal_hex h) {
  const struct own *o = own(b);
  struct cell *cell = &s->cell[h];
  int pres = 0;
  int guns = 0;
  int cel = 0;
  bool hard = false, veil = false;

  EACH_AT(s, u, h) {
    const struct kind *k = &o->kind[u];
    pres |= OCC_G << b->counter[u].side;
    if (is_regular(k))
      pres |= o->reach[k->class == FOOT][h];
    if (k->role == TOWED_ART)
      guns++;
    else if (k->role != HQ)
      hard = true;
    cel += s->unit[u].cel;
    if (!lies_open(&s->unit[u]))
      veil = true;
  }

  bool was_over = cell->cel > STACK;
  bool is_over = cel > STACK;
  cell->pres = (uint8_t)pres;
  cell->cel = (uint8_t)cel;
  cell->soft = (uint8_t)(pres && !hard ? 1 + guns : 0);
  cell->ground &= (uint8_t)~VEIL;
  if (veil && s->head.option[O_MASKING])
    cell->ground |= VEIL;
  s->over = (uint8_t)(s->over + is_over - was_over);
}

/* Hangs a unit on the chain of a hex, at its place in the order of the counters. */
void wb_link(const struct sal_book *b, struct state *s, int u, sal_hex h) {
  struct unit *unit = &s->unit[u];
  uint16_t *at = &s->cell[h].first;

  while (*at && *at - 1 < u)
    at = &s->unit[*at - 1].next;
  unit->next = *at;
  unit->at = h;
  unit->status = (uint8_t)((unit->status & ~ST_KIND) | ST_MAP);
  *at = (uint16_t)(u + 1);
  wb_refresh(b, s, h);
}

/* Takes a unit off the chain of its hex. */
void wb_unlink(const struct sal_book *b, struct state *s, int u) {
  sal_hex h = s->unit[u].at;
  uint16_t *at = &s->cell[h].first;

  while (*at != u + 1)
    at = &s->unit[*at - 1].next;
  *at = s->unit[u].next;
  s->unit[u].next = 0;
  s->unit[u].at = SAL_NOHEX;
  wb_refresh(b, s, h);
}

/* Rebuilds every chain from the units' hexes: after set-up, and for guessed states. */
void wb_relink(const struct sal_book *b, struct state *s) {
  s->over = 0;
  for (int h = 0; h < b->board.cells; h++) {
    struct cell *cell = &s->cell[h];
    cell->first = 0;
    cell->cel = 0;
    cell->pres = 0;
    cell->soft = 0;
    cell->ground &= (uint8_t)~VEIL;
  }
  for (int u = b->ncounters - 1; u >= 0; u--) {
    struct unit *unit = &s->unit[u];
    if ((unit->status & ST_KIND) != ST_MAP)
      continue;
    unit->next = s->cell[unit->at].first;
    s->cell[unit->at].first = (uint16_t)(u + 1);
  }
  EACH_HEX(&b->board, h) {
    if (s->cell[h].first)
      wb_refresh(b, s, (sal_hex)h);
  }
}

/* ---- telling what may be told (16) ------------------------------------------------------ */

/* Both sides hear of a counter that lies open. Otherwise its owner hears it, and the other side
 * gets an event that names nobody. */
void wb_tell_unit(struct sal_play *p, int kind, int unseen, int rule, int u, sal_hex at,
                  sal_hex from, int n) {
  if (!p->events)
    return;
  int side = side_of(p, u);
  bool open = !masked(p) || lies_open(&S(p)->unit[u]);
  uint8_t seen = (uint8_t)(open ? SAL_BOTH : SAL_BIT(side));
  uint8_t others = (uint8_t)SAL_BIT(sal_enemy(side));
  sal_tell(p, kind, rule, SAL_EVU(u, .at = {at, from}, .n = {(int16_t)n}, .seen = seen));
  if (!open && unseen)
    sal_tell(p, unseen, rule, SAL_EV(.at = {at, from}, .n = {(int16_t)side}, .seen = others));
}

/* Tells of a unit where it stands. */
void wb_note(struct sal_play *p, int kind, int rule, int u) {
  wb_note_number(p, kind, rule, u, NO_NUMBER);
}
/* The same with a number. */
void wb_note_number(struct sal_play *p, int kind, int rule, int u, int n) {
  wb_tell_unit(p, kind, E_NOTHING, rule, u, S(p)->unit[u].at, SAL_NOHEX, n);
}

/* 16.1.3: a counter that fights or fires lies open until the phase ends. */
void wb_open(struct sal_play *p, int u) {
  struct unit *unit = &S(p)->unit[u];

  if (unit->flags & OPEN)
    return;
  unit->flags |= OPEN;
  if (on_map(p, u))
    wb_refresh(p->book, S(p), unit->at);
  if (masked(p))
    sal_reveal(p);
}

/* ---- putting and taking off ------------------------------------------------------------- */

/* 7.1.5, 7.1.6: a field fortification is gone; the hex is remembered for 7.1.7. */
void wb_raze(struct sal_play *p, sal_hex h, int side, int rule) {
  S(p)->cell[h].ground &= (uint8_t)~ff(side);
  if (h < DUG)
    S(p)->dug[h / 8] |= (uint8_t)(1u << h % 8);
  sal_tell(p, E_FF_GONE, rule, SAL_EV(.at = {h}));
}

/* 17.1.2: a unit in repair that is in an enemy zone at any time is not repaired. */
static void disturb_repairs(struct sal_play *p) {
  struct state *s = S(p);

  for (int front = 0; front < 2; front++) {
    if (!s->repair[front])
      continue;
    struct unit *unit = &s->unit[s->repair[front] - 1];
    if (wb_in_zoc(p, SAL_GERMAN, unit->at))
      unit->more |= TOUCHED;
  }
}

/* 16.1.4: stacks in contact reveal something to both sides. */
static void tell_contact(struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex next = (sal_hex)(h + B(p)->step[d]);
    if (!(S(p)->cell[next].pres & occ(sal_enemy(side))))
      continue;
    sal_reveal(p);
    sal_tell(p, E_CONTACT, R_16_1_4, SAL_EV(.at = {h}));
    return;
  }
}

/* Moves a unit to a hex: it is under its mask again (16.1.2), and enemy works there fall (7.1.6).
 */
void wb_put(struct sal_play *p, int u, sal_hex h) {
  struct state *s = S(p);
  int side = side_of(p, u);
  int enemy = sal_enemy(side);

  if (on_map(p, u))
    wb_unlink(p->book, s, u);
  s->unit[u].face &= TURNED;
  if (K(p, u)->role == HQ)
    s->unit[u].more &= (uint8_t)~ON_BANK; /* 14.3.4 */
  wb_link(p->book, s, u, h);
  if (s->cell[h].ground & ff(enemy))
    wb_raze(p, h, enemy, R_7_1_6);
  disturb_repairs(p);
  if (masked(p))
    tell_contact(p, side, h);
}

/* Takes a unit off the map; 17.1.2: wherever it goes, it is in repair no longer. */
void wb_take_off(struct sal_play *p, int u) {
  struct state *s = S(p);

  wb_unlink(p->book, s, u);
  for (int front = 0; front < 2; front++)
    if (s->repair[front] == u + 1)
      s->repair[front] = 0;
}

/* 3.1.11R: a road counts across a hexside as long as no bridge on it is down. */
bool wb_road_open(const struct sal_play *p, sal_hex from, int dir) {
  int hexside = from * 6 + dir;
  int bridge = O(p)->bridge_at[hexside];

  if (!(B(p)->path[hexside] & (O(p)->main_road | O(p)->minor_road)))
    return false;
  if (!bridge)
    return true;

  return !(S(p)->bridge[bridge - 1] & DOWN);
}
