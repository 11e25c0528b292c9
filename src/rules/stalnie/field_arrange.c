/* field_arrange.c - F25.4: before a battle on the board each side arranges its force, sealed: who
 * carries what, storeys and pillboxes, facings, who is hidden, who rides and who tows.
 *
 * The program has arranged everything by rule when the decision opens, so that a side may commit at
 * once. What stands in the open is settled when both have committed.
 */
#include "field_unit.h"

#include <string.h>

/* Are the sides arranging their forces? */
bool sf_arranging(const struct sal_book *b, const struct sal_head *state) {
  return state->depth && state->frame[state->depth - 1].node == N_ARRANGE && sf_in_battle(b, state);
}

/* ---- the laws, asked of the battle ------------------------------------------------------- */

/* F25.4: men that the side may arrange: on the map or waiting off it, under no cloak (F15.10). */
static bool arranges_man(const struct sal_play *in, int side, int u) {
  const struct trooper *t = unit_at(in, u);
  int cls = kind_of(in, u)->cls;
  bool there = t->where == F_MAP || t->where == F_WAITING;
  bool on_foot = cls != SUPPORT && cls != VEHICLE && cls != GUN;

  if (!there || !on_foot || side_of(in, u) != side)
    return false;
  return !(t->is & (IS_RESERVE | IS_BROKEN));
}

/* Two of one Location, or two of one company that wait off the map. */
static bool together(const struct sal_play *in, int a, int b) {
  const struct sal_counter *c = in->book->counter;
  const struct trooper *t = unit_at(in, a);
  const struct trooper *o = unit_at(in, b);

  if (t->where != o->where)
    return false;
  if (t->where == F_MAP)
    return t->at == o->at;
  return sal_eq(c[a].formation ? c[a].formation : "", c[b].formation ? c[b].formation : "");
}

/* F25.4, F10.2, F10.4: a weapon goes to another unit of the same place, as far as it can carry. */
bool sf_may_deal(const struct sal_play *in, int side, int w, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(in, w);
  bool carried = kind_of(in, w)->cls == SUPPORT && t->with && t->where == F_MAP;

  if (!carried || side_of(in, w) != side)
    return sal_refuse(why, R_F25_4, "{u0} is no support weapon that this side has.", w, 0);
  int from = t->with - 1;
  if (!arranges_man(in, side, u) || u == from)
    return sal_refuse(why, R_F25_4, "{u0} is given to another man or squad of the side.", w, 0);
  if (!arranges_man(in, side, from))
    return sal_refuse(why, R_F25_4, "{u0} cannot give it away now.", from, 0);
  if (!together(in, from, u))
    return sal_refuse(why, R_F25_4, "{u0} is given within a Location, or within a company off map.",
                      w, 0);
  return sf_can_shoulder(in, u, w, why);
}

/* F25.4: the weapon is that unit's from now on. */
void sf_deal(struct sal_play *in, int side, int w, int u) {
  sf_give(in, w, u);
  unit_at(in, w)->at = unit_at(in, u)->at;
  sf_moved(in, w);
  sal_tell(in, E_F_HANDED, R_F25_4, SAL_EVUU(w, u, .seen = (uint8_t)only(side)));
}

/* F25.4, F16.5: the next Location of its hex that has room for the unit; 0: there is no other. */
static location other_floor(const struct sal_play *in, int side, int u) {
  const struct trooper *t = unit_at(in, u);
  const struct work *box = sf_work(in, hex_at(t->at), WORK_PILLBOX, side);
  bool own_box = box && box->side == side;
  bool gun = kind_of(in, u)->cls == GUN;
  sal_unit self = (sal_unit)u;

  for (int k = 1; k < LEVELS; k++) {
    int level = (level_at(t->at) + k) % LEVELS;
    location l = location_at(hex_at(t->at), level);

    /* A Gun is never carried upstairs (F3.1). */
    if (level == BUNKER ? !own_box : level == UPPER && gun)
      continue;
    if (sf_location_is(in, l, side) && sf_room(in, side, l, &self, 1))
      return l;
  }
  return 0;
}

/* F25.4: Infantry that stands in a hex with another Location. */
static bool may_change_floor(const struct sal_play *in, int side, int u, struct sal_refusal *why) {
  const struct trooper *t = unit_at(in, u);
  bool there = sf_infantry(in, u) && t->where == F_MAP && side_of(in, u) == side;

  if (!there || t->with || t->is & IS_RESERVE)
    return sal_refuse(why, R_F25_4, "{u0} is not set up on the map.", u, 0);
  if (!other_floor(in, side, u))
    return sal_refuse(why, R_F25_4, "There is no other Location for {u0} in its hex.", u, 0);
  return true;
}

