/* test_11_621_fortifications.c - 11.621: raising minefields step by step, and where the program
 * lays works by itself. */
#include "kit.h"

static struct kit *soviets(void) {
  return kit_lay("\"phase\":\"prep.2/11.624\","
                 "\"vars\":{\"german_front\":3,\"soviet_front\":12},\"units\":[" OFFMAP(
                     "u", "soviet", "458") "]",
                 false);
}

static void lay_one(struct kit *k, const char *what, const char *hex) {
  char text[60];
  snprintf(text, sizeof text, "soviet lay %s;soviet put %s", what, hex);
  kit_all(k, text);
}

static void not_on(struct kit *k, const char *what, const char *hex) {
  char text[60];
  snprintf(text, sizeof text, "lay %s", what);
  kit_do(k, RUS, text);
  snprintf(text, sizeof text, "put %s", hex);
  kit_refused(k, RUS, text, R_11_621c);
  kit_do(k, RUS, "cancel");
}

/* 11.621c: A-P fields go from 6 to 8 to 12 or from 6 to 12, A-T fields up to 5; nothing else. */
static void raising_mines(void **unused) {
  (void)unused;
  struct kit *k = soviets();
  struct state *s = kit_state(k);
  for (int f = FORT_AP2; f <= FORT_AT5; f++)
    s->side[RUS].stock[f] = 9;
  not_on(k, "ap2", "18-K5"); /* there is no field to raise */
  not_on(k, "ap4", "18-K5");
  lay_one(k, "ap6", "18-K5");
  assert_int_equal(s->fort[0].kind, FORT_AP6);
  not_on(k, "ap4", "18-K5"); /* 10 is no field */
  lay_one(k, "ap2", "18-K5");
  assert_int_equal(s->fort[0].kind, FORT_AP8);
  not_on(k, "ap2", "18-K5");
  not_on(k, "ap6", "18-K5");
  lay_one(k, "ap4", "18-K5");
  assert_int_equal(s->fort[0].kind, FORT_AP12);
  not_on(k, "ap2", "18-K5");
  lay_one(k, "ap6", "18-M5");
  lay_one(k, "ap6", "18-M5");
  assert_int_equal(s->fort[1].kind, FORT_AP12);
  lay_one(k, "at2", "18-P5");
  lay_one(k, "at3", "18-P5");
  assert_int_equal(s->fort[2].kind, FORT_AT5);
  not_on(k, "at1", "18-P5");
  assert_int_equal(s->nfort, 3);
  assert_int_equal(s->fort[0].id, 2); /* works have ids for the whole campaign */
  assert_int_equal(s->fort[2].id, 6);
  kit_close(k);
}

/* The steps cost what the factors cost: 2 and 4 FPP. */
static void prices_of_steps(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.1/11.621\",\"vars\":{\"german_fpp\":30}", false);
  kit_all(k, "german fort ap2;german fort ap4");
  assert_int_equal(kit_state(k)->side[GER].fpp, 24);
  assert_int_equal(kit_state(k)->side[GER].mines, 6);
  kit_close(k);
}

/* Left to the program, works stand one to a hex and in no half-hex. */
static void works_are_spread(void **unused) {
  (void)unused;
  struct kit *k = soviets();
  struct state *s = kit_state(k);
  static const int kinds[] = {FORT_FOX3, FORT_TRENCH, FORT_WIRE, FORT_AP6, FORT_AT2, FORT_PILL135};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    s->side[RUS].stock[kinds[i]] = 4;
  kit_do(k, RUS, "auto");
  assert_int_equal(s->nfort, 24);
  for (int i = 0; i < s->nfort; i++) {
    int g = s->fort[i].at;
    assert_int_not_equal(across(g), 0);
    assert_true(O(&k->play)->on[row_of(g)] >> across(g) >> 1);
    for (int j = 0; j < i; j++)
      assert_int_not_equal(s->fort[j].at, g);
  }
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(raising_mines),
                                     cmocka_unit_test(prices_of_steps),
                                     cmocka_unit_test(works_are_spread)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
