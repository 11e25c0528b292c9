/* harden.c - stalnie 11.611: half-squads recombine, heroes are spent, leaders and armour leaders
 * improve. Secret.
 *
 * Before its dice a side chooses which units its heroes harden and which modifier the winner takes.
 * The dice are thrown when both have committed, and only then may there be a platoon or an armour
 * leader left to name.
 */
#include "state.h"

/* the grade of an 8-1 */
enum { LOWEST_AL = 3 };

/* Still part of the force. */
static bool alive(const struct unit *u) {
  return in_force(u->where);
}
/* An event about one unit that only its owner sees: 11.611 is secret. */
static void tell_unit(struct sal_play *p, int kind, int rule, int u, int n) {
  sal_tell(p, kind, rule, SAL_EVU(u, .n = {(int16_t)n}, .seen = (uint8_t)only(side_of(p, u))));
}

/* ---- 11.6111 recombining ---------------------------------------------------------------- */

/* The squad that has this type as its half. */
static int squad_of(const struct sal_play *p, int half) {
  for (int t = 1; t < O(p)->ntypes; t++) {
    const struct type *type = &O(p)->type[t];
    if (type->cls == SQUAD && type->half == half)
      return t;
  }
  return 0;
}

/* A counter from the pool, which goes back there when it is not needed. */
static bool spare_half(const struct sal_play *p, int u) {
  return O(p)->counter_part[u] == POOLS + POOL_HALF;
}

/* 11.6111: two like half-squads, within one Isolated Area or off the map. Engineers recombine only
 * among themselves; those kept to man vehicles not at all (RG.o). */
static bool recombines(const struct sal_play *p, int u, int v) {
  const struct unit *a = &S(p)->unit[u];
  const struct unit *b = &S(p)->unit[v];

  if (!alive(b))
    return false;
  if ((a->flags | b->flags) & U_VEHICLE_CREW)
    return false;
  if (b->type != a->type)
    return false;
  if (side_of(p, v) != side_of(p, u))
    return false;
  if (b->where != a->where)
    return false;
  if (b->iso != a->iso)
    return false;
  return !((a->flags ^ b->flags) & U_ENGINEER);
}

/* 11.6111: two like half-squads become a squad. */
static void recombine(struct sal_play *p) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *a = &s->unit[u];

    if (O(p)->type[a->type].cls != HALF)
      continue;

    for (int v = u + 1; v < p->book->ncounters; v++) {
      const struct unit *b = &s->unit[v];

      if (!recombines(p, u, v))
        continue;

      /* spare counters go back */
      bool second_stays = spare_half(p, u) && !spare_half(p, v);
      int keep = second_stays ? v : u;
      int gone = second_stays ? u : v;

      /* within one Isolated Area, and no room there */
      if (a->at != b->at && load_halves(s->load[at_pa(p, s->unit[keep].at)]) >= 6)
        continue;

      sp_lift(p, gone);
      uint8_t where = spare_half(p, gone) ? NONE : DEAD;
      s->unit[gone] = (struct unit){.at = NOWHERE, .where = where, .type = s->unit[gone].type};

      sp_become(p, keep, squad_of(p, s->unit[keep].type));
      tell_unit(p, E_COMBINED, R_11_6111, keep, 0);
      break;
    }
  }
}

/* ---- 11.6112 heroes, 11.6115c the winner's modifier: a sealed choice -------------------- */

/* A hero of that side. */
static bool is_hero(const struct sal_play *p, int side, int u) {
  const struct unit *unit = &S(p)->unit[u];

  if (unit->type != O(p)->hero)
    return false;
  return alive(unit) && side_of(p, u) == side;
}

/* 11.6112: a hero hardens only where he is: the same Isolated Area, or off the map. */
static int hero_for(const struct sal_play *p, int side, int u) {
  for (int h = 0; h < p->book->ncounters; h++) {
    bool same_area = S(p)->unit[h].iso == S(p)->unit[u].iso;
    if (same_area && is_hero(p, side, h))
      return h;
  }

  return NOT_FOUND;
}

/* 11.6112, F32.11: every MMC, and the crew of a Gun or weapon as well. */
static bool may_be_hardened(int cls) {
  return is_mmc(cls) || cls == GUN;
}

