/* field_campaign.c - F25: a scenario of the campaign fought on the board.
 *
 * The battle is a whole game inside the campaign's state, with its own frames. One node of the
 * campaign stands for it: the side that decides in the battle decides here, with the battle's
 * actions. At the end of each Game Turn the campaign rolls CG4; then it writes the result record.
 */
#include "field.h"

#include <string.h>

/* ---- the game inside -------------------------------------------------------------------- */

/* The battle as a separate game: the area's book, and its state behind the campaign's. */
struct sal_play sf_inside(const struct sal_play *p) {
  const struct own *o = O(p);
  struct sal_play in = *p;

  in.book = o->area_book[S(p)->pa];
  in.state = (struct sal_head *)(void *)((uint8_t *)p->state + o->battle_at);
  return in;
}

/* Is a battle being fought on the board inside this campaign? */
bool sf_in_battle(const struct sal_book *b, const struct sal_head *state) {
  /* A skirmish has no campaign around it; data of an older version has no battles on the board. */
  if (own(b)->field || !own(b)->area_book[1])
    return false;
  for (int i = 0; i < state->depth; i++)
    if (state->frame[i].node == N_FIELD)
      return true;

  return false;
}

/* ---- F25.2: the force takes the field --------------------------------------------------- */

struct flag_pair {
  uint32_t campaign, field;
};
static const struct flag_pair kept_states[] = {{U_BROKEN, IS_BROKEN},
                                               {U_WOUNDED, IS_WOUNDED},
                                               {U_STUN, IS_STUNNED},
                                               {U_IMMOBILE, IS_IMMOBILE},
                                               {U_BOGGED, IS_BOGGED},
                                               {U_ENCIRCLED, IS_ENCIRCLED},
                                               {U_FANATIC, IS_FANATIC},
                                               {U_HEROIC, IS_HEROIC},
                                               {U_MALFUNCTION, IS_BROKEN_DOWN},
                                               {U_DISABLED, IS_DISABLED},
                                               {U_VEHICLE_CREW, IS_VEHICLE_CREW},
                                               {U_RECALL, IS_RECALLED},
                                               {U_SHORT, IS_SHORT}};
/* what the field only reads */
static const struct flag_pair read_states[] = {
    {U_INEXPERIENCED, IS_GREEN}, {U_RED, IS_RED_MP}, {U_DUGIN, IS_DUG_IN}};
enum { KEPT_STATES = sizeof kept_states / sizeof kept_states[0] };

/* The campaign's marks of a unit as the field's. */
uint32_t sf_states_of(uint32_t flags) {
  uint32_t is = 0;

  for (int i = 0; i < KEPT_STATES; i++)
    if (flags & kept_states[i].campaign)
      is |= kept_states[i].field;

  for (int i = 0; i < 3; i++)
    if (flags & read_states[i].campaign)
      is |= read_states[i].field;

  return is;
}

/* And back, those that the campaign keeps. */
uint32_t sf_flags_of(uint32_t is) {
  uint32_t flags = 0;

  for (int i = 0; i < KEPT_STATES; i++)
    if (is & kept_states[i].field)
      flags |= kept_states[i].campaign;

  return flags;
}

/* CG15, F15.12: which units begin out of sight: those hidden by right, Guns in cover for free,
 * others concealed in concealment terrain unless the enemy knows them. */
static uint32_t veil_at_start(const struct sal_play *p, const struct sal_play *in, int u) {
  const struct unit *unit = &S(p)->unit[u];
  location l = unit_at(in, u)->at;
  bool out_of_order = unit->flags & (U_BROKEN | U_STUN);

  if (out_of_order || !sf_conceals(in, l, side_of(p, u)))
    return 0;

  bool hides = unit->flags & U_HIP || type_of(p, u)->cls == GUN;
  if (hides)
    return IS_HIDDEN;
  return unit->flags & U_KNOWN ? 0 : IS_CONCEALED;
}

/* An abandoned vehicle has no crew to fight with, and what is held back does not come. */
static bool takes_the_field(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  bool abandoned = unit->flags & U_ABANDONED;

  if (!in_force(unit->where) || abandoned)
    return false;
  return !sp_stayed_off(p, u);
}

