/* closecombat.c - the end of an impulse: entries declared (11.1), entry fire (11.2), rounds (11.3),
 * support (11.4).
 *
 * An attacker stays in the hex it comes from until all entry fire at its hex is over: there it is
 * fired at, and being thrown back simply means not to go. Losses of a round are noted on the target
 * and taken when both sides have fired.
 */
#include "state.h"

/* ---- entries (11.1) --------------------------------------------------------------------- */

/* 6.1a: attackers inside and declared count together and are of one formation. */
static bool has_room(const struct sal_play *p, sal_unit u, sal_hex to, struct sal_refusal *why) {
  const struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  int side = own->type[u].side;
  int units = 1;

  SSP_EACH(p, inside, to) {
    if (own->type[inside].side != side)
      continue;
    units++;
    if (own->form[inside] != SSP_NONE && own->form[inside] != own->form[u])
      return sal_refuse(why, R_6_1a, "There are units of another formation in {h1}.", u, to);
  }
  SSP_EACH_OF(p, v, s->formation) {
    units += s->unit[v].into == to;
  }
  if (units > ssp_stack_limit(side))
    return sal_refuse(why, R_6_1a, "No more units may enter {h1}.", u, to);

  return true;
}

/* 11.1a, 11.1b: which units may be declared to enter a hex with enemies. */
static bool may_enter(const struct sal_play *p, sal_unit u, sal_hex to, struct sal_refusal *why) {
  const struct ssp_book *own = O(p);
  const struct ssp_unit *unit = &S(p)->unit[u];
  int dir = sal_dir_to(&p->book->board, unit->hex, to);

  if (own->type[u].move == MOVE_STATIC)
    return sal_refuse(why, R_2_10a, "{u0} is static infantry and never enters.", u, 0);
  if (own->form[u] != S(p)->formation || !unit->hex)
    return sal_refuse(why, R_11_1a, "Only units of the active formation enter close combat.", 0, 0);
  if (unit->into)
    return sal_refuse(why, R_11_1b, "{u0} is declared to enter {h1} already.", u, unit->into);
  if (unit->is & SUPPRESSED)
    return sal_refuse(why, R_9_8a, "{u0} is suppressed and cannot enter close combat.", u, 0);
  if (dir < 0 || !ssp_has_side(p, to, sal_enemy(own->type[u].side)))
    return sal_refuse(why, R_11_1a, "{h1} is not an adjacent hex with an enemy in it.", u, to);
  if (unit->is & FIRED)
    return sal_refuse(why, R_4_2c, "{u0} has fired and cannot enter close combat in this impulse.",
                      u, 0);
  if (ssp_contested(p, unit->hex))
    return sal_refuse(why, R_11_1b, "{u0} is in a close combat and cannot enter another.", u, 0);
  if (own->edge[unit->hex * 6 + dir].is & EDGE_BARRED)
    return sal_refuse(why, R_8_3f, "The Psel cannot be crossed into {h1} without a bridge.", u, to);

  return has_room(p, u, to, why);
}

/* Hexes that units of the formation may enter, into the list; without one only whether there is
 * any. */
static bool entries(const struct sal_play *p, struct sal_list *l) {
  const struct ssp_state *s = S(p);

  SSP_EACH_OF(p, u, s->formation) {
    sal_hex from = s->unit[u].hex;
    for (int d = 0; from && d < 6; d++) {
      sal_hex to = sal_next(&p->book->board, from, d);
      if (!to)
        continue;
      if (!may_enter(p, u, to, NULL))
        continue;
      if (!l)
        return true;
      sal_list_add(l, sal_act(V_ENTER, u, to, 0));
    }
  }

  return false;
}

/* ---- N_CLOSE: stacks, entries, then one close combat after the other -------------------- */

enum { C_STACKS, C_DECLARE, C_GATHER, C_FIGHT };

