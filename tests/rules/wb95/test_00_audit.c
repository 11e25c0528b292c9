/* test_00_audit.c - every invariant of the audit, broken once; standing orders. */
#include "bare.h"
#include "rules/wb95/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct state *st(struct bare *b) {
  return (struct state *)b->play.state;
}
static int who(struct bare *b, const char *id) {
  return sal_unit_find(b->book, id);
}
static sal_hex hex(struct bare *b, const char *id) {
  return sal_hex_parse(&b->book->board, id);
}
#define PZ "de.18pz.pz-18"
#define RU "ru.13a.81inf"

typedef void breaker(struct bare *);
static void break_status(struct bare *b) {
  st(b)->unit[who(b, PZ)].status = 9;
}
static void break_levels(struct bare *b) {
  st(b)->unit[who(b, PZ)].cel = 3;
}
static void break_air(struct bare *b) {
  st(b)->unit[who(b, "de.air.l1")].status = ST_MAP;
}
static void break_ghost(struct bare *b) {
  st(b)->unit[who(b, PZ)].cel = 0;
}
static void break_dead(struct bare *b) {
  st(b)->unit[who(b, PZ)].status = ST_DEAD;
}
static void break_off(struct bare *b) {
  st(b)->unit[who(b, PZ)].status = ST_WAIT;
}
static void break_map(struct bare *b) {
  st(b)->unit[who(b, PZ)].at = 1;
}
static void break_packed(struct bare *b) {
  st(b)->unit[who(b, PZ)].more |= PACKED;
}
static void break_places(struct bare *b) {
  st(b)->unit[who(b, PZ)].at = hex(b, "1811");
}
static void break_combat(struct bare *b) {
  st(b)->unit[who(b, PZ)].part = PA;
}
static void break_count(struct bare *b) {
  wb_unlink(b->book, st(b), who(b, RU)), st(b)->unit[who(b, RU)].status = ST_DEAD,
                                                            st(b)->unit[who(b, RU)].cel = 0;
}
static void break_both(struct bare *b) {
  wb_unlink(b->book, st(b), who(b, RU)),
      wb_link(b->book, st(b), who(b, RU), st(b)->unit[who(b, PZ)].at);
}
static void break_zone(struct bare *b) {
  st(b)->cell[hex(b, "1811")].pres = OCC_G;
}
static void break_sum(struct bare *b) {
  st(b)->cell[st(b)->unit[who(b, RU)].at].cel++;
}
static void break_control(struct bare *b) {
  st(b)->cell[hex(b, "1811")].ground |= HELD_G | HELD_S;
}
static void break_works(struct bare *b) {
  st(b)->cell[st(b)->unit[who(b, RU)].at].ground |= FF_G;
}
static void break_soviet_works(struct bare *b) {
  st(b)->cell[st(b)->unit[who(b, PZ)].at].ground |= FF_S;
}
static void break_ground(struct bare *b) {
  ((struct own *)b->book->own)->enter[TRACK][st(b)->unit[who(b, PZ)].at] = SAL_BARRED;
}
static void break_chain(struct bare *b) {
  st(b)->unit[who(b, RU)].status = ST_WAIT, st(b)->unit[who(b, RU)].at = 0;
}
static void break_over(struct bare *b) {
  st(b)->over = 1;
}
static void break_stack(struct bare *b) {
  sal_hex h = st(b)->unit[who(b, PZ)].at;
  for (int u = 0; u < b->book->ncounters && st(b)->cell[h].cel <= STACK; u++)
    if (b->book->counter[u].side == SAL_GERMAN && (st(b)->unit[u].status & ST_KIND) == ST_MAP &&
        st(b)->unit[u].at != h)
      wb_unlink(b->book, st(b), u), wb_link(b->book, st(b), u, h);
}

