/* harden.c - stalnie 11.611: half-squads recombine, heroes are spent, leaders and armour leaders improve. Secret.
 *
 * A side chooses before its dice: whom its heroes harden and which modifier the winner takes. The dice are thrown when
 * both have committed, and only then may there be a platoon or an armour leader left to name.
 */
#include "state.h"

enum { LOWEST_AL = 3 }; /* the grade of an 8-1 */

static bool alive(const struct unit *u) { return u->where == OFF || u->where == MAP; }
static void tell_unit(struct sal_play *p, int kind, int rule, int u, int n) {
  sal_tell(p, kind, rule, SAL_EVU(u, .n = {(int16_t)n}, .seen = (uint8_t)only(side_of(p, u))));
}

/* ---- 11.6111 recombining ------------------------------------------------------------------------------------- */

static int squad_of(const struct sal_play *p, int half) {
  for (int t = 1; t < O(p)->ntypes; t++)
    if (O(p)->type[t].cls == SQUAD && O(p)->type[t].half == half) return t;
  return 0;
}

static bool spare_half(const struct sal_play *p, int u) { return O(p)->counter_part[u] == POOLS + POOL_HALF; }

static void recombine(struct sal_play *p) {
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *a = &s->unit[u];
    if (O(p)->type[a->type].cls != HALF) continue;
    for (int v = u + 1; v < p->book->ncounters; v++) {
      const struct unit *b = &s->unit[v];
      if (!alive(b) || b->type != a->type || side_of(p, v) != side_of(p, u) || b->where != a->where || b->iso != a->iso || (a->flags ^ b->flags) & U_ENGINEER) continue;
      int keep = spare_half(p, u) && !spare_half(p, v) ? v : u, gone = keep == u ? v : u; /* spare counters go back */
      if (a->at != b->at && (s->load[at_pa(p, s->unit[keep].at)] & 7) >= 6) continue; /* within one Isolated Area, and no room there */
      sp_lift(p, gone);
      s->unit[gone] = (struct unit){.at = NOWHERE, .where = spare_half(p, gone) ? NONE : DEAD, .type = s->unit[gone].type};
      sp_become(p, keep, squad_of(p, s->unit[keep].type));
      tell_unit(p, E_COMBINED, R_11_6111, keep, 0);
      break;
    }
  }
}

/* ---- 11.6112 heroes, 11.6115c the winner's modifier: a sealed choice ---------------------------------------------- */

static int hero_for(const struct sal_play *p, int side, int u) { /* who may harden that MMC */
  for (int h = 0; h < p->book->ncounters; h++) {
    const struct unit *hero = &S(p)->unit[h];
    if (alive(hero) && side_of(p, h) == side && hero->type == O(p)->hero && hero->iso == S(p)->unit[u].iso) return h;
  }
  return NOT_FOUND;
}

static bool may_harden(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct unit *unit = &S(p)->unit[u];
  if (side_of(p, u) != side || !alive(unit) || !is_mmc(type_of(p, u)->cls)) return sal_refuse(why, R_11_6112, "{u0} is no MMC of this side.", u, 0);
  if (unit->flags & U_HARDENED) return sal_refuse(why, R_11_6112, "{u0} has been hardened in this Refit Phase.", u, 0);
  return hero_for(p, side, u) != NOT_FOUND || sal_refuse(why, R_11_6112, "There is no hero for {u0}.", u, 0);
}

static bool won(const struct sal_play *p, int side) { return S(p)->winner[S(p)->scenario - 1] == side + 1; }

static void harden_list(const struct sal_play *p, int side, struct sal_list *l) {
  bool hero = false;
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  for (int h = 0; h < p->book->ncounters; h++) hero |= S(p)->unit[h].type == O(p)->hero && alive(&S(p)->unit[h]) && side_of(p, h) == side;
  for (int u = 0; hero && u < p->book->ncounters; u++)
    if (may_harden(p, side, u, NULL)) sal_list_add(l, sal_act(V_HARDEN, u, 0, 0));
  for (int n = 0; won(p, side) && n <= 2; n++) sal_list_add(l, sal_act(V_DRM, n, 0, 0));
}

static bool harden_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_HARDEN) return may_harden(p, side, a.x[0], why);
  if (a.verb == V_DRM) return (won(p, side) && a.x[0] <= 2) || sal_refuse(why, R_11_6115c, "Only the winner of the scenario has a modifier of 0 to 2.", 0, 0);
  return a.verb == V_COMMIT;
}

/* 6.6: one grade up; who is elite, a crew, or at the top becomes Fanatic. */
bool sp_grade_up(struct sal_play *p, int u) {
  struct state *s = S(p);
  int grade = sp_grade(p, s->unit[u].type), up = grade != NOT_FOUND && grade < 7 ? O(p)->grade[grade + 1] : 0;
  for (int i = 1; i < O(p)->ntypes && !up; i++) /* nothing is replaced by the elite */
    if (O(p)->type[i].replaced == s->unit[u].type) up = i;
  if (up) sp_become(p, u, up);
  else s->unit[u].flags |= U_FANATIC;
  return up;
}

