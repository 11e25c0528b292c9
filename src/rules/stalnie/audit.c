/* audit.c - stalnie section 4: invariants that hold after every action. */
#include "state.h"

#include <string.h>

/* A side's ledger, record and limits agree: 11.6162 for the points, 11.6195 and 11.6196 for the
 * limits of the charts. */
static bool audit_side(const struct sal_play *p, int side, struct sal_err *err) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  const struct row *row = &d->row[s->scenario - 1];
  int spent = 0;
  int bought[MAX_GROUPS] = {0};
  int ever[MAX_GROUPS] = {0};
  int step = phase_step(s->head.phase);
  int companies = 0;

  if (d->cpp < 0)
    return sal_fail(err, NULL, 0, "%s CPP are negative", side_title(side));
  if (d->nrec > MAX_RECS)
    return sal_fail(err, NULL, 0, "%s record is too long", side_title(side));

  for (int i = 0; i < d->nrec; i++) {
    const struct rec *r = &s->rec[side][i];

    if (r->group >= O(p)->ngroups[side])
      return sal_fail(err, NULL, 0, "%s line %d has no group", side_title(side), i + 1);
    if (r->flags & R_OB)
      continue;
    ever[r->group]++;
    if (r->scenario == s->scenario) {
      spent += r->price;
      bought[r->group]++;
      companies += O(p)->group[side][r->group].company;
    }
  }

  /* The counts of this scenario start at 0 when its purchases do (11.619). */
  bool counting = step >= 619;

  for (int i = 0; i < O(p)->ngroups[side]; i++) {
    const struct group *g = &O(p)->group[side][i];
    bool miscounted = d->ever[i] != ever[i] || (counting && d->bought[i] != bought[i]);

    if (miscounted)
      return sal_fail(err, NULL, 0, "%s %s is counted wrongly", side_title(side), g->id);
    if (bought[i] > g->scenario_max)
      return sal_fail(err, NULL, 0, "%s bought too many %s", side_title(side), g->id);
    if (ever[i] > g->campaign_max)
      return sal_fail(err, NULL, 0, "%s bought too many %s in the campaign", side_title(side),
                      g->id);
  }

  /* 11.6195: two companies a scenario. */
  if (companies > 2 || (counting && d->companies != companies))
    return sal_fail(err, NULL, 0, "%s bought %d companies", side_title(side), companies);

  /* 11.622: reconnaissance is paid for after the purchases, until the next scenario is prepared. */
  bool recon_done = step > 622 || step < 612;
  int recon = recon_done ? 2 * d->recon_paid : 0;

  if (row->total - spent - recon != d->cpp) {
    /* before 11.616 opens the line, or a position without a ledger */
    bool untouched = !row->total && !spent;
    if (!untouched)
      return sal_fail(err, NULL, 0, "%s ledger: %d - %d - %d is not %d halves", side_title(side),
                      row->total, spent, recon, d->cpp);
  }

  if (d->san > O(p)->san_max[s->scenario - 1][side])
    return sal_fail(err, NULL, 0, "%s SAN is %d", side_title(side), d->san);
  if (d->attacks > 2)
    return sal_fail(err, NULL, 0, "three Attack chits");
  if (d->elr > 5)
    return sal_fail(err, NULL, 0, "%s ELR is %d", side_title(side), d->elr);

  return true;
}

/* RG.attach: an observer, plane or OP tank belongs to a module that is still there. */
static bool audit_attached(const struct sal_play *p, int side, int i, struct sal_err *err) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  const struct rec *r = &s->rec[side][i];

  if (!r->attach)
    return true;
  if (r->attach > d->nrec)
    return sal_fail(err, NULL, 0, "%s line %d serves no module", side_title(side), i + 1);

  const struct rec *module = &s->rec[side][r->attach - 1];
  if (!O(p)->group[side][module->group].calibre)
    return sal_fail(err, NULL, 0, "%s line %d serves no module", side_title(side), i + 1);

  bool outlived = !(r->flags & R_GONE) && module->flags & R_GONE;
  if (outlived)
    return sal_fail(err, NULL, 0, "%s line %d has outlived its module", side_title(side), i + 1);
  return true;
}

/* What only the Russians have: one dug-in platoon (11.6194d) and two Attack chits (11.623). The
 * roster remembers every chit that was played. */
static bool audit_russians(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  const struct side *d = &s->side[RUS];
  int dugin = 0;
  int attacks = 0;

  for (int i = 0; i < d->nrec; i++)
    if (s->rec[RUS][i].flags & R_DUGIN)
      dugin++;
  for (int n = 0; n < 4; n++)
    if (d->row[n].attack)
      attacks++;

  if (s->dugin_used != dugin || dugin > 1)
    return sal_fail(err, NULL, 0, "%d platoons are dug in", dugin);
  if (d->attacks != attacks)
    return sal_fail(err, NULL, 0, "%d Attack chits, %d in the roster", d->attacks, attacks);
  return true;
}

/* What the purchase record says is what was counted when it was written. */
static bool audit_record(const struct sal_play *p, int side, struct sal_err *err) {
  const struct side *d = &S(p)->side[side];
  int step = phase_step(S(p)->head.phase);

  for (int i = 0; i < d->nrec; i++)
    if (!audit_attached(p, side, i, err))
      return false;
  if (side == RUS && !audit_russians(p, err))
    return false;

  /* 11.621c: mines have a separate limit. */
  if (step == 621 && d->mines > O(p)->mine_limit[side])
    return sal_fail(err, NULL, 0, "%s mines for %d FPP", side_title(side), d->mines);
  return true;
}

