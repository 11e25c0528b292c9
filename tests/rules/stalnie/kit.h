/* kit.h - whole campaigns and quick battles in a test, straight through the core and by many seeds.
 */
#ifndef STALNIE_KIT_H
#define STALNIE_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/rules/stalnie/state.h"
#include "harness.h"

struct kit {
  struct library *library;
  const struct sal_book *book;
  struct sal_book *private; /* of a position */
  struct sal_play play;
  struct sal_dice dice;
  struct sal_rng rng;
  struct sal_events events;
  struct sal_list list;
};

/* dir: of an owner's own figures, or NULL */
static inline struct kit *kit_open_in(const char *dir, const char *scenario) {
  struct fault f;
  struct kit *k = calloc(1, sizeof *k);
  k->library = library_open(dir, &f);
  assert_non_null(k->library);
  k->book = library_book(k->library, sal_ruleset_find("stalnie"), scenario, &f);
  if (!k->book)
    fail_msg("%s", f.text);
  k->play = (struct sal_play){k->book, calloc(1, k->book->state_bytes),
                              calloc(1, k->book->scratch_bytes), &k->dice, &k->events};
  return k;
}

static inline struct kit *kit_open(const char *scenario) {
  return kit_open_in(NULL, scenario);
}

static inline void kit_close(struct kit *k) {
  if (k->private)
    library_drop(k->private);
  free(k->play.state);
  free(k->play.scratch);
  library_close(k->library);
  free(k);
}

static inline void kit_ready(struct kit *k) {
  sal_dice_clear(&k->dice);
  k->dice.rng = &k->rng;
  k->events.n = 0;
  k->events.ncards = 0;
}

static inline void kit_start(struct kit *k, uint64_t seed) {
  memset(k->play.state, 0, k->book->state_bytes);
  for (int i = 0; i < k->book->noptions; i++)
    k->play.state->option[i] = (uint8_t)k->book->option[i].def;
  /* Battles on the board have tests of their own, with battle_kit.h. */
  k->play.state->option[OPT_BATTLE] = BY_QUICK_BATTLE;
  sal_rng_seed(&k->rng, seed);
  kit_ready(k);
  k->book->rules->setup(&k->play);
  sal_run(&k->play);
}

/* A position of the campaign (its fields, without braces), and the option for table mode. */
static inline struct kit *kit_lay_in(const char *dir, const char *position, bool table) {
  struct fault f;
  char json[8192];
  struct kit *k = calloc(1, sizeof *k);
  snprintf(json, sizeof json, "{%s}", position);
  cJSON *doc = cJSON_Parse(json);
  assert_non_null(doc);
  k->library = library_open(dir, &f);
  struct sal_book *b =
      library_private(k->library, sal_ruleset_find("stalnie"), 0, "campaign", doc, &f);
  if (!b)
    fail_msg("%s %s", f.at, f.text);
  k->book = k->private = b;
  k->play = (struct sal_play){k->book, calloc(1, k->book->state_bytes),
                              calloc(1, k->book->scratch_bytes), &k->dice, &k->events};
  k->play.state->option[0] = table;
  sal_rng_seed(&k->rng, 1);
  kit_ready(k);
  struct sal_err err = {0};
  if (!b->rules->place(&k->play, b->position, &err))
    fail_msg("%s %s", err.at, err.text);
  sal_run(&k->play);
  cJSON_Delete(doc);
  return k;
}
/* In table mode with the entry begun, where there is one. */
static inline struct kit *kit_lay(const char *position, bool table) {
  struct kit *k = kit_lay_in(NULL, position, table);
  if (table && sal_top(&k->play)->node == N_RESULT) {
    kit_ready(k);
    sal_apply(&k->play, GER, sal_act(V_OPEN, 0, 0, 0));
    kit_ready(k);
  }
  return k;
}

static inline void kit_do(struct kit *k, int side, const char *text) {
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  if (!sal_action_parse(k->book, text, &a, &err))
    fail_msg("%s: %s", text, err.text);
  if (!sal_check(&k->play, side, a, &why))
    fail_msg("%s: refused by %s: %s", text, sal_rule_id(k->book, why.rule), why.text);
  kit_ready(k);
  sal_apply(&k->play, side, a);
}

