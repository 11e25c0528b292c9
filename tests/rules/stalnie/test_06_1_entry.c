/* test_06_1_entry.c - 6.1: how a result is entered on a table: secrets until the entry begins,
 * states that are set, weapons, deployed squads, storeys, printed boards, cancelling, the text
 * format. */
#include "kit.h"

static const char grounds[] = "\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":["
                              "{\"hex\":\"18-Z5\",\"set\":[\"woods\"]},"
                              "{\"hex\":\"18-D5\",\"set\":[\"woods\"]},"
                              "{\"hex\":\"18-E5\",\"set\":[\"house\",\"upper\"]},"
                              "{\"hex\":\"18-F5\",\"set\":[\"water\"]},"
                              "{\"hex\":\"18-H5\",\"set\":[\"hill1\",\"hill2\"]}]";

static struct kit *lay_units(const char *phase, const char *units, bool opened) {
  char position[4000];
  snprintf(position, sizeof position, "\"phase\":\"%s\",%s,\"units\":[%s]", phase, grounds, units);
  return opened ? kit_lay(position, true) : kit_lay_in(NULL, position, true);
}

static bool imports(struct kit *k, const char *text, struct sal_err *err) {
  static char out[8192];
  struct sal_text room = {out, sizeof out, 0};
  *err = (struct sal_err){0};
  if (!sp_import(&k->play, GER, "result", text, &room, err))
    return false;
  for (char *at = out; *at;) { /* the actions, as a client would send them */
    char action[160];
    size_t n = strcspn(at, "\n");
    snprintf(action, sizeof action, "%.*s", (int)n, at);
    kit_do(k, GER, action);
    at += n + (at[n] == '\n');
  }
  return true;
}

static void reads(struct kit *k, const char *text) {
  struct sal_err err;
  if (!imports(k, text, &err))
    fail_msg("line %d: %s", err.line, err.text);
}

static void rejects(struct kit *k, const char *text, int line, const char *words) {
  struct sal_err err;
  assert_false(imports(k, text, &err));
  if (err.line != line || !strstr(err.text, words))
    fail_msg("line %d: %s", err.line, err.text);
}

#define PLAIN_PAIR JOIN(AT("g", "german", "658", "18-Z5"), AT("r", "soviet", "458", "18-D5"))

static bool seen_by(struct kit *k, int viewer, const char *id) {
  struct sal_head *view = calloc(1, k->book->state_bytes);
  struct sal_redactor all = {0};
  k->book->rules->view(k->book, k->play.state, viewer, view, &all);
  bool seen = ((struct state *)view)->unit[kit_unit(k, id)].where != NONE;
  free(view);
  return seen;
}

/* C.7: until the entry begins a side's hidden units are its own secret, and nothing can be said. */
static void secrets_until_the_entry(void **unused) {
  (void)unused;
  struct kit *k = lay_units(
      "play.2",
      JOIN(AT("g", "german", "658", "18-Z5"), ATM("r", "soviet", "458", "18-D5", "hidden")), false);
  assert_false(seen_by(k, GER, "r"));
  kit_refused(k, GER, "turns 7", R_C_7);
  kit_refused(k, GER, "pick r", R_C_7);
  k->list.n = 0;
  sal_legal(&k->play, GER, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++) /* or another sort of battle (F25.1) */
    assert_true(k->list.a[i].verb == V_OPEN || k->list.a[i].verb == V_MODE);
  struct sal_err err;
  assert_false(imports(k, "result scenario=2 turns=7\n", &err));
  assert_non_null(strstr(err.text, "open"));
  kit_do(k, RUS, "open");
  assert_true(seen_by(k, GER, "r"));
  kit_refused(k, GER, "open", R_6_1);
  kit_legal(k, GER, "pick r");
  kit_close(k);
}

/* F32.20, SSR4: a module that has lost its radio is of no use any more: the OP tank that called for
 * it is Recalled, others are not. */
static void a_radio_is_lost(void **unused) {
  (void)unused;
  struct kit *k =
      lay_units("play.2",
                JOIN(AT("op", "german", "PzIIIL_OP", "18-Z6"), AT("pz", "german", "PzIVH", "18-Z7"),
                     AT("r", "soviet", "458", "18-D5")),
                true);
  struct state *s = kit_state(k);
  kit_line(k, GER, "o1", (struct rec){.black = 3, .red = 2});
  int module = s->side[GER].nrec;
  kit_line(k, GER, "o7", (struct rec){.attach = (uint8_t)module});
  s->unit[kit_unit(k, "op")].rec = s->side[GER].nrec;
  char text[160];
  snprintf(text, sizeof text, "oba id=%d lost=n used=n\n", module);
  rejects(k, text, 1, "lost=");
  snprintf(text, sizeof text, "unit id=op fate=ok\nunit id=pz fate=ok\noba id=%d lost=y used=n\n",
           module);
  reads(k, text);
  assert_true(s->draft[kit_unit(k, "op")].flags & U_RECALL);
  assert_false(s->draft[kit_unit(k, "pz")].flags & U_RECALL);
  kit_close(k);
}

/* V3: `state=` says exactly what the unit is afterwards; without the key it is as it was. */
static void absolute_states(void **unused) {
  (void)unused;
  struct kit *k =
      lay_units("play.2",
                JOIN(ATM("g", "german", "658", "18-Z5", "broken"),
                     AT("pz", "german", "PzIVH", "18-Z7"), AT("r", "soviet", "458", "18-D5")),
                true);
  const struct draft *d = &kit_state(k)->draft[kit_unit(k, "g")];
  reads(k, "unit id=g fate=ok\n");
  assert_int_equal(d->flags & SETTABLE, U_BROKEN);
  reads(k, "unit id=g fate=ok state=encircled+fanatic\n");
  assert_int_equal(d->flags & SETTABLE, U_ENCIRCLED | U_FANATIC);
  reads(k, "unit id=g fate=ok state=encircled\n"); /* twice the same is not back and forth */
  assert_int_equal(d->flags & SETTABLE, U_ENCIRCLED);
  reads(k, "unit id=g fate=ok state=ok\n");
  assert_int_equal(d->flags & SETTABLE, 0);
  rejects(k, "unit id=g fate=ok state=sleepy\n", 1, "unknown state 'sleepy'");
  rejects(k, "unit id=g fate=ok state=bogged\n", 1, "V3");
  reads(k, "unit id=pz fate=ok state=bogged+disabled\n");
  kit_do(k, GER, "pick g");
  kit_refused(k, GER, "state disabled", R_V3);      /* only an AFV has a main armament */
  kit_refused(k, GER, "state malfunctioned", R_V3); /* a squad's weapons are its company's */
  kit_refused(k, GER, "state abandoned", R_V3);
  kit_refused(k, GER, "state ok", R_V3);
  kit_refused(k, GER, "state ground", R_V3);
  kit_refused(k, GER, "state upper", R_11_2e);
  kit_close(k);
}

/* 11.6132: a Disabled main armament is repaired at +2, or the AFV is out of the game. */
static void disabled_armament(void **unused) {
  (void)unused;
  for (int good = 0; good < 2; good++) {
    struct kit *k = lay_units("play.2", AT("pz", "german", "PzIVH", "18-Z5"), true);
    reads(k, "unit id=pz fate=ok\nweapon id=pz.ma state=disabled\nresult scenario=2 turns=7\n"
             "end turn=7 dr=1\n");
    kit_all(k, "german auto;german submit;soviet confirm");
    assert_true(kit_at(k, "pz")->flags & U_DISABLED);
    kit_dice(k, good ? "2" : "3"); /* - 2 for a vehicle, + 2 as it is Disabled: 2 or less */
    sp_repair(&k->play);
    assert_int_equal(kit_at(k, "pz")->where == DEAD, !good);
    kit_close(k);
  }
}

/* V12, 11.6132: lost weapons are lost; those of a company that is gone go with it, unless another
 * takes them over. */
static void weapons(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  struct state *s = kit_state(k);
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .sw = {2, 2}, .hex = NOWHERE});
  kit_line(k, GER, "i1", (struct rec){.scenario = 1, .sw = {1, 0}, .copy = 1, .hex = NOWHERE});
  reads(k, "weapon id=1.lmg state=lost count=1\nweapon id=1.mmg state=malfunctioned count=1\n");
  kit_refused(k, GER, "weapon 1 lmg 2", R_V12); /* one is lost */
  kit_refused(k, GER, "lose 1 mmg 2", R_V12);
  kit_refused(k, GER, "lose 1 ft 1", R_V12);
  kit_refused(k, GER, "handover 1 mmg 1", R_V12);
  kit_refused(k, GER, "handover 99 mmg 1", R_V12); /* there is no such line */
  kit_all(k, "german handover 2 lmg 1;german auto;german turns 7;german enddie 7 1");
  assert_int_equal(s->rec[GER][0].sw[0], 2); /* nothing changes before it is confirmed */
  kit_all(k, "german submit;soviet confirm");
  assert_int_equal(s->rec[GER][0].sw[0], 2); /* 2 - 1 lost + 1 taken over */
  assert_int_equal(s->rec[GER][0].sw[1], 2);
  assert_int_equal(s->rec[GER][0].bad[1], 1);
  assert_int_equal(s->rec[GER][1].sw[0], 0); /* nobody of the second company is left */
  kit_close(k);
}

