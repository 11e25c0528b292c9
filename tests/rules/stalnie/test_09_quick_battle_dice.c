/* test_09_quick_battle_dice.c - section 9, the other half: who does not fire, fly, wait, rally or
 * fall in the quick battle, and that no die is thrown for it. Every turn is given exactly the dice
 * that it should want. */
#include "kit.h"

#define TWO "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}"
#define QUIET "6 6 6 6" /* both snipers miss */

#define G(n) AT("g" n, "german", "658", "16-CC" n)
#define R(n) AT("r" n, "soviet", "458", "16-K" n)

/* Those counters, which follow each other, are what the first copy of a group brought. */
static void brought(struct kit *k, int side, const char *group, const char *first, int n) {
  struct group *g = &((struct own *)k->book->own)->group[side][kit_group(k, side, group)];
  g->first[1] = (uint16_t)kit_unit(k, first), g->n[1] = (uint16_t)n;
}

/* ---- QB.3, QB.4: who is armed, who waits ------------------------------------------------ */

/* Weapons go to squads in the battle and to nobody else of the company. */
static void weapons_for_squads(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO ",\"units\":[" JOIN(AT("half", "german", "348", "18-DD5"),
                                                  OFFMAP("home", "german", "658"),
                                                  AT("squad", "german", "658", "18-DD6"),
                                                  AT("lead", "german", "8-0", "18-DD6")) "]",
                          false);
  kit_at(k, "home")->flags |= U_STAYS;
  kit_line(k, GER, "i1", (struct rec){.copy = 1, .sw = {2, 1, 0, 0, 0, 0}});
  brought(k, GER, "i1", "half", 4);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_draft(k, "squad")->soft, 6 + 2 + 2 + 3); /* two LMG and the MMG */
  assert_int_equal(kit_draft(k, "half")->soft, 3);
  assert_int_equal(kit_draft(k, "lead")->soft, 1);
  assert_int_equal(kit_draft(k, "home")->soft, 0);
  kit_close(k);
}

/* The armour leader rides in the first vehicle that fights; a line that is gone arms nobody. */
static void armour_leader_rides(void **unused) {
  (void)unused;
  for (int gone = 0; gone < 2; gone++) {
    struct kit *k =
        kit_lay(TWO ",\"units\":[" JOIN(ATM("wreck", "german", "PzIVH", "18-DD5", "abandoned"),
                                        OFFMAP("home", "german", "PzIVH"),
                                        AT("first", "german", "PzIVH", "18-DD6"),
                                        AT("second", "german", "PzIVH", "18-DD7")) "]",
                false);
    kit_at(k, "home")->flags |= U_STAYS;
    /* a 9-1 */
    kit_line(k, GER, "a3",
             (struct rec){.copy = 1, .al = own(k->book)->grade[4], .flags = gone ? R_GONE : 0});
    kit_line(k, GER, "a2", (struct rec){.copy = 1}); /* a platoon without one */
    brought(k, GER, "a3", "wreck", 4);
    brought(k, GER, "a2", "second", 1);
    kit_all(k, "german commit;soviet commit");
    static const char *const id[] = {"wreck", "home", "first", "second"};
    int soft[] = {0, 0, gone ? 7 : 8, 7}, hard[] = {0, 0, gone ? 12 : 14, 12};
    for (int i = 0; i < 4; i++)
      if (kit_draft(k, id[i])->soft != soft[i] || kit_draft(k, id[i])->hard != hard[i])
        fail_msg("%s: %d and %d", id[i], kit_draft(k, id[i])->soft, kit_draft(k, id[i])->hard);
    kit_close(k);
  }
}

/* CG9c: who of a company waits for its first squad. The front is forty hexrows up in the centre, so
 * that what is dealt there comes on Turn 3 and what is dealt to the west on Turn 1; of each class
 * the first goes west, the second to the centre. */
