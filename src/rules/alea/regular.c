/* regular.c - 7.a.6, 7.hit, T2 and T3: the odds, the two dice, and who takes the hits.
 *
 * One function (alea_tally) works the totals out; the card before the roll, the roll itself and the card with the
 * dice on it all use it. The mine die changes the column, so the tally holds a column for each of its values.
 */
#include "state.h"

static bool counts(const struct sal_play *p, int u) { return !(U(p, u)->flags & EXCESS); } /* 5.7 */

static int multiplier(const struct sal_play *p) { /* T1, in halves */
  const struct fight *f = &S(p)->fight;
  const struct own *o = O(p);
  int enemy = sal_enemy(f->side), m = 2 + o->defence[enemy][f->target];
  if (S(p)->cell[f->target].ground & DP_HELD) m += o->hill_bonus; /* 6.dp.5 */
  if (enemy == SAL_SOVIET && alea_fort(p, f->target)) m += o->works[f->target]; /* 10.1, II.3.1, 10.4 */
  return m > 6 ? 6 : m;
}

int alea_share(const struct sal_play *p, int u) {
  const struct fight *f = &S(p)->fight;
  if (!counts(p, u)) return 0;
  if (side_of(p, u) != f->side) return alea_factor(p, u, false, alea_lone_hq(p, u)) * multiplier(p);
  bool from_above = S(p)->cell[U(p, u)->at].ground & DP_HELD && !O(p)->dp[f->target]; /* 6.dp.5 */
  return alea_factor(p, u, true, false) * (from_above ? 3 : 2);
}

static int column_of(int attack, int defence) { /* 7.a.6.1 */
  if (!defence) return 7;
  if (attack >= 6 * defence) return 7;
  if (attack >= defence) return 1 + attack / defence;
  return 2 * attack >= defence ? (attack ? 1 : 0) : 0;
}

static bool mined(const struct sal_play *p) { /* 11.3 */
  const struct fight *f = &S(p)->fight;
  return f->side == SAL_GERMAN && (alea_fort(p, f->target) || S(p)->cell[f->target].ground & MINED);
}

struct force {
  int hexes;
  bool pioneers, brummbaer, all_wet;
};

static struct force attackers(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  const struct sal_board *b = &p->book->board;
  struct force a = {0, false, false, true};
  sal_unit who[64];
  int n = alea_members(p, f->side, who);
  uint8_t dirs = 0;
  for (int i = 0; i < n; i++) {
    int u = who[i];
    if (!counts(p, u)) continue;
    int d = sal_dir_to(b, f->target, U(p, u)->at);
    dirs |= (uint8_t)(1 << d);
    a.pioneers |= I(p, u)->kind == PIO;
    a.brummbaer |= u == O(p)->brummbaer;
    if (!(b->side[f->target * 6 + d] & O(p)->river) || b->path[f->target * 6 + d] & O(p)->road) a.all_wet = false;
  }
  for (int d = 0; d < 6; d++) a.hexes += dirs >> d & 1;
  return a;
}

static void say_mod(struct sal_card *c, int rule, const char *column, int by, const char *what) {
  if (!c) return;
  struct sal_card_step *s = sal_card_to(c, rule, column, "%s", what);
  s->shift = (int8_t)by;
  s->has_shift = true;
}

static const char *column_name(const struct sal_play *p, int col) { return sal_table_find(p->book, "assault")->col[col]; }

static void modifiers(const struct sal_play *p, struct tally *t, const struct force *a, struct sal_card *c) { /* 7.a.6.5 */
  const struct fight *f = &S(p)->fight;
  const char *col = c ? column_name(p, t->column[0]) : "";
  int many = a->hexes - 1, most = f->side == SAL_GERMAN ? 2 : 1; /* 7.sov.1 */
  many = many < 0 ? 0 : many > most ? most : many;
  if (many) say_mod(c, f->side == SAL_SOVIET ? R_7_sov_1 : R_7_a_6_5, col, many, "attack from several hexes");
  t->mod_a += many;
  if (a->brummbaer && f->type == ASSAULT && alea_fort(p, f->target)) { /* 8.216 */
    t->mod_a++;
    say_mod(c, R_8_216, col, 1, "216 Panzer Abteilung");
  }
  if (f->moving) {
    t->mod_a -= 2; /* 4.oa.2 */
    say_mod(c, R_4_oa_2, col, -2, "attack in movement");
  }
  if (a->all_wet && a->hexes) {
    t->mod_a--;
    say_mod(c, R_7_a_6_5, col, -1, "all across a river");
  }
  if (f->elect == RETREAT) {
    t->mod_d -= 2; /* 7.a.2.2 */
    say_mod(c, R_7_a_2_2, col, -2, "the defender retreats");
  }
}

