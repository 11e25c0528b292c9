/* test_F25_recorded.c - F23.5, F23.6: what a battle on the board leaves in the record; F25.4: what
 * is no weapon in hand; 6.1, F6.7: which game answers a player's questions. */
#include "battle_kit.h"

/* The first scenario, up to the arranging; both sides have bought a company. */
static struct kit *arranging(void) {
  struct kit *k = kit_open("campaign");
  start_field(k, 7);
  kit_do(k, GER, "buy i1 plain 0");
  kit_do(k, RUS, "buy i1 plain 0");
  while (kit_node(k) != N_ARRANGE)
    prepare_one(k);
  return k;
}

/* A weapon of that side that takes part. */
static int weapon_in_use(struct kit *k, const struct sal_play *in, int side) {
  for (int w = own(k->book)->first_weapon; w < count_of(in); w++)
    if (unit_at(in, w)->where == F_MAP && unit_at(in, w)->with && side_of(in, w) == side)
      return w;
  fail_msg("nobody carries a weapon");
  return -1;
}

/* Another squad of the bearer's company that waits as he does. */
static int comrade(struct kit *k, const struct sal_play *in, int bearer) {
  const struct sal_counter *c = k->book->counter;
  for (int u = 0; u < own(k->book)->first_weapon; u++)
    if (u != bearer && unit_at(in, u)->where == F_WAITING && kind_of(in, u)->cls == SQUAD &&
        sal_eq(c[u].formation, c[bearer].formation))
      return u;
  fail_msg("the company has one squad");
  return -1;
}

static void no_weapon(struct kit *k, int side, struct sal_action a) {
  struct sal_refusal why = {0};
  assert_false(sal_check(&k->play, side, a, &why));
  assert_int_equal(why.rule, R_F25_4);
  if (!strstr(why.text, "is no support weapon that this side has"))
    fail_msg("%s", why.text);
  kit_cover(k, R_F25_4);
}

/* F25.4: only what is a support weapon, in somebody's hands and in this battle is handed over: not
 * one that lies on the ground, not one that has gone, not a passenger, not the enemy's. */
static void what_is_in_hand(void **unused) {
  (void)unused;
  struct kit *k = arranging();
  struct sal_play in = sf_inside(&k->play);
  int w = weapon_in_use(k, &in, GER);
  struct trooper *weapon = unit_at(&in, w), was = *weapon;
  int bearer = was.with - 1, taker = comrade(k, &in, bearer);
  struct sal_action hand = sal_act(V_HAND_TO, w, taker, 0);
  assert_true(sal_check(&k->play, GER, hand, NULL));
  weapon->with = 0;
  no_weapon(k, GER, hand);
  *weapon = was;
  for (int i = 0; i < 2; i++) {
    weapon->where = i ? F_LEFT : F_DEAD;
    no_weapon(k, GER, hand);
  }
  *weapon = was;
  no_weapon(k, RUS, hand);
  struct trooper *man = unit_at(&in, bearer), before = *man;
  struct sal_action rider = sal_act(V_HAND_TO, bearer, taker, 0);
  no_weapon(k, GER, rider);
  man->where = F_MAP;
  man->with = (uint16_t)(taker + 1);
  no_weapon(k, GER, rider);
  *man = before;
  assert_true(sal_check(&k->play, GER, hand, NULL));
  kit_close(k);
}