static void leaders_wait(void **unused) {
  (void)unused;
  static const struct {
    const char *first, *second;
    int rec, leader, waits;
  } cases[] = {
      {"348", "658", 1, OFF, 3}, /* a half-squad is no squad */
      {"658", "658", 1, OFF, 1}, /* with the earlier squad */
      {"348", "348", 1, OFF, 1}, /* no squad left: free */
      {"348", "658", 0, OFF, 1}, /* of no company */
      {"348", "658", 1, MAP, 1}, /* there already */
      {"348", "658", 2, OFF, 1}, /* of another */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"phase\":\"play.2\",\"units\":[{\"name\":\"one\",\"side\":\"german\",\"kind\":\"%"
             "s\",\"box\":\"german.off\"},{\"name\":\"two\",\"side\":\"german\",\"kind\":\"%s\","
             "\"box\":\"german.off\"},%s," JOIN(OFFMAP("other", "german", "8-0"),
                                                OFFMAP("red", "soviet", "8-0")) "]",
             cases[i].first, cases[i].second,
             cases[i].leader == MAP ? AT("lead", "german", "8-0", "18-DD5")
                                    : OFFMAP("lead", "german", "8-0"));
    struct kit *k = kit_lay(position, false);
    struct state *s = kit_state(k);
    memset(s->area, 0, sizeof s->area);
    s->side[GER].perimeter = 1;
    for (int g = 0; g < 40 * WIDTH; g++)
      if (sp_column(g) == 1)
        s->area[g] = A_GER;
    kit_line(k, GER, "i1", (struct rec){.copy = 1});
    kit_line(k, GER, "i2", (struct rec){.copy = 1});
    brought(k, GER, "i1", "one", 2);
    brought(k, GER, "i2", "other", 1);
    kit_at(k, "lead")->rec = (uint8_t)cases[i].rec;
    /* line 1 of the Soviets is none */
    kit_at(k, "one")->rec = kit_at(k, "two")->rec = kit_at(k, "red")->rec = 1;
    kit_at(k, "other")->flags |= U_STAYS;
    kit_at(k, "other")->rec = 1; /* listed to stay: he does not come with them */
    kit_all(k, "german weights 3 3 0;german commit;soviet commit");
    assert_int_equal(kit_draft(k, "one")->enters, 1);
    assert_int_equal(kit_draft(k, "two")->enters, 3);
    if (kit_draft(k, "lead")->enters != cases[i].waits)
      fail_msg("case %zu: Turn %d", i, kit_draft(k, "lead")->enters);
    /* told of those who do */
    for (uint32_t n = 0; n < k->events.n; n++)
      assert_true(k->events.v[n].kind != E_WAITS || cases[i].waits == 3);
    assert_int_equal(kit_draft(k, "other")->enters, 0);
    kit_close(k);
  }
}

/* CG9c: a squad listed to stay is nobody's to wait for, and nobody waits who comes later anyhow. */
static void leaders_come_later(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.2\",\"units\":[" JOIN(
                              OFFMAP("home", "german", "658"), OFFMAP("squad", "german", "658"),
                              OFFMAP("lead", "german", "8-0"), OFFMAP("late", "german", "8-0"),
                              OFFMAP("red", "soviet", "458")) "]",
                          false);
  struct state *s = kit_state(k);
  memset(s->area, 0, sizeof s->area);
  s->side[GER].perimeter = 1;
  for (int g = 0; g < 40 * WIDTH; g++)
    if (sp_column(g) == 1)
      s->area[g] = A_GER;
  for (int g = 24 * WIDTH; g < PA_PLACES; g++)
    if (sp_column(g) == 0)
      s->area[g] = A_RUS; /* forty hexrows to go for the Soviets in the west */
  s->side[RUS].perimeter = 1;
  kit_line(k, GER, "i1", (struct rec){.copy = 1});
  kit_line(k, RUS, "i1", (struct rec){.copy = 1});
  brought(k, GER, "i1", "home", 2);
  brought(k, RUS, "i1", "red", 1);
  kit_at(k, "lead")->rec = kit_at(k, "late")->rec = 1;
  kit_at(k, "home")->flags |= U_STAYS;
  kit_all(k, "german weights 3 3 0;german commit;soviet commit");
  assert_int_equal(kit_draft(k, "squad")->enters, 1);
  assert_int_equal(kit_draft(k, "lead")->enters, 1);
  assert_int_equal(kit_draft(k, "late")->enters, 3); /* the centre */
  /* of the Soviet company of that number: no German waits for it */
  assert_int_equal(kit_draft(k, "red")->enters, 3);
  kit_close(k);
}

/* QB.3, QB.4: Turn 1 for the Germans of scenario 1; what is told are the elements, not who lies
 * there abandoned. */
static void elements_are_counted(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(
                              OFFMAP("a", "german", "658"), OFFM("stay", "german", "658", "stays"),
                              AT("r", "soviet", "458", "16-K9"),
                              ATM("wreck", "soviet", "T34M41", "16-K8", "abandoned"),
                              OFFMAP("later", "soviet", "458")) "]",
                          false);
  kit_at(k, "stay")->flags = U_STAYS;
  kit_at(k, "r")->flags = kit_at(k, "a")->flags = 0;
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_draft(k, "a")->enters, 1);
  /* whoever fights is seen */
  assert_true(kit_at(k, "r")->flags & U_KNOWN && kit_at(k, "a")->flags & U_KNOWN);
  assert_false(kit_at(k, "stay")->flags & U_KNOWN);
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    if (e->kind == E_DEPLOYED)
      assert_int_equal(e->n[1], e->n[0] == GER ? 1 : 2);
    if (e->kind == E_LATER)
      assert_int_equal(e->n[1], 1);
  }
  kit_told(k, E_DEPLOYED, R_QB_3);
  kit_told(k, E_LATER, R_CG9a);
  kit_close(k);
}

