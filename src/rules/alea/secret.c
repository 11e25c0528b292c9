/* secret.c - 5.8 and 1.2 of the specification: what the other side may not know.
 *
 * Hidden: what is in a stack below its top counter, all step losses, units that deploy (until their
 * side is done), divisions of opt.secret, air units from assignment to the end of their zone's
 * combat, attack type and election until 7.a.4, excess counters and defensive CAS named with it,
 * the fuel point, the AA modes being chosen. Zones of control and held Dominating Positions are
 * open: the cells say it alike in the full state and in a view.
 */
#include "state.h"

#include <string.h>

/* 6.dp.3: a stack below a Dominating Position of the viewer lies open. */
bool alea_examined(const struct sal_play *p, int viewer, sal_hex h) {
  if (viewer >= SAL_SIDES || !h) {
    return false;
  }
  if (h >= p->book->board.cells || !enemy_at(p, viewer, h)) {
    return false;
  }

  return alea_dp_near(p, viewer, h);
}

/* A side's set-up is hidden until it is finished. */
static bool deploying(const struct sal_play *p, int side) {
  int setup = side == SAL_GERMAN ? P_SETUP_G : P_SETUP_S;
  return S(p)->head.phase == setup && S(p)->head.depth > 1;
}

enum known { NOTHING, FACE, ALL };

/* The top counter that is not only written down (opt.secret). */
int alea_face(const struct sal_play *p, sal_hex h) {
  int u = top(p, h);

  while (u >= 0 && U(p, u)->flags & HIDDEN) {
    u = below(p, u);
  }

  return u;
}

/* How much a viewer knows of an enemy ground unit. */
static enum known knows(const struct sal_play *p, int viewer, int u) {
  const struct unit *unit = U(p, u);
  int side = side_of(p, u);
  bool to_place = unit->box == B_NONE || unit->box == tray_of(side);

  if (deploying(p, side) && (unit->at || to_place)) {
    return NOTHING;
  }
  if (!unit->at) {
    return ALL;
  }
  if (unit->flags & HIDDEN) {
    return NOTHING;
  }
  /* 7.a.4: the combat is laid open */
  if (S(p)->fight.opened && alea_in_fight(p, u, side)) {
    return ALL;
  }
  if (alea_examined(p, viewer, unit->at)) {
    return ALL;
  }

  return alea_face(p, unit->at) == u ? FACE : NOTHING;
}

/* markers of the stack lie on its top counter */
static uint16_t open_flags(const struct sal_play *p, int u) {
  uint16_t flags =
      U(p, u)->flags & (uint16_t) ~(EXCESS | NEWMODE | DSG | OOS | BURIED | SUPPRESSED);

  for (int v = top(p, U(p, u)->at); v >= 0; v = below(p, v)) {
    if (!(U(p, v)->flags & HIDDEN)) {
      flags |= U(p, v)->flags & (DSG | OOS | BURIED);
    }
  }

  return flags;
}

/* The chain of a hex as the viewer may see it. */
static void relink(const struct sal_play *p, int viewer, sal_hex h, struct state *v) {
  uint16_t *link = &v->cell[h].first;

  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    if (knows(p, viewer, u) == NOTHING) {
      continue;
    }
    *link = (uint16_t)(u + 1);
    link = &v->unit[u].next;
  }
  *link = 0;
}

/* Below the top counter everything is hidden; of the top counter its steps. */
static void hide_ground(const struct sal_play *p, int viewer, int side, struct state *v,
                        struct sal_redactor *r) {
  const struct own *o = O(p);

  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    enum known k = knows(p, viewer, u);
    if (k == ALL) {
      if (!S(p)->fight.opened && sal_hides(r, "excess")) {
        v->unit[u].flags &= (uint16_t)~EXCESS;
      }
      if (sal_hides(r, "mode")) {
        v->unit[u].flags &= (uint16_t)~NEWMODE;
      }
      continue;
    }
    if (k == NOTHING) {
      sal_blank(r, "stack", &v->unit[u], sizeof v->unit[u], 0xff);
      continue;
    }
    if (sal_hides(r, "marks")) {
      v->unit[u].flags = open_flags(p, u);
    }
    sal_blank(r, "steps", &v->unit[u].steps, 1, 0xff);
  }
  for (int i = 0; i < o->nground[side]; i++) {
    sal_hex h = S(p)->unit[o->ground[side][i]].at;
    if (h && top(p, h) == o->ground[side][i] && sal_hides(r, "chain")) {
      relink(p, viewer, h, v);
    }
  }
}