/* The same with these dice and no others. */
static inline void kit_roll(struct kit *k, int side, const char *text, const char *dice) {
  static char token[256][SAL_TOKEN];
  struct sal_action a;
  struct sal_err err = {0};
  uint32_t n = 0;
  for (const char *at = dice; *at && n < 256; at += strcspn(at, " "), at += *at == ' ')
    snprintf(token[n++], SAL_TOKEN, "%.*s", (int)strcspn(at, " "), at);
  if (!sal_action_parse(k->book, text, &a, &err))
    fail_msg("%s: %s", text, err.text);
  assert_true(sal_check(&k->play, side, a, NULL));
  kit_ready(k);
  k->dice.rng = NULL;
  k->dice.script = (const char(*)[SAL_TOKEN])token;
  k->dice.nscript = n;
  sal_apply(&k->play, side, a);
  if (k->dice.short_of)
    fail_msg("%s wanted more dice than %s", text, dice);
  assert_int_equal(k->dice.at, n);
  assert_false(k->dice.bad);
}

/* These dice, for what a test calls itself. */
static inline void kit_dice(struct kit *k, const char *dice) {
  static char token[64][SAL_TOKEN];
  kit_ready(k);
  k->dice.rng = NULL;
  k->dice.script = (const char(*)[SAL_TOKEN])token;
  for (const char *at = dice; *at && k->dice.nscript < 64; at += strcspn(at, " "), at += *at == ' ')
    snprintf(token[k->dice.nscript++], SAL_TOKEN, "%.*s", (int)strcspn(at, " "), at);
}

/* As the harness does: a rule that the program cited and this test compared. */
static inline void kit_cover(const struct kit *k, int rule) {
  const char *dir = getenv("SALIENT_COVERAGE");
  char path[512];
  if (!dir)
    return;
  snprintf(path, sizeof path, "%s/stalnie.txt", dir);
  FILE *f = fopen(path, "a");
  if (!f)
    return;
  fprintf(f, "%s\n", sal_rule_id(k->book, rule));
  fclose(f);
}

/* A refusal names what it is about: the unit, hex or number that the action named first. */
static inline void kit_names(const struct kit *k, struct sal_action a,
                             const struct sal_refusal *why) {
  char words[300], number[12];
  struct sal_text t = {words, sizeof words, 0};
  int kind = k->book->rules->verbs[a.verb].arg[0];
  snprintf(number, sizeof number, "%d", a.x[0]);
  sal_refusal_words(k->book, why, &t);
  if (kind == SAL_ARG_UNIT && strstr(why->text, "{u") &&
      !strstr(words, k->book->counter[a.x[0]].label) &&
      !strstr(words, k->book->counter[a.x[1]].label))
    fail_msg("it names another unit: %s", words);
  if (kind == SAL_ARG_HEX && strstr(why->text, "{h") && !strstr(words, k->book->board.name[a.x[0]]))
    fail_msg("it names another hex: %s", words);
  if (kind == SAL_ARG_NUM && strstr(why->text, "{n0}") && !strstr(words, number))
    fail_msg("it names another number: %s", words);
}

/* Refused, and by that rule. */
static inline void kit_refused(struct kit *k, int side, const char *text, int rule) {
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  if (!sal_action_parse(k->book, text, &a, &err))
    fail_msg("%s: %s", text, err.text);
  if (sal_check(&k->play, side, a, &why))
    fail_msg("%s is legal", text);
  if (why.rule != rule)
    fail_msg("%s: refused by %s", text, sal_rule_id(k->book, why.rule));
  if (sal_eq(why.text, "That is not among the choices now."))
    fail_msg("%s: refused without saying why", text);
  kit_names(k, a, &why);
  kit_cover(k, rule);
}