static void audit_finds(void **s) {
  static const struct {
    breaker *does;
    const char *words;
  } row[] = {{break_status, "no status"},
             {break_levels, "3 levels"},
             {break_air, "stands on the ground"},
             {break_ghost, "lives without levels"},
             {break_dead, "dead with levels"},
             {break_off, "off the map in a hex"},
             {break_map, "beyond the map"},
             {break_packed, "packed and no gun"},
             {break_places, "in 0 places"},
             {break_combat, "combat that is over"},
             {break_count, "dead, 0 counted"},
             {break_both, "both sides are in"},
             {break_zone, "zones of"},
             {break_sum, "levels in"},
             {break_control, "both sides control"},
             {break_works, "German works"},
             {break_soviet_works, "Soviet works"},
             {break_over, "0 hexes are overstacked, 1 counted"},
             {break_stack, "a hex overstacked"},
             {break_ground, "where it cannot be"},
             {break_chain, "the chain of"}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    struct bare *b = bare_game("wb95", "lesson", 1);
    struct sal_err err = {0};
    if (!b->book->rules->audit(&b->play, &err))
      fail_msg("sound: %s", err.text);
    row[i].does(b);
    if (b->book->rules->audit(&b->play, &err))
      fail_msg("'%s' is not found", row[i].words);
    if (!strstr(err.text, row[i].words))
      fail_msg("'%s' was wanted, not '%s'", row[i].words, err.text);
    bare_end(b);
  }
}

/* 3.2.1 is about the end of a phase: in the middle of these a hex may hold too much, and nowhere
 * else. */
static void crowds_under_way(void **s) {
  static const uint8_t busy[] = {N_STEP, N_MOVE, N_ENTER, N_LOSS, N_RETREAT, N_PURSUE, N_REPAIR};
  struct bare *b = bare_game("wb95", "lesson", 1);
  struct sal_err err = {0};
  (void)s;
  break_stack(b);
  for (int node = 0; node < N_COUNT; node++) {
    bool may = memchr(busy, node, sizeof busy) != NULL;
    sal_top(&b->play)->node = (uint8_t)node;
    if (b->book->rules->audit(&b->play, &err) != may)
      fail_msg("node %d: %s", node, may ? err.text : "a full hex is not found");
  }
  b->play.state->depth = 1; /* between two phases */
  assert_true(b->book->rules->audit(&b->play, &err));
  bare_end(b);
}

/* A position may begin with more than a phase leaves in a hex. */
static void crowds_of_a_position(void **s) {
  struct sal_err err = {0};
  (void)s;
  struct table *t = lay("wb95/kursk",
                        "\"map\":\"plain:20x20\",\"phase\":\"german.attack\",\"unchecked\":true,"
                        "\"units\":[{\"name\":\"a\",\"side\":\"german\",\"kind\":\"G-INF\",\"hex\":"
                        "\"0505\"},{\"name\":\"e1\",\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":"
                        "\"1515\"},{\"name\":\"e2\",\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":"
                        "\"1515\"},{\"name\":\"e3\",\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":"
                        "\"1515\"},{\"name\":\"e4\",\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":"
                        "\"1515\"},{\"name\":\"e5\",\"side\":\"soviet\",\"kind\":\"S-INF\",\"hex\":"
                        "\"1515\"}]",
                        NULL);
  if (!game_audit(engine_game(t->engine), &err))
    fail_msg("%s", err.text);
  clear_away(t);
}

/* Guesses of what one side sees, many times: sound, and the side would see the same. */
static void guess_often(struct bare *b, int viewer, const char *what) {
  size_t n = b->book->state_bytes;
  struct sal_head *view = calloc(1, n), *guess = calloc(1, n), *again = calloc(1, n);
  struct sal_play p = b->play;
  struct sal_rng rng;
  struct sal_err err = {0};
  b->book->rules->view(b->book, b->play.state, viewer, view, NULL);
  p.state = guess;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    sal_rng_seed(&rng, seed);
    b->book->rules->guess(b->book, view, viewer, &rng, guess);
    if (!b->book->rules->audit(&p, &err))
      fail_msg("%s: a guess is not sound: %s", what, err.text);
    memset(again, 0, n);
    b->book->rules->view(b->book, guess, viewer, again, NULL);
    if (memcmp(view, again, n))
      fail_msg("%s: a guess does not fit its view", what);
  }
  free(view), free(guess), free(again);
}

/* that many two-level regulars, at so many levels each */
static void gather(struct bare *b, int side, sal_hex h, int cel, int count) {
  for (int u = 0; u < b->book->ncounters && count; u++) {
    struct unit *unit = &st(b)->unit[u];
    if (b->book->counter[u].side != side || own(b->book)->kind[u].cel != 2 ||
        (unit->status & ST_KIND) != ST_MAP || unit->at == h)
      continue;
    wb_unlink(b->book, st(b), u);
    unit->cel = (uint8_t)cel;
    wb_link(b->book, st(b), u, h);
    count--;
  }
}