/* F25.2: one unit of the campaign on the board, where it was set up, or waiting to enter. */
static void take_the_field(const struct sal_play *p, struct sal_play *in, int u) {
  const struct unit *unit = &S(p)->unit[u];
  struct trooper *t = unit_at(in, u);
  int cls = type_of(p, u)->cls;

  /* All face the enemy's front edge (F25.4). */
  t->kind = O(p)->kind_of_type[unit->type];
  t->is = sf_states_of(unit->flags);
  t->face = (uint8_t)(side_of(p, u) == GER ? 0 : 3);
  t->where = F_WAITING;
  if (unit->where != MAP)
    return;

  /* Mines spare a unit that has not left the hex of its set-up (F16.8); a Gun is in position
   * (F7.9). */
  t->where = F_MAP;
  t->is |= IS_SETTLED;
  t->at = location_at(O(p)->cell[unit->at], unit->flags & U_UPPER ? UPPER : GROUND);
  if (cls == GUN)
    t->is |= IS_EMPLACED;

  /* A Reserve is under its cloak until it is placed (F15.10). */
  bool cloaked = unit->flags & U_RESERVE && sp_whole_battles(p);
  t->is |= cloaked ? IS_RESERVE | IS_HIDDEN : veil_at_start(p, in, u);
}

/* Does a unit hold the weapon of that slot of a company's line, and is a counter left for it? */
static bool slot_in_use(const struct sal_play *p, int side, const struct rec *r, int slot,
                        const int given[SW]) {
  int w = sp_slot_kind(r, slot);

  if (r->flags & R_GONE || !r->holder[slot])
    return false;
  return given[w] != O(p)->nweapons[side][w];
}

/* F25.3: each weapon of a company's line goes to the squad that the allotment names. Counters are
 * taken in the order of the lines, so the record can find them again. */
static void arm_companies(struct sal_play *p, struct sal_play *in, int side) {
  int given[SW] = {0};
  int armed = 0;

  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];
    int n = sp_slots(r);

    for (int slot = 0; slot < n; slot++) {
      int w = sp_slot_kind(r, slot);
      if (!slot_in_use(p, side, r, slot, given))
        continue;

      /* The counter is taken even if its carrier is not in this battle: the order must hold. */
      int carrier = g->first[r->copy] + r->holder[slot] - 1;
      int counter = O(p)->weapons_at[side][w] + given[w]++;
      if (unit_at(in, carrier)->where == F_ABSENT)
        continue;

      struct trooper *t = unit_at(in, counter);
      t->where = F_MAP;
      t->with = (uint16_t)(carrier + 1);
      t->at = unit_at(in, carrier)->at;
      armed++;
    }
  }

  sal_tell(p, E_F_ARMED, R_F25_3,
           SAL_EV(.n = {(int16_t)side, (int16_t)armed}, .seen = (uint8_t)only(side)));
}

/* The line of the record, + 1, that a counter belongs to; 0: it is not in use. */
int sf_weapon_line(const struct sal_play *p, int w, int *weapon) {
  int side = side_of(p, w);
  int given[SW] = {0};

  /* The same walk as in arm_companies. */
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    int n = sp_slots(r);

    for (int slot = 0; slot < n; slot++) {
      int k = sp_slot_kind(r, slot);
      if (!slot_in_use(p, side, r, slot, given))
        continue;

      int counter = O(p)->weapons_at[side][k] + given[k]++;
      if (counter == w) {
        *weapon = k;
        return i + 1;
      }
    }
  }

  return 0;
}

/* ---- the ground at the start ------------------------------------------------------------ */

/* One hex of a side edge changes its owner. */
static void set_edge(struct field *f, int edge, int row, bool german) {
  uint8_t bit = (uint8_t)(1 << row % 8);
  uint8_t *byte = &f->german_edge[edge][row / 8];

  *byte = (uint8_t)(german ? *byte | bit : *byte & ~bit);
}

