/* test_F25_campaign.c - F25: scenarios of the campaign fought on the board. */
#include "battle_kit.h"

/* Random play to the end, with the audit after every action. */
static void random_campaigns(void **unused) {
  (void)unused;
  const char *many = getenv("FIELD_CAMPAIGNS");
  int campaigns = many ? atoi(many) : 1;
  struct kit *k = kit_open("campaign");
  assert_true(k->book->state_bytes <= 96 * 1024);
  struct sal_rng pick;
  long actions = 0;
  int german = 0;
  uint32_t longest = 0;
  for (int i = 0; i < campaigns; i++) {
    char where[64];
    start_field(k, 50 + (uint64_t)i);
    sal_rng_seed(&pick, (uint64_t)i);
    for (int n = 0; kit_node(k) >= 0; n++) {
      snprintf(where, sizeof where, "campaign %d, action %d", i, n);
      play_one(k, &pick, where);
      longest = k->list.n > longest ? k->list.n : longest;
      actions++;
      assert_true(n < 1000000);
    }
    struct sal_result r;
    assert_true(k->book->rules->score(&k->play, &r));
    german += r.winner == GER;
    print_message("campaign %d: %ld actions so far, longest list %u\n", i, actions, longest);
  }
  print_message("%d campaigns, %ld actions, %d German victories\n", campaigns, actions, german);
  kit_close(k);
}

/* F25.1: a new campaign is fought on the board; the lesson teaches the quick battle. */
static void new_campaigns_are_fought_on_the_board(void **unused) {
  (void)unused;
  struct kit *campaign = kit_open("campaign");
  struct kit *lesson = kit_open("lesson");

  assert_int_equal(campaign->book->option[OPT_BATTLE].def, BY_FIELD);
  assert_int_equal(lesson->book->option[OPT_BATTLE].def, BY_QUICK_BATTLE);
  assert_true(lesson->book->option[OPT_BATTLE].here);
  kit_close(campaign);
  kit_close(lesson);
}

/* F25.1: battles on the board of an earlier edition have neither artillery nor Reserves, so these
 * cannot be bought there; today's have both. */
static void artillery_by_edition(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  struct sal_book older = *k->book;
  start_field(k, 3);
  assert_int_equal(kit_node(k), N_BUY);
  kit_legal(k, GER, "buy o1 plain 0");
  kit_legal(k, RUS, "buy i1 reserve 0");
  older.edition = 3;
  k->play.book = &older;
  kit_refused(k, GER, "buy o1 plain 0", R_F25_1);
  kit_refused(k, RUS, "buy i1 reserve 0", R_F25_1);
  kit_legal(k, GER, "buy s1 plain 0");
  kit_legal(k, GER, "buy i1 plain 0");
  kit_close(k);
}

/* F25.2: each unit of the force is in the battle under its own id, where it was set up; F25.3: each
 * weapon of a company is with a squad of that company. */
static void the_force_takes_the_field(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  const struct state *s = kit_state(k);
  int units = 0, weapons = 0, written = 0;
  for (int u = 0; u < own(k->book)->first_weapon; u++) {
    const struct trooper *t = unit_at(&in, u);
    if (s->unit[u].where == NONE) {
      assert_int_equal(t->where, F_NONE);
      continue;
    }
    if (sp_stayed_off(&k->play, u) || s->unit[u].where == DEAD) {
      assert_int_equal(t->where, F_ABSENT);
      continue;
    }
    units++;
    assert_int_equal(t->kind, own(k->book)->kind_of_type[s->unit[u].type]);
    if (s->unit[u].where == MAP)
      assert_int_equal(hex_at(t->at), own(k->book)->cell[s->unit[u].at]);
    else
      assert_int_equal(t->at, 0);
  }
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      const struct group *g = &own(k->book)->group[side][r->group];
      for (int slot = 0; slot < sp_slots(r);
           slot++) { /* who is kept off the map keeps his weapon */
        int carrier = g->first[r->copy] + r->holder[slot] - 1;
        written += r->holder[slot] && unit_at(&in, carrier)->where != F_ABSENT;
      }
    }
  for (int w = own(k->book)->first_weapon; w < count_of(&in); w++) {
    int kind, line = sf_weapon_line(&k->play, w, &kind);
    bool set = weapon_of(&in, w)->flags & (W_RADIO | W_PHONE);
    if (unit_at(&in, w)->where == F_NONE || set)
      continue;
    weapons++;
    int carrier = unit_at(&in, w)->with - 1;
    assert_true(line > 0 && carrier >= 0 && sf_is_mmc(&in, carrier));
    assert_int_equal(s->unit[carrier].rec, line);
  }
  assert_true(units > 40 && weapons > 4);
  assert_int_equal(weapons, written);
  kit_cover(k, R_F25_2);
  kit_cover(k, R_F25_3);
  kit_close(k);
}

