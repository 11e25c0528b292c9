/* stacking.c - who stands where: occupants, control of hexes (3.3b) and stacking (6.1).
 *
 * Units in a hex form a list in ascending order, so equal positions have equal bytes. During an
 * impulse stacks have no limit (6.2). Units above the limit afterwards go back the way they came
 * (6.1b), so every step of the impulse is noted.
 */
#include "state.h"

enum { GERMAN_STACK = 4, SOVIET_STACK = 2 }; /* 6.1a */
enum { WAY_BITS = 3, WAY_STEP = 7 };         /* a step in a trail: 1 + direction */

/* ---- occupants -------------------------------------------------------------------------- */

/* Off the map; a unit that is not on it stays so. */
void ssp_lift(struct sal_play *p, sal_unit u) {
  struct ssp_state *s = S(p);
  sal_hex h = s->unit[u].hex;

  if (!h)
    return;
  sal_unit *at = &s->first[h];
  while (*at != u)
    at = &s->unit[*at].next;
  *at = s->unit[u].next;
  s->unit[u].next = SAL_NOUNIT;
  s->unit[u].hex = SAL_NOHEX;
}

/* Into the list of the hex at its place, so that the order of arrival leaves no trace. */
void ssp_put(struct sal_play *p, sal_unit u, sal_hex h) {
  struct ssp_state *s = S(p);

  ssp_lift(p, u);
  sal_unit *at = &s->first[h];
  while (*at < u) /* SAL_NOUNIT is above all */
    at = &s->unit[*at].next;
  s->unit[u].next = *at;
  s->unit[u].hex = h;
  *at = u;
}

/* Is a unit of the side in the hex? */
bool ssp_has_side(const struct sal_play *p, sal_hex h, int side) {
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) == side)
      return true;
  }
  return false;
}

/* Units of both sides in a hex are in close combat. */
bool ssp_contested(const struct sal_play *p, sal_hex h) {
  sal_unit first = S(p)->first[h];
  if (first == SAL_NOUNIT || S(p)->unit[first].next == SAL_NOUNIT)
    return false;
  return ssp_has_side(p, h, sal_enemy(ssp_side(p, first)));
}

/* 9.8b, 10.1a: terrain between them and suppression of the enemy do not matter. */
bool ssp_enemy_near(const struct sal_play *p, sal_hex h, int side) {
  int enemy = sal_enemy(side);

  if (ssp_has_side(p, h, enemy))
    return true;
  SSP_EACH_BESIDE(p, beside, h) {
    if (ssp_has_side(p, beside, enemy))
      return true;
  }

  return false;
}

/* 3.3b: a hex changes hands when one side alone is in it. */
void ssp_take_control(struct sal_play *p, sal_hex h) {
  sal_unit first = S(p)->first[h];

  if (first == SAL_NOUNIT || ssp_contested(p, h))
    return;
  int side = ssp_side(p, first);
  bool german = side == SAL_GERMAN;
  if (ssp_german_holds(p, h) == german)
    return;
  ssp_set(ssp_bits(p, O(p)->control_at), h, german);
  sal_tell(p, E_CONTROL, R_3_3b, SAL_EV(.at = {h}, .n = {(int16_t)side}));
}

/* ---- stacking (6.1a) -------------------------------------------------------------------- */

/* 6.1a: four German units, or two Soviet ones. */
int ssp_stack_limit(int side) {
  return side == SAL_GERMAN ? GERMAN_STACK : SOVIET_STACK;
}

enum { STACK_FITS, STACK_FULL, STACK_MIXED };

/* 6.1a: may a side's units in the hex stand together, with `joining` added? All of them must be of
 * one formation; static infantry goes with any. */
static int judge_stack(const struct sal_play *p, sal_hex h, int side, sal_unit joining) {
  const struct ssp_book *own = O(p);
  int units = 0;
  int form = SSP_NONE;

  if (joining != SAL_NOUNIT) {
    units = 1;
    form = own->form[joining];
  }
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) != side || u == joining)
      continue;
    units++;
    int its_form = own->form[u];
    if (its_form == SSP_NONE)
      continue;
    if (form == SSP_NONE)
      form = its_form;
    else if (form != its_form)
      return STACK_MIXED;
  }

  return units <= ssp_stack_limit(side) ? STACK_FITS : STACK_FULL;
}

bool ssp_stack_ok(const struct sal_play *p, sal_hex h, int side, sal_unit joining) {
  return judge_stack(p, h, side, joining) == STACK_FITS;
}

