/* audit.c - what must hold after every action, each with its own words. A failure is a bug of ours.
 *
 * The invariants are in tables: what is broken, and how to say it. The first one that is broken is
 * reported.
 */
#include "state.h"

struct invariant {
  bool broken;
  const char *text; /* %s stands for the unit or the hex, where there is one */
};

/* Tells the first broken invariant, about the unit or hex of that name. */
static bool all_hold(const struct invariant *all, size_t n, const char *name, struct sal_err *err) {
  for (size_t i = 0; i < n; i++)
    if (all[i].broken)
      return sal_fail(err, NULL, 0, all[i].text, name);
  return true;
}
#define ALL_HOLD(all, name, err) all_hold(all, sizeof(all) / sizeof(all)[0], name, err)

/* ---- a unit ----------------------------------------------------------------------------- */

/* Where it is: on the map with steps, or off it and in no list. */
static bool audit_place(const struct sal_play *p, sal_unit u, struct sal_err *err) {
  const struct ssp_unit *unit = &S(p)->unit[u];
  const struct ssp_kind *kind = ssp_type(p, u);
  const struct sal_board *m = &p->book->board;
  bool on_map = unit->hex != SAL_NOHEX;
  bool beyond = unit->hex >= m->cells || !m->on[unit->hex];
  const struct invariant all[] = {
      {unit->steps > kind->steps, "%s has more steps than its counter"},
      {on_map && !unit->steps, "%s is on the map without steps"},
      {on_map && beyond, "%s is beyond the map"},
      {on_map && kind->move == MOVE_OFF, "%s is artillery and cannot be on the map"},
      {on_map && kind->code[0] == 's', "%s is a tile and cannot be on the map"},
      {!on_map && unit->next != SAL_NOUNIT, "%s is off the map but in a list"},
      {!on_map && unit->losses, "%s has losses to take off the map"},
  };
  return ALL_HOLD(all, p->book->counter[u].id, err);
}

/* The kill zone, the tile and the marks that only some kinds of units can have. */
static bool audit_marks(const struct sal_play *p, sal_unit u, struct sal_err *err) {
  const struct ssp_unit *unit = &S(p)->unit[u];
  int move = ssp_type(p, u)->move;
  bool on_map = unit->hex != SAL_NOHEX, fixed = move == MOVE_STATIC, guns = move == MOVE_OFF;
  bool tried = unit->is & TRIED, active = O(p)->form[u] == S(p)->formation;
  unsigned gun_marks = USED | SPENT | IN_ENTRY;
  unsigned off_map = guns ? gun_marks : TRIED;
  const struct invariant all[] = {
      {unit->kz > 6, "%s faces nowhere"},
      {unit->kz && !on_map, "%s has a kill zone off the map"},
      {unit->kz && move >= MOVE_STATIC, "%s cannot have a kill zone"},
      {unit->tile > SSP_TILES, "%s has a tile that does not exist"},
      {unit->tile && !fixed, "%s has a tile it cannot have"},
      {on_map && fixed && tried && !unit->tile, "%s is revealed without a tile"},
      {tried && !fixed, "%s is tried but not static"},
      {unit->is & gun_marks && !guns, "%s is marked as artillery"},
      {!on_map && unit->is & ~off_map, "%s is marked off the map"},
      {unit->is & ONE_IMPULSE && !active, "%s has acted out of its impulse"},
  };
  return ALL_HOLD(all, p->book->counter[u].id, err);
}

/* A unit that is declared to enter a hex stands beside it, and the impulse is its side's. */
static bool audit_entry(const struct sal_play *p, sal_unit u, struct sal_err *err) {
  const struct ssp_unit *unit = &S(p)->unit[u];

  if (!unit->into)
    return true;
  bool active = O(p)->form[u] == S(p)->formation;
  bool beside = unit->hex && sal_distance(&p->book->board, unit->hex, unit->into) == 1;
  const struct invariant all[] = {
      {!active || !beside, "%s is declared into a hex it cannot enter"},
  };
  return ALL_HOLD(all, p->book->counter[u].id, err);
}

/* ---- a hex ------------------------------------------------------------------------------ */

struct stack { /* what stands in a hex */
  int n[SAL_SIDES], fixed;
  bool active; /* a unit of the formation whose impulse it is */
  bool kz;
};

/* The list is ascending and holds exactly the units that say they are there. */
static bool audit_list(const struct sal_play *p, sal_hex h, struct stack *stack,
                       struct sal_err *err) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  const char *name = p->book->board.name[h];
  int last = -1;

  for (sal_unit u = s->first[h]; u != SAL_NOUNIT; u = s->unit[u].next) {
    if (u >= p->book->ncounters)
      return sal_fail(err, NULL, 0, "a stranger is in %s", name);
    if (u <= last)
      return sal_fail(err, NULL, 0, "the list of %s is not ascending", name);
    if (s->unit[u].hex != h)
      return sal_fail(err, NULL, 0, "%s is in the list of %s but not there", p->book->counter[u].id,
                      name);
    last = u;
    stack->n[own->type[u].side]++;
    stack->fixed += own->type[u].move == MOVE_STATIC;
    stack->active |= own->form[u] != SSP_NONE && own->form[u] == s->formation;
    stack->kz |= s->unit[u].kz != 0;
  }

  return true;
}