/* F22.1, CG9a: a squad enters by its own edge, pays for the hex, and goes on with the rest; in the
 * first scenario the Soviets do not come before Turn 3. */
static void a_squad_enters(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  int squad = waiting(k, GER, SQUAD, -1), leader = waiting(k, GER, LEADER, squad);
  assert_true(squad >= 0 && leader >= 0);
  doing(k, GER, "enter", squad, NULL);
  kit_refused(k, GER, "at 16-K5", R_F22_1);
  doing(k, GER, "with", leader, NULL);
  kit_do(k, GER, "at 16-GG5");
  struct sal_play in = sf_inside(&k->play);
  if (sal_top(&in)->node == N_F_REACT)
    kit_do(k, RUS, "pass");
  assert_string_equal(k->book->board.name[hex_at(unit_at(&in, squad)->at)], "16-GG5");
  assert_int_equal(unit_at(&in, leader)->at, unit_at(&in, squad)->at);
  assert_int_equal(sal_top(&in)->node, N_F_UNIT);
  assert_true(sf_activation(&in)->spent > 0);
  assert_true(unit_at(&in, squad)->did & DID_MOVE);
  int ivan = waiting(k, RUS, SQUAD, -1);
  struct sal_refusal why = {0};
  assert_true(ivan >= 0 && F(&in)->turn < 3);
  assert_false(sf_may_enter_map(&in, RUS, ivan, &why));
  assert_int_equal(why.rule, R_CG9a);
  F(&in)->turn = 3;
  assert_true(sf_may_enter_map(&in, RUS, ivan, NULL));
  kit_cover(k, R_F22_1);
  kit_close(k);
}

/* CG9b: the battle has the entry hexes of the campaign, side edges included; half of the west edge
 * is made German so that there are some. */
static void entry_by_the_sides(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = (struct state *)kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  const struct own *o = own(k->book);
  uint8_t mask[PA_PLACES];
  int low = sp_pa_low(&k->play), by_side = 0;
  doing(k, GER, "enter", waiting(k, GER, SQUAD, -1), NULL);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + low * WIDTH, edge = sp_side_edge(&k->play, g);
    if (!sp_in_pa(&k->play, g) || edge < 0)
      continue;
    int row = row_of(g) - low;
    bool german = edge == 1 && row < AREA_ROWS / 2;
    uint8_t *here = &s->edge[edge][row_of(g)], *field = F(&in)->german_edge[edge];
    *here = german ? EDGE_GERMAN | EDGE_START | EDGE_DRAFT : 0;
    patch_at(&in, o->cell[g])->began_german = german;
    field[row / 8] = (uint8_t)((field[row / 8] & ~(1 << row % 8)) | german << row % 8);
  }
  sp_entry_hexes(&k->play, GER, mask);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + low * WIDTH;
    if (!sp_in_pa(&k->play, g))
      continue;
    struct sal_refusal why = {.text = ""};
    bool legal = sal_check(&k->play, GER, sal_act(V_ENTER_AT, o->cell[g], 0, 0), &why);
    bool no_entry = !legal && strstr(why.text, "no entry hex");
    assert_int_equal(!no_entry, mask[i]);
    by_side += legal && sp_side_edge(&k->play, g) >= 0 && row_of(g) > low;
  }
  assert_true(by_side > 5);
  kit_close(k);
}

/* F16, F25.2: what was dug and laid in the campaign is on the board, and what is left of it goes
 * into the record (F32.9). */
