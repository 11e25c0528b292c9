/* ground.c - 1.2, 3.2, 4.1, 7.1: who stands where, zones of control, losses and eliminations.
 *
 * The units of a hex hang on a chain in the order of the counters, so that equal games have equal bytes.
 * wb_refresh works out what a hex shows to both sides whenever its chain changes.
 */
#include "state.h"

/* ---- zones of control (4.1) ---------------------------------------------------------------------- */

bool wb_in_zoc(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_board *b = B(p);
  const struct cell *cell = S(p)->cell;
  int enemy = occ(sal_enemy(side));
  for (int d = 0; d < 6; d++) {
    int pres = cell[h + b->step[d]].pres;
    if (pres & enemy && pres >> sal_back(d) & 1) return true;
  }
  return false;
}

bool wb_regular_at(const struct sal_play *p, sal_hex h) {
  EACH_AT(S(p), u, h)
    if (is_regular(K(p, u))) return true;
  return false;
}

void wb_refresh(const struct sal_book *b, struct state *s, sal_hex h) {
  const struct own *o = own(b);
  struct cell *c = &s->cell[h];
  int pres = 0, guns = 0, hard = 0, veil = 0, cel = 0;
  EACH_AT(s, u, h) {
    const struct kind *k = &o->kind[u];
    pres |= OCC_G << b->counter[u].side;
    if (is_regular(k)) pres |= o->reach[k->class == FOOT][h]; /* 4.1.2 */
    if (k->role == TOWED_ART) guns++;
    else if (k->role != HQ) hard = 1;
    cel += s->unit[u].cel;
    if (!lies_open(&s->unit[u])) veil = 1;
  }
  bool was = c->cel > STACK;
  c->pres = (uint8_t)pres;
  c->cel = (uint8_t)cel;
  c->soft = (uint8_t)(pres && !hard ? 1 + guns : 0);
  c->ground = (uint8_t)((c->ground & ~VEIL) | (veil && s->head.option[O_MASKING] ? VEIL : 0));
  s->over = (uint8_t)(s->over + (cel > STACK) - was);
}

void wb_link(const struct sal_book *b, struct state *s, int u, sal_hex h) {
  uint16_t *at = &s->cell[h].first;
  while (*at && *at - 1 < u) at = &s->unit[*at - 1].next;
  s->unit[u].next = *at;
  s->unit[u].at = h;
  s->unit[u].status = (uint8_t)((s->unit[u].status & ~ST_KIND) | ST_MAP);
  *at = (uint16_t)(u + 1);
  wb_refresh(b, s, h);
}

void wb_unlink(const struct sal_book *b, struct state *s, int u) {
  sal_hex h = s->unit[u].at;
  uint16_t *at = &s->cell[h].first;
  while (*at != u + 1) at = &s->unit[*at - 1].next;
  *at = s->unit[u].next;
  s->unit[u].next = s->unit[u].at = 0;
  wb_refresh(b, s, h);
}

void wb_relink(const struct sal_book *b, struct state *s) {
  s->over = 0;
  for (int h = 0; h < b->board.cells; h++) s->cell[h].first = 0, s->cell[h].cel = s->cell[h].pres = s->cell[h].soft = 0, s->cell[h].ground &= (uint8_t)~VEIL;
  for (int u = b->ncounters - 1; u >= 0; u--) {
    if ((s->unit[u].status & ST_KIND) != ST_MAP) continue;
    s->unit[u].next = s->cell[s->unit[u].at].first;
    s->cell[s->unit[u].at].first = (uint16_t)(u + 1);
  }
  for (int i = 0; i < b->board.nhexes; i++)
    if (s->cell[b->board.order[i]].first) wb_refresh(b, s, b->board.order[i]);
}

/* ---- telling what may be told (16) ------------------------------------------------------------------ */

