/* test_11_60x_untouched.c - the Refit Phase, the other half: whom a step does not touch. Steps that
 * throw dice get exactly those they should want. */
#include "kit.h"

#define REFIT(step, units)                                                                         \
  "\"phase\":\"reph.1/11." step "\",\"vars\":{\"winners\":1},\"units\":[" units "]"

static int told_times(const struct kit *k, int kind) {
  int n = 0;
  for (uint32_t i = 0; i < k->events.n; i++)
    n += k->events.v[i].kind == kind;
  return n;
}

/* A step of the program with these dice, all of them. */
static void with_dice(struct kit *k, void (*step)(struct sal_play *), const char *dice) {
  kit_dice(k, dice);
  step(&k->play);
  if (k->dice.short_of || k->dice.at != k->dice.nscript)
    fail_msg("it wants other dice than '%s'", dice);
}

/* A counter that is not in the game: whatever its place says, nobody stands there. */
static void ghost(struct kit *k, const char *id, const char *hex) {
  assert_int_equal(kit_at(k, id)->where, NONE);
  kit_at(k, id)->at = (uint16_t)kit_place(k, hex);
  kit_at(k, id)->type = own(k->book)->crew228;
}

/* 11.601: who fights in a Location is who stands there. */
static void melee(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.605\",\"unchecked\":true,\"units\":[" JOIN(
                              AT("g", "german", "658", "18-K5"), AT("r", "soviet", "458", "18-K5"),
                              AT("by", "soviet", "458", "18-K6")) "]",
                          false);
  ghost(k, "de.x.crew-1", "18-K5");
  ghost(k, "ru.x.crew-1", "18-K5");
  with_dice(k, sp_melee, "1 1 6 6"); /* the Germans kill, the Soviets miss */
  const struct sal_event *e = kit_told(k, E_MELEE, R_11_601);
  assert_int_equal(e->n[0], 7);
  assert_int_equal(e->n[1], 6);
  assert_int_equal(kit_at(k, "r")->where, DEAD);
  assert_int_equal(kit_at(k, "by")->where, MAP);
  assert_int_equal(kit_at(k, "g")->where, MAP);
  assert_int_equal(kit_at(k, "ru.x.crew-1")->where, NONE);
  kit_close(k);
}

/* 11.6091 to 11.6096: a wreck stays where it burns; other terrain in the hex goes only with a new
 * Blaze; who is not there does not burn. */
static void fires(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.605\",\"vars\":{\"winners\":1}", false);
  struct state *s = kit_state(k);
  uint16_t k5 = (uint16_t)kit_place(k, "18-K5"), m5 = (uint16_t)kit_place(k, "18-M5");
  ghost(k, "ru.x.crew-1", "18-K5");
  const struct burnt lines[] = {{k5, BURNT_WRECK, 0},
                                {k5, BURNT_SHELLHOLES, 0},
                                {m5, BURNT_SHELLHOLES, 0},
                                {m5, BURNT_WRECK, 0},
                                {k5, BURNT_BLAZE, 0}};
  memcpy(s->burnt, lines, sizeof lines);
  s->nburnt = 5;
  kit_ready(k);
  sp_fires(&k->play);
  static const int kinds[] = {BURNT_WRECK, BURNT_SHELLHOLES, BURNT_WRECK};
  assert_int_equal(s->nburnt, 4);
  for (int i = 0; i < 3; i++)
    assert_int_equal(s->burnt[i].kind, kinds[i]);
  /* the shellholes of K5 burnt again, and have one line only */
  assert_int_equal(s->burnt[1].at, m5);
  assert_int_equal(s->burnt[3].at, k5);
  assert_int_equal(kit_at(k, "ru.x.crew-1")->where, NONE);
  kit_close(k);
}

/* CG17: captured Guns, weapons and vehicles are told of; nobody else is, whatever became of him. */
static void prisoners(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(REFIT("605", JOIN(OFFMAP("gun", "soviet", "AT45L"), OFFMAP("hmg", "soviet", "HMG248"),
                                OFFMAP("tank", "soviet", "T34M41"), OFFMAP("sq", "soviet", "458"),
                                OFFMAP("lost", "soviet", "T34M41"))),
              false);
  static const char *const ids[] = {"gun", "hmg", "tank", "sq", "lost"};
  for (int i = 0; i < 5; i++) {
    struct draft *d = &kit_state(k)->draft[kit_unit(k, ids[i])];
    d->fate = i == 4 ? FATE_ELIMINATED : FATE_CAPTURED;
    d->type = kit_at(k, ids[i])->type;
  }
  kit_ready(k);
  sp_prisoners(&k->play);
  assert_int_equal(kit_told(k, E_CAPTURED, R_CG17)->n[0], 3);
  kit_close(k);
}

