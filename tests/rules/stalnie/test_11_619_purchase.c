/* test_11_619_purchase.c - 2.7 to 2.9: purchases, strengths, fortifications, reconnaissance,
 * initiative, set-up. EX8, EX10 to EX12. */
#include "kit.h"

static const char *total(struct table *t, const char *side, int form, int i) {
  static char buf[32];
  char path[60];
  const cJSON *a = ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  snprintf(path, sizeof path, "prompt.forms[%d].totals[%d].value", form, i);
  return points_of(field(a, path), buf);
}

/* SSR.I2, 11.5c, 11.6197: EX11. */
static void ex11_german_first_purchase(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign", NULL, NULL);
  refused(t, "german", "buy a2 plain 0", "SSR.I2");
  refused(t, "german", "buy a4 plain 0", "SSR.I2");
  offered(t, "german", "buy a7 plain 0", "11.619");
  acts(t, "german", "buy a6 plain 0;buy a6 plain 0");
  happened(t, "11.6194", "bought");
  refused(t, "german", "buy a6 plain 0", "11.6195");
  refused(t, "german", "buy i1 north 0", "11.5c");
  act(t, "german", "buy i1 plain 0");
  assert_string_equal(total(t, "german", 0, 0), "2");
  cites(t, "prompt.forms[0].totals[0].rule", "11.6197");
  refused(t, "german", "buy i1 plain 0", "11.6197");
  refused(t, "german", "buy g1 reserve 0", "11.6194b");
  refused(t, "german", "buy a7 dugin 0", "11.6194d");
  refused(t, "german", "buy m1 bonus 0", "RG.b");
  refused(t, "german", "buy m1 reg1 0", "RG.j");
  refused(t, "german", "buy m1 north 0", "11.6194a");
  refused(t, "german", "buy g7 plain 0", "11.6191-92");
  act(t, "german", "return 10");
  happened(t, "11.6197", "returned");
  assert_string_equal(total(t, "german", 0, 0), "10");
  refused(t, "german", "return 1", "11.6197"); /* given, not bought */
  clear_away(t);
}

/* 11.6194a, 11.6194d, C.3: EX12, prices in halves. */
static void ex12_soviet_first_purchase(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign", NULL, NULL);
  acts(t, "soviet", "buy i2 south 0;buy a3 dugin 0;buy m1 plain 0");
  assert_string_equal(total(t, "soviet", 0, 0), "4");
  refused(t, "soviet", "buy a2 dugin 0", "11.6194d"); /* one platoon in the campaign */
  refused(t, "soviet", "buy a5 plain 0", "RG.m");
  act(t, "soviet", "buy a2 plain 0");
  act(t, "soviet", "buy m2 plain 0");
  refused(t, "soviet", "buy m2 plain 0", "11.6195");
  clear_away(t);
}

/* 11.6195, 11.6196, 11.61951 and the surcharges of 3.6. */
static void limits(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        "\"phase\":\"prep.3/"
                        "11.619\",\"vars\":{\"german_cpp\":120,\"soviet_cpp\":120,\"german_front\":"
                        "20,\"soviet_front\":24,\"soviet_san\":6}",
                        NULL);
  acts(t, "german", "buy i1 north 0;buy i1 south 0");
  assert_string_equal(total(t, "german", 0, 0), "40"); /* 60 - 10 - 10 */
  refused(t, "german", "buy i2 plain 0", "11.6195");   /* two companies */
  act(t, "german", "buy a1 plain 0");
  refused(t, "german", "buy a1 plain 0", "11.6195");
  refused(t, "soviet", "buy m2 plain 0", "11.61951");
  refused(t, "soviet", "buy a3 dugin 0", "11.6194d"); /* too late in the campaign */
  act(t, "soviet", "buy a5 north 0");
  assert_string_equal(total(t, "soviet", 0, 0), "111/2"); /* 60 - 2.5 - 2 */
  refused(t, "soviet", "buy a5 plain 0", "11.6195");
  acts(t, "soviet", "buy i1 reserve 0;buy s1 bonus 0;buy o1 reg2 0");
  assert_string_equal(total(t, "soviet", 0, 0), "87/2"); /* - 6 - 3 - 3 */
  act(t, "soviet", "link 4 phone");
  refused(t, "soviet", "link 4 phone", "CG6");
  refused(t, "soviet", "link 1 phone", "CG6");
  clear_away(t);
}

