/* voyage.c - 2, 4 and 5: who is where, the voyage hex by hex, launching, challenges, raids. */
#include "state.h"

#include <string.h>

/* ---- who is where */

int lantern_boats_at(const struct sal_play *p, int side, sal_hex h) {
  int n = hidden_in(S(p), side, h);
  for (int u = 0; u < p->book->ncounters; u++)
    n += S(p)->boat[u].place == FEN && S(p)->boat[u].at == h && side_of(p, u) == side &&
         (S(p)->boat[u].flags & KNOWN);
  return n;
}
bool lantern_enemy_at(const struct sal_play *p, int side, sal_hex h) {
  return lantern_boats_at(p, sal_enemy(side), h) > 0;
}
bool lantern_enemy_near(const struct sal_play *p, int side, sal_hex h) {
  for (int d = 0; d < 6; d++) {
    sal_hex g = sal_next(&p->book->board, h, d);
    if (g && lantern_enemy_at(p, side, g))
      return true;
  }
  return false;
}
void lantern_veil(const struct sal_book *b, struct state *s) {
  for (int h = 0; h < b->board.cells; h++)
    s->ground[h] &= 3;
  for (int u = 0; u < b->ncounters; u++)
    if (s->boat[u].place == FEN && !(s->boat[u].flags & KNOWN))
      s->ground[s->boat[u].at] =
          (uint8_t)(s->ground[s->boat[u].at] + (1 << veil_shift(b->counter[u].side)));
}
void lantern_make_known(struct sal_play *p, int u) { /* 2.1 */
  struct boat *boat = &S(p)->boat[u];
  if (boat->flags & KNOWN)
    return;
  boat->flags |= KNOWN;
  lantern_veil(p->book, S(p));
  sal_reveal(p);
  sal_tell(p, E_KNOWN, R_2_1, SAL_EVU(u, .at = {boat->at}));
}
static void sail(struct sal_play *p, int u, sal_hex h) {
  struct state *s = S(p);
  int side = side_of(p, u);
  s->boat[u].at = h;
  s->boat[u].place = FEN;
  lantern_veil(p->book, s);
  if (!(s->ground[h] & HELD << side)) { /* 6.1 */
    s->ground[h] = (uint8_t)((s->ground[h] & ~3) | HELD << side);
    sal_tell(p, E_CONTROL, R_6_1, SAL_EV(.at = {h}, .n = {(int16_t)side}));
  }
  bool met = false;
  for (int v = 0; v < p->book->ncounters; v++)
    if (s->boat[v].place == FEN && side_of(p, v) != side &&
        sal_distance(&p->book->board, h, s->boat[v].at) == 1) {
      met = true;
      lantern_make_known(p, v);
    }
  for (int v = 0; met && v < p->book->ncounters; v++)
    if (s->boat[v].place == FEN && s->boat[v].at == h)
      lantern_make_known(p, v);
}
static void away(struct sal_play *p, int u, int place, int rule) {
  lantern_make_known(p, u);
  sal_tell(p, E_AWAY, rule, SAL_EVU(u, .at = {S(p)->boat[u].at}));
  /* until it is bought or launched again */
  S(p)->boat[u] = (struct boat){SAL_NOHEX, (uint8_t)place, KNOWN};
  lantern_veil(p->book, S(p));
}
bool lantern_sees(const struct sal_book *b, sal_hex from, sal_hex to) { /* 4.6 */
  return sal_distance(&b->board, from, to) <= SIGHT &&
         sal_line_clear(&own(b)->lines, &b->board, own(b)->block, from, to);
}

/* ---- 4.1 the voyage: choose a boat, a raid, or a boat on the quay */

