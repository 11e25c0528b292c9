/* odds.c - 7.a.6, T2 and T3: the odds of a regular combat and its two dice.
 *
 * One function (alea_tally) works the totals out; the card before the roll, the roll itself and the
 * card with the dice on it all use it. The mine die changes the column, so the tally holds a column
 * for each of its values.
 */
#include "state.h"

/* T1, in halves */
static int multiplier(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  const struct own *o = O(p);
  int enemy = sal_enemy(f->side);
  int m = 2 + o->defence[enemy][f->target];
  if (S(p)->cell[f->target].ground & DP_HELD) {
    /* 6.dp.5 */
    m += o->hill_bonus;
  }
  /* 10.1, II.3.1, 10.4 */
  if (enemy == SAL_SOVIET && alea_fort(p, f->target)) {
    m += o->works[f->target];
  }
  return min_of(m, 6);
}

/* What a unit adds to its side's total: its factor with the ground (defender) or from a
 * Dominating Position (attacker, 6.dp.5). */
int alea_share(const struct sal_play *p, int u) {
  const struct fight *f = &S(p)->fight;

  if (!counts(p, u)) {
    return 0;
  }
  if (side_of(p, u) != f->side) {
    return alea_factor(p, u, false, alea_lone_hq(p, u)) * multiplier(p);
  }
  /* 6.dp.5 */
  bool from_above = S(p)->cell[U(p, u)->at].ground & DP_HELD && !O(p)->dp[f->target];
  return alea_factor(p, u, true, false) * (from_above ? 3 : 2);
}

/* 7.a.6.1: attack to defence, rounded for the defender; 1:2, 1:1 .. 6:1 are the columns 1 to 7.
 * Against no defence at all even no attack is in the last. */
static int column_of(int attack, int defence) {
  if (attack >= 6 * defence) {
    return 7;
  }
  if (attack >= defence) {
    return 1 + attack / defence;
  }
  if (!attack) {
    return 0;
  }

  return 2 * attack >= defence ? 1 : 0;
}

/* 11.3 */
static bool mined(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  if (f->side != SAL_GERMAN) {
    return false;
  }
  return alea_fort(p, f->target) || S(p)->cell[f->target].ground & MINED;
}

struct force {
  int hexes;
  bool pioneers, brummbaer, all_wet;
};

/* A river without a road between the target and its neighbour in that direction. */
static bool is_wet(const struct sal_play *p, int d) {
  const struct sal_board *b = &p->book->board;
  int edge = S(p)->fight.target * 6 + d;

  return b->side[edge] & O(p)->river && !(b->path[edge] & O(p)->road);
}

/* What the modifiers ask about the attackers as a whole. */
static struct force attackers(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  struct force a = {.all_wet = true};
  sal_unit who[CROWD];
  int n = alea_members(p, f->side, who);
  uint8_t dirs = 0;

  for (int i = 0; i < n; i++) {
    int u = who[i];
    if (!counts(p, u)) {
      continue;
    }
    int d = sal_dir_to(&p->book->board, f->target, U(p, u)->at);
    dirs |= (uint8_t)(1 << d);
    a.pioneers |= I(p, u)->kind == PIO;
    a.brummbaer |= u == O(p)->brummbaer;
    a.all_wet = a.all_wet && is_wet(p, d);
  }
  for (int d = 0; d < 6; d++) {
    a.hexes += dirs >> d & 1;
  }

  return a;
}

/* A modifier as a line of the card. */
static void say_mod(struct sal_card *c, int rule, const char *column, int by, const char *what) {
  if (!c) {
    return;
  }
  struct sal_card_step *s = sal_card_to(c, rule, column, "%s", what);
  s->shift = (int8_t)by;
  s->has_shift = true;
}

/* As printed over the table. */
static const char *column_name(const struct sal_play *p, int col) {
  return sal_table_find(p->book, "assault")->col[col];
}

/* The same as the defender sees it: the hexes, and the top counters in them. */
static struct force attackers_seen(const struct sal_play *p) {
  const struct fight *f = &S(p)->fight;
  struct force a = {.all_wet = true};

  for (int d = 0; d < 6; d++) {
    if (!(f->dirs >> d & 1)) {
      continue;
    }
    int face = alea_face(p, (sal_hex)(f->target + p->book->board.step[d]));
    a.hexes++;
    a.brummbaer |= face == O(p)->brummbaer;
    a.all_wet = a.all_wet && is_wet(p, d);
  }

  return a;
}

