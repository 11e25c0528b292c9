/* unit_setup_recon.c - stalnie RG.i and 11.6245: observers before, and inspections after the
 * set-up.
 *
 * Before it the Germans choose in secret the hexes of their Offboard Observers. When both sides
 * have set up they inspect Locations in turn, as often as their reconnaissance allows (11.622);
 * what is found is open to both.
 */
#include "state.h"

enum { RECON_MIN = 16 };

/* ---- RG.i Offboard Observers ------------------------------------------------------------ */

/* RG.i: the hex of each Offboard Observer, secretly, before the Russians set up. */
static int observer_line(const struct sal_play *p) {
  const struct state *s = S(p);

  for (int i = 0; i < s->side[GER].nrec; i++) {
    const struct rec *r = &s->rec[GER][i];

    if (r->flags & R_GONE)
      continue;
    bool has_observer = O(p)->group[GER][r->group].notes & NOTE_I;
    if (has_observer && r->hex == NOWHERE)
      return i;
  }

  return NOT_FOUND;
}

/* RG.i: the Offboard Observer looks from level 2, on 11 July PM from level 1. */
int sp_observer_level(const struct sal_play *p) {
  return S(p)->scenario == 2 ? 1 : 2;
}

/* No observer left to place: the step passes. */
static bool observer_run(struct sal_play *p) {
  if (observer_line(p) != NOT_FOUND)
    return false;
  sal_pop(p);
  return true;
}

/* The hexes of the south edge. */
static void observer_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)side;
  for (int k = WIDTH - 1; k >= 0; k--) {
    int g = sp_pa_low(p) * WIDTH + k;
    if (sp_in_pa(p, g))
      sal_list_add(l, sal_act(V_OBSERVE, O(p)->cell[g], 0, 0));
  }
}

/* RG.i: the Offboard Observer is on the south edge. */
static bool observer_check(const struct sal_play *p, int side, struct sal_action a,
                           struct sal_refusal *why) {
  (void)side;
  if (a.verb != V_OBSERVE)
    return sp_not_here(p, why);
  int g = O(p)->place[hex_of(a, 0)];

  if (!sp_in_pa(p, g) || !sp_front_edge(p, GER, g))
    return sal_refuse(why, R_RG_i, "The observer is in a hex of the south edge.", 0, 0);
  return true;
}

/* Its hex is known to the Germans alone. */
static void observer_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  S(p)->rec[GER][observer_line(p)].hex = O(p)->place[hex_of(a, 0)];
}

/* Names the line of the record. */
static void observer_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)side;
  sal_prompt_say(
      out,
      "German: choose the hex of the Offboard Observer of line %d in secret, on the south "
      "edge. He observes from level %d.",
      observer_line(p) + 1, sp_observer_level(p));
}

const struct sal_node sp_observer = {.id = "setup.observer",
                                     .rule = R_RG_i,
                                     .run = observer_run,
                                     .list = observer_list,
                                     .check = observer_check,
                                     .apply = observer_apply,
                                     .prompt = observer_prompt};

/* ---- 11.6245 inspections, the Soviets first --------------------------------------------- */

/* 11.6245: the sides inspect by turns, as long as either has an inspection left. */
static bool inspect_run(struct sal_play *p) {
  struct state *s = S(p);

  if (!s->side[GER].recon_left && !s->side[RUS].recon_left) {
    sal_pop(p);
    return true;
  }

  int side = s->side[s->inspect].recon_left ? s->inspect : sal_enemy(s->inspect);

  if (sal_top(p)->side == side)
    return false;
  sal_top(p)->side = (uint8_t)side;

  return true;
}

/* Hexes far enough from the side's own Front Line. */
static void inspect_list(const struct sal_play *p, int side, struct sal_list *l) {
  uint32_t near[PA_ROWS];

  sp_near_front(p, side, RECON_MIN, near);

  for (int h = sp_pa_high(p); h >= sp_pa_low(p); h--) /* cells count from the north-west */
    for (uint32_t left = O(p)->on[h] & ~near[h - sp_pa_low(p)]; left;
         left &= ~(1u << highest_bit(left)))
      sal_list_add(l, sal_act(V_INSPECT, O(p)->cell[h * WIDTH + highest_bit(left)], 0, 0));

  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}

