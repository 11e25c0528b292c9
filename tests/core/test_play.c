/* test_play.c - dice, actions as text, lists, frames and odds, on a made-up ruleset of one screen.
 */
#include "room.h"

#include <stdio.h>

#include "core/odds.h"
#include "core/ruleset.h"

/* ---- the made-up game: every kind of operand; `roll` throws a die, and again on a six ---- */

enum { V_ALL, V_SIDE, V_DIR, V_WORD, V_ROLL, V_COUNT };
static const char *const words[] = {"press", "hold", NULL};
static const struct sal_verb verbs[V_COUNT] = {
    [V_ALL] = {.name = "carry", .arg = {SAL_ARG_UNIT, SAL_ARG_HEX, SAL_ARG_NUM}},
    [V_SIDE] = {.name = "bridge", .arg = {SAL_ARG_SIDE}},
    [V_DIR] = {.name = "face", .arg = {SAL_ARG_DIR, SAL_ARG_BOX}},
    [V_WORD] = {.name = "stance", .arg = {SAL_ARG_WORD}, .words = words},
    [V_ROLL] = {.name = "roll"},
};
static void roll_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_ROLL, 0, 0, 0));
}
static bool roll_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_ROLL;
}
static void roll_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side, (void)a;
  int v = sal_roll(p->dice, 6, 0, SAL_NOUNIT);
  if (v == 6)
    v += sal_roll(p->dice, 10, 0, SAL_NOUNIT);
  p->state->turn = (uint16_t)v;
}
static const struct sal_node roll_node = {
    .id = "roll", .list = roll_list, .check = roll_check, .apply = roll_apply};
static const struct sal_node sealed_node = {
    .id = "sealed", .sealed = true, .list = roll_list, .check = roll_check, .apply = roll_apply};
static const struct sal_node *const nodes[] = {&roll_node, &sealed_node};
static const struct sal_ruleset game = {
    .id = "made-up", .nodes = nodes, .nnodes = 2, .verbs = verbs, .nverbs = V_COUNT};

static struct sal_counter counters[] = {{.id = "de.1"}, {.id = "ru.2"}};
static struct sal_box boxes[] = {{"air", "Air"}, {"sea", "Sea"}};
static uint16_t by_id[] = {0, 1};

static struct sal_book book_new(struct sal_arena *a) {
  return (struct sal_book){.rules = &game,
                           .arena = a,
                           .state_bytes = sizeof(struct sal_head),
                           .board = plain_board(a, false, 5, 5),
                           .counter = counters,
                           .ncounters = 2,
                           .by_id = by_id,
                           .box = boxes,
                           .nboxes = 2};
}

/* ---- the generator ---------------------------------------------------------------------- */

static void generator_is_xoshiro(void **state) {
  /* the published first outputs of splitmix64 from 0 and of xoshiro256** from 1 2 3 4 */
  (void)state;
  struct sal_rng g;
  sal_rng_seed(&g, 0);
  assert_int_equal(g.s[0], 0xe220a8397b1dcdafu);
  assert_int_equal(g.s[1], 0x6e789e6aa1b965f4u);
  assert_int_equal(g.s[2], 0x06c45d188009454fu);
  assert_int_equal(g.s[3], 0xf88bb8a8724c81ecu);
  g = (struct sal_rng){{1, 2, 3, 4}};
  assert_int_equal(sal_rng_next(&g), 11520u);
  assert_int_equal(sal_rng_next(&g), 0u);
  assert_int_equal(sal_rng_next(&g), 1509978240u);
  assert_int_equal(sal_rng_next(&g), 1215971899390074240u);
}

static void dice_are_fair(void **state) {
  (void)state;
  static const int faces[] = {2, 3, 6, 10, 36, 100};
  for (size_t f = 0; f < sizeof faces / sizeof *faces; f++) {
    enum { EACH = 4000 };
    uint32_t count[100] = {0};
    struct sal_rng g;
    sal_rng_seed(&g, 1943);
    for (int i = 0; i < EACH * faces[f]; i++)
      count[sal_rng_below(&g, (uint32_t)faces[f])]++;
    int64_t chi = 0; /* chi-square times EACH; 99.99 % of fair dice stay below k + 4 sqrt(2k) + 8 */
    for (int i = 0; i < faces[f]; i++)
      chi += ((int64_t)count[i] - EACH) * ((int64_t)count[i] - EACH);
    int root = 0;
    while (root * root < 2 * faces[f])
      root++;
    assert_true(chi / EACH < faces[f] + 4 * root + 8);
  }
}

