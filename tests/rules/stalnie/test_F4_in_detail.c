/* test_F4_in_detail.c - F4, F5, F9.10 and F15: what a step shows, costs and brings about. */
#include "field_kit.h"

#define SET(units) PHASE("german.action", FAR_AWAY "," units)
#define DRIVER(kind, marks)                                                                        \
  "{\"name\":\"p\",\"side\":\"german\",\"kind\":\"" kind                                           \
  "\",\"hex\":\"T-E3\",\"facing\":5,\"marks\":[" marks "]}"

/* F5.2: to face another way costs 1 MP for each 60 degrees; only the vehicle that acts does. */
static void turning_in_place(void **unused) {
  (void)unused;
  struct table *t = field_at(SET(DRIVER("PzIVH", "") "," FACING("q", "german", "PzIVH", "T-H3",
                                                                5) "," GER_AT("g", "658", "T-K3")),
                             "");
  act(t, "german", "pick p");
  refused(t, "german", "face q 2", "F5.2");
  refused(t, "german", "face p 5", "F5.2");
  refused(t, "german", "overrun T-E4", "F13.1");
  act(t, "german", "face p 2");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  act(t, "german", "pick g");
  refused(t, "german", "face g 2", "F5.2");
  refused(t, "german", "back", "F5.2");
  refused(t, "german", "overrun T-K4", "F5.2");
  clear_away(t);
}

/* F5.2: back at twice the cost, not off the map, not into woods that cost too much twice over, not
 * where there is no room. */
static void backing(void **unused) {
  (void)unused;
  struct table *t;
  t = field_at(
      ON_GROUND("german.action", HEX("T-E2", "brush") "," HEX("T-H2", "house"),
                FAR_AWAY
                "," DRIVER("PzIVH", "") "," FACING("q", "german", "PzIVH", "T-H3", 5) "," FACING(
                    "r", "german", "PzIVH", "T-K3",
                    5) "," FACING("s", "german", "PzIVH", "T-K2",
                                  5) "," FACING("u", "german", "PzIVH", "T-L1", 5)),
      "");
  act(t, "german", "pick q");
  refused(t, "german", "back", "F5.4");
  act(t, "german", "cancel");
  act(t, "german", "pick r");
  refused(t, "german", "back", "F3.1");
  act(t, "german", "cancel");
  act(t, "german", "pick u");
  refused(t, "german", "back", "F5.2");
  act(t, "german", "cancel");
  act(t, "german", "pick p");
  act(t, "german", "via T-E4 0");
  refused(t, "german", "back", "F4.7");
  refused(t, "german", "face p 2", "F4.7");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "pass");
  act(t, "german", "back");
  act(t, "soviet", "pass");
  stands(t, "p", "T-E4", 1);
  clear_away(t);
}

