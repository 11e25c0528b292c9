/* kernels.c - the limit: floods and lines of sight as bare as C can have them, and the core's on
 * the same map.
 *
 * The map is 64x36 pointy hexes, odd rows shoved right, with ground from one linear congruence; the
 * sums over fixed origins are known, so a kernel that does other work shows at once. The bare lines
 * are interpolated and nudged off the hexsides while the core's are exact, so those two agree only
 * in work, not in sum; the core's are checked one by one against the geometry.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bench.h"
#include "core/flood.h"
#include "core/line.h"

enum {
  W = 64,
  H = 36,
  N = W * H,
  MP = 10,
  CLOSED = 15,
  STRIDE = 104,
  CELLS = STRIDE * (H + 2),
  RANGE = 24,
  SPAN = 2 * RANGE + 1
};
enum { FLOODS = 50000, FLOOD_SUM = 4982536, LINES = 1000000, LINE_SUM = 73167 };
static const uint8_t ground[16] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, CLOSED};

struct kernels {
  uint8_t cost[CELLS], block[CELLS], dist[CELLS]; /* bare: a bordered axial grid */
  uint16_t bucket[MP + 16][N];
  int16_t line[SPAN * SPAN][RANGE];
  uint8_t passable[N];
  struct sal_arena arena; /* the core's: a board, its costs and its table of lines */
  struct sal_board board;
  struct sal_lines lines;
  struct sal_flood flood;
  uint8_t enter[SAL_MAX_CELLS], blocks[SAL_MAX_CELLS];
  sal_hex hex[N]; /* by place on the map */
  uint64_t sum;
};

/* One linear congruence, so that every machine makes the same map. */
static uint32_t draw(uint32_t *s) {
  return (*s = *s * 1664525u + 1013904223u) >> 8;
}

/* A hex of the rectangle in the bordered array of cells. */
static int cell_of(int x, int y) {
  return (y + 1) * STRIDE + (x - (y >> 1)) + 20;
}

/* A random hex that can be entered. */
static int origin(const struct kernels *k, uint32_t *s) {
  for (;;) {
    int i = (int)(draw(s) % N);
    if (k->passable[i])
      return i;
  }
}

/* ---- the map, twice */
static void make_lines(struct kernels *k) {
  for (int dr = -RANGE; dr <= RANGE; dr++)
    for (int dq = -RANGE; dq <= RANGE; dq++) {
      int n = sal_span(dq, dr);
      if (!n || n > RANGE)
        continue;
      /* 16.16, nudged off the hexsides */
      int fq = 7;
      int fr = 13;
      int sq = dq * 65536 / n;
      int sr = dr * 65536 / n;
      for (int i = 1; i < n; i++) {
        fq += sq;
        fr += sr;
        int fs = -fq - fr;
        int q = (fq + 32768) >> 16;
        int r = (fr + 32768) >> 16;
        int s = (fs + 32768) >> 16;
        int eq = sal_abs(q * 65536 - fq);
        int er = sal_abs(r * 65536 - fr);
        int es = sal_abs(s * 65536 - fs);
        if (eq > er && eq > es)
          q = -r - s;
        else if (er > es)
          r = -q - s;
        k->line[(dr + RANGE) * SPAN + dq + RANGE][i - 1] = (int16_t)(r * STRIDE + q);
      }
    }
}

/* A board of 64 x 36 for the bare kernels and for the core's own. */
struct kernels *kernels_new(void) {
  struct kernels *k = calloc(1, sizeof *k);
  size_t size = 32 << 20;

  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (!k || memory == MAP_FAILED)
    abort();
  k->arena = (struct sal_arena){memory, size, 0};
  struct sal_shape shape = {.board = "",
                            .pointy = true,
                            .cols = W,
                            .rows = H,
                            .first_col = 1,
                            .first_row = 1,
                            .corner = SAL_NW,
                            .odd_low = false};
  struct sal_err err;
  if (!sal_board_make(&k->board, &k->arena, &shape, 1, &err))
    abort();
  sal_lines_make(&k->lines, &k->arena, &k->board, RANGE);
  memset(k->cost, CLOSED, sizeof k->cost);
  memset(k->enter, SAL_BARRED, sizeof k->enter);
  uint32_t s = 20240501;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      uint32_t t = draw(&s) & 15;
      int i = y * W + x;
      int c = cell_of(x, y);
      char id[8];
      sal_format(id, sizeof id, "%02d%02d", x + 1, y + 1);
      sal_hex h = k->hex[i] = sal_hex_parse(&k->board, id);
      SAL_ASSERT(h);
      k->cost[c] = ground[t];
      k->passable[i] = ground[t] != CLOSED;
      k->block[c] = k->blocks[h] = t >= 10 && t <= 13;
      k->enter[h] = ground[t] == CLOSED ? SAL_BARRED : ground[t];
    }
  make_lines(k);
  return k;
}

void kernels_free(struct kernels *k) {
  if (!k)
    return;
  munmap(k->arena.base, k->arena.size);
  free(k);
}