/* ---- the tape --------------------------------------------------------------------------- */

static void name_item(const struct sal_book *b, uint16_t item, char out[SAL_TOKEN]) {
  (void)b;
  snprintf(out, SAL_TOKEN, "T%u", (unsigned)item);
}

static void script_comes_first(void **state) {
  (void)state;
  static const char script[][SAL_TOKEN] = {"5", "=T7", "2"};
  static const uint16_t items[] = {3, 7, 9};
  struct sal_rng g;
  struct sal_dice *d = calloc(1, sizeof *d);
  sal_rng_seed(&g, 1);
  sal_dice_clear(d);
  d->script = script;
  d->nscript = 3;
  d->rng = &g;
  assert_int_equal(sal_roll(d, 6, 4, 1), 5);
  assert_int_equal(sal_draw(d, NULL, items, 3, name_item, 5, SAL_BIT(SAL_SOVIET)), 1);
  assert_int_equal(sal_roll(d, 6, 4, 1), 2);
  int v = sal_roll(d, 6, 4, 1); /* then the generator */
  assert_true(v >= 1 && v <= 6 && !d->bad && !d->short_of);
  assert_int_equal(d->n, 4);
  assert_int_equal(d->rolled[0].faces, 6);
  assert_int_equal(d->rolled[0].rule, 4);
  assert_int_equal(d->rolled[0].unit, 1);
  assert_int_equal(d->rolled[0].seen, SAL_BOTH);
  assert_int_equal(d->rolled[1].items, 3);
  assert_int_equal(d->rolled[1].value, 2);
  assert_int_equal(d->rolled[1].seen, SAL_BIT(SAL_SOVIET));
  assert_string_equal(d->rolled[1].name, "T7");
  free(d);
}

static void wrong_tokens_are_bad(void **state) {
  (void)state;
  static const char *const wrong[] = {"0", "7", "x", "", "=T7", "-1", "06"};
  static const uint16_t items[] = {3, 7};
  struct sal_dice *d = calloc(1, sizeof *d);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char script[1][SAL_TOKEN];
    snprintf(script[0], SAL_TOKEN, "%s", wrong[i]);
    sal_dice_clear(d);
    d->script = (const char(*)[SAL_TOKEN])script;
    d->nscript = 1;
    sal_roll(d, 6, 0, SAL_NOUNIT);
    assert_true(d->bad);
  }
  static const char missing[1][SAL_TOKEN] = {"=T8"}, bare[1][SAL_TOKEN] = {"T7"};
  for (int i = 0; i < 2; i++) {
    sal_dice_clear(d);
    d->script = i ? bare : missing;
    d->nscript = 1;
    sal_draw(d, NULL, items, 2, name_item, 0, SAL_BOTH);
    assert_true(d->bad);
  }
  sal_dice_clear(d); /* no source at all: how many outcomes were wanted */
  sal_roll(d, 10, 0, SAL_NOUNIT);
  sal_roll(d, 6, 0, SAL_NOUNIT);
  assert_int_equal(d->short_of, 10);
  assert_false(d->bad);
  free(d);
}

static uint32_t always_two(void *ctx, uint32_t n) {
  ++*(int *)ctx;
  return n > 2 ? 2 : 0;
}
static void a_keyed_source(void **state) {
  (void)state;
  int calls = 0;
  struct sal_dice *d = calloc(1, sizeof *d);
  sal_dice_clear(d);
  d->below = always_two;
  d->ctx = &calls;
  assert_int_equal(sal_roll(d, 6, 0, SAL_NOUNIT), 3);
  assert_int_equal(calls, 1);
  free(d);
}

/* ---- odds ------------------------------------------------------------------------------- */

