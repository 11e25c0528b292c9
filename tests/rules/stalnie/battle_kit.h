/* battle_kit.h - campaigns with battles on the board: to the first of them, and inside it. */
#ifndef STALNIE_BATTLE_KIT_H
#define STALNIE_BATTLE_KIT_H

#include "kit.h"

#include "../../../src/rules/stalnie/field.h"

/* A random action of the side whose decision it is, with the audit after it. */
static inline void play_one(struct kit *k, struct sal_rng *pick, const char *where) {
  uint32_t who = sal_actors(&k->play);
  int side = who == SAL_BIT(GER) ? GER : RUS;
  if (who == SAL_BOTH)
    side = (int)sal_rng_below(pick, 2);
  struct sal_err err = {0};
  sal_legal(&k->play, side, &k->list);
  assert_true(k->list.n > 0);
  kit_ready(k);
  sal_apply(&k->play, side, k->list.a[sal_rng_below(pick, k->list.n)]);
  if (!k->book->rules->audit(&k->play, &err))
    fail_msg("%s: %s", where, err.text);
}

static inline void start_field(struct kit *k, uint64_t seed) {
  memset(k->play.state, 0, k->book->state_bytes);
  for (int i = 0; i < k->book->noptions; i++)
    k->play.state->option[i] = (uint8_t)k->book->option[i].def;
  k->play.state->option[OPT_BATTLE] = BY_FIELD;
  sal_rng_seed(&k->rng, seed);
  kit_ready(k);
  k->book->rules->setup(&k->play);
  sal_run(&k->play);
}

/* The first action of the list with this verb. */
static inline bool do_verb(struct kit *k, int side, int verb) {
  sal_legal(&k->play, side, &k->list);
  for (uint32_t i = 0; i < k->list.n; i++) {
    if (k->list.a[i].verb != verb)
      continue;
    kit_ready(k);
    sal_apply(&k->play, side, k->list.a[i]);
    return true;
  }
  return false;
}

/* One decision before a battle: the program sets up, and everything else is ended. */
static inline void prepare_one(struct kit *k) {
  static const int endings[] = {V_COMMIT, V_DONE, V_PASS, V_END};
  int side = sal_actors(&k->play) & SAL_BIT(GER) ? GER : RUS;
  bool sets_up = kit_node(k) == N_SETUP && !setting_up_of(&k->play)->auto_done;
  if (sets_up && do_verb(k, side, V_AUTO))
    return;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
    if (do_verb(k, side, endings[i]))
      return;
  sal_legal(&k->play, side, &k->list);
  kit_ready(k);
  sal_apply(&k->play, side, k->list.a[0]);
}

/* To the first decision of the next battle. */
static inline void to_battle(struct kit *k) {
  while (kit_node(k) != N_FIELD)
    prepare_one(k);
}

/* Nothing is done in the battle until that node of it asks that side. */
static inline void wait_for(struct kit *k, int node, int side) {
  static const int endings[] = {V_PASS, V_END, V_DONE, V_CANCEL};
  for (;;) {
    struct sal_play in = sf_inside(&k->play);
    uint32_t who = sal_actors(&k->play);
    assert_int_equal(kit_node(k), N_FIELD);
    if (sal_top(&in)->node == node && who & SAL_BIT(side))
      return;
    bool done = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0] && !done; i++)
      done = do_verb(k, who & SAL_BIT(GER) ? GER : RUS, endings[i]);
    assert_true(done);
  }
}

/* The first scenario: both sides buy a company, the program sets up. At the Germans' first
 * activation; all Germans are off the map. */
static inline struct kit *first_battle(void) {
  struct kit *k = kit_open("campaign");
  start_field(k, 7);
  kit_do(k, GER, "buy i1 plain 0");
  kit_do(k, RUS, "buy i1 plain 0");
  to_battle(k);
  wait_for(k, N_F_ACT, GER);
  return k;
}

static inline void doing(struct kit *k, int side, const char *verb, int u, const char *hex) {
  char text[80];
  snprintf(text, sizeof text, "%s %s", verb, hex ? hex : k->book->counter[u].id);
  kit_do(k, side, text);
}

/* The first unit of that class that waits off the map; with `company`, of the same one. */
static inline int waiting(struct kit *k, int side, int cls, int company) {
  struct sal_play in = sf_inside(&k->play);
  for (int u = 0; u < own(k->book)->first_weapon; u++) {
    bool same =
        company < 0 || sal_eq(k->book->counter[u].formation, k->book->counter[company].formation);
    if (unit_at(&in, u)->where == F_WAITING && side_of(&in, u) == side &&
        kind_of(&in, u)->cls == cls && same)
      return u;
  }
  return -1;
}

#endif