/* Ascending by hex, each once; all are still to be fought. */
static void add_fight(struct ssp_state *s, sal_hex h) {
  int i = 0;

  while (i < s->nfights && s->fight[i] < h)
    i++;
  if (i < s->nfights && s->fight[i] == h)
    return;
  SAL_ASSERT(s->nfights < SSP_FORM_UNITS);
  for (int k = s->nfights++; k > i; k--)
    s->fight[k] = s->fight[k - 1];
  s->fight[i] = h;
  s->fights_left = s->fights_left << 1 | 1;
}

/* Every hex that is to be fought for in this impulse. */
static void gather(struct sal_play *p) { /* declared and going on (11.3b) */
  struct ssp_state *s = S(p);
  SSP_EACH_OF(p, u, s->formation) {
    const struct ssp_unit *unit = &s->unit[u];
    if (unit->into)
      add_fight(s, unit->into);
    else if (ssp_contested(p, unit->hex))
      add_fight(s, unit->hex);
  }
}

/* The close combat is taken off the list before it begins. */
static void begin_fight(struct sal_play *p, int i) {
  struct ssp_state *s = S(p);
  s->fights_left &= ~(1ull << i);
  fight_in(sal_push(p, N_FIGHT, sal_top(p)->side))->hex = s->fight[i];
}

/* 11.1b: the active side says which is resolved next; the impulse ends after the last. */
static void next_fight(struct sal_play *p) {
  uint64_t left = S(p)->fights_left;
  bool last = !(left & (left - 1));

  if (!left) {
    ssp_end_impulse(p);
    sal_pop(p);
  } else if (last) { /* it needs no choice */
    begin_fight(p, __builtin_ctzll(left));
  } else {
    sal_push(p, N_PICK, sal_top(p)->side);
  }
}

/* 6.1b comes before 11.1: first stacks are put right, then entries are declared. */
static bool close_run(struct sal_play *p) {
  struct assaults *assaults = assaults_of(p);

  switch (assaults->stage) {
  case C_STACKS:
    if (!ssp_cure_stacks(p))
      assaults->stage = C_DECLARE;
    return true;
  case C_DECLARE:
    assaults->stage = C_GATHER;
    if (entries(p, NULL))
      sal_push(p, N_DECLARE, sal_top(p)->side);
    return true;
  case C_GATHER:
    gather(p);
    assaults->stage = C_FIGHT;
    return true;
  default: next_fight(p); return true;
  }
}

const struct sal_node ssp_node_close = {.id = "close", .rule = R_11_1a, .run = close_run};

/* ---- N_DECLARE -------------------------------------------------------------------------- */

/* Entries in any order, or the end of them. */
static void declare_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  sal_list_add(l, sal_act(ssp_end_verb(p, V_FIGHT), 0, 0, 0));
  entries(p, l);
}

/* 11.1b: all entries are declared before any is resolved, and after all actions. */
static bool declare_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;
  if (a.verb == ssp_end_verb(p, V_FIGHT))
    return true;
  switch (a.verb) {
  case V_ENTER: return may_enter(p, unit_of(a), hex_of(a, 1), why);
  case V_STEP:
  case V_FIRE:
  case V_STOP:
  case V_END:
  case V_CHOOSE: return sal_refuse(why, R_4_1f, "The actions of this impulse are over.", 0, 0);
  case V_RESOLVE:
    return sal_refuse(why, R_11_1b, "All close combats are declared before any is resolved.", 0, 0);
  default: return ssp_not_now(p, why);
  }
}

/* A declared unit stays where it is until the entry fire is over. */
static void declare_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == ssp_end_verb(p, V_FIGHT)) {
    sal_pop(p);
    return;
  }
  sal_unit u = unit_of(a);
  struct ssp_unit *unit = &S(p)->unit[u];
  unit->into = hex_of(a, 1);
  sal_tell(p, E_DECLARED, R_11_1b, SAL_EVU(u, .at = {unit->into, unit->hex}));
}

/* Those declared so far are shown as selected. */
static void declare_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = S(p);
  int declared = 0;

  (void)side;
  SSP_EACH_OF(p, u, s->formation) {
    if (!s->unit[u].into)
      continue;
    declared++;
    if (out->nselected < SAL_SELECTED)
      sal_prompt_select(out, u);
  }
  sal_prompt_say(out,
                 "Close combat: send units into adjacent enemy hexes, then go on. %d declared.",
                 declared);
}

