/* field_secret.c - F15.2, F26.7: what a side may not know of a battle.
 *
 * Of a concealed stack it sees the "?" (patch.veil), of a hidden unit nothing. The counters that
 * take part are public, so a blanked unit keeps its place in the game and its printed kind. Control
 * taken unseen shows its old owner, and a path is public only when it is declared.
 */
#include "field.h"

#include <stddef.h>
#include <string.h>

/* A state with its book, to ask questions of; nothing is changed through it. */
static struct sal_play play_on(const struct sal_book *b, const struct sal_head *state) {
  return (struct sal_play){.book = b, .state = (struct sal_head *)(uintptr_t)state};
}

/* F22.1: does it wait in the box of its side? The group that was picked to enter is known, and so
 * is its load: a shot at it must be the same on the view as on the state. */
static bool in_box(const struct sal_play *p, int u) {
  const struct trooper *t = unit_at(p, u);
  const struct trooper *acts = t->with ? unit_at(p, t->with - 1) : t;
  return t->where == F_WAITING && !(acts->did & IN_GROUP);
}

/* A support weapon is as secret as its bearer. */
static bool unseen(const struct sal_play *p, int u, int viewer) {
  const struct trooper *t = unit_at(p, u);
  bool own = side_of(p, u) == viewer;
  if (own)
    return false;

  /* Units that wait off the map are their owner's secret (F22.1). */
  bool off_map = in_box(p, u) || t->where == F_ABSENT;
  if (FB(p)->campaign && off_map)
    return true;
  if (t->where != F_MAP)
    return false;
  if (kind_of(p, u)->cls != SUPPORT)
    return t->is & IS_UNSEEN;

  /* A weapon that lies in a Location is visible to both sides. */
  if (!t->with)
    return false;

  int bearer = t->with - 1;
  return unit_at(p, bearer)->is & IS_UNSEEN || in_box(p, bearer);
}

/* Is this decision being made, at any depth? */
static bool on_stack(const struct sal_play *p, int node) {
  for (int i = 0; i < p->state->depth; i++)
    if (p->state->frame[i].node == node)
      return true;
  return false;
}

/* The depth at which a decision is being made; -1: it is not. */
static int frame_at(const struct sal_play *p, int node) {
  for (int i = 0; i < p->state->depth; i++)
    if (p->state->frame[i].node == node)
      return i;
  return -1;
}

/* F22.4: was this level taken by units that the other side does not know? */
static bool taken_unseen(uint8_t control, int level, int *taker) {
  bool german = control >> level & OWNER;
  bool shown_german = control & SHOWN << level;

  *taker = german ? GER : RUS;
  return german != shown_german;
}

/* Control as the viewer was told. */
static void blank_control(const struct sal_play *p, const struct sal_play *v, int viewer,
                          struct sal_redactor *r) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++) {
    uint8_t c = patch_at(p, m->order[i])->control;
    uint8_t to = c;

    for (int level = 0; level < LEVELS; level++) {
      int taker;
      if (taken_unseen(c, level, &taker) && taker != viewer)
        to ^= (uint8_t)(OWNER << level);
    }

    if (to != c && sal_hides(r, "field.control"))
      patch_at(v, m->order[i])->control = to;
  }
}

/* F16.1: works that were not shown to the viewer are not there; what is left moves up, so that no
 * gap betrays one. */
static void blank_works(const struct sal_play *p, struct sal_play *v, int viewer,
                        struct sal_redactor *r) {
  struct work seen[MAX_WORKS] = {{0}};
  int n = 0;
  int all = 0;

  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(p)->work[i];
    all += w->kind != NO_WORK;
    bool known = w->side == viewer || w->shown;
    if (w->kind && known)
      seen[n++] = *w;
  }

  /* How many there are is a secret too. */
  if (n < all && sal_hides(r, "field.works")) {
    memcpy(F(v)->work, seen, sizeof seen);
    sf_mark_works(v);
  }

  /* The strength of mines and the unit that blows a charge stay secret (F16.8, F16.12). */
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(v)->work[i];
    bool mines = w->kind == WORK_AP_MINES || w->kind == WORK_AT_MINES;
    bool secret = mines || w->kind == WORK_CHARGE;
    if (secret && w->side != viewer) {
      sal_blank(r, "field.mines", &w->size, sizeof w->size, 0);
      sal_blank(r, "field.charge", &w->unit, sizeof w->unit, 0);
    }
  }
}