static void works_go_to_battle_and_back(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  int low = sp_pa_low(&k->play) * WIDTH;
  s->nfort = 3;
  s->fort[0] = (struct fort){.at = (uint16_t)(low + 40), .kind = FORT_FOX2, .side = RUS, .id = 1};
  s->fort[1] = (struct fort){.at = (uint16_t)(low + 41), .kind = FORT_AT3, .side = RUS, .id = 2};
  s->fort[2] =
      (struct fort){.at = (uint16_t)(low + 42), .kind = FORT_PILL257, .side = RUS, .id = 3};
  struct work foxhole = sf_work_of(&k->play, &s->fort[0]);
  struct work mines = sf_work_of(&k->play, &s->fort[1]);
  struct work pillbox = sf_work_of(&k->play, &s->fort[2]);
  assert_true(foxhole.kind == WORK_FOXHOLE && foxhole.size == 2);
  assert_true(mines.kind == WORK_AT_MINES && mines.size == 3);
  assert_true(pillbox.kind == WORK_PILLBOX && pillbox.size == 2);
  assert_true(pillbox.front == 5 && pillbox.rear == 7);
  memset(F(&in)->work, 0, sizeof F(&in)->work);
  mines.size = 1; /* two vehicles were hit */
  foxhole.shown = 1;
  F(&in)->work[0] = foxhole;
  F(&in)->work[1] = mines;
  kit_ready(k);
  sf_record(&k->play, &in);
  assert_int_equal(s->fort[0].fate, FORT_REVEALED);
  assert_int_equal(s->fort[1].factors, 2); /* factors left, + 1 */
  assert_int_equal(s->fort[2].fate, FORT_REMOVED);
  kit_close(k);
}

/* F23.5, F23.6: what is on the board goes into the record as it is; a weapon on own ground is kept,
 * one on the enemy's is lost. */
static void the_record_says_what_the_board_shows(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  int dead = waiting(k, GER, SQUAD, -1), kind = 0, kept = -1, lost = -1;
  sal_hex edge = sal_hex_parse(&k->book->board, "16-GG5");
  sal_hex north = k->book->board.order[0];
  for (int i = 0; i < in.book->board.nhexes; i++)
    if (!(patch_at(&in, in.book->board.order[i])->control & OWNER))
      north = in.book->board.order[i];
  sf_lose(&in, dead, R_F23_1);
  int half = waiting(k, GER, SQUAD, -1);
  unit_at(&in, half)->where = F_MAP;
  sf_put(&in, half, location_at(edge, GROUND));
  sf_reduce(&in, half, R_F8_6);
  unit_at(&in, half)->is |= IS_BROKEN;
  for (int w = own(k->book)->first_weapon; w < count_of(&in); w++)
    if (unit_at(&in, w)->where == F_MAP && side_of(&in, w) == GER) {
      lost = kept < 0 ? lost : w;
      kept = kept < 0 ? w : kept;
    }
  assert_true(kept >= 0 && lost >= 0);
  unit_at(&in, kept)->with = unit_at(&in, lost)->with = 0;
  unit_at(&in, kept)->at = location_at(edge, GROUND);
  patch_at(&in, edge)->control |= OWNER;
  unit_at(&in, kept)->is |= IS_BROKEN_DOWN;
  unit_at(&in, lost)->at = location_at(north, GROUND);
  kit_ready(k);
  sf_record(&k->play, &in);
  assert_int_equal(s->draft[dead].fate, FATE_ELIMINATED);
  assert_int_equal(s->draft[half].fate, FATE_OK);
  assert_string_equal(own(k->book)->type[s->draft[half].type].id, "348");
  assert_true(s->draft[half].flags & U_BROKEN);
  assert_int_equal(s->draft[half].at, own(k->book)->place[edge]);
  assert_int_equal(s->claim.cvp[RUS], 3); /* a squad, and half of another */
  int line = sf_weapon_line(&k->play, kept, &kind);
  assert_int_equal(s->rec[GER][line - 1].bad[kind], 1);
  line = sf_weapon_line(&k->play, lost, &kind);
  assert_int_equal(s->rec[GER][line - 1].gone[kind], 1);
  kit_cover(k, R_F23_5);
  kit_cover(k, R_F23_6);
  kit_close(k);
}

/* CG9a: a leader does not come before the first squad of his company: with it, or after it. By
 * edition 5 he could. */
