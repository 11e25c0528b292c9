/* test_F5_carrying.c - F5.6 to F5.12, F10.2, F10.3: riding, towing, pushing and handing over: who
 * is refused by which law, and what is left of it afterwards. */
#include "field_kit.h"

#define MARKED(id, side, kind, hex, face, marks)                                                   \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"facing\":" #face ",\"marks\":[" marks "]}"
#define INSIDE(id, side, kind, hex, of) WITH(id, side, kind, hex, "\"by\":\"" of "\"")
#define HERE "T-E3"
#define SQUAD_HERE GER_AT("g", "658", HERE)
#define SPW FACING("v", "german", "SPW251/1", HERE, 5)
#define TOWED INSIDE("k", "german", "AT75L", HERE, "v")

struct attempt { /* an action of the German side, and the rule that forbids it; NULL: it is legal */
  const char *units, *before, *action, *rule;
};
/* The unit named first has the lowest number of all: a Gun in tow may be that too. */
static void attempt(const struct attempt *rows, size_t n, const char *dice) {
  for (size_t i = 0; i < n; i++) {
    char position[1600];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"unchecked\":true,\"units\":[%s,"
             "%s]",
             rows[i].units, FAR_AWAY);
    struct table *t = field_at(position, dice);
    script(t, rows[i].before);
    if (rows[i].rule)
      refused(t, "german", rows[i].action, rows[i].rule);
    else if (!is_offered(t, "german", rows[i].action))
      fail_msg("row %d: '%s' is not offered", (int)i, rows[i].action);
    clear_away(t);
  }
}
#define ATTEMPT(rows) attempt(rows, sizeof(rows) / sizeof(rows)[0], "")

/* F5.7: only a vehicle of the own side takes men aboard; boarding is all that the men do; a Gun
 * does not board. F5.11: a Gun in tow leaves room for half. */
static void who_boards(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {SQUAD_HERE "," GER_AT("h", "658", HERE), "german: pick g", "board h", "F5.7"},
      {SQUAD_HERE "," ON_M("v", "soviet", "US1.5t", HERE, "\"immobilized\""), "german: pick g",
       "board v", "F5.7"},
      {SQUAD_HERE "," SPW, "german: pick g; german: careful", "board v", "F5.7"},
      {SQUAD_HERE "," SPW, "german: pick g; german: via T-E4 0", "board v", "F5.7"},
      {FACING("k", "german", "AT75L", HERE, 5) "," SPW, "german: pick k", "board v", "F5.7"},
      {TOWED "," SQUAD_HERE "," SPW, "german: pick g", "board v", "F5.6"},
      {TOWED "," GER_AT("g", "348", HERE) "," SPW, "german: pick g", "board v", NULL},
      {SQUAD_HERE "," ON("w", "german", "LMG_G", HERE) "," SPW,
       "german: pick g; german: pickup w g", "board v", "F5.7"}};
  ATTEMPT(rows);
}

/* F5.8: men get off before the vehicle fires, single men as well. */
static void who_gets_off(void **unused) {
  (void)unused;
#define CANNON                                                                                     \
  FACING("v", "german", "SPW251/10", HERE, 5) "," INSIDE("h", "german", "348", HERE, "v")
  static const struct attempt rows[] = {
      {SPW "," INSIDE("l", "german", "8-0", HERE, "v"), "german: pick v", "unload", NULL},
      {CANNON "," RUS_AT("r", "458", "T-E6"), "german: pick v", "unload", NULL}};
  static const struct attempt too_late[] = {
      {CANNON "," RUS_AT("r", "458", "T-E6"), "german: pick v; german: shell v T-E6 0", "unload",
       "F5.8"},
      {CANNON "," RUS_AT("r", "458", "T-E6"),
       "german: pick v; german: go T-D3 0; soviet: pass; german: shell v T-E6 0", "unload",
       "F5.8"}};
  ATTEMPT(rows);
  attempt(too_late, 2, "6 5");
}

