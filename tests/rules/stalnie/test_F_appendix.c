/* test_F_appendix.c - the specification's computed probabilities, row by row, from the same law
 * that rolls. */
#include "bare.h"
#include "field_kit.h"

#include "../../../src/rules/stalnie/field.h"

enum { FIRST_K = 2, LAST_K = 18 };
static const int results[LAST_K - FIRST_K + 1][EFFECTS] = {
    {35, 1, 0, 0, 0, 0, 0, 0, 0, 0},  {33, 3, 0, 0, 0, 0, 0, 0, 0, 0},
    {30, 5, 1, 0, 0, 0, 0, 0, 0, 0},  {26, 7, 2, 1, 0, 0, 0, 0, 0, 0},
    {21, 9, 3, 2, 1, 0, 0, 0, 0, 0},  {15, 11, 4, 3, 2, 1, 0, 0, 0, 0},
    {10, 11, 5, 4, 3, 2, 1, 0, 0, 0}, {6, 9, 6, 5, 4, 3, 3, 0, 0, 0},
    {3, 7, 5, 6, 5, 4, 5, 1, 0, 0},   {1, 5, 4, 5, 6, 5, 7, 3, 0, 0},
    {0, 3, 3, 4, 5, 6, 9, 5, 1, 0},   {0, 1, 2, 3, 4, 5, 11, 7, 3, 0},
    {0, 0, 1, 2, 3, 4, 11, 9, 5, 1},  {0, 0, 0, 1, 2, 3, 9, 11, 7, 3},
    {0, 0, 0, 0, 1, 2, 7, 11, 9, 6},  {0, 0, 0, 0, 0, 1, 5, 9, 11, 10},
    {0, 0, 0, 0, 0, 0, 3, 7, 11, 15}};
static const int soviet[LAST_K - FIRST_K + 1][SINGLE_OUTCOMES] = {
    {1286, 10, 0, 0, 0, 0, 0},         {1266, 30, 0, 0, 0, 0, 0},
    {1231, 55, 9, 0, 0, 1, 0},         {1175, 86, 32, 0, 0, 3, 0},
    {1093, 122, 75, 0, 0, 6, 0},       {981, 162, 143, 0, 0, 10, 0},
    {853, 182, 211, 10, 5, 34, 1},     {709, 182, 279, 30, 15, 78, 3},
    {559, 172, 329, 50, 25, 120, 41},  {415, 150, 351, 70, 35, 160, 115},
    {287, 118, 333, 90, 45, 198, 225}, {183, 78, 265, 110, 55, 234, 371},
    {105, 48, 197, 110, 55, 230, 551}, {53, 28, 129, 90, 45, 186, 765},
    {22, 13, 70, 70, 35, 143, 943},    {6, 4, 25, 50, 25, 101, 1085},
    {0, 0, 0, 30, 15, 60, 1191}};
static const int german[LAST_K - FIRST_K + 1][SINGLE_OUTCOMES] = {
    {1286, 10, 0, 0, 0, 0, 0},         {1266, 30, 0, 0, 0, 0, 0},
    {1231, 55, 9, 0, 0, 1, 0},         {1175, 86, 32, 0, 0, 3, 0},
    {1093, 122, 73, 0, 0, 8, 0},       {981, 162, 134, 0, 0, 19, 0},
    {853, 182, 195, 10, 5, 48, 3},     {709, 182, 256, 30, 15, 95, 9},
    {559, 172, 299, 50, 25, 140, 51},  {415, 150, 314, 70, 35, 183, 129},
    {287, 118, 293, 90, 45, 220, 243}, {183, 78, 232, 110, 55, 245, 393},
    {105, 48, 171, 110, 55, 234, 573}, {53, 28, 110, 90, 45, 187, 783},
    {22, 13, 58, 70, 35, 141, 957},    {6, 4, 20, 50, 25, 96, 1095},
    {0, 0, 0, 30, 15, 54, 1197}};