/* Hides every sign of where the side has placed its units, even their zones. */
static void hide_deployment(const struct sal_play *p, int side, struct state *v) {
  for (int h = 0; h < p->book->board.cells; h++) {
    v->cell[h].zoc &= side == SAL_GERMAN ? 0xf0 : 0x0f;
    int u = top(p, (sal_hex)h);
    if (u < 0) {
      continue;
    }
    if (side_of(p, u) != side) {
      continue;
    }
    v->cell[h].first = 0;
    v->cell[h].ground &= (uint8_t) ~(EXERTS | DP_HELD);
  }
}

/* 12.2, 12.3: aircraft are known only after their zone's combat. */
static void hide_air(const struct sal_play *p, int side, struct state *v, struct sal_redactor *r) {
  const struct own *o = O(p);
  const struct fight *f = &S(p)->fight;
  /* 12.cas.3: the defender names his support in secret */
  bool choosing = f->stage != IDLE && !f->opened && f->side != side;

  for (int i = 0; i < o->nair[side]; i++) {
    sal_unit u = o->air[side][i];
    struct unit *unit = &v->unit[u];
    if (!alea_air_known(p, u)) {
      sal_blank(r, "air", unit, sizeof *unit, 0xff);
    } else if (choosing && sal_hides(r, "group")) {
      unit->flags &= (uint16_t)~GROUP;
    }
    bool shown = unit->box != 0xff && unit->steps;
    if (deploying(p, side) && shown) {
      sal_blank(r, "steps", &unit->steps, 1, 0xff);
    }
  }
}

/* What a decision remembers can betray as much as the units. */
static void hide_frames(const struct sal_play *p, int viewer, struct state *v,
                        struct sal_redactor *r) {
  for (int i = 0; i < p->state->depth; i++) {
    const struct sal_frame *f = &p->state->frame[i];
    struct sal_frame *g = &v->head.frame[i];
    if (f->node == N_SETUP && f->side != viewer) {
      sal_blank(r, "frame.picked", setup_in(g), sizeof(struct setup), 0);
    }
    if (f->node != N_ABORT) {
      continue;
    }
    struct abort *airmen = abort_in(g);
    if (f->side != viewer) {
      sal_blank(r, "frame.airmen", &airmen->bomber, sizeof airmen->bomber, 0);
    }
    if (f->side == viewer || viewer >= SAL_SIDES) {
      sal_blank(r, "frame.airmen", &airmen->fighter, sizeof airmen->fighter, 0);
    }
  }
}

/* Blanks every secret in a copy, each under its name. */
void alea_view(const struct sal_book *b, const struct sal_head *state, int viewer,
               struct sal_head *out, struct sal_redactor *r) {
  struct state *v = (struct state *)out;
  struct sal_play p = {.book = b, .state = (struct sal_head *)(uintptr_t)state};
  const struct fight *f = &S(&p)->fight;

  memcpy(v, state, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) {
      continue;
    }
    hide_ground(&p, viewer, side, v, r);
    hide_air(&p, side, v, r);
    if (deploying(&p, side)) {
      if (sal_hides(r, "deployment")) {
        hide_deployment(&p, side, v);
      }
      if (side == SAL_SOVIET) {
        sal_blank(r, "left.out", &v->left_out, sizeof v->left_out, 0);
      }
      for (int g = 0; g < O(&p)->ngroups; g++) {
        if (O(&p)->group[g].side == side) {
          sal_blank(r, "owe", &v->owe[g], 1, 0);
        }
      }
    }
    /* would tell the steps of a counter shot down */
    if (opt(&p, O_AIR) && S(&p)->head.phase == P_AIR) {
      sal_blank(r, "planes", v->planes[side], sizeof v->planes[side], 0);
    }
    if (f->opened) {
      continue;
    }
    if (f->stage == IDLE) {
      continue;
    }
    if (f->side == side) {
      sal_blank(r, "attack.type", &v->fight.type, 1, 0);
    } else {
      sal_blank(r, "retreat.election", &v->fight.elect, 1, 0);
    }
    sal_blank(r, "tanks", &v->fight.tanks[side], 1, 0);
  }
  if (viewer != SAL_GERMAN && opt(&p, O_FUEL) && S(&p)->head.phase == P_ASSIGN) {
    sal_blank(r, "fuel", &v->fuel_now, 1, 0);
  }
  hide_frames(&p, viewer, v, r);
}