/* F5.8: half the printed MP, fractions up: of 17 a lorry keeps 9 for it. */
static void half_of_seventeen(void **unused) {
  (void)unused;
  for (int hexes = 8; hexes <= 9; hexes++) {
    char go[24];
    struct table *t =
        field_at("\"map\":\"plain:30x16\",\"phase\":\"soviet.action\",\"units\":[" FAR_AWAY
                 "," FACING("v", "soviet", "US1.5t", HERE, 5) "," INSIDE("r", "soviet", "458", HERE,
                                                                         "v") "]",
                 "");
    snprintf(go, sizeof go, "go T-E%d 0", 3 + hexes);
    act(t, "soviet", "pick v");
    act(t, "soviet", go);
    act(t, "german", "pass");
    if (hexes == 8)
      offered(t, "soviet", "unload", "F5.8");
    else
      refused(t, "soviet", "unload", "F5.8");
    clear_away(t);
  }
}

/* F5.11: hooking up is all that a vehicle does; it takes an own Gun that stands free beside it, one
 * at a time, and neither of them has moved or acted; the Gun is in Good Order. */
static void who_hooks_what(void **unused) {
  (void)unused;
#define GUN_HERE(marks) MARKED("k", "german", "AT75L", HERE, 5, marks)
#define SPW_M(marks) MARKED("v", "german", "SPW251/1", HERE, 5, marks)
  static const struct attempt rows[] = {
      {GUN_HERE("") "," SPW, "german: pick v", "hook k", NULL},
      {GUN_HERE("") "," SPW, "german: pick v; german: via T-E4 0", "hook k", "F5.11"},
      {SQUAD_HERE "," SPW, "german: pick v", "hook g", "F5.11"},
      {ON_M("k", "soviet", "AT45LL", HERE, "\"broken\"") "," SPW, "german: pick v", "hook k",
       "F5.11"},
      {FACING("k", "soviet", "AT45LL", HERE, 2) "," SPW, "german: pick v", "hook k", "F5.11"},
      {SPW
       "," FACING("u", "german", "SPW251/1", HERE, 5) "," INSIDE("k", "german", "AT75L", HERE, "u"),
       "german: pick v", "hook k", "F5.11"},
      {TOWED "," SPW "," GER_AT("m", "MTR81", HERE), "german: pick v", "hook m", "F5.11"},
      {GUN_HERE("") "," SPW_M("\"moved\""), "german: pick v", "hook k", "F5.11"},
      {GUN_HERE("\"moved\"") "," SPW, "german: pick v", "hook k", "F5.11"},
      {GUN_HERE("\"acted\"") "," SPW, "german: pick v", "hook k", "F5.11"},
      {GUN_HERE("\"broken\"") "," SPW, "german: pick v", "hook k", "F5.11"},
      {GUN_HERE("\"dugin\"") "," SPW, "german: pick v", "hook k", "F5.11"},
      {TOWED "," SPW, "german: pick v", "unhook", NULL},
      {GUN_HERE("") "," SPW, "german: pick v", "unhook", "F5.11"},
      {TOWED "," SPW_M("\"moved\""), "german: pick v", "unhook", "F5.11"},
      {TOWED "," SPW, "german: pick v; german: via T-E4 0", "unhook", "F5.11"}};
  ATTEMPT(rows);
}

/* F22.1, F5.11: a vehicle that enters neither hooks up nor unhooks off the map. */
static void no_towing_off_the_map(void **unused) {
  (void)unused;
#define OFF(id, kind)                                                                              \
  "{\"name\":\"" id "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"german.off\"}"
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},"
               "\"units\":[" FAR_AWAY "," OFF("v", "SPW251/1") "," OFF("k", "AT75L") "]",
               "");
  act(t, "german", "enter v");
  refused(t, "german", "hook k", "F5.11");
  clear_away(t);
}

/* F10.1, F10.2: a support weapon goes from a man of the group to another man of the side beside
 * him, on foot and in Good Order. */
