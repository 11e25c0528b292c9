/* closecombat.c - the end of an impulse: entries declared (11.1), entry fire (11.2), rounds (11.3),
 * support (11.4).
 *
 * An attacker stays in the hex it comes from until all entry fire at its hex is over: that is where it
 * is fired at, and being thrown back means simply not to go. Losses of a round are noted on the target
 * and taken when both sides have fired.
 */
#include "state.h"

/* ---- N_CLOSE: x0 stage ------------------------------------------------------------------- */

enum { C_STACKS, C_DECLARE, C_GATHER, C_FIGHT };

static bool may_enter(const struct sal_play *p, sal_unit u, sal_hex to, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct ssp_unit *v = &s->unit[u];
  int side = own->type[u].side, dir = sal_dir_to(&p->book->board, v->hex, to);
  if (own->type[u].move == MOVE_STATIC) return sal_refuse(why, R_2_10a, "{u0} is static infantry and never enters.", u, 0);
  if (own->form[u] != s->formation || !v->hex) return sal_refuse(why, R_11_1a, "Only units of the active formation enter close combat.", 0, 0);
  if (v->into) return sal_refuse(why, R_11_1b, "{u0} is declared to enter {h1} already.", u, v->into);
  if (v->is & SUPPRESSED) return sal_refuse(why, R_9_8a, "{u0} is suppressed and cannot enter close combat.", u, 0);
  if (dir < 0 || !ssp_has_side(p, to, sal_enemy(side))) return sal_refuse(why, R_11_1a, "{h1} is not an adjacent hex with an enemy in it.", u, to);
  if (v->is & FIRED) return sal_refuse(why, R_4_2c, "{u0} has fired and cannot enter close combat in this impulse.", u, 0);
  if (ssp_contested(p, v->hex)) return sal_refuse(why, R_11_1b, "{u0} is in a close combat and cannot enter another.", u, 0);
  if (own->edge[v->hex * 6 + dir].is & EDGE_BARRED) return sal_refuse(why, R_8_3f, "The Psel cannot be crossed into {h1} without a bridge.", u, to);
  int n = 1; /* 6.1a: attackers inside and declared, of one formation */
  SSP_EACH(p, x, to) if (own->type[x].side == side) {
    n++;
    if (own->form[x] != SSP_NONE && own->form[x] != own->form[u]) return sal_refuse(why, R_6_1a, "There are units of another formation in {h1}.", u, to);
  }
  for (int i = 0; i < own->nof[s->formation]; i++) n += s->unit[own->of[s->formation][i]].into == to;
  if (n > (side == SAL_GERMAN ? 4 : 2)) return sal_refuse(why, R_6_1a, "No more units may enter {h1}.", u, to);
  return true;
}

/* Hexes that units of the formation may enter, into the list; without one only whether there is any. */
static bool entries(const struct sal_play *p, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    for (int d = 0; s->unit[u].hex && d < 6; d++) {
      sal_hex g = sal_next(&p->book->board, s->unit[u].hex, d);
      if (!g || !may_enter(p, u, g, NULL)) continue;
      if (!l) return true;
      sal_list_add(l, sal_act(V_ENTER, u, g, 0));
    }
  }
  return false;
}

static void add_fight(struct ssp_state *s, sal_hex h) {
  int i = 0;
  while (i < s->nfights && s->fight[i] < h) i++;
  if (i < s->nfights && s->fight[i] == h) return;
  SAL_ASSERT(s->nfights < SSP_FORM_UNITS);
  for (int k = s->nfights++; k > i; k--) s->fight[k] = s->fight[k - 1];
  s->fight[i] = h;
  s->fights_left = s->fights_left << 1 | 1;
}

static void gather(struct sal_play *p) { /* declared and going on (11.3b) */
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    const struct ssp_unit *v = &s->unit[own->of[s->formation][i]];
    if (v->into) add_fight(s, v->into);
    else if (v->hex && ssp_contested(p, v->hex)) add_fight(s, v->hex);
  }
}

static void begin_fight(struct sal_play *p, int i) {
  struct ssp_state *s = ssp_st(p);
  s->fights_left &= ~(1ull << i);
  sal_push(p, N_FIGHT, sal_top(p)->side)->x[0] = s->fight[i];
}

static bool close_run(struct sal_play *p) {
  const struct ssp_state *s = ssp_st(p);
  struct sal_frame *f = sal_top(p);
  switch (f->x[0]) {
  case C_STACKS:
    if (!ssp_cure_stacks(p)) f->x[0] = C_DECLARE;
    return true;
  case C_DECLARE:
    f->x[0] = C_GATHER;
    if (entries(p, NULL)) sal_push(p, N_DECLARE, f->side);
    return true;
  case C_GATHER:
    gather(p);
    f->x[0] = C_FIGHT;
    return true;
  default:
    if (!s->fights_left) {
      ssp_end_impulse(p);
      sal_pop(p);
    } else if (!(s->fights_left & (s->fights_left - 1))) { /* the last one needs no choice */
      begin_fight(p, __builtin_ctzll(s->fights_left));
    } else {
      sal_push(p, N_PICK, f->side);
    }
    return true;
  }
}
const struct sal_node ssp_node_close = {.id = "close", .rule = R_11_1a, .run = close_run};