/* 6.1a: the refusal says why: the hex is full, or another formation holds it. */
bool ssp_may_join(const struct sal_play *p, sal_unit u, sal_hex h, struct sal_refusal *why) {
  int side = ssp_side(p, u);

  switch (judge_stack(p, h, side, u)) {
  case STACK_FULL:
    return sal_refuse(why, R_6_1a, "{h0} is full: it holds {n1} {unit/units} already.", h,
                      ssp_stack_limit(side));
  case STACK_MIXED:
    return sal_refuse(why, R_6_1a, "There are units of another formation in {h1}.", u, h);
  default: return true;
  }
}

/* ---- the way back (6.1b) ---------------------------------------------------------------- */

/* The last step is noted lowest, so that a trail is read from its end. */
void ssp_note_step(struct sal_play *p, sal_unit u, int dir) {
  struct ssp_state *s = S(p);

  if (!s->ntrails || s->trail[s->ntrails - 1].unit != u) {
    SAL_ASSERT(s->ntrails < SSP_FORM_UNITS);
    s->trail[s->ntrails++] = (struct ssp_trail){.unit = u};
  }
  struct ssp_trail *trail = &s->trail[s->ntrails - 1];
  trail->way = trail->way << WAY_BITS | (uint64_t)(dir + 1);
}

/* Has the unit been in the hex before, on the way it came in this impulse? */
bool ssp_came_by(const struct sal_play *p, sal_unit u, sal_hex h) {
  const struct ssp_state *s = S(p);

  if (!s->ntrails || s->trail[s->ntrails - 1].unit != u)
    return false;
  sal_hex at = s->unit[u].hex;
  for (uint64_t way = s->trail[s->ntrails - 1].way; way; way >>= WAY_BITS) {
    int dir = (int)(way & WAY_STEP) - 1;
    at = sal_next(&p->book->board, at, sal_back(dir));
    if (at == h)
      return true;
  }

  return false;
}

/* The trail of the unit that came last into a hex, or NULL when nobody moved there. */
static struct ssp_trail *last_into(struct ssp_state *s, sal_hex h) {
  for (int i = s->ntrails - 1; i >= 0; i--) {
    struct ssp_trail *trail = &s->trail[i];
    if (s->unit[trail->unit].hex == h && trail->way)
      return trail;
  }

  return NULL;
}

/* The next hex back on a trail, which gets shorter by it. */
static sal_hex step_back(const struct sal_board *board, struct ssp_trail *trail, sal_hex from) {
  int dir = (int)(trail->way & WAY_STEP) - 1;
  trail->way >>= WAY_BITS;
  return sal_next(board, from, sal_back(dir));
}

/* Puts a unit back onto the last hex of its way that has room; false: there is none. */
static bool go_back(struct sal_play *p, struct ssp_trail *trail, sal_hex from) {
  sal_unit u = trail->unit;
  int side = ssp_side(p, u);
  sal_hex to = from;

  while (trail->way) {
    to = step_back(&p->book->board, trail, to);
    if (!ssp_stack_ok(p, to, side, u) || ssp_has_side(p, to, sal_enemy(side)))
      continue;
    int16_t reason = judge_stack(p, from, side, SAL_NOUNIT) == STACK_MIXED;
    ssp_put(p, u, to);
    sal_tell(p, E_BACK, R_6_1b, SAL_EVU(u, .at = {to, from}, .n = {reason}));
    ssp_take_control(p, to); /* a close combat it left may have been emptied since */
    return true;
  }

  return false;
}

/* 6.1b: the unit that came last into an overstacked hex goes back, or is lost when there is no room
 * on its way. Where nobody moved it is the last of the formation in the hex. */
static void send_back(struct sal_play *p, sal_hex h) {
  struct ssp_state *s = S(p);
  struct ssp_trail *trail = last_into(s, h);
  sal_unit u = SAL_NOUNIT;

  if (trail) {
    u = trail->unit;
    if (go_back(p, trail, h))
      return;
  } else {
    SSP_EACH(p, v, h) {
      if (O(p)->form[v] == s->formation)
        u = v;
    }
  }
  sal_tell(p, E_NO_ROOM, R_6_1b, SAL_EVU(u, .at = {h}));
  ssp_lose_steps(p, u, s->unit[u].steps, R_6_1b);
  ssp_take_control(p, h);
}

/* An overstacked hex of the active formation, or SAL_NOHEX. */
static sal_hex overstack(const struct sal_play *p) {
  int form = S(p)->formation;

  SSP_EACH_OF(p, u, form) {
    sal_hex h = S(p)->unit[u].hex;
    if (!ssp_stack_ok(p, h, O(p)->form_side[form], SAL_NOUNIT))
      return h;
  }

  return SAL_NOHEX;
}

/* 6.1b, after all actions; true when something was done. */
bool ssp_cure_stacks(struct sal_play *p) {
  sal_hex h = overstack(p);
  if (!h)
    return false;
  send_back(p, h);
  return true;
}