/* 11.6111: halves of one kind, side, area and place off or on the map recombine; the dead do not.
 * Spare counters go back first. */
static void halves(void **unused) {
  (void)unused;
  static const struct {
    const char *units;
    bool joined;
  } cases[] = {
      {JOIN(OFFMAP("a", "german", "348"), OFFMAP("b", "german", "348")), true},
      {JOIN(OFFMAP("a", "german", "348"), OFFMAP("b", "german", "338")), false},
      {JOIN(OFFMAP("a", "german", "248"), OFFMAP("b", "soviet", "248")), false},
      {JOIN(OFFMAP("a", "german", "348"), AT("b", "german", "348", "18-K5")), false},
      {"{\"name\":\"a\",\"side\":\"german\",\"kind\":\"348\",\"box\":\"german.lost\"}," OFFMAP(
           "b", "german", "348"),
       false},
      {OFFMAP(
           "a", "german",
           "348") ",{\"name\":\"b\",\"side\":\"german\",\"kind\":\"348\",\"box\":\"german.lost\"}",
       false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[600];
    snprintf(position, sizeof position, REFIT("611", "%s"), cases[i].units);
    struct kit *k = kit_lay(position, false);
    if (told_times(k, E_COMBINED) != cases[i].joined)
      fail_msg("case %zu", i);
    assert_int_equal(own(k->book)->type[kit_at(k, "a")->type].cls, cases[i].joined ? SQUAD : HALF);
    kit_close(k);
  }
  struct kit *k = kit_lay(REFIT("605", OFFMAP("g", "german", "658")), false);
  static const char *const spare[] = {"de.x.hs-1", "de.x.hs-2"};
  for (int i = 0; i < 2; i++)
    *kit_at(k, spare[i]) = (struct unit){
        .at = NOWHERE, .where = OFF, .type = own(k->book)->type[kit_at(k, "g")->type].half};
  kit_ready(k);
  sp_harden_begin(&k->play);
  assert_string_equal(kit_kind(k, spare[0]), "658"); /* of two spare ones the first stays */
  assert_int_equal(kit_at(k, spare[1])->where, NONE);
  kit_close(k);
}

/* 11.6112 to 11.6115: the dead are not hardened, not promoted, and harden nobody; the winner's
 * modifier is 0 to 2. */
static void hardening(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay(REFIT("611", JOIN(OFFMAP("sq", "german", "658"), OFFMAP("gone", "german", "658"),
                                OFFMAP("hero", "german", "hero"), OFFMAP("dead", "german", "hero"),
                                OFFMAP("r", "soviet", "458"), OFFMAP("lead", "german", "8-0"),
                                OFFMAP("late", "german", "8-0"), OFFMAP("red", "soviet", "8-0"))),
              false);
  kit_at(k, "gone")->where = kit_at(k, "dead")->where = kit_at(k, "late")->where = DEAD;
  kit_at(k, "lead")->flags |= U_HEROIC, kit_at(k, "late")->flags |= U_HEROIC,
      kit_at(k, "red")->flags |= U_HEROIC;
  kit_refused(k, GER, "harden gone", R_11_6112);
  kit_refused(k, GER, "harden r", R_11_6112);
  kit_refused(k, RUS, "harden r", R_11_6112); /* the hero is German */
  kit_refused(k, GER, "drm 3", R_11_6115c);
  kit_refused(k, RUS, "drm 1", R_11_6115c);
  kit_legal(k, GER, "drm 2");
  sal_legal(&k->play, RUS, &k->list);
  assert_int_equal(k->list.n, 1); /* commit */
  kit_do(k, GER, "harden sq");
  kit_refused(k, GER, "harden lead", R_11_6112);
  kit_all(k, "german commit;soviet commit");
  assert_string_equal(kit_kind(k, "lead"), "8-1");
  assert_string_equal(kit_kind(k, "red"), "8-1");
  assert_string_equal(kit_kind(k, "late"), "8-0");
  int leaders[2] = {0, 0}, rolled = 0;
  for (uint32_t i = 0; i < k->events.n; i++) {
    const struct sal_event *e = &k->events.v[i];
    if (e->rule == R_11_6113)
      leaders[side_of(&k->play, e->unit[0])]++,
          assert_int_equal(rolled, side_of(&k->play, e->unit[0]) == RUS);
    /* the Germans end with their armour leader before the Soviets begin */
    rolled |= e->rule == R_11_6115a || e->rule == R_11_6115b;
  }
  assert_true(leaders[GER] == 1 && leaders[RUS] == 1);
  kit_close(k);
}

/* 11.6115b: an armour leader for every three AFV of the own side that are left and carry nobody,
 * and a platoon to have him. */
static void who_may_have_one(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *side;
    int where;
    bool platoon, created;
  } cases[] = {{"PzIVH", "german", OFF, true, true},     {"PzIVH", "german", DEAD, true, false},
               {"SPW251/1", "german", OFF, true, false}, {"PzIIIL_OP", "german", OFF, true, false},
               {"Opel6700", "german", OFF, true, false}, {"T34M41", "soviet", OFF, true, false},
               {"PzIVH", "german", OFF, false, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[800];
    snprintf(position, sizeof position,
             REFIT("611",
                   JOIN(OFFMAP("a", "german", "PzIVH"),
                        OFFMAP("b", "german", "PzIVH")) ","
                                                        "{\"name\":\"third\",\"side\":\"%s\","
                                                        "\"kind\":\"%s\",\"box\":\"%s.off\"}"),
             cases[i].side, cases[i].kind, cases[i].side);
    struct kit *k = kit_lay(position, false);
    kit_at(k, "third")->where = (uint8_t)cases[i].where;
    struct rec *r = kit_line(k, GER, cases[i].platoon ? "a3" : "i1", (struct rec){.copy = 1});
    kit_line(k, GER, "a3", (struct rec){.copy = 2}); /* nobody of this one is left */
    kit_at(k, "a")->rec = kit_at(k, "b")->rec = 1;
    kit_do(k, GER, "commit");
    /* the Germans' DR, the Soviets'; and the steps that follow at once */
    kit_dice(k, "1 1 6 6 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3");
    sal_apply(&k->play, RUS, sal_act(V_COMMIT, 0, 0, 0));
    assert_false(k->dice.short_of);
    if ((r->al != 0) != cases[i].created)
      fail_msg("case %zu", i);
    if (!cases[i].created)
      kit_told(k, E_NOTHING, R_11_6115b);
    assert_int_equal(kit_state(k)->rec[GER][1].al, 0);
    kit_close(k);
  }
}

/* 11.6207: the armour leader is lost with the last vehicle of his platoon, on the map or off it. */
static void armour_leader_lives(void **unused) {
  (void)unused;
  for (int where = OFF; where <= DEAD; where++) {
    struct kit *k = kit_lay(
        REFIT("605", JOIN(OFFMAP("a", "german", "PzIVH"), AT("b", "german", "PzIVH", "18-K5"))),
        false);
    struct group *g = &((struct own *)k->book->own)->group[GER][kit_group(k, GER, "a3")];
    struct rec *r = kit_line(k, GER, "a3", (struct rec){.copy = 1, .al = own(k->book)->grade[3]});
    g->first[1] = (uint16_t)kit_unit(k, "a"), g->n[1] = 2;
    kit_at(k, "a")->rec = kit_at(k, "b")->rec = 1;
    if (where == OFF)
      sp_lift(&k->play, kit_unit(k, "b"));
    if (where == DEAD)
      sp_lift(&k->play, kit_unit(k, "b")), kit_at(k, "b")->where = DEAD;
    kit_ready(k);
    sp_kill(&k->play, kit_unit(k, "a"), R_11_607, false);
    assert_int_equal(r->al != 0, where != DEAD);
    kit_close(k);
  }
}

/* 11.6132, 11.6133: who rolls for repair. */
static void repairs(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      REFIT("605",
            JOIN(OFFMAP("gun", "german", "AT75L"), OFFMAP("lost", "german", "AT75L"),
                 OFFMAP("well", "german", "AT75L"), OFFMAP("stuck", "german", "PzIVH"),
                 OFFMAP("burnt", "german", "PzIVH"), AT("dug", "soviet", "T34M41", "18-K5"),
                 AT("empty", "soviet", "T34M41", "18-K6"), AT("ringed", "german", "PzIVH", "18-K7"),
                 AT("left", "german", "PzIVH", "18-K8"))),
      false);
  kit_at(k, "gun")->flags |= U_MALFUNCTION, kit_at(k, "lost")->flags |= U_MALFUNCTION,
      kit_at(k, "lost")->where = DEAD;
  kit_at(k, "stuck")->flags |= U_IMMOBILE, kit_at(k, "burnt")->flags |= U_IMMOBILE,
      kit_at(k, "burnt")->where = DEAD;
  kit_at(k, "dug")->flags |= U_IMMOBILE | U_DUGIN,
      kit_at(k, "empty")->flags |= U_IMMOBILE | U_ABANDONED;
  kit_at(k, "ringed")->flags |= U_IMMOBILE, kit_at(k, "ringed")->iso = 1;
  kit_at(k, "left")->flags |= U_IMMOBILE;
  struct rec *r =
      kit_line(k, GER, "i1",
               (struct rec){.sw = {1, 0, 0, 0, 0, 0}, .bad = {1, 0, 0, 0, 0, 0}, .flags = R_GONE});
  with_dice(k, sp_repair, "1 2 1 1"); /* the Gun; the three stuck */
  assert_int_equal(r->bad[0], 1);
  assert_false(kit_at(k, "stuck")->flags & U_IMMOBILE || kit_at(k, "left")->flags & U_IMMOBILE);
  assert_int_equal(kit_at(k, "left")->where, OFF);   /* it can be taken up now */
  assert_int_equal(kit_at(k, "ringed")->where, MAP); /* it cannot */
  assert_true(kit_at(k, "lost")->flags & U_MALFUNCTION && kit_at(k, "burnt")->flags & U_IMMOBILE &&
              kit_at(k, "dug")->flags & U_IMMOBILE && kit_at(k, "empty")->flags & U_IMMOBILE);
  assert_int_equal(kit_told(k, E_RESTORED, R_11_6135_39)->n[0], 1);
  kit_close(k);
}

