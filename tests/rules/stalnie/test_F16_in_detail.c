/* test_F16_in_detail.c - F16: who has the cover of a work, what a step into it costs, and what
 * mines, wire and charges do not do. F15.7, F15.10, F15.11: dummies, cloaks, searches. */
#include "field_kit.h"

#define STOREYS(hex, kind) "{\"hex\":\"" hex "\",\"set\":[\"" kind "\",\"upper\"]}"
#define UPSTAIRS "\"level\":\"1\""
#define INSIDE "\"level\":\"2\""

/* F16.2: of a concealed stack nobody may count heads: it is taken as covered on the card. */
static void concealed_in_a_foxhole(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E8", "foxhole1", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E3") "," ON_M(
                          "a", "soviet", "458", "T-E8",
                          "\"concealed\"") "," ON_M("b", "soviet", "458", "T-E8", "\"concealed\"")),
               "");
  act(t, "german", "pick g");
  /* 6 FP, halved: column 2, S 7, cover 2 */
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 5");
  clear_away(t);
}

/* F16.2: SMC find room in any foxhole, and a vehicle takes none of it. */
static void leaders_in_a_foxhole(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", "", WORK("T-E8", "foxhole1", "german"),
             FAR_AWAY "," GER_AT("g", "658", "T-E3") "," RUS_AT("a", "458", "T-E8") "," RUS_AT(
                 "l", "8-1", "T-E8") "," FACING("v", "soviet", "T34M43", "T-E8", 2)),
      "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 7"); /* 6 FP: S 9, cover 2 */
  clear_away(t);
}

/* F16.2, F16.3: works of the ground protect nobody upstairs. */
static void no_trench_upstairs(void **unused) {
  (void)unused;
  for (int work = 0; work < 2; work++) {
    struct table *t = field_at(
        WORKED("german.action", STOREYS("T-E8", "house"),
               WORK("T-E8", "trench", "german") "," WORK("T-H8", "trench", "german"),
               FAR_AWAY "," GER_AT("g", "658", "T-E3") "," GER_AT("h", "658", "T-H3") "," WITH(
                   "a", "soviet", "458", "T-E8", UPSTAIRS) "," RUS_AT("b", "458", "T-H8")),
        "6 6");
    act(t, "german", work ? "pick h" : "pick g");
    if (work) {
      act(t, "german", "fire T-H8 0");
      card(t, "german", "F16.3", "weight 7");
    } /* the trench 2 */
    else {
      act(t, "german", "fire T-E8 1");
      card(t, "german", "F7.9", "weight 7");
    } /* 9, upstairs 2 */
    clear_away(t);
  }
}

/* F16.4: men in a ditch have no cover from men in the next hex of it, nor from a gully there. */
static void along_a_ditch(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", HEX("T-H5", "gully"),
             WORK("T-E5", "ditch", "german") "," WORK("T-E6", "ditch",
                                                      "german") "," WORK("T-H6", "ditch", "german"),
             FAR_AWAY "," GER_AT("g", "658", "T-E5") "," RUS_AT("r", "458", "T-E6") "," GER_AT(
                 "h", "658", "T-H5") "," RUS_AT("s", "458", "T-H6")),
      "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E6 0"), "weight 11"); /* 12 FP */
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  weighs(odds_of(t, "german", "fire T-H6 0"), "weight 11");
  clear_away(t);
}

/* F16.4: into a ditch as into a gully, 2 MP; out of it 1 more, but not from ditch to ditch nor into
 * a gully. What costs 2 by itself stays at 2. */
