/* grid.c - stalnie 5.1 and 5.2: places, distance, the Playing Area, its edges, terrain.
 *
 * A place g is hexrow * WIDTH + y / 2: even hexrows hold the odd y, odd ones the even y, so both
 * come out whole. Hexrows count from the south edge of the whole plan and y from the east;
 * everything north and west grows.
 */
#include "state.h"

/* C.8, 5.1: hexes from one place to another. Two steps of y are one hex, so only what exceeds
 * the hexrows crossed counts. */
int sp_distance(int g, int k) {
  int dh = sal_abs(row_of(g) - row_of(k));
  int dy = sal_abs(y_of(g) - y_of(k));
  return dh + (dy > dh ? (dy - dh) / 2 : 0);
}

/* from there over the free places of its own hexrow */
static uint32_t along(uint32_t bits, uint32_t over) {
  for (uint32_t more = bits; more; more = (bits << 1 | bits >> 1) & over & ~bits)
    bits |= more;
  return bits;
}

/* up and down until a sweep finds nothing new */
void sp_fill(uint32_t *set, const uint32_t *over, int rows) {
  for (int r = 0; r < rows; r++)
    set[r] = along(set[r] & over[r], over[r]);

  for (bool more = true, up = true; more; up = !up) {
    more = false;

    for (int k = 1; k < rows; k++) {
      int r = up ? k : rows - 1 - k;
      int from = up ? r - 1 : r + 1;
      uint32_t got = next_row(set[from], from) & over[r] & ~set[r];

      if (!got)
        continue;
      set[r] = along(set[r] | got, over[r]);
      more = true;
    }

    if (up)
      /* down again at least once */
      more = true;
  }
}

/* The set, and every place next to it. */
void sp_beside(const uint32_t *set, uint32_t *out, int rows) {
  for (int r = 0; r < rows; r++) {
    out[r] = set[r] | set[r] << 1 | set[r] >> 1;
    if (r)
      out[r] |= next_row(set[r - 1], r - 1);
    if (r + 1 < rows)
      out[r] |= next_row(set[r + 1], r + 1);
  }
}

/* 11.6053: a side edge is the first or last hex of a hexrow; corners belong to the front edges.
 */
int sp_side_edge(const struct sal_play *p, int g) {
  int h = row_of(g);
  int x = across(g);

  if (h == sp_pa_low(p) || h == sp_pa_high(p))
    return -1;
  if (x == 0)
    return 0;
  if (O(p)->on[h] >> x >> 1)
    return -1;

  return 1;
}

/* Table mode with the owner's boards: our drawings may differ from them, so they decide nothing. */
bool sp_printed(const struct sal_play *p) {
  if (p->book->edition < 2)
    /* older games were played on our boards */
    return false;
  return sp_mode(p) == BY_TABLE && p->state->option[OPT_BOARDS];
}

/* F25.1: how the scenarios are fought. Games of older versions have the option `table` instead. */
int sp_mode(const struct sal_play *p) {
  int old = O(p)->old_table;
  if (old >= 0 && p->state->option[old])
    return BY_TABLE;

  /* A mode agreed on for this battle comes before the campaign's. */
  int option = p->state->option[OPT_BATTLE];
  int agreed = option >> AGREED_AT;
  int mode = agreed ? agreed - 1 : option & MODE_BITS;

  /* Where there is no board, the quick battle is fought. */
  bool no_board = !O(p)->area_book[1];
  return mode == BY_FIELD && no_board ? BY_QUICK_BATTLE : mode;
}

/* F25.1: battles are fought on the board, with artillery, Reserves, armour leaders and towed Guns.
 * Those of earlier editions, and with data that has no radios, have none of these. */
bool sp_whole_battles(const struct sal_play *p) {
  enum { WHOLE = 4 };
  if (sp_mode(p) != BY_FIELD)
    return false;
  return p->book->edition >= WHOLE && O(p)->nsets[GER][SET_RADIO];
}

/* What a place is now: the board's terrain, changed by what burnt or was shelled (11.609). */
uint16_t sp_ground(const struct sal_play *p, int g) {
  if (sp_printed(p))
    /* whatever the players say is there */
    return G_ON | G_BUILDING | G_UPPER | G_BRIDGE;
  uint16_t t = O(p)->ground[g];

  for (int i = 0; i < S(p)->nburnt; i++) {
    if (S(p)->burnt[i].at != g)
      continue;

    switch (S(p)->burnt[i].kind) {
    /* of a house: cover as before, and vehicles may enter */
    case BURNT_RUBBLE: t = (uint16_t)(t & ~(G_UPPER | G_NOVEHICLE)); break;
    case BURNT_SHELLHOLES:
      t = (uint16_t)((t | G_COVER) & ~(G_BUILDING | G_UPPER | G_OPEN | G_NOVEHICLE));
      break;
    case BURNT_LEAFLESS: t = (uint16_t)(t & ~(G_COVER | G_NOVEHICLE)); break;
    default: break;
    }
  }

  return t;
}

