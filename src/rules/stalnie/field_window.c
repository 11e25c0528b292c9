/* field_window.c - section 29, Reaction: what the resting side is shown when a window opens.
 *
 * The way that was declared, and one card for each Location that can fire, at the place of the way
 * where its chance is best. All of it comes from the view: a concealed mover stays one.
 */
#include "field.h"

enum { VOLLEY, MG_BURST, SHELL_SHOT, FLAME_JET, KINDS_OF_SHOT };
static const uint16_t shot_verb[KINDS_OF_SHOT] = {V_VOLLEY, V_MG, V_SHELL, V_FLAME};

struct choice { /* the best shot of one Location, or of one gun or vehicle */
  struct sal_action act;
  location from;
  uint16_t unit;
  int percent, step;
};
struct choices {
  struct choice at[SAL_PROMPT_CARDS];
  int n;
};

/* Does it belong to the same shooters? Men of a Location fire together, guns each for itself. */
static bool same_shooters(const struct choice *a, const struct choice *b) {
  bool both_volleys = a->act.verb == V_VOLLEY && b->act.verb == V_VOLLEY;
  return both_volleys ? a->from == b->from : a->unit == b->unit;
}

/* Kept by chance, the best first; of the same shooters only the best. */
static void keep_best(struct choices *all, const struct choice *one) {
  int i = 0;
  while (i < all->n && !same_shooters(&all->at[i], one))
    i++;

  /* The same shooters have a better shot already, or the list is full of better ones. */
  bool there = i < all->n;
  if (there && all->at[i].percent >= one->percent)
    return;

  bool full = !there && all->n == SAL_PROMPT_CARDS;
  if (full)
    i--;
  if (full && all->at[i].percent >= one->percent)
    return;

  /* A new one makes the list longer; then it moves up to its place. */
  if (i == all->n)
    all->n++;
  for (; i > 0 && all->at[i - 1].percent < one->percent; i--)
    all->at[i] = all->at[i - 1];
  all->at[i] = *one;
}

/* Every shot of a unit or weapon at the places of the way that are still open. */
static void weigh_shots(const struct sal_play *p, int side, int u, struct choices *all) {
  const struct window *w = window_of(p);
  for (int i = w->from; i <= w->last; i++)
    for (int k = 0; k < KINDS_OF_SHOT; k++) {
      location to = F(p)->path[i];
      struct choice one = {.act = sal_act(shot_verb[k], u, hex_at(to), level_at(to)),
                           .from = unit_at(p, sf_bearer(p, u))->at,
                           .unit = (uint16_t)u,
                           .step = i};
      /* The law of the window itself: what is not legal has no card. */
      if (!sf_react_node.check(p, side, one.act, NULL))
        continue;

      one.percent = sf_reaction_percent(p, one.act);
      keep_best(all, &one);
    }
}

/* Where it is fired at, from where, and the chance. */
static void title_of(const struct sal_play *p, const struct choice *c, struct sal_card *card) {
  sal_format(card->title, sizeof card->title, "Fire at %s from %s: %d %%",
             p->book->board.name[hex_at(F(p)->path[c->step])], p->book->board.name[hex_at(c->from)],
             c->percent);
}

/* F29: the card of one announcement. */
static void card_of(const struct sal_play *p, int side, const struct choice *c,
                    struct sal_card *card) {
  struct attack attack;
  struct shot shot;

  sal_card_odds(card, side, R_F9_4, "Reaction");
  title_of(p, c, card);
  card->offers = true;
  card->act = c->act;

  /* Guns and main armament roll to hit (F11); everything else is an attack of the Fire table. */
  if (c->act.verb == V_SHELL && !sf_rifle_at_men(p, c->unit)) {
    sf_react_shot(p, c->unit, c->step, &shot, NULL);
    sf_aim(p, &shot, card, NULL);
    return;
  }

  struct struck struck;
  sf_react_fire(p, c->unit, sf_react_how(c->act.verb), c->step, &attack, NULL);
  sf_weigh(p, &attack, card, NULL);
  sf_struck(p, &attack, &struck);
  sf_card_effects(p, card, &attack, &struck);
}

/* F15.2: which unit moves, as the other side knows it. */
static void say_who(const struct sal_play *p, const struct choices *all, struct sal_prompt *out) {
  const struct window *w = window_of(p);
  const char *to = p->book->board.name[hex_at(F(p)->path[w->last])];
  const char *ask = all->n ? "Fire at a hex of the way, or pass." : "Nothing of yours can fire.";
  sal_unit who[32];
  int n = sf_members(p, who);
  int first = -1;

  /* The first of the group that is known gives it its name. */
  for (int i = n - 1; i >= 0; i--)
    if (!(unit_at(p, who[i])->is & IS_UNSEEN))
      first = who[i];

  if (first < 0)
    sal_prompt_say(out, "A concealed stack moves to %s. %s", to, ask);
  else if (n == 1)
    sal_prompt_say(out, "%s moves to %s. %s", p->book->counter[first].label, to, ask);
  else
    sal_prompt_say(out, "%s and %d more move to %s. %s", p->book->counter[first].label, n - 1, to,
                   ask);
}

/* F9.2: the whole way, and what could be done about it. */
void sf_window_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct window *w = window_of(p);
  struct choices all = {.n = 0};

  /* A path that begins off the map has no first hex. */
  for (int i = 0; i <= w->last && out->nway < SAL_PROMPT_WAY; i++)
    if (F(p)->path[i])
      out->way[out->nway++] = hex_at(F(p)->path[i]);

  for (int u = 0; u < count_of(p); u++) {
    bool own = side_of(p, u) == side && unit_at(p, u)->where == F_MAP;
    if (own)
      weigh_shots(p, side, u, &all);
  }

  for (int i = 0; i < all.n; i++)
    card_of(p, side, &all.at[i], sal_prompt_card(out));
  say_who(p, &all, out);
}