static bool is_home(const struct sal_play *p, int side, sal_hex h) {
  const struct sal_region *home =
      sal_region_find(&p->book->board, side == SAL_GERMAN ? "german.home" : "soviet.home");
  for (int i = 0; home && i < home->n; i++)
    if (home->hexes[i] == h)
      return true;
  return false;
}
static bool free_home(const struct sal_play *p, int side, sal_hex h) {
  return is_home(p, side, h) && !lantern_enemy_at(p, side, h) &&
         lantern_boats_at(p, side, h) < STACK;
}
static bool any_home(const struct sal_play *p, int side) {
  for (int i = 0; i < p->book->board.nhexes; i++)
    if (free_home(p, side, p->book->board.order[i]))
      return true;
  return false;
}
static bool may_move(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  const struct boat *boat = &S(p)->boat[u];
  if (side_of(p, u) != side || boat->place != FEN)
    return sal_refuse(why, R_4_1, "{u0} is not a boat of this side on the fen.", u, 0);
  return !(boat->flags & MOVED) || sal_refuse(why, R_4_1, "{u0} has already moved.", u, 0);
}
static bool may_launch(const struct sal_play *p, int side, int u, struct sal_refusal *why) {
  if (side_of(p, u) != side || S(p)->boat[u].place != QUAY)
    return sal_refuse(why, R_3_2, "{u0} is not at this side's quay.", u, 0);
  return any_home(p, side) || sal_refuse(why, R_3_2, "There is no free home hex for {u0}.", u, 0);
}
static bool raids(const struct sal_play *p, int side, int u, sal_hex h) {
  const struct boat *boat = &S(p)->boat[u];
  return side_of(p, u) == side && boat->place == FEN && !(boat->flags & RAIDED) &&
         sal_distance(&p->book->board, boat->at, h) == 1;
}
static bool may_raid(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (!lantern_enemy_at(p, side, h))
    return sal_refuse(why, R_5_1, "There is no enemy in {h0}.", h, 0);
  for (int u = 0; u < p->book->ncounters; u++)
    if (raids(p, side, u, h))
      return true;
  return sal_refuse(why, R_5_1, "No boat can raid {h0}.", h, 0);
}
static void voyage_list(const struct sal_play *p, int side, struct sal_list *l) {
  sal_list_add(l, sal_act(V_DONE, 0, 0, 0));
  for (int u = 0; u < p->book->ncounters; u++) {
    if (may_move(p, side, u, NULL))
      sal_list_add(l, sal_act(V_MOVE, u, 0, 0));
    if (may_launch(p, side, u, NULL))
      sal_list_add(l, sal_act(V_LAUNCH, u, 0, 0));
  }
  for (int i = 0; i < p->book->board.nhexes; i++)
    if (may_raid(p, side, p->book->board.order[i], NULL))
      sal_list_add(l, sal_act(V_RAID, p->book->board.order[i], 0, 0));
}
static bool voyage_check(const struct sal_play *p, int side, struct sal_action a,
                         struct sal_refusal *why) {
  if (a.verb == V_MOVE)
    return may_move(p, side, a.x[0], why);
  if (a.verb == V_LAUNCH)
    return may_launch(p, side, a.x[0], why);
  if (a.verb == V_RAID)
    return may_raid(p, side, a.x[0], why);
  return a.verb == V_DONE;
}
static void voyage_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
  } else if (a.verb == V_MOVE) {
    S(p)->boat[a.x[0]].flags |= MOVED;
    struct sal_frame *f = sal_push(p, N_STEP, side);
    f->x[0] = a.x[0];
    f->x[1] = (uint16_t)kind_of(p, a.x[0])->mp;
  } else {
    sal_push(p, a.verb == V_LAUNCH ? N_PUT : N_RAID, side)->x[0] = a.x[0];
  }
}
static void voyage_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;
  sal_prompt_say(out, "%s: move, launch or raid, or end the voyage.", side_word(side));
}
const struct sal_node lantern_voyage = {.id = "voyage",
                                        .rule = R_4_1,
                                        .list = voyage_list,
                                        .check = voyage_check,
                                        .apply = voyage_apply,
                                        .prompt = voyage_prompt};

/* ---- 4.1-4.4 one hex after another: x[0] boat, x[1] points left, x[2] halted, x[3] hexes moved */