/* RG.attach, RG.plane. */
static void attachments(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign", "\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":80}", NULL);
  refused(t, "german", "buy o5 plain 0", "RG.attach");
  refused(t, "german", "buy o6 plain 1", "RG.attach");
  acts(t, "german", "buy o4 plain 0;buy o2 plain 0");
  refused(t, "german", "buy o6 plain 1", "RG.plane"); /* rockets */
  act(t, "german", "buy o6 plain 2");
  refused(t, "german", "return 2", "RG.attach");
  act(t, "german", "buy o7 plain 1");
  clear_away(t);
}

/* 11.6201a: EX8. German A9 on 11 July PM, DR 10, selection 3 4 4. */
static void ex8_depleted_platoon(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":80}", false);
  kit_all(k, "german buy a9 plain 0;german commit");
  kit_roll(k, RUS, "commit", "5 5 3 4 4");
  const struct state *s = kit_state(k);
  int count[3] = {0};
  for (int u = 0; u < k->book->ncounters; u++)
    if (s->unit[u].where == OFF)
      for (int i = 0; i < 3; i++)
        count[i] += strcmp(own(k->book)->type[s->unit[u].type].id, i == 0   ? "SPW251/sMG"
                                                                   : i == 1 ? "SPW251/2"
                                                                            : "SPW251/9") == 0;
  assert_int_equal(count[0], 2);
  assert_int_equal(count[1], 1);
  assert_int_equal(count[2], 1);
  assert_int_equal(s->rec[GER][0].strength, STR_DEPLETED);
  assert_int_equal(kit_told(k, E_STRENGTH, R_11_6201)->n[2], 9);
  kit_told(k, E_DEPLETED, R_11_6201a);
  kit_close(k);
}

/* 11.6207: EX10, Soviet A2, armour leader DR 6 is a Final 7: 8-1. And the Tiger's -1 with 9-1 for
 * 8-1. */
static void ex10_armour_leaders(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"german_cpp\":80,\"soviet_cpp\":80}", false);
  kit_all(k, "german buy a4 plain 0;soviet buy a2 plain 0;german commit");
  /* Tiger strength 2, AL DR 8 - 1 = 7; T-34 strength 2, AL DR 6 + 1 */
  kit_roll(k, RUS, "commit", "1 1 4 4 1 1 2 4");
  assert_int_equal(kit_state(k)->rec[GER][0].al, own(k->book)->grade[4]);
  assert_int_equal(kit_state(k)->rec[RUS][0].al, own(k->book)->grade[3]);
  kit_told(k, E_AL, R_11_6207);
  kit_close(k);
  k = kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"soviet_cpp\":80}", false);
  kit_all(k, "soviet buy a2 plain 0;german commit");
  kit_roll(k, RUS, "commit", "1 1 6 6");
  kit_told(k, E_GREEN, R_11_6207); /* 13: Inexperienced */
  kit_close(k);
}

/* 11.6202, 11.6205: a depleted Soviet company: 9 squads, a dr for each weapon, leaders at +2. */
static void depleted_company(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.4/11.619\",\"vars\":{\"soviet_cpp\":80}", false);
  kit_all(k, "soviet buy i1 plain 0;german commit");
  /* 11 - 1 = 10; MMG yes no, LMG yes no, ATR yes yes, MTR50 no no; leaders 7 + 2 = 9 */
  kit_roll(k, RUS, "commit", "5 6 4 5 1 6 2 3 5 5 3 4");
  const struct rec *r = &kit_state(k)->rec[RUS][0];
  static const uint8_t want[SW] = {1, 1, 2, 0, 0, 0}; /* LMG MMG ATR FT DC MTR50 */
  assert_int_equal(kit_told(k, E_STRENGTH, R_11_6201)->n[2], 10);
  assert_memory_equal(r->sw, want, SW);
  kit_told(k, E_WEAPON, R_11_6202);
  assert_int_equal(kit_told(k, E_LEADERS, R_11_6205)->n[2], 9);
  int squads = 0, leaders[8] = {0};
  for (int u = 0; u < k->book->ncounters; u++) {
    if (kit_state(k)->unit[u].where != OFF)
      continue;
    squads += own(k->book)->type[kit_state(k)->unit[u].type].cls == SQUAD;
    if (sp_grade(&k->play, kit_state(k)->unit[u].type) >= 0)
      leaders[sp_grade(&k->play, kit_state(k)->unit[u].type)]++;
  }
  assert_int_equal(squads, 9);
  assert_int_equal(leaders[3], 1); /* 8-1 and 8-0 */
  assert_int_equal(leaders[2], 1);
  kit_close(k);
}

