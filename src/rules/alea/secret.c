/* secret.c - 5.8 and 1.2 of the specification: what the other side may not know.
 *
 * Hidden: what is in a stack below its top counter, all step losses, units that deploy (until their side is done),
 * divisions of opt.secret, air units from assignment to the end of their zone's combat, attack type and election
 * until 7.a.4, excess counters and defensive CAS named with it, the fuel point, the AA modes being chosen. Zones of
 * control and held Dominating Positions are open: the cells say it alike in the full state and in a view.
 */
#include "state.h"

#include <string.h>

bool alea_examined(const struct sal_play *p, int viewer, sal_hex h) { /* 6.dp.3 */
  return viewer < SAL_SIDES && h && h < p->book->board.cells && enemy_at(p, viewer, h) && alea_dp_near(p, viewer, h);
}

static bool deploying(const struct sal_play *p, int side) { return S(p)->head.phase == (side == SAL_GERMAN ? P_SETUP_G : P_SETUP_S) && S(p)->head.depth > 1; }

enum known { NOTHING, FACE, ALL };

static enum known knows(const struct sal_play *p, int viewer, int u) { /* of an enemy ground unit */
  const struct unit *unit = U(p, u);
  int side = side_of(p, u);
  if (deploying(p, side) && (unit->at || unit->box == B_NONE || unit->box == B_TRAY || unit->box == B_TRAY_S)) return NOTHING;
  if (!unit->at) return ALL;
  if (unit->flags & HIDDEN) return NOTHING;
  if ((S(p)->fight.opened && alea_in_fight(p, u, side)) || alea_examined(p, viewer, unit->at)) return ALL;
  int v = top(p, unit->at);
  while (v >= 0 && U(p, v)->flags & HIDDEN) v = below(p, v);
  return v == u ? FACE : NOTHING;
}

static uint16_t open_flags(const struct sal_play *p, int u) { /* markers of the stack lie on its top counter */
  uint16_t flags = U(p, u)->flags & (uint16_t)~(EXCESS | NEWMODE | DSG | OOS | BURIED | SUPPRESSED);
  for (int v = top(p, U(p, u)->at); v >= 0; v = below(p, v))
    if (!(U(p, v)->flags & HIDDEN)) flags |= U(p, v)->flags & (DSG | OOS | BURIED);
  return flags;
}

/* The chain of a hex as the viewer may see it. */
static void relink(const struct sal_play *p, int viewer, sal_hex h, struct state *v) {
  uint16_t *link = &v->cell[h].first;
  for (int u = top(p, h); u >= 0; u = below(p, u)) {
    if (knows(p, viewer, u) == NOTHING) continue;
    *link = (uint16_t)(u + 1);
    link = &v->unit[u].next;
  }
  *link = 0;
}

static void hide_ground(const struct sal_play *p, int viewer, int side, struct state *v, struct sal_redactor *r) {
  const struct own *o = O(p);
  for (int i = 0; i < o->nground[side]; i++) {
    sal_unit u = o->ground[side][i];
    enum known k = knows(p, viewer, u);
    if (k == ALL) {
      if (!S(p)->fight.opened && sal_hides(r, "excess")) v->unit[u].flags &= (uint16_t)~EXCESS;
      if (sal_hides(r, "mode")) v->unit[u].flags &= (uint16_t)~NEWMODE;
      continue;
    }
    if (k == NOTHING) {
      sal_blank(r, "stack", &v->unit[u], sizeof v->unit[u], 0xff);
      continue;
    }
    if (sal_hides(r, "marks")) v->unit[u].flags = open_flags(p, u);
    sal_blank(r, "steps", &v->unit[u].steps, 1, 0xff);
  }
  for (int i = 0; i < o->nground[side]; i++) {
    sal_hex h = S(p)->unit[o->ground[side][i]].at;
    if (h && top(p, h) == o->ground[side][i] && sal_hides(r, "chain")) relink(p, viewer, h, v);
  }
}

static void hide_deployment(const struct sal_play *p, int side, struct state *v) {
  for (int h = 0; h < p->book->board.cells; h++) {
    v->cell[h].zoc &= side == SAL_GERMAN ? 0xf0 : 0x0f;
    int u = top(p, (sal_hex)h);
    if (u < 0 || side_of(p, u) != side) continue;
    v->cell[h].first = 0;
    v->cell[h].ground &= (uint8_t)~(EXERTS | DP_HELD);
  }
}