/* 7.a.6.5 */
static void modifiers(const struct sal_play *p, struct tally *t, const struct force *a,
                      struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  const char *col = c ? column_name(p, t->column[0]) : "";
  bool german = f->side == SAL_GERMAN;
  /* 7.sov.1: the Soviets gain by a second hex only */
  int many = clamp(a->hexes - 1, 0, german ? 2 : 1);

  if (many) {
    t->mod_a += many;
    say_mod(c, german ? R_7_a_6_5 : R_7_sov_1, col, many, "attack from several hexes");
  }
  if (a->brummbaer && t->type == ASSAULT && alea_fort(p, f->target)) {
    t->mod_a++;
    say_mod(c, R_8_216, col, 1, "216 Panzer Abteilung");
  }
  if (f->moving) {
    t->mod_a -= 2;
    say_mod(c, R_4_oa_2, col, -2, "attack in movement");
  }
  if (a->all_wet && a->hexes) {
    t->mod_a--;
    say_mod(c, R_7_a_6_5, col, -1, "all across a river");
  }
  if (t->elect == RETREAT) {
    t->mod_d -= 2;
    say_mod(c, R_7_a_2_2, col, -2, "the defender retreats");
  }
}

/* A card that is wanted takes no more lines than it has. */
static bool has_room(const struct sal_card *c) {
  return c && c->nlines < SAL_CARD_LINES;
}

/* 12.cas */
static void add_air(const struct sal_play *p, int side, int *total, struct sal_card *c) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    sal_unit u = O(p)->air[side][i];
    if (!(U(p, u)->flags & GROUP)) {
      continue;
    }
    *total += 2 * alea_bomb(p, u);
    if (has_room(c)) {
      sal_card_add(c, side, alea_bomb(p, u), 1, side == S(p)->fight.side ? R_12_cas_1 : R_12_cas_3,
                   u, "%s", label(p, u));
    }
  }
}

/* 11.4: pioneers halve the mine die. */
static int mine_of(int die, bool pioneers) {
  return pioneers ? (die + 1) / 2 : die;
}

/* What the ground gives the defender; it is in his lines already. */
static void ground_steps(const struct sal_play *p, const char *column, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  const struct own *o = O(p);
  int enemy = sal_enemy(f->side);
  int ground = o->defence[SAL_SOVIET][f->target];
  bool fourth_line = o->line[f->target] == 4 || o->works[f->target] == 1;

  if (ground) {
    sal_card_to(c, R_T1, column, "ground: defence +%d/2, in the lines above", ground);
  }
  if (enemy == SAL_GERMAN && o->defence[SAL_GERMAN][f->target] > ground) {
    sal_card_to(c, R_10_4, column, "trench: defence +1/2, in the lines above");
  }
  if (S(p)->cell[f->target].ground & DP_HELD) {
    sal_card_to(c, R_6_dp_5, column, "Dominating Position: defence +%d/2, in the lines above",
                o->hill_bonus);
  }
  if (enemy == SAL_SOVIET && alea_fort(p, f->target)) {
    sal_card_to(c, fourth_line ? R_II_3_1 : R_10_1, column,
                "fortified: defence +%d/2, in the lines above", o->works[f->target]);
  }
}

/* 6.dp.5: a unit attacks out of a Dominating Position into lower ground. */
static bool from_above(const struct sal_play *p, sal_hex from) {
  return S(p)->cell[from].ground & DP_HELD && !O(p)->dp[S(p)->fight.target];
}

/* What the units themselves bring about, once the combat is laid open. */
static void unit_steps(const struct sal_play *p, const char *column, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  sal_unit who[CROWD];
  int n = alea_members(p, f->side, who);
  bool high = false;

  for (int i = 0; i < n; i++) {
    high |= from_above(p, U(p, who[i])->at);
  }
  if (high) {
    sal_card_to(c, R_6_dp_5, column, "Dominating Position: attack x3/2, in the lines above");
  }
  n = alea_members(p, sal_enemy(f->side), who);
  bool fronts = true;
  bool guns = false;
  for (int i = 0; i < n; i++) {
    guns |= is_artillery(p, who[i]);
    fronts = fronts && I(p, who[i])->kind == ATF;
  }
  if (fronts) {
    sal_card_to(c, R_8_5, column, "an AT Front alone holds the hex; it counts for no points");
  }
  if (guns) {
    sal_card_to(c, R_13_art_1, column, "artillery steps do not count for a forced retreat");
  }
}

