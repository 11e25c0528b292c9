/* test_table.c - 6.1: entering a result by hand and from a file; V1 to V12. */
#include "kit.h"

#define TWO "\"phase\":\"play.1\",\"terrain\":[{\"hex\":\"16-K5\",\"set\":[\"woods\"]}],\"units\":[{\"name\":\"g1\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"}," \
  "{\"name\":\"pz\",\"side\":\"german\",\"kind\":\"PzIVH\",\"box\":\"german.off\"},{\"name\":\"r1\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"16-K5\"}," \
  "{\"name\":\"dug\",\"side\":\"soviet\",\"kind\":\"T34M41\",\"hex\":\"16-J5\",\"marks\":[\"dugin\"]},{\"name\":\"ldr\",\"side\":\"soviet\",\"kind\":\"9-1\",\"hex\":\"16-K5\"}]"

/* The same record twice: typed in, and read from a file; the states must be the same bytes. */
static void forms_and_file_agree(void **unused) {
  (void)unused;
  static const char file[] =
      "# the first morning\n"
      "result scenario=1 turns=7\n"
      "end turn=7 dr=2\n"
      "unit id=g1 fate=ok hex=16-M5\n"
      "unit id=pz fate=eliminated\n"
      "new id=x type=228 from=pz hex=16-N5\n"
      "unit id=r1 fate=ok hex=16-K5 becomes=248 state=broken\n"
      "unit id=dug fate=captured\n"
      "unit id=ldr fate=ok hex=16-K5\n"
      "control hex=16-M5 owner=GER\n"
      "edge side=west from=1 to=3 owner=GER\n"
      "vl board=16 count=2 owner=GER\n"
      "cvp side=GER inflicted=7\n"
      "cvp side=RUS inflicted=5 of_which_exit=0\n"
      "sniper side=RUS lost=1\n";
  static const char *const typed[] = {"turns 7", "enddie 7 2", "pick g1", "put 16-M5", "fate ok", "done", "pick pz", "fate eliminated", "done", "new crew pz", "pick de.x.crew-1", "put 16-N5", "done",
                                      "pick r1", "becomes 248", "put 16-K5", "fate ok", "state broken", "done", "pick dug", "fate captured", "done", "pick ldr", "put 16-K5", "fate ok", "done",
                                      "control german", "take 16-M5", "done", "control german", "edge 16-FF10", "edge 16-EE10", "edge 16-DD10", "done", "vlcount 16 german 2", "cvp german 7",
                                      "cvp soviet 5", "cvpexit soviet 0", "sniper soviet 1"};
  struct kit *k = kit_lay(TWO, true), *m = kit_lay(TWO, true);
  for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) kit_do(k, GER, typed[i]);
  static char out[8192];
  struct sal_text text = {out, sizeof out, 0};
  struct sal_err err = {0};
  if (!sp_import(&m->play, GER, "result", file, &text, &err)) fail_msg("line %d: %s", err.line, err.text);
  for (char *at = out; *at;) {
    char *end = strchr(at, '\n');
    *end = 0;
    kit_do(m, GER, at);
    at = end + 1;
  }
  assert_memory_equal(k->play.state, m->play.state, k->book->state_bytes);
  kit_do(k, GER, "submit");
  assert_int_equal(kit_node(k), N_CONFIRM);
  kit_do(k, RUS, "reject"); /* nothing is lost by a mistake */
  kit_told(k, E_REJECTED, R_6_1);
  kit_do(k, RUS, "submit");
  kit_do(k, GER, "confirm");
  kit_told(k, E_RESULT, R_V1);
  assert_true(kit_told(k, E_CONTROL, R_11_6051_52)->n[0] >= 1);
  const struct state *s = kit_state(k);
  assert_int_equal(s->side[RUS].cvp, 7); /* a T-34 for 6 and a squad reduced */
  assert_int_equal(s->side[GER].cvp, 5); /* a PzIVH for 6 less its crew */
  assert_int_equal(s->unit[kit_unit(k, "dug")].where, DEAD);
  assert_int_equal(s->unit[kit_unit(k, "de.x.crew-1")].where, MAP);
  assert_true(s->ground[at_pa(&k->play, kit_place(k, "16-M5"))] & C_MARK_GER);
  assert_int_equal(sp_vl_count(&k->play, GER), 2);
  assert_int_equal(kit_node(k), N_CHAIN);
  kit_close(k);
  kit_close(m);
}

static void wrong_file(const char *text, int line, const char *words) {
  struct kit *k = kit_lay(TWO, true);
  static char out[4096];
  struct sal_text room = {out, sizeof out, 0};
  struct sal_err err = {0};
  assert_false(sp_import(&k->play, GER, "result", text, &room, &err));
  if (err.line != line || !strstr(err.text, words)) fail_msg("line %d: %s", err.line, err.text);
  kit_close(k);
}