/* F25.4: a Gun or vehicle on the map, and another facing than it has. */
static bool may_turn_unit(const struct sal_play *in, int side, int u, int dir,
                          struct sal_refusal *why) {
  const struct trooper *t = unit_at(in, u);
  int cls = kind_of(in, u)->cls;
  bool faces = (cls == VEHICLE || cls == GUN) && t->where == F_MAP && !t->with;

  if (!faces || side_of(in, u) != side)
    return sal_refuse(why, R_F25_4, "{u0} has no facing to set.", u, 0);
  if (t->face == dir)
    return sal_refuse(why, R_F25_4, "{u0} faces that way already.", u, 0);
  return true;
}

/* The pillbox or roadblock of the side in that hex; NULL: there is none. */
static struct work *turnable(const struct sal_play *in, int side, sal_hex h) {
  static const int kinds[] = {WORK_PILLBOX, WORK_ROADBLOCK};

  for (int i = 0; i < 2; i++) {
    struct work *w = sf_work(in, h, kinds[i], side);
    if (w && w->side == side)
      return w;
  }
  return NULL;
}

/* Does any road leave the hex, and one in that direction? */
static bool road_out(const struct sal_play *in, sal_hex h, int dir) {
  const uint8_t *path = &in->book->board.path[h * 6];
  bool any = false;

  for (int d = 0; d < 6; d++)
    any |= path[d] != 0;
  return !any || path[dir];
}

/* F25.4, F16.7: pillboxes and roadblocks may be turned; a roadblock bars a road if there is one. */
static bool may_turn_work(const struct sal_play *in, int side, sal_hex h, int dir,
                          struct sal_refusal *why) {
  const struct work *w = turnable(in, side, h);

  if (!w)
    return sal_refuse(why, R_F25_4, "There is no pillbox or roadblock of this side in {h0}.", h, 0);
  if (w->face == dir)
    return sal_refuse(why, R_F25_4, "The work in {h0} faces that way already.", h, 0);
  if (w->kind == WORK_ROADBLOCK && !road_out(in, h, dir))
    return sal_refuse(why, R_F16_7, "The roadblock in {h0} bars a hexside with a road.", h, 0);
  return true;
}

/* F25.4, F15.12: which units have the right: those paid for in 11.621, and any Gun in cover. */
static bool may_hide_unit(const struct sal_play *p, const struct sal_play *in, int side, int u,
                          struct sal_refusal *why) {
  const struct trooper *t = unit_at(in, u);
  bool there = t->where == F_MAP && side_of(in, u) == side && !t->with && !(t->is & IS_RESERVE);
  bool paid = S(p)->unit[u].flags & U_HIP;

  if (!there || (!paid && kind_of(in, u)->cls != GUN))
    return sal_refuse(why, R_F15_12, "{u0} has no right to be hidden.", u, 0);
  if (!(t->is & IS_UNSEEN))
    return sal_refuse(why, R_F15_12, "{u0} is in the open and cannot hide.", u, 0);
  return true;
}

/* F5.6, F5.11: one unit aboard or behind a vehicle, or down from it. */
static bool may_load(const struct sal_play *in, int side, int u, int v, struct sal_refusal *why) {
  const struct trooper *t = unit_at(in, u);
  const struct trooper *car = unit_at(in, v);
  bool gun = kind_of(in, u)->cls == GUN;
  bool vehicle = kind_of(in, v)->cls == VEHICLE && side_of(in, v) == side;
  bool whole_gun = gun && side_of(in, u) == side && !(t->is & (IS_RESERVE | IS_BROKEN));

  if (!vehicle || car->is & (IS_RESERVE | IS_STUNNED | IS_RECALLED | IS_IMMOBILE))
    return sal_refuse(why, R_F25_4, "{u0} takes nobody aboard.", v, 0);
  if (!whole_gun && !arranges_man(in, side, u))
    return sal_refuse(why, R_F25_4, "{u0} boards nothing now.", u, 0);
  if (t->where != car->where || hex_at(t->at) != hex_at(car->at) || level_at(t->at) != GROUND)
    return sal_refuse(why, R_F5_7, "{u0} is not where {u1} is.", u, v);

  /* The same verb again takes it down. */
  if (t->with == v + 1) {
    bool room = t->where != F_MAP || sf_room_off(in, side, u);
    if (!room)
      return sal_refuse(why, R_F3_1, "There is no room in {h0}.", hex_at(t->at), 0);
    return true;
  }

  if (sf_bound(in, u))
    return sal_refuse(why, R_CG5, "{u0} may not leave its strongpoint.", u, 0);
  if (gun && !(kind_of(in, v)->flags & K_TOWS))
    return sal_refuse(why, R_F5_11, "{u0} cannot tow.", v, 0);
  if (gun && sf_towed_by(in, v) != -1)
    return sal_refuse(why, R_F5_11, "{u0} tows a Gun already.", v, 0);
  if (t->where == F_MAP && sf_has_phone(in, u))
    return sal_refuse(why, R_F10_11, "{u0} has a field phone, which is not moved.", u, 0);
  if (!sf_takes_aboard(in, v, u))
    return sal_refuse(why, R_F5_6, "{u0} does not carry so many.", v, 0);
  return true;
}

