/* losses.c - 7.hit: which units take the hits of a combat, a bombardment or a harried retreat. */
#include "state.h"

/* Makes a side take this many hits; the frame asks for each. */
void alea_owe(struct sal_play *p, int side, sal_hex h, int hits, bool fight, int rule) {
  if (!hits) {
    return;
  }
  struct loss *f = loss_in(sal_push(p, N_LOSS, side));
  f->hex = h;
  f->hits = (uint16_t)hits;
  f->fight = fight;
  f->rule = (uint16_t)rule;
  f->first = fight && S(p)->fight.first;
}

/* All in a hex but those who are only written down. */
static int all_in(const struct sal_play *p, sal_hex h, sal_unit out[CROWD]) {
  int n = 0;

  for (int u = top(p, h); u >= 0 && n < CROWD; u = below(p, u)) {
    if (!(U(p, u)->flags & HIDDEN)) {
      out[n++] = (sal_unit)u;
    }
  }

  return n;
}

/* Which units may take the next hit. */
static int candidates(const struct sal_play *p, sal_unit out[CROWD]) {
  const struct loss *f = loss_of(p);
  sal_unit who[CROWD];
  int k = 0;
  int best = -1;

  if (!f->fight) {
    return all_in(p, f->hex, out);
  }
  int n = alea_members(p, sal_top(p)->side, who);
  for (int i = 0; i < n; i++) {
    k += counts(p, who[i]);
  }
  /* 5.7: they suffer when the others are gone */
  bool excess = k == 0;
  k = 0;
  for (int i = 0; i < n; i++) {
    if (excess || counts(p, who[i])) {
      out[k++] = who[i];
    }
  }
  if (!f->first) {
    return k;
  }
  for (int i = 0; i < k; i++) {
    best = max_of(best, alea_share(p, out[i]));
  }
  int m = 0;
  /* 7.hit.1 */
  for (int i = 0; i < k; i++) {
    if (alea_share(p, out[i]) == best) {
      out[m++] = out[i];
    }
  }

  return m;
}

/* One hit is taken. Losses in a combat count for the forced retreat (7.a.7.2). */
static void lose_one(struct sal_play *p, sal_unit u) {
  struct loss *f = loss_of(p);

  f->hits--;
  f->first = 0;
  if (f->fight) {
    S(p)->fight.lost[sal_top(p)->side]++;
  }
  alea_lose(p, u, f->fight ? R_7_hit_1 : f->rule);
}

/* Only a real choice is asked; what must be lost is lost at once. */
static bool loss_run(struct sal_play *p) {
  struct loss *f = loss_of(p);
  sal_unit who[CROWD];
  int n = f->hits ? candidates(p, who) : 0;

  /* 7.hit.2: surplus hits are lost */
  if (!n) {
    sal_pop(p);
    return true;
  }
  int steps = 0;
  for (int i = 0; i < n; i++) {
    steps += U(p, who[i])->steps;
  }
  if (n > 1 && (f->first || steps > f->hits)) {
    return false;
  }
  if (n == 1) {
    lose_one(p, who[0]);
  } else {
    for (int i = 0; i < n; i++) {
      while (U(p, who[i])->steps) {
        lose_one(p, who[i]);
      }
    }
  }

  return true;
}

/* All units that may take the next hit. */
static void loss_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_unit who[CROWD];
  int n = candidates(p, who);
  (void)side;

  for (int i = 0; i < n; i++) {
    sal_list_add(l, sal_act(V_LOSE, who[i], 0, 0));
  }
}

/* 7.hit.1: the first hit goes to the unit that contributed most. */
static bool loss_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  sal_unit who[CROWD];
  int n = candidates(p, who);
  (void)side;

  if (a.verb != V_LOSE) {
    return alea_not_now(p, a, why);
  }
  for (int i = 0; i < n; i++) {
    if (who[i] == unit_of(a)) {
      return true;
    }
  }

  return sal_refuse(why, loss_of(p)->fight ? R_7_hit_1 : loss_of(p)->rule,
                    loss_of(p)->first ? "{u0} did not contribute most."
                                      : "{u0} cannot take this loss.",
                    unit_of(a), 0);
}

/* One hit. */
static void loss_apply(struct sal_play *p, int side, struct sal_action a) {
  (void)side;
  lose_one(p, unit_of(a));
}

/* Tells how many hits are still to be taken. */
static void loss_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct loss *f = loss_of(p);

  /* after the first hit: as the owner likes, at once */
  out->rule = f->first ? R_7_hit_1 : f->rule;
  sal_prompt_say(out, "%s: choose the unit that loses a step (%d to go).", name_of(side), f->hits);
  (void)p;
}

const struct sal_node alea_loss = {.id = "combat.loss",
                                   .rule = R_7_hit_1,
                                   .run = loss_run,
                                   .list = loss_list,
                                   .check = loss_check,
                                   .apply = loss_apply,
                                   .prompt = loss_prompt};