const struct sal_node ssp_node_declare = {.id = "declare",
                                          .rule = R_11_1b,
                                          .list = declare_list,
                                          .check = declare_check,
                                          .apply = declare_apply,
                                          .prompt = declare_prompt};

/* ---- N_PICK: which close combat next ---------------------------------------------------- */

/* The place of a close combat that is still to be fought, or -1. */
static int waiting_fight(const struct ssp_state *s, sal_hex h) {
  for (int i = 0; i < s->nfights; i++)
    if (s->fight[i] == h && s->fights_left >> i & 1)
      return i;
  return -1;
}

/* Those not yet resolved. */
static void pick_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = S(p);
  (void)side;
  for (int i = 0; i < s->nfights; i++)
    if (s->fights_left >> i & 1)
      sal_list_add(l, sal_act(V_RESOLVE, s->fight[i], 0, 0));
}

/* 11.1b: only declared ones, and no new declarations. */
static bool pick_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_ENTER)
    return sal_refuse(why, R_11_1b, "No more close combats are declared: they are being resolved.",
                      0, 0);
  if (a.verb != V_RESOLVE)
    return ssp_not_now(p, why);
  if (waiting_fight(S(p), hex_of(a, 0)) < 0)
    return sal_refuse(why, R_11_1b, "There is no close combat to resolve in {h0}.", hex_of(a, 0),
                      0);

  return true;
}

/* The frame of the question is gone before the fight begins. */
static void pick_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  sal_pop(p);
  begin_fight(p, waiting_fight(S(p), hex_of(a, 0)));
}

/* Every one of them has to be fought (11.3b). */
static void pick_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = S(p);

  (void)side;
  sal_prompt_say(out, "Which close combat is resolved next?");
  for (int i = 0; i < s->nfights; i++)
    if (s->fights_left >> i & 1)
      sal_prompt_owe(out, R_11_3b, SAL_AT_HEX, s->fight[i], "close combat in %s",
                     p->book->board.name[s->fight[i]]);
}

const struct sal_node ssp_node_pick = {.id = "pick",
                                       .rule = R_11_1b,
                                       .list = pick_list,
                                       .check = pick_check,
                                       .apply = pick_apply,
                                       .prompt = pick_prompt};

/* ---- N_FIGHT: one hex ------------------------------------------------------------------- */

enum { F_BEGIN, F_FIRE, F_GUNS, F_ENTER, F_ROUND, F_PAIR, F_SHOOT, F_ANSWER, F_LOSSES };

/* The first attacker from that counter on who is declared to enter the hex. */
static sal_unit attacker_from(const struct sal_play *p, sal_hex h, sal_unit from) {
  const struct ssp_state *s = S(p);

  SSP_EACH_OF(p, u, s->formation) {
    if (u >= from && s->unit[u].into == h)
      return u;
  }

  return SAL_NOUNIT;
}

/* 13.3b: artillery may fire again in the next close combat. */
static void free_guns(struct sal_play *p) {
  for (int k = 0; k < O(p)->nforms; k++)
    SSP_EACH_GUN(p, guns, k) {
      S(p)->unit[guns].is &= (uint16_t)~IN_ENTRY;
    }
}

/* 10.2c: a kill zone that is entered from outside its front misses the first round. */
static void silence(struct sal_play *p, sal_unit attacker, sal_hex h, sal_hex from) {
  int enemy = sal_enemy(ssp_side(p, attacker));

  SSP_EACH(p, defender, h) {
    if (ssp_side(p, defender) != enemy)
      continue;
    if (ssp_is(p, defender, SILENT))
      continue;
    if (ssp_in_fan(p, defender, from))
      continue;
    S(p)->unit[defender].is |= SILENT;
    sal_tell(p, E_SILENT, R_10_2c, SAL_EVUU(defender, attacker, .at = {h, from}));
  }
}

