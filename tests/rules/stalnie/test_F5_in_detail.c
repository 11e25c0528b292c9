/* test_F5_in_detail.c - F5.6 to F5.12, F8.12 to F8.15, F10.3, F10.9, F14.1 to F14.3: who may board,
 * tow, push, pick up, throw and advance, and what keeps him from it. */
#include "field_kit.h"

#define MARKED(id, side, kind, hex, face, marks)                                                   \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"
#define INSIDE(id, side, kind, hex, of) WITH(id, side, kind, hex, "\"by\":\"" of "\"")

struct attempt { /* a German action that a rule forbids */
  const char *units, *pick, *action, *rule;
};
static void forbid(const struct attempt *rows, size_t n, const char *phase) {
  for (size_t i = 0; i < n; i++) {
    char position[1600];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"%s\",\"units\":[%s,%s]", phase, FAR_AWAY,
             rows[i].units);
    struct table *t = field_at(position, "");
    if (rows[i].pick)
      acts(t, "german", rows[i].pick);
    if (rows[i].rule)
      refused(t, "german", rows[i].action, rows[i].rule);
    else if (!is_offered(t, "german", rows[i].action))
      fail_msg("row %d: '%s' is not offered", (int)i, rows[i].action);
    clear_away(t);
  }
}
#define FORBID(rows, phase) forbid(rows, sizeof(rows) / sizeof(rows)[0], phase)

#define SQUAD_HERE GER_AT("g", "658", "T-E3")
#define SPW FACING("v", "german", "SPW251/1", "T-E3", 5)

/* F5.6, F5.7: who boards what. A NULL rule: it is allowed. */
static void boarding(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {SQUAD_HERE "," SPW, "pick g", "board v", NULL},
      {SQUAD_HERE "," FACING("v", "german", "SPW251/1", "T-E4", 5), "pick g", "board v", "F5.7"},
      {SQUAD_HERE "," MARKED("v", "german", "SPW251/1", "T-E3", 5, "\"moved\""), "pick g",
       "board v", "F5.7"},
      {SQUAD_HERE "," MARKED("v", "german", "SPW251/1", "T-E3", 5, "\"stunned\""), "pick g",
       "board v", "F5.7"},
      {SQUAD_HERE "," FACING("v", "german", "PzIVH", "T-E3", 5), "pick g", "board v", "F5.6"},
      /* half a squad's room, and a whole one's */
      {SQUAD_HERE "," FACING("v", "german", "SPW250/1", "T-E3", 5), "pick g", "board v", "F5.6"},
      {GER_AT("g", "348", "T-E3") "," FACING("v", "german", "SPW250/1", "T-E3", 5), "pick g",
       "board v", NULL},
      {SQUAD_HERE "," GER_AT("h", "348", "T-E3") "," SPW, "pick g", "board v", "F5.6"},
      {SQUAD_HERE "," SPW "," INSIDE("h", "german", "348", "T-E3", "v"), "pick g", "board v",
       "F5.6"},
      {GER_AT("g", "348", "T-E3") "," SPW "," INSIDE("h", "german", "348", "T-E3", "v"), "pick g",
       "board v", NULL},
      /* with a Gun in tow half of it */
      {SQUAD_HERE "," SPW "," INSIDE("k", "german", "AT75L", "T-E3", "v"), "pick g", "board v",
       "F5.6"},
      /* four leaders are inside already */
      {GER_AT("g", "8-0", "T-E3") "," SPW "," INSIDE("a", "german", "8-0", "T-E3", "v") "," INSIDE(
           "b", "german", "8-0", "T-E3", "v") "," INSIDE("c", "german", "8-0", "T-E3",
                                                         "v") "," INSIDE("d", "german", "8-0",
                                                                         "T-E3", "v"),
       "pick g", "board v", "F5.6"},
      {ON_M("g", "german", "658", "T-E3", "\"pinned\"") "," SPW, "pick g", "board v", "F5.7"},
      {ON_M("g", "german", "658", "T-E3", "\"moved\"") "," SPW, "pick g", "board v", "F5.7"}};
  FORBID(rows, "german.action");
}

