/* test_11_14_records.c - 11.14: the roster, the purchase record, the ledger and the briefing, cell
 * by cell; nothing is left out however long. */
#include "kit.h"

/* The records as a side gets them. */
static cJSON *records_of(const struct kit *k, int side) {
  static char text[600000];
  struct sal_json j;
  sal_json_start(&j, text, sizeof text);
  sal_json_array(&j, NULL);
  sp_records(&k->play, side, &j);
  sal_json_end(&j);
  assert_true(j.out.len < sizeof text);
  cJSON *a = cJSON_Parse(text);
  assert_non_null(a);
  return a;
}

static const cJSON *record(const cJSON *all, const char *id) {
  const cJSON *r;
  cJSON_ArrayForEach(r, all) if (!strcmp(text_of(r, "id"), id)) return r;
  return NULL;
}

/* Row n of a table, its cells joined by bars again; "" when there is none. */
static const char *joined(const cJSON *cells) {
  static char text[200];
  const cJSON *c;
  text[0] = 0;
  cJSON_ArrayForEach(c, cells) snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                                        c == cells->child ? "" : "|", c->valuestring);
  return text;
}
static const char *row_of_table(const cJSON *r, int block, int n) {
  char path[60];
  snprintf(path, sizeof path, "blocks[%d].rows[%d]", block, n);
  const cJSON *row = field(r, path);
  return row ? joined(row) : "";
}
static void row_is(const cJSON *r, int block, int n, const char *text) {
  if (strcmp(row_of_table(r, block, n), text))
    fail_msg("row %d of block %d: '%s', not '%s'", n, block, row_of_table(r, block, n), text);
}

/* 11.14: every entry of the roster, for scenarios played and for the one in hand; what the enemy
 * may read of it. */
static void roster(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"german_cpp\":40,\"winners\":21}", false);
  struct state *s = kit_state(k);
  for (int n = 0; n < 3; n++)
    s->side[GER].row[n] = (struct row){.start = (int16_t)(10 + n),
                                       .repl = (int16_t)(20 + n),
                                       .total = (int16_t)(30 + 2 * n),
                                       .spent = (int16_t)(5 + n),
                                       .left = (int16_t)(4 + n),
                                       .suffered = (int16_t)(60 + n),
                                       .accumulated = (int16_t)(70 + n),
                                       .locations = (int16_t)(80 + n),
                                       .hist = (int8_t)(n - 1),
                                       .elr = (uint8_t)(1 + n),
                                       .weather = (uint8_t)n,
                                       .ec = (uint8_t)(n + 2),
                                       .san = (uint8_t)(2 + n),
                                       .recon = (uint8_t)(6 + n),
                                       .attack = n != 1,
                                       .win = n == 0};
  s->kind[0] = s->kind[1] = 1;
  cJSON *all = records_of(k, GER);
  const cJSON *r = record(all, "roster.german");
  static const char *const want[] = {"Historical DRM|-1|0|1|",
                                     "CPP start|5|5.5|6|",
                                     "CPP replenished|-|10.5|11|",
                                     "CPP total|15|16|17|",
                                     "ELR|1|2|3|",
                                     "Weather|Fog/Mist|Overcast|Clear|",
                                     "Ground condition|Moderate|Dry|Very Dry|",
                                     "SAN|2|3|4|",
                                     "CPP spent|2.5|3|3.5|",
                                     "CPP left|2|2.5|3|",
                                     "Locations to inspect|6|7|8|",
                                     "Initiative|Attack|Idle||",
                                     "CVP suffered|60|61||",
                                     "VP of the scenario|70|71||",
                                     "Victory Locations|80|81||",
                                     "Scenario|won|lost||"};
  for (int i = 0; i < 16; i++)
    row_is(r, 0, i, want[i]);
  assert_string_equal(joined(field(r, "blocks[0].cols")),
                      "Entry|11 July AM|11 July PM|12 July AM|12 July PM");
  row_is(r, 0, 16, "");
  assert_non_null(record(all, "purchases.german"));
  assert_non_null(record(all, "ledger.german"));
  assert_null(record(all, "purchases.soviet"));
  assert_null(record(all, "ledger.soviet"));
  cJSON_Delete(all);
  all = records_of(k, RUS); /* the enemy reads what lies open */
  r = record(all, "roster.german");
  static const int open[] = {0, 5, 6, 11, 12, 13, 14, 15};
  for (int i = 0; i < 8; i++)
    row_is(r, 0, i, want[open[i]]);
  row_is(r, 0, 8, "");
  assert_null(record(all, "ledger.german"));
  cJSON_Delete(all);
  all = records_of(k, SAL_ALL);
  assert_non_null(record(all, "ledger.german"));
  assert_non_null(record(all, "ledger.soviet"));
  cJSON_Delete(all);
  kit_close(k);
}