static void add_air(const struct sal_play *p, int side, int *total, struct sal_card *c) { /* 12.cas */
  for (int i = 0; i < O(p)->nair[side]; i++) {
    sal_unit u = O(p)->air[side][i];
    if (!(U(p, u)->flags & GROUP) || !U(p, u)->steps) continue;
    *total += 2 * alea_bomb(p, u);
    if (c && c->nlines < SAL_CARD_LINES) sal_card_add(c, side, alea_bomb(p, u), 1, side == S(p)->fight.side ? R_12_cas_1 : R_12_cas_3, u, "%s", label(p, u));
  }
}

static int mine_of(int die, bool pioneers) { return pioneers ? (die + 1) / 2 : die; } /* 11.4 */

/* What the ground gives the defender; it is in his lines already. */
static void ground_steps(const struct sal_play *p, const char *column, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  const struct own *o = O(p);
  int enemy = sal_enemy(f->side), guns = 0, high = 0;
  sal_unit who[64];
  if (o->defence[SAL_SOVIET][f->target]) sal_card_to(c, R_T1, column, "ground: defence +%d/2, in the lines above", o->defence[SAL_SOVIET][f->target]);
  if (enemy == SAL_GERMAN && o->defence[SAL_GERMAN][f->target] > o->defence[SAL_SOVIET][f->target]) sal_card_to(c, R_10_4, column, "trench: defence +1/2, in the lines above");
  if (S(p)->cell[f->target].ground & DP_HELD) sal_card_to(c, R_6_dp_5, column, "Dominating Position: defence +%d/2, in the lines above", o->hill_bonus);
  if (enemy == SAL_SOVIET && alea_fort(p, f->target)) sal_card_to(c, o->line[f->target] == 4 || o->works[f->target] == 1 ? R_II_3_1 : R_10_1, column, "fortified: defence +%d/2, in the lines above", o->works[f->target]);
  int n = alea_members(p, f->side, who);
  for (int i = 0; i < n; i++) high += S(p)->cell[U(p, who[i])->at].ground & DP_HELD && !o->dp[f->target];
  if (high) sal_card_to(c, R_6_dp_5, column, "attack from a Dominating Position x3/2, in the lines above");
  n = alea_members(p, enemy, who);
  bool fronts = n > 0;
  for (int i = 0; i < n; i++) guns += is_artillery(p, who[i]), fronts = fronts && I(p, who[i])->kind == ATF;
  if (fronts) sal_card_to(c, R_8_5, column, "an AT Front alone holds the hex; it counts for no points");
  if (guns) sal_card_to(c, R_13_art_1, column, "artillery steps do not count for a forced retreat");
}

struct tally alea_tally(const struct sal_play *p, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  struct tally t = {0};
  sal_unit who[64];
  for (int side = 0; side < SAL_SIDES; side++) {
    int n = alea_members(p, side, who), *total = side == f->side ? &t.attack : &t.defence;
    for (int i = 0; i < n; i++) {
      int share = alea_share(p, who[i]);
      *total += share;
      if (c && c->nlines < SAL_CARD_LINES) sal_card_add(c, side, share, 2, counts(p, who[i]) ? alea_factor_rule(p, who[i]) : R_5_7, who[i], "%s", label(p, who[i]));
    }
    add_air(p, side, total, c);
  }
  t.defence += 2 * f->fire;
  if (c && f->fire) sal_card_add(c, sal_enemy(f->side), f->fire, 1, R_7_a_3_2, SAL_NOUNIT, "Fire Support");
  struct force a = attackers(p);
  for (int die = 0; die <= 6; die++) t.column[die] = column_of(t.attack, t.defence + 2 * (die ? mine_of(die, a.pioneers) : 0));
  if (c) {
    struct sal_frac x = sal_lowest(t.attack, 2), y = sal_lowest(t.defence, 2);
    if (x.den == 1 && y.den == 1) sal_card_to(c, R_7_a_6_1, column_name(p, t.column[0]), "%d : %d", x.num, y.num);
    else sal_card_to(c, R_7_a_6_1, column_name(p, t.column[0]), "%d/2 : %d/2", t.attack, t.defence);
    ground_steps(p, column_name(p, t.column[0]), c);
    if (mined(p)) sal_card_to(c, a.pioneers ? R_11_4 : R_11_3, column_name(p, t.column[6]), a.pioneers ? "mines: half a die to the defence, at worst" : "mines: a die to the defence, at worst");
  }
  modifiers(p, &t, &a, c);
  return t;
}

/* ---- the roll ---------------------------------------------------------------------------------------------------------- */

