/* test_00_secrets_and_audit.c - type, election and air boxes reach nobody before their time; every
 * invariant broken once. */
#include "table.h"

#undef N
#undef C
#undef S_
#include "bare.h"
#include "rules/alea/state.h"

#include <stdlib.h>

#define NORTH_ "alea/north"
#define ONE_FIGHT                                                                                  \
  PLAIN PHASE("german.combat") TURN(2)                                                             \
      UNITS(DE("a", "inf", "0605") "," RU("x", "inf", "0606") "," RU("y", "inf", "0606"))

/* What a side is told about everything, as one text. */
static char *told(struct table *t, const char *side) {
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  char *view = cJSON_PrintUnformatted(field(t->last, "view"));
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  char *acts_text = cJSON_PrintUnformatted(t->last),
       *all = malloc(strlen(view) + strlen(acts_text) + 1);
  if (!all)
    abort();
  strcpy(all, view);
  strcat(all, acts_text);
  free(view), free(acts_text);
  return all;
}

static void type_and_election_are_secret(void **s) {
  (void)s;
  for (int who = 0; who < 2; who++) {
    char *seen[2];
    for (int i = 0; i < 2; i++) {
      struct table *t = lay(NORTH_, ONE_FIGHT, "");
      acts(t, "german", "target 0606; from 0605");
      if (who == 0 && i)
        act(t, "german", "type probe");
      act(t, "german", "attack");
      if (who == 1 && i)
        act(t, "soviet", "elect retreat");
      if (who == 1)
        act(t, "soviet", "commit");
      seen[i] = told(t, who ? "german" : "soviet");
      char *seq = strstr(seen[i], "\"seq\":");
      if (seq)
        memset(seq, '.', strcspn(seq, ","));
      clear_away(t);
    }
    assert_string_equal(seen[0], seen[1]);
    free(seen[0]), free(seen[1]);
  }
}

static void the_reveal_shows_them(void **s) {
  (void)s;
  struct table *t = lay(NORTH_, ONE_FIGHT, "");
  acts(t, "german", "target 0606; from 0605; type probe; attack");
  acts(t, "soviet", "elect retreat; commit");
  act(t, "soviet", "pass");
  happened(t, "7.a.4", "reveal");
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  int known = 0;
  for (int i = 0; i < cJSON_GetArraySize(field(t->last, "view.units")); i++) {
    char path[64];
    snprintf(path, sizeof path, "view.units[%d].steps", i);
    known += field(t->last, path) != NULL;
  }
  assert_int_equal(known, 3); /* both defenders lie open for this combat */
  clear_away(t);
}

/* ---- the audit -------------------------------------------------------------------------- */