/* F5.8: who gets off: half the printed MP, room in the hex, and before any attack. */
static void unloading(void **unused) {
  (void)unused;
#define LOADED(marks)                                                                              \
  MARKED("v", "german", "SPW251/1", "T-E3", 5, marks) "," INSIDE("g", "german", "658", "T-E3", "v")
  static const struct attempt rows[] = {{LOADED(""), "pick v", "unload", NULL},
                                        {SPW, "pick v", "unload", "F5.8"},
                                        {SQUAD_HERE, "pick g", "unload", "F5.2"},
                                        {LOADED(""), "pick v; via T-E4 0", "unload", "F5.8"},
                                        {LOADED("\"immobilized\""), "pick v", "unload", NULL},
                                        {LOADED("") "," GER_AT("h", "658", "T-E3") "," GER_AT(
                                             "i", "658", "T-E3") "," GER_AT("j", "658", "T-E3"),
                                         "pick v", "unload", "F3.1"}};
  FORBID(rows, "german.action");
}

/* F5.8: 14 MP: after eight of them half of the printed ones are not left, after seven they are; the
 * point of a further path (F4.7) is not wanted for it. */
static void price_of_unloading(void **unused) {
  (void)unused;
  static const struct {
    const char *go;
    int edition;
    bool gets_off;
  } rows[] = {{"go T-E11 0", 6, false}, {"go T-E10 0", 6, true}, {"go T-E10 0", 5, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = field_at(PHASE("german.action", FAR_AWAY "," LOADED("")), "");
    by_edition(t, rows[i].edition);
    act(t, "german", "pick v");
    act(t, "german", rows[i].go);
    act(t, "soviet", "pass");
    if (rows[i].gets_off) {
      act(t, "german", "unload");
      act(t, "soviet", "pass");
      marked(t, "g", "moved");
      marked(t, "g", "acted");
      stands(t, "g", "T-E10", 2);
    } else {
      refused(t, "german", "unload", "F5.8");
    }
    clear_away(t);
  }
}

/* F5.11: a vehicle that tows takes a free Gun of its hex; both have not moved, acted, broken. */
static void towing(void **unused) {
  (void)unused;
#define GUN_HERE MARKED("k", "german", "AT75L", "T-E3", 5, "")
  static const struct attempt rows[] = {
      {GUN_HERE "," FACING("v", "german", "SPW251/1", "T-E4", 5), "pick v", "hook k", "F5.11"},
      {SQUAD_HERE "," FACING("k", "german", "AT75L", "T-E3", 5), "pick g", "hook k", "F5.2"},
      {SPW "," INSIDE("k", "german", "AT75L", "T-E3", "v"), "pick v", "hook k", "F5.11"},
      {SPW "," INSIDE("k", "german", "AT75L", "T-E3", "v"), "pick v", "unhook", NULL},
      {SPW "," INSIDE("k", "german", "AT75L", "T-E3", "v"), "pick v; via T-E4 0", "unhook",
       "F5.11"},
      {SPW, "pick v", "unhook", "F5.11"},
      {SQUAD_HERE, "pick g", "unhook", "F5.2"}};
  FORBID(rows, "german.action");
}

/* F5.7: who boards has moved and acted, and the vehicle has half its MP: 7 of 14. */
static void aboard(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY "," SQUAD_HERE "," SPW), "");
  act(t, "german", "pick g");
  act(t, "german", "board v");
  happened(t, "F5.7", "field.boards");
  marked(t, "g", "moved");
  marked(t, "g", "acted");
  act(t, "german", "pick v");
  offered(t, "german", "go T-E10 0", "F4.7");
  not_offered(t, "german", "go T-E11 0");
  act(t, "german", "go T-E4 0");
  act(t, "soviet", "pass");
  stands(t, "g", "T-E4", 2); /* they go along */
  clear_away(t);
}