static int row_of(int v) { return v < 1 ? 0 : v > ROWS ? ROWS - 1 : v - 1; } /* 7.a.6.4 */

struct outcome {
  int hits_d, hits_a;
  bool slip;
};

static struct outcome read_tables(const struct sal_play *p, const struct tally *t, int mine, int die_a, int die_d) {
  const struct own *o = O(p);
  const struct fight *f = &S(p)->fight;
  int ra = row_of(die_a - t->mod_a), rd = row_of(die_d + t->mod_d), col = t->column[mine];
  struct outcome r;
  r.hits_d = f->type == PROBE ? o->probe_d[ra][col] : o->assault_d[ra][col];
  r.hits_a = f->type == PROBE ? o->probe_a[rd][col] : o->assault_a[rd][col];
  r.slip = f->type == PROBE && o->slip[ra][col];
  if (f->elect == RETREAT) r.hits_d = (r.hits_d + 1) / 2; /* 7.a.2.2 */
  return r;
}

static struct tally combat_card(const struct sal_play *p, struct sal_card *c, int place[8][8]) {
  const struct fight *f = &S(p)->fight;
  int count[8][8] = {{0}}, first = mined(p) ? 1 : 0, last = mined(p) ? 6 : 0;
  char title[80];
  sal_format(title, sizeof title, "%s of %s", f->type == PROBE ? "Probe" : "Assault", p->book->board.name[f->target]);
  sal_card_odds(c, f->side, f->type == PROBE ? R_T3 : R_T2, title);
  sal_format(c->table, sizeof c->table, f->type == PROBE ? "probe" : "assault");
  struct tally t = alea_tally(p, c);
  for (int m = first; m <= last; m++)
    for (int a = 1; a <= 6; a++)
      for (int d = 1; d <= 6; d++) {
        struct outcome r = read_tables(p, &t, m, a, d);
        count[r.hits_d][r.hits_a]++;
      }
  for (int d = 0; d < 8; d++)
    for (int a = 0; a < 8; a++) {
      place[d][a] = c->noutcomes;
      if (!count[d][a]) continue;
      struct sal_card_outcome *o = sal_card_may(c, (uint64_t)count[d][a], (uint64_t)(36 * (last - first + 1)), "D%d A%d", d, a);
      o->loss[sal_enemy(f->side)] = (int8_t)d;
      o->loss[f->side] = (int8_t)a;
    }
  return t;
}

static int steps_of(const struct sal_play *p, int side, bool all) { /* 7.a.7.2: suppressed units and artillery are not counted */
  sal_unit who[64];
  int n = alea_members(p, side, who), sum = 0;
  for (int i = 0; i < n; i++)
    if (all || (!is_artillery(p, who[i]) && !(U(p, who[i])->flags & SUPPRESSED))) sum += U(p, who[i])->steps;
  return sum;
}

static void roll(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  int place[8][8], enemy = sal_enemy(f->side), mine = 0;
  struct sal_card *card = sal_event_card(p);
  struct tally t = card ? combat_card(p, card, place) : alea_tally(p, NULL);
  uint8_t ref = (uint8_t)(card ? p->events->ncards : 0);
  if (mined(p)) {
    struct force a = attackers(p);
    mine = sal_roll(p->dice, 6, R_11_3, SAL_NOUNIT);
    f->mine = (uint8_t)mine_of(mine, a.pioneers);
    sal_tell(p, E_MINES, a.pioneers ? R_11_4 : R_11_3, SAL_EV(.at = {f->target}, .n = {(int16_t)mine, f->mine}));
  }
  int die_a = sal_roll(p->dice, 6, R_7_a_6_4, SAL_NOUNIT), die_d = sal_roll(p->dice, 6, R_7_a_6_4, SAL_NOUNIT);
  struct outcome r = read_tables(p, &t, mine, die_a, die_d);
  if (card) card->rolled = (int16_t)place[r.hits_d][r.hits_a];
  f->base[f->side] = (uint8_t)steps_of(p, f->side, false);
  f->base[enemy] = (uint8_t)steps_of(p, enemy, false);
  f->all = (uint8_t)steps_of(p, enemy, true);
  f->hits[enemy] = (uint8_t)r.hits_d;
  f->hits[f->side] = (uint8_t)r.hits_a;
  f->over = (uint8_t)(r.hits_d > f->all ? r.hits_d - f->all : 0); /* 7.a.10.1 */
  f->infiltrate = r.slip;                                          /* 7.a.8.1 */
  sal_tell(p, E_COMBAT, R_7_a_6_4, SAL_EV(.at = {f->target}, .n = {(int16_t)r.hits_d, (int16_t)r.hits_a, (int16_t)die_a, (int16_t)die_d}, .card = ref));
}

