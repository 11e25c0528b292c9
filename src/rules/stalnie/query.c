/* query.c - stalnie drawn over the board: control, perimeters and isolation, side edges with
 * their markers, entry hexes. */
#include "state.h"

/* ---- overlays --------------------------------------------------------------------------- */

enum { O_ZOC, O_CONTROL, O_PERIMETER, O_EDGES, O_ENTRY };

/* Clients ask every game for zones of control. Here the answer is that there are none between
 * scenarios. */
static void zoc_overlay(struct sal_overlay *o) {
  sal_overlay_title(o, "There are no zones of control between scenarios");
  sal_overlay_key(
      o, "n", "none",
      "a Perimeter line may not cross an enemy-occupied hex (11.6054c); see the perimeter overlay");
}

/* Who controls every Location, with the Victory Locations apart. */
static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct state *s = S(p);

  sal_overlay_title(o, "Control of Locations and Victory Locations");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");
  sal_overlay_key(o, "v", "good", "own Victory Location");
  sal_overlay_key(o, "w", "bad", "the enemy's Victory Location");

  for (int g = 0; g < PLACES; g++) {
    if (!(O(p)->ground[g] & G_ON))
      continue;
    if (O(p)->vl_at[g]) {
      bool german = s->vl[O(p)->vl_at[g] - 1] & VB_GERMAN;
      sal_overlay_hex(o, O(p)->cell[g], german == (side == GER) ? "v" : "w", NULL);
    } else if (sp_in_pa(p, g)) {
      bool german = s->ground[at_pa(p, g)] & C_OWN;
      sal_overlay_hex(o, O(p)->cell[g], german == (side == GER) ? "o" : "e", NULL);
    }
  }
}

/* 11.605: areas, Front Lines, No Man's Land, Isolated Areas with their types, and the chains as
 * they were drawn. */
static void perimeter_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  static const char *const type[] = {"?", "A", "B", "C", "D"};
  const struct state *s = S(p);

  sal_overlay_title(o, "Perimeters, No Man's Land and Isolated Areas");
  sal_overlay_key(o, "o", "own", "own area");
  sal_overlay_key(o, "e", "enemy", "enemy area");
  sal_overlay_key(o, "f", "good", "own Front Line");
  sal_overlay_key(o, "i", "warn", "own Isolated Area, with its type");
  sal_overlay_key(o, "j", "bad", "enemy Isolated Area, with its type");
  sal_overlay_key(o, "n", "none", "No Man's Land");

  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(p) * WIDTH;

    if (!sp_in_pa(p, g))
      continue;
    uint8_t mine = area_bit(side);
    uint8_t a = s->area[i];
    sal_hex h = O(p)->cell[g];

    if (s->isle[i])
      sal_overlay_hex(o, h, s->iso[s->isle[i] - 1].side == side ? "i" : "j",
                      type[s->iso[s->isle[i] - 1].type]);
    else if (a & mine)
      sal_overlay_hex(o, h, a & front_bit(side) ? "f" : "o", NULL);
    else
      sal_overlay_hex(o, h, a & (A_GER | A_RUS) ? "e" : "n", NULL);
  }

  for (int k = 0; k < 2; k++)
    for (int i = 0; i + 1 < s->side[k].nchain; i++)
      sal_overlay_line(o, O(p)->cell[s->side[k].chain[i]], O(p)->cell[s->side[k].chain[i + 1]],
                       k == side ? "f" : "e", SAL_NOHEX, R_5_4, "%s marker %d", side_title(k),
                       i + 1);
}

/* Is the edge hex of that hexrow the side's own? */
static bool edge_is_own(const struct sal_play *p, int side, int edge, int h, uint8_t bit) {
  bool german = S(p)->edge[edge][h] & bit;
  return german == (side == GER);
}

/* 11.60531c: a marker stands in each friendly side-edge hex next to an enemy one. Those of one run
 * point at each other; the one marker of a run from the side's own corner points to that corner,
 * and a lone hex between enemies outward. */