/* Legal, and not done. */
static inline void kit_legal(struct kit *k, int side, const char *text) {
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  if (!sal_action_parse(k->book, text, &a, &err))
    fail_msg("%s: %s", text, err.text);
  if (!sal_check(&k->play, side, a, &why))
    fail_msg("%s: refused by %s: %s", text, sal_rule_id(k->book, why.rule), why.text);
}

/* Positions: a unit on the map or off it, with or without a mark, and cover. */
/* Units and hexes of a position, parted by commas. */
#define JOIN_1(a) a
#define JOIN_2(a, ...) a "," JOIN_1(__VA_ARGS__)
#define JOIN_3(a, ...) a "," JOIN_2(__VA_ARGS__)
#define JOIN_4(a, ...) a "," JOIN_3(__VA_ARGS__)
#define JOIN_5(a, ...) a "," JOIN_4(__VA_ARGS__)
#define JOIN_6(a, ...) a "," JOIN_5(__VA_ARGS__)
#define JOIN_7(a, ...) a "," JOIN_6(__VA_ARGS__)
#define JOIN_8(a, ...) a "," JOIN_7(__VA_ARGS__)
#define JOIN_9(a, ...) a "," JOIN_8(__VA_ARGS__)
#define JOIN_10(a, ...) a "," JOIN_9(__VA_ARGS__)
#define JOIN_11(a, ...) a "," JOIN_10(__VA_ARGS__)
#define JOIN_12(a, ...) a "," JOIN_11(__VA_ARGS__)
#define JOIN_13(a, ...) a "," JOIN_12(__VA_ARGS__)
#define JOIN_14(a, ...) a "," JOIN_13(__VA_ARGS__)
#define JOIN_15(a, ...) a "," JOIN_14(__VA_ARGS__)
#define JOIN_16(a, ...) a "," JOIN_15(__VA_ARGS__)
#define JOIN_17(a, ...) a "," JOIN_16(__VA_ARGS__)
#define JOIN_18(a, ...) a "," JOIN_17(__VA_ARGS__)
#define JOIN_19(a, ...) a "," JOIN_18(__VA_ARGS__)
#define JOIN_20(a, ...) a "," JOIN_19(__VA_ARGS__)
#define JOIN_21(a, ...) a "," JOIN_20(__VA_ARGS__)
#define JOIN_22(a, ...) a "," JOIN_21(__VA_ARGS__)
#define JOIN_23(a, ...) a "," JOIN_22(__VA_ARGS__)
#define JOIN_24(a, ...) a "," JOIN_23(__VA_ARGS__)
#define JOIN_25(a, ...) a "," JOIN_24(__VA_ARGS__)
#define JOIN_26(a, ...) a "," JOIN_25(__VA_ARGS__)
#define JOIN_27(a, ...) a "," JOIN_26(__VA_ARGS__)
#define JOIN_28(a, ...) a "," JOIN_27(__VA_ARGS__)
#define JOIN_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, \
                  _19, _20, _21, _22, _23, _24, _25, _26, _27, _28, n, ...)                        \
  n
#define JOIN(...)                                                                                  \
  JOIN_PICK(__VA_ARGS__, JOIN_28, JOIN_27, JOIN_26, JOIN_25, JOIN_24, JOIN_23, JOIN_22, JOIN_21,   \
            JOIN_20, JOIN_19, JOIN_18, JOIN_17, JOIN_16, JOIN_15, JOIN_14, JOIN_13, JOIN_12,       \
            JOIN_11, JOIN_10, JOIN_9, JOIN_8, JOIN_7, JOIN_6, JOIN_5, JOIN_4, JOIN_3, JOIN_2,      \
            JOIN_1, 0)                                                                             \
  (__VA_ARGS__)

#define AT(id, side, kind, hex)                                                                    \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex "\"}"
#define ATM(id, side, kind, hex, mark)                                                             \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"hex\":\"" hex                \
  "\",\"marks\":[\"" mark "\"]}"
#define OFFMAP(id, side, kind)                                                                     \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" side ".off\"}"
#define OFFM(id, side, kind, mark)                                                                 \
  "{\"name\":\"" id "\",\"side\":\"" side "\",\"kind\":\"" kind "\",\"box\":\"" side               \
  ".off\",\"marks\":[\"" mark "\"]}"