static bool may_step(const struct sal_play *p, int side, sal_hex to, struct sal_refusal *why) {
  const struct sal_frame *f = sal_top(p);
  sal_hex from = S(p)->boat[f->x[0]].at;
  int d = sal_dir_to(&p->book->board, from, to);
  if (d < 0)
    return sal_refuse(why, R_4_1, "{h1} is not next to {u0}.", f->x[0], to);
  if (lantern_enemy_at(p, side, to))
    return sal_refuse(why, R_4_4, "There are enemies in {h0}.", to, 0);
  if (lantern_boats_at(p, side, to) >= STACK)
    return sal_refuse(why, R_2_3, "{h0} is full.", to, 0);
  return own(p->book)->edge[from * 6 + d] <= f->x[1] ||
         sal_refuse(why, R_4_2, "{u0} has not the points for {h1}.", f->x[0], to);
}
static void step_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int d = 0; d < 6; d++) {
    sal_hex to = sal_next(&p->book->board, S(p)->boat[sal_top(p)->x[0]].at, d);
    if (to && may_step(p, side, to, NULL))
      sal_list_add(l, sal_act(V_STEP, to, 0, 0));
  }
  sal_list_add(l, sal_act(V_STOP, 0, 0, 0));
}
static bool step_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  return a.verb == V_STEP ? may_step(p, side, a.x[0], why) : a.verb == V_STOP;
}
/* 4.5 */
static bool may_call(const struct sal_play *p, int side, int u, sal_hex h,
                     struct sal_refusal *why) {
  const struct boat *boat = &S(p)->boat[u];
  if (side_of(p, u) != side || boat->place != FEN || own(p->book)->of[u] != LAMP)
    return sal_refuse(why, R_4_5, "{u0} is not a lamp of this side on the fen.", u, 0);
  if (boat->flags & CALLED)
    return sal_refuse(why, R_4_5, "{u0} has challenged in this voyage.", u, 0);
  if (sal_distance(&p->book->board, boat->at, h) > CALL)
    return sal_refuse(why, R_4_5, "{h1} is too far from {u0}.", u, h);
  return lantern_sees(p->book, boat->at, h) ||
         sal_refuse(why, R_4_6, "{u0} does not see {h1}.", u, h);
}
static bool any_call(const struct sal_play *p, int side, sal_hex h) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_call(p, side, u, h, NULL))
      return true;
  return false;
}
static void step_apply(struct sal_play *p, int side, struct sal_action a) {
  struct state *s = S(p);
  struct sal_frame *f = sal_top(p);
  int u = f->x[0];
  if (a.verb == V_STOP) {
    sal_pop(p);
    return;
  }
  sal_hex from = s->boat[u].at, to = a.x[0];
  f->x[1] =
      (uint16_t)(f->x[1] - own(p->book)->edge[from * 6 + sal_dir_to(&p->book->board, from, to)]);
  f->x[3]++;
  bool known = s->boat[u].flags & KNOWN;
  sal_tell(p, E_MOVES, R_4_1,
           SAL_EVU(u, .at = {to, from}, .n = {(int16_t)f->x[1]},
                   .seen = (uint8_t)(known ? SAL_BOTH : SAL_BIT(side))));
  if (!known)
    sal_tell(p, E_UNSEEN, R_4_1,
             SAL_EV(.at = {to, from}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
  sail(p, u, to);
  if (lantern_enemy_near(p, side, to))
    f->x[2] = 1; /* 4.3 */
  if (s->head.option[0] && any_call(p, sal_enemy(side), to)) {
    struct sal_frame *call = sal_push(p, N_CHALLENGE, sal_enemy(side));
    call->x[0] = to;
    call->x[1] = (uint16_t)u;
  }
}
static bool step_run(struct sal_play *p) {
  const struct sal_frame *f = sal_top(p);
  bool over = S(p)->boat[f->x[0]].place != FEN || f->x[2] || !f->x[1];
  if (over)
    sal_pop(p);
  return over;
}
static void step_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct sal_frame *f = sal_top(p);
  out->selected[out->nselected++] = f->x[0];
  sal_prompt_say(out, "%s: choose the next hex for %s, or stop. %d points left.", side_word(side),
                 p->book->counter[f->x[0]].label, f->x[1]);
}
const struct sal_node lantern_step = {.id = "voyage.step",
                                      .rule = R_4_1,
                                      .run = step_run,
                                      .list = step_list,
                                      .check = step_check,
                                      .apply = step_apply,
                                      .prompt = step_prompt};

/* ---- 3.2 the hex for a boat launched: x[0] */

static void put_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int i = 0; i < p->book->board.nhexes; i++)
    if (free_home(p, side, p->book->board.order[i]))
      sal_list_add(l, sal_act(V_PUT, p->book->board.order[i], 0, 0));
}
static bool put_check(const struct sal_play *p, int side, struct sal_action a,
                      struct sal_refusal *why) {
  return a.verb == V_PUT &&
         (free_home(p, side, a.x[0]) ||
          sal_refuse(why, R_3_2, "{h0} is not a free home hex of this side.", a.x[0], 0));
}
static void put_apply(struct sal_play *p, int side, struct sal_action a) {
  int u = sal_top(p)->x[0];
  bool lamp = own(p->book)->of[u] == LAMP;
  sal_pop(p);
  S(p)->boat[u].flags = (uint8_t)(MOVED | (lamp ? KNOWN : 0)); /* 2.2 */
  if (lamp)
    sal_reveal(p);
  sal_tell(p, E_LAUNCHED, R_3_2,
           SAL_EVU(u, .at = {a.x[0]}, .seen = (uint8_t)(lamp ? SAL_BOTH : SAL_BIT(side))));
  if (!lamp)
    sal_tell(p, E_UNSEEN, R_3_2, SAL_EV(.at = {a.x[0]}, .seen = (uint8_t)SAL_BIT(sal_enemy(side))));
  sail(p, u, a.x[0]);
}
static void put_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  out->selected[out->nselected++] = sal_top(p)->x[0];
  sal_prompt_say(out, "%s: choose the home hex where %s is launched.", side_word(side),
                 p->book->counter[sal_top(p)->x[0]].label);
}
const struct sal_node lantern_put = {.id = "voyage.put",
                                     .rule = R_3_2,
                                     .list = put_list,
                                     .check = put_check,
                                     .apply = put_apply,
                                     .prompt = put_prompt};

