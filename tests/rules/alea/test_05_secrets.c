/* test_05_secrets.c - two games that differ only in a secret are the same, byte for byte, to the
 * side that may not know it.
 *
 * Everything that can be asked is compared: view, prompt and actions, events, records, overlays,
 * the reach of every unit in sight, and the hash that a redacted copy carries. Each case also shows
 * that the secret comes out where the rules say so: then the two differ.
 */
#include "table.h"

#include <stdlib.h>

struct page {
  char *text;
  size_t n, cap;
};
static void put(struct page *p, const cJSON *j) {
  char *s = cJSON_PrintUnformatted(j);
  size_t n = strlen(s);
  if (p->n + n + 2 > p->cap) {
    p->cap = (p->n + n + 2) * 2;
    char *more = realloc(p->text, p->cap);
    if (!more)
      abort();
    p->text = more;
  }
  memcpy(p->text + p->n, s, n);
  p->n += n;
  p->text[p->n++] = '\n';
  p->text[p->n] = 0;
  free(s);
}

/* All that a side is told, as one text. */
static char *told(struct table *t, const char *side) {
  struct page p = {0};
  static const char *const overlays[] = {"zoc", "control", "supply", "threat"};
  put(&p, ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side));
  put(&p, ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side));
  put(&p, ask(t, "{\"cmd\":\"records\",\"side\":\"%s\"}", side));
  for (int i = 0; i < 4; i++)
    put(&p, ask(t, "{\"cmd\":\"overlay\",\"side\":\"%s\",\"name\":\"%s\",\"args\":[]}", side,
                overlays[i]));
  put(&p, ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side));
  cJSON *units = cJSON_Duplicate(field(t->last, "view.units"), 1), *u;
  int n = 0;
  cJSON_ArrayForEach(u, units) {
    const char *id = text_of(u, "id"), *at = text_of(u, "at");
    if (id[0] == '?' || at[0] > '9' || ++n > 60)
      continue;
    put(&p, ask(t, "{\"cmd\":\"reach\",\"side\":\"%s\",\"unit\":\"%s\"}", side, id));
  }
  cJSON_Delete(units);
  put(&p, ask(t, "{\"cmd\":\"save\",\"side\":\"%s\"}", side));
  return p.text;
}

struct secret {
  const char *game, *options, *pos[2], *dice; /* pos[1] NULL: the same */
  const char *before[2];                      /* what is done in the two games */
  const char *blind;                          /* who must not see the difference.. */
  const char *reveal;                         /* ..until this has been done in both */
};
static void keeps(const struct secret *c) {
  char *text[2][2];
  for (int i = 0; i < 2; i++) {
    struct table *t = lay_with(c->game, c->options, c->pos[i] ? c->pos[i] : c->pos[0], c->dice,
                               NULL, __FILE__, __LINE__);
    script(t, c->before[i]);
    text[i][0] = told(t, c->blind);
    if (c->reveal)
      script(t, c->reveal);
    text[i][1] = told(t, c->blind);
    if (game_dice_left(engine_game(t->engine)))
      leave_dice(t); /* one tape serves both games, and one of them may roll less */
    clear_away(t);
  }
  if (strcmp(text[0][0], text[1][0])) {
    size_t k = 0;
    while (text[0][0][k] == text[1][0][k])
      k++;
    k = k > 200 ? k - 200 : 0;
    fail_msg("the %s side can tell:\n%.600s\n---- from\n%.600s", c->blind, text[0][0] + k,
             text[1][0] + k);
  }
  if (c->reveal && !strcmp(text[0][1], text[1][1]))
    fail_msg("after '%s' the %s side still cannot tell", c->reveal, c->blind);
  for (int i = 0; i < 4; i++)
    free(text[i / 2][i % 2]);
}

#define ONE_FIGHT                                                                                  \
  PLAIN PHASE("german.combat") TURN(2) UNITS(DE("a", "inf", "0605") C DE("k", "art", "0602") C RU( \
      "x", "inf", "0606") C RU("y", "inf", "0606") C RU("g", "art", "0609"))
static void attack_type(void **s) {
  (void)s;
  keeps(&(struct secret){N,
                         NULL,
                         {ONE_FIGHT, NULL},
                         "6 6",
                         {"german: target 0606; german: from 0605; german: attack; soviet: commit",
                          "german: target 0606; german: from 0605; german: type probe; german: "
                          "attack; soviet: commit"},
                         "soviet",
                         "german: pass; soviet: pass"});
  keeps(&(struct secret){N,
                         NULL,
                         {ONE_FIGHT, NULL},
                         "6 6",
                         {"german: target 0606; german: from 0605",
                          "german: target 0606; german: from 0605; german: type probe"},
                         "soviet",
                         NULL});
}