static void steps_over_ditches(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-D4", "brush") "," HEX("T-F4", "gully"),
                      WORK("T-E5", "ditch", "german") "," WORK("T-E4", "ditch", "german") "," WORK(
                          "T-D4", "ditch", "german") "," WORK("T-K5", "ditch", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5") "," GER_AT("h", "658", "T-K6")),
               "");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-E4", "2", "F4.7"); /* ditch to ditch */
  reaches(t, "german", "g", "T-D4", "2", "F4.7"); /* and into brush */
  reaches(t, "german", "g", "T-E6", "2", "F4.7"); /* out: 1 and 1 */
  reaches(t, "german", "g", "T-F4", "2", "F4.7"); /* a gully goes on */
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  reaches(t, "german", "h", "T-K5", "2", "F4.7");
  clear_away(t);
}

/* F16.3: only from trench to trench is it 1 MP and unseen; into the first trench it is not. */
static void into_the_first_trench(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", HEX("T-E6", "woods") "," HEX("T-E7", "woods"),
                      WORK("T-E6", "trench", "german") "," WORK("T-E7", "trench", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5") "," RUS_AT(
                          "r", "458", "T-C5") "," CARRIED("mg", "soviet", "LMG_R", "r")),
               "6 6");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-E6", "2", "F4.7");
  reaches(t, "german", "g", "T-E7", "3", "F4.7");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "volley r T-E6 0");
  card(t, "soviet", "F9.6", "weight 8"); /* 6 FP: 9, trench 2, moving -1 */
  clear_away(t);
}

/* F16.7: a roadblock costs men 1 MP across its one hexside, both ways. */
static void across_a_roadblock(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E6", "roadblock2", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E6") "," GER_AT("h", "658", "T-E5")),
               "");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-E5", "2", "F4.7");
  reaches(t, "german", "g", "T-E7", "1", "F4.7");
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  reaches(t, "german", "h", "T-E6", "2", "F4.7");
  clear_away(t);
}

/* F16.7: no vehicle crosses it; it drives round. */
static void round_a_roadblock(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "roadblock2", "german"),
                                    FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5", 5)),
                             "");
  act(t, "german", "pick p");
  reaches(t, "german", "p", "T-E6", "5", "F4.7"); /* 60 degrees, F5, 120 degrees, E6 */
  clear_away(t);
}

/* F16.7: it covers like a hedge: not through another hexside, not from above, not upstairs. */
static void beside_a_roadblock(void **unused) {
  (void)unused;
  struct table *t;
  t = field_at(WORKED("german.action", HEX("T-H5", "hill1"),
                      WORK("T-E6", "roadblock5", "german") "," WORK("T-H6", "roadblock2", "german"),
                      FAR_AWAY
                      "," GER_AT("g", "658", "T-E4") "," RUS_AT("r", "458", "T-E6") "," GER_AT(
                          "h", "658", "T-H5") "," RUS_AT("s", "458", "T-H6")),
               "");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-E6 0"), "weight 9");
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  weighs(odds_of(t, "german", "fire T-H6 0"), "weight 11"); /* 12 FP, over the obstacle */
  clear_away(t);
}

/* F16.5: from its own hex, too, a pillbox is taken in the rear; men beside it have no cover of it,
 * and fire at them shows nothing. */
static void beside_a_pillbox(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-H8", "pillbox2", "german") "," WORK("T-E8", "pillbox2", "soviet"),
                      FAR_AWAY "," GER_AT("g", "658", "T-H8") "," WITH(
                          "r", "soviet", "458", "T-H8",
                          INSIDE) "," GER_AT("h", "658", "T-E5") "," RUS_AT("s", "458", "T-E8")),
               "6 6");
  act(t, "german", "pick g");
  weighs(odds_of(t, "german", "fire T-H8 2"), "weight 6"); /* 12 FP: 11 - 5 */
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  act(t, "german", "fire T-E8 0");
  card(t, "german", "F7.6", "weight 9");
  never(t, "field.work");
  clear_away(t);
}

/* F16.9: broken men, or a leader alone, do not close a fortified house; its own side is free to
 * enter it. */