/* ---- 4.5 the challenge: x[0] hex, x[1] boat */

static void call_list(const struct sal_play *p, int side, struct sal_list *l) {
  for (int u = 0; u < p->book->ncounters; u++)
    if (may_call(p, side, u, sal_top(p)->x[0], NULL))
      sal_list_add(l, sal_act(V_CALL, u, 0, 0));
  sal_list_add(l, sal_act(V_PASS, 0, 0, 0));
}
static bool call_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  return a.verb == V_CALL ? may_call(p, side, a.x[0], sal_top(p)->x[0], why) : a.verb == V_PASS;
}
static void call_card(const struct sal_play *p, struct sal_card *c) {
  char title[80];
  sal_format(title, sizeof title, "Challenge in %s", p->book->board.name[sal_top(p)->x[0]]);
  sal_card_odds(c, sal_top(p)->side, R_4_5, title);
  sal_card_to(c, R_4_5, "4-6", "one die");
  sal_card_may(c, 1, 2, "goes on: nothing");
  sal_card_may(c, 1, 2, "turns: back to its quay");
}
static void call_apply(struct sal_play *p, int side, struct sal_action a) {
  struct sal_frame *f = sal_top(p);
  (void)side;
  if (a.verb == V_PASS) {
    sal_pop(p);
    return;
  }
  struct sal_card *card = sal_event_card(p);
  if (card)
    call_card(p, card);
  S(p)->boat[a.x[0]].flags |= CALLED;
  bool turns = sal_roll(p->dice, 6, R_4_5, a.x[0]) >= 4;
  if (card)
    card->rolled = turns;
  sal_hex at = f->x[0];
  int mover = f->x[1];
  sal_tell(
      p, E_CALL, R_4_5,
      SAL_EVU(a.x[0], .at = {at}, .n = {turns}, .card = (uint8_t)(card ? p->events->ncards : 0)));
  if (turns || !any_call(p, side, at))
    sal_pop(p);
  if (turns)
    away(p, mover, QUAY, R_4_5);
}
static void call_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  call_card(p, sal_prompt_card(out));
  sal_prompt_say(out, "%s: challenge the boat that came to %s, or let it pass.", side_word(side),
                 p->book->board.name[sal_top(p)->x[0]]);
}
const struct sal_node lantern_challenge = {.id = "voyage.challenge",
                                           .rule = R_4_5,
                                           .list = call_list,
                                           .check = call_check,
                                           .apply = call_apply,
                                           .prompt = call_prompt};

/* ---- 5 a raid: x[0] the hex. Whoever lies next to it takes part */

static const char *const column_name[5] = {"-2", "-1", "0", "+1", "+2"};

