/* test_09_quick_battle_rules.c - section 9 rule by rule: deployment, fire, hits, ground, aircraft,
 * snipers, each with its dice. */
#include "kit.h"

#define G(n) "{\"name\":\"g" n "\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"16-CC" n "\"}"
#define R(n) "{\"name\":\"r" n "\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"16-K" n "\"}"

/* QB.2: hexrows of each side's area, a tenth of its hexes; without a perimeter the own edge;
 * scenario 1 by rule. */
static void fronts(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct state *s = kit_state(k);
  /* seven hexes of the west column are nobody's */
  for (int i = 0; i < 7; i++)
    s->area[25 * WIDTH + 21 + i] = 0;
  kit_all(k, "german commit;soviet commit");
  for (int c = 0; c < COLUMNS; c++) {
    assert_int_equal(s->battle.front[c], 20);
    assert_int_equal(s->battle.rear[c], c == 0 ? 25 : 24);
  }
  kit_close(k);
  k = kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":0,\"soviet_front\":65}", false);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_state(k)->battle.front[1], 0);
  assert_int_equal(kit_state(k)->battle.rear[1], 64);
  kit_close(k);
  k = kit_lay("\"phase\":\"play.1\",\"vars\":{\"german_front\":9,\"soviet_front\":30}", false);
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_state(k)->battle.front[2], 0);
  assert_int_equal(kit_state(k)->battle.rear[2], 10);
  kit_close(k);
}

/* QB.3, QB.4, CG9a: who takes part, where and when. Fronts at 40 and 44. */
static void deployment(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"play.2\",\"vars\":{\"german_front\":40,\"soviet_front\":44},\"units\":"
      "[" JOIN(OFFMAP("foot", "german", "658"), OFFMAP("tank", "german", "PzIVH"),
               OFFMAP("gun", "german", "AT75L"), OFFMAP("gun2", "german", "AT75L"),
               OFFMAP("truck", "german", "Opel6700"), AT("on", "german", "658", "18-DD5"),
               ATM("res", "soviet", "458", "24-D5", "reserve"), OFFMAP("rfoot", "soviet", "458"),
               OFFM("stay",
                    "sovie"
                    "t",
                    "458",
                    "stay"
                    "s"),
               OFFM("rec", "soviet", "T34M41", "recall"),
               ATM("ab", "soviet", "T34M41", "24-E5", "abandoned")) "]",
      false);
  kit_at(k, "stay")->flags |= U_STAYS;
  kit_all(k, "german weights 0 0 6;german commit;soviet commit");
  static const struct {
    const char *id;
    int column, enters, fate;
  } cases[] = {
      {"foot", 2, 3, FATE_OK},     {"tank", 2, 2, FATE_OK},      {"gun", 2, 2, FATE_OK},
      {"gun2", 3, 0, FATE_OFFMAP}, {"truck", 3, 0, FATE_OFFMAP}, {"on", 0, 1, FATE_OK},
      {"res", 1, 3, FATE_OK},      {"rfoot", 0, 2, FATE_OK},     {"stay", 3, 0, FATE_OFFMAP},
      {"rec", 3, 0, FATE_OFFMAP},  {"ab", 3, 0, FATE_OK}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct draft *d = kit_draft(k, cases[i].id);
    if (d->column != cases[i].column || d->enters != cases[i].enters || d->fate != cases[i].fate)
      fail_msg("%s: column %d, turn %d, fate %d", cases[i].id, d->column, d->enters, d->fate);
  }
  kit_close(k);
  k = kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(OFFMAP("a", "soviet", "458"),
                                                      OFFMAP("t", "soviet", "T34M41")) "]",
              false);
  kit_all(k, "german commit;soviet commit");
  /* Turn 3 in scenario 1, and the way from the north edge */
  assert_int_equal(kit_draft(k, "a")->enters, 3 + 54 / 16);
  assert_int_equal(kit_draft(k, "t")->enters, 3 + 54 / 32);
  kit_close(k);
}

