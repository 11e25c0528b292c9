/* test_06_1_typed_results.c - 6.1, V1 to V12: the typed result's conditions one at a time, each
 * with what stands just inside and just outside of it. */
#include "kit.h"

#define FORCES                                                                                     \
  "\"terrain\":[" JOIN(WOODS("16-K5"), WOODS("16-K6")) "],\"units\":[" OFFMAP(                     \
      "g1", "german",                                                                              \
      "658") "," OFFMAP("pz", "german",                                                            \
                        "PzIVH") "," OFFMAP("half", "german",                                      \
                                            "348") "," AT("r1", "soviet", "458",                   \
                                                          "16-K5") "," AT("tank", "soviet",        \
                                                                          "T34M41", "16-K6") "]"
#define ONE "\"phase\":\"play.1\"," FORCES
#define END "german turns 7;german enddie 7 1;german auto"

/* A complete record, but for what the test spoils. */
static struct kit *complete(const char *position) {
  struct kit *k = kit_lay(position, true);
  kit_all(k, END);
  kit_legal(k, GER, "submit");
  sal_legal(&k->play, GER, &k->list);
  int offered = 0;
  for (uint32_t i = 0; i < k->list.n; i++)
    offered += k->list.a[i].verb == V_SUBMIT;
  assert_int_equal(offered, 1);
  return k;
}

/* V3: what can come of whom. */
static void who_appears(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  struct state *s = kit_state(k);
  kit_refused(k, GER, "new crew pz", R_V3); /* it is whole */
  kit_all(k, "german pick r1;german fate eliminated;german done;german pick pz;german fate "
             "eliminated;german done;german pick tank;german state abandoned;german done");
  kit_refused(k, GER, "new crew r1", R_V3); /* no vehicle */
  kit_legal(k, GER, "new crew pz");
  kit_legal(k, GER, "new crew tank");
  kit_refused(k, GER, "new half half", R_V3); /* it was no squad */
  kit_refused(k, GER, "new half g1", R_V3);   /* it is whole */
  kit_all(k, "german pick g1;german becomes 348;german done");
  kit_legal(k, GER, "new half g1");
  kit_legal(k, GER, "new hero g1");
  kit_refused(k, GER, "new hero pz", R_V3);
  kit_at(k, "g1")->where = DEAD;
  kit_refused(k, GER, "new hero g1", R_V3);
  kit_at(k, "g1")->where = OFF;
  kit_at(k, "de.x.crew-1")->where = OFF; /* in the game already, so the next counter comes */
  kit_do(k, GER, "new crew pz");
  assert_int_equal(kit_draft(k, "de.x.crew-1")->fate, FATE_NONE);
  assert_int_equal(kit_draft(k, "de.x.crew-2")->fate, FATE_OK);
  kit_do(k, GER, "new crew pz");
  assert_int_equal(kit_draft(k, "de.x.crew-3")->fate, FATE_OK);
  kit_refused(k, GER, "new hero de.x.crew-2", R_V3); /* not in the roster yet */
  for (int i = 0; i < own(k->book)->pool_n[GER][POOL_CREW]; i++)
    s->unit[own(k->book)->pool_first[GER][POOL_CREW] + i].where = OFF;
  kit_refused(k, GER, "new crew pz", R_V3); /* no counter left */
  for (int i = 0; i < own(k->book)->pool_n[GER][POOL_CREW]; i++) {
    int u = own(k->book)->pool_first[GER][POOL_CREW] + i;
    s->unit[u].where = NONE, s->draft[u].fate = FATE_OK;
  }
  kit_refused(k, GER, "new crew pz", R_V3); /* all in this record already */
  kit_close(k);
}