/* What a side's view answers to that overlay; NULL: refused, and why. */
static cJSON *overlay(struct kit *k, const char *name, sal_hex from, sal_hex to,
                      struct sal_refusal *why) {
  enum { ROOM = 1 << 20 };
  const struct sal_ruleset *rules = k->book->rules;
  int n = 0;
  while (strcmp(rules->overlays[n].name, name) != 0)
    n++;
  char *out = malloc(ROOM);
  struct sal_json j;
  struct sal_overlay o = {.j = &j, .book = k->book};
  struct sal_query q = {.kind = SAL_Q_OVERLAY, .overlay = (uint8_t)n, .arg = {from, to}, .out = &o};
  sal_json_start(&j, out, ROOM);
  sal_json_object(&j, NULL);
  cJSON *answer = NULL;
  if (rules->query(&k->play, GER, &q, why)) {
    sal_overlay_done(&o);
    sal_json_end(&j);
    answer = cJSON_Parse(out);
    assert_non_null(answer);
  }
  free(out);
  return answer;
}
static void titled(struct kit *k, const char *name, const char *title) {
  struct sal_refusal why = {0};
  cJSON *a = overlay(k, name, 0, 0, &why);
  assert_non_null(a);
  if (!strstr(text_of(a, "title"), title))
    fail_msg("%s is titled '%s'", name, text_of(a, "title"));
  cJSON_Delete(a);
}

/* F6.7, 6.1: during a battle control, threats and lines of sight are those of the board, perimeters
 * and entry hexes still the campaign's; between the battles there are no lines of sight. */
static void which_game_answers(void **unused) {
  (void)unused;
  struct sal_refusal why = {0};
  struct kit *k = first_battle();
  struct sal_play in = sf_inside(&k->play);
  const struct sal_board *m = &in.book->board;
  titled(k, "zoc", "Hexes that the enemy sees");
  titled(k, "entry", "Hexes where reinforcements may enter");
  cJSON *a = overlay(k, "control", 0, 0, &why);
  assert_string_equal(text_of(a, "title"), "Control");
  cJSON_Delete(a);
  sal_hex from = m->order[0];
  a = overlay(k, "los", from, sal_next(m, from, 2) ? sal_next(m, from, 2) : sal_next(m, from, 3),
              &why);
  assert_non_null(a);
  assert_non_null(strstr(text_of(a, "title"), "Line of sight from "));
  cJSON_Delete(a);
  struct sal_reach *reach = calloc(1, sizeof *reach);
  struct sal_query q = {.kind = SAL_Q_REACH, .reach = reach};
  assert_false(k->book->rules->query(&k->play, GER, &q, &why));
  assert_int_equal(why.rule, R_F4_7); /* nobody acts yet */
  kit_cover(k, R_F4_7);
  kit_close(k);

  k = kit_open("campaign");
  start_field(k, 7);
  titled(k, "zoc", "There are no zones of control between scenarios");
  titled(k, "control", "Control of Locations and Victory Locations");
  titled(k, "entry", "Hexes where reinforcements may enter");
  assert_null(overlay(k, "los", from, from, &why));
  assert_int_equal(why.rule, R_F6_7);
  kit_cover(k, R_F6_7);
  assert_false(k->book->rules->query(&k->play, GER, &q, &why));
  assert_int_equal(why.rule, R_6_1);
  kit_cover(k, R_6_1);
  free(reach);
  kit_close(k);
}

/* A German squad that waits, put somewhere. */
static struct trooper *squad_to(struct kit *k, int where, int *u) {
  struct sal_play in = sf_inside(&k->play);
  *u = waiting(k, GER, SQUAD, -1);
  assert_true(*u >= 0);
  struct trooper *t = unit_at(&in, *u);
  t->where = (uint8_t)where;
  return t;
}

/* F23.5: each unit's fate, place and states as they are on the board. Who left went in order: he
 * passed his check (CG13a); who left by the north is with what carried him (CG13c). */