/* ---- guess: a full state that fits a view ----------------------------------------------- */

/* Whether the counter would have a zone of control. */
static bool exerting(const struct sal_book *b, int u) {
  const struct unit_info *i = &own(b)->info[u];

  if (i->kind == ART) {
    return false;
  }
  if (i->kind == ROCKET) {
    return false;
  }

  return i->kind != AA;
}

/* Whether the counter would hold a Dominating Position. */
static bool holding(const struct sal_book *b, int u) {
  if (!exerting(b, u)) {
    return false;
  }
  if (own(b)->info[u].kind == HQ) {
    return false;
  }

  return own(b)->info[u].kind != ATF;
}

enum { SPOTS = 400 };
struct spot {
  sal_hex hex;
  bool zoc, dp; /* still wanted there: a unit with a ZOC, a unit that holds the height */
  uint8_t room;
};

/* What the visible counters of a stack do not account for: its zone, or its height. */
static struct spot unexplained(const struct sal_book *b, const struct state *s, int u) {
  sal_hex h = s->unit[u].at;
  struct spot spot = {
      .hex = h, .zoc = s->cell[h].ground & EXERTS, .dp = s->cell[h].ground & DP_HELD, .room = 2};

  for (int v = u; v >= 0; v = s->unit[v].next - 1) {
    int kind = own(b)->info[v].kind;
    bool gun = kind == AA ? (s->unit[v].flags & AAMODE) != 0 : !exerting(b, v);
    bool holds = !gun && kind != HQ && kind != ATF;
    bool zone = !gun && !(s->unit[v].flags & FORCED);
    spot.zoc = spot.zoc && !zone;
    spot.dp = spot.dp && !holds;
  }

  return spot;
}

/* Stacks that need a hidden unit, by their open signs. */
static int hidden_stacks(const struct sal_book *b, const struct state *s, int side,
                         struct spot *out) {
  int n = 0;

  for (int i = 0; i < own(b)->nground[side] && n < SPOTS; i++) {
    int u = own(b)->ground[side][i];
    sal_hex h = s->unit[u].at;
    if (!h || h == UNSEEN) {
      continue;
    }
    if (s->cell[h].first != u + 1) {
      continue;
    }
    struct spot spot = unexplained(b, s, u);
    if (s->unit[u].steps == 0xff || spot.zoc || spot.dp) {
      out[n++] = spot;
    }
  }

  return n;
}

/* A unit may be guessed only where the open signs allow it. */
static bool suits(const struct sal_book *b, const struct state *s, int u, const struct spot *spot) {
  uint8_t g = s->cell[spot->hex].ground;
  struct sal_play p = {.book = b};

  if (own(b)->info[u].kind == TRAIN && !alea_is_rail(&p, spot->hex)) {
    return false;
  }
  if (exerting(b, u) && !(g & EXERTS)) {
    return false;
  }

  return !(own(b)->dp[spot->hex] && holding(b, u) && !(g & DP_HELD));
}

/* under the top counter */
static void tuck_in(struct state *s, int u, sal_hex h) {
  struct unit *face = &s->unit[s->cell[h].first - 1];
  s->unit[u].at = h;
  s->unit[u].next = face->next;
  face->next = (uint16_t)(u + 1);
}

/* most units of a stack are whole */
static uint8_t likely_steps(const struct unit_info *i, struct sal_rng *g) {
  return sal_rng_below(g, 3) ? i->steps : (uint8_t)(1 + sal_rng_below(g, i->steps));
}