/* 11.2c: units that were not thrown back go in. A hex that the side's own artillery has emptied is
 * closed to them (8.3i, 9.7e). */
static void go_in(struct sal_play *p, sal_hex h, bool going_on) {
  struct ssp_state *s = S(p);
  const struct ssp_book *own = O(p);
  bool empty = !ssp_has_side(p, h, sal_enemy(own->form_side[s->formation]));

  SSP_EACH_OF(p, u, s->formation) {
    struct ssp_unit *unit = &s->unit[u];
    sal_hex from = unit->hex;
    if (unit->into != h)
      continue;
    unit->into = SAL_NOHEX;
    if (unit->is & SUPPRESSED || empty) {
      sal_tell(p, E_THROWN_BACK, empty ? R_8_3i : R_11_2c, SAL_EVU(u, .at = {from, h}));
      continue;
    }
    if (!going_on)
      silence(p, u, h, from);
    ssp_put(p, u, h);
    sal_tell(p, E_ENTERED, R_11_1a, SAL_EVU(u, .at = {h, from}));
  }
}

/* 2.10b: a static unit shows what it is when it fights. */
static void reveal_static(struct sal_play *p, sal_unit u, sal_hex h) {
  struct ssp_unit *unit = &S(p)->unit[u];

  if (ssp_type(p, u)->move != MOVE_STATIC || unit->is & TRIED)
    return;
  unit->is |= TRIED;
  const struct ssp_face *face = ssp_face_of(p, u);
  sal_reveal(p);
  sal_tell(p, E_REVEALED, R_2_10b, SAL_EVU(u, .at = {h}, .n = {face->g, face->s}));
}

/* Kill zones are gone (10.1b), suppressed units recover (9.8c), static infantry is revealed. */
static void start_round(struct sal_play *p, sal_hex h) {
  SSP_EACH(p, u, h) {
    struct ssp_unit *unit = &S(p)->unit[u];
    ssp_drop_kz(p, u, R_10_1b);
    if (unit->is & SUPPRESSED) {
      unit->is &= (uint16_t)~SUPPRESSED;
      sal_tell(p, E_RECOVERED, R_9_8c, SAL_EVU(u, .at = {h}));
    }
    reveal_static(p, u, h);
  }
}

/* Losses are noted on the target during the round, so that both sides fire at full strength. */
static void take_losses(struct sal_play *p, sal_hex h) { /* 11.3a: all together */
  SSP_EACH(p, u, h) {
    struct ssp_unit *unit = &S(p)->unit[u];
    int losses = unit->losses;
    unit->losses = 0;
    unit->is &= (uint16_t)~ONE_ROUND;
    if (losses)
      ssp_lose_steps(p, u, losses, R_11_3a);
  }
}

/* What a side has in the hex: units that need infantry with them, infantry, and whether it has
 * anything to fire at together. */
struct support {
  int units, infantry;
  bool soft_enemy;
};
/* Counted for one side; vehicles alone are no soft target. */
static struct support support_in(const struct sal_play *p, sal_hex h, int side) {
  struct support found = {0};

  SSP_EACH(p, u, h) {
    const struct ssp_kind *type = ssp_type(p, u);
    if (type->side == side) {
      found.infantry += type->infantry;
      found.units += ssp_face_of(p, u)->s_paren;
    } else if (!type->vehicular) {
      found.soft_enemy = true;
    }
  }

  return found;
}

/* 11.4a: all units are paired if there is infantry enough; otherwise the owner says which. */
static void pair(struct sal_play *p, sal_hex h, int side) {
  struct support found = support_in(p, h, side);

  if (found.infantry == 0)
    return;
  if (found.units <= found.infantry) {
    SSP_EACH(p, u, h) {
      if (ssp_side(p, u) == side && ssp_face_of(p, u)->s_paren)
        S(p)->unit[u].is |= SUPPORTED;
    }
    return;
  }
  if (!found.soft_enemy)
    return;
  struct pairing *pairing = pairing_in(sal_push(p, N_PAIR, side));
  pairing->hex = h;
  pairing->infantry = (uint16_t)found.infantry;
}

