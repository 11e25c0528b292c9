/* kit.h - whole campaigns and quick battles in a test, straight through the core and by many seeds. */
#ifndef STALNIE_KIT_H
#define STALNIE_KIT_H

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "../../../src/rules/stalnie/state.h"

struct kit {
  struct library *library;
  const struct sal_book *book;
  struct sal_play play;
  struct sal_dice dice;
  struct sal_rng rng;
  struct sal_events events;
  struct sal_list list;
};

static struct kit *kit_open(const char *scenario) {
  struct fault f;
  struct kit *k = calloc(1, sizeof *k);
  k->library = library_open(NULL, &f);
  assert_non_null(k->library);
  k->book = library_book(k->library, sal_ruleset_find("stalnie"), scenario, &f);
  if (!k->book) fail_msg("%s", f.text);
  k->play = (struct sal_play){k->book, calloc(1, k->book->state_bytes), calloc(1, k->book->scratch_bytes), &k->dice, &k->events};
  return k;
}

static inline void kit_close(struct kit *k) {
  free(k->play.state);
  free(k->play.scratch);
  library_close(k->library);
  free(k);
}

static void kit_ready(struct kit *k) {
  sal_dice_clear(&k->dice);
  k->dice.rng = &k->rng;
  k->events.n = 0;
  k->events.ncards = 0;
}

static void kit_start(struct kit *k, uint64_t seed) {
  memset(k->play.state, 0, k->book->state_bytes);
  for (int i = 0; i < k->book->noptions; i++) k->play.state->option[i] = k->book->option[i].def;
  sal_rng_seed(&k->rng, seed);
  kit_ready(k);
  k->book->rules->setup(&k->play);
  sal_run(&k->play);
}

static inline void kit_do(struct kit *k, int side, const char *text) {
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  if (!sal_action_parse(k->book, text, &a, &err)) fail_msg("%s: %s", text, err.text);
  if (!sal_check(&k->play, side, a, &why)) fail_msg("%s: refused by %s: %s", text, sal_rule_id(k->book, why.rule), why.text);
  kit_ready(k);
  sal_apply(&k->play, side, a);
}

static inline int kit_node(const struct kit *k) { return k->play.state->over ? -1 : sal_top(&k->play)->node; }
static inline struct state *kit_state(const struct kit *k) { return (struct state *)k->play.state; }

/* Every decision answered by the program's own default: commit, auto, done, fight. */
static inline bool kit_default(struct kit *k) {
  static const char *const answers[N_COUNT] = {[N_BUY] = "commit", [N_FORT] = "commit", [N_RECON] = "commit", [N_CHIT] = "chit idle", [N_ORDERS] = "commit", [N_BATTLE] = "fight",
                                               [N_CHAIN] = "commit", [N_HARDEN] = "commit", [N_CREWS] = "done", [N_RECALL] = "done", [N_INSPECT] = "pass"};
  int node = kit_node(k);
  if (node < 0) return false;
  int side = sal_actors(&k->play) & SAL_BIT(GER) ? GER : RUS;
  if (node == N_SETUP) {
    kit_do(k, side, "auto");
    kit_do(k, side, "done");
    return true;
  }
  if (answers[node]) {
    kit_do(k, side, answers[node]);
    return true;
  }
  sal_legal(&k->play, side, &k->list); /* anything: the first, but rolls rather than cancels */
  struct sal_action a = k->list.a[0];
  for (uint32_t i = 0; i < k->list.n; i++)
    if (k->list.a[i].verb == V_ROLL || (k->list.a[i].verb == V_DONE && node == N_ESCAPE)) a = k->list.a[i];
  kit_ready(k);
  sal_apply(&k->play, side, a);
  return true;
}

/* On to the first decision of a phase, or the end. */
static inline void kit_until(struct kit *k, const char *phase) {
  for (int i = 0; i < 5000; i++) {
    if (kit_node(k) < 0 || sal_eq(k->book->rules->phases[k->play.state->phase].id, phase)) return;
    kit_default(k);
  }
  fail_msg("%s was not reached", phase);
}

/* "german buy i1 plain 0;soviet ..": parted by ';'. */
static inline void kit_all(struct kit *k, const char *script) {
  char line[120];
  for (const char *at = script; *at;) {
    size_t n = strcspn(at, ";");
    snprintf(line, sizeof line, "%.*s", (int)n, at);
    char *space = strchr(line, ' ');
    *space = 0;
    kit_do(k, sal_side_parse(line), space + 1);
    at += n + (at[n] == ';');
  }
}

#endif
