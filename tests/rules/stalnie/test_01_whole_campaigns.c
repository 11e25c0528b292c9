/* test_01_whole_campaigns.c - whole campaigns: random play to the end with clean audits, the
 * roster, the audit's own teeth. */
#include "kit.h"

/* CPP never negative, maxima never passed, every unit accounted for: sp_audit after every action.
 */
static void random_campaigns(void **unused) {
  (void)unused;
  enum { CAMPAIGNS = 40 };
  struct kit *k = kit_open("campaign");
  struct sal_rng pick;
  long actions = 0;
  int german = 0;
  for (int i = 0; i < CAMPAIGNS; i++) {
    kit_start(k, 50 + (uint64_t)i);
    sal_rng_seed(&pick, (uint64_t)i);
    for (int n = 0; kit_node(k) >= 0; n++) {
      uint32_t who = sal_actors(&k->play);
      int side = who == SAL_BOTH ? (int)sal_rng_below(&pick, 2) : who == SAL_BIT(GER) ? GER : RUS;
      struct sal_err err = {0};
      sal_legal(&k->play, side, &k->list);
      assert_true(k->list.n > 0);
      kit_ready(k);
      sal_apply(&k->play, side, k->list.a[sal_rng_below(&pick, k->list.n)]);
      if (!k->book->rules->audit(&k->play, &err))
        fail_msg("campaign %d, action %d: %s", i, n, err.text);
      actions++;
      assert_true(n < 100000);
    }
    struct sal_result r;
    assert_true(k->book->rules->score(&k->play, &r));
    german += r.winner == GER;
  }
  print_message("%d campaigns, %ld actions, %d German victories\n", CAMPAIGNS, actions, german);
  kit_close(k);
}

