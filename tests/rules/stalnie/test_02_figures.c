/* test_02_figures.c - figures to the last one: melee, prices, portage, repairs, promotion, armour
 * leaders, contact, the snapshot. */
#include "kit.h"

static int events_of(struct table *t, const char *side, const char *kind, const char *text) {
  const cJSON *e = ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side), *one;
  int n = 0;
  cJSON_ArrayForEach(one, field(e, "events")) n +=
      !strcmp(text_of(one, "kind"), kind) && (!text || strstr(text_of(one, "text"), text));
  return n;
}

/* 11.601: rounds at the odds of what stands in the hex, and nowhere else; below the number kills.
 */
static void melee(void **unused) {
  (void)unused;
#define MELEE                                                                                      \
  "\"phase\":\"reph.1/11.601\",\"terrain\":[" WOODS("18-K5") "," WOODS(                            \
      "18-M5") "],\"units\":[" AT("g", "german", "658",                                            \
                                  "18-K5") "," AT("r", "soviet", "458",                            \
                                                  "18-K5") "," AT("r2", "soviet", "458",           \
                                                                  "18-M5") "," AT("g2", "german",  \
                                                                                  "658",           \
                                                                                  "18-P5") "]"
  /* 7 to 6: the Germans kill below 5, the Soviets below 4 */
  struct table *t = lay("stalnie/campaign", MELEE, "2 2 6 6");
  assert_int_equal(events_of(t, "german", "melee", "Melee in 18-K5, 7 to 6"), 1);
  stands(t, "r2", "18-M5", 2);
  stands(t, "g", "18-K5", 2);
  stands(t, "r", "soviet.lost", 2);
  assert_int_equal(int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}"), "view.vars.soviet_losses"),
                   2);
  clear_away(t);
  t = lay("stalnie/campaign", MELEE, "2 3 6 6 6 6 1 2"); /* 5 does not, and then a 3 */
  assert_int_equal(events_of(t, "german", "melee", NULL), 2);
  stands(t, "g", "german.lost", 2);
  stands(t, "r", "18-K5", 2);
  clear_away(t);
}

/* 3.10, 11.621d: every price of either side, and where it may stand. */
static void prices(void **unused) {
  (void)unused;
  static const struct {
    uint8_t ger, rus, front, isolated;
  } want[FORTS] = {[FORT_FOX1] = {1, 1, 0, 1},        [FORT_FOX2] = {2, 2, 0, 1},
                   [FORT_FOX3] = {3, 3, 0, 1},        [FORT_TRENCH] = {9, 7, 0, 1},
                   [FORT_DITCH] = {0, 18, 0, 0},      [FORT_AP2] = {2, 2, 0, 0},
                   [FORT_AP4] = {4, 4, 0, 0},         [FORT_AP6] = {6, 6, 0, 0},
                   [FORT_AP8] = {8, 8, 0, 0},         [FORT_AP12] = {12, 12, 0, 0},
                   [FORT_AT1] = {3, 3, 0, 0},         [FORT_AT2] = {6, 6, 0, 0},
                   [FORT_AT3] = {9, 9, 0, 0},         [FORT_AT4] = {12, 12, 0, 0},
                   [FORT_AT5] = {15, 15, 0, 0},       [FORT_ROADBLOCK] = {14, 10, 0, 1},
                   [FORT_WIRE] = {15, 12, 0, 0},      [FORT_PILL135] = {0, 27, 0, 0},
                   [FORT_PILL235] = {0, 30, 0, 0},    [FORT_PILL335] = {0, 33, 0, 0},
                   [FORT_PILL157] = {0, 39, 0, 0},    [FORT_PILL257] = {0, 42, 0, 0},
                   [FORT_PILL357] = {0, 45, 0, 0},    [FORT_BUILDING] = {0, 12, 1, 1},
                   [FORT_HIP_SMC] = {1, 1, 1, 1},     [FORT_HIP_HS] = {2, 2, 1, 1},
                   [FORT_HIP_SQUAD] = {3, 3, 1, 1},   [FORT_HIP_58] = {0, 4, 1, 1},
                   [FORT_HIP_VEHICLE] = {0, 5, 1, 1}, [FORT_DUMMY] = {1, 1, 1, 1},
                   [FORT_SETDC] = {12, 12, 1, 0}};
  struct kit *k = kit_open("campaign");
  for (int i = 0; i < FORTS; i++) {
    const struct fort_kind *f = &own(k->book)->fort[i];
    assert_int_equal(f->price[GER], want[i].ger);
    assert_int_equal(f->price[RUS], want[i].rus);
    assert_int_equal(f->front, want[i].front);
    assert_int_equal(f->isolated, want[i].isolated);
  }
  for (int side = 0; side < 2; side++) /* 11.6194: every manner of every group */
    for (int g = 0; g < own(k->book)->ngroups[side]; g++) {
      const struct group *gr = &own(k->book)->group[side][g];
      int base = sp_price(&k->play, side, g, PLAIN);
      assert_int_equal(sp_price(&k->play, side, g, RESERVE), base - 2);
      assert_int_equal(sp_price(&k->play, side, g, REG1), base + 2);
      assert_int_equal(sp_price(&k->play, side, g, REG2), base + 4);
      assert_int_equal(sp_price(&k->play, side, g, BONUS), 6);
      int north = gr->cls == 'a' ? 4
                  : gr->company  ? (side == GER ? 4 : 2)
                                 : 0,
          south = gr->cls == 'a'               ? (side == GER ? 4 : 2)
                  : gr->company && side == GER ? 4
                                               : 0;
      assert_int_equal(sp_price(&k->play, side, g, NORTH), base + north);
      assert_int_equal(sp_price(&k->play, side, g, SOUTH), base + south);
    }
  kit_close(k);
}