/* 5.8: of a closed stack only the top counter is known, and not its losses. It is counted whole,
 * and the rest is a line without a figure. */
static void closed_stack(const struct sal_play *p, int side, sal_hex h, int *total,
                         struct sal_card *c) {
  int u = alea_face(p, h);
  bool attacks = side == S(p)->fight.side;
  int share = 0;

  if (u >= 0 && attacks) {
    /* 7.a.1.2: artillery does not attack */
    int af = is_artillery(p, u) ? 0 : I(p, u)->af;
    share = af * (from_above(p, h) ? 3 : 2);
  } else if (u >= 0) {
    int df = is_guns(p, u) ? I(p, u)->bomb / 4 : I(p, u)->df;
    share = df * multiplier(p);
  }
  *total += share;
  if (u >= 0 && has_room(c)) {
    sal_card_add(c, side, share, 2, R_5_8, (sal_unit)u, "%s on top, if whole", label(p, u));
  }
  if (has_room(c)) {
    sal_card_add(c, side, 0, 1, R_5_8, SAL_NOUNIT, "what lies below")->unknown = true;
  }
}

/* The units of one hex, as far as the viewer may know them. */
static void hex_lines(const struct sal_play *p, int viewer, int side, sal_hex h, int *total,
                      struct sal_card *c) {
  bool open = viewer == SAL_ALL || viewer == side || alea_examined(p, viewer, h);

  if (!open) {
    closed_stack(p, side, h, total, c);
    return;
  }
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    if (!alea_in_fight(p, u, side)) {
      continue;
    }
    int share = alea_share(p, u);
    *total += share;
    if (has_room(c)) {
      sal_card_add(c, side, share, 2, counts(p, u) ? alea_factor_rule(p, u) : R_5_7, (sal_unit)u,
                   "%s", label(p, u));
    }
  }
}

/* 7.a.6.2: the totals of both sides, German lines first. 12.cas.3: the attacker does not know which
 * aircraft support the defence. */
static void add_up(const struct sal_play *p, int viewer, struct tally *t, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;

  for (int side = 0; side < SAL_SIDES; side++) {
    bool attacks = side == f->side;
    int *total = attacks ? &t->attack : &t->defence;
    if (!attacks) {
      hex_lines(p, viewer, side, f->target, total, c);
    }
    for (int d = 0; attacks && d < 6; d++) {
      if (f->dirs >> d & 1) {
        hex_lines(p, viewer, side, (sal_hex)(f->target + p->book->board.step[d]), total, c);
      }
    }
    if (attacks || viewer == SAL_ALL || viewer == side) {
      add_air(p, side, total, c);
    }
  }
  t->defence += 2 * f->fire;
  if (has_room(c) && f->fire) {
    sal_card_add(c, sal_enemy(f->side), f->fire, 1, R_7_a_3_2, SAL_NOUNIT, "Fire Support");
  }
}

/* 7.a.6.1: the odds, and what made them. */
static void say_odds(const struct sal_play *p, const struct tally *t, const struct force *a,
                     bool open, struct sal_card *c) {
  struct sal_frac attack = sal_lowest(t->attack, 2);
  struct sal_frac defence = sal_lowest(t->defence, 2);
  const char *column = column_name(p, t->column[0]);

  if (attack.den == 1 && defence.den == 1) {
    sal_card_to(c, R_7_a_6_1, column, "%d : %d", attack.num, defence.num);
  } else {
    sal_card_to(c, R_7_a_6_1, column, "%d/2 : %d/2", t->attack, t->defence);
  }
  ground_steps(p, column, c);
  if (open) {
    unit_steps(p, column, c);
  }
  if (mined(p)) {
    sal_card_to(c, a->pioneers ? R_11_4 : R_11_3, column_name(p, t->column[6]),
                a->pioneers ? "mines: half a die to the defence, at worst"
                            : "mines: a die to the defence, at worst");
  }
}

/* The tally of a viewer: SAL_ALL for the combat itself, a side for the card before it. Type and
 * election of the other side are secret until 7.a.4 and taken as assault and stand. */
