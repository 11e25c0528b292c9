/* test_00_finer.c - nullgame's finer points: who sees what, what reach and cards say, and sight
 * against plain geometry. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNITS(list) "\"units\":[" list "]"
#define AT(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\"}"
#define AT1(unit, hex) "{\"unit\":\"" unit "\",\"hex\":\"" hex "\",\"steps\":1}"
#define PLAIN "\"map\":\"plain:9x9\","
#define PHASE(p) "\"phase\":\"" p "\","

/* ---- who sees what ---------------------------------------------------------------------- */

static bool sees_unit(struct table *t, const char *side, const char *unit) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(u,
                     field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), unit)) return true;
  return false;
}
/* The side's last event of that kind, "" when it has none. */
static const char *last_told(struct table *t, const char *side, const char *kind) {
  const cJSON *e;
  const char *text = "";
  ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
  cJSON_ArrayForEach(e, field(t->last, "events")) if (!strcmp(text_of(e, "kind"), kind)) text =
      text_of(e, "text");
  return text;
}

static void r2_2_friends_reveal_nothing(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement")
              UNITS(AT("de.1.inf", "0507") "," AT("de.2.inf", "0505") "," AT("ru.1.rifle", "0101")),
          "");
  acts(t, "german", "move de.1.inf; step 0506");
  never(t, "known");
  assert_false(sees_unit(t, "soviet", "de.1.inf"));
  assert_false(sees_unit(t, "soviet", "de.2.inf"));
  assert_string_equal(last_told(t, "soviet", "moves"), "A hidden unit comes to 0506.");
  assert_non_null(strstr(last_told(t, "german", "moves"), "moves to 0506, 2 points left"));
  clear_away(t);
}

/* the mover, and who is stacked with it, as well as the enemy */
static void r2_2_both_are_known(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement")
              UNITS(AT("de.1.inf", "0506") "," AT("de.2.inf", "0505") "," AT("ru.1.rifle", "0503")),
          "");
  assert_false(sees_unit(t, "soviet", "de.2.inf"));
  acts(t, "german", "move de.2.inf; step 0504");
  assert_true(sees_unit(t, "german", "ru.1.rifle"));
  assert_true(sees_unit(t, "soviet", "de.2.inf"));
  assert_false(sees_unit(t, "soviet", "de.1.inf"));
  act(t, "german", "done");
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("german.movement")
              UNITS("{\"unit\":\"de.1.inf\",\"hex\":\"0508\",\"marks\":[\"known\"]}," AT(
                  "ru.1.rifle", "0503")),
          "");
  acts(t, "german", "move de.1.inf; step 0507"); /* known before: its moves are seen as they are */
  assert_non_null(strstr(last_told(t, "soviet", "moves"), "moves to 0507"));
  clear_away(t);
}

static void r2_2_hit_is_known(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0504")), "6");
  acts(t, "german", "move de.1.inf; step 0506");
  assert_false(sees_unit(t, "soviet", "de.1.inf"));
  act(t, "soviet", "fire ru.zis");
  happened(t, "2.2", "known");
  assert_true(sees_unit(t, "soviet", "de.1.inf"));
  clear_away(t);
}

static void r3_3_rebuilding_in_secret(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.supply") "\"vars\":{\"german_points\":2}," UNITS(
          "{\"unit\":\"de.1.inf\",\"hex\":\"0507\",\"steps\":1,\"marks\":[\"known\"]}," AT1(
              "de.2.inf", "0707") "," AT1("ru.1.rifle", "0101") ",{\"unit\":\"de.3.inf\",\"box\":"
                                                                "\"reserve.german\",\"steps\":1}"),
      "");
  refused(t, "german", "rebuild ru.1.rifle", "3.3"); /* the enemy's */
  refused(t, "german", "rebuild de.3.inf", "3.3");   /* in reserve */
  act(t, "german", "rebuild de.2.inf");
  assert_string_equal(text_of(t->last, "events[0].units[0]"), "de.2.inf");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 1);
  assert_string_equal(last_told(t, "soviet", "rebuilt"), "");
  act(t, "german", "rebuild de.1.inf");
  assert_non_null(strstr(last_told(t, "soviet", "rebuilt"), "full strength"));
  clear_away(t);
}