/* V6: a squad that was only deployed has lost nothing; one half lost costs a point. */
static void deployed_squads(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  reads(k, "unit id=g fate=ok becomes=348\n");
  assert_int_equal(sp_draft_cvp(&k->play, GER), 1);
  reads(k, "new type=348 from=g hex=18-Z5\n");
  assert_int_equal(sp_draft_cvp(&k->play, GER), 0);
  kit_all(k, "german auto;german turns 7;german enddie 7 1");
  kit_legal(k, GER, "submit");
  kit_do(k, GER, "cvp soviet 1");
  kit_refused(k, GER, "submit", R_V6);
  kit_close(k);
}

/* CG8 by Location: storeys stack apart, and what is carried or towed does not count. */
static void storeys_and_tows(void **unused) {
  (void)unused;
  struct kit *k =
      lay_units("play.2",
                JOIN(AT("a", "german", "658", "18-Z5"), AT("b", "german", "658", "18-Z5"),
                     AT("c", "german", "658", "18-Z5"), AT("gun", "german", "AT75L", "18-Z6"),
                     AT("truck", "german", "Opel6700", "18-Z7"), OFFMAP("d", "german", "658")),
                true);
  reads(k, "unit id=a fate=ok hex=18-E5\nunit id=b fate=ok hex=18-E5\n"
           "unit id=c fate=ok hex=18-E5\nunit id=d fate=ok hex=18-E5/1\n");
  assert_int_equal(sp_overstacked(&k->play), NOT_FOUND);
  reads(k, "unit id=d fate=ok hex=18-E5\n"); /* down again */
  assert_int_equal(sp_overstacked(&k->play), kit_place(k, "18-E5"));
  reads(k, "unit id=d fate=ok hex=18-E5/1\nunit id=gun fate=ok hex=18-Z7\n"
           "unit id=truck fate=ok\n");
  assert_int_equal(sp_overstacked(&k->play), kit_place(k, "18-Z7"));
  reads(k, "unit id=gun fate=ok towed=truck\n");
  assert_int_equal(sp_overstacked(&k->play), NOT_FOUND);
  rejects(k, "unit id=gun fate=ok in=a\n", 1, "V4");
  rejects(k, "unit id=truck fate=ok in=truck\n", 1, "V4");
  kit_close(k);
}

