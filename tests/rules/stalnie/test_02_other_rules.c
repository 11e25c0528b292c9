/* test_02_other_rules.c - rule by rule what the other files leave: strongpoints, phones, exits,
 * entry, hedges, markers, fires, records. */
#include "kit.h"

static const struct sal_event *told_or_null(const struct kit *k, int kind, int rule) {
  for (uint32_t i = 0; i < k->events.n; i++)
    if (k->events.v[i].kind == kind && k->events.v[i].rule == rule)
      return &k->events.v[i];
  return NULL;
}

/* On by defaults until the program tells that event. */
static const struct sal_event *until_told(struct kit *k, int kind, int rule) {
  for (int i = 0; i < 400; i++) {
    if (told_or_null(k, kind, rule))
      return kit_told(k, kind, rule);
    if (!kit_default(k))
      break;
  }
  fail_msg("%s of %s was never told", k->book->rules->events[kind].id, sal_rule_id(k->book, rule));
  return NULL;
}

static void until_node(struct kit *k, int node, int side) {
  for (int i = 0; i < 400 && !(kit_node(k) == node && sal_actors(&k->play) & SAL_BIT(side)); i++)
    assert_true(kit_default(k));
}

/* A block of the records that cites the rule: its text, and the citation counted. */
static const char *block(struct table *t, const char *side, const char *rule) {
  static char text[300], path[80];
  const cJSON *a = ask(t, "{\"cmd\":\"records\",\"side\":\"%s\"}", side);
  int records = cJSON_GetArraySize(field(a, "records"));
  for (int r = 0; r < records; r++) {
    snprintf(path, sizeof path, "records[%d].blocks", r);
    int blocks = cJSON_GetArraySize(field(a, path));
    for (int b = 0; b < blocks; b++) {
      snprintf(path, sizeof path, "records[%d].blocks[%d].rule", r, b);
      if (strcmp(text_of(a, path), rule))
        continue;
      cites(t, path, rule);
      snprintf(path, sizeof path, "records[%d].blocks[%d].text", r, b);
      snprintf(text, sizeof text, "%s", text_of(a, path));
      return text;
    }
  }
  fail_msg("no record cites %s", rule);
  return NULL;
}

/* CG6, RG.j: the phone's hex has a line to the own edge, or the module is out; registered hexes are
 * counted. */
static void phones_and_registered_hexes(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.619\",\"vars\":{\"german_cpp\":60,\"german_front\":20,\"soviet_front\":24}",
              false);
  kit_all(k, "german buy o2 reg1 0;german buy o3 plain 0;german link 1 phone;german link 2 "
             "phone;german commit;soviet commit");
  until_node(k, N_SETUP, GER);
  struct state *s = kit_state(k);
  kit_refused(k, GER, "phone 9", R_CG6);
  kit_do(k, GER, "phone 1");
  kit_refused(k, GER, "put 24-K5", R_11_6244a);
  memset(s->area + 5 * WIDTH, 0, WIDTH); /* the sixth hexrow is nobody's, and was Soviet */
  memset(s->ground + 5 * WIDTH, 0, WIDTH);
  kit_refused(k, GER, "put 18-V5", R_CG6); /* hexrow 11 */
  kit_do(k, GER, "put 18-DD5");            /* hexrow 3 */
  kit_do(k, GER, "register 1");
  kit_do(k, GER, "put 24-K5");
  kit_refused(k, GER, "register 1", R_RG_j);
  kit_refused(k, GER, "register 2", R_RG_j);
  assert_int_equal(s->rec[GER][0].reg[0], kit_place(k, "24-K5") + 1);
  assert_int_equal(s->rec[GER][0].hex, kit_place(k, "18-DD5"));
  kit_do(k, GER, "done");
  until_node(k, N_ORDERS, GER);
  kit_refused(k, GER, "module 2", R_CG6); /* no hex was chosen for its phone */
  assert_true(s->rec[GER][0].flags & R_NAMED);
  assert_false(s->rec[GER][1].flags & R_NAMED);
  kit_close(k);
}