/* ---- sight ------------------------------------------------------------------------------ */

static const char *const woods[] = {"0303", "0304", "0403", "0505", "0605", "0604", "0402",
                                    "0707", "0706", "0807", "0208", "0307", "0608", "0508"};

/* 4.7 said once more, from geometry alone. */
static bool open_line(const struct sal_board *b, const uint8_t *block, sal_hex from, sal_hex to) {
  struct sal_point a = sal_hex_point(b, from), z = sal_hex_point(b, to);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (h == from || h == to || !block[h])
      continue;
    enum sal_meet m = sal_meet_hex(b->pointy, a, z, b->q[h], b->r[h]);
    if (m == SAL_CROSS)
      return false;
    for (int d = 0; m == SAL_ALONG && d < 6; d++) {
      sal_hex g = sal_next(b, h, d);
      if (g && block[g] && sal_meet_side(b->pointy, a, z, b->q[h], b->r[h], d) == SAL_ALONG)
        return false;
    }
  }
  return true;
}

/* The hex that is named does block, and no crossed one blocks before it. */
static void cut_is_first(const struct sal_board *b, const uint8_t *block, sal_hex from, sal_hex to,
                         sal_hex cut) {
  struct sal_point a = sal_hex_point(b, from), z = sal_hex_point(b, to);
  assert_true(block[cut] && sal_meet_hex(b->pointy, a, z, b->q[cut], b->r[cut]) >= SAL_ALONG);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    if (h != from && block[h] && sal_distance(b, from, h) < sal_distance(b, from, cut))
      assert_int_not_equal(sal_meet_hex(b->pointy, a, z, b->q[h], b->r[h]), SAL_CROSS);
  }
}

static void r4_7_sight_is_geometry(void **s) {
  (void)s;
  char position[2000];
  size_t n = (size_t)snprintf(position, sizeof position, PLAIN "\"terrain\":[");
  for (size_t i = 0; i < sizeof woods / sizeof *woods; i++)
    n += (size_t)snprintf(position + n, sizeof position - n,
                          "%s{\"hex\":\"%s\",\"set\":[\"wood\"]}", i ? "," : "", woods[i]);
  snprintf(position + n, sizeof position - n, "]," UNITS(AT("de.1.inf", "0109")));
  struct table *t = lay("nullgame", position, "");
  const struct sal_board *b = &game_book(engine_game(t->engine))->board;
  uint8_t block[SAL_MAX_CELLS] = {0};
  int closed = 0;
  for (size_t i = 0; i < sizeof woods / sizeof *woods; i++)
    block[sal_hex_parse(b, woods[i])] = 1;
  for (int i = 0; i < b->nhexes; i++)
    for (int k = 0; k < b->nhexes; k++) {
      sal_hex h = b->order[i], g = b->order[k];
      if (h == g || sal_distance(b, h, g) > 12)
        continue;
      ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"los\",\"args\":[\"%s\",\"%s\"]}",
          b->name[h], b->name[g]);
      const char *cut = text_of(t->last, "overlay.lines[0].cut");
      if (open_line(b, block, h, g) != !*cut)
        fail_msg("%s to %s: cut is '%s'", b->name[h], b->name[g], cut);
      if (*cut)
        cut_is_first(b, block, h, g, sal_hex_parse(b, cut));
      closed += *cut != 0;
    }
  assert_true(closed > 300);
  clear_away(t);
}