static void who_hands_what(void **unused) {
  (void)unused;
#define TWO SQUAD_HERE "," GER_AT("h", "658", HERE)
#define LMG CARRIED("w", "german", "LMG_G", "g")
  static const struct attempt rows[] = {
      {TWO "," LMG, "german: pick g", "handto w h", NULL},
      {TWO "," LMG, "german: pick g", "handto w g", "F10.2"},
      {TWO "," LMG, "german: pick g", "handto g h", "F10.2"},
      {TWO "," LMG "," CARRIED("x", "german", "LMG_G", "h"), "german: pick g", "handto w x",
       "F10.2"},
      {TWO "," ON("w", "german", "LMG_G", HERE), "german: pick g", "handto w h", "F10.2"},
      {TWO "," LMG "," ON("x", "german", "LMG_G", HERE), "german: pick g", "handto w x", "F10.2"},
      /* 4 points with a capacity of 1: no MP, and too much for any more */
      {ON_M("g", "german", "8-0", HERE, "\"wounded\"") "," CARRIED(
           "m", "german", "MMG_G", "g") "," ON("w", "german", "LMG_G", HERE),
       "german: pick g", "pickup w g", "F10.4"},
      {TWO "," CARRIED("w", "german", "LMG_G", "h"), "german: pick g; german: with h", "handto w g",
       "F10.2"},
      {SQUAD_HERE "," LMG "," ON_M("t", "soviet", "T34M43", HERE, "\"stunned\""), "german: pick g",
       "handto w t", "F10.2"},
      {SQUAD_HERE "," LMG "," GER_AT("m", "MTR81", HERE), "german: pick g", "handto w m", "F10.1"},
      {SQUAD_HERE "," LMG "," GER_AT("v", "PzIVH", HERE), "german: pick g", "handto w v", "F10.1"},
      {SQUAD_HERE "," LMG "," SPW "," INSIDE("h", "german", "658", HERE, "v"), "german: pick g",
       "handto w h", "F10.1"},
      {SQUAD_HERE "," LMG "," ON_M("h", "german", "658", HERE, "\"broken\""), "german: pick g",
       "handto w h", "F10.1"},
      /* men are no weapon of the vehicle that carries them */
      {SPW "," INSIDE("h", "german", "348", HERE, "v") "," SQUAD_HERE, "german: pick v",
       "handto h g", "F10.2"},
      {TWO "," ON("w", "german", "LMG_G", HERE), "german: pick g", "pickup h g", "F10.3"}};
  ATTEMPT(rows);
}

/* F10.2, F22.1: nor does it change hands between men who wait off the map. */
static void nothing_handed_off_the_map(void **unused) {
  (void)unused;
  struct table *t =
      field_at("\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"vars\":{\"edges\":1},"
               "\"units\":[" FAR_AWAY
               "," OFF("g", "658") "," OFF("h", "658") "," CARRIED("w", "german", "LMG_G", "g") "]",
               "");
  act(t, "german", "enter g");
  refused(t, "german", "handto w h", "F10.2");
  clear_away(t);
}

/* F5.8: what is stuck unloads at no MP, also when it has less than half its MP: an inexperienced
 * driver has 9 of 14, boarded by others 5. */
static void stuck_and_boarded(void **unused) {
  (void)unused;
  static const struct attempt rows[] = {
      {INSIDE("h", "german", "348", HERE,
              "v") "," GER_AT("g", "348", HERE) "," SPW_M("\"immobilized\",\"inexperienced\""),
       "german: pick g; german: board v; german: pick v", "unload", NULL},
      {INSIDE("h", "german", "348", HERE, "v") "," GER_AT("g", "348",
                                                          HERE) "," SPW_M("\"inexperienced\""),
       "german: pick g; german: board v; german: pick v", "unload", "F5.8"}};
  ATTEMPT(rows);
}

/* F11.4, F7.9: who pushes, hooks up or unhooks a Gun has taken it out of its position: it has no
 * cover of its own any more. 458 at range 5: 4 FP, S 8; 2 for a Gun in position. */