/* 11.6112: one hero, one MMC, and no MMC twice in a Refit Phase. */
static bool may_harden(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];

  bool own_mmc = side_of(p, u) == side && alive(unit) && may_be_hardened(type_of(p, u)->cls);
  if (!own_mmc)
    return sal_refuse(why, R_11_6112, "{u0} is no MMC of this side.", u, 0);
  if (unit->flags & U_HARDENED)
    return sal_refuse(why, R_11_6112, "{u0} has been hardened in this Refit Phase.", u, 0);
  if (hero_for(p, side, u) == NOT_FOUND)
    return sal_refuse(why, R_11_6112, "There is no hero for {u0}.", u, 0);
  return true;
}

/* The side won the scenario just played. */
static bool won(const struct sal_play *p, int side) {
  return S(p)->winner[S(p)->scenario - 1] == side + 1;
}

/* Without a hero nobody can be hardened; the modifier is the winner's alone. */
static void harden_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool hero = false;

  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int h = 0; h < p->book->ncounters; h++)
    hero |= is_hero(p, side, h);

  for (int u = 0; hero && u < p->book->ncounters; u++)
    if (may_harden(p, side, u, NULL))
      sal_list_add(l, sal_act(V_HARDEN, u, 0, 0));
  for (int n = 0; won(p, side) && n <= 2; n++)
    sal_list_add(l, sal_act(V_DRM, n, 0, 0));
}

/* 11.6115c: only the winner chooses a modifier for his armour leader's roll. */
static bool harden_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_HARDEN)
    return may_harden(p, side, unit_of(a), why);
  if (a.verb == V_DRM) {
    if (!won(p, side) || number_of(a, 0) > 2)
      return sal_refuse(why, R_11_6115c,
                        "Only the winner of the scenario has a modifier of 0 to 2.", 0, 0);
    return true;
  }

  if (a.verb != V_COMMIT)
    return sp_not_here(p, why);

  return true;
}

/* 6.6: one grade up; an elite unit, a crew, or one at the top becomes Fanatic. */
bool sp_grade_up(struct sal_play *p, int u) {
  struct state *s = S(p);
  int grade = sp_grade(p, s->unit[u].type);
  int up = 0;
  bool can_rise = grade != NOT_FOUND && grade < 7;
  if (can_rise)
    up = O(p)->grade[grade + 1];

  /* Better men are those whose Replacement this is; of the elite there are none. */
  for (int i = 1; i < O(p)->ntypes && !up; i++)
    if (O(p)->type[i].replaced == s->unit[u].type)
      up = i;

  if (up)
    sp_become(p, u, up);
  else
    s->unit[u].flags |= U_FANATIC;

  return up;
}

/* The hero is spent without casualty points. */
static void harden(struct sal_play *p, int side, int u) {
  struct state *s = S(p);
  int hero = hero_for(p, side, u);

  sp_lift(p, hero);
  /* without CVP */
  s->unit[hero].where = DEAD;
  s->unit[u].flags |= U_HARDENED;
  tell_unit(p, E_HARDENED, R_11_6112, u, !sp_grade_up(p, u));
}

/* ---- the dice --------------------------------------------------------------------------- */

/* 11.6113: a heroic leader is promoted instead of staying heroic. */
static void heroic_leaders(struct sal_play *p, int side) {
  struct state *s = S(p);

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];

    if (!alive(unit))
      continue;
    if (side_of(p, u) != side)
      continue;
    if (!(unit->flags & U_HEROIC))
      continue;
    unit->flags &= ~(uint32_t)U_HEROIC;
    sp_grade_up(p, u);
    tell_unit(p, E_PROMOTED, R_11_6113, u, 0);
  }
}

/* 11.6114: a side with fewer leaders than one for four squads may get one from the ranks. */
static void promotion(struct sal_play *p, int side) {
  struct state *s = S(p);
  int leaders = 0;
  int squads = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    if (!alive(&s->unit[u]) || side_of(p, u) != side)
      continue;
    leaders += type_of(p, u)->cls == LEADER;
    squads += type_of(p, u)->cls == SQUAD;
  }

  if (leaders >= squads / 4)
    return;

  int dr = sp_dr(p, R_11_6114, SAL_NOUNIT, (int)only(side));
  int type = sp_banded(&O(p)->promotion, dr);
  int u = type ? sp_from_pool(p, side, POOL_LEADER, type, 0) : NOT_FOUND;

  if (u != NOT_FOUND)
    tell_unit(p, E_PROMOTED, R_11_6114, u, 1);
  else
    sal_tell(p, E_NOTHING, R_11_6114, SAL_EV(.n = {(int16_t)dr}, .seen = (uint8_t)only(side)));
}