/* QB.4: each to the column of largest 100 * weight / (n + 1), ties west first, classes apart. */
static void dealing(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"units\":"
              "[" JOIN(OFFMAP("a", "german", "658"), OFFMAP("b", "german", "658"),
                       OFFMAP("c", "german", "658"), OFFMAP("d", "german", "658"),
                       OFFMAP("e", "german", "658"), OFFMAP("f", "german", "658"),
                       OFFMAP("t", "german", "PzIVH"), OFFMAP("u", "german", "PzIVH"),
                       OFFMAP("l", "german", "8-0")) "]",
              false);
  kit_all(k, "german weights 1 3 2;german commit;soviet commit");
  static const char *const id[] = {"a", "b", "c", "d", "e", "f", "t", "u", "l"};
  /* 300 200 150 100(west) 100(centre) 100(east); the others afresh */
  static const int want[] = {1, 2, 1, 0, 1, 2, 1, 2, 1};
  for (int i = 0; i < 9; i++)
    if (kit_draft(k, id[i])->column != want[i])
      fail_msg("%s is in column %d", id[i], kit_draft(k, id[i])->column);
  kit_close(k);
}

/* QB.3: values of a unit in its state. */
static void values(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"units\":"
              "[" JOIN(ATM("fan", "german", "658", "18-DD5", "fanatic"),
                       ATM("green", "soviet", "T34M41", "24-E5", "inexperienced"),
                       ATM("short", "german", "PzIVH", "18-DD6", "shortage"),
                       AT("l", "german", "9-2", "18-DD5"), AT("six", "german", "6+1", "18-DD5"),
                       AT("gu"
                          "n",
                          "so"
                          "vi"
                          "e"
                          "t",
                          "AR"
                          "T7"
                          "6"
                          "L",
                          "24"
                          "-F"
                          "5"),
                       AT("hmg", "soviet", "HMG248", "24-F5")) "]",
              false);
  kit_all(k, "german commit;soviet commit");
  static const struct {
    const char *id;
    int soft, hard;
  } cases[] = {{"fan", 7, 1}, {"green", 6, 6}, {"short", 5, 9}, {"l", 5, 0},
               {"six", 0, 0}, {"gun", 5, 7},   {"hmg", 8, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (kit_draft(k, cases[i].id)->soft != cases[i].soft ||
        kit_draft(k, cases[i].id)->hard != cases[i].hard)
      fail_msg("%s: %d and %d", cases[i].id, kit_draft(k, cases[i].id)->soft,
               kit_draft(k, cases[i].id)->hard);
  kit_close(k);
}

/* QB.3: weapons go round the squads of their company; the armour leader rides first. */
static void weapons(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"units\":[" JOIN(
          AT("a", "german", "658", "18-DD5"), AT("b", "german", "658", "18-DD5"),
          AT("p", "german", "PzIVH", "18-DD6"), AT("q", "german", "PzIVH", "18-DD7")) "]",
      false);
  struct state *s = kit_state(k);
  struct own *o = (struct own *)k->book->own;
  int i1 = kit_group(k, GER, "i1"), a3 = kit_group(k, GER, "a3");
  s->side[GER].nrec = 2;
  /* a LMG, a MMG, an ATR that work */
  s->rec[GER][0] = (struct rec){.group = (uint8_t)i1,
                                .scenario = 1,
                                .copy = 1,
                                .sw = {2, 1, 1, 0, 0, 0},
                                .bad = {1, 0, 0, 0, 0, 0},
                                .hex = NOWHERE};
  s->rec[GER][1] = (struct rec){
      .group = (uint8_t)a3, .scenario = 1, .copy = 1, .al = o->grade[5], .hex = NOWHERE};
  o->group[GER][i1].first[1] = (uint16_t)kit_unit(k, "a"), o->group[GER][i1].n[1] = 2;
  o->group[GER][a3].first[1] = (uint16_t)kit_unit(k, "p"), o->group[GER][a3].n[1] = 2;
  kit_all(k, "german commit;soviet commit");
  assert_int_equal(kit_draft(k, "a")->soft, 6 + 2); /* LMG; then round again the ATR */
  assert_int_equal(kit_draft(k, "a")->hard, 1 + 1);
  assert_int_equal(kit_draft(k, "b")->soft, 6 + 3); /* MMG */
  assert_int_equal(kit_draft(k, "p")->soft, 7 + 2); /* a 9-2: 1 S and 2 H a point */
  assert_int_equal(kit_draft(k, "p")->hard, 12 + 4);
  assert_int_equal(kit_draft(k, "q")->hard, 12);
  kit_close(k);
}