/* 11.14, C.9: lines of the purchase record in every manner and strength; what came of them and what
 * is left. */
static void purchases(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.619\",\"vars\":{\"soviet_cpp\":40}", false);
  struct state *s = kit_state(k);
  static const struct {
    const char *group;
    struct rec r;
    const char *line, *came;
  } want[] = {{"i1",
               {.scenario = 1, .flags = R_OB, .strength = STR_FULL, .sw = {2, 2, 2, 0, 0, 1}},
               "1|Guards rifle company|given|-|full",
               "1|0|0|2 LMG 2 MMG 2 ATR 1 MTR50"},
              {"i2",
               {.scenario = 1, .flags = R_RESERVE, .price = 8, .strength = STR_DEPLETED},
               "2|Guards SMG company|4|reserve|depleted",
               "2|0|0|"},
              {"a3",
               {.scenario = 1, .flags = R_DUGIN, .price = 4, .strength = STR_FULL, .sw = {3}},
               "3|T-34 M43 platoon|2|dug in|full",
               "3|0|0|3 LMG"},
              {"s1",
               {.scenario = 1, .flags = R_BONUS | R_GONE, .price = 6, .strength = STR_FULL},
               "4|Stormovik group|3|earlier|full",
               "4|0|0| used up"},
              {"o1",
               {.scenario = 1,
                .price = 4,
                .prereg = 1,
                .strength = STR_PLENTIFUL,
                .link = LINK_PHONE,
                .black = 8,
                .red = 2},
               "5|Light artillery|2|1 reg.|plentiful",
               "5|0|0|8 black 2 red, phone"},
              {"o3",
               {.scenario = 1,
                .price = 10,
                .prereg = 2,
                .strength = STR_NORMAL,
                .link = LINK_RADIO,
                .black = 6,
                .red = 1},
               "6|Medium artillery|5|2 reg.|normal",
               "6|0|0|6 black 1 red, radio"},
              {"i3",
               {.scenario = 1, .price = 20, .zone = 1, .strength = STR_FULL},
               "7|Guards engineer company|10|north|full",
               "7|0|0|"},
              {"a2",
               {.scenario = 1, .price = 7, .zone = 2, .strength = STR_FULL},
               "8|T-34 M41 platoon|3.5|south|full",
               "8|3|1|AL 9-1"},
              {"m1",
               {.scenario = 1, .price = 2, .strength = STR_FULL},
               "9|Fortifications|1|-|full",
               "9|0|0|40 FPP"},
              {"o4",
               {.scenario = 2,
                .price = 9,
                .strength = STR_SCARCE,
                .link = LINK_RADIO,
                .black = 4,
                .red = 3},
               "10|Heavy artillery|4.5|-|scarce",
               "10|0|0|4 black 3 red, radio"}};
  int n = (int)(sizeof want / sizeof want[0]);
  s->side[RUS].nrec = (uint8_t)n;
  for (int i = 0; i < n; i++) {
    s->rec[RUS][i] = want[i].r;
    s->rec[RUS][i].group = (uint8_t)kit_group(k, RUS, want[i].group);
    s->rec[RUS][i].hex = NOWHERE;
  }
  s->rec[RUS][7].copy = 1, s->rec[RUS][7].al = own(k->book)->grade[4];
  const struct group *g = &own(k->book)->group[RUS][s->rec[RUS][7].group];
  /* four counters of the platoon, as if it had so many */
  static const uint8_t where[] = {OFF, MAP, DEAD, OFF};
  for (int i = 0; i < 4 && i < g->n[1]; i++)
    s->unit[g->first[1] + i].where = where[i];
  int here = 0, lost = 0;
  for (int i = 0; i < 4 && i < g->n[1]; i++)
    here += where[i] != DEAD, lost += where[i] == DEAD;
  char platoon[40];
  snprintf(platoon, sizeof platoon, "8|%d|%d|AL 9-1", here, lost);
  cJSON *all = records_of(k, RUS);
  const cJSON *r = record(all, "purchases.soviet");
  assert_string_equal(joined(field(r, "blocks[0].cols")), "Line|Group|CPP|Manner|Strength");
  assert_string_equal(joined(field(r, "blocks[1].cols")), "Line|Units|Lost|Weapons and leaders");
  for (int i = 0; i < n; i++) {
    bool second = want[i].r.scenario == 2;
    row_is(r, second ? 2 : 0, second ? 0 : i, want[i].line);
    row_is(r, second ? 3 : 1, second ? 0 : i, i == 7 ? platoon : want[i].came);
  }
  assert_string_equal(text_of(r, "blocks[0].title"), "11 July AM");
  assert_string_equal(text_of(r, "blocks[2].title"), "11 July PM");
  cJSON_Delete(all);
  kit_close(k);
}