/* Has the side anything left to fire at in the hex? */
static bool any_shot(const struct sal_play *p, sal_hex h, int side) {
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) != side)
      continue;
    SSP_EACH(p, target, h) {
      if (ssp_side(p, target) != side && ssp_may_fire(p, u, target, ON_CC, NULL))
        return true;
    }
  }

  return false;
}

/* A side without a shot is not asked. */
static void shoot_side(struct sal_play *p, sal_hex h, int side) {
  if (any_shot(p, h, side))
    salvo_in(sal_push(p, N_ROUND, side))->hex = h;
}

/* 11.2: entry fire at one attacker after the other, the defenders first and then their artillery
 * (11.2d). There is none into a close combat that goes on (11.2a). */
static void entry_fire(struct sal_play *p, struct fight *fight) {
  sal_unit u;

  switch (fight->stage) {
  case F_BEGIN:
    fight->going_on = ssp_contested(p, fight->hex);
    fight->stage = fight->going_on ? F_ENTER : F_FIRE;
    break;
  case F_FIRE:
    u = attacker_from(p, fight->hex, fight->next);
    if (u == SAL_NOUNIT) {
      fight->stage = F_ENTER;
      break;
    }
    fight->next = u;
    fight->stage = F_GUNS;
    ssp_react(p, u, ON_ENTRY);
    break;
  default: /* F_GUNS */
    u = fight->next++;
    fight->stage = F_FIRE;
    ssp_react(p, u, ON_GUNS_ENTRY);
  }
}

/* 11.3a: losses, then control, if one side is alone now. */
static void end_round(struct sal_play *p, sal_hex h) {
  take_losses(p, h);
  ssp_take_control(p, h);
  sal_pop(p);
}

/* 11.3: one round; both sides say who is supported, then the active side fires first, and losses
 * are taken at the end. */
static bool fight_run(struct sal_play *p) {
  struct fight *fight = fight_of(p);
  sal_hex h = fight->hex;
  int active = sal_top(p)->side;
  int enemy = sal_enemy(active);

  switch (fight->stage) {
  case F_BEGIN:
  case F_FIRE:
  case F_GUNS: entry_fire(p, fight); return true;
  case F_ENTER:
    free_guns(p);
    go_in(p, h, fight->going_on != 0);
    fight->stage = F_ROUND;
    return true;
  case F_ROUND:
    if (!ssp_contested(p, h)) { /* nobody got in, or nobody is left */
      sal_pop(p);
      return true;
    }
    start_round(p, h);
    fight->stage = F_PAIR;
    pair(p, h, active);
    return true;
  case F_PAIR:
    fight->stage = F_SHOOT;
    pair(p, h, enemy);
    return true;
  case F_SHOOT:
    fight->stage = F_ANSWER;
    shoot_side(p, h, active);
    return true;
  case F_ANSWER:
    fight->stage = F_LOSSES;
    shoot_side(p, h, enemy);
    return true;
  default: end_round(p, h); return true;
  }
}

const struct sal_node ssp_node_fight = {.id = "fight", .rule = R_11_3a, .run = fight_run};

/* ---- N_PAIR: whom the infantry supports ------------------------------------------------- */

/* 11.4a: a support unit of the side in this hex that has no infantry yet. */
static bool may_pair(const struct sal_play *p, int side, sal_unit u) {
  if (S(p)->unit[u].hex != pairing_of(p)->hex)
    return false;
  if (ssp_side(p, u) != side)
    return false;
  return ssp_face_of(p, u)->s_paren && !ssp_is(p, u, SUPPORTED);
}

/* One after the other, until the infantry is used up. */
static void pair_list(const struct sal_play *p, int side, struct sal_list *l) {
  SSP_EACH(p, u, pairing_of(p)->hex) {
    if (may_pair(p, side, u))
      sal_list_add(l, sal_act(V_SUPPORT, u, 0, 0));
  }
}

