/* audit.c - what must hold after every action, each with its own words. A failure is a bug of ours. */
#include "state.h"

#define ID(u) p->book->counter[u].id

static bool audit_unit(const struct sal_play *p, int u, struct sal_err *err) {
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  const struct ssp_kind *k = &own->type[u];
  if (v->steps > k->steps) return sal_fail(err, NULL, 0, "%s has %d steps of %d", ID(u), v->steps, k->steps);
  if (v->hex && !v->steps) return sal_fail(err, NULL, 0, "%s is on the map without steps", ID(u));
  if (v->hex && (v->hex >= p->book->board.cells || !p->book->board.on[v->hex])) return sal_fail(err, NULL, 0, "%s is beyond the map", ID(u));
  if (v->hex && (k->move == MOVE_OFF || k->code[0] == 's')) return sal_fail(err, NULL, 0, "%s cannot be on the map", ID(u));
  if (!v->hex && v->next != SAL_NOUNIT) return sal_fail(err, NULL, 0, "%s is off the map but in a list", ID(u));
  if (v->kz > 6) return sal_fail(err, NULL, 0, "%s faces nowhere", ID(u));
  if (v->kz && (!v->hex || k->move >= MOVE_STATIC)) return sal_fail(err, NULL, 0, "%s cannot have a kill zone", ID(u));
  if (v->tile > SSP_TILES || (v->tile && k->move != MOVE_STATIC)) return sal_fail(err, NULL, 0, "%s has a tile it cannot have", ID(u));
  if (v->hex && k->move == MOVE_STATIC && v->is & TRIED && !v->tile) return sal_fail(err, NULL, 0, "%s is revealed without a tile", ID(u));
  if (v->is & TRIED && k->move != MOVE_STATIC) return sal_fail(err, NULL, 0, "%s is tried but not static", ID(u));
  if (v->is & (USED | SPENT | IN_ENTRY) && k->move != MOVE_OFF) return sal_fail(err, NULL, 0, "%s is marked as artillery", ID(u));
  unsigned off = k->move == MOVE_OFF ? USED | SPENT | IN_ENTRY : TRIED;
  if (!v->hex && v->is & ~off) return sal_fail(err, NULL, 0, "%s is marked off the map", ID(u));
  if (!v->hex && v->losses) return sal_fail(err, NULL, 0, "%s has losses to take off the map", ID(u));
  if (v->is & ONE_IMPULSE && own->form[u] != ssp_st(p)->formation) return sal_fail(err, NULL, 0, "%s has acted out of its impulse", ID(u));
  if (v->into && (own->form[u] != ssp_st(p)->formation || !v->hex || sal_distance(&p->book->board, v->hex, v->into) != 1))
    return sal_fail(err, NULL, 0, "%s is declared into a hex it cannot enter", ID(u));
  return true;
}

/* Every hex: its list is ascending and holds just those who say they are there; stacks and control fit. */
static bool audit_hex(const struct sal_play *p, sal_hex h, int *listed, struct sal_err *err) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const char *name = p->book->board.name[h];
  int last = -1, n[2] = {0, 0}, fixed = 0;
  bool active = false;
  for (sal_unit u = s->first[h]; u != SAL_NOUNIT; u = s->unit[u].next) {
    if (u >= p->book->ncounters) return sal_fail(err, NULL, 0, "a stranger is in %s", name);
    if (u <= last) return sal_fail(err, NULL, 0, "the list of %s is not ascending", name);
    if (s->unit[u].hex != h) return sal_fail(err, NULL, 0, "%s is in the list of %s but not there", ID(u), name);
    last = u;
    (*listed)++;
    n[own->type[u].side]++;
    fixed += own->type[u].move == MOVE_STATIC;
    if (own->form[u] != SSP_NONE && own->form[u] == s->formation) active = true;
  }
  if (last < 0) return true;
  for (int side = 0; side < SAL_SIDES; side++)
    if (!s->unchecked && n[side] && !(active && s->formation != SSP_NONE && own->form_side[s->formation] == side) && !ssp_stack_ok(p, h, side, SAL_NOUNIT))
      return sal_fail(err, NULL, 0, "%s is overstacked", name);
  if (!s->unchecked && fixed > 1) return sal_fail(err, NULL, 0, "two static units are in %s", name);
  if (n[0] && n[1]) {
    SSP_EACH(p, u, h) if (s->unit[u].kz) return sal_fail(err, NULL, 0, "%s has a kill zone in close combat", ID(u));
  } else if (ssp_german_holds(p, h) != (n[SAL_GERMAN] > 0)) {
    return sal_fail(err, NULL, 0, "%s is held by one side and controlled by the other", name);
  }
  return true;
}

