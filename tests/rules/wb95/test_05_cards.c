/* test_05_cards.c - whole cards, word for word: what counts in a combat, and nothing else. */
#include "table.h"

#define ATTACK PLAIN AT("german.attack")
#define SP(n) "\"factors\":{\"sp\":" #n "}"

/* The card that a side sees: a line for each unit, then a line for each step. */
static void whole_card_at(struct table *t, const char *side, const char *want, const char *file,
                          int line) {
  char have[4096] = "", buf[32];
  const cJSON *c, *s, *l;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  c = field(t->last, "prompt.cards[0]");
  cJSON_ArrayForEach(s, field(c, "sides")) cJSON_ArrayForEach(l, field(s, "lines"))
      snprintf(have + strlen(have), sizeof have - strlen(have), "%s %s %s\n", text_of(l, "rule"),
               text_of(l, "text"), points_of(field(l, "value"), buf));
  cJSON_ArrayForEach(s, field(c, "steps"))
      snprintf(have + strlen(have), sizeof have - strlen(have), "%s %s: %s\n", text_of(s, "rule"),
               text_of(s, "text"), text_of(s, "to"));
  if (strcmp(have, want))
    fail_with(file, line, "another card", have);
}
#define whole_card(t, side, want) whole_card_at(t, side, want, __FILE__, __LINE__)

#define MAN(name, hex, n) UX(name, G, "G-INF", hex, SP(n))
#define OF(name, hex, n, f)                                                                        \
  UX(name, G, "G-INF", hex, "\"factors\":{\"sp\":" #n "},\"formation\":\"" f "\"")
#define FOE(name, hex, n) UX(name, S, "S-INF", hex, SP(n))

static void a_plain_one(void **s) { /* 1.5: a gun with a regular unit; nothing is shifted */
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS(MAN("a", "0505", 9), FOE("e", "0506", 3), U("gun", S, "S-ART", "0506")), NULL);
  acts(t, G, "target 0506;add a");
  whole_card(t, G,
             "1.5 a 9\n"
             "1.5 e 3\n"
             "6.6.1 gun 3\n"
             "1.7c 9 : 6: 2:1\n");
  clear_away(t);
}

static void shifts_both_ways(void **s) { /* 1.6a, 13.1.2, 15.1.3, 5.5.2, 20.1.1 */
  (void)s;
  struct table *t = FRESH(
      ATTACK TERRAIN(HEX("0506", "\"hills\",\"forest\"")) MARKS(MARK("0506", "ff", S))
          UNITS(OF("a", "0505", 2, "1 ARM"), OF("b", "0505", 2, "1 ARM"),
                OF("c", "0505", 2, "1 ARM"), U("tig", G, "G-TIG", "0505"), FOE("e", "0506", 3)),
      NULL);
  acts(t, G, "target 0506;add a;add b;add c;add tig");
  whole_card(t, G,
             "1.5 a 1 ARM 2\n"
             "1.5 b 1 ARM 2\n"
             "1.5 c 1 ARM 2\n"
             "1.5 tig 3\n"
             "1.5 e 3\n"
             "1.7c 9 : 3: 3:1\n"
             "13.1.2 attackers' concentration: 4:1\n"
             "15.1.3 attackers' stars: 5:1\n"
             "1.6a attackers: 2 to the right of 3:1: 5:1\n"
             "5.5.2 terrain: 3:1\n"
             "20.1.1 field fortification: 2:1\n");
  assert_int_equal(int_of(t->last, "prompt.cards[0].steps[1].shift"), 1);
  assert_int_equal(int_of(t->last, "prompt.cards[0].steps[4].shift"), -2);
  clear_away(t);
}

static void beyond_the_table(void **s) { /* 1.6b */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"hills\""))
                              UNITS(OF("a", "0505", 9, "1 ARM"), OF("b", "0505", 9, "1 ARM"),
                                    OF("c", "0505", 9, "1 ARM"), U("tig", G, "G-TIG", "0505"),
                                    FOE("e", "0506", 3)),
                          NULL);
  acts(t, G, "target 0506;add a;add b;add c;add tig");
  whole_card(t, G,
             "1.5 a 1 ARM 9\n"
             "1.5 b 1 ARM 9\n"
             "1.5 c 1 ARM 9\n"
             "1.5 tig 3\n"
             "1.5 e 3\n"
             "1.7c 30 : 3: 10:1\n"
             "13.1.2 attackers' concentration: 10:1\n"
             "15.1.3 attackers' stars: 10:1\n"
             "1.6a attackers: 2 to the right of 10:1: 10:1\n"
             "5.5.1 terrain: 9:1\n");
  clear_away(t);
}