/* 11.6204: Guns at 8 and ammunition bands. */
static void guns_and_modules(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.1/11.619\",\"vars\":{\"soviet_cpp\":80}", false);
  kit_all(k, "soviet buy g1 plain 0;soviet buy o1 plain 0;soviet buy o2 plain 0;soviet buy o3 "
             "plain 0;german commit");
  kit_roll(k, RUS, "commit", "4 4 2 2 2 3 4 5"); /* no historical DRM for the Soviets in 11AM */
  const struct state *s = kit_state(k);
  assert_int_equal(s->rec[RUS][0].strength, STR_DEPLETED);
  assert_int_equal(s->rec[RUS][1].strength, STR_PLENTIFUL);
  assert_int_equal(s->rec[RUS][2].strength, STR_NORMAL);
  assert_int_equal(s->rec[RUS][3].strength, STR_SCARCE);
  assert_int_equal(s->rec[RUS][1].black, 8);
  assert_int_equal(s->rec[RUS][3].red, 3);
  kit_told(k, E_MODULE, R_11_6204);
  kit_close(k);
}

/* 11.621a, c, e, f: fortification points. */
static void fortifications(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign",
          "\"phase\":\"prep.1/11.621\",\"vars\":{\"german_fpp\":100,\"soviet_fpp\":160}", NULL);
  refused(t, "german", "fort ditch", "11.621a");
  refused(t, "german", "fort hip.vehicle", "11.621e");
  refused(t, "german", "fort hip.squad", "11.621e"); /* no squads, none hidden */
  refused(t, "german", "fort setdc", "11.621f");
  acts(t, "german", "fort ap12;fort ap12;fort ap6");
  refused(t, "german", "fort ap6", "11.621c");
  refused(t, "german", "fort at1", "11.621c");
  act(t, "german", "unfort ap6");
  act(t, "german", "fort at2");
  happened(t, "11.621c", "fortified");
  act(t, "german", "fort foxhole2");
  happened(t, "11.621a", "fortified");
  acts(t, "soviet", "fort ap12;fort ap12;fort ap12;fort ap12;fort ap12;fort ap8");
  refused(t, "soviet", "fort at1", "11.621c");
  offered(t, "soviet", "fort pillbox235", "11.621a");
  act(t, "soviet", "fort pillbox357"); /* 45 (11.621d): 160 - 68 - 45 = 47 */
  happened(t, "11.621d", "fortified");
  assert_string_equal(total(t, "soviet", 0, 0), "47");
  refused(t, "soviet", "unfort trench", "11.621a");
  clear_away(t);
}

/* 11.622: the dr, +3 for 2 CPP, -1 German; Left becomes the next Start. */
static void reconnaissance(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign",
          "\"phase\":\"prep.1/11.622\",\"vars\":{\"german_cpp\":3,\"soviet_cpp\":9}", "1 4");
  refused(t, "german", "recon 2", "11.622");
  refused(t, "soviet", "recon 3", "11.622");
  acts(t, "german", "recon 1;commit");
  act(t, "soviet", "recon 2");
  act(t, "soviet", "commit");
  rolled(t, "11.622", "4");
  happened(t, "11.622", "recon");
  clear_away(t);
}

/* 11.623, 11.6232, 11.6233. */
static void initiative(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign", "\"phase\":\"prep.2/11.623\",\"vars\":{\"soviet_attack\":2}", NULL);
  refused(t, "soviet", "chit attack", "11.623");
  act(t, "soviet", "chit idle");
  happened(t, "11.6232", "initiative");
  clear_away(t);
  t = lay("stalnie/campaign", "\"phase\":\"prep.2/11.623\",\"vars\":{\"german_front\":12}", "4");
  act(t, "soviet", "chit attack");
  rolled(t, "11.6233", "4");
  happened(t, "11.6233", "initiative");
  /* the Germans set up first */
  assert_string_equal(text_of(ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}"), "prompt.node"),
                      "setup");
  clear_away(t);
}