/* The unit goes under that stack. */
static void guess_at(const struct sal_book *b, struct state *s, int u, struct spot *spot,
                     struct sal_rng *g) {
  const struct unit_info *i = &own(b)->info[u];

  s->unit[u] =
      (struct unit){.steps = likely_steps(i, g), .flags = (uint16_t)(i->kind == AA ? AAMODE : 0)};
  tuck_in(s, u, spot->hex);
  spot->room = (uint8_t)max_of(spot->room - 1, 0);
  if (exerting(b, u)) {
    spot->zoc = false;
  }
  if (holding(b, u)) {
    spot->dp = false;
  }
}

/* One unit that is not seen. Pass 0 places only what the open signs and the rails demand, pass 1
 * all units with regard to room, pass 2 without. */
static void guess_unit(const struct sal_book *b, struct state *s, int u, struct spot *spot, int n,
                       int pass, struct sal_rng *g) {
  bool train = own(b)->info[u].kind == TRAIN;
  int from = n ? (int)sal_rng_below(g, (uint32_t)n) : 0;

  for (int k = 0; k < n; k++) {
    struct spot *t = &spot[(from + k) % n];
    bool zone = t->zoc && exerting(b, u);
    bool height = t->dp && holding(b, u);
    if (pass == 0 && !zone && !height && !train) {
      continue;
    }
    if (pass < 2 && !t->room) {
      continue;
    }
    if (suits(b, s, u, t)) {
      guess_at(b, s, u, t, g);
      return;
    }
  }
  if (pass == 2) {
    s->unit[u] = (struct unit){.steps = own(b)->info[u].steps, .box = B_POOL};
  }
}

/* Every unit that is not seen goes under some stack, or back into the tray during set-up. */
static void guess_ground(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  const struct own *o = own(b);
  struct spot spot[SPOTS];
  bool setup = s->head.phase == (side == SAL_GERMAN ? P_SETUP_G : P_SETUP_S);
  int n = hidden_stacks(b, s, side, spot);

  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < o->nground[side]; i++) {
      int u = o->ground[side][i];
      if (s->unit[u].at != UNSEEN) {
        continue;
      }
      if (setup) {
        s->unit[u] = (struct unit){.steps = o->info[u].steps, .box = tray_of(side)};
      } else {
        guess_unit(b, s, u, spot, n, pass, g);
      }
    }
  }
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    if (s->unit[u].steps == 0xff) {
      s->unit[u].steps = likely_steps(&o->info[u], g);
    }
  }
}

/* One counter that is known to be in a box, by class and place: any aircraft that is not seen. */
static void guess_place(const struct sal_book *b, struct state *s, int side, int k, int place,
                        struct sal_rng *g) {
  const struct own *o = own(b);
  int box = air_box(side, k ? B_DEFENCE : B_ATTACK);
  int kind = place <= s->count[side][k][0] ? FIGHTER : BOMBER;
  bool taken = false;
  int n = 0;
  int pick = -1;

  for (int i = 0; i < o->nair[side]; i++) {
    int u = o->air[side][i];
    const struct unit *unit = &s->unit[u];
    bool unseen = unit->box == 0xff && o->info[u].kind == kind;
    taken |= unit->box == box && unit->place == place;
    if (unseen && sal_rng_below(g, (uint32_t)++n) == 0) {
      pick = u;
    }
  }
  if (taken || pick < 0) {
    return;
  }
  s->unit[pick] = (struct unit){.steps = (uint8_t)(1 + sal_rng_below(g, o->info[pick].steps)),
                                .box = (uint8_t)box,
                                .place = (uint8_t)place};
}

/* Every counter that is known by class and place becomes some aircraft; the others are at home. */
static void guess_air(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  const struct own *o = own(b);

  for (int k = 0; k < 2; k++) {
    for (int place = 1; place < 32; place++) {
      if (s->here[side][k][place / 8] >> place % 8 & 1) {
        guess_place(b, s, side, k, place, g);
      }
    }
  }
  for (int i = 0; i < o->nair[side]; i++) {
    int u = o->air[side][i];
    struct unit *unit = &s->unit[u];
    if (unit->box == 0xff) {
      *unit = (struct unit){.steps = o->info[u].steps, .box = (uint8_t)air_box(side, B_AIR)};
    }
    if (unit->steps == 0xff) {
      unit->steps = o->info[u].steps;
    }
  }
}