/* without passenger capacity; rec 0: all */
static int afv_left(const struct sal_play *p, int side, int rec) {
  int n = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];

    if (!alive(unit))
      continue;
    if (side_of(p, u) != side)
      continue;
    if (rec && unit->rec != rec)
      continue;
    uint16_t f = type_of(p, u)->flags;

    if ((f & T_AFV) && !(f & (T_PASSENGERS | T_OP)))
      n++;
  }

  return n;
}

/* Armour leaders of that grade, or of any. */
static int al_count(const struct sal_play *p, int side, int type) {
  int n = 0;
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    int al = S(p)->rec[side][i].al;
    bool wanted = !type || al == type;
    if (al && wanted)
      n++;
  }
  return n;
}

/* 11.6115c: an AFV left and no AL */
static bool platoon_for(const struct sal_play *p, int side, int i) {
  const struct rec *r = &S(p)->rec[side][i];

  if (!r->copy)
    return false;
  if (r->al)
    return false;
  if (r->flags & R_GONE)
    return false;
  if (O(p)->group[side][r->group].cls != 'a')
    return false;

  return afv_left(p, side, i + 1) > 0;
}

/* 11.6115b: one for every three AFV, and a platoon to have it. */
static bool may_create(const struct sal_play *p, int side) {
  bool any = false;
  for (int i = 0; i < S(p)->side[side].nrec; i++)
    any |= platoon_for(p, side, i);
  if (!any)
    return false;

  int leaders = al_count(p, side, 0) + 1;
  return leaders * 3 <= afv_left(p, side, 0);
}

/* 11.6115, 3.12: sets what is to be named, as the table has it but with the grade that is really
 * there. */
static void armour_leader(struct sal_play *p, int side) {
  struct side *d = &S(p)->side[side];
  int drm = won(p, side) ? d->al_drm : 0;
  int final = sp_dr(p, R_11_6115a, SAL_NOUNIT, (int)only(side)) - drm;
  int result = sp_banded(&O(p)->al_improve, final);

  /* 11.6115b: nobody to improve */
  if (result && !al_count(p, side, 0))
    result = AL_CREATE + LOWEST_AL;
  d->al_result = 0;
  if (result >= AL_CREATE) {
    if (may_create(p, side))
      d->al_result = (uint8_t)result;
  } else {
    /* 11.6115a: where that grade is missing the next lower one, and so on */
    for (; result >= AL_IMPROVE + LOWEST_AL && !d->al_result; result--)
      if (al_count(p, side, O(p)->grade[result - AL_IMPROVE]))
        d->al_result = (uint8_t)result;
  }

  if (!d->al_result)
    sal_tell(p, E_NOTHING, result >= AL_CREATE ? R_11_6115b : R_11_6115a,
             SAL_EV(.n = {(int16_t) final}, .seen = (uint8_t)only(side)));
}

/* When both have committed, the dice fall, German first (C.6). Heroes that were not used are
 * removed. */
static void harden_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  if (a.verb == V_HARDEN)
    harden(p, side, unit_of(a));
  if (a.verb == V_DRM)
    s->side[side].al_drm = (uint8_t)number_of(a, 0);
  if (a.verb != V_COMMIT || !sal_commit(p, side))
    return;
  sal_pop(p);

  /* 11.6112: heroes that hardened nobody are removed too. */
  for (int u = 0; u < p->book->ncounters; u++) {
    if (s->unit[u].type != O(p)->hero)
      continue;
    sp_lift(p, u);
    s->unit[u].where = DEAD;
  }

  for (int k = 0; k < 2; k++) {
    heroic_leaders(p, k);
    promotion(p, k);
    armour_leader(p, k);
  }

  sal_push(p, N_LEADER, RUS);
  sal_push(p, N_LEADER, GER);
}

/* 11.611 begins: half-squads recombine by themselves, then the choices follow. */
void sp_harden_begin(struct sal_play *p) {
  recombine(p);
  for (int side = 0; side < 2; side++) {
    S(p)->side[side].al_drm = 2;
    S(p)->side[side].al_result = 0;
  }
  sal_push(p, N_HARDEN, SAL_NOSIDE);
}