/* ---- N_DECLARE ------------------------------------------------------------------------------ */

static void declare_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  entries(p, l);
}

static bool declare_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)side;
  if (a.verb == V_DONE) return true;
  if (a.verb == V_STEP || a.verb == V_FIRE || a.verb == V_CHOOSE) return sal_refuse(why, R_4_1f, "The actions of this impulse are over.", 0, 0);
  if (a.verb == V_RESOLVE) return sal_refuse(why, R_11_1b, "All close combats are declared before any is resolved.", 0, 0);
  return a.verb == V_ENTER && may_enter(p, a.x[0], a.x[1], why);
}

static void declare_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  if (a.verb == V_DONE) {
    sal_pop(p);
    return;
  }
  ssp_st(p)->unit[a.x[0]].into = a.x[1];
  sal_tell(p, E_DECLARED, R_11_1b, SSP_EV(.unit = {a.x[0], SAL_NOUNIT}, .at = {a.x[1], ssp_st(p)->unit[a.x[0]].hex}));
}

static void declare_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int n = 0;
  (void)side;
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    if (!s->unit[u].into) continue;
    n++;
    if (out->nselected < SAL_SELECTED) out->selected[out->nselected++] = u;
  }
  sal_prompt_say(out, "Close combat: send units into adjacent enemy hexes, then go on. %d declared.", n);
}
const struct sal_node ssp_node_declare = {.id = "declare", .rule = R_11_1b, .list = declare_list, .check = declare_check, .apply = declare_apply, .prompt = declare_prompt};

/* ---- N_PICK: which fight next ------------------------------------------------------------------ */

static void pick_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  for (int i = 0; i < s->nfights; i++)
    if (s->fights_left >> i & 1) sal_list_add(l, sal_act(V_RESOLVE, s->fight[i], 0, 0));
}
static bool pick_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  if (a.verb == V_ENTER) return sal_refuse(why, R_11_1b, "No more close combats are declared: they are being resolved.", 0, 0);
  if (a.verb != V_RESOLVE) return false;
  for (int i = 0; i < s->nfights; i++)
    if (s->fight[i] == a.x[0] && s->fights_left >> i & 1) return true;
  return sal_refuse(why, R_11_1b, "There is no close combat to resolve in {h0}.", a.x[0], 0);
}
static void pick_apply(struct sal_play *p, int side, struct sal_action a) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  sal_pop(p);
  for (int i = 0; i < s->nfights; i++)
    if (s->fight[i] == a.x[0]) {
      begin_fight(p, i);
      return;
    }
}
static void pick_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct ssp_state *s = ssp_st(p);
  (void)side;
  sal_prompt_say(out, "Which close combat is resolved next?");
  for (int i = 0; i < s->nfights; i++)
    if (s->fights_left >> i & 1) sal_prompt_owe(out, R_11_3b, SAL_AT_HEX, s->fight[i], "close combat in %s", p->book->board.name[s->fight[i]]);
}
const struct sal_node ssp_node_pick = {.id = "pick", .rule = R_11_1b, .list = pick_list, .check = pick_check, .apply = pick_apply, .prompt = pick_prompt};

/* ---- N_FIGHT: one hex. x0 hex, x1 stage, x2 attacker to come, x3 a close combat was going on ------- */

enum { F_BEGIN, F_FIRE, F_GUNS, F_ENTER, F_ROUND, F_PAIR, F_SHOOT, F_ANSWER, F_LOSSES };

static sal_unit attacker_from(const struct sal_play *p, sal_hex h, sal_unit from) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    if (u >= from && s->unit[u].into == h) return u;
  }
  return SAL_NOUNIT;
}

static void free_guns(struct sal_play *p) { /* 13.3b: they may fire again in the next close combat */
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  for (int k = 0; k < own->nforms; k++)
    for (int i = 0; i < own->nguns[k]; i++) s->unit[own->guns[k][i]].is &= (uint16_t)~IN_ENTRY;
}