/* Each invariant bites, and it is that one and no other. */
static void audit_teeth(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  kit_start(k, 3);
  kit_until(k, "reph.1/11.605");
  struct state *s = kit_state(k), *copy = malloc(k->book->state_bytes);
  const struct own *o = own(k->book);
  struct sal_err err;
  int map = -1, off = -1, hill = -1, north = -1;
  for (int u = 0; u < k->book->ncounters; u++) {
    if (map < 0 && s->unit[u].where == MAP)
      map = u;
    if (off < 0 && s->unit[u].where == OFF && s->unit[u].rec)
      off = u;
  }
  for (int i = 0; i < o->nvl; i++) {
    if (hill < 0 && o->vl[i].kind == VL_HILL)
      hill = i;
    if (north < 0 && row_of(o->vl[i].g) > sp_pa_high(&k->play))
      north = i;
  }
  assert_true(map >= 0 && off >= 0 && hill >= 0 && north >= 0);
  int here = at_pa(&k->play, s->unit[map].at), a6 = kit_group(k, GER, "a6"),
      i1 = kit_group(k, GER, "i1");
  memcpy(copy, s, k->book->state_bytes);
  assert_true(k->book->rules->audit(&k->play, &err));
#define BREAKS(words, what)                                                                        \
  do {                                                                                             \
    what;                                                                                          \
    if (k->book->rules->audit(&k->play, &err))                                                     \
      fail_msg("%s: it passes", words);                                                            \
    if (!strstr(err.text, words))                                                                  \
      fail_msg("%s: %s", words, err.text);                                                         \
    memcpy(s, copy, k->book->state_bytes);                                                         \
  } while (0)
#define LINE(g, ...)                                                                               \
  do {                                                                                             \
    s->rec[GER][s->side[GER].nrec++] =                                                             \
        (struct rec){.group = (uint8_t)(g), .scenario = 1, __VA_ARGS__};                           \
    s->side[GER].ever[g]++;                                                                        \
  } while (0)
  BREAKS("scenario 0", s->scenario = 0);
  BREAKS("scenario 5", s->scenario = 5);
  BREAKS("Playing Area 0", s->pa = 0);
  BREAKS("Playing Area 4", s->pa = 4);
  BREAKS("German CPP are negative", s->side[GER].cpp = -1);
  BREAKS("German record is too long", s->side[GER].nrec = MAX_RECS + 1);
  BREAKS("German line 1 has no group", s->rec[GER][0].group = 99);
  BREAKS("German a1 is counted wrongly", s->side[GER].ever[kit_group(k, GER, "a1")]++);
  /* while groups are bought */
  BREAKS("German a6 is counted wrongly", s->head.phase = 0; s->side[GER].bought[a6] = 1);
  BREAKS("German bought too many a6", LINE(a6); LINE(a6); LINE(a6)); /* two a scenario */
  /* three in all */
  BREAKS("German bought too many a6 in the campaign", LINE(a6, .flags = R_GONE); LINE(a6);
         s->scenario = 2; s->pa = 2; LINE(a6); LINE(a6);
         s->side[GER].row[1].total = s->side[GER].cpp; memset(s->load, 0, sizeof s->load));
  BREAKS("German bought 3 companies", LINE(i1); LINE(i1); LINE(kit_group(k, GER, "i2")));
  BREAKS("Soviet bought 0 companies", s->head.phase = 0; s->side[RUS].companies = 1);
  BREAKS("Soviet ledger", s->side[RUS].cpp = (int16_t)(s->side[RUS].cpp + 1));
  BREAKS("Soviet ledger", s->side[RUS].row[0].total++);
  BREAKS("Soviet ledger", s->side[RUS].recon_paid++);
  /* bought with nothing */
  BREAKS("German ledger", s->side[GER].row[0].total = s->side[GER].cpp = 0;
         s->side[GER].recon_paid = 0; s->rec[GER][0].flags = 0; s->rec[GER][0].price = 4;
         s->side[GER].ever[s->rec[GER][0].group]++);
  /* while groups are bought */
  BREAKS("German ledger", s->head.phase = 0; s->side[GER].row[0].total++);
  BREAKS("German ledger", s->head.phase = 7; s->side[GER].row[0].total++); /* in play */
  BREAKS("German SAN is 9", s->side[GER].san = 9);
  BREAKS("three Attack chits", s->side[RUS].attacks = 3);
  BREAKS("Soviet ELR is 7", s->side[RUS].elr = 7);
  /* an observer for a company */
  BREAKS("German line 7 serves no module", s->rec[GER][6].attach = 1);
  BREAKS("German line 7 serves no module", s->rec[GER][6].attach = 90);
  BREAKS("German line 7 has outlived its module", s->rec[GER][5].flags |= R_GONE);
  BREAKS("0 platoons are dug in", s->dugin_used = 1);
  BREAKS("2 platoons are dug in", s->rec[RUS][0].flags |= R_DUGIN; s->rec[RUS][1].flags |= R_DUGIN;
         s->dugin_used = 2);
  BREAKS("0 Attack chits, 1 in the roster", s->side[RUS].row[0].attack = 1);
  BREAKS("German mines for 33 FPP", s->head.phase = 2; s->side[GER].mines = 33);
  BREAKS("is nowhere", s->unit[off].where = 9);
  BREAKS("has no type", s->unit[off].type = 0);
  BREAKS("has no type", s->unit[off].type = MAX_TYPES);
  BREAKS("is off the map with a place", s->unit[off].at = 5);
  BREAKS("is in no Isolated Area of its own", s->unit[off].iso = 1);
  BREAKS("is in no Isolated Area of its own", s->unit[map].iso = 1);
  BREAKS("is beyond the Playing Area", s->unit[map].at = (uint16_t)(70 * WIDTH));
  BREAKS("the stacking record does not fit", s->load[here]++);
  BREAKS("has lost 1 units without trace", s->unit[off].where = NONE);
  BREAKS("a hex is in both areas", s->area[500] |= A_GER | A_RUS);
  /* there is no such area */
  BREAKS("an Isolated Area lies inside a perimeter", s->isle[700] = 1; s->area[700] = 0;
         s->niso = 0);
  BREAKS("an Isolated Area lies inside a perimeter", s->isle[700] = 1; s->area[700] = A_GER;
         s->niso = 1);
  BREAKS("is gone", s->vl[hill] |= VB_GONE);
  BREAKS("is German before its time", s->vl[north] |= VB_GERMAN);
  BREAKS("too many fortifications", s->nfort = MAX_FORTS + 1);
  /* 11.613 on: who is on the map in an Isolated Area is isolated, and nobody else */
  s->head.phase = 13 + 7;
  s->iso[0] = (struct iso){k->book->counter[map].side, 2, 1}, s->niso = 1;
  s->isle[here] = 1, s->area[here] = 0;
  BREAKS("is in no Isolated Area of its own", (void)0);
#undef BREAKS
#undef LINE
  free(copy);
  kit_close(k);
}