static void every_invariant(void **s) {
  (void)s;
  static const char *const say[] = {"steps",
                                    "box",
                                    "beyond the map",
                                    "without steps",
                                    "is dead with",
                                    "off the map in a stack",
                                    "on the map and in a box",
                                    "off the rails",
                                    "ring",
                                    "in the stack of",
                                    "both sides",
                                    "does not fit",
                                    "miscounted",
                                    "stand on the map",
                                    "left over",
                                    "still in a group",
                                    "fuel"};
  for (size_t i = 0; i < sizeof say / sizeof *say; i++) {
    struct bare *b = bare_game("alea", "lesson", 1);
    struct state *st = S(&b->play);
    struct sal_err err = {0};
    sal_unit u = sal_unit_find(b->book, "de.86id.167"), v = sal_unit_find(b->book, "ru.307rd.1019"),
             tr = sal_unit_find(b->book, "ru.n.bepo49"),
             dead = sal_unit_find(b->book, "de.102id.84");
    assert_true(b->book->rules->audit(&b->play, &err));
    switch (i) {
    case 0: st->unit[u].steps = 9; break;
    case 1: st->unit[dead].box = BOXES; break;
    case 2: st->unit[u].at = (uint16_t)(b->book->board.cells + 5); break;
    case 3: st->unit[u].steps = 0; break;
    case 4: st->unit[dead] = (struct unit){.box = B_DEAD, .steps = 1}; break;
    case 5: st->unit[dead].next = 3; break;
    case 6: st->unit[u].box = B_TRAY; break;
    case 7:
      alea_take_off(&b->play, tr);
      for (int k = 0; k < b->book->board.nhexes && !st->unit[tr].at; k++)
        if (!st->cell[b->book->board.order[k]].first &&
            !alea_is_rail(&b->play, b->book->board.order[k]))
          alea_set_down(&b->play, tr, b->book->board.order[k]);
      break;
    case 8: st->unit[u].next = (uint16_t)(u + 1); break;
    case 9: st->unit[u].at = st->unit[v].at; break;
    case 10: {
      sal_hex h = st->unit[v].at;
      alea_take_off(&b->play, u);
      st->unit[u].at = h;
      st->unit[u].next = st->cell[h].first;
      st->cell[h].first = (uint16_t)(u + 1);
      break;
    }
    case 11: st->cell[st->unit[u].at].ground ^= EXERTS; break;
    case 12: st->cell[st->unit[u].at].zoc ^= 1; break;
    case 13: st->unit[dead] = (struct unit){.steps = 1, .at = st->unit[v].at}; break;
    case 14: st->fight.stage = OPEN; break;
    case 15: st->unit[u].flags |= GROUP; break;
    default: st->fuel = 9; break;
    }
    assert_false(b->book->rules->audit(&b->play, &err));
    if (!strstr(err.text, say[i]))
      fail_msg("wanted '%s', got '%s'", say[i], err.text);
    bare_end(b);
  }
}

/* 7.a.1.1, 7.a.1.2, 8.1: in a guess of the other side's attack all who lie below an attacking
 * counter attack, except artillery and AT Fronts; once it is declared they have attacked. */
static void a_guess_of_the_attackers(void **s) {
  (void)s;
  static const uint8_t stage[] = {DECLARE, ELECT};
  int guns = 0, fronts = 0, others = 0;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    struct bare *b = bare_game("alea", "lesson", seed);
    struct state *st = S(&b->play);
    sal_unit top_unit = sal_unit_find(b->book, "ru.307rd.1019");
    sal_hex from = st->unit[top_unit].at, target = sal_next(&b->book->board, from, 0);
    int declared = (int)(seed % 2);
    sal_unit gun = sal_unit_find(b->book, "ru.24pab");
    alea_take_off(&b->play, gun);
    alea_set_down(&b->play, gun, from);
    alea_to_top(&b->play, top_unit);
    struct sal_head *view = calloc(1, b->book->state_bytes);
    struct sal_head *guess = calloc(1, b->book->state_bytes);
    assert_true(view && guess);
    st->fight = (struct fight){.target = target,
                               .side = SAL_SOVIET,
                               .stage = stage[declared],
                               .dirs = (uint8_t)(1 << sal_dir_to(&b->book->board, target, from))};
    b->book->rules->view(b->book, b->play.state, SAL_GERMAN, view, NULL);
    b->book->rules->guess(b->book, view, SAL_GERMAN, &b->rng, guess);
    struct sal_play p = {.book = b->book, .state = guess};
    for (int u = top(&p, from); u >= 0; u = below(&p, u)) {
      bool stays = is_artillery(&p, u) || I(&p, u)->kind == ATF;
      if (((struct state *)view)->unit[u].at != UNSEEN) {
        assert_false(U(&p, u)->flags & GROUP); /* what can be seen is not guessed */
        continue;
      }
      guns += is_artillery(&p, u);
      fronts += I(&p, u)->kind == ATF;
      others += !stays;
      assert_int_equal((U(&p, u)->flags & GROUP) != 0, !stays);
      assert_int_equal((U(&p, u)->flags & ATTACKED) != 0, !stays && declared);
      assert_false(U(&p, u)->flags & DSG);
    }
    free(view), free(guess);
    bare_end(b);
  }
  assert_true(guns > 0 && fronts > 0 && others > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(type_and_election_are_secret), cmocka_unit_test(the_reveal_shows_them),
      cmocka_unit_test(a_guess_of_the_attackers), cmocka_unit_test(every_invariant)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