/* Those not thrown back go in (11.2c); kill zones entered from behind fall silent (10.2c). */
static void go_in(struct sal_play *p, sal_hex h, bool going_on) {
  struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  int enemy = sal_enemy(own->form_side[s->formation]);
  bool empty = !ssp_has_side(p, h, enemy); /* 9.7e: emptied by its own artillery, and so closed */
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    struct ssp_unit *v = &s->unit[u];
    if (v->into != h) continue;
    v->into = SAL_NOHEX;
    if (v->is & SUPPRESSED || empty) {
      sal_tell(p, E_THROWN_BACK, empty ? R_8_3i : R_11_2c, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {v->hex, h}));
      continue;
    }
    sal_hex from = v->hex;
    if (!going_on)
      SSP_EACH(p, d, h) /* where it came from is compared with the front */
        if (own->type[d].side == enemy && !ssp_in_fan(p, d, from) && !(s->unit[d].is & SILENT)) {
          s->unit[d].is |= SILENT;
          sal_tell(p, E_SILENT, R_10_2c, SSP_EV(.unit = {d, u}, .at = {h, from}));
        }
    ssp_put(p, u, h);
    sal_tell(p, E_ENTERED, R_11_1a, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {h, from}));
  }
}

static void start_round(struct sal_play *p, sal_hex h) {
  struct ssp_state *s = ssp_st(p);
  SSP_EACH(p, u, h) {
    struct ssp_unit *v = &s->unit[u];
    ssp_drop_kz(p, u, R_10_1b); /* engaged */
    if (v->is & SUPPRESSED) {
      v->is &= (uint16_t)~SUPPRESSED;
      sal_tell(p, E_RECOVERED, R_9_8c, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {h}));
    }
    if (ssp_type(p, u)->move == MOVE_STATIC && !(v->is & TRIED)) { /* 2.10b */
      v->is |= TRIED;
      const struct ssp_face *f = ssp_face_of(p, u);
      sal_reveal(p);
      sal_tell(p, E_REVEALED, R_2_10b, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {h}, .n = {f->g, f->s}));
    }
  }
}

static void take_losses(struct sal_play *p, sal_hex h) { /* 11.3a: all together */
  struct ssp_state *s = ssp_st(p);
  SSP_EACH(p, u, h) {
    int n = s->unit[u].losses;
    s->unit[u].losses = 0;
    s->unit[u].is &= (uint16_t)~ONE_ROUND;
    if (n) ssp_lose_steps(p, u, n, R_11_3a);
  }
}

/* Support units and infantry of a side in the hex; is there anything for them to choose? */
static int supporters(const struct sal_play *p, sal_hex h, int side, int *infantry, bool *soft) {
  int n = 0;
  *infantry = 0;
  *soft = false;
  SSP_EACH(p, u, h) {
    const struct ssp_kind *type = ssp_type(p, u);
    if (type->side != side) {
      if (!type->vehicular) *soft = true;
      continue;
    }
    if (type->infantry) (*infantry)++;
    if (ssp_face_of(p, u)->s_paren) n++;
  }
  return n;
}

/* 11.4a: everybody is paired when there is infantry enough; else the owner says who is. */
static void pair(struct sal_play *p, sal_hex h, int side) {
  int infantry;
  bool soft;
  int n = supporters(p, h, side, &infantry, &soft);
  if (infantry == 0) return;
  if (n <= infantry) {
    SSP_EACH(p, u, h) if (ssp_side(p, u) == side && ssp_face_of(p, u)->s_paren) ssp_st(p)->unit[u].is |= SUPPORTED;
    return;
  }
  if (!soft) return; /* nothing to fire it at */
  struct sal_frame *f = sal_push(p, N_PAIR, side);
  f->x[0] = h;
  f->x[1] = (uint16_t)infantry;
}

static bool any_shot(const struct sal_play *p, sal_hex h, int side) {
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) != side) continue;
    SSP_EACH(p, t, h) if (ssp_side(p, t) != side && ssp_may_fire(p, u, t, ON_CC, NULL)) return true;
  }
  return false;
}

static void shoot_side(struct sal_play *p, sal_hex h, int side) {
  if (any_shot(p, h, side)) sal_push(p, N_ROUND, side)->x[0] = h;
}

