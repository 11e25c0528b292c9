/* test_F8_in_detail.c - F7.13, F8 and F19: what a result does to men, and what becomes of them. */
#include "field_kit.h"

/* A German squad fires 6 FP at the open hex E8 from five hexes: weight 9. */
#define UNDER_FIRE(vars, units)                                                                    \
  "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{" vars "},\"units\":[" FAR_AWAY   \
  "," GER_AT("g", "658", "T-E3") "," units "]"
#define PIN "6 2"     /* 8: margin 1 */
#define CHECK "6 1"   /* 7: margin 2, MC */
#define CHECK_1 "5 1" /* 6: margin 3, MC+1 */
#define CHECK_3 "3 1" /* 4: margin 5, MC+3 */
#define REDUCE "2 1"  /* 3: margin 6 */

struct fate { /* what one unit suffers: an event of that rule (without one: the event that never
                 comes), and a mark afterwards */
  const char *kind, *marks, *dice, *rule, *event, *mark;
};
static void suffer(const struct fate *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct fate *f = &rows[i];
    char position[1200];
    snprintf(position, sizeof position,
             UNDER_FIRE("\"soviet_elr\":3",
                        "{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E8\","
                        "\"marks\":[%s]}"),
             f->kind, f->marks);
    struct table *t = field_at(position, f->dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    if (f->event)
      happened(t, f->rule, f->event);
    else
      never(t, f->rule);
    if (f->mark)
      marked(t, "r", f->mark);
    clear_away(t);
  }
}
#define SUFFER(rows) suffer(rows, sizeof(rows) / sizeof(rows)[0])

/* F7.13: a pin check pins above morale; a broken unit does not roll, it is shaken (F8.9). */
static void pin_checks(void **unused) {
  (void)unused;
  static const struct fate rows[] = {
      {"458", "", PIN " 4 4", "field.pinned", NULL, NULL},
      {"458", "", PIN " 4 5", "F7.13", "field.pinned", "pinned"},
      {"426", "", PIN " 3 4", "F7.13", "field.pinned", "pinned"},
      {"458", "\"fanatic\"", PIN " 4 5", "field.pinned", NULL, NULL},
      {"458", "\"encircled\"", PIN " 4 4", "F7.13", "field.pinned", "pinned"},
      {"458", "\"broken\"", PIN, "field.pinned", NULL, "shaken"}};
  SUFFER(rows);
}

/* F8.2, F8.3: equal to morale is a pin, more breaks; a broken unit is not pinned. */
static void morale_checks(void **unused) {
  (void)unused;
  static const struct fate rows[] = {
      {"458", "", CHECK " 4 3", "field.pinned", NULL, NULL},
      {"458", "", CHECK " 4 4", "F8.2", "field.pinned", "pinned"},
      {"458", "", CHECK " 4 5", "F8.3", "field.broken", "shaken"},
      {"458", "", CHECK_1 " 4 4", "F8.3", "field.broken", "broken"},
      {"458", "", CHECK_3 " 4 1", "F8.2", "field.pinned", "pinned"},
      {"458", "\"broken\"", CHECK " 4 4", "field.pinned", NULL, "shaken"},
      {"458", "\"broken\"", CHECK " 4 5", "F8.4", "field.reduced", "broken"},
      {"458", "", CHECK " 6 6", "F8.3", "field.reduced", "broken"},
      {"248", "", CHECK " 6 6", "F8.3", "field.lost", NULL}};
  SUFFER(rows);
}

/* F8.5: who breaks by more than the ELR, 3, is replaced; underlined types are reduced, crews and
 * heroes stay, the lowest grade of leaders is lost; a unit reduced by the same roll is not. */
static void replacement(void **unused) {
  (void)unused;
  static const struct fate rows[] = {
      {"458", "", CHECK " 5 6", "field.replaced", NULL, "broken"},
      {"458", "", CHECK_1 " 5 6", "F8.5", "field.replaced", "broken"},
      {"447", "", CHECK " 5 6", "F8.5", "field.replaced", "broken"},
      {"658", "", CHECK_1 " 5 6", "F8.5", "field.reduced", "broken"},
      {"248", "", CHECK_1 " 5 6", "F8.5", "field.replaced", "broken"},
      {"348", "", CHECK_1 " 5 6", "F8.5", "field.lost", NULL},
      {"HMG348", "", CHECK_1 " 5 6", "field.lost", NULL, "broken"},
      {"228", "", CHECK_1 " 5 6", "field.replaced", NULL, "broken"},
      {"8-0", "", CHECK_1 " 5 6", "F8.5", "field.replaced", "broken"},
      {"6+1", "", CHECK " 5 5", "F8.5", "field.lost", NULL},
      {"458", "", CHECK_3 " 6 6", "field.replaced", NULL, "broken"}};
  SUFFER(rows);
}

