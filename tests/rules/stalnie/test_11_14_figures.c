/* test_11_14_figures.c - figures that are read off: the form of what was bought, the ledger beside
 * it, the steps as they are announced, and a position's own figures. */
#include "kit.h"

#define SECOND                                                                                     \
  "\"phase\":\"prep.2/11.619\",\"vars\":{\"german_cpp\":80,\"soviet_cpp\":80,\"german_front\":20," \
  "\"soviet_front\":24}"

/* The form of that title in a side's prompt. */
static const cJSON *form_of(struct table *t, const char *side, const char *title) {
  const cJSON *form, *a = ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(
      form, field(a, "prompt.forms")) if (sal_eq(text_of(form, "title"), title)) return form;
  fail_msg("no form %s", title);
  return NULL;
}

/* A row as one text: the cells, then what can be done, with ! where it is refused. */
static const char *row_text(const cJSON *row, char text[400]) {
  const cJSON *one;
  *text = 0;
  cJSON_ArrayForEach(one, field(row, "cells")) {
    strcat(text, *text ? "|" : "");
    strcat(text, one->valuestring);
  }
  cJSON_ArrayForEach(one, field(row, "do")) {
    strcat(text, field(one, "why") || field(one, "refusal") ? " !" : " >");
    strcat(text, text_of(one, "label"));
  }
  return text;
}

/* 11.14, 11.6194, CG6: every line of the form says what it cost, in which manner, and what can be
 * done with it. */