static void harden(struct sal_play *p, int side, int u) {
  struct state *s = S(p);
  int hero = hero_for(p, side, u);
  sp_lift(p, hero);
  s->unit[hero].where = DEAD; /* without CVP */
  s->unit[u].flags |= U_HARDENED;
  tell_unit(p, E_HARDENED, R_11_6112, u, !sp_grade_up(p, u));
}

/* ---- the dice ---------------------------------------------------------------------------------------------------- */

static void heroic_leaders(struct sal_play *p, int side) { /* 11.6113 */
  struct state *s = S(p);
  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &s->unit[u];
    if (!alive(unit) || side_of(p, u) != side || !(unit->flags & U_HEROIC)) continue;
    unit->flags &= ~(uint32_t)U_HEROIC;
    sp_grade_up(p, u);
    tell_unit(p, E_PROMOTED, R_11_6113, u, 0);
  }
}

static void promotion(struct sal_play *p, int side) { /* 11.6114 */
  struct state *s = S(p);
  int leaders = 0, squads = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    if (!alive(&s->unit[u]) || side_of(p, u) != side) continue;
    leaders += type_of(p, u)->cls == LEADER;
    squads += type_of(p, u)->cls == SQUAD;
  }
  if (leaders >= squads / 4) return;
  int dr = sp_dr(p, R_11_6114, SAL_NOUNIT, (int)only(side)), type = sp_banded(&O(p)->promotion, dr);
  int u = type ? sp_from_pool(p, side, POOL_LEADER, type, 0) : NOT_FOUND;
  if (u != NOT_FOUND) tell_unit(p, E_PROMOTED, R_11_6114, u, 1);
  else sal_tell(p, E_NOTHING, R_11_6114, SAL_EV(.n = {(int16_t)dr}, .seen = (uint8_t)only(side)));
}

static int afv_left(const struct sal_play *p, int side, int rec) { /* without passenger capacity; rec 0: all */
  int n = 0;
  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    if (!alive(unit) || side_of(p, u) != side || (rec && unit->rec != rec)) continue;
    uint16_t f = type_of(p, u)->flags;
    n += (f & T_AFV) && !(f & (T_PASSENGERS | T_OP));
  }
  return n;
}

static int al_count(const struct sal_play *p, int side, int type) {
  int n = 0;
  for (int i = 0; i < S(p)->side[side].nrec; i++) n += S(p)->rec[side][i].al && (!type || S(p)->rec[side][i].al == type);
  return n;
}

static bool platoon_for(const struct sal_play *p, int side, int i) { /* 11.6115c: an AFV left and no AL */
  const struct rec *r = &S(p)->rec[side][i];
  return r->copy && !r->al && !(r->flags & R_GONE) && O(p)->group[side][r->group].cls == 'a' && afv_left(p, side, i + 1) > 0;
}

/* 11.6115b: one for every three AFV, and a platoon to have it. */
static bool may_create(const struct sal_play *p, int side) {
  bool any = false;
  for (int i = 0; i < S(p)->side[side].nrec; i++) any |= platoon_for(p, side, i);
  return any && (al_count(p, side, 0) + 1) * 3 <= afv_left(p, side, 0);
}

/* 11.6115, 3.12: sets what is to be named, as the table has it but with the grade that is really there. */
static void armour_leader(struct sal_play *p, int side) {
  struct side *d = &S(p)->side[side];
  int drm = won(p, side) ? d->al_drm : 0, final = sp_dr(p, R_11_6115a, SAL_NOUNIT, (int)only(side)) - drm, result = sp_banded(&O(p)->al_improve, final);
  if (result && !al_count(p, side, 0)) result = AL_CREATE + LOWEST_AL; /* 11.6115b: nobody to improve */
  d->al_result = 0;
  if (result >= AL_CREATE) {
    if (may_create(p, side)) d->al_result = (uint8_t)result;
  } else {
    for (; result >= AL_IMPROVE + LOWEST_AL && !d->al_result; result--) /* the next lower grade, and so on */
      if (al_count(p, side, O(p)->grade[result - AL_IMPROVE])) d->al_result = (uint8_t)result;
  }
  if (!d->al_result) sal_tell(p, E_NOTHING, result >= AL_CREATE ? R_11_6115b : R_11_6115a, SAL_EV(.n = {(int16_t)final}, .seen = (uint8_t)only(side)));
}