/* F8.7: single men are wounded, then lost; a hero never breaks. */
static void wounds(void **unused) {
  (void)unused;
  static const struct fate rows[] = {
      {"8-0", "", REDUCE " 2 2", "F8.7", "field.wounded", "wounded"},
      {"8-0", "\"wounded\"", REDUCE, "F8.7", "field.lost", NULL},
      {"hero", "", CHECK_1 " 4 5", "F8.7", "field.wounded", "wounded"},
      {"hero", "\"wounded\"", CHECK_1 " 4 5", "F8.7", "field.lost", NULL}};
  SUFFER(rows);
}

/* F8.8: on Original 2: 1 to 3 a hero, or a leader heroic; 4 and 5 hardened, or Fanatic where there
 * is no better grade; 6 Fanatic. */
static void heat_of_battle(void **unused) {
  (void)unused;
  static const struct fate rows[] = {{"458", "", CHECK " 1 1 3", "F8.8", "field.hero", NULL},
                                     {"8-0", "", CHECK " 1 1 3", "F8.8", "field.heat", "heroic"},
                                     {"447", "", CHECK " 1 1 4", "F8.8", "field.heat", NULL},
                                     {"458", "", CHECK " 1 1 5", "F8.8", "field.heat", "fanatic"},
                                     {"447", "", CHECK " 1 1 6", "F8.8", "field.heat", "fanatic"},
                                     {"hero", "", CHECK " 1 1", "field.heat", NULL, NULL},
                                     {"458", "\"broken\"", CHECK " 1 1", "field.heat", NULL, NULL}};
  SUFFER(rows);
}

/* F8.1: the best unbroken leader of the Location helps, not himself. */
static void leaders_help(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER_FIRE("\"soviet_elr\":3", RUS_AT("r", "458", "T-E8") "," RUS_AT("l", "9-1", "T-E8")),
      CHECK " 4 5 4 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  marked(t, "l", "pinned"); /* 9 against 9: he leads others */
  marked(t, "r", "pinned"); /* 9 - 1 against 8 */
  clear_away(t);
}

/* F7.13: R by lot, then all check at +2, also the one that was reduced; 1K, then the others. */
static void lots(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER_FIRE("\"soviet_elr\":5", RUS_AT("a", "458", "T-E8") "," RUS_AT("b", "458", "T-E8")),
      REDUCE " 2 3 2 5 5");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  stands(t, "b", "T-E8", 1);
  stands(t, "a", "T-E8", 2);
  unmarked(t, "a", "broken"); /* 5 + 2 */
  marked(t, "b", "broken");   /* 10 + 2 */
  clear_away(t);
}

/* F19.1: Original equal to the enemy's SAN calls his sniper: 1 breaks a squad or wounds a leader
 * within 6 hexes, 2 pins, 6 loses him. */
static void snipers(void **unused) {
  (void)unused;
  static const struct {
    const char *die;
    const char *event;
  } rows[] = {{"1", "field.broken"}, {"2", "field.pinned"}, {"3", NULL}, {"6", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char dice[40];
    snprintf(dice, sizeof dice, CHECK " 3 1 %s", rows[i].die);
    struct table *t = field_at(UNDER_FIRE("\"german_san\":4", RUS_AT("r", "458", "T-E8")), dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    happened(t, "F19.1", "field.sniper");
    if (rows[i].event)
      happened(t, "F19.1", rows[i].event);
    else
      unmarked(t, "r", "pinned");
    clear_away(t);
  }
  /* seven hexes away nobody is hit */
  struct table *t = field_at(
      UNDER_FIRE("\"german_san\":4", RUS_AT("r", "248", "T-E8") "," RUS_AT("q", "458", "T-E15")),
      CHECK " 3 1 2");
  act(t, "german", "pick g");
  act(t, "german", "fire T-E8 0");
  marked(t, "r", "pinned");
  unmarked(t, "q", "pinned");
  clear_away(t);
}

/* F19.1: he wounds a single man, does no more to a squad that is broken, and aims at no Gun. */
static void whom_snipers_hit(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *marks;
    const char *hit; /* the event; NULL: nobody is hit */
  } rows[] = {{"8-0", "", "field.wounded"},
              {"hero", "", "field.wounded"},
              {"458", "", "field.broken"},
              {"458", "\"broken\"", NULL},
              {"AT45LL", "", NULL}};
  static const char *const hits[] = {"field.wounded", "field.broken", "field.reduced",
                                     "field.lost"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             UNDER_FIRE("\"german_san\":4", "{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\","
                                            "\"hex\":\"T-E8\",\"marks\":[%s]}"),
             rows[i].kind, rows[i].marks);
    struct table *t = field_at(position, CHECK " 3 1 1");
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    happened(t, "F19.1", "field.sniper");
    for (size_t k = 0; k < sizeof hits / sizeof hits[0]; k++)
      if (!rows[i].hit || strcmp(hits[k], rows[i].hit))
        never(t, hits[k]);
    if (rows[i].hit)
      happened(t, "F19.1", rows[i].hit);
    clear_away(t);
  }
}