/* F5.11: hooked up both have acted; unhooked the Gun stands as the vehicle does. */
static void hooked(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," SPW "," MARKED("k", "german", "AT75L", "T-E3", 2, "\"emplaced\"")),
               "");
  act(t, "german", "pick v");
  act(t, "german", "hook k");
  happened(t, "F5.11", "field.hooked");
  marked(t, "v", "acted");
  marked(t, "k", "acted");
  clear_away(t);
  t = field_at(
      PHASE("german.action", FAR_AWAY "," SPW "," INSIDE("k", "german", "AT75L", "T-E3", "v")), "");
  act(t, "german", "pick v");
  /* 2 MP less with a Gun in tow: 12 */
  offered(t, "german", "go T-E15 0", "F4.7");
  not_offered(t, "german", "go T-E16 0");
  act(t, "german", "unhook");
  happened(t, "F5.11", "field.unhooked");
  marked(t, "k", "acted");
  char *units = seen_by(t, "german", "units");
  assert_non_null(strstr(units, "\"facing\":5"));
  free(units);
  clear_away(t);
}

/* F5.11: hooking up is seen: neither the vehicle nor the Gun stays concealed. */
static void hooked_in_sight(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-E3", "brush"),
                         FAR_AWAY "," MARKED("v", "german", "SPW251/1", "T-E3", 5,
                                             "\"concealed\"") "," MARKED("k", "german", "AT75L",
                                                                         "T-E3", 5, "\"hip\"")),
               "");
  act(t, "german", "pick v");
  act(t, "german", "hook k");
  unmarked(t, "v", "concealed");
  unmarked(t, "k", "hip");
  unmarked(t, "k", "concealed");
  clear_away(t);
}

/* F5.12: 5 moves a small Gun, 4 a normal one, 2 a large one; it has moved then. */
static void pushed(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *die;
    bool moves;
  } rows[] = {{"AT45L", "5", true},  {"AT45L", "6", false}, {"AT75L", "4", true},
              {"AT75L", "5", false}, {"ART76L", "2", true}, {"ART76L", "3", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"soviet.action\",\"units\":[%s,{\"name\":\"k\","
             "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E3\",\"facing\":2}]",
             FAR_AWAY, rows[i].kind);
    struct table *t = field_at(position, rows[i].die);
    act(t, "soviet", "pick k");
    act(t, "soviet", "push 5");
    if (rows[i].moves)
      act(t, "german", "pass");
    stands(t, "k", rows[i].moves ? "T-E4" : "T-E3", 1);
    if (has_mark(t, "k", "moved") != rows[i].moves)
      fail_msg("row %d", (int)i);
    marked(t, "k", "acted");
    clear_away(t);
  }
}

/* F10.3: a weapon that lies where the group stands is taken, nothing else. */
static void picking_up(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {SQUAD_HERE "," ON("w", "german", "LMG_G", "T-E3"), "pick g", "pickup w g", NULL},
      {SQUAD_HERE "," ON("w", "german", "LMG_G", "T-E4"), "pick g", "pickup w g", "F10.3"},
      {SQUAD_HERE "," GER_AT("h", "658", "T-E3") "," CARRIED("w", "german", "LMG_G", "h"), "pick g",
       "pickup w g", "F10.3"},
      {SQUAD_HERE "," GER_AT("h", "658", "T-E3") "," ON("w", "german", "LMG_G", "T-E3"),
       "pick g; with h", "pickup w h", "F10.3"},
      {SQUAD_HERE "," ON("w", "german", "LMG_G", "T-E3"), "pick g; via T-E4 0", "pickup w g",
       "F4.7"},
      {SQUAD_HERE "," CARRIED("a", "german", "MMG_G", "g") "," ON("w", "german", "MMG_G", "T-E3"),
       "pick g", "pickup w g", "F10.4"},
      {ON_M("g", "german", "658", "T-E3", "\"pinned\"") "," ON("w", "german", "LMG_G", "T-E3"),
       "pick g", "pickup w g", "F4.1"}};
  FORBID(rows, "german.action");
}

