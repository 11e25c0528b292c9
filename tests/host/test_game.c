/* test_game.c - what the host adds to the rules: undo and where it stops, standing orders, who has
 * seen what. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

static const char *hash_of(struct table *t, char out[20]) {
  const cJSON *r = ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  (void)r;
  struct engine *e = t->engine;
  snprintf(out, 20, "%016llx", (unsigned long long)game_hash(engine_game(e), SAL_ALL));
  return out;
}
/* to say that a secret was shown (the linker puts this in the place of sal_reveal) */
static bool forgets;
void __real_sal_reveal(struct sal_play *);
void __wrap_sal_reveal(struct sal_play *);
void __wrap_sal_reveal(struct sal_play *p) {
  if (!forgets)
    __real_sal_reveal(p);
}
static bool may_undo(struct table *t, const char *side) {
  return cJSON_IsTrue(field(ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side), "prompt.undo"));
}
static int undo(struct table *t, const char *side, bool turn) { /* lines taken back; 0: refused */
  const cJSON *r =
      ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"%s}", side, turn ? ",\"to\":\"turn\"" : "");
  if (cJSON_IsTrue(field(r, "ok")))
    return int_of(r, "undone");
  assert_string_equal(text_of(r, "error.code"), "state");
  return 0;
}
/* It is refused, and the sentence names this one reason. */
static void no_undo(struct table *t, const char *side, const char *reason) {
  const cJSON *r = ask(t, "{\"cmd\":\"undo\",\"side\":\"%s\"}", side);
  assert_string_equal(text_of(r, "error.code"), "state");
  if (!strstr(text_of(r, "error.text"), reason))
    fail_msg("not for '%s': %s", reason, text_of(r, "error.text"));
}
static void journal_has(struct table *t, const char *words, bool is) {
  const char *text = text_of(ask(t, "{\"cmd\":\"save\"}"), "journal");
  if ((strstr(text, words) != NULL) != is)
    fail_msg("'%s' is%s in the journal:\n%s", words, is ? " not" : "", text);
}