/* 11.4a: this is settled before any unit fires. */
static bool pair_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  if (a.verb == V_FIRE || a.verb == V_PASS)
    return sal_refuse(why, R_11_4a, "First say which units the infantry supports.", 0, 0);
  if (a.verb != V_SUPPORT)
    return ssp_not_now(p, why);
  if (!may_pair(p, side, unit_of(a)))
    return sal_refuse(
        why, R_11_4a,
        "That is not a support unit of yours in this close combat that still needs infantry.", 0,
        0);

  return true;
}

/* The question ends when all infantry is given out. */
static void pair_apply(struct sal_play *p, int side, struct sal_action a) {
  struct pairing *pairing = pairing_of(p);

  (void)side;
  S(p)->unit[unit_of(a)].is |= SUPPORTED;
  sal_tell(p, E_PAIRED, R_11_4a, SAL_EVU(unit_of(a), .at = {pairing->hex}));
  pairing->infantry--;
  if (pairing->infantry == 0)
    sal_pop(p);
}

/* How many are still to be named. */
static void pair_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct pairing *pairing = pairing_of(p);
  (void)side;
  sal_prompt_say(out, "Close combat in %s: which units does the infantry support? %d more.",
                 p->book->board.name[pairing->hex], pairing->infantry);
}

const struct sal_node ssp_node_pair = {.id = "pair",
                                       .rule = R_11_4a,
                                       .list = pair_list,
                                       .check = pair_check,
                                       .apply = pair_apply,
                                       .prompt = pair_prompt};

/* ---- N_ROUND: a side fires -------------------------------------------------------------- */

/* The enemies in the hex that one unit can fire at. */
static void list_targets(const struct sal_play *p, sal_unit firer, sal_hex h, struct sal_list *l) {
  SSP_EACH(p, target, h) {
    if (ssp_may_fire(p, firer, target, ON_CC, NULL))
      sal_list_add(l, sal_act(V_FIRE, firer, target, 0));
  }
}

/* 11.3b: any order, and nobody has to fire. */
static void round_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex h = salvo_of(p)->hex;

  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) == side)
      list_targets(p, u, h, l);
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* 11.3a: units of the side in this hex, at enemies in it. */
static bool round_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  sal_hex h = salvo_of(p)->hex;
  sal_unit firer = unit_of(a);

  if (a.verb == V_PASS)
    return true;
  if (a.verb != V_FIRE)
    return ssp_not_now(p, why);
  if (ssp_side(p, firer) != side || S(p)->unit[firer].hex != h)
    return sal_refuse(why, R_11_3a, "{u0} does not fight in {h1}.", firer, h);

  return ssp_may_fire(p, firer, second_unit_of(a), ON_CC, why);
}

/* The side is done when nobody has a shot left. */
static void round_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_hex h = salvo_of(p)->hex;

  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  struct ssp_shot shot = {.firer = unit_of(a), .target = second_unit_of(a), .occasion = ON_CC};
  ssp_shoot(p, &shot, R_11_3a);
  if (!any_shot(p, h, side))
    sal_pop(p);
}

/* The odds of one unit, as far as there is room. */
static void round_cards(const struct sal_play *p, sal_unit firer, sal_hex h,
                        struct sal_prompt *out) {
  SSP_EACH(p, target, h) {
    if (out->ncards == SAL_PROMPT_CARDS)
      continue;
    if (!ssp_may_fire(p, firer, target, ON_CC, NULL))
      continue;
    struct ssp_shot shot = {.firer = firer, .target = target, .occasion = ON_CC};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}

/* Odds for the first few shots. */
static void round_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex h = salvo_of(p)->hex;

  sal_prompt_say(out, "Close combat in %s: each unit may fire at one enemy with two dice.",
                 p->book->board.name[h]);
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) == side)
      round_cards(p, u, h, out);
  }
}

const struct sal_node ssp_node_round = {.id = "round",
                                        .rule = R_11_3a,
                                        .list = round_list,
                                        .check = round_check,
                                        .apply = round_apply,
                                        .prompt = round_prompt};
