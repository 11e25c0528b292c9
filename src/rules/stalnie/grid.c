/* grid.c - stalnie 5.1 and 5.2: places, distance, the Playing Area, its edges, terrain.
 *
 * A place g is hexrow * WIDTH + y / 2: even hexrows hold the odd y, odd ones the even y, so both come out whole.
 * Hexrows count from the south edge of the whole plan and y from the east; everything north and west grows.
 */
#include "state.h"

#include <string.h>

int sp_distance(int g, int k) { /* C.8, 5.1 */
  int dh = sal_abs(row_of(g) - row_of(k)), dy = sal_abs(y_of(g) - y_of(k));
  return dh + (dy > dh ? (dy - dh) / 2 : 0);
}

int sp_pa_low(const struct sal_play *p) { return O(p)->small ? 0 : ALONG * (S(p)->pa - 1); } /* 5.2 */
int sp_pa_high(const struct sal_play *p) { return O(p)->small ? O(p)->h_max : ALONG * (S(p)->pa + 1); }

bool sp_in_pa(const struct sal_play *p, int g) {
  int h = row_of(g);
  return g >= 0 && g < PLACES && (O(p)->ground[g] & G_ON) && h >= sp_pa_low(p) && h <= sp_pa_high(p);
}

int at_pa(const struct sal_play *p, int g) { return g - sp_pa_low(p) * WIDTH; }

int sp_depth(const struct sal_play *p, int side, int g) {
  return side == GER ? row_of(g) - sp_pa_low(p) : sp_pa_high(p) - row_of(g);
}

bool sp_front_edge(const struct sal_play *p, int side, int g) { return sp_depth(p, side, g) == 0; } /* 11.6053 */

int sp_side_edge(const struct sal_play *p, int g) { /* 11.6053: corners are front edge hexes */
  int h = row_of(g), y = y_of(g), odd = h % 2;
  if (h == sp_pa_low(p) || h == sp_pa_high(p)) return -1;
  if (y == (odd ? 0 : 1)) return 0;
  return y >= O(p)->y_max - 1 && (g + 1 == (h + 1) * WIDTH || !(O(p)->ground[g + 1] & G_ON) || row_of(g + 1) != h) ? 1 : -1;
}

uint8_t sp_ground(const struct sal_play *p, int g) {
  uint8_t t = O(p)->ground[g];
  for (int i = 0; i < S(p)->nburnt; i++) {
    if (S(p)->burnt[i].at != g) continue;
    switch (S(p)->burnt[i].kind) {
    case BURNT_RUBBLE: t = (uint8_t)((t | G_COVER | G_NOVEHICLE) & ~(G_UPPER | G_OPEN)); break;
    case BURNT_SHELLHOLES: t = (uint8_t)((t | G_COVER) & ~(G_BUILDING | G_UPPER | G_OPEN | G_NOVEHICLE)); break;
    case BURNT_LEAFLESS: t = (uint8_t)(t & ~(G_COVER | G_NOVEHICLE)); break;
    default: break;
    }
  }
  return t;
}

bool sp_sheltered(const struct sal_play *p, int side, int g) {
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    if (f->at == g && f->side == side && (f->kind <= FORT_TRENCH || (f->kind >= FORT_PILL135 && f->kind <= FORT_PILL357))) return true;
  }
  return false;
}

bool sp_tem(const struct sal_play *p, int side, int g) { /* 11.6054a */
  return (sp_ground(p, g) & G_COVER) || sp_sheltered(p, side, g);
}

/* Steps from the nearest of `from`, over the Playing Area; 255 beyond the limit. dist has PA_PLACES. */
void sp_flood_from(const struct sal_play *p, uint8_t *dist, const uint16_t *from, int n, int limit) {
  uint16_t queue[PA_PLACES];
  int head = 0, tail = 0, base = sp_pa_low(p) * WIDTH;
  memset(dist, 255, PA_PLACES);
  for (int i = 0; i < n; i++)
    if (dist[from[i] - base]) dist[from[i] - base] = 0, queue[tail++] = from[i];
  while (head < tail) {
    int g = queue[head++], d = dist[g - base];
    if (d >= limit) continue;
    for (int k = 0; k < 6; k++) {
      int to = O(p)->near[g][k];
      if (to < 0 || !sp_in_pa(p, to) || dist[to - base] != 255) continue;
      dist[to - base] = (uint8_t)(d + 1);
      queue[tail++] = (uint16_t)to;
    }
  }
}

int sp_column(int g) { /* QB.2: west first */
  int y = y_of(g);
  return y >= 41 ? 0 : y >= 21 ? 1 : 2;
}

bool sp_area(const struct sal_play *p, int side, int g) {
  return sp_in_pa(p, g) && (S(p)->area[at_pa(p, g)] & (side == GER ? A_GER : A_RUS));
}

/* Inside an Isolated Area of that side. */
bool sp_isolated(const struct sal_play *p, int side, int g) {
  if (!sp_in_pa(p, g)) return false;
  int i = S(p)->isle[at_pa(p, g)];
  return i && S(p)->iso[i - 1].side == side && S(p)->iso[i - 1].live;
}
