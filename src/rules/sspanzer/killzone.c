/* killzone.c - kill zones (10.1, 10.2) and crossfire (10.3).
 *
 * A kill zone's front is a closed half-plane: a line through its outer corner is in. A crossfire asks
 * by which hexsides the fire comes in; a line through a corner offers two, and because they are
 * neighbours one line can never make a pattern by itself, so the union of all serves.
 */
#include "state.h"

#include <string.h>

bool ssp_in_fan(const struct sal_play *p, sal_unit u, sal_hex target) { /* 10.2a */
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  if (!v->kz) return true;
  struct sal_point a = sal_hex_point(&p->book->board, v->hex), b = sal_hex_point(&p->book->board, target);
  struct sal_point f = sal_centre(false, sal_dq[v->kz - 1], sal_dr[v->kz - 1]);
  return (b.x - a.x) * f.x + 3 * (b.y - a.y) * f.y >= 0;
}

bool ssp_may_make_kz(const struct sal_play *p, sal_unit u, struct sal_refusal *why) { /* 10.1a */
  const struct ssp_unit *v = &ssp_st(p)->unit[u];
  if (v->is & SUPPRESSED) return sal_refuse(why, R_9_8a, "{u0} is suppressed and cannot make a kill zone.", u, 0);
  if (ssp_contested(p, v->hex)) return sal_refuse(why, R_11_3d, "{u0} is in close combat and can only move out.", u, 0);
  if (ssp_enemy_near(p, v->hex, ssp_side(p, u))) return sal_refuse(why, R_10_1a, "{u0} has an enemy adjacent and cannot make a kill zone.", u, 0);
  return true;
}

void ssp_make_kz(struct sal_play *p, sal_unit u, int dir) {
  struct ssp_unit *v = &ssp_st(p)->unit[u];
  v->kz = (uint8_t)(dir + 1);
  sal_tell(p, E_KZ, R_4_2d, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {v->hex}, .n = {(int16_t)dir}));
}

void ssp_drop_kz(struct sal_play *p, sal_unit u, int rule) {
  struct ssp_unit *v = &ssp_st(p)->unit[u];
  if (!v->kz) return;
  v->kz = 0;
  sal_tell(p, E_KZ_GONE, rule, SSP_EV(.unit = {u, SAL_NOUNIT}, .at = {v->hex}));
}

/* ---- crossfire ------------------------------------------------------------------------ */

bool ssp_crosses(unsigned e) { /* 10.3a: an opposite pair, or every other hexside */
  return (e & e >> 3 & 7u) != 0 || (e & 0x15u) == 0x15u || (e & 0x2au) == 0x2au;
}

/* Who may be a member now: in a window those entitled to fire in it, in the impulse the formation's units that
 * have not acted. */
static int candidates(const struct sal_play *p, sal_unit target, bool window, sal_unit *out) {
  const struct ssp_state *s = ssp_st(p);
  int n = 0;
  if (window) {
    for (int i = 0; i < s->nwindow; i++)
      if (s->window_left >> i & 1 && s->unit[s->window[i]].kz) out[n++] = s->window[i];
    return n;
  }
  const struct ssp_book *own = ssp_own(p->book);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    if (s->unit[u].kz && !(s->unit[u].is & ACTED) && ssp_may_fire(p, u, target, ON_FIRE, NULL)) out[n++] = u;
  }
  return n;
}

static unsigned entries(const struct sal_play *p, const sal_unit *u, int n, sal_unit target) {
  unsigned e = 0;
  for (int i = 0; i < n; i++) e |= ssp_hexsides(p->book, ssp_st(p)->unit[u[i]].hex, ssp_st(p)->unit[target].hex);
  return e;
}

bool ssp_may_cross(const struct sal_play *p, sal_unit target, bool window) {
  sal_unit who[SSP_FORM_UNITS];
  int n = candidates(p, target, window, who);
  return ssp_crosses(entries(p, who, n, target)); /* one alone never does */
}

/* Targets of the active formation's kill zones. Only hexes that two of them can reach are looked at closely. */
void ssp_list_cross(const struct sal_play *p, struct sal_list *l) {
  const struct ssp_state *s = ssp_st(p);
  const struct ssp_book *own = ssp_own(p->book);
  const struct sal_board *m = &p->book->board;
  uint8_t *count = p->scratch; /* per cell: kill zones that see it */
  sal_hex touched[SSP_UNITS];
  int kz = 0, n = 0;
  for (int i = 0; i < own->nof[s->formation]; i++) {
    const struct ssp_unit *v = &s->unit[own->of[s->formation][i]];
    kz += v->kz && !(v->is & (ACTED | SUPPRESSED));
  }
  if (kz < 2) return;
  memset(count, 0, m->cells);
  for (int i = 0; i < own->nof[s->formation]; i++) {
    sal_unit u = own->of[s->formation][i];
    const struct ssp_unit *v = &s->unit[u];
    if (!v->kz || v->is & (ACTED | SUPPRESSED)) continue;
    uint32_t w = own->max_vis + 2u;
    const uint32_t *at = own->seen_at + v->hex * w;
    for (uint32_t k = at[1]; k < at[s->vis + 1]; k++) {
      sal_hex h = own->seen[k];
      if (!ssp_has_side(p, h, sal_enemy(ssp_side(p, u)))) continue;
      if (!count[h]) touched[n++] = h;
      count[h]++;
    }
  }
  for (int i = 0; i < n; i++) {
    if (count[touched[i]] < 2) continue;
    SSP_EACH(p, t, touched[i])
      if (ssp_may_cross(p, t, false)) sal_list_add(l, sal_act(V_CROSSFIRE, t, 0, 0));
  }
}