/* 3.9: portage above what a half-squad carries; a leader in the stack carries one. */
static void portage(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"terrain\":[" WOODS(
                  "T-AA15") "],\"units\":[" JOIN(AT("hmg", "german", "HMG348", "T-AA15"),
                                                 AT("mtr", "german", "MTR81", "T-AA15"),
                                                 AT("ldr", "german", "9-1", "T-AA15"),
                                                 AT("six", "german", "6+1", "T-AA15"),
                                                 AT("hero", "german", "hero", "T-AA15"),
                                                 AT("truck", "german", "Opel6700", "T-AA13"),
                                                 AT("sp", "german", "SPW251/1", "T-AA17")) "]",
              false);
  kit_all(k, "german commit;soviet commit");
  static const struct {
    const char *a, *b;
    int drm;
  } cases[] = {{"hmg", NULL, 5},  {"mtr", NULL, 5},   {"hmg", "ldr", 3},
               {"hmg", "six", 5}, {"hmg", "hero", 4}, {"truck", NULL, 4},
               {"sp", NULL, 3},   {"ldr", NULL, 2},   {"hmg", "mtr", 6}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    uint16_t u[2] = {(uint16_t)kit_unit(k, cases[i].a),
                     cases[i].b ? (uint16_t)kit_unit(k, cases[i].b) : 0};
    /* +3 for 25 hexes in all of them */
    assert_int_equal(sp_escape_drm(&k->play, GER, u, cases[i].b ? 2 : 1, NULL), cases[i].drm);
  }
  kit_state(k)->unit[kit_unit(k, "ldr")].flags |= U_WOUNDED | U_ENCIRCLED;
  uint16_t lone[1] = {(uint16_t)kit_unit(k, "ldr")};
  /* no -1 when wounded, +2 encircled */
  assert_int_equal(sp_escape_drm(&k->play, GER, lone, 1, NULL), 5);
  kit_close(k);
}

/* 11.6194d: what is dug in is on the map when set-up is done, its owner's choice or not. */
static void dug_in(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.1/11.624\",\"units\":[" JOIN(
                  OFFM("dug", "soviet", "T34M41", "dugin"), OFFMAP("free", "soviet", "T34M41")) "]",
              false);
  kit_do(k, RUS, "done");
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "dug")].where, MAP);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "free")].where, OFF);
  kit_close(k);
}

/* the nth DR thrown for a rule in the last act */
static int faces(const struct kit *k, int rule, int nth) {
  int sum = 0, n = 0;
  for (uint32_t i = 0; i < k->dice.n; i++)
    if (k->dice.rolled[i].rule == rule) {
      if (n / 2 == nth)
        sum += k->dice.rolled[i].value;
      n++;
    }
  return sum;
}