static void what_was_bought(void **unused) {
  (void)unused;
  static const struct {
    const char *side, *buy, *rows[8];
  } cases[] = {
      {"soviet",
       "buy i1 north 0;buy i2 south 0;buy i4 reserve 0;buy a2 dugin 0;buy s1 bonus 0;"
       "buy o1 reg1 0;buy o2 reg2 0;link 7 phone",
       {"1|Guards rifle company|8|north >Return", "2|Guards SMG company|5|south >Return",
        "3|HMG platoon|1.5|reserve >Return", "4|T-34 M41 platoon|1.5|dug in >Return",
        "5|Stormovik group|3|-, earlier >Return",
        "6|Light artillery|2|-, 1 registered, radio >Return >Phone",
        "7|Battalion mortar|4|-, 2 registered, phone >Return >Radio"}},
      {"german",
       "buy o2 plain 0;buy o5 plain 1;buy i1 plain 0",
       {"1|Medium artillery|4|-, radio !Return >Phone", "2|Offboard observer|1|- >Return",
        "3|SS Panzergrenadier company|8|- >Return"}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct table *t = lay("stalnie/campaign", SECOND, NULL);
    acts(t, cases[i].side, cases[i].buy);
    const cJSON *row, *form = form_of(t, cases[i].side, "Bought");
    int n = 0;
    cJSON_ArrayForEach(row, field(form, "rows")) {
      char text[400];
      assert_true(n < 8 && cases[i].rows[n]);
      assert_string_equal(row_text(row, text), cases[i].rows[n++]);
    }
    assert_true(n == 8 || !cases[i].rows[n]);
    clear_away(t);
  }
}

/* 11.619: the chart's row of a group: its limits, the manners that fit, and what an assigned group
 * can be bought for. */
static void the_chart(void **unused) {
  (void)unused;
  struct table *t = lay("stalnie/campaign", SECOND, NULL);
  acts(t, "german", "buy o2 plain 0;buy o1 plain 0;buy o5 plain 2;buy a1 plain 0");
  static const char *const want[] = {
      "S1|Stuka group|2|0 of 1|0 of 3 >Buy >Earlier",
      "A1|PzIIIN platoon|3|1 of 1|1 of 1 !Buy !On map, north !On map, south",
      "A2|PzIVF2 platoon|3.5|0 of 2|0 of 5 >Buy >On map, north >On map, south",
      "I1|SS Panzergrenadier company|8|0 of 2|0 of 5 >Buy >On map, north >On map, south >Reserve",
      "I3|SS HW platoon|4.5|0 of 1|0 of 3 >Buy >Reserve",
      "O1|Battalion mortar|1.5|1 of 2|1 of 3 >Buy >1 registered >2 registered",
      "O2|Medium artillery|4|1 of 2|1 of 2 >Buy >1 registered >2 registered",
      "O5|Offboard observer|1|1 of 1|1 of 3 !Buy",        /* one in a scenario */
      "O6|Observation plane|1|0 of 1|0 of 3 >For line 1", /* 100mm or more */
      "O7|OP tank|1|0 of 1|0 of 3 >For line 1 >For line 2",
      "M2|Sniper increase|1|0 of 1|0 of 4 >Buy"};
  const size_t wanted = sizeof want / sizeof want[0];
  size_t n = 0;
  const cJSON *row, *form = form_of(t, "german", "German Reinforcement Groups");
  cJSON_ArrayForEach(row, field(form, "rows")) {
    char text[400];
    row_text(row, text);
    if (n < wanted && strncmp(text, want[n], 3) == 0)
      assert_string_equal(text, want[n++]);
  }
  assert_int_equal(n, wanted);
  clear_away(t);
}

/* A position that is refused, in these words. */
static void refused_position(const char *position, const char *words) {
  struct fault f = {0};
  char json[1000];
  snprintf(json, sizeof json, "{%s}", position);
  struct library *library = library_open(NULL, &f);
  cJSON *doc = cJSON_Parse(json);
  assert_non_null(doc);
  struct sal_book *b =
      library_private(library, sal_ruleset_find("stalnie"), 0, "campaign", doc, &f);
  if (!b)
    fail_msg("%s", f.text);
  struct sal_dice dice;
  static struct sal_events events;
  struct sal_play play = {b, calloc(1, b->state_bytes), calloc(1, b->scratch_bytes), &dice,
                          &events};
  struct sal_err err = {0};
  if (b->rules->place(&play, b->position, &err))
    fail_msg("%s is legal", position);
  if (!strstr(err.text, words))
    fail_msg("%s: %s", position, err.text);
  free(play.state);
  free(play.scratch);
  library_drop(b);
  library_close(library);
  cJSON_Delete(doc);
}

/* A position is refused with the one thing that is wrong: the last figure of every range is still
 * right. */
static void positions_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    int min, max;
  } vars[] = {{"german_cpp", 0, 200},
              {"soviet_cpp", 0, 200},
              {"german_elr", 1, 5},
              {"soviet_elr", 1, 5},
              {"german_san", 0, 6},
              {"soviet_san", 0, 6},
              {"german_fpp", 0, 400},
              {"soviet_fpp", 0, 400},
              {"german_front", 0, 64},
              {"soviet_front", 0, 65},
              {"german_losses", 0, 500},
              {"soviet_losses", 0, 500},
              {"winners", 0, 2222},
              {"soviet_attack", 0, 2},
              {"isolated_lost", 0, 500},
              {"weather_now", 0, 3},
              {"ec_now", 0, 4},
              {"west_edge", 0, 64},
              {"east_edge", 0, 64},
              {"dual", 0, 1},
              {"ob", 0, 1}};
  for (size_t i = 0; i < sizeof vars / sizeof vars[0]; i++)
    for (int over = 0; over < 2; over++) {
      char position[200], words[80];
      snprintf(position, sizeof position, "\"phase\":\"prep.2/11.619\",\"vars\":{\"%s\":%d}",
               vars[i].name, over ? vars[i].max + 1 : vars[i].min - 1);
      snprintf(words, sizeof words, "it is a number from %d to %d", vars[i].min, vars[i].max);
      refused_position(position, words);
    }
  refused_position("\"phase\":\"prep.2/11.619\",\"vars\":{\"french_cpp\":1}",
                   "there is no such variable");
  refused_position("\"phase\":\"prep.9/11.619\"", "there is no phase 'prep.9/11.619'");
  refused_position("\"phase\":\"play.1\",\"control\":[[\"german\",[\"10-B5\"]]]",
                   "a side and hexes of the Playing Area are wanted");
}

/* 3.x, CG1a, C.3: what a position does not say is as usual. */
static void usual_figures(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"prep.2/11.619\"", false);
  const struct state *s = kit_state(k);
  for (int side = 0; side < 2; side++) {
    assert_int_equal(s->side[side].elr, side == GER ? 4 : 3);
    assert_int_equal(s->side[side].san, 2);
    assert_int_equal(s->side[side].cpp, 0);
    assert_int_equal(s->side[side].fpp, 0);
    assert_int_equal(s->side[side].cvp, 0);
    for (int n = 0; n < 4; n++)
      assert_int_equal(s->side[side].row[n].attack, side == GER);
  }
  assert_int_equal(s->scenario, 2);
  assert_int_equal(s->pa, 2);
  kit_close(k);
  k = kit_lay("\"phase\":\"prep.3/11.619\",\"vars\":{\"german_cpp\":31,\"soviet_cpp\":17,"
              "\"german_elr\":2,\"soviet_elr\":5,\"german_san\":3,\"soviet_san\":4,"
              "\"winners\":1921,\"weather_now\":3,\"ec_now\":4,\"dual\":1,\"soviet_attack\":1,"
              "\"isolated_lost\":7}",
              false);
  s = kit_state(k);
  static const int cpp[2] = {31, 17}, elr[2] = {2, 5}, san[2] = {3, 4}, won[4] = {1, 2, 0, 1};
  for (int side = 0; side < 2; side++) {
    const struct side *d = &s->side[side];
    assert_int_equal(d->cpp, cpp[side]);
    assert_int_equal(d->row[2].start, cpp[side]);
    assert_int_equal(d->row[2].total, cpp[side]);
    assert_int_equal(d->elr, elr[side]);
    assert_int_equal(d->san, san[side]);
  }
  for (int n = 0; n < 4; n++)
    assert_int_equal(s->winner[n], won[n]);
  assert_int_equal(s->weather, 3);
  assert_int_equal(s->ec, 4);
  assert_int_equal(s->dual, 1);
  assert_int_equal(s->side[RUS].attacks, 1);
  assert_int_equal(s->side[RUS].isolated_lost, 7);
  assert_int_equal(s->pa, 3);
  kit_close(k);
}