/* F5.9: heavy vehicles bog on 2 as well, all on one more where it is moist. */
static void bogging(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *ec, *die;
    bool bogs;
  } rows[] = {{"PzIVH", "\"ec_now\":2", "1", true}, {"PzIVH", "\"ec_now\":2", "2", false},
              {"PzVIE", "\"ec_now\":2", "2", true}, {"PzVIE", "\"ec_now\":2", "3", false},
              {"PzIVH", "\"ec_now\":1", "2", true}, {"PzIVH", "\"ec_now\":1", "3", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{%s},\"terrain\":[%s],"
             "\"units\":[%s,{\"name\":\"p\",\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-E3\","
             "\"facing\":5}]",
             rows[i].ec, HEX("T-E4", "woods"), FAR_AWAY, rows[i].kind);
    struct table *t = field_at(position, rows[i].die);
    act(t, "german", "pick p");
    act(t, "german", "go T-E4 0");
    act(t, "soviet", "pass");
    if (has_mark(t, "p", "bogged") != rows[i].bogs)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F5.9: at the start of its own Action 1 or 2 frees it, 6 immobilizes it. */
static void coming_free(void **unused) {
  (void)unused;
  static const struct {
    const char *die, *event, *mark;
  } rows[] = {{"1", "field.freed", NULL},
              {"2", "field.freed", NULL},
              {"3", NULL, "bogged"},
              {"6", "field.immobilized", "immobilized"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(PHASE("german.support", FAR_AWAY "," DRIVER("PzIVH", "\"bogged\"")), rows[i].die);
    if (is_offered(t, "german", "pass"))
      act(t, "german", "pass");
    if (rows[i].mark)
      marked(t, "p", rows[i].mark);
    else
      unmarked(t, "p", "bogged");
    if (rows[i].mark && strcmp(rows[i].mark, "bogged"))
      unmarked(t, "p", "bogged");
    clear_away(t);
  }
}

/* F2.7: red MP: with the first step of an activation 1 immobilizes, and later steps roll no more.
 */
static void red_mp(void **unused) {
  (void)unused;
  for (int die = 1; die <= 2; die++) {
    struct table *t = field_at(SET(DRIVER("PzIVH", "\"redmp\"")), die == 1 ? "1" : "2");
    act(t, "german", "pick p");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "pass");
    stands(t, "p", die == 1 ? "T-E3" : "T-E6", 1);
    clear_away(t);
  }
}

/* F15.4: a concealed group that moves is seen by a watcher within 16; carefully it is not where it
 * ends in concealment terrain, and not at 17. */
static void watched_movers(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *watcher, *goal;
    bool careful, seen;
  } rows[] = {{"", "T-E9", "T-E4", false, true},
              {"", "T-E9", "T-E4", true, true},
              {HEX("T-E4", "woods"), "T-E9", "T-E4", true, false},
              {HEX("T-E4", "woods"), "T-E9", "T-E4", false, true},
              {"", "T-E20", "T-E4", false, true},
              {"", "T-E21", "T-E4", false, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:30x12\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,{"
             "\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"458\",\"hex\":\"%s\"}]",
             rows[i].ground,
             ON_M("g", "german", "658", "T-E3", "\"concealed\"") "," GER_AT("z", "658", "T-L30"),
             rows[i].watcher);
    struct table *t = field_at(position, "");
    char go[24];
    act(t, "german", "pick g");
    if (rows[i].careful)
      act(t, "german", "careful");
    snprintf(go, sizeof go, "go %s 0", rows[i].goal);
    act(t, "german", go);
    if (is_offered(t, "soviet", "pass"))
      act(t, "soviet", "pass");
    if (has_mark(t, "g", "concealed") == rows[i].seen)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F15.8: a hidden enemy next to the mover comes on the map, but not if a wall of woods hides him
 * still: only in line of sight. */
static void hidden_next_door(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E6", "woods") "," HEX("T-H7", "woods"),
                         FAR_AWAY "," GER_AT("g", "658", "T-E4") "," ON_M(
                             "r", "soviet", "458", "T-E6", "\"hip\"") "," ON_M("s", "soviet", "458",
                                                                               "T-H7", "\"hip\"")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "pass");
  happened(t, "F15.8", "field.appears");
  marked(t, "r", "concealed");
  marked(t, "s", "hip"); /* three hexes away */
  stands(t, "g", "T-E5", 2);
  clear_away(t);
}

/* F15.9: a tank that drives into a "?" is attacked by unpinned Good Order men first, and goes back;
 * immobilized, it stays. A leader alone does not attack it. */
static void driving_into_them(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice, *where;
  } rows[] = {{"458", "6 5", "T-E3"}, {"458", "2 3", "T-E4"}, {"8-0", "", "T-E3"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,%s,"
        "{\"name\":\"r\",\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E4\",\"marks\":["
        "\"concealed\"]}]",
        HEX("T-E4", "brush"), FAR_AWAY, DRIVER("PzIVH", ""), rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick p");
    act(t, "german", "go T-E4 0");
    act(t, "soviet", "pass");
    stands(t, "p", rows[i].where, 1);
    unmarked(t, "r", "concealed");
    clear_away(t);
  }
}

/* F9.10: the marker strikes by cover and movement alone: not carefully, less in concealment
 * terrain. Three squads at range 3: 12 FP, the marker 6. */
static void residual_by_movement(void **unused) {
  (void)unused;
  static const struct {
    const char *ground;
    bool careful, pinned;
  } rows[] = {{"", false, true},                     /* 9 and 2: a 10 is a pin check */
              {"", true, false},                     /* 9 */
              {HEX("T-E6", "grain"), false, false},  /* 9 and 1: a 10 is a pin check, passed */
              {HEX("T-E6", "woods"), false, false}}; /* 9, 1 and -1 */
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1800];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,%s]",
        rows[i].ground, FAR_AWAY,
        GER_AT("g", "658", "T-E7") "," GER_AT("h", "658", "T-D6") "," RUS_AT(
            "r", "458", "T-E3") "," RUS_AT("s", "458", "T-E3") "," RUS_AT("q", "458", "T-E3"));
    /* the volley misses; then 10 and, where it is one, a pin check of 9 */
    static const char *const dice[] = {"6 6 4 4 6 4 4 5", "6 6 4 4 6 4", "6 6 4 4 6 4 4 4",
                                       "6 6 6 4"};
    struct table *t = field_at(position, dice[i]);
    act(t, "german", "pick g");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "volley r T-E6 0");
    happened(t, "F9.10", "field.residual");
    act(t, "soviet", "pass");
    act(t, "german", "done");
    act(t, "german", "pick h");
    if (rows[i].careful)
      act(t, "german", "careful");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "pass");
    happened(t, "F9.10", "field.residual.fire");
    if (has_mark(t, "h", "pinned") != rows[i].pinned)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F9.10: of several markers the highest stays. Eight FP leave 4; four FP laid on top of it leave 1:
 * the third group is struck by 4. */
