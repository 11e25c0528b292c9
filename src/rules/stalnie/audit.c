/* audit.c - stalnie section 4: invariants that hold after every action, and the result of the campaign. */
#include "state.h"

#include <string.h>

static bool audit_side(const struct sal_play *p, int side, struct sal_err *err) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  const struct row *row = &d->row[s->scenario - 1];
  int spent = 0, bought[MAX_GROUPS] = {0}, ever[MAX_GROUPS] = {0}, step = phase_step(s->head.phase), companies = 0;
  if (d->cpp < 0) return sal_fail(err, NULL, 0, "%s CPP are negative", side_title(side));
  if (d->nrec > MAX_RECS) return sal_fail(err, NULL, 0, "%s record is too long", side_title(side));
  for (int i = 0; i < d->nrec; i++) {
    const struct rec *r = &s->rec[side][i];
    if (r->group >= O(p)->ngroups[side]) return sal_fail(err, NULL, 0, "%s line %d has no group", side_title(side), i + 1);
    if (r->flags & R_OB) continue;
    ever[r->group]++;
    if (r->scenario == s->scenario) spent += r->price, bought[r->group]++, companies += O(p)->group[side][r->group].company;
  }
  for (int g = 0; g < O(p)->ngroups[side]; g++) {
    if (d->ever[g] != ever[g] || (step >= 619 && d->bought[g] != bought[g])) return sal_fail(err, NULL, 0, "%s %s is counted wrongly", side_title(side), O(p)->group[side][g].id);
    if (bought[g] > O(p)->group[side][g].scenario_max) return sal_fail(err, NULL, 0, "%s bought too many %s", side_title(side), O(p)->group[side][g].id);
    if (ever[g] > O(p)->group[side][g].campaign_max) return sal_fail(err, NULL, 0, "%s bought too many %s in the campaign", side_title(side), O(p)->group[side][g].id);
  }
  if (companies > 2 || (step >= 619 && d->companies != companies)) return sal_fail(err, NULL, 0, "%s bought %d companies", side_title(side), companies);
  bool after = step > 622 || step < 612;
  int recon = after ? 2 * d->recon_paid : 0;
  if (row->total - spent - recon != d->cpp) {
    bool untouched = !row->total && !spent; /* before 11.616 opens the line, or a position without a ledger */
    if (!untouched) return sal_fail(err, NULL, 0, "%s ledger: %d - %d - %d is not %d halves", side_title(side), row->total, spent, recon, d->cpp);
  }
  if (d->san > O(p)->san_max[s->scenario - 1][side]) return sal_fail(err, NULL, 0, "%s SAN is %d", side_title(side), d->san);
  if (d->attacks > 2) return sal_fail(err, NULL, 0, "three Attack chits");
  return d->elr <= 5 || sal_fail(err, NULL, 0, "%s ELR is %d", side_title(side), d->elr);
}

/* What the purchase record says is what was counted when it was written. */
static bool audit_record(const struct sal_play *p, int side, struct sal_err *err) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  int step = phase_step(s->head.phase), dugin = 0, attacks = 0;
  for (int i = 0; i < d->nrec; i++) {
    const struct rec *r = &s->rec[side][i];
    dugin += (r->flags & R_DUGIN) != 0;
    if (!r->attach) continue;
    if (r->attach > d->nrec || !O(p)->group[side][s->rec[side][r->attach - 1].group].calibre) return sal_fail(err, NULL, 0, "%s line %d serves no module", side_title(side), i + 1);
    if (!(r->flags & R_GONE) && s->rec[side][r->attach - 1].flags & R_GONE) return sal_fail(err, NULL, 0, "%s line %d has outlived its module", side_title(side), i + 1);
  }
  for (int n = 0; n < 4; n++) attacks += side == RUS && d->row[n].attack;
  if (side == RUS && (s->dugin_used != dugin || dugin > 1)) return sal_fail(err, NULL, 0, "%d platoons are dug in", dugin);
  if (side == RUS && d->attacks != attacks) return sal_fail(err, NULL, 0, "%d Attack chits, %d in the roster", d->attacks, attacks);
  if (step == 621 && d->mines > O(p)->mine_limit[side]) return sal_fail(err, NULL, 0, "%s mines for %d FPP", side_title(side), d->mines);
  return true;
}

/* Who is isolated is in an Isolated Area of its own side, and nobody else is. From a scenario's end to its perimeters the old areas still lie there. */
static bool audit_isolated(const struct sal_play *p, int u, struct sal_err *err) {
  const struct state *s = S(p);
  const struct unit *unit = &s->unit[u];
  int step = phase_step(s->head.phase), id = unit->where == MAP && (step >= 606 || step == 0) ? s->isle[at_pa(p, unit->at)] : 0;
  bool inside = id && s->iso[id - 1].live && s->iso[id - 1].side == side_of(p, u);
  return unit->iso == (inside ? id : 0) || sal_fail(err, NULL, 0, "%s is in no Isolated Area of its own", p->book->counter[u].id);
}