/* 11.6054a: a hedge on the four hexsides ahead and at the flanks carries a marker; on three it does
 * not. */
static void hedges(void **unused) {
  (void)unused;
  for (int sides = 3; sides <= 4; sides++) {
    struct kit *k = kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/11.605\"", false);
    int g = kit_place(k, "T-JJ25"), n = 0;
    char terrain[600] = "", position[1200];
    for (int d = 0; d < 6; d++) {
      int to = own(k->book)->near[g][d];
      if (to < 0 || row_of(to) < row_of(g) || n == sides)
        continue;
      char one[100];
      snprintf(one, sizeof one, "%s{\"side\":[\"T-JJ25\",\"%s\"],\"set\":[\"wall\"]}",
               n++ ? "," : "", k->book->board.name[own(k->book)->cell[to]]);
      strcat(terrain, one);
    }
    kit_close(k);
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
             "11.605\",\"vars\":{\"west_edge\":6,\"east_edge\":6},\"terrain\":[%s],\"control\":[["
             "\"german\",[\"T-JJ25\"]]]",
             terrain);
    k = kit_lay(position, false);
    kit_do(k, GER, "marker T-JJ30");
    if (sides == 4)
      kit_do(k, GER, "marker T-JJ25");
    else
      kit_refused(k, GER, "marker T-JJ25", R_11_6054a);
    kit_close(k);
  }
}

/* 11.60531c, 11.60531d, 5.4: markers of the side edges and lines of the chain, as the overlays draw
 * them. */
static void drawn_markers(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        "\"phase\":\"reph.1/"
                        "11.605\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"west_edge\":"
                        "20,\"east_edge\":0}",
                        NULL);
  const cJSON *a =
      ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"edges\",\"args\":[]}");
  /* hexrow 20 of the west edge */
  assert_string_equal(text_of(a, "overlay.lines[0].from"), "16-M10");
  assert_string_equal(text_of(a, "overlay.lines[0].to"), "16-GG10");
  cites(t, "overlay.lines[0].rule", "11.60531c");
  /* the Soviets: one run on each edge */
  assert_int_equal(cJSON_GetArraySize(field(a, "overlay.lines")), 3);
  clear_away(t);
  t = lay("stalnie/campaign",
          "\"phase\":\"reph.1/11.605\",\"vars\":{\"german_front\":0,\"soviet_front\":10}", NULL);
  a = ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"edges\",\"args\":[]}");
  assert_string_equal(text_of(a, "overlay.lines[2].from"), "16-GG10");
  assert_string_equal(text_of(a, "overlay.lines[2].to"), "33-GG1");
  cites(t, "overlay.lines[2].rule", "11.60531d");
  acts(t, "german", "marker 16-GG10;marker 33-GG1");
  a = ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"perimeter\",\"args\":[]}");
  assert_string_equal(text_of(a, "overlay.lines[0].to"), "33-GG1");
  cites(t, "overlay.lines[0].rule", "5.4");
  clear_away(t);
}

/* CG9b: own front edge always; side edges ten hexes from the enemy's; the Soviets of scenario 1
 * from the north only. */
static void entry_hexes(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24,"
                        "\"west_edge\":20,\"east_edge\":20}",
                        NULL);
  assert_string_equal(block(t, "german", "CG9b"),
                      "52 hexes: the whole south edge, west hexrows 33 to 43, east hexrows 33 to "
                      "43. On or after Turn 1.");
  int n = 0;
  const cJSON *a = ask(t,
                       "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"entry\",\"args\":[]}"),
              *h;
  cJSON_ArrayForEach(h, field(a, "overlay.hexes")) n +=
      strcmp(cJSON_GetArrayItem(h, 1)->valuestring, "o") == 0;
  assert_int_equal(n, 52);
  clear_away(t);
  struct kit *k = kit_lay("\"phase\":\"play.1\"", false);
  uint8_t mask[PA_PLACES];
  assert_int_equal(sp_entry_hexes(&k->play, RUS, mask), 30);
  assert_int_equal(sp_entry_hexes(&k->play, GER, mask), 30);
  kit_close(k);
}