/* 16.1.4 tells how many counters, not always their levels; the top counter may lie open */
static void guesses_fit(void **s) {
  (void)s;
  struct bare *b = bare_game("wb95", "lesson", 1);
  sal_hex front = st(b)->unit[who(b, RU)].at;
  while (st(b)->cell[front].first)
    wb_eliminate(&b->play, st(b)->cell[front].first - 1, R_1_2d);
  gather(b, SAL_SOVIET, front, 1, 7);
  /* behind the line: types, no levels */
  assert_int_equal(wb_insight(b->book, st(b), front, SAL_GERMAN), 1);
  /* a watcher knows what the enemy knows */
  assert_int_equal(wb_insight(b->book, st(b), front, SAL_WATCH), 1);
  assert_int_equal(wb_insight(b->book, st(b), hex(b, "1811"), SAL_GERMAN), 0); /* nobody is there */
  guess_often(b, SAL_GERMAN, "seven reduced counters in the line");
  bare_end(b);
  /* every other German stack shows its top, be it a regular unit, a gun or a staff */
  for (uint64_t k = 1; k <= 30; k++) {
    struct sal_rng rng;
    sal_rng_seed(&rng, k);
    b = bare_game("wb95", "lesson", 1);
    for (int u = 0; u < b->book->ncounters; u++)
      if ((st(b)->unit[u].status & ST_KIND) == ST_MAP && sal_rng_below(&rng, 3) == 0)
        st(b)->unit[u].face = UP;
    wb_relink(b->book, st(b));
    guess_often(b, SAL_SOVIET, "open tops");
    guess_often(b, SAL_GERMAN, "open tops");
    bare_end(b);
  }
}

/* Whole games at random: who is gone was told to be, once, with the rule that did it; and nobody
 * else was. */
static void eliminations_are_told(void **s) {
  static struct sal_events events;
  static struct sal_list list;
  int total = 0;
  (void)s;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct bare *b = bare_game("wb95", "lesson", 1);
    struct sal_rng choice;
    uint32_t who;
    sal_rng_seed(&choice, seed);
    sal_rng_seed(&b->rng, seed);
    b->play.events = &events;
    while ((who = sal_actors(&b->play))) {
      int side = who & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET,
          gone = -(st(b)->killed[0] + st(b)->killed[1]), told = 0;
      events.n = 0, events.ncards = 0, b->dice.n = 0;
      sal_legal(&b->play, side, &list);
      sal_apply(&b->play, side, list.a[sal_rng_below(&choice, list.n)]);
      gone += st(b)->killed[0] + st(b)->killed[1];
      for (uint32_t i = 0; i < events.n; i++) {
        if (events.v[i].kind != E_DEAD)
          continue;
        told++;
        assert_true(events.v[i].rule && events.v[i].seen == SAL_BOTH);
        assert_int_equal(st(b)->unit[events.v[i].unit[0]].status & ST_KIND, ST_DEAD);
      }
      assert_int_equal(told, gone);
      total += told;
    }
    bare_end(b);
  }
  assert_true(total > 20);
}

static void state_is_small(void **s) {
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  (void)s;
  assert_true(library_book(lib, sal_ruleset_find("wb95"), "joined", &f)->state_bytes <= 32 * 1024);
  library_close(lib);
}

/* What the menu says of a scenario: its counters, and the aircraft that fly in it. */
static void units_of_a_scenario(void **s) {
  static const struct {
    const char *id;
    int air;
  } scenario[] = {{"lesson", 1}, {"kursk", 2}, {"prokhorovka", 4}, {"joined", 6}};
  (void)s;
  for (int i = 0; i < 4; i++) {
    struct bare *b = bare_game("wb95", scenario[i].id, 1);
    const struct own *o = own(b->book);
    int counters = o->nmine[SAL_GERMAN] + o->nmine[SAL_SOVIET];
    assert_int_equal(counters + scenario[i].air, b->book->scenarios[b->book->scenario].units);
    bare_end(b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(audit_finds),           cmocka_unit_test(crowds_under_way),
      cmocka_unit_test(guesses_fit),           cmocka_unit_test(crowds_of_a_position),
      cmocka_unit_test(eliminations_are_told), cmocka_unit_test(state_is_small),
      cmocka_unit_test(units_of_a_scenario)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