/* Says how many heroes there are to spend, and the winner's modifier. */
static void harden_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int heroes = 0;

  for (int u = 0; u < p->book->ncounters; u++)
    if (alive(&S(p)->unit[u]) && side_of(p, u) == side && S(p)->unit[u].type == O(p)->hero)
      heroes++;
  char spend[60] = "no hero is there to harden anybody";

  if (heroes)
    sal_format(spend, sizeof spend, "%d {hero/heroes} may each harden a unit", heroes);
  if (won(p, side))
    sal_prompt_say(
        out,
        "%s: hardening: %s; choose the modifier of the armour leader's DR (now -%d); then commit.",
        side_title(side), spend, S(p)->side[side].al_drm);
  else
    sal_prompt_say(out, "%s: hardening: %s; then commit.", side_title(side), spend);
}

const struct sal_node sp_harden = {.id = "harden",
                                   .rule = R_11_611,
                                   .sealed = true,
                                   .list = harden_list,
                                   .check = harden_check,
                                   .apply = harden_apply,
                                   .prompt = harden_prompt};

/* ---- naming a platoon or an armour leader: a line of the record ------------------------- */

/* 11.6115: a platoon for a new armour leader, or a leader of the grade that was rolled. */
static bool may_name(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];
  const struct rec *r = sp_line(p, side, n);

  if (!r)
    return sal_refuse(why, R_11_6115c, "There is no line {n0}.", n, 0);
  if (d->al_result >= AL_CREATE) {
    if (!platoon_for(p, side, n - 1))
      return sal_refuse(why, R_11_6115c,
                        "That platoon has no vehicle left or has an armour leader.", 0, 0);
    return true;
  }

  if (r->al != O(p)->grade[d->al_result - AL_IMPROVE])
    return sal_refuse(why, R_11_6115a, "The armour leader of line {n0} is not of the grade rolled.",
                      n, 0);

  return true;
}

/* The new leader is an 8-1, a 9-1 for Tigers; an old one goes up by a grade. */
static void name_it(struct sal_play *p, int side, int n) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][n - 1];
  int result = s->side[side].al_result;

  if (result >= AL_CREATE) {
    bool tiger = O(p)->type[O(p)->group[side][r->group].comp[0].type].flags & T_TIGER;
    /* 11.6115c: a 9-1 for Tigers */
    r->al = O(p)->grade[result - AL_CREATE + tiger];
    sal_tell(p, E_AL_NEW, R_11_6115b,
             SAL_EV(.n = {(int16_t)n, (int16_t)(W_GRADE + sp_grade(p, r->al))},
                    .seen = (uint8_t)only(side)));
  } else {
    r->al = O(p)->grade[result - AL_IMPROVE + 1];
    sal_tell(p, E_AL_BETTER, R_11_6115a,
             SAL_EV(.n = {(int16_t)n, (int16_t)(W_GRADE + sp_grade(p, r->al))},
                    .seen = (uint8_t)only(side)));
  }

  s->side[side].al_result = 0;
}

/* With one line or none that fits, there is nothing to choose. */
static bool leader_run(struct sal_play *p) {
  int side = sal_top(p)->side;
  int only_one = 0;
  int n = 0;

  for (int i = 1; S(p)->side[side].al_result && i <= S(p)->side[side].nrec; i++)
    if (may_name(p, side, i, NULL)) {
      n++;
      only_one = i;
    }

  if (n > 1)
    return false;
  if (n == 1)
    name_it(p, side, only_one);
  S(p)->side[side].al_result = 0;
  sal_pop(p);

  return true;
}

/* The lines of the record that fit the roll. */
static void leader_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 1; i <= S(p)->side[side].nrec; i++)
    if (may_name(p, side, i, NULL))
      sal_list_add(l, sal_act(V_NAME, i, 0, 0));
}

/* Only naming is possible here. */
static bool leader_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb != V_NAME)
    return sp_not_here(p, why);
  return may_name(p, side, number_of(a, 0), why);
}

/* Names the line of the record. */
static void leader_apply(struct sal_play *p, int side, struct sal_action a) {
  name_it(p, side, number_of(a, 0));
}

/* Says whether a leader is created or improved. */
static void leader_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out,
                 S(p)->side[side].al_result >= AL_CREATE
                     ? "%s: name the platoon that gets an armour leader."
                     : "%s: name the armour leader to improve.",
                 side_title(side));
}

const struct sal_node sp_leader = {.id = "harden.leader",
                                   .rule = R_11_6115c,
                                   .run = leader_run,
                                   .list = leader_list,
                                   .check = leader_check,
                                   .apply = leader_apply,
                                   .prompt = leader_prompt};