/* 11.6245: sixteen hexes or more from the side's own Front Line; 11.6246 where there is no
 * perimeter.
 */
static bool inspect_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  if (a.verb == V_PASS)
    return true;
  if (a.verb != V_INSPECT)
    return sp_not_here(p, why);
  int g = O(p)->place[hex_of(a, 0)];

  if (!sp_in_pa(p, g))
    return sal_refuse(why, R_CG1a, "{h0} is not on the Playing Area.", hex_of(a, 0), 0);

  /* where the Front Line is supplied */
  int rule = R_11_6245;
  if (!S(p)->side[side].perimeter || S(p)->scenario == 1)
    rule = R_11_6246;

  if (!sp_far_from_front(p, side, g, RECON_MIN))
    return sal_refuse(why, rule, "{h0} is less than 16 hexes from your Front Line.", hex_of(a, 0),
                      0);

  return true;
}

/* 11.6245: the enemy's units there become known, hidden ones too. Returns how many. */
static int inspect_units(struct sal_play *p, int side, int g, sal_hex h) {
  int found = 0;

  for (int u = 0; u < p->book->ncounters; u++) {
    struct unit *unit = &S(p)->unit[u];

    if (unit->where != MAP)
      continue;
    if (unit->at != g)
      continue;
    if (side_of(p, u) == side)
      continue;
    if (unit->flags & U_KNOWN)
      continue;

    unit->flags = (unit->flags | U_KNOWN) & ~(uint32_t)U_HIP;
    sal_tell(p, E_SEEN, R_11_6245, SAL_EVU(u, .at = {h}));
    found++;
  }

  return found;
}

/* A work of the enemy there that the side has not seen. */
static bool unseen_work(const struct fort *f, int side, int g) {
  return f->at == g && f->side != side && !f->shown;
}

/* 11.6245: the enemy's works there. Of mines only that there are some. Returns how many. */
static int inspect_works(struct sal_play *p, int side, int g, sal_hex h) {
  struct state *s = S(p);
  int found = 0;

  for (int i = 0; i < s->nfort; i++)
    if (unseen_work(&s->fort[i], side, g) && s->fort[i].kind == FORT_DUMMY)
      sal_tell(p, E_DUMMY, R_CG15, SAL_EV(.at = {h}));

  for (int i = 0; i < s->nfort; i++) {
    struct fort *f = &s->fort[i];
    if (!unseen_work(f, side, g))
      continue;
    f->shown = is_minefield(f->kind) ? 2 : 1;
    found++;
  }

  return found;
}

/* What is there is revealed to both sides. */
static void inspect_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);

  s->inspect = (uint8_t)sal_enemy(side);
  if (a.verb == V_PASS) {
    s->side[side].recon_left = 0;
    return;
  }

  int g = O(p)->place[hex_of(a, 0)];
  s->side[side].recon_left--;
  int found = inspect_units(p, side, g, hex_of(a, 0));
  found += inspect_works(p, side, g, hex_of(a, 0));

  sp_veil(p);
  sal_reveal(p);
  sal_tell(p, E_INSPECTED, R_11_6245,
           SAL_EV(.at = {hex_of(a, 0)}, .n = {(int16_t)side, (int16_t)found}));
}

/* How many inspections are left. */
static void inspect_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_prompt_say(out,
                 "%s: inspect a Location 16 or more hexes from your Front Line, or pass. %d left.",
                 side_title(side), S(p)->side[side].recon_left);
}

const struct sal_node sp_inspect = {.id = "setup.inspect",
                                    .rule = R_11_6245,
                                    .run = inspect_run,
                                    .list = inspect_list,
                                    .check = inspect_check,
                                    .apply = inspect_apply,
                                    .prompt = inspect_prompt};