/* To both when the counter lies open, else to its owner, and an anonymous event to the other side. */
void wb_tell_unit(struct sal_play *p, int kind, int unseen, int rule, int u, sal_hex at, sal_hex from, int n) {
  if (!p->events) return;
  int side = side_of(p, u);
  bool open = !masked(p) || lies_open(&S(p)->unit[u]);
  sal_tell(p, kind, rule, SAL_EVU(u, .at = {at, from}, .n = {(int16_t)n}, .seen = (uint8_t)(open ? SAL_BOTH : SAL_BIT(side))));
  if (!open && unseen) sal_tell(p, unseen, rule, SAL_EV(.at = {at, from}, .n = {(int16_t)side}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
}

void wb_note(struct sal_play *p, int kind, int rule, int u) { wb_note_number(p, kind, rule, u, 0); }
void wb_note_number(struct sal_play *p, int kind, int rule, int u, int n) { wb_tell_unit(p, kind, E_NOTHING, rule, u, S(p)->unit[u].at, SAL_NOHEX, n); }

void wb_open(struct sal_play *p, int u) { /* 16.1.3 */
  struct unit *unit = &S(p)->unit[u];
  if (unit->flags & OPEN) return;
  unit->flags |= OPEN;
  if (on_map(p, u)) wb_refresh(p->book, S(p), unit->at);
  if (masked(p)) sal_reveal(p);
}

/* ---- putting, losing ------------------------------------------------------------------------------------ */

/* 7.1.5, 7.1.6; the hex is remembered for 7.1.7. */
void wb_raze(struct sal_play *p, sal_hex h, int side, int rule) {
  S(p)->cell[h].ground &= (uint8_t)~ff(side);
  if (h < DUG) S(p)->dug[h / 8] |= (uint8_t)(1u << h % 8);
  sal_tell(p, E_FF_GONE, rule, SAL_EV(.at = {h}));
}

void wb_put(struct sal_play *p, int u, sal_hex h) {
  struct state *s = S(p);
  const struct sal_board *b = B(p);
  int side = side_of(p, u);
  if (on_map(p, u)) wb_unlink(p->book, s, u);
  s->unit[u].zone &= TURNED; /* 16.1.2: under its mask again */
  if (K(p, u)->role == HQ) s->unit[u].more &= (uint8_t)~TOPPED; /* 14.3.4 */
  wb_link(p->book, s, u, h);
  if (s->cell[h].ground & ff(sal_enemy(side))) wb_raze(p, h, sal_enemy(side), R_7_1_6);
  for (int f = 0; f < 2; f++) /* 17.1.2: in an enemy zone at any time */
    if (s->repair[f]) {
      struct unit *unit = &s->unit[s->repair[f] - 1];
      if (wb_in_zoc(p, SAL_GERMAN, unit->at)) unit->more |= TOUCHED;
    }
  if (!masked(p)) return;
  for (int d = 0; d < 6; d++) /* 16.1.4: contact tells both something */
    if (s->cell[h + b->step[d]].pres & occ(sal_enemy(side))) {
      sal_reveal(p);
      sal_tell(p, E_CONTACT, R_16_1_4, SAL_EV(.at = {h}));
      return;
    }
}

void wb_take_off(struct sal_play *p, int u) { /* 17.1.2: in repair no longer, wherever it goes */
  struct state *s = S(p);
  wb_unlink(p->book, s, u);
  for (int f = 0; f < 2; f++)
    if (s->repair[f] == u + 1) s->repair[f] = 0;
}

void wb_raise_oos(struct sal_play *p, int u, int rule) { /* 10.2.5 */
  struct unit *unit = &S(p)->unit[u];
  if (unit->oos < 99) unit->oos++;
  wb_note_number(p, E_OOS, rule, u, unit->oos);
}

static void win_shifts(struct sal_play *p, int u, sal_hex h) { /* 9.1.6 */
  struct state *s = S(p);
  int side = sal_enemy(side_of(p, u));
  for (int i = 0; i < POOLS; i++)
    if (!s->pool[i].phases) {
      bool fighting = s->head.phase == P_ATTACK || s->head.phase == P_ATTACK + 6; /* the phase in progress does not count */
      s->pool[i] = (struct pool){.at = h, .side = (uint8_t)side, .left = 5, .phases = (uint8_t)(fighting ? 3 : 2)};
      sal_tell(p, E_HQKILL, R_9_1_6, SAL_EVU(u, .at = {h}, .n = {(int16_t)side}));
      return;
    }
}

void wb_eliminate(struct sal_play *p, int u, int rule) { /* 1.2d */
  struct state *s = S(p);
  struct unit *unit = &s->unit[u];
  sal_hex h = unit->at;
  int side = side_of(p, u);
  wb_take_off(p, u);
  *unit = (struct unit){.part = unit->part, .status = ST_DEAD};
  if (masked(p)) sal_reveal(p); /* eliminated counters are open */
  s->killed[side]++;
  sal_tell(p, E_DEAD, rule, SAL_EVU(u, .at = {h}));
  if (K(p, u)->role == HQ) win_shifts(p, u, h);
}

void wb_lose(struct sal_play *p, int u, int rule) {
  struct unit *unit = &S(p)->unit[u];
  if (unit->cel <= 1) {
    wb_eliminate(p, u, rule);
    return;
  }
  unit->cel--;
  wb_refresh(p->book, S(p), unit->at);
  wb_tell_unit(p, E_LOSS, E_LOSS_UNSEEN, rule, u, unit->at, 0, unit->cel);
  if (masked(p)) sal_reveal(p);
}

void wb_disorganize(struct sal_play *p, int u, int rule) { /* 5.6.1; whoever fights or is fired at has been touched already */
  S(p)->unit[u].more |= DISORG;
  wb_note(p, E_DISORG, rule, u);
}

bool wb_road_open(const struct sal_play *p, sal_hex from, int dir) {
  int bridge = O(p)->bridge_at[from * 6 + dir];
  if (!(B(p)->path[from * 6 + dir] & (O(p)->main_road | O(p)->minor_road))) return false;
  return !bridge || !(S(p)->bridge[bridge - 1] & DOWN);
}