static void open_forts(void **unused) {
  (void)unused;
  static const char *const inside[] = {ON_M("r", "soviet", "458", "T-E6", "\"broken\""),
                                       RUS_AT("r", "8-0", "T-E6"), RUS_AT("r", "458", "T-H6")};
  for (int i = 0; i < 3; i++) {
    char position[1024];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[%s],\"marks\":[%s],"
             "\"units\":[%s,%s]",
             HEX("T-E6", "house"), WORK("T-E6", "fortified0", "soviet"),
             FAR_AWAY "," GER_AT("g", "658", "T-E5"), inside[i]);
    struct table *t = field_at(position, "");
    act(t, "german", "advance g T-E6 0");
    stands(t, "g", "T-E6", 2);
    clear_away(t);
  }
  struct table *t =
      field_at(WORKED("german.assault", HEX("T-E6", "house"), WORK("T-E6", "fortified0", "german"),
                      FAR_AWAY "," GER_AT("g", "658", "T-E5") "," GER_AT("h", "658", "T-E6")),
               "");
  act(t, "german", "advance g T-E6 0");
  stands(t, "g", "T-E6", 2);
  clear_away(t);
}

/* F16.6: tracks tear wire down on 1 or 2; wheels do not come into it. */
static void wire_holds(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("german.action", "", WORK("T-E6", "wire", "soviet") "," WORK("T-H6", "wire", "german"),
             FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5",
                                 5) "," FACING("k", "german", "Opel6700", "T-H5", 5)),
      "3");
  act(t, "german", "pick p");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  rolled(t, "F16.6", "3");
  never(t, "field.torn");
  assert_true(shows(t, "german", "wire"));
  act(t, "german", "done");
  act(t, "german", "pick k");
  not_offered(t, "german", "go T-H6 0");
  clear_away(t);
}

/* F16.8: a vehicle drives over A-P mines, but a truck has no armour: margin 2 stops it, 3 wrecks
 * it. */
static void mines_and_wheels(void **unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    struct table *t =
        field_at(WORKED("german.action", "", WORK("T-E6", "mines8", "soviet"),
                        FAR_AWAY "," FACING("k", "german", "PzIVH", "T-E5",
                                            5) "," FACING("l", "german", "Opel6700", "T-F5", 5)),
                 i == 0   ? ""
                 : i == 1 ? "4 4"
                          : "3 4"); /* 8 FP: S 10 */
    act(t, "german", i ? "pick l" : "pick k");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "pass");
    if (i)
      happened(t, "F16.8", "field.mines");
    else
      never(t, "field.mines");
    if (i == 1)
      marked(t, "l", "immobilized");
    if (i == 2)
      happened(t, "F12.11", "field.wreck");
    clear_away(t);
  }
}

/* F16.8: leaving counts as entering does, also for those who came after the battle began. */
static void out_of_mines(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "mines6", "german"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E6") "," ON_M(
                                        "h", "german", "658", "T-E6", "\"settled\"")),
                             "6 6");
  act(t, "german", "pick g");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "pass");
  happened(t, "F16.8", "field.mines"); /* of the two only the newcomer is struck */
  clear_away(t);
}

/* F16.8, F14.1: who is broken, pinned or lost by the mines of his hex does not advance. */
static void out_of_mines_in_assault(void **unused) {
  (void)unused;
  static const struct {
    const char *dice, *where;
  } rows[] = {{"6 6", "T-E7"},      /* 6 FP: S 9 */
              {"4 4 4 4", "T-E7"},  /* a pin check, passed */
              {"4 4 6 5", "T-E6"},  /* pinned */
              {"4 3 5 6", "T-E6"}}; /* broken */
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = field_at(WORKED("german.assault", "", WORK("T-E6", "mines6", "german"),
                                      FAR_AWAY "," GER_AT("g", "658", "T-E6")),
                               rows[i].dice);
    act(t, "german", "advance g T-E7 0");
    stands(t, "g", rows[i].where, 2);
    clear_away(t);
  }
}