#define FAR                                                                                        \
  "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":[{\"unit\":\"de.1.inf\",\"hex\":" \
  "\"0108\"},{\"unit\":\"de.2.inf\",\"hex\":\"0308\"},"                                            \
  "{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]"

/* An open move is no secret: step by step back to the same bytes. */
static void moves_are_taken_back(void **state) {
  (void)state;
  char h[4][20], now[20];
  struct table *t = lay("nullgame", FAR, "");
  assert_false(may_undo(t, "german"));
  no_undo(t, "german", "nothing has been done yet");
  hash_of(t, h[0]);
  act(t, "german", "move de.1.inf");
  hash_of(t, h[1]);
  act(t, "german", "step 0107");
  hash_of(t, h[2]);
  act(t, "german", "step 0106");
  assert_true(may_undo(t, "german"));
  for (int i = 2; i >= 0; i--) {
    assert_int_equal(undo(t, "german", false), 1);
    assert_string_equal(hash_of(t, now), h[i]);
  }
  assert_false(may_undo(t, "german"));
  assert_int_equal(undo(t, "german", false), 0);
  journal_has(t, "german undo 1", true);
  acts(t, "german", "move de.1.inf;step 0107;stop;move de.2.inf;step 0307");
  assert_int_equal(undo(t, "soviet", false), 0); /* never the other side's */
  assert_int_equal(undo(t, "german", true), 5);
  assert_string_equal(hash_of(t, now), h[0]);
  clear_away(t);
}
/* A move asked for in one breath is one decision: one undo takes all of it back, and nothing of the
 * one before. */
static void one_breath_is_one_decision(void **state) {
  (void)state;
  char before[20], between[20], now[20];
  struct table *t = lay("nullgame", FAR, "");
  hash_of(t, before);
  act(t, "german", "move de.1.inf");
  act(t, "german", "step 0107");
  act(t, "german", "stop");
  hash_of(t, between);
  const cJSON *r = ask(t, "{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"move "
                          "de.2.inf\",\"step 0307\",\"step 0306\",\"stop\"]}");
  assert_int_equal(int_of(r, "done"), 4);
  assert_int_equal(undo(t, "german", false), 4);
  assert_string_equal(hash_of(t, now), between);
  journal_has(t, "german undo 4", true);
  /* one by one as they were done */
  for (int i = 0; i < 3; i++)
    assert_int_equal(undo(t, "german", false), 1);
  assert_string_equal(hash_of(t, now), before);
  /* too far: the rest stands */
  r = ask(t, "{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"move de.2.inf\",\"step "
             "0307\",\"step 0101\"]}");
  assert_int_equal(int_of(r, "done"), 2);
  act(t, "german", "stop");
  assert_int_equal(undo(t, "german", false), 1);
  assert_int_equal(undo(t, "german", false), 2);
  assert_string_equal(hash_of(t, now), before);
  clear_away(t);
}
/* Coming next to a hidden unit shows it: no way back before that. */
static void not_past_a_secret(void **state) {
  (void)state;
  struct table *t =
      lay("nullgame",
          "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":[{\"unit\":\"de.1.inf\","
          "\"hex\":\"0504\"},"
          "{\"unit\":\"de.2.inf\",\"hex\":\"0108\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0501\"}]",
          "");
  acts(t, "german", "move de.1.inf;step 0503");
  assert_true(may_undo(t, "german"));
  act(t, "german", "step 0502");
  happened(t, "2.2", "known");
  no_undo(t, "german", "something hidden has been shown");
  /* what is done after it can be taken back again */
  const cJSON *r = ask(t, "{\"cmd\":\"actions\",\"side\":\"german\"}");
  char first[80];
  snprintf(first, sizeof first, "%s", text_of(r, "actions[0].id"));
  act(t, "german", first);
  clear_away(t);
}
/* The same when the rules do not say that they have shown it; and what is asked for in one breath
 * stops there. */
static void though_the_rules_forget(void **state) {
  forgets = true;
  not_past_a_secret(state);
  struct table *t =
      lay("nullgame",
          "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":[{\"unit\":\"de.1.inf\","
          "\"hex\":\"0504\"},"
          "{\"unit\":\"de.2.inf\",\"hex\":\"0108\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0501\"}]",
          "");
  act(t, "german", "move de.1.inf");
  const cJSON *r = ask(t, "{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"step 0503\",\"step "
                          "0502\",\"move de.2.inf\"]}");
  assert_int_equal(int_of(r, "done"), 2);
  act(t, "german", "move de.2.inf");
  assert_int_equal(undo(t, "german", true), 1); /* no further than what was shown */
  assert_int_equal(undo(t, "german", true), 0);
  clear_away(t);
  forgets = false;
}
static void not_past_dice(void **state) {
  (void)state;
  struct table *t =
      lay("nullgame",
          "\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":\"de.1.inf\","
          "\"hex\":\"0505\"},"
          "{\"unit\":\"de.2.inf\",\"hex\":\"0108\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0504\"}]",
          "1");
  acts(t, "german", "target 0504;add de.1.inf");
  assert_true(may_undo(t, "german"));
  act(t, "german", "attack");
  assert_false(may_undo(t, "german"));
  no_undo(t, "german", "a die has been rolled");
  clear_away(t);
}
static void not_past_another_decider(void **state) {
  (void)state;
  struct table *t = lay("nullgame",
                        "\"map\":\"plain:9x9\",\"phase\":\"german.attack\",\"units\":[{\"unit\":"
                        "\"de.1.inf\",\"hex\":\"0108\"},"
                        "{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]",
                        "");
  act(t, "german", "done");
  no_undo(t, "german", "the decision has passed to the other side");
  clear_away(t);
}
/* A sealed choice: each side takes back its own part until the reveal, whatever the other did
 * meanwhile. */
static void sealed(void **state) {
  (void)state;
  char before[20], now[20];
  struct table *t = lay("nullgame",
                        "\"map\":\"plain:9x9\",\"phase\":\"orders\",\"units\":[{\"unit\":\"de.1."
                        "inf\",\"hex\":\"0108\"},"
                        "{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]",
                        "");
  act(t, "soviet", "stance press");
  hash_of(t, before);
  acts(t, "german", "stance press;commit");
  act(t, "soviet", "stance hold");
  assert_true(may_undo(t, "german")); /* though it is not asked any more */
  assert_int_equal(undo(t, "german", true), 2);
  assert_int_equal(undo(t, "soviet", false), 1);
  assert_string_equal(hash_of(t, now), before);
  const cJSON *r = ask(t, "{\"cmd\":\"events\",\"side\":\"soviet\",\"since\":0}");
  for (int i = 0; i < cJSON_GetArraySize(field(r, "events")); i++) {
    char path[40];
    snprintf(path, sizeof path, "events[%d].text", i);
    /* not the other side's business */
    assert_null(strstr(text_of(r, path), "German side takes back"));
  }
  act(t, "german", "commit");
  act(t, "soviet", "commit");
  assert_int_equal(undo(t, "german", false), 0);
  assert_int_equal(undo(t, "soviet", false), 0);
  clear_away(t);
}

#define GUN                                                                                        \
  "\"map\":\"plain:9x9\",\"phase\":\"german.movement\",\"units\":[{\"unit\":\"de.1.inf\",\"hex\":" \
  "\"0508\"},{\"unit\":\"de.2.inf\",\"hex\":\"0108\"},"                                            \
  "{\"unit\":\"ru.zis\",\"hex\":\"0505\"},{\"unit\":\"ru.1.rifle\",\"hex\":\"0101\"}]"
static void orders_answer(void **state) {
  (void)state;
  struct table *t = lay("nullgame", GUN, "1"); /* asked */
  acts(t, "german", "move de.1.inf;step 0507");
  act(t, "soviet", "fire ru.zis");
  journal_has(t, "soviet fire", true);
  clear_away(t);
  t = lay("nullgame", GUN, "1"); /* ordered to fire */
  const cJSON *r = ask(t, "{\"cmd\":\"orders\",\"side\":\"soviet\",\"orders\":[{\"name\":\"fire\","
                          "\"choice\":\"always\"}]}");
  assert_string_equal(text_of(r, "orders[0].choice"), "always");
  acts(t, "german", "move de.1.inf;step 0507");
  rolled(t, "4.6", "1");
  journal_has(t, "soviet* fire ru.zis", true);
  assert_int_equal(undo(t, "german", false), 0); /* a die was rolled */
  clear_away(t);
  t = lay("nullgame", GUN, ""); /* ordered to hold fire: the mover is never interrupted */
  ask(t, "{\"cmd\":\"orders\",\"side\":\"soviet\",\"orders\":{\"fire\":\"never\"}}");
  r = ask(t, "{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"move de.1.inf\",\"step 0507\"]}");
  assert_int_equal(int_of(r, "done"), 2);
  assert_string_equal(text_of(r, "to_move[0]"), "german");
  journal_has(t, "soviet* pass", true);
  r = ask(t, "{\"cmd\":\"orders\",\"side\":\"soviet\"}");
  assert_string_equal(text_of(r, "orders[0].choice"), "never");
  clear_away(t);
  t = lay("nullgame", GUN, ""); /* dice that run out leave the question to the player */
  ask(t, "{\"cmd\":\"orders\",\"side\":\"soviet\",\"orders\":{\"fire\":\"always\"}}");
  r = ask(t, "{\"cmd\":\"do\",\"side\":\"german\",\"actions\":[\"move de.1.inf\",\"step 0507\"]}");
  assert_string_equal(text_of(r, "to_move[0]"), "soviet");
  clear_away(t);
}

/* `seq` and an event's n count what a side has seen, and no more. */
static void numbers_of_events(void **state) {
  (void)state;
  struct table *t = lay("nullgame", FAR, "");
  acts(t, "german", "move de.1.inf;step 0107;step 0106;stop;done");
  for (int s = 0; s < 2; s++) {
    const char *side = s ? "soviet" : "german";
    int seq = int_of(ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side), "view.seq");
    const cJSON *r = ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":0}", side);
    assert_int_equal(cJSON_GetArraySize(field(r, "events")), seq);
    for (int i = 0; i < seq; i++) {
      char path[40];
      snprintf(path, sizeof path, "events[%d].n", i);
      assert_int_equal(int_of(r, path), i + 1);
    }
    r = ask(t, "{\"cmd\":\"events\",\"side\":\"%s\",\"since\":%d}", side, seq - 1);
    assert_int_equal(cJSON_GetArraySize(field(r, "events")), 1);
  }
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_are_taken_back),
      cmocka_unit_test(one_breath_is_one_decision),
      cmocka_unit_test(not_past_a_secret),
      cmocka_unit_test(though_the_rules_forget),
      cmocka_unit_test(not_past_dice),
      cmocka_unit_test(not_past_another_decider),
      cmocka_unit_test(sealed),
      cmocka_unit_test(orders_answer),
      cmocka_unit_test(numbers_of_events),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