/* A foxhole, trench or pillbox of that side is there, which gives cover in the open (11.6244a).
 */
bool sp_sheltered(const struct sal_play *p, int side, int g) {
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    bool shelters = f->kind <= FORT_TRENCH || is_pillbox(f->kind);
    if (f->at == g && f->side == side && shelters)
      return true;
  }

  return false;
}

/* CG5: a fortified Location or pillbox of that side, where AFV and Guns may set up and stay. */
bool sp_strongpoint(const struct sal_play *p, int side, int g) {
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    bool strong = f->kind >= FORT_PILL135 && f->kind <= FORT_BUILDING;
    if (f->at == g && f->side == side && strong)
      return true;
  }

  return false;
}

/* 11.6054a: a hedge or wall counts only if every line of sight from the enemy perimeter crosses
 * one. That perimeter is still sealed and may lie anywhere ahead, so the two hexsides towards the
 * enemy's front edge and both flanks must have one. */
static bool behind_hedges(const struct sal_play *p, int side, int g) {
  uint8_t hedged = O(p)->hedged[g];
  if (!hedged)
    return false;

  for (int d = 0; d < 6; d++) {
    int to = O(p)->near[g][d];
    bool has_hedge = hedged >> d & 1;
    if (has_hedge)
      continue;

    /* The edge of the map counts as ahead. */
    if (to < 0)
      return false;
    bool ahead = side == GER ? row_of(to) >= row_of(g) : row_of(to) <= row_of(g);
    if (ahead)
      return false;
  }

  return true;
}

/* 11.6054a: is there cover for a Perimeter marker of that side? */
bool sp_tem(const struct sal_play *p, int side, int g) {
  if (sp_printed(p))
    return S(p)->area[at_pa(p, g)] & A_COVER || sp_sheltered(p, side, g);
  if (sp_ground(p, g) & G_COVER)
    return true;
  if (behind_hedges(p, side, g))
    return true;
  return sp_sheltered(p, side, g);
}

/* 11.60532: front edges never change hands; a side edge has an owner hex by hex. */
int sp_edge_owner(const struct sal_play *p, int g, bool start) {
  if (!sp_in_pa(p, g))
    return -1;

  /* 11.60532: the south edge is always German and the north edge always Russian. */
  if (row_of(g) == sp_pa_low(p))
    return GER;
  if (row_of(g) == sp_pa_high(p))
    return RUS;

  int e = sp_side_edge(p, g);
  if (e < 0)
    return -1;
  int bit = start ? EDGE_START : EDGE_DRAFT;
  if (S(p)->edge[e][row_of(g)] & bit)
    return GER;
  return RUS;
}

/* CG9b: ten hexes or more from every edge hex of the enemy. */
static bool far_from_all(int g, const uint16_t *enemy, int n) {
  for (int i = 0; i < n; i++)
    if (sp_distance(g, enemy[i]) < 10)
      return false;
  return true;
}

/* CG9b: the side's own front edge, and own side edges ten or more hexes from every edge hex of the
 * enemy. In the first scenario the Russians enter from the north only. */
int sp_entry_hexes(const struct sal_play *p, int side, uint8_t *mask) {
  int base = sp_pa_low(p) * WIDTH;
  int n = 0;
  int nenemy = 0;
  uint16_t enemy[4 * PA_ROWS];

  for (int i = 0; i < PA_PLACES; i++)
    if (sp_edge_owner(p, i + base, true) == sal_enemy(side))
      enemy[nenemy++] = (uint16_t)(i + base);

  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + base;
    bool front = sp_in_pa(p, g) && sp_front_edge(p, side, g);
    bool own_at_start = sp_edge_owner(p, g, true) == side;
    bool open = own_at_start && sp_edge_owner(p, g, false) == side;

    /* A hex of the side's own front edge needs no distance. */
    if (open && !front) {
      bool north_only = S(p)->scenario == 1 && side == RUS;
      open = !north_only && far_from_all(g, enemy, nenemy);
    }

    mask[i] = open;
    n += open;
  }

  return n;
}

/* QB.2: which third of the map a place belongs to, west first. */
int sp_column(int g) {
  int y = y_of(g);

  if (y >= 41)
    return 0;
  if (y >= 21)
    return 1;
  return 2;
}

/* Inside that side's Perimeter Area. */
bool sp_area(const struct sal_play *p, int side, int g) {
  if (!sp_in_pa(p, g))
    return false;
  return S(p)->area[at_pa(p, g)] & area_bit(side);
}

/* Inside an Isolated Area of that side. */
bool sp_isolated(const struct sal_play *p, int side, int g) {
  if (!sp_in_pa(p, g))
    return false;
  int id = S(p)->isle[at_pa(p, g)];
  if (!id)
    return false;

  if (S(p)->iso[id - 1].side != side)
    return false;
  return S(p)->iso[id - 1].live;
}