/* 11.6053: is this hex of a side edge German? */
bool sf_german_edge(const struct sal_play *in, int edge, int row) {
  return F(in)->german_edge[edge][row / 8] >> row % 8 & 1;
}

/* F25.2: which side holds what when the battle begins; both sides know it. */
static void lay_control(const struct sal_play *p, struct sal_play *in) {
  for (int i = 0; i < PA_PLACES; i++) {
    int g = i + sp_pa_low(p) * WIDTH;
    if (!sp_in_pa(p, g))
      continue;

    struct patch *patch = patch_at(in, O(p)->cell[g]);
    uint8_t owners = S(p)->ground[i] & (C_OWN | C_OWN_UP);
    patch->control = (uint8_t)(owners | owners * SHOWN);
    patch->began_german = owners & C_OWN;

    /* On a side edge it is the edge that decides who may enter and leave there (CG9b, CG13). */
    int edge = sp_side_edge(p, g);
    if (edge < 0)
      continue;
    bool german = S(p)->edge[edge][row_of(g)] & EDGE_GERMAN;
    set_edge(F(in), edge, row_of(g) - sp_pa_low(p), german);
    patch->began_german = german;
  }
}

/* F16: the kinds of works that differ in nothing but their kind. Dummies that came with a Reserve
 * are cloaks (F15.10). */
static uint8_t plain_work(int fort, bool cloak) {
  switch (fort) {
  case FORT_TRENCH: return WORK_TRENCH;
  case FORT_DITCH: return WORK_DITCH;
  case FORT_ROADBLOCK: return WORK_ROADBLOCK;
  case FORT_WIRE: return WORK_WIRE;
  case FORT_BUILDING: return WORK_FORTIFIED;
  case FORT_DUMMY: return cloak ? WORK_CLOAK : WORK_DUMMY;
  case FORT_SETDC: return WORK_CHARGE;
  default: return NO_WORK;
  }
}

/* F25.4: a roadblock bars the road hexside nearest to the enemy's front edge, the clockwise one
 * among equals; without a road it faces the enemy. */
static uint8_t roadblock_face(const struct sal_play *p, const struct fort *f) {
  static const uint8_t turns[6] = {0, 1, 5, 2, 4, 3};
  int front = f->side == GER ? 0 : 3;
  sal_hex h = O(p)->cell[f->at];

  for (int i = 0; i < 6; i++) {
    int d = (front + turns[i]) % 6;
    if (p->book->board.path[h * 6 + d])
      return (uint8_t)d;
  }

  return (uint8_t)front;
}

/* F16: a fortification of the campaign as a work of the battle; no kind: the field has none. */
struct work sf_work_of(const struct sal_play *p, const struct fort *f) {
  static const uint8_t factors[] = {
      [FORT_AP2] = 2, [FORT_AP4] = 4, [FORT_AP6] = 6, [FORT_AP8] = 8, [FORT_AP12] = 12};
  struct work w = {.hex = O(p)->cell[f->at],
                   .side = f->side,
                   .shown = f->shown != 0,
                   .face = (uint8_t)(f->side == GER ? 0 : 3),
                   .level = f->level & FORT_STOREY};
  int k = f->kind;
  bool ap_mines = k >= FORT_AP2 && k <= FORT_AP12;
  bool at_mines = k >= FORT_AT1 && k <= FORT_AT5;

  if (k <= FORT_FOX3) {
    w.kind = WORK_FOXHOLE;
    w.size = (uint8_t)(k - FORT_FOX1 + 1);
  } else if (ap_mines) {
    w.kind = WORK_AP_MINES;
    w.size = factors[k];
  } else if (at_mines) {
    w.kind = WORK_AT_MINES;
    w.size = (uint8_t)(k - FORT_AT1 + 1);
  } else if (is_pillbox(k)) {
    /* The name of a pillbox is its size and its TEM to the front and to the rear (F16.5). */
    bool strong = k >= FORT_PILL157;
    w.kind = WORK_PILLBOX;
    w.size = (uint8_t)((k - FORT_PILL135) % 3 + 1);
    w.front = strong ? 5 : 3;
    w.rear = strong ? 7 : 5;
  } else {
    w.kind = plain_work(k, f->level == DUMMY_CLOAK);
    if (w.kind == WORK_CLOAK)
      w.level = GROUND;
  }