/* QB.4: the column of largest FRD(100 * weight / (n + 1)): the hundredths decide the last of
 * these 28. */
static void dealt_by_hundredths(void **unused) {
  (void)unused;
  static const char want[] = "1111011111011111011111011110";
  char position[3000] = TWO ",\"units\":[";
  for (int i = 0; want[i]; i++)
    sprintf(position + strlen(position),
            "%s{\"name\":\"s%d\",\"side\":\"german\",\"kind\":\"658\",\"box\":\"german.off\"}",
            i ? "," : "", i);
  strcat(position, "]");
  struct kit *k = kit_lay(position, false);
  kit_all(k, "german weights 1 5 0;german commit;soviet commit");
  for (int i = 0; want[i]; i++) {
    char id[8];
    snprintf(id, sizeof id, "s%d", i);
    if (kit_draft(k, id)->column != want[i] - '0')
      fail_msg("%s is in column %d", id, kit_draft(k, id)->column);
  }
  kit_close(k);
}

/* QB.4, CG9a: a turn more for every 16 hexrows on foot, for every 32 on wheels or tracks. */
static void the_way_to_the_front(void **unused) {
  (void)unused;
  static const struct {
    int front, foot, tank;
  } cases[] = {{15, 1, 1}, {16, 2, 1}, {31, 2, 1}, {32, 3, 2}, {48, 4, 2}, {63, 4, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[400];
    snprintf(position, sizeof position,
             "\"phase\":\"play.2\",\"vars\":{\"german_front\":%d,\"soviet_front\":64},\"units\":"
             "[" JOIN(OFFMAP("foot", "german", "658"), OFFMAP("tank", "german", "PzIVH")) "]",
             cases[i].front);
    struct kit *k = kit_lay(position, false);
    kit_all(k, "german commit;soviet commit");
    assert_int_equal(kit_draft(k, "foot")->enters, cases[i].foot);
    assert_int_equal(kit_draft(k, "tank")->enters, cases[i].tank);
    kit_close(k);
  }
}

/* ---- QB.10: artillery ------------------------------------------------------------------- */

static void artillery(void **unused) {
  (void)unused;
  enum { NOBODY, ATTACHED, ATTACHED_ELSEWHERE, ATTACHED_AND_GONE };
  static const struct {
    const char *group;
    int flags, link, black, drawn, served, front;
    const char *dice;
    bool fires;
  } cases[] = {
      {"o2", R_NAMED, LINK_RADIO, 1, 0, NOBODY, 20, "3 1 ", true},
      {"o2", R_NAMED, LINK_RADIO, 1, 0, NOBODY, 20, "3 2 ", false}, /* the red one */
      {"o2", R_NAMED, LINK_RADIO, 1, 0, NOBODY, 20, "4 ", false},
      {"o2", R_NAMED, LINK_PHONE, 1, 0, NOBODY, 20, "4 1 ", true},
      {"o2", R_NAMED, LINK_PHONE, 1, 0, NOBODY, 20, "5 ", false},
      {"o2", R_NAMED, LINK_RADIO, 1, 0, ATTACHED, 20, "4 1 ", true},
      {"o2", R_NAMED, LINK_RADIO, 1, 0, ATTACHED_ELSEWHERE, 20, "4 ", false},
      {"o2", R_NAMED, LINK_RADIO, 1, 0, ATTACHED_AND_GONE, 20, "4 ", false},
      {"o2", 0, LINK_RADIO, 1, 0, NOBODY, 20, "", false},
      {"o2", R_NAMED, LINK_RADIO, 0, 0, NOBODY, 20, "", false}, /* nothing but red chits left */
      {"o2", R_NAMED, LINK_RADIO, 1, 2, NOBODY, 20, "",
       false}, /* 6.12: the second red one ended it */
      {"o2", R_NAMED, LINK_RADIO, 1, 1, NOBODY, 20, "3 1 ", true},
      {"o1", R_NAMED, LINK_RADIO, 1, 0, NOBODY, 55, "3 1 ", true},
      {"o1", R_NAMED, LINK_RADIO, 1, 0, NOBODY, 56, "3 ",
       false}, /* RG.p: out of range of the 80mm mortar */
      {"o2", R_NAMED, LINK_RADIO, 1, 0, NOBODY, 56, "3 1 ", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char dice[40];
    struct kit *k = kit_lay(TWO, false);
    struct state *s = kit_state(k);
    struct rec *r = kit_line(k, GER, cases[i].group,
                             (struct rec){.scenario = 1,
                                          .flags = (uint8_t)cases[i].flags,
                                          .link = (uint8_t)cases[i].link,
                                          .black = (uint8_t)cases[i].black,
                                          .red = 1,
                                          .drawn = (uint8_t)cases[i].drawn});
    if (cases[i].served)
      kit_line(k, GER, "o5",
               (struct rec){.attach = cases[i].served == ATTACHED_ELSEWHERE ? 2 : 1,
                            .flags = cases[i].served == ATTACHED_AND_GONE ? R_GONE : 0});
    kit_all(k, "german commit;soviet commit");
    s->battle.front[1] = (uint8_t)cases[i].front, s->battle.rear[1] = 60;
    snprintf(dice, sizeof dice, "%s" QUIET, cases[i].dice);
    kit_roll(k, GER, "fight", dice);
    int fp = own(k->book)->group[GER][r->group].fire;
    if (s->battle.air_soft[GER][1] != (cases[i].fires ? fp : 0) ||
        s->battle.air_hard[GER][1] != (cases[i].fires ? fp / 4 : 0))
      fail_msg("case %zu: %d", i, s->battle.air_soft[GER][1]);
    assert_int_equal((r->flags & R_USED) != 0, *cases[i].dice != 0); /* it has tried */
    assert_int_equal(r->black, cases[i].black - cases[i].fires);
    bool drawn = sal_eq(cases[i].dice, "3 2 ");
    assert_int_equal(r->red, !drawn);
    assert_int_equal(r->drawn, cases[i].drawn + drawn);
    kit_close(k);
  }
}

/* QB.1, CG6, CG10: what is no module with ammunition is neither taken by default nor by name. */
static void usable_modules(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct state *s = kit_state(k);
  kit_line(k, GER, "s1", (struct rec){.scenario = 1, .black = 1}); /* bombs are no chits */
  kit_line(k, GER, "o2",
           (struct rec){.scenario = 1, .black = 4, .flags = R_GONE, .link = LINK_RADIO});
  kit_line(k, GER, "o2", (struct rec){.scenario = 1, .black = 4, .drawn = 2, .link = LINK_RADIO});
  /* no hex for the phone */
  kit_line(k, GER, "o2", (struct rec){.scenario = 1, .black = 4, .link = LINK_PHONE});
  kit_line(k, GER, "o1", (struct rec){.scenario = 1, .black = 4, .drawn = 1, .link = LINK_RADIO});
  kit_all(k, "soviet done;german done");
  assert_int_equal(kit_node(k), N_ORDERS);
  for (int i = 0; i < 5; i++)
    assert_int_equal((s->rec[GER][i].flags & R_NAMED) != 0, i == 4);
  for (int i = 0; i < 3; i++) {
    char text[40];
    snprintf(text, sizeof text, "module %d", i + 1);
    kit_refused(k, GER, text, R_CG10);
  }
  kit_refused(k, GER, "module 4", R_CG6);
  s->rec[GER][3].hex = (uint16_t)kit_place(k, "18-DD5");
  kit_legal(k, GER, "module 4");
  kit_legal(k, GER, "module 5");
  kit_refused(k, GER, "module 6", R_CG10);
  kit_refused(k, RUS, "module 1", R_CG10);
  /* beyond the record there is nothing, whatever lies there */
  s->rec[GER][5] = s->rec[GER][MAX_RECS - 1] = s->rec[GER][4];
  kit_refused(k, GER, "module 6", R_CG10);
  kit_refused(k, RUS, "module 0", R_CG10);
  kit_refused(k, RUS, "exit yes", R_CG13c);
  kit_refused(k, GER, "weights 3 3 1", R_QB_1);
  kit_close(k);
}

/* CG6: by default the two of largest calibre, in whatever order they were bought. */
static void largest_modules(void **unused) {
  (void)unused;
  static const char *const order[][3] = {
      {"o3", "o2", "o1"}, {"o1", "o3", "o2"}, {"o2", "o1", "o3"}};
  for (int i = 0; i < 3; i++) {
    struct kit *k = kit_lay(
        "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
    for (int n = 0; n < 3; n++)
      kit_line(k, GER, order[i][n], (struct rec){.scenario = 1, .black = 4, .link = LINK_RADIO});
    kit_all(k, "soviet done;german done");
    for (int n = 0; n < 3; n++)
      assert_int_equal((kit_state(k)->rec[GER][n].flags & R_NAMED) != 0,
                       strcmp(order[i][n], "o1") != 0);
    kit_close(k);
  }
}

/* ---- QB.10, 6.13, SP.SSR3: aircraft ----------------------------------------------------- */

static struct kit *two_air_groups(void) {
  struct kit *k = kit_lay(TWO, false);
  for (int side = 0; side < 2; side++)
    kit_line(k, side, "s1", (struct rec){0});
  kit_all(k, "german commit;soviet commit");
  return k;
}

/* A group comes, sees no enemy plane and is away two turns later: whoever comes then finds nobody
 * to fight. */
static void planes_miss_each_other(void **unused) {
  (void)unused;
  struct kit *k = two_air_groups();
  struct state *s = kit_state(k);
  /* one German plane without bombs or gun; no Soviet */
  kit_roll(k, GER, "fight", "1 1 5 5 6 " QUIET);
  assert_int_equal(s->battle.air_hard[GER][1], 6);
  kit_roll(k, GER, "fight", "6 " QUIET);
  assert_int_equal(s->battle.air_hard[GER][1], 6);
  /* who never came does not go */
  for (uint32_t i = 0; i < k->events.n; i++)
    assert_int_not_equal(k->events.v[i].kind, E_AIR_GONE);
  kit_roll(k, GER, "fight", "1 1 5 5 " QUIET); /* Soviet: no dogfight */
  assert_int_equal(s->battle.air_hard[GER][1], 0);
  assert_int_equal(s->battle.air_hard[RUS][1], 6);
  kit_told(k, E_AIR_GONE, R_SP_SSR3);
  kit_roll(k, GER, "fight", QUIET);
  /* told once */
  for (uint32_t i = 0; i < k->events.n; i++)
    assert_int_not_equal(k->events.v[i].kind, E_AIR_GONE);
  kit_close(k);
}

/* Both in the air: a 6 drives one enemy plane off, with the bombs that it has not dropped. */
static void dogfight(void **unused) {
  (void)unused;
  struct kit *k = two_air_groups();
  struct state *s = kit_state(k);
  /* a German plane, a Soviet one with bombs; their dice */
  kit_roll(k, GER, "fight", "1 1 5 5 1 1 4 5 6 5 " QUIET);
  assert_int_equal(s->rec[RUS][0].planes, 0);
  assert_int_equal(s->rec[GER][0].planes, 1);
  assert_int_equal(s->battle.air_soft[RUS][1], 0);
  assert_int_equal(s->battle.air_hard[RUS][1], 0);
  assert_int_equal(s->battle.air_soft[GER][1], 6);
  kit_roll(k, GER, "fight", QUIET); /* nobody left to fight */
  assert_int_equal(s->battle.air_hard[GER][1], 6);
  kit_close(k);
}

/* Anti-aircraft fire: by an element that fights and is made for it. */
static void anti_aircraft(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    bool broken;
    const char *dice;
    int planes;
  } cases[] = {{"AA37L", false, "2 2 ", 0},
               {"AA37L", false, "2 3 ", 1},
               {"AA37L", true, "", 1},
               {"AT45L", false, "", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[400], dice[60];
    snprintf(
        position, sizeof position,
        TWO ",\"units\":[{\"name\":\"gun\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"24-D5\"}]",
        cases[i].kind);
    struct kit *k = kit_lay(position, false);
    kit_line(k, GER, "s1", (struct rec){0});
    kit_all(k, "german commit;soviet commit");
    if (cases[i].broken)
      kit_draft(k, "gun")->flags |= U_BROKEN;
    snprintf(dice, sizeof dice, "%s1 1 5 5 %s" QUIET, cases[i].broken ? "6 " : "", cases[i].dice);
    kit_roll(k, GER, "fight", dice);
    assert_int_equal(kit_state(k)->rec[GER][0].planes, cases[i].planes);
    assert_int_equal(kit_state(k)->battle.air_hard[GER][1], 6 * cases[i].planes);
    kit_close(k);
  }
}

/* A group of another scenario, or one that is gone, throws no die. */
static void no_planes(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(TWO, false);
  kit_line(k, GER, "s1", (struct rec){.scenario = 1});
  kit_line(k, RUS, "s1", (struct rec){.flags = R_GONE});
  kit_line(k, RUS, "t1", (struct rec){0});
  kit_all(k, "german commit;soviet commit");
  kit_roll(k, GER, "fight", QUIET);
  kit_roll(k, GER, "fight", QUIET);
  kit_close(k);
}

/* ---- QB.5 to QB.9 ----------------------------------------------------------------------- */

/* QB.5: who is out of the battle or not yet in it does not rally; fronts that meet where nobody
 * stands roll nothing. */
static void nobody_rolls(void **unused) {
  (void)unused;
  struct kit *k =
      kit_column(JOIN(G("9"), G("8"), R("9"), ATM("late", "soviet", "458", "16-K8", "reserve")),
                 "german posture hold");
  struct state *s = kit_state(k);
  kit_draft(k, "g8")->flags |= U_BROKEN, kit_draft(k, "g8")->fate = FATE_ELIMINATED;
  kit_draft(k, "late")->flags |= U_BROKEN;
  s->battle.front[2] = s->battle.rear[2] = 30;
  kit_roll(k, GER, "fight", QUIET);
  assert_true(kit_draft(k, "late")->flags & U_BROKEN);
  s->battle.front[0] = s->battle.rear[0];
  kit_draft(k, "g9")->fate = FATE_ELIMINATED;
  kit_roll(k, GER, "fight", "1 1 1 1 3 4 " QUIET); /* one side alone does roll */
  assert_int_equal(s->battle.front[0], 10);
  /* those who are gone would have met an enemy in the west; the Soviets meet nobody */
  assert_int_equal(s->battle.met[GER], 1);
  assert_int_equal(s->battle.met[RUS], 0);
  kit_close(k);
}

/* CG13c: nobody leaves north without the order, or from a front short of the edge. */
static void nobody_leaves_north(void **unused) {
  (void)unused;
  for (int order = 0; order < 2; order++) {
    struct kit *k = kit_lay(TWO ",\"units\":[" AT("sq", "german", "658", "18-DD5") "]", false);
    struct state *s = kit_state(k);
    if (order)
      kit_do(k, GER, "exit yes");
    kit_all(k, "german posture hold;german commit;soviet commit");
    s->battle.front[0] = s->battle.rear[0] = (uint8_t)(order ? 63 : 64);
    kit_roll(k, GER, "fight", "1 1 1 1 3 4 " QUIET);
    assert_int_equal(kit_draft(k, "sq")->fate, FATE_OK);
    assert_int_equal(s->battle.north_vp, 0);
    kit_close(k);
  }
}

/* QB.5: a sniper finds leaders too, but no vehicle. */
static void sniper_on_a_leader(void **unused) {
  (void)unused;
  struct kit *k = kit_column(
      JOIN(G("9"), AT("tank", "soviet", "T34M41", "16-K8"), AT("lead", "soviet", "8-0", "16-K9")),
      "german posture hold");
  kit_state(k)->side[GER].san = 3;
  kit_roll(k, GER, "fight", "1 2 3 4 1 6 6"); /* the leader is wounded; the sniper stays */
  assert_true(kit_draft(k, "lead")->flags & U_WOUNDED);
  assert_false(kit_draft(k, "tank")->flags & (U_BROKEN | U_WOUNDED));
  kit_close(k);
}

/* QB.8: a hero comes of an MMC, and one in a column and turn. */
static void heroes(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    int pool;
    const char *hits;
    int heroes;
  } cases[] = {{"458", 40, "1 1 ", 1}, {"458", 80, "1 1 1 1 ", 1}, {"8-0", 40, "1 1 ", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char units[500], dice[60];
    snprintf(
        units, sizeof units,
        JOIN(AT("g", "german", "8-0", "16-CC9"),
             AT("tank", "soviet", "T34M41",
                "16-K8")) ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"16-K9\"}",
        cases[i].kind);
    struct kit *k = kit_column(units, "");
    kit_state(k)->battle.soft[GER][0] = (uint16_t)cases[i].pool;
    snprintf(dice, sizeof dice, "1 1 1 1 %s3 4 " QUIET, cases[i].hits);
    kit_roll(k, GER, "fight", dice);
    int n = 0;
    for (int u = 0; u < k->book->ncounters; u++)
      n += kit_state(k)->draft[u].type == own(k->book)->hero &&
           kit_state(k)->draft[u].fate == FATE_OK;
    assert_int_equal(n, cases[i].heroes);
    /* told as a hero, not as a crew */
    if (n)
      assert_int_equal(kit_told(k, E_HERO, R_QB_8)->n[0], 0);
    kit_close(k);
  }
}

/* QB.7: hard fire on soft targets alone is a quarter of it in the soft pool and nothing in the
 * other; soft fire on tanks is nothing. */
static void hard_fire_on_soft_targets(void **unused) {
  (void)unused;
  struct kit *k = kit_column(JOIN(AT("g", "german", "PzIVH", "16-CC9"), R("9")), "");
  struct battle *b = &kit_state(k)->battle;
  kit_roll(k, GER, "fight", "3 4 3 4 3 4 " QUIET);
  /* the Soviets hold behind cover 80 without works: 70 */
  assert_int_equal(b->soft[GER][0], 7 * 70 / 100 + 12 / 4);
  assert_int_equal(b->hard[GER][0], 0);
  assert_int_equal(b->soft[RUS][0], 0);
  assert_int_equal(b->hard[RUS][0], 1);
  kit_close(k);
}

/* QB.7: no pool, no target to pick. */
static void no_hard_fire(void **unused) {
  (void)unused;
  struct kit *k =
      kit_column(JOIN(AT("g", "german", "8-0", "16-CC9"), AT("r", "soviet", "T34M41", "16-K8"),
                      AT("r2", "soviet", "T34M41", "16-K9")),
                 "");
  kit_roll(k, GER, "fight", "1 1 1 1 3 4 " QUIET);
  assert_int_equal(kit_state(k)->battle.hard[GER][0], 0);
  kit_close(k);
}

/* QB.9: of those overrun only Guns, stuck and dug-in vehicles and broken MMC roll; a 4 takes, a 2
 * leaves behind. */
static void overrun(void **unused) {
  (void)unused;
  struct kit *k =
      kit_column(JOIN(G("9"), G("8"), G("7"), AT("gun", "soviet", "AT45L", "16-K9"),
                      AT("stuck", "soviet", "T70", "16-K8"), AT("dug", "soviet", "T70", "16-K7"),
                      AT("well", "soviet", "T70", "16-K6"), AT("left", "soviet", "458", "16-K5"),
                      AT("kept", "soviet", "458", "16-K4"), AT("calm", "soviet", "458", "16-K3")),
                 "");
  static const char *const ids[] = {"gun", "stuck", "dug", "well", "left", "kept", "calm"};
  for (int i = 0; i < 7; i++)
    kit_draft(k, ids[i])->soft = kit_draft(k, ids[i])->hard = 0;
  kit_draft(k, "well")->soft = 4; /* 18 * 70 / 4: the largest step */
  kit_draft(k, "stuck")->flags |= U_IMMOBILE;
  kit_at(k, "dug")->flags |= U_DUGIN;
  kit_draft(k, "left")->flags |= U_BROKEN, kit_draft(k, "kept")->flags |= U_BROKEN;
  /* no rally; fire; a hard target too dear; ground; gun, stuck, dug, left, kept */
  kit_roll(k, GER, "fight", "6 6 1 1 1 1 1 3 4 4 3 4 2 3 " QUIET);
  static const int fate[] = {FATE_CAPTURED, FATE_OK, FATE_CAPTURED, FATE_OK,
                             FATE_OK,       FATE_OK, FATE_OK},
                   enters[] = {1, 1, 1, 1, 0, 1, 1};
  for (int i = 0; i < 7; i++)
    if (kit_draft(k, ids[i])->fate != fate[i] || kit_draft(k, ids[i])->enters != enters[i])
      fail_msg("%s: fate %d, enters %d", ids[i], kit_draft(k, ids[i])->fate,
               kit_draft(k, ids[i])->enters);
  assert_int_equal(kit_told(k, E_HIT, R_QB_9)->n[0], 3); /* captured */
  assert_int_equal(kit_state(k)->battle.front[0], 19);
  kit_close(k);
}

/* The same of Germans: a soft vehicle can break but is not left behind. */
static void overrun_germans(void **unused) {
  (void)unused;
  struct kit *k =
      kit_column(JOIN(AT("flak", "german", "SdKfz7/1", "16-CC9"), G("8"), R("9"), R("8")),
                 "soviet posture press");
  struct state *s = kit_state(k);
  s->battle.front[0] = s->battle.rear[0];
  static const char *const ids[] = {"flak", "g8"};
  for (int i = 0; i < 2; i++)
    kit_draft(k, ids[i])->flags |= U_BROKEN;
  /* only the squad rolls, and is left behind */
  kit_roll(k, GER, "fight", "6 6 1 1 1 1 3 4 2 " QUIET);
  assert_int_equal(s->battle.front[0], 1);
  assert_int_equal(kit_draft(k, "flak")->enters, 1);
  assert_int_equal(kit_draft(k, "g8")->enters, 0);
  assert_int_equal(kit_draft(k, "g8")->soft, 10); /* where the front was */
  kit_close(k);
}

/* QB.9: what is burnt down is not taken. */
static void locations_gone(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.1\",\"units\":[" AT("g", "german", "658", "17-CC9") "]", false);
  const struct own *o = own(k->book);
  struct state *s = kit_state(k);
  kit_all(k, "german commit;soviet commit");
  s->battle.front[1] = s->battle.rear[1] = 30;
  int gone = o->taken[GER][1][0], next = o->taken[GER][1][1];
  assert_true(row_of(o->vl[next].g) < 30);
  s->vl[gone] |= VB_GONE;
  kit_roll(k, GER, "fight", "1 1 1 1 3 4 " QUIET);
  assert_false(s->vl[gone] & VB_DRAFT);
  assert_true(s->vl[next] & VB_DRAFT);
  kit_close(k);
}

/* Eight turns are over, and no Game End dr has ended the scenario. */
static void last_turn(struct kit *k) {
  struct battle *b = &kit_state(k)->battle;
  b->turn = 8, b->ends = 2;
  b->end_die[0] = b->end_die[1] = 6;
}

/* QB.7: a pool holds no more than 60,000. */
static void full_pools(void **unused) {
  (void)unused;
  struct kit *k =
      kit_column(JOIN(G("9"), G("8"), AT("tank", "soviet", "T34M41", "16-K8"), R("9")), "");
  struct battle *b = &kit_state(k)->battle;
  b->soft[GER][0] = b->hard[GER][0] = 59999;
  /* fire at 160 percent; the squad halved and lost, the tank stunned */
  kit_roll(k, GER, "fight", "6 6 6 6 6 6 6 6 6 3 4 " QUIET);
  assert_int_equal(b->soft[GER][0], 60000 - 80);
  kit_close(k);
}

/* QB.12: who is placed is told, and that is nobody who is lost or gone. CG4: Turn 9 is the last. */
static void the_record(void **unused) {
  (void)unused;
  struct kit *k = kit_column(JOIN(G("9"), G("8"), R("9")), "german posture hold");
  last_turn(k);
  kit_draft(k, "g8")->fate = FATE_ELIMINATED;
  kit_roll(k, GER, "fight", QUIET " 6");
  kit_told(k, E_GAME_END, R_CG4);
  assert_int_equal(kit_state(k)->battle.ends, 3);
  assert_int_equal(kit_state(k)->battle.end_die[2], 6);
  /* the Soviets; the last German has left by the south edge */
  assert_int_equal(kit_told(k, E_PLACES, R_QB_12)->n[0], 1);
  kit_close(k);
}

/* QB.11: Guns, crewed weapons and main armament that met an enemy roll, left by the own edge or
 * not; so do machine guns and mortars of a company. Nobody rolls for what is lost, left behind,
 * abandoned or never fired. */
static void malfunctions(void **unused) {
  (void)unused;
  for (int met = 0; met < 2; met++) {
    struct kit *k = kit_column(
        JOIN(AT("gun", "german", "AT75L", "16-CC9"), AT("lost", "german", "AT75L", "16-CC8"),
             G("7"), AT("hmg", "soviet", "HMG248", "16-K9"),
             AT("left", "soviet", "HMG248", "16-K8"), AT("tank", "soviet", "T34M41", "16-K7"),
             ATM("wreck", "soviet", "T34M41", "16-K6", "abandoned"),
             AT("spw",
                "germa"
                "n",
                "SPW25"
                "1/1",
                "16-"
                "CC6")),
        "german posture hold");
    struct state *s = kit_state(k);
    kit_line(k, GER, "i1", (struct rec){.sw = {1, 1, 1, 1, 1, 2}, .bad = {0, 0, 0, 0, 0, 1}});
    kit_line(k, GER, "i1", (struct rec){.sw = {1, 1, 1, 1, 1, 1}, .flags = R_GONE});
    last_turn(k);
    s->battle.met[RUS] = 1, s->battle.met[GER] = (uint8_t)met; /* in the west column */
    kit_draft(k, "lost")->fate = FATE_ELIMINATED;
    kit_draft(k, "left")->enters = 0, kit_draft(k, "left")->flags |= U_SPLIT,
                 kit_draft(k, "left")->soft = 12;
    /* the end; gun, hmg, tank; LMG, MMG, mortar */
    kit_roll(k, GER, "fight", met ? QUIET " 6 1 2 6 6 1 2 6 6 1 2 1 2" : QUIET " 6 6 6 1 2");
    assert_int_equal(kit_draft(k, "gun")->fate, FATE_EXITED); /* no German ground */
    assert_true(kit_at(k, "hmg")->flags & U_MALFUNCTION);
    assert_false(kit_at(k, "gun")->flags & U_MALFUNCTION ||
                 kit_at(k, "tank")->flags & U_MALFUNCTION);
    static const int bad[SW] = {1, 0, 0, 0, 0, 1};
    for (int w = 0; w < SW; w++)
      assert_int_equal(s->rec[GER][0].bad[w], met || w == SW - 1 ? bad[w] : 0);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(weapons_for_squads),
                                     cmocka_unit_test(armour_leader_rides),
                                     cmocka_unit_test(leaders_wait),
                                     cmocka_unit_test(leaders_come_later),
                                     cmocka_unit_test(elements_are_counted),
                                     cmocka_unit_test(dealt_by_hundredths),
                                     cmocka_unit_test(the_way_to_the_front),
                                     cmocka_unit_test(artillery),
                                     cmocka_unit_test(usable_modules),
                                     cmocka_unit_test(largest_modules),
                                     cmocka_unit_test(planes_miss_each_other),
                                     cmocka_unit_test(dogfight),
                                     cmocka_unit_test(anti_aircraft),
                                     cmocka_unit_test(no_planes),
                                     cmocka_unit_test(nobody_rolls),
                                     cmocka_unit_test(nobody_leaves_north),
                                     cmocka_unit_test(sniper_on_a_leader),
                                     cmocka_unit_test(heroes),
                                     cmocka_unit_test(no_hard_fire),
                                     cmocka_unit_test(hard_fire_on_soft_targets),
                                     cmocka_unit_test(overrun),
                                     cmocka_unit_test(overrun_germans),
                                     cmocka_unit_test(locations_gone),
                                     cmocka_unit_test(the_record),
                                     cmocka_unit_test(full_pools),
                                     cmocka_unit_test(malfunctions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