static void hide_air(const struct sal_play *p, int side, struct state *v, struct sal_redactor *r) {
  const struct own *o = O(p);
  const struct fight *f = &S(p)->fight;
  for (int i = 0; i < o->nair[side]; i++) {
    sal_unit u = o->air[side][i];
    if (!alea_air_known(p, u)) sal_blank(r, "air", &v->unit[u], sizeof v->unit[u], 0xff);
    else if (f->stage != IDLE && !f->opened && f->side != side && sal_hides(r, "group")) v->unit[u].flags &= (uint16_t)~GROUP; /* 12.cas.3 */
    if (deploying(p, side) && v->unit[u].box != 0xff && v->unit[u].steps) sal_blank(r, "steps", &v->unit[u].steps, 1, 0xff);
  }
}

static void hide_frames(const struct sal_play *p, int viewer, struct state *v, struct sal_redactor *r) {
  for (int i = 0; i < p->state->depth; i++) {
    const struct sal_frame *f = &p->state->frame[i];
    struct sal_frame *g = &v->head.frame[i];
    if (f->node == N_SETUP && f->side != viewer) sal_blank(r, "frame.picked", g->x, sizeof g->x, 0);
    if (f->node == N_ABORT) sal_blank(r, "frame.airmen", f->side == viewer ? &g->x[2] : &g->x[0], sizeof g->x[0], 0);
    if (f->node == N_ABORT && viewer >= SAL_SIDES) sal_blank(r, "frame.airmen", &g->x[2], sizeof g->x[2], 0);
  }
}

void alea_view(const struct sal_book *b, const struct sal_head *state, int viewer, struct sal_head *out, struct sal_redactor *r) {
  struct state *v = (struct state *)out;
  struct sal_play p = {.book = b, .state = (struct sal_head *)(uintptr_t)state};
  const struct fight *f = &S(&p)->fight;
  memcpy(v, state, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    hide_ground(&p, viewer, side, v, r);
    hide_air(&p, side, v, r);
    if (deploying(&p, side)) {
      if (sal_hides(r, "deployment")) hide_deployment(&p, side, v);
      if (side == SAL_SOVIET) sal_blank(r, "left.out", &v->left_out, sizeof v->left_out, 0);
      for (int g = 0; g < O(&p)->ngroups; g++)
        if (O(&p)->group[g].side == side) sal_blank(r, "owe", &v->owe[g], 1, 0);
    }
    if (opt(&p, O_AIR) && S(&p)->head.phase == P_AIR && (S(&p)->air_open & 6) != 6) sal_blank(r, "planes", v->planes[side], sizeof v->planes[side], 0); /* would tell the steps of a counter shot down */
    if (f->opened || f->stage == IDLE) continue;
    if (f->side == side) sal_blank(r, "attack.type", &v->fight.type, 1, 0);
    else sal_blank(r, "retreat.election", &v->fight.elect, 1, 0);
    sal_blank(r, "tanks", &v->fight.tanks[side], 1, 0);
  }
  if (viewer != SAL_GERMAN && opt(&p, O_FUEL) && S(&p)->head.phase == P_ASSIGN) sal_blank(r, "fuel", &v->fuel_now, 1, 0);
  hide_frames(&p, viewer, v, r);
}

/* ---- guess: a full state that fits a view ------------------------------------------------------------------------------------ */

static bool exerting(const struct sal_book *b, int u) {
  const struct unit_info *i = &own(b)->info[u];
  return i->kind != ART && i->kind != ROCKET && i->kind != AA;
}
static bool holding(const struct sal_book *b, int u) { return exerting(b, u) && own(b)->info[u].kind != HQ && own(b)->info[u].kind != ATF; }

struct spot {
  sal_hex hex;
  bool zoc, dp; /* still wanted there: a unit with a ZOC, a unit that holds the height */
  uint8_t room;
};