/* T5 by weight, out of 36. */
static void results_by_weight(void **unused) {
  (void)unused;
  struct bare *b = bare_game("stalnie", "skirmish", 1);
  for (int k = FIRST_K; k <= LAST_K; k++) {
    int count[EFFECTS] = {0};
    for (int i = 0; i < 36; i++)
      count[sf_effect_of(&b->play, k - (2 + i / 6 + i % 6))]++;
    assert_memory_equal(count, results[k - FIRST_K], sizeof count);
  }
  bare_end(b);
}

static void squad_alone(struct bare *b, const char *id, const int want[][SINGLE_OUTCOMES]) {
  sal_unit u = sal_unit_find(b->book, id);
  assert_true(u != SAL_NOUNIT);
  struct trooper *t = unit_at(&b->play, u);
  *t = (struct trooper){
      .kind = t->kind, .where = F_MAP, .at = location_at(b->book->board.order[0], GROUND)};
  for (int k = FIRST_K; k <= LAST_K; k++) {
    struct distribution d;
    sf_single(&b->play, u, k, &d);
    for (int i = 0; i < SINGLE_OUTCOMES; i++)
      if (d.num[i] * 1296 != (uint64_t)want[k - FIRST_K][i] * d.den)
        fail_msg("%s, k %d, outcome %d: %d", id, k, i, (int)d.num[i]);
  }
}

/* One squad of each side, unbroken, without a leader, out of 1,296. */
static void squads_by_weight(void **unused) {
  (void)unused;
  struct bare *b = bare_game("stalnie", "skirmish", 1);
  squad_alone(b, "ru.sq-1", soviet);
  squad_alone(b, "de.sq-1", german);
  bare_end(b);
}

/* F5.1, E17: 3D(d+1) lies on the border and is front, D(d+1)+2D(d+2) is flank. */
static void front_arcs(void **unused) {
  (void)unused;
  struct bare *b = bare_game("stalnie", "skirmish", 1);
  const struct sal_board *m = &b->book->board;
  sal_hex middle = sal_hex_parse(m, "P5");
  for (int d = 0; d < 6; d++) {
    int e = sal_turn(d, 1), f = sal_turn(d, 2);
    sal_hex border = sal_hex_at(m, m->q[middle] + 3 * sal_dq[e], m->r[middle] + 3 * sal_dr[e]);
    sal_hex beyond = sal_hex_at(m, m->q[middle] + sal_dq[e] + 2 * sal_dq[f],
                                m->r[middle] + sal_dr[e] + 2 * sal_dr[f]);
    assert_true(border && beyond);
    assert_true(sf_in_front(&b->play, middle, d, border));
    assert_false(sf_in_front(&b->play, middle, d, beyond));
  }
  bare_end(b);
}

/* ---- armour: percent wrecked per shot, from the odds cards ------------------------------- */

/* Tenths of a percent that a shot wrecks, burning or not, by its card. */
static int wrecked(const cJSON *card) {
  const cJSON *o;
  double sum = 0;
  cJSON_ArrayForEach(o, field(card, "outcomes")) {
    bool wreck = strstr(text_of(o, "text"), "wreck") != NULL;
    if (wreck)
      sum += (double)int_of(o, "chance[0]") / int_of(o, "chance[1]");
  }
  return (int)(sum * 1000 + 0.5);
}