static void every_fate(void **unused) {
  (void)unused;
  struct kit *k = first_battle();
  struct state *s = kit_state(k);
  struct sal_play in = sf_inside(&k->play);
  sal_hex h = sal_hex_parse(&k->book->board, "16-GG5");
  int up, hip, left, north, off, absent, dead;
  squad_to(k, F_MAP, &up)->at = location_at(h, UPPER);
  struct trooper *hidden = squad_to(k, F_MAP, &hip);
  hidden->at = location_at(h, GROUND);
  hidden->is |= IS_HIDDEN;
  hidden->with = 9;
  squad_to(k, F_LEFT, &left)->is |= IS_WOUNDED;
  struct trooper *gone = squad_to(k, F_LEFT, &north);
  gone->north = 1;
  gone->with = 12;
  squad_to(k, F_ABSENT, &absent);
  squad_to(k, F_DEAD, &dead);
  off = waiting(k, GER, SQUAD, -1);
  kit_ready(k);
  sf_record(&k->play, &in);
  const struct draft *d = s->draft;
  uint32_t how = U_UPPER | D_HIDDEN | D_PASSED | D_NORTH;

  assert_int_equal(d[up].fate, FATE_OK);
  assert_int_equal(d[up].at, own(k->book)->place[h]);
  assert_int_equal(d[up].flags & how, U_UPPER);
  assert_int_equal(d[up].carrier, 0);
  assert_int_equal(d[hip].fate, FATE_OK);
  assert_int_equal(d[hip].flags & how, D_HIDDEN);
  assert_int_equal(d[hip].carrier, 9);

  assert_int_equal(d[left].fate, FATE_EXITED);
  assert_int_equal(d[left].flags & how, D_PASSED);
  assert_true(d[left].flags & U_WOUNDED);
  assert_int_equal(d[left].at, NOWHERE);
  assert_int_equal(d[left].carrier, 0);
  assert_int_equal(d[north].fate, FATE_EXITED);
  assert_int_equal(d[north].flags & how, D_PASSED | D_NORTH);
  assert_int_equal(d[north].carrier, 12);

  assert_int_equal(d[off].fate, FATE_OFFMAP);
  assert_int_equal(d[off].flags & how, 0);
  assert_int_equal(d[off].at, NOWHERE);
  assert_int_equal(d[dead].fate, FATE_ELIMINATED);
  assert_int_equal(d[dead].at, NOWHERE);

  /* No part in it: as it was, on the map or off it. */
  assert_int_equal(d[absent].fate, FATE_OFFMAP);
  s->unit[absent].where = MAP;
  sf_record(&k->play, &in);
  assert_int_equal(d[absent].fate, FATE_OK);
  kit_cover(k, R_F23_5);
  kit_close(k);
}

/* F23.6: a broken weapon counts as broken, one that is gone as lost, and the owner alone is told
 * which; one that an enemy has picked up is lost (F10.3), one that was never here is neither. */
static void each_weapon(void **unused) {
  (void)unused;
  enum { WHOLE, BROKEN, LOST, TAKEN, NEVER, CASES };
  for (int now = WHOLE; now < CASES; now++) {
    struct kit *k = first_battle();
    struct state *s = kit_state(k);
    struct sal_play in = sf_inside(&k->play);
    int w = weapon_in_use(k, &in, GER), kind = 0;
    struct rec *r = &s->rec[GER][sf_weapon_line(&k->play, w, &kind) - 1];
    struct trooper *t = unit_at(&in, w);
    int bad = r->bad[kind], gone = r->gone[kind], told = 0;
    if (now == BROKEN)
      t->is |= IS_BROKEN_DOWN;
    if (now == LOST)
      t->where = F_DEAD;
    if (now == TAKEN)
      t->with = (uint16_t)(waiting(k, RUS, SQUAD, -1) + 1);
    if (now == NEVER)
      t->where = F_NONE;
    kit_ready(k);
    sf_record(&k->play, &in);
    for (uint32_t i = 0; i < k->events.n; i++) {
      if (k->events.v[i].kind != E_WEAPON_LOST)
        continue;
      told++;
      assert_int_equal(k->events.v[i].seen, SAL_BIT(GER));
      assert_int_equal(k->events.v[i].n[0], W_WEAPON + kind);
    }
    assert_int_equal(r->bad[kind] - bad, now == BROKEN);
    assert_int_equal(r->gone[kind] - gone, now == LOST || now == TAKEN);
    assert_int_equal(told, now == LOST || now == TAKEN);
    kit_cover(k, R_F23_6);
    kit_close(k);
  }
}

/* 11.609: Blazes, rubble and wrecks are written down where they are and nowhere else, each once;
 * rubble only since edition 6. */