static int hidden_stacks(const struct sal_book *b, const struct state *s, int side, struct spot *out) {
  int n = 0;
  for (int i = 0; i < own(b)->nground[side]; i++) {
    int u = own(b)->ground[side][i];
    sal_hex h = s->unit[u].at;
    if (!h || h == UNSEEN || s->cell[h].first != u + 1 || n == 400) continue;
    bool zoc = s->cell[h].ground & EXERTS, dp = s->cell[h].ground & DP_HELD;
    for (int v = u; v >= 0; v = s->unit[v].next - 1) { /* what the visible counters account for */
      bool gun = own(b)->info[v].kind == AA ? (s->unit[v].flags & AAMODE) != 0 : !exerting(b, v);
      zoc = zoc && (gun || s->unit[v].flags & FORCED);
      dp = dp && (gun || own(b)->info[v].kind == HQ || own(b)->info[v].kind == ATF);
    }
    if (s->unit[u].steps == 0xff || zoc || dp) out[n++] = (struct spot){h, zoc, dp, 2};
  }
  return n;
}

static bool suits(const struct sal_book *b, const struct state *s, int u, const struct spot *spot) {
  uint8_t g = s->cell[spot->hex].ground;
  struct sal_play p = {.book = b};
  if (own(b)->info[u].kind == TRAIN && !alea_is_rail(&p, spot->hex)) return false;
  if (exerting(b, u) && !(g & EXERTS)) return false;
  return !(own(b)->dp[spot->hex] && holding(b, u) && !(g & DP_HELD));
}

static void tuck_in(struct state *s, int u, sal_hex h) { /* under the top counter */
  struct unit *face = &s->unit[s->cell[h].first - 1];
  s->unit[u].at = h;
  s->unit[u].next = face->next;
  face->next = (uint16_t)(u + 1);
}

static uint8_t likely_steps(const struct unit_info *i, struct sal_rng *g) { /* most units of a stack are whole */
  return sal_rng_below(g, 3) ? i->steps : (uint8_t)(1 + sal_rng_below(g, i->steps));
}

static void guess_ground(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  const struct own *o = own(b);
  struct spot spot[400];
  bool setup = s->head.phase == (side == SAL_GERMAN ? P_SETUP_G : P_SETUP_S);
  int n = hidden_stacks(b, s, side, spot);
  for (int pass = 0; pass < 3; pass++) /* first what the open signs and the rails demand, then the rest, at last without regard to room */
    for (int i = 0; i < o->nground[side]; i++) {
      int u = o->ground[side][i];
      if (s->unit[u].at != UNSEEN) continue;
      if (setup) {
        s->unit[u] = (struct unit){.steps = o->info[u].steps, .box = (uint8_t)(side == SAL_GERMAN ? B_TRAY : B_TRAY_S)};
        continue;
      }
      for (int k = 0, from = n ? (int)sal_rng_below(g, (uint32_t)n) : 0; k < n; k++) {
        struct spot *t = &spot[(from + k) % n];
        bool wanted = (t->zoc && exerting(b, u)) || (t->dp && holding(b, u));
        if ((pass == 0 && !wanted && o->info[u].kind != TRAIN) || (!t->room && pass < 2) || !suits(b, s, u, t)) continue;
        s->unit[u] = (struct unit){.steps = likely_steps(&o->info[u], g), .flags = (uint16_t)(o->info[u].kind == AA ? AAMODE : 0)};
        tuck_in(s, u, t->hex);
        t->room = (uint8_t)(t->room ? t->room - 1 : 0);
        if (exerting(b, u)) t->zoc = false;
        if (holding(b, u)) t->dp = false;
        break;
      }
      if (pass == 2 && s->unit[u].at == UNSEEN) s->unit[u] = (struct unit){.steps = o->info[u].steps, .box = B_POOL};
    }
  for (int i = 0; i < o->nground[side]; i++) {
    struct unit *unit = &s->unit[o->ground[side][i]];
    if (unit->steps == 0xff) unit->steps = likely_steps(&o->info[o->ground[side][i]], g);
  }
}