/* 11.6244a, b, CG8, CG16, 11.6194b: where units may stand. */
static void set_up(void **unused) {
  (void)unused;
  struct table *t =
      lay("stalnie/campaign",
          "\"phase\":\"prep.1/"
          "11.624\",\"units\":[{\"name\":\"sq\",\"side\":\"soviet\",\"kind\":\"458\",\"box\":"
          "\"soviet.off\"},"
          "{\"name\":\"tank\",\"side\":\"soviet\",\"kind\":\"T34M41\",\"box\":\"soviet.off\"},{"
          "\"name\":\"res\",\"side\":\"soviet\",\"kind\":\"458\",\"box\":\"soviet.off\",\"marks\":["
          "\"reserve\"]},"
          "{\"name\":\"gsq\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"},{"
          "\"name\":\"at\",\"side\":\"soviet\",\"kind\":\"AT45LL\",\"box\":\"soviet.off\"}]",
          NULL);
  act(t, "soviet", "pick sq");
  /* hexrow 4: not inside the area, which begins at the tenth */
  refused(t, "soviet", "put 16-CC5", "11.6244a");
  refused(t, "soviet", "put 10-B5", "CG1a");
  const cJSON *a = ask(t, "{\"cmd\":\"actions\",\"side\":\"soviet\"}");
  char hex[24] = "";
  const cJSON *one;
  cJSON_ArrayForEach(one, field(a, "actions")) if (strncmp(text_of(one, "id"), "put ", 4) == 0 &&
                                                   !hex[0])
      snprintf(hex, sizeof hex, "%s", text_of(one, "id"));
  act(t, "soviet", hex);
  happened(t, "11.6244a", "placed");
  act(t, "soviet", "keep tank");
  refused(t, "soviet", "pick tank", "11.6243");
  refused(t, "soviet", "keep tank", "CG16");
  refused(t, "soviet", "lift tank", "11.6244a");
  act(t, "soviet", "pick res");
  refused(t, "soviet", "put 16-W5", "11.6194b"); /* hexrow 10 is the Front Line (11.6246) */
  act(t, "soviet", "cancel");
  refused(t, "soviet", "lay trench", "11.621a");
  act(t, "soviet", "auto");
  act(t, "soviet", "done");
  happened(t, "11.6244a", "setup");
  refused(t, "german", "pick gsq", "11.5c");
  clear_away(t);
}

/* 11.6245: sixteen hexes from the own Front Line; what is found is seen by both. */
static void inspections(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.1/"
                          "11.622\",\"terrain\":[{\"hex\":\"18-P5\",\"set\":[\"woods\"]}],\"vars\":"
                          "{\"german_cpp\":4,\"soviet_cpp\":4},\"units\":[{\"name\":\"hid\","
                          "\"side\":\"soviet\",\"kind\":\"AT45LL\",\"box\":\"soviet.off\"}]",
                          false);
  kit_all(k, "german recon 2;soviet recon 0;german commit");
  kit_roll(k, RUS, "commit", "1");
  kit_all(k, "soviet pick hid;soviet put 18-P5");
  kit_all(k, "soviet hide hid;soviet done;german done");
  assert_int_equal(kit_node(k), N_INSPECT);
  /* without a perimeter the Front Line is the south edge */
  kit_refused(k, GER, "inspect 16-GG5", R_11_6246);
  assert_false(kit_state(k)->unit[kit_unit(k, "hid")].flags & U_KNOWN);
  kit_do(k, GER, "inspect 18-P5");
  kit_told(k, E_SEEN, R_11_6245);
  assert_true(kit_state(k)->unit[kit_unit(k, "hid")].flags & U_KNOWN);
  kit_close(k);
}

/* 11.6194, RG.b, RG.j, CG6: what a line of the record says of the manner it was bought in, and what
 * it costs. */