/* F16.1: a shot at a tank shows nothing of the trench in its hex, which does not cover it. */
static void shot_at_a_tank_by_a_trench(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "", WORK("T-E8", "trench", "soviet"),
                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E3",
                                          5) "," FACING("v", "soviet", "KV1S", "T-E8", 2)),
               "6 5");
  act(t, "german", "pick p");
  act(t, "german", "shoot p v");
  never(t, "field.work");
  clear_away(t);
}

/* F16.8: a die above the factors misses; a hit takes one factor off, the last one takes the mines
 * away; a vehicle that was set up among them knows its way. */
static void tank_mines_wear_off(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("german.action", "",
                      WORK("T-E6", "atmines2", "soviet") "," WORK("T-H6", "atmines1", "soviet"),
                      FAR_AWAY "," FACING("p", "german", "PzIVH", "T-E5",
                                          5) "," FACING("q", "german", "PzIVH", "T-H5", 5)),
               "3 1 6");
  act(t, "german", "pick p");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  rolled(t, "F16.8", "3");
  unmarked(t, "p", "immobilized");
  act(t, "german", "done");
  act(t, "german", "pick q");
  act(t, "german", "go T-H6 0");
  act(t, "soviet", "pass");
  happened(t, "F16.8", "field.wreck");
  char *left = seen_by(t, "all", "marks");

  assert_non_null(strstr(left, "\"T-E6\",\"mark\":\"mines\""));
  assert_null(strstr(left, "\"T-H6\",\"mark\":\"mines\""));
  free(left);
  clear_away(t);
}

/* F16.12: who blows a charge is in Good Order and sees the place. */
static void who_may_blow(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E6", "house") "," HEX("T-H7", "house"),
                         FAR_AWAY "," WITH("g", "german", "838", "T-H8",
                                           "\"charge\":\"T-H6\"") "," RUS_AT("r", "458", "T-E6")),
               "");
  act(t, "german", "pick g");
  refused(t, "german", "blow T-H6 0", "F16.12"); /* the house between */
  clear_away(t);
}

/* F16.12: Original 12 is a dud, and the charge is spent. */
static void dud_charge(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E6", "house"),
                         FAR_AWAY "," WITH("g", "german", "838", "T-E8",
                                           "\"charge\":\"T-E6\"") "," RUS_AT("r", "458", "T-E6")),
               "6 6");
  act(t, "german", "pick g");
  act(t, "german", "blow T-E6 0");
  unmarked(t, "r", "broken");
  assert_false(shows(t, "german", "rubble"));
  not_offered(t, "german", "blow T-E6 0");
  clear_away(t);
}

/* F16.12: a charge in the open makes no rubble; each tank there has a kill roll against 9, two more
 * if it is open-topped (F12.15). */
static void charge_under_a_tank(void **unused) {
  (void)unused;
  for (int open = 0; open < 2; open++) {
    struct table *t;
    if (open)
      t = field_at(
          ON_GROUND("german.action", HEX("T-E7", "open"),
                    FAR_AWAY
                    "," WITH("g", "german", "838", "T-E8",
                             "\"charge\":\"T-E6\"") "," FACING("v", "soviet", "SU76M", "T-E6", 5)),
          "4 4 5 6 6");
    else
      t = field_at(
          ON_GROUND("german.action", HEX("T-E7", "open"),
                    FAR_AWAY
                    "," WITH("g", "german", "838", "T-E8",
                             "\"charge\":\"T-E6\"") "," FACING("v", "soviet", "T34M43", "T-E6", 5)),
          "4 4 5 6");
    act(t, "german", "pick g");
    act(t, "german", "blow T-E6 0");
    if (open)
      happened(t, "F12.15", "field.wreck");
    else
      never(t, "field.wreck");
    assert_false(shows(t, "german", "rubble"));
    clear_away(t);
  }
}

/* F16.12: with the building its upper storey goes: who was there is on the heap, and nobody goes
 * up again. */