/* CG9c: with one squad left, dealt to the far column, the second leader waits for it. */
static void leaders_wait(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  kit_start(k, 4);
  kit_until(k, "play.1");
  struct state *s = kit_state(k);
  int squads = 0, leaders = 0;
  for (int u = 0; u < k->book->ncounters; u++) {
    if (s->unit[u].where != OFF || side_of(&k->play, u) != GER)
      continue;
    int cls = type_of(&k->play, u)->cls;
    if (cls == SQUAD && squads++)
      s->unit[u].where = DEAD, s->draft[u].fate = FATE_NONE;
    leaders += cls == LEADER;
  }
  assert_true(leaders >= 2);
  s->scenario = 2; /* fronts by area: forty hexrows in the west, none elsewhere */
  s->side[GER].perimeter = 1;
  for (int h = 0; h < 40; h++)
    for (int i = 0; i < WIDTH; i++)
      if (sp_column(h * WIDTH + i) == 0)
        s->area[h * WIDTH + i] = A_GER;
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_told(k, E_WAITS, R_CG9c)->n[0], 3); /* Turn 1 and 40 / 16 more */
  kit_close(k);
}

#define TABLE_TWO                                                                                  \
  "\"phase\":\"play.1\",\"terrain\":[" WOODS("16-K5") "],\"units\":[" OFFMAP(                      \
      "g1", "german",                                                                              \
      "658") "," OFFM("home", "german", "658",                                                     \
                      "stays") "," AT("r1", "soviet", "458",                                       \
                                      "16-K5") "," AT("t1", "soviet", "T34M41",                    \
                                                      "16-J5") "," AT("t2", "soviet", "T34M41",    \
                                                                      "16-I5") "]"

/* CG13a, CG13b, V5, V10, 6.3: where units may leave, who cannot have fought, and stacking, in a
 * typed result. */
static void exits_in_a_result(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TABLE_TWO, true);
  kit_all(k, "german pick g1;german put 13-GG5");
  kit_refused(k, GER, "fate exited", R_CG13b); /* the north edge is the Soviets' */
  kit_do(k, GER, "put 16-M5");
  kit_refused(k, GER, "fate exited", R_V5);
  kit_all(k, "german put 16-GG5;german fate exited;german done;german pick home");
  kit_refused(k, GER, "fate eliminated", R_V10);
  kit_refused(k, GER, "put 16-M5", R_V10);
  kit_all(k, "german done;german pick t1;german put 16-I5;german done;german pick r1;german fate "
             "eliminated;german done;german auto;german turns 7;german enddie 7 1;german cvp "
             "german 2;german cvpexit german 2");
  assert_int_equal(sp_overstacked(&k->play), kit_place(k, "16-I5")); /* on a table only a warning */
  kit_legal(k, GER, "submit");
  kit_all(k, "german pick t1;german put 16-J5;german done;german submit;soviet confirm");
  assert_int_equal(kit_told(k, E_EXITED, R_CG13a)->n[1], 1);
  const struct sal_event *e = kit_told(k, E_EXIT_CVP, R_CG13b);
  assert_int_equal(e->n[0], RUS);
  assert_int_equal(e->n[1], 2);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "g1")].where, OFF);
  kit_close(k);
}