static void r4_6_guns_in_range_only(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT(
              "ru.zis", "0504") "," AT("ru.1.rifle", "0604") "," AT("de.pak", "0707")),
          "1");
  acts(t, "german", "move de.1.inf; step 0506");
  refused(t, "soviet", "fire ru.1.rifle", "4.6"); /* near enough, but no gun */
  refused(t, "soviet", "fire de.pak", "4.6");     /* not its own */
  act(t, "soviet", "fire ru.zis");
  assert_int_equal(int_of(t->last, "events[0].card.rolled"), 0);
  act(t, "german", "step 0406");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  /* the gun has fired: nobody is asked again */
  assert_string_equal(text_of(t->last, "prompt.node"), "move.step");
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0504")),
          "5");
  acts(t, "german", "move de.1.inf; step 0506");
  act(t, "soviet", "fire ru.zis");
  assert_int_equal(int_of(t->last, "events[0].card.rolled"), 1);
  clear_away(t);
}

/* ---- reach ------------------------------------------------------------------------------ */

static void why_not(struct table *t, const char *side, const char *action, const char *text) {
  ask(t, "{\"cmd\":\"why\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  assert_string_equal(text_of(t->last, "error.text"), text);
}

static const cJSON *reach_hex(struct table *t, const char *side, const char *unit,
                              const char *hex) {
  const cJSON *h;
  ask(t, "{\"cmd\":\"reach\",\"side\":\"%s\",\"unit\":\"%s\"}", side, unit);
  cJSON_ArrayForEach(h,
                     field(t->last, "reach.hexes")) if (!strcmp(text_of(h, "hex"), hex)) return h;
  return NULL;
}
static int reach_ends(struct table *t) {
  return 10 * cJSON_GetArraySize(field(t->last, "reach.begin")) +
         cJSON_GetArraySize(field(t->last, "reach.end"));
}

static void r4_1_reach_says_how(void **s) {
  (void)s;
  struct table *t = lay("nullgame",
                        PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT(
                            "de.2.inf", "0907") ",{\"unit\":\"ru.1.rifle\",\"hex\":\"0102\","
                                                "\"marks\":[\"known\"]}," AT("ru.2.rifle", "0104")),
                        "");
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0506"), "do"), "step 0506");
  assert_int_equal(reach_ends(t), 11);
  assert_string_equal(text_of(t->last, "reach.begin[0]"), "move de.1.inf");
  /* an enemy's: how far, but not how */
  assert_non_null(reach_hex(t, "german", "ru.1.rifle", "0103"));
  assert_null(field(reach_hex(t, "german", "ru.1.rifle", "0103"), "do"));
  assert_int_equal(reach_ends(t), 0);
  /* nor its own side's, in the other's phase */
  assert_null(field(reach_hex(t, "soviet", "ru.1.rifle", "0103"), "do"));
  assert_int_equal(reach_ends(t), 0);
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"ru.2.rifle\"}");
  assert_string_equal(text_of(t->last, "error.rule"), "2.2"); /* hidden */
  ask(t, "{\"cmd\":\"reach\",\"side\":\"german\",\"unit\":\"de.3.inf\"}");
  assert_string_equal(text_of(t->last, "error.rule"), "2.2"); /* not on the map */
  acts(t, "german", "move de.1.inf; step 0506");
  /* on the way: it goes on from here */
  assert_non_null(field(reach_hex(t, "german", "de.1.inf", "0505"), "do"));
  assert_int_equal(reach_ends(t), 1);
  assert_null(reach_hex(t, "german", "de.1.inf", "0503"));
  assert_null(field(reach_hex(t, "german", "de.2.inf", "0906"), "do")); /* another is on the way */
  assert_null(field(reach_hex(t, "soviet", "ru.1.rifle", "0103"), "do")); /* not its phase */
  act(t, "german", "stop");
  why_not(t, "german", "move de.1.inf", "1/1 Rgt has already moved.");
  assert_null(field(reach_hex(t, "german", "de.1.inf", "0505"), "do")); /* it has moved */
  assert_int_equal(reach_ends(t), 0);
  clear_away(t);
}