static void manners(void **unused) {
  (void)unused;
  static const struct {
    const char *buy;
    int side, halves, flags, zone, prereg;
  } cases[] = {
      {"buy i1 plain 0", RUS, 14, 0, 0, 0},         {"buy i1 north 0", RUS, 16, 0, 1, 0},
      {"buy i1 south 0", RUS, 14, 0, 2, 0},         {"buy i4 reserve 0", RUS, 3, R_RESERVE, 0, 0},
      {"buy a2 dugin 0", RUS, 3, R_DUGIN, 0, 0},    {"buy s1 bonus 0", RUS, 6, R_BONUS, 0, 0},
      {"buy o1 reg1 0", RUS, 4, 0, 0, 1},           {"buy o1 reg2 0", RUS, 6, 0, 0, 2},
      {"buy a3 north 0", GER, 12, 0, 1, 0},         {"buy a3 south 0", GER, 12, 0, 2, 0},
      {"buy i3 reserve 0", GER, 7, R_RESERVE, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_lay("\"phase\":\"prep.2/"
                            "11.619\",\"vars\":{\"german_cpp\":40,\"soviet_cpp\":40,\"german_"
                            "front\":20,\"soviet_front\":24}",
                            false);
    kit_do(k, cases[i].side, cases[i].buy);
    const struct rec *r = &kit_state(k)->rec[cases[i].side][0];
    assert_int_equal(r->price, cases[i].halves);
    assert_int_equal(kit_state(k)->side[cases[i].side].cpp, 40 - cases[i].halves);
    assert_int_equal(r->flags, cases[i].flags);
    assert_int_equal(r->zone, cases[i].zone);
    assert_int_equal(r->prereg, cases[i].prereg);
    assert_int_equal(r->link,
                     own(k->book)->group[cases[i].side][r->group].calibre ? LINK_RADIO : LINK_NONE);
    assert_int_equal(r->scenario, 2);
    kit_close(k);
  }
}

/* 11.6197: to the last half CPP, and no further; a purchase given back leaves nothing behind. */
static void returning(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.619\",\"vars\":{\"german_cpp\":40,\"soviet_cpp\":7,\"soviet_front\":24}",
              false);
  struct state *s = kit_state(k);
  kit_refused(k, RUS, "buy g2 plain 0", R_11_6197);
  kit_do(k, RUS, "buy g1 plain 0"); /* 3.5 of 3.5 */
  assert_int_equal(s->side[RUS].cpp, 0);
  kit_refused(k, RUS, "buy m2 plain 0", R_11_6197);
  kit_do(k, RUS, "return 1");
  assert_int_equal(s->side[RUS].cpp, 7);
  assert_int_equal(s->side[RUS].nrec, 0);
  /* the one platoon is free again */
  kit_all(k, "soviet buy a1 dugin 0;soviet return 1;soviet buy a2 dugin 0");
  assert_int_equal(s->dugin_used, 1);
  kit_all(k, "german buy a6 plain 0;german buy o2 plain 0;german buy i1 plain 0;german buy o5 "
             "plain 2;german return 1");
  assert_int_equal(s->side[GER].nrec, 3);
  assert_int_equal(s->rec[GER][0].group, kit_group(k, GER, "o2"));
  assert_int_equal(s->rec[GER][2].attach, 1); /* the observer still serves the module */
  assert_int_equal(s->side[GER].companies, 1);
  kit_refused(k, GER, "return 1", R_RG_attach);
  kit_refused(k, GER, "return 4", R_11_6197);
  kit_refused(k, GER, "return 0", R_11_6197);
  kit_do(k, GER, "return 2");
  assert_int_equal(s->side[GER].companies, 0);
  assert_int_equal(s->rec[GER][1].attach, 1);
  kit_close(k);
}

/* RG.attach, RG.plane: an own module in play that has none of the kind. */
static void modules(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"german_cpp\":60}", false);
  struct state *s = kit_state(k);
  s->side[GER].nrec = 4;
  s->rec[GER][0] = (struct rec){
      .group = (uint8_t)kit_group(k, GER, "o2"), .scenario = 1, .black = 2, .hex = NOWHERE};
  s->rec[GER][1] = (struct rec){
      .group = (uint8_t)kit_group(k, GER, "o5"), .scenario = 1, .attach = 1, .hex = NOWHERE};
  s->rec[GER][2] = (struct rec){
      .group = (uint8_t)kit_group(k, GER, "o1"), .scenario = 1, .black = 2, .hex = NOWHERE};
  s->rec[GER][3] =
      (struct rec){.group = (uint8_t)kit_group(k, GER, "i1"), .scenario = 1, .hex = NOWHERE};
  kit_refused(k, GER, "buy o5 plain 0", R_RG_attach);
  kit_refused(k, GER, "buy o5 plain 1", R_RG_attach); /* it has one */
  kit_refused(k, GER, "buy o5 plain 4", R_RG_attach); /* no module */
  kit_refused(k, GER, "buy o5 plain 5", R_RG_attach);
  kit_legal(k, GER, "buy o5 plain 3");
  kit_legal(k, GER, "buy o6 plain 1");               /* another kind, 100mm */
  kit_refused(k, GER, "buy o6 plain 3", R_RG_plane); /* 80mm */
  s->rec[GER][1].flags = R_GONE;
  kit_legal(k, GER, "buy o5 plain 1");
  s->rec[GER][0].flags = R_GONE;
  kit_refused(k, GER, "buy o5 plain 1", R_RG_attach);
  kit_refused(k, GER, "link 1 phone", R_CG6); /* chosen when it was bought */
  kit_close(k);
}