static struct tally tally_for(const struct sal_play *p, int viewer, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  bool attacker_knows = viewer == SAL_ALL || viewer == f->side;
  bool defender_knows = viewer == SAL_ALL || viewer != f->side;
  struct tally t = {.type = attacker_knows ? f->type : ASSAULT,
                    .elect = defender_knows ? f->elect : STAND};
  struct force a = attacker_knows ? attackers(p) : attackers_seen(p);

  add_up(p, viewer, &t, c);
  for (int die = 0; die <= 6; die++) {
    int mines = die ? mine_of(die, a.pioneers) : 0;
    t.column[die] = column_of(t.attack, t.defence + 2 * mines);
  }
  if (c) {
    say_odds(p, &t, &a, viewer == SAL_ALL, c);
  }
  modifiers(p, &t, &a, c);

  return t;
}

/* Totals, columns and modifiers, worked out once for card, roll and opponents. */
struct tally alea_tally(const struct sal_play *p, struct sal_card *c) {
  return tally_for(p, SAL_ALL, c);
}

/* ---- the roll --------------------------------------------------------------------------- */

/* 7.a.6.4: dice below 1 read row 1, above 7 row 7. */
static int row_of(int v) {
  return clamp(v, 1, ROWS) - 1;
}

struct outcome {
  int hits_d, hits_a;
  bool slip;
};

/* Hits on both sides for three dice; 7.a.2.2: a defender who retreats takes half. */
static struct outcome read_tables(const struct sal_play *p, const struct tally *t, int mine,
                                  int die_a, int die_d) {
  const struct own *o = O(p);
  int ra = row_of(die_a - t->mod_a);
  int rd = row_of(die_d + t->mod_d);
  int col = t->column[mine];
  struct outcome r = {o->assault_d[ra][col], o->assault_a[rd][col], false};

  if (t->type == PROBE) {
    r = (struct outcome){o->probe_d[ra][col], o->probe_a[rd][col], o->slip[ra][col]};
  }
  if (t->elect == RETREAT) {
    r.hits_d = (r.hits_d + 1) / 2;
  }

  return r;
}

/* The chance of every result, over all dice. */
static void all_results(const struct sal_play *p, const struct tally *t, struct sal_card *c,
                        int place[8][8]) {
  const struct fight *f = &S(p)->fight;
  int count[8][8] = {{0}};
  int first = mined(p) ? 1 : 0;
  int last = mined(p) ? 6 : 0;

  for (int m = first; m <= last; m++) {
    for (int dice = 0; dice < 36; dice++) {
      struct outcome r = read_tables(p, t, m, dice / 6 + 1, dice % 6 + 1);
      count[r.hits_d][r.hits_a]++;
    }
  }
  for (int d = 0; d < 8; d++) {
    for (int a = 0; a < 8; a++) {
      place[d][a] = c->noutcomes;
      if (!count[d][a]) {
        continue;
      }
      struct sal_card_outcome *o = sal_card_may(
          c, (uint64_t)count[d][a], (uint64_t)(36 * (last - first + 1)), "D%d A%d", d, a);
      o->loss[sal_enemy(f->side)] = (int8_t)d;
      o->loss[f->side] = (int8_t)a;
    }
  }
}

/* Title and table of a combat card; T3 for probes, T2 for assaults. */
static void open_card(const struct sal_play *p, int type, const char *title, struct sal_card *c) {
  char text[80];

  sal_format(text, sizeof text, title, p->book->board.name[S(p)->fight.target]);
  sal_card_odds(c, S(p)->fight.side, type == PROBE ? R_T3 : R_T2, text);
  sal_format(c->table, sizeof c->table, type == PROBE ? "probe" : "assault");
}

/* The card with the chance of every result, over all dice. */
static struct tally combat_card(const struct sal_play *p, struct sal_card *c, int place[8][8]) {
  int type = S(p)->fight.type;

  open_card(p, type, type == PROBE ? "Probe of %s" : "Assault of %s", c);
  struct tally t = alea_tally(p, c);
  all_results(p, &t, c, place);

  return t;
}

/* 7.a.7.2: suppressed units and artillery are not counted */
static int steps_of(const struct sal_play *p, int side, bool all) {
  sal_unit who[CROWD];
  int n = alea_members(p, side, who);
  int sum = 0;

  for (int i = 0; i < n; i++) {
    if (all || (!is_artillery(p, who[i]) && !(U(p, who[i])->flags & SUPPRESSED))) {
      sum += U(p, who[i])->steps;
    }
  }

  return sum;
}