/* 11.6162, 11.622: the ledger of each scenario; reconnaissance is what was spent beyond the lines.
 */
static void ledger(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":40}", false);
  struct state *s = kit_state(k);
  s->side[GER].row[0] = (struct row){.start = 32, .total = 32, .spent = 23, .left = 9};
  s->side[GER].row[1] = (struct row){.start = 9, .repl = 32, .total = 41, .spent = 0};
  s->side[GER].nrec = 3;
  s->rec[GER][0] =
      (struct rec){.group = (uint8_t)kit_group(k, GER, "i1"), .scenario = 1, .flags = R_OB};
  s->rec[GER][1] =
      (struct rec){.group = (uint8_t)kit_group(k, GER, "a9"), .scenario = 1, .price = 19};
  s->rec[GER][2] =
      (struct rec){.group = (uint8_t)kit_group(k, GER, "m1"), .scenario = 2, .price = 2};
  cJSON *all = records_of(k, GER);
  const cJSON *r = record(all, "ledger.german");
  char buf[32];
  static const struct {
    int block, line;
    const char *text, *value;
    int rule;
  } want[] = {
      {0, 0, "Start", "16", R_11_6162},         {0, 1, "SPW HW platoon", "-19/2", R_11_6194},
      {0, 2, "Reconnaissance", "-2", R_11_622}, {1, 0, "Start", "9/2", R_11_6162},
      {1, 1, "Replenished", "16", R_11_616},    {1, 2, "Fortifications", "-1", R_11_6194}};
  for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
    char path[60];
    snprintf(path, sizeof path, "blocks[%d].lines[%d]", want[i].block, want[i].line);
    const cJSON *l = field(r, path);
    assert_string_equal(text_of(l, "text"), want[i].text);
    assert_string_equal(text_of(l, "rule"), sal_rule_id(k->book, want[i].rule));
    kit_cover(k, want[i].rule);
    snprintf(path, sizeof path, "blocks[%d].lines[%d].value", want[i].block, want[i].line);
    assert_string_equal(points_of(field(r, path), buf), want[i].value);
  }
  assert_int_equal(cJSON_GetArraySize(field(r, "blocks[0].lines")), 3);
  assert_int_equal(cJSON_GetArraySize(field(r, "blocks[1].lines")), 3);
  assert_string_equal(points_of(field(r, "blocks[0].total"), buf), "9/2");
  assert_string_equal(points_of(field(r, "blocks[1].total"), buf), "39/2");
  assert_string_equal(text_of(r, "blocks[0].title"), "11 July AM: CPP left");
  cJSON_Delete(all);
  kit_close(k);
}

