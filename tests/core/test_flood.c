/* test_flood.c - movement floods against the slowest right way: relax every edge until nothing
 * changes. */
#include "room.h"

#include "core/book.h"
#include "core/dice.h"
#include "core/flood.h"

enum { FAR = 100000 };
struct ground {
  struct sal_board board;
  uint8_t *enter, *edge, *halt;
};

static struct ground ground_new(struct sal_arena *a, struct sal_rng *g, bool pointy, int max_cost) {
  struct ground m = {.board = plain_board(a, pointy, 3 + (int)sal_rng_below(g, 12),
                                          3 + (int)sal_rng_below(g, 10))};
  const struct sal_board *b = &m.board;
  m.enter = sal_alloc(a, b->cells);
  m.edge = sal_alloc(a, b->cells * 6u);
  m.halt = sal_alloc(a, b->cells);
  memset(m.enter, SAL_BARRED, b->cells);
  memset(m.edge, SAL_BARRED, b->cells * 6u);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    m.enter[h] =
        (uint8_t)(sal_rng_below(g, 8) ? 1 + sal_rng_below(g, (uint32_t)max_cost) : SAL_BARRED);
    m.halt[h] = sal_rng_below(g, 6) == 0;
    for (int d = 0; d < 6; d++)
      if (sal_next(b, h, d))
        m.edge[h * 6 + d] =
            (uint8_t)(sal_rng_below(g, 8) ? 1 + sal_rng_below(g, (uint32_t)max_cost) : SAL_BARRED);
  }
  return m;
}

static int price(const struct ground *m, const uint8_t *enter, sal_hex h, int d) {
  return enter ? enter[h + m->board.step[d]] : m->edge[h * 6 + d];
}

static void naive(const struct ground *m, const uint8_t *enter, const uint8_t *halt, sal_hex start,
                  int *dist) {
  for (int i = 0; i < m->board.cells; i++)
    dist[i] = FAR;
  dist[start] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < m->board.nhexes; i++) {
      sal_hex h = m->board.order[i];
      if (dist[h] == FAR || (halt && halt[h] && h != start))
        continue;
      for (int d = 0; d < 6; d++) {
        sal_hex g = sal_next(&m->board, h, d);
        int cost = price(m, enter, h, d);
        if (!g || cost == SAL_BARRED || dist[h] + cost >= dist[g])
          continue;
        dist[g] = dist[h] + cost;
        changed = true;
      }
    }
  }
}

static void compare(const struct ground *m, const struct sal_flood *f, const uint8_t *enter,
                    const uint8_t *halt, sal_hex start, int budget) {
  static int dist[SAL_MAX_CELLS];
  const struct sal_board *b = &m->board;
  int reached = 0;
  naive(m, enter, halt, start, dist);
  for (int i = 0; i < b->nhexes; i++) {
    sal_hex h = b->order[i];
    bool within = dist[h] <= budget;
    assert_int_equal(f->dist[h], within ? dist[h] : SAL_FAR);
    reached += within;
    sal_hex from = sal_flood_from(f, b, enter, enter ? NULL : m->edge, halt, h);
    if (!within || h == start) {
      assert_int_equal(from, SAL_NOHEX);
      continue;
    }
    int d = sal_dir_to(b, from, h);
    assert_true(d >= 0);
    assert_int_equal(dist[from] + price(m, enter, from, d), dist[h]);
    assert_false(halt && halt[from] && from != start);
  }
  assert_int_equal(f->n, reached);
  assert_int_equal(f->hexes[0], start);
  for (int i = 1; i < f->n; i++)
    assert_true(f->dist[f->hexes[i - 1]] <= f->dist[f->hexes[i]]);
}

/* The ways to a goal: from anywhere as dear as a search from there says. */
static int step_price(const struct sal_book *b, sal_hex from, int dir, int kind) {
  (void)kind;
  return ((const struct ground *)b->own)->edge[from * 6 + dir];
}
static void compare_ways(struct ground *m, sal_hex goal, int far, struct sal_rng *g) {
  static struct sal_ways ways;
  static uint8_t away[SAL_MAX_CELLS];
  static int dist[SAL_MAX_CELLS];
  struct sal_book book = {.board = m->board, .own = m};
  sal_ways_to(&ways, &book, goal, step_price, 0, far, away);
  assert_int_equal(away[0], far); /* who is off the map */
  for (int i = 0; i < 5; i++) {
    sal_hex from = m->board.order[sal_rng_below(g, m->board.nhexes)];
    naive(m, NULL, NULL, from, dist);
    assert_int_equal(away[from], dist[goal] < far ? dist[goal] : far);
  }
}

static void floods(int max_cost, int rounds) {
  struct sal_arena a = room_new(1 << 20);
  struct sal_flood *f = calloc(1, sizeof *f);
  struct sal_rng g;
  sal_rng_seed(&g, (uint64_t)max_cost);
  assert_non_null(f);
  for (int i = 0; i < rounds; i++) {
    memset(a.base, 0, a.used);
    a.used = 0;
    struct ground m = ground_new(&a, &g, i % 2, max_cost);
    sal_hex start = m.board.order[sal_rng_below(&g, m.board.nhexes)];
    int budget = i % 10 == 0   ? SAL_MAX_BUDGET
                 : i % 10 == 1 ? 0
                               : (int)sal_rng_below(&g, SAL_MAX_BUDGET + 1);
    sal_flood(f, &m.board, m.enter, start, budget);
    compare(&m, f, m.enter, NULL, start, budget);
    sal_flood_edges(f, &m.board, m.edge, NULL, start, budget);
    compare(&m, f, NULL, NULL, start, budget);
    sal_flood_edges(f, &m.board, m.edge, m.halt, start, budget);
    compare(&m, f, NULL, m.halt, start, budget);
    compare_ways(&m, start, i % 3 ? 250 : 1 + max_cost, &g);
  }
  free(f);
  room_free(&a);
}

static void cheap_ground(void **state) {
  (void)state, floods(4, 300);
}
static void dear_ground(void **state) {
  (void)state, floods(SAL_MAX_COST, 300);
}
static void all_alike(void **state) {
  (void)state, floods(1, 100);
}

/* A halting hex stops what enters it, but not a unit that begins there. */
static void halts_let_the_start_go(void **state) {
  (void)state;
  struct sal_arena a = room_new(1 << 20);
  struct sal_board b = plain_board(&a, false, 1, 5);
  struct sal_flood *f = calloc(1, sizeof *f);
  uint8_t *edge = sal_alloc(&a, b.cells * 6u), *halt = sal_alloc(&a, b.cells);
  assert_non_null(f);
  memset(edge, SAL_BARRED, b.cells * 6u);
  for (int i = 0; i < 5; i++)
    for (int d = 0; d < 6; d++)
      if (sal_next(&b, b.order[i], d))
        edge[b.order[i] * 6 + d] = 1;
  halt[b.order[0]] = halt[b.order[2]] = 1;
  sal_flood_edges(f, &b, edge, halt, b.order[0], 9);
  assert_int_equal(f->n, 3);
  assert_int_equal(f->dist[b.order[2]], 2);
  assert_int_equal(f->dist[b.order[3]], SAL_FAR);
  free(f);
  room_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cheap_ground),
      cmocka_unit_test(dear_ground),
      cmocka_unit_test(all_alike),
      cmocka_unit_test(halts_let_the_start_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