static bool audit_units(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  uint8_t load[PA_PLACES + 1];
  memset(load, 0, sizeof load);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];
    const char *id = p->book->counter[u].id;
    if (unit->where > DEAD) return sal_fail(err, NULL, 0, "%s is nowhere", id);
    if (unit->where == NONE) continue;
    if (!unit->type || unit->type >= O(p)->ntypes) return sal_fail(err, NULL, 0, "%s has no type", id);
    if (unit->where != MAP) {
      if (unit->at != NOWHERE) return sal_fail(err, NULL, 0, "%s is off the map with a place", id);
      if (!audit_isolated(p, u, err)) return false;
      continue;
    }
    if (!sp_in_pa(p, unit->at)) return sal_fail(err, NULL, 0, "%s is beyond the Playing Area", id);
    if (!audit_isolated(p, u, err)) return false;
    int cls = type_of(p, u)->cls, i = at_pa(p, unit->at);
    load[i] = (uint8_t)(load[i] + (cls == GUN ? 65 : cls == VEHICLE ? 64 : is_smc(cls) ? 8 : sp_squads_x2(cls)));
  }
  return memcmp(load, s->load, PA_PLACES) == 0 || sal_fail(err, NULL, 0, "the stacking record does not fit the units");
}

/* Everybody who came with a group is still somewhere: on or off the map, or among the losses. */
static bool audit_groups(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      const struct group *g = &O(p)->group[side][r->group];
      int least = 0, n = 0;
      if (r->strength == STR_NONE || !g->n[r->copy]) continue;
      for (int c = 0; c < g->ncomp; c++)
        if (g->comp[c].type) least += r->strength == STR_FULL ? g->comp[c].full : g->comp[c].depleted;
      for (int k = 0; k < g->n[r->copy]; k++) n += O(p)->counter_part[g->first[r->copy] + k] < LEADERS && s->unit[g->first[r->copy] + k].where != NONE;
      if (n < least) return sal_fail(err, NULL, 0, "line %d of the %s record has lost %d units without trace", i + 1, side_title(side), least - n);
    }
  return true;
}

bool sp_audit(const struct sal_play *p, struct sal_err *err) {
  const struct state *s = S(p);
  if (s->scenario < 1 || s->scenario > 4 || s->pa < 1 || s->pa > 3) return sal_fail(err, NULL, 0, "scenario %d on Playing Area %d", s->scenario, s->pa);
  for (int side = 0; side < 2; side++)
    if (!audit_side(p, side, err) || !audit_record(p, side, err)) return false;
  if (!audit_units(p, err) || !audit_groups(p, err)) return false;
  for (int i = 0; i < PA_PLACES; i++) {
    if ((s->area[i] & (A_GER | A_RUS)) == (A_GER | A_RUS)) return sal_fail(err, NULL, 0, "a hex is in both areas");
    if (s->isle[i] && (s->isle[i] > s->niso || s->area[i] & (A_GER | A_RUS))) return sal_fail(err, NULL, 0, "an Isolated Area lies inside a perimeter");
  }
  for (int i = 0; i < O(p)->nvl; i++) { /* only what burns vanishes (11.6092, 11.6093); what was never in play is Soviet */
    const struct vl *v = &O(p)->vl[i];
    if (s->vl[i] & VB_GONE && v->kind != VL_BUILDING) return sal_fail(err, NULL, 0, "the Victory Location in %s is gone", p->book->board.name[O(p)->cell[v->g]]);
    if (s->vl[i] & VB_GERMAN && row_of(v->g) > sp_pa_high(p)) return sal_fail(err, NULL, 0, "the Victory Location in %s is German before its time", p->book->board.name[O(p)->cell[v->g]]);
  }
  return s->nfort <= MAX_FORTS || sal_fail(err, NULL, 0, "too many fortifications");
}

/* How far the better of the Germans' two ways to win a German Assault (11.6235b) was passed (> 0) or missed (< 0): points beyond
 * one and a half times their own, or Victory Locations beyond what is wanted. In halves; never 0, as there are no draws. */
int sp_assault_margin(const struct sal_play *p, int scenario, int inflicted, int suffered, int gained) {
  int points = 2 * inflicted - 3 * suffered, places = gained - O(p)->vl_needed[scenario - 1];
  if (points <= 0) points--;
  if (places >= 0) places++;
  return points > 2 * places ? points : 2 * places;
}

bool sp_score(const struct sal_play *p, struct sal_result *r) {
  const struct state *s = S(p);
  if (!s->head.over) return false;
  int german = sp_vl_count(p, GER), soviet = sp_vl_count(p, RUS), inflicted = s->side[RUS].row[0].suffered, suffered = s->side[GER].row[0].suffered;
  bool campaign = O(p)->campaign, wins = campaign ? german >= 250 : s->winner[0] == GER + 1;
  struct sal_frac margin = {wins ? german - 249 : german - 250, 1};
  if (!campaign) margin = sal_lowest(sp_assault_margin(p, 1, inflicted, suffered, s->side[GER].locations), 2);
  *r = (struct sal_result){.winner = (uint8_t)(wins ? GER : RUS), .margin = margin, .rule = campaign ? R_CG_VC : R_11_6235b, .score = {{german, 1}, {soviet, 1}}};
  r->level = wins ? "German victory" : "Soviet victory";
  if (campaign) sal_format(r->text, sizeof r->text, "%s: the Germans hold %d of the 250 Victory Locations they need.", r->level, german);
  else sal_format(r->text, sizeof r->text, "%s in the first scenario: CVP %d to %d, %d Victory Locations gained.", r->level, inflicted, suffered, s->side[GER].locations);
  return true;
}