/* 11.6134, 11.6141a: which vehicles take a crew, which are freed from recall, and by whom. */
static void crews_and_recall(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      REFIT("613",
            JOIN(OFFM("empty", "german", "PzIVH", "abandoned"),
                 ATM("ringed", "german", "PzIVH", "18-K5", "abandoned"),
                 OFFMAP("full", "german", "PzIVH"), OFFM("gone", "german", "PzIVH", "abandoned"),
                 OFFMAP("crew", "german", "228"), OFFMAP("lost", "german", "228"),
                 OFFMAP("squad",
                        "germa"
                        "n",
                        "658"),
                 OFFMAP("red", "soviet", "228"), OFFM("theirs", "soviet", "T34M41", "abandoned"))),
      false);
  assert_int_equal(kit_node(k), N_CREWS);
  kit_at(k, "ringed")->iso = 1;
  kit_at(k, "gone")->where = kit_at(k, "lost")->where = DEAD;
  static const char *const bad[] = {"man ringed crew", "man full crew",  "man gone crew",
                                    "man theirs crew", "man empty lost", "man empty squad",
                                    "man empty red"};
  for (int i = 0; i < 7; i++)
    kit_refused(k, GER, bad[i], R_11_6134);
  kit_do(k, GER, "man empty crew");
  assert_false(kit_at(k, "empty")->flags & U_ABANDONED);
  kit_close(k);
  k = kit_lay(REFIT("614", JOIN(OFFM("tank", "german", "PzIVH", "recall"),
                                ATM("ringed", "german", "PzIVH", "18-K5", "recall"),
                                OFFM("stuck", "german", "PzIVH", "recall"),
                                OFFMAP("well", "german", "PzIVH"),
                                OFFM("crew", "german", "228", "vehiclecrew"),
                                OFFM("th"
                                     "ei"
                                     "r"
                                     "s",
                                     "so"
                                     "vi"
                                     "e"
                                     "t",
                                     "T3"
                                     "4M"
                                     "4"
                                     "1",
                                     "re"
                                     "ca"
                                     "l"
                                     "l"))),
              false);
  assert_int_equal(kit_node(k), N_RECALL);
  kit_at(k, "stuck")->flags |= U_IMMOBILE;
  static const char *const held[] = {"free ringed", "free stuck", "free well", "free theirs"};
  for (int i = 0; i < 4; i++)
    kit_refused(k, GER, held[i], R_11_6141a);
  kit_do(k, GER, "free tank");
  assert_false(kit_at(k, "tank")->flags & U_RECALL);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(melee),
                                     cmocka_unit_test(fires),
                                     cmocka_unit_test(prisoners),
                                     cmocka_unit_test(halves),
                                     cmocka_unit_test(hardening),
                                     cmocka_unit_test(who_may_have_one),
                                     cmocka_unit_test(armour_leader_lives),
                                     cmocka_unit_test(repairs),
                                     cmocka_unit_test(crews_and_recall)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