/* 11.6194a, 11.6195, 11.6196, 11.61951, RG.m, SSR.I2: each limit at its edge. */
static void edges(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/"
                          "11.619\",\"vars\":{\"german_cpp\":200,\"soviet_cpp\":200,\"german_"
                          "front\":20,\"soviet_front\":24,\"soviet_san\":4}",
                          false);
  struct state *s = kit_state(k);
  kit_refused(k, RUS, "buy a5 plain 0", R_RG_m);
  kit_legal(k, RUS, "buy m2 plain 0");
  s->side[RUS].san = 5;
  kit_refused(k, RUS, "buy m2 plain 0", R_11_61951);
  kit_all(k, "soviet buy i1 plain 0;soviet buy i2 plain 0");
  kit_refused(k, RUS, "buy i3 plain 0", R_11_6195);
  kit_legal(k, RUS, "buy i4 plain 0"); /* no company */
  s->side[GER].ever[kit_group(k, GER, "a2")] = 4;
  kit_legal(k, GER, "buy a2 plain 0"); /* strong armour, but not the first scenario */
  s->side[GER].ever[kit_group(k, GER, "a2")] = 5;
  kit_refused(k, GER, "buy a2 plain 0", R_11_6196);
  kit_refused(k, GER, "buy g2 north 0", R_11_6194a);
  kit_refused(k, GER, "buy a3 dugin 0", R_11_6194d);
  s->side[RUS].perimeter = 0;
  kit_refused(k, RUS, "buy a2 dugin 0", R_11_60532);
  kit_refused(k, RUS, "buy a2 north 0", R_11_60532);
  kit_close(k);
}