/* V3, V4: a new unit has a hex, turns into nothing, and can be taken back. */
static void the_new_unit(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  kit_all(
      k, END
      ";german pick pz;german fate eliminated;german done;german new crew pz;german cvp soviet 5");
  kit_refused(k, GER, "submit", R_V4); /* nowhere yet */
  kit_do(k, GER, "pick de.x.crew-1");
  kit_refused(k, GER, "fate ok", R_V4);
  kit_refused(k, GER, "becomes 658", R_V3);
  kit_legal(k, GER, "fate none");
  kit_all(k, "german put 16-GG5;german fate exited;german done;german submit;soviet confirm");
  assert_int_equal(kit_at(k, "de.x.crew-1")->where, OFF); /* away, but saved */
  kit_close(k);
}

/* V10: who stayed off the map has that fate or none yet. */
static void stayed_off(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  kit_at(k, "g1")->flags |= U_STAYS;
  kit_do(k, GER, "pick g1");
  kit_legal(k, GER, "fate none");
  kit_legal(k, GER, "fate offmap");
  kit_refused(k, GER, "fate captured", R_V10);
  kit_refused(k, GER, "put 16-K5", R_V10);
  kit_do(k, GER, "done");
  kit_do(k, GER, "pick r1");
  kit_refused(k, GER, "fate offmap", R_V3);
  kit_legal(k, GER, "fate none");
  kit_close(k);
}

/* CG13a, CG13b: the own side's now and at the start; nowhere in particular is the own front edge.
 */
static void edge_rights(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  struct state *s = kit_state(k);
  int edge = kit_place(k, "16-FF10"), u = kit_unit(k, "g1"), e = sp_side_edge(&k->play, edge);
  assert_int_equal(e, 1);
  for (int is = 0; is < 2; is++)
    for (int was = 0; was < 2; was++) {
      struct sal_refusal why = {0};
      s->edge[e][row_of(edge)] = (uint8_t)((is ? EDGE_DRAFT : 0) | (was ? EDGE_START : 0));
      assert_int_equal(sp_exit_right(&k->play, u, edge, &why), is && was);
      if (!is || !was)
        assert_int_equal(why.rule, R_CG13b);
    }
  assert_true(sp_exit_right(&k->play, kit_unit(k, "r1"), NOWHERE, NULL));
  kit_close(k);
}

/* The door is the same for whatever writes a record: places, stacks, and who had a right to leave
 * north (V4, V5). */
static void the_door(void **unused) {
  (void)unused;
  static const struct {
    const char *id, *position;
    struct draft d;
    int rule;
  } cases[] = {
      {"g1", ONE, {.fate = FATE_OK, .at = NOWHERE}, R_V4},
      {"r1", ONE, {.fate = FATE_OK, .at = 70 * WIDTH + 5}, R_V4}, /* beyond the Playing Area */
      {"g1", ONE, {.fate = FATE_EXITED, .at = NOWHERE, .flags = U_HEROIC}, R_V5},
      {"r1",
       "\"phase\":\"play.2\","
       "\"terrain\":[" WOODS("18-K5") "],\"units\":[" AT("r1", "soviet", "458", "18-K5") "]",
       {.fate = FATE_EXITED, .at = NOWHERE, .flags = U_HEROIC},
       R_V5},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct kit *k = complete(cases[i].position);
    struct draft d = cases[i].d;
    d.type = kit_draft(k, cases[i].id)->type;
    *kit_draft(k, cases[i].id) = d;
    if (d.flags & U_HEROIC)
      kit_state(k)->claim.north_vp = 2; /* as many as that squad is worth */
    kit_refused(k, GER, "submit", cases[i].rule);
    kit_close(k);
  }
}

/* CG13c: who leaves north needs no edge hex of his own. */
static void leaving_north(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"play.2\",\"terrain\":[" JOIN(
          WOODS("18-DD5"), WOODS("18-CC5")) "],\"units\":[" AT("g1", "german", "658", "18-DD5") "]",
      true);
  kit_all(k, END ";german pick g1;german put 18-CC5;german fate north;german done");
  kit_refused(k, GER, "submit", R_V5); /* his points are missing */
  kit_do(k, GER, "northvp 2");
  kit_legal(k, GER, "submit");
  kit_close(k);
}

