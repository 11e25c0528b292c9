/* dissolve.c - stalnie 11.6064-65, 11.2f: the end of 11.606. Isolated Areas that no unit holds are
 * dissolved, and the level 2 hills get their owners. */
#include "state.h"

/* 11.2f: a level 2 hill belongs to the side that has it inside a perimeter or an Isolated Area. In
 * No Man's Land it keeps its owner. */
static void hills(struct sal_play *p) {
  struct state *s = S(p);
  int changed = 0;

  for (int i = 0; i < O(p)->nvl; i++) {
    const struct vl *v = &O(p)->vl[i];

    if (v->kind != VL_HILL || !sp_in_pa(p, v->g) || sp_printed(p))
      continue;
    uint8_t before = s->vl[i];
    uint8_t area = s->area[at_pa(p, v->g)];
    int id = s->isle[at_pa(p, v->g)];
    bool ger = area & A_GER;
    bool rus = area & A_RUS;

    if (id) {
      ger = s->iso[id - 1].side == GER;
      rus = !ger;
    }

    if (ger)
      s->vl[i] |= VB_GERMAN;
    else if (rus)
      s->vl[i] &= (uint8_t)~VB_GERMAN;

    changed += before != s->vl[i];
  }

  sal_tell(p, E_HILLS, R_11_2f, SAL_EV(.n = {(int16_t)changed}));
}

/* CG4b: the most northern German Infantry with cover, not isolated, before the map is cleared. */
static void note_german_north(struct sal_play *p) {
  struct state *s = S(p);

  s->german_north = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &s->unit[u];

    if (unit->where != MAP)
      continue;
    if (side_of(p, u) != GER)
      continue;
    if (unit->iso)
      continue;
    if (!sp_counts_mmc(p, u))
      continue;
    if (!sp_tem(p, GER, unit->at))
      continue;
    if (row_of(unit->at) + 1 > s->german_north)
      s->german_north = (uint8_t)(row_of(unit->at) + 1);
  }
}

/* 11.6064-65: areas that nobody holds any more are dissolved; those that stay get their
 * shortages (11.6061b). Then the hills are dealt out. */
void sp_dissolve(struct sal_play *p) {
  struct state *s = S(p);
  uint8_t held[MAX_ISO + 1] = {0};
  uint8_t ringed[MAX_ISO + 1];
  int base = sp_pa_low(p) * WIDTH;

  for (int i = 0; i <= MAX_ISO; i++)
    ringed[i] = 1;

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];

    if (!unit->iso)
      continue;
    held[unit->iso] = 1;
    /* 11.6061b */
    if (s->iso[unit->iso - 1].type >= 3) {
      unit->flags |= U_SHORT;
      sal_tell(p, E_SHORTAGE, R_11_6061b, SAL_EVU(u, .n = {0}));
      if (type_of(p, u)->flags & T_AFV)
        unit->flags |= U_RED;
    }
  }

  for (int i = 0; i < PA_PLACES; i++) {
    int id = s->isle[i];

    if (!id)
      continue;

    for (int d = 0; d < 6; d++) {
      int to = O(p)->near[i + base][d];
      if (sp_in_pa(p, to) && s->isle[at_pa(p, to)] != id &&
          !sp_area(p, sal_enemy(s->iso[id - 1].side), to))
        ringed[id] = 0;
    }
  }

  for (int i = 0; i < PA_PLACES; i++) {
    int id = s->isle[i];

    if (!id || held[id])
      continue;
    /* 11.6064-65 */
    s->isle[i] = 0;
    s->iso[id - 1].live = 0;
    if (ringed[id])
      s->area[i] |= area_bit(sal_enemy(s->iso[id - 1].side));
  }

  note_german_north(p);
  hills(p);
  sp_front_lines(p);
}
