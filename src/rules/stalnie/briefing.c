/* briefing.c - stalnie 6.1: what two players need on the table to fight the scenario, as a
 * printable page.
 *
 * Rules that only the table can keep (movement, fire, exits of broken men, reserves under their
 * counters) stand here as reminders with their numbers: the program cannot decide them, so it says
 * them.
 */
#include "state.h"

#include <string.h>

/* 11.625: date, type, weather, who sets up first, when the scenario ends and how it is won. */
static void scenario_card(const struct sal_play *p, struct sal_json *j) {
  const struct state *s = S(p);
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_625, "The scenario", "What|Value");
  sp_page_row(&g, R_11_625, "Date|%d July 1943, %s", s->scenario <= 2 ? 11 : 12,
              s->scenario % 2 ? "morning" : "afternoon");

  sp_page_row(&g, R_CG1a, "Playing Area|%d, hexrows %d to %d", s->pa, sp_pa_low(p), sp_pa_high(p));

  sp_page_row(&g, R_11_6232, "Type|%s", s->dual ? "Dual Assault" : "German Assault");
  sp_page_row(&g, R_11_6233, "Sets up first|%s", side_title(s->first));
  sp_page_row(&g, R_11_6233, "Moves first|%s", side_title(sal_enemy(s->first)));
  sp_page_row(&g, R_11_618, "Weather|%s", sp_weather_word[s->weather]);
  sp_page_row(&g, R_11_618, "Ground condition|%s", sp_ec_word[s->ec]);
  sp_page_row(&g, R_11_6241, "Wind|%s %d", s->wind ? "mild breeze, direction" : "none", s->wind);
  sp_page_row(&g, R_11_2c, "Victory Locations|German %d, Soviet %d", sp_vl_count(p, GER),
              sp_vl_count(p, RUS));

  sp_page_close(&g);
  sp_page_say(
      p, j, R_SP_SSR10, "Game End",
      "A dr after Turn 7 of %d or less, after 8 of %d, after 9 of %d ends the scenario; drm %d.",
      O(p)->circled[0], O(p)->circled[1], O(p)->circled[2], sp_end_drm(p, 0));

  if (s->dual)
    sp_page_say(p, j, R_11_6235a, "Victory",
                "Each side scores the CVP it inflicts and 1 for every Victory Location it holds "
                "that was the enemy's at the start. The Germans win with more.");
  else
    sp_page_say(p, j, R_11_6235b, "Victory",
                "The Germans win if twice their CVP is more than three times the Soviets', or with "
                "%d Victory Locations that were Soviet at the start.",
                sp_vl_needed(p, s->scenario));
}

/* "west hexrows 1 to 8": the entry hexes of a side edge, as runs. */
static void edge_runs(const struct sal_play *p, const uint8_t *mask, int edge, struct sal_text *t) {
  int low = sp_pa_low(p);
  int high = sp_pa_high(p);

  for (int h = low + 1; h < high; h++) {
    int g = sp_edge_place(p, GER, edge, h - low);
    int end = h;

    if (g < 0 || !mask[at_pa(p, g)])
      continue;
    while (end + 1 < high && mask[at_pa(p, sp_edge_place(p, GER, edge, end + 1 - low))])
      end++;
    sal_put(t, ", %s hexrows %d to %d", edge ? "west" : "east", h, end);
    h = end;
  }
}

/* CG9b: where each side may enter, as runs of hexrows rather than a list of hexes. */
static void entry_card(const struct sal_play *p, struct sal_json *j) {
  uint8_t mask[PA_PLACES];

  for (int side = 0; side < 2; side++) {
    char text[160] = "";
    struct sal_text t = {text, sizeof text, 0};
    int n = sp_entry_hexes(p, side, mask);

    for (int e = 1; e >= 0; e--)
      edge_runs(p, mask, e, &t);
    sp_page_say(p, j, R_CG9b, side == GER ? "German entry hexes" : "Soviet entry hexes",
                "%d hexes: the whole %s edge%s. On or after Turn %d.", n,
                side == GER ? "south" : "north", text, side == RUS && S(p)->scenario == 1 ? 3 : 1);
  }
}