static void what_burns(void **unused) {
  (void)unused;
  static const struct {
    uint8_t holds, kind;
  } rows[] = {{HEX_BLAZE, BURNT_BLAZE}, {HEX_RUBBLE, BURNT_RUBBLE}, {HEX_WRECK, BURNT_WRECK}};
  for (int edition = 5; edition <= 6; edition++) {
    struct kit *k = first_battle();
    struct state *s = kit_state(k);
    struct sal_play in = sf_inside(&k->play);
    struct sal_book older = *k->book;
    int was = s->nburnt, n = 0;
    older.edition = (uint16_t)edition;
    k->play.book = &older;
    for (int i = 0; i < 3; i++)
      patch_at(&in, in.book->board.order[10 * i + 5])->holds |= rows[i].holds;
    kit_ready(k);
    sf_record(&k->play, &in);
    sf_record(&k->play, &in);
    for (int i = 0; i < 3; i++) {
      if (edition == 5 && rows[i].kind == BURNT_RUBBLE)
        continue;
      const struct burnt *b = &s->burnt[was + n++];
      assert_int_equal(b->kind, rows[i].kind);
      assert_int_equal(b->at, own(k->book)->place[in.book->board.order[10 * i + 5]]);
      assert_int_equal(b->draft, 1);
    }
    assert_int_equal(s->nburnt, was + n);
    k->play.book = k->book;
    kit_close(k);
  }
}

/* F23.5, 11.60531: who holds a Location, an upper storey and a hex of a side edge at the end is
 * written down, apart from who held it before; level 2 hills are left to the perimeter (F22.5). */
static void who_holds_what(void **unused) {
  (void)unused;
  for (int side = 0; side < 2; side++) {
    struct kit *k = first_battle();
    struct state *s = kit_state(k);
    struct sal_play in = sf_inside(&k->play);
    const struct own *o = own(k->book);
    int edges = 0, lines = 0;
    uint8_t vl[sizeof s->vl];
    memcpy(vl, s->vl, sizeof vl);
    for (int i = 0; i < in.book->board.nhexes; i++)
      patch_at(&in, in.book->board.order[i])->control = side == GER ? C_OWN : C_OWN_UP;
    memset(F(&in)->german_edge, side == GER ? 0xff : 0, sizeof F(&in)->german_edge);
    uint8_t before[PA_PLACES];
    memcpy(before, s->ground, sizeof before);
    kit_ready(k);
    sf_record(&k->play, &in);
    for (int i = 0; i < PA_PLACES; i++) {
      int g = i + sp_pa_low(&k->play) * WIDTH;
      if (!sp_in_pa(&k->play, g))
        continue;
      assert_int_equal(s->ground[i] & (C_DRAFT | C_DRAFT_UP), side == GER ? C_DRAFT : C_DRAFT_UP);
      assert_int_equal(s->ground[i] & (C_OWN | C_OWN_UP), before[i] & (C_OWN | C_OWN_UP));
      int edge = sp_side_edge(&k->play, g);
      if (edge < 0)
        continue;
      edges++;
      assert_int_equal(!!(s->edge[edge][row_of(g)] & EDGE_DRAFT), side == GER);
    }
    for (int i = 0; i < o->nvl; i++) {
      const struct vl *v = &o->vl[i];
      bool counted = v->kind != VL_HILL && sp_in_pa(&k->play, v->g);
      bool german = v->level ? side == RUS : side == GER;
      lines += counted;
      if (counted)
        assert_int_equal(!!(s->vl[i] & VB_DRAFT), german);
      else
        assert_int_equal(s->vl[i], vl[i]);
    }
    assert_true(edges > 20 && lines > 3);
    kit_cover(k, R_F23_5);
    kit_close(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_in_hand), cmocka_unit_test(which_game_answers),
      cmocka_unit_test(every_fate),      cmocka_unit_test(each_weapon),
      cmocka_unit_test(what_burns),      cmocka_unit_test(who_holds_what),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