/* QB.8: one soft hit on the only soft target, by every DR. The leader who fires it has no hard
 * fire; the tank keeps the front where it is. */
static void soft_hits(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dr;
    uint32_t before, after;
    const char *becomes;
  } cases[] = {{"458", "1 1", 0, 0, "458"},
               {"458", "1 2", 0, U_BROKEN, "458"},
               {"458", "3 4", 0, U_BROKEN, "458"},
               {"458", "4 4", 0, 0, "248"},
               {"458", "6 6", 0, 0, "248"},
               {"458", "1 2", U_BROKEN, U_BROKEN, "248"},
               {"248", "4 4", 0, 0, NULL},
               {"248", "3 3", 0, U_BROKEN, "248"},
               {"8-0", "1 2", 0, U_WOUNDED, "8-0"},
               {"8-0", "1 2", U_WOUNDED, 0, NULL},
               {"8-0", "4 4", 0, 0, NULL},
               {"AT45L", "4 4", 0, 0, NULL},
               {"AT45L", "2 2", 0, U_BROKEN, "AT45L"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char units[600], dice[80];
    snprintf(
        units, sizeof units,
        JOIN(AT("g", "german", "8-0", "16-CC9"),
             AT("tank", "soviet", "T34M41",
                "16-K8")) ",{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"16-K9\"}",
        cases[i].kind);
    struct kit *k = kit_column(units, "");
    struct state *s = kit_state(k);
    s->draft[kit_unit(k, "r")].flags |= cases[i].before;
    s->battle.soft[GER][0] = 40;
    bool rally = cases[i].before & U_BROKEN;
    /* a 6 does not rally; fire 2 and 2, the hit, ground 7, snipers */
    snprintf(dice, sizeof dice, "%s1 1 1 1 %s 3 4 6 6 6 6", rally ? "6 " : "", cases[i].dr);
    kit_roll(k, GER, "fight", dice);
    const struct draft *d = kit_draft(k, "r");
    if (cases[i].becomes
            ? d->fate != FATE_OK || strcmp(own(k->book)->type[d->type].id, cases[i].becomes) ||
                  (d->flags & (U_BROKEN | U_WOUNDED)) != cases[i].after
            : d->fate != FATE_ELIMINATED)
      fail_msg("%s, DR %s: fate %d, %s, flags %x", cases[i].kind, cases[i].dr, d->fate,
               own(k->book)->type[d->type].id, d->flags);
    assert_int_equal(s->draft[kit_unit(k, "ru.x.hero-1")].fate == FATE_OK,
                     sal_eq(cases[i].dr, "1 1"));
    assert_true(s->battle.soft[GER][0] < 40);
    if (!sal_eq(cases[i].dr, "1 1")) { /* broken, wounded, eliminated, halved */
      bool leader = sal_eq(cases[i].kind, "8-0"),
           halved = cases[i].becomes && strcmp(cases[i].kind, cases[i].becomes);
      assert_int_equal(kit_told(k, E_HIT, R_QB_7)->n[0], !cases[i].becomes ? 2
                                                         : halved          ? 4
                                                                           : leader);
    }
    kit_close(k);
  }
}