/* F10.3: free where the move begins, 1 MP afterwards. */
static void picked_up_on_the_way(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," SQUAD_HERE "," ON("w", "german", "LMG_G", "T-E4")), "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E4 0");
  act(t, "soviet", "pass");
  offered(t, "german", "go T-E6 0", "F4.7"); /* 4 MP: 1, 1 to go on, 2 */
  act(t, "german", "pickup w g");
  happened(t, "F10.3", "field.handed");
  not_offered(t, "german", "go T-E6 0");
  offered(t, "german", "go T-E5 0", "F4.7");
  clear_away(t);
}

/* F10.3: before the first step two weapons are as free as one: all 4 MP are left for the way.
 * (Before edition 6 the second cost 1 MP.) */
static void picked_up_before_the_move(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action", FAR_AWAY
                     "," SQUAD_HERE
                     "," ON("w", "german", "LMG_G", "T-E3") "," ON("x", "german", "LMG_G", "T-E3")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "pickup w g");
  offered(t, "german", "go T-E7 0", "F4.7");
  act(t, "german", "pickup x g");
  offered(t, "german", "go T-E7 0", "F4.7");
  clear_away(t);
}

/* F10.3, F20.3: the last point picks a weapon up, the last two throw a grenade. */
static void last_points(void **unused) {
  (void)unused;
  struct table *t;
  t = field_at(
      PHASE("german.action", FAR_AWAY "," SQUAD_HERE "," ON("w", "german", "LMG_G", "T-E6")), "");
  act(t, "german", "pick g");
  act(t, "german", "go T-E6 0");
  act(t, "soviet", "pass");
  offered(t, "german", "pickup w g", "F10.3");
  refused(t, "german", "grenade T-E7", "F20.3");
  clear_away(t);
  t = field_at(PHASE("german.action", FAR_AWAY "," SQUAD_HERE), "2");
  act(t, "german", "pick g");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "pass");
  act(t, "german", "grenade T-E6");
  happened(t, "F20.3", "field.grenade");
  clear_away(t);
}

/* F14.1: who advances: not the pinned, the tired, riders, Guns, nor who carries too much. */
static void advancing(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {SQUAD_HERE, NULL, "advance g T-E4 0", NULL},
      {ON_M("g", "german", "658", "T-E3", "\"pinned\""), NULL, "advance g T-E4 0", "F14.1"},
      {ON_M("g", "german", "658", "T-E3", "\"tired\""), NULL, "advance g T-E4 0", "F14.1"},
      {ON_M("g", "german", "658", "T-E3", "\"broken\""), NULL, "advance g T-E4 0", "F14.1"},
      {ON_M("g", "german", "658", "T-E3", "\"acted\",\"moved\""), NULL, "advance g T-E4 0", NULL},
      {FACING("g", "german", "AT75L", "T-E3", 5), NULL, "advance g T-E4 0", "F14.1"},
      {FACING("g", "german", "PzIVH", "T-E3", 5), NULL, "advance g T-E4 0", "F14.1"},
      {RUS_AT("g", "458", "T-E3"), NULL, "advance g T-E4 0", "F14.1"},
      {SQUAD_HERE, NULL, "advance g T-E5 0", "F14.1"},
      {SQUAD_HERE, NULL, "advance g T-E4 1", "F0.3"},
      {SQUAD_HERE, NULL, "advance g T-E4 2", "F0.3"},
      {SPW "," INSIDE("g", "german", "658", "T-E3", "v"), NULL, "advance g T-E4 0", "F14.1"},
      /* capacity 3 and one more: MMG 4 goes, HMG50 6 does not */
      {SQUAD_HERE "," CARRIED("w", "german", "MMG_G", "g"), NULL, "advance g T-E4 0", NULL},
      {SQUAD_HERE "," CARRIED("w", "german", "MMG_G", "g") "," CARRIED("x", "german", "LMG_G", "g"),
       NULL, "advance g T-E4 0", "F14.1"},
      /* single men against a tank go with a squad only */
      {GER_AT("g", "8-0", "T-E3") "," RUS_AT("t", "T34M43", "T-E4"), NULL, "advance g T-E4 0",
       "F14.3"},
      {GER_AT("g", "8-0", "T-E3") "," ON_M("t", "soviet", "T34M43", "T-E4", "\"stunned\""), NULL,
       "advance g T-E4 0", NULL},
      {GER_AT("g", "8-0", "T-E3") "," RUS_AT("t", "US1.5t", "T-E4"), NULL, "advance g T-E4 0",
       NULL},
      {GER_AT("g", "8-0", "T-E3") "," RUS_AT("t", "T34M43", "T-E4") "," RUS_AT("r", "458", "T-E4"),
       NULL, "advance g T-E4 0", NULL},
      {GER_AT("g", "8-0", "T-E3") "," GER_AT("h", "hero", "T-E3") "," RUS_AT("t", "T34M43", "T-E4"),
       NULL, "all T-E3 T-E4", "F14.3"},
      {GER_AT("g", "8-0", "T-E3") "," GER_AT("h", "658", "T-E3") "," RUS_AT("t", "T34M43", "T-E4"),
       NULL, "all T-E3 T-E4", NULL},
      /* room: 6 half-squads and 4 leaders */
      {SQUAD_HERE
       "," GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4") "," GER_AT("c", "658", "T-E4"),
       NULL, "advance g T-E4 0", "F3.1"},
      {SQUAD_HERE
       "," GER_AT("h", "348", "T-E3") "," GER_AT("a", "658", "T-E4") "," GER_AT("b", "658", "T-E4"),
       NULL, "all T-E3 T-E4", "F3.1"},
      {SQUAD_HERE "," GER_AT("a", "658", "T-E4"), NULL, "all T-E3 T-E4", "F14.2"}};
  FORBID(rows, "german.assault");
}