/* F22.1: what waits off the map is its owner's secret until it comes on. */
static void blank_boxes(const struct sal_play *p, struct sal_play *v, int viewer,
                        struct sal_redactor *r) {
  if (!F(p)->edges)
    return;

  for (int u = 0; u < count_of(p); u++) {
    bool secret = in_box(p, u) && side_of(p, u) != viewer;
    if (secret && sal_hides(r, "field.box"))
      *unit_at(v, u) = (struct trooper){.kind = FB(p)->counter_kind[u]};
  }
}

/* F18.1: what each plane carries is its owner's secret. */
static void blank_loads(struct flight *f, struct sal_redactor *r) {
  enum { LOADS = PLANE_BOMBS | PLANE_GUN | PLANE_GUN_LOST };
  for (int k = 0; k < MAX_PLANES; k++) {
    bool loaded = f->plane[k] & LOADS;
    if (loaded && sal_hides(r, "field.loads"))
      f->plane[k] &= (uint8_t)~LOADS;
  }
}

/* F26.7: chits and observers, loads of planes, SAN, and what is being called. */
static void blank_support(struct sal_play *v, int viewer, struct sal_redactor *r) {
  for (int i = 0; i < MAX_MODULES; i++) {
    struct module *m = &F(v)->module[i];
    /* Everything before `there` is the owner's alone. */
    size_t secret = offsetof(struct module, there) - offsetof(struct module, by);
    if (m->there && m->side != viewer)
      sal_blank(r, "field.module", &m->by, secret, 0);
  }

  for (int i = 0; i < MAX_FLIGHTS; i++)
    if (F(v)->flight[i].side != viewer)
      blank_loads(&F(v)->flight[i], r);

  /* A sniper is secret until he first strikes (11.617). */
  for (int side = 0; side < 2; side++) {
    bool shown = F(v)->san_shown >> side & 1;
    if (side != viewer && !shown)
      sal_blank(r, "field.san", &F(v)->san[side], sizeof F(v)->san[side], 0);
  }

  /* What is being aimed at this moment is not called yet (F17.4). */
  int aim = frame_at(v, N_F_AIM);
  if (aim < 0 || v->state->frame[aim].side == viewer)
    return;

  struct calling *c = calling_in(&v->state->frame[aim]);
  sal_blank(r, "field.calling", c, sizeof *c, 0);
}

/* In the skirmish it is public which counters take part; in the campaign it is not. */
static struct trooper blank_unit(const struct sal_play *p, int u) {
  struct trooper t = {.kind = FB(p)->counter_kind[u]};
  if (!FB(p)->campaign)
    t.where = F_MAP;
  return t;
}

/* F15.2, F26.7: unseen units, control taken unseen, hidden works, artillery, and a path before it
 * is declared. */
void sf_view(const struct sal_book *b, const struct sal_head *state, int viewer,
             struct sal_head *out, struct sal_redactor *r) {
  struct sal_play p = play_on(b, state);
  struct sal_play v = play_on(b, out);

  memcpy(out, state, b->state_bytes);

  if (viewer == SAL_ALL)
    return;

  /* Asked of the state: the view no longer knows who is unseen. */
  int act = frame_at(&p, N_F_UNIT);
  bool mover = act >= 0 && unseen(&p, activation_in(&state->frame[act])->first, viewer);

  for (int u = 0; u < b->ncounters; u++)
    if (unseen(&p, u, viewer) && sal_hides(r, "field.unit"))
      *unit_at(&v, u) = blank_unit(&p, u);

  blank_control(&p, &v, viewer, r);
  blank_works(&p, &v, viewer, r);
  blank_boxes(&p, &v, viewer, r);
  blank_support(&v, viewer, r);

  /* An unseen group that acts shows neither which units it holds nor how far it can go. */
  if (mover) {
    struct activation *a = activation_in(&out->frame[act]);
    sal_blank(r, "field.mover", &a->first, sizeof a->first, 0);
    sal_blank(r, "field.mover", &a->spent, sizeof a->spent, 0);
    sal_blank(r, "field.mover", &a->allowance, sizeof a->allowance, 0);
  }

  /* Points named by `via` are not declared yet (F4.7). */
  bool naming = F(&p)->npath && !on_stack(&p, N_F_WALK);
  if (F(&p)->active != viewer && naming) {
    sal_blank(r, "field.path", &F(&v)->npath, sizeof F(&v)->npath, 0);
    sal_blank(r, "field.path", &F(&v)->spent, sizeof F(&v)->spent, 0);
    sal_blank(r, "field.path", F(&v)->path, sizeof F(&v)->path, 0);
    sal_blank(r, "field.path", F(&v)->facing, sizeof F(&v)->facing, 0);
  }
}