/* ---- the node ----------------------------------------------------------------------------- */

/* F25.4: the law of each verb. */
static bool arrange_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  struct sal_play in = sf_inside(p);

  switch (a.verb) {
  case V_HAND_TO: return sf_may_deal(&in, side, unit_of(a), second_unit_of(a), why);
  case V_FLOOR: return may_change_floor(&in, side, unit_of(a), why);
  case V_FACE: return may_turn_unit(&in, side, unit_of(a), direction_of(a, 1), why);
  case V_TURN_WORK: return may_turn_work(&in, side, hex_of(a, 0), direction_of(a, 1), why);
  case V_HIDE: return may_hide_unit(p, &in, side, unit_of(a), why);
  case V_LOAD: return may_load(&in, side, unit_of(a), second_unit_of(a), why);
  case V_MODE: return sp_may_wish(p, side, word_of(a, 0), why);
  case V_AUTO:
  case V_COMMIT: return true;
  default: return sp_not_here(p, why);
  }
}

/* Adds what the law accepts. */
static void propose(const struct sal_play *p, int side, struct sal_list *l, struct sal_action a) {
  if (arrange_check(p, side, a, NULL))
    sal_list_add(l, a);
}

/* Which units could take the weapon: those of its place. */
static void list_deals(const struct sal_play *p, const struct sal_play *in, int side, int w,
                       struct sal_list *l) {
  if (kind_of(in, w)->cls != SUPPORT || !unit_at(in, w)->with || side_of(in, w) != side)
    return;
  for (int u = 0; u < O(p)->first_weapon; u++)
    if (arranges_man(in, side, u) && together(in, unit_at(in, w)->with - 1, u))
      propose(p, side, l, sal_act(V_HAND_TO, w, u, 0));
}

/* What could board or be hooked to that vehicle. */
static void list_loads(const struct sal_play *p, const struct sal_play *in, int side, int v,
                       struct sal_list *l) {
  uint32_t carries = K_TOWS | K_RIDERS;
  const struct kind *k = kind_of(in, v);

  if (k->cls != VEHICLE || side_of(in, v) != side || !(k->pp || k->flags & carries))
    return;
  for (int u = 0; u < O(p)->first_weapon; u++)
    if (unit_at(in, u)->where == unit_at(in, v)->where && unit_at(in, u)->at == unit_at(in, v)->at)
      propose(p, side, l, sal_act(V_LOAD, u, v, 0));
}