/* CG5: an AFV may stand in a fortified building, stays there, and goes with a board that leaves. */
static void strongpoints(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.624\",\"vars\":{\"german_front\":3,\"soviet_front\":12},\"terrain\":["
              "{\"hex\":\"18-K5\",\"set\":[\"house\"]}],\"units\":[" JOIN(
                  OFFMAP("tank", "soviet", "T34M41"), OFFMAP("gun", "soviet", "AT45L")) "]",
              true);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_BUILDING] = 1;
  kit_do(k, RUS, "pick tank");
  kit_refused(k, RUS, "put 18-K5", R_11_6244a); /* a house is no place for a vehicle */
  kit_all(k, "soviet cancel;soviet lay fortified;soviet put 18-K5;soviet pick tank;soviet put "
             "18-K5;soviet done;german done");
  assert_true(s->unit[kit_unit(k, "tank")].flags & U_STRONG);
  kit_all(k, "soviet open;soviet turns 7;soviet enddie 7 1;soviet auto;soviet pick tank;soviet put "
             "X-J5;soviet done");
  kit_refused(k, RUS, "submit", R_CG5);
  kit_close(k);
  k = kit_lay(
      "\"phase\":\"reph.1/"
      "11.605\",\"vars\":{\"winners\":1,\"west_edge\":20,\"east_edge\":20},\"terrain\":[" WOODS(
          "16-U5") "],\"units\":[" AT("gun", "german", "AT75L", "16-U5") "]",
      false);
  kit_state(k)->unit[kit_unit(k, "gun")].flags |= U_STRONG;
  kit_all(k, "german commit");
  kit_do(k, RUS, "commit");
  until_told(k, E_LOSS, R_CG5);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "gun")].where, DEAD);
  kit_close(k);
}

/* CG15, 11.6194b: a dummy looks like a stack until it is inspected; a reserve group brings five. */
static void dummies(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.1/11.622\",\"vars\":{\"german_cpp\":4},\"terrain\":[" WOODS("18-P5") "]",
      false);
  kit_all(k, "german recon 2;german commit");
  kit_roll(k, RUS, "commit", "3");
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_DUMMY] = 1;
  kit_all(k, "soviet lay dummy;soviet put 18-P5;soviet done;german done");
  assert_true(s->area[at_pa(&k->play, kit_place(k, "18-P5"))] & A_VEIL_RUS);
  kit_do(k, GER, "inspect 18-P5");
  kit_told(k, E_DUMMY, R_CG15);
  assert_false(s->area[at_pa(&k->play, kit_place(k, "18-P5"))] & A_VEIL_RUS);
  kit_close(k);
  k = kit_lay("\"phase\":\"prep.2/11.619\",\"vars\":{\"soviet_cpp\":40,\"soviet_front\":10}",
              false);
  kit_all(k, "soviet buy i2 reserve 0;german commit;soviet commit");
  until_node(k, N_SETUP, RUS);
  assert_int_equal(kit_state(k)->side[RUS].stock[FORT_DUMMY], 5);
  kit_close(k);
}

/* SP.SSR4: the OP tank goes with its module and counts for nobody. */
static void op_tank(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.619\",\"vars\":{\"german_cpp\":60,\"german_front\":20,\"soviet_front\":24}",
              false);
  kit_all(k, "german buy o2 plain 0;german buy o7 plain 1;german commit;soviet commit");
  kit_until(k, "reph.2/11.605");
  kit_state(k)->rec[GER][0].black = 0;
  assert_int_equal(until_told(k, E_LOSS, R_SP_SSR4)->n[1], 0);
  assert_int_equal(kit_state(k)->side[GER].reph, 0);
  kit_close(k);
}

/* 11.60531e: what the Germans held of the edges on the boards that stay. */
static void edges_kept(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/"
              "11.612\",\"vars\":{\"german_front\":41,\"soviet_front\":44,\"winners\":1}",
              false);
  assert_int_equal(kit_told(k, E_KEPT_EDGES, R_11_60531e)->n[0], 18);
  kit_close(k);
}