/* 7.a.6: mines, then both dice, and what the tables say. */
static void roll(struct sal_play *p) {
  struct fight *f = &S(p)->fight;
  int place[8][8];
  int enemy = sal_enemy(f->side);
  int mine = 0;
  struct sal_card *card = sal_event_card(p);
  struct tally t = card ? combat_card(p, card, place) : alea_tally(p, NULL);
  uint8_t ref = (uint8_t)(card ? p->events->ncards : 0);

  if (mined(p)) {
    struct force a = attackers(p);
    mine = sal_roll(p->dice, 6, R_11_3, SAL_NOUNIT);
    f->mine = (uint8_t)mine_of(mine, a.pioneers);
    sal_tell(p, E_MINES, a.pioneers ? R_11_4 : R_11_3,
             SAL_EV(.at = {f->target}, .n = {(int16_t)mine, f->mine}));
  }
  int die_a = sal_roll(p->dice, 6, R_7_a_6_4, SAL_NOUNIT);
  int die_d = sal_roll(p->dice, 6, R_7_a_6_4, SAL_NOUNIT);
  struct outcome r = read_tables(p, &t, mine, die_a, die_d);
  if (card) {
    card->rolled = (int16_t)place[r.hits_d][r.hits_a];
  }
  f->base[f->side] = (uint8_t)steps_of(p, f->side, false);
  f->base[enemy] = (uint8_t)steps_of(p, enemy, false);
  f->all = (uint8_t)steps_of(p, enemy, true);
  f->hits[enemy] = (uint8_t)r.hits_d;
  f->hits[f->side] = (uint8_t)r.hits_a;
  /* 7.a.10.1 */
  f->over = (uint8_t)max_of(r.hits_d - f->all, 0);
  /* 7.a.8.1 */
  f->infiltrate = r.slip;
  sal_tell(p, E_COMBAT, R_7_a_6_4,
           SAL_EV(.at = {f->target},
                  .n = {(int16_t)r.hits_d, (int16_t)r.hits_a, (int16_t)die_a, (int16_t)die_d},
                  .card = ref));
}

/* Only the throw is left. */
static void roll_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_ROLL, 0, 0, 0));
}

/* 7.a.1.3: no way back. */
static bool roll_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  (void)side;

  if (a.verb == V_CANCEL || a.verb == V_DONE) {
    return sal_refuse(why, R_7_a_1_3, "A declared attack cannot be called off.", 0, 0);
  }

  return a.verb == V_ROLL || alea_not_now(p, a, why);
}

/* The throw. */
static void roll_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side, (void)a;
  sal_pop(p);
  roll(p);
}

/* Shows the odds that are rolled on. */
static void roll_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  int place[8][8];
  sal_prompt_say(out, "%s: roll for %s.", name_of(side), p->book->board.name[S(p)->fight.target]);
  combat_card(p, sal_prompt_card(out), place);
}

const struct sal_node alea_roll = {.id = "combat.roll",
                                   .rule = R_7_a_6_4,
                                   .list = roll_list,
                                   .check = roll_check,
                                   .apply = roll_apply,
                                   .prompt = roll_prompt};

/* What may still change the odds, for the side that is asked. */
static void still_open(struct sal_card *c, int rule, bool answer, const char *text) {
  if (c->nhints == SAL_CARD_HINTS) {
    return;
  }
  struct sal_card_hint *h = &c->hint[c->nhints++];
  *h = (struct sal_card_hint){.rule = (uint16_t)rule, .answer = answer};
  sal_format(h->text, sizeof h->text, "%s", text);
  sal_format(h->to, sizeof h->to, "open");
}

/* The card before an attack, from what that side may know: what is hidden is a line `unknown`, and
 * what either side may still do is said as open. */
void alea_forecast(const struct sal_play *p, int side, struct sal_card *c) {
  const struct fight *f = &S(p)->fight;
  bool attacks = side == f->side;
  bool probe = attacks && f->type == PROBE;
  int place[8][8];

  open_card(p, probe ? PROBE : ASSAULT,
            probe ? "Probe of %s, as far as it can be seen"
                  : "Assault of %s, as far as it can be seen",
            c);
  struct tally t = tally_for(p, side, c);
  all_results(p, &t, c, place);
  if (attacks) {
    still_open(c, R_7_a_2_2, true, "the defender may elect to retreat");
    still_open(c, R_7_a_3_2, true, "the defender may give Fire Support");
  } else if (f->side == SAL_GERMAN && !f->moving) {
    still_open(c, R_7_a_1_1, true, "it may be a probe");
  }
  if (!f->moving) {
    still_open(c, R_7_a_3_1, true, "the attacker may bombard the hex first");
  }
  still_open(c, R_7_a_5_1, true, "armoured combat comes before the dice");
}