/* The hex's name, or a dash where there is none. */
static const char *hex_name(const struct sal_play *p, int g) {
  if (g == NOWHERE)
    return "-";
  return p->book->board.name[O(p)->cell[g]];
}

/* The number of a line in a result: Soviet ones are numbered from 101. */
int sp_line_number(int side, int i) {
  enum { SOVIET_LINES = 100 };
  return i + 1 + (side == RUS ? SOVIET_LINES : 0);
}

/* CG6, CG10: the modules a side may use, with chits, means of contact and registered hexes. */
static void artillery_card(const struct sal_play *p, int side, struct sal_json *j) {
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_CG6,
               side == GER ? "German artillery (two modules at most)"
                           : "Soviet artillery (two modules at most)",
               "Line|Module|Black|Red|By|Hex|Registered");

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    const struct group *group = &O(p)->group[side][r->group];

    if (r->flags & R_GONE || (!group->calibre && !(group->notes & NOTE_I)))
      continue;
    if (group->calibre)
      sp_page_row(&g, R_CG10, "%d|%s|%d|%d|%s|%s|%s %s", sp_line_number(side, i), group->title,
                  r->black, r->red,
                  sp_served(p, side, i)   ? "observer"
                  : r->link == LINK_PHONE ? "phone"
                                          : "radio",
                  hex_name(p, r->hex), r->reg[0] ? hex_name(p, r->reg[0] - 1) : "-",
                  r->reg[1] ? hex_name(p, r->reg[1] - 1) : "");
    else
      sp_page_row(&g, R_RG_i, "%d|%s for line %d|-|-|level %d|%s|-", sp_line_number(side, i),
                  group->title, sp_line_number(side, r->attach - 1), sp_observer_level(p),
                  hex_name(p, r->hex));
  }

  sp_page_close(&g);
}

/* Own units hex by hex, then those that enter. */
static void forces_card(const struct sal_play *p, int side, struct sal_json *j) {
  const struct state *s = S(p);
  struct page page;
  char text[SAL_WORDS];

  sp_page_open(&page, p, j, SAL_CARD_TABLE, R_11_6244a,
               side == GER ? "German forces" : "Soviet forces", "Hex|Units");

  /* -1: off the map */
  for (int g = -1; g < PLACES; g++) {
    struct sal_text t = {text, sizeof text, 0};

    if (g >= 0 && (!sp_in_pa(p, g) || !s->load[at_pa(p, g)]))
      continue;

    for (int u = 0; u < p->book->ncounters; u++) {
      const struct unit *unit = &s->unit[u];

      if (side_of(p, u) != side)
        continue;
      bool listed = g < 0 ? unit->where == OFF && !(unit->flags & U_STAYS) : unit->at == g;
      if (!listed)
        continue;
      if (t.len && t.len + strlen(p->book->counter[u].label) + 2 > sizeof text) {
        sp_page_row(&page, R_11_6244a, "%s", text);
        t.len = 0;
      }

      if (!t.len)
        sal_put(&t, "%s|", g < 0 ? "enters" : hex_name(p, g));
      sal_put(&t, "%s ", p->book->counter[u].label);
    }

    if (t.len)
      sp_page_row(&page, R_11_6244a, "%s", text);
  }

  sp_page_close(&page);
}

/* What the dice depend on: SAN, ELR, and the balance of the sides (11.32). */
static void figures_card(const struct sal_play *p, int side, struct sal_json *j) {
  const struct side *d = &S(p)->side[side];
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_14, side == GER ? "German figures" : "Soviet figures",
               "What|Value");
  sp_page_row(&g, R_11_612, "SAN|%d", d->san);
  sp_page_row(&g, R_11_617, "ELR|%d", d->elr);
  sp_page_row(&g, sp_balance_rule(p, side), "Balance DRM|%d", sp_balance(p, side));
  sp_page_close(&g);
}

/* F32.19: a unit whose counter does not show everything. Dice give a leader his grade; others may
 * have another type by now, or a state. */
static bool has_news(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  const char *type = O(p)->type[unit->type].id;
  bool other_type = !sal_eq(type, p->book->counter[u].kind);
  bool leader = type_of(p, u)->cls == LEADER;

  return leader || other_type || unit->flags & (SETTABLE | U_UPPER);
}