/* ---- guessing --------------------------------------------------------------------------- */

struct spots { /* Locations with a "?" of a side */
  location at[256];
  int n;
};

/* The "?" of a side, first those where no vehicle can be: that leaves more choice for the rest. */
static void find_spots(const struct sal_play *p, int side, struct spots *s) {
  const struct sal_board *m = &p->book->board;
  s->n = 0;

  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < m->nhexes; i++)
      for (int level = 0; level < LEVELS && s->n < 256; level++) {
        bool drivable = level == GROUND && ground_at(p, m->order[i])->veh != BARRED;
        location l = location_at(m->order[i], level);
        if (sf_veiled(p, side, l) && drivable == (pass == 1))
          s->at[s->n++] = l;
      }
}

/* May a unit be guessed into this Location? */
static bool can_stand(const struct sal_play *p, int side, int u, location l) {
  const struct ground *g = ground_at(p, hex_at(l));
  sal_unit self = (sal_unit)u;

  /* Vehicles stand on the ground only (F3.1). */
  bool vehicle = sf_vehicle(p, u);
  if (vehicle && (g->veh == BARRED || level_at(l) != GROUND))
    return false;
  if (!vehicle && g->inf == BARRED)
    return false;
  return sf_room(p, side, l, &self, 1);
}

/* Puts a guessed unit there. */
static void stand(struct sal_play *p, int u, location l, uint32_t is) {
  struct trooper *t = unit_at(p, u);
  t->is |= is;
  t->at = l;
  /* A Gun that has not moved is emplaced. */
  if (kind_of(p, u)->cls == GUN)
    t->is |= IS_EMPLACED;
}

/* A place for a hidden unit: concealment terrain of its set-up area, no "?" and nobody there. */
static location hiding_place(const struct sal_play *p, int side, int u, struct sal_rng *g) {
  const struct sal_board *m = &p->book->board;
  enum { TRIES = 4000, CHOOSY_TRIES = 3000 };

  for (int tries = 0; tries < TRIES; tries++) {
    sal_hex h = m->order[sal_rng_below(g, m->nhexes)];
    location l = location_at(h, GROUND);

    /* After that many tries any free hex will do, so that a guess always comes about. */
    bool any = tries > CHOOSY_TRIES;
    bool zone = FB(p)->zone[h] >> (side * 2 + sf_vehicle(p, u)) & 1;
    bool suits = any || (zone && sf_conceals(p, l, side));
    if (!suits || !can_stand(p, side, u, l))
      continue;
    if (!sf_veiled(p, side, l) && !sf_enemy_known(p, side, l))
      return l;
  }
  return 0;
}

/* Units of a side whose place the viewer does not know. */
static int blanked(const struct sal_play *p, int side, bool weapons, sal_unit *out) {
  int n = 0;
  for (int u = 0; u < count_of(p); u++) {
    const struct trooper *t = unit_at(p, u);
    bool weapon = kind_of(p, u)->cls == SUPPORT;
    bool nowhere = t->where == F_MAP && !t->at && !t->with;
    if (nowhere && side_of(p, u) == side && weapon == weapons)
      out[n++] = (sal_unit)u;
  }

  return n;
}

/* Every order equally likely. */
static void mix(sal_unit *who, int n, struct sal_rng *g) {
  for (int i = n - 1; i > 0; i--) {
    int k = (int)sal_rng_below(g, (uint32_t)(i + 1));
    sal_unit t = who[i];
    who[i] = who[k];
    who[k] = t;
  }
}

/* A "?" for which nobody is left, and every cloak, is a dummy. */
static void guess_dummy(struct sal_play *p, int side, location l, int kind) {
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(p)->work[i];
    if (w->kind)
      continue;
    *w = (struct work){.hex = hex_at(l), .kind = (uint8_t)kind, .side = (uint8_t)side};
    patch_at(p, hex_at(l))->holds |= HEX_WORKS;
    return;
  }
}

/* A "?" that stands for nothing must stay one. */
static void guess_cloaks(struct sal_play *p, int side) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++)
    if (patch_at(p, m->order[i])->cloak >> side & 1)
      guess_dummy(p, side, location_at(m->order[i], GROUND), WORK_CLOAK);
}