/* 11.6194d, 11.621a, M2: bow machine guns become LMG; points and snipers count at once. */
static void at_once(void **unused) {
  (void)unused;
  static const struct {
    const char *group, *dice;
    int lmg;
  } cases[] = {
      {"a2", "1 1 6 5", 3}, {"a2", "6 6 6 5", 2}, {"a1", "1 1 6 5", 0}, {"a4", "1 1 6 5", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k =
        kit_lay("\"phase\":\"prep.2/"
                "11.619\",\"vars\":{\"soviet_cpp\":40,\"soviet_front\":24,\"soviet_san\":3}",
                false);
    char text[40];
    snprintf(text, sizeof text, "buy %s dugin 0", cases[i].group);
    kit_do(k, RUS, text);
    kit_all(k, "soviet buy m1 plain 0;soviet buy m1 plain 0;soviet buy m2 plain 0;german commit");
    kit_roll(k, RUS, "commit", cases[i].dice);
    assert_int_equal(kit_state(k)->rec[RUS][0].sw[0], cases[i].lmg);
    assert_int_equal(kit_state(k)->side[RUS].fpp, 80);
    assert_int_equal(kit_state(k)->side[RUS].san, 4);
    assert_int_equal(kit_state(k)->side[RUS].row[1].san, 4);
    kit_close(k);
  }
}

/* 11.621a to g: every kind by its own rule, at its price, and back again. */
static void kinds_of_fortification(void **unused) {
  (void)unused;
  for (int side = 0; side < 2; side++)
    for (int f = 0; f < FORTS; f++) {
      struct kit *k =
          kit_lay("\"phase\":\"prep.2/"
                  "11.621\",\"vars\":{\"german_fpp\":60,\"soviet_fpp\":60},\"units\":[" JOIN(
                      OFFMAP("g", "german", "658"), OFFMAP("r", "soviet", "458"),
                      OFFMAP("t", "soviet", "T34M41")) "]",
                  false);
      struct state *s = kit_state(k);
      char text[40];
      int price = own(k->book)->fort[f].price[side];
      int rule = f == FORT_SETDC                          ? (side == RUS ? R_11_621g : R_11_621f)
                 : f >= FORT_PILL135 && f <= FORT_PILL357 ? R_11_621d
                 : f >= FORT_AP2 && f <= FORT_AT5         ? R_11_621c
                 : f >= FORT_HIP_SMC && f <= FORT_HIP_VEHICLE ? R_11_621e
                                                              : R_11_621a;
      s->side[side].nrec = 1;
      s->rec[side][0] =
          (struct rec){.group = (uint8_t)kit_group(k, side, side == GER ? "i2" : "i3"),
                       .scenario = 1,
                       .sw = {[4] = 1},
                       .hex = NOWHERE};
      snprintf(text, sizeof text, "fort %s", sp_fort_word[f]);
      if (!price) {
        kit_refused(k, side, text, f >= FORT_HIP_58 ? R_11_621e : R_11_621a);
        kit_close(k);
        continue;
      }
      s->side[side].fpp = (uint16_t)(price - 1);
      kit_refused(k, side, text, R_11_621a);
      s->side[side].fpp = (uint16_t)price;
      kit_do(k, side, text);
      const struct sal_event *e = kit_told(k, E_FORTIFIED, rule);
      assert_int_equal(e->n[1], 1);
      assert_int_equal(e->n[2], 0);
      assert_int_equal(s->side[side].stock[f], 1);
      assert_int_equal(s->side[side].mines, rule == R_11_621c ? price : 0);
      snprintf(text, sizeof text, "unfort %s", sp_fort_word[f]);
      kit_do(k, side, text);
      assert_int_equal(s->side[side].fpp, price);
      assert_int_equal(s->side[side].stock[f], 0);
      assert_int_equal(s->side[side].mines, 0);
      kit_refused(k, side, text, R_11_621a);
      kit_all(k, "german commit;soviet commit");
      assert_int_equal(s->side[side].fpp, 0); /* what is left lapses */
      kit_close(k);
    }
}

/* 11.621c, e: 70 FPP of Soviet mines exactly; a tenth of the squads and of the AFV, rounded up,
 * without reserves. */
static void shares(void **unused) {
  (void)unused;
  char units[4000] = "\"phase\":\"prep.2/11.621\",\"vars\":{\"soviet_fpp\":200},\"units\":[";
  for (int i = 0; i < 12; i++)
    sprintf(units + strlen(units),
            "{\"name\":\"s%d\",\"side\":\"soviet\",\"kind\":\"458\",\"box\":\"soviet.off\"},", i);
  for (int i = 0; i < 2; i++)
    sprintf(units + strlen(units),
            "{\"name\":\"t%d\",\"side\":\"soviet\",\"kind\":\"T34M41\",\"box\":\"soviet.off\"},",
            i);
  strcat(units, OFFMAP("g", "german", "658") "]");
  struct kit *k = kit_lay(units, false);
  kit_all(k, "soviet fort hip.squad;soviet fort hip.squad");
  kit_refused(k, RUS, "fort hip.squad", R_11_621e); /* two of twelve */
  kit_do(k, RUS, "unfort hip.squad");
  kit_at(k, "s0")->flags |= U_RESERVE;
  kit_at(k, "s1")->where = DEAD;
  kit_refused(k, RUS, "fort hip.squad", R_11_621e); /* one of ten */
  kit_do(k, RUS, "fort hip.vehicle");
  kit_refused(k, RUS, "fort hip.vehicle", R_11_621e);
  kit_all(k, "soviet fort ap12;soviet fort ap12;soviet fort ap12;soviet fort ap12;soviet fort "
             "ap6;soviet fort ap8");
  kit_refused(k, RUS, "fort at3", R_11_621c);
  kit_do(k, RUS, "fort ap8"); /* 70 */
  kit_refused(k, RUS, "fort at1", R_11_621c);
  kit_close(k);
}

/* 11.622: the purse, the roster's Left and Spent, the next Start; nobody pays without asking. */
static void recon_ledger(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/11.622\",\"vars\":{\"german_cpp\":7,\"soviet_cpp\":4}", false);
  struct state *s = kit_state(k);
  kit_all(k, "soviet recon 2;german recon 1;german recon 0;german commit");
  kit_roll(k, RUS, "commit", "6");
  assert_int_equal(s->side[GER].cpp, 7);
  assert_int_equal(s->side[RUS].cpp, 0);
  assert_int_equal(s->side[RUS].recon_left, 9); /* 6 + 3 */
  assert_int_equal(s->side[GER].recon_left, 0);
  assert_int_equal(s->side[RUS].row[1].recon, 9);
  assert_int_equal(s->side[RUS].row[1].left, 0);
  assert_int_equal(s->side[RUS].row[1].spent, 4);
  assert_int_equal(s->side[GER].row[1].left, 7);
  assert_int_equal(s->side[GER].row[1].spent, 0);
  assert_int_equal(s->side[GER].row[2].start, 7);
  kit_close(k);
  k = kit_lay("\"phase\":\"prep.2/11.622\",\"vars\":{\"german_cpp\":4}", false);
  kit_all(k, "german recon 1;german commit");
  kit_roll(k, RUS, "commit", "1");
  assert_int_equal(kit_state(k)->side[GER].recon_left, 0); /* 1 - 1 */
  assert_int_equal(kit_state(k)->side[GER].cpp, 2);
  kit_close(k);
}