/* 11.6115a, 3.12: which armour leader improves, by every Final DR; 11.6114 with its own DR. */
static void improvement(void **unused) {
  (void)unused;
  int finals = 0, promoted = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct kit *k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                                OFFMAP("p1", "german", "PzIVH"), OFFMAP("p2", "german", "PzIVH"),
                                OFFMAP("p3", "german", "PzIVH"), OFFMAP("s1", "soviet", "458"),
                                OFFMAP("s2", "soviet", "458"), OFFMAP("s3", "soviet", "458"),
                                OFFMAP("s4", "soviet", "458")) "]",
                            false);
    struct state *s = kit_state(k);
    const struct own *o = own(k->book);
    static const char *const name[] = {"p1", "p2", "p3"};
    sal_rng_seed(&k->rng, seed);
    s->side[GER].nrec = 3;
    for (int i = 0; i < 3; i++) { /* an 8-1, a 9-1, a 9-2 */
      s->rec[GER][i] = (struct rec){.group = (uint8_t)sp_group_of_word(&k->play, GER, 4),
                                    .scenario = 1,
                                    .copy = (uint8_t)(i + 1),
                                    .al = o->grade[3 + i],
                                    .hex = NOWHERE};
      s->unit[kit_unit(k, name[i])].rec = (uint8_t)(i + 1);
    }
    int drm = (int)(seed % 3);
    char text[8];
    snprintf(text, sizeof text, "drm %d", drm);
    kit_all(k, "soviet commit");
    kit_do(k, GER, text);
    kit_do(k, GER, "commit");
    int final = faces(k, R_11_6115a, 0) - drm, line = final <= 2   ? 2
                                                      : final == 3 ? 1
                                                      : final == 4 ? 0
                                                                   : -1;
    for (int i = 0; i < 3; i++)
      assert_int_equal(s->rec[GER][i].al, o->grade[3 + i + (i == line)]);
    finals |= 1 << (final < 2 ? 2 : final > 6 ? 6 : final);
    /* the Soviets: four squads, no leader */
    int dr = faces(k, R_11_6114, 0),
        grade = dr <= 3   ? 3
                : dr <= 5 ? 2
                : dr == 6 ? 1
                          : -1,
        leaders[8] = {0}, all = 0;
    for (int u = 0; u < k->book->ncounters; u++)
      if (s->unit[u].where == OFF && side_of(&k->play, u) == RUS &&
          sp_grade(&k->play, s->unit[u].type) >= 0)
        leaders[sp_grade(&k->play, s->unit[u].type)]++, all++;
    assert_int_equal(all, grade >= 0);
    if (grade >= 0)
      assert_int_equal(leaders[grade], 1), promoted |= 1 << grade;
    kit_close(k);
  }
  assert_int_equal(finals, 4 | 8 | 16 | 32 | 64);
  assert_int_equal(promoted, 2 | 4 | 8);
}

/* 11.6111: half-squads of different places in the world do not meet. */
static void recombining(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"terrain\":[" JOIN(
          WOODS("T-PP21"), WOODS("T-PP12"), WOODS("T-PP3"),
          WOODS(
              "T-V15")) "],\"control\":[[\"soviet\",[\"T-PP21\",\"T-PP12\",\"T-PP3\"]]],\"vars\":{"
                        "\"winners\":1},"
                        "\"units\":[" JOIN(
                            AT("in", "german", "348", "T-V15"), OFFMAP("out", "german", "348"),
                            OFFMAP("eng", "german", "338"), OFFMAP("r1", "soviet", "248"),
                            OFFMAP("r2", "soviet", "248"),
                            OFFMAP("r3",
                                   "sov"
                                   "ie"
                                   "t",
                                   "24"
                                   "8")) "]",
      false);
  kit_all(k, "german commit;soviet commit;german done");
  const struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  assert_string_equal(o->type[s->unit[kit_unit(k, "in")].type].id, "348");
  assert_string_equal(o->type[s->unit[kit_unit(k, "out")].type].id, "348");
  assert_string_equal(o->type[s->unit[kit_unit(k, "eng")].type].id, "338");
  assert_string_equal(o->type[s->unit[kit_unit(k, "r1")].type].id, "458"); /* two of three */
  assert_int_equal(s->unit[kit_unit(k, "r2")].where, DEAD);
  assert_string_equal(o->type[s->unit[kit_unit(k, "r3")].type].id, "248");
  assert_int_equal(s->side[RUS].reph, 0);
  kit_close(k);
}