/* A module whose chits nobody knows has a full pile. */
static void guess_modules(struct sal_play *p, int side) {
  enum { BLACK = 6, RED = 2 };
  for (int i = 0; i < MAX_MODULES; i++) {
    struct module *m = &F(p)->module[i];
    if (!m->there || m->side != side)
      continue;
    m->black = BLACK;
    m->red = RED;
  }
}

/* F15.2: a "?" shows whether anything there has moved in this player turn. */
static bool spot_moved(const struct sal_play *p, int side, location l) {
  return patch_at(p, hex_at(l))->veil & VEIL_MOVED << side;
}

/* The first of them without a place that can stand there; -1: none. */
static int first_fitting(const struct sal_play *p, int side, location l, const sal_unit *who, int n,
                         bool guns) {
  for (int k = 0; k < n; k++) {
    bool placed = unit_at(p, who[k])->at;
    bool gun = kind_of(p, who[k])->cls == GUN;
    if (placed || (gun && !guns))
      continue;
    if (can_stand(p, side, who[k], l))
      return k;
  }

  return -1;
}

/* Somebody for a "?". Guns come last: they mostly stay hidden. */
static void deal_spot(struct sal_play *p, int side, location l, const sal_unit *who, int n) {
  int pick = first_fitting(p, side, l, who, n, false);
  if (pick < 0)
    pick = first_fitting(p, side, l, who, n, true);

  /* No unit fits: it must be a dummy. */
  if (pick < 0) {
    guess_dummy(p, side, l, WORK_DUMMY);
    return;
  }

  stand(p, who[pick], l, IS_CONCEALED);
  if (spot_moved(p, side, l))
    unit_at(p, who[pick])->did |= DID_MOVE;
}

/* One who is left over joins some "?", or is hidden. */
static void deal_left_over(struct sal_play *p, int side, int u, const struct spots *s, bool hidden,
                           struct sal_rng *g) {
  enum { TRIES = 64 };
  const struct trooper *t = unit_at(p, u);

  for (int tries = 0; s->n && !hidden && tries < TRIES && !t->at; tries++) {
    location l = s->at[sal_rng_below(g, (uint32_t)s->n)];
    if (can_stand(p, side, u, l))
      stand(p, u, l, IS_CONCEALED);
  }

  if (!t->at)
    stand(p, u, hiding_place(p, side, u, g), IS_HIDDEN);
}

/* Every "?" gets a unit first, vehicles only if nothing else is left; then the other units get
 * places. */
static void deal(struct sal_play *p, int side, struct sal_rng *g) {
  sal_unit who[1024];
  struct spots s;
  int n = blanked(p, side, false, who);
  bool setting_up = on_stack(p, N_F_PLACE);

  mix(who, n, g);
  find_spots(p, side, &s);
  for (int i = 0; i < s.n; i++)
    deal_spot(p, side, s.at[i], who, n);

  for (int k = 0; k < n; k++) {
    int u = who[k];
    if (unit_at(p, u)->at)
      continue;
    /* Guns, and all units during set-up, are guessed as hidden. */
    bool hidden = kind_of(p, u)->cls == GUN || setting_up;
    deal_left_over(p, side, u, &s, hidden, g);
  }
}

/* The viewer knows no units of a campaign battle: each "?" is some squad that is not on the map. */
static void deal_strangers(struct sal_play *p, int side, struct sal_rng *g) {
  struct spots s;
  sal_unit who[1024];
  int n = 0;
  int next = 0;

  for (int u = 0; u < count_of(p); u++) {
    bool unused = side_of(p, u) == side && unit_at(p, u)->where == F_NONE;
    if (unused && kind_of(p, u)->cls == SQUAD)
      who[n++] = (sal_unit)u;
  }

  mix(who, n, g);
  find_spots(p, side, &s);

  for (int i = 0; i < s.n && next < n; i++) {
    if (!can_stand(p, side, who[next], s.at[i]))
      continue;
    struct trooper *t = unit_at(p, who[next]);
    t->where = F_MAP;
    stand(p, who[next++], s.at[i], IS_CONCEALED);
    if (spot_moved(p, side, s.at[i]))
      t->did |= DID_MOVE;
  }
}

/* Unseen MMC on the map, which may have the weapons that nobody sees. */
static int unseen_squads(const struct sal_play *p, int side, sal_unit men[256]) {
  int m = 0;
  for (int u = 0; u < count_of(p) && m < 256; u++) {
    bool unseen_here = unit_at(p, u)->is & IS_UNSEEN && sf_on_map(p, u);
    if (side_of(p, u) == side && unseen_here && sf_is_mmc(p, u))
      men[m++] = (sal_unit)u;
  }

  return m;
}