static void out_of_position(void **unused) {
  (void)unused;
  static const struct {
    const char *script, *hex, *weight;
  } rows[] = {
      {"german: pick v; german: done", "fire T-E3 0", "weight 6"},
      {"german: pick k; german: push 5; soviet: pass", "fire T-E4 0", "weight 8"},
      {"german: pick v; german: hook k; german: end; german: end; soviet: end; soviet: end; "
       "german: pick v; german: unhook",
       "fire T-E3 0", "weight 8"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(PHASE("german.action", FAR_AWAY "," RUS_AT("r", "458", "T-E8") "," SPW "," MARKED(
                                            "k", "german", "AT75L", HERE, 5, "\"emplaced\"")),
                 i == 1 ? "1" : "");
    script(t, rows[i].script);
    go_on_to(t, "soviet.action");
    act(t, "soviet", "pick r");
    weighs(odds_of(t, "soviet", rows[i].hex), rows[i].weight);
    clear_away(t);
  }
}

/* F5.7: who climbs aboard is seen, and so is the vehicle, though nobody watches. */
static void boarding_is_seen(void **unused) {
  (void)unused;
  struct table *t =
      field_at(ON_GROUND("german.action", HEX(HERE, "brush"),
                         FAR_AWAY "," ON_M("g", "german", "658", HERE, "\"concealed\"") "," MARKED(
                             "v", "german", "SPW251/1", HERE, 5, "\"concealed\"")),
               "");
  act(t, "german", "pick g");
  act(t, "german", "board v");
  unmarked(t, "g", "concealed");
  unmarked(t, "v", "concealed");
  clear_away(t);
}

/* F5.8: after getting off the vehicle goes no further, the men neither; they may attack at half
 * (F7.5), once. */
static void after_getting_off(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," SPW "," INSIDE("g", "german", "658", HERE, "v") "," RUS_AT("r", "458", "T-E8")),
      "");
  act(t, "german", "pick v");
  act(t, "german", "unload");
  act(t, "soviet", "pass");
  not_offered(t, "german", "go T-E4 0");
  not_offered(t, "german", "go T-D3 0");
  not_offered(t, "german", "cancel");
  not_offered(t, "german", "unload");
  marked(t, "g", "moved");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 7"); /* 6 FP at half: 3, column 2 */
  clear_away(t);
}

/* F5.8: stuck it pays no MP for it, and is picked for it alone. */
static void stuck_and_unloading(void **unused) {
  (void)unused;
  static const char *const marks[] = {"\"immobilized\"", "\"bogged\"", "\"stunned\""};
  for (int i = 0; i < 3; i++) {
    char position[1200];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",\"units\":[%s,{\"name\":\"v\","
             "\"side\":\"german\",\"kind\":\"SPW251/1\",\"hex\":\"T-E3\",\"facing\":5,\"marks\":["
             "%s]},%s]",
             FAR_AWAY, marks[i], INSIDE("g", "german", "658", HERE, "v"));
    struct table *t = field_at(position, i == 1 ? "3" : "");
    act(t, "german", "pick v");
    act(t, "german", "unload");
    act(t, "soviet", "pass");
    marked(t, "g", "moved");
    stands(t, "g", HERE, 2);
    clear_away(t);
  }
}

/* F5.11: behind a vehicle a Gun is in no position any more; what it had acquired is lost (F11.4);
 * it goes where the vehicle goes, and unhooked it stays, faces as the vehicle did, and is free. */
static void in_tow_and_out(void **unused) {
  (void)unused;
  struct table *t =
      field_at(PHASE("german.action",
                     FAR_AWAY "," SPW "," MARKED("k", "german", "AT75L", HERE, 2, "\"emplaced\"")),
               "");
  act(t, "german", "pick v");
  act(t, "german", "hook k");
  clear_away(t);
  t = field_at(PHASE("german.action", FAR_AWAY
                     "," FACING("v", "german", "SPW251/1", HERE,
                                4) "," TOWED "," FACING("u", "german", "SPW251/1", "T-E4", 5)),
               "");
  act(t, "german", "pick v");
  act(t, "german", "unhook");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  const cJSON *u;
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), "k"))
      assert_int_equal(int_of(u, "facing"), 4);
  script(t, "german: end; german: end; soviet: end; soviet: end");
  act(t, "german", "pick v");
  refused(t, "german", "unhook", "F5.11");
  act(t, "german", "go T-D3 0");
  act(t, "soviet", "pass");
  stands(t, "k", HERE, 1);
  clear_away(t);
}