static void highest_residual(void **unused) {
  (void)unused;
  struct table *t = field_at(
      SET(GER_AT("g", "658", "T-E7") "," GER_AT("h", "658", "T-D6") "," GER_AT(
          "i", "658", "T-F6") "," RUS_AT("r", "458",
                                         "T-E3") "," RUS_AT("s", "458",
                                                            "T-E3") "," RUS_AT("q", "458", "T-E9")),
      "6 6 4 4 6 5 6 5 6 4 4 4");
  script(t,
         "german: pick g; german: go T-E6 0; soviet: volley r T-E6 0; soviet: pass; german: done");
  script(t, "german: pick h; german: go T-E6 0; soviet: volley q T-E6 0");
  if (is_offered(t, "soviet", "pass"))
    act(t, "soviet", "pass");
  script(t, "german: done; german: pick i; german: go T-E6 0; soviet: pass");
  happened(t, "F9.10", "field.residual.fire");
  char *events = cJSON_PrintUnformatted(field(t->last, "events"));
  assert_non_null(strstr(events, "DR 10: pin check")); /* S 8 and 2 for moving in the open */
  free(events);
  clear_away(t);
}

/* F9.10: it strikes open-topped and unarmoured vehicles that enter, not closed ones. */
static void residual_at_vehicles(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice;
    bool rolls;
  } rows[] = {{"PzIVH", "6 6 4 4", false},
              {"SPW251/1", "6 6 4 4 6 6", true},
              {"Opel6700", "6 6 4 4 6 6", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1800];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,%s,{\"name\":\"v\","
             "\"side\":\"german\",\"kind\":\"%s\",\"hex\":\"T-D7\",\"facing\":4}]",
             FAR_AWAY,
             GER_AT("g", "658", "T-E7") "," RUS_AT("r", "458", "T-E3") "," RUS_AT(
                 "s", "458", "T-E3") "," RUS_AT("q", "458", "T-E3"),
             rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "pick g");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "volley r T-E6 0");
    act(t, "soviet", "pass");
    act(t, "german", "go T-F6 0"); /* out of the way */
    act(t, "soviet", "pass");
    act(t, "german", "done");
    act(t, "german", "pick v");
    act(t, "german", "go T-E6 0");
    act(t, "soviet", "pass");
    if (rows[i].rolls)
      happened(t, "F9.10", "field.residual.fire");
    else
      never(t, "field.residual.fire");
    clear_away(t);
  }
}

/* F16.6: with MP enough the group works its way out of the wire. */
static void out_of_wire(void **unused) {
  (void)unused;
  struct table *t = field_at(WORKED("german.action", "", WORK("T-E6", "wire", "german"),
                                    FAR_AWAY "," GER_AT("g", "658", "T-E6")),
                             "2");
  act(t, "german", "pick g");
  reaches(t, "german", "g", "T-E7", "3", "F4.7");
  act(t, "german", "go T-E7 0");
  act(t, "soviet", "pass");
  stands(t, "g", "T-E7", 2); /* 1, and 1 + 2 */
  clear_away(t);
}