/* 7.a.1.1: an attacking hex attacks with all that may, so those guessed into it are in the attack.
 */
static void guess_attackers(const struct sal_book *b, const struct state *view, struct state *s) {
  struct sal_play p = {.book = b, .state = &s->head};

  for (int d = 0; d < 6; d++) {
    if (!(s->fight.dirs >> d & 1)) {
      continue;
    }
    for (int u = top(&p, (sal_hex)(s->fight.target + b->board.step[d])); u >= 0; u = below(&p, u)) {
      if (view->unit[u].at == UNSEEN && !is_artillery(&p, u) && I(&p, u)->kind != ATF &&
          !(U(&p, u)->flags & (BURIED | INACTIVE | ATTACKED))) {
        U(&p, u)->flags |= (uint16_t)(GROUP | (s->fight.stage > DECLARE ? ATTACKED : 0));
      }
    }
  }
}

/* A full state with the same view, for opponents that think ahead. */
void alea_guess(const struct sal_book *b, const struct sal_head *view, int viewer,
                struct sal_rng *g, struct sal_head *out) {
  struct state *s = (struct state *)out;

  memcpy(s, view, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) {
      continue;
    }
    guess_ground(b, s, side, g);
    guess_air(b, s, side, g);
    if (s->fight.stage == IDLE) {
      continue;
    }
    if (s->fight.opened) {
      continue;
    }
    if (s->fight.side == side) {
      guess_attackers(b, (const struct state *)view, s);
    }
    if (s->fight.side == side) {
      s->fight.type = (uint8_t)(side == SAL_GERMAN ? sal_rng_below(g, 2) : 0);
    } else {
      s->fight.elect = (uint8_t)sal_rng_below(g, 2);
    }
  }
  /* an abort that waits: any bomber and any fighter of the right side */
  for (int i = 0; i < s->head.depth; i++) {
    struct sal_frame *f = &s->head.frame[i];
    if (f->node != N_ABORT) {
      continue;
    }
    /* then the fighter is unknown, else the bomber */
    bool ours = f->side == viewer;
    int side = ours ? sal_enemy(viewer) : f->side;
    uint16_t *unknown = ours ? &abort_in(f)->fighter : &abort_in(f)->bomber;
    for (int k = 0; k < own(b)->nair[side]; k++) {
      if (own(b)->info[own(b)->air[side][k]].kind == (ours ? FIGHTER : BOMBER)) {
        *unknown = own(b)->air[side][k];
      }
    }
  }
}

/* ---- shuffle: another full state with the same view ------------------------------------- */

/* they change places, and what is only known by place */
static void swap_units(struct state *s, int u, int v) {
  uint16_t *lu = &s->cell[s->unit[u].at].first;
  uint16_t *lv = &s->cell[s->unit[v].at].first;

  while (*lu != u + 1) {
    lu = &s->unit[*lu - 1].next;
  }
  while (*lv != v + 1) {
    lv = &s->unit[*lv - 1].next;
  }
  *lu = (uint16_t)(v + 1);
  *lv = (uint16_t)(u + 1);
  struct unit a = s->unit[u];
  s->unit[u].at = s->unit[v].at;
  s->unit[u].next = s->unit[v].next;
  s->unit[v].at = a.at;
  s->unit[v].next = a.next;
}

/* Changes what the viewer cannot see: steps, and which unit lies under which counter. */
static void shuffle_ground(const struct sal_play *p, int viewer, int side, struct sal_rng *g) {
  const struct own *o = O(p);
  struct state *s = S(p);
  uint16_t pool[MAX_UNITS];
  int n = 0;

  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    enum known k = knows(p, viewer, u);
    if (k != ALL && s->unit[u].at) {
      s->unit[u].steps = (uint8_t)(1 + sal_rng_below(g, o->info[u].steps));
    }
    if (k == NOTHING && s->unit[u].at && !(s->unit[u].flags & (HIDDEN | GROUP)) &&
        !deploying(p, side)) {
      pool[n++] = (uint16_t)u;
    }
  }
  /* like for like, so that the open signs stay */
  for (int i = 0; i < n; i++) {
    int u = pool[i];
    int v = pool[sal_rng_below(g, (uint32_t)n)];
    bool like = o->info[u].kind == o->info[v].kind && s->unit[u].flags == s->unit[v].flags &&
                s->unit[u].at != s->unit[v].at;
    if (like) {
      swap_units(s, u, v);
    }
  }
}