static void guess_air(const struct sal_book *b, struct state *s, int side, struct sal_rng *g) {
  const struct own *o = own(b);
  for (int k = 0; k < 2; k++) /* the counters that are known to be in a box, by place */
    for (int place = 1; place < 32; place++) {
      if (!(s->here[side][k][place / 8] >> place % 8 & 1)) continue;
      bool taken = false;
      int box = air_box(side, k ? B_DEFENCE : B_ATTACK), kind = place <= s->count[side][k][0] ? FIGHTER : BOMBER, n = 0, pick = -1;
      for (int i = 0; i < o->nair[side]; i++) {
        struct unit *unit = &s->unit[o->air[side][i]];
        taken |= unit->box == box && unit->aux == place;
        if (unit->box == 0xff && o->info[o->air[side][i]].kind == kind && sal_rng_below(g, (uint32_t)++n) == 0) pick = o->air[side][i];
      }
      if (!taken && pick >= 0) s->unit[pick] = (struct unit){.steps = (uint8_t)(1 + sal_rng_below(g, o->info[pick].steps)), .box = (uint8_t)box, .aux = (uint8_t)place};
    }
  for (int i = 0; i < o->nair[side]; i++) {
    struct unit *unit = &s->unit[o->air[side][i]];
    if (unit->box == 0xff) *unit = (struct unit){.steps = o->info[o->air[side][i]].steps, .box = (uint8_t)air_box(side, B_AIR)};
    if (unit->steps == 0xff) unit->steps = o->info[o->air[side][i]].steps;
  }
}

/* 7.a.1.1: an attacking hex attacks with all that may, so those guessed into it are in the attack. */
static void guess_attackers(const struct sal_book *b, const struct state *view, struct state *s) {
  struct sal_play p = {.book = b, .state = &s->head};
  for (int d = 0; d < 6; d++) {
    if (!(s->fight.dirs >> d & 1)) continue;
    for (int u = top(&p, (sal_hex)(s->fight.target + b->board.step[d])); u >= 0; u = below(&p, u))
      if (view->unit[u].at == UNSEEN && !is_artillery(&p, u) && I(&p, u)->kind != ATF && !(U(&p, u)->flags & (BURIED | INACTIVE | ATTACKED))) U(&p, u)->flags |= (uint16_t)(GROUP | (s->fight.stage > DECLARE ? ATTACKED : 0));
  }
}

void alea_guess(const struct sal_book *b, const struct sal_head *view, int viewer, struct sal_rng *g, struct sal_head *out) {
  struct state *s = (struct state *)out;
  memcpy(s, view, b->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    guess_ground(b, s, side, g);
    guess_air(b, s, side, g);
    if (s->fight.stage == IDLE || s->fight.opened) continue;
    if (s->fight.side == side) guess_attackers(b, (const struct state *)view, s);
    if (s->fight.side == side) s->fight.type = (uint8_t)(side == SAL_GERMAN ? sal_rng_below(g, 2) : 0);
    else s->fight.elect = (uint8_t)sal_rng_below(g, 2);
  }
  for (int i = 0; i < s->head.depth; i++) { /* an abort that waits: any bomber and any fighter of the right side */
    struct sal_frame *f = &s->head.frame[i];
    if (f->node != N_ABORT) continue;
    int side = f->side == viewer ? sal_enemy(viewer) : f->side, kind = f->side == viewer ? FIGHTER : BOMBER;
    for (int k = 0; k < own(b)->nair[side]; k++)
      if (own(b)->info[own(b)->air[side][k]].kind == kind) f->x[f->side == viewer ? 2 : 0] = own(b)->air[side][k];
  }
}

/* ---- shuffle: another full state with the same view -------------------------------------------------------------------------------- */

static void swap_units(struct state *s, int u, int v) { /* they change places, and what is only known by place */
  uint16_t *lu = &s->cell[s->unit[u].at].first, *lv = &s->cell[s->unit[v].at].first;
  while (*lu != u + 1) lu = &s->unit[*lu - 1].next;
  while (*lv != v + 1) lv = &s->unit[*lv - 1].next;
  *lu = (uint16_t)(v + 1);
  *lv = (uint16_t)(u + 1);
  struct unit a = s->unit[u];
  s->unit[u].at = s->unit[v].at;
  s->unit[u].next = s->unit[v].next;
  s->unit[v].at = a.at;
  s->unit[v].next = a.next;
}

