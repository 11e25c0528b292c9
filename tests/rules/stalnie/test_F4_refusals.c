/* test_F4_refusals.c - F4, F5, F10, F16, F20, F22: why a group does not move, throw, board or
 * leave, each reason by its words; and what the deeds of one activation leave behind. */
#include "field_kit.h"

struct reason {
  const char *around; /* terrain, works or variables of the position, with a comma after each */
  const char *units;
  const char *before; /* "german: pick g; soviet: pass" */
  const char *action; /* a German one */
  const char *rule, *words;
};

static void refused_because(const struct reason *rows, size_t n) {
  bool all = true;
  for (size_t i = 0; i < n; i++) {
    const struct reason *r = &rows[i];
    char position[2400];
    snprintf(position, sizeof position,
             "\"map\":\"plain:16x16\",\"phase\":\"german.action\",%s\"units\":[%s,%s]", r->around,
             r->units, FAR_AWAY);
    struct table *t = field_at(position, NULL);
    if (*r->before)
      script(t, r->before);
    ask(t, "{\"cmd\":\"why\",\"side\":\"german\",\"action\":\"%s\"}", r->action);
    bool so = !strcmp(text_of(t->last, "error.rule"), r->rule) &&
              strstr(text_of(t->last, "error.text"), r->words);
    if (!so)
      print_error("row %d: '%s': %s %s\n", (int)i, r->action, text_of(t->last, "error.rule"),
                  text_of(t->last, "error.text"));
    else
      refused(t, "german", r->action, r->rule);
    all = all && so;
    clear_away(t);
  }
  assert_true(all);
}
#define REFUSED(rows) refused_because(rows, sizeof(rows) / sizeof(rows)[0])

#define SQUAD(id, hex) GER_AT(id, "658", hex)
#define TANK(id, hex) FACING(id, "german", "PzIVH", hex, 3)
#define TANK_M(id, hex, marks) ON_M(id, "german", "PzIVH", hex, marks)
#define GUN(id, hex) GER_AT(id, "AT75L", hex)
#define TRUCK(id, hex) GER_AT(id, "Opel6700", hex)
#define OFF(id, kind)                                                                              \
  "{\"name\":\"" id "\",\"side\":\"german\",\"kind\":\"" kind "\",\"box\":\"german.off\"}"
#define EDGES "\"vars\":{\"edges\":1},"

/* F4.1, F2.4, F5.12, F16.13: one member that cannot move keeps the whole group. */
static void kept_in_place(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", ON_M("g", "german", "658", "T-H8", "\"pinned\""), "german: pick g", "go T-H9 0", "F4.1",
       "g is pinned: the group does not move"},
      {"", SQUAD("g", "T-H8") "," ON_M("h", "german", "658", "T-H8", "\"pinned\""),
       "german: pick g; german: with h", "go T-H9 0", "F4.1", "h is pinned"},
      {"", GUN("a", "T-H8"), "german: pick a", "go T-H9 0", "F5.12", "a is only pushed"},
      {"", TANK_M("v", "T-H8", "\"immobilized\""), "german: pick v", "go T-H9 0", "F2.4",
       "v cannot move"},
      {"", TANK_M("v", "T-H8", "\"immobilized\""), "german: pick v", "back", "F2.4",
       "v cannot move"},
      {"", TANK_M("v", "T-H8", "\"immobilized\""), "german: pick v", "face v 1", "F2.4",
       "v cannot move"},
      {"", TANK_M("v", "T-H8", "\"dugin\""), "german: pick v", "go T-H9 0", "F16.13",
       "v is dug in and never moves"},
      {"", TANK_M("v", "T-H8", "\"dugin\""), "german: pick v", "face v 1", "F16.13",
       "v is dug in and never moves"},
      {EDGES, OFF("g", "658"), "german: enter g", "go T-P9 0", "F22.1", "it enters first"},
  };
  REFUSED(rows);
}

/* F4.5 to F4.8: ways that are not taken, and declarations that come too late. */
static void ways_not_taken(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8"), "german: pick g", "go T-H15 0", "F4.8",
       "T-H15 cannot be reached with the MP left"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: careful", "go T-H10 0", "F4.8",
       "T-H10 cannot be reached with the MP left"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: careful", "via T-H9 0", "F4.5",
       "A careful move is one Location"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: via T-H9 0", "run", "F4.6",
       "declared by men before their first step"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: via T-H9 0", "careful", "F4.5",
       "declared by men before their first step"},
      {"", TANK("v", "T-H8"), "german: pick v", "run", "F4.6", "declared by men"},
      {"", TANK("v", "T-H8"), "german: pick v", "careful", "F4.5", "declared by men"},
      {"", ON_M("g", "german", "658", "T-H8", "\"pinned\""), "german: pick g", "run", "F4.6",
       "declared by men"},
      {"", ON_M("g", "german", "658", "T-H8", "\"tired\""), "german: pick g", "run", "F4.6",
       "g cannot run"},
      {"", SQUAD("g", "T-H8") "," ON_M("l", "german", "9-1", "T-H8", "\"wounded\""),
       "german: pick g", "run", "F4.6", "l cannot run"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "go T-H9 3", "F26.5", "The level is 0 ground"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "via T-H9 3", "F26.5", "The level is 0 ground"},
      {"", SQUAD("g", "T-H8") "," RUS_AT("r", "458", "T-H10"), "german: pick g", "fire T-H10 3",
       "F26.5", "The level is 0 ground"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: via T-H9 0", "cancel", "F1.4",
       "The activation has begun: finish it"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8") "," CARRIED("mg", "german", "LMG_G", "g"),
       "german: pick g; german: handto mg h", "cancel", "F1.4",
       "The activation has begun: finish it"},
  };
  REFUSED(rows);
}