/* 11.6058: a Pocket that touches the own area joins it. */
static void joining_pocket(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"map\":\"plain:30x40\",\"phase\":\"reph.1/"
                          "11.605\",\"vars\":{\"west_edge\":4,\"east_edge\":4},\"terrain\":[" JOIN(
                              WOODS("T-JJ22"), WOODS("T-JJ14"), WOODS("T-JJ6"), WOODS("T-II18"),
                              WOODS("T-II16")) "],"
                                               "\"control\":[[\"german\",[\"T-JJ22\","
                                               "\"T-JJ14\",\"T-JJ6\"]]],\"units\":[" JOIN(
                                                   AT("a", "german", "658", "T-II18"),
                                                   AT("b", "german", "658", "T-II16")) "]",
                          false);
  kit_all(k, "german marker T-JJ30;german marker T-JJ22;german marker T-JJ14;german marker "
             "T-JJ6;german marker T-JJ1;german commit;soviet commit");
  kit_told(k, E_JOINED, R_11_6058);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "a")].iso, 0);
  kit_close(k);
}

#define RING                                                                                       \
  "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"terrain\":[" WOODS("T-PP21") "," WOODS(   \
      "T-PP12") "," JOIN(WOODS("T-PP3"), WOODS("T-V15")) "],\"control\":[[\"soviet\",[\"T-PP21\"," \
                                                         "\"T-PP12\",\"T-PP3\"]]],\"vars\":{"      \
                                                         "\"winners\":1},"

/* 11.6061b, 11.6141b, 11.6242: ringed by the enemy. It stays with a shortage, under Recall, and in
 * its place at set-up. */
static void ringed(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(RING "\"units\":[" JOIN(ATM("pz", "german", "PzIVH", "T-V15", "recall"),
                                                  AT("sq", "german", "658", "T-V15")) "]",
                          false);
  kit_all(k, "german commit;soviet commit");
  const struct state *s = kit_state(k);
  int u = kit_unit(k, "pz");
  assert_int_equal(s->iso[s->unit[u].iso - 1].type, 3); /* C */
  kit_do(k, GER, "done");
  kit_told(k, E_SHORTAGE, R_11_6061b);
  assert_true(s->unit[u].flags & U_SHORT && s->unit[u].flags & U_RED);
  assert_true(s->unit[kit_unit(k, "sq")].flags & U_SHORT &&
              !(s->unit[kit_unit(k, "sq")].flags & U_RED));
  until_told(k, E_RECALL, R_11_6141b);
  until_node(k, N_SETUP, GER);
  kit_refused(k, GER, "lift sq", R_11_6242);
  kit_close(k);
}

/* 11.6063c, RG.h: Replaced units drop a grade, and engineers are engineers no longer. */
static void replaced(void **unused) {
  (void)unused;
  for (int engineer = 0; engineer < 2; engineer++) {
    struct kit *k =
        kit_lay("\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"terrain\":[" WOODS(
                    "T-AA15") "],\"units\":[" AT("r1", "soviet", "628", "T-AA15") "]",
                false);
    kit_all(k, "german commit;soviet commit");
    int u = kit_unit(k, "r1");
    if (engineer)
      kit_state(k)->unit[u].flags |= U_ENGINEER;
    kit_do(k, RUS, "escape r1");
    kit_roll(k, RUS, "roll", "3 4"); /* 7, +2 for 16 hexes, -1 Russian, +1 a squad: 9 */
    kit_told(k, E_REPLACED, engineer ? R_RG_h : R_11_6063c);
    assert_string_equal(own(k->book)->type[kit_state(k)->unit[u].type].id, "527");
    assert_false(kit_state(k)->unit[u].flags & U_ENGINEER);
    kit_close(k);
  }
}

/* C.8, 5.1: next to the own front edge both modifiers count. */
static void near_the_own_edge(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        "\"map\":\"plain:30x52\",\"phase\":\"reph.1/11.605\",\"units\":[" AT(
                            "g1", "german", "658", "T-YY8") "]",
                        NULL);
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  act(t, "german", "escape g1");
  card(t, "german", "C.8", "-1");      /* within 2 hexes */
  card(t, "german", "5.1", "-2");      /* and adjacent */
  card(t, "german", "11.6063f", "-1"); /* a squad +1 */
  clear_away(t);
}