/* V4: nobody stands in water, new units included. */
static void in_water(void **unused) {
  (void)unused;
  struct kit *k = complete(ONE);
  struct own *o = (struct own *)k->book->own;
  int g = kit_place(k, "16-K6");
  uint16_t was = o->ground[g];
  kit_all(k, "german pick pz;german fate eliminated;german done;german new crew pz;german pick "
             "de.x.crew-1;german put 16-K6;german done;german cvp soviet 5;german pick tank;german "
             "put 16-J5;german done");
  kit_legal(k, GER, "submit");
  o->ground[g] |= G_NOINFANTRY;
  kit_refused(k, GER, "submit", R_V4);
  o->ground[g] = was;
  kit_close(k);
}

/* CG5: who is in a strongpoint stays there, which is no fault. */
static void in_a_strongpoint(void **unused) {
  (void)unused;
  struct kit *k = complete(ONE);
  kit_at(k, "tank")->flags |= U_STRONG;
  kit_legal(k, GER, "submit");
  kit_all(k, "german pick tank;german put 16-J5;german done");
  kit_refused(k, GER, "submit", R_CG5);
  kit_all(k, "german pick tank;german put 16-K6;german fate exited;german done");
  kit_refused(k, GER, "submit", R_CG5);
  kit_close(k);
}

/* V9, V12: lines of the record; the Soviets' from 101 on, none that is gone, none beyond the last.
 */
static void lines(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  struct state *s = kit_state(k);
  struct rec module = {.group = (uint8_t)kit_group(k, RUS, "o1"),
                       .scenario = 1,
                       .hex = NOWHERE,
                       .sw = {2, 0, 0, 0, 0, 0},
                       .black = 2,
                       .red = 1,
                       .draft_black = 2,
                       .draft_red = 1},
             gone = module;
  gone.flags = R_GONE;
  s->rec[RUS][0] = s->rec[RUS][2] = s->rec[GER][MAX_RECS - 1] = module, s->rec[RUS][1] = gone,
  s->side[RUS].nrec = 2;
  kit_legal(k, GER, "module 101");
  kit_legal(k, GER, "weapon 101 lmg 2");
  kit_legal(k, GER, "oba 101 2 1");
  kit_refused(k, GER, "weapon 101 lmg 3", R_V12);
  kit_refused(k, GER, "weapon 101 mmg 0", R_V12);
  kit_refused(k, GER, "oba 101 3 1", R_V9);
  kit_refused(k, GER, "oba 101 2 2", R_V9);
  static const int none[] = {0, 1, 100, 102, 103};
  for (int i = 0; i < 5; i++) {
    char text[40];
    snprintf(text, sizeof text, "module %d", none[i]);
    kit_refused(k, GER, text, R_V9);
    snprintf(text, sizeof text, "weapon %d lmg 1", none[i]);
    kit_refused(k, GER, text, R_V12);
    snprintf(text, sizeof text, "oba %d 1 1", none[i]);
    kit_refused(k, GER, text, R_V9);
  }
  s->rec[RUS][0].group = (uint8_t)kit_group(k, RUS, "i1");
  kit_refused(k, GER, "module 101", R_V9);
  kit_refused(k, GER, "oba 101 1 1", R_V9);
  kit_close(k);
}

/* V9: no more than two modules a side. */
static void three_modules(void **unused) {
  (void)unused;
  struct kit *k = complete(ONE);
  struct state *s = kit_state(k);
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < 3; i++)
      s->rec[side][s->side[side].nrec++] = (struct rec){.group = (uint8_t)kit_group(k, side, "o1"),
                                                        .scenario = 1,
                                                        .hex = NOWHERE,
                                                        .flags = i < 2 ? R_USED : 0};
  kit_legal(k, GER, "submit");
  kit_do(k, GER, "module 103");
  kit_refused(k, GER, "submit", R_V9);
  kit_do(k, GER, "module 103");
  kit_do(k, GER, "module 3");
  kit_refused(k, GER, "submit", R_V9);
  kit_close(k);
}

