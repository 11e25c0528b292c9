/* zoc.c - who stands where: occupants, stacking (6.1), control (3.3b), zones of control (7.1) and the
 * units that may fire at a mover (7.2).
 *
 * A zone has no effect of its own: all it does is let its owner fire. So a zone is never stored, only
 * asked for when somebody enters or leaves a hex.
 */
#include "state.h"

/* ---- occupants ------------------------------------------------------------------ */

void ssp_lift(struct sal_play *p, sal_unit u) {
  struct ssp_state *s = ssp_st(p);
  sal_hex h = s->unit[u].hex;
  if (!h) return;
  sal_unit *at = &s->first[h];
  while (*at != u) at = &s->unit[*at].next;
  *at = s->unit[u].next;
  s->unit[u].next = SAL_NOUNIT;
  s->unit[u].hex = SAL_NOHEX;
}

void ssp_put(struct sal_play *p, sal_unit u, sal_hex h) {
  struct ssp_state *s = ssp_st(p);
  ssp_lift(p, u);
  sal_unit *at = &s->first[h];
  while (*at < u) at = &s->unit[*at].next; /* SAL_NOUNIT is above all */
  s->unit[u].next = *at;
  s->unit[u].hex = h;
  *at = u;
}

bool ssp_has_side(const struct sal_play *p, sal_hex h, int side) {
  SSP_EACH(p, u, h) if (ssp_side(p, u) == side) return true;
  return false;
}

bool ssp_contested(const struct sal_play *p, sal_hex h) {
  sal_unit u = ssp_st(p)->first[h];
  return u != SAL_NOUNIT && ssp_st(p)->unit[u].next != SAL_NOUNIT && ssp_has_side(p, h, sal_enemy(ssp_side(p, u)));
}

bool ssp_enemy_near(const struct sal_play *p, sal_hex h, int side) { /* terrain and suppression do not matter (9.8b, 10.1a) */
  const struct sal_board *m = &p->book->board;
  if (ssp_has_side(p, h, sal_enemy(side))) return true;
  for (int d = 0; d < 6; d++)
    if (ssp_has_side(p, sal_next(m, h, d), sal_enemy(side))) return true;
  return false;
}

/* 3.3b: a hex changes hands when one side alone is in it. */
void ssp_take_control(struct sal_play *p, sal_hex h) {
  sal_unit u = ssp_st(p)->first[h];
  if (u == SAL_NOUNIT || ssp_contested(p, h)) return;
  bool german = ssp_side(p, u) == SAL_GERMAN;
  if (ssp_german_holds(p, h) == german) return;
  ssp_set(ssp_bits(p, ssp_own(p->book)->control_at), h, german);
  sal_tell(p, E_CONTROL, R_3_3b, SAL_EV(.at = {h}, .n = {(int16_t)ssp_side(p, u)}));
}

/* ---- stacking (6.1a) --------------------------------------------------------------- */

/* May these units of a side stand together, with `joining` added? Units declared to enter count too. */
bool ssp_stack_ok(const struct sal_play *p, sal_hex h, int side, sal_unit joining) { /* 6.1a */
  const struct ssp_book *own = ssp_own(p->book);
  int n = 0, form = SSP_NONE;
  bool same = true;
  if (joining != SAL_NOUNIT) n = 1, form = own->form[joining];
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) != side || u == joining) continue;
    n++;
    if (own->form[u] == SSP_NONE) continue; /* static infantry is of any formation */
    if (form == SSP_NONE) form = own->form[u];
    else if (form != own->form[u]) same = false;
  }
  return same && n <= (side == SAL_GERMAN ? 4 : 2);
}

/* ---- zones (7.1) --------------------------------------------------------------------- */

/* Has u a zone of control, and does it cover h? */
bool ssp_zone_of(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  if (v->is & SUPPRESSED) return false; /* 7.1a, 9.8a */
  int d = sal_dir_to(&p->book->board, v->hex, h);
  if (d < 0 || !(ssp_own(p->book)->edge[v->hex * 6 + d].is & EDGE_ZOC)) return false; /* 7.1c */
  return !ssp_contested(p, v->hex);
}

/* ---- the window of reaction fire (7.2, 11.2) --------------------------------------------- */

static void let_in(struct ssp_state *s, sal_unit u) {
  s->window_left |= 1ull << s->nwindow;
  s->window[s->nwindow++] = u;
}

static void admit(struct sal_play *p, sal_hex h, sal_unit mover, int occasion) {
  SSP_EACH(p, u, h) if (ssp_may_fire(p, u, mover, occasion, NULL)) let_in(ssp_st(p), u);
}

static void admit_guns(struct sal_play *p, sal_unit mover) { /* 13.3b: the division of the hex's defenders */
  const struct ssp_book *own = ssp_own(p->book);
  int form = SSP_NONE;
  SSP_EACH(p, u, ssp_st(p)->unit[mover].into) if (ssp_side(p, u) == SAL_GERMAN) form = own->form[u];
  if (form == SSP_NONE) return;
  for (int i = 0; i < own->nguns[form]; i++)
    if (ssp_guns_may(p, own->guns[form][i], mover, ON_GUNS_ENTRY, NULL)) let_in(ssp_st(p), own->guns[form][i]);
}

/* Asks everybody who may fire at the mover on this occasion, if there is anybody. */
void ssp_react(struct sal_play *p, sal_unit mover, int occasion) {
  struct ssp_state *s = ssp_st(p);
  sal_hex h = s->unit[mover].hex;
  switch (occasion) {
  case ON_LEAVE_CC: admit(p, h, mover, occasion); break;
  case ON_ENTRY: admit(p, s->unit[mover].into, mover, occasion); break;
  case ON_GUNS_ENTRY: admit_guns(p, mover); break;
  default:
    for (int d = 0; d < 6; d++) admit(p, sal_next(&p->book->board, h, d), mover, occasion);
  }
  if (!s->window_left) return;
  struct sal_frame *f = sal_push(p, N_REACT, sal_enemy(ssp_side(p, mover)));
  f->x[0] = mover;
  f->x[1] = (uint16_t)occasion;
}