static void edge_markers(const struct sal_play *p, int side, int edge, bool draft, const char *key,
                         struct sal_overlay *o) {
  int low = sp_pa_low(p);
  int high = sp_pa_high(p);
  uint8_t bit = draft ? EDGE_DRAFT : EDGE_GERMAN;

  for (int h = low + 1, end; h < high; h = end + 1) {
    end = h;
    if (!edge_is_own(p, side, edge, h, bit))
      continue;
    while (end + 1 < high && edge_is_own(p, side, edge, end + 1, bit))
      end++;

    int first = sp_edge_place(p, GER, edge, h - low);
    int last = sp_edge_place(p, GER, edge, end - low);

    /* next to an enemy hex there */
    bool south = h > low + 1 || side == RUS;
    bool north = end < high - 1 || side == GER;
    sal_hex a = O(p)->cell[first];
    sal_hex b = O(p)->cell[last];
    bool both = south && north;

    if (both && a == b)
      sal_overlay_line(o, a, a, key, SAL_NOHEX, R_11_60531c, "%s marker, pointing outward",
                       side_title(side));
    else if (both)
      sal_overlay_line(o, a, b, key, SAL_NOHEX, R_11_60531c, "%s markers, pointing at each other",
                       side_title(side));
    else if (south || north)
      sal_overlay_line(o, north ? b : a, O(p)->cell[sp_edge_place(p, side, edge, 0)], key,
                       SAL_NOHEX, R_11_60531c, "%s marker, pointing to its own corner",
                       side_title(side));
  }
}

/* 11.60531: the side edges; while a result is entered, as it stands in the draft. */
static void edges_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  bool draft = sal_top(p)->node == N_RESULT || sal_top(p)->node == N_CONFIRM;

  sal_overlay_title(o, "Side edges and their markers");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");

  for (int e = 0; e < 2; e++)
    for (int h = sp_pa_low(p) + 1; h < sp_pa_high(p); h++) {
      int g = sp_edge_place(p, GER, e, h - sp_pa_low(p));
      bool german = S(p)->edge[e][h] & (draft ? EDGE_DRAFT : EDGE_GERMAN);
      sal_overlay_hex(o, O(p)->cell[g], german == (side == GER) ? "o" : "e", NULL);
    }

  for (int k = 0; k < 2; k++)
    for (int e = 0; e < 2; e++)
      edge_markers(p, k, e, draft, k == side ? "o" : "e", o);

  int west = sp_edge_place(p, GER, 1, 0);
  int east = sp_edge_place(p, GER, 0, 0);
  if (!S(p)->side[GER].perimeter)
    sal_overlay_line(o, O(p)->cell[west], O(p)->cell[east], side == GER ? "o" : "e", SAL_NOHEX,
                     R_11_60531d, "no German perimeter: markers on both south corners");
}

/* CG9b: the entry hexes of both sides. */
static void entry_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  uint8_t mask[PA_PLACES];

  sal_overlay_title(o, "Hexes where reinforcements may enter");
  sal_overlay_key(o, "o", "good", "own entry hex");
  sal_overlay_key(o, "e", "bad", "the enemy's entry hex");

  for (int k = 0; k < 2; k++) {
    int whose = k ? sal_enemy(side) : side;
    sp_entry_hexes(p, whose, mask);
    for (int i = 0; i < PA_PLACES; i++)
      if (mask[i])
        sal_overlay_hex(o, O(p)->cell[i + sp_pa_low(p) * WIDTH], k ? "e" : "o", NULL);
  }
}

/* Reach, records and overlays. There is no reach outside a battle. */
bool sp_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int whose = side == SAL_SOVIET ? RUS : GER;

  if (q->kind == SAL_Q_REACH)
    return sal_refuse(why, R_6_1,
                      "Units do not move hex by hex here: scenarios are fought by the quick battle "
                      "or on a table.",
                      0, 0);

  if (q->kind == SAL_Q_RECORDS)
    return sp_records(p, side, q->records), true;
  if (q->overlay == O_ZOC)
    zoc_overlay(q->out);
  else if (q->overlay == O_CONTROL)
    control_overlay(p, whose, q->out);
  else if (q->overlay == O_PERIMETER)
    perimeter_overlay(p, whose, q->out);
  else if (p->state->over)
    sal_overlay_title(q->out, "The campaign is over");
  else if (q->overlay == O_EDGES)
    edges_overlay(p, whose, q->out);
  else
    entry_overlay(p, whose, q->out);

  return true;
}