static void up_to_its_end(void **s) { /* 1.6b: of two shifts one is left */
  (void)s;
  struct table *t =
      FRESH(ATTACK UNITS(MAN("a", "0505", 24),
                         UX("tig", G, "G-TIG", "0505", "\"factors\":{\"stars\":\"blue,white\"}"),
                         U("e", S, "S-TB", "0506")),
            NULL);
  acts(t, G, "target 0506;add a;add tig");
  whole_card(t, G,
             "1.5 a 24\n"
             "1.5 tig 3\n"
             "1.5 e 3\n"
             "1.7c 27 : 3: 9:1\n"
             "15.1.4 attackers' stars: 10:1\n"
             "1.6b the table ends here: 10:1\n"
             "1.6a attackers: 2 to the right of 9:1: 10:1\n");
  clear_away(t);
}

static void staffs_of_attackers(void **s) { /* 9.2.1 */
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS(MAN("a", "0505", 9), U("q", G, "G-HQ", "0503"), FOE("e", "0506", 3)), NULL);
  acts(t, G, "target 0506;add a;commit");
  whole_card(t, G,
             "1.5 a 9\n"
             "1.5 e 3\n"
             "1.7c 9 : 3: 3:1\n"
             "9.2.1 attackers' headquarters: 1 off the roll: 3:1\n");
  clear_away(t);
}

static void staffs_of_defenders(void **s) { /* 9.2.3 */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(MAN("a", "0505", 9), U("q", S, "S-HQ", "0508"),
                                       U("q2", S, "S-HQ", "0508"), FOE("e", "0506", 3)),
                          NULL);
  acts(t, G, "target 0506;add a;commit");
  whole_card(t, G,
             "1.5 a 9\n"
             "1.5 e 3\n"
             "1.7c 9 : 3: 3:1\n"
             "9.2.3 defenders' headquarters: 1 on the roll: 3:1\n");
  clear_away(t);
}

static void staffs_of_both(void **s) { /* 9.2.4 */
  (void)s;
  struct table *t = FRESH(ATTACK UNITS(MAN("a", "0505", 9), U("q", S, "S-HQ", "0508"),
                                       U("q2", G, "G-HQ", "0505"), FOE("e", "0506", 3)),
                          NULL);
  acts(t, G, "target 0506;add a;commit");
  whole_card(t, G,
             "1.5 a 9\n"
             "1.5 e 3\n"
             "1.7c 9 : 3: 3:1\n"
             "9.2.4 headquarters on both sides cancel out: 3:1\n");
  clear_away(t);
}

static void nobody_home(void **s) { /* 5.1.9 */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"hills\""))
                              UNITS(MAN("a", "0505", 9), U("q", S, "S-HQ", "0506")),
                          NULL);
  acts(t, G, "target 0506;add a");
  whole_card(t, G,
             "1.5 a 9\n"
             "5.1.9 nobody holds the hex: 10:1\n");
  clear_away(t);
}

static void guns_alone(void **s) { /* 6.6.3 */
  (void)s;
  struct table *t = FRESH(
      ATTACK UNITS(MAN("a", "0505", 9), U("g", S, "S-ART", "0506"), U("g2", S, "S-ART", "0506")),
      NULL);
  acts(t, G, "target 0506;add a");
  whole_card(t, G,
             "1.5 a 9\n"
             "6.6.3 guns alone in 0506 1\n"
             "1.7c 9 : 1: 9:1\n");
  clear_away(t);
}