static void retreat_election(void **s) {
  (void)s;
  keeps(&(struct secret){N,
                         NULL,
                         {ONE_FIGHT, NULL},
                         "",
                         {"german: target 0606; german: from 0605; german: attack; soviet: commit",
                          "german: target 0606; german: from 0605; german: attack; soviet: elect "
                          "retreat; soviet: commit"},
                         "german",
                         "german: pass; soviet: pass"});
}

static void excess_and_defensive_support(void **s) {
  (void)s;
#define OVER                                                                                       \
  PLAIN "\"unchecked\":true," PHASE("german.combat") TURN(2) UNITS(                                \
      DE("a", "inf", "0605") C RU("x", "inf", "0606") C RU("y", "inf", "0606", FAC("\"df\":3"))    \
          C RU("z", "inf", "0606") C RU("w", "inf", "0606"))
  keeps(&(struct secret){
      N,
      NULL,
      {OVER, NULL},
      "",
      {"german: target 0606; german: from 0605; german: attack; soviet: excess x; soviet: commit",
       "german: target 0606; german: from 0605; german: attack; soviet: excess y; soviet: commit"},
      "german",
      "soviet: pass"});
#define DEFCAS                                                                                     \
  PLAIN PHASE("soviet.movement") TURN(2)                                                           \
      UNITS(AIR("b", "german", "bomber", "air.german.defence", FAC("\"bomb\":4"))                  \
                C DE("x", "inf", "0606") C RU("y", "inf", "0607"))
#define TO_FIGHT                                                                                   \
  "soviet: end movement; german: cas b; german: put 0606; soviet: target 0606; soviet: from "      \
  "0607; "                                                                                         \
  "soviet: attack; "
  keeps(&(struct secret){N,
                         NULL,
                         {DEFCAS, NULL},
                         "",
                         {TO_FIGHT "german: commit", TO_FIGHT "german: support b; german: commit"},
                         "soviet",
                         "german: pass"});
}

#define SKY                                                                                        \
  PLAIN PHASE("air.assign") TURN(2) UNITS(                                                         \
      AIR("f", "german", "fighter", "air.german.available", FAC("\"air\":3"))                      \
          C AIR("e", "german", "fighter", "air.german.available", FAC("\"air\":1,\"steps\":1"))    \
              C AIR("b", "german", "bomber", "air.german.available") C AIR(                        \
                  "s", "soviet", "fighter", "air.soviet.available", FAC("\"air\":1,\"steps\":1"))  \
                  C AIR("u", "soviet", "fighter", "air.soviet.available",                          \
                        FAC("\"air\":2,\"steps\":2")) C DE("x", "inf", "0101")                     \
                      C RU("y", "inf", "1212"))
static void air_assignment(void **s) {
  (void)s;
  keeps(&(struct secret){N,
                         NULL,
                         {SKY, NULL},
                         NULL,
                         {"german: fly f attack; german: commit",
                          "german: fly e defence; german: fly b attack; german: commit"},
                         "soviet",
                         "soviet: commit"});
  keeps(&(struct secret){N,
                         NULL,
                         {SKY, NULL},
                         NULL,
                         {"german: fly f attack", "german: fly f attack; german: fly f defence"},
                         "soviet",
                         NULL});
  keeps(&(struct secret){N,
                         NULL,
                         {SKY, NULL},
                         NULL,
                         {"soviet: fly s defence", "soviet: fly u attack; soviet: fly s attack"},
                         "german",
                         NULL});
}

/* at the reveal only numbers; blind targets; identity when the zone is done */
static void face_down_fighters(void **s) {
  (void)s;
  keeps(&(struct secret){
      N,
      NULL,
      {SKY, NULL},
      "9 9 9 9",
      {"german: fly f attack; german: commit; soviet: fly s defence; soviet: commit",
       "german: fly e attack; german: commit; soviet: fly s defence; soviet: commit"},
      "soviet",
      "german: commit; soviet: commit"});
  keeps(&(struct secret){N,
                         NULL,
                         {SKY, NULL},
                         "9 9 9 9 9 9 9 9 9 9",
                         {"german: fly f attack; german: fly b attack; german: commit; soviet: fly "
                          "s defence; soviet: commit; soviet: aim s 1; soviet: commit",
                          "german: fly f attack; german: fly b attack; german: commit; soviet: fly "
                          "s defence; soviet: commit; soviet: aim s 2; soviet: commit"},
                         "german",
                         "german: commit"});
}