static bool fight_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  sal_hex h = f->x[0];
  int active = f->side;
  sal_unit u;
  switch (f->x[1]) {
  case F_BEGIN:
    f->x[3] = ssp_contested(p, h);
    f->x[1] = f->x[3] ? F_ENTER : F_FIRE; /* 11.2a: no entry fire into one that goes on */
    return true;
  case F_FIRE:
    u = attacker_from(p, h, f->x[2]);
    if (u == SAL_NOUNIT) {
      f->x[1] = F_ENTER;
      return true;
    }
    f->x[2] = u;
    f->x[1] = F_GUNS;
    ssp_react(p, u, ON_ENTRY);
    return true;
  case F_GUNS: /* 11.2d: after the defenders */
    u = f->x[2]++;
    f->x[1] = F_FIRE;
    ssp_react(p, u, ON_GUNS_ENTRY);
    return true;
  case F_ENTER:
    free_guns(p);
    go_in(p, h, f->x[3] != 0);
    f->x[1] = F_ROUND;
    return true;
  case F_ROUND:
    if (!ssp_contested(p, h)) { /* nobody got in, or nobody is left */
      sal_pop(p);
      return true;
    }
    start_round(p, h);
    f->x[1] = F_PAIR;
    pair(p, h, active);
    return true;
  case F_PAIR:
    f->x[1] = F_SHOOT;
    pair(p, h, sal_enemy(active));
    return true;
  case F_SHOOT:
    f->x[1] = F_ANSWER;
    shoot_side(p, h, active);
    return true;
  case F_ANSWER:
    f->x[1] = F_LOSSES;
    shoot_side(p, h, sal_enemy(active));
    return true;
  default:
    take_losses(p, h);
    ssp_take_control(p, h);
    sal_pop(p);
    return true;
  }
}
const struct sal_node ssp_node_fight = {.id = "fight", .rule = R_11_3a, .run = fight_run};

/* ---- N_PAIR: x0 hex, x1 infantry not yet paired ------------------------------------------------------ */

static bool may_pair(const struct sal_play *p, int side, sal_hex h, sal_unit u) {
  return ssp_st(p)->unit[u].hex == h && ssp_side(p, u) == side && ssp_face_of(p, u)->s_paren && !ssp_is(p, u, SUPPORTED);
}
static void pair_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex h = sal_top(p)->x[0];
  SSP_EACH(p, u, h) if (may_pair(p, side, h, u)) sal_list_add(l, sal_act(V_SUPPORT, u, 0, 0));
}
static bool pair_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  if (a.verb == V_FIRE || a.verb == V_PASS) return sal_refuse(why, R_11_4a, "First say which units the infantry supports.", 0, 0);
  if (a.verb != V_SUPPORT) return false;
  return may_pair(p, side, sal_top(p)->x[0], a.x[0]) || sal_refuse(why, R_11_4a, "That is not a support unit of yours in this close combat that still needs infantry.", 0, 0);
}
static void pair_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  (void)side;
  ssp_st(p)->unit[a.x[0]].is |= SUPPORTED;
  sal_tell(p, E_PAIRED, R_11_4a, SSP_EV(.unit = {a.x[0], SAL_NOUNIT}, .at = {f->x[0]}));
  if (--f->x[1] == 0) sal_pop(p);
}
static void pair_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  (void)side;
  sal_prompt_say(out, "Close combat in %s: which units does the infantry support? %d more.", p->book->board.name[f->x[0]], f->x[1]);
}
const struct sal_node ssp_node_pair = {.id = "pair", .rule = R_11_4a, .list = pair_list, .check = pair_check, .apply = pair_apply, .prompt = pair_prompt};

/* ---- N_ROUND: a side fires. x0 hex ---------------------------------------------------------------------- */

static void round_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_hex h = sal_top(p)->x[0];
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) != side) continue;
    SSP_EACH(p, t, h) if (ssp_may_fire(p, u, t, ON_CC, NULL)) sal_list_add(l, sal_act(V_FIRE, u, t, 0));
  }
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}
static bool round_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  sal_hex h = sal_top(p)->x[0];
  if (a.verb == V_PASS) return true;
  if (a.verb != V_FIRE) return false;
  if (ssp_side(p, a.x[0]) != side || ssp_st(p)->unit[a.x[0]].hex != h)
    return sal_refuse(why, R_11_3a, "{u0} does not fight in {h1}.", a.x[0], h);
  return ssp_may_fire(p, a.x[0], a.x[1], ON_CC, why);
}
static void round_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_hex h = sal_top(p)->x[0];
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  struct ssp_shot shot = {.firer = a.x[0], .target = a.x[1], .occasion = ON_CC};
  ssp_shoot(p, &shot, R_11_3a);
  if (!any_shot(p, h, side)) sal_pop(p);
}
static void round_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex h = sal_top(p)->x[0];
  sal_prompt_say(out, "Close combat in %s: each unit may fire at one enemy with two dice.", p->book->board.name[h]);
  SSP_EACH(p, u, h) {
    if (ssp_side(p, u) != side) continue;
    SSP_EACH(p, t, h) {
      if (out->ncards == SAL_PROMPT_CARDS || !ssp_may_fire(p, u, t, ON_CC, NULL)) continue;
      struct ssp_shot shot = {.firer = u, .target = t, .occasion = ON_CC};
      ssp_aim(p, &shot);
      ssp_card(p, &shot, sal_prompt_card(out));
    }
  }
}
const struct sal_node ssp_node_round = {.id = "round", .rule = R_11_3a, .list = round_list, .check = round_check, .apply = round_apply, .prompt = round_prompt};