/* 11.601: the players finish their melees. */
static void melee_left(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  reads(k, "unit id=g fate=ok hex=18-D5\nresult scenario=2 turns=7\nend turn=7 dr=1\n");
  kit_do(k, GER, "auto");
  kit_refused(k, GER, "submit", R_11_601);
  kit_close(k);
}

/* CG13a, CG13c: who leaves north is in Good Order, and a vehicle takes somebody along; a broken
 * unit passes a morale check first. */
static void leaving(void **unused) {
  (void)unused;
  struct kit *k =
      lay_units("play.2",
                JOIN(AT("g", "german", "658", "18-Z5"), AT("spw", "german", "SPW251/1", "18-Z6"),
                     AT("r", "soviet", "458", "18-D5")),
                true);
  const char *end = "result scenario=2 turns=7\nend turn=7 dr=1\n";
  reads(k, end);
  reads(k, "unit id=spw fate=exited exit=north\nunit id=r fate=ok\nunit id=g fate=ok\n");
  kit_refused(k, GER, "submit", R_CG13c); /* nobody rides in it */
  reads(k, "unit id=g fate=exited exit=north in=spw\nexit_north_vp=2\n");
  kit_legal(k, GER, "submit");
  reads(k, "unit id=g fate=exited exit=north state=broken\n");
  kit_refused(k, GER, "submit", R_CG13c);
  reads(k, "unit id=g fate=exited hex=18-GG5 state=broken\nunit id=spw fate=ok "
           "hex=18-Z6\nexit_north_vp=0\n");
  kit_refused(k, GER, "submit", R_CG13a);
  reads(k, "unit id=g fate=exited hex=18-GG5 state=broken nmc=pass\n");
  kit_legal(k, GER, "submit");
  rejects(k, "unit id=g fate=exited state=ok nmc=pass\n", 1, "CG13a");
  kit_close(k);
}

