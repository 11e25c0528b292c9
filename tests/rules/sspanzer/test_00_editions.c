/* test_00_editions.c - games of edition 1 go on as they began. */
#include "table.h"

/* 3.1g: forty units may be taken up again, and no more. */
static void r3_1g_forty_changes(void **s) {
  (void)s;
  struct table *t = lay(BIG,
                        PLAIN "\"phase\":\"setup.soviet\"," UNITS(
                            JOIN(U("de.lah.ag-11", "2020"), U("ru.29tc.t4r-25", "0505"))),
                        NULL);
  by_edition(t, 1);
  for (int i = 0; i < 40; i++) {
    offered(t, R, "pick ru.29tc.t4r-25", "3.1d");
    act(t, R, "pick ru.29tc.t4r-25");
    act(t, R, i % 2 ? "put 0505" : "put 0506");
  }
  refused(t, R, "pick ru.29tc.t4r-25", "3.1g");
  by_edition(t, 2);
  offered(t, R, "pick ru.29tc.t4r-25", "3.1d");
  clear_away(t);
}

/* 11.3d: a tank that leaves a close combat may still fire. */
static void r11_3d_fires_after_leaving(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN IMPULSE("LAH")
              UNITS(JOIN(U(PZ4, "1010"), UM(MR, "1010", "suppressed"), U(T4R, "1007")) IDLE_G),
          "");
  by_edition(t, 1);
  acts(t, G, "choose " PZ4 "; step " PZ4 " 1009");
  offered(t, G, "fire " PZ4 " " T4R, "4.2c");
  clear_away(t);
}

/* 13.4: a friend in a close combat beside the target is in danger like any other. */
static void r13_4_into_close_combat(void **s) {
  (void)s;
  struct table *t =
      lay(GAME,
          PLAIN CUP("1") UNITS(JOIN(U(PG, "1010"), U(MR, "1011"), U(PGB, "1011"), U(MRB, "0505"))),
          "=ART 2 6 6 =29TC");
  by_edition(t, 1);
  act(t, R, "target " PG);
  happened(t, "13.4", "safe");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r3_1g_forty_changes),
      cmocka_unit_test(r11_3d_fires_after_leaving),
      cmocka_unit_test(r13_4_into_close_combat),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