struct sum {
  uint64_t num[20], den;
  int calls, stop_at;
};
static bool add_up(void *ctx, const struct sal_play *after, struct sal_chance c) {
  struct sum *s = ctx;
  s->num[after->state->turn] += 60 / c.den;
  return ++s->calls != s->stop_at;
}
static void odds_are_over_all_tapes(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_book b = book_new(&a);
  struct sal_head start = {.depth = 1}, clone;
  struct sal_odds_room *room = calloc(1, sizeof *room);
  struct sal_play p = {.book = &b, .state = &start};
  struct sum s = {.stop_at = -1};
  room->clone = &clone;
  /* 1..5, and 6 with ten more */
  assert_int_equal(
      sal_each_outcome(&p, SAL_GERMAN, sal_act(V_ROLL, 0, 0, 0), room, 1000, add_up, &s), 15);
  for (int v = 1; v <= 5; v++)
    assert_int_equal(s.num[v], 10);
  for (int v = 7; v <= 16; v++)
    assert_int_equal(s.num[v], 1);
  assert_int_equal(start.turn, 0); /* only clones were changed */
  assert_int_equal(sal_each_outcome(&p, SAL_GERMAN, sal_act(V_ROLL, 0, 0, 0), room, 14, add_up, &s),
                   0);
  s = (struct sum){.stop_at = 3};
  assert_int_equal(
      sal_each_outcome(&p, SAL_GERMAN, sal_act(V_ROLL, 0, 0, 0), room, 1000, add_up, &s), 3);
  free(room);
  room_free(&a);
}

/* ---- actions ---------------------------------------------------------------------------- */

static void actions_as_text(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_book b = book_new(&a);
  struct sal_err err;
  struct sal_action got;
  char text[80];
  sal_hex h = sal_hex_parse(&b.board, "0303");
  const struct sal_action actions[] = {
      sal_act(V_ALL, 1, h, 65535), sal_act(V_SIDE, sal_side_of(h, 0), 0, 0),
      sal_act(V_DIR, 5, 1, 0), sal_act(V_WORD, 1, 0, 0), sal_act(V_ROLL, 0, 0, 0)};
  static const char *const texts[] = {"carry ru.2 0303 65535", "bridge 0303/0302", "face 5 sea",
                                      "stance hold", "roll"};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(sal_action_print(&b, actions[i], text, sizeof text), strlen(texts[i]));
    assert_string_equal(text, texts[i]);
    assert_true(sal_action_parse(&b, text, &got, &err));
    assert_true(sal_same(got, actions[i]));
  }
  room_free(&a);
}

static void texts_that_are_no_action(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } wrong[] = {
      {"", "1 to 159 characters"},
      {"jump", "no action 'jump'"},
      {"roll 1", "'roll' takes 0 operands, not 1"},
      {"carry ru.2 0303", "takes 3 operands, not 2"},
      {"carry ru.9 0303 1", "no unit 'ru.9'"},
      {"carry ru.2 0909 1", "hex '0909' is not on the map"},
      {"carry ru.2 0303 65536", "0 to 65535"},
      {"carry ru.2 0303 -1", "0 to 65535"},
      {"carry ru.2 0303 01", "0 to 65535"},
      {"bridge 0303", "not a hexside"},
      {"bridge 0303/0305", "not a hexside"},
      {"bridge 0303/0302/0301", "not a hexside"},
      {"face 6 sea", "0 to 5"},
      {"face 5 mud", "no box 'mud'"},
      {"stance run", "'run' is not a choice of 'stance'"},
      {"roll ", "single spaces"},
      {" roll", "single spaces"},
      {"face  5 sea", "single spaces"},
      {"a b c d e", "at most four words"},
  };
  struct sal_arena a = room_new(1 << 20);
  struct sal_book b = book_new(&a);
  struct sal_err err;
  struct sal_action got;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    if (sal_action_parse(&b, wrong[i].text, &got, &err))
      fail_msg("'%s' is accepted", wrong[i].text);
    if (!strstr(err.text, wrong[i].words) || strcmp(err.at, "action"))
      fail_msg("'%s': %s: %s", wrong[i].text, err.at, err.text);
  }
  char longest[200];
  memset(longest, 'x', sizeof longest);
  longest[199] = 0;
  assert_false(sal_action_parse(&b, longest, &got, &err));
  room_free(&a);
}