/* F10.9: a charge is thrown by a squad next to an enemy who is known or a "?". */
static void throwing(void **unused) {
  (void)unused;
#define BEARER SQUAD_HERE "," CARRIED("dc", "german", "DC", "g")
  static const struct attempt rows[] = {
      {BEARER "," RUS_AT("r", "458", "T-E4"), NULL, "throw g T-E4 0", NULL},
      {BEARER "," ON_M("r", "soviet", "458", "T-E4", "\"concealed\""), NULL, "throw g T-E4 0",
       NULL},
      {BEARER "," ON_M("r", "soviet", "458", "T-E4", "\"hip\""), NULL, "throw g T-E4 0", "F10.9"},
      {BEARER "," RUS_AT("r", "458", "T-E5"), NULL, "throw g T-E5 0", "F10.9"},
      {BEARER "," RUS_AT("r", "458", "T-E4"), NULL, "throw g T-E4 1", "F0.3"},
      {SQUAD_HERE "," RUS_AT("r", "458", "T-E4"), NULL, "throw g T-E4 0", "F10.9"},
      {GER_AT("g", "8-0", "T-E3") "," CARRIED("dc", "german", "DC", "g") "," RUS_AT("r", "458",
                                                                                    "T-E4"),
       NULL, "throw g T-E4 0", "F10.9"},
      {ON_M("g", "german", "658", "T-E3",
            "\"pinned\"") "," CARRIED("dc", "german", "DC", "g") "," RUS_AT("r", "458", "T-E4"),
       NULL, "throw g T-E4 0", "F14.1"}};
  FORBID(rows, "german.assault");
}

/* F10.9, F12.15: Original 12 is a dud; a tank rolls against 9, an open one against 11; the thrower
 * advances no more. */