/* F25.4: everything that the laws allow. */
static void arrange_list(const struct sal_play *p, int side, struct sal_list *l) {
  struct sal_play in = sf_inside(p);
  const struct field *f = F(&in);

  sf_lookup_open(&in);
  for (int u = 0; u < count_of(&in); u++) {
    int where = unit_at(&in, u)->where;
    if (side_of(&in, u) != side || (where != F_MAP && where != F_WAITING))
      continue;
    list_deals(p, &in, side, u, l);
    list_loads(p, &in, side, u, l);
    propose(p, side, l, sal_act(V_FLOOR, u, 0, 0));
    propose(p, side, l, sal_act(V_HIDE, u, 0, 0));
    for (int d = 0; d < 6; d++)
      propose(p, side, l, sal_act(V_FACE, u, d, 0));
  }
  sf_lookup_shut(&in);

  for (int i = 0; i < MAX_WORKS; i++)
    for (int d = 0; f->work[i].side == side && turnable(&in, side, f->work[i].hex) && d < 6; d++)
      propose(p, side, l, sal_act(V_TURN_WORK, f->work[i].hex, d, 0));
  sp_list_wishes(p, side, l);
  sal_list_add(l, sal_act(V_AUTO, 0, 0, 0));
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

/* F25.4: aboard or behind the vehicle, or down again. A Gun in tow is not in position (F5.11). */
static void load(struct sal_play *in, int u, int v) {
  struct trooper *t = unit_at(in, u);
  bool gun = kind_of(in, u)->cls == GUN;
  bool down = t->with == v + 1;

  if (gun)
    t->is &= ~(uint32_t)IS_EMPLACED;
  if (gun && down && t->where == F_MAP)
    t->is |= IS_EMPLACED;
  sf_give(in, u, down ? -1 : v);
}

/* F25.4: `auto` does everything by rule: the battle is begun once more beside this one, and the
 * side's part is copied from it. */
static void arrange_by_rule(struct sal_play *p, int side) {
  struct sal_play in = sf_inside(p);
  struct sal_play quiet = *p;
  struct sal_play fresh = in;

  quiet.events = NULL;
  fresh.events = NULL;
  fresh.state = (struct sal_head *)(void *)((uint8_t *)p->scratch + sf_copy_at(in.book));
  sf_begin_battle(&quiet, &fresh);

  for (int u = 0; u < count_of(&in); u++)
    if (side_of(&in, u) == side)
      *unit_at(&in, u) = *unit_at(&fresh, u);
  for (int i = 0; i < MAX_WORKS; i++)
    if (F(&in)->work[i].kind && F(&in)->work[i].side == side)
      F(&in)->work[i].face = F(&fresh)->work[i].face;
}

/* F16.1, F5.7: what a known vehicle carries is known; what an unseen one carries is not. */
static void settle_riders(struct sal_play *in) {
  for (int u = 0; u < count_of(in); u++) {
    struct trooper *t = unit_at(in, u);
    bool aboard = t->where == F_MAP && t->with && kind_of(in, u)->cls != SUPPORT;
    if (!aboard)
      continue;
    t->is &= ~(uint32_t)IS_UNSEEN;
    t->is |= unit_at(in, t->with - 1)->is & IS_UNSEEN;
  }
}

/* Both have committed: the battle begins, or another one that both have wished for (F25.1). */
static void all_arranged(struct sal_play *p) {
  struct sal_play in = sf_inside(p);

  sal_pop(p);
  sal_reveal(p);
  if (sp_agreed(p)) {
    memset(in.state, 0, in.book->state_bytes);
    sal_pop(p);
    sp_change_mode(p);
    return;
  }
  sp_forget_wishes(p);
  sf_keep_facings(p, &in);
  settle_riders(&in);
  sf_veil(&in);
  sal_tell(p, E_F_ARRANGED, R_F25_4, SAL_EV(.n = {0}));
}

/* One thing is arranged. The other side learns nothing of it before the battle begins. */
static void arrange_one(struct sal_play *p, int side, struct sal_action a) {
  struct sal_play in = sf_inside(p);
  uint8_t seen = (uint8_t)only(side);
  int u = unit_of(a);

  switch (a.verb) {
  case V_HAND_TO: sf_deal(&in, side, u, second_unit_of(a)); break;
  case V_FLOOR:
    sf_put(&in, u, other_floor(&in, side, u));
    sal_tell(p, E_F_PLACED, R_F25_4, SAL_EVU(u, .at = {hex_at(unit_at(&in, u)->at)}, .seen = seen));
    break;
  case V_FACE: unit_at(&in, u)->face = (uint8_t)direction_of(a, 1); break;
  case V_TURN_WORK: turnable(&in, side, hex_of(a, 0))->face = (uint8_t)direction_of(a, 1); break;
  case V_HIDE: unit_at(&in, u)->is ^= IS_UNSEEN; break;
  case V_LOAD: load(&in, u, second_unit_of(a)); break;
  default: arrange_by_rule(p, side); break;
  }
  sf_veil(&in);
}

/* F25.4: one thing, a wish for another sort of battle, or the end. */
static void arrange_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_MODE)
    sp_wish(p, side, word_of(a, 0));
  else if (a.verb != V_COMMIT)
    arrange_one(p, side, a);
  else if (sal_commit(p, side))
    all_arranged(p);
}