static void shuffle_ground(const struct sal_play *p, int viewer, int side, struct sal_rng *g) {
  const struct own *o = O(p);
  struct state *s = S(p);
  uint16_t pool[MAX_UNITS];
  int n = 0;
  for (int i = 0; i < o->nground[side]; i++) {
    int u = o->ground[side][i];
    enum known k = knows(p, viewer, u);
    if (k != ALL && s->unit[u].at) s->unit[u].steps = (uint8_t)(1 + sal_rng_below(g, o->info[u].steps));
    if (k == NOTHING && s->unit[u].at && !(s->unit[u].flags & (HIDDEN | GROUP)) && !deploying(p, side)) pool[n++] = (uint16_t)u;
  }
  for (int i = 0; i < n; i++) { /* like for like, so that the open signs stay */
    int u = pool[i], v = pool[sal_rng_below(g, (uint32_t)n)];
    bool like = o->info[u].kind == o->info[v].kind && s->unit[u].flags == s->unit[v].flags && s->unit[u].at != s->unit[v].at;
    if (like) swap_units(s, u, v);
  }
}

/* An abort that waits names a bomber and a fighter by what stands at their places. */
static void swap_in_frames(struct state *s, int u, int v) {
  for (int i = 0; i < s->head.depth; i++) {
    struct sal_frame *f = &s->head.frame[i];
    for (int k = 0; f->node == N_ABORT && k <= 2; k += 2) f->x[k] = (uint16_t)(f->x[k] == u ? v : f->x[k] == v ? u : f->x[k]);
  }
}

static void shuffle_deployment(const struct sal_play *p, int side, struct sal_rng *g) {
  const struct own *o = O(p);
  struct sal_frame *f = sal_top(p);
  int n = 0;
  for (int i = 0; f->x[0] && i < o->nground[side]; i++)
    if (S(p)->unit[o->ground[side][i]].box == (side == SAL_GERMAN ? B_TRAY : B_TRAY_S) && sal_rng_below(g, (uint32_t)++n) == 0) f->x[0] = (uint16_t)(o->ground[side][i] + 1);
  for (int k = 0; k < o->ngroups; k++)
    if (o->group[k].side == side && S(p)->owe[k]) S(p)->owe[k] = (uint8_t)(1 + sal_rng_below(g, o->group[k].n));
}

bool alea_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  struct sal_play p = {.book = b, .state = state};
  struct state *s = S(&p);
  const struct own *o = own(b);
  for (int side = 0; side < SAL_SIDES; side++) {
    if (side == viewer) continue;
    if (deploying(&p, side)) shuffle_deployment(&p, side, g);
    shuffle_ground(&p, viewer, side, g);
    for (int i = 0; i < o->nair[side]; i++) {
      int u = o->air[side][i], v = o->air[side][sal_rng_below(g, o->nair[side])];
      if (u == v || alea_air_known(&p, u) || alea_air_known(&p, v) || o->info[u].kind != o->info[v].kind || !s->unit[u].steps || !s->unit[v].steps) continue;
      if (o->info[u].cas != o->info[v].cas) continue;
      struct unit a = s->unit[u];
      s->unit[u] = s->unit[v];
      s->unit[v] = a;
      swap_in_frames(s, u, v);
      if (s->unit[u].steps > o->info[u].steps) s->unit[u].steps = o->info[u].steps;
      if (s->unit[v].steps > o->info[v].steps) s->unit[v].steps = o->info[v].steps;
    }
    if (s->head.phase == P_AIR && s->head.option[O_AIR] && (s->air_open & 6) != 6) s->planes[side][0] = (uint8_t)sal_rng_below(g, 4);
    if (s->head.phase == P_ASSIGN && side == SAL_GERMAN && s->head.option[O_FUEL] && s->fuel) s->fuel_now = (uint8_t)sal_rng_below(g, 2);
    if (s->fight.stage == IDLE || s->fight.opened) continue;
    if (s->fight.side == side && side == SAL_GERMAN) s->fight.type = (uint8_t)sal_rng_below(g, 2);
    s->fight.tanks[side] = (uint8_t)sal_rng_below(g, 4);
    if (s->fight.side != side && s->fight.stage > ELECT) s->fight.elect = (uint8_t)sal_rng_below(g, 2);
  }
  return true;
}