static void upper_storey_falls(void **unused) {
  (void)unused;
  struct table *t = field_at(
      ON_GROUND("german.action", STOREYS("T-E6", "house"),
                FAR_AWAY "," WITH("g", "german", "838", "T-E8", "\"charge\":\"T-E6\"") "," WITH(
                    "r", "german", "658", "T-E6", UPSTAIRS) "," GER_AT("h", "658", "T-E7")),
      "6 5");
  act(t, "german", "pick h");
  offered(t, "german", "go T-E6 1", "F4.7");
  act(t, "german", "cancel");
  act(t, "german", "pick g");
  act(t, "german", "blow T-E6 0"); /* nobody on the ground floor to strike */
  assert_true(shows(t, "german", "rubble"));
  act(t, "german", "pick r");
  offered(t, "german", "go T-E5 0", "F4.7"); /* from upstairs it would be by the stairs */
  reaches(t, "german", "r", "T-E5", "1", "F4.7");
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  not_offered(t, "german", "go T-E6 1");
  reaches(t, "german", "h", "T-E6", "3", "F4.7");
  clear_away(t);
}

/* F15.11: only the squads look, and only next to them. */
static void who_searches(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                   "," GER_AT("g", "658", "T-E5") "," GER_AT("l", "8-0", "T-H5")),
                             "");
  act(t, "german", "pick g");
  refused(t, "german", "search T-E7", "F15.11");
  act(t, "german", "cancel");
  act(t, "german", "pick l");
  refused(t, "german", "search T-H6", "F15.11");
  clear_away(t);
}

/* F15.11: a squad alone finds on 2, engineers with a leader on 4; hidden men become "?", a "?"
 * becomes known; the works of the hex are shown and no others. */
static void what_a_search_finds(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    struct table *t = field_at(
        WORKED("german.action", HEX("T-E6", "woods"),
               WORK("T-E6", "mines6", "soviet") "," WORK("T-E9", "wire", "soviet"),
               FAR_AWAY "," GER_AT("g", "838", "T-E5") "," GER_AT("l", "8-0", "T-E5") "," ON_M(
                   "h", "soviet", "458", "T-E6", "\"hip\"") "," ON_M("c", "soviet", "447", "T-E6",
                                                                     "\"concealed\"")),
        i ? "5" : "4");
    act(t, "german", "pick g");
    act(t, "german", "search T-E6");
    if (i) {
      never(t, "field.work");
      marked(t, "h", "hip");
    } else {
      happened(t, "F15.11", "field.work");
      happened(t, "F15.11", "field.seen");
      marked(t, "h", "concealed");
      unmarked(t, "c", "concealed");
      assert_false(shows(t, "german", "wire"));
    }
    marked(t, "g", "acted");
    clear_away(t);
  }
}

/* F15.11: it uncovers enemies, not friends of those who search. */
static void a_search_spares_friends(void **unused) {
  (void)unused;
  struct table *t = field_at(ON_GROUND("german.action", HEX("T-E6", "woods"),
                                       FAR_AWAY "," GER_AT("g", "658", "T-E5") "," ON_M(
                                           "h", "german", "658", "T-E6", "\"concealed\"")),
                             "1");
  act(t, "german", "pick g");
  act(t, "german", "search T-E6");
  marked(t, "h", "concealed");
  clear_away(t);
}

/* F15.10: a cloaked stack comes out of its hex as a whole, and no other; in a Blaze it may come
 * out though it sees nobody. */
static void cloaks_together(void **unused) {
  (void)unused;
  struct table *t = field_at(
      WORKED("soviet.action", HEX("T-E8", "woods"), "{\"hex\":\"T-N8\",\"mark\":\"blaze\"}",
             FAR_AWAY "," ON_M("a", "soviet", "458", "T-E8", "\"reserve\"") "," ON_M(
                 "b", "soviet", "458", "T-E8",
                 "\"reserve\"") "," ON_M("c", "soviet", "458", "T-N8",
                                         "\"reserve\"") "," GER_AT("g", "658", "T-E3")),
      "");
  act(t, "soviet", "place a");
  marked(t, "a", "concealed");
  marked(t, "b", "concealed");
  unmarked(t, "c", "concealed");
  offered(t, "soviet", "place c", "F15.10");
  clear_away(t);
}