/* A record longer than a card goes on on the next: no line is lost, and a ledger brings its sum
 * along. */
static void long_records(void **unused) {
  (void)unused;
  enum { MANY = 60 };
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":200}", false);
  struct state *s = kit_state(k);
  s->side[GER].row[1] = (struct row){.start = 200, .total = 200};
  s->side[GER].nrec = MANY;
  for (int i = 0; i < MANY; i++)
    s->rec[GER][i] = (struct rec){
        .group = (uint8_t)kit_group(k, GER, "m1"), .scenario = 2, .price = 2, .hex = NOWHERE};
  cJSON *all = records_of(k, GER);
  const cJSON *r = record(all, "ledger.german"), *b;
  int entries = 0;
  cJSON_ArrayForEach(b, field(r, "blocks")) {
    const cJSON *l;
    cJSON_ArrayForEach(l, field(b, "lines")) entries +=
        !strcmp(text_of(l, "text"), "Fortifications");
  }
  char buf[32];
  assert_int_equal(entries, MANY);
  assert_int_equal(cJSON_GetArraySize(field(r, "blocks")), 3); /* 11 July AM, and two cards of PM */
  assert_string_equal(text_of(r, "blocks[2].title"), text_of(r, "blocks[1].title"));
  assert_string_equal(text_of(r, "blocks[2].lines[0].text"), "Brought forward");
  assert_string_equal(points_of(field(r, "blocks[2].total"), buf), "40"); /* 100 - 60 */
  r = record(all, "purchases.german");
  assert_int_equal(cJSON_GetArraySize(field(r, "blocks")), 2 + 4);
  assert_string_equal(joined(field(r, "blocks[3].cols")), "Line|Group|CPP|Manner|Strength");
  row_is(r, 2, 39, "40|Fortifications|1|-|-");
  row_is(r, 3, 0, "41|Fortifications|1|-|-");
  row_is(r, 3, 19, "60|Fortifications|1|-|-");
  cJSON_Delete(all);
  kit_close(k);
}

/* 6.1: the briefing names every unit of the side, on the map and off it, and its artillery; nothing
 * of the enemy's. */
static void briefing(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  kit_start(k, 3);
  kit_all(k, "german buy i1 plain 0;soviet buy i2 south 0;soviet buy g4 plain 0");
  kit_until(k, "play.1");
  for (int side = 0; side < 2; side++) {
    cJSON *all = records_of(k, side);
    const cJSON *r = record(all, "briefing"), *b, *l;
    static char text[60000];
    text[0] = 0;
    int forces = 0;
    cJSON_ArrayForEach(b, field(r, "blocks")) {
      assert_string_not_equal(text_of(b, "title"), side == GER ? "Soviet forces" : "German forces");
      if (strcmp(text_of(b, "title"), side == GER ? "German forces" : "Soviet forces"))
        continue;
      cJSON_ArrayForEach(l, field(b, "rows")) {
        strcat(text, cJSON_GetArrayItem(l, 1)->valuestring);
        forces++;
      }
    }
    assert_true(forces > 5);
    /* leaving north is for 11 July PM */
    cJSON_ArrayForEach(b, field(r, "blocks")) assert_string_not_equal(text_of(b, "rule"), "CG13c");
    for (int u = 0; u < k->book->ncounters; u++) {
      const struct unit *unit = &kit_state(k)->unit[u];
      bool named = strstr(text, k->book->counter[u].label) != NULL,
           mine = side_of(&k->play, u) == side &&
                  (unit->where == MAP || (unit->where == OFF && !(unit->flags & U_STAYS)));
      if (mine && !named)
        fail_msg("%s is not in the briefing", k->book->counter[u].label);
    }
    cJSON_Delete(all);
  }
  kit_close(k);
  for (int scenario = 2; scenario <= 3; scenario++) {
    k = kit_lay(scenario == 2 ? "\"phase\":\"play.2\"" : "\"phase\":\"play.3\"", false);
    cJSON *all = records_of(k, GER);
    const cJSON *b;
    int north = 0;
    cJSON_ArrayForEach(b, field(record(all, "briefing"), "blocks")) north +=
        !strcmp(text_of(b, "rule"), "CG13c");
    assert_int_equal(north, scenario == 2);
    cJSON_Delete(all);
    kit_close(k);
  }
}