static void r4_4_only_the_first_hex(void **s) {
  (void)s;
  static const char position[] = PLAIN PHASE(
      "german.movement") "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"wood\"]},{\"hex\":\"0505\","
                         "\"set\":[\"wood\"]},{\"hex\":\"0606\",\"set\":[\"wood\"]},{\"hex\":"
                         "\"0406\",\"set\":[\"wood\"]},"
                         "{\"hex\":\"0203\",\"set\":[\"wood\"]},{\"side\":[\"0204\",\"0203\"],"
                         "\"set\":[\"river\"]}],"
                         "\"units\":[{\"name\":\"slow\",\"side\":\"german\",\"kind\":\"INF\","
                         "\"factors\":{\"mp\":1},\"hex\":\"0507\"},{\"name\":\"quick\",\"side\":"
                         "\"german\",\"kind\":\"INF\",\"factors\":{\"mp\":2},\"hex\":\"0508\"},"
                         "{\"name\":\"third\",\"side\":\"german\",\"kind\":\"INF\",\"factors\":{"
                         "\"mp\":2},\"hex\":\"0204\"}]";
  struct table *t = lay("nullgame", position, "");
  reaches(t, "german", "slow", "0506", "1", "4.4");
  reaches(t, "german", "slow", "0508", "1", "4.2"); /* a cheap one beside it is an ordinary one */
  act(t, "german", "move slow");
  reaches(t, "german", "slow", "0506", "1", "4.4"); /* chosen, not yet moved */
  act(t, "german", "stop");
  reaches(t, "german", "third", "0203", "2", "4.4"); /* three points with two */
  /* two hexes the other way: nothing dear about it */
  reaches(t, "german", "third", "0206", "2", "4.2");
  acts(t, "german", "move quick; step 0507");
  reaches(t, "german", "quick", "0506", NULL, NULL); /* it has moved: two points wanted, one left */
  refused(t, "german", "step 0506", "4.2");
  clear_away(t);
}

static void r4_2_points_run_out(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") "\"terrain\":[{\"side\":[\"0507\",\"0506\"],\"set\":["
                                         "\"river\"]}]," UNITS(
                                             AT("de.1.inf", "0507") "," AT("de.2.inf", "0707")),
          "");
  act(t, "german", "move de.2.inf");
  /* three points, three hexes: the last may take all that is left */
  acts(t, "german", "step 0706; step 0705; step 0704");
  assert_non_null(strstr(text_of(t->last, "events[0].text"), "0 points left"));
  acts(t, "german", "move de.1.inf; step 0506");
  /* over the river: two */
  assert_non_null(strstr(text_of(t->last, "events[0].text"), "1 point left"));
  clear_away(t);
  t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0506\",\"set\":[\"wood\"]}],"
                                     "\"units\":[{\"name\":\"slow\",\"side\":\"german\",\"kind\":"
                                     "\"INF\",\"factors\":{\"mp\":1},\"hex\":\"0507\"}]",
      "");
  /* 4.4: dearer than what it has, and then nothing is left */
  acts(t, "german", "move slow; step 0506");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "move");
  clear_away(t);
}

static void r4_6_reach_warns(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT(
              "de.pak", "0607") "," AT("ru.zis", "0504") "," AT("ru.1.rifle", "0303")),
          "1");
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0506"), "risk"), "1 shot");
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0508"), "risk"), "");
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0507"), "risk"), "");
  acts(t, "german", "move de.1.inf; step 0506");
  act(t, "soviet", "fire ru.zis");
  /* it has fired */
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0505"), "risk"), "");
  clear_away(t);
  t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") "\"terrain\":[{\"hex\":\"0505\",\"set\":[\"wood\"]}]," UNITS(
          AT("de.1.inf", "0606") "," AT("ru.zis", "0504")),
      "");
  /* the wood hides it */
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0506"), "risk"), "");
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0605"), "risk"), "1 shot");
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0506") "," AT("ru.zis", "0504")),
          "");
  /* it stands there already */
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0506"), "risk"), "");
  clear_away(t);
  t = lay_with("nullgame", "\"guns\":false",
               PLAIN PHASE("german.movement")
                   UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0504")),
               "", NULL, __FILE__, __LINE__);
  assert_string_equal(text_of(reach_hex(t, "german", "de.1.inf", "0506"), "risk"), "");
  clear_away(t);
}