static void check_takes_no_wild_operands(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_book b = book_new(&a);
  struct sal_head start = {.depth = 1};
  struct sal_play p = {.book = &b, .state = &start};
  struct sal_refusal why;
  assert_true(sal_check(&p, SAL_GERMAN, sal_act(V_ROLL, 0, 0, 0), &why));
  assert_false(sal_check(&p, SAL_SOVIET, sal_act(V_ROLL, 0, 0, 0), &why)); /* not its decision */
  /* an operand it has not */
  assert_false(sal_check(&p, SAL_GERMAN, sal_act(V_ROLL, 1, 0, 0), &why));
  assert_false(sal_check(&p, SAL_GERMAN, sal_act(V_COUNT, 0, 0, 0), &why));
  assert_false(sal_check(&p, SAL_GERMAN, sal_act(V_ALL, 60000, 60000, 60000), &why));
  assert_non_null(why.text);
  room_free(&a);
}

static int by_key(const void *x, const void *y) {
  uint64_t a = sal_key(*(const struct sal_action *)x), b = sal_key(*(const struct sal_action *)y);
  return (a > b) - (a < b);
}
static void lists_are_sorted_sets(void **state) {
  (void)state;
  struct sal_list *l = calloc(1, sizeof *l);
  struct sal_action all[300];
  struct sal_rng g;
  sal_rng_seed(&g, 8);
  for (int round = 0; round < 50; round++) {
    uint32_t n = sal_rng_below(&g, 300), kept = 0;
    l->n = 0;
    for (uint32_t i = 0; i < n; i++) {
      all[i] = sal_act((int)sal_rng_below(&g, 3), (int)sal_rng_below(&g, 9),
                       (int)sal_rng_below(&g, 3), 0);
      sal_list_add(l, all[i]);
    }
    sal_list_close(l);
    qsort(all, n, sizeof *all, by_key);
    for (uint32_t i = 0; i < n; i++)
      if (!i || !sal_same(all[i], all[i - 1]))
        assert_true(kept < l->n && sal_same(l->a[kept++], all[i]));
    assert_int_equal(kept, l->n);
    for (int i = 0; i < 100; i++) {
      struct sal_action x = sal_act((int)sal_rng_below(&g, 4), (int)sal_rng_below(&g, 10),
                                    (int)sal_rng_below(&g, 4), 0);
      assert_int_equal(sal_list_has(l, x), n && bsearch(&x, all, n, sizeof *all, by_key) != NULL);
    }
  }
  free(l);
}

/* ---- frames ----------------------------------------------------------------------------- */

static void frames_nest(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_book b = book_new(&a);
  struct sal_head st = {0}, blank;
  struct sal_play p = {.book = &b, .state = &st};
  sal_push(&p, 0, SAL_GERMAN);
  memcpy(&blank, &st, sizeof st);
  assert_int_equal(sal_actors(&p), SAL_BIT(SAL_GERMAN));
  sal_push(&p, 0, SAL_SOVIET)->x[2] = 9;
  assert_int_equal(sal_actors(&p), SAL_BIT(SAL_SOVIET));
  sal_pop(&p);
  /* nothing stays behind: equal games have equal bytes */
  assert_memory_equal(&blank, &st, sizeof st);
  sal_goto(&p, 1, SAL_NOSIDE);
  assert_int_equal(sal_actors(&p), SAL_BOTH);
  assert_false(sal_commit(&p, SAL_SOVIET));
  assert_int_equal(sal_actors(&p), SAL_BIT(SAL_GERMAN));
  assert_true(sal_commit(&p, SAL_GERMAN));
  sal_game_over(&p);
  assert_int_equal(sal_actors(&p), 0);
  assert_int_equal(st.depth, 0);
  room_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(generator_is_xoshiro),
      cmocka_unit_test(dice_are_fair),
      cmocka_unit_test(script_comes_first),
      cmocka_unit_test(wrong_tokens_are_bad),
      cmocka_unit_test(a_keyed_source),
      cmocka_unit_test(odds_are_over_all_tapes),
      cmocka_unit_test(actions_as_text),
      cmocka_unit_test(texts_that_are_no_action),
      cmocka_unit_test(check_takes_no_wild_operands),
      cmocka_unit_test(lists_are_sorted_sets),
      cmocka_unit_test(frames_nest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