/* 11.14, 11.6162: the roster and the ledger add up, and the enemy's are not shown. */
static void records(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign", NULL, NULL);
  acts(t, "german", "buy i1 plain 0;buy m1 plain 0");
  const cJSON *a = ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}"), *r;
  int ledgers = 0, soviet = 0;
  cJSON_ArrayForEach(r, field(a, "records")) {
    soviet += strcmp(text_of(r, "id"), "purchases.soviet") == 0;
    if (strcmp(text_of(r, "id"), "ledger.german"))
      continue;
    ledgers++;
    assert_int_equal(int_of(r, "blocks[0].total"), 7); /* 16 - 8 - 1 */
    assert_int_equal(int_of(r, "blocks[0].lines[1].value"), -8);
    assert_string_equal(text_of(r, "blocks[0].lines[1].rule"), "11.6194");
  }
  cites(t, "records[0].blocks[0].rule", "11.14");
  cites(t, "records[2].blocks[0].lines[0].rule", "11.6162");
  assert_int_equal(ledgers, 1);
  assert_int_equal(soviet, 0);
  clear_away(t);
}

/* CG.VC: the campaign ends after scenario 4 and says by which rule. */
static void campaign_victory(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"final/"
              "11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":30,\"winners\":222}",
              false);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_node(k), -1);
  struct sal_result r;
  assert_true(k->book->rules->score(&k->play, &r));
  assert_int_equal(r.winner, RUS);
  assert_int_equal(r.rule, R_CG_VC);
  kit_told(k, E_CAMPAIGN, R_CG_VC);
  kit_close(k);
}

/* The lesson: one purchase, one quick battle, one Refit Phase. */
static void lesson(void **unused) {
  (void)unused;
  struct kit *k = kit_open("lesson");
  kit_start(k, 5);
  while (kit_node(k) >= 0)
    kit_default(k);
  struct sal_result r;
  assert_true(k->book->rules->score(&k->play, &r));
  assert_int_equal(kit_state(k)->scenario, 2);
  /* the Refit Phase was played to its end */
  assert_true(kit_state(k)->side[GER].row[1].repl >= 24);
  kit_close(k);
}

/* 11.5b, 11.620: units of the initial forces come into the roster with the strength roll, and no
 * sooner. */
static void initial_forces(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  kit_start(k, 11);
  int before = 0, after = 0;
  for (int u = 0; u < k->book->ncounters; u++)
    before += kit_state(k)->unit[u].where != NONE;
  kit_all(k, "german commit;soviet commit");
  for (int u = 0; u < k->book->ncounters; u++)
    after += kit_state(k)->unit[u].where != NONE;
  assert_int_equal(before, 0);
  assert_in_range(after, 45, 75);
  assert_int_equal(kit_state(k)->side[RUS].fpp, 40); /* M1 given */
  assert_int_equal(kit_state(k)->side[GER].nrec, 7);
  assert_int_equal(kit_state(k)->rec[GER][6].attach, 6); /* O5 serves O2 */
  kit_close(k);
}

/* A position file says where a campaign stands: scenario and Playing Area by its phase, every
 * variable in its place. */