struct duel {
  const char *firer, *target;
  int target_face; /* 2 towards the firer, 5 away: the flank */
  int tenths[4];   /* at 6, 12, 24 and 36 hexes */
};
/* The firer in T-E1 shoots at a vehicle that does not move. */
static void armour_by_range(void **unused) {
  (void)unused;
  static const struct duel duels[] = {
      {"PzVIE", "T34M43", 2, {891, 810, 662, 486}}, {"PzVIE", "T34M43", 5, {891, 810, 702, 567}},
      {"T34M43", "PzVIE", 2, {76, 23, 0, 0}},       {"T34M43", "PzVIE", 5, {382, 231, 60, 16}},
      {"PzIVH", "T34M43", 2, {840, 694, 421, 243}}, {"T34M43", "PzIVH", 2, {347, 201, 49, 12}},
      {"T34M43", "PzIVH", 5, {810, 662, 421, 243}}, {"T34M43", "PzIVF2", 2, {694, 522, 243, 116}}};
  static const int at[4] = {7, 13, 25, 37};
  for (size_t i = 0; i < sizeof duels / sizeof duels[0]; i++)
    for (int k = 0; k < 4; k++) {
      const struct duel *d = &duels[i];
      bool is_german = d->firer[0] == 'P';
      const char *side = is_german ? "german" : "soviet";
      const char *enemy = is_german ? "soviet" : "german";
      char position[700];
      snprintf(position, sizeof position,
               "\"map\":\"plain:40x6\",\"phase\":\"%s.action\",\"units\":[{\"name\":\"f\",\"side\":"
               "\"%s\",\"kind\":\"%s\",\"hex\":\"T-C1\",\"facing\":5},{\"name\":\"v\",\"side\":"
               "\"%s\",\"kind\":\"%s\",\"hex\":\"T-C%d\",\"facing\":%d}]",
               side, side, d->firer, enemy, d->target, at[k], d->target_face);
      struct table *t = field_at(position, "");
      act(t, side, "pick f");
      ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"shoot f v\"]}", side);
      int got = cJSON_IsTrue(field(t->last, "ok")) ? wrecked(field(t->last, "card")) : 0;
      if (got != d->tenths[k])
        fail_msg("%s at %s, %d hexes: %d, not %d", d->firer, d->target, at[k] - 1, got,
                 d->tenths[k]);
      clear_away(t);
    }
}

/* A Gun in T-C1 at a vehicle that has just entered the hex at that range, front on or going away;
 * fast: it has entered eight. */
struct shot_at_mover {
  const char *gun, *target;
  bool is_german, away, fast;
  int tenths[4]; /* at 6, 12, 24 and 36 hexes */
};
static int wrecked_moving(const struct shot_at_mover *s, int at) {
  const char *side = s->is_german ? "german" : "soviet";
  const char *enemy = s->is_german ? "soviet" : "german";
  int far = s->fast ? 8 : 1;
  int start = s->away ? at - far : at + far;
  char position[700], go[40], shell[40];
  snprintf(position, sizeof position,
           "\"map\":\"plain:50x6\",\"phase\":\"%s.action\",\"units\":[{\"name\":\"f\",\"side\":"
           "\"%s\",\"kind\":\"%s\",\"hex\":\"T-C1\",\"facing\":5},{\"name\":\"v\",\"side\":"
           "\"%s\",\"kind\":\"%s\",\"hex\":\"T-C%d\",\"facing\":%d}]",
           enemy, side, s->gun, enemy, s->target, start, s->away ? 5 : 2);
  snprintf(go, sizeof go, "go T-C%d 0", at);
  snprintf(shell, sizeof shell, "shell f T-C%d 0", at);
  struct table *t = field_at(position, "");
  act(t, enemy, "pick v");
  act(t, enemy, go);
  ask(t, "{\"cmd\":\"odds\",\"side\":\"%s\",\"actions\":[\"%s\"]}", side, shell);
  int got = cJSON_IsTrue(field(t->last, "ok")) ? wrecked(field(t->last, "card")) : 0;
  clear_away(t);
  return got;
}
static void moving_armour_by_range(void **unused) {
  (void)unused;
  static const struct shot_at_mover shots[] = {
      {"AT75L", "T34M43", true, false, false, {662, 486, 243, 116}},
      {"AT75L", "T34M43", true, false, true, {535, 347, 162, 69}},
      {"AT45LL", "PzIVH", false, true, false, {662, 486, 340, 174}},
      {"AT45LL", "PzVIE", false, true, false, {231, 120, 20, 0}}};
  static const int at[4] = {7, 13, 25, 37};
  for (size_t i = 0; i < sizeof shots / sizeof shots[0]; i++)
    for (int k = 0; k < 4; k++) {
      int got = wrecked_moving(&shots[i], at[k]);
      if (got != shots[i].tenths[k])
        fail_msg("%s at a moving %s, %d hexes: %d, not %d", shots[i].gun, shots[i].target,
                 at[k] - 1, got, shots[i].tenths[k]);
    }
}