/* F4.6: the wounded and the tired do not run; F4.5, F4.6: declared by men before anything else. */
static void declarations(void **unused) {
  (void)unused;
  struct table *t = field_at(SET(ON_M("g", "german", "8-0", "T-E3", "\"wounded\"") "," GER_AT(
                                 "h", "658", "T-H3") "," FACING("p", "german", "PzIVH", "T-K3", 5)),
                             "");
  act(t, "german", "pick g");
  refused(t, "german", "run", "F4.6");
  offered(t, "german", "careful", "F4.5");
  act(t, "german", "cancel");
  act(t, "german", "pick p");
  refused(t, "german", "careful", "F4.5");
  refused(t, "german", "run", "F4.6");
  act(t, "german", "cancel");
  act(t, "german", "pick h");
  act(t, "german", "careful");
  refused(t, "german", "run", "F4.6");
  refused(t, "german", "via T-H4 0", "F4.5");
  clear_away(t);
}

/* F4.7: a further path costs 1 MP more. */
static void going_on(void **unused) {
  (void)unused;
  struct table *t = field_at(SET(GER_AT("g", "658", "T-E5") "," GER_AT(
                                 "h", "658", "T-E5") "," RUS_AT("r", "458", "T-E10")),
                             "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-E8 0", "F4.7"); /* 4 MP: 1 spent, 1 to go on, 2 */
  not_offered(t, "german", "go T-E9 0");
  clear_away(t);
}

/* F4.10: a member is lost, and the path is cut there; whoever is left goes on, without the point of
 * a further path, and is not cut again. */
static void losses_cut_a_path_once(void **unused) {
  (void)unused;
  struct table *t = field_at(
      SET(GER_AT("g", "658", "T-E8") "," GER_AT("h", "658", "T-E8") "," RUS_AT(
          "r", "458", "T-E3") "," RUS_AT("s", "458", "T-E3") "," RUS_AT("q", "458", "T-E3")),
      "2 3 1 1 2");
  act(t, "german", "pick g");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "volley r T-E7 0"); /* 12 FP on the move in the open: weight 13; DR 5: 1K */
  happened(t, "F4.10", "field.cut");
  act(t, "soviet", "pass");
  assert_string_equal(place_of(t, "g"), "german.lost");
  stands(t, "h", "T-E7", 2);
  act(t, "german", "go T-E4 0"); /* 4 MP: 1, and 3 */
  act(t, "soviet", "pass");
  stands(t, "h", "T-E4", 2);
  clear_away(t);
}

/* F5.12: a Gun is pushed over easy ground, not uphill, not by a pinned crew, not into a full hex.
 */
static void pushing(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action",
                         HEX("T-E4", "woods") "," HEX("T-E2", "hill1") "," HEX("T-D3", "grain"),
                         FAR_AWAY "," FACING("p", "german", "AT75L", "T-E3", 5) "," FACING(
                             "q", "german", "AT75L", "T-F2",
                             5) "," ON_M("r", "german", "AT75L", "T-K3",
                                         "\"pinned\"") "," GER_AT("g", "658", "T-N3")),
               "5");
  act(t, "german", "pick p");
  refused(t, "german", "push 5", "F5.12"); /* woods */
  refused(t, "german", "push 2", "F5.12"); /* uphill */
  refused(t, "german", "push 3", "F3.1");  /* another Gun */
  act(t, "german", "push 0");              /* normal size: 4 or less; 5 fails */
  happened(t, "F5.12", "field.pushed");
  stands(t, "p", "T-E3", 1);
  act(t, "german", "pick r");
  refused(t, "german", "push 5", "F5.12");
  act(t, "german", "cancel");
  act(t, "german", "pick g");
  refused(t, "german", "push 5", "F5.12");
  clear_away(t);
}

/* F10.2: weapons are given within the Location, between units in Good Order that have not acted,
 * once a player turn. */
static void handing_over(void **unused) {
  (void)unused;
  struct table *t =
      field_at(SET(GER_AT("g", "658", "T-E5") "," GER_AT("h", "348", "T-E5") "," GER_AT(
                   "k", "658",
                   "T-E6") "," ON_M("b", "german", "348", "T-E5",
                                    "\"broken\"") "," ON_M("a", "german", "348", "T-E5",
                                                           "\"acted\"") "," CARRIED("mg", "german",
                                                                                    "LMG_G", "g")),
               "");
  act(t, "german", "pick g");
  refused(t, "german", "handto mg g", "F10.2");
  refused(t, "german", "handto mg k", "F10.2");
  refused(t, "german", "handto mg b", "F10.1");
  refused(t, "german", "handto mg a", "F10.2");
  refused(t, "german", "handto mg y", "F10.2");
  act(t, "german", "handto mg h");
  refused(t, "german", "handto mg g", "F10.2"); /* once a player turn */
  clear_away(t);
}