/* 11.2f, V7: by our own boards level 2 hills are never entered. */
static void hills_are_computed(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  kit_do(k, GER, "control german");
  kit_refused(k, GER, "take 18-H5", R_11_2f);
  kit_legal(k, GER, "take 18-D5");
  kit_do(k, GER, "done");
  kit_refused(k, GER, "hillcount 18 german 1", R_11_2f);
  rejects(k, "control hex=18-H5 owner=GER\n", 1, "11.2f");
  kit_close(k);
}

/* V4 on the owner's printed boards: our drawings decide nothing, cover is what the players say, and
 * hills are counted by board. */
static void printed_boards(void **unused) {
  (void)unused;
  struct kit *k =
      lay_units("play.2",
                JOIN(AT("g", "german", "658", "18-Z5"), AT("pz", "german", "PzIVH", "18-Z6"),
                     AT("r", "soviet", "458", "18-D5")),
                true);
  struct state *s = kit_state(k);
  rejects(k, "unit id=g fate=ok hex=18-F5\n", 1, "V4"); /* our pond */
  k->play.state->option[OPT_BOARDS] = 1;
  reads(k, "unit id=g fate=ok hex=18-F5 tem=1\nunit id=pz fate=ok hex=18-E5\n");
  rejects(k, "unit id=g fate=ok hex=18-Q99\n", 1, "18-Q99 is no hex");
  int hills = 0;
  for (int i = 0; i < O(&k->play)->nvl; i++)
    hills += O(&k->play)->vl[i].kind == VL_HILL && O(&k->play)->vl[i].board == 3; /* board 18 */
  assert_true(hills > 1);
  char text[60];
  snprintf(text, sizeof text, "hill board=18 count=%d owner=GER\n", hills + 1);
  rejects(k, text, 1, "V7");
  reads(k, "hill board=18 count=1 owner=GER\n");
  kit_all(k, "german auto;german turns 7;german enddie 7 1;german submit;soviet confirm");
  assert_true(sp_tem(&k->play, GER, kit_place(k, "18-F5")));
  assert_false(sp_tem(&k->play, RUS, kit_place(k, "18-D5"))); /* woods of ours: nobody said so */
  int german = 0;
  for (int i = 0; i < O(&k->play)->nvl; i++)
    german +=
        O(&k->play)->vl[i].kind == VL_HILL && s->vl[i] & VB_GERMAN && O(&k->play)->vl[i].board == 3;
  assert_int_equal(german, 1);
  kit_close(k);
}

/* 6.1: cancelling, or sending the result back, leaves chits, terrain, works, edges and control of
 * the campaign as they were. */
static void nothing_before_confirm(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  struct state *s = kit_state(k);
  kit_line(k, GER, "o2",
           (struct rec){.scenario = 1,
                        .black = 5,
                        .red = 2,
                        .draft_black = 5,
                        .draft_red = 2,
                        .strength = STR_NORMAL,
                        .hex = NOWHERE});
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-D5"), .kind = FORT_AT3, .side = RUS, .id = 1};
  struct state *before = malloc(k->book->state_bytes);
  memcpy(before, s, k->book->state_bytes);
  static const char entries[] = "german oba 1 3 1;german factors 1 1;german burn wreck;"
                                "german take 18-K5;german control german;german take 18-D5;"
                                "german done";
  kit_all(k, entries);
  kit_refused(k, GER, "factors 1 4", R_11_621c);
  kit_refused(k, GER, "factors 2 1", R_V12);
  assert_int_equal(s->rec[GER][0].black, 5);
  assert_int_equal(s->fort[0].kind, FORT_AT3);
  kit_do(k, GER, "cancel");
  assert_memory_equal(s, before, k->book->state_bytes);
  kit_all(k, entries);
  kit_all(k, "german auto;german turns 7;german enddie 7 1;german submit;soviet reject");
  assert_int_equal(s->rec[GER][0].black, 5);
  assert_int_equal(s->fort[0].kind, FORT_AT3);
  assert_int_equal(sal_actors(&k->play), SAL_BIT(RUS)); /* who sent it back has it now */
  kit_all(k, "soviet submit;german confirm");
  assert_int_equal(s->rec[GER][0].black, 3);
  assert_int_equal(s->rec[GER][0].drawn, 1);
  assert_int_equal(s->fort[0].kind, FORT_AT1);
  assert_int_equal(s->burnt[0].draft, 0);
  free(before);
  kit_close(k);
}