static bool audit_counts(const struct sal_play *p, struct sal_err *err) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  if (s->vis < 1 || s->vis > own->max_vis) return sal_fail(err, NULL, 0, "visibility is %d", s->vis);
  if (s->formation != SSP_NONE && s->formation >= own->nforms) return sal_fail(err, NULL, 0, "there is no formation %d", s->formation);
  if (s->played >> own->nforms) return sal_fail(err, NULL, 0, "a chit was played that does not exist");
  if (s->formation != SSP_NONE && !(s->played >> s->formation & 1)) return sal_fail(err, NULL, 0, "the active formation's chit is in the cup");
  if (s->cup > own->guns_in_cup) return sal_fail(err, NULL, 0, "%d artillery counters are in the cup", s->cup);
  if (s->nlaid > own->guns_in_cup) return sal_fail(err, NULL, 0, "%d artillery counters are laid", s->nlaid);
  for (int i = 1; i < s->nlaid; i++)
    if (s->laid[i] < s->laid[i - 1]) return sal_fail(err, NULL, 0, "the laid artillery is out of order");
  if (s->nstrikes > own->planes) return sal_fail(err, NULL, 0, "%d aircraft are up", s->nstrikes);
  if (s->nwindow > SSP_WINDOW || (s->nwindow < 64 && s->window_left >> s->nwindow)) return sal_fail(err, NULL, 0, "the window of fire is wrong");
  if (s->formation == SSP_NONE && (s->ntrails || s->nfights || s->fights_left || s->nwindow)) return sal_fail(err, NULL, 0, "traces of an impulse are left");
  if (s->ntrails > SSP_FORM_UNITS || s->nfights > SSP_FORM_UNITS) return sal_fail(err, NULL, 0, "too many moves or close combats");
  if (s->shifts[0] > SSP_SHIFTS || s->shifts[1] > SSP_SHIFTS) return sal_fail(err, NULL, 0, "too many units were taken up again");
  if (p->state->over != (s->ended != SSP_GOING)) return sal_fail(err, NULL, 0, "the end of the game is unclear");
  if (s->formation == SSP_NONE)
    for (int i = 0; i < own->bits; i++)
      if (ssp_bits(p, own->closed_at)[i]) return sal_fail(err, NULL, 0, "a hex is closed to nobody");
  return true;
}

/* Each tile exists only so many times (a position may make up more). */
static bool audit_tiles(const struct sal_play *p, struct sal_err *err) {
  const struct ssp_book *own = ssp_own(p->book);
  int n[SSP_TILES + 1] = {0};
  if (p->book->position) return true;
  for (int u = 0; u < p->book->ncounters; u++) n[ssp_st(p)->unit[u].tile]++;
  for (int t = 1; t <= SSP_TILES; t++)
    if (n[t] > own->tiles[t]) return sal_fail(err, NULL, 0, "there are %d tiles of kind s%d", n[t], t);
  return true;
}

bool ssp_audit(const struct sal_play *p, struct sal_err *err) {
  int on_map = 0, listed = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!audit_unit(p, u, err)) return false;
    on_map += ssp_st(p)->unit[u].hex != 0;
  }
  for (int i = 0; i < p->book->board.nhexes; i++)
    if (!audit_hex(p, p->book->board.order[i], &listed, err)) return false;
  if (on_map != listed) return sal_fail(err, NULL, 0, "%d units are on the map, %d in the lists", on_map, listed);
  return audit_counts(p, err) && audit_tiles(p, err);
}