static void bad_files(void **unused) {
  (void)unused;
  wrong_file("result scenario=2 turns=7\n", 1, "V1");
  wrong_file("result scenario=1 turns=7\n\nunit id=nobody fate=ok\n", 3, "nobody");
  wrong_file("unit id=g1 fate=ok hex=10-B5\n", 1, "V4");
  wrong_file("unit id=g1 fate=north\n", 1, "V5");
  wrong_file("unit id=r1 fate=ok becomes=628\n", 1, "V3");
  wrong_file("vl board=10 count=3 owner=GER\n", 1, "V7");
  wrong_file("vl board=16 count=99 owner=GER\n", 1, "V7");
  wrong_file("edge side=west from=1 to=99 owner=GER\n", 1, "edge");
  wrong_file("weapon id=1.lmg count=1\n", 1, "V12");
  wrong_file("oba id=1 used=y black=1 red=1\n", 1, "V9");
  wrong_file("nonsense a=b\n", 1, "not known");
  struct kit *k = kit_lay(TWO, true);
  struct sal_err err = {0};
  struct sal_text room = {(char[8]){0}, 8, 0};
  assert_false(sp_import(&k->play, GER, "poem", "", &room, &err));
  kit_close(k);
}

/* The checks of a record, each with its own rule. */
static void checks(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO, true);
  kit_refused(k, GER, "submit", R_V2);
  kit_refused(k, GER, "turns 6", R_V2);
  kit_refused(k, GER, "vlcount 10 german 0", R_V7);
  kit_refused(k, GER, "weapon 1 lmg 1", R_V12);
  kit_refused(k, GER, "module 1", R_V9);
  kit_do(k, GER, "turns 8");
  kit_refused(k, GER, "submit", R_V2);
  kit_all(k, "german enddie 7 2;german enddie 8 4");
  kit_refused(k, GER, "submit", R_V2); /* 2 had ended it in Turn 7 */
  kit_do(k, GER, "enddie 7 5");
  kit_refused(k, GER, "submit", R_V3); /* fates are missing */
  kit_do(k, GER, "pick g1");
  kit_refused(k, GER, "fate ok", R_V4);
  kit_refused(k, GER, "fate north", R_V5);
  kit_refused(k, GER, "becomes 458", R_V3);
  kit_refused(k, GER, "put 10-B5", R_V4);
  kit_do(k, GER, "done");
  kit_do(k, GER, "pick r1");
  kit_refused(k, GER, "fate offmap", R_V3);
  kit_do(k, GER, "done");
  kit_all(k, "soviet pick dug;soviet put 16-I5;soviet done;soviet auto");
  kit_refused(k, GER, "submit", R_V11); /* it has moved */
  kit_all(k, "soviet pick dug;soviet put 16-J5;soviet done;german pick r1;german becomes 248;german done");
  kit_refused(k, GER, "submit", R_V6);
  kit_do(k, GER, "cvp german 1");
  kit_do(k, GER, "northvp 5");
  kit_refused(k, GER, "submit", R_V5);
  kit_do(k, GER, "northvp 0");
  kit_do(k, GER, "control german");
  kit_refused(k, GER, "edge 16-K5", R_V8);
  kit_refused(k, GER, "give 16-K5", R_11_2e);
  kit_do(k, GER, "done");
  kit_do(k, GER, "submit");
  kit_do(k, RUS, "confirm");
  kit_close(k);
}

/* 11.6091 to 11.6095: what burns in a result, and who is still in it. */
static void fires(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[{\"name\":\"r1\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"16-K5\"}],\"terrain\":[{\"hex\":\"16-K5\",\"set\":[\"house\"]},{\"hex\":\"18-K5\",\"set\":[\"woods\"]}]", true);
  kit_all(k, "german burn blaze;german take 16-K5;german burn blaze;german take 18-K5;german turns 7;german enddie 7 1;german auto;german submit;soviet confirm");
  kit_all(k, "german commit;soviet commit");
  while (kit_node(k) == N_ESCAPE) kit_default(k);
  int n = kit_unit(k, "r1");
  assert_int_equal(kit_state(k)->unit[n].where == DEAD || kit_state(k)->unit[n].where == OFF, 1);
  kit_told(k, E_BURNT, R_11_6093);
  kit_told(k, E_BURNT, R_11_6095);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forms_and_file_agree), cmocka_unit_test(bad_files), cmocka_unit_test(checks), cmocka_unit_test(fires)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