/* 11.6132a, 3.11: one weapon after another, each at the die that its modifiers just let pass, and
 * at the next. */
static void repair_table(void **unused) {
  (void)unused;
  static const struct {
    const char *side, *kind;
    int last;
  } cases[] = {{"german", "HMG348", 2}, {"soviet", "HMG248", 3}, {"soviet", "HMG50", 3},
               {"german", "MTR81", 3},  {"soviet", "MTR82", 3},  {"german", "AT75L", 2},
               {"soviet", "AT45L", 2},  {"soviet", "ART76L", 2}, {"soviet", "AA37L", 3},
               {"german", "AA88L", 2},  {"german", "PzIVH", 4},  {"soviet", "T34M41", 4}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int more = 0; more < 2; more++) {
      char position[300], dice[60];
      snprintf(position, sizeof position,
               "\"phase\":\"reph.1/"
               "11.613\",\"vars\":{\"winners\":1},\"units\":[{\"name\":\"w\",\"side\":\"%s\","
               "\"kind\":\"%s\",\"box\":\"%s.off\",\"marks\":[\"malfunctioned\"]}]",
               cases[i].side, cases[i].kind, cases[i].side);
      snprintf(dice, sizeof dice, "%d 1 1 1 1 4 4 4 4 3 3 3", cases[i].last + more);
      struct table *t = lay("stalnie/campaign", position, dice);
      assert_int_equal(events_of(t, cases[i].side, "repaired", NULL), !more);
      assert_int_equal(events_of(t, cases[i].side, "not.repaired", NULL), more);
      clear_away(t);
    }
}

/* QB.10: by phone a module makes contact on a 4, by radio it does not; the chit is drawn, the
 * weight falls. */
static void contact(void **unused) {
  (void)unused;
  for (int phone = 0; phone < 2; phone++) {
    struct kit *k =
        kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
    struct state *s = kit_state(k);
    s->side[GER].nrec = 1;
    s->rec[GER][0] = (struct rec){.group = (uint8_t)sp_group_of_word(&k->play, GER, 25),
                                  .scenario = 1,
                                  .flags = R_NAMED,
                                  .link = phone ? LINK_PHONE : LINK_RADIO,
                                  .black = 6,
                                  .red = 2,
                                  .strength = STR_NORMAL,
                                  .hex = (uint16_t)kit_place(k, "18-DD5")};
    kit_all(k, "german commit;soviet commit");
    kit_roll(k, GER, "fight", phone ? "4 1 1 6 6 6 6" : "4 6 6 6 6");
    assert_int_equal(s->rec[GER][0].black, phone ? 5 : 6);
    if (phone)
      assert_int_equal(kit_told(k, E_ARTILLERY, R_QB_10)->n[2], 20);
    /* pick 6 of 7: red; pick 0 of 8: black */
    kit_roll(k, GER, "fight", phone ? "3 2 1 6 6 6 6" : "3 1 1 6 6 6 6");
    assert_int_equal(s->rec[GER][0].red, phone ? 1 : 2);
    assert_int_equal(s->rec[GER][0].black, 5);
    kit_close(k);
  }
}

/* CG3, 11.625: inside an area everything is its owner's, elsewhere nothing changes. */
static void snapshot(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct state *s = kit_state(k);
  int ours = at_pa(&k->play, kit_place(k, "18-Z5")),
      theirs = at_pa(&k->play, kit_place(k, "24-K5")),
      nobody = at_pa(&k->play, kit_place(k, "18-K5"));
  s->ground[ours] = 0;
  s->ground[theirs] = C_OWN | C_OWN_UP;
  s->ground[nobody] = C_OWN;
  kit_all(k, "soviet done;german done");
  assert_int_equal(s->ground[ours] & 63,
                   C_OWN | C_OWN_UP | C_START | C_START_UP | C_DRAFT | C_DRAFT_UP);
  assert_int_equal(s->ground[theirs] & 63, 0);
  assert_int_equal(s->ground[nobody] & 63, C_OWN | C_START | C_DRAFT);
  kit_close(k);
}