static void thrown_at_tanks(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *dice, *needed;
  } rows[] = {{"T34M43", "6 6", NULL},
              {"T34M43", "3 3 6 6", "needed 9"},
              {"SU76M", "3 3 6 6", "needed 11"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1200];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"units\":[%s,%s,{\"name\":\"v\","
        "\"side\":\"soviet\",\"kind\":\"%s\",\"hex\":\"T-E4\"}]",
        FAR_AWAY, BEARER, rows[i].kind);
    struct table *t = field_at(position, rows[i].dice);
    act(t, "german", "throw g T-E4 0");
    char *events = cJSON_PrintUnformatted(field(t->last, "events"));
    if (rows[i].needed ? !strstr(events, rows[i].needed) : strstr(events, "needed") != NULL)
      fail_msg("row %d: %s", (int)i, events);
    free(events);
    refused(t, "german", "advance g T-E2 0", "F14.1");
    assert_string_equal(place_of(t, "dc"), "german.lost");
    clear_away(t);
  }
}

/* F14.4, F15.4: who advances carefully into cover stays concealed, in the open a watcher sees him.
 */
static void concealed_advances(void **unused) {
  (void)unused;
  for (int woods = 0; woods < 2; woods++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.assault\",\"terrain\":[{\"hex\":\"T-E4\","
             "\"set\":[\"%s\"]}],\"units\":[%s,%s]",
             woods ? "woods" : "open", FAR_AWAY,
             ON_M("g", "german", "658", "T-E3", "\"concealed\"") "," RUS_AT("r", "458", "T-E9"));
    struct table *t = field_at(position, "");
    act(t, "german", "advance g T-E4 0");
    if (has_mark(t, "g", "concealed") != (woods == 1))
      fail_msg("woods %d", woods);
    clear_away(t);
  }
}

#define BROKEN(hex) ON_M("b", "soviet", "458", hex, "\"broken\"")
/* F8.14: without a goal, next to a known Good Order squad, he surrenders; to a leader nobody does.
 */
static void surrender(void **unused) {
  (void)unused;
  static const struct {
    const char *enemy, *marks;
    bool captured;
  } rows[] = {
      {"658", "", true}, {"658", "\"pinned\"", true}, {"8-0", "", false}, {"PzIVH", "", false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    /* three hexes in a row, closed in by water */
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:3x1\",\"phase\":\"german.action\",\"units\":[{\"name\":\"g\",\"side\":"
        "\"german\",\"kind\":\"%s\",\"hex\":\"T-A2\",\"marks\":[%s]},%s]",
        rows[i].enemy, rows[i].marks, BROKEN("T-A1"));
    struct table *t = field_at(position, "");
    act(t, "german", "end");
    bool captured = !strcmp(place_of(t, "b"), "soviet.lost");
    if (captured != rows[i].captured)
      fail_msg("row %d", (int)i);
    clear_away(t);
  }
}

/* F8.13: shelter before a hidden place, a hidden place before the open; of equals fewer MP, then
 * nearer to the own edge. */
static void where_they_fall_back(void **unused) {
  (void)unused;
  static const struct {
    const char *ground, *to;
  } rows[] = {{HEX("T-H12", "woods"), "T-H12"},
              {HEX("T-H12", "woods") "," HEX("T-H11", "house"), "T-H11"},
              {HEX("T-H11", "woods") "," HEX("T-G11", "woods") "," HEX("T-H13", "stone"), "T-G11"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[1400];
    snprintf(
        position, sizeof position,
        "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"terrain\":[%s],\"units\":[%s,%s]",
        rows[i].ground, GER_AT("g", "658", "T-H8"), BROKEN("T-H9"));
    struct table *t = field_at(position, "3 3");
    act(t, "german", "end");
    if (strcmp(place_of(t, "b"), rows[i].to))
      fail_msg("row %d: %s, not %s", (int)i, place_of(t, "b"), rows[i].to);
    clear_away(t);
  }
}

/* F8.13: what is above its capacity is left, the heaviest first; F10.11: a phone is dead then. */
static void what_they_leave(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX("T-H11", "woods"),
                         GER_AT("g", "658", "T-H8") "," BROKEN("T-H9") "," CARRIED(
                             "a", "soviet", "LMG_R",
                             "b") "," CARRIED("m", "soviet", "MMG_R",
                                              "b") "," CARRIED("c", "soviet", "LMG_R", "b")),
               "3 3");
  act(t, "german", "end");
  assert_string_equal(place_of(t, "b"), "T-H11");
  assert_string_equal(place_of(t, "m"), "T-H9");
  assert_string_equal(place_of(t, "a"), "T-H11");
  assert_string_equal(place_of(t, "c"), "T-H11");
  clear_away(t);
}

