/* field_record.c - F23.5: what a battle on the board writes into the result record.
 *
 * The record is the same as a typed one and passes the same checks: the fate, place, type and
 * states of every unit, control, side edges, weapons, fires.
 */
#include "field.h"

#include <string.h>

/* ---- units ------------------------------------------------------------------------------ */

/* V3: a unit that rose or fell further than a record can say is written with the nearest type that
 * it can. */
static int recorded_type(const struct sal_play *p, int from, int to) {
  if (!from || sp_can_become(p, from, to))
    return to;

  /* The same class and the same worth, so that no side's points change (F23.1). */
  const struct type *wanted = &O(p)->type[to];
  for (int t = 1; t < O(p)->ntypes; t++) {
    const struct type *other = &O(p)->type[t];
    bool alike = other->cls == wanted->cls && other->cvp == wanted->cvp;
    if (alike && sp_can_become(p, from, t))
      return t;
  }

  return from;
}

/* F23.5: fate, place, type and states of one unit. */
static void write_unit(struct sal_play *p, const struct sal_play *in, int u) {
  const struct trooper *t = unit_at(in, u);
  const struct unit *unit = &S(p)->unit[u];
  struct draft *d = &S(p)->draft[u];
  bool was = in_force(unit->where);

  /* It took no part: abandoned, or kept off the map. */
  bool absent = t->where == F_NONE || t->where == F_ABSENT;
  if (absent && was)
    d->fate = unit->where == MAP ? FATE_OK : FATE_OFFMAP;
  if (absent)
    return;

  d->type = (uint8_t)recorded_type(p, was ? unit->type : 0, O(p)->type_of_kind[t->kind]);
  d->flags = sf_flags_of(t->is);
  d->carrier = 0;
  d->at = NOWHERE;
  switch (t->where) {
  case F_MAP:
    d->fate = FATE_OK;
    d->at = O(p)->place[hex_at(t->at)];
    if (level_at(t->at) == UPPER)
      d->flags |= U_UPPER;
    if (t->is & IS_HIDDEN)
      d->flags |= D_HIDDEN; /* 11.602b */
    d->carrier = t->with;
    break;
  case F_WAITING: d->fate = FATE_OFFMAP; break;
  case F_LEFT:
    d->fate = FATE_EXITED;
    d->flags |= D_PASSED;
    if (t->north) { /* CG13c */
      d->flags |= D_NORTH;
      d->carrier = t->with;
    }
    break;
  default: d->fate = FATE_ELIMINATED; break;
  }
}

/* ---- weapons: F23.6 --------------------------------------------------------------------- */

/* F23.6: is it still its company's? Held by a unit, or in a Location of its side. */
static bool weapon_kept(const struct sal_play *in, int w) {
  const struct trooper *t = unit_at(in, w);
  int side = side_of(in, w);
  if (t->where != F_MAP)
    return false;
  /* An enemy may have picked it up (F10.3). */
  if (t->with)
    return side_of(in, t->with - 1) == side;
  if (!t->at)
    return false;

  bool german = patch_at(in, hex_at(t->at))->control >> level_at(t->at) & OWNER;
  return german == (side == GER);
}

/* F23.6: lost and broken weapons, line by line. The other side does not learn of them. */
static void write_weapons(struct sal_play *p, const struct sal_play *in) {
  for (int w = O(p)->first_weapon; w < count_of(in); w++) {
    int kind = 0;
    int side = side_of(p, w);
    int line = sf_weapon_line(p, w, &kind);

    /* Only weapons of a company have a line in the record. */
    if (!line || unit_at(in, w)->where == F_NONE)
      continue;

    struct rec *r = &S(p)->rec[side][line - 1];
    if (!weapon_kept(in, w)) {
      r->gone[kind]++;
      sal_tell(p, E_WEAPON_LOST, R_F23_6,
               SAL_EV(.n = {(int16_t)(W_WEAPON + kind), O(p)->group[side][r->group].word},
                      .seen = (uint8_t)only(side)));
    } else if (unit_at(in, w)->is & IS_BROKEN_DOWN)
      r->bad[kind]++;
  }
}

/* ---- the ground ------------------------------------------------------------------------- */