/* 11.3, 11.6, C.4: every step is announced with the scenario it belongs to and its number, in the
 * order of the sequence of play; play itself by 11.3, the new page by C.4. */
static void steps_announced(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  int phase = -1, seen = 0;
  kit_start(k, 11);
  for (;;) {
    for (uint32_t i = 0; i < k->events.n; i++) {
      const struct sal_event *e = &k->events.v[i];
      if (e->kind != E_STEP)
        continue;
      phase++;
      const char *id = k->book->rules->phases[phase].id;
      const char *step = strstr(id, "11.");
      int number = step ? atoi(step + 3) - 600 : 0;
      if (e->n[1] != number)
        fail_msg("%s: step %d", id, e->n[1]);
      if (number != 12 && e->n[0] != phase_scenario(phase) + (number >= 13 && number <= 18))
        fail_msg("%s: scenario %d", id, e->n[0]);
      int rule = !number ? R_11_3 : number == 19 ? R_C_4 : k->book->rules->phases[phase].rule;
      assert_int_equal(e->rule, rule);
      kit_cover(k, rule);
      seen++;
    }
    k->events.n = 0;
    if (!kit_default(k))
      break;
  }
  assert_true(seen > 60);
  kit_close(k);
}

/* What is said of the position at that step of the sequence, or "" when all is right. */
static const char *audited(struct kit *k, int phase) {
  static char says[sizeof(struct sal_err)];
  struct sal_err err = {0};
  k->play.state->phase = (uint8_t)phase;
  snprintf(says, sizeof says, "%s", sp_audit(&k->play, &err) ? "" : err.text);
  return says;
}

/* 11.6162, 11.6195, 11.621c, 11.622: purchases are counted from 11.619 on, mines in 11.621 alone,
 * and reconnaissance is paid when 11.622 is over, until 11.612 turns the page. */
static void counted_when(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(SECOND, false);
  struct state *s = kit_state(k);
  struct side *d = &s->side[GER];
  kit_do(k, GER, "buy i1 plain 0"); /* 16 halves of 80 */
  int i1 = kit_group(k, GER, "i1"), steps = 0;
  d->recon_paid = 2;
  for (int phase = 0; phase < P_COUNT; phase++) {
    if (phase_scenario(phase) != 2)
      continue;
    int step = phase_step(phase);
    bool paid = step > 622 || step < 612;
    d->cpp = (int16_t)(80 - 16 - (paid ? 4 : 0));
    assert_string_equal(audited(k, phase), "");
    d->cpp++;
    assert_string_not_equal(audited(k, phase), "");
    d->cpp--;
    d->bought[i1]++;
    assert_string_equal(audited(k, phase), step >= 619 ? "German i1 is counted wrongly" : "");
    d->bought[i1]--;
    d->companies++;
    assert_string_equal(audited(k, phase), step >= 619 ? "German bought 1 companies" : "");
    d->companies--;
    d->ever[i1]++;
    assert_string_equal(audited(k, phase), "German i1 is counted wrongly");
    d->ever[i1]--;
    d->mines = (uint8_t)(own(k->book)->mine_limit[GER] + 1);
    assert_int_equal(*audited(k, phase) != 0, step == 621);
    d->mines = 0;
    steps++;
  }
  assert_true(steps > 20);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_bought),   cmocka_unit_test(the_chart),
      cmocka_unit_test(positions_refused), cmocka_unit_test(usual_figures),
      cmocka_unit_test(steps_announced),   cmocka_unit_test(counted_when)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