/* QB.7, QB.8: a hard hit costs 14 + 5 D, more when dug in; its die and that of the crew. */
static void hard_hits(void **unused) {
  (void)unused;
  static const struct {
    int pool;
    bool dugin;
    const char *dice;
    int fate;
    uint32_t flag;
    bool crew;
  } cases[] = {{44, false, "1 2 ", FATE_ELIMINATED, 0, true},
               {44, false, "4 3 ", FATE_ELIMINATED, 0, false},
               {44, false, "5 ", FATE_OK, U_IMMOBILE, false},
               {44, false, "6 ", FATE_OK, U_STUN, false},
               {43, false, "", FATE_OK, 0, false},
               {63, true, "", FATE_OK, 0, false},
               {64, true, "4 6 ", FATE_ELIMINATED, 0, false},
               {88, false, "5 5 ", FATE_ELIMINATED, 0, false},
               {88, false, "6 ", FATE_OK, U_STUN, false},
               {88, false, "5 6 ", FATE_OK, U_IMMOBILE | U_STUN, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char dice[80];
    struct kit *k = kit_column(
        JOIN(AT("g", "german", "8-0", "16-CC9"), AT("r", "soviet", "T34M41", "16-K9")), "");
    struct state *s = kit_state(k);
    if (cases[i].dugin)
      kit_at(k, "r")->flags |= U_DUGIN;
    s->battle.hard[GER][0] = (uint16_t)cases[i].pool;
    snprintf(dice, sizeof dice, "1 1 1 1 %s3 4 6 6 6 6", cases[i].dice);
    kit_roll(k, GER, "fight", dice);
    assert_int_equal(kit_draft(k, "r")->fate, cases[i].fate);
    if (cases[i].fate == FATE_OK)
      assert_int_equal(kit_draft(k, "r")->flags & (U_IMMOBILE | U_STUN), cases[i].flag);
    /* eliminated, immobilized, stunned */
    if (cases[i].dice[0])
      assert_int_equal(kit_told(k, E_HIT, R_QB_8)->n[0],
                       cases[i].dice[0] <= '4' ? 2 : cases[i].dice[0] - '0');
    assert_int_equal(kit_draft(k, "ru.x.crew-1")->fate, cases[i].crew ? FATE_OK : FATE_NONE);
    if (cases[i].crew)
      assert_int_equal(kit_told(k, E_HERO, R_QB_8)->n[0], 1); /* told as a crew */
    kit_close(k);
  }
}

/* QB.6: sight for hard fire, 5/4 for who holds in the first three turns, a quarter of it on soft
 * targets. */
static void sight(void **unused) {
  (void)unused;
  static const struct {
    int weather, ec, turn, german, soviet;
  } cases[] = {{CLEAR, DRY, 1, 24, 20},    {OVERCAST, DRY, 1, 21, 17}, {CLEAR, VERY_DRY, 1, 21, 17},
               {FOG, VERY_DRY, 1, 16, 13}, {CLEAR, DRY, 3, 24, 20},    {CLEAR, DRY, 4, 24, 16}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = kit_column(
        JOIN(AT("g", "german", "PzIVH", "16-CC9"), AT("g2", "german", "PzIVH", "16-CC8"),
             AT("r", "soviet", "T34M41", "16-K9"), AT("r2", "soviet", "T34M41", "16-K8")),
        "");
    struct state *s = kit_state(k);
    s->weather = (uint8_t)cases[i].weather, s->ec = (uint8_t)cases[i].ec;
    s->battle.turn = (uint8_t)(cases[i].turn - 1);
    kit_roll(k, GER, "fight", "3 4 3 4 1 1 3 4 6 6 6 6"); /* 100 percent; both picks too dear */
    for (uint32_t n = 0; n < k->events.n; n++)
      if (k->events.v[n].kind == E_FIRE)
        assert_int_equal(k->events.v[n].n[3],
                         k->events.v[n].n[0] == GER ? cases[i].german : cases[i].soviet);
    kit_close(k);
  }
}

/* QB.9: the ratio's steps, the DR's, and assault's. n squads of 6 against m of 5 who hold behind
 * cover 80 and no works (70). */
static void ground(void **unused) {
  (void)unused;
  static const struct {
    int n, m;
    const char *dr, *orders;
    int front;
  } cases[] = {{1, 2, "3 4", "", 10},
               {1, 1, "3 4", "", 11},
               {3, 2, "3 4", "", 14},
               {2, 1, "3 4", "", 15},
               {3, 1, "3 4", "", 17},
               {4, 1, "3 4", "", 19},
               {1, 1, "5 5", "", 12},
               {1, 1, "4 5", "", 11},
               {1, 1, "2 2", "", 10},
               {1, 1, "2 3", "", 11},
               {3, 2, "2 2", "", 13},
               {1, 2, "5 5", "", 10},
               {1, 2, "5 6", "", 11},
               {1, 2, "1 1", "", 10},
               {3, 2, "3 4", "german posture assault", 15},
               {1, 1, "3 4", "german posture assault", 11},
               {1, 1, "3 4", "german posture hold", 0},
               {1, 3, "3 4", "soviet posture press", 3},
               {1, 3, "2 2", "soviet posture press", 2},
               {1, 3, "5 5", "soviet posture press", 4},
               {1, 1, "3 4", "soviet posture press", 14}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char units[600] = "", dice[40];
    for (int n = 0; n < cases[i].n; n++)
      sprintf(units + strlen(units),
              "{\"name\":\"g%d\",\"side\":\"german\",\"kind\":\"658\",\"hex\":\"16-CC%d\"},", n,
              9 - n);
    for (int n = 0; n < cases[i].m; n++)
      sprintf(units + strlen(units),
              "%s{\"name\":\"r%d\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"16-K%d\"}",
              n ? "," : "", n, 9 - n);
    struct kit *k = kit_column(units, cases[i].orders);
    bool apart = strstr(cases[i].orders, "german posture hold") != NULL; /* nobody closes the gap */
    /* they meet there */
    if (!apart && strstr(cases[i].orders, "soviet"))
      kit_state(k)->battle.front[0] = kit_state(k)->battle.rear[0];
    snprintf(dice, sizeof dice, apart ? "6 6 6 6" : "1 1 1 1 %s 6 6 6 6", cases[i].dr);
    kit_roll(k, GER, "fight", dice);
    if (kit_state(k)->battle.front[0] != cases[i].front)
      fail_msg("%d to %d, DR %s, %s: front %d", cases[i].n, cases[i].m, cases[i].dr,
               cases[i].orders, kit_state(k)->battle.front[0]);
    kit_close(k);
  }
}

/* QB.9: a step of five or more takes Guns and stuck vehicles on 4 and leaves broken men behind on
 * 2; a step of four does not. */
static void overrun(void **unused) {
  (void)unused;
  for (int big = 0; big < 2; big++) {
    struct kit *k =
        kit_column(JOIN(G("9"), G("8"), G("7"), AT("gun", "soviet", "AT45L", "16-K9"),
                        AT("tank", "soviet", "T70", "16-K8"), AT("br", "soviet", "458", "16-K7")),
                   "");
    struct state *s = kit_state(k);
    s->draft[kit_unit(k, "gun")].soft = s->draft[kit_unit(k, "gun")].hard = 0;
    /* 18 * 70 / 4 = 315, / 10 = 126 */
    s->draft[kit_unit(k, "tank")].soft = (uint8_t)(big ? 4 : 10),
                         s->draft[kit_unit(k, "tank")].hard = 0;
    s->draft[kit_unit(k, "tank")].flags |= U_IMMOBILE;
    s->draft[kit_unit(k, "br")].flags |= U_BROKEN;
    /* rally fails; the only hard target is too dear; then Gun, tank, broken squad in id order */
    kit_roll(k, GER, "fight", big ? "6 1 1 1 1 3 4 4 3 2 6 6 6 6" : "6 1 1 1 1 3 4 6 6 6 6");
    assert_int_equal(s->battle.front[0], big ? 19 : 14);
    assert_int_equal(kit_draft(k, "gun")->fate, big ? FATE_CAPTURED : FATE_OK);
    assert_int_equal(kit_draft(k, "tank")->fate, FATE_OK);
    assert_int_equal(kit_draft(k, "br")->enters, big ? 0 : 1);
    kit_close(k);
  }
}

/* QB.9: Locations behind the own front, nearest the own edge first, no more than the unbroken
 * half-squads' half. */
static void locations(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[{\"name\":\"g1\",\"side\":\"german\","
                          "\"kind\":\"658\",\"hex\":\"17-CC9\"},{\"name\":\"h\",\"side\":"
                          "\"german\",\"kind\":\"348\",\"hex\":\"17-CC9\"}]",
                          false);
  const struct own *o = own(k->book);
  struct state *s = kit_state(k);
  kit_all(k, "german commit;soviet commit");
  s->battle.front[1] = s->battle.rear[1] = 30;
  kit_roll(k, GER, "fight", "1 1 1 1 3 4 6 6 6 6");
  int taken = 0, last = -1;
  for (int i = 0; i < o->nvl; i++) {
    if (!sal_eq(o->board[o->vl[i].board].id, "17"))
      continue;
    if (s->vl[i] & VB_DRAFT)
      taken++, last = i;
    else if (last >= 0 && taken < 2)
      fail_msg("a Location was passed over");
  }
  assert_int_equal(taken, 2); /* a squad and a half: three half-squads, two Locations */
  assert_int_equal(kit_told(k, E_VL, R_QB_9)->n[1], 2);
  kit_close(k);
}

/* QB.5, 6.14: a sniper hits when the DR is the own SAN; on a 6 he is lost. */
static void snipers(void **unused) {
  (void)unused;
  struct kit *k = kit_column(JOIN(G("9"), R("9")), "soviet posture hold;german posture hold");
  struct state *s = kit_state(k);
  s->side[GER].san = 3, s->side[RUS].san = 4;
  /* German DR 3: the squad breaks, the sniper is lost; Soviet DR 4: another, and stays */
  kit_roll(k, GER, "fight", "1 2 3 4 6 1 3 3 4 1");
  assert_true(kit_draft(k, "r9")->flags & U_BROKEN);
  assert_true(kit_draft(k, "g9")->flags & U_BROKEN);
  assert_int_equal(s->claim.sniper[GER], 1);
  assert_int_equal(s->claim.sniper[RUS], 0);
  kit_roll(k, GER, "fight", "4 5 6 6 6 6"); /* a 4 rallies, a 5 does not */
  assert_false(kit_draft(k, "g9")->flags & U_BROKEN);
  assert_true(kit_draft(k, "r9")->flags & U_BROKEN);
  kit_close(k);
}

/* 6.13, SP.SSR1 to 3, QB.10: arrival, number, bombs, the gun; two turns and away; not in bad
 * weather. */
static void aircraft(void **unused) {
  (void)unused;
  static const struct {
    int side, flags;
    const char *dice;
    int planes, soft, hard;
  } cases[] = {{RUS, 0, "1 1 4 4 6 6 6 6", 1, 6 + 8, 12 + 4},
               {RUS, 0, "1 2 5 5 6 6 6 6", 1, 8, 6},
               {RUS, 0, "1 3 1 6 5 6 6 6 6", 2, 16 + 8, 12 + 4},
               {RUS, 0, "1 6 5 5 5 6 6 6 6", 3, 22, 24},
               {RUS, 0, "2 6 6 6 6", 0, 0, 0},
               {RUS, R_BONUS, "3 1 6 6 6 6 6 6", 1, 8, 6},
               {GER, 0, "1 1 5 2 6 6 6 6", 1, 2, 12},
               {GER, 0, "1 1 5 3 6 6 6 6", 1, 6, 6},
               {GER, 0, "1 3 5 5 4 6 6 6 6", 2, 8, 18}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k =
        kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
    struct state *s = kit_state(k);
    s->side[cases[i].side].nrec = 1;
    s->rec[cases[i].side][0] = (struct rec){.group = (uint8_t)kit_group(k, cases[i].side, "s1"),
                                            .scenario = 2,
                                            .flags = (uint8_t)cases[i].flags,
                                            .hex = NOWHERE};
    kit_all(k, "german commit;soviet commit");
    kit_roll(k, GER, "fight", cases[i].dice);
    if (s->rec[cases[i].side][0].planes != cases[i].planes ||
        s->battle.air_soft[cases[i].side][1] != cases[i].soft ||
        s->battle.air_hard[cases[i].side][1] != cases[i].hard)
      fail_msg("case %zu: %d planes, %d soft, %d hard", i, s->rec[cases[i].side][0].planes,
               s->battle.air_soft[cases[i].side][1], s->battle.air_hard[cases[i].side][1]);
    if (cases[i].planes) { /* the second turn without bombs, and then they are gone */
      kit_roll(k, GER, "fight", "6 6 6 6");
      assert_true(s->battle.air_hard[cases[i].side][1] > 0 &&
                  s->battle.air_hard[cases[i].side][1] <= cases[i].hard);
      kit_roll(k, GER, "fight", "6 6 6 6");
      assert_int_equal(s->battle.air_hard[cases[i].side][1], 0);
      kit_told(k, E_AIR_GONE, R_SP_SSR3);
    }
    kit_close(k);
  }
  for (int weather = FOG; weather <= OVERCAST; weather++) {
    struct kit *k =
        kit_lay("\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
    kit_state(k)->side[RUS].nrec = 1;
    kit_state(k)->rec[RUS][0] =
        (struct rec){.group = (uint8_t)kit_group(k, RUS, "s1"), .scenario = 2, .hex = NOWHERE};
    kit_state(k)->weather = (uint8_t)weather;
    kit_all(k, "german commit;soviet commit");
    kit_roll(k, GER, "fight", "6 6 6 6");
    kit_close(k);
  }
}

/* CG13c, CG4a: on 11 July PM who has the order leaves north from a front at the edge, and its
 * points are counted. */
static void leaving_north(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"play.2\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"units\":[" JOIN(
          AT("sq", "german", "658", "18-DD5"), AT("l", "german", "9-2", "18-DD5"),
          AT("pz", "german", "PzIVH", "18-DD6"), AT("br", "german", "658", "18-DD7")) "]",
      false);
  struct state *s = kit_state(k);
  kit_all(k, "german exit yes;german commit;soviet commit");
  s->battle.front[0] = s->battle.rear[0] = 64;
  s->draft[kit_unit(k, "br")].flags |= U_BROKEN;
  kit_roll(k, GER, "fight", "6 1 1 1 1 3 4 6 6 6 6");
  assert_int_equal(kit_draft(k, "sq")->fate, FATE_EXITED);
  assert_int_equal(kit_draft(k, "l")->fate, FATE_EXITED);
  assert_int_equal(kit_draft(k, "pz")->fate, FATE_OK);
  assert_int_equal(kit_draft(k, "br")->fate, FATE_OK);
  assert_int_equal(s->battle.north_vp, 2 + 3);
  assert_int_equal(kit_told(k, E_EXITS, R_CG13c)->n[0], 2);
  kit_close(k);
}

/* QB.1, CG6: default orders; the two largest modules; a third is refused, one left out makes room.
 */
static void default_orders(void **unused) {
  (void)unused;
  for (int dual = 0; dual < 2; dual++) {
    struct kit *k = kit_lay(
        dual ? "\"phase\":\"prep.2/"
               "11.625\",\"vars\":{\"german_front\":20,\"soviet_front\":24,\"dual\":1}"
             : "\"phase\":\"prep.2/11.625\",\"vars\":{\"german_front\":20,\"soviet_front\":24}",
        false);
    assert_int_equal(kit_state(k)->side[GER].posture, PRESS);
    assert_int_equal(kit_state(k)->side[RUS].posture, dual ? PRESS : HOLD);
    for (int i = 0; i < 2 * COLUMNS; i++)
      assert_int_equal(kit_state(k)->side[i / COLUMNS].weight[i % COLUMNS], 2);
    kit_close(k);
  }
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24}", false);
  struct state *s = kit_state(k);
  static const char *const id[] = {"o1", "o3", "o2", "o4"};
  for (int i = 0; i < 4; i++)
    s->rec[GER][s->side[GER].nrec++] = (struct rec){.group = (uint8_t)kit_group(k, GER, id[i]),
                                                    .scenario = 1,
                                                    .black = 4,
                                                    .red = 2,
                                                    .link = LINK_RADIO,
                                                    .hex = NOWHERE};
  s->rec[GER][1].black = 0; /* the heavy one is used up */
  kit_all(k, "soviet done;german done");
  assert_int_equal(kit_node(k), N_ORDERS);
  assert_false(s->rec[GER][0].flags & R_NAMED || s->rec[GER][1].flags & R_NAMED);
  assert_true(s->rec[GER][2].flags & R_NAMED && s->rec[GER][3].flags & R_NAMED);
  kit_refused(k, GER, "module 1", R_CG6);
  kit_refused(k, GER, "module 2", R_CG10);
  kit_refused(k, GER, "module 5", R_CG10);
  kit_do(k, GER, "module 3");
  kit_legal(k, GER, "module 1");
  kit_refused(k, RUS, "exit yes", R_CG13c);
  kit_legal(k, GER, "exit yes");
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fronts),        cmocka_unit_test(deployment),
      cmocka_unit_test(dealing),       cmocka_unit_test(values),
      cmocka_unit_test(weapons),       cmocka_unit_test(soft_hits),
      cmocka_unit_test(hard_hits),     cmocka_unit_test(sight),
      cmocka_unit_test(ground),        cmocka_unit_test(overrun),
      cmocka_unit_test(locations),     cmocka_unit_test(snipers),
      cmocka_unit_test(aircraft),      cmocka_unit_test(leaving_north),
      cmocka_unit_test(default_orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