static void positions(void **unused) {
  (void)unused;
  static const struct {
    const char *phase;
    int scenario, pa;
  } at[] = {{"prep.1/11.619", 1, 1}, {"reph.1/11.605", 1, 1}, {"prep.2/11.619", 2, 2},
            {"reph.2/11.605", 2, 2}, {"prep.3/11.619", 3, 3}, {"prep.4/11.619", 4, 3}};
  for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
    char position[100];
    snprintf(position, sizeof position, "\"phase\":\"%s\",\"vars\":{\"winners\":1}", at[i].phase);
    struct kit *k = kit_lay(position, false);
    assert_int_equal(kit_state(k)->scenario, at[i].scenario);
    assert_int_equal(kit_state(k)->pa, at[i].pa);
    assert_int_equal(kit_state(k)->side[GER].elr, 4);
    assert_int_equal(kit_state(k)->side[RUS].elr, 3);
    assert_int_equal(kit_state(k)->side[GER].san + kit_state(k)->side[RUS].san, 4);
    assert_int_equal(kit_state(k)->weather, CLEAR);
    assert_int_equal(kit_state(k)->ec, DRY);
    kit_close(k);
  }
  struct kit *k =
      kit_lay("\"phase\":\"prep.3/"
              "11.621\",\"vars\":{\"german_cpp\":31,\"soviet_cpp\":7,\"german_elr\":2,\"soviet_"
              "elr\":5,\"german_san\":3,\"soviet_san\":6,\"german_fpp\":11,\"soviet_fpp\":12,"
              "\"german_front\":9,\"soviet_front\":15,\"german_losses\":21,"
              "\"soviet_losses\":22,\"winners\":21,\"soviet_attack\":1,\"isolated_lost\":8,"
              "\"weather_now\":1,\"ec_now\":4,\"west_edge\":5,\"east_edge\":7,\"dual\":1}",
              false);
  const struct state *s = kit_state(k);
  const int got[] = {s->side[GER].cpp,
                     s->side[RUS].cpp,
                     s->side[GER].elr,
                     s->side[RUS].elr,
                     s->side[GER].san,
                     s->side[RUS].san,
                     s->side[GER].fpp,
                     s->side[RUS].fpp,
                     s->side[GER].cvp,
                     s->side[RUS].cvp,
                     s->winner[0],
                     s->winner[1],
                     s->winner[2],
                     s->side[RUS].attacks,
                     s->side[RUS].isolated_lost,
                     s->weather,
                     s->ec,
                     s->dual,
                     s->side[GER].row[2].total,
                     s->side[GER].row[2].start,
                     s->side[GER].row[1].attack,
                     s->side[RUS].row[1].attack};
  static const int want[] = {31, 7, 2, 5, 3,        6,        11, 12, 21, 22, 1,
                             2,  0, 1, 8, OVERCAST, VERY_DRY, 1,  31, 31, 1,  0};
  for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
    if (got[i] != want[i])
      fail_msg("figure %zu is %d", i, got[i]);
  for (int i = 0; i < PA_PLACES; i++) {
    int h = i / WIDTH;
    bool on = own(k->book)->on[64 + h] >> i % WIDTH & 1;
    assert_int_equal(s->area[i] & (A_GER | A_RUS), !on ? 0 : h < 9 ? A_GER : h >= 15 ? A_RUS : 0);
    assert_int_equal((s->ground[i] & C_OWN) != 0, on && h < 9);
  }
  for (int h = 65; h < 128; h++) {
    assert_int_equal((s->edge[1][h] & EDGE_GERMAN) != 0, h - 64 <= 5);
    assert_int_equal((s->edge[0][h] & EDGE_GERMAN) != 0, h - 64 <= 7);
  }
  for (int i = 0; i < own(k->book)->nvl; i++)
    assert_int_equal((s->vl[i] & VB_GERMAN) != 0, row_of(own(k->book)->vl[i].g) < 64 + 9);
  assert_true(s->side[GER].perimeter && s->side[RUS].perimeter);
  kit_close(k);
}

/* What a position refuses. */
static void bad_positions(void **unused) {
  (void)unused;
  static const char *const bad[] = {
      "\"phase\":\"prep.9\"",
      "\"vars\":{\"nonsense\":1}",
      "\"vars\":{\"german_elr\":6}",
      "\"vars\":{\"german_elr\":0}",
      "\"vars\":{\"dual\":2}",
      "\"units\":[" OFFMAP("a", "german", "nonsense") "]",
      "\"units\":[" AT("a", "german", "658", "10-B5") "]",
      "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"soviet.off\"}]",
      "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\","
      "\"steps\":3}]",
      "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"PzIVH\",\"box\":\"german.off\","
      "\"steps\":2}]",
      "\"units\":[" OFFM("a", "german", "658", "happy") "]",
      "\"control\":[[\"german\",[\"10-B5\"]]]"};
  for (size_t i = 0; i <= sizeof bad / sizeof bad[0]; i++) {
    bool good = i == sizeof bad / sizeof bad[0];
    struct table *t = lay("stalnie/campaign", NULL, NULL);
    const cJSON *a = ask(t,
                         "{\"cmd\":\"new\",\"game\":\"stalnie\",\"scenario\":\"campaign\",\"seed\":"
                         "1,\"position\":{%s}}",
                         good ? "\"units\":[" OFFM("a", "german", "658", "broken") "]" : bad[i]);
    if (cJSON_IsTrue(field(a, "ok")) != good)
      fail_msg("%s: %s", good ? "a good one" : bad[i],
               good ? text_of(a, "error.text") : "accepted");
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_campaigns), cmocka_unit_test(audit_teeth),
      cmocka_unit_test(records),          cmocka_unit_test(campaign_victory),
      cmocka_unit_test(lesson),           cmocka_unit_test(initial_forces),
      cmocka_unit_test(positions),        cmocka_unit_test(bad_positions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