static void roll_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_ROLL, 0, 0, 0));
}

static bool roll_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  (void)p, (void)side;
  return a.verb == V_ROLL || sal_refuse(why, R_7_a_1_3, "A declared attack cannot be called off.", 0, 0);
}

static void roll_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side, (void)a;
  sal_pop(p);
  roll(p);
}

static void roll_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int place[8][8];
  sal_prompt_say(out, "%s: roll for %s.", name_of(side), p->book->board.name[S(p)->fight.target]);
  combat_card(p, sal_prompt_card(out), place);
}

const struct sal_node alea_roll = {.id = "combat.roll", .rule = R_7_a_6_4, .list = roll_list, .check = roll_check, .apply = roll_apply, .prompt = roll_prompt};

/* ---- 7.hit losses: x[0] hex, x[1] hits left, x[2] of the combat (else all units of the hex), x[3] rule, x[4] the first is still to give -------- */

void alea_owe(struct sal_play *p, int side, sal_hex h, int hits, bool fight, int rule) {
  if (!hits) return;
  struct sal_frame *f = sal_push(p, N_LOSS, side);
  f->x[0] = h;
  f->x[1] = (uint16_t)hits;
  f->x[2] = fight;
  f->x[3] = (uint16_t)rule;
  f->x[4] = fight;
}

/* Who may take the next hit. */
static int candidates(const struct sal_play *p, sal_unit out[64]) {
  const struct sal_frame *f = sal_top(p);
  sal_unit who[64];
  int n = 0, k = 0, best = -1;
  if (!f->x[2]) {
    for (int u = top(p, f->x[0]); u >= 0 && k < 64; u = below(p, u))
      if (side_of(p, u) == f->side && !(U(p, u)->flags & HIDDEN)) out[k++] = (sal_unit)u;
    return k;
  }
  n = alea_members(p, f->side, who);
  for (int i = 0; i < n; i++) k += counts(p, who[i]);
  bool excess = k == 0; /* 5.7: they suffer when the others are gone */
  k = 0;
  for (int i = 0; i < n; i++)
    if (excess || counts(p, who[i])) out[k++] = who[i];
  if (!f->x[4]) return k;
  for (int i = 0; i < k; i++) best = alea_share(p, out[i]) > best ? alea_share(p, out[i]) : best;
  int m = 0;
  for (int i = 0; i < k; i++) /* 7.hit.1 */
    if (alea_share(p, out[i]) == best) out[m++] = out[i];
  return m;
}

static void lose_one(struct sal_play *p, sal_unit u) {
  struct sal_frame *f = sal_top(p);
  f->x[1]--;
  f->x[4] = 0;
  if (f->x[2]) S(p)->fight.lost[f->side]++;
  alea_lose(p, u, f->x[2] ? R_7_hit_1 : f->x[3]);
}

static bool loss_run(struct sal_play *p) {
  struct sal_frame *f = sal_top(p);
  sal_unit who[64];
  int n = f->x[1] ? candidates(p, who) : 0;
  if (!n) { /* 7.hit.2: surplus hits are lost */
    sal_pop(p);
    return true;
  }
  int steps = 0;
  for (int i = 0; i < n; i++) steps += U(p, who[i])->steps;
  if (n > 1 && (f->x[4] || steps > f->x[1])) return false;
  if (n == 1) lose_one(p, who[0]);
  else
    for (int i = 0; i < n; i++)
      while (U(p, who[i])->steps) lose_one(p, who[i]);
  return true;
}

static void loss_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[64];
  int n = candidates(p, who);
  (void)side;
  for (int i = 0; i < n; i++) sal_list_add(l, sal_act(V_LOSE, who[i], 0, 0));
}

static bool loss_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  sal_unit who[64];
  int n = candidates(p, who);
  (void)side;
  if (a.verb != V_LOSE) return false;
  for (int i = 0; i < n; i++)
    if (who[i] == a.x[0]) return true;
  return sal_refuse(why, sal_top(p)->x[2] ? R_7_hit_1 : sal_top(p)->x[3], sal_top(p)->x[4] ? "{u0} did not contribute most." : "{u0} cannot take this loss.", a.x[0], 0);
}

static void loss_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  lose_one(p, a.x[0]);
}

static void loss_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  out->rule = f->x[4] ? R_7_hit_1 : f->x[3]; /* after the first hit: as the owner likes, at once */
  sal_prompt_say(out, "%s: choose the unit that loses a step (%d to go).", name_of(side), f->x[1]);
  (void)p;
}

const struct sal_node alea_loss = {.id = "combat.loss", .rule = R_7_hit_1, .run = loss_run, .list = loss_list, .check = loss_check, .apply = loss_apply, .prompt = loss_prompt};