/* the column */
static int reckon(const struct sal_play *p, int side, sal_hex h, struct sal_card *c) {
  int sum[2] = {0, 0};
  for (int u = 0; u < p->book->ncounters; u++) {
    bool defends = S(p)->boat[u].place == FEN && S(p)->boat[u].at == h && side_of(p, u) != side;
    if (!defends && !raids(p, side, u, h))
      continue;
    sum[defends] += kind_of(p, u)->strength;
    if (c)
      sal_card_add(c, side_of(p, u), kind_of(p, u)->strength, 1, R_5_2, (sal_unit)u, "%s",
                   p->book->counter[u].label);
  }
  int by = sum[0] - sum[1], col = by < -2 ? 0 : by > 2 ? 4 : by + 2;
  if (c)
    sal_card_to(c, R_5_2, column_name[col], "%d less %d", sum[0], sum[1]);
  if (own(p->book)->isle[h] && col > 0) {
    col--;
    if (c) {
      struct sal_card_step *s = sal_card_to(c, R_5_2, column_name[col], "on an isle");
      s->shift = -1;
      s->has_shift = true;
    }
  }
  return col;
}
static int raid_card(const struct sal_play *p, int side, sal_hex h, struct sal_card *c) {
  static const char *const say[RESULTS] = {"back: a raider goes to its yard", "none: nothing",
                                           "take: a defender goes to its yard"};
  int count[RESULTS] = {0};
  char title[80];
  sal_format(title, sizeof title, "Raid on %s", p->book->board.name[h]);
  sal_card_odds(c, side, R_5_2, title);
  sal_format(c->table, sizeof c->table, "raid");
  int col = reckon(p, side, h, c);
  for (int die = 0; die < 6; die++)
    count[own(p->book)->raid[die][col]]++;
  for (int r = 0; r < RESULTS; r++) {
    struct sal_card_outcome *o = sal_card_may(c, (uint64_t)count[r], 6, "%s", say[r]);
    if (r != NONE)
      o->loss[r == BACK ? side : sal_enemy(side)] = 1;
  }
  return col;
}
static void raid_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, sal_act(V_COMMIT, 0, 0, 0));
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}
static bool raid_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  (void)p, (void)side, (void)why;
  return a.verb == V_COMMIT || a.verb == V_CANCEL;
}
static void raid_apply(struct sal_play *p, int side, struct sal_action a) {
  sal_hex h = sal_top(p)->x[0];
  if (a.verb == V_CANCEL) {
    sal_pop(p);
    return;
  }
  struct sal_card *card = sal_event_card(p);
  int col = card ? raid_card(p, side, h, card) : reckon(p, side, h, NULL), first[2] = {-1, -1};
  int result = own(p->book)->raid[sal_roll(p->dice, 6, R_5_2, SAL_NOUNIT) - 1][col];
  if (card)
    card->rolled = (int16_t)result;
  for (int u = p->book->ncounters - 1; u >= 0; u--) {
    if (S(p)->boat[u].place == FEN && S(p)->boat[u].at == h && side_of(p, u) != side)
      first[1] = u;
    if (!raids(p, side, u, h))
      continue;
    first[0] = u;
    S(p)->boat[u].flags |= RAIDED;
  }
  sal_tell(
      p, E_RAID, R_5_2,
      SAL_EV(.at = {h}, .n = {(int16_t)result}, .card = (uint8_t)(card ? p->events->ncards : 0)));
  sal_pop(p);
  if (result == BACK)
    away(p, first[0], YARD, R_5_2);
  if (result == TAKE)
    away(p, first[1], YARD, R_5_2);
}
static void raid_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  sal_hex h = sal_top(p)->x[0];
  for (int u = 0; u < p->book->ncounters; u++)
    if (raids(p, side, u, h))
      out->selected[out->nselected++] = (sal_unit)u;
  raid_card(p, side, h, sal_prompt_card(out));
  sal_prompt_say(out, "%s: raid %s, or call it off.", side_word(side), p->book->board.name[h]);
}
const struct sal_node lantern_raid = {.id = "voyage.raid",
                                      .rule = R_5_1,
                                      .list = raid_list,
                                      .check = raid_check,
                                      .apply = raid_apply,
                                      .prompt = raid_prompt};
