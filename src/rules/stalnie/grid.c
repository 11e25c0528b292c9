/* grid.c - stalnie 5.1 and 5.2: places, distance, the Playing Area, its edges, terrain.
 *
 * A place g is hexrow * WIDTH + y / 2: even hexrows hold the odd y, odd ones the even y, so both come out whole.
 * Hexrows count from the south edge of the whole plan and y from the east; everything north and west grows.
 */
#include "state.h"

int sp_distance(int g, int k) { /* C.8, 5.1 */
  int dh = sal_abs(row_of(g) - row_of(k)), dy = sal_abs(y_of(g) - y_of(k));
  return dh + (dy > dh ? (dy - dh) / 2 : 0);
}

static uint32_t along(uint32_t bits, uint32_t over) { /* from there over the free places of its own hexrow */
  for (uint32_t more = bits; more; more = (bits << 1 | bits >> 1) & over & ~bits) bits |= more;
  return bits;
}

void sp_fill(uint32_t *set, const uint32_t *over, int rows) { /* up and down until a sweep finds nothing new */
  for (int r = 0; r < rows; r++) set[r] = along(set[r] & over[r], over[r]);
  for (bool more = true, up = true; more; up = !up) {
    more = false;
    for (int k = 1; k < rows; k++) {
      int r = up ? k : rows - 1 - k, from = up ? r - 1 : r + 1;
      uint32_t got = next_row(set[from], from) & over[r] & ~set[r];
      if (!got) continue;
      set[r] = along(set[r] | got, over[r]);
      more = true;
    }
    if (up) more = true; /* down again at least once */
  }
}

void sp_beside(const uint32_t *set, uint32_t *out, int rows) {
  for (int r = 0; r < rows; r++) {
    out[r] = set[r] | set[r] << 1 | set[r] >> 1;
    if (r) out[r] |= next_row(set[r - 1], r - 1);
    if (r + 1 < rows) out[r] |= next_row(set[r + 1], r + 1);
  }
}

int sp_side_edge(const struct sal_play *p, int g) { /* 11.6053: corners are front edge hexes */
  int h = row_of(g), x = across(g);
  if (h == sp_pa_low(p) || h == sp_pa_high(p)) return -1;
  return x == 0 ? 0 : O(p)->on[h] >> x >> 1 ? -1 : 1;
}

uint16_t sp_ground(const struct sal_play *p, int g) {
  uint16_t t = O(p)->ground[g];
  for (int i = 0; i < S(p)->nburnt; i++) {
    if (S(p)->burnt[i].at != g) continue;
    switch (S(p)->burnt[i].kind) {
    case BURNT_RUBBLE: t = (uint16_t)(t & ~(G_UPPER | G_NOVEHICLE)); break; /* of a house: cover as before, and vehicles may enter */
    case BURNT_SHELLHOLES: t = (uint16_t)((t | G_COVER) & ~(G_BUILDING | G_UPPER | G_OPEN | G_NOVEHICLE)); break;
    case BURNT_LEAFLESS: t = (uint16_t)(t & ~(G_COVER | G_NOVEHICLE)); break;
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

bool sp_strongpoint(const struct sal_play *p, int side, int g) { /* CG5 */
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    if (f->at == g && f->side == side && f->kind >= FORT_PILL135 && f->kind <= FORT_BUILDING) return true;
  }
  return false;
}

/* 11.6054a: a hedge or wall counts only if every line of sight from the enemy perimeter crosses one. That perimeter is still
 * sealed and may lie anywhere ahead, so the two hexsides towards the enemy's front edge and both flanks must have one. */
static bool behind_hedges(const struct sal_play *p, int side, int g) {
  if (!O(p)->hedged[g]) return false;
  for (int d = 0; d < 6; d++) {
    int to = O(p)->near[g][d];
    bool ahead = to < 0 || (side == GER ? row_of(to) >= row_of(g) : row_of(to) <= row_of(g));
    if (ahead && !(O(p)->hedged[g] >> d & 1)) return false;
  }
  return true;
}

bool sp_tem(const struct sal_play *p, int side, int g) { /* 11.6054a */
  return (sp_ground(p, g) & G_COVER) || behind_hedges(p, side, g) || sp_sheltered(p, side, g);
}

int sp_edge_owner(const struct sal_play *p, int g, bool start) {
  if (!sp_in_pa(p, g)) return -1;
  if (row_of(g) == sp_pa_low(p)) return GER; /* 11.60532 */
  if (row_of(g) == sp_pa_high(p)) return RUS;
  int e = sp_side_edge(p, g);
  return e < 0 ? -1 : S(p)->edge[e][row_of(g)] & (start ? EDGE_START : EDGE_DRAFT) ? GER : RUS;
}

int sp_entry_hexes(const struct sal_play *p, int side, uint8_t *mask) { /* CG9b */
  int base = sp_pa_low(p) * WIDTH, n = 0, nenemy = 0;
  uint16_t enemy[4 * PA_ROWS];
  for (int i = 0; i < PA_PLACES; i++)
    if (sp_edge_owner(p, i + base, true) == sal_enemy(side)) enemy[nenemy++] = (uint16_t)(i + base);
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    bool front = sp_in_pa(p, g) && sp_front_edge(p, side, g), open = sp_edge_owner(p, g, true) == side && sp_edge_owner(p, g, false) == side;
    if (open && !front) {
      open = !(S(p)->scenario == 1 && side == RUS);
      for (int k = 0; k < nenemy && open; k++) open = sp_distance(g, enemy[k]) >= 10;
    }
    mask[i] = open;
    n += open;
  }
  return n;
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