/* F19.1: once a player turn and side. */
static void one_sniper_shot(void **unused) {
  (void)unused;
  struct table *t = field_at(
      UNDER_FIRE("\"german_san\":4", RUS_AT("r", "458", "T-E8") "," GER_AT("h", "658", "T-E3")),
      CHECK " 3 1 3 6 1 3 1");
  act(t, "german", "pick g");
  act(t, "german", "with h");
  act(t, "german", "fire T-E8 0");
  happened(t, "F19.1", "field.sniper");
  act(t, "german", "pick h");
  act(t, "german", "fire T-E8 0");
  never(t, "field.sniper");
  clear_away(t);
}

/* F19.1: within 6 hexes, a hex more and he is out of reach; a "?" is no target. Of two the lot
 * decides. */
static void reach_of_a_sniper(void **unused) {
  (void)unused;
  static const struct {
    const char *other, *die;
    bool hit;
  } rows[] = {{RUS_AT("q", "458", "T-E14"), "2 2", true},
              {RUS_AT("q", "458", "T-E14"), "2 1", false},
              {RUS_AT("q", "458", "T-E15"), "2", false},
              {ON_M("q", "soviet", "458", "T-E14", "\"concealed\""), "2", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200], dice[40];
    snprintf(position, sizeof position, UNDER_FIRE("\"german_san\":4", "%s,%s"),
             RUS_AT("r", "248", "T-E8"), rows[i].other);
    snprintf(dice, sizeof dice, CHECK " 3 1 %s", rows[i].die);
    struct table *t = field_at(position, dice);
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    assert_int_equal(has_mark(t, "q", "pinned"), rows[i].hit);
    assert_int_equal(has_mark(t, "r", "pinned"), !rows[i].hit);
    clear_away(t);
  }
}

/* F19.1, 11.612: on 6 the sniper is lost for the scenario: on 5 he shoots again in the next player
 * turn. */
static void lost_snipers(void **unused) {
  (void)unused;
  for (int die = 5; die <= 6; die++) {
    struct table *t =
        field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"german_san\":4},"
                 "\"units\":[" GER_AT("g", "658", "T-E3") "," RUS_AT("r", "458", "T-E8") "]",
                 die == 6 ? CHECK " 3 1 6 " CHECK " 3 1" : CHECK " 3 1 5 " CHECK " 3 1 3");
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    happened(t, "F19.1", "field.sniper");
    while (strcmp(phase_of(t), "soviet.action") != 0)
      act(t, "german", "end");
    while (strcmp(phase_of(t), "german.action") != 0)
      act(t, "soviet", "end");
    act(t, "german", "pick g");
    act(t, "german", "fire T-E8 0");
    if (die == 6)
      never(t, "field.sniper");
    else
      happened(t, "F19.1", "field.sniper");
    clear_away(t);
  }
}

#define RALLY(ground, units) ON_GROUND("german.rally", ground, FAR_AWAY "," units)
/* F8.10: nobody rallies next to a known unbroken enemy who sees him; a broken one does not matter.
 */
static void rally_under_threat(void **unused) {
  (void)unused;
  struct table *t;
  t = field_at(RALLY(HEX("T-E8", "woods"), ON_M("g", "german", "658", "T-E8",
                                                "\"broken\"") "," RUS_AT("r", "458", "T-E9")),
               "");
  marked(t, "g", "broken");
  clear_away(t);
}

/* F8.8, F8.10: a rally on 2 has its heat of battle too; one on 12 costs a step. */
static void rally_at_the_ends(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    bool broken, fanatic;
    int steps;
  } rows[] = {{"1 1 6", false, true, 2}, {"1 2", false, false, 2}, {"6 6", true, false, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(RALLY(HEX("T-E8", "woods"), ON_M("g", "german", "658", "T-E8", "\"broken\"")),
                 rows[i].dice);
    assert_int_equal(has_mark(t, "g", "broken"), rows[i].broken);
    assert_int_equal(has_mark(t, "g", "fanatic"), rows[i].fanatic);
    stands(t, "g", "T-E8", rows[i].steps);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pin_checks),
                                     cmocka_unit_test(morale_checks),
                                     cmocka_unit_test(replacement),
                                     cmocka_unit_test(wounds),
                                     cmocka_unit_test(heat_of_battle),
                                     cmocka_unit_test(leaders_help),
                                     cmocka_unit_test(lots),
                                     cmocka_unit_test(snipers),
                                     cmocka_unit_test(whom_snipers_hit),
                                     cmocka_unit_test(rally_at_the_ends),
                                     cmocka_unit_test(one_sniper_shot),
                                     cmocka_unit_test(reach_of_a_sniper),
                                     cmocka_unit_test(lost_snipers),
                                     cmocka_unit_test(rally_under_threat)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