/* V7: only Locations that changed hands keep a control marker; two crews are two counters. */
static void typed_details(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(
                              OFFMAP("a", "german", "PzIVH"), OFFMAP("b", "german", "PzIVH")) "]",
                          true);
  kit_all(k, "german pick a;german fate eliminated;german done;german pick b;german fate "
             "eliminated;german done;german new crew a;german new crew b");
  assert_int_equal(kit_state(k)->draft[kit_unit(k, "de.x.crew-1")].fate, FATE_OK);
  assert_int_equal(kit_state(k)->draft[kit_unit(k, "de.x.crew-2")].fate, FATE_OK);
  kit_all(k, "german pick de.x.crew-1;german put 16-M5;german done;german pick de.x.crew-2;german "
             "put 16-M6;german done;german vlcount 16 german 2;german turns 7;german enddie 7 "
             "2;german auto;german cvp soviet 10;german submit;soviet confirm");
  int marked = 0, other = 0;
  for (int i = 0; i < own(k->book)->nvl; i++) {
    const struct vl *v = &own(k->book)->vl[i];
    if (!sp_in_pa(&k->play, v->g))
      continue;
    marked += (kit_state(k)->ground[at_pa(&k->play, v->g)] & C_MARK_GER) != 0;
    other += (kit_state(k)->ground[at_pa(&k->play, v->g)] & C_MARK_RUS) != 0;
  }
  assert_int_equal(marked, 2);
  assert_int_equal(other, 0);
  kit_close(k);
}

/* 11.6054b: only along the own front edge is there no limit. */
static void front_edge_links(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
                          "11.605\",\"vars\":{\"west_edge\":6,\"east_edge\":6}",
                          false);
  kit_do(k, GER, "marker T-JJ30");
  kit_refused(k, GER, "marker T-NN5", R_11_6054b);
  kit_all(k, "german unmark;german marker T-NN30;german marker T-NN5");
  kit_close(k);
}

/* 11.621e: hidden placement is used up, in cover only; Guns need none there. */
static void hiding(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.1/11.624\",\"terrain\":[" JOIN(
          WOODS("18-P5"), WOODS("18-R5")) ",{\"hex\":\"18-T5\",\"set\":[\"open\"]}],\"units\":"
                                          "[" JOIN(OFFMAP("sq", "soviet", "458"),
                                                   OFFMAP("gun", "soviet", "AT45L"),
                                                   OFFMAP("tank", "soviet", "T34M41")) "]",
      false);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_HIP_SQUAD] = 1;
  s->side[RUS].stock[FORT_HIP_VEHICLE] = 1;
  kit_all(k, "soviet pick sq;soviet put 18-P5;soviet hide sq;soviet pick gun;soviet put "
             "18-R5;soviet hide gun;soviet pick tank;soviet put 18-T5");
  kit_refused(k, RUS, "hide tank", R_11_621e);
  kit_refused(k, RUS, "hide sq", R_11_621e);
  assert_int_equal(s->side[RUS].stock[FORT_HIP_SQUAD], 0);
  kit_do(k, RUS, "lift sq");
  assert_int_equal(s->side[RUS].stock[FORT_HIP_SQUAD], 1);
  kit_close(k);
}

/* CG.VC: the margin counts from 250, either way. */
static void margins(void **unused) {
  (void)unused;
  for (int wins = 0; wins < 2; wins++) {
    struct kit *k =
        kit_lay("\"phase\":\"final/"
                "11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":30,\"winners\":222}",
                false);
    for (int i = 0; wins && i < 300; i++)
      kit_state(k)->vl[i] |= VB_GERMAN;
    kit_all(k, "german commit;soviet commit");
    struct sal_result r;
    assert_true(k->book->rules->score(&k->play, &r));
    int german = sp_vl_count(&k->play, GER);
    assert_int_equal(r.winner, german >= 250 ? GER : RUS);
    assert_int_equal(r.margin.num, german >= 250 ? german - 249 : german - 250);
    assert_int_equal(r.score[GER].num, german);
    assert_int_equal(r.score[RUS].num, 506 - german);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(melee),
                                     cmocka_unit_test(prices),
                                     cmocka_unit_test(portage),
                                     cmocka_unit_test(dug_in),
                                     cmocka_unit_test(improvement),
                                     cmocka_unit_test(recombining),
                                     cmocka_unit_test(repair_table),
                                     cmocka_unit_test(contact),
                                     cmocka_unit_test(snapshot),
                                     cmocka_unit_test(typed_details),
                                     cmocka_unit_test(front_edge_links),
                                     cmocka_unit_test(hiding),
                                     cmocka_unit_test(margins)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