/* The numbers that concern no unit, at their ends. */
static void numbers(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  struct state *s = kit_state(k);
  static const char *const good[] = {"turns 7",
                                     "turns 9",
                                     "enddie 7 0",
                                     "enddie 9 6",
                                     "cvp german 999",
                                     "cvpexit soviet 999",
                                     "northvp 999",
                                     "sniper german 6",
                                     "auto",
                                     "control german",
                                     "burn blaze",
                                     "vlcount 16 german 0",
                                     "vlcount 18 german 1"};
  static const struct {
    const char *text;
    int rule;
  } bad[] = {{"turns 6", R_V2},
             {"turns 10", R_V2},
             {"enddie 6 1", R_V2},
             {"enddie 10 1", R_V2},
             {"enddie 7 7", R_V2},
             {"cvp german 1000", R_V6},
             {"cvpexit soviet 1000", R_V6},
             {"northvp 1000", R_V5},
             {"sniper german 7", R_6_1},
             {"vlcount german german 0", R_V7},
             {"vlcount 16 17 0", R_V7},
             {"vlcount X german 0", R_V7},
             {"vlcount 13 soviet 0", R_V7},
             {"fortstate 0 ok", R_V12},
             {"fortstate 1 ok", R_V12}};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    kit_legal(k, GER, good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    kit_refused(k, GER, bad[i].text, bad[i].rule);
  s->fort[s->nfort++] = (struct fort){
      .at = (uint16_t)kit_place(k, "16-K6"), .kind = FORT_TRENCH, .side = RUS, .id = 1};
  kit_legal(k, GER, "fortstate 1 ok");
  kit_refused(k, GER, "fortstate 2 ok", R_V12);
  s->nburnt = MAX_BURNT; /* no more room, but for what is no burning */
  kit_refused(k, GER, "burn blaze", R_6_1);
  kit_legal(k, GER, "auto");
  kit_legal(k, GER, "control soviet");
  sal_legal(&k->play, GER, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++)
    assert_int_not_equal(k->list.a[i].verb, V_BURN);
  kit_close(k);
}

/* 11.6051-52: a Location that was taken marks its hex; an upper level or a hill marks none, and a
 * hill leaves the hex as it is. */
static void what_is_marked(void **unused) {
  (void)unused;
  struct kit *k = complete(ONE);
  const struct own *o = own(k->book);
  struct state *s = kit_state(k);
  int vl[3] = {-1, -1, -1}; /* ground floor, upper level, hill */
  for (int i = 0; i < o->nvl; i++) {
    int sort = o->vl[i].kind == VL_HILL ? 2 : o->vl[i].level ? 1 : 0;
    if (sp_in_pa(&k->play, o->vl[i].g) && vl[sort] < 0 && (sort || o->vl_at[o->vl[i].g] == i + 1))
      vl[sort] = i;
  }
  assert_true(vl[0] >= 0 && vl[2] >= 0);
  for (int n = 0; n < 3; n++)
    if (vl[n] >= 0)
      s->vl[vl[n]] |= VB_DRAFT, s->ground[at_pa(&k->play, o->vl[vl[n]].g)] = 0;
  kit_all(k, "german submit;soviet confirm");
  for (int n = 0; n < 3; n++) {
    if (vl[n] < 0)
      continue;
    uint8_t b = s->ground[at_pa(&k->play, o->vl[vl[n]].g)];
    assert_int_equal(b & (C_OWN | C_OWN_UP | C_MARK_GER | C_MARK_RUS), n == 0   ? C_OWN | C_MARK_GER
                                                                       : n == 1 ? C_OWN_UP
                                                                                : 0);
  }
  kit_close(k);
}

/* V7: what is gone cannot be counted any more. */
static void counts(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(ONE, true);
  const struct own *o = own(k->book);
  int n = 0, some = -1;
  char text[40];
  for (int i = 0; i < o->nvl; i++)
    if (sal_eq(o->board[o->vl[i].board].id, "16") && o->vl[i].kind != VL_HILL)
      n++, some = i;
  snprintf(text, sizeof text, "vlcount 16 german %d", n);
  kit_legal(k, GER, text);
  kit_state(k)->vl[some] |= VB_GONE;
  kit_refused(k, GER, text, R_V7);
  snprintf(text, sizeof text, "vlcount 16 german %d", n - 1);
  kit_do(k, GER, text);
  for (int i = 0; i < o->nvl; i++)
    if (sal_eq(o->board[o->vl[i].board].id, "16") && o->vl[i].kind != VL_HILL)
      assert_int_equal((kit_state(k)->vl[i] & VB_DRAFT) != 0, i != some);
  kit_close(k);
}

/* 6.11: a vehicle without its crew is worth a point less, if it is worth any; nothing else is. */
static void values(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"play.1\",\"units\":[" JOIN(
                              OFFMAP("pz", "german", "PzIVH"), OFFMAP("op", "german", "PzIIIL_OP"),
                              OFFMAP("gun", "german", "AT75L")) "]",
                          true);
  static const struct {
    const char *id;
    int whole, empty;
  } cases[] = {{"pz", 6, 5}, {"op", 0, 0}, {"gun", 3, 3}};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(sp_cvp(&k->play, kit_unit(k, cases[i].id)), cases[i].whole);
    kit_at(k, cases[i].id)->flags |= U_ABANDONED;
    assert_int_equal(sp_cvp(&k->play, kit_unit(k, cases[i].id)), cases[i].empty);
  }
  kit_close(k);
}

