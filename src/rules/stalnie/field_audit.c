/* field_audit.c - what must always hold in a battle. */
#include "field.h"

#include <string.h>

/* Is it on a hex of the map, and on a level that there is? */
static bool place_sound(const struct sal_play *p, location l) {
  const struct sal_board *m = &p->book->board;

  if (hex_at(l) >= m->cells || !m->on[hex_at(l)])
    return false;
  return level_at(l) < LEVELS;
}

/* F10.1, F5.6: what is carried is where its carrier is. */
static bool carrier_sound(const struct sal_play *p, int u, struct sal_err *err) {
  const struct trooper *t = unit_at(p, u);
  const char *id = p->book->counter[u].id;

  if (t->where != F_MAP || !t->with)
    return true;

  /* The carrier may still wait to be set up or to enter. */
  const struct trooper *by = unit_at(p, t->with - 1);
  if (by->where != F_MAP && by->where != F_WAITING)
    return sal_fail(err, NULL, 0, "%s is with nobody", id);
  if (by->at != t->at)
    return sal_fail(err, NULL, 0, "%s is not where its carrier is", id);
  return true;
}

/* What must be true of one unit: a kind, a place on the map exactly when in play, states that
 * exclude each other. */
static bool unit_sound(const struct sal_play *p, int u, struct sal_err *err) {
  const struct trooper *t = unit_at(p, u);
  const char *id = p->book->counter[u].id;
  bool weapon = FB(p)->kind[FB(p)->counter_kind[u]].cls == SUPPORT;
  bool in_play = t->where == F_MAP;

  /* Kind 0 stands for none. */
  if (t->kind == 0 || t->kind >= FB(p)->nkinds)
    return sal_fail(err, NULL, 0, "%s has no kind", id);
  if (t->at && !place_sound(p, t->at))
    return sal_fail(err, NULL, 0, "%s is beyond the map", id);
  if (!in_play && t->at)
    return sal_fail(err, NULL, 0, "%s is on the map and not in play", id);
  if (in_play && !t->at && !weapon)
    return sal_fail(err, NULL, 0, "%s is nowhere", id);

  /* Hidden or concealed, never both (F15.1). */
  if ((t->is & IS_UNSEEN) == IS_UNSEEN)
    return sal_fail(err, NULL, 0, "%s is hidden and concealed", id);

  /* Breaking ends both (F2.3). */
  if (t->is & IS_BROKEN && t->is & (IS_PINNED | IS_UNSEEN))
    return sal_fail(err, NULL, 0, "%s is broken and pinned or unseen", id);
  return carrier_sound(p, u, err);
}

/* F14.9: a unit in melee has an enemy in its Location, except while close combat is being settled.
 */
static bool melee_sound(const struct sal_play *p, int u, struct sal_err *err) {
  const struct trooper *t = unit_at(p, u);

  if (!(t->is & IS_MELEE) || p->state->over)
    return true;

  for (int e = 0; e < count_of(p); e++) {
    bool enemy_there = unit_at(p, e)->at == t->at && side_of(p, e) != side_of(p, u);
    if (enemy_there && sf_infantry(p, e))
      return true;
  }

  if (F(p)->stage == STAGE_CLOSE)
    return true;
  return sal_fail(err, NULL, 0, "%s is in melee with nobody", p->book->counter[u].id);
}

/* F15.2: are the "?" marks those that the units make? The state is left as it was. */
static bool veil_sound(const struct sal_play *p, struct sal_err *err) {
  const struct sal_board *m = &p->book->board;
  uint8_t veil[MAX_HEXES + 1];
  sal_hex wrong = SAL_NOHEX;

  for (int i = 0; i < m->nhexes; i++)
    veil[i] = patch_at(p, m->order[i])->veil;
  sf_veil((struct sal_play *)(uintptr_t)p);

  for (int i = 0; i < m->nhexes; i++) {
    uint8_t *now = &patch_at(p, m->order[i])->veil;
    if (veil[i] != *now)
      wrong = m->order[i];
    *now = veil[i]; /* an audit changes nothing */
  }

  if (wrong)
    return sal_fail(err, NULL, 0, "the concealed stack in %s does not fit the units",
                    m->name[wrong]);
  return true;
}

/* Units, melees, and the "?" marks made again from the units. */
bool sf_audit(const struct sal_play *p, struct sal_err *err) {
  /* A map made up for a position may be larger than the room kept here for its marks. */
  if (p->book->board.nhexes > MAX_HEXES)
    return true;

  for (int u = 0; u < count_of(p); u++)
    if (!unit_sound(p, u, err) || !melee_sound(p, u, err))
      return false;
  if (!veil_sound(p, err))
    return false;

  if (F(p)->changed != sf_count_changed(p))
    return sal_fail(err, NULL, 0, "the count of changed hexes is wrong");
  return true;
}