/* Another unit that could have them: none is set up yet, or only leaders are left. */
static int other_bearer(const struct sal_play *p, int side) {
  for (int u = 0; u < count_of(p); u++) {
    const struct trooper *t = unit_at(p, u);
    int cls = kind_of(p, u)->cls;
    bool carries = cls != SUPPORT && cls != VEHICLE && cls != GUN;
    bool possible = t->where == F_WAITING || t->is & IS_UNSEEN;
    if (side_of(p, u) == side && possible && carries)
      return u;
  }

  return -1;
}

/* Weapons that nobody sees are with units that nobody sees. */
static void deal_weapons(struct sal_play *p, int side, struct sal_rng *g) {
  sal_unit weapon[64];
  sal_unit men[256];
  int n = blanked(p, side, true, weapon);
  int m = unseen_squads(p, side, men);
  int other = other_bearer(p, side);

  if (!m && other >= 0)
    men[m++] = (sal_unit)other;

  for (int i = 0; m && i < n; i++) {
    /* The card's bearer if he is among them, otherwise any. */
    sal_unit by = men[sal_rng_below(g, (uint32_t)m)];
    sal_unit owner = FB(p)->roster[weapon[i]].by;

    for (int k = 0; k < m; k++)
      if (men[k] == owner)
        by = owner;
    struct trooper *t = unit_at(p, weapon[i]);
    t->with = (uint16_t)(by + 1);
    t->at = unit_at(p, by)->at;
  }
}

/* An activation whose group the viewer does not see: names a unit that it could be. */
static void name_mover(struct sal_play *p, int side, struct sal_rng *g) {
  int act = frame_at(p, N_F_UNIT);
  int walk = frame_at(p, N_F_WALK);
  sal_unit who[256];
  sal_unit fit;
  int n = 0;

  if (act < 0 || p->state->frame[act].side != side)
    return;

  struct activation *a = activation_in(&p->state->frame[act]);
  /* The group is seen: it needs no name. */
  if (sf_members(p, who))
    return;

  /* During a move it is a unit on the path. */
  location at = walk < 0 ? 0 : F(p)->path[walk_in(&p->state->frame[walk])->step];
  for (int u = 0; u < count_of(p) && n < 256; u++) {
    const struct trooper *t = unit_at(p, u);
    bool unseen_here = side_of(p, u) == side && t->is & IS_UNSEEN && sf_on_map(p, u);
    bool on_path = !at || t->at == at;
    if (unseen_here && on_path)
      who[n++] = (sal_unit)u;
  }

  if (!n)
    return;

  fit = who[sal_rng_below(g, (uint32_t)n)];
  a->first = fit;
  unit_at(p, fit)->did |= IN_GROUP;
  a->allowance = (uint16_t)sf_allowance(p, a->mode);
}

/* F30.5: deals unseen units onto the "?" of their side. */
void sf_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g,
              struct sal_head *out) {
  struct sal_play p = play_on(b, out);
  memcpy(out, view, b->state_bytes);

  for (int side = 0; side < 2; side++) {
    if (side == viewer)
      continue;

    if (FB(&p)->campaign)
      deal_strangers(&p, side, g);
    else
      deal(&p, side, g);

    guess_cloaks(&p, side);
    guess_modules(&p, side);
    if (!FB(&p)->campaign)
      deal_weapons(&p, side, g);
    name_mover(&p, side, g);
  }
}

/* ---- another state that looks the same -------------------------------------------------- */

/* Two concealed units of one size, of the side, change places with what they carry. */
static void exchange(struct sal_play *p, int side, struct sal_rng *g) {
  sal_unit who[256];
  int n = 0;

  for (int u = 0; u < count_of(p) && n < 256; u++) {
    const struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side || !sf_on_map(p, u) || !sf_is_mmc(p, u))
      continue;
    /* A unit that moved, acts or rides could be told apart by its "?". */
    bool concealed = (t->is & IS_UNSEEN) == IS_CONCEALED;
    bool told_apart = t->with || t->did & (IN_GROUP | DID_MOVE);
    if (concealed && !told_apart)
      who[n++] = (sal_unit)u;
  }

  if (n < 2)
    return;

  int a = who[sal_rng_below(g, (uint32_t)n)];
  int b = who[sal_rng_below(g, (uint32_t)n)];

  /* Stacks must stay within their limits (F3.1). */
  if (sf_load_of(p, a) != sf_load_of(p, b))
    return;

  location at = unit_at(p, a)->at;
  sf_put(p, a, unit_at(p, b)->at);
  sf_put(p, b, at);
}