/* ---- what the view shows ---------------------------------------------------------------- */

static const cJSON *shown(struct table *t, const char *unit) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), unit)) return u;
  return NULL;
}

static void r4_1_points_while_moving(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement")
              UNITS(AT("de.1.inf", "0507") "," AT("de.2.inf", "0707") "," AT("ru.1.rifle", "0101")),
          "");
  act(t, "german", "move de.2.inf");
  act(t, "german", "step 0706");
  assert_int_equal(int_of(shown(t, "de.2.inf"), "mp[0]"), 2);
  assert_int_equal(int_of(shown(t, "de.2.inf"), "mp[1]"), 3);
  assert_null(field(shown(t, "de.1.inf"), "mp"));
  act(t, "german", "stop");
  marked(t, "de.2.inf", "moved");
  unmarked(t, "de.1.inf", "moved");
  assert_null(field(shown(t, "de.2.inf"), "mp"));
  clear_away(t);
}

static bool controls(struct table *t, const char *side, const char *hex) {
  const cJSON *c, *h;
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  cJSON_ArrayForEach(c, field(t->last, "view.control")) if (!strcmp(text_of(c, "[0]"), side))
      cJSON_ArrayForEach(h, field(c, "[1]")) if (!strcmp(h->valuestring, hex)) return true;
  return false;
}
static void r6_1_control_passes(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") "\"control\":[[\"soviet\",[\"0506\"]]]," UNITS(
              AT("de.1.inf", "0507")),
          "");
  assert_true(controls(t, "soviet", "0506") && !controls(t, "german", "0506"));
  acts(t, "german", "move de.1.inf; step 0506; step 0507");
  /* it stays behind */
  assert_true(controls(t, "german", "0506") && !controls(t, "soviet", "0506"));
  clear_away(t);
}
/* What a position does not name is held as at the start: the north by the Soviet. */
static void r6_1_unnamed_ground(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.movement") "\"control\":[[\"soviet\",[\"0507\"]]]," UNITS(
              AT("de.1.inf", "0607")),
          "");
  assert_true(controls(t, "soviet", "0101") && !controls(t, "german", "0101"));
  assert_true(controls(t, "german", "0608") && !controls(t, "soviet", "0608"));
  clear_away(t);
}

static void r6_2_even(void **s) {
  (void)s;
  static const struct {
    const char *control, *winner, *level;
    int german, soviet;
  } cases[] = {
      {"[[\"german\",[\"0101\"]],[\"soviet\",[\"0201\"]]]", "draw", "draw", 1, 1},
      {"[[\"german\",[\"0101\",\"0201\"]]]", "german", "German decisive victory", 2, 0},
      {"[[\"soviet\",[\"0101\",\"0201\"]]]", "soviet", "Soviet decisive victory", 0, 2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char position[600];
    snprintf(position, sizeof position,
             PLAIN PHASE("soviet.attack") "\"turn\":5,\"regions\":[{\"id\":\"villages\",\"hexes\":["
                                          "\"0101\",\"0201\"]}],\"control\":%s," UNITS(
                                              AT("de.1.inf", "0909")),
             cases[i].control);
    struct table *t = lay("nullgame", position, "");
    ask(t, "{\"cmd\":\"result\"}");
    assert_true(cJSON_IsNull(field(t->last, "result"))); /* not over yet */
    act(t, "soviet", "done");
    result(t, cases[i].winner, "6.2");
    assert_string_equal(text_of(t->last, "result.level"), cases[i].level);
    assert_int_equal(int_of(t->last, "result.scores.german"), cases[i].german);
    assert_int_equal(int_of(t->last, "result.scores.soviet"), cases[i].soviet);
    assert_int_equal(field(t->last, "result.margin")->valueint, cases[i].german - cases[i].soviet);
    ask(t, "{\"cmd\":\"records\",\"side\":\"german\"}");
    assert_int_equal(field(t->last, "records[0].blocks[0].total")->valueint,
                     cases[i].german - cases[i].soviet);
    clear_away(t);
  }
}

/* ---- attacks ---------------------------------------------------------------------------- */

static void r5_4_steps_show_their_shift(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"german_stance\":\"press\"}," UNITS(
              AT("de.pz.a", "0505") "," AT("ru.1.rifle", "0504")),
          "");
  acts(t, "german", "target 0504; add de.pz.a");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_null(field(t->last, "prompt.cards[0].steps[0].shift")); /* 5 : 3 */
  assert_int_equal(int_of(t->last, "prompt.cards[0].steps[1].shift"), 1);
  assert_int_equal(field(t->last, "prompt.cards[0].steps[2].shift")->valueint, -1);
  assert_string_equal(text_of(t->last, "prompt.selected[0]"), "de.pz.a");
  clear_away(t);
}