/* What has been arranged by rule already, and what can be changed. */
static void arrange_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  struct sal_play in = sf_inside(p);
  int map = 0;
  int off = 0;

  for (int u = 0; u < O(p)->first_weapon; u++) {
    int where = unit_at(&in, u)->where;
    if (side_of(&in, u) != side)
      continue;
    map += where == F_MAP;
    off += where == F_WAITING;
  }
  sal_prompt_say(out,
                 "%s: the force is arranged by rule, %d on the map and %d off it. Change weapons, "
                 "storeys, facings, riders or who is hidden, or commit to begin the battle.",
                 side == GER ? "German" : "Soviet", map, off);
}

const struct sal_node sp_arrange = {.id = "field.arrange",
                                    .rule = R_F25_4,
                                    .sealed = true,
                                    .list = arrange_list,
                                    .check = arrange_check,
                                    .apply = arrange_apply,
                                    .prompt = arrange_prompt};

/* Labels a verb that undoes what it did. */
void sf_arrange_offer(const struct sal_play *p, struct sal_action a, struct sal_offer *o) {
  struct sal_play in = sf_inside(p);
  const struct sal_counter *c = p->book->counter;
  int u = unit_of(a);

  if (a.verb != V_MODE)
    o->rule = R_F25_4;
  switch (a.verb) {
  case V_FLOOR: {
    static const char *const to[LEVELS] = {"to the ground", "upstairs", "into the pillbox"};
    location l = other_floor(&in, side_of(p, u), u);
    sal_format(o->label, sizeof o->label, "%s goes %s", c[u].label, to[level_at(l)]);
    break;
  }
  case V_HIDE: {
    bool hidden = unit_at(&in, u)->is & IS_HIDDEN;
    const char *text = hidden ? "%s begins concealed" : "%s begins hidden";
    sal_format(o->label, sizeof o->label, text, c[u].label);
    break;
  }
  case V_LOAD: {
    int v = second_unit_of(a);
    bool gun = kind_of(&in, u)->cls == GUN;
    bool down = unit_at(&in, u)->with == v + 1;
    const char *text = gun ? "Hook %s to %s" : "Put %s on %s";
    if (down)
      text = gun ? "Unhook %s from %s" : "Take %s off %s";
    sal_format(o->label, sizeof o->label, text, c[u].label, c[v].label);
    break;
  }
  default: break;
  }
}

/* ---- secrets ------------------------------------------------------------------------------ */

/* As it is shown while it may still be changed: on the ground of its hex, facing the enemy's edge,
 * with nothing known of what each unit carries. */
static void veil_arranged(const struct sal_play *p, const struct sal_play *v, int u) {
  struct trooper *t = unit_at(v, u);

  if (t->where != F_MAP)
    return;
  if (u >= O(p)->first_weapon) {
    *t = (struct trooper){.kind = FB(v)->counter_kind[u]};
    return;
  }
  t->at = location_at(hex_at(t->at), GROUND);
  t->face = side_of(v, u) == GER ? 0 : 3;
  t->with = 0;
  t->is &= ~(uint32_t)IS_EMPLACED;
}

/* F25.4, F26.7: what another side could have changed is not seen before the battle begins. */
void sf_view_arranging(const struct sal_play *p, const struct sal_play *v, int viewer,
                       struct sal_redactor *r) {
  const struct sal_board *m = &v->book->board;
  uint8_t theirs = 0;

  if (viewer == SAL_ALL || !sal_hides(r, "field.arranging"))
    return;
  for (int u = 0; u < count_of(v); u++)
    if (side_of(v, u) != viewer)
      veil_arranged(p, v, u);
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(v)->work[i];
    if (w->kind && w->side != viewer)
      w->face = w->side == GER ? 0 : 3;
  }

  for (int side = 0; side < 2; side++)
    for (int level = 0; side != viewer && level < LEVELS; level++)
      theirs |= (uint8_t)(VEIL << (side * LEVELS + level) | VEIL_MOVED << side);
  for (int i = 0; i < m->nhexes; i++)
    patch_at(v, m->order[i])->veil &= (uint8_t)~theirs;
}

/* Other facings, which look the same. */
void sf_shuffle_arranging(const struct sal_play *in, int viewer) {
  for (int u = 0; u < count_of(in); u++) {
    struct trooper *t = unit_at(in, u);
    if (side_of(in, u) != viewer && t->where == F_MAP)
      t->face = (uint8_t)((t->face + 1) % 6);
  }
}