static void harden_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  if (a.verb == V_HARDEN) harden(p, side, a.x[0]);
  if (a.verb == V_DRM) s->side[side].al_drm = (uint8_t)a.x[0];
  if (a.verb != V_COMMIT || !sal_commit(p, side)) return;
  sal_pop(p);
  for (int u = 0; u < p->book->ncounters; u++) /* heroes not used are gone too */
    if (s->unit[u].type == O(p)->hero) sp_lift(p, u), s->unit[u].where = DEAD;
  for (int k = 0; k < 2; k++) {
    heroic_leaders(p, k);
    promotion(p, k);
    armour_leader(p, k);
  }
  sal_push(p, N_LEADER, RUS);
  sal_push(p, N_LEADER, GER);
}

void sp_harden_begin(struct sal_play *p) {
  recombine(p);
  for (int side = 0; side < 2; side++) S(p)->side[side].al_drm = 2, S(p)->side[side].al_result = 0;
  sal_push(p, N_HARDEN, SAL_NOSIDE);
}

static void harden_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int heroes = 0;
  for (int u = 0; u < p->book->ncounters; u++) heroes += alive(&S(p)->unit[u]) && side_of(p, u) == side && S(p)->unit[u].type == O(p)->hero;
  char spend[60] = "no hero is there to harden anybody";
  if (heroes) sal_format(spend, sizeof spend, "each of %d heroes may harden a unit", heroes);
  if (won(p, side)) sal_prompt_say(out, "%s: hardening: %s; choose the modifier of the armour leader's DR (now -%d); then commit.", side_title(side), spend, S(p)->side[side].al_drm);
  else sal_prompt_say(out, "%s: hardening: %s; then commit.", side_title(side), spend);
}

const struct sal_node sp_harden = {.id = "harden", .rule = R_11_611, .sealed = true, .list = harden_list, .check = harden_check, .apply = harden_apply, .prompt = harden_prompt};

/* ---- naming a platoon or an armour leader: a line of the record ------------------------------------------------------- */

static bool may_name(const struct sal_play *p, int side, int n, struct sal_refusal *why) {
  const struct side *d = &S(p)->side[side];
  const struct rec *r = sp_line(p, side, n);
  if (!r) return sal_refuse(why, R_11_6115c, "There is no line {n0}.", n, 0);
  if (d->al_result >= AL_CREATE) return platoon_for(p, side, n - 1) || sal_refuse(why, R_11_6115c, "That platoon has no vehicle left or has an armour leader.", 0, 0);
  return r->al == O(p)->grade[d->al_result - AL_IMPROVE] || sal_refuse(why, R_11_6115a, "The armour leader of line {n0} is not of the grade rolled.", n, 0);
}

static void name_it(struct sal_play *p, int side, int n) {
  struct state *s = S(p);
  struct rec *r = &s->rec[side][n - 1];
  int result = s->side[side].al_result;
  if (result >= AL_CREATE) {
    bool tiger = O(p)->type[O(p)->group[side][r->group].comp[0].type].flags & T_TIGER;
    r->al = O(p)->grade[result - AL_CREATE + tiger]; /* 11.6115c: a 9-1 for Tigers */
    sal_tell(p, E_AL_NEW, R_11_6115b, SAL_EV(.n = {(int16_t)n, (int16_t)(W_GRADE + sp_grade(p, r->al))}, .seen = (uint8_t)only(side)));
  } else {
    r->al = O(p)->grade[result - AL_IMPROVE + 1];
    sal_tell(p, E_AL_BETTER, R_11_6115a, SAL_EV(.n = {(int16_t)n, (int16_t)(W_GRADE + sp_grade(p, r->al))}, .seen = (uint8_t)only(side)));
  }
  s->side[side].al_result = 0;
}

static bool leader_run(struct sal_play *p) {
  int side = sal_top(p)->side, only_one = 0, n = 0;
  for (int i = 1; S(p)->side[side].al_result && i <= S(p)->side[side].nrec; i++)
    if (may_name(p, side, i, NULL)) n++, only_one = i;
  if (n > 1) return false;
  if (n == 1) name_it(p, side, only_one);
  S(p)->side[side].al_result = 0;
  sal_pop(p);
  return true;
}

static void leader_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 1; i <= S(p)->side[side].nrec; i++)
    if (may_name(p, side, i, NULL)) sal_list_add(l, sal_act(V_NAME, i, 0, 0));
}

static bool leader_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) { return a.verb == V_NAME && may_name(p, side, a.x[0], why); }

static void leader_apply(struct sal_play *p, int side, struct sal_action a) { name_it(p, side, a.x[0]); }

static void leader_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out, S(p)->side[side].al_result >= AL_CREATE ? "%s: name the platoon that gets an armour leader." : "%s: name the armour leader to improve.", side_title(side));
}

const struct sal_node sp_leader = {.id = "harden.leader", .rule = R_11_6115c, .run = leader_run, .list = leader_list, .check = leader_check, .apply = leader_apply, .prompt = leader_prompt};