/* ---- floods: Dial's buckets, a store and a conditional increment for every neighbour */
#if defined __GNUC__ && !defined __clang__
#define UNROLL6 _Pragma("GCC unroll 6")
#else
#define UNROLL6
#endif
/* The least a flood can cost: a queue and an array. */
static int bare_flood(struct kernels *k, int start) {
  static const int step[6] = {1, -STRIDE + 1, -STRIDE, -1, STRIDE - 1, STRIDE};
  uint16_t len[MP + 16] = {1};
  uint8_t *dist = k->dist;
  int seen = 0;

  /* MP + 1 is "not reached": one comparison serves both tests */
  memset(dist, MP + 1, sizeof k->dist);
  dist[start] = 0;
  k->bucket[0][0] = (uint16_t)start;
  for (int c = 0; c <= MP; c++)
    for (int i = 0; i < len[c]; i++) {
      int at = k->bucket[c][i];
      if (dist[at] != c)
        continue;
      seen++;
      UNROLL6
      for (int d = 0; d < 6; d++) {
        int to = at + step[d];
        int n = c + k->cost[to];
        int old = dist[to];
        int less = n < old;
        dist[to] = (uint8_t)(less ? n : old);
        k->bucket[n][len[n]] = (uint16_t)to;
        len[n] = (uint16_t)(len[n] + less);
      }
    }

  return seen;
}

/* The bare flood, as often as asked, over random origins. */
void kernels_flood(struct kernels *k, int n) {
  uint32_t s = 7;
  for (k->sum = 0; n--;) {
    int i = origin(k, &s);
    k->sum += (uint64_t)bare_flood(k, cell_of(i % W, i / W));
  }
}

/* The core's flood from the same origins. */
void kernels_core_flood(struct kernels *k, int n) {
  uint32_t s = 7;
  for (k->sum = 0; n--;) {
    sal_flood(&k->flood, &k->board, k->enter, k->hex[origin(k, &s)], MP);
    k->sum += k->flood.n;
  }
}

/* ---- lines: pairs within RANGE, stopping at the first hex that blocks */
static bool pair(uint32_t *s, int *a, int *dq, int *dr, int *b) {
  *a = (int)(draw(s) % N);
  *b = (int)(draw(s) % N);
  int ay = *a / W;
  int by = *b / W;
  *dq = (*b % W - (by >> 1)) - (*a % W - (ay >> 1));
  *dr = by - ay;
  int d = sal_span(*dq, *dr);
  return d && d <= RANGE;
}

/* Lines of sight on a bare grid. */
void kernels_los(struct kernels *k, int n) {
  uint32_t s = 13;
  int a;
  int b;
  int dq;
  int dr;

  for (k->sum = 0; n;) {
    if (!pair(&s, &a, &dq, &dr, &b))
      continue;
    const int16_t *t = k->line[(dr + RANGE) * SPAN + dq + RANGE];
    int from = cell_of(a % W, a / W);
    int len = sal_span(dq, dr) - 1;
    int i = 0;
    while (i < len && !k->block[from + t[i]])
      i++;
    k->sum += i >= len;
    n--;
  }
}

/* The core's lines between the same pairs as the bare ones. */
void kernels_core_los(struct kernels *k, int n) {
  uint32_t s = 13;
  int a;
  int b;
  int dq;
  int dr;

  for (k->sum = 0; n;) {
    if (!pair(&s, &a, &dq, &dr, &b))
      continue;
    k->sum += sal_line_clear(&k->lines, &k->board, k->blocks, k->hex[a], k->hex[b]);
    n--;
  }
}

/* The core's answer for a pair, by asking every hex of the map. */
static bool plain_clear(const struct kernels *k, sal_hex from, sal_hex to) {
  struct sal_point p = sal_hex_point(&k->board, from);
  struct sal_point q = sal_hex_point(&k->board, to);

  for (int i = 0; i < N; i++) {
    sal_hex h = k->hex[i];
    if (h == from || h == to || !k->blocks[h])
      continue;
    if (sal_meet_hex(true, p, q, k->board.q[h], k->board.r[h]) == SAL_CROSS)
      return false;
  }

  return true;
}

/* Both kernels must find the same. */
bool kernels_check(struct kernels *k, struct fault *f) {
  kernels_flood(k, FLOODS);
  if (k->sum != FLOOD_SUM)
    return fault_say(f, FAULT_INTERNAL, "kernel.flood has the wrong sum %llu",
                     (unsigned long long)k->sum);
  kernels_core_flood(k, FLOODS);
  if (k->sum != FLOOD_SUM)
    return fault_say(f, FAULT_INTERNAL, "flood.64x36 has the wrong sum %llu",
                     (unsigned long long)k->sum);
  kernels_los(k, LINES);
  if (k->sum != LINE_SUM)
    return fault_say(f, FAULT_INTERNAL, "kernel.los has the wrong sum %llu",
                     (unsigned long long)k->sum);
  uint32_t s = 13;
  for (int n = 0; n < 400;) {
    int a;
    int b;
    int dq;
    int dr;
    if (!pair(&s, &a, &dq, &dr, &b))
      continue;
    if (sal_line_clear(&k->lines, &k->board, k->blocks, k->hex[a], k->hex[b]) !=
        plain_clear(k, k->hex[a], k->hex[b]))
      return fault_say(f, FAULT_INTERNAL, "los.64x36 is wrong between %s and %s",
                       k->board.name[k->hex[a]], k->board.name[k->hex[b]]);
    n++;
  }

  return true;
}