static void leaders_wait_for_a_squad(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  int squad = waiting(k, GER, SQUAD, -1), leader = waiting(k, GER, LEADER, squad);
  char text[60];
  snprintf(text, sizeof text, "enter %s", k->book->counter[leader].id);
  kit_refused(k, GER, text, R_CG9a);
  struct sal_book older = *in.book;
  older.edition = 5;
  in.book = &older;
  assert_true(sf_may_enter_map(&in, GER, leader, NULL));
  doing(k, GER, "enter", squad, NULL);
  kit_do(k, GER, "at 16-GG5");
  in = sf_inside(&k->play);
  if (sal_top(&in)->node == N_F_REACT)
    kit_do(k, RUS, "pass");
  kit_do(k, GER, "done");
  kit_legal(k, GER, text);
  sf_lose(&in, squad, R_F23_1); /* he still may: the first has come */
  kit_legal(k, GER, text);
  kit_close(k);
}

/* F16.12, 11.6093: a building that was brought down is rubble in the record, and on the board of
 * the next battle. */
static void rubble_stays(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  const struct sal_board *m = &in.book->board;
  const struct state *s = kit_state(k);
  sal_hex house = 0;
  for (int i = 0; i < m->nhexes && !house; i++)
    if (ground_at(&in, m->order[i])->is & H_BUILDING)
      house = m->order[i];
  int before = s->nburnt;
  patch_at(&in, house)->holds |= HEX_RUBBLE;
  kit_ready(k);
  sf_record(&k->play, &in);
  assert_int_equal(s->nburnt, before + 1);
  assert_int_equal(s->burnt[before].kind, BURNT_RUBBLE);
  assert_int_equal(s->burnt[before].at, own(k->book)->place[house]);
  sf_begin_battle(&k->play, &in);
  assert_true(patch_at(&in, house)->holds & HEX_RUBBLE);
  assert_int_equal(F(&in)->rubble, 1);
  kit_cover(k, R_F16_12);
  kit_close(k);
}

/* F22.1: who waits off the map, and who is concealed, is not in the other side's view. */
static void the_enemy_sees_no_box(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct sal_head *view = calloc(1, k->book->state_bytes);
  k->book->rules->view(k->book, k->play.state, RUS, view, NULL);
  struct sal_play seen = {.book = k->book, .state = view}, in = sf_inside(&seen);
  struct sal_play truth = sf_inside(&k->play);
  int waits = 0;
  for (int u = 0; u < count_of(&in); u++) {
    if (side_of(&in, u) == RUS) {
      assert_memory_equal(unit_at(&in, u), unit_at(&truth, u), sizeof(struct trooper));
      continue;
    }
    waits += unit_at(&truth, u)->where == F_WAITING;
    assert_int_equal(unit_at(&in, u)->where, F_NONE);
  }
  assert_true(waits > 10);
  assert_int_equal(F(&in)->san[GER], 0);
  free(view);
  kit_close(k);
}

/* F25.2: what a battle takes from its scenario: turn order (11.6233), ELR and SAN, when each side
 * comes (CG9a), and the edges: on 11 July PM Germans may leave by the north (CG13c). */
static void conditions_of_a_battle(void **unused) {
  (void)unused;
  enum { MORNING = 1, PM = 2, SOVIETS_COME = 3 };
  for (int scenario = MORNING; scenario <= PM; scenario++) {
    struct kit *k = kit_open("campaign");
    start_field(k, 7);
    kit_do(k, GER, "buy i1 plain 0");
    kit_do(k, RUS, "buy i1 plain 0");
    while (kit_node(k) != N_SETUP)
      prepare_one(k);
    kit_state(k)->scenario = (uint8_t)scenario;
    to_battle(k);
    struct sal_play in = sf_inside(&k->play);
    const struct state *s = kit_state(k);
    assert_int_equal(F(&in)->edges, scenario == PM ? EDGES_NORTH : EDGES_OPEN);
    assert_int_equal(F(&in)->arrives[GER], 1);
    assert_int_equal(F(&in)->arrives[RUS], scenario == PM ? 1 : SOVIETS_COME);
    assert_int_equal(F(&in)->first, sal_enemy(s->first));
    assert_int_equal(F(&in)->rolls_end, 1);
    for (int side = 0; side < 2; side++) {
      assert_int_equal(F(&in)->elr[side], s->side[side].elr);
      assert_int_equal(F(&in)->san[side], s->side[side].san);
      assert_int_equal(F(&in)->not_elite >> side & 1, !sp_is_elite(&k->play, side));
    }
    kit_close(k);
  }
}

/* F25.2, F16: each fortification of the campaign is a work of the battle: its kind, how much of it,
 * and the cover of a pillbox. */