/* 6.1a, 6.2: the limit does not apply to a side in its own impulse, nor in unchecked positions. */
static bool overstacked(const struct sal_play *p, sal_hex h, const struct stack *stack, int side) {
  if (S(p)->unchecked)
    return false;
  if (!stack->n[side])
    return false;
  if (stack->active && O(p)->form_side[S(p)->formation] == side)
    return false;

  return !ssp_stack_ok(p, h, side, SAL_NOUNIT);
}

/* Stacks and control fit. */
static bool audit_hex(const struct sal_play *p, sal_hex h, int *listed, struct sal_err *err) {
  struct stack stack = {0};

  if (!audit_list(p, h, &stack, err))
    return false;
  int german = stack.n[SAL_GERMAN];
  int soviet = stack.n[SAL_SOVIET];
  *listed += german + soviet;
  if (german + soviet == 0)
    return true;
  bool contested = german && soviet;
  bool held_by_other = ssp_german_holds(p, h) != (german > 0);
  const struct invariant all[] = {
      {overstacked(p, h, &stack, SAL_GERMAN), "%s is overstacked"},
      {overstacked(p, h, &stack, SAL_SOVIET), "%s is overstacked"},
      {stack.fixed > 1 && !S(p)->unchecked, "two static units are in %s"},
      {contested && stack.kz, "somebody in %s has a kill zone in close combat"},
      {!contested && held_by_other, "%s is held by one side and controlled by the other"},
  };
  return ALL_HOLD(all, p->book->board.name[h], err);
}

/* ---- the whole -------------------------------------------------------------------------- */

/* The turn: visibility, chits, cup, aircraft and bombardment. */
static bool audit_turn(const struct sal_play *p, struct sal_err *err) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  bool impulse = s->formation != SSP_NONE;
  const struct invariant all[] = {
      {s->vis < 1 || s->vis > own->max_vis, "the visibility is impossible"},
      {impulse && s->formation >= own->nforms, "there is no formation of that number"},
      {s->played >> own->nforms, "a chit was played that does not exist"},
      {s->cup > own->guns_in_cup, "too many artillery counters are in the cup"},
      {s->nlaid > own->guns_in_cup, "too many artillery counters are laid"},
      {s->nstrikes > own->planes, "too many aircraft are up"},
      {p->state->over != (s->ended != SSP_GOING), "the end of the game is unclear"},
  };

  if (!ALL_HOLD(all, "", err))
    return false;
  if (impulse && !(s->played >> s->formation & 1))
    return sal_fail(err, NULL, 0, "the active formation's chit is in the cup");
  for (int i = 1; i < s->nlaid; i++)
    if (s->laid[i] < s->laid[i - 1])
      return sal_fail(err, NULL, 0, "the laid artillery is out of order");

  return true;
}

/* The impulse: windows of fire, trails and close combats, and nothing of them afterwards. */
static bool audit_impulse(const struct sal_play *p, struct sal_err *err) {
  const struct ssp_state *s = S(p);
  bool impulse = s->formation != SSP_NONE;
  bool traces = s->ntrails || s->nfights || s->fights_left || s->nwindow;
  uint64_t beyond = s->nwindow < 64 ? s->window_left >> s->nwindow : 0;
  const struct invariant all[] = {
      {s->nwindow > SSP_WINDOW || beyond, "the window of fire is wrong"},
      {!impulse && traces, "traces of an impulse are left"},
      {s->ntrails > SSP_FORM_UNITS, "too many moves are noted"},
      {s->nfights > SSP_FORM_UNITS, "too many close combats are noted"},
      {s->shifts[0] > SSP_SHIFTS, "the German took up too many units again"},
      {s->shifts[1] > SSP_SHIFTS, "the Soviet took up too many units again"},
  };

  if (!ALL_HOLD(all, "", err))
    return false;
  for (int i = 0; !impulse && i < O(p)->bits; i++)
    if (ssp_bits(p, O(p)->closed_at)[i])
      return sal_fail(err, NULL, 0, "a hex is closed to nobody");

  return true;
}

/* Each tile exists only this many times (a position may make up more). */
static bool audit_tiles(const struct sal_play *p, struct sal_err *err) {
  int n[SSP_TILES + 1] = {0};

  if (p->book->position)
    return true;
  SSP_EACH_UNIT(p, u) {
    n[S(p)->unit[u].tile]++;
  }
  for (int t = 1; t <= SSP_TILES; t++)
    if (n[t] > O(p)->tiles[t])
      return sal_fail(err, NULL, 0, "there are %d tiles of kind s%d", n[t], t);

  return true;
}

/* Every unit and every hex, and both count the same. */
static bool audit_units(const struct sal_play *p, struct sal_err *err) {
  int on_map = 0;
  int listed = 0;

  SSP_EACH_UNIT(p, u) {
    if (!audit_place(p, u, err))
      return false;
    if (!audit_marks(p, u, err))
      return false;
    if (!audit_entry(p, u, err))
      return false;
    on_map += S(p)->unit[u].hex != SAL_NOHEX;
  }
  for (int i = 0; i < p->book->board.nhexes; i++)
    if (!audit_hex(p, p->book->board.order[i], &listed, err))
      return false;
  if (on_map != listed)
    return sal_fail(err, NULL, 0, "%d units are on the map, %d in the lists", on_map, listed);

  return true;
}

/* Units and hexes first: the rest relies on them. */
bool ssp_audit(const struct sal_play *p, struct sal_err *err) {
  if (!audit_units(p, err))
    return false;
  if (!audit_turn(p, err))
    return false;
  if (!audit_impulse(p, err))
    return false;

  return audit_tiles(p, err);
}