/* 11.602b, 11.602e: what the markers step says of the hidden and the Fanatic. */
static void markers(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"reph.1/11.602\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
          ATM("a", "soviet", "458", "18-K5", "hidden"), AT("seen", "soviet", "458", "18-K5"),
          OFFM("off", "soviet", "458", "hidden"), OFFM("b", "german", "658", "fanatic")) "]",
      false);
  assert_int_equal(kit_told(k, E_HIDDEN, R_11_602b)->n[1], 1);
  assert_int_equal(kit_told(k, E_FANATICS, R_11_602e)->n[0], 1);
  kit_close(k);
}

/* 11.6072, 11.6092, 11.6094: wrecks, burnt grain and rubble, and who is still in the fire. */
static void fires(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.1\",\"terrain\":[{\"hex\":\"18-K5\",\"set\":[\"grain\"]},{\"hex\":"
              "\"18-M5\",\"set\":[\"house\"]}],\"units\":[" AT("sq", "german", "658", "18-K5") "]",
              true);
  int before = sp_vl_count(&k->play, RUS);
  kit_all(k, "german burn wreck;german take 16-K5;german burn wreck;german take 18-P5;german burn "
             "blaze;german take 18-K5;german burn rubble;german take 18-M5;german burn "
             "blaze;german take 18-M5;"
             "german turns 7;german enddie 7 1;german auto;german submit;soviet confirm;german "
             "commit;soviet commit");
  const struct sal_event *e = until_told(k, E_WRECKS, R_11_6072);
  assert_int_equal(e->n[0], 1);
  assert_int_equal(e->n[1], 1);
  kit_told(k, E_BURNT, R_11_6092);
  kit_told(k, E_LOSS, R_11_6094);
  assert_int_equal(kit_state(k)->unit[kit_unit(k, "sq")].where, DEAD);
  /* the rubble is gone for good */
  assert_int_equal(sp_vl_count(&k->play, RUS) + sp_vl_count(&k->play, GER), before - 1);
  kit_close(k);
}

/* 11.6113: a heroic leader rises a grade; 11.6115b: an armour leader is created where none is and
 * there are three AFV. */
static void leaders_rise(void **unused) {
  (void)unused;
  bool created = false, refused_once = false;
  for (uint64_t seed = 1; seed <= 200 && !(created && refused_once); seed++) {
    int afv = seed % 2 ? 3 : 2;
    struct kit *k =
        kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                    OFFMAP("ldr", "german", "8-1"), OFFMAP("p1", "german", "PzIVH"),
                    OFFMAP("p2", "german", "PzIVH"), OFFMAP("p3", "german", "PzIVH")) "]",
                false);
    struct state *s = kit_state(k);
    sal_rng_seed(&k->rng, seed);
    s->side[GER].nrec = 1;
    s->rec[GER][0] = (struct rec){.group = (uint8_t)sp_group_of_word(&k->play, GER, 4),
                                  .scenario = 1,
                                  .copy = 1,
                                  .strength = STR_NONE,
                                  .hex = NOWHERE};
    static const char *const name[] = {"p1", "p2", "p3"};
    for (int i = 0; i < 3; i++)
      s->unit[kit_unit(k, name[i])].rec = 1;
    if (afv == 2)
      s->unit[kit_unit(k, "p3")].where = DEAD;
    s->unit[kit_unit(k, "ldr")].flags |= U_HEROIC;
    kit_all(k, "german commit;soviet commit");
    kit_told(k, E_PROMOTED, R_11_6113);
    assert_int_equal(sp_grade(&k->play, s->unit[kit_unit(k, "ldr")].type), 4);
    if (told_or_null(k, E_AL_NEW, R_11_6115b))
      created = true, kit_told(k, E_AL_NEW, R_11_6115b), assert_int_equal(afv, 3),
      assert_int_equal(s->rec[GER][0].al, own(k->book)->grade[3]);
    if (afv == 2 && told_or_null(k, E_NOTHING, R_11_6115b))
      refused_once = true, assert_int_equal(s->rec[GER][0].al, 0);
    kit_close(k);
  }
  assert_true(created && refused_once);
}