/* ---- squads and shells at a squad ------------------------------------------------------- */

/* Out of 1,296: broken or worse, and eliminated, by the card of a single squad. */
static void hurt(const cJSON *card, int *worse, int *gone) {
  enum { BROKEN_OR_WORSE = 2 };
  *worse = 0;
  for (int i = 0; i < SINGLE_OUTCOMES; i++) {
    char path[40];
    snprintf(path, sizeof path, "outcomes[%d]", i);
    const cJSON *o = field(card, path);
    *gone = int_of(o, "chance[0]") * 1296 / int_of(o, "chance[1]");
    if (i >= BROKEN_OR_WORSE)
      *worse += *gone;
  }
}

/* Is so many of 1,296 that percentage, rounded to a tenth? */
static bool rounds_to(int num, int tenths) {
  return abs(num * 1000 - tenths * 1296) * 2 <= 1296;
}

/* A squad with its LMG against a 458 at 1, 4 and 8 hexes: in the open, woods, a wooden and a stone
 * house, and moving in the open; percent broken or worse, and eliminated, in tenths. */
static void squads_with_machine_guns(void **unused) {
  (void)unused;
  static const char *const ground[] = {"open", "woods", "house", "stone", "open"};
  static const struct {
    const char *squad, *mg;
    int range;
    int worse[5], gone[5];
  } rows[] = {{"658", "LMG_G", 1, {688, 564, 436, 312, 882}, {174, 89, 32, 2, 425}},
              {"658", "LMG_G", 4, {436, 312, 201, 118, 688}, {32, 2, 1, 0, 174}},
              {"658", "LMG_G", 8, {312, 201, 118, 62, 564}, {2, 1, 0, 0, 89}},
              {"458", "LMG_R", 1, {564, 436, 312, 201, 799}, {89, 32, 2, 1, 286}},
              {"458", "LMG_R", 4, {312, 201, 118, 62, 564}, {2, 1, 0, 0, 89}},
              {"458", "LMG_R", 8, {118, 62, 27, 8, 312}, {0, 0, 0, 0, 2}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int g = 0; g < 5; g++) {
      bool moves = g == 4;
      char position[1100], fire[60];
      int at = 3 + rows[i].range;
      snprintf(
          position, sizeof position,
          "\"map\":\"plain:16x16\",\"phase\":\"%s.action\",\"terrain\":[{\"hex\":\"T-E%d\","
          "\"set\":[\"%s\"]}],\"units\":[{\"name\":\"g\",\"side\":\"german\",\"kind\":\"%s\","
          "\"hex\":\"T-E3\"},{\"name\":\"mg\",\"side\":\"german\",\"kind\":\"%s\",\"factors\":{"
          "\"by\":\"g\"}},{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":"
          "\"T-E%d\"}]",
          moves ? "soviet" : "german", at, ground[g], rows[i].squad, rows[i].mg,
          moves ? at + 1 : at);
      struct table *t = field_at(position, "");
      snprintf(fire, sizeof fire, "go T-E%d 0", at);
      act(t, moves ? "soviet" : "german", moves ? "pick r" : "pick g");
      if (moves)
        act(t, "soviet", fire);
      snprintf(fire, sizeof fire, moves ? "volley g T-E%d 0" : "fire T-E%d 0", at);
      int worse = 0, gone = 0;
      hurt(odds_of(t, "german", fire), &worse, &gone);
      if (!rounds_to(worse, rows[i].worse[g]) || !rounds_to(gone, rows[i].gone[g]))
        fail_msg("%s at %d, %s: %d (%d)", rows[i].squad, rows[i].range, ground[g], worse, gone);
      clear_away(t);
    }
}

/* A shell of 12 FP at a 458 six hexes away: the chance to hit times that of weight 11. */
static void shells_at_a_squad(void **unused) {
  (void)unused;
  enum { HURT_AT_11 = 731 };
  static const struct {
    const char *ground;
    int tenths;
  } rows[] = {{"open", 407}, {"woods", 329}, {"house", 235}, {"stone", 157}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[700];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[{\"hex\":\"T-E9\","
             "\"set\":[\"%s\"]}],\"units\":[" FACING("p", "german", "PzIVH", "T-E3",
                                                     5) "," RUS_AT("r", "458", "T-E9") "]",
             rows[i].ground);
    struct table *t = field_at(position, "");
    act(t, "german", "pick p");
    const cJSON *c = odds_of(t, "german", "shell p T-E9 0");
    int hit = 36 - 36 * int_of(c, "outcomes[0].chance[0]") / int_of(c, "outcomes[0].chance[1]");
    int tenths = (hit * HURT_AT_11 * 2000 / (36 * 1296) + 1) / 2;
    assert_int_equal(tenths, rows[i].tenths);
    clear_away(t);
  }
}

/* Ambush, of the 36 pairs of dice: even 6 : 6, with a leader 8-1 on one side 10 : 3, concealed
 * against open 15 : 1. */
static void ambushes(void **unused) {
  (void)unused;
  static const struct {
    const char *leader, *marks;
    int soviet, german;
  } rows[] = {
      {"", "", 6, 6}, {"," RUS_AT("l", "8-1", "T-E4"), "", 10, 3}, {"", "\"concealed\"", 15, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int count[2] = {0, 0};
    for (int d = 0; d < 36; d++) {
      char position[900], dice[40];
      snprintf(
          position, sizeof position,
          "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[" HEX(
              "T-E4",
              "house") "],\"units\":[" FAR_AWAY
                       "," GER_AT(
                           "g", "658",
                           "T-E3") ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"658\",\"hex\":"
                                   "\"T-E4\",\"marks\":[%s]}%s]",
          rows[i].marks, rows[i].leader);
      snprintf(dice, sizeof dice, "%d %d 6 5 6 5", 1 + d / 6, 1 + d % 6);
      struct table *t = field_at(position, dice);
      act(t, "german", "advance g T-E4 0");
      if (!strcmp(text_of(t->last, "events[0].kind"), "field.advances") &&
          is_offered(t, "german", "end"))
        act(t, "german", "end");
      const cJSON *e;
      cJSON_ArrayForEach(e,
                         field(t->last, "events")) if (!strcmp(text_of(e, "kind"), "field.ambush"))
          count[strstr(text_of(e, "text"), "Soviet") != NULL]++;
      clear_away(t);
    }
    assert_int_equal(count[1], rows[i].soviet);
    assert_int_equal(count[0], rows[i].german);
  }
}

/* ---- rally, close combat and artillery --------------------------------------------------- */

static int ways(int sum) {
  return sum <= 7 ? sum - 1 : 13 - sum;
}

/* Rally: DR out of 36 that succeed, for broken morale 9, 8 and 7; E15 for the modifiers. */
static void rally_chances(void **unused) {
  (void)unused;
  static const struct {
    int drm, of[3];
  } rows[] = {{-1, {33, 30, 26}}, {0, {30, 26, 21}}, {1, {26, 21, 15}},
              {3, {15, 10, 6}},   {4, {10, 6, 3}},   {5, {6, 3, 1}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int k = 0; k < 3; k++) {
      int good = 0;
      for (int dr = 2; dr <= 12; dr++)
        if (sf_rallies(dr, rows[i].drm, 9 - k))
          good += ways(dr);
      assert_int_equal(good, rows[i].of[k]);
    }
}

/* E15: Shaken with a 9-1: +3; not Shaken alone in woods: +1; Shaken alone in the open: no try. */
static void rally_modifiers(void **unused) {
  (void)unused;
  struct bare *b = bare_game("stalnie", "skirmish", 1);
  struct sal_play *p = &b->play;
  const struct sal_board *m = &b->book->board;
  location open = location_at(sal_hex_parse(m, "P1"), GROUND);
  int first = 0;
  while (!(ground_at(p, m->order[first])->is & H_WOODS))
    first++;
  location woods = location_at(m->order[first], GROUND);
  sal_unit squad = sal_unit_find(b->book, "ru.sq-1"), leader = sal_unit_find(b->book, "de.ldr-1");
  sal_unit broken = sal_unit_find(b->book, "de.sq-1");
  struct trooper *r = unit_at(p, squad), *l = unit_at(p, leader), *g = unit_at(p, broken);
  *l = (struct trooper){.kind = l->kind, .where = F_MAP, .at = open};
  *g = (struct trooper){.kind = g->kind, .where = F_MAP, .at = open, .is = IS_BROKEN | IS_SHAKEN};
  assert_true(sf_may_rally(p, broken));
  assert_int_equal(sf_rally_drm(p, broken), 3);
  l->where = F_DEAD;
  l->at = 0;
  assert_false(sf_may_rally(p, broken));
  *r = (struct trooper){.kind = r->kind, .where = F_MAP, .at = woods, .is = IS_BROKEN};
  assert_true(sf_may_rally(p, squad));
  assert_int_equal(sf_rally_drm(p, squad), 1);
  bare_end(b);
}

/* Close combat, one attack, out of 36: nothing, reduced, one, two, all. */
static void close_combat(void **unused) {
  (void)unused;
  static const struct {
    int number, of[5];
  } rows[] = {{3, {33, 2, 1, 0, 0}},   {5, {26, 4, 5, 1, 0}},  {6, {21, 5, 7, 3, 0}},
              {7, {15, 6, 9, 5, 1}},   {8, {10, 5, 11, 7, 3}}, {9, {6, 4, 11, 9, 6}},
              {10, {3, 3, 9, 11, 10}}, {11, {1, 2, 7, 11, 15}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int count[5] = {0};
    for (int dr = 2; dr <= 12; dr++)
      count[sf_blow_of(rows[i].number - dr)] += ways(dr);
    assert_memory_equal(count, rows[i].of, sizeof count);
  }
}

/* Artillery: the weight in the open, in woods, in a foxhole and in stone, by calibre (T8, F17.7).
 */
static void artillery(void **unused) {
  (void)unused;
  struct bare *b = bare_game("stalnie", "skirmish", 1);
  static const struct {
    int mm, k[4]; /* open, woods, foxhole or trench, stone */
  } rows[] = {{100, {10, 11, 8, 7}}, {120, {11, 12, 9, 8}}, {150, {12, 13, 10, 9}}};
  static const int tem[4] = {0, -1, 2, 3};
  const struct field_book *f = FB(&b->play);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int at = 0;
    while (f->calibre[at] != rows[i].mm)
      at++;
    struct module m = {.there = 1, .calibre = (uint8_t)at};
    int strength = f->strength[sf_column(&b->play, sf_module_fp(&b->play, &m) * 16)];
    for (int k = 0; k < 4; k++)
      assert_int_equal(strength - tem[k], rows[i].k[k]);
  }
  bare_end(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(results_by_weight),
                                     cmocka_unit_test(squads_by_weight),
                                     cmocka_unit_test(front_arcs),
                                     cmocka_unit_test(armour_by_range),
                                     cmocka_unit_test(moving_armour_by_range),
                                     cmocka_unit_test(squads_with_machine_guns),
                                     cmocka_unit_test(shells_at_a_squad),
                                     cmocka_unit_test(ambushes),
                                     cmocka_unit_test(rally_chances),
                                     cmocka_unit_test(rally_modifiers),
                                     cmocka_unit_test(close_combat),
                                     cmocka_unit_test(artillery)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