/* F5.2, F13.1: turns, steps back and overruns that a vehicle does not make. */
static void vehicles_stay(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8") "," TANK("v", "T-H8"), "german: pick g", "face v 1", "F5.2",
       "No vehicle is acting"},
      {"", SQUAD("g", "T-H8") "," RUS_AT("r", "458", "T-H9"), "german: pick g", "overrun T-H9",
       "F5.2", "No vehicle is acting"},
      {"", TANK("v", "T-H8") "," TANK("w", "T-H9"), "german: pick v", "face w 1", "F5.2",
       "w is not acting"},
      {"", TANK("v", "T-H8"), "german: pick v", "face v 3", "F5.2", "v faces that way already"},
      {"", TANK("v", "T-H8"), "german: pick v; german: via T-H9 0", "face v 2", "F4.7",
       "A path is being named"},
      {"", TANK("v", "T-H8"), "german: pick v; german: via T-H9 0", "back", "F4.7",
       "A path is being named"},
      {"", TANK("v", "T-H8") "," RUS_AT("r", "458", "T-I8"), "german: pick v; german: via T-G8 0",
       "overrun T-I8", "F4.7", "A path is being named"},
      {"", FACING("v", "german", "PzIVH", "T-H1", 5), "german: pick v", "back", "F5.2",
       "There is no hex behind v"},
      {"", FACING("v", "german", "PzIVH", "T-H8", 2) "," TANK("a", "T-H9"), "german: pick v",
       "back", "F3.1", "There is no room in T-H9"},
  };
  REFUSED(rows);
}

/* F4.1, F26.2, F20.3: who joins, what is held back, who throws. */
static void groups_as_they_are(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", SQUAD("g", "T-H8"), "german: pick g", "with g", "F4.1", "g is the last of the group"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H8"), "german: pick g; german: via T-H9 0",
       "with h", "F4.1", "The group has begun and does not change"},
      {"", SQUAD("g", "T-H8") "," SQUAD("h", "T-H9"), "german: pick g", "with h", "F4.1",
       "h cannot join the group"},
      {"", SQUAD("g", "T-H8") "," ON_M("h", "german", "658", "T-H8", "\"broken\""),
       "german: pick g", "with h", "F4.1", "h cannot join the group"},
      {"", SQUAD("g", "T-H8") "," TANK("v", "T-H8"), "german: pick g", "with v", "F4.1",
       "v cannot join the group"},
      {"", TANK("v", "T-H8") "," SQUAD("g", "T-H8"), "german: pick v", "with g", "F4.1",
       "Guns and vehicles act alone"},
      {"", SQUAD("g", "T-H8") "," CARRIED("mg", "german", "LMG_G", "g"),
       "german: pick g; german: via T-H9 0", "hold mg", "F26.2", "A path is being named"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "grenade T-H10", "F20.3",
       "T-H10 is too far for a grenade"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: careful", "grenade T-H9", "F20.3",
       "before or between paths"},
      {"", SQUAD("g", "T-H8"), "german: pick g; german: via T-H9 0", "grenade T-H9", "F20.3",
       "before or between paths"},
      {"", GER_AT("l", "9-1", "T-H8"), "german: pick l", "grenade T-H9", "F20.3",
       "Nobody of the group has smoke grenades"},
      {"", ON_M("g", "german", "658", "T-H8", "\"pinned\""), "german: pick g", "grenade T-H9",
       "F4.1", "g is pinned"},
  };
  REFUSED(rows);
}