/* An isolated unit is in an Isolated Area of its own side, and no other unit is. From a scenario's
 * end until its perimeters are drawn the old areas still lie there. */
static bool audit_isolated(const struct sal_play *p, int u, struct sal_err *err) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  int step = phase_step(s->head.phase);
  bool areas_are_new = step >= 606 || step == 0;
  int id = 0;

  if (unit->where == MAP && areas_are_new)
    id = s->isle[at_pa(p, unit->at)];
  bool live = id && s->iso[id - 1].live;
  bool inside = live && s->iso[id - 1].side == side_of(p, u);

  int expected = inside ? id : 0;
  if (unit->iso != expected)
    return sal_fail(err, NULL, 0, "%s is in no Isolated Area of its own", p->book->counter[u].id);
  return true;
}

/* Every unit is in one place that exists, and the stacking record is the sum of the units (CG8).
 */
static bool audit_units(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  uint16_t load[PA_PLACES + 1];

  memset(load, 0, sizeof load);

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    const char *id = p->book->counter[u].id;

    if (unit->where > DEAD)
      return sal_fail(err, NULL, 0, "%s is nowhere", id);
    if (unit->where == NONE)
      continue;
    if (!unit->type || unit->type >= O(p)->ntypes)
      return sal_fail(err, NULL, 0, "%s has no type", id);

    if (unit->where != MAP) {
      if (unit->at != NOWHERE)
        return sal_fail(err, NULL, 0, "%s is off the map with a place", id);
      if (!audit_isolated(p, u, err))
        return false;
      continue;
    }

    if (!sp_in_pa(p, unit->at))
      return sal_fail(err, NULL, 0, "%s is beyond the Playing Area", id);
    if (!audit_isolated(p, u, err))
      return false;

    int cls = type_of(p, u)->cls;
    int i = at_pa(p, unit->at);
    load[i] = (uint16_t)(load[i] + sp_load_of(cls));
  }

  if (memcmp(load, s->load, PA_PLACES * sizeof *load) != 0)
    return sal_fail(err, NULL, 0, "the stacking record does not fit the units");

  return true;
}

/* The least number of units that a group brings at the strength that was rolled for it (11.6193).
 */
static int least_units(const struct group *g, const struct rec *r) {
  int least = 0;

  for (int c = 0; c < g->ncomp; c++) {
    const struct component *part = &g->comp[c];
    if (!part->type)
      continue;
    least += r->strength == STR_FULL ? part->full : part->depleted;
  }

  return least;
}

/* The units of a group that came into the game, without its leaders. */
static int units_that_came(const struct sal_play *p, const struct group *g, int copy) {
  int n = 0;

  for (int k = 0; k < g->n[copy]; k++) {
    int u = g->first[copy] + k;
    bool leader = O(p)->counter_part[u] >= LEADERS;
    if (!leader && S(p)->unit[u].where != NONE)
      n++;
  }

  return n;
}

/* Every unit that came with a group is still somewhere: on or off the map, or among the losses. */
static bool audit_groups(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      const struct group *g = &O(p)->group[side][r->group];

      if (r->strength == STR_NONE || !g->n[r->copy])
        continue;

      int least = least_units(g, r);
      int n = units_that_came(p, g, r->copy);
      if (n < least)
        return sal_fail(err, NULL, 0, "line %d of the %s record has lost %d units without trace",
                        i + 1, side_title(side), least - n);
    }

  return true;
}

/* 11.605: a hex lies in one perimeter at most, and in none where it is Isolated (11.606). */
static bool audit_ground(const struct state *s, struct sal_err *err) {
  for (int i = 0; i < PA_PLACES; i++) {
    int areas = s->area[i] & (A_GER | A_RUS);

    if (areas == (A_GER | A_RUS))
      return sal_fail(err, NULL, 0, "a hex is in both areas");
    if (s->isle[i] && (s->isle[i] > s->niso || areas))
      return sal_fail(err, NULL, 0, "an Isolated Area lies inside a perimeter");
  }
  return true;
}

/* Only what burns disappears (11.6092, 11.6093), and what was never in play is Soviet. */
static bool audit_locations(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);

  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    const char *name = p->book->board.name[O(p)->cell[v->g]];
    bool never_in_play = row_of(v->g) > sp_pa_high(p);

    if (s->vl[i] & VB_GONE && v->kind != VL_BUILDING)
      return sal_fail(err, NULL, 0, "the Victory Location in %s is gone", name);
    if (s->vl[i] & VB_GERMAN && never_in_play)
      return sal_fail(err, NULL, 0, "the Victory Location in %s is German before its time", name);
  }

  return true;
}

/* What must hold after every action of every game. A failure is a bug of the program, never of a
 * player. */
bool sp_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);

  if (s->scenario < 1 || s->scenario > 4)
    return sal_fail(err, NULL, 0, "scenario %d on Playing Area %d", s->scenario, s->pa);
  if (s->pa < 1 || s->pa > 3)
    return sal_fail(err, NULL, 0, "scenario %d on Playing Area %d", s->scenario, s->pa);

  for (int side = 0; side < 2; side++) {
    if (!audit_side(p, side, err))
      return false;
    if (!audit_record(p, side, err))
      return false;
  }

  if (!audit_units(p, err))
    return false;
  if (!audit_groups(p, err))
    return false;
  if (!audit_ground(s, err))
    return false;
  if (!audit_locations(p, err))
    return false;
  if (s->nfort > MAX_FORTS)
    return sal_fail(err, NULL, 0, "too many fortifications");

  return true;
}