/* F5.12: a Gun that is pushed faces the way it goes, is in no position any more and has lost its
 * aim; a try that fails puts a hidden Gun on the map (F15.8). */
static void pushed_guns(void **unused) {
  (void)unused;
  for (int moves = 0; moves < 2; moves++) {
    struct table *t = field_at(
        ON_GROUND("german.action", HEX(HERE, "brush"),
                  FAR_AWAY ",{\"name\":\"k\",\"side\":\"german\",\"kind\":\"AT75L\",\"hex\":\"" HERE
                           "\",\"facing\":2,\"marks\":[\"emplaced\",\"hip\"],\"factors\":{"
                           "\"acquired\":\"T-E9\"}}," RUS_AT("r", "458", "T-E9")),
        moves ? "4" : "5");
    act(t, "german", "pick k");
    act(t, "german", "push 5");
    if (moves)
      act(t, "soviet", "pass");
    stands(t, "k", moves ? "T-E4" : HERE, 1);
    unmarked(t, "k", "hip");
    not_offered(t, "german", "push 5");
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    const cJSON *u;
    cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), "k"))
        assert_int_equal(int_of(u, "facing"), moves ? 5 : 2);
    clear_away(t);
  }
}

/* F10.3, F10.4: what is picked up is carried from then on: it fires with its bearer, goes along
 * with him, and what is heavy costs MP; it begins a move, so the group does nothing else. */
static void picked_up(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," SQUAD_HERE "," ON("w", "german", "MMG_G", HERE)), "");
  act(t, "german", "pick g");
  offered(t, "german", "go T-E7 0", "F4.7");
  act(t, "german", "pickup w g");
  offered(t, "german", "go T-E6 0", "F4.7"); /* 4 MP, 1 point above capacity: 3 */
  not_offered(t, "german", "go T-E7 0");
  refused(t, "german", "search T-E4", "F15.11");
  act(t, "german", "go T-E5 0");
  act(t, "soviet", "pass");
  assert_string_equal(place_of(t, "w"), place_of(t, "g"));
  clear_away(t);
}

/* F10.2: what is handed over is the other's from then on, and fires with him though its bearer held
 * it back; the group cannot pretend that nothing happened, nor hand it over again. */
static void handed_over(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY
            "," TWO "," CARRIED("w", "german", "MMG_G", "g") "," RUS_AT("r", "458", "T-E8")),
      "");
  act(t, "german", "pick g");
  offered(t, "german", "go T-E6 0", "F4.7");
  not_offered(t, "german", "go T-E7 0");
  act(t, "german", "hold w");
  act(t, "german", "with h");
  act(t, "german", "handto w h");
  happened(t, "F10.2", "field.handed");
  not_offered(t, "german", "cancel");
  offered(t, "german", "go T-E7 0", "F4.7"); /* unburdened */
  refused(t, "german", "handto w g", "F10.2");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 9"); /* the rifles alone: 6 */
  act(t, "german", "with h");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 12"); /* 6, 6 and 5: column 16 */
  act(t, "german", "done");
  act(t, "german", "pick h");
  weighs(odds_of(t, "german", "fire T-E8 0"), "weight 12"); /* both again, 6, 6 and 5: column 16 */
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(who_boards),
                                     cmocka_unit_test(who_gets_off),
                                     cmocka_unit_test(half_of_seventeen),
                                     cmocka_unit_test(who_hooks_what),
                                     cmocka_unit_test(no_towing_off_the_map),
                                     cmocka_unit_test(who_hands_what),
                                     cmocka_unit_test(boarding_is_seen),
                                     cmocka_unit_test(after_getting_off),
                                     cmocka_unit_test(stuck_and_unloading),
                                     cmocka_unit_test(in_tow_and_out),
                                     cmocka_unit_test(pushed_guns),
                                     cmocka_unit_test(picked_up),
                                     cmocka_unit_test(handed_over),
                                     cmocka_unit_test(nothing_handed_off_the_map),
                                     cmocka_unit_test(stuck_and_boarded),
                                     cmocka_unit_test(out_of_position)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