/* V3, V5, V10: a line that no player could type, as an imported record might hold it, stops the
 * record. */
static void lines_that_cannot_be(void **unused) {
  (void)unused;
  for (int i = 0; i < 6; i++) {
    struct kit *k = complete(ONE);
    static const int rule[] = {0, R_V3, R_V3, R_V10, R_V5, R_V5};
    struct draft *squad = kit_draft(k, "g1"), *enemy = kit_draft(k, "r1");
    switch (i) {
    case 1: squad->type = kit_at(k, "pz")->type; break;
    case 2: enemy->fate = FATE_OFFMAP; break; /* he was on the map */
    case 3:
      kit_at(k, "g1")->flags |= U_STAYS;
      squad->fate = FATE_OK;
      squad->at = (uint16_t)kit_place(k, "16-M5");
      break;
    case 4: /* the first scenario is too early to leave north */
      squad->fate = FATE_EXITED;
      squad->flags |= D_NORTH;
      break;
    case 5:
      kit_state(k)->scenario = 2;
      enemy->fate = FATE_EXITED;
      enemy->flags |= D_NORTH;
      break;
    }
    if (rule[i])
      kit_refused(k, GER, "submit", rule[i]);
    else
      kit_legal(k, GER, "submit");
    struct sal_refusal why = {0};
    if (rule[i] == R_V5) {
      sal_check(&k->play, GER, sal_act(V_SUBMIT, 0, 0, 0), &why);
      assert_string_equal(why.text, "{u0} had no right to leave by the north edge.");
    }
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_that_cannot_be),
                                     cmocka_unit_test(who_appears),
                                     cmocka_unit_test(the_new_unit),
                                     cmocka_unit_test(stayed_off),
                                     cmocka_unit_test(edge_rights),
                                     cmocka_unit_test(the_door),
                                     cmocka_unit_test(leaving_north),
                                     cmocka_unit_test(in_water),
                                     cmocka_unit_test(in_a_strongpoint),
                                     cmocka_unit_test(lines),
                                     cmocka_unit_test(three_modules),
                                     cmocka_unit_test(numbers),
                                     cmocka_unit_test(counts),
                                     cmocka_unit_test(what_is_marked),
                                     cmocka_unit_test(values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
