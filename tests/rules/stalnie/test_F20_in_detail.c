/* test_F20_in_detail.c - F20: how long smoke stays, which way fire spreads, and when. */
#include "field_kit.h"

#define BLAZE(hex) "{\"hex\":\"" hex "\",\"mark\":\"blaze\"}"

/* F20.2: a mortar's smoke stays until the End of the next player turn, in a gusty wind only of this
 * one, as a grenade's does. */
static void how_long_smoke_stays(void **unused) {
  (void)unused;
  static const struct {
    int weather;
    bool mortar, stays;
  } rows[] = {{2, true, true}, {3, true, false}, {2, false, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"weather_now\":%d},"
             "\"units\":[%s,%s]",
             rows[i].weather, FAR_AWAY,
             GER_AT("m", "MTR81", "T-H4") "," RUS_AT("r", "458", "T-H10") "," GER_AT("g", "658",
                                                                                     "T-H9"));
    struct table *t = field_at(position, rows[i].mortar ? "4 4" : "1");
    if (rows[i].mortar) {
      act(t, "german", "pick m");
      act(t, "german", "screen m T-H10");
    } else {
      act(t, "german", "pick g");
      act(t, "german", "grenade T-H10");
    }
    assert_true(shows(t, "soviet", "smoke"));
    go_on_to(t, "soviet.action");
    assert_int_equal(shows(t, "soviet", "smoke"), rows[i].stays);
    go_on_to(t, "german.action");
    assert_false(shows(t, "soviet", "smoke"));
    clear_away(t);
  }
}

struct fire { /* Blazes, what lies around, and which hex burns afterwards; NULL: none */
  const char *vars, *terrain, *marks, *dice, *burns;
};
static void burn(const struct fire *rows, size_t n, const char *phase, const char *side) {
  for (size_t i = 0; i < n; i++) {
    char position[1200], want[40];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"%s\",\"vars\":{%s},\"terrain\":[%s],\"marks\":[%s],"
        "\"units\":[%s]",
        phase, rows[i].vars, rows[i].terrain, rows[i].marks, FAR_AWAY);
    struct table *t = field_at(position, rows[i].dice);
    act(t, side, "end");
    char *marks = seen_by(t, "german", "marks");
    for (int k = 7; k <= 10; k++) {
      snprintf(want, sizeof want, "\"T-E%d\",\"mark\":\"blaze\"", k);
      bool burns = strstr(marks, want) != NULL;
      bool expected = k == 8 || (rows[i].burns && atoi(rows[i].burns + 3) == k);
      if (burns != expected)
        fail_msg("row %d: T-E%d", (int)i, k);
    }
    free(marks);
    clear_away(t);
  }
}
#define BURN(rows) burn(rows, sizeof(rows) / sizeof(rows)[0], "soviet.assault", "soviet")

/* F20.5: in a breeze downwind only, on 3; without it any neighbour, by lot; what has just caught
 * does not spread at once. A Blaze burns once. */
static void which_way(void **unused) {
  (void)unused;
#define GRAIN HEX("T-E7", "grain") "," HEX("T-E9", "grain")
  static const struct fire rows[] = {
      {"\"ec_now\":2,\"breeze\":1", GRAIN, BLAZE("T-E8"), "3", "T-E9"},
      {"\"ec_now\":2,\"breeze\":1", GRAIN, BLAZE("T-E8"), "4", NULL},
      {"\"ec_now\":2,\"breeze\":4", GRAIN, BLAZE("T-E8"), "3", "T-E7"},
      {"\"ec_now\":2,\"breeze\":2", GRAIN, BLAZE("T-E8"), "", NULL},
      {"\"ec_now\":3", HEX("T-E9", "grain") "," HEX("T-E10", "grain"), BLAZE("T-E8"), "2", "T-E9"},
      {"\"ec_now\":2", HEX("T-E9", "grain"), BLAZE("T-E8"), "2", NULL},
      {"\"ec_now\":4", HEX("T-E8", "grain"),
       BLAZE("T-E8") ",{\"hex\":\"T-E8\",\"mark\":\"burning\"}", "", NULL}};
  BURN(rows);
}

/* F20.4, F20.5: once a Game Turn, after the second player turn. */
static void once_a_game_turn(void **unused) {
  (void)unused;
  static const struct fire rows[] = {
      {"\"ec_now\":4", HEX("T-E9", "grain"), BLAZE("T-E8"), "", NULL}};
  burn(rows, 1, "german.assault", "german");
}

/* F20.5: of 99 Blazes each may spread, of 100 none. */
static void a_hundred_blazes(void **unused) {
  (void)unused;
  for (int blazes = 99; blazes <= 100; blazes++) {
    char position[8000];
    size_t used = (size_t)snprintf(position, sizeof position,
                                   "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"vars\":{"
                                   "\"ec_now\":3},\"terrain\":[%s],\"marks\":[%s",
                                   HEX("T-P4", "grain"), BLAZE("T-P3"));
    for (int i = 1; i < blazes; i++)
      used +=
          (size_t)snprintf(position + used, sizeof position - used,
                           ",{\"hex\":\"T-%c%d\",\"mark\":\"blaze\"}", 'B' + i / 16, 1 + i % 16);
    snprintf(position + used, sizeof position - used, "],\"units\":[%s]", FAR_AWAY);
    struct table *t = field_at(position, blazes == 99 ? "2" : "");
    act(t, "soviet", "end");
    if (blazes == 99)
      happened(t, "F20.5", "field.blaze");
    else
      never(t, "field.blaze");
    clear_away(t);
  }
}

/* F6.2: a Blaze that begins blocks the view from then on. */
static void fire_blocks_the_view(void **unused) {
  (void)unused;
  struct table *t = field_at(
      "\"map\":\"plain:16x16\",\"phase\":\"soviet.assault\",\"vars\":{\"ec_now\":3},\"terrain\":"
      "[" HEX("T-E8",
              "grain") "],\"marks\":[{\"hex\":\"T-E8\",\"mark\":\"burning\"}],\"units\":[" FAR_AWAY
                       "," GER_AT("g", "658", "T-E5") "," RUS_AT("r", "458", "T-E10") "]",
      "2");
  go_on_to(t, "german.action");
  act(t, "german", "pick g");
  not_offered(t, "german", "fire T-E10 0");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(how_long_smoke_stays), cmocka_unit_test(which_way),
      cmocka_unit_test(once_a_game_turn), cmocka_unit_test(a_hundred_blazes),
      cmocka_unit_test(fire_blocks_the_view)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