static void unexamined_stacks(void **s) {
  (void)s;
  /* the same counters, in each other's place and with another loss */
  const char *one = PLAIN PHASE("german.movement") TURN(2)
      UNITS(DE("a", "mech", "0603") C RU("u", "inf", "0606") C RU("v", "inf", "0909", STEPS(1))
                C RU("y", "inf", "0606") C RU("z", "inf", "0909"));
  const char *two = PLAIN PHASE("german.movement") TURN(2)
      UNITS(DE("a", "mech", "0603") C RU("u", "inf", "0909") C RU("v", "inf", "0606")
                C RU("y", "inf", "0606", STEPS(1)) C RU("z", "inf", "0909"));
  struct secret c = {N,
                     NULL,
                     {one, two},
                     "",
                     {"german: move a; german: step 0604; german: step 0605",
                      "german: move a; german: step 0604; german: step 0605"},
                     "german",
                     "soviet: pass; german: strike 0606; soviet: commit; soviet: pass"};
  /* a position is part of a saved game's header, so the copies of these two differ: all else is
   * compared */
  char *text[2][2];
  for (int i = 0; i < 2; i++) {
    struct table *t = lay(c.game, c.pos[i], c.dice);
    script(t, c.before[i]);
    text[i][0] = told(t, "german");
    script(t, c.reveal);
    text[i][1] = told(t, "german");
    clear_away(t);
    for (int k = 0; k < 2; k++) {
      char *journal = strstr(text[i][k], "{\"ok\":true,\"journal\"");
      assert_non_null(journal);
      *journal = 0;
    }
  }
  assert_string_equal(text[0][0], text[1][0]);
  assert_string_not_equal(text[0][1], text[1][1]); /* 7.a.4: this combat's units lie open */
  for (int i = 0; i < 4; i++)
    free(text[i / 2][i % 2]);
}

static void deployment(void **s) {
  (void)s;
  keeps(&(struct secret){N,
                         NULL,
                         {NULL, NULL},
                         NULL,
                         {"soviet: pick ru.15rd.47; soviet: put 2114",
                          "soviet: pick ru.81rd.410; soviet: put 1715; soviet: pick ru.15rd.47"},
                         "german",
                         NULL});
}

/* opt.secret: until one of them moves, or the first movement ends */
static void secret_divisions(void **s) {
  (void)s;
  char *text[2][2];
  for (int i = 0; i < 2; i++) {
    char line[200];
    struct table *t = lay_with(
        N, "\"secret\":true",
        PLAIN
            PHASE("setup.german") "\"control\":[[\"german\",[\"1201\",\"0501\",\"0101\"]]]," UNITS(
                BOX("de.12pz.hq", "tray.german") C RU("y", "inf", "1212") C DE("x", "inf", "0101")),
        "", NULL, __FILE__, __LINE__);
    snprintf(line, sizeof line, "german: pick de.12pz.hq; german: put %s; german: end set-up",
             i ? "0501" : "1201");
    script(t, line);
    text[i][0] = told(t, "soviet");
    script(t, "german: end movement");
    text[i][1] = told(t, "soviet");
    clear_away(t);
  }
  assert_string_equal(text[0][0], text[1][0]);
  assert_string_not_equal(text[0][1], text[1][1]);
  for (int i = 0; i < 4; i++)
    free(text[i / 2][i % 2]);
}

static void fuel(void **s) {
  (void)s;
  keeps(&(struct secret){N,
                         "\"fuel\":true",
                         {SKY, NULL},
                         NULL,
                         {"german: fuel spend; german: commit", "german: commit"},
                         "soviet",
                         "soviet: commit"});
}

static void modes(void **s) {
  (void)s;
#define AA_END                                                                                     \
  PLAIN PHASE("soviet.combat") TURN(3) UNITS(RU("aa", "aa", "0607") C DE("ab", "aa", "0101") C DE( \
      "x", "inf", "0101") C RU("y", "inf", "0607"))
  keeps(&(struct secret){S_,
                         NULL,
                         {AA_END, NULL},
                         "",
                         {"soviet: end combat; soviet: mode aa at; soviet: commit",
                          "soviet: end combat; soviet: commit"},
                         "german",
                         "german: commit"});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attack_type),
      cmocka_unit_test(retreat_election),
      cmocka_unit_test(excess_and_defensive_support),
      cmocka_unit_test(air_assignment),
      cmocka_unit_test(face_down_fighters),
      cmocka_unit_test(unexamined_stacks),
      cmocka_unit_test(deployment),
      cmocka_unit_test(secret_divisions),
      cmocka_unit_test(fuel),
      cmocka_unit_test(modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