/* F5.6 to F5.12, F10.2, F10.3, F22.1, F22.2: nobody to carry, nothing to push, no edge. */
static void nothing_to_do(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", TRUCK("v", "T-H8"), "german: pick v", "unload", "F5.8", "v carries nobody"},
      {"", TRUCK("v", "T-H8"), "german: pick v", "unhook", "F5.11", "v tows nothing"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "unload", "F5.2", "No vehicle is acting"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "unhook", "F5.2", "No vehicle is acting"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "push 3", "F5.12", "Only a Gun is pushed"},
      {"", ON_M("a", "german", "AT75L", "T-H8", "\"pinned\""), "german: pick a", "push 3", "F5.12",
       "a is pinned"},
      {"", GUN("a", "T-H1"), "german: pick a", "push 2", "F5.12", "There is no hex that way"},
      {"", SQUAD("g", "T-H8") "," TRUCK("v", "T-H9"), "german: pick g", "board v", "F5.7",
       "v is not in the same Location"},
      {"", SQUAD("g", "T-H8") "," ON_M("v", "german", "Opel6700", "T-H8", "\"moved\""),
       "german: pick g", "board v", "F5.7", "v has acted"},
      {"", ON_M("g", "german", "658", "T-H8", "\"pinned\"") "," TRUCK("v", "T-H8"),
       "german: pick g", "board v", "F5.7", "g cannot board"},
      {"", SQUAD("g", "T-H8"), "german: pick g", "leave", "F22.2",
       "Nobody leaves the map of this battle"},
      {EDGES, SQUAD("g", "T-H8"), "german: pick g", "leave", "F22.2",
       "T-H8 is not at the edge of the map"},
      {EDGES, OFF("g", "658"), "german: enter g", "at T-H8", "F22.1", "T-H8 is no entry hex"},
      {"", OFF("g", "658"), "", "enter g", "F22.1", "Nobody enters this battle"},
      {EDGES, SQUAD("g", "T-H8"), "", "enter g", "F22.1", "g is not off the map"},
  };
  REFUSED(rows);
}

/* F1.4: who does not act at all. */
static void who_does_not_act(void **unused) {
  (void)unused;
  static const struct reason rows[] = {
      {"", ON_M("g", "german", "658", "T-H8", "\"broken\""), "", "pick g", "F2.3",
       "g is broken: it rallies or falls back"},
      {"", ON_M("g", "german", "658", "T-H8", "\"acted\""), "", "pick g", "F1.4",
       "g has acted in this player turn"},
      {"", SQUAD("g", "T-H8") "," RUS_AT("r", "458", "T-H3"), "", "pick r", "F1.4",
       "r is no unit of this side"},
      {"", TANK_M("v", "T-H8", "\"stunned\""), "", "pick v", "F12.9", "v is stunned"},
      {"",
       ON_M("g", "german", "658", "T-H8", "\"melee\"") "," ON_M("r", "soviet", "458", "T-H8",
                                                                "\"melee\""),
       "", "pick g", "F14.9", "g is in melee"},
  };
  REFUSED(rows);
}

/* F20.3, F4.11: a throw is part of the move of the whole group: 2 MP are gone, all of it has moved,
 * and no way of moving is declared any more. Whoever throws is told to both. */
static void a_throw_is_a_move(void **unused) {
  (void)unused;
  for (int die = 2; die <= 3; die++) {
    struct table *t =
        field_at(PHASE("german.action", FAR_AWAY "," SQUAD("g", "T-H8") "," SQUAD("h", "T-H8")),
                 die == 2 ? "2" : "3");
    act(t, "german", "pick g"); /* both go */
    act(t, "german", "grenade T-H9");
    happened(t, "F20.3", "field.grenade");
    if (die == 2)
      happened(t, "F20.1", "field.smoke");
    else
      never(t, "field.smoke");
    assert_int_equal(shows(t, "soviet", "smoke"), die == 2);
    marked(t, "g", "moved");
    marked(t, "h", "moved");
    refused(t, "german", "run", "F4.6");
    refused(t, "german", "careful", "F4.5");
    refused(t, "german", "cancel", "F1.4");
    refused(t, "german", "go T-H11 0", "F4.8"); /* 2 of 4 MP are left */
    clear_away(t);
  }
}

/* F5.2, F11.4: a turn costs a point for each hexside, is a move, and gives up what was aimed at. */
static void a_turn_is_a_move(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", FAR_AWAY "," TANK("v", "T-H8")), "");
  act(t, "german", "pick v");
  act(t, "german", "face v 1");
  happened(t, "F5.2", "field.turns");
  marked(t, "v", "moved");
  act(t, "soviet", "pass");
  refused(t, "german", "face v 1", "F5.2");
  refused(t, "german", "cancel", "F1.4");
  act(t, "german", "face v 0");
  act(t, "soviet", "pass");
  act(t, "german", "done");
  marked(t, "v", "acted");
  clear_away(t);
}

/* F10.8: the flamethrower takes the whole shot of its bearer: he has fired, as well as it has. */
static void the_bearer_has_fired(void **unused) {
  (void)unused;
  struct table *t = field_at(
      PHASE("german.action", FAR_AWAY "," SQUAD("g", "T-E5") "," CARRIED(
                                 "ft", "german", "FT", "g") "," RUS_AT("r", "458", "T-E6")),
      "5 4 1 1 1 1 1 1");
  act(t, "german", "pick g");
  act(t, "german", "flame ft T-E6 0");
  marked(t, "g", "fired");
  marked(t, "ft", "fired");
  leave_dice(t);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kept_in_place),        cmocka_unit_test(ways_not_taken),
      cmocka_unit_test(vehicles_stay),        cmocka_unit_test(groups_as_they_are),
      cmocka_unit_test(nothing_to_do),        cmocka_unit_test(who_does_not_act),
      cmocka_unit_test(a_throw_is_a_move),    cmocka_unit_test(a_turn_is_a_move),
      cmocka_unit_test(the_bearer_has_fired),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