/* A block of the briefing has that row, and no other block is called so. */
static void briefed(struct kit *k, int side, const char *title, const char *row) {
  cJSON *all = records_of(k, side);
  const cJSON *b, *l;
  int found = 0;
  cJSON_ArrayForEach(b, field(record(all, "briefing"), "blocks")) {
    if (strcmp(text_of(b, "title"), title))
      continue;
    cJSON_ArrayForEach(l, field(b, "rows")) found += !strcmp(joined(l), row);
  }
  if (found != 1)
    fail_msg("'%s' is %d times in '%s'", row, found, title);
  cJSON_Delete(all);
}

/* F32.9, F32.19: units as they are now, leaders' grades, weapons that broke down, works by their
 * ids, Isolated Areas, SAN and ELR. */
static void briefing_of_changes(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  kit_start(k, 3);
  kit_until(k, "play.1");
  struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  int squad = sal_unit_find(k->book, "ru.i1-1.458-1"), type = 0;
  int leader = sal_unit_find(k->book, "ru.i1-1.ldr-1");
  char row[80];
  while (strcmp(o->type[type].id, "447"))
    type++;
  s->unit[squad].type = (uint8_t)type;
  s->unit[squad].flags |= U_BROKEN | U_SHORT;
  s->unit[squad].iso = 1;
  s->niso = 1;
  s->iso[0] = (struct iso){.side = RUS, .type = 2, .live = 1};
  briefed(k, RUS, "Soviet leaders and changed units", "ru.i1-1.458-1|447|broken+shortage");
  snprintf(row, sizeof row, "ru.i1-1.ldr-1|%s|", o->type[s->unit[leader].type].id);
  briefed(k, RUS, "Soviet leaders and changed units", row);
  briefed(k, RUS, "Soviet Isolated Areas", "1|B|1|1");

  int line = s->unit[squad].rec - 1, lmg = 0;
  s->rec[RUS][line].sw[lmg] = 3;
  s->rec[RUS][line].bad[lmg] = 2;
  snprintf(row, sizeof row, "%d|%s|3|2", 101 + line, o->weapon[lmg].id);
  briefed(k, RUS, "Soviet support weapons", row);

  s->fort[s->nfort++] =
      (struct fort){.at = s->unit[squad].at, .id = 99, .kind = 3, .side = RUS, .shown = 1};
  snprintf(row, sizeof row, "F99|trench|%s|knows it",
           k->book->board.name[o->cell[s->unit[squad].at]]);
  briefed(k, RUS, "Soviet works", row);
  snprintf(row, sizeof row, "SAN|%d", s->side[GER].san);
  briefed(k, GER, "German figures", row);
  snprintf(row, sizeof row, "ELR|%d", s->side[GER].elr);
  briefed(k, GER, "German figures", row);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roster),   cmocka_unit_test(purchases),
      cmocka_unit_test(ledger),   cmocka_unit_test(long_records),
      cmocka_unit_test(briefing), cmocka_unit_test(briefing_of_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