/* 11.621g: the Soviets too buy set charges, whatever their chart leaves out. */
static void set_charges(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.621\",\"vars\":{\"soviet_fpp\":40}", false);
  struct state *s = kit_state(k);
  kit_refused(k, RUS, "fort setdc", R_11_621f);
  s->side[RUS].nrec = 1;
  s->rec[RUS][0] = (struct rec){.group = (uint8_t)sp_group_of_word(&k->play, RUS, 14),
                                .scenario = 2,
                                .sw = {[4] = 2},
                                .hex = NOWHERE};
  kit_refused(k, RUS, "fort setdc", R_11_621f); /* that company enters in play */
  s->rec[RUS][0].scenario = 1;
  kit_do(k, RUS, "fort setdc");
  assert_int_equal(kit_told(k, E_FORTIFIED, R_11_621g)->n[2], 28);
  kit_close(k);
}

/* 11.6245: with a perimeter the sixteen hexes count from its Front Line. */
static void inspection_distance(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.2/"
              "11.622\",\"vars\":{\"german_cpp\":4,\"german_front\":20,\"soviet_front\":24}",
              false);
  kit_all(k, "german recon 2;german commit");
  kit_roll(k, RUS, "commit", "3");
  until_node(k, N_INSPECT, GER);
  /* hexrow 32 of the Playing Area, the Front Line is at 19 */
  kit_refused(k, GER, "inspect 24-GG5", R_11_6245);
  kit_do(k, GER, "inspect 24-DD5"); /* hexrow 35 */
  kit_close(k);
}

/* C.5: Random Selection by its own dice. */
static void random_selection(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign",
                        "\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":80}", "5 5 3 4 4");
  act(t, "soviet", "commit");
  acts(t, "german", "buy a9 plain 0");
  act(t, "german", "commit");
  rolled(t, "C.5", "4");
  happened(t, "11.6201a", "depleted");
  clear_away(t);
}

/* 3.1, C.3: the purchase form is the chart, the ledger counts in halves; RG.A1: German A1 rolls for
 * an armour leader. */
static void forms(void **unused) {
  (void)unused;
  char buf[32];
  struct table *t =
      lay("stalnie/campaign", "\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":80}", NULL);
  acts(t, "german", "buy a2 plain 0;buy a1 plain 0");
  const cJSON *a = ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(points_of(field(a, "prompt.cards[0].total"), buf), "67/2");
  cites(t, "prompt.cards[0].rule", "C.3");
  static const char *const first[] = {"S1", "Stuka group", "2", "0 of 1", "0 of 3"};
  for (int i = 0; i < 5; i++) {
    char path[60];
    snprintf(path, sizeof path, "prompt.forms[0].rows[0].cells[%d]", i);
    assert_string_equal(text_of(a, path), first[i]);
  }
  cites(t, "prompt.forms[0].rows[0].rule", "3.1");
  act(t, "soviet", "commit");
  act(t, "german", "commit");
  happened(t, "RG.A1", "armour.leader");
  clear_away(t);
}