/* 11.623, 11.6232, 11.6233: chits left, the dr, the order of set-up, and what the roster says. */
static void chits(void **unused) {
  (void)unused;
  for (int die = 3; die <= 4; die++) {
    struct kit *k =
        kit_lay("\"phase\":\"prep.2/"
                "11.623\",\"vars\":{\"german_front\":12,\"soviet_front\":20,\"soviet_attack\":1}",
                false);
    char dice[16];
    snprintf(dice, sizeof dice, "%d", die);
    kit_legal(k, RUS, "chit attack");
    kit_roll(k, RUS, "chit attack", dice);
    const struct state *s = kit_state(k);
    assert_int_equal(s->first, die == 3 ? RUS : GER);
    assert_int_equal(sal_top(&k->play)->side, s->first);
    assert_true(s->dual);
    assert_int_equal(s->kind[1], 2);
    assert_int_equal(s->side[RUS].attacks, 2);
    assert_int_equal(s->side[RUS].row[1].attack, 1);
    assert_int_equal(kit_told(k, E_CHIT, R_11_6233)->n[2], die);
    kit_close(k);
  }
  struct kit *k =
      kit_lay("\"phase\":\"prep.3/11.623\",\"vars\":{\"soviet_attack\":1,\"dual\":1}", false);
  kit_roll(k, RUS, "chit idle", "");
  assert_false(kit_state(k)->dual);
  assert_int_equal(kit_state(k)->kind[2], 1);
  assert_int_equal(kit_state(k)->side[RUS].attacks, 1);
  assert_int_equal(kit_state(k)->side[RUS].row[2].attack, 0);
  assert_int_equal(kit_state(k)->side[GER].row[2].attack, 1);
  assert_int_equal(kit_told(k, E_CHIT, R_11_6232)->n[1], RUS);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ex11_german_first_purchase),
                                     cmocka_unit_test(ex12_soviet_first_purchase),
                                     cmocka_unit_test(limits),
                                     cmocka_unit_test(attachments),
                                     cmocka_unit_test(ex8_depleted_platoon),
                                     cmocka_unit_test(ex10_armour_leaders),
                                     cmocka_unit_test(depleted_company),
                                     cmocka_unit_test(guns_and_modules),
                                     cmocka_unit_test(fortifications),
                                     cmocka_unit_test(reconnaissance),
                                     cmocka_unit_test(initiative),
                                     cmocka_unit_test(set_up),
                                     cmocka_unit_test(inspections),
                                     cmocka_unit_test(manners),
                                     cmocka_unit_test(returning),
                                     cmocka_unit_test(modules),
                                     cmocka_unit_test(edges),
                                     cmocka_unit_test(at_once),
                                     cmocka_unit_test(kinds_of_fortification),
                                     cmocka_unit_test(shares),
                                     cmocka_unit_test(recon_ledger),
                                     cmocka_unit_test(chits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