/* F32.19: units by their ids, with what they are now and the words of their states. */
static void units_card(const struct sal_play *p, int side, struct sal_json *j) {
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_14,
               side == GER ? "German leaders and changed units"
                           : "Soviet leaders and changed units",
               "Unit|Is now|State");

  for (int u = 0; u < p->book->ncounters; u++) {
    const struct unit *unit = &S(p)->unit[u];
    char state[SAL_WORDS] = "";
    struct sal_text t = {state, sizeof state, 0};
    bool in_play = unit->where == MAP || unit->where == OFF;

    if (side_of(p, u) != side || !in_play || !has_news(p, u))
      continue;
    sp_state_words(unit->flags, &t);
    sp_page_row(&g, R_11_14, "%s|%s|%s", p->book->counter[u].id, O(p)->type[unit->type].id, state);
  }

  sp_page_close(&g);
}

/* F32.19: the support weapons and armour leader of each line, by the number that a result names. */
static void companies_card(const struct sal_play *p, int side, struct sal_json *j) {
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_14,
               side == GER ? "German support weapons" : "Soviet support weapons",
               "Line|Weapon|Number|Broken down");

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    int line = sp_line_number(side, i);

    if (r->flags & R_GONE)
      continue;
    for (int w = 0; w < SW; w++)
      if (r->sw[w])
        sp_page_row(&g, R_11_14, "%d|%s|%d|%d", line, O(p)->weapon[w].id, r->sw[w], r->bad[w]);
    if (r->al)
      sp_page_row(&g, R_11_14, "%d|armour leader %s|1|0", line, O(p)->type[r->al].id);
  }

  sp_page_close(&g);
}

/* F32.9: works by the ids that they keep for the whole campaign. */
static void works_card(const struct sal_play *p, int side, struct sal_json *j) {
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_621a, side == GER ? "German works" : "Soviet works",
               "Id|Work|Hex|The enemy");

  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];
    const char *level = f->level & FORT_STOREY ? "/1" : "";

    if (f->side == side)
      sp_page_row(&g, R_11_621a, "F%d|%s|%s%s|%s", f->id, sp_fort_word[f->kind], hex_name(p, f->at),
                  level, f->shown ? "knows it" : "does not know it");
  }

  sp_page_close(&g);
}

/* 11.606: a side's Isolated Areas, with the men and weapons in them and those that are short of
 * ammunition. */
static void isolated_card(const struct sal_play *p, int side, struct sal_json *j) {
  static const char letter[] = "?ABCD";
  struct page g;

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_6061a,
               side == GER ? "German Isolated Areas" : "Soviet Isolated Areas",
               "Area|Type|Units|Short of ammunition");

  for (int i = 0; i < S(p)->niso; i++) {
    const struct iso *area = &S(p)->iso[i];
    int units = 0;
    int without = 0;

    for (int u = 0; u < p->book->ncounters; u++) {
      bool here = S(p)->unit[u].iso == i + 1;
      units += here;
      without += here && S(p)->unit[u].flags & U_SHORT;
    }
    if (area->side == side && area->live)
      sp_page_row(&g, R_11_6061a, "%d|%c|%d|%d", i + 1, letter[area->type], units, without);
  }

  sp_page_close(&g);
}