/* F10.4: what weighs more than the capacity and 3 is not taken. */
static void too_heavy(void **unused) {
  (void)unused;
  struct table *t =
      field_at(SET(GER_AT("g", "658", "T-E5") "," GER_AT("h", "658", "T-E5") "," GER_AT(
                   "l", "8-0", "T-E5") "," CARRIED("a", "german", "MMG_G",
                                                   "g") "," CARRIED("b", "german", "MMG_G", "h")),
               "");
  act(t, "german", "pick g");
  refused(t, "german", "handto a h", "F10.4");
  offered(t, "german", "handto a l", "F10.2"); /* 4 for one man: his 1 and 3 */
  clear_away(t);
}

/* F5.11: who tows, what is towed. */
static void hooking_up(void **unused) {
  (void)unused;
  struct table *t = field_at(
      SET(FACING("v", "german", "SPW250/1", "T-E5", 5) "," FACING(
          "p", "german", "PzIVH", "T-H5", 5) "," FACING("k", "german", "AT75L", "T-K5", 5)),
      "");
  act(t, "german", "pick p");
  refused(t, "german", "hook k", "F5.11");
  refused(t, "german", "unhook", "F5.11");
  act(t, "german", "cancel");
  act(t, "german", "pick v");
  refused(t, "german", "hook k", "F5.11"); /* in another hex */
  clear_away(t);
}

/* F14.4, F15.8: an advance next to hidden enemies puts them on the map too, concealed. */
static void advancing_next_door(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.assault", HEX("T-E6", "woods") "," HEX("T-E8", "woods"),
                         FAR_AWAY "," GER_AT("g", "658", "T-E4") "," ON_M(
                             "r", "soviet", "458", "T-E6", "\"hip\"") "," ON_M("s", "soviet", "458",
                                                                               "T-E8", "\"hip\"")),
               "");
  act(t, "german", "advance g T-E5 0");
  happened(t, "F15.8", "field.appears");
  marked(t, "r", "concealed");
  unmarked(t, "r", "hip");
  marked(t, "s", "hip");
  clear_away(t);
}

/* F4.5, F15.4: a shot at men who go carefully into cover finds them concealed; at others it does
 * not. */
static void careful_in_cover(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *before;
    bool stays;
  } rows[] = {{"woods", "german: pick g; german: careful", true},
              {"woods", "german: pick g", false},
              {"open", "german: pick g; german: careful", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1000];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[" HEX(
                 "T-H8", "woods") ",{\"hex\":\"T-H9\",\"set\":[\"%s\"]}],\"units\":[%s,%s,%s]",
             rows[i].ground, FAR_AWAY, ON_M("g", "german", "658", "T-H8", "\"concealed\""),
             RUS_AT("r", "458", "T-H13"));
    struct table *t = field_at(position, "6 5");
    script(t, rows[i].before);
    act(t, "german", "go T-H9 0");
    act(t, "soviet", "volley r T-H9 0");
    assert_int_equal(has_mark(t, "g", "concealed"), rows[i].stays);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(careful_in_cover),
                                     cmocka_unit_test(advancing_next_door),
                                     cmocka_unit_test(turning_in_place),
                                     cmocka_unit_test(backing),
                                     cmocka_unit_test(bogging),
                                     cmocka_unit_test(coming_free),
                                     cmocka_unit_test(red_mp),
                                     cmocka_unit_test(watched_movers),
                                     cmocka_unit_test(hidden_next_door),
                                     cmocka_unit_test(driving_into_them),
                                     cmocka_unit_test(residual_by_movement),
                                     cmocka_unit_test(residual_at_vehicles),
                                     cmocka_unit_test(highest_residual),
                                     cmocka_unit_test(out_of_wire),
                                     cmocka_unit_test(declarations),
                                     cmocka_unit_test(going_on),
                                     cmocka_unit_test(losses_cut_a_path_once),
                                     cmocka_unit_test(pushing),
                                     cmocka_unit_test(handing_over),
                                     cmocka_unit_test(too_heavy),
                                     cmocka_unit_test(hooking_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