/* 11.32d: balance counts for strengths. */
static void balance_of_strengths(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"german_cpp\":40,\"winners\":22}", false);
  kit_all(k, "german buy a8 plain 0;soviet commit");
  struct sal_action a;
  struct sal_err err;
  assert_true(sal_action_parse(k->book, "commit", &a, &err));
  kit_ready(k);
  k->events.want_cards = true;
  sal_apply(&k->play, GER, a);
  bool found = false;
  for (int c = 0; c < k->events.ncards; c++)
    for (int n = 0; n < k->events.card[c].nlines; n++)
      /* historical -1 too */
      if (k->events.card[c].line[n].rule == R_11_32d)
        found = true, assert_int_equal(k->events.card[c].line[n].value.num, -1),
        assert_int_equal(k->events.card[c].total[0].num, -2);
  assert_true(found);
  kit_cover(k, R_11_32d);
  kit_close(k);
}

/* CG4a: ten points that left north lengthen the scenario by one. */
static void exits_lengthen(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  kit_all(k, "german commit;soviet commit");
  for (int t = 1; t <= 6; t++)
    kit_roll(k, GER, "fight", "6 6 6 6");
  kit_state(k)->battle.north_vp = 12;
  kit_roll(k, GER, "fight", "6 6 6 6 2"); /* 2 + 1 misses the 2 of Turn 7 */
  assert_int_equal(kit_told(k, E_GAME_ON, R_CG4a)->n[2], 1);
  kit_close(k);
}

/* 11.2c, 3.18, 6.17, SP.SSR7, SP.SSR10, C.9, 11.31: the printable pages. */
static void pages(void **unused) {
  (void)unused;
  struct table *t =
      lay_with("stalnie/campaign", "\"balance\":1", NULL, NULL, NULL, __FILE__, __LINE__);
  assert_string_equal(block(t, "german", "11.2c"), "0 are German now and 506 Soviet, of 506.");
  assert_string_equal(
      block(t, "german", "SP.SSR10"),
      "A dr after Turn 7 of 2 or less, after 8 of 4, after 9 of 6 ends the scenario; drm 0.");
  assert_non_null(strstr(block(t, "german", "SP.SSR7"),
                         " stone building hexes stand on boards 12 and 21, 0 elsewhere"));
  assert_non_null(strstr(block(t, "german", "6.17"), "506 Victory Locations"));
  assert_string_equal(block(t, "german", "11.31"),
                      "The Russians are not Elite for ammunition; the Germans are.");
  block(t, "german", "3.18");
  const cJSON *a = ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
  const cJSON *r;
  cJSON_ArrayForEach(r, field(a, "records")) {
    if (strcmp(text_of(r, "id"), "briefing"))
      continue;
    const cJSON *b;
    cJSON_ArrayForEach(b, field(r, "blocks")) if (!strcmp(text_of(b, "rule"), "3.18")) {
      assert_string_equal(text_of(b, "rows[10][0]"), "21");
      assert_string_equal(text_of(b, "rows[10][3]"), "220");
      assert_string_equal(text_of(b, "rows[4][2]"), "56"); /* the hills of board 2 */
    }
  }
  block(t, "german", "C.9");
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(phones_and_registered_hexes),
                                     cmocka_unit_test(hedges),
                                     cmocka_unit_test(drawn_markers),
                                     cmocka_unit_test(entry_hexes),
                                     cmocka_unit_test(leaders_wait),
                                     cmocka_unit_test(exits_in_a_result),
                                     cmocka_unit_test(strongpoints),
                                     cmocka_unit_test(dummies),
                                     cmocka_unit_test(op_tank),
                                     cmocka_unit_test(edges_kept),
                                     cmocka_unit_test(joining_pocket),
                                     cmocka_unit_test(ringed),
                                     cmocka_unit_test(replaced),
                                     cmocka_unit_test(near_the_own_edge),
                                     cmocka_unit_test(markers),
                                     cmocka_unit_test(fires),
                                     cmocka_unit_test(leaders_rise),
                                     cmocka_unit_test(set_charges),
                                     cmocka_unit_test(inspection_distance),
                                     cmocka_unit_test(random_selection),
                                     cmocka_unit_test(forms),
                                     cmocka_unit_test(balance_of_strengths),
                                     cmocka_unit_test(exits_lengthen),
                                     cmocka_unit_test(pages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