/* Node N_CROSSFIRE: x0 target, x1 occasion; members are marked MEMBER. The whole set crosses, so there is
 * always one to add or a commit. */
static int members(const struct sal_play *p, sal_unit target, int occasion, sal_unit *in, sal_unit *out, int *nout) {
  sal_unit who[SSP_FORM_UNITS];
  int n = candidates(p, target, occasion != ON_FIRE, who), k = 0;
  *nout = 0;
  for (int i = 0; i < n; i++) {
    if (ssp_is(p, who[i], MEMBER)) in[k++] = who[i];
    else out[(*nout)++] = who[i];
  }
  return k;
}

static void crossfire_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct sal_frame *f = sal_top(p);
  sal_unit in[SSP_FORM_UNITS], out[SSP_FORM_UNITS];
  int nout, n = members(p, f->x[0], f->x[1], in, out, &nout);
  (void)side;
  for (int i = 0; i < nout; i++) sal_list_add(l, sal_act(V_ADD, out[i], 0, 0));
  if (ssp_crosses(entries(p, in, n, f->x[0]))) sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
}

static bool crossfire_check(const struct sal_play *p, int side, struct sal_action a, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  sal_unit in[SSP_FORM_UNITS], out[SSP_FORM_UNITS];
  int nout, n = members(p, f->x[0], f->x[1], in, out, &nout);
  if (a.verb == V_COMMIT) {
    if (ssp_crosses(entries(p, in, n, f->x[0]))) return true;
    return sal_refuse(why, R_10_3a, "The fire of these units does not come in from opposite hexsides, nor from three with gaps between.", 0, 0);
  }
  if (a.verb != V_ADD) return false;
  for (int i = 0; i < nout; i++)
    if (out[i] == a.x[0]) return true;
  if (ssp_side(p, a.x[0]) == side && !ssp_st(p)->unit[a.x[0]].kz)
    return sal_refuse(why, R_10_3b, "{u0} is not under a kill zone, and only such units take part in a crossfire.", a.x[0], 0);
  return sal_refuse(why, R_10_3a, "{u0} cannot fire at the target in this crossfire.", a.x[0], 0);
}

static void crossfire_apply(struct sal_play *p, int side, struct sal_action a) {
  struct ssp_state *s = ssp_st(p);
  (void)side;
  if (a.verb == V_ADD) {
    s->unit[a.x[0]].is |= MEMBER;
    return;
  }
  struct sal_frame f = *sal_top(p);
  sal_unit in[SSP_FORM_UNITS], out[SSP_FORM_UNITS];
  int nout, n = members(p, f.x[0], f.x[1], in, out, &nout);
  sal_pop(p);
  sal_tell(p, E_CROSSFIRE, R_10_3a, SSP_EV(.unit = {f.x[0], SAL_NOUNIT}, .at = {s->unit[f.x[0]].hex}, .n = {(int16_t)n}));
  for (int i = 0; i < n; i++) {
    struct ssp_unit *v = &s->unit[in[i]];
    v->is &= (uint16_t)~MEMBER;
    if (f.x[1] == ON_FIRE) v->is |= ACTED | FIRED;
    for (int k = 0; k < s->nwindow; k++)
      if (s->window[k] == in[i]) s->window_left &= ~(1ull << k);
    if (!s->unit[f.x[0]].hex) { /* 10.3b: dead before its turn */
      sal_tell(p, E_FORFEIT, R_10_3b, SSP_EV(.unit = {in[i], SAL_NOUNIT}));
      continue;
    }
    struct ssp_shot shot = {.firer = in[i], .target = f.x[0], .occasion = (uint8_t)f.x[1], .crossfire = true};
    ssp_shoot(p, &shot, R_10_3c);
  }
}

static void crossfire_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  sal_unit in[SSP_FORM_UNITS], more[SSP_FORM_UNITS];
  int nout, n = members(p, f->x[0], f->x[1], in, more, &nout);
  (void)side;
  sal_prompt_say(out, "Crossfire at %s: add kill zone units, then fire. %d so far.", p->book->counter[f->x[0]].label, n);
  for (int i = 0; i < n && out->nselected < SAL_SELECTED; i++) out->selected[out->nselected++] = in[i];
  if (n) {
    struct ssp_shot shot = {.firer = in[0], .target = f->x[0], .occasion = (uint8_t)f->x[1], .crossfire = true};
    ssp_aim(p, &shot);
    ssp_card(p, &shot, sal_prompt_card(out));
  }
}

const struct sal_node ssp_node_crossfire = {
    .id = "crossfire", .rule = R_10_3a, .list = crossfire_list, .check = crossfire_check, .apply = crossfire_apply, .prompt = crossfire_prompt};