/* Another unit acts, with other movement points; a path that is being named is not named yet. */
static void shuffle_mover(struct sal_play *p, int side, int viewer, struct sal_rng *g) {
  int act = frame_at(p, N_F_UNIT);
  int n = 0;
  sal_unit who[256];

  if (act < 0 || p->state->frame[act].side != side)
    return;

  struct activation *a = activation_in(&p->state->frame[act]);
  /* A path that has not been declared is unknown to the viewer. */
  if (side == F(p)->active && F(p)->npath && !on_stack(p, N_F_WALK)) {
    F(p)->npath = 0;
    F(p)->spent = 0;
    memset(F(p)->path, 0, sizeof F(p)->path);
    memset(F(p)->facing, 0, sizeof F(p)->facing);
  }

  if (!unseen(p, a->first, viewer))
    return;

  for (int u = 0; u < count_of(p) && n < 256; u++) {
    bool unseen_here = sf_on_map(p, u) && unit_at(p, u)->is & IS_UNSEEN;
    if (side_of(p, u) == side && unseen_here)
      who[n++] = (sal_unit)u;
  }

  /* A group sent back to its box may be the only one that the viewer does not see (F15.9). */
  if (n)
    a->first = who[sal_rng_below(g, (uint32_t)n)];
  a->allowance++;
  a->spent++;
}

/* Hidden works are of another size, the pile of chits is another, planes are loaded otherwise, and
 * the sniper is another. */
static void shuffle_support(struct sal_play *p, int side, int viewer) {
  for (int i = 0; i < MAX_WORKS; i++) {
    struct work *w = &F(p)->work[i];
    bool mines = w->kind == WORK_AP_MINES || w->kind == WORK_AT_MINES;
    if (!w->kind || w->side != side)
      continue;

    /* The strength of mines stays secret even when they are known (F16.8). */
    if (!w->shown || mines)
      w->size++;
    if (w->kind == WORK_CHARGE)
      w->unit++;
  }

  for (int i = 0; i < MAX_MODULES; i++) {
    struct module *m = &F(p)->module[i];
    if (m->there && m->side == side)
      m->black++;
  }

  for (int i = 0; i < MAX_FLIGHTS; i++) {
    struct flight *f = &F(p)->flight[i];
    for (int k = 0; f->side == side && k < f->planes; k++)
      f->plane[k] ^= PLANE_BOMBS;
  }

  bool sniper_shown = F(p)->san_shown >> side & 1;
  if (!sniper_shown)
    F(p)->san[side]++;

  int aim = frame_at(p, N_F_AIM);
  if (aim < 0)
    return;

  int caller = p->state->frame[aim].side;
  if (caller != viewer && caller == side)
    calling_in(&p->state->frame[aim])->mission ^= 1;
}

/* Unseen units of the side: another mark, and hidden ones another place. */
static void shuffle_units(struct sal_play *p, int side, int viewer, struct sal_rng *g) {
  for (int u = 0; u < count_of(p); u++) {
    struct trooper *t = unit_at(p, u);
    if (side_of(p, u) != side || !unseen(p, u, viewer))
      continue;
    t->is ^= IS_NO_HEAT; /* a mark that nothing in this scenario looks at */

    /* A hidden unit may be anywhere that hides it. */
    bool busy = on_stack(p, N_F_PLACE) || t->did & IN_GROUP;
    bool moves = t->is & IS_HIDDEN && !busy && !FB(p)->campaign;
    if (!moves)
      continue;
    location l = hiding_place(p, side, u, g);
    if (l)
      sf_put(p, u, l);
  }
}

/* F22.4: what was taken unseen was perhaps not taken. */
static void shuffle_control(struct sal_play *p, int side) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++) {
    uint8_t *c = &patch_at(p, m->order[i])->control;
    for (int level = 0; level < LEVELS; level++) {
      int taker;
      if (taken_unseen(*c, level, &taker) && taker == side)
        *c ^= (uint8_t)(OWNER << level);
    }
  }
}

/* Changes only what the viewer cannot know, to test that nothing depends on it. */
bool sf_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct sal_play p = play_on(b, state);
  for (int side = 0; side < 2; side++) {
    if (side == viewer)
      continue;
    shuffle_units(&p, side, viewer, g);
    exchange(&p, side, g);
    shuffle_support(&p, side, viewer);
    shuffle_control(&p, side);
    shuffle_mover(&p, side, viewer, g);
  }

  return true;
}