  if (w.kind == WORK_ROADBLOCK && sp_whole_battles(p))
    w.face = roadblock_face(p, f);

  /* Turned by hand before this battle or an earlier one (F25.4). */
  if (f->level >> FORT_FACE_AT)
    w.face = (uint8_t)((f->level >> FORT_FACE_AT) - 1);

  /* A set charge is blown by one unit only (F16.12). */
  if (w.kind == WORK_CHARGE)
    w.unit = f->unit;
  return w;
}

/* F20.4, F12.4, 11.6093: wrecks, Blazes and rubble that the campaign has kept. (Before edition 6
 * buildings that had come down stood again.) */
static void lay_burnt(const struct sal_play *p, struct sal_play *in) {
  const struct state *s = S(p);

  for (int i = 0; i < s->nburnt; i++) {
    const struct burnt *b = &s->burnt[i];
    if (!sp_in_pa(p, b->at))
      continue;

    uint8_t *holds = &patch_at(in, O(p)->cell[b->at])->holds;
    if (b->kind == BURNT_WRECK)
      *holds |= HEX_WRECK;
    if (b->kind == BURNT_BLAZE)
      *holds |= HEX_BLAZE;
    if (b->kind == BURNT_RUBBLE && sf_edition_6(p)) {
      *holds |= HEX_RUBBLE;
      F(in)->rubble = 1;
    }
  }
}

/* Works beyond the number that a battle holds stay out of it. */
static void lay_works(const struct sal_play *p, struct sal_play *in) {
  const struct state *s = S(p);
  int n = 0;

  for (int i = 0; i < s->nfort && n < MAX_WORKS; i++) {
    struct work w = sf_work_of(p, &s->fort[i]);
    if (!w.kind || !sp_in_pa(p, s->fort[i].at))
      continue;
    F(in)->work[n++] = w;
    patch_at(in, w.hex)->holds |= HEX_WORKS;
  }

  lay_burnt(p, in);
}

/* F25.4: which way a pillbox or roadblock was turned is kept for the campaign. The works stand in
 * the order of the campaign's list, as they were laid. */
void sf_keep_facings(const struct sal_play *p, const struct sal_play *in) {
  struct state *s = S(p);
  int n = 0;

  for (int i = 0; i < s->nfort && n < MAX_WORKS; i++) {
    struct fort *f = &s->fort[i];
    if (!sf_work_of(p, f).kind || !sp_in_pa(p, f->at))
      continue;

    const struct work *w = &F(in)->work[n++];
    bool faces = w->kind == WORK_PILLBOX || w->kind == WORK_ROADBLOCK;
    if (faces && w->face != sf_work_of(p, f).face)
      f->level = (uint8_t)((f->level & FORT_STOREY) | (w->face + 1) << FORT_FACE_AT);
  }
}

/* F18: the air groups bought for this scenario. */
static void brief_pilots(const struct sal_play *p, struct sal_play *in) {
  enum { PAID = 6 }; /* 3 CPP, in halves: it comes earlier */
  int n = 0;

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < S(p)->side[side].nrec; i++) {
      const struct rec *r = &S(p)->rec[side][i];
      bool air = O(p)->group[side][r->group].cls == 's';
      bool for_today = r->scenario == S(p)->scenario && !(r->flags & R_GONE);

      if (!air || !for_today || n == MAX_FLIGHTS)
        continue;
      F(in)->flight[n++] =
          (struct flight){.state = FLIGHT_AWAITED, .side = (uint8_t)side, .paid = r->price >= PAID};
    }
}

/* F25.2: each side learns how many of its own fight and how many wait. */
static void tell_force(struct sal_play *p, const struct sal_play *in, int side) {
  int map = 0;
  int off = 0;

  for (int u = 0; u < O(p)->first_weapon; u++) {
    int where = unit_at(in, u)->where;
    if (side_of(p, u) != side)
      continue;
    map += where == F_MAP;
    off += where == F_WAITING;
  }

  sal_tell(p, E_F_FORCE, R_F25_2,
           SAL_EV(.n = {(int16_t)side, (int16_t)map, (int16_t)off}, .seen = (uint8_t)only(side)));
}

