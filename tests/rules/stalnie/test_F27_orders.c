/* test_F27_orders.c - F27: standing orders for Late Fire and for phases without any shot, and what
 * a new player has. */
#include "field_kit.h"

#define SHOOTER RUS_AT("r", "458", "T-E3")
#define MOVERS GER_AT("g", "658", "T-E9") "," GER_AT("h", "658", "T-H9")

/* The side's standing orders, as the document takes them. */
static void order(struct table *t, const char *side, const char *orders) {
  ask(t, "{\"cmd\":\"orders\",\"side\":\"%s\",\"orders\":%s}", side, orders);
  if (!cJSON_IsTrue(field(t->last, "ok")))
    fail_msg("%s: %s", orders, text_of(t->last, "error.text"));
}

/* Did the last action, with what standing orders answered to it, bring such an event? */
static bool told(const struct table *t, const char *kind) {
  const cJSON *e;
  cJSON_ArrayForEach(e,
                     field(t->last, "events")) if (!strcmp(text_of(e, "kind"), kind)) return true;
  return false;
}

/* `late auto`: weight 8 breaks a 658 or worse in 261 of 1,296, so it fires at 20 %, not at 21 %.
 * Below that the phase ends without a shot. */
static void late_by_itself(void **unused) {
  (void)unused;
  static const struct {
    const char *orders;
    bool fires;
  } rows[] = {{"[{\"name\":\"react\",\"choice\":\"never\"},"
               "{\"name\":\"late\",\"choice\":\"auto\",\"n\":20}]",
               true},
              {"[{\"name\":\"react\",\"choice\":\"never\"},"
               "{\"name\":\"late\",\"choice\":\"auto\",\"n\":21}]",
               false},
              {"[{\"name\":\"react\",\"choice\":\"never\"},"
               "{\"name\":\"late\",\"choice\":\"never\"}]",
               false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *dice = rows[i].fires ? "6 5" : "";
    struct table *t = field_at(PHASE("german.action", SHOOTER "," MOVERS), dice);
    order(t, "soviet", rows[i].orders);
    script(t, "german: pick g; german: go T-E7 0; german: done; german: end");
    holds(t, "F9.11", told(t, "field.fire") == rows[i].fires);
    holds(t, "F27.1", strcmp(phase_of(t), "german.late") != 0);
    clear_away(t);
  }
}

/* `late ask` asks, when there is something to fire at. */
static void late_asks(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", SHOOTER "," MOVERS), "");
  order(t, "soviet", "[{\"name\":\"react\",\"choice\":\"never\"}]");
  script(t, "german: pick g; german: go T-E7 0; german: done; german: end");
  holds(t, "F9.11", is_offered(t, "soviet", "pick r"));
  clear_away(t);
}

/* `hopeless`: at 12 hexes a squad of range 5 has no shot. `skip` passes the window and the Late
 * Fire phase; `ask` asks in both. A new player has `skip`. */
static void hopeless(void **unused) {
  (void)unused;
  static const struct {
    const char *orders;
    bool asked;
  } rows[] = {{"\"usual\"", false},
              {"[{\"name\":\"hopeless\",\"choice\":\"skip\"}]", false},
              {"[{\"name\":\"hopeless\",\"choice\":\"ask\"}]", true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct table *t =
        field_at(PHASE("german.action", RUS_AT("r", "458", "T-A3") "," GER_AT(
                                            "g", "658", "T-P9") "," GER_AT("h", "658", "T-P12")),
                 "");
    order(t, "soviet", rows[i].orders);
    script(t, "german: pick g; german: go T-O9 0");
    holds(t, "F9.3", is_offered(t, "soviet", "pass") == rows[i].asked);
    if (rows[i].asked)
      act(t, "soviet", "pass");
    script(t, "german: done; german: end");
    bool late = !strcmp(phase_of(t), "german.late");
    holds(t, "F9.11", late == rows[i].asked);
    clear_away(t);
  }
}

/* F27: a new player is asked from 15 % on against men, from 10 % on against vehicles. */
static void usual_orders(void **unused) {
  (void)unused;
  struct table *t = field_at(PHASE("german.action", SHOOTER "," MOVERS), "");
  order(t, "soviet", "\"usual\"");
  const cJSON *o;
  int seen = 0;
  cJSON_ArrayForEach(o, field(t->last, "orders")) {
    bool react = !strcmp(text_of(o, "name"), "react");
    bool tanks = !strcmp(text_of(o, "name"), "tanks");
    if (!react && !tanks)
      continue;
    assert_string_equal(text_of(o, "choice"), "save");
    assert_int_equal(int_of(o, "n"), react ? 15 : 10);
    seen++;
  }
  assert_int_equal(seen, 2);
  clear_away(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(late_by_itself), cmocka_unit_test(late_asks),
                                     cmocka_unit_test(hopeless), cmocka_unit_test(usual_orders)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
