/* test_F17_exactly.c - F17: what calling a mission shows and uses up, where it drifts, and what its
 * shells do on each storey. */
#include "field_kit.h"

#define OBSERVER GER_AT("l", "8-0", "T-E3")
#define RADIO(pile) BY_WITH("radio", "german", "radio", "l", "\"oba\":\"100\"" pile)
#define FELL "4 4 1 1 1 " /* contact, a black chit, on the target */
#define SUPPORT(terrain, works, units)                                                             \
  "\"map\":\"plain:16x16\",\"phase\":\"german.support\",\"vars\":{\"german_san\":5},\"terrain\":"  \
  "[" terrain "],\"marks\":[" works                                                                \
  "],\"units\":[" GER_AT("z", "658", "T-P16") "," RUS_AT("y", "458", "T-A16") "," units "]"

/* Called at E9, and on to where the shells fall. */
static void fall_on(struct table *t, const char *hex) {
  char aim[24];
  snprintf(aim, sizeof aim, "aim %s", hex);
  act(t, "german", "mission 0 fire");
  act(t, "german", aim);
  act(t, "german", "pass");
  if (!strcmp(phase_of(t), "german.action"))
    act(t, "german", "end");
  act(t, "german", "end");
}

/* F17.2, F17.4: when it has fallen the module may call again; with its last black chit it is used
 * up. SSR4 speaks of OP tanks: the radio is not under Recall. */
static void used_up_or_not(void **unused) {
  (void)unused;
  static const char *const piles[] = {",\"black\":\"2\",\"red\":\"4\"",
                                      ",\"black\":\"1\",\"red\":\"5\""};
  for (int last = 0; last < 2; last++) {
    char position[1200];
    snprintf(position, sizeof position,
             SUPPORT("", "",
                     OBSERVER
                     ",{\"name\":\"radio\",\"side\":"
                     "\"german\",\"kind\":\"radio\",\"factors\":{\"by\":\"l\",\"oba\":\"100\"%s}}"),
             piles[last]);
    struct table *t = field_at(position, "4 4 1 1");
    fall_on(t, "T-E9");
    unmarked(t, "radio", "recall");
    go_on_to(t, "german.support");
    if (last)
      refused(t, "german", "mission 0 fire", "F17.4");
    else
      offered(t, "german", "mission 0 fire", "F17.4");
    clear_away(t);
  }
}

/* F17.3, F15.4: the observer is seen when a mission is aimed, not when the chit is red. */
static void who_calls_is_seen(void **unused) {
  (void)unused;
  for (int red = 0; red < 2; red++) {
    struct table *t =
        field_at(SUPPORT(HEX("T-E3", "brush"), "",
                         ON_M("l", "german", "8-0", "T-E3",
                              "\"concealed\"") "," RADIO(",\"black\":\"2\",\"red\":\"4\"")),
                 red ? "4 4 6" : "4 4 1 1");
    act(t, "german", "mission 0 fire");
    act(t, "german", "aim T-E9");
    assert_int_equal(has_mark(t, "l", "concealed"), red);
    marked(t, "l", "acted");
    clear_away(t);
  }
}

/* F17.5: three hexes off in the direction of the second die: 4 is towards the lower numbers; off
 * the map it is lost. */
static void off_the_map(void **unused) {
  (void)unused;
  static const struct {
    const char *aim, *where;
  } rows[] = {{"T-E9", "T-E6"}, {"T-E2", NULL}, {"T-E3", NULL}, {"T-E4", "T-E1"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char aim[24];
    struct table *t = field_at(
        SUPPORT("", "", GER_AT("l", "8-0", "T-H5") "," RADIO(",\"black\":\"2\",\"red\":\"4\"")),
        "4 4 1 6 4");
    snprintf(aim, sizeof aim, "aim %s", rows[i].aim);
    act(t, "german", "mission 0 fire");
    act(t, "german", aim);
    if (rows[i].where)
      happened(t, "F17.5", "field.aimed");
    else
      happened(t, "F17.5", "field.off.map");
    if (rows[i].where) {
      char want[40], *marks = seen_by(t, "german", "marks");
      snprintf(want, sizeof want, "\"%s\",\"mark\":\"aimed\"", rows[i].where);
      if (!strstr(marks, want))
        fail_msg("row %d: %s", (int)i, marks);
      free(marks);
    }
    clear_away(t);
  }
}

/* F17.7, F16.1: upper storeys are struck first, S 10 less 2 for the house; below it is 1 less. */
static void storey_by_storey(void **unused) {
  (void)unused;
  static const struct {
    const char *level, *dice;
  } rows[] = {{"1", "4 4 2 3"}, {"1", "4 5"}, {"0", "3 4 2 3"}, {"0", "4 4"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400], dice[60];
    snprintf(position, sizeof position,
             SUPPORT("{\"hex\":\"T-E9\",\"set\":[\"house\",\"upper\"]}", "",
                     OBSERVER "," RADIO("") ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\","
                                            "\"hex\":\"T-E9\",\"factors\":{\"level\":\"%s\"}}"),
             rows[i].level);
    snprintf(dice, sizeof dice, FELL "%s", rows[i].dice);
    struct table *t = field_at(position, dice);
    fall_on(t, "T-E9");
    happened(t, "F17.6", "field.shelled");
    clear_away(t);
  }
}

/* F16.1, F17.7: shells show the trench of men whom they strike, but not that of hidden men. The
 * observer is too far away to see it himself. */
static void trenches_under_fire(void **unused) {
  (void)unused;
  for (int hidden = 0; hidden < 2; hidden++) {
    char position[1400];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:30x16\",\"phase\":\"german.support\",\"marks\":[%s],\"units\":[%s,%s,%s,"
        "%s,{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"T-E9\",\"marks\":[%s]}]",
        WORK("T-E9", "trench", "soviet"), GER_AT("z", "658", "T-P30"), RUS_AT("y", "458", "T-A30"),
        GER_AT("l", "8-0", "T-E27"), RADIO(""), hidden ? "\"hip\"" : "");
    struct table *t = field_at(position, FELL "6 6");
    fall_on(t, "T-E9");
    assert_int_equal(shows(t, "german", "trench"), !hidden);
    clear_away(t);
  }
}

/* F17.8, F15.7, F19.1: a concealed tank that is shelled is seen; dummies of the area go; a check
 * calls the sniper when the shells have fallen. */
static void what_shells_show(void **unused) {
  (void)unused;
  struct table *t = field_at(
      SUPPORT("", WORK("T-E10", "dummy", "soviet"),
              OBSERVER
              "," RADIO("") ",{\"name\":\"v\",\"side\":\"soviet\",\"kind\":\"T34M43\",\"hex\":"
                            "\"T-E9\",\"facing\":2,\"marks\":[\"concealed\"]}"),
      FELL "6 6");
  fall_on(t, "T-E9");
  happened(t, "F17.8", "field.kill.roll");
  happened(t, "F15.7", "field.dummy");
  unmarked(t, "v", "concealed");
  clear_away(t);
  t = field_at(SUPPORT("", "", OBSERVER "," RADIO("") "," RUS_AT("r", "458", "T-E9")),
               FELL "4 4 2 3 4");
  fall_on(t, "T-E9");
  happened(t, "F19.1", "field.sniper");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(used_up_or_not),      cmocka_unit_test(who_calls_is_seen),
      cmocka_unit_test(off_the_map),         cmocka_unit_test(storey_by_storey),
      cmocka_unit_test(trenches_under_fire), cmocka_unit_test(what_shells_show)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