/* An abort that waits names a bomber and a fighter by what stands at their places. */
static void swap_name(uint16_t *name, int u, int v) {
  if (*name == u) {
    *name = (uint16_t)v;
  } else if (*name == v) {
    *name = (uint16_t)u;
  }
}

/* Frames that name aircraft follow the swap. */
static void swap_in_frames(struct state *s, int u, int v) {
  for (int i = 0; i < s->head.depth; i++) {
    if (s->head.frame[i].node != N_ABORT) {
      continue;
    }
    struct abort *airmen = abort_in(&s->head.frame[i]);
    swap_name(&airmen->bomber, u, v);
    swap_name(&airmen->fighter, u, v);
  }
}

/* Another unit in hand, other losses still to give. */
static void shuffle_deployment(const struct sal_play *p, int side, struct sal_rng *g) {
  const struct own *o = O(p);
  struct setup *f = setup_of(p);
  int n = 0;

  for (int i = 0; f->picked && i < o->nground[side]; i++) {
    if (S(p)->unit[o->ground[side][i]].box == tray_of(side) &&
        sal_rng_below(g, (uint32_t)++n) == 0) {
      f->picked = (uint16_t)(o->ground[side][i] + 1);
    }
  }
  for (int k = 0; k < o->ngroups; k++) {
    if (o->group[k].side == side && S(p)->owe[k]) {
      S(p)->owe[k] = (uint8_t)(1 + sal_rng_below(g, o->group[k].n));
    }
  }
}

/* For the test of secrecy: the viewer must not notice any of it. */
bool alea_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct sal_play p = {.book = b, .state = state};
  struct state *s = S(&p);
  const struct own *o = own(b);

  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) {
      continue;
    }
    if (deploying(&p, side)) {
      shuffle_deployment(&p, side, g);
    }
    shuffle_ground(&p, viewer, side, g);
    for (int i = 0; i < o->nair[side]; i++) {
      int u = o->air[side][i];
      int v = o->air[side][sal_rng_below(g, o->nair[side])];
      if (u == v) {
        continue;
      }
      if (alea_air_known(&p, u)) {
        continue;
      }
      if (alea_air_known(&p, v)) {
        continue;
      }
      if (o->info[u].kind != o->info[v].kind) {
        continue;
      }
      if (!s->unit[u].steps) {
        continue;
      }
      if (!s->unit[v].steps) {
        continue;
      }
      if (o->info[u].cas != o->info[v].cas) {
        continue;
      }
      struct unit a = s->unit[u];
      s->unit[u] = s->unit[v];
      s->unit[v] = a;
      swap_in_frames(s, u, v);
      s->unit[u].steps = (uint8_t)min_of(s->unit[u].steps, o->info[u].steps);
      s->unit[v].steps = (uint8_t)min_of(s->unit[v].steps, o->info[v].steps);
    }
    if (s->head.phase == P_AIR && s->head.option[O_AIR]) {
      s->planes[side][0] = (uint8_t)sal_rng_below(g, 4);
    }
    if (s->head.phase == P_ASSIGN && side == SAL_GERMAN && s->head.option[O_FUEL] && s->fuel) {
      s->fuel_now = (uint8_t)sal_rng_below(g, 2);
    }
    if (s->fight.stage == IDLE) {
      continue;
    }
    if (s->fight.opened) {
      continue;
    }
    if (s->fight.side == side && side == SAL_GERMAN) {
      s->fight.type = (uint8_t)sal_rng_below(g, 2);
    }
    s->fight.tanks[side] = (uint8_t)sal_rng_below(g, 4);
    if (s->fight.side != side && s->fight.stage > ELECT) {
      s->fight.elect = (uint8_t)sal_rng_below(g, 2);
    }
  }

  return true;
}