/* 6.1: unknown keys, keys twice, unknown words and ids; every fault of a pass with its line. */
static void text_format(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  struct sal_err err;
  rejects(k, "unit id=g fate=ok stat=broken\n", 1, "unknown key 'stat'");
  rejects(k, "unit id=g fate=ok fate=ok\n", 1, "'fate=' is there twice");
  rejects(k, "\nmagic id=g\n", 2, "'magic' is not known");
  rejects(k, "fort id=F99 state=ok\n", 1, "no work F99");
  rejects(k, "unit id=g fate=ok hex=18-Z5/7\n", 1, "no such level");
  assert_false(imports(k, "unit id=g fate=sideways\n# a comment\nunit id=nobody fate=ok\n", &err));
  assert_int_equal(err.line, 1);
  assert_string_equal(err.at, "text:1");
  assert_non_null(strstr(err.text, "line 3"));
  assert_non_null(strstr(err.text, "nobody"));
  k->play.state->over = 0;
  reads(k, "result scenario=2 turns=7   # the last turn\nend turn=7 dr=1\n");
  kit_close(k);
}

/* RG.o: the crews of reconnaissance SPW and of the SPW with machine-guns are 3-4-8; V3: a leader
 * made in play has any grade. */
static void new_crews_and_leaders(void **unused) {
  (void)unused;
  struct kit *k =
      lay_units("play.2",
                JOIN(AT("rec", "german", "SPW250/9", "18-Z5"), AT("pz", "german", "PzIVH", "18-Z6"),
                     AT("t", "german", "Opel6700", "18-Z7"), AT("g", "german", "658", "18-Z8")),
                true);
  struct state *s = kit_state(k);
  reads(k, "unit id=rec fate=eliminated\nunit id=pz fate=eliminated\nunit id=t fate=eliminated\n");
  rejects(k, "new type=228 from=rec hex=18-Z5\n", 1, "the crew of SPW250/9 is a 348");
  rejects(k, "new type=348 from=pz hex=18-Z5\n", 1, "is a 228");
  kit_refused(k, GER, "new crew t", R_V3); /* a driver is no counter */
  reads(k, "new type=348 from=rec hex=18-Z5\nnew type=leader grade=9-1 from=g hex=18-Z8\n");
  const struct draft *crew = &s->draft[kit_unit(k, "de.x.crew-1")];
  assert_int_equal(crew->type, sp_type_named(&k->play, "348"));
  assert_true(crew->flags & U_VEHICLE_CREW);
  kit_all(k, "german auto;german turns 7;german enddie 7 1");
  assert_int_equal(sp_draft_cvp(&k->play, GER), 3 - 1 + 6 + 1);
  kit_do(k, GER, "cvp soviet 9");
  kit_all(k, "german submit;soviet confirm");
  int leaders = 0;
  for (int u = 0; u < k->book->ncounters; u++)
    leaders += s->unit[u].where == MAP && s->unit[u].type == O(&k->play)->grade[4];
  assert_int_equal(leaders, 1);
  kit_close(k);
}

/* RG.h: an engineer squad that is Replaced, here on a table, is no engineer squad any more; one
 * that is only halved stays one. */
static void replaced_engineers(void **unused) {
  (void)unused;
  static const struct {
    const char *becomes;
    bool engineers;
  } cases[] = {{"628", true}, {"328", true}, {"527", false}, {"227", false}};
  for (int i = 0; i < 4; i++) {
    struct kit *k = lay_units("play.2", AT("e", "soviet", "628", "18-D5"), true);
    kit_at(k, "e")->flags |= U_ENGINEER;
    char text[60];
    snprintf(text, sizeof text, "unit id=e fate=ok becomes=%s\n", cases[i].becomes);
    reads(k, text);
    kit_all(k, "german auto;german turns 7;german enddie 7 1");
    char cvp[30];
    snprintf(cvp, sizeof cvp, "cvp german %d", sp_draft_cvp(&k->play, RUS));
    kit_do(k, GER, cvp);
    kit_all(k, "german submit;soviet confirm");
    assert_int_equal((kit_at(k, "e")->flags & U_ENGINEER) != 0, cases[i].engineers);
    kit_close(k);
  }
}