enum { AFTERNOON = 2 };    /* 11 July PM */
enum { SIDE_EDGES = 3 };   /* the edition from which Germans may leave north (CG13c) */
enum { SOVIET_ENTRY = 3 }; /* CG9a: in the first scenario the Soviets come from Turn 3 on */

/* F25.2: what the scenario says of the battle as a whole. */
static void set_conditions(const struct sal_play *p, struct sal_play *in) {
  const struct state *s = S(p);
  struct field *f = F(in);

  f->turn = 1;
  in->state->turn = 1;
  f->weather = s->weather;
  f->ec = s->ec;
  f->wind = s->wind;

  /* 11.6233: the side that set up first moves second. */
  f->first = (uint8_t)sal_enemy(s->first);
  f->active = f->first;
  f->arrives[GER] = 1;
  f->arrives[RUS] = (uint8_t)(s->scenario == 1 ? SOVIET_ENTRY : 1);

  for (int side = 0; side < 2; side++) {
    f->elr[side] = s->side[side].elr;
    f->san[side] = s->side[side].san;
    if (!sp_is_elite(p, side))
      f->not_elite |= (uint8_t)SAL_BIT(side);
  }

  bool north = s->scenario == AFTERNOON && p->book->edition >= SIDE_EDGES;
  f->edges = north ? EDGES_NORTH : EDGES_OPEN;
  f->rolls_end = 1;
}

/* F25.2: weather, turn order, control, works, planes, units and their weapons, in that order. */
void sf_begin_battle(struct sal_play *p, struct sal_play *in) {
  memset(in->state, 0, in->book->state_bytes);
  set_conditions(p, in);
  for (int u = 0; u < count_of(in); u++)
    unit_at(in, u)->kind = FB(in)->counter_kind[u];

  /* The ground comes before the units: cover decides which of them begin out of sight (CG15). */
  lay_control(p, in);
  lay_works(p, in);
  brief_pilots(p, in);
  F(in)->changed = (uint8_t)sf_count_changed(in);

  for (int u = 0; u < O(p)->first_weapon; u++) {
    if (takes_the_field(p, u))
      take_the_field(p, in, u);
    else if (S(p)->unit[u].where != NONE)
      unit_at(in, u)->where = F_ABSENT;
  }

  sp_allot_weapons(p, false);
  for (int side = 0; side < 2; side++) {
    tell_force(p, in, side);
    arm_companies(p, in, side);
  }

  if (sp_whole_battles(p)) {
    sf_mount_leaders(p, in);
    sf_hook_guns(p, in);
    sf_bring_artillery(p, in);
    sf_man_pillboxes(p, in);
  }

  sf_veil(in);
  sal_push(in, N_F_TURN, SAL_NOSIDE);
}

/* ---- 11.60531: side edges, at the end of every player turn ------------------------------ */

enum { EDGE_REACH = 5, NOBODY = 99 };
/* F22.5: an Infantry MMC on the ground; Gun crews count as such, vehicle crews do not. */
static bool can_gain_edge(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  bool mmc = sf_is_mmc(p, u) || kind_of(p, u)->cls == GUN;

  if (!mmc || t->is & IS_VEHICLE_CREW)
    return false;
  return level_at(t->at) == GROUND;
}

/* How near the side's units are. Only Infantry MMC on the ground can gain a hex; all units can bar
 * it. */
static int nearest_to(const struct sal_play *p, int side, sal_hex h, bool gains) {
  int best = NOBODY;

  for (EACH_MAN(p, u)) {
    const struct trooper *t = unit_at(p, u);

    /* Hidden units do not count: the change is public at once (F22.5). */
    if (side_of(p, u) != side || !sf_good_order(p, u) || t->is & IS_HIDDEN)
      continue;
    if (gains && !can_gain_edge(p, u))
      continue;

    int n = sal_distance(&p->book->board, hex_at(t->at), h);
    if (n < best)
      best = n;
  }

  return best;
}