/* 3.18, 11.2c: the boards in play, what they hold and whose it is. */
static void boards_card(const struct sal_play *p, struct sal_json *j) {
  const struct own *o = O(p);
  struct page g;
  int low = sp_pa_low(p) / ALONG + 1;
  int stone = 0;
  int elsewhere = 0;
  int bit = sal_terrain_bit(p->book->terrains.hex, p->book->terrains.nhex, "stone");

  if (o->small)
    return;
  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_3_18, "Victory Locations of the boards",
               "Board|In play|Hills|Buildings|Bridges|German");

  for (int b = 0; b < o->nboards; b++) {
    int n[3] = {0};
    int german = 0;

    for (int i = 0; i < o->nvl; i++) {
      if (o->vl[i].board != b || S(p)->vl[i] & VB_GONE)
        continue;
      n[o->vl[i].kind]++;
      german += S(p)->vl[i] & VB_GERMAN;
    }

    sp_page_row(&g, R_11_2c, "%s|%s|%d|%d|%d|%d", o->board[b].id,
                o->board[b].row == low || o->board[b].row == low + 1 ? "yes" : "no", n[VL_HILL],
                n[VL_BUILDING], n[VL_BRIDGE], german);
  }

  sp_page_close(&g);
  sp_page_say(p, j, R_11_2c, "Victory Locations", "%d are German now and %d Soviet, of %d.",
              sp_vl_count(p, GER), sp_vl_count(p, RUS), o->nvl);

  for (int at = 0; at < PLACES; at++) {
    if (!(o->ground[at] & G_ON))
      continue;
    if (!(p->book->board.terrain[o->cell[at]] >> bit & 1))
      continue;
    const char *id = o->board[o->board_of[at]].id;

    stone++;
    if (!sal_eq(id, "12") && !sal_eq(id, "21"))
      elsewhere++;
  }

  sp_page_say(
      p, j, R_SP_SSR7, "Buildings",
      "%d stone building hexes stand on boards 12 and 21, %d elsewhere; all others are wooden.",
      stone, elsewhere);

  sp_page_say(p, j, R_6_17, "Boards", "The boards are drawn by us: %d hexes, %d Victory Locations.",
              p->book->board.nhexes, o->nvl);
}

/* Rules that the program cannot keep for two players at a table, each with its number. */
static void reminders(const struct sal_play *p, struct sal_json *j) {
  static const struct {
    uint16_t rule;
    const char *text;
  } on_table[] = {
      {R_CG2_RB8, "Rubble counts as a building for ambush and street fighting."},
      {R_CG2_RB12, "No smoke from artillery of 150mm or more nor from Soviet rockets; German "
                   "rockets may. No white phosphorus, no illuminating rounds."},
      {R_CG7, "No bore sighting, booby traps or tunnels."},
      {R_CG9c, "A leader received with a company enters with or after a squad of it."},
      {R_CG13a, "Leave only from a hex that is yours now and was at the start; a broken unit "
                "passes a morale check first or is eliminated with its weapons."},
      {R_CG14, "Buildings may not be set on fire on purpose."},
      {R_11_6194c, "A reserve stays under its counters until an enemy is seen within 8 hexes, an "
                   "attack strips it, or fire is in its Location."},
      {R_RG_j, "A Pre-Registered hex serves only as the centre of an east-west Barrage; no "
               "creeping barrage."},
      {R_SP_SSR9, "There is no road movement rate for vehicles."},
      {R_SP_SSR11, "Pz IIIN, IVF2, IVH, StuG IIIG and StuH 42 have side skirts."},
  };

  for (size_t i = 0; i < sizeof on_table / sizeof on_table[0]; i++)
    sp_page_say(p, j, on_table[i].rule, "On the table", "%s", on_table[i].text);

  bool german = sp_is_elite(p, GER);
  bool russian = sp_is_elite(p, RUS);
  const char *elite = "Both sides are Elite for ammunition.";
  if (!russian)
    elite = "The Russians are not Elite for ammunition; the Germans are.";
  if (!german)
    elite = "The Germans are not Elite for ammunition; the Russians are.";
  sp_page_say(p, j, german && russian ? R_SP_SSR12 : R_11_31, "Ammunition", "%s", elite);
  if (p->state->over)
    return;
  if (S(p)->scenario == 2)
    sp_page_say(p, j, R_CG13c, "On the table",
                "German Infantry and unbroken passengers with their vehicles may leave by the "
                "north edge without loss.");
}

/* The printable page. A side sees only its own forces and guns; the referee sees both. */
void sp_briefing(const struct sal_play *p, int side, struct sal_json *j) {
  sal_record_open(j, "briefing", "Briefing for the table");
  scenario_card(p, j);
  boards_card(p, j);
  entry_card(p, j);

  for (int k = 0; k < 2; k++) {
    if (side != k && side != SAL_ALL)
      continue;
    figures_card(p, k, j);
    artillery_card(p, k, j);
    forces_card(p, k, j);
    units_card(p, k, j);
    companies_card(p, k, j);
    works_card(p, k, j);
    isolated_card(p, k, j);
  }

  reminders(p, j);
  sal_record_close(j);
}