static void fortifications_become_works(void **unused) {
  (void)unused;
  static const struct {
    uint8_t fort, work, size, front, rear;
  } rows[] = {{FORT_FOX1, WORK_FOXHOLE, 1, 0, 0},        {FORT_FOX3, WORK_FOXHOLE, 3, 0, 0},
              {FORT_TRENCH, WORK_TRENCH, 0, 0, 0},       {FORT_DITCH, WORK_DITCH, 0, 0, 0},
              {FORT_ROADBLOCK, WORK_ROADBLOCK, 0, 0, 0}, {FORT_WIRE, WORK_WIRE, 0, 0, 0},
              {FORT_BUILDING, WORK_FORTIFIED, 0, 0, 0},  {FORT_SETDC, WORK_CHARGE, 0, 0, 0},
              {FORT_DUMMY, WORK_DUMMY, 0, 0, 0},         {FORT_AP2, WORK_AP_MINES, 2, 0, 0},
              {FORT_AP4, WORK_AP_MINES, 4, 0, 0},        {FORT_AP6, WORK_AP_MINES, 6, 0, 0},
              {FORT_AP8, WORK_AP_MINES, 8, 0, 0},        {FORT_AP12, WORK_AP_MINES, 12, 0, 0},
              {FORT_AT1, WORK_AT_MINES, 1, 0, 0},        {FORT_AT5, WORK_AT_MINES, 5, 0, 0},
              {FORT_PILL135, WORK_PILLBOX, 1, 3, 5},     {FORT_PILL235, WORK_PILLBOX, 2, 3, 5},
              {FORT_PILL335, WORK_PILLBOX, 3, 3, 5},     {FORT_PILL157, WORK_PILLBOX, 1, 5, 7},
              {FORT_PILL257, WORK_PILLBOX, 2, 5, 7},     {FORT_PILL357, WORK_PILLBOX, 3, 5, 7},
              {FORT_HIP_SMC, NO_WORK, 0, 0, 0}};
  enum { NORTHWARD = 0, SOUTHWARD = 3 };
  struct kit *k = first_battle();
  uint16_t at = (uint16_t)(sp_pa_low(&k->play) * WIDTH + 40);

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int side = 0; side < 2; side++) {
      struct fort f = {.at = at, .kind = rows[i].fort, .side = (uint8_t)side, .unit = 9};
      struct work w = sf_work_of(&k->play, &f);
      if (w.kind != rows[i].work || w.size != rows[i].size)
        fail_msg("row %d: kind %d of size %d", (int)i, w.kind, w.size);
      assert_int_equal(w.front, rows[i].front);
      assert_int_equal(w.rear, rows[i].rear);
      assert_int_equal(w.side, side);
      assert_int_equal(w.hex, own(k->book)->cell[at]);
      assert_int_equal(w.shown, 0);
      assert_int_equal(w.unit, w.kind == WORK_CHARGE ? 9 : 0); /* who blows it */
      if (w.kind != WORK_ROADBLOCK)
        assert_int_equal(w.face, side == GER ? NORTHWARD : SOUTHWARD);
    }

  /* A dummy that came with a Reserve is a cloak (F15.10); what was seen stays known. */
  struct fort cloak = {.at = at, .kind = FORT_DUMMY, .side = RUS, .level = DUMMY_CLOAK, .shown = 1};
  struct work w = sf_work_of(&k->play, &cloak);
  assert_int_equal(w.kind, WORK_CLOAK);
  assert_int_equal(w.level, GROUND);
  assert_int_equal(w.shown, 1);
  /* A fortified upper storey is that storey. */
  struct fort storey = {.at = at, .kind = FORT_BUILDING, .side = RUS, .level = UPPER};
  assert_int_equal(sf_work_of(&k->play, &storey).level, UPPER);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(new_campaigns_are_fought_on_the_board),
      cmocka_unit_test(artillery_by_edition),
      cmocka_unit_test(conditions_of_a_battle),
      cmocka_unit_test(fortifications_become_works),
      cmocka_unit_test(the_force_takes_the_field),
      cmocka_unit_test(a_squad_enters),
      cmocka_unit_test(entry_by_the_sides),
      cmocka_unit_test(works_go_to_battle_and_back),
      cmocka_unit_test(the_record_says_what_the_board_shows),
      cmocka_unit_test(the_enemy_sees_no_box),
      cmocka_unit_test(leaders_wait_for_a_squad),
      cmocka_unit_test(rubble_stays),
      cmocka_unit_test(random_campaigns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