/* The template as it stands now. */
static const char *template_of(struct kit *k) {
  static char out[16384];
  struct sal_text room = {out, sizeof out, 0};
  struct sal_err err = {0};
  out[0] = 0;
  if (!sp_template(&k->play, "result", &room, &err))
    fail_msg("%s", err.text);
  assert_true(room.len < sizeof out);
  return out;
}

static void has_line(const char *text, const char *line) {
  if (!strstr(text, line))
    fail_msg("there is no '%s' in\n%s", line, text);
}

#define STOREY_AND_CARRIER                                                                         \
  JOIN(AT("g", "german", "658", "18-E5"), AT("gun", "german", "AT75L", "18-Z6"),                   \
       AT("pz", "german", "PzIVH", "18-Z7"), AT("r", "soviet", "458", "18-D5"),                    \
       OFFMAP("late", "soviet", "458"))

/* F32.7: a template names every unit of both forces as it is, and read again unchanged it is a
 * result in which nothing happened. */
static void template_unchanged(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", STOREY_AND_CARRIER, true);
  kit_at(k, "g")->flags |= U_BROKEN;
  kit_do(k, GER, "cancel"); /* the draft begins again from the units */
  const char *text = template_of(k);
  has_line(text, "result scenario=2 turns=7\n");
  has_line(text, "unit id=g fate=ok hex=18-E5 state=broken ");
  has_line(text, "unit id=r fate=ok hex=18-D5 state=ok ");
  has_line(text, "unit id=late fate=offmap state=ok ");

  reads(k, text);
  for (const char *const *id = (const char *const[]){"g", "gun", "pz", "r", NULL}; *id; id++)
    assert_int_equal(kit_draft(k, *id)->fate, FATE_OK);
  assert_int_equal(kit_draft(k, "late")->fate, FATE_OFFMAP);
  assert_true(kit_draft(k, "g")->flags & U_BROKEN);
  kit_do(k, GER, "enddie 7 1");
  kit_all(k, "german submit;soviet confirm");
  assert_int_equal(kit_at(k, "g")->at, kit_place(k, "18-E5"));
  kit_close(k);
}

/* F32.7: what has been entered stands in the template, and reading that again changes nothing. */
static void template_of_what_was_entered(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", STOREY_AND_CARRIER, true);
  reads(k, "result scenario=2 turns=8\nend turn=7 dr=6\n"
           "unit id=g fate=ok hex=18-E5/1 state=fanatic hidden=y\n"
           "unit id=gun fate=ok towed=pz tem=1\n"
           "unit id=r fate=ok becomes=447 hex=18-D5 state=broken+encircled\n"
           "cvp side=RUS inflicted=3 of_which_exit=1\nsniper side=GER lost=2\n"
           "exit_north_vp=4\nnew from=g type=leader hex=18-Z5 grade=8-1\n");
  const char *text = template_of(k);
  has_line(text, "result scenario=2 turns=8\n");
  has_line(text, "\nend turn=7 dr=6\n");
  has_line(text, "\n# end turn=8 dr=1\n");
  has_line(text, "unit id=g fate=ok hex=18-E5/1 state=fanatic hidden=y ");
  has_line(text, "unit id=gun fate=ok towed=pz state=ok tem=1 ");
  has_line(text, "unit id=r fate=ok becomes=447 hex=18-D5 state=broken+encircled ");
  has_line(text, " fate=ok becomes=8-1 hex=18-Z5 state=ok "); /* the leader who appeared */
  has_line(text, "cvp side=RUS inflicted=3 of_which_exit=1\n");
  has_line(text, "sniper side=GER lost=2\n");
  has_line(text, "exit_north_vp=4\n");

  kit_do(k, GER, "auto"); /* a template gives the others the fate that this would */
  struct state *before = malloc(k->book->state_bytes);
  memcpy(before, kit_state(k), k->book->state_bytes);
  reads(k, text);
  assert_memory_equal(kit_state(k)->draft, before->draft, sizeof before->draft);
  assert_memory_equal(&kit_state(k)->claim, &before->claim, sizeof before->claim);
  free(before);
  kit_close(k);
}