/* F8.15: above the morale he is reduced; 2 always passes, 12 never. */
static void interdiction(void **unused) {
  (void)unused;
  static const struct {
    const char *dice;
    int steps;
  } rows[] = {{"4 4", 2}, {"4 5", 1}, {"5 5", 1}, {"6 6", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t = field_at(ON_GROUND("german.action", HEX("T-H12", "woods"),
                                         GER_AT("g", "658", "T-H8") "," BROKEN("T-H9")),
                               rows[i].dice);
    act(t, "german", "end");
    happened(t, "F8.15", "field.interdicted");
    stands(t, "b", "T-H12", rows[i].steps);
    clear_away(t);
  }
}

/* F5.2, F9.4: who shoots at a tank that turns aims at the side that it shows then. */
static void turned_to_the_gun(void **unused) {
  (void)unused;
  static const struct {
    int from, to;
    const char *kill;
  } rows[] = {{1, 0, "kill on 10"}, {0, 1, "kill on 5"}, {2, 3, "kill on 5"}, {3, 4, "kill on 10"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char position[900], turn[24];
    snprintf(position, sizeof position,
             PHASE("german.action", FAR_AWAY
                   ",{\"name\":\"v\",\"side\":\"german\",\"kind\":\"PzIVH\","
                   "\"hex\":\"T-H8\",\"facing\":%d}," FACING("gun", "soviet", "AT45LL", "T-H3", 3)),
             rows[i].from);
    snprintf(turn, sizeof turn, "face v %d", rows[i].to);
    struct table *t = field_at(position, NULL);
    act(t, "german", "pick v");
    act(t, "german", turn);
    weighs(odds_of(t, "soviet", "shell gun T-H8 0"), rows[i].kill);
    clear_away(t);
  }
}

/* F11.4: who turns in place has lost his aim. */
static void turning_loses_the_aim(void **unused) {
  (void)unused;
  for (int turns = 0; turns < 2; turns++) {
    struct table *t = field_at(PHASE("german.action", FAR_AWAY
                                     ",{\"name\":\"v\",\"side\":\"german\",\"kind\":\"PzIVH\","
                                     "\"hex\":\"T-H8\",\"facing\":3,\"factors\":{\"acquired\":"
                                     "\"T-H7\"}}," RUS_AT("t", "US2.5t", "T-H7")),
                               NULL);
    act(t, "german", "pick v");
    if (turns)
      script(t, "german: face v 2; soviet: pass; german: face v 3; soviet: pass");
    char *card = cJSON_PrintUnformatted(odds_of(t, "german", "shoot v t"));
    assert_int_equal(strstr(card, "\"acquired\"") == NULL, turns);
    free(card);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turning_loses_the_aim),
                                     cmocka_unit_test(turned_to_the_gun),
                                     cmocka_unit_test(boarding),
                                     cmocka_unit_test(unloading),
                                     cmocka_unit_test(price_of_unloading),
                                     cmocka_unit_test(towing),
                                     cmocka_unit_test(aboard),
                                     cmocka_unit_test(hooked),
                                     cmocka_unit_test(hooked_in_sight),
                                     cmocka_unit_test(pushed),
                                     cmocka_unit_test(picking_up),
                                     cmocka_unit_test(picked_up_on_the_way),
                                     cmocka_unit_test(picked_up_before_the_move),
                                     cmocka_unit_test(last_points),
                                     cmocka_unit_test(advancing),
                                     cmocka_unit_test(throwing),
                                     cmocka_unit_test(thrown_at_tanks),
                                     cmocka_unit_test(concealed_advances),
                                     cmocka_unit_test(surrender),
                                     cmocka_unit_test(where_they_fall_back),
                                     cmocka_unit_test(what_they_leave),
                                     cmocka_unit_test(interdiction)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