/* F23.5: who holds every Location, side edge and victory location at the end. */
static void write_control(struct sal_play *p, const struct sal_play *in) {
  struct state *s = S(p);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(p) * WIDTH;
    if (!sp_in_pa(p, g))
      continue;

    const struct patch *patch = patch_at(in, O(p)->cell[g]);
    uint8_t owners = patch->control & (C_OWN | C_OWN_UP);

    /* The owners of ground and upper storey stand four bits above those before the battle. */
    s->ground[i] = (uint8_t)((s->ground[i] & ~(C_DRAFT | C_DRAFT_UP)) | owners << 4);
    int edge = sp_side_edge(p, g);
    if (edge < 0)
      continue;

    uint8_t *e = &s->edge[edge][row_of(g)];
    bool german = sf_german_edge(in, edge, row_of(g) - sp_pa_low(p));

    *e = (uint8_t)(german ? *e | EDGE_DRAFT : *e & ~EDGE_DRAFT);
  }

  /* Level 2 hills are worked out after the battle (F22.5). */
  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];
    if (v->kind == VL_HILL || !sp_in_pa(p, v->g))
      continue;
    bool german = s->ground[at_pa(p, v->g)] & (v->level ? C_DRAFT_UP : C_DRAFT);
    s->vl[i] = (uint8_t)(german ? s->vl[i] | VB_DRAFT : s->vl[i] & ~VB_DRAFT);
  }
}

/* F32.9: a work that is gone is removed, one that was seen is known, A-T mines have what is left.
 */
static void write_works(struct sal_play *p, const struct sal_play *in) {
  struct state *s = S(p);
  int seen = 0;

  for (int i = 0; i < s->nfort && seen < MAX_WORKS; i++) {
    struct work was = sf_work_of(p, &s->fort[i]);
    const struct work *now = NULL;
    if (!was.kind || !sp_in_pa(p, s->fort[i].at))
      continue;

    seen++;

    /* The same work on the board, if it is still there. */
    for (int k = 0; k < MAX_WORKS && !now; k++) {
      const struct work *w = &F(in)->work[k];
      bool same_place = w->hex == was.hex && w->side == was.side;
      if (w->kind == was.kind && same_place)
        now = w;
    }

    if (!now)
      s->fort[i].fate = FORT_REMOVED;
    else if (now->shown)
      s->fort[i].fate = FORT_REVEALED;

    /* Each hit takes one factor off (F16.8). */
    if (now && now->kind == WORK_AT_MINES && now->size != was.size)
      s->fort[i].factors = (uint8_t)(now->size + 1);
  }
}

/* A fire is recorded once. */
static bool known_burnt(const struct state *s, int g, int kind) {
  for (int i = 0; i < s->nburnt; i++)
    if (s->burnt[i].at == g && s->burnt[i].kind == kind)
      return true;
  return false;
}

/* The list is short: what is new is left out when it is full. */
static void add_burnt(struct state *s, int g, int kind) {
  if (s->nburnt < MAX_BURNT && !known_burnt(s, g, kind))
    s->burnt[s->nburnt++] = (struct burnt){.at = (uint16_t)g, .kind = (uint8_t)kind, .draft = 1};
}

/* 11.609: fires, rubble, and wrecks as long as there is room to write them down. */
static void write_fires(struct sal_play *p, const struct sal_play *in) {
  const struct sal_board *m = &in->book->board;
  /* Fires first, so that wrecks do not take their room. */
  for (int i = 0; i < m->nhexes; i++)
    if (patch_at(in, m->order[i])->holds & HEX_BLAZE)
      add_burnt(S(p), O(p)->place[m->order[i]], BURNT_BLAZE);

  /* A building that a charge has brought down (F16.12). Before edition 6 it stood again. */
  for (int i = 0; sf_edition_6(p) && i < m->nhexes; i++)
    if (patch_at(in, m->order[i])->holds & HEX_RUBBLE)
      add_burnt(S(p), O(p)->place[m->order[i]], BURNT_RUBBLE);

  for (int i = 0; i < m->nhexes; i++)
    if (patch_at(in, m->order[i])->holds & HEX_WRECK)
      add_burnt(S(p), O(p)->place[m->order[i]], BURNT_WRECK);
}

/* The whole record, so that it passes V1 to V12. */
void sf_record(struct sal_play *p, const struct sal_play *in) {
  struct state *s = S(p);
  for (int u = 0; u < O(p)->first_weapon; u++)
    write_unit(p, in, u);
  write_weapons(p, in);
  sf_record_artillery(p, in);
  write_control(p, in);
  write_works(p, in);
  write_fires(p, in);
  s->claim.turns = s->battle.turn;
  s->claim.north_vp = s->battle.north_vp;
  s->claim.by = GER + 1;

  /* What a side claims is what the enemy has lost. */
  for (int side = 0; side < 2; side++) {
    bool had_sniper = s->side[side].san;
    s->claim.sniper[side] = had_sniper && !F(in)->san[side];
    s->claim.cvp[side] = (int16_t)sp_draft_cvp(p, sal_enemy(side));
  }
}