/* F32.2, F32.9, F32.20: weapons, modules and works stand as comments, ready to be used. */
static void template_of_weapons_and_works(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  struct state *s = kit_state(k);
  kit_line(k, GER, "o2",
           (struct rec){.scenario = 1,
                        .black = 5,
                        .red = 2,
                        .draft_black = 5,
                        .draft_red = 2,
                        .sw = {2},
                        .strength = STR_NORMAL});
  s->fort[s->nfort++] =
      (struct fort){.at = (uint16_t)kit_place(k, "18-D5"), .kind = FORT_AT3, .side = RUS, .id = 1};
  const char *text = template_of(k);
  has_line(text, "\n# oba id=1 black=5 red=2\n");
  has_line(text, "\n# fort id=F1 state=removed  # at3 18-D5\n");
  char weapon[60];
  snprintf(weapon, sizeof weapon, "\n# weapon id=1.%s count=2 state=lost\n",
           own(k->book)->weapon[0].id);
  has_line(text, weapon);
  reads(k, text);
  assert_int_equal(s->rec[GER][0].gone[0], 0);
  kit_close(k);
}

/* C.7: there is no template before the entry has begun, and none of another document. */
static void template_refused(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, false);
  struct sal_err err = {0};
  struct sal_text room = {0};
  assert_false(sp_template(&k->play, "result", &room, &err));
  assert_non_null(strstr(err.text, "open"));
  kit_do(k, RUS, "open");
  assert_false(sp_template(&k->play, "poem", &room, &err));
  assert_string_equal(err.at, "kind");
  kit_close(k);
}

/* 11.602b: what was never shown on the table stays a secret. */
static void hidden_units(void **unused) {
  (void)unused;
  struct kit *k = lay_units("play.2", PLAIN_PAIR, true);
  reads(k, "unit id=r fate=ok hidden=y\n");
  kit_all(k, "german auto;german turns 7;german enddie 7 1;german submit;soviet confirm");
  assert_false(kit_at(k, "r")->flags & U_KNOWN);
  assert_true(kit_at(k, "g")->flags & U_KNOWN);
  kit_close(k);
}

/* V4: a vehicle may stand on the road that runs through a building hex, and in no other one. Our
 * boards have none; this one is built on the road of board 16. */
static void roads_through_buildings(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"play.2\",\"terrain\":[{\"hex\":\"16-C6\",\"set\":[\"house\"]}]", false);
  const struct own *o = own(k->book);
  int tank = sp_type_named(&k->play, "PzIVH"), on = 0, off = 0;
  for (int g = 0; g < PLACES; g++) {
    bool house = o->ground[g] & G_BUILDING && o->ground[g] & G_NOVEHICLE;
    if (!house)
      continue;
    bool road = o->ground[g] & G_ROAD;
    assert_int_equal(sp_may_stand(&k->play, GER, tank, g), road);
    on += road;
    off += !road;
  }
  assert_int_equal(on, 1);
  assert_true(off > 0);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(secrets_until_the_entry),
                                     cmocka_unit_test(roads_through_buildings),
                                     cmocka_unit_test(absolute_states),
                                     cmocka_unit_test(a_radio_is_lost),
                                     cmocka_unit_test(disabled_armament),
                                     cmocka_unit_test(weapons),
                                     cmocka_unit_test(deployed_squads),
                                     cmocka_unit_test(storeys_and_tows),
                                     cmocka_unit_test(melee_left),
                                     cmocka_unit_test(leaving),
                                     cmocka_unit_test(hills_are_computed),
                                     cmocka_unit_test(printed_boards),
                                     cmocka_unit_test(nothing_before_confirm),
                                     cmocka_unit_test(text_format),
                                     cmocka_unit_test(new_crews_and_leaders),
                                     cmocka_unit_test(replaced_engineers),
                                     cmocka_unit_test(template_unchanged),
                                     cmocka_unit_test(template_of_what_was_entered),
                                     cmocka_unit_test(template_of_weapons_and_works),
                                     cmocka_unit_test(template_refused),
                                     cmocka_unit_test(hidden_units)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