/* F15.10: somebody behind a house is not seen, however near. */
static void cloak_sees_nobody(void **unused) {
  (void)unused;
  struct table *t =
      field_at(WORKED("soviet.action", HEX("T-E8", "woods") "," HEX("T-E5", "house"),
                      WORK("T-N8", "cloak", "soviet"),
                      FAR_AWAY "," ON_M("a", "soviet", "458", "T-E8",
                                        "\"reserve\"") "," GER_AT("g", "658", "T-E3")),
               "");
  refused(t, "soviet", "place a", "F15.10");
  clear_away(t);
}

/* F0.6: broken men alone rally in a trench, a pillbox, a foxhole with room; not in a ditch nor in
 * a foxhole too small for them. */
static void shelter_of_works(void **unused) {
  (void)unused;
  static const struct {
    const char *work, *level;
    int squads;
    bool shelters;
  } rows[] = {{"trench", "0", 1, true},   {"foxhole1", "0", 1, true},  {"foxhole1", "0", 2, false},
              {"pillbox2", "2", 1, true}, {"pillbox2", "0", 1, false}, {"ditch", "0", 1, false},
              {"wire", "0", 1, false},    {"mines6", "0", 1, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1024];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.rally\",\"marks\":[{\"hex\":\"T-E8\","
             "\"mark\":\"%s\",\"side\":\"german\"}],\"units\":[%s,{\"name\":\"a\",\"side\":"
             "\"german\",\"kind\":\"658\",\"hex\":\"T-E8\",\"marks\":[\"broken\"],\"factors\":{"
             "\"level\":\"%s\"}}%s]",
             rows[i].work, FAR_AWAY, rows[i].level,
             rows[i].squads > 1 ? "," GER_AT("b", "658", "T-E8") : "");
    struct table *t = field_at(position, rows[i].shelters ? "3 4" : "");
    bool rallied = !has_mark(t, "a", "broken");
    if (rallied != rows[i].shelters)
      fail_msg("%s at level %s for %d", rows[i].work, rows[i].level, rows[i].squads);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(concealed_in_a_foxhole),
                                     cmocka_unit_test(leaders_in_a_foxhole),
                                     cmocka_unit_test(no_trench_upstairs),
                                     cmocka_unit_test(along_a_ditch),
                                     cmocka_unit_test(steps_over_ditches),
                                     cmocka_unit_test(into_the_first_trench),
                                     cmocka_unit_test(across_a_roadblock),
                                     cmocka_unit_test(round_a_roadblock),
                                     cmocka_unit_test(beside_a_roadblock),
                                     cmocka_unit_test(beside_a_pillbox),
                                     cmocka_unit_test(open_forts),
                                     cmocka_unit_test(wire_holds),
                                     cmocka_unit_test(mines_and_wheels),
                                     cmocka_unit_test(out_of_mines),
                                     cmocka_unit_test(out_of_mines_in_assault),
                                     cmocka_unit_test(shot_at_a_tank_by_a_trench),
                                     cmocka_unit_test(tank_mines_wear_off),
                                     cmocka_unit_test(who_may_blow),
                                     cmocka_unit_test(dud_charge),
                                     cmocka_unit_test(charge_under_a_tank),
                                     cmocka_unit_test(upper_storey_falls),
                                     cmocka_unit_test(who_searches),
                                     cmocka_unit_test(what_a_search_finds),
                                     cmocka_unit_test(a_search_spares_friends),
                                     cmocka_unit_test(cloaks_together),
                                     cmocka_unit_test(cloak_sees_nobody),
                                     cmocka_unit_test(shelter_of_works)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