/* 11.60531a, F22.5: a hex of the side edge goes to the side that is nearest, and near enough. */
void sf_side_edges(struct sal_play *p) {
  for (int edge = 0; edge < 2; edge++)
    for (int row = 0; row < AREA_ROWS; row++) {
      sal_hex h = FB(p)->side_edge[edge][row];

      for (int side = 0; h && side < 2; side++) {
        int mine = nearest_to(p, side, h, true);
        bool near_enough = mine <= EDGE_REACH;

        if (near_enough && mine < nearest_to(p, sal_enemy(side), h, false))
          set_edge(F(p), edge, row, side == GER);
      }
    }
}

/* ---- the node ----------------------------------------------------------------------------- */

/* F23.5: the result record is the only thing the campaign gets from a battle. */
static void end_battle(struct sal_play *p, struct sal_play *in) {
  sal_reveal(p);
  sf_end_melees(in); /* F14.11 */
  sf_record(p, in);
  memset(in->state, 0, in->book->state_bytes);
  sal_pop(p);
  sp_accept(p);
}

/* CG4a: points of the German Infantry that has left by the north edge. */
static int north_points(const struct sal_play *p, const struct sal_play *in) {
  int points = 0;

  for (int u = 0; u < O(p)->first_weapon; u++) {
    const struct trooper *t = unit_at(in, u);
    const struct type *type = &O(p)->type[O(p)->type_of_kind[t->kind]];
    bool left_north = t->where == F_LEFT && t->north;

    /* Vehicles give no points. */
    if (left_north && is_infantry(type->cls))
      points += type->cvp;
  }

  return points;
}

/* The battle begins, once both sides have arranged their forces (F25.4), and after each of its Game
 * Turns the campaign rolls whether it ends (CG4). */
static bool field_run(struct sal_play *p) {
  struct fighting *f = fighting_of(p);
  struct sal_play in = sf_inside(p);

  if (f->begun == NOT_BEGUN) {
    f->begun = BEGUN;
    sf_begin_battle(p, &in);
    if (sf_edition_6(p))
      sal_push(p, N_ARRANGE, SAL_NOSIDE);
    else
      sal_run(&in);
    return true;
  }

  if (f->begun == BEGUN && sf_edition_6(p)) {
    f->begun = ARRANGED;
    sal_run(&in);
    return true;
  }

  if (!F(&in)->turn_over)
    return false;

  /* The field has counted on already: the turn that is complete is the one before. */
  S(p)->battle.turn = (uint8_t)(F(&in)->turn - 1);
  S(p)->battle.north_vp = (uint16_t)north_points(p, &in);
  F(&in)->turn_over = 0;
  if (sp_game_ends(p))
    end_battle(p, &in);
  else
    sal_run(&in);

  return true;
}

/* The battle's own decider decides. */
static uint32_t field_actors(const struct sal_play *p) {
  struct sal_play in = sf_inside(p);
  return sal_actors(&in);
}

/* The battle's actions are the campaign's while it lasts. */
static void field_list(const struct sal_play *p, int side, struct sal_list *l) {
  struct sal_play in = sf_inside(p);
  sal_legal(&in, side, l);
}

/* The battle's own law. */
static bool field_check(const struct sal_play *p, int side, struct sal_action a,
                        struct sal_refusal *why) {
  struct sal_play in = sf_inside(p);
  return sal_check(&in, side, a, why);
}

/* Played inside; the campaign looks again when a Game Turn is over. */
static void field_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_play in = sf_inside(p);
  sal_apply(&in, side, a);
}

/* The battle's own question, with its rule. */
static void field_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  struct sal_play in = sf_inside(p);
  out->rule = sal_node_of(&in)->rule;
  sal_node_of(&in)->prompt(&in, side, out);
}

const struct sal_node sp_field = {.id = "battle.field",
                                  .rule = R_F25_1,
                                  .run = field_run,
                                  .actors = field_actors,
                                  .list = field_list,
                                  .check = field_check,
                                  .apply = field_apply,
                                  .prompt = field_prompt};