static void r5_4_never_off_the_table(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"german_stance\":\"press\",\"soviet_stance\":"
                                       "\"press\",\"german_points\":9}," UNITS(
                                           AT("de.pz.a", "0505") "," AT("ru.1.rifle", "0504")),
          "");
  acts(t, "german", "target 0504; add de.pz.a; support 9");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].steps[0].to"), "3:1"); /* 14 : 3 */
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "3:1");
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("german.attack") "\"terrain\":[{\"hex\":\"0504\",\"set\":[\"wood\"]}]," UNITS(
              AT1("de.1.inf", "0505") "," AT("ru.1.rifle", "0504")),
          "");
  acts(t, "german", "target 0504; add de.1.inf");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.cards[0].column"), "1:2");
  clear_away(t);
}

static void r5_7_the_first_counter_retreats_too(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("soviet.attack") "\"vars\":{\"german_stance\":\"press\"}," UNITS(
              AT("de.1.inf", "0505") "," AT("ru.t34.a", "0504")),
          "4");
  acts(t, "soviet", "target 0505; add ru.t34.a; attack"); /* 5:3 = 1:1, a 4 is DR */
  act(t, "german", "retreat 0506");
  stands(t, "de.1.inf", "0506", 2);
  clear_away(t);
}

static void r3_1_stances_end_with_the_turn(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("soviet.attack") "\"vars\":{\"german_stance\":\"press\"}," UNITS(
              AT("de.1.inf", "0108")),
          "");
  act(t, "soviet", "done");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "view.vars.german_stance"), "hold");
  clear_away(t);
}

static void r3_2_arrivals_are_seen(void **s) { /* that somebody came, not who */
  (void)s;
  struct table *t =
      lay("nullgame",
          PHASE("german.supply") "\"vars\":{\"german_points\":3}," UNITS(
              "{\"unit\":\"de.pz.b\",\"box\":\"reserve.german\"}") ",\"map\":\"testbed\"",
          "");
  act(t, "german", "pick de.pz.b");
  why_not(t, "german", "put 0304", "0304 is not a free home hex of this side.");
  act(t, "german", "put 0206");
  assert_string_equal(last_told(t, "soviet", "moves"), "A hidden unit comes to 0206.");
  assert_string_equal(last_told(t, "soviet", "arrives"), "");
  clear_away(t);
}

static void r4_6_pass(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.movement") UNITS(AT("de.1.inf", "0507") "," AT("ru.zis", "0504")), "");
  acts(t, "german", "move de.1.inf; step 0506");
  act(t, "soviet", "pass");
  act(t, "german", "stop");
  clear_away(t);
}

/* A1: no advance; the next attack knows nothing of the last */
static void r5_1_attacks_start_afresh(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"german_points\":4}," UNITS(
              AT("de.1.inf", "0505") "," AT("de.2.inf", "0604") "," AT("ru.1.rifle", "0504")),
          "1");
  acts(t, "german", "target 0504; add de.1.inf; support 1; attack");
  marked(t, "de.1.inf", "fought");
  unmarked(t, "de.2.inf", "fought");
  why_not(t, "german", "target 0101", "No unit can attack 0101.");
  act(t, "german", "target 0504");
  refused(t, "german", "attack", "5.1");
  act(t, "german", "add de.2.inf");
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  /* no old attacker, no old support */
  assert_int_equal(int_of(t->last, "prompt.cards[0].sides[0].total"), 3);
  refused(t, "german", "support 4", "5.5");
  why_not(t, "german", "support 4", "Only 3 points are left.");
  why_not(t, "german", "add de.1.inf", "1/1 Rgt cannot attack 0504 now.");
  clear_away(t);
}