static void two_hexes(void **s) { /* 5.5.3 */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(HEX("0506", "\"hills\""), SIDE("0505", "0506", "river"))
                              UNITS(MAN("a", "0505", 9), FOE("e", "0506", 3), FOE("f", "0606", 2)),
                          NULL);
  acts(t, G, "target 0506;target 0606;add a");
  whole_card(t, G,
             "1.5 a 9\n"
             "1.5 f 2\n"
             "1.5 e 3\n"
             "1.7c 9 : 5: 2:1\n"
             "5.5.3 the ground of 0506 counts: 2:1\n"
             "5.5.1 terrain: 1:1\n"
             "5.5.4 across a river: 1:2\n");
  clear_away(t);
}

/* 5.5.3: of equals the better ground counts: its shifts, one for works, two for a line; the
 * northern one where nothing tells them apart. Whatever counts, a stronger hex counts before it. */
static void equally_strong(void **s) {
  (void)s;
  static const struct {
    const char *terrain, *marks;
    int first, second; /* how strongly 0506 and 0606 are held */
    const char *counts;
  } row[] = {
      {"", "", 3, 3, "0606"},
      {"", "", 4, 3, "0506"},
      {"", MARK("0506", "ff", S), 3, 3, "0506"},
      {HEX("0506", "\"hills\"") ",", MARK("0606", "ff", S), 3, 3, "0606"},
      {HEX("0506", "\"hills\"") "," SIDE("0606", "0607", "fort") ",", MARK("0506", "ff", S), 3, 3,
       "0606"},
      {SIDE("0506", "0507", "fort") "," HEX("0606", "\"hills\"") ",", MARK("0606", "ff", S), 3, 3,
       "0606"},
      {SIDE("0506", "0507", "fort") "," HEX("0606", "\"hills\"") ",", "", 3, 3, "0506"},
      {SIDE("0506", "0507", "fort") ",", MARK("0506", "ff", S), 3, 4, "0606"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[1200], words[64];
    snprintf(
        pos, sizeof pos,
        ATTACK "\"terrain\":[%s" HEX("1919", "\"forest\"") "],\"marks\":[%s],\"units\":[" MAN(
            "a", "0505", 9) ",{\"name\":\"e\",\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":"
                            "\"0506\",\"factors\":{\"sp\":%d}},{\"name\":\"f\",\"side\":"
                            "\"soviet\",\"kind\":\"S-INF\",\"hex\":\"0606\",\"factors\":{\"sp\":"
                            "%d}}]",
        row[i].terrain, row[i].marks, row[i].first, row[i].second);
    struct table *t = FRESH(pos, NULL);
    acts(t, G, "target 0506;target 0606;add a");
    snprintf(words, sizeof words, "the ground of %s counts", row[i].counts);
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    if (strcmp(text_of(t->last, "prompt.cards[0].steps[1].text"), words))
      fail_msg("row %zu: %s", i, text_of(t->last, "prompt.cards[0].steps[1].text"));
    clear_away(t);
  }
}

static void through_a_line(void **s) { /* 19.1 */
  (void)s;
  struct table *t = FRESH(ATTACK TERRAIN(SIDE("0506", "0505", "fort"))
                              UNITS(MAN("a", "0505", 9), MAN("b", "0406", 2),
                                    U("g", G, "G-ART", "0503"), FOE("e", "0506", 5)),
                          NULL);
  acts(t, G, "target 0506;add a;add b;commit");
  acts(t, G, "gun g");
  whole_card(t, G,
             "1.5 a 9\n"
             "1.5 b 2\n"
             "6.3.2 g 5\n"
             "19.1.1 halved at the line -7\n"
             "1.5 e 5\n"
             "1.7c 9 : 5: 2:1\n"
             "19.1.2 fortified line: 1:2\n");
  clear_away(t);
}

static void masked(void **s) { /* 16.1.3 */
  (void)s;
  struct table *t =
      MASKED(ATTACK TERRAIN(HEX("0506", "\"hills\""), SIDE("0505", "0506", "river"))
                 UNITS(MAN("a", "0505", 40), MAN("b", "0505", 30), FOE("e", "0506", 5)),
             NULL);
  acts(t, G, "target 0506;add a;add b");
  whole_card(t, G,
             "1.5 a 40\n"
             "1.5 b 30\n"
             "16.1.3 at best: strength 1 under the masks: 8:1\n"
             "16.1.3 at worst: strength 32, the most there can be: 1:2\n"
             "16.1.3 what the masks hide decides: 1:2 to 8:1\n");
  clear_away(t);
}

/* 16.1.3, 3.2.1: eight levels of ground units; aircraft are nothing that a mask could hide */
static void masked_germans(void **s) {
  (void)s;
  struct table *t =
      MASKED(PLAIN AT("soviet.attack") UNITS(FOE("e", "0506", 9), MAN("a", "0505", 3)), NULL);
  acts(t, S, "target 0505;add e");
  whole_card(t, S,
             "1.5 e 9\n"
             "16.1.3 at best: strength 1 under the masks: 9:1\n"
             "16.1.3 at worst: strength 32, the most there can be: 1:4\n"
             "16.1.3 what the masks hide decides: 1:4 to 9:1\n");
  clear_away(t);
}

/* 5.5.4, 19.1.2, 7.2.4a: what lies between counts when more than half of the attackers' points come
 * across it; of a fixed position half is enough */
static void half_across(void **s) {
  (void)s;
  static const struct {
    const char *between; /* 0505 and 0506 */
    int across, beside;  /* points from 0505, and from 0606 */
    const char *rule, *to;
  } row[] = {
      {"river", 6, 6, NULL, NULL},       {"river", 7, 5, "5.5.4", "1:1"},
      {"river", 5, 7, NULL, NULL},       {"river", 11, 1, "5.5.4", "1:1"},
      {"river.major", 6, 6, NULL, NULL}, {"river.major", 7, 5, "5.5.4", "1:2"},
      {"river.major", 5, 7, NULL, NULL}, {"river.major", 11, 1, "5.5.4", "1:2"},
      {"crossing", 6, 6, NULL, NULL},    {"crossing", 7, 5, "5.5.4", "1:2"},
      {"crossing", 5, 7, NULL, NULL},    {"crossing", 11, 1, "5.5.4", "1:2"},
      {"fort", 6, 6, NULL, NULL},        {"fort", 7, 5, "19.1.2", "1:2"},
      {"fort", 5, 7, NULL, NULL},        {"fort", 11, 1, "19.1.2", "1:3"},
      {"trench", 6, 6, "7.2.2", "1:3"},  {"trench", 7, 5, "7.2.2", "1:3"},
      {"trench", 5, 7, "7.2.4a", "1:1"}, {"trench", 11, 1, "7.2.2", "1:4"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char pos[1000];
    bool any = false;
    const cJSON *step;
    snprintf(pos, sizeof pos,
             ATTACK
             "\"terrain\":[{\"side\":[\"0506\",\"0505\"],\"set\":[\"%s\"]}],\"units\":["
             "{\"name\":\"a\",\"side\":\"german\",\"kind\":\"G-INF\",\"hex\":\"0505\","
             "\"factors\":{\"sp\":%d}},{\"name\":\"b\",\"side\":\"german\",\"kind\":\"G-INF\","
             "\"hex\":\"0606\",\"factors\":{\"sp\":%d}}," FOE("e", "0506", 6) "]",
             row[i].between, row[i].across, row[i].beside);
    struct table *t = FRESH(pos, NULL);
    acts(t, G, "target 0506;add a;add b");
    if (row[i].rule)
      card(t, G, row[i].rule, row[i].to);
    ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
    cJSON_ArrayForEach(step, field(t->last, "prompt.cards[0].steps")) any |=
        strcmp(text_of(step, "rule"), "1.7c") != 0;
    assert_int_equal(any, row[i].rule != NULL);
    clear_away(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plain_one),
      cmocka_unit_test(shifts_both_ways),
      cmocka_unit_test(beyond_the_table),
      cmocka_unit_test(up_to_its_end),
      cmocka_unit_test(staffs_of_attackers),
      cmocka_unit_test(staffs_of_defenders),
      cmocka_unit_test(staffs_of_both),
      cmocka_unit_test(nobody_home),
      cmocka_unit_test(guns_alone),
      cmocka_unit_test(two_hexes),
      cmocka_unit_test(equally_strong),
      cmocka_unit_test(through_a_line),
      cmocka_unit_test(masked),
      cmocka_unit_test(masked_germans),
      cmocka_unit_test(half_across),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