#define WOODS(hex) "{\"hex\":\"" hex "\",\"set\":[\"woods\"]}"

/* The last act told an event of that kind and rule: its numbers, or a failure. */
static inline const struct sal_event *kit_told(const struct kit *k, int kind, int rule) {
  for (uint32_t i = 0; i < k->events.n; i++)
    if (k->events.v[i].kind == kind && k->events.v[i].rule == rule)
      return kit_cover(k, rule), &k->events.v[i];
  fail_msg("no event %s of %s", k->book->rules->events[kind].id, sal_rule_id(k->book, rule));
  return NULL;
}

static inline int kit_place(const struct kit *k, const char *hex) {
  sal_hex h = sal_hex_parse(&k->book->board, hex);
  assert_true(h);
  return own(k->book)->place[h];
}
static inline int kit_unit(const struct kit *k, const char *id) {
  sal_unit u = sal_unit_find(k->book, id);
  assert_true(u != SAL_NOUNIT);
  return u;
}

static inline struct unit *kit_at(const struct kit *k, const char *id) {
  return &((struct state *)k->play.state)->unit[kit_unit(k, id)];
}
static inline const char *kit_kind(const struct kit *k, const char *id) {
  return own(k->book)->type[kit_at(k, id)->type].id;
}
static inline int kit_group(const struct kit *k, int side, const char *id) {
  for (int g = 0; g < own(k->book)->ngroups[side]; g++)
    if (sal_eq(own(k->book)->group[side][g].id, id))
      return g;
  fail_msg("no group %s", id);
  return -1;
}

static inline int kit_node(const struct kit *k) {
  return k->play.state->over ? -1 : sal_top(&k->play)->node;
}
static inline struct state *kit_state(const struct kit *k) {
  return (struct state *)k->play.state;
}
static inline struct draft *kit_draft(const struct kit *k, const char *id) {
  return &kit_state(k)->draft[kit_unit(k, id)];
}

/* A line more in the purchase record, of this scenario unless it says another. */
static inline struct rec *kit_line(const struct kit *k, int side, const char *group, struct rec r) {
  struct state *s = kit_state(k);
  struct rec *line = &s->rec[side][s->side[side].nrec++];
  r.group = (uint8_t)kit_group(k, side, group);
  r.hex = NOWHERE;
  if (!r.scenario)
    r.scenario = s->scenario;
  *line = r;
  return line;
}

/* Every decision answered by the program's own default: commit, auto, done, fight. */
static inline bool kit_default(struct kit *k) {
  static const char *const answers[N_COUNT] = {
      [N_BUY] = "commit",    [N_FORT] = "commit",  [N_RECON] = "commit", [N_CHIT] = "chit idle",
      [N_ORDERS] = "commit", [N_BATTLE] = "fight", [N_CHAIN] = "commit", [N_HARDEN] = "commit",
      [N_CREWS] = "done",    [N_RECALL] = "done",  [N_INSPECT] = "pass"};
  int node = kit_node(k);
  if (node < 0)
    return false;
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
    if (k->list.a[i].verb == V_ROLL || (k->list.a[i].verb == V_DONE && node == N_ESCAPE))
      a = k->list.a[i];
  kit_ready(k);
  sal_apply(&k->play, side, a);
  return true;
}

/* On to the first decision of a phase, or the end. */
static inline void kit_until(struct kit *k, const char *phase) {
  for (int i = 0; i < 5000; i++) {
    if (kit_node(k) < 0 || sal_eq(k->book->rules->phases[k->play.state->phase].id, phase))
      return;
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
/* The west column of scenario 1 with the Soviets ten hexrows off; both have their orders. */
static inline struct kit *kit_column(const char *units, const char *orders) {
  char position[2600];
  snprintf(position, sizeof position, "\"phase\":\"play.1\",\"units\":[%s]", units);
  struct kit *k = kit_lay(position, false);
  if (*orders)
    kit_all(k, orders);
  kit_all(k, "german commit;soviet commit");
  return k;
}

#endif