static void r5_7_retreat_is_named(void **s) {
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") "\"vars\":{\"soviet_stance\":\"press\"}," UNITS(
              AT("de.pz.a", "0505") "," AT("de.1.inf", "0304") "," AT("ru.1.rifle", "0504")),
          "4");
  acts(t, "german", "target 0504; add de.pz.a; attack");
  assert_int_equal(int_of(t->last, "events[0].card.rolled"), 2); /* A1 D1 DR EX */
  why_not(t, "soviet", "retreat 0403", "0403 is next to an enemy, and another hex is not.");
  cites(t, "error.rule", "5.7");
  why_not(t, "soviet", "retreat 0502", "A retreat is one hex; 0502 is not next to the unit.");
  act(t, "soviet", "retreat 0503");
  assert_non_null(strstr(text_of(t->last, "events[0].text"), "retreats to 0503"));
  why_not(t, "german", "advance de.1.inf", "1/1 Rgt did not take part in this attack.");
  clear_away(t);
}

static void r5_2_only_tanks_must(void **s) {
  (void)s;
  struct table *t = lay(
      "nullgame",
      PLAIN PHASE("german.attack") UNITS(AT("de.1.inf", "0505") "," AT("ru.1.rifle", "0504")), "");
  act(t, "german", "done");
  clear_away(t);
}

static void r5_8_nobody_left_to_advance(void **s) { /* EX: both lose their last step */
  (void)s;
  struct table *t =
      lay("nullgame",
          PLAIN PHASE("german.attack") UNITS(AT1("de.1.inf", "0505") "," AT1("ru.1.rifle", "0504")),
          "5");
  acts(t, "german", "target 0504; add de.1.inf; attack");
  stands(t, "de.1.inf", "-", 0);
  stands(t, "ru.1.rifle", "-", 0);
  ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  assert_string_equal(text_of(t->last, "prompt.node"), "attack");
  clear_away(t);
}

/* ---- the start, and positions ----------------------------------------------------------- */

static void the_lesson_begins(void **s) {
  (void)s;
  struct table *t = lay("nullgame", NULL, NULL);
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.turn.n"), 1);
  assert_string_equal(text_of(t->last, "view.phase"), "orders");
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.units")), 13);
  /* half the map each */
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.control[0][1]")), 36);
  assert_int_equal(cJSON_GetArraySize(field(t->last, "view.control[1][1]")), 36);
  stands(t, "de.1.inf", "0107", 2);
  stands(t, "ru.t34.b", "reserve.soviet", 2);
  clear_away(t);
}

static void positions_are_read_with_care(void **s) {
  (void)s;
  static const struct {
    const char *fields, *at;
  } wrong[] = {
      {"\"phase\":\"german.lunch\"", "phase"},
      {"\"phase\":\"zoc\"", "phase"},
      {"\"control\":[[\"german\",[\"0101\",\"9901\"]]]", "control[0]"},
      {"\"control\":[[\"all\",[\"0101\"]]]", "control[0][0]"},
      {"\"vars\":{\"german_points\":10}", "vars[0].german_points"},
      {"\"vars\":{\"german_points\":-1}", "vars[0].german_points"},
      {"\"vars\":{\"soviet_points\":\"many\"}", "vars[0].soviet_points"},
      {"\"vars\":{\"soviet_stance\":\"run\"}", "vars[0].soviet_stance"},
      {"\"vars\":{\"soviet_stance\":1}", "vars[0].soviet_stance"},
      {"\"vars\":{\"weather\":1}", "vars[0].weather"},
      {UNITS(AT("de.9.inf", "0101")), "units[0].unit"},
      {UNITS(AT("de.1.inf", "0101") "," AT("de.1.inf", "0102")), "units[1].unit"},
      {UNITS(AT("de.1.inf", "0101") "," AT("ru.1.rifle", "0101")), "units[1].hex"},
      {UNITS(AT("de.1.inf", "0101") "," AT("de.2.inf", "0101") "," AT("de.3.inf", "0101")),
       "units[2].hex"},
      {UNITS("{\"unit\":\"de.1.inf\"}"), "units[0].hex"},
      {UNITS("{\"unit\":\"de.1.inf\",\"box\":\"reserve.soviet\"}"), "units[0].box"},
      {UNITS("{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"steps\":3}"), "units[0].steps"},
      {UNITS("{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"steps\":0}"), "units[0].steps"},
      {UNITS("{\"unit\":\"de.1.inf\",\"hex\":\"0101\",\"marks\":[\"tired\"]}"), "units[0].marks"},
  };
  struct table *t = lay("nullgame", PLAIN UNITS(AT("de.1.inf", "0108")), "");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ask(t,
        "{\"cmd\":\"new\",\"game\":\"nullgame\",\"scenario\":\"lesson\",\"seed\":1,\"position\":{"
        "\"map\":\"plain:9x9\",%s}}",
        wrong[i].fields);
    if (strcmp(text_of(t->last, "error.code"), "input") ||
        strcmp(text_of(t->last, "error.at"), wrong[i].at))
      fail_msg("%s: %s at %s: %s", wrong[i].fields, text_of(t->last, "error.code"),
               text_of(t->last, "error.at"), text_of(t->last, "error.text"));
  }
  clear_away(t);
  t = lay("nullgame",
          PLAIN PHASE("german.supply") "\"vars\":{\"soviet_stance\":\"press\",\"soviet_points\":9,"
                                       "\"german_points\":0}," UNITS(AT("de.1.inf", "0108")),
          "");
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  assert_int_equal(int_of(t->last, "view.turn.n"), 1);
  assert_string_equal(text_of(t->last, "view.vars.soviet_stance"), "press");
  assert_string_equal(text_of(t->last, "view.vars.german_stance"), "hold");
  assert_int_equal(int_of(t->last, "view.vars.soviet_points"), 9);
  assert_int_equal(int_of(t->last, "view.vars.german_points"), 0);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r2_2_friends_reveal_nothing),
      cmocka_unit_test(r2_2_both_are_known),
      cmocka_unit_test(r2_2_hit_is_known),
      cmocka_unit_test(r3_3_rebuilding_in_secret),
      cmocka_unit_test(r4_7_sight_is_geometry),
      cmocka_unit_test(r4_6_guns_in_range_only),
      cmocka_unit_test(r4_1_reach_says_how),
      cmocka_unit_test(r4_4_only_the_first_hex),
      cmocka_unit_test(r4_6_reach_warns),
      cmocka_unit_test(r4_1_points_while_moving),
      cmocka_unit_test(r6_1_control_passes),
      cmocka_unit_test(r6_1_unnamed_ground),
      cmocka_unit_test(r6_2_even),
      cmocka_unit_test(r5_4_steps_show_their_shift),
      cmocka_unit_test(r5_1_attacks_start_afresh),
      cmocka_unit_test(r5_7_retreat_is_named),
      cmocka_unit_test(r5_2_only_tanks_must),
      cmocka_unit_test(r5_8_nobody_left_to_advance),
      cmocka_unit_test(r4_2_points_run_out),
      cmocka_unit_test(r5_4_never_off_the_table),
      cmocka_unit_test(r4_6_pass),
      cmocka_unit_test(r5_7_the_first_counter_retreats_too),
      cmocka_unit_test(r3_1_stances_end_with_the_turn),
      cmocka_unit_test(r3_2_arrivals_are_seen),
      cmocka_unit_test(the_lesson_begins),
      cmocka_unit_test(positions_are_read_with_care),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
